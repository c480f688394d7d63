"""Positions of Valknut to test with: endgames put together by hand (all 42 cards are there), and stacked deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from engine.core.errors import Refusal
from engine.core.game import Event
from engine.games.valknut.meta import META
from engine.games.valknut.model import (
    ALL,
    BIT,
    CARD_OF,
    DECK,
    HAND_SIZE,
    PLAY,
    Bid,
    Deal,
    Match,
    Pick,
    Play,
    State,
    View,
    codes,
)
from engine.games.valknut.rules import GAME
from engine.play.dealer import Dealer


def cards_of(text: str) -> list[str]:
    """``A1 W9 V`` as a list of codes."""
    return text.split()


def as_set(text: str) -> int:
    """``A1 W9 V`` as the set that states use."""
    return sum(BIT[CARD_OF[code]] for code in cards_of(text))


def stack(hands: Sequence[str], trump: str = "V", stock: str = "", *, dealer: int = 0) -> Deal:
    """A deal in which each seat's hand begins with the cards given; what is not said is filled up, in order."""
    seats = len(hands)
    given = [cards_of(hand) for hand in hands]
    left = Counter(DECK)
    left.subtract([trump, *cards_of(stock), *(code for hand in given for code in hand)])
    assert min(left.values()) >= 0, f"there are not that many cards: {left}"
    rest = [code for code in DECK if left[code] > 0 and not left.subtract([code])]
    for hand in given:
        while len(hand) < HAND_SIZE[seats]:
            hand.append(rest.pop())
    first = (dealer + 1) % seats
    dealt = [given[(first + at) % seats][n] for n in range(HAND_SIZE[seats]) for at in range(seats)]
    return Deal((*dealt, trump, *cards_of(stock), *rest))


class Position:
    """A running game on which moves are made, each checked by the rules; what happened is kept."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []
        self.histories: list[list[Event]] = [[] for _seat in range(state.match.seats)]

    @property
    def view(self) -> View:
        """The view of the seat whose turn it is."""
        return GAME.view(self.state, self.state.turn)

    def act(self, actor: int | None, move: Any) -> list[Event]:
        """*actor* makes *move*; the events that it brings."""
        assert actor in GAME.awaited(self.state)
        if actor is None:
            assert GAME.check_chance(self.state, move) is None
        else:
            assert GAME.check(GAME.view(self.state, actor), move) is None, move
            assert move in GAME.legal(self.state, actor)
        step = GAME.apply(self.state, actor, move)
        self.state = step.state
        self.events += step.events
        for seat, history in enumerate(self.histories):
            history += [event for event in step.events if event.visible_to(seat)]
        assert everything(self.state) == ALL
        return list(step.events)

    def do(self, move: Any) -> list[Event]:
        """The seat whose turn it is makes *move*."""
        return self.act(self.state.turn, move)

    def play(self, *cards: str) -> list[Event]:
        """The cards are played one after another by whoever's turn it is; all events."""
        found: list[Event] = []
        for card in cards:
            found += self.act(self.state.turn, Play(card))
        return found

    def pick(self, card: str) -> list[Event]:
        """Chance picks *card*."""
        return self.act(None, Pick(card))

    def refusal(self, move: Any, seat: int | None = None) -> Refusal:
        """Why *move* is refused."""
        actor = self.state.turn if seat is None else seat
        found = GAME.check(GAME.view(self.state, actor), move)
        assert found is not None, f"{move} is allowed"
        assert move not in GAME.legal(self.state, actor)
        return found

    def choices(self) -> list[Any]:
        """What the seat whose turn it is may do."""
        return list(GAME.choices(self.view))

    def cards(self) -> list[str]:
        """The cards that the seat whose turn it is may play."""
        return [move.card for move in self.choices()]

    def hand(self, seat: int) -> tuple[str, ...]:
        return codes(self.state.hands[seat])

    def happened(self, kind: type) -> list[Any]:
        """All events of a kind so far."""
        return [event for event in self.events if type(event) is kind]


def everything(state: State) -> int:
    """All cards of a state in one set: `ALL` if each is there once."""
    lying = (*state.stock, *state.old_trumps, *state.table, state.trump)
    return sum(state.hands) + state.played + sum(BIT[card] for card in lying)


def endgame(
    *hands: str,
    trump: str = "V",
    stock: str = "",
    leader: int = 0,
    bids: Sequence[int] | None = None,
    tricks: Sequence[int] | None = None,
    points: Sequence[int] | None = None,
    bonuses: Sequence[int] | None = None,
    goal: int = 50,
    max_rounds: int = 10,
) -> Position:
    """A position late in a round: these hands are left, this stock, and everything else has been played."""
    seats = len(hands)
    none = (0,) * seats
    sets = tuple(as_set(hand) for hand in hands)
    lying = tuple(CARD_OF[code] for code in cards_of(stock))
    played = ALL - sum(sets) - BIT[CARD_OF[trump]] - sum(BIT[card] for card in lying)
    match = Match(
        seats,
        goal,
        max_rounds,
        0,
        (leader - 1) % seats,
        tuple(points or none),
        tuple(bonuses or none),
    )
    return Position(
        State(
            match,
            PLAY,
            leader,
            -1,
            leader,
            sets,
            tuple(bids or none),
            lying,
            CARD_OF[trump],
            (),
            (),
            played,
            tuple(tricks or none),
            0,
            (),
        )
    )


def dealt(
    deal: Deal, seats: int, *, dealer: int = 0, bids: Sequence[int] | None = None, **options: Any
) -> Position:
    """A match after *deal*; with *bids* they have been made."""
    chosen = META.complete({"first_dealer": dealer, **options}, seats)
    position = Position(GAME.setup(chosen, seats))
    position.act(None, deal)
    for seat, tricks in enumerate(bids or ()):
        position.act(seat, Bid(tricks))
    return position


def new_round(position: Position, dealer: Dealer) -> None:
    """Chance acts until a seat is awaited."""
    while GAME.awaited(position.state) == (None,):
        position.act(None, dealer.deal(GAME.draw(position.state)))
