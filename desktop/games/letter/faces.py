"""The faces of Geheimer Brief: drawings without text, names and abilities in the app's language.

Two sets can be chosen: our motifs, and the cards of an ordinary pack (aces and joker, 2 to 8).
"""

from __future__ import annotations

from functools import lru_cache

from desktop.widgets.card import Face
from engine.core.text import Texts
from engine.games.letter import words

BACK = "letter/back.svg"
BACK_FACE = Face(BACK)

FOLDERS = {"motifs": "faces", "pack": "pack"}
_chosen = {"set": "motifs"}


def choose_faces(name: str) -> None:
    """Use the face set *name* (a key of `FOLDERS`) from now on."""
    _chosen["set"] = name if name in FOLDERS else "motifs"


def face(card: int, t: Texts) -> Face:
    """The face of the card with the value *card* (1–8)."""
    return _face(card, FOLDERS[_chosen["set"]], t)


@lru_cache(maxsize=64)
def _face(card: int, folder: str, t: Texts) -> Face:
    return Face(f"letter/{folder}/{card}.svg", str(card), words.card_name(card, t), words.card_text(card, t))
