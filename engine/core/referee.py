"""The referee: whoever leads a game by post, gives the seats' moves as they came in, and sees everything.

A game's own commands may not know sessions and records; they are handed `Referees` by the command line or the desktop
(`engine.play.referee` has them). What a player is told is made from that player's view all the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol


class Referee(Protocol):
    """One game in the referee's hands."""

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""

    @property
    def options(self) -> dict[str, Any]:
        """Every option of the game with its value."""

    @property
    def over(self) -> bool:
        """Whether the game is finished."""

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats whose moves are still missing."""

    @property
    def rounds(self) -> int:
        """How many rounds are finished."""

    def view(self, seat: int | None, rounds: int | None = None) -> Any:
        """What *seat* (None: everybody) may know now, or right after so many finished *rounds*."""

    def give(self, seat: int, move: object) -> None:
        """Make *move* for *seat*. Raises `VierblattError`, and nothing has changed then."""

    def take_back_round(self) -> bool:
        """Take back everything since the round before last was finished; False if no round is finished."""

    def text(self) -> bytes:
        """The whole game as a record. Holds all secrets."""


class Referees(Protocol):
    """Makes referees."""

    def begin(
        self, game: str, options: dict[str, Any], names: Sequence[str], opening: Sequence[Any] = ()
    ) -> Referee:
        """A new game. *opening*: moves of chance that are given; what chance must do after them is drawn.

        Raises `VierblattError` for options, a number of players or a move that the rules refuse.
        """

    def resume(self, data: bytes) -> Referee:
        """The game written down as *data*. Raises `RecordError`."""
