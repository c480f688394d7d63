"""Bots in a process of their own, so that no window waits for them. No Qt here, and none in the process.

`Thinker` starts the process (``spawn``, the same on every system), sends it questions and hands the answers to a
callback from a reading thread. The process ends by itself when the program that started it is gone.
"""

from __future__ import annotations

import random
import signal
import threading
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from typing import Any

import msgspec

from engine.bots.base import Bot, Budget
from engine.core import catalog
from engine.core.game import Event
from engine.core.text import N_
from engine.play.worker import Worker, end_with_parent

ADVISER = "adviser"
"""Asked under this name, the process answers with a tip (`engine.bots.base.Advice`) instead of a move."""


class Question(msgspec.Struct, frozen=True):
    """What a bot is asked: its game, name and seat, what it sees, and how long it may think."""

    number: int
    game: str
    bot: str
    view: Any
    history: tuple[Event, ...]
    budget: Budget
    seed: str


class Answer(msgspec.Struct, frozen=True):
    """The bot's move, or what went wrong."""

    number: int
    move: Any = None
    error: str = ""


def decide(game_id: str, bot: Bot, view: Any, history: Sequence[Event], budget: Budget, seed: str) -> Any:
    """One decision: everything random in it comes from *seed*."""
    return bot.choose(view, history, budget, random.Random(seed))


def _serve(pipe: Connection) -> None:
    """The process's main loop: answer until the pipe closes."""
    threading.Thread(target=end_with_parent, name="vierblatt-parent", daemon=True).start()
    # Ctrl-C belongs to the window; it ends this process by closing the pipe.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    players: dict[tuple[str, str, int | None], Bot] = {}
    while True:
        try:
            question: Question = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            if question.bot == ADVISER:
                pipe.send(_advise(question))
                continue
            key = (question.game, question.bot, question.view.seat)
            if key not in players:
                players[key] = catalog.bots(question.game)[question.bot](catalog.game(question.game))
            move = decide(
                question.game, players[key], question.view, question.history, question.budget, question.seed
            )
            answer = Answer(question.number, move)
        except Exception as error:  # whatever a bot does, the table goes on
            answer = Answer(question.number, error=f"{type(error).__name__}: {error}"[:300])
        try:
            pipe.send(answer)
        except (BrokenPipeError, OSError):
            return


def _advise(question: Question) -> Answer:
    module = catalog.advice(question.game)
    if module is None:
        return Answer(question.number, error="no advice")
    rng = random.Random(question.seed)
    return Answer(question.number, module.advise(question.view, question.history, question.budget, rng))


class Thinker:
    """One process that thinks for bots, one question at a time.

    ``answered`` is called in a thread of its own with each `Answer`, also when the process has died (then with an
    error). `close` ends the process at once, in the middle of a thought if need be.
    """

    def __init__(self, answered: Callable[[Answer], None]) -> None:
        self._answered = answered
        self._worker = Worker("vierblatt-bots", _serve, self._heard, self._lost)
        self._number = 0
        self._open: set[int] = set()
        self._lock = threading.Lock()

    def start(self) -> None:
        """Start the process if it does not run, so that the first question need not wait for it."""
        self._worker.start()

    def ask(self, game: str, bot: str, view: Any, history: Sequence[Event], budget: Budget, seed: str) -> int:
        """Ask for a move; returns the question's number, which the answer repeats."""
        self._number += 1
        question = Question(self._number, game, bot, view, tuple(history), budget, seed)
        with self._lock:
            self._open.add(question.number)
        try:
            self._worker.send(question)
        except OSError as error:
            self._fail(str(error))
        return question.number

    def close(self) -> None:
        """End the process now. Answers that were under way are dropped."""
        self._worker.close()
        with self._lock:
            self._open.clear()

    def _heard(self, answer: Answer) -> None:
        with self._lock:
            self._open.discard(answer.number)
        self._answered(answer)

    def _lost(self) -> None:
        self._fail(N_("Its process ended."))

    def _fail(self, error: str) -> None:
        """Whatever was under way in the process is lost, and each question is answered with *error*."""
        with self._lock:
            lost, self._open = sorted(self._open), set()
        for number in lost:
            self._answered(Answer(number, error=error))
