"""How fast deduction in VP-Sleuth is, beside what issue and players ask of it.

Run by name: ``uv run pytest -m benchmark -s tests/benchmarks/test_sleuth.py``. The numbers are printed; nothing is
asserted against a clock. Wanted, on two cores: exact marks 95 % within 0.1 s; chances 95 % within 1 s with at most 12
answers and within 0.5 s with 40 and more; in a large game a first result within 2 s; reading 1,000 order texts.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence

import pytest

from engine.games.sleuth.box import box
from engine.games.sleuth.deduction.chances import chances
from engine.games.sleuth.deduction.facts import Fact, from_answers
from engine.games.sleuth.deduction.inquiry import together, worths
from engine.games.sleuth.deduction.marks import Marks, marks
from engine.games.sleuth.deduction.reasons import reason
from engine.games.sleuth.orders import read, template
from tests.games.sleuth.table import answered, deal

pytestmark = pytest.mark.benchmark


def scattered(variant: str, seed: int, count: int) -> list[Fact]:
    """Answers to random questions at all holders: the hardest to reckon with."""
    rng = random.Random(f"benchmark {seed}")
    asked = rng.sample(box(variant).questions, count)
    return from_answers(box(variant), answered(variant, deal(variant, seed), asked))


def focused(variant: str, seed: int, rounds: int, seats: int = 6) -> list[Fact]:
    """Answers to the questions that strong bots ask."""
    inside = box(variant)
    asked: list[str] = []
    for number in range(1, rounds + 1):
        facts = from_answers(inside, answered(variant, deal(variant, seed), asked))
        asked += together(
            chances(inside, facts), seats * inside.questions_in(number), set(asked), random.Random(1)
        )
    return from_answers(inside, answered(variant, deal(variant, seed), asked))


def timed(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def line(name: str, times: Sequence[float]) -> str:
    ordered = sorted(times)
    middle, most, longest = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.95)], ordered[-1]
    return f"{name:<44} {1000 * middle:>9.1f} {1000 * most:>9.1f} {1000 * longest:>9.1f}"


def test_standard(capsys: pytest.CaptureFixture[str]) -> None:
    inside = box("standard")
    chances(inside, scattered("standard", 0, 20))  # numpy is loaded once
    rows = []
    for count in (0, 6, 12, 24, 40, 60, 90):
        facts = [scattered("standard", seed, count) for seed in range(20)]
        proved: list[Marks] = []
        rows.append(
            line(
                f"marks, {count} answers",
                [timed(lambda f=f, p=proved: p.append(marks(inside, f))) for f in facts],
            )
        )
        pairs = list(zip(facts, proved, strict=True))
        rows.append(
            line(
                f"chances, {count} answers", [timed(lambda f=f, m=m: chances(inside, f, m)) for f, m in pairs]
            )
        )
    for rounds in (2, 5, 8, 11):
        facts = [focused("standard", seed, rounds) for seed in range(5)]
        rows.append(
            line(
                f"marks, {rounds} rounds of 6 strong bots",
                [timed(lambda f=f: marks(inside, f)) for f in facts],
            )
        )
        found = [chances(inside, some) for some in facts]
        rows.append(line(f"chances, {rounds} rounds", [timed(lambda f=f: chances(inside, f)) for f in facts]))
        rows.append(
            line(f"worth of questions, {rounds} rounds", [timed(lambda f=f: worths(f)) for f in found])
        )
        forced = [
            (some, min(one.marks.certain))
            for some, one in zip(facts, found, strict=True)
            if one.marks.certain
        ]
        if forced:
            rows.append(
                line("  a reason", [timed(lambda f=f, c=c: reason(inside, f, c, True)) for f, c in forced])
            )
    tell(capsys, rows)


def test_large(capsys: pytest.CaptureFixture[str]) -> None:
    inside = box("large")
    rows = []
    for name, facts in (
        ("scattered, 40 answers", [scattered("large", seed, 40) for seed in range(3)]),
        ("scattered, 120 answers", [scattered("large", seed, 120) for seed in range(3)]),
        ("focused, 4 rounds of 6", [focused("large", seed, 4) for seed in range(2)]),
        ("focused, 9 rounds of 6", [focused("large", seed, 9) for seed in range(2)]),
    ):
        firsts: list[float] = []
        for some in facts:
            begin = time.perf_counter()
            seen: list[float] = []
            marks(inside, some, report=lambda _m, s=seen, b=begin: s.append(time.perf_counter() - b))
            firsts.append(seen[0])
        rows.append(line(f"{name}: first marks", firsts))
        rows.append(line(f"{name}: marks", [timed(lambda f=f: marks(inside, f)) for f in facts]))
        rows.append(
            line(f"{name}: marks and chances", [timed(lambda f=f: chances(inside, f)) for f in facts])
        )
    tell(capsys, rows)


def test_reading_orders(capsys: pytest.CaptureFixture[str]) -> None:
    text = template("Peru", "large", 3, "Anna")
    tell(capsys, [line("reading 1,000 order texts", [timed(lambda: read(text * 1000, "large"))])])


def tell(capsys: pytest.CaptureFixture[str], rows: Sequence[str]) -> None:
    assert rows
    with capsys.disabled():
        print(f"\n\n{'':<44} {'median':>9} {'95 %':>9} {'longest':>9}  (ms)")
        print("\n".join(rows))
