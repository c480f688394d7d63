"""The referee port: the one port that may see everything and act for every seat, for games led by post.

It is a type of its own, so that no desktop, bot or phone, which all hold a `Port`, can come by it.
"""

from __future__ import annotations

import random
from bisect import bisect_left
from collections.abc import Sequence
from typing import Any

from engine.core import catalog, codec
from engine.core.chance import Draw
from engine.core.errors import NotAllowed, RecordError
from engine.play import record
from engine.play.dealer import Dealer
from engine.play.session import Action, SeatInfo, Session


class _Repeated(Dealer):
    """Draws that come out the same when a round is taken back and played again.

    Each comes from the game's first move, which chance made and nobody knows, from the round and from its place there:
    a referee cannot draw anew until something else comes out, and a round that was printed can be restored.
    """

    def __init__(self) -> None:
        super().__init__()
        self.session: Session | None = None
        self._drawn = (0, 0)  # the round, and how many draws were made in it

    def begin_round(self) -> None:
        """The next draw is the first one of its round."""
        self._drawn = (0, 0)

    def deal(self, draw: Draw) -> Any:
        """See `Dealer.deal`."""
        if self.session is not None and self.session.actions:
            first = self.session.actions[0]
            number = len(self.session.rounds_at(self.session.revision)) + 1
            count = self._drawn[1] + 1 if self._drawn[0] == number else 1
            self._drawn = (number, count)
            secret = record.action_line(first.actor, first.move).decode()
            self._rng = random.Random(f"{secret}/{number}/{count}")
        return super().deal(draw)


class RefereePort:
    """A `engine.core.referee.Referee` over a session."""

    def __init__(self, session: Session, head: record.Header, dealer: _Repeated) -> None:
        dealer.session = session
        self._dealer = dealer
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
        self._dealer.begin_round()
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
    dealer = _Repeated()
    session = Session(rules, rules.meta.complete(options, len(seats)), seats, dealer)
    try:
        session.restore([Action(None, move) for move in opening])
    except RecordError as error:
        raise NotAllowed(error.refusal) from None
    session.start()
    return RefereePort(session, record.header(game, session.options, seats), dealer)


def resume(data: bytes) -> RefereePort:
    """See `engine.core.referee.Referees.resume`."""
    read = record.parse(data)
    dealer = _Repeated()
    session = record.replay(read, dealer=dealer)
    dealer.session = session
    session.start()
    return RefereePort(session, read.head, dealer)
