"""A drop-down list and a box for numbers. Apart from the other basics, since the start page has none."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QComboBox, QLabel, QSpinBox


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


class NumberBox(QSpinBox):
    """A box for a number, which stands as far from the border as texts in other fields."""

    INSET = 8
    """Pixels; the style sheet's padding moves the buttons of a box, but not its number."""

    def __init__(self) -> None:
        super().__init__()
        self.lineEdit().setTextMargins(self.INSET, 0, 0, 0)
