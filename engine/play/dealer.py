"""Draws for chance. The only place of the engine, beside the bots, that uses random numbers."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from engine.core.chance import Draw, Lot, Shuffle

if TYPE_CHECKING:
    from engine.core.game import Memory


class Dealer:
    """Makes the draws that the rules describe.

    Without a *seed* it takes the operating system's randomness; with one, the draws are reproducible. *narrow* may
    leave out some of what the rules allow, such as terms that were played in the game before.
    """

    def __init__(self, seed: int | str | None = None, narrow: Callable[[Draw], Draw] | None = None) -> None:
        self._narrow = narrow
        self._memory: Memory | None = None
        self._keep: Callable[[], object] | None = None
        self._rng: random.Random = random.SystemRandom() if seed is None else random.Random(seed)

    def deal(self, draw: Draw) -> Any:
        """A move of chance, uniform over all that *draw* allows."""
        if self._narrow is not None:
            draw = self._narrow(draw)
        if self._memory is not None:
            draw = self._memory.narrow(draw)
        move = self._draw(draw)
        if self._memory is not None:
            self._memory.drawn(move)
            if self._keep is not None:
                self._keep()
        return move

    def remember(self, memory: Memory, keep: Callable[[], object] | None = None) -> None:
        """From now on leave out what *memory* says, and tell it each draw; *keep* is called then, to write it down."""
        self._memory, self._keep = memory, keep

    def _draw(self, draw: Draw) -> Any:
        if isinstance(draw, Shuffle):
            cards = list(draw.cards)
            self._rng.shuffle(cards)
            return draw.move(tuple(cards))
        assert isinstance(draw, Lot)
        return draw.moves[self._rng.randrange(len(draw.moves))]
