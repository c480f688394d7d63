"""How many random moves a second the engine makes, beside other engines' card games in the same run.

Run by name: ``uv run pytest -m benchmark -s tests/benchmarks``; with OpenSpiel and RLCard (Linux, Python below
3.13): ``uv run --group peers pytest -m benchmark -s tests/benchmarks``. The numbers are printed; nothing is asserted
against a clock, since that would test the machine.
"""

from __future__ import annotations

import importlib
import random
import time
from collections.abc import Callable
from typing import Any

import pytest

from engine.core import catalog
from engine.core.chance import Lot, Shuffle
from engine.games.valknut.model import Play

pytestmark = pytest.mark.benchmark

SECONDS = 1.0
"""How long each game is played."""

OPEN_SPIEL = ("leduc_poker", "liars_dice", "gin_rummy", "hearts", "skat")
RLCARD = ("leducholdem", "limitholdem", "uno", "gin_rummy")

Playout = Callable[[random.Random], int]
"""Plays one game at random and returns how many moves the players made."""


def letter(seats: int) -> Playout:
    """A round of Geheimer Brief on the rules themselves, without a session."""
    game = catalog.game("letter")
    start = game.setup(game.meta.complete({"first": 0}, seats), seats)
    draw = game.draw(start)
    assert isinstance(draw, Shuffle)

    def playout(rng: random.Random) -> int:
        deck = list(draw.cards)
        rng.shuffle(deck)
        step, legal, pick = game.step, game.legal, rng.random
        state = step(start, None, draw.move(tuple(deck)))
        moves = 0
        while state.turn >= 0:
            options = legal(state, state.turn)
            state = step(state, state.turn, options[int(pick() * len(options))])
            moves += 1
        return moves

    return playout


def valknut(seats: int) -> Playout:
    """A round of Valknut on the rules themselves, without a session; counts the cards played and nothing else."""
    game = catalog.game("valknut")
    start = game.setup(game.meta.complete({"first_dealer": 0}, seats), seats)
    shuffle = game.draw(start)
    assert isinstance(shuffle, Shuffle)

    def playout(rng: random.Random) -> int:
        deck = list(shuffle.cards)
        rng.shuffle(deck)
        step, legal, pick = game.step, game.legal, rng.random
        state = step(start, None, shuffle.move(tuple(deck)))
        for seat in range(seats):
            bids = legal(state, seat)
            state = step(state, seat, bids[int(pick() * len(bids))])
        cards = 0
        while not state.match.rounds:
            seat = state.turn
            options = legal(state, seat)
            if not options:
                seat = None
                lot = game.draw(state)
                assert isinstance(lot, Lot)
                options = lot.moves
            move = options[int(pick() * len(options))]
            cards += type(move) is Play
            state = step(state, seat, move)
        return cards

    return playout


def open_spiel(name: str) -> Playout:
    """A game of OpenSpiel (C++), driven from Python as its examples do."""
    pyspiel: Any = pytest.importorskip("pyspiel")
    game = pyspiel.load_game(name)

    def playout(rng: random.Random) -> int:
        state = game.new_initial_state()
        moves = 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                moves += 1
        return moves

    return playout


def rlcard(name: str) -> Playout:
    """A game of RLCard (Python), on its game object, below its environment."""
    pytest.importorskip("rlcard")
    module: Any = importlib.import_module(f"rlcard.games.{name}")
    numpy: Any = importlib.import_module("numpy")
    generator = numpy.random.RandomState(1)

    def playout(rng: random.Random) -> int:
        game = module.Game()
        # Some of its games deal from the generator they are given, some need to be told their players' number.
        game.np_random = generator
        if hasattr(game, "configure"):
            game.configure({"game_num_players": 2})
        state, _player = game.init_game()
        moves = 0
        while not game.is_over():
            legal = state["legal_actions"] if "legal_actions" in state else game.judge.get_legal_actions()
            state, _player = game.step(rng.choice(list(legal)))
            moves += 1
        return moves

    return playout


def speed(playout: Playout) -> tuple[float, float]:
    """Games and moves a second, after a little warming up."""
    rng = random.Random(1)
    for _game in range(3):
        playout(rng)
    games = moves = 0
    begin = time.perf_counter()
    while (spent := time.perf_counter() - begin) < SECONDS:
        moves += playout(rng)
        games += 1
    return games / spent, moves / spent


def test_random_playouts(capsys: pytest.CaptureFixture[str]) -> None:
    makers: list[tuple[str, str, Callable[[], Playout]]] = [
        ("Vierblatt", f"letter, {seats} seats", lambda seats=seats: letter(seats)) for seats in (2, 3, 4)
    ]
    makers += [
        ("Vierblatt", f"valknut, {seats} seats", lambda seats=seats: valknut(seats)) for seats in (2, 3)
    ]
    makers += [("OpenSpiel", name, lambda name=name: open_spiel(name)) for name in OPEN_SPIEL]
    makers += [("RLCard", name, lambda name=name: rlcard(name)) for name in RLCARD]
    rows = []
    for engine, name, make in makers:
        try:
            games, moves = speed(make())
        except pytest.skip.Exception:
            rows.append(f"{engine:<10} {name:<16} {'not installed':>25}")
            continue
        assert games > 0
        assert moves > 0
        rows.append(f"{engine:<10} {name:<16} {games:>11,.0f} {moves:>13,.0f}")
    with capsys.disabled():
        print(f"\n\n{'engine':<10} {'game':<16} {'games/s':>11} {'moves/s':>13}")
        print("\n".join(rows))


def test_simulated_rounds(capsys: pytest.CaptureFixture[str]) -> None:
    from engine.play import match

    rows = []
    for unit in ("round", "match"):
        for seats in (2, 3, 4):
            options = catalog.meta("letter").complete({}, seats)
            series = match.Series("letter", ("random",) * seats, options, seed=1, unit=unit)
            begin = time.perf_counter()
            tally = match.run(series, 2000 if unit == "round" else 200)
            spent = time.perf_counter() - begin
            assert tally.moves > 0
            name = f"{unit}, {seats} seats"
            rows.append(
                f"{'simulate':<10} {name:<16} {tally.games / spent:>11,.0f} {tally.moves / spent:>13,.0f}"
            )
    with capsys.disabled():
        print(f"\n\n{'command':<10} {'unit':<16} {'games/s':>11} {'moves/s':>13}")
        print("\n".join(rows))
