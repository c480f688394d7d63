"""What follows from answers: sound, exact against an independent count, explained by no more than is needed."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from engine.games.sleuth.box import HOLDERS, box
from engine.games.sleuth.deduction.chances import chances
from engine.games.sleuth.deduction.conflicts import Conflict, conflict
from engine.games.sleuth.deduction.elimination import Impossible, eliminate
from engine.games.sleuth.deduction.facts import (
    WIDTH,
    Fact,
    FromHint,
    FromMark,
    FromTotal,
    cell,
    from_answers,
    from_mark,
    from_sheet,
)
from engine.games.sleuth.deduction.marks import marks
from engine.games.sleuth.deduction.reasons import EFFORT, reason
from engine.games.sleuth.deduction.solver import Solver, Stopped, tableau
from engine.games.sleuth.model import Sheet
from tests.games.sleuth.table import answered, deal, orders, right, wrong

STANDARD = box("standard")


def questions(rng: random.Random, count: int, holders: int = 7) -> list[str]:
    """*count* questions at the first *holders* holders."""
    return rng.sample([q for q in STANDARD.questions if q[0] in HOLDERS[:holders]], count)


def scene(seed: int, most: int = 90) -> tuple[str, list[Fact]]:
    """A tableau, and what is known after some random questions; sometimes about few holders, sometimes with totals."""
    rng = random.Random(f"scene {seed}")
    where = deal("standard", seed)
    asked = (
        questions(rng, rng.randint(0, most), 7)
        if rng.random() < 0.5
        else questions(rng, rng.randint(10, 50), 3)
    )
    facts = from_answers(STANDARD, answered("standard", where, asked))
    if rng.random() < 0.5:
        sheet = Sheet(
            orders(
                sure=right("standard", where, rng.randint(0, 5)),
                risk=wrong("standard", where, rng.randint(0, 5)),
            )
        )
        good = sheet.orders.sure.count()
        facts += from_sheet(STANDARD, 1, sheet, good - 2 * sheet.orders.risk.count(), False)
    return where, facts


def cells_of(where: str) -> set[int]:
    """The true cells of a tableau."""
    return {cell(gem, HOLDERS.index(holder)) for gem, holder in enumerate(where)}


# Soundness ----------------------------------------


def assert_sound(seed: int) -> None:
    """The true tableau is never excluded, and what elimination finds is among what is exact."""
    where, facts = scene(seed)
    found = marks(STANDARD, facts)
    true = cells_of(where)
    assert found.complete
    assert not found.impossible & true
    assert found.certain <= true
    assert found.possible >= true
    certain, impossible = eliminate(STANDARD, facts)
    assert certain <= found.certain
    assert impossible <= found.impossible


@pytest.mark.parametrize("part", range(4))
def test_soundness(part: int) -> None:
    for seed in range(25 * part, 25 * part + 25):
        assert_sound(seed)


@pytest.mark.slow
def test_soundness_over_a_thousand_deals() -> None:
    """Over 1,000 deals; and the facts cited for a forced cell force it by themselves."""
    for seed in range(1000, 2000):
        assert_sound(seed)
        _where, facts = scene(seed)
        forced = sorted(marks(STANDARD, facts).certain)
        if forced:
            one = random.Random(seed).choice(forced)
            assert_reason(facts, one)


# Exactness ----------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_marks_agree_with_counting(seed: int) -> None:
    """Two methods with nothing in common: a cell is impossible if and only if no counted tableau has it."""
    rng = random.Random(f"count {seed}")
    where = deal("standard", seed)
    # Few holders asked much, or all of them very much: so that counting is possible.
    asked = questions(rng, 40, 3) if seed % 2 else questions(rng, 100)
    facts = from_answers(STANDARD, answered("standard", where, asked))
    found = marks(STANDARD, facts)
    from engine.games.sleuth.deduction.hands import count, lists

    free = marks(STANDARD, [])
    counted = count(lists(STANDARD, facts, free), cost=1e9)
    assert counted is not None
    for gem in range(36):
        for holder in range(WIDTH):
            one = cell(gem, holder)
            number = counted.cells[holder][gem]
            assert (number < 0.5) == (one in found.impossible)
            assert (abs(number - counted.total) < counted.total * 1e-9) == (one in found.certain)


def test_elimination_misses_what_is_exact() -> None:
    """There is something to be gained by exact marks."""
    gained = 0
    for seed in range(12):
        _where, facts = scene(seed)
        gained += len(marks(STANDARD, facts).impossible) - len(eliminate(STANDARD, facts)[1])
    assert gained > 20


def test_marks_stop_early() -> None:
    """Stopped at once, the marks are incomplete, and what they say is proved."""
    where, facts = scene(3)
    found = marks(STANDARD, facts, should_stop=lambda: True)
    assert not found.complete
    assert not found.impossible & cells_of(where)


def test_marks_report_on_the_way() -> None:
    seen = []
    told = []
    _where, facts = scene(5)
    final = marks(STANDARD, facts, progress=told.append, report=seen.append)
    assert told == sorted(told)
    assert all(some.impossible <= final.impossible for some in seen)


def test_large_marks() -> None:
    """Focused questions in a large game: certain cells are found, and they are true."""
    inside = box("large")
    where = deal("large", 1)
    asked = [q for q in inside.questions if q[0] in "AB"]
    facts = from_answers(inside, answered("large", where, asked))
    found = marks(inside, facts)
    true = cells_of(where)
    assert len(found.certain) > 10
    assert found.certain <= true
    assert not found.impossible & true


# Facts ----------------------------------------


def test_totals_say_how_many_tips_were_right() -> None:
    sheet = Sheet(orders(sure={"Dr1": "A", "Dr2": "A", "Dr3": "A", "Db1": "B"}))
    (fact,) = from_sheet(STANDARD, 3, sheet, 1, False)
    assert (fact.low, fact.high) == (3, 3)
    assert fact.source == FromTotal(3, 1, 4, 3)


@pytest.mark.parametrize(("told", "low", "high"), [(True, 0, 1), (False, 2, 2)])
def test_hints(told: bool, low: int, high: int) -> None:
    """A hint excludes that all sure tips are right; with the option, its absence proves them all."""
    sheet = Sheet(orders(sure={"Dr1": "A", "Dr2": "A"}, risk={"Dr3": "B"}), hint=told)
    facts = from_sheet(STANDARD, 1, sheet, 0, True)
    assert [(fact.low, fact.high) for fact in facts[1:]] == [(low, high)]


def test_own_totals_prove_more() -> None:
    where = deal("standard", 4)
    sheet = Sheet(orders(sure=right("standard", where, 3)))
    facts = from_sheet(STANDARD, 1, sheet, 3, False)
    assert marks(STANDARD, facts).certain == {one for one in cells_of(where) if one < 3 * WIDTH}


def test_a_question_answered_twice_is_one_fact() -> None:
    answers = answered("standard", deal("standard", 1), ["A:D", "B:D", "A:D"])
    assert len(from_answers(STANDARD, answers)) == 2


# Reasons ----------------------------------------


def assert_reason(facts: list[Fact], one: int) -> None:
    """What is cited for a certain cell forces it alone, and nothing of it can be left out."""
    found = reason(STANDARD, facts, one, True)
    assert found is not None
    for left_out in [None, *found.facts]:
        with Solver(STANDARD, [fact for fact in found.facts if fact is not left_out]) as solver:
            solver.forbid(one)
            contradictory = solver.solve((), EFFORT["standard"]) is None
            assert contradictory == (left_out is None)


@pytest.mark.parametrize("seed", range(8))
def test_reasons_for_certain_cells(seed: int) -> None:
    where = deal("standard", seed)
    facts = from_answers(STANDARD, answered("standard", where, questions(random.Random(seed), 38, 2)))
    for one in sorted(marks(STANDARD, facts).certain)[:2]:
        assert_reason(facts, one)


def test_reasons_for_impossible_cells() -> None:
    """No diamonds at A: that alone excludes one there; what is open has no reason."""
    facts = from_answers(
        STANDARD,
        answered(
            "standard",
            "BBBBBCCCCCDD" + "AAAAA" + "B" * 0 + "CDDDEEEEEFFFFFGGGGGX"[:19],
            ["A:D", "B:r", "C:P"],
        ),
    )
    found = reason(STANDARD, facts, cell(0, 0), False)
    assert found is not None
    assert [fact.source.answer.question for fact in found.facts] == ["A:D"]  # type: ignore[union-attr]
    assert reason(STANDARD, facts, cell(20, 4), False) is None
    assert reason(STANDARD, facts, cell(20, 4), True) is None


def test_the_rules_alone_can_force() -> None:
    """With all five gems of A marked, no other can be there: five marks, and not one less."""
    facts = [from_mark(FromMark(gem, 0, True)) for gem in range(5)]
    found = reason(STANDARD, facts, cell(9, 0), False)
    assert found is not None
    assert set(found.facts) == set(facts)


# Contradictions ----------------------------------------


def test_contradictions_are_named_and_smallest() -> None:
    """A wrong mark among many answers: the smallest set of facts has it, contradicts itself, and no part of it does."""
    for seed in range(4):
        where = deal("standard", seed)
        rng = random.Random(seed)
        facts = from_answers(STANDARD, answered("standard", where, questions(rng, 25, 2)))
        gem = rng.randrange(36)
        for holder in range(2):
            mark = from_mark(FromMark(gem, holder, HOLDERS[holder] != where[gem]))
            found = conflict(STANDARD, [*facts, mark])
            if found is None:
                continue
            assert mark in found.facts
            with Solver(STANDARD, found.facts) as solver:
                assert not solver.feasible()
            for left_out in found.facts:
                with Solver(STANDARD, [fact for fact in found.facts if fact is not left_out]) as solver:
                    assert solver.feasible()
            with pytest.raises(Impossible):
                marks(STANDARD, [*facts, mark])


def test_the_smallest_conflict_is_found_among_larger_ones() -> None:
    """Six marks put six gems with A, which only has five; two more marks contradict each other by themselves."""
    many = [from_mark(FromMark(gem, 0, True)) for gem in range(6)]
    two = [from_mark(FromMark(30, 2, True)), from_mark(FromMark(30, 3, True))]
    for facts in ([*many, *two], [*two, *many], [*many[:3], *two, *many[3:]]):
        found = conflict(STANDARD, facts)
        assert found is not None
        assert found.smallest
        assert set(found.facts) == set(two)


def smallest_by_trying(facts: list[Fact]) -> int:
    """The size of the smallest contradicting part of *facts*, by trying all of them in order of size."""
    for size in range(1, len(facts) + 1):
        for part in combinations(facts, size):
            with Solver(STANDARD, part) as solver:
                if not solver.feasible():
                    return size
    raise AssertionError("no contradiction")


@pytest.mark.parametrize("seed", range(30))
def test_the_smallest_conflict_is_as_small_as_trying_everything_finds(seed: int) -> None:
    """Answers about two holders, one of them falsified, own tips and marks at random: ten facts."""
    rng = random.Random(seed)
    where = deal("standard", seed)
    asked = [f"{holder}:{elements}" for holder in "AB" for elements in STANDARD.sets]
    facts = from_answers(STANDARD, answered("standard", where, rng.sample(asked, 6)))
    false = facts[0]
    facts[0] = Fact(false.cells, false.low + 1, false.low + 1, false.source)
    gems = rng.sample(range(36), 8)
    tipped = tuple(sorted(cell(gem, rng.randrange(2)) for gem in gems[:5]))
    facts.append(Fact(tipped, 4, 4, FromTotal(1, 3, 5, 4)))
    facts += [from_mark(FromMark(gem, rng.randrange(3), rng.random() < 0.7)) for gem in gems[5:]]
    told: list[Conflict] = []
    found = conflict(STANDARD, facts, report=told.append)
    with Solver(STANDARD, facts) as solver:
        possible = solver.feasible()
    if possible:
        assert found is None
        assert not told
        return
    assert found is not None
    assert found.smallest
    assert len(found.facts) == smallest_by_trying(facts)
    # What is told on the way contradicts too, gets smaller, and is not called the smallest.
    assert told[-1].facts == found.facts
    sizes = [len(some.facts) for some in told]
    assert sizes == sorted(set(sizes), reverse=True)
    assert not any(some.smallest for some in told)
    # Without work it is a small set at best, and a true one.
    hasty = conflict(STANDARD, facts, work=0)
    assert hasty is not None
    assert not hasty.smallest
    with Solver(STANDARD, hasty.facts) as solver:
        assert not solver.feasible()


def test_hints_and_ranges_can_be_switched() -> None:
    """Of three gems A has at least two, at most two, none of the last two: bounds of every kind."""
    three = tuple(cell(gem, 0) for gem in range(3))
    at_least_two = Fact(three, 2, 3, FromHint(1, True))
    at_most_two = Fact(three, 0, 2, FromHint(2, True))
    none = Fact((*three[1:], cell(3, 0)), 0, 0, FromTotal(1, -6, 3, 0))
    assert conflict(STANDARD, [at_least_two, at_most_two]) is None
    assert conflict(STANDARD, [at_most_two, none]) is None
    found = conflict(STANDARD, [at_most_two, at_least_two, none])
    assert found is not None
    assert set(found.facts) == {at_least_two, none}


def test_the_search_for_a_conflict_can_be_cancelled() -> None:
    two = [from_mark(FromMark(30, 2, True)), from_mark(FromMark(30, 3, True))]
    with pytest.raises(Stopped):
        conflict(STANDARD, two, lambda: True)


def test_one_impossible_fact() -> None:
    alone = Fact((1, 2), 3, 3, FromMark(0, 0, True))
    found = conflict(STANDARD, [alone])
    assert found is not None
    assert found.facts == (alone,)


def test_no_contradiction() -> None:
    _where, facts = scene(2)
    assert conflict(STANDARD, facts) is None


def test_chances_of_a_contradiction() -> None:
    two = [from_mark(FromMark(30, 2, True)), from_mark(FromMark(30, 3, True))]
    with pytest.raises(Impossible):
        chances(STANDARD, two)


# Drawing tableaus ----------------------------------------


def test_drawn_tableaus_fit_and_differ() -> None:
    where, facts = scene(6, 20)
    rng = random.Random(1)
    drawn = [tuple(tableau(STANDARD, facts, rng)) for _time in range(20)]
    for holders in drawn:
        hands = STANDARD.hands("".join(HOLDERS[holder] for holder in holders))
        assert all(fact.holds(hands) for fact in facts)
    assert any(one != other for one, other in combinations(drawn, 2))
    assert where
    with pytest.raises(ValueError, match="no tableau"):
        tableau(STANDARD, [from_mark(FromMark(0, h, True)) for h in (1, 2)], rng)
