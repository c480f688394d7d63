"""The deduction sheet: everything that follows from one view, for a person's screen or a bot.

    sheet = facts_of(view, own_totals=True, by_hand=marks)       # what is known; cheap
    found = work_out(sheet, should_stop, progress)               # marks, chances, questions; in a worker
    why = explain(sheet, "Dr1", "A", should_stop)                # the facts behind a forced cell

All values here are plain and small enough to be sent between processes, and speak of gems and holders by their codes.
`engine.games.sleuth.words` puts facts into words (`describe_fact`, `describe_reason`, `describe_conflict`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from engine.games.sleuth.box import HOLDERS, Box, box
from engine.games.sleuth.deduction.chances import Chances, chances
from engine.games.sleuth.deduction.conflicts import Conflict, conflict
from engine.games.sleuth.deduction.elimination import Impossible
from engine.games.sleuth.deduction.facts import WIDTH, Fact, FromMark, cell, from_mark
from engine.games.sleuth.deduction.inquiry import Worth, worths
from engine.games.sleuth.deduction.marks import Marks, marks
from engine.games.sleuth.deduction.reasons import Reason, reason
from engine.games.sleuth.deduction.solver import (
    Progress,
    ShouldStop,
    Stopped,
    never,
    no_progress,
)
from engine.games.sleuth.model import View

Place = tuple[str, str]
"""A gem and a holder."""


@dataclass(frozen=True)
class Known:
    """What is known: the facts, and the questions answered already (no need to ask them again)."""

    variant: str
    facts: tuple[Fact, ...]
    asked: frozenset[str]

    @property
    def box(self) -> Box:
        """The box played with."""
        return box(self.variant)


@dataclass(frozen=True)
class Findings:
    """What follows. While it is worked out, earlier findings lack what comes later.

    ``certain`` and ``impossible`` are proved; with ``complete`` there is nothing more of the kind. ``chances[gem]``
    are the chances at each of `HOLDERS`; empty until they are there, and after a contradiction. ``exact``: counted,
    not estimated. ``bits``: what is still unknown. ``questions``: the questions not answered yet with the bits they
    are expected to bring, best first. ``conflict``: facts that can't all be true; then nothing else is said.
    """

    certain: frozenset[Place] = frozenset()
    impossible: frozenset[Place] = frozenset()
    complete: bool = False
    chances: tuple[tuple[str, tuple[float, ...]], ...] = ()
    exact: bool = False
    bits: float | None = None
    questions: tuple[Worth, ...] = ()
    conflict: Conflict | None = None


def facts_of(view: View, own_totals: bool, by_hand: Sequence[tuple[str, str, bool]] = ()) -> Known:
    """What the seat of *view* knows.

    *own_totals*: whether the sums of its own tips (and hints) count, or only public answers. *by_hand* are marks to
    be taken for facts: gem, holder, and whether it is there.
    """
    from engine.games.sleuth.sampler import known_facts

    inside = box(view.settings.variant)
    facts = known_facts(view, own_totals)
    facts += [
        from_mark(FromMark(inside.index[gem], HOLDERS.index(holder), here)) for gem, holder, here in by_hand
    ]
    return Known(view.settings.variant, tuple(facts), frozenset([answer.question for answer in view.answers]))


def _places(inside: Box, cells: frozenset[int]) -> frozenset[Place]:
    return frozenset([(inside.gems[one // WIDTH], HOLDERS[one % WIDTH]) for one in cells])


def _marked(inside: Box, found: Marks) -> Findings:
    return Findings(
        _places(inside, found.certain), _places(inside, found.impossible), complete=found.complete
    )


def work_out(
    known: Known,
    should_stop: ShouldStop = never,
    progress: Progress = no_progress,
    report: Callable[[Findings], None] | None = None,
) -> Findings:
    """Everything that follows from *known*.

    *report* is told of findings on the way: marks first, then chances, then questions. Raises `Stopped` when
    cancelled.
    """
    inside = known.box

    def tell(findings: Findings) -> None:
        if report is not None:
            report(findings)

    try:
        found = marks(
            inside,
            known.facts,
            should_stop,
            lambda share: progress(share / 2),
            lambda some: tell(_marked(inside, some)),
        )
    except Impossible:
        told = conflict(inside, known.facts, should_stop, lambda some: tell(Findings(conflict=some)))
        return Findings(conflict=told)
    if should_stop():
        raise Stopped
    findings = _marked(inside, found)
    tell(findings)
    reckoned = chances(inside, known.facts, found, should_stop, lambda share: progress(0.5 + 0.4 * share))
    findings = _with_chances(inside, findings, reckoned)
    tell(findings)
    findings = replace(findings, questions=tuple(worths(reckoned, known.asked)))
    progress(1.0)
    return findings


def _with_chances(inside: Box, findings: Findings, found: Chances) -> Findings:
    return replace(
        findings,
        chances=tuple([(gem, found.of(number)) for number, gem in enumerate(inside.gems)]),
        exact=found.exact,
        bits=found.bits,
    )


def explain(
    known: Known, gem: str, holder: str, should_stop: ShouldStop = never
) -> tuple[bool, Reason] | None:
    """Why *gem* must be at *holder* (true) or can't be (false), with the facts that force it; None if it is open."""
    inside = known.box
    one = cell(inside.index[gem], HOLDERS.index(holder))
    for here in (True, False):
        found = reason(inside, known.facts, one, here, should_stop)
        if found is not None:
            return here, found
    return None


def contradiction(
    known: Known, should_stop: ShouldStop = never, report: Callable[[Conflict], None] | None = None
) -> Conflict | None:
    """Facts that can't all be true, as few as possible; None if there are none.

    *report* is told of the first set found and of smaller ones.
    """
    return conflict(known.box, known.facts, should_stop, report)


def against(findings: Findings, by_hand: Sequence[tuple[str, str, bool]]) -> tuple[Place, ...]:
    """The marks made by hand that *findings* (worked out without them) prove wrong; cheap enough for every click."""
    return tuple(
        [
            (gem, holder)
            for gem, holder, here in by_hand
            if (gem, holder) in (findings.impossible if here else findings.certain)
        ]
    )
