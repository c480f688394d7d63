"""How evenly motion is painted: the gaps between two pictures while bots play at a table of four, 1280×720.

Run by name: ``QT_QPA_PLATFORM=offscreen uv run pytest -m benchmark -s tests/benchmarks/test_frames.py``. A gap is the
time between two paintings of the motion layer while something moves on it. 33 ms are 30 pictures a second. The
figures are printed; what is compared is painting with motion over all of the table against painting it once.
"""

from __future__ import annotations

import os
import statistics
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop import storage
from desktop.app import install_qt_texts
from desktop.binding.match import Pace, Stage
from desktop.main_window import MainWindow
from desktop.screens.table import TablePage
from desktop.widgets import theme
from desktop.widgets.motion import MotionLayer
from engine.bots.base import Budget
from engine.games.letter.meta import META
from engine.play.session import SeatInfo

pytestmark = pytest.mark.benchmark

AIM = 33.0
"""Milliseconds."""


class Clocked:
    """Notes when the motion layer was painted, what that cost, and when it rests."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.gaps: list[float] = []
        self.work: list[float] = []
        self.paints: list[float] = []
        self._worked = 0.0
        self._last: float | None = None
        paint, skip = MotionLayer.paintEvent, MotionLayer.skip

        def painted(layer: MotionLayer, event: QPaintEvent) -> None:
            now = time.perf_counter()
            if self._last is not None and layer.running:
                self.gaps.append((now - self._last) * 1000)
                self.work.append((time.thread_time() - self._worked) * 1000)
            self._last = now
            self._worked = work = time.thread_time()
            paint(layer, event)
            self.paints.append((time.thread_time() - work) * 1000)

        def ended(layer: MotionLayer) -> None:
            self._last = None
            skip(layer)

        monkeypatch.setattr(MotionLayer, "paintEvent", painted)
        monkeypatch.setattr(MotionLayer, "skip", ended)


@pytest.mark.parametrize("seats", [4])
def test_frame_gaps(
    qapp: QApplication,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    seats: int,
) -> None:
    """Two rounds of bots, all motions shown at their usual speed."""
    monkeypatch.setenv("VIERBLATT_HOME", str(tmp_path))
    install_qt_texts("en")
    theme.apply(qapp, "light")
    clocked = Clocked(monkeypatch)
    settings = storage.Settings(language="en", motion="calm")
    window = MainWindow(
        settings, seed="frames", pace=Pace(bot=1, round=1), budget=Budget(samples=10), save=False
    )
    window.resize(1280, 720)
    window.show()
    qtbot.waitUntil(window.isActiveWindow, timeout=10_000)
    infos = [SeatInfo(name, "bot:medium") for name in ("Anna", "Ben", "Carla", "Dora")[:seats]]
    window.start_match("letter", infos, META.complete({"first": 0, "goal": 2}, seats))
    match = window.match
    assert match is not None
    qtbot.waitUntil(lambda: len(match.finished_rounds) >= 2 or match.stage is Stage.RESULT, timeout=300_000)
    page = window.page
    assert isinstance(page, TablePage)
    begin = time.thread_time()
    window.grab()
    whole = (time.thread_time() - begin) * 1000
    paints, work = sorted(clocked.paints), sorted(clocked.work)
    gaps = sorted(clocked.gaps)
    assert len(gaps) > 200, "nothing moved"
    late = sum(gap > AIM for gap in gaps)
    with capsys.disabled():
        print(
            f"\n\n{len(gaps)} gaps between pictures: median {statistics.median(gaps):.1f} ms, "
            f"p95 {gaps[int(len(gaps) * 0.95)]:.1f} ms, p99 {gaps[int(len(gaps) * 0.99)]:.1f} ms, "
            f"worst {gaps[-1]:.1f} ms; over {AIM:.0f} ms: {late} ({100 * late / len(gaps):.1f} %)"
        )
        print(
            f"the processor's time for painting the layer: median {statistics.median(paints):.2f} ms, "
            f"p95 {paints[int(len(paints) * 0.95)]:.2f} ms, worst {paints[-1]:.2f} ms; "
            f"the whole window once: {whole:.1f} ms; for all between two pictures: median "
            f"{statistics.median(work):.1f} ms, p95 {work[int(len(work) * 0.95)]:.1f} ms, worst {work[-1]:.1f} ms"
        )
    window.close()
    window.deleteLater()
    # In one run on one machine: a picture of what moves costs less than the whole window.
    assert statistics.median(paints) < whole
