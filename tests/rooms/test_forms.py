"""Whole matches of the games whose pages have forms, filled in as the page's script does."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from engine.core import catalog, codec
from engine.core.text import texts
from tests.rooms.here import Phone, in_loop, moves_of, serving
from tests.rooms.thumb import WORDS


def fill(template: Any, values: dict[str, str]) -> Any:
    """What `Write` in engine.core.page describes, as the page's script does it."""
    if isinstance(template, list):
        return [fill(item, values) for item in template]
    if not isinstance(template, dict):
        return template
    match sorted(template):
        case ["field"]:
            return values[template["field"]]
        case ["join"]:
            parts = [fill(item, values) for item in template["join"]]
            return "" if "" in parts else "".join(parts)
        case ["some"]:
            return [item for item in (fill(item, values) for item in template["some"]) if item]
        case ["ending", "map"]:
            begin, end = template["map"], template["ending"]
            return {
                name.removeprefix(begin): value.removesuffix(end)
                for name, value in values.items()
                if name.startswith(begin) and value.endswith(end)
            }
    return {name: fill(part, values) for name, part in template.items()}


def filled(block: dict[str, Any], rng: random.Random) -> Any:
    values = {}
    for field in block["fields"]:
        if "of" in field:
            options = [choice[0] for choice in block["lists"][field["of"]]]
            often = field["name"].startswith("tip:")
            values[field["name"]] = rng.choice(["", *options] if often else options)
        else:
            values[field["name"]] = rng.choice(WORDS)
    return fill(block["move"], values)


def move(phone: Phone, rng: random.Random) -> Any:
    """Something that the page offers, or None if it only waits."""
    forms = [block for block in phone.page.get("blocks", []) if block["is"] == "write"]
    safe = [
        m
        for m in moves_of(phone.page)
        if m["do"] not in ("abort", "remove", "skip_missing", "pass_for_guesser")
    ]
    if forms and (not safe or rng.random() < 0.8):
        return filled(forms[0], rng)
    return rng.choice(safe) if safe else None


@pytest.mark.parametrize(("game", "options"), [("oneword", {"cards": 5}), ("sleuth", {})])
@in_loop
async def test_whole_match_by_forms(game: str, options: dict[str, Any]) -> None:
    """Three phones play to the end; each page is exactly what its view says, and orders fit into a message."""
    rng = random.Random(game)
    async with serving() as here:
        room, anna = await here.hosted(game)
        await anna.send(json.dumps({"do": "choose", "game": game, "options": options}))
        ben, carla = await here.joined(room, "Ben", "Carla")
        await anna.send(json.dumps({"do": "start"}))
        phones = (anna, ben, carla)
        for phone in phones:
            await phone.until(lambda now: "match" in now)
        assert room.table is not None
        session = room.table.session
        module = catalog.phone(game)
        assert module is not None
        names, t = room.names(), texts("en")
        for _turn in range(4000):
            if session.over:
                break
            here.times["now"] += 10
            for phone in phones:
                revision = session.revision
                await phone.until(lambda now: now["match"]["revision"] >= revision)  # noqa: B023
                port = session.port(phone.now["you"]["seat"])
                page = module.page(port.view(), port.choices(), t, names)
                assert phone.page == json.loads(codec.encode(page))
            phone = phones[rng.randrange(3)]
            made = move(phone, rng)
            if made is None:
                continue
            text = phone.move(made)
            assert len(text) < 4096
            note = phone.now["note"]["number"]
            revision = session.revision
            await phone.send(text)
            await phone.until(
                lambda now: now["match"]["revision"] > revision or now["note"]["number"] > note  # noqa: B023
            )
        assert session.over


@pytest.mark.parametrize("variant", ["standard", "large"])
def test_full_order_sheet_fits_into_a_message(variant: str) -> None:
    """Every gem of the large game tipped is still below 4 KiB."""
    from engine.games.sleuth import phone
    from engine.play.dealer import Dealer
    from engine.play.session import Session
    from tests.strategies import people

    session = Session(catalog.game("sleuth"), {"variant": variant}, people(3), Dealer("x"))
    session.start()
    port = session.port(0)
    page = json.loads(
        codec.encode(phone.page(port.view(), port.choices(), texts("de"), ["Anna", "Ben", "Carla"]))
    )
    (form,) = [block for block in page["blocks"] if block["is"] == "write"]
    values = {
        field["name"]: form["lists"][field["of"]][2 if field["name"].startswith("tip:") else 1][0]
        for field in form["fields"]
    }
    made = fill(form["move"], values)
    assert len(made["sure"]) == (120 if variant == "large" else 36)
    assert len(json.dumps({"do": "move", "id": "x" * 16, "revision": 9, "move": made})) < 4096
    port.submit(json.dumps(made), port.revision)


@in_loop
async def test_the_host_helps_where_somebody_is_missing() -> None:
    """Ein Wort: the last hint giver is missing; the host goes on without, and removes the guesser."""
    async with serving() as here:
        room, anna = await here.hosted("oneword")
        others = await here.joined(room, "Ben", "Carla", "Dora")
        await anna.send(json.dumps({"do": "start"}))
        phones = (anna, *others)
        for phone in phones:
            await phone.until(lambda now: "match" in now)
        assert room.table is not None
        session = room.table.session
        revision = session.revision
        await others[0].send(others[0].move({"do": "hint", "words": ["Zyzzyx"]}))
        await anna.until(lambda now: now["match"]["revision"] > revision)
        labels = anna.now["match"]["arrange"]
        assert "Go on without the missing" in labels
        assert all(not phone.now["match"]["arrange"] for phone in others)
        number = labels.index("Go on without the missing")
        await anna.send(json.dumps({"do": "arrange", "number": number, "revision": revision}))
        await anna.until(lambda now: now["note"]["number"] == 1)  # stale: refused
        await anna.send(json.dumps({"do": "arrange", "number": number, "revision": session.revision}))
        await others[0].until(lambda now: "check" in now["match"]["page"]["title"].lower())
