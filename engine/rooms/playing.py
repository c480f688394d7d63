"""The running match of a room: who has which seat in it, who left, who stands in, and who comes late."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from typing import Any

from engine.core import catalog
from engine.core.errors import STALE, Stale, VierblattError
from engine.core.text import N_
from engine.play.session import SeatInfo
from engine.rooms import protocol
from engine.rooms.lobby import Lobby
from engine.rooms.members import Member, gone, refuse
from engine.rooms.table import Table

Opener = Callable[[str, dict[str, Any], Sequence[SeatInfo], Sequence[int]], Table]
"""Begins a match: game, options, seats, and by seat the member's id (0: nobody's phone). Must not start it."""


class Playing(Lobby):
    """A lobby with a match.

    ``seats`` has the members by seat (0: nobody's phone), ``stand_ins`` the bots that play for somebody who left,
    ``late`` the members who wait to come into the match, ``coming`` those who take a bot's seat when the game allows.
    """

    def __init__(self, game: str, opener: Opener) -> None:
        super().__init__(game)
        self.seats: list[int] = []
        self.stand_ins: dict[int, str] = {}
        self.late: list[int] = []
        self.coming: dict[int, int] = {}
        self.matches = 0
        self.record = ""
        self._opener = opener
        self._stop_listening: Callable[[], None] | None = None

    # What is so ----------------------------------------

    def seat_of(self, member: int) -> int | None:
        """The member's seat in the match, if it has one."""
        return self.seats.index(member) if self.table is not None and member in self.seats else None

    def plays_now(self, member: int) -> bool:
        return self.seat_of(member) is not None

    def vacant(self) -> tuple[int, ...]:
        """The seats whose member has left or was removed, and without which the match can't go on."""
        if self.table is None:
            return ()
        absent = self.table.session.absent
        return tuple(
            seat
            for seat, member in enumerate(self.seats)
            if member and seat not in absent and (member not in self.members or self.members[member].removed)
        )

    def bots(self) -> frozenset[int]:
        """The seats of the match that bots play."""
        if self.table is None:
            return frozenset()
        seats = enumerate(self.table.session.seats)
        own = {seat for seat, info in seats if info.bot is not None and not self.seats[seat]}
        return frozenset(own | set(self.stand_ins))

    def names(self) -> list[str]:
        """The names by seat."""
        assert self.table is not None
        return [
            self.members[member].name if member in self.members else info.name
            for info, member in zip(self.table.session.seats, self.seats, strict=True)
        ]

    def soon(self, member: int) -> bool:
        """Whether the member comes into this match by itself, or has been given a bot's seat."""
        if member in self.coming.values():
            return True
        return self.table is not None and member in self.late and self.table.session.grows

    # Beginning and ending ----------------------------------------

    def begin(self) -> None:
        """Begin the match with those who sit on the chairs. Raises `VierblattError`."""
        self.lobby_only()
        meta = self.meta
        meta.check_seats(len(self.chairs))
        infos = [SeatInfo(chair.name, f"bot:{chair.bot}" if chair.bot else "human") for chair in self.chairs]
        known = {option.name: option for option in meta.options}
        usable = {
            name: value
            for name, value in self.options.items()
            if len(infos) >= known[name].min_seats and known[name].accepts(value, len(infos))
        }
        options = meta.complete(usable, len(infos))
        seats = [chair.member for chair in self.chairs]
        self.matches += 1
        try:
            table = self._opener(self.game, options, infos, seats)
        except BaseException:
            self.matches -= 1
            raise
        self.attach(table, seats)
        table.start()

    def attach(self, table: Table, seats: Sequence[int], stand_ins: dict[int, str] | None = None) -> None:
        """Take over the match of *table*; ``seats`` has the members by seat."""
        self.table, self.seats, self.stand_ins = table, list(seats), dict(stand_ins or {})
        infos = table.session.seats
        for info in infos[len(self.seats) :]:
            # Came into the match, and the program ended before the room was kept.
            self.seats.append(next((m.id for m in self.members.values() if m.name == info.name), 0))
        del self.seats[len(infos) :]
        self.late = [member for member in self.late if member in self.members]
        self._stop_listening = table.session.listen(self._happened)
        for seat, bot in self.stand_ins.items():
            table.stand_in(seat, bot)
        for seat, member in enumerate(self.seats):
            if member and infos[seat].bot is not None and seat not in self.stand_ins:
                table.stand_in(seat, "")
        self.save()
        self.changed()

    def end(self) -> None:
        """The match is over, or the host ends it: back to the lobby."""
        if self.table is None:
            raise refuse("no_match", N_("There is no match to end."))
        table = self.table
        self.forget_match()
        table.close()

    def forget_match(self) -> None:
        """Back to the lobby; the match itself is ended by whoever drives it."""
        if self._stop_listening is not None:
            self._stop_listening()
            self._stop_listening = None
        table, seats = self.table, self.seats
        self.table, self.seats, self.stand_ins, self.record = None, [], {}, ""
        self.late, self.coming = [], {}
        if table is not None:
            self.seat_the_players(seats, [info.name for info in table.session.seats])
        self.seat_the_waiting()
        if table is not None:
            self.carry_on(table.session, seats)
        self.save()
        self.changed()

    # Leaving ----------------------------------------

    def vacate(self, member: Member) -> None:
        """The member has left the room: the match goes on without it if the game can, or waits for the host."""
        if member.id in self.late:
            self.late.remove(member.id)
        self.coming = {seat: other for seat, other in self.coming.items() if other != member.id}
        seat = self.seat_of(member.id)
        if self.table is None or seat is None:
            return
        farewell = self.table.session.farewell(seat)
        if farewell is not None:
            # Refused, the seat is simply vacant.
            with contextlib.suppress(VierblattError):
                self.table.submit(*farewell, self.table.session.revision)

    def replace(self, message: protocol.Replace) -> None:
        """A bot or a member goes on in a seat that nobody has any more, or a member takes a bot's seat."""
        if self.table is None:
            raise gone()
        seat = message.seat
        if message.member:
            member = self.present(message.member)
            own = self.seat_of(member.id)
            if own is not None and own not in self.table.session.absent:
                raise gone()
            if seat in self.vacant():
                self._take(seat, member.id)
            elif seat in self.bots():
                self.coming = {one: other for one, other in self.coming.items() if other != member.id}
                self.coming[seat] = member.id
                self.settle()
            else:
                raise gone()
        elif seat in self.vacant() and message.bot in catalog.meta(self.table.session.game.meta.id).bots:
            self.seats[seat] = 0
            self.stand_ins[seat] = message.bot
            self.table.stand_in(seat, message.bot)
        else:
            raise gone()

    def _take(self, seat: int, member: int) -> None:
        """From now on the seat is the member's."""
        assert self.table is not None
        if member in self.seats:
            self.seats[self.seats.index(member)] = 0  # a seat that the match goes on without
        self.seats[seat] = member
        self.stand_ins.pop(seat, None)
        if member in self.late:
            self.late.remove(member)
        self.table.stand_in(seat, "")

    # Coming late ----------------------------------------

    def wait(self, member: Member) -> None:
        """The member comes into the running match as soon as the game allows, otherwise into the next one."""
        if self.table is not None and member.id not in self.late:
            self.late.append(member.id)
            self.settle()

    def _happened(self) -> None:
        """The session has changed."""
        self.changed()
        # Not now: whoever made the move has not finished with it.
        if self.table is not None and (self.late or self.coming) and self.table.session.changeover:
            self.table.later(self.settle)

    def settle(self) -> None:
        """Seat those who wait, if this is the moment for it."""
        if self.table is None or not self.table.session.changeover:
            return
        before = (list(self.late), dict(self.coming))
        for seat, member in list(self.coming.items()):
            del self.coming[seat]
            if seat in self.bots():
                self._take(seat, member)
        for number in list(self.late):
            self._admit(self.members[number])
        if before != (self.late, self.coming):
            self.save()
            self.changed()

    def _admit(self, member: Member) -> None:
        assert self.table is not None
        session = self.table.session
        seat = self.seat_of(member.id)
        move = session.admission(member.name, seat)
        if move is None:
            return
        self.late.remove(member.id)
        if seat is None:
            self.seats.append(member.id)
        try:
            self.table.submit(*move, session.revision)
        except VierblattError:
            if seat is None:
                self.seats.pop()
            return
        self.table.stand_in(self.seats.index(member.id), "")

    # Moves for the table ----------------------------------------

    def arrange(self, message: protocol.Arrange) -> None:
        """A move for the table, as when somebody is missing: see `Game.table_moves`."""
        if self.table is None:
            raise refuse("no_match", N_("There is no match to end."))
        session = self.table.session
        moves = session.table_moves
        if message.revision != session.revision or not 0 <= message.number < len(moves):
            raise Stale(STALE)
        seat, move = moves[message.number]
        self.table.submit(seat, move, message.revision)

    # For the room ----------------------------------------

    def changed(self) -> None:
        """Show everybody what is so now."""
        raise NotImplementedError

    def save(self) -> None:
        """Keep what is to outlast the program."""
        raise NotImplementedError
