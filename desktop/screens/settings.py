"""Settings: language, colours, cards, motion, aids. Everything takes effect at once and is remembered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QWidget

from desktop.screens.common import PageDialog
from desktop.screens.language import LANGUAGE_NAMES
from desktop.storage import Settings
from desktop.widgets.basics import label
from desktop.widgets.motion import UNTIL_PRESSED
from engine.core.text import Texts


class SettingsDialog(PageDialog):
    """Each change calls *changed* with the setting's name and its new value."""

    def __init__(
        self, settings: Settings, t: Texts, changed: Callable[[str, Any], None], parent: QWidget | None
    ) -> None:
        super().__init__(t._("Settings"), t._("Close"), parent)
        self._t = t
        self._changed = changed
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(24)
        self._grid.setVerticalSpacing(12)
        self._grid.setColumnStretch(1, 1)
        self.body.addLayout(self._grid)
        self.editors: dict[str, QWidget] = {}
        self._choice("language", t._("Language"), list(LANGUAGE_NAMES.items()), settings.language)
        self._choice(
            "theme",
            t._("Colours"),
            [("system", t._("As the system")), ("light", t._("Light")), ("dark", t._("Dark"))],
            settings.theme,
        )
        self._choice(
            "faces",
            t._("Card faces"),
            [("motifs", t._("Motifs")), ("pack", t._("Ordinary pack: ace and joker, 2 to 8"))],
            settings.faces,
        )
        self._choice(
            "card_size",
            t._("Card size"),
            [
                ("small", t.p_("size", "Small")),
                ("medium", t.p_("size", "Medium")),
                ("large", t.p_("size", "Large")),
            ],
            settings.card_size,
        )
        self._choice(
            "motion",
            t._("Motion"),
            [
                ("system", t._("As the system")),
                ("calm", t._("Calm")),
                ("brisk", t._("Brisk")),
                ("off", t._("Off")),
            ],
            settings.motion,
        )
        self._choice(
            "delay",
            t._("Pause before a bot's move"),
            [
                (0, t.p_("pause", "None")),
                (300, t.p_("pause", "Short")),
                (700, t.p_("pause", "Medium")),
                (1500, t.p_("pause", "Long")),
            ],
            settings.delay,
        )
        self._choice(
            "linger",
            t._("A finished trick stays"),
            [
                (UNTIL_PRESSED, t._("Until I click or press Enter")),
                (1500, t.p_("pause", "Short")),
                (4000, t.p_("pause", "Long")),
            ],
            settings.linger,
        )
        self._switch(
            "aids",
            t._("Practice aids: unseen cards, chances and tips in a match of one person against bots"),
            settings.aids,
        )
        self._switch("confirm", t._("Ask before a move that puts me out"), settings.confirm)
        self.body.addStretch(1)
        self.resize(self.sizeHint().expandedTo(QSize(640, 480)))

    def _choice(self, name: str, text: str, choices: list[tuple[Any, str]], value: Any) -> None:
        row = self._grid.rowCount()
        title = label(text)
        editor = QComboBox()
        for choice, words in choices:
            editor.addItem(words, choice)
        place = editor.findData(value)
        if place < 0 and isinstance(value, int):
            # A value from elsewhere is shown as the nearest of ours.
            place = min(range(editor.count()), key=lambda index: abs(editor.itemData(index) - value))
        editor.setCurrentIndex(max(0, place))
        editor.setAccessibleName(text)
        editor.currentIndexChanged.connect(lambda _index: self._changed(name, editor.currentData()))
        title.setBuddy(editor)
        self._grid.addWidget(title, row, 0)
        self._grid.addWidget(editor, row, 1)
        self.editors[name] = editor

    def _switch(self, name: str, text: str, value: bool) -> None:
        row = self._grid.rowCount()
        editor = QCheckBox(text)
        editor.setChecked(value)
        editor.setAccessibleName(text)
        editor.toggled.connect(lambda on: self._changed(name, on))
        self._grid.addWidget(editor, row, 0, 1, 2)
        self.editors[name] = editor


EVERY_LETTER = "0LPRT"


def shortcuts(t: Texts, letters: str = EVERY_LETTER, sheet: str | None = "") -> list[tuple[str, str]]:
    """Every key and what it does.

    *letters*: see `GamePanel.letters`. *sheet*: what the table calls its score sheet, if it has a name of its own;
    None where there is no table, and none of its keys works.
    """
    table = sheet is not None

    def lettered(letter: str) -> str:
        held = t._("Ctrl+{key}", key=letter)
        return f"{letter}, {held}" if letter in letters else held

    rows = [
        (
            "0" in letters,
            "0 … 9",
            t._("Choose the card, the guess or the bid with this number (1 and 2 quickly: 12)"),
        ),
        ("0" in letters, "← →", t._("From card to card, player to player, value to value")),
        (True, t._("↑ ↓, Home, End"), t._("In rows of numbers: up and down; to the first, to the last")),
        (True, t._("Tab"), t._("To the next thing that can be pressed")),
        (True, t._("Enter, Space"), t._("Press what has the focus; Space also skips what is being shown")),
        (True, t._("Esc"), t._("Choose again; close; back from the past")),
        ("T" in letters, "T", t._("A tip: what would a good player do? (practice)")),
        (table, t._("Ctrl+Z, Ctrl+Y"), t._("Take a move back, make it again (practice)")),
        (
            table,
            t._("← →, Home, End, Space"),
            t._("In the replay: step by step, to its ends, run or stop"),
        ),
        (table, lettered("L"), t._("Show or hide the log")),
        (table, lettered("P"), sheet or t._("Score sheet")),
        (table, lettered("R"), t._("Rules")),
        (True, "F1, ?" if letters else "F1", t._("This help")),
        (table, "F10", t._("Menu")),
        (True, "F11", t._("Full screen")),
        (True, t._("Ctrl+Q"), t._("Quit; the game is saved already")),
    ]
    return [(keys, meaning) for there, keys, meaning in rows if there]


def shortcuts_dialog(
    t: Texts,
    parent: QWidget | None,
    own: Sequence[tuple[str, str]] = (),
    letters: str = EVERY_LETTER,
    sheet: str | None = "",
    game: str = "",
) -> PageDialog:
    """The list of shortcuts, the page's *own* at first; see `shortcuts`. *game*: which is played there."""
    dialog = PageDialog(t._("Help: keys"), t._("Close"), parent, game=game)
    dialog.setObjectName("help")
    grid = QGridLayout()
    grid.setHorizontalSpacing(24)
    grid.setVerticalSpacing(8)
    grid.setColumnStretch(1, 1)
    for row, (keys, meaning) in enumerate([*own, *shortcuts(t, letters, sheet)]):
        grid.addWidget(label(keys, bold=True), row, 0)
        grid.addWidget(label(meaning, wrap=True), row, 1)
    dialog.body.addLayout(grid)
    dialog.body.addStretch(1)
    layout = dialog.layout()
    assert layout is not None
    dialog.resize(820, max(520, layout.totalHeightForWidth(820)))
    return dialog
