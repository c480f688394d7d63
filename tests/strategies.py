"""Games to test with, for every game in the catalog, and the Hypothesis strategies made from them.

Nothing here knows a particular game. What a game must say about itself for the contract stands in
``tests/games/<id>/contract.py``:

``OPTION_SETS``
    a sequence of dicts: options to play with, beside the defaults. An option that needs more seats than a setting
    has is left out there.
``cards(state) -> Counter``
    where all cards (words, tokens …) of a state lie, hidden ones included; empty before the first deal.
``expected(options, seats) -> Counter``
    what must lie somewhere at any time after it.
``PUBLIC_REVEALS``
    the public events (types) that may tell what was hidden until then, such as the answer to a guess.
``random_move(view, rng)`` (optional)
    a legal move, for a game in which `Game.choices` cannot list them all.
``ILLEGAL_MOVES`` (optional)
    well-formed moves that are never legal, for a game in which those of other moments often are.
``MAX_ACTIONS`` (optional)
    how many actions a match of random players may have; 20,000 unless told.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
from hypothesis import strategies as st

from engine.core import catalog, codec
from engine.core.game import Actor, Event, Game
from engine.core.meta import Meta
from engine.play import record
from engine.play.dealer import Dealer
from engine.play.session import SeatInfo, Session

NAMES = ("Anna", "Ben", "Carla", "Dora", "Emil", "Frieda", "Georg", "Hanna")
ANNA, BEN, CARLA, DORA = range(4)

STARTED = "2026-11-29T18:00:00Z"
TESTS = Path(__file__).resolve().parent


def people(seats: int) -> tuple[SeatInfo, ...]:
    """*seats* people: Anna, Ben, Carla, Dora …"""
    return tuple(SeatInfo(NAMES[seat % len(NAMES)]) for seat in range(seats))


# What a game's tests say about it ----------------------------------------


def provision(game_id: str) -> ModuleType | None:
    """The module ``tests/games/<id>/contract.py``, or None if there is none."""
    name = f"tests.games.{game_id}.contract"
    try:
        found = importlib.util.find_spec(name)
    except ModuleNotFoundError:
        return None
    return importlib.import_module(name) if found else None


@dataclass(frozen=True)
class Setting:
    """A game with a number of seats and its options, complete."""

    game_id: str
    seats: int
    chosen: tuple[tuple[str, Any], ...] = ()

    @property
    def game(self) -> Game[Any, Any, Any]:
        return catalog.game(self.game_id)

    @property
    def meta(self) -> Meta:
        return catalog.meta(self.game_id)

    @property
    def options(self) -> dict[str, Any]:
        return self.meta.complete(dict(self.chosen), self.seats)

    def __str__(self) -> str:
        return "-".join([self.game_id, str(self.seats), *(f"{name}={value}" for name, value in self.chosen)])


def settings_of(meta: Meta) -> list[Setting]:
    """Every number of seats (at most nine of them) with the defaults and with the game's own option sets."""
    module = provision(meta.id)
    sets: Sequence[dict[str, Any]] = getattr(module, "OPTION_SETS", ())
    needs = {option.name: option.min_seats for option in meta.options}
    found: dict[Setting, None] = {}
    for seats in range(meta.min_seats, min(meta.max_seats, meta.min_seats + 8) + 1):
        for chosen in ({}, *sets):
            fitting = {name: value for name, value in chosen.items() if needs.get(name, 0) <= seats}
            found[Setting(meta.id, seats, tuple(fitting.items()))] = None
    return list(found)


def all_settings() -> list[Setting]:
    """The settings of every game in the catalog."""
    return [setting for meta in catalog.metas() for setting in settings_of(meta)]


# Playing ----------------------------------------


def random_move(game: Game[Any, Any, Any], view: Any, rng: random.Random) -> Any:
    """A legal move for the view's seat."""
    own: Callable[[Any, random.Random], Any] | None = getattr(provision(game.meta.id), "random_move", None)
    if own is not None:
        return own(view, rng)
    choices = game.choices(view)
    return choices[rng.randrange(len(choices))]


def play_on(session: Session, rng: random.Random, actions: int = 10**9) -> None:
    """Let every awaited seat make random moves until the game is over or *actions* more moves were made."""
    limit = getattr(provision(session.game.meta.id), "MAX_ACTIONS", 20_000)
    while session.awaited and actions > 0:
        assert session.revision < limit, f"{session.game.meta.id} does not end within {limit} actions"
        seat = rng.choice(session.awaited)
        port = session.port(seat)
        port.submit(random_move(session.game, port.view(), rng), port.revision)
        actions -= 1


@dataclass
class Playthrough:
    """A game that was played: what came out of the session, and what it looked like while it was played."""

    game: Game[Any, Any, Any]
    options: dict[str, Any]
    session: Session
    lines: list[bytes] = field(default_factory=list)
    bytes_then: list[bytes] = field(default_factory=list)
    """The encoded state at every revision, taken when it was the present one."""

    @property
    def seats(self) -> int:
        return len(self.session.seats)

    @property
    def states(self) -> list[Any]:
        return self.session._states

    @property
    def everybody(self) -> tuple[int | None, ...]:
        """All seats and the onlooker."""
        return (*range(self.seats), None)

    def history(self, seat: int | None, revision: int) -> list[Event]:
        """The events that *seat* had seen at *revision*."""
        port = self.session.onlooker() if seat is None else self.session.port(seat)
        return [event for at, event in port.dated_events() if at <= revision]

    def record(self, finished: bool = True) -> bytes:
        """The game as a record, made line by line as a writer makes it."""
        head = record.Header(1, self.game.meta.id, self.options, self.session.seats, STARTED)
        lines = [codec.encode(head), *self.lines]
        outcome = self.session.outcome()
        if finished and outcome is not None:
            lines.append(record.end_line(outcome))
        return b"\n".join(lines) + b"\n"


def play_game(
    game: Game[Any, Any, Any],
    options: dict[str, Any],
    seats: int,
    seed: int,
    actions: int = 10**9,
    one_round: bool = False,
) -> Playthrough:
    """A game of random players, or its first *actions* moves of seats."""
    lines: list[bytes] = []

    def sink(actor: Actor, move: Any) -> None:
        lines.append(record.action_line(actor, move))
        played.bytes_then.append(codec.encode(session._states[-1]))

    session = Session(game, options, people(seats), Dealer(f"deal {seed}"), sink, one_round=one_round)
    played = Playthrough(game, session.options, session, lines)
    session.start()
    play_on(session, random.Random(f"play {seed}"), actions)
    played.bytes_then.append(codec.encode(session._states[-1]))
    return played


@lru_cache(maxsize=64)
def playthrough(setting: Setting, seed: int = 0) -> Playthrough:
    """A whole match in *setting*; made once and shared, so only to be looked at."""
    return play_game(setting.game, setting.options, setting.seats, seed)


def snapshot(session: Session) -> tuple[Any, ...]:
    """All that an unsuccessful move must leave as it was."""
    return (
        session.revision,
        codec.encode(session._states[-1]),
        len(session._states),
        tuple(session._actions),
        tuple(session._events),
        session.awaited,
        session.outcome(),
    )


# Strategies ----------------------------------------


def settings_strategy() -> st.SearchStrategy[Setting]:
    """Any setting of any game."""
    return st.sampled_from(all_settings())


@st.composite
def playthroughs(draw: st.DrawFn, longest: int = 60, whole: bool | None = None) -> Playthrough:
    """A random game of any kind, running or (with *whole*) finished; sometimes of a single round."""
    setting = draw(settings_strategy())
    seed = draw(st.integers(0, 2**32))
    finished = draw(st.booleans()) if whole is None else whole
    one_round = draw(st.booleans())
    actions = 10**9 if finished else draw(st.integers(0, longest))
    return play_game(setting.game, setting.options, setting.seats, seed, actions, one_round)


DEEP = "[" * 20_000 + "]" * 20_000

HOSTILE_JSON: tuple[str, ...] = (
    "NaN",
    "Infinity",
    "-Infinity",
    "1e400",
    "1.5",
    "1.0",
    "-0.0",
    "true",
    "false",
    "null",
    '""',
    '"1"',
    '"\\ud800"',
    '"\\udfff\\ud800"',
    '"\\u0000"',
    "[]",
    "{}",
    "[1]",
    '{"do":"play"}',
    "-1",
    "0",
    "99",
    "-99999999999999999999",
    "99999999999999999999",
    "9" * 5000,
    DEEP,
    '{"a":' * 5000 + "1" + "}" * 5000,
    '"' + "x" * 10_000_000 + '"',
    "",
    "undefined",
    "1,",
)
"""Values that do not belong where they are put."""


def _itself() -> list[Any]:
    loop: list[Any] = []
    loop.append(loop)
    return loop


def _deep() -> list[Any]:
    nested: list[Any] = []
    for _level in range(5000):
        nested = [nested]
    return nested


HOSTILE_OBJECTS: tuple[Any, ...] = (
    True,
    False,
    None,
    1.0,
    float("nan"),
    float("inf"),
    "1",
    "",
    "\ud800",
    "x" * 10_000_000,
    b"1",
    [],
    {},
    (),
    [1],
    {1: 2},
    {"do": "play"},
    -1,
    99,
    10**30,
    10**5000,
    object(),
    int,
    len,
    _itself(),
    _deep(),
)


def encoded_fields(move: Any) -> dict[str, str]:
    """The fields of *move*, each as JSON, those included that are left out because they have their default."""
    given = {name: json.dumps(value) for name, value in json.loads(codec.encode(move)).items()}
    for name in move.__struct_encode_fields__:
        given.setdefault(name, "null")
    return given


def as_json(fields: dict[str, str]) -> str:
    """An object from fields that are JSON already."""
    return "{" + ",".join(f"{json.dumps(name)}:{value}" for name, value in fields.items()) + "}"


def hostile_texts(move: Any) -> list[bytes | str]:
    """*move* spoiled in every way: wrong types, NaN, 10 MB, lone surrogates, deep nesting, unknown keys …"""
    fields = encoded_fields(move)
    good = codec.encode(move)
    texts: list[bytes | str] = [as_json(fields | {name: value}) for name in fields for value in HOSTILE_JSON]
    texts += [as_json({key: value for key, value in fields.items() if key != name}) for name in fields]
    texts += [as_json(fields | {"extra": value}) for value in ("1", "null", DEEP)]
    texts += [
        as_json(fields | {name: "1"}) for name in ("seat", "actor", "audience", "__class__", "Do", " do")
    ]
    texts += [f"[{good.decode()}]", good.decode() * 2, good + b"x", good + b"\n" + good, good[:-1], good[1:]]
    texts += [good.replace(b'"', b"'"), good.replace(b'"do"', b'"d\xff"'), good + b"\x00", b"\xff\xfe" + good]
    texts += [b"\xef\xbb\xbf" + good, good.decode().encode("utf-16"), as_json(fields) + "\ud800"]
    texts += list(HOSTILE_JSON)
    texts += [b" " * 10_000_000 + good, "\x00", "\u2028" + good.decode()]
    return texts


def hostile_objects(move: Any, *others: Any) -> list[Any]:
    """Objects instead of text: *move* with wrong values in its fields, and things that are no moves at all."""
    found = [
        msgspec.structs.replace(move, **{name: value})
        for name in move.__struct_fields__
        for value in (*HOSTILE_OBJECTS, move, *others)
    ]
    return [*found, *HOSTILE_OBJECTS, *others, bytearray(codec.encode(move)), memoryview(codec.encode(move))]


def same_json(one: Any, other: Any) -> bool:
    """Whether two decoded JSON values are the same, types included (1, 1.0 and true are three things).

    A key whose value is null is the same as no key.
    """
    if isinstance(one, dict) and isinstance(other, dict):
        keys = {key for key in one if one[key] is not None}
        return keys == {key for key in other if other[key] is not None} and all(
            same_json(one[key], other[key]) for key in keys
        )
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same_json, one, other))
    return type(one) is type(other) and one == other
