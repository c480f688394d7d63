"""Labels, buttons, panels and notices in the theme's manner, so that no screen styles its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6 import QtCore
from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QPainter, QPainterPath, QPen
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from desktop.widgets import theme

# PySide builds a class when it is first named; what only annotations name costs nothing at the start.
if TYPE_CHECKING:
    from PySide6.QtGui import QEnterEvent, QKeyEvent, QPaintEvent

# Naming `Qt` builds all its enums, an eighth of the whole start: what the start page is built of and drawn with goes
# without, and says `QtCore.Qt` where something is pressed.
PLAIN_TEXT, STRONG_FOCUS, TOP_LEFT = 0, 11, 0x21
"""Values of `Qt.TextFormat`, `Qt.FocusPolicy` and `Qt.AlignmentFlag`, for setting a widget's properties by name."""


_MARKUP = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"},
)
"""As `html.escape` does it, which comes with all the named characters of HTML, half a megabyte."""


def point_at(widget: QWidget) -> None:
    """The pointer that just entered *widget* becomes a hand over it: it can be pressed."""
    if not widget.testAttribute(QtCore.Qt.WidgetAttribute.WA_SetCursor):
        widget.setCursor(QtCore.Qt.CursorShape.PointingHandCursor)


def plain_tip(text: str) -> str:
    """*text* as a tool tip that is never taken for markup, whatever people call themselves."""
    return f"<p>{text.translate(_MARKUP)}</p>" if text else ""


def as_it_is(text: str) -> str:
    """*text* for a button or a menu: an ampersand in a name makes no keyboard shortcut."""
    return text.replace("&", "&&")


def set_tip(widget: QWidget, text: str) -> None:
    """Give *widget* the tool tip *text*; a screen reader is told the words and not the markup."""
    widget.setToolTip(plain_tip(text))
    widget.setAccessibleDescription(text)


def label(
    text: str,
    size: str = "body",
    *,
    role: str = "",
    serif: bool = False,
    bold: bool = False,
    wrap: bool = False,
    game: str = "",
) -> QLabel:
    """A label of the type scale; *role* is muted, warning, good or accent."""
    made = QLabel(text)
    made.setProperty("textFormat", PLAIN_TEXT)
    made.setFont(theme.font(size, serif=serif, bold=bold))
    made.setProperty("role", role)
    made.setProperty("game", game)
    made.setWordWrap(wrap)
    if wrap:
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        made.setSizePolicy(policy)
    return made


class Elided(QLabel):
    """A one-line label that ends in an ellipsis where there is no room; the whole text is its tool tip."""

    def minimumSizeHint(self) -> QSize:
        return QSize(36, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        metrics = self.fontMetrics()
        text = metrics.elidedText(self.text(), QtCore.Qt.TextElideMode.ElideRight, self.width())
        c = theme.colours()
        # A style sheet's colour does not reach the palette, so the role is looked up here.
        inks = {"muted": c.muted, "warning": c.warning}
        painter.setPen(theme.colour(inks.get(self.property("role"), c.text)))
        painter.drawText(self.rect(), self.alignment() | QtCore.Qt.AlignmentFlag.AlignVCenter, text)


class Yielding(Elided):
    """A label that is not shown at all where there is no room for its whole text."""

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.width() >= self.fontMetrics().horizontalAdvance(self.text()):
            super().paintEvent(event)


def yielding(text: str, size: str = "body", *, role: str = "") -> Yielding:
    """A label for what is said elsewhere too; *role* is muted or nothing."""
    made = Yielding(text)
    made.setProperty("role", role)
    set_tip(made, text)
    made.setProperty("textFormat", PLAIN_TEXT)
    made.setFont(theme.font(size))
    made.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
    return made


def elided(
    text: str, size: str = "body", *, role: str = "", serif: bool = False, bold: bool = False
) -> Elided:
    """A label for what may be longer than its place; *role* is muted, warning or nothing."""
    made = Elided(text)
    made.setProperty("role", role)
    made.setProperty("textFormat", PLAIN_TEXT)
    made.setFont(theme.font(size, serif=serif, bold=bold))
    set_tip(made, text)
    made.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
    return made


class Button(QPushButton):
    """A button that also answers to Enter. *kind*: primary, link, value, segment, or plain."""

    arrows_to_parent = False
    """Whether the parent decides what left and right do; otherwise Qt goes to the next widget, whatever it is."""

    def __init__(
        self, text: str = "", kind: str = "plain", *, game: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setText(text)
        self._note = ""
        self.setProperty("kind", kind)
        self.setProperty("game", game)
        self.setAutoDefault(False)
        self.setFont(theme.font("body", bold=True))
        self.setIconSize(QSize(18, 18))
        self._own_check = False
        self.toggled.connect(self._on_toggled)

    def setText(self, text: str) -> None:
        """Show *text* as it is: an ampersand in a name makes no keyboard shortcut."""
        super().setText(as_it_is(text))

    def enterEvent(self, event: QEnterEvent) -> None:
        point_at(self)
        super().enterEvent(event)

    def set_note(self, note: str) -> None:
        """A small text in the lower part of the button, below its own."""
        self._note = note
        self.setStyleSheet("padding-bottom: 16px;" if note else "")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        c = theme.colours()
        if self.hasFocus() and (self.isChecked() or self.property("kind") == "primary") and self.isEnabled():
            # A gap between the ring and the filled button, or only the hue would tell that it has the focus.
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            radius = (10 if self.property("kind") == "segment" else 18) - 3
            ring = QPainterPath()
            ring.addRoundedRect(self.rect().adjusted(3, 3, -3, -3).toRectF(), radius, radius)
            pen = QPen()
            plain = self.isChecked() or not self.property("game")
            pen.setColor(theme.colour(c.table if plain else c.on_accent))
            pen.setWidth(2)
            painter.strokePath(ring, pen)
        if self._note:
            painter = QPainter(self)
            painter.setFont(theme.font("small"))
            painter.setPen(theme.colour(c.muted))
            box = self.rect().adjusted(0, 0, 0, -5)
            painter.drawText(
                box, QtCore.Qt.AlignmentFlag.AlignHCenter | QtCore.Qt.AlignmentFlag.AlignBottom, self._note
            )

    def setChecked(self, checked: bool) -> None:
        self._own_check = True
        super().setChecked(checked)
        self._own_check = False

    def nextCheckState(self) -> None:
        self._own_check = True
        super().nextCheckState()
        self._own_check = False

    def _on_toggled(self, checked: bool) -> None:
        # A screen reader does not press such a button, it toggles it; that must mean the same. (Of a group one goes
        # off because another was pressed: that is no press.)
        if not self._own_check and (checked or self.group() is None):
            self.clicked.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (QtCore.Qt.Key.Key_Return, QtCore.Qt.Key.Key_Enter) and not event.isAutoRepeat():
            self.click()
            return
        if self.arrows_to_parent and event.key() in (QtCore.Qt.Key.Key_Left, QtCore.Qt.Key.Key_Right):
            event.ignore()
            return
        super().keyPressEvent(event)


def panel(role: str = "panel") -> QFrame:
    """A panel: paper-coloured, rounded, with a thin line."""
    made = QFrame()
    made.setProperty("role", role)
    return made


def column(*, margin: int = 0, gap: int = theme.SPACE) -> QVBoxLayout:
    """A vertical layout with equal margins."""
    made = QVBoxLayout()
    made.setContentsMargins(margin, margin, margin, margin)
    made.setSpacing(gap)
    return made


def line(*, margin: int = 0, gap: int = theme.SPACE) -> QHBoxLayout:
    """A horizontal layout with equal margins."""
    made = QHBoxLayout()
    made.setContentsMargins(margin, margin, margin, margin)
    made.setSpacing(gap)
    return made


def discard(widget: QWidget) -> None:
    """Take *widget* away for good."""
    # Hidden first: a widget that was about to be shown would come up as a window of its own.
    widget.hide()
    widget.setParent(None)
    widget.deleteLater()


def clear(layout: QLayout, keep: QWidget | None = None) -> None:
    """Take everything out of *layout*; widgets but *keep* are gone for good."""
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None and widget is not keep:
            discard(widget)


class Sign(QWidget):
    """A small one-colour drawing with a meaning in words."""

    def __init__(self, name: str, size: int = 20, spoken: str = "", tint: str | None = None) -> None:
        super().__init__()
        self._name, self._size, self._tint = name, size, tint
        self.setFixedSize(size, size)
        self.setAccessibleName(spoken)
        set_tip(self, spoken)

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).drawPixmap(0, 0, theme.sign(self._name, self._size, self, self._tint))


class Points(QWidget):
    """Points won as filled seals among the goal's empty ones; above five as a number, which leaves room for names."""

    def __init__(self, points: int, goal: int, game: str, spoken: str) -> None:
        super().__init__()
        self._points, self._goal, self._game = points, goal, game
        self._many = max(goal, points) > 5
        self.setAccessibleName(spoken)
        set_tip(self, spoken)
        width = 58 if self._many else max(goal, points) * 17 + 2
        self.setFixedSize(width, 18)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        c = theme.colours()
        if self._many:
            painter.setFont(theme.font("lead", bold=True))
            painter.setPen(theme.colour(c.accent_texts[self._game]))
            painter.drawText(
                self.rect(),
                QtCore.Qt.AlignmentFlag.AlignRight | QtCore.Qt.AlignmentFlag.AlignVCenter,
                f"{self._points} / {self._goal}",
            )
            return
        for index in range(max(self._goal, self._points)):
            box = (index * 17 + 2.0, 2.0, 13.0, 13.0)
            if index < self._points:
                painter.setPen(theme.colour(c.accent_texts[self._game]))
                painter.setBrush(theme.colour(theme.accent(self._game)))
            else:
                painter.setPen(theme.colour(c.muted))
                painter.setBrush(QtCore.Qt.BrushStyle.NoBrush)
            painter.drawEllipse(*map(round, box))


class Notice(QFrame):
    """A message that stays until it is closed: what went wrong, and that nothing is lost."""

    closed = Signal()

    def __init__(self, text: str, close_text: str) -> None:
        super().__init__()
        self.setProperty("role", "notice")
        layout = line(margin=10)
        layout.addWidget(Sign("help", 20, "", theme.colours().warning))
        self.text = label(text, wrap=True)
        layout.addWidget(self.text, 1)
        button = Button(close_text, "link")
        button.clicked.connect(self.closed.emit)
        layout.addWidget(button)
        self.setLayout(layout)
        self.setAccessibleName(text)
