"""A guided match: the lesson's script stands in for the dealer and the bot as long as the learner follows it."""

from __future__ import annotations

from typing import Any

from engine.core.chance import Draw
from engine.core.lesson import Guide
from engine.play.dealer import Dealer
from engine.play.session import Session


class GuidedDealer(Dealer):
    """Draws what the script says, and by chance after that. ``session`` is set once it exists."""

    def __init__(self, guide: Guide, seed: int | str | None = None) -> None:
        super().__init__(seed)
        self._guide = guide
        self.session: Session | None = None

    def deal(self, draw: Draw) -> Any:
        assert self.session is not None
        scripted = self._guide.chance(self.session.actions)
        return super().deal(draw) if scripted is None else scripted
