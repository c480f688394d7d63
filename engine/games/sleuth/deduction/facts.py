"""What is known of a tableau, as counts of cells.

A cell is a gem at a holder: the number ``8 * gem + holder``, with the numbers of the box. A fact says that of some
cells at least ``low`` and at most ``high`` are true. That is enough for everything a player can learn: answers, the
sum of the own tips, hints, and marks made by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.games.sleuth.box import HOLDERS, Box
from engine.games.sleuth.model import Answer, Sheet

WIDTH = len(HOLDERS)
"""How many cells a gem has."""


def cell(gem: int, holder: int) -> int:
    """The cell of *gem* at *holder*."""
    return WIDTH * gem + holder


# Where facts come from ----------------------------------------


@dataclass(frozen=True)
class FromAnswer:
    """A public answer."""

    answer: Answer


@dataclass(frozen=True)
class FromTotal:
    """The points that the own tips of ``round`` brought: ``right`` of ``tips`` tips were right."""

    round: int
    points: int
    tips: int
    right: int


@dataclass(frozen=True)
class FromHint:
    """With the option `hints`: whether a sure tip of ``round`` was said to be wrong (``told``)."""

    round: int
    told: bool


@dataclass(frozen=True)
class FromMark:
    """A mark made by hand: the gem is at the holder, or is not (``here``)."""

    gem: int
    holder: int
    here: bool


Source = FromAnswer | FromTotal | FromHint | FromMark


@dataclass(frozen=True)
class Fact:
    """Of ``cells`` (ascending) at least ``low`` and at most ``high`` are true."""

    cells: tuple[int, ...]
    low: int
    high: int
    source: Source

    def holds(self, hands: Sequence[int]) -> bool:
        """Whether it is true of a tableau given as the set of gems of each holder."""
        true = sum(1 for one in self.cells if hands[one % WIDTH] >> (one // WIDTH) & 1)
        return self.low <= true <= self.high


def from_answer(box: Box, answer: Answer) -> Fact:
    """The fact in a public answer."""
    holder = HOLDERS.index(answer.question[0])
    gems = box.members(box.sets[answer.question[2:]])
    return Fact(tuple([cell(gem, holder) for gem in gems]), answer.count, answer.count, FromAnswer(answer))


def from_answers(box: Box, answers: Iterable[Answer]) -> list[Fact]:
    """The facts in public answers; a question asked again tells nothing new and is left out."""
    distinct = {(answer.question, answer.count): answer for answer in reversed(list(answers))}
    return [from_answer(box, answer) for answer in reversed(distinct.values())]


def from_sheet(box: Box, number: int, sheet: Sheet, points: int, hints: bool) -> list[Fact]:
    """The facts in the own tips of round *number*, which brought *points* (bonus left out).

    Of *n* tips of which *r* were right the points are r − 2(n − r).
    """
    found: list[Fact] = []
    cells = _cells(box, sheet.orders.places())
    if cells:
        right = (points + 2 * len(cells)) // 3
        found.append(Fact(cells, right, right, FromTotal(number, points, len(cells), right)))
    sure = _cells(box, sheet.orders.sure.items())
    if hints and sure:
        low, high = (0, len(sure) - 1) if sheet.hint else (len(sure), len(sure))
        found.append(Fact(sure, low, high, FromHint(number, sheet.hint)))
    return found


def from_mark(mark: FromMark) -> Fact:
    """The fact in a mark made by hand."""
    count = 1 if mark.here else 0
    return Fact((cell(mark.gem, mark.holder),), count, count, mark)


def _cells(box: Box, places: Iterable[tuple[str, str]]) -> tuple[int, ...]:
    return tuple(sorted(cell(box.index[gem], HOLDERS.index(holder)) for gem, holder in places))
