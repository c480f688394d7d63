"""The table: a header, the game's panel with the log beside it, and what comes in their place.

While the curtain is up, or a result is shown, the panel and the log do not exist: they are built anew for the next
person, so nothing private can stand in a hidden widget.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from desktop.binding.match import Match, Stage
from desktop.screens.common import PageDialog, ScoreDialog, Standing, ask
from desktop.widgets import theme
from desktop.widgets.basics import Button, Sign, clear, column, discard, label, line
from desktop.widgets.chart import PointsChart, figure
from desktop.widgets.curtain import Curtain
from desktop.widgets.log import Log, LogPlace
from desktop.widgets.panel import CurtainWords, GamePanel, Looks, Scene, TableMove, panel_class
from engine.core import catalog
from engine.core.meta import bot_name
from engine.core.text import Texts

# The server's code is loaded where there are phones, and not for every table.
if TYPE_CHECKING:
    from desktop.binding.phones import Phones

NARROW = 1180
"""Below this width the log stands back, so that the table keeps its room."""

LOW = 700
SUMMARY_LOW, SUMMARY_HIGH = 150, 520
"""In a page lower than `LOW` pixels, and in others: how many characters a summary may have."""

STILL = Looks()
"""No motion, cards of medium size."""


@dataclass(frozen=True)
class TableSettings:
    """What of the settings the table follows."""

    log_open: bool = True
    looks: Looks = STILL
    aids: bool = True
    confirm: bool = True


@dataclass(frozen=True)
class TableState:
    """How a table was left, for the one that is built in its place: the moment of the past that was shown, where one
    was reading in the log, whether it was asked for in a narrow window, and what was begun at the panel by whom."""

    past: int | None
    log: LogPlace
    log_forced: bool
    begun: Any
    viewer: int | None


class TablePage(QWidget):
    """See the module's docstring."""

    menu = Signal(object)
    """The menu button was pressed; carries the button, so that the menu opens below it."""
    rematch = Signal()
    home = Signal()
    replay = Signal()
    rules = Signal(str)
    players = Signal()
    log_toggled = Signal(bool)

    def __init__(
        self,
        match: Match,
        t: Texts,
        settings: TableSettings | None = None,
        parent: QWidget | None = None,
        *,
        phones: Phones | None = None,
        left: TableState | None = None,
    ) -> None:
        """*phones*: those that play too, if any. *left*: how the page was left that this one takes the place of."""
        super().__init__(parent)
        self._match = match
        self._t = t
        self._settings = settings or TableSettings()
        self._panel_class = panel_class(match.game_id)
        meta = catalog.meta(match.game_id)
        self._name = t._(meta.name)
        self._cooperative = meta.cooperative
        self.game_id = match.game_id
        self.letters = self._panel_class.letters
        self._goal: int | None = match.session.options.get("goal")
        self.panel: GamePanel | None = None
        self.log: Log | None = None
        self._log_open = self._settings.log_open and self._panel_class.log_beside
        self._log_forced = False
        self._shown: tuple[object, ...] = ()
        self._scene: Scene | None = None
        self._past: int | None = None
        self._left_so = left
        self._leaving = False
        self._first: QWidget | None = None
        outer = column(gap=0)
        outer.addWidget(self._header())
        if phones is not None:
            from desktop.screens.missing import Missing

            missing = Missing(phones, t)
            missing.manage.connect(self.players.emit)
            missing.refused.connect(match.told.emit)
            missing.left.connect(self._focus_again)
            outer.addWidget(missing)
        self._body = QWidget()
        self._body_layout: QVBoxLayout = column(margin=12)
        self._body.setLayout(self._body_layout)
        outer.addWidget(self._body, 1)
        self.setLayout(outer)
        match.changed.connect(self.refresh)
        self.refresh()

    def state(self) -> TableState | None:
        """How the table is left; None if none is shown."""
        if self.log is None or self.panel is None:
            return None
        begun = self.panel.begun()
        return TableState(self._past, self.log.place(), self._log_forced, begun, self._match.viewer)

    def take_up(self) -> None:
        """Once the page stands: go on where the one before was left."""
        left, self._left_so = self._left_so, None
        if left is None or self.log is None or self.panel is None:
            return
        if left.begun is not None and left.viewer == self._match.viewer:
            self.panel.take_up(left.begun)
        self._log_forced = left.log_forced
        self._place_log()
        if left.past is not None:
            self.show_past(left.past)
        self.log.take_up(left.log)

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
        self._head_line = layout
        self.undo_button = Button(t._("Undo"), "link")
        self.undo_button.setIcon(theme.icon("undo"))
        self.undo_button.setToolTip(t._("Take your last move back (Ctrl+Z)"))
        self.undo_button.clicked.connect(self._match.undo)
        self.redo_button = Button(t._("Redo"), "link")
        self.redo_button.setIcon(theme.icon("redo"))
        self.redo_button.setToolTip(t._("Make the move again (Ctrl+Y)"))
        self.redo_button.clicked.connect(self._match.redo)
        self.sheet_name = t._("Cards") if self._cooperative else t._("Score sheet")
        self.sheet_button = Button(self.sheet_name, "link")
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
        for button in (
            self.undo_button,
            self.redo_button,
            self.sheet_button,
            self.log_button,
            rules,
            self.menu_button,
        ):
            layout.addWidget(button)
            button.setAccessibleName(button.text())
        self._head_buttons = {self.sheet_button, self.log_button, rules, self.undo_button, self.redo_button}
        header.setLayout(layout)
        return header

    def _fit_header(self) -> None:
        """In a narrow window the header's buttons show their signs only; the words are their tool tips."""
        for texts in (True, False):
            for button in self._head_buttons:
                name = button.accessibleName()
                button.setText(name if texts else "")
                button.setToolTip(button.toolTip() or name)
            self._head_line.invalidate()
            if self._head_line.minimumSize().width() <= self.width():
                break

    # What is shown ----------------------------------------

    def refresh(self) -> None:
        """Show what the match's stage asks for."""
        match = self._match
        stage = match.stage
        table = stage in (Stage.TABLE, Stage.HANDOVER)
        key: tuple[object, ...] = (
            ("table", match.viewer)
            if table
            else (stage, self._curtain_words() if stage is Stage.CURTAIN else len(match.finished_rounds))
        )
        ending = stage in (Stage.ROUND, Stage.RESULT) and key != self._shown
        if ending and not self._leaving and self._say_farewell():
            return
        if self._leaving and self.panel is not None and self.panel.motion.running:
            return
        self._leaving = False
        if ending and self.log is not None and self._scene is not None:
            # The log goes, but a screen reader is to hear how the round ended.
            self.log.show_lines(self._panel_class.lines(self._scene.port, self._t, match.names))
        self.headline.setText(self._headline(match.port.view()))
        if key != self._shown:
            self._shown = key
            self._past = None
            self._clear()
            if table:
                self._build_table()
            elif stage is Stage.CURTAIN:
                self._build_curtain()
            elif stage is Stage.ROUND:
                self._build_round()
            else:
                self._build_result()
            # Only now: a bot that has waited for what was shown moves at once, and the table has to follow.
            match.hold(self._left_so is not None and self._left_so.past is not None)
            if self._shown != key:
                return
        if table:
            self._show_table()
        elif self._first is not None and self.isVisible():
            self._first.setFocus()
        self.log_button.setVisible(table)
        playing = table or stage is Stage.ROUND
        self.undo_button.setVisible(match.practice and playing)
        self.redo_button.setVisible(match.can_redo and playing)
        self.undo_button.setEnabled(match.can_undo)
        self._fit_header()

    def _headline(self, view: Any) -> str:
        """The line that names the round; beside a result it is the round that has ended, also if the next is dealt."""
        ended = self._match.stage in (Stage.ROUND, Stage.RESULT)
        return self._panel_class.headline(view, self._t, ended=ended)

    def _focus_again(self) -> None:
        """What had the focus is gone: the keyboard goes on with what is to be done."""
        panel = self.panel
        if self._first is not None:
            self._first.setFocus()
        elif panel is None or not panel.focusNextPrevChild(True):
            self.menu_button.setFocus()

    def _say_farewell(self) -> bool:
        """Let the last cards of a round find their places first; the result waits. False if nothing is to show."""
        if self.panel is None or self._scene is None:
            return False
        self._leaving = self.panel.farewell(self._scene)
        return self._leaving

    def _clear(self) -> None:
        if self.panel is not None:
            self.panel.motion.abandon()
        self.panel = None
        self.log = None
        self._first = None
        self._scene = None
        clear(self._body_layout)

    def _put(self, widget: QWidget) -> None:
        """Show *widget* as the body, at once, so that it can take the focus."""
        self._body_layout.addWidget(widget)
        widget.show()

    def _build_table(self) -> None:
        content = QWidget()
        layout = line(gap=12)
        # Layouts first: a widget shown before it has a parent would flash up as a window of its own.
        content.setLayout(layout)
        left = column(gap=8)
        layout.addLayout(left, 1)
        self._banner = self._build_banner()
        left.addWidget(self._banner)
        self._coach = QFrame()
        self._coach.setProperty("role", "notice")
        coach = line(margin=7, gap=12)
        coach.addWidget(Sign("person", 24, "", theme.colours().turn))
        self._coach_words = label("", "lead", wrap=True)
        coach.addWidget(self._coach_words, 1)
        self._coach.setLayout(coach)
        self._coach.hide()
        left.addWidget(self._coach)
        self._summary: QFrame | None = None
        self.panel = self._panel_class(self._t, self._settings.looks)
        self.panel.moved.connect(self._close_summary)
        self.panel.moved.connect(self._match.play)
        self.panel.passed_on.connect(self._match.hand_over)
        self.panel.asked.connect(self._match.ask_advice)
        self.panel.busy.connect(self._match.hold)
        self.panel.settled.connect(self._settled)
        self.panel.noted.connect(self._match.keep_notes)
        left.addWidget(self.panel, 1)
        self.log = Log(self._t, self._panel_class.round_name)
        self.log.setFixedWidth(272)
        self.log.chosen.connect(self.show_past)
        layout.addWidget(self.log)
        self._place_log()
        self._put(content)
        self._left = left

    def _build_banner(self) -> QFrame:
        """The strip above the table while one looks at the past."""
        t = self._t
        banner = QFrame()
        banner.setProperty("role", "notice")
        layout = line(margin=6, gap=10)
        layout.addWidget(Sign("eye", 20, "", theme.colours().warning))
        layout.addWidget(label(t._("This is how the table lay then, as far as you knew."), bold=True), 1)
        button = Button(t._("Back to the game"), "link")
        button.clicked.connect(self.show_present)
        layout.addWidget(button)
        banner.setLayout(layout)
        banner.hide()
        return banner

    def _scene_now(self) -> Scene:
        match = self._match
        port = match.port
        names = match.names
        acting = match.acting
        active = match.stage is Stage.TABLE and any(each.seat in port.awaited for each in acting)
        passing = (
            names[match.next_seat] if match.stage is Stage.HANDOVER and match.next_seat is not None else ""
        )
        return Scene(
            port,
            names,
            bot_strengths(match, self._t),
            active,
            passing,
            aids=self._settings.aids and match.alone,
            confirm=self._settings.confirm,
            advice=match.advice_text(self._t),
            advised=match.advised,
            notes={} if match.viewer is None else match.notes_of(match.viewer),
            acting=acting,
        )

    def _show_table(self) -> None:
        if self._past is not None:
            self._past = None
            if self.log is not None:
                self.log.mark(-1)
            self._match.hold(False)
        assert self.panel is not None
        self._scene = self._scene_now()
        self._banner.hide()
        self.panel.present(self._scene)
        if not self.panel.motion.running:
            self._settled()

    def _settled(self) -> None:
        """What happened was shown: the log follows, and a page that waited comes."""
        if self._leaving:
            self.refresh()
            return
        if self.log is None or self._scene is None:
            return
        lines = self._panel_class.lines(self._scene.port, self._t, self._match.names)
        self.log.show_lines(lines)
        self._show_coach()
        news = self._match.news
        if news is not None and self._summary is None:
            texts = [entry.text for entry in lines if entry.index >= news]
            if texts and self._panel_class.recap:
                self._show_summary(self._newest(texts))
            else:
                self._match.news_read()

    def _show_coach(self) -> None:
        """In a guided match: what the guide says, above the table."""
        text = self._match.coach_text(self._t)
        self._coach_words.setText(text)
        # In a low window the cards need the room more.
        self._coach_words.setFont(theme.font("body" if self.height() < LOW else "lead"))
        self._coach.setAccessibleName(text)
        self._coach.setVisible(bool(text))

    def _newest(self, texts: list[str]) -> list[str]:
        """As many of the newest sentences as have room above the table; the log has them all."""
        room = SUMMARY_LOW if self.height() < LOW else SUMMARY_HIGH
        kept: list[str] = []
        for text in reversed(texts):
            if kept and sum(map(len, kept)) + len(text) > room:
                return ["…", *reversed(kept)]
            kept.append(text)
        return list(reversed(kept))

    def _show_summary(self, texts: list[str]) -> None:
        """After a hand-over: what happened since one's last turn."""
        t = self._t
        frame = QFrame()
        frame.setProperty("role", "notice")
        layout = column(margin=12, gap=2)
        head = line()
        head.addWidget(label(t._("Since your last turn"), "lead", serif=True), 1)
        close = Button(t._("Got it"), "link")
        close.clicked.connect(self._close_summary)
        head.addWidget(close)
        layout.addLayout(head)
        layout.addWidget(label(" ".join(texts), wrap=True))
        frame.setLayout(layout)
        frame.setAccessibleName(" ".join((t._("Since your last turn"), *texts)))
        self._summary = frame
        self._left.insertWidget(0, frame)

    def _close_summary(self) -> None:
        if self._summary is not None:
            self._match.news_read()
            discard(self._summary)
            self._summary = None
            # At once: a panel that gets its new size later would break off what it is showing then.
            layout = self._body_layout
            for index in range(layout.count()):
                item = layout.itemAt(index)
                content = item.widget() if item is not None else None
                inner = content.layout() if content is not None else None
                if inner is not None:
                    inner.activate()

    def show_past(self, revision: int) -> None:
        """Show the table as it was at *revision*, with the viewer's own knowledge."""
        if self.panel is None or self._scene is None or self.panel.motion.running:
            return
        if revision >= self._match.session.moments[-1]:
            self.show_present()
            return
        # Of what happened before the first deal there is no table to show but that one.
        revision = max(revision, self._panel_class.first_position(self._scene.port))
        self._past = revision
        self._close_summary()
        self._banner.show()
        self._match.hold(True)
        scene = replace(
            self._scene, active=False, passing="", revision=revision, advice="", advised=None, acting=()
        )
        self.panel.show_scene(scene)
        self.headline.setText(self._panel_class.headline(scene.view(), self._t))

    def show_present(self) -> None:
        """Back from the past."""
        if self._past is not None:
            self.refresh()

    def _curtain_words(self) -> CurtainWords:
        match = self._match
        view = match.session.onlooker().view()
        return self._panel_class.curtain(view, self._t, match.names, match.next_seats)

    def _build_curtain(self) -> None:
        match, said = self._match, self._curtain_words()
        curtain = Curtain(said.title, said.text, said.button, match.game_id, self._panel_class.back)
        curtain.lifted.connect(match.take_over)
        self._put(curtain)
        self._first = curtain.button

    def _result_page(
        self, title: str, reason: str, *, crowned: bool
    ) -> tuple[QFrame, QVBoxLayout, QVBoxLayout, QHBoxLayout]:
        """A page with a heading, two columns and a foot for buttons: the page and the three layouts to fill."""
        page = QFrame()
        page.setProperty("role", "panel")
        layout = column(margin=24, gap=12)
        head = line(gap=12)
        if crowned:
            head.addWidget(Sign("crown", 32, "", theme.colours().turn))
        head.addWidget(label(title, "title", serif=True, wrap=True), 1)
        layout.addLayout(head)
        layout.addWidget(label(reason, "lead", role="muted", wrap=True))
        columns = line(gap=28)
        left = column(gap=8)
        right = column(gap=8)
        columns.addLayout(left, 3)
        if not self._cooperative:
            columns.addLayout(right, 2)
        layout.addLayout(columns, 1)
        foot = line(gap=12)
        layout.addLayout(foot)
        page.setLayout(layout)
        page.setAccessibleName(f"{title} {reason}")
        return page, left, right, foot

    def _fill_columns(self, left: QVBoxLayout, right: QVBoxLayout) -> None:
        t, match = self._t, self._match
        view = match.session.onlooker().view()
        if match.alone and match.stage is Stage.ROUND:
            secret = self._panel_class.round_secret(match.session.port(match.humans[0]).view(), t)
            if secret:
                left.addWidget(label(secret, bold=True, wrap=True))
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(self._panel_class.round_table(view, t, match.names))
        left.addWidget(area, 1)
        if self._cooperative:
            return
        right.addWidget(label(t._("Score sheet"), "lead", serif=True))
        own_sheet = self._panel_class.own_sheet
        if own_sheet:
            chart = PointsChart(t)
            chart.show_rounds(match.names, match.finished_rounds, self._goal)
            chart.setMinimumHeight(150)
            right.addWidget(chart, 1)
        else:
            result = match.stage is Stage.RESULT
            right.addWidget(Standing(match.names, match.finished_rounds, self._goal, t, chart=result), 1)

    def _build_round(self) -> None:
        t, match = self._t, self._match
        view = match.session.onlooker().view()
        title, reason = self._panel_class.round_title(view, t, match.names)
        crowned = self._panel_class.round_crowned(view)
        page, left, right, foot = self._result_page(title, reason, crowned=crowned)
        self._fill_columns(left, right)
        foot.addStretch(1)
        over = match.session.over
        button = Button(
            t._("To the result") if over else t.p_("button", "Next round"), "primary", game=match.game_id
        )
        button.setFont(theme.font("lead", bold=True))
        button.clicked.connect(match.next_round)
        foot.addWidget(button)
        self._put(page)
        # A note that wraps would take its last pixels from the button.
        button.setMinimumHeight(button.sizeHint().height())
        self.next_button = button
        self._first = button

    def _build_result(self) -> None:
        t, match = self._t, self._match
        outcome = match.session.outcome()
        assert outcome is not None
        if self._cooperative:
            title, reason = self._panel_class.round_title(match.session.onlooker().view(), t, match.names)
        else:
            winners = t.listing([match.names[seat] for seat in outcome.winners])
            title = (
                t._("{name} wins the match!", name=winners)
                if len(outcome.winners) == 1
                else t._("{names} share the win!", names=winners)
            )
            standing = sorted(range(len(match.names)), key=lambda seat: -outcome.points[seat])
            reason = " · ".join(f"{match.names[seat]} {figure(outcome.points[seat])}" for seat in standing)
        crowned = self._panel_class.crowned(match.port.view())
        page, left, right, foot = self._result_page(title, reason, crowned=crowned)
        if match.aided and match.practice and match.guide is None:
            left.addWidget(
                label(
                    t._(
                        "This match does not count in the statistics: moves were taken back, or tips asked for."
                    ),
                    role="muted",
                    wrap=True,
                )
            )
        if not self._panel_class.own_sheet:
            left.addWidget(label(t._("The last round"), "lead", serif=True))
        self._fill_columns(left, right)
        home = Button(t._("To the start page"), "plain")
        home.clicked.connect(self.home.emit)
        watch = Button(t._("Watch the match again"), "plain")
        watch.clicked.connect(self.replay.emit)
        text = t._("Play again") if self._cooperative else t._("Rematch")
        again = Button(text, "primary", game=match.game_id)
        again.setFont(theme.font("lead", bold=True))
        again.clicked.connect(self.rematch.emit)
        foot.addWidget(home)
        foot.addWidget(watch)
        foot.addStretch(1)
        foot.addWidget(again)
        self._put(page)
        # A note that wraps would take its last pixels from the button.
        again.setMinimumHeight(again.sizeHint().height())
        self.rematch_button = again
        self._first = again

    # Buttons ----------------------------------------

    def show_sheet(self) -> None:
        """Open the score sheet."""
        match = self._match
        view = match.session.onlooker().view()
        headline = self._headline(view)
        own = self._panel_class
        if self._cooperative:
            dialog = PageDialog(self.sheet_name, self._t._("Close"), self.window(), game=self.game_id)
            dialog.body.addWidget(label(headline, role="muted"))
            dialog.body.addWidget(own.sheet(view, self._t, match.names), 1)
            dialog.resize(900, 520)
            dialog.open()
            return
        ScoreDialog(
            self._name,
            headline,
            match.names,
            match.finished_rounds,
            self._goal,
            self._t,
            self.window(),
            game_id=match.game_id,
            sheet=own.sheet(view, self._t, match.names) if own.own_sheet else None,
        ).open()

    def table_moves(self) -> tuple[tuple[TableMove, Callable[[], None]], ...]:
        """What may be done for the table now, whoever is at the screen, and how; for the menu."""
        match = self._match
        view = match.session.onlooker().view()
        found = []
        for seat, move in match.session.table_moves:
            bot = seat in match.bots
            said = self._panel_class.table_move_of(seat, bot, move, view, self._t, match.names)
            if said is not None:
                found.append((said, lambda seat=seat, move=move: match.arrange(seat, move)))
        return tuple(found)

    def keys(self) -> list[tuple[str, str]]:
        """The keys of the game that is played, for the help."""
        return self._panel_class.keys(self._t)

    def make_table_move(self, said: TableMove, act: Callable[[], None]) -> None:
        """Make such a move; where it asks, after a yes."""
        if said.question:
            ask(self, self._name, said.question, said.consequence, said.text, self._t._("Cancel"), act)
        else:
            act()

    def toggle_log(self) -> None:
        """Show or hide the log."""
        shown = self.log is not None and self.log.isVisibleTo(self)
        self._log_open = not shown
        # Asked for in a narrow window, the log comes all the same.
        self._log_forced = self._log_open and self.width() < NARROW
        self._place_log()
        if self._panel_class.log_beside:
            self.log_toggled.emit(self._log_open)

    def _place_log(self) -> None:
        if self.log is not None:
            self.log.setVisible(self._log_open and (self.width() >= NARROW or self._log_forced))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_log()
        self._fit_header()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._match.stage is Stage.ROUND:
            self._match.next_round()
            return
        if key == Qt.Key.Key_Escape and self._past is not None:
            self.show_present()
            return
        if event.matches(QKeySequence.StandardKey.Undo) and self._match.can_undo:
            self._match.undo()
            return
        if event.matches(QKeySequence.StandardKey.Redo) or (
            key == Qt.Key.Key_Y and event.modifiers() & Qt.KeyboardModifier.ControlModifier
        ):
            self._match.redo()
            return
        super().keyPressEvent(event)


def bot_strengths(match: Match, t: Texts) -> tuple[str, ...]:
    """By seat: the bot's strength in words, or empty for a person."""
    bots = match.bots
    return tuple(bot_name(bots[seat], t) if seat in bots else "" for seat in range(len(match.names)))
