"""Bots that fail, for the tests. The worker process runs `serve` in place of its own main loop. No Qt here."""

from __future__ import annotations

import random
import sys
import threading
from collections.abc import Sequence
from multiprocessing.connection import Connection
from typing import Any

from engine.bots.base import Bot, Budget
from engine.bots.uniform import RandomBot
from engine.core.game import Event
from engine.games.letter import bot as letter_bots
from engine.games.letter.model import Play
from engine.play import thinking

serve_well = thinking._serve


class Raising(Bot):
    """Raises an error."""

    def choose(self, view: Any, history: Sequence[Event], budget: Budget, rng: random.Random) -> Any:
        raise ZeroDivisionError("thought too far")


class Cheating(Bot):
    """Plays a card it does not hold."""

    def choose(self, view: Any, history: Sequence[Event], budget: Budget, rng: random.Random) -> Any:
        return Play(next(card for card in (4, 8, 7) if card not in view.hand))


class Babbling(Bot):
    """Answers with something that is no move."""

    def choose(self, view: Any, history: Sequence[Event], budget: Budget, rng: random.Random) -> Any:
        return "I would rather not."


class Speechless(Bot):
    """Answers with nothing."""

    def choose(self, view: Any, history: Sequence[Event], budget: Budget, rng: random.Random) -> Any:
        return None


class Unsendable(Bot):
    """Answers with something that cannot leave its process."""

    def choose(self, view: Any, history: Sequence[Event], budget: Budget, rng: random.Random) -> Any:
        return threading.Lock()


class Dying(Bot):
    """Takes its process with it."""

    def choose(self, view: Any, history: Sequence[Event], budget: Budget, rng: random.Random) -> Any:
        sys.exit("gone")


class Musing(Bot):
    """Never answers."""

    def choose(self, view: Any, history: Sequence[Event], budget: Budget, rng: random.Random) -> Any:
        threading.Event().wait()


class Telling(Bot):
    """Tells which modules of Qt or of the desktop its process has loaded."""

    def choose(self, view: Any, history: Sequence[Event], budget: Budget, rng: random.Random) -> Any:
        heavy = sorted(
            name for name in sys.modules if name.split(".")[0] in ("PySide6", "shiboken6", "desktop")
        )
        raise LookupError(f"{len(sys.modules)} modules; heavy: {heavy}")


WRONG = {
    "raising": Raising,
    "cheating": Cheating,
    "babbling": Babbling,
    "speechless": Speechless,
    "unsendable": Unsendable,
    "dying": Dying,
    "musing": Musing,
    "telling": Telling,
    "random": RandomBot,
}


def serve(pipe: Connection) -> None:
    """The worker's main loop, with the wrong bots among its players."""
    letter_bots.BOTS = {**letter_bots.BOTS, **WRONG}
    serve_well(pipe)
