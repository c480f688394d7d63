"""Hints as slips of paper on the table. Equal ones are struck by one thread that joins them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.games.oneword.faces import GAME, SLIP, SLIP_RATIO, WRITTEN
from desktop.widgets import theme
from desktop.widgets.basics import Button, discard, plain_tip

WIDEST, LEAST = 300, 120
"""How wide a slip is at most and at least, in pixels."""
GAP, MARGIN = 14, 5
"""Between two slips, and around the paper for its shadow and its turn, in pixels."""
FLATTEST = 0.34
"""The least height of a slip by its width."""
NAME = 16
"""The height of the line with the name, in a flat slip, in pixels."""
BUTTON = 36
"""The height of the buttons below a slip, in pixels."""
PAPER_EDGE = 0.022
"""How far the paper lies inside its drawing, by the drawing's width."""
TURNS = (-1.3, 0.8, -0.6, 1.2, -1.0, 0.5, 1.4, -0.8)
"""How far each slip is turned, in degrees: nobody lays them down straight."""
ONE_LINE = (34, 28, 24, 20, 18)
SEVERAL_LINES = (18, 16, 14, 12)
"""The sizes a word may have, in pixels: first on one line, then broken wherever it must be."""


@dataclass(frozen=True)
class Action:
    """Something to press below a slip: its text, what a screen reader says, and the moves it makes."""

    text: str
    spoken: str
    moves: tuple[Any, ...]


@dataclass(frozen=True)
class Slip:
    """A slip: the ``word`` (empty: nothing to read) and the ``name`` of its writer, or empty.

    ``written``: folded, since it is not to be read yet. ``group`` is the same for slips that are one word (−1: none).
    ``spoken`` says all of it. ``actions`` are its buttons, at most two.
    """

    word: str
    name: str
    spoken: str
    struck: bool = False
    written: bool = False
    group: int = -1
    actions: tuple[Action, ...] = ()


_VOWELS = frozenset("aeiouy")
_TOGETHER = ("sch", "ch", "ck", "ph", "sh", "th", "qu")
"""Letters that are one sound: nothing is broken between them."""
_STRETCH = 8
"""So many letters that give no place to break at are broken all the same."""
_MIDDLE = int(Qt.AlignmentFlag.AlignCenter)


def hyphenated(word: str) -> str:
    """*word* with soft hyphens where it may be broken: before the last consonant that leads to a vowel."""
    plain = [unicodedata.normalize("NFD", char)[0].casefold() for char in word]
    breaks: list[int] = []
    for place in range(2, len(word) - 1):
        if plain[place] in _VOWELS or plain[place + 1] not in _VOWELS or not plain[place].isalpha():
            continue
        before = "".join(plain[: place + 1])
        length = next((len(sound) for sound in _TOGETHER if before.endswith(sound)), 1)
        start = place + 1 - length
        if start >= 2 and plain[start - 1].isalpha():
            breaks.append(start)
    found, last = [], 0
    for end in [*breaks, len(word)]:
        while end - last > 2 * _STRETCH:
            found.append(word[last : last + _STRETCH])
            last += _STRETCH
        found.append(word[last:end])
        last = end
    return "\u00ad".join(piece for piece in found if piece)


def laid_out(word: str, width: int, height: int) -> tuple[QFont, str, int]:
    """The largest font in which *word* has room, the word as it is drawn, and how: broken with hyphens if need be."""
    for size in ONE_LINE:
        font = theme.font(size, serif=True)
        metrics = QFontMetrics(font)
        if metrics.horizontalAdvance(word) <= width and metrics.height() <= height:
            return font, word, _MIDDLE
    broken = hyphenated(word)
    for flags, text in (
        (int(Qt.TextFlag.TextWordWrap) | _MIDDLE, broken),
        (int(Qt.TextFlag.TextWrapAnywhere) | _MIDDLE, word),
    ):
        for size in SEVERAL_LINES:
            font = theme.font(size, serif=True)
            need = QFontMetrics(font).boundingRect(QRect(0, 0, width, 9999), flags, text)
            if need.height() <= height and need.width() <= width:
                return font, text, flags
    return font, text, flags


def fitted(word: str, width: int, height: int) -> QFont:
    """The largest font in which *word* has room, broken into lines if need be."""
    return laid_out(word, width, height)[0]


class SlipCard(QWidget):
    """One slip; only looked at."""

    def __init__(self, slip: Slip, turn: float, parent: QWidget) -> None:
        super().__init__(parent)
        self.slip = slip
        self._turn = turn
        self.tied = (False, False)
        """Whether the thread goes on to the slip before and to the one after."""
        self.setAccessibleName(slip.spoken)
        self.setToolTip(plain_tip(slip.spoken))

    @staticmethod
    def strike_height(height: int) -> float:
        """How far below the upper edge the middle of the word, and the thread, run in a slip of *height*."""
        return min(height * 0.45, MARGIN + (height - 2 * MARGIN - NAME) / 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        c = theme.colours()
        slip = self.slip
        paper = QRectF(self.rect()).adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)
        painter.save()
        painter.translate(paper.center())
        painter.rotate(self._turn)
        painter.translate(-paper.center())
        painter.setPen(Qt.PenStyle.NoPen)
        edge = paper.width() * PAPER_EDGE
        for spread, alpha in ((3.0, 14), (1.5, 30)):
            painter.setBrush(theme.shadow(alpha))
            painter.drawRoundedRect(
                paper.adjusted(edge - spread / 2, 2 * edge, spread / 2 - edge, spread - edge), 4, 4
            )
        width, height = round(paper.width()), round(paper.height())
        drawing = theme.drawing(WRITTEN if slip.written else SLIP, width, height, self)
        painter.drawPixmap(paper.topLeft(), drawing)
        painter.restore()
        low = max(float(NAME), paper.height() * 0.2)
        if slip.name:
            font = theme.font("body" if paper.height() >= 90 else "small")
            painter.setFont(font)
            painter.setPen(theme.colour(c.card_muted))
            foot = QRectF(paper.left() + 14, paper.bottom() - low - edge, paper.width() - 44, low)
            name = QFontMetrics(font).elidedText(slip.name, Qt.TextElideMode.ElideRight, int(foot.width()))
            painter.drawText(foot, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, name)
        if not slip.word or slip.written:
            return
        middle = self.strike_height(self.height())
        half = max(1.0, min(middle - paper.top() - edge, paper.bottom() - low - edge - middle))
        box = QRectF(paper.left() + 12, middle - half, paper.width() - 24, 2 * half)
        font, text, flags = laid_out(slip.word, int(box.width()), int(box.height()))
        painter.setFont(font)
        painter.setPen(theme.colour(c.card_muted if slip.struck else c.ink))
        painter.drawText(box, flags, text)
        if slip.struck:
            painter.setPen(thread())
            left = 0.0 if self.tied[0] else paper.left() + 10
            right = float(self.width()) if self.tied[1] else paper.right() - 10
            painter.drawLine(QPointF(left, middle), QPointF(right, middle))


def thread() -> QPen:
    """The pen that strikes hints."""
    return QPen(theme.colour(theme.ONEWORD_THREAD), 3, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)


def _joined(one: Slip, other: Slip) -> bool:
    """Whether one thread strikes both slips, since they are one word."""
    return one.group >= 0 and one.group == other.group and one.struck and other.struck


class SlipTable(QWidget):
    """Lays slips out as large as there is room. ``chosen`` carries the moves of the button that was pressed."""

    chosen = Signal(tuple)

    def __init__(self) -> None:
        super().__init__()
        self._slips: tuple[Slip, ...] = ()
        self.cards: list[SlipCard] = []
        self.buttons: dict[int, Button] = {}
        """The first button of each slip that has one, by the slip's place."""
        self.others: dict[int, Button] = {}
        """The second ones."""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_slips(self, slips: Sequence[Slip], label: str) -> None:
        """Show *slips*; *label* names all of them for screen readers. Slips of a group stand together."""
        self.setAccessibleName(label)
        if tuple(slips) == self._slips:
            return
        focused = next((place for place, button in self._all_buttons() if button.hasFocus()), -1)
        self._slips = tuple(slips)
        for widget in (*self.cards, *self.buttons.values(), *self.others.values()):
            discard(widget)
        self.cards, self.buttons, self.others = [], {}, {}
        for place, slip in enumerate(slips):
            card = SlipCard(slip, TURNS[place % len(TURNS)], self)
            card.show()
            self.cards.append(card)
            for action, buttons in zip(slip.actions, (self.buttons, self.others), strict=False):
                button = Button(action.text, "plain", game=GAME, parent=self)
                button.setAccessibleName(action.spoken)
                button.arrows_to_parent = True
                moves = action.moves
                button.clicked.connect(lambda _checked=False, moves=moves: self.chosen.emit(moves))
                button.show()
                buttons[place] = button
        self._place()
        self.updateGeometry()
        self.update()
        if focused in self.buttons:
            self.buttons[focused].setFocus()

    def _all_buttons(self) -> list[tuple[int, Button]]:
        """All buttons with the places of their slips, from left to right and from above."""
        return sorted((*self.buttons.items(), *self.others.items()), key=lambda entry: entry[0])

    def undoable(self) -> Button:
        """The first button whose moves can be taken back, or the first one."""
        places = [place for place in self.buttons if not self._slips[place].struck]
        return self.buttons[(places or list(self.buttons))[0]]

    def move_focus(self, step: int) -> bool:
        """Left and right lead from button to button; False if none has the focus."""
        buttons = [button for _place, button in self._all_buttons()]
        for place, button in enumerate(buttons):
            if button.hasFocus():
                buttons[(place + step) % len(buttons)].setFocus()
                return True
        return False

    # Laying out ----------------------------------------

    def _rows(self, columns: int) -> list[list[int]]:
        count = len(self._slips)
        rows = -(-count // columns)
        shares = [count // rows + (row < count % rows) for row in range(rows)]
        # A row ends where no thread is cut: earlier than its share, if need be later, as far as all find room.
        found: list[list[int]] = []
        start = 0
        for row, share in enumerate(shares):
            left = count - start - columns * (rows - row - 1)
            ends = range(start + max(1, left), min(count, start + columns) + 1)
            whole = [end for end in ends if not self._is_cut(end)]
            wish = start + share
            end = min(whole or ends, key=lambda end: (abs(end - wish), end)) if row < rows - 1 else count
            found.append(list(range(start, end)))
            start = end
        return [row for row in found if row]

    def _is_cut(self, end: int) -> bool:
        """Whether a row that ends before slip *end* separates two that one thread joins."""
        if not 0 < end < len(self._slips):
            return False
        return _joined(self._slips[end - 1], self._slips[end])

    def _below(self, row: Iterable[int]) -> int:
        """The room for the buttons below a row of slips."""
        places = set(row)
        return (BUTTON + 4) * sum(not places.isdisjoint(some) for some in (self.buttons, self.others))

    def _widest(self) -> int:
        """What a slip must have at least, so that its buttons have room."""
        return max([LEAST, *(button.sizeHint().width() for _place, button in self._all_buttons())])

    def _size(self, columns: int) -> tuple[int, int]:
        """The size of a slip with its margins, in so many columns."""
        rows = self._rows(columns)
        wide = (self.width() - GAP * (columns - 1)) // columns
        high = (self.height() - GAP * (len(rows) - 1) - sum(map(self._below, rows))) // len(rows)
        width = min(WIDEST, wide)
        height = min(round(width * SLIP_RATIO), high)
        # Where there is little height a slip is cut flatter, but stays a slip.
        width = max(LEAST // 2, min(width, round(height / FLATTEST)))
        return width, max(round(LEAST * FLATTEST), height)

    def minimumSizeHint(self) -> QSize:
        if not self._slips:
            return QSize(0, 0)
        rows = self._rows(len(self._slips) if len(self._slips) <= 4 else -(-len(self._slips) // 2))
        slips = len(rows) * round(LEAST * FLATTEST)
        return QSize(3 * LEAST, slips + sum(map(self._below, rows)) + (len(rows) - 1) * GAP)

    def sizeHint(self) -> QSize:
        return QSize(800, max(160, self.minimumSizeHint().height()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        if not self._slips:
            return
        need = self._widest()
        able = [
            columns
            for columns in range(1, len(self._slips) + 1)
            if (self.width() - GAP * (columns - 1)) // columns >= need
        ] or [1]
        columns = max(able, key=lambda count: (self._size(count)[0] * self._size(count)[1], count))
        width, height = self._size(columns)
        step = max(width, need if self.buttons else width) + GAP
        rows = self._rows(columns)
        whole = len(rows) * height + sum(map(self._below, rows)) + GAP * (len(rows) - 1)
        top = max(0, (self.height() - whole) // 2)
        for row in rows:
            left = (self.width() - step * len(row) + GAP) // 2
            for at, place in enumerate(row):
                centre = left + at * step + (step - GAP) // 2
                self.cards[place].setGeometry(centre - width // 2, top, width, height)
                low = top + height + 2
                for button in (self.buttons.get(place), self.others.get(place)):
                    if button is not None:
                        wide = min(step - GAP, button.sizeHint().width())
                        button.setGeometry(centre - wide // 2, low, wide, BUTTON)
                        low += BUTTON + 4
            top += height + self._below(row) + GAP
        for card in self.cards:
            card.tied = (False, False)
        for one, other in self._tied():
            one.tied = (one.tied[0], True)
            other.tied = (True, other.tied[1])

    def _tied(self) -> list[tuple[SlipCard, SlipCard]]:
        """Neighbours in a row that are struck because they are one word."""
        return [
            (one, other)
            for one, other in pairwise(self.cards)
            if _joined(one.slip, other.slip) and one.y() == other.y()
        ]

    def paintEvent(self, event: QPaintEvent) -> None:
        """The thread between the slips that are one word."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(thread())
        for one, other in self._tied():
            start = QPointF(one.geometry().center())
            end = QPointF(other.geometry().center())
            start.setY(one.y() + SlipCard.strike_height(one.height()))
            end.setY(other.y() + SlipCard.strike_height(other.height()))
            painter.drawLine(start, end)
