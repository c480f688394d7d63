"""Draws for chance. The only place of the engine, beside the bots, that uses random numbers."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from engine.core.chance import Draw, Lot, Shuffle


class Dealer:
    """Makes the draws that the rules describe.

    Without a *seed* it takes the operating system's randomness; with one, the draws are reproducible. *narrow* may
    leave out some of what the rules allow, such as terms that were played in the game before.
    """

    def __init__(self, seed: int | str | None = None, narrow: Callable[[Draw], Draw] | None = None) -> None:
        self._narrow = narrow
        self._rng: random.Random = random.SystemRandom() if seed is None else random.Random(seed)

    def deal(self, draw: Draw) -> Any:
        """A move of chance, uniform over all that *draw* allows."""
        if self._narrow is not None:
            draw = self._narrow(draw)
        if isinstance(draw, Shuffle):
            cards = list(draw.cards)
            self._rng.shuffle(cards)
            return draw.move(tuple(cards))
        assert isinstance(draw, Lot)
        return draw.moves[self._rng.randrange(len(draw.moves))]
