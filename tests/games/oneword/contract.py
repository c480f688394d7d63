"""What the contract suite must know of Ein Wort (see `tests.strategies`)."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from engine.games.oneword import terms
from engine.games.oneword.hints import refuse_hint
from engine.games.oneword.model import (
    CHECK,
    GUESS,
    HINTS,
    RESULT,
    VOID,
    Abort,
    Admit,
    AnswerCounted,
    CardResolved,
    Guess,
    HintsShown,
    OneWordMove,
    PassForGuesser,
    Remove,
    SkipMissing,
    State,
    View,
)
from engine.games.oneword.rules import GAME

OPTION_SETS: tuple[dict[str, Any], ...] = (
    {"language": "en", "difficulty": "hard", "cards": 6, "two_hints": True, "first": "random"},
)

PUBLIC_REVEALS = frozenset({HintsShown, CardResolved, AnswerCounted})
"""Hints are shown, and in the end the term and everything else about a card."""


def cards(state: State) -> Counter[str]:
    """Every card of the deck: waiting, on the table, or finished; a substitute took the place of a void one."""
    count = state.deck + (state.phase in (HINTS, CHECK, GUESS, RESULT)) + state.lost
    count += sum(1 + card.lost for card in state.cards if card.result != VOID)
    return Counter({"card": count})


def expected(options: dict[str, Any], seats: int) -> Counter[str]:
    """As many cards as the deck had."""
    return Counter({"card": options["cards"]})


def random_move(view: View, rng: random.Random) -> OneWordMove:
    """A legal move: now and then the host helps, seldom somebody is removed; guesses are terms or nonsense."""
    chance = rng.random()
    if "skip_missing" in view.may and chance < 0.05:
        return SkipMissing()
    if "pass_for_guesser" in view.may and chance < 0.1:
        return PassForGuesser()
    if "remove" in view.may and chance < 0.02:
        return Remove(rng.choice([seat for seat in range(view.seats) if view.present[seat]]))
    if "admit" in view.may and chance < 0.06:
        gone = [seat for seat in range(view.seats) if not view.present[seat]]
        if gone:
            return Admit("Emil", rng.choice(gone))  # in a new seat: tests/games/oneword/test_late.py
    if "abort" in view.may and chance > 0.995 and view.cards:
        return Abort()
    if "guess" in view.may and chance < 0.7:
        pool = terms.level(view.language, view.difficulty)
        return Guess(rng.choice([rng.choice(pool).word, f"der {rng.choice(pool).word} ", "Xyz", "100"]))
    choices = GAME.choices(view)
    assert all(
        refuse_hint(
            view.term, view.parts, word, view.language, lambda known: terms.is_known(known, view.language)
        )
        is None
        for move in choices
        for word in getattr(move, "words", ())
        if isinstance(word, str)
    )
    return choices[rng.randrange(len(choices))]
