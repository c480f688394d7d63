"""The record: how a game is written down, read, checked and replayed (JSON Lines).

Line 1 is the header, each further line one action in the order in which it took effect, the last line of a finished
game a summary that is checked and not trusted. One reader serves saved games, replays, tests and bug reports.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, Literal

import msgspec

from engine.core import catalog, codec
from engine.core.errors import OptionError, RecordError, Refusal, VierblattError
from engine.core.game import Actor, Game, Outcome
from engine.core.misread import misread, missing, too_long, wrong
from engine.core.places import RECORD_SUFFIX
from engine.core.text import N_
from engine.play.dealer import Dealer
from engine.play.session import Action, SeatInfo, Session

VERSION = 1
"""The version of the format that this program writes; older ones stay readable."""

SUFFIX = RECORD_SUFFIX
MAX_LINE = 1_000_000
"""The longest line, in bytes, that a reader looks at."""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: the game, all its options, who sat where, and when it began (ISO 8601, UTC)."""

    vierblatt: int
    game: str
    options: dict[str, Any]
    seats: tuple[SeatInfo, ...]
    started: str


def header(
    game_id: str, options: dict[str, Any], seats: tuple[SeatInfo, ...], started: datetime | None = None
) -> Header:
    """The header of a game that begins at *started* (now, if None)."""
    moment = (started or datetime.now(UTC)).astimezone(UTC)
    return Header(VERSION, game_id, options, seats, moment.strftime("%Y-%m-%dT%H:%M:%SZ"))


def action_line(actor: Actor, move: msgspec.Struct) -> bytes:
    """The line of one action, without the line end."""
    seat = b"null" if actor is None else b"%d" % actor
    return b'{"seat":' + seat + b"," + codec.encode(move)[1:]


def end_line(outcome: Outcome) -> bytes:
    """The last line of a finished game."""
    if outcome.of is not None:
        return f'{{"end":true,"score":{outcome.points[0]},"of":{outcome.of}}}'.encode()
    points = ",".join(map(str, outcome.points))
    winners = ",".join(map(str, outcome.winners))
    return f'{{"end":true,"points":[{points}],"winners":[{winners}]}}'.encode()


class Writer:
    """Appends a game to a file action by action; each line is on its way to the disk before anybody is told.

    Raises OSError when the disk refuses; the session then has not taken the action.
    """

    def __init__(self, path: Path, head: Header | None = None, *, private: bool = False) -> None:
        """Start a new record at *path* with *head*, or go on with the existing one if *head* is None.

        *private*: a new file is readable by its owner alone.
        """
        self.path = path
        mode = "a+b" if head is None else "xb"
        if private and head is not None:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            mode = "ab"
        self._file: IO[bytes] = path.open(mode, buffering=0)
        try:
            if head is not None:
                self._write(codec.encode(head))
            else:
                self._finish_line()
        except OSError:
            self._file.close()
            if head is not None:
                path.unlink(missing_ok=True)
            raise

    def __call__(self, actor: Actor, move: Any) -> None:
        """Write one action (the form of a session's sink)."""
        self._write(action_line(actor, move))

    def end(self, outcome: Outcome) -> None:
        """Write the summary of a finished game."""
        self._write(end_line(outcome))

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _write(self, line: bytes) -> None:
        data = line + b"\n"
        before = self._file.tell()
        try:
            written = self._file.write(data)
            if written != len(data):
                raise OSError(28, "No space left on device", str(self.path))
        except OSError:
            # A full disk may have taken half a line; a torn line must not stay in the middle of a record.
            self._file.truncate(before)
            self._file.seek(before)
            raise

    def _finish_line(self) -> None:
        """Write the line end that a crash may have cost the last line, which is whole without it."""
        if self._file.seek(0, 2):
            self._file.seek(-1, 2)
            if self._file.read(1) != b"\n":
                self._file.write(b"\n")


# Reading ----------------------------------------


class _End(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    end: Literal[True]
    points: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    score: int | None = None
    of: int | None = None

    def outcome(self, seats: int) -> Outcome:
        """The result that the line tells; a score is everybody's."""
        if self.score is None or self.of is None:
            return Outcome(self.points, self.winners)
        return Outcome((self.score,) * seats, tuple(range(seats)), self.of)


class _Line(msgspec.Struct, frozen=True):
    """The part of an action's line that is the same in every game."""

    seat: int | msgspec.UnsetType | None = msgspec.UNSET
    end: bool = False


@dataclass(frozen=True)
class Record:
    """A record read from text: decoded, not yet replayed.

    ``actions`` pairs each action with its line number. ``end`` is the summary line, if there is one. ``torn``: a
    torn last line was dropped; ``length`` is the length in bytes of what was kept.
    """

    head: Header
    actions: tuple[tuple[int, Action], ...]
    end: Outcome | None
    end_line: int
    torn: bool
    length: int

    def text(self) -> bytes:
        """The record written again: the same bytes as were read, if they were written by this program."""
        lines = [codec.encode(self.head)]
        lines += [action_line(action.actor, action.move) for _line, action in self.actions]
        if self.end is not None:
            lines.append(end_line(self.end))
        return b"\n".join(lines) + b"\n"


def read(path: Path) -> Record:
    """The record in the file *path*. Raises `RecordError`, or OSError if the file cannot be read."""
    return parse(path.read_bytes())


def parse(data: bytes) -> Record:
    """The record written as *data*.

    A last line without a line end that cannot be read is dropped (a crash while writing). Everything else that is
    wrong raises `RecordError` with its line number.
    """
    text = data.removeprefix(b"\xef\xbb\xbf")
    if not text.strip():
        raise RecordError(Refusal("record_empty", N_("The record is empty.")), 0)
    lines = text.split(b"\n")
    complete = lines[-1].strip() == b""
    if complete:
        lines.pop()
    head = _parse_header(lines[0])
    game = catalog.game(head.game)
    # Where people may come into the running match, there are more seats than the header names.
    grows = type(game).admission is not Game.admission
    most = game.meta.max_seats if grows else len(head.seats)
    actions: list[tuple[int, Action]] = []
    end: Outcome | None = None
    end_number = 0
    torn = False
    length = len(data)
    for number, line in enumerate(lines[1:], 2):
        last = number == len(lines)
        try:
            if end is not None:
                raise RecordError(
                    Refusal("record_after_end", N_("There is a line after the end of the game.")), number
                )
            item = _parse_line(game, most, line.rstrip(b"\r"), number)
        except RecordError:
            if last and not complete:
                torn = True
                length = len(data) - len(line)
                break
            raise
        if isinstance(item, _End):
            end, end_number = item.outcome(len(head.seats)), number
        else:
            actions.append((number, item))
    return Record(head, tuple(actions), end, end_number, torn, length)


def _damaged(detail: Refusal, line: int) -> RecordError:
    return RecordError(Refusal("record_damaged", N_("This line can't be read: {detail}"), cause=detail), line)


def _parse_header(line: bytes) -> Header:
    try:
        version = msgspec.json.decode(line[:MAX_LINE], type=dict[str, Any])
        number = version["vierblatt"]
        if type(number) is not int or number < 1:
            raise KeyError
    except (msgspec.MsgspecError, KeyError, RecursionError, ValueError):
        raise RecordError(
            Refusal("record_no_header", N_("This is no Vierblatt record: its first line is not the header.")),
            1,
        ) from None
    if number > VERSION:
        raise RecordError(
            Refusal(
                "record_newer",
                N_(
                    "This record was written by a newer Vierblatt (format {found}; this one reads up to {known})."
                ),
                {"found": number if number < 10_000 else "…", "known": VERSION},
            ),
            1,
        )
    try:
        head = msgspec.json.decode(line, type=Header, strict=True)
        meta = catalog.meta(head.game)
        given = meta.complete(head.options, len(head.seats))
        missing = [option.name for option in meta.options if option.name not in head.options]
        if missing:
            raise OptionError(
                Refusal("option_missing", N_("The option “{option}” is missing."), {"option": missing[0]})
            )
    except OptionError as error:
        raise RecordError(error.refusal, 1) from None
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise _damaged(misread(error), 1) from None
    try:
        datetime.fromisoformat(head.started)
    except ValueError:
        raise _damaged(wrong("started", head.started[:40]), 1) from None
    for seat in head.seats:
        bot = seat.bot
        if (seat.kind != "human" and bot is None) or (bot is not None and not bot):
            raise _damaged(wrong("kind", seat.kind[:40]), 1)
    return msgspec.structs.replace(
        head, options={name: head.options[name] for name in head.options if name in given}
    )


def _parse_line(game: Game[Any, Any, Any], seats: int, line: bytes, number: int) -> Action | _End:
    if len(line) > MAX_LINE:
        raise _damaged(too_long(len(line)), number)
    try:
        common = msgspec.json.decode(line, type=_Line, strict=True)
        if common.end:
            return msgspec.json.decode(line, type=_End, strict=True)
        if common.seat is msgspec.UNSET:
            raise _damaged(missing("seat"), number)
        if common.seat is not None and not 0 <= common.seat < seats:
            raise RecordError(
                Refusal("no_such_seat", N_("There is no seat {seat}."), {"seat": str(common.seat)[:9]}),
                number,
            )
        body = msgspec.json.decode(line, type=dict[str, msgspec.Raw])
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise _damaged(misread(error), number) from None
    del body["seat"]
    text = msgspec.json.encode(body)
    try:
        move = codec.decode_chance(game, text) if common.seat is None else codec.decode_move(game, text)
    except VierblattError as error:
        raise RecordError(error.refusal, number) from None
    return Action(common.seat, move)


# Replaying ----------------------------------------


def replay(
    record: Record,
    until: int | None = None,
    sink: Callable[[Actor, Any], None] | None = None,
    dealer: Dealer | None = None,
) -> Session:
    """A session in which the record's actions (the first *until*) have taken effect, each checked by the rules.

    Raises `RecordError` with the line number and the rule broken. A record whose end line comes after a single
    round is a session of one round. *dealer* draws for chance if it goes on.
    """
    game = catalog.game(record.head.game)
    session = Session(game, record.head.options, record.head.seats, dealer or Dealer(), sink)
    actions = record.actions if until is None else record.actions[:until]
    try:
        session.restore([action for _line, action in actions])
    except RecordError as error:
        raise RecordError(error.refusal, actions[error.line - 1][0]) from None
    if record.end is not None and (until is None or until >= len(record.actions)):
        session.end_with_round()
        _check_end(session, record.end, record.end_line)
    return session


def _check_end(session: Session, end: Outcome, line: int) -> None:
    outcome = session.outcome()
    if outcome is None:
        raise RecordError(
            Refusal("record_not_over", N_("The record says the game is over, but it is not.")), line
        )
    if end.of is not None and outcome.of is not None:
        # A score is everybody's, also of those who came after the header was written.
        end = Outcome(end.points[:1] * len(outcome.points), outcome.winners, end.of)
    if outcome != end:
        raise RecordError(
            Refusal(
                "record_wrong_end",
                N_("The result written here ({written}) is not the game's result ({right})."),
                {"written": _brief(end), "right": _brief(outcome)},
            ),
            line,
        )


def _brief(outcome: Outcome) -> str:
    if outcome.of is not None:
        return f"{outcome.points[0]} / {outcome.of}"[:120]
    return f"{list(outcome.points)} → {list(outcome.winners)}"[:120]


def states(record: Record) -> Iterator[Any]:
    """Every state of the record, the one before the first action included; the actions are not checked."""
    game = catalog.game(record.head.game)
    state = game.setup(record.head.options, len(record.head.seats))
    yield state
    for _line, action in record.actions:
        state = game.step(state, action.actor, action.move)
        yield state
