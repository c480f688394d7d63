"""The end of a standard game, when few tableaus are left: all of them are listed.

Then questions are chosen by what they tell of the whole tableau. `inquiry` looks at one holder at a time, and does not
see that the last holders tell of each other: when the gems of one are known, so are those of the other.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import log2
from typing import Any

from engine.games.sleuth.box import ASKED
from engine.games.sleuth.deduction.chances import Chances
from engine.games.sleuth.deduction.facts import Fact
from engine.games.sleuth.deduction.inquiry import numbered, sets_asked, spread
from engine.games.sleuth.deduction.solver import ShouldStop, never

FEW = 1 << 14
"""Up to so many tableaus are listed."""

LEAST = 0.02
"""A question must add so many bits to those chosen before it."""


def tableaus(found: Chances, facts: Sequence[Fact], should_stop: ShouldStop = never) -> Any | None:
    """All tableaus that *facts* leave, as rows [tableau, gem] of holders' numbers; None if there are more than `FEW`.

    *found* are the chances that follow from *facts*. Raises `Stopped`.
    """
    from engine.games.sleuth.deduction import hands

    if found.box.variant != "standard" or found.bits > log2(FEW) + 1:
        return None
    listed = hands.lists(found.box, facts, found.marks)
    return hands.tableaus(listed, FEW, should_stop)


def questions(places: Any, count: int, asked: Collection[str], found: Chances) -> list[str]:
    """*count* questions (if so many are worth anything) for the tableaus *places*, each adding most to those before."""
    import numpy as np

    names, matrix = sets_asked(found.box)
    open_: dict[str, Any] = {}
    for holder, letter in enumerate(ASKED):
        replies = ((places == holder).astype(np.int16) @ matrix).astype(np.int64)
        for number in np.flatnonzero((replies != replies[0]).any(axis=0)):
            question = f"{letter}:{names[number]}"
            if question not in asked:
                open_[question] = replies[:, number]
    chosen: list[str] = []
    codes = np.zeros(len(places), dtype=np.int64)
    known = 0.0
    width = found.box.hand + 1
    while open_ and len(chosen) < count:
        best, best_bits = "", known + LEAST
        for question, reply in open_.items():
            bits = spread(codes * width + reply)
            if bits > best_bits:
                best, best_bits = question, bits
        if not best:
            break
        chosen.append(best)
        known = best_bits
        codes = numbered(codes * width + open_.pop(best))
    return chosen
