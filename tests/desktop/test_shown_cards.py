"""What is turned up in motion, and whose card it is said to be."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF

from desktop.games.letter import show
from desktop.widgets.basics import Yielding
from engine.core.game import Event
from engine.core.text import texts
from engine.games.letter.model import DuelFought, HandPeeked, HandShown
from engine.play.session import SeatInfo
from tests.desktop.conftest import Open
from tests.desktop.driver import Driver

NAMES = ("Anna", "Ben", "Carla", "Dora")


def spots(viewer: int | None) -> show.Spots:
    """A table where seat *s* sits at *x = 100 s*; the viewer holds a 5."""
    return show.Spots(
        viewer=viewer,
        hand=lambda seat: QRectF(100 * seat, 0, 50, 70),
        slot=lambda seat, count: QRectF(100 * seat + 10 * count, 0, 50, 70),
        own=lambda _value: None,
        stock=QRectF(0, 200, 50, 70),
        aside=QRectF(100, 200, 50, 70),
        middle=QRectF(200, 200, 70, 100),
        cards=(5,),
        names=NAMES,
    )


def told(events: list[Event], viewer: int | None) -> list[tuple[str, str, str]]:
    """Per flight: what is seen at its start and its end, and what is said below it."""
    return [
        (flight.face.numeral, (flight.turned or flight.face).numeral, flight.caption)
        for step in show.steps(events, spots(viewer), texts("en"))
        for flight in step.flights
    ]


def test_a_peek_turns_the_card_for_its_viewer_only() -> None:
    peek: list[Event] = [HandPeeked(0, 2), HandShown(0, 2, 7)]
    assert told(peek, 0) == [("", "7", "Carla"), ("7", "7", "Carla"), ("7", "", "Carla")]
    for other in (1, 2, 3, None):
        assert told(peek[:1], other) == [("", "", "")]


def test_a_duel_says_whose_cards_they_are() -> None:
    duel: list[Event] = [HandShown(1, 0, 3), HandShown(0, 1, 5), DuelFought(0, 1, 1)]
    mine = [item for item in duel if not (isinstance(item, HandShown) and item.viewer != 0)]
    assert {caption for _start, _end, caption in told(mine, 0)} == {"Anna", "Ben"}
    for start, end, caption in told(duel[2:], 3):
        assert (start, end) == ("", ""), "an onlooker sees two backs"
        assert caption in ("Anna", "Ben")


@pytest.mark.parametrize("language", ["en", "de"])
def test_other_hands_lie_face_down_with_the_bot_s_strength_beside(open_window: Open, language: str) -> None:
    driver: Driver = open_window(language)
    driver.start([SeatInfo("Anna"), SeatInfo("Ben", "bot:strong")])
    driver.match.hold(True)
    driver.settle()
    place = driver.page.panel._places[1]
    assert [face.numeral for face in place.hand.faces] == [""]
    said = {"en": "Hand of Ben: 1 card face down", "de": "Hand von Ben: 1 Karte verdeckt"}[language]
    assert place.hand.accessibleName() == said
    strength = {"en": "Strong", "de": "Stark"}[language]
    assert strength in [widget.text() for widget in driver.visible(Yielding, place)]
