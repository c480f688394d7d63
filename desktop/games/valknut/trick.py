"""The trick in the middle: a place for each card in the order of play, who led it, and who is winning now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip

from desktop.widgets import theme
from desktop.widgets.card import Face, LyingCards, card_width, paint_card, paint_empty_place


@dataclass(frozen=True)
class TrickCard:
    """A card of the trick, or its empty place (``face`` None), with its player and a mark in words."""

    face: Face | None
    name: str
    mark: str = ""
    winning: bool = False


class TrickPlace(LyingCards):
    """Shows the cards of one trick. ``dismissed``: it was clicked away.

    With the focus left and right go from card to card; ``pointed`` tells, and `told` is what there is to say.
    """

    dismissed = Signal()

    def __init__(self) -> None:
        super().__init__(120, None)
        self._cards: tuple[TrickCard, ...] = ()
        self._faded = False
        self._at = 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_cards(self, cards: Sequence[TrickCard], spoken: str, *, faded: bool = False) -> None:
        """Show *cards*; *spoken* says the same. A *faded* trick is over."""
        self._cards = tuple(cards)
        self._faded = faded
        self.setAccessibleName(spoken)
        faces = {card.face for card in cards if card.face is not None and card.face.description}
        self.setAccessibleDescription(
            " ".join(sorted(f"{face.spoken}: {face.description}" for face in faces))
        )
        lying = any(card.face is not None for card in cards)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if lying else Qt.FocusPolicy.NoFocus)
        if not cards or self._at >= len(cards) or cards[self._at].face is None:
            self._at = 0
        if self.hasFocus():
            self.pointed.emit(True)
        self.update()

    def set_faded(self, faded: bool) -> None:
        """Show the trick as one that is over, or as one to be looked at."""
        self._faded = faded
        self.update()

    @property
    def told(self) -> str:
        """The card with the focus in words: whose it is, what it does."""
        if not self._cards or self._cards[self._at].face is None:
            return ""
        card = self._cards[self._at]
        assert card.face is not None
        text = f"{card.name}: {card.face.spoken}" + (f" ({card.mark})" if card.mark else "")
        return f"{text}. {card.face.description}".strip()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        lying = [index for index, card in enumerate(self._cards) if card.face is not None]
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if step is not None and lying:
            self._at = lying[max(0, min(len(lying) - 1, lying.index(self._at) + step))]
            self.pointed.emit(True)
            self.update()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.dismissed.emit()
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        return QSize((card_width(self._height) + 60) * max(2, len(self._cards)), self._height + 50)

    def minimumSizeHint(self) -> QSize:
        return QSize((card_width(self._height) + 16) * max(2, len(self._cards)), self._height + 50)

    def rects(self, count: int | None = None) -> list[QRectF]:
        """Where each card lies."""
        count = len(self._cards) if count is None else count
        width = card_width(self._height)
        step = self._step(count)
        left = (self.width() - step * count) / 2
        return [
            QRectF(left + index * step + (step - width) / 2, 24, width, self._height)
            for index in range(count)
        ]

    def _step(self, count: int) -> float:
        return min(card_width(self._height) + 100.0, self.width() / max(1, count))

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            for card, rect in zip(self._cards, self.rects(), strict=True):
                if card.face is not None and rect.contains(event.pos()):
                    shown = (card.face.spoken, card.face.description, self.toolTip())
                    QToolTip.showText(event.globalPos(), "\n".join(filter(None, shown)), self)
                    return True
        return super().event(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.dismissed.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        c = theme.colours()
        room = self._step(len(self._cards)) - 4
        for index, (card, rect) in enumerate(zip(self._cards, self.rects(), strict=True)):
            radius = rect.width() * theme.CARD_CORNER
            painter.setOpacity(0.6 if self._faded and not card.winning else 1.0)
            if card.face is None:
                paint_empty_place(painter, rect)
            else:
                paint_card(painter, card.face, rect, self, name=False)
            if card.winning:
                painter.setPen(QPen(theme.colour(c.turn), 3))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(rect.adjusted(-3, -3, 3, 3), radius + 2, radius + 2)
            painter.setOpacity(1.0)
            if index == self._at:
                self._paint_focus(painter, rect)
            wide = QRectF(rect.center().x() - room / 2, 0, room, 20)
            self._write(painter, wide, card.mark, bold=True, colour=c.turn)
            below = QRectF(wide.left(), rect.bottom() + 6, wide.width(), 20)
            self._write(painter, below, card.name, bold=False, colour=c.muted)

    def _write(self, painter: QPainter, box: QRectF, text: str, *, bold: bool, colour: str) -> None:
        font = theme.font("body", bold=bold)
        painter.setFont(font)
        painter.setPen(theme.colour(colour))
        shown = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, shown)
