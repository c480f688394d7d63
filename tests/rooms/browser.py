"""Debian's Chromium, headless, driven by its DevTools protocol: each page is a phone with a storage of its own."""

from __future__ import annotations

import asyncio
import atexit
import base64
import contextlib
import functools
import itertools
import json
import os
import shutil
import subprocess
import tempfile
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "chrome")
PATIENCE = 30.0


def program() -> str | None:
    """The browser of this machine, if there is one that is no snap (those can't start in a container)."""
    found = next((path for name in PROGRAMS if (path := shutil.which(name))), None)
    return None if found is None or "/snap/" in os.path.realpath(found) else found


DOCUMENTS = 5
"""So many documents one wait may see: a page that loads itself for ever fails."""


class Gone(AssertionError):
    """The document that was asked has made way for another."""


class Page:
    """One tab."""

    def __init__(self, browser: Browser, session: str, context: str, target: str) -> None:
        self._browser = browser
        self._session = session
        self.context = context
        self.target = target
        self.problems: list[str] = []

    async def call(self, method: str, **params: Any) -> dict[str, Any]:
        return await self._browser.call(method, self._session, **params)

    async def run(self, script: str) -> Any:
        """The value of an expression; promises are awaited. A JavaScript error fails the test."""
        answer = await self.call(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True, userGesture=True
        )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    async def until(self, script: str) -> Any:
        """Wait until the expression is true: looked at whenever the page has changed, or another has come."""
        for _document in range(DOCUMENTS - 1):
            with contextlib.suppress(Gone):
                return await self._until(script)
        return await self._until(script)

    async def _until(self, script: str) -> Any:
        return await self.run(
            f"""new Promise((done, fail) => {{
                const look = () => {{ try {{ return {script}; }} catch {{ return false; }} }};
                const now = look();
                if (now) return done(now);
                const late = () => {{ watch.disconnect();
                    fail(new Error("still not: " + {json.dumps(script)} + " in: " + document.body.innerText)); }};
                const end = setTimeout(late, {int(PATIENCE * 500)});
                const watch = new MutationObserver(() => {{
                    const found = look();
                    if (found) {{ watch.disconnect(); clearTimeout(end); done(found); }}
                }});
                watch.observe(document, {{subtree: true, childList: true, attributes: true, characterData: true}});
            }})"""
        )

    async def go(self, url: str) -> None:
        await self.call("Page.navigate", url=url)
        await self.until("document.readyState === 'complete' && document.querySelector('h1, .lead')")

    async def reload(self) -> None:
        await self.run("window.old = true")
        await self.call("Page.reload")
        await self.until(
            "!window.old && document.readyState === 'complete' && document.querySelector('h1, .lead')"
        )

    async def text(self) -> str:
        return str(await self.run("document.body.innerText"))

    async def write(self, selector: str, text: str) -> None:
        """Type *text* into a field, as keys would."""
        await self.run(f"document.querySelector({json.dumps(selector)}).focus()")
        await self.run("document.activeElement.select()")
        await self.call("Input.insertText", text=text)

    async def press(self, text: str) -> None:
        """Press the button that reads so (its label, or what a screen reader says)."""
        found = await self.until(
            f"""(() => {{ const wanted = {json.dumps(text)};
                const all = [...document.querySelectorAll('button')].filter((b) => !b.disabled);
                const hit = all.find((b) => b.textContent.trim() === wanted) ??
                    all.find((b) => (b.getAttribute('aria-label') ?? '') === wanted);
                if (!hit) return false; hit.click(); return true; }})()"""
        )
        assert found

    async def tap(self, selector: str) -> None:
        """Click the first element that *selector* finds, as soon as there is one."""
        await self.until(
            f"(() => {{ const hit = document.querySelector({json.dumps(selector)}); hit?.click(); return !!hit; }})()"
        )

    async def key(self, name: str) -> None:
        """Press a key: ``Tab``, ``Enter``, ``Space``."""
        code, text = {"Tab": (9, ""), "Enter": (13, "\r"), "Space": (32, " ")}[name]
        key = {"Space": " "}.get(name, name)
        for kind in ("keyDown", "keyUp"):
            said = {"text": text} if text and kind == "keyDown" else {}
            await self.call(
                "Input.dispatchKeyEvent", type=kind, key=key, code=name, windowsVirtualKeyCode=code, **said
            )

    async def point(self, selector: str, kind: str) -> None:
        """The mouse button goes down or up (``mousePressed``, ``mouseReleased``) on the first such element."""
        x, y = await self.run(
            f"(() => {{ const hit = document.querySelector({json.dumps(selector)}); hit.scrollIntoView("
            "{block: 'center'}); const box = hit.getBoundingClientRect(); "
            "return [box.x + box.width / 2, box.y + box.height / 2]; })()"
        )
        await self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    async def sleep(self, asleep: bool) -> None:
        """Put the page to sleep as a phone does when it is laid aside, or wake it."""
        await self.call("Page.setWebLifecycleState", state="frozen" if asleep else "active")

    async def tree(self) -> list[tuple[str, str]]:
        """What a screen reader finds: role and name of everything that is not ignored."""
        nodes = (await self.call("Accessibility.getFullAXTree"))["nodes"]
        return [
            (node["role"]["value"], node.get("name", {}).get("value", ""))
            for node in nodes
            if not node["ignored"]
        ]

    async def offline(self, off: bool) -> None:
        """Take the phone's network away, or give it back. Sockets that are open stay so."""
        await self.call("Network.enable")
        await self.call(
            "Network.emulateNetworkConditions",
            offline=off,
            latency=0,
            downloadThroughput=-1,
            uploadThroughput=-1,
        )

    async def join(self, url: str, name: str) -> None:
        await self.go(url)
        await self.until("document.querySelector('#name') && !document.querySelector('#code')")
        await self.write("#name", name)
        await self.run("document.querySelector('[data-key=go]').click()")
        await self.until("!document.querySelector('#name')")

    async def size(self, width: int, height: int, *, dark: bool = False) -> None:
        await self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=2, mobile=True
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        await self.call("Emulation.setEmulatedMedia", features=[scheme])

    async def picture(self, path: Path, *, whole: bool = False) -> None:
        """Save what is seen; *whole*: the page down to its end."""
        await self.run(
            "Promise.all([document.fonts.ready, "
            "...[...document.images].map((image) => image.decode().catch(() => null))])"
        )
        await self.call("Page.bringToFront")  # of two tabs only the one in front is painted
        answer = await self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(answer["data"]))

    async def close(self) -> None:
        await self._browser.call("Target.closeTarget", targetId=self.target)


class Browser:
    """A running Chromium, as one test uses it."""

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self._socket = socket
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._pages: dict[str, Page] = {}
        self._reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for message in self._socket:
            if message.type is not WSMsgType.TEXT:
                continue
            data = json.loads(message.data)
            if "id" in data:
                future = self._waiting.pop(data["id"], None)
                if future is not None and not future.done():
                    future.set_result(data)
                continue
            page = self._pages.get(data.get("sessionId", ""))
            if page is None:
                continue
            params = data.get("params", {})
            if data["method"] == "Runtime.exceptionThrown":
                page.problems.append(str(params["exceptionDetails"]))
            elif data["method"] == "Log.entryAdded" and params["entry"]["level"] == "error":
                page.problems.append(str(params["entry"].get("text")))

    async def call(self, method: str, session: str = "", **params: Any) -> dict[str, Any]:
        number = next(self._numbers)
        future: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting[number] = future
        message: dict[str, Any] = {"id": number, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        await self._socket.send_str(json.dumps(message))
        answer = await asyncio.wait_for(future, PATIENCE)
        if "navigated or closed" in str(answer.get("error")):
            raise Gone(answer)
        assert "error" not in answer, answer
        result: dict[str, Any] = answer["result"]
        return result

    async def page(self, language: str = "en", like: Page | None = None) -> Page:
        """A new phone; *like*: another tab of the same phone."""
        context = (
            like.context if like else (await self.call("Target.createBrowserContext"))["browserContextId"]
        )
        target = (await self.call("Target.createTarget", url="about:blank", browserContextId=context))[
            "targetId"
        ]
        session = (await self.call("Target.attachToTarget", targetId=target, flatten=True))["sessionId"]
        page = self._pages[session] = Page(self, session, context, target)
        for domain in ("Page", "Runtime", "Log"):
            await page.call(f"{domain}.enable")
        await page.call("Emulation.setLocaleOverride", locale=language)
        await page.call(
            "Page.addScriptToEvaluateOnNewDocument",
            source=f"Object.defineProperty(navigator, 'language', {{get: () => {json.dumps(language)}}})",
        )
        await page.size(412, 915)
        return page

    async def end(self) -> None:
        """Close every page; the browser itself goes on."""
        for context in {page.context for page in self._pages.values()}:
            await self.call("Target.disposeBrowserContext", browserContextId=context)
        self._reader.cancel()


@functools.cache
def _address() -> str:
    """Where this process's Chromium listens; it is started when it is first asked for, and ends with the process."""
    path = program()
    assert path is not None
    folder = tempfile.mkdtemp(prefix="vierblatt-chromium-")
    process = subprocess.Popen(
        [path, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
         "--remote-debugging-port=0", f"--user-data-dir={folder}", "about:blank"],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip

    def end() -> None:
        process.terminate()
        process.wait()
        shutil.rmtree(folder, ignore_errors=True)

    atexit.register(end)
    said = process.stderr
    assert said is not None
    for line in said:
        if "DevTools listening on " in line:
            # Whatever else it says must not fill the pipe.
            threading.Thread(target=said.read, daemon=True).start()
            return line.split("DevTools listening on ")[1].strip()
    raise AssertionError("the browser ended")


@contextlib.asynccontextmanager
async def browsing() -> AsyncIterator[Browser]:
    """A browser without any page; phones opened in it have nothing from before, and are gone afterwards."""
    address = await asyncio.to_thread(_address)
    async with ClientSession() as client, client.ws_connect(address, max_msg_size=0) as socket:
        browser = Browser(socket)
        try:
            yield browser
        finally:
            await browser.end()
