"""The rules of VP-Sleuth, ruling by ruling."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.chance import Shuffle
from engine.core.errors import GAME_OVER, NOT_AWAITED
from engine.games.sleuth.box import HOLDERS, box
from engine.games.sleuth.model import (
    Deal,
    DrawQuestions,
    GameEnded,
    HintGiven,
    Nmr,
    Orders,
    OrdersGiven,
    OrdersMissed,
    QuestionAnswered,
    RoundScored,
)
from engine.games.sleuth.rules import GAME, bonuses, processing_order
from tests.games.sleuth.table import PLAIN, Table, deal, orders, right, wrong
from tests.strategies import ANNA, BEN, CARLA


def code(table: Table, move: Orders | Nmr, seat: int = ANNA) -> str:
    """The code of the refusal of *move*, or an empty string."""
    refusal = GAME.check(table.view(seat), move)
    return "" if refusal is None else refusal.code


def answers(events: list[object]) -> list[tuple[int, str, int]]:
    """Who was told what, in order."""
    return [(e.seat, e.question, e.count) for e in events if isinstance(e, QuestionAnswered)]


# The box ----------------------------------------


@pytest.mark.parametrize(
    ("variant", "gems", "hand", "questions"), [("standard", 36, 5, 301), ("large", 120, 17, 623)]
)
def test_the_box(variant: str, gems: int, hand: int, questions: int) -> None:
    inside = box(variant)
    assert len(inside.gems) == len(set(inside.gems)) == gems
    assert inside.sizes == (hand,) * 7 + (1,)
    assert len(inside.letters) == gems
    assert len(inside.questions) == len(set(inside.questions)) == questions


def test_gems_are_listed_by_type_then_colour_then_number() -> None:
    assert box("standard").gems[:4] == ("Dr1", "Dr2", "Dr3", "Db1")
    assert box("standard").gems[-1] == "Oy3"
    assert box("large").gems[:5] == ("Dr1", "Dr2", "Dr3", "Dr4", "Db1")
    assert box("large").gems[-1] == "Rl4"


def test_questions_are_answered_by_the_tableau() -> None:
    """PLAIN gives A the gems Dr1, Dr2, Dr3, Db1 and Db2."""
    inside = box("standard")
    assert [inside.answer(PLAIN, f"A:{what}") for what in ("D", "r", "b", "1", "Dr", "b3", "P")] == [
        5,
        3,
        2,
        2,
        3,
        0,
        0,
    ]


# Ruling 1 ----------------------------------------


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("A:D", ""),
        ("G:r1", ""),
        ("B:P2", ""),
        ("X:D", "asked_x"),
        ("H:D", "no_such_holder"),
        ("a:D", "no_such_holder"),
        ("A:Dr1", "three_elements"),
        ("A:DP", "same_category"),
        ("A:rb", "same_category"),
        ("A:DD", "same_category"),
        ("A:rD", "question_form"),
        ("A:1r", "question_form"),
        ("A:", "unknown_element"),
        ("A:S", "unknown_element"),
        ("A:4", "unknown_element"),
        ("A:Z" * 9000, "unknown_element"),
        ("AD", "question_form"),
        ("", "question_form"),
    ],
)
def test_what_may_be_asked(question: str, why: str) -> None:
    assert code(Table(), orders([question])) == why
    assert code(Table(), orders([], [question])) == why


def test_number_of_questions() -> None:
    """One a round; in the large game two up to round 8, then one."""
    table = Table()
    assert code(table, orders(["A:D", "B:D"])) == "too_many_questions"
    large = Table(variant="large")
    assert code(large, orders(["A:D", "B:D"])) == ""
    assert code(large, orders(["A:D", "B:D", "C:D"])) == "too_many_questions"
    large.skip_to(8)
    assert code(large, orders(["A:D", "B:D"])) == ""
    large.skip_to(9)
    assert code(large, orders(["A:D", "B:D"])) == "too_many_questions"


# Ruling 2 ----------------------------------------


@pytest.mark.parametrize(
    ("sure", "risk", "why"),
    [
        ({"Dr1": "A"}, {"Dr2": "A"}, ""),
        ({"Dr1": "X", "Dr2": "X"}, {}, ""),
        ({"Dr1": "A"}, {"Dr1": "A"}, "tipped_twice"),
        ({"Dr1": "H"}, {}, "no_such_place"),
        ({"Dr1": "a"}, {}, "no_such_place"),
        ({"Dr1": ""}, {}, "no_such_place"),
        ({"Sr1": "A"}, {}, "no_such_gem"),
        ({"Dr4": "A"}, {}, "no_such_gem"),
    ],
)
def test_what_may_be_tipped(sure: dict[str, str], risk: dict[str, str], why: str) -> None:
    assert code(Table(), orders(sure=sure, risk=risk)) == why


def test_points_of_tips() -> None:
    """Four tips of which one is wrong bring one point, sure or risk alike; nothing brings nothing."""
    table = Table(3)
    three, one = right("standard", PLAIN, 3), wrong("standard", PLAIN, 1)
    table.round(orders(sure=three | one), orders(risk=three | one), orders())
    assert table.view().results[0].tips == (1, 1, 0)
    assert table.view().points == (1, 1, 0)


@given(st.integers(0, 36), st.integers(0, 36))
def test_points_are_right_less_twice_wrong(good: int, bad: int) -> None:
    bad = min(bad, 36 - good)
    table = Table(1)
    table.round(orders(sure=right("standard", PLAIN, good), risk=wrong("standard", PLAIN, bad)))
    assert table.view().results[0].tips == (good - 2 * bad,)


# Ruling 3 ----------------------------------------


@pytest.mark.parametrize(
    ("numbers", "scale", "wanted"),
    [
        ((5, 5, 3, 1), (3, 2, 1), (3, 3, 1, 0)),
        ((5, 4, 3, 1), (3, 2, 1), (3, 2, 1, 0)),
        ((2, 2, 2, 2), (3, 2, 1), (3, 3, 3, 3)),
        ((7, 2, 2, 2), (3, 2, 1), (3, 2, 2, 2)),
        ((0, 0, 0, 0), (3, 2, 1), (0, 0, 0, 0)),
        ((1, 0, 0), (3, 2, 1), (3, 0, 0)),
        ((9, 8, 7, 6, 5, 4), (10, 8, 6, 4, 2), (10, 8, 6, 4, 2, 0)),
        ((9, 9, 7, 6, 6, 4), (10, 8, 6, 4, 2), (10, 10, 6, 4, 4, 0)),
    ],
)
def test_bonus(numbers: tuple[int, ...], scale: tuple[int, ...], wanted: tuple[int, ...]) -> None:
    assert bonuses(numbers, scale) == wanted


def test_bonus_begins_in_round_five_and_leaves_wrong_tips_out() -> None:
    table = Table(2)
    more = orders(sure=right("standard", PLAIN, 6) | wrong("standard", PLAIN, 6))
    less = orders(sure=right("standard", PLAIN, 5))
    table.skip_to(4)
    table.round(more, less)
    assert table.view().results[-1].bonus == (0, 0)
    table.round(more, less)
    result = table.view().results[-1]
    assert (result.tips, result.bonus, result.points) == ((-6, 5), (3, 2), (-3, 7))


# Ruling 4 ----------------------------------------


def test_duplicates_and_substitutes() -> None:
    table = Table(3)
    table.round(orders(["A:D"]), orders(["A:D"], ["A:D", "B:D"]), orders(["A:D"], ["A:D", "B:D"]))
    # Carla's substitutes are answered too by the time it is her turn: her question is answered once more.
    assert [question for _seat, question, _count in answers(list(table.events))] == ["A:D", "B:D", "A:D"]
    happened = table.round(orders(["B:D"], ["C:D"]), orders(["C:D"], ["D:D"]), orders(["E:D"]))
    # Round 2 begins with Ben.
    assert [(seat, question) for seat, question, _count in answers(happened)] == [
        (BEN, "C:D"),
        (CARLA, "E:D"),
        (ANNA, "B:D"),
    ]


def test_without_the_option_there_are_no_substitutes() -> None:
    table = Table(2, substitutes=False)
    assert code(table, orders(["A:D"], ["B:D"])) == "no_substitutes"
    table.round(orders(["A:D"]), orders(["A:D"]))
    assert [a.question for a in table.view().answers] == ["A:D", "A:D"]


def test_the_second_question_of_a_player_can_be_a_duplicate_of_the_first() -> None:
    table = Table(1, variant="large")
    table.round(orders(["A:D", "A:D"], ["B:D"]))
    assert [a.question for a in table.view().answers] == ["A:D", "B:D"]


def test_processing_order_rotates() -> None:
    assert [processing_order(3, number) for number in (1, 2, 3, 4)] == [
        (0, 1, 2),
        (1, 2, 0),
        (2, 0, 1),
        (0, 1, 2),
    ]


# Ruling 5 ----------------------------------------


def test_missing_orders_repeat_sure_tips_and_draw_a_question() -> None:
    table = Table(2)
    table.round(orders(sure=right("standard", PLAIN, 4), risk=wrong("standard", PLAIN, 1)), orders(["B:D"]))
    assert table.give(ANNA, Nmr()) == [OrdersMissed(ANNA)]
    assert table.give(BEN, orders(["A:D"]))[:2] == [OrdersGiven(BEN), QuestionAnswered(BEN, "A:D", 5)]
    # Ben was first in round 2; now chance must draw for Anna, from what is not answered.
    assert GAME.awaited(table.state) == (None,)
    assert GAME.choices(table.view(ANNA)) == ()
    draw = GAME.draw(table.state)
    assert isinstance(draw, Shuffle)
    assert set(draw.cards) == set(box("standard").questions) - {"A:D", "B:D"}
    for refused in (("A:D",), ("X:D",), (), ("C:D", "D:D")):
        assert GAME.check_chance(table.state, DrawQuestions(refused)) is not None
    happened = table.chance(DrawQuestions(("C:P",)))
    assert happened[0] == QuestionAnswered(ANNA, "C:P", box("standard").answer(PLAIN, "C:P"), drawn=True)
    result = table.view().results[-1]
    assert (result.tips, result.missed) == ((4, 0), (ANNA,))
    assert table.view(ANNA).own[-1].missed
    # Once more: what was repeated is repeated again.
    table.give(ANNA, Nmr())
    table.give(BEN, orders())
    table.chance(DrawQuestions(("D:P",)))
    assert table.view().results[-1].tips == (4, 0)


def test_missing_orders_with_skip() -> None:
    table = Table(2, nmr="skip")
    table.round(orders(sure=right("standard", PLAIN, 4)), orders())
    table.round(Nmr(), orders())
    assert table.view().results[-1].tips == (0, 0)
    assert table.view().answers == ()


def test_missing_orders_in_the_first_round() -> None:
    table = Table(2)
    table.round(Nmr(), Nmr())
    table.chance(DrawQuestions(("A:D",)))
    assert GAME.awaited(table.state) == (None,)
    assert "A:D" not in GAME.draw(table.state).cards  # type: ignore[union-attr]
    table.chance(DrawQuestions(("B:D",)))
    assert table.view().results[-1].tips == (0, 0)


def test_two_questions_are_drawn_in_a_large_game() -> None:
    table = Table(1, variant="large")
    table.give(ANNA, Nmr())
    assert GAME.check_chance(table.state, DrawQuestions(("A:D",))) is not None
    assert GAME.check_chance(table.state, DrawQuestions(("A:D", "A:D"))) is not None
    table.chance(DrawQuestions(("A:D", "B:D")))
    assert len(table.view().answers) == 2


# Ruling 6 ----------------------------------------


def test_hints() -> None:
    """Told to whoever has a wrong sure tip, to nobody else; risk tips don't matter."""
    table = Table(3, hints=True)
    bad = wrong("standard", PLAIN, 1)
    happened = table.round(orders(sure=bad), orders(risk=bad), orders(sure=right("standard", PLAIN, 2)))
    assert [event for event in happened if isinstance(event, HintGiven)] == [
        HintGiven(ANNA, audience=(ANNA,))
    ]
    assert [table.view(seat).own[0].hint for seat in range(3)] == [True, False, False]
    off = Table(1)
    assert not [event for event in off.round(orders(sure=bad)) if isinstance(event, HintGiven)]


def test_hints_on_repeated_tips() -> None:
    table = Table(1, hints=True)
    table.round(orders(sure=wrong("standard", PLAIN, 1)))
    table.give(ANNA, Nmr())
    happened = table.chance(DrawQuestions(("A:D",)))
    assert HintGiven(ANNA, audience=(ANNA,)) in happened


# Ruling 7 ----------------------------------------


def test_what_is_public() -> None:
    table = Table(2)
    table.give(ANNA, orders(["A:D"], sure={"Dr1": "A"}))
    ben = table.view(BEN)
    assert ben.given == (True, False)
    assert ben.orders is None
    assert b"Dr1" not in repr(ben).encode()
    table.give(BEN, orders())
    for viewer in (ANNA, BEN, None):
        view = table.view(viewer)
        assert [a.count for a in view.answers] == [5]
        assert view.results[0].tips == (1, 0)
        assert view.tableau == ""
        assert view.sheets == ()
    assert table.view(ANNA).own[0].orders.sure.holder("Dr1") == "A"
    assert table.view(BEN).own[0].orders.sure.count() == 0


def test_everything_is_shown_in_the_end() -> None:
    table = Table(1)
    table.round(orders(sure={"Dr1": "B"}))
    table.skip_to(12)
    table.round(orders())
    view = table.view(None)
    assert view.tableau == PLAIN
    assert view.sheets[0][0].orders.sure.holder("Dr1") == "B"
    assert GAME.check(table.view(ANNA), orders()) == GAME_OVER
    assert isinstance(table.events[-1], GameEnded)


# Rulings 8 and 9 ----------------------------------------


def test_standard_game_has_twelve_rounds_and_the_highest_total_wins() -> None:
    table = Table(3)
    table.round(orders(sure=right("standard", PLAIN, 2)), orders(sure=right("standard", PLAIN, 2)), orders())
    table.skip_to(12)
    assert GAME.outcome(table.state) is None
    table.round(orders(), orders(), orders())
    outcome = GAME.outcome(table.state)
    assert outcome is not None
    assert (outcome.points, outcome.winners) == ((2, 2, 0), (ANNA, BEN))
    assert GAME.awaited(table.state) == ()
    assert len(GAME.rounds(table.state)) == 12


def test_large_game_ends_with_the_third_who_has_cracked_it() -> None:
    table = Table(4, variant="large")
    whole = orders(sure=dict(zip(box("large").gems, table.tableau, strict=True)))
    table.round(whole, orders(), orders(), orders())
    assert table.view().results[-1].cracked == (ANNA,)
    table.round(orders(), whole, orders(), orders())
    assert GAME.outcome(table.state) is None
    happened = table.round(whole, orders(), whole, whole)
    scored = next(event for event in happened if isinstance(event, RoundScored))
    assert scored.result.cracked == (ANNA, 2, 3)
    assert GAME.outcome(table.state) is not None


def test_one_gem_short_is_not_cracked() -> None:
    table = Table(1, variant="large")
    pairs = list(zip(box("large").gems, table.tableau, strict=True))
    table.round(orders(sure=dict(pairs[1:])))
    assert table.view().results[-1].cracked == ()
    table.round(orders(sure=dict(pairs)))
    # With fewer than three players, the last of them ends the game.
    assert GAME.outcome(table.state) is not None


def test_large_game_ends_after_the_rounds_allowed() -> None:
    table = Table(2, variant="large", max_rounds=2)
    table.skip_to(2)
    table.round(orders(), orders())
    assert GAME.outcome(table.state) is not None


# Ruling 10 and the rest ----------------------------------------


def test_empty_orders_are_no_missing_orders() -> None:
    table = Table(1)
    table.round(orders(sure=right("standard", PLAIN, 3)))
    table.round(orders())
    assert table.view().results[-1].tips == (0,)
    assert table.view().results[-1].missed == ()


def test_the_deal() -> None:
    state = GAME.setup(
        {"variant": "standard", "hints": False, "nmr": "repeat", "substitutes": True, "max_rounds": 30}, 2
    )
    assert GAME.awaited(state) == (None,)
    for bad in ("", PLAIN[:-1], PLAIN + "A", "A" * 36, PLAIN.lower(), PLAIN[:-1] + "Y"):
        refusal = GAME.check_chance(state, Deal(bad))
        assert refusal is not None
        assert refusal.code == "wrong_tableau"
    assert GAME.check_chance(state, DrawQuestions(("A:D",))) is not None
    assert GAME.check_chance(state, Deal(deal("standard", 3))) is None


def test_orders_are_given_once() -> None:
    table = Table(2)
    table.give(ANNA, orders())
    assert GAME.check(table.view(ANNA), orders()) == NOT_AWAITED
    assert GAME.check(table.view(None), orders()) == NOT_AWAITED


def test_others_orders_do_not_make_mine_stale() -> None:
    table = Table(3)
    before = table.view(ANNA)
    table.give(BEN, orders(["A:D"]))
    assert GAME.unchanged(before, table.view(ANNA))
    table.give(CARLA, Nmr())
    assert GAME.unchanged(before, table.view(ANNA))
    table.give(ANNA, orders())
    assert not GAME.unchanged(before, table.view(ANNA))


def test_the_form_is_the_check() -> None:
    form = GAME.choices(Table(variant="large").view())
    assert orders(["A:D", "B:Sl"]) in form
    assert orders(["A:D", "B:Sl", "C:D"]) not in form
    assert Nmr() in form
    assert all(move in form for move in form)
    assert len(form) == len(list(form))


def test_points_depend_on_no_other_letter() -> None:
    """Every holder can be tipped, X too."""
    table = Table(1)
    table.round(orders(sure={"Oy3": "X"}, risk=dict.fromkeys(box("standard").gems[:2], "X")))
    assert table.view().results[0].tips == (1 - 4,)
    assert set(PLAIN) == set(HOLDERS)
