"""A match by screen reader: another process reads names and presses actions through AT-SPI, on a virtual screen.

The reader (`reader_client.py`, run by the system's Python) starts the program as a user does and knows nothing of
it but what AT-SPI tells. Debian: ``xvfb dbus at-spi2-core python3-pyatspi``; elsewhere the test is skipped.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractButton

from desktop.screens.new_game import NewGamePage
from tests.desktop.conftest import Open
from tests.desktop.processes import ROOT

CLIENT = Path(__file__).with_name("reader_client.py")
SYSTEM_PYTHON = "/usr/bin/python3"


def missing() -> str:
    """What of a screen reader's world this machine lacks; empty if nothing."""
    if not sys.platform.startswith("linux"):
        return "AT-SPI is Linux's"
    for program in ("Xvfb", "dbus-run-session", SYSTEM_PYTHON):
        if shutil.which(program) is None:
            return f"{program} is not installed"
    asked = "import gi; gi.require_version('Atspi', '2.0'); from gi.repository import Atspi"
    probe = subprocess.run([SYSTEM_PYTHON, "-c", asked], capture_output=True, check=False)
    return "" if probe.returncode == 0 else "python3-pyatspi is not installed"


@pytest.fixture
def screen() -> Iterator[str]:
    """A virtual screen: what DISPLAY is to be."""
    lacking = missing()
    if lacking:
        pytest.skip(lacking)
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x800x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as pipe:
        number = pipe.readline().strip()
    try:
        assert number, "Xvfb does not start"
        yield f":{number}"
    finally:
        server.terminate()
        server.wait()


def played(screen: str, home: Path, seats: int) -> dict[str, Any]:
    """What the reader reports of a match of *seats*."""
    left_out = ("QT_QPA_PLATFORM", "DBUS_SESSION_BUS_ADDRESS", "AT_SPI_BUS_ADDRESS", "WAYLAND_DISPLAY")
    environment = {name: value for name, value in os.environ.items() if name not in left_out}
    environment |= {
        "DISPLAY": screen,
        "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
        "VIERBLATT_HOME": str(home),
        "PYTHONPATH": str(ROOT),
    }
    # With this seed Anna begins: else a match of one round may be over before she has played a card.
    program = [sys.executable, "-m", "desktop.launch", "play", "--seed", "5", "--language", "en"]
    done = subprocess.run(
        ["dbus-run-session", "--", SYSTEM_PYTHON, str(CLIENT), str(seats), *program],
        env=environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
    report: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return report


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 4])
def test_a_match_by_screen_reader(screen: str, home: Path, seats: int) -> None:
    """From the start page to the result: all is reached by name, and what the bots do is announced."""
    report = played(screen, home, seats)
    bots = ("Ben", "Carla", "Dora")[: seats - 1]
    read, announced = "\n".join(report["read"]), "\n".join(report["announced"])
    # The match was set up as asked for, played, and came to its end.
    assert f"{seats} players" in report["pressed"]
    assert "Start the match" in report["pressed"]
    players = {name for name in ("Anna", "Ben", "Carla", "Dora") if f"Row of {name}" in read}
    assert players == {"Anna", *bots}
    assert any(re.fullmatch(r".+ \([1-8]\)", name) for name in report["pressed"])
    assert re.search(r"wins the match!|share the win!", "\n".join(report["end"]))
    # Cards say their name, value and what they do; a row its owner; the piles their number.
    assert re.search(r"^Stock: \d+ cards?$", read, re.MULTILINE)
    assert "Anna, it is your turn." in read
    # Every move that was made stands in the log; those of the bots were announced as they happened.
    moves = [line for line in report["read"] if re.match(rf"({'|'.join(bots)}) plays ", line)]
    assert [move for move in moves if move not in announced] == []
    # So is how the round ended.
    assert re.search(r"(wins|share) round 1\.", announced), announced
    # Nothing that takes the focus at the end is without a name.
    assert report["nameless"] == []


@pytest.mark.parametrize("action", ["Press", "Toggle"])
def test_what_is_toggled_is_pressed(open_window: Open, action: str) -> None:
    """A screen reader may toggle a button that stays down, instead of pressing it: both choose."""
    driver = open_window()
    driver.window.show_new_game("letter")
    driver.settle()
    page = driver.window.page
    assert isinstance(page, NewGamePage)
    for number in (2, 4, 3):
        button: QAbstractButton = page.count_buttons[number]
        actions = QAccessible.queryAccessibleInterface(button).actionInterface()
        assert action in actions.actionNames()
        actions.doAction(action)
        driver.wait(lambda number=number: sum(row.name.isVisible() for row in page.rows) == number)
        assert [other for other, one in page.count_buttons.items() if one.isChecked()] == [number]
