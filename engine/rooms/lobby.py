"""Who is in a room, who sits on which chair, and what is to be played: everything before a match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core import catalog
from engine.core.meta import Meta, SeatOption
from engine.core.text import N_
from engine.play.session import Session
from engine.rooms import identity, protocol
from engine.rooms.members import Chair, Member, gone, refuse
from engine.rooms.table import Table

MAX_MEMBERS = 40

BOT_NAMES = ("Emil", "Frieda", "Greta", "Hugo", "Ida", "Jakob", "Klara", "Ludwig")


class Lobby:
    """The members of a room and the chairs for its next match."""

    def __init__(self, game: str) -> None:
        self.game = game or next(meta.id for meta in catalog.metas() if self.plays(meta.id))
        self.options: dict[str, Any] = {}
        self.members: dict[int, Member] = {}
        self.chairs: list[Chair] = []
        self.table: Table | None = None

    @staticmethod
    def plays(game_id: str) -> bool:
        """Whether a game has a page for phones."""
        return catalog.has_room(game_id, "phone")

    @property
    def meta(self) -> Meta:
        """The card of the game that is chosen."""
        return catalog.meta(self.game)

    def has_chair(self, member: int) -> bool:
        """Whether the member sits at the table of the next match."""
        return any(chair.member == member for chair in self.chairs)

    def by_token(self, token: str) -> Member | None:
        """The member whose phone has this token (a hash)."""
        return next((member for member in self.members.values() if member.token == token), None)

    # Members ----------------------------------------

    def new_member(self, wanted: str, token: str, language: str) -> Member:
        """Somebody new under the name *wanted*, or one like it. Raises `members.RoomRefused`."""
        if len(self.members) >= MAX_MEMBERS and not self._forget_somebody():
            raise refuse("room_full", N_("This room is full."))
        name = identity.clean_name(wanted)
        if not name:
            raise refuse("no_name", N_("Please type a name that can be read."))
        number = max(self.members, default=0) + 1
        member = Member(number, identity.unique_name(name, self.names_taken()), token, language)
        self.members[number] = member
        return member

    def _forget_somebody(self) -> bool:
        """Make room for somebody new: whoever is gone for longest, and plays no part any more, is forgotten."""
        for member in self.members.values():
            if member.removed and not self.plays_now(member.id):
                del self.members[member.id]
                return True
        return False

    def plays_now(self, member: int) -> bool:
        """Whether a match runs in which the member has a seat."""
        return False

    def names_taken(self) -> list[str]:
        """The names that nobody else can have."""
        return [member.name for member in self.members.values()] + [chair.name for chair in self.chairs]

    def member(self, number: int) -> Member:
        """The member with this number. Raises `members.RoomRefused`."""
        if number not in self.members:
            raise gone()
        return self.members[number]

    def present(self, number: int) -> Member:
        """The same, who must not have left or been removed."""
        member = self.member(number)
        if member.removed:
            raise gone()
        return member

    # Chairs ----------------------------------------

    def arrange_chairs(self, message: Any) -> bool:
        """Do what a host says about the next match; False if *message* is about something else."""
        match message:
            case protocol.Choose():
                self._choose(message.game, message.options)
            case protocol.AddBot():
                self._add_bot(message.bot)
            case protocol.Drop():
                self.lobby_only()
                self.chairs.pop(self._chair(message.chair))
            case protocol.Shift():
                self.lobby_only()
                place = self._chair(message.chair)
                if place:
                    self.chairs[place - 1 : place + 1] = reversed(self.chairs[place - 1 : place + 1])
            case _:
                return False
        return True

    def lobby_only(self) -> None:
        """Refuse what can't be done during a match."""
        if self.table is not None:
            raise refuse("match_runs", N_("That can wait until the match is over."))

    def take_chair(self, member: Member) -> None:
        """Give a waiting member a chair."""
        self.lobby_only()
        if self.has_chair(member.id):
            raise gone()
        self._free_chair()
        self.chairs.append(Chair(member.name, member.id))

    def chair_here(self, name: str) -> None:
        """Give a person at the desktop a chair."""
        self.lobby_only()
        self._free_chair()
        cleaned = identity.clean_name(name)
        if not cleaned:
            raise refuse("no_name", N_("Please type a name that can be read."))
        self.chairs.append(Chair(identity.unique_name(cleaned, self.names_taken())))

    def seat_the_waiting(self) -> None:
        """Chairs that are free go to those who wait, in the order in which they came."""
        for member in self.members.values():
            if len(self.chairs) < self.meta.max_seats and not member.removed:
                self.offer_chair(member)

    def seat_the_players(self, seats: Sequence[int], names: Sequence[str]) -> None:
        """Who played in the end keeps a chair, where that seat's was: before whoever sat there, or its bot.

        *seats* has the members by seat (0: nobody's phone), *names* those who began.
        """
        for seat, (number, name) in enumerate(zip(seats, names, strict=False)):
            member = self.members.get(number)
            if member is None or member.removed or self.has_chair(number):
                continue
            bots = [place for place, chair in enumerate(self.chairs) if chair.bot and chair.name == name]
            if bots:
                self.chairs[bots[0]] = Chair(member.name, number)
            elif len(self.chairs) < self.meta.max_seats:
                self.chairs.insert(seat, Chair(member.name, number))

    def offer_chair(self, member: Member) -> None:
        """Give *member* a chair if there is one and no match runs."""
        if self.table is None and len(self.chairs) < self.meta.max_seats and not self.has_chair(member.id):
            self.chairs.append(Chair(member.name, member.id))

    def _free_chair(self) -> None:
        most = self.meta.max_seats
        if len(self.chairs) >= most:
            raise refuse("no_chair", N_("There are only {n} seats in this game."), n=most)

    def _chair(self, number: int) -> int:
        if not 0 <= number < len(self.chairs):
            raise gone()
        return number

    def _choose(self, game: str, options: dict[str, Any]) -> None:
        self.lobby_only()
        meta = catalog.meta(game)
        if not self.plays(game):
            raise refuse("no_phone_page", N_("This game can't be played with phones."))
        seats = max(meta.min_seats, min(len(self.chairs), meta.max_seats))
        meta.complete(options, seats)
        other, self.game = game != self.game, game
        # A default is no choice: with more people it may be another.
        self.options = {
            option.name: options[option.name]
            for option in meta.options
            if option.name in options and options[option.name] != option.default_for(seats)
        }
        # Bots make way first. Who finds no chair waits, and has one again where there are more.
        while len(self.chairs) > meta.max_seats:
            bots = [number for number, chair in enumerate(self.chairs) if chair.bot]
            self.chairs.pop(bots[-1] if bots else -1)
        if other:
            self.seat_the_waiting()
        for chair in self.chairs:
            if chair.bot and chair.bot not in meta.bots:
                chair.bot = meta.bots[-1]

    def _add_bot(self, bot: str) -> None:
        self.lobby_only()
        self._free_chair()
        if bot not in self.meta.bots:
            raise gone()
        looks = {identity.look(name) for name in self.names_taken()}
        free = [name for name in BOT_NAMES if identity.look(name) not in looks]
        name = free[0] if free else identity.unique_name(BOT_NAMES[0], self.names_taken())
        self.chairs.append(Chair(name, bot=bot))

    def carry_on(self, session: Session, seats: list[int]) -> None:
        """After a match: the options of the next one at the same table, as the game wants them (`Game.again`).

        A seat among them is the chair of whoever sat there; *seats* has the members by seat.
        """
        if not session.over:
            return
        options, staying = session.game.again(session.onlooker().view(), dict(session.options))
        for option in session.game.meta.options:
            value = options[option.name]
            if not isinstance(option, SeatOption) or value == session.options[option.name]:
                continue
            for seat in staying[value:] + staying[:value]:
                chair = self._chair_of(seats[seat], session.seats[seat].name)
                if chair is not None:
                    self.options[option.name] = chair
                    break

    def _chair_of(self, member: int, name: str) -> int | None:
        return next(
            (
                number
                for number, chair in enumerate(self.chairs)
                if (chair.member == member if member else not chair.member and chair.name == name)
            ),
            None,
        )
