"""A match at one screen: its session, its bots, and who may look at the screen.

`Match` drives the bots, keeps the pace, and knows the *stage*: whose private things may be shown. Widgets take
everything from `Match.port`, which is the port of the person at the screen, or an onlooker's while the curtain is
up. The next person's view is built only after the curtain was lifted by `take_over`.
"""

from __future__ import annotations

import enum
import random
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from desktop.storage import Saver
from engine.bots.base import Budget
from engine.core.errors import Refusal, VierblattError
from engine.core.game import Outcome
from engine.core.text import N_
from engine.play.session import Port, Session
from engine.play.thinking import Answer, Thinker


class Stage(enum.Enum):
    """What the screen shows."""

    TABLE = "table"
    """The table, for the person at the screen (or for onlookers, in a match of bots)."""
    HANDOVER = "handover"
    """Still the table of the last person, who has moved and passes the screen on."""
    CURTAIN = "curtain"
    """Nothing private; names who takes over."""
    ROUND = "round"
    """A round's result, open to everybody."""
    RESULT = "result"
    """The result of the match."""


@dataclass(frozen=True)
class Pace:
    """Pauses in milliseconds: before a bot's move takes effect, and before a bots' match goes on to the next round
    by itself (None: somebody must say so)."""

    bot: int = 700
    round: int | None = None


BOT_BUDGET = Budget(seconds=0.1)
BOT_PATIENCE = 3_000
"""Milliseconds after which a bot that has not answered is replaced by a legal move."""


class Match(QObject):
    """One match on this screen.

    ``changed`` is emitted after every change of what is to be shown; ``told`` with a `Refusal` to show (None takes
    the last one back).
    """

    changed = Signal()
    told = Signal(object)
    _answered = Signal(object)

    def __init__(
        self,
        session: Session,
        saver: Saver | None,
        *,
        pace: Pace | None = None,
        budget: Budget = BOT_BUDGET,
        seed: str | None = None,
        resumed: bool = False,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.session = session
        self.saver = saver
        self.game_id = session.game.meta.id
        self.pace = pace or Pace()
        self.humans: tuple[int, ...] = tuple(
            seat for seat, info in enumerate(session.seats) if info.bot is None
        )
        self._budget = budget
        self._seed = seed if seed is not None else str(random.SystemRandom().getrandbits(64))
        self._resumed = resumed
        self._stage = Stage.CURTAIN
        # A single person never passes the screen on; only after a restart the curtain is up once.
        self._viewer: int | None = self.humans[0] if len(self.humans) == 1 and not resumed else None
        self._next: int | None = None
        self._rounds_seen = 0
        self._asked = 0
        self._answer: Any = None
        self._closed = False
        self._finished = False
        self._answered.connect(self._on_answer)
        self._thinker = Thinker(self._answered.emit)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.timeout.connect(self._bot_move)
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.timeout.connect(self._bot_overran)
        self._round_timer = QTimer(self)
        self._round_timer.setSingleShot(True)
        self._round_timer.timeout.connect(self.next_round)

    # What is shown ----------------------------------------

    @property
    def stage(self) -> Stage:
        """What the screen shows now."""
        return self._stage

    @property
    def viewer(self) -> int | None:
        """The seat whose private things may be shown; None: nobody's."""
        return self._viewer

    @property
    def next_seat(self) -> int | None:
        """Who is to take over, while the curtain is up or the screen is being passed on."""
        return self._next

    @property
    def port(self) -> Port:
        """The port to show: the viewer's, or an onlooker's."""
        return self.session.onlooker() if self._viewer is None else self.session.port(self._viewer)

    @property
    def names(self) -> tuple[str, ...]:
        """The names by seat."""
        return tuple(info.name for info in self.session.seats)

    @property
    def finished_rounds(self) -> tuple[Outcome, ...]:
        """The results of the rounds so far."""
        return self.port.rounds()

    @property
    def thinking(self) -> bool:
        """Whether a bot is to move."""
        return self._asked > 0

    # What people do ----------------------------------------

    def begin(self) -> None:
        """Start (or go on with) the match: chance acts, bots think, the first person is asked to take over."""
        if any(info.bot is not None for info in self.session.seats):
            self._thinker.start()
        self._rounds_seen = len(self.finished_rounds)
        self.session.start()
        self._advance()

    def play(self, move: Any) -> None:
        """The person at the screen makes *move*."""
        if self._viewer is None or self._stage is not Stage.TABLE:
            return
        port = self.port
        try:
            port.submit(move, port.revision)
        except VierblattError as error:
            self.told.emit(error.refusal)
            return
        self._advance()

    def hand_over(self) -> None:
        """The person at the screen passes it on: the curtain comes up."""
        if self._stage is Stage.HANDOVER:
            self._viewer = None
            self._stage = Stage.CURTAIN
            self.changed.emit()

    def take_over(self) -> None:
        """The person named by the curtain is at the screen now."""
        if self._stage is Stage.CURTAIN:
            self._viewer = self._next
            self._next = None
            self._resumed = False
            self._advance()

    def next_round(self) -> None:
        """The round's result has been read."""
        if self._stage is Stage.ROUND:
            self._round_timer.stop()
            self._rounds_seen = len(self.finished_rounds)
            self._advance()

    def close(self) -> None:
        """End everything now, also in the middle of a bot's thought. The game is saved already."""
        self._closed = True
        for timer in (self._pause, self._patience, self._round_timer):
            timer.stop()
        self._thinker.close()
        if self.saver is not None:
            self.saver.close()

    # The order of things ----------------------------------------

    def _advance(self) -> None:
        """Find the stage that follows from the session, and let the next bot think."""
        if self._closed:
            return
        rounds = len(self.finished_rounds)
        if rounds > self._rounds_seen:
            # A result is read by everybody: nothing private may stand on the screen meanwhile.
            if len(self.humans) != 1:
                self._viewer = None
            self._stage = Stage.ROUND
            if self.pace.round is not None:
                self._round_timer.start(self.pace.round)
            self._finish_if_over()
            self.changed.emit()
            return
        if self.session.over:
            if len(self.humans) != 1:
                self._viewer = None
            self._stage = Stage.RESULT
            self._finish_if_over()
            self.changed.emit()
            return
        seat = self.session.awaited[0]
        if self.session.seats[seat].bot is not None:
            if self._resumed and self.humans and self._viewer is None:
                self._raise_curtain(self.humans[0] if len(self.humans) == 1 else None)
            else:
                self._stage = Stage.TABLE
                self._ask(seat)
        elif self._viewer == seat:
            self._stage = Stage.TABLE
        elif self._viewer is None:
            self._raise_curtain(seat)
        else:
            self._next = seat
            self._stage = Stage.HANDOVER
        self.changed.emit()

    def _raise_curtain(self, seat: int | None) -> None:
        self._next = seat
        self._stage = Stage.CURTAIN

    def _finish_if_over(self) -> None:
        outcome = self.session.outcome()
        if outcome is not None and not self._finished:
            self._finished = True
            if self.saver is not None:
                self.saver.finish(outcome)

    # Bots ----------------------------------------

    def _ask(self, seat: int) -> None:
        if self._asked:
            return
        port = self.session.port(seat)
        bot = self.session.seats[seat].bot
        assert bot is not None
        self._answer = None
        self._asked = self._thinker.ask(
            self.game_id,
            bot,
            port.view(),
            port.events(),
            self._budget,
            f"{self._seed}:{seat}:{port.revision}",
        )
        self._patience.start(BOT_PATIENCE)
        self._pause.start(self.pace.bot)

    def _on_answer(self, answer: Answer) -> None:
        if answer.number != self._asked or self._closed:
            return
        self._patience.stop()
        if answer.error:
            self._replace_bot(answer.error)
            return
        self._answer = answer.move
        if not self._pause.isActive():
            self._bot_move()

    def _bot_move(self) -> None:
        if self._answer is None:
            return  # still thinking; the answer will move
        move, self._answer = self._answer, None
        self._asked = 0
        seat = self.session.awaited[0]
        port = self.session.port(seat)
        try:
            port.submit(move, port.revision)
        except VierblattError as error:
            self._replace_bot(str(error))
            return
        self._advance()

    def _bot_overran(self) -> None:
        self._thinker.close()
        self._replace_bot("")

    def _replace_bot(self, reason: str) -> None:
        """A bot failed or overran: a legal move is made for it, and everybody is told."""
        self._asked = 0
        self._answer = None
        self._pause.stop()
        self._patience.stop()
        seat = self.session.awaited[0]
        self.told.emit(
            Refusal(
                "bot_replaced",
                N_("{name} could not decide. A legal move was made instead. {reason}"),
                {"name": self.names[seat], "reason": reason},
            )
        )
        port = self.session.port(seat)
        choices = port.choices()
        port.submit(
            choices[random.Random(f"{self._seed}:{port.revision}").randrange(len(choices))], port.revision
        )
        self._advance()
