"""The score sheet for elsewhere: a table for spreadsheets (CSV), a page for reading (PDF), and paper.

Files are made in memory and written beside their place first, so that what was there stays until the new file is
whole. Nothing here raises for a disk or a printer: what went wrong comes back as a `Refusal`.

Rulings for CSV:

- UTF-8 with a byte order mark, lines ended by CR LF: that is how Excel recognises UTF-8; LibreOffice takes it too.
- Semicolons in German, commas in English: what a spreadsheet expects with that language's decimal sign. Every text
  is quoted.
- A name that a spreadsheet would take for a formula gets an apostrophe before the sign, also behind a separator
  inside it, because the file may be opened with the other one.
"""

from __future__ import annotations

import csv
import errno
import io
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRectF, Qt
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QPagedPaintDevice,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
    QPen,
)
from PySide6.QtWidgets import QDialog, QWidget

from desktop.storage import write_whole
from desktop.widgets import chart, theme
from engine.core.errors import Refusal
from engine.core.game import Outcome
from engine.core.text import N_, Texts

_REASONS = {
    errno.EACCES: N_("you may not write there."),
    errno.EPERM: N_("you may not write there."),
    errno.EROFS: N_("you may not write there."),
    errno.ENOSPC: N_("the disk is full."),
    errno.EDQUOT: N_("the disk is full."),
    errno.ENOENT: N_("the folder does not exist."),
    errno.ENOTDIR: N_("the folder does not exist."),
    errno.EISDIR: N_("there is a folder of this name."),
    errno.ENAMETOOLONG: N_("the name is too long."),
}


def _write(path: Path, data: bytes) -> Refusal | None:
    """Put *data* at *path* at once or not at all."""
    try:
        write_whole(path, data)
    except OSError as error:
        reason = _REASONS.get(error.errno or 0) or error.strerror or str(error)
        return Refusal(
            "export_failed",
            N_("{path} can't be written: {reason}"),
            {"path": str(path), "reason": reason},
            translate=("reason",),
        )
    return None


# CSV ----------------------------------------


_FORMULA = re.compile(r"""(^|[;,\t])([\s"']*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])""")


def harmless(name: str) -> str:
    """*name* as a spreadsheet takes it for text: one line, and no formula."""
    line = "".join(char if char.isprintable() else " " for char in name)
    return _FORMULA.sub(r"\1\2'", line)


def csv_bytes(names: Sequence[str], rounds: Sequence[Outcome], t: Texts) -> bytes:
    """The points of each round by player, and their sums."""
    text = io.StringIO()
    writer = csv.writer(
        text,
        delimiter=";" if t.language == "de" else ",",
        quoting=csv.QUOTE_NONNUMERIC,
        lineterminator="\r\n",
    )
    writer.writerow([t.p_("axis", "Round"), *map(harmless, names)])
    for number, result in enumerate(rounds, 1):
        writer.writerow([number, *result.points])
    writer.writerow([t._("Total"), *_totals(names, rounds)])
    return b"\xef\xbb\xbf" + text.getvalue().encode("utf-8", "replace")


def write_csv(path: Path, names: Sequence[str], rounds: Sequence[Outcome], t: Texts) -> Refusal | None:
    """Write the score sheet as a table for spreadsheets; returns what to tell the user if it cannot be written."""
    return _write(path, csv_bytes(names, rounds, t))


def _totals(names: Sequence[str], rounds: Sequence[Outcome]) -> list[int]:
    return [sum(result.points[seat] for result in rounds) for seat in range(len(names))]


# Pages ----------------------------------------


PIXELS = 96
"""Everything is laid out in pixels of this many an inch, and scaled to the device."""
MARGIN = 18.0
"""Around a page, in millimetres."""
ROW = 24.0
SUMS = 28.0
HEADER_PADDING = 10.0
FOOT = 34.0
CHART = 270.0
FIRST_COLUMN = 86.0
COLUMNS = 8
"""How many players stand side by side; more go into a second table below."""

Draw = Callable[[QPainter, QRectF], None]


@dataclass(frozen=True)
class Sheet:
    """What is to be printed."""

    title: str
    subtitle: str
    names: tuple[str, ...]
    rounds: tuple[Outcome, ...]
    goal: int | None = None


class _Flow:
    """Pieces one below the other, on as many pages as they need."""

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self.pages: list[list[tuple[QRectF, Draw]]] = [[]]
        self._y = 0.0

    def fits(self, height: float) -> bool:
        return self._y + height <= self.height

    def new_page(self) -> None:
        self.pages.append([])
        self._y = 0.0

    def add(self, height: float, draw: Draw) -> None:
        """Put a piece below the last one, or on a new page if it does not fit (and something else is there)."""
        if not self.fits(height) and self.pages[-1]:
            self.new_page()
        self.pages[-1].append((QRectF(0, self._y, self.width, height), draw))
        self._y += height

    def space(self, height: float) -> None:
        self._y += height


_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_CENTRE = int(Qt.AlignmentFlag.AlignCenter)


def _height(text: str, font: QFont, width: float, flags: int) -> float:
    return QFontMetricsF(font).boundingRect(QRectF(0, 0, width, 10_000), flags, text).height()


def _pieces(name: str) -> list[str]:
    """Where a name may be broken: after blanks and hyphens."""
    return [piece for piece in re.split(r"(?<=[\s-])", name) if piece]


def _pieces_fit(name: str, font: QFont, width: float) -> bool:
    metrics = QFontMetricsF(font)
    return all(metrics.horizontalAdvance(piece.rstrip()) <= width for piece in _pieces(name))


def in_lines(name: str, font: QFont, width: float) -> str:
    """The whole *name* in lines of *width*: broken after blanks and hyphens, and anywhere where that is too little."""
    metrics = QFontMetricsF(font)
    lines = [""]
    for piece in _pieces(name):
        if lines[-1] and metrics.horizontalAdvance((lines[-1] + piece).rstrip()) > width:
            lines.append("")
        for char in piece:
            if lines[-1] and metrics.horizontalAdvance((lines[-1] + char).rstrip()) > width:
                lines.append("")
            lines[-1] += char
    return "\n".join(text.strip() for text in lines)


def _write_text(painter: QPainter, rect: QRectF, text: str, font: QFont, colour: str, flags: int) -> None:
    painter.setFont(font)
    painter.setPen(theme.colour(colour))
    painter.drawText(rect, flags, text)


def _rule(painter: QPainter, rect: QRectF, colour: str, width: float) -> None:
    painter.setPen(QPen(theme.colour(colour), width))
    painter.drawLine(rect.bottomLeft(), rect.bottomRight())


def _lay_out(sheet: Sheet, t: Texts, width: float, height: float) -> list[list[tuple[QRectF, Draw]]]:
    """The pages of *sheet*, each a list of places and what is drawn there. On paper the colours are the light ones."""
    c = theme.LIGHT
    flow = _Flow(width, height - FOOT)
    wrapped = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft)
    for text, font, colour in (
        (sheet.title, theme.font("title", serif=True), c.text),
        (sheet.subtitle, theme.font("body"), c.muted),
    ):
        if text:
            tall = _height(text, font, width, wrapped) + 4

            def words(
                painter: QPainter, rect: QRectF, text: str = text, font: QFont = font, colour: str = colour
            ) -> None:
                _write_text(painter, rect, text, font, colour, wrapped)

            flow.add(tall, words)
    flow.space(16)
    for first in range(0, len(sheet.names), COLUMNS):
        _add_table(flow, sheet, range(first, min(first + COLUMNS, len(sheet.names))), t)
        flow.space(24)
    if sheet.rounds:
        curves = chart.curves(sheet.names, sheet.rounds, sheet.goal)

        def picture(painter: QPainter, rect: QRectF) -> None:
            # The paper is white, not a panel.
            chart.paint(painter, rect, curves, c, t, c.on_accent)

        flow.add(CHART, picture)
    return flow.pages


def _add_table(flow: _Flow, sheet: Sheet, seats: range, t: Texts) -> None:
    """The points of *seats*, with the names again at the top of every page."""
    c = theme.LIGHT
    bold, small = theme.font("body", bold=True), theme.font("small", bold=True)
    body = theme.font("body")
    wide = (flow.width - FIRST_COLUMN) / len(seats)

    def cells(rect: QRectF) -> list[QRectF]:
        return [
            QRectF(rect.left() + FIRST_COLUMN + wide * place, rect.top(), wide, rect.height())
            for place in range(len(seats))
        ]

    heading = bold if all(_pieces_fit(sheet.names[seat], bold, wide - 10) for seat in seats) else small
    heads = [in_lines(sheet.names[seat], heading, wide - 10) for seat in seats]

    def header(painter: QPainter, rect: QRectF) -> None:
        _write_text(painter, rect, t.p_("axis", "Round"), bold, c.muted, _LEFT)
        for head, cell in zip(heads, cells(rect), strict=True):
            _write_text(painter, cell, head, heading, c.text, _CENTRE)
        _rule(painter, rect, c.text, 1.2)

    def row(head: str, points: Sequence[int], font: QFont, colour: str, rule: float) -> Draw:
        def draw(painter: QPainter, rect: QRectF) -> None:
            _write_text(painter, rect, head, font, colour, _LEFT)
            for seat, cell in zip(seats, cells(rect), strict=True):
                _write_text(painter, cell, chart.figure(points[seat]), font, c.text, _CENTRE)
            if rule:
                _rule(painter, rect, c.line, rule)

        return draw

    tall = HEADER_PADDING + max(_height(head, heading, wide, _CENTRE) for head in heads)
    if not flow.fits(tall + ROW + SUMS):
        flow.new_page()
    flow.add(tall, header)
    for number, result in enumerate(sheet.rounds, 1):
        last = number == len(sheet.rounds)
        # The sums never stand alone on a page.
        if not flow.fits(ROW + SUMS if last else ROW):
            flow.new_page()
            flow.add(tall, header)
        flow.add(ROW, row(str(number), result.points, body, c.muted, 0.6 if not last else 0))

    def rule_above(painter: QPainter, rect: QRectF) -> None:
        _rule(painter, rect, c.text, 1.2)

    flow.add(0, rule_above)
    flow.add(SUMS, row(t._("Total"), _totals(sheet.names, sheet.rounds), bold, c.text, 0))


def _paint(device: QPagedPaintDevice, sheet: Sheet, t: Texts) -> bool:
    """Draw all pages of *sheet* on *device*; whether it took them."""
    painter = QPainter()
    if not painter.begin(device):
        return False
    try:
        scale = device.logicalDpiX() / PIXELS
        width, height = device.width() / scale, device.height() / scale
        painter.scale(scale, scale)
        pages = _lay_out(sheet, t, width, height)
        small = theme.font("small")
        for number, page in enumerate(pages, 1):
            if number > 1 and not device.newPage():
                return False
            for rect, draw in page:
                draw(painter, rect)
            foot = QRectF(0, height - 18, width, 18)
            text = t._("Page {page} of {pages}", page=number, pages=len(pages))
            right = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom)
            _write_text(painter, foot, text, small, theme.LIGHT.muted, right)
            left = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom)
            _write_text(painter, foot, "Vierblatt", small, theme.LIGHT.muted, left)
    finally:
        painter.end()
    return True


def _page_layout(size: QPageSize.PageSizeId = QPageSize.PageSizeId.A4) -> QPageLayout:
    return QPageLayout(
        QPageSize(size),
        QPageLayout.Orientation.Portrait,
        QMarginsF(MARGIN, MARGIN, MARGIN, MARGIN),
        QPageLayout.Unit.Millimeter,
    )


def pdf_bytes(sheet: Sheet, t: Texts) -> bytes:
    """*sheet* as a PDF document, A4. Empty if Qt cannot make it."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(1200)
    writer.setPageLayout(_page_layout())
    writer.setTitle(sheet.title)
    writer.setCreator("Vierblatt")
    done = _paint(writer, sheet, t)
    buffer.close()
    return bytes(data.data()) if done else b""


def write_pdf(
    path: Path,
    title: str,
    subtitle: str,
    names: Sequence[str],
    rounds: Sequence[Outcome],
    t: Texts,
    *,
    goal: int | None = None,
) -> Refusal | None:
    """Write the score sheet and its picture as a PDF; returns what to tell the user if it cannot be written."""
    data = pdf_bytes(Sheet(title, subtitle, tuple(names), tuple(rounds), goal), t)
    if not data:
        return Refusal(
            "export_failed",
            N_("{path} can't be written: {reason}"),
            {"path": str(path), "reason": "QPdfWriter"},
        )
    return _write(path, data)


def print_sheet(
    parent: QWidget | None,
    title: str,
    subtitle: str,
    names: Sequence[str],
    rounds: Sequence[Outcome],
    t: Texts,
    tell: Callable[[Refusal], None],
    *,
    goal: int | None = None,
) -> QDialog:
    """Open the print dialog; once it is accepted the sheet goes to the printer. *tell* hears what went wrong."""
    # Loaded here: few print, and the library of printers need not slow down every start.
    from PySide6.QtPrintSupport import QPrintDialog, QPrinter

    sheet = Sheet(title, subtitle, tuple(names), tuple(rounds), goal)
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setDocName(title)
    printer.setCreator("Vierblatt")
    printer.setPageMargins(QMarginsF(MARGIN, MARGIN, MARGIN, MARGIN), QPageLayout.Unit.Millimeter)
    dialog = QPrintDialog(printer, parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle(t._("Print"))

    def out() -> None:
        if not _paint(printer, sheet, t):
            tell(Refusal("print_failed", N_("The printer did not take the score sheet.")))

    dialog.accepted.connect(out)
    QDialog.open(dialog)
    return dialog
