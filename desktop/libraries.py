"""What Qt needs from a Linux system, and a sentence that names the package when it is not there.

Qt itself would end the program with a core dump and its own words. Where the program was started with a click,
nobody would read either, so the sentence comes in a window as well, by whatever the system has for that.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Sequence

from engine.core.errors import OptionError, Refusal
from engine.core.text import N_, system_language, texts

INSTALLERS = (
    ("debian", "apt", "sudo apt install"),
    ("fedora", "dnf", "sudo dnf install"),
    ("arch", "pacman", "sudo pacman -S"),
)
"""Whose names of packages are known, by which program they are installed, and how that is written."""

WINDOWS = (
    ("zenity", "--error", "--no-markup", "--title=Vierblatt", "--text={text}"),
    ("kdialog", "--title", "Vierblatt", "--error", "{text}"),
    ("xmessage", "-center", "{text}"),
)
"""Programs that show a text in a window."""


def missing() -> list[dict[str, str]]:
    """The libraries of ``resources/system-libraries.json`` that the loader does not find, with their packages."""
    import ctypes
    import json

    from engine.core.places import resources_root

    table = json.loads((resources_root() / "system-libraries.json").read_text("utf-8"))
    found = []
    for row in (*table["qt"], *table["x11"]):
        try:
            ctypes.CDLL(row["library"])
        except OSError as error:
            # One that is there itself, and lacks another, needs no package of its own.
            if str(error).startswith(row["library"]):
                found.append(row)
    return found


def refusal(rows: Sequence[Mapping[str, str]], reason: str, installers: Iterable[str]) -> Refusal:
    """What to say about the missing *rows*; *reason* is the loader's complaint, for a library that nobody listed.

    *installers* are the names in `INSTALLERS` of what this system has.
    """
    if not rows:
        return Refusal("desktop_broken", N_("The desktop can't start: {reason}"), {"reason": reason})
    here = set(installers)
    family, _program, command = next((row for row in INSTALLERS if row[1] in here), INSTALLERS[0])
    return Refusal(
        "library_missing",
        N_("This system lacks what Qt needs: {libraries}. This brings it: {command}"),
        {
            "libraries": ", ".join(row["library"] for row in rows),
            "command": " ".join([command, *dict.fromkeys(row[family] for row in rows)]),
        },
    )


def _refuse(reason: str) -> OptionError:
    import shutil

    said = refusal(missing(), reason, [name for _, name, _ in INSTALLERS if shutil.which(name)])
    show(said.text(texts(os.environ.get("VIERBLATT_LANGUAGE") or system_language())))
    return OptionError(said)


def explain(error: ImportError) -> None:
    """Raise `OptionError` if *error* comes from a library of the system that Qt asked for and nobody found."""
    if sys.platform.startswith("linux") and "cannot open shared object file" in str(error):
        raise _refuse(str(error)) from error


def plugins(environment: Mapping[str, str]) -> list[str]:
    """The names of Qt's plugins that could reach the screen that *environment* names; the first that loads is used."""
    chosen = environment.get("QT_QPA_PLATFORM", "")
    if chosen:
        return [name.partition(":")[0] for name in chosen.split(";")]
    wayland = environment.get("WAYLAND_DISPLAY") or environment.get("XDG_SESSION_TYPE") == "wayland"
    return [*(["wayland"] if wayland else []), *(["xcb"] if environment.get("DISPLAY") else [])]


def check_screen(environment: Mapping[str, str]) -> None:
    """Raise `OptionError` if Qt can load none of the plugins that reach the screen. Costs nothing: Qt loads it next."""
    if not sys.platform.startswith("linux"):
        return
    from PySide6.QtCore import QLibrary, QLibraryInfo

    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath)
    reasons = []
    for name in plugins(environment):
        path = f"{folder}/platforms/libq{name}.so"
        library = QLibrary(path)
        if not os.path.exists(path) or library.load():  # noqa: PTH110 - pathlib is not needed for the start
            return  # a platform that has no file of this name is the user's own choice, and Qt's to judge
        reasons.append(library.errorString())
    if reasons:
        raise _refuse("; ".join(reasons))


def show(text: str) -> None:
    """Show *text* in a window, where there is a screen and no terminal that could show it."""
    if (sys.stderr is not None and sys.stderr.isatty()) or not os.environ.get("DISPLAY"):
        return
    import shutil
    import subprocess

    for command in WINDOWS:
        if shutil.which(command[0]):
            subprocess.Popen(
                [part.format(text=text) for part in command],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
            return
