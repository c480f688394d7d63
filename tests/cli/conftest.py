"""How the command line is called in tests: inside this process, or as a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from engine.cli.main import main

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "tests" / "recorded" / "letter" / "worked-example.vierblatt"


class Ran(NamedTuple):
    """What a command left behind."""

    code: int
    out: str
    err: str


Command = Callable[..., Ran]


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test starts in English, whatever the machine speaks."""
    monkeypatch.setenv("VIERBLATT_LANGUAGE", "en")


@pytest.fixture
def vierblatt(capsys: pytest.CaptureFixture[str]) -> Command:
    """Runs a command in this process."""

    def run(*words: object, desktop: Any = None) -> Ran:
        code = main([str(word) for word in words], desktop)
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return run


def environment(**more: str) -> dict[str, str]:
    """A process's environment: as here, in English, and with *more*."""
    return {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "VIERBLATT_LANGUAGE": "en"} | more


def process(words: Sequence[object], *, code: str = "", **more: str) -> Ran:
    """Runs a command (or Python *code*) as a process of its own."""
    start = ["-c", code] if code else ["-m", "engine.cli.main"]
    done = subprocess.run(
        [sys.executable, *start, *map(str, words)],
        env=environment(**more),
        capture_output=True,
        timeout=60,
        check=False,
    )
    return Ran(
        done.returncode,
        done.stdout.decode(errors="replace").replace("\r\n", "\n"),
        done.stderr.decode(errors="replace").replace("\r\n", "\n"),
    )
