"""A hand of many cards in one overlapping row: every card a button, its left edge always in sight."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.widgets import theme
from desktop.widgets.basics import discard
from desktop.widgets.card import Card, Face, card_width, paint_card


class HandCard(Card):
    """A card that others may cover but for its left edge: there it shows, too, that it may not be played."""

    covered = False

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.refused or not self.covered or self.property("ghost"):
            super().paintEvent(event)
            return
        c = theme.colours()
        rect = self.card_rect()
        radius = rect.width() * theme.CARD_CORNER
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_card(painter, self.face, rect, self, name=False)
        veil = theme.colour(c.table)
        veil.setAlpha(96)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(veil)
        painter.drawRoundedRect(rect, radius, radius)
        size = max(16, round(rect.height() * 0.11))
        spot = QRectF(rect.left() + 8, rect.bottom() - size - 10, size, size)
        painter.setBrush(theme.colour(c.card))
        painter.drawEllipse(spot.adjusted(-4, -4, 4, 4))
        painter.drawPixmap(spot.topLeft(), theme.sign("lock", size, self, c.ink))
        if self.hasFocus():
            painter.setPen(QPen(theme.colour(c.focus), 3))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(rect.adjusted(-3.5, -3.5, 3.5, 3.5), radius + 3, radius + 3)


class Hand(QWidget):
    """Cards side by side, overlapping as far as the width demands.

    ``cards`` are the buttons from left to right; *press* and *point* are called with a card's place.
    """

    def __init__(self, press: Callable[[int], None], point: Callable[[int, bool], None]) -> None:
        super().__init__()
        self._press = press
        self._point = point
        self._height = 200
        self.cards: list[HandCard] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_cards(self, faces: Sequence[Face]) -> None:
        """Show *faces*; buttons that are there already are used again."""
        while len(self.cards) > len(faces):
            card = self.cards.pop()
            if card.hasFocus() and self.cards:
                self.cards[-1].setFocus()  # or it would jump to a button somewhere else
            discard(card)
        for index, face in enumerate(faces):
            if index == len(self.cards):
                card = HandCard(face, self._height, self)
                card.clicked.connect(lambda _checked=False, index=index: self._press(index))
                card.pointed.connect(lambda here, index=index: self._point(index, here))
                card.show()
                self.cards.append(card)
            self.cards[index].set_face(face)
        self._lay()

    def set_card_height(self, height: int) -> None:
        """The height of the cards, in logical pixels."""
        if height != self._height:
            self._height = height
            self.updateGeometry()
            self._lay()

    def sizeHint(self) -> QSize:
        return QSize(600, self._height + 2 * Card.MARGIN + Card.LIFT)

    def minimumSizeHint(self) -> QSize:
        return QSize(card_width(self._height) * 3, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay()

    def _lay(self) -> None:
        count = len(self.cards)
        if not count:
            return
        width = card_width(self._height) + 2 * Card.MARGIN
        step = float(width)
        if count > 1:
            step = min(width - 4.0, (self.width() - width) / (count - 1))
        left = max(0.0, (self.width() - width - step * (count - 1)) / 2)
        for index, card in enumerate(self.cards):
            card.set_card_height(self._height)
            card.covered = step < width - 8 and index < count - 1
            card.set_named(step >= width * 0.8 or index == count - 1)
            card.setGeometry(round(left + index * step), 0, *_pair(card.sizeHint()))
            card.raise_()


def _pair(size: QSize) -> tuple[int, int]:
    return size.width(), size.height()
