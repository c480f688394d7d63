"""The entry point ``vierblatt``. Imports no Qt: the command line must work without it, and so must the workers.

A bot's worker process is started with ``spawn`` and imports this module again, hence ``freeze_support`` first.
"""

from __future__ import annotations

import multiprocessing
import sys
from argparse import Namespace
from collections.abc import Sequence


def open_desktop(arguments: Namespace) -> int:
    """Open the window (``vierblatt`` and ``vierblatt play``); returns the exit code."""
    from desktop.app import run

    return run(arguments)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command given in *argv* (the process's own arguments, if None)."""
    multiprocessing.freeze_support()
    from engine.cli.main import main as command_line

    return command_line(argv, desktop=open_desktop)


if __name__ == "__main__":
    sys.exit(main())
