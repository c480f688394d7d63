"""The score sheet of VP-Sleuth: rounds as rows, players as columns, the bonus marked, the own tips beside it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem

from desktop.games.sleuth.gems import GAME
from desktop.widgets import theme
from desktop.widgets.basics import plain_tip
from desktop.widgets.chart import figure
from engine.core.text import Texts
from engine.games.sleuth.model import RoundResult, View

ROW = 26
"""The height of a line, in pixels."""

STACKED = 46
"""The same where a cell has two lines, since the columns are narrow."""

WHOLE = Qt.ItemDataRole.UserRole
"""Where a cell keeps its text in one line."""

AIR = 14
"""What a cell needs beside its text, in pixels."""


def signed(points: int) -> str:
    """Points of a round: ``+3``, ``−2``, ``0``."""
    return f"{points:+d}".replace("-", "\N{MINUS SIGN}") if points else "0"


def in_words(result: RoundResult, seat: int, name: str, t: Texts) -> str:
    """One player's points of a round, spelled out."""
    text = t._(
        "{name}, round {number}: {points} from tips",
        name=name,
        number=result.number,
        points=signed(result.tips[seat]),
    )
    if result.bonus[seat]:
        text += t._(", bonus {bonus}", bonus=result.bonus[seat])
    if seat in result.cracked:
        text += t._(", every gem found")
    if seat in result.missed:
        text += t._(", no orders")
    return text


class PointsTable(QTableWidget):
    """See the module's docstring."""

    def __init__(self, t: Texts) -> None:
        super().__init__()
        self._t = t
        self._shown: object = None
        self.setAccessibleName(t._("Points by round"))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setShowGrid(False)
        self.setWordWrap(False)
        # Columns are as wide as their texts; Qt would end two lines in an ellipsis all the same.
        self.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.setTabKeyNavigation(False)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setStyleSheet(
            "QHeaderView::section { padding: 2px 2px; } QTableWidget::item { padding: 1px 2px; }"
        )
        self.verticalHeader().setDefaultSectionSize(ROW)
        self.verticalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignCenter)
        self.horizontalHeader().setSectionsClickable(False)
        self.horizontalHeader().setTextElideMode(Qt.TextElideMode.ElideRight)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)

    def show_view(self, view: View, names: Sequence[str]) -> None:
        """Show the rounds of *view*, and its seat's own tips by round."""
        t = self._t
        shown = (view.results, view.seat, tuple(names), len(view.own))
        if shown == self._shown:
            return
        self._shown = shown
        own = view.seat is not None and bool(view.own)
        rows = len(view.results) + 1
        self.clear()
        self.setRowCount(rows)
        self.setColumnCount(len(names) + own)
        for seat, name in enumerate(names):
            self._head(seat, name)
        if own:
            self._head(len(names), t._("Own tips"), t._("Own tips: right ones of all"))
        bold = theme.font("body", bold=True)
        accent = theme.colour(theme.colours().accent_texts[GAME])
        for row, result in enumerate(view.results):
            head = QTableWidgetItem(str(result.number))
            head.setToolTip(t._("Round {number}", number=result.number))
            self.setVerticalHeaderItem(row, head)
            for seat, name in enumerate(names):
                bonus = result.bonus[seat]
                text = signed(result.tips[seat]) + (f"\N{NO-BREAK SPACE}+{bonus}" if bonus else "")
                item = self._put(row, seat, text, in_words(result, seat, name, t))
                if bonus:
                    item.setFont(bold)
                    item.setForeground(accent)
            if own and view.seat is not None and row < len(view.own):
                orders = view.own[row].orders
                count = orders.sure.count() + orders.risk.count()
                told = t.n_(
                    "{n} tip: {points}", "{n} tips: {points}", count, points=signed(result.tips[view.seat])
                )
                if view.own[row].hint:
                    told += t._(", a sure tip is wrong")
                right = (result.tips[view.seat] + 2 * count) // 3
                self._put(
                    row,
                    len(names),
                    f"{right}/{count}" + ("!" if view.own[row].hint else ""),
                    told + t._(", {n} of them right", n=right),
                )
        head = QTableWidgetItem("Σ")
        head.setData(Qt.ItemDataRole.AccessibleTextRole, t._("Total"))
        head.setToolTip(t._("Total"))
        self.setVerticalHeaderItem(rows - 1, head)
        for seat, name in enumerate(names):
            total = figure(view.points[seat])
            item = self._put(rows - 1, seat, total, f"{name}: {total}")
            item.setFont(bold)
        if own:
            self._put(rows - 1, len(names), "", "")
        self._arrange()
        self.scrollToBottom()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()
        # The newest round and the total are what one looks for.
        self.scrollToBottom()

    def _arrange(self) -> None:
        """Where columns are narrow the bonus stands below the points; where even that is too wide, one scrolls."""
        items = [
            item
            for row in range(self.rowCount())
            for place in range(self.columnCount())
            if (item := self.item(row, place)) is not None
        ]
        if not items:
            return
        metrics = QFontMetrics(theme.font("body", bold=True))

        def widest(texts: Sequence[str]) -> int:
            return AIR + max(metrics.horizontalAdvance(one) for text in texts for one in text.split("\n"))

        whole: list[str] = [item.data(WHOLE) for item in items]
        broken = [text.replace("\N{NO-BREAK SPACE}", "\n").replace("/", "/\n") for text in whole]
        stacked = self.viewport().width() < self.columnCount() * widest(whole)
        for item, text in zip(items, broken if stacked else whole, strict=True):
            item.setText(text)
        self.verticalHeader().setDefaultSectionSize(STACKED if stacked else ROW)
        self.horizontalHeader().setMinimumSectionSize(widest(broken if stacked else whole))

    def _head(self, place: int, text: str, spoken: str = "") -> None:
        head = QTableWidgetItem(text)
        head.setToolTip(plain_tip(spoken or text))
        head.setData(Qt.ItemDataRole.AccessibleTextRole, spoken or text)
        self.setHorizontalHeaderItem(place, head)

    def _put(self, row: int, place: int, text: str, spoken: str) -> QTableWidgetItem:
        item = QTableWidgetItem(text)
        item.setData(WHOLE, text)
        item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
        item.setToolTip(plain_tip(spoken))
        if spoken:
            item.setData(Qt.ItemDataRole.AccessibleTextRole, spoken)
        self.setItem(row, place, item)
        return item
