"""A record that somebody opens from the system's file window: a match to go on with, or a finished one to watch."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from desktop import storage
from engine.core.errors import Refusal, VierblattError
from engine.core.text import N_
from engine.play import record

if TYPE_CHECKING:
    from desktop.main_window import MainWindow


def open_record(window: MainWindow, path: Path) -> None:
    """Show the record at *path* in *window*, or tell there why not.

    A match in progress goes on in a copy among the saved games: the opened file stays as it is. Where people on phones
    are in the middle of a match, it is asked first.
    """
    window.unless_phones_play(lambda: _open(window, path))


def _open(window: MainWindow, path: Path) -> None:
    try:
        read = record.read(path)
        if read.end is None:
            own = storage.adopt(path, read.head.game)
            window.resume(storage.SavedGame(own, record.read(own)))
        else:
            window.watch(record.replay(read))
    except OSError as error:
        window.tell(storage.unreadable(path, error))
    except VierblattError as error:
        line = getattr(error, "line", 0)
        message = (
            N_("{path} can't be opened. Line {line}: {reason}")
            if line
            else N_("{path} can't be opened. {reason}")
        )
        window.tell(
            Refusal(
                "record_damaged",
                message,
                {"path": str(path), "line": line, "reason": error.refusal.text(window.t)},
            )
        )
