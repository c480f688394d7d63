"""The log: what happened, in words, newest below."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QListWidget, QListWidgetItem, QWidget

from desktop.widgets import theme
from desktop.widgets.basics import column, label


class Log(QFrame):
    """A list of sentences. Only appends what is new, and starts afresh when the beginning differs."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "panel")
        layout = column(margin=12, gap=4)
        layout.addWidget(label(title, "lead", serif=True))
        self.list = QListWidget()
        self.list.setWordWrap(True)
        self.list.setSpacing(3)
        self.list.setFont(theme.font("body"))
        self.list.setAccessibleName(title)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.list.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.list.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        layout.addWidget(self.list, 1)
        self.setLayout(layout)
        self._lines: list[str] = []

    def show_lines(self, lines: Sequence[str]) -> None:
        """Show *lines*, oldest first."""
        kept = len(self._lines)
        if list(lines[:kept]) != self._lines:
            self.list.clear()
            kept = 0
        for text in lines[kept:]:
            self.list.addItem(QListWidgetItem(text))
        if kept != len(lines):
            self._lines = list(lines)
            self.list.doItemsLayout()
            self.list.scrollToBottom()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # The heights of wrapped lines follow the width only when the items are laid out anew.
        self.list.doItemsLayout()
        self.list.scrollToBottom()

    def lines(self) -> list[str]:
        """The sentences shown."""
        return list(self._lines)
