"""Few tableaus left: all of them are listed, and questions look at the whole."""

from __future__ import annotations

import pytest

from engine.games.sleuth.box import HOLDERS, box
from engine.games.sleuth.deduction import endgame, hands
from engine.games.sleuth.deduction.chances import chances
from engine.games.sleuth.deduction.facts import from_sheet
from engine.games.sleuth.deduction.marks import marks
from engine.games.sleuth.model import Sheet
from tests.games.sleuth.table import PLAIN, orders
from tests.games.sleuth.test_chances import enumerate_all, nearly_solved

STANDARD = box("standard")


@pytest.mark.parametrize("totals", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_every_tableau_is_listed(seed: int, totals: bool) -> None:
    """Against one made by trying, sums of own tips and hints included."""
    _where, facts = nearly_solved(30 + seed, totals=totals, hints=totals)
    every = {tuple(places) for places in enumerate_all(STANDARD, facts)}
    found = endgame.tableaus(chances(STANDARD, facts), facts)
    assert found is not None
    listed = [tuple(row) for row in found.tolist()]
    assert len(set(listed)) == len(listed)
    assert set(listed) == every


def test_not_if_there_are_many() -> None:
    _where, facts = nearly_solved(40)
    found = hands.lists(STANDARD, facts, marks(STANDARD, facts))
    total = hands.count(found)
    assert total is not None
    assert hands.tableaus(found, int(total.total)) is not None
    assert hands.tableaus(found, int(total.total) - 1) is None
    assert endgame.tableaus(chances(STANDARD, []), []) is None


def test_no_question_about_what_others_tell() -> None:
    """Only F and G are open, so what one of them has, the other has not: no need to ask both for the same."""
    known = {gem: letter for gem, letter in zip(STANDARD.gems, PLAIN, strict=True) if letter not in "FG"}
    facts = from_sheet(STANDARD, 1, Sheet(orders(sure=known)), len(known), False)
    found = chances(STANDARD, facts)
    places = endgame.tableaus(found, facts)
    assert places is not None
    assert len(places) == 252
    chosen = endgame.questions(places, 20, set(), found)
    asked = {question[2:] for question in chosen}
    assert len(asked) == len(chosen) < 10
    left = [
        row
        for row in places.tolist()
        if all(
            sum(
                1 for gem in STANDARD.members(STANDARD.sets[question[2:]]) if HOLDERS[row[gem]] == question[0]
            )
            == STANDARD.answer(PLAIN, question)
            for question in chosen
        )
    ]
    # What no question tells stays open; nothing that one could tell does.
    rest = endgame.questions(places, 20, set(chosen), found)
    assert len(left) < 10
    assert not set(rest) & set(chosen)


def test_nothing_to_ask_when_all_is_known() -> None:
    sheet = Sheet(orders(sure=dict(zip(STANDARD.gems, PLAIN, strict=True))))
    facts = from_sheet(STANDARD, 1, sheet, 36, False)
    found = chances(STANDARD, facts)
    places = endgame.tableaus(found, facts)
    assert places is not None
    assert len(places) == 1
    assert endgame.questions(places, 5, set(), found) == []


def test_questions_that_were_asked_are_not_asked_again() -> None:
    _where, facts = nearly_solved(41)
    found = chances(STANDARD, facts)
    places = endgame.tableaus(found, facts)
    assert places is not None
    first = endgame.questions(places, 3, set(), found)
    assert first
    assert not set(endgame.questions(places, 3, set(first), found)) & set(first)
