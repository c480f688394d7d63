"""Replaying a record gives the same states and the same bytes, in every game."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from engine.core import codec
from engine.play import record
from engine.play.dealer import Dealer
from engine.play.session import Session
from tests.strategies import Setting, people, play_game, play_on, playthrough


@pytest.mark.parametrize("seed", range(2))
def test_replay_gives_the_same_states_and_bytes(setting: Setting, seed: int) -> None:
    """Write, read, replay, write: the same states at every step, the same views and events, the same bytes."""
    played = playthrough(setting, seed)
    text = played.record()
    read = record.parse(text)
    assert read.text() == text
    assert not read.torn
    assert read.length == len(text)
    again = record.replay(read)
    assert [codec.encode(state) for state in again._states] == played.bytes_then
    assert again._actions == played.session._actions
    assert again._events == played.session._events
    assert again.outcome() == played.session.outcome()
    assert [codec.encode(state) for state in record.states(read)] == played.bytes_then


def test_replay_can_stop_anywhere(setting: Setting) -> None:
    """The first actions of a record give the state that was there after them."""
    played = playthrough(setting)
    read = record.parse(played.record())
    total = len(read.actions)
    for until in (0, 1, total // 2, total - 1, total):
        session = record.replay(read, until)
        assert session.revision == until
        assert codec.encode(session._states[-1]) == played.bytes_then[until]


def test_game_of_one_round(setting: Setting) -> None:
    """The record of a single round ends with that round's points, and replays to that end."""
    played = play_game(setting.game, setting.options, setting.seats, 3, one_round=True)
    read = record.parse(played.record())
    again = record.replay(read)
    assert again.over
    assert again.outcome() == played.session.outcome() == read.end
    assert record.parse(played.record()).text() == played.record()


def test_interrupted_game_goes_on(setting: Setting, tmp_path: Path) -> None:
    """A program that is killed: the record is read, the game goes on from there, and the file is one record."""
    whole = play_game(setting.game, setting.options, setting.seats, 9, 6)
    path = tmp_path / "game.vierblatt"
    path.write_bytes(whole.record(finished=False))
    read = record.read(path)
    writer = record.Writer(path)
    session = record.replay(read, sink=writer)
    assert codec.encode(session._states[-1]) == codec.encode(whole.states[-1])
    session.start()
    play_on(session, random.Random(2))
    outcome = session.outcome()
    assert outcome is not None
    writer.end(outcome)
    writer.close()
    final = record.read(path)
    assert final.text() == path.read_bytes()
    assert record.replay(final)._states == session._states


def test_writer_and_lines_agree(setting: Setting, tmp_path: Path) -> None:
    """The file that a writer makes is the record that the actions make."""
    path = tmp_path / "game.vierblatt"
    head = record.header(setting.game_id, setting.options, people(setting.seats))
    writer = record.Writer(path, head)
    session = Session(setting.game, setting.options, people(setting.seats), Dealer(3), writer)
    session.start()
    play_on(session, random.Random(3))
    outcome = session.outcome()
    assert outcome is not None
    writer.end(outcome)
    writer.close()
    actions = tuple(enumerate(session._actions, 2))
    made = record.Record(head, actions, outcome, len(actions) + 2, False, 0)
    assert path.read_bytes() == made.text()
