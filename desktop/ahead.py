"""Loads in idle moments what the next page will need, one module at a time, so that no click waits for imports."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from PySide6.QtCore import QObject, QTimer

PAUSE = 30
"""Milliseconds between two modules: clicks and keys come first."""

SHARED = (
    "desktop.screens.new_game",
    "engine.play.session",
    "engine.play.dealer",
    "engine.play.thinking",
    "engine.play.record",
    "desktop.binding.match",
    "desktop.widgets.card",
    "desktop.widgets.motion",
    "desktop.widgets.log",
    "desktop.screens.table",
)
"""What every match needs, what others build on first."""


def of_game(game_id: str) -> tuple[str, ...]:
    """What a match of the game *game_id* needs besides."""
    return tuple(
        f"{package}.games.{game_id}.{room}"
        for package, room in (("engine", "rules"), ("engine", "words"), ("desktop", "panel"))
    )


def load(owner: QObject, modules: Sequence[str]) -> None:
    """Import *modules* one after the other in idle moments, as long as *owner* lives."""
    if not modules:
        return
    import_module(modules[0])
    QTimer.singleShot(PAUSE, owner, lambda: load(owner, modules[1:]))
