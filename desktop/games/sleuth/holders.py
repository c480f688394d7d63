"""Below the board: the gem in question, the eight holders to choose from with its chances, and what a click does."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QFrame, QSizePolicy, QWidget

from desktop.games.sleuth.board import CellState
from desktop.games.sleuth.gems import GAME, GemPicture
from desktop.widgets import theme
from desktop.widgets.basics import Button, column, elided, line, plain_tip
from engine.core.text import Texts
from engine.games.sleuth import words
from engine.games.sleuth.box import HOLDERS


class HolderChip(QAbstractButton):
    """One holder: its letter, and below it what is known of the gem in question there."""

    def __init__(self, letter: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.letter = letter
        self._note = ""
        self._out = False
        self._certain = False
        self._mark: bool | None = None
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(46, 42)

    def minimumSizeHint(self) -> QSize:
        return QSize(38, 42)

    def show_known(self, state: CellState, t: Texts) -> None:
        """Show what *state* says of this holder."""
        number = HOLDERS.index(self.letter)
        self._certain = state.certain == self.letter
        self._out = self.letter not in state.possible and not state.quiet
        self._mark = state.pencil.get(self.letter)
        share = round(100 * state.chances[number]) if state.chances else None
        if self._certain:
            self._note = t._("sure")
        elif self._out:
            self._note = "–"
        else:
            self._note = (
                ""
                if share is None
                else t._("{percent} %", percent=max(1, share) if state.chances[number] else 0)
            )
        parts = [t._("Holder {letter}", letter=self.letter)]
        if self._certain:
            parts.append(t._("certain"))
        elif self._out:
            parts.append(t._("ruled out"))
        elif self._note:
            parts.append(self._note)
        if self._mark is not None:
            parts.append(t._("pencil: here") if self._mark else t._("pencil: not here"))
        self.setAccessibleName(", ".join(parts))
        self.setToolTip(plain_tip(", ".join(parts)))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        c = theme.colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        chosen = self.isChecked()
        fill = theme.colour(c.accents[GAME] if chosen else c.raised)
        painter.setBrush(fill)
        painter.setPen(QPen(theme.colour(c.accents[GAME] if chosen else c.line), 1.5))
        painter.drawRoundedRect(box, 8, 8)
        ink = theme.colour(c.on_accent if chosen else c.muted if self._out else c.text)
        painter.setPen(ink)
        top = QRectF(box.left(), box.top() + 2, box.width(), 22)
        if not self._note:
            top = box
        painter.setFont(theme.font("lead", serif=True))
        painter.drawText(top, Qt.AlignmentFlag.AlignCenter, self.letter)
        if self._mark is False:
            painter.setPen(QPen(ink, 1.8))
            x, y = top.center().x(), top.center().y()
            painter.drawLine(int(x - 9), int(y + 6), int(x + 9), int(y - 6))
        elif self._mark is True:
            painter.setPen(QPen(ink, 1.2, Qt.PenStyle.DotLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(top.center().x() - 10, top.center().y() - 10, 20, 20), 4, 4)
        if self._note:
            painter.setFont(theme.font("small", bold=self._certain))
            painter.setPen(ink if chosen or not self._certain else theme.colour(c.good))
            low = QRectF(box.left(), box.bottom() - 18, box.width(), 16)
            painter.drawText(low, Qt.AlignmentFlag.AlignCenter, self._note)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.colour(c.focus), 2.5))
            painter.drawRoundedRect(box, 8, 8)
            painter.setPen(QPen(theme.colour(c.on_accent if chosen else c.raised), 1.5))
            painter.drawRoundedRect(box.adjusted(2.5, 2.5, -2.5, -2.5), 6, 6)


class HolderBar(QFrame):
    """``why`` is asked of the gem at the chosen holder; ``undone``: the last pencil mark is to be taken back."""

    why = Signal()
    undone = Signal()
    chosen = Signal(str)

    def __init__(self, t: Texts) -> None:
        super().__init__()
        self.setProperty("role", "panel")
        self._t = t
        layout = column(margin=8, gap=6)
        first = line(gap=8)
        self.picture = GemPicture(40)
        first.addWidget(self.picture)
        self.gem = elided("", "lead", serif=True)
        self.gem.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        first.addWidget(self.gem, 1)
        self.tip_mode = self._segment(
            t._("Tips"),
            t._(
                "A click tips the gem at the chosen holder: sure, or with Shift or the right button at a risk"
            ),
        )
        self.pencil_mode = self._segment(
            t._("Pencil"),
            t._(
                "A click marks in pencil that the gem is not at the chosen holder, then that it is there"
                " (always: Alt and a letter)"
            ),
        )
        modes = QButtonGroup(self)
        for button in (self.tip_mode, self.pencil_mode):
            modes.addButton(button)
            first.addWidget(button)
        self.tip_mode.setChecked(True)
        self.undo = Button("", "segment", game=GAME, parent=self)
        self.undo.setIcon(theme.icon("undo"))
        self.undo.setAccessibleName(t._("Take the last pencil mark back"))
        self.undo.setToolTip(t._("Take the last pencil mark back"))
        self.undo.clicked.connect(self.undone.emit)
        first.addWidget(self.undo)
        self.ask = Button(t._("Why?"), "segment", game=GAME, parent=self)
        self.ask.setToolTip(t._("Why must the gem be there, or why can't it? (W)"))
        self.ask.clicked.connect(self.why.emit)
        first.addWidget(self.ask)
        layout.addLayout(first)
        second = line(gap=4)
        self._group = QButtonGroup(self)
        self.chips: dict[str, HolderChip] = {}
        for number, letter in enumerate(HOLDERS):
            chip = HolderChip(letter, self)
            self._group.addButton(chip, number)
            self.chips[letter] = chip
            second.addWidget(chip, 1)
        self.chips["A"].setChecked(True)
        self._group.idClicked.connect(lambda number: self.chosen.emit(HOLDERS[number]))
        layout.addLayout(second)
        self.setLayout(layout)

    def _segment(self, text: str, tip: str) -> Button:
        made = Button(text, "segment", game=GAME, parent=self)
        made.setCheckable(True)
        made.setToolTip(plain_tip(tip))
        return made

    @property
    def holder(self) -> str:
        """The holder chosen."""
        return HOLDERS[max(0, self._group.checkedId())]

    def choose(self, letter: str) -> None:
        """Choose the holder *letter*."""
        self.chips[letter].setChecked(True)

    @property
    def pencil(self) -> bool:
        """Whether a click makes a pencil mark."""
        return self.pencil_mode.isChecked()

    def show_gem(self, gem: str, state: CellState) -> None:
        """Show what is known of *gem*."""
        self.picture.show_gem(gem)
        name = words.gem_name(gem, self._t)
        self.gem.setText(name[:1].upper() + name[1:])
        self.gem.setToolTip(plain_tip(self.gem.text()))
        for chip in self.chips.values():
            chip.show_known(state, self._t)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        letter = chr(key) if Qt.Key.Key_A <= key <= Qt.Key.Key_Z else ""
        if letter and letter in HOLDERS:
            self.choose(letter)
            self.chips[letter].setFocus()
            self.chosen.emit(letter)
            return
        super().keyPressEvent(event)
