"""Everything that can be read from widgets: by eye, by tool tip, by a screen reader, hidden widgets included."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QAccessible, QAccessibleInterface, QTextDocumentFragment
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QMenu,
    QTableWidget,
    QTabWidget,
    QTextEdit,
    QWidget,
)

ROLES = (
    QAccessible.Text.Name,
    QAccessible.Text.Description,
    QAccessible.Text.Value,
    QAccessible.Text.Help,
)


def everything(root: QWidget) -> list[QWidget]:
    """*root* and all widgets below it, hidden ones included."""
    return [root, *root.findChildren(QWidget)]


def alive() -> list[QWidget]:
    """All widgets of the program that are not about to be deleted, in whatever window."""
    for _round in range(3):
        QApplication.processEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    return QApplication.allWidgets()


def plain(text: str) -> str:
    """What is read of *text*, which may have markup."""
    return QTextDocumentFragment.fromHtml(text).toPlainText() if text.startswith("<") else text


def own_texts(widget: QWidget) -> Iterator[tuple[str, str]]:
    """The texts of one widget, each with where it stands."""
    yield "tool tip", plain(widget.toolTip())
    yield "status tip", plain(widget.statusTip())
    yield "what's this", plain(widget.whatsThis())
    yield "accessible name", widget.accessibleName()
    yield "accessible description", widget.accessibleDescription()
    if widget.isWindow():
        yield "window title", widget.windowTitle()
    for action in widget.actions():
        yield "action", action.text()
    if isinstance(widget, QLabel):
        yield "text", plain(widget.text())
    elif isinstance(widget, QAbstractButton):
        yield "text", widget.text()
    elif isinstance(widget, QLineEdit):
        yield "text", widget.text()
        yield "placeholder", widget.placeholderText()
    elif isinstance(widget, QComboBox):
        for index in range(widget.count()):
            yield "item", widget.itemText(index)
    elif isinstance(widget, QAbstractSpinBox):
        yield "text", widget.text()
        yield "special value", widget.specialValueText()
    elif isinstance(widget, QListWidget):
        for row in range(widget.count()):
            yield "item", widget.item(row).text()
            yield "item's tool tip", plain(widget.item(row).toolTip())
    elif isinstance(widget, QTableWidget):
        for column in range(widget.columnCount()):
            head = widget.horizontalHeaderItem(column)
            yield "column", head.text() if head else ""
        for row in range(widget.rowCount()):
            head = widget.verticalHeaderItem(row)
            yield "row", head.text() if head else ""
            for column in range(widget.columnCount()):
                item = widget.item(row, column)
                yield "cell", item.text() if item else ""
    elif isinstance(widget, QMenu):
        for action in widget.actions():
            yield "menu", action.text()
            yield "menu's tool tip", action.toolTip()
    elif isinstance(widget, QTextEdit):
        yield "text", widget.toPlainText()
    elif isinstance(widget, QTabWidget):
        for index in range(widget.count()):
            yield "tab", widget.tabText(index)
    for name in ("face", "faces"):
        value = getattr(widget, name, None)
        faces = value if isinstance(value, tuple) else (value,)
        for face in faces:
            if face is not None and not callable(face):
                yield "face", f"{face.spoken} {face.description}".strip()
    # What is painted without being a text of Qt's.
    yield "caption", str(getattr(widget, "_caption", ""))


def texts(widgets: list[QWidget]) -> list[tuple[str, str]]:
    """All texts of *widgets* that are not empty: where, and what."""
    return [
        (f"{type(widget).__name__}: {where}", text)
        for widget in widgets
        for where, text in own_texts(widget)
        if text.strip()
    ]


def spoken(root: QWidget) -> list[str]:
    """All that a screen reader finds from *root* down: names, descriptions, values, also of items of lists."""
    found: list[str] = []
    interface = QAccessible.queryAccessibleInterface(root)
    assert interface is not None
    _listen(interface, found, 0)
    return found


def _listen(interface: QAccessibleInterface, found: list[str], depth: int) -> None:
    if depth > 40 or not interface.isValid():
        return
    for role in ROLES:
        with contextlib.suppress(RuntimeError):
            text = interface.text(role)
            if text.strip():
                found.append(text)
    for index in range(interface.childCount()):
        child = interface.child(index)
        if child is not None:
            _listen(child, found, depth + 1)


def accessible_name(widget: QWidget) -> str:
    """The name a screen reader says for *widget*; empty if it has none."""
    interface = QAccessible.queryAccessibleInterface(widget)
    return "" if interface is None else interface.text(QAccessible.Text.Name).strip()
