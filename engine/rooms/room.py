"""One room: who is in it, who sits where, what is played. Plain logic, used from one thread.

Nothing happens by itself: nobody is seated elsewhere, skipped or removed because a phone is away. The host decides.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from engine.core import catalog
from engine.core.errors import STALE, Refusal, Stale, VierblattError
from engine.core.text import LANGUAGES, N_, texts
from engine.play.session import SeatInfo
from engine.rooms import identity, protocol
from engine.rooms.members import Chair, Doings, Member, Phone, refuse
from engine.rooms.snapshot import snapshot
from engine.rooms.table import Table

MAX_MEMBERS = 40
MAX_PHONES = 60
REPLACED = 4001
"""The code with which an older tab's socket is closed: the newest wins."""

BOT_NAMES = ("Emil", "Frieda", "Greta", "Hugo", "Ida", "Jakob", "Klara", "Ludwig")

NOT_HOST = N_("Only the host can do that.")

Opener = Callable[[str, dict[str, Any], Sequence[SeatInfo], Sequence[int]], Table]
"""Begins a match: game, options, seats, and by seat the member's id (0: nobody's phone). Must not start it."""


class Kept(msgspec.Struct):
    """What is kept of a room between runs. Tokens are hashes; the match is a record of its own."""

    code: str
    key: str
    game: str
    host: str = ""
    locked: bool = False
    options: dict[str, Any] = {}
    members: list[Member] = []
    chairs: list[Chair] = []
    record: str = ""
    seats: list[int] = []
    stand_ins: dict[int, str] = {}
    matches: int = 0
    past: dict[str, list[str]] = {}


class Room:
    """See the module's docstring. *keep* is called after everything that is to outlast the program."""

    def __init__(
        self,
        code: str,
        opener: Opener,
        *,
        key: str = "",
        game: str = "",
        host: str = "",
        desktop: bool = False,
        keep: Callable[[Room], None] | None = None,
    ) -> None:
        self.code = code
        self.key = key or code
        self.game = game or next(meta.id for meta in catalog.metas() if self.plays(meta.id))
        self.host = host
        self.desktop = desktop
        self.share = ""
        self.locked = False
        self.options: dict[str, Any] = {}
        self.members: dict[int, Member] = {}
        self.chairs: list[Chair] = []
        self.phones: list[Phone] = []
        self.table: Table | None = None
        self.seats: list[int] = []
        self.stand_ins: dict[int, str] = {}
        self.matches = 0
        self.record = ""
        self.past: dict[str, list[str]] = {}
        self.listeners: list[Callable[[], None]] = []
        self._doings: dict[int, Doings] = {}
        self._opener = opener
        self._keep = keep
        self._stop_listening: Callable[[], None] | None = None

    # What is so ----------------------------------------

    @staticmethod
    def plays(game_id: str) -> bool:
        """Whether a game has a page for phones."""
        return catalog.has_room(game_id, "phone")

    def is_host(self, phone: Phone) -> bool:
        """Whether *phone* has the host's rights: by the host's token, or as a deputy."""
        return phone.host or (phone.member is not None and phone.member.deputy and not phone.member.removed)

    def is_here(self, member: int) -> bool:
        """Whether the member's phone is connected."""
        return any(phone.member is not None and phone.member.id == member for phone in self.phones)

    def has_chair(self, member: int) -> bool:
        """Whether the member sits at the table of the next match."""
        return any(chair.member == member for chair in self.chairs)

    def seat_of(self, member: int) -> int | None:
        """The member's seat in the match, if it has one."""
        return self.seats.index(member) if self.table is not None and member in self.seats else None

    def vacant(self) -> tuple[int, ...]:
        """The seats of the match whose member has left or was removed."""
        return tuple(
            seat
            for seat, member in enumerate(self.seats)
            if member and (member not in self.members or self.members[member].removed)
        )

    def bots(self) -> frozenset[int]:
        """The seats of the match that bots play."""
        if self.table is None:
            return frozenset()
        seats = self.table.session.seats
        return frozenset(
            {seat for seat, info in enumerate(seats) if info.bot is not None} | set(self.stand_ins)
        )

    def names(self) -> list[str]:
        """The names by seat."""
        assert self.table is not None
        return [
            self.members[member].name if member in self.members else info.name
            for info, member in zip(self.table.session.seats, self.seats, strict=True)
        ]

    def kept(self) -> Kept:
        """What is to be kept of the room."""
        return Kept(
            self.code,
            self.key,
            self.game,
            self.host,
            self.locked,
            dict(self.options),
            list(self.members.values()),
            list(self.chairs),
            self.record,
            list(self.seats),
            dict(self.stand_ins),
            self.matches,
            dict(self.past),
        )

    def restore(self, kept: Kept) -> None:
        """Be the room again that was kept; its match is resumed by `attach`."""
        self.host, self.locked, self.game = kept.host, kept.locked, kept.game
        self.options, self.chairs, self.matches = dict(kept.options), list(kept.chairs), kept.matches
        self.members = {member.id: member for member in kept.members}
        self.past = dict(kept.past)

    def keep_with(self, keep: Callable[[Room], None]) -> None:
        """Call *keep* from now on after everything that is to outlast the program."""
        self._keep = keep

    # Phones come and go ----------------------------------------

    def enter(self, phone: Phone, claim: str = "") -> None:
        """A phone has found the room: it gets its old seat, or may join.

        Raises `members.RoomRefused` if there are too many, or the room is locked to strangers.
        """
        member = self._by_token(phone.token)
        if member is None and claim:
            member = self._claimed(phone, claim)
        if member is None and len(self.phones) >= MAX_PHONES:
            raise refuse("room_full", N_("This room is full."))
        if member is None and self.locked and not phone.host:
            raise refuse("room_locked", N_("This room is locked. Ask the host to let you in."))
        if member is not None:
            phone.member = member
            if phone.language in LANGUAGES:
                member.language = phone.language
            self._replace_tabs(phone)
        self.phones.append(phone)
        self.changed()

    def _by_token(self, token: str) -> Member | None:
        return next((member for member in self.members.values() if member.token == token), None)

    def _claimed(self, phone: Phone, claim: str) -> Member | None:
        wanted = identity.token_hash(claim)
        for member in self.members.values():
            if wanted is not None and member.claim == wanted:
                member.claim = ""
                # The phone that had the seat before does not have it any more.
                for other in [other for other in self.phones if other.member is member]:
                    self._close(other)
                member.token = phone.token
                self._save()
                return member
        return None

    def _replace_tabs(self, phone: Phone) -> None:
        for other in [other for other in self.phones if other.token == phone.token and other is not phone]:
            self._close(other)

    def _close(self, phone: Phone) -> None:
        self.phones.remove(phone)
        phone.wire.tell(protocol.encode({"do": "replaced"}))
        phone.wire.close(REPLACED)

    def leave_wire(self, phone: Phone) -> None:
        """The phone's socket is gone. Its seat stays what it is."""
        if phone in self.phones:
            self.phones.remove(phone)
            self.changed()

    # What phones say ----------------------------------------

    def receive(self, phone: Phone, message: Any) -> None:
        """Do what *phone* says; a refusal is told to it alone."""
        try:
            if isinstance(message, protocol.HostMessage):
                if not self.is_host(phone):
                    raise refuse("not_host", NOT_HOST)
                self.obey(message, phone)
            else:
                self._hear(phone, message)
        except VierblattError as error:
            self.note(phone, error.refusal)
        self.show(phone)

    def note(self, phone: Phone, refusal: Refusal) -> None:
        """Let *phone* read why something was refused."""
        phone.notes += 1
        phone.note = refusal.text(texts(phone.language))

    def _hear(self, phone: Phone, message: Any) -> None:
        match message:
            case protocol.Join():
                self._join(phone, message.name)
            case protocol.Watch():
                if phone.member is None:
                    phone.watching = True
                    self.changed()
            case protocol.Move():
                self._move(phone, message)
            case protocol.On():
                if self.table is not None and phone.member is not None and not phone.member.removed:
                    self.table.proceed()
            case protocol.Language():
                if message.language in LANGUAGES:
                    phone.language = message.language
                    if phone.member is not None:
                        phone.member.language = message.language
                        self._save()
            case protocol.Leave():
                if phone.member is not None:
                    self._gone(phone.member)
                    self.changed()

    def _join(self, phone: Phone, wanted: str) -> None:
        if phone.member is not None:
            if phone.member.removed:
                raise refuse("removed", N_("The host has removed you from this room."))
            return  # the same request twice
        if self.locked and not phone.host:
            raise refuse("room_locked", N_("This room is locked. Ask the host to let you in."))
        if len(self.members) >= MAX_MEMBERS:
            raise refuse("room_full", N_("This room is full."))
        name = identity.clean_name(wanted)
        if not name:
            raise refuse("no_name", N_("Please type a name that can be read."))
        name = identity.unique_name(name, self._names_taken())
        number = max(self.members, default=0) + 1
        member = Member(number, name, phone.token, phone.language)
        self.members[number] = member
        phone.member, phone.watching = member, False
        if self.table is None and len(self.chairs) < catalog.meta(self.game).max_seats:
            self.chairs.append(Chair(name, number))
        self._save()
        self.changed()

    def _names_taken(self) -> list[str]:
        return [member.name for member in self.members.values()] + [chair.name for chair in self.chairs]

    def _move(self, phone: Phone, message: protocol.Move) -> None:
        member = phone.member
        seat = self.seat_of(member.id) if member is not None and not member.removed else None
        if self.table is None or member is None or seat is None:
            raise refuse("no_seat", N_("You have no seat in this match."))
        doings = self._doings.setdefault(member.id, Doings())
        if len(message.id) > 40:
            raise refuse("move_id", N_("The phone's page does not fit the table. Please load it again."))
        phone.heard = message.id
        if message.id in doings.ids:
            return  # made already: the answer got lost on its way
        self.table.submit(seat, bytes(message.move), message.revision)
        doings.ids.append(message.id)
        phone.note = ""

    # What the host says ----------------------------------------

    def obey(self, message: Any, phone: Phone | None = None) -> None:
        """Do what the host says: *phone*, or the desktop itself. Raises `VierblattError`."""
        match message:
            case protocol.Choose():
                self._choose(message.game, message.options)
            case protocol.AddBot():
                self._add_bot(message.bot)
            case protocol.Drop():
                self._lobby_only()
                self.chairs.pop(self._chair(message.chair))
            case protocol.Shift():
                self._lobby_only()
                place = self._chair(message.chair)
                if place:
                    self.chairs[place - 1 : place + 1] = reversed(self.chairs[place - 1 : place + 1])
            case protocol.Seat():
                self._seat(self._member(message.member))
            case protocol.Start():
                self.begin()
            case protocol.End():
                self.end()
            case protocol.Lock():
                self.locked = message.locked
            case protocol.Remove():
                self._gone(self._member(message.member))
            case protocol.Readmit():
                self._readmit(self._member(message.member))
            case protocol.Replace():
                self._replace(message)
            case protocol.Link():
                self._link(self._member(message.member), phone)
            case protocol.Arrange():
                self._arrange(message)
            case protocol.Appoint():
                self._member(message.member).deputy = True
        self._save()
        self.changed()

    def seat_here(self, name: str) -> None:
        """Give a person at the desktop a chair."""
        self._lobby_only()
        self._free_chair()
        cleaned = identity.clean_name(name)
        if not cleaned:
            raise refuse("no_name", N_("Please type a name that can be read."))
        self.chairs.append(Chair(identity.unique_name(cleaned, self._names_taken())))
        self._save()
        self.changed()

    def _lobby_only(self) -> None:
        if self.table is not None:
            raise refuse("match_runs", N_("That can wait until the match is over."))

    def _free_chair(self) -> None:
        most = catalog.meta(self.game).max_seats
        if len(self.chairs) >= most:
            raise refuse("no_chair", N_("There are only {n} seats in this game."), n=most)

    def _chair(self, number: int) -> int:
        if not 0 <= number < len(self.chairs):
            raise refuse("gone", N_("That is not there any more."))
        return number

    def _member(self, number: int) -> Member:
        if number not in self.members:
            raise refuse("gone", N_("That is not there any more."))
        return self.members[number]

    def _choose(self, game: str, options: dict[str, Any]) -> None:
        self._lobby_only()
        meta = catalog.meta(game)
        if not self.plays(game):
            raise refuse("no_phone_page", N_("This game can't be played with phones."))
        seats = max(meta.min_seats, min(len(self.chairs), meta.max_seats))
        meta.complete(options, seats)
        self.game, self.options = game, dict(options)
        # Whoever finds no chair waits; a chair that becomes free goes to whoever waits longest.
        del self.chairs[meta.max_seats :]
        for member in self.members.values():
            if len(self.chairs) < meta.max_seats and not member.removed and not self.has_chair(member.id):
                self.chairs.append(Chair(member.name, member.id))
        for chair in self.chairs:
            if chair.bot and chair.bot not in meta.bots:
                chair.bot = meta.bots[-1]

    def _add_bot(self, bot: str) -> None:
        self._lobby_only()
        self._free_chair()
        if bot not in catalog.meta(self.game).bots:
            raise refuse("gone", N_("That is not there any more."))
        looks = {identity.look(name) for name in self._names_taken()}
        free = [name for name in BOT_NAMES if identity.look(name) not in looks]
        name = free[0] if free else identity.unique_name(BOT_NAMES[0], self._names_taken())
        self.chairs.append(Chair(name, bot=bot))

    def _seat(self, member: Member) -> None:
        self._lobby_only()
        if member.removed or self.has_chair(member.id):
            raise refuse("gone", N_("That is not there any more."))
        self._free_chair()
        self.chairs.append(Chair(member.name, member.id))

    def _gone(self, member: Member) -> None:
        """Removed, or left: the chair is free, a seat in the match waits for what the host decides."""
        member.removed, member.claim = True, ""
        self.chairs = [chair for chair in self.chairs if chair.member != member.id]
        hosts = [m for m in self.members.values() if m.deputy and not m.removed]
        was_host = member.deputy or any(phone.host for phone in self.phones if phone.member is member)
        if was_host and not self.desktop and not hosts:
            heir = next((m for m in self.members.values() if not m.removed and self.is_here(m.id)), None)
            if heir is not None:
                heir.deputy = True
        self._save()

    def _readmit(self, member: Member) -> None:
        member.removed = False
        if self.table is None and len(self.chairs) < catalog.meta(self.game).max_seats:
            self.chairs.append(Chair(member.name, member.id))

    def _replace(self, message: protocol.Replace) -> None:
        if self.table is None or message.seat not in self.vacant():
            raise refuse("gone", N_("That is not there any more."))
        if message.member:
            member = self._member(message.member)
            if member.removed or self.seat_of(member.id) is not None:
                raise refuse("gone", N_("That is not there any more."))
            self.seats[message.seat] = member.id
        elif message.bot in catalog.meta(self.table.session.game.meta.id).bots:
            self.seats[message.seat] = 0
            self.stand_ins[message.seat] = message.bot
            self.table.stand_in(message.seat, message.bot)
        else:
            raise refuse("gone", N_("That is not there any more."))

    def _arrange(self, message: protocol.Arrange) -> None:
        """A move for the table, as when somebody is missing: see `Game.table_moves`."""
        if self.table is None:
            raise refuse("no_match", N_("There is no match to end."))
        session = self.table.session
        moves = session.table_moves
        if message.revision != session.revision or not 0 <= message.number < len(moves):
            raise Stale(STALE)
        seat, move = moves[message.number]
        self.table.submit(seat, move, message.revision)

    def _link(self, member: Member, phone: Phone | None) -> None:
        code = self.new_claim(member)
        if phone is not None:
            phone.link = f"{self.key}#{code}"

    def new_claim(self, member: Member) -> str:
        """A one-time code by which another phone takes up the member's seat; an older one is void."""
        code = identity.new_token()
        member.claim = identity.token_hash(code) or ""
        return code

    # The match ----------------------------------------

    def begin(self) -> None:
        """Begin the match with those who sit on the chairs. Raises `VierblattError`."""
        self._lobby_only()
        meta = catalog.meta(self.game)
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
        self._doings.clear()
        self._stop_listening = table.session.listen(self.changed)
        for seat, bot in self.stand_ins.items():
            table.stand_in(seat, bot)
        self._save()
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
        self.table, self.seats, self.stand_ins, self.record = None, [], {}, ""
        most = catalog.meta(self.game).max_seats
        for member in self.members.values():
            if len(self.chairs) < most and not member.removed and not self.has_chair(member.id):
                self.chairs.append(Chair(member.name, member.id))
        self._save()
        self.changed()

    # Telling ----------------------------------------

    def changed(self) -> None:
        """Show everybody what is so now."""
        for phone in tuple(self.phones):
            self.show(phone)
        for listener in tuple(self.listeners):
            listener()

    def show(self, phone: Phone) -> None:
        """Show *phone* what is so now, if it has not been shown exactly that."""
        data = snapshot(self, phone)
        if data != phone.shown:
            phone.shown = data
            phone.wire.show(data)

    def _save(self) -> None:
        if self._keep is not None:
            self._keep(self)
