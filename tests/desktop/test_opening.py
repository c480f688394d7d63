"""Records opened from the system's file window, and the walk through the installed program."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel

from desktop import storage
from desktop.binding.match import Stage
from desktop.opening import open_record
from desktop.screens.replay import ReplayPage
from desktop.screens.start import StartPage
from engine.cli import main as command_line
from engine.play import record
from tests.desktop.conftest import Open
from tests.desktop.processes import run_app

RECORDED = Path(__file__).resolve().parents[1] / "recorded" / "letter" / "worked-example.vierblatt"


def test_a_finished_match_is_shown_again(open_window: Open, home: Path) -> None:
    """All hands open, from the first move on; it does not count once more in the statistics."""
    driver = open_window()
    open_record(driver.window, RECORDED)
    driver.settle()
    assert isinstance(driver.window.page, ReplayPage)
    assert driver.stage is Stage.RESULT
    assert not [path for path in home.rglob("*") if path.is_file()]


def test_a_match_in_progress_goes_on_in_a_copy(open_window: Open, tmp_path: Path, home: Path) -> None:
    sent = tmp_path / "sent.vierblatt"
    sent.write_bytes(b"".join(RECORDED.read_bytes().splitlines(keepends=True)[:-3]))
    before = sent.read_bytes()
    driver = open_window()
    open_record(driver.window, sent)
    driver.settle()
    match = driver.match
    assert match.session.revision == len(record.parse(before).actions)
    assert match.saver is not None
    assert match.saver.path.parent == storage.games_folder()
    assert home in match.saver.path.parents
    assert sent.read_bytes() == before
    # What lies there already is not copied.
    assert storage.adopt(match.saver.path, "letter") == match.saver.path


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"{}\n", "can't be opened. Line 1"),
        (b"", "can't be opened. The record is empty."),
        (None, "can't be read"),
        (b"\xff\xfe", "can't be opened"),
    ],
)
def test_what_is_no_record_is_told(open_window: Open, tmp_path: Path, data: bytes | None, word: str) -> None:
    path = tmp_path / "no.vierblatt"
    if data is not None:
        path.write_bytes(data)
    driver = open_window()
    open_record(driver.window, path)
    driver.settle()
    assert isinstance(driver.window.page, StartPage)
    assert any(word in label.text() for label in driver.window.findChildren(QLabel))


def test_a_record_alone_opens_the_desktop() -> None:
    """That is how a file window starts a program; every other word stays a command."""
    opened = []

    def desktop(arguments: object) -> int:
        opened.append(arguments)
        return 0

    assert command_line.main([str(RECORDED)], desktop=desktop) == 0
    assert [str(arguments.record) for arguments in opened] == [str(RECORDED)]  # type: ignore[attr-defined]
    assert command_line.main(["worked-example"], desktop=desktop) == 2


@pytest.mark.slow
def test_the_walk_through_the_program(tmp_path: Path) -> None:
    """Every game is played, the user's own home is left alone, and what was made lies in the folder."""
    done = run_app(["play", "--check", str(tmp_path / "walk")], tmp_path / "own")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines
    assert all(line.startswith("ok: ") for line in lines)
    assert any(line.startswith("ok: game letter: left after ") for line in lines)
    assert (tmp_path / "walk" / "sheet.pdf").read_bytes().startswith(b"%PDF-")
    assert not (tmp_path / "own").exists()
