"""Lets go of source code that others read and keep. Imports no Qt: it must be at work before Qt is loaded."""

from __future__ import annotations

import linecache
import sys
from collections.abc import Sequence


class _LettingGo:
    """Finds no module, but lets go of the sources' lines before each search for one.

    PySide reads the source of each module that is loaded after it, and the standard library keeps those lines: those
    of all that a table loads are megabytes, and when they go in the end they leave holes instead of room.
    """

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: object = None) -> None:
        """As `sys.meta_path` asks: nobody here knows *name*."""
        linecache.clearcache()


def keep_none() -> None:
    """From now on, keep no more lines than those of the modules that were loaded last."""
    if _LettingGo not in sys.meta_path:
        sys.meta_path.insert(0, _LettingGo)
