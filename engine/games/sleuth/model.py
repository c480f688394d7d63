"""The values of VP-Sleuth: tips, orders, events, state and view.

Gems, holders and questions are written as in `engine.games.sleuth.box`. A tableau is a string with one holder letter
a gem, in the box's order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Literal

import msgspec

from engine.core.game import Event, Move
from engine.games.sleuth.box import box

ALL_GEMS = box("large").gems
"""The codes of every gem of any variant."""


# Tips ----------------------------------------


class _ByGem(msgspec.Struct, frozen=True):
    """A field a gem with the letter of its supposed holder, or None. See `Tips`."""

    def items(self) -> Iterator[tuple[str, str]]:
        """The tips as pairs of gem and holder."""
        for gem in self.__struct_fields__:
            holder = getattr(self, gem)
            if holder is not None:
                yield gem, holder

    def holder(self, gem: str) -> str | None:
        """Where *gem* is said to be."""
        found: str | None = getattr(self, gem, None)
        return found

    def count(self) -> int:
        """How many tips there are."""
        return sum(1 for _tip in self.items())

    def __repr__(self) -> str:
        return f"Tips({', '.join(f'{gem}={holder}' for gem, holder in self.items())})"


if TYPE_CHECKING:

    class Tips(_ByGem, frozen=True):
        """Which gem is said to be where: ``{"Dr1":"A"}`` in a record. A Struct, because moves hold no mappings."""

else:
    Tips = msgspec.defstruct(
        "Tips",
        [(gem, str | None, None) for gem in ALL_GEMS],
        bases=(_ByGem,),
        module=__name__,
        frozen=True,
        omit_defaults=True,
        forbid_unknown_fields=True,
    )

NO_TIPS = Tips()


def tips(places: Mapping[str, str]) -> Tips:
    """Tips from a mapping of gems to holders. Raises `TypeError` for a gem that no variant has."""
    return Tips(**places)


# Moves ----------------------------------------


class Orders(Move, frozen=True, omit_defaults=False):
    """What a seat orders for a round: questions, substitutes in case those were answered, sure and risk tips."""

    questions: tuple[str, ...]
    substitutes: tuple[str, ...]
    sure: Tips
    risk: Tips

    def places(self) -> Iterator[tuple[str, str]]:
        """All tips, sure ones first."""
        yield from self.sure.items()
        yield from self.risk.items()


class Nmr(Move, frozen=True):
    """A seat gives no orders in this round ("no move received")."""


class Deal(Move, frozen=True):
    """Chance deals the gems: one holder letter a gem.

    ``by_post`` (True, or left out): questions are answered in the order in which orders arrive, not in seat order.
    """

    tableau: str
    by_post: Literal[True] | None = None


class DrawQuestions(Move, frozen=True, tag="draw"):
    """Chance draws the questions of a seat without orders."""

    questions: tuple[str, ...]


NO_ORDERS = Orders((), (), NO_TIPS, NO_TIPS)
"""Orders that ask nothing and say nothing; allowed, and not the same as `Nmr`."""


# Results ----------------------------------------


class Answer(msgspec.Struct, frozen=True):
    """A question that ``seat`` asked in ``round``, and how many gems it was answered with."""

    round: int
    seat: int
    question: str
    count: int
    drawn: bool = False


class RoundResult(msgspec.Struct, frozen=True):
    """A finished round, as published: points from tips, bonus, and both together, by seat.

    ``missed`` are the seats without orders, ``cracked`` those that had every gem right in this round of a large game.
    """

    number: int
    tips: tuple[int, ...]
    bonus: tuple[int, ...]
    points: tuple[int, ...]
    missed: tuple[int, ...] = ()
    cracked: tuple[int, ...] = ()


class Sheet(msgspec.Struct, frozen=True):
    """The orders of one seat in one finished round, as they counted.

    ``missed``: there were none; the tips are then those repeated. ``hint``: this seat was told that a sure tip is
    wrong.
    """

    orders: Orders
    missed: bool = False
    hint: bool = False


# Events ----------------------------------------


class TableauDealt(Event, frozen=True):
    """The gems lie with their holders. Nobody has seen which."""

    gems: int


class RoundStarted(Event, frozen=True):
    """A round begins; everybody may ask ``questions`` questions."""

    number: int
    questions: int


class OrdersGiven(Event, frozen=True):
    """``seat`` has given its orders. What they are stays secret."""

    seat: int


class OrdersMissed(Event, frozen=True):
    """``seat`` gives no orders in this round."""

    seat: int


class QuestionAnswered(Event, frozen=True):
    """``seat`` asked ``question``, and the holder has ``count`` such gems. ``drawn``: chance asked for the seat."""

    seat: int
    question: str
    count: int
    drawn: bool = False


class RoundScored(Event, frozen=True):
    """The tips of a round were counted. ``points`` are everybody's points in the game now."""

    result: RoundResult
    points: tuple[int, ...]


class HintGiven(Event, frozen=True):
    """Secret: at least one sure tip of ``seat`` in this round is wrong."""

    seat: int


class GameEnded(Event, frozen=True):
    """The game is over and the tableau is shown; with it all tips of all rounds (see `View.sheets`)."""

    tableau: str
    points: tuple[int, ...]
    winners: tuple[int, ...]


SleuthEvent = (
    TableauDealt
    | RoundStarted
    | OrdersGiven
    | OrdersMissed
    | QuestionAnswered
    | RoundScored
    | HintGiven
    | GameEnded
)


# State and view ----------------------------------------


class Settings(msgspec.Struct, frozen=True):
    """The options, how many seats there are, and whether the game is played by post."""

    seats: int
    variant: str
    hints: bool
    nmr: str
    substitutes: bool
    max_rounds: int
    by_post: bool = False


class State(msgspec.Struct, frozen=True):
    """Everything about a game at one moment.

    ``round`` is 0 before the deal and stays the last round's number at the end. ``given[s]`` are the orders of seat
    *s* for this round. While a round is resolved, ``processed`` seats have had their questions answered, in the order
    of `engine.games.sleuth.rules.processing_order`, by post in the order in which they ``arrived``. ``answers`` has
    all of them, this round's included; ``sheets[r][s]`` and ``results[r]`` belong to finished rounds.
    """

    settings: Settings
    tableau: str
    round: int
    given: tuple[Orders | Nmr | None, ...]
    processed: int
    answers: tuple[Answer, ...]
    sheets: tuple[tuple[Sheet, ...], ...]
    results: tuple[RoundResult, ...]
    winners: tuple[int, ...]
    arrived: tuple[int, ...] = ()


class View(msgspec.Struct, frozen=True):
    """What one seat (``seat`` None: an onlooker) may know.

    ``questions`` is how many it may ask in this round. ``given[s]`` tells whether seat *s* has given orders or is
    known to give none (``missing``); ``orders`` are the own ones of this round. ``own`` has the own sheets of the
    finished rounds. ``tableau`` is empty and ``sheets`` has no rounds until the game is over; then they show all.
    """

    seat: int | None
    settings: Settings
    round: int
    questions: int
    points: tuple[int, ...]
    results: tuple[RoundResult, ...]
    answers: tuple[Answer, ...]
    given: tuple[bool, ...]
    missing: tuple[int, ...]
    processed: int
    orders: Orders | None
    own: tuple[Sheet, ...]
    tableau: str
    sheets: tuple[tuple[Sheet, ...], ...]
    winners: tuple[int, ...]
    arrived: tuple[int, ...] = ()

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return self.settings.seats
