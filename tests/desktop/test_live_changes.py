"""A setting, the theme or the language is changed in play: the page is built anew, and one is where one was."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QLineEdit

from desktop.binding import match as binding
from desktop.binding.match import Stage
from desktop.screens.replay import ReplayPage
from desktop.widgets.log import Log
from engine.core import catalog
from tests.desktop.conftest import Open
from tests.desktop.driver import Driver, bots
from tests.desktop.here import HereThinker
from tests.desktop.test_every_game import watch
from tests.games.letter.table import stack
from tests.strategies import people

Arrange = Callable[..., None]

CHANGES = [("theme", "dark"), ("language", "de"), ("aids", False), ("card_size", "large")]


def change(driver: Driver, name: str, value: Any) -> None:
    """As the settings page does it; a page that opens by itself for the new language is closed."""
    driver.window.change_setting(name, value)
    driver.settle()
    if name == "language":
        driver.press(Qt.Key.Key_Escape)
        driver.window.activateWindow()
        driver.settle()


def top(log: Log) -> int:
    """The first row in view."""
    item = log.list.itemAt(log.list.viewport().width() // 2, 0)
    assert item is not None
    return log.list.row(item)


@pytest.mark.parametrize(("name", "value"), CHANGES)
def test_unread_news_stay_until_they_are_read(
    open_window: Open, deals: Arrange, name: str, value: Any
) -> None:
    deals(stack([4, 2, 3], [1, 1, 5, 5], aside=6))
    driver = open_window()
    driver.start(3, goal=2)
    driver.take_over()
    driver.play(4)
    driver.pass_on()
    driver.take_over()
    for _time in range(2):
        change(driver, name, value)
        assert driver.page._summary is not None
        assert driver.says("Since your last turn") in driver.text()
        assert ("Schild (4)" if name == "language" else "Shield (4)") in driver.page._summary.accessibleName()
    driver.click(driver.says("Got it"))
    change(driver, "theme", "light")
    change(driver, "card_size", "small")
    assert driver.page._summary is None
    assert driver.match.news is None


def test_news_go_with_a_move(open_window: Open, deals: Arrange) -> None:
    """Whoever moves without a click at them has read them, too."""
    deals(stack([4, 2, 3], [1, 1, 5, 5], aside=6))
    driver = open_window()
    match = driver.start(3, goal=2)
    driver.take_over()
    driver.play(4)
    driver.pass_on()
    driver.take_over()
    assert match.news is not None
    driver.play_any(0)
    assert match.news is None


@pytest.mark.parametrize("size", [(1280, 720), (1000, 640)])
@pytest.mark.parametrize(("name", "value"), CHANGES)
def test_the_view_of_the_past_and_the_log_s_place_stay(
    open_window: Open, monkeypatch: pytest.MonkeyPatch, name: str, value: Any, size: tuple[int, int]
) -> None:
    monkeypatch.setattr(binding, "Thinker", HereThinker)
    driver = open_window(size=size)
    match = driver.start(bots("random", "random", "random"), goal=7)
    while len(match.finished_rounds) < 5:
        if match.stage is Stage.ROUND:
            match.next_round()
        elif 0 in match.session.awaited:
            match.play(match.port.choices()[0])
        driver.settle()
    if match.stage is Stage.ROUND:
        match.next_round()
    driver.wait(lambda: match.stage is Stage.TABLE and 0 in match.session.awaited)
    page = driver.page
    if page.log is None or not page.log.isVisible():
        page.toggle_log()
    assert page.log is not None
    page.log.filter.setCurrentIndex(0)
    driver.settle()
    bar = page.log.list.verticalScrollBar()
    item = page.log.list.item(12)
    page.log.list.scrollToItem(item, page.log.list.ScrollHint.PositionAtTop)
    row = top(page.log)
    assert 0 < bar.value() < bar.maximum()
    page.log._choose(item)
    page.log.list.setCurrentRow(12)
    page.log.list.scrollToItem(page.log.list.item(row), page.log.list.ScrollHint.PositionAtTop)
    past, headline = page._past, page.headline.text()
    assert past is not None
    for _time in range(2):
        change(driver, name, value)
        page = driver.page
        assert page._past == past
        assert page._banner.isVisible()
        assert page.log is not None
        assert page.log.isVisible()
        assert (top(page.log), page.log.list.currentRow()) == (row, 12)
        assert match._held
        if name != "language":
            assert page.headline.text() == headline
    # The round chosen in the log stays as well, and the newest line in view stays the newest.
    page.show_present()
    page.log.filter.setCurrentIndex(2)
    driver.settle()
    lines = page.log.lines()
    page.log.list.scrollToBottom()
    driver.window.change_setting("theme", "light")
    driver.settle()
    assert driver.page.log is not None
    assert driver.page.log.filter.currentIndex() == 2
    assert driver.page.log.lines() == lines
    bar = driver.page.log.list.verticalScrollBar()
    assert bar.value() == bar.maximum()
    assert driver.page._past is None
    assert not match._held


@pytest.mark.parametrize(("name", "value"), CHANGES)
@pytest.mark.parametrize("game_id", catalog.ids())
def test_the_replay_stays_at_its_step(open_window: Open, game_id: str, name: str, value: Any) -> None:
    driver = open_window()
    watch(driver, game_id)
    page = driver.window.page
    assert isinstance(page, ReplayPage)
    page.log.filter.setCurrentIndex(1)
    page.go(7)
    assert page.at == 7
    lines = len(page.log.lines())
    change(driver, name, value)
    page = driver.window.page
    assert isinstance(page, ReplayPage)
    assert page.at == 7
    assert page.count.text().startswith("7 / ")
    assert page.log.filter.currentIndex() == 1
    assert len(page.log.lines()) == lines
    assert not page._timer.isActive()


def test_a_replay_that_runs_goes_on(open_window: Open) -> None:
    driver = open_window()
    watch(driver, "letter")
    page = driver.window.page
    assert isinstance(page, ReplayPage)
    page.go(3)
    page.toggle()
    change(driver, "theme", "dark")
    page = driver.window.page
    assert isinstance(page, ReplayPage)
    assert page._timer.isActive()
    assert page.at == 3


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game_id", catalog.ids())
def test_the_replay_has_the_menu(open_window: Open, game_id: str, language: str) -> None:
    """By its button and by F10; language and settings are in it, and the header has room for it."""
    driver = open_window(language, size=(960, 600))
    watch(driver, game_id)
    page = driver.window.page
    assert isinstance(page, ReplayPage)
    opened: list[object] = []
    driver.window._open_menu_at = opened.append  # type: ignore[method-assign]
    page.menu.connect(opened.append)
    driver.press(Qt.Key.Key_F10)
    assert opened == [page.menu_button]
    driver.click(driver.says("Menu"))
    assert len(opened) >= 2
    titles = {action.text() for action in driver.window.build_menu().actions()}
    assert {driver.says("Language"), driver.says("Settings …")} <= titles
    for made in (page.headline, page.menu_button, *page.findChildren(QLabel)):
        if made.isVisible() and made.parentWidget() is page.headline.parentWidget():
            assert made.width() >= made.minimumSizeHint().width()


@pytest.mark.parametrize(("name", "value"), CHANGES)
def test_what_is_being_typed_stays(
    open_window: Open, monkeypatch: pytest.MonkeyPatch, name: str, value: Any
) -> None:
    """A hint half written; the next person's field has nothing of it."""
    monkeypatch.setattr(binding, "Thinker", HereThinker)
    driver = open_window()
    options = catalog.meta("oneword").complete({"first": 0, "language": "de"}, 4)
    driver.window.start_match("oneword", list(people(4)), options)
    driver.settle()
    driver.take_over()

    def field() -> QLineEdit:
        return driver.visible(QLineEdit, driver.page)[0]

    field().setText("Eim")
    change(driver, name, value)
    assert field().text() == "Eim"
    field().setText("Eimer")
    driver.click(driver.says("Hand in the hint"))
    change(driver, "card_size", "small")
    driver.pass_on()
    driver.take_over()
    change(driver, "card_size", "medium")
    assert field().text() == ""


@pytest.mark.parametrize(("name", "value"), CHANGES)
def test_a_chosen_card_stays_chosen(open_window: Open, deals: Arrange, name: str, value: Any) -> None:
    deals(stack([4, 2, 3], [1, 1, 5, 5], aside=6))
    driver = open_window()
    driver.start(3, goal=2)
    driver.take_over()
    panel = driver.page.panel
    chosen = panel._view.hand.index(1)
    driver.click(panel._cards[chosen])
    assert panel._card == 1
    change(driver, name, value)
    assert driver.page.panel._card == 1
    assert [card.isChecked() for card in driver.page.panel._cards].index(True) == chosen
    assert driver.match.viewer is not None
