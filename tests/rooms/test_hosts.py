"""Who decides for a room: what is the host's alone, and that nobody takes it away from who opened the room."""

from __future__ import annotations

import json
import secrets
from typing import Any

import pytest

from engine.rooms.room import HOSTS_AWAY, Room
from tests.rooms.here import Here, Phone, in_loop, moves_of, serving


async def say(phone: Phone, **message: Any) -> None:
    await phone.send(json.dumps(message))


async def refused(phone: Phone, text: str) -> str:
    """Send *text*; why it was refused."""
    number = phone.now["note"]["number"]
    await phone.send(text)
    await phone.until(lambda now: now["note"]["number"] > number)
    return str(phone.now["note"]["text"])


async def hosted_by_the_last(here: Here, game: str, *names: str) -> tuple[Room, Phone, list[Phone]]:
    """A match in which the host, Anna, sits behind the others: by the game's own order the first seat helps."""
    room, anna = await here.hosted(game)
    await say(anna, do="drop", chair=0)
    others = await here.joined(room, *names)
    await say(anna, do="seat", member=1)
    await anna.until(lambda now: len(now["lobby"]["chairs"]) == len(names) + 1)
    await say(anna, do="start")
    for phone in (anna, *others):
        await phone.until(lambda now: "match" in now)
    return room, anna, others


# What only the host may do ----------------------------------------

HELP: tuple[dict[str, Any], ...] = (
    {"do": "skip_missing"},
    {"do": "pass_for_guesser"},
    {"do": "remove", "member": 2},
    {"do": "admit", "name": "Eve", "member": -1},
    {"do": "abort"},
)


@pytest.mark.parametrize("phase", ["hints", "guess", "result"])
@in_loop
async def test_ein_wort_helps_the_host_alone(phase: str) -> None:
    """Ben has the first seat and no host's rights: he is offered no help, and refused each; Anna has it all."""
    async with serving() as here:
        room, anna, others = await hosted_by_the_last(here, "oneword", "Ben", "Carla", "Dora")
        phones = [*others, anna]
        assert room.table is not None
        session = room.table.session
        assert [phone.now["you"]["seat"] for phone in phones] == [0, 1, 2, 3]
        if phase != "hints":
            for seat in tuple(session.awaited):
                word = "Nebelhorn" + "abcd"[seat]
                room.table.submit(seat, json.dumps({"do": "hint", "words": [word]}), session.revision)
            room.table.submit(1, '{"do":"show"}', session.revision)
        if phase == "result":
            room.table.submit(session.awaited[0], '{"do":"pass"}', session.revision)
        for phone in phones:
            await phone.until(lambda now: now["match"]["revision"] == session.revision)
        ben = others[0]
        revision, present = session.revision, session.absent
        for move in HELP:
            assert move not in moves_of(ben.page)
            assert "host" in await refused(ben, ben.move(move))
        assert not any(move["do"] in {one["do"] for one in HELP} for move in moves_of(ben.page))
        assert (session.revision, session.absent) == (revision, present)
        assert not ben.now["match"]["arrange"]
        labels = anna.now["match"]["arrange"]
        assert "End the game" in labels
        assert ("Go on without the missing" in labels) is (phase == "hints")
        await say(anna, do="arrange", number=labels.index("End the game"), revision=revision)
        await ben.until(lambda now: now["match"]["over"])


@in_loop
async def test_a_host_lets_nobody_in_past_the_room() -> None:
    """Coming late is the room's business: the game's own move for it is refused from any phone, so all have names."""
    async with serving() as here:
        room, anna = await here.hosted("oneword")
        others = await here.joined(room, "Ben", "Carla")
        await say(anna, do="start")
        for phone in (anna, *others):
            await phone.until(lambda now: "match" in now)
        assert room.table is not None
        session = room.table.session
        for seat in tuple(session.awaited):
            room.table.submit(
                seat, json.dumps({"do": "hint", "words": ["Nebelhorn" + "abc"[seat]]}), session.revision
            )
        room.table.submit(1, '{"do":"show"}', session.revision)
        room.table.submit(0, '{"do":"pass"}', session.revision)
        await anna.until(lambda now: now["match"]["revision"] == session.revision)
        await refused(anna, anna.move({"do": "admit", "name": "Eve", "member": -1}))
        assert len(session.seats) == 3


@in_loop
async def test_orders_are_declared_missing_by_the_host_alone() -> None:
    """VP-Sleuth: a player's phone can't declare orders missing; the host's can, for any seat."""
    async with serving() as here:
        room, anna, (ben,) = await hosted_by_the_last(here, "sleuth", "Ben")
        assert room.table is not None
        session = room.table.session
        revision = session.revision
        assert "host" in await refused(ben, ben.move({"do": "nmr"}))
        assert session.revision == revision
        await anna.until(lambda now: now["match"]["revision"] == revision)
        assert len(anna.now["match"]["arrange"]) == 2
        await say(anna, do="arrange", number=0, revision=revision)
        await ben.until(lambda now: now["match"]["revision"] > revision)


# Who opened the room stays its host ----------------------------------------


async def with_deputy(here: Here) -> tuple[Room, Phone, Phone]:
    """Anna's room, in which Ben was given a host's rights."""
    room, anna = await here.hosted()
    (ben,) = await here.joined(room, "Ben")
    await say(anna, do="appoint", member=2)
    await ben.until(lambda now: now["you"]["host"])
    return room, anna, ben


@in_loop
async def test_a_deputy_can_not_oust_the_owner() -> None:
    """Neither remove nor dismiss, nor hand the seat to another phone, while the owner is here; the owner can."""
    async with serving() as here:
        room, anna, ben = await with_deputy(here)
        for what in ("remove", "dismiss", "link"):
            assert await refused(ben, json.dumps({"do": what, "member": 1}))
        assert not room.members[1].removed
        assert not ben.now["link"]
        await say(anna, do="remove", member=2)
        await ben.until(lambda now: now["you"]["removed"])


@in_loop
async def test_the_owner_who_is_away_for_long_can_be_replaced_and_comes_back() -> None:
    """After the time for which a host is waited for; back again, the owner has all rights and may sit down."""
    async with serving() as here:
        room, anna, ben = await with_deputy(here)
        await say(ben, do="lock", locked=True)
        anna.vanish()
        await ben.until(lambda now: not now["members"][0]["here"])
        assert await refused(ben, '{"do":"remove","member":1}')
        here.times["now"] += HOSTS_AWAY
        await say(ben, do="remove", member=1)
        await ben.until(lambda now: now["members"][0]["removed"])
        back = await here.phone(room, token=anna.token, host=anna.host).open()
        assert back.now["you"]["host"]
        assert back.now["lobby"]["options"]
        await back.join("Anna")
        await back.until(lambda now: not now["you"]["removed"])
        await say(back, do="dismiss", member=2)
        await ben.until(lambda now: not now["you"]["host"])


@in_loop
async def test_somebody_takes_over_while_the_host_is_away() -> None:
    """Nobody becomes host by itself, and nobody can before a minute without one; who comes back is still host."""
    async with serving() as here:
        room, anna = await here.hosted()
        (ben,) = await here.joined(room, "Ben")
        assert await refused(ben, '{"do":"volunteer"}')
        anna.vanish()
        await ben.until(lambda now: not now["members"][0]["here"])
        here.times["now"] += HOSTS_AWAY - 1
        assert await refused(ben, '{"do":"volunteer"}')
        assert not ben.now["you"]["volunteer"]
        # Back for a moment: the minute begins anew.
        back = await here.phone(room, token=anna.token, host=anna.host).open()
        await ben.until(lambda now: now["members"][0]["here"])
        back.vanish()
        await ben.until(lambda now: not now["members"][0]["here"])
        here.times["now"] += HOSTS_AWAY - 1
        assert await refused(ben, '{"do":"volunteer"}')
        here.times["now"] += 1
        await say(ben, do="language", language="en")
        await ben.until(lambda now: now["you"]["volunteer"])
        assert not ben.now["you"]["host"]
        await say(ben, do="volunteer")
        await ben.until(lambda now: now["you"]["host"])
        back = await here.phone(room, token=anna.token, host=anna.host).open()
        assert back.now["you"]["host"]
        await say(back, do="dismiss", member=2)
        await ben.until(lambda now: not now["you"]["host"])


@in_loop
async def test_it_is_offered_without_a_word_from_anybody(monkeypatch: pytest.MonkeyPatch) -> None:
    """The offer comes to the phones by itself when the time is over."""
    async with serving() as here:
        due: list[tuple[float, Any]] = []
        room, anna = await here.hosted()
        (ben,) = await here.joined(room, "Ben")
        monkeypatch.setattr(room, "later", lambda delay, action: due.append((delay, action)))
        anna.vanish()
        await ben.until(lambda now: not now["members"][0]["here"])
        ((delay, action),) = due
        here.times["now"] += delay
        action()
        await ben.until(lambda now: now["you"]["volunteer"])


@in_loop
async def test_the_last_host_leaves_and_nobody_is_host_by_itself() -> None:
    """Whoever is there may become host after a minute; the owner who comes back is still one."""
    async with serving() as here:
        room, anna = await here.hosted()
        (ben,) = await here.joined(room, "Ben")
        await say(anna, do="leave")
        await ben.until(lambda now: len(now["members"]) == 1)
        assert not ben.now["you"]["host"]
        assert not room.members[2].deputy
        here.times["now"] += HOSTS_AWAY
        await say(ben, do="volunteer")
        await ben.until(lambda now: now["you"]["host"])
        await anna.join("Anna")
        await anna.until(lambda now: not now["you"]["removed"])
        assert anna.now["you"]["host"]


# Notes and chairs ----------------------------------------


@in_loop
async def test_a_refusal_is_forgotten_with_its_cause() -> None:
    """Given a seat, let in again, the room unlocked, made a host: the old note is gone from the snapshot."""
    async with serving() as here:
        room, anna = await here.hosted()
        (ben,) = await here.joined(room, "Ben")
        assert await refused(ben, '{"do":"lock","locked":true}')
        await say(anna, do="appoint", member=2)
        await ben.until(lambda now: now["you"]["host"] and not now["note"]["text"])
        await say(anna, do="dismiss", member=2)
        await say(anna, do="remove", member=2)
        await ben.until(lambda now: now["you"]["removed"])
        assert await refused(ben, '{"do":"join","name":"Ben"}')
        await say(anna, do="readmit", member=2)
        await ben.until(lambda now: not now["you"]["removed"] and not now["note"]["text"])
        await say(anna, do="addbot", bot="random")
        await say(anna, do="drop", chair=1)
        await say(anna, do="start")
        await ben.until(lambda now: "match" in now and now["you"]["seat"] is None)
        assert await refused(ben, '{"do":"move","id":"1","revision":0,"move":{}}')
        await say(anna, do="replace", seat=1, member=2)
        await ben.until(lambda now: now["you"]["seat"] == 1 and not now["note"]["text"])
        await say(anna, do="lock", locked=True)
        stranger = await here.phone(room, token=secrets.token_hex(16)).open()
        assert stranger.told  # locked out before there is anything to remember


@in_loop
async def test_a_refusal_is_forgotten_when_something_else_is_done() -> None:
    """A name that can't be read, then one that can."""
    async with serving() as here:
        room, _anna = await here.hosted()
        eve = await here.phone(room).open()
        assert await refused(eve, '{"do":"join","name":"  "}')
        await eve.join("Eve")
        assert not eve.now["note"]["text"]


@in_loop
async def test_who_plays_keeps_the_chair() -> None:
    """Dora took Ben's seat in mid-match; Ben, let in again, waits for a chair where there is none left."""
    async with serving() as here:
        room, anna = await here.hosted("letter")
        phones = [anna, *await here.joined(room, "Ben", "Carla", "Emil", "Dora")]
        assert [chair.name for chair in room.chairs] == ["Anna", "Ben", "Carla", "Emil"]
        await say(anna, do="start")
        for phone in phones:
            await phone.until(lambda now: "match" in now)
        await say(anna, do="remove", member=2)
        await anna.until(lambda now: bool(now["match"]["vacant"]))
        await say(anna, do="replace", seat=1, member=5)
        await anna.until(lambda now: not now["match"]["vacant"])
        await say(anna, do="readmit", member=2)
        await phones[1].until(lambda now: not now["you"]["removed"])
        await say(anna, do="end")
        await anna.until(lambda now: "match" not in now)
        assert [chair.name for chair in room.chairs] == ["Anna", "Dora", "Carla", "Emil"]


@in_loop
async def test_who_took_a_bots_seat_keeps_its_chair() -> None:
    """The bot's chair is Dora's after the match."""
    async with serving() as here:
        room, anna = await here.hosted("letter")
        phones = [anna, *await here.joined(room, "Ben", "Carla")]
        await say(anna, do="addbot", bot="random")
        await anna.until(lambda now: len(now["lobby"]["chairs"]) == 4)
        phones += await here.joined(room, "Dora")
        await say(anna, do="start")
        await anna.until(lambda now: "match" in now)
        await say(anna, do="replace", seat=3, member=4)
        await phones[-1].until(lambda now: now["you"]["seat"] == 3)
        await say(anna, do="end")
        await anna.until(lambda now: "match" not in now)
        assert [chair.name for chair in room.chairs] == ["Anna", "Ben", "Carla", "Dora"]
