"""Keys that do the same on every page and in every dialog: help, full screen, menu, quit."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QMenu

from desktop.screens.rules import RulesDialog
from desktop.widgets.motion import Step
from engine.play.session import SeatInfo
from tests.desktop.conftest import Open, quick_settings
from tests.desktop.driver import Driver


def titles(driver: Driver) -> list[str]:
    """The titles of the open dialogs."""
    return sorted(
        dialog.windowTitle() for dialog in driver.window.findChildren(QDialog) if dialog.isVisible()
    )


@pytest.mark.parametrize("key", [Qt.Key.Key_F1, Qt.Key.Key_Question])
@pytest.mark.parametrize("where", ["start", "table", "rules", "settings"])
def test_help_everywhere(open_window: Open, key: Qt.Key, where: str) -> None:
    driver = open_window("en")
    if where == "table":
        driver.start(2)
    elif where == "rules":
        driver.window.show_rules("letter")
    elif where == "settings":
        driver.window.show_settings()
    driver.settle()
    before = titles(driver)
    driver.press(key)
    assert titles(driver) == sorted([*before, "Help: keys"])
    driver.press(key)
    assert titles(driver).count("Help: keys") == 1, "never twice"
    driver.press(Qt.Key.Key_Escape)
    assert titles(driver) == before


def test_full_screen_from_a_dialog(open_window: Open) -> None:
    driver = open_window("en")
    driver.window.show_rules("letter")
    driver.settle()
    driver.press(Qt.Key.Key_F11)
    assert driver.window.isFullScreen()
    assert [dialog.isVisible() for dialog in driver.window.findChildren(RulesDialog)] == [True]
    driver.press(Qt.Key.Key_F11)
    assert not driver.window.isFullScreen()


def test_the_menu_is_the_table_s(open_window: Open) -> None:
    driver = open_window("en")
    driver.press(Qt.Key.Key_F10)
    assert not [menu for menu in driver.window.findChildren(QMenu) if menu.isVisible()]
    driver.start(2)
    driver.press(Qt.Key.Key_F10)
    (menu,) = [menu for menu in driver.window.findChildren(QMenu) if menu.isVisible()]
    menu.close()


def test_quitting(open_window: Open) -> None:
    driver = open_window("en")
    driver.start(2)
    driver.press(Qt.Key.Key_Q, modifier=Qt.KeyboardModifier.ControlModifier)
    assert not driver.window.isVisible()


def test_the_focus_stays_at_the_table_after_a_move(open_window: Open) -> None:
    """Enter pressed once too often must not press a button that happens to come next, such as Undo."""
    driver = open_window("en")
    match = driver.start([SeatInfo("Anna"), SeatInfo("Ben", "bot:random")])
    driver.wait(lambda: 0 in match.session.awaited and bool(driver.hand()))
    match.hold(True)
    driver.play_any(0)
    revision = match.session.revision
    panel = driver.page.panel
    focus = QApplication.focusWidget()
    assert focus is not None
    assert focus is panel or panel.isAncestorOf(focus)
    driver.press(Qt.Key.Key_Return)
    assert match.session.revision == revision, "nothing is taken back"


def test_space_does_nothing_just_after_it_has_skipped(open_window: Open) -> None:
    settings = quick_settings("en")
    settings.motion = "calm"
    driver = open_window("en", settings=settings)
    driver.start([SeatInfo("Anna"), SeatInfo("Ben", "bot:random")])
    driver.match.hold(True)
    driver.wait(lambda: not driver.page.panel.motion.running and bool(driver.cards()))
    panel = driver.page.panel
    done: list[bool] = []
    panel.motion.play([Step((), way=60_000)], 1.0, lambda: done.append(True))
    card = driver.cards()[0]
    card.setFocus()
    QTest.keyClick(card, Qt.Key.Key_Space)
    assert done == [True]
    QTest.keyClick(card, Qt.Key.Key_Space)
    assert not card.isChecked(), "the same key again, at once"
    panel.motion._calm.timeout.emit()
    QTest.keyClick(card, Qt.Key.Key_Space)
    assert card.isChecked()


def test_older_games_can_be_continued_too(open_window: Open) -> None:
    driver = open_window("en", save=True)
    for name in ("Ben", "Carla", "Dora"):
        driver.start([SeatInfo("Anna"), SeatInfo(name)])
        driver.window.show_start()
    driver.settle()
    driver.click("2 more games to continue …")
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    texts = [action.text() for action in menu.actions()]
    assert len(texts) == 2
    assert all(text.startswith("Continue: Secret Letter") for text in texts)
    menu.actions()[1].trigger()
    menu.close()
    driver.settle()
    assert driver.match.names[1] in texts[1]
