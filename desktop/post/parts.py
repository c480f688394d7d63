"""What the two pages for games by post have in common: the choice between them, texts of fixed pitch, what is said."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QMimeData, QSize, Qt, Signal
from PySide6.QtGui import QFontDatabase, QPainter, QPaintEvent, QTextCharFormat, QTextCursor, QTextFormat
from PySide6.QtWidgets import (
    QButtonGroup,
    QLabel,
    QLayout,
    QListWidget,
    QPlainTextEdit,
    QSizePolicy,
    QTextEdit,
    QWidget,
)

from desktop.widgets import theme
from desktop.widgets.basics import Button, line, set_tip
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


class Said(QLabel):
    """What is said at a page's foot. It has its place of so many lines from the beginning: nothing else moves.

    What is longer ends in an ellipsis; the whole is its tool tip, and what a screen reader is told.
    """

    def __init__(self, lines: int = 1) -> None:
        super().__init__()
        self._lines = lines
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setFont(theme.font("body"))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def say(self, text: str, *, bad: bool = False) -> None:
        """Say *text* from now on."""
        self.setText(text)
        self.setProperty("role", "warning" if bad else "good")
        set_tip(self, text)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(80, self._lines * self.fontMetrics().lineSpacing() + 2)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def shown(self) -> str:
        """As much of the text as there is room for."""
        metrics, text = self.fontMetrics(), self.text()
        flags = Qt.TextFlag.TextWordWrap | Qt.TextFlag.TextWrapAnywhere
        room = self.sizeHint().height()

        def fits(text: str) -> bool:
            return metrics.boundingRect(0, 0, self.width(), 10_000, flags, text).height() <= room

        if fits(text):
            return text
        low, high = 0, len(text)
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if fits(text[:middle] + "…") else (low, middle - 1)
        return text[:low].rstrip() + "…"

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        c = theme.colours()
        painter.setPen(theme.colour(c.warning if self.property("role") == "warning" else c.good))
        flags = Qt.TextFlag.TextWordWrap | Qt.TextFlag.TextWrapAnywhere | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(self.rect(), flags, self.shown())


def action(text: str, act: Callable[[], object], kind: str = "plain") -> Button:
    """A button of these pages that does *act*."""
    made = Button(text, kind, game="sleuth")
    made.clicked.connect(lambda: act())
    return made


def problem_list(go: Callable[[int], object], t: Texts) -> QListWidget:
    """What was not understood, a line each; *go* is called with the number of the line that is chosen."""
    made = QListWidget()
    made.setAccessibleName(t._("Not understood"))
    made.setWordWrap(True)
    made.currentRowChanged.connect(go)
    return made


class PlainEdit(QPlainTextEdit):
    """A text that leaves files dropped on it to its page: their names are nothing to be written into it."""

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return not source.hasUrls() and super().canInsertFromMimeData(source)


def plain_edit(name: str, *, read_only: bool = True) -> PlainEdit:
    """A text of fixed pitch; Tab leads out of it."""
    edit = PlainEdit()
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


def marked_lines(edit: QPlainTextEdit) -> tuple[int, ...]:
    """The lines that are marked (from 1); marks go with their lines while somebody types."""
    return tuple([mark.cursor.blockNumber() + 1 for mark in edit.extraSelections()])


def go_to_line(edit: QPlainTextEdit, number: int) -> None:
    """Show the line *number* (from 1) in the middle."""
    block = edit.document().findBlockByNumber(number - 1)
    if block.isValid():
        edit.setTextCursor(QTextCursor(block))
        edit.centerCursor()
