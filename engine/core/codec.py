"""Moves, views and events as JSON, decoded strictly.

Everything that comes from outside (a record, a phone, a hostile client) goes through `decode_move`: it takes bytes
or text of bounded size, and answers anything it does not understand with `Malformed`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from engine.core.errors import NOT_UNDERSTOOD, Malformed, Refusal
from engine.core.game import Game
from engine.core.misread import misread, too_long
from engine.core.text import N_

MAX_MOVE_BYTES = 65_536
"""The longest text a move may have. Order sheets of the largest game are a tenth of it."""

_encode = msgspec.json.Encoder().encode


@lru_cache(maxsize=64)
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind, strict=True)


class _Tagged(msgspec.Struct):
    do: str


@lru_cache(maxsize=64)
def _needs_tag(kind: Any) -> bool:
    # A union can't be decoded without its tag; a type that stands alone could, and "do" would be optional.
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct) and bool(kind.__struct_config__.tag)


def encode(value: msgspec.Struct) -> bytes:
    """*value* as one line of compact JSON in UTF-8; equal values give equal bytes."""
    return _encode(value)


def _refuse(detail: str | Refusal) -> Malformed:
    message = N_("This move was not understood: {detail}")
    if isinstance(detail, Refusal):
        return Malformed(Refusal(NOT_UNDERSTOOD, message, cause=detail))
    return Malformed(Refusal(NOT_UNDERSTOOD, message, {"detail": detail[:200]}))


def _decode(kind: Any, text: bytes | str) -> Any:
    if len(text) > MAX_MOVE_BYTES:
        raise _refuse(too_long(len(text)))
    try:
        data = text.encode("utf-8") if isinstance(text, str) else bytes(text)
        if _needs_tag(kind):
            _decoder(_Tagged).decode(data)
        return _decoder(kind).decode(data)
    except (msgspec.MsgspecError, RecursionError, UnicodeError, ValueError, TypeError) as error:
        raise _refuse(misread(error)) from None


def decode_move(game: Game[Any, Any, Any], text: bytes | str) -> Any:
    """The seat's move written as *text*. Raises `Malformed`."""
    return _decode(game.moves, text)


def decode_chance(game: Game[Any, Any, Any], text: bytes | str) -> Any:
    """The move of chance written as *text*. Raises `Malformed`."""
    return _decode(game.chance_moves, text)


def decode_view(game: Game[Any, Any, Any], text: bytes | str) -> Any:
    """A view written by `encode`. Raises `Malformed`."""
    return _decode(game.view_type, text)


def decode_event(game: Game[Any, Any, Any], text: bytes | str) -> Any:
    """An event written by `encode`. Raises `Malformed`."""
    return _decode(game.events, text)


def validate_move(game: Game[Any, Any, Any], move: object) -> Any:
    """*move* if it is a well-typed move of *game*; otherwise `Malformed`.

    A Struct made in Python is not checked by its constructor, and 1.0 or True compare equal to 1: so even moves
    that are already objects go through the decoder.
    """
    if isinstance(move, bytes | str):
        return decode_move(game, move)
    if not isinstance(move, msgspec.Struct):
        raise _refuse(type(move).__name__)
    try:
        text = _encode(move)
    except (TypeError, ValueError, RecursionError, UnicodeError, OverflowError) as error:
        raise _refuse(str(error)) from None
    decoded = decode_move(game, text)
    if decoded != move:
        # JSON has no NaN: it became null on the way.
        raise _refuse(text.decode())
    return decoded
