"""The referee port: gives everybody's moves, sees each seat's view at any round's end, takes rounds back."""

from __future__ import annotations

import pytest

from engine.core import catalog
from engine.core.errors import NotAllowed, RecordError
from engine.games.sleuth.model import NO_ORDERS, Deal, Nmr, Orders
from engine.play import record, referee
from tests.games.sleuth.table import PLAIN


def begun(seats: int = 3) -> referee.RefereePort:
    """A game by post with the plain tableau."""
    options = catalog.meta("sleuth").complete({}, seats)
    names = [f"Player {seat}" for seat in range(seats)]
    return referee.begin("sleuth", options, names, [Deal(PLAIN, by_post=True)])


def play_round(port: referee.RefereePort, absent: int | None = None) -> None:
    """Everybody gives empty orders, the last seat first; *absent* gives none."""
    for seat in reversed(range(len(port.names))):
        port.give(seat, Nmr() if seat == absent else NO_ORDERS)


def test_rounds_are_seen_as_they_ended() -> None:
    port = begun()
    for number in range(1, 4):
        play_round(port, absent=number % 3)
        assert port.rounds == number
    for number in range(4):
        view = port.view(None, number)
        assert len(view.results) == number
        assert view.round == number + 1
        assert not any(view.given)
    assert port.view(1) == port.view(1, 3)
    with pytest.raises(IndexError):
        port.view(None, 4)


def test_taking_back_and_going_on() -> None:
    port = begun()
    play_round(port)
    kept = port.text()
    play_round(port, absent=0)
    port.give(2, NO_ORDERS)
    assert port.take_back_round()
    assert port.text() == kept
    assert port.awaited == (0, 1, 2)
    assert port.take_back_round()
    assert not port.take_back_round()
    assert port.view(None).round == 1


def test_the_record_is_the_game() -> None:
    port = begun()
    while not port.over:
        play_round(port, absent=1)
    again = referee.resume(port.text())
    assert again.over
    assert again.text() == port.text()
    assert again.view(0, 5) == port.view(0, 5)
    assert record.parse(port.text()).end is not None
    with pytest.raises(RecordError):
        referee.resume(port.text().replace(b'"do":"nmr"', b'"do":"deal"'))


def test_an_illegal_opening_is_refused() -> None:
    with pytest.raises(NotAllowed):
        referee.begin("sleuth", {}, ["Anna"], [Deal("A" * 36)])


def test_questions_are_answered_in_the_order_of_arrival() -> None:
    port = begun()
    asked = Orders(("A:D",), ("B:D",), NO_ORDERS.sure, NO_ORDERS.risk)
    for seat in (2, 0, 1):
        port.give(seat, asked)
    assert [(one.seat, one.question) for one in port.view(None).answers] == [
        (2, "A:D"),
        (0, "B:D"),
        (1, "A:D"),
    ]


def test_a_postal_game_may_have_more_players_than_a_table() -> None:
    port = begun(40)
    play_round(port)
    assert referee.resume(port.text()).rounds == 1
