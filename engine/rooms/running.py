"""Running the server: in this thread until it is stopped, or in a thread of its own beside a window."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections.abc import Callable
from typing import Any

from aiohttp import ClientPayloadError, web
from aiohttp.http_exceptions import HttpProcessingError

from engine.rooms.house import House
from engine.rooms.server import Run, Server

PORT = 8642
"""Where phones find the server if nothing else is asked for."""
SHUTDOWN = 0.5
"""Seconds that aiohttp waits for requests when it is stopped; the sockets of phones are closed before."""

CLOSING = 5.0
"""Seconds after which the thread is left to itself; nothing needs them."""


EVERYWHERE = "0.0.0.0"
"""All of the machine's addresses of the kind that homes and QR codes use. With both kinds a free port would be two."""


class OwnFaults(logging.Filter):
    """Lets through what is a fault of ours; what clients send wrongly is quoted there, with the rooms' keys in it."""

    CLIENTS = (
        HttpProcessingError,
        web.RequestPayloadError,
        ClientPayloadError,
        ConnectionError,
        TimeoutError,
    )

    def filter(self, record: logging.LogRecord) -> bool:
        fault = record.exc_info[1] if record.exc_info else None
        return record.levelno > logging.DEBUG and not isinstance(fault, self.CLIENTS)


log = logging.getLogger("vierblatt.rooms.http")
log.addFilter(OwnFaults())


async def listen(server: Server, host: str | None, port: int) -> web.AppRunner:
    """Listen at *host* (None: `EVERYWHERE`) and *port*. Raises OSError where that is taken."""
    # No access log: the paths of a public server are the rooms' keys.
    runner = web.AppRunner(
        server.app, access_log=None, logger=log, handle_signals=False, shutdown_timeout=SHUTDOWN
    )
    await runner.setup()
    try:
        await web.TCPSite(runner, host or EVERYWHERE, port).start()
    except OSError:
        await runner.cleanup()
        raise
    return runner


def port_of(runner: web.AppRunner) -> int:
    """The port that *runner* listens at."""
    port: int = runner.addresses[0][1]
    return port


class Beside:
    """The server in a thread of its own. The house lives in the caller's thread; *run* leads there."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._runner: web.AppRunner | None = None
        self._thread = threading.Thread(target=self._turn, name="vierblatt-rooms", daemon=True)
        self._thread.start()
        self.port = 0

    def _turn(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()
        self._loop.close()

    def start(self, house: House, run: Run, port: int = PORT, **settings: Any) -> int:
        """Listen, at *port* if it is free, and return the port. Raises OSError."""

        async def begin() -> web.AppRunner:
            server = Server(house, run=run, **settings)
            try:
                return await listen(server, None, port)
            except OSError:
                return await listen(server, None, 0)

        self._runner = asyncio.run_coroutine_threadsafe(begin(), self._loop).result(10)
        self.port = port_of(self._runner)
        return self.port

    def close(self) -> None:
        """Stop listening and end the thread."""
        if self._runner is not None:
            with contextlib.suppress(TimeoutError):
                asyncio.run_coroutine_threadsafe(self._runner.cleanup(), self._loop).result(CLOSING)
            self._runner = None
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(CLOSING)


class NoClock:
    """For a house whose matches are driven by somebody else: nothing is ever due."""

    def call_later(self, delay: float, callback: Callable[..., object], *args: Any) -> Any:
        raise RuntimeError("no bots of its own")

    def call_soon_threadsafe(self, callback: Callable[..., object], *args: Any) -> Any:
        raise RuntimeError("no bots of its own")
