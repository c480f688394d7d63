"""``game.toml``: what a game master may read and change by hand.

Names, aliases, addresses and the language may be changed at any time; the variant and the options are written down
for reading, and the record has the last word on them.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.core.errors import Malformed, Refusal
from engine.core.text import LANGUAGES, N_
from engine.games.sleuth.post.reading import Player

MAX_NAME = 40
"""The longest name of a player or a game."""


@dataclass(frozen=True)
class PostSettings:
    """The contents of ``game.toml``. ``options`` are those of the record, the variant included."""

    name: str
    language: str
    players: tuple[Player, ...]
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(player.name for player in self.players)


def _text(value: str) -> str:
    """*value* as a TOML string; JSON's is one, but for the sign DEL."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: Any) -> str:
    return (
        str(value).lower()
        if isinstance(value, bool)
        else str(value)
        if isinstance(value, int)
        else _text(str(value))
    )


def _texts(values: Sequence[str]) -> str:
    return "[" + ", ".join(_text(value) for value in values) + "]"


def write(settings: PostSettings) -> str:
    """The file's text."""
    lines = [
        f"name = {_text(settings.name)}",
        f"language = {_text(settings.language)}",
        f"variant = {_text(str(settings.options.get('variant', 'standard')))}",
        "",
        "[options]",
        *[f"{name} = {_value(value)}" for name, value in settings.options.items() if name != "variant"],
    ]
    for player in settings.players:
        lines += [
            "",
            "[[players]]",
            f"name = {_text(player.name)}",
            f"aliases = {_texts(player.aliases)}",
            f"mail = {_texts(player.mail)}",
        ]
    return "\n".join(lines) + "\n"


def _refuse(message: str, **values: str | int) -> Malformed:
    return Malformed(Refusal("post_settings", message, {**values}))


def read(text: str) -> PostSettings:
    """The settings written in *text*. Raises `Malformed`."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        # The parser explains itself in English only; where it stopped is what helps.
        place = re.search(r"line (\d+), column (\d+)", str(error))
        if place is None:
            raise _refuse(N_("game.toml can't be read: it ends too early.")) from None
        raise _refuse(
            N_("game.toml can't be read from line {line}, column {column} on."),
            line=int(place[1]),
            column=int(place[2]),
        ) from None
    name, language = data.get("name"), data.get("language", "de")
    if not isinstance(name, str) or why_not_name(name) is not None:
        raise _refuse(N_("game.toml gives the game no proper name."))
    if language not in LANGUAGES:
        raise _refuse(N_("game.toml: the language must be one of {known}."), known=", ".join(LANGUAGES))
    given = data.get("players")
    if not isinstance(given, list):
        raise _refuse(N_("game.toml names no players."))
    players = tuple([_player(one) for one in given])
    why = why_not_players(players)
    if why is not None:
        raise Malformed(why)
    options = data.get("options", {})
    known = dict(options) if isinstance(options, dict) else {}
    return PostSettings(name, language, players, {"variant": data.get("variant", "standard"), **known})


def _strings(value: Any) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,)
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise _refuse(N_("game.toml: aliases and mail addresses are lists of texts."))
    return tuple(value)


def _player(value: Any) -> Player:
    if not isinstance(value, dict) or not isinstance(value.get("name"), str):
        raise _refuse(N_("game.toml: a player has no name."))
    return Player(value["name"], _strings(value.get("aliases", [])), _strings(value.get("mail", [])))


def why_not_name(name: str) -> Refusal | None:
    """Why *name* can't be a name, or None if it can: it must fit into a line of the order text."""
    from engine.games.sleuth.post.reading import folded

    if name != " ".join(name.split()) or len(name) > MAX_NAME or not folded(name) or not name.isprintable():
        return Refusal(
            "post_name",
            N_("“{name}” can't be a name: up to {most} signs in one line, letters or digits among them."),
            {"name": name[:60], "most": MAX_NAME},
        )
    if "//" in name:
        return Refusal("post_name", N_("“{name}” can't be a name: // begins a comment."), {"name": name[:60]})
    return None


def why_not_players(players: Sequence[Player]) -> Refusal | None:
    """Why these can't be a game's players, or None if they can: every name and alias leads to one of them."""
    from engine.games.sleuth.post.reading import folded

    if not players:
        return Refusal("post_players", N_("A game needs players."))
    seen: dict[str, int] = {}
    for seat, player in enumerate(players):
        for name in (player.name, *player.aliases):
            refusal = why_not_name(name)
            if refusal is not None:
                return refusal
            if seen.setdefault(folded(name), seat) != seat:
                return Refusal("post_players", N_("Two players are called “{name}”."), {"name": name})
    return None
