"""Beliefs by brute force: every way the hidden cards can lie is played through with the rules themselves.

Nothing of `engine.games.letter.belief` is used here, so that the two can be compared. The model of play is that
each of the different legal cards is equally likely.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from engine.core.game import Event
from engine.games.letter.model import DECK, Deal, HandReplaced, State
from engine.games.letter.rules import GAME
from tests.contract.properties import visible
from tests.strategies import Playthrough

Distribution = dict[tuple[int, ...], float]


def round_at(played: Playthrough, revision: int) -> int:
    """The index of the action that dealt the round which runs at *revision*."""
    actions = played.session._actions
    return max(index for index in range(revision) if isinstance(actions[index].move, Deal))


def _events(played: Playthrough, seat: int | None, revision: int) -> list[Event]:
    return visible((event for at, event in played.session._events if at == revision), seat)


def _share(state: State, card: int) -> float:
    """How likely the seat to move plays *card*."""
    cards = {move.card for move in GAME.legal(state, state.turn)}
    return 1 / len(cards) if card in cards else 0.0


def _normal(weights: dict[Any, float]) -> dict[Any, float]:
    total = sum(weights.values())
    return {key: weight / total for key, weight in weights.items()}


# Every order of the deck ----------------------------------------


def arrangements(cards: Counter[int], length: int) -> Iterator[tuple[int, ...]]:
    """Every different order of *length* cards."""
    if length == 0:
        yield ()
        return
    for card in sorted(cards):
        if cards[card]:
            cards[card] -= 1
            for rest in arrangements(cards, length - 1):
                yield (card, *rest)
            cards[card] += 1


def seen_places(played: Playthrough, seat: int, revision: int) -> dict[int, int]:
    """The places in the deck whose card *seat* has seen in its own hand or face up."""
    start = round_at(played, revision)
    dealt = played.states[start + 1]
    deck = played.session._actions[start].move.deck
    places = dict(enumerate(deck[1 : 1 + len(dealt.open_aside)], 1))
    seats = dealt.match.seats
    own = 1 + len(dealt.open_aside) + (seat - dealt.match.starter) % seats
    places[own] = deck[own]
    if dealt.turn == seat:
        places[15 - len(dealt.stock)] = dealt.drawn
    for index in range(start + 1, revision):
        before = played.states[index]
        after = played.states[index + 1]
        place = 16 - len(before.stock)
        for event in _events(played, None, index + 1):
            if isinstance(event, HandReplaced):
                if event.seat == seat:
                    where = 0 if event.from_aside else place
                    places[where] = deck[where]
                place += not event.from_aside
        if after.turn == seat:
            places[place] = deck[place]
    return places


def all_decks(played: Playthrough, seat: int, revision: int) -> tuple[Distribution, int]:
    """The distribution over hands from every order of the deck that *seat* can't rule out, and their number."""
    start = round_at(played, revision)
    known = seen_places(played, seat, revision)
    free = [index for index in range(16) if index not in known]
    hidden = Counter(DECK)
    hidden.subtract(known.values())
    found: dict[tuple[int, ...], float] = {}
    tried = 0
    for order in arrangements(hidden, len(free)):
        tried += 1
        deck = [0] * 16
        for index, card in (*known.items(), *zip(free, order, strict=True)):
            deck[index] = card
        state, events = GAME.apply(played.states[start], None, Deal(tuple(deck)))
        fits = visible(events, seat) == _events(played, seat, start + 1)
        weight = 1.0
        for index in range(start + 1, revision):
            if not fits:
                break
            move = played.session._actions[index].move
            weight *= _share(state, move.card)
            if not weight or move not in GAME.legal(state, state.turn):
                fits = False
                break
            state, events = GAME.apply(state, state.turn, move)
            fits = visible(events, seat) == _events(played, seat, index + 1)
        if fits:
            found[state.hands] = found.get(state.hands, 0.0) + weight
    return _normal(found), tried


# Every world, with cards dealt when they are needed ----------------------------------------


def _left(state: State) -> Counter[int]:
    """The cards that lie in the stock or aside: what is nowhere else. Unknown cards of the stock are 0."""
    left = Counter(DECK)
    left.subtract([card for card in (*state.open_aside, *state.hands, state.drawn) if card])
    for row in state.rows:
        left.subtract(row)
    return left


def _draws(left: Counter[int], count: int) -> Iterator[tuple[tuple[int, ...], float]]:
    """Each row of *count* cards that may come next, and how likely it is."""
    for order in arrangements(Counter(left), count):
        pool, chance = Counter(left), 1.0
        for card in order:
            chance *= pool[card] / sum(pool.values())
            pool[card] -= 1
        yield order, chance


def every_world(played: Playthrough, seat: int | None, last: int) -> Iterator[tuple[int, Distribution]]:
    """For each revision of the round that runs at *last*: the exact distribution over hands."""
    start = round_at(played, last)
    real: State = played.states[start + 1]
    holders = [s for s in range(real.match.seats) if s != seat]
    drawing = real.turn != seat
    bare = msgspec.structs.replace(
        real,
        hands=tuple(real.hands[s] if s == seat else 0 for s in range(real.match.seats)),
        drawn=0 if drawing else real.drawn,
        stock=(0,) * len(real.stock),
        aside=0,
    )
    worlds: dict[State, float] = {}
    for order, chance in _draws(_left(bare), len(holders) + drawing):
        hands = list(bare.hands)
        for holder, card in zip(holders, order, strict=False):
            hands[holder] = card
        drawn = order[-1] if drawing else bare.drawn
        worlds[msgspec.structs.replace(bare, hands=tuple(hands), drawn=drawn)] = chance
    yield start + 1, _hands(worlds)
    for index in range(start + 1, last):
        move = played.session._actions[index].move
        wanted = _events(played, seat, index + 1)
        after: dict[State, float] = {}
        for state, weight in worlds.items():
            weight *= _share(state, move.card)
            if not weight or move not in GAME.legal(state, state.turn):
                continue
            blank, events = GAME.apply(state, state.turn, move)
            aside = any(isinstance(event, HandReplaced) and event.from_aside for event in events)
            count = len(state.stock) - len(blank.stock) + aside
            for order, chance in _draws(_left(state), count):
                dealt = (
                    msgspec.structs.replace(state, aside=order[0])
                    if aside
                    else msgspec.structs.replace(state, stock=(*order, *state.stock[count:]))
                )
                world, told = GAME.apply(dealt, state.turn, move)
                if visible(told, seat) == wanted:
                    after[world] = after.get(world, 0.0) + weight * chance
        worlds = _normal(after)
        yield index + 1, _hands(worlds)


def _hands(worlds: dict[State, float]) -> Distribution:
    found: Distribution = {}
    for state, weight in worlds.items():
        found[state.hands] = found.get(state.hands, 0.0) + weight
    return _normal(found)


def last_of_round(played: Playthrough, number: int) -> int:
    """The last revision of the *number*-th round at which a seat was still to play."""
    return max(
        index
        for index, state in enumerate(played.states)
        if state.turn >= 0 and len(state.match.rounds) == number
    )


def rounds_played(states: Sequence[State]) -> int:
    """How many rounds were finished."""
    return len(states[-1].match.rounds)
