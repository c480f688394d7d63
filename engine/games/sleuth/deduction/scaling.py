"""A first estimate of chances for the large game: iterative proportional scaling.

Beginning with all open cells alike, the chances are scaled in turn until every gem is at one holder, every holder has
its gems, and every answer has its count, on average (Deming and Stephan 1940). It takes no account of how cells go
together, and so serves only where `chances` has few tableaus to look at.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from engine.games.sleuth.box import Box
from engine.games.sleuth.deduction.facts import WIDTH, Fact
from engine.games.sleuth.deduction.marks import Marks

TURNS = 40


def scaled(box: Box, facts: Sequence[Fact], marks: Marks) -> Any:
    """The chances [holder, gem] by scaling; each gem's add up to one."""
    gems = len(box.gems)
    cells = np.repeat(np.array(box.sizes, dtype=float)[:, None] / gems, gems, axis=1)
    for one in marks.impossible:
        cells[one % WIDTH, one // WIDTH] = 0.0
    sizes = np.array(box.sizes, dtype=float)
    counted = [
        (np.array([(one % WIDTH) * gems + one // WIDTH for one in fact.cells]), float(fact.low))
        for fact in facts
        if fact.low == fact.high
    ]
    flat = cells.reshape(-1)
    for _turn in range(TURNS):
        for where, count in counted:
            total = flat[where].sum()
            if total > 0:
                flat[where] = np.minimum(flat[where] * (count / total), 1.0)
        cells *= np.minimum(sizes / np.maximum(cells.sum(axis=1), 1e-9), 1e6)[:, None]
        cells /= np.maximum(cells.sum(axis=0), 1e-9)[None, :]
    return cells
