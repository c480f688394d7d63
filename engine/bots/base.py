"""What a bot is."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from engine.core.game import Event, Game


class Budget(msgspec.Struct, frozen=True):
    """How long a bot may think: ``samples`` worlds if given, else ``seconds``.

    With a sample count the move does not depend on the clock: same seed, same view, same move.
    """

    seconds: float = 0.1
    samples: int | None = None


class Advice(msgspec.Struct, frozen=True):
    """A tip for a person: the move, what it is worth (percent of the best outcome, or None), and why.

    ``reason`` is a code; ``numbers``, and ``words`` where a game is about words, go with it; the game's
    ``words.describe_advice`` puts them into words. Games that give tips have a module ``advice`` with
    ``advise(view, history, budget, rng)``.
    """

    move: Any
    value: int | None
    reason: str
    numbers: dict[str, int] = {}
    words: tuple[str, ...] = ()


class Bot(ABC):
    """A player. Made once per seat and game; what it remembers must follow from the history it is given."""

    def __init__(self, game: Game[Any, Any, Any]) -> None:
        self.game = game

    @abstractmethod
    def choose(self, view: Any, history: Sequence[Event], budget: Budget, rng: random.Random) -> Any:
        """A legal move for the view's seat, which must be awaited. *history*: all events that seat has seen."""


BotFactory = Callable[[Game[Any, Any, Any]], Bot]
