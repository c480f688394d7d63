"""What one seat can work out about the hidden cards: an exact distribution over everybody's hands.

The cards in the stock and the one set aside face down are exchangeable until somebody sees them, so it is enough
to keep a weight for each combination of the players' hands (at most a few hundred), and to follow it event by
event: a filter in the manner of a hidden Markov model, without any sampling error.

With `any_legal` as the model of play, the weights are the exact probabilities given all that the seat has seen and
the forced 7 (`letter.md`, "Practice aids"); a bot may use a sharper model of what people play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from engine.core.game import Event
from engine.games.letter.model import (
    COPIES,
    RESTART,
    SWAP,
    VEIL,
    CardDrawn,
    CardPlayed,
    DuelFought,
    GuessAnswered,
    HandDealt,
    HandDiscarded,
    HandPeeked,
    HandReplaced,
    HandShown,
    HandsSwapped,
    RoundEnded,
    RoundStarted,
    SeatEliminated,
    SwapSeen,
    TurnStarted,
)

Hands = tuple[int, ...]
PlayModel = Callable[[int, int, int], float]
"""``model(played, kept, drawn)``: how likely a player with *kept* and *drawn* plays the value *played*."""


def any_legal(played: int, kept: int, drawn: int) -> float:
    """Every legal card is equally likely; with 7 and 5 or 6 only the 7 is legal (ruling 3)."""
    if kept == drawn:
        return 1.0
    if VEIL in (kept, drawn) and (RESTART in (kept, drawn) or SWAP in (kept, drawn)):
        return 1.0 if played == VEIL else 0.0
    return 0.5


class Belief:
    """The distribution over all hands that *seat* (None: an onlooker) holds, fed with the events it may see.

    ``worlds`` maps a tuple of hands (own hand included, 0 for players who are out) to its weight; the weights sum
    to 1. ``visible`` counts the cards whose place is known to all and that are no hand: rows, open cards, and the
    own drawn card. ``seen`` maps *(viewer, holder)* to the card that the viewer knows the holder to hold (0 where
    the value is hidden from this seat).
    """

    def __init__(self, seat: int | None, seats: int, model: PlayModel = any_legal) -> None:
        self.seat = seat
        self.seats = seats
        self.model = model
        self.worlds: dict[Hands, float] = {(0,) * seats: 1.0}
        self.visible: list[int] = [0] * 9
        self.seen: dict[tuple[int, int], int] = {}
        self.fed = 0
        self._drawn = 0
        self._starting: RoundStarted | None = None
        self._replacing = False
        self._open: Hands = ()

    def feed(self, events: Iterable[Event]) -> None:
        """Take in further events, in order."""
        for event in events:
            self.fed += 1
            handler = _HANDLERS.get(type(event))
            if handler is not None:
                handler(self, event)
        if self._starting is not None and self.seat is None:
            self._open_round(0)

    # Questions ----------------------------------------

    def chances(self, holder: int) -> tuple[float, ...]:
        """The probability that *holder* has each value; index 0 is "no card"."""
        found = [0.0] * 9
        for hands, weight in self.worlds.items():
            found[hands[holder]] += weight
        return tuple(found)

    def unseen(self) -> tuple[int, ...]:
        """How many cards of each value this seat has not seen: in the stock, set aside, or in a hidden hand."""
        seen = self._open
        if not seen and self.seat is not None:
            seen = (next(iter(self.worlds))[self.seat],)
        return tuple(
            0 if value == 0 else COPIES[value] - self.visible[value] - seen.count(value) for value in range(9)
        )

    def pool(self, hands: Hands) -> list[int]:
        """The counts of the cards that lie in the stock or aside if the hands are *hands*; index 0 is unused."""
        left = [have - out for have, out in zip(COPIES, self.visible, strict=True)]
        for card in hands:
            left[card] -= 1
        left[0] = 0
        return left

    # Events ----------------------------------------

    def _round_started(self, event: RoundStarted) -> None:
        self.visible = [0] * 9
        for card in event.open_aside:
            self.visible[card] += 1
        self.seen = {}
        self._drawn = 0
        self._replacing = False
        self._open = ()
        self._starting = event

    def _hand_dealt(self, event: HandDealt) -> None:
        if event.seat == self.seat:
            self._open_round(event.card)

    def _open_round(self, own: int) -> None:
        self._starting = None
        blank = [0] * self.seats
        if self.seat is not None:
            blank[self.seat] = own
        self.worlds = {tuple(blank): 1.0}
        for seat in range(self.seats):
            if seat != self.seat:
                self._expand(seat)

    def _turn_started(self, event: TurnStarted) -> None:
        if self._starting is not None:
            self._open_round(0)

    def _card_drawn(self, event: CardDrawn) -> None:
        if event.seat != self.seat:
            return
        card = event.card
        if self._replacing:
            self._replacing = False
            self._weigh(lambda hands: self.pool(hands)[card])
            self.worlds = {_put(hands, event.seat, card): weight for hands, weight in self.worlds.items()}
        else:
            self._weigh(lambda hands: self.pool(hands)[card])
            self._drawn = card
            self.visible[card] += 1

    def _card_played(self, event: CardPlayed) -> None:
        seat, played = event.seat, event.card
        self.seen = {
            (viewer, holder): card
            for (viewer, holder), card in self.seen.items()
            if holder != seat or (card and card != played)
        }
        if seat == self.seat:
            kept = next(iter(self.worlds))[seat]
            if played == kept:
                # The drawn card becomes the hand; what is visible stays one card: the one played.
                self.visible[self._drawn] -= 1
                self.visible[played] += 1
                drawn = self._drawn
                self.worlds = {_put(hands, seat, drawn): weight for hands, weight in self.worlds.items()}
            self._drawn = 0
            return
        found: dict[Hands, float] = {}
        model = self.model
        for hands, weight in self.worlds.items():
            kept = hands[seat]
            left = self.pool(hands)
            if played == kept:
                for drawn in range(1, 9):
                    if left[drawn]:
                        chance = model(played, kept, drawn)
                        if chance:
                            after = _put(hands, seat, drawn)
                            found[after] = found.get(after, 0.0) + weight * left[drawn] * chance
            elif left[played]:
                chance = model(played, kept, played)
                if chance:
                    found[hands] = found.get(hands, 0.0) + weight * left[played] * chance
        self.visible[played] += 1
        self._become(found)

    def _guess_answered(self, event: GuessAnswered) -> None:
        self._keep(lambda hands: (hands[event.target] == event.guess) == event.right)

    def _hand_peeked(self, event: HandPeeked) -> None:
        self.seen[event.seat, event.target] = self._known_card(event.target)

    def _hand_shown(self, event: HandShown) -> None:
        if event.viewer == self.seat:
            self._keep(lambda hands: hands[event.holder] == event.card)
            self.seen[event.viewer, event.holder] = event.card

    def _duel_fought(self, event: DuelFought) -> None:
        a, b = event.seat, event.target
        if event.loser is None:
            self._keep(lambda hands: hands[a] == hands[b])
        else:
            low = event.loser
            high = a + b - low
            self._keep(lambda hands: hands[low] < hands[high])
        self.seen[a, b] = self._known_card(b)
        self.seen[b, a] = self._known_card(a)

    def _hands_swapped(self, event: HandsSwapped) -> None:
        a, b = event.seat, event.target
        turned = {a: b, b: a}
        self.seen = {
            (viewer, turned.get(holder, holder)): card
            for (viewer, holder), card in self.seen.items()
            if holder not in turned or viewer not in turned
        }
        self.worlds = {
            _put(_put(hands, a, hands[b]), b, hands[a]): weight for hands, weight in self.worlds.items()
        }
        self.seen[a, b] = 0
        self.seen[b, a] = 0

    def _swap_seen(self, event: SwapSeen) -> None:
        if event.seat == self.seat:
            self._keep(lambda hands: hands[event.seat] == event.got)
            self.seen[event.seat, event.other] = event.gave
            self.seen[event.other, event.seat] = event.got

    def _hand_discarded(self, event: HandDiscarded) -> None:
        self._lay_open(event.seat, event.card)

    def _hand_replaced(self, event: HandReplaced) -> None:
        if event.seat == self.seat:
            self._replacing = True
        else:
            self._expand(event.seat)

    def _seat_eliminated(self, event: SeatEliminated) -> None:
        if any(hands[event.seat] for hands in self.worlds):
            self._lay_open(event.seat, event.card)

    def _round_ended(self, event: RoundEnded) -> None:
        """All hands lie open now."""
        self.worlds = {event.result.hands: 1.0}
        self._open = event.result.hands

    # Arithmetic ----------------------------------------

    def _known_card(self, holder: int) -> int:
        cards = {hands[holder] for hands in self.worlds}
        return cards.pop() if len(cards) == 1 else 0

    def _lay_open(self, seat: int, card: int) -> None:
        self._keep(lambda hands: hands[seat] == card)
        self.worlds = {_put(hands, seat, 0): weight for hands, weight in self.worlds.items()}
        self.visible[card] += 1
        self.seen = {pair: value for pair, value in self.seen.items() if pair[1] != seat}

    def _expand(self, seat: int) -> None:
        """*seat* takes an unseen card."""
        found: dict[Hands, float] = {}
        for hands, weight in self.worlds.items():
            for card, count in enumerate(self.pool(hands)):
                if count > 0:
                    after = _put(hands, seat, card)
                    found[after] = found.get(after, 0.0) + weight * count
        self._become(found)

    def _keep(self, fits: Callable[[Hands], bool]) -> None:
        self._become({hands: weight for hands, weight in self.worlds.items() if fits(hands)})

    def _weigh(self, factor: Callable[[Hands], float]) -> None:
        self._become(
            {hands: weight * share for hands, weight in self.worlds.items() if (share := factor(hands)) > 0}
        )

    def _become(self, worlds: dict[Hands, float]) -> None:
        total = sum(worlds.values())
        if not total > 0:
            raise ValueError("the events contradict each other")
        self.worlds = {hands: weight / total for hands, weight in worlds.items()}


def _put(hands: Hands, seat: int, card: int) -> Hands:
    return (*hands[:seat], card, *hands[seat + 1 :])


_HANDLERS: dict[type, Callable[[Belief, Any], None]] = {
    RoundStarted: Belief._round_started,
    HandDealt: Belief._hand_dealt,
    TurnStarted: Belief._turn_started,
    CardDrawn: Belief._card_drawn,
    CardPlayed: Belief._card_played,
    GuessAnswered: Belief._guess_answered,
    HandPeeked: Belief._hand_peeked,
    HandShown: Belief._hand_shown,
    DuelFought: Belief._duel_fought,
    HandsSwapped: Belief._hands_swapped,
    SwapSeen: Belief._swap_seen,
    HandDiscarded: Belief._hand_discarded,
    HandReplaced: Belief._hand_replaced,
    SeatEliminated: Belief._seat_eliminated,
    RoundEnded: Belief._round_ended,
}


def belief(seat: int | None, seats: int, history: Sequence[Event], model: PlayModel = any_legal) -> Belief:
    """The belief after *history*; only the running round matters."""
    start = 0
    for index in range(len(history) - 1, -1, -1):
        if type(history[index]) is RoundStarted:
            start = index
            break
    found = Belief(seat, seats, model)
    found.feed(history[start:])
    return found
