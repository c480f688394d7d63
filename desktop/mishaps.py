"""What is shown and kept when the program itself fails: an exception that nobody has caught.

Qt goes on after one in a slot, as if nothing had happened: a press that does nothing. Here it is written to the
standard error and to a file, and the window says so.
"""

from __future__ import annotations

import contextlib
import sys
import traceback
from collections.abc import Callable
from datetime import datetime
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from desktop import storage
from engine.core.errors import Refusal
from engine.core.text import N_

if TYPE_CHECKING:
    from desktop.main_window import MainWindow

LARGEST_LOG = 256 * 1024
"""Bytes beyond which the file of what went wrong begins anew."""
MOST_TOLD = 50
"""So many mishaps of one run are written down: what fails at each repaint would fill the disk."""

Hook = Callable[[type[BaseException], BaseException, TracebackType | None], object]


def watch(window: MainWindow) -> Hook:
    """From now on tell whoever sits at *window* of every exception that nobody catches; returns the new hook."""
    left = [MOST_TOLD]

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if not issubclass(kind, Exception):
            sys.__excepthook__(kind, error, trace)
            return
        if not left[0]:
            return
        left[0] -= 1
        written = _write("".join(traceback.format_exception(kind, error, trace)))
        # Later: it may be a repaint that has failed, and nothing may be shown in one.
        if QApplication.instance() is not None and isValid(window):
            QTimer.singleShot(0, window, lambda: _tell(window, written))

    sys.excepthook = hook
    return hook


def _write(text: str) -> str:
    """Write *text* down; returns the file's path, or nothing if that was not possible."""
    # A program without a console has no standard error, or one that nobody can write to.
    with contextlib.suppress(OSError, ValueError, AttributeError):
        sys.stderr.write(text)
        sys.stderr.flush()
    path = storage.mishaps_path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        anew = path.exists() and path.stat().st_size > LARGEST_LOG
        with path.open("w" if anew else "a", encoding="utf-8") as file:
            file.write(f"{datetime.now():%Y-%m-%d %H:%M:%S}\n{text}\n")
    except OSError:
        return ""
    return str(path)


def _tell(window: MainWindow, written: str) -> None:
    match = window.match
    saved = match is None or match.saver is not None
    if not written:
        message = (
            N_("Something went wrong. Whatever was played is saved.")
            if saved
            else N_("Something went wrong.")
        )
        window.tell_once(Refusal("mishap", message))
        return
    message = (
        N_("Something went wrong. Whatever was played is saved. What happened stands in {path}.")
        if saved
        else N_("Something went wrong. What happened stands in {path}.")
    )
    window.tell_once(Refusal("mishap", message, {"path": written}))
