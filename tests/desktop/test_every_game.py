"""What holds for each game of the catalog, wherever one comes from: its rules open, its words are its own."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel

from desktop.binding.match import Stage
from desktop.screens.new_game import NewGamePage
from desktop.screens.rules import RulesDialog
from desktop.screens.start import StartPage
from engine.core import catalog
from engine.core.rulebook import rulebook, sections
from tests.desktop.conftest import Open
from tests.desktop.driver import Driver
from tests.strategies import people, play_game

GAMES = catalog.ids()
LANGUAGES = ["de", "en"]


def begin(driver: Driver, game_id: str) -> None:
    """A match of people with the fewest seats, on the table."""
    meta = catalog.meta(game_id)
    seats = max(2, meta.min_seats)
    driver.window.start_match(game_id, list(people(seats)), meta.complete({}, seats))
    driver.settle()


def watch(driver: Driver, game_id: str) -> None:
    """A finished match in its replay."""
    meta = catalog.meta(game_id)
    seats = max(2, meta.min_seats)
    played = play_game(catalog.game(game_id), meta.complete({}, seats), seats, 1)
    driver.window.watch(played.session)
    driver.settle()


def read_rules(driver: Driver, game_id: str) -> None:
    """The rules are open, in short; a click shows them in full; Escape closes them."""
    t = driver.window.t
    (dialog,) = driver.visible(RulesDialog, driver.window)
    book: Any = rulebook(game_id)
    assert dialog.accessibleName() == t._("How to play {game}", game=t._(catalog.meta(game_id).name))
    shown = [made.text() for made in dialog.sheet.findChildren(QLabel)]
    assert {section.title for section in sections(book.short_rules(t))} <= set(shown)
    driver.click(dialog.full_button)
    assert dialog.full_page is not None
    dialog.full_page.complete()
    titles = [made.text() for made in dialog.full_page.sheet.findChildren(QLabel)]
    assert {section.title for section in sections(book.full_rules(t))} <= set(titles)
    driver.press(Qt.Key.Key_Escape)
    assert not driver.visible(RulesDialog, driver.window)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_id", GAMES)
def test_rules_open_from_everywhere(open_window: Open, game_id: str, language: str) -> None:
    """By a click at the game's card, on the page of a new match, at the table and in the end."""
    driver = open_window(language)
    window, t = driver.window, driver.window.t
    name = t._("Rules of {game}", game=t._(catalog.meta(game_id).name))
    driver.click(name)
    read_rules(driver, game_id)
    window.show_new_game(game_id)
    driver.settle()
    driver.click(name)
    read_rules(driver, game_id)
    begin(driver, game_id)
    driver.click(t._("Rules"))
    read_rules(driver, game_id)
    driver.take_over()
    driver.click(t._("Rules"))
    read_rules(driver, game_id)
    watch(driver, game_id)
    driver.click(t._("Back to the result"))
    assert driver.stage is Stage.RESULT
    driver.click(t._("Rules"))
    read_rules(driver, game_id)


@pytest.mark.parametrize("game_id", GAMES)
def test_escape_leads_back_to_the_game_s_card(open_window: Open, game_id: str) -> None:
    """Whoever turns away from a new match finds the focus at the game that it would have been."""
    driver = open_window("en")
    name = driver.says("Play {game}", game=driver.says(catalog.meta(game_id).name))
    driver.click(name)
    assert isinstance(driver.window.page, NewGamePage)
    driver.press(Qt.Key.Key_Escape)
    assert isinstance(driver.window.page, StartPage)
    focus = QApplication.focusWidget()
    assert focus is not None
    assert focus.accessibleName() == name
