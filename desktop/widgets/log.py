"""The log: what happened, in words, newest below. A line can be chosen to see the table as it was then."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QListWidget,
    QListWidgetItem,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from desktop.widgets import theme
from desktop.widgets.basics import column, label, line
from desktop.widgets.choice import ChoiceBox
from desktop.widgets.panel import LogLine
from engine.core.text import Texts

Index = QModelIndex | QPersistentModelIndex
_LONG = re.compile(r"\S{20,}")
_REVISION = Qt.ItemDataRole.UserRole


def breakable(text: str) -> str:
    """*text* with places in long words where a line may break: the log is narrow, and people type what they like."""
    return _LONG.sub(lambda word: "\N{ZERO WIDTH SPACE}".join(word[0]), text)


class _Sentence(QStyledItemDelegate):
    """Draws a sentence in as many lines as it needs. (The stock delegate measures and paints at different widths
    under a style sheet, and cuts the last line.)"""

    MARGIN = 4
    FLAGS = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap

    def __init__(self, view: QListWidget) -> None:
        super().__init__(view)
        self._view = view

    def width(self) -> int:
        """How wide a line of the view is, in pixels: its viewport's width.

        The viewport itself is not asked for: to find out what it is, PySide builds every class of Qt's widgets.
        """
        bar = self._view.verticalScrollBar()
        beside = bar.width() if bar.isVisibleTo(self._view) else 0
        return self._view.maximumViewportSize().width() - beside

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        width = self.width() - 2 * self.MARGIN
        text = breakable(str(index.data() or ""))
        box = QFontMetrics(theme.font("body")).boundingRect(
            QRect(0, 0, max(40, width), 10_000), self.FLAGS, text
        )
        return QSize(max(40, width), box.height() + 2 * self.MARGIN)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        c = theme.colours()
        box: QRect = option.rect
        painter.save()
        if self._view.selectionModel().isSelected(index):
            painter.fillRect(box, theme.colour(c.line))
        painter.setPen(theme.colour(c.text))
        painter.setFont(theme.font("body"))
        inner = box.adjusted(self.MARGIN, self.MARGIN, -self.MARGIN, 0)
        painter.drawText(inner, self.FLAGS, breakable(str(index.data() or "")))
        painter.restore()


@dataclass(frozen=True)
class LogPlace:
    """Where one was reading in a log: the round shown (0: all), the first row in view and how many of its pixels are
    above it (None: the newest is in view), and which row is chosen (-1: none)."""

    round: int = 0
    top: tuple[int, int] | None = None
    chosen: int = -1


class Log(QFrame):
    """Sentences by round. ``chosen`` carries the revision of the line that was clicked or entered."""

    chosen = Signal(int)

    def __init__(
        self, t: Texts, round_name: Callable[[int, Texts], str], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._t = t
        self._round_name = round_name
        self.setProperty("role", "panel")
        layout = column(margin=12, gap=6)
        head = line(gap=6)
        head.addWidget(label(t._("Log"), "lead", serif=True))
        head.addStretch(1)
        self.filter = ChoiceBox()
        self.filter.setAccessibleName(t._("Rounds shown in the log"))
        self.filter.addItem(round_name(0, t), 0)
        self.filter.currentIndexChanged.connect(self._refill)
        head.addWidget(self.filter)
        layout.addLayout(head)
        self.list = QListWidget()
        self.list.setWordWrap(True)
        self.list.setItemDelegate(_Sentence(self.list))
        self.list.setFont(theme.font("body"))
        self.list.setAccessibleName(t._("Log"))
        self.list.setToolTip(t._("Choose a line to see the table as it was then."))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.list.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.list.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.list.itemClicked.connect(self._choose)
        self.list.itemActivated.connect(self._choose)
        layout.addWidget(self.list, 1)
        self.setLayout(layout)
        self._lines: list[LogLine] = []
        self._held: tuple[int, int] | None = None
        self.list.verticalScrollBar().actionTriggered.connect(self._let_go)

    def place(self) -> LogPlace:
        """Where one is reading."""
        bar = self.list.verticalScrollBar()
        top = None
        first = self.list.itemAt(self.list.width() // 2, 0)
        if self._held is not None:
            top = self._held
        elif first is not None and bar.value() < bar.maximum():
            top = self.list.row(first), -self.list.visualItemRect(first).top()
        return LogPlace(self.filter.currentData() or 0, top, self.list.currentRow())

    def take_up(self, place: LogPlace) -> None:
        """Go on reading at *place*, until somebody scrolls or more happens."""
        self.filter.setCurrentIndex(max(0, self.filter.findData(place.round)))
        if place.chosen >= 0:
            self.list.setCurrentRow(place.chosen)
        self._held = place.top
        self._scroll()

    def _let_go(self) -> None:
        self._held = None

    def _scroll(self) -> None:
        """Back to where one was reading; otherwise the newest line."""
        self.list.doItemsLayout()
        item = None if self._held is None else self.list.item(self._held[0])
        if self._held is None or item is None:
            self.list.scrollToBottom()
            return
        self.list.scrollToItem(item, QListWidget.ScrollHint.PositionAtTop)
        bar = self.list.verticalScrollBar()
        bar.setValue(bar.value() + min(self._held[1], self.list.visualItemRect(item).height() - 1))

    def show_lines(self, lines: Sequence[LogLine]) -> None:
        """Show *lines*, oldest first; new ones are announced to screen readers."""
        kept = len(self._lines)
        if list(lines[:kept]) == self._lines and kept <= len(lines):
            fresh = list(lines[kept:])
            if not fresh:
                return
            self._lines = list(lines)
            self._fill_filter()
            for entry in fresh:
                self._add(entry)
            if kept:
                self._announce(" ".join(entry.text for entry in fresh))
            self._to_the_end()
        else:
            self._lines = list(lines)
            self._fill_filter()
            self._refill()

    def lines(self) -> list[str]:
        """The sentences shown."""
        return [self.list.item(row).text() for row in range(self.list.count())]

    def mark(self, index: int) -> None:
        """Make the *index*-th sentence of all the current one."""
        self._held = None
        if 0 <= index < len(self._lines):
            wanted = self._lines[index]
            for row in range(self.list.count()):
                item = self.list.item(row)
                if item.data(_REVISION) == wanted.revision and item.text() == wanted.text:
                    self.list.setCurrentItem(item)
                    self.list.scrollToItem(item)
        else:
            self.list.setCurrentRow(-1)
            self.list.clearSelection()

    def _announce(self, text: str) -> None:
        from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent

        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.list, text))

    def _fill_filter(self) -> None:
        rounds = sorted({entry.round for entry in self._lines})
        if self.filter.count() - 1 == len(rounds):
            return
        chosen = self.filter.currentData()
        self.filter.blockSignals(True)
        while self.filter.count() > 1:
            self.filter.removeItem(1)
        for number in rounds:
            self.filter.addItem(self._round_name(number, self._t), number)
        self.filter.setCurrentIndex(max(0, self.filter.findData(chosen)))
        self.filter.blockSignals(False)

    def _refill(self) -> None:
        self.list.clear()
        for entry in self._lines:
            self._add(entry)
        self._to_the_end()

    def _add(self, entry: LogLine) -> None:
        wanted = self.filter.currentData()
        if wanted and entry.round != wanted:
            return
        item = QListWidgetItem(entry.text)
        item.setData(_REVISION, entry.revision)
        self.list.addItem(item)

    def _choose(self, item: QListWidgetItem) -> None:
        self.chosen.emit(item.data(_REVISION))

    def _to_the_end(self) -> None:
        self._held = None
        self._scroll()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # The heights of wrapped lines follow the width only when the items are laid out anew.
        self._scroll()
