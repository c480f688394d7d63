"""Rules of thumb for Geheimer Brief: which of two cards to play, at whom, and what to guess.

`rule_play` is one small function over plain integers, because it serves twice: the medium bot asks it once a turn,
and the strong bot's rollouts ask it a hundred thousand times a second for every seat. It sees only what the seat to
move may know: its two cards, the public rows, how many cards of each value it has not seen, what it was shown of
others, and whether somebody was shown its own card (that somebody looked is public).

Each of the two cards gets a value: what playing it does at once, plus what the other card is worth in hand
(`PARAMS`). The unit is roughly the chance of winning the round.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from engine.core.game import Event
from engine.games.letter.model import (
    DUEL,
    GUESS,
    LETTER,
    PEEK,
    RESTART,
    SHIELD,
    SWAP,
    VEIL,
    CardPlayed,
    RoundStarted,
    SeatEliminated,
    State,
    TurnStarted,
)
from engine.games.letter.model import Play as _Play

_FORCING = (RESTART, SWAP)
_WEIGHS = tuple(card in (GUESS, DUEL, RESTART, SWAP) for card in range(9))

# Moves are made once: rollouts would otherwise spend a tenth of their time on building them.
_PLAIN = tuple(_Play(card) for card in range(9))
_AT = tuple(tuple(_Play(card, target) for target in range(4)) for card in range(9))
_GUESS = tuple(tuple(_Play(GUESS, target, guess) for guess in range(9)) for target in range(4))

# fmt: off
PLAYED: tuple[tuple[float, ...], ...] = (
    (1, 1, 1, 1, 1, 1, 1, 1, 1),
    (1, 1, .52, .94, .91, .91, .94, .94, .99),
    (1, .48, 1, .94, .94, .85, .93, .94, .99),
    (1, .06, .06, 1, .26, .61, .90, .94, .99),
    (1, .09, .06, .74, 1, .54, .94, .94, .99),
    (1, .09, .15, .39, .46, 1, .88, 0, .99),
    (1, .06, .07, .10, .06, .12, 1, 0, .99),
    (1, .06, .06, .06, .06, 1, 1, 1, .99),
    (1, .01, .01, .01, .01, .01, .01, .01, 1),
)
"""``PLAYED[c][k]``: how likely somebody who holds *c* and *k* plays *c* and keeps *k*; row 0 and column 0 are unused.

Counted in 6,000 rounds of the rules of thumb against themselves (half of them with two seats, a quarter each with
three and four), then kept away from 0 and 1, since people do play otherwise.
"""

PARAMS: tuple[float, ...] = (
    # Two alive: the kept card's worth with 1–2, 3–5 and 6 or more cards in the stock (index 0 unused);
    0, -.20, -.12, -.04, .04, .08, .14, .20, .25,
    0, -.08, -.05, .00, .06, .06, .08, .12, .14,
    0, .00, -.02, .02, .06, .04, .05, .08, .10,
    # peek, shield, veil, keeping a card that somebody knows, swap's price, restart of another and of oneself.
    .04, .05, .00, .10, .05, .00, -.02,
    # The same with more alive.
    0, -.10, -.06, -.02, .02, .04, .07, .10, .12,
    0, -.04, -.02, .00, .04, .03, .04, .06, .07,
    0, .00, -.01, .01, .04, .02, .02, .03, .04,
    .04, .05, .00, .10, .05, .00, -.02,
    # What it is worth to put one of two, of three other players out.
    .20, .12,
)
SHARP: tuple[float, ...] = (
    0, -.198, -.119, -.050, .026, .081, .140, .203, .242,
    0, -.068, -.055, .006, .058, .044, .100, .118, .148,
    0, .064, -.023, .005, -.001, .020, .078, .091, .096,
    .059, .123, -.019, .121, .064, .017, -.010,
    0, -.099, -.062, -.028, .013, .035, .073, .110, .111,
    0, -.018, -.036, .002, .026, .038, .054, .065, .069,
    0, .036, -.019, .009, -.006, -.008, .038, .053, .037,
    .057, .105, -.019, .111, .071, .006, -.006,
    .197, .122,
)
# fmt: on
"""`SHARP` has the same order as `PARAMS`. `PARAMS` are a sensible person's guesses; `SHARP` were bred from them by an
evolution strategy over some ten million rounds, in the end against one (two alive) or three players who follow
`PARAMS` and do not read hands: alone, without any search, they win 55.8 % of the rounds with two seats and 30.3 % with
four against those; `PARAMS` with reading win 53.8 % and 28.6 %."""


def rule_play(
    seat: int,
    kept: int,
    drawn: int,
    targets: int,
    alive: int,
    known: int,
    exposed: bool,
    left: Sequence[int],
    likely: Sequence[Sequence[float]],
    stock: int,
    rng: random.Random,
    params: Sequence[float] = PARAMS,
) -> _Play:
    """The play that the rules of thumb choose.

    *targets* and *alive* are bit masks, *known* has four bits a seat as in `State.knows`, *left* counts the cards
    this seat has not seen (other hands included), *likely* says by how much each seat's way of playing speaks for
    each value (see `Reading`), *exposed* tells that somebody in the round knows *kept*.
    """
    if (kept == VEIL and drawn in _FORCING) or (drawn == VEIL and kept in _FORCING):
        return _PLAIN[VEIL]
    others = alive & ~(1 << seat)
    duo = not others & (others - 1)
    # What each other seat may hold, as weights, where it matters.
    chances: list[list[float] | None] = [None, None, None, None]
    sums = [0.0, 0.0, 0.0, 0.0]
    pool = left
    if known:
        pool = list(left)
        for target in range(4):
            card = known >> 4 * target & 15
            if card and pool[card]:
                pool[card] -= 1
    target = 0
    if not stock:
        rest = others
    elif _WEIGHS[kept] or _WEIGHS[drawn]:
        rest = targets
    else:
        rest = 0
    while rest:
        if rest & 1:
            card = known >> 4 * target & 15
            if card:
                weights = [0.0] * 9
                weights[card] = 1.0
                sums[target] = 1.0
            else:
                weights = [a * b for a, b in zip(pool, likely[target], strict=True)]
                total = sum(weights)
                if not total:
                    weights = [float(a) for a in pool]
                    total = sum(weights) or 1.0
                sums[target] = total
            chances[target] = weights
        target += 1
        rest >>= 1

    best = -9.0
    move = _PLAIN[kept]
    count = alive.bit_count()
    if duo:
        kill = death = 0.5
        base = 0
    else:
        kill = params[65 + count]
        base = 34
        death = 1 / count
    for card, hold, shown in ((drawn, kept, exposed), (kept, drawn, False)):
        if card == LETTER:
            value, found = -8.0, _PLAIN[LETTER]
        else:
            value, found = 0.0, _PLAIN[card]
            if stock:
                phase = base if stock < 3 else base + 9 if stock < 6 else base + 18
                worth = params[phase + hold]
                if shown and hold != GUESS:
                    worth -= params[base + 30]
            else:
                # The last turn of the round: what counts is to hold the highest card.
                worth = 1.0
                for target in range(4):
                    weights_ = chances[target]
                    if weights_ is not None:
                        worth *= (sum(weights_[:hold]) + 0.5 * weights_[hold]) / sums[target]
                worth -= 0.5
            if card == GUESS and targets:
                top = -1.0
                for target in range(4):
                    if targets >> target & 1:
                        weights_ = chances[target]
                        assert weights_ is not None
                        total = sums[target]
                        for guess in range(2, 9):
                            w = weights_[guess]
                            if w:
                                w = w / total
                                if not stock and guess > hold:
                                    w += w
                                w += 0.01 * rng.random()
                                if w > top:
                                    top, found = w, _GUESS[target][guess]
                if top < 0:
                    target = _any(targets, rng)
                    top, found = 0.0, _GUESS[target][2 + rng.randrange(7)]
                value = top * kill
            elif card == DUEL and targets:
                top = -9.0
                for target in range(4):
                    if targets >> target & 1:
                        weights_ = chances[target]
                        assert weights_ is not None
                        win = sum(weights_[:hold])
                        lose = sums[target] - win - weights_[hold]
                        gain = (win * kill - lose * death) / sums[target]
                        if not stock:
                            gain *= 0.01
                        gain += 0.005 * rng.random()
                        if gain > top:
                            top, found = gain, _AT[DUEL][target]
                value = top
            elif card == PEEK and targets:
                # At somebody whose card is not known yet.
                pick = [t for t in range(4) if targets >> t & 1 and not known >> 4 * t & 15]
                if pick:
                    value = params[base + 27] if stock > 1 else 0.0
                    found = _AT[PEEK][pick[0] if len(pick) == 1 else pick[int(rng.random() * len(pick))]]
                else:
                    found = _AT[PEEK][_any(targets, rng)]
            elif card == SHIELD:
                value = params[base + 28]
                if shown:
                    value += params[base + 30]
            elif card == RESTART:
                top = params[base + 33] if stock else -0.5
                if stock:
                    top += 0.0 - worth
                found = _AT[RESTART][seat]
                if hold == LETTER:
                    top = -5.0
                for target in range(4):
                    if targets >> target & 1:
                        weights_ = chances[target]
                        assert weights_ is not None
                        gain = weights_[LETTER] / sums[target] * kill + params[base + 32]
                        gain += 0.005 * rng.random()
                        if not stock:
                            gain += 0.3 * sum(weights_[hold:]) / sums[target]
                        if gain > top:
                            top, found = gain, _AT[RESTART][target]
                value = top
            elif card == SWAP and targets:
                top = -9.0
                for target in range(4):
                    if targets >> target & 1:
                        weights_ = chances[target]
                        assert weights_ is not None
                        if stock:
                            gain = 0.0
                            for other in range(1, 9):
                                if weights_[other]:
                                    gain += weights_[other] * params[phase + other]
                            gain = gain / sums[target] - params[phase + hold] - params[base + 31]
                        else:
                            gain = sum(weights_[hold + 1 :]) / sums[target] - 0.5 - worth
                        gain += 0.005 * rng.random()
                        if gain > top:
                            top, found = gain, _AT[SWAP][target]
                value = top
            elif card == VEIL:
                value = params[base + 29]
            value += worth
        if value > best:
            best, move = value, found
    return move


def _any(targets: int, rng: random.Random) -> int:
    pick = [t for t in range(4) if targets >> t & 1]
    return pick[int(rng.random() * len(pick))]


# Masks over State.knows: what the seats of a bit mask (all of them others) know of one holder.
_EXPOSED = tuple(
    tuple(
        sum(
            0xF << (16 * viewer + 4 * holder)
            for viewer in range(4)
            if viewer != holder and mask >> viewer & 1
        )
        for mask in range(16)
    )
    for holder in range(4)
)


def rule_move(
    state: State, likely: Sequence[Sequence[float]], rng: random.Random, params: Sequence[float] = PARAMS
) -> _Play:
    """`rule_play` for the seat whose turn it is in *state*, given no more than that seat knows."""
    seat = state.turn
    hands = state.hands
    # The cards this seat has not seen are those in the stock, aside and in other hands; which is where stays hidden.
    left = [0] * 9
    for card in state.stock:
        left[card] += 1
    left[state.aside] += 1
    for card in hands:
        left[card] += 1
    left[hands[seat]] -= 1
    left[0] = 0
    alive = state.alive
    return rule_play(
        seat,
        hands[seat],
        state.drawn,
        alive & ~state.shields & ~(1 << seat),
        alive,
        state.knows >> 16 * seat & 0xFFFF,
        bool(state.knows & _EXPOSED[seat][alive]),
        left,
        likely,
        len(state.stock),
        rng,
        params,
    )


# Reading hands from play ----------------------------------------

Reading = list[list[float]]
"""``reading[holder][value]``: by how much what *holder* did speaks for holding *value*, beside the mere count."""

BLANK: tuple[float, ...] = (1.0,) * 9
"""Nothing is known: every card counts alike."""


def read_play(reading: Reading, seat: int, card: int, table: Sequence[Sequence[float]] = PLAYED) -> None:
    """*seat* played *card*: either it held the other card before, or it held this one and drew the other."""
    before = reading[seat]
    held = before[card]
    reading[seat] = [p * (b + held) for p, b in zip(table[card], before, strict=True)]


def read_effect(
    reading: Reading,
    move: _Play,
    seat: int,
    lost: int,
    lost_card: int,
    table: Sequence[Sequence[float]] = PLAYED,
) -> None:
    """Everything public that *seat*'s *move* told; *lost* is the seat it put out (−1: none) with *lost_card*."""
    card, target = move.card, move.target
    read_play(reading, seat, card, table)
    if target is None:
        return
    if card == GUESS:
        if lost < 0 and move.guess:
            reading[target][move.guess] = 0.0
    elif card == DUEL:
        if lost >= 0:
            winner = target if lost == seat else seat
            row = reading[winner]
            row[: lost_card + 1] = [0.0] * (lost_card + 1)
    elif card == SWAP:
        reading[seat], reading[target] = reading[target], reading[seat]
    elif card == RESTART:
        reading[target] = list(BLANK)


def read_history(history: Sequence[Event], seats: int) -> Reading:
    """What everybody may read from the running round: the public events of *history*."""
    reading: Reading = [list(BLANK) for _seat in range(seats)]
    pending: CardPlayed | None = None
    lost, lost_card = -1, 0
    for event in history:
        kind = type(event)
        if kind is RoundStarted:
            reading = [list(BLANK) for _seat in range(seats)]
            pending = None
        elif kind is CardPlayed:
            assert isinstance(event, CardPlayed)
            pending, lost = event, -1
        elif kind is SeatEliminated:
            assert isinstance(event, SeatEliminated)
            lost, lost_card = event.seat, event.card
        elif kind is TurnStarted and pending is not None:
            move = _Play(pending.card, pending.target, pending.guess)
            read_effect(reading, move, pending.seat, lost, lost_card)
            pending = None
    return reading
