"""The page in a real browser: Debian's Chromium, headless, several phones at once, against the real server."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from engine.games.oneword.model import Guess, Hint, Next, Show
from engine.rooms.room import HOSTS_AWAY, Room
from tests.rooms import thumb
from tests.rooms.browser import Browser, Page, browsing, program
from tests.rooms.here import Here, in_loop, serving

pytestmark = pytest.mark.skipif(program() is None, reason="needs Chromium (apt install chromium)")

SHOWN = "document.querySelector('main').innerText"


async def open_room(here: Here, page: Page, name: str = "Anna") -> str:
    """*page* opens a room; returns its code."""
    await page.go(here.base + "/")
    await page.write("#name", name)
    await page.press("Open a new room")
    await page.until("document.querySelector('#game')")
    return next(reversed(here.house.rooms))


async def two(here: Here, browser: Browser, game: str = "letter", **options: Any) -> tuple[Page, Page, Room]:
    """Anna and Ben in a match that has begun."""
    anna, ben = await browser.page(), await browser.page()
    code = await open_room(here, anna)
    await ben.join(f"{here.base}/{code}", "Ben")
    await anna.until("document.body.innerText.includes('Ben')")
    room = here.house.rooms[code]
    room.game, room.options = game, options
    await anna.press("Start the match")
    await ben.until("document.body.dataset.revision")
    await settle(room, anna, ben)
    return anna, ben, room


async def settle(room: Room, *pages: Page) -> None:
    """Wait until every page shows what is so now."""
    assert room.table is not None
    for page in pages:
        await page.until(f"document.body.dataset.revision === '{room.table.session.revision}'")


def lose(room: Room, name: str) -> None:
    """Cut the socket of *name* without a word."""
    for phone in list(room.phones):
        if phone.member is not None and phone.member.name == name:
            phone.wire.abort()  # type: ignore[attr-defined]


def go_on(room: Room, moves: int = 3) -> int:
    """The others play on meanwhile; the revision then."""
    assert room.table is not None
    session = room.table.session
    for _move in range(moves):
        if session.over:
            break
        seat = session.awaited[0]
        room.table.submit(seat, session.port(seat).choices()[0], session.revision)
    return session.revision


@in_loop
async def test_reload_back_and_sleep_lead_to_the_seat() -> None:
    """Reload, back button, a lost socket and a server that was away: the same hand without a touch."""
    async with serving() as here, browsing() as browser:
        _anna, ben, room = await two(here, browser)
        hand = await ben.run(SHOWN)
        await ben.reload()
        await ben.until("document.querySelector('.face')")
        assert await ben.run(SHOWN) == hand
        await ben.go(f"{here.base}/")
        await ben.run("window.old = true")
        await ben.run("history.back()")
        await ben.until("!window.old && document.querySelector('.face')")
        assert await ben.run(SHOWN) == hand
        # The network goes away under the socket; the page comes back by itself.
        lose(room, "Ben")
        await ben.until("document.querySelector('#status').textContent !== ''")
        await ben.until("document.querySelector('#status').textContent === ''")
        assert await ben.run(SHOWN) == hand
        # A page that is put away loses its socket, and the browser says so.
        assert [problem for problem in ben.problems if "Back-Forward Cache" not in problem] == []


@in_loop
async def test_asleep_and_back() -> None:
    """A page that was frozen, while its socket died and the match went on, shows the present state at once."""
    async with serving() as here, browsing() as browser:
        _anna, ben, room = await two(here, browser)
        await ben.sleep(True)
        lose(room, "Ben")
        revision = go_on(room)
        await ben.sleep(False)
        await ben.until(f"document.body.dataset.revision === '{revision}'")
        assert await ben.run("document.querySelector('#status').textContent") == ""
        member = next(one for one in room.members.values() if one.name == "Ben")
        assert room.is_here(member.id)


@in_loop
async def test_a_socket_that_died_unnoticed_is_opened_anew() -> None:
    """After a jump of the clock, on waking up, and when the network is back, the page asks anew by itself."""
    async with serving() as here, browsing() as browser:
        _anna, ben, room = await two(here, browser)

        def socket() -> object:
            return next(p.wire for p in room.phones if p.member is not None and p.member.name == "Ben")

        wakings = (
            "(() => { const real = Date.now; Date.now = () => real() + 600000; })()",
            "document.dispatchEvent(new Event('visibilitychange'))",
            "document.dispatchEvent(new Event('resume'))",
            "dispatchEvent(new Event('online'))",
            "dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))",
        )
        await ben.run(
            "(() => { const Real = WebSocket; window.opened = 0; window.WebSocket = class extends Real {"
            "constructor(...all) { super(...all); window.opened += 1;"
            "document.body.dataset.opened = window.opened; } }; })()"
        )
        for number, waking in enumerate(wakings, 1):
            before = socket()
            await ben.run(waking)
            await ben.until(f"document.body.dataset.opened === '{number}'")
            revision = go_on(room, 1)
            await ben.until(f"document.body.dataset.revision === '{revision}'")
            assert socket() is not before, waking


@in_loop
async def test_offline_is_said_and_ends_by_itself() -> None:
    """Without a network the page says so and keeps what it shows; with one it shows the present state."""
    async with serving() as here, browsing() as browser:
        _anna, ben, room = await two(here, browser)
        hand = await ben.run(SHOWN)
        await ben.offline(True)
        lose(room, "Ben")
        await ben.until("document.querySelector('#status').textContent !== ''")
        assert await ben.run(SHOWN) == hand
        revision = go_on(room)
        await ben.offline(False)
        await ben.until(f"document.body.dataset.revision === '{revision}'")
        assert await ben.run("document.querySelector('#status').textContent") == ""


@in_loop
async def test_second_tab_wins_and_the_first_says_so() -> None:
    """The older tab stays closed until it is asked to play here again."""
    async with serving() as here, browsing() as browser:
        anna, ben = await browser.page(), await browser.page()
        code = await open_room(here, anna)
        await ben.join(f"{here.base}/{code}", "Ben")
        second = await browser.page(like=ben)
        await second.go(f"{here.base}/{code}")
        await second.until("document.body.innerText.includes('Ben (you)')")
        await ben.until("document.body.innerText.includes('This one stays closed.')")
        await ben.run("document.dispatchEvent(new Event('visibilitychange'))")
        assert "This one stays closed." in await ben.text()
        assert "Ben (you)" in await second.text()
        await ben.press("Play here again")
        await ben.until("document.body.innerText.includes('Ben (you)')")
        await second.until("document.body.innerText.includes('This one stays closed.')")


NASTY = ("<img src=x onerror=hit()>", "<script>hit()</script", '"><svg onload=hit()>', "{{7*7}}${7*7}")


@in_loop
async def test_names_are_text() -> None:
    """Markup in names is shown as typed on every phone and runs nothing."""
    async with serving() as here, browsing() as browser:
        anna = await browser.page()
        await anna.call(
            "Page.addScriptToEvaluateOnNewDocument", source="window.hit = () => { window.was = 1; }"
        )
        code = await open_room(here, anna, NASTY[0])
        room = here.house.rooms[code]
        await here.joined(room, *NASTY[1:])
        await anna.until(f"document.body.innerText.includes({json.dumps(NASTY[3])})")
        assert await anna.run("document.querySelectorAll('main img, main svg, main script').length") == 0
        await anna.press("Start the match")
        await anna.until("document.body.dataset.revision")
        text = await anna.text()
        assert all(name[:20] in text for name in NASTY)
        await anna.tap("[data-key=room]")
        await anna.until("document.querySelectorAll('.panel .rows > li').length === 4")
        await anna.tap("[data-key=close]")
        rng = random.Random("names")
        session = room.table.session  # type: ignore[union-attr]
        while not session.port(0).rounds():  # targets, questions, the log and a result
            await settle(room, anna)
            if not await thumb.play(anna, rng):
                go_on(room, 1)
            here.times["now"] += 10
        await settle(room, anna)
        assert not await anna.run("window.was === 1")
        assert "49" not in await anna.text()
        assert await anna.run("document.querySelectorAll('svg, main script').length") == 0
        assert await anna.run("[...document.images].every((one) => one.src.startsWith(location.origin))")
        assert anna.problems == []


@in_loop
async def test_what_was_typed_survives_news() -> None:
    """A new snapshot takes neither focus nor letters from whoever is typing."""
    async with serving() as here, browsing() as browser:
        anna, ben = await browser.page(), await browser.page()
        code = await open_room(here, anna)
        await ben.go(f"{here.base}/{code}")
        await ben.until("document.querySelector('#name') && !document.querySelector('#code')")
        await ben.write("#name", "Ben")
        await here.joined(here.house.rooms[code], "Carla")
        await anna.until("document.body.innerText.includes('Carla')")
        await ben.run("document.querySelector('[data-key=language]').click()")
        await ben.until("document.documentElement.lang === 'de' && document.body.innerText.includes('Los')")
        assert await ben.run("document.querySelector('#name').value") == "Ben"


@in_loop
async def test_no_token_in_any_address() -> None:
    """The address bar and the history hold the room alone."""
    async with serving() as here, browsing() as browser:
        anna = await browser.page()
        code = await open_room(here, anna)
        kept = json.loads(await anna.run(f"localStorage.getItem('vierblatt:room:{code}')"))
        assert await anna.run("location.href") == f"{here.base}/{code}"
        history = await anna.call("Page.getNavigationHistory")
        assert kept["token"] not in json.dumps(history)
        assert kept["host"] not in json.dumps(history)


@in_loop
async def test_a_draft_belongs_to_its_card() -> None:
    """A hint stays in its field while others write and when it is refused; the next card begins with an empty one."""
    async with serving() as here, browsing() as browser:
        anna = await browser.page()
        code = await open_room(here, anna)
        room = here.house.rooms[code]
        phones = await here.joined(room, "Ben", "Carla")
        room.game, room.options = "oneword", {"language": "en", "cards": 5, "first": 1}
        await anna.press("Start the match")
        await anna.until("document.body.dataset.revision")
        table = room.table
        assert table is not None
        session = table.session
        value = "document.querySelector('main form input').value"
        await anna.write("main form input", "lightho")
        table.submit(2, Hint(("sea",)), session.revision)
        await settle(room, anna)
        assert await anna.run(value) == "lightho"
        assert await anna.run("document.activeElement.nodeName") == "INPUT"
        await anna.write("main form input", session.port(0).view().term)
        await anna.tap("[type=submit]")
        await anna.until("document.querySelector('.note')")
        assert await anna.run(value) == session.port(0).view().term
        await anna.write("main form input", "zebra")
        await anna.tap("[type=submit]")
        await anna.until("!document.querySelector('main form')")
        table.submit(0, Show(), session.revision)
        table.submit(1, Guess("quark"), session.revision)
        table.submit(1, Next(), session.revision)
        if session.port(0).view().guesser == 0:
            raise AssertionError("Anna should write again")
        await settle(room, anna)
        assert await anna.run(value) == ""
        assert anna.problems == []
        del phones


@in_loop
async def test_news_do_not_disturb_a_finger() -> None:
    """A button that is being pressed, and a list that is open, outlive a new snapshot."""
    async with serving() as here, browsing() as browser:
        anna = await browser.page()
        code = await open_room(here, anna)
        room = here.house.rooms[code]
        await anna.run("window.list = document.querySelector('#game'); window.list.focus()")
        await anna.point("[data-key=addbot]", "mousePressed")
        phones = await here.joined(room, "Carla")
        await anna.until("document.body.innerText.includes('Carla')")
        await anna.point("[data-key=addbot]", "mouseReleased")
        await anna.until("document.body.innerText.includes('Emil')")
        assert await anna.run("window.list.isConnected")
        del phones


@in_loop
async def test_a_stale_move_is_refused_kindly() -> None:
    """A move made for an older situation changes nothing; the page says so, and lets one choose again."""
    async with serving() as here, browsing() as browser:
        anna, ben, room = await two(here, browser)
        assert room.table is not None
        session = room.table.session
        page = (anna, ben)[session.awaited[0]]
        await page.run(
            "(() => { const send = WebSocket.prototype.send; WebSocket.prototype.send = function (text) {"
            "if (!text.includes('\"move\"')) return send.call(this, text);"
            "WebSocket.prototype.send = send;"
            'send.call(this, text.replace(/"revision":\\d+/, \'"revision":0\')); }; })()'
        )
        revision = session.revision
        rng = random.Random("stale")
        assert await thumb.play(page, rng)
        assert session.revision == revision
        assert await page.run("document.querySelector('.note[role=alert]').textContent.length > 10")
        assert await page.run("scrollY") == 0
        here.times["now"] += 10
        assert await thumb.play(page, rng)
        assert session.revision > revision
        await settle(room, page)
        assert not await page.run("!!document.querySelector('.note')")
        assert page.problems == []


@in_loop
async def test_without_motion_where_that_is_wished() -> None:
    """Nothing moves on a phone that asks for less motion; on others a chosen card is lifted."""
    async with serving() as here, browsing() as browser:
        anna, ben, room = await two(here, browser)
        page = (anna, ben)[room.table.session.awaited[0]]  # type: ignore[union-attr]
        moving = "getComputedStyle(document.querySelector('.options.cards .option')).transitionDuration"
        assert await page.run(moving) != "0s"
        wish = {"name": "prefers-reduced-motion", "value": "reduce"}
        await page.call("Emulation.setEmulatedMedia", features=[wish])
        assert await page.run(moving) == "0s"


@in_loop
async def test_an_onlooker_may_play_along_later() -> None:
    """Who only looks on sees no hand, and can still ask for a seat."""
    async with serving() as here, browsing() as browser:
        anna, emma = await browser.page(), await browser.page()
        code = await open_room(here, anna)
        await emma.go(f"{here.base}/{code}")
        await emma.tap("[data-key=watch]")
        await emma.tap("[data-key=join]")
        await emma.write("#name", "Emma")
        await emma.tap("[data-key=go]")
        await emma.until("document.body.innerText.includes('Emma (you)')")
        await anna.until("document.body.innerText.includes('Emma')")


@in_loop
async def test_back_closes_what_lies_over_the_page() -> None:
    """With rules or room open the phone's back button leads to the hand, and not out of the room."""
    async with serving() as here, browsing() as browser:
        _anna, ben, _room = await two(here, browser)
        hand = await ben.run(SHOWN)
        await ben.run("window.same = true")
        length = await ben.run("history.length")
        for panel in ("rules", "room"):
            await ben.tap(f"[data-key={panel}]")
            await ben.until("document.querySelector('.panel')")
            await ben.run("history.back()")
            await ben.until("!document.querySelector('.panel')")
            assert await ben.run(SHOWN) == hand
        await ben.tap("[data-key=room]")
        await ben.tap("[data-key=close]")
        await ben.until("history.state === null")
        assert await ben.run("window.same && history.length") <= length + 1
        assert await ben.run(SHOWN) == hand


@in_loop
async def test_link_to_a_seat_opened_in_the_room_itself() -> None:
    """The host's link hands the seat over, also in a tab that shows the room already, and is gone from the address."""
    async with serving() as here, browsing() as browser:
        anna, ben, room = await two(here, browser)
        hand = await ben.run(SHOWN)
        other = await browser.page()
        await other.go(f"{here.base}/{room.code}")
        await other.until("document.querySelector('#name')")
        member = next(one for one in room.members.values() if one.name == "Ben")
        await anna.tap("[data-key=room]")
        await anna.tap(f"[data-key=link{member.id}]")
        link = await anna.until("document.querySelector('.once .link')?.textContent")
        await other.run(f"location.href = {json.dumps(link)}")
        await other.until("document.querySelector('.face')")
        assert await other.run(SHOWN) == hand
        assert await other.run("location.hash") == ""
        await ben.until("document.querySelector('[data-key=again]')")


@in_loop
async def test_who_has_left_is_not_told_to_be_removed() -> None:
    """Leaving says so; being removed by the host says that."""
    async with serving() as here, browsing() as browser:
        anna, ben = await browser.page(), await browser.page()
        code = await open_room(here, anna)
        await ben.join(f"{here.base}/{code}", "Ben")
        room = here.house.rooms[code]
        number = next(one.id for one in room.members.values() if one.name == "Ben")
        await ben.tap("[data-key=room]")
        await ben.tap("[data-key=leave]")
        await ben.tap("[data-key=leave]")
        await ben.until("document.body.innerText.includes('You have left this room.')")
        await ben.reload()
        await ben.until("document.body.innerText.includes('You have left this room.')")
        await anna.tap("[data-key=room]")
        await anna.tap(f"[data-key=readmit{number}]")
        await ben.until("document.body.innerText.includes('Ben (you)')")
        await anna.tap(f"[data-key=remove{number}]")
        await anna.tap(f"[data-key=remove{number}]")
        await ben.until("document.body.innerText.includes('The host has removed you')")


@in_loop
async def test_who_has_left_comes_back_alone() -> None:
    """Without the host, and to the old name."""
    async with serving() as here, browsing() as browser:
        anna, ben = await browser.page(), await browser.page()
        code = await open_room(here, anna)
        await ben.join(f"{here.base}/{code}", "Ben")
        await ben.tap("[data-key=room]")
        await ben.tap("[data-key=leave]")
        await ben.tap("[data-key=leave]")
        await ben.tap("[data-key=back]")
        await ben.until("document.body.innerText.includes('Ben (you)')")
        assert [one.name for one in here.house.rooms[code].members.values()] == ["Anna", "Ben"]


@in_loop
async def test_host_rights_are_given_and_taken_back_and_taken_up() -> None:
    """By the host; and by whoever is there when no host is."""
    async with serving() as here, browsing() as browser:
        anna, ben, room = await two(here, browser)
        number = next(one.id for one in room.members.values() if one.name == "Ben")
        await anna.tap("[data-key=room]")
        await anna.run(f"document.querySelector('[data-key=member{number}]').open = true")
        for key in (f"appoint{number}", f"dismiss{number}"):
            await anna.tap(f"[data-key={key}]")
            await anna.tap(f"[data-key={key}]")
            await anna.until(f"!document.querySelector('[data-key={key}]')")
        assert not room.members[number].deputy
        assert not await ben.run("document.querySelector('[data-key=volunteer]') !== null")
        await anna.close()
        await ben.tap("[data-key=room]")
        await ben.until("document.querySelector('.panel').innerText.includes('away')")
        await ben.tap("[data-key=close]")
        here.times["now"] += HOSTS_AWAY
        room.changed()
        await ben.tap("[data-key=volunteer]")
        await ben.until("!document.querySelector('[data-key=volunteer]')")
        assert room.members[number].deputy


@in_loop
async def test_by_the_link_alone() -> None:
    """The code goes from the head of the page and from the invitation, and comes back."""
    async with serving() as here, browsing() as browser:
        anna = await browser.page()
        code = await open_room(here, anna)
        await anna.tap("[data-key=room]")
        await anna.tap("[data-key=linkonly]")
        await anna.until(f"!document.body.innerText.includes('{code}')")
        room = here.house.rooms[code]
        assert room.link_only
        assert room.key in await anna.run(SHOWN)
        assert await anna.run("document.body.scrollWidth <= innerWidth")
        await anna.tap("[data-key=linkonly]")
        await anna.until(f"document.querySelector('header').innerText.includes('{code}')")


@in_loop
async def test_who_comes_late_is_given_a_bots_seat() -> None:
    """The host gives it, the next round brings it; until then the page says so."""
    async with serving() as here, browsing() as browser:
        anna, carla = await browser.page(), await browser.page()
        code = await open_room(here, anna)
        room = here.house.rooms[code]
        await anna.until("document.querySelector('[data-key=addbot]')")
        await anna.tap("[data-key=addbot]")
        await anna.until("document.querySelectorAll('.chairs li').length === 2")
        await anna.press("Start the match")
        await anna.until("document.body.dataset.revision")
        go_on(room, 2)
        await carla.join(f"{here.base}/{code}", "Carla")
        await carla.until("document.body.innerText.includes('in the next match')")
        number = next(one.id for one in room.members.values() if one.name == "Carla")
        await anna.tap("[data-key=room]")
        await anna.until(f"document.querySelector('[data-key=member{number}]')")
        await anna.run(f"document.querySelector('[data-key=member{number}]').open = true")
        (seat,) = room.bots()
        for _sure in range(2):
            await anna.tap(f"[data-key=takes{seat}-{number}]")
        await carla.until("document.body.innerText.includes('as soon as the next')")
        assert room.coming


@in_loop
async def test_a_move_of_a_match_that_was_ended_is_not_waited_for() -> None:
    """The move got lost, and the host began another match: the page can be played on."""
    async with serving() as here, browsing() as browser:
        anna, ben, room = await two(here, browser)
        assert room.table is not None
        page = (anna, ben)[room.table.session.awaited[0]]
        await page.run(
            "(() => { const send = WebSocket.prototype.send; WebSocket.prototype.send = function (text) {"
            "if (text.includes('\"move\"')) WebSocket.prototype.send = send; else send.call(this, text); }; })()"
        )
        await page.tap("[data-face*=faces]")
        for _step in range(3):
            if await page.run("!!document.querySelector('[data-key=act]')"):
                break
            await page.run("document.querySelector('main > .ask .option:not(.refused)').click()")
        await page.tap("[data-key=act]")
        assert await page.run("document.body.classList.contains('waiting')")
        room.end()
        await page.until("!document.body.dataset.revision")
        room.begin()
        await page.until("document.body.dataset.revision")
        assert not await page.run("document.body.classList.contains('waiting')")


@in_loop
async def test_another_language_without_a_network() -> None:
    """Where the texts can't be fetched, the page stays as it is, and nothing breaks."""
    async with serving() as here, browsing() as browser:
        page = await browser.page()
        await page.go(here.base + "/")
        await page.offline(True)
        await page.run(
            "window.failed = 0; addEventListener('unhandledrejection', () => { window.failed += 1; })"
        )
        assert await page.run("fetch('/texts/de.json').catch(() => 'gone')") == "gone"
        await page.tap("[data-key=language]")
        await page.run("fetch('/texts/de.json').catch(() => 0)")
        assert "Join in" in await page.text()
        await page.offline(False)
        await page.tap("[data-key=language]")
        await page.until("document.body.innerText.includes('Mitspielen')")
        assert await page.run("document.documentElement.lang") == "de"
        assert await page.run("window.failed") == 0


# Without eyes, without a finger ----------------------------------------


async def by_keys(page: Page) -> bool:
    """Make a move, or read a result, with Tab and Enter alone; False if there is nothing to do."""
    for _step in range(6):
        wanted = await page.run(
            "document.querySelector('[data-key=on], [data-key=act]') ? 'on, act' :"
            "document.querySelector('main > .ask .option:not(.refused)') ? 'option' : ''"
        )
        if not wanted:
            return False
        target = (
            "[data-key=on], [data-key=act]" if wanted == "on, act" else "main > .ask .option:not(.refused)"
        )
        for _tab in range(40):
            await page.key("Tab")
            if await page.run(f"document.activeElement.matches({json.dumps(target)})"):
                break
        else:
            raise AssertionError(f"Tab never comes to {target}")
        before = await page.run("document.body.dataset.revision")
        await page.key("Enter")
        await page.until("!document.body.classList.contains('waiting')")
        assert await page.run("document.activeElement !== document.body"), "the focus is lost"
        if wanted == "on, act":
            return True
        assert before == await page.run("document.body.dataset.revision")
    raise AssertionError("too many steps")


@in_loop
async def test_a_round_by_keyboard_alone() -> None:
    """Tab and Enter play a whole round on two phones; the focus is never lost."""
    async with serving() as here, browsing() as browser:
        anna, ben, room = await two(here, browser, goal=3)
        session = room.table.session  # type: ignore[union-attr]
        for _move in range(30):
            if session.port(0).rounds():
                break
            here.times["now"] += 10
            await settle(room, anna, ben)
            assert await by_keys((anna, ben)[session.awaited[0]])
        assert session.port(0).rounds()
        await settle(room, anna, ben)
        assert await by_keys(anna)
        assert not await anna.run("!!document.querySelector('[data-key=on]')")
        assert anna.problems == []


@in_loop
async def test_a_screen_reader_hears_what_to_do() -> None:
    """Everything to press has a name, the task is a heading and is announced, cards are read with what they do."""
    async with serving() as here, browsing() as browser:
        anna, ben, room = await two(here, browser)
        session = room.table.session  # type: ignore[union-attr]
        mover, other = (anna, ben) if session.awaited == (0,) else (ben, anna)
        name = "Anna" if mover is anna else "Ben"
        tree = await mover.tree()
        assert ("heading", "It is your turn.") in tree
        assert all(
            text for role, text in tree if role in ("button", "textbox", "combobox", "heading", "list item")
        )
        hand = session.port(session.awaited[0]).view().hand
        buttons = [text for role, text in tree if role == "button"]
        assert (
            sum(any(text.startswith(f"{value} ") and "," in text for text in buttons) for value in hand) == 2
        )
        spoken = "document.querySelector('#spoken[aria-live=polite]').textContent"
        assert await mover.run(spoken) == "It is your turn. Play one of your two cards."
        assert await other.run(spoken) == f"It is the turn of {name}."
        assert await thumb.play(mover, random.Random("reader"))
        await settle(room, anna, ben)
        assert await other.run(f"{spoken} || document.querySelector('[data-key=on]')")
        # The lobby's and the room's tools have names as well.
        await anna.tap("[data-key=room]")
        tree = await anna.tree()
        assert all(text for role, text in tree if role in ("button", "textbox", "combobox", "heading"))
        assert ("heading", "Players and room") in tree
