"""Points over rounds as a quiet picture: a line a player, the goal, and the same in words.

Lines differ in dash and mark as well as in colour. `paint` draws on anything (a widget, a page of paper); `PointsChart`
is the widget.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.widgets import theme
from engine.core.game import Outcome
from engine.core.text import Texts

DASHES: tuple[tuple[float, ...], ...] = (
    (),
    (5, 2.5),
    (1, 2),
    (7, 2.5, 1, 2.5),
    (3, 1.5),
    (7, 2, 1, 2, 1, 2),
    (10, 3),
    (2, 1.5, 5, 1.5),
)
"""By series, lengths in widths of the line; none: drawn through."""
MARKS = (
    "disc",
    "square hollow",
    "triangle",
    "diamond hollow",
    "square",
    "circle hollow",
    "diamond",
    "triangle hollow",
)
"""By series, what stands at each round."""
LINE = 1.8
MARK = 3.6
NAMES = 0.46
"""The share of the width that names at the line ends may take; longer ones lose their middle."""
ROW = 18.0
"""The least distance between two names at the line ends."""


def series_colours(c: theme.Colours) -> tuple[str, ...]:
    """The colours of the lines, from the theme's accents as they are used for words; after the sixth they repeat,
    with another dash and mark."""
    words = c.accent_texts
    return (words["letter"], words["valknut"], words["oneword"], words["sleuth"], c.good, c.muted)


@dataclass(frozen=True)
class Curves:
    """What is to be drawn: by player the points after 0, 1, 2 … rounds."""

    names: tuple[str, ...]
    totals: tuple[tuple[int, ...], ...]
    goal: int | None = None

    @property
    def rounds(self) -> int:
        """How many rounds there are."""
        return len(self.totals[0]) - 1 if self.totals else 0

    @property
    def together(self) -> bool:
        """Whether everybody always had the same points, as in a game that is played with each other."""
        return self.rounds > 0 and len(self.totals) > 1 and len(set(self.totals)) == 1


def curves(names: Sequence[str], rounds: Sequence[Outcome], goal: int | None = None) -> Curves:
    """The points added up, from the results of single rounds."""
    totals = [[0] for _name in names]
    for result in rounds:
        for seat, points in enumerate(result.points):
            totals[seat].append(totals[seat][-1] + points)
    return Curves(tuple(names), tuple(map(tuple, totals)), goal)


def _lines(given: Curves, t: Texts) -> list[tuple[str, tuple[int, ...]]]:
    """The lines to show: a name and its points each; a single one where all are the same."""
    if given.together:
        return [(t._("All together"), given.totals[0])]
    return list(zip(given.names, given.totals, strict=True))


def in_words(given: Curves, t: Texts) -> str:
    """The picture in words, for those who do not see it."""
    if not given.rounds:
        return t._("No round is finished yet.")
    lines = [f"{name} {', '.join(map(str, totals))}" for name, totals in _lines(given, t)]
    text = t._("Points from the start, round by round: {lines}.", lines="; ".join(lines))
    if given.goal is None:
        return text
    goal = t._("The goal is {goal}.", goal=given.goal)
    return f"{text} {goal}"


def figure(value: int) -> str:
    """*value* as it is printed, with a minus and not a hyphen."""
    return str(value).replace("-", "\N{MINUS SIGN}")


# Laying out ----------------------------------------


def step(low: int, high: int, most: int) -> int:
    """The distance of marks on an axis from *low* to *high* with at most about *most* of them: 1, 2, 5, 10 …"""
    least = max(1.0, (high - low) / max(1, most))
    power = 10 ** math.floor(math.log10(least))
    return next(int(power * factor) for factor in (1, 2, 5, 10) if power * factor >= least * (1 - 1e-9))


def spread(wanted: Sequence[float], low: float, high: float, distance: float) -> list[float]:
    """Places near *wanted* (same order), at least *distance* apart and from *low* to *high*.

    If there is too little room for all, they come closer, evenly.
    """
    count = len(wanted)
    if count > 1:
        distance = min(distance, (high - low) / (count - 1))
    order = sorted(range(count), key=lambda index: wanted[index])
    places = [0.0] * count
    least = low
    for index in order:
        places[index] = max(wanted[index], least)
        least = places[index] + distance
    most = high
    for index in reversed(order):
        places[index] = min(places[index], most)
        most = places[index] - distance
    return places


@dataclass(frozen=True)
class _Series:
    """One line of the picture."""

    name: str
    totals: tuple[int, ...]
    colour: str
    dash: tuple[float, ...]
    mark: str


def _series(given: Curves, c: theme.Colours, t: Texts) -> list[_Series]:
    hues = series_colours(c)
    return [
        _Series(
            name,
            totals,
            hues[number % len(hues)],
            DASHES[number % len(DASHES)],
            MARKS[number % len(MARKS)],
        )
        for number, (name, totals) in enumerate(_lines(given, t))
    ]


# Painting ----------------------------------------


def paint(
    painter: QPainter, rect: QRectF, given: Curves, c: theme.Colours, t: Texts, ground: str = ""
) -> None:
    """Draw *given* into *rect* in the colours *c*; *ground* is what shines through hollow marks (a panel's colour)."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if given.rounds:
        _Picture(painter, rect, given, c, t, ground or c.panel).paint()
    else:
        painter.setFont(theme.font("body"))
        painter.setPen(theme.colour(c.muted))
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(rect, int(flags), t._("No round is finished yet."))
    painter.restore()


class _Picture:
    """One drawing of some curves: where everything lies, and the strokes."""

    def __init__(
        self, painter: QPainter, rect: QRectF, given: Curves, c: theme.Colours, t: Texts, ground: str
    ) -> None:
        self.painter, self.rect, self.given, self.c, self.t = painter, rect, given, c, t
        self.ground = ground
        self.font = theme.font("small")
        self.bold = theme.font("small", bold=True)
        self.metrics = QFontMetricsF(self.font)
        self.heavy = QFontMetricsF(self.bold)
        self.series = _series(given, c, t)
        values = [value for one in self.series for value in one.totals]
        self.low = min(0, *values)
        self.high = max(1, given.goal or 0, *values)
        self.y_step = step(self.low, self.high, max(1, int((rect.height() - 56) / 26)))
        ticks = [figure(value) for value in (self.low, self.high, self.high + self.y_step)]
        left = max(self.metrics.horizontalAdvance(text) for text in ticks) + 10
        self.number_width = max(self.heavy.horizontalAdvance(figure(one.totals[-1])) for one in self.series)
        widest = max(self.metrics.horizontalAdvance(one.name) for one in self.series)
        self.name_width = min(widest + 2, rect.width() * NAMES)
        right = 34 + self.number_width + 7 + self.name_width
        # The goal is named above its line, and that may be the topmost.
        top = 24 if given.goal is None else 36
        self.plot = QRectF(
            rect.left() + left, rect.top() + top, rect.width() - left - right, rect.height() - top - 26
        )

    def x(self, number: int) -> float:
        return self.plot.left() + self.plot.width() * number / self.given.rounds

    def y(self, value: float) -> float:
        return self.plot.bottom() - self.plot.height() * (value - self.low) / (self.high - self.low)

    def shift(self, number: int) -> float:
        """A hair up or down, so that lines with the same points lie side by side."""
        unit = self.plot.height() / (self.high - self.low)
        return (number - (len(self.series) - 1) / 2) * min(2.2, unit * 0.1)

    def paint(self) -> None:
        self.axes()
        if self.given.goal is not None:
            self.goal(self.given.goal)
        for number in reversed(range(len(self.series))):
            self.line(number)
        self.names()

    def axes(self) -> None:
        painter, c, plot = self.painter, self.c, self.plot
        painter.setFont(self.font)
        first = math.ceil(self.low / self.y_step) * self.y_step
        for value in range(first, self.high + 1, self.y_step):
            y = self.y(value)
            painter.setPen(QPen(theme.colour(c.line), 1.2 if value == 0 else 0.7))
            painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
            painter.setPen(theme.colour(c.muted))
            box = QRectF(self.rect.left(), y - 9, plot.left() - self.rect.left() - 7, 18)
            painter.drawText(
                box, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), figure(value)
            )
        title = QRectF(self.rect.left(), self.rect.top(), self.rect.width(), 18)
        painter.drawText(title, int(Qt.AlignmentFlag.AlignLeft), self.t.p_("axis", "Points"))
        wide = self.metrics.horizontalAdvance(str(self.given.rounds)) + 12
        x_step = step(0, self.given.rounds, max(1, int(plot.width() / wide)))
        for number in range(0, self.given.rounds + 1, x_step):
            box = QRectF(self.x(number) - 30, plot.bottom() + 7, 60, 18)
            painter.drawText(box, int(Qt.AlignmentFlag.AlignHCenter), str(number))
        box = QRectF(plot.right() + 24, plot.bottom() + 7, self.rect.right() - plot.right() - 24, 18)
        painter.drawText(box, int(Qt.AlignmentFlag.AlignLeft), self.t.p_("axis", "Round"))

    def goal(self, goal: int) -> None:
        painter, plot, y = self.painter, self.plot, self.y(goal)
        pen = QPen(theme.colour(self.c.text), 1)
        pen.setDashPattern([2, 5])
        painter.setPen(pen)
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
        painter.setPen(theme.colour(self.c.text))
        box = QRectF(plot.left() + 4, y - 18, plot.width() - 8, 16)
        painter.drawText(box, int(Qt.AlignmentFlag.AlignLeft), self.t._("Goal {goal}", goal=goal))

    def line(self, number: int) -> None:
        painter, one = self.painter, self.series[number]
        shift = self.shift(number)
        points = [QPointF(self.x(at), self.y(value) + shift) for at, value in enumerate(one.totals)]
        pen = QPen(theme.colour(one.colour), LINE)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        if one.dash:
            pen.setDashPattern(list(one.dash))
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(QPolygonF(points))
        every = math.ceil(16 * self.given.rounds / max(1.0, self.plot.width()))
        for at, point in enumerate(points):
            if at == len(points) - 1 or (at and (at + number) % every == 0):
                self.mark(one, point)

    def mark(self, one: _Series, at: QPointF) -> None:
        painter = self.painter
        painter.setPen(QPen(theme.colour(one.colour), 1.5))
        hollow = one.mark.endswith("hollow")
        painter.setBrush(theme.colour(self.ground if hollow else one.colour))
        x, y, size = at.x(), at.y(), MARK
        shape = one.mark.split()[0]
        if shape in ("disc", "circle"):
            painter.drawEllipse(at, size, size)
        elif shape == "square":
            painter.drawRect(QRectF(x - size * 0.9, y - size * 0.9, size * 1.8, size * 1.8))
        elif shape == "diamond":
            far = size * 1.3
            painter.drawPolygon(
                QPolygonF(
                    [QPointF(x, y - far), QPointF(x + far, y), QPointF(x, y + far), QPointF(x - far, y)]
                )
            )
        else:
            far = size * 1.25
            painter.drawPolygon(
                QPolygonF(
                    [QPointF(x, y - far), QPointF(x + far, y + far * 0.8), QPointF(x - far, y + far * 0.8)]
                )
            )

    def names(self) -> None:
        painter, plot = self.painter, self.plot
        ends = [self.y(one.totals[-1]) + self.shift(number) for number, one in enumerate(self.series)]
        room = max(1, int((plot.height() + 14) / 14) + 1)
        shown = sorted(range(len(self.series)), key=lambda number: ends[number])[:room]
        places = spread([ends[number] for number in shown], plot.top() - 8, plot.bottom() + 2, ROW)
        for number, place in zip(shown, places, strict=True):
            one = self.series[number]
            painter.setPen(QPen(theme.colour(one.colour), 0.8))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPolyline(
                QPolygonF(
                    [
                        QPointF(plot.right() + MARK + 3, ends[number]),
                        QPointF(plot.right() + 14, place),
                        QPointF(plot.right() + 18, place),
                    ]
                )
            )
            self.mark(one, QPointF(plot.right() + 24, place))
            x = plot.right() + 34
            centre = Qt.AlignmentFlag.AlignVCenter
            painter.setPen(theme.colour(one.colour))
            painter.setFont(self.bold)
            box = QRectF(x, place - 9, self.number_width, 18)
            painter.drawText(box, int(Qt.AlignmentFlag.AlignRight | centre), figure(one.totals[-1]))
            painter.setFont(self.font)
            box = QRectF(x + self.number_width + 7, place - 9, self.name_width + 2, 18)
            name = self.metrics.elidedText(one.name, Qt.TextElideMode.ElideMiddle, self.name_width)
            painter.drawText(box, int(Qt.AlignmentFlag.AlignLeft | centre), name)


class PointsChart(QWidget):
    """The picture as a widget. Its accessible name says the same in words; the focus can rest on it to hear it."""

    def __init__(self, t: Texts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._t = t
        self.curves = Curves((), ())
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(280, 150)
        self.show_rounds((), ())

    def show_rounds(self, names: Sequence[str], rounds: Sequence[Outcome], goal: int | None = None) -> None:
        """Show the points of *rounds* (each with its own points only) added up."""
        self.curves = curves(names, rounds, goal)
        self.setAccessibleName(in_words(self.curves, self._t))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(440, 220)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        c = theme.colours()
        if self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(theme.colour(c.focus), 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), theme.RADIUS, theme.RADIUS)
        paint(painter, QRectF(self.rect()).adjusted(8, 6, -6, -4), self.curves, c, self._t)
