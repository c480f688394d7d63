"""Aids at the table of Geheimer Brief: what stands there all the while, and what a tip must not take away."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QLabel

from desktop.widgets.bars import Counts
from engine.games.letter import words
from engine.games.letter.belief import belief
from engine.games.letter.model import COPIES
from engine.play.session import SeatInfo
from tests.desktop.conftest import Open
from tests.desktop.driver import Driver
from tests.games.letter.table import stack

Arrange = Callable[..., None]


def practice(driver: Driver, deals: Arrange, seats: int) -> None:
    deals(stack([4, 2, 3, 5][:seats], [6, 1, 1]))
    names = ("Anna", "Ben", "Carla", "Dora")[:seats]
    driver.start([SeatInfo(names[0]), *(SeatInfo(name, "bot:random") for name in names[1:])])
    driver.settle()


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("size", [(960, 600), (1280, 720)])
def test_what_is_not_seen_yet_stands_there_all_the_while(
    open_window: Open, deals: Arrange, seats: int, size: tuple[int, int]
) -> None:
    """Before a card is chosen, too; as the engine says, whole inside the table."""
    driver = open_window("de", size=size)
    practice(driver, deals, seats)
    (counts,) = driver.visible(Counts)
    view, events = driver.match.port.view(), driver.match.port.events()
    unseen = belief(0, seats, events).unseen()
    assert view.turn == 0
    assert counts.counts == tuple((str(value), unseen[value], COPIES[value]) for value in range(1, 9))
    assert words.card_label(8, driver.window.t) in counts.accessibleName()
    assert counts.width() >= counts.sizeHint().width()
    assert counts.parentWidget().rect().contains(counts.geometry())


def test_nothing_is_counted_without_aids_or_for_several_people(open_window: Open, deals: Arrange) -> None:
    driver = open_window()
    driver.window.settings.aids = False
    practice(driver, deals, 2)
    assert not driver.visible(Counts)
    driver.window.settings.aids = True
    driver.start(2)
    driver.take_over()
    assert not driver.visible(Counts)


def test_a_tip_leaves_the_focused_cards_ability(open_window: Open, deals: Arrange) -> None:
    """The focus stays on the card while the tip comes, and the words for the card stay with it."""
    driver = open_window()
    practice(driver, deals, 2)
    text = words.card_text(4, driver.window.t)
    driver.card(4).setFocus()
    driver.settle()
    assert any(text in label.text() for label in driver.visible(QLabel))
    driver.match.ask_advice()
    driver.wait(lambda: driver.match.advice_text(driver.window.t))
    driver.settle()
    assert driver.card(4).hasFocus()
    assert any(text in label.text() for label in driver.visible(QLabel))
