"""Cards in motion: an overlay that shows cards on their way, step by step, and can be skipped at any moment.

The overlay paints over a panel that still shows the table as it was. When the last step is done (or skipped) the
panel renders the new state. Nothing is told by motion alone: log and table say the same.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from PySide6.QtCore import QEasingCurve, QElapsedTimer, QEvent, QObject, QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget

from desktop.widgets import theme
from desktop.widgets.card import Face, paint_card

CALM = 400
"""Milliseconds for which a key does nothing after it has skipped something."""

UNTIL_PRESSED = -1
"""Instead of milliseconds: `MotionLayer.wait` ends with a click or a key only."""

SKIPPING = (Qt.Key.Key_Space,)
GOING_ON = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)
"""The keys that skip what moves, and those that end a wait."""

CAPTION = 36
"""Room below a card for its caption, in pixels."""

SPEEDS = {"calm": 1.0, "brisk": 0.5, "off": 0.0}
"""By the name of the setting: how long everything takes, compared with the theme's times."""


@cache
def system_wants_less_motion() -> bool:
    """Whether the system is set to show less motion. Asked once; where nobody answers, no."""
    try:
        if sys.platform == "win32":
            import ctypes

            wanted = ctypes.c_int(1)
            # SPI_GETCLIENTAREAANIMATION
            ctypes.windll.user32.SystemParametersInfoW(0x1042, 0, ctypes.byref(wanted), 0)
            return not wanted.value
        if sys.platform == "darwin":
            command = ["defaults", "read", "com.apple.universalaccess", "reduceMotion"]
            return _ask(command) == "1"
        if "GNOME" in os.environ.get("XDG_CURRENT_DESKTOP", "").upper():
            command = ["gsettings", "get", "org.gnome.desktop.interface", "enable-animations"]
            return _ask(command) == "false"
    except (OSError, AttributeError, subprocess.SubprocessError):
        return False
    return False


def _ask(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=0.5, check=False)
    return done.stdout.strip()


def speed(setting: str) -> float:
    """The factor for the times: 0 shows no motion at all."""
    if setting == "system":
        return SPEEDS["off"] if system_wants_less_motion() else SPEEDS["calm"]
    return SPEEDS.get(setting, 1.0)


@dataclass(frozen=True)
class Flight:
    """One card on its way from ``start`` to ``end``, both in the panel's coordinates.

    ``face`` is what is seen at the start, ``turned`` what is seen from the middle on (None: the same). ``there``
    and back again if ``returns``; lies where it came to rest until the end of the whole show unless ``gone``.
    """

    face: Face
    start: QRectF
    end: QRectF
    turned: Face | None = None
    returns: bool = False
    gone: bool = False
    caption: str = ""
    """Said below the card, for instance whose it is."""


@dataclass(frozen=True)
class Step:
    """Flights that happen together, how long they take and how long one may look at the result (theme times)."""

    flights: tuple[Flight, ...]
    way: int = theme.WAY
    rest: int = 120
    hides: tuple[QWidget, ...] = ()
    """Widgets whose cards are on their way from here on."""
    veil: bool = False
    """Dim the table, so that the cards shown stand out."""


class MotionLayer(QWidget):
    """Plays steps one after the other over its parent."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._panel = parent
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.hide()
        self._steps: list[Step] = []
        self._landed: list[Flight] = []
        self._hidden: list[QWidget] = []
        self._done: Callable[[], None] | None = None
        self._factor = 1.0
        self._elapsed = QElapsedTimer()
        self._curve = QEasingCurve(QEasingCurve.Type.OutCubic)
        self._tick = QTimer(self)
        self._tick.setTimerType(Qt.TimerType.PreciseTimer)
        self._tick.setInterval(16)
        self._tick.timeout.connect(self._advance)
        self._calm = QTimer(self)
        self._calm.setSingleShot(True)
        self._calm.setInterval(CALM)
        self._calm.timeout.connect(self._calm_again)
        self._keys: tuple[Qt.Key, ...] = SKIPPING
        self._waiting = False
        self._wait = QTimer(self)
        self._wait.setSingleShot(True)
        self._wait.timeout.connect(self.skip)

    @property
    def running(self) -> bool:
        """Whether something is being shown."""
        return self._done is not None

    @property
    def waiting(self) -> bool:
        """Whether what lies there is left to be looked at (see `wait`)."""
        return self._waiting

    def wait(self, milliseconds: int, done: Callable[[], None]) -> None:
        """Leave the table as it is for so long (`UNTIL_PRESSED`: for ever), then call *done*.

        A click in the window, Space or Enter ends it at once and does nothing else.
        """
        self.skip()
        self._done = done
        self._waiting = True
        self._keys = GOING_ON
        app = QApplication.instance()
        if app is not None:
            app.installEventFilter(self)
        if milliseconds != UNTIL_PRESSED:
            self._wait.start(milliseconds)

    def play(self, steps: Sequence[Step], factor: float, done: Callable[[], None]) -> None:
        """Show *steps*, then call *done*. A *factor* of 0 calls it at once."""
        self.skip()
        if not steps or factor <= 0:
            done()
            return
        size = self._panel.size()
        app = QApplication.instance()
        if app is not None:
            app.installEventFilter(self)
        self.setGeometry(self._panel.rect())
        self.raise_()
        self.show()
        if self._panel.size() != size:
            # Showing this has laid out the panel, which was due: cards on their way would miss their places.
            self.hide()
            done()
            return
        self._done = done
        self._keys = SKIPPING
        self._factor = factor
        self._steps = list(steps)
        self._landed = []
        self._begin_step()
        self._tick.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """While something is shown: Space anywhere, or a click anywhere in the window, comes to its end.

        In a wait Enter does so, too. The key does nothing else for a moment after that.
        """
        kind = event.type()
        if kind not in (QEvent.Type.KeyPress, QEvent.Type.MouseButtonPress):
            return False
        if self._done is None and not (self._calm.isActive() and kind == QEvent.Type.KeyPress):
            return False
        if not isinstance(watched, QWidget) or watched.window() is not self.window():
            return False
        if kind == QEvent.Type.KeyPress:
            if not (
                isinstance(event, QKeyEvent)
                and event.key() in self._keys
                and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
            ):
                return False
            self.skip()
            # Whoever skips several things in a row must not play a card with the last press.
            app = QApplication.instance()
            if app is not None:
                app.installEventFilter(self)
            self._calm.start()
            return True
        inside = watched is self._panel or self._panel.isAncestorOf(watched)
        self.skip()
        # A click on the table was for skipping; one on the menu is meant for the menu.
        return inside

    def _calm_again(self) -> None:
        if not self.running:
            self._stop_watching()

    def _stop_watching(self) -> None:
        self._calm.stop()
        app = QApplication.instance()
        if app is not None:
            app.removeEventFilter(self)

    def skip(self) -> None:
        """Come to the end at once."""
        if self._done is None:
            return
        self._stop_watching()
        self._stop_waiting()
        self._tick.stop()
        self._steps = []
        self._landed = []
        for widget in self._hidden:
            _set_ghost(widget, False)
        self._hidden = []
        self.hide()
        done, self._done = self._done, None
        done()

    def _stop_waiting(self) -> None:
        self._waiting = False
        self._wait.stop()

    def abandon(self) -> None:
        """Stop without calling anybody: what was shown is no more."""
        self._done = None
        self._stop_watching()
        self._stop_waiting()
        self._tick.stop()
        self._steps = []
        self.hide()

    def _begin_step(self) -> None:
        for widget in self._steps[0].hides:
            _set_ghost(widget, True)
            self._hidden.append(widget)
        self._elapsed.start()

    def _advance(self) -> None:
        step = self._steps[0]
        if self._elapsed.elapsed() >= (step.way + step.rest) * self._factor:
            self._landed += [flight for flight in step.flights if not flight.gone and not flight.returns]
            del self._steps[0]
            if not self._steps:
                self.skip()
                return
            self._begin_step()
            self.update()
        else:
            # Only where something moves: all that lies below is painted again, too.
            for flight in step.flights:
                below = CAPTION if flight.caption else 8
                self.update(flight.start.united(flight.end).adjusted(-8, -8, 8, below).toAlignedRect())

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._steps:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        step = self._steps[0]
        if step.veil:
            shade = theme.colour(theme.colours().table)
            shade.setAlpha(215)
            painter.fillRect(self.rect(), shade)
        for flight in self._landed:
            paint_card(painter, flight.turned or flight.face, flight.end, self, name=False)
        way = max(1.0, step.way * self._factor)
        part = min(1.0, self._elapsed.elapsed() / way)
        for flight in step.flights:
            self._paint_flight(painter, flight, part)

    def _paint_flight(self, painter: QPainter, flight: Flight, part: float) -> None:
        if flight.returns:
            part = 1 - abs(2 * part - 1)
        eased = self._curve.valueForProgress(part)
        rect = _between(flight.start, flight.end, eased)
        face = flight.face
        if flight.turned is not None:
            # A turning card becomes narrow, then wide again with its other side.
            if eased > 0.5:
                face = flight.turned
            share = max(0.04, abs(2 * eased - 1))
            rect = QRectF(
                rect.center() - QPointF(rect.width() * share / 2, rect.height() / 2),
                rect.center() + QPointF(rect.width() * share / 2, rect.height() / 2),
            )
        larger = max(flight.start, flight.end, key=QRectF.width)
        paint_card(painter, face, rect, self, name=False, drawn=larger.size())
        if flight.caption:
            whole = _between(flight.start, flight.end, eased)
            painter.setFont(theme.font("lead", serif=True))
            painter.setPen(theme.colour(theme.colours().text))
            text = painter.fontMetrics().elidedText(
                flight.caption, Qt.TextElideMode.ElideRight, round(whole.width() + 12)
            )
            place = QRectF(whole.left() - 8, whole.bottom() + 6, whole.width() + 16, CAPTION - 10)
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, text)


def _set_ghost(widget: QWidget, ghost: bool) -> None:
    """Leave the widget's place empty while its card is on its way."""
    try:
        widget.setProperty("ghost", ghost)
        widget.update()
    except RuntimeError:
        return  # the widget is gone already


def _between(a: QRectF, b: QRectF, part: float) -> QRectF:
    def mix(x: float, y: float) -> float:
        return x + (y - x) * part

    return QRectF(
        mix(a.x(), b.x()), mix(a.y(), b.y()), mix(a.width(), b.width()), mix(a.height(), b.height())
    )
