"""Small bars for chances: one a value, with the value below, so that they can be read without colour."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.widgets import theme
from desktop.widgets.basics import plain_tip

STEP = 13
"""Room for one bar, in pixels."""


class Bars(QWidget):
    """Chances between 0 and 1 as bars. ``spoken`` says the same in words."""

    def __init__(self, game: str) -> None:
        super().__init__()
        self._game = game
        self._chances: tuple[float, ...] = ()
        self._labels: tuple[str, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)

    def set_chances(self, chances: Sequence[float], labels: Sequence[str], spoken: str) -> None:
        """Show *chances* over *labels*; nothing if there are none."""
        self._chances, self._labels = tuple(chances), tuple(labels)
        self.setVisible(bool(chances))
        self.setAccessibleName(spoken)
        self.setToolTip(plain_tip(spoken))
        self.updateGeometry()
        self.update()

    @staticmethod
    def width_of(count: int) -> int:
        """The width of *count* bars, in pixels."""
        return STEP * count + 2

    def sizeHint(self) -> QSize:
        return QSize(self.width_of(len(self._chances)), 56)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        c = theme.colours()
        base = self.height() - 18
        # The highest bar fills the height and says what it stands for; the others are in proportion to it.
        most = max(self._chances, default=0.0)
        room = base - 18
        painter.setFont(theme.font("small", bold=True))
        for index, (chance, label) in enumerate(zip(self._chances, self._labels, strict=True)):
            left = index * STEP + 1.0
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour(c.line))
            painter.drawRect(QRectF(left + 1, base - 1, STEP - 3, 1.5))
            if chance > 0:
                height = max(2.0, chance / most * room)
                painter.setBrush(theme.colour(c.accent_texts[self._game]))
                painter.drawRoundedRect(QRectF(left + 1.5, base - height, STEP - 4, height), 2, 2)
            if chance == most and chance > 0 and self._chances.index(chance) == index:
                box = QRectF(left + STEP / 2 - 24, base - height - 16, 48, 14)
                left_most = max(0.0, min(box.left(), self.width() - 48.0))
                box.moveLeft(left_most)
                painter.setPen(theme.colour(c.text))
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, f"{round(chance * 100)} %")
            painter.setPen(theme.colour(c.text if chance > 0 else c.muted))
            painter.drawText(QRectF(left, base + 1, STEP, 16), Qt.AlignmentFlag.AlignCenter, label)
