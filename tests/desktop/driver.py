"""A person at the window: sees what is visible, clicks where it is, presses keys where the focus is.

`Driver` calls no method that changes a widget. Clicks are delivered to whatever lies at that spot of the window, so
a covered or clipped widget cannot be clicked; keys go to the widget that has the focus.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDialog,
    QLabel,
    QListWidget,
    QPushButton,
    QTableWidget,
    QWidget,
)
from pytestqt.qtbot import QtBot

from desktop.binding.match import Match, Stage
from desktop.main_window import MainWindow
from desktop.screens.table import TablePage
from desktop.widgets.card import Card
from desktop.widgets.curtain import Curtain
from desktop.widgets.panel import GamePanel
from desktop.widgets.place import Place
from engine.games.letter.meta import META
from engine.play.session import SeatInfo
from tests.strategies import people

W = TypeVar("W", bound=QWidget)
PATIENCE = 30_000
"""Milliseconds after which a wait has failed; nothing is measured by it."""

PLAY_BUTTONS = ("Play this card", "Play on yourself", "Play against {name}", "Play it all the same")


def bots(*kinds: str) -> list[SeatInfo]:
    """Anna is a person, then bots of these kinds: Ben, Carla, Dora."""
    named = people(1 + len(kinds))
    return [
        named[0],
        *(SeatInfo(info.name, f"bot:{kind}") for info, kind in zip(named[1:], kinds, strict=True)),
    ]


class Driver:
    """See the module's docstring."""

    def __init__(self, window: MainWindow, qtbot: QtBot) -> None:
        self.window = window
        self.qtbot = qtbot

    # Waiting ----------------------------------------

    def settle(self) -> None:
        """Let everything happen that is due, deletions included."""
        for _round in range(3):
            QApplication.processEvents()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)

    def wait(self, condition: Callable[[], Any]) -> None:
        """Wait until *condition* holds."""
        self.qtbot.waitUntil(lambda: bool(condition()), timeout=PATIENCE)
        self.settle()

    # Setting the scene (not part of what is tested) ----------------------------------------

    def start(self, seats: int | list[SeatInfo], **options: Any) -> Match:
        """Begin a match of Geheimer Brief, without the page that sets it up. Anna begins unless *first* is given."""
        infos = list(people(seats)) if isinstance(seats, int) else seats
        self.window.start_match("letter", infos, META.complete({"first": 0, **options}, len(infos)))
        self.settle()
        return self.match

    # What is there ----------------------------------------

    @property
    def match(self) -> Match:
        match = self.window.match
        assert match is not None
        return match

    @property
    def stage(self) -> Stage:
        return self.match.stage

    @property
    def page(self) -> TablePage:
        page = self.window.page
        assert isinstance(page, TablePage)
        return page

    @property
    def panel(self) -> GamePanel:
        panel = self.page.panel
        assert panel is not None
        return panel

    @property
    def top(self) -> QWidget:
        """The widget that takes input now: an open menu, an open dialog, or the window."""
        return QApplication.activePopupWidget() or QApplication.activeModalWidget() or self.window

    @property
    def focus(self) -> QWidget:
        """The widget with the focus; there must be one, or the keyboard would be lost."""
        focus = QApplication.focusWidget()
        assert focus is not None, "nothing has the focus"
        return focus

    def visible(self, kind: type[W], root: QWidget | None = None) -> list[W]:
        """The visible widgets of *kind*."""
        return [widget for widget in (root or self.top).findChildren(kind) if widget.isVisible()]

    def text(self) -> str:
        """Everything that stands in visible labels and buttons, line by line."""
        found = [label.text() for label in self.visible(QLabel)]
        found += [button.text() for button in self.visible(QAbstractButton)]
        return "\n".join(found)

    def notice(self) -> str:
        """The message shown at the foot of the window; empty if there is none."""
        from desktop.widgets.basics import Notice

        self.settle()
        return "\n".join(notice.text.text() for notice in self.visible(Notice, self.window))

    def says(self, message: str, **values: object) -> str:
        """A message in the window's language."""
        return self.window.t._(message, **values)

    def find(self, text: str) -> QAbstractButton | None:
        """The visible button with this text or accessible name, or None."""
        found = [
            button
            for button in self.visible(QAbstractButton)
            if text in (button.text(), button.accessibleName())
        ]
        assert len(found) < 2, f"several buttons {text!r}"
        return found[0] if found else None

    def button(self, text: str) -> QAbstractButton:
        found = self.find(text)
        assert found is not None, (
            f"no button {text!r} among {[b.text() for b in self.visible(QAbstractButton)]}"
        )
        return found

    def cards(self) -> list[Card]:
        """The hand on the screen."""
        return [card for card in self.visible(Card) if not isinstance(card.parent(), Card)]

    def card(self, value: int) -> Card:
        return next(card for card in self.cards() if card.face.numeral == str(value))

    def hand(self) -> list[int]:
        return sorted(int(card.face.numeral) for card in self.cards())

    def places(self) -> list[Place]:
        return self.visible(Place)

    def place(self, name: str) -> Place:
        return next(place for place in self.places() if place.accessibleName().startswith(name))

    def targets(self) -> list[Place]:
        """The places that can be chosen now."""
        return [place for place in self.places() if place.targetable]

    def guesses(self) -> list[QPushButton]:
        """The values that can be named now."""
        return [b for b in self.visible(QPushButton) if b.property("guess") is not None]

    def confirming(self) -> QAbstractButton | None:
        """The button that plays the chosen card, if it is shown."""
        texts = [self.says(text, name=name) for text in PLAY_BUTTONS for name in self.match.names]
        found = [button for button in self.visible(QPushButton) if button.text() in texts]
        return found[0] if found else None

    def curtain(self) -> Curtain | None:
        found = self.visible(Curtain, self.window)
        return found[0] if found else None

    def log(self) -> list[str]:
        """The lines of the log on the screen."""
        (found,) = self.visible(QListWidget, self.page)
        return [found.item(row).text() for row in range(found.count())]

    def table_texts(self, root: QWidget | None = None) -> tuple[list[str], list[str], list[list[str]]]:
        """Column heads, row heads and cells of the one visible table (the score sheet)."""
        (sheet,) = self.visible(QTableWidget, root)
        columns, rows = range(sheet.columnCount()), range(sheet.rowCount())
        return (
            [sheet.horizontalHeaderItem(column).text() for column in columns],
            [sheet.verticalHeaderItem(row).text() for row in rows],
            [[sheet.item(row, column).text() for column in columns] for row in rows],
        )

    def dialog(self) -> QDialog:
        (found,) = self.visible(QDialog, self.window)
        return found

    # Mouse ----------------------------------------

    def click(self, target: QWidget | str, at: QPoint | None = None) -> None:
        """Click the middle of *target* (a widget, or a button's text): what lies there gets the click."""
        widget = self.button(target) if isinstance(target, str) else target
        self.settle()
        assert widget.isVisible(), f"{widget!r} is not visible"
        window = widget.window()
        spot = widget.mapTo(window, at or widget.rect().center())
        assert window.rect().contains(spot), f"{widget!r} lies outside the window"
        hit = window.childAt(spot) or window
        assert hit is widget or widget.isAncestorOf(hit), f"{widget!r} is covered by {hit!r}"
        QTest.mouseClick(hit, Qt.MouseButton.LeftButton, pos=hit.mapFrom(window, spot))
        self.settle()

    # Keys ----------------------------------------

    def press(self, *keys: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        """Press *keys* one after the other, wherever the focus is."""
        for key in keys:
            popup = QApplication.activePopupWidget()
            target = (popup.focusWidget() or popup) if popup else QApplication.focusWidget()
            QTest.keyClick(target or self.top, key, modifier)
            self.settle()

    def tab_round(self, most: int = 80) -> set[QWidget]:
        """Press Tab until the focus comes round, *most* times at the most; where it has been."""
        seen: set[QWidget] = set()
        for _step in range(most):
            if self.focus in seen:
                break
            seen.add(self.focus)
            self.press(Qt.Key.Key_Tab)
        return seen

    def type(self, text: str) -> None:
        """Type *text* where the focus is."""
        for letter in text:
            QTest.keyClick(self.focus, letter)
        self.settle()

    def digit(self, value: int) -> None:
        self.press(Qt.Key(Qt.Key.Key_0.value + value))

    def tab_to(self, name: str, *, back: bool = False) -> QWidget:
        """Press Tab until the focus is on the widget with this accessible name or text."""
        for _step in range(60):
            focus = self.focus
            text = focus.text() if isinstance(focus, QAbstractButton) else ""
            if name in (focus.accessibleName(), text):
                return focus
            if back:
                self.press(Qt.Key.Key_Tab, modifier=Qt.KeyboardModifier.ShiftModifier)
            else:
                self.press(Qt.Key.Key_Tab)
        raise AssertionError(f"Tab never reaches {name!r}")

    # Going through a match, where the way is not what is tested ----------------------------------------

    def take_over(self) -> None:
        """Lift the curtain."""
        curtain = self.curtain()
        assert curtain is not None
        self.click(curtain.button)

    def pass_on(self) -> None:
        """Pass the screen on."""
        seat = self.match.next_seat
        assert seat is not None
        self.click(self.says("Pass on to {name}", name=self.match.names[seat]))

    def play(self, card: int, at: str = "", naming: int = 0) -> None:
        """Play a card with the mouse: the card, the player's place, the value."""
        before = self.match.session.revision
        self.click(self.card(card))
        if at and self.targets():
            self.click(self.place(at))
        if naming:
            self.click(next(b for b in self.guesses() if b.property("guess") == naming))
        self._confirm(before)

    def _confirm(self, before: int) -> None:
        """Press what plays the chosen card, and once more if the table asks whether that is meant."""
        for _time in range(2):
            if self.match.session.revision == before:
                confirming = self.confirming()
                assert confirming is not None, self.text()
                self.click(confirming)
        assert self.match.session.revision > before

    def play_any(self, turn: int) -> None:
        """Play some legal card with the mouse; *turn* varies whom and what."""
        legal = [card for card in self.cards() if not card.refused]
        value = min(int(card.face.numeral) for card in legal)
        before = self.match.session.revision
        self.click(self.card(value))
        targets = self.targets()
        if targets:
            self.click(targets[turn % len(targets)])
        guesses = self.guesses()
        if guesses:
            self.click(guesses[turn % len(guesses)])
        self._confirm(before)

    def go_on(self, turn: int) -> None:
        """Do what is next for the people at the screen, past the mouse; *turn* varies the moves."""
        match = self.match
        if match.stage is Stage.CURTAIN:
            match.take_over()
        elif match.stage is Stage.HANDOVER:
            match.hand_over()
        elif match.stage is Stage.ROUND:
            match.next_round()
        else:
            choices = match.port.choices()
            match.play(choices[turn % len(choices)])

    def go_to(self, *stages: Stage, turns: int = 400) -> None:
        """Play on by mouse until one of *stages* is reached. People only."""
        for turn in range(turns):
            if self.stage in stages:
                return
            if self.stage is Stage.CURTAIN:
                self.take_over()
            elif self.stage is Stage.HANDOVER:
                self.pass_on()
            elif self.stage is Stage.ROUND:
                self.click(self.page.next_button)
            else:
                self.play_any(turn)
        raise AssertionError("the match does not come to an end")
