"""The search of the strong bot: sampled worlds, each played to the end of the round with every move in question.

*Worlds* come from `engine.games.letter.belief`: the exact distribution over all hands given what the seat has seen,
weighted by what players tend to play (`engine.games.letter.memory`). Each world is played out once with every move
that is still in question, so that the moves are compared on the same deals, which takes away most of the noise;
moves that are clearly worse drop out, and the rest share the remaining time. A budget of *n* samples is *n* worlds;
once a single move is left, the rest of the budget is not spent.

*Playouts* follow the rules of thumb, and no seat knows more in them than it would know: the own seat plays by the
`SHARP` numbers and reads the others' hands from the exact belief onwards; the others play by `PARAMS` and read hands
from public events in a part of the worlds (`READERS`).

*Values* are chances: 0 the worst and 1 the best that the round can do for the seat, given the score of the match
(`Stakes`); with an even score that is the chance to win the round.
"""

from __future__ import annotations

import random
import time
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

from engine.bots.base import Budget
from engine.bots.racing import not_beaten
from engine.core.game import Event
from engine.games.letter.belief import Belief
from engine.games.letter.heuristics import BLANK, SHARP, Reading, read_effect, read_history, rule_move
from engine.games.letter.model import (
    DUEL,
    GUESS,
    LETTER,
    RESTART,
    Play,
    State,
    View,
)
from engine.games.letter.rules import GAME
from engine.games.letter.sampler import complete

Estimate = tuple[Play, float, int]
"""A move, its estimated value, and the number of worlds it was played in."""


# The score ----------------------------------------

FAR = 6
"""From this many missing points on, the score of a seat is taken as "far from the goal"."""


@lru_cache(maxsize=20_000)
def _equity(mine: int, others: tuple[int, ...]) -> float:
    """The chance to win a match in which the seats still miss *mine* and *others* points, all equally strong."""
    if mine <= 0:
        return 1.0
    if min(others) <= 0:
        return 0.0
    total = _equity(mine - 1, others)
    for index, missing in enumerate(others):
        total += _equity(mine, tuple(sorted((*others[:index], missing - 1, *others[index + 1 :]))))
    return total / (1 + len(others))


class Stakes:
    """What the ways a round can end are worth to one seat, between 0 and 1, given the match's score."""

    def __init__(self, view: View) -> None:
        seat = view.seat
        assert seat is not None
        self._seat = seat
        self._view = view
        single = [self._match((winner,)) for winner in range(view.seats)]
        self._low = min(single)
        self._span = max(single) - self._low
        self._known: dict[tuple[int, ...], float] = {}

    def value(self, winners: tuple[int, ...]) -> float:
        """The value of a round won by *winners*."""
        found = self._known.get(winners)
        if found is None:
            share = 1 / len(winners) if self._seat in winners else 0.0
            if self._span > 1e-9:
                scaled = (self._match(winners) - self._low) / self._span
                # A shared point is a point for both: with an even score that is half of the round.
                found = min(1.0, max(0.0, scaled))
            else:
                # Nothing to win or lose in the match: play for the round itself.
                found = share
            self._known[winners] = found
        return found

    def _match(self, winners: tuple[int, ...]) -> float:
        """The chance to win the match after a round won by *winners*."""
        view, seat = self._view, self._seat
        if view.contenders:
            scorers = [s for s in view.contenders if s in winners]
            if len(scorers) == 1:
                return float(scorers[0] == seat)
            return 1 / len(view.contenders) if seat in view.contenders else 0.0
        missing = [view.goal - points - (s in winners) for s, points in enumerate(view.points)]
        there = [s for s, m in enumerate(missing) if m <= 0]
        if there:
            return 1 / len(there) if seat in there else 0.0
        least = min(missing)
        if least > FAR:
            # Far from the goal a point is a point; only the distances count.
            missing = [m - least + FAR for m in missing]
        cap = FAR + 3
        missing = [min(m, cap) for m in missing]
        others = tuple(sorted(m for s, m in enumerate(missing) if s != seat))
        return _equity(missing[seat], others)


# The search ----------------------------------------

READERS = 0.25
"""In this share of the worlds the other seats read hands from play; in the rest they only count cards."""

CREDIT = 3.0
"""The move of the rules of thumb is taken to have won so many worlds more than it did: the noise of a short search
should not overrule experience. With many worlds this hardly counts."""

CHECKS = (24, 48, 96, 192, 384, 768)
"""After so many worlds the moves that are clearly worse drop out."""


def candidates(view: View, beliefs: Belief) -> list[Play]:
    """The moves worth a look: no 8 by choice, no guess that cannot be right, of the guesses the likely ones."""
    moves = list(GAME.choices(view))
    kept = [move for move in moves if move.card != LETTER] or moves
    if LETTER in view.hand and len(kept) > 1:
        # Restarting oneself with the 8 in hand is the same as playing it.
        kept = [m for m in kept if not (m.card == RESTART and m.target == view.seat)] or kept
    guesses: list[tuple[float, Play]] = []
    rest: list[Play] = []
    chances: dict[int, tuple[float, ...]] = {}
    for move in kept:
        if move.card == GUESS and move.target is not None:
            assert move.guess is not None
            if move.target not in chances:
                chances[move.target] = beliefs.chances(move.target)
            guesses.append((chances[move.target][move.guess], move))
        else:
            rest.append(move)
    if guesses:
        top = max(chance for chance, _move in guesses)
        if top > 0:
            best_at = {t: max(found[2:]) for t, found in chances.items()}
            good = [
                move
                for chance, move in guesses
                if chance > 0.35 * top and chance > 0.6 * best_at[move.target or 0]
            ]
            return rest + good
        # No guess can be right: one is made only if there is nothing else to play.
        return rest or [move for _chance, move in guesses if move.guess == 2]
    return rest


def certain(view: View, beliefs: Belief, moves: Sequence[Play]) -> Play | None:
    """A move that surely wins the round at once, if there is one."""
    rivals = [s for s in range(view.seats) if s != view.seat and not view.out[s]]
    if len(rivals) != 1:
        return None
    chances = beliefs.chances(rivals[0])
    for move in moves:
        if move.target is None:
            continue
        if move.card == GUESS and move.guess is not None:
            sure = chances[move.guess]
        elif move.card == DUEL:
            sure = sum(chances[: sum(view.hand) - DUEL])
        elif move.card == RESTART and move.target != view.seat:
            sure = chances[LETTER]
        else:
            continue
        if sure > 1 - 1e-9:
            return move
    return None


def search(
    view: View,
    history: Sequence[Event],
    beliefs: Belief,
    budget: Budget,
    rng: random.Random,
    began: float,
) -> list[Estimate]:
    """The estimates of all moves in question, best first."""
    moves = candidates(view, beliefs)
    sure = certain(view, beliefs, moves)
    if sure is not None:
        return [(sure, 1.0, 0)]
    if len(moves) == 1:
        return [(moves[0], 0.5, 0)]
    limit = budget.samples
    deadline = began + budget.seconds
    stakes = Stakes(view)
    seat = view.seat
    assert seat is not None
    clock = time.perf_counter
    hands = list(beliefs.worlds)
    edges = list(accumulate(beliefs.worlds.values()))
    public = read_history(history, view.seats)
    own = _own_reading(view, beliefs)
    own[seat] = public[seat]
    results: list[list[float]] = [[] for _move in moves]
    # The rules of thumb see no more of a world than this seat does: any world gives their move.
    first = complete(view, beliefs, hands[0], rng)
    favourite = rule_move(first, own, rng, SHARP)
    live = list(range(len(moves)))
    done = 0
    for check in (*CHECKS, 1 << 30):
        size = check - done if check < 1 << 30 else 384
        while done < check and len(live) > 1:
            if limit is not None:
                size = min(size, limit - done)
            # Evenly spread over the distribution, which is steadier than independent draws; then in random order,
            # since the clock may cut the batch short.
            offset = rng.random()
            spots = [(offset + k) / size * edges[-1] for k in range(size)]
            rng.shuffle(spots)
            for spot in spots:
                world = complete(view, beliefs, hands[min(bisect_right(edges, spot), len(hands) - 1)], rng)
                theirs = public if rng.random() < READERS else None
                for index in live:
                    end = _playout(world, moves[index], own, theirs, rng)
                    results[index].append(_payoff(end, seat, stakes))
                done += 1
                if limit is None and clock() >= deadline:
                    return _ranked(moves, results, favourite)
            if limit is not None and done >= limit:
                return _ranked(moves, results, favourite)
        if len(live) < 2:
            break
        live = not_beaten(live, results, bound=2.0, prior=0.5, margin=0.004)
    return _ranked(moves, results, favourite)


_BLANKS: Reading = [list(BLANK) for _seat in range(4)]


def _playout(world: State, move: Play, own: Reading, public: Reading | None, rng: random.Random) -> State:
    """The end of the round after *move* in *world*, everybody following the rules of thumb.

    The seat that moves now reads the others from *own*, the others read from *public* (None: they only count cards).
    """
    seat = world.turn
    before, state = world, GAME.step(world, seat, move)
    mine = [list(row) for row in own]
    # With two seats each reads the other alone: one table holds both.
    duo = len(mine) == 2
    if public is None:
        theirs = _BLANKS
    elif duo:
        theirs = mine
    else:
        theirs = [list(row) for row in public]
    apart = public is not None and not duo
    while (turn := state.turn) >= 0:
        gone = before.alive & ~state.alive
        lost = gone.bit_length() - 1
        card = state.rows[lost][-1] if gone else 0
        read_effect(mine, move, before.turn, lost, card)
        if apart:
            read_effect(theirs, move, before.turn, lost, card)
        if turn == seat:
            move = rule_move(state, mine, rng, SHARP)
        else:
            move = rule_move(state, theirs, rng)
        before, state = state, GAME.step(state, turn, move)
    return state


def _own_reading(view: View, beliefs: Belief) -> Reading:
    """What the view's seat reads in the others: its exact chances, with the mere count of the cards taken out."""
    left = beliefs.unseen()
    return [
        [c / n if n > 0 else 0.0 for c, n in zip(beliefs.chances(holder), left, strict=True)]
        if holder != view.seat and not view.out[holder]
        else list(BLANK)
        for holder in range(view.seats)
    ]


def _payoff(state: State, seat: int, stakes: Stakes) -> float:
    result = state.match.rounds[-1]
    value = stakes.value(result.winners)
    # By a hair's breadth: when all is decided, end with the better hand, and rather in the round than out of it.
    hands = result.hands
    best = max((hands[s] for s in range(len(hands)) if s != seat), default=0)
    return value + 0.0005 * (hands[seat] - best)


def _ranked(moves: Sequence[Play], results: Sequence[Sequence[float]], favourite: Play) -> list[Estimate]:
    found = [(m, sum(r) / len(r) if r else 0.0, len(r)) for m, r in zip(moves, results, strict=True)]
    most = max(count for _move, _value, count in found)
    credit = CREDIT / max(1, most)
    # Moves that dropped out come after those that stayed to the end.
    found.sort(
        key=lambda entry: (entry[2] == most, entry[1] + (credit if entry[0] == favourite else 0.0)),
        reverse=True,
    )
    return found
