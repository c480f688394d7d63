"""The public answers: sorted by a click on a head, filtered by holder and element."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from desktop.games.sleuth.gems import GAME
from desktop.widgets import theme
from desktop.widgets.basics import column, line, plain_tip
from engine.core.text import Texts
from engine.games.sleuth import words
from engine.games.sleuth.box import ASKED, Box
from engine.games.sleuth.model import Answer

ROW, LEAST = 26, 44
"""The height of a line, and the least height of a list, in pixels."""


class _Number(QTableWidgetItem):
    """An item that is sorted by its number."""

    def __lt__(self, other: QTableWidgetItem) -> bool:
        role = Qt.ItemDataRole.UserRole
        return bool(self.data(role) < other.data(role))


class Answers(QWidget):
    """See the module's docstring; newest rounds first."""

    def __init__(self, box: Box, t: Texts) -> None:
        super().__init__()
        self._box, self._t = box, t
        self._answers: tuple[Answer, ...] = ()
        self._names: tuple[str, ...] = ()
        layout = column(gap=4)
        filters = line(gap=6)
        self.holder = QComboBox()
        self.holder.setAccessibleName(t._("Answers of one holder"))
        self.holder.addItem(f"{ASKED[0]}–{ASKED[-1]}", "")
        for letter in ASKED:
            self.holder.addItem(letter, letter)
        self.element = QComboBox()
        self.element.setAccessibleName(t._("Answers with one element"))
        self.element.addItem(t._("anything"), "")
        for element in box.elements:
            self.element.addItem(words.element_name(element, t), element)
        for combo in (self.holder, self.element):
            combo.currentIndexChanged.connect(self._fill)
            filters.addWidget(combo, 1 if combo is self.holder else 2)
        layout.addLayout(filters)
        self.table = QTableWidget(0, 4)
        table = self.table
        table.setAccessibleName(t._("Answers"))
        table.setHorizontalHeaderLabels(["#", t._("By"), t._("Question"), "="])
        table.setWordWrap(False)
        for place, spoken in enumerate((t._("Round"), t._("Asked by"), t._("Question"), t._("Answer"))):
            head = table.horizontalHeaderItem(place)
            if head is not None:
                head.setToolTip(t._("{column}: click to sort", column=spoken))
                head.setData(Qt.ItemDataRole.AccessibleTextRole, spoken)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setShowGrid(False)
        table.setTabKeyNavigation(False)
        table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(ROW)
        table.setStyleSheet(
            "QHeaderView::section { padding: 2px 4px; } QTableWidget::item { padding: 1px 4px; }"
        )
        header = table.horizontalHeader()
        header.setMinimumSectionSize(24)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        for place, width in ((0, 38), (1, 62), (3, 38)):
            table.setColumnWidth(place, width)
        table.setSortingEnabled(True)
        table.sortByColumn(0, Qt.SortOrder.DescendingOrder)
        table.setMinimumHeight(LEAST)
        layout.addWidget(table, 1)
        self.setLayout(layout)

    def show_answers(self, answers: tuple[Answer, ...], names: Sequence[str]) -> None:
        """Show *answers*."""
        if (answers, tuple(names)) == (self._answers, self._names):
            return
        self._answers, self._names = answers, tuple(names)
        self._fill()

    def _fill(self) -> None:
        t = self._t
        holder, element = self.holder.currentData(), self.element.currentData()
        shown = [
            answer
            for answer in self._answers
            if holder in ("", answer.question[0]) and (not element or element in answer.question[2:])
        ]
        table = self.table
        table.setSortingEnabled(False)
        table.setRowCount(len(shown))
        bold = theme.font("body", bold=True)
        for row, answer in enumerate(shown):
            name = self._names[answer.seat]
            question = words.question_text(answer.question, t)
            asker = t._("{name} (drawn by lot)", name=name) if answer.drawn else name
            texts = (
                (str(answer.round), answer.round * 1000 + self._answers.index(answer)),
                (name, answer.seat),
                (f"{answer.question[0]}: {words.asked_for(answer.question[2:], t)}", answer.question),
                (str(answer.count), answer.count),
            )
            for place, (text, key) in enumerate(texts):
                item = _Number(text)
                item.setData(Qt.ItemDataRole.UserRole, key)
                item.setToolTip(plain_tip(f"{asker}: {question} – {answer.count}."))
                if place in (0, 3):
                    item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
                if place == 3:
                    item.setFont(bold)
                    item.setForeground(theme.colour(theme.colours().accent_texts[GAME]))
                elif place < 2:
                    item.setForeground(theme.colour(theme.colours().muted))
                table.setItem(row, place, item)
        table.setSortingEnabled(True)
