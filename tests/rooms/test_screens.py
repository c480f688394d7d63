"""Every screen of a phone fits: nothing sticks out or is cut off, everything can be read and touched."""

from __future__ import annotations

import pytest

from tests.rooms.browser import Page, browsing, program
from tests.rooms.here import in_loop, serving
from tests.rooms.scenes import WALKS, Walk

pytestmark = pytest.mark.skipif(program() is None, reason="needs Chromium (apt install chromium)")

SIZES = ((320, 568), (412, 915), (640, 320))

AUDIT = """((large) => {
    const problems = [];
    const say = (what, one) =>
        problems.push(`${what}: ${one.nodeName} ${one.className} ${one.textContent.slice(0, 40)}`);
    const box = (one) => one.getBoundingClientRect();
    const small = (one) => box(one).height < 43.9 || box(one).width < 43.9;
    const all = [...document.querySelectorAll('header, header *, main *, footer *')];
    const seen = all.filter((one) => box(one).width > 0 && box(one).height > 0 && one.checkVisibility());
    const wider = document.documentElement.scrollWidth - innerWidth;
    if (wider > 0) problems.push(`wider than the phone by ${wider}`);
    for (const one of seen) {
        if (one.nodeName === 'OPTION') continue;
        if (box(one).right > innerWidth + 1 || box(one).left < -1) say('sticks out', one);
        const read = one.matches('button, h1, h2, p, bdi, .who, .value, dd') && !one.closest('.by');
        if (read && one.clientWidth && one.scrollWidth > one.clientWidth + 1) say('cut off', one);
        const drawn = one.querySelector('.face');
        const worded = !drawn && one.matches('b, h1, h2, p, button, .who, .state, dt, dd, small');
        const letter = parseFloat(getComputedStyle(one).fontSize);
        if (worded && one.textContent.trim().length > 5 && box(one).width < 3 * letter) say('squeezed', one);
        if (one.matches('header') && box(one).height > innerHeight / 2) say('too tall', one);
        const lies = one.matches('.bar') && getComputedStyle(one).position === 'sticky';
        if (lies && box(one).height > innerHeight / 2) say('covers the page', one);
        if (large) continue;
        if (one.matches('button, input, select, summary, .tip')) {
            // A tick is touched by its label too.
            const touched = one.type === 'checkbox' ? document.querySelector(`label[for="${one.id}"]`) : one;
            if (!one.matches('.tip select') && small(touched)) say('too small to touch', one);
        }
        const typed = one.matches('input:not([type=checkbox]), select');
        if (typed && parseFloat(getComputedStyle(one).fontSize) < 16) say('below 16 px', one);
    }
    // Contrast of every text with the ground below it. What is disabled, or stands on a drawing, is left out.
    const parse = (colour) => colour.match(/[\\d.]+/g).map(Number);
    const linear = (part) => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    const light = (colour) => {
        const [r, g, b] = parse(colour).map((part) => linear(part / 255));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ground = (one) => {
        for (; one; one = one.parentElement) {
            const colour = getComputedStyle(one).backgroundColor;
            if ((parse(colour)[3] ?? 1) > 0) return colour;
        }
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (!large && texts.nextNode()) {
        const one = texts.currentNode.parentElement;
        if (!texts.currentNode.data.trim() || !seen.includes(one)) continue;
        if (one.closest(':disabled, .numeral, option, .unseen')) continue;
        const [a, b] = [light(getComputedStyle(one).color), light(ground(one))];
        const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (contrast < 4.5) say(`contrast ${contrast.toFixed(2)}`, one);
    }
    return [...new Set(problems)];
})"""


@pytest.mark.parametrize("language", ["de", pytest.param("en", marks=pytest.mark.slow)])
@pytest.mark.parametrize("walk", list(WALKS))
@in_loop
async def test_every_screen_fits(walk: str, language: str) -> None:
    """At each size, light and dark, and with letters twice as large, in both languages; no page has an error."""
    found: dict[str, list[str]] = {}
    pages: dict[str, Page] = {}

    async def look(page: Page, name: str) -> None:
        pages[page.target] = page
        for width, height in SIZES:
            await page.size(width, height, dark=width == 412)
            for letters in ("100%", "200%"):
                await page.run(
                    f"document.documentElement.style.fontSize = '{letters}'; dispatchEvent(new Event('resize'))"
                )
                problems = await page.run(f"{AUDIT}({'true' if letters == '200%' else 'false'})")
                if problems:
                    found[f"{name} {width}x{height} {letters}"] = problems
        await page.run("document.documentElement.style.fontSize = ''")

    async with serving() as here, browsing() as browser:
        await WALKS[walk](Walk(here, browser, language, look))
    assert found == {}
    # A room that is not there, and a network that is gone, are told by the browser too.
    known = ("ERR_INTERNET_DISCONNECTED", "WebSocket connection")
    errors = [one for page in pages.values() for one in page.problems if not any(k in one for k in known)]
    assert errors == []
