"""``vierblatt play``: opens the desktop, which the entry point hands in; nothing here knows Qt."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from engine.cli.arguments import whole_number
from engine.cli.output import Refused
from engine.core import catalog
from engine.core.errors import Refusal
from engine.core.text import N_, Texts

if TYPE_CHECKING:
    from engine.cli.arguments import Commands


def register(commands: Commands, t: Texts, desktop: Callable[[Namespace], int] | None) -> None:
    """Add the command; *desktop* is None where no desktop is installed."""
    parser = commands.add_parser("play", help=t._("open the desktop (what happens without a command, too)"))
    parser.add_argument("--game", metavar="GAME", help=t._("go straight to this game"))
    parser.add_argument(
        "record", metavar="FILE", nargs="?", type=Path, help=t._("a record to go on with or to watch")
    )
    parser.add_argument(
        "--check",
        metavar="DIR",
        type=Path,
        help=t._("walk through the program once, to see whether it works here; pictures and a PDF go to DIR"),
    )
    parser.add_argument(
        "--demo", action="store_true", help=t._("let bots play a whole match on the window, then end")
    )
    parser.add_argument(
        "--pictures", metavar="DIR", type=Path, help=t._("with --demo: save pictures of the window here")
    )
    parser.add_argument(
        "--seed", type=whole_number(t), metavar="N", help=t._("make all shuffles and bots reproducible")
    )
    parser.set_defaults(run=partial(run, desktop))


def run(desktop: Callable[[Namespace], int] | None, arguments: Namespace, t: Texts) -> int:
    """Open the window and return its exit code."""
    if arguments.game is not None:
        catalog.meta(arguments.game)
    if arguments.pictures is not None and not arguments.demo:
        raise Refused(Refusal("pictures_without_demo", N_("--pictures goes with --demo.")))
    if desktop is None:
        raise Refused(Refusal("no_desktop", N_("The desktop is not part of this installation.")))
    try:
        return desktop(arguments)
    except ImportError as error:
        # Qt is missing, or a system library that Qt needs; anything else is a bug and shows as one.
        if (error.name or "").partition(".")[0] not in {"PySide6", "shiboken6"}:
            raise
        raise Refused(
            Refusal("desktop_broken", N_("The desktop can't start: {reason}"), {"reason": str(error)})
        ) from error
