"""Bots for VP-Sleuth: ``random``, ``easy``, ``medium``, ``strong``.

They know what their view says and nothing else. ``easy`` works with a pencil: elimination, tips only what it proves,
asks whatever comes to mind. ``medium`` knows all that is certain, and asks about the holder of whom least is unknown.
``strong`` reckons with chances, its own totals included, plans its questions, and tips for what it learns by it too:
see `plan_questions`, `plan_tips`, `plan_probes`.

Measured: own tip points of 12 rounds, no bonus, with intervals of 95 % over the deals; series as of
``vierblatt simulate sleuth`` (seed 5).

============================  =====  ==============  ==================================================
seats                         games  tip points      result
============================  =====  ==============  ==================================================
4 strong                      90     103.8 ± 3.5     not cracked in 12 rounds (mostly)
6 strong                      60     182.8 ± 4.1     first tipped without a gap in round 10.5
8 strong                      60     226.7 ± 3.7     in round 8.7
1 strong v 3 easy             30     52.7 v 5.0      strong wins 30 of 30
1 strong v 3 medium           30     63.4 v 58.5     strong wins 97 %
1 medium v 3 easy             30     15.8 v 5.8      medium wins 90 %
============================  =====  ==============  ==================================================

By the rules the tips of a round are given before its answers are known. Prototypes that these bots were compared with
(110, 190 and 248 points) seem to have counted the answers of the same round in. So counted, the strong seats have
133.4, 218.8 and 262.7 points: those of the tips that they would make a round later. By the rules the 110, 190 and 248
are not reached: with eight seats some 13 bits of the 90 are learnt in a round, whatever is asked, and a round without
answers in the end is worth 36 points.

What was tried with 4 strong seats, on the same deals each time (30 to 100 of them), as the gain against what was there:

==================================================================  ============
what                                                                gain
==================================================================  ============
leaving out what one's own totals have answered (`worth_asking`)    2.5 ± 1.7
`probes`, and questions planned from own totals                     7 to 10
`probes.USE` 0.5 to 1.1 in place of 0.8                             −1 to 1
gems of three holders probed, or unlikelier ones                    −2 to 0
holders weighed (`inquiry.BROAD`) in place of a threshold           0 ± 3
`inquiry.BROAD` 0.5, 0.65, 0.75                                     −4, −1, −8
the same, growing from 0.6 to 0.7 in round 6                        2 ± 3
questions also for the points they bring in the next round          −10 to 0
ten times as many hands drawn                                       0 ± 2
all tableaus listed in the end (`endgame`)                          0 (6 seats 1)
==================================================================  ============

Before probes all such changes of the questions had gained nothing either: what counts is how much is learnt in a round.

Times on two cores with other work (load 3 to 4): strong among strong 95 % within 0.15 s, among easy ones 0.6 s.
"""

from __future__ import annotations

import random
import time
from collections.abc import Mapping, Sequence
from functools import lru_cache

from engine.bots.base import Bot, BotFactory, Budget
from engine.core.game import Event
from engine.games.sleuth.box import BONUS_FROM, HOLDERS, Box, box
from engine.games.sleuth.deduction import endgame
from engine.games.sleuth.deduction.chances import Chances, remembered
from engine.games.sleuth.deduction.elimination import eliminate
from engine.games.sleuth.deduction.facts import WIDTH, Fact
from engine.games.sleuth.deduction.inquiry import BROAD, NARROW, WORTHLESS, expected, together, worths
from engine.games.sleuth.deduction.marks import marks
from engine.games.sleuth.deduction.probes import probes
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
        questions = together(found, _asked_together(view), asked_before(view), rng, NARROW)
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
        known = tuple(known_facts(view))
        # In a large game what is public is reckoned first: it is quicker, and there are questions at least.
        common = known if inside.rounds is not None else tuple(known_facts(view, totals=False))
        questions = plan_questions(view, remembered(view.settings.variant, common, stop), common)
        # Strong bots that have tipped alike know the same, and find it reckoned already.
        found = remembered(view.settings.variant, known, stop)
        questions = worth_asking(view, questions, found)
    except Stopped:
        pass
    if len(questions) < view.questions:
        questions += [question for question in _fresh(view, rng) if question not in questions]
        questions = questions[: view.questions]
    count = view.questions
    substitutes = tuple(questions[count:]) if view.settings.substitutes else ()
    if found is not None:
        sure, risk = plan_tips(view.round, found)
        probing = plan_probes(view, found, questions, risk)
        risk = tips({gem: holder for some in (risk, probing) for gem, holder in some.items()})
    else:
        sure, risk = certain_tips(inside, _certain_in_haste(inside, known_facts(view))), NO_TIPS
    return Orders(tuple(questions[:count]), substitutes, sure, risk), found


def _certain_in_haste(inside: Box, facts: Sequence[Fact]) -> frozenset[int]:
    """The certain cells, as far as they are found in the little time left."""
    end = time.monotonic() + HASTE
    return marks(inside, facts, lambda: time.monotonic() > end).certain


def plan_questions(view: View, found: Chances, facts: tuple[Fact, ...]) -> list[str]:
    """The questions for one seat, substitutes behind them; *found* are the chances that follow from *facts*.

    Strong bots that know the same make the same list. Questions that another has asked already are replaced by the
    rules themselves with the next substitute, so that together they ask the list from the top, and a strong bot among
    others asks what is best. Without substitutes each takes its own part of the list.
    """
    questions = list(_planned(found, facts, _asked_together(view), frozenset(asked_before(view)), view.round))
    if view.settings.substitutes or view.seat is None:
        return questions
    begin = view.seat * view.questions
    return questions[begin : begin + view.questions]


def _asked_together(view: View) -> int:
    """How many questions are asked in this round by all."""
    return view.seats * view.questions


def worth_asking(view: View, planned: Sequence[str], found: Chances) -> list[str]:
    """*planned* without what the seat itself knows already (*found*), and what is worth most in place of it."""
    questions = [question for question in planned if expected(found, question) > WORTHLESS]
    if len(questions) < view.questions:
        others = worths(found, asked_before(view).union(planned))
        questions += [worth.question for worth in others if worth.bits > WORTHLESS]
        questions = questions[: view.questions]
    return questions


@lru_cache(maxsize=4)
def _planned(
    found: Chances, facts: tuple[Fact, ...], count: int, asked: frozenset[str], number: int
) -> tuple[str, ...]:
    """*count* questions for round *number*, and some more as substitutes."""
    breadth = BROAD if found.box.rounds is not None else NARROW
    questions = together(found, count + SPARE, asked, random.Random(f"{number}/{len(asked)}"), breadth)
    places = endgame.tableaus(found, facts)
    if places is not None:
        best = endgame.questions(places, count, asked, found)
        questions = best + [question for question in questions if question not in best]
    return tuple(questions)


@lru_cache(maxsize=4)
def _probes(
    found: Chances, left: int, questions: tuple[str, ...], tipped: frozenset[tuple[int, int]]
) -> list[tuple[int, int]]:
    rng = random.Random(f"{left}/{questions}")
    return probes(found, left, questions, sorted(tipped), (RIGHT, WRONG), rng)


def plan_probes(view: View, found: Chances, questions: Sequence[str], risk: Tips) -> Tips:
    """Risk tips beside *risk* that are likelier wrong than they pay for, made to learn from the points.

    Not in a large game: nobody knows how many rounds are left there, and sums are of little help among 120 gems.
    """
    inside = found.box
    if inside.rounds is None or view.round >= inside.rounds:
        return NO_TIPS
    tipped = frozenset({(inside.index[gem], HOLDERS.index(holder)) for gem, holder in risk.items()})
    asked = tuple(questions[: _asked_together(view)])
    chosen = _probes(found, inside.rounds - view.round, asked, tipped)
    return tips({inside.gems[gem]: HOLDERS[holder] for gem, holder in chosen})


def price_in(number: int) -> float:
    """From which chance on a tip is made for its points in round *number*."""
    return PRICE_WITH_BONUS if number >= BONUS_FROM else PRICE


def plan_tips(number: int, found: Chances) -> tuple[Tips, Tips]:
    """Sure tips wherever a gem is certain, risk tips where the chance beats the price in round *number*."""
    inside = found.box
    price = price_in(number)
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
