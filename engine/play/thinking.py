"""Bots in a process of their own, so that no window waits for them. No Qt here, and none in the process.

`Thinker` starts the process (``spawn``, the same on every system), sends it questions and hands the answers to a
callback from a reading thread. The process ends by itself when the program that started it is gone.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
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


def end_with_parent() -> None:
    """End this process with the program that started it, even in the middle of a thought."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


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
        self._process: Any = None
        self._pipe: Connection | None = None
        self._number = 0

    def start(self) -> None:
        """Start the process if it does not run, so that the first question need not wait for it."""
        if self._process is not None and self._process.is_alive():
            return
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs,), name="vierblatt-bots", daemon=True)
        self._process.start()
        theirs.close()
        self._pipe = ours
        threading.Thread(target=self._listen, args=(ours,), name="vierblatt-answers", daemon=True).start()

    def ask(self, game: str, bot: str, view: Any, history: Sequence[Event], budget: Budget, seed: str) -> int:
        """Ask for a move; returns the question's number, which the answer repeats."""
        self._number += 1
        question = Question(self._number, game, bot, view, tuple(history), budget, seed)
        try:
            self.start()
            assert self._pipe is not None
            self._pipe.send(question)
        except OSError as error:
            self.close()
            self._answered(Answer(question.number, error=str(error)))
        return question.number

    def close(self) -> None:
        """End the process now. Answers that were under way are dropped."""
        process, self._process = self._process, None
        pipe, self._pipe = self._pipe, None
        if process is not None:
            process.kill()
            process.join(2)
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()

    def _listen(self, pipe: Connection) -> None:
        while True:
            try:
                answer = pipe.recv()
            except (EOFError, OSError, TypeError):
                # TypeError: the pipe was closed by `close` while this thread was about to read.
                break
            if pipe is self._pipe:
                self._answered(answer)
        if pipe is self._pipe:
            self._answered(Answer(self._number, error=N_("Its process ended.")))
