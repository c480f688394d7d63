"""What is shown between rounds and in the end: answers and points; the open tableau, all grids, the unknown bits."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QListWidget, QWidget

from desktop.games.sleuth.board import Board, CellState
from desktop.games.sleuth.course import Course
from desktop.games.sleuth.gems import GAME
from desktop.games.sleuth.points import PointsTable, signed
from desktop.widgets.basics import Button, column, label, line
from engine.core.text import Texts
from engine.games.sleuth.box import box
from engine.games.sleuth.model import Orders, RoundResult, View
from engine.games.sleuth.words import question_text

BOTH = {"standard": 400, "large": 500}
"""From this height on, in pixels, tableau and chart are shown together: below, gems would be too small to see."""


LEAST_ANSWERS = 32
"""The least height of a round's answers, in pixels."""


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
        self.bits = Course(view, t)
        layout.addWidget(self.bits, 3)
        self.setLayout(layout)
        # Set, so that the layout does not ask for the room of both where only one is shown.
        self.setMinimumSize(self.board.minimumSizeHint().width(), self.board.minimumSizeHint().height() + 62)
        self._arrange()
        self.player.setCurrentIndex(1 if len(names) == 1 else 0)
        self._show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Where there is room, the course of the unknown lies below the tableau; otherwise a button turns to it."""
        both = self.height() >= BOTH[self._view.settings.variant]
        self.turn.setVisible(not both)
        self._title.setVisible(both)
        self.bits.setVisible(both or self.turn.isChecked())
        self.board.setVisible(both or not self.turn.isChecked())

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
        show_truth(self.board, self._truth, orders)


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


def show_truth(board: Board, truth: dict[str, str], orders: Orders | None) -> None:
    """Show on *board* where every gem is, with the tips of *orders*."""
    for gem in board.cells:
        state = CellState(
            truth=truth[gem],
            sure="" if orders is None else orders.sure.holder(gem) or "",
            risk="" if orders is None else orders.risk.holder(gem) or "",
        )
        board.show_state(gem, state)


def hint_told(view: View, t: Texts) -> str:
    """That a sure tip of the last round is wrong, to the one who was told; empty for others."""
    if not view.own or not view.own[-1].hint:
        return ""
    return t._("At least one of your sure tips of round {number} is wrong.", number=view.results[-1].number)


def own_result(view: View, t: Texts) -> str:
    """What the own tips of the last round brought, for their player alone; empty if there were none."""
    if view.seat is None or not view.own:
        return ""
    result, orders = view.results[-1], view.own[-1].orders
    count = orders.sure.count() + orders.risk.count()
    if not count:
        return ""
    return t.n_(
        "Round {number}: {right} of your {n} tip was right: {points}.",
        "Round {number}: {right} of your {n} tips were right: {points}.",
        count,
        number=result.number,
        right=(result.tips[view.seat] + 2 * count) // 3,
        points=signed(result.tips[view.seat]),
    )


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
                if answer.drawn:
                    told = t._(
                        "No orders from {name}. Drawn by lot: {question} – {count}",
                        name=names[answer.seat],
                        question=asked,
                        count=answer.count,
                    )
                else:
                    told = f"{names[answer.seat]}: {asked} – {answer.count}"
                listed.addItem(told)
        drawn = {answer.seat for answer in view.answers if answer.drawn and answer.round == result.number}
        for seat in result.missed:
            if seat not in drawn:
                listed.addItem(t._("{name} gives no orders.", name=names[seat]))
        if not listed.count():
            listed.addItem(t._("Nobody asked anything."))
        listed.setMinimumHeight(LEAST_ANSWERS)
        layout.addWidget(listed, 2)
        self._listed = listed
        layout.addWidget(label(t._("Points by round"), "lead", serif=True))
        table = PointsTable(t)
        table.show_view(view, names)
        table.setMinimumHeight(80)
        layout.addWidget(table, 3)
        self.setLayout(layout)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # What few answers leave is the points' room.
        listed = self._listed
        rows = sum(listed.sizeHintForRow(row) for row in range(listed.count()))
        listed.setMaximumHeight(max(LEAST_ANSWERS, rows + 2 * listed.frameWidth() + 8))
