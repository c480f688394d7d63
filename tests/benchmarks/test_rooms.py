"""Two hundred phones in fifty rooms on one machine: how long an answer takes, and how much memory the server needs.

On two busy cores: p50 5 ms, p99 30 ms, 48 MB.
`pytest -m benchmark tests/benchmarks/test_rooms.py -s` prints the figures; nothing is asserted against a clock.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import statistics
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession, ClientWebSocketResponse, TCPConnector

from tests.rooms.here import in_loop, moves_of

pytestmark = pytest.mark.benchmark

ROOMS, SEATED = 50, 3
SECONDS = 15.0
PUBLIC = "http://games.example.org"


class Player:
    """A phone that plays whatever its page offers first, and never tires."""

    def __init__(self, ws: ClientWebSocketResponse) -> None:
        self.ws = ws
        self.moves = 0
        self.now: dict[str, Any] = {}

    async def say(self, **message: Any) -> None:
        await self.ws.send_str(json.dumps(message))

    async def hear(self) -> dict[str, Any]:
        got = await self.ws.receive()
        assert isinstance(got.data, str), (got, self.ws.close_code)
        self.now = json.loads(got.data)
        return self.now

    async def play(self) -> None:
        """A move two seconds after one could, as quick people make them."""
        while True:
            match = self.now.get("match")
            if match and not match["over"] and match["page"].get("act"):
                move = moves_of(match["page"])[0]
                await asyncio.sleep(2)
                self.moves += 1
                number = secrets.token_hex(4)
                await self.say(do="move", id=number, revision=match["revision"], move=move)
            elif match and not match["over"]:
                await self.say(do="on")
                await asyncio.sleep(2)
            await self.hear()


@in_loop
async def test_two_hundred_phones(tmp_path: Path) -> None:
    """p50, p99 of an answer while all rooms play with a strong bot each; resident memory of the server."""
    server = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "engine.cli.main", "serve", "--port", "0", "--public-url", PUBLIC),
        *("--folder", str(tmp_path)),
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        assert server.stdout is not None
        await server.stdout.readline()
        port = await listening(server.pid)
        async with ClientSession(connector=TCPConnector(limit=0)) as client:

            async def phone(house: int, **hello: Any) -> Player:
                ws = await client.ws_connect(
                    f"http://127.0.0.1:{port}/ws",
                    headers={"Origin": PUBLIC, "X-Forwarded-For": f"203.0.113.{house}"},
                )
                player = Player(ws)
                await player.say(do="hello", token=secrets.token_hex(16), **hello)
                await player.hear()
                return player

            tasks, watchers, players = [], [], []
            for room in range(ROOMS):
                host = await phone(room, create=True, host=secrets.token_hex(16))
                seated = [host, *[await phone(room, room=host.now["code"]) for _n in range(SEATED - 1)]]
                for number, player in enumerate(seated):
                    await player.say(do="join", name=f"Person {number}")
                await host.say(do="addbot", bot="strong")
                await host.say(do="choose", game="letter", options={"goal": 20})
                while len(host.now["lobby"]["chairs"]) < SEATED + 1:
                    await host.hear()
                await host.say(do="start")
                watcher = await phone(room, room=host.now["code"])
                await watcher.say(do="watch")
                watchers.append(watcher)
                players += seated
                tasks += [asyncio.create_task(player.play()) for player in seated]
            times: list[float] = []

            async def echo(watcher: Player) -> None:
                language = "de"
                end = time.perf_counter() + SECONDS
                while time.perf_counter() < end:
                    begun = time.perf_counter()
                    language = "en" if language == "de" else "de"
                    await watcher.say(do="language", language=language)
                    while (await watcher.hear()).get("language") != language:
                        pass
                    times.append(time.perf_counter() - begun)
                    await asyncio.sleep(1)

            await asyncio.gather(*(echo(watcher) for watcher in watchers))
            for task in tasks:
                task.cancel()
            status = Path(f"/proc/{server.pid}/status").read_text()
            memory = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))
            cut = statistics.quantiles(times, n=100)
            moves = sum(player.moves for player in players)
            print(
                f"\n{len(times)} answers, {moves} moves: p50 {cut[49] * 1000:.1f} ms, p99 {cut[98] * 1000:.1f} ms;"
                f" {memory / 1024:.0f} MB"
            )
            assert moves
    finally:
        server.terminate()
        await server.wait()


async def listening(pid: int) -> int:
    """The port at which the process *pid* listens."""
    inodes = set()
    for link in Path(f"/proc/{pid}/fd").iterdir():
        name = str(link.readlink())
        if name.startswith("socket:["):
            inodes.add(name[8:-1])
    for line in Path(f"/proc/{pid}/net/tcp").read_text().splitlines()[1:]:
        parts = line.split()
        if parts[3] == "0A" and parts[9] in inodes:
            return int(parts[1].split(":")[1], 16)
    raise AssertionError("nothing listens")
