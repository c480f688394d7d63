"""HTTP and WebSocket: carries the page to phones, and messages between them and a `House`.

Nothing here knows a game. A phone that does not read has a writer task that waits for it alone, and a slot for one
snapshot; whatever is newer replaces what lies in it. No token is ever part of an address, so none can be logged.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
import time
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from urllib.parse import urlsplit

from aiohttp import WSCloseCode, WSMsgType, web

from engine.core.text import LANGUAGES
from engine.rooms import pages
from engine.rooms.house import House
from engine.rooms.limits import Bucket, PerAddress
from engine.rooms.protocol import MAX_BYTES

log = logging.getLogger("vierblatt.rooms")

HEARTBEAT = 25.0
"""Seconds between the pings that tell a sleeping phone from a quiet one."""
SOCKETS_PER_ADDRESS = 48
"""More than any household has; all phones of a room may share one address."""
BURST, RATE = 30, 8.0
"""Messages a phone may send at once, and a second in the long run."""
OPENINGS = (90, 3.0)
"""So many sockets an address may open at once, and a second in the long run: all phones of a house, back from sleep."""
FLOOD = 4008
PATIENCE = 5.0
"""Seconds that a socket to be closed has for its last message."""
GOODBYE = 0.7
"""The same for all sockets, when the server ends."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

Run = Callable[[Callable[[], None]], None]
"""Does something in the house's thread: at once, or later and in order."""


class Socket:
    """The way to one phone (a `Wire`). May be used from any thread."""

    def __init__(self, ws: web.WebSocketResponse, request: web.Request, address: str) -> None:
        self.address = address
        self._ws = ws
        self._request = request
        self._loop = asyncio.get_running_loop()
        self._wake = asyncio.Event()
        self._slot: bytes | None = None
        self._told: deque[bytes] = deque(maxlen=16)
        self._closing = 0
        self._done = False

    def show(self, data: bytes) -> None:
        self._call(self._show, data)

    def tell(self, data: bytes) -> None:
        self._call(self._tell, data)

    def close(self, code: int) -> None:
        self._call(self._close, code)

    def _call(self, function: Callable[..., None], *args: object) -> None:
        with contextlib.suppress(RuntimeError):  # the loop may be gone before the room
            self._loop.call_soon_threadsafe(function, *args)

    def _show(self, data: bytes) -> None:
        self._slot = data
        self._wake.set()

    def _tell(self, data: bytes) -> None:
        self._told.append(data)
        self._wake.set()

    def _close(self, code: int) -> None:
        self._closing = code
        self._wake.set()
        self._loop.call_later(PATIENCE, self.abort)

    def abort(self) -> None:
        """End it without another word."""
        transport = self._request.transport
        if not self._done and transport is not None:
            transport.abort()

    async def write(self) -> None:
        """Send what lies ready, until the socket is closed."""
        try:
            while not self._ws.closed:
                await self._wake.wait()
                self._wake.clear()
                while self._told:
                    await self._ws.send_str(self._told.popleft().decode())
                data, self._slot = self._slot, None
                if data is not None and not self._closing:
                    await self._ws.send_str(data.decode())
                if self._closing:
                    await self._ws.close(code=self._closing)
                    return
        except (ConnectionError, RuntimeError):
            return  # the reader notices too, and tidies up
        finally:
            self._done = self._ws.closed


class Server:
    """The web application of a house. *run* does things in the house's thread."""

    def __init__(
        self,
        house: House,
        *,
        run: Run | None = None,
        hosts: Iterable[str] = (),
        public_url: str = "",
        per_address: int = SOCKETS_PER_ADDRESS,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._house = house
        self._run: Run = run or (lambda action: action())
        self._hosts = {host.lower() for host in hosts} | {"localhost"}
        self._public = origin_of(public_url)
        if self._public is not None:
            self._hosts.add(self._public[1])
        self._per_address = per_address
        self._now = now
        self._open: Counter[str] = Counter()
        self._openings = PerAddress(*OPENINGS)
        self._warned = False
        self._sockets: dict[web.WebSocketResponse, Socket] = {}
        self.app = web.Application(middlewares=[self._guard], client_max_size=MAX_BYTES)
        self.app.on_shutdown.append(self._shut)
        routes = self.app.router
        routes.add_get("/ws", self._talk)
        routes.add_get("/web/{route:.+}", self._web)
        routes.add_get("/drawings/{route:.+}", self._drawing)
        routes.add_get("/texts/{language}.json", self._texts)
        routes.add_get("/rules/{game}/{language}.json", self._rules)
        routes.add_get("/", self._index)
        routes.add_get("/{code:[0-9A-Za-z]{5,20}}", self._index)

    # Who may ask ----------------------------------------

    def host_allowed(self, host: str) -> bool:
        """Whether a request to *host* is meant for us: an address as such, or a name that we were given.

        An address can't be rebound; any other name could be a stranger's that was pointed here.
        """
        name = urlsplit(f"//{host}").hostname if host else None
        if not name:
            return False
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return name.lower() in self._hosts
        return True

    def origin_allowed(self, origin: str | None, host: str) -> bool:
        """Whether a page from *origin* may talk to us: our own page, and no other."""
        page = origin_of(origin or "")
        if page is None:
            return False
        return page in (self._public, origin_of(f"http://{host}"))

    def address(self, request: web.Request) -> str:
        """Where a request comes from, for limits; behind our own proxy, what that says.

        Of IPv6 the network of 64 bits, which a single house has for itself.
        """
        peer = request.remote or ""
        try:
            found = ipaddress.ip_address(peer)
            if self._public is not None and (found.is_loopback or found.is_private):
                # The last one is what the proxy itself has seen; those before it anybody can write.
                forwarded = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
                if forwarded:
                    found = ipaddress.ip_address(forwarded)
                elif not self._warned:
                    self._warned = True
                    log.warning("the proxy sends no X-Forwarded-For: limits hold for all phones together")
        except ValueError:
            return peer
        if isinstance(found, ipaddress.IPv6Address):
            if found.ipv4_mapped is None:
                return str(ipaddress.IPv6Network((found, 64), strict=False))
            found = found.ipv4_mapped
        return str(found)

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        host = request.headers.get("Host", "")
        try:
            allowed = self.host_allowed(host)
        except ValueError:
            allowed = False
        if not allowed:
            return web.Response(status=421, text="421")
        try:
            response = await handler(request)
        except web.HTTPException as refused:
            secure(refused, host)
            raise
        if not response.prepared:
            secure(response, host)
        return response

    # Pages ----------------------------------------

    async def _index(self, _request: web.Request) -> web.Response:
        return _found(pages.web_file("index.html"))

    async def _web(self, request: web.Request) -> web.Response:
        route = request.match_info["route"]
        return _found(pages.web_file(route), cached=route.endswith(".woff2"))

    async def _drawing(self, request: web.Request) -> web.Response:
        return _found(pages.drawing(request.match_info["route"]), cached=True)

    async def _texts(self, request: web.Request) -> web.Response:
        language = request.match_info["language"]
        if language not in LANGUAGES:
            return _found(None)
        return _found((pages.page_texts(language), pages.TYPES[".json"]))

    async def _rules(self, request: web.Request) -> web.Response:
        body = pages.rules(request.match_info["game"], request.match_info["language"])
        return _found(None if body is None else (body, pages.TYPES[".json"]))

    # Talking ----------------------------------------

    async def _talk(self, request: web.Request) -> web.StreamResponse:
        if not self.origin_allowed(request.headers.get("Origin"), request.headers.get("Host", "")):
            return web.Response(status=403, text="403")
        address = self.address(request)
        now = self._now()
        if self._open[address] >= self._per_address or not self._openings.of(address, now).take(now):
            return web.Response(status=429, text="429")
        ws = web.WebSocketResponse(max_msg_size=MAX_BYTES, heartbeat=HEARTBEAT, compress=False)
        try:
            await ws.prepare(request)
        except ConnectionError:
            return ws  # gone before it was there
        socket = Socket(ws, request, address)
        writer = asyncio.create_task(socket.write())
        self._open[address] += 1
        self._sockets[ws] = socket
        bucket = Bucket(BURST, RATE, now)
        flood = False
        try:
            async for message in ws:
                if not bucket.take(self._now()):
                    socket.close(FLOOD)
                    flood = True
                    break
                if message.type in (WSMsgType.TEXT, WSMsgType.BINARY):
                    self._run(partial(self._house.received, socket, message.data))
        finally:
            self._run(lambda: self._house.closed(socket))
            self._sockets.pop(ws, None)
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]
            if flood or socket._closing:
                with contextlib.suppress(asyncio.TimeoutError):
                    await asyncio.wait_for(writer, PATIENCE)
            writer.cancel()
        return ws

    async def _shut(self, _app: web.Application) -> None:
        # Before aiohttp's own cleanup, which would wait for every phone in turn.
        closing = [ws.close(code=WSCloseCode.GOING_AWAY) for ws in set(self._sockets)]
        if closing:
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(asyncio.gather(*closing, return_exceptions=True), GOODBYE)
        for socket in tuple(self._sockets.values()):
            socket.abort()  # a phone that sleeps, or does not read: it finds out by itself


def origin_of(url: str) -> tuple[str, str, int] | None:
    """Scheme, host and port of *url*, as browsers compare them; None if it is none or says more than that."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or not host or parts.username is not None:
        return None
    if parts.path.strip("/") or parts.query or parts.fragment:
        return None
    return parts.scheme, host.lower(), port or (443 if parts.scheme == "https" else 80)


def _found(file: tuple[bytes, str] | None, *, cached: bool = False) -> web.Response:
    if file is None:
        return web.Response(status=404, text="404")
    body, kind = file
    response = web.Response(body=body, headers={"Content-Type": kind})
    response.headers["Cache-Control"] = "max-age=86400" if cached else "no-cache"
    return response


def secure(response: web.StreamResponse, host: str) -> None:
    """Let the page load nothing but what comes from here, run no script but ours, and stand in no other page."""
    name = host if host.replace(":", "").replace(".", "").replace("-", "").isalnum() else ""
    sockets = f" ws://{name} wss://{name}" if name else ""  # older Safari does not count sockets as 'self'
    policy = (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
        f"connect-src 'self'{sockets}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    response.headers["Content-Security-Policy"] = policy
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
