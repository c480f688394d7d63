"""Names in narrow places: in several lines or in a smaller step of the type scale, but whole.

Only where even that does not help a name loses its middle: players who are called alike mostly differ at the end.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6 import QtCore
from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QLabel, QSizePolicy

from desktop.widgets import theme
from desktop.widgets.basics import PLAIN_TEXT, set_tip

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

Step = tuple[str, int]
"""A step of the type scale, and how many lines of it there may be."""


def parted(text: str, metrics: QFontMetrics, width: int) -> list[str]:
    """*text* in lines no wider than *width*: broken between words, and inside a word that is too long for a line."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if metrics.horizontalAdvance(longer) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        *pieces, word = _pieces(word, metrics, width)
        lines += pieces
        line = word
    return [*lines, line]


def _pieces(word: str, metrics: QFontMetrics, width: int) -> list[str]:
    """*word* in as few pieces as fit into *width*, of about the same length, with hyphens."""
    for count in range(1, len(word)):
        ends = [len(word) * number // count for number in range(count + 1)]
        found = [word[start:end] for start, end in itertools.pairwise(ends)]
        found = [piece if piece.endswith("-") else piece + "-" for piece in found[:-1]] + found[-1:]
        if all(metrics.horizontalAdvance(piece) <= width for piece in found):
            return found
    return [word]


def without_middle(text: str, metrics: QFontMetrics, width: int, most: int) -> list[str]:
    """*text* in no more than *most* lines; what has no room is left out in the middle, where an ellipsis stands."""
    for count in range(len(text) - 1, 1, -1):
        tail = count // 2
        found = parted(f"{text[: count - tail].rstrip()}…{text[-tail:].lstrip()}", metrics, width)
        if len(found) <= most:
            return found
    return ["…"]


def pitch(size: str) -> int:
    """The distance of two lines of *size*, in pixels: closer than in a text that is read on and on."""
    return round(theme.SIZES[size] * 1.22)


def set_names(
    names: Sequence[str], width: int, steps: Sequence[Step], *, serif: bool = False, bold: bool = False
) -> tuple[str, list[list[str]]]:
    """The first of *steps* in which all *names* are whole within *width* pixels, and the lines of each.

    Words stay whole if any step allows it.
    """
    for words_whole in (True, False):
        for size, most in steps:
            metrics = QFontMetrics(theme.font(size, serif=serif, bold=bold))
            found = [parted(name, metrics, width) for name in names]
            if words_whole and any(
                " ".join(lines).split() != name.split() for name, lines in zip(names, found, strict=True)
            ):
                continue
            if all(len(lines) <= most for lines in found):
                return size, found
    # The last step has been tried last.
    return size, [
        lines if len(lines) <= most else without_middle(name, metrics, width, most)
        for name, lines in zip(names, found, strict=True)
    ]


class NameLabel(QLabel):
    """A name as large as its place allows, in two lines if need be; the tool tip has it whole in any case."""

    STEPS: tuple[Step, ...] = (("lead", 1), ("body", 2), ("small", 2))
    HEIGHT = 34

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.setProperty("textFormat", PLAIN_TEXT)
        self.setFont(theme.font("lead", serif=True))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        set_tip(self, name)

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self.HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(36, self.HEIGHT)

    def shown(self) -> tuple[str, list[str]]:
        """The step of the type scale and the lines that are painted."""
        size, (lines,) = set_names((self.text(),), self.width(), self.STEPS, serif=True)
        return size, lines

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        size, lines = self.shown()
        painter.setFont(theme.font(size, serif=True))
        painter.setPen(theme.colour(theme.colours().text))
        paint_lines(painter, self.rect(), lines, size, centred=False)


def paint_lines(painter: QPainter, box: QRect, lines: Sequence[str], size: str, *, centred: bool) -> None:
    """Write *lines* of *size* into the middle of *box*'s height, from its left or *centred*."""
    step = pitch(size)
    top = box.top() + (box.height() - step * len(lines)) // 2
    side = QtCore.Qt.AlignmentFlag.AlignHCenter if centred else QtCore.Qt.AlignmentFlag.AlignLeft
    for number, text in enumerate(lines):
        place = QRect(box.left(), top + number * step - step, box.width(), 3 * step)
        painter.drawText(place, side | QtCore.Qt.AlignmentFlag.AlignVCenter, text)


def broad(text: str, font: QFont, width: int) -> str:
    """*text* for a button whose words may be *width* pixels wide, in as many lines as that takes."""
    return "\n".join(parted(text, QFontMetrics(font), max(60, width)))
