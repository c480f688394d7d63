"""The score sheet: a row a round, a column a player, and the points so far."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from desktop.widgets import theme
from desktop.widgets.basics import plain_tip


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
        self.verticalHeader().setDefaultSectionSize(30)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.horizontalHeader().setMinimumSectionSize(44)
        self.horizontalHeader().setTextElideMode(Qt.TextElideMode.ElideRight)
        self.horizontalHeader().setSectionsClickable(False)
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
        self.verticalHeader().setFixedWidth(widest + 52)
        for row, points in enumerate(rounds):
            for column_, value in enumerate(points):
                self._put(row, column_, f"+{value}" if value else "–", bold=value > 0)
        for column_, value in enumerate(totals):
            self._put(len(rounds), column_, str(value), bold=True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # The totals, whenever not all rounds have room.
        self.scrollToBottom()

    def _put(self, row: int, column_: int, text: str, *, bold: bool) -> None:
        item = QTableWidgetItem(text)
        item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
        item.setFont(theme.font("body", bold=bold))
        if not bold:
            item.setForeground(theme.colour(theme.colours().muted))
        self.setItem(row, column_, item)
