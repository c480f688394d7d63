"""The pad of Valknut: bids, tricks, bonuses and points by round, as one would write them down."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from desktop.widgets import theme
from desktop.widgets.basics import column, label, plain_tip
from engine.core.text import Texts
from engine.games.valknut import words
from engine.games.valknut.model import MatchEnded, View
from engine.games.valknut.tricks import EXACT, FEW, parts

LINE, WORDS, WIDEST_NAME = 28, 96, 100
"""The height of a line and of the words below the lines, and the width that a name may have, in pixels."""


class _Table(QTableWidget):
    """Shows its end, which is the newest, as soon as it has a size."""

    def height_of(self, lines: int) -> int:
        """The height at which *lines* lines are in sight, or all if there are fewer."""
        return self.horizontalHeader().sizeHint().height() + min(lines, self.rowCount()) * LINE + 4

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scrollToBottom()


class Pad(QFrame):
    """What matters in the running round: tricks destroyed so far, and who leads on the way to the goal."""

    def __init__(self, t: Texts) -> None:
        super().__init__()
        self._layout = column(gap=2)
        self._layout.setContentsMargins(10, 0, 10, 0)
        self.lead = label("", role="muted", wrap=True)
        self.lost = label("", role="muted")
        self._layout.addWidget(self.lead)
        self._layout.addWidget(self.lost)
        self.setLayout(self._layout)

    def show_view(self, view: View, t: Texts, names: Sequence[str]) -> None:
        """Show what *view* knows of the running round."""
        self.lead.setText(leader_text(view, t, names))
        self.lead.setVisible(bool(view.rounds))
        self.lost.setText(t.n_("{n} trick destroyed", "{n} tricks destroyed", view.destroyed))
        self.lost.setVisible(view.destroyed > 0)

    @staticmethod
    def sheet(view: View, t: Texts, names: Sequence[str], *, lines: int = 0) -> QWidget:
        """The whole pad, with the goal, the leader, and in the end what decided a tie.

        So many *lines* at least are in sight at once, if there are so many.
        """
        sheet = QWidget()
        layout = column(gap=6)
        table = _table(view, t, names)
        if lines:
            sheet.setMinimumHeight(table.height_of(lines) + WORDS)
        layout.addWidget(table, 1)
        goal = t.n_(
            "Goal: {goal} points, at most {n} round.",
            "Goal: {goal} points, at most {n} rounds.",
            view.max_rounds,
            goal=view.goal,
        )
        layout.addWidget(label(" ".join((goal, leader_text(view, t, names))), bold=True, wrap=True))
        if view.winners:
            layout.addWidget(
                label(
                    t._(
                        "With equal points more exact bids decide, then more tricks in the last round; "
                        "whoever is still level shares the win."
                    ),
                    role="muted",
                    wrap=True,
                )
            )
        sheet.setLayout(layout)
        return sheet


def leader_text(view: View, t: Texts, names: Sequence[str]) -> str:
    """Who is ahead in the match, or who has won it and by what."""
    if view.winners:
        ended = MatchEnded(points=view.points, winners=view.winners, reason=decided_by(view))
        return words.match_won(ended, t, names)
    most = max(view.points)
    ahead = [names[seat] for seat, points in enumerate(view.points) if points == most]
    if len(ahead) == 1:
        return t.n_(
            "{name} is ahead with {n} point.", "{name} is ahead with {n} points.", most, name=ahead[0]
        )
    return t.n_(
        "{names} are level with {n} point.",
        "{names} are level with {n} points.",
        most,
        names=t.listing(ahead),
    )


def decided_by(view: View) -> str:
    """Why the winners of a match that is over have won, as `MatchEnded.reason` says it."""
    if len(view.winners) > 1:
        return "shared"
    (winner,) = view.winners
    level = [seat for seat in range(view.seats) if view.points[seat] == view.points[winner]]
    if len(level) == 1:
        return "points"
    alone = all(view.bonuses[seat] < view.bonuses[winner] for seat in level if seat != winner)
    return "bonuses" if alone else "tricks"


def _table(view: View, t: Texts, names: Sequence[str]) -> _Table:
    """For every round and player the bid, the tricks held, the bonuses, the points, and the sum so far."""
    heads = [
        (t._("Bid"), ""),
        (t._("Tricks"), ""),
        (f"+{EXACT}", t._("Exact bid")),
        (f"+{FEW}", t._("3, 4 or 5 tricks")),
        (t._("Points"), ""),
        (t._("Total"), t._("Points so far")),
    ]
    if view.seats > 2:
        del heads[3]
    seats = len(names)
    table = _Table(len(view.rounds) * seats, len(heads))
    table.setAccessibleName(t._("Score sheet"))
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    table.setShowGrid(False)
    table.setTabKeyNavigation(False)
    table.setStyleSheet("QHeaderView::section, QTableWidget::item { padding: 3px 2px; }")
    for place, (head, tip) in enumerate(heads):
        item = QTableWidgetItem(head)
        item.setToolTip(tip or head)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, tip or head)
        table.setHorizontalHeaderItem(place, item)
    table.horizontalHeader().setSectionsClickable(False)
    table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
    table.horizontalHeader().setMinimumSectionSize(40)
    table.verticalHeader().setDefaultSectionSize(LINE)
    table.verticalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    bold = QFontMetrics(theme.font("body", bold=True))
    shown = [bold.elidedText(name, Qt.TextElideMode.ElideRight, WIDEST_NAME) for name in names]
    table.verticalHeader().setFixedWidth(max(map(bold.horizontalAdvance, shown)) + 50)

    def put(row: int, place: int, text: str, *, strong: bool = False, last: bool = False) -> None:
        item = QTableWidgetItem(text)
        item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
        item.setFont(theme.font("body", bold=strong))
        if not strong and not last:
            item.setForeground(theme.colour(theme.colours().muted))
        table.setItem(row, place, item)

    totals = [0] * seats
    for at, result in enumerate(view.rounds):
        last = at == len(view.rounds) - 1
        for seat, name in enumerate(names):
            row = at * seats + seat
            number = t._("Round {number}", number=result.number)
            item = QTableWidgetItem(f"{result.number}   {shown[seat]}" if seat == 0 else shown[seat])
            item.setToolTip(plain_tip(f"{number}: {name}"))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{number}: {name}")
            table.setVerticalHeaderItem(row, item)
            tricks, exact, few = parts(view.seats, result.bids[seat], result.tricks[seat])
            totals[seat] += result.points[seat]
            put(row, 0, str(result.bids[seat]), last=last)
            put(row, 1, str(tricks), last=last)
            bonuses = [exact, few] if view.seats == 2 else [exact]
            for place, bonus in enumerate(bonuses, 2):
                put(row, place, f"+{bonus}" if bonus else "–", strong=bonus > 0, last=last)
            put(row, len(heads) - 2, str(result.points[seat]), last=last)
            put(row, len(heads) - 1, str(totals[seat]), strong=True)
    return table
