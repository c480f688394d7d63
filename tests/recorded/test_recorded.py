"""Finished games of every kind replay to the results and the bytes they were recorded with.

A record that no longer replays is a broken promise to everybody who saved a game: do not make it anew, but ask
what changed in the rules.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core import codec
from engine.play import record
from tests.strategies import TESTS, provision

RECORDS = sorted((TESTS / "recorded").glob("*/*.vierblatt"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_recorded_game(path: Path) -> None:
    """It is read, replayed and written again to the byte; no card is lost on the way, and its end is right."""
    read = record.read(path)
    assert read.head.game == path.parent.name
    assert read.end is not None
    assert not read.torn
    session = record.replay(read)
    assert session.over
    assert session.outcome() == read.end
    assert read.text() == path.read_bytes()
    module = provision(read.head.game)
    assert module is not None
    expected = module.expected(read.head.options, len(read.head.seats))
    for replayed, state in zip(session._states, record.states(read), strict=True):
        assert codec.encode(replayed) == codec.encode(state)
        assert module.cards(state) in (expected, type(expected)())


def test_there_are_recorded_games() -> None:
    """The folder was not lost."""
    assert RECORDS
