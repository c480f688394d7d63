"""Elimination as with a pencil: each fact, each gem and each holder is looked at by itself until nothing changes.

It finds what a careful person finds, not all that follows; `marks` is exact and begins with this.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.sleuth.box import Box
from engine.games.sleuth.deduction.facts import WIDTH, Fact


class Impossible(Exception):
    """The facts can't all be true."""


def deal_counts(box: Box) -> list[tuple[tuple[int, ...], int, int]]:
    """The rules of the deal as counts: each gem at one holder, each holder with so many gems."""
    gems = range(len(box.gems))
    found = [(tuple([WIDTH * gem + holder for holder in range(WIDTH)]), 1, 1) for gem in gems]
    found += [
        (tuple([WIDTH * gem + holder for gem in gems]), size, size) for holder, size in enumerate(box.sizes)
    ]
    return found


def eliminate(box: Box, facts: Sequence[Fact]) -> tuple[set[int], set[int]]:
    """The cells found certain and impossible. Raises `Impossible` on meeting a contradiction."""
    counts = deal_counts(box) + [(fact.cells, fact.low, fact.high) for fact in facts]
    of_cell: dict[int, list[int]] = {}
    for number, (cells, _low, _high) in enumerate(counts):
        for one in cells:
            of_cell.setdefault(one, []).append(number)
    certain: set[int] = set()
    impossible: set[int] = set()
    todo = set(range(len(counts)))
    while todo:
        cells, low, high = counts[todo.pop()]
        sure = [one for one in cells if one in certain]
        open_cells = [one for one in cells if one not in certain and one not in impossible]
        if len(sure) > high or len(sure) + len(open_cells) < low:
            raise Impossible
        if not open_cells:
            continue
        if len(sure) == high:
            impossible.update(open_cells)
        elif len(sure) + len(open_cells) == low:
            certain.update(open_cells)
        else:
            continue
        for one in open_cells:
            todo.update(of_cell[one])
    return certain, impossible
