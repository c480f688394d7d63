"""A report on paper: a PDF with its pages, made without a window."""

from __future__ import annotations

import re

from PySide6.QtCore import QBuffer
from PySide6.QtGui import QPdfWriter
from PySide6.QtWidgets import QApplication

from desktop.paper import DOTS, _document, to_pdf
from engine.games.sleuth.post.paper import Hands, Lines, Table, Title, Verbatim, to_html


def pages(pdf: bytes) -> int:
    """How many pages a PDF says it has."""
    return max(int(count) for count in re.findall(rb"/Count (\d+)", pdf))


def test_a_report_becomes_a_pdf(qapp: QApplication) -> None:
    parts = [
        Title("Peru", 1),
        Lines(("Anna: 3.",), ("Db",)),
        Table(("Player", "Points"), (("Anna", "3"),)),
        Hands((("A", "red diamond 1", ("Dr1",)),)),
        Verbatim(("Tipp=", " rot")),
    ]
    pdf = to_pdf(to_html(parts, "en"))
    assert pdf.startswith(b"%PDF")
    assert pages(pdf) == 1
    long = to_pdf(to_html([*parts, Verbatim(("x",) * 200)], "en"))
    assert pages(long) > 2


def test_no_page_ends_within_a_grid_or_a_gem(app: QApplication) -> None:
    grid = Verbatim((*[f"row {at}" for at in range(7)], "", *[f"line {at}" for at in range(7)]))
    hands = Hands(tuple((holder, "", ("Db1", "Or2", "Py3") * 9) for holder in "ABCDEFG"))
    parts = [part for at in range(12) for part in (Title(f"Grids {at}"), grid)]
    for distance in range(8):
        writer = QPdfWriter(QBuffer())
        writer.setResolution(DOTS)
        html = to_html([Lines(("x",) * distance), hands, *parts], "en")
        document = _document(html, writer)
        height = document.pageSize().height()
        together: dict[int, set[int]] = {}
        number = 0
        block = document.begin()
        while block.isValid():
            text = block.text()
            lines = [block.layout().lineAt(at) for at in range(block.layout().lineCount())]
            for line in lines:
                assert (
                    not text[: line.textStart() + line.textLength()]
                    .rstrip(" ")
                    .endswith(("\ufffc", "\ufffc\u00a0"))
                )
            number += text.startswith("Grids") or text == "line 0"
            if text.startswith(("Grids", "row", "line")):
                place = document.documentLayout().blockBoundingRect(block)
                together.setdefault(number, set()).update(
                    {int(place.top() // height), int((place.bottom() - 1) // height)}
                )
            block = block.next()
        assert len(together) == 24
        assert [pages for pages in together.values() if len(pages) > 1] == []
        assert len(set().union(*together.values())) > 1
