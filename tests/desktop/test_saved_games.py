"""A saved game belongs to one program at a time, and a disk that will not read now loses nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from desktop import storage
from engine.core.errors import Refusal
from engine.games.letter.meta import META
from engine.games.letter.model import Deal, First
from engine.play import record
from engine.play.session import SeatInfo
from tests.desktop.conftest import Open
from tests.games.letter.table import stack

SEATS = (SeatInfo("Anna"), SeatInfo("Ben"))
DECK = (4, 3, 5, 2, 8, 1, 1, 1, 1, 1, 2, 3, 4, 5, 6, 7)


def never(refusal: Refusal | None) -> None:
    """Nothing is to be told."""
    raise AssertionError(refusal)


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> storage.Saver:
    """A game in progress, open in this program."""
    monkeypatch.setenv("VIERBLATT_HOME", str(tmp_path))
    head = record.header("letter", META.complete({}, 2), SEATS)
    saver = storage.Saver(storage.new_path("letter"), head, never)
    saver(None, First(0))
    return saver


def test_a_game_open_elsewhere_is_not_opened_twice(game: storage.Saver) -> None:
    """Two writers would interleave their moves, and the record would be worth nothing."""
    (saved,), damaged = storage.saved_games()
    assert damaged == []
    with pytest.raises(storage.GameInUse):
        storage.reopen(saved, never)
    game.close()
    again = storage.reopen(saved, never)
    again(None, Deal(DECK))
    again.close()
    assert [action.move for _line, action in record.read(saved.path).actions] == [First(0), Deal(DECK)]
    assert list(saved.path.parent.glob("*.lock")) == []


def test_a_game_that_went_on_since_it_was_read_is_not_overwritten(game: storage.Saver) -> None:
    """It was read, then another program went on with it and closed it: what was read is out of date."""
    (saved,), _damaged = storage.saved_games()
    game(None, Deal(DECK))
    game.close()
    before = saved.path.read_bytes()
    with pytest.raises(storage.GameInUse):
        storage.reopen(saved, never)
    assert saved.path.read_bytes() == before


def test_a_read_error_is_no_damage(game: storage.Saver, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk would not give the file just now: it is told of, stays where it is, and is offered again later."""
    game.close()

    def broken(path: Path) -> record.Record:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(record, "read", broken)
        saved, (damaged,) = storage.saved_games()
    assert saved == []
    assert damaged.unread
    assert "Input/output error" in str(damaged.refusal.values)
    (again,), _none = storage.saved_games()
    assert again.path == game.path


def test_going_on_takes_back_that_one_could_not(open_window: Open, deals: Callable[..., None]) -> None:
    """Open in another window, the game is refused and that is said, once; when it goes on, nothing of it is left."""
    deals(stack([4, 2, 3], [1, 1, 5, 5], aside=6))
    first = open_window()
    first.start(3)
    other = open_window()
    for _time in range(2):
        (saved,), _damaged = storage.saved_games()
        other.window.resume(saved)
        assert other.notice() == other.says(
            "This game is open in another window. Go on there, or close it first."
        )
    first.window.show_start()
    (saved,), _damaged = storage.saved_games()
    other.window.resume(saved)
    assert other.match.session.awaited
    assert other.notice() == ""
