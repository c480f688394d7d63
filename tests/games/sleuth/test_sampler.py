"""What is dealt anew fits all that a seat knows; the deduction sheet says what follows from it."""

from __future__ import annotations

import pickle
import random

import pytest

from engine.core import codec
from engine.games.sleuth.box import HOLDERS, box
from engine.games.sleuth.deduction import sheet
from engine.games.sleuth.model import State
from engine.games.sleuth.rules import GAME, bonuses, score
from engine.games.sleuth.sampler import sample
from tests.games.sleuth.contract import random_move
from tests.games.sleuth.table import PLAIN, Table, deal, orders, right


def middle(seats: int, rounds: int, seed: int, **options: object) -> Table:
    """A table with some rounds of random orders behind it."""
    rng = random.Random(seed)
    table = Table(seats, deal(str(options.get("variant", "standard")), seed), nmr="skip", **options)
    for _round in range(rounds):
        for seat in range(seats):
            table.give(seat, random_move(table.view(seat), rng))
    return table


@pytest.mark.parametrize("seed", range(8))
def test_sampled_states_explain_what_was_published(seed: int) -> None:
    """Every answer, and the points and bonuses of every round, follow from the tableau and sheets dealt."""
    table = middle(4, 8, seed, hints=bool(seed % 2))
    for viewer in (0, 3, None):
        dealt: State = sample(table.view(viewer), random.Random(seed))
        inside = box("standard")
        assert codec.encode(GAME.view(dealt, viewer)) == codec.encode(table.view(viewer))
        for answer in dealt.answers:
            assert inside.answer(dealt.tableau, answer.question) == answer.count
        for result, sheets in zip(dealt.results, dealt.sheets, strict=True):
            counts = [score(dealt.tableau, inside.index, one.orders) for one in sheets]
            assert tuple(good - 2 * bad for good, bad in counts) == result.tips
            if result.number >= 5:
                assert bonuses([good for good, _bad in counts], inside.bonuses) == result.bonus


# The deduction sheet ----------------------------------------


def test_findings_come_step_by_step() -> None:
    table = Table(1)
    for question in ("A:D", "A:r", "A:b", "A:1"):
        table.round(orders([question], sure=right("standard", PLAIN, 1)))
    known = sheet.facts_of(table.view(), own_totals=True)
    seen: list[sheet.Findings] = []
    shares: list[float] = []
    found = sheet.work_out(known, progress=shares.append, report=seen.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert ("Dr1", "A") in found.certain
    assert ("Dr1", "B") in found.impossible
    assert found.complete
    assert dict(found.chances)["Dr1"] == (1.0, *[0.0] * 7)
    assert found.bits is not None
    assert found.questions[0].bits > 1
    assert "A:D" not in {worth.question for worth in found.questions}
    assert any(not some.chances for some in seen)
    assert any(some.chances and not some.questions for some in seen)
    assert pickle.loads(pickle.dumps(found)) == found
    assert pickle.loads(pickle.dumps(known)) == known


def test_own_totals_are_a_switch() -> None:
    table = Table(1)
    table.round(orders(sure=right("standard", PLAIN, 2)))
    with_them = sheet.work_out(sheet.facts_of(table.view(), own_totals=True))
    without = sheet.work_out(sheet.facts_of(table.view(), own_totals=False))
    assert {("Dr1", "A"), ("Dr2", "A")} == with_them.certain
    assert not without.certain


def test_explanations() -> None:
    table = Table(1)
    table.round(orders(["A:P"]))
    known = sheet.facts_of(table.view(), own_totals=True)
    found = sheet.explain(known, "Pr1", "A")
    assert found is not None
    here, why = found
    assert not here
    assert len(why.facts) == 1
    assert sheet.explain(known, "Dr1", "A") is None


def test_marks_by_hand_and_contradictions() -> None:
    table = Table(1)
    table.round(orders(["A:P"]))
    by_hand = [("Pr1", "A", True), ("Dr1", "X", False)]
    known = sheet.facts_of(table.view(), True, by_hand)
    found = sheet.work_out(known)
    assert found.conflict is not None
    assert found.conflict.smallest
    assert len(found.conflict.facts) == 2
    assert not found.chances
    assert sheet.contradiction(known) == found.conflict
    clean = sheet.work_out(sheet.facts_of(table.view(), True))
    assert sheet.against(clean, by_hand) == (("Pr1", "A"),)
    assert sheet.contradiction(sheet.facts_of(table.view(), True)) is None
    assert HOLDERS


def test_work_on_the_sheet_can_be_cancelled() -> None:
    from engine.games.sleuth.deduction.solver import Stopped

    with pytest.raises(Stopped):
        sheet.work_out(sheet.facts_of(Table(1).view(), True), should_stop=lambda: True)


def test_the_course_goes_on_where_it_was_left() -> None:
    from engine.games.sleuth.deduction.asking import SoFar, course

    table = Table(2)
    for number in range(4):
        table.round(*[orders([box("standard").questions[2 * number + seat]]) for seat in (0, 1)])
    told: list[tuple[float, ...]] = []
    shares: list[float] = []
    whole = course(SoFar(table.view(None)), lambda: False, shares.append, told.append)  # type: ignore[arg-type]
    assert [len(some) for some in told] == [1, 2, 3, 4, 5]
    assert shares == sorted(shares)
    assert shares[-1] <= 1
    more: list[tuple[float, ...]] = []
    again = course(SoFar(table.view(None), whole[:3]), lambda: False, shares.append, more.append)  # type: ignore[arg-type]
    assert again == whole
    assert [len(some) for some in more] == [4, 5]
