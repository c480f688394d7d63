"""The table while people play on phones: no practice aids against them, who is missing, and how the match is left."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QAbstractButton

from desktop.binding.match import Stage
from desktop.widgets.bars import Bars
from engine.rooms import protocol
from engine.rooms.members import Phone
from engine.rooms.room import Room
from tests.desktop.conftest import Open
from tests.desktop.driver import Driver
from tests.desktop.test_room_page import join, network, open_room

__all__ = ["network"]


def at_the_table(
    driver: Driver, game: str, *names: str, here: str = "", bots: int = 0
) -> tuple[Room, list[Phone]]:
    """A match of people on phones, somebody at the screen if *here* is a name, and bots; the table is shown."""
    _page, room = open_room(driver, game)
    if here:
        room.seat_here(here)
    phones = [join(room, name) for name in names]
    for _bot in range(bots):
        room.obey(protocol.AddBot("random"))
    if game == "oneword":
        room.options["first"] = 1  # Ben guesses
    room.obey(protocol.Start())
    driver.settle()
    assert driver.window.match is not None
    return room, phones


# Aids ----------------------------------------


@pytest.mark.parametrize(
    ("game", "bots"), [("letter", 0), ("letter", 1), ("oneword", 1), ("sleuth", 0), ("valknut", 0)]
)
def test_nobody_is_helped_against_people_on_phones(open_window: Open, game: str, bots: int) -> None:
    """Anna at the screen, Ben on his phone: no chances, no tip, nothing taken back; whoever's turn it is."""
    driver = open_window()
    assert driver.window.settings.aids
    at_the_table(driver, game, "Ben", here="Anna", bots=bots)
    match = driver.match
    while match.viewer is None:
        if match.stage is Stage.CURTAIN:
            driver.click(driver.curtain().button)  # type: ignore[union-attr]
            continue
        seat = next(seat for seat in match.session.awaited if seat in match.remote)
        match.play_remote(seat, match.session.port(seat).choices()[0], match.session.revision)
        driver.settle()
    assert match.viewer == 0
    assert match.viewer in match.session.awaited
    assert not [found for found in driver.visible(QAbstractButton) if found.text() in ("Tip", "Undo", "Redo")]
    assert not driver.visible(Bars)
    assert not driver.page._scene.aids  # type: ignore[union-attr]
    match.ask_advice()
    assert not match.aided
