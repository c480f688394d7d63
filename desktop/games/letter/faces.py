"""The faces of Geheimer Brief: drawings without text, names and abilities in the app's language."""

from __future__ import annotations

from functools import lru_cache

from desktop.widgets.card import Face
from engine.core.text import Texts
from engine.games.letter import words

BACK = "letter/back.svg"


@lru_cache(maxsize=64)
def face(card: int, t: Texts) -> Face:
    """The face of the card with the value *card* (1–8)."""
    return Face(f"letter/faces/{card}.svg", str(card), words.card_name(card, t), words.card_text(card, t))
