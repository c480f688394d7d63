"""All rooms of one server: opens them, finds them by code or key, keeps them in a folder, hands phones to them."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from engine.core.errors import Malformed, Refusal, VierblattError
from engine.core.places import RECORD_SUFFIX
from engine.core.text import LANGUAGES, N_, texts
from engine.play.session import SeatInfo
from engine.rooms import identity, protocol
from engine.rooms.limits import PerAddress
from engine.rooms.members import Phone, Wire, refuse
from engine.rooms.room import Kept, Room
from engine.rooms.table import BotDesk, Clock, PlayedTable, Table

log = logging.getLogger("vierblatt.rooms")

ROOM_SUFFIX = ".room.json"
MAX_ROOMS = 1000
WRONG_CODES = (12, 0.1)
"""So many wrong codes an address may try at once, and a second in the long run."""
NEW_ROOMS = (6, 0.01)
"""The same for new rooms."""


def read_kept(path: Path) -> Kept:
    """A room as it was kept. Raises OSError or `msgspec.MsgspecError`."""
    return msgspec.json.decode(path.read_bytes(), type=Kept, strict=True)


def write_kept(path: Path, kept: Kept) -> None:
    """Keep a room: whole or not at all, readable by its owner alone."""
    scratch = path.with_name(f".{path.name}.new")
    descriptor = os.open(scratch, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(msgspec.json.encode(kept))
    scratch.replace(path)


class House:
    """The rooms. Used from one thread; the server calls `opened`, `received` and `closed`.

    *now* is the clock for limits. *folder* keeps rooms and records (None: nothing outlasts the program).
    *opener* begins matches (None: they are played here, without a desktop). ``creating``: phones may open rooms.
    ``long_links``: links carry a key of 96 bits instead of the code; ``link_only``: nothing but such a link leads in.
    """

    def __init__(
        self,
        clock: Clock,
        *,
        folder: Path | None = None,
        creating: bool = False,
        long_links: bool = False,
        link_only: bool = False,
        now: Callable[[], float] = time.monotonic,
        pace: float = 0.7,
        seed: str | None = None,
        opener: Callable[[Room, str, dict[str, Any], Sequence[SeatInfo], Sequence[int]], Table] | None = None,
    ) -> None:
        self.rooms: dict[str, Room] = {}
        self.creating = creating
        self.long_links = long_links or link_only
        self.link_only = link_only
        self.base = ""
        self._clock = clock
        self._folder = folder
        self._now = now
        self._pace = pace
        self._seed = seed
        self._opener = opener
        self._desk = BotDesk(clock)
        self._phones: dict[Wire, tuple[Room, Phone]] = {}
        self._wrong = PerAddress(*WRONG_CODES)
        self._new = PerAddress(*NEW_ROOMS)

    # Rooms ----------------------------------------

    def new_room(self, *, host: str = "", game: str = "") -> Room:
        """Open a room; *host* is the hash of the host's token. Raises `VierblattError` if there are too many."""
        if len(self.rooms) >= MAX_ROOMS:
            self._close_empty()
        code = identity.new_code(self.rooms)
        key = identity.new_code(length=identity.KEY_LENGTH) if self.long_links else ""
        room = Room(
            code,
            lambda *match: self._open(code, *match),
            key=key,
            game=game,
            host=host,
            link_only=self.link_only,
            keep=self._keep,
            now=self._now,
            later=self._clock.call_later,
        )
        self.add(room)
        self._keep(room)
        return room

    def add(self, room: Room) -> None:
        """Let a room be found."""
        self.rooms[room.code] = room
        room.base = self.base

    def rebase(self, base: str) -> None:
        """From now on links begin with *base*, an address without a path."""
        self.base = base
        for room in self.rooms.values():
            self.add(room)

    def find(self, text: str) -> tuple[Room | None, bool]:
        """The room with this code or key, however it was typed; and whether it was the key, which nobody guesses."""
        wanted = identity.read_code(text)
        if len(wanted) <= identity.CODE_LENGTH:
            return self.rooms.get(wanted), False
        return next((room for room in self.rooms.values() if room.key == wanted), None), True

    def _close_empty(self) -> None:
        """Give up the room that nobody has been in for longest, one in mid-match last; or refuse a new one."""
        empty = [room for room in self.rooms.values() if not room.phones]
        idle = [room for room in empty if room.table is None or room.table.session.over]
        for room in idle or empty:
            if room.table is not None:
                room.table.close()
            del self.rooms[room.code]
            if self._folder is not None:
                self._path(room.code).unlink(missing_ok=True)
                self._drop_records(room.code)
            return
        raise refuse("house_full", N_("There are too many rooms here just now."))

    def _drop_records(self, code: str) -> None:
        """Matches of a room that are over, or will never be played on."""
        assert self._folder is not None
        for path in self._folder.glob(f"{code}-*{RECORD_SUFFIX}"):
            path.unlink(missing_ok=True)

    def _open(
        self,
        code: str,
        game: str,
        options: dict[str, Any],
        seats: Sequence[SeatInfo],
        members: Sequence[int],
    ) -> Table:
        room = self.rooms[code]
        if self._opener is not None:
            return self._opener(room, game, options, seats, members)
        path = None
        if self._folder is not None:
            self._drop_records(code)
            room.record = f"{code}-{room.matches}{RECORD_SUFFIX}"
            path = self._folder / room.record
        return PlayedTable.begin(
            game,
            options,
            seats,
            self._desk,
            self._clock,
            path,
            pace=self._pace,
            seed=self._seed,
            past=room.past,
            keep=lambda: self._keep(room),
        )

    # Keeping ----------------------------------------

    def _path(self, code: str) -> Path:
        assert self._folder is not None
        return self._folder / f"{code}{ROOM_SUFFIX}"

    def _keep(self, room: Room) -> None:
        if self._folder is None:
            return
        try:
            write_kept(self._path(room.code), room.kept())
        except OSError as error:
            log.error("room not kept: %s", error.strerror)

    def load(self) -> None:
        """Open the rooms that were kept, each with its match as far as its record goes."""
        if self._folder is None:
            return
        # Records hold what is secret in a match: they are for nobody else on this machine.
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for path in sorted(self._folder.glob(f"*{ROOM_SUFFIX}"), key=_age):
            try:
                kept = read_kept(path)
                if path.name != f"{kept.code}{ROOM_SUFFIX}" or Path(kept.record).name != kept.record:
                    raise ValueError("not the room of this name")
                self._reopen(kept)
            except (OSError, ValueError, VierblattError) as error:
                log.error("%s can't be read and stays as it is: %s", path.name, error)

    def _reopen(self, kept: Kept) -> None:
        assert self._folder is not None
        code = kept.code
        room = Room(
            code,
            lambda *match: self._open(code, *match),
            key=kept.key,
            game=kept.game,
            keep=self._keep,
            now=self._now,
            later=self._clock.call_later,
        )
        room.restore(kept)
        self.add(room)
        if not kept.record:
            return
        try:
            table = PlayedTable.resume(
                self._folder / kept.record,
                self._desk,
                self._clock,
                pace=self._pace,
                past=room.past,
                keep=lambda: self._keep(room),
            )
        except (OSError, VierblattError) as error:
            log.error("the match of a room can't go on: %s", error)
            room.late, room.coming = [], {}
            return
        room.record = kept.record
        room.attach(table, kept.seats, kept.stand_ins)
        table.start()
        room.settle()

    def close(self) -> None:
        """End all matches' bots; records and rooms are kept already."""
        for room in self.rooms.values():
            if room.table is not None:
                room.table.close()
        self._desk.close()

    # Phones ----------------------------------------

    def received(self, wire: Wire, text: bytes | str) -> None:
        """A message came from a phone. Never raises, whatever it is."""
        try:
            self._receive(wire, text)
        except Exception:
            # A fault of ours, or a full disk. The others must not suffer from it, nor this phone's next message.
            log.exception("a message could not be carried out")

    def _receive(self, wire: Wire, text: bytes | str) -> None:
        entry = self._phones.get(wire)
        language = entry[1].language if entry is not None else "en"
        try:
            message = protocol.decode(text)
            if isinstance(message, protocol.Hello):
                language = message.language if message.language in LANGUAGES else "en"
                if entry is None:
                    self._hello(wire, message, language)
                return
            if entry is None:
                raise refuse("no_room", N_("Type the code of a room first."))
        except Malformed as error:
            if entry is not None:
                entry[0].note(entry[1], error.refusal)
                entry[0].show(entry[1])
            else:
                self._tell(wire, error.refusal, language)
            return
        except VierblattError as error:
            self._tell(wire, error.refusal, language)
            return
        room, phone = entry
        if phone in room.phones:
            room.receive(phone, message)

    def closed(self, wire: Wire) -> None:
        """The way to a phone is gone."""
        entry = self._phones.pop(wire, None)
        if entry is not None:
            room, phone = entry
            room.leave_wire(phone)

    def _tell(self, wire: Wire, refusal: Refusal, language: str) -> None:
        text = refusal.text(texts(language))
        wire.tell(protocol.encode({"do": "refused", "code": refusal.code, "text": text}))

    def _hello(self, wire: Wire, message: protocol.Hello, language: str) -> None:
        token = identity.token_hash(message.token)
        if token is None:
            raise refuse("no_token", N_("The phone's page does not fit the table. Please load it again."))
        host = identity.token_hash(message.host) if message.host else None
        now = self._now()
        room, sure = (None, False) if message.create else self.find(message.room)
        known = room is not None and room.knows(token, host, message.claim)
        if room is not None and room.link_only and not (sure or known):
            room = None
        wrong = self._wrong.of(wire.address, now)
        if wrong.empty(now) and not (known or (sure and room is not None)):
            # Whoever has a seat, or the long link, guesses nothing: others at this address don't keep them out.
            raise refuse("too_many_codes", N_("Too many wrong codes. Please wait a minute."))
        if message.create:
            if not self.creating or host is None:
                raise refuse("no_creating", N_("Rooms are opened at the desktop here."))
            if not self._new.of(wire.address, now).take(now):
                raise refuse("too_many_rooms", N_("Too many new rooms. Please wait a while."))
            room = self.new_room(host=host)
        if room is None:
            wrong.take(now)
            raise refuse("no_such_room", N_("There is no room with this code."))
        phone = Phone(wire, token, language, host=bool(room.host) and host == room.host)
        room.enter(phone, message.claim)
        self._phones[wire] = (room, phone)
        # The room that was used last is given up last.
        self.rooms[room.code] = self.rooms.pop(room.code)


def _age(path: Path) -> float:
    """When a room was last kept."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
