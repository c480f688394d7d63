"""The desktop's room page: every state of it has its room, its names, its keys; and what the host does there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QMenu,
    QMessageBox,
    QToolTip,
    QWidget,
)

from desktop.binding.match import Stage
from desktop.screens.room import RoomPage
from desktop.screens.seat_link import SeatLink
from desktop.widgets.basics import Button
from engine.core import catalog
from engine.core.text import texts
from engine.games.oneword.model import Abort, Hint, Next, Pass, Show
from engine.play import record
from engine.rooms import protocol
from engine.rooms.addresses import Address
from engine.rooms.members import Phone
from engine.rooms.room import Room
from tests.desktop import reading
from tests.desktop.conftest import Open
from tests.desktop.driver import Driver
from tests.desktop.test_accessibility import takes_focus
from tests.desktop.test_fit import LONG, SIZES, Longer, defects

HOSTILE = "<b>A</b> & <img src=x>"
ADDRESSES = [Address("192.168.178.20", "wlp3s0"), Address("172.17.0.1", "docker0")]


class Wire:
    """A phone's end that does nothing."""

    address = "192.0.2.7"

    def show(self, data: bytes) -> None:
        """Not looked at."""

    tell = show

    def close(self, code: int) -> None:
        """Never open."""


@pytest.fixture(autouse=True)
def network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any free port; two addresses, one of them of a container."""
    monkeypatch.setattr("desktop.binding.phones.PORT", 0)
    monkeypatch.setattr("desktop.binding.phones.addresses", lambda: list(ADDRESSES))


def open_room(driver: Driver, game: str = "letter") -> tuple[RoomPage, Room]:
    driver.window.show_room()
    driver.settle()
    page = driver.window.page
    assert isinstance(page, RoomPage)
    assert driver.window.phones is not None
    room = driver.window.phones.room
    room.obey(protocol.Choose(game))
    driver.settle()
    return page, room


def join(room: Room, name: str) -> Phone:
    phone = Phone(Wire(), f"token {len(room.members)}", "en")
    room.enter(phone)
    room.receive(phone, protocol.Join(name))
    assert phone.member is not None
    return phone


def number(phone: Phone) -> int:
    assert phone.member is not None
    return phone.member.id


def link_shown(driver: Driver) -> SeatLink:
    """The dialog with the link to a seat."""
    (dialog,) = driver.visible(SeatLink, driver.window)
    return dialog


def room_page(driver: Driver) -> RoomPage:
    driver.window.show_room()
    driver.settle()
    page = driver.window.page
    assert isinstance(page, RoomPage)
    return page


def begin(driver: Driver, room: Room) -> RoomPage:
    """Begin the match; the page in mid-match."""
    room.obey(protocol.Start())
    driver.settle()
    assert driver.window.match is not None
    return room_page(driver)


def states(driver: Driver, names: tuple[str, ...] = LONG) -> Iterator[str]:
    """The page in all its states, one after the other."""
    page, room = open_room(driver)
    yield "empty"
    page.door.offer_help()
    driver.settle()
    yield "help"
    phones = [join(room, name) for name in names]
    room.leave_wire(phones[-1])
    room.obey(protocol.Appoint(number(phones[1])))
    late = join(room, "Emil")
    driver.settle()
    yield "full, one waits"
    page._obey(protocol.Link(number(phones[0])))
    driver.settle()
    yield "a link to a seat"
    link_shown(driver).close()
    driver.settle()
    room.obey(protocol.Choose("oneword"))
    for bot in ("strong", "random"):
        room.obey(protocol.AddBot(bot))
    driver.settle()
    yield "seven chairs"
    room.obey(protocol.Drop(0))
    room.obey(protocol.Remove(number(phones[2])))
    driver.settle()
    yield "somebody without a chair, and removed"
    page._obey(protocol.Choose("letter"))
    page._obey(protocol.Drop(0))
    page._obey(protocol.Drop(0))
    page._obey(protocol.Drop(0))
    page.start_button.setEnabled(True)
    page._obey(protocol.Start())
    driver.settle()
    assert page.problem.isVisible()
    yield "too few"
    room.obey(protocol.Readmit(number(phones[2])))
    room.obey(protocol.AddBot("strong"))
    while len(room.chairs) < 3:
        room.obey(protocol.AddBot("strong"))
    begin(driver, room)
    yield "in a match"
    gone = next(member for member in room.seats if member)
    room.obey(protocol.Remove(gone))
    driver.settle()
    yield "an empty seat"
    if room.bots() and not room.plays_now(number(late)):
        room.obey(protocol.Replace(min(room.bots()), member=number(late)))
        driver.settle()
        yield "somebody comes in"


# Room for everything ----------------------------------------


@pytest.mark.parametrize("language", ["de", "en", "longer"])
def test_everything_has_its_room(open_window: Open, monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    """Names of 24 characters, in every size of window; the lists may scroll up and down, never sideways."""
    if language == "longer":
        monkeypatch.setattr("desktop.main_window.texts", lambda _code: Longer())
    driver = open_window("de" if language == "longer" else language)
    found = []
    for state in states(driver):
        for size in SIZES:
            driver.window.resize(*size)
            driver.settle()
            found += [
                f"{state} {size}: {defect}" for defect in defects(driver.window) if " scrolls: " not in defect
            ]
    assert found == [], "\n".join(found)


def test_code_and_address_are_in_view_at_once(open_window: Open) -> None:
    """At 1280×720, and at 960×600, what people have to type needs no scrolling; nor does starting."""
    driver = open_window("de")
    page, room = open_room(driver)
    for name in LONG:
        join(room, name)
    for size in ((1280, 720), (960, 600)):
        driver.window.resize(*size)
        driver.settle()
        for widget in (page.door.code, page.door.address, page.door.qr, page.start_button):
            assert widget.visibleRegion().boundingRect() == widget.rect(), (size, widget)


# Screen readers and keys ----------------------------------------


@pytest.mark.parametrize("language", ["de", "en"])
def test_everything_that_takes_the_focus_has_a_name_of_its_own(open_window: Open, language: str) -> None:
    """In every state; no two buttons are called the same, though many do the same for different people."""
    driver = open_window(language)
    counted = 0
    for state in states(driver):
        names = []
        for widget in reading.everything(driver.window):
            if takes_focus(widget):
                counted += 1
                name = reading.accessible_name(widget)
                assert name, f"{state}: {type(widget).__name__}"
                names.append(name)
        buttons = [name for name in names if names.count(name) > 1]
        assert not buttons, f"{state}: {buttons}"
        assert " ".join(driver.window.phones.room.code) in "\n".join(  # type: ignore[union-attr]
            label.accessibleName() for label in driver.visible(QLabel, driver.window)
        )
    assert counted > 60


def test_tab_reaches_everything_and_comes_round(open_window: Open) -> None:
    """With Tab alone, and back again."""
    driver = open_window()
    page, room = open_room(driver)
    for name in ("Anna", "Ben"):
        join(room, name)
    driver.settle()
    wanted = {widget for widget in reading.everything(driver.window) if takes_focus(widget)}
    page.back_button.setFocus()
    assert driver.tab_round() == wanted


def focus_on(driver: Driver, name: str) -> None:
    """Go with Tab to what is called *name*."""
    for _step in range(80):
        if driver.focus is not None and driver.focus.accessibleName() == name:
            return
        driver.press(Qt.Key.Key_Tab)
    raise AssertionError(name)


def menu(driver: Driver) -> QMenu:
    found = QApplication.activePopupWidget()
    assert isinstance(found, QMenu)
    return found


def test_a_seat_is_moved_and_a_link_handed_out_by_keys_alone(open_window: Open) -> None:
    """Enter on a button; Enter opens a menu with its first entry ready; the focus stays where it was."""
    driver = open_window()
    _page, room = open_room(driver)
    for name in ("Anna", "Ben"):
        join(room, name)
    driver.settle()
    focus_on(driver, "Ben: One place earlier")
    driver.press(Qt.Key.Key_Return)
    assert [chair.name for chair in room.chairs] == ["Ben", "Anna"]
    focus_on(driver, "Ben: more")
    driver.press(Qt.Key.Key_Return)
    assert [action.text() for action in menu(driver).actions()] == [
        "Take away",
        "Link to this seat",
        "Make a host",
        "Remove from the room",
    ]
    driver.press(Qt.Key.Key_Down)
    driver.press(Qt.Key.Key_Return)
    driver.settle()
    dialog = link_shown(driver)
    assert dialog.link.startswith(f"{room.share}#")
    assert any(label.text() == dialog.link for label in driver.visible(QLabel))
    driver.press(Qt.Key.Key_Escape)
    driver.settle()
    assert not driver.visible(SeatLink, driver.window)
    driver.wait(QApplication.focusWidget)
    assert driver.focus.accessibleName() == "Ben: more"


def test_escape_leads_back(open_window: Open) -> None:
    """To the table in a match, to the start page without one; from a menu only out of the menu."""
    driver = open_window()
    _page, room = open_room(driver)
    for name in ("Anna", "Ben"):
        join(room, name)
    page = begin(driver, room)
    page.end_button.setFocus()
    focus_on(driver, "Anna: more")
    driver.press(Qt.Key.Key_Return)
    menu(driver)
    driver.press(Qt.Key.Key_Escape)
    driver.settle()
    assert driver.window.page is page
    driver.press(Qt.Key.Key_Escape)
    assert driver.window.page is not page
    assert driver.window.phones is not None


# What the host does ----------------------------------------


def choose(driver: Driver, button: str, entry: str) -> None:
    """Choose *entry* from the menu that the button called *button* opens."""
    (found,) = [one for one in driver.visible(Button) if one.accessibleName() == button]
    found.click()
    driver.settle()
    shown = menu(driver)
    (action,) = [action for action in shown.actions() if action.text() == entry]
    shown.setActiveAction(action)
    driver.press(Qt.Key.Key_Return)
    driver.settle()


def test_host_rights_are_given_and_taken_back_here(open_window: Open) -> None:
    """Ben may decide on his phone until the desktop says otherwise; and never more than the desktop itself."""
    driver = open_window()
    _page, room = open_room(driver)
    join(room, "Anna")
    ben = join(room, "Ben")
    driver.settle()
    choose(driver, "Ben: more", "Make a host")
    assert room.is_host(ben)
    room.receive(ben, protocol.Lock(True))
    assert room.locked
    choose(driver, "Ben: more", "Take back the host's rights")
    assert not room.is_host(ben)
    room.receive(ben, protocol.Lock(False))
    assert room.locked


def test_new_link_makes_the_older_one_void(open_window: Open) -> None:
    """The seat link can be handed out again; only the newest leads in."""
    driver = open_window()
    _page, room = open_room(driver)
    ben = join(room, "Ben")
    driver.settle()
    links = []
    for _time in range(2):
        choose(driver, "Ben: more", "Link to this seat")
        links.append(link_shown(driver).link.partition("#")[2])
        driver.click("Close")
    assert not room.knows("", None, links[0])
    assert room.knows("", None, links[1])
    other = Phone(Wire(), "another phone", "en")
    room.enter(other, links[1])
    assert other.member is not None
    assert other.member.id == number(ben)


def test_match_is_ended_here_after_a_question(open_window: Open) -> None:
    """Asked first; then everybody is back in the room, and the match is not on the screen any more."""
    driver = open_window()
    _page, room = open_room(driver)
    for name in ("Anna", "Ben"):
        join(room, name)
    page = begin(driver, room)
    driver.click(page.end_button)
    (box,) = driver.visible(QMessageBox, driver.window)
    driver.click("Cancel")
    assert room.table is not None
    driver.click(page.end_button)
    (box,) = driver.visible(QMessageBox, driver.window)
    next(button for button in box.buttons() if button.text() == "End the match").click()
    driver.settle()
    assert room.table is None
    assert driver.window.match is None
    assert isinstance(driver.window.page, RoomPage)
    assert driver.window.page.start_button.isVisible()


def test_match_is_ended_on_a_phone_with_host_rights(open_window: Open) -> None:
    """The window follows, whatever it shows; a match begun at once afterwards is not ended with it."""
    driver = open_window()
    _page, room = open_room(driver)
    ben = join(room, "Ben")
    join(room, "Anna")
    room.obey(protocol.Appoint(number(ben)))
    begin(driver, room)
    driver.window._leave_room_page()
    room.receive(ben, protocol.End())
    driver.settle()
    assert driver.window.match is None
    assert isinstance(driver.window.page, RoomPage)
    room.receive(ben, protocol.Start())
    driver.settle()
    first = driver.window.match
    room.receive(ben, protocol.End())
    room.receive(ben, protocol.Start())
    driver.settle()
    assert driver.window.match is not None
    assert driver.window.match is not first
    assert room.table is not None


def test_empty_seat_is_given_to_a_bot_or_to_somebody(open_window: Open) -> None:
    """Whoever was removed left a seat: a bot plays on, or Carla, who waits; later Anna again."""
    driver = open_window()
    _page, room = open_room(driver)
    anna, ben = join(room, "Anna"), join(room, "Ben")
    begin(driver, room)
    carla = join(room, "Carla")
    room.obey(protocol.Remove(number(ben)))
    driver.settle()
    choose(driver, "Ben: more", "Carla takes over")
    assert room.seat_of(number(carla)) == 1
    room.obey(protocol.Remove(number(anna)))
    driver.settle()
    (play_on,) = [one for one in driver.visible(Button) if one.accessibleName() == "Anna: Let a bot play on"]
    driver.click(play_on)
    assert room.bots() == frozenset({0})
    room.obey(protocol.Readmit(number(anna)))
    driver.settle()
    choose(driver, "Anna: more", "From the next round on in the seat of Anna")
    assert room.coming == {0: number(anna)} or room.seat_of(number(anna)) == 0
    assert driver.window.match is not None


def test_late_comer_takes_the_seat_of_a_bot_of_the_beginning(open_window: Open) -> None:
    """The desktop's own match: from the next round on the bot moves no more, and the seat is a phone's."""
    driver = open_window()
    _page, room = open_room(driver)
    anna = join(room, "Anna")
    room.obey(protocol.AddBot("random"))
    room.options = {"goal": 4}
    begin(driver, room)
    driver.window._leave_room_page()
    match = driver.match
    session = match.session

    def play(until: Callable[[], bool]) -> None:
        for _turn in range(400):
            if until() or session.over:
                return
            match.next_round()
            if session.awaited == (0,):
                choices = session.port(0).choices()
                room.receive(
                    anna,
                    protocol.Move(f"{session.revision}", session.revision, catalog_json(choices[-1])),
                )
            driver.settle()
            driver.qtbot.wait(1)

    play(lambda: not session.changeover)
    carla = join(room, "Carla")
    room.obey(protocol.Replace(1, member=number(carla)))
    assert room.seat_of(number(carla)) is None
    rounds = len(session.onlooker().rounds())
    play(lambda: len(session.onlooker().rounds()) > rounds)
    driver.wait(lambda: room.seat_of(number(carla)) == 1 or session.over)
    if not session.over:
        assert match.remote == {0, 1}
        assert room.bots() == frozenset()
        play(lambda: session.awaited == (1,))
        actions = session.actions
        driver.settle()
        assert session.actions == actions


def test_table_has_a_fifth_seat_for_whoever_comes_late(open_window: Open) -> None:
    """Ein Wort on the screen: Emil is let in between two cards and is at the table; it is saved, and read again."""
    driver = open_window()
    _page, room = open_room(driver, "oneword")
    phones = [join(room, name) for name in ("Anna", "Ben", "Carla", "Dora")]
    begin(driver, room)
    driver.window._leave_room_page()
    match = driver.match
    session = match.session

    def make(seat: int, move: Any) -> None:
        said = protocol.Move(f"{session.revision}", session.revision, catalog_json(move))
        room.receive(phones[room.seats[seat] - 1], said)
        driver.settle()

    phones.append(join(room, "Emil"))
    for seat, word in ((1, "Zyzzyx"), (2, "Zwirbel"), (3, "Quaste")):
        make(seat, Hint((word,)))
    make(1, Show())
    make(0, Pass())
    driver.wait(lambda: len(session.seats) == 5)
    assert match.names == ("Anna", "Ben", "Carla", "Dora", "Emil")
    assert match.remote == {0, 1, 2, 3, 4}
    make(0, Next())
    assert 4 in session.awaited
    assert any("Emil" in said for said in reading.spoken(driver.window))
    driver.window.resize(960, 600)
    driver.settle()
    make(4, Hint(("Zimt",)))
    assert any("Emil" in said for said in reading.spoken(driver.window))
    assert match.saver is not None
    read = record.replay(record.read(match.saver.path))
    assert read.seats == session.seats
    assert read.awaited == session.awaited
    for seat, word in ((0, "Wabe"), (2, "Zirkel"), (3, "Quark")):
        make(seat, Hint((word,)))
    make(4, Show())
    make(1, Pass())
    match.arrange(0, Abort())  # the host's, and no phone is that here
    driver.wait(lambda: match.stage is Stage.RESULT)
    assert any("Emil" in said for said in reading.spoken(driver.window))
    driver.window.show_replay()
    driver.settle()
    driver.window.rematch()
    driver.settle()
    assert [chair.name for chair in room.chairs] == ["Anna", "Ben", "Carla", "Dora", "Emil"]
    assert room.options["first"] == 2
    driver.window.show_start()
    driver.window.show_statistics()
    driver.settle()


def catalog_json(move: Any) -> Any:
    """A move as a phone sends it."""
    import msgspec

    from engine.core import codec

    return msgspec.Raw(codec.encode(move))


# Options ----------------------------------------


def test_what_is_chosen_stays_when_somebody_comes(open_window: Open) -> None:
    """A goal set by hand is kept while people join; a default is no choice and follows their number."""
    driver = open_window()
    page, room = open_room(driver)
    join(room, "Anna")
    join(room, "Ben")
    driver.settle()
    usual = page._options["goal"].value()
    join(room, "Carla")
    driver.settle()
    three = page._options["goal"].value()
    assert (usual, three) == tuple(
        next(option for option in catalog.meta("letter").options if option.name == "goal").default_for(seats)
        for seats in (2, 3)
    )
    page._options["goal"].spin.setValue(9)
    join(room, "Dora")
    driver.settle()
    assert page._options["goal"].value() == 9
    assert room.options == {"goal": 9}
    page._options["goal"].default_button.click()
    assert room.options == {}


def test_phone_with_host_rights_changes_what_is_shown_here(open_window: Open) -> None:
    """Both decide: the newest choice is shown at both."""
    driver = open_window()
    page, room = open_room(driver)
    ben = join(room, "Ben")
    room.obey(protocol.Appoint(number(ben)))
    room.receive(ben, protocol.Choose("letter", {"goal": 11}))
    driver.settle()
    assert page._options["goal"].value() == 11


def test_open_list_is_not_taken_away_by_somebody_who_comes(open_window: Open) -> None:
    """While the host chooses a game from the list, people join: the list stays, and they are shown afterwards."""
    driver = open_window()
    _page, room = open_room(driver)
    (box,) = [box for box in driver.visible(QComboBox) if box.accessibleName() == "Game"]
    box.showPopup()
    driver.settle()
    join(room, "Anna")
    driver.settle()
    assert QApplication.activePopupWidget() is not None
    box.hidePopup()
    driver.wait(lambda: any(label.text() == "Anna" for label in driver.visible(QLabel)))


def test_name_being_typed_is_not_disturbed(open_window: Open) -> None:
    """Focus, text and place in it stay while people join."""
    driver = open_window()
    _page, room = open_room(driver)
    (edit,) = [edit for edit in driver.visible(QLineEdit) if edit.accessibleName().startswith("Name of")]
    edit.setFocus()
    edit.setText("Grandma")
    edit.setCursorPosition(3)
    join(room, "Anna")
    driver.settle()
    now = driver.focus
    assert isinstance(now, QLineEdit)
    assert (now.text(), now.cursorPosition()) == ("Grandma", 3)
    driver.press(Qt.Key.Key_Return)
    assert [chair.name for chair in room.chairs] == ["Anna", "Grandma"]


def test_list_is_built_anew_only_if_something_in_it_is_another(open_window: Open) -> None:
    """While a match runs every move tells the page; under the host's fingers nothing changes by that."""
    driver = open_window()
    _page, room = open_room(driver)
    for name in ("Anna", "Ben"):
        join(room, name)
    page = begin(driver, room)
    before = page._scroll.widget()
    room.changed()
    driver.settle()
    assert page._scroll.widget() is before
    join(room, "Carla")
    driver.settle()
    assert page._scroll.widget() is not before


# Names ----------------------------------------


def test_hostile_names_are_plain_text_everywhere(open_window: Open) -> None:
    """In labels, tool tips, menus, lists, questions and on the table nothing that people call themselves is markup."""
    driver = open_window()
    page, room = open_room(driver)
    phone = join(room, HOSTILE)
    join(room, "<i>B</i>")
    third = join(room, "&C && D")
    driver.settle()

    def look(root: QWidget) -> None:
        for widget in reading.everything(root):
            if isinstance(widget, QLabel) and "<" in widget.text():
                assert widget.textFormat() is Qt.TextFormat.PlainText, widget.text()
            tip = widget.toolTip()
            if "<" in tip:
                # Ours alone: one paragraph, everything within escaped.
                assert tip.startswith("<p>"), tip
                assert "<" not in tip.removeprefix("<p>").removesuffix("</p>"), tip
            if isinstance(widget, QComboBox):
                assert not any("<p>" in widget.itemText(n) for n in range(widget.count()))

    look(driver.window)
    assert any(label.text() == HOSTILE for label in driver.visible(QLabel))
    begin(driver, room)
    room.obey(protocol.Remove(number(phone)))
    room.obey(protocol.Remove(number(third)))
    driver.settle()
    look(driver.window)
    entries = [
        action.text()
        for one in driver.window.findChildren(QMenu)
        for action in one.actions()
        if isinstance(action, QAction)
    ]
    assert all("&" not in entry.replace("&&", "") for entry in entries if "C" in entry)
    driver.window._leave_room_page()
    driver.settle()
    look(driver.window)
    QToolTip.hideText()
    assert page is not None


# The way in ----------------------------------------


def test_help_comes_again_after_another_address(open_window: Open) -> None:
    """The clock starts anew with each address; the chosen one is on the code, and is there after a restart."""
    driver = open_window("de")
    page, _room = open_room(driver)
    door = page.door
    assert door._waited.isActive()
    assert door._waited.interval() == 20_000
    door._waited.timeout.emit()
    driver.settle()
    assert door.help.isVisible()
    for word in ("WLAN", "Gastnetz", "VPN", "http, nicht", "erreichbar"):
        assert word in door.help.text()
    assert door.addresses is not None
    door.addresses.setCurrentIndex(1)
    driver.settle()
    assert "172.17.0.1" in door.address.text()
    assert door._waited.isActive()
    assert not door.help.isVisible()
    driver.window.close()
    driver.settle()
    again, _room = open_room(open_window("de"))
    assert "172.17.0.1" in again.door.address.text()


def test_address_that_is_gone_is_not_offered(open_window: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine changed its network: the page offers what there is now."""
    driver = open_window()
    page, _room = open_room(driver)
    assert "192.168.178.20" in page.door.address.text()
    monkeypatch.setattr("desktop.binding.phones.addresses", lambda: [Address("10.0.0.7", "eth0")])
    page = room_page(driver)
    assert page.door.address.text().startswith("http://10.0.0.7:")
    assert page.door.addresses is None


def test_texts_are_there_in_german() -> None:
    """What the page says is no English in German."""
    german = texts("de")
    for text in ("More …", "End the match now?", "waits for the next match", "host too"):
        assert german._(text) != text
