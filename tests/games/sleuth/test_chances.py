"""Chances: exact against full enumeration, estimates within their bounds, never against the marks."""

from __future__ import annotations

import random
from math import log2

import pytest

from engine.games.sleuth.box import HOLDERS, Box, box
from engine.games.sleuth.deduction import hands, network
from engine.games.sleuth.deduction.chances import Chances, chances, deal_bits
from engine.games.sleuth.deduction.facts import WIDTH, Fact, from_answers, from_sheet
from engine.games.sleuth.deduction.inquiry import answers, entropy, together, unknown, worths
from engine.games.sleuth.deduction.marks import marks
from engine.games.sleuth.deduction.solver import Stopped
from engine.games.sleuth.model import Sheet
from tests.games.sleuth.table import answered, deal, orders, right, wrong

STANDARD = box("standard")


def nearly_solved(seed: int, totals: bool = False, hints: bool = False) -> tuple[str, list[Fact]]:
    """A tableau of which so much is known that all that fit can be listed one by one."""
    rng = random.Random(f"nearly {seed}")
    where = deal("standard", seed)
    gems = rng.sample(range(36), 28)
    sheet = Sheet(orders(sure={STANDARD.gems[gem]: where[gem] for gem in gems}))
    facts = from_sheet(STANDARD, 1, sheet, 28, False)
    facts += from_answers(STANDARD, answered("standard", where, rng.sample(STANDARD.questions, 4)))
    if totals:
        good, bad = right("standard", where, 14), wrong("standard", where, 8)
        facts += from_sheet(STANDARD, 2, Sheet(orders(sure=good, risk=bad)), 14 - 16, False)
    if hints:
        other = Sheet(orders(sure=wrong("standard", where, 3) | right("standard", where, 8)), hint=True)
        facts += from_sheet(STANDARD, 3, other, 8 - 6, True)[1:]
    return where, facts


def enumerate_all(inside: Box, facts: list[Fact]) -> list[list[int]]:
    """Every tableau that fits, by trying gem after gem; for the tests, as simple as can be."""
    found: list[list[int]] = []
    places = [0] * len(inside.gems)
    left = list(inside.sizes)
    of_cell: dict[int, list[int]] = {}
    for number, fact in enumerate(facts):
        for one in fact.cells:
            of_cell.setdefault(one, []).append(number)
    true = [0] * len(facts)
    open_cells = [len(fact.cells) for fact in facts]

    # Gems that a fact places come first, so that the others find only what is left.
    placed = {one // WIDTH for fact in facts if fact.low == len(fact.cells) for one in fact.cells}
    order = sorted(range(len(places)), key=lambda gem: gem not in placed)

    def put(index: int) -> None:
        if index == len(places):
            found.append(list(places))
            return
        gem = order[index]
        for holder in range(WIDTH):
            if not left[holder]:
                continue
            places[gem] = holder
            left[holder] -= 1
            touched = []
            fits = True
            for other in range(WIDTH):
                for number in of_cell.get(WIDTH * gem + other, ()):
                    open_cells[number] -= 1
                    true[number] += other == holder
                    touched.append((number, other == holder))
                    fact = facts[number]
                    fits = (
                        fits and true[number] <= fact.high and true[number] + open_cells[number] >= fact.low
                    )
            if fits:
                put(index + 1)
            for number, hit in touched:
                open_cells[number] += 1
                true[number] -= hit
            left[holder] += 1

    put(0)
    return found


def assert_exact(facts: list[Fact]) -> None:
    every = enumerate_all(STANDARD, facts)
    found = chances(STANDARD, facts)
    assert found.exact
    assert found.bits == pytest.approx(log2(len(every)), abs=1e-6)
    for gem in range(36):
        for holder in range(WIDTH):
            share = sum(1 for places in every if places[gem] == holder) / len(every)
            assert found.cells[holder][gem] == pytest.approx(share, abs=1e-9)
    for question in STANDARD.questions[::29]:
        holder, gems = HOLDERS.index(question[0]), STANDARD.sets[question[2:]]
        counts = [sum(1 for gem, h in enumerate(p) if h == holder and gems >> gem & 1) for p in every]
        shares = [counts.count(k) / len(every) for k in range(6)]
        told = answers(found, holder, question[2:])
        if found.hands[holder] is not None:
            assert told == pytest.approx(shares, abs=1e-9)


@pytest.mark.parametrize("seed", range(5))
def test_exact_chances_against_enumeration(seed: int) -> None:
    assert_exact(nearly_solved(seed)[1])


@pytest.mark.parametrize("seed", range(4))
def test_exact_chances_with_own_totals(seed: int) -> None:
    assert_exact(nearly_solved(10 + seed, totals=True)[1])


@pytest.mark.parametrize("seed", range(4))
def test_exact_chances_with_hints(seed: int) -> None:
    assert_exact(nearly_solved(20 + seed, totals=True, hints=True)[1])


def test_at_the_beginning() -> None:
    """Each gem: five in thirty-six with each of A to G, one in thirty-six with X; 89.75 bits."""
    found = chances(STANDARD, [])
    assert found.exact
    assert found.bits == pytest.approx(89.75, abs=0.01)
    assert deal_bits(STANDARD) == pytest.approx(found.bits, abs=1e-6)
    assert all(p == pytest.approx(5 / 36) for p in found.cells[3])
    assert all(p == pytest.approx(1 / 36) for p in found.cells[7])


def some(variant: str, seed: int, count: int) -> tuple[str, list[Fact]]:
    """A tableau and *count* random answers."""
    rng = random.Random(f"some {seed}")
    where = deal(variant, seed)
    return where, from_answers(
        box(variant), answered(variant, where, rng.sample(box(variant).questions, count))
    )


def assert_agrees_with_marks(found: Chances) -> None:
    for gem in range(len(found.box.gems)):
        row = found.of(gem)
        assert sum(row) == pytest.approx(1)
        for holder, chance in enumerate(row):
            one = WIDTH * gem + holder
            assert (chance == 1.0) == (one in found.marks.certain)
            assert (chance == 0.0) == (one in found.marks.impossible)


@pytest.mark.parametrize("count", [0, 5, 12, 25, 40, 60, 90])
def test_chances_never_contradict_the_marks(count: int) -> None:
    for seed in range(3):
        assert_agrees_with_marks(chances(STANDARD, some("standard", seed, count)[1]))


@pytest.mark.parametrize("count", [0, 20, 100])
def test_large_chances_never_contradict_the_marks(count: int) -> None:
    found = chances(box("large"), some("large", 1, count)[1])
    assert_agrees_with_marks(found)
    assert 0 < found.bits <= deal_bits(box("large")) + 1e-6


@pytest.mark.parametrize("holders", [2, 3])
def test_estimates_against_exact_counts(holders: int) -> None:
    """Where both are possible: mean error of a cell below 0.01, and the bits within two."""
    errors = []
    for seed in range(6):
        rng = random.Random(f"estimate {seed}")
        where = deal("standard", seed)
        asked = rng.sample([q for q in STANDARD.questions if q[0] in HOLDERS[:holders]], 9 * holders)
        facts = from_answers(STANDARD, answered("standard", where, asked))
        found = marks(STANDARD, facts)
        listed = hands.lists(STANDARD, facts, found)
        counted = hands.count(listed, cost=1e9)
        assert counted is not None
        cells, _weights, bits = network.by_hands(listed, found)
        errors.append(abs(cells - counted.cells / counted.total).mean())
        assert bits == pytest.approx(log2(counted.total), abs=2)
    assert max(errors) < 0.01


def test_work_can_be_cancelled() -> None:
    _where, facts = some("standard", 1, 30)
    found = marks(STANDARD, facts)
    with pytest.raises(Stopped):
        chances(STANDARD, facts, found, should_stop=lambda: True)
    with pytest.raises(Stopped):
        chances(box("large"), [], None, should_stop=lambda: True)


def test_progress_is_told() -> None:
    told: list[float] = []
    chances(STANDARD, some("standard", 1, 30)[1], progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 1.0


# Questions ----------------------------------------


def test_fresh_questions_bring_what_was_measured() -> None:
    """A fresh question about one element brings 1.9 to 2.1 bits, about two elements 1.0 to 1.4."""
    for worth in worths(chances(STANDARD, [])):
        low, high = (1.7, 2.1) if len(worth.question) == 3 else (1.0, 1.5)
        assert low < worth.bits < high


def test_worths_leave_out_what_was_asked_and_are_sorted() -> None:
    found = worths(chances(STANDARD, some("standard", 1, 30)[1]), {"A:D"})
    assert len(found) == 300
    assert "A:D" not in {worth.question for worth in found}
    assert [worth.bits for worth in found] == sorted([worth.bits for worth in found], reverse=True)


def test_what_follows_brings_nothing() -> None:
    """With all about A known, no question at A brings anything, and none is chosen."""
    where = deal("standard", 2)
    asked = [q for q in STANDARD.questions if q[0] == "A"]
    facts = from_answers(STANDARD, answered("standard", where, asked))
    found = chances(STANDARD, facts)
    assert unknown(found, 0) == pytest.approx(0, abs=1e-6)
    assert all(
        worth.bits == pytest.approx(0, abs=1e-6) for worth in worths(found) if worth.question[0] == "A"
    )
    chosen = together(found, 10, set(asked), random.Random(1))
    assert chosen
    assert all(question[0] != "A" for question in chosen)


def test_questions_that_go_together() -> None:
    """All at one holder at the beginning, none twice, the same for everybody who draws alike."""
    found = chances(STANDARD, [])
    chosen = together(found, 5, set(), random.Random(1))
    assert len(set(chosen)) == 5
    assert len({question[0] for question in chosen}) == 1
    assert together(found, 5, set(), random.Random(1)) == chosen
    assert not set(together(found, 5, set(chosen), random.Random(1))) & set(chosen)


def test_entropy() -> None:
    assert entropy([0.25] * 4) == 2
    assert entropy([1.0, 0.0]) == 0
