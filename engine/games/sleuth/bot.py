"""Bots for VP-Sleuth: ``random``, ``easy``, ``medium``, ``strong``.

They know what their view says and nothing else. ``easy`` works with a pencil: elimination, tips only what it proves,
asks whatever comes to mind. ``medium`` knows all that is certain, and asks about the holder of whom least is unknown.
``strong`` reckons with chances, its own totals included, and plans its questions: see `plan_questions`, `plan_tips`.

Measured in series as of ``vierblatt simulate sleuth`` (seed 5, 30 games each): own tip points of 12 rounds, no bonus:

============================  =====  ==========  =======================================
seats                         games  tip points  result
============================  =====  ==========  =======================================
4 strong                      30     89.7        not cracked in 12 rounds
6 strong                      30     159.6       first tipped without a gap in round 12.3
8 strong                      30     219.3       in round 9.7
1 strong v 3 easy             30     36.0 v 8.8  strong wins 30 of 30
1 medium v 3 easy             30     14.8 v 5.7  medium wins 85 %
1 strong v 3 medium           30     65.0 v 60.8 strong wins 92 %
============================  =====  ==========  =======================================

By the rules the tips of a round are given before its answers are known. Counted with the answers of the same round (as
prototypes did that these bots were compared with) the strong seats have 112.7, 199.1 and 258.0 points, and the answers
of round 11.1 (6 seats) and 8.6 (8 seats) settle the tableau.

What was tried, in 8 games each: going on to the next holder as soon as a further question adds less than 0.7,
0.9, 1.1 bits gives 93, 90, 74 points with 4 seats (`inquiry.MEAGRE` is 0.6); tipping from a chance of 0.6, 0.5, 0.45 or
0.4 on in all rounds for what the totals tell gives 93, 92, 88, 87.

Times on two cores with other work (load 3 to 4): strong among strong 95 % within 0.3 s, among easy ones 0.5 s.
"""

from __future__ import annotations

import random
import time
from collections.abc import Mapping, Sequence
from functools import lru_cache

from engine.bots.base import Bot, BotFactory, Budget
from engine.core.game import Event
from engine.games.sleuth.box import BONUS_FROM, HOLDERS, Box, box
from engine.games.sleuth.deduction.chances import Chances, remembered
from engine.games.sleuth.deduction.elimination import eliminate
from engine.games.sleuth.deduction.facts import WIDTH, Fact
from engine.games.sleuth.deduction.inquiry import together
from engine.games.sleuth.deduction.marks import marks
from engine.games.sleuth.deduction.solver import ShouldStop, Stopped, never
from engine.games.sleuth.model import NO_TIPS, Orders, Tips, View, tips
from engine.games.sleuth.rules import RIGHT, WRONG
from engine.games.sleuth.sampler import known_facts

PRICE = WRONG / (WRONG - RIGHT)
"""From this chance on a tip is worth more than it costs: p − 2(1 − p) > 0."""

PRICE_WITH_BONUS = 0.60
"""The same in rounds with a bonus, for which wrong tips do not count."""

SPARE = 6
"""So many substitutes a planned list of questions has beyond those of the other seats."""

HASTE = 0.3
"""How many seconds more may be spent on what is certain when there was no time for chances."""

PATIENCE = {"standard": 0.9, "large": 6.0}
"""After so many seconds a decision makes do with what it has."""


def asked_before(view: View) -> set[str]:
    """The questions that have been answered."""
    return {answer.question for answer in view.answers}


def _fresh(view: View, rng: random.Random) -> list[str]:
    """Questions nobody has asked yet, in random order."""
    before = asked_before(view)
    questions = [question for question in box(view.settings.variant).questions if question not in before]
    rng.shuffle(questions)
    return questions


def certain_tips(inside: Box, certain: Sequence[int] | frozenset[int] | set[int]) -> Tips:
    """Tips on the cells *certain*."""
    return tips({inside.gems[one // WIDTH]: HOLDERS[one % WIDTH] for one in sorted(certain)})


class RandomBot(Bot):
    """Asks anything and tips a tenth of the gems anywhere."""

    def choose(self, view: View, history: Sequence[Event], budget: Budget, rng: random.Random) -> Orders:
        inside = box(view.settings.variant)
        questions = rng.sample(inside.questions, view.questions)
        places = {gem: HOLDERS[rng.randrange(WIDTH)] for gem in inside.gems if rng.random() < 0.1}
        return Orders(tuple(questions), (), NO_TIPS, tips(places))


class EasyBot(Bot):
    """Pencil elimination on the public answers; tips what it proves; asks something new at random."""

    def choose(self, view: View, history: Sequence[Event], budget: Budget, rng: random.Random) -> Orders:
        inside = box(view.settings.variant)
        certain, _impossible = eliminate(inside, known_facts(view, totals=False))
        questions = _fresh(view, rng)[: view.questions]
        return Orders(tuple(questions), (), certain_tips(inside, certain), NO_TIPS)


class MediumBot(Bot):
    """Everything certain, from public answers; asks about the holder of whom least is unknown, unconcerted."""

    def choose(self, view: View, history: Sequence[Event], budget: Budget, rng: random.Random) -> Orders:
        inside = box(view.settings.variant)
        stop = _deadline(view, budget)
        public = known_facts(view, totals=False)
        fresh = _fresh(view, rng)
        try:
            found = remembered(view.settings.variant, tuple(public), stop)
        except Stopped:
            certain = eliminate(inside, public)[0]
            return Orders(tuple(fresh[: view.questions]), (), certain_tips(inside, certain), NO_TIPS)
        questions = together(found, view.seats * view.questions, asked_before(view), rng)
        rng.shuffle(questions)
        questions += [question for question in fresh if question not in questions]
        return Orders(
            tuple(questions[: view.questions]), (), certain_tips(inside, found.marks.certain), NO_TIPS
        )


class StrongBot(Bot):
    """Chances from everything it knows; concerted questions; tips wherever they pay."""

    def choose(self, view: View, history: Sequence[Event], budget: Budget, rng: random.Random) -> Orders:
        return decide(view, budget, rng)[0]


def decide(view: View, budget: Budget, rng: random.Random) -> tuple[Orders, Chances | None]:
    """What the strong bot orders, and the chances it rests on (None if there was no time for them)."""
    inside = box(view.settings.variant)
    stop = _deadline(view, budget)
    questions: list[str] = []
    found: Chances | None = None
    try:
        public = tuple(known_facts(view, totals=False))
        questions = plan_questions(view, remembered(view.settings.variant, public, stop))
        # Strong bots that have tipped alike know the same, and find it reckoned already.
        found = remembered(view.settings.variant, tuple(known_facts(view)), stop)
    except Stopped:
        pass
    if len(questions) < view.questions:
        questions += [question for question in _fresh(view, rng) if question not in questions]
        questions = questions[: view.questions]
    count = view.questions
    substitutes = tuple(questions[count:]) if view.settings.substitutes else ()
    if found is not None:
        sure, risk = plan_tips(view.round, found)
    else:
        sure, risk = certain_tips(inside, _certain_in_haste(inside, known_facts(view))), NO_TIPS
    return Orders(tuple(questions[:count]), substitutes, sure, risk), found


def _certain_in_haste(inside: Box, facts: Sequence[Fact]) -> frozenset[int]:
    """The certain cells, as far as they are found in the little time left."""
    end = time.monotonic() + HASTE
    return marks(inside, facts, lambda: time.monotonic() > end).certain


def plan_questions(view: View, public: Chances) -> list[str]:
    """The questions for one seat, substitutes behind them.

    Every strong bot makes the same list from what is public. Questions that another has asked already are replaced
    by the rules themselves with the next substitute, so that together they ask the list from the top, and a strong
    bot among others asks what is best. Without substitutes each takes its own part of the list.
    """
    count = view.seats * view.questions + SPARE
    questions = list(_planned(public, count, frozenset(asked_before(view)), view.round))
    if view.settings.substitutes or view.seat is None:
        return questions
    begin = view.seat * view.questions
    return questions[begin : begin + view.questions]


@lru_cache(maxsize=4)
def _planned(public: Chances, count: int, asked: frozenset[str], number: int) -> tuple[str, ...]:
    return tuple(together(public, count, asked, random.Random(f"{number}/{len(asked)}")))


def plan_tips(number: int, found: Chances) -> tuple[Tips, Tips]:
    """Sure tips wherever a gem is certain, risk tips where the chance beats the price in round *number*."""
    inside = found.box
    price = PRICE_WITH_BONUS if number >= BONUS_FROM else PRICE
    risk = {}
    for number_, gem in enumerate(inside.gems):
        if found.marks.place(number_) is not None:
            continue
        row = found.of(number_)
        best = max(range(WIDTH), key=lambda holder: row[holder])
        if row[best] > price:
            risk[gem] = HOLDERS[best]
    return certain_tips(inside, found.marks.certain), tips(risk)


def _deadline(view: View, budget: Budget) -> ShouldStop:
    """When to make do: never with a number of samples, since then the clock must not matter."""
    if budget.samples is not None:
        return never
    end = time.monotonic() + max(PATIENCE[view.settings.variant], budget.seconds)
    return lambda: time.monotonic() > end


BOTS: Mapping[str, BotFactory] = {
    "random": RandomBot,
    "easy": EasyBot,
    "medium": MediumBot,
    "strong": StrongBot,
}
