"""How long the gem board of VP-Sleuth takes to draw: all of it, after a tip, and after new findings; 1280×720.

Run by name: ``QT_QPA_PLATFORM=offscreen uv run pytest -m benchmark -s tests/benchmarks/test_sleuth_board.py``. The
figures are printed, in milliseconds of the processor's time; nothing is asserted against a clock. Beside what is drawn
with kept pictures stands the same with none kept.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop import storage
from desktop.app import install_qt_texts
from desktop.games.sleuth.board import CellState
from desktop.games.sleuth.panel import SleuthPanel
from desktop.main_window import MainWindow
from desktop.screens.table import TablePage
from desktop.widgets import theme
from engine.games.sleuth.box import HOLDERS
from engine.games.sleuth.meta import META
from engine.play.session import SeatInfo

pytestmark = pytest.mark.benchmark

TIMES = 15


def spent(work: Callable[[], object]) -> float:
    begin = time.thread_time()
    work()
    QApplication.processEvents()
    return (time.thread_time() - begin) * 1000


def told(name: str, times: list[float]) -> str:
    ordered = sorted(times)
    return f"{name:<52} {ordered[len(ordered) // 2]:>8.1f} {ordered[-1]:>8.1f}"


@pytest.mark.parametrize("variant", ["standard", "large"])
def test_drawing_the_board(
    qapp: QApplication,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    variant: str,
) -> None:
    monkeypatch.setenv("VIERBLATT_HOME", str(tmp_path))
    install_qt_texts("en")
    theme.apply(qapp, "light")
    window = MainWindow(storage.Settings(language="en", motion="none", aids=False), seed="board", save=False)
    window.resize(1280, 720)
    window.show()
    qtbot.waitUntil(window.isActiveWindow, timeout=10_000)
    infos = [SeatInfo("Anna", "")]
    window.start_match("sleuth", infos, META.complete({"variant": variant}, 1))
    page = window.page
    assert isinstance(page, TablePage)
    QApplication.processEvents()
    panel = page.panel
    assert isinstance(panel, SleuthPanel)
    board, rng = panel.board, random.Random(1)
    gems = list(board.cells)

    def everything() -> None:
        board.update()
        for cell in board.cells.values():
            cell.update()

    def findings() -> None:
        """Each gem gets another state, as when chances arrive."""
        for gem in board.cells:
            chances = tuple(rng.random() for _holder in HOLDERS)
            letter = rng.choice(HOLDERS)
            state = CellState(
                sure=letter if rng.random() < 0.2 else "",
                risk=letter if rng.random() < 0.2 else "",
                possible=frozenset(rng.sample(HOLDERS, 5)),
                chances=chances,
            )
            board.show_state(gem, state)

    def tip() -> None:
        QTest.keyClick(board.cells[rng.choice(gems)], Qt.Key.Key_B)

    rows = []
    findings()
    QApplication.processEvents()
    for name, work in (("all of it anew", everything), ("new findings at each gem", findings)):
        rows.append(told(f"{variant}, {name}", [spent(work) for _time in range(TIMES)]))
        bare = []
        for _time in range(TIMES):
            for cell in board.cells.values():
                cell.forget()
            bare.append(spent(work))
        rows.append(told("  with no picture kept", bare))
    rows.append(told(f"{variant}, one tip by a key", [spent(tip) for _time in range(TIMES)]))
    rows.append(
        told(f"{variant}, the whole window as a picture", [spent(window.grab) for _time in range(TIMES)])
    )
    with capsys.disabled():
        print(f"\n\n{'':<52} {'median':>8} {'longest':>8}  (ms)")
        print("\n".join(rows))
    window.close()
    window.deleteLater()
