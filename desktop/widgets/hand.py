"""A hand of many cards in one overlapping row: every card a button, its left edge always in sight."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.widgets import theme
from desktop.widgets.basics import discard
from desktop.widgets.card import Card, Face, card_width, paint_card


class HandCard(Card):
    """A card that others may cover but for its left edge: there it shows, too, that it may not be played.

    Its marks are there as well: a sign with a meaning (``signed``), and a word on a card that has just come.
    """

    covered = False
    _sign = ""
    _signed = ""
    _word = ""
    _come = ""

    def mark(self, *, sign: str = "", signed: str = "", word: str = "", come: str = "") -> None:
        """Show the drawing *sign*, which means *signed*, and *word*, of which *come* is the long form."""
        self._sign, self._signed, self._word, self._come = sign, signed, word, come
        self._describe()
        self.update()

    @property
    def marks(self) -> str:
        """What the marks mean, in words."""
        return " ".join(filter(None, (self._come, self._signed)))

    def _describe(self) -> None:
        super()._describe()
        for say, told in (
            (self.setAccessibleDescription, self.accessibleDescription()),
            (self.setToolTip, self.toolTip()),
        ):
            say(" ".join(filter(None, (self.marks, told))))

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.property("ghost"):
            return
        if self.refused and self.covered:
            self._paint_covered()
        else:
            super().paintEvent(event)
        if self._sign or self._word:
            self._paint_marks()

    def _paint_marks(self) -> None:
        c = theme.colours()
        rect = self.card_rect()
        if (self.isChecked() or self.underMouse()) and not self.refused:
            rect.translate(0, -self.LIFT)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        size = max(14, round(rect.height() * 0.1))
        spot = QRectF(rect.left() + rect.width() * 0.08, rect.top() + rect.height() * 0.63, size, size)
        if self._sign:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour(c.turn))
            painter.drawEllipse(spot.adjusted(-3, -3, 3, 3))
            painter.drawPixmap(spot.topLeft(), theme.sign(self._sign, size, self, c.card))
        if self._word:
            radius = rect.width() * theme.CARD_CORNER
            painter.setPen(QPen(theme.colour(c.good), 3))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), radius, radius)
            font = theme.font("small", bold=True)
            metrics = QFontMetricsF(font)
            pill = QRectF(
                rect.left() + 3,
                max(0.0, rect.top() - 10),
                metrics.horizontalAdvance(self._word) + 10,
                metrics.height() + 2,
            )
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour(c.good))
            painter.drawRoundedRect(pill, pill.height() / 2, pill.height() / 2)
            painter.setFont(font)
            painter.setPen(theme.colour(c.card))
            painter.drawText(pill, Qt.AlignmentFlag.AlignCenter, self._word)

    def _paint_covered(self) -> None:
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
