"""Whether some tableau fits the facts: an exact answer from a SAT solver with counts built in.

Facts are counts of cells, and so are the rules of the deal (each gem at one holder, each holder with so many gems);
MiniCard (in python-sat) takes counts as they are. For a standard game it is built in a millisecond, answers in far
less than one, and keeps what it has learned from one question to the next. python-sat is MIT licensed, its wheels for
the three systems have 2.3 to 2.8 MB; OR-tools' CP-SAT needs ten times as long and weighs 80 MB. It is imported when
first used, never at the start of the program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

from engine.games.sleuth.box import HOLDERS, Box
from engine.games.sleuth.deduction.facts import WIDTH, Fact

ShouldStop = Callable[[], bool]
"""Asked now and then by whatever takes long; true means that nobody waits for the result any more."""

Progress = Callable[[float], None]
"""Told now and then how much is done, from 0 to 1."""


class Stopped(Exception):
    """The work was cancelled."""


def never() -> bool:
    """The `ShouldStop` of those who wait."""
    return False


def no_progress(_share: float) -> None:
    """The `Progress` of those who don't watch."""


class Solver:
    """All tableaus of *box* that fit *facts*. Use it in a ``with`` statement, or call `close`."""

    def __init__(self, box: Box, facts: Iterable[Fact]) -> None:
        from pysat.solvers import Minicard

        self.box = box
        self._solver: Any = Minicard()
        self._possible = True
        self._literals = WIDTH * len(box.gems)
        gems = range(len(box.gems))
        for gem in gems:
            self._between([WIDTH * gem + holder for holder in range(WIDTH)], 1, 1)
        for holder, size in enumerate(box.sizes):
            self._between([WIDTH * gem + holder for gem in gems], size, size)
        for fact in facts:
            self._between(fact.cells, fact.low, fact.high)

    def __enter__(self) -> Solver:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Give back the solver's memory."""
        self._solver.delete()

    def switched(self, fact: Fact) -> int:
        """Add *fact* so that it counts only where the switch returned is among those that `solve` is given."""
        switch = self._new()
        literals = [one + 1 for one in fact.cells]
        for limited, most in ((literals, fact.high), ([-one for one in literals], len(literals) - fact.low)):
            if most < 0:
                self._solver.add_clause([-switch])
            elif most == len(limited) - 1:
                self._solver.add_clause([-switch, *(-one for one in limited)])
            elif most < len(limited):
                # As many stand-ins for the switch as take away all freedom but *most*.
                weights = [self._new() for _one in range(len(limited) - most)]
                for weight in weights:
                    self._solver.add_clause([-switch, weight])
                self._solver.add_atmost([*limited, *weights], len(limited))
        return switch

    def _new(self) -> int:
        """A literal not used yet."""
        self._literals += 1
        return self._literals

    def _between(self, cells: Sequence[int], low: int, high: int) -> None:
        count = len(cells)
        if low > count or high < 0 or low > high:
            self._possible = False
        if not self._possible:
            return
        literals = [one + 1 for one in cells]
        if high == 0:
            for literal in literals:
                self._solver.add_clause([-literal])
            return
        if low == count:
            for literal in literals:
                self._solver.add_clause([literal])
            return
        if low == 1:
            self._solver.add_clause(literals)
        elif low > 0:
            self._solver.add_atmost([-literal for literal in literals], count - low)
        if high < count:
            self._solver.add_atmost(literals, high)

    def forbid(self, cell: int) -> None:
        """*cell* is known to be false: remember it."""
        self._solver.add_clause([-(cell + 1)])

    def solve(
        self, true: Sequence[int] = (), effort: int | None = None, switches: Sequence[int] = ()
    ) -> list[int] | bool | None:
        """The holder of each gem in some tableau in which the cells *true* are true; None if there is none.

        With *effort*, a number of conflicts, it may give up: False. `conflicts` counts what was spent. *switches* turn
        the facts that are `switched` on.
        """
        if not self._possible:
            return None
        literals = [*(one + 1 for one in true), *switches]
        if effort is None:
            found = self._solver.solve(assumptions=literals)
        else:
            self._solver.conf_budget(effort)
            found = self._solver.solve_limited(assumptions=literals)
            if found is None:
                return False
        if not found:
            return None
        holders = [0] * len(self.box.gems)
        for literal in self._solver.get_model()[: WIDTH * len(holders)]:
            if literal > 0:
                holders[(literal - 1) // WIDTH] = (literal - 1) % WIDTH
        return holders

    @property
    def core(self) -> list[int]:
        """After `solve` has found nothing: the switches (and cells, as literals) that cannot all be on."""
        return list(self._solver.get_core() or ())

    @property
    def conflicts(self) -> int:
        """How many conflicts it has met so far: a measure of its work that does not depend on the machine."""
        return int(self._solver.accum_stats()["conflicts"])

    def feasible(self) -> bool:
        """Whether there is any tableau at all."""
        return self.solve() is not None

    def lean(self, rng: Random) -> None:
        """Make the next tableau found look like any deal: prefer a random one."""
        deal = list(self.box.letters)
        rng.shuffle(deal)
        wanted = [HOLDERS.index(letter) for letter in deal]
        self._solver.set_phases(
            [
                cell + 1 if wanted[cell // WIDTH] == cell % WIDTH else -(cell + 1)
                for cell in range(WIDTH * len(wanted))
            ]
        )


def tableau(box: Box, facts: Sequence[Fact], rng: Random) -> list[int]:
    """The holder of each gem in a random tableau that fits *facts* (not each with the same probability).

    Raises `ValueError` if there is none.
    """
    with Solver(box, facts) as solver:
        solver.lean(rng)
        found = solver.solve()
    if not isinstance(found, list):
        raise ValueError("no tableau fits these facts")
    return found
