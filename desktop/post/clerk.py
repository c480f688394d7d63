"""What the game master's desk has done beside its window, as errands of a worker (`engine.play.errands`).

A mailbox may hold thousands of mails and a game hundreds of players; the window waits for neither. No Qt here. Every
errand takes one value and gives an `Account` (or a `Page`) in the end; what went wrong comes back as a `Trouble`. The
mails of an account are reported on the way in portions, so that no message between the processes is a big one.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import wraps
from pathlib import Path
from typing import TypeVar

from engine.core.errors import Refusal, VierblattError
from engine.core.text import N_
from engine.games.sleuth.post.folder import PostGame, Standing, open_game
from engine.games.sleuth.post.mails import Mail, count_in, files_in, mails_in
from engine.games.sleuth.post.paper import Part, to_html, to_text
from engine.games.sleuth.post.reading import Entry, Player
from engine.games.sleuth.post.reports import entries_that_counted, private_note, public_report
from engine.play import referee

PORTION = 40
"""So many mails are told of at once."""

ShouldStop = Callable[[], bool]
Progress = Callable[[float], None]
Report = Callable[[object], None]


@dataclass(frozen=True)
class Account:
    """A game as it lies in its folder, with how far the open round is.

    ``done`` is the number of mails read or of the round resolved or taken back by the errand; ``new`` are those mails
    that were not there before. While the account is on
    its way between the processes the standing has no entries (`Portion` brings them).
    """

    path: Path
    name: str
    language: str
    variant: str
    players: tuple[Player, ...]
    rounds: int
    round: int
    over: bool
    standing: Standing = field(repr=False)
    done: int = 0
    new: int = 0

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(player.name for player in self.players)


@dataclass(frozen=True)
class Portion:
    """Some of the mails of the account to come, in their order. They have their text, not their bytes."""

    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Page:
    """A report as text and as a page of HTML."""

    text: str
    html: str


@dataclass(frozen=True)
class Trouble:
    """What went wrong. Nothing has been changed but mails that were kept."""

    refusal: Refusal


@dataclass(frozen=True)
class Reading:
    """Mails to be read: files, and texts with the name that stands for their file."""

    folder: Path
    files: tuple[str, ...] = ()
    texts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Mending:
    """Orders that the game master wrote, instead of ``entry``."""

    folder: Path
    text: str
    entry: Entry | None


@dataclass(frozen=True)
class Resolving:
    """The round is to be resolved, with the seats ``absent`` declared missing."""

    folder: Path
    absent: frozenset[int]


@dataclass(frozen=True)
class Asking:
    """A report is wanted: the public one or (``seat``) a player's note."""

    folder: Path
    number: int
    seat: int | None


_games: dict[Path, PostGame] = {}
_one_at_a_time = threading.Lock()

_Job = TypeVar("_Job")
_Result = TypeVar("_Result")
_Work = Callable[[_Job, ShouldStop, Progress, Report], _Result]


def _errand(work: _Work[_Job, _Result]) -> _Work[_Job, _Result | Trouble]:
    """*work* as an errand: alone in the process, and with a `Trouble` for what may go wrong."""

    @wraps(work)
    def act(job: _Job, should_stop: ShouldStop, progress: Progress, report: Report) -> _Result | Trouble:
        try:
            with _one_at_a_time:
                return work(job, should_stop, progress, report)
        except VierblattError as error:
            return Trouble(error.refusal)
        except OSError as error:
            return Trouble(disk_trouble(error))

    return act


def disk_trouble(error: OSError) -> Refusal:
    """What the disk refused, in words."""
    reason = error.strerror or str(error)
    if not error.filename:
        return Refusal("post_disk", N_("The disk refuses: {reason}"), {"reason": reason})
    return Refusal("post_disk", N_("{path}: {reason}"), {"path": str(error.filename), "reason": reason})


def _game(folder: Path) -> PostGame:
    """The game in *folder*, opened anew only if somebody else has changed it."""
    known = _games.get(folder)
    try:
        fresh = known is not None and not known.stale
    except OSError:
        fresh = False  # what is wrong with the folder, opening it says
    if known is None or not fresh:
        _games.pop(folder, None)
        known = _games[folder] = open_game(folder, referee)
    return known


def _account(
    game: PostGame, should_stop: ShouldStop, progress: Progress, report: Report, done: int = 0
) -> Account:
    def along(names: list[str]) -> Iterator[str]:
        for at, name in enumerate(names):
            if should_stop():
                return
            progress(at / len(names))
            yield name

    standing = game.standing(along)
    entries = [
        replace(one, mail=None if one.mail is None else replace(one.mail, data=b""))
        for one in standing.entries
    ]
    for at in range(0, len(entries), PORTION):
        report(Portion(tuple(entries[at : at + PORTION])))
    return Account(
        game.path,
        game.name,
        game.settings.language,
        game.variant,
        game.players,
        game.rounds,
        game.round,
        game.over,
        replace(standing, entries=()),
        done,
    )


def whole(account: Account, portions: Sequence[Portion]) -> Account:
    """*account* with the mails that came before it."""
    entries = tuple([entry for portion in portions for entry in portion.entries])
    return replace(account, standing=replace(account.standing, entries=entries))


@_errand
def look(folder: Path, should_stop: ShouldStop, progress: Progress, report: Report) -> Account:
    """The game as it is now."""
    return _account(_game(folder), should_stop, progress, report)


@_errand
def read(job: Reading, should_stop: ShouldStop, progress: Progress, report: Report) -> Account:
    """Keep the mails meant. Told to stop, it leaves out those that were not reached; they can be read again."""
    game = _game(job.folder)
    sources = [(str(path), path.read_bytes()) for name in job.files for path in files_in(Path(name))]
    sources += [(name, text.encode("utf-8", "replace")) for name, text in job.texts]
    count = sum(count_in(data) for _name, data in sources)
    reached = [0]

    def mails() -> Iterator[Mail]:
        for name, data in sources:
            for mail in mails_in(name, data):
                if should_stop():
                    return
                progress(reached[0] / count)
                reached[0] += 1
                yield mail

    before = game.kept
    game.keep(mails())
    account = _account(game, should_stop, lambda _share: None, report, reached[0])
    return replace(account, new=game.kept - before)


@_errand
def mend(job: Mending, should_stop: ShouldStop, progress: Progress, report: Report) -> Account:
    """Let what the game master wrote count."""
    game = _game(job.folder)
    game.mend(job.text, job.entry)
    return _account(game, should_stop, progress, report)


@_errand
def resolve(job: Resolving, should_stop: ShouldStop, progress: Progress, report: Report) -> Account:
    """Resolve the open round."""
    game = _game(job.folder)
    number = game.resolve(job.absent.issuperset)
    return _account(game, should_stop, progress, report, number)


@_errand
def undo(folder: Path, should_stop: ShouldStop, progress: Progress, report: Report) -> Account:
    """Take the last round back."""
    game = _game(folder)
    number = game.undo()
    return _account(game, should_stop, progress, report, number)


@_errand
def page(job: Asking, should_stop: ShouldStop, progress: Progress, report: Report) -> Page:
    """A report of a resolved round."""
    game = _game(job.folder)
    if job.seat is None:
        parts: list[Part] = public_report(game, job.number)
    else:
        entry = entries_that_counted(game, job.number).get(job.seat)
        parts = private_note(game, job.seat, job.number, entry)
    return Page(to_text(parts), to_html(parts, game.settings.language))
