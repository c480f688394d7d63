"""What one phone is shown: everything it needs in one message, made of what its seat may know and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.core import catalog
from engine.core.meta import BoolOption, ChoiceOption, IntOption, Option, SeatOption, bot_name
from engine.core.text import Texts, texts
from engine.play.session import Port
from engine.rooms.members import Phone
from engine.rooms.protocol import encode

if TYPE_CHECKING:
    from engine.rooms.room import Room

LOG_LINES = 40
"""So many of the newest sentences a phone is given."""


def snapshot(room: Room, phone: Phone) -> bytes:
    """The message for *phone* now."""
    t = texts(phone.language)
    member = phone.member
    here = member is not None and not member.removed
    inside = here or phone.watching or phone.host
    found: dict[str, Any] = {
        "do": "room",
        "code": room.key if room.link_only else room.code,
        "locked": room.locked,
        "link_only": room.link_only,
        "language": t.language,
        "you": {
            "member": member.id if member is not None else 0,
            "name": member.name if member is not None else "",
            "removed": member is not None and member.removed,
            "left": member is not None and member.left,
            "host": room.is_host(phone),
            "watching": phone.watching,
            "volunteer": room.may_volunteer(phone),
            "soon": member is not None and not member.removed and room.soon(member.id),
            "seat": None if not here or member is None else room.seat_of(member.id),
        },
        "note": {"number": phone.notes, "text": phone.note},
        "heard": phone.heard,
    }
    if inside:
        found["members"] = [
            {
                "id": other.id,
                "name": other.name,
                "here": room.is_here(other.id),
                "removed": other.removed,
                "left": other.left,
                "seated": room.has_chair(other.id),
                "playing": room.seat_of(other.id) is not None,
                "host": other.owner or other.deputy,
                "deputy": other.deputy,
            }
            for other in room.members.values()
            if not other.removed or room.is_host(phone)
        ]
        found["lobby"] = _lobby(room, phone, t)
        if room.is_host(phone):
            found["link"] = phone.link
            found["share"] = room.share
        if room.table is not None:
            found["match"] = _match(room, phone, t)
    return encode(found)


def _lobby(room: Room, phone: Phone, t: Texts) -> dict[str, Any]:
    meta = catalog.meta(room.game)
    lobby: dict[str, Any] = {
        "game": {"id": meta.id, "name": t._(meta.name), "summary": t._(meta.summary)},
        "seats": [meta.min_seats, meta.max_seats],
        "chairs": [
            {
                "name": chair.name,
                "member": chair.member,
                "bot": bot_name(chair.bot, t) if chair.bot else "",
            }
            for chair in room.chairs
        ],
        "desktop": room.desktop,
    }
    if room.is_host(phone):
        lobby["games"] = [
            {"id": other.id, "name": t._(other.name)} for other in catalog.metas() if room.plays(other.id)
        ]
        lobby["bots"] = [{"id": bot, "name": bot_name(bot, t)} for bot in reversed(meta.bots)]
        seats = max(meta.min_seats, min(len(room.chairs), meta.max_seats))
        lobby["options"] = [
            _option(option, room.options, seats, [chair.name for chair in room.chairs], t)
            for option in meta.options
            if seats >= option.min_seats
        ]
    return lobby


def _option(
    option: Option, given: dict[str, Any], seats: int, names: Sequence[str], t: Texts
) -> dict[str, Any]:
    found: dict[str, Any] = {
        "name": option.name,
        "label": t._(option.label),
        "rule": t._(option.rule),
        "kind": option.kind,
        "value": given.get(option.name, option.default_for(seats)),
    }
    if isinstance(option, IntOption):
        found |= {"low": option.low, "high": option.high}
    elif isinstance(option, ChoiceOption):
        found["choices"] = [[value, t._(label)] for value, label in option.choices]
    elif isinstance(option, SeatOption):
        found["choices"] = [["random", t._("Drawn by lot")]]
        found["choices"] += [[seat, name] for seat, name in enumerate(names[:seats])]
    else:
        assert isinstance(option, BoolOption)
    return found


def _match(room: Room, phone: Phone, t: Texts) -> dict[str, Any]:
    assert room.table is not None
    session = room.table.session
    member = phone.member
    seat = room.seat_of(member.id) if member is not None and not member.removed else None
    port = session.onlooker() if seat is None else session.port(seat)
    names = room.names()
    module = catalog.phone(session.game.meta.id)
    assert module is not None
    describe = catalog.words(session.game.meta.id).describe_move
    arranging = session.table_moves if room.is_host(phone) else ()
    return {
        "arrange": [describe(move, t, names) for _seat, move in arranging],
        "game": session.game.meta.id,
        "name": t._(session.game.meta.name),
        "number": room.matches,
        "revision": port.revision,
        "over": port.over,
        "page": module.page(port.view(), port.choices(), t, names),
        "log": _log(port, t, names),
        "vacant": [
            {"seat": empty, "name": names[empty], "awaited": empty in port.awaited} for empty in room.vacant()
        ],
        "bots": [{"seat": by_bot, "name": names[by_bot]} for by_bot in sorted(room.bots())],
        "coming": sorted(room.coming),
    }


def _log(port: Port, t: Texts, names: Sequence[str]) -> list[str]:
    describe = catalog.words(port.game.meta.id).describe
    lines = [describe(event, t, names) for _at, event in port.dated_events()[-LOG_LINES:]]
    return [line for line in lines if line]
