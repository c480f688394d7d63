"""Starts the app in a process of its own and looks at the processes it leaves."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60
"""Seconds after which a process that does not end has failed; nothing is measured by it."""


def environment(home: Path) -> dict[str, str]:
    return {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        "VIERBLATT_HOME": str(home),
        "PYTHONPATH": str(ROOT),
        "PYTHONUNBUFFERED": "1",
    }


@contextmanager
def running(what: str, home: Path) -> Iterator[tuple[subprocess.Popen[str], dict[str, Any]]]:
    """The app, and what it said about its game. It is killed at the end, whatever happens."""
    process = subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("app_process.py")), what],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(home),
        cwd=ROOT,
    )
    told: dict[str, Any] = {}
    try:
        assert process.stdout is not None
        assert process.stderr is not None
        said = process.stdout.readline()
        if not said:
            raise AssertionError(f"the app ended early: {process.stderr.read()}")
        told = json.loads(said)
        yield process, told
    finally:
        process.kill()
        # A test that failed may have left the bots' process, in the middle of a long thought.
        for worker in told.get("workers", ()):
            with suppress(ProcessLookupError, PermissionError):
                os.kill(worker, getattr(signal, "SIGKILL", signal.SIGTERM))
        process.communicate(timeout=PATIENCE)


def run_app(arguments: Sequence[str], home: Path) -> subprocess.CompletedProcess[str]:
    """``vierblatt`` with *arguments*, to its end."""
    return subprocess.run(
        [sys.executable, "-m", "desktop.launch", *arguments],
        capture_output=True,
        text=True,
        env=environment(home),
        cwd=ROOT,
        timeout=PATIENCE * 2,
    )


def lives(pid: int) -> bool:
    """Whether a process with this id runs (a zombie does not)."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    stat = Path(f"/proc/{pid}/stat")
    try:
        return stat.read_text().rpartition(")")[2].split()[0] not in ("Z", "X")
    except (FileNotFoundError, ProcessLookupError):
        # No /proc on this system, or gone in this moment.
        return not Path("/proc/self").exists()
