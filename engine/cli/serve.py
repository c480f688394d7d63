"""``vierblatt serve``: rooms without a desktop, for playing at a distance. Needs no Qt."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from engine.cli.arguments import whole_number
from engine.cli.output import Refused, say
from engine.core.errors import Refusal
from engine.core.text import N_, Texts

if TYPE_CHECKING:
    from engine.cli.arguments import Commands

PORT = 8642


def register(commands: Commands, t: Texts) -> None:
    """Add the command."""
    parser = commands.add_parser("serve", help=t._("open rooms for playing with phones, without a desktop"))
    parser.add_argument(
        "--port",
        type=whole_number(t, 0),
        default=PORT,
        metavar="N",
        help=t._("listen at this port (otherwise {port}; 0: any free one)", port=PORT),
    )
    parser.add_argument(
        "--address",
        metavar="IP",
        help=t._("listen at this address alone (otherwise at all; behind a proxy 127.0.0.1)"),
    )
    parser.add_argument(
        "--public-url",
        default="",
        metavar="URL",
        help=t._("the address that phones use, if a proxy stands before it: https://games.example.org"),
    )
    parser.add_argument(
        "--folder",
        type=Path,
        metavar="DIR",
        help=t._("keep rooms and matches here, so that they outlast a restart"),
    )
    parser.set_defaults(run=run)


def run(arguments: Namespace, t: Texts) -> int:
    """Serve until Ctrl-C."""
    from urllib.parse import urlsplit

    parts = urlsplit(arguments.public_url)
    wrong = arguments.public_url and (
        parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/") or parts.query
    )
    if wrong:
        raise Refused(
            Refusal(
                "public_url",
                N_("--public-url must be like https://games.example.org, without a path: {url}"),
                {"url": arguments.public_url},
            )
        )
    import asyncio

    return asyncio.run(_serve(arguments, t))


async def _serve(arguments: Namespace, t: Texts) -> int:
    import asyncio
    import signal

    from engine.rooms.house import House
    from engine.rooms.running import addresses, listen, port_of
    from engine.rooms.server import Server

    url = arguments.public_url.rstrip("/")
    loop = asyncio.get_running_loop()
    house = House(loop, folder=arguments.folder, creating=True, long_links=bool(url))
    house.base = url
    house.load()
    runner = await listen(Server(house, public_url=url), arguments.address, arguments.port)
    try:
        port = port_of(runner)
        for where in [url] if url else [f"http://{address}:{port}" for address in addresses()]:
            if not house.base:
                house.rebase(where)
            say(t._("Rooms are open at {url}", url=where))
        say(t._("Stop with Ctrl-C."))
        sys.stdout.flush()
        stopped = asyncio.Event()
        for sign in (signal.SIGINT, signal.SIGTERM):
            try:
                loop.add_signal_handler(sign, stopped.set)
            except NotImplementedError:
                break  # Windows: Ctrl-C ends asyncio.run by itself
        await stopped.wait()
    finally:
        await runner.cleanup()
        house.close()
    return 0
