"""``vierblatt`` on the command line: finds the commands, reads the arguments, turns refusals into exit codes.

Exit codes: 0 good, 1 refused (a bot, game, option, file or record that won't do), 2 wrongly written, 130 Ctrl-C.

A command is a module with ``register(commands, t)``: it adds a parser to *commands* (argparse's sub-parsers), with
help in the language of the `Texts` *t*, and sets the default ``run``, a function of the parsed arguments and *t*
that returns the exit code and raises `VierblattError` for whatever it refuses. That is also what a game's
``commands`` module brings (`engine.core.catalog.commands`). Such a module is imported at every start, so it imports
rules, bots and other heavy things only inside ``run``. ``--language`` is added to every command from here.
"""

from __future__ import annotations

import argparse
import os
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from typing import Any

from engine.cli import games, output, play, replay, serve, simulate
from engine.cli.arguments import Parser, add_language, argparse_in, language, wanted_language
from engine.core import catalog
from engine.core.errors import VierblattError
from engine.core.text import Texts, texts

Desktop = Callable[[Namespace], int]


class _Version(argparse.Action):
    """``--version``; the number is looked up only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_rest: Any, **_settings: Any) -> None:
        print(f"{output.PROGRAM} {version()}")
        parser.exit()


def version() -> str:
    """The version that is installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("vierblatt")
    except PackageNotFoundError:
        return "0"  # run from sources that were never installed


def build_parser(t: Texts, desktop: Desktop | None = None) -> argparse.ArgumentParser:
    """The parser for everything, the games' own commands included."""
    parser: argparse.ArgumentParser = Parser(
        prog=output.PROGRAM,
        description=t._("Four games at one table. Without a command the desktop opens."),
    )
    parser.add_argument(
        "--version", action=_Version, nargs=0, help=t._("show program's version number and exit")
    )
    add_language(parser, t, default=None)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title=t._("commands"))
    play.register(commands, t, desktop)
    for module in (games, simulate, replay, serve, *catalog.commands()):
        module.register(commands, t)
    for command in commands.choices.values():
        add_language(command, t)
    return parser


def main(argv: Sequence[str] | None = None, desktop: Desktop | None = None) -> int:
    """Run the command written in *argv* (the process's own arguments, if None) and return the exit code.

    *desktop* opens the window for ``play`` and for no command at all.
    """
    output.tolerant_streams()
    words = list(sys.argv[1:] if argv is None else argv)
    t = texts(language(words, os.environ))
    arguments: Namespace | None = None
    try:
        with argparse_in(t):
            parser = build_parser(t, desktop)
            arguments = parser.parse_args(words)
            if arguments.command is None:
                arguments = parser.parse_args([*words, "play"])
        # For the desktop: None where it may follow its own settings.
        arguments.language = wanted_language(words, os.environ)
        code: int = arguments.run(arguments, t)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
        return code if output.flushed() else 1
    except VierblattError as error:
        return output.refuse(arguments, error.refusal.text(t), error.refusal)
    except KeyboardInterrupt:
        output.notice(t._("stopped"))
        return 130
    except BrokenPipeError:
        output.close_quietly()
        return 0
    except OSError as error:
        refusal = output.file_refusal(error)
        return output.refuse(arguments, refusal.text(t), refusal)


if __name__ == "__main__":
    sys.exit(main())
