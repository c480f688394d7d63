"""The command line's parser: argparse, speaking the user's language."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.core.text import LANGUAGES, N_, Texts, system_language

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

LANGUAGE_VARIABLE = "VIERBLATT_LANGUAGE"

# What argparse itself says, so that the catalogues have it. Other wordings of other Pythons stay English.
ARGPARSE_SAYS = (
    N_("usage: "),
    N_("positional arguments"),
    N_("options"),
    N_("show this help message and exit"),
    N_("show program's version number and exit"),
    N_("%(prog)s: error: %(message)s\n"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("the following arguments are required: %s"),
    N_("unrecognized arguments: %s"),
    N_("expected one argument"),
    N_("not allowed with argument %s"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("invalid %(type)s value: %(value)r"),
    N_("unknown parser %(parser_name)r (choices: %(choices)s)"),
)


def wanted_language(argv: Sequence[str], environment: Mapping[str, str]) -> str | None:
    """The language that the arguments or ``VIERBLATT_LANGUAGE`` ask for; None: neither does.

    Read before the arguments are parsed, since help and complaints are to be in that language already.
    """
    asked = [environment.get(LANGUAGE_VARIABLE)]
    for position, argument in enumerate(argv):
        if argument == "--":
            break
        if argument == "--language" and position + 1 < len(argv):
            asked.append(argv[position + 1])
        elif argument.startswith("--language="):
            asked.append(argument.partition("=")[2])
    known = [word for word in asked if word in LANGUAGES]
    return known[-1] if known else None


def language(argv: Sequence[str], environment: Mapping[str, str]) -> str:
    """The language to speak: what is asked for, else the system's."""
    return wanted_language(argv, environment) or system_language(environment)


class Parser(argparse.ArgumentParser):
    """An `ArgumentParser` without guessed abbreviations: what works today must not change with a new option."""

    def __init__(self, **settings: Any) -> None:
        settings.setdefault("allow_abbrev", False)
        super().__init__(**settings)


def add_language(parser: argparse.ArgumentParser, t: Texts, *, default: object = argparse.SUPPRESS) -> None:
    """Give *parser* the option ``--language`` that every command has."""
    parser.add_argument(
        "--language",
        choices=LANGUAGES,
        default=default,
        help=t._(
            "the language of all texts (otherwise {variable} or the system's)", variable=LANGUAGE_VARIABLE
        ),
    )


@contextlib.contextmanager
def argparse_in(t: Texts) -> Iterator[None]:
    """Within, argparse takes its own words from our catalogue. It offers no public way to set its language."""
    names = ("_", "ngettext")
    before = {name: getattr(argparse, name) for name in names if hasattr(argparse, name)}
    ours: dict[str, Any] = {
        "_": t._,
        "ngettext": lambda one, many, n: t._(one if n == 1 else many),
    }
    for name in before:
        setattr(argparse, name, ours[name])
    try:
        yield
    finally:
        for name, value in before.items():
            setattr(argparse, name, value)


def whole_number(t: Texts, low: int | None = None, high: int | None = None) -> Callable[[str], int]:
    """A type for arguments: a whole number, from *low* on and up to *high* if those are given."""

    def number(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(t._("“{text}” is not a whole number", text=text)) from None
        if low is not None and value < low:
            raise argparse.ArgumentTypeError(
                t._("{value} is too small; {low} is the least", value=value, low=low)
            )
        if high is not None and value > high:
            raise argparse.ArgumentTypeError(
                t._("{value} is too large; {high} is the most", value=value, high=high)
            )
        return value

    return number
