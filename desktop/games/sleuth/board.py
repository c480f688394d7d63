"""The gem board: types as blocks, colours as rows, numbers as columns; each gem a slip of paper with what is known.

Tab reaches the board once; arrows lead from gem to gem. A slip shows the gem, below it the own tip as a seal (a sure
tip filled with a capital letter, a risk tip broken with a small one), or else the letters of the holders where it may
be. In narrow slips a letter is a square at its place (A to D above, E to X below).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from desktop.games.sleuth.gems import GAME, paint_gem
from desktop.widgets import theme
from desktop.widgets.basics import plain_tip
from engine.core.text import Texts
from engine.games.sleuth import words
from engine.games.sleuth.box import HOLDERS, Box
from engine.games.sleuth.vocabulary import PLURAL

HEAD, NUMBERS, BLOCK_GAP, GAP = 24, 0, 10, 3
"""The height of the types' names, and the gaps between blocks and slips, in pixels."""
LETTERS_FROM = 40
"""A slip at least so wide, in pixels, has letters; a narrower one squares."""
LEAST = QSize(20, 30)
"""The least size of a slip, in pixels."""


@dataclass(frozen=True)
class CellState:
    """What a slip shows.

    ``sure``, ``risk``: the own tip; ``possible``: holders not ruled out; ``certain``: the proved one; ``chances`` at
    each holder, if known; ``pencil``: own marks; ``wrong``: the tip or a mark is proved wrong; ``truth``: the holder,
    once the tableau is open; ``quiet``: nothing is said about where it may be.
    """

    sure: str = ""
    risk: str = ""
    possible: frozenset[str] = frozenset(HOLDERS)
    certain: str = ""
    chances: tuple[float, ...] = ()
    pencil: Mapping[str, bool] = field(default_factory=dict)
    wrong: bool = False
    truth: str = ""
    quiet: bool = False

    @property
    def tip(self) -> str:
        """The holder tipped, sure or not."""
        return self.sure or self.risk


@lru_cache(maxsize=64)
def _slip(width: int, height: int, ratio: float, paper: str, accent: str, edge: str) -> QPixmap:
    """An empty slip of paper; with an *accent* its edge is thicker. Sizes in logical pixels."""
    made = QPixmap(QSize(width, height) * ratio)
    made.setDevicePixelRatio(ratio)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(theme.colour(paper))
    painter.setPen(QPen(theme.colour(accent), 2) if accent else QPen(theme.colour(edge), 1))
    painter.drawRoundedRect(QRectF(0, 0, width, height).adjusted(2.5, 2.5, -2.5, -2.5), 5, 5)
    painter.end()
    return made


class GemCell(QAbstractButton):
    """A gem's slip. ``acted`` carries whether a risk tip is meant; ``lettered`` a holder's letter and the modifiers."""

    acted = Signal(bool)
    lettered = Signal(str, object)
    cleared = Signal()
    moved = Signal(object)
    entered = Signal()

    def __init__(self, gem: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.gem = gem
        self.state = CellState()
        self._face: QPixmap | None = None
        self._drawn_for: tuple[object, ...] = ()
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(lambda: self.acted.emit(False))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        right = event.button() == Qt.MouseButton.RightButton
        shifted = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if right or (shifted and event.button() == Qt.MouseButton.LeftButton):
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self.acted.emit(True)
            return
        super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        letter = chr(key).upper() if Qt.Key.Key_A <= key <= Qt.Key.Key_Z else ""
        control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if letter and letter in HOLDERS and not control:
            self.lettered.emit(letter, event.modifiers())
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.acted.emit(bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.cleared.emit()
        elif key in STEPS:
            self.moved.emit(key)
        else:
            # Arrows of QAbstractButton would wander through buttons of the whole panel.
            event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.entered.emit()

    def show_state(self, state: CellState, spoken: str) -> None:
        """Show *state*; *spoken* says it in words."""
        if spoken != self.accessibleName():
            self.setAccessibleName(spoken)
            self.setToolTip(plain_tip(spoken))
        if state != self.state:
            self.state = state
            self.forget()

    def forget(self) -> None:
        """Draw the slip anew: what was kept of it does not hold any more."""
        self._face = None
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self.forget()

    # Painting ----------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        # Drawn once and kept: a window that is uncovered or dragged larger asks for all 120 slips at a time.
        drawn_for = (self.size(), self.devicePixelRatioF(), theme.colours())
        if self._face is None or drawn_for != self._drawn_for:
            self._face, self._drawn_for = self._draw(), drawn_for
        painter.drawPixmap(0, 0, self._face)
        if not self.hasFocus():
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.colour(theme.LIGHT.focus), 2.5))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1.2, 1.2, -1.2, -1.2), 6, 6)
        if theme.colours() is theme.DARK:
            painter.setPen(QPen(theme.colour(theme.DARK.focus), 1.5))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.7, 0.7, -0.7, -0.7), 6, 6)

    def _draw(self) -> QPixmap:
        """The slip without the frame of the focus."""
        c = theme.colours()
        edge = c.accents[GAME] if self.state.tip else ""
        face = _slip(self.width(), self.height(), self.devicePixelRatioF(), c.card, edge, c.card_edge).copy()
        painter = QPainter(face)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_face(painter)
        painter.end()
        return face

    def _paint_face(self, painter: QPainter) -> None:
        c, state = theme.colours(), self.state
        box = QRectF(self.rect()).adjusted(2, 2, -2, -2)
        accent = theme.colour(c.accents[GAME])
        tipped = bool(state.tip)
        letters = self.width() >= LETTERS_FROM
        inner = box.adjusted(3, 3, -3, -3) if letters else box.adjusted(1.5, 2, -1.5, -4)
        low = 4.0 if state.quiet and not tipped else 32.0 if letters else 17.0
        low = min(low, inner.height() * 0.45)
        if state.truth:
            # The holder's letter is what one looks for: rather a smaller gem than a letter that is cut.
            low = min(24.0, max(low, 17.0), inner.height() - 8)
        gem = QRectF(inner.left(), inner.top(), inner.width(), inner.height() - low - 2)
        gem.setHeight(min(gem.height(), 96 if state.quiet else 76))
        paint_gem(painter, self.gem, gem, self)
        foot = QRectF(inner.left() - 2, inner.bottom() - low, inner.width() + 4, low)
        space = foot.top() - gem.bottom() - 2
        if space > 8:
            # In a tall slip the foot stands closer to its gem.
            gem_shift = space / 3
            foot.translate(0, -gem_shift)
        if state.truth:
            self._paint_truth(painter, foot)
        elif tipped:
            self._paint_seal(painter, foot, state.tip, sure=bool(state.sure))
        elif not state.quiet and letters:
            self._paint_letters(painter, foot)
        elif not state.quiet:
            self._paint_squares(painter, foot)
        if state.chances and not state.truth:
            best = max(state.chances)
            width = inner.width() * best
            bar = QRectF(inner.left(), box.bottom() - 4, inner.width(), 2)
            painter.fillRect(bar, theme.colour(c.card_edge))
            bar.setWidth(width)
            painter.fillRect(bar, accent)
        if state.wrong:
            self._paint_warning(painter, box)

    def _paint_seal(self, painter: QPainter, foot: QRectF, letter: str, *, sure: bool) -> None:
        c = theme.colours()
        accent = theme.colour(c.accents[GAME])
        radius = min(foot.height(), foot.width(), 30.0) / 2 - 1
        centre = foot.center()
        painter.setPen(QPen(accent, 2, Qt.PenStyle.SolidLine if sure else Qt.PenStyle.DashLine))
        painter.setBrush(accent if sure else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(centre, radius, radius)
        painter.setFont(theme.font(max(theme.SIZES["small"], round(radius * 1.15)), serif=True))
        painter.setPen(theme.colour(c.on_accent) if sure else accent)
        box = QRectF(centre.x() - 16, centre.y() - 16, 32, 32)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, letter if sure else letter.lower())

    def _paint_truth(self, painter: QPainter, foot: QRectF) -> None:
        """Where the gem is, and beside it the tip: struck out if it was wrong."""
        c, state = theme.colours(), self.state
        painter.setFont(
            theme.font(max(theme.SIZES["small"], round(min(20.0, foot.height() * 0.66))), serif=True)
        )
        right = state.tip == state.truth
        ink = theme.colour(theme.LIGHT.good if right else c.ink)
        painter.setPen(ink)
        box = QRectF(foot)
        if state.tip and not right:
            box.setWidth(foot.width() / 2)
            other = QRectF(foot.center().x(), foot.top(), foot.width() / 2, foot.height())
            painter.setPen(theme.colour(theme.LIGHT.warning))
            painter.drawText(other, Qt.AlignmentFlag.AlignCenter, state.sure or state.risk.lower())
            y = other.center().y() + 1
            painter.drawLine(QPointF(other.center().x() - 7, y), QPointF(other.center().x() + 7, y))
            painter.setPen(ink)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip, state.truth)
        if right:
            painter.setPen(QPen(ink, 1.6))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            radius = min(foot.height(), foot.width(), 28.0) / 2 - 1
            if radius >= painter.fontMetrics().capHeight():
                painter.drawEllipse(foot.center(), radius, radius)
            else:
                # A ring so small would look like a part of the letter.
                y = min(foot.bottom() - 1, foot.center().y() + painter.fontMetrics().capHeight() / 2 + 3)
                painter.drawLine(QPointF(foot.center().x() - 6, y), QPointF(foot.center().x() + 6, y))

    def _paint_letters(self, painter: QPainter, foot: QRectF) -> None:
        c, state = theme.colours(), self.state
        accent = theme.colour(c.accents[GAME])
        step = min(foot.width() / 4, 16.0)
        left = foot.center().x() - 2 * step
        for number, letter in enumerate(HOLDERS):
            box = QRectF(left + number % 4 * step, foot.top() + number // 4 * 16, step, 16)
            mark = state.pencil.get(letter)
            chance = state.chances[number] if state.chances else 0.0
            strong = letter == state.certain or mark is True or chance >= 0.5
            open_ = letter in state.possible
            painter.setFont(theme.font("small", bold=strong))
            if letter == state.certain:
                painter.setPen(QPen(theme.colour(theme.LIGHT.good), 1.4))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(box.adjusted(0.5, 1, -0.5, -1), 3, 3)
            elif mark is True:
                painter.setPen(QPen(accent, 1.2, Qt.PenStyle.DotLine))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(box.adjusted(0.5, 1, -0.5, -1), 3, 3)
            ink = theme.colour(c.ink if open_ else c.card_edge)
            if letter == state.certain:
                ink = theme.colour(theme.LIGHT.good)
            elif mark is not None:
                ink = accent
            painter.setPen(ink)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, letter)
            if mark is False:
                painter.setPen(QPen(accent, 1.6))
                painter.drawLine(box.center() + QPointF(-5, 4), box.center() + QPointF(5, -4))

    def _paint_squares(self, painter: QPainter, foot: QRectF) -> None:
        c, state = theme.colours(), self.state
        accent = theme.colour(c.accents[GAME])
        if state.certain:
            painter.setFont(theme.font("small", bold=True))
            painter.setPen(QPen(theme.colour(theme.LIGHT.good), 1.4))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(foot.center().x() - 8, foot.center().y() - 8, 16, 16), 3, 3)
            painter.drawText(foot, Qt.AlignmentFlag.AlignCenter, state.certain)
            return
        side, step = 3.5, 5.0
        left, top = foot.center().x() - 2 * step + 1, foot.center().y() - step + 1
        for number, letter in enumerate(HOLDERS):
            box = QRectF(left + number % 4 * step, top + number // 4 * (step + 1), side, side)
            mark = state.pencil.get(letter)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour(c.ink if letter in state.possible else c.card_edge))
            if mark is True:
                painter.setBrush(accent)
                box.adjust(-1, -1, 1, 1)
            painter.drawRect(box)
            if mark is False:
                painter.setPen(QPen(accent, 1.6))
                painter.drawLine(box.bottomLeft() + QPointF(-1, 1), box.topRight() + QPointF(1, -1))

    def _paint_warning(self, painter: QPainter, box: QRectF) -> None:
        """An exclamation mark in a corner: a tip or a pencil mark is proved wrong."""
        corner = QRectF(box.right() - 15, box.top() + 1, 14, 14)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour(theme.LIGHT.warning))
        painter.drawEllipse(corner)
        painter.setPen(theme.colour(theme.colours().on_accent))
        painter.setFont(theme.font("small", bold=True))
        painter.drawText(corner, Qt.AlignmentFlag.AlignCenter, "!")


STEPS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
    Qt.Key.Key_Home: (-99, 0),
    Qt.Key.Key_End: (99, 0),
}


class Board(QWidget):
    """All gems. ``acted`` (gem, risk), ``lettered`` (gem, holder, modifiers), ``cleared`` (gem), ``entered`` (gem)."""

    acted = Signal(str, bool)
    lettered = Signal(str, str, object)
    cleared = Signal(str)
    entered = Signal(str)

    def __init__(self, box: Box, t: Texts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.box, self._t = box, t
        self.columns = [kind + number for kind in box.types for number in box.numbers]
        self.cells: dict[str, GemCell] = {}
        for row in box.colours:
            for column in self.columns:
                gem = column[0] + row + column[1]
                cell = GemCell(gem, self)
                cell.acted.connect(lambda risk, gem=gem: self.acted.emit(gem, risk))
                cell.lettered.connect(lambda letter, keys, gem=gem: self.lettered.emit(gem, letter, keys))
                cell.cleared.connect(lambda gem=gem: self.cleared.emit(gem))
                cell.moved.connect(lambda key, gem=gem: self._move(gem, key))
                cell.entered.connect(lambda gem=gem: self._enter(gem))
                self.cells[gem] = cell
        self.current = next(iter(self.cells))
        self.cells[self.current].setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(t._("Gem board"))
        self._rows = [words.element_name(colour, t) for colour in box.colours]
        language = "de" if t.language == "de" else "en"
        names = {kind: PLURAL[language][kind] for kind in box.types}
        self._heads = {kind: name[:1].upper() + name[1:] for kind, name in names.items()}

    def show_state(self, gem: str, state: CellState) -> None:
        """Show *state* at *gem*; a slip that shows it already is left alone."""
        cell = self.cells[gem]
        if state != cell.state or not cell.accessibleName():
            cell.show_state(state, spoken(gem, state, self._t))

    def minimumSizeHint(self) -> QSize:
        columns, rows = len(self.columns), len(self.box.colours)
        width = self._label_width() + columns * LEAST.width() + (len(self.box.types) - 1) * BLOCK_GAP
        return QSize(width, HEAD + rows * LEAST.height())

    def sizeHint(self) -> QSize:
        return QSize(840, 480)

    def _label_width(self) -> int:
        metrics = QFontMetrics(theme.font("body"))
        return max(metrics.horizontalAdvance(row) for row in self._rows) + 6

    def _enter(self, gem: str) -> None:
        if gem != self.current:
            self.cells[self.current].setFocusPolicy(Qt.FocusPolicy.ClickFocus)
            self.current = gem
            self.cells[gem].setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.entered.emit(gem)

    def _move(self, gem: str, key: Qt.Key) -> None:
        across, down = STEPS[key]
        columns, rows = self.columns, self.box.colours
        column = columns.index(gem[0] + gem[2])
        row = rows.index(gem[1])
        column = (
            (column + across) % len(columns) if abs(across) < 2 else (0 if across < 0 else len(columns) - 1)
        )
        row = (row + down) % len(rows)
        self.cells[columns[column][0] + rows[row] + columns[column][1]].setFocus(
            Qt.FocusReason.TabFocusReason
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        for gem, cell in self.cells.items():
            cell.setGeometry(self._place(gem))

    def _edges(self, number: int) -> tuple[int, int]:
        """Left edge and right edge of a column."""
        left = self._label_width()
        gaps = (len(self.box.types) - 1) * BLOCK_GAP
        wide = (self.width() - left - gaps) / len(self.columns)
        block = number // len(self.box.numbers)
        # Both edges by one formula, so that neighbours never overlap.
        left += block * BLOCK_GAP
        return round(left + number * wide), round(left + (number + 1) * wide)

    def _place(self, gem: str) -> QRect:
        left, right = self._edges(self.columns.index(gem[0] + gem[2]))
        high = (self.height() - HEAD) / len(self.box.colours)
        row = self.box.colours.index(gem[1])
        top = HEAD + round(row * high)
        return QRect(left, top, right - left, round(HEAD + (row + 1) * high) - top)

    def paintEvent(self, event: QPaintEvent) -> None:
        c = theme.colours()
        painter = QPainter(self)
        painter.setPen(theme.colour(c.text))
        for block, kind in enumerate(self.box.types):
            size = len(self.box.numbers)
            left, right = self._edges(block * size)[0], self._edges(block * size + size - 1)[1]
            painter.setFont(theme.font("lead" if right - left > 130 else "body", serif=True))
            head = QRectF(left, 0, right - left, HEAD - 2)
            painter.drawText(head, Qt.AlignmentFlag.AlignCenter, self._heads[kind])
        painter.setFont(theme.font("body"))
        painter.setPen(theme.colour(c.muted))
        high = (self.height() - HEAD) / len(self.box.colours)
        for number, name in enumerate(self._rows):
            row = QRectF(0, HEAD + number * high, self._label_width() - 6, high)
            painter.drawText(row, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, name)


def spoken(gem: str, state: CellState, t: Texts) -> str:
    """A slip in words."""
    parts = [words.gem_name(gem, t)]
    if state.truth:
        parts.append(t._("is at {holder}", holder=state.truth))
    if state.sure:
        parts.append(t._("sure tip {holder}", holder=state.sure))
    elif state.risk:
        parts.append(t._("risk tip {holder}", holder=state.risk))
    elif state.truth:
        parts.append(t._("no tip"))
    if state.truth or state.quiet:
        return ", ".join(parts)
    if state.certain:
        parts.append(t._("certainly at {holder}", holder=state.certain))
    elif len(state.possible) < len(HOLDERS):
        parts.append(t._("possible: {holders}", holders=" ".join(h for h in HOLDERS if h in state.possible)))
    if state.chances and not state.certain:
        best = max(range(len(HOLDERS)), key=lambda number: state.chances[number])
        share = t._("{percent} %", percent=round(100 * state.chances[best]))
        parts.append(t._("most likely {holder} ({chance})", holder=HOLDERS[best], chance=share))
    out = " ".join(h for h in HOLDERS if state.pencil.get(h) is False)
    here = " ".join(h for h in HOLDERS if state.pencil.get(h) is True)
    if out:
        parts.append(t._("pencil: not {holders}", holders=out))
    if here:
        parts.append(t._("pencil: at {holders}", holders=here))
    if state.wrong:
        parts.append(t._("this can't be right"))
    return ", ".join(parts)
