"""Setting up a match: names, kinds, options, mistakes, and what is remembered."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QSpinBox, QWidget

from desktop import storage
from desktop.screens.new_game import NewGamePage, clean_name
from desktop.screens.start import StartPage
from tests.desktop.conftest import Open
from tests.desktop.driver import Driver

SELECT_ALL = Qt.KeyboardModifier.ControlModifier


def new_game(driver: Driver) -> NewGamePage:
    if isinstance(driver.window.page, StartPage):
        driver.click(driver.says("Play {game}", game=driver.says("Secret Letter")))
    page = driver.window.page
    assert isinstance(page, NewGamePage)
    return page


def field(driver: Driver, name: str, kind: type[QWidget] = QLineEdit) -> QWidget:
    """The visible field with this accessible name."""
    return next(widget for widget in driver.visible(kind) if widget.accessibleName() == name)


def fields(driver: Driver, kind: type[QWidget]) -> list[str]:
    return [widget.accessibleName() for widget in driver.visible(kind)]


def write(driver: Driver, name: str, text: str) -> None:
    """Click into a field, select what stands there, and type."""
    driver.click(field(driver, name))
    driver.press(Qt.Key.Key_A, modifier=SELECT_ALL)
    driver.press(Qt.Key.Key_Delete)
    driver.type(text)


def choose(driver: Driver, name: str, text: str) -> None:
    """Open a list and go down it by arrow keys."""
    box = field(driver, name, QComboBox)
    assert isinstance(box, QComboBox)
    row = box.findText(text)
    assert row >= 0, [box.itemText(index) for index in range(box.count())]
    driver.click(box)
    driver.press(Qt.Key.Key_Home, *[Qt.Key.Key_Down] * row, Qt.Key.Key_Return)
    assert box.currentText() == text


def goal(driver: Driver) -> int:
    spin = field(driver, driver.says("Points to win"), QSpinBox)
    assert isinstance(spin, QSpinBox)
    return spin.value()


def start(driver: Driver) -> None:
    driver.click(driver.says("Start the match"))


def test_seats_kinds_and_names_reach_the_match(open_window: Open) -> None:
    """Four seats, typed names, two bots chosen from the lists, options set by hand."""
    driver = open_window()
    new_game(driver)
    driver.click("4 players")
    write(driver, "Name of seat 1", "Greta")
    write(driver, "Name of seat 3", "  Karl   Otto ")
    choose(driver, "Who plays seat 2", "Bot: Easy")
    choose(driver, "Who plays seat 3", "Person")
    choose(driver, "Who plays seat 4", "Bot: Random")
    check = field(driver, "Open gap", QCheckBox)
    driver.click(check, at=QPoint(12, check.height() // 2))
    choose(driver, "First to play", "Greta")
    driver.click("Short game: 3")
    start(driver)
    session = driver.match.session
    assert [(info.name, info.kind) for info in session.seats] == [
        ("Greta", "human"),
        ("Ben", "bot:easy"),
        ("Karl Otto", "human"),
        ("Dora", "bot:random"),
    ]
    assert session.options == {"goal": 3, "open_gap": True, "first": 0}


def test_defaults_follow_the_number_of_seats(open_window: Open) -> None:
    """7, 5, 4 points; the open gap only where it has an effect; an own choice stays."""
    driver = open_window()
    new_game(driver)
    for seats, points in ((2, 7), (3, 5), (4, 4), (2, 7)):
        driver.click(f"{seats} players")
        assert goal(driver) == points
        assert len([name for name in fields(driver, QLineEdit) if name.startswith("Name of seat")]) == seats
        assert ("Open gap" in fields(driver, QCheckBox)) == (seats > 2)
    driver.click("Short game: 3")
    driver.click("4 players")
    assert goal(driver) == 3
    driver.click("As usual")
    assert goal(driver) == 4


def test_the_curtain_is_explained(open_window: Open) -> None:
    """What the choice of people and bots means stands below it."""
    driver = open_window()
    page = new_game(driver)
    driver.click("2 players")
    choose(driver, "Who plays seat 2", "Bot: Easy")
    assert "your cards are always in view" in page.explained.text()
    choose(driver, "Who plays seat 2", "Person")
    assert "curtain" in page.explained.text()
    choose(driver, "Who plays seat 1", "Bot: Easy")
    choose(driver, "Who plays seat 2", "Bot: Easy")
    assert "you watch" in page.explained.text()


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("typed", ["", "   "])
def test_an_empty_name(open_window: Open, language: str, typed: str) -> None:
    """The message names the mistake in the user's language, the field has the focus, nothing starts."""
    driver = open_window(language)
    page = new_game(driver)
    name = driver.says("Name of seat {n}", n=2)
    write(driver, name, typed)
    start(driver)
    assert page.problem.text() == driver.says("Every player needs a name.")
    assert page.problem.isVisible()
    assert driver.focus is field(driver, name)
    assert driver.window.match is None
    driver.type("Bea")
    assert page.problem.text() == ""
    choose(driver, driver.says("Who plays seat {n}", n=2), driver.says("Person"))
    start(driver)
    assert driver.match.names[1].strip() == "Bea"


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("typed", ["Anna", "anna", " ANNA "])
def test_two_with_the_same_name(open_window: Open, language: str, typed: str) -> None:
    """Names that one cannot tell apart at the table are refused; the second field has the focus."""
    driver = open_window(language)
    page = new_game(driver)
    name = driver.says("Name of seat {n}", n=2)
    write(driver, name, typed)
    driver.press(Qt.Key.Key_Return)
    wanted = driver.says("Two players are called {name}. Please give different names.", name=typed.strip())
    assert page.problem.text() == wanted
    assert driver.focus is field(driver, name)
    assert driver.window.match is None


def test_a_name_has_no_more_than_24_signs(open_window: Open) -> None:
    """The field takes no more."""
    driver = open_window()
    page = new_game(driver)
    write(driver, "Name of seat 1", "x" * 40)
    assert page.rows[0].name.text() == "x" * 24


def test_names_are_cleaned() -> None:
    """Control and direction characters, line breaks and double blanks do not get into a name."""
    assert clean_name("  A\u202enna\n  B\x07en\u200b ") == "Anna Ben"
    assert clean_name("Ännchen 李") == "Ännchen 李"


def test_what_was_chosen_last_is_offered_again(open_window: Open) -> None:
    """Names, kinds, number and options come back after a restart, and are kept in the settings."""
    driver = open_window()
    new_game(driver)
    driver.click("4 players")
    for seat, name in enumerate(("Greta", "Hugo", "Ida", "Jan"), 1):
        write(driver, f"Name of seat {seat}", name)
    choose(driver, "Who plays seat 2", "Bot: Medium")
    choose(driver, "Who plays seat 3", "Person")
    driver.click("Short game: 3")
    choose(driver, "First to play", "Ida")
    start(driver)
    driver.window.close()

    settings, refusal = storage.load_settings()
    assert refusal is None
    driver = open_window(settings=settings)
    page = new_game(driver)
    assert [row.name.text() for row in page.rows if row.name.isVisible()] == ["Greta", "Hugo", "Ida", "Jan"]
    assert [row.kind.currentData() for row in page.rows][:3] == ["human", "bot:medium", "human"]
    assert goal(driver) == 3
    first = field(driver, "First to play", QComboBox)
    assert isinstance(first, QComboBox)
    assert first.currentText() == "Ida"
    start(driver)
    assert driver.match.session.options == {"goal": 3, "open_gap": False, "first": 2}


def test_a_smaller_match_does_not_make_the_others_forgotten(open_window: Open) -> None:
    """After a match of two, the names of the third and fourth are still offered."""
    driver = open_window()
    new_game(driver)
    driver.click("4 players")
    for seat, name in enumerate(("Greta", "Hugo", "Ida", "Jan"), 1):
        write(driver, f"Name of seat {seat}", name)
    start(driver)
    driver.window.show_start()
    driver.settle()
    driver.window.show_new_game("letter")
    driver.settle()
    driver.click("2 players")
    start(driver)
    driver.window.show_start()
    driver.settle()
    driver.window.show_new_game("letter")
    driver.settle()
    driver.click("4 players")
    page = new_game(driver)
    assert [row.name.text() for row in page.rows] == ["Greta", "Hugo", "Ida", "Jan"]


def test_back_and_escape_start_nothing(open_window: Open) -> None:
    driver = open_window()
    new_game(driver)
    driver.click("Back")
    assert isinstance(driver.window.page, StartPage)
    new_game(driver)
    driver.press(Qt.Key.Key_Escape)
    assert isinstance(driver.window.page, StartPage)
    assert driver.window.match is None
    assert storage.saved_games() == ([], [])
