"""Bots playing series of games among themselves, without a window: the engine of `vierblatt simulate`.

A series is reproducible: everything random in game *g* follows from the series' seed and *g*, and a bot's draws
also from its seat and the revision, so neither the number of processes nor what another bot thinks changes a game.
(A bot that plays by the clock is as reproducible as the clock.)
"""

from __future__ import annotations

import contextlib
import multiprocessing
import random
import signal
import threading
import time
import traceback
from array import array
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from math import sqrt
from multiprocessing.connection import Connection, wait
from multiprocessing.synchronize import Lock
from pathlib import Path
from typing import Any

from engine.bots.base import Bot, Budget
from engine.core import catalog, codec
from engine.core.errors import NotAllowed, Refusal, VierblattError
from engine.core.game import Outcome
from engine.core.text import N_
from engine.play import record
from engine.play.dealer import Dealer
from engine.play.session import Action, SeatInfo, Session

STARTED = datetime(2000, 1, 1, tzinfo=UTC)
"""When every simulated game began, according to its record: the same seed must give the same bytes."""

CHUNK_SECONDS = 0.2
"""About how long a process plays before it reports."""


class BotFailed(VierblattError):
    """A bot raised an error or made an illegal move. A series is not measured past that."""


@dataclass(frozen=True)
class Series:
    """What is played: *bots* by name, one per seat; ``unit`` is ``round`` or ``match``.

    In game *g* the bots sit shifted by *g*: entry *i* has the seat *(i + g) mod n*. With ``out`` a record of each
    game is written there, named by the game's number with ``digits`` digits.
    """

    game: str
    bots: tuple[str, ...]
    options: dict[str, Any]
    seed: int
    unit: str = "match"
    budget: Budget = field(default_factory=Budget)
    out: Path | None = None
    digits: int = 4

    def seat(self, entry: int, index: int) -> int:
        """Where the bot entry *entry* sits in game *index*."""
        return (entry + index) % len(self.bots)

    def path(self, index: int) -> Path:
        """The file of game *index*'s record."""
        assert self.out is not None
        return self.out / f"{index:0{self.digits}}{record.SUFFIX}"


@dataclass(frozen=True)
class Played:
    """One finished game. ``times`` has the seconds of each decision, by bot entry; ``counts`` what the game itself
    counts (`Game.counted`).
    """

    outcome: Outcome
    actions: tuple[Action, ...]
    seats: tuple[SeatInfo, ...]
    moves: int
    times: tuple[list[float], ...]
    counts: Mapping[str, int] = field(default_factory=dict)


def play(series: Series, index: int) -> Played:
    """Play game *index* of the series. Raises `BotFailed`."""
    game = catalog.game(series.game)
    makers = catalog.bots(series.game)
    count = len(series.bots)
    entries = [(seat - index) % count for seat in range(count)]
    seats = tuple(SeatInfo(f"Bot {entry + 1}", f"bot:{series.bots[entry]}") for entry in entries)
    actions: list[Action] = []
    session = Session(
        game,
        series.options,
        seats,
        Dealer(f"{series.seed}/{index}/chance"),
        lambda actor, move: actions.append(Action(actor, move)),
        one_round=series.unit == "round",
    )
    ports = [session.port(seat) for seat in range(count)]
    players: list[Bot] = [makers[series.bots[entry]](game) for entry in entries]
    times: tuple[list[float], ...] = tuple([] for _entry in range(count))
    moves = 0
    session.start()
    while not session.over:
        seat = session.awaited[0]
        port = ports[seat]
        revision = session.revision
        view, history = port.view(), port.events()
        rng = random.Random(f"{series.seed}/{index}/{seat}/{revision}")
        begin = time.perf_counter()
        try:
            move = players[seat].choose(view, history, series.budget, rng)
            times[entries[seat]].append(time.perf_counter() - begin)
            port.submit(move, revision)
        except NotAllowed as error:
            raise _failed(series, index, seat, revision, f"{move!r}: {error}") from error
        except Exception as error:
            raise _failed(series, index, seat, revision, f"{type(error).__name__}: {error}") from error
        moves += 1
    outcome = session.outcome()
    assert outcome is not None
    counts = game.counted(session.onlooker().view())
    return Played(outcome, tuple(actions), seats, moves, times, counts)


def _failed(series: Series, index: int, seat: int, revision: int, detail: str) -> BotFailed:
    return BotFailed(
        Refusal(
            "bot_failed",
            N_("Bot “{bot}” failed in game {index} (seat {seat}, action {revision}): {detail}"),
            {
                "bot": series.bots[(seat - index) % len(series.bots)],
                "index": index,
                "seat": seat,
                "revision": revision,
                "detail": detail[:200],
            },
        )
    )


def write(series: Series, index: int, played: Played) -> None:
    """Write the record of a finished game. Raises OSError; no half a record stays then, and none is replaced."""
    head = record.header(series.game, series.options, played.seats, STARTED)
    lines = [codec.encode(head)]
    lines += [record.action_line(action.actor, action.move) for action in played.actions]
    lines.append(record.end_line(played.outcome))
    path = series.path(index)
    with _interrupts_later(), path.open("xb") as file:
        try:
            file.write(b"\n".join(lines) + b"\n")
            file.flush()
        except OSError:
            with contextlib.suppress(OSError):
                path.unlink()
            raise


# Counting ----------------------------------------


@dataclass
class Score:
    """What one bot entry has reached. ``shares[k]`` counts the wins shared by *k* + 1 seats.

    Whole numbers only, so that the order in which processes report cannot show in the last digit.
    """

    seats: int
    shares: list[int] = field(default_factory=list)
    points: int = 0
    squares: int = 0
    """The sum of the squared points, for their spread."""
    least: int | None = None
    most: int | None = None
    """The fewest and the most points in one game, once there was one."""
    times: array[float] = field(default_factory=lambda: array("d"))

    def __post_init__(self) -> None:
        self.shares = self.shares or [0] * self.seats

    @property
    def wins(self) -> float:
        """The wins; a win shared by *k* counts 1/*k*."""
        return sum(count / by for by, count in enumerate(self.shares, 1))

    def add_points(self, points: int) -> None:
        """Count the points of one game."""
        self.points += points
        self.squares += points * points
        self.least = points if self.least is None else min(self.least, points)
        self.most = points if self.most is None else max(self.most, points)


@dataclass
class Tally:
    """The sum of the games played so far. ``seconds`` is what a process spent on them, ``counts`` what the game itself
    counts, ``of`` the most that can be reached where all play together.
    """

    scores: list[Score]
    games: int = 0
    moves: int = 0
    seconds: float = 0.0
    counts: Counter[str] = field(default_factory=Counter)
    of: int | None = None

    @classmethod
    def empty(cls, entries: int) -> Tally:
        """Nothing played yet by *entries* bots."""
        return cls([Score(entries) for _entry in range(entries)])

    def add(self, series: Series, index: int, played: Played) -> None:
        """Count one game."""
        self.games += 1
        self.moves += played.moves
        self.counts.update(played.counts)
        self.of = played.outcome.of
        winners = played.outcome.winners
        for entry, score in enumerate(self.scores):
            seat = series.seat(entry, index)
            if seat in winners:
                score.shares[len(winners) - 1] += 1
            score.add_points(played.outcome.points[seat])
            score.times.extend(played.times[entry])

    def merge(self, other: Tally) -> None:
        """Count another tally's games too."""
        self.games += other.games
        self.moves += other.moves
        self.seconds += other.seconds
        self.counts.update(other.counts)
        self.of = self.of if other.of is None else other.of
        for score, more in zip(self.scores, other.scores, strict=True):
            score.shares = [have + got for have, got in zip(score.shares, more.shares, strict=True)]
            score.points += more.points
            score.squares += more.squares
            score.least = _either(min, score.least, more.least)
            score.most = _either(max, score.most, more.most)
            score.times.extend(more.times)


def _either(choose: Callable[[int, int], int], one: int | None, other: int | None) -> int | None:
    """*choose* of both, or the one that there is."""
    if one is None or other is None:
        return other if one is None else one
    return choose(one, other)


def mean_interval(total: int, squares: int, games: int) -> tuple[float, float]:
    """The 95 % interval of a mean, from the sum of values and of their squares; the mean itself for one game."""
    mean = total / games
    if games < 2:
        return mean, mean
    # Whole numbers until the last, so that nothing is lost.
    variance = (squares * games - total * total) / (games * (games - 1))
    spread = 1.959964 * sqrt(variance / games)
    return mean - spread, mean + spread


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a win rate (Wilson's score interval)."""
    if games == 0:
        return 0.0, 1.0
    z = 1.959964
    rate = wins / games
    middle = rate + z * z / (2 * games)
    spread = z * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, min(rate, (middle - spread) / scale)), min(1.0, max(rate, (middle + spread) / scale))


def percentiles(times: array[float], *ranks: int) -> list[float]:
    """The nearest-rank percentiles of *times*; zeros if nothing was decided."""
    if not times:
        return [0.0] * len(ranks)
    ordered = sorted(times)
    return [ordered[max(0, -(-rank * len(ordered) // 100) - 1)] for rank in ranks]


# Running ----------------------------------------


class _Chunks:
    """Hands out the games in portions that grow or shrink until one takes about `CHUNK_SECONDS`."""

    def __init__(self, games: int, jobs: int) -> None:
        self._games = games
        self._jobs = jobs
        self._next = 0
        self._size = 1

    def take(self) -> range | None:
        """The next portion, or None if all are handed out."""
        left = self._games - self._next
        if left == 0:
            return None
        # Small portions towards the end, so that all processes finish together.
        size = max(1, min(self._size, left // (2 * self._jobs)))
        chunk = range(self._next, self._next + size)
        self._next += size
        return chunk

    def took(self, size: int, seconds: float) -> None:
        """Learn that a portion of *size* games took *seconds*."""
        if seconds < CHUNK_SECONDS / 2 and size == self._size:
            self._size *= 2
        elif seconds > 2 * CHUNK_SECONDS:
            self._size = max(1, self._size // 2)


def _play_chunk(
    series: Series, chunk: range, writing: contextlib.AbstractContextManager[Any] | None = None
) -> Tally:
    tally = Tally.empty(len(series.bots))
    begin = time.perf_counter()
    for index in chunk:
        played = play(series, index)
        if series.out is not None:
            with writing or contextlib.nullcontext():
                write(series, index, played)
        tally.add(series, index, played)
    tally.seconds = time.perf_counter() - begin
    return tally


def run(series: Series, games: int, jobs: int = 1, progress: Callable[[int], None] | None = None) -> Tally:
    """Play *games* games in *jobs* processes; *progress* is told how many are done.

    Raises `BotFailed`, or OSError when a record cannot be written. Ends its processes whatever happens.
    """
    tally = Tally.empty(len(series.bots))
    jobs = max(1, min(jobs, games))
    parts = _many(series, games, jobs) if jobs > 1 else _one(series, games)
    with contextlib.closing(parts):
        for part in parts:
            tally.merge(part)
            if progress is not None:
                progress(tally.games)
    return tally


def _one(series: Series, games: int) -> Generator[Tally, None, None]:
    chunks = _Chunks(games, 1)
    while (chunk := chunks.take()) is not None:
        tally = _play_chunk(series, chunk)
        chunks.took(len(chunk), tally.seconds)
        yield tally


def _many(series: Series, games: int, jobs: int) -> Generator[Tally, None, None]:
    context = multiprocessing.get_context("spawn")
    chunks = _Chunks(games, jobs)
    pipes: dict[Connection, Any] = {}
    # Each process holds its own lock while it writes a record, and is never killed in the middle of one.
    locks: list[Lock] = []
    try:
        with _interrupts_ignored():
            for _job in range(jobs):
                ours, theirs = context.Pipe()
                lock = context.Lock()
                process = context.Process(target=_work, args=(series, theirs, lock), daemon=True)
                process.start()
                theirs.close()
                pipes[ours] = process
                locks.append(lock)
        busy: set[Connection] = set()
        for pipe in pipes:
            _hand_out(pipe, chunks, busy)
        while busy:
            for ready in wait(list(busy)):
                assert isinstance(ready, Connection)
                try:
                    answer = ready.recv()
                except (EOFError, OSError):
                    raise RuntimeError("a process of the simulation ended unexpectedly") from None
                busy.discard(ready)
                if isinstance(answer, BaseException):
                    raise answer
                chunks.took(answer.games, answer.seconds)
                _hand_out(ready, chunks, busy)
                yield answer
    finally:
        for (pipe, process), lock in zip(pipes.items(), locks, strict=False):
            pipe.close()
            if process.is_alive():
                # A disk that does not answer must not hold the end up for ever.
                lock.acquire(timeout=10)
            process.kill()
        for process in pipes.values():
            process.join(5)


def _hand_out(pipe: Connection, chunks: _Chunks, busy: set[Connection]) -> None:
    chunk = chunks.take()
    if chunk is not None:
        pipe.send(chunk)
        busy.add(pipe)


@contextlib.contextmanager
def _on_interrupt(handler: Any) -> Iterator[None]:
    """Ctrl-C calls *handler* in here. Only the main thread ever hears of it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _interrupts_ignored() -> contextlib.AbstractContextManager[None]:
    """Processes started in here never see Ctrl-C, not even before their first line: the parent ends them."""
    return _on_interrupt(signal.SIG_IGN)


@contextlib.contextmanager
def _interrupts_later() -> Iterator[None]:
    """Ctrl-C waits for the end of this: it raises KeyboardInterrupt then."""
    came: list[int] = []
    try:
        with _on_interrupt(lambda number, _frame: came.append(number)):
            yield
    finally:
        if came:
            signal.raise_signal(signal.SIGINT)


def _work(series: Series, pipe: Connection, writing: Lock) -> None:
    """The main loop of a process: play the chunks that come through *pipe* until it closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(EOFError, OSError):
        while True:
            chunk = pipe.recv()
            answer: Tally | Exception
            try:
                answer = _play_chunk(series, chunk, writing)
            except (VierblattError, OSError) as error:
                answer = error
            except Exception:
                answer = RuntimeError(traceback.format_exc())
            pipe.send(answer)
