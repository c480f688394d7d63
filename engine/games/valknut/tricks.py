"""What may be played, who wins a trick, and what a round is worth: the rules that searches and views share.

The numbers of the rulings are those of `engine.games.valknut.rules`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.games.valknut.model import (
    BID,
    BURY,
    CARD_OF,
    CODES,
    DRAW,
    GIVE,
    NO_TRUMP,
    NUMBER,
    PLAY,
    RUNE,
    STEAL_CARD,
    STEAL_TRICK,
    SUIT,
    SUITS,
    VALKNUT,
    Bid,
    Bury,
    DrawCard,
    Give,
    Pass,
    Play,
    StealCard,
    StealTrick,
    ValknutMove,
)

EXACT = 10
"""The points for an exact bid (ruling 11)."""

FEW = 5
"""With two seats, the points for holding 3, 4 or 5 tricks (ruling 11)."""


# Legality ----------------------------------------

PLAYS = tuple(Play(code) for code in CODES)
"""The move that plays a card, by the card's number."""

_BURIES = tuple(Bury(code) for code in CODES)
_GIVES = tuple(Give(code) for code in CODES)
_BIDS = tuple(Bid(tricks) for tricks in range(16))
_TRICKS = tuple(StealTrick(seat) for seat in range(3))
_CARDS = tuple(StealCard(seat) for seat in range(3))
_DRAW_OR_PASS = (DrawCard(), Pass())
_PASS = (Pass(),)

# The cards of one suit from its nine bits, and V and N from the bits that count them.
_IN_SUIT = tuple(
    tuple(tuple(9 * suit + n for n in range(9) if chunk >> n & 1) for chunk in range(512))
    for suit in range(4)
)
_RUNES = tuple((VALKNUT,) * bool(rest & 3) + (RUNE,) * bool(rest >> 2) for rest in range(16))


def playable(hand: int, led: int) -> tuple[int, ...]:
    """The cards of the set *hand* that may be played when the suit *led* must be followed (−1: none) (ruling 3)."""
    if led >= 0 and (chunk := hand >> 9 * led & 511):
        return _IN_SUIT[led][chunk] + _RUNES[hand >> 36]
    a, s, r, w = _IN_SUIT
    return a[hand & 511] + s[hand >> 9 & 511] + r[hand >> 18 & 511] + w[hand >> 27 & 511] + _RUNES[hand >> 36]


def moves(
    phase: int, seat: int, hand: int, table: Sequence[int], tricks: Sequence[int], cards: Sequence[int]
) -> Sequence[ValknutMove]:
    """Every move that *seat*, which must act in *phase*, may make.

    *hand* is its set of cards, *table* the present trick; *tricks* and *cards* tell how many tricks and hand cards
    each seat has. This function is the only place that knows what is legal: views, searches and messages ask it.
    """
    if phase == PLAY:
        return [PLAYS[card] for card in playable(hand, SUIT[table[0]] if table else NO_TRUMP)]
    if phase == BID:
        return _BIDS[: cards[seat] + 1]
    if phase == DRAW:
        return _DRAW_OR_PASS
    if phase == BURY:
        return [_BURIES[card] for card in playable(hand, NO_TRUMP)]
    if phase == GIVE:
        return [_GIVES[card] for card in playable(hand, NO_TRUMP)]
    if phase == STEAL_TRICK:
        return (*(_TRICKS[s] for s in range(len(tricks)) if s != seat and tricks[s]), *_PASS)
    assert phase == STEAL_CARD
    return (*(_CARDS[s] for s in range(len(cards)) if s != seat and cards[s]), *_PASS)


# Who wins a trick ----------------------------------------


class Verdict(NamedTuple):
    """What becomes of a complete trick. Seats are counted from its opener (0, 1, 2).

    ``winner`` is −1 if the trick is destroyed; ``leads`` leads next, for ``reason`` (``valknut``, ``rune``,
    ``nine`` or ``winner``); ``power`` is the winning card's number if it is a 1 or a 6, else 0; ``turns``: a new
    trump is due.
    """

    winner: int
    leads: int
    reason: str
    power: int
    turns: bool


def best(table: Sequence[int], trump: int) -> int:
    """The place of the card that is winning among *table*, which has no V; *trump* is a suit or −1 (ruling 4)."""
    place, top, suit = 0, table[0], SUIT[table[0]]
    for at in range(1, len(table)):
        card = table[at]
        its = SUIT[card]
        if its < 0:
            continue
        if suit < 0 or (its == suit and card > top) or (its == trump and suit != trump):
            place, top, suit = at, card, its
    return place


@lru_cache(maxsize=1 << 17)
def judge(table: tuple[int, ...], trump: int) -> Verdict:
    """The verdict over the complete trick *table* (rulings 4, 5 and 9)."""
    if VALKNUT in table:
        return Verdict(-1, 0, "valknut", 0, table.count(VALKNUT) > 1)
    winner = best(table, trump)
    number = NUMBER[table[winner]]
    power = number if number in (1, 6) else 0
    for place in range(len(table) - 1, -1, -1):
        if table[place] == RUNE and place != winner:
            return Verdict(winner, place, "rune", power, False)
    if number == 9:
        return Verdict(winner, (winner + 1) % len(table), "nine", power, False)
    return Verdict(winner, winner, "winner", power, False)


def score(seats: int, bid: int, tricks: int) -> int:
    """The points of a round for holding *tricks* tricks with a bid of *bid* (ruling 11)."""
    return tricks + EXACT * (bid == tricks) + FEW * (seats == 2 and 3 <= tricks <= 5)


def parts(seats: int, bid: int, tricks: int) -> tuple[int, int, int]:
    """What the points of a round are made of: tricks, the bonus for an exact bid, the bonus for few tricks."""
    return tricks, EXACT * (bid == tricks), FEW * (seats == 2 and 3 <= tricks <= 5)


def winning_now(table: Sequence[str], trump: str) -> int | None:
    """The place of the card that is winning the trick so far; None if none is, or a V has destroyed it."""
    cards = [CARD_OF[code] for code in table]
    if not cards or VALKNUT in cards:
        return None
    return best(cards, SUITS.index(trump) if trump else NO_TRUMP)
