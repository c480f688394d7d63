"""Playing with phones at the desktop: real sockets to the window's own server, the window as everybody's table."""

from __future__ import annotations

import asyncio
import json
import secrets
import threading
from collections.abc import Coroutine, Iterator
from concurrent.futures import Future
from typing import Any

import pytest
from aiohttp import ClientSession
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from desktop.binding.match import Stage
from desktop.screens.room import RoomPage
from engine.core import catalog
from tests.desktop.conftest import Open
from tests.desktop.driver import Driver
from tests.rooms.here import Phone, moves_of


class Street:
    """Where the phones are: a loop in a thread of its own, while the window has this one."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.base = ""
        self.client: ClientSession | None = None

    def do(self, driver: Driver, what: Coroutine[Any, Any, Any]) -> Any:
        """Let phones do something while the window runs."""
        future: Future[Any] = asyncio.run_coroutine_threadsafe(what, self.loop)
        driver.wait(future.done)
        return future.result()

    async def socket(self) -> Any:
        self.client = self.client or ClientSession()
        return await self.client.ws_connect(f"{self.base}/ws", headers={"Origin": self.base})

    async def leave(self) -> None:
        if self.client is not None:
            await self.client.close()

    def end(self) -> None:
        asyncio.run_coroutine_threadsafe(self.leave(), self.loop).result(10)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(10)


@pytest.fixture
def street() -> Iterator[Street]:
    """Phones for the window's room."""
    made = Street()
    yield made
    made.end()


@pytest.fixture(autouse=True)
def any_port(monkeypatch: pytest.MonkeyPatch) -> None:
    """Several tests at once must not want the same port."""
    monkeypatch.setattr("desktop.binding.phones.PORT", 0)


def open_room(driver: Driver, street: Street) -> RoomPage:
    driver.click("Play with phones")
    page = driver.window.page
    assert isinstance(page, RoomPage)
    assert driver.window.phones is not None
    street.base = f"http://127.0.0.1:{driver.window.phones.port}"
    return page


def phone(driver: Driver, street: Street, name: str, token: str = "") -> Phone:
    """A phone that has come in, and joined under *name* if it is new."""
    assert driver.window.phones is not None
    made = Phone(street, driver.window.phones.room.code, token or secrets.token_hex(16))  # type: ignore[arg-type]
    street.do(driver, made.open())
    if not made.now["you"]["member"]:
        street.do(driver, made.join(name))
    return made


def visible_text(driver: Driver) -> str:
    return "\n".join(label.text() for label in driver.window.findChildren(QLabel) if label.isVisible())


def test_two_phones_and_the_table_play_a_whole_match(open_window: Open, street: Street) -> None:
    """Phones join, the host starts, and the window never shows a hand; after the match the room is there again."""
    driver = open_window()
    page = open_room(driver, street)
    assert page.door.code.text() == driver.window.phones.room.code  # type: ignore[union-attr]
    anna, ben = phone(driver, street, "Anna"), phone(driver, street, "Ben & <b>Co</b>")
    driver.wait(lambda: "Ben & <b>Co</b>" in visible_text(driver))
    page._options["goal"].spin.setValue(1)
    driver.click(page.start_button)
    driver.wait(lambda: driver.window.match is not None)
    match = driver.match
    assert match.humans == ()
    phones = {}
    for one in (anna, ben):
        street.do(driver, one.until(lambda now: "match" in now and bool(now["match"]["log"])))
        phones[one.now["you"]["seat"]] = one
    module = catalog.phone("letter")
    assert module is not None
    while not match.session.over:
        assert match.viewer is None
        revision = match.session.revision
        for one in phones.values():
            street.do(driver, one.until(lambda now: now["match"]["revision"] >= revision))  # noqa: B023
        mover = phones[match.session.awaited[0]]
        street.do(driver, mover.send(mover.move(moves_of(mover.page)[-1])))
        driver.wait(lambda: match.session.revision > revision)  # noqa: B023
    street.do(driver, anna.until(lambda now: now["match"]["over"]))
    street.do(driver, anna.send(json.dumps({"do": "on"})))
    driver.wait(lambda: match.stage is Stage.RESULT)
    driver.window.rematch()
    driver.settle()
    assert isinstance(driver.window.page, RoomPage)
    street.do(driver, anna.until(lambda now: "match" not in now))


def test_person_at_the_desktop_is_behind_the_curtain(open_window: Open, street: Street) -> None:
    """With phones the screen is everybody's: a single person's cards come up only behind the curtain."""
    driver = open_window()
    page = open_room(driver, street)
    ben = phone(driver, street, "Ben")
    driver.window.phones.room.seat_here("Anna")  # type: ignore[union-attr]
    driver.settle()
    driver.click(page.start_button)
    driver.wait(lambda: driver.window.match is not None)
    match = driver.match
    assert match.viewer is None
    assert not match.practice
    for _turn in range(4):
        if match.session.over:
            break
        revision = match.session.revision
        seat = match.session.awaited[0]
        if seat in match.humans:
            if match.stage is Stage.ROUND:
                match.next_round()
            assert match.stage is Stage.CURTAIN
            match.take_over()
            assert match.viewer == seat
            match.play(match.port.choices()[0])
        else:
            assert match.viewer is None
            street.do(driver, ben.until(lambda now: now.get("match", {}).get("revision", -1) >= revision))  # noqa: B023
            street.do(driver, ben.send(ben.move(moves_of(ben.page)[0])))
        driver.wait(lambda: match.session.revision > revision)  # noqa: B023
        assert match.viewer is None or match.viewer in match.session.awaited


def test_restarted_desktop_has_the_same_room_and_seats(open_window: Open, street: Street) -> None:
    """Closed in the middle of a match: code, members and seats are there again, and the match goes on."""
    driver = open_window()
    page = open_room(driver, street)
    anna, ben = phone(driver, street, "Anna"), phone(driver, street, "Ben")
    driver.wait(lambda: len(driver.window.phones.room.chairs) == 2)  # type: ignore[union-attr]
    driver.click(page.start_button)
    driver.wait(lambda: driver.window.match is not None)
    street.do(driver, anna.until(lambda now: "match" in now and bool(now["match"]["log"])))
    code, revision, port = anna.code, driver.match.session.revision, driver.window.phones.port  # type: ignore[union-attr]
    driver.window.close()
    driver.settle()
    driver.click("Leave the match")
    assert not driver.window.isVisible()
    again = open_window()
    assert again.window.page is not None
    again.window.page.continue_card.chosen.emit()  # type: ignore[attr-defined]
    again.settle()
    assert again.window.phones is not None
    assert (again.window.phones.room.code, again.window.phones.port) == (code, port)
    street.base = f"http://127.0.0.1:{port}"
    back = phone(again, street, "Anna", anna.token)
    street.do(again, back.until(lambda now: "match" in now))
    assert back.now["you"]["seat"] == anna.now["you"]["seat"]
    assert back.revision == revision
    other = phone(again, street, "Ben", ben.token)
    mover = back if back.page.get("act") else other
    street.do(again, mover.send(mover.move(moves_of(mover.page)[0])))
    again.wait(lambda: again.match.session.revision > revision)


def test_help_comes_by_itself_only_where_no_phone_has_come(open_window: Open, street: Street) -> None:
    """After a while without a phone the page says what may be in the way; with one it keeps quiet."""
    driver = open_window(language="de")
    driver.click("Mit Handys spielen")
    page = driver.window.page
    assert isinstance(page, RoomPage)
    assert driver.window.phones is not None
    street.base = f"http://127.0.0.1:{driver.window.phones.port}"
    assert not page.door.help.isVisible()
    page.door.offer_help()
    driver.settle()
    assert page.door.help.isVisible()
    assert "Gastnetz" in page.door.help.text()
    phone(driver, street, "Anna")
    driver.wait(lambda: not page.door.help.isVisible())
    page.door.offer_help()
    assert not page.door.help.isVisible()


def test_names_are_plain_text_in_the_window(open_window: Open, street: Street) -> None:
    """Markup in a name is shown as typed, and removing somebody asks for no more than a click."""
    driver = open_window()
    open_room(driver, street)
    phone(driver, street, "<h1>Ben</h1> & Co")
    driver.wait(lambda: "<h1>Ben</h1> & Co" in visible_text(driver))
    labels = [label for label in driver.window.findChildren(QLabel) if label.text() == "<h1>Ben</h1> & Co"]
    assert all(label.textFormat() is Qt.TextFormat.PlainText for label in labels)


def test_second_window_has_a_room_of_its_own(open_window: Open, street: Street) -> None:
    """Two windows of one user: another code and port, and the kept room stays the first one's."""
    first = open_window()
    open_room(first, street)
    second = open_window()
    open_room(second, street)
    one, two = first.window.phones, second.window.phones
    assert one is not None
    assert two is not None
    assert one.room.code != two.room.code
    assert one.port != two.port
    code = one.room.code
    second.window.close()
    first.window.close()
    again = open_window()
    open_room(again, street)
    assert again.window.phones is not None
    assert again.window.phones.room.code == code
