"""The curtain between two people at one screen: names who takes over and hides all the rest."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QWidget

from desktop.widgets import theme
from desktop.widgets.basics import Button, column, label


class Curtain(QFrame):
    """Shown instead of the table. ``lifted`` is emitted by the person who takes over."""

    lifted = Signal()

    def __init__(
        self, title: str, text: str, button: str, game: str, back: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setProperty("role", "curtain")
        self._back = back
        layout = column(margin=32, gap=16)
        layout.addStretch(3)
        heading = label(title, "display", serif=True, wrap=True)
        self._heading = heading
        heading.setAlignment(Qt.AlignmentFlag.AlignCenter)
        layout.addWidget(heading)
        explained = label(text, "lead", role="muted", wrap=True)
        explained.setAlignment(Qt.AlignmentFlag.AlignCenter)
        layout.addWidget(explained)
        self.button = Button(button, "primary", game=game)
        self.button.setFont(theme.font("lead", bold=True))
        self.button.clicked.connect(self.lifted.emit)
        layout.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(2)
        self.setLayout(layout)
        self.setAccessibleName(title)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        # Two card backs stand for the hidden hands.
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        # Above the heading, which may have two lines.
        above = self._heading.y()
        height = min(200, self.height() // 4, round(above * 0.7))
        width = round(height * theme.CARD_RATIO)
        for turn in (-8, 7):
            painter.save()
            painter.translate(self.width() / 2, above * 0.52)
            painter.rotate(turn)
            painter.drawPixmap(
                QRectF(-width / 2 + turn * 3, -height / 2, width, height).topLeft(),
                theme.drawing(self._back, width, height, self),
            )
            painter.restore()
