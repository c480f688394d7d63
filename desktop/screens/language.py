"""The languages by their own names, and the switch between them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QButtonGroup, QWidget

from desktop.widgets.basics import Button, line
from engine.core.text import Texts

LANGUAGE_NAMES = {"de": "Deutsch", "en": "English"}
"""Languages in their own words; not translated."""


class LanguageSwitch(QWidget):
    """Two buttons, the language in use pressed down."""

    def __init__(self, current: str, choose: Callable[[str], None], t: Texts) -> None:
        super().__init__()
        layout = line(gap=4)
        group = QButtonGroup(self)
        self.buttons: dict[str, Button] = {}
        for code, name in LANGUAGE_NAMES.items():
            button = Button(name, "segment")
            button.setCheckable(True)
            button.setChecked(code == current)
            button.setAccessibleName(t._("Language: {name}", name=name))
            button.clicked.connect(lambda _checked=False, code=code: choose(code))
            group.addButton(button)
            layout.addWidget(button)
            self.buttons[code] = button
        self.setLayout(layout)
