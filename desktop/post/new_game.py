"""The dialog that begins a postal game."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QFileDialog, QGridLayout, QLineEdit, QPlainTextEdit, QWidget

from desktop.screens.common import PageDialog
from desktop.widgets.basics import Button, label
from engine.core.errors import VierblattError
from engine.core.text import Texts
from engine.games.sleuth.post.folder import POST_OPTIONS, create
from engine.games.sleuth.post.reading import player_of
from engine.games.sleuth.post.settings import PostSettings
from engine.play import referee


class NewPostGame(PageDialog):
    """Asks for name, kind and players of a game; `made` tells the folder in which it then lies."""

    made = Signal(str)

    def __init__(self, t: Texts, parent: QWidget | None) -> None:
        super().__init__(t._("New game by post"), t._("Cancel"), parent)
        self._t = t
        self.name = QLineEdit()
        self.variant = QComboBox()
        for code, text in (("standard", t._("Standard")), ("large", t._("Large"))):
            self.variant.addItem(text, code)
        self.language = QComboBox()
        for code, text in (("de", "Deutsch"), ("en", "English")):
            self.language.addItem(text, code)
        self.language.setCurrentIndex(self.language.findData(t.language))
        self.players = QPlainTextEdit()
        self.players.setTabChangesFocus(True)
        self.players.setPlaceholderText("Anna <anna@example.org>\nBen")
        grid = QGridLayout()
        fields: tuple[tuple[str, QWidget], ...] = (
            (t._("Name of the game"), self.name),
            (t._("Game"), self.variant),
            (t._("Language of the reports"), self.language),
            (t._("Players, one a line"), self.players),
        )
        for row, (text, field) in enumerate(fields):
            said = label(text)
            said.setBuddy(field)
            field.setAccessibleName(text)
            grid.addWidget(said, row, 0)
            grid.addWidget(field, row, 1)
        self.body.addLayout(grid)
        self.said = label("", role="warning", wrap=True)
        self.body.addWidget(self.said)
        self.begin = Button(t._("Choose a folder and begin …"), "primary", game="sleuth")
        self.begin.clicked.connect(self._ask)
        self.body.addWidget(self.begin)
        self.close_button.setProperty("kind", "plain")
        self.resize(560, 460)
        self.name.setFocus()

    def _ask(self) -> None:
        dialog = QFileDialog(self, self._t._("A new folder for the game"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly, True)
        dialog.selectFile(self.name.text().strip() or "Sleuth")
        dialog.fileSelected.connect(self.begin_in)
        dialog.open()

    def begin_in(self, folder: str) -> None:
        """Deal the game that stands in the fields, into *folder*."""
        players = tuple([player_of(line) for line in self.players.toPlainText().splitlines() if line.strip()])
        options = {**POST_OPTIONS, "variant": self.variant.currentData()}
        settings = PostSettings(
            " ".join(self.name.text().split()), self.language.currentData(), players, options
        )
        try:
            create(Path(folder), referee, settings)
        except VierblattError as error:
            self.said.setText(error.refusal.text(self._t))
        except OSError as error:
            self.said.setText(error.strerror or str(error))
        else:
            self.made.emit(folder)
            self.accept()
