"""Finds the games: every package in ``engine.games`` is one, and nobody keeps a list of them.

`metas` loads only the small ``meta`` modules, so that the start screen is there at once; rules, bots, words and
commands are imported when first needed.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any

from engine.core.errors import OptionError, Refusal
from engine.core.meta import Meta
from engine.core.text import N_

if TYPE_CHECKING:
    from engine.core.game import Game


@cache
def metas() -> tuple[Meta, ...]:
    """The cards of all games, in the order in which they are shown."""
    found = [
        import_module(f"engine.games.{info.name}.meta").META
        for info in pkgutil.iter_modules(import_module("engine.games").__path__)
        if info.ispkg
    ]
    return tuple(sorted(found, key=lambda meta: (meta.order, meta.id)))


def ids() -> tuple[str, ...]:
    """The ids of all games."""
    return tuple(meta.id for meta in metas())


def meta(game_id: str) -> Meta:
    """The card of one game. Raises `OptionError` for an unknown id."""
    for card in metas():
        if card.id == game_id:
            return card
    raise OptionError(
        Refusal(
            "unknown_game",
            N_("There is no game “{game}”. There are: {known}."),
            {"game": str(game_id)[:60], "known": ", ".join(ids())},
        )
    )


def game(game_id: str) -> Game[Any, Any, Any]:
    """The rules of one game. Raises `OptionError` for an unknown id."""
    meta(game_id)
    rules: Game[Any, Any, Any] = import_module(f"engine.games.{game_id}.rules").GAME
    return rules


def bots(game_id: str) -> Mapping[str, Any]:
    """The bots of one game by name, weakest first: each value makes an `engine.bots.base.Bot`."""
    meta(game_id)
    table: Mapping[str, Any] = import_module(f"engine.games.{game_id}.bot").BOTS
    return table


def words(game_id: str) -> ModuleType:
    """The module that puts one game's events, cards and moves into words."""
    meta(game_id)
    return import_module(f"engine.games.{game_id}.words")


def has_room(game_id: str, name: str) -> bool:
    """Whether a game has the module *name* (``advice``, ``lesson``, ``rulebook`` …), without loading it."""
    return find_spec(f"engine.games.{game_id}.{name}") is not None


def room(game_id: str, name: str) -> ModuleType | None:
    """The module *name* of a game, or None if the game has none. Raises `OptionError` for an unknown id."""
    meta(game_id)
    return import_module(f"engine.games.{game_id}.{name}") if has_room(game_id, name) else None


def advice(game_id: str) -> ModuleType | None:
    """The module that gives tips in one game, or None if it gives none."""
    return room(game_id, "advice")


def phone(game_id: str) -> ModuleType | None:
    """The module that describes one game's page on a phone (see `engine.core.page`), or None if it has none."""
    return room(game_id, "phone")


def commands() -> tuple[ModuleType, ...]:
    """The ``commands`` modules of the games that bring commands of their own to the command line."""
    found = [room(card.id, "commands") for card in metas()]
    return tuple(module for module in found if module is not None)
