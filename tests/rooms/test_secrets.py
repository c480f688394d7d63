"""No frame sent to a seat differs when only what that seat can't know differs."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from engine.core import catalog
from engine.play.dealer import Dealer
from engine.play.session import SeatInfo, Session
from engine.rooms.members import Member, Phone
from engine.rooms.room import Room
from engine.rooms.snapshot import snapshot
from tests.strategies import people

GAMES = [meta.id for meta in catalog.metas() if Room.plays(meta.id)]


class NoWire:
    """Leads nowhere."""

    address = ""

    def show(self, data: bytes) -> None:
        """Nobody is there."""

    tell = show

    def close(self, code: int) -> None:
        """It never was open."""


class StillTable:
    """A table on which nobody moves."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def start(self) -> None:
        """Nothing to start."""

    def submit(self, seat: int, move: object, revision: int) -> None:
        raise AssertionError

    proceed = close = start

    def stand_in(self, seat: int, bot: str) -> None:
        raise AssertionError


def table(game_id: str, seats: int) -> tuple[Room, Session]:
    def opener(*_match: Any) -> StillTable:
        raise AssertionError

    infos: Sequence[SeatInfo] = people(seats)
    session = Session(catalog.game(game_id), {}, infos, Dealer(f"{game_id}:{seats}"))
    room = Room("BCDFG", opener, game=game_id)
    room.members = {n + 1: Member(n + 1, info.name, f"{n}") for n, info in enumerate(infos)}
    room.attach(StillTable(session), list(room.members))
    session.start()
    return room, session


def frame(room: Room, seat: int | None, language: str) -> bytes:
    member = None if seat is None else room.members[seat + 1]
    return snapshot(room, Phone(NoWire(), "", language, member=member, watching=seat is None))


@pytest.mark.parametrize("game_id", GAMES)
def test_frames_hold_nothing_that_the_seat_cannot_know(game_id: str) -> None:
    """All that is hidden from a seat is dealt anew, and others' secret events go: its frame has the same bytes."""
    meta = catalog.meta(game_id)
    rng = random.Random(game_id)
    different = 0
    for seats in sorted({meta.min_seats, min(meta.max_seats, 4)}):
        room, session = table(game_id, seats)
        for _move in range(60):
            if session.over:
                break
            state, events = session._states[-1], list(session._events)
            for seat in (*range(seats), None):
                before = {language: frame(room, seat, language) for language in ("de", "en")}
                port = session.onlooker() if seat is None else session.port(seat)
                other = session.game.sample(port.view(), port.events(), rng)
                different += other != state
                session._states[-1] = other
                session._events = [entry for entry in events if entry[1].visible_to(seat)]
                session._visible.clear()
                for language, was in before.items():
                    assert frame(room, seat, language) == was
                session._states[-1], session._events = state, list(events)
                session._visible.clear()
            actor = session.awaited[0]
            choices = session.port(actor).choices()
            session.submit(actor, choices[rng.randrange(len(choices))], session.revision)
    assert different, "the sampler never dealt anything else than what was really there"


@pytest.mark.parametrize("game_id", GAMES)
def test_a_leak_is_noticed(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the page were made of another seat's view, the frames would differ."""
    room, session = table(game_id, max(2, catalog.meta(game_id).min_seats))
    was = frame(room, 0, "en")
    mine, other = (session.game.view(session._states[-1], seat) for seat in (0, 1))
    if msgspec.structs.replace(other, seat=0) == mine:
        pytest.skip("at its beginning nobody holds a secret in this game")
    monkeypatch.setattr("engine.play.session.Port.view", lambda self: other)
    assert frame(room, 0, "en") != was
