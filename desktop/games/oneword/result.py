"""All cards of a game as a list: terms, hints with their writers, answers, results."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from desktop.games.oneword.deck import DeckRow
from desktop.widgets import theme
from desktop.widgets.basics import column, label, plain_tip
from engine.core.text import Texts
from engine.games.oneword import words
from engine.games.oneword.model import HIT, Card, View

SMALL_DECK = 44
"""The height of the deck's cards above the list, in pixels."""

MOST = (0.2, 0.16, 0.22)
"""How much of the width term, result, and answer have at most."""
PAD = 10
"""The room between two columns, in pixels."""

SIDE = 14
"""The room that the style leaves beside the words of a cell at most, on either side, in pixels."""


class CardList(QTableWidget):
    """A line a card; lines are as high as their words need."""

    def __init__(self, cards: Sequence[Card], t: Texts, names: Sequence[str]) -> None:
        heads = (t._("Term"), t._("Result"), t._("Guesser and answer"), t._("Hints"))
        super().__init__(len(cards), len(heads))
        self.setAccessibleName(t._("All cards"))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(True)
        self.setFont(theme.font("body"))
        self.setHorizontalHeaderLabels(list(heads))
        self.setVerticalHeaderLabels([str(card.number) for card in cards])
        header = self.horizontalHeader()
        header.setSectionsClickable(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for place in range(len(heads)):
            header.setSectionResizeMode(place, QHeaderView.ResizeMode.Fixed)
        # How wide and how high depend on each other by way of a scroll bar that comes and goes: this one is there.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        for row, card in enumerate(cards):
            given = [names[card.guesser]]
            if card.answer is not None:
                given.append(words.quoted(card.answer, t))
            hints = ", ".join(words.hint_line(hint, t, names) for hint in card.hints)
            result = words.result_name(card.result, t)
            if card.counted:
                result = t._("made (“Counts!”)")
            elif card.lost:
                result = t._("missed, two cards gone")
            for place, text in enumerate((card.term, result, ": ".join(given), hints or "–")):
                item = QTableWidgetItem(text)
                item.setToolTip(plain_tip(text))
                item.setFont(theme.font("body", bold=place == 0 or (place == 1 and card.result == HIT)))
                item.setTextAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
                self.setItem(row, place, item)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def _lay_out(self) -> None:
        """Columns as wide as their words, the hints as wide as is left; lines as high as their words need."""
        wide = self.viewport().width()
        wanted = [max(self.sizeHintForColumn(place), self._head_width(place)) + PAD for place in range(3)]
        # Long answers may break: half the width at least is for the hints.
        most = [int(wide * share) for share in MOST]
        given = [min(want, limit) for want, limit in zip(wanted, most, strict=True)]
        for place, width in enumerate((*given, wide - sum(given))):
            self.setColumnWidth(place, width)
        for row in range(self.rowCount()):
            self.setRowHeight(row, max(self._height(row, place) for place in range(self.columnCount())))

    def _height(self, row: int, place: int) -> int:
        """How high the words of a cell are, with room to spare: Qt's own hint forgets the padding of the style."""
        item = self.item(row, place)
        if item is None:
            return 0
        room = QRect(0, 0, self.columnWidth(place) - 2 * SIDE, 9999)
        flags = int(Qt.TextFlag.TextWordWrap)
        return QFontMetrics(item.font()).boundingRect(room, flags, item.text()).height() + PAD

    def _head_width(self, place: int) -> int:
        return self.horizontalHeader().sectionSizeHint(place)


def card_list(view: View, t: Texts, names: Sequence[str], *, deck: bool = True) -> QWidget:
    """The deck as a row and all finished cards below, or a sentence if there is none yet."""
    made = QWidget()
    layout = column(gap=8)
    if deck:
        row = DeckRow(SMALL_DECK)
        row.show_view(view, t)
        layout.addWidget(row)
    if view.cards:
        layout.addWidget(CardList(view.cards, t, names), 1)
    else:
        layout.addWidget(label(t._("No card is finished yet."), "lead", role="muted"))
        layout.addStretch(1)
    made.setLayout(layout)
    return made
