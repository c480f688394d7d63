#!/usr/bin/env python3
"""One door for everyone who has a clone: `python3 build/dev.py play`, and it runs.

Standard library only, because it is the first thing that runs on a machine with nothing but Python
and git. It finds uv (or puts it into `.venv`), lets uv install exactly what uv.lock says, sees to the
system packages that Qt needs on Linux (machine.py), and then runs the command. It parses on Python 3.8,
so that somebody with an old Python reads a sentence instead of a traceback.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import platform
import shlex
import shutil
import sys
import sysconfig
from pathlib import Path
from typing import Sequence  # noqa: UP035 - parses on 3.8

from machine import (
    ROOT,
    has_display,
    on_debian,
    quietly,
    run,
    say,
    see_to_packages,
    system,
    virtual_screen,
    wanted,
)

VENV = ROOT / os.environ.get("UV_PROJECT_ENVIRONMENT", ".venv")
DEMO_PICTURES = ROOT / ".build" / "demo"
PACKAGE_VENV = ROOT / ".build" / "venv"
UNSEEN = {"QT_QPA_PLATFORM": os.environ.get("QT_QPA_PLATFORM", "offscreen")}
INDEX = "https://pypi.org/simple"
FILES = "https://files.pythonhosted.org/"
NO_TESTS_RAN = 5

COMMANDS = {
    "play": "start the app; without a display, a bots' match on a virtual screen, pictures saved",
    "test": "run the tests (arguments go to pytest); --slow: only the slow ones",
    "check": "ruff, formatting, mypy, import contracts, catalogues, lock file",
    "screenshots": "DIR: write every screen in both languages",
    "catalogues": "extract all texts for translation and compile the catalogues",
    "package": "make this system's packages of the desktop app in dist/ (--help)",
    "setup": "only install what play, test and check need",
}


def need_python() -> None:
    """Stop with a sentence on a Python that is too old, naming a newer one if there is one."""
    if sys.version_info >= (3, 11):  # noqa: UP036 - the very case this file parses on 3.8 for
        return
    newer = [name for name in (f"python3.{minor}" for minor in range(19, 10, -1)) if shutil.which(name)]
    hint = f"Try: {newer[0]} build/dev.py" if newer else "Get one from python.org or your system's packages."
    sys.exit(f"Vierblatt needs Python 3.11 or newer; this is {platform.python_version()}. {hint}")


# --- uv and the environment --------------------------------------------------------------------------


def venv_program(name: str) -> Path:
    return VENV / ("Scripts" if os.name == "nt" else "bin") / (name + (".exe" if os.name == "nt" else ""))


def works(program: str | Path) -> bool:
    """Tell whether a program really starts: a pyenv shim on PATH may be there and still refuse."""
    return quietly(program, "--version")


def find_uv() -> str | None:
    """Prefer the user's own uv, then the one that an earlier run put into `.venv`."""
    candidates = [shutil.which("uv"), str(venv_program("uv"))]
    return next((path for path in candidates if path and works(path)), None)


def own_python() -> str:
    """Return this interpreter, or the one under it if this one is itself a virtual environment's."""
    base: str = getattr(sys, "_base_executable", sys.executable)
    return base if sys.prefix != sys.base_prefix else sys.executable


def lacking_for_venv() -> list[str]:
    """Debian cuts `ensurepip` out of Python; only its python3.x-venv package brings it back."""
    if importlib.util.find_spec("ensurepip") or not on_debian(system()):
        return []
    return [f"python3.{sys.version_info[1]}-venv"]


def get_uv() -> str:
    """Put uv into `.venv` with pip and whatever index the machine's pip is set up for.

    A plain `uv sync` removes what the lock doesn't name, but spares pip and uv in an environment that
    uv did not create itself; hence `python -m venv`, even where an unusable `.venv` must go first.
    """
    say("No uv here: putting it into .venv")
    python = venv_program("python")
    reusable = quietly(python, "-m", "pip", "--version")
    if not reusable and run([own_python(), "-m", "venv", "--clear", VENV]) != 0:
        sys.exit("Python could not create .venv; is its venv module installed?")
    if run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "uv"]) != 0:
        sys.exit("pip could not install uv; see above.")
    return str(venv_program("uv"))


def sync(uv: str, venv: Path | None = None, groups: Sequence[str] = (), options: Sequence[str] = ()) -> None:
    """Make `.venv` what uv.lock says, with this Python, unless the user or an older `.venv` chose one.

    With `venv` and `groups`, another environment, which gets only these groups; `options` go to uv.
    """
    place = venv or VENV
    chosen = "UV_PYTHON" in os.environ or (place / "pyvenv.cfg").exists()
    choice = {} if chosen else {"UV_PYTHON": own_python()}
    if venv is not None:
        choice["UV_PROJECT_ENVIRONMENT"] = str(venv)
    only = ["--no-default-groups", *(f"--group={group}" for group in groups)] if groups else []
    if run([uv, "sync", "--locked", "--no-python-downloads", "--quiet", *only, *options], choice) != 0:
        sys.exit(f"uv could not set up {place.name}; see above.")


def set_up(command: str, display: bool) -> None:
    uv = find_uv()
    needed, liked = wanted(command, display, system())
    see_to_packages(needed, liked, [] if uv else lacking_for_venv())
    sync(uv or get_uv())


# --- the commands ------------------------------------------------------------------------------------


def play(arguments: list[str]) -> int:
    asks_help = bool({"-h", "--help"} & set(arguments))
    display = has_display(os.environ)
    set_up("play", display)
    app: list[str | Path] = [venv_program("vierblatt"), "play"]
    if display or asks_help:
        return run([*app, *arguments], cwd=None)
    if "--demo" not in arguments:
        named = os.environ.get("DISPLAY")
        say(f"There is no display here{f' (DISPLAY={named} does not answer)' if named else ''}.")
        say("Vierblatt shows itself all the same: bots play a match on a virtual screen.")
        app.append("--demo")
        if not any(argument.startswith("--pictures") for argument in arguments):
            say(f"Pictures go to {DEMO_PICTURES}")
            DEMO_PICTURES.mkdir(parents=True, exist_ok=True)
            app += ["--pictures", str(DEMO_PICTURES)]
    with virtual_screen() as screen:
        return run([*app, *arguments], screen, cwd=None)


def names_tests(argument: str) -> bool:
    """Tell whether an argument names a test file or test: those run whatever mark they carry."""
    path = argument.split("::")[0]
    return path.endswith(".py") and (ROOT / path).exists()


def test(arguments: list[str]) -> int:
    slow = "--slow" in arguments
    arguments = [argument for argument in arguments if argument != "--slow"]
    set_up("test", display=True)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    command: list[str | Path] = [venv_program("python"), "-m", "pytest", "-n", str(cores)]
    command += ["--dist", "worksteal"]
    if not any(names_tests(argument) for argument in arguments):
        command += ["-m", "slow and not benchmark" if slow else "not slow and not benchmark"]
    code = run([*command, *arguments], UNSEEN)
    return 0 if slow and code == NO_TESTS_RAN else code


def lock_faults(text: str) -> list[str]:
    """Find whatever in a lock file does not come from the public index: nobody else could install it."""
    import tomllib

    faults = []
    for package in tomllib.loads(text).get("package", []):
        name, source = package.get("name", "?"), package.get("source", {})
        if source not in ({"registry": INDEX}, {"editable": "."}, {"virtual": "."}):
            faults.append(f"{name}: source {source}")
        for archive in (*package.get("wheels", []), *filter(None, [package.get("sdist")])):
            if not str(archive.get("url", "")).startswith(FILES):
                faults.append(f"{name}: {archive.get('url') or archive}")
    return faults


def check(arguments: list[str]) -> int:
    """Run every check even after a failure, so that one look tells all there is to mend."""
    set_up("check", display=False)
    python = venv_program("python")
    failed = []
    checks: dict[str, list[str | Path]] = {
        "ruff": [venv_program("ruff"), "check", "."],
        "formatting": [venv_program("ruff"), "format", "--check", "."],
        "mypy": [python, "-m", "mypy"],
        "mypy build": [python, "-m", "mypy", *sorted((ROOT / "build").glob("*.py"))],
        "imports": [venv_program("lint-imports")],
        "catalogues": [python, ROOT / "build" / "catalogues.py", "check"],
    }
    for name, command in checks.items():
        say(f"== {name}: {shlex.join(str(part) for part in command)}")
        if run(command) != 0:
            failed.append(name)
    say("== lock file")
    faults = lock_faults((ROOT / "uv.lock").read_text("utf-8"))
    for fault in faults:
        say(f"uv.lock: not from the public index: {fault}")
    failed += ["lock file"] if faults else []
    say(f"Failed: {', '.join(failed)}" if failed else "All checks passed.")
    return 1 if failed else 0


def screenshots(arguments: list[str]) -> int:
    set_up("screenshots", display=False)
    target = Path(arguments[0]).absolute()
    return run([venv_program("python"), ROOT / "build" / "screenshots.py", target], UNSEEN)


def catalogues(arguments: list[str]) -> int:
    set_up("catalogues", display=False)
    tool = [venv_program("python"), ROOT / "build" / "catalogues.py"]
    return run([*tool, "extract"]) or run([*tool, "compile"])


def small_numpy() -> list[str]:
    """Options that build numpy here, without the linear algebra that is two thirds of its wheel on Linux.

    The sources are those that uv.lock names. Where there is no compiler the wheel is taken, and the bundle is larger.
    """
    if not sys.platform.startswith("linux"):
        return []
    header = Path(sysconfig.get_path("include")) / "Python.h"
    if not (shutil.which("cc") and shutil.which("c++") and header.exists()):
        say(
            "No compiler for C and C++ here, or no headers of Python's (python3-dev): numpy comes as it is, and the"
        )
        say("bundle is 30 MB larger.")
        return []
    chosen = ("blas=none", "lapack=none", "allow-noblas=true", "cpu-dispatch=none", "disable-svml=true")
    settings = [f"--config-settings-package=numpy:setup-args=-D{option}" for option in chosen]
    return ["--no-binary-package=numpy", *settings]


def package(arguments: list[str]) -> int:
    """Build in an environment that has nothing but the program and PyInstaller: what is there may be bundled."""
    needed, liked = wanted("package", display=False, release=system())
    uv = find_uv()
    see_to_packages(needed, liked, [] if uv else lacking_for_venv())
    sync(uv or get_uv(), PACKAGE_VENV, ["package"], small_numpy())
    python = PACKAGE_VENV / venv_program("python").relative_to(VENV)
    return run([python, ROOT / "build" / "package.py", *arguments])


def setup(arguments: list[str]) -> int:
    set_up("setup", display=True)
    say("Ready.")
    return 0


def main(argv: list[str] | None = None) -> int:
    need_python()
    listing = "\n".join(f"  {name:12} {text}" for name, text in COMMANDS.items())
    parser = argparse.ArgumentParser(
        prog="dev.py",
        description="Set up Vierblatt from this clone and run it.",
        epilog=f"commands:\n{listing}\n\nWhat follows a command is passed on (play --help, test -k name).",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("command", choices=COMMANDS, metavar="command", help="one of those below")
    parser.add_argument("arguments", nargs="*", help="passed on to what the command runs")
    argv = sys.argv[1:] if argv is None else argv
    command = parser.parse_args(argv[:1]).command
    arguments = argv[1:]
    if command in ("check", "catalogues", "setup") and arguments:
        parser.error(f"{command} takes no arguments")
    if command == "screenshots" and len(arguments) != 1:
        parser.error("screenshots takes one argument: the folder to write to")
    try:
        return int(globals()[command](arguments))
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
