"""Games of random players: they end, keep their cards, and keep the Game contract at every step."""

from __future__ import annotations

import msgspec
import pytest

from engine.core import codec
from engine.core.chance import Lot, Shuffle
from engine.play.dealer import Dealer
from tests.strategies import Setting, play_game, playthrough, provision

SEEDS = range(3)


@pytest.mark.parametrize("seed", SEEDS)
def test_random_playouts_end(setting: Setting, seed: int) -> None:
    """Whatever legal moves are made, the game ends, with a result and only then."""
    played = playthrough(setting, seed)
    session = played.session
    assert session.over
    assert session.awaited == ()
    for state in played.states[:-1]:
        assert played.game.outcome(state) is None
        assert played.game.awaited(state)
    outcome = played.game.outcome(played.states[-1])
    assert outcome is not None
    assert outcome == session.outcome()
    assert len(outcome.points) == setting.seats
    assert outcome.winners, "somebody must have won"
    assert set(outcome.winners) <= set(range(setting.seats))


@pytest.mark.parametrize("seed", SEEDS)
def test_cards_are_conserved(setting: Setting, seed: int) -> None:
    """From the first deal on, every card lies somewhere, once."""
    module = provision(setting.game_id)
    assert module is not None, f"tests/games/{setting.game_id}/contract.py is missing"
    played = playthrough(setting, seed)
    expected = module.expected(played.options, setting.seats)
    dealt = False
    for revision, state in enumerate(played.states):
        cards = module.cards(state)
        dealt = dealt or bool(cards)
        if dealt:
            assert cards == expected, f"at revision {revision}"
    assert dealt, "no cards were ever on the table"


def test_earlier_states_never_change(setting: Setting) -> None:
    """States are values: after the whole game each one has the bytes it had when it was new."""
    played = play_game(setting.game, setting.options, setting.seats, 1)
    assert [codec.encode(state) for state in played.states] == played.bytes_then


def test_apply_is_a_function(setting: Setting) -> None:
    """The same state, actor and move give the same state and events; `step` gives the same state."""
    played = playthrough(setting)
    for state, after, action in zip(played.states, played.states[1:], played.session._actions, strict=False):
        again = played.game.apply(state, action.actor, action.move)
        assert codec.encode(again.state) == codec.encode(after)
        assert codec.encode(played.game.step(state, action.actor, action.move)) == codec.encode(after)
        assert again == played.game.apply(state, action.actor, action.move)


def test_states_are_frozen(setting: Setting) -> None:
    """States, views, moves and events are immutable and hold no lists, sets or dicts."""
    played = playthrough(setting)
    last = played.states[-1]
    values = [*played.states[:40], last, *(played.game.view(last, seat) for seat in played.everybody)]
    values += [action.move for action in played.session._actions[:40]]
    values += [event for _at, event in played.session._events]
    for value in values:
        assert_frozen(value)


def assert_frozen(value: object) -> None:
    if isinstance(value, msgspec.Struct):
        assert value.__struct_config__.frozen, f"{type(value).__name__} can be changed"
        for name in value.__struct_fields__:
            assert_frozen(getattr(value, name))
    elif isinstance(value, tuple | frozenset):
        for item in value:
            assert_frozen(item)
    else:
        assert value is None or isinstance(value, int | str | bytes | float), f"{value!r} can be changed"


def test_awaited_and_choices_agree(setting: Setting) -> None:
    """Chance acts alone; an awaited seat has a move, nobody else has; views, states and onlookers agree."""
    played = playthrough(setting)
    game = played.game
    own_moves = hasattr(provision(setting.game_id), "random_move")
    for state in played.states:
        awaited = game.awaited(state)
        assert len(set(awaited)) == len(awaited)
        assert None not in awaited or awaited == (None,)
        assert list(game.choices(game.view(state, None))) == []
        for seat in range(setting.seats):
            choices = list(game.choices(game.view(state, seat)))
            assert choices == list(game.legal(state, seat))
            if seat not in awaited:
                assert choices == []
            elif not own_moves:
                assert choices
            assert len(set(choices)) == len(choices)


def test_check_allows_the_choices_and_nothing_else(setting: Setting) -> None:
    """A move of any other seat or moment is allowed exactly if it is among the choices."""
    if hasattr(provision(setting.game_id), "random_move"):
        pytest.skip("this game's choices are no complete list")
    played = playthrough(setting)
    game = played.game
    moves = list(
        dict.fromkeys(
            move
            for state in played.states[::3]
            for seat in range(setting.seats)
            for move in game.choices(game.view(state, seat))
        )
    )[:300]
    for state in played.states[::5]:
        for seat in range(setting.seats):
            view = game.view(state, seat)
            choices = game.choices(view)
            for move in moves:
                refusal = game.check(view, move)
                assert (refusal is None) == (move in choices)
                assert refusal is None or (refusal.code and refusal.message)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_draw_is_possible(setting: Setting, seed: int) -> None:
    """What the rules say chance may do, they accept; a shuffle keeps its cards."""
    played = playthrough(setting)
    for state in played.states:
        if played.game.awaited(state) != (None,):
            continue
        draw = played.game.draw(state)
        assert isinstance(draw, Shuffle | Lot)
        assert len(draw.cards if isinstance(draw, Shuffle) else draw.moves) > 0
        move = Dealer(seed).deal(draw)
        assert played.game.check_chance(state, move) is None
        assert codec.decode_chance(played.game, codec.encode(move)) == move


def test_rounds_only_grow(setting: Setting) -> None:
    """The finished rounds are never changed later, and each names its points and winners."""
    played = playthrough(setting)
    before: tuple[object, ...] = ()
    for state in played.states:
        rounds = played.game.rounds(state)
        assert rounds[: len(before)] == before
        assert len(rounds) <= len(before) + 1
        for result in rounds[len(before) :]:
            assert len(result.points) == setting.seats
            assert set(result.winners) <= set(range(setting.seats))
        before = rounds
    assert before, "a finished match has at least one round"


def test_events_go_to_people_at_the_table(setting: Setting) -> None:
    """An audience names seats of the table, each once; an onlooker and other seats don't see the event."""
    played = playthrough(setting)
    for _at, event in played.session._events:
        if event.audience is None:
            assert all(event.visible_to(seat) for seat in played.everybody)
            continue
        assert set(event.audience) <= set(range(setting.seats))
        assert len(set(event.audience)) == len(event.audience)
        assert {seat for seat in played.everybody if event.visible_to(seat)} == set(event.audience)


def test_one_round_ends_after_one_round(setting: Setting) -> None:
    """A session of one round is over with its first result, which is that round's."""
    played = play_game(setting.game, setting.options, setting.seats, 4, one_round=True)
    rounds = played.game.rounds(played.states[-1])
    assert len(rounds) == 1
    assert played.session.over
    assert played.session.outcome() == rounds[0]
    assert not played.game.rounds(played.states[-2])
