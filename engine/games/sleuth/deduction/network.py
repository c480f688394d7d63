"""Estimates of chances in a standard game while there are too many tableaus to count: belief propagation.

Each cell is passed messages: the odds that it is true, as far as its gem (which is at one holder), its holder (whose
whole list of hands speaks at once, so that everything known of one holder is taken together exactly) and the sums of
own tips know. Only the meeting of holders is approximate. Compared with exact counts, where these are possible, the
mean error of a cell is below 0.01 and the largest up to 0.2 with some 2^26 tableaus or more; with a few thousand
left the largest can be 0.4, but then it is counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import lgamma, log
from typing import Any

import numpy as np

from engine.games.sleuth.box import Box
from engine.games.sleuth.deduction.facts import WIDTH
from engine.games.sleuth.deduction.hands import Lists, of_gems
from engine.games.sleuth.deduction.marks import Marks
from engine.games.sleuth.deduction.solver import ShouldStop, Stopped, never

Array = Any

TINY = 1e-9
CLOSE = 2e-3
"""Messages are passed until no chance changes by more than this."""

HAND_ROUNDS = 25
BETHE_LOW = 2.7
"""Bethe's estimate was 1.9 to 3.9 bits too low on deals that could be counted; so much is added."""


def _open_cells(box: Box, marks: Marks) -> tuple[Array, Array]:
    """Which cells are allowed, and which are certain, as arrays [holder, gem]."""
    allowed = np.ones((WIDTH, len(box.gems)), dtype=bool)
    certain = np.zeros((WIDTH, len(box.gems)), dtype=bool)
    for one in marks.impossible:
        allowed[one % WIDTH, one // WIDTH] = False
    for one in marks.certain:
        certain[one % WIDTH, one // WIDTH] = True
    return allowed, certain


def _leave_one_out(odds: Array, low: Array, high: Array) -> Array:
    """The message of counts to their cells.

    *odds* [counts, cells] are the odds of each cell as far as the rest knows (0 for padding); the result has the odds
    that each count itself gives the cell: of the other cells, low−1 … high−1 true against low … high true.
    """
    counts, cells = odds.shape
    top = int(high.max()) + 1
    true = odds / (1 + odds)
    before = np.zeros((cells + 1, counts, top + 1))
    after = np.zeros((cells + 1, counts, top + 1))
    before[0, :, 0] = after[cells, :, 0] = 1.0
    for at in range(cells):
        p = true[:, at, None]
        before[at + 1] = before[at] * (1 - p)
        before[at + 1, :, 1:] += before[at, :, :-1] * p
        p = true[:, cells - 1 - at, None]
        after[cells - 1 - at] = after[cells - at] * (1 - p)
        after[cells - 1 - at, :, 1:] += after[cells - at, :, :-1] * p
    # chance[cell, count, k]: k of the others are true.
    chance = np.zeros((cells, counts, top + 1))
    for k in range(top + 1):
        chance[:, :, k:] += before[:cells, :, : top + 1 - k] * after[1:, :, k, None]
    number = np.arange(top + 1)[None, None, :]
    low_, high_ = low[None, :, None], high[None, :, None]
    with_it = np.where((number >= low_ - 1) & (number <= high_ - 1), chance, 0).sum(axis=2)
    without = np.where((number >= low_) & (number <= high_), chance, 0).sum(axis=2)
    return (np.maximum(with_it, 1e-300) / np.maximum(without, 1e-300)).T


class _Counts:
    """Some counts of cells with the messages that they sent last."""

    def __init__(self, items: Sequence[tuple[Sequence[int], int, int]], gems: int) -> None:
        longest = max(len(cells) for cells, _low, _high in items)
        self.cells = np.full((len(items), longest), WIDTH * gems)
        for row, (cells, _low, _high) in enumerate(items):
            self.cells[row, : len(cells)] = [(one % WIDTH) * gems + one // WIDTH for one in cells]
        self.low = np.array([low for _cells, low, _high in items])
        self.high = np.array([high for _cells, _low, high in items])
        self.padding = self.cells == WIDTH * gems
        self.logs = np.zeros(self.cells.shape)

    def update(self, total: Array, damping: float) -> None:
        """Send new messages, given the log odds of all cells (the last one stands for padding)."""
        odds = np.exp(np.clip(total[self.cells] - self.logs, -25, 25))
        odds[self.padding] = 0.0
        new = np.log(np.clip(_leave_one_out(odds, self.low, self.high), TINY, 1 / TINY))
        new[self.padding] = 0.0
        self.logs = damping * self.logs + (1 - damping) * new

    def add_to(self, total: Array) -> None:
        np.add.at(total, self.cells.ravel(), self.logs.ravel())


def _normal(odds: Array, certain: Array) -> Array:
    """Chances that add up to one for each gem."""
    odds = np.where(certain, 1.0, np.where(certain.any(axis=0)[None, :], 0.0, odds))
    return odds / np.maximum(odds.sum(axis=0), 1e-300)[None, :]


def by_hands(
    found: Lists, marks: Marks, should_stop: ShouldStop = never
) -> tuple[Array, tuple[Array, ...], float]:
    """The chance of each cell [holder, gem], of each hand in the lists of each holder (None for free ones), and bits.

    The free holders speak together: they have what is left. The bits are Bethe's estimate of the binary logarithm of
    the number of tableaus, counts over several holders left out.
    """
    box = found.box
    gems = len(box.gems)
    allowed, certain = _open_cells(box, marks)
    open_ = allowed & ~certain
    sizes = np.array(box.sizes, dtype=float)[:, None]
    said = np.where(open_, sizes / (gems - sizes), 0.0)
    free = list(found.free)
    # One row stands for all free holders together.
    rows_of = [h for h in range(WIDTH) if h not in free]
    free_open = open_[free].any(axis=0)
    free_size = sum(box.sizes[h] for h in free) - int(certain[free].sum())
    if free:
        said[free] = 0.0
        said[free[0]] = np.where(free_open, free_size / max(1, gems - free_size), 0.0)
        group = (
            _Counts([([WIDTH * int(g) for g in np.flatnonzero(free_open)], free_size, free_size)], gems)
            if (free_open.any())
            else None
        )
    cross = None
    if found.cross:
        items = []
        for one in found.cross:
            cells = [WIDTH * gem + h for h, mask in enumerate(one.masks) for gem in box.members(mask)]
            items.append((cells, one.low, one.high))
        cross = _Counts(items, gems)
    told = np.ones((WIDTH, gems))
    weights: list[Array] = [
        None if h in free else np.ones(len(found.masks[h])) / len(found.masks[h]) for h in range(WIDTH)
    ]
    before = np.zeros((WIDTH, gems))
    chances = before
    bits = 0.0
    for number in range(HAND_ROUNDS):
        logs_of_hands = 0.0
        combined = said * told
        heard = told / np.maximum(combined.sum(axis=0)[None, :] - combined, TINY)
        new_said = np.zeros_like(said)
        for holder in rows_of:
            if should_stop():
                raise Stopped
            rows = found.gems[holder]
            if len(rows) == 1:
                continue
            odds = np.where(open_[holder], heard[holder], 1.0)
            weight = odds[rows[:, 0]]
            for column in range(1, rows.shape[1]):
                weight = weight * odds[rows[:, column]]
            logs_of_hands += float(np.log(weight.sum()))
            weight /= weight.sum()
            weights[holder] = weight
            share = np.clip(of_gems(rows, weight, gems), TINY, 1 - TINY)
            new_said[holder] = np.where(open_[holder], share / (1 - share) / odds, 0.0)
        if free and group is not None:
            group.logs[:] = 0.0
            group.update(np.append(np.log(np.clip(heard[free[0]], TINY, 1 / TINY)), np.zeros(1)), 0.0)
            new_said[free[0], free_open] = np.exp(group.logs[0])
            logs_of_hands += _log_symmetric(heard[free[0]][free_open], free_size)
        said = np.sqrt(new_said * said) if number else new_said
        if cross is not None:
            log_heard = np.log(np.clip(heard * said, TINY, 1 / TINY)).ravel()
            cross.update(np.append(log_heard, 0.0), 0.0 if number == 0 else 0.5)
            logs = np.zeros(WIDTH * gems + 1)
            cross.add_to(logs)
            told = np.exp(np.clip(logs[:-1], -20, 20)).reshape(WIDTH, gems)
        odds = said * told
        bits = _bethe(odds, heard, open_, free, logs_of_hands, free_open, sizes, certain)
        if free:
            # What the free holders have together is split by how many gems each still has to get.
            share = np.where(open_[free], sizes[free] - certain[free].sum(axis=1)[:, None], 0.0)
            odds[free] = odds[free[0]] * share / np.maximum(share.sum(axis=0), TINY)[None, :]
        chances = _normal(np.where(open_, odds, 0.0), certain)
        if number > 2 and np.abs(chances - before).max() < CLOSE:
            break
        before = chances
    return chances, tuple(weights), bits


def _log_symmetric(odds: Array, size: int) -> float:
    """The logarithm of the sum of the products of *size* of *odds*."""
    scale = max(float(odds.mean()), TINY)
    sums = np.zeros(size + 1)
    sums[0] = 1.0
    for one in np.minimum(odds / scale, 1e6):
        sums[1:] += sums[:-1] * one
    return float(np.log(max(sums[size], 1e-300))) + size * log(scale)


def _bethe(
    said: Array,
    heard: Array,
    open_: Array,
    free: Sequence[int],
    logs_of_hands: float,
    free_open: Array,
    sizes: Array,
    certain: Array,
) -> float:
    """Bethe's estimate of the binary logarithm of the number of tableaus, from the messages."""
    alive = open_.any(axis=0)
    meeting = float(np.log(np.maximum(said.sum(axis=0)[alive], TINY)).sum())
    edges = np.log1p(said * heard)
    asked = [holder for holder in range(WIDTH) if holder not in free]
    edge = float(edges[asked].sum(where=open_[asked]))
    split = 0.0
    if free:
        edge += float(edges[free[0]][free_open].sum())
        left = [int(sizes[holder, 0]) - int(certain[holder].sum()) for holder in free]
        split = lgamma(sum(left) + 1) - sum(lgamma(size + 1) for size in left)
    return (logs_of_hands + meeting - edge + split) / log(2) + BETHE_LOW
