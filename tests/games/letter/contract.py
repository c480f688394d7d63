"""What the contract suite must know of Geheimer Brief (see `tests.strategies`)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from engine.games.letter.model import (
    DECK,
    DuelFought,
    GuessAnswered,
    HandDiscarded,
    RoundEnded,
    SeatEliminated,
    State,
)

OPTION_SETS: tuple[dict[str, Any], ...] = (
    {"open_gap": True},
    {"goal": 1, "first": 1},
    {"goal": 3, "open_gap": True, "first": 0},
)

PUBLIC_REVEALS = frozenset({GuessAnswered, DuelFought, HandDiscarded, SeatEliminated, RoundEnded})
"""A right guess, a lost duel, a card laid open: so everybody learns something of a hand."""


def cards(state: State) -> Counter[int]:
    """All cards on the table: aside, in the stock, in hands and rows. 0 means no card."""
    found = Counter([state.aside, state.drawn, *state.open_aside, *state.stock, *state.hands])
    for row in state.rows:
        found.update(row)
    del found[0]
    return found


def expected(options: dict[str, Any], seats: int) -> Counter[int]:
    """The sixteen cards, whatever the options."""
    return Counter(DECK)
