"""What a player of games by post keeps: the texts read in, the own orders, marks and drafts; a file for each game.

The files lie in ``post`` among the program's data. One that can't be read is set aside under another name.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import msgspec

from desktop import storage
from engine.core.errors import Refusal
from engine.core.text import N_
from engine.games.sleuth.post.reading import folded


class Kept(msgspec.Struct):
    """One game.

    ``texts`` are those read in, whole, in the order in which they came; ``sent`` the block of orders by round, as it
    was last copied; ``notes`` pencil marks and drafts, as a match keeps them; ``remarks`` what a round's block says to
    the game master.
    """

    game: str
    player: str = ""
    texts: list[str] = []
    sent: dict[str, str] = {}
    notes: dict[str, Any] = {}
    remarks: dict[str, str] = {}

    @property
    def path(self) -> Path:
        """Where the game is kept; its name differs from that of any other game's."""
        key = folded(self.game)
        plain = key.encode("ascii", "ignore").decode()[:32]
        return folder() / f"{plain}-{hashlib.sha256(key.encode()).hexdigest()[:8]}.json"


def folder() -> Path:
    """Where the games lie."""
    return storage.post_folder()


def load() -> tuple[list[Kept], list[Refusal]]:
    """All games, the one used last first, and what to tell of files that can't be read."""
    found: list[tuple[float, Kept]] = []
    refusals: list[Refusal] = []
    try:
        paths = sorted(folder().glob("*.json"))
    except OSError:
        return [], []
    for path in paths:
        try:
            kept = msgspec.json.decode(path.read_bytes(), type=Kept)
            found.append((-path.stat().st_mtime, kept))
        except OSError as error:
            refusals.append(storage.unreadable(path, error))
        except (msgspec.MsgspecError, RecursionError, ValueError):
            aside = storage.set_aside(path)
            refusals.append(
                Refusal(
                    "post_kept_damaged",
                    N_("A game by post can't be read and was set aside as {path}."),
                    {"path": str(aside)},
                )
            )
    return [kept for _age, kept in sorted(found, key=lambda pair: pair[0])], refusals


def save(kept: Kept) -> None:
    """Write *kept* at once or not at all. Raises OSError."""
    folder().mkdir(parents=True, exist_ok=True)
    storage.write_whole(kept.path, msgspec.json.format(msgspec.json.encode(kept), indent=1))
