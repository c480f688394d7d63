"""Somebody who plays by touching what a phone's page offers, and knows nothing but that page."""

from __future__ import annotations

import json
import random

from tests.rooms.browser import Page

WORDS = [
    "Nebel",
    "Meer",
    "Licht",
    "Turm",
    "Berg",
    "Haus",
    "Katze",
    "Regen",
    "Zucker",
    "Feder",
    "Stein",
    "Wolke",
]
TRIES = 12

_OFFERS = """(() => {
    const all = (selector) => [...document.querySelectorAll(selector)];
    return {
        on: !!document.querySelector('[data-key=on]'),
        sure: !!document.querySelector('[data-key=act]'),
        form: !!document.querySelector('main form[id^=form-]'),
        options: all('main > .ask .option:not(.refused)').length,
        acts: all('.bar [data-key^="act:"]').length,
    };
})()"""

_FILL = """((words, seed) => {
    let n = seed;
    const next = (most) => { n = (n * 1103515245 + 12345) % 2147483648; return (n >> 8) % most; };
    for (const field of document.querySelectorAll('main form[id^=form-] input, main form[id^=form-] select')) {
        if (field.nodeName === 'INPUT') field.value = words[next(words.length)];
        else if (!field.closest('.tip') || next(4) === 0) field.selectedIndex = next(field.options.length);
        field.dispatchEvent(new Event(field.nodeName === 'INPUT' ? 'input' : 'change', {bubbles: true}));
    }
})"""


async def touch(page: Page, selector: str, which: int = 0) -> None:
    await page.run(f"document.querySelectorAll({json.dumps(selector)})[{which}].click()")


async def play(page: Page, rng: random.Random) -> bool:
    """Do what the page offers: read a result, fill in a form, choose and confirm. False if it only waits."""
    offers = await page.run(_OFFERS)
    if offers["on"]:
        await touch(page, "[data-key=on]")
        return True
    if offers["form"] and (not offers["acts"] or rng.random() < 0.9):
        await page.run(f"{_FILL}({json.dumps(WORDS)}, {rng.randrange(1 << 20)})")
        await touch(page, "main form ~ .bar [type=submit]")
    elif offers["acts"] and (not offers["options"] or rng.random() < 0.7):
        await touch(page, '.bar [data-key^="act:"]', rng.randrange(offers["acts"]))
        if await page.run("!!document.querySelector('[data-key=act]')"):
            await touch(page, "[data-key=act]")
    elif offers["options"]:
        for _step in range(TRIES):
            found = await page.run(_OFFERS)
            if found["sure"]:
                await touch(page, "[data-key=act]")
                break
            await touch(page, "main > .ask .option:not(.refused)", rng.randrange(found["options"]))
    else:
        return False
    # The answer to the move is there once nothing waits for it any more.
    await page.until("!document.body.classList.contains('waiting')")
    return True
