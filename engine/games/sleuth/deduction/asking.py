"""Deduction as errands of a worker (`engine.play.errands`): each takes one value and may be stopped.

What is known is gathered there too, so that a window asks with a view and waits for nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from engine.games.sleuth.deduction.chances import chances
from engine.games.sleuth.deduction.conflicts import Conflict
from engine.games.sleuth.deduction.reasons import Reason
from engine.games.sleuth.deduction.sheet import (
    Findings,
    Known,
    Place,
    contradiction,
    explain,
    facts_of,
    work_out,
)
from engine.games.sleuth.deduction.solver import Progress, ShouldStop
from engine.games.sleuth.model import View

Report = Callable[[object], None]
Mark = tuple[str, str, bool]
"""A gem, a holder, and whether the gem is said to be there."""


@dataclass(frozen=True)
class Situation:
    """What is to be thought about: a view, whether the own totals count, and marks to be taken for facts."""

    view: View
    own_totals: bool
    by_hand: tuple[Mark, ...] = ()

    def known(self) -> Known:
        """The facts in it."""
        return facts_of(self.view, self.own_totals, self.by_hand)


@dataclass(frozen=True)
class Why:
    """Why a gem is, or is not, at a holder. ``reason`` None: it is open."""

    place: Place
    here: bool = False
    reason: Reason | None = None


def findings(situation: Situation, should_stop: ShouldStop, progress: Progress, report: Report) -> Findings:
    """All that follows; *report* hears of marks first, then of chances."""
    return work_out(situation.known(), should_stop, progress, report)


def why(asked: tuple[Situation, Place], should_stop: ShouldStop, progress: Progress, report: Report) -> Why:
    """The facts behind a forced cell."""
    situation, place = asked
    found = explain(situation.known(), *place, should_stop)
    return Why(place) if found is None else Why(place, *found)


def conflict(
    situation: Situation, should_stop: ShouldStop, progress: Progress, report: Report
) -> Conflict | None:
    """Facts and marks that can't all be true; *report* hears of larger sets found on the way."""
    return contradiction(situation.known(), should_stop, report)


@dataclass(frozen=True)
class SoFar:
    """The course of the unknown in *view*, as far as it is reckoned: see `course`."""

    view: View
    bits: tuple[float, ...] = ()


def course(so_far: SoFar, should_stop: ShouldStop, progress: Progress, report: Report) -> tuple[float, ...]:
    """How many bits were unknown after 0, 1, 2 … rounds to those who heard the public answers only.

    Goes on where it was left; *report* hears what there is so far after each round.
    """
    view = so_far.view
    found = list(so_far.bits)
    wanted = len(view.results) + 1
    for number in range(len(found), wanted):

        def part(share: float, number: int = number) -> None:
            progress((number + share) / wanted)

        part(0.0)
        answers = tuple([answer for answer in view.answers if answer.round <= number])
        known = facts_of(msgspec.structs.replace(view, answers=answers), own_totals=False)
        found.append(chances(known.box, known.facts, None, should_stop, part).bits)
        report(tuple(found))
    return tuple(found)
