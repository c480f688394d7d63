"""What the two pages for games by post have in common: the choice between them, and texts of fixed pitch."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Signal
from PySide6.QtGui import QFontDatabase, QTextCharFormat, QTextCursor, QTextFormat
from PySide6.QtWidgets import QButtonGroup, QLayout, QPlainTextEdit, QTextEdit, QWidget

from desktop.widgets import theme
from desktop.widgets.basics import Button, line
from engine.core.text import Texts

DESK, ORDERS = "desk", "orders"
"""The game master's page, and the players'."""


class Sides(QWidget):
    """Two buttons: one leads a game by post, or one plays in it. ``chosen`` carries the page that is wanted."""

    chosen = Signal(str)

    def __init__(self, shown: str, t: Texts) -> None:
        super().__init__()
        row = line(gap=4)
        self.buttons: dict[str, Button] = {}
        group = QButtonGroup(self)
        for page, text in ((DESK, t._("Game master's desk")), (ORDERS, t._("Orders of a player"))):
            button = Button(text, "segment", game="sleuth")
            button.setCheckable(True)
            button.setChecked(page == shown)
            button.clicked.connect(lambda _checked=False, page=page: self._choose(shown, page))
            group.addButton(button)
            self.buttons[page] = button
            row.addWidget(button)
        self.setLayout(row)

    def _choose(self, shown: str, page: str) -> None:
        if page != shown:
            self.chosen.emit(page)


def boxed(layout: QLayout) -> QWidget:
    """A widget with *layout*: a column that is read to its end before the next one."""
    made = QWidget()
    made.setLayout(layout)
    return made


def plain_edit(name: str, *, read_only: bool = True) -> QPlainTextEdit:
    """A text of fixed pitch; Tab leads out of it."""
    edit = QPlainTextEdit()
    edit.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
    edit.setReadOnly(read_only)
    edit.setTabChangesFocus(True)
    edit.setAccessibleName(name)
    return edit


def mark_lines(edit: QPlainTextEdit, numbers: Iterable[int]) -> None:
    """Mark the lines with these numbers (from 1), and no others."""
    marks = []
    for number in numbers:
        block = edit.document().findBlockByNumber(number - 1)
        if not block.isValid():
            continue
        mark = QTextEdit.ExtraSelection()
        shape = QTextCharFormat()
        tint = theme.colour(theme.colours().warning)
        tint.setAlpha(60)
        shape.setBackground(tint)
        shape.setProperty(QTextFormat.Property.FullWidthSelection, True)
        mark.format = shape
        mark.cursor = QTextCursor(block)
        marks.append(mark)
    edit.setExtraSelections(marks)


def go_to_line(edit: QPlainTextEdit, number: int) -> None:
    """Show the line *number* (from 1) in the middle."""
    block = edit.document().findBlockByNumber(number - 1)
    if block.isValid():
        edit.setTextCursor(QTextCursor(block))
        edit.centerCursor()
