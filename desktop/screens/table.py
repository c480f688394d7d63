"""The table: a header, the game's panel with the log beside it, and what comes in their place.

While the curtain is up, or a result is shown, the panel and the log do not exist: they are built anew for the next
person, so nothing private can stand in a hidden widget.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from desktop.binding.match import Match, Stage
from desktop.screens.common import bot_name, score_dialog, score_sheet
from desktop.widgets import theme
from desktop.widgets.basics import Button, Sign, column, label, line
from desktop.widgets.curtain import Curtain
from desktop.widgets.log import Log
from desktop.widgets.panel import GamePanel, Scene, panel_class
from engine.core import catalog
from engine.core.text import Texts

NARROW = 1120
"""Below this width the log stands back, so that the table keeps its room."""


class TablePage(QWidget):
    """See the module's docstring."""

    menu = Signal(object)
    """The menu button was pressed; carries the button, so that the menu opens below it."""
    rematch = Signal()
    home = Signal()
    rules = Signal(str)
    log_toggled = Signal(bool)

    def __init__(
        self, match: Match, t: Texts, *, log_open: bool = True, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._match = match
        self._t = t
        self._panel_class = panel_class(match.game_id)
        self._name = t._(catalog.meta(match.game_id).name)
        self._bots = tuple(
            t._("Bot: {strength}", strength=bot_name(info.bot, t)) if info.bot else ""
            for info in match.session.seats
        )
        self.panel: GamePanel | None = None
        self.log: Log | None = None
        self._log_open = log_open
        self._log_forced = False
        self._shown: tuple[object, ...] = ()
        outer = column(gap=0)
        outer.addWidget(self._header())
        self._body = QWidget()
        self._body_layout: QVBoxLayout = column(margin=12)
        self._body.setLayout(self._body_layout)
        outer.addWidget(self._body, 1)
        self.setLayout(outer)
        match.changed.connect(self.refresh)
        self.refresh()

    def _header(self) -> QFrame:
        t = self._t
        header = QFrame()
        header.setProperty("role", "header")
        layout = line(gap=8)
        layout.setContentsMargins(20, 6, 14, 6)
        layout.addWidget(label(self._name, "heading", serif=True))
        layout.addSpacing(8)
        self.headline = label("", role="muted")
        layout.addWidget(self.headline)
        layout.addStretch(1)
        self.sheet_button = Button(t._("Score sheet"), "link")
        self.sheet_button.setIcon(theme.icon("sheet"))
        self.sheet_button.clicked.connect(self.show_sheet)
        self.log_button = Button(t._("Log"), "link")
        self.log_button.setIcon(theme.icon("log"))
        self.log_button.clicked.connect(self.toggle_log)
        rules = Button(t._("Rules"), "link")
        rules.setIcon(theme.icon("help"))
        rules.clicked.connect(lambda: self.rules.emit(self._match.game_id))
        self.menu_button = Button(t._("Menu"), "link")
        self.menu_button.setIcon(theme.icon("menu"))
        self.menu_button.clicked.connect(lambda: self.menu.emit(self.menu_button))
        for button in (self.sheet_button, self.log_button, rules, self.menu_button):
            layout.addWidget(button)
        header.setLayout(layout)
        return header

    # What is shown ----------------------------------------

    def refresh(self) -> None:
        """Show what the match's stage asks for."""
        match = self._match
        port = match.port
        self.headline.setText(self._panel_class.headline(port.view(), self._t))
        stage = match.stage
        if stage in (Stage.TABLE, Stage.HANDOVER):
            key: tuple[object, ...] = ("table", match.viewer)
        else:
            key = (stage, match.next_seat, len(match.finished_rounds))
        if key != self._shown:
            self._shown = key
            self._clear()
            if stage in (Stage.TABLE, Stage.HANDOVER):
                self._build_table()
            elif stage is Stage.CURTAIN:
                self._build_curtain()
            elif stage is Stage.ROUND:
                self._build_round()
            else:
                self._build_result()
        if stage in (Stage.TABLE, Stage.HANDOVER):
            self._show_table()
        table = stage in (Stage.TABLE, Stage.HANDOVER)
        self.log_button.setVisible(table)

    def _clear(self) -> None:
        self.panel = None
        self.log = None
        while (item := self._body_layout.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.setParent(None)
                widget.deleteLater()

    def _build_table(self) -> None:
        content = QWidget()
        layout = line(gap=12)
        self.panel = self._panel_class(self._t)
        self.panel.moved.connect(self._match.play)
        self.panel.passed_on.connect(self._match.hand_over)
        layout.addWidget(self.panel, 1)
        self.log = Log(self._t._("Log"))
        self.log.setFixedWidth(272)
        layout.addWidget(self.log)
        self._place_log()
        content.setLayout(layout)
        self._body_layout.addWidget(content)

    def _show_table(self) -> None:
        match = self._match
        assert self.panel is not None
        assert self.log is not None
        port = match.port
        names = match.names
        active = match.stage is Stage.TABLE and match.viewer is not None and match.viewer in port.awaited
        passing = (
            names[match.next_seat] if match.stage is Stage.HANDOVER and match.next_seat is not None else ""
        )
        self.panel.show_scene(Scene(port, names, self._bots, active, passing))
        self.log.show_lines(self._panel_class.lines(port, self._t, names))

    def _build_curtain(self) -> None:
        t, match = self._t, self._match
        seat = match.next_seat
        if seat is None:
            title, text = t._("The game goes on."), t._("Continue when you are ready.")
            button = t._("Continue")
        else:
            name = match.names[seat]
            title = t._("{name}, please take over", name=name)
            text = t._("The cards are hidden. Only {name} should look at the screen now.", name=name)
            button = t._("I am {name}", name=name)
        curtain = Curtain(title, text, button, match.game_id, self._panel_class.back)
        curtain.lifted.connect(match.take_over)
        self._body_layout.addWidget(curtain)
        curtain.button.setFocus()

    def _result_page(self, title: str, reason: str, sign: str) -> tuple[QFrame, QVBoxLayout, QVBoxLayout]:
        """A page with a heading and two columns."""
        page = QFrame()
        page.setProperty("role", "panel")
        layout = column(margin=24, gap=12)
        head = line(gap=12)
        head.addWidget(Sign(sign, 32, "", theme.colours().turn))
        head.addWidget(label(title, "title", serif=True, wrap=True), 1)
        layout.addLayout(head)
        layout.addWidget(label(reason, "lead", role="muted", wrap=True))
        columns = line(gap=28)
        left = column(gap=8)
        right = column(gap=8)
        columns.addLayout(left, 3)
        columns.addLayout(right, 2)
        layout.addLayout(columns, 1)
        page.setLayout(layout)
        page.setAccessibleName(f"{title} {reason}")
        return page, left, right

    def _fill_columns(self, left: QVBoxLayout, right: QVBoxLayout) -> None:
        t, match = self._t, self._match
        view = match.session.onlooker().view()
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(self._panel_class.round_table(view, t, match.names))
        left.addWidget(area, 1)
        right.addWidget(label(t._("Score sheet"), "lead", serif=True))
        right.addWidget(score_sheet(match.names, match.finished_rounds, t), 1)

    def _build_round(self) -> None:
        t, match = self._t, self._match
        view = match.session.onlooker().view()
        title, reason = self._panel_class.round_title(view, t, match.names)
        page, left, right = self._result_page(title, reason, "crown")
        self._fill_columns(left, right)
        foot = line()
        foot.addStretch(1)
        over = match.session.over
        button = Button(t._("To the result") if over else t._("Next round"), "primary", game=match.game_id)
        button.setFont(theme.font("lead", bold=True))
        button.clicked.connect(match.next_round)
        foot.addWidget(button)
        layout = page.layout()
        assert isinstance(layout, QVBoxLayout)
        layout.addLayout(foot)
        self._body_layout.addWidget(page)
        self.next_button = button
        button.setFocus()

    def _build_result(self) -> None:
        t, match = self._t, self._match
        outcome = match.session.outcome()
        assert outcome is not None
        winners = t.listing([match.names[seat] for seat in outcome.winners])
        title = (
            t._("{name} wins the match!", name=winners)
            if len(outcome.winners) == 1
            else t._("{names} share the win!", names=winners)
        )
        standing = sorted(range(len(match.names)), key=lambda seat: -outcome.points[seat])
        reason = " · ".join(f"{match.names[seat]} {outcome.points[seat]}" for seat in standing)
        page, left, right = self._result_page(title, reason, "crown")
        left.addWidget(label(t._("The last round"), "lead", serif=True))
        self._fill_columns(left, right)
        foot = line(gap=12)
        home = Button(t._("To the start page"), "plain")
        home.clicked.connect(self.home.emit)
        again = Button(t._("Rematch"), "primary", game=match.game_id)
        again.setFont(theme.font("lead", bold=True))
        again.clicked.connect(self.rematch.emit)
        foot.addWidget(home)
        foot.addStretch(1)
        foot.addWidget(again)
        layout = page.layout()
        assert isinstance(layout, QVBoxLayout)
        layout.addLayout(foot)
        self._body_layout.addWidget(page)
        self.rematch_button = again
        again.setFocus()

    # Buttons ----------------------------------------

    def show_sheet(self) -> None:
        """Open the score sheet."""
        match = self._match
        view = match.session.onlooker().view()
        headline = self._panel_class.headline(view, self._t)
        score_dialog(match.names, match.finished_rounds, headline, self._t, self).open()

    def toggle_log(self) -> None:
        """Show or hide the log."""
        shown = self.log is not None and self.log.isVisibleTo(self)
        self._log_open = not shown
        # Asked for in a narrow window, the log comes all the same.
        self._log_forced = self._log_open and self.width() < NARROW
        self._place_log()
        self.log_toggled.emit(self._log_open)

    def _place_log(self) -> None:
        if self.log is not None:
            self.log.setVisible(self._log_open and (self.width() >= NARROW or self._log_forced))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_log()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._match.stage is Stage.ROUND:
            self._match.next_round()
            return
        super().keyPressEvent(event)
