#!/usr/bin/env python3
"""Does the frozen program work? ``python3 build/smoke.py DIR [--root ROOT]``

DIR is a bundle made by build/package.py (a folder with the program in it, or Vierblatt.app). It is copied into a
folder with blanks and umlauts and made read-only; nobody may write there. Then the program plays, saves, prints and
serves under several locales and screens. Anything it says that is not expected is a failure.

With ``--root`` the program runs inside that system root (chroot, needs root's rights), for systems too bare to have a
Python. Standard library only.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import secrets
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from machine import virtual_screen

PATIENCE = 600
"""Seconds after which a command that does not end has failed."""

PLACE = "Vier Blätter – Prüfung"
"""The folder that the program runs in: blanks, umlauts, a dash."""

# Qt's own notice; it goes on in UTF-8 by itself, and so does Python.
QT_LOCALE = re.compile(
    r'Detected locale ".*" with character encoding ".*", which is not UTF-8\.\n'
    r'Qt depends on a UTF-8 locale, and has switched to ".*" instead\.\n'
    r"If this causes problems, reconfigure your locale\. See the locale\(1\) manual\nfor more information\.\n"
)


class Failed(Exception):
    """What the program did wrong."""


def demand(condition: object, what: str) -> None:
    if not condition:
        raise Failed(what)


def find_program(bundle: Path) -> Path:
    """The program for the command line inside *bundle*. Raises `Failed`."""
    for name in ("vierblatt", "vierblatt.exe", "Contents/MacOS/vierblatt"):
        if (bundle / name).is_file():
            return bundle / name
    raise Failed(f"{bundle} holds no program")


def unexpected(stderr: str, locale_is_utf8: bool) -> str:
    """What of *stderr* nobody expects."""
    return stderr if locale_is_utf8 else QT_LOCALE.sub("", stderr)


def written(folder: Path) -> dict[str, tuple[int, int]]:
    """Every file below *folder* with its size and time of change: what must stay as it is."""
    return {
        str(path.relative_to(folder)): (path.lstat().st_size, path.lstat().st_mtime_ns)
        for path in sorted(folder.rglob("*"))
    }


class Bundle:
    """The bundle under test, laid out in a place of its own, perhaps inside another system's root."""

    def __init__(self, bundle: Path, root: Path | None) -> None:
        self._root = root
        parent = root / "tmp" if root else None
        self.place = Path(tempfile.mkdtemp(prefix="vierblatt-", dir=parent)) / PLACE
        self.place.mkdir()
        self.folder = self.place / bundle.name
        shutil.copytree(bundle, self.folder, symlinks=True)
        self.program = find_program(self.folder)
        for path in (self.folder, *self.folder.rglob("*")):
            if not path.is_symlink():
                path.chmod(path.stat().st_mode & ~(stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH))
        self.before = written(self.folder)

    def inside(self, path: Path) -> str:
        """*path* as the program sees it."""
        return str(path) if self._root is None else "/" + str(path.relative_to(self._root))

    def command(self, words: Sequence[str]) -> list[str]:
        changed = [] if self._root is None else [shutil.which("chroot") or "chroot", str(self._root)]
        return [*changed, self.inside(self.program), *words]

    def environment(self, extra: Mapping[str, str]) -> dict[str, str]:
        """A plain user's, with a home beside the program."""
        kept = {
            name: os.environ[name]
            for name in ("SYSTEMROOT", "WINDIR", "TEMP", "TMP", "TMPDIR")
            if name in os.environ and self._root is None
        }
        home = self.place / "home"
        home.mkdir(exist_ok=True)
        return {
            **kept,
            "HOME": self.inside(home),
            "USERPROFILE": self.inside(home),
            "APPDATA": self.inside(home),
            "LOCALAPPDATA": self.inside(home),
            "PATH": os.environ["PATH"] if self._root is None else "/usr/bin:/bin",
            **extra,
        }

    def run(
        self, words: Sequence[str], extra: Mapping[str, str], *, code: int = 0, utf8: bool = True
    ) -> list[str]:
        """Run the program to its end; the lines it printed. Raises `Failed` for another code or for complaints."""
        done = subprocess.run(
            self.command(words),
            env=self.environment(extra),
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=PATIENCE,
        )
        said = unexpected(done.stderr, utf8)
        what = f"vierblatt {' '.join(words)}"
        demand(
            done.returncode == code, f"{what}: exit code {done.returncode}, not {code}\n{done.stdout}{said}"
        )
        demand(code or not said, f"{what}: unexpected on standard error:\n{said}")
        return (said if code else done.stdout).splitlines()

    @contextmanager
    def running(self, words: Sequence[str], extra: Mapping[str, str]) -> Iterator[subprocess.Popen[str]]:
        """The program while it runs. It is killed at the end if it still does."""
        process = subprocess.Popen(
            self.command(words),
            env=self.environment(extra),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
        )
        try:
            yield process
        finally:
            if process.poll() is None:
                process.kill()
            process.communicate()

    def close(self) -> None:
        """Nothing may have changed in the program's folder. Then it is removed."""
        after = written(self.folder)
        changed = sorted(
            name for name in self.before.keys() | after.keys() if self.before.get(name) != after.get(name)
        )
        demand(not changed, f"the program wrote into its own folder: {', '.join(changed[:5])}")

    def remove(self) -> None:
        for path in (self.folder, *self.folder.rglob("*")):
            if path.is_dir() and not path.is_symlink():
                path.chmod(0o755)
        shutil.rmtree(self.place.parent)


# --- what is tried -----------------------------------------------------------------------------------


def command_line(bundle: Bundle) -> list[str]:
    """The commands that need no window; returns the ids of all games."""
    english = {"LC_ALL": "C.UTF-8", "VIERBLATT_LANGUAGE": "en"}
    (version,) = bundle.run(["--version"], english)
    demand(re.fullmatch(r"vierblatt \d+\.\d+\S*", version), f"--version says “{version}”")
    listed = json.loads("\n".join(bundle.run(["games", "--json"], english)))
    cards = {card["id"]: card for card in listed["games"]}
    demand(cards, "no game was found")
    german = " ".join(bundle.run(["games"], {"LC_ALL": "de_DE.UTF-8"}))
    demand("Plätze" in german, "“games” does not speak German")
    for game, card in cards.items():
        seats = max(2, card["seats"][0])
        out = bundle.place / f"records {game}"
        words = [
            "simulate",
            game,
            "--bots",
            ",".join(card["bots"][-1:] * seats),
            "--games",
            "1",
            "--seed",
            "1",
        ]
        bundle.run([*words, "--samples", "5", "--out", bundle.inside(out)], english)
        (record,) = out.glob("*.vierblatt")
        bundle.run(["replay", bundle.inside(record)], english)
    (refusal,) = bundle.run(["replay", bundle.inside(bundle.place / "none.vierblatt")], english, code=1)
    demand("no such file" in refusal, f"a missing record is refused with “{refusal}”")
    return list(cards)


def desktop(bundle: Bundle, ids: Sequence[str], name: str, extra: Mapping[str, str], utf8: bool) -> None:
    """One walk through the desktop (desktop/check.py)."""
    folder = bundle.place / f"walk {name}"
    lines = bundle.run(["play", "--check", bundle.inside(folder)], extra, utf8=utf8)
    strange = [line for line in lines if not line.startswith("ok: ")]
    demand(not strange, f"desktop {name}: unexpected: {strange[:3]}")
    good = "\n".join(lines)
    for wanted in (
        "start page",
        "language de",
        "language en",
        "score sheet",
        *(f"game {game}:" for game in ids),
    ):
        demand(f"ok: {wanted}" in good, f"desktop {name}: “{wanted}” is missing")


def plain_start(bundle: Bundle, extra: Mapping[str, str]) -> None:
    """The program without arguments opens a window and ends without a word when it is told to."""
    if os.name == "nt":
        return
    with bundle.running([], extra) as process:
        # A home with settings in it is written when the window closes; until then it must simply stay.
        time.sleep(5)
        if process.poll() is not None:
            raise Failed(f"the program without arguments ends by itself: {''.join(process.communicate())}")
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=PATIENCE)
    demand(process.returncode == 0, f"told to end, the program exits with {process.returncode}\n{out}{err}")
    demand(not out + err, f"started without arguments, the program says:\n{out}{err}")


def rooms(bundle: Bundle) -> str:
    """A room server, its page with all that the page loads, and two phones that begin a match; what was seen."""
    english = {"LC_ALL": "C.UTF-8", "VIERBLATT_LANGUAGE": "en"}
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with bundle.running(["serve", "--address", "127.0.0.1", "--port", str(port)], english) as process:
        base = f"http://127.0.0.1:{port}/"
        page = first_answer(process, base)
        loaded = sorted(set(re.findall(r'(?:src|href)="([^"#:]+)"', page)))
        demand(any(name.endswith(".js") for name in loaded), "the page loads no script")
        for name in loaded:
            with urllib.request.urlopen(urljoin(base, name), timeout=30) as answer:
                demand(answer.read(), f"{name} of the page is empty")
        status, wire = opened(port, "http://elsewhere.example")
        wire.close()
        demand(status == 403, f"a foreign page may open the socket: {status}")
        with Phone(port) as host, Phone(port) as guest:
            host.say({"do": "hello", "token": token(), "host": token(), "create": True})
            code = host.until(lambda now: now.get("code"), "a new room")["code"]
            host.say({"do": "join", "name": "Anna"})
            guest.say({"do": "hello", "token": token(), "room": code})
            guest.until(lambda now: now.get("code") == code, "the room")
            guest.say({"do": "join", "name": "Ben"})
            seen = guest.until(
                lambda now: "Anna" in str(now.get("lobby")) and "Ben" in str(now["lobby"]), "both"
            )
            host.until(lambda now: "Ben" in str(now.get("lobby")), "the guest")
            game = "letter" if seen["lobby"]["game"]["id"] != "letter" else "valknut"
            host.say({"do": "choose", "game": game})
            host.until(lambda now: now["lobby"]["game"]["id"] == game, "the game chosen")
            host.say({"do": "start"})
            for phone in (host, guest):
                phone.until(lambda now: now.get("match", {}).get("game") == game, "the match")
        process.terminate()
        process.wait(timeout=PATIENCE)
    return f"the page, {len(loaded)} files of it, and two phones at a match"


def token() -> str:
    """What a phone, or a host, is known by."""
    return secrets.token_hex(16)


def opened(port: int, origin: str) -> tuple[int, socket.socket]:
    """The status that the server answers to a WebSocket's opening request (RFC 6455, 4.1), and the connection."""
    request = (
        f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: dmllcmJsYXR0IHNtb2tlIQ==\r\nSec-WebSocket-Version: 13\r\nOrigin: {origin}\r\n\r\n"
    )
    wire = socket.create_connection(("127.0.0.1", port), timeout=30)
    wire.sendall(request.encode("ascii"))
    answer = b""
    # Byte by byte: what follows the empty line belongs to the frames.
    while not answer.endswith(b"\r\n\r\n"):
        byte = wire.recv(1)
        demand(byte, "the server ends the connection before it has answered")
        answer += byte
    return int(answer.split()[1]), wire


class Phone:
    """A phone at the room server: text frames and no more (RFC 6455, 5.2)."""

    def __init__(self, port: int) -> None:
        status, self._wire = opened(port, f"http://127.0.0.1:{port}")
        demand(status == 101, f"the room's socket does not open: {status}")

    def __enter__(self) -> Phone:
        return self

    def __exit__(self, *_error: object) -> None:
        self._wire.close()

    def say(self, message: Mapping[str, object]) -> None:
        """Send a message; what a client sends is masked, with zeros it stays as it is."""
        self._send(0x1, json.dumps(message).encode())

    def _send(self, kind: int, data: bytes) -> None:
        length = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
        self._wire.sendall(bytes([0x80 | kind]) + length + bytes(4) + data)

    def until(self, wanted: Callable[[dict[str, Any]], object], what: str) -> dict[str, Any]:
        """The first message that is as *wanted*. Raises `Failed` if none comes."""
        try:
            while True:
                first, length = self._read(2)
                if length >= 126:
                    length = int.from_bytes(self._read(2 if length == 126 else 8), "big")
                data = self._read(length)
                if first == 0x89:  # a ping, which wants a pong
                    self._send(0xA, data)
                if first != 0x81:
                    continue
                message: dict[str, Any] = json.loads(data)
                demand(message.get("do") != "refused", f"the room refuses: {message.get('text')}")
                if wanted(message):
                    return message
        except TimeoutError:
            raise Failed(f"a phone waits in vain for {what}") from None

    def _read(self, count: int) -> bytes:
        data = b""
        while len(data) < count:
            more = self._wire.recv(count - len(data))
            demand(more, "the server ends a phone's connection")
            data += more
        return data


def first_answer(process: subprocess.Popen[str], url: str) -> str:
    """What *url* answers as soon as *process* answers at all."""
    for _attempt in range(300):
        demand(process.poll() is None, "the room server ends by itself")
        try:
            with urllib.request.urlopen(url, timeout=30) as answer:
                return str(answer.read().decode("utf-8"))
        except urllib.error.HTTPError:
            raise
        except OSError:
            time.sleep(0.1)
    raise Failed("the room server does not answer")


def walk(bundle: Bundle) -> None:
    """Everything, in order. Raises `Failed`."""
    ids = command_line(bundle)
    say(f"command line: games {', '.join(ids)}; simulated, replayed, refused")
    unseen = {"QT_QPA_PLATFORM": "offscreen"}
    desktop(bundle, ids, "unseen", {**unseen, "LC_ALL": "C.UTF-8"}, utf8=True)
    say("desktop, unseen: a bots' match of every game, left and resumed; languages; PDF")
    if sys.platform.startswith("linux"):
        for locale in ("C", "de_DE.ISO-8859-1"):
            desktop(bundle, ids, f"locale {locale}", {**unseen, "LC_ALL": locale}, utf8=False)
            say(f"desktop, locale {locale}: the same")
        seen: list[tuple[str, Callable[[dict[str, str]], None]]] = [
            ("the same", lambda screen: desktop(bundle, ids, "on a screen", screen, utf8=True)),
            ("started plainly and told to end", lambda screen: plain_start(bundle, screen)),
        ]
        for what, act in seen:
            # A screen of its own for each: this one ends with its first client.
            with virtual_screen() as screen:
                if "DISPLAY" not in screen:
                    say(f"desktop, X11: skipped, no Xvfb here ({what})")
                    continue
                act({**screen, "LC_ALL": "C.UTF-8"})
                say(f"desktop, X11: {what}")
    elif sys.platform == "darwin":
        plain_start(bundle, {})
        say("desktop: started plainly and told to end")
    say(f"room: {rooms(bundle)}")
    bundle.close()
    say("the program's folder is as it was")


def say(text: str) -> None:
    print(text, flush=True)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Does the frozen program work?")
    parser.add_argument(
        "bundle", type=Path, metavar="DIR", help="the bundle: dist/vierblatt, or Vierblatt.app"
    )
    parser.add_argument("--root", type=Path, help="run inside this system root (chroot)")
    arguments = parser.parse_args(argv)
    root = arguments.root.resolve() if arguments.root else None
    bundle = Bundle(arguments.bundle.resolve(), root)
    try:
        walk(bundle)
    except Failed as failed:
        say(f"FAILED: {failed}")
        return 1
    finally:
        bundle.remove()
    say("The bundle works.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
