"""A screen of 1280×720 pixels at 200 %: 640×360 to draw on. Dialogs stay on it and can be closed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtWidgets import QDialog

from desktop.main_window import LEAST, MainWindow
from desktop.screens import common
from desktop.screens.rules import RulesDialog
from desktop.screens.settings import SettingsDialog
from desktop.screens.start import StartPage
from desktop.widgets.basics import Button
from desktop.widgets.card import Pile
from engine.core.game import Outcome
from engine.play.session import SeatInfo
from tests.desktop.conftest import Open
from tests.desktop.driver import Driver
from tests.desktop.test_fit import defects, overlaps
from tests.desktop.test_score_sheet import ALIKE, points

SMALL = QSize(640, 360) - common.FRAME


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """All dialogs find a screen of 640×360."""
    monkeypatch.setattr(common, "room_for", lambda _dialog: SMALL)


def scores(driver: Driver) -> None:
    rounds: list[Outcome] = points(4, 11)
    common.ScoreDialog("letter", "Round 11", ALIKE, rounds, 4, driver.window.t, driver.window).open()


OPENERS: dict[str, Callable[[Driver], None]] = {
    "scores": scores,
    "rules": lambda driver: driver.window.show_rules("letter"),
    "settings": lambda driver: driver.window.show_settings(),
    "help": lambda driver: driver.window.show_help(),
}


@pytest.mark.parametrize("name", OPENERS)
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_dialog_stays_on_the_screen(open_window: Open, small: None, language: str, name: str) -> None:
    driver = open_window(language)
    driver.start([SeatInfo("Anna"), SeatInfo("Ben")])
    OPENERS[name](driver)
    driver.settle()
    (dialog,) = driver.visible(QDialog, driver.window)
    assert isinstance(dialog, common.PageDialog | RulesDialog | SettingsDialog)
    assert dialog.width() <= SMALL.width()
    assert dialog.height() <= SMALL.height()
    button: Button = dialog.close_button
    place = QRect(button.mapTo(dialog, QPoint(0, 0)), button.size())
    assert dialog.rect().contains(place)
    assert button.height() >= button.sizeHint().height()
    driver.click(button)
    assert not driver.visible(QDialog, driver.window)


def test_pages_scroll_on_a_screen_that_is_too_small(
    open_window: Open, small: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Start page, table and statistics keep the size they were made for, and the focus is brought into sight."""

    def as_on_a_small_screen(window: MainWindow) -> None:
        window.setMinimumSize(640, 360)

    monkeypatch.setattr(MainWindow, "_restore_geometry", as_on_a_small_screen)
    driver = open_window("de", size=(640, 360))
    window = driver.window

    def look() -> None:
        driver.settle()
        assert (window.width(), window.height()) == (640, 360)
        page = window.page
        assert page is not None
        assert page.width() >= LEAST.width()
        assert page.height() >= LEAST.height()
        assert not list(overlaps(page))

    look()
    window.show_statistics()
    look()
    driver.start([SeatInfo("Anna"), SeatInfo("Ben", "bot:random")])
    look()
    driver.cards()[0].setFocus()
    area = window._area
    assert area is not None
    area.ensureWidgetVisible(driver.cards()[0])
    assert driver.cards()[0].visibleRegion().boundingRect().height() > 60
    window.show_start()
    look()


@pytest.mark.parametrize("language", ["en", "de"])
def test_all_games_say_as_much_as_the_others(open_window: Open, language: str) -> None:
    """With two games to continue in the smallest window: how many may play and how long, on all four cards alike."""
    driver = open_window(language, size=(960, 600))
    for _game in range(2):
        match = driver.start([SeatInfo(name) for name in ALIKE])
        match.take_over()
        match.play(match.port.choices()[0])
        driver.window.show_start()
        driver.settle()
    page = driver.window.page
    assert isinstance(page, StartPage)
    assert page.further_button is not None
    cards = list(page.cards.values())
    assert len(cards) == 4
    assert all(card._seats.isVisible() for card in cards)
    assert len({card._title.font().pixelSize() for card in cards}) == 1
    assert not defects(driver.window)


@pytest.mark.parametrize("language", ["en", "de"])
def test_cards_of_the_guided_match_are_as_high_as_they_are_drawn_for(
    open_window: Open, language: str
) -> None:
    """In the smallest window, with the guide's words above the table."""
    driver = open_window(language, size=(960, 600))
    driver.window.start_lesson("letter")
    driver.settle()
    opponent = next(place for place in driver.places() if not place.accessibleName().startswith("Anna"))
    heights = {opponent.row.height() - 6, *(pile.card_rect().height() for pile in driver.visible(Pile))}
    assert min(heights) >= 60
    assert not defects(driver.window)
