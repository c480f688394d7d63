"""Rules of thumb for Geheimer Brief: which of two cards to play, at whom, and what to guess.

`rule_play` is one small function over plain integers, because it serves twice: the medium bot asks it once a turn,
and the strong bot's rollouts ask it a hundred thousand times a second for every seat. It sees only what the seat to
move may know: its two cards, the public rows, how many cards of each value it has not seen, what it was shown of
others, and whether somebody was shown its own card (that somebody looked is public).

Each of the two cards gets a value: what playing it does at once, plus what the other card is worth in hand
(`KEEP`). The unit is roughly the chance of winning the round; the numbers were found by hill-climbing in self-play.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from engine.games.letter.model import (
    DUEL,
    GUESS,
    LETTER,
    PEEK,
    RESTART,
    SHIELD,
    SWAP,
    VEIL,
    State,
)
from engine.games.letter.model import Play as _Play

_FORCING = (RESTART, SWAP)

# Moves are made once: rollouts would otherwise spend a tenth of their time on building them.
_PLAIN = tuple(_Play(card) for card in range(9))
_AT = tuple(tuple(_Play(card, target) for target in range(4)) for card in range(9))
_GUESS = tuple(tuple(_Play(GUESS, target, guess) for guess in range(9)) for target in range(4))

# fmt: off
PLAYED: tuple[tuple[float, ...], ...] = (
    (1, 1, 1, 1, 1, 1, 1, 1, 1),
    (1, 1, .55, .7, .8, .85, .85, .95, 1),
    (1, .45, 1, .6, .8, .8, .8, .9, 1),
    (1, .3, .4, 1, .6, .6, .7, .8, 1),
    (1, .2, .2, .4, 1, .6, .6, .7, 1),
    (1, .15, .2, .4, .4, 1, .5, .02, 1),
    (1, .15, .2, .3, .4, .5, 1, .02, 1),
    (1, .05, .1, .2, .3, 1, 1, 1, 1),
    (1, .01, .01, .01, .01, .01, .01, .01, 1),
)
"""``PLAYED[c][k]``: how likely somebody who holds *c* and *k* plays *c* and keeps *k*; row 0: nothing played yet."""

PARAMS: tuple[float, ...] = (
    # Two alive: what the kept card is worth with 1–2, 3–5 and 6 or more cards in the stock (index 0 unused);
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
# fmt: on


def rule_play(
    seat: int,
    kept: int,
    drawn: int,
    targets: int,
    alive: int,
    known: int,
    exposed: bool,
    left: Sequence[int],
    rows: Sequence[Sequence[int]],
    stock: int,
    rng: random.Random,
    params: Sequence[float] = PARAMS,
    table: Sequence[Sequence[float]] = PLAYED,
) -> _Play:
    """The play that the rules of thumb choose.

    *targets* and *alive* are bit masks, *known* has four bits a seat as in `State.knows`, *left* counts the cards
    this seat has not seen (other hands included), *exposed* tells that somebody in the round knows *kept*.
    """
    if (kept == VEIL and drawn in _FORCING) or (drawn == VEIL and kept in _FORCING):
        return _PLAIN[VEIL]
    others = alive & ~(1 << seat)
    duo = not others & (others - 1)
    # What each other seat may hold, as weights; needed for nearly every card.
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
    rest = others
    while rest:
        if rest & 1:
            card = known >> 4 * target & 15
            if card:
                weights = [0.0] * 9
                weights[card] = 1.0
                sums[target] = 1.0
            else:
                row = rows[target]
                likely = table[row[-1]] if row else table[0]
                weights = [a * b for a, b in zip(pool, likely, strict=True)]
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
            value, found = -5.0, _PLAIN[LETTER]
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
    state: State,
    rng: random.Random,
    params: Sequence[float] = PARAMS,
    table: Sequence[Sequence[float]] = PLAYED,
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
        state.rows,
        len(state.stock),
        rng,
        params,
        table,
    )
