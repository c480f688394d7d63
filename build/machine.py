"""What the machine must bring, and what build/dev.py does when it doesn't: system packages, a screen.

Standard library only, like dev.py. Nothing here knows about uv or the project's own commands.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import platform
import shutil
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any, Iterator, Mapping, NamedTuple, Sequence  # noqa: UP035 - parses on 3.8

ROOT = Path(__file__).resolve().parent.parent
HIDDEN_PLATFORMS = ("offscreen", "minimal")


class Part(NamedTuple):
    """Something the system must bring: a library (by soname), or programs or paths (`|` between)."""

    probe: str
    debian: str
    fedora: str
    arch: str

    def present(self) -> bool:
        """Ask the loader itself: it knows paths and architectures that a package list doesn't."""
        if ".so." not in self.probe:
            # A path is looked for as it is: not everything has a program.
            return any(
                shutil.which(name) or (Path(name).is_absolute() and Path(name).exists())
                for name in self.probe.split("|")
            )
        try:
            ctypes.CDLL(self.probe)
        except OSError:
            return False
        return True


def parts(kind: str) -> tuple[Part, ...]:
    """What the program itself names when it is missing, too (desktop/libraries.py)."""
    table = json.loads((ROOT / "resources" / "system-libraries.json").read_text("utf-8"))[kind]
    return tuple(Part(row["library"], row["debian"], row["fedora"], row["arch"]) for row in table)


# What Qt's libraries and its offscreen plugin name as NEEDED and PySide6 does not bring along.
QT_PARTS = parts("qt")
# What the xcb plugin needs besides.
X_PARTS = parts("x11")
SCREEN_PARTS = (Part("Xvfb", "xvfb", "xorg-x11-server-Xvfb", "xorg-server-xvfb"),)
# What makes packages: the libraries above go into them, so they must be here.
PACKAGE_PARTS = (
    Part("strip", "binutils", "binutils", "binutils"),
    Part("dpkg-deb", "dpkg-dev", "dpkg-dev", "dpkg"),
    Part("c++", "g++", "gcc-c++", "gcc"),
)
# What somebody with a screen reader has, for tests/desktop/test_screen_reader.py.
READER_PARTS = (
    Part("dbus-run-session", "dbus", "dbus-daemon", "dbus"),
    Part(
        "/usr/libexec/at-spi-bus-launcher|/usr/lib/at-spi-bus-launcher",
        *("at-spi2-core", "at-spi2-core", "at-spi2-core"),
    ),
    Part(
        "/usr/lib/python3/dist-packages/pyatspi|/usr/share/doc/python3-pyatspi|/usr/share/licenses/python-atspi",
        *("python3-pyatspi", "python3-pyatspi", "python-atspi"),
    ),
)
TEST_PARTS = (*SCREEN_PARTS, Part("xauth", "xauth", "xorg-x11-xauth", "xorg-xauth"), *READER_PARTS)
# For the tests of the phone page only: asked for once tests/rooms exists, not before. Ubuntu has
# Chromium only as a snap, which no container can install; its tests skip there.
BROWSER_PACKAGES = (
    Part("chromium|chromium-browser|google-chrome|chrome", "chromium", "chromium", "chromium"),
)


def say(text: str) -> None:
    """Print at once, so that lines keep their order among those of the programs run here."""
    print(text, flush=True)


def run(
    command: Sequence[str | Path], extra: Mapping[str, str] | None = None, cwd: Path | None = ROOT
) -> int:
    """Run a program with `extra` in its environment; a death by signal becomes the shell's 128+n."""
    env = {**os.environ, **(extra or {})}
    code = subprocess.call([str(part) for part in command], cwd=cwd, env=env)
    return code if code >= 0 else 128 - code


def quietly(*command: str | Path) -> bool:
    """Tell whether a program starts and succeeds, showing nothing of it."""
    silent = subprocess.DEVNULL
    try:
        call = [str(part) for part in command]
        return subprocess.call(call, stdin=silent, stdout=silent, stderr=silent) == 0
    except OSError:
        return False


# --- system packages ---------------------------------------------------------------------------------


def system() -> dict[str, str]:
    """os-release on Linux, else nothing: macOS and Windows bring what Qt needs."""
    if not sys.platform.startswith("linux"):
        return {}
    try:
        return platform.freedesktop_os_release()
    except OSError:
        return {"ID": "linux"}


def on_debian(release: Mapping[str, str]) -> bool:
    """Tell whether this is Debian or made from it, Ubuntu and its like included."""
    names = {release.get("ID", ""), *release.get("ID_LIKE", "").split()}
    return bool(names & {"debian", "ubuntu"}) and shutil.which("apt-get") is not None


def debian_name(package: str, release: Mapping[str, str]) -> str:
    """GLib was renamed with the 64-bit time_t transition (Debian 13, Ubuntu 24.04)."""
    first = {"debian": 13, "ubuntu": 24}.get(release.get("ID", ""))
    version = release.get("VERSION_ID", "999").split(".")[0]  # unstable has no number
    if package == "libglib2.0-0" and first is not None and version.isdigit() and int(version) >= first:
        return package + "t64"
    return package


def wanted(command: str, display: bool, release: Mapping[str, str]) -> tuple[list[Part], list[Part]]:
    """Return the parts a command can't do without, and those it would like to have."""
    if not release:
        return [], []
    if command == "play":
        if display:
            return [*QT_PARTS, *X_PARTS], []
        return list(QT_PARTS), [*X_PARTS, *SCREEN_PARTS]
    if command == "package":
        return [*QT_PARTS, *X_PARTS, *PACKAGE_PARTS[:1]], list(PACKAGE_PARTS[1:])
    if command in ("test", "setup"):
        needed = [*QT_PARTS, *X_PARTS, *TEST_PARTS]
        ubuntu = "ubuntu" in (release.get("ID", ""), *release.get("ID_LIKE", "").split())
        if (ROOT / "tests" / "rooms").is_dir() and not ubuntu:
            needed += BROWSER_PACKAGES
        return needed, []
    return (list(QT_PARTS), []) if command == "screenshots" else ([], [])


def is_root() -> bool:
    return sys.platform != "win32" and os.geteuid() == 0


def root_prefix() -> list[str] | None:
    """Return what turns a command into root's without a question, or None if nothing does."""
    if is_root():
        return []
    sudo = shutil.which("sudo")
    return [sudo, "-n"] if sudo and quietly(sudo, "-n", "true") else None


def install(packages: Sequence[str]) -> bool:
    """Install Debian packages if that takes no password."""
    prefix = root_prefix()
    if prefix is None:
        return False
    apt = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq"]
    apt += ["-o", "DPkg::Lock::Timeout=120"]
    say(f"Installing system packages: {' '.join(packages)}")
    run([*apt, "update"])  # old lists may still do: the installation decides
    return run([*apt, "install", "-y", "--no-install-recommends", *packages]) == 0


def apt_line(packages: Sequence[str]) -> str:
    """Return what to type, for a person who has a password for it."""
    sudo = "sudo " if not is_root() and shutil.which("sudo") else ""
    line = f"{sudo}apt-get update && {sudo}apt-get install -y --no-install-recommends {' '.join(packages)}"
    return line if sudo or is_root() else f"{line}  # as root"


def other_lines(parts: Sequence[Part]) -> str:
    """Name the packages where this project does not install anything by itself."""
    fedora = " ".join(dict.fromkeys(part.fedora for part in parts))
    arch = " ".join(dict.fromkeys(part.arch for part in parts))
    return f"sudo dnf install {fedora}  # Fedora\n  sudo pacman -S {arch}  # Arch"


def see_to_packages(needed: Sequence[Part], liked: Sequence[Part], extra: Sequence[str] = ()) -> None:
    """Install what's missing, or say the exact command; stop only for what is really needed.

    `extra` are Debian packages that no probe can find (Python's own cut-off modules).
    """
    release = system()
    required = [part for part in needed if not part.present()]
    missing = [*required, *(part for part in liked if not part.present())]
    if not (missing or extra):
        return
    if on_debian(release):
        packages = list(dict.fromkeys([*extra, *(debian_name(part.debian, release) for part in missing)]))
        if install(packages):
            return
        line = apt_line(packages)
    else:
        line = other_lines(missing)
    absent = " ".join([*extra, *(part.probe.split("|")[0] for part in missing)])
    say(f"This machine lacks: {absent}\nThe command that brings it:\n  {line}")
    # Tests skip what an absent program serves; without a library nothing starts at all.
    if extra or any(".so." in part.probe for part in required):
        sys.exit("Run that first, then this again.")


# --- the screen --------------------------------------------------------------------------------------


def answers(kind: int, address: Any) -> bool:
    """Tell whether somebody listens there; a display that is only named would make Qt abort."""
    with socket.socket(kind, socket.SOCK_STREAM) as probe:
        probe.settimeout(3)
        try:
            probe.connect(address)
        except (OSError, ValueError):
            return False
        return True


def has_display(env: Mapping[str, str]) -> bool:
    """Tell whether a window opened now would be seen by somebody."""
    if not sys.platform.startswith("linux"):
        return env.get("QT_QPA_PLATFORM") not in HIDDEN_PLATFORMS
    chosen = env.get("QT_QPA_PLATFORM", "").split(":")[0].split(";")[0]
    if chosen and chosen != "xcb" and not chosen.startswith("wayland"):
        return chosen not in HIDDEN_PLATFORMS  # vnc, eglfs …: the user knows
    wayland = env.get("WAYLAND_DISPLAY")
    if wayland and answers(socket.AF_UNIX, str(Path(env.get("XDG_RUNTIME_DIR", "/")) / wayland)):
        return True
    host, colon, number = env.get("DISPLAY", "").rpartition(":")
    number = number.split(".")[0]
    if not (colon and number.isdigit()):
        return False
    if host not in ("", "unix"):
        return answers(socket.AF_INET, (host, 6000 + int(number)))
    path = f"/tmp/.X11-unix/X{number}"
    return answers(socket.AF_UNIX, path) or answers(socket.AF_UNIX, "\0" + path)


@contextlib.contextmanager
def virtual_screen() -> Iterator[dict[str, str]]:
    """Run Xvfb and yield the environment that leads there; offscreen if there is no Xvfb."""
    offscreen = {"QT_QPA_PLATFORM": "offscreen"}
    if not (os.environ.get("QT_QPA_PLATFORM") or "xcb").startswith(("xcb", "wayland")):
        yield {}  # the user has chosen, and nothing that needs a screen
        return
    if not shutil.which("Xvfb") or not all(part.present() for part in X_PARTS):
        yield offscreen
        return
    read, write = os.pipe()
    options = ["-displayfd", str(write), "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-terminate"]
    server = subprocess.Popen(["Xvfb", *options], pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    try:
        with os.fdopen(read) as pipe:
            number = pipe.readline().strip()  # empty: the server died before it had a screen
        yield {"DISPLAY": f":{number}", "QT_QPA_PLATFORM": "xcb"} if number else offscreen
    finally:
        server.terminate()
        server.wait()
