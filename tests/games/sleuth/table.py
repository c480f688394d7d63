"""A table of VP-Sleuth to test at: a game whose tableau and orders the test lays down."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from engine.core.game import Event
from engine.games.sleuth.box import HOLDERS, Box, box
from engine.games.sleuth.meta import META
from engine.games.sleuth.model import Answer, Deal, Nmr, Orders, State, View, tips
from engine.games.sleuth.rules import GAME

PLAIN = "".join(HOLDERS[gem // 5] for gem in range(36))
"""A tableau in the box's order: Dr1 to Db2 with A, and so on, the last gem (Oy3) with X."""


def deal(variant: str, seed: int) -> str:
    """A random tableau."""
    letters = list(box(variant).letters)
    random.Random(f"tableau {seed}").shuffle(letters)
    return "".join(letters)


def right(variant: str, tableau: str, count: int) -> dict[str, str]:
    """*count* right tips on the first gems."""
    return dict(list(zip(box(variant).gems, tableau, strict=True))[:count])


def wrong(variant: str, tableau: str, count: int) -> dict[str, str]:
    """*count* wrong tips on the last gems."""
    pairs = list(zip(box(variant).gems, tableau, strict=True))[::-1][:count]
    return {gem: HOLDERS[(HOLDERS.index(holder) + 1) % 8] for gem, holder in pairs}


def orders(
    questions: Sequence[str] = (),
    substitutes: Sequence[str] = (),
    sure: Mapping[str, str] | None = None,
    risk: Mapping[str, str] | None = None,
) -> Orders:
    """Orders, with mappings for tips."""
    return Orders(tuple(questions), tuple(substitutes), tips(sure or {}), tips(risk or {}))


class Table:
    """A running game; *events* has everything that happened."""

    def __init__(self, seats: int = 2, tableau: str | None = None, **options: Any) -> None:
        complete = META.complete(options, seats)
        self.events: list[Event] = []
        self.state: State = GAME.setup(complete, seats)
        self.tableau = tableau or (PLAIN if complete["variant"] == "standard" else deal("large", 0))
        self._apply(None, Deal(self.tableau))

    def _apply(self, actor: int | None, move: Any) -> list[Event]:
        if actor is None:
            assert GAME.check_chance(self.state, move) is None, GAME.check_chance(self.state, move)
        else:
            refusal = GAME.check(GAME.view(self.state, actor), move)
            assert refusal is None, refusal
        step = GAME.apply(self.state, actor, move)
        self.state = step.state
        self.events += step.events
        return list(step.events)

    @property
    def box(self) -> Box:
        return box(self.state.settings.variant)

    def view(self, seat: int | None = 0) -> View:
        return GAME.view(self.state, seat)

    def give(self, seat: int, move: Orders | Nmr) -> list[Event]:
        """*seat* gives its orders; returns what happened."""
        return self._apply(seat, move)

    def chance(self, move: Any) -> list[Event]:
        """Chance draws."""
        return self._apply(None, move)

    def round(self, *moves: Orders | Nmr) -> list[Event]:
        """Everybody gives orders, in the order of the seats."""
        happened = []
        for seat, move in enumerate(moves):
            happened += self.give(seat, move)
        return happened

    def skip_to(self, number: int) -> None:
        """Play rounds without orders' contents until round *number*."""
        while self.state.round < number:
            self.round(*[orders() for _seat in range(self.state.settings.seats)])


def answered(variant: str, tableau: str, questions: Sequence[str]) -> list[Answer]:
    """The answers to *questions*, as if asked in one round by seat 0."""
    return [Answer(1, 0, question, box(variant).answer(tableau, question)) for question in questions]
