"""What chance may do: the rules say which draws are possible, a dealer (`engine.play.dealer`) makes them.

Rules never draw. A state that awaits chance describes its draw as one of the two values below; both are uniform.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Shuffle:
    """A uniformly random order of ``cards``; ``move`` makes the chance move from the order drawn."""

    cards: Sequence[Any]
    move: Callable[[tuple[Any, ...]], Any]


@dataclass(frozen=True)
class Lot:
    """One of ``moves``, each equally likely."""

    moves: Sequence[Any]


Draw = Shuffle | Lot
