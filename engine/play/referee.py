"""The referee port: the one port that may see everything and act for every seat, for games led by post.

It is a type of its own, so that no desktop, bot or phone, which all hold a `Port`, can come by it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Any

from engine.core import catalog, codec
from engine.core.errors import NotAllowed, RecordError
from engine.play import record
from engine.play.dealer import Dealer
from engine.play.session import Action, SeatInfo, Session


class RefereePort:
    """A `engine.core.referee.Referee` over a session."""

    def __init__(self, session: Session, head: record.Header) -> None:
        self._session = session
        self._head = head
        self._ends: dict[int, int] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(seat.name for seat in self._session.seats)

    @property
    def options(self) -> dict[str, Any]:
        """Every option of the game with its value."""
        return dict(self._session.options)

    @property
    def over(self) -> bool:
        """Whether the game is finished."""
        return self._session.over

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats whose moves are still missing."""
        return self._session.awaited

    @property
    def rounds(self) -> int:
        """How many rounds are finished."""
        return self._finished(self._session.revision)

    def view(self, seat: int | None, rounds: int | None = None) -> Any:
        """What *seat* (None: everybody) may know now, or right after so many finished *rounds*.

        Raises `IndexError` if so many rounds are not finished yet.
        """
        port = self._session.onlooker() if seat is None else self._session.port(seat)
        if rounds is None:
            return port.view()
        return port.view_at(self._session.moments[self._end_of(rounds)])

    def give(self, seat: int, move: object) -> None:
        """Make *move* for *seat*. Raises `VierblattError`, and nothing has changed then."""
        self._session.submit(seat, move, self._session.revision)
        self._ends.clear()

    def take_back_round(self) -> bool:
        """Take back everything since the round before last was finished; False if no round is finished."""
        if not self.rounds:
            return False
        self._session.rewind(self._end_of(self.rounds - 1))
        self._ends.clear()
        return True

    def text(self) -> bytes:
        """The whole game as a record. Holds all secrets."""
        lines = [codec.encode(self._head)]
        lines += [record.action_line(action.actor, action.move) for action in self._session.actions]
        outcome = self._session.outcome()
        if outcome is not None:
            lines.append(record.end_line(outcome))
        return b"\n".join(lines) + b"\n"

    def _finished(self, revision: int) -> int:
        return len(self._session.rounds_at(revision))

    def _end_of(self, rounds: int) -> int:
        """How many actions had been made when so many *rounds* were finished and a seat was awaited again."""
        if rounds in self._ends:
            return self._ends[rounds]
        if not 0 <= rounds <= self.rounds:
            raise IndexError(f"no round {rounds}")
        moments = self._session.moments
        at = bisect_left(moments, rounds, key=self._finished)
        while self._session.chance_at(moments[at]):
            at += 1
        self._ends[rounds] = at
        return at


def begin(
    game: str, options: dict[str, Any], names: Sequence[str], opening: Sequence[Any] = ()
) -> RefereePort:
    """See `engine.core.referee.Referees.begin`."""
    rules = catalog.game(game)
    seats = tuple(SeatInfo(name) for name in names)
    session = Session(rules, rules.meta.complete(options, len(seats)), seats, Dealer())
    try:
        session.restore([Action(None, move) for move in opening])
    except RecordError as error:
        raise NotAllowed(error.refusal) from None
    session.start()
    return RefereePort(session, record.header(game, session.options, seats))


def resume(data: bytes) -> RefereePort:
    """See `engine.core.referee.Referees.resume`."""
    read = record.parse(data)
    session = record.replay(read)
    session.start()
    return RefereePort(session, read.head)
