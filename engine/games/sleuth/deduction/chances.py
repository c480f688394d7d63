"""The chance of each gem to be at each holder: exact where the tableaus can be counted, otherwise estimated.

No chance contradicts the exact marks: certain cells have 1, impossible ones 0, and all others something between.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import factorial, log2
from random import Random
from typing import Any

from engine.games.sleuth.box import Box, box
from engine.games.sleuth.deduction.facts import WIDTH, Fact
from engine.games.sleuth.deduction.marks import Marks, marks
from engine.games.sleuth.deduction.solver import (
    Progress,
    ShouldStop,
    Solver,
    Stopped,
    never,
    no_progress,
)

LEAST = 0.002
"""An estimate of an open cell is at least this and at most one less this."""


SAMPLES = 200
"""So many tableaus are drawn in a large game, fewer if they are hard to find."""

SAMPLING_WORK = 15_000
"""How many conflicts the solver may spend on them, a tenth of it on one."""

CAUTION = 6.0
"""The weight, in samples, of what `scaling` says, since a small sample exaggerates."""

FLATTEN = 0.65
"""Chances from samples are raised to this power, since the solver's tableaus are more alike than they should be.

With both, over 36 positions of two large games of strong seats, open cells said to have 0.3–0.4, 0.4–0.5,
0.5–0.6 and 0.6–0.7 (830, 235, 114 and 49 of them) were true in 31, 38, 48 and 63 %, those with less within two
points; of the 52 cells with more, 69 %: still a little too sure.
"""


@dataclass(frozen=True, eq=False)
class Chances:
    """``cells[h][g]`` is the chance of gem *g* to be at holder *h*; ``exact`` says whether it was counted.

    ``bits`` is what is still unknown: the binary logarithm of the number of tableaus (an estimate unless exact).
    ``hands`` are for `inquiry`: for each holder its possible hands (rows of gem numbers) with their chances, or None
    where they were not listed.
    """

    box: Box
    marks: Marks
    cells: tuple[tuple[float, ...], ...]
    exact: bool
    bits: float
    hands: tuple[tuple[Any, Any] | None, ...]

    def of(self, gem: int) -> tuple[float, ...]:
        """The chance of *gem* to be at each holder."""
        return tuple(row[gem] for row in self.cells)


def chances(
    inside: Box,
    facts: Sequence[Fact],
    known: Marks | None = None,
    should_stop: ShouldStop = never,
    progress: Progress = no_progress,
) -> Chances:
    """The chances given *facts*; *known* are the marks that follow from these, if they are there already.

    Raises `elimination.Impossible` if the facts contradict each other, `solver.Stopped` if it was cancelled.
    """
    found = marks(inside, facts, should_stop) if known is None else known
    progress(0.2)
    if inside.variant != "standard":
        return _of_samples(inside, facts, found, should_stop, progress)
    from engine.games.sleuth.deduction import hands, network

    listed = hands.lists(inside, facts, found)
    progress(0.4)
    counted = hands.count(listed, should_stop)
    if counted is not None and counted.total > 0:
        cells = counted.cells / counted.total
        weights = [None if weight is None else weight / counted.total for weight in counted.hands]
        bits = log2(counted.total)
    else:
        cells, weights_, bits = network.by_hands(listed, found, should_stop)
        weights = list(weights_)
    progress(1.0)
    rows = [
        None if row is None or weight is None else (row, weight)
        for row, weight in zip(listed.gems, weights, strict=True)
    ]
    exact = counted is not None
    return Chances(inside, found, _tidy(inside, cells, found, exact), exact, max(0.0, bits), tuple(rows))


def _of_samples(
    inside: Box, facts: Sequence[Fact], found: Marks, should_stop: ShouldStop, progress: Progress
) -> Chances:
    """Estimates for the large game, from tableaus that the solver finds when it is drawn to a random deal each time."""
    if len(found.certain) == len(inside.gems):
        return Chances(inside, found, _tidy(inside, None, found, True), True, 0.0, (None,) * WIDTH)
    import numpy as np

    from engine.games.sleuth.deduction.scaling import scaled

    rng = Random(len(facts))
    drawn = []
    with Solver(inside, facts) as solver:
        for one in found.impossible:
            solver.forbid(one)
        for number in range(SAMPLES):
            if should_stop():
                raise Stopped
            if solver.conflicts > SAMPLING_WORK:
                break
            solver.lean(rng)
            place = solver.solve((), SAMPLING_WORK // 10)
            if isinstance(place, list):
                drawn.append(place)
            progress(0.2 + 0.8 * number / SAMPLES)
    first = scaled(inside, facts, found)
    if not drawn:
        tidy = _tidy(inside, first, found, False)
        return Chances(inside, found, tidy, False, _spread(inside, tidy), (None,) * WIDTH)
    places = np.array(drawn)
    counts = np.stack([(places == holder).sum(axis=0) for holder in range(WIDTH)]).astype(float)
    counts += CAUTION * first
    cells = (counts / counts.sum(axis=0)) ** FLATTEN
    hands = []
    weights = np.full(len(drawn), 1 / len(drawn))
    for holder, size in enumerate(inside.sizes):
        hands.append((np.nonzero(places == holder)[1].reshape(-1, size), weights))
    tidy = _tidy(inside, cells, found, False)
    return Chances(inside, found, tidy, False, _spread(inside, tidy), tuple(hands))


def _entropy(chance: float) -> float:
    return -chance * log2(chance) if chance > 0 else 0.0


def _spread(inside: Box, cells: Sequence[Sequence[float]]) -> float:
    """About how many bits are unknown: the gems' entropies, scaled so that the beginning comes out right."""
    gems = len(inside.gems)
    at_start = gems * sum(_entropy(size / gems) for size in inside.sizes)
    share = sum(_entropy(chance) for row in cells for chance in row) / at_start
    return min(1.0, share) * deal_bits(inside)


@lru_cache(maxsize=4)
def deal_bits(inside: Box) -> float:
    """The binary logarithm of the number of deals: 89.75 in the standard game."""
    total = factorial(len(inside.gems))
    for size in inside.sizes:
        total //= factorial(size)
    return log2(total)


def _tidy(inside: Box, cells: Any, found: Marks, exact: bool) -> tuple[tuple[float, ...], ...]:
    """The chances as plain numbers that agree with the marks to the last digit."""
    rows = [[0.0] * len(inside.gems) for _holder in range(WIDTH)]
    least = 0.0 if exact else LEAST
    for gem in range(len(inside.gems)):
        place = found.place(gem)
        if place is not None:
            rows[place][gem] = 1.0
            continue
        open_ = [holder for holder in range(WIDTH) if WIDTH * gem + holder not in found.impossible]
        values = [max(float(cells[holder][gem]), least) for holder in open_]
        total = sum(values)
        for holder, value in zip(open_, values, strict=True):
            rows[holder][gem] = value / total
    return tuple(map(tuple, rows))


_kept: OrderedDict[tuple[str, tuple[Fact, ...]], Chances] = OrderedDict()
_KEPT = 12


def remembered(variant: str, facts: tuple[Fact, ...], should_stop: ShouldStop = never) -> Chances:
    """`chances`, kept for the next who asks: bots at one table share what is public. Raises `Stopped`."""
    key = (variant, facts)
    if key not in _kept:
        _kept[key] = chances(box(variant), facts, None, should_stop)
        while len(_kept) > _KEPT:
            _kept.popitem(last=False)
    return _kept[key]
