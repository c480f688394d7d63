"""Every screen of a phone, one after the other, in a real browser: for pictures, and for tests that see all of them.

Each walk takes a `Look`, which is called with the page and the name of the screen that it shows. Nothing is random:
the server's seed is fixed, and so is what the others play.
"""

from __future__ import annotations

import json
import random
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from engine.core import catalog
from engine.games.oneword.model import Checked, Counts, Guess, Hint, Next, Show
from engine.games.sleuth.forms import OrderForm
from engine.games.sleuth.model import NO_ORDERS, Orders, tips
from engine.rooms.room import Room
from tests.rooms.browser import Browser, Page
from tests.rooms.here import Here, Phone

Look = Callable[[Page, str], Awaitable[None]]
Want = Callable[[Any, Sequence[Any]], bool]
"""Whether a seat's view and choices make the wanted screen."""
Steps = Sequence[tuple[str, str]]
"""What is pressed (a selector) and how the screen is called then."""

ON = "[data-key=on]"
STEPS = 3000


class Walk:
    """One walk through screens: where, in which language, and what looks at them."""

    def __init__(self, here: Here, browser: Browser, language: str, look: Look) -> None:
        self.here = here
        self.browser = browser
        self.language = language
        self.look = look
        self.others: list[Phone] = []

    async def joined(self, room: Room, *names: str) -> None:
        """Phones without a browser that join and stay."""
        self.others += await self.here.joined(room, *names)

    async def open(self, name: str = "Anna") -> tuple[Page, Room]:
        """A phone that has opened a room and is its host."""
        page = await self.browser.page(self.language)
        await page.go(self.here.base + "/")
        await page.write("#name", name)
        await page.tap("[data-key=new]")
        await page.until("document.querySelector('[data-key=start]')")
        return page, self.here.house.rooms[next(reversed(self.here.house.rooms))]

    async def begin(
        self, game: str, options: dict[str, Any], names: Sequence[str] = ("Ben", "Carla")
    ) -> tuple[Page, Room]:
        """A match that has begun, with the page in seat 0."""
        page, room = await self.open()
        await self.joined(room, *names)
        room.game, room.options = game, options
        room.changed()
        await page.until(f"document.body.innerText.includes({json.dumps(names[-1])})")
        await page.tap("[data-key=start]")
        await page.until("document.body.dataset.revision")
        return page, room

    async def settle(self, page: Page, room: Room) -> None:
        """Wait until the page shows what is so now."""
        assert room.table is not None
        await page.until(f"document.body.dataset.revision === '{room.table.session.revision}'")

    async def play(
        self, page: Page, room: Room, prefix: str, wanted: dict[str, tuple[Want, Steps]], seed: str = "walk"
    ) -> None:
        """Play on at random until each wanted screen was seen once, then to the end of the match."""
        rng = random.Random(f"{prefix}:{seed}")
        table = room.table
        assert table is not None
        session = table.session
        port = session.port(0)
        left = dict(wanted)
        result = True
        for _step in range(STEPS):
            if session.over:
                break
            if (port.rounds() and result) or left:
                view, choices = port.view(), port.choices()
                shown = [name for name, (want, _steps) in left.items() if want(view, choices)]
                if shown or (port.rounds() and result):
                    await self.settle(page, room)
                    if await page.run(f"!!document.querySelector('{ON}')"):
                        if result:
                            await self.look(page, f"{prefix}-round-end")
                            result = False
                        await page.tap(ON)
                    for name in shown:
                        _want, steps = left.pop(name)
                        await self.look(page, f"{prefix}-{name}")
                        for selector, then in steps:
                            await page.tap(selector)
                            if then:
                                await self.look(page, f"{prefix}-{then}")
                        await page.run("scrollTo(0, 0)")
            seat = rng.choice(session.awaited)
            choices = session.port(seat).choices()
            table.submit(seat, rng.choice(list(choices)), session.revision)
        await self.settle(page, room)
        if await page.run(f"!!document.querySelector('{ON}')"):
            await self.look(page, f"{prefix}-last-round-end")
            await page.tap(ON)
        await self.look(page, f"{prefix}-end")
        assert not left, f"never came up: {sorted(left)}"


# Screens around a game ----------------------------------------


async def around(walk: Walk) -> None:
    """Joining, refusals, the lobby, the room's panel, the rules, and what happens to a seat."""
    here, look = walk.here, walk.look
    page = await walk.browser.page(walk.language)
    await page.go(here.base + "/")
    await look(page, "join")
    await page.write("#code", "zzzzz")
    await page.write("#name", "Carla")
    await page.tap("[data-key=go]")
    await page.until("document.querySelector('[role=alert]')")
    await look(page, "join-unknown-room")

    host, room = await walk.open()
    await look(host, "lobby-host-alone")
    guest = await walk.browser.page(walk.language)
    await guest.go(f"{here.base}/{room.code}")
    await guest.until("document.querySelector('#name') && !document.querySelector('#code')")
    await look(guest, "join-by-link")
    await guest.write("#name", "Ben")
    await guest.tap("[data-key=go]")
    await guest.until("!document.querySelector('#name')")
    await walk.joined(room, "Carla", "Dora Maximiliane W")
    room.game = "valknut"
    await host.tap("[data-key=room]")
    await host.until("document.querySelector('.panel')")
    await look(host, "room-host")
    await host.tap("[data-key^=link]")
    await host.until("document.querySelectorAll('p.link').length > 1")
    await look(host, "room-host-link")
    await host.tap("[data-key=close]")
    await look(host, "lobby-host")
    await look(guest, "lobby-player")
    await guest.tap("[data-key=room]")
    await look(guest, "room-player")
    await guest.tap("[data-key=close]")
    await guest.tap("[data-key=rules]")
    await guest.until("document.querySelectorAll('.panel h2').length > 2")
    await look(guest, "rules")
    await guest.tap("[data-key=close]")

    second = await walk.browser.page(walk.language, like=guest)
    await second.go(f"{here.base}/{room.code}")
    await guest.until("document.querySelector('[data-key=again]')")
    await look(guest, "replaced")
    phone = next(one for one in room.phones if one.member is not None and one.member.name == "Ben")
    await second.offline(True)
    phone.wire.abort()  # type: ignore[attr-defined]
    await second.until("document.querySelector('#status').textContent !== ''")
    await look(second, "lost")
    await second.offline(False)
    await second.until("document.querySelector('#status').textContent === ''")
    member = next(one for one in room.members.values() if one.name == "Ben")
    await host.tap("[data-key=room]")
    await host.tap(f"[data-key=remove{member.id}]")
    await host.tap(f"[data-key=remove{member.id}]")
    await second.until("document.querySelector('.lead')")
    await look(second, "removed")
    await host.until(f"document.querySelector('[data-key=readmit{member.id}]')")
    await look(host, "room-host-removed")
    await host.tap("[data-key=lock]")
    stranger = await walk.browser.page(walk.language)
    await stranger.go(f"{here.base}/{room.code}")
    await stranger.until("document.querySelector('[role=alert]')")
    await look(stranger, "room-locked")
    await host.tap("[data-key=close]")
    for one in (page, host, guest, second, stranger):
        await one.close()


async def onlooker(walk: Walk) -> None:
    """Somebody who only looks on; a seat that nobody has any more."""
    page, room = await walk.begin("letter", {"goal": 3}, ("Ben", "Carla", "Dora"))
    await walk.joined(room, "Emma")
    other = await walk.browser.page(walk.language)
    await other.go(f"{walk.here.base}/{room.code}")
    await other.until("document.querySelector('[data-key=watch]')")
    await other.tap("[data-key=watch]")
    await other.until("document.querySelector('.rows')")
    await walk.look(other, "spectator")
    table = room.table
    assert table is not None
    gone = next(one for one in room.members.values() if one.id == room.seats[1])
    await page.tap("[data-key=room]")
    await page.tap(f"[data-key=remove{gone.id}]")
    await page.tap(f"[data-key=remove{gone.id}]")
    rng = random.Random("away")
    while table.session.awaited != (1,):
        seat = table.session.awaited[0]
        table.submit(seat, rng.choice(list(table.session.port(seat).choices())), table.session.revision)
    await page.tap("[data-key=close]")
    await page.until("document.querySelector('.vacant')")
    await walk.look(page, "vacant-host")
    for one in (page, other):
        await one.close()


# Games ----------------------------------------


def _letter(value: int, target: bool = True) -> Want:
    return lambda view, choices: any(
        move.card == value and (not target or move.target not in (None, view.seat)) for move in choices
    )


async def letter(walk: Walk) -> None:
    """Geheimer Brief."""
    page, room = await walk.begin("letter", {"goal": 7, "open_gap": True}, ("Ben", "Carla", "Dora"))
    face = "[data-face='letter/faces/{}.svg']"
    option = ".options.list .option"
    wanted: dict[str, tuple[Want, Steps]] = {
        "turn": (lambda view, choices: bool(choices) and len(set(view.hand)) == 2, ()),
        "turn-late": (lambda view, choices: bool(choices) and view.stock < 4, ()),
        "guess": (
            _letter(1),
            (
                (face.format(1), "guess-target"),
                (option, "guess-value"),
                (".options.cards .option", "guess-confirm"),
            ),
        ),
        "duel": (_letter(3), ((face.format(3), "duel-target"), (option, "duel-confirm"))),
        "plain": (_letter(4, target=False), ((face.format(4), "plain-confirm"),)),
        "sealed": (_letter(8, target=False), ((face.format(8), "sealed-confirm"),)),
        "known": (lambda view, choices: bool(choices) and any(view.known), ()),
        "wait": (lambda view, choices: view.turn not in (None, view.seat) and bool(view.hand), ()),
        "out": (lambda view, choices: view.turn is not None and view.out[0], ()),
        "refused": (
            lambda view, choices: bool(choices) and 7 in view.hand and (5 in view.hand or 6 in view.hand),
            ((".options .refused", "refused-why"),),
        ),
    }
    await walk.play(page, room, "letter", wanted, "d")
    await page.close()


async def valknut(walk: Walk) -> None:
    """Valknut."""
    page, room = await walk.begin("valknut", {"max_rounds": 10, "goal": 200})

    def phase(name: str) -> Want:
        return lambda view, choices: view.phase == name and bool(choices)

    wanted: dict[str, tuple[Want, Steps]] = {
        "bid": (phase("bid"), ((".options.grid .option:nth-child(3)", "bid-confirm"),)),
        "bid-given": (lambda view, choices: view.phase == "bid" and not choices, ()),
        "lead": (lambda view, choices: phase("play")(view, choices) and not view.table, ()),
        "follow": (
            lambda view, choices: (
                phase("play")(view, choices) and len(view.table) > 1 and len(choices) < len(view.hand)
            ),
            ((".options .refused", "follow-refused"), (".options .option:not(.refused)", "follow-confirm")),
        ),
        "wait": (lambda view, choices: view.phase == "play" and not choices and bool(view.hand), ()),
        "draw": (phase("draw"), ()),
        "bury": (phase("bury"), ((".options.cards .option", "bury-confirm"),)),
        "steal-trick": (phase("steal_trick"), ()),
        "steal-card": (phase("steal_card"), ()),
        "give": (phase("give"), ((".options.cards .option", "give-confirm"),)),
        "few-cards": (lambda view, choices: phase("play")(view, choices) and len(view.hand) == 3, ()),
    }
    await walk.play(page, room, "valknut", wanted, "d")
    await page.close()


async def sleuth(walk: Walk) -> None:
    """VP-Sleuth: the first sheets, one half filled in, a round's end, and the end of the game."""
    page, room = await walk.begin("sleuth", {"hints": True})
    table = room.table
    assert table is not None
    session, look = table.session, walk.look
    await walk.settle(page, room)
    await look(page, "sleuth-orders")
    rng = random.Random("gems")
    form = session.port(0).choices()
    assert isinstance(form, OrderForm)
    for number in range(1, 10):
        sure = {gem: rng.choice("ABCDEFG") for gem in form.gems[: 3 * number : 3]}
        risk = {gem: rng.choice("ABCDEFG") for gem in form.gems[1 : 2 * number : 3]}
        asked = tuple(rng.sample(form.askable, 1))
        table.submit(0, Orders(asked, (), tips(sure), tips(risk)), session.revision)
        if number == 1:
            await walk.settle(page, room)
            await look(page, "sleuth-given")
        for seat in (1, 2):
            asked = tuple(rng.sample(form.askable, 1))
            table.submit(seat, Orders(asked, (), tips({}), tips({})), session.revision)
        if number in (1, 6):
            await walk.settle(page, room)
            await look(page, f"sleuth-round-{number}-end")
            await page.tap(ON)
            await look(page, f"sleuth-orders-{number + 1}")
            await page.run("document.querySelector('.tips').scrollIntoView()")
            await look(page, f"sleuth-tips-{number + 1}")
            await page.run("document.querySelector('details.fold summary').click()")
            await page.run("document.querySelector('details.fold').scrollIntoView()")
            await look(page, f"sleuth-substitutes-{number + 1}")
            await page.run("document.querySelector('form ~ section').scrollIntoView()")
            await look(page, f"sleuth-answers-{number + 1}")
            await page.run("scrollTo(0, 0)")
    while not session.over:
        for seat in session.awaited:
            table.submit(seat, NO_ORDERS, session.revision)
    await walk.settle(page, room)
    await look(page, "sleuth-last-round-end")
    await page.tap(ON)
    await look(page, "sleuth-end")
    await page.run("document.querySelectorAll('main section')[1].scrollIntoView()")
    await look(page, "sleuth-end-gems")
    await page.close()
    page, _room = await walk.begin("sleuth", {"variant": "large"})
    await look(page, "sleuth-large")
    await page.run("document.querySelector('.tips').scrollIntoView()")
    await look(page, "sleuth-large-tips")
    await page.close()


async def oneword(walk: Walk) -> None:
    """Ein Wort: a card as hint giver with a refused hint, one as guesser, and the end."""
    page, room = await walk.begin(
        "oneword",
        {"language": walk.language, "difficulty": "family", "cards": 5, "first": 1},
        ("Ben", "Carla", "Dora"),
    )
    table = room.table
    assert table is not None
    session = table.session
    look = walk.look
    german = walk.language == "de"
    words = (
        ["Nebel", "Meer", "Licht", "Turm", "Katze", "Regen"]
        if german
        else ["fog", "sea", "light", "tower", "cat", "rain"]
    )

    async def shown(name: str) -> None:
        await walk.settle(page, room)
        await look(page, f"oneword-{name}")

    def do(seat: int, move: Any) -> None:
        table.submit(seat, move, session.revision)

    await shown("hint")
    term = session.port(0).view().term
    await page.write("form input", term)
    await page.tap("[type=submit]")
    await page.until("document.querySelector('.note')")
    await look(page, "oneword-hint-refused")
    await page.write("form input", words[0])
    before = session.revision
    await page.tap("[type=submit]")
    await page.until(f"document.body.dataset.revision > '{before}'")
    await shown("hint-given")
    do(2, Hint((words[1],)))
    do(3, Hint((words[1],)))
    await shown("check")
    await page.tap(".options.slips .option")
    await look(page, "oneword-check-strike")
    do(2, Checked())
    do(0, Show())
    await shown("guess-wait")
    do(1, Guess("Xylophon"))
    await shown("result-miss")
    do(0, Counts())
    await shown("result-counted")
    number = 1
    while not session.over:
        do(next(seat for seat in range(4) if "next" in session.port(seat).view().may), Next())
        if session.over:
            break
        number += 1
        guesser = session.port(0).view().guesser
        mine = guesser == 0 and number < 6
        if mine:
            await shown("guesser-waits")
        givers = [seat for seat in range(4) if seat != guesser]
        for place, seat in enumerate(givers):
            do(seat, Hint((words[place],)))
        if mine:
            await shown("guesser-looks-away")
        do(givers[0], Show())
        if mine:
            await shown("guess")
            await page.tap(".bar .plain")
            await look(page, "oneword-guess-pass")
        do(guesser, Guess(session.port(givers[0]).view().term if number % 2 else "Quark"))
        if mine:
            await shown("result-own")
        elif number == 3:
            await shown("result-hit")
    await shown("end")
    await page.close()


WALKS = {
    "around": around,
    "onlooker": onlooker,
    "letter": letter,
    "valknut": valknut,
    "sleuth": sleuth,
    "oneword": oneword,
}

assert set(catalog.ids()) <= set(WALKS)
