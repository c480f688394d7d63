"""The program's own faults: an exception in a slot is told in the window and written down, and play goes on."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from desktop import mishaps, storage
from desktop.main_window import MainWindow
from tests.desktop.conftest import Open
from tests.desktop.driver import Driver


@pytest.fixture
def driver(open_window: Open) -> Iterator[Driver]:
    """A window that is watched as in `desktop.app.run`."""
    before = sys.excepthook
    driver = open_window("en")
    mishaps.watch(driver.window)
    yield driver
    sys.excepthook = before


def fail(*_args: object, **_more: object) -> None:
    raise ValueError("of all things")


def test_a_fault_in_a_slot_is_told_and_written_down(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("desktop.screens.rules.RulesDialog.__init__", fail)
    driver.click("Rules of VP-Sleuth")
    path = storage.mishaps_path()
    assert driver.notice() == driver.says(
        "Something went wrong. Whatever was played is saved. What happened stands in {path}.", path=path
    )
    assert "ValueError: of all things" in path.read_text("utf-8")
    assert "ValueError: of all things" in capsys.readouterr().err
    driver.click("Rules of Valknut")
    assert driver.notice().count("Something went wrong.") == 1
    assert path.read_text("utf-8").count("ValueError: of all things") == 2
    driver.click("Close")
    assert driver.notice() == ""


def test_nothing_is_said_to_be_saved_that_is_not(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    """A guided match is not."""
    driver.window.start_lesson("letter")
    driver.settle()
    monkeypatch.setattr("desktop.screens.rules.RulesDialog.__init__", fail)
    driver.click("Rules")
    assert "saved" not in driver.notice()
    assert driver.notice().startswith("Something went wrong. What happened")


def test_a_fault_at_each_repaint(driver: Driver) -> None:
    """Is told once, and fills no disk."""
    for _time in range(mishaps.MOST_TOLD + 10):
        error = ValueError("of all things")
        sys.excepthook(ValueError, error, None)
    assert driver.notice().count("Something went wrong.") == 1
    assert storage.mishaps_path().read_text("utf-8").count("ValueError: of all things") == mishaps.MOST_TOLD


def test_a_disk_that_takes_nothing(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    storage.mishaps_path().mkdir(parents=True)
    monkeypatch.setattr(sys, "stderr", None)
    monkeypatch.setattr("desktop.screens.rules.RulesDialog.__init__", fail)
    driver.click("Rules of VP-Sleuth")
    assert driver.notice() == driver.says("Something went wrong. Whatever was played is saved.")


def test_the_file_begins_anew(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    path = storage.mishaps_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("x" * (mishaps.LARGEST_LOG + 1))
    monkeypatch.setattr("desktop.screens.rules.RulesDialog.__init__", fail)
    driver.click("Rules of VP-Sleuth")
    assert len(path.read_text("utf-8")) < 10_000


def test_ending_the_program_is_no_mishap(driver: Driver, capsys: pytest.CaptureFixture[str]) -> None:
    sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert not storage.mishaps_path().exists()
    assert driver.notice() == ""


def test_the_suite_fails_at_faults_in_slots(pytestconfig: pytest.Config) -> None:
    """pytest-qt makes a failure of each; nothing has switched that off for all tests."""
    value = pytestconfig.getini("qt_no_exception_capture")
    assert value in (None, "", "0", False, []), value


def test_the_program_watches(monkeypatch: pytest.MonkeyPatch, app: object) -> None:
    """The start page stands, then every fault is heard."""
    from types import SimpleNamespace

    import desktop.app

    watched: list[MainWindow] = []
    monkeypatch.setattr("desktop.mishaps.watch", watched.append)
    monkeypatch.setattr(desktop.app, "_end_on_signals", lambda _app, window: window.close())

    def brief(_app: object) -> int:
        from PySide6.QtWidgets import QApplication

        QApplication.processEvents()
        return 0

    monkeypatch.setattr("PySide6.QtWidgets.QApplication.exec", brief)
    monkeypatch.setattr(desktop.app, "_finish_start", lambda *_args: None)
    desktop.app.run(SimpleNamespace())
    assert len(watched) == 1
