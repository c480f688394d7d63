"""The page in a real browser: what it comes back to, and what the host is shown and others are not."""

from __future__ import annotations

import pytest

from engine.rooms.room import HOSTS_AWAY
from tests.rooms.browser import browsing, program
from tests.rooms.here import in_loop, serving
from tests.rooms.test_page import open_room, two

pytestmark = pytest.mark.skipif(program() is None, reason="needs Chromium (apt install chromium)")

PUT_AWAY = """(() => { dispatchEvent(new PageTransitionEvent('pagehide', {persisted: true}));
    window.bare = document.querySelector('main').innerText;
    dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true})); return window.bare; })()"""
"""As when another page was shown in between, and this one comes out of the browser's cache."""


@in_loop
async def test_back_to_the_form() -> None:
    """The start page, another one, and back: the form is there, also out of the browser's own cache."""
    async with serving() as here, browsing() as browser:
        page = await browser.page()
        await page.go(f"{here.base}/")
        await page.go(f"{here.base}/web/index.html")
        await page.run("window.old = true")
        await page.run("history.back()")
        await page.until("!window.old && document.querySelector('#code') && document.querySelector('#name')")
        assert await page.run(PUT_AWAY) == ""
        await page.until("document.querySelector('#code') && document.querySelector('#name')")


@in_loop
async def test_back_in_every_state() -> None:
    """An older tab still says that it is closed, a wrong code that it is wrong; a seat and a panel come back."""
    async with serving() as here, browsing() as browser:
        anna, ben, _room = await two(here, browser)
        assert await anna.run(PUT_AWAY) == ""
        await anna.until("document.querySelector('.face')")
        await anna.tap("[data-key=rules]")
        await anna.until("document.querySelector('.chapter')")
        await anna.run(PUT_AWAY)
        await anna.until("document.querySelector('.chapter')")
        second = await browser.page(like=ben)
        await second.go(await ben.run("location.href"))
        await ben.until("document.querySelector('[data-key=again]')")
        assert await ben.run(PUT_AWAY) == ""
        await ben.until("document.body.innerText.includes('This one stays closed.')")
        await ben.press("Play here again")
        await ben.until("document.querySelector('.face')")
        await second.go(f"{here.base}/22222")
        await second.until("document.body.innerText.includes('There is no room with this code.')")
        await second.run(PUT_AWAY)
        await second.until("document.body.innerText.includes('There is no room with this code.')")


@in_loop
async def test_who_has_left_is_not_asleep() -> None:
    """The host reads who has left the room, who was removed and who is only away."""
    async with serving() as here, browsing() as browser:
        anna, ben, room = await two(here, browser, "letter")
        await here.joined(room, "Carla")
        (carla,) = [one for one in room.phones if one.member is not None and one.member.name == "Carla"]
        carla.wire.abort()  # type: ignore[attr-defined]
        await ben.tap("[data-key=room]")
        await ben.tap("[data-key=leave]")
        await ben.tap("[data-key=leave]")
        await anna.tap("[data-key=room]")
        said = (
            "Object.fromEntries([...document.querySelectorAll('.panel .rows .line')]"
            ".map((line) => [line.querySelector('bdi').textContent, line.querySelector('.value').textContent]))"
        )
        await anna.until(f"{said}.Carla === 'away' && {said}.Ben === 'has left the room'")


@in_loop
async def test_leaving_is_asked_anew() -> None:
    """After coming back the panel is closed, and the button asks once more; the same after a removal."""
    async with serving() as here, browsing() as browser:
        _anna, ben, room = await two(here, browser)
        number = next(one.id for one in room.members.values() if one.name == "Ben")
        await ben.tap("[data-key=room]")
        await ben.tap("[data-key=leave]")
        await ben.tap("[data-key=leave]")
        await ben.tap("[data-key=back]")
        await ben.until("document.querySelector('.face')")
        assert not await ben.run("!!document.querySelector('.panel')")
        await ben.tap("[data-key=room]")
        await ben.until("document.querySelector('[data-key=leave]').textContent === 'Leave the room'")
        await ben.tap("[data-key=leave]")
        await ben.until("document.querySelector('[data-key=leave]').textContent.includes('Really?')")
        room._gone(room.members[number])
        room.changed()
        await ben.until("document.body.innerText.includes('The host has removed you')")
        room._back(room.members[number])
        room.changed()
        await ben.until("document.querySelector('.face')")
        await ben.tap("[data-key=room]")
        await ben.until("document.querySelector('[data-key=leave]').textContent === 'Leave the room'")


@in_loop
async def test_the_owner_is_shown_the_tools_even_when_removed() -> None:
    """Out of the room as a member, but host: starts, ends and comes back without anybody's help."""
    async with serving() as here, browsing() as browser:
        anna = await browser.page()
        code = await open_room(here, anna)
        room = here.house.rooms[code]
        await here.joined(room, "Ben", "Carla")
        room._gone(room.members[1])
        room.changed()
        await anna.until("document.body.innerText.includes('The host has removed you')")
        await anna.press("Start the match")
        await anna.until("document.body.dataset.revision")
        await anna.tap("[data-key=room]")
        await anna.tap("[data-key=end]")
        await anna.tap("[data-key=end]")
        await anna.tap("[data-key=close]")
        await anna.press("Come back")
        await anna.until("document.body.innerText.includes('Anna (you)')")
        assert not room.members[1].removed


@in_loop
async def test_help_is_on_the_hosts_page_alone() -> None:
    """Ein Wort: Ben, who sits first, is offered none; Anna goes on without the missing hint after a question."""
    async with serving() as here, browsing() as browser:
        anna, ben = await browser.page(), await browser.page()
        code = await open_room(here, anna)
        room = here.house.rooms[code]
        await ben.join(f"{here.base}/{code}", "Ben")
        (carla,) = await here.joined(room, "Carla")
        room.game = "oneword"
        room.chairs.append(room.chairs.pop(0))
        room.changed()
        await anna.press("Start the match")
        await ben.until("document.body.dataset.revision")
        await carla.until(lambda now: "match" in now)
        await carla.send(carla.move({"do": "hint", "words": ["Zyzzyx"]}))
        await carla.until(lambda now: now["match"]["revision"] > 1)
        assert not await ben.run("!!document.querySelector('[data-key=missing]')")
        await anna.until("document.querySelector('[data-key=missing]')")
        await anna.run("document.querySelector('[data-key=missing]').open = true")
        await anna.press("Go on without the missing")
        await anna.press("Go on without the missing Really?")
        await carla.until(lambda now: "check" in now["match"]["page"]["title"].lower())


@in_loop
async def test_becoming_host_is_offered_after_a_while() -> None:
    """Not at once when the host's phone falls asleep."""
    async with serving() as here, browsing() as browser:
        anna, ben, room = await two(here, browser)
        await anna.close()
        await ben.tap("[data-key=room]")
        await ben.until("document.querySelector('.panel').innerText.includes('away')")
        await ben.tap("[data-key=close]")
        assert not await ben.run("!!document.querySelector('[data-key=volunteer]')")
        here.times["now"] += HOSTS_AWAY
        room.changed()
        await ben.tap("[data-key=volunteer]")
        await ben.until("!document.querySelector('[data-key=volunteer]')")
        assert room.is_host(next(one for one in room.phones if one.member and one.member.name == "Ben"))
