"""The table of VP-Sleuth for orders that go by post: board, deductions and order sheet, over what was published.

It is `desktop.games.sleuth.panel` itself; instead of a match there is the view that a player has from the reports.
"""

from __future__ import annotations

from typing import Any

from desktop.games.sleuth.panel import SleuthPanel
from desktop.widgets.panel import Scene
from engine.core import catalog
from engine.core.game import Event, Game
from engine.games.sleuth.model import Orders, View
from engine.play.session import Port


class PaperPort(Port):
    """A port without a match behind it: one view, and the game's rules."""

    def __init__(self, view: View) -> None:
        self._view = view
        self.seat = view.seat

    @property
    def game(self) -> Game[Any, Any, Any]:
        return catalog.game("sleuth")

    def view(self) -> View:
        return self._view

    def view_at(self, revision: int) -> View:
        return self._view

    def events(self, since: int = 0) -> list[Event]:
        return []


class PaperSheet(SleuthPanel):
    """``moved`` carries the orders that are finished."""

    def show_view(self, view: View, names: tuple[str, ...], notes: dict[str, Any]) -> None:
        """Show *view*; drafts and marks stand in *notes* and are written there."""
        self.show_scene(
            Scene(
                port=PaperPort(view),
                names=names,
                bots=("",) * len(names),
                active=not view.winners,
                aids=True,
                notes=notes,
            )
        )
        # A tip is a bot's move, and no bot sits here; the best questions are listed among the deductions.
        self.sheet_of_orders.tip.hide()

    def orders(self) -> Orders | None:
        """The orders as they stand; None if there is nothing to order."""
        return None if self._draft is None else self._draft.orders()

    def _title(self, scene: Scene, view: View) -> str:
        return self.t._("Your orders") if scene.active else ""

    def _check(self) -> None:
        super()._check()
        orders = self.orders()
        if orders is not None:
            count = orders.sure.count() + orders.risk.count()
            self.sheet_of_orders.send.setText(
                self.t.n_("Finish the orders ({n} tip)", "Finish the orders ({n} tips)", count)
            )
