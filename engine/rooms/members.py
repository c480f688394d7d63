"""The people and chairs of a room, and the phones that are connected just now."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Protocol

import msgspec

from engine.core.errors import Refusal, VierblattError
from engine.core.text import N_

REMEMBERED_MOVES = 64
"""So many of a member's last moves are known again when they are sent twice."""


class RoomRefused(VierblattError):
    """Something that a room refuses: a name, a chair, a right that is not there."""


def refuse(code: str, message: str, **values: str | int) -> RoomRefused:
    """The error for a refusal in a room."""
    return RoomRefused(Refusal(code, message, values))


def gone() -> RoomRefused:
    """The error for what somebody else has taken away meanwhile."""
    return refuse("gone", N_("That is not there any more."))


class Wire(Protocol):
    """The way to one phone. Never waits, never raises."""

    @property
    def address(self) -> str:
        """Where it comes from, for limits only."""

    def show(self, data: bytes) -> None:
        """The newest snapshot; one that was not sent yet is forgotten."""

    def tell(self, data: bytes) -> None:
        """Something that must not be forgotten."""

    def close(self, code: int) -> None:
        """End it, after what was told."""


class Member(msgspec.Struct):
    """Somebody of a room, also while away.

    ``token`` is the hash of the seat token. ``removed``: does not take part any more; ``left``: of their own will, so
    that they may come back so. ``owner``: has the host's token, ``deputy``: was given a host's rights. ``claim``: hash
    of the one-time code that hands the seat to another phone.
    """

    id: int
    name: str
    token: str
    language: str = "en"
    removed: bool = False
    left: bool = False
    owner: bool = False
    deputy: bool = False
    claim: str = ""


class Chair(msgspec.Struct):
    """A place at the table before a match: a member's, a bot's, or (neither) of a person at the desktop."""

    name: str
    member: int = 0
    bot: str = ""


@dataclass
class Phone:
    """One connected phone. ``member`` is None until it joins; ``watching``: it only looks on."""

    wire: Wire
    token: str
    language: str
    host: bool = False
    member: Member | None = None
    watching: bool = False
    note: str = ""
    notes: int = 0
    heard: str = ""
    link: str = ""
    shown: bytes = b""
    standing: tuple[object, ...] = ()


@dataclass
class Doings:
    """What a member did lately, by the ids that its phone gave."""

    ids: deque[str] = field(default_factory=lambda: deque(maxlen=REMEMBERED_MOVES))
