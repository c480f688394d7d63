"""Who has won how often: the players of a game, one of them in detail, and the last match as a picture."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QDate, QLocale, QModelIndex, QPersistentModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QFrame,
    QGridLayout,
    QHeaderView,
    QLabel,
    QStackedLayout,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from desktop import statistics
from desktop.screens.common import ask
from desktop.statistics import PlayerStatistics, Statistics
from desktop.widgets import theme
from desktop.widgets.basics import (
    Button,
    Elided,
    Sign,
    column,
    elided,
    label,
    line,
    plain_tip,
    set_tip,
)
from desktop.widgets.chart import PointsChart
from desktop.widgets.choice import ChoiceBox
from desktop.widgets.names import Step, paint_lines, set_names
from engine.core import catalog
from engine.core.meta import bot_name
from engine.core.text import Texts

ROW_HEIGHTS = (34, 44, 58)
"""The height of a row with a name in one line, in two, in three, in pixels."""
NAME_AIR = 28
"""What stands around the name in its cell, in pixels."""
NAME_STEPS: tuple[Step, ...] = (("body", 1), ("small", 2), ("small", 3))


def share(part: int, whole: int, t: Texts) -> str:
    """*part* of *whole* as a percentage."""
    return t.p_("share", "{percent}%", percent=t.number(100 * part / whole, 0))


class _Row(QStyledItemDelegate):
    """Cells without a focus frame of their own: the row is marked, and the table has the ring. Names stand whole."""

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().initStyleOption(option, index)
        option.state &= ~QStyle.StateFlag.State_HasFocus
        if index.column() == 0:
            option.text = ""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().paint(painter, option, index)
        if index.column() == 0:
            # Qt would end two lines in an ellipsis, whatever room they have.
            box = option.rect.adjusted(NAME_AIR // 2, 0, -NAME_AIR // 2, 0)
            size, (lines,) = set_names((str(index.data()),), box.width(), NAME_STEPS, bold=True)
            painter.save()
            painter.setFont(theme.font(size, bold=True))
            painter.setPen(theme.colour(theme.colours().text))
            paint_lines(painter, box, lines, size, centred=False)
            painter.restore()


class PlayerTable(QTableWidget):
    """A row a player. One row is chosen, by mouse or arrow keys; ``chosen`` carries its index."""

    chosen = Signal(int)

    def __init__(self, t: Texts) -> None:
        super().__init__()
        self._t = t
        self.setAccessibleName(t._("Players"))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setItemDelegate(_Row(self))
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setFont(theme.font("body"))
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(ROW_HEIGHTS[0])
        self.setColumnCount(4)
        self._name_columns(together=False)
        header = self.horizontalHeader()
        header.setSectionsClickable(False)
        header.setHighlightSections(False)
        header.setMinimumSectionSize(56)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.currentCellChanged.connect(self._on_current)

    def _name_columns(self, *, together: bool) -> None:
        t = self._t
        heads = [t._("Name"), t._("Matches"), t._("Wins"), t.p_("share", "Rate")]
        if together:
            heads[2:] = [t.p_("result", "Best"), t.p_("result", "Average")]
        for place, text in enumerate(heads):
            head = QTableWidgetItem(text)
            head.setTextAlignment(self._alignment(place))
            self.setHorizontalHeaderItem(place, head)

    @staticmethod
    def _alignment(place: int) -> Qt.AlignmentFlag:
        side = Qt.AlignmentFlag.AlignLeft if place == 0 else Qt.AlignmentFlag.AlignRight
        return side | Qt.AlignmentFlag.AlignVCenter

    def show_players(self, players: tuple[PlayerStatistics, ...]) -> None:
        """Show *players*; the first one is chosen, without a signal."""
        self.blockSignals(True)
        self.clearContents()
        self.setRowCount(len(players))
        self._name_columns(together=any(player.scores for player in players))
        for row, player in enumerate(players):
            texts = (player.name, str(player.matches), *self._results(player))
            for place, text in enumerate(texts):
                item = QTableWidgetItem(text)
                item.setTextAlignment(self._alignment(place))
                if place == 0:
                    item.setToolTip(plain_tip(text))
                    item.setFont(theme.font("body", bold=True))
                self.setItem(row, place, item)
        if players:
            self.setCurrentCell(0, 0)
        self.blockSignals(False)

        QTimer.singleShot(0, self, self._set_heights)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # The heads find their widths after this, and say nothing of it.
        QTimer.singleShot(0, self, self._set_heights)

    def _set_heights(self) -> None:
        """Rows are higher if a name takes several lines."""
        names = [item.text() for row in range(self.rowCount()) if (item := self.item(row, 0)) is not None]
        room = self.columnWidth(0) - NAME_AIR
        most = max((len(set_names((name,), room, NAME_STEPS, bold=True)[1][0]) for name in names), default=1)
        self.verticalHeader().setDefaultSectionSize(ROW_HEIGHTS[most - 1])

    def _results(self, player: PlayerStatistics) -> tuple[str, str]:
        t = self._t
        if player.scores:
            reached, of = player.best
            return t._("{won} of {all}", won=reached, all=of), share(round(player.average * 1000), 1000, t)
        return str(player.wins), share(player.wins, player.matches, t)

    def _on_current(self, row: int, _column: int, before: int, _before_column: int) -> None:
        if row >= 0 and row != before:
            self.chosen.emit(row)


class Fact(QWidget):
    """A number with the words for it above."""

    def __init__(self, title: str) -> None:
        super().__init__()
        layout = column(gap=0)
        self._head = label(title, "small", role="muted")
        layout.addWidget(self._head)
        self.value: Elided = elided("", "lead", bold=True)
        layout.addWidget(self.value)
        self.setLayout(layout)
        self._title = title

    def rename(self, title: str) -> None:
        """Call the number *title* from now on."""
        self._title = title
        self._head.setText(title)

    def show_value(self, text: str, more: str = "") -> None:
        """Show *text*; *more* is said where there is room, that is in the tool tip and to screen readers."""
        self.value.setText(text)
        spoken = f"{text} ({more})" if more else text
        set_tip(self.value, spoken)
        self.value.setAccessibleName(f"{self._title}: {spoken}")


class Details(QFrame):
    """One player: wins, rounds, streaks, results by the strongest bot, and the last match."""

    def __init__(self, t: Texts) -> None:
        super().__init__()
        self._t = t
        self.setProperty("role", "panel")
        layout = column(margin=20, gap=8)
        self.name = label("", "heading", serif=True, wrap=True)
        layout.addWidget(self.name)
        self.facts = {
            "matches": Fact(t._("Matches won")),
            "rounds": Fact(t._("Rounds won")),
            "streak": Fact(t._("Wins in a row")),
            "last": Fact(t._("Last played")),
        }
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(8)
        for place, fact in enumerate(self.facts.values()):
            grid.addWidget(fact, place // 2, place % 2)
        grid.setColumnStretch(0, 1)
        grid.setColumnStretch(1, 1)
        layout.addLayout(grid)
        bots: QVBoxLayout = column(gap=0)
        bots.addWidget(label(t._("Won, by the strongest bot at the table"), "small", role="muted", wrap=True))
        self.against = label("", wrap=True)
        bots.addWidget(self.against)
        against = QWidget()
        against.setLayout(bots)
        layout.addWidget(against)
        last = label(t._("The last match"), "lead", serif=True)
        layout.addWidget(last)
        self.chart = PointsChart(t)
        layout.addWidget(self.chart, 1)
        self._rivalry = (against, last, self.chart)
        layout.addStretch(0)
        self.setLayout(layout)

    def show_player(self, player: PlayerStatistics, found: Statistics) -> None:
        """Show *player*, whose matches are in *found*."""
        t = self._t
        self.name.setText(player.name)
        set_tip(self.name, player.name)
        day = player.last_played.astimezone().date()
        self.facts["last"].show_value(
            QLocale(t.language).toString(QDate(day.year, day.month, day.day), t.p_("date", "d MMM yyyy"))
        )
        for widget in self._rivalry:
            widget.setVisible(not player.scores)
        titles = {"matches": t._("Matches won"), "rounds": t._("Rounds won"), "streak": t._("Wins in a row")}
        if player.scores:
            titles = {
                "matches": t._("Best result"),
                "rounds": t._("On average"),
                "streak": t._("Last result"),
            }
        for name, title in titles.items():
            self.facts[name].rename(title)
        if player.scores:
            for name, (reached, of) in (("matches", player.best), ("streak", player.scores[-1])):
                self.facts[name].show_value(t._("{won} of {all}", won=reached, all=of))
            self.facts["rounds"].show_value(share(round(player.average * 1000), 1000, t))
            return
        won = t._("{won} of {all}", won=player.wins, all=player.matches)
        shared = t.n_("one win was shared", "{n} wins were shared", player.shared) if player.shared else ""
        self.facts["matches"].show_value(f"{won}, {shared}" if shared else won)
        self.facts["rounds"].show_value(t._("{won} of {all}", won=player.rounds_won, all=player.rounds))
        self.facts["streak"].show_value(
            t._("{now} now, {best} at best", now=player.current_streak, best=player.longest_streak)
        )
        parts = []
        for result in player.against:
            table = bot_name(result.kind, t) if result.kind else t._("People only")
            numbers = t._("{won} of {all}", won=result.wins, all=result.matches)
            parts.append(f"{table}: {numbers}".replace(" ", "\N{NO-BREAK SPACE}"))
        self.against.setText(" · ".join(parts))
        last = found.last_matches(player.name)[-1]
        # A name that was reset has left its points behind.
        names = [name or "–" for name in last.names]
        self.chart.show_rounds(names, last.rounds, last.goal)


class StatisticsPage(QWidget):
    """See the module's docstring. ``back`` goes to the start page; ``game_id`` is the game shown."""

    back = Signal()

    def __init__(self, t: Texts, game_id: str | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._t = t
        metas = catalog.metas()
        self.game_id = game_id if game_id in catalog.ids() else self._last_game() or metas[0].id
        self.found = Statistics()
        self.players: tuple[PlayerStatistics, ...] = ()
        self._selected = ""
        outer = column(margin=0, gap=16)
        outer.setContentsMargins(56, 32, 56, 28)
        head = line(gap=16)
        head.addWidget(label(t._("Statistics"), "title", serif=True))
        head.addStretch(1)
        self.game_choice: QComboBox | None = None
        if len(metas) > 1:
            self.game_choice = ChoiceBox()
            for meta in metas:
                self.game_choice.addItem(t._(meta.name), meta.id)
            self.game_choice.setCurrentIndex(self.game_choice.findData(self.game_id))
            self.game_choice.setAccessibleName(t._("Game"))
            self.game_choice.setMinimumSize(180, 34)
            self.game_choice.currentIndexChanged.connect(self._choose_game)
            head.addWidget(self.game_choice)
        outer.addLayout(head)
        self._body = QStackedLayout()
        self._body.addWidget(self._filled())
        self._body.addWidget(self._empty())
        outer.addLayout(self._body, 1)
        self.problem = label("", role="warning", bold=True, wrap=True)
        outer.addWidget(self.problem)
        foot = line(gap=12)
        self.back_button = Button(t._("Back"), "plain")
        self.back_button.clicked.connect(self.back.emit)
        foot.addWidget(self.back_button)
        foot.addStretch(1)
        self.reset_player_button = Button(t._("Reset player …"), "plain")
        self.reset_player_button.clicked.connect(self._ask_player)
        self.reset_all_button = Button(t._("Reset all …"), "plain")
        self.reset_all_button.clicked.connect(self._ask_all)
        foot.addWidget(self.reset_player_button)
        foot.addWidget(self.reset_all_button)
        outer.addLayout(foot)
        self.setLayout(outer)
        self.refresh()

    @staticmethod
    def _last_game() -> str | None:
        """The game that was finished last, of those there are."""
        known = catalog.ids()
        matches = statistics.load().matches
        return next((match.game for match in reversed(matches) if match.game in known), None)

    def _filled(self) -> QWidget:
        body = QWidget()
        columns = line(gap=24)
        left = QFrame()
        left.setProperty("role", "panel")
        layout = column(margin=14, gap=8)
        self.table = PlayerTable(self._t)
        self.table.chosen.connect(self._choose_player)
        layout.addWidget(self.table, 1)
        self.damaged = label("", "small", role="muted", wrap=True)
        layout.addWidget(self.damaged)
        left.setLayout(layout)
        columns.addWidget(left, 4)
        self.details = Details(self._t)
        columns.addWidget(self.details, 5)
        body.setLayout(columns)
        return body

    def _empty(self) -> QWidget:
        body = QFrame()
        body.setProperty("role", "panel")
        layout = column(margin=24, gap=16)
        layout.addStretch(2)
        layout.addWidget(Sign("crown", 48, "", theme.colours().turn), alignment=Qt.AlignmentFlag.AlignHCenter)
        self.empty_text: QLabel = label("", "lead", role="muted", wrap=True)
        self.empty_text.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        layout.addWidget(self.empty_text)
        layout.addStretch(3)
        body.setLayout(layout)
        return body

    # What is shown ----------------------------------------

    def refresh(self) -> None:
        """Read the statistics anew and show them."""
        t = self._t
        self.found = statistics.load(self.game_id)
        self.players = self.found.players()
        self._body.setCurrentIndex(0 if self.players else 1)
        self.reset_player_button.setVisible(bool(self.players))
        self.reset_all_button.setVisible(bool(self.players))
        unread = ""
        if self.found.damaged:
            unread = t.n_(
                "One line of the statistics can't be read and is not counted.",
                "{n} lines of the statistics can't be read and are not counted.",
                self.found.damaged,
            )
        self.damaged.setText(unread)
        self.damaged.setVisible(bool(unread))
        game = t._(catalog.meta(self.game_id).name)
        sentence = t._(
            "No match of {game} has been counted yet. Finished matches count, unless moves were taken back or tips"
            " asked for.",
            game=game,
        )
        self.empty_text.setText(f"{sentence}\n\n{unread}" if unread else sentence)
        self._say(self.found.problem.text(t) if self.found.problem is not None else "")
        self.table.show_players(self.players)
        if self.players:
            self._choose_player(0)

    def _say(self, text: str) -> None:
        self.problem.setText(text)
        self.problem.setVisible(bool(text))

    def _choose_game(self, index: int) -> None:
        assert self.game_choice is not None
        self.game_id = self.game_choice.itemData(index)
        self.refresh()

    def _choose_player(self, row: int) -> None:
        player = self.players[row]
        self._selected = player.name
        self.details.show_player(player, self.found)
        self.reset_player_button.setAccessibleName(
            self._t._("Reset the statistics of {name} …", name=player.name)
        )

    def first_focus(self) -> None:
        """Put the focus on what one most likely wants."""
        (self.table if self.players else self.back_button).setFocus()

    # Resetting ----------------------------------------

    def _ask_player(self) -> None:
        t, name = self._t, self._selected
        game = t._(catalog.meta(self.game_id).name)
        self._ask(
            t._("Reset the statistics of {name} for {game}?", name=name, game=game),
            t._("This can't be undone. What others have won stays counted."),
            lambda: self._reset(name),
        )

    def _ask_all(self) -> None:
        t = self._t
        self._ask(
            t._("Reset all statistics for {game}?", game=t._(catalog.meta(self.game_id).name)),
            t._("This can't be undone. All players and their matches are forgotten."),
            lambda: self._reset(None),
        )

    def _ask(self, question: str, consequence: str, act: Callable[[], None]) -> None:
        t = self._t
        ask(self, t._("Statistics"), question, consequence, t._("Reset"), t._("Cancel"), act)

    def _reset(self, name: str | None) -> None:
        refusal = statistics.reset(self.game_id, name)
        self.refresh()
        if refusal is not None:
            self._say(refusal.text(self._t))
        self.first_focus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.back.emit()
        else:
            super().keyPressEvent(event)
