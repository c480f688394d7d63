"""Plays rounds of Valknut to their end by the rules of thumb, thousands a second, for the searches.

What a trick does comes from the rules themselves (`playable`, `judge`); only the order of events is written down a
second time here, on lists that change in place. A test replays whole playouts through the rules, card by card.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.games.valknut.heuristics import WORTH, discard, thumb_card
from engine.games.valknut.model import BIT, NUMBER, SUIT, State, members
from engine.games.valknut.tricks import judge

Trace = Callable[[int, str, int], None]
"""Told every decision of a playout: the seat, what it does (the move's tag), and a card or a seat."""


class Round:
    """A round under way, in lists that change: made from a state, played on, thrown away."""

    __slots__ = (
        "bids",
        "hands",
        "leader",
        "pick",
        "seats",
        "stock",
        "table",
        "trace",
        "tricks",
        "trump",
        "turn",
    )

    def __init__(self, state: State, pick: Callable[[], float]) -> None:
        """*pick* gives random numbers from 0 to 1."""
        self.seats = state.match.seats
        self.hands = list(state.hands)
        self.bids = state.bids
        self.tricks = list(state.tricks)
        self.stock = list(state.stock)
        self.trump = SUIT[state.trump]
        self.leader = state.leader
        self.turn = state.turn
        self.table = list(state.table)
        self.pick = pick
        self.trace: Trace | None = None

    def copy(self) -> Round:
        """The same round once more."""
        other = Round.__new__(Round)
        other.seats = self.seats
        other.hands = self.hands.copy()
        other.bids = self.bids
        other.tricks = self.tricks.copy()
        other.stock = self.stock.copy()
        other.trump = self.trump
        other.leader = self.leader
        other.turn = self.turn
        other.table = self.table.copy()
        other.pick = self.pick
        other.trace = self.trace
        return other

    # Single decisions ----------------------------------------

    def need(self, seat: int) -> int:
        """How many tricks *seat* still needs for its bid."""
        return self.bids[seat] - self.tricks[seat]

    def play(self, card: int) -> None:
        """The seat whose turn it is plays *card*; a 3 is used as the rules of thumb say."""
        seat = self.turn
        self.hands[seat] -= BIT[card]
        self.table.append(card)
        if NUMBER[card] == 3 and self.hands[seat]:
            self.draw()
            self.bury(self.discard())

    def draw(self) -> None:
        """The seat whose turn it is takes the stock's top card."""
        self.hands[self.turn] += BIT[self.stock.pop(0)]
        if self.trace is not None:
            self.trace(self.turn, "draw", -1)

    def discard(self) -> int:
        """The card that the seat whose turn it is would put away."""
        seat = self.turn
        return discard(self.hands[seat], self.bids[seat] - self.tricks[seat], WORTH[self.seats][self.trump])

    def bury(self, card: int) -> None:
        """The seat whose turn it is puts *card* under the stock."""
        self.hands[self.turn] -= BIT[card]
        self.stock.append(card)
        if self.trace is not None:
            self.trace(self.turn, "bury", card)

    def steal_trick(self, victim: int) -> None:
        """The seat whose turn it is takes over a trick of *victim*."""
        self.tricks[victim] -= 1
        self.tricks[self.turn] += 1

    def steal_card(self, victim: int) -> None:
        """The seat whose turn it is takes any card of *victim*."""
        cards = members(self.hands[victim])
        card = cards[int(self.pick() * len(cards))]
        self.hands[victim] -= BIT[card]
        self.hands[self.turn] += BIT[card]
        if self.trace is not None:
            self.trace(victim, "pick", card)

    def give(self, victim: int, card: int) -> None:
        """The seat whose turn it is gives *card* to *victim*."""
        self.hands[self.turn] -= BIT[card]
        self.hands[victim] += BIT[card]
        if self.trace is not None:
            self.trace(self.turn, "give", card)

    # To the end ----------------------------------------

    def go_on(self) -> None:
        """After a card was played and its 3 is done: the next seat's turn, or the trick is taken."""
        if len(self.table) < self.seats:
            self.turn = self.turn + 1 if self.turn + 1 < self.seats else 0
        else:
            self.take()

    def lead(self) -> None:
        """After a 1 or 6 is done: the next trick begins."""
        self.turn = self.leader

    def take(self) -> None:
        """The trick is complete: carry out what it does."""
        table = tuple(self.table)
        seats = self.seats
        opener = self.leader
        winner, leads, _reason, power, turns = judge(table, self.trump)
        self.table.clear()
        self.leader = (opener + leads) % seats
        if winner < 0:
            if turns:
                card = self.stock.pop(0)
                self.trump = SUIT[card]
        else:
            taker = (opener + winner) % seats
            self.tricks[taker] += 1
            if power:
                self.turn = taker
                self._use(power, taker)
        self.turn = self.leader

    def _use(self, power: int, seat: int) -> None:
        """What *seat* does by the rules of thumb after winning with a 1 or a 6."""
        others = [s for s in range(self.seats) if s != seat]
        if power == 1:
            victim = max(others, key=lambda s: self.tricks[s])
            if self.tricks[victim]:
                if self.bids[seat] != self.tricks[seat]:
                    self.steal_trick(victim)
                    if self.trace is not None:
                        self.trace(seat, "steal_trick", victim)
                elif self.trace is not None:
                    self.trace(seat, "pass", -1)
        elif self.hands[0]:
            victim = others[int(self.pick() * len(others))]
            if self.trace is not None:
                self.trace(seat, "steal_card", victim)
            self.steal_card(victim)
            self.give(victim, self.discard())

    def finish(self) -> list[int]:
        """Play on to the end of the round; the tricks that each seat holds then."""
        hands, bids, tricks, table = self.hands, self.bids, self.tricks, self.table
        seats, trace = self.seats, self.trace
        while table or hands[0]:
            seat = self.turn
            card = thumb_card(hands[seat], table, self.trump, bids[seat] > tricks[seat])
            if trace is not None:
                trace(seat, "play", card)
            hands[seat] -= BIT[card]
            table.append(card)
            if NUMBER[card] == 3 and hands[seat]:
                self.draw()
                self.bury(self.discard())
            if len(table) == seats:
                self.take()
            else:
                self.turn = seat + 1 if seat + 1 < seats else 0
        return tricks
