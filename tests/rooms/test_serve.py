"""``vierblatt serve`` as a process of its own: how it begins, what it says, how it ends, and what outlasts it."""

from __future__ import annotations

import asyncio
import json
import os
import re
import secrets
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession

from engine.cli.main import main
from tests.rooms.here import PATIENCE, Phone, in_loop, moves_of

WINDOWS = sys.platform == "win32"


class Process:
    """A server process and the phones that talk to it."""

    def __init__(self, process: asyncio.subprocess.Process, said: str, client: ClientSession) -> None:
        self.process = process
        self.said = said
        found = re.search(r"http://([0-9.]+):(\d+)", said)
        assert found is not None, said
        self.base = f"http://127.0.0.1:{found[2]}"
        self.client = client

    async def socket(self, **headers: str) -> Any:
        return await self.client.ws_connect(f"{self.base}/ws", headers={"Origin": self.base} | headers)

    def phone(self, code: str, token: str | None = None, host: str = "") -> Phone:
        return Phone(self, code, token, host)  # type: ignore[arg-type]

    async def end(self, sign: int) -> int:
        self.process.send_signal(sign)
        return await asyncio.wait_for(self.process.wait(), PATIENCE)


@asynccontextmanager
async def served(*arguments: str) -> AsyncIterator[Process]:
    """A server at a free port of this machine alone."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "engine.cli.main", "serve", "--port", "0", "--address", "127.0.0.1"),
        *arguments,
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "VIERBLATT_LANGUAGE": "en"},
    )
    try:
        assert process.stdout is not None
        said = (await process.stdout.readline()).decode() + (await process.stdout.readline()).decode()
        async with ClientSession() as client:
            yield Process(process, said, client)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def two_in_a_match(server: Process) -> tuple[Phone, Phone]:
    """Anna, who is host, and Ben, in a match of Geheimer Brief with a bot."""
    anna = server.phone("", host=secrets.token_hex(16))
    await anna.open(create=True)
    await anna.join("Anna")
    ben = await server.phone(anna.code).open()
    await ben.join("Ben")
    for message in ({"do": "choose", "game": "letter", "options": {}}, {"do": "addbot", "bot": "random"}):
        await anna.send(json.dumps(message))
    await anna.until(lambda now: len(now["lobby"]["chairs"]) == 3)
    await anna.send(json.dumps({"do": "start"}))
    for phone in (anna, ben):
        await phone.until(lambda now: "match" in now)
    return anna, ben


async def one_move(*phones: Phone) -> int:
    """Somebody of them makes a move (the bot may have to first); the revision after it."""
    while not any(phone.page.get("act") for phone in phones):
        await phones[0].hear()
        for phone in phones[1:]:
            await phone.until(lambda now: now["match"]["revision"] >= phones[0].revision)
    phone = next(phone for phone in phones if phone.page.get("act"))
    revision = phone.revision
    await phone.send(phone.move(moves_of(phone.page)[0]))
    await phone.until(lambda now: now["match"]["revision"] > revision)
    return phone.revision


@in_loop
async def test_killed_in_the_middle_of_a_match(tmp_path: Path) -> None:
    """SIGKILL between two moves: the same room, host, seats and match; bots play on too."""
    async with served("--folder", str(tmp_path)) as server:
        anna, ben = await two_in_a_match(server)
        revision = await one_move(anna, ben)
        seats = [phone.now["you"]["seat"] for phone in (anna, ben)]
        await server.end(signal.SIGTERM if WINDOWS else signal.SIGKILL)
    async with served("--folder", str(tmp_path)) as server:
        back = [
            await server.phone(anna.code, anna.token, anna.host).open(),
            await server.phone(anna.code, ben.token).open(),
        ]
        for phone in back:
            await phone.until(lambda now: "match" in now)
        assert [phone.now["you"]["seat"] for phone in back] == seats
        assert back[0].now["you"]["host"]
        assert min(phone.revision for phone in back) >= revision
        assert await one_move(*back) > revision


@pytest.mark.skipif(WINDOWS, reason="signals are not sent there")
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
@in_loop
async def test_ends_cleanly_also_with_a_phone_that_does_not_read(sign: int) -> None:
    """Ctrl-C and SIGTERM: exit code 0, phones are told, and a deaf one holds nothing up."""
    async with served() as server:
        anna, ben = await two_in_a_match(server)
        assert ben.ws is not None
        ben.ws._response.connection.transport.pause_reading()  # type: ignore[union-attr]

        async def closed() -> Any:
            while (message := await anna.hear())["do"] != "closed":
                pass
            return message["code"]

        hears = asyncio.create_task(closed())
        assert await server.end(sign) == 0
        assert await hears == 1001  # going away: phones try again


@in_loop
async def test_says_where_it_is_and_how_it_is_stopped(tmp_path: Path) -> None:
    """The address that it was told to listen at; what it keeps is for nobody else on the machine."""
    folder = tmp_path / "rooms"
    async with served("--folder", str(folder)) as server:
        assert server.said.startswith("Rooms are open at http://127.0.0.1:")
        assert server.said.endswith("Stop with Ctrl-C.\n")
        await two_in_a_match(server)
        if not WINDOWS:
            assert folder.stat().st_mode & 0o077 == 0


@in_loop
async def test_rooms_without_codes() -> None:
    """``--link-only``: a new room's code is the long key."""
    async with served("--link-only") as server:
        anna = server.phone("", host=secrets.token_hex(16))
        await anna.open(create=True)
        assert len(anna.now["code"]) == 20


# What it refuses ----------------------------------------


def refused(capsys: pytest.CaptureFixture[str], *arguments: str, language: str = "en") -> tuple[int, str]:
    code = main(["serve", *arguments, "--language", language])
    said = capsys.readouterr()
    assert said.out == ""
    assert "Traceback" not in said.err
    return code, said.err


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "is taken by another program"), ("de", "von einem anderen Programm belegt")],
)
def test_port_that_is_taken(language: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 1, and what can be done."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        code, said = refused(capsys, "--address", "127.0.0.1", "--port", port, language=language)
    assert code == 1
    assert words in said
    assert port in said
    assert "--port" in said


@pytest.mark.parametrize("address", ["198.51.100.77", "not an address", "999.1.1.1", "::ffff:f:f:f:f:f:f"])
def test_address_that_is_not_there(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 1, and the address is named."""
    code, said = refused(capsys, "--port", "0", "--address", address)
    assert code == 1
    assert said == f"vierblatt: This machine has no address “{address}” to listen at.\n"


@pytest.mark.parametrize(
    "url",
    ["games.example.org", "ftp://x", "https://x/rooms", "https://x:99999", "https://u:p@x", "https://["],
)
def test_public_address_that_is_none(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Wrongly written, exit code 2: a path, a name and password, or a port that no machine has."""
    code, said = refused(capsys, "--port", "0", "--public-url", url)
    assert code == 2
    assert "--public-url" in said
    assert "https://games.example.org" in said


def test_folder_of_another_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two servers never share a folder; one that is a file, or can't be made, is refused too."""
    from filelock import FileLock

    with FileLock(tmp_path / ".lock"):
        code, said = refused(capsys, "--port", "0", "--folder", str(tmp_path))
    assert code == 1
    assert str(tmp_path) in said
    file = tmp_path / "file"
    file.touch()
    code, said = refused(capsys, "--port", "0", "--folder", str(file / "below"))
    assert code == 1
    assert str(file) in said


@pytest.mark.skipif(WINDOWS, reason="there is no such folder")
@pytest.mark.parametrize(("language", "words"), [("en", "can't be kept in the folder"), ("de", "im Ordner")])
def test_folder_that_can_not_be_made(language: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It is the folder that is named, and what the system says, not a file that is missing."""
    code, said = refused(capsys, "--port", "0", "--folder", "/proc/rooms", language=language)
    assert code == 1
    assert words in said
    assert "/proc/rooms" in said
    assert "no such file." not in said


@pytest.mark.parametrize("port", ["-1", "65536", "http", "99999999999999999999"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_port_that_is_none(port: str, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Wrongly written: exit code 2."""
    code, said = refused(capsys, "--port", port, language=language)
    assert code == 2
    assert port in said


@pytest.mark.parametrize(("language", "words"), [("en", "have no short code"), ("de", "keinen kurzen Code")])
def test_help(language: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Every option is explained, in the user's language."""
    assert main(["serve", "--help", "--language", language]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert words in said
    for option in ("--port", "--address", "--public-url", "--link-only", "--folder", "--language"):
        assert option in said
