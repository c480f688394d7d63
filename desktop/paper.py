"""An HTML page on paper: a PDF of A4 pages with numbers, made without any window."""

from __future__ import annotations

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QGuiApplication,
    QPagedPaintDevice,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
    QTextBlock,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)
from PySide6.QtWidgets import QDialog, QWidget

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
    document = _document(html, writer)
    writer.setTitle(document.metaInformation(QTextDocument.MetaInformation.DocumentTitle))
    _draw(document, writer)
    buffer.close()
    return bytes(data.data())


def print_page(html: str, parent: QWidget) -> QDialog:
    """Ask for a printer over *parent*, then print the page *html*."""
    from PySide6.QtPrintSupport import QPrintDialog, QPrinter

    printer = QPrinter()
    printer.setResolution(DOTS)
    dialog = QPrintDialog(printer, parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.accepted.connect(lambda: _draw(_document(html, printer), printer))
    QDialog.open(dialog)
    return dialog


def _document(html: str, device: QPagedPaintDevice) -> QTextDocument:
    document = QTextDocument()
    document.documentLayout().setPaintDevice(device)
    document.setHtml(html)
    document.setPageSize(QSizeF(device.width(), device.height() - FOOT))
    document.setDocumentMargin(0)
    _keep_together(document)
    return document


def _keep_together(document: QTextDocument) -> None:
    """Let no page end within lines of fixed pitch (a grid) that fit on one, or between a heading and what follows.

    Qt knows no ``page-break-inside``: what would be cut begins a new page.
    """
    layout = document.documentLayout()
    height = document.pageSize().height()
    block = document.begin()
    while block.isValid():
        first, last = block, block
        while last.next().isValid() and (
            last.blockFormat().headingLevel() or (_fixed(last) and _goes_on(last.next()))
        ):
            last = last.next()
        top = layout.blockBoundingRect(first).top()
        bottom = layout.blockBoundingRect(last).bottom()
        if int(top // height) != int((bottom - 1) // height) and bottom - top < height:
            wanted = first.blockFormat()
            wanted.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)
            QTextCursor(first).setBlockFormat(wanted)
            # All below moves; by itself Qt lays out no more than this block again.
            document.markContentsDirty(first.position(), document.characterCount() - first.position())
        block = last.next()


def _goes_on(block: QTextBlock) -> bool:
    """Whether *block* belongs to the lines of fixed pitch before it; only the first of them keeps a distance."""
    return _fixed(block) and not block.blockFormat().topMargin()


def _fixed(block: QTextBlock) -> bool:
    """Whether *block* is a line of fixed pitch that is not blank."""
    return block.blockFormat().nonBreakableLines() and bool(block.text().strip())


def _draw(document: QTextDocument, device: QPagedPaintDevice) -> None:
    room = document.pageSize()
    painter = QPainter(device)
    pages = document.pageCount()
    for page in range(pages):
        if page:
            device.newPage()
        painter.save()
        painter.translate(0, -page * room.height())
        context = QAbstractTextDocumentLayout.PaintContext()
        clip = QRectF(0, page * room.height(), room.width(), room.height())
        painter.setClipRect(clip)
        context.clip = clip
        document.documentLayout().draw(painter, context)
        painter.restore()
        if pages > 1:
            foot = QRectF(0, room.height(), room.width(), FOOT)
            corner = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom
            painter.drawText(foot, corner, f"{page + 1} / {pages}")
    painter.end()
