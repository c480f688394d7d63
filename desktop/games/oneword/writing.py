"""Where one writes: one field or two, a button, and the reason if what was written won't do."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from desktop.games.oneword.faces import GAME
from desktop.widgets import theme
from desktop.widgets.basics import Button, clear, column, label, line

MOST = 200
"""How many characters a field takes: more than any word has, so that what is too long is said and not cut."""

MIDDLE = Qt.AlignmentFlag.AlignVCenter
"""Without it the lowest widget of the row would set the height of all."""
WIDTH = 300
"""The width of a field, in pixels."""


class Writing(QWidget):
    """Fields that keep what is being typed until another question is asked. ``written`` carries the texts."""

    written = Signal(tuple)

    def __init__(self) -> None:
        super().__init__()
        outer = column(gap=6)
        self._line = line(gap=10)
        outer.addLayout(self._line)
        self.problem = label("", role="warning", bold=True, wrap=True)
        self.problem.setAlignment(Qt.AlignmentFlag.AlignCenter)
        outer.addWidget(self.problem)
        self.setLayout(outer)
        self.fields: list[QLineEdit] = []
        self.button = Button()
        self._key: object = None

    def ask(
        self,
        key: object,
        names: Sequence[str],
        button: str,
        *,
        given: Sequence[str] = (),
        others: Sequence[QWidget] = (),
    ) -> bool:
        """Ask for the words called *names*, unless *key* says that this is being asked already.

        *given* stands in the fields at first; *others* are further buttons. True if the question is a new one.
        """
        if key == self._key:
            return False
        self._key = key
        clear(self._line)
        self._line.addStretch(1)
        self.fields = []
        for place, name in enumerate(names):
            field = QLineEdit(given[place] if place < len(given) else "")
            field.setMaxLength(MOST)
            field.setPlaceholderText(name)
            field.setAccessibleName(name)
            field.setFont(theme.font("heading"))
            field.setMinimumWidth(160)
            field.setMaximumWidth(WIDTH)
            field.textEdited.connect(lambda _text: self.complain(""))
            field.returnPressed.connect(lambda place=place: self._entered(place))
            self._line.addWidget(field, 3, MIDDLE)
            self.fields.append(field)
        self.button = Button(button, "primary", game=GAME)
        self.button.setFont(theme.font("lead", bold=True))
        self.button.clicked.connect(self._commit)
        self._line.addWidget(self.button, 0, MIDDLE)
        for other in others:
            self._line.addWidget(other, 0, MIDDLE)
        self._line.addStretch(1)
        self.complain("")
        return True

    def typed(self) -> tuple[object, tuple[str, ...]] | None:
        """What is being asked, and what stands in the fields; None if nothing is asked."""
        return None if self._key is None else (self._key, tuple(field.text() for field in self.fields))

    def take_up(self, typed: tuple[object, tuple[str, ...]]) -> None:
        """Go on with what was `typed` elsewhere, if the same is asked here."""
        key, texts = typed
        if key == self._key:
            for field, text in zip(self.fields, texts, strict=True):
                field.setText(text)

    def forget(self) -> None:
        """Nothing is asked any more: what was typed goes."""
        if self._key is not None:
            self._key = None
            self.fields = []
            clear(self._line)
            self.complain("")

    def complain(self, text: str, place: int = -1) -> None:
        """Say why the words won't do, and lead back to the field *place*; empty: nothing is wrong."""
        self.problem.setText(text)
        self.problem.setVisible(bool(text))
        for field in self.fields:
            field.setAccessibleDescription(text)
        if text and 0 <= place < len(self.fields):
            self.fields[place].setFocus()
            self.fields[place].selectAll()

    def _entered(self, place: int) -> None:
        empty = [field for field in self.fields if not field.text().strip()]
        if empty and empty[0] is not self.fields[place]:
            empty[0].setFocus()
        else:
            self._commit()

    def _commit(self) -> None:
        self.written.emit(tuple(field.text() for field in self.fields))
