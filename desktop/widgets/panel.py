"""What the table asks of a game's panel. ``desktop/games/<id>/panel.py`` has a subclass named ``PANEL``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, ClassVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop.widgets.card import Card
from engine.core.text import Texts
from engine.play.session import Port


@dataclass(frozen=True)
class Scene:
    """What a panel is to show: the port of the person at the screen, and what that person may do now.

    ``active``: it is that person's move. ``passing``: the name of the person the screen is to be passed on to, or
    empty. ``names`` are the players' names by seat, ``bots`` their bots' names in words or empty.
    """

    port: Port
    names: tuple[str, ...]
    bots: tuple[str, ...]
    active: bool
    passing: str = ""


class GamePanel(QWidget):
    """One game's table. Emits ``moved`` with the move chosen and ``passed_on`` when the screen is handed on."""

    moved = Signal(object)
    passed_on = Signal()

    back: ClassVar[str] = ""
    """The drawing of the game's card back, for the curtain."""
    card_widget: ClassVar[type[Card]] = Card
    """What the cards in hand are made of."""

    def __init__(self, t: Texts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.t = t

    def show_scene(self, scene: Scene) -> None:
        """Render *scene*: the view, and the moves to choose from."""
        raise NotImplementedError(type(self).__name__)

    @staticmethod
    def headline(view: Any, t: Texts) -> str:
        """The line beside the game's name: which round, which goal."""
        raise NotImplementedError

    @staticmethod
    def lines(port: Port, t: Texts, names: Sequence[str]) -> list[str]:
        """The log in words, as far as the port's seat may know it."""
        raise NotImplementedError

    @staticmethod
    def round_title(view: Any, t: Texts, names: Sequence[str]) -> tuple[str, str]:
        """Of the last finished round: who won, and why."""
        raise NotImplementedError

    @staticmethod
    def round_table(view: Any, t: Texts, names: Sequence[str]) -> QWidget:
        """The cards as they lay at the end of the last finished round, all hands open."""
        raise NotImplementedError


def panel_class(game_id: str) -> type[GamePanel]:
    """The panel of the game *game_id*."""
    found: type[GamePanel] = import_module(f"desktop.games.{game_id}.panel").PANEL
    return found
