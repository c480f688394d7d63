"""The window under test, in a home of its own, and arranged deals."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from desktop import storage
from desktop.app import install_qt_texts
from desktop.binding import match as binding
from desktop.binding.match import Pace
from desktop.main_window import MainWindow
from desktop.widgets import theme
from engine.bots.base import Budget
from engine.games.letter.model import Deal
from tests.desktop.driver import Driver
from tests.games.letter.table import Stacked


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where settings and saved games of this test lie."""
    place = tmp_path / "home"
    monkeypatch.setenv("VIERBLATT_HOME", str(place))
    return place


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time a bot or a tip may take: ten minutes, so that no test depends on how busy the machine is."""
    monkeypatch.setattr(binding, "BOT_PATIENCE", 600_000)
    monkeypatch.setattr(binding, "ADVICE_PATIENCE", 600_000)


@pytest.fixture
def app(qapp: QApplication) -> QApplication:
    """The application, dressed as at its start."""
    qapp.setQuitOnLastWindowClosed(False)
    # What other tests have left would be read as part of the program.
    for left in qapp.topLevelWidgets():
        left.close()
        left.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    install_qt_texts("en")
    theme.apply(qapp, "light")
    return qapp


def quick_settings(language: str = "en") -> storage.Settings:
    """Settings under which nothing moves by itself and nothing asks twice."""
    settings = storage.Settings(language=language, theme="light")
    for name, value in {"motion": "off", "confirm": False, "delay": 0, "linger": 0}.items():
        if hasattr(settings, name):
            setattr(settings, name, value)
    return settings


Open = Callable[..., Driver]


@pytest.fixture
def open_window(app: QApplication, qtbot: QtBot) -> Iterator[Open]:
    """Opens windows: ``open_window(language="de")`` gives the `Driver` of a new one."""
    opened: list[MainWindow] = []

    def make(
        language: str = "en",
        *,
        settings: storage.Settings | None = None,
        seed: str = "tests",
        save: bool = True,
        pace: Pace | None = None,
        budget: Budget | None = None,
        size: tuple[int, int] = (1280, 720),
    ) -> Driver:
        install_qt_texts(language)
        window = MainWindow(
            settings or quick_settings(language),
            seed=seed,
            pace=pace or Pace(bot=0, round=None),
            budget=budget or Budget(samples=10),
            save=save,
        )
        window.resize(*size)
        window.show()
        window.activateWindow()
        opened.append(window)
        qtbot.waitUntil(window.isActiveWindow, timeout=10_000)
        return Driver(window, qtbot)

    yield make
    for window in opened:
        if isValid(window):
            window.ending = True
            window.close()
            window.deleteLater()
    # Settings read in one language must not stay in force for the next test.
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    install_qt_texts("en")


@pytest.fixture
def deals(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Arranges the deals of the matches to come: ``deals(stack([2, 8], [4, 3]))``."""

    def arrange(*draws: Deal) -> None:
        monkeypatch.setattr(MainWindow, "_dealer", lambda _window: Stacked(*draws))

    return arrange
