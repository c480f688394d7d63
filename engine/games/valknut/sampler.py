"""Deals what a view of Valknut hides: a state its seat cannot tell from the real one."""

from __future__ import annotations

import random
from collections.abc import Sequence

from engine.core.game import Event
from engine.games.valknut.belief import Belief, Deal
from engine.games.valknut.model import ALL, BIT, CARD_OF, HAND_SIZE, PHASES, PICK, Match, State, View


def sample(view: View, history: Sequence[Event], rng: random.Random) -> State:
    """A state with the view *view* for its seat that fits all of *history*; others' bids are anything."""
    belief = Belief(view, history, rng)
    bids = [-1] * view.seats
    if view.phase == "idle":
        bids = list(view.rounds[-1].bids) if view.rounds else bids
    else:
        for seat in range(view.seats):
            if seat == view.seat:
                bids[seat] = -1 if view.bid is None else view.bid
            elif view.has_bid[seat]:
                bids[seat] = rng.randrange(HAND_SIZE[view.seats] + 1)
    return world(view, belief.deal(rng), tuple(bids))


def world(view: View, deal: Deal, bids: tuple[int, ...]) -> State:
    """The state with the hidden cards of *deal* and the bids *bids*."""
    match = Match(
        view.seats,
        view.goal,
        view.max_rounds,
        view.first_dealer,
        -1 if view.dealer is None else view.dealer,
        view.points,
        view.bonuses,
        view.rounds,
        view.winners,
    )
    phase = PHASES.index(view.phase)
    turn = -1 if view.turn is None else view.turn
    last: tuple[int, ...] = ()
    if view.last is not None:
        taker = -1 if view.last.winner is None else view.last.winner
        last = (view.last.opener, taker, *(CARD_OF[code] for code in view.last.cards))
        if phase == PICK:
            turn = taker
    trump = CARD_OF[view.trump_card] if view.trump_card else -1
    old_trumps = tuple([CARD_OF[code] for code in view.old_trumps])
    table = tuple([CARD_OF[code] for code in view.table])
    placed = sum(deal.hands) + sum([BIT[card] for card in (*deal.stock, *old_trumps, *table)])
    played = ALL - placed - BIT[trump] if trump >= 0 else 0
    return State(
        match=match,
        phase=phase,
        turn=turn,
        other=-1 if view.other is None else view.other,
        leader=-1 if view.leader is None else view.leader,
        hands=deal.hands,
        bids=bids,
        stock=deal.stock,
        trump=trump,
        old_trumps=old_trumps,
        table=table,
        played=played,
        tricks=view.tricks,
        destroyed=view.destroyed,
        last=last,
    )
