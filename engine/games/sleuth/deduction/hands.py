"""The hands that each holder may have, and exact numbers of tableaus, for the standard game.

A holder of five gems has one of 376,992 hands before anything is known. Facts about a single holder cut its list down
(a hand is a bit mask, a fact a mask and a count). `Lists` has what is left; `count` counts the tableaus made of them
exactly by meeting in the middle: the holders are dealt into two halves, the disjoint unions of each half are listed,
and those that complete each other are matched by their masks. Counts of cells at several holders (sums of the own
tips) become part of the key.

Holders of whom no fact speaks (X as a rule, and those not asked yet) are *free*: whatever the others leave can be dealt
to them in the same number of ways, so no list is needed for them, and halves need only be disjoint.

numpy (30 MB in a bundle) keeps chances within a second: over all 376,992 hands a filter took 2–6 ms against
26–32 ms in pure Python and weighing by five odds 14 ms against 80 ms (on a busy machine), and belief propagation
weighs up to seven such lists, 4 to 25 times over. It is imported by this module, `network` and `scaling`, and by
functions of `chances` and `inquiry`: when chances are first asked for, in a worker.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations
from math import comb, factorial
from typing import Any

import numpy as np

from engine.games.sleuth.box import Box
from engine.games.sleuth.deduction.facts import WIDTH, Fact
from engine.games.sleuth.deduction.marks import Marks
from engine.games.sleuth.deduction.solver import ShouldStop, Stopped, never

Array = Any
"""A numpy array."""

COST = 20_000_000
"""How many pairs of hands an exact count may look at; up to half a second."""

LISTED = 50_000
"""The hands of a free holder are listed only if there are at most so many."""

_CHUNK = 2_000_000


@dataclass(frozen=True)
class Cross:
    """A count over cells of several holders that are open still: ``masks[h]`` are the gems at holder *h*."""

    masks: tuple[int, ...]
    low: int
    high: int


@dataclass(frozen=True)
class Lists:
    """The hands left to each holder: ``masks[h]`` as bit masks, ``gems[h]`` the same as rows of gem numbers.

    ``free`` holders have no facts of their own; their lists are None if they are long.
    """

    box: Box
    masks: tuple[Array, ...]
    gems: tuple[Array, ...]
    cross: tuple[Cross, ...]
    free: tuple[int, ...]

    @property
    def contradictory(self) -> bool:
        """Whether some holder has no hand left."""
        return any(masks is not None and not len(masks) for masks in self.masks)


@cache
def _every_hand(gems: int, size: int) -> tuple[Array, Array]:
    rows = np.fromiter(chain.from_iterable(combinations(range(gems), size)), dtype=np.uint8).reshape(-1, size)
    masks = np.zeros(len(rows), dtype=np.uint64)
    bits = np.uint64(1) << np.arange(gems, dtype=np.uint64)
    for column in range(size):
        masks |= bits[rows[:, column]]
    return masks, rows


def crosses(facts: Sequence[Fact], marks: Marks) -> tuple[Cross, ...]:
    """The facts about several holders, without the cells that are settled.

    Left out are those that say nothing more, and those whose open cells are all at one holder (see `lists`).
    """
    found: dict[Cross, None] = {}
    for fact in facts:
        cells, low, high = _open(fact, marks)
        if len({one % WIDTH for one in cells}) > 1 and (low > 0 or high < len(cells)):
            masks = [0] * WIDTH
            for one in cells:
                masks[one % WIDTH] |= 1 << one // WIDTH
            found[Cross(tuple(masks), low, high)] = None
    return tuple(found)


def _open(fact: Fact, marks: Marks) -> tuple[list[int], int, int]:
    """The cells of *fact* that are not settled, and how many of them at least and at most are true."""
    cells = [one for one in fact.cells if one not in marks.certain and one not in marks.impossible]
    sure = sum(1 for one in fact.cells if one in marks.certain)
    return cells, max(0, fact.low - sure), min(len(cells), fact.high - sure)


def lists(box: Box, facts: Sequence[Fact], marks: Marks) -> Lists:
    """The hands that the facts about each single holder and *marks* leave."""
    certain = [0] * WIDTH
    allowed = [0] * WIDTH
    for gem in range(len(box.gems)):
        for holder in range(WIDTH):
            one = WIDTH * gem + holder
            if one in marks.certain:
                certain[holder] |= 1 << gem
            if one not in marks.impossible:
                allowed[holder] |= 1 << gem
    of_holder: list[list[tuple[int, int, int]]] = [[] for _holder in range(WIDTH)]
    for fact in facts:
        # A sum of own tips, all but some at one holder settled, is as good as an answer about that holder.
        cells, low, high = _open(fact, marks)
        if len({one % WIDTH for one in cells}) == 1:
            gems = sum(1 << one // WIDTH for one in cells)
            of_holder[cells[0] % WIDTH].append((gems, low, high))
    cross = crosses(facts, marks)
    # Settled or not, a fact that speaks of a holder makes it unlike the others.
    spoken_of = {one % WIDTH for fact in facts for one in fact.cells}
    free = [h for h in range(WIDTH) if h not in spoken_of]
    masks: list[Array] = []
    rows: list[Array] = []
    for holder, size in enumerate(box.sizes):
        open_gems = (allowed[holder] & ~certain[holder]).bit_count()
        if holder in free and comb(open_gems, size - certain[holder].bit_count()) > LISTED:
            masks.append(None)
            rows.append(None)
            continue
        every, every_row = _every_hand(len(box.gems), size)
        chosen = np.flatnonzero(
            (every & np.uint64(box.everything & ~allowed[holder] | certain[holder]))
            == np.uint64(certain[holder])
        )
        left = every[chosen]
        for gems, low, high in of_holder[holder]:
            count = np.bitwise_count(left & np.uint64(gems))
            fits = count == low if low == high else (count >= low) & (count <= high)
            left, chosen = left[fits], chosen[fits]
        masks.append(left)
        rows.append(every_row[chosen])
    return Lists(box, tuple(masks), tuple(rows), cross, tuple(free))


# Exact counts ----------------------------------------


@dataclass(frozen=True)
class Counts:
    """How many tableaus there are, for each cell [holder, gem], and for each hand of each list (None if unlisted)."""

    total: float
    cells: Array
    hands: tuple[Array, ...]


@dataclass(frozen=True)
class Plan:
    """How to count: the holders of two halves in the order of joining, and about how many pairs are looked at.

    With ``leave`` the halves have to be disjoint only, since free holders take what is left; without it, they must
    complete each other.
    """

    one: tuple[int, ...]
    other: tuple[int, ...]
    leave: bool
    cost: float


def _disjoint_share(one: Array, other: Array) -> float:
    """About which share of pairs has no gem in common."""
    a = one[:: max(1, len(one) // 200)]
    b = other[:: max(1, len(other) // 200)]
    return max(float(np.mean((a[:, None] & b[None, :]) == 0)), 1e-6)


def plan(found: Lists) -> Plan:
    """The cheapest way to count."""
    plans = []
    if all(masks is not None for masks in found.masks):
        plans.append(_plan(found, [h for h in range(WIDTH) if len(found.masks[h]) != 1], False))
    if found.free:
        asked = [h for h in range(WIDTH) if h not in found.free and len(found.masks[h]) != 1]
        plans.append(_plan(found, asked, True))
    return min(plans, key=lambda one: one.cost)


def _plan(found: Lists, holders: Sequence[int], leave: bool) -> Plan:
    sizes = {h: len(found.masks[h]) for h in holders}
    share = {(a, b): _disjoint_share(found.masks[a], found.masks[b]) for a in sizes for b in sizes if a < b}

    def join_cost(half: Sequence[int]) -> tuple[float, float]:
        spent, size = 0.0, 1.0
        for at, holder in enumerate(half):
            spent += size * sizes[holder]
            size *= sizes[holder]
            for other in half[:at]:
                size *= share[min(holder, other), max(holder, other)]
        return spent, size

    order = sorted(sizes, key=lambda holder: sizes[holder])
    best: Plan | None = None
    for chosen in range(1 << max(0, len(order) - 1)):
        one = tuple([holder for at, holder in enumerate(order) if chosen >> at & 1])
        other = tuple([holder for at, holder in enumerate(order) if not chosen >> at & 1])
        (spent, left), (spent_, right) = join_cost(one), join_cost(other)
        # Either every pair of halves is looked at (quicker than joining a pair), or both are sorted.
        total = spent + spent_ + (0.2 * left * right if leave else 4 * (left + right))
        if best is None or total < best.cost:
            best = Plan(one, other, leave, total)
    assert best is not None
    return best


@dataclass
class _Half:
    """Disjoint unions of one hand of each of some holders."""

    masks: Array
    counts: list[Array]
    picks: dict[int, Array]


def _join(found: Lists, half: Sequence[int], cross: Sequence[Cross], should_stop: ShouldStop) -> _Half:
    joined = _Half(np.zeros(1, dtype=np.uint64), [np.zeros(1, dtype=np.uint64) for _one in cross], {})
    for holder in half:
        joined = _joined(found, joined, holder, cross, should_stop)
    return joined


def _joined(
    found: Lists, joined: _Half, holder: int, cross: Sequence[Cross], should_stop: ShouldStop
) -> _Half:
    """*joined* with each hand of *holder* that is disjoint from it and makes no count of *cross* too high."""
    masks = found.masks[holder]
    counts = [np.bitwise_count(masks & np.uint64(one.masks[holder])).astype(np.uint64) for one in cross]
    step = max(1, _CHUNK // max(1, len(masks)))
    lefts, rights = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
    for begin in range(0, len(joined.masks), step):
        if should_stop():
            raise Stopped
        part = joined.masks[begin : begin + step]
        left, right = np.nonzero((part[:, None] & masks[None, :]) == 0)
        for one, before, now in zip(cross, joined.counts, counts, strict=True):
            fits = before[begin + left] + now[right] <= one.high
            left, right = left[fits], right[fits]
        lefts.append(left + begin)
        rights.append(right)
    left, right = np.concatenate(lefts), np.concatenate(rights)
    return _Half(
        joined.masks[left] | masks[right],
        [before[left] + now[right] for before, now in zip(joined.counts, counts, strict=True)],
        {other: picks[left] for other, picks in joined.picks.items()} | {holder: right},
    )


def _matches(keys: Array, partners: Array) -> Array:
    """For each of *keys* how often it is among *partners*."""
    values, counts = np.unique(partners, return_counts=True)
    if not len(values):
        return np.zeros(len(keys))
    at = np.minimum(np.searchsorted(values, keys), len(values) - 1)
    return np.where(values[at] == keys, counts[at], 0).astype(float)


def _disjoint(
    left: _Half, right: _Half, wanted: Sequence[int], should_stop: ShouldStop
) -> tuple[Array, Array]:
    """For each of both halves how many of the other are disjoint from it and make up the counts *wanted*."""
    of_left, of_right = np.zeros(len(left.masks)), np.zeros(len(right.masks))
    step = max(1, _CHUNK // max(1, len(right.masks)))
    for begin in range(0, len(left.masks), step):
        if should_stop():
            raise Stopped
        part = slice(begin, begin + step)
        fits = (left.masks[part, None] & right.masks[None, :]) == 0
        for number, count in enumerate(wanted):
            fits &= left.counts[number][part, None] + right.counts[number][None, :] == count
        of_left[part] = np.count_nonzero(fits, axis=1)
        of_right += np.count_nonzero(fits, axis=0)
    return of_left, of_right


def _complete(left: _Half, right: _Half, whole: int, gems: int, wanted: Sequence[int]) -> tuple[Array, Array]:
    """For each of both halves how many of the other complete it to *whole* and make up the counts *wanted*."""
    # The key of a left half is what it has, that of a right half what it leaves to be had.
    left_keys, right_keys = left.masks, np.uint64(whole) ^ right.masks
    fits = np.ones(len(right.masks), dtype=bool)
    shift = np.uint64(gems)
    for number, count in enumerate(wanted):
        fits &= right.counts[number] <= count
        left_keys = left_keys | left.counts[number] << shift
        right_keys = right_keys | (np.uint64(count) - np.minimum(right.counts[number], count)) << shift
        shift += np.uint64(max(count.bit_length(), int(left.counts[number].max(initial=0)).bit_length()))
    of_left = _matches(left_keys, right_keys[fits])
    return of_left, np.where(fits, _matches(right_keys, left_keys), 0.0)


def _fixed(found: Lists, fixed: Sequence[int]) -> tuple[Lists, list[Array]]:
    """The lists cut down to hands with the gems *fixed* (a set for each holder), and which hands these are."""
    keeps = [
        None if masks is None else np.flatnonzero((masks & np.uint64(fixed[h])) == np.uint64(fixed[h]))
        for h, masks in enumerate(found.masks)
    ]
    masks = tuple(
        [
            masks if masks is None or keep is None else masks[keep]
            for masks, keep in zip(found.masks, keeps, strict=True)
        ]
    )
    return Lists(found.box, masks, found.gems, found.cross, found.free), keeps


def _nothing(found: Lists) -> Counts:
    none = tuple([None if masks is None else np.zeros(len(masks)) for masks in found.masks])
    return Counts(0.0, np.zeros((WIDTH, len(found.box.gems))), none)


def _count(
    found: Lists, exact: Sequence[Cross], fixed: Sequence[int], should_stop: ShouldStop
) -> Counts | None:
    """The counts with the gems *fixed* where they are; None if the keys have no room for *exact*."""
    gems = len(found.box.gems)
    kept, keeps = _fixed(found, fixed)
    if kept.contradictory:
        return _nothing(found)
    way = plan(kept)
    if not way.leave and gems + sum(one.high.bit_length() + 1 for one in exact) > 63:
        return None
    left_out = kept.free if way.leave else ()
    solved = [h for h in range(WIDTH) if h not in way.one and h not in way.other and h not in left_out]
    base = _join(kept, solved, exact, should_stop)
    if not len(base.masks):
        return _nothing(found)
    wanted = [one.high - int(base.counts[number][0]) for number, one in enumerate(exact)]
    if min(wanted, default=0) < 0:
        return _nothing(found)
    left, right = (_apart(_join(kept, half, exact, should_stop), base) for half in (way.one, way.other))
    if way.leave:
        of_left, of_right = _disjoint(left, right, wanted, should_stop)
        sizes = [found.box.sizes[h] for h in left_out]
        times = float(factorial(sum(sizes)))
        for size in sizes:
            times /= factorial(size)
    else:
        whole = int(base.masks[0]) ^ found.box.everything
        of_left, of_right = _complete(left, right, whole, gems, wanted)
        times = 1.0
    total = float(of_left.sum()) * times
    hands: list[Array] = list(_nothing(found).hands)
    for half, weights in ((left, of_left), (right, of_right)):
        for holder, picks in half.picks.items():
            hands[holder][keeps[holder]] = np.bincount(
                picks, weights=weights * times, minlength=len(kept.masks[holder])
            )
    for holder in solved:
        hands[holder][keeps[holder]] = total
    cells = np.zeros((WIDTH, gems))
    for holder in range(WIDTH):
        if holder not in left_out:
            cells[holder] = of_gems(found.gems[holder], hands[holder], gems)
    if left_out:
        rest = total - cells.sum(axis=0)
        for holder, size in zip(left_out, sizes, strict=True):
            cells[holder] = rest * size / sum(sizes)
            hands[holder] = None
    return Counts(total, cells, tuple(hands))


def _apart(half: _Half, base: _Half) -> _Half:
    """The unions of *half* that have no gem of *base*."""
    fits = (half.masks & base.masks[0]) == 0
    return _Half(
        half.masks[fits],
        [count[fits] for count in half.counts],
        {holder: picks[fits] for holder, picks in half.picks.items()},
    )


def tableaus(found: Lists, most: int, should_stop: ShouldStop = never) -> Array | None:
    """Every tableau made of the hands, as rows [tableau, gem] of holders' numbers; None if there are more than *most*.

    None too if some list is missing, or if on the way there are far more. Raises `Stopped`.
    """
    if any(masks is None for masks in found.masks):
        return None
    joined = _join(found, (), found.cross, should_stop)
    for holder in sorted(range(WIDTH), key=lambda one: len(found.masks[one])):
        if len(joined.masks) * len(found.masks[holder]) > COST:
            return None
        joined = _joined(found, joined, holder, found.cross, should_stop)
    fits = np.ones(len(joined.masks), dtype=bool)
    for count, one in zip(joined.counts, found.cross, strict=True):
        fits &= count >= one.low
    total = int(fits.sum())
    if total > most:
        return None
    places = np.zeros((total, len(found.box.gems)), dtype=np.int8)
    for holder, picks in joined.picks.items():
        rows = found.gems[holder][picks[fits]].astype(np.int64)
        np.put_along_axis(places, rows, holder, axis=1)
    return places


def of_gems(rows: Array, weights: Array, gems: int) -> Array:
    """The weight of each gem when each hand (a row of gem numbers) has a weight."""
    found = np.zeros(gems)
    for column in range(rows.shape[1]):
        found += np.bincount(rows[:, column], weights=weights, minlength=gems)
    return found


def count(found: Lists, should_stop: ShouldStop = never, cost: float = COST) -> Counts | None:
    """The exact counts, or None if that would take too long (see `COST`). Raises `Stopped`.

    A hint that not all of some cells are true is counted by what it takes away: the tableaus in which they all are.
    """
    if found.contradictory:
        return _nothing(found)
    exact = [one for one in found.cross if one.low == one.high]
    hints = [one for one in found.cross if one.low != one.high]
    cells = [sum(mask.bit_count() for mask in one.masks) for one in hints]
    if len(hints) > 3 or any(
        one.low or one.high != number - 1 for one, number in zip(hints, cells, strict=True)
    ):
        return None
    if plan(found).cost * 2 ** len(hints) > cost:
        return None
    parts = []
    for chosen in range(1 << len(hints)):
        fixed = [0] * WIDTH
        for number, hint in enumerate(hints):
            if chosen >> number & 1:
                fixed = [mask | more for mask, more in zip(fixed, hint.masks, strict=True)]
        part = _count(found, exact, fixed, should_stop)
        if part is None:
            return None
        parts.append((-1 if chosen.bit_count() % 2 else 1, part))
    hands = []
    for holder in range(WIDTH):
        listed = [sign * part.hands[holder] for sign, part in parts if part.hands[holder] is not None]
        hands.append(sum(listed[1:], listed[0]) if len(listed) == len(parts) else None)
    total = sum(sign * part.total for sign, part in parts)
    return Counts(total, sum(sign * part.cells for sign, part in parts), tuple(hands))
