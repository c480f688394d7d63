"""The end of the program, in mid-thought too: exit code 0, no process left, the game saved."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop import storage
from tests.desktop.processes import PATIENCE, lives, running


@pytest.mark.parametrize("how", ["SIGTERM", "SIGINT", "window.close()"])
def test_the_end_in_mid_thought(home: Path, qtbot: QtBot, how: str) -> None:
    """While a bot thinks for ten minutes the real app is ended. Its worker goes with it."""
    if how.startswith("SIG") and (os.name == "nt" or not hasattr(signal, how)):
        pytest.skip("no such signal on this system")
    with running("thinking", home) as (process, told):
        (worker,) = told["workers"]
        assert lives(worker)
        if how == "window.close()":
            assert process.stdin is not None
            process.stdin.write("close\n")
            process.stdin.flush()
        else:
            process.send_signal(getattr(signal, how))
        code = process.wait(PATIENCE)
        assert process.stderr is not None
        errors = process.stderr.read()
    assert code == 0
    assert "Traceback" not in errors
    qtbot.waitUntil(lambda: not lives(worker), timeout=PATIENCE * 1000)
    found, damaged = storage.saved_games()
    assert [len(game.record.actions) for game in found] == [told["revision"]]
    assert damaged == []


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL on this system")
def test_no_worker_outlives_an_app_that_is_killed(home: Path, qtbot: QtBot) -> None:
    """A bot has moved: its process has no library of Qt. Nobody tells it that the app is killed; it ends by itself."""
    with running("waiting", home) as (process, told):
        (worker,) = told["workers"]
        assert lives(worker)
        maps = Path(f"/proc/{worker}/maps")
        if maps.exists():
            loaded = maps.read_text()
            assert "python" in loaded
            assert "libQt6" not in loaded
        process.send_signal(signal.SIGKILL)
        assert process.wait(PATIENCE) == -signal.SIGKILL
        qtbot.waitUntil(lambda: not lives(worker), timeout=PATIENCE * 1000)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL on this system")
def test_a_thinking_worker_goes_with_an_app_that_is_killed(home: Path, qtbot: QtBot) -> None:
    """In the middle of a thought of ten minutes nothing is read from the pipe: the worker must notice otherwise."""
    with running("thinking", home) as (process, told):
        (worker,) = told["workers"]
        assert lives(worker)
        process.send_signal(signal.SIGKILL)
        assert process.wait(PATIENCE) == -signal.SIGKILL
        qtbot.waitUntil(lambda: not lives(worker), timeout=PATIENCE * 1000)
