"""What the game master's desk says of mails: who wrote, when it came, why it does not count, what in it is ignored."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import QDateTime, QLocale

from engine.core.text import Texts
from engine.games.sleuth.post.folder import Standing
from engine.games.sleuth.post.reading import FATAL, Entry

STAMP = "%Y%m%dT%H%M%SZ"
"""How the file of a kept mail begins: the moment of its arrival."""

MOST_NAMES = 4
"""So many names are told one by one."""

MOST_FAULTS = 10
"""So many faults are listed in a question."""


def listed(names: Sequence[str], t: Texts) -> str:
    """*names* as people enumerate them; of many the first ones and how many more there are."""
    if len(names) <= MOST_NAMES:
        return t.listing(list(names))
    more = len(names) - MOST_NAMES + 1
    return t.listing([*names[: MOST_NAMES - 1], t.n_("{n} more", "{n} more", more)])


def who(entry: Entry, t: Texts) -> str:
    """Who wrote *entry*: the player it names, and the address it came from."""
    sender = entry.mail.sender if entry.mail is not None else ""
    if entry.player and sender:
        return f"{entry.player} ({sender})"
    return entry.player or sender or t._("unknown sender")


def why(entry: Entry, t: Texts) -> str:
    """Why *entry* does not count."""
    return next((one.refusal.text(t) for one in entry.problems if one.code in FATAL), "")


def arrival(entry: Entry, t: Texts) -> str:
    """Day and time at which *entry* came in, as clocks here show it; "" if its file does not say."""
    try:
        moment = datetime.strptime(Path(entry.file).name[:16], STAMP).replace(tzinfo=UTC)
    except ValueError:
        return ""
    local = QDateTime.fromSecsSinceEpoch(int(moment.timestamp()))
    return QLocale(t.language).toString(local, t.p_("date", "d MMM yyyy, hh:mm"))


def ignored(standing: Standing, names: Sequence[str], t: Texts) -> list[str]:
    """What would be ignored if the round were resolved now, a sentence each: by players, then other mails.

    A mail that does not count is left out if its player has sent orders since.
    """
    told = [
        t._("{player}, line {line}: {what}", player=name, line=problem.line, what=problem.refusal.text(t))
        for seat, name in enumerate(names)
        if (entry := standing.of(seat)) is not None
        for problem in entry.problems
    ]
    last = {entry.seat: at for at, entry in enumerate(standing.entries) if entry.counts}
    told += [
        t._("{player} does not count: {why}", player=who(entry, t), why=why(entry, t))
        for at, entry in enumerate(standing.entries)
        if entry.state == "refused" and (entry.seat is None or last.get(entry.seat, -1) < at)
    ]
    return told


def shortened(told: Sequence[str], t: Texts) -> str:
    """*told* as lines, no more of them than a question has room for."""
    lines = [*told[:MOST_FAULTS]]
    if len(told) > MOST_FAULTS:
        more = len(told) - MOST_FAULTS
        lines.append(t.n_("and {n} more", "and {n} more", more))
    return "\n".join(lines)


def of_new(before: frozenset[str], standing: Standing, t: Texts) -> str:
    """What does not count of the mails that were read, all those in files not named in *before*; "" if all count."""
    new = [entry for entry in standing.entries if entry.file not in before]
    refused = [entry for entry in new if entry.state == "refused"]
    replaced = [entry for entry in new if entry.state == "replaced"]
    told = []
    if len(refused) == 1:
        told.append(t._("{player} does not count: {why}", player=who(refused[0], t), why=why(refused[0], t)))
    elif refused:
        told.append(t.n_("{n} of them does not count.", "{n} of them do not count.", len(refused)))
    if len(replaced) == 1:
        told.append(
            t._("That of {player} does not count: newer orders are there.", player=who(replaced[0], t))
        )
    elif replaced:
        told.append(
            t.n_(
                "{n} of them does not count: newer orders are there.",
                "{n} of them do not count: newer orders are there.",
                len(replaced),
            )
        )
    return " ".join(told)
