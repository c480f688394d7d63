"""``vierblatt games``."""

from __future__ import annotations

import json

from engine.core import catalog
from tests.cli.conftest import Command


def test_for_programs(vierblatt: Command) -> None:
    code, out, err = vierblatt("games", "--json")
    assert (code, err) == (0, "")
    games = json.loads(out)["games"]
    assert [game["id"] for game in games] == list(catalog.ids())
    letter = games[0]
    assert letter == {
        "id": "letter",
        "name": "Secret Letter",
        "seats": [2, 4],
        "unit": "round",
        "options": [
            {"name": "goal", "type": "int", "default": {"2": 7, "3": 5, "4": 4}, "min": 1, "max": 20},
            {"name": "open_gap", "type": "bool", "default": False},
            {"name": "first", "type": "seat", "default": "random"},
        ],
        "bots": ["random", "easy", "medium", "strong"],
    }


def test_bots_are_there() -> None:
    for meta in catalog.metas():
        assert set(meta.bots) <= set(catalog.bots(meta.id))


def test_in_words(vierblatt: Command) -> None:
    english = vierblatt("games").out
    german = vierblatt("games", "--language", "de").out
    assert "letter – Secret Letter" in english
    assert "Seats: 2 to 4" in english
    assert "--option open_gap=… (true, false; otherwise false): Open gap" in english
    assert "letter – Geheimer Brief" in german
    assert "Plätze: 2 bis 4" in german
    assert "--option goal=… (1–20; sonst je nach Zahl der Plätze 2: 7, 3: 5, 4: 4): Punkte zum Sieg" in german
    assert "Bots: random, easy, medium, strong" in german
    assert "otherwise" not in german
