"""The bot that plays any legal move with equal chance: a measure for the others."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from engine.bots.base import Bot, Budget
from engine.core.game import Event


class RandomBot(Bot):
    """Every legal move is equally likely."""

    def choose(self, view: Any, history: Sequence[Event], budget: Budget, rng: random.Random) -> Any:
        moves = self.game.choices(view)
        return moves[rng.randrange(len(moves))]
