"""The catalog finds the games by their packages, and loads no rules to show the start screen."""

from __future__ import annotations

import subprocess
import sys

import pytest

from engine.core import catalog
from engine.core.game import Game
from tests.strategies import TESTS

PACKAGES = {path.parent.name for path in (TESTS.parent / "engine" / "games").glob("*/meta.py")}


def test_every_package_is_a_game() -> None:
    """Nobody keeps a list: each folder with a ``meta.py`` is there, once, in the order of the start screen."""
    assert set(catalog.ids()) == PACKAGES
    assert len(catalog.ids()) == len(PACKAGES)
    cards = catalog.metas()
    assert list(cards) == sorted(cards, key=lambda meta: (meta.order, meta.id))


def test_cards_load_without_rules() -> None:
    """A fresh process that shows the games has imported no rules, bots or Qt."""
    program = (
        "import sys; from engine.core import catalog; catalog.metas()\n"
        "bad = [n for n in sys.modules if n.endswith(('.rules', '.bot', '.words', '.belief')) or 'PySide' in n]\n"
        "print([n for n in bad if n.startswith(('engine', 'PySide'))])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=TESTS.parent,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("game_id", sorted(PACKAGES))
def test_rules_of_a_game(game_id: str) -> None:
    """The rules are one stateless object that knows its card."""
    game = catalog.game(game_id)
    assert isinstance(game, Game)
    assert game is catalog.game(game_id)
    assert game.meta is catalog.meta(game_id)
    assert not vars(game), "a game keeps nothing"
