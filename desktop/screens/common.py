"""Pieces that several pages share: the language switch, pages in a dialog, the rules, the score sheet."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QDialog, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from desktop.widgets import theme
from desktop.widgets.basics import Button, column, label, line
from desktop.widgets.sheet import ScoreSheet
from engine.core import catalog
from engine.core.game import Outcome
from engine.core.text import Texts

LANGUAGE_NAMES = {"de": "Deutsch", "en": "English"}
"""Languages in their own words; not translated."""


def bot_name(kind: str, t: Texts) -> str:
    """A bot's strength in words."""
    return {
        "random": t.p_("bot", "Random"),
        "easy": t.p_("bot", "Easy"),
        "medium": t.p_("bot", "Medium"),
        "strong": t.p_("bot", "Strong"),
    }.get(kind, kind)


class LanguageSwitch(QWidget):
    """Two buttons, the language in use pressed down."""

    def __init__(self, current: str, choose: Callable[[str], None], t: Texts) -> None:
        super().__init__()
        layout = line(gap=4)
        group = QButtonGroup(self)
        group.setExclusive(True)
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


class PageDialog(QDialog):
    """A page over the table, closed by Escape or its button."""

    def __init__(self, title: str, close_text: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.setAccessibleName(title)
        outer = column(margin=24, gap=16)
        outer.addWidget(label(title, "title", serif=True))
        self.body: QVBoxLayout = column(gap=12)
        outer.addLayout(self.body, 1)
        foot: QHBoxLayout = line()
        foot.addStretch(1)
        self.close_button = Button(close_text, "primary")
        self.close_button.clicked.connect(self.accept)
        foot.addWidget(self.close_button)
        outer.addLayout(foot)
        self.setLayout(outer)


def rules_dialog(game_id: str, t: Texts, parent: QWidget | None) -> PageDialog:
    """The rules on one page."""
    dialog = PageDialog(t._("How to play {game}", game=t._(catalog.meta(game_id).name)), t._("Close"), parent)
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setAccessibleName(t._("Rules"))
    page = QWidget()
    layout = column(gap=6)
    for heading, text in catalog.words(game_id).short_rules(t):
        title = label(heading, "lead", role="accent", serif=True, game=game_id)
        layout.addWidget(title)
        for paragraph in text.split("\n"):
            layout.addWidget(label(paragraph, wrap=True))
        layout.addSpacing(8)
    layout.addStretch(1)
    page.setLayout(layout)
    area.setWidget(page)
    dialog.body.addWidget(area)
    dialog.resize(720, 560)
    return dialog


def score_sheet(names: Sequence[str], rounds: Sequence[Outcome], t: Texts) -> ScoreSheet:
    """The points of all finished rounds."""
    sheet = ScoreSheet(t._("Score sheet"))
    totals = [sum(result.points[seat] for result in rounds) for seat in range(len(names))]
    sheet.show_points(
        names,
        [result.points for result in rounds],
        [t._("Round {number}", number=number + 1) for number in range(len(rounds))],
        t._("Total"),
        totals,
    )
    return sheet


def score_dialog(
    names: Sequence[str], rounds: Sequence[Outcome], goal: str, t: Texts, parent: QWidget | None
) -> PageDialog:
    """The score sheet over the table."""
    dialog = PageDialog(t._("Score sheet"), t._("Close"), parent)
    if goal:
        dialog.body.addWidget(label(goal, role="muted"))
    if rounds:
        dialog.body.addWidget(score_sheet(names, rounds, t))
    else:
        dialog.body.addWidget(label(t._("No round is finished yet."), "lead", role="muted"))
        dialog.body.addStretch(1)
    dialog.resize(max(420, 150 + 110 * len(names)), 460)
    dialog.setMinimumHeight(theme.SPACE * 30)
    return dialog
