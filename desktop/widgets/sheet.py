"""The score sheet: a row a round, a column a player, and the points so far."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QSizePolicy,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from desktop.widgets import theme
from desktop.widgets.basics import plain_tip
from desktop.widgets.names import Step, paint_lines, pitch, set_names

LOWEST, ROW = 22, 30
"""Heights of a row, in pixels: as high as all rows find room."""
AIR = 8
"""Around a name in a column's head, in pixels."""
USUAL = 104
"""The width that a column with a long name would like to have, in pixels."""


class NameHeads(QHeaderView):
    """Column heads with names of any length, whole, in several lines."""

    STEPS: tuple[Step, ...] = (("body", 1), ("body", 2), ("small", 3), ("small", 5))

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.size_ = "body"
        self.lines: list[list[str]] = []

    def set_names(self, names: Sequence[str], width: int) -> None:
        """Show *names* in columns of *width* pixels."""
        self.size_, self.lines = set_names(names, width - AIR, self.STEPS, bold=True)
        most = max((len(lines) for lines in self.lines), default=1)
        self.setFixedHeight(max(ROW, most * pitch(self.size_) + 10))
        self.viewport().update()

    def paintSection(self, painter: QPainter, rect: QRect, logical: int) -> None:
        if logical < len(self.lines):
            painter.setFont(theme.font(self.size_, bold=True))
            painter.setPen(theme.colour(theme.colours().muted))
            paint_lines(painter, rect, self.lines[logical], self.size_, centred=True)


class ScoreSheet(QTableWidget):
    """Points by round and player, with the sum below. Reads like a table for screen readers too."""

    def __init__(self, label: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(label)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setShowGrid(False)
        self.setFont(theme.font("body"))
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.verticalHeader().setMinimumSectionSize(LOWEST)
        self.verticalHeader().setDefaultSectionSize(ROW)
        self._heads = NameHeads(self)
        self.setHorizontalHeader(self._heads)
        self._heads.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self._heads.setMinimumSectionSize(44)
        self._heads.setSectionsClickable(False)
        self._names: tuple[str, ...] = ()
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)

    def show_points(
        self,
        names: Sequence[str],
        rounds: Sequence[Sequence[int]],
        round_labels: Sequence[str],
        sum_label: str,
        totals: Sequence[int],
    ) -> None:
        """Show the points of each of *rounds* and the *totals*."""
        self._names = tuple(names)
        self.setColumnCount(len(names))
        self.setRowCount(len(rounds) + 1)
        self.setHorizontalHeaderLabels(list(names))
        for column_, name in enumerate(names):
            head = self.horizontalHeaderItem(column_)
            assert head is not None
            head.setToolTip(plain_tip(name))
        self.setVerticalHeaderLabels([*round_labels, sum_label])
        bold = QFontMetrics(theme.font("body", bold=True))
        widest = max(bold.horizontalAdvance(text) for text in (*round_labels, sum_label))
        self.verticalHeader().setFixedWidth(widest + 24)
        for row, points in enumerate(rounds):
            for column_, value in enumerate(points):
                self._put(row, column_, f"+{value}" if value else "–", bold=value > 0)
        for column_, value in enumerate(totals):
            self._put(len(rounds), column_, str(value), bold=True)

        self._arrange()

    def _arrange(self) -> None:
        """Heads in as many lines as the columns' width asks for, rows as high as all find room."""
        frame, bar = 2 * self.frameWidth(), self.verticalScrollBar().sizeHint().width()
        width = self.width() - frame - self.verticalHeader().width()
        rows = max(1, self.rowCount())
        for taken in (0, bar):
            self._heads.set_names(self._names, (width - taken) // max(1, len(self._names)))
            room = self.height() - frame - self._heads.height()
            if rows * LOWEST <= room:
                break
        self.verticalHeader().setDefaultSectionSize(max(LOWEST, min(ROW, room // rows)))
        # What it needs and no more: a picture beside or above it gets the rest.
        self.setMaximumHeight(self.sizeHint().height())
        # The totals, whenever not all rounds have room.
        self.scrollToBottom()

    def least_height(self) -> int:
        """The height at which no row is scrolled away, in pixels."""
        return self._heads.height() + self.rowCount() * LOWEST + 2 * self.frameWidth()

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(theme.font("body", bold=True))
        word = max(
            (metrics.horizontalAdvance(word) for name in self._names for word in name.split()), default=0
        )
        whole = max((metrics.horizontalAdvance(name) for name in self._names), default=0)
        # A name that is short enough stays in one line, and so does a word that is not very long.
        column_ = max(64, min(whole, max(USUAL, min(word, USUAL * 5 // 4))) + AIR)
        return QSize(
            self.verticalHeader().width() + len(self._names) * column_ + 2 * self.frameWidth(),
            self._heads.height() + self.rowCount() * ROW + 2 * self.frameWidth(),
        )

    def minimumSizeHint(self) -> QSize:
        return QSize(
            self.verticalHeader().width() + len(self._names) * 44 + 2 * self.frameWidth(),
            self._heads.height() + 3 * LOWEST,
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _put(self, row: int, column_: int, text: str, *, bold: bool) -> None:
        item = QTableWidgetItem(text)
        item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
        item.setFont(theme.font("body", bold=bold))
        if not bold:
            item.setForeground(theme.colour(theme.colours().muted))
        self.setItem(row, column_, item)
