"""The values of Geheimer Brief: cards, moves, events, state and view.

A card is its value, 1 to 8; 0 stands for "no card" or "not known". Sets of seats inside the state are bit masks
(bit *s* is seat *s*), since searches copy states a hundred thousand times a second; views spell them out.
"""

from __future__ import annotations

import msgspec

from engine.core.game import Event, Move

DECK: tuple[int, ...] = (1, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8)
"""The sixteen cards, sorted (seed 000, "Die Karten")."""

COPIES: tuple[int, ...] = tuple(DECK.count(value) for value in range(9))
"""How many cards there are of each value; index 0 is unused."""

GUESS, PEEK, DUEL, SHIELD, RESTART, SWAP, VEIL, LETTER = range(1, 9)
"""The cards by their ability."""

NEEDS_OTHER = frozenset({GUESS, PEEK, DUEL, SWAP})
"""Cards that are played at another player, or without effect when everybody else is protected."""


# Moves ----------------------------------------


class Play(Move, frozen=True):
    """A seat plays ``card``. ``target`` is a seat or None; ``guess`` (2–8) goes with a 1 that has a target."""

    card: int
    target: int | None = None
    guess: int | None = None


class Deal(Move, frozen=True, tag="shuffle"):
    """Chance orders the deck: the card set aside face down, those face up, one to each seat, the stock."""

    deck: tuple[int, ...]


class First(Move, frozen=True):
    """Chance draws who begins the first round."""

    starter: int


# Results ----------------------------------------


class RoundResult(msgspec.Struct, frozen=True):
    """A finished round.

    ``reason`` is ``last`` (one player left), ``highest`` (highest hand), ``row`` (tie broken by the row's sum) or
    ``shared`` (still tied). ``hands`` has 0 for players who are out; ``rows`` are the rows as they lay at the end.
    """

    number: int
    starter: int
    winners: tuple[int, ...]
    reason: str
    hands: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]


# Events ----------------------------------------


class StarterDrawn(Event, frozen=True):
    """The lot says that ``seat`` begins the first round."""

    seat: int


class RoundStarted(Event, frozen=True):
    """A round was dealt: ``starter`` begins, ``open_aside`` lie face up, ``stock`` cards are left to draw."""

    number: int
    starter: int
    open_aside: tuple[int, ...]
    stock: int


class HandDealt(Event, frozen=True):
    """Secret: the first card of ``seat``."""

    seat: int
    card: int


class TurnStarted(Event, frozen=True):
    """``seat`` draws and must play; its shield, if it had one (``shield_ended``), is over."""

    seat: int
    stock: int
    shield_ended: bool = False


class CardDrawn(Event, frozen=True):
    """Secret: the card ``seat`` drew."""

    seat: int
    card: int


class CardPlayed(Event, frozen=True):
    """``seat`` played ``card`` at ``target`` (None: nobody), naming ``guess`` with a 1."""

    seat: int
    card: int
    target: int | None = None
    guess: int | None = None


class GuessAnswered(Event, frozen=True):
    """Whether ``target`` held the named value."""

    seat: int
    target: int
    guess: int
    right: bool


class HandShown(Event, frozen=True):
    """Secret: ``viewer`` saw that ``holder`` has ``card`` (a peek, or the other's card in a duel)."""

    viewer: int
    holder: int
    card: int


class HandPeeked(Event, frozen=True):
    """Everybody saw that ``seat`` looked at the card of ``target``, but not which card it is."""

    seat: int
    target: int


class DuelFought(Event, frozen=True):
    """``seat`` and ``target`` compared cards; ``loser`` is out (None: a tie, which stays secret)."""

    seat: int
    target: int
    loser: int | None = None


class HandsSwapped(Event, frozen=True):
    """``seat`` and ``target`` exchanged hands."""

    seat: int
    target: int


class SwapSeen(Event, frozen=True):
    """Secret: in the exchange ``seat`` gave ``gave`` to ``other`` and got ``got``."""

    seat: int
    other: int
    gave: int
    got: int


class HandDiscarded(Event, frozen=True):
    """By a restart ``seat`` laid ``card`` openly into its row, without effect."""

    seat: int
    card: int


class HandReplaced(Event, frozen=True):
    """After a discard ``seat`` took a new card: from the stock, or the one set aside at the start."""

    seat: int
    from_aside: bool = False


class SeatEliminated(Event, frozen=True):
    """``seat`` is out of the round. ``card`` is what lies openly in its row now that was its hand."""

    seat: int
    card: int


class RoundEnded(Event, frozen=True):
    """The round is over, all hands lie open. ``points`` are everybody's points in the match now."""

    result: RoundResult
    points: tuple[int, ...]


class TieAtGoal(Event, frozen=True):
    """Several reached the goal together: whoever of ``contenders`` next scores alone wins."""

    contenders: tuple[int, ...]


class MatchEnded(Event, frozen=True):
    """The match is over."""

    points: tuple[int, ...]
    winners: tuple[int, ...]


LetterEvent = (
    StarterDrawn
    | RoundStarted
    | HandDealt
    | TurnStarted
    | CardDrawn
    | CardPlayed
    | GuessAnswered
    | HandShown
    | HandPeeked
    | DuelFought
    | HandsSwapped
    | SwapSeen
    | HandDiscarded
    | HandReplaced
    | SeatEliminated
    | RoundEnded
    | TieAtGoal
    | MatchEnded
)


# State and view ----------------------------------------


class Match(msgspec.Struct, frozen=True, gc=False):
    """What outlasts a round. ``starter`` is −1 until it is drawn; ``contenders`` as in `TieAtGoal`."""

    seats: int
    goal: int
    open_gap: bool
    first: int | str
    starter: int
    points: tuple[int, ...]
    rounds: tuple[RoundResult, ...] = ()
    contenders: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()


class State(msgspec.Struct, frozen=True, gc=False):
    """Everything about a match at one moment. Between rounds ``turn`` is −1 and the round's cards still lie.

    ``aside`` is the card set aside face down (0: none, or taken by a restart); ``stock`` from its top; ``hands``
    one card a seat (0: none); ``drawn`` the second card of the seat whose turn it is; ``shields`` and ``alive``
    are bit masks; ``knows`` has four bits for each pair *(viewer, holder)* at bit ``16·viewer + 4·holder``: the
    card that viewer knows holder to hold, or 0.
    """

    match: Match
    turn: int
    aside: int
    open_aside: tuple[int, ...]
    stock: tuple[int, ...]
    hands: tuple[int, ...]
    drawn: int
    rows: tuple[tuple[int, ...], ...]
    shields: int
    alive: int
    knows: int


class View(msgspec.Struct, frozen=True):
    """What one seat (``seat`` None: an onlooker) may know.

    ``hand`` is the own hand: empty, one card, or on the own turn two (kept, drawn). ``known[s]`` is the card that
    seat *s* is known by this seat to hold, from a peek, a duel or a swap (0: not known; the own entry is 0).
    ``aside``: whether a card still lies aside face down. ``turn`` is None between rounds and at the end.
    """

    seat: int | None
    seats: int
    goal: int
    open_gap: bool
    first: int | str
    points: tuple[int, ...]
    contenders: tuple[int, ...]
    rounds: tuple[RoundResult, ...]
    starter: int | None
    turn: int | None
    hand: tuple[int, ...]
    known: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...]
    open_aside: tuple[int, ...]
    aside: bool
    stock: int
    out: tuple[bool, ...]
    shielded: tuple[bool, ...]
    winners: tuple[int, ...]

    def hand_size(self, seat: int) -> int:
        """How many cards *seat* holds: everybody sees that."""
        if self.turn is None or self.out[seat]:
            return 0
        return 2 if self.turn == seat else 1
