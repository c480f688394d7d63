"""What the contract suite must know of Valknut (see `tests.strategies`)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from engine.games.valknut.model import (
    CODES,
    DECK,
    CardPlayed,
    MatchEnded,
    RoundEnded,
    State,
    TrumpTurned,
    members,
)

OPTION_SETS: tuple[dict[str, Any], ...] = (
    {"goal": 10, "first_dealer": 1},
    {"goal": 200, "max_rounds": 3},
)

PUBLIC_REVEALS = frozenset({CardPlayed, TrumpTurned, RoundEnded, MatchEnded})
"""A card is played or turned; the bids are shown and scored."""


def cards(state: State) -> Counter[str]:
    """All cards on the table: in hands and stock, trump cards, the present trick and the completed ones."""
    if state.trump < 0:
        return Counter()
    places = [*state.stock, state.trump, *state.old_trumps, *state.table, *members(state.played)]
    for hand in state.hands:
        places += members(hand)
    return Counter(CODES[card] for card in places)


def expected(options: dict[str, Any], seats: int) -> Counter[str]:
    """The 42 cards, whatever the options."""
    return Counter(DECK)
