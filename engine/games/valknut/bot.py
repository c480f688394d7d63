"""Bots for Valknut.

What they reach, in single rounds with rotated seats (95 % intervals by Wilson; "strong" with 200 worlds a decision,
about 20 ms a card at the median; by the clock it looks at more):

======================= ======= ================== ================== ====================
bot against             rounds  hits its bid       wins the round     points, lead
======================= ======= ================== ================== ====================
strong, easy            400     62.8 % (57.9–67.3) 77.1 % (72.8–81.0) 14.9, +5.29 (± 0.68)
strong, easy, easy      400     74.0 % (69.5–78.1) 54.2 % (49.4–59.1) 10.2, +3.60 (± 0.56)
medium, easy            400     39.0 % (34.3–43.9) 66.5 % (61.7–70.9) 12.2, +2.55 (± 0.67)
medium, easy, easy      400     48.5 % (43.6–53.4) 37.2 % (32.6–42.0) 7.7, +0.57 (± 0.62)
easy, random            400     24.8 % (20.8–29.2) 62.0 % (57.2–66.6) 10.7, +2.50 (± 0.54)
======================= ======= ================== ================== ====================

In a later run of 250 rounds with other deals strong hit 55.6 % (49.4–61.6) of its bids against easy and won 72.8 %
(67.0–77.9) of the rounds, 4.66 points ahead on average.

Of 400 whole matches with two seats strong (100 worlds) wins 69.0 % (64.3–73.3) against medium. By the clock, with
0.1 s a decision: 57.0 % (47.2–66.3) hits and 74.5 % (65.2–82.0) of the rounds against easy, 70.0 % (60.4–78.1) and
59.8 % (50.0–68.9) against two of them (100 rounds each, on a busy machine); a card never took more than 0.14 s, a
bid 0.46 s.
"""

from __future__ import annotations

import random
import time
from collections.abc import Mapping, Sequence

from engine.bots.base import Bot, BotFactory, Budget
from engine.bots.uniform import RandomBot
from engine.core.game import Event
from engine.games.valknut.heuristics import WORTH, bid_by_tables, cards_in, discard, need_of, thumb_card
from engine.games.valknut.model import (
    CARD_OF,
    CODES,
    SUIT,
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
from engine.games.valknut.rules import GAME
from engine.games.valknut.search import Estimate, search

MEDIUM = Budget(samples=8)
"""How much the medium bot thinks, whatever its budget says."""


def thumb_move(view: View, rng: random.Random) -> ValknutMove:
    """The move of the rules of thumb for the view's seat, which must be awaited."""
    hand = cards_in(view)
    trump = SUIT[CARD_OF[view.trump_card]]
    if view.phase == "bid":
        return Bid(min(len(view.hand), round(bid_by_tables(hand, trump, view.seats))))
    need = need_of(view)
    if view.phase == "play":
        table = [CARD_OF[code] for code in view.table]
        return Play(CODES[thumb_card(hand, table, trump, need > 0)])
    if view.phase == "draw":
        return DrawCard()
    if view.phase in ("bury", "give"):
        card = CODES[discard(hand, need, WORTH[view.seats][trump])]
        return Bury(card) if view.phase == "bury" else Give(card)
    moves = GAME.choices(view)
    if view.phase == "steal_card":
        targets = [move for move in moves if isinstance(move, StealCard)]
        return targets[rng.randrange(len(targets))]
    victims = [move for move in moves if isinstance(move, StealTrick)]
    return max(victims, key=lambda move: view.tricks[move.from_]) if need else Pass()


class EasyBot(Bot):
    """Bids what the hand is worth on average, then plays by the rules of thumb."""

    def choose(self, view: View, history: Sequence[Event], budget: Budget, rng: random.Random) -> ValknutMove:
        return thumb_move(view, rng)


class MediumBot(Bot):
    """Searches like the strong bot, but looks at a few worlds only."""

    def choose(self, view: View, history: Sequence[Event], budget: Budget, rng: random.Random) -> ValknutMove:
        return search(view, history, MEDIUM, rng, time.perf_counter())[0][0]


class StrongBot(Bot):
    """Many worlds."""

    def evaluate(
        self, view: View, history: Sequence[Event], budget: Budget, rng: random.Random
    ) -> list[Estimate]:
        """The moves in question with their estimated values and the number of worlds behind each, best first."""
        return search(view, history, budget, rng, time.perf_counter())

    def choose(self, view: View, history: Sequence[Event], budget: Budget, rng: random.Random) -> ValknutMove:
        return self.evaluate(view, history, budget, rng)[0][0]


BOTS: Mapping[str, BotFactory] = {
    "random": RandomBot,
    "easy": EasyBot,
    "medium": MediumBot,
    "strong": StrongBot,
}
