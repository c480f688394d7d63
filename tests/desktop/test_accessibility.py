"""Screen readers: everything that takes the focus has a name, in both languages, on every screen."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QDialog, QWidget

from desktop.widgets.card import Card, CardRow, Pile
from desktop.widgets.place import Place
from engine.games.letter import words
from engine.games.letter.meta import META
from tests.desktop import reading
from tests.desktop.conftest import Open
from tests.desktop.test_languages import StillThinker
from tests.desktop.tour import by_post, tour
from tests.games.letter.table import stack

Arrange = Callable[..., None]


def takes_focus(widget: QWidget) -> bool:
    return (
        widget.isVisible()
        and widget.isEnabled()
        and bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
        and widget.focusProxy() is None
        and not widget.isWindow()
    )


@pytest.mark.parametrize("language", ["en", "de"])
def test_everything_that_takes_the_focus_has_a_name(
    open_window: Open, deals: Arrange, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """On every screen; rows of cards, piles and places too, though they are only looked at."""
    monkeypatch.setattr("desktop.binding.match.Thinker", StillThinker)
    driver = open_window(language, size=(1280, 900))
    nameless: list[str] = []
    counted = 0
    for screen, root in itertools.chain(tour(driver, deals), by_post(driver)):
        driver.settle()
        for widget in reading.everything(root):
            if not widget.isVisible():
                continue
            looked_at = isinstance(widget, CardRow | Pile | Place)
            if takes_focus(widget) or looked_at:
                counted += 1
                if not reading.accessible_name(widget):
                    nameless.append(f"{screen}: {type(widget).__name__} in {type(widget.parent()).__name__}")
        if isinstance(root, QDialog) and not reading.accessible_name(root):
            nameless.append(f"{screen}: the dialog itself")
    assert counted > 300
    assert nameless == []


@pytest.mark.parametrize("language", ["en", "de"])
def test_names_are_the_languages_own(open_window: Open, deals: Arrange, language: str) -> None:
    """A card says its name, its value and what it does; a row names its owner and its cards; a place its state."""
    deals(stack([4, 2, 3], [1, 5]))
    driver = open_window(language)
    match = driver.start(3)
    driver.take_over()
    t = driver.window.t
    card = driver.card(4)
    interface = QAccessible.queryAccessibleInterface(card)
    assert interface.role() in (QAccessible.Role.CheckBox, QAccessible.Role.Button)
    assert interface.text(QAccessible.Text.Name) == f"{words.card_name(4, t)} (4)"
    assert words.card_text(4, t) in interface.text(QAccessible.Text.Description)
    rows = {row.accessibleName() for row in driver.visible(CardRow)}
    for name in match.names:
        assert f"{t._('Row of {name}', name=name)}: {t._('no cards')}" in rows
    driver.play(4)
    rows = {row.accessibleName() for row in driver.visible(CardRow)}
    assert f"{t._('Row of {name}', name='Anna')}: {words.card_name(4, t)} (4)" in rows
    place = driver.place("Anna")
    assert t._("protected until the next turn") in place.accessibleName()
    assert (
        t._("{points} of {goal} points", points=0, goal=META.complete({}, 3)["goal"])
        in place.accessibleName()
    )


def test_a_card_can_be_pressed_through_the_accessible_tree(open_window: Open, deals: Arrange) -> None:
    """What a screen reader presses is the card itself: it is found below the window and reports being chosen."""
    deals(stack([4, 2, 3], [1, 5]))
    driver = open_window()
    driver.start(3)
    driver.take_over()
    assert "Shield (4)" in reading.spoken(driver.window)
    card = driver.card(4)
    interface = QAccessible.queryAccessibleInterface(card)
    actions = interface.actionInterface()
    assert actions is not None
    press = next(name for name in actions.actionNames() if name.lower() in ("press", "toggle"))
    actions.doAction(press)
    driver.settle()
    assert card.isChecked()
    assert driver.confirming() is not None


def test_tab_goes_round_the_table_and_back(open_window: Open, deals: Arrange) -> None:
    """With Tab alone every card and button of the table is reached, and the first one again."""
    deals(stack([2, 5, 3], [3, 1]))
    driver = open_window()
    driver.start(3)
    driver.take_over()
    wanted = {
        widget
        for widget in reading.everything(driver.window)
        if takes_focus(widget) and not isinstance(widget, Card)
    } | set(driver.cards())
    assert driver.tab_round(60) == wanted
