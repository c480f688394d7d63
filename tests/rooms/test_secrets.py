"""No frame sent to a seat differs when only what that seat can't know differs."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from engine.core import catalog
from engine.play.dealer import Dealer
from engine.play.session import Port, SeatInfo, Session
from engine.rooms.members import Member, Phone
from engine.rooms.room import Room
from engine.rooms.snapshot import snapshot
from tests.strategies import people, provision

SHORT: dict[str, dict[str, Any]] = {
    "letter": {"goal": 3},
    "oneword": {"cards": 5},
    "valknut": {"max_rounds": 3},
}
"""Options that make a whole match short."""
LONGEST = 4000
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

    def later(self, action: Any) -> None:
        """Nobody waits."""


def table(game_id: str, seats: int, seed: int) -> tuple[Room, Session]:
    def opener(*_match: Any) -> StillTable:
        raise AssertionError

    infos: Sequence[SeatInfo] = people(seats)
    session = Session(
        catalog.game(game_id), SHORT.get(game_id, {}), infos, Dealer(f"{game_id}:{seats}:{seed}")
    )
    room = Room("BCDFG", opener, game=game_id)
    room.members = {n + 1: Member(n + 1, info.name, f"{n}") for n, info in enumerate(infos)}
    room.attach(StillTable(session), list(room.members))
    session.start()
    return room, session


def dealt_anew(session: Session, seat: int | None, rng: random.Random) -> bool:
    """Deal all anew that *seat* can't know, and drop events that it can't know of; whether anything differs."""
    state = session._states[-1]
    port = session.onlooker() if seat is None else session.port(seat)
    other = session.game.sample(port.view(), port.events(), rng)
    session._states[-1] = other
    session._events = [entry for entry in session._events if entry[1].visible_to(seat)]
    session._visible.clear()
    return bool(other != state)


def next_move(game_id: str, session: Session, rng: random.Random) -> None:
    """Somebody who is awaited makes a random legal move."""
    actor = rng.choice(session.awaited)
    module = provision(game_id)
    view = session.port(actor).view()
    random_move = getattr(module, "random_move", None)
    if random_move is not None:
        move = random_move(view, rng)
    else:
        choices = session.port(actor).choices()
        move = choices[rng.randrange(len(choices))]
    session.submit(actor, move, session.revision)


@pytest.mark.parametrize("game_id", GAMES)
def test_frames_hold_nothing_that_the_seat_cannot_know(game_id: str) -> None:
    """Over a whole random match: the frame has the same bytes when all that is hidden from a seat is dealt anew.

    Every seat, an onlooker, somebody who waits, and the host, to whom more is sent, in both languages.
    """
    meta = catalog.meta(game_id)
    rng = random.Random(game_id)
    different = looked = 0
    for seats in sorted({meta.min_seats, min(meta.max_seats, 4)}):
        room, session = table(game_id, seats, rng.randrange(1000))
        late = Member(40, "Emil", "late")
        room.members[40] = late
        phones = [
            *(
                Phone(NoWire(), "", language, member=room.members[seat + 1], host=seat == 1)
                for seat in range(seats)
                for language in ("de", "en")
            ),
            Phone(NoWire(), "", "de", watching=True),
            Phone(NoWire(), "", "en", watching=True, host=True),
            Phone(NoWire(), "", "en", member=late),
        ]
        for turn in range(LONGEST):
            state, events = session._states[-1], list(session._events)
            # Every moment in short matches, every third in long ones; the last one always.
            if turn % (1 if turn < 40 else 3) == 0 or session.over:
                before = [snapshot(room, phone) for phone in phones]
                for seat in (*range(seats), None):
                    different += dealt_anew(session, seat, rng)
                    for phone, was in zip(phones, before, strict=True):
                        at = None if phone.member in (None, late) else phone.member.id - 1
                        if at == seat:
                            assert snapshot(room, phone) == was
                            looked += 1
                    session._states[-1], session._events = state, list(events)
                    session._visible.clear()
            if session.over:
                break
            next_move(game_id, session, rng)
        assert session.over, "the match was not played to its end"
    assert different > 20, "the sampler hardly ever dealt anything else than what was really there"
    assert looked > 100


@pytest.mark.parametrize("game_id", GAMES)
def test_a_leak_is_noticed(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a page were made of another seat's view, some frame would differ when that seat's is dealt anew."""
    meta = catalog.meta(game_id)
    rng = random.Random(game_id)
    room, session = table(game_id, max(2, meta.min_seats), 1)
    phone = Phone(NoWire(), "", "en", member=room.members[1])
    real = Port.view

    def leaking(port: Port) -> Any:
        return session.game.view(session._states[-1], 1 if port.seat == 0 else port.seat)

    noticed = False
    for _turn in range(60):
        if session.over or noticed:
            break
        state, events = session._states[-1], list(session._events)
        with monkeypatch.context() as patch:
            patch.setattr(Port, "view", leaking)
            was = snapshot(room, phone)
        assert Port.view is real
        dealt_anew(session, 0, rng)
        with monkeypatch.context() as patch:
            patch.setattr(Port, "view", leaking)
            noticed = snapshot(room, phone) != was
        session._states[-1], session._events = state, events
        session._visible.clear()
        next_move(game_id, session, rng)
    assert noticed
