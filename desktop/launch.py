"""The entry point ``vierblatt``. Imports no Qt: the command line must work without it, and so must the workers.

A bot's worker process is started with ``spawn`` and imports this module again, hence ``freeze_support`` first.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

HELPERS = {"--multiprocessing-fork", "-c"}
"""What stands in the arguments of a frozen program that is to be a worker, or to clean up after workers."""


def lacks_display(environment: Mapping[str, str], platform: str) -> bool:
    """Whether Qt would find no screen to open a window on: it would end the program without a word of ours."""
    if platform.startswith(("win", "darwin", "cygwin")) or environment.get("QT_QPA_PLATFORM"):
        return False
    return not (environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))


def load() -> None:
    """Load what the start page needs, in the order that takes least time."""
    import gc

    # Nothing becomes garbage while modules load, yet looking for it takes a tenth of the start; `run` goes on with it.
    gc.disable()
    from desktop import sources

    sources.keep_none()
    # Before Qt: whatever is imported after it is searched by PySide for uses of itself, which takes its time.
    import desktop.storage
    from engine.core import catalog

    catalog.metas()
    import desktop.app  # noqa: F401


def open_desktop(arguments: Any) -> int:
    """Open the window (``vierblatt`` and ``vierblatt play``); returns the exit code.

    Raises `OptionError` where there is no display, or where the system lacks a library that Qt needs.
    """
    if lacks_display(os.environ, sys.platform):
        from engine.core.errors import OptionError, Refusal
        from engine.core.text import N_

        raise OptionError(
            Refusal(
                "no_display",
                N_(
                    "There is no display here. With QT_QPA_PLATFORM=offscreen, “play --demo --pictures DIR” shows"
                    " a bots' match in pictures."
                ),
            )
        )
    from desktop import libraries

    try:
        load()
    except ImportError as error:
        libraries.explain(error)
        raise
    libraries.check_screen(os.environ)
    from desktop.app import run

    return run(arguments)


def print_page(html: str) -> bytes:
    """The page *html* as PDF, without a window and on machines without a display, too."""
    if lacks_display(os.environ, sys.platform):
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from desktop.paper import to_pdf

    return to_pdf(html)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command given in *argv* (the process's own arguments, if None)."""
    if getattr(sys, "frozen", False) and HELPERS & set(sys.argv):
        import multiprocessing

        multiprocessing.freeze_support()
    words = sys.argv[1:] if argv is None else argv
    plain = not words and not os.environ.get("VIERBLATT_LANGUAGE")
    if plain and not lacks_display(os.environ, sys.platform):
        from engine.core.errors import OptionError

        # The usual start: nothing is to be understood, so the command line's modules need not be loaded.
        with contextlib.suppress(OptionError):
            return open_desktop(SimpleNamespace())
        # What stands in the way is said by the command line.
    from engine.cli.main import main as command_line

    return command_line(argv, desktop=open_desktop, paper=print_page)


if __name__ == "__main__":
    sys.exit(main())
