"""The end of a round of Geheimer Brief: every player's row and hand, open."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from desktop.games.letter.faces import face
from desktop.widgets.basics import column, label
from desktop.widgets.card import CardRow
from desktop.widgets.names import NameLabel
from engine.core.text import Texts
from engine.games.letter.model import RoundResult

LEAST_CARD, LARGEST_CARD = 42, 140
"""Heights of the cards, in pixels: as large as all players' cards find room."""


class RoundTable(QWidget):
    """Every player's row and hand at the end of a round."""

    def __init__(self, result: RoundResult, t: Texts, names: Sequence[str]) -> None:
        super().__init__()
        self._rows: list[CardRow] = []
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(18)
        grid.setVerticalSpacing(6)
        grid.addWidget(label(t._("Hand"), role="muted"), 0, 1)
        grid.addWidget(label(t._("Row"), role="muted"), 0, 2)
        grid.setColumnStretch(2, 1)
        for seat, name in enumerate(names):
            who = column(gap=2)
            who.addStretch(1)
            who.addWidget(NameLabel(name))
            if seat in result.winners:
                state = label(t._("+1 point"), role="good", bold=True)
            elif result.hands[seat]:
                state = label(t._("still in"), role="muted")
            else:
                state = label(t._("out"), role="muted")
            who.addWidget(state)
            who.addStretch(1)
            grid.addLayout(who, seat + 1, 0)
            hand = CardRow(80)
            hand.set_overlap(1.0, room=1)
            hand.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
            cards = [face(result.hands[seat], t)] if result.hands[seat] else []
            hand.set_cards(cards, t._("Hand of {name}", name=name), t._("no card"))
            grid.addWidget(hand, seat + 1, 1)
            row = CardRow(80)
            row.set_cards(
                [face(card, t) for card in result.rows[seat]],
                t._("Row of {name}", name=name),
                t._("no cards"),
            )
            grid.addWidget(row, seat + 1, 2)
            self._rows += [hand, row]
        grid.setRowStretch(len(names) + 1, 1)
        self.setLayout(grid)

    def minimumSizeHint(self) -> QSize:
        # Of its smallest cards, not of those it shows now.
        rows = len(self._rows) // 2
        return QSize(super().minimumSizeHint().width(), 26 + rows * (LEAST_CARD + 12))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        rows = max(1, len(self._rows) // 2)
        height = max(LEAST_CARD, min(LARGEST_CARD, (self.height() - 26) // rows - 12))
        for row in self._rows:
            row.set_card_height(height)
