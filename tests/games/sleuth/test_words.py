"""VP-Sleuth in words: every event, fact and reason has a sentence in both languages."""

from __future__ import annotations

import random
from typing import get_args

import pytest

from engine.bots.base import Advice
from engine.core.game import Event
from engine.core.text import Texts, texts
from engine.games.sleuth import words
from engine.games.sleuth.advice import REASONS
from engine.games.sleuth.box import box
from engine.games.sleuth.deduction.conflicts import Conflict
from engine.games.sleuth.deduction.facts import Fact, FromAnswer, FromHint, FromMark, FromTotal
from engine.games.sleuth.deduction.reasons import Reason
from engine.games.sleuth.model import (
    Answer,
    GameEnded,
    HintGiven,
    Nmr,
    OrdersGiven,
    OrdersMissed,
    QuestionAnswered,
    RoundResult,
    RoundScored,
    RoundStarted,
    SleuthEvent,
    TableauDealt,
    tips,
)
from tests.games.sleuth.contract import random_move
from tests.games.sleuth.table import PLAIN, Table, orders

NAMES = ("Anna", "Ben", "Carla")
DE, EN = texts("de"), texts("en")

RESULT = RoundResult(5, (7, -2, 0), (3, 0, 0), (10, -2, 0), (), (0,))

SENTENCES: list[tuple[Event, str, str]] = [
    (
        TableauDealt(36),
        "36 gems are dealt to the holders A to G and X.",
        "36 Steine werden auf die Platzhalter A bis G und X verteilt.",
    ),
    (RoundStarted(2, 1), "Round 2: everybody may ask 1 question.", "Runde 2: Jeder darf 1 Frage stellen."),
    (RoundStarted(2, 2), "Round 2: everybody may ask 2 questions.", "Runde 2: Jeder darf 2 Fragen stellen."),
    (OrdersGiven(1), "Ben has given orders.", "Ben hat den Zug abgegeben."),
    (OrdersMissed(1), "Ben gives no orders.", "Ben gibt keinen Zug ab."),
    (
        QuestionAnswered(0, "B:r1", 2),
        "Anna: How many red ones does B have? – 2.",
        "Anna: Wie viele rote Einer hat B? – 2.",
    ),
    (
        QuestionAnswered(0, "B:D", 0, drawn=True),
        "Drawn for Anna: How many diamonds does B have? – 0.",
        "Für Anna ausgelost: Wie viele Diamanten hat B? – 0.",
    ),
    (
        RoundScored(RESULT, (10, -2, 0)),
        "Round 5 brings: Anna +10 (bonus 3), Ben −2, Carla 0. Every gem found: Anna.",
        "Runde 5 bringt: Anna +10 (Bonus 3), Ben −2, Carla 0. Jeden Stein gefunden: Anna.",
    ),
    (
        HintGiven(0, audience=(0,)),
        "Anna: at least one of your sure tips is wrong.",
        "Anna: Mindestens einer deiner Dauertipps ist falsch.",
    ),
    (GameEnded(PLAIN, (9, 1, 0), (0,)), "Anna wins with 9 points.", "Anna gewinnt mit 9 Punkten."),
    (
        GameEnded(PLAIN, (1, 1, 0), (0, 1)),
        "Anna and Ben share the win with 1 point each.",
        "Anna und Ben teilen sich den Sieg mit je 1 Punkt.",
    ),
]


@pytest.mark.parametrize(("event", "english", "german"), SENTENCES)
def test_events(event: Event, english: str, german: str) -> None:
    assert words.describe(event, EN, NAMES) == english
    assert words.describe(event, DE, NAMES) == german


def test_every_event_is_told() -> None:
    assert {type(event) for event, _english, _german in SENTENCES} == set(get_args(SleuthEvent))


@pytest.mark.parametrize("t", [DE, EN])
def test_a_whole_game_is_told(t: Texts) -> None:
    table = Table(2, hints=True, nmr="skip")
    rng = random.Random(1)
    while not table.state.winners:
        for seat in range(2):
            table.give(seat, random_move(table.view(seat), rng))
    for event in table.events:
        text = words.describe(event, t, NAMES)
        assert text
        assert "{" not in text


def test_gems() -> None:
    assert words.gem_name("Dr1", EN) == "red diamond 1"
    assert words.gem_name("Dr1", DE) == "Diamant rot 1"
    assert len({words.gem_name(gem, DE) for gem in box("large").gems}) == 120
    assert words.tips_text(tips({"Og3": "X", "Dr1": "A", "Pb2": "A"}), EN) == (
        "A: red diamond 1, blue pearl 2; X: green opal 3"
    )
    assert words.tips_text(tips({}), EN) == "–"
    assert words.type_names("standard", EN) == ["diamond", "pearl", "opal"]


@pytest.mark.parametrize(
    ("question", "english", "german"),
    [
        ("A:D", "How many diamonds does A have?", "Wie viele Diamanten hat A?"),
        ("A:r", "How many red gems does A have?", "Wie viele rote Edelsteine hat A?"),
        ("A:2", "How many twos does A have?", "Wie viele Zweier hat A?"),
        ("A:Dr", "How many red diamonds does A have?", "Wie viele rote Diamanten hat A?"),
        ("A:D2", "How many diamond twos does A have?", "Wie viele Zweier-Diamanten hat A?"),
        ("A:l2", "How many purple twos does A have?", "Wie viele lila Zweier hat A?"),
    ],
)
def test_questions(question: str, english: str, german: str) -> None:
    assert words.question_text(question, EN) == english
    assert words.question_text(question, DE) == german


def test_moves() -> None:
    move = orders(["A:D"], ["B:r1", "C:P"], {"Dr1": "A"}, {"Dr2": "A", "Dr3": "B"})
    assert words.describe_move(move, EN, NAMES) == (
        "How many diamonds does A have? Instead, if need be: B: red ones / C: pearls. 1 sure tip, 2 risk tips."
    )
    assert words.describe_move(orders(), DE, NAMES) == "Keine Frage. 0 Dauertipps, 0 Risikotipps."
    assert words.describe_move(Nmr(), DE, NAMES) == "Kein Zug"


@pytest.mark.parametrize("t", [DE, EN])
@pytest.mark.parametrize("reason", sorted(REASONS))
def test_advice(reason: str, t: Texts) -> None:
    text = words.describe_advice(Advice(orders(["A:D"]), None, reason, {"tenths": 20}), t, NAMES)
    assert text.startswith(words.describe_move(orders(["A:D"]), t, NAMES))
    assert len(text) > len(words.describe_move(orders(["A:D"]), t, NAMES)) + 10


FACTS = [
    (FromAnswer(Answer(3, 0, "B:r1", 2)), "Round 3: B has 2 red ones", "Runde 3: B hat 2 rote Einer"),
    (
        FromTotal(4, 1, 4, 3),
        "Round 4: 3 of your 4 tips were right",
        "Runde 4: 3 von deinen 4 Tipps waren richtig",
    ),
    (
        FromHint(4, True),
        "Round 4: at least one of your sure tips was wrong",
        "Runde 4: Mindestens einer deiner Dauertipps war falsch",
    ),
    (
        FromHint(4, False),
        "Round 4: none of your sure tips was wrong",
        "Runde 4: Keiner deiner Dauertipps war falsch",
    ),
    (FromMark(0, 0, True), "your mark: red diamond 1 is at A", "dein Zeichen: Diamant rot 1 liegt bei A"),
    (
        FromMark(0, 7, False),
        "your mark: red diamond 1 is not at X",
        "dein Zeichen: Diamant rot 1 liegt nicht bei X",
    ),
]


@pytest.mark.parametrize(("source", "english", "german"), FACTS)
def test_facts(source: FromAnswer | FromTotal | FromHint | FromMark, english: str, german: str) -> None:
    fact = Fact((0,), 1, 1, source)
    assert words.describe_fact(fact, "standard", EN) == english
    assert words.describe_fact(fact, "standard", DE) == german


def test_reasons_and_conflicts() -> None:
    facts = tuple(Fact((0,), 1, 1, source) for source, _english, _german in FACTS[:2])
    told = words.describe_reason("Dr1", "A", True, Reason(facts), "standard", EN)
    assert told.split("\n") == [
        "red diamond 1 must be at A, because:",
        "• Round 3: B has 2 red ones",
        "• Round 4: 3 of your 4 tips were right",
    ]
    assert "kann nicht" in words.describe_reason("Dr1", "A", False, Reason(facts), "standard", DE)
    assert words.describe_reason("Dr1", "A", True, Reason(()), "standard", EN).endswith("by the rules alone.")
    told = words.describe_conflict(Conflict(facts, True), "standard", EN)
    assert told.startswith("The smallest set of facts")
    assert told.count("\n") == 2
    # What was not proved is not claimed.
    assert words.describe_conflict(Conflict(facts, False), "standard", EN).startswith("A small set of facts")
    assert words.describe_conflict(Conflict(facts[:1], True), "standard", EN).startswith(
        "This can't be true:"
    )


def test_tableau() -> None:
    lines = words.tableau_text(PLAIN, EN).split("\n")
    assert lines[0] == "A: red diamond 1, red diamond 2, red diamond 3, blue diamond 1, blue diamond 2"
    assert lines[-1] == "X: yellow opal 3"


def test_a_win_below_zero_has_a_minus_sign() -> None:
    told = words.describe(GameEnded(PLAIN, (-2, -5), (0,)), texts("en"), ["Anna-Maria", "Ben"])
    assert told == "Anna-Maria wins with \N{MINUS SIGN}2 points."
