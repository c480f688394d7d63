"""Deals what a view of Geheimer Brief hides: a state its seat cannot tell from the real one."""

from __future__ import annotations

import random
from collections.abc import Sequence

from engine.core.game import Event
from engine.games.letter.belief import Belief, belief
from engine.games.letter.model import Match, State, View


def sample(view: View, history: Sequence[Event], rng: random.Random) -> State:
    """A state with the view *view* for its seat, drawn with its exact probability given *history*."""
    return deal(view, belief(view.seat, view.seats, history), rng)


def deal(view: View, beliefs: Belief, rng: random.Random) -> State:
    """Like `sample`, from beliefs that are already there."""
    if view.turn is None:
        # Between rounds all hands lie open; only the order of what was not drawn is hidden.
        hands = view.rounds[-1].hands if view.rounds else (0,) * view.seats
    else:
        (hands,) = rng.choices(list(beliefs.worlds), list(beliefs.worlds.values()))
    return complete(view, beliefs, hands, rng)


def complete(view: View, beliefs: Belief, hands: tuple[int, ...], rng: random.Random) -> State:
    """The state with these *hands*, everything else that is hidden dealt at random."""
    match = Match(
        view.seats,
        view.goal,
        view.open_gap,
        view.first,
        -1 if view.starter is None else view.starter,
        view.points,
        view.rounds,
        view.contenders,
        view.winners,
    )
    drawn = 0
    pool = beliefs.pool(hands)
    knows = 0
    if view.turn is not None:
        if view.turn == view.seat:
            drawn = view.hand[1]
        for (viewer, holder), _card in beliefs.seen.items():
            if viewer != view.seat and hands[holder] and hands[viewer]:
                knows |= hands[holder] << (16 * viewer + 4 * holder)
    if view.seat is not None:
        for holder, card in enumerate(view.known):
            knows |= card << (16 * view.seat + 4 * holder)
    hidden = [card for card in range(1, 9) for _copy in range(pool[card])]
    rng.shuffle(hidden)
    if view.turn is not None and not drawn:
        drawn = hidden.pop()
    if not view.rows[0] and not view.stock and view.turn is None and not view.rounds:
        hidden = []
    aside = hidden.pop() if view.aside else 0
    return State(
        match=match,
        turn=-1 if view.turn is None else view.turn,
        aside=aside,
        open_aside=view.open_aside,
        stock=tuple(hidden),
        hands=hands,
        drawn=drawn,
        rows=view.rows,
        shields=sum(1 << seat for seat in range(view.seats) if view.shielded[seat]),
        alive=sum(1 << seat for seat in range(view.seats) if not view.out[seat]),
        knows=knows,
    )
