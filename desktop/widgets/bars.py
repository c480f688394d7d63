"""Small bars for chances: one a value, with the value below, so that they can be read without colour; and counts."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.widgets import theme
from desktop.widgets.basics import set_tip

STEP = 13
"""Room for one bar, in pixels."""


class Bars(QWidget):
    """Chances between 0 and 1 as bars. ``spoken`` says the same in words."""

    def __init__(self, game: str) -> None:
        super().__init__()
        self._game = game
        self._chances: tuple[float, ...] = ()
        self._labels: tuple[str, ...] = ()
        self._most = 1.0
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)

    def set_chances(
        self, chances: Sequence[float], labels: Sequence[str], spoken: str, most: float = 1.0
    ) -> None:
        """Show *chances* over *labels*; nothing if there are none. The bar of *most* fills the height."""
        self._chances, self._labels, self._most = tuple(chances), tuple(labels), most
        self.setVisible(bool(chances))
        self.setAccessibleName(spoken)
        set_tip(self, spoken)
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
        # The highest bar says what it stands for.
        most = max(self._chances, default=0.0)
        room = base - 18
        painter.setFont(theme.font("small", bold=True))
        for index, (chance, label) in enumerate(zip(self._chances, self._labels, strict=True)):
            left = index * STEP + 1.0
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour(c.line))
            painter.drawRect(QRectF(left + 1, base - 1, STEP - 3, 1.5))
            if chance > 0:
                height = max(2.0, chance / max(most, self._most) * room)
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


class Counts(QWidget):
    """A row of values with how many of each are left, below one another: *1* over *3/5*. None left: it is muted."""

    CELL, HEIGHT = 32, 58

    def __init__(self, game: str) -> None:
        super().__init__()
        self._game = game
        self._title = ""
        self._counts: tuple[tuple[str, int, int], ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @property
    def counts(self) -> tuple[tuple[str, int, int], ...]:
        """The values, how many of each are left, and how many there are."""
        return self._counts

    def set_counts(self, title: str, counts: Sequence[tuple[str, int, int]], spoken: str) -> None:
        """Show *counts* (value, left, of how many) below *title*; nothing if there are none."""
        self._title, self._counts = title, tuple(counts)
        self.setVisible(bool(counts))
        self.setAccessibleName(spoken)
        set_tip(self, spoken)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        title = QFontMetrics(theme.font("small")).horizontalAdvance(self._title)
        return QSize(max(self.CELL * len(self._counts), title + 4), self.HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        c = theme.colours()
        centre = Qt.AlignmentFlag.AlignCenter
        painter.setFont(theme.font("small"))
        painter.setPen(theme.colour(c.muted))
        painter.drawText(QRectF(0, 0, self.width(), 16), centre, self._title)
        start = (self.width() - self.CELL * len(self._counts)) / 2
        for index, (value, left, of) in enumerate(self._counts):
            x = start + index * self.CELL
            painter.setPen(theme.colour(c.text if left else c.muted))
            painter.setFont(theme.font("lead", serif=True))
            painter.drawText(QRectF(x, 17, self.CELL, 22), centre, value)
            painter.setFont(theme.font("small", bold=left > 0))
            painter.drawText(QRectF(x, 39, self.CELL, 17), centre, f"{left}/{of}")
