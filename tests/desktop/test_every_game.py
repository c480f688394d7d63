"""What holds for each game of the catalog, wherever one comes from: its rules open, its words are its own."""

from __future__ import annotations

import re
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QLineEdit, QPushButton, QSpinBox, QWidget

from desktop.binding import match as binding
from desktop.binding.match import Stage
from desktop.screens.new_game import NewGamePage
from desktop.screens.replay import ReplayPage
from desktop.screens.rules import RulesDialog
from desktop.screens.start import StartPage
from desktop.widgets import theme
from engine.core import catalog
from engine.core.rulebook import rulebook, sections
from engine.core.text import texts
from engine.play.session import SeatInfo
from tests.desktop.conftest import Open, quick_settings
from tests.desktop.driver import Driver
from tests.desktop.here import HereThinker
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


# Words ----------------------------------------

CARDS = {"letter", "valknut"}
"""The games in which people hold cards."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_id", GAMES)
def test_cards_are_named_where_somebody_holds_some(open_window: Open, game_id: str, language: str) -> None:
    """Under the seats of a new match, for one person and for several, and on the curtain."""
    driver = open_window(language)
    cards = {"de": "Karten", "en": "cards"}[language]
    driver.window.show_new_game(game_id)
    driver.settle()
    page = driver.window.page
    assert isinstance(page, NewGamePage)
    for kind in ("human", page.rows[0].kind.itemData(1)):
        for row in page.rows[1:]:
            row.kind.setCurrentIndex(row.kind.findData(kind))
        driver.settle()
        assert (cards in page.explained.text()) == (game_id in CARDS), page.explained.text()
    begin(driver, game_id)
    curtain = driver.curtain()
    assert curtain is not None
    said = " ".join(made.text() for made in driver.visible(QLabel, curtain))
    assert (cards in said) == (game_id in CARDS), said
    assert driver.match.names[0] in said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_id", GAMES)
def test_choices_begin_alike(game_id: str, language: str) -> None:
    """With a capital letter, each."""
    t = texts(language)
    for option in catalog.meta(game_id).options:
        for _value, said in getattr(option, "choices", ()) or getattr(option, "presets", ()):
            assert t._(said)[0].isupper(), t._(said)


# Keys ----------------------------------------


def at_screen(driver: Driver) -> None:
    """Lift the curtain until the table is there."""
    while driver.stage is Stage.CURTAIN:
        driver.take_over()


def titles(driver: Driver) -> set[str]:
    return {dialog.windowTitle() for dialog in driver.visible(QDialog, driver.window)}


def close(driver: Driver) -> None:
    """Close the dialog; the window is in front again, which it is not by itself without a screen."""
    driver.press(Qt.Key.Key_Escape)
    driver.window.activateWindow()
    driver.settle()


@pytest.mark.parametrize("game_id", GAMES)
def test_keys_of_the_help_work(open_window: Open, game_id: str) -> None:
    """What the help lists for the table is heard there, wherever the focus is first: in a field, on a gem, a card."""
    driver = open_window("en")
    begin(driver, game_id)
    at_screen(driver)
    driver.press(Qt.Key.Key_F1)
    (dialog,) = driver.visible(QDialog, driver.window)
    rows = {made.text() for made in driver.visible(QLabel, dialog)}
    letters = driver.page.letters
    for letter in "LPR":
        assert (f"{letter}, Ctrl+{letter}" if letter in letters else f"Ctrl+{letter}") in rows
    assert ("F1, ?" in rows) == bool(letters)
    assert ("0 … 9" in rows) == ("0" in letters)
    close(driver)
    at_sheet = driver.page.sheet_name
    assert at_sheet in rows
    control = Qt.KeyboardModifier.ControlModifier
    plain = Qt.KeyboardModifier.NoModifier
    for modifier in (control, plain):
        if modifier is control or "R" in letters:
            driver.press(Qt.Key.Key_R, modifier=modifier)
            assert driver.visible(RulesDialog, driver.window)
            close(driver)
        if modifier is control or "P" in letters:
            driver.press(Qt.Key.Key_P, modifier=modifier)
            assert titles(driver) == {at_sheet}
            close(driver)
        if modifier is control or "L" in letters:
            log = driver.page.log
            assert log is not None
            before = log.isVisible()
            driver.press(Qt.Key.Key_L, modifier=modifier)
            assert log.isVisible() != before
    if not letters:
        driver.type("lpr?")
        assert isinstance(driver.focus, QLineEdit)
        assert driver.focus.text() == "lpr?"
        assert not titles(driver)


def test_help_without_a_table_has_none_of_its_keys(open_window: Open) -> None:
    """The pages for games by post."""
    driver = open_window("en")
    driver.window.show_orders()
    driver.settle()
    driver.press(Qt.Key.Key_F1)
    rows = {made.text() for made in driver.visible(QLabel)}
    assert "F11" in rows
    assert not {"F10", "Ctrl+L", "Ctrl+R", "L, Ctrl+L", "0 … 9"} & rows


# Colours ----------------------------------------


def fill(button: QPushButton) -> str:
    """The colour that *button* is filled with, as drawn."""
    return QColor(button.grab().toImage().pixel(button.width() // 2, 7)).name().upper()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game_id", GAMES)
def test_dialogs_have_the_colour_of_the_game(open_window: Open, game_id: str, scheme: str) -> None:
    """Help, score sheet and rules at the table; outside games none has any game's colour."""
    settings = quick_settings("en")
    settings.theme = scheme
    theme.apply(QApplication.instance(), scheme)  # type: ignore[arg-type]
    driver = open_window(settings=settings)

    def colour() -> str:
        (dialog,) = driver.visible(QDialog, driver.window)
        found = fill(dialog.close_button)  # type: ignore[attr-defined]
        driver.press(Qt.Key.Key_Escape)
        return found

    driver.press(Qt.Key.Key_F1)
    assert colour() not in theme.colours().accents.values()
    begin(driver, game_id)
    at_screen(driver)
    for key in (Qt.Key.Key_F1, Qt.Key.Key_P, Qt.Key.Key_R):
        driver.press(
            key,
            modifier=Qt.KeyboardModifier.ControlModifier
            if key != Qt.Key.Key_F1
            else Qt.KeyboardModifier.NoModifier,
        )
        assert colour() == theme.colours().accents[game_id], key


# Fields ----------------------------------------


def ink_from_the_left(field: QWidget) -> int:
    """How many pixels lie between the left border of *field* and the first ink of its text."""
    picture = field.grab().toImage()
    ground = QColor(picture.pixel(4, picture.height() // 2)).lightness()
    middle = range(picture.height() // 2 - 5, picture.height() // 2 + 5)
    for x in range(4, picture.width()):
        if any(abs(QColor(picture.pixel(x, y)).lightness() - ground) > 60 for y in middle):
            return x
    raise AssertionError("no ink")


@pytest.mark.parametrize("size", [(960, 600), (1280, 720)])
@pytest.mark.parametrize("game_id", GAMES)
def test_numbers_stand_where_other_texts_do(open_window: Open, game_id: str, size: tuple[int, int]) -> None:
    """In each box for a number on the page of a new match, as far from the border as in names and lists."""
    driver = open_window("de", size=size)
    driver.window.show_new_game(game_id)
    driver.settle()
    (first, *_others) = driver.visible(QLineEdit)
    usual = ink_from_the_left(first)
    for box in driver.visible(QSpinBox):
        assert abs(ink_from_the_left(box) - usual) <= 3, (ink_from_the_left(box), usual)


# The match again ----------------------------------------


@pytest.mark.parametrize("game_id", GAMES)
def test_the_replay_begins_with_something_to_see(open_window: Open, game_id: str) -> None:
    """With the first round just begun; Home and the first line of the log lead there, too, and End to the result."""
    driver = open_window("en")
    watch(driver, game_id)
    page = driver.window.page
    assert isinstance(page, ReplayPage)
    session = driver.match.session
    begun = next(
        at for at, event in session.onlooker().dated_events() if isinstance(event, page.panel.round_event)
    )
    count = session.revision - begun
    assert driver.find(f"0 / {count}") is None
    assert page.count.text() == f"0 / {count}"
    first = page.headline.text()
    assert "0" not in re.findall(r"\d+", first.replace("goal 50", "").split("·")[0])
    driver.press(Qt.Key.Key_End)
    assert page.count.text() == f"{count} / {count}"
    driver.press(Qt.Key.Key_Home)
    assert (page.count.text(), page.headline.text()) == (f"0 / {count}", first)
    everything = "\n".join(made.text() for made in driver.visible(QLabel))
    assert not re.search(r"\b(Round|Card|Stock) 0\b", everything), everything


@pytest.mark.parametrize("game_id", GAMES)
def test_the_log_leads_back_to_the_first_deal_at_most(open_window: Open, game_id: str) -> None:
    """Its first line may be older than that: what is shown then is the table of the deal."""
    driver = open_window("en")
    begin(driver, game_id)
    at_screen(driver)
    page = driver.page
    page.show_past(0)
    driver.settle()
    everything = "\n".join(made.text() for made in driver.visible(QLabel))
    assert not re.search(r"\b(Round|Card|Stock) 0\b", everything), everything


@pytest.mark.parametrize("game_id", GAMES)
def test_the_sheet_says_the_round_of_the_page(
    open_window: Open, monkeypatch: pytest.MonkeyPatch, game_id: str
) -> None:
    """Beside a result both name the round that has ended, also where the next is dealt already."""
    monkeypatch.setattr(binding, "Thinker", HereThinker)
    driver = open_window("en")
    meta = catalog.meta(game_id)
    seats = max(2, meta.min_seats)
    infos = [SeatInfo(info.name, "bot:random") for info in people(seats)]
    driver.window.start_match(game_id, infos, meta.complete({}, seats))
    driver.wait(lambda: driver.stage in (Stage.ROUND, Stage.RESULT))
    said = driver.page.headline.text()
    driver.page.show_sheet()
    (dialog,) = driver.visible(QDialog, driver.window)
    assert said in {made.text() for made in driver.visible(QLabel, dialog)}
    if game_id == "letter":
        assert said.startswith("Round 1 ")
    close(driver)
