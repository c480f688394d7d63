"""The window hosts, phones are pages in a real browser, and one person sits at the desktop."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Iterator

import pytest

from desktop.binding.match import Stage
from tests.desktop.conftest import Open
from tests.desktop.test_phones import Street, any_port, open_room, street
from tests.rooms import thumb
from tests.rooms.browser import Browser, Page, browsing, program

pytestmark = pytest.mark.skipif(program() is None, reason="needs Chromium (apt install chromium)")

__all__ = ["any_port", "street"]  # fixtures of the tests with phones


@pytest.fixture
def browser(street: Street) -> Iterator[Browser]:
    """A browser that runs beside the window."""
    stack = contextlib.AsyncExitStack()

    def do(what: object) -> object:
        return asyncio.run_coroutine_threadsafe(what, street.loop).result(60)  # type: ignore[arg-type]

    yield do(stack.enter_async_context(browsing()))  # type: ignore[misc]
    do(stack.aclose())


def test_whole_match_of_desktop_and_phones(
    open_window: Open,
    street: Street,
    browser: Browser,
) -> None:
    """Ben and Carla play on their phones, Anna behind the window's curtain, to the end and back to the room."""
    driver = open_window()
    page = open_room(driver, street)
    assert driver.window.phones is not None
    room = driver.window.phones.room
    room.seat_here("Anna")
    phones: dict[str, Page] = {}
    for name, language in (("Ben", "en"), ("Carla", "de")):
        phones[name] = street.do(driver, browser.page(language))
        street.do(driver, phones[name].join(f"{street.base}/{room.code}", name))
    driver.wait(lambda: len(room.chairs) == 3)
    page._options["goal"].spin.setValue(1)
    driver.click(page.start_button)
    driver.wait(lambda: driver.window.match is not None)
    match = driver.match
    names = [info.name for info in match.session.seats]
    rng = random.Random("mixed")
    while not match.session.over:
        revision = match.session.revision
        seat = match.session.awaited[0]
        if seat in match.humans:
            driver.wait(lambda: match.stage is Stage.CURTAIN)
            match.take_over()
            match.play(match.port.choices()[-1])
        else:
            mover = phones[names[seat]]
            street.do(driver, mover.until(f"document.body.dataset.revision === '{revision}'"))
            assert match.viewer is None
            assert street.do(driver, thumb.play(mover, rng))
        driver.wait(lambda: match.session.revision > revision)  # noqa: B023
    for phone in phones.values():
        street.do(driver, phone.until(f"document.body.dataset.revision === '{match.session.revision}'"))
        street.do(driver, phone.tap("[data-key=on]"))
    assert "The match is over." in street.do(driver, phones["Ben"].text())
    assert "Die Partie ist zu Ende." in street.do(driver, phones["Carla"].text())
    driver.wait(lambda: match.stage is Stage.RESULT)
    driver.window.rematch()
    driver.settle()
    street.do(driver, phones["Carla"].until("document.body.innerText.includes('am Rechner')"))
    assert [phone.problems for phone in phones.values()] == [[], []]
