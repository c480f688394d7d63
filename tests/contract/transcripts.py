"""Golden transcripts: what each seat sees of one recorded game, in plain text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine.core import catalog
from engine.play import record
from tests.strategies import TESTS


def folder(game_id: str) -> Path:
    """Where a game's golden record and its transcripts lie."""
    return TESTS / "games" / game_id / "transcripts"


def transcript(read: record.Record, seat: int | None) -> str:
    """All events that *seat* may see, and after each action what changed in its view and what it may do."""
    session = record.replay(read)
    port = session.onlooker() if seat is None else session.port(seat)
    game = catalog.game(read.head.game)
    name = "an onlooker" if seat is None else f"seat {seat}, {read.head.seats[seat].name}"
    lines = [f"{game.meta.id} as seen by {name}. Options: {read.head.options}"]
    before: Any = None
    for revision in range(session.revision + 1):
        lines.append("")
        lines.append(f"--- {revision}")
        lines += [f"{_plain(event)}" for at, event in port.dated_events() if at == revision]
        view = port.view_at(revision)
        for name in view.__struct_fields__:
            value = getattr(view, name)
            if before is None or getattr(before, name) != value:
                lines.append(f"    {name} = {value!r}")
        lines += [f"    may: {_plain(move)}" for move in game.choices(view)]
        before = view
    return "\n".join(lines) + "\n"


def _plain(value: Any) -> str:
    """A Struct with those of its fields that are not None: ``Play(card=5, target=1)``."""
    fields = ((name, getattr(value, name)) for name in value.__struct_fields__)
    return f"{type(value).__name__}({', '.join(f'{name}={v!r}' for name, v in fields if v is not None)})"


def files(game_id: str) -> dict[str, int | None]:
    """The transcripts that a game's golden record needs, by file name."""
    read = record.read(folder(game_id) / "record.vierblatt")
    return {f"seat-{seat}.txt": seat for seat in range(len(read.head.seats))} | {"onlooker.txt": None}
