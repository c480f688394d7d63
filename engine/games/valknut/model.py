"""The values of Valknut: cards, moves, events, state and view.

Outside (moves, events, views, records) a card is its code: ``A1`` … ``W9``, ``V``, ``N``. Inside the state it is a
number, and a set of cards is one integer (`BIT`), since searches copy states a hundred thousand times a second:
bit *c* for each of the 36 number cards, then two bits that count the V and two that count the N. Cards that look
alike are alike, so equal sets are equal integers.
"""

from __future__ import annotations

import msgspec

from engine.core.game import Event, Move

# Cards ----------------------------------------

SUITS = "ASRW"
"""Axe, ship, raven, wolf: the first letters of the codes, in the order of their numbers 0 to 3."""

CODES: tuple[str, ...] = (*(f"{suit}{n}" for suit in SUITS for n in range(1, 10)), "V", "N")
"""The card codes by number: suit *s* has 9·s … 9·s + 8."""

CARD_OF: dict[str, int] = {code: card for card, code in enumerate(CODES)}
"""The number of each code."""

VALKNUT, RUNE = 36, 37
"""The two kinds of cards without a suit: V and N."""

COPIES = 3
"""How many V and how many N there are."""

NO_TRUMP = -1
NUMBER: tuple[int, ...] = (*(card % 9 + 1 for card in range(36)), 0, 0)
"""The number on each card; 0 for V and N."""

SUIT: tuple[int, ...] = (*(card // 9 for card in range(36)), NO_TRUMP, NO_TRUMP)
"""The suit of each card, −1 for V and N. As a trump, −1 means that there is none."""

DECK: tuple[str, ...] = (*CODES, "V", "V", "N", "N")
"""The 42 cards."""

BIT: tuple[int, ...] = (*(1 << card for card in range(37)), 1 << 38)
"""What a card adds to a set of cards."""

ALL = (1 << 40) - 1
"""The set of all 42 cards."""

_NUMBERS = (1 << 36) - 1

HAND_SIZE = {2: 15, 3: 11}
"""How many cards each seat is dealt, by the number of seats."""


def size(cards: int) -> int:
    """How many cards a set has."""
    return (cards & _NUMBERS).bit_count() + (cards >> 36 & 3) + (cards >> 38)


def _spread(chunk: int) -> tuple[int, ...]:
    return tuple(n for n in range(9) if chunk >> n & 1)


_IN_SUIT = tuple(tuple(tuple(9 * suit + n for n in _spread(c)) for c in range(512)) for suit in range(4))
_SPECIAL = tuple((VALKNUT,) * (rest & 3) + (RUNE,) * (rest >> 2) for rest in range(16))


def members(cards: int) -> tuple[int, ...]:
    """The cards of a set in order, V and N as often as it has them."""
    a, s, r, w = _IN_SUIT
    return (
        a[cards & 511]
        + s[cards >> 9 & 511]
        + r[cards >> 18 & 511]
        + w[cards >> 27 & 511]
        + _SPECIAL[cards >> 36]
    )


def codes(cards: int) -> tuple[str, ...]:
    """The codes of a set of cards in order."""
    return tuple([CODES[card] for card in members(cards)])


# Moves ----------------------------------------


class Bid(Move, frozen=True):
    """A seat secretly bids to hold ``tricks`` tricks at the end of the round."""

    tricks: int


class Play(Move, frozen=True):
    """A seat plays ``card`` into the trick."""

    card: str


class DrawCard(Move, frozen=True, tag="draw"):
    """By a 3 just played: take the top card of the stock."""


class Pass(Move, frozen=True):
    """Forgo what a 3, 1 or 6 allows."""


class Bury(Move, frozen=True):
    """After taking a card by a 3: put ``card`` from the hand under the stock."""

    card: str


class StealTrick(Move, frozen=True, rename={"from_": "from"}):
    """By a 1 that won: take over one of the tricks won by seat ``from_``."""

    from_: int


class StealCard(Move, frozen=True, rename={"from_": "from"}):
    """By a 6 that won: take a card from the hand of seat ``from_`` without looking; chance picks it."""

    from_: int


class Give(Move, frozen=True):
    """After taking a card by a 6: give ``card`` back to the same seat."""

    card: str


class Deal(Move, frozen=True, tag="shuffle"):
    """Chance orders the deck: hands one card at a time from the seat left of the dealer, trump card, stock."""

    deck: tuple[str, ...]


class Appoint(Move, frozen=True, tag="dealer"):
    """Chance draws who deals the first round."""

    dealer: int


class Pick(Move, frozen=True):
    """Chance picks the ``card`` that a 6 takes from a hand."""

    card: str


ValknutMove = Bid | Play | DrawCard | Pass | Bury | StealTrick | StealCard | Give


# Results ----------------------------------------


class RoundResult(msgspec.Struct, frozen=True):
    """A finished round: what each seat had bid, the tricks it holds, and its points.

    ``winners`` are the seats with the most points of this round.
    """

    number: int
    dealer: int
    bids: tuple[int, ...]
    tricks: tuple[int, ...]
    destroyed: int
    points: tuple[int, ...]
    winners: tuple[int, ...]


class Trick(msgspec.Struct, frozen=True):
    """A completed trick: ``cards`` in the order in which they were played, beginning with the seat ``opener``.

    ``winner`` is None if a V destroyed it.
    """

    opener: int
    cards: tuple[str, ...]
    winner: int | None


# Events ----------------------------------------


class DealerDrawn(Event, frozen=True):
    """The lot says that ``seat`` deals the first round."""

    seat: int


class RoundStarted(Event, frozen=True):
    """A round was dealt by ``dealer``: everybody has ``cards`` cards, ``trump`` lies open beside the stock."""

    number: int
    dealer: int
    cards: int
    trump: str
    stock: int


class HandDealt(Event, frozen=True):
    """Secret: the cards of ``seat``."""

    seat: int
    cards: tuple[str, ...]


class BidMade(Event, frozen=True):
    """``seat`` has made its bid. What it is stays secret."""

    seat: int


class BidNoted(Event, frozen=True):
    """Secret: ``seat`` bid ``tricks``."""

    seat: int
    tricks: int


class PlayBegun(Event, frozen=True):
    """Everybody has bid; ``leader`` leads the first trick."""

    leader: int


class CardPlayed(Event, frozen=True):
    """``seat`` played ``card``; ``led`` if it opened the trick."""

    seat: int
    card: str
    led: bool = False


class CardDrawn(Event, frozen=True):
    """By a 3 ``seat`` took the top card of the stock."""

    seat: int


class DrawnSeen(Event, frozen=True):
    """Secret: the card that ``seat`` took from the stock."""

    seat: int
    card: str


class CardBuried(Event, frozen=True):
    """``seat`` put a hand card under the stock."""

    seat: int


class BuriedSeen(Event, frozen=True):
    """Secret: the card that ``seat`` put under the stock."""

    seat: int
    card: str


class TrickWon(Event, frozen=True):
    """``seat`` won the trick with ``card``."""

    seat: int
    card: str


class TrickDestroyed(Event, frozen=True):
    """A V destroyed the trick that ``opener`` led."""

    opener: int


class TrumpTurned(Event, frozen=True):
    """Two V in one trick: ``card`` was turned from the stock for a new trump, ``old`` leaves the round."""

    card: str
    old: str


class TrickStolen(Event, frozen=True):
    """By a 1 ``seat`` took over a trick of ``victim``."""

    seat: int
    victim: int


class CardStolen(Event, frozen=True):
    """By a 6 ``seat`` takes a card from the hand of ``victim`` without looking."""

    seat: int
    victim: int


class StolenSeen(Event, frozen=True):
    """Secret: the card that ``seat`` took from ``victim``."""

    seat: int
    victim: int
    card: str


class CardGiven(Event, frozen=True):
    """``seat`` gave a card back to ``victim``."""

    seat: int
    victim: int


class GivenSeen(Event, frozen=True):
    """Secret: the card that ``seat`` gave back to ``victim``."""

    seat: int
    victim: int
    card: str


class PowerForgone(Event, frozen=True):
    """``seat`` made no use of its 1, 3 or 6 (``number``)."""

    seat: int
    number: int


class LeadPassed(Event, frozen=True):
    """``seat`` leads next for another ``reason`` than winning: ``valknut``, ``rune`` (an N) or ``nine``."""

    seat: int
    reason: str


class RoundEnded(Event, frozen=True):
    """The round is over and the bids are shown. ``points`` are everybody's points in the match now."""

    result: RoundResult
    points: tuple[int, ...]


class MatchEnded(Event, frozen=True):
    """The match is over.

    ``reason``: what made the winners win: ``points``, after equal points ``bonuses`` (exact bids in the match) or
    ``tricks`` (in the last round), or ``shared``.
    """

    points: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str


ValknutEvent = (
    DealerDrawn
    | RoundStarted
    | HandDealt
    | BidMade
    | BidNoted
    | PlayBegun
    | CardPlayed
    | CardDrawn
    | DrawnSeen
    | CardBuried
    | BuriedSeen
    | TrickWon
    | TrickDestroyed
    | TrumpTurned
    | TrickStolen
    | CardStolen
    | StolenSeen
    | CardGiven
    | GivenSeen
    | PowerForgone
    | LeadPassed
    | RoundEnded
    | MatchEnded
)


# State and view ----------------------------------------

IDLE, BID, PLAY, DRAW, BURY, STEAL_TRICK, STEAL_CARD, PICK, GIVE = range(9)
"""What a state waits for: chance between rounds or nothing, bids, a card, the decisions after a 3, 1 or 6."""

PHASES = ("idle", "bid", "play", "draw", "bury", "steal_trick", "steal_card", "pick", "give")
"""The phases as views name them."""


class Match(msgspec.Struct, frozen=True, gc=False):
    """What outlasts a round. ``dealer`` is −1 until it is drawn; ``bonuses`` counts exact bids."""

    seats: int
    goal: int
    max_rounds: int
    first_dealer: int | str
    dealer: int
    points: tuple[int, ...]
    bonuses: tuple[int, ...]
    rounds: tuple[RoundResult, ...] = ()
    winners: tuple[int, ...] = ()


class State(msgspec.Struct, frozen=True, gc=False):
    """Everything about a match at one moment.

    ``turn`` is the seat that must act (−1 while bids are awaited and between rounds; in `PICK`, while chance acts,
    the seat that will get the card); ``other`` the seat that a 6 was aimed at (−1: none). ``leader`` leads the
    present trick, or the next one while a 1 or 6 is carried out. ``bids`` has −1 where none was made. ``stock`` is
    listed from its top, ``table`` in the order of play. ``trump`` is the open card (−1: none yet) and
    ``old_trumps`` those that it replaced; ``played`` is the set of all cards in completed tricks. ``last`` is the
    last completed trick: opener, winner (−1: destroyed), cards.
    """

    match: Match
    phase: int
    turn: int
    other: int
    leader: int
    hands: tuple[int, ...]
    bids: tuple[int, ...]
    stock: tuple[int, ...]
    trump: int
    old_trumps: tuple[int, ...]
    table: tuple[int, ...]
    played: int
    tricks: tuple[int, ...]
    destroyed: int
    last: tuple[int, ...]


class View(msgspec.Struct, frozen=True):
    """What one seat (``seat`` None: an onlooker) may know.

    ``phase`` is one of `PHASES`; ``turn`` the seat that must act (None while all bid, while chance acts and at the
    end); ``other`` the seat that a 6 was aimed at, while it is carried out. ``trump`` is the suit's letter, "" for
    none; ``trump_card`` the open card, ``old_trumps`` those that it replaced. ``bid`` is the own bid; of the others
    only ``has_bid`` tells that they have one. ``table`` lists the present trick in the order of play, beginning
    with ``leader``; while a 1 or 6 is carried out it is empty, and ``leader`` leads next.
    """

    seat: int | None
    seats: int
    goal: int
    max_rounds: int
    first_dealer: int | str
    points: tuple[int, ...]
    bonuses: tuple[int, ...]
    rounds: tuple[RoundResult, ...]
    dealer: int | None
    phase: str
    turn: int | None
    other: int | None
    leader: int | None
    hand: tuple[str, ...]
    cards: tuple[int, ...]
    bid: int | None
    has_bid: tuple[bool, ...]
    trump: str
    trump_card: str
    old_trumps: tuple[str, ...]
    stock: int
    table: tuple[str, ...]
    last: Trick | None
    tricks: tuple[int, ...]
    destroyed: int
    winners: tuple[int, ...]
