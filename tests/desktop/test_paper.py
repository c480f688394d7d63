"""A report on paper: a PDF with its pages, made without a window."""

from __future__ import annotations

import re

from PySide6.QtWidgets import QApplication

from desktop.paper import to_pdf
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
