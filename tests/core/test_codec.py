"""The gate for everything that comes from outside: strict, bounded, and never another error than `Malformed`."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core import codec
from engine.core.errors import Malformed
from engine.games.letter.model import CardPlayed, Deal, Play
from engine.games.letter.rules import GAME
from tests.contract import toys
from tests.strategies import same_json

ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
MOVE_LIKE: st.SearchStrategy[dict[str, Any]] = st.dictionaries(
    st.sampled_from(["do", "card", "target", "guess", "seat"]),
    st.sampled_from(["play", "shuffle", 0, 1, 2, 8, 1.0, True, None, "1", -1, []]),
    max_size=5,
)


def test_tag_is_needed() -> None:
    """A game with a single kind of move needs the word ``do`` too, as all others do."""
    with pytest.raises(Malformed):
        codec.decode_move(GAME, b'{"card":4}')
    with pytest.raises(Malformed):
        codec.decode_chance(toys.Toy(), b'{"order":[1,2,3,4,5,6]}')
    assert codec.decode_move(GAME, b'{"do":"play","card":4}') == Play(4)


@pytest.mark.parametrize("length", [codec.MAX_MOVE_BYTES + 1, 10_000_000])
def test_length_is_bounded_before_anything_is_read(length: int) -> None:
    """A text that is too long is refused whatever it says."""
    good = b'{"do":"play","card":4}'
    for text in (good + b" " * length, (good + b" " * length).decode()):
        with pytest.raises(Malformed) as caught:
            codec.decode_move(GAME, text)
        assert "characters" in str(caught.value)
    padded = good + b" " * (codec.MAX_MOVE_BYTES - len(good))
    assert codec.decode_move(GAME, padded) == Play(4)


@given(ANY_JSON | MOVE_LIKE)
def test_any_json_is_a_move_or_malformed(value: Any) -> None:
    """What is taken is exactly what was said, types included."""
    text = json.dumps(value)
    try:
        move = codec.decode_move(GAME, text)
    except Malformed:
        return
    assert same_json(json.loads(text), json.loads(codec.encode(move)))


@given(st.binary(max_size=200) | st.text(max_size=100))
def test_any_bytes_are_a_move_or_malformed(text: bytes | str) -> None:
    """No other exception gets out."""
    for decode in (codec.decode_move, codec.decode_chance, codec.decode_view, codec.decode_event):
        with contextlib.suppress(Malformed):
            decode(GAME, text)


@given(
    st.builds(
        Play,
        st.integers() | st.booleans() | st.floats() | st.text() | st.none(),
        st.integers() | st.none() | st.booleans() | st.floats(),
        st.integers() | st.none() | st.text(),
    )
)
def test_objects_go_through_the_same_gate(move: Play) -> None:
    """A Struct made in Python is not checked by its constructor: `validate_move` does it."""
    fields = (move.card, move.target, move.guess)
    right = type(move.card) is int and all(type(field) in (int, type(None)) for field in fields)
    try:
        checked = codec.validate_move(GAME, move)
    except Malformed:
        assert not right or any(abs(field or 0) >= 2**63 for field in fields)
    else:
        assert right
        assert checked == move
        assert type(checked.card) is int


@pytest.mark.parametrize(
    "thing", [None, 1, 1.5, [], {}, object(), Play, Deal((1,)), CardPlayed(0, 1), toys.Keep()]
)
def test_what_is_no_move(thing: object) -> None:
    """Other objects, other games' moves, chance's moves and events are refused."""
    with pytest.raises(Malformed):
        codec.validate_move(GAME, thing)


def test_equal_values_give_equal_bytes() -> None:
    """Compact, in the order of the fields, without what has its default."""
    assert codec.encode(Play(1, 0, 8)) == b'{"do":"play","card":1,"target":0,"guess":8}'
    assert codec.encode(Play(4)) == codec.encode(Play(4, None, None)) == b'{"do":"play","card":4}'
    assert codec.encode(CardPlayed(0, 4, audience=(0, 1))) == (
        b'{"do":"CardPlayed","seat":0,"card":4,"audience":[0,1]}'
    )
