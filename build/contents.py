"""What of all that PyInstaller collects goes into the bundle. Pure functions: build/vierblatt.spec applies them.

PyInstaller takes every plugin of Qt, and every library that any of them needs; a program of widgets and drawings
needs few of either. Plugins are chosen here by name, libraries by asking who needs them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import PurePosixPath

PLUGINS = {
    # Qt draws on one of these. "offscreen" is for pictures without a screen (play --demo --pictures).
    "platforms": "xcb|wayland.*|offscreen|windows|cocoa",
    "imageformats": "svg|ico",  # PNG is in QtGui itself
    "iconengines": "svgicon",
    # Dead keys, Compose and input methods: names are typed in every script.
    "platforminputcontexts": "(compose|ibus).*",
    # The system's colours, wish for less motion, and file dialogs.
    "platformthemes": "xdgdesktopportal",
    "wayland-shell-integration": "xdg-shell",
    "wayland-decoration-client": "adwaita|bradient",
    "printsupport": "(cups|windows|cocoa).*",
}
"""The plugins that stay: by folder, a pattern for the name without ``libq``, ``q`` and the ending."""

LEFT_TO_THE_SYSTEM = ("libcups.so.2",)
"""Libraries that a plugin needs and that the bundle does not bring: who prints has this one, at the right version for
the system's print server. Without it Qt leaves the plugin alone."""

EXCLUDED_MODULES = (
    *("tkinter", "PIL", "PyInstaller", "setuptools", "pip", "_pytest", "pytest", "IPython"),
    # What rich can print besides tables: programs in colour, Markdown, tracebacks.
    *("pygments", "markdown_it", "mdurl", "rich.markdown", "rich.syntax", "rich.traceback", "pydoc_data"),
    # numpy names them all and loads each when it is first used; its arrays are all that is wanted.
    *(
        "numpy.f2py",
        "numpy.fft",
        "numpy.ma",
        "numpy.polynomial",
        "numpy.testing",
        "numpy.typing",
        "numpy.ctypeslib",
    ),
    # Python's own tools for developers, and a database that filelock could keep its locks in.
    *("doctest", "pdb", "pydoc", "readline", "sqlite3", "unittest"),
    # Nothing here speaks TLS: the room server stands behind a proxy that does. Python has its own SHA-256.
    *("ssl", "_ssl", "_hashlib"),
    # Qt's own libraries need their counterparts, but nothing asks for them from Python.
    *("PySide6.QtNetwork", "PySide6.QtDBus"),
)
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


def foreign_search_path(text: str) -> bool:
    """Whether a library's own search path *text* names folders outside the bundle."""
    return any(part and not part.startswith("$ORIGIN") for part in text.strip().split(":"))


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


Entry = tuple[str, str, str]
"""PyInstaller's word for a file: its name in the bundle, where it comes from, and its kind."""


def file_name(name: str) -> str:
    """The last part of *name*, whatever its slashes."""
    return PurePosixPath(posix(name)).name


def trimmed(
    binaries: Sequence[Entry],
    datas: Sequence[Entry],
    languages: Collection[str],
    imports: Callable[[str], Iterable[str]],
    *,
    fold_case: bool = False,
) -> tuple[list[Entry], list[Entry]]:
    """Those of *binaries* and *datas* that stay.

    *imports* tells which libraries the file at a path asks for. With *fold_case* (Windows) names that differ only in
    case are one.
    """

    def key(name: str) -> str:
        return file_name(name).lower() if fold_case else file_name(name)

    binaries = [entry for entry in binaries if wanted(entry[0], languages)]
    datas = [entry for entry in datas if wanted(entry[0], languages)]
    needs: dict[str, set[str]] = {}
    roots = set()
    for name, source, kind in binaries:
        if kind == "SYMLINK":
            continue
        needs.setdefault(key(name), set()).update(key(library) for library in imports(source))
        # The program's own start asks for Python's library by name.
        if kind == "EXTENSION" or is_plugin(name) or re.match(r"(lib)?python3", key(name), re.IGNORECASE):
            roots.add(key(name))
    for name in LEFT_TO_THE_SYSTEM:
        needs.pop(name, None)
    stay = (needed(needs, roots) | ({"Python"} & needs.keys())) - set(LEFT_TO_THE_SYSTEM)
    binaries = [entry for entry in binaries if key(entry[0]) in stay]
    there = {key(name) for name, _, kind in (*binaries, *datas) if kind != "SYMLINK"}
    # A link's source is what it points to.
    links = [entry for entry in (*binaries, *datas) if entry[2] == "SYMLINK" and key(entry[1]) not in there]
    return [entry for entry in binaries if entry not in links], [
        entry for entry in datas if entry not in links
    ]
