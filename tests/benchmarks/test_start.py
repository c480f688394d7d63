"""How long the desktop takes to start, and how much memory its idle table holds, beside an empty PySide6 window.

Run by name: ``uv run pytest -m benchmark -s tests/benchmarks/test_start.py``. Every figure is a median over starts
that alternate in one run, with compiled modules, as an installed program has them. What is compared is the time from
the start of the process until the event loop has painted the window and answers.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

pytestmark = pytest.mark.benchmark

ROOT = Path(__file__).resolve().parents[2]
STARTS = 15
SLOWER, LARGER = 1.5, 1.6
"""What is aimed at, as multiples of the empty window."""

EMPTY = """
import os, sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMainWindow
app = QApplication(["empty"])
window = QMainWindow()
window.resize(1280, 720)
window.show()
QTimer.singleShot(0, lambda: end(app))
app.exec()
"""
# Any program with a layout or a painter of its own names something of Qt, which makes PySide build its enums.
NAMED = EMPTY.replace("import QTimer", "import Qt, QTimer").replace("window.show()", "Qt.Key; window.show()")
VIERBLATT = """
import os, sys
# Comes with the developers' tools only; a user has no such package, and msgspec would import it here.
sys.modules["typing_extensions"] = None
from desktop import launch

def open_desktop(arguments):
    launch.load()
    from PySide6.QtCore import QTimer
    from desktop.app import make_application, run
    app = make_application()
    QTimer.singleShot(0, lambda: end(app))
    return run(arguments)

sys.argv = ["vierblatt"]
launch.open_desktop = open_desktop
launch.main()
"""
TABLE = """
import os, sys
sys.modules["typing_extensions"] = None
from desktop import launch

def open_desktop(arguments):
    launch.load()
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication
    from desktop.app import make_application, run
    from desktop.main_window import MainWindow
    app = make_application()

    def sit_down():
        from engine.core import catalog
        from engine.play.session import SeatInfo
        seats = [SeatInfo("Anna"), *(SeatInfo(name, "bot:strong") for name in ("Ben", "Carla", "Dora"))]
        (window,) = [widget for widget in app.topLevelWidgets() if isinstance(widget, MainWindow)]
        window.start_match("letter", seats, catalog.meta("letter").complete({"first": 0}, 4))
        timer.timeout.disconnect()
        timer.timeout.connect(lambda: None if window.page.panel.motion.running or window.match.thinking else end(app))

    timer = QTimer(interval=50, timeout=sit_down)
    timer.start()
    return run(arguments)

launch.open_desktop = open_desktop
if __name__ == "__main__":
    sys.argv = ["vierblatt"]
    launch.main()
"""
END = """
import os
def end(app):
    app.processEvents()
    with open("/proc/self/statm") as file:
        pages = int(file.read().split()[1])
    print(pages * os.sysconf("SC_PAGE_SIZE"), flush=True)
    os._exit(0)
"""


def environment(home: Path) -> dict[str, str]:
    """Where the program finds itself, its home and its compiled modules.

    ``PYSIDE6_…`` is what the tests' own PySide has put there, which makes that of the program work more.
    """
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "PYSIDE6_", "QT_", "VIERBLATT_"))
    }
    return {
        **kept,
        "QT_QPA_PLATFORM": "offscreen",
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_DATA_HOME": str(home / "data"),
        "PYTHONPATH": str(ROOT),
        "PYTHONPYCACHEPREFIX": str(home / "compiled"),
    }


def once(script: str, env: Mapping[str, str]) -> tuple[float, float, float]:
    """One start: seconds on the clock, seconds of the processor, megabytes held at its end."""
    code = END + script
    begin = time.perf_counter()
    command = [sys.executable, "-c", code]
    process = subprocess.Popen(
        command, env=dict(env), cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert process.stdout is not None
    said = process.stdout.read()
    _pid, status, used = os.wait4(process.pid, 0)
    spent = time.perf_counter() - begin
    process.returncode = status
    assert status == 0
    return spent, used.ru_utime + used.ru_stime, int(said) / 1e6


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc")
def test_start_and_memory(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The start page within 1.5 times the empty window, the idle table within 1.6 times its memory.

    What is missed is reported as an expected failure with its figures, so that no other run is stopped by it.
    """
    fresh, used, *tables = (
        environment(tmp_path / name) | {"PYTHONPYCACHEPREFIX": str(tmp_path / "compiled")}
        for name in ("fresh", "used", "table 1", "table 2", "table 3")
    )
    scripts = {
        "empty window": (EMPTY, fresh),
        "… that names Qt": (NAMED, fresh),
        "start page": (VIERBLATT, fresh),
        "… with a saved game": (VIERBLATT, used),
    }
    once(TABLE, used)  # leaves a game to continue
    for script, env in scripts.values():
        once(script, env)  # compiles the modules
    runs: dict[str, list[tuple[float, float, float]]] = {name: [] for name in scripts}
    for _start in range(STARTS):
        for name, (script, env) in scripts.items():
            runs[name].append(once(script, env))
    runs["idle table of four"] = [once(TABLE, env) for env in tables]
    figures = {
        name: tuple(statistics.median(values) for values in zip(*found, strict=True))
        for name, found in runs.items()
    }
    empty, named = figures["empty window"], figures["… that names Qt"]
    page = figures["start page"]
    with capsys.disabled():
        print(f"\n\n{'':<20} {'s':>7} {'CPU s':>7} {'MB':>7}   times the empty window")
        for name, (clock, cpu, memory) in figures.items():
            shares = f"{clock / empty[0]:.2f} {cpu / empty[1]:.2f} {memory / empty[2]:.2f}"
            print(f"{name:<20} {clock:>7.3f} {cpu:>7.3f} {memory:>7.1f}   {shares}")
        print(
            f"start page by the window that names Qt: {page[0] / named[0]:.2f}, CPU {page[1] / named[1]:.2f}"
        )
    ratio, memory = page[0] / empty[0], figures["idle table of four"][2] / empty[2]
    missed = []
    if ratio > SLOWER:
        missed.append(f"the start page takes {ratio:.2f} times the empty window's time, aimed at {SLOWER}")
    if memory > LARGER:
        missed.append(f"the idle table holds {memory:.2f} times its memory, aimed at {LARGER}")
    if missed:
        pytest.xfail("; ".join(missed))
