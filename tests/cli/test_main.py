"""The frame of the command line: help, languages, exit codes, the desktop, and what is not imported."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from argparse import Namespace
from importlib.metadata import version
from types import SimpleNamespace
from typing import Any

import pytest

from engine.cli import output
from engine.cli.arguments import language, wanted_language
from engine.core import catalog
from engine.core.errors import OptionError, Refusal
from engine.core.text import N_, Texts
from tests.cli.conftest import EXAMPLE, Command, environment, process

COMMANDS = ("play", "games", "simulate", "replay")


def test_version(vierblatt: Command) -> None:
    assert vierblatt("--version") == (0, f"vierblatt {version('vierblatt')}\n", "")


def test_version_where_nothing_is_installed(vierblatt: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    from importlib import metadata

    def missing(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "version", missing)
    assert vierblatt("--version").code == 0


def test_help_names_all_commands(vierblatt: Command) -> None:
    code, out, err = vierblatt("--help")
    assert (code, err) == (0, "")
    assert all(f"    {name} " in out for name in COMMANDS)
    assert "the desktop opens" in out


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_each_command_in_both_languages(vierblatt: Command, name: str) -> None:
    english = vierblatt(name, "--help")
    german = vierblatt(name, "--help", "--language", "de")
    assert english.code == german.code == 0
    assert english.out.startswith("usage: ")
    assert german.out.startswith("Aufruf: ")
    assert "--language" in english.out
    for told in ("show this help", "usage", "positional", "options:"):
        assert told not in german.out


def test_argparse_speaks_its_own_words_again_afterwards(vierblatt: Command) -> None:
    vierblatt("--help", "--language", "de")
    assert argparse.ArgumentParser(prog="x").format_usage() == "usage: x [-h]\n"


@pytest.mark.parametrize(
    "words",
    [
        ["nonsense"],
        ["--nonsense"],
        ["--language", "fr"],
        ["--lang", "de"],  # no abbreviations
        ["replay"],
        ["replay", "x", "y"],
        ["replay", "x", "--seat", "-1"],
        ["replay", "x", "--until", "many"],
        ["simulate", "letter"],
        ["simulate", "--bots", "random,random"],
        ["simulate", "letter", "--bots", "random,random", "--games", "0"],
        ["simulate", "letter", "--bots", "random,random", "--games", "few"],
        ["simulate", "letter", "--bots", "random,random", "--jobs", "0"],
        ["simulate", "letter", "--bots", "random,random", "--seed", "x"],
        ["simulate", "letter", "--bots", "random,random", "--samples", "0"],
        ["simulate", "letter", "--bots", "random,random", "--seconds", "0"],
        ["simulate", "letter", "--bots", "random,random", "--seconds", "nan"],
        ["simulate", "letter", "--bots", "random,random", "--seconds", "soon"],
        ["simulate", "letter", "--bots", "random,random", "--unit", "year"],
        ["simulate", "letter", "--bots", "random,random", "--option", "goal"],
        ["simulate", "letter", "--bots", "random,random", "--option", "=3"],
        ["games", "letter"],
        ["play", "--seed", "x"],
    ],
)
@pytest.mark.parametrize("tongue", ["en", "de"])
def test_wrong_usage(
    vierblatt: Command, monkeypatch: pytest.MonkeyPatch, words: list[str], tongue: str
) -> None:
    monkeypatch.setenv("VIERBLATT_LANGUAGE", tongue)
    code, out, err = vierblatt(*words)
    assert (code, out) == (2, "")
    if "fr" not in words:
        assert err.startswith("usage: " if tongue == "en" else "Aufruf: ")
        assert (": error: " if tongue == "en" else ": Fehler: ") in err


# Languages ----------------------------------------


@pytest.mark.parametrize(
    ("words", "variables", "expected"),
    [
        ([], {}, "en"),
        ([], {"LANG": "de_DE.UTF-8"}, "de"),
        ([], {"LANG": "de_DE.UTF-8", "VIERBLATT_LANGUAGE": "en"}, "en"),
        ([], {"LANG": "en_GB", "VIERBLATT_LANGUAGE": "de"}, "de"),
        ([], {"LANG": "de_AT", "VIERBLATT_LANGUAGE": "fr"}, "de"),
        (["--language", "de"], {"VIERBLATT_LANGUAGE": "en"}, "de"),
        (["games", "--language=de"], {"LANG": "C"}, "de"),
        (["games", "--language", "fr"], {"VIERBLATT_LANGUAGE": "de"}, "de"),
        (["games", "--language"], {"LANG": "C"}, "en"),
        (["--", "--language", "de"], {"LANG": "C"}, "en"),
    ],
)
def test_language(words: list[str], variables: dict[str, str], expected: str) -> None:
    assert language(words, {"LANG": "C"} | variables) == expected


def test_nobody_asked_for_a_language() -> None:
    assert wanted_language(["games"], {}) is None


def test_language_may_stand_before_and_after_the_command(vierblatt: Command) -> None:
    assert "Geheimer Brief" in vierblatt("--language", "de", "games").out
    assert "Geheimer Brief" in vierblatt("games", "--language", "de").out
    assert "Secret Letter" in vierblatt("--language", "de", "games", "--language", "en").out


# The desktop ----------------------------------------


@pytest.mark.parametrize("words", [[], ["play"], ["--language", "de"]])
def test_desktop_opens(vierblatt: Command, words: list[str]) -> None:
    opened: list[Namespace] = []

    def desktop(arguments: Namespace) -> int:
        opened.append(arguments)
        return 7

    assert vierblatt(*words, desktop=desktop) == (7, "", "")
    (arguments,) = opened
    assert (arguments.demo, arguments.pictures, arguments.seed, arguments.game) == (False, None, None, None)
    assert arguments.language == ("de" if words[-1:] == ["de"] else "en")


def test_desktop_may_follow_its_own_settings(vierblatt: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VIERBLATT_LANGUAGE")
    opened: list[Namespace] = []
    assert vierblatt(desktop=lambda arguments: opened.append(arguments) or 0).code == 0
    assert opened[0].language is None


def test_desktop_is_told_what_was_asked_for(vierblatt: Command) -> None:
    opened: list[Namespace] = []
    words = ["play", "--demo", "--pictures", "here", "--seed", "3", "--language", "de", "--game", "letter"]
    assert vierblatt(*words, desktop=lambda arguments: opened.append(arguments) or 0).code == 0
    (arguments,) = opened
    assert (arguments.demo, str(arguments.pictures), arguments.seed) == (True, "here", 3)
    assert (arguments.language, arguments.game) == ("de", "letter")


def test_desktop_is_not_installed(vierblatt: Command) -> None:
    expected = "vierblatt: The desktop is not part of this installation.\n"
    assert vierblatt("play") == (1, "", expected)
    assert vierblatt() == (1, "", expected)
    assert "Installation" in vierblatt("--language", "de").err


def test_desktop_for_an_unknown_game(vierblatt: Command) -> None:
    code, out, err = vierblatt("play", "--game", "chess", desktop=lambda _arguments: 0)
    assert (code, out) == (1, "")
    assert err == f"vierblatt: There is no game “chess”. There are: {', '.join(catalog.ids())}.\n"


def test_desktop_without_qt(vierblatt: Command) -> None:
    def missing(_arguments: Namespace) -> int:
        raise ImportError("libEGL.so.1: cannot open shared object file", name="PySide6.QtGui")

    code, out, err = vierblatt("play", desktop=missing)
    assert (code, out) == (1, "")
    assert err == "vierblatt: The desktop can't start: libEGL.so.1: cannot open shared object file\n"


def test_bug_in_the_desktop_stays_visible(vierblatt: Command) -> None:
    def broken(_arguments: Namespace) -> int:
        raise ImportError("no such thing", name="desktop.nothing")

    with pytest.raises(ImportError):
        vierblatt("play", desktop=broken)


# Commands of games ----------------------------------------


def _command(run: Any) -> SimpleNamespace:
    def register(commands: Any, t: Texts) -> None:
        parser = commands.add_parser("conjure", help=t._("commands"))
        parser.add_argument("--json", action="store_true")
        parser.set_defaults(run=run)

    return SimpleNamespace(register=register)


def test_commands_of_games_are_found(vierblatt: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(arguments: Namespace, t: Texts) -> int:
        output.say(f"{t.language} {arguments.language}")
        return 3

    monkeypatch.setattr(catalog, "commands", lambda: (_command(run),))
    assert vierblatt("conjure", "--language", "de") == (3, "de de\n", "")
    assert "conjure" in vierblatt("--help").out


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (OptionError(Refusal("odd", N_("The game is over."), rule="x 1")), 1, "The game is over."),
        (PermissionError(13, "Permission denied", "there"), 1, "there: you have no permission."),
        (FileNotFoundError(2, "No such file", "there"), 1, "there: there is no such file."),
        (IsADirectoryError(21, "Is a directory", "there"), 1, "there is a folder."),
        (OSError(28, "No space left on device", "there"), 1, "there: No space left on device."),
        (OSError(28, "No space left on device"), 1, "The system refuses: No space left on device."),
        (KeyboardInterrupt(), 130, "stopped"),
    ],
)
def test_refusals_are_one_line(
    vierblatt: Command, monkeypatch: pytest.MonkeyPatch, error: BaseException, code: int, said: str
) -> None:
    def run(_arguments: Namespace, _t: Texts) -> int:
        raise error

    monkeypatch.setattr(catalog, "commands", lambda: (_command(run),))
    assert vierblatt("conjure") == (code, "", f"vierblatt: {said}\n")


def test_refusals_for_programs(vierblatt: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(_arguments: Namespace, _t: Texts) -> int:
        raise OptionError(Refusal("odd", N_("The game is over."), rule="x 1"))

    monkeypatch.setattr(catalog, "commands", lambda: (_command(run),))
    code, out, err = vierblatt("conjure", "--json")
    assert (code, err) == (1, "vierblatt: The game is over.\n")
    assert json.loads(out) == {
        "error": {"code": "odd", "message": "The game is over.", "line": None, "rule": "x 1"}
    }


def test_bugs_are_not_hidden(vierblatt: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(_arguments: Namespace, _t: Texts) -> int:
        raise ZeroDivisionError

    monkeypatch.setattr(catalog, "commands", lambda: (_command(run),))
    with pytest.raises(ZeroDivisionError):
        vierblatt("conjure")


# Streams ----------------------------------------


def test_nothing_can_steer_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    output.say("a\x1b[31mb\nc\u202ed\u00a0é👩\u200d🚀")
    assert capsys.readouterr().out == "a�[31mb�c�d\u00a0é👩\u200d🚀\n"


def test_output_that_lacks_characters() -> None:
    ran = process(["replay", EXAMPLE, "--language", "de"], PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert ran.code == 0
    assert "Carla spielt Raten (1) gegen Anna: ?8??" in ran.out
    ran = process(["replay", EXAMPLE, "--json"], PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert json.loads(ran.out)["game"] == "letter"


@pytest.mark.skipif(sys.platform == "win32", reason="pipes break differently there")
def test_reader_that_goes_away() -> None:
    child = subprocess.Popen(
        [sys.executable, "-m", "engine.cli.main", "replay", "-"],
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdout.close()
    _out, err = child.communicate(EXAMPLE.read_bytes(), timeout=60)
    assert (child.returncode, err) == (0, b"")


def test_no_streams_at_all() -> None:
    """A program without a console has none; commands must not mind."""
    code = "import sys; sys.stdout = sys.stderr = None; from engine.cli.main import main; sys.exit(main())"
    assert process(["games"], code=code).code == 0
    assert process(["replay", "nowhere"], code=code).code == 1


def test_exit_codes_of_a_process() -> None:
    assert process(["games"]).code == 0
    refused = process(["replay", "nowhere.vierblatt"])
    assert refused == (1, "", "vierblatt: nowhere.vierblatt: there is no such file.\n")
    assert process(["simulate"]).code == 2


# What is not imported ----------------------------------------

LOOK = """
import sys
from engine.cli.main import main
code = main()
names = {name.partition(".")[0] for name in sys.modules} | set(sys.modules)
print("SEEN", *sorted(names & {"PySide6", "shiboken6", "desktop", "rich", "multiprocessing",
      "engine.games.letter.rules", "engine.games.letter.bot", "engine.play.session"}), file=sys.stderr)
sys.exit(code)
"""


@pytest.mark.parametrize("words", [["--version"], ["--help"], ["games"], ["games", "--json"]])
def test_small_commands_load_little(words: list[str]) -> None:
    ran = process(words, code=LOOK)
    assert ran.code == 0
    assert ran.err.splitlines()[-1].split() == ["SEEN"]


@pytest.mark.parametrize(
    "words",
    [
        ["replay", str(EXAMPLE)],
        ["simulate", "letter", "--bots", "random,random", "--games", "2", "--seed", "1"],
        ["play"],
    ],
)
def test_no_command_loads_qt_or_the_desktop(words: list[str]) -> None:
    seen = process(words, code=LOOK).err.splitlines()[-1].split()
    assert not {"PySide6", "shiboken6", "desktop", "rich"} & set(seen)


def test_environment_is_left_alone(vierblatt: Command) -> None:
    before = dict(os.environ)
    vierblatt("games", "--language", "de")
    assert dict(os.environ) == before
