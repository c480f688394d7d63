"""Bad moves are refused with a reason and change nothing: illegal, stale, malformed, hostile."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from engine.core import codec
from engine.core.errors import Malformed, NotAllowed, Stale, VierblattError
from engine.core.text import texts
from engine.play.session import Session
from tests.strategies import (
    HOSTILE_JSON,
    Playthrough,
    Setting,
    as_json,
    encoded_fields,
    hostile_objects,
    hostile_texts,
    play_game,
    playthrough,
    provision,
    random_move,
    same_json,
    snapshot,
)


def running(setting: Setting, moves: int = 5) -> Playthrough:
    """A game in which some seat is to move."""
    played = play_game(setting.game, setting.options, setting.seats, 7, moves)
    while not played.session.awaited:
        moves -= 1
        played = play_game(setting.game, setting.options, setting.seats, 7, moves)
    return played


def assert_reason(error: VierblattError) -> None:
    """A refusal has a code, and a sentence of readable length in both languages."""
    assert error.refusal.code
    for language in ("de", "en"):
        text = error.refusal.text(texts(language))
        assert 0 < len(text) < 500
        text.encode()


def refused(session: Session, seat: int, move: Any, revision: Any, *kinds: type[VierblattError]) -> None:
    """*seat* can't make *move*, is told why, and nothing has changed."""
    before = snapshot(session)
    told: list[int] = []
    stop = session.listen(lambda: told.append(1))
    with pytest.raises(kinds) as caught:
        session.submit(seat, move, revision)
    stop()
    assert_reason(caught.value)
    assert snapshot(session) == before
    assert not told, "nobody is told of a change that did not happen"


def test_malformed_and_hostile_text(setting: Setting) -> None:
    """Wrong types, NaN, 10 MB strings, lone surrogates, deep nesting, unknown keys: refused, nothing changed.

    A spoiled text that happens to be a legal move is taken as exactly what it says.
    """
    played = running(setting)
    session = played.session
    seat = session.awaited[0]
    game, view = played.game, played.game.view(played.states[-1], seat)
    move = random_move(game, view, random.Random(1))
    allowed = 0
    for text in hostile_texts(move):
        try:
            decoded = codec.decode_move(game, text)
        except Malformed as error:
            assert_reason(error)
        else:
            given = json.loads(text)
            assert same_json(given, json.loads(codec.encode(decoded))), f"{text[:80]!r} became {decoded}"
            if game.check(view, decoded) is None:
                allowed += 1
                continue
        refused(session, seat, text, session.revision, Malformed, NotAllowed)
    assert allowed < 20


def test_hostile_objects(setting: Setting) -> None:
    """Objects are no safer than text: True, 1.0, NaN, loops, a State or a move of chance in place of a move."""
    played = running(setting)
    session = played.session
    seat = session.awaited[0]
    game, state = played.game, played.states[-1]
    view = game.view(state, seat)
    move = random_move(game, view, random.Random(1))
    chance = next(action.move for action in session._actions if action.actor is None)
    for item in hostile_objects(move, state, view, chance):
        try:
            decoded = codec.validate_move(game, item)
        except Malformed as error:
            assert_reason(error)
        else:
            assert decoded == item, f"{item!r} became {decoded}"
            assert same_json(json.loads(codec.encode(item)), json.loads(codec.encode(decoded)))
            if game.check(view, decoded) is None:
                continue
        refused(session, seat, item, session.revision, Malformed, NotAllowed)


def test_moves_of_chance_are_not_for_seats(setting: Setting) -> None:
    """No seat can shuffle or draw lots."""
    played = running(setting)
    for action in played.session._actions:
        if action.actor is None:
            for seat in range(setting.seats):
                refused(played.session, seat, action.move, played.session.revision, Malformed)
                refused(played.session, seat, codec.encode(action.move), played.session.revision, Malformed)


def test_hostile_draws_are_refused(setting: Setting) -> None:
    """The rules check chance too: a spoiled draw from a record is refused with a reason."""
    played = playthrough(setting)
    game = played.game
    seen: set[type] = set()
    for state, action in zip(played.states, played.session._actions, strict=False):
        if action.actor is not None or type(action.move) in seen:
            continue
        seen.add(type(action.move))
        fields = encoded_fields(action.move)
        for name in fields:
            for value in (*HOSTILE_JSON, "[1,2,3]", "[[1]]", '["1"]', "[true]", "[0]"):
                text = as_json(fields | {name: value})
                try:
                    decoded = codec.decode_chance(game, text)
                except Malformed as error:
                    assert_reason(error)
                    continue
                refusal = game.check_chance(state, decoded)
                if refusal is None:
                    assert same_json(json.loads(text), json.loads(codec.encode(decoded)))
                    game.apply(state, None, decoded)
                else:
                    assert_reason(NotAllowed(refusal))


def test_draws_of_another_moment_are_refused(setting: Setting) -> None:
    """Chance may only do what it is awaited for."""
    played = playthrough(setting)
    draws = [action.move for action in played.session._actions if action.actor is None]
    for state in played.states[:60]:
        if None not in played.game.awaited(state):
            for draw in draws[:3]:
                assert played.game.check_chance(state, draw) is not None


def test_who_is_not_awaited_is_refused(setting: Setting) -> None:
    """A legal move by somebody else is refused."""
    played = running(setting)
    session = played.session
    mover = session.awaited[0]
    move = random_move(played.game, played.game.view(played.states[-1], mover), random.Random(1))
    for seat in range(setting.seats):
        if seat not in played.game.welcome(played.states[-1]):
            refused(session, seat, move, session.revision, NotAllowed)


def test_after_the_end_everything_is_refused(setting: Setting) -> None:
    """A finished game takes no move."""
    played = playthrough(setting)
    moves = [action.move for action in played.session._actions if action.actor is not None]
    for seat in range(setting.seats):
        for move in moves[:5]:
            refused(played.session, seat, move, played.session.revision, NotAllowed)


def test_stale_and_impossible_revisions(setting: Setting) -> None:
    """A move that answers an earlier table, or one that never was, is refused as stale."""
    played = running(setting)
    session, game = played.session, played.game
    seat = session.awaited[0]
    now = game.view(played.states[-1], seat)
    move = random_move(game, now, random.Random(1))
    stale = [
        at for at, state in enumerate(played.states[:-1]) if not game.unchanged(game.view(state, seat), now)
    ]
    assert stale
    wrong: list[Any] = [-1, session.revision + 1, 10**30, True, False, None, "0", float(session.revision)]
    wrong += [str(session.revision), [session.revision]]
    for revision in [*stale, *wrong]:
        refused(session, seat, move, revision, Stale)
    session.submit(seat, move, session.revision)


def test_illegal_moves_are_refused(setting: Setting) -> None:
    """Well-formed moves of other moments of the game, or that never are legal, are refused now."""
    played = running(setting)
    session, game = played.session, played.game
    seat = session.awaited[0]
    view = game.view(played.states[-1], seat)
    whole = playthrough(setting)
    moves = {action.move for action in whole.session._actions if action.actor is not None}
    moves |= set(getattr(provision(setting.game_id), "ILLEGAL_MOVES", ()))
    illegal = [move for move in sorted(moves, key=repr) if game.check(view, move) is not None]
    assert illegal
    for move in illegal:
        refused(session, seat, move, session.revision, NotAllowed)
        refused(session, seat, codec.encode(move), session.revision, NotAllowed)
