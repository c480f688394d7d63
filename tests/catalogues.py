"""The compiled catalogues as gettext itself reads them, whole; the program looks up only what it shows."""

from __future__ import annotations

import gettext
from pathlib import Path
from typing import Any

from engine.core.places import translations_root
from engine.core.text import DOMAIN


def path(language: str) -> Path:
    """Where the catalogue of *language* lies."""
    return translations_root() / language / "LC_MESSAGES" / f"{DOMAIN}.mo"


def whole(language: str) -> dict[Any, str]:
    """All its texts: by the message, with context, or by the message and the number of its plural form."""
    with path(language).open("rb") as file:
        found: Any = gettext.GNUTranslations(file)
    return {key: text for key, text in found._catalog.items() if key != ""}
