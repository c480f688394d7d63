"""The search of the medium and the strong bot: sampled worlds, each played to the end with every move in question.

*Worlds* come from `engine.games.valknut.belief`; the others' bids, which nobody sees, are guessed from the hands that
they were dealt in that world and from what they have played (`engine.games.valknut.reading`). Each world is played
out once with every move that is still in question, so that the moves are compared on the same deals; moves that are
clearly worse drop out, and the rest share the remaining time. In the playouts every seat follows the rules of thumb
with its own bid in mind.

A round is worth the own points less a share of the others' (`GRUDGE`).
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence

from engine.bots.base import Budget
from engine.bots.racing import not_beaten
from engine.core.game import Event
from engine.games.valknut.belief import Belief
from engine.games.valknut.heuristics import bid_by_tables, cards_in, need_of
from engine.games.valknut.model import (
    BIT,
    CARD_OF,
    CODES,
    HAND_SIZE,
    NUMBER,
    SUIT,
    VALKNUT,
    Bid,
    Bury,
    DrawCard,
    Give,
    Pass,
    Play,
    StealCard,
    StealTrick,
    ValknutMove,
    View,
)
from engine.games.valknut.playout import Round
from engine.games.valknut.reading import Reading
from engine.games.valknut.rules import GAME
from engine.games.valknut.sampler import world
from engine.games.valknut.tricks import EXACT, best, score

Estimate = tuple[ValknutMove, float, int]
"""A move, its estimated value in points, and the number of worlds it was played in."""

GRUDGE = {2: 0.5, 3: 0.25}
"""How much a point of each opponent's counts against an own one, by the number of seats."""

NEAR = {2: 0.4, 3: 0.4}
"""How much of a hit it is, before the first card, to miss the bid by one trick in a playout: what is played by rules
of thumb there can be steered better. It shrinks with the number of cards left."""

CHECKS = (12, 24, 48, 96, 192, 384, 768)
"""After so many worlds the moves that are clearly worse drop out."""

BID_SECONDS = 4.0
"""A bid may take so many times as long as a card: it decides more."""

FATES = 24
"""How many fates the worlds of one decision come from, where cards have moved in secret."""


class Worlds:
    """Rounds that fit what the view's seat knows, one after another."""

    def __init__(self, view: View, history: Sequence[Event], rng: random.Random) -> None:
        assert view.seat is not None
        self._view = view
        self._rng = rng
        self._belief = Belief(view, history, rng, FATES)
        self._reading = Reading(view, history)

    def others(self) -> int:
        """The set of cards that lie in other hands or in the stock, or may."""
        deal = self._belief.deal(self._rng)
        hidden = sum(deal.hands) - deal.hands[self._view.seat or 0]
        return hidden + sum([BIT[card] for card in deal.stock])

    def round(self) -> Round:
        """One more round, with guessed bids."""
        view, rng = self._view, self._rng
        assert view.seat is not None
        deal = self._belief.deal(rng)
        bids = tuple(
            [
                (-1 if view.bid is None else view.bid)
                if seat == view.seat
                else self._reading.bid(seat, deal.dealt(seat), rng.random())
                for seat in range(view.seats)
            ]
        )
        return Round(world(view, deal, bids), rng.random)


def payoff(round_: Round, seat: int, near: float) -> float:
    """What the end of a round is worth to *seat*; missing the bid by one trick counts as *near* of a hit."""
    seats = round_.seats
    bids, tricks = round_.bids, round_.tricks
    value = score(seats, bids[seat], tricks[seat]) - GRUDGE[seats] * sum(
        [score(seats, bids[s], tricks[s]) for s in range(seats) if s != seat]
    )
    return value + near * EXACT if abs(bids[seat] - tricks[seat]) == 1 else value


def make(round_: Round, move: ValknutMove, seat: int, other: int) -> None:
    """Make *move* of *seat* in *round_*; *other* is whom a 6 was aimed at."""
    match move:
        case Play():
            round_.play(CARD_OF[move.card])
            round_.go_on()
        case Bid():
            bids = list(round_.bids)
            bids[seat] = move.tricks
            round_.bids = tuple(bids)
            round_.turn = round_.leader
        case DrawCard():
            round_.draw()
            round_.bury(round_.discard())
            round_.go_on()
        case Bury():
            round_.bury(CARD_OF[move.card])
            round_.go_on()
        case StealTrick():
            round_.steal_trick(move.from_)
            round_.lead()
        case StealCard():
            round_.steal_card(move.from_)
            round_.give(move.from_, round_.discard())
            round_.lead()
        case Give():
            round_.give(other, CARD_OF[move.card])
            round_.lead()
        case Pass():
            if round_.table:
                round_.go_on()
            else:
                round_.lead()


def candidates(view: View, moves: Sequence[ValknutMove], unseen: int) -> list[ValknutMove]:
    """*moves* without those that are as good as another, or surely worse.

    Of cards in sequence one is enough: if neither has a special, and no card that somebody else may hold (the set
    *unseen*) lies between them. And whoever has met the bid and is last to play does not win a trick that can be
    lost: the bid would be missed for a single point.
    """
    if view.phase != "play":
        return list(moves)
    cards = [CARD_OF[move.card] for move in moves if isinstance(move, Play)]
    if need_of(view) == 0 and len(view.table) == view.seats - 1 and "V" not in view.table:
        trump = SUIT[CARD_OF[view.trump_card]]
        table = tuple([CARD_OF[code] for code in view.table])
        cards = [c for c in cards if c == VALKNUT or best((*table, c), trump) != len(table)] or cards
    found: list[ValknutMove] = []
    before = -1
    for card in cards:
        alike = (
            before >= 0
            and SUIT[before] == SUIT[card]
            and NUMBER[card] in PLAIN
            and NUMBER[before] in PLAIN
            and not any(unseen >> between & 1 for between in range(before + 1, card))
        )
        before = card if card < 36 else -1
        if not alike:
            found.append(Play(CODES[card]))
    return found


PLAIN = frozenset({2, 4, 5, 7, 8})
"""The numbers without a special."""


def bids_in_question(view: View) -> list[ValknutMove]:
    """The bids worth a look: around what the hand is worth by the tables."""
    middle = round(bid_by_tables(cards_in(view), SUIT[CARD_OF[view.trump_card]], view.seats))
    reach = 5 if view.seats == 2 else 3
    low, high = max(0, middle - reach), min(len(view.hand), middle + reach)
    return [Bid(tricks) for tricks in range(low, high + 1)]


def search(
    view: View, history: Sequence[Event], budget: Budget, rng: random.Random, began: float
) -> list[Estimate]:
    """The estimates of all moves in question, best first."""
    seat = view.seat
    assert seat is not None
    bidding = view.phase == "bid"
    moves: list[ValknutMove] = list(GAME.choices(view))
    if len(moves) == 1:
        return [(moves[0], 0.0, 0)]
    worlds = Worlds(view, history, rng)
    moves = bids_in_question(view) if bidding else candidates(view, moves, worlds.others())
    if len(moves) == 1:
        return [(moves[0], 0.0, 0)]
    limit = budget.samples
    deadline = began + budget.seconds * (BID_SECONDS if bidding else 1.0)
    other = -1 if view.other is None else view.other
    near = NEAR[view.seats] * len(view.hand) / HAND_SIZE[view.seats]
    clock = time.perf_counter
    results: list[list[float]] = [[] for _move in moves]
    live = list(range(len(moves)))
    done = 0
    for check in (*CHECKS, 1 << 30):
        while done < check:
            if limit is not None and done >= limit:
                return ranked(moves, results)
            start = worlds.round()
            for index in live:
                trial = start.copy()
                make(trial, moves[index], seat, other)
                trial.finish()
                results[index].append(payoff(trial, seat, near))
            done += 1
            if limit is None and clock() >= deadline:
                return ranked(moves, results)
        live = not_beaten(live, results, bound=4.0, prior=1.0)
        if len(live) < 2:
            break
    return ranked(moves, results)


def ranked(moves: Sequence[ValknutMove], results: Sequence[Sequence[float]]) -> list[Estimate]:
    """The moves by value, those that stayed to the end before those that dropped out."""
    found = [(m, sum(r) / len(r) if r else 0.0, len(r)) for m, r in zip(moves, results, strict=True)]
    found.sort(key=lambda entry: (entry[2], entry[1]), reverse=True)
    most = found[0][2]
    stayed = [entry for entry in found if entry[2] == most]
    stayed.sort(key=lambda entry: entry[1], reverse=True)
    return stayed + found[len(stayed) :]
