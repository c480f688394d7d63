"""Reckoning in a process of its own, for whoever sits at a window: deductions that may take seconds. No Qt here.

An errand is a function named ``module:function`` with an argument; it is called as
``function(argument, should_stop, progress, report)``. Errands of different *topics* run side by side; a new errand
takes the place of an older one on the same topic, which is told to stop. The process ends by itself when the program
that started it is gone.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import threading
from collections.abc import Callable
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Any

import msgspec

from engine.play.thinking import end_with_parent


class Errand(msgspec.Struct, frozen=True):
    """What is to be reckoned. ``function`` is empty when the errand of the topic is only to stop."""

    number: int
    topic: str
    function: str = ""
    argument: Any = None


class News(msgspec.Struct, frozen=True):
    """Something from an errand: a value on the way or (``done``) in the end, the share that is done, or an error."""

    number: int
    value: Any = None
    share: float | None = None
    done: bool = False
    error: str = ""


def _run(errand: Errand, tell: Callable[[News], None], stopped: threading.Event) -> None:
    told = [0.0]

    def progress(share: float) -> None:
        # A process that tells of every step would have time for nothing else.
        if share >= told[0] + 0.02:
            told[0] = share
            tell(News(errand.number, share=share))

    try:
        module, _colon, name = errand.function.partition(":")
        function = getattr(import_module(module), name)
        value = function(
            errand.argument, stopped.is_set, progress, lambda value: tell(News(errand.number, value=value))
        )
    except Exception as error:  # whatever goes wrong there, the window goes on
        if not stopped.is_set():
            tell(News(errand.number, done=True, error=f"{type(error).__name__}: {error}"[:300]))
        return
    if not stopped.is_set():
        tell(News(errand.number, value=value, done=True))


def _serve(pipe: Connection) -> None:
    """The process's main loop: a thread for each errand, until the pipe closes."""
    threading.Thread(target=end_with_parent, name="vierblatt-parent", daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sending = threading.Lock()
    running: dict[str, threading.Event] = {}

    def tell(news: News) -> None:
        with sending, contextlib.suppress(OSError):
            pipe.send(news)

    while True:
        try:
            errand: Errand = pipe.recv()
        except (EOFError, OSError):
            return
        if errand.topic in running:
            running.pop(errand.topic).set()
        if errand.function:
            stopped = running[errand.topic] = threading.Event()
            threading.Thread(target=_run, args=(errand, tell, stopped), daemon=True).start()


class Errands:
    """One process that reckons. ``heard`` is called in a thread of its own with each `News`."""

    def __init__(self, heard: Callable[[News], None]) -> None:
        self._heard = heard
        self._process: Any = None
        self._pipe: Connection | None = None
        self._number = 0

    def _start(self) -> Connection:
        if self._process is not None and self._process.is_alive() and self._pipe is not None:
            return self._pipe
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs,), name="vierblatt-errands", daemon=True)
        self._process.start()
        theirs.close()
        self._pipe = ours
        threading.Thread(target=self._listen, args=(ours,), name="vierblatt-news", daemon=True).start()
        return ours

    def send(self, topic: str, function: str, argument: Any) -> int:
        """Have ``function(argument, …)`` reckoned instead of what was asked on *topic* before; returns the number."""
        self._number += 1
        try:
            self._start().send(Errand(self._number, topic, function, argument))
        except OSError as error:
            self.close()
            self._heard(News(self._number, done=True, error=str(error)))
        return self._number

    def stop(self, topic: str) -> None:
        """What is reckoned on *topic* is not wanted any more."""
        if self._pipe is not None:
            with contextlib.suppress(OSError):
                self._pipe.send(Errand(0, topic))

    def close(self) -> None:
        """End the process now; nothing more is heard."""
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
                news = pipe.recv()
            except (EOFError, OSError, TypeError):
                # TypeError: the pipe was closed by `close` while this thread was about to read.
                break
            if pipe is self._pipe:
                self._heard(news)
        if pipe is self._pipe:
            self._heard(News(self._number, done=True, error="EOFError"))
