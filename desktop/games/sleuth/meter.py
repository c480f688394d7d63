"""A slim bar that tells a share: how far something is, or how much something is worth compared with the best."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.games.sleuth.gems import GAME
from desktop.widgets import theme


class Meter(QWidget):
    """See the module's docstring; what it means is its accessible name."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._share = 0.0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_share(self, share: float, spoken: str) -> None:
        """Show *share* (0 to 1)."""
        self._share = max(0.0, min(1.0, share))
        self.setAccessibleName(spoken)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(80, 8)

    def minimumSizeHint(self) -> QSize:
        return QSize(40, 8)

    def paintEvent(self, event: QPaintEvent) -> None:
        c = theme.colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        box = QRectF(0, (self.height() - 6) / 2, self.width(), 6)
        painter.setBrush(theme.colour(c.line))
        painter.drawRoundedRect(box, 3, 3)
        if self._share > 0:
            painter.setBrush(theme.colour(c.accent_texts[GAME]))
            box.setWidth(max(6.0, box.width() * self._share))
            painter.drawRoundedRect(box, 3, 3)
