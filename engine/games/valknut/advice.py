"""What a good player would do, and why: the strong bot's choice with a reason that a person can follow.

The reason is a code with numbers; `engine.games.valknut.words.describe_advice` makes a sentence of it. For bids there
is `outlook`, too: how many tricks are to be expected, and how far it may be off.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from engine.bots.base import Advice, Budget
from engine.core.game import Event
from engine.games.valknut.heuristics import need_of, thumb_card
from engine.games.valknut.model import (
    CARD_OF,
    RUNE,
    SUIT,
    VALKNUT,
    Bid,
    Bury,
    DrawCard,
    Give,
    Pass,
    Play,
    StealTrick,
    ValknutMove,
    View,
)
from engine.games.valknut.rules import GAME
from engine.games.valknut.search import Worlds, make, search
from engine.games.valknut.tricks import best, judge

REASONS = frozenset(
    {
        "bid",
        "only",
        "destroy",
        "rune",
        "take",
        "take_anyway",
        "duck",
        "throw",
        "save",
        "lead_take",
        "lead_lose",
        "draw",
        "pass",
        "bury",
        "steal_trick",
        "steal_card",
        "give",
        "tried",
        "alike",
    }
)
"""Every reason that a tip may have."""


@dataclass(frozen=True)
class Outlook:
    """What a bid can count on: ``chances[n]`` is the chance to hold *n* tricks when playing for the bid."""

    bid: int
    chances: tuple[float, ...]

    @property
    def mean(self) -> float:
        """The expected number of tricks."""
        return sum(n * chance for n, chance in enumerate(self.chances))

    @property
    def spread(self) -> float:
        """The standard deviation of the number of tricks."""
        mean = self.mean
        return sqrt(sum((n - mean) ** 2 * chance for n, chance in enumerate(self.chances)))


def outlook(
    view: View, history: Sequence[Event], budget: Budget, rng: random.Random, bid: int | None = None
) -> Outlook:
    """What *bid* can count on; without one, the bid that a good player would make. The seat has not bid yet."""
    if bid is None:
        move = search(view, history, budget, rng, time.perf_counter())[0][0]
        assert isinstance(move, Bid)
        bid = move.tricks
    counts = _tricks(view, history, Bid(bid), budget, rng)
    total = sum(counts)
    return Outlook(bid, tuple(count / total for count in counts))


def advise(view: View, history: Sequence[Event], budget: Budget, rng: random.Random) -> Advice:
    """The move a good player would make for the view's seat, which must be awaited, and the reason."""
    if view.phase == "bid":
        found = outlook(view, history, budget, rng)
        percent = round(100 * found.chances[found.bid])
        numbers = {
            "mean": round(10 * found.mean),
            "spread": round(10 * found.spread),
            "percent": percent,
        }
        return Advice(Bid(found.bid), percent, "bid", numbers)
    move, _value, samples = search(view, history, budget, rng, time.perf_counter())[0]
    reason = _reason(view, move, samples, _wins(view, history, move, budget, rng))
    numbers = {"need": max(0, need_of(view))}
    if not samples:
        return Advice(move, None, reason, numbers)
    counts = _tricks(view, history, move, budget, rng)
    met = counts[view.bid or 0] if (view.bid or 0) < len(counts) else 0
    return Advice(move, round(100 * met / sum(counts)), reason, numbers)


def _tricks(
    view: View, history: Sequence[Event], move: ValknutMove, budget: Budget, rng: random.Random
) -> list[int]:
    """How often, after *move*, the seat holds 0, 1, 2 … tricks at the end, in some playouts."""
    seat = view.seat
    assert seat is not None
    worlds = Worlds(view, history, rng)
    counts = [0] * 16
    other = -1 if view.other is None else view.other
    began = time.perf_counter()
    for _world in range(budget.samples or 400):
        round_ = worlds.round()
        make(round_, move, seat, other)
        counts[round_.finish()[seat]] += 1
        if budget.samples is None and time.perf_counter() - began > budget.seconds / 2:
            break
    return counts


def _reason(view: View, move: ValknutMove, samples: int, wins: float) -> str:
    """A fact that speaks for *move*; *wins*: how likely a card wins the trick; *samples*: how often it was tried."""
    reason = ""
    match move:
        case Play():
            reason = _why_play(view, CARD_OF[move.card], wins)
        case DrawCard():
            return "draw"
        case Pass():
            return "pass"
        case Bury():
            return "bury"
        case StealTrick():
            reason = "steal_trick" if need_of(view) > 0 else ""
        case Give():
            return "give"
        case _:
            return "steal_card"
    return reason or ("tried" if samples else "alike")


def _why_play(view: View, card: int, wins: float) -> str:
    """Why *card* is played, if the trick says so; empty if it does not."""
    if len(GAME.choices(view)) == 1:
        return "only"
    need = need_of(view)
    table = tuple(CARD_OF[code] for code in view.table)
    if card == VALKNUT:
        return "destroy"
    if VALKNUT in table:
        return "throw"
    trump = SUIT[CARD_OF[view.trump_card]]
    if len(table) == view.seats - 1 and best((*table, card), trump) == len(table):
        if need > 0:
            return "take"
        return "" if _could_lose(view, table, trump) else "take_anyway"
    if card == RUNE:
        return "" if wins else "rune"
    if not table or best((*table, card), trump) == len(table):
        if need > 0:
            return "lead_take" if wins >= 0.5 else ""
        return "lead_lose" if wins < 0.5 else ""
    return "save" if need > 0 and _could_win(view, table, trump) else "duck" if need <= 0 else "throw"


def _wins(
    view: View, history: Sequence[Event], move: ValknutMove, budget: Budget, rng: random.Random
) -> float:
    """How often the card of *move* wins the trick, in some worlds in which the others follow the rules of thumb."""
    if not isinstance(move, Play):
        return 0.0
    worlds = Worlds(view, history, rng)
    place = len(view.table)
    won = tried = 0
    began = time.perf_counter()
    while tried < (budget.samples or 200):
        round_ = worlds.round()
        round_.play(CARD_OF[move.card])
        while len(round_.table) < round_.seats:
            round_.go_on()
            seat = round_.turn
            round_.play(thumb_card(round_.hands[seat], round_.table, round_.trump, round_.need(seat) > 0))
        won += judge(tuple(round_.table), round_.trump).winner == place
        tried += 1
        if budget.samples is None and time.perf_counter() - began > budget.seconds / 4:
            break
    return won / tried


def _could_lose(view: View, table: tuple[int, ...], trump: int) -> bool:
    """Whether some other card that may be played would not win the trick, which it completes."""
    cards = [CARD_OF[move.card] for move in GAME.choices(view) if isinstance(move, Play)]
    return any(card == VALKNUT or best((*table, card), trump) != len(table) for card in cards)


def _could_win(view: View, table: tuple[int, ...], trump: int) -> bool:
    """Whether some other card that may be played would be winning."""
    cards = [CARD_OF[move.card] for move in GAME.choices(view) if isinstance(move, Play)]
    return any(card != VALKNUT and best((*table, card), trump) == len(table) for card in cards)
