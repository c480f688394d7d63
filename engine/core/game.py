"""The contract that every game keeps.

A `Game` is a stateless object. A state says who must act (`awaited`), `apply` gives the next state and the events,
`view` gives what one seat may know. *Legality is a function of the view alone*: `choices` and `check` take a view,
so a desktop, a phone, a bot and the session share one answer, and legality cannot leak a secret.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

import msgspec

from engine.core.chance import Draw
from engine.core.errors import Refusal
from engine.core.meta import Meta

if TYPE_CHECKING:
    import random

Actor = int | None
"""A seat (0 … n−1, clockwise) or chance."""

CHANCE: None = None
"""The actor that shuffles, deals and draws lots."""


def _tag(name: str) -> str:
    """``StealTrick`` → ``steal_trick``: the word a class has in records."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Move(
    msgspec.Struct, frozen=True, tag_field="do", tag=_tag, omit_defaults=True, forbid_unknown_fields=True
):
    """Base of all moves. The tag ``do`` is the class's name in snake case unless a class gives its own."""


class Event(
    msgspec.Struct, frozen=True, tag_field="do", kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """Base of all events: something that happened, in the past tense.

    ``audience`` lists the seats that may know of it; None means everybody. A secret is an event of its own to the
    seats that may know it, beside the public event that says no more than everybody saw.
    """

    audience: tuple[int, ...] | None = None

    def visible_to(self, seat: int | None) -> bool:
        """Whether *seat* (None: a mere onlooker) may learn of this event."""
        return self.audience is None or (seat is not None and seat in self.audience)


class Outcome(msgspec.Struct, frozen=True):
    """How a finished game or round stands: points per seat and the winning seats (several: a shared win).

    Where all play together, ``of`` is the most that could be reached; everybody has the same points and wins.
    """

    points: tuple[int, ...]
    winners: tuple[int, ...]
    of: int | None = None


S = TypeVar("S", bound=msgspec.Struct)
M = TypeVar("M")
V = TypeVar("V", bound=msgspec.Struct)


class Memory(Protocol):
    """Keeps what was drawn from coming again in later matches; see `Game.memory`."""

    @property
    def key(self) -> str:
        """Which matches share it: a word for a file, unique within the game."""

    @property
    def past(self) -> Sequence[str]:
        """What was drawn so far, oldest first."""

    def narrow(self, draw: Draw) -> Draw:
        """*draw* without what was drawn before; all of it if nothing else is left."""

    def drawn(self, move: Any) -> None:
        """*move* was drawn."""


class Step(NamedTuple):
    """The result of `Game.apply`: the next state, and the events in the order in which they happened."""

    state: Any
    events: tuple[Event, ...]


class Game(ABC, Generic[S, M, V]):
    """One game's rules. Stateless: every method is a pure function of its arguments.

    Class attributes: ``meta`` (see `engine.core.meta`), ``moves`` (a type: the union of all moves of seats),
    ``chance_moves`` (the union of chance's moves, or the single type), ``events`` (the union of all events),
    ``state_type`` and ``view_type``.
    """

    meta: ClassVar[Meta]
    moves: ClassVar[Any]
    chance_moves: ClassVar[Any]
    events: ClassVar[Any]
    state_type: ClassVar[type]
    view_type: ClassVar[type]

    @abstractmethod
    def setup(self, options: dict[str, Any], seats: int) -> S:
        """The state before anything has happened. *options* is complete and checked (`Meta.options`)."""

    @abstractmethod
    def awaited(self, state: S) -> tuple[Actor, ...]:
        """Who must act now: seats, or chance alone; empty when the game is over."""

    def welcome(self, state: S) -> tuple[Actor, ...]:
        """Who may act now: those awaited, and in some games others that nobody waits for (a change of mind, a host).

        `choices` need not list what those others may do; `check` judges it.
        """
        return self.awaited(state)

    @abstractmethod
    def draw(self, state: S) -> Draw:
        """What chance may do now. Only for a state that awaits chance."""

    @abstractmethod
    def check_chance(self, state: S, move: Any) -> Refusal | None:
        """Why *move* is no possible draw of chance now, or None if it is one."""

    @abstractmethod
    def apply(self, state: S, actor: Actor, move: Any) -> Step:
        """The next state and the events. The move must be legal (session and replay check first)."""

    def step(self, state: S, actor: Actor, move: Any) -> S:
        """The next state alone, as fast as the game can; for searches."""
        state_: S = self.apply(state, actor, move).state
        return state_

    @abstractmethod
    def view(self, state: S, seat: int | None) -> V:
        """What *seat* (None: an onlooker) may know, built field by field."""

    @abstractmethod
    def choices(self, view: V) -> Sequence[M]:
        """Every move the view's seat may make now; empty if it is not awaited."""

    @abstractmethod
    def check(self, view: V, move: M) -> Refusal | None:
        """Why the view's seat may not make *move* now, or None if it may."""

    def unchanged(self, before: V, now: V) -> bool:
        """Whether a move that was made in sight of *before* still answers the view *now* of the same seat.

        Alike in every field, unless a game says what does not matter: that somebody else, too, has made a secret
        choice that all make at once.
        """
        return before == now

    def together(self, state: S) -> tuple[int, ...]:
        """The seats that share all they know at the moment and decide as one; everybody may know which.

        People at one screen look at it side by side then, and any of them acts for all. All seats: the table lies
        open and somebody says when to go on; bots leave that to people. Empty: everybody looks alone.
        """
        return ()

    def table_moves(self, state: S) -> Sequence[tuple[int, M]]:
        """Moves that whoever is at the screen may make for the table, as when somebody is missing, with their seats.

        Which they are tells nothing that not everybody knows.
        """
        return ()

    def for_table(self, move: M) -> bool:
        """Whether *move* is made for the table, not by a player for the own seat: where there is a host, by it alone.

        All `table_moves` are so, and the move of an `admission` and a `farewell`.
        """
        return False

    def changeover(self, state: S) -> bool:
        """Whether nothing of the present round has been decided yet, or the next card waits to be begun.

        Then somebody who came late may take the seat of a bot. A game in which that is never so plays on as it is.
        """
        return False

    def admission(self, state: S, name: str, seat: int | None = None) -> tuple[int, M] | None:
        """The move, and the seat that makes it, by which somebody called *name* comes into the running match.

        *seat* is the one that they had before they left; None: a new one behind the others (`added`). None where
        that can't be now.
        """
        return None

    def farewell(self, state: S, seat: int) -> tuple[int, M] | None:
        """The move, and the seat that makes it, by which the match goes on without *seat*, whose player has left.

        None: it goes on with somebody in that seat only, or not at this moment.
        """
        return None

    def absent(self, state: S) -> tuple[int, ...]:
        """The seats whose players have left the match, which goes on without them."""
        return ()

    def added(self, state: S) -> tuple[str, ...]:
        """The names of those who came into the running match, in the order of their seats behind the first ones."""
        return ()

    def again(self, view: V, options: dict[str, Any]) -> tuple[dict[str, Any], tuple[int, ...]]:
        """After a match that ended in *view*: the options of the next one at the same table, and who plays on."""
        return options, tuple(range(self.meta.max_seats))

    def memory(self, options: dict[str, Any], past: Sequence[str]) -> Memory | None:
        """What is not to be drawn again before all has been drawn once, beyond one match; None: there is no such thing.

        *past* is what `Memory.past` was after the matches before with the same `Memory.key`, on the same machine.
        """
        return None

    @abstractmethod
    def legal(self, state: S, seat: int) -> Sequence[M]:
        """The same as ``choices(view(state, seat))`` without building the view; for searches."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """The result once the game is over."""

    @abstractmethod
    def rounds(self, state: S) -> tuple[Outcome, ...]:
        """The results of the finished rounds, oldest first: the points of that round alone, and who won it."""

    def counted(self, view: V) -> Mapping[str, int]:
        """What a series of games adds up beyond points, by short names; *view* is an onlooker's of a finished game.

        A game that counts something has ``describe_counts`` in its words, which puts the sums into sentences.
        """
        return {}

    @abstractmethod
    def sample(self, view: V, history: Sequence[Event], rng: random.Random) -> S:
        """A state that the view's seat cannot tell from the real one: what the view hides is dealt anew.

        *history* holds the events this seat has seen; *rng* makes the deal reproducible.
        """
