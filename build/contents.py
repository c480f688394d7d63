"""What of all that PyInstaller collects goes into the bundle. Pure functions: build/vierblatt.spec applies them.

PyInstaller takes every plugin of Qt, and every library that any of them needs; a program of widgets and drawings
needs few of either. Plugins are chosen here by name, libraries by asking who needs them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from pathlib import PurePosixPath

PLUGINS = {
    # Qt draws on one of these. "offscreen" is for pictures without a screen (play --demo --pictures).
    "platforms": "xcb|wayland.*|offscreen|windows|cocoa",
    "imageformats": "svg|ico",  # PNG is in QtGui itself
    "iconengines": "svgicon",
    # Dead keys, Compose and input methods: names are typed in every script.
    "platforminputcontexts": "compose|ibus",
    # The system's colours, wish for less motion, and file dialogs.
    "platformthemes": "xdgdesktopportal",
    "wayland-shell-integration": "xdg-shell",
    "wayland-decoration-client": "adwaita|bradient",
    "printsupport": "cups|windows|cocoa",
}
"""The plugins that stay: by folder, a pattern for the name without ``libq``, ``q`` and the ending."""

EXCLUDED_MODULES = ("tkinter", "PIL", "PyInstaller", "setuptools", "pip", "_pytest", "pytest", "IPython")
"""Python modules that something mentions and nothing here uses."""

METADATA = ("METADATA", "entry_points.txt")
"""What stays of a package's metadata; the rest tells where it was installed from."""

_PLUGIN = re.compile(r"(?:^|/)(?:PySide6|Qt)(?:/Qt)?/plugins/([^/]+)/(?:lib)?q?([^/]+?)\.(?:so|dll|dylib)$")
_QT_TEXTS = re.compile(r"(?:^|/)translations/([^/]+)\.qm$")


def posix(name: str) -> str:
    """*name*, a path inside the bundle, with slashes on every system."""
    return name.replace("\\", "/")


def wanted(name: str, languages: Iterable[str]) -> bool:
    """Whether the file *name* of the bundle stays, as far as its name tells; *languages* are the program's own.

    Libraries are decided by `needed` besides.
    """
    path = posix(name)
    plugin = _PLUGIN.search(path)
    if plugin is not None:
        kind, base = plugin.groups()
        return re.fullmatch(PLUGINS.get(kind, "(?!)"), base) is not None
    texts = _QT_TEXTS.search(path)
    if texts is not None:
        return texts[1] in {f"qtbase_{language}" for language in languages}
    parent = PurePosixPath(path).parent.name
    if parent.endswith(".dist-info"):
        return PurePosixPath(path).name in METADATA
    return not path.endswith((".pyi", ".pyx", ".pxd", ".h", ".po", ".pot")) and "/__pycache__/" not in path


def is_plugin(name: str) -> bool:
    """Whether *name* is a plugin of Qt, which nothing names as needed."""
    return _PLUGIN.search(posix(name)) is not None


def needed(needs: Mapping[str, Collection[str]], roots: Iterable[str]) -> set[str]:
    """The names that *roots* need, directly or through others, themselves included.

    *needs* says for each library's file name which file names it asks the loader for. What it does not know (the
    system's own libraries) ends the search there.
    """
    found: set[str] = set()
    waiting = list(roots)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(needs.get(name, ()))
    return found
