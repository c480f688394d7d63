"""The page in a real browser: Debian's Chromium, headless, several phones at once, against the real server."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.rooms.pages import WEB
from tests.rooms.browser import Page, browsing, program
from tests.rooms.here import Here, in_loop, serving

pytestmark = pytest.mark.skipif(program() is None, reason="needs Chromium")

CHOICE = "document.querySelector('.options .option:not(.refused)')"
ON = "document.querySelector('[data-key=on]')"
ACT = "document.querySelector('.ask .bar .primary')"


async def open_room(here: Here, page: Page, name: str = "Anna") -> str:
    """*page* opens a room; returns its code."""
    await page.go(here.base + "/")
    await page.write("#name", name)
    await page.press("Open a new room")
    await page.until("document.querySelector('#game')")
    return next(reversed(here.house.rooms))


async def play(here: Here, page: Page, code: str) -> bool:
    """If it is the page's turn, make a move by pressing what it offers; whether it did."""
    session = here.house.rooms[code].table.session  # type: ignore[union-attr]
    here.times["now"] += 10
    if await page.run(f"!!({ON})"):
        await page.run(f"{ON}.click()")
        return True
    if not await page.run(f"!!({CHOICE})"):
        return False
    revision = session.revision
    for _step in range(4):
        await page.run("[...document.querySelectorAll('.options .option:not(.refused)')].at(-1)?.click()")
        if await page.run(f"!!({ACT}) && {ACT}.textContent.trim().length > 0"):
            break
    await page.run(f"{ACT}?.click()")
    await page.until(f"document.body.dataset.revision !== '{revision}'")
    return True


async def quiet(here: Here, code: str, *pages: Page) -> None:
    """Wait until every page shows the newest situation."""
    session = here.house.rooms[code].table.session  # type: ignore[union-attr]
    for page in pages:
        await page.until(f"document.body.dataset.revision === '{session.revision}'")


@pytest.mark.parametrize("game", ["letter", "valknut"])
@in_loop
async def test_whole_game_on_two_phones(game: str, tmp_path: Path) -> None:
    """Join, start, play to the end by pressing buttons, in two languages; no error on either page."""
    async with serving() as here, browsing(tmp_path / "profile") as browser:
        anna, ben = await browser.page(), await browser.page("de")
        code = await open_room(here, anna)
        room = here.house.rooms[code]
        room.options = {"goal": 1} if game == "letter" else {"max_rounds": 1}
        room.game = game
        await ben.join(f"{here.base}/{code}", "Ben")
        await anna.until("document.body.innerText.includes('Ben')")
        await anna.press("Start the match")
        await ben.until("document.querySelector('.face')")
        assert room.table is not None
        session = room.table.session
        for _move in range(200):
            if session.over:
                break
            await quiet(here, code, anna, ben)
            moved = await play(here, anna, code) or await play(here, ben, code)
            assert moved, (await anna.text(), await ben.text())
        assert session.over
        await quiet(here, code, anna, ben)
        for page in (anna, ben):
            if await page.run(f"!!({ON})"):
                await page.run(f"{ON}.click()")
        assert "The match is over." in await anna.text()
        assert "Die Partie ist zu Ende." in await ben.text()
        await anna.press("Back to the room")
        await anna.until("document.querySelector('#game')")
        assert anna.problems == []
        assert ben.problems == []


@in_loop
async def test_reload_back_and_sleep_lead_to_the_seat(tmp_path: Path) -> None:
    """Reload, back button, a lost socket and a server that was away: the same hand without a touch."""
    async with serving() as here, browsing(tmp_path / "profile") as browser:
        anna, ben = await browser.page(), await browser.page()
        code = await open_room(here, anna)
        await ben.join(f"{here.base}/{code}", "Ben")
        await anna.until("document.body.innerText.includes('Ben')")
        await anna.press("Start the match")
        await ben.until("document.querySelector('.face')")
        hand = await ben.run("document.querySelector('main').innerHTML")
        await ben.reload()
        await ben.until("document.querySelector('.face')")
        assert await ben.run("document.querySelector('main').innerHTML") == hand
        await ben.go(f"{here.base}/")
        await ben.run("window.old = true")
        await ben.run("history.back()")
        await ben.until("!window.old && document.querySelector('.face')")
        assert await ben.run("document.querySelector('main').innerHTML") == hand
        # The network goes away under the socket; the page comes back by itself.
        room = here.house.rooms[code]
        gone = next(phone for phone in room.phones if phone.member is not None and phone.member.name == "Ben")
        await ben.run("document.querySelector('main').dataset.old = 'yes'")
        gone.wire.abort()  # type: ignore[attr-defined]
        await ben.until("document.querySelector('#status').textContent !== ''")
        await ben.until("document.querySelector('#status').textContent === ''")
        assert await ben.run("document.querySelector('main').innerHTML") == hand
        # A page that is put away loses its socket, and the browser says so.
        assert [problem for problem in ben.problems if "Back-Forward Cache" not in problem] == []


@in_loop
async def test_second_tab_wins_and_the_first_says_so(tmp_path: Path) -> None:
    """The older tab stays closed until it is asked to play here again."""
    async with serving() as here, browsing(tmp_path / "profile") as browser:
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
async def test_names_are_text(tmp_path: Path) -> None:
    """Markup in names is shown as typed on every phone and runs nothing."""
    async with serving() as here, browsing(tmp_path / "profile") as browser:
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
        await anna.until("document.querySelector('.rows')")
        text = await anna.text()
        assert all(name[:20] in text for name in NASTY)
        assert not await anna.run("window.was === 1")
        assert "49" not in text
        assert anna.problems == []


@in_loop
async def test_what_was_typed_survives_news(tmp_path: Path) -> None:
    """A new snapshot takes neither focus nor letters from whoever is typing."""
    async with serving() as here, browsing(tmp_path / "profile") as browser:
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
async def test_no_token_in_any_address(tmp_path: Path) -> None:
    """The address bar and the history hold the room alone."""
    async with serving() as here, browsing(tmp_path / "profile") as browser:
        anna = await browser.page()
        code = await open_room(here, anna)
        kept = json.loads(await anna.run(f"localStorage.getItem('vierblatt:room:{code}')"))
        assert await anna.run("location.href") == f"{here.base}/{code}"
        history = await anna.call("Page.getNavigationHistory")
        assert kept["token"] not in json.dumps(history)
        assert kept["host"] not in json.dumps(history)


def test_page_is_small() -> None:
    """Everything of the page together, drawings of cards apart, stays below 150 KB; nothing comes from elsewhere."""
    files = list(WEB.iterdir())
    assert sum(file.stat().st_size for file in files) < 150_000
    for file in files:
        text = file.read_text("utf-8").replace("http://www.w3.org/", "")
        assert "http://" not in text
        assert "https://" not in text
        assert "innerHTML" not in text


SIZES = ((320, 568), (412, 915), (844, 390))


@pytest.mark.parametrize("language", ["de", "en"])
@in_loop
async def test_nothing_is_wider_than_the_phone(language: str, tmp_path: Path) -> None:
    """No screen scrolls sideways at 320 px, in landscape, or with very large letters; inputs have 16 px at least."""
    async with serving() as here, browsing(tmp_path / "profile") as browser:
        page = await browser.page(language)

        async def look(what: str) -> None:
            for width, height in SIZES:
                await page.size(width, height)
                for letters in ("100%", "200%"):
                    await page.run(f"document.documentElement.style.fontSize = '{letters}'")
                    wide = await page.run("document.documentElement.scrollWidth - innerWidth")
                    assert wide <= 0, (what, width, letters)
            await page.run("document.documentElement.style.fontSize = ''")
            small = await page.run(
                "[...document.querySelectorAll('input:not([type=checkbox]), select')]"
                ".filter((one) => parseFloat(getComputedStyle(one).fontSize) < 16).length"
            )
            assert small == 0, what

        await page.go(here.base + "/")
        await look("entry")
        await page.write("#name", "W" * 24)
        await page.run("[...document.querySelectorAll('button.link')].at(-2).click()")
        await page.until("document.querySelector('#game')")
        code = next(reversed(here.house.rooms))
        room = here.house.rooms[code]
        await here.joined(room, "M" * 24, "Carla")
        await page.until("document.body.innerText.includes('Carla')")
        await look("lobby")
        await page.run("document.querySelector('[data-key=room]').click()")
        await page.until("document.querySelector('.panel')")
        await look("room")
        await page.run("document.querySelector('[data-key=close]').click()")
        await page.run("document.querySelector('[data-key=rules]').click()")
        await page.until("document.querySelectorAll('.panel h2').length > 2")
        await look("rules")
        await page.run("document.querySelector('[data-key=close]').click()")
        room.game = "valknut"
        await page.run("document.querySelector('[data-key=start]').click()")
        await page.until("document.querySelector('.options.grid')")
        await look("bids")
        await page.run("document.querySelector('.options .option').click()")
        await look("a bid chosen")
        assert page.problems == []
