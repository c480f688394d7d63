"""What play tells of the bids that nobody shows: who still wants tricks plays otherwise than who has enough.

The figures were counted in games of the bots: how often a lead, a win, a duck … was made by somebody who still
needed tricks, and by somebody who did not. They are taken with some reserve (`TRUST`), since people play otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log

from engine.core.game import Event
from engine.games.valknut.belief import this_round
from engine.games.valknut.heuristics import bid_by_tables
from engine.games.valknut.model import (
    CARD_OF,
    HAND_SIZE,
    NUMBER,
    SUIT,
    VALKNUT,
    CardPlayed,
    RoundStarted,
    TrickStolen,
    TrickWon,
    TrumpTurned,
    View,
)
from engine.games.valknut.tricks import best

ODDS = {
    "lead trump": log(4.0),
    "lead high": log(3.0),
    "lead middle": log(1.2),
    "lead low": log(0.25),
    "lead V": log(0.4),
    "lead N": log(0.15),
    "win": log(2.0),
    "lose": log(0.6),
    "V": log(3.0),
    "N": log(2.0),
}
"""How much likelier each kind of play is for somebody who still needs tricks, as a logarithm."""

TRUST = 0.7
"""How far these odds are believed."""

SPREAD = {2: 2.5, 3: 1.1}
"""How far bids lie from what the hand is worth by the tables, as a standard deviation."""


_MISSED = log(0.4)
"""A bid that has been missed already is the less likely, the farther it is missed."""


def kind(table: tuple[int, ...], card: int, trump: int) -> str:
    """What kind of play *card* was after *table*: a key of `ODDS`, or "" if it says nothing."""
    if not table:
        if card >= 36:
            return "lead V" if card == VALKNUT else "lead N"
        if SUIT[card] == trump:
            return "lead trump"
        number = NUMBER[card]
        return "lead low" if number <= 3 else "lead middle" if number <= 6 else "lead high"
    if VALKNUT in table:
        return ""
    if card >= 36:
        return "V" if card == VALKNUT else "N"
    return "win" if best((*table, card), trump) == len(table) else "lose"


class Reading:
    """How likely each bid of the other seats is, given the hand that they were dealt and all they have played."""

    def __init__(self, view: View, history: Sequence[Event]) -> None:
        seats = view.seats
        self._seats = seats
        self._left = view.cards
        self._tricks = view.tricks
        # The odds by the number of tricks that the seat held then: they speak for every bid above it.
        odds = [[0.0] * 17 for _seat in range(seats)]
        tricks = [0] * seats
        table: tuple[int, ...] = ()
        self._trump = trump = -1
        for event in this_round(history):
            match event:
                case RoundStarted():
                    self._trump = trump = SUIT[CARD_OF[event.trump]]
                case CardPlayed():
                    card = CARD_OF[event.card]
                    table = () if event.led else table
                    odds[event.seat][tricks[event.seat]] += TRUST * ODDS.get(kind(table, card, trump), 0.0)
                    table = (*table, card)
                case TrumpTurned():
                    trump = SUIT[CARD_OF[event.card]]
                case TrickWon():
                    tricks[event.seat] += 1
                case TrickStolen():
                    tricks[event.seat] += 1
                    tricks[event.victim] -= 1
                case _:
                    pass
        self._wants: list[list[float]] = []
        for own in odds:
            sums = [0.0]
            for odd in own[:16]:
                sums.append(sums[-1] + odd)
            self._wants.append(sums)

    def bid(self, seat: int, dealt: int, spot: float) -> int:
        """A bid of *seat*, who was dealt the set *dealt*; *spot* (0 to 1) picks it from the distribution."""
        weights = self.weights(seat, dealt)
        rest = spot * sum(weights)
        for bid, weight in enumerate(weights):
            rest -= weight
            if rest < 0:
                return bid
        return len(weights) - 1

    def weights(self, seat: int, dealt: int) -> list[float]:
        """How likely each bid is, up to a common factor."""
        seats = self._seats
        middle = bid_by_tables(dealt, self._trump, seats)
        spread = SPREAD[seats]
        tricks, most = self._tricks[seat], self._tricks[seat] + self._left[seat]
        found = []
        for bid, wants in enumerate(self._wants[seat][: HAND_SIZE[seats] + 1]):
            off = (bid - middle) / spread
            weight = wants - off * off / 2
            if bid < tricks:
                weight += _MISSED * (tricks - bid)
            elif bid > most:
                weight += _MISSED * (bid - most)
            found.append(weight)
        top = max(found)
        return [exp(weight - top) for weight in found]
