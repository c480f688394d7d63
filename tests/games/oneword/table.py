"""Plays Ein Wort move by move, with terms that are drawn as told."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import codec
from engine.core.errors import NotAllowed, Refusal
from engine.core.game import Event
from engine.games.oneword import terms
from engine.games.oneword.meta import META
from engine.games.oneword.model import Draw, Guess, Hint, Next, Show, State, View
from engine.games.oneword.rules import GAME
from engine.play.dealer import Dealer
from engine.play.session import Session
from tests.strategies import people


def draw(term: str, *parts: str) -> Draw:
    """The draw of a term, with its own parts if it is one of ours."""
    found = terms.find("de", term)
    return Draw(term, parts or (found.parts if found else ()))


class Table:
    """A game with the cards *terms_drawn* in this order; after them chance draws."""

    def __init__(self, seats: int = 4, *terms_drawn: str | Draw, **options: Any) -> None:
        self.draws = [item if isinstance(item, Draw) else draw(item) for item in terms_drawn]
        chosen = META.complete({"cards": 5} | options, seats)
        self.session = Session(GAME, chosen, people(seats), self)  # type: ignore[arg-type]
        self.session.start()

    def deal(self, possible: Any) -> Any:
        """As the session's dealer: what was told, then anything."""
        return self.draws.pop(0) if self.draws else Dealer(0).deal(possible)

    @property
    def state(self) -> State:
        state: State = self.session._states[-1]
        return state

    def view(self, seat: int | None) -> View:
        """What *seat* sees."""
        return GAME.view(self.state, seat)

    def do(self, seat: int, move: Any) -> list[Event]:
        """*seat* makes *move*; the events of it and of what chance did then."""
        before = len(self.session._events)
        self.session.submit(seat, move, self.session.revision)
        return [event for _at, event in self.session._events[before:]]

    def refused(self, seat: int, move: Any) -> Refusal:
        """*seat* can't make *move*, and nothing has changed."""
        before = codec.encode(self.state)
        with pytest.raises(NotAllowed) as caught:
            self.session.submit(seat, move, self.session.revision)
        assert codec.encode(self.state) == before
        return caught.value.refusal

    def hints(self, **words: str) -> list[Event]:
        """Everybody named (``anna="Leine"``) writes a hint; the events of the last one."""
        names = [
            name.lower() for name in ("Anna", "Ben", "Carla", "Dora", "Emil", "Frieda", "Georg", "Hanna")
        ]
        events: list[Event] = []
        for name, word in words.items():
            events = self.do(names.index(name), Hint((word,)))
        return events

    def words_left(self) -> tuple[str, ...]:
        """The hints that are not struck."""
        return tuple(hint.word for hint in self.view(self._giver()).hints if not hint.struck)

    def card(self, answer: str) -> list[Event]:
        """From written hints to the result: shown, and answered with *answer*."""
        self.do(self._giver(), Show())
        return self.do(self.state.guesser, Guess(answer))

    def next(self) -> list[Event]:
        """The guesser goes on to the next card."""
        return self.do(self.state.guesser, Next())

    def _giver(self) -> int:
        return next(
            seat for seat, here in enumerate(self.state.present) if here and seat != self.state.guesser
        )
