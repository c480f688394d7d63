"""What the desktop keeps on disk: settings and saved games. No widget here, and Qt only tells where.

Everything lies in the user's own folders (``VIERBLATT_HOME`` puts it elsewhere, for tests and portable use).
A file that cannot be read never stops the program: it is set aside under another name and the user is told.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from engine.core.errors import Refusal, VierblattError
from engine.core.places import RECORD_SUFFIX
from engine.core.text import N_

# What only saved games need is imported when there is one: the start page must not wait for it.
if TYPE_CHECKING:
    from PySide6.QtCore import QLockFile

    from engine.core.game import Actor, Outcome
    from engine.play import record
    from engine.play.session import Action

AIDED = ".aided"
"""The ending of an empty file beside a saved game that does not count in the statistics."""

NOTES = ".notes"
"""The ending of the file beside a saved game with what people have noted in it."""

PHONES = ".phones"
"""The ending of the file beside a saved game that says who plays it on phones."""


def _home(kind: str) -> Path:
    home = os.environ.get("VIERBLATT_HOME")
    if home:
        return Path(home)
    from PySide6.QtCore import QStandardPaths

    places = QStandardPaths.StandardLocation
    # On Windows and macOS settings lie beside the data.
    config = kind == "config" and sys.platform not in ("win32", "darwin")
    place = places.GenericConfigLocation if config else places.GenericDataLocation
    return Path(QStandardPaths.writableLocation(place)) / "vierblatt"


# Settings ----------------------------------------


class Seating(msgspec.Struct):
    """How the last match of a game was set up: a name and kind a seat, the options, and how many played.

    Names and kinds of seats that stayed empty are kept from matches before.
    """

    names: list[str] = []
    kinds: list[str] = []
    options: dict[str, Any] = {}
    seats: int = 0


Theme = Literal["system", "light", "dark"]
Motion = Literal["system", "calm", "brisk", "off"]
CardSize = Literal["small", "medium", "large"]
Faces = Literal["motifs", "pack"]


class Settings(msgspec.Struct):
    """What is remembered from one start to the next.

    ``motion``: how fast cards move; ``system`` is calm unless the system asks for less motion. ``aids``: unseen
    counts, probabilities and tips in a match of one person against bots. ``confirm``: ask before a move that puts
    oneself out. ``delay``: the pause before a bot's move, in milliseconds. ``linger``: how long a finished trick
    lies before a bot leads the next one, in milliseconds; -1: until a click or a key. ``post``: the page for games by
    post that was shown last. ``desk``: the folder of the game that lay on the game master's desk.
    """

    language: str = ""
    theme: Theme = "system"
    window: list[int] = []
    seating: dict[str, Seating] = {}
    log_open: bool = True
    motion: Motion = "system"
    card_size: CardSize = "medium"
    faces: Faces = "motifs"
    aids: bool = True
    confirm: bool = True
    delay: int = 700
    linger: int = 1_500
    post: Literal["desk", "orders"] = "desk"
    desk: str = ""


def settings_path() -> Path:
    """Where the settings lie."""
    return _home("config") / "settings.json"


def load_settings() -> tuple[Settings, Refusal | None]:
    """The settings, and what to tell the user if the file, or a value in it, could not be used.

    A damaged file is renamed to ``settings.damaged.json`` so that nothing is lost. If only some values are not
    understood, those alone get their defaults, and the old file is kept as a copy.
    """
    path = settings_path()
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return Settings(), None
    except OSError as error:
        return Settings(), unreadable(path, error)
    refusal = None
    try:
        settings = msgspec.json.decode(data, type=Settings)
    except (msgspec.MsgspecError, RecursionError, ValueError):
        aside = free_name(path.with_name("settings.damaged.json"))
        readable = _readable(data)
        if readable is None:
            with contextlib.suppress(OSError):
                path.replace(aside)
            return Settings(), Refusal(
                "settings_damaged",
                N_("The settings could not be read and start afresh. The old file is kept as {path}."),
                {"path": str(aside)},
            )
        settings, unknown = readable
        try:
            write_whole(aside, data)
        except OSError:
            aside = path
        else:
            save_settings(settings)
        refusal = Refusal(
            "settings_partly_damaged",
            N_("Some settings could not be read and start afresh: {names}. The old file is kept as {path}."),
            {"names": ", ".join(unknown), "path": str(aside)},
        )
    settings.delay = max(0, min(5_000, settings.delay))
    settings.linger = max(-1, min(20_000, settings.linger))
    if len(settings.window) != 4 or not all(-20_000 < n < 20_000 for n in settings.window):
        settings.window = []
    return settings, refusal


def _readable(data: bytes) -> tuple[Settings, list[str]] | None:
    """What can be read of settings that are not all understood, and the names of the rest; None if there is no such."""
    try:
        said = msgspec.json.decode(data, type=dict[str, Any])
    except (msgspec.MsgspecError, RecursionError, ValueError):
        return None
    settings, unknown = Settings(), []
    for field in msgspec.structs.fields(Settings):
        if field.name not in said:
            continue
        value = said[field.name]
        if field.name == "seating" and isinstance(value, dict):
            for game, seating in value.items():
                settings.seating[game] = Seating()
                unknown += _take(settings.seating[game], seating, f"seating.{game}")
        else:
            unknown += _take(settings, {field.name: value}, "")
    return settings, unknown


def _take(target: msgspec.Struct, said: Any, place: str) -> list[str]:
    """Give *target* the values of *said* that it understands; returns the names of the others, below *place*."""
    if not isinstance(said, dict):
        return [place]
    unknown = []
    for field in msgspec.structs.fields(target):
        if field.name not in said:
            continue
        try:
            setattr(target, field.name, msgspec.convert(said[field.name], field.type))
        except (msgspec.MsgspecError, RecursionError, ValueError):
            unknown.append(f"{place}.{field.name}" if place else field.name)
    return unknown


def save_settings(settings: Settings) -> Refusal | None:
    """Write the settings at once or not at all; returns what to tell the user if the disk refuses."""
    path = settings_path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, msgspec.json.format(msgspec.json.encode(settings), indent=1))
    except OSError as error:
        return Refusal(
            "settings_unsaved",
            N_("The settings could not be saved: {reason}"),
            {"reason": f"{error.strerror or error} ({path})"},
        )
    return None


def _past_path(game_id: str) -> Path:
    return _home("data") / f"played-{game_id}.json"


def load_past(game_id: str) -> dict[str, list[str]]:
    """What was drawn in matches before, by `engine.core.game.Memory.key`; nothing if it can't be read."""
    try:
        return msgspec.json.decode(_past_path(game_id).read_bytes(), type=dict[str, list[str]])
    except (OSError, msgspec.MsgspecError, RecursionError, ValueError):
        return {}


def save_past(game_id: str, past: dict[str, list[str]]) -> None:
    """Keep what was drawn. A disk that refuses costs nothing but a repetition some day."""
    path = _past_path(game_id)
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, msgspec.json.encode(past))


def write_whole(path: Path, data: bytes) -> None:
    """Write *data* to *path* at once or not at all. Raises OSError; the old file is untouched then."""
    # Made the ordinary way, not as a private temporary file: others may be meant to read what comes of it.
    beside = path.with_name(f".vierblatt-{os.urandom(6).hex()}.part")
    try:
        with beside.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        raise


def free_name(path: Path) -> Path:
    """*path*, or with a number in its name if something lies there already: nothing is ever overwritten."""
    number = 0
    found = path
    while found.exists():
        number += 1
        found = path.with_stem(f"{path.stem}-{number}")
    return found


def unreadable(path: Path, error: OSError) -> Refusal:
    """What to tell the user of a file that the system would not give."""
    return Refusal(
        "file_unreadable",
        N_("{path} can't be read: {reason}"),
        {"path": str(path), "reason": error.strerror or ""},
    )


# Saved games ----------------------------------------


def post_folder() -> Path:
    """Where lies what a player keeps of games by post."""
    return _home("data") / "post"


def games_folder() -> Path:
    """Where games in progress lie; finished ones lie in ``finished`` below it."""
    return _home("data") / "games"


def mishaps_path() -> Path:
    """Where is written what went wrong in the program itself."""
    return _home("data") / "errors.log"


def room_path() -> Path:
    """Where the room for phones is kept, so that it has the same code and seats after a restart."""
    return _home("data") / "room.json"


def finished_folder() -> Path:
    """Where the records of finished games lie."""
    return games_folder() / "finished"


class SavedGame(msgspec.Struct, frozen=True):
    """A game in progress. ``record`` is checked by reading it, not yet by replaying it."""

    path: Path
    record: record.Record


class PhoneSeats(msgspec.Struct):
    """Who plays a saved game on phones: the room's code, its members by seat (0: nobody's phone), and the bots that
    stand in for somebody who left."""

    room: str = ""
    seats: list[int] = []
    stand_ins: dict[int, str] = {}


def phone_seats(path: Path) -> PhoneSeats | None:
    """Who plays the saved game at *path* on phones; None if nobody does. Without names if that can't be read."""
    try:
        return msgspec.json.decode(path.with_suffix(PHONES).read_bytes(), type=PhoneSeats)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.MsgspecError):
        return PhoneSeats()


def keep_phone_seats(path: Path, seats: PhoneSeats) -> None:
    """Remember that the saved game at *path* is played on phones."""
    with contextlib.suppress(OSError):
        write_whole(path.with_suffix(PHONES), msgspec.json.encode(seats))


class DamagedGame(msgspec.Struct, frozen=True):
    """A file among the saved games that cannot be read: because of what it says, or (``unread``) just now."""

    path: Path
    refusal: Refusal
    line: int
    unread: bool = False


def saved_games() -> tuple[list[SavedGame], list[DamagedGame]]:
    """The games that can be continued, newest first, and the files that cannot be read."""
    found: list[SavedGame] = []
    damaged: list[DamagedGame] = []
    try:
        paths = [path for path in games_folder().iterdir() if path.suffix == RECORD_SUFFIX]
    except OSError:
        return [], []
    if not paths:
        return [], []
    from engine.play import record

    for path in sorted(paths, key=_age):
        try:
            read = record.read(path)
        except VierblattError as error:
            damaged.append(DamagedGame(path, error.refusal, getattr(error, "line", 0)))
            continue
        except OSError as error:
            damaged.append(DamagedGame(path, unreadable(path, error), 0, unread=True))
            continue
        if read.end is None:
            found.append(SavedGame(path, read))
        else:
            archive(path)
    return found, damaged


def _age(path: Path) -> float:
    try:
        return -path.stat().st_mtime
    except OSError:
        return 0.0


def archive(path: Path) -> Path:
    """Move a finished record out of the way; returns where it lies now."""
    target = free_name(finished_folder() / path.name)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        path.replace(target)
    except OSError:
        return path
    return target


def set_aside(path: Path) -> Path:
    """Rename a damaged record so that it is not offered again; nothing is deleted."""
    target = free_name(path.with_suffix(".damaged"))
    try:
        path.replace(target)
    except OSError:
        return path
    return target


def new_path(game_id: str) -> Path:
    """A free file name for a new game."""
    from datetime import UTC, datetime

    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    folder = games_folder()
    number = 0
    while True:
        path = folder / f"{game_id}-{stamp}{f'-{number}' if number else ''}{RECORD_SUFFIX}"
        if not path.exists():
            return path
        number += 1


def adopt(path: Path, game_id: str) -> Path:
    """Take the record at *path* among the saved games, as a copy unless it lies there; returns where it is now.

    Raises OSError.
    """
    folder = games_folder()
    if path.resolve().parent == folder.resolve():
        return path
    data = path.read_bytes()
    folder.mkdir(parents=True, exist_ok=True)
    own = new_path(game_id)
    write_whole(own, data)
    return own


class GameInUse(Exception):
    """Another window or program has this saved game open."""


def _lock(path: Path) -> QLockFile:
    """The lock of one saved game, taken. Raises `GameInUse` and OSError. Of a program that has died it is void."""
    from PySide6.QtCore import QLockFile

    place = path.with_suffix(".lock")
    lock = QLockFile(str(place))
    lock.setStaleLockTime(0)  # a game may lie open for days
    if lock.tryLock(0):
        return lock
    if lock.error() == QLockFile.LockError.LockFailedError:
        raise GameInUse(str(path))
    # Qt says that it failed, the system says why.
    place.open("ab").close()
    raise OSError(errno.EIO, os.strerror(errno.EIO), str(place))


class Saver:
    """Saves a game action by action, and never stops it: what the disk refuses is kept and tried again.

    ``tell`` is called with a `Refusal` when saving fails, and with None when it works again.
    """

    def __init__(
        self,
        path: Path,
        head: record.Header | None,
        tell: Callable[[Refusal | None], None],
        lock: QLockFile | None = None,
    ) -> None:
        """Begin a new record with *head*, or go on with the file at *path* if *head* is None (see `reopen`).

        *lock* is the game's lock, if it is held already.
        """
        self.path = path
        self._lock = lock
        self._head = head
        self._tell = tell
        self._writer: record.Writer | None = None
        self._pending: list[tuple[Actor, Any]] = []
        self._rewound: tuple[Action, ...] | None = None
        self._outcome: Outcome | None = None
        self._failing = False
        self._flush()

    @property
    def failing(self) -> bool:
        """Whether something is not saved yet."""
        return self._failing

    def __call__(self, actor: Actor, move: Any) -> None:
        """Save one action (the form of a session's sink)."""
        self._pending.append((actor, move))
        self._flush()

    def finish(self, outcome: Outcome) -> None:
        """Write the summary, close the file and put it with the finished games."""
        self._outcome = outcome
        self._flush()
        if not self._failing:
            self.put_away()

    def put_away(self) -> None:
        """Close the file and put it with the finished games: this game is not gone on with, finished or not."""
        path = self.path
        self.close()
        for beside in (AIDED, NOTES, PHONES):
            path.with_suffix(beside).unlink(missing_ok=True)
        self.path = archive(path)

    def rewind(self, actions: Sequence[Action]) -> None:
        """Make the record hold just *actions*: moves were taken back. The old file stays until the new is whole."""
        self._pending = []
        self._rewound = tuple(actions)
        if self._writer is not None:
            self._writer.close()
            self._writer = None
        self._flush()

    @property
    def aided(self) -> bool:
        """Whether moves were taken back or tips asked for in this game, before a restart too."""
        return self.path.with_suffix(AIDED).exists()

    def mark_aided(self) -> None:
        """Remember that this game is no longer one for the statistics."""
        with contextlib.suppress(OSError):
            self.path.with_suffix(AIDED).touch()

    def notes(self) -> dict[str, dict[str, Any]]:
        """What people have noted in this game, by seat; empty if there is nothing that can be read."""
        try:
            return msgspec.json.decode(
                self.path.with_suffix(NOTES).read_bytes(), type=dict[str, dict[str, Any]]
            )
        except (OSError, msgspec.DecodeError):
            return {}

    def keep_notes(self, notes: dict[str, dict[str, Any]]) -> None:
        """Remember what people have noted. Notes that can't be saved are lost with the program, no more."""
        with contextlib.suppress(OSError):
            write_whole(self.path.with_suffix(NOTES), msgspec.json.encode(notes))

    def _rewrite(self, actions: Sequence[Action]) -> None:
        from engine.play import record

        head = record.read(self.path).head if self._head is None else self._head
        lines = [msgspec.json.encode(head)]
        lines += [record.action_line(action.actor, action.move) for action in actions]
        write_whole(self.path, b"\n".join(lines) + b"\n")
        self._head = None
        self._rewound = None

    def close(self) -> None:
        """Try once more to save what is missing, and close the file."""
        if self._failing:
            self._flush()
        if self._writer is not None:
            self._writer.close()
            self._writer = None
        if self._lock is not None:
            self._lock.unlock()
            self._lock = None

    def _flush(self) -> None:
        try:
            if self._writer is None:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                if self._lock is None:
                    self._lock = _lock(self.path)
                if self._rewound is not None:
                    self._rewrite(self._rewound)
                from engine.play import record

                self._writer = record.Writer(self.path, self._head)
            while self._pending:
                self._writer(*self._pending[0])
                del self._pending[0]
            if self._outcome is not None:
                self._writer.end(self._outcome)
        except OSError as error:
            self._complain(error)
            return
        if self._failing:
            self._failing = False
            self._tell(None)

    def _complain(self, error: OSError) -> None:
        if not self._failing:
            self._failing = True
            self._tell(
                Refusal(
                    "game_unsaved",
                    N_("The game goes on, but it can't be saved at the moment: {reason}"),
                    {"reason": f"{error.strerror or error} ({self.path})"},
                )
            )


def reopen(saved: SavedGame, tell: Callable[[Refusal | None], None]) -> Saver:
    """A saver that goes on with *saved*. A torn last line is cut off first.

    Raises `GameInUse` if another program has the game open, and OSError.
    """
    lock = _lock(saved.path)
    try:
        size = saved.path.stat().st_size
        if size < saved.record.length or (size > saved.record.length and not saved.record.torn):
            # Somebody has gone on with it since it was read.
            raise GameInUse(str(saved.path))
        if saved.record.torn:
            with saved.path.open("r+b") as file:
                file.truncate(saved.record.length)
    except BaseException:
        lock.unlock()
        raise
    return Saver(saved.path, None, tell, lock)
