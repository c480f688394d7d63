"""One room: its phones, what they say, and what the host says. Plain logic, used from one thread.

Nothing happens by itself: nobody is seated elsewhere, skipped or removed because a phone is away. The host decides.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any

import msgspec

from engine.core.codec import validate_move
from engine.core.errors import Refusal, VierblattError
from engine.core.text import LANGUAGES, N_, texts
from engine.rooms import identity, protocol
from engine.rooms.members import Chair, Doings, Member, Phone, gone, refuse
from engine.rooms.playing import Opener, Playing
from engine.rooms.snapshot import snapshot

log = logging.getLogger("vierblatt.rooms")

MAX_PHONES = 60
REPLACED = 4001
"""The code with which an older tab's socket is closed: the newest wins."""

HOSTS_AWAY = 60.0
"""Seconds without any host after which somebody else may become one."""

NOT_HOST = N_("Only the host can do that.")


Later = Callable[[float, Callable[[], None]], object]
"""Does something after so many seconds."""


class Kept(msgspec.Struct):
    """What is kept of a room between runs. Tokens are hashes; the match is a record of its own."""

    code: str
    key: str
    game: str
    host: str = ""
    locked: bool = False
    link_only: bool = False
    options: dict[str, Any] = {}
    members: list[Member] = []
    chairs: list[Chair] = []
    record: str = ""
    seats: list[int] = []
    stand_ins: dict[int, str] = {}
    late: list[int] = []
    coming: dict[int, int] = {}
    matches: int = 0
    past: dict[str, list[str]] = {}


class Room(Playing):
    """See the module's docstring. *keep* is called after everything that is to outlast the program.

    *now* is the clock (seconds), and *later* does something after so many of them (None: nothing is ever due).
    """

    def __init__(
        self,
        code: str,
        opener: Opener,
        *,
        key: str = "",
        game: str = "",
        host: str = "",
        desktop: bool = False,
        link_only: bool = False,
        keep: Callable[[Room], None] | None = None,
        now: Callable[[], float] = time.monotonic,
        later: Later | None = None,
    ) -> None:
        super().__init__(game, opener)
        self.code = code
        self.key = key or code
        self.host = host
        self.desktop = desktop
        self.base = ""
        self.locked = False
        self.link_only = link_only
        self.phones: list[Phone] = []
        self.past: dict[str, list[str]] = {}
        self.listeners: list[Callable[[], None]] = []
        self.later = later
        self._now = now
        self._hosts_gone: float | None = None
        self._opened = now()
        self._seen: dict[int, float] = {}
        self._doings: dict[int, Doings] = {}
        self._watchers: set[str] = set()
        self._keep = keep

    # What is so ----------------------------------------

    @property
    def share(self) -> str:
        """The link to the room: whole where the server knows its own address, otherwise without that."""
        return f"{self.base}/{self.key}" if self.base else self.key

    def is_host(self, phone: Phone) -> bool:
        """Whether *phone* has the host's rights: by the host's token, or as a deputy."""
        return phone.host or (phone.member is not None and phone.member.deputy and not phone.member.removed)

    def is_here(self, member: int) -> bool:
        """Whether the member's phone is connected."""
        return any(phone.member is not None and phone.member.id == member for phone in self.phones)

    def may_volunteer(self, phone: Phone) -> bool:
        """Whether *phone* may make itself host: no desktop, and for `HOSTS_AWAY` nobody here who could decide."""
        if self.desktop or phone.member is None or phone.member.removed:
            return False
        return self._hosts_gone is not None and self._now() - self._hosts_gone >= HOSTS_AWAY

    def _watch_hosts(self) -> None:
        """Notice since when no host is here; who has left the room is not, whatever their rights."""
        if any(self.is_host(one) and not (one.member is not None and one.member.left) for one in self.phones):
            self._hosts_gone = None
        elif self._hosts_gone is None:
            self._hosts_gone = self._now()
            if self.later is not None and not self.desktop:
                self.later(HOSTS_AWAY, self.changed)  # it can be offered then

    def _respect(self, message: Any, phone: Phone | None) -> None:
        """Refuse to a deputy what would oust who opened the room. One who is away for long may be removed."""
        if (
            phone is None
            or phone.host
            or not isinstance(message, protocol.Remove | protocol.Dismiss | protocol.Link)
        ):
            return
        member = self.members.get(message.member)
        if member is None or not member.owner:
            return
        seen = self._seen.get(member.id, self._opened)
        if (
            self.is_here(member.id)
            or isinstance(message, protocol.Dismiss)
            or self._now() - seen < HOSTS_AWAY
        ):
            raise refuse("owner", N_("{name} has opened this room and stays its host."), name=member.name)

    def knows(self, token: str, host: str | None, claim: str) -> bool:
        """Whether somebody of this room is there, or is handed a seat: by token (hashes) or one-time code."""
        member = self.by_token(token)
        if member is not None:
            return True
        if self.host and host == self.host:
            return True
        return bool(claim) and self._claims(claim) is not None

    def kept(self) -> Kept:
        """What is to be kept of the room."""
        return Kept(
            self.code,
            self.key,
            self.game,
            self.host,
            self.locked,
            self.link_only,
            dict(self.options),
            list(self.members.values()),
            list(self.chairs),
            self.record,
            list(self.seats),
            dict(self.stand_ins),
            list(self.late),
            dict(self.coming),
            self.matches,
            dict(self.past),
        )

    def restore(self, kept: Kept) -> None:
        """Be the room again that was kept; its match is resumed by `attach`. Raises `OptionError`."""
        self.game = kept.game
        self.meta  # noqa: B018 -- whether there is such a game
        self.host, self.locked, self.link_only = kept.host, kept.locked, kept.link_only
        self.options, self.chairs, self.matches = dict(kept.options), list(kept.chairs), kept.matches
        self.members = {member.id: member for member in kept.members}
        self.late, self.coming = list(kept.late), dict(kept.coming)
        self.past = dict(kept.past)

    def keep_with(self, keep: Callable[[Room], None]) -> None:
        """Call *keep* from now on after everything that is to outlast the program."""
        self._keep = keep

    # Phones come and go ----------------------------------------

    def enter(self, phone: Phone, claim: str = "") -> None:
        """A phone has found the room: it gets its old seat, or may join.

        Raises `members.RoomRefused` if there are too many, or the room is locked to strangers.
        """
        member = (self._claimed(phone, claim) if claim else None) or self.by_token(phone.token)
        watching = phone.token in self._watchers
        if member is None and len(self.phones) >= MAX_PHONES:
            raise refuse("room_full", N_("This room is full."))
        if member is None and self.locked and not phone.host and not watching:
            raise refuse("room_locked", N_("This room is locked. Ask the host to let you in."))
        phone.watching = watching and member is None
        self.phones.append(phone)
        if member is not None:
            self._has_seat(phone, member)
        self.changed()

    def _has_seat(self, phone: Phone, member: Member) -> None:
        """The phone is the member's from now on; the newest tab wins."""
        phone.member, phone.watching = member, False
        member.owner = member.owner or phone.host
        if phone.language in LANGUAGES:
            member.language = phone.language
        for other in [other for other in self.phones if other.token == phone.token and other is not phone]:
            self._close(other)

    def _claims(self, claim: str) -> Member | None:
        wanted = identity.token_hash(claim)
        if wanted is None:
            return None
        return next((member for member in self.members.values() if member.claim == wanted), None)

    def _claimed(self, phone: Phone, claim: str) -> Member | None:
        member = self._claims(claim)
        if member is None:
            return None
        member.claim = ""
        # The phone that had the seat before does not have it any more; nor has this one any other.
        for other in [other for other in self.phones if other.member is member]:
            self._close(other)
        before = self.by_token(phone.token)
        if before is not None and before is not member:
            before.token = ""
            self._gone(before, left=True)
            if not self.plays_now(before.id):
                del self.members[before.id]  # nobody can come back to it
        member.token, member.owner = phone.token, phone.host
        for other in self.phones:
            if other.link.endswith(claim):
                other.link = ""
        self.save()
        return member

    def _close(self, phone: Phone) -> None:
        self.phones.remove(phone)
        phone.wire.tell(protocol.encode({"do": "replaced"}))
        phone.wire.close(REPLACED)

    def leave_wire(self, phone: Phone) -> None:
        """The phone's socket is gone. Its seat stays what it is."""
        if phone in self.phones:
            self.phones.remove(phone)
            if phone.member is not None:
                self._seen[phone.member.id] = self._now()
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
            phone.note = ""
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
                    if len(self._watchers) < MAX_PHONES:
                        self._watchers.add(phone.token)
                    self.changed()
            case protocol.Move():
                self._move(phone, message)
            case protocol.On():
                if self.table is not None and (self._seat(phone) is not None or self.is_host(phone)):
                    self.table.proceed()
            case protocol.Language():
                if message.language in LANGUAGES:
                    phone.language = message.language
                    if phone.member is not None:
                        phone.member.language = message.language
                        self.save()
            case protocol.Leave():
                if phone.member is not None and not phone.member.removed:
                    self._gone(phone.member, left=True)
                    self.changed()
            case protocol.Volunteer():
                if not self.may_volunteer(phone) or phone.member is None:
                    raise refuse("not_host", NOT_HOST)
                phone.member.deputy = True
                self.save()
                self.changed()

    def _join(self, phone: Phone, wanted: str) -> None:
        member = phone.member
        if member is not None and not member.removed:
            return  # the same request twice
        if member is not None and not member.left and not phone.host:
            raise refuse("removed", N_("The host has removed you from this room."))
        if self.locked and not phone.host:
            raise refuse("room_locked", N_("This room is locked. Ask the host to let you in."))
        # Whoever left may come back so, and who opened the room always. Another tab that was quicker would have closed
        # this one.
        if member is None:
            member = self.new_member(wanted, phone.token, phone.language)
        self._has_seat(phone, member)
        self._back(member)
        self._watchers.discard(phone.token)
        self.save()
        self.changed()

    def _back(self, member: Member) -> None:
        """The member takes part, as new or again: on a chair, in the running match, or in the next one."""
        member.removed = member.left = False
        self.offer_chair(member)
        seat = self.seat_of(member.id)
        if self.table is not None and (seat is None or seat in self.table.session.absent):
            self.wait(member)

    def _seat(self, phone: Phone) -> int | None:
        """The phone's seat in the match, if it has one."""
        member = phone.member
        return self.seat_of(member.id) if member is not None and not member.removed else None

    def _move(self, phone: Phone, message: protocol.Move) -> None:
        seat = self._seat(phone)
        if self.table is None or phone.member is None or seat is None:
            raise refuse("no_seat", N_("You have no seat in this match."))
        doings = self._doings.setdefault(phone.member.id, Doings())
        if len(message.id) > 40:
            raise refuse("move_id", N_("The phone's page does not fit the table. Please load it again."))
        phone.heard = message.id
        # A number of the match: the same move of another one is another.
        made = f"{self.matches}:{message.id}"
        if made in doings.ids:
            return  # made already: the answer got lost on its way
        session = self.table.session
        move = validate_move(session.game, bytes(message.move))
        if session.game.for_table(move):
            # Whoever sits first is the game's host, not the room's.
            if not self.is_host(phone):
                raise refuse("not_host", NOT_HOST)
            if (seat, move) not in session.table_moves:
                raise gone()
        self.table.submit(seat, move, message.revision)
        doings.ids.append(made)

    # What the host says ----------------------------------------

    def obey(self, message: Any, phone: Phone | None = None) -> None:
        """Do what the host says: *phone*, or the desktop itself. Raises `VierblattError`."""
        if phone is not None:
            phone.link = ""
        self._respect(message, phone)
        if not self.arrange_chairs(message):
            match message:
                case protocol.Seat():
                    self._seat_member(self.present(message.member))
                case protocol.Start():
                    self.begin()
                case protocol.End():
                    self.end()
                case protocol.Lock():
                    self.locked = message.locked
                case protocol.LinkOnly():
                    self.link_only = message.on
                    if message.on and self.key == self.code:
                        self.key = identity.new_code(length=identity.KEY_LENGTH)
                case protocol.Remove():
                    self._gone(self.present(message.member))
                case protocol.Readmit():
                    member = self.member(message.member)
                    if member.removed:
                        self._back(member)
                case protocol.Replace():
                    self.replace(message)
                case protocol.Link():
                    code = self.new_claim(self.present(message.member))
                    if phone is not None:
                        phone.link = f"{self.key}#{code}"
                case protocol.Arrange():
                    self.arrange(message)
                case protocol.Appoint():
                    self.present(message.member).deputy = True
                case protocol.Dismiss():
                    self.member(message.member).deputy = False
        self.save()
        self.changed()

    def _seat_member(self, member: Member) -> None:
        """A chair in the lobby; in a match, a seat as soon as the game allows."""
        if self.table is None:
            self.take_chair(member)
        elif self.table.session.grows and self.seat_of(member.id) in (None, *self.table.session.absent):
            self.wait(member)
        else:
            raise gone()

    def seat_here(self, name: str) -> None:
        """Give a person at the desktop a chair."""
        self.chair_here(name)
        self.save()
        self.changed()

    def _gone(self, member: Member, *, left: bool = False) -> None:
        """Removed, or left: the chair is free, a seat in the match waits for what the host decides."""
        member.removed, member.left, member.deputy, member.claim = True, left, False, ""
        self.chairs = [chair for chair in self.chairs if chair.member != member.id]
        self.vacate(member)
        self.save()

    def new_claim(self, member: Member) -> str:
        """A one-time code by which another phone takes up the member's seat; an older one is void."""
        code = identity.new_token()
        member.claim = identity.token_hash(code) or ""
        self.save()
        return code

    # Telling ----------------------------------------

    def changed(self) -> None:
        """Show everybody what is so now."""
        self._watch_hosts()
        for phone in tuple(self.phones):
            standing = self._standing(phone)
            if standing != phone.standing:
                # Why something was refused is no longer so.
                phone.standing, phone.note = standing, ""
            self.show(phone)
        for listener in tuple(self.listeners):
            listener()

    def _standing(self, phone: Phone) -> tuple[object, ...]:
        """What decides about what *phone* may do in the room."""
        member = phone.member
        if member is None:
            return (self.locked, self.is_host(phone))
        seated = (self._seat(phone), self.has_chair(member.id))
        return (self.locked, self.is_host(phone), member.removed, *seated)

    def show(self, phone: Phone) -> None:
        """Show *phone* what is so now, if it has not been shown exactly that."""
        try:
            data = snapshot(self, phone)
        except Exception:
            # One page that can't be made must not stop the match for all.
            log.exception("a phone can't be shown the table")
            return
        if data != phone.shown:
            phone.shown = data
            phone.wire.show(data)

    def save(self) -> None:
        """Keep what is to outlast the program."""
        if self._keep is not None:
            self._keep(self)
