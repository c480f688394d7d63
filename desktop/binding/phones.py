"""Phones at the desktop's table: the room lives in the window's thread, the server in one of its own.

What phones say arrives by a queued signal, one message after the other; what they are shown goes to the server's loop.
So the session is used from this thread alone, as without phones.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from PySide6.QtCore import QLockFile, QObject, Qt, QTimer, Signal

from desktop import storage
from desktop.binding.match import Match
from engine.play.session import SeatInfo, Session
from engine.rooms.addresses import LOOPBACK, Address, addresses, own_names
from engine.rooms.house import House
from engine.rooms.room import Kept, Room
from engine.rooms.running import PORT, Beside, NoClock
from engine.rooms.table import Table


class KeptRoom(msgspec.Struct):
    """The desktop's room between two runs: where it listened, who was in it, and which saved game it played."""

    port: int
    room: Kept
    game: str = ""
    address: str = ""
    waiting: list[str] = []


class MatchTable:
    """A match on this screen as its room sees it (a `Table`)."""

    def __init__(self, match: Match, started: Callable[[], None], ended: Callable[[], None]) -> None:
        """*started* and *ended*: what the window does then. *ended* is not called for a match left at the desktop."""
        self.match = match
        self._started = started
        self._ended = ended

    @property
    def session(self) -> Session:
        return self.match.session

    def start(self) -> None:
        self.match.begin()
        self._started()

    def submit(self, seat: int, move: object, revision: int) -> None:
        self.match.play_remote(seat, move, revision)

    def proceed(self) -> None:
        self.match.next_round()

    def stand_in(self, seat: int, bot: str) -> None:
        self.match.stand_in(seat, bot)

    def later(self, action: Callable[[], None]) -> None:
        QTimer.singleShot(0, self.match, action)

    def close(self) -> None:
        """The host ended the match: nobody goes on with it. The window leaves it, as soon as it has done with what it
        does just now."""
        self.match.close()
        saver = self.match.saver
        if saver is not None and not self.session.over:
            saver.put_away()
        self.later(self._ended)


MatchOpener = Callable[[str, dict[str, Any], Sequence[SeatInfo], frozenset[int]], MatchTable]


class Phones(QObject):
    """The room of this desktop, and its server. ``changed``: somebody came, went, or was moved."""

    changed = Signal()
    _heard = Signal(object)

    def __init__(self, opener: MatchOpener, *, keep: bool = True, parent: QObject | None = None) -> None:
        """Open the room that was kept, or a new one. Raises OSError if no port can be had."""
        super().__init__(parent)
        self._opener = opener
        self._lock = QLockFile(str(storage.room_path().with_suffix(".lock")))
        self._keep_it = keep and self._is_ours()
        self._heard.connect(self._act, Qt.ConnectionType.QueuedConnection)
        self._house = House(NoClock(), opener=self._open)
        self._server = Beside()
        kept = self._kept() if self._keep_it else None
        try:
            port = self._server.start(
                self._house, self._heard.emit, PORT if kept is None else kept.port, hosts=own_names()
            )
        except OSError:
            self._server.close()
            self._lock.unlock()
            raise
        self.port = port
        self.address = ""
        self.addresses: list[Address] = []
        self.saved_game = "" if kept is None else kept.game
        self.waited_for: set[int] = set()
        """The members who have left, and for whom the host wants to wait."""
        if kept is None:
            self.room: Room = self._house.new_room()
        else:
            room = kept.room
            self.room = Room(room.code, self._opener_of_room, key=room.key)
            self.room.restore(room)
            self._house.add(self.room)
        self.room.desktop = True
        self.room.host = ""
        self.look_around("" if kept is None else kept.address)
        self.room.keep_with(self._keep)
        self.waiting_here: list[str] = [] if kept is None else list(kept.waiting)
        """People at this desktop whose chair a game with fewer seats has taken, in the order in which they had them."""
        self._chairs_seen: tuple[str, list[str], set[int]] = self._chairs_now()
        self.room.listeners += [self._watch_chairs, self.changed.emit]

    def look_around(self, wanted: str = "") -> None:
        """Find the machine's addresses as they are now, and offer phones *wanted* if it is still one of them."""
        self.addresses = addresses()
        known = [address.ip for address in self.addresses]
        wanted = wanted or self.address
        self.address = wanted if wanted in known else (known[0] if known else LOOPBACK)
        self._house.rebase(f"http://{self.address}:{self.port}")

    def use_address(self, address: str) -> None:
        """Offer phones this one of the machine's addresses, the next time too."""
        self.look_around(address)
        self._keep(self.room)

    @property
    def url(self) -> str:
        """The room's address."""
        return self.room.share

    @property
    def connected(self) -> int:
        """How many phones are connected."""
        return len(self.room.phones)

    def forget_here(self, name: str) -> None:
        """Somebody at this desktop does not wait for a chair any more."""
        self.waiting_here.remove(name)
        self.room.save()
        self.room.changed()

    def _chairs_now(self) -> tuple[str, list[str], set[int]]:
        """The game, who at this desktop has a chair in it, and which members have."""
        chairs = self.room.chairs
        here = [chair.name for chair in chairs if not chair.member and not chair.bot]
        return self.room.game, here, {chair.member for chair in chairs if chair.member}

    def _watch_chairs(self) -> None:
        """Nobody at this desktop loses a chair without a word when the game changes: they wait, and come first."""
        room = self.room
        (game, here, seated), self._chairs_seen = self._chairs_seen, self._chairs_now()
        if room.table is not None:
            return
        if room.game != game:
            lost = [name for name in here if name not in self._chairs_seen[1]]
            self.waiting_here += lost
            if lost:
                room.save()
                return
            while self.waiting_here and len(room.chairs) >= room.meta.max_seats:
                after = [
                    number
                    for number, chair in enumerate(room.chairs)
                    if chair.member and chair.member not in seated
                ]
                if not after:
                    break
                room.chairs.pop(after[-1])
                self._seat_first()
        while self.waiting_here and len(room.chairs) < room.meta.max_seats:
            self._seat_first()

    def _seat_first(self) -> None:
        name = self.waiting_here.pop(0)
        self.room.seat_here(name)

    def close(self) -> None:
        """Close the door. Room and seats are kept; phones come back when it opens again."""
        self.room.listeners.clear()
        self._keep(self.room)
        self._server.close()
        self._lock.unlock()

    def members_of(self, kept: storage.PhoneSeats, seats: Sequence[SeatInfo]) -> list[int]:
        """Who of this room has which of the *seats* of a saved match (0: nobody's phone).

        A number below zero is nobody's: the seat was played on a phone that is not known here (any more).
        """
        known = list(kept.seats[: len(seats)])
        for info in seats[len(known) :]:
            # Came into the match, and the program ended before that was kept; or it can't be read who played.
            known.append(0 if info.bot is not None else next(iter(self._called(info.name)), -1))
        return [
            member
            if not member or (self.room.code == kept.room and member in self.room.members)
            else -1 - seat
            for seat, member in enumerate(known)
        ]

    def _called(self, name: str) -> list[int]:
        return [member.id for member in self.room.members.values() if member.name == name]

    def resume(self, table: MatchTable, members: Sequence[int], stand_ins: dict[int, str]) -> None:
        """Seat everybody again at a saved match; *members* by seat (see `members_of`)."""
        self._plays(table)
        self.room.attach(table, members, stand_ins)

    def _plays(self, table: MatchTable) -> None:
        """This match is on the table from now on, before anything of it is kept."""
        saver = table.match.saver
        name = "" if saver is None else saver.path.name
        if name != self.saved_game:
            # They waited to come into another match.
            self.room.late, self.room.coming = [], {}
        self.saved_game = name

    def forget(self) -> None:
        """The match is over: back to the lobby."""
        self.saved_game = ""
        self.room.forget_match()

    # In this thread ----------------------------------------

    def _act(self, action: Callable[[], None]) -> None:
        action()

    def _open(
        self,
        _room: Room,
        game: str,
        options: dict[str, Any],
        seats: Sequence[SeatInfo],
        members: Sequence[int],
    ) -> Table:
        remote = frozenset(seat for seat, member in enumerate(members) if member)
        table = self._opener(game, options, seats, remote)
        self._plays(table)
        return table

    def _opener_of_room(
        self, game: str, options: dict[str, Any], seats: Sequence[SeatInfo], members: Sequence[int]
    ) -> Table:
        return self._open(self.room, game, options, seats, members)

    def _kept(self) -> KeptRoom | None:
        try:
            return msgspec.json.decode(storage.room_path().read_bytes(), type=KeptRoom, strict=True)
        except (OSError, msgspec.MsgspecError):
            return None

    def _is_ours(self) -> bool:
        """Whether the kept room is this window's. If another window has it open, this one has a new one, not kept."""
        with contextlib.suppress(OSError):
            storage.room_path().parent.mkdir(parents=True, exist_ok=True)
        self._lock.setStaleLockTime(
            0
        )  # however long a room is open; a dead process' lock is found out by its number
        return self._lock.tryLock(0)

    def _keep(self, room: Room) -> None:
        if room.table is not None and self.saved_game and not room.table.session.over:
            seats = storage.PhoneSeats(room.code, list(room.seats), dict(room.stand_ins))
            storage.keep_phone_seats(storage.games_folder() / self.saved_game, seats)
        if not self._keep_it:
            return
        kept = KeptRoom(self.port, room.kept(), self.saved_game, self.address, self.waiting_here)
        with contextlib.suppress(OSError):
            path = storage.room_path()
            path.parent.mkdir(parents=True, exist_ok=True)
            storage.write_whole(path, msgspec.json.encode(kept))


def kept_game() -> str:
    """The name of the saved game that was played with phones, if there is one."""
    try:
        kept = msgspec.json.decode(storage.room_path().read_bytes(), type=KeptRoom, strict=True)
    except (OSError, msgspec.MsgspecError):
        return ""
    return kept.game
