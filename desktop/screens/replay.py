"""After the match: the whole game again, step by step, with all hands open."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QSlider, QWidget

from desktop.binding.match import Match
from desktop.screens.table import bot_strengths
from desktop.widgets import theme
from desktop.widgets.basics import Button, column, label, line
from desktop.widgets.log import Log, LogPlace
from desktop.widgets.panel import Scene, panel_class
from engine.core import catalog
from engine.core.text import Texts

ROOMY = 1100
"""The least width, in pixels, of a page that shows the log beside more than two open hands."""
STEP_TIME = 1_200
"""Milliseconds a step is shown while the replay runs by itself."""


@dataclass(frozen=True)
class ReplayState:
    """How a replay was left: the step shown, whether it runs by itself, and where one was reading in the log."""

    step: int
    runs: bool
    log: LogPlace


class ReplayPage(QWidget):
    """A finished match of *match*; ``back`` leads to its result.

    ``menu``: the menu button was pressed; carries the button, so that the menu opens below it.
    """

    back = Signal()
    menu = Signal(object)

    def __init__(
        self, match: Match, t: Texts, parent: QWidget | None = None, *, left: ReplayState | None = None
    ) -> None:
        """*left*: how the page was left that this one takes the place of."""
        super().__init__(parent)
        self._match = match
        self._t = t
        panel_type = panel_class(match.game_id)
        # Before the first deal there is nothing to see.
        first = panel_type.first_position(match.session.onlooker())
        self._moments = [moment for moment in match.session.moments if moment >= first]
        self._last = len(self._moments) - 1
        self._headline_of = panel_type.headline
        outer = column(gap=0)
        header = QFrame()
        header.setProperty("role", "header")
        head = line(gap=8)
        head.setContentsMargins(20, 6, 14, 6)
        head.addWidget(label(t._(catalog.meta(match.game_id).name), "heading", serif=True))
        self.headline = label("", role="muted")
        head.addWidget(self.headline)
        head.addStretch(1)
        close = Button(t._("Back to the result"), "link")
        close.setIcon(theme.icon("back"))
        close.clicked.connect(self.back.emit)
        head.addWidget(close)
        self.menu_button = Button(t._("Menu"), "link")
        self.menu_button.setIcon(theme.icon("menu"))
        self.menu_button.clicked.connect(lambda: self.menu.emit(self.menu_button))
        head.addWidget(self.menu_button)
        header.setLayout(head)
        outer.addWidget(header)
        body = line(margin=12, gap=12)
        side = column(gap=8)
        self.panel = panel_type(t)
        side.addWidget(self.panel, 1)
        controls = line(gap=8)
        self.first = self._button("|◀", t._("To the beginning (Home)"), lambda: self.go(0))
        self.previous = self._button("◀", t._("One step back (Left)"), lambda: self.go(self.at - 1))
        self.play = self._button("▶▶", t._("Run or stop (Space)"), self.toggle)
        self.next = self._button("▶", t._("One step on (Right)"), lambda: self.go(self.at + 1))
        self.end = self._button("▶|", t._("To the end (End)"), lambda: self.go(self._last))
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, self._last)
        self.slider.setAccessibleName(t._("Place in the match"))
        self.slider.valueChanged.connect(self._show)
        for button in (self.first, self.previous, self.play, self.next, self.end):
            controls.addWidget(button)
        controls.addWidget(self.slider, 1)
        self.count = label("", role="muted")
        self.count.setMinimumWidth(90)
        controls.addWidget(self.count)
        side.addLayout(controls)
        body.addLayout(side, 1)
        self.log = Log(t, panel_type.round_name)
        self.log.setFixedWidth(272)
        self.log.chosen.connect(lambda moment: self.go(bisect_left(self._moments, moment)))
        self._lines = panel_type.lines(match.session.onlooker(), t, match.names)
        self.log.show_lines(self._lines)
        body.addWidget(self.log)
        outer.addLayout(body, 1)
        self.setLayout(outer)
        self._timer = QTimer(self)
        self._timer.setInterval(STEP_TIME)
        self._timer.timeout.connect(self._run)
        self._show(0)
        if left is not None:
            self.go(left.step)
            self.log.take_up(left.log)
            if left.runs:
                self.toggle()

    def state(self) -> ReplayState:
        """How the replay is left."""
        return ReplayState(self.at, self._timer.isActive(), self.log.place())

    def _button(self, text: str, spoken: str, act: object) -> Button:
        made = Button(text, "segment")
        made.arrows_to_parent = True
        made.setAccessibleName(spoken)
        made.setToolTip(spoken)
        made.clicked.connect(act)
        return made

    @property
    def at(self) -> int:
        """The step shown."""
        return self.slider.value()

    def go(self, step: int) -> None:
        """Show *step*, as far as there is one."""
        self.slider.setValue(max(0, min(self._last, step)))

    def toggle(self) -> None:
        """Run by itself, or stop."""
        if self._timer.isActive():
            self._stop()
        else:
            if self.at == self._last:
                self.go(0)
            self._timer.start()
            self.play.setText("❚❚")

    def _stop(self) -> None:
        self._timer.stop()
        self.play.setText("▶▶")

    def _run(self) -> None:
        self.go(self.at + 1)
        if self.at == self._last:
            self._stop()

    def _show(self, step: int) -> None:
        match = self._match
        session = match.session
        moment = self._moments[step]
        told = [entry for entry in self._lines if entry.revision <= moment]
        latest = [entry.text for entry in told if entry.revision == moment]
        everyone = tuple(session.port(seat) for seat in range(len(match.names)))
        scene = Scene(
            session.onlooker(),
            match.names,
            bot_strengths(match, self._t),
            active=False,
            revision=moment,
            everyone=everyone,
            caption=" ".join(latest),
        )
        self.panel.show_scene(scene)
        self.headline.setText(self._headline_of(scene.view(), self._t))
        self.count.setText(f"{step} / {self._last}")
        self.log.mark(len(told) - 1)
        if not told:
            self.log.list.scrollToTop()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # In a small window many open hands need the room more; what happened stands below the table too.
        self.log.setVisible(event.size().width() >= ROOMY or len(self._match.names) <= 2)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = {
            Qt.Key.Key_Left: self.at - 1,
            Qt.Key.Key_Right: self.at + 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: self._last,
        }
        key = Qt.Key(event.key())
        if key in keys:
            self.go(keys[key])
        elif key == Qt.Key.Key_Space:
            self.toggle()
        elif key == Qt.Key.Key_Escape:
            self.back.emit()
        else:
            super().keyPressEvent(event)
