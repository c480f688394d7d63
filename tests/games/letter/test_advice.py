"""Tips: whatever a reason says is true at that moment, by the exact chances that the table shows as well."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest

from engine.bots.base import Advice, Budget
from engine.core.game import Event
from engine.core.text import texts
from engine.games.letter import words
from engine.games.letter.advice import REASONS, advise
from engine.games.letter.belief import belief
from engine.games.letter.model import DUEL, GUESS, LETTER, PEEK, RESTART, SHIELD, SWAP, VEIL, View
from engine.games.letter.rules import GAME
from engine.play.dealer import Dealer
from engine.play.session import SeatInfo, Session
from tests.strategies import random_move

NAMES = ("Anna", "Ben", "Carla", "Dora")
EN = texts("en")
SEEDS = 6
Tip = tuple[View, tuple[Event, ...], Advice]


def tips(seed: int, seats: int) -> Iterator[Tip]:
    """A tip for every decision of a whole match in which tips are followed now and then."""
    rng = random.Random(seed)
    options = GAME.meta.complete({"goal": 3}, seats)
    session = Session(GAME, options, [SeatInfo(name) for name in NAMES[:seats]], Dealer(str(seed)))
    session.start()
    while session.awaited:
        seat = session.awaited[0]
        port = session.port(seat)
        view, history = port.view(), tuple(port.events())
        advice = advise(view, history, Budget(samples=12), rng)
        yield view, history, advice
        port.submit(advice.move if rng.random() < 0.5 else random_move(GAME, view, rng), port.revision)


def claim(view: View, history: Sequence[Event], advice: Advice) -> bool:
    """Whether what the reason says is true."""
    assert view.seat is not None
    move, said = advice.move, advice.numbers
    first, second = view.hand
    kept = second if move.card == first else first
    assert said["kept"] == kept
    given = (move.card == SWAP and move.target is not None) or (move.card, move.target) == (
        RESTART,
        view.seat,
    )
    beliefs = belief(view.seat, view.seats, history)
    chances = beliefs.chances(view.seat if move.target is None else move.target)
    mean = sum(card * chance for card, chance in enumerate(chances))
    # A new card is any of those that no hand holds, and no place at the table shows.
    fresh = 0.0
    for hands, weight in beliefs.worlds.items():
        pool = [card for card, count in enumerate(beliefs.pool(hands)) for _copy in range(count)]
        fresh += weight * sum(pool) / max(1, len(pool))
    named = chances[move.guess] if move.guess is not None else 0.0
    lower, higher = sum(chances[:kept]), sum(chances[kept + 1 :])

    def states(chance: float) -> bool:
        return abs(said["percent"] - 100 * chance) <= 0.5 or (said["percent"], 0 < chance < 1) in (
            (1, True),
            (99, True),
        )

    def tenths(name: str, value: float) -> bool:
        return abs(said[name] - 10 * value) <= 0.5

    other = move.target is not None and move.target != view.seat
    match advice.reason:
        case "forced":
            return move.card == VEIL and {choice.card for choice in GAME.choices(view)} == {VEIL}
        case "lost":
            own = (RESTART, view.seat)
            return kept == LETTER and all(
                choice.card == LETTER or (choice.card, choice.target) == own for choice in GAME.choices(view)
            )
        case "shield":
            return move.card == SHIELD and view.stock > 0
        case "guess":
            return move.card == GUESS and named > 0 and named >= max(chances[2:]) - 1e-9 and states(named)
        case "guess_chance":
            return move.card == GUESS and named > 0 and states(named)
        case "guess_sure":
            return move.card == GUESS and named > 1 - 1e-9
        case "guess_vain":
            return move.card == GUESS and other and not any(chances[2:])
        case "no_guess":
            aims = {c.target for c in GAME.choices(view) if c.guess is not None and c.target is not None}
            return kept == GUESS and bool(aims) and not any(any(beliefs.chances(s)[2:]) for s in aims)
        case "duel":
            return move.card == DUEL and other and lower > higher and states(lower)
        case "duel_sure":
            return move.card == DUEL and other and lower > 1 - 1e-9
        case "peek":
            return move.card == PEEK and other and max(chances) < 1 - 1e-9
        case "restart":
            return (
                move.card == RESTART
                and other
                and mean > fresh
                and tenths("tenths", mean)
                and tenths("fresh", fresh)
            )
        case "restart_letter":
            return move.card == RESTART and other and chances[LETTER] > 0.2 and states(chances[LETTER])
        case "restart_sure":
            return move.card == RESTART and other and chances[LETTER] > 1 - 1e-9
        case "restart_self":
            return given and move.card == RESTART and fresh > kept and tenths("tenths", fresh)
        case "swap":
            return given and move.card == SWAP and mean > kept and tenths("tenths", mean)
        case "keep_letter":
            return kept == LETTER and not given
        case "not_letter":
            return kept == LETTER and given
        case "same":
            return first == second
        case "keep":
            return kept > move.card and not given
        case "tried" | "experience":
            return advice.value is not None
    return False


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_reason_is_true(seats: int) -> None:
    seen: dict[str, int] = {}
    for seed in range(SEEDS):
        for view, history, advice in tips(seed, seats):
            assert advice.reason in REASONS
            text = words.describe_advice(advice, EN, NAMES)
            assert claim(view, history, advice), f"seed {seed}, {view.hand}: {text} {advice}"
            seen[advice.reason] = seen.get(advice.reason, 0) + 1
    assert {"guess", "keep", "keep_letter", "shield"} <= set(seen)


def test_a_restart_is_not_said_to_take_a_good_card_where_a_poor_one_is_likely() -> None:
    """What a restart takes is compared with a new card, in numbers."""
    found = [
        advice
        for seats in (2, 3)
        for seed in range(8)
        for _view, _history, advice in tips(seed, seats)
        if advice.move.card == RESTART and advice.reason == "restart"
    ]
    for advice in found:
        assert advice.numbers["tenths"] > advice.numbers["fresh"]
    assert found
    text = words.describe_advice(found[0], EN, NAMES)
    assert "has to give up a card worth" in text
