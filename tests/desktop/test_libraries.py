"""A system that lacks what Qt needs: one sentence that names the package, and no core dump."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from desktop import launch, libraries
from engine.core.errors import OptionError
from engine.core.places import resources_root
from engine.core.text import texts

CURSOR = {
    "library": "libxcb-cursor.so.0",
    "debian": "libxcb-cursor0",
    "fedora": "xcb-util-cursor",
    "arch": "xcb-util-cursor",
}
GL = {"library": "libGL.so.1", "debian": "libgl1", "fedora": "libglvnd-glx", "arch": "libglvnd"}
NOT_FOUND = "libGL.so.1: cannot open shared object file: No such file or directory"


@pytest.mark.parametrize(
    ("installers", "command"),
    [
        (["apt"], "sudo apt install libgl1 libxcb-cursor0"),
        (["dnf"], "sudo dnf install libglvnd-glx xcb-util-cursor"),
        (["pacman"], "sudo pacman -S libglvnd xcb-util-cursor"),
        ([], "sudo apt install libgl1 libxcb-cursor0"),
    ],
)
@pytest.mark.parametrize(("language", "word"), [("de", "Diesem System fehlt"), ("en", "This system lacks")])
def test_the_package_is_named(installers: list[str], command: str, language: str, word: str) -> None:
    said = libraries.refusal([GL, CURSOR], NOT_FOUND, installers).text(texts(language))
    assert said.startswith(word)
    assert "libGL.so.1, libxcb-cursor.so.0" in said
    assert said.endswith(command)


def test_a_library_that_nobody_listed_is_named_by_the_loader() -> None:
    assert NOT_FOUND in libraries.refusal([], NOT_FOUND, ["apt"]).text(texts("en"))


def test_a_package_of_several_libraries_is_named_once() -> None:
    rows = [GL, {**GL, "library": "libGLX.so.0"}]
    assert libraries.refusal(rows, "", ["apt"]).text(texts("en")).count("libgl1") == 1


@pytest.mark.parametrize(
    ("environment", "names"),
    [
        ({"DISPLAY": ":0"}, ["xcb"]),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, ["wayland", "xcb"]),
        ({"XDG_SESSION_TYPE": "wayland"}, ["wayland"]),
        ({"QT_QPA_PLATFORM": "offscreen", "DISPLAY": ":0"}, ["offscreen"]),
        ({"QT_QPA_PLATFORM": "vnc:port=5901;xcb"}, ["vnc", "xcb"]),
    ],
)
def test_the_plugins_that_reach_the_screen(environment: dict[str, str], names: list[str]) -> None:
    assert libraries.plugins(environment) == names


def test_the_table_has_every_name() -> None:
    table = json.loads((resources_root() / "system-libraries.json").read_text("utf-8"))
    rows = [*table["qt"], *table["x11"]]
    assert CURSOR in rows
    assert GL in rows
    assert all(set(row) == {"library", "debian", "fedora", "arch"} and all(row.values()) for row in rows)


def test_only_what_is_not_there_itself_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bundle brings libxcb-cursor, but the system lacks the libxcb that it needs, and libGL."""

    def load(name: str) -> None:
        if name == GL["library"]:
            raise OSError(NOT_FOUND)
        if "xcb" in name:
            raise OSError("libxcb.so.1: cannot open shared object file: No such file or directory")

    monkeypatch.setattr("ctypes.CDLL", load)
    assert libraries.missing() == [GL]


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Linux system without libGL and libxcb-cursor."""
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr(libraries, "missing", lambda: [GL, CURSOR])
    monkeypatch.setenv("QT_QPA_PLATFORM", "xcb")
    monkeypatch.delenv("DISPLAY", raising=False)


@pytest.mark.usefixtures("bare")
@pytest.mark.parametrize("words", [[], ["play"]])
def test_one_line_instead_of_a_traceback(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Qt's libraries do not load: said once, in the user's language, however the program was started."""

    def load() -> None:
        raise ImportError(NOT_FOUND, name="PySide6.QtGui")

    monkeypatch.setattr(launch, "load", load)
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert launch.main(words) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert "libxcb-cursor0" in line
    assert "fehlt" in line


@pytest.mark.usefixtures("bare")
def test_an_error_of_our_own_stays_one() -> None:
    libraries.explain(ImportError("cannot import name 'x'", name="desktop.app"))


class Broken:
    """Stands in for a library that the loader refuses."""

    def __init__(self, path: str) -> None:
        self.path = path

    def load(self) -> bool:
        return "offscreen" in self.path

    def errorString(self) -> str:
        return f"{self.path}: libxcb-cursor.so.0: cannot open shared object file"


@pytest.mark.usefixtures("bare")
def test_the_screens_plugin_is_tried_before_qt_does(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A plugin that lacks a library is refused; one that loads, and one that is not there, are left to Qt."""
    (tmp_path / "platforms").mkdir()
    for name in ("xcb", "offscreen"):
        (tmp_path / "platforms" / f"libq{name}.so").write_bytes(b"")
    from PySide6 import QtCore

    class Info:
        LibraryPath = QtCore.QLibraryInfo.LibraryPath

        @staticmethod
        def path(_kind: Any) -> str:
            return str(tmp_path)

    monkeypatch.setattr(QtCore, "QLibrary", Broken)
    monkeypatch.setattr(QtCore, "QLibraryInfo", Info)
    with pytest.raises(OptionError) as refused:
        libraries.check_screen({"QT_QPA_PLATFORM": "xcb"})
    assert refused.value.refusal.code == "library_missing"
    libraries.check_screen({"QT_QPA_PLATFORM": "xcb;offscreen"})
    libraries.check_screen({"QT_QPA_PLATFORM": "vkkhrdisplay"})
    libraries.check_screen({})


def test_a_window_says_it_where_no_terminal_does(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What the system has for that is found on the path; nothing is tried without a screen."""
    asked: list[list[str]] = []
    monkeypatch.setattr("subprocess.Popen", lambda command, **_rest: asked.append(command))
    monkeypatch.setattr("shutil.which", lambda name: name if name == "kdialog" else None)
    monkeypatch.delenv("DISPLAY", raising=False)
    libraries.show("Text {x}")
    assert asked == []
    monkeypatch.setenv("DISPLAY", ":0")
    libraries.show("Text {x}")
    assert asked == [["kdialog", "--title", "Vierblatt", "--error", "Text {x}"]]
