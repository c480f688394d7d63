"""A process of its own beside the program: started with ``spawn``, spoken to through a pipe, ended with the program.

No Qt here, and none in the process.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any


def end_with_parent() -> None:
    """End this process with the program that started it, even in the middle of a thought."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


class Worker:
    """One process and the pipe to it. It starts with the first message, and anew if it has died.

    ``serve`` is its main loop, called there with its end of the pipe. ``heard`` is called in a thread of its own with
    each message that comes back; ``lost`` there when the process has ended by itself. `close` ends the process at
    once, in the middle of a thought if need be, and nothing more is heard of it.
    """

    def __init__(
        self,
        name: str,
        serve: Callable[[Connection], None],
        heard: Callable[[Any], None],
        lost: Callable[[], None],
    ) -> None:
        self._name = name
        self._serve = serve
        self._heard = heard
        self._lost = lost
        self._process: Any = None
        self._pipe: Connection | None = None

    def start(self) -> Connection:
        """The pipe to the process, which is started if it does not run."""
        if self._process is not None and self._process.is_alive() and self._pipe is not None:
            return self._pipe
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        self._process = context.Process(target=self._serve, args=(theirs,), name=self._name, daemon=True)
        self._process.start()
        theirs.close()
        self._pipe = ours
        threading.Thread(target=self._listen, args=(ours,), name=f"{self._name}-pipe", daemon=True).start()
        return ours

    def send(self, message: object) -> None:
        """Send *message*. Raises OSError, and the process is ended then."""
        try:
            self.start().send(message)
        except OSError:
            self.close()
            raise

    def tell(self, message: object) -> None:
        """Send *message* to a process that runs; it is of no interest to another one."""
        if self._pipe is not None:
            with contextlib.suppress(OSError):
                self._pipe.send(message)

    def close(self) -> None:
        """End the process now. What was under way is dropped."""
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
                message = pipe.recv()
            except (EOFError, OSError, TypeError):
                # TypeError: the pipe was closed by `close` while this thread was about to read.
                break
            if pipe is self._pipe:
                self._heard(message)
        if pipe is self._pipe:
            self._lost()
