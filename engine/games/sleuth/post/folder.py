"""The folder of a postal game: who plays, what came in, and the rounds as they are resolved.

::

    game.toml            name, language, players with aliases and addresses; for people
    game.vierblatt       the record: the truth about everything that was resolved
    mail/04/…            the mails of round 4 as they came, in the order in which they arrived
    rounds/04/…          the reports of round 4; rounds/00 announces the game

A round is resolved at the moment when the new record takes the place of the old one. Reports are made before and can
be made again from the record at any time, so whatever a crash leaves behind is put right when the folder is next
opened. The lock belongs to whoever works in the folder; it goes with the process that holds it.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from filelock import FileLock, Timeout

from engine.core.errors import NotAllowed, Refusal
from engine.core.referee import Referee, Referees
from engine.core.text import N_
from engine.games.sleuth.box import box
from engine.games.sleuth.model import Deal, Nmr, Tips, View
from engine.games.sleuth.post import disk, settings
from engine.games.sleuth.post.mails import Mail, mails_in
from engine.games.sleuth.post.reading import Entry, Expected, Player, entries_in, folded, settle, unfilled
from engine.games.sleuth.post.settings import PostSettings

RECORD = "game.vierblatt"
SETTINGS = "game.toml"
MAIL = "mail"
ROUNDS = "rounds"
LOCK = ".lock"
_MENDED = "-mended"
_KEPT = re.compile(r"(\d{8}T\d{6}Z)-(\d{5,})-([0-9a-f]{12})(-mended)?\.(txt|eml)")
_STAMP = "%Y%m%dT%H%M%SZ"

POST_OPTIONS: dict[str, Any] = {"hints": True}
"""What is usual by post other than at the table."""


def _refuse(code: str, message: str, **values: str | int) -> NotAllowed:
    return NotAllowed(Refusal(code, message, {**values}))


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Nobody else works in the folder *path* meanwhile. Raises `NotAllowed` if somebody does."""
    try:
        lock = FileLock(path / LOCK, timeout=0)
        lock.acquire()
    except Timeout:
        raise _refuse(
            "post_locked", N_("Somebody else is working in {path} at this moment."), path=str(path)
        ) from None
    try:
        yield
    finally:
        lock.release()


@dataclass(frozen=True)
class Standing:
    """How far the round is. ``entries`` as `PostGame.entries` has them; ``missing`` are the seats without orders."""

    round: int
    entries: tuple[Entry, ...]
    missing: tuple[int, ...]

    @cached_property
    def _counting(self) -> dict[int | None, Entry]:
        return {entry.seat: entry for entry in self.entries if entry.counts}

    def of(self, seat: int) -> Entry | None:
        """The orders of *seat* that count."""
        return self._counting.get(seat)


class PostGame:
    """A postal game that lies in the folder ``path``.

    Make one with `open_game` or `create`. It holds no lock and no open file; `keep`, `resolve` and `undo` lock the
    folder while they work and read it anew, so two programs may have the same game open.
    """

    def __init__(
        self,
        path: Path,
        referees: Referees,
        referee: Referee,
        known: PostSettings,
        data: bytes,
        names: bytes = b"",
    ) -> None:
        self.path = path
        self._referees = referees
        self._referee = referee
        self._data = data  # the record from which `_referee` was made, as it lies in the folder
        self._names = names  # the settings, likewise
        # By the files of mails, whose names have a digest: what is in them, and for whom it was understood how.
        self._parsed: dict[str, tuple[Mail, ...]] = {}
        self._understood: dict[str, tuple[Expected, tuple[Entry, ...]]] = {}
        self._texts: dict[int, frozenset[str]] = {}  # see `_given_out`
        self._templates: dict[int, tuple[Tips, ...]] = {}  # see `_carried`
        self.settings = known

    # What is known ----------------------------------------

    @property
    def name(self) -> str:
        """The game's name."""
        return self.settings.name

    @property
    def players(self) -> tuple[Player, ...]:
        """The players by seat."""
        return self.settings.players

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return self.settings.names

    @property
    def variant(self) -> str:
        """``standard`` or ``large``."""
        return str(self._referee.options["variant"])

    @property
    def options(self) -> dict[str, Any]:
        """Every option of the game with its value."""
        return self._referee.options

    @property
    def rounds(self) -> int:
        """How many rounds are resolved."""
        return self._referee.rounds

    @property
    def over(self) -> bool:
        """Whether the game is finished."""
        return self._referee.over

    @property
    def round(self) -> int:
        """The number of the open round; 0 when the game is over."""
        return 0 if self.over else self.rounds + 1

    def view(self, seat: int | None, rounds: int | None = None) -> View:
        """What *seat* (None: everybody) knows now, or knew after so many *rounds*."""
        view: View = self._referee.view(seat, rounds)
        return view

    def seat(self, name: str) -> int:
        """The seat of the player *name* or with that alias. Raises `NotAllowed`."""
        found = self._expected().by_name.get(folded(name))
        if found is None:
            raise _refuse(
                "unknown_player",
                N_("“{read}” does not play in this game. There are: {names}."),
                read=name[:60],
                names=", ".join(self.names[:20]),
            )
        return found

    def _expected(self) -> Expected:
        return Expected(
            self.name,
            self.variant,
            self.players,
            self.round,
            bool(self.options["substitutes"]),
            self._carried(self.rounds),
        )

    def _carried(self, rounds: int) -> tuple[Tips, ...]:
        """The sure tips in the templates that were given out after so many *rounds*, by seat."""
        if rounds not in self._templates:
            seats = range(len(self.players)) if rounds else ()
            self._templates[rounds] = tuple(
                [self.view(seat, rounds).own[rounds - 1].orders.sure for seat in seats]
            )
        return self._templates[rounds]

    # Mails ----------------------------------------

    def keep(self, mails: Iterable[Mail], now: datetime | None = None) -> dict[str, str]:
        """Keep *mails* in the folder of the open round; one that is there already is not kept twice.

        *now* is when those arrived that don't say so themselves, and the latest moment that is believed. Returns the
        source of each mail by the file in which it is kept (as in `Entry.file`).
        """
        moment = now or datetime.now(UTC)
        sources: dict[str, str] = {}
        expected = self._expected()
        with locked(self.path):
            folder = self._mail_folder(self.rounds + 1)
            disk.make_folder(folder)
            kept = _kept(folder)
            known = {one.digest: one.name for one in kept}
            number = max((one.number for one in kept), default=0)
            for mail in mails:
                digest = hashlib.sha256(mail.data).hexdigest()[:12]
                if digest not in known:
                    number += 1
                    arrived = moment if mail.moment is None else min(mail.moment, moment)
                    ending = "txt" if mail.is_text else "eml"
                    known[digest] = f"{arrived.strftime(_STAMP)}-{number:05}-{digest}.{ending}"
                    disk.put(folder / known[digest], mail.data)
                file = f"{MAIL}/{folder.name}/{known[digest]}"
                sources.setdefault(file, mail.source)
                if file not in self._parsed:
                    self._parsed[file] = (replace(mail, source=file),)
                # Understood at once: whoever stops in the middle need not wait for it afterwards.
                self._entries_of(file, expected)
        return sources

    def mend(self, text: str, instead: Entry | None = None) -> None:
        """Let *text*, written by the game master, count as orders.

        It takes the place of *instead*, which it keeps in the order of arrival; else it arrives now.
        """
        with locked(self.path):
            folder = self._mail_folder(self.rounds + 1)
            disk.make_folder(folder)
            kept = _kept(folder)
            found = None if instead is None else _KEPT.fullmatch(Path(instead.file).name)
            stamp = found[1] if found else datetime.now(UTC).strftime(_STAMP)
            number = int(found[2]) if found else max((one.number for one in kept), default=0) + 1
            data = text.encode()
            digest = hashlib.sha256(data).hexdigest()[:12]
            name = f"{stamp}-{number:05}-{digest}{_MENDED}.txt"
            disk.put(folder / name, data)
            # What was mended before goes; another player's orders in the same mail stay.
            before = Path(instead.file).name if instead is not None and instead.mended else name
            if before != name:
                disk.remove(folder / before)

    def entries(
        self, number: int | None = None, along: Callable[[list[str]], Iterable[str]] = iter
    ) -> tuple[Entry, ...]:
        """What the mails of round *number* (the open one, if None) order, in the order of their arrival.

        *along* is given the list of the mails' files and lets them through one by one: for a progress bar.
        """
        expected = self._expected()
        if number is not None:
            expected = replace(expected, round=number, carried=self._carried(number - 1))
        folder = self._mail_folder(self.rounds + 1 if number is None else number)
        kept = sorted(_kept(folder))
        mended = {one.number for one in kept if one.mended}
        whole = {one.name for one in kept if one.number in mended and not one.mended}
        found: list[Entry] = []
        for name in along([one.name for one in kept]):
            entries = self._entries_of(f"{MAIL}/{folder.name}/{name}", expected)
            if name in whole:
                # The game master has mended it: there is no question about it any more.
                entries = tuple([_answered(entry, len(entries)) for entry in entries])
            found += entries
        return tuple(settle(found))

    @property
    def kept(self) -> int:
        """How many mails of the open round are kept."""
        return len(_kept(self._mail_folder(self.rounds + 1)))

    def _entries_of(self, file: str, expected: Expected) -> tuple[Entry, ...]:
        """What the mail kept as *file* orders, understood once for what is *expected*."""
        known = self._understood.get(file)
        if known is not None and known[0] == expected:
            return known[1]
        if file not in self._parsed:
            self._parsed[file] = tuple(mails_in(file, (self.path / file).read_bytes()))
        mended = Path(file).stem.endswith(_MENDED)
        found = tuple(
            [
                replace(one, mended=True) if mended else one
                for mail in self._parsed[file]
                for one in self._entries_in(mail, expected)
            ]
        )
        self._understood[file] = (expected, found)
        return found

    def _entries_in(self, mail: Mail, expected: Expected) -> list[Entry]:
        """What *mail* orders; nothing if it is a note just as the game gave it out."""
        found = entries_in(mail, expected)
        if any(entry.counts for entry in found) and _plain(mail.text) in self._given_out(expected.round - 1):
            return [unfilled(entry) for entry in found]
        return found

    def _given_out(self, number: int) -> frozenset[str]:
        """The texts of round *number*, whose templates are those for the next one."""
        if number not in self._texts:
            files = sorted(self._round_folder(number).glob("*.txt"))
            self._texts[number] = frozenset([_plain(file.read_text("utf-8", "replace")) for file in files])
        return self._texts[number]

    def owns(self, path: Path) -> bool:
        """Whether *path* is one of the game's own files: the record, the settings, a mail it keeps, a report."""
        try:
            first, *_others = path.resolve().relative_to(self.path.resolve()).parts
        except ValueError:
            return False
        return first in {RECORD, SETTINGS, MAIL, ROUNDS, LOCK}

    def standing(self, along: Callable[[list[str]], Iterable[str]] = iter) -> Standing:
        """How far the open round is. *along* as in `entries`."""
        entries = self.entries(along=along)
        present = {entry.seat for entry in entries if entry.counts}
        missing = () if self.over else tuple([s for s in range(len(self.players)) if s not in present])
        return Standing(self.round, entries, missing)

    def _mail_folder(self, number: int) -> Path:
        return self.path / MAIL / f"{number:02}"

    # Rounds ----------------------------------------

    def resolve(
        self,
        absent: Callable[[Sequence[int]], bool] | None = None,
        along: Callable[[list[str]], Iterable[str]] = iter,
    ) -> int:
        """Adjudicate the open round and write its reports; returns its number.

        *absent* says whether the seats without orders are declared missing; *along* as in `entries`. Raises
        `NotAllowed` if the game is over or orders are missing that nobody has declared so; `OSError` if the disk
        refuses, and the old round stands.
        """
        with locked(self.path):
            self._reload()
            number = self.round
            if not number:
                raise _refuse("game_over", N_("The game is over."))
            standing = self.standing(along)
            if standing.missing and (absent is None or not absent(standing.missing)):
                names = [self.names[seat] for seat in standing.missing]
                raise _refuse(
                    "orders_missing",
                    N_("Round {round} can't be resolved yet. Orders are missing from: {names}."),
                    round=number,
                    names=", ".join(names[:20]) + (" …" if len(names) > 20 else ""),
                )
            for entry in standing.entries:
                if entry.counts and entry.seat is not None:
                    self._referee.give(entry.seat, entry.orders)
            for seat in standing.missing:
                self._referee.give(seat, Nmr())
            try:
                self._write_round(number, standing.entries)
                self._commit()
            except BaseException:
                self._data = b""
                self._reload()
                raise
            disk.move(self._made(number), self._round_folder(number))
            return number

    def undo(self) -> int:
        """Take the last resolved round back; returns its number. Its mails count again. Raises `NotAllowed`."""
        with locked(self.path):
            self._reload()
            number = self.rounds
            if not self._referee.take_back_round():
                raise _refuse("nothing_to_undo", N_("No round has been resolved yet."))
            try:
                self._commit()
            except BaseException:
                self._data = b""
                self._reload()
                raise
            disk.remove(self._round_folder(number))
            return number

    def _round_folder(self, number: int) -> Path:
        return self.path / ROUNDS / f"{number:02}"

    def _made(self, number: int) -> Path:
        return self.path / ROUNDS / f"{number:02}{disk.PART}"

    def _write_round(self, number: int, entries: Sequence[Entry] | None = None) -> None:
        """Write the reports of round *number*, for which *entries* came in, beside their place."""
        from engine.games.sleuth.post.reports import round_files

        folder = self._made(number)
        disk.remove(folder)
        disk.make_folder(folder)
        for name, text in round_files(self, number, entries).items():
            disk.write(folder / name, text.encode())

    def _commit(self) -> None:
        """From here on the new record is the true one."""
        data = self._referee.text()
        disk.write_whole(self.path / RECORD, data)
        self._data = data
        self._forget()

    def _reload(self) -> None:
        """See what others have done to the game meanwhile."""
        data = (self.path / RECORD).read_bytes()
        if data != self._data:
            self._referee = self._referees.resume(data)
            self._data = data
            self._forget()

    def _forget(self) -> None:
        """What was given out depends on the record."""
        self._templates.clear()
        self._texts.clear()

    @property
    def stale(self) -> bool:
        """Whether the folder's record or settings are others now than when they were read."""
        return (self.path / RECORD).read_bytes() != self._data or self._names != (
            self.path / SETTINGS
        ).read_bytes()

    def repair(self) -> None:
        """Put right what a crash left behind: reports without a round, a round without reports. Needs the lock."""
        rounds = self.path / ROUNDS
        disk.make_folder(rounds)
        for found in sorted(rounds.iterdir()):
            number = int(found.name) if found.name.isdigit() else -1
            if found.name.endswith(disk.PART) or number > self.rounds:
                disk.remove(found)
        for number in range(self.rounds + 1):
            if not self._round_folder(number).is_dir():
                self._write_round(number)
                disk.move(self._made(number), self._round_folder(number))
        for part in [*self.path.glob(f"*{disk.PART}"), *self.path.glob(f"{MAIL}/*/*{disk.PART}")]:
            disk.remove(part)


def _plain(text: str) -> str:
    """*text* for comparing: whatever its line ends, without blanks at the ends of lines."""
    return "\n".join(line.rstrip() for line in text.removeprefix("\ufeff").splitlines()).strip()


class _Kept(NamedTuple):
    """A mail in the folder, by the parts of its file's name; in their order they arrived."""

    stamp: str
    number: int
    mended: bool
    digest: str
    name: str


def _answered(entry: Entry, beside: int) -> Entry:
    """*entry*, one of so many in a mail that was mended, without the question that the mending answered."""
    doubted = any(problem.code == "two_orders" for problem in entry.problems)
    return (
        replace(entry, state="replaced") if entry.state == "refused" and (beside == 1 or doubted) else entry
    )


def _kept(folder: Path) -> list[_Kept]:
    """The mails in *folder*."""
    found: list[_Kept] = []
    if folder.is_dir():
        for path in folder.iterdir():
            name = _KEPT.fullmatch(path.name)
            if name:
                found.append(_Kept(name[1], int(name[2]), bool(name[4]), name[3], path.name))
    return found


# Opening and creating ----------------------------------------


def open_game(path: Path, referees: Referees) -> PostGame:
    """The game in the folder *path*; what a crash left behind is put right, if nobody else is at work there.

    Raises `NotAllowed` if there is no game, `RecordError` or `Malformed` for a damaged one, `OSError`.
    """
    record, names = path / RECORD, path / SETTINGS
    if not record.is_file() or not names.is_file():
        raise _refuse("no_post_game", N_("There is no postal game in {path}."), path=str(path))
    written = names.read_bytes()
    known = settings.read(written.decode("utf-8-sig", "replace"))
    data = record.read_bytes()
    referee = referees.resume(data)
    _check_agreement(known, referee)
    game = PostGame(path, referees, referee, replace(known, options=referee.options), data, written)
    # Whoever only looks on must not be kept out, by another at work or by a folder that can't be written.
    with contextlib.suppress(NotAllowed, PermissionError), locked(path):
        game._reload()
        game.repair()
    return game


def _check_agreement(known: PostSettings, referee: Referee) -> None:
    if len(known.players) != len(referee.names):
        raise _refuse(
            "post_settings",
            N_("game.toml names {given} players, the record has {right}."),
            given=len(known.players),
            right=len(referee.names),
        )
    for name, value in known.options.items():
        if name in referee.options and value != referee.options[name]:
            raise _refuse(
                "post_settings",
                N_(
                    "game.toml says {name} = {given}, the record {right}. Options can't change during a game."
                ),
                name=name,
                given=str(value)[:40],
                right=str(referee.options[name]),
            )


def create(
    path: Path,
    referees: Referees,
    known: PostSettings,
    tableau: str | None = None,
) -> PostGame:
    """A new game in the new or empty folder *path*, dealt by chance or as *tableau* (a holder letter a gem) has it.

    Raises `NotAllowed` or `OptionError` for what the rules refuse, `OSError`. The folder is there at once or not at
    all.
    """
    refusal = settings.why_not_name(known.name) or settings.why_not_players(known.players)
    if refusal is not None:
        raise NotAllowed(refusal)
    if path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise _refuse("folder_not_empty", N_("{path} is there already and not empty."), path=str(path))
    options = {**POST_OPTIONS, **known.options}
    if tableau is None:
        tableau = _dealt(referees, options, known.names)
    referee = referees.begin("sleuth", options, known.names, [Deal(tableau, by_post=True)])
    known = replace(known, options=referee.options)
    beside = path.with_name(f".{path.name}-{os.urandom(4).hex()}{disk.PART}")
    disk.make_folder(beside)
    game = PostGame(beside, referees, referee, known, referee.text())
    try:
        disk.make_folder(beside / MAIL)
        disk.write(beside / SETTINGS, settings.write(known).encode())
        disk.write_whole(beside / RECORD, referee.text())
        game.repair()
        if path.exists():
            path.rmdir()
        disk.move(beside, path)
    except BaseException:
        with contextlib.suppress(OSError):
            disk.remove(beside)
        raise
    game.path = path
    return game


def _dealt(referees: Referees, options: dict[str, Any], names: Sequence[str]) -> str:
    """A tableau dealt by chance."""
    from msgspec import json

    first = referees.begin("sleuth", options, names).text().splitlines()[1]
    tableau: str = json.decode(first)["tableau"]
    return tableau


def read_tableau(text: str, variant: str) -> str:
    """The tableau written in *text*: its letters in the record's order, or a grid as in the order text.

    Raises `NotAllowed`; whether the letters are the right ones is for the rules to say.
    """
    from engine.games.sleuth.orders import read

    inside = box(variant)
    letters = "".join(text.split())
    if len(letters) == len(inside.gems) and set(letters) <= set("ABCDEFGX"):
        return letters
    begin = text.find("=")
    grid = text if begin >= 0 else "Tipp=\n" + text
    block = read("VP-Sleuth\n" + "\n".join(line for line in grid.splitlines() if line.strip()), variant)[0]
    places = dict(block.orders.places())
    if len(places) < len(inside.gems):
        raise _refuse(
            "tableau_unreadable",
            N_("The file has no tableau: {gems} letters, or a grid with all gems. {found} gems were found."),
            gems=len(inside.gems),
            found=len(places),
        )
    return "".join(places[gem] for gem in inside.gems)
