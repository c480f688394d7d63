"""Builds positions of Geheimer Brief by stacking the deck: real deals, real moves, nothing made by hand."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from engine.core import codec
from engine.core.chance import Draw, Lot
from engine.core.errors import NotAllowed, Refusal
from engine.core.game import Event, Outcome
from engine.games.letter.meta import META
from engine.games.letter.model import DECK, Deal, First, Play, State, View
from engine.games.letter.rules import GAME, open_cards
from engine.play.dealer import Dealer
from engine.play.session import Action, Session
from tests.strategies import people, snapshot


class Stacked(Dealer):
    """A dealer whose first draws are arranged; after those it shuffles."""

    def __init__(self, *draws: Any) -> None:
        super().__init__(0)
        self._draws = list(draws)

    def deal(self, draw: Draw) -> Any:
        if self._draws and isinstance(self._draws[0], First) == isinstance(draw, Lot):
            return self._draws.pop(0)
        return super().deal(draw)


def stack(
    hands: Sequence[int],
    draws: Sequence[int] = (),
    *,
    starter: int = 0,
    open_gap: bool = False,
    aside: int = 0,
    open_aside: Sequence[int] = (),
) -> Deal:
    """A deal in which seat *s* gets ``hands[s]`` and the stock begins with *draws*; the rest is filled up.

    *aside* is the card set aside face down and *open_aside* what lies face up; left-over cards, lowest first, where
    nothing is said.
    """
    seats = len(hands)
    left = Counter(DECK)
    left.subtract([*hands, *draws, *open_aside, *([aside] if aside else [])])
    assert min(left.values()) >= 0, f"there are not that many cards: {left}"
    rest = sorted(left.elements())
    shown = list(open_aside) or [rest.pop(0) for _card in range(open_cards(seats, open_gap))]
    assert len(shown) == open_cards(seats, open_gap)
    hidden = aside or rest.pop(0)
    dealt = [hands[(starter + place) % seats] for place in range(seats)]
    return Deal((hidden, *shown, *dealt, *draws, *rest))


class Table:
    """A match in a real session, begun with an arranged deal."""

    def __init__(
        self,
        hands: Sequence[int],
        draws: Sequence[int] = (),
        *,
        starter: int = 0,
        goal: int = 20,
        open_gap: bool = False,
        aside: int = 0,
        open_aside: Sequence[int] = (),
    ) -> None:
        seats = len(hands)
        options = {"goal": goal, "open_gap": open_gap, "first": starter}
        deal = stack(hands, draws, starter=starter, open_gap=open_gap, aside=aside, open_aside=open_aside)
        self.session = Session(GAME, META.complete(options, seats), people(seats), Stacked(deal))
        self.session.start()

    @property
    def state(self) -> State:
        state: State = self.session._states[-1]
        return state

    def before_deal(self) -> State:
        """The state before the present round was dealt: the one in which the last round had just ended."""
        states: list[State] = self.session._states
        return next(state for state in reversed(states) if state.turn < 0)

    def view(self, seat: int | None) -> View:
        view: View = GAME.view(self.state, seat)
        return view

    def choices(self, seat: int) -> list[Play]:
        return list(self.session.port(seat).choices())

    def play(self, seat: int, card: int, at: int | None = None, naming: int | None = None) -> list[Event]:
        """*seat* plays; the events of that action, secrets included, and not those of a new deal after it."""
        before = self.session.revision
        self.session.port(seat).submit(Play(card, at, naming), before)
        return [event for revision, event in self.session._events if revision == before + 1]

    def refusal(self, seat: int, card: int, at: int | None = None, naming: int | None = None) -> Refusal:
        """Why *seat* can't play that. Nothing has changed."""
        before = snapshot(self.session)
        with pytest.raises(NotAllowed) as caught:
            self.session.port(seat).submit(Play(card, at, naming), self.session.revision)
        assert snapshot(self.session) == before
        assert Play(card, at, naming) not in self.session.port(seat).choices()
        return caught.value.refusal

    def seen(self, events: Sequence[Event], seat: int | None) -> list[Event]:
        """What *seat* saw of *events*."""
        return [event for event in events if event.visible_to(seat)]


# Rounds with a wanted result ----------------------------------------


@cache
def round_won_by(
    seats: int, starter: int, winners: tuple[int, ...], reason: str = ""
) -> tuple[Deal, tuple[tuple[int, Play], ...]]:
    """A deal and legal plays after which exactly *winners* have won the round (for *reason*, if given).

    Found by playing at random: what counts is the result, and rules that changed would find another way to it.
    """
    rng = random.Random(f"{seats} {starter} {winners} {reason}")
    options = META.complete({"first": starter, "goal": 20}, seats)
    for _try in range(200_000):
        cards = list(DECK)
        rng.shuffle(cards)
        deal = Deal(tuple(cards))
        state = GAME.step(GAME.setup(options, seats), None, deal)
        plays: list[tuple[int, Play]] = []
        while state.turn >= 0:
            moves = GAME.legal(state, state.turn)
            move = moves[rng.randrange(len(moves))]
            plays.append((state.turn, move))
            state = GAME.step(state, state.turn, move)
        result = state.match.rounds[-1]
        if result.winners == winners and reason in ("", result.reason):
            return deal, tuple(plays)
    raise AssertionError(f"no round won by {winners} found")


class Match:
    """A match in which each round gets the winners that are wanted."""

    def __init__(self, seats: int, goal: int, starter: int = 0) -> None:
        options = META.complete({"goal": goal, "first": starter}, seats)
        self.session = Session(GAME, options, people(seats), Dealer(0))

    @property
    def state(self) -> State:
        state: State = self.session._states[-1]
        return state

    def round(self, *winners: int) -> list[Event]:
        """Play a round that exactly *winners* win; the events that tell of its end."""
        match = self.state.match
        deal, plays = round_won_by(match.seats, match.starter, winners)
        self.session.restore([Action(None, deal), *(Action(seat, move) for seat, move in plays)])
        assert self.state.match.rounds[-1].winners == winners
        last = self.session.revision
        ends = ("RoundEnded", "TieAtGoal", "MatchEnded")
        return [e for at, e in self.session._events if at == last and type(e).__name__ in ends]

    def outcome(self) -> Outcome | None:
        return self.session.outcome()

    def encoded(self) -> bytes:
        return codec.encode(self.state)
