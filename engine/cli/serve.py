"""``vierblatt serve``: rooms without a desktop, for playing at a distance. Needs no Qt.

Exit codes: 0 ended by Ctrl-C or SIGTERM, 1 it can't listen or keep anything there, 2 wrongly written.
"""

from __future__ import annotations

import argparse
import errno
import sys
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from engine.cli.arguments import whole_number
from engine.cli.output import Refused, say
from engine.core.errors import Refusal
from engine.core.text import N_, Texts

if TYPE_CHECKING:
    from filelock import FileLock

    from engine.cli.arguments import Commands

PORT = 8642
MAX_PORT = 65535


def register(commands: Commands, t: Texts) -> None:
    """Add the command."""
    parser = commands.add_parser("serve", help=t._("open rooms for playing with phones, without a desktop"))
    parser.add_argument(
        "--port",
        type=whole_number(t, 0, MAX_PORT),
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
        type=_origin(t),
        default="",
        metavar="URL",
        help=t._("the address that phones use, if a proxy stands before it: https://games.example.org"),
    )
    parser.add_argument(
        "--link-only",
        action="store_true",
        help=t._("rooms have no short code: only whoever has the long link comes in"),
    )
    parser.add_argument(
        "--folder",
        type=Path,
        metavar="DIR",
        help=t._("keep rooms and matches here, so that they outlast a restart"),
    )
    parser.set_defaults(run=run)


def _origin(t: Texts) -> Callable[[str], str]:
    """A type for arguments: an address without a path, or nothing."""

    def origin(text: str) -> str:
        from engine.rooms.server import origin_of

        if text and origin_of(text) is None:
            raise argparse.ArgumentTypeError(
                t._("must be like https://games.example.org, without a path: {url}", url=text[:200])
            )
        return text

    return origin


def run(arguments: Namespace, t: Texts) -> int:
    """Serve until Ctrl-C or SIGTERM."""
    import asyncio
    import contextlib

    # Where signals can't be handled in the loop (Windows), Ctrl-C comes through.
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_serve(arguments, t))
    return 0


async def _serve(arguments: Namespace, t: Texts) -> None:
    import asyncio
    import signal

    from engine.rooms.addresses import addresses, own_names
    from engine.rooms.house import House
    from engine.rooms.running import listen, port_of
    from engine.rooms.server import Server

    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for sign in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(sign, stopped.set)
        except NotImplementedError:
            break
    url = arguments.public_url.rstrip("/")
    lock = None if arguments.folder is None else _hold(arguments.folder)
    house = House(
        loop,
        folder=arguments.folder,
        creating=True,
        long_links=bool(url),
        link_only=arguments.link_only,
    )
    try:
        try:
            server = Server(house, public_url=url, hosts=own_names())
            runner = await listen(server, arguments.address, arguments.port)
        except OSError as error:
            raise Refused(_no_place(arguments, error)) from None
        try:
            house.load()
            port = port_of(runner)
            found = [url] if url else _urls(arguments.address, [one.ip for one in addresses()], port)
            house.rebase(found[0])
            for where in found:
                say(t._("Rooms are open at {url}", url=where))
            say(t._("Stop with Ctrl-C."))
            sys.stdout.flush()
            await stopped.wait()
        finally:
            await runner.cleanup()
    finally:
        house.close()
        if lock is not None:
            lock.release()


def _hold(folder: Path) -> FileLock:
    """Take the folder for this process alone. Raises `Refused`, also where nothing can be kept in it."""
    from filelock import FileLock, Timeout

    lock = FileLock(folder / ".lock")
    try:
        # Records hold what is secret in a match: they are for nobody else on this machine.
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock.acquire(timeout=0)
    except OSError as error:
        if isinstance(error, Timeout):
            raise Refused(_in_use(folder)) from None
        raise Refused(
            Refusal(
                "no_folder",
                N_("Rooms can't be kept in the folder {path}: {reason}"),
                {"path": str(folder), "reason": error.strerror or "?"},
            )
        ) from None
    return lock


def _in_use(folder: Path) -> Refusal:
    return Refusal("folder_in_use", N_("Another server keeps its rooms in {path}."), {"path": str(folder)})


def _urls(address: str | None, all_addresses: list[str], port: int) -> list[str]:
    """Where phones find the server, without a proxy."""
    if address and address not in ("0.0.0.0", "::"):
        all_addresses = [f"[{address}]" if ":" in address else address]
    return [f"http://{one}:{port}" for one in all_addresses]


def _no_place(arguments: Namespace, error: OSError) -> Refusal:
    """Why the server can't listen, in words that say what to do."""
    if error.errno == errno.EADDRINUSE:
        return Refusal(
            "port_taken",
            N_("Port {port} is taken by another program. Choose another one with --port."),
            {"port": arguments.port},
        )
    if error.errno in (errno.EACCES, errno.EPERM):
        return Refusal(
            "port_forbidden",
            N_("Port {port} may not be used by you; choose one from 1024 on."),
            {"port": arguments.port},
        )
    if arguments.address is not None:
        return Refusal(
            "no_such_address",
            N_("This machine has no address “{address}” to listen at."),
            {"address": str(arguments.address)[:100]},
        )
    return Refusal(
        "cannot_listen", N_("It is not possible to listen: {reason}"), {"reason": error.strerror or "?"}
    )
