"""A toy game that keeps its secrets, and versions of it that leak: the suite must tell them apart.

Each seat is dealt one of six cards. In turn everybody keeps it or takes the top card of the stock instead (the old
one goes under the stock). The highest card wins.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec

from engine.core.chance import Draw, Shuffle
from engine.core.errors import NOT_AWAITED, Refusal
from engine.core.game import CHANCE, Actor, Event, Game, Move, Outcome, Step
from engine.core.meta import Meta

CARDS = (1, 2, 3, 4, 5, 6)
META = Meta("toy", "Toy", "The highest card wins.", 2, 3, 1, (), ("random",))


class Deal(Move, frozen=True):
    order: tuple[int, ...]


class Keep(Move, frozen=True):
    pass


class Take(Move, frozen=True):
    pass


class CardDealt(Event, frozen=True):
    seat: int
    card: int


class CardKept(Event, frozen=True):
    seat: int


class CardTaken(Event, frozen=True):
    seat: int


class CardTakenOpenly(Event, frozen=True):
    """The leak of `LeakyEvents`: everybody is told which card was taken."""

    seat: int
    card: int


class HandsShown(Event, frozen=True):
    hands: tuple[int, ...]


class State(msgspec.Struct, frozen=True):
    seats: int
    hands: tuple[int, ...] = ()
    stock: tuple[int, ...] = ()
    turn: int = -1


class View(msgspec.Struct, frozen=True):
    seat: int | None
    seats: int
    hand: int
    turn: int
    shown: tuple[int, ...]


class Toy(Game[State, Keep | Take, View]):
    meta = META
    moves = Keep | Take
    chance_moves: ClassVar[Any] = Deal
    events: ClassVar[Any] = CardDealt | CardKept | CardTaken | HandsShown
    state_type = State
    view_type: ClassVar[type] = View

    def setup(self, options: dict[str, Any], seats: int) -> State:
        return State(seats)

    def awaited(self, state: State) -> tuple[Actor, ...]:
        if state.turn < 0:
            return (CHANCE,)
        return (state.turn,) if state.turn < state.seats else ()

    def draw(self, state: State) -> Draw:
        return Shuffle(CARDS, Deal)

    def check_chance(self, state: State, move: Any) -> Refusal | None:
        return None if sorted(move.order) == list(CARDS) else Refusal("wrong_deck", "wrong deck")

    def taken(self, state: State) -> Event:
        return CardTaken(state.turn)

    def apply(self, state: State, actor: Actor, move: Any) -> Step:
        log: list[Event] = []
        if isinstance(move, Deal):
            hands, stock, turn = move.order[: state.seats], move.order[state.seats :], 0
            log += [CardDealt(seat, card, audience=(seat,)) for seat, card in enumerate(hands)]
        elif isinstance(move, Keep):
            hands, stock, turn = state.hands, state.stock, state.turn + 1
            log.append(CardKept(state.turn))
        else:
            new, old = state.stock[0], state.hands[state.turn]
            hands = (*state.hands[: state.turn], new, *state.hands[state.turn + 1 :])
            stock, turn = (*state.stock[1:], old), state.turn + 1
            log += [self.taken(state), CardDealt(state.turn, new, audience=(state.turn,))]
        if turn == state.seats:
            log.append(HandsShown(hands))
        return Step(State(state.seats, hands, stock, turn), tuple(log))

    def view(self, state: State, seat: int | None) -> Any:
        hand = state.hands[seat] if seat is not None and state.hands else 0
        return View(seat, state.seats, hand, state.turn, state.hands if state.turn == state.seats else ())

    def choices(self, view: Any) -> Sequence[Any]:
        return (Keep(), Take()) if view.seat is not None and view.turn == view.seat else ()

    def check(self, view: Any, move: Any) -> Refusal | None:
        return None if move in self.choices(view) else NOT_AWAITED

    def legal(self, state: State, seat: int) -> Sequence[Any]:
        return self.choices(self.view(state, seat))

    def outcome(self, state: State) -> Outcome | None:
        if state.turn < state.seats:
            return None
        return Outcome(state.hands, (state.hands.index(max(state.hands)),))

    def rounds(self, state: State) -> tuple[Outcome, ...]:
        outcome = self.outcome(state)
        return () if outcome is None else (outcome,)

    def sample(self, view: Any, history: Sequence[Event], rng: random.Random) -> State:
        if view.turn < 0:
            return State(view.seats)
        hidden = [card for card in CARDS if card != view.hand]
        if view.shown:
            hidden = [card for card in CARDS if card not in view.shown]
        rng.shuffle(hidden)
        hands = view.shown or tuple(
            view.hand if seat == view.seat else hidden.pop() for seat in range(view.seats)
        )
        return State(view.seats, hands, tuple(hidden), view.turn)


# Leaks ----------------------------------------


class ViewWithState(msgspec.Struct, frozen=True):
    seat: int | None
    seats: int
    hand: int
    turn: int
    shown: tuple[int, ...]
    table: dict[str, list[State | None]] = {}


class LeakyToy(Toy):
    """Hands out the state inside the view, as a masked copy that forgot a field would."""

    view_type = ViewWithState

    def view(self, state: State, seat: int | None) -> Any:
        fair = super().view(state, seat)
        return ViewWithState(
            fair.seat, fair.seats, fair.hand, fair.turn, fair.shown, {"debug": [None, state]}
        )


class ViewWithAny(msgspec.Struct, frozen=True):
    seat: int
    extra: Any


class AnythingToy(Toy):
    """Has a view that may hold anything."""

    view_type = ViewWithAny


class ViewWithMethod(msgspec.Struct, frozen=True):
    seat: int

    @property
    def state(self) -> State | None:
        return None


class MethodToy(Toy):
    """Has a view with a property that promises the state."""

    view_type = ViewWithMethod


class LeakyEvents(Toy):
    """Tells everybody which card was taken."""

    events = CardDealt | CardKept | CardTakenOpenly | HandsShown

    def taken(self, state: State) -> Event:
        return CardTakenOpenly(state.turn, state.stock[0])


class LeakyTurn(Toy):
    """Shows what comes next by a number: the view has no secret type, and still tells."""

    def view(self, state: State, seat: int | None) -> Any:
        fair = super().view(state, seat)
        return msgspec.structs.replace(fair, seats=state.seats + (state.stock[:1] == (6,)))


class SilentLeak(Toy):
    """The view changes with what nobody was told: the other's card after a Keep."""

    def view(self, state: State, seat: int | None) -> Any:
        fair = super().view(state, seat)
        if state.turn == 1 and seat == 1:
            return msgspec.structs.replace(fair, shown=(state.hands[0] % 2,))
        return fair

    def sample(self, view: Any, history: Sequence[Event], rng: random.Random) -> State:
        # A sampler that cheats along: it only deals worlds that fit the leak.
        fair = msgspec.structs.replace(view, shown=() if view.turn == 1 else view.shown)
        while True:
            dealt = super().sample(fair, history, rng)
            if self.view(dealt, view.seat) == view:
                return dealt
