"""``vierblatt`` on the command line: finds the commands, reads the arguments, turns refusals into exit codes.

Exit codes: 0 good, 1 refused (a bot, game, option, file or record that won't do), 2 wrongly written, 130 Ctrl-C.

A command is a module with ``register(commands, t)``: it adds a parser to *commands* (argparse's sub-parsers), with
help in the language of the `Texts` *t*, and sets the default ``run``, a function of the parsed arguments and *t*
that returns the exit code and raises `VierblattError` for whatever it refuses. That is also what a game's
``commands`` module brings (`engine.core.catalog.commands`). Such a module is imported at every start, so it imports
rules, bots and other heavy things only inside ``run``. ``--language`` is added to every command from here. What lies
above the games is handed to ``run`` with the arguments: ``arguments.tools`` are `Tools`.
"""

from __future__ import annotations

import argparse
import os
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.cli import games, output, play, replay, serve, simulate
from engine.cli.arguments import Parser, add_language, argparse_in, language, wanted_language
from engine.core import catalog
from engine.core.errors import VierblattError
from engine.core.places import RECORD_SUFFIX
from engine.core.text import Texts, texts

if TYPE_CHECKING:
    from engine.core.referee import Referees

Desktop = Callable[[Namespace], int]
Paper = Callable[[str], bytes]


@dataclass(frozen=True)
class Tools:
    """What a game's commands may use although it lies above the games.

    ``paper`` makes a PDF of an HTML page; None where no desktop is installed.
    """

    paper: Paper | None = None

    @property
    def referees(self) -> Referees:
        """Referees for games by post."""
        from engine.play import referee

        return referee


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
        _add_language_everywhere(command, t)
    return parser


def _add_language_everywhere(parser: argparse.ArgumentParser, t: Texts) -> None:
    """``--language`` for a command and for the commands that it has itself."""
    add_language(parser, t)
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                _add_language_everywhere(command, t)


def main(
    argv: Sequence[str] | None = None, desktop: Desktop | None = None, paper: Paper | None = None
) -> int:
    """Run the command written in *argv* (the process's own arguments, if None) and return the exit code.

    *desktop* opens the window for ``play`` and for no command at all; *paper* makes a PDF of an HTML page.
    """
    output.tolerant_streams()
    words = list(sys.argv[1:] if argv is None else argv)
    if len(words) == 1 and words[0].endswith(RECORD_SUFFIX):
        words = ["play", *words]  # how the system's file window opens a record
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
        # What was asked for on this very line, for texts that otherwise have a language of their own.
        arguments.asked_language = wanted_language(words, {})
        arguments.tools = Tools(paper)
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
