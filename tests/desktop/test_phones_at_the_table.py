"""The table while people play on phones: no practice aids against them, who is missing, and how the match is left."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu

from desktop import storage
from desktop.binding.match import Stage
from desktop.binding.phones import kept_game
from desktop.opening import open_record
from desktop.screens.room import RoomPage
from desktop.screens.start import StartPage
from desktop.widgets.bars import Bars
from desktop.widgets.basics import Sign
from engine.rooms import protocol
from engine.rooms.members import Phone
from engine.rooms.room import Room
from tests.desktop.conftest import Open
from tests.desktop.driver import Driver
from tests.desktop.test_fit import LONG, SIZES, defects
from tests.desktop.test_opening import RECORDED
from tests.desktop.test_room_page import Wire, join, network, open_room

__all__ = ["network"]


def at_the_table(
    driver: Driver, game: str, *names: str, here: str = "", bots: int = 0
) -> tuple[Room, list[Phone]]:
    """A match of people on phones, somebody at the screen if *here* is a name, and bots; the table is shown."""
    _page, room = open_room(driver, game)
    if here:
        room.seat_here(here)
    phones = [join(room, name) for name in names]
    for _bot in range(bots):
        room.obey(protocol.AddBot("random"))
    if game == "oneword":
        room.options["first"] = 1  # Ben guesses
    room.obey(protocol.Start())
    driver.settle()
    assert driver.window.match is not None
    return room, phones


# Aids ----------------------------------------


@pytest.mark.parametrize(
    ("game", "bots"), [("letter", 0), ("letter", 1), ("oneword", 1), ("sleuth", 0), ("valknut", 0)]
)
def test_nobody_is_helped_against_people_on_phones(open_window: Open, game: str, bots: int) -> None:
    """Anna at the screen, Ben on his phone: no chances, no tip, nothing taken back; whoever's turn it is."""
    driver = open_window()
    assert driver.window.settings.aids
    at_the_table(driver, game, "Ben", here="Anna", bots=bots)
    match = driver.match
    while match.viewer is None:
        if match.stage is Stage.CURTAIN:
            driver.click(driver.curtain().button)  # type: ignore[union-attr]
            continue
        seat = next(seat for seat in match.session.awaited if seat in match.remote)
        match.play_remote(seat, match.session.port(seat).choices()[0], match.session.revision)
        driver.settle()
    assert match.viewer == 0
    assert match.viewer in match.session.awaited
    assert not [found for found in driver.visible(QAbstractButton) if found.text() in ("Tip", "Undo", "Redo")]
    assert not driver.visible(Bars)
    assert not driver.page._scene.aids  # type: ignore[union-attr]
    match.ask_advice()
    assert not match.aided


# Who is missing ----------------------------------------


def leave(room: Room, phone: Phone) -> None:
    """ "Leave the room", pressed on the phone."""
    room.receive(phone, protocol.Leave())


def test_table_asks_when_somebody_has_left(open_window: Open) -> None:
    """The player in turn leaves: it stands on the table, with the choice; a bot plays on at a click."""
    driver = open_window()
    room, phones = at_the_table(driver, "letter", "Anna", "Ben", "Carla")
    driver.window._leave_room_page()
    driver.settle()
    seat = driver.match.session.awaited[0]
    name = driver.match.names[seat]
    leave(room, phones[room.seats[seat] - 1])
    driver.settle()
    assert f"{name} has left the room. The match waits until you decide." in driver.text()
    assert {"Let a bot play on", "Wait", "Manage players …"} <= set(driver.text().splitlines())
    driver.click("Let a bot play on")
    driver.settle()
    assert room.bots() == {seat}
    assert "has left" not in driver.text()
    assert driver.focus is not None


def test_table_waits_for_somebody_who_has_left(open_window: Open) -> None:
    """Wait: the question goes, the mark stays; whoever comes back and leaves again is asked about again."""
    driver = open_window()
    room, phones = at_the_table(driver, "letter", "Anna", "Ben", "Carla")
    driver.window._leave_room_page()
    leave(room, phones[1])
    driver.settle()
    driver.click("Wait")
    driver.settle()
    assert driver.find("Let a bot play on") is None
    assert "Ben has left the room." in driver.text()
    assert driver.focus.text() == "Manage players …"  # type: ignore[attr-defined]
    room.receive(phones[1], protocol.Join("Ben"))
    driver.settle()
    assert "has left" not in driver.text()
    leave(room, phones[1])
    driver.settle()
    assert driver.find("Let a bot play on") is not None
    driver.click("Manage players …")
    driver.settle()
    assert isinstance(driver.window.page, RoomPage)


def test_table_marks_whose_phone_is_away(open_window: Open) -> None:
    """Asleep is not gone: another sign, other words, no question; and it goes when the phone is back."""
    driver = open_window()
    room, phones = at_the_table(driver, "letter", "Anna", "Ben", "Carla")
    driver.window._leave_room_page()
    leave(room, phones[0])
    room.leave_wire(phones[1])
    driver.settle()
    assert "Ben is not connected just now." in driver.text()
    assert "Anna has left the room." in driver.text()
    signs = [sign._name for sign in driver.visible(Sign, driver.page) if sign._name in ("out", "away")]
    assert signs == ["out", "away"]
    driver.window.set_language("de")
    driver.settle()
    assert "Ben ist gerade nicht verbunden." in driver.text()
    room.enter(Phone(Wire(), phones[1].token, "en"))
    driver.settle()
    assert "nicht verbunden" not in driver.text()


@pytest.mark.parametrize("game", ["letter", "sleuth", "valknut", "oneword"])
def test_what_is_said_of_missing_people_has_its_room(open_window: Open, game: str) -> None:
    """Long names, all games, every size of window."""
    driver = open_window("de")
    room, phones = at_the_table(driver, game, *LONG[:3])
    driver.window._leave_room_page()
    room.obey(protocol.Remove(1))
    room.obey(protocol.Remove(2))
    room.leave_wire(phones[2])
    found = []
    for size in SIZES:
        driver.window.resize(*size)
        driver.settle()
        found += [f"{size}: {defect}" for defect in defects(driver.window) if " scrolls: " not in defect]
    assert found == [], "\n".join(found)


# Leaving ----------------------------------------


def choose_in_menu(driver: Driver, entry: str) -> None:
    """Open the table's menu and choose *entry*, by the mouse and keys."""
    driver.click(driver.page.menu_button)
    shown = QApplication.activePopupWidget()
    assert isinstance(shown, QMenu)
    (action,) = [action for action in shown.actions() if action.text() == entry]
    shown.setActiveAction(action)
    driver.press(Qt.Key.Key_Return)
    driver.settle()


@pytest.mark.parametrize("way", ["To the start page", "New match …", "Quit", "close", "file"])
def test_match_with_phones_is_not_left_without_a_question(
    open_window: Open, way: str, tmp_path: Path
) -> None:
    """Whatever leads away asks first; after "Cancel" nothing has happened, after "Leave" the match is saved."""
    driver = open_window()
    room, _phones = at_the_table(driver, "letter", "Anna", "Ben")
    driver.window._leave_room_page()
    match = driver.match

    def go() -> None:
        if way == "close":
            driver.window.close()
        elif way == "file":
            open_record(driver.window, RECORDED)
        else:
            choose_in_menu(driver, way)
        driver.settle()

    go()
    assert "Leave the match with the phones?" in driver.text()
    driver.click("Cancel")
    assert driver.window.match is match
    assert driver.window.phones is not None
    assert driver.window.isVisible()
    go()
    driver.click("Leave the match")
    driver.settle()
    assert driver.window.match is not match
    assert driver.window.phones is None
    assert driver.window.isVisible() == (way not in ("Quit", "close"))
    assert kept_game() in {game.path.name for game in storage.saved_games()[0]}
    assert room.code


def test_match_with_phones_that_is_over_is_left_without_a_question(open_window: Open) -> None:
    """There is nothing to lose any more."""
    driver = open_window()
    at_the_table(driver, "letter", "Anna", "Ben")
    play_to_the_end(driver)
    driver.click("To the start page")
    assert isinstance(driver.window.page, StartPage)


def play_to_the_end(driver: Driver) -> None:
    """Let the phones play until the match is over, and show its result."""
    driver.window._leave_room_page()
    match = driver.match
    while not match.session.over:
        seat = match.session.awaited[0]
        match.play_remote(seat, match.session.port(seat).choices()[-1], match.session.revision)
    match.next_round()
    driver.settle()
    assert match.stage is Stage.RESULT


def test_room_offers_the_match_that_was_left(open_window: Open) -> None:
    """ "Play with phones" after leaving: go on, or into the room without it, or neither."""
    driver = open_window("de")
    room, _phones = at_the_table(driver, "letter", "Anna", "Ben")
    driver.window._leave_room_page()
    revision = driver.match.session.revision
    choose_in_menu(driver, "Zur Startseite")
    driver.click("Partie verlassen")
    driver.click("Mit Handys spielen")
    assert "Anna und Ben" in driver.text()
    driver.click("Abbrechen")
    assert isinstance(driver.window.page, StartPage)
    driver.click("Mit Handys spielen")
    driver.click("Ohne sie in den Raum")
    assert isinstance(driver.window.page, RoomPage)
    assert driver.window.match is None
    driver.click("Raum schließen")
    driver.click("Mit Handys spielen")
    driver.click("Partie fortsetzen")
    assert driver.match.session.revision == revision
    assert driver.match.remote == {0, 1}
    assert driver.window.phones is not None
    assert driver.window.phones.room.code == room.code


# Ended, and kept ----------------------------------------


def test_ended_match_is_over(open_window: Open, home: Path) -> None:
    """After "End the match" it is not offered any more, here or in the room; its record is kept, nothing is counted."""
    driver = open_window()
    at_the_table(driver, "letter", "Anna", "Ben")
    driver.window._leave_room_page()
    choose_in_menu(driver, "Phones and players …")
    driver.click("End the match")
    driver.click("End the match")  # in the question
    driver.settle()
    assert driver.window.match is None
    driver.click("Close the room")
    page = driver.window.page
    assert isinstance(page, StartPage)
    assert page.continue_card is None
    assert storage.saved_games() == ([], [])
    assert len(list(storage.finished_folder().iterdir())) == 1
    assert not list(home.rglob("*.phones"))
    assert not list(home.rglob("statistics*"))
    driver.click("Play with phones")
    assert isinstance(driver.window.page, RoomPage)


def test_match_ended_on_a_phone_is_over_even_if_the_next_begins_at_once(open_window: Open) -> None:
    """The host's phone ends one match and starts another before the window has left the first."""
    driver = open_window()
    room, phones = at_the_table(driver, "letter", "Anna", "Ben")
    room.obey(protocol.Appoint(1))
    room.receive(phones[0], protocol.End())
    room.receive(phones[0], protocol.Start())
    driver.settle()
    (saved,) = storage.saved_games()[0]
    assert driver.match.saver is not None
    assert saved.path == driver.match.saver.path
    assert len(list(storage.finished_folder().iterdir())) == 1


def leave_for_start(driver: Driver) -> StartPage:
    choose_in_menu(driver, "To the start page")
    driver.click("Leave the match")
    driver.settle()
    page = driver.window.page
    assert isinstance(page, StartPage)
    return page


def test_every_kept_match_with_phones_goes_on_with_phones(open_window: Open) -> None:
    """Two were left, each with other people and one with a bot that stands in: both go on as they were."""
    driver = open_window()
    room, phones = at_the_table(driver, "letter", "Ben", "Carla", here="Anna")
    driver.window._leave_room_page()
    leave(room, phones[0])
    driver.settle()
    driver.click("Let a bot play on")
    assert room.bots() == {1}
    leave_for_start(driver)
    driver.click("Play with phones")
    driver.click("Into the room without it")
    assert driver.window.phones is not None
    again = driver.window.phones.room
    for token in (phones[0].token, phones[1].token):
        again.enter(Phone(Wire(), token, "en"))
    again.obey(protocol.Readmit(1))
    again.obey(protocol.Drop(0))
    again.obey(protocol.Start())
    driver.settle()
    assert driver.match.remote == {0, 1}
    for names in ("Anna, Ben and Carla", "Carla and Ben", "Anna, Ben and Carla"):
        page = leave_for_start(driver)
        go_on(driver, page, names)
        assert driver.window.phones is not None
        match, now = driver.match, driver.window.phones.room
        assert now.code == room.code
        if len(match.names) == 2:
            assert (match.humans, match.remote, dict(match.bots)) == ((), {0, 1}, {})
        else:
            assert (match.humans, match.remote, set(match.bots)) == ((0,), {2}, {1})
            assert now.seats == [0, 0, 2]
            assert now.bots() == {1}
        assert match.viewer is None


def go_on(driver: Driver, page: StartPage, names: str) -> None:
    """Choose on the start page the saved match with these *names*."""
    assert page.continue_card is not None
    if page.continue_card.accessibleName().endswith(f"with {names}"):
        driver.click(page.continue_card)
        return
    assert page.further_button is not None
    driver.click(page.further_button)
    shown = QApplication.activePopupWidget()
    assert isinstance(shown, QMenu)
    (action,) = [action for action in shown.actions() if action.text().endswith(f"with {names}")]
    shown.setActiveAction(action)
    driver.press(Qt.Key.Key_Return)
    driver.settle()


def test_match_of_another_room_asks_who_plays_on(open_window: Open) -> None:
    """Played in a second window's room, which is not kept: its people are not here, and their hands are not shown."""
    first = open_window()
    open_room(first)
    driver = open_window()
    room, _phones = at_the_table(driver, "letter", "Anna", "Ben")
    assert first.window.phones is not None
    assert room.code != first.window.phones.room.code
    driver.window._leave_room_page()
    page = leave_for_start(driver)
    first.window.show_start()
    assert page.continue_card is not None
    driver.click(page.continue_card)
    match = driver.match
    assert match.humans == ()
    assert driver.window.phones is not None
    now = driver.window.phones.room
    assert now.vacant() == (0, 1)
    assert "Anna is not in the room." in driver.text() or "Ben is not in the room." in driver.text()
    late = join(now, "Carla")
    assert now.seat_of(late.member.id) is None  # type: ignore[union-attr]


def test_unreadable_seats_make_no_local_game(open_window: Open) -> None:
    """Whoever played can't be read any more: the room asks, and no hand lies on the table."""
    driver = open_window()
    at_the_table(driver, "letter", "Ben", here="Anna")
    driver.window._leave_room_page()
    page = leave_for_start(driver)
    (saved,) = storage.saved_games()[0]
    saved.path.with_suffix(".phones").write_bytes(b"{")
    assert page.continue_card is not None
    driver.click(page.continue_card)
    assert driver.match.humans == ()
    assert driver.match.viewer is None


def test_match_without_a_port_is_not_opened_here(open_window: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """No room can be opened: that is told, and the match waits."""
    driver = open_window()
    at_the_table(driver, "letter", "Anna", "Ben")
    driver.window._leave_room_page()
    page = leave_for_start(driver)

    def refuse(*_args: object, **_named: object) -> int:
        raise OSError(98, "Address already in use")

    monkeypatch.setattr("desktop.binding.phones.Beside.start", refuse)
    assert page.continue_card is not None
    driver.click(page.continue_card)
    assert driver.window.match is None
    assert "Address already in use" in driver.notice()
    monkeypatch.undo()
