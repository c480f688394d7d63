"""Worlds dealt to fit a view: the right ones, each as often as it should be."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine.core import codec
from engine.games.letter.belief import belief
from engine.games.letter.meta import META
from engine.games.letter.model import Deal, First
from engine.games.letter.rules import GAME
from engine.games.letter.sampler import deal
from tests.games.letter.contract import cards
from tests.games.letter.table import Table
from tests.strategies import ANNA, BEN, CARLA, play_game


def test_worlds_come_as_often_as_they_are_likely() -> None:
    """4,000 deals with a fixed seed: each hand of Anna's as often as the beliefs say, to two hundredths."""
    table = Table([2, 7, 3], [1, 4, 1])
    table.play(ANNA, 1, at=CARLA, naming=8)
    table.play(BEN, 7)
    port = table.session.port(CARLA)
    view, beliefs = port.view(), belief(CARLA, 3, port.events())
    rng = random.Random("often")
    counts = Counter(deal(view, beliefs, rng).hands[BEN] for _deal in range(4000))
    chances = beliefs.chances(BEN)
    assert set(counts) == {card for card in range(9) if chances[card]}
    assert max(chances) > 2 * min(chance for chance in chances if chance), "not all alike"
    for card, count in counts.items():
        assert count / 4000 == pytest.approx(chances[card], abs=0.02)


def test_the_stock_is_shuffled() -> None:
    """What lies on top of the stock, drawn by another or set aside is any of the hidden cards."""
    table = Table([6, 3, 2], [8])
    port = table.session.port(CARLA)
    rng = random.Random("stock")
    worlds = [GAME.sample(port.view(), port.events(), rng) for _deal in range(300)]
    for place in (
        {world.stock[0] for world in worlds},
        {world.stock[-1] for world in worlds},
        {world.aside for world in worlds},
        {world.drawn for world in worlds},
        {world.hands[ANNA] for world in worlds},
    ):
        assert place == {1, 2, 3, 4, 5, 6, 7, 8}
    assert {world.hands[CARLA] for world in worlds} == {2}
    assert all(cards(world) == cards(table.state) for world in worlds)


def test_own_drawn_card_stays() -> None:
    """On the own turn both cards are the real ones."""
    table = Table([6, 3, 2], [8])
    port = table.session.port(ANNA)
    world = GAME.sample(port.view(), port.events(), random.Random(0))
    assert (world.hands[ANNA], world.drawn) == (6, 8)


def test_what_others_know_is_kept() -> None:
    """Anna looked at Ben's card: in every world that Carla imagines Anna knows it, whatever it is there."""
    table = Table([2, 7, 3], [1, 1])
    table.play(ANNA, 2, at=BEN)
    port = table.session.port(CARLA)
    rng = random.Random("known")
    worlds = [GAME.sample(port.view(), port.events(), rng) for _deal in range(50)]
    assert len({world.hands[BEN] for world in worlds}) > 3
    for world in worlds:
        assert GAME.view(world, ANNA).known == (0, world.hands[BEN], 0)
        assert GAME.view(world, CARLA).known == (0, 0, 0)
    own = GAME.sample(table.view(ANNA), table.session.port(ANNA).events(), rng)
    assert own.hands[BEN] == 7


def test_before_the_first_deal_and_between_rounds() -> None:
    """Without a round there is nothing to deal; after one all hands are open and only the stock is hidden."""
    options = META.complete({"goal": 20}, 3)
    start = GAME.setup(options, 3)
    for state in (start, GAME.step(start, None, First(1))):
        for seat in (ANNA, None):
            assert GAME.sample(GAME.view(state, seat), [], random.Random(0)) == state
    table = Table([1, 3], [8])
    table.play(ANNA, 1, at=BEN, naming=3)
    after = table.before_deal()
    history = [event for at, event in table.session.port(BEN).dated_events() if at < table.session.revision]
    world = GAME.sample(GAME.view(after, BEN), history, random.Random(0))
    assert world.hands == after.hands == (8, 0)
    assert cards(world) == cards(after)
    assert sorted((*world.stock, world.aside)) == sorted((*after.stock, after.aside))
    assert codec.encode(GAME.view(world, BEN)) == codec.encode(GAME.view(after, BEN))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_worlds_can_be_dealt_again(seats: int) -> None:
    """A world that was imagined is as good as a real one: the next round can be dealt and played in it."""
    played = play_game(GAME, META.complete({"goal": 2}, seats), seats, 5)
    rng = random.Random(1)
    for revision in range(3, played.session.revision, 4):
        world = GAME.sample(GAME.view(played.states[revision], 0), played.history(0, revision), rng)
        while world.turn >= 0:
            moves = GAME.legal(world, world.turn)
            world = GAME.step(world, world.turn, moves[rng.randrange(len(moves))])
        if not world.match.winners:
            deck = Deal(tuple(rng.sample(sorted(cards(world).elements()), 16)))
            assert GAME.check_chance(world, deck) is None
            assert GAME.step(world, None, deck).turn == world.match.starter
