"""Where the files lie that come with the program: a checkout, an installed wheel, or a frozen bundle."""

from __future__ import annotations

from functools import cache
from pathlib import Path

RECORD_SUFFIX = ".vierblatt"
"""The ending of a file that holds a record."""


@cache
def _data_root() -> Path:
    package = Path(__file__).resolve().parents[1]
    # A wheel carries the data inside the package; a checkout and a bundle have it beside the package.
    inside = package / "_data"
    return inside if inside.is_dir() else package.parent


def resources_root() -> Path:
    """The folder ``resources``: card faces, icons, fonts, word lists."""
    return _data_root() / "resources"


def translations_root() -> Path:
    """The folder ``translations`` with ``<lang>/LC_MESSAGES/vierblatt.mo``."""
    return _data_root() / "translations"
