"""Gems as they are drawn: the cut with its colour and pattern from a drawing, the number as pips above it."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QWidget

from desktop.widgets import theme

GAME = "sleuth"
BACK = "sleuth/back.svg"


def paint_gem(painter: QPainter, gem: str, rect: QRectF, widget: QWidget) -> None:
    """Draw *gem* (``Dr1``) as large as *rect* allows, its pips above it."""
    whole = rect.toRect()
    picture = _picture(gem, whole.width(), whole.height(), widget.devicePixelRatioF(), theme.colours().ink)
    painter.drawPixmap(whole.topLeft(), picture)


@lru_cache(maxsize=512)
def _picture(gem: str, width: int, height: int, ratio: float, ink: str) -> QPixmap:
    """A gem with its pips, of the size that `paint_gem` is given (in logical pixels)."""
    made = QPixmap(QSize(max(1, width), max(1, height)) * ratio)
    made.setDevicePixelRatio(ratio)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour(ink))
    pips = max(5.0, min(12.0, height * 0.16))
    size = min(float(width), height - pips - 1)
    count = int(gem[2])
    # Four pips have room even above a narrow gem.
    radius = min(pips * 0.36, width / 11)
    gap = radius * 2.8
    top = (height - size - pips - 1) / 2
    for number in range(count):
        x = width / 2 + (number - (count - 1) / 2) * gap
        painter.drawEllipse(QPointF(x, top + pips / 2), radius, radius)
    side = round(size)
    if side > 0:
        spot = QPointF(round(width / 2 - side / 2), round(top + pips + 1))
        painter.drawPixmap(spot, theme.drawing(f"sleuth/gems/{gem[:2]}.svg", side, side, made))
    painter.end()
    return made


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
