"""A game master's desk for tests: postal games in a temporary folder, and the case files that play on them.

A case file (``tests/cases/sleuth/rounds/*.txt``) is a sequence of parts, each begun by a line ``== what``:

``== game``
    ``variant``, ``players``, ``language``, ``option NAME``, one a line; the tableau is PLAIN or (large) dealt in order.
``== empty N``
    N rounds in which everybody sends empty orders.
``== mail SENDER``
    A mail; ``{solution}`` is a grid with every gem where it is, ``{almost}`` the same with the first gem wrong.
``== resolve`` / ``== resolve draw`` / ``== refused CODE`` / ``== undo``
    The round is resolved, can't be resolved, is taken back.
``== expect``
    ``answers``, ``tips``, ``bonus``, ``points``, ``total``, ``hints``, ``missed``, ``cracked``, ``winners`` of the
    last round, ``round`` (open, 0: over), ``missing``; an answer ``Anna A:D 3``, with ``*`` if it was drawn.
``== report`` / ``== note NAME`` / ``== not in report``
    Lines that stand (or don't stand) in the text, blanks at their ends left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from engine.core.errors import NotAllowed
from engine.games.sleuth.box import HOLDERS, box
from engine.games.sleuth.grid import write_grid
from engine.games.sleuth.model import NO_ORDERS, NO_TIPS, Orders, tips
from engine.games.sleuth.orders import OrderText, write
from engine.games.sleuth.post.folder import PostGame, create, open_game
from engine.games.sleuth.post.mails import Mail
from engine.games.sleuth.post.paper import to_text
from engine.games.sleuth.post.reading import Player
from engine.games.sleuth.post.reports import entries_that_counted, private_note, public_report
from engine.games.sleuth.post.settings import PostSettings
from engine.play import referee

CASES = Path(__file__).parents[3] / "cases" / "sleuth"
STANDARD = "".join(HOLDERS[gem // 5] for gem in range(36))
LARGE = "".join(HOLDERS[gem // 17] for gem in range(120))
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)


def tableau_of(variant: str) -> str:
    """The tableau of every game made here."""
    return LARGE if variant == "large" else STANDARD


def make(
    folder: Path, players: Sequence[str] = ("Anna", "Ben", "Carla"), language: str = "en", **options: Any
) -> PostGame:
    """A postal game called Peru."""
    known = PostSettings("Peru", language, tuple([Player(name) for name in players]), options)
    return create(folder, referee, known, tableau_of(options.get("variant", "standard")))


def mail(text: str, source: str = "mail.txt", sender: str = "") -> Mail:
    """A mail of a plain text."""
    return Mail(source, text.encode(), text, sender)


def block(player: str, number: int, orders: Orders = NO_ORDERS, variant: str = "standard") -> str:
    """Orders as text."""
    return write(OrderText("Peru", 1, number, player, orders), variant)


def reopened(game: PostGame) -> PostGame:
    """The game as somebody finds it who opens the folder now."""
    return open_game(game.path, referee)


class Play:
    """Plays a case file."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.game: PostGame | None = None
        self.mails = 0

    def run(self, text: str) -> None:
        for head, lines in parts(text):
            what, _blank, rest = head.partition(" ")
            name = f"_{what}" if what != "not" else "_absent"
            getattr(self, name)(rest, lines)

    @property
    def _there(self) -> PostGame:
        assert self.game is not None
        return self.game

    def _game(self, _rest: str, lines: list[str]) -> None:
        values = dict(_pairs(lines))
        options: dict[str, Any] = {"variant": values.get("variant", "standard")}
        for name, value in values.items():
            if name.startswith("option "):
                word = name.removeprefix("option ")
                options[word] = {"true": True, "false": False}.get(
                    value, int(value) if value.isdigit() else value
                )
        players = [one.strip() for one in values["players"].split(",")]
        self.game = make(self.folder / "peru", players, values.get("language", "en"), **options)

    def _empty(self, rest: str, _lines: list[str]) -> None:
        game = self._there
        for _round in range(int(rest)):
            game.keep([mail(block(name, game.round, NO_ORDERS, game.variant)) for name in game.names])
            game.resolve()

    def _mail(self, rest: str, lines: list[str]) -> None:
        game = self._there
        text = "\n".join(lines)
        for mark, letters in (("{solution}", tableau_of(game.variant)), ("{almost}", self._almost())):
            if mark in text:
                places = tips(dict(zip(box(game.variant).gems, letters, strict=True)))
                grid = write_grid(box(game.variant), places, NO_TIPS, "Tipp", "de")
                text = text.replace(mark, "\n".join(grid))
        self.mails += 1
        one = mail(text, sender=rest)
        game.keep([replace(one, moment=BEGIN + timedelta(minutes=self.mails))])

    def _almost(self) -> str:
        letters = tableau_of(self._there.variant)
        return ("B" if letters[0] == "A" else "A") + letters[1:]

    def _resolve(self, rest: str, _lines: list[str]) -> None:
        self._there.resolve((lambda _seats: True) if rest == "draw" else None)

    def _refused(self, rest: str, _lines: list[str]) -> None:
        before = self._there.rounds
        with pytest.raises(NotAllowed) as error:
            self._there.resolve()
        assert error.value.refusal.code == rest
        assert self._there.rounds == before

    def _undo(self, _rest: str, _lines: list[str]) -> None:
        self._there.undo()

    def _expect(self, _rest: str, lines: list[str]) -> None:
        # What a stranger finds who opens the folder is what counts.
        found = state(reopened(self._there))
        for name, value in _pairs(lines):
            assert found[name] == value, f"{name}: {found[name]!r} instead of {value!r}"

    def _report(self, _rest: str, lines: list[str]) -> None:
        text = to_text(public_report(self._there, self._there.rounds))
        _stands_in(lines, text)

    def _note(self, rest: str, lines: list[str]) -> None:
        _stands_in(lines, note_text(self._there, rest))

    def _absent(self, rest: str, lines: list[str]) -> None:
        where = rest.removeprefix("in ").partition(" ")
        game = self._there
        text = note_text(game, where[2]) if where[0] == "note" else to_text(public_report(game, game.rounds))
        for line in lines:
            assert line.strip() not in text


def note_text(game: PostGame, name: str) -> str:
    """The note of the last round for a player."""
    seat = game.seat(name)
    entry = entries_that_counted(game, game.rounds).get(seat)
    return to_text(private_note(game, seat, game.rounds, entry))


def _stands_in(lines: list[str], text: str) -> None:
    wanted = "\n".join(line.rstrip() for line in lines).strip("\n")
    assert wanted in text, text


def parts(text: str) -> Iterator[tuple[str, list[str]]]:
    """The parts of a case file: what stands after ``==``, and the lines below; blank lines at its end left out."""
    head, lines = "", []
    for line in text.splitlines():
        if line.startswith("== "):
            if head:
                yield head, _trimmed(lines)
            head, lines = line[3:].strip(), []
        elif head:
            lines.append(line)
    if head:
        yield head, _trimmed(lines)


def _trimmed(lines: list[str]) -> list[str]:
    while lines and not lines[-1].strip():
        lines.pop()
    return lines


def _pairs(lines: list[str]) -> Iterator[tuple[str, str]]:
    for line in lines:
        if line.strip():
            name, _colon, value = line.partition(":")
            yield name.strip(), value.strip()


def state(game: PostGame) -> dict[str, str]:
    """The state of a game as case files write it."""
    view = game.view(None)
    names = game.names
    found = {"round": str(game.round), "missing": ", ".join(names[seat] for seat in game.standing().missing)}
    if not view.results:
        return found
    result = view.results[-1]

    def numbers(values: Sequence[int]) -> str:
        return " ".join(map(str, values))

    def listed(seats: Sequence[int]) -> str:
        return ", ".join(names[seat] for seat in seats)

    hints = [seat for seat in range(len(names)) if game.view(seat).own[-1].hint]
    answers = [
        f"{names[one.seat]} {one.question} {one.count}{'*' if one.drawn else ''}"
        for one in view.answers
        if one.round == result.number
    ]
    return found | {
        "answers": "; ".join(answers),
        "tips": numbers(result.tips),
        "bonus": numbers(result.bonus),
        "points": numbers(result.points),
        "total": numbers(view.points),
        "hints": listed(hints),
        "missed": listed(result.missed),
        "cracked": listed(result.cracked),
        "winners": listed(view.winners),
    }
