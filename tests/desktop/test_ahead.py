"""What is loaded in idle moments, and what the start page goes without."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QObject, Qt
from pytestqt.qtbot import QtBot

from desktop import ahead
from desktop.widgets import basics
from engine.core import catalog
from tests.cli.conftest import environment
from tests.desktop import processes

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
# No phones, no server; and no solver before somebody asks.
print(sorted(set(sys.modules) & {"aiohttp", "numpy", "pysat", "engine.rooms.server"}))
"""


def printed(code: str, env: Mapping[str, str]) -> str:
    """What *code* prints in a process of its own, which must end well."""
    done = subprocess.run(
        [sys.executable, "-c", code], env=dict(env), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_module_named_there_exists_and_is_loaded(qtbot: QtBot) -> None:
    owner = QObject()
    names = [*ahead.SHARED, *(name for game in catalog.ids() for name in ahead.of_game(game))]
    ahead.load(owner, names)
    qtbot.waitUntil(lambda: all(name in sys.modules for name in names), timeout=10_000)


def test_the_first_table_of_each_game_waits_for_no_module_of_ours() -> None:
    """Whatever a table imports when it opens belongs on the list, or the click waits for it."""
    assert set(printed(FIRST_TABLE, environment()).splitlines()) == {"[]"}


START_PAGE = """
from PySide6 import QtCore
from PySide6.QtCore import QTimer
from desktop import storage
from desktop.app import make_application
from desktop.main_window import MainWindow
from desktop.widgets import theme
from engine.play.session import SeatInfo
app = make_application()
theme.apply(app, "system")
if WITH_A_GAME:
    from engine.core import catalog
    window = MainWindow(storage.Settings(language="en"))
    window.start_match("letter", [SeatInfo(name) for name in ("Anna", "Ben")], catalog.meta("letter").complete({}, 2))
    window.close()
    raise SystemExit
window = MainWindow(storage.Settings(language="en"))
window.show()

def end():
    window.page.repaint()
    print(window.page.continue_card is not None, isinstance(vars(QtCore).get("Qt"), type))
    app.quit()

QTimer.singleShot(0, end)
app.exec()
"""


def test_the_start_page_is_shown_before_qt_builds_its_enums(tmp_path: Path) -> None:
    """That takes an eighth of the start, and one line that names `Qt` brings it back; with a game to continue, too."""
    env = processes.environment(tmp_path)

    def start(with_a_game: bool) -> str:
        return printed(f"WITH_A_GAME = {with_a_game}\n{START_PAGE}", env).strip()

    assert start(False) == "False False"
    start(True)
    assert start(False) == "True False"


def test_values_set_by_name_are_those_of_qt(qtbot: QtBot) -> None:
    assert Qt.TextFormat.PlainText.value == basics.PLAIN_TEXT
    assert Qt.FocusPolicy.StrongFocus.value == basics.STRONG_FOCUS
    top_left = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft
    assert top_left.value == basics.TOP_LEFT
    made = basics.label("<b>Anna</b>")
    qtbot.addWidget(made)
    assert made.textFormat() == Qt.TextFormat.PlainText


LINES = """
import linecache
from importlib import import_module
from desktop import launch
launch.load()
from desktop import ahead
for module in (*ahead.SHARED, *ahead.of_game("letter")):
    import_module(module)
print(len(linecache.cache))
"""
KEPT = 12
"""So many modules may end one after the other before the next is searched for; without letting go it is nearly 90."""


def test_nobody_keeps_the_sources_of_what_a_table_loads(tmp_path: Path) -> None:
    """PySide reads them, the standard library keeps their lines: 3.4 MB at the table."""
    said = printed(LINES, processes.environment(tmp_path))
    assert int(said) <= KEPT


IDLE_TABLE = """
import sys
from PySide6 import QtGui, QtWidgets
from desktop import storage
from desktop.app import make_application
from desktop.main_window import MainWindow
from desktop.widgets import theme
from engine.core import catalog
from engine.play.session import SeatInfo
app = make_application()
theme.apply(app, "system")
window = MainWindow(storage.Settings(language="en", motion="off"), save=False)
window.show()
app.processEvents()
seats = [SeatInfo("Anna"), *(SeatInfo(name, "bot:strong") for name in ("Ben", "Carla", "Dora"))]
window.start_match("letter", seats, catalog.meta("letter").complete({"first": 0}, 4))
app.processEvents()
window.grab()
print("rows", window.page.log.list.count() > 0)
print("html", "html" in sys.modules)
for module, name in ((QtWidgets, "QWizard"), (QtWidgets, "QStyle"), (QtGui, "QAccessible")):
    print(name, isinstance(vars(module).get(name), type))
window.close()
"""


def test_an_idle_table_goes_without_what_it_does_not_use(tmp_path: Path) -> None:
    """The named characters of HTML are half a megabyte; so are the enums of a style, and those of accessibility.

    Asked for a widget of which it only knows that it is one, PySide builds every class of widgets: so a wizard tells.
    """
    said = printed(IDLE_TABLE, processes.environment(tmp_path))
    assert said.split("\n")[:5] == [
        "rows True",
        "html False",
        "QWizard False",
        "QStyle False",
        "QAccessible False",
    ]
