"""Keys that do the same on every page and in every dialog: help, full screen, menu, quit."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QMenu

from desktop.screens.rules import RulesDialog
from tests.desktop.conftest import Open
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
