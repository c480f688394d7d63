"""A drop-down list. Apart from the other basics, since the start page has none."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QComboBox, QLabel


class ChoiceBox(QComboBox):
    """A drop-down list that tells screen readers what is chosen in it: Qt on Unix says only the value."""

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        parent = self.parentWidget()
        if self.accessibleName() and self.property("named") is None and parent is not None:
            self.setProperty("named", True)
            name = QLabel(self.accessibleName(), parent)
            name.setTextFormat(Qt.TextFormat.PlainText)
            name.hide()
            name.setBuddy(self)
