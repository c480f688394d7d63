"""Damaged files, read-only and full disks: a clear message, nothing lost, the app goes on."""

from __future__ import annotations

import errno
import json
import os
import re
from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

import pytest
from PySide6.QtWidgets import QApplication

from desktop import app as desktop_app
from desktop import storage
from desktop.binding.match import Stage
from desktop.screens.start import StartPage
from engine.core import codec
from engine.core.text import texts
from engine.play import record
from tests.desktop.conftest import Open, quick_settings
from tests.desktop.driver import Driver, bots
from tests.desktop.here import HereThinker
from tests.games.letter.table import stack

Arrange = Callable[..., None]


def say(message: str, language: str, **values: object) -> str:
    return texts(language)._(message, **values)


# Settings ----------------------------------------

DAMAGED = [
    pytest.param(b"not json at all", id="garbage"),
    pytest.param(b"", id="empty"),
    pytest.param(b"[]", id="list"),
    pytest.param(b"null", id="null"),
    pytest.param(b'{"language": "\xff\xfe"}', id="not UTF-8"),
    pytest.param('{"language": "de"}'.encode("utf-16"), id="UTF-16"),
    pytest.param(b"[" * 100_000, id="deep"),
    pytest.param(b"\x00" * 4096, id="zeros"),
]


@pytest.mark.parametrize("data", DAMAGED)
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_damaged_settings_file(home: Path, data: bytes, language: str) -> None:
    """The settings start afresh, the old file is kept under another name, and the message says where."""
    path = storage.settings_path()
    path.parent.mkdir(parents=True)
    path.write_bytes(data)
    settings, refusal = storage.load_settings()
    assert settings == storage.Settings()
    assert refusal is not None
    (aside,) = [file for file in path.parent.iterdir() if file.is_file()]
    assert aside != path
    assert aside.read_bytes() == data
    message = "The settings could not be read and start afresh. The old file is kept as {path}."
    assert refusal.text(texts(language)) == say(message, language, path=aside)
    assert storage.save_settings(settings) is None
    assert storage.load_settings() == (settings, None)
    assert aside.read_bytes() == data


@pytest.mark.parametrize(
    ("field", "value", "name"),
    [
        ("theme", "pink", "theme"),
        ("language", 7, "language"),
        ("window", "wide", "window"),
        ("delay", "soon", "delay"),
        ("seating", [], "seating"),
        ("seating", {"letter": {"names": [1, 2], "kinds": ["", "bot:easy"]}}, "seating.letter.names"),
        ("seating", {"letter": 3}, "seating.letter"),
    ],
)
@pytest.mark.parametrize("language", ["en", "de"])
def test_one_unknown_value_costs_that_value_alone(
    home: Path, field: str, value: object, name: str, language: str
) -> None:
    """It gets its default and is named; all else stays, at the next start too; the old file is kept as a copy."""
    kept = storage.Settings(
        language="de", theme="dark", card_size="large", delay=300, window=[1, 2, 960, 600], motion="off"
    )
    kept.seating["valknut"] = storage.Seating(["Anna", "Ben"], ["", "bot:strong"], {"goal": 50}, 2)
    assert storage.save_settings(kept) is None
    path = storage.settings_path()
    whole = json.loads(path.read_bytes())
    seating = {**whole["seating"], **value} if field == "seating" and isinstance(value, dict) else value
    whole[field] = seating
    path.write_bytes(json.dumps(whole).encode())
    settings, refusal = storage.load_settings()
    assert refusal is not None
    aside = path.with_name("settings.damaged.json")
    message = "Some settings could not be read and start afresh: {names}. The old file is kept as {path}."
    assert refusal.text(texts(language)) == say(message, language, names=name, path=aside)
    assert json.loads(aside.read_bytes()) == whole
    for other in ("language", "theme", "card_size", "delay", "window", "motion"):
        wanted = storage.Settings() if other == field else kept
        assert getattr(settings, other) == getattr(wanted, other)
    if value != []:
        assert settings.seating["valknut"] == kept.seating["valknut"]
    if name == "seating.letter.names":
        assert settings.seating["letter"] == storage.Seating(kinds=["", "bot:easy"])
    assert storage.load_settings() == (settings, None)


def test_two_damaged_settings_files_are_both_kept(home: Path) -> None:
    """Nothing is lost the second time either."""
    path = storage.settings_path()
    path.parent.mkdir(parents=True)
    for data in (b"first", b"second"):
        path.write_bytes(data)
        storage.load_settings()
    assert sorted(file.read_bytes() for file in path.parent.iterdir()) == [b"first", b"second"]


def test_settings_out_of_range_are_put_right(home: Path) -> None:
    """A readable file with impossible values: unknown keys, a window off the screen, an unknown kind of player."""
    path = storage.settings_path()
    path.parent.mkdir(parents=True)
    path.write_bytes(
        b'{"language":"xx","window":[99999999999999999999999,0,1,1],"tomorrow":true,'
        b'"seating":{"letter":{"names":["Anna","Ben"],"kinds":["bot:none","robot"],'
        b'"options":{"goal":"many","first":9,"x":[]}}}}'
    )
    settings, refusal = storage.load_settings()
    assert refusal is None
    assert settings.window == []
    assert settings.seating["letter"].names == ["Anna", "Ben"]


def test_a_window_opens_with_odd_settings(open_window: Open, home: Path) -> None:
    """… and the page that sets up a match can use them."""
    settings = quick_settings()
    settings.seating["letter"] = storage.Seating(
        ["Anna", "Ben"], ["bot:none", "robot"], {"goal": "many", "first": 9, "open_gap": None, "x": []}
    )
    driver = open_window(settings=settings)
    driver.click("Play Secret Letter")
    driver.click("Start the match")
    assert driver.match.session.options == {"goal": 7, "open_gap": False, "first": "random"}


def test_a_directory_where_the_settings_should_be(open_window: Open, home: Path) -> None:
    """It can be neither read nor written: both are said, and a match can be played all the same."""
    path = storage.settings_path()
    path.mkdir(parents=True)
    _settings, refusal = storage.load_settings()
    assert refusal is not None
    assert str(path) in refusal.text(texts("de"))
    driver = open_window("de", settings=quick_settings("de"))
    driver.start(2)
    notice = driver.notice()
    assert notice.startswith(say("The settings could not be saved: {reason}", "de", reason=""))
    assert str(path) in notice
    driver.take_over()
    assert driver.hand()
    assert path.is_dir()


def test_settings_that_must_not_be_read(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No permission (root has it anyway, so the refusal is made here): said with the path; the file stays as it is."""
    path = storage.settings_path()
    path.parent.mkdir(parents=True)
    path.write_bytes(b'{"language":"de"}')

    def refuse(_self: Path) -> bytes:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_bytes", refuse)
        settings, refusal = storage.load_settings()
    assert settings == storage.Settings()
    assert refusal is not None
    wanted = say("{path} can't be read: {reason}", "de", path=path, reason=os.strerror(errno.EACCES))
    assert refusal.text(texts("de")) == wanted
    assert path.read_bytes() == b'{"language":"de"}'


@pytest.mark.parametrize("language", ["en", "de"])
def test_settings_that_cannot_be_written(
    open_window: Open, home: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """A full disk: the old file stays whole, no half a file is left, the change holds for now, one notice."""
    assert storage.save_settings(quick_settings(language)) is None
    before = storage.settings_path().read_bytes()
    driver = open_window(language)
    real = Path.open

    class Full:
        def __init__(self, file: Any) -> None:
            self._file = file

        def __enter__(self) -> Full:
            return self

        def __exit__(self, *_error: object) -> None:
            self._file.close()

        def write(self, data: bytes) -> int:
            self._file.write(data[:9])
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def full_when_writing(path: Path, mode: str = "r", *rest: Any, **named: Any) -> Any:
        file = real(path, mode, *rest, **named)
        return Full(file) if mode == "xb" else file

    monkeypatch.setattr(Path, "open", full_when_writing)
    other = "de" if language == "en" else "en"
    driver.window.set_language(other)
    wanted = say("The settings could not be saved: {reason}", other, reason=os.strerror(errno.ENOSPC))
    assert driver.notice().startswith(wanted)
    driver.window.set_language(language)
    assert driver.notice().count("\n") == 0
    assert driver.window.t.language == language
    assert storage.settings_path().read_bytes() == before
    assert [file.name for file in home.iterdir() if file.is_file()] == ["settings.json"]
    monkeypatch.undo()


def test_the_app_starts_with_damaged_settings_and_says_so(
    app: QApplication, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Through the real start: the window is there, with the message."""
    path = storage.settings_path()
    path.parent.mkdir(parents=True)
    path.write_bytes(b"not json")
    seen: list[str] = []

    def look(_self: object = None) -> int:
        from desktop.main_window import MainWindow
        from desktop.widgets.basics import Notice

        (window,) = [w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow) and w.isVisible()]
        seen.extend(notice.text.text() for notice in window.findChildren(Notice))
        window.close()
        window.deleteLater()
        return 0

    monkeypatch.setattr(QApplication, "exec", look)
    import signal

    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        assert desktop_app.run(Namespace(language="de")) == 0
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    aside = path.with_name("settings.damaged.json")
    message = "The settings could not be read and start afresh. The old file is kept as {path}."
    assert seen == [say(message, "de", path=aside)]


# Saved games ----------------------------------------


def save_a_game(driver: Driver, arrange: Arrange) -> Path:
    """A real game in progress on disk: Anna has played one card."""
    arrange(stack([4, 4, 1], [1, 2, 3, 1], aside=1))
    driver.start(3)
    driver.take_over()
    driver.play(4)
    driver.window.show_start()
    driver.settle()
    found, damaged = storage.saved_games()
    assert damaged == []
    return found[0].path


def damage(data: bytes, how: str) -> tuple[bytes, int]:
    """*data* damaged, and the line in which that shows."""
    lines = data.split(b"\n")
    if how == "garbage":
        return b"\x80\x81 no record\n", 1
    if how == "empty":
        return b"", 0
    if how == "torn in the middle":
        lines[2] = lines[2][:20]
        return b"\n".join(lines), 3
    if how == "illegal move":
        lines.insert(3, b'{"seat":1,"do":"play","card":8}')
        return b"\n".join(lines), 4
    if how == "newer":
        return data.replace(b'{"vierblatt":1', b'{"vierblatt":99', 1), 1
    if how == "unknown game":
        return data.replace(b'"game":"letter"', b'"game":"rummy"', 1), 1
    assert how == "wrong seat"
    lines[2] = lines[2].replace(b'"seat":0', b'"seat":7')
    return b"\n".join(lines), 3


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    "how",
    ["garbage", "empty", "torn in the middle", "illegal move", "newer", "unknown game", "wrong seat"],
)
def test_a_damaged_saved_game(open_window: Open, deals: Arrange, how: str, language: str) -> None:
    """It is set aside with a message that names file and line; another game is still offered and can be played."""
    driver = open_window(language)
    good = save_a_game(driver, deals)
    bad = good.with_name("letter-2000.vierblatt")
    data, line = damage(good.read_bytes(), how)
    if how in ("illegal move",):
        # Such a file shows what it is only when it is replayed: it must be the one that is offered.
        os.utime(good, (1, 1))
    bad.write_bytes(data)
    driver.window.show_start()
    driver.settle()
    page = driver.window.page
    assert isinstance(page, StartPage)
    assert page.continue_card is not None
    if how == "illegal move":
        driver.click(page.continue_card)
    notice = driver.notice()
    aside = bad.with_suffix(".damaged")
    message = (
        "A saved game can't be read and was set aside as {path}. Line {line}: {reason}"
        if line
        else "A saved game can't be read and was set aside as {path}. {reason}"
    )
    assert notice.startswith(say(message, language, path=aside, line=line, reason=""))
    assert len(notice) > len(say(message, language, path=aside, line=line, reason=""))
    assert not re.search(r"(Line|Zeile) 0\b", notice)
    assert not bad.exists()
    assert aside.read_bytes() == data
    page = driver.window.page
    assert isinstance(page, StartPage)
    assert page.continue_card is not None
    driver.click(page.continue_card)
    assert driver.match.session.revision == 2
    driver.take_over()
    assert driver.hand() == [2, 4]


def test_a_saved_game_that_cannot_be_opened(
    open_window: Open, deals: Arrange, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No permission on one file: said with its name; the other is offered."""
    driver = open_window("de")
    good = save_a_game(driver, deals)
    locked = good.with_name("letter-1999.vierblatt")
    locked.write_bytes(good.read_bytes())
    real = Path.read_bytes

    def refuse(self: Path) -> bytes:
        if self == locked:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(self))
        return real(self)

    monkeypatch.setattr(Path, "read_bytes", refuse)
    driver.window.show_start()
    assert "letter-1999" in driver.notice()
    assert os.strerror(errno.EACCES) in driver.notice()
    page = driver.window.page
    assert isinstance(page, StartPage)
    assert page.continue_card is not None
    monkeypatch.undo()
    assert good.read_bytes() in [file.read_bytes() for file in good.parent.iterdir() if "1999" in file.name]


# Full and read-only disks ----------------------------------------


class Disk:
    """A disk that can be full or read-only for records; everything else is written as ever."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.state = "good"
        self.refused = 0
        real = Path.open
        disk = self

        class File:
            """A record's file: what a full disk does is to take half of a line, then to refuse."""

            def __init__(self, file: IO[bytes]) -> None:
                self._file = file

            def __getattr__(self, name: str) -> Any:
                return getattr(self._file, name)

            def write(self, data: bytes) -> int:
                if disk.state == "good":
                    return self._file.write(data)
                disk.refused += 1
                if disk.state == "short":
                    return self._file.write(data[: len(data) // 2])
                self._file.write(data[: len(data) // 2])
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        def open_(path: Path, mode: str = "r", *rest: Any, **named: Any) -> Any:
            if path.suffix != record.SUFFIX or not set(mode) & set("wax+"):
                return real(path, mode, *rest, **named)
            if disk.state == "read-only":
                disk.refused += 1
                raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))
            return File(real(path, mode, *rest, **named))

        monkeypatch.setattr(Path, "open", open_)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Disk]:
    made = Disk(monkeypatch)
    yield made
    made.state = "good"


def replayed(path: Path) -> bytes:
    """The state that the record at *path* leads to."""
    read = record.read(path)
    assert not read.torn
    return codec.encode(record.replay(read)._states[-1])


def only_record() -> Path:
    (path,) = storage.games_folder().rglob("*.vierblatt")
    return path


UNSAVED = "The game goes on, but it can't be saved at the moment: {reason}"


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("state", ["full", "short"])
def test_a_full_disk_in_mid_game(
    open_window: Open, disk: Disk, deals: Arrange, state: str, language: str
) -> None:
    """One clear notice; the game goes on; what is on disk stays readable; when there is room again all is saved."""
    deals(stack([4, 4, 1], [1, 2, 3, 1], aside=1))
    driver = open_window(language)
    match = driver.start(3)
    whole = only_record().read_bytes()
    disk.state = state
    driver.take_over()
    driver.play(4)
    wanted = say(UNSAVED, language, reason=os.strerror(errno.ENOSPC))
    assert driver.notice().startswith(wanted)
    driver.pass_on()
    driver.take_over()
    driver.play(4)
    assert disk.refused >= 2
    assert driver.notice().count("\n") == 0
    assert match.session.revision == 3
    # No half a line stays behind.
    assert only_record().read_bytes() == whole
    disk.state = "good"
    driver.pass_on()
    driver.take_over()
    driver.play_any(0)
    assert driver.notice() == ""
    assert replayed(only_record()) == codec.encode(match.session._states[-1])


def test_room_again_only_when_the_window_is_closed(open_window: Open, disk: Disk, deals: Arrange) -> None:
    """What could not be saved is tried once more at the end."""
    deals(stack([4, 4, 1], [1, 2, 3, 1], aside=1))
    driver = open_window()
    match = driver.start(3)
    driver.take_over()
    disk.state = "full"
    driver.play(4)
    disk.state = "good"
    driver.window.close()
    assert replayed(only_record()) == codec.encode(match.session._states[-1])


@pytest.mark.parametrize("state", ["full", "short", "read-only"])
def test_a_disk_that_refuses_from_the_start(
    open_window: Open, disk: Disk, deals: Arrange, state: str
) -> None:
    """Not even the first line can be written: the match begins all the same, and is saved whole when it can be."""
    deals(stack([4, 4, 1], [1, 2, 3, 1], aside=1))
    disk.state = state
    driver = open_window("de")
    match = driver.start(3)
    code = errno.EROFS if state == "read-only" else errno.ENOSPC
    assert driver.notice().startswith(say(UNSAVED, "de", reason=os.strerror(code)))
    driver.take_over()
    driver.play(4)
    assert match.session.revision == 2
    disk.state = "good"
    driver.pass_on()
    driver.take_over()
    driver.play(4)
    assert driver.notice() == ""
    assert replayed(only_record()) == codec.encode(match.session._states[-1])


def test_a_full_disk_when_the_match_ends(open_window: Open, disk: Disk, deals: Arrange) -> None:
    """The last move and the summary could not be written: the result is shown, and both are saved when it is left."""
    deals(stack([1, 8], [4, 2], aside=3, open_aside=[5, 5, 6]))
    driver = open_window()
    match = driver.start(2, goal=1)
    driver.take_over()
    disk.state = "full"
    driver.play(1, at="Ben", naming=8)
    driver.click(driver.page.next_button)
    assert driver.stage is Stage.RESULT
    assert driver.notice().startswith(say(UNSAVED, "en", reason=os.strerror(errno.ENOSPC)))
    disk.state = "good"
    driver.click("To the start page")
    (path,) = storage.finished_folder().glob("*.vierblatt")
    read = record.read(path)
    assert read.end == match.session.outcome()
    assert record.replay(read).revision == match.session.revision


def test_a_notice_about_saving_leaves_with_its_reason(open_window: Open, disk: Disk, deals: Arrange) -> None:
    """Beside another message: when saving works again, only the other one still stands."""
    from engine.core.errors import STALE

    deals(stack([4, 4, 1], [1, 2, 3, 1], aside=1))
    driver = open_window()
    driver.start(3)
    driver.take_over()
    driver.window.tell(STALE)
    disk.state = "full"
    driver.play(4)
    assert len(driver.notice().split("\n")) == 2
    disk.state = "good"
    driver.pass_on()
    driver.take_over()
    driver.play(4)
    assert driver.notice() == driver.says(STALE.message)


def test_a_full_disk_when_moves_are_taken_back(
    open_window: Open, disk: Disk, deals: Arrange, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An undo that could not be written down is made up for later: the record never holds a move that was undone."""
    monkeypatch.setattr("desktop.binding.match.Thinker", HereThinker)
    deals(stack([4, 2, 3], [1, 1, 5, 5], aside=6))
    real = storage.write_whole

    def write_whole(path: Path, data: bytes) -> None:
        if disk.state != "good":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        real(path, data)

    monkeypatch.setattr(storage, "write_whole", write_whole)
    driver = open_window()
    match = driver.start(bots("random", "random"))
    driver.play(4)
    driver.wait(lambda: not match.thinking)
    disk.state = "full"
    driver.click("Undo")
    assert len(match.session.actions) == 1
    assert driver.notice().startswith(say(UNSAVED, "en", reason=os.strerror(errno.ENOSPC)))
    driver.play(1, at="Ben", naming=8)
    driver.wait(lambda: not match.thinking)
    disk.state = "good"
    if driver.stage is Stage.ROUND:
        driver.click(driver.page.next_button)
        driver.wait(lambda: not match.thinking)
    driver.window.close()
    assert replayed(only_record()) == codec.encode(match.session._states[-1])
