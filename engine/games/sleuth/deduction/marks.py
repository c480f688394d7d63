"""Exactly which cells are certain and which impossible.

A cell is impossible if no tableau has it, and certain if no tableau lacks it (so every other cell of its gem is
impossible). Elimination settles most; for each cell left open the solver looks for a tableau that has it. Each
tableau found shows for all its gems at once that they can be there, so few questions remain.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.games.sleuth.box import Box
from engine.games.sleuth.deduction.elimination import Impossible, eliminate
from engine.games.sleuth.deduction.facts import WIDTH, Fact
from engine.games.sleuth.deduction.solver import (
    Progress,
    ShouldStop,
    Solver,
    never,
    no_progress,
)

EFFORTS = {"standard": (200, 5_000, 200_000), "large": (60, 600)}
"""How many conflicts the solver may spend on one cell in each pass over what is still open."""

WORK = {"standard": 5_000_000, "large": 15_000}
"""How many conflicts it may spend in all: never reached in a standard game, some seconds in a large one."""


@dataclass(frozen=True)
class Marks:
    """What is known of each cell.

    ``certain`` and ``impossible`` are proved. ``possible`` cells are true in some tableau. With ``complete`` every
    cell is certain, possible or impossible; otherwise the rest was not settled.
    """

    certain: frozenset[int]
    impossible: frozenset[int]
    possible: frozenset[int]
    complete: bool

    def place(self, gem: int) -> int | None:
        """The certain holder of *gem*, or None."""
        return next((h for h in range(WIDTH) if WIDTH * gem + h in self.certain), None)


def marks(
    box: Box,
    facts: Sequence[Fact],
    should_stop: ShouldStop = never,
    progress: Progress = no_progress,
    report: Callable[[Marks], None] | None = None,
) -> Marks:
    """The marks that follow from *facts*. Raises `elimination.Impossible` if these contradict each other.

    Stopped early, or where a cell is too hard, the result is incomplete, but everything in it is proved. *report* is
    told of better and better results on the way.
    """
    certain, impossible = eliminate(box, facts)
    total = WIDTH * len(box.gems)
    possible: set[int] = set()

    def result() -> Marks:
        for gem in range(len(box.gems)):
            left = [one for one in range(WIDTH * gem, WIDTH * gem + WIDTH) if one not in impossible]
            if len(left) == 1:
                certain.add(left[0])
        settled = len(impossible) + len(possible | certain) == total
        return Marks(frozenset(certain), frozenset(impossible), frozenset(possible | certain), settled)

    with Solver(box, facts) as solver:
        for one in impossible:
            solver.forbid(one)
        found = solver.solve((), WORK[box.variant])
        if found is None:
            raise Impossible
        if isinstance(found, list):
            possible.update([WIDTH * gem + holder for gem, holder in enumerate(found)])
        if report is not None:
            report(result())
        for effort in EFFORTS[box.variant]:
            for one in range(total):
                if one in possible or one in impossible:
                    continue
                if should_stop() or solver.conflicts > WORK[box.variant]:
                    return result()
                found = solver.solve((one,), effort)
                if isinstance(found, list):
                    possible.update([WIDTH * gem + holder for gem, holder in enumerate(found)])
                elif found is None:
                    impossible.add(one)
                    solver.forbid(one)
                progress((len(possible) + len(impossible)) / total)
            if len(possible) + len(impossible) == total:
                break
            if report is not None:
                report(result())
    return result()
