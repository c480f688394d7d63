"""The room page under the host's hands: where the focus goes, links to seats, who waits, and the help beside it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel

from desktop.screens.door import QrCode
from desktop.widgets.basics import Button
from engine.games.oneword.model import Hint
from engine.rooms import protocol
from engine.rooms.members import Phone
from tests.desktop.conftest import Open
from tests.desktop.driver import Driver
from tests.desktop.test_fit import LONG, SIZES
from tests.desktop.test_room_page import (
    Wire,
    begin,
    choose,
    focus_on,
    join,
    link_shown,
    network,
    number,
    open_room,
)

__all__ = ["network"]


# Focus ----------------------------------------


def at_list(driver: Driver) -> str:
    """What the focus is called."""
    focus = driver.focus
    return focus.accessibleName() or (focus.text() if isinstance(focus, Button) else "")


def test_focus_stays_on_the_list_of_games(open_window: Open) -> None:
    """Chosen by Return in the open list, or by the arrow without opening it; the active window or not."""
    driver = open_window()
    _page, room = open_room(driver)
    for name in ("Anna", "Ben"):
        join(room, name)
    driver.settle()
    focus_on(driver, "Game")
    before = room.game
    driver.press(Qt.Key.Key_Space, Qt.Key.Key_Down)
    assert QApplication.activePopupWidget() is not None
    join(room, "Carla")
    driver.press(Qt.Key.Key_Return)
    driver.wait(lambda: any(label.text() == "Carla" for label in driver.visible(QLabel)))
    assert room.game != before
    assert at_list(driver) == "Game"
    chosen = room.game
    driver.press(Qt.Key.Key_Up)
    assert room.game != chosen
    assert at_list(driver) == "Game"


def test_focus_stays_with_whoever_is_moved(open_window: Open) -> None:
    """Carla goes up until she is first: the focus is hers all the way, and not somewhere at the foot."""
    driver = open_window()
    _page, room = open_room(driver)
    for name in ("Anna", "Ben", "Carla"):
        join(room, name)
    driver.settle()
    focus_on(driver, "Carla: One place earlier")
    driver.press(Qt.Key.Key_Return)
    assert at_list(driver) == "Carla: One place earlier"
    driver.press(Qt.Key.Key_Return)
    assert [chair.name for chair in room.chairs] == ["Carla", "Anna", "Ben"]
    assert at_list(driver) == "Carla: more"


def test_focus_goes_on_with_the_next_after_a_bot_took_over(open_window: Open) -> None:
    """ "Let a bot play on" is gone: what is next to do in the list, never the end of the match."""
    driver = open_window()
    _page, room = open_room(driver)
    phones = [join(room, name) for name in ("Anna", "Ben", "Carla")]
    begin(driver, room)
    for phone in phones[:2]:
        room.receive(phone, protocol.Leave())
    driver.settle()
    focus_on(driver, "Anna: Let a bot play on")
    driver.press(Qt.Key.Key_Return)
    assert room.bots() == {0}
    assert at_list(driver).startswith("Anna: ")
    focus_on(driver, "Ben: Let a bot play on")
    driver.press(Qt.Key.Key_Return)
    assert room.bots() == {0, 1}
    assert at_list(driver).startswith("Ben: ")


def test_focus_stays_in_the_list_when_a_row_goes(open_window: Open) -> None:
    """A bot is taken away: what stands in its place has the focus."""
    driver = open_window()
    _page, room = open_room(driver)
    join(room, "Anna")
    room.obey(protocol.AddBot("random"))
    join(room, "Ben")
    driver.settle()
    focus_on(driver, "Emil: more")
    driver.press(Qt.Key.Key_Return, Qt.Key.Key_Return)
    assert [chair.name for chair in room.chairs] == ["Anna", "Ben"]
    assert at_list(driver).startswith("Ben: ")
    for text in ("Add a bot", "Lock the room"):
        button = driver.button(text)
        button.setFocus()
        driver.press(Qt.Key.Key_Return)
        assert at_list(driver) in ("Add a bot", "Unlock the room")


# Links to seats ----------------------------------------


def test_link_to_a_seat_is_shown_as_a_code_and_only_on_demand(open_window: Open) -> None:
    """In a dialog with a QR code of exactly the link; closed by its button; gone once another phone has used it."""
    driver = open_window()
    _page, room = open_room(driver)
    ben = join(room, "Ben")
    driver.settle()
    choose(driver, "Ben: more", "Link to this seat")
    dialog = link_shown(driver)
    code = dialog.qr
    assert code.isVisible()
    assert code._rows == QrCode(dialog.link, "", exact=True)._rows
    assert code._rows != QrCode(dialog.link, "")._rows
    assert dialog.link in driver.text()
    driver.click("Close")
    assert not any("#" in label.text() for label in driver.visible(QLabel, driver.window))
    choose(driver, "Ben: more", "Link to this seat")
    other = Phone(Wire(), "another phone", "en")
    room.enter(other, link_shown(driver).link.partition("#")[2])
    driver.settle()
    assert other.member is not None
    assert other.member.id == number(ben)
    assert not any("#" in label.text() for label in driver.visible(QLabel, driver.window))


# Words ----------------------------------------


@pytest.mark.parametrize(
    ("language", "asleep", "left"),
    [
        ("de", "ist gerade nicht verbunden", "hat den Raum verlassen"),
        ("en", "is not connected just now", "has left the room"),
    ],
)
def test_asleep_and_left_are_told_apart(open_window: Open, language: str, asleep: str, left: str) -> None:
    driver = open_window(language)
    _page, room = open_room(driver)
    phones = [join(room, name) for name in ("Anna", "Ben", "Carla")]
    begin(driver, room)
    room.leave_wire(phones[0])
    room.receive(phones[1], protocol.Leave())
    driver.settle()
    words = driver.text().splitlines()
    assert words.count(asleep) == 1
    assert words.count(left) == 1


# Chairs at the desktop ----------------------------------------


def pick(driver: Driver, game: str) -> None:
    """Choose the game with this name from the list."""
    focus_on(driver, "Game")
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
        for _step in range(4):
            if game in driver.focus.currentText():  # type: ignore[attr-defined]
                return
            driver.press(key)


def test_somebody_at_the_desktop_waits_when_a_game_has_fewer_seats(open_window: Open) -> None:
    """It is said, the name stays in the list, and the first free chair is theirs."""
    driver = open_window()
    _page, room = open_room(driver, "oneword")
    phones = [join(room, name) for name in ("Ben", "Carla", "Dora")]
    room.seat_here("Anna")
    late = join(room, "Emil")
    driver.settle()
    pick(driver, "Valknut")
    assert room.game == "valknut"
    assert [chair.name for chair in room.chairs] == ["Ben", "Carla", "Dora"]
    assert "There are only 3 seats in this game. Anna waits for a chair." in driver.text()
    assert "at this desktop · waits for a chair" in driver.text()
    pick(driver, "Secret Letter")
    assert [chair.name for chair in room.chairs] == ["Ben", "Carla", "Dora", "Anna"]
    assert "waits for a chair" not in driver.text()
    pick(driver, "Valknut")
    room.receive(phones[1], protocol.Leave())
    driver.settle()
    assert [chair.name for chair in room.chairs] == ["Ben", "Dora", "Anna"]
    assert late.member is not None


def test_who_waits_at_the_desktop_is_kept_and_can_be_let_go(open_window: Open) -> None:
    driver = open_window()
    _page, room = open_room(driver, "oneword")
    for name in ("Ben", "Carla", "Dora"):
        join(room, name)
    room.seat_here("Anna")
    driver.settle()
    pick(driver, "Valknut")
    driver.click("Close the room")
    driver.click("Play with phones")
    assert "at this desktop · waits for a chair" in driver.text()
    driver.click("Anna: Does not play")
    assert "waits for a chair" not in driver.text()


# Help ----------------------------------------


def test_help_stands_beside_the_code_and_goes_when_somebody_comes(open_window: Open) -> None:
    """It comes by itself; the code stays where it is and whole; a phone closes it, and so does its button."""
    driver = open_window("de")
    page, room = open_room(driver)
    for size in SIZES:
        driver.window.resize(*size)
        driver.settle()
        before = page.door.qr.mapTo(driver.window, page.door.qr.rect().topLeft())
        page.door._waited.timeout.emit()
        driver.settle()
        assert page.door.help.isVisible()
        for widget in (page.door.qr, page.door.code, page.door.address, page.door.help):
            assert widget.visibleRegion().boundingRect() == widget.rect(), (size, widget)
        assert page.door.qr.mapTo(driver.window, page.door.qr.rect().topLeft()) == before
        driver.click("Hilfe schließen")
        assert not page.door.help.isVisible()
    driver.click(page.door.help_button)
    assert page.door.help.isVisible()
    join(room, LONG[0])
    driver.settle()
    assert not page.door.help.isVisible()


# One Word ----------------------------------------


def test_single_hint_giver_at_the_screen_is_asked_in_the_singular(open_window: Open) -> None:
    """Anna 2 checks the hints here, the others on their phones."""
    driver = open_window("de")
    _page, room = open_room(driver, "oneword")
    phones = [join(room, name) for name in ("Anna", "Ben", "Carla")]
    room.seat_here("Anna 2")
    room.options = {"first": 0}
    room.obey(protocol.Start())
    driver.settle()
    driver.window._leave_room_page()
    driver.settle()
    match = driver.match
    driver.click(driver.curtain().button)  # type: ignore[union-attr]
    match.play(Hint(("Quaste",)))
    for seat, word in ((1, "Zyzzyx"), (2, "Zwirbel")):
        match.play_remote(seat, Hint((word,)), match.session.revision)
    driver.settle()
    said = [label.text() for label in driver.visible(QLabel) if "schaut weg, bis" in label.text()]
    assert said == [
        "Anna 2, bitte an den Bildschirm kommen. Anna schaut weg, bis die Hinweise gezeigt werden."
    ]
    assert phones
