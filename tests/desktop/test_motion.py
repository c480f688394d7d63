"""Cards in motion: what may come in between must not break the table."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop.binding.match import Pace, Stage
from desktop.widgets.motion import MotionLayer, Step
from tests.desktop.conftest import Open, quick_settings
from tests.desktop.driver import bots
from tests.desktop.here import HereThinker
from tests.games.letter.table import stack


class Panel(QWidget):
    """As game panels do it: what is on its way when the size changes is brought to its end."""

    def __init__(self) -> None:
        super().__init__()
        self.setLayout(QVBoxLayout())
        self.motion = MotionLayer(self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.motion.skip()


def test_a_layout_that_waits_does_not_break_the_first_step(app: QApplication, qtbot: QtBot) -> None:
    """Showing the moving cards lays out the panel, whose new size ends the motion before it began: done, once."""
    frame = QWidget()
    qtbot.addWidget(frame)
    layout = QVBoxLayout()
    frame.setLayout(layout)
    message = QLabel("A message\nabove\nthe table")
    panel = Panel()
    layout.addWidget(message)
    layout.addWidget(panel, 1)
    frame.resize(600, 500)
    frame.show()
    qtbot.waitUntil(panel.isVisible)
    QApplication.processEvents()
    height = panel.height()
    message.setParent(None)
    assert panel.height() == height
    done: list[bool] = []
    panel.motion.play([Step(())], 1.0, lambda: done.append(True))
    if panel.motion.running:
        panel.motion.skip()
    assert panel.height() > height
    assert done == [True]
    assert not panel.motion.running
    assert not panel.motion.isVisible()


def test_a_match_with_motion_comes_to_its_end(open_window: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """A person against bots with cards in motion, each skipped by a press of Space or waited for."""
    monkeypatch.setattr("desktop.binding.match.Thinker", HereThinker)
    settings = quick_settings()
    settings.motion = "brisk"
    driver = open_window(settings=settings, pace=Pace(bot=1, round=None))
    match = driver.start(bots("random", "random"), goal=1)

    def moving() -> bool:
        panel = driver.page.panel
        return panel is not None and panel.motion.running

    def due() -> bool:
        return moving() or driver.stage is not Stage.TABLE or match.viewer in match.session.awaited

    turn = 0
    while driver.stage is not Stage.RESULT:
        driver.wait(due)
        if moving():
            driver.press(Qt.Key.Key_Space)
        elif driver.stage is Stage.ROUND:
            driver.click(driver.page.next_button)
        elif driver.stage is Stage.TABLE and match.viewer in match.session.awaited:
            turn += 1
            driver.play_any(turn)
        assert turn < 200
    assert match.session.outcome() is not None


def test_a_card_is_played_once(
    open_window: Open, monkeypatch: pytest.MonkeyPatch, deals: Callable[..., None]
) -> None:
    """While it is on its way the used button is dead: pressed again it sends nothing, and nothing is refused."""
    monkeypatch.setattr("desktop.binding.match.Thinker", HereThinker)
    deals(stack([4, 2], [8, 3]))
    settings = quick_settings()
    settings.motion = "calm"
    driver = open_window(settings=settings, pace=Pace(bot=60_000, round=None))
    match = driver.start(bots("random"))
    driver.wait(lambda: not driver.panel.motion.running and bool(driver.cards()))
    driver.click(driver.card(4))
    button = driver.confirming()
    assert button is not None
    revision = match.session.revision
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert match.session.revision > revision
    after = match.session.revision
    button.click()
    assert match.session.revision == after
    assert driver.notice() == ""
