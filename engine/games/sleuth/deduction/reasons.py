"""Why something follows: which facts force a cell.

A set of facts *forces* a cell if no tableau that fits them has it otherwise. `reason` takes such a set apart until
nothing can be left out (QuickXplain, Junker 2004).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.games.sleuth.box import Box
from engine.games.sleuth.deduction.facts import WIDTH, Fact
from engine.games.sleuth.deduction.solver import ShouldStop, Solver, Stopped, never

EFFORT = {"standard": 20_000, "large": 20_000}
"""How many conflicts the solver may spend on whether a set of facts is enough.

If it gives up, the set counts as not enough: what is cited always forces, but about one set in a thousand may then have
a fact that a longer search would leave out.
"""


@dataclass(frozen=True)
class Reason:
    """Facts from which something follows; none of them can be left out. Without facts the rules alone force it."""

    facts: tuple[Fact, ...]


def _fits(
    box: Box, facts: Sequence[Fact], true: Sequence[int], false: Sequence[int]
) -> list[int] | bool | None:
    with Solver(box, facts) as solver:
        for one in false:
            solver.forbid(one)
        return solver.solve(true, EFFORT[box.variant])


def _minimal(
    facts: Sequence[Fact], contradicts: Callable[[Sequence[Fact]], bool], should_stop: ShouldStop
) -> list[Fact]:
    """A part of *facts* that still contradicts and can lose no fact; *facts* as a whole must contradict."""

    def search(base: list[Fact], changed: bool, rest: list[Fact]) -> list[Fact]:
        if should_stop():
            raise Stopped
        if changed and contradicts(base):
            return []
        if len(rest) == 1:
            return rest
        half = len(rest) // 2
        first, second = rest[:half], rest[half:]
        needed = search(base + first, True, second)
        return search(base + needed, bool(needed), first) + needed

    if contradicts([]):
        return []
    found = search([], False, list(facts))
    # Where the solver gave up on the way, a fact may be left that a smaller set shows to be needless.
    shrunk = True
    while shrunk:
        shrunk = False
        for fact in list(found):
            if should_stop():
                raise Stopped
            without = [other for other in found if other is not fact]
            if contradicts(without):
                found, shrunk = without, True
    return found


def reason(
    box: Box, facts: Sequence[Fact], cell: int, here: bool, should_stop: ShouldStop = never
) -> Reason | None:
    """Which of *facts* force *cell* to be true (*here*) or false; None if they don't (or it can't be shown in time).

    Facts about the cell's own holder and gem are preferred. Raises `Stopped`.
    """
    true, false = ((), (cell,)) if here else ((cell,), ())

    def contradicts(some: Sequence[Fact]) -> bool:
        return _fits(box, some, true, false) is None

    if not contradicts(facts):
        return None
    # What stands first is left out last: the facts nearest to the cell.
    ordered = sorted(facts, key=lambda fact: (_distance(fact, cell), len(fact.cells)))
    near = [fact for fact in ordered if _distance(fact, cell) < 2]
    start = near if contradicts(near) else ordered
    return Reason(tuple(_minimal(start, contradicts, should_stop)))


def _distance(fact: Fact, cell: int) -> int:
    if cell in fact.cells:
        return 0
    near = any(one % WIDTH == cell % WIDTH or one // WIDTH == cell // WIDTH for one in fact.cells)
    return 1 if near else 2
