"""Cards as widgets: a card one can press, and a row of played cards. They know faces, not games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QEnterEvent,
    QFocusEvent,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QToolTip, QWidget

from desktop.widgets import theme
from desktop.widgets.basics import set_tip


@dataclass(frozen=True)
class Face:
    """What a card shows: a drawing below ``resources``, a numeral, a name, and in words what it does."""

    drawing: str
    numeral: str = ""
    name: str = ""
    description: str = ""
    ink: str = ""
    """The numeral's colour; the theme's ink if empty."""
    band: str = ""
    """The ground of the name; the theme's if empty."""
    label: str = ""
    """The card in one line of words, where name and numeral do not say it."""

    @property
    def spoken(self) -> str:
        """The card for a screen reader."""
        if self.label:
            return self.label
        return f"{self.name} ({self.numeral})" if self.numeral else self.name


def card_width(height: int) -> int:
    """The width of a card of *height* pixels."""
    return round(height * theme.CARD_RATIO)


def paint_card(
    painter: QPainter,
    face: Face,
    rect: QRectF,
    widget: QWidget,
    *,
    name: bool = True,
    drawn: QSizeF | None = None,
) -> None:
    """Draw *face* into *rect*: shadow, drawing, numerals, and the name on its band if the card is large enough.

    *drawn* is the size at which the drawing is made, then scaled: a card that changes its size on its way would
    be drawn anew for each picture.
    """
    width, height = rect.width(), rect.height()
    radius = width * theme.CARD_CORNER
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    for spread, alpha in ((3.0, 16), (1.5, 34)):
        painter.setBrush(theme.shadow(alpha))
        painter.drawRoundedRect(rect.adjusted(-spread / 2, 0, spread / 2, spread), radius, radius)
    size = rect.size() if drawn is None else drawn
    pixmap = theme.drawing(face.drawing, round(size.width()), round(size.height()), widget)
    if drawn is None:
        painter.drawPixmap(rect.topLeft(), pixmap)
    else:
        painter.drawPixmap(rect, pixmap, QRectF(pixmap.rect()))
    if face.numeral:
        painter.setPen(theme.colour(face.ink or theme.colours().ink))
        font = theme.font(round(height * 0.155), serif=True)
        painter.setFont(font)
        ascent = QFontMetricsF(font).capHeight()
        spot = QPointF(width * 0.085, height * 0.062 + ascent)
        painter.drawText(rect.topLeft() + spot, face.numeral)
        painter.translate(rect.bottomRight())
        painter.rotate(180)
        painter.drawText(spot, face.numeral)
        painter.rotate(180)
        painter.translate(-rect.bottomRight())
    if name and face.name and height >= 150:
        _paint_name(painter, face, rect)
    painter.restore()


def _paint_name(painter: QPainter, face: Face, rect: QRectF) -> None:
    width, height = rect.width(), rect.height()
    size = max(theme.SIZES["small"], round(height * 0.062))
    font = theme.font(size, serif=True)
    band = QRectF(rect.left() + width * 0.12, rect.top() + height * 0.835, width * 0.56, height * 0.096)
    needed = QFontMetricsF(font).horizontalAdvance(face.name) + size
    if needed > band.width():
        band.setWidth(min(needed, width * 0.62))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour(face.band or theme.colours().band))
    painter.drawRoundedRect(band, band.height() / 2, band.height() / 2)
    painter.setFont(font)
    painter.setPen(theme.colour(theme.colours().ink))
    painter.drawText(band, Qt.AlignmentFlag.AlignCenter, face.name)


class Card(QAbstractButton):
    """A card that can be focused and pressed.

    A checked card is lifted. `refuse` marks it as one that may not be played, with the reason as its tool tip and
    for screen readers; it keeps its focus, so that the reason can be read.
    """

    MARGIN = 6
    LIFT = 14

    pointed = Signal(bool)
    """The pointer or the focus came (True) or went."""

    def __init__(self, face: Face, height: int = 200, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._own_check = False
        self.setCheckable(True)
        self.toggled.connect(self._on_toggled)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._face = face
        self._height = height
        self._reason = ""
        self._named = True
        self.set_face(face)

    @property
    def face(self) -> Face:
        """What the card shows."""
        return self._face

    @property
    def refused(self) -> str:
        """Why the card may not be played, in words; empty if it may."""
        return self._reason

    def set_face(self, face: Face) -> None:
        """Show another face."""
        self._face = face
        self._describe()
        self.update()

    def set_card_height(self, height: int) -> None:
        """The height of the card itself, in logical pixels."""
        if height != self._height:
            self._height = height
            self.updateGeometry()
            self.update()

    def set_named(self, named: bool) -> None:
        """Whether the name stands on the card; on a covered card it would be cut."""
        if named != self._named:
            self._named = named
            self.update()

    def refuse(self, reason: str) -> None:
        """Mark the card as one that may not be played because of *reason* (empty: it may)."""
        self._reason = reason
        self._describe()
        self.update()

    def _describe(self) -> None:
        self.setAccessibleName(self._face.spoken)
        text = f"{self._face.description} {self._reason}".strip()
        self.setAccessibleDescription(text)
        self.setToolTip(self._reason or self._face.description)

    def sizeHint(self) -> QSize:
        return QSize(card_width(self._height) + 2 * self.MARGIN, self._height + 2 * self.MARGIN + self.LIFT)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def card_rect(self) -> QRectF:
        """Where the card itself is, at rest, in the widget's coordinates."""
        return QRectF(self.MARGIN, self.MARGIN + self.LIFT, card_width(self._height), self._height)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.property("ghost"):
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        lifted = self.isChecked() or self.underMouse()
        top = self.MARGIN + (0 if lifted and not self._reason else self.LIFT)
        rect = QRectF(self.MARGIN, top, card_width(self._height), self._height)
        paint_card(painter, self._face, rect, self, name=self._named)
        c = theme.colours()
        radius = rect.width() * theme.CARD_CORNER
        if self._reason:
            veil = theme.colour(c.table)
            veil.setAlpha(96)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(veil)
            painter.drawRoundedRect(rect, radius, radius)
            size = max(20, round(self._height * 0.13))
            spot = QPointF(rect.right() - size * 1.35, rect.top() + size * 0.3)
            painter.setBrush(theme.colour(c.card))
            painter.drawEllipse(QRectF(spot, spot).adjusted(-4, -4, size + 4, size + 4))
            painter.drawPixmap(spot, theme.sign("lock", size, self, c.ink))
        if self.hasFocus() or self.isChecked():
            pen = QPen(theme.colour(c.focus if self.hasFocus() else c.turn), 3)
            painter.setPen(pen)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(rect.adjusted(-3.5, -3.5, 3.5, 3.5), radius + 3, radius + 3)

    def setChecked(self, checked: bool) -> None:
        self._own_check = True
        super().setChecked(checked)
        self._own_check = False

    def nextCheckState(self) -> None:
        self._own_check = True
        super().nextCheckState()
        self._own_check = False

    def _on_toggled(self) -> None:
        # A screen reader does not press a card, it toggles it; that must mean the same.
        if not self._own_check:
            self.clicked.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            event.ignore()  # the panel knows which cards lie beside this one
            return
        super().keyPressEvent(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.pointed.emit(True)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.pointed.emit(False)
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.pointed.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.pointed.emit(False)


class LyingCards(QWidget):
    """Cards that lie on the table and are only looked at; all of one height.

    ``pointed``: the focus came (True) or went, where such cards can have it.
    """

    pointed = Signal(bool)

    def __init__(self, height: int, parent: QWidget | None) -> None:
        super().__init__(parent)
        self._height = height

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.pointed.emit(True)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.pointed.emit(False)
        self.update()

    def _paint_focus(self, painter: QPainter, rect: QRectF) -> None:
        """The ring around *rect*, if these cards have the focus."""
        if self.hasFocus():
            painter.setPen(QPen(theme.colour(theme.colours().focus), 3))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            radius = rect.width() * theme.CARD_CORNER
            painter.drawRoundedRect(rect.adjusted(-0.5, -0.5, 0.5, 0.5), radius, radius)

    def set_card_height(self, height: int) -> None:
        """The height of the cards, in logical pixels."""
        if height != self._height:
            self._height = height
            self.updateGeometry()
            self.update()


def paint_empty_place(painter: QPainter, rect: QRectF) -> None:
    """Draw the outline of a card where none lies."""
    painter.setPen(QPen(theme.colour(theme.colours().line), 1.5, Qt.PenStyle.DashLine))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    radius = rect.width() * theme.CARD_CORNER
    painter.drawRoundedRect(rect, radius, radius)


class CardRow(LyingCards):
    """Cards in a row, overlapping so that every numeral stays visible. Not pressed, only looked at.

    ``label`` names the row for screen readers (*the row of Ben*); its cards are read in order.
    """

    def __init__(self, height: int = 90, parent: QWidget | None = None) -> None:
        super().__init__(height, parent)
        self._faces: tuple[Face, ...] = ()
        self._faded = False
        self._overlap = 0.42
        self._room = 3
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def faces(self) -> tuple[Face, ...]:
        """The cards, in order."""
        return self._faces

    def set_cards(self, faces: Sequence[Face], label: str, empty: str, *, faded: bool = False) -> None:
        """Show *faces*; *label* names the row, and *empty* is said where no face can be read."""
        self._faces = tuple(faces)
        self._faded = faded
        spoken = ", ".join(face.spoken for face in faces if face.spoken) or empty
        self.setAccessibleName(f"{label}: {spoken}")
        self.update()

    def set_overlap(self, share: float, room: int = 3) -> None:
        """How much of its width each further card shows (1: side by side); the row is as wide as *room* cards."""
        self._overlap = share
        self._room = room
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        count = max(self._room, len(self._faces))
        step = card_width(self._height) * self._overlap
        if self._overlap >= 1:
            step += theme.SPACE
        return QSize(round(card_width(self._height) + (count - 1) * step) + 6, self._height + 6)

    def minimumSizeHint(self) -> QSize:
        cards = min(1.6, 1 + (self._room - 1) * min(1.0, self._overlap))
        return QSize(round(card_width(self._height) * cards) + 6, self._height + 6)

    def rects(self, count: int | None = None) -> list[QRectF]:
        """Where each card lies; with *count*, where each of so many cards would lie."""
        width = card_width(self._height)
        count = len(self._faces) if count is None else count
        step = width * self._overlap if self._overlap < 1 else width + theme.SPACE
        if count > 1:
            step = min(step, (self.width() - 6 - width) / (count - 1))
        return [QRectF(2 + index * step, 2, width, self._height) for index in range(count)]

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not self._faces:
            paint_empty_place(painter, QRectF(2, 2, card_width(self._height), self._height))
            return
        veil = theme.colour(theme.colours().panel)
        veil.setAlpha(100)
        for face, rect in zip(self._faces, self.rects(), strict=True):
            paint_card(painter, face, rect, self, name=False)
            self._paint_focus(painter, rect)
            if self._faded:
                # A veil over each card, or those below would shine through.
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(veil)
                painter.drawRoundedRect(
                    rect, rect.width() * theme.CARD_CORNER, rect.width() * theme.CARD_CORNER
                )

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            for face, rect in reversed(list(zip(self._faces, self.rects(), strict=True))):
                if rect.contains(event.pos()):
                    QToolTip.showText(event.globalPos(), f"{face.spoken}\n{face.description}", self)
                    return True
            QToolTip.hideText()
            return True
        return super().event(event)


class Pile(LyingCards):
    """A face-down pile with a caption below: the stock, a card set aside. ``count`` 0 shows an empty place."""

    def __init__(self, back: str, height: int = 110, parent: QWidget | None = None) -> None:
        super().__init__(height, parent)
        self._back = Face(back)
        self._count = 0
        self._caption = ""
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_pile(self, count: int, caption: str, spoken: str) -> None:
        """Show *count* cards with *caption*; *spoken* says the same to a screen reader."""
        self._count = count
        self._caption = caption
        self.setAccessibleName(spoken)
        set_tip(self, spoken)
        self.updateGeometry()
        self.update()

    def card_rect(self) -> QRectF:
        """Where the top card lies, in the widget's coordinates."""
        width = card_width(self._height)
        return QRectF((self.width() - width) / 2, 6, width, self._height)

    def sizeHint(self) -> QSize:
        caption = QFontMetricsF(theme.font("body")).horizontalAdvance(self._caption)
        return QSize(max(card_width(self._height) + 14, round(caption) + 4), self._height + 38)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        top = self.card_rect()
        if self._count == 0:
            paint_empty_place(painter, top)
        for layer in range(min(3, (self._count + 2) // 3) - 1, -1, -1):
            paint_card(painter, self._back, top.translated(-1.5 * layer, -2 * layer), self)
        self._paint_focus(painter, top)
        painter.setFont(theme.font("body"))
        painter.setPen(theme.colour(theme.colours().muted))
        painter.drawText(
            QRectF(0, self._height + 12, self.width(), 24), Qt.AlignmentFlag.AlignCenter, self._caption
        )
