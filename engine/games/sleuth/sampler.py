"""Deals what a view of VP-Sleuth hides: a state its seat cannot tell from the real one.

The tableau fits everything the seat knows. The tips of others in finished rounds are invented so that their points
and bonuses come out as published; each round is invented by itself, so a repeated sheet may differ from the one before
it. Orders that are given but not yet answered are anything.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from engine.games.sleuth.box import HOLDERS, Box, box
from engine.games.sleuth.deduction.facts import Fact, from_answers, from_sheet
from engine.games.sleuth.deduction.solver import tableau
from engine.games.sleuth.model import NO_TIPS, Nmr, Orders, RoundResult, Sheet, State, View, tips
from engine.games.sleuth.rules import RIGHT, WRONG, processing_order, score


def known_facts(view: View, totals: bool = True) -> list[Fact]:
    """Everything that *view* says of the tableau; without *totals* only what is public."""
    inside = box(view.settings.variant)
    facts = from_answers(inside, view.answers)
    if totals and view.seat is not None:
        for result, sheet in zip(view.results, view.own, strict=True):
            facts += from_sheet(inside, result.number, sheet, result.tips[view.seat], view.settings.hints)
    return facts


def sample(view: View, rng: random.Random) -> State:
    """A state with the view *view* for its seat."""
    inside = box(view.settings.variant)
    where = view.tableau
    if view.round and not where:
        where = "".join([HOLDERS[holder] for holder in tableau(inside, known_facts(view), rng)])
    sheets = view.sheets
    if not view.winners:
        sheets = tuple([_sheets(view, inside, where, number, rng) for number in range(len(view.results))])
    return State(
        settings=view.settings,
        tableau=where,
        round=view.round,
        given=tuple([_given(view, inside, seat, rng) for seat in range(view.seats)]),
        processed=view.processed,
        answers=view.answers,
        sheets=sheets,
        results=view.results,
        winners=view.winners,
        arrived=view.arrived,
    )


def _given(view: View, inside: Box, seat: int, rng: random.Random) -> Orders | Nmr | None:
    """Orders of *seat* for this round, as far as they are given; questions already answered are those asked."""
    if not view.given[seat]:
        return None
    if seat in view.missing:
        return Nmr()
    if seat == view.seat:
        return view.orders
    order = view.arrived if view.settings.by_post else processing_order(view.seats, view.round)
    place = order.index(seat)
    if place < view.processed:
        questions = [
            answer.question for answer in view.answers if answer.round == view.round and answer.seat == seat
        ]
    else:
        questions = rng.sample(inside.questions, view.questions)
    return Orders(tuple(questions), (), NO_TIPS, NO_TIPS)


def _sheets(view: View, inside: Box, where: str, number: int, rng: random.Random) -> tuple[Sheet, ...]:
    """Everybody's sheets of the finished round with the index *number*, others' invented."""
    result = view.results[number]
    own: Sheet | None = None if view.seat is None else view.own[number]
    right = _right_tips(view, inside, where, result, own)
    found = []
    for seat in range(view.seats):
        if own is not None and seat == view.seat:
            found.append(own)
            continue
        questions = tuple(
            [
                answer.question
                for answer in view.answers
                if answer.round == result.number and answer.seat == seat and not answer.drawn
            ]
        )
        invented = _tips(inside, where, right[seat], (right[seat] - result.tips[seat]) // -WRONG, rng)
        places = tips(invented)
        missed = seat in result.missed
        if missed:
            orders, hint = Orders(questions, (), places, NO_TIPS), False
        else:
            orders, hint = Orders(questions, (), NO_TIPS, places), False
        if missed and view.settings.hints:
            hint = score(where, inside.index, orders)[1] > 0
        found.append(Sheet(orders, missed, hint))
    return tuple(found)


def _right_tips(view: View, inside: Box, where: str, result: RoundResult, own: Sheet | None) -> list[int]:
    """How many tips of each seat may have been right, so that its points and the bonuses are as published."""
    known = {}
    if own is not None and view.seat is not None:
        known[view.seat] = score(where, inside.index, own.orders)[0]
    right = [0] * view.seats
    above = 0
    for bonus in sorted(set(result.bonus)):
        members = [seat for seat in range(view.seats) if result.bonus[seat] == bonus]
        fixed = [known[seat] for seat in members if seat in known]
        if not bonus:
            # Those without a bonus need not be alike; the fewest right tips are always few enough.
            for seat in members:
                right[seat] = known.get(seat, _least(result.tips[seat], 0))
            above = max(right[seat] for seat in members)
            continue
        number = fixed[0] if fixed else max(_least(result.tips[seat], above + 1) for seat in members)
        if not fixed:
            while any((number - result.tips[seat]) % -WRONG for seat in members):
                number += RIGHT
        for seat in members:
            right[seat] = number
        above = number
    for seat in result.cracked:
        right[seat] = len(inside.gems)
    return right


def _least(points: int, low: int) -> int:
    """The least number of right tips, at least *low*, with which *points* are possible."""
    number = max(points, low, 0)
    return number + (number - points) % -WRONG


def _tips(inside: Box, where: str, right: int, wrong: int, rng: random.Random) -> dict[str, str]:
    """So many right and wrong tips on gems drawn at random."""
    gems: Sequence[int] = rng.sample(range(len(inside.gems)), min(right + wrong, len(inside.gems)))
    found = {}
    for place, gem in enumerate(gems):
        holder = where[gem]
        if place >= right:
            holder = HOLDERS[(HOLDERS.index(holder) + 1) % len(HOLDERS)]
        found[inside.gems[gem]] = holder
    return found
