"""The server over real sockets: who may come in, what is refused, who is told what."""

from __future__ import annotations

import json
import logging
import secrets

import pytest
from aiohttp import WSServerHandshakeError

from engine.core import catalog, codec
from engine.core.text import texts
from engine.rooms.room import REPLACED
from tests.rooms.here import Phone, in_loop, moves_of, serving


async def start(host: Phone, *others: Phone) -> None:
    await host.send(json.dumps({"do": "start"}))
    for phone in (host, *others):
        await phone.until(lambda now: "match" in now)


# Seats and tokens ----------------------------------------


@in_loop
async def test_back_with_the_same_seat_hand_and_phase() -> None:
    """A socket lost without goodbye: the same token leads to the same seat, hand and question."""
    async with serving() as here:
        room, anna = await here.hosted()
        (ben,) = await here.joined(room, "Ben")
        await start(anna, ben)
        seat, page, revision = ben.now["you"]["seat"], ben.page, ben.revision
        ben.vanish()
        await anna.until(lambda now: not now["members"][1]["here"])
        assert [member["name"] for member in anna.now["members"]] == ["Anna", "Ben"]  # away is not removed
        assert ben.now["you"]["seat"] in (0, 1)
        again = await here.phone(room, token=ben.token).open()
        assert (again.now["you"]["seat"], again.page, again.revision) == (seat, page, revision)
        await anna.until(lambda now: now["members"][1]["here"])


@in_loop
async def test_newest_tab_wins() -> None:
    """The older tab says so and is closed; the newer one has the seat."""
    async with serving() as here:
        room, _anna = await here.hosted()
        (ben,) = await here.joined(room, "Ben")
        again = await here.phone(room, token=ben.token).open()
        assert again.now["you"]["name"] == "Ben"
        while True:
            message = await ben.hear()
            if message["do"] == "closed":
                break
        assert {"do": "replaced"} in ben.told
        assert message["code"] == REPLACED
        assert sum(phone.member is not None and phone.member.name == "Ben" for phone in room.phones) == 1


@in_loop
async def test_a_name_reclaims_nothing() -> None:
    """Another phone with the same name is another member."""
    async with serving() as here:
        room, _anna = await here.hosted()
        (ben,) = await here.joined(room, "Ben")
        (other,) = await here.joined(room, "Ben ")
        assert other.now["you"]["name"] == "Ben 2"
        assert other.now["you"]["member"] != ben.now["you"]["member"]


@in_loop
async def test_handed_seat_is_taken_up_once() -> None:
    """The host's link gives the seat to another phone; the old phone and the link are void then."""
    async with serving() as here:
        room, anna = await here.hosted()
        (ben,) = await here.joined(room, "Ben")
        await anna.send(json.dumps({"do": "link", "member": ben.now["you"]["member"]}))
        await anna.until(lambda now: bool(now.get("link")))
        claim = anna.now["link"].partition("#")[2]
        new = await here.phone(room).open(claim=claim)
        assert new.now["you"]["name"] == "Ben"
        late = await here.phone(room).open(claim=claim)
        assert late.now["you"]["member"] == 0
        old = await here.phone(room, token=ben.token).open()
        assert old.now["you"]["member"] == 0


@in_loop
async def test_tokens_are_sent_to_nobody_and_logged_nowhere(
    tmp_path: object, caplog: pytest.LogCaptureFixture
) -> None:
    """No token, nor its hash, is in any message, log line, or file."""
    from pathlib import Path

    folder = Path(str(tmp_path))
    with caplog.at_level(logging.DEBUG):
        async with serving(folder) as here:
            room, anna = await here.hosted()
            (ben,) = await here.joined(room, "Ben")
            await start(anna, ben)
            await ben.send("{broken")
            await ben.hear()
            phones = [anna, ben, await here.phone(room).open()]
            hashes = [member.token for member in room.members.values()] + [room.host]
            secret = [phone.token for phone in phones] + [anna.host]
            frames = "".join(frame for phone in phones for frame in phone.frames)
            assert all(word not in frames for word in secret + hashes)
    assert all(word not in caplog.text for word in secret + hashes)
    written = "".join(path.read_text("utf-8") for path in folder.iterdir())
    assert all(word not in written for word in secret)


# Rights ----------------------------------------


@in_loop
async def test_host_rights_go_by_token_alone() -> None:
    """Whatever a member says, or writes into a message, it does not become the host."""
    async with serving() as here:
        room, _anna = await here.hosted()
        (ben,) = await here.joined(room, "Ben")
        before = room.kept()
        for message in (
            {"do": "lock", "locked": True},
            {"do": "start"},
            {"do": "remove", "member": 1},
            {"do": "appoint", "member": 2},
            {"do": "choose", "game": "valknut", "options": {}},
            {"do": "link", "member": 1},
            {"do": "lock", "locked": True, "host": True},
            {"do": "hello", "room": room.code, "token": ben.token, "host": secrets.token_hex(16)},
        ):
            await ben.send(json.dumps(message))
        await ben.send(json.dumps({"do": "lock", "locked": True}))
        await ben.until(lambda now: now["note"]["number"] >= 8)
        assert room.kept() == before
        assert not ben.now["you"]["host"]
        liar = await here.phone(room, token=ben.token, host=ben.token).open()
        assert not liar.now["you"]["host"]
        assert "host" in ben.now["note"]["text"]


# Moves ----------------------------------------


@in_loop
async def test_stale_move_is_refused_kindly() -> None:
    """A move that answers an older situation changes nothing, and says so in the phone's language."""
    async with serving() as here:
        room, anna = await here.hosted()
        (ben,) = await here.joined(room, "Ben")
        await start(anna, ben)
        first = anna if anna.page.get("act") else ben
        old = first.revision
        await first.send(first.move(moves_of(first.page)[0]))
        await first.until(lambda now: now["match"]["revision"] > old)
        assert room.table is not None
        second = room.table.session.awaited[0]
        mover = next(phone for phone in (anna, ben) if phone.now["you"]["seat"] == second)
        await mover.until(lambda now: bool(now["match"]["page"].get("act")))
        await mover.send(json.dumps({"do": "language", "language": "de"}))
        actions = room.table.session.actions
        await mover.send(mover.move(moves_of(mover.page)[0], revision=old))
        await mover.until(lambda now: now["note"]["number"] > 0)
        assert mover.now["note"]["text"] == texts("de")._(
            "The table has changed since then. Please look again."
        )
        assert room.table.session.actions == actions


@in_loop
async def test_same_move_twice_is_made_once() -> None:
    """Sent again after a lost answer, a move is not made a second time and not refused either."""
    async with serving() as here:
        room, anna = await here.hosted()
        (ben,) = await here.joined(room, "Ben")
        await start(anna, ben)
        first = anna if anna.page.get("act") else ben
        message = first.move(moves_of(first.page)[0], number="once")
        await first.send(message)
        await first.until(lambda now: now["heard"] == "once")
        assert room.table is not None
        actions = room.table.session.actions
        again = await here.phone(room, token=first.token).open()
        await again.send(message)
        await again.until(lambda now: now["heard"] == "once")
        assert room.table.session.actions == actions
        assert again.now["note"]["text"] == ""


@in_loop
async def test_only_the_seat_itself_moves() -> None:
    """A member without a seat, one whose turn it is not, and a watcher change nothing."""
    async with serving() as here:
        room, anna = await here.hosted()
        (ben,) = await here.joined(room, "Ben")
        await start(anna, ben)
        first, other = (anna, ben) if anna.page.get("act") else (ben, anna)
        move = moves_of(first.page)[0]
        late = await (await here.phone(room).open()).join("Carla")
        watcher = await here.phone(room).open()
        await watcher.send(json.dumps({"do": "watch"}))
        await watcher.until(lambda now: "match" in now)
        assert room.table is not None
        actions = room.table.session.actions
        for phone in (other, late, watcher):
            await phone.send(phone.move(move, revision=first.revision))
            await phone.until(lambda now: now["note"]["number"] > 0)
        assert room.table.session.actions == actions
        assert late.now["you"]["seat"] is None


# What comes in ----------------------------------------

HOSTILE = [
    "",
    "{",
    "null",
    "[]",
    "17",
    '"hello"',
    "{}",
    '{"do":null}',
    '{"do":"nothing"}',
    '{"do":"join"}',
    '{"do":"join","name":5}',
    '{"do":"join","name":NaN}',
    '{"do":"move","id":"a","revision":NaN,"move":{}}',
    '{"do":"move","id":"a","revision":Infinity,"move":{}}',
    '{"do":"move","id":"a","revision":1e400,"move":{}}',
    '{"do":"move","id":"a","revision":-1,"move":{"do":"play","card":1}}',
    '{"do":"move","id":"a","revision":true,"move":{"do":"play","card":1}}',
    '{"do":"move","id":"a","revision":99999999999999999999999,"move":{}}',
    '{"do":"move","id":"a","revision":0,"move":' + "[" * 1500 + "]" * 1500 + "}",
    "[" * 4000,
    '{"do":' * 600,
    '{"do":"choose","game":"letter","options":{"goal":1e9}}',
    '{"do":"choose","game":"../../etc","options":{}}',
    '{"do":"join","name":"\\ud800"}',
    '{"do":"join","name":"\\u0000\\u202e"}',
    "\ufeff{}",
]


@in_loop
async def test_hostile_messages_change_nothing() -> None:
    """Broken, deep, huge, infinite or wrong JSON is answered kindly, before and after joining."""
    async with serving() as here:
        room, anna = await here.hosted()
        stranger = await here.phone(room).open()
        (ben,) = await here.joined(room, "Ben")
        await start(anna, ben)
        before = room.kept()
        assert room.table is not None
        actions = room.table.session.actions
        for text in HOSTILE:
            here.times["now"] += 1.0
            for phone in (stranger, ben):
                if phone is ben and text.startswith('{"do":"join","name":"'):
                    continue  # a member that joins again is simply still a member
                number = phone.now["note"]["number"]
                await phone.send(text)
                await phone.until(lambda now, number=number: now["note"]["number"] > number)
                assert phone.now["note"]["text"]
        blank = await here.socket()
        for text in HOSTILE:
            here.times["now"] += 1.0
            await blank.send_str(text)
            assert json.loads((await blank.receive(10)).data)["do"] == "refused"
        assert room.kept() == before
        assert room.table.session.actions == actions


@in_loop
async def test_too_long_a_message_ends_the_socket_alone() -> None:
    """More than 4 KiB is not even parsed; others hear nothing of it."""
    async with serving() as here:
        room, anna = await here.hosted()
        (ben,) = await here.joined(room, "Ben")
        await ben.send(json.dumps({"do": "join", "name": "x" * 5000}))
        while (await ben.hear())["do"] != "closed":
            pass
        await anna.until(lambda now: len(now["members"]) == 2 and not now["members"][1]["here"])
        again = await here.phone(room, token=ben.token).open()
        assert again.now["you"]["name"] == "Ben"


@in_loop
async def test_flood_ends_the_socket() -> None:
    """Whoever sends without end is cut off before anything is parsed."""
    async with serving() as here:
        room, _anna = await here.hosted()
        (ben,) = await here.joined(room, "Ben")
        for _number in range(200):
            if ben.ws is None or ben.ws.closed:
                break
            try:
                await ben.send(json.dumps({"do": "on"}))
            except ConnectionError:
                break
        while (await ben.hear())["do"] != "closed":
            pass
        assert room.members[2].removed is False


@in_loop
async def test_wrong_codes_are_limited_by_address() -> None:
    """After a dozen wrong codes an address must wait; another address with the right code need not."""
    async with serving(public_url="https://games.example.org") as here:
        room, _anna = await here.hosted()
        origin = {"Origin": "https://games.example.org", "X-Forwarded-For": "203.0.113.7"}
        guesser = await here.socket(**origin)
        codes = []
        for number in range(14):
            hello = {"do": "hello", "room": f"2222{number % 8 + 2}", "token": secrets.token_hex(16)}
            await guesser.send_str(json.dumps(hello))
            codes.append(json.loads((await guesser.receive(10)).data)["code"])
        assert codes[0] == "no_such_room"
        assert codes[-1] == "too_many_codes"
        friend = await here.socket(**origin | {"X-Forwarded-For": "203.0.113.8"})
        hello = {"do": "hello", "room": room.code, "token": secrets.token_hex(16)}
        await friend.send_str(json.dumps(hello))
        assert json.loads((await friend.receive(10)).data)["do"] == "room"
        here.times["now"] += 60
        await guesser.send_str(json.dumps(hello))
        assert json.loads((await guesser.receive(10)).data)["do"] == "room"


@pytest.mark.parametrize(
    "origin",
    [
        "",
        "null",
        "http://evil.example",
        "http://127.0.0.1.evil.example",
        "http://127.0.0.1",
        "https://{host}",
        "{host}",
    ],
)
@in_loop
async def test_foreign_origins_are_refused(origin: str) -> None:
    """Missing, null, foreign, a prefix trick, another port or scheme: no socket."""
    async with serving() as here:
        host = here.base.removeprefix("http://")
        with pytest.raises(WSServerHandshakeError) as error:
            await here.socket(Origin=origin.format(host=host))
        assert error.value.status == 403


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "localhost.evil", "[", "a b"]
)
@in_loop
async def test_foreign_hosts_are_refused(host: str) -> None:
    """A name that was pointed at this machine (rebinding) gets nothing."""
    async with serving() as here, here.client.get(here.base + "/", headers={"Host": host}) as answer:
        assert answer.status in (400, 421)
        assert "vierblatt" not in (await answer.text()).lower()


@in_loop
async def test_pages_carry_a_strict_policy_and_lead_nowhere_else() -> None:
    """No inline script, no other origin, nothing outside the page's folders."""
    async with serving() as here:
        for path in (
            "/",
            "/BCDFG",
            "/web/main.js",
            "/web/style.css",
            "/drawings/letter/faces/8.svg",
            "/texts/de.json",
        ):
            async with here.client.get(here.base + path) as answer:
                assert answer.status == 200, path
                policy = answer.headers["Content-Security-Policy"]
                assert "default-src 'none'" in policy
                assert "unsafe" not in policy
                assert answer.headers["X-Content-Type-Options"] == "nosniff"
        for path in (
            "/web/../room.py",
            "/web/%2e%2e/room.py",
            "/drawings/../engine/core/page.py",
            "/drawings/..%2f..%2fpyproject.toml",
            "/drawings/README.md",
            "/web/",
            "/texts/xx.json",
            "/rules/nothing/de.json",
            "/etc/passwd",
        ):
            async with here.client.get(here.base + path) as answer:
                assert answer.status == 404, path


@in_loop
async def test_sockets_of_one_address_are_capped() -> None:
    """A household's worth, not a thousand."""
    async with serving(per_address=3) as here:
        sockets = [await here.socket() for _number in range(3)]
        with pytest.raises(WSServerHandshakeError) as error:
            await here.socket()
        assert error.value.status == 429
        await sockets[0].close()


# Nothing by itself, nobody waits ----------------------------------------


@in_loop
async def test_nothing_happens_by_itself() -> None:
    """The phone whose turn it is sleeps for ten minutes: it is not skipped, not removed, and plays on."""
    async with serving() as here:
        room, anna = await here.hosted()
        (ben,) = await here.joined(room, "Ben")
        await start(anna, ben)
        first, other = (anna, ben) if anna.page.get("act") else (ben, anna)
        assert room.table is not None
        actions = room.table.session.actions
        first.vanish()
        number = first.now["you"]["member"] - 1
        await other.until(lambda now: not now["members"][number]["here"])
        here.times["now"] += 600
        assert room.table.session.actions == actions
        back = await here.phone(room, token=first.token).open()
        assert back.page.get("act")
        await back.send(back.move(moves_of(back.page)[0]))
        await back.until(lambda now: now["match"]["revision"] > first.revision)


@in_loop
async def test_the_active_player_is_removed_and_the_host_decides() -> None:
    """The seat waits; a removal can be undone; a bot may go on; the removed phone sees no hand."""
    async with serving() as here:
        room, anna = await here.hosted()
        ben, carla = await here.joined(room, "Ben", "Carla")
        await start(anna, ben, carla)
        assert room.table is not None
        victim = ben
        seat = victim.now["you"]["seat"]
        await anna.send(json.dumps({"do": "remove", "member": victim.now["you"]["member"]}))
        await victim.until(lambda now: now["you"]["removed"])
        assert "match" not in victim.now
        await anna.until(lambda now: bool(now["match"]["vacant"]))
        await anna.send(json.dumps({"do": "readmit", "member": victim.now["you"]["member"]}))
        await victim.until(lambda now: not now["you"]["removed"] and now["you"]["seat"] == seat)
        await anna.send(json.dumps({"do": "remove", "member": victim.now["you"]["member"]}))
        await anna.until(lambda now: bool(now["match"]["vacant"]))
        await anna.send(json.dumps({"do": "replace", "seat": seat, "bot": "random"}))
        await anna.until(lambda now: not now["match"]["vacant"])
        phones = {anna.now["you"]["seat"]: anna, carla.now["you"]["seat"]: carla}
        mine = [action for action in room.table.session.actions if action.actor == seat]
        while len([a for a in room.table.session.actions if a.actor == seat]) == len(mine):
            here.times["now"] += 1.0
            awaited = room.table.session.awaited[0]
            if awaited in phones:
                phone = phones[awaited]
                revision = room.table.session.revision
                await phone.until(lambda now, revision=revision: now["match"]["revision"] >= revision)
                await phone.send(phone.move(moves_of(phone.page)[0]))
                await phone.until(lambda now, revision=revision: now["match"]["revision"] > revision)
            else:
                revision = anna.revision
                await anna.send(json.dumps({"do": "on"}))
                await anna.until(lambda now, revision=revision: now["match"]["revision"] > revision)


# Whole matches ----------------------------------------


@pytest.mark.parametrize(("game", "options"), [("letter", {"goal": 2}), ("valknut", {"max_rounds": 2})])
@in_loop
async def test_whole_match_and_nothing_secret_on_the_wrong_phone(game: str, options: dict[str, int]) -> None:
    """Three phones play to the end by what their pages offer; each frame is exactly what its view and events say."""
    async with serving() as here:
        room, anna = await here.hosted(game)
        await anna.send(json.dumps({"do": "choose", "game": game, "options": options}))
        ben, carla = await here.joined(room, "Ben", "Carla")
        await start(anna, ben, carla)
        assert room.table is not None
        session = room.table.session
        phones = {phone.now["you"]["seat"]: phone for phone in (anna, ben, carla)}
        module, words = catalog.phone(game), catalog.words(game)
        assert module is not None
        names, t = room.names(), texts("en")
        count = 0
        while not session.over:
            here.times["now"] += 1.0
            revision = session.revision
            for seat, phone in phones.items():
                await phone.until(lambda now: now["match"]["revision"] >= revision)  # noqa: B023
                port = session.port(seat)
                page = module.page(port.view(), port.choices(), t, names)
                assert phone.page == json.loads(codec.encode(page))
                told = [words.describe(event, t, names) for event in port.events()[-40:]]
                assert phone.now["match"]["log"] == [line for line in told if line]
                offered = moves_of(phone.page)
                choices = [json.loads(codec.encode(move)) for move in port.choices()]
                assert set(map(json.dumps, offered)) == set(map(json.dumps, choices))
            mover = phones[session.awaited[0]]
            offered = moves_of(mover.page)
            await mover.send(mover.move(offered[count * 7 % len(offered)]))
            count += 1
            await mover.until(lambda now: now["match"]["revision"] > revision)  # noqa: B023
        for phone in phones.values():
            await phone.until(lambda now: now["match"]["over"])


@in_loop
async def test_bots_play_on_in_a_room() -> None:
    """One phone and two bots finish a match of one point."""
    async with serving() as here:
        _room, anna = await here.hosted()
        await anna.send(json.dumps({"do": "choose", "game": "letter", "options": {"goal": 1}}))
        for _bot in range(2):
            await anna.send(json.dumps({"do": "addbot", "bot": "random"}))
        await anna.until(lambda now: len(now["lobby"]["chairs"]) == 3)
        assert len({chair["name"] for chair in anna.now["lobby"]["chairs"]}) == 3
        await start(anna)
        while not anna.now["match"]["over"]:
            here.times["now"] += 1.0
            if anna.page.get("act"):
                revision = anna.revision
                await anna.send(anna.move(moves_of(anna.page)[0]))
                await anna.until(lambda now, revision=revision: now["match"]["revision"] > revision)
            else:
                await anna.hear()
        await anna.send(json.dumps({"do": "end"}))
        await anna.until(lambda now: "match" not in now)
        assert next(chair["name"] for chair in anna.now["lobby"]["chairs"]) == "Anna"


@in_loop
async def test_killed_server_resumes_its_rooms(tmp_path: object) -> None:
    """Without a goodbye: the same room, code, seats and match; a torn last line costs only that line."""
    from pathlib import Path

    folder = Path(str(tmp_path))
    async with serving(folder) as here:
        room, anna = await here.hosted()
        (ben,) = await here.joined(room, "Ben")
        await start(anna, ben)
        first = anna if anna.page.get("act") else ben
        revision = first.revision
        await first.send(first.move(moves_of(first.page)[0]))
        await first.until(lambda now: now["match"]["revision"] > revision)
        assert room.table is not None
        page, kept = ben.page, room.kept()
        latest = room.table.session.revision
    with (folder / kept.record).open("ab") as file:
        file.write(b'{"seat":0,"do":"pl')
    async with serving(folder) as here:
        again = await here.phone(kept.code, token=ben.token).open()
        await again.until(lambda now: "match" in now)
        assert again.revision == latest
        assert again.now["you"] | {"name": "Ben"} == again.now["you"]
        host = await here.phone(kept.code, token=anna.token, host=anna.host).open()
        assert host.now["you"]["host"]
        if page.get("act"):
            assert again.page == page
        mover = host if host.page.get("act") else again
        await mover.send(mover.move(moves_of(mover.page)[0]))
        await mover.until(lambda now: now["match"]["revision"] > latest)
