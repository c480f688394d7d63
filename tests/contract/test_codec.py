"""Moves, views and events survive the way through JSON, byte for byte."""

from __future__ import annotations

import pytest

from engine.core import codec
from engine.core.errors import Malformed
from tests.strategies import Setting, playthrough


def test_moves_round_trip(setting: Setting) -> None:
    """Every choice at every moment, and every move of chance, is the same after decoding."""
    played = playthrough(setting)
    game = played.game
    for action in played.session._actions:
        decode = codec.decode_chance if action.actor is None else codec.decode_move
        text = codec.encode(action.move)
        assert decode(game, text) == action.move
        assert codec.encode(decode(game, text)) == text
        assert decode(game, text.decode()) == action.move
    for state in played.states[::4]:
        for seat in range(setting.seats):
            for move in game.choices(game.view(state, seat)):
                assert codec.decode_move(game, codec.encode(move)) == move
                assert codec.validate_move(game, move) == move


def test_views_round_trip(setting: Setting) -> None:
    """Every seat's view at every moment; equal views have equal bytes."""
    played = playthrough(setting)
    for state in played.states:
        for seat in played.everybody:
            view = played.game.view(state, seat)
            text = codec.encode(view)
            back = codec.decode_view(played.game, text)
            assert back == view
            assert codec.encode(back) == text
            assert codec.encode(played.game.view(state, seat)) == text
            assert list(played.game.choices(back)) == list(played.game.choices(view))


def test_events_round_trip(setting: Setting) -> None:
    """Every event, its audience included."""
    played = playthrough(setting)
    for _at, event in played.session._events:
        text = codec.encode(event)
        back = codec.decode_event(played.game, text)
        assert back == event
        assert back.audience == event.audience
        assert type(back) is type(event)


def test_tags_of_moves_are_unambiguous(setting: Setting) -> None:
    """A move of chance is no move of a seat, nor the other way round."""
    played = playthrough(setting)
    for action in played.session._actions:
        wrong = codec.decode_move if action.actor is None else codec.decode_chance
        with pytest.raises(Malformed):
            wrong(played.game, codec.encode(action.move))
