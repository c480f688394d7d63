"""What a phone may say, decoded strictly; anything else is `Malformed`, never an exception of another kind.

A message is one JSON object of at most `MAX_BYTES` with the tag ``do``. The first is `Hello`, which alone carries
tokens. What only a host may say is a `HostMessage`; who a host is was settled by `Hello`.
"""

from __future__ import annotations

from typing import Any

import msgspec

from engine.core.errors import NOT_UNDERSTOOD, Malformed, Refusal
from engine.core.text import N_

MAX_BYTES = 4096
"""The longest message, in bytes."""


def _tag(name: str) -> str:
    return name.lower()


class Message(msgspec.Struct, frozen=True, tag_field="do", tag=_tag, forbid_unknown_fields=True):
    """Base of what a phone says."""


class Hello(Message, frozen=True):
    """The first message: into which room (code or key), and who is there.

    ``token`` is the seat token that the phone keeps for this room, ``host`` the host's, ``claim`` a one-time code by
    which the host hands a seat to another phone. ``create``: a new room instead of ``room``.
    """

    token: str
    room: str = ""
    host: str = ""
    claim: str = ""
    language: str = "en"
    create: bool = False


class Join(Message, frozen=True):
    """Become a member of the room under this name."""

    name: str


class Watch(Message, frozen=True):
    """Only look on: the public table, no seat."""


class Move(Message, frozen=True):
    """Make a move of the game, having seen ``revision``. ``id`` is the phone's own, so that it is made only once."""

    id: str
    revision: int
    move: msgspec.Raw


class On(Message, frozen=True):
    """The result of a round was read: on with it."""


class Language(Message, frozen=True):
    """Speak this language from now on."""

    language: str


class Leave(Message, frozen=True):
    """Leave the room for good."""


class HostMessage(Message, frozen=True):
    """Base of what only a host may say."""


class Choose(HostMessage, frozen=True):
    """Play this game next, with these options; those left out keep their defaults."""

    game: str
    options: dict[str, int | bool | str] = {}


class AddBot(HostMessage, frozen=True):
    """Give a bot of this strength a chair."""

    bot: str


class Drop(HostMessage, frozen=True):
    """Take away the chair (its bot goes, its person waits)."""

    chair: int


class Seat(HostMessage, frozen=True):
    """Give a waiting member a chair."""

    member: int


class Shift(HostMessage, frozen=True):
    """Put the chair one place earlier."""

    chair: int


class Start(HostMessage, frozen=True):
    """Begin the match."""


class End(HostMessage, frozen=True):
    """End the match; everybody is back in the lobby."""


class Lock(HostMessage, frozen=True):
    """Let nobody new in, or do again."""

    locked: bool


class Remove(HostMessage, frozen=True):
    """Remove a member from the room."""

    member: int


class Readmit(HostMessage, frozen=True):
    """Take a removal back: the same member, the same seat if it is still free."""

    member: int


class Replace(HostMessage, frozen=True):
    """Let a bot, or a waiting member, go on in a seat of the match that nobody has any more."""

    seat: int
    bot: str = ""
    member: int = 0


class Link(HostMessage, frozen=True):
    """Make a link by which the member's seat is taken up on another phone, once."""

    member: int


class Arrange(HostMessage, frozen=True):
    """Make the move for the table with this number, as listed at ``revision`` (`Game.table_moves`)."""

    number: int
    revision: int


class Appoint(HostMessage, frozen=True):
    """Give a member the host's rights too."""

    member: int


class Dismiss(HostMessage, frozen=True):
    """Take back the host's rights that a member was given."""

    member: int


class LinkOnly(HostMessage, frozen=True):
    """From now on the short code lets nobody new in, only the link with the long key; or it does again."""

    on: bool


class Volunteer(Message, frozen=True):
    """Take over the host's rights, in a room whose hosts are all away."""


AnyMessage = (
    Hello
    | Join
    | Watch
    | Move
    | On
    | Language
    | Leave
    | Choose
    | AddBot
    | Drop
    | Seat
    | Shift
    | Start
    | End
    | Lock
    | Remove
    | Readmit
    | Replace
    | Link
    | Appoint
    | Dismiss
    | LinkOnly
    | Volunteer
    | Arrange
)

_decoder = msgspec.json.Decoder(AnyMessage, strict=True)
_encoder = msgspec.json.Encoder()


def decode(text: bytes | str) -> Any:
    """The message written as *text*. Raises `Malformed`."""
    try:
        data = text.encode("utf-8") if isinstance(text, str) else bytes(text)
        if len(data) > MAX_BYTES:
            raise ValueError
        return _decoder.decode(data)
    except (msgspec.MsgspecError, RecursionError, UnicodeError, ValueError, TypeError):
        raise Malformed(
            Refusal(NOT_UNDERSTOOD, N_("The phone's page does not fit the table. Please load it again."))
        ) from None


def encode(value: Any) -> bytes:
    """A message to a phone."""
    return _encoder.encode(value)
