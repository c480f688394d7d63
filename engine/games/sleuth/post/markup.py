"""HTML mails as text: what stood in a line stays in a line, and what stood in a column stays in a column.

Grids come in ``<pre>``, in tables or with ``&nbsp;``. A table is laid out with every column as wide as its widest
cell, so that the order reader finds the signs under the digits even where cells are empty. A quotation becomes lines
that begin with ``>``.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser

_BREAKS = frozenset(
    {
        "address",
        "article",
        "div",
        "dl",
        "dt",
        "dd",
        "fieldset",
        "form",
        "header",
        "footer",
        "hr",
        "li",
        "ol",
        "p",
    }
    | {"section", "ul", "h1", "h2", "h3", "h4", "h5", "h6"}
)
_SILENT = frozenset({"head", "script", "style", "title", "template"})
_BLANKS = re.compile(r"[ \t\r\n\f]+")
_ORDER_LINE = re.compile(r"\s*(//|/?\s*\w+\s*=)")
_MAX_SPAN = 50
_MAX_DEPTH = 40


class _Piece:
    """A stretch of text in the making: lines, the last one still open."""

    def __init__(self) -> None:
        self.lines = [""]

    def add(self, text: str) -> None:
        first, *rest = text.split("\n")
        self.lines[-1] += first
        self.lines += rest

    def words(self, text: str) -> None:
        flat = _BLANKS.sub(" ", text)
        self.add(flat.lstrip(" ") if not self.lines[-1] or self.lines[-1].endswith(" ") else flat)

    def fresh(self) -> None:
        """Begin a new line unless the present one is empty."""
        if self.lines[-1].strip(" "):
            self.lines.append("")
        else:
            self.lines[-1] = ""


class _Table:
    """Rows of cells; a cell is its lines and the number of columns it spans."""

    def __init__(self) -> None:
        self.rows: list[list[tuple[list[str], int]]] = []

    def lines(self) -> list[str]:
        """The table with its columns one under the other."""
        widths: dict[int, int] = {}
        for row in self.rows:
            column = 0
            for lines, span in row:
                if span == 1:
                    widths[column] = max(widths.get(column, 1), *(len(line) for line in lines), 1)
                column += span
        found = []
        for row in self.rows:
            height = max((len(lines) for lines, _span in row), default=0)
            for at in range(height):
                text, column, place = "", 0, 0
                for lines, span in row:
                    text = text.ljust(place) + (lines[at] if at < len(lines) else "")
                    place += sum(widths.get(one, 1) + 1 for one in range(column, column + span))
                    if len(text) >= place:
                        place = len(text) + 1
                    column += span
                found.append(text.rstrip(" "))
        return found


class _Reader(HTMLParser):
    """Gathers text; inner tables, cells and quotations are pieces of their own that are put into the outer ones."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces = [_Piece()]
        self.tables: list[_Table] = []
        self.open: list[str] = []  # cells and quotations begun, each with a piece
        self.spans: list[int] = []
        self.pre = 0
        self.silent = 0
        self.gap = False  # a grid may just have ended: prose that follows begins after a blank line

    # What HTMLParser calls ----------------------------------------

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _SILENT:
            self.silent += 1
        elif tag == "br":
            self.pieces[-1].lines.append("")
        elif tag == "pre":
            self.pieces[-1].fresh()
            self.pre += 1
            self.gap = False
        elif tag == "blockquote" and len(self.open) < _MAX_DEPTH:
            self._begin("blockquote", 1)
        elif tag == "table" and len(self.tables) < _MAX_DEPTH:
            self.pieces[-1].fresh()
            self.tables.append(_Table())
            self.gap = False
        elif tag == "tr" and self.tables:
            self._end_cell()
            self.tables[-1].rows.append([])
        elif tag in {"td", "th"} and self.tables and len(self.open) < _MAX_DEPTH:
            self._end_cell()
            self._begin("cell", _span(dict(attrs).get("colspan")))
        elif tag in _BREAKS:
            self.pieces[-1].fresh()

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in _SILENT:
            self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if tag in _SILENT:
            self.silent = max(0, self.silent - 1)
        elif tag == "pre":
            self.pre = max(0, self.pre - 1)
            self.pieces[-1].fresh()
            self.gap = True
        elif tag == "blockquote":
            self._end_quotation()
        elif tag in {"td", "th", "tr"}:
            self._end_cell()
        elif tag == "table" and self.tables:
            self._end_cell()
            self._end_table()
        elif tag in _BREAKS:
            self.pieces[-1].fresh()

    def handle_data(self, data: str) -> None:
        if self.silent:
            return
        if self.pre:
            self.pieces[-1].add(data.replace("\r\n", "\n").replace("\r", "\n"))
        elif data.strip():
            if self.gap and not _ORDER_LINE.match(data):
                self.pieces[-1].fresh()
                self.pieces[-1].lines.append("")
            self.gap = False
            self.pieces[-1].words(data)
        else:
            self.pieces[-1].words(data)

    # Pieces ----------------------------------------

    def _begin(self, kind: str, span: int) -> None:
        self.open.append(kind)
        self.spans.append(span)
        self.pieces.append(_Piece())

    def _finish(self) -> tuple[list[str], int]:
        self.open.pop()
        lines = self.pieces.pop().lines
        while len(lines) > 1 and not lines[-1].strip(" "):
            lines.pop()
        return lines, self.spans.pop()

    def _end_cell(self) -> None:
        if self.open and self.open[-1] == "cell" and self.tables:
            cell = self._finish()
            if not self.tables[-1].rows:
                self.tables[-1].rows.append([])
            self.tables[-1].rows[-1].append(cell)

    def _end_quotation(self) -> None:
        if self.open and self.open[-1] == "blockquote":
            lines, _one = self._finish()
            self.pieces[-1].fresh()
            self.pieces[-1].add("\n".join("> " + line for line in lines) + "\n")

    def _end_table(self) -> None:
        table = self.tables.pop()
        self.pieces[-1].fresh()
        self.pieces[-1].add("\n".join(table.lines()) + "\n")
        self.gap = True

    def text(self) -> str:
        """All text, whatever was left open."""
        while self.open:
            if self.open[-1] == "cell":
                self._end_cell()
                if self.tables:
                    self._end_table()
                elif self.open and self.open[-1] == "cell":
                    lines, _span = self._finish()
                    self.pieces[-1].add("\n".join(lines))
            else:
                self._end_quotation()
        while self.tables:
            self._end_table()
        return "\n".join(self.pieces[0].lines)


def _span(value: str | None) -> int:
    text = (value or "1").strip()
    return (
        min(int(text), _MAX_SPAN) if text.isascii() and text.isdigit() and len(text) < 4 and int(text) else 1
    )


def text_of(html: str) -> str:
    """The text of *html*, however broken that is."""
    reader = _Reader()
    try:
        reader.feed(html)
        reader.close()
    except (AssertionError, ValueError, RecursionError):
        # The parser gives up on a few malformed declarations; what it had read by then stays.
        pass
    return reader.text()
