"""The deck as a row of cards: made, passed, lost, the present one, and those that wait."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.games.oneword.faces import BACK, LOST, MADE, PASSED
from desktop.widgets import theme
from desktop.widgets.basics import plain_tip
from desktop.widgets.card import Face, card_width, paint_card
from engine.core.text import Texts
from engine.games.oneword.model import HIT, MISS, PASS, RESULT, View

FATES = {HIT: MADE, PASS: PASSED, MISS: LOST}
GAP, EDGE, LIFT = 6, 5, 4
"""Between two cards, around the row, and how far the present card is lifted, in pixels."""


def fates(view: View) -> tuple[str, ...]:
    """What became of each card of the deck that is gone, in order: `model.HIT`, `model.PASS` or `model.MISS`.

    A card that a miss takes along counts as one missed; cards that do not count were replaced and are left out. The
    present card is among them once it is resolved.
    """
    found: list[str] = []
    done = [(card.result, card.lost) for card in view.cards]
    if view.phase == RESULT:
        done.append((view.result, view.lost))
    for result, lost in done:
        if result in FATES:
            found += [result, MISS] if lost else [result]
    return tuple(found)


def tally(view: View, t: Texts) -> str:
    """How many cards are made, passed and lost, and how many are left, in words."""
    gone = fates(view)
    parts = [
        t.n_("{n} made", "{n} made", gone.count(HIT)),
        t.n_("{n} passed", "{n} passed", gone.count(PASS)),
        t.n_("{n} lost", "{n} lost", gone.count(MISS)),
        t.n_("{n} left", "{n} left", view.of - len(gone)),
    ]
    return " · ".join(parts)


class DeckRow(QWidget):
    """The row. It shrinks with its width, so that thirty cards have room too."""

    def __init__(self, height: int = 58) -> None:
        super().__init__()
        self._height = height
        self._fates: Sequence[str] = ()
        self._of = 0
        self.present = -1
        """The place of the present card, from 0; −1: there is none."""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_card_height(self, height: int) -> None:
        """The height of a card, in logical pixels."""
        if height != self._height:
            self._height = height
            self.updateGeometry()
            self.update()

    def show_view(self, view: View, t: Texts) -> None:
        """Show the deck of *view*."""
        self._fates, self._of = fates(view), view.of
        self.present = -1
        if view.phase == RESULT:
            # After a miss the card that went along stands behind the present one.
            self.present = len(self._fates) - (2 if view.lost else 1)
        elif view.number > len(view.cards):
            self.present = len(self._fates)
        spoken = t._("The deck: {tally}", tally=tally(view, t))
        self.setAccessibleName(spoken)
        self.setToolTip(plain_tip(spoken))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._of * (card_width(self._height) + GAP), self._height + 2 * EDGE + LIFT)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, self._height + 2 * EDGE + LIFT)

    def card_rect(self, place: int) -> QRectF:
        """Where the card number *place* (from 0) lies in this row."""
        width = card_width(self._height)
        room = self.width() - 2 * EDGE
        step = min(width + GAP, (room - width) / max(1, self._of - 1))
        left = EDGE + (room - width - step * (self._of - 1)) / 2
        top = EDGE + (0 if place == self.present else LIFT)
        return QRectF(left + place * step, top, width, self._height)

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._of:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for place in range(self._of):
            gone = place < len(self._fates)
            rect = self.card_rect(place)
            drawing = FATES[self._fates[place]] if gone else BACK
            paint_card(painter, Face(drawing), rect, self, name=False)
            if place == self.present:
                radius = rect.width() * theme.CARD_CORNER + 2
                painter.setPen(QPen(theme.colour(theme.colours().turn), 3))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(rect.adjusted(-2.5, -2.5, 2.5, 2.5), radius, radius)
