"""An HTML page on paper: a PDF of A4 pages with numbers, made without any window."""

from __future__ import annotations

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QGuiApplication,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
    QTextDocument,
)

from desktop.app import make_application

DOTS = 144
"""Dots an inch of the PDF's coordinates; drawings and letters stay outlines."""

MARGIN = 18.0
"""Millimetres around the page's text."""

FOOT = 30
"""Dots below the text for the page's number."""


def to_pdf(html: str) -> bytes:
    """The page *html* as PDF. Needs no display if Qt's platform is ``offscreen``."""
    if QGuiApplication.instance() is None:
        make_application()
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(DOTS)
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setPageMargins(QMarginsF(MARGIN, MARGIN, MARGIN, MARGIN), QPageLayout.Unit.Millimeter)
    document = QTextDocument()
    document.documentLayout().setPaintDevice(writer)
    document.setHtml(html)
    writer.setTitle(document.metaInformation(QTextDocument.MetaInformation.DocumentTitle))
    room = QSizeF(writer.width(), writer.height() - FOOT)
    document.setPageSize(room)
    document.setDocumentMargin(0)
    painter = QPainter(writer)
    pages = document.pageCount()
    for page in range(pages):
        if page:
            writer.newPage()
        painter.save()
        painter.translate(0, -page * room.height())
        context = QAbstractTextDocumentLayout.PaintContext()
        context.clip = QRectF(0, page * room.height(), room.width(), room.height())
        painter.setClipRect(context.clip)
        document.documentLayout().draw(painter, context)
        painter.restore()
        if pages > 1:
            foot = QRectF(0, room.height(), room.width(), FOOT)
            painter.drawText(
                foot, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom, f"{page + 1} / {pages}"
            )
    painter.end()
    buffer.close()
    return bytes(data.data())
