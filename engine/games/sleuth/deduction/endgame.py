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
from engine.games.sleuth.deduction.inquiry import Greedy, sets_asked
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
    open_, replies = [], []
    for holder, letter in enumerate(ASKED):
        said = (places == holder).astype(np.int16) @ matrix
        for number in np.flatnonzero((said != said[0]).any(axis=0)):
            question = f"{letter}:{names[number]}"
            if question not in asked:
                open_.append(question)
                replies.append(said[:, number])
    chosen: list[str] = []
    if not open_:
        return chosen
    greedy = Greedy(open_, np.stack(replies, axis=1), found.box.hand)
    while len(chosen) < count:
        gain, question = greedy.best()
        if gain <= LEAST:
            break
        chosen.append(question)
        greedy.choose()
    return chosen
