"""The log beside the table: its lines are as wide as there is room."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QStyledItemDelegate
from pytestqt.qtbot import QtBot

from desktop.widgets.log import Log
from desktop.widgets.panel import LogLine
from engine.core.text import texts


@pytest.mark.parametrize("count", [2, 60])
@pytest.mark.parametrize("width", [200, 333])
def test_a_line_takes_the_width_that_is_seen(app: QApplication, qtbot: QtBot, count: int, width: int) -> None:
    """With a scroll bar and without; wider ones would end below it."""
    log = Log(texts("en"), lambda number, t: str(number))
    qtbot.addWidget(log)
    log.resize(width, 400)
    log.show()
    log.show_lines([LogLine(f"Anna plays a card, for the {n}th time.", 1, n, n) for n in range(count)])
    app.processEvents()
    assert log.list.verticalScrollBar().isVisible() == (count > 2)
    lines = log.list.itemDelegate()
    assert isinstance(lines, QStyledItemDelegate)
    assert lines.width() == log.list.viewport().width()  # type: ignore[attr-defined]
