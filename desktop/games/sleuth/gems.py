"""Gems as they are drawn: the cut with its colour and pattern from a drawing, the number as pips above it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from desktop.widgets import theme

GAME = "sleuth"
BACK = "sleuth/back.svg"


def paint_gem(painter: QPainter, gem: str, rect: QRectF, widget: QWidget) -> None:
    """Draw *gem* (``Dr1``) as large as *rect* allows, its pips above it."""
    pips = max(5.0, min(12.0, rect.height() * 0.16))
    size = min(rect.width(), rect.height() - pips - 1)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour(theme.colours().ink))
    count = int(gem[2])
    # Four pips have room even above a narrow gem.
    radius = min(pips * 0.36, rect.width() / 11)
    gap = radius * 2.8
    top = rect.top() + (rect.height() - size - pips - 1) / 2
    for number in range(count):
        x = rect.center().x() + (number - (count - 1) / 2) * gap
        painter.drawEllipse(QPointF(x, top + pips / 2), radius, radius)
    side = round(size)
    spot = QPointF(round(rect.center().x() - side / 2), round(top + pips + 1))
    painter.drawPixmap(spot, theme.drawing(f"sleuth/gems/{gem[:2]}.svg", side, side, widget))
    painter.restore()


class GemPicture(QWidget):
    """One gem on a slip of paper, only to look at."""

    def __init__(self, size: int = 48) -> None:
        super().__init__()
        self._gem = ""
        self._size = size
        self.setFixedSize(size, size)

    def show_gem(self, gem: str) -> None:
        """Show *gem*; none if empty."""
        self._gem = gem
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._size, self._size)

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._gem:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        c = theme.colours()
        painter.setPen(theme.colour(c.card_edge))
        painter.setBrush(theme.colour(c.card))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        paint_gem(painter, self._gem, QRectF(self.rect()).adjusted(5, 3, -5, -3), self)
