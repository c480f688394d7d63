"""A clock that suggests how long a step may take. Off at first, and nothing happens when it has run out."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import Qt, QTimer

from desktop.games.oneword.faces import GAME
from desktop.widgets import theme
from desktop.widgets.basics import Button
from engine.core.text import Texts

TIMES = (0, 30, 60, 90, 120)
"""The times offered, in seconds; 0 is no clock."""


class Clock(Button):
    """Shows the time left; pressing it chooses the next of `TIMES`."""

    seconds: ClassVar[int] = 0
    """The time chosen, kept from one panel to the next."""

    def __init__(self, t: Texts) -> None:
        super().__init__("", "link", game=GAME)
        self._t = t
        self._left = Clock.seconds
        self._step: object = None
        self._running = False
        self._tick = QTimer(self)
        self._tick.setInterval(1000)
        self._tick.timeout.connect(self._count)
        self.setFont(theme.font("body"))
        # A click leaves the focus where it is: in the field in which somebody is writing.
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setToolTip(t._("A suggestion only: nothing happens when the time is up. Press to change it."))
        self.clicked.connect(self._choose)
        self._show()

    def begin(self, step: object, running: bool) -> None:
        """The step called *step* is under way: a new one starts the clock afresh, if anybody is to act."""
        self._running = running
        if step != self._step:
            self._step = step
            self._left = Clock.seconds
        self._run()

    def _run(self) -> None:
        if self._running and self._left > 0:
            self._tick.start()
        else:
            self._tick.stop()
        self._show()

    def _count(self) -> None:
        self._left = max(0, self._left - 1)
        self._run()

    def _choose(self) -> None:
        Clock.seconds = TIMES[(TIMES.index(Clock.seconds) + 1) % len(TIMES)]
        self._left = Clock.seconds
        self._run()

    def _show(self) -> None:
        t = self._t
        if not Clock.seconds:
            self.setText(t._("Timer: off"))
            spoken = self.text()
        else:
            spoken = t.n_("Timer: {n} second", "Timer: {n} seconds", Clock.seconds)
            time = f"{self._left // 60}:{self._left % 60:02d}"
            self.setText(t._("Time is up") if not self._left else t._("Timer: {time}", time=time))
        # Not the running time: a screen reader would say it every second.
        self.setAccessibleName(spoken)
