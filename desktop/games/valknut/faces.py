"""The faces of Valknut: drawings without text; numerals in the colour of the suit."""

from __future__ import annotations

from functools import lru_cache

from desktop.widgets import theme
from desktop.widgets.card import Face
from engine.core.text import Texts
from engine.games.valknut import words

BACK = "valknut/back.svg"
BACK_FACE = Face(BACK)


@lru_cache(maxsize=128)
def face(card: str, t: Texts) -> Face:
    """The face of the card with the code *card* (``A1`` … ``W9``, ``V``, ``N``)."""
    numeral = card if len(card) == 1 else card[1:]
    return Face(
        f"valknut/faces/{card}.svg",
        numeral,
        words.card_name(card, t),
        words.card_text(card, t),
        ink=theme.VALKNUT_INKS[card[0]],
        band=theme.VALKNUT_BANDS[card[0]],
        label=words.card_label(card, t),
    )
