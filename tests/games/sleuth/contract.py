"""What the contract suite must know of VP-Sleuth (see `tests.strategies`)."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from engine.games.sleuth.box import HOLDERS, box
from engine.games.sleuth.model import (
    NO_TIPS,
    GameEnded,
    Nmr,
    Orders,
    QuestionAnswered,
    RoundScored,
    State,
    View,
    tips,
)

OPTION_SETS: tuple[dict[str, Any], ...] = (
    {"hints": True, "nmr": "skip", "substitutes": False},
    {"variant": "large", "max_rounds": 2},
)

PUBLIC_REVEALS = frozenset({QuestionAnswered, RoundScored, GameEnded})
"""Answers, points, and the tableau in the end."""


ILLEGAL_MOVES = (
    Orders(("X:D",), (), NO_TIPS, NO_TIPS),
    Orders(("A:D",) * 3, (), NO_TIPS, NO_TIPS),
    Orders((), (), tips({"Dr1": "A"}), tips({"Dr1": "B"})),
    Orders((), (), tips({"Dr1": "Q"}), NO_TIPS),
)
"""X asked, three questions, a gem tipped twice, a letter that is no holder."""


def cards(state: State) -> Counter[str]:
    """Every gem once, as soon as it is dealt."""
    gems = box(state.settings.variant).gems
    return Counter(gems[number] for number, _holder in enumerate(state.tableau))


def expected(options: dict[str, Any], seats: int) -> Counter[str]:
    """The gems of the variant."""
    return Counter(box(options["variant"]).gems)


def random_move(view: View, rng: random.Random) -> Orders | Nmr:
    """A few questions and tips, or now and then nothing at all."""
    if rng.random() < 0.1:
        return Nmr()
    inside = box(view.settings.variant)
    # A handful of questions only, so that duplicates come up.
    few = inside.questions[:: len(inside.questions) // 40]
    questions = tuple(rng.sample(few, rng.randint(0, view.questions)))
    substitutes = tuple(rng.sample(few, rng.randint(0, 2))) if view.settings.substitutes else ()
    gems = rng.sample(inside.gems, rng.randint(0, 8))
    places = [(gem, rng.choice(HOLDERS)) for gem in gems]
    cut = rng.randint(0, len(places))
    return Orders(questions, substitutes, tips(dict(places[:cut])), tips(dict(places[cut:])))
