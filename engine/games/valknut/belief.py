"""What one seat can work out about the hidden cards: which deals fit all that it has seen.

A card nobody has shown this seat is a *thread*: it lies in a hand or in the stock, and may wander (by 3 and 6) before
it is played, or seen in another way. Following the events of the round, a `Fate` keeps for each thread where it is,
which card it is if that is known, and which suits it cannot have: whoever answers a number card led with a number
card of another suit had none of the suit led at that moment (V and N say nothing), and neither has any thread of
that hand ever after, wherever it goes; but a card drawn later may be of that suit.

Where the seat cannot see which thread moved (another's burying, a theft between two others, or which of its cards
somebody plays after having drawn one), a fate draws one of the possible ways, and carries a weight so that the fates
together have the right distribution. Given the fate, `Filling` deals the unseen cards to the threads: each possible
assignment is equally likely, by counting them suit by suit.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import comb

from engine.core.game import Event
from engine.games.valknut.model import (
    ALL,
    BIT,
    CARD_OF,
    SUIT,
    BuriedSeen,
    CardBuried,
    CardDrawn,
    CardGiven,
    CardPlayed,
    CardStolen,
    DrawnSeen,
    GivenSeen,
    HandDealt,
    RoundStarted,
    StolenSeen,
    TrumpTurned,
    View,
    members,
)

ATTEMPTS = 20_000
"""How many ways a fate is tried before the events are said to contradict each other."""


PATIENCE = 8
"""So many times as many ways as fates are wanted are tried; one that fits will then do."""


class Impossible(Exception):
    """This way of drawing what is hidden does not lead to what was seen."""


class Fate:
    """One way in which the hidden cards may have moved, as *seat* (None: an onlooker) sees the round.

    ``hands`` and ``stock`` list threads; ``card`` has each thread's card (−1: unseen) and ``barred`` the suits it
    cannot have, as bits; ``dealt`` are the hands at the start. ``pool`` is the set of unseen cards. ``weight`` makes
    up for the way in which the fate was drawn. ``drawn`` tells whether anything had to be drawn at all.
    """

    def __init__(
        self,
        seat: int | None,
        seats: int,
        events: Iterable[Event],
        rng: random.Random,
        *,
        picked: bool = False,
    ) -> None:
        self.seat = seat
        self.hands: list[list[int]] = [[] for _seat in range(seats)]
        self.dealt: tuple[tuple[int, ...], ...] = ((),) * seats
        self.stock: list[int] = []
        self.card: list[int] = []
        self.barred: list[int] = []
        self.pool = 0
        self.weight = 1.0
        self.drawn = False
        self._rng = rng
        self._led = -1
        self._theft: tuple[int, int] | None = None
        for event in events:
            self._take(event)
        if picked and self._theft is not None:
            self._wander(self._theft[1], self.hands[self._theft[0]])

    def _take(self, event: Event) -> None:
        seat = self.seat
        match event:
            case RoundStarted():
                self._start(event)
            case HandDealt():
                for thread, code in zip(self.hands[event.seat], event.cards, strict=True):
                    self._identify(thread, CARD_OF[code])
            case CardPlayed():
                self._played(event.seat, CARD_OF[event.card], event.led)
            case CardDrawn():
                self.hands[event.seat].append(self.stock.pop(0))
            case DrawnSeen():
                self._identify(self.hands[event.seat][-1], CARD_OF[event.card])
            case CardBuried() if event.seat != seat:
                self._wander(event.seat, self.stock)
            case BuriedSeen():
                self.stock.append(self._show(event.seat, CARD_OF[event.card]))
            case TrumpTurned():
                self._identify(self.stock.pop(0), CARD_OF[event.card])
            case CardStolen() if seat not in (event.seat, event.victim):
                self._theft = (event.seat, event.victim)
            case StolenSeen():
                self.hands[event.seat].append(self._show(event.victim, CARD_OF[event.card]))
            case CardGiven() if seat not in (event.seat, event.victim):
                self._wander(event.victim, self.hands[event.seat])
                self._wander(event.seat, self.hands[event.victim])
                self._theft = None
            case GivenSeen():
                self.hands[event.victim].append(self._show(event.seat, CARD_OF[event.card]))
            case _:
                pass

    def _start(self, event: RoundStarted) -> None:
        count = event.cards
        total = count * len(self.hands)
        self.hands = [list(range(s * count, (s + 1) * count)) for s in range(len(self.hands))]
        self.dealt = tuple(tuple(hand) for hand in self.hands)
        self.stock = list(range(total, total + event.stock))
        self.card = [-1] * (total + event.stock)
        self.barred = [0] * (total + event.stock)
        self.pool = ALL - BIT[CARD_OF[event.trump]]

    def _left(self, card: int) -> int:
        """How many copies of *card* are unseen."""
        return self.pool // BIT[card] & (1 if card < 36 else 3)

    def _identify(self, thread: int, card: int) -> None:
        """The seat sees that *thread* is *card*."""
        if self.card[thread] >= 0:
            if self.card[thread] != card:
                raise Impossible
            return
        left = self._left(card)
        if not left or (card < 36 and self.barred[thread] >> SUIT[card] & 1):
            raise Impossible
        self.card[thread] = card
        self.pool -= BIT[card]
        self.weight *= left

    def _show(self, holder: int, card: int) -> int:
        """*holder* shows *card*: the thread that it is, taken out of the hand."""
        hand = self.hands[holder]
        known = [thread for thread in hand if self.card[thread] == card]
        left = self._left(card)
        if card < 36:
            suit = SUIT[card]
            hidden = [t for t in hand if self.card[t] < 0 and not self.barred[t] >> suit & 1] if left else []
        else:
            hidden = [t for t in hand if self.card[t] < 0] if left else []
        ways = len(known) + left * len(hidden)
        if not ways:
            raise Impossible
        place = int(self._rng.random() * ways) if known and hidden else 0
        if place < len(known):
            thread = known[place]
            if hidden:
                self.drawn = True
        else:
            thread = hidden[int(self._rng.random() * len(hidden))]
        if not known or place >= len(known):
            self.card[thread] = card
            self.pool -= BIT[card]
            if any(self.barred[t] != self.barred[thread] for t in hidden) or known:
                self.drawn = True
        self.weight *= ways
        hand.remove(thread)
        return thread

    def _played(self, seat: int, card: int, led: bool) -> None:
        suit = SUIT[card]
        self._show(seat, card)
        if led:
            self._led = suit
        elif suit >= 0 and self._led >= 0 and suit != self._led:
            bit = 1 << self._led
            for thread in self.hands[seat]:
                if self.card[thread] < 0:
                    self.barred[thread] |= bit
                elif SUIT[self.card[thread]] == self._led:
                    raise Impossible

    def _wander(self, holder: int, where: list[int]) -> None:
        """A card of *holder* that the seat does not see goes to *where*: any one."""
        hand = self.hands[holder]
        where.append(hand.pop(int(self._rng.random() * len(hand))))
        self.drawn = True


@lru_cache(maxsize=1 << 14)
def _ways(suits: tuple[tuple[int, int], ...], groups: tuple[int, ...], room: tuple[int, ...]) -> int:
    """In how many ways the cards can be dealt to groups of threads.

    *suits* lists *(suit, number of cards)* for the suits that some group cannot have; *groups* are the barred suits
    of each group and *room* its free threads. Everything else may lie anywhere.
    """
    if not suits:
        found, left = 1, sum(room)
        for places in room:
            found *= comb(left, places)
            left -= places
        return found
    return sum(
        ways * _ways(suits[1:], groups, after) for ways, after, _given in _spreads(suits[0], groups, room)
    )


@lru_cache(maxsize=1 << 14)
def _spreads(
    suit: tuple[int, int], groups: tuple[int, ...], room: tuple[int, ...]
) -> tuple[tuple[int, tuple[int, ...], tuple[int, ...]], ...]:
    """Every way to share out one suit by number: (how many ways with these numbers, room left, numbers)."""
    found: list[tuple[int, tuple[int, ...], tuple[int, ...]]] = []

    def share(index: int, left: int, ways: int, given: tuple[int, ...]) -> None:
        if index == len(groups):
            if not left:
                found.append((ways, tuple(r - g for r, g in zip(room, given, strict=True)), given))
            return
        most = 0 if groups[index] >> suit[0] & 1 else min(left, room[index])
        for number in range(most + 1):
            share(index + 1, left - number, ways * comb(left, number), (*given, number))

    share(0, suit[1], 1, ())
    return tuple(found)


class Filling:
    """Deals the unseen cards to the unseen threads of one fate; every assignment that fits is equally likely."""

    def __init__(self, fate: Fate) -> None:
        self.fate = fate
        barred = fate.barred
        hidden = [t for place in (*fate.hands, fate.stock) for t in place if fate.card[t] < 0]
        self._groups = tuple(sorted({barred[thread] for thread in hidden}))
        self._threads = [[t for t in hidden if barred[t] == group] for group in self._groups]
        pool = members(fate.pool)
        hard = {s for s in range(4) for group in self._groups if group >> s & 1}
        self._suits = tuple((s, sum(SUIT[card] == s for card in pool)) for s in sorted(hard))
        self._cards = [[card for card in pool if SUIT[card] == s] for s in sorted(hard)]
        self._rest = [card for card in pool if SUIT[card] not in hard]
        self._room = tuple(len(threads) for threads in self._threads)
        fits = sum(self._room) == len(pool)
        self.ways = _ways(self._suits, self._groups, self._room) if fits else 0

    def deal(self, rng: random.Random) -> list[int]:
        """A card for every thread that is still in a hand or in the stock, and for those seen."""
        card = self.fate.card.copy()
        if not self._suits:
            rest = self._rest.copy()
            _mix(rest, rng)
            for threads in self._threads:
                for thread in threads:
                    card[thread] = rest.pop()
            return card
        room = self._room
        dealt: list[list[int]] = [[] for _group in self._groups]
        suits = self._suits
        for index, suit in enumerate(suits):
            options = _spreads(suit, self._groups, room)
            later = suits[index + 1 :]
            weights = [ways * _ways(later, self._groups, after) for ways, after, _given in options]
            ((_number, room, given),) = rng.choices(options, weights)
            cards = self._cards[index].copy()
            _mix(cards, rng)
            for group, number in zip(dealt, given, strict=True):
                for _card in range(number):
                    group.append(cards.pop())
        rest = self._rest.copy()
        _mix(rest, rng)
        for group, threads, left in zip(dealt, self._threads, room, strict=True):
            for _card in range(left):
                group.append(rest.pop())
            _mix(group, rng)
            for thread, what in zip(threads, group, strict=True):
                card[thread] = what
        return card


def _mix(cards: list[int], rng: random.Random) -> None:
    """Shuffle *cards*: the same as `random.shuffle`, which takes twice the time."""
    pick = rng.random
    for last in range(len(cards) - 1, 0, -1):
        other = int(pick() * (last + 1))
        cards[last], cards[other] = cards[other], cards[last]


class Belief:
    """All deals that fit what *view*'s seat knows, as a few fates with their weights.

    Without anything drawn in secret by others one fate says it all, and deals come with their exact probability;
    otherwise *fates* of them are drawn and deals are taken from these by weight.
    """

    def __init__(self, view: View, history: Sequence[Event], rng: random.Random, fates: int = 8) -> None:
        events = this_round(history)
        self._fillings: list[Filling] = []
        weights: list[float] = []
        found = 0
        for attempt in range(ATTEMPTS):
            if found and attempt >= PATIENCE * fates:
                break
            try:
                fate = Fate(view.seat, view.seats, events, rng, picked=view.phase == "give")
            except Impossible:
                continue
            filling = Filling(fate)
            if not filling.ways:
                continue
            self._fillings.append(filling)
            weights.append(fate.weight * filling.ways)
            found += 1
            if found >= fates or not fate.drawn:
                break
        if not found:
            raise ValueError("the events contradict each other")
        top = max(weights)
        self._weights = [weight / top for weight in weights]

    def deal(self, rng: random.Random) -> Deal:
        """One of the deals that fit."""
        fillings = self._fillings
        if len(fillings) == 1:
            filling = fillings[0]
        else:
            (filling,) = rng.choices(fillings, self._weights)
        return Deal(filling.fate, filling.deal(rng))


class Deal:
    """The hidden cards of a world: ``hands`` as sets, ``stock`` from its top."""

    __slots__ = ("_card", "_fate", "hands", "stock")

    def __init__(self, fate: Fate, card: list[int]) -> None:
        bit = BIT
        self._fate = fate
        self._card = card
        self.hands = tuple([sum([bit[card[t]] for t in hand]) for hand in fate.hands])
        self.stock = tuple([card[t] for t in fate.stock])

    def dealt(self, seat: int) -> int:
        """The set of cards that *seat* was dealt at the start of the round in this world."""
        card = self._card
        return sum([BIT[card[t]] for t in self._fate.dealt[seat]])


def this_round(history: Sequence[Event]) -> Sequence[Event]:
    """The events of the running round (or of the last one): from its deal on."""
    for index in range(len(history) - 1, -1, -1):
        if type(history[index]) is RoundStarted:
            return history[index:]
    return ()
