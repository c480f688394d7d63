"""The curtain keeps its secrets: nothing of a hand, a private line or a view can be found while it is up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from desktop.binding.match import Stage
from desktop.widgets.card import Card, CardRow
from desktop.widgets.log import Log
from desktop.widgets.panel import GamePanel
from desktop.widgets.place import Place
from engine.core.text import Texts
from engine.games.letter import words
from engine.games.letter.meta import META
from engine.games.letter.rules import GAME
from tests.desktop import reading
from tests.desktop.conftest import Open
from tests.desktop.driver import Driver
from tests.games.letter.table import stack
from tests.strategies import ANNA, BEN, CARLA

Arrange = Callable[..., None]


def names_of_cards(t: Texts) -> list[str]:
    return [words.card_name(card, t) for card in range(1, 9)]


def readable(driver: Driver) -> list[str]:
    """Whatever can be read anywhere in the program now: any widget of any window, and the accessible tree."""
    found = [text for _where, text in reading.texts(reading.alive())]
    for window in QApplication.topLevelWidgets():
        if window.isVisible():
            found += reading.spoken(window)
    return found


def assert_nothing_private(driver: Driver) -> None:
    """No table, hand, row or log exists, hidden or not, and no card is named anywhere."""
    t = driver.window.t
    widgets = reading.alive()
    left = [widget for widget in widgets if isinstance(widget, Card | CardRow | Place | Log | GamePanel)]
    assert left == []
    for text in readable(driver):
        rest = text.replace(t._(META.name), "")
        for name in names_of_cards(t):
            assert name.casefold() not in rest.casefold(), text


@pytest.mark.parametrize("language", ["en", "de"])
def test_nothing_private_can_be_read_while_the_curtain_is_up(
    open_window: Open, deals: Arrange, language: str
) -> None:
    """Two turns with secrets (a peek, a duel), then the curtain: no card is named in any widget or to a reader."""
    deals(stack([2, 3, 8], [5, 4, 7], aside=1))
    driver = open_window(language)
    driver.start(3)
    assert_nothing_private(driver)
    driver.take_over()
    assert driver.hand() == [2, 5]
    assert any(words.card_name(2, driver.window.t) in text for text in readable(driver))
    driver.play(2, at="Carla")
    assert any("8" in line for line in driver.log())
    driver.pass_on()
    assert driver.stage is Stage.CURTAIN
    assert_nothing_private(driver)
    driver.take_over()
    driver.play(3, at="Anna")
    driver.pass_on()
    assert driver.stage is Stage.CURTAIN
    assert_nothing_private(driver)


def picture(driver: Driver) -> QImage:
    return driver.window.grab().toImage()


def test_the_curtain_is_the_same_whatever_lies_behind_it(open_window: Open, deals: Arrange) -> None:
    """Two matches with the same public course and different secrets: same words, same reader's words, same pixels.

    Anna plays a Shield; her other card, Ben's hand, the stock and the card set aside differ.
    """
    seen = []
    for hands, draws, aside in (((4, 2, 3), (8, 5, 6), 1), ((4, 7, 1), (3, 8, 2), 5)):
        deals(stack(hands, draws, aside=aside))
        driver = open_window()
        driver.start(3)
        before = (sorted(readable(driver)), picture(driver))
        driver.take_over()
        table = picture(driver)
        driver.play(4)
        driver.pass_on()
        assert driver.match.next_seat == BEN
        seen.append((before, table, (sorted(readable(driver)), picture(driver))))
        driver.window.close()
        driver.window.deleteLater()
        driver.settle()
    (first_before, first_table, first), (second_before, second_table, second) = seen
    assert first_before == second_before
    assert first == second
    # The comparison can tell pictures apart.
    assert first_table != second_table


@pytest.fixture
def seats_viewed(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int | None]]:
    """The seats whose view has been made, in order."""
    asked: list[int | None] = []
    real = type(GAME).view

    def view(self: Any, state: Any, seat: int | None) -> Any:
        asked.append(seat)
        return real(self, state, seat)

    monkeypatch.setattr(type(GAME), "view", view)
    return asked


def test_no_view_is_made_before_the_curtain_is_lifted(
    open_window: Open, seats_viewed: list[int | None]
) -> None:
    """Through a whole match of three people: only the seat at the screen (or nobody) is ever looked at."""
    driver = open_window()
    match = driver.start(3, goal=2)
    assert seats_viewed
    allowed: set[int | None] = {None}
    turn = 0
    lifted = 0
    while driver.stage is not Stage.RESULT:
        stage, viewer, turn = driver.stage, match.viewer, turn + 1
        if stage is Stage.CURTAIN:
            assert viewer is None
            assert set(seats_viewed) <= allowed
            driver.settle()
            driver.window.grab()
            driver.window.resize(driver.window.width() + 1, 720)
            assert set(seats_viewed) <= {None, *allowed}
            seats_viewed.clear()
            allowed = {None, match.next_seat}
            driver.take_over()
            lifted += 1
            assert match.next_seat not in seats_viewed
        elif stage is Stage.HANDOVER:
            driver.pass_on()
        elif stage is Stage.ROUND:
            assert viewer is None
            assert set(seats_viewed) <= allowed
            seats_viewed.clear()
            allowed = {None}
            driver.click(driver.page.next_button)
        else:
            assert set(seats_viewed) <= allowed
            driver.play_any(turn)
    assert set(seats_viewed) <= allowed
    assert lifted > 4


def test_while_the_screen_is_passed_on_only_the_last_persons_things_stand(
    open_window: Open, deals: Arrange, seats_viewed: list[int | None]
) -> None:
    """After Anna's peek at Carla, before the curtain: Anna's card and what she saw, nothing of Ben's draw."""
    deals(stack([2, 3, 8], [5, 4, 7], aside=1))
    driver = open_window()
    driver.start(3)
    driver.take_over()
    seats_viewed.clear()
    driver.play(2, at="Carla")
    assert driver.stage is Stage.HANDOVER
    assert driver.hand() == [5]
    assert set(seats_viewed) <= {None, ANNA}
    assert BEN not in seats_viewed
    assert CARLA not in seats_viewed
    # Nobody but the person at the screen can do anything now.
    for card in driver.cards():
        driver.click(card)
    assert not driver.targets()
    assert driver.confirming() is None
    assert driver.stage is Stage.HANDOVER


@pytest.mark.parametrize("at_curtain", ["menu", "score sheet", "rules", "language"])
def test_what_one_can_open_at_the_curtain_tells_nothing(
    open_window: Open, deals: Arrange, seats_viewed: list[int | None], at_curtain: str
) -> None:
    """Header buttons work at the curtain and make no view of anybody's."""
    deals(stack([2, 3, 8], [5, 4, 7], aside=1))
    driver = open_window()
    driver.start(3)
    driver.take_over()
    driver.play(2, at="Carla")
    driver.pass_on()
    seats_viewed.clear()
    if at_curtain == "language":
        driver.window.set_language("de")
    elif at_curtain == "menu":
        driver.click("Menu")
    elif at_curtain == "score sheet":
        driver.click("Score sheet")
    else:
        driver.click("Rules")
    driver.settle()
    assert set(seats_viewed) <= {None}
    assert driver.stage is Stage.CURTAIN
    if at_curtain == "rules":
        assert [widget for widget in reading.alive() if isinstance(widget, Card | CardRow | Log)] == []
    else:
        assert_nothing_private(driver)
    if driver.top is not driver.window:
        driver.top.close()
