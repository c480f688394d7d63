"""The match of a room: what a room needs of it, and the one that is played without a desktop.

On a desktop the match drives its own bots and hands the room a `Table` of its own.
"""

from __future__ import annotations

import contextlib
import logging
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

from engine.bots.base import Budget
from engine.core import catalog
from engine.core.errors import Stale, VierblattError
from engine.core.game import Event
from engine.core.text import N_
from engine.play import record
from engine.play.dealer import Dealer
from engine.play.session import Port, SeatInfo, Session
from engine.play.thinking import Answer, Thinker
from engine.rooms.members import refuse

log = logging.getLogger("vierblatt.rooms")

BOT_BUDGET = Budget(seconds=0.1)
DISK_PAUSE = 5.0
"""Seconds after which a move is tried again that could not be written down."""
PATIENCE = 10.0
"""Seconds after which a bot that has not answered is replaced by a legal move."""


class Table(Protocol):
    """A match as its room uses it."""

    @property
    def session(self) -> Session:
        """The session; the room takes ports from it and listens."""

    def start(self) -> None:
        """Let chance act and bots think."""

    def submit(self, seat: int, move: object, revision: int) -> None:
        """A phone's move. Raises `VierblattError`, and nothing has happened then."""

    def proceed(self) -> None:
        """Somebody has read the round's result."""

    def stand_in(self, seat: int, bot: str) -> None:
        """From now on a bot plays this seat; with an empty name, a person on a phone."""

    def later(self, action: Callable[[], None]) -> None:
        """Do something when whatever is happening just now is finished."""

    def close(self) -> None:
        """End everything that still runs; the record is whole."""


class Clock(Protocol):
    """The part of an event loop that bots need."""

    def call_later(self, delay: float, callback: Callable[..., object], *args: Any) -> Any:
        """Call *callback* after *delay* seconds; the result can be cancelled."""

    def call_soon_threadsafe(self, callback: Callable[..., object], *args: Any) -> Any:
        """Call *callback* in the loop's thread."""


class BotDesk:
    """One process that thinks for the bots of all rooms, one question after the other."""

    def __init__(self, clock: Clock, budget: Budget = BOT_BUDGET) -> None:
        self._clock = clock
        self._budget = budget
        self._waiting: list[tuple[tuple[Any, ...], Callable[[Any], None]]] = []
        self._asked = 0
        self._callback: Callable[[Any], None] | None = None
        self._patience: Any = None
        self._thinker = Thinker(lambda answer: clock.call_soon_threadsafe(self._answered, answer))

    def ask(
        self,
        game: str,
        bot: str,
        view: Any,
        history: Sequence[Event],
        seed: str,
        callback: Callable[[Any], None],
    ) -> None:
        """Ask for a move; *callback* gets it, or None if the bot failed or took too long."""
        self._waiting.append(((game, bot, view, history, self._budget, seed), callback))
        self._next()

    def close(self) -> None:
        """End the process; nobody is answered any more."""
        self._waiting.clear()
        self._asked, self._callback = 0, None
        if self._patience is not None:
            self._patience.cancel()
        self._thinker.close()

    def _next(self) -> None:
        if self._callback is not None or not self._waiting:
            return
        question, self._callback = self._waiting.pop(0)
        self._patience = self._clock.call_later(PATIENCE, self._overran)
        self._asked = self._thinker.ask(*question)

    def _answered(self, answer: Answer) -> None:
        if answer.number == self._asked and self._callback is not None:
            self._give(None if answer.error else answer.move)

    def _overran(self) -> None:
        self._thinker.close()
        if self._callback is not None:
            self._give(None)

    def _give(self, move: Any) -> None:
        callback, self._callback = self._callback, None
        self._asked = 0
        self._patience.cancel()
        assert callback is not None
        callback(move)
        self._next()


class PlayedTable:
    """A match without a desktop: its bots think at a `BotDesk`, its record is written to *path*."""

    def __init__(
        self,
        session: Session,
        desk: BotDesk,
        clock: Clock,
        writer: record.Writer | None = None,
        *,
        pace: float = 0.7,
        seed: str | None = None,
    ) -> None:
        self.session = session
        self._desk = desk
        self._clock = clock
        self._writer = writer
        self._pace = pace
        self._seed = seed if seed is not None else str(random.SystemRandom().getrandbits(64))
        self._bots = {seat: info.bot for seat, info in enumerate(session.seats) if info.bot is not None}
        self._rounds_read = len(session.onlooker().rounds())
        self._asked: tuple[int, int] | None = None
        self._closed = False
        self._ended = session.over

    @classmethod
    def begin(
        cls,
        game_id: str,
        options: dict[str, Any],
        seats: Sequence[SeatInfo],
        desk: BotDesk,
        clock: Clock,
        path: Path | None = None,
        *,
        pace: float = 0.7,
        seed: str | None = None,
        past: dict[str, list[str]] | None = None,
        keep: Callable[[], object] | None = None,
    ) -> PlayedTable:
        """A new match; *seed* makes shuffles and bots reproducible.

        *past* is what matches before in the same room have drawn, by `Memory.key`: it is not drawn again before all
        has been, and grows with this match; *keep* is called then.
        """
        writer = None
        if path is not None:
            # Whatever the folder's mode: a record holds what is secret in the match.
            writer = record.Writer(path, record.header(game_id, options, tuple(seats)), private=True)
        dealer = Dealer(None if seed is None else f"{seed}:deal")
        remember(dealer, game_id, options, past, keep)
        session = Session(catalog.game(game_id), options, seats, dealer, writer)
        return cls(session, desk, clock, writer, pace=pace, seed=seed)

    @classmethod
    def resume(
        cls,
        path: Path,
        desk: BotDesk,
        clock: Clock,
        *,
        pace: float = 0.7,
        past: dict[str, list[str]] | None = None,
        keep: Callable[[], object] | None = None,
    ) -> PlayedTable:
        """The match whose record lies at *path*; *past* as in `begin`. Raises `RecordError` or OSError."""
        kept = record.read(path)
        dealer = Dealer()
        remember(dealer, kept.head.game, kept.head.options, past, keep)
        session = record.replay(kept, dealer=dealer)
        if kept.torn:
            with path.open("r+b") as file:
                file.truncate(kept.length)
        with contextlib.suppress(OSError):
            path.chmod(0o600)  # one that was begun by an older version
        writer = None if kept.end is not None else record.Writer(path)
        if writer is not None:
            session.attach(writer)
        return cls(session, desk, clock, writer, pace=pace)

    def start(self) -> None:
        """Let chance act and bots think. Whoever wants to hear of it must listen to the session before."""
        self.session.start()
        self._advance()

    def submit(self, seat: int, move: object, revision: int) -> None:
        rounds = len(self.session.onlooker().rounds())
        try:
            self.session.submit(seat, move, revision)
        except OSError as error:
            log.error("a move can't be written down: %s", error.strerror)
            raise refuse(
                "not_kept", N_("The table can't write the move down just now. Please try again.")
            ) from None
        # Whoever moves has read what the round before brought.
        self._rounds_read = max(self._rounds_read, rounds)
        self._advance()

    def proceed(self) -> None:
        self._rounds_read = len(self.session.onlooker().rounds())
        self._advance()

    def stand_in(self, seat: int, bot: str) -> None:
        if bot:
            self._bots[seat] = bot
        else:
            self._bots.pop(seat, None)
        self._advance()

    def later(self, action: Callable[[], None]) -> None:
        self._clock.call_later(0, lambda: None if self._closed else action())

    def close(self) -> None:
        self._closed = True
        if self._writer is not None:
            self._writer.close()

    def _advance(self) -> None:
        if self._closed:
            return
        if self.session.over:
            self._finish()
            return
        people = len(self._bots) < len(self.session.seats)
        if people and len(self.session.onlooker().rounds()) > self._rounds_read:
            return
        bots = [seat for seat in self.session.awaited if seat in self._bots]
        if people and len(self.session.together) == len(self.session.seats):
            return  # the table lies open to all: people say when to go on
        if not bots or self._asked is not None:
            return
        port = self.session.port(bots[0])
        self._asked = (bots[0], port.revision)
        self._desk.ask(
            self.session.game.meta.id,
            self._bots[bots[0]],
            port.view(),
            port.events(),
            f"{self._seed}:{bots[0]}:{port.revision}",
            lambda move: self._decided(port, move),
        )

    def _decided(self, port: Port, move: Any) -> None:
        if not self._closed:
            self._clock.call_later(self._pace, self._bot_moves, port, move)

    def _bot_moves(self, port: Port, move: Any) -> None:
        asked, self._asked = self._asked, None
        if not self._closed and asked is not None and asked[0] in self._bots:
            try:
                self._move_for_bot(port, move, asked[1])
            except OSError as error:
                log.error("a bot's move can't be written down: %s", error.strerror)
                self._clock.call_later(DISK_PAUSE, self._advance)
                return
        self._advance()

    def _move_for_bot(self, port: Port, move: Any, revision: int) -> None:
        if port.seat not in self.session.awaited:
            return
        try:
            if move is None:
                raise ValueError
            port.submit(move, revision)
        except Stale:
            return  # somebody changed what it had thought about: it is asked again
        except (VierblattError, ValueError):
            choices = port.choices()
            chosen = choices[random.Random(f"{self._seed}:{port.revision}").randrange(len(choices))]
            port.submit(chosen, port.revision)

    def _finish(self) -> None:
        if self._ended:
            return
        self._ended = True
        outcome = self.session.outcome()
        if self._writer is not None and outcome is not None:
            self._writer.end(outcome)


def remember(
    dealer: Dealer,
    game_id: str,
    options: dict[str, Any],
    past: dict[str, list[str]] | None,
    keep: Callable[[], object] | None,
) -> None:
    """Let *dealer* leave out what *past* holds, in games that want that (`Game.memory`), and add what it draws."""
    game = catalog.game(game_id)
    empty = game.memory(options, ())
    if empty is None or past is None:
        return
    memory = game.memory(options, past.get(empty.key, ()))
    assert memory is not None
    key, kept = empty.key, past

    def drawn() -> None:
        kept[key] = list(memory.past)
        if keep is not None:
            keep()

    dealer.remember(memory, drawn)
