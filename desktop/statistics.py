"""Statistics by game and player: finished matches, one JSON line each, and what follows from them. No Qt here.

Rulings:

- Only finished matches are counted (`count_match` asks for the outcome), each once. A match without people is not
  written down.
- A player is a name of a person. Names are compared regardless of case and shown as they were last typed; bots are
  opponents only.
- A shared win is a win, in the win rate and in streaks too; ``shared`` says how many of the wins were shared.
- Against bots, each match counts once: under the strongest bot at the table, or as one among people only.
- Where all play together there are no wins to tell apart: what was reached counts (``scores``).
- Streaks go by the order in which matches were finished, which is the order of the lines.

The file is only ever appended to, except by `reset`, which writes it anew beside and then replaces it. What cannot
be read is skipped and counted but never removed: neither by appending nor by a reset.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import msgspec

from desktop import storage
from engine.core import catalog
from engine.core.errors import OptionError, Refusal
from engine.core.game import Outcome
from engine.core.text import N_
from engine.play.session import SeatInfo

FORMAT = 1
"""The version of the lines that this program writes; lines of a later one are left alone."""
MAX_LINE = 1_000_000
"""The longest line, in bytes, that is looked at."""
MAX_POINTS = 10**9
"""Points beyond this are damage, not play."""


class CountedMatch(msgspec.Struct, frozen=True, omit_defaults=True):
    """One finished match, as it stands in the file.

    ``key`` tells matches apart that might be counted twice (a record's file name); ``goal`` is the number of points
    played for, if the game has one. A person whose statistics were reset has an empty name.
    """

    format: int
    game: str
    ended: Annotated[datetime, msgspec.Meta(tz=True)]
    seats: tuple[SeatInfo, ...]
    rounds: tuple[Outcome, ...]
    points: tuple[int, ...]
    winners: tuple[int, ...]
    goal: int | None = None
    key: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The names by seat."""
        return tuple(seat.name for seat in self.seats)

    @property
    def shared(self) -> bool:
        """Whether several seats won it together."""
        return len(self.winners) > 1

    @property
    def most(self) -> int | None:
        """The most that could be reached together; None if seats played against each other."""
        return self.rounds[-1].of if self.rounds else None

    def seats_of(self, key: str) -> tuple[int, ...]:
        """The seats of the person with the name key *key*; hardly ever more than one."""
        return tuple(
            seat for seat, info in enumerate(self.seats) if info.bot is None and name_key(info.name) == key
        )


@dataclass(frozen=True)
class BotResult:
    """Matches whose strongest bot was ``kind`` (None: people only), and how many of them were won."""

    kind: str | None
    matches: int
    wins: int


@dataclass(frozen=True)
class PlayerStatistics:
    """What is known of one name."""

    key: str
    name: str
    matches: int
    wins: int
    shared: int
    rounds: int
    rounds_won: int
    longest_streak: int
    current_streak: int
    against: tuple[BotResult, ...]
    """Strongest first, people only at the end."""
    last_played: datetime

    scores: tuple[tuple[int, int], ...] = ()
    """Where all play together: what was reached and what could be, oldest match first; such a match is never lost."""

    @property
    def best(self) -> tuple[int, int]:
        """The best of `scores`, by its share of what could be reached."""
        return max(self.scores, key=lambda score: (score[0] / score[1], score[1]))

    @property
    def average(self) -> float:
        """The mean share of what could be reached, from 0 to 1."""
        return sum(score / of for score, of in self.scores) / len(self.scores)

    @property
    def win_rate(self) -> float:
        """Wins by matches, from 0 to 1."""
        return self.wins / self.matches


@dataclass(frozen=True)
class Statistics:
    """The matches counted, oldest first. ``damaged`` lines were skipped; a ``torn`` last line is a crash's.

    ``problem`` says why the file could not be read at all.
    """

    matches: tuple[CountedMatch, ...] = ()
    damaged: int = 0
    torn: bool = False
    problem: Refusal | None = None

    def players(self) -> tuple[PlayerStatistics, ...]:
        """Everybody who has played."""
        return players(self.matches)

    def last_matches(self, name: str | None = None, count: int = 1) -> tuple[CountedMatch, ...]:
        """The last *count* matches (of the player *name*), oldest first."""
        key = None if name is None else name_key(name)
        found = [match for match in self.matches if key is None or match.seats_of(key)]
        return tuple(found[-count:]) if count > 0 else ()


def name_key(name: str) -> str:
    """What makes two spellings one player: ``anna`` is ``Anna``, and blanks around a name mean nothing."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", " ".join(name.split())).casefold())


# From matches to numbers ----------------------------------------


def strongest_bot(match: CountedMatch) -> str | None:
    """The strongest kind of bot at the table, or None if there were people only."""
    kinds = {seat.bot for seat in match.seats if seat.bot is not None}
    order = _strengths(match.game)
    return max(kinds, key=lambda kind: (order.get(kind, -1), kind), default=None)


def _strengths(game_id: str) -> dict[str, int]:
    try:
        bots = catalog.meta(game_id).bots
    except OptionError:
        return {}
    return {kind: strength for strength, kind in enumerate(bots)}


def points_over_rounds(match: CountedMatch) -> tuple[tuple[int, ...], ...]:
    """By seat, the points after 0, 1, 2 … rounds."""
    found = [[0] for _seat in match.seats]
    for result in match.rounds:
        for seat, points in enumerate(result.points):
            found[seat].append(found[seat][-1] + points)
    return tuple(map(tuple, found))


def players(matches: Iterable[CountedMatch]) -> tuple[PlayerStatistics, ...]:
    """The statistics of everybody in *matches* (oldest first): most wins first, then the better rate, then by name."""
    kept: dict[str, list[CountedMatch]] = {}
    for match in matches:
        people = {name_key(seat.name) for seat in match.seats if seat.bot is None}
        for key in sorted(people - {""}):
            kept.setdefault(key, []).append(match)
    found = [_player(key, played) for key, played in kept.items()]
    return tuple(sorted(found, key=lambda player: (-player.wins, -player.win_rate, player.key)))


def _player(key: str, played: Sequence[CountedMatch]) -> PlayerStatistics:
    wins = shared = rounds = rounds_won = streak = longest = 0
    against: dict[str | None, list[int]] = {}
    strengths: dict[str, int] = {}
    for match in played:
        own = match.seats_of(key)
        won = any(seat in match.winners for seat in own)
        wins += won
        shared += won and match.shared
        rounds += len(match.rounds)
        rounds_won += sum(any(seat in result.winners for seat in own) for result in match.rounds)
        streak = streak + 1 if won else 0
        longest = max(longest, streak)
        tally = against.setdefault(strongest_bot(match), [0, 0])
        tally[0] += 1
        tally[1] += won
        strengths |= _strengths(match.game)
    last = played[-1]
    kinds = sorted(against, key=lambda kind: (kind is None, -strengths.get(kind or "", -1), kind or ""))
    return PlayerStatistics(
        key,
        last.seats[last.seats_of(key)[0]].name,
        len(played),
        wins,
        shared,
        rounds,
        rounds_won,
        longest,
        streak,
        tuple(BotResult(kind, *against[kind]) for kind in kinds),
        max(match.ended for match in played),
        tuple((match.points[0], most) for match in played if (most := match.most)),
    )


# The file ----------------------------------------


def statistics_path() -> Path:
    """Where the matches are written down."""
    return storage._home("data") / "statistics.jsonl"


def count_match(
    game_id: str,
    seats: Sequence[SeatInfo],
    rounds: Sequence[Outcome],
    outcome: Outcome,
    when: datetime | None = None,
    *,
    goal: int | None = None,
    key: str = "",
) -> Refusal | None:
    """Write a finished match down; returns what to tell the user if the disk refuses.

    *when* it ended is now, if None. With a *key* (the record's file name, say) a match that is counted again, after
    a crash between its end and its record's last line, still counts once.
    """
    if all(seat.bot is not None for seat in seats):
        return None
    moment = (when or datetime.now(UTC)).astimezone(UTC).replace(microsecond=0)
    known = tuple(SeatInfo(seat.name.encode("utf-8", "replace").decode(), seat.kind) for seat in seats)
    match = CountedMatch(
        FORMAT, game_id, moment, known, tuple(rounds), outcome.points, outcome.winners, goal, key
    )
    if not _sound(match):
        raise ValueError(f"{len(known)} seats do not fit {outcome} and its rounds")
    path = statistics_path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _append(path, msgspec.json.encode(match) + b"\n")
    except OSError as error:
        return Refusal(
            "statistics_unsaved",
            N_("The match could not be added to the statistics: {reason}"),
            {"reason": f"{error.strerror or error} ({path})"},
        )
    return None


def _append(path: Path, line: bytes) -> None:
    """Add *line* in one write, on a line of its own even if a crash left the last one without its end."""
    with path.open("a+b", buffering=0) as file:
        length = file.seek(0, os.SEEK_END)
        if length:
            file.seek(length - 1)
            if file.read(1) != b"\n":
                line = b"\n" + line
        if file.write(line) != len(line):
            # A full disk took half of it: only this half goes again.
            file.truncate(length)
            raise OSError(28, "No space left on device", str(path))


def load(game_id: str | None = None) -> Statistics:
    """The matches of one game, or of all. Never raises: see ``damaged`` and ``problem``."""
    try:
        data = statistics_path().read_bytes()
    except FileNotFoundError:
        return Statistics()
    except OSError as error:
        return Statistics(problem=_unreadable(error))
    found = parse(data)
    if game_id is None:
        return found
    matches = tuple(match for match in found.matches if match.game == game_id)
    return Statistics(matches, found.damaged, found.torn)


def parse(data: bytes) -> Statistics:
    """The matches written as *data*."""
    lines = data.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    matches: list[CountedMatch] = []
    seen: set[str] = set()
    damaged = 0
    torn = False
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        match = _decode(line)
        if match is None:
            # Only the last line can lack its end: a crash while it was written.
            torn = number == len(lines)
            damaged += not torn
        elif not match.key or match.key not in seen:
            seen.add(match.key)
            matches.append(match)
    return Statistics(tuple(matches), damaged, torn)


def _decode(line: bytes) -> CountedMatch | None:
    if len(line) > MAX_LINE:
        return None
    try:
        match = msgspec.json.decode(line, type=CountedMatch, strict=True)
    except (msgspec.MsgspecError, RecursionError, ValueError):
        return None
    return match if _sound(match) else None


def _sound(match: CountedMatch) -> bool:
    """Whether all numbers in it belong to its seats."""
    count = len(match.seats)

    def fits(points: Sequence[int], winners: Sequence[int]) -> bool:
        return (
            len(points) == count
            and all(abs(value) <= MAX_POINTS for value in points)
            and all(0 <= seat < count for seat in winners)
            and len(set(winners)) == len(winners)
        )

    return (
        match.format == FORMAT
        and count > 0
        and all(seat.kind == "human" or seat.bot for seat in match.seats)
        and 1970 <= match.ended.year < 9000
        and (match.goal is None or abs(match.goal) <= MAX_POINTS)
        and fits(match.points, match.winners)
        and all(fits(result.points, result.winners) for result in match.rounds)
        and all(result.of is None or 0 < result.of <= MAX_POINTS for result in match.rounds)
    )


def reset(game_id: str, name: str | None = None) -> Refusal | None:
    """Forget the player *name* in one game, or (None) all of that game; returns what to tell if it cannot be done.

    A match that others have played too stays theirs: only the name goes. Other games, and lines that cannot be read,
    stay as they are, byte by byte.
    """
    path = statistics_path()
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        return _unreadable(error)
    left = b"".join(_without(line, game_id, name) for line in _lines(data))
    if left == data:
        return None
    try:
        storage.write_whole(path, left)
    except OSError as error:
        return Refusal(
            "statistics_unchanged",
            N_("The statistics could not be reset; nothing has changed: {reason}"),
            {"reason": f"{error.strerror or error} ({path})"},
        )
    return None


def _lines(data: bytes) -> list[bytes]:
    """The lines with their ends. Only a line feed ends one: `bytes.splitlines` would cut damaged lines to pieces."""
    *whole, last = data.split(b"\n")
    return [line + b"\n" for line in whole] + [last]


def _without(line: bytes, game_id: str, name: str | None) -> bytes:
    """*line* without the player *name*; nothing if nobody is left in it (or *name* is None)."""
    match = _decode(line.removeprefix(b"\xef\xbb\xbf"))
    if match is None or match.game != game_id:
        return line
    if name is None:
        return b""
    own = match.seats_of(name_key(name))
    if not own or not name_key(name):
        return line
    if all(seat in own or info.bot is not None or not info.name for seat, info in enumerate(match.seats)):
        return b""
    # The text is changed, not the match: what a later version may have added stays.
    content: dict[str, Any] = msgspec.json.decode(line.removeprefix(b"\xef\xbb\xbf"))
    for seat in own:
        content["seats"][seat]["name"] = ""
    return msgspec.json.encode(content) + (b"\n" if line.endswith(b"\n") else b"")


def _unreadable(error: OSError) -> Refusal:
    path = statistics_path()
    return Refusal(
        "statistics_unreadable",
        N_("The statistics can't be read: {reason}"),
        {"reason": f"{error.strerror or error} ({path})"},
    )
