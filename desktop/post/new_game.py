"""The dialog that begins a postal game."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from desktop.post.clerk import disk_trouble
from desktop.screens.common import PageDialog
from desktop.screens.new_game import OptionEditor
from desktop.widgets.basics import Button, column, label, line
from desktop.widgets.choice import ChoiceBox
from engine.core.errors import VierblattError
from engine.core.text import Texts
from engine.games.sleuth.meta import META
from engine.games.sleuth.post.folder import POST_OPTIONS, create, read_tableau
from engine.games.sleuth.post.mails import decode
from engine.games.sleuth.post.reading import Player, player_of
from engine.games.sleuth.post.settings import PostSettings
from engine.play import referee


class NewPostGame(PageDialog):
    """Asks for name, players and options of a game, and for its tableau if it runs already.

    ``made`` tells the folder in which the game then lies.
    """

    made = Signal(str)

    def __init__(self, t: Texts, parent: QWidget | None) -> None:
        super().__init__(t._("New game by post"), t._("Cancel"), parent)
        self._t = t
        self._tableau: Path | None = None
        columns = line(gap=24)
        columns.addLayout(self._names(), 1)
        right = column(gap=6)
        right.addWidget(label(t._("Rules of this match"), bold=True))
        right.addWidget(self._rules(), 1)
        columns.addLayout(right, 1)
        self.body.addLayout(columns, 1)
        self.said = label("", role="warning", wrap=True)
        self.body.addWidget(self.said)
        self.begin = Button(t._("Choose a folder and begin …"), "primary", game="sleuth")
        self.begin.clicked.connect(self._ask)
        self.body.addWidget(self.begin)
        self.close_button.setProperty("kind", "plain")
        room = parent.window().size() if parent is not None else self.size()
        self.resize(min(900, max(560, room.width() - 40)), min(700, max(460, room.height() - 20)))
        # The keys go on to what was built last after all else; the way out comes last here.
        order = [self.name, self.language, self.players, self.tableau_button, self.chance_button]
        order += [
            one
            for option in self.options.values()
            for one in option.widgets
            if one.focusPolicy() != Qt.FocusPolicy.NoFocus
        ]
        order += [self.begin, self.close_button]
        for before, after in pairwise(order):
            QWidget.setTabOrder(before, after)
        self.name.setFocus()

    # Building ----------------------------------------

    def _names(self) -> QVBoxLayout:
        t = self._t
        left = column(gap=6)
        self.name = QLineEdit()
        self.language = ChoiceBox()
        for code, text in (("de", "Deutsch"), ("en", "English")):
            self.language.addItem(text, code)
        self.language.setCurrentIndex(self.language.findData(t.language))
        self.players = QPlainTextEdit()
        self.players.setTabChangesFocus(True)
        self.players.setPlaceholderText("Anna <anna@example.org>\nBen")
        fields: tuple[tuple[str, QWidget], ...] = (
            (t._("Name of the game"), self.name),
            (t._("Language of the reports"), self.language),
            (t._("Players, one a line"), self.players),
        )
        for text, field in fields:
            said = label(text, bold=True)
            said.setBuddy(field)
            field.setAccessibleName(text)
            left.addWidget(said)
            left.addWidget(field, 1 if field is self.players else 0)
        left.addWidget(label(t._("Tableau"), bold=True))
        self.dealt = label("", role="muted", wrap=True)
        left.addWidget(self.dealt)
        row = line(gap=8)
        self.tableau_button = Button(t._("From a file …"), game="sleuth")
        self.tableau_button.setAccessibleName(t._("Take the tableau from a file …"))
        self.tableau_button.clicked.connect(self._ask_tableau)
        self.chance_button = Button(t._("Deal by chance"), game="sleuth")
        self.chance_button.clicked.connect(self.deal_by_chance)
        row.addWidget(self.tableau_button)
        row.addWidget(self.chance_button)
        row.addStretch(1)
        left.addLayout(row)
        self._show_tableau()
        return left

    def _rules(self) -> QWidget:
        """The options as the game describes them, set to what is usual by post."""
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        content, right = QWidget(), column(gap=8)
        self.options: dict[str, OptionEditor] = {}
        for option in META.options:
            editor = OptionEditor(option, self._t, POST_OPTIONS.get(option.name), META.min_seats)
            editor.on_change(lambda: self.said.setText(""))
            self.options[option.name] = editor
            right.addLayout(editor.layout)
        right.addStretch(1)
        content.setLayout(right)
        area.setWidget(content)
        # It scrolls up and down only: the widest line has room beside the bar.
        bar = area.verticalScrollBar().sizeHint().width()
        area.setMinimumWidth(content.minimumSizeHint().width() + bar)
        return area

    # The tableau ----------------------------------------

    def _ask_tableau(self) -> None:
        dialog = QFileDialog(self, self._t._("The tableau of a game"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters([self._t._("Texts (*.txt)"), self._t._("All files (*)")])
        dialog.fileSelected.connect(self.take_tableau)
        dialog.open()

    def take_tableau(self, file: str) -> None:
        """Take the tableau from *file*, if there is one in it for the game chosen."""
        before, self._tableau = self._tableau, Path(file)
        try:
            self._read_tableau()
        except (VierblattError, OSError) as error:
            self._tableau = before
            self._complain(error)
        else:
            self.said.setText("")
        self._show_tableau()

    def deal_by_chance(self) -> None:
        """No tableau from a file, after all."""
        self._tableau = None
        self._show_tableau()

    def _read_tableau(self) -> str | None:
        if self._tableau is None:
            return None
        return read_tableau(decode(self._tableau.read_bytes()), self._variant())

    def _show_tableau(self) -> None:
        t, file = self._t, self._tableau
        self.dealt.setText(
            t._("Dealt by chance. For a game that runs already: letters or a grid, from a file.")
            if file is None
            else t._("From {path}", path=file.name)
        )
        self.chance_button.setEnabled(file is not None)

    # Beginning ----------------------------------------

    def _variant(self) -> str:
        return str(self.options["variant"].value())

    def _players(self) -> tuple[Player, ...]:
        return tuple([player_of(line) for line in self.players.toPlainText().splitlines() if line.strip()])

    def _complain(self, error: VierblattError | OSError) -> None:
        refusal = disk_trouble(error) if isinstance(error, OSError) else error.refusal
        self.said.setText(refusal.text(self._t))

    def _ask(self) -> None:
        dialog = QFileDialog(self, self._t._("A new folder for the game"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly, True)
        dialog.selectFile(self.name.text().strip() or "Sleuth")
        dialog.fileSelected.connect(self.begin_in)
        dialog.open()

    def begin_in(self, folder: str) -> None:
        """Begin the game that stands in the fields, in *folder*."""
        options = {name: editor.value() for name, editor in self.options.items()}
        settings = PostSettings(
            " ".join(self.name.text().split()), self.language.currentData(), self._players(), options
        )
        try:
            create(Path(folder), referee, settings, self._read_tableau())
        except (VierblattError, OSError) as error:
            self._complain(error)
        else:
            self.made.emit(folder)
            self.accept()
