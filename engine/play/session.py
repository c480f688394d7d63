"""The session owns the only live state of a game; everybody else holds a port.

A `Port` is bound to one seat: it gives that seat's view, events and choices, and takes its moves. Nothing else can
be reached through it. Bots, the desktop and phones all hold ports; an onlooker's port can watch only.

A session is used from one thread. Listeners are told after the state has changed and the record is written.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from engine.core.codec import validate_move
from engine.core.errors import GAME_OVER, NOT_AWAITED, STALE, NotAllowed, RecordError, Stale
from engine.core.game import CHANCE, Actor, Event, Game, Outcome
from engine.play.dealer import Dealer


class SeatInfo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits where: the name shown, and ``human`` or ``bot:<name>``."""

    name: str
    kind: str = "human"

    @property
    def bot(self) -> str | None:
        """The bot's name, or None for a person."""
        return self.kind.removeprefix("bot:") if self.kind.startswith("bot:") else None


class Action(msgspec.Struct, frozen=True):
    """One action in the order in which it took effect."""

    actor: Actor
    move: Any


Listener = Callable[[], None]
Sink = Callable[[Actor, Any], None]


class Session:
    """One running game.

    *options* is complete (`Meta.complete`); *dealer* draws for chance; *sink* is called with each action before
    anybody is told of it (the record's writer): if it raises, the action has not happened.
    """

    def __init__(
        self,
        game: Game[Any, Any, Any],
        options: dict[str, Any],
        seats: Sequence[SeatInfo],
        dealer: Dealer,
        sink: Sink | None = None,
        *,
        one_round: bool = False,
    ) -> None:
        game.meta.check_seats(len(seats))
        self.game = game
        self.options = game.meta.complete(options, len(seats))
        self._seats: tuple[SeatInfo, ...] = tuple(seats)
        self._dealer = dealer
        self._sink = sink
        self._one_round = one_round
        # Every state that was ever the present one; its index is the revision. Undo adds the old state once more,
        # so that a revision is never given twice. `_moments` has the revision after each action that counts.
        self._states: list[Any] = [game.setup(self.options, len(seats))]
        self._actions: list[Action] = []
        self._moments: list[int] = [0]
        self._events: list[tuple[int, Event]] = []
        self._visible: dict[int | None, tuple[int, list[tuple[int, Event]]]] = {}
        self._listeners: list[Listener] = []

    # For everybody ----------------------------------------

    @property
    def revision(self) -> int:
        """A number for the present situation; it grows with every action, chance's included, and with undo."""
        return len(self._states) - 1

    @property
    def moments(self) -> tuple[int, ...]:
        """The revision before the first action and after each action that has not been taken back."""
        return tuple(self._moments)

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that must act now; empty when the game is over."""
        return tuple(seat for seat in self._awaited() if seat is not None)

    @property
    def together(self) -> tuple[int, ...]:
        """The seats that share what they know now and decide as one; see `Game.together`."""
        return self.game.together(self._states[-1])

    @property
    def table_moves(self) -> tuple[tuple[int, Any], ...]:
        """What may be done for the table now, with the seats that do it; see `Game.table_moves`."""
        return () if self.over else tuple(self.game.table_moves(self._states[-1]))

    @property
    def seats(self) -> tuple[SeatInfo, ...]:
        """Who sits where: those of the beginning, then whoever came later (`Game.added`)."""
        added = self.game.added(self._states[-1])
        return self._seats + tuple([SeatInfo(name) for name in added]) if added else self._seats

    @property
    def absent(self) -> tuple[int, ...]:
        """The seats that the match goes on without; see `Game.absent`."""
        return self.game.absent(self._states[-1])

    @property
    def changeover(self) -> bool:
        """Whether a person may take a bot's seat now; see `Game.changeover`."""
        return not self.over and self.game.changeover(self._states[-1])

    @property
    def grows(self) -> bool:
        """Whether somebody who comes late gets a seat of their own in this match, sooner or later."""
        if self.over or type(self.game).admission is Game.admission:
            return False
        return len(self.seats) < self.game.meta.max_seats or bool(self.absent)

    def admission(self, name: str, seat: int | None = None) -> tuple[int, Any] | None:
        """The move that lets somebody in now, with the seat that makes it, or None; see `Game.admission`."""
        return None if self.over else self.game.admission(self._states[-1], name, seat)

    def farewell(self, seat: int) -> tuple[int, Any] | None:
        """The move that lets the match go on without *seat*, with the seat that makes it; see `Game.farewell`."""
        return None if self.over else self.game.farewell(self._states[-1], seat)

    @property
    def over(self) -> bool:
        """Whether nothing more will happen."""
        return not self._awaited()

    def outcome(self) -> Outcome | None:
        """The final result; of a session of one round, that round's result."""
        if self._one_round:
            rounds = self.game.rounds(self._states[-1])
            return rounds[0] if rounds else None
        return self.game.outcome(self._states[-1])

    def port(self, seat: int) -> Port:
        """The port of *seat*."""
        if not 0 <= seat < len(self.seats):
            raise IndexError(f"no seat {seat}")
        return Port(self, seat)

    def onlooker(self) -> Port:
        """A port that sees what everybody may see and cannot act."""
        return Port(self, None)

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call *listener* after every change; the returned function ends that."""
        self._listeners.append(listener)

        def stop() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return stop

    # Running ----------------------------------------

    def start(self) -> None:
        """Let chance act until a seat is awaited. Call once after making or restoring the session."""
        self._run_chance()
        self._tell()

    def restore(self, actions: Sequence[Action]) -> None:
        """Take over *actions* of a record, checking each one; nothing is written to the sink.

        Raises `RecordError` whose ``line`` is the index of the offending action, counted from 1.
        """
        for index, action in enumerate(actions, 1):
            try:
                self._check(action.actor, action.move)
            except NotAllowed as error:
                raise RecordError(error.refusal, index) from None
            self._take(action.actor, action.move)

    def attach(self, sink: Sink) -> None:
        """Call *sink* with each further action: a restored session goes on writing its record."""
        self._sink = sink

    @property
    def actions(self) -> tuple[Action, ...]:
        """Every action so far, oldest first. Holds secrets: for records and undo, not for players."""
        return tuple(self._actions)

    def rewind(self, count: int) -> tuple[Action, ...]:
        """Keep the first *count* actions and take back the rest; returns those, for `redo`.

        Chance does not act again by itself; the record is the caller's to shorten.
        """
        if not 0 <= count <= len(self._actions):
            raise IndexError(f"no action {count}")
        undone = tuple(self._actions[count:])
        del self._actions[count:]
        del self._moments[count + 1 :]
        self._events = [(at, event) for at, event in self._events if at <= self._moments[-1]]
        self._visible.clear()
        self._states.append(self._states[self._moments[-1]])
        return undone

    def redo(self, actions: Sequence[Action]) -> None:
        """Let *actions* (from `rewind`) take effect again, each checked by the rules and written to the sink."""
        for action in actions:
            self._check(action.actor, action.move)
            self._commit(action.actor, action.move)
        self._tell()

    def submit(self, seat: int, move: object, revision: int) -> None:
        """*seat* makes *move*, having seen the table at *revision*.

        Raises `Malformed`, `NotAllowed` or `Stale`, and nothing has changed then. A move seen at an older revision
        is taken all the same if nothing that the seat may know has changed since (`Game.unchanged`).
        """
        decoded = validate_move(self.game, move)
        if not self._same_view(seat, revision):
            raise Stale(STALE)
        self._check(seat, decoded)
        self._commit(seat, decoded)
        try:
            self._run_chance()
        finally:
            # The move has happened, whatever becomes of the deal that follows it.
            self._tell()

    def rounds_at(self, revision: int) -> tuple[Outcome, ...]:
        """The results of the rounds that were finished at *revision*."""
        return self.game.rounds(self._states[revision])

    def chance_at(self, revision: int) -> bool:
        """Whether chance was to act at *revision*."""
        return CHANCE in self.game.awaited(self._states[revision])

    def chronicle(self) -> tuple[tuple[int, Event], ...]:
        """Every event with the revision after which it had happened. Holds secrets: not for players."""
        return tuple(self._events)

    def end_with_round(self) -> None:
        """Treat the session as one of a single round, if its last action ended the first round of a longer match."""
        rounds = self.game.rounds
        ended = len(rounds(self._states[-1])) == 1 and not rounds(self._states[max(0, len(self._states) - 2)])
        if ended and self.game.outcome(self._states[-1]) is None:
            self._one_round = True

    def _visible_to(self, seat: int | None) -> list[tuple[int, Event]]:
        """The events *seat* may know of; each event is looked at once a seat, however often this is asked."""
        looked, found = self._visible.get(seat, (0, []))
        found += [entry for entry in self._events[looked:] if entry[1].visible_to(seat)]
        self._visible[seat] = (len(self._events), found)
        return found

    def _same_view(self, seat: int, revision: int) -> bool:
        if type(revision) is not int or not 0 <= revision <= self.revision:
            return False
        if revision == self.revision:
            return True
        view = self.game.view
        return self.game.unchanged(view(self._states[revision], seat), view(self._states[-1], seat))

    def _awaited(self) -> tuple[Actor, ...]:
        state = self._states[-1]
        if self._one_round and self.game.rounds(state):
            return ()
        return self.game.awaited(state)

    def _check(self, actor: Actor, move: Any) -> None:
        state = self._states[-1]
        awaited = self._awaited()
        if not awaited:
            raise NotAllowed(GAME_OVER)
        if actor not in awaited and actor not in self.game.welcome(state):
            raise NotAllowed(NOT_AWAITED)
        if actor is None:
            refusal = self.game.check_chance(state, move)
        else:
            refusal = self.game.check(self.game.view(state, actor), move)
        if refusal is not None:
            raise NotAllowed(refusal)

    def _commit(self, actor: Actor, move: Any) -> None:
        if self._sink is not None:
            self._sink(actor, move)
        self._take(actor, move)

    def _take(self, actor: Actor, move: Any) -> None:
        step = self.game.apply(self._states[-1], actor, move)
        self._states.append(step.state)
        self._actions.append(Action(actor, move))
        self._moments.append(self.revision)
        self._events += [(self.revision, event) for event in step.events]

    def _run_chance(self) -> None:
        while CHANCE in self._awaited():
            self._commit(CHANCE, self._dealer.deal(self.game.draw(self._states[-1])))

    def _tell(self) -> None:
        failed: Exception | None = None
        for listener in tuple(self._listeners):
            try:
                listener()
            except Exception as error:  # the others must hear of it all the same
                failed = failed or error
        if failed is not None:
            raise failed


class Port:
    """What one seat may do and know. ``seat`` is None for an onlooker."""

    def __init__(self, session: Session, seat: int | None) -> None:
        self._session = session
        self.seat = seat

    @property
    def game(self) -> Game[Any, Any, Any]:
        """The rules."""
        return self._session.game

    @property
    def seats(self) -> tuple[SeatInfo, ...]:
        """Who sits where."""
        return self._session.seats

    @property
    def revision(self) -> int:
        """The revision to submit a move with."""
        return self._session.revision

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that must act now; everybody may know that."""
        return self._session.awaited

    @property
    def over(self) -> bool:
        """Whether the game is finished."""
        return self._session.over

    def view(self) -> Any:
        """The seat's view of the table now."""
        return self.game.view(self._session._states[-1], self.seat)

    def view_at(self, revision: int) -> Any:
        """The seat's view as it was at *revision* (0 … the present one)."""
        return self.game.view(self._session._states[revision], self.seat)

    def events(self, since: int = 0) -> list[Event]:
        """The events this seat may know of, from its *since*-th on."""
        return [event for _revision, event in self._session._visible_to(self.seat)[since:]]

    def dated_events(self) -> list[tuple[int, Event]]:
        """Every event this seat may know of, each with the revision after which it had happened."""
        return list(self._session._visible_to(self.seat))

    def rounds(self) -> tuple[Outcome, ...]:
        """The results of the finished rounds, oldest first; everybody may know them."""
        return self.game.rounds(self._session._states[-1])

    def outcome(self) -> Outcome | None:
        """The result of the game once it is over."""
        return self._session.outcome()

    def choices(self) -> Sequence[Any]:
        """The moves this seat may make now; empty if it is not awaited."""
        if self.seat is None or self.seat not in self._session.awaited:
            return ()
        choices: Sequence[Any] = self.game.choices(self.view())
        return choices

    def submit(self, move: object, revision: int) -> None:
        """Make *move* as seen at *revision*: see `Session.submit`."""
        if self.seat is None:
            raise NotAllowed(NOT_AWAITED)
        self._session.submit(self.seat, move, revision)

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call *listener* after every change; the returned function ends that."""
        return self._session.listen(listener)
