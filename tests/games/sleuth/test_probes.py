"""Own tips as questions: made where what they tell is worth more than they cost, and of use to those who made them."""

from __future__ import annotations

import random

import pytest

from engine.bots.base import Budget
from engine.core.text import texts
from engine.games.sleuth import words
from engine.games.sleuth.advice import advise
from engine.games.sleuth.bot import PRICE, decide
from engine.games.sleuth.box import HOLDERS, box
from engine.games.sleuth.deduction import hands
from engine.games.sleuth.deduction.chances import Chances, chances
from engine.games.sleuth.deduction.facts import from_answers, from_sheet
from engine.games.sleuth.deduction.marks import marks
from engine.games.sleuth.deduction.probes import MOST, UNLIKELY, probes, return_of
from engine.games.sleuth.model import Sheet
from engine.games.sleuth.rules import GAME, RIGHT, WRONG
from tests.games.sleuth.table import Table, answered, deal, orders

STANDARD = box("standard")
PRICES = (RIGHT, WRONG)
SINGLES = ["A:D", "A:P", "A:r", "A:b", "A:g", "A:1", "A:2"]


def half_known(seed: int) -> Chances:
    """What is to be thought after questions about A that leave a few bits of its hand open."""
    asked = [*SINGLES, "A:Dr", "A:Pb", "A:r1"]
    return chances(STANDARD, from_answers(STANDARD, answered("standard", deal("standard", seed), asked)))


def at(found: Chances, one: tuple[int, int]) -> float:
    gem, holder = one
    return found.cells[holder][gem]


def test_the_return_of_a_tip() -> None:
    assert return_of(1.0, 1, -2) == 1
    assert return_of(0.0, 1, -2) == -2
    assert return_of(2 / 3, 1, -2) == pytest.approx(0)


@pytest.mark.parametrize("seed", range(6))
def test_probes_are_likelier_wrong_than_they_pay_for_and_no_more_than_is_good(seed: int) -> None:
    found = half_known(seed)
    chosen = probes(found, 10, (), (), PRICES, random.Random(1))
    assert len(chosen) <= MOST
    assert len({gem for gem, _holder in chosen}) == len(chosen)
    assert all(UNLIKELY < at(found, one) < PRICE for one in chosen)
    assert probes(found, 10, (), (), PRICES, random.Random(1)) == chosen


def test_they_are_made_while_there_is_time_to_use_what_they_tell() -> None:
    counts = [
        [len(probes(half_known(seed), left, (), (), PRICES, random.Random(1))) for seed in range(6)]
        for left in (10, 1)
    ]
    assert sum(counts[0]) >= 6
    assert sum(counts[1]) < sum(counts[0])


def test_no_gem_is_probed_twice_over() -> None:
    """A gem that is tipped anyway is left alone, wherever else it may be."""
    found = half_known(0)
    first = probes(found, 10, (), (), PRICES, random.Random(1))
    assert first
    again = probes(found, 10, (), first, PRICES, random.Random(1))
    assert not {gem for gem, _holder in again} & {gem for gem, _holder in first}


def test_a_question_that_tells_the_same_makes_a_probe_needless() -> None:
    """All questions about A at once settle its gems: only others can be probed, and of those too little is known."""
    asked = [f"A:{elements}" for elements in STANDARD.sets]
    found = half_known(0)
    assert probes(found, 10, (), (), PRICES, random.Random(1))
    assert not [one for one in probes(found, 10, asked, (), PRICES, random.Random(1)) if one[1] == 0]


def test_a_sum_of_which_only_one_holder_is_open_is_as_good_as_an_answer() -> None:
    """Tips that are certain and some at A: the hands of A are cut down to those with the right number of them."""
    where = deal("standard", 3)
    of_a = [gem for gem, letter in zip(STANDARD.gems, where, strict=True) if letter == "A"]
    of_b = [gem for gem, letter in zip(STANDARD.gems, where, strict=True) if letter == "B"]
    others = [gem for gem in STANDARD.gems if gem not in of_a + of_b]
    facts = from_sheet(STANDARD, 1, Sheet(orders(sure=dict.fromkeys(of_b, "B"))), 5, False)
    assert len(marks(STANDARD, facts).certain) == 5
    mixed = dict.fromkeys(of_b, "B") | dict.fromkeys([*of_a[:2], *others[:3]], "A")
    facts += from_sheet(STANDARD, 2, Sheet(orders(risk=mixed)), 7 - 2 * 3, False)
    found = hands.lists(STANDARD, facts, marks(STANDARD, facts))
    assert not found.cross
    tipped = sum(1 << STANDARD.index[gem] for gem in [*of_a[:2], *others[:3]])
    assert len(found.masks[0]) == 10 * 2600  # 2 of the 5 tipped, 3 of the 26 others that B has not
    assert {int(mask & tipped).bit_count() for mask in found.masks[0].tolist()} == {2}


def test_a_strong_bot_probes_and_its_advice_says_so() -> None:
    seen = 0
    for seed in range(3):
        table = Table(2, deal("standard", seed))
        while table.state.round < 6:
            view = table.view(0)
            move, found = decide(view, Budget(0.1, samples=1), random.Random(1))
            assert found is not None
            unlikely = [
                gem
                for gem, holder in move.risk.items()
                if found.of(STANDARD.index[gem])[HOLDERS.index(holder)] < 0.6
            ]
            advice = advise(view, (), Budget(0.1, samples=1), random.Random(1))
            assert advice.numbers["probes"] >= len(unlikely)
            if unlikely:
                seen += 1
                text = words.describe_advice(advice, texts("en"), ["Anna", "Ben"])
                assert "more likely wrong; what" in text
                assert ("risk tips are more likely right" in text) == (
                    advice.numbers["risk"] > advice.numbers["probes"]
                )
            for seat in range(2):
                table.give(seat, decide(table.view(seat), Budget(0.1, samples=1), random.Random(1))[0])
    assert seen >= 3


@pytest.mark.parametrize("options", [{"variant": "large", "max_rounds": 3}])
def test_none_in_a_large_game(options: dict[str, object]) -> None:
    table = Table(2, **options)
    move, found = decide(table.view(0), Budget(0.1, samples=1), random.Random(1))
    assert found is not None
    assert all(
        found.of(found.box.index[gem])[HOLDERS.index(holder)] > PRICE for gem, holder in move.risk.items()
    )
    assert GAME.check(table.view(0), move) is None
