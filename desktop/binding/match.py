"""A match at one screen: its session, its bots, and who may look at the screen.

`Match` drives the bots, keeps the pace, and knows the *stage*: whose private things may be shown. Widgets take
everything from `Match.port`, which is the port of the person at the screen, or an onlooker's while the curtain is
up. The next person's view is built only after the curtain was lifted by `take_over`.
"""

from __future__ import annotations

import enum
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from desktop.storage import Saver
from engine.bots.base import Advice, Budget
from engine.core import catalog
from engine.core.errors import Refusal, Stale, VierblattError
from engine.core.game import Outcome
from engine.core.lesson import Guide
from engine.core.text import N_, Texts
from engine.play.session import Action, Port, Session
from engine.play.thinking import ADVISER, Answer, Thinker


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

    @property
    def top_speed(self) -> bool:
        """Nothing waits, and nothing moves on the screen."""
        return self.bot == 0


BOT_BUDGET = Budget(seconds=0.1)
SCRIPTED = -1
"""Instead of a question's number: the move comes from a lesson's script."""

NOTES_PAUSE = 1_000
"""Milliseconds after which changed notes are saved: not with every single mark."""

BOT_PATIENCE = 10_000
"""Milliseconds after which a bot that has not answered is replaced by a legal move."""

ADVICE_PATIENCE = 20_000
"""Milliseconds after which a tip that has not come is given up. A bot may be asked before it."""


TOO_LONG = N_("It took too long.")


class Match(QObject):
    """One match on this screen.

    ``changed`` is emitted after every change of what is to be shown; ``finished`` once, at the end; ``told`` with a
    `Refusal` to show (None: a move was made, and what others were refused for is of no interest any more).
    """

    changed = Signal()
    finished = Signal()
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
        guide: Guide | None = None,
        remote: frozenset[int] = frozenset(),
        parent: QObject | None = None,
    ) -> None:
        """*remote*: the seats of people who play on phones; what is theirs is never shown here."""
        super().__init__(parent)
        self.session = session
        self.saver = saver
        self.game_id = session.game.meta.id
        self.pace = pace or Pace()
        self.remote = remote
        self.humans: tuple[int, ...] = tuple(
            seat for seat, info in enumerate(session.seats) if info.bot is None and seat not in remote
        )
        self._bots = {seat: info.bot for seat, info in enumerate(session.seats) if info.bot is not None}
        self._budget = budget
        self._seed = seed if seed is not None else str(random.SystemRandom().getrandbits(64))
        self._resumed = resumed and len(self.humans) > 1
        self.guide = guide
        self._stage = Stage.CURTAIN
        # A single person never passes the screen on, and has nobody to hide the cards from after a restart.
        # With phones the screen is everybody's table: the curtain keeps even a single person's cards.
        self._viewer: int | None = self.humans[0] if self.alone else None
        self._next: int | None = None
        self._rounds_seen = 0
        self._asked = 0
        self._asked_seat = 0
        self._asked_at = 0
        self._answer: Any = None
        self._closed = False
        self._held = False
        self._undone: list[tuple[Action, ...]] = []
        self.aided = saver is not None and saver.aided
        self._advising = 0
        self._advice: Advice | None = None
        self._advice_at = -1
        self._news: int | None = None
        self._finished = False
        self._notes: dict[str, dict[str, Any]] = {} if saver is None else saver.notes()
        self.cut_short = False
        """Whether the match was ended before its time."""
        self._circle: tuple[int, ...] = ()
        self._gathered = False
        # Queued: a question that cannot even be sent is answered before its number is known here.
        self._answered.connect(self._on_answer, Qt.ConnectionType.QueuedConnection)
        self._thinker = Thinker(self._answered.emit)
        self._pause = self._single_shot(self._bot_move)
        self._patience = self._single_shot(self._bot_overran)
        self._advice_patience = self._single_shot(self._advice_overran)
        self._round_timer = self._single_shot(self.next_round)
        self._notes_timer = self._single_shot(self._save_notes)

    # What is shown ----------------------------------------

    def _single_shot(self, act: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.timeout.connect(act)
        return timer

    @property
    def stage(self) -> Stage:
        """What the screen shows now."""
        return self._stage

    @property
    def viewer(self) -> int | None:
        """The seat whose private things may be shown; None: nobody's."""
        return self._viewer

    @property
    def bots(self) -> Mapping[int, str]:
        """The bots that play now, by seat: those of the beginning, and those that stand in for somebody who left."""
        return self._bots

    @property
    def next_seat(self) -> int | None:
        """Who is to take over, while the curtain is up or the screen is being passed on."""
        return self._next

    @property
    def next_seats(self) -> tuple[int, ...]:
        """All who are to come to the screen, while the curtain is up: one seat, or those who decide together."""
        if self._next is None:
            return ()
        together = tuple(seat for seat in self._circle if seat in self.humans)
        return together if self._next in together else (self._next,)

    @property
    def acting(self) -> tuple[Port, ...]:
        """The ports of all for whom the person at the screen may act, the viewer's first."""
        if self._stage not in (Stage.TABLE, Stage.HANDOVER):
            return ()
        first = () if self._viewer is None else (self._viewer,)
        others: tuple[int, ...] = ()
        if self._open:
            # Bots leave it to people to go on, so people may speak for them as well.
            others = (*self.humans, *range(len(self.session.seats)))
        elif self._gathered:
            others = tuple(seat for seat in self._circle if seat in self.humans)
        return tuple(self.session.port(seat) for seat in dict.fromkeys((*first, *others)))

    @property
    def _open(self) -> bool:
        """Whether the table lies open to everybody, and somebody says when to go on."""
        return len(self._circle) == len(self.session.seats)

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
    def news(self) -> int | None:
        """After a hand-over, until `news_read`: how many of the viewer's events that person had seen at the last
        turn; else None."""
        return None if self._viewer is None else self._news

    def news_read(self) -> None:
        """The summary of what happened was read."""
        self._news = None

    @property
    def thinking(self) -> bool:
        """Whether a bot is to move."""
        return self._asked != 0

    def notes_of(self, seat: int) -> dict[str, Any]:
        """What the person at *seat* has noted; the table's panel reads and changes it."""
        return self._notes.setdefault(str(seat), {})

    def keep_notes(self) -> None:
        """The notes have changed: they are kept with the saved game."""
        if self.saver is not None and not self._finished:
            self._notes_timer.start(NOTES_PAUSE)

    def _save_notes(self) -> None:
        self._notes_timer.stop()
        if self.saver is not None and not self._finished:
            self.saver.keep_notes(self._notes)

    # What people do ----------------------------------------

    def begin(self) -> None:
        """Start (or go on with) the match: chance acts, bots think, the first person is asked to take over."""
        if self._bots:
            self._thinker.start()
        self._rounds_seen = len(self.finished_rounds)
        self.session.start()
        self._advance()

    def play(self, move: Any) -> None:
        """The person at the screen makes *move*: as the viewer, or as one of those who decide together.

        If it is refused, the table is shown anew.
        """
        ports = self.acting
        if not ports:
            return
        if len(ports) == 1 and self._stage is Stage.TABLE:
            self._submit(ports[0], move)
            return
        able = [port for port in ports if self.session.game.check(port.view(), move) is None]
        if able or self._stage is Stage.TABLE:
            self._submit(able[0] if able else ports[0], move)

    def arrange(self, seat: int, move: Any) -> None:
        """Whoever is at the screen, or before the curtain, makes *move* for the table as *seat*: `Game.table_moves`."""
        if self.session.over:
            return
        self._submit(self.session.port(seat), move, arranged=True)

    def _submit(self, port: Port, move: Any, *, arranged: bool = False) -> None:
        try:
            port.submit(move, port.revision)
        except VierblattError as error:
            self.told.emit(error.refusal)
            # Whatever had been pressed has to answer again.
            self.changed.emit()
            return
        self.told.emit(None)
        self._undone.clear()
        if arranged:
            self.cut_short = self.session.over
            if len(self.humans) > 1 and not self._gathered:
                # People stand around the screen now: nothing of what one of them sees alone may stay.
                self._viewer = None
        self._advance()

    # Phones ----------------------------------------

    def play_remote(self, seat: int, move: object, revision: int) -> None:
        """A phone's move. Raises `VierblattError`, and nothing has happened then."""
        rounds = len(self.finished_rounds)
        self.session.submit(seat, move, revision)
        # Whoever moves has read what the round before brought.
        self._rounds_seen = max(self._rounds_seen, rounds)
        self._undone.clear()
        self._advance()

    def stand_in(self, seat: int, bot: str) -> None:
        """A bot plays on for somebody who left; with an empty name, somebody on a phone plays this seat from now on."""
        if self._asked and self._asked_seat == seat:
            self._drop_question()
        if bot:
            self._bots[seat] = bot
            self.remote -= {seat}
            self._thinker.start()
        else:
            self._bots.pop(seat, None)
            self.remote |= {seat}
        self._advance()

    # Practice ----------------------------------------

    @property
    def alone(self) -> bool:
        """Whether one person plays here, with nobody else: people on phones count, and those who have left them.

        Only then may there be help: aids, tips, moves taken back; and the screen has nothing to hide.
        """
        return len(self.humans) == 1 and not self.remote

    @property
    def practice(self) -> bool:
        """Whether moves may be taken back: one person against bots."""
        return self.alone and len(self.session.seats) > 1

    def _undo_point(self) -> int | None:
        """How many actions came before the last one that the person made; None if there is none."""
        actions = self.session.actions
        for before in range(len(actions) - 1, -1, -1):
            if actions[before].actor in self.humans:
                return before
        return None

    @property
    def can_undo(self) -> bool:
        """Whether there is an own move to take back."""
        return self.practice and not self._finished and self._undo_point() is not None

    @property
    def can_redo(self) -> bool:
        """Whether a move that was taken back can be made again."""
        return self.practice and bool(self._undone)

    def undo(self) -> None:
        """Back to the person's own last decision; whatever bots and chance did since is taken back too."""
        point = self._undo_point() if self.can_undo else None
        if point is None:
            return
        self._drop_question()
        self._undone.append(self.session.rewind(point))
        self._note_aid()
        if self.saver is not None:
            self.saver.rewind(self.session.actions)
        self._rounds_seen = len(self.finished_rounds)
        self._viewer = self.humans[0]
        self._advance()

    def _note_aid(self) -> None:
        """From now on this match does not count in the statistics."""
        if not self.aided:
            self.aided = True
            if self.saver is not None:
                self.saver.mark_aided()

    def redo(self) -> None:
        """Make the moves again that the last undo took back."""
        if not self.can_redo:
            return
        self._drop_question()
        # A result that was on the screen has been read. Otherwise it would cover all that is made again after it.
        self._rounds_seen = len(self.finished_rounds)
        self.session.redo(self._undone.pop())
        self._advance()

    def _drop_question(self) -> None:
        """Forget what a bot was asked; an answer that still comes is for nothing."""
        self._asked = 0
        self._answer = None
        self._pause.stop()
        self._patience.stop()

    def ask_advice(self) -> None:
        """Ask what a good player would do; `advice_text` has the answer after ``changed``.

        The match counts as one with help only when the tip is there.
        """
        if not self.alone or self._stage is not Stage.TABLE:
            return
        if self._viewer not in self.session.awaited:
            return
        port = self.port
        if self._advising and self._advice_at == port.revision:
            return
        self._advising = self._question(ADVISER, port, "advice")
        self._advice_patience.start(ADVICE_PATIENCE)
        # An earlier tip was for another situation.
        self._advice, self._advice_at = None, port.revision

    def _question(self, bot: str, port: Port, what: object) -> int:
        """Ask *bot* about the table as *port* shows it; *what* tells questions at the same table apart."""
        return self._thinker.ask(
            self.game_id,
            bot,
            port.view(),
            port.events(),
            self._budget,
            f"{self._seed}:{what}:{port.revision}",
        )

    @property
    def advised(self) -> Any:
        """The move of the tip for the present situation, or None."""
        if self._advice is None or self._advice_at != self.session.revision:
            return None
        return self._advice.move

    def advice_text(self, t: Texts) -> str:
        """The tip for the present situation in words, or nothing."""
        if self._advice is None or self.advised is None:
            return ""
        text: str = catalog.words(self.game_id).describe_advice(self._advice, t, self.names)
        return text

    def coach_text(self, t: Texts) -> str:
        """In a guided match: what is to be read now; empty when the guide has nothing to say."""
        if self.guide is None:
            return ""
        lesson = self.guide.lesson
        return " ".join(
            lesson.text(message, t, self.names) for message in self.guide.sentences(self.session.actions)
        )

    def hold(self, held: bool) -> None:
        """While held, bots do not move: something is still being shown."""
        self._held = held
        if held:
            self._patience.stop()
        elif self._asked > 0 and self._answer is None and not self._patience.isActive():
            self._patience.start(BOT_PATIENCE)
        if not held and self._answer is not None and not self._pause.isActive():
            self._bot_move()

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
            self._gathered = bool(self._circle)
            self._next = None
            self._news = self._unread()
            self._resumed = False
            self._advance()

    def _unread(self) -> int | None:
        """How many of the viewer's events had happened when that person last moved; None if nobody has moved."""
        if self._viewer is None or len(self.humans) < 2:
            return None
        actions, moments = self.session.actions, self.session.moments
        if all(action.actor is None for action in actions):
            return None
        last = max((n for n, action in enumerate(actions, 1) if action.actor == self._viewer), default=0)
        return sum(at <= moments[last] for at, _event in self.port.dated_events()) if last else 0

    def next_round(self) -> None:
        """The round's result has been read."""
        if self._stage is Stage.ROUND:
            self._round_timer.stop()
            self._rounds_seen = len(self.finished_rounds)
            self._advance()

    def close(self) -> None:
        """End everything now, also in the middle of a bot's thought. The game is saved already."""
        self._closed = True
        if self._notes_timer.isActive():
            self._save_notes()
        for timer in (self._pause, self._patience, self._advice_patience, self._round_timer):
            timer.stop()
        self._thinker.close()
        if self.saver is not None:
            self.saver.close()

    # The order of things ----------------------------------------

    def _advance(self) -> None:
        """Find the stage that follows from the session, and let the next bot think."""
        if self._closed:
            return
        unread = len(self.finished_rounds) > self._rounds_seen
        if unread or self.session.over:
            # A result is read by everybody: nothing private may stand on the screen meanwhile.
            if not self.alone:
                self._viewer = None
            self._circle, self._gathered = (), False
            outcome = self.session.outcome()
            # Of a match that all play together there is one result only.
            single = outcome is not None and outcome.of is not None
            self._stage = Stage.ROUND if unread and not single else Stage.RESULT
            if unread and self.pace.round is not None:
                self._round_timer.start(self.pace.round)
            self._finish_if_over()
            self.changed.emit()
            return
        # Secret decisions may await several seats at once: bots make theirs while a person makes theirs.
        awaited = self.session.awaited
        bots = [seat for seat in awaited if seat in self._bots]
        people = [seat for seat in awaited if seat in self.humans]
        self._meet()
        if self.remote and self._viewer not in people and self._viewer not in self._circle:
            self._viewer = None
        if self._open:
            bots = []
        if self._circle and not self._resumed:
            self._stage_together()
        elif self._resumed and self._viewer is None and self.humans:
            wanted = [] if self._open and len(self.humans) > 1 else people
            self._raise_curtain(wanted[0] if wanted else None)
        elif not people or self._viewer in people:
            self._stage = Stage.TABLE
        elif self._viewer is None:
            self._raise_curtain(people[0])
        else:
            self._next = people[0]
            self._stage = Stage.HANDOVER
        if bots and not (self._resumed and self.humans):
            self._ask(bots[0])
        self.changed.emit()

    def _meet(self) -> None:
        """Who decides together now, if people are among them; those who did part, and nothing of it stays in view."""
        together = self.session.together
        circle = together if any(seat in self.humans or seat in self.remote for seat in together) else ()
        if (len(self.humans) > 1 or self.remote) and self._circle and not circle:
            self._viewer = None
        self._circle = circle
        if not circle or self._open:
            self._gathered = False

    def _stage_together(self) -> None:
        """The stage while several decide together at one screen, or the table lies open to all."""
        people = [seat for seat in self._circle if seat in self.humans]
        if self._open:
            if len(self.humans) > 1 or self.remote:
                self._viewer = None
            self._stage = Stage.TABLE
        elif not people:
            # All of them are on phones: here is everybody's table.
            self._viewer = None
            self._stage = Stage.TABLE
        elif self._viewer in people and (self._gathered or len(people) == 1):
            self._gathered = True
            self._stage = Stage.TABLE
        else:
            self._raise_curtain(self._viewer if self._viewer in people else people[0])
            self._viewer = None

    def _raise_curtain(self, seat: int | None) -> None:
        self._next = seat
        self._stage = Stage.CURTAIN

    def _finish_if_over(self) -> None:
        outcome = self.session.outcome()
        if outcome is not None and not self._finished:
            self._finished = True
            if self.saver is not None:
                self.saver.finish(outcome)
            self.finished.emit()

    # Bots ----------------------------------------

    def _ask(self, seat: int) -> None:
        if self._asked:
            return
        self._asked_seat = seat
        self._asked_at = self.session.revision
        self._answer = None
        scripted = self.guide.bot_move(self.session.actions, seat) if self.guide is not None else None
        if scripted is not None:
            self._asked, self._answer = SCRIPTED, scripted
            self._pause.start(self.pace.bot)
            return
        self._asked = self._question(self._bots[seat], self.session.port(seat), seat)
        self._patience.start(BOT_PATIENCE)
        self._pause.start(self.pace.bot)

    def _on_answer(self, answer: Answer) -> None:
        if self._closed:
            return
        if answer.number == self._advising:
            if answer.error or answer.move is None:
                self._tip_failed(answer.error)
            else:
                self._end_advising()
                if self._advice_at == self.session.revision:
                    self._advice = answer.move
                    self._note_aid()
                    self.changed.emit()
            return
        if answer.number != self._asked:
            return
        self._patience.stop()
        if answer.error or answer.move is None:
            self._replace_bot(answer.error)
            return
        self._answer = answer.move
        if not self._pause.isActive():
            self._bot_move()

    def _bot_move(self) -> None:
        if self._answer is None or self._held:
            return  # still thinking, or something is being shown: the answer, or `hold`, will move
        move, self._answer = self._answer, None
        self._asked = 0
        try:
            self._submit_for_bot(move)
        except Stale:
            # Somebody changed what it had thought about: it is asked again, if it is still awaited.
            self._advance()
            return
        except VierblattError as error:
            # The code, since the sentence would be English in every language.
            self._replace_bot(error.refusal.code)
            return
        self._advance()

    def _submit_for_bot(self, move: Any) -> None:
        """Make *move* for the seat that was asked."""
        port = self.session.port(self._asked_seat)
        tip_is_for_now = self._advice_at == port.revision
        port.submit(move, self._asked_at)
        if tip_is_for_now and self._viewer in self.session.awaited:
            # Both decide at the same time: the person's decision, and a tip for it, are what they were.
            self._advice_at = self.session.revision

    def _bot_overran(self) -> None:
        self._thinker.close()
        # A tip that was asked for is gone with the process.
        self._tip_failed(TOO_LONG)
        self._replace_bot(TOO_LONG)

    def _advice_overran(self) -> None:
        self._thinker.close()
        self._tip_failed(TOO_LONG)
        if self._asked > 0 and self._answer is None:
            # The process is gone, and with it what a bot was thinking: it is asked again.
            self._drop_question()
            self._advance()

    def _end_advising(self) -> None:
        self._advising = 0
        self._advice_patience.stop()

    def _tip_failed(self, reason: str) -> None:
        """A tip that was asked for does not come: whoever waits for it is told, and may ask again."""
        if not self._advising:
            return
        self._end_advising()
        if self._advice_at == self.session.revision:
            self.told.emit(
                Refusal(
                    "no_tip", N_("There is no tip now. {reason}"), {"reason": reason}, translate=("reason",)
                )
            )
            self.changed.emit()

    def _replace_bot(self, reason: str) -> None:
        """A bot failed or overran: a legal move is made for it, and everybody is told."""
        self._drop_question()
        seat = self._asked_seat
        self.told.emit(
            Refusal(
                "bot_replaced",
                N_("{name} could not decide. A legal move was made instead. {reason}"),
                {"name": self.names[seat], "reason": reason},
                translate=("reason",),
            )
        )
        port = self.session.port(seat)
        self._asked_at = port.revision
        choices = port.choices()
        if not choices:
            self._advance()
            return
        self._submit_for_bot(choices[random.Random(f"{self._seed}:{port.revision}").randrange(len(choices))])
        self._advance()
