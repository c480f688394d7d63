"""Bots of VP-Sleuth: legal, never against what is proved, and as good as their names."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from engine.bots.base import Budget
from engine.core import catalog
from engine.core.text import texts
from engine.games.sleuth import words
from engine.games.sleuth.advice import REASONS, advise
from engine.games.sleuth.bot import BOTS, PRICE, decide, plan_tips
from engine.games.sleuth.box import HOLDERS, box
from engine.games.sleuth.deduction.chances import chances
from engine.games.sleuth.deduction.elimination import eliminate
from engine.games.sleuth.deduction.facts import cell, from_answers
from engine.games.sleuth.deduction.inquiry import WORTHLESS, expected
from engine.games.sleuth.deduction.marks import marks
from engine.games.sleuth.model import NO_TIPS, Orders, State, View, tips
from engine.games.sleuth.rules import GAME
from engine.games.sleuth.sampler import known_facts
from engine.play import match
from tests.games.sleuth.table import Table, answered, deal

PLENTY = Budget(0.1, samples=1)
"""Not by the clock."""


def played(bots: Sequence[str], seed: int, **options: Any) -> tuple[match.Series, match.Played, list[State]]:
    """A whole game, with the state before each action and the last."""
    complete = catalog.meta("sleuth").complete(options, len(bots))
    series = match.Series("sleuth", tuple(bots), complete, seed, budget=PLENTY)
    game = match.play(series, 0)
    states = [GAME.setup(complete, len(bots))]
    for action in game.actions:
        states.append(GAME.apply(states[-1], action.actor, action.move).state)
    return series, game, states


def cells(move: Orders) -> set[int]:
    """The cells that *move* tips."""
    gems = box("standard").index
    return {cell(gems[gem], HOLDERS.index(holder)) for gem, holder in move.places()}


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize(
    "options",
    [{}, {"substitutes": False}, {"variant": "large", "max_rounds": 1}],
    ids=["standard", "plain", "large"],
)
def test_orders_are_legal(name: str, options: dict[str, Any]) -> None:
    """From the first round on, for every seat."""
    table = Table(3, **options)
    bot = BOTS[name](GAME)
    while not table.state.winners and table.state.round < 5:
        for seat in range(3):
            move = bot.choose(table.view(seat), table.events, PLENTY, random.Random(seat))
            table.give(seat, move)


def test_no_bot_tips_what_is_impossible_and_strong_tips_all_that_is_certain() -> None:
    """Checked against exact marks from all that the seat knows, in every round of a game."""
    bots = ("strong", "medium", "easy", "strong")
    _series, game, states = played(bots, 3)
    certain_tips = 0
    for state, action in zip(states, game.actions, strict=False):
        if not isinstance(action.move, Orders):
            continue
        assert action.actor is not None
        found = marks(box("standard"), known_facts(GAME.view(state, action.actor)))
        tipped = cells(action.move)
        assert not tipped & found.impossible
        if bots[action.actor] == "strong":
            assert tipped >= found.certain
            certain_tips += len(found.certain)
    assert certain_tips > 50


def test_strong_bots_share_the_questions_out() -> None:
    """No question is answered twice while there is anything to ask."""
    _series, _game, states = played(("strong",) * 4, 5)
    asked = [answer.question for answer in states[-1].answers]
    assert len(asked) == 48
    assert len(set(asked)) == 48


def test_without_substitutes_too() -> None:
    _series, _game, states = played(("strong",) * 3, 5, substitutes=False)
    asked = [answer.question for answer in states[-1].answers]
    assert len(set(asked)) >= 0.9 * len(asked)


def test_the_same_seed_plays_the_same_game() -> None:
    one, other = (played(("strong", "medium", "easy", "random"), 7)[1] for _again in range(2))
    assert one.actions == other.actions


def test_a_bot_knows_its_view_only() -> None:
    """The hidden gems dealt anew, it orders the same."""
    _series, game, states = played(("strong",) * 3, 11)
    at = next(n for n, state in enumerate(states) if state.round == 5 and GAME.awaited(state) == (0, 1, 2))
    view = GAME.view(states[at], 0)
    first = decide(view, PLENTY, random.Random(1))[0]
    again = GAME.view(GAME.sample(view, (), random.Random(2)), 0)
    assert decide(again, PLENTY, random.Random(1))[0] == first
    assert game.outcome.points


def test_a_legal_answer_even_without_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Out of patience at once: certain gems all the same, and a fresh question."""
    _series, _game, states = played(("strong",) * 4, 11)
    view = GAME.view(next(state for state in states if state.round == 9), 0)
    monkeypatch.setattr("engine.games.sleuth.bot.PATIENCE", {"standard": -1.0, "large": -1.0})
    monkeypatch.setattr("engine.games.sleuth.deduction.chances._kept", type(chances_kept())())
    move, found = decide(view, Budget(-5.0), random.Random(1))
    assert found is None
    assert GAME.check(view, move) is None
    assert move.sure.count() > 0
    assert len(move.questions) == 1


def chances_kept() -> Any:
    """The memory of `engine.games.sleuth.deduction.chances`."""
    from engine.games.sleuth.deduction import chances as module

    return module._kept


def test_prices() -> None:
    """p − 2(1 − p) > 0 from two thirds on; nothing below is tipped before round 5."""
    assert pytest.approx(2 / 3) == PRICE
    where = deal("standard", 1)
    facts = from_answers(
        box("standard"), answered("standard", where, ["A:r", "A:D", "A:1", "A:O", "A:g", "A:Dr", "A:b"])
    )
    found = chances(box("standard"), facts)
    for number, price in ((1, 2 / 3), (5, 0.6)):
        sure, risk = plan_tips(number, found)
        tipped = {gem for gem, _holder in (*sure.items(), *risk.items())}
        assert tipped == {gem for n, gem in enumerate(box("standard").gems) if max(found.of(n)) > price}


def test_advice() -> None:
    table = Table(2)
    advice = advise(table.view(), (), PLENTY, random.Random(1))
    assert advice.reason in REASONS
    assert GAME.check(table.view(), advice.move) is None
    assert 15 < advice.numbers["tenths"] < 25


def own_points(bots: Sequence[str], games: int, seed: int) -> list[float]:
    """The mean tip points, without bonus, of each entry."""
    sums = [0.0] * len(bots)
    complete = catalog.meta("sleuth").complete({}, len(bots))
    series = match.Series("sleuth", tuple(bots), complete, seed, budget=PLENTY)
    for index in range(games):
        state = GAME.setup(complete, len(bots))
        for action in match.play(series, index).actions:
            state = GAME.apply(state, action.actor, action.move).state
        for entry in range(len(bots)):
            seat = series.seat(entry, index)
            sums[entry] += sum(result.tips[seat] for result in state.results) / games
    return sums


def test_levels_are_apart() -> None:
    """A strong bot among easy ones has most, an easy one more than chance."""
    strong, *easy = own_points(("strong", "easy", "easy"), 2, 1)
    assert strong > max(easy)
    assert min(easy) >= 0
    assert own_points(("random",), 2, 1)[0] < 0


def pencil(view: View) -> int:
    """How many gems elimination locates from the public answers of *view*."""
    return len(eliminate(box("standard"), known_facts(view, totals=False))[0])


@pytest.mark.slow
def test_strong_seats_reach_what_was_measured() -> None:
    """Well below the figures in the bots' docstring, so that only a real loss of strength fails."""
    for seats, least in ((4, 85), (6, 160), (8, 205)):
        assert min(own_points(("strong",) * seats, 6, 2)) > least


@pytest.mark.slow
def test_strong_against_pencil_elimination() -> None:
    """On the same answers the strong bot gets at least two and a half times the points of a pencil."""
    by_pencil = by_strong = 0
    for seed in range(4):
        _series, game, states = played(("strong",) * 4, seed)
        for state, action in zip(states, game.actions, strict=False):
            if action.actor == 0:
                by_pencil += pencil(GAME.view(state, 0))
        by_strong += sum(result.tips[0] for result in states[-1].results)
    assert by_strong > 2.5 * by_pencil


@pytest.mark.slow
def test_chances_are_calibrated() -> None:
    """Over strong bots' games, of cells said to have about p, about p are true: within 5 points in each tenth."""
    said: dict[int, list[tuple[float, bool]]] = {}
    for seed in range(6):
        _series, _game, states = played(("strong",) * 6, seed)
        for number in range(2, 13):
            state = next(state for state in states if state.round == number)
            view = GAME.view(state, 0)
            found = chances(box("standard"), known_facts(view))
            for gem in range(36):
                for holder, chance in enumerate(found.of(gem)):
                    if 0 < chance < 1:
                        here = state.tableau[gem] == HOLDERS[holder]
                        said.setdefault(int(10 * chance), []).append((chance, here))
    for pairs in said.values():
        if len(pairs) >= 200:
            mean = sum(chance for chance, _here in pairs) / len(pairs)
            true = sum(here for _chance, here in pairs) / len(pairs)
            assert abs(mean - true) < 0.05


def test_what_one_knows_already_is_not_asked() -> None:
    """The own total told where five gems are: no question about their holder, which is all that is left publicly."""
    table = Table(2)
    known = dict.fromkeys(box("standard").gems[:5], "A")
    table.round(Orders((), (), tips(known), NO_TIPS), Orders(("A:D",), (), NO_TIPS, NO_TIPS))
    view = table.view(0)
    found = chances(box("standard"), known_facts(view))
    assert found.marks.certain
    orders = decide(view, PLENTY, random.Random(1))[0]
    for question in (*orders.questions, *orders.substitutes):
        assert expected(found, question) > WORTHLESS
    advice = advise(view, table.events, PLENTY, random.Random(1))
    assert advice.move.questions
    assert advice.numbers["tenths"] > 0
    assert not advice.numbers["risk"]
    assert "risk tips are" not in words.describe_advice(advice, texts("en"), ["Anna", "Ben"])


def test_whoever_knows_all_is_advised_to_ask_nothing() -> None:
    table = Table(2)
    everything = dict(zip(box("standard").gems, table.tableau, strict=True))
    table.round(Orders((), (), tips(everything), NO_TIPS), Orders((), (), NO_TIPS, NO_TIPS))
    advice = advise(table.view(0), table.events, PLENTY, random.Random(1))
    assert advice.reason == "no_question"
    assert advice.move.questions == advice.move.substitutes == ()
