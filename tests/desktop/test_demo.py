"""``vierblatt play --demo``: a whole match of bots, unattended, with pictures that show something."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from desktop import storage
from desktop.demo import run_demo
from tests.desktop.conftest import quick_settings
from tests.desktop.processes import run_app

PICTURES = {"letter-start.png", "letter-table.png", "letter-result.png"}


def assert_shows_something(path: Path) -> None:
    image = QImage(str(path))
    assert image.width() >= 960
    assert image.height() >= 600
    tones = {image.pixel(x, y) for x in range(0, image.width(), 5) for y in range(0, image.height(), 5)}
    assert len(tones) > 50, path.name


def test_the_demo_as_a_process(home: Path, tmp_path: Path) -> None:
    """Exit code 0, the winner in words, pictures of start, table and result; nothing saved."""
    pictures = tmp_path / "pictures"
    done = run_app(["play", "--demo", "--seed", "7", "--pictures", str(pictures), "--language", "de"], home)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert any(name in done.stdout.splitlines()[0] for name in ("Anna", "Ben", "Carla", "Dora"))
    assert "gewinn" in done.stdout.splitlines()[0].lower()
    assert {path.name for path in pictures.iterdir()} >= PICTURES
    for path in pictures.iterdir():
        assert_shows_something(path)
    assert not list(home.rglob("*.vierblatt"))


def test_the_demo_in_this_process(
    app: QApplication, home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same in English, and the same seed has the same winner."""
    said = []
    for _time in range(2):
        code = run_demo(app, quick_settings("en"), game=None, seed="7", pictures=tmp_path / "pictures")
        assert code == 0
        said.append(capsys.readouterr().out)
    first = said[0].splitlines()
    assert " wins: " in first[0] or " share the win: " in first[0]
    assert said[0] == said[1]
    written = [line.partition(": ")[2] for line in first[1:]]
    assert {Path(path).name for path in written} >= PICTURES
    for path in written:
        assert_shows_something(Path(path))
    assert storage.saved_games() == ([], [])


def test_a_demo_that_does_not_end_fails(
    app: QApplication, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 1 and a sentence, when the time is over."""
    monkeypatch.setattr("desktop.demo.LIMIT", 1)
    assert run_demo(app, quick_settings("en"), game=None, seed="7", pictures=None) == 1
    assert "did not come to an end" in capsys.readouterr().out
