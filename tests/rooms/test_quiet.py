"""What a public server writes down: no room's key, no token, no traceback for what clients send."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import stat
import sys
from pathlib import Path

import pytest
from aiohttp import ClientSession, WSMsgType, web

from engine.rooms.house import House
from engine.rooms.running import listen, port_of
from engine.rooms.server import FLOOD, Server
from tests.rooms.here import in_loop, serving
from tests.rooms.test_hosts import say

KEY = "BCDFGHJKMNPQRSTVWXYZ"

GARBAGE = (
    f"GET /{KEY} HTTP/9.9 x\r\n\r\n",
    f"GET /{KEY} HTTP/9.9\r\nHost: localhost\r\n\r\n",
    f"GET /{KEY}\r\n\r\n",
    f"{KEY}\r\n\r\n",
    f"GET /{KEY} HTTP/1.1\r\nHost: localhost\r\n{KEY}\r\n\r\n",
    f"GET /{KEY} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {KEY}\r\n\r\n",
    f"GET /{KEY} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n{KEY}\r\n",
    f"G\x00T /{KEY} HTTP/1.1\r\n\r\n",
    f"GET http://[{KEY} HTTP/1.1\r\nHost: localhost\r\n\r\n",
    f"GET /{KEY}{'x' * 9000} HTTP/1.1\r\nHost: localhost\r\n\r\n",
    f"GET /ws HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nUpgrade: websocket\r\n"
    f"Connection: Upgrade\r\nSec-WebSocket-Version: {KEY}\r\nSec-WebSocket-Key: {KEY}\r\n\r\n",
    f"POST /{KEY} HTTP/1.1\r\nHost: {KEY}\r\nContent-Length: 99999\r\n\r\n{KEY}",
    "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
)


async def send(port: int, text: str) -> None:
    """Send *text* as it is, a second time on the same socket, and read whatever comes back."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    with contextlib.suppress(ConnectionError):
        writer.write(b"GET /web/icon.svg HTTP/1.1\r\nHost: localhost\r\n\r\n" + text.encode("latin-1"))
        await writer.drain()
        writer.write_eof()
        await reader.read()
    writer.close()


@pytest.mark.parametrize("text", GARBAGE)
@in_loop
async def test_garbage_is_not_written_down(text: str, caplog: pytest.LogCaptureFixture) -> None:
    """Neither the path nor a traceback, on any logger."""
    caplog.set_level(logging.INFO)
    house = House(asyncio.get_running_loop(), creating=True)
    runner = await listen(Server(house), "127.0.0.1", 0)
    try:
        await send(port_of(runner), text)
        await send(port_of(runner), text)
    finally:
        await runner.cleanup()
        house.close()
    assert KEY not in caplog.text
    assert "Traceback" not in caplog.text


@in_loop
async def test_a_fault_of_ours_is_written_down(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With its traceback, but without the path: or nobody would ever mend it."""
    house = House(asyncio.get_running_loop(), creating=True)
    server = Server(house)

    async def fails(_request: web.Request) -> web.Response:
        raise LookupError("ours")

    server.app.router.add_get("/{any:fails.*}", fails)
    runner = await listen(server, "127.0.0.1", 0)
    try:
        url = f"http://127.0.0.1:{port_of(runner)}/fails{KEY}"
        async with ClientSession() as client, client.get(url) as answer:
            assert answer.status == 500
    finally:
        await runner.cleanup()
        house.close()
    assert "LookupError: ours" in caplog.text
    assert KEY not in caplog.text


@pytest.mark.skipif(sys.platform == "win32", reason="modes are the system's there")
@in_loop
async def test_records_are_for_their_owner_alone(tmp_path: Path) -> None:
    """Also in a folder that others may read, and with a lax umask."""
    tmp_path.chmod(0o755)
    before = os.umask(0)
    try:
        async with serving(tmp_path) as here:
            room, anna = await here.hosted()
            await here.joined(room, "Ben")
            await say(anna, do="start")
            await anna.until(lambda now: "match" in now)
            record = tmp_path / room.record
            found = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.glob("*.*")}
            assert set(found.values()) == {0o600}
            assert record.name in found
            record.chmod(0o644)  # of an older version
        async with serving(tmp_path):
            assert stat.S_IMODE(record.stat().st_mode) == 0o600
    finally:
        os.umask(before)


@in_loop
async def test_a_flood_is_ended_with_its_own_code() -> None:
    """So that the page knows why."""
    async with serving() as here:
        room, _anna = await here.hosted()
        ben = await here.phone(room, token=secrets.token_hex(16)).open()
        assert ben.ws is not None
        for _number in range(40):
            with contextlib.suppress(ConnectionError):
                await ben.send('{"do":"on"}')
        while (await ben.ws.receive(20)).type is WSMsgType.TEXT:
            pass
        assert ben.ws.close_code == FLOOD
