"""What is shown between rounds and in the end: answers and points; the open tableau, all grids, the unknown bits."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QComboBox, QListWidget, QSizePolicy, QWidget

from desktop.binding.reckoner import Reckoner
from desktop.games.sleuth.board import Board, CellState, spoken
from desktop.games.sleuth.gems import GAME
from desktop.games.sleuth.points import PointsTable, signed
from desktop.widgets import theme
from desktop.widgets.basics import Button, column, label, line
from desktop.widgets.chart import step
from engine.core.text import Texts
from engine.games.sleuth.box import box
from engine.games.sleuth.model import Orders, RoundResult, View
from engine.games.sleuth.words import question_text
from engine.play.errands import News

BOTH = 400
"""From this height on, in pixels, tableau and chart are shown together."""


class BitsChart(QWidget):
    """How many bits were unknown after each round to those who heard the public answers only."""

    def __init__(self, t: Texts) -> None:
        super().__init__()
        self._t = t
        self._values: tuple[float, ...] = ()
        self._rounds = 0
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(200, 96)
        self.show_values((), 0)

    def sizeHint(self) -> QSize:
        return QSize(440, 120)

    def show_values(self, values: Sequence[float], rounds: int) -> None:
        """Show *values* after 0, 1, 2 … rounds, of *rounds* in all; those missing are still being reckoned."""
        t = self._t
        self._values, self._rounds = tuple(values), rounds
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
        title = QRectF(8, 4, self.width() - 16, 18)
        painter.setPen(theme.colour(c.muted))
        painter.drawText(title, Qt.AlignmentFlag.AlignLeft, t._("Bits unknown after each round"))
        plot = QRectF(40, 28, self.width() - 60, self.height() - 50)
        if not self._values or self._rounds < 1:
            painter.drawText(plot, Qt.AlignmentFlag.AlignCenter, t._("Reckoning …"))
            return
        high = max(1.0, *self._values)
        distance = step(0, round(high), max(1, int(plot.height() / 26)))
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


class Tableau(QWidget):
    """The open tableau with anybody's tips of any round, and the course of the unknown."""

    def __init__(self, view: View, t: Texts, names: Sequence[str]) -> None:
        super().__init__()
        self._view, self._t, self._names = view, t, tuple(names)
        inside = box(view.settings.variant)
        self._truth = dict(zip(inside.gems, view.tableau, strict=True))
        layout = column(gap=6)
        bar = line(gap=8)
        self._title = label(t._("Tableau"), "lead", serif=True)
        bar.addWidget(self._title)
        self.player = QComboBox()
        self.player.setAccessibleName(t._("Whose tips are shown"))
        self.player.addItem(t._("no tips"), -1)
        for seat, name in enumerate(names):
            self.player.addItem(clipped(name), seat)
        self.player.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.round = QComboBox()
        self.round.setAccessibleName(t._("Round whose tips are shown"))
        for result in view.results:
            self.round.addItem(t._("Round {number}", number=result.number), result.number)
        self.round.setCurrentIndex(len(view.results) - 1)
        for combo in (self.player, self.round):
            combo.currentIndexChanged.connect(self._show)
            bar.addWidget(combo)
        bar.addStretch(1)
        self.turn = Button(t._("Bits unknown"), "segment", game=GAME)
        self.turn.setCheckable(True)
        self.turn.clicked.connect(self._arrange)
        bar.addWidget(self.turn)
        layout.addLayout(bar)
        self.told = label("", "small", role="muted")
        layout.addWidget(self.told)
        self.board = Board(inside, t)
        layout.addWidget(self.board, 5)
        self.bits = BitsChart(t)
        self.bits.show_values((), len(view.results))
        layout.addWidget(self.bits, 3)
        self.setLayout(layout)
        # Set, so that the layout does not ask for the room of both where only one is shown.
        self.setMinimumSize(self.board.minimumSizeHint().width(), self.board.minimumSizeHint().height() + 62)
        self._arrange()
        self.player.setCurrentIndex(1 if len(names) == 1 else 0)
        self._show()
        self._reckoner = Reckoner(self)
        self._reckoner.ask("course", "engine.games.sleuth.deduction.asking:course", view, self._hear)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Where there is room, the course of the unknown lies below the tableau; otherwise a button turns to it."""
        both = self.height() >= BOTH
        self.turn.setVisible(not both)
        self._title.setVisible(both)
        self.bits.setVisible(both or self.turn.isChecked())
        self.board.setVisible(both or not self.turn.isChecked())

    def _hear(self, news: News) -> None:
        if isinstance(news.value, tuple):
            self.bits.show_values(news.value, len(self._view.results))

    def _show(self) -> None:
        t, view = self._t, self._view
        seat, number = self.player.currentData(), self.round.currentData()
        orders = None
        if seat is not None and seat >= 0 and number:
            orders = view.sheets[number - 1][seat].orders
        self.round.setEnabled(orders is not None)
        self.told.setText(
            tips_told(view.results[number - 1], seat, orders, self._names, t)
            if orders
            else t._("Each gem with the letter of its holder.")
        )
        show_truth(self.board, self._truth, orders, t)


def clipped(name: str) -> str:
    """A name short enough for a list to choose from."""
    return name if len(name) < 14 else f"{name[:13]}…"


def tips_told(result: RoundResult, seat: int, orders: Orders, names: Sequence[str], t: Texts) -> str:
    """What the tips of a round brought."""
    count = orders.sure.count() + orders.risk.count()
    right = (result.tips[seat] + 2 * count) // 3
    return t._(
        "{right} of {count} tips right, {points} points",
        right=right,
        count=count,
        points=signed(result.points[seat]),
    )


def show_truth(board: Board, truth: dict[str, str], orders: Orders | None, t: Texts) -> None:
    """Show on *board* where every gem is, with the tips of *orders*."""
    for gem, cell in board.cells.items():
        state = CellState(
            truth=truth[gem],
            sure="" if orders is None else orders.sure.holder(gem) or "",
            risk="" if orders is None else orders.risk.holder(gem) or "",
        )
        cell.show_state(state, spoken(gem, state, t))


class RoundSummary(QWidget):
    """After a round: its answers in words, and the points of all rounds."""

    def __init__(self, view: View, t: Texts, names: Sequence[str]) -> None:
        super().__init__()
        layout = column(gap=6)
        result = view.results[-1]
        layout.addWidget(label(t._("Answers"), "lead", serif=True))
        listed = QListWidget()
        listed.setWordWrap(True)
        listed.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        listed.setResizeMode(QListWidget.ResizeMode.Adjust)
        listed.setAccessibleName(t._("Answers"))
        for answer in view.answers:
            if answer.round == result.number:
                asked = question_text(answer.question, t)
                listed.addItem(f"{names[answer.seat]}: {asked} – {answer.count}")
        if not listed.count():
            listed.addItem(t._("Nobody asked anything."))
        listed.setMinimumHeight(64)
        layout.addWidget(listed, 2)
        layout.addWidget(label(t._("Points by round"), "lead", serif=True))
        table = PointsTable(t)
        table.show_view(view, names)
        table.setMinimumHeight(80)
        layout.addWidget(table, 3)
        self.setLayout(layout)
