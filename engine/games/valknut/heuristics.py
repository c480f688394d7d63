"""Rules of thumb for Valknut: what a hand is worth, which card to play, what to put away.

`thumb_card` is a plain rule over plain integers: whoever needs tricks wins as cheaply as possible, else loses as high
as possible. It serves twice: the easy bot asks it once a turn, and rollouts ask it a few hundred thousand times a
second for every seat. It sees only what the seat to move may know: its hand, the table, the trump suit, and whether
it needs tricks. Several finer rules were tried in its place (which weigh what the rest of the hand will win, or count
the cards that are gone); they hit more bids among themselves, but a search that imagines everybody playing by the
plain rule was the stronger one, and twice as fast.

The tables of what cards are worth were found by hill-climbing in self-play.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.valknut.model import BIT, CARD_OF, NUMBER, RUNE, SUIT, VALKNUT, View
from engine.games.valknut.tricks import best, playable

NUMBERS = (1 << 36) - 1
"""The set of all number cards."""

# fmt: off
WINS: dict[int, dict[str, tuple[float, ...]]] = {
    2: {
        "trump": (0, .22, .27, .33, .41, .49, .57, .66, .76, .85),
        "plain": (0, .25, .29, .35, .42, .49, .56, .64, .72, .80),
    },
    3: {
        "trump": (0, .17, .25, .33, .41, .49, .57, .65, .72, .80),
        "plain": (0, .05, .06, .09, .14, .19, .26, .33, .42, .51),
    },
}
# fmt: on
"""How often a card of a hand just dealt wins a trick, by its number."""

BIAS = {2: -0.2, 3: 0.0}
"""Added to a hand's worth when bidding by the tables."""

THRIFT = (0.34, 0.49)
"""What it costs, in tricks, to put away a V or an N: they get one out of trouble later."""


class Worth:
    """The tables for a number of seats and a trump suit (−1: none), spread out for speed.

    ``card[c]`` is what card *c* is worth, in tricks.
    """

    def __init__(self, seats: int, trump: int) -> None:
        wins = WINS[seats]
        self.card = tuple(
            [wins["trump" if SUIT[c] == trump else "plain"][NUMBER[c]] if c < 36 else 0.0 for c in range(38)]
        )
        self._chunks = tuple(
            tuple(sum(self.card[9 * s + n] for n in range(9) if bits >> n & 1) for bits in range(512))
            for s in range(4)
        )

    def hand(self, hand: int) -> float:
        """The tricks that the set *hand* will probably win."""
        a, s, r, w = self._chunks
        return a[hand & 511] + s[hand >> 9 & 511] + r[hand >> 18 & 511] + w[hand >> 27 & 511]


WORTH: dict[int, tuple[Worth, ...]] = {
    seats: tuple(Worth(seats, trump) for trump in (0, 1, 2, 3, -1)) for seats in (2, 3)
}
"""By seats and trump suit; −1, no trump, is the last entry."""


# Cards ----------------------------------------


def _lowest(cards: int, trump: int) -> int:
    """The lowest number card of a set that has one; trumps count above all others."""
    a, s, r, w = cards & 511, cards >> 9 & 511, cards >> 18 & 511, cards >> 27 & 511
    bits = (
        (a if trump != 0 else 0)
        | (s if trump != 1 else 0)
        | (r if trump != 2 else 0)
        | (w if trump != 3 else 0)
    )
    if not bits:
        own = cards >> 9 * trump & 511
        return 9 * trump + (own & -own).bit_length() - 1
    bit = bits & -bits
    suit = (
        0 if a & bit and trump != 0 else 1 if s & bit and trump != 1 else 2 if r & bit and trump != 2 else 3
    )
    return 9 * suit + bit.bit_length() - 1


def _highest(cards: int, trump: int) -> int:
    """The highest number card of a set that has one; trumps count above all others."""
    if trump >= 0 and (own := cards >> 9 * trump & 511):
        return 9 * trump + own.bit_length() - 1
    a, s, r, w = cards & 511, cards >> 9 & 511, cards >> 18 & 511, cards >> 27 & 511
    place = (a | s | r | w).bit_length() - 1
    suit = 0 if a >> place & 1 else 1 if s >> place & 1 else 2 if r >> place & 1 else 3
    return 9 * suit + place


def thumb_card(hand: int, table: Sequence[int], trump: int, wanted: bool) -> int:
    """The card of *hand* for the trick *table*: the cheapest winner if tricks are *wanted*, else the highest loser.

    Nobody need be last for that: a card that is ahead now counts as winning. V and N go where nothing else helps:
    where a wanted trick can't be won, or an unwanted one not be lost with a number card.
    """
    numbers = hand & NUMBERS
    specials = hand >> 36
    if not table:
        if wanted:
            if numbers:
                return _highest(numbers, trump)
        elif not specials:
            return _lowest(numbers, trump)
        return VALKNUT if specials & 3 else RUNE
    led = SUIT[table[0]]
    if led >= 0 and (own := numbers & 511 << 9 * led):
        numbers = own
    if not numbers:
        return VALKNUT if specials & 3 else RUNE
    if VALKNUT in table:
        if not wanted:
            return _highest(numbers, trump)
        if specials:
            return VALKNUT if specials & 3 else RUNE
        return _lowest(numbers, trump)
    top = table[0] if len(table) == 1 else table[best(table, trump)]
    suit = SUIT[top]
    if suit < 0:
        wins = numbers
    else:
        # The cards of the same suit above the best one, and trumps if that is none.
        wins = numbers & (511 << 9 * suit) & -(2 << top)
        if suit != trump >= 0:
            wins |= numbers & 511 << 9 * trump
    if wanted:
        if wins:
            return _lowest(wins, trump)
        if specials:
            return VALKNUT if specials & 3 else RUNE
        return _lowest(numbers, trump)
    if loses := numbers & ~wins:
        return _highest(loses, trump)
    if specials:
        return VALKNUT if specials & 3 else RUNE
    return _highest(numbers, trump)


def discard(hand: int, need: int, worth: Worth) -> int:
    """The card of *hand* that is best put away (under the stock, or back to its owner).

    What is left should win as many tricks as the bid still needs.
    """
    value = worth.card
    lack = need - worth.hand(hand)
    found, least = -1, 1e9
    for card in playable(hand, -1):
        cost = abs(lack + value[card]) if card < 36 else abs(lack) + THRIFT[card - 36]
        if cost < least:
            found, least = card, cost
    return found


# Views ----------------------------------------


def bid_by_tables(hand: int, trump: int, seats: int) -> float:
    """The tricks that the tables promise a hand that was just dealt."""
    return max(0.0, WORTH[seats][trump].hand(hand) + BIAS[seats])


def cards_in(view: View) -> int:
    """The own hand as a set."""
    return sum([BIT[CARD_OF[code]] for code in view.hand])


def need_of(view: View) -> int:
    """How many tricks the view's seat still needs for its bid."""
    assert view.seat is not None
    return (view.bid or 0) - view.tricks[view.seat]
