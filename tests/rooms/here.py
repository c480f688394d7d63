"""A real server with its house in this process, and phones that talk to it over sockets."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import json
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType
from aiohttp.test_utils import TestServer

from engine.rooms.house import House
from engine.rooms.room import Room
from engine.rooms.server import Server

PATIENCE = 20.0
"""Seconds after which a test that waits for a message has failed; nothing waits that long when it passes."""


def in_loop(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """Run an asynchronous test."""

    @functools.wraps(test)
    def run(*args: Any, **kwargs: Any) -> None:
        asyncio.run(asyncio.wait_for(test(*args, **kwargs), 120))

    return run


class Phone:
    """One phone: remembers its token, and every message that it was sent."""

    def __init__(self, here: Here, code: str, token: str | None = None, host: str = "") -> None:
        self._here = here
        self.code = code
        self.token = token or secrets.token_hex(16)
        self.host = host
        self.ws: ClientWebSocketResponse | None = None
        self.frames: list[str] = []
        self.now: dict[str, Any] = {}
        self.told: list[dict[str, Any]] = []

    async def open(self, **hello: Any) -> Phone:
        """Connect, say hello, and wait for the first answer."""
        self.ws = await self._here.socket()
        said = {"do": "hello", "room": self.code, "token": self.token, "host": self.host, "language": "en"}
        await self.say(**(said | hello))
        return self

    async def say(self, **message: Any) -> dict[str, Any]:
        """Say something, and return the next message."""
        await self.send(json.dumps(message))
        return await self.hear()

    async def send(self, text: str) -> None:
        assert self.ws is not None
        await self.ws.send_str(text)

    async def hear(self) -> dict[str, Any]:
        """The next message."""
        assert self.ws is not None
        got = await self.ws.receive(PATIENCE)
        if got.type is not WSMsgType.TEXT:
            return {"do": "closed", "code": self.ws.close_code}
        self.frames.append(got.data)
        message: dict[str, Any] = json.loads(got.data)
        if message["do"] == "room":
            self.now = message
            self.code = message["code"]
        else:
            self.told.append(message)
        return message

    async def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Listen until the snapshot is as *wanted*."""
        while not (self.now and wanted(self.now)):
            message = await self.hear()
            assert message["do"] != "closed", message
        return self.now

    async def join(self, name: str) -> Phone:
        await self.send(json.dumps({"do": "join", "name": name}))
        await self.until(lambda now: now["you"]["member"] > 0)
        return self

    @property
    def page(self) -> dict[str, Any]:
        page: dict[str, Any] = self.now["match"]["page"]
        return page

    @property
    def revision(self) -> int:
        return int(self.now["match"]["revision"])

    def move(self, move: Any, revision: int | None = None, number: str = "") -> str:
        """The message that makes *move*."""
        at = self.revision if revision is None else revision
        return json.dumps({"do": "move", "id": number or secrets.token_hex(8), "revision": at, "move": move})

    async def close(self) -> None:
        """Lose the socket without a word to anybody."""
        assert self.ws is not None
        await self.ws.close()

    def vanish(self) -> None:
        """Lose the network: the socket is cut, no closing is said."""
        assert self.ws is not None
        transport = self.ws._response.connection.transport  # type: ignore[union-attr]
        assert transport is not None
        transport.abort()


class Here:
    """The server, its house, and one client session."""

    def __init__(
        self, house: House, server: TestServer, client: ClientSession, times: dict[str, float]
    ) -> None:
        self.house = house
        self.server = server
        self.client = client
        self.times = times

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.server.port}"

    async def socket(self, **headers: str) -> ClientWebSocketResponse:
        given = {"Origin": self.base} | headers
        return await self.client.ws_connect(
            f"{self.base}/ws", headers={key: value for key, value in given.items() if value}
        )

    def phone(self, room: Room | str, **kwargs: Any) -> Phone:
        return Phone(self, room if isinstance(room, str) else room.code, **kwargs)

    async def joined(self, room: Room, *names: str) -> list[Phone]:
        """Phones that have joined under these names."""
        phones = []
        for name in names:
            phone = await self.phone(room).open()
            phones.append(await phone.join(name))
        return phones

    async def hosted(self, game: str = "letter") -> tuple[Room, Phone]:
        """A room opened by a phone, whose owner is called Anna."""
        anna = self.phone("", host=secrets.token_hex(16))
        await anna.open(create=True)
        await anna.join("Anna")
        room = self.house.rooms[anna.code]
        await anna.send(json.dumps({"do": "choose", "game": game, "options": {}}))
        await anna.until(lambda now: now["lobby"]["game"]["id"] == game)
        return room, anna


@contextlib.asynccontextmanager
async def serving(
    folder: Path | None = None, *, seed: str | None = "table", **settings: Any
) -> AsyncIterator[Here]:
    """A server that listens; bots have no pauses."""
    times = {"now": 0.0}
    house = House(
        asyncio.get_running_loop(), folder=folder, creating=True, now=lambda: times["now"], pace=0, seed=seed
    )
    house.load()
    settings.setdefault("per_address", 1000)
    server = TestServer(Server(house, now=lambda: times["now"], **settings).app)
    await server.start_server()
    try:
        async with ClientSession() as client:
            yield Here(house, server, client, times)
    finally:
        await server.close()
        house.close()


def moves_of(page: dict[str, Any]) -> list[Any]:
    """Every move that a page offers, in whatever question it lies."""

    def of_ask(ask: dict[str, Any]) -> list[Any]:
        found = []
        for option in ask["options"]:
            if "move" in option:
                found.append(option["move"])
            if "then" in option:
                found += of_ask(option["then"])
        return found

    return [move for block in page.get("blocks", []) if block["is"] == "ask" for move in of_ask(block)]
