"""What is loaded in idle moments."""

from __future__ import annotations

import subprocess
import sys

from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from desktop import ahead
from engine.core import catalog
from tests.cli.conftest import environment

FIRST_TABLE = """
import os, sys
os.environ["QT_QPA_PLATFORM"] = "offscreen"
from importlib import import_module
from desktop import ahead, storage
from desktop.app import make_application
from desktop.main_window import MainWindow
from engine.core import catalog
from engine.play.session import SeatInfo
app = make_application()
window = MainWindow(storage.Settings(language="en"), save=False)
for game in catalog.ids():
    window.show_new_game(game)
    for module in (*ahead.SHARED, *ahead.of_game(game)):
        import_module(module)
    before = set(sys.modules)
    seats = [SeatInfo(name) for name in ("Anna", "Ben", "Carla", "Dora")][: catalog.meta(game).max_seats]
    window.start_match(game, seats, catalog.meta(game).complete({}, len(seats)))
    print(sorted(name for name in set(sys.modules) - before if name.startswith(("desktop.", "engine."))))
"""


def test_every_module_named_there_exists_and_is_loaded(qtbot: QtBot) -> None:
    owner = QObject()
    names = [*ahead.SHARED, *(name for game in catalog.ids() for name in ahead.of_game(game))]
    ahead.load(owner, names)
    qtbot.waitUntil(lambda: all(name in sys.modules for name in names), timeout=10_000)


def test_the_first_table_of_each_game_waits_for_no_module_of_ours() -> None:
    """Whatever a table imports when it opens belongs on the list, or the click waits for it."""
    done = subprocess.run(
        [sys.executable, "-c", FIRST_TABLE], env=environment(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert set(done.stdout.splitlines()) == {"[]"}, done.stdout
