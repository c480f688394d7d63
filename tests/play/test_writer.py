"""Writing records: line by line, on the disk before anybody is told, and whole even when the disk is full."""

from __future__ import annotations

import errno
import random
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from engine.core import catalog
from engine.play import record
from engine.play.dealer import Dealer
from engine.play.session import Session
from tests.strategies import people, play_on, random_move, snapshot


class FullDisk:
    """A file on a disk that is full after *room* more bytes: it takes what fits, and then fails.

    With *short* it says how much it took, as a raw file may do, instead of raising.
    """

    def __init__(self, file: Any, room: int, short: bool) -> None:
        self._file = file
        self.room = room
        self.short = short

    def write(self, data: bytes) -> int:
        fits = data[: max(0, self.room)]
        if len(fits) == len(data):
            self.room -= len(data)
            written: int = self._file.write(data)
            return written
        self.room = 0
        self._file.write(fits)
        if self.short and fits:
            return len(fits)
        raise OSError(errno.ENOSPC, "No space left on device")

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


def new_game(path: Path, seed: int = 0) -> tuple[Session, record.Writer]:
    game = catalog.game("letter")
    options = game.meta.complete({}, 3)
    writer = record.Writer(path, record.header("letter", options, people(3)))
    return Session(game, options, people(3), Dealer(seed), writer), writer


def move_once(session: Session) -> None:
    seat = session.awaited[0]
    port = session.port(seat)
    port.submit(random_move(session.game, port.view(), random.Random(session.revision)), port.revision)


@pytest.mark.parametrize("appending", [False, True], ids=["new file", "appending"])
@pytest.mark.parametrize("short", [False, True], ids=["raises", "short write"])
@pytest.mark.parametrize("room", [0, 1, 20, 30])
def test_full_disk(tmp_path: Path, room: int, short: bool, appending: bool) -> None:
    """A line that did not fit leaves nothing in the file; the game stands as before, and goes on once there is room."""
    path = tmp_path / "game.vierblatt"
    session, writer = new_game(path)
    session.start()
    move_once(session)
    if appending:
        writer.close()
        writer = record.Writer(path)
        session.attach(writer)
    good = path.read_bytes()
    before = snapshot(session)
    told: list[int] = []
    session.listen(lambda: told.append(1))
    disk = FullDisk(writer._file, room, short)
    writer._file = disk  # type: ignore[assignment]
    for _attempt in range(3):
        with pytest.raises(OSError, match="No space left"):
            move_once(session)
        assert path.read_bytes() == good
        assert snapshot(session) == before
        assert not told
    disk.room = 10**9
    move_once(session)
    assert told
    written = path.read_bytes()
    assert written.startswith(good)
    assert record.parse(written).text() == written
    assert record.replay(record.parse(written))._states == session._states


def test_full_disk_at_the_deal(tmp_path: Path) -> None:
    """The move that ends a round fits and the next deal does not: `start` deals once there is room again."""
    path = tmp_path / "game.vierblatt"
    session, writer = new_game(path)
    session.start()
    while True:
        disk = FullDisk(writer._file, 70, False)  # room for a move, not for a deck and more
        writer._file = disk  # type: ignore[assignment]
        try:
            move_once(session)
        except OSError:
            break
        writer._file = disk._file
    assert session.awaited == ()
    assert not session.over
    on_disk = record.replay(record.parse(path.read_bytes()))
    assert on_disk._states == session._states, "what is on the disk is what has happened"
    disk.room = 10**9
    session.start()
    assert session.awaited
    assert record.replay(record.parse(path.read_bytes()))._states == session._states


def test_full_disk_for_the_header(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A record that could not even be begun leaves no file in the way of the next attempt."""
    path = tmp_path / "game.vierblatt"
    monkeypatch.setattr(
        Path,
        "open",
        lambda self, mode, buffering: FullDisk(open(self, mode, buffering), 10, False),  # noqa: PTH123, SIM115
    )
    with pytest.raises(OSError, match="No space left"):
        new_game(path)
    monkeypatch.undo()
    assert not path.exists()
    new_game(path)


def test_every_action_is_in_the_file_before_anybody_is_told(tmp_path: Path) -> None:
    """A killed program loses at most the action being made: each one is on its way to the disk at once."""
    path = tmp_path / "game.vierblatt"
    session, _writer = new_game(path)
    lengths: list[int] = []

    def listener() -> None:
        on_disk = record.parse(path.read_bytes())
        assert len(on_disk.actions) == session.revision
        lengths.append(session.revision)

    session.listen(listener)
    session.start()
    play_on(session, random.Random(1), 12)
    assert len(lengths) == 13


def test_new_record_does_not_overwrite(tmp_path: Path) -> None:
    """A file that is there already is somebody's game."""
    path = tmp_path / "game.vierblatt"
    path.write_bytes(b"precious")
    with pytest.raises(FileExistsError):
        new_game(path)
    assert path.read_bytes() == b"precious"


def test_going_on_finishes_a_line_without_its_end(tmp_path: Path) -> None:
    """The last line was whole but for its line end: what is appended begins on a line of its own."""
    path = tmp_path / "game.vierblatt"
    session, writer = new_game(path)
    session.start()
    writer.close()
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    read = record.read(path)
    assert not read.torn
    record.Writer(path).close()
    assert path.read_bytes() == whole
    record.Writer(path).close()
    assert path.read_bytes() == whole


def test_header_takes_its_time_in_utc() -> None:
    """The beginning is written in UTC to the second, wherever the computer stands."""
    moment = datetime(2026, 11, 29, 19, 0, 0, 999_999, timezone(timedelta(hours=1)))
    head = record.header("letter", {}, people(2), moment)
    assert head.started == "2026-11-29T18:00:00Z"
    assert head.vierblatt == record.VERSION == 1


def test_read_from_a_file(tmp_path: Path) -> None:
    """A path that cannot be read raises OSError, and not a RecordError about its contents."""
    with pytest.raises(FileNotFoundError):
        record.read(tmp_path / "none.vierblatt")
    with pytest.raises(OSError):
        record.read(tmp_path)
