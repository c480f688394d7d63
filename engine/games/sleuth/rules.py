"""The rules of VP-Sleuth, after seed 003 and the decisions of `sleuth.md`.

Rulings (each with a test in ``tests/games/sleuth/test_rules.py``):

1. A question names a holder A to G, never X, and one or two elements of different categories.
2. Each gem is tipped at most once, at any holder, X as often as wished. +1 right, −2 wrong; sure and risk tips alike.
   Players learn the sum of a round, no more.
3. From round 5 on there is a bonus by the number of right tips, wrong ones left out of account; none for no right
   tip. Competition ranking: after two first players the next is third.
4. A question is a duplicate if it was answered in an earlier round or earlier in this one. Seats are processed in
   seat order, beginning one seat later each round; by post in the order in which orders arrive. A duplicate
   is replaced by the first substitute that is none (and was not used already); without one it is answered
   once more.
5. A seat without orders has the sure tips of the round before repeated, and its questions are drawn from those not
   answered when its turn comes, if any are left; with the option ``skip`` it does nothing. A seat may ask for that
   itself.
6. With the option ``hints`` a player with a wrong sure tip is told so, repeated tips included.
7. Answers with their askers and each player's points are public; tips are shown when the game is over.
8. The highest total wins; ties are shared.
9. A large game ends with the round in which the third player (of fewer than three: the last) has had all gems right
   in one round, X included, or with the last round that the option allows.
10. Orders may ask fewer questions than allowed, or none, and may have no tips.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import msgspec

from engine.core.chance import Draw, Shuffle
from engine.core.errors import GAME_OVER, NOT_AWAITED, Refusal
from engine.core.game import CHANCE, Actor, Event, Game, Outcome, Step
from engine.core.text import N_
from engine.games.sleuth.box import BONUS_FROM, Box, box
from engine.games.sleuth.forms import OrderForm, why_not_orders
from engine.games.sleuth.meta import META
from engine.games.sleuth.model import (
    NO_TIPS,
    Answer,
    Deal,
    DrawQuestions,
    GameEnded,
    HintGiven,
    Nmr,
    Orders,
    OrdersGiven,
    OrdersMissed,
    QuestionAnswered,
    RoundResult,
    RoundScored,
    RoundStarted,
    Settings,
    Sheet,
    SleuthEvent,
    State,
    TableauDealt,
    Tips,
    View,
)

RIGHT = 1
"""Points for a right tip."""

WRONG = -2
"""Points for a wrong one."""

CRACKERS = 3
"""So many players must have found every gem to end a large game."""


def processing_order(seats: int, number: int) -> tuple[int, ...]:
    """The seats in the order in which their questions are answered in round *number* (ruling 4)."""
    return tuple((seat + number - 1) % seats for seat in range(seats))


def turns(state: State) -> tuple[int, ...]:
    """The seats in the order in which their questions are answered in the present round (ruling 4)."""
    settings = state.settings
    return state.arrived if settings.by_post else processing_order(settings.seats, state.round)


def bonuses(right: Sequence[int], scale: Sequence[int]) -> tuple[int, ...]:
    """The bonus of each seat by its number of right tips, on a scale of first, second … place (ruling 3)."""
    found = []
    for number in right:
        place = sum(1 for other in right if other > number)
        found.append(scale[place] if number > 0 and place < len(scale) else 0)
    return tuple(found)


def score(tableau: str, gems: dict[str, int], orders: Orders) -> tuple[int, int]:
    """How many tips of *orders* are right, and how many wrong."""
    right = wrong = 0
    for gem, holder in orders.places():
        if tableau[gems[gem]] == holder:
            right += 1
        else:
            wrong += 1
    return right, wrong


def unanswered(state: State) -> list[str]:
    """The questions that have not been answered yet, in the box's order."""
    asked = {answer.question for answer in state.answers}
    return [question for question in _box(state).questions if question not in asked]


def _box(state: State) -> Box:
    return box(state.settings.variant)


def _drawing(state: State) -> int:
    """How many questions chance must draw now for a seat without orders; 0 if it is not chance's turn."""
    settings = state.settings
    if not state.round or state.winners or None in state.given or settings.nmr != "repeat":
        return 0
    if state.processed >= settings.seats:
        return 0
    seat = turns(state)[state.processed]
    if not isinstance(state.given[seat], Nmr):
        return 0
    return min(_box(state).questions_in(state.round), len(unanswered(state)))


# Turning one state into the next ----------------------------------------


def _replace(values: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    return (*values[:index], value, *values[index + 1 :])


def asked_by(orders: Orders, allowed: bool, answered: set[str]) -> list[str]:
    """The questions of *orders* with duplicates replaced by substitutes (ruling 4); *answered* grows by them."""
    substitutes = list(orders.substitutes) if allowed else []
    found = []
    for question in orders.questions:
        chosen = question
        if question in answered:
            chosen = next((other for other in substitutes if other not in answered), question)
        answered.add(chosen)
        found.append(chosen)
    return found


def _answer(state: State, seat: int, questions: Sequence[str], drawn: bool, log: list[Event]) -> State:
    """The state after *questions* of *seat* were answered and its turn in the processing is over."""
    inside = _box(state)
    answers = [
        Answer(state.round, seat, question, inside.answer(state.tableau, question), drawn)
        for question in questions
    ]
    log += [QuestionAnswered(seat, answer.question, answer.count, drawn) for answer in answers]
    return msgspec.structs.replace(state, processed=state.processed + 1, answers=(*state.answers, *answers))


def _resolve(state: State, log: list[Event]) -> State:
    """Process seats until chance must draw for one of them or the round is over."""
    settings = state.settings
    order = turns(state)
    answered = {answer.question for answer in state.answers}  # `asked_by` adds to it
    while state.processed < settings.seats:
        if _drawing(state):
            return state
        seat = order[state.processed]
        orders = state.given[seat]
        questions: list[str] = []
        if isinstance(orders, Orders):
            questions = asked_by(orders, settings.substitutes, answered)
        state = _answer(state, seat, questions, False, log)
    return _finish_round(state, log)


def effective_sheet(state: State, seat: int) -> Sheet:
    """What *seat* orders in the present round as it counts: for missing orders the repeated tips (ruling 5)."""
    given = state.given[seat]
    if isinstance(given, Orders):
        return Sheet(given)
    sure = NO_TIPS
    if state.settings.nmr == "repeat" and state.sheets:
        sure = state.sheets[-1][seat].orders.sure
    return Sheet(Orders((), (), sure, NO_TIPS), missed=True)


def _finish_round(state: State, log: list[Event]) -> State:
    settings, inside, number = state.settings, _box(state), state.round
    seats = range(settings.seats)
    sheets = [effective_sheet(state, seat) for seat in seats]
    counts = [score(state.tableau, inside.index, sheet.orders) for sheet in sheets]
    right = [count for count, _wrong in counts]
    tips = tuple(RIGHT * one + WRONG * other for one, other in counts)
    bonus = bonuses(right, inside.bonuses) if number >= BONUS_FROM else (0,) * settings.seats
    cracked: tuple[int, ...] = ()
    if inside.rounds is None:
        cracked = tuple(seat for seat in seats if right[seat] == len(inside.gems))
    if settings.hints:
        for seat in seats:
            sure = Orders((), (), sheets[seat].orders.sure, NO_TIPS)
            if score(state.tableau, inside.index, sure)[1]:
                sheets[seat] = msgspec.structs.replace(sheets[seat], hint=True)
    result = RoundResult(
        number,
        tips,
        bonus,
        tuple(one + other for one, other in zip(tips, bonus, strict=True)),
        tuple(seat for seat in seats if sheets[seat].missed),
        cracked,
    )
    results = (*state.results, result)
    points = totals(results, settings.seats)
    log.append(RoundScored(result, points))
    log += [HintGiven(seat, audience=(seat,)) for seat in seats if sheets[seat].hint]
    over = _is_over(settings, inside, results)
    winners: tuple[int, ...] = ()
    if over:
        winners = tuple(seat for seat in seats if points[seat] == max(points))
        log.append(GameEnded(state.tableau, points, winners))
    else:
        log.append(RoundStarted(number + 1, inside.questions_in(number + 1)))
    return State(
        settings,
        state.tableau,
        number if over else number + 1,
        (None,) * settings.seats,
        0,
        state.answers,
        (*state.sheets, tuple(sheets)),
        results,
        winners,
    )


def totals(results: Sequence[RoundResult], seats: int) -> tuple[int, ...]:
    """Everybody's points after *results*."""
    return tuple(map(sum, zip(*[result.points for result in results], strict=True))) or (0,) * seats


def _is_over(settings: Settings, inside: Box, results: Sequence[RoundResult]) -> bool:
    """Whether the last of *results* ends the game (ruling 9)."""
    if inside.rounds is not None:
        return len(results) >= inside.rounds
    crackers = {seat for result in results for seat in result.cracked}
    return len(crackers) >= min(CRACKERS, settings.seats) or len(results) >= settings.max_rounds


class Sleuth(Game[State, Orders | Nmr, View]):
    """VP-Sleuth as a `engine.core.game.Game`."""

    meta = META
    moves = Orders | Nmr
    chance_moves = Deal | DrawQuestions
    events = SleuthEvent
    state_type = State
    view_type = View

    def setup(self, options: dict[str, Any], seats: int) -> State:
        settings = Settings(
            seats,
            options["variant"],
            options["hints"],
            options["nmr"],
            options["substitutes"],
            options["max_rounds"],
        )
        return State(settings, "", 0, (None,) * seats, 0, (), (), (), ())

    def awaited(self, state: State) -> tuple[Actor, ...]:
        if state.winners:
            return ()
        if not state.round or _drawing(state):
            return (CHANCE,)
        return tuple([seat for seat, orders in enumerate(state.given) if orders is None])

    def changeover(self, state: State) -> bool:
        return bool(state.round) and not state.winners and not any(state.given)

    def draw(self, state: State) -> Draw:
        if not state.round:
            return Shuffle(_box(state).letters, lambda order: Deal("".join(order)))
        count = _drawing(state)
        return Shuffle(unanswered(state), lambda order: DrawQuestions(tuple(order[:count])))

    def check_chance(self, state: State, move: Any) -> Refusal | None:
        if state.winners:
            return GAME_OVER
        if not state.round:
            if not isinstance(move, Deal):
                return Refusal("deal_missing", N_("The gems must be dealt first."), rule="sleuth")
            if sorted(move.tableau) != sorted(_box(state).letters):
                return Refusal(
                    "wrong_tableau",
                    N_(
                        "A tableau has one holder letter for each of the {gems} gems: A to G {hand} times each, X once."
                    ),
                    {"gems": len(_box(state).gems), "hand": _box(state).hand},
                    rule="sleuth",
                )
            return None
        count = _drawing(state)
        if not count or not isinstance(move, DrawQuestions):
            return NOT_AWAITED
        free = set(unanswered(state))
        fits = len(move.questions) == count == len(set(move.questions))
        if not fits or any(question not in free for question in move.questions):
            return Refusal(
                "wrong_draw",
                N_(
                    "Questions are drawn from those not answered yet, {count} for each player without orders."
                ),
                {"count": count},
                rule="sleuth 5",
            )
        return None

    def apply(self, state: State, actor: Actor, move: Any) -> Step:
        log: list[Event] = []
        return Step(self._next(state, actor, move, log), tuple(log))

    def _next(self, state: State, actor: Actor, move: Any, log: list[Event]) -> State:
        if isinstance(move, Deal):
            log.append(TableauDealt(len(move.tableau)))
            log.append(RoundStarted(1, _box(state).questions_in(1)))
            settings = msgspec.structs.replace(state.settings, by_post=bool(move.by_post))
            return msgspec.structs.replace(state, settings=settings, tableau=move.tableau, round=1)
        if isinstance(move, DrawQuestions):
            seat = turns(state)[state.processed]
            return _resolve(_answer(state, seat, move.questions, True, log), log)
        assert actor is not None
        log.append(OrdersMissed(actor) if isinstance(move, Nmr) else OrdersGiven(actor))
        state = msgspec.structs.replace(
            state,
            given=_replace(state.given, actor, move),
            arrived=(*state.arrived, actor) if state.settings.by_post else (),
        )
        return state if None in state.given else _resolve(state, log)

    def view(self, state: State, seat: int | None) -> View:
        own = None if seat is None else state.given[seat]
        over = bool(state.winners)
        return View(
            seat=seat,
            settings=state.settings,
            round=state.round,
            questions=_box(state).questions_in(state.round) if state.round else 0,
            points=totals(state.results, state.settings.seats),
            results=state.results,
            answers=state.answers,
            given=tuple([orders is not None for orders in state.given]),
            missing=tuple([s for s, orders in enumerate(state.given) if isinstance(orders, Nmr)]),
            processed=state.processed,
            orders=own if isinstance(own, Orders) else None,
            own=() if seat is None else tuple([sheets[seat] for sheets in state.sheets]),
            tableau=state.tableau if over else "",
            sheets=state.sheets if over else (),
            winners=state.winners,
            arrived=state.arrived,
        )

    def choices(self, view: View) -> Sequence[Orders | Nmr]:
        """A form: see `engine.games.sleuth.forms.OrderForm`. Empty for a seat that is not awaited."""
        if not must_order(view):
            return ()
        return OrderForm(view.settings.variant, view.round, view.settings.substitutes)

    def check(self, view: View, move: Orders | Nmr) -> Refusal | None:
        if view.winners:
            return GAME_OVER
        if not must_order(view):
            return NOT_AWAITED
        if isinstance(move, Nmr):
            return None
        return why_not_orders(box(view.settings.variant), view.round, view.settings.substitutes, move)

    def unchanged(self, before: View, now: View) -> bool:
        # Everybody orders at once: that another has done so meanwhile changes nothing for the own orders.
        if before.round == now.round and not before.processed and not now.processed:
            before = msgspec.structs.replace(
                before, given=now.given, missing=now.missing, arrived=now.arrived
            )
        return before == now

    def table_moves(self, state: State) -> Sequence[tuple[int, Orders | Nmr]]:
        # By post the round is resolved by the game master, who knows what has arrived.
        if state.settings.by_post or not state.round or state.winners:
            return ()
        return tuple([(seat, Nmr()) for seat in self.awaited(state) if seat is not None])

    def for_table(self, move: Orders | Nmr) -> bool:
        return isinstance(move, Nmr)

    def legal(self, state: State, seat: int) -> Sequence[Orders | Nmr]:
        return self.choices(self.view(state, seat))

    def outcome(self, state: State) -> Outcome | None:
        if not state.winners:
            return None
        return Outcome(totals(state.results, state.settings.seats), state.winners)

    def rounds(self, state: State) -> tuple[Outcome, ...]:
        found = []
        for result in state.results:
            most = max(result.points)
            winners = tuple([seat for seat, points in enumerate(result.points) if points == most])
            found.append(Outcome(result.points, winners))
        return tuple(found)

    def sample(self, view: View, history: Sequence[Event], rng: random.Random) -> State:
        # Imported here: the sampler needs a solver, which nothing else of the rules does.
        from engine.games.sleuth.sampler import sample

        return sample(view, rng)


def must_order(view: View) -> bool:
    """Whether the view's seat is awaited."""
    if view.seat is None or not view.round or view.winners or all(view.given):
        return False
    return not view.given[view.seat]


def tips_of(orders: Orders) -> Tips:
    """All tips of *orders* together, sure ones and risk ones."""
    return Tips(**dict(orders.places()))


GAME = Sleuth()
