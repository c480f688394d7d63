"""A whole game of each kind on phones in a real browser, by touching what their pages offer."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from tests.rooms import thumb
from tests.rooms.browser import browsing, program
from tests.rooms.here import in_loop, serving
from tests.rooms.scenes import Walk

pytestmark = pytest.mark.skipif(program() is None, reason="needs Chromium (apt install chromium)")

GAMES: tuple[tuple[str, dict[str, Any], tuple[str, ...]], ...] = (
    ("letter", {"goal": 1}, ("Ben",)),
    ("oneword", {"cards": 5}, ("Ben", "Carla")),
    ("valknut", {"max_rounds": 1}, ("Ben", "Carla")),
    ("sleuth", {}, ("Ben",)),
)
LONG = ("valknut", "sleuth")


@pytest.mark.parametrize(
    ("game", "options", "names"),
    [pytest.param(*one, id=one[0], marks=[pytest.mark.slow] if one[0] in LONG else []) for one in GAMES],
)
@in_loop
async def test_whole_game(game: str, options: dict[str, Any], names: tuple[str, ...]) -> None:
    """Join, start, play to the end on every phone, in two languages, and back to the room; no error on any page."""
    rng = random.Random(game)

    async def nothing(*_screen: object) -> None:
        """Nobody looks."""

    async with serving() as here, browsing() as browser:
        anna, room = await Walk(here, browser, "en", nothing).open()
        room.game, room.options = game, options
        room.changed()
        pages = [anna]
        for name in names:
            pages.append(await browser.page("de"))
            await pages[-1].join(f"{here.base}/{room.code}", name)
            await anna.until(f"document.body.innerText.includes({json.dumps(name)})")
        await anna.tap("[data-key=start]")
        await anna.until("document.body.dataset.revision")
        assert room.table is not None
        session = room.table.session
        for _move in range(600):
            if session.over:
                break
            moved = False
            for page in pages:
                await page.until(f"document.body.dataset.revision === '{session.revision}'")
                here.times["now"] += 10
                moved = await thumb.play(page, rng) or moved
            assert moved, [await page.text() for page in pages]
        assert session.over
        for page in pages:
            await page.until(f"document.body.dataset.revision === '{session.revision}'")
            while await page.run("!!document.querySelector('[data-key=on]')"):
                await page.tap("[data-key=on]")
        assert "is over." in await anna.text()
        assert "ist zu Ende." in await pages[1].text()
        await anna.tap("[data-key=lobby]")
        await pages[1].until("document.body.innerText.includes('Warte, bis')")
        assert [page.problems for page in pages] == [[] for _page in pages]
