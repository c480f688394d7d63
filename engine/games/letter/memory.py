"""What a bot remembers of the running round: its belief, and what it thinks others would have played.

The belief (`engine.games.letter.belief`) is a filter over everybody's hands. `Mind` is the model of play that
sharpens it: at each card that another seat plays, every pair of cards it may have held is put to the rules of thumb,
as that seat saw the table. People do not all play by these rules, so their answer is mixed with plain frequencies.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from engine.core.game import Event
from engine.games.letter.belief import Belief
from engine.games.letter.heuristics import BLANK, PLAYED, rule_play
from engine.games.letter.model import COPIES, SHIELD, CardPlayed, RoundStarted, TurnStarted, View

TRUST = 0.5
"""How far others are taken to play by the rules of thumb; for the rest they play as often as `PLAYED` says."""

TRUST_IN_THE_DARK = 0.2
"""The same for a seat that was shown something this seat was not, and may act on that."""


class _Steady(random.Random):
    """No chance at all: the model of play must give the same answer each time it is asked."""

    def random(self) -> float:
        return 0.5


class Mind:
    """The model of play: how likely a card is played with two cards in hand, as the player sees the table now."""

    def __init__(self) -> None:
        self._stock = 0
        self._shields = 0
        self._trust = 0.0
        self._table: tuple[int, int, int, int, bool, list[int]] = (0, 0, 0, 0, False, [])
        self._answers: dict[tuple[int, int, int], float] = {}
        self._rng = _Steady(0)

    def before(self, event: Event, belief: Belief) -> None:
        """Look at the table before the belief takes in *event*."""
        if isinstance(event, RoundStarted):
            self._shields = 0
        elif isinstance(event, TurnStarted):
            self._stock = event.stock
            self._shields &= ~(1 << event.seat)
        elif isinstance(event, CardPlayed) and event.seat != belief.seat:
            seat = event.seat
            hands = next(iter(belief.worlds))
            alive = sum(1 << s for s, card in enumerate(hands) if card)
            known = 0
            self._trust = TRUST
            exposed = False
            for (viewer, holder), card in belief.seen.items():
                if viewer == seat and alive >> holder & 1:
                    known |= card << 4 * holder
                    if not card:
                        self._trust = TRUST_IN_THE_DARK
                elif holder == seat and alive >> viewer & 1:
                    exposed = True
            targets = alive & ~self._shields & ~(1 << seat)
            self._table = (seat, targets, alive, known, exposed, belief.visible)
            self._answers = {}

    def after(self, event: Event) -> None:
        """Note what *event* changed."""
        if isinstance(event, CardPlayed) and event.card == SHIELD:
            self._shields |= 1 << event.seat

    def __call__(self, played: int, kept: int, drawn: int) -> float:
        # Asked once for each world, but there are few different questions.
        question = (played, kept, drawn)
        answer = self._answers.get(question)
        if answer is None:
            answer = self._answers[question] = self._answer(*question)
        return answer

    def _answer(self, played: int, kept: int, drawn: int) -> float:
        if kept == drawn:
            return 1.0
        often = PLAYED[played][kept + drawn - played]
        if often in (0.0, 1.0):
            return often
        seat, targets, alive, known, exposed, visible = self._table
        left = [max(0, have - seen) for have, seen in zip(COPIES, visible, strict=True)]
        left[kept] = max(0, left[kept] - 1)
        left[drawn] = max(0, left[drawn] - 1)
        rule = rule_play(
            seat, kept, drawn, targets, alive, known, exposed, left, (BLANK,) * 4, self._stock, self._rng
        )
        return self._trust * (rule.card == played) + (1 - self._trust) * often


class Memory:
    """A seat's belief, fed as its history grows. What it holds depends on the history alone.

    With *model* the belief is weighted by what players tend to play; without, it is exact for any legal play.
    """

    def __init__(self, *, model: bool) -> None:
        self._model = model
        self._mind = Mind()
        self._belief: Belief | None = None
        self._fed: list[Event] = []

    def belief(self, view: View, history: Sequence[Event]) -> Belief:
        """The belief of the view's seat after *history*."""
        start = 0
        for index in range(len(history) - 1, -1, -1):
            if type(history[index]) is RoundStarted:
                start = index
                break
        events = list(history[start:])
        fed = self._fed
        found = self._belief
        if (
            found is None
            or found.seat != view.seat
            or found.seats != view.seats
            or len(fed) > len(events)
            or events[: len(fed)] != fed
        ):
            self._mind = Mind()
            found = (
                Belief(view.seat, view.seats, self._mind) if self._model else Belief(view.seat, view.seats)
            )
            fed = []
        self._belief = None
        if self._model:
            for event in events[len(fed) :]:
                self._mind.before(event, found)
                found.feed((event,))
                self._mind.after(event)
        else:
            found.feed(events[len(fed) :])
        self._belief, self._fed = found, events
        return found
