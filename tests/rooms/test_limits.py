"""What one address may ask for, and who is let in all the same; which pages may talk to the server."""

from __future__ import annotations

import asyncio
import json
import secrets
from typing import Any
from unittest import mock

import pytest
from aiohttp import WSServerHandshakeError
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.core import catalog
from engine.rooms import protocol, server
from engine.rooms.house import House
from engine.rooms.limits import Bucket, PerAddress
from engine.rooms.room import Room
from engine.rooms.server import OPENINGS, origin_of
from tests.rooms.here import Here, in_loop, serving

PUBLIC = "https://games.example.org"


def hello(room: str, token: str = "", **more: Any) -> str:
    return json.dumps({"do": "hello", "room": room, "token": token or secrets.token_hex(16)} | more)


async def answer(here: Here, text: str, address: str) -> dict[str, Any]:
    """What a phone at *address* is told that says *text* first."""
    ws = await here.socket(**{"Origin": PUBLIC, "X-Forwarded-For": address})
    await ws.send_str(text)
    told: dict[str, Any] = json.loads((await ws.receive(10)).data)
    await ws.close()
    return told


async def guess(here: Here, address: str, times: int = 14) -> str:
    """Try wrong codes from *address*; the last answer's code."""
    told: dict[str, Any] = {}
    for number in range(times):
        told = await answer(here, hello(f"2222{number % 8 + 2}"), address)
    return str(told["code"])


@in_loop
async def test_wrong_codes_of_a_neighbour_lock_nobody_out() -> None:
    """The same address after too many wrong codes: members, hosts and whoever has a long link come in."""
    async with serving(public_url=PUBLIC) as here:
        here.house.long_links = True
        room, anna = await here.hosted()
        (ben,) = await here.joined(room, "Ben")
        await anna.send(json.dumps({"do": "link", "member": 2}))
        await anna.until(lambda now: bool(now["link"]))
        claim = anna.now["link"].partition("#")[2]
        assert len(room.key) == 20
        home = "203.0.113.7"
        assert await guess(here, home) == "too_many_codes"
        stranger = await answer(here, hello(room.code), home)
        assert stranger["code"] == "too_many_codes"
        for text in (
            hello(room.code, ben.token),
            hello(room.code, host=anna.host),
            hello(room.key),
            hello(room.key.lower()),
            hello(room.code, claim=claim),
        ):
            assert (await answer(here, text, home))["do"] == "room"
        assert (await answer(here, hello(room.code), "203.0.113.8"))["do"] == "room"
        here.times["now"] += 15
        assert (await answer(here, hello(room.code), home))["do"] == "room"


@in_loop
async def test_a_house_of_ipv6_is_one_address() -> None:
    """Whoever guesses can't take another of a house's endless addresses; the house next door may go on."""
    async with serving(public_url=PUBLIC) as here:
        for number in range(14):
            told = await answer(here, hello("22222"), f"2001:db8:1:1::{number + 1:x}")
        assert told["code"] == "too_many_codes"
        assert (await answer(here, hello("22222"), "2001:db8:1:2::1"))["code"] == "no_such_room"


@in_loop
async def test_what_anybody_can_write_into_the_header_counts_for_nothing() -> None:
    """Only the last address is the proxy's own word; from elsewhere than a proxy the header is not looked at."""
    async with serving(public_url=PUBLIC) as here:
        for number in range(14):
            told = await answer(here, hello("22222"), f"198.51.100.{number}, 203.0.113.7")
        assert told["code"] == "too_many_codes"
    async with serving() as here:
        for number in range(14):
            ws = await here.socket(**{"X-Forwarded-For": f"198.51.100.{number}"})
            await ws.send_str(hello("22222"))
            told = json.loads((await ws.receive(10)).data)
            await ws.close()
        assert told["code"] == "too_many_codes"


@in_loop
async def test_a_proxy_that_names_nobody_is_complained_about_once(caplog: pytest.LogCaptureFixture) -> None:
    """Without the header all phones are one house; the log says so, once."""
    async with serving(public_url=PUBLIC) as here:
        for _time in range(2):
            await (await here.socket(Origin=PUBLIC)).close()
        assert caplog.text.count("X-Forwarded-For") == 1


@in_loop
async def test_sockets_can_not_be_opened_without_end() -> None:
    """A limit that forty sleeping phones never reach; with time there are more."""
    async with serving() as here:
        for _number in range(int(OPENINGS[0])):
            await (await here.socket()).close()
        with pytest.raises(WSServerHandshakeError) as error:
            await here.socket()
        assert error.value.status == 429
        here.times["now"] += 10
        await (await here.socket()).close()


@in_loop
async def test_a_household_of_forty_behind_one_address() -> None:
    """Forty phones behind one proxy: all come in, and all come back at once after the server was away."""
    async with serving(public_url=PUBLIC, per_address=server.SOCKETS_PER_ADDRESS) as here:
        room, _anna = await here.hosted()
        for _round in range(2):
            open_ones = [
                await here.socket(**{"Origin": PUBLIC, "X-Forwarded-For": "203.0.113.7"}) for _n in range(40)
            ]
            for ws in open_ones:
                await ws.send_str(hello(room.code))
                assert json.loads((await ws.receive(10)).data)["do"] == "room"
            for ws in open_ones:
                await ws.close()


def test_a_bucket_fills_again_and_forgets_the_least_recent() -> None:
    """Burst, then the rate; clocks that go back give nothing."""
    bucket = Bucket(2, 0.5, 0.0)
    assert [bucket.take(0.0) for _n in range(3)] == [True, True, False]
    assert not bucket.take(-10.0)
    assert bucket.take(2.0)
    addresses = PerAddress(1, 0.0, most=2)
    for name in ("a", "b"):
        assert addresses.of(name, 0.0).take(0.0)
    assert addresses.of("a", 0.0).empty(0.0)
    addresses.of("c", 0.0)
    assert addresses.of("a", 0.0).empty(0.0)
    assert not addresses.of("b", 0.0).empty(0.0)


# Links and codes ----------------------------------------


@in_loop
async def test_room_by_link_alone() -> None:
    """The short code lets nobody new in, and says no more than a wrong one; who is in stays in; it can be undone."""
    async with serving() as here:
        room, anna = await here.hosted()
        (ben,) = await here.joined(room, "Ben")
        short = room.code
        await anna.send(json.dumps({"do": "linkonly", "on": True}))
        await anna.until(lambda now: now["link_only"])
        assert anna.now["share"].endswith(room.key)
        assert len(room.key) == 20
        assert anna.now["code"] == room.key
        stranger, wrong = here.phone(short), here.phone("22222")
        await stranger.open()
        await wrong.open()
        assert stranger.told == wrong.told
        assert (await here.phone(room.key).open()).now["do"] == "room"
        assert (await here.phone(short, token=ben.token).open()).now["you"]["name"] == "Ben"
        await anna.send(json.dumps({"do": "linkonly", "on": False}))
        await anna.until(lambda now: not now["link_only"])
        assert (await here.phone(short).open()).now["code"] == short


@in_loop
async def test_server_whose_rooms_have_no_codes() -> None:
    """With ``link_only`` no room ever shows a short code."""
    async with serving() as here:
        here.house.long_links = here.house.link_only = True
        anna = here.phone("", host=secrets.token_hex(16))
        await anna.open(create=True)
        assert len(anna.now["code"]) == 20
        (room,) = here.house.rooms.values()
        assert not any(room.code in frame for frame in anna.frames)


# Pages and origins ----------------------------------------


@pytest.mark.parametrize(
    "url",
    [
        "https://games.example.org",
        "https://games.example.org/",
        "HTTPS://Games.Example.org",
        "https://games.example.org:443",
    ],
)
@in_loop
async def test_public_address_however_it_is_written(url: str) -> None:
    """Browsers send their origin in small letters and without the usual port."""
    async with serving(public_url=url) as here:
        await (await here.socket(Origin="https://games.example.org")).close()
        for foreign in (
            "http://games.example.org",
            "https://games.example.org:8443",
            "https://games.example.org.evil.example",
            "https://evil.example/https://games.example.org",
            "https://games.example.org@evil.example",
        ):
            with pytest.raises(WSServerHandshakeError):
                await here.socket(Origin=foreign)


@pytest.mark.parametrize(
    "url", ["", "null", "games.example.org", "ftp://x", "https://", "https://x:99999", "https://[", "https://x/a",
            "https://x?a", "https://x#a", "https://u@x"]
)  # fmt: skip
def test_what_is_no_origin(url: str) -> None:
    """Anything but scheme, host and port."""
    assert origin_of(url) is None


@given(st.text())
def test_any_text_is_an_origin_or_none(text: str) -> None:
    """No header makes it raise."""
    for url in (text, f"http://{text}", f"https://{text}:1"):
        origin_of(url)


@in_loop
async def test_refusals_carry_the_policy_too() -> None:
    """Also where there is nothing to be found, or another method is tried."""
    async with serving() as here:
        for method, path, status in (("GET", "/nothing/here", 404), ("POST", "/", 405), ("GET", "/ws", 403)):
            async with here.client.request(method, here.base + path) as got:
                assert got.status == status
                assert "default-src 'none'" in got.headers["Content-Security-Policy"]


# Hostile messages ----------------------------------------

_SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30)
_JSON = st.recursive(
    _SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=12,
)
_TAGS = st.sampled_from([cls.__struct_config__.tag for cls in protocol.AnyMessage.__args__])
FIELDS = {name for cls in protocol.AnyMessage.__args__ for name in cls.__struct_fields__}
_NAMES = st.sampled_from(sorted(FIELDS))
_LIKELY = st.integers(-2, 5) | st.sampled_from(["letter", "oneword", "random", "Ben", "de", ""]) | _JSON
_MESSAGES = st.builds(
    lambda tag, rest: json.dumps({**rest, "do": tag}), _TAGS, st.dictionaries(_NAMES, _LIKELY, max_size=3)
)
_TEXTS = _MESSAGES | _JSON.map(json.dumps) | st.text(max_size=200)


class Wire:
    """A phone's end that only listens."""

    def __init__(self) -> None:
        self.address = "203.0.113.1"
        self.got: list[bytes] = []

    def show(self, data: bytes) -> None:
        self.got.append(data)

    def tell(self, data: bytes) -> None:
        self.got.append(data)

    def close(self, code: int) -> None:
        """Nothing to be closed."""


class StillClock:
    """Nothing is ever due."""

    def call_later(self, _delay: float, _callback: Any, *_args: Any) -> Any:
        return self

    def call_soon_threadsafe(self, _callback: Any, *_args: Any) -> Any:
        return self


class NoBots:
    """A desk at which nobody thinks."""

    def ask(self, *_question: Any) -> None:
        """Never answered."""

    close = ask


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.sampled_from(["", *(meta.id for meta in catalog.metas() if Room.plays(meta.id))]),
    st.lists(st.tuples(st.sampled_from(["host", "ben", "stranger"]), _TEXTS), max_size=25),
)
def test_nothing_that_is_said_raises(game: str, said: list[tuple[str, str]]) -> None:
    """Whatever hosts, members and strangers say before and in a match: all phones are shown the table afterwards."""
    house = House(StillClock(), creating=True, seed="fuzz")
    house._desk = NoBots()  # type: ignore[assignment]
    owner = secrets.token_hex(16)
    wires = {name: Wire() for name in ("host", "ben", "stranger")}
    first = {"do": "hello", "token": secrets.token_hex(16), "create": True, "host": owner}
    house._receive(wires["host"], json.dumps(first))
    (room,) = house.rooms.values()
    for name in ("ben", "stranger"):
        house._receive(wires[name], hello(room.code))
    house._receive(wires["host"], '{"do":"join","name":"Anna"}')
    house._receive(wires["ben"], '{"do":"join","name":"Ben"}')
    if game:
        house._receive(wires["host"], '{"do":"join","name":"Anna"}')
        for text in (
            {"do": "choose", "game": game, "options": {}},
            {"do": "addbot", "bot": "random"},
            {"do": "start"},
        ):
            house._receive(wires["host"], json.dumps(text))
        assert room.table is not None
    # Without the nets that catch faults of ours.
    with mock.patch("engine.rooms.room.log.exception", side_effect=AssertionError):
        for name, data in said:
            house._receive(wires[name], data)
    for wire in wires.values():
        seen = len(wire.got)
        house._receive(wire, "{")
        assert len(wire.got) > seen or all(phone.wire is not wire for phone in room.phones)


# Who does not read ----------------------------------------


@in_loop
async def test_deaf_phone_is_given_only_the_newest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its socket is full; hundreds of snapshots are not kept for it; when it reads again, it gets the newest alone."""
    async with serving() as here:
        room, anna = await here.hosted()
        (dora,) = await here.joined(room, "Dora")
        wire = next(phone.wire for phone in room.phones if phone.member is not None and phone.member.id == 2)
        reads = asyncio.Event()
        sent: list[str] = []

        class Full:
            """The server's end of a socket into which nothing more goes before the phone reads."""

            def __init__(self, ws: Any) -> None:
                self._ws = ws

            def __getattr__(self, name: str) -> Any:
                return getattr(self._ws, name)

            async def send_str(self, text: str) -> None:
                sent.append(text)
                await reads.wait()
                await self._ws.send_str(text)

        monkeypatch.setattr(wire, "_ws", Full(wire._ws))  # type: ignore[attr-defined]
        for number in range(300):
            here.times["now"] += 1.0
            await anna.send(json.dumps({"do": "lock", "locked": number % 2 == 0}))
            await anna.until(lambda now, number=number: now["locked"] is (number % 2 == 0))
        assert len(sent) == 1
        await anna.send(json.dumps({"do": "choose", "game": "valknut", "options": {}}))
        await anna.until(lambda now: now["lobby"]["game"]["id"] == "valknut")
        reads.set()
        await dora.until(lambda now: now["lobby"]["game"]["id"] == "valknut")
        assert len(sent) == 2
