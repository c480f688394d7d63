"""``vierblatt games``: what can be played, with which options and bots."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.cli.output import say, say_json
from engine.core import catalog
from engine.core.meta import Meta, Option
from engine.core.text import Texts

if TYPE_CHECKING:
    from engine.cli.arguments import Commands


def register(commands: Commands, t: Texts) -> None:
    """Add the command."""
    parser = commands.add_parser("games", help=t._("list the games, their options and bots"))
    parser.add_argument("--json", action="store_true", help=t._("print JSON for programs"))
    parser.set_defaults(run=run)


def run(arguments: Namespace, t: Texts) -> int:
    """Print the list."""
    if arguments.json:
        say_json({"games": [_described(meta, t) for meta in catalog.metas()]})
        return 0
    for number, meta in enumerate(catalog.metas()):
        if number:
            say()
        say(f"{meta.id} – {t._(meta.name)}")
        say("  " + t._(meta.summary))
        if meta.min_seats == meta.max_seats:
            say("  " + t._("Seats: {n}", n=meta.min_seats))
        else:
            say("  " + t._("Seats: {low} to {high}", low=meta.min_seats, high=meta.max_seats))
        for option in meta.options:
            say("  " + _option(meta, option, t))
        say("  " + t._("Bots: {bots}", bots=", ".join(meta.bots)))
    return 0


def _described(meta: Meta, t: Texts) -> dict[str, object]:
    return {
        "id": meta.id,
        "name": t._(meta.name),
        "seats": [meta.min_seats, meta.max_seats],
        "unit": meta.unit,
        "options": [option.describe() for option in meta.options],
        "bots": list(meta.bots),
    }


def _option(meta: Meta, option: Option, t: Texts) -> str:
    if isinstance(option.default, Mapping):
        default = ", ".join(f"{seats}: {_plain(value)}" for seats, value in option.default.items())
        return t._(
            "--option {name}=… ({expected}; by number of seats: {default}): {label}",
            name=option.name,
            expected=option.expected(meta.max_seats),
            default=default,
            label=t._(option.label),
        )
    return t._(
        "--option {name}=… ({expected}; otherwise {default}): {label}",
        name=option.name,
        expected=option.expected(meta.max_seats),
        default=_plain(option.default),
        label=t._(option.label),
    )


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
