"""Draws for chance. The only place of the engine, beside the bots, that uses random numbers."""

from __future__ import annotations

import random
from typing import Any

from engine.core.chance import Draw, Lot, Shuffle


class Dealer:
    """Makes the draws that the rules describe.

    Without a *seed* it takes the operating system's randomness; with one, the draws are reproducible.
    """

    def __init__(self, seed: int | str | None = None) -> None:
        self._rng: random.Random = random.SystemRandom() if seed is None else random.Random(seed)

    def deal(self, draw: Draw) -> Any:
        """A move of chance, uniform over all that *draw* allows."""
        if isinstance(draw, Shuffle):
            cards = list(draw.cards)
            self._rng.shuffle(cards)
            return draw.move(tuple(cards))
        assert isinstance(draw, Lot)
        return draw.moves[self._rng.randrange(len(draw.moves))]
