"""Bots in the tests' own process, where not their thinking is tested but what comes of it."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QTimer

from engine.core import catalog
from engine.play.thinking import Answer


class HereThinker:
    """Takes the place of the bots' process: answers with any legal move, in the next turn of the event loop."""

    def __init__(self, answered: Callable[[Answer], None]) -> None:
        self._answered = answered
        self._number = 0

    def start(self) -> None:
        """There is nothing to start."""

    def ask(self, game: str, bot: str, view: Any, history: Sequence[Any], budget: Any, seed: str) -> int:
        self._number += 1
        moves = catalog.game(game).choices(view)
        answer = Answer(self._number, moves[random.Random(seed).randrange(len(moves))])
        QTimer.singleShot(0, lambda: self._answered(answer))
        return self._number

    def close(self) -> None:
        """There is nothing to end."""
