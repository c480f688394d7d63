"""A view keeps what it hides: by its types, and by non-interference. A toy that leaks must fail both."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from engine.core import catalog, codec
from tests.contract import toys
from tests.contract.properties import assert_no_interference, assert_types_keep_secrets, reachable
from tests.strategies import Playthrough, Setting, play_game, playthrough, provision


def spread(played: Playthrough, count: int) -> list[int]:
    """*count* revisions of a game from the first to the last."""
    last = played.session.revision
    return sorted({round(last * step / (count - 1)) for step in range(count)})


def test_types_reach_neither_state_nor_dealer(game_id: str) -> None:
    """Nothing reachable from View, Event or Move types by type hints may reach the State or the dealer."""
    assert_types_keep_secrets(catalog.game(game_id))


def test_no_interference(setting: Setting) -> None:
    """All that a seat can't know is dealt anew: its view's bytes and its choices stay identical."""
    played = playthrough(setting)
    module = provision(setting.game_id)
    reveals: frozenset[type] = getattr(module, "PUBLIC_REVEALS", frozenset())
    different = assert_no_interference(played, 0, spread(played, 25), public_reveals=reveals)
    assert different, "the sampler never dealt anything else than what was really there"


def test_sampled_worlds_are_whole(setting: Setting) -> None:
    """A world that a seat imagines has all the cards, and can be played to its end."""
    played = playthrough(setting)
    game = played.game
    module = provision(setting.game_id)
    rng = random.Random("whole worlds")
    for revision in spread(played, 12):
        for seat in played.everybody:
            dealt = game.sample(game.view(played.states[revision], seat), played.history(seat, revision), rng)
            if module is not None and module.cards(played.states[revision]):
                assert module.cards(dealt) == module.expected(played.options, played.seats)
            for _action in range(12):
                awaited = [actor for actor in game.awaited(dealt) if actor is not None]
                if not awaited:
                    break
                moves = game.legal(dealt, awaited[0])
                assert moves
                dealt = game.step(dealt, awaited[0], moves[rng.randrange(len(moves))])


def test_sampling_is_reproducible(setting: Setting) -> None:
    """The same view, history and random numbers give the same world."""
    played = playthrough(setting)
    middle = played.session.revision // 2
    for seat in played.everybody:
        view = played.game.view(played.states[middle], seat)
        history = played.history(seat, middle)
        one, other = (played.game.sample(view, history, random.Random(5)) for _again in range(2))
        assert codec.encode(one) == codec.encode(other)


# The suite itself ----------------------------------------


def toy_playthroughs(game: toys.Toy) -> list[Playthrough]:
    return [play_game(game, {}, seats, seed) for seats in (2, 3) for seed in range(6)]


REVEALS = frozenset({toys.HandsShown})


def interferes(game: toys.Toy) -> None:
    for number, played in enumerate(toy_playthroughs(game)):
        assert_no_interference(played, number, range(played.session.revision + 1), 4, REVEALS)


def test_honest_toy_passes() -> None:
    """The suite accepts a game that keeps its secrets."""
    assert_types_keep_secrets(toys.Toy())
    interferes(toys.Toy())


def test_leaky_toy_fails_both() -> None:
    """A view that carries the state is caught by its types and by a new deal."""
    with pytest.raises(AssertionError, match="reaches State"):
        assert_types_keep_secrets(toys.LeakyToy())
    with pytest.raises(AssertionError, match="the view of seat"):
        interferes(toys.LeakyToy())


@pytest.mark.parametrize(
    ("game", "message"),
    [(toys.AnythingToy(), "may hold anything"), (toys.MethodToy(), "state reaches State")],
    ids=["Any", "property"],
)
def test_types_that_could_leak_are_refused(game: toys.Toy, message: str) -> None:
    """`Any` in a view, or a property that gives the state, is as bad as a field."""
    with pytest.raises(AssertionError, match=message):
        assert_types_keep_secrets(game)


@pytest.mark.parametrize("game", [toys.LeakyEvents, toys.LeakyTurn, toys.SilentLeak])
def test_leaks_without_a_type_are_caught(game: Callable[[], toys.Toy]) -> None:
    """A public event with a secret card, a number that depends on one, a view that changes in silence."""
    with pytest.raises(AssertionError, match=r"may not know|the view of seat"):
        interferes(game())


def test_the_walk_sees_through_containers() -> None:
    """A State inside a mapping of lists of unions is reached, and so is the type of a property."""
    assert toys.State in reachable([toys.ViewWithState])
    assert toys.State in reachable([toys.ViewWithMethod])
    assert toys.State not in reachable([toys.View])
