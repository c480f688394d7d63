"""The bidding panel: a button for each number of tricks, with one's own trumps and high cards in words above.

The numbers are one stop of the Tab key, like radio buttons: arrows, Home, End and digits choose among them, and what
is chosen is not yet bid. Before anything is chosen the panel itself has the focus, so that no key bids by mistake.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QButtonGroup, QFrame, QGridLayout, QWidget

from desktop.games.valknut.rival import GAME
from desktop.widgets import theme
from desktop.widgets.basics import Button, clear, column, label
from engine.core.text import Texts
from engine.games.valknut import words
from engine.games.valknut.model import SUITS, View

HIGH = "789"
"""The numbers that the summary names as high cards."""


TYPING = 1_000
"""Milliseconds within which a second digit belongs to the first: 1 and 2 make 12."""

ARROWS = (
    Qt.Key.Key_Left,
    Qt.Key.Key_Right,
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_Home,
    Qt.Key.Key_End,
)


class Number(Button):
    """A number of tricks; the panel decides what arrows do."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ARROWS:
            event.ignore()
            return
        super().keyPressEvent(event)


class Bidding(QFrame):
    """Offers bids; ``buttons`` are the buttons in the order of the bids.

    ``chosen``: another number was chosen (−1: none), ``confirmed``: the chosen one was pressed once more.
    """

    chosen = Signal(int)
    confirmed = Signal()

    def __init__(self, t: Texts) -> None:
        super().__init__()
        self._choice = -1
        self._columns = 1
        self._group = QButtonGroup(self)
        self._typed = -1
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(TYPING)
        self.setProperty("role", "panel")
        layout = column(margin=10, gap=6)
        self.setAccessibleName(t._("Your bid"))
        self._strengths = label("", wrap=True)
        layout.addWidget(self._strengths)
        self._box = QWidget()
        self._grid = QGridLayout()
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(4)
        self._box.setLayout(self._grid)
        layout.addWidget(self._box, 0, Qt.AlignmentFlag.AlignLeft)
        self.setLayout(layout)
        self.buttons: list[Button] = []

    def offer(self, view: View, bids: Sequence[int], t: Texts) -> None:
        """Offer *bids* (none: nobody bids here now)."""
        clear(self._grid)
        self.buttons = []
        self._choice = self._typed = -1
        self._group = QButtonGroup(self)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if bids else Qt.FocusPolicy.NoFocus)
        self._strengths.setText(strengths(view, t) if bids else "")
        columns = self._columns = (len(bids) + 1) // 2
        for index, tricks in enumerate(bids):
            button = Number(str(tricks), "value", game=GAME)
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
            button.setFixedWidth(44)
            button.setAccessibleName(t.n_("{n} trick", "{n} tricks", tricks))
            button.clicked.connect(lambda _checked=False, index=index: self._press(index))
            self._group.addButton(button)
            self._grid.addWidget(button, index // columns, index % columns)
            button.show()
            self.buttons.append(button)

    @property
    def choice(self) -> int:
        """The place of the number chosen; −1: none yet."""
        return self._choice

    def take(self, choice: int) -> None:
        """Choose the number at the place *choice* (−1: none), and focus it."""
        self._typed = -1
        if not self.buttons:
            return
        self._choice = choice
        self._group.setExclusive(choice >= 0)
        for index, button in enumerate(self.buttons):
            button.setChecked(index == choice)
            button.setFocusPolicy(
                Qt.FocusPolicy.StrongFocus if index == choice else Qt.FocusPolicy.ClickFocus
            )
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus if choice >= 0 else Qt.FocusPolicy.StrongFocus)
        (self.buttons[choice] if choice >= 0 else self).setFocus()
        self.chosen.emit(choice)

    def type(self, digit: int) -> bool:
        """A *digit* was typed: it is the number, or the second digit of one. False: there is no such number."""
        wanted = 10 * self._typed + digit if self._typed > 0 and self._typing.isActive() else digit
        if wanted >= len(self.buttons):
            wanted = digit
        if wanted >= len(self.buttons):
            return False
        self.take(wanted)
        self._typed = wanted
        self._typing.start()
        return True

    def _press(self, index: int) -> None:
        if index == self._choice:
            self.confirmed.emit()
        else:
            self.take(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() not in ARROWS or not self.buttons:
            super().keyPressEvent(event)
            return
        last = len(self.buttons) - 1
        at = self._choice
        wanted = {
            Qt.Key.Key_Left: max(0, at - 1),
            Qt.Key.Key_Right: min(last, at + 1),
            Qt.Key.Key_Up: at - self._columns if at >= self._columns else at,
            Qt.Key.Key_Down: at + self._columns if at + self._columns <= last else at,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }[Qt.Key(event.key())]
        self.take(max(0, wanted))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(theme.colour(theme.colours().focus), 2))
            painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), theme.RADIUS, theme.RADIUS)


def strengths(view: View, t: Texts) -> str:
    """Trumps, high cards of other suits, Valknuts and Runes N in the view's hand."""

    def numbers(suit: str, wanted: str) -> str:
        return " ".join(
            code[1] for code in view.hand if len(code) == 2 and code[0] == suit and code[1] in wanted
        )

    if view.trump:
        trumps = numbers(view.trump, "123456789") or "–"
        suit = words.suit_name(view.trump, t)
        found = [t._("Trumps: {cards}", cards=" ".join((suit, trumps)))]
    else:
        found = [t._("No trump")]
    high = [f"{words.suit_name(suit, t)} {numbers(suit, HIGH)}" for suit in SUITS if suit != view.trump]
    high = [text for text in high if not text.endswith(" ")]
    found.append(t._("High cards: {cards}", cards=", ".join(high) or "–"))
    runes = ["\N{NO-BREAK SPACE}".join((card, f"×{view.hand.count(card)}")) for card in ("V", "N")]
    return t._("You hold: {cards}", cards=" · ".join([*found, *runes]))
