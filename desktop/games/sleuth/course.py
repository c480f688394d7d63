"""How many bits were unknown round by round: a chart that is reckoned while one looks at it, and can be stopped."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.binding.reckoner import Reckoner
from desktop.games.sleuth.gems import GAME
from desktop.games.sleuth.meter import Meter
from desktop.widgets import theme
from desktop.widgets.basics import Button, column, label, line
from desktop.widgets.chart import step
from engine.core.text import Texts
from engine.games.sleuth.deduction.asking import SoFar
from engine.games.sleuth.model import View
from engine.play.errands import News

COURSE = "engine.games.sleuth.deduction.asking:course"


class BitsChart(QWidget):
    """How many bits were unknown after each round to those who heard the public answers only."""

    def __init__(self, t: Texts) -> None:
        super().__init__()
        self._t = t
        self._values: tuple[float, ...] = ()
        self._rounds = 0
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(200, 76)
        self._running = False
        self.show_values((), 0)

    def sizeHint(self) -> QSize:
        return QSize(440, 120)

    def show_values(self, values: Sequence[float], rounds: int, *, running: bool = False) -> None:
        """Show *values* after 0, 1, 2 … rounds, of *rounds* in all; *running*: those missing are being reckoned."""
        t = self._t
        self._values, self._rounds, self._running = tuple(values), rounds, running
        told = ", ".join(t.number(value, 0) for value in values)
        self.setAccessibleName(
            t._("Bits unknown from the start, round by round: {values}.", values=told or "…")
        )
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        c, t = theme.colours(), self._t
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.hasFocus():
            painter.setPen(QPen(theme.colour(c.focus), 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), theme.RADIUS, theme.RADIUS)
        painter.setFont(theme.font("small"))
        painter.setPen(theme.colour(c.muted))
        plot = QRectF(40, 10, self.width() - 60, self.height() - 32)
        if not self._values or self._rounds < 1:
            if self._running:
                painter.drawText(plot, Qt.AlignmentFlag.AlignCenter, t._("Reckoning …"))
            return
        high = max(1.0, *self._values)
        # Where there is room for two lines only, they are zero and the beginning.
        distance = min(step(0, round(high), max(1, int(plot.height() / 26))), round(high))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for value in range(0, round(high) + 1, distance):
            y = plot.bottom() - plot.height() * value / high
            painter.setPen(QPen(theme.colour(c.line), 1.2 if value == 0 else 0.7))
            painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
            painter.setPen(theme.colour(c.muted))
            painter.drawText(QRectF(0, y - 9, plot.left() - 6, 18), right, str(value))
        every = step(0, self._rounds, max(1, int(plot.width() / 24)))
        for number in range(0, self._rounds + 1, every):
            x = plot.left() + plot.width() * number / self._rounds
            painter.drawText(
                QRectF(x - 20, plot.bottom() + 4, 40, 16), Qt.AlignmentFlag.AlignCenter, str(number)
            )
        spots = [
            QPointF(
                plot.left() + plot.width() * n / self._rounds, plot.bottom() - plot.height() * value / high
            )
            for n, value in enumerate(self._values)
        ]
        accent = theme.colour(c.accent_texts[GAME])
        painter.setPen(QPen(accent, 1.8))
        painter.drawPolyline(QPolygonF(spots))
        painter.setBrush(accent)
        for spot in spots:
            painter.drawEllipse(spot, 2.6, 2.6)


class Course(QWidget):
    """The chart, and while it is reckoned, how far it is and a button that stops it; afterwards one to go on."""

    def __init__(self, view: View, t: Texts) -> None:
        super().__init__()
        self._view, self._t = view, t
        self._values: tuple[float, ...] = ()
        self._running = False
        layout = column(gap=2)
        head = line(margin=0, gap=8)
        head.addWidget(label(t._("Bits unknown after each round"), "small", role="muted"))
        head.addSpacing(8)
        self.told = label("", "small", role="muted")
        head.addWidget(self.told)
        self.progress = Meter()
        head.addWidget(self.progress, 1)
        self.button = Button("", "link", game=GAME)
        self.button.setStyleSheet("padding: 0px 4px;")
        self.button.clicked.connect(self._press)
        head.addWidget(self.button)
        head.addStretch(1)
        layout.addLayout(head)
        self.chart = BitsChart(t)
        layout.addWidget(self.chart, 1)
        self.setLayout(layout)
        self._reckoner = Reckoner(self)
        self._reckoner.progress.connect(self._on_progress)
        self._start()

    def _start(self) -> None:
        """Reckon what is missing."""
        self._running = True
        self._reckoner.ask("course", COURSE, SoFar(self._view, self._values), self._hear)
        self._arrange()

    def _press(self) -> None:
        if self._running:
            self._running = False
            self._reckoner.stop("course")
            self._arrange()
        else:
            self._start()

    def _hear(self, news: News) -> None:
        if isinstance(news.value, tuple):
            self._values = news.value
        if news.done:
            self._running = False
        self._arrange()
        if news.error:
            self.told.setText(self._t._("This could not be reckoned: {reason}", reason=news.error))

    def _on_progress(self, _topic: str, share: float) -> None:
        if self._running:
            text = self._t._("Reckoning: {percent} %", percent=round(100 * share))
            self.told.setText(text)
            self.progress.show_share(share, text)

    def _arrange(self) -> None:
        t = self._t
        rounds = len(self._view.results)
        done = len(self._values) > rounds
        self.chart.show_values(self._values, rounds, running=self._running)
        self.told.setVisible(not done)
        self.button.setVisible(not done)
        self.progress.setVisible(self._running)
        self.button.setText(t._("Cancel") if self._running else t.p_("button", "Go on reckoning"))
        if not self._running:
            self.told.setText(
                t._("Stopped: {n} of {all} rounds", n=max(0, len(self._values) - 1), all=rounds)
            )
