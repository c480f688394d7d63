"""The order text of VP-Sleuth: one reader and one writer, for the post and for whoever likes to type.

A block begins with ``VP-Sleuth NAME`` and ends with a blank line, the mark of a signature or the text::

    VP-Sleuth Peru
    Runde=4
    Spieler=Max Mustermann
    Frage=Wie viele blaue 2er hat D?
    /Frage=Wie viele grüne 2er hat D?
    Tipp=Dia Per Opa
         123 123 123
     rot .A. BB. D..
    blau .X. ... ...
    grün ... .d. ...
    gelb .c. ... ...
    // Hoffentlich stimmen meine Tipps!

Keys and questions are German or English. `read` never raises on any text: it keeps what it understands, and tells of
everything else as a `Problem` with the line, what was read and what was expected. What it returned without problems,
`write` writes so that it reads the same again. Mail (quoting, encodings, HTML) is not its business.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from engine.core.errors import Refusal
from engine.core.text import N_, Texts
from engine.games.sleuth.box import Box, box
from engine.games.sleuth.grid import GridReader, write_grid
from engine.games.sleuth.model import NO_TIPS, Orders, Tips
from engine.games.sleuth.problems import Problem
from engine.games.sleuth.questions import read_question
from engine.games.sleuth.vocabulary import colour_of, sentence

_HEADER = re.compile(r"\s*VP\s*[-_ ]?\s*Sleuth\b[\s:]*(.*?)\s*", re.IGNORECASE)
_KEY = re.compile(r"\s*(/?)\s*([A-Za-z]+)\s*[=:]\s?(.*)", re.DOTALL)
_KEYS = {
    "runde": "round",
    "round": "round",
    "spieler": "player",
    "spielerin": "player",
    "player": "player",
    "frage": "question",
    "fragen": "question",
    "questions": "question",
    "question": "question",
    "ersatzfrage": "substitute",
    "ersatzfragen": "substitute",
    "substitutes": "substitute",
    "substitute": "substitute",
    "tipp": "tip",
    "tipps": "tip",
    "tip": "tip",
    "tips": "tip",
}
_CELLS = frozenset("ABCDEFGXabcdefgx.-_")
_WRAPPED = 56  # a comment at least so long may go on in the next line
_WRITTEN = {
    "de": ("Runde", "Spieler", "Frage", "Tipp"),
    "en": ("Round", "Player", "Question", "Tip"),
}

_SAME = {
    "\u00a0": " ",
    "\u202f": " ",
    "\u2007": " ",
    "\u3000": " ",
    "\ufeff": "",
    "\u200b": "",
    "\u200c": "",
    "\u200d": "",
    "\u00ad": "",
    "\u2010": "-",
    "\u2011": "-",
    "\u2012": "-",
    "\u2013": "-",
    "\u2014": "-",
    "\u2212": "-",
    "\u2026": "...",
    "\u00b7": ".",
    "\u2022": ".",
    "\uff1d": "=",
}
_SAME_TABLE = str.maketrans(_SAME)
_LINES = re.compile(r"\r\n|\r|\n|\u2028|\u2029|\x0b|\x0c|\x85")


def plain_line(line: str) -> str:
    """*line* with the characters that word processors put in place of plain ones put back."""
    return (line if line.isascii() else line.translate(_SAME_TABLE)).rstrip()


@dataclass(frozen=True)
class OrderText:
    """One block as it was understood.

    ``line`` is the number of its first line in the text, counted from 1. ``round`` and ``player`` are None if they
    were not given. ``problems`` in the order of their lines.
    """

    game: str
    line: int
    round: int | None
    player: str | None
    orders: Orders
    comments: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    bare: bool = False
    """Nothing under the header was an order: perhaps just a sentence that begins with the game's name."""
    grid: bool = True
    """There is a grid, perhaps an empty one."""


@dataclass(frozen=True)
class _Raw:
    """A block as it stands: the name in its header, and its lines with their numbers.

    ``stray`` is the first line after the blank line that ended the block, if it looks like a part of it.
    """

    game: str
    line: int
    lines: Sequence[tuple[int, str]]
    stray: tuple[int, str] | None = None


def _is_item(line: str) -> bool:
    """Whether *line* stands for itself: a line with a key, or a comment."""
    key = _KEY.fullmatch(line)
    return line.lstrip().startswith("//") or bool(key and re.match(r"\s*/?\s*[A-Za-z]+\s*=", line))


def _is_row(line: str) -> bool:
    """Whether *line* looks like a row of a grid."""
    label, _space, cells = line.strip().partition(" ")
    if colour_of(label) is not None:
        return all(len(group) <= 6 and set(group) <= _CELLS for group in cells.split())
    return re.fullmatch(r"[\s\d]+", line) is not None


def _joined(lines: Sequence[tuple[int, str]]) -> list[tuple[int, str]]:
    """*lines* with questions and long comments in one again that a mail program broke at its margin."""
    found: list[tuple[int, str]] = []
    for number, line in lines:
        if (
            found
            and _may_go_on(found[-1][1])
            and re.search(r"\w", line)
            and not _is_item(line)
            and not _is_row(line)
        ):
            found[-1] = (found[-1][0], f"{found[-1][1]} {line.strip()}")
            continue
        found.append((number, line))
    return found


def _may_go_on(line: str) -> bool:
    """Whether *line* may have been broken at its end: a question without its mark, or a long comment."""
    if line.lstrip().startswith("//"):
        return len(line) >= _WRAPPED
    key = _KEY.fullmatch(line)
    kind = _KEYS.get(key[2].lower()) if key else None
    value = key[3].strip() if key else ""
    return kind in {"question", "substitute"} and bool(value) and not value.endswith("?")


def _blocks(text: str) -> list[_Raw]:
    found: list[_Raw] = []
    lines: list[tuple[int, str]] | None = None
    ended = False  # the last block has just ended, with nothing but blank lines since
    for number, raw in enumerate(_LINES.split(text), 1):
        line = plain_line(raw)
        header = _HEADER.fullmatch(line)
        blank = not line.strip() or line == "--"
        if header:
            lines, ended = [], False
            found.append(_Raw(header[1].strip(" \t\"'“”„»«"), number, lines))
        elif lines is not None and blank:
            lines, ended = None, line != "--"
        elif lines is not None:
            lines.append((number, line))
        elif ended and not blank:
            key = _KEY.fullmatch(line)
            if (key is not None and key[2].lower() in _KEYS) or (
                _is_row(line) and not line.strip().isdigit()
            ):
                found[-1] = replace(found[-1], stray=(number, line))
            ended = False
    return found


def read(text: str, variant: str | Callable[[str], str | None]) -> list[OrderText]:
    """Every block in *text*, read by the rules of *variant*, or of what *variant* says of the game's name.

    A game it knows nothing of (None) is read as a standard game, with the problem ``unknown_game``.
    """
    found = []
    for raw in _blocks(text):
        known = variant if isinstance(variant, str) else variant(raw.game)
        problems = []
        if known is None:
            problems.append(
                Problem(
                    raw.line,
                    raw.game,
                    Refusal(
                        "unknown_game", N_("There is no running game “{read}”."), {"read": raw.game[:60]}
                    ),
                    N_("the name of a running game"),
                )
            )
        found.append(_Block(box(known or "standard"), raw, problems).read())
    return found


class _Block:
    """Reads one block line by line."""

    def __init__(self, inside: Box, raw: _Raw, problems: list[Problem]) -> None:
        self._box = inside
        self._raw = raw
        self._problems = problems
        self._round: int | None = None
        self._player: str | None = None
        self._questions: list[tuple[int, str]] = []
        self._substitutes: list[str] = []
        self._comments: list[str] = []
        self._grid: GridReader | None = None
        self._seen: set[str] = set()
        self._known = False

    def read(self) -> OrderText:
        for number, line in _joined(self._raw.lines):
            self._line(number, line)
        if self._raw.stray is not None:
            number, line = self._raw.stray
            self._tell(
                number,
                line.strip(),
                Refusal(
                    "after_blank_line",
                    N_("The orders end with the blank line before “{read}”; what follows does not count."),
                    {"read": line.strip()[:60]},
                ),
                N_("no blank lines within the orders"),
            )
        if self._grid is not None:
            self._grid.finish()
        for what, missing, message in (
            ("round", self._round is None, N_("There is no line “Round=” with the round’s number.")),
            ("player", self._player is None, N_("There is no line “Player=” with the player’s name.")),
        ):
            if missing and what not in self._seen:
                self._tell(
                    self._raw.line, "", Refusal(f"{what}_missing", message), N_("Round=4 / Player=Anna")
                )
        allowed = self._box.questions_in(self._round or 1)
        for number, _question in self._questions[allowed:]:
            self._tell(
                number,
                str(len(self._questions)),
                Refusal(
                    "too_many_questions",
                    N_("{asked} questions are too many. In this round each player may ask {allowed}."),
                    {"asked": len(self._questions), "allowed": allowed},
                ),
                str(allowed),
            )
        sure, risk = (NO_TIPS, NO_TIPS) if self._grid is None else self._grid.tips()
        orders = Orders(
            tuple([question for _number, question in self._questions[:allowed]]),
            tuple(self._substitutes),
            sure,
            risk,
        )
        return OrderText(
            self._raw.game,
            self._raw.line,
            self._round,
            self._player,
            orders,
            tuple(self._comments),
            tuple(sorted(self._problems, key=lambda problem: problem.line)),
            not self._known,
            self._grid is not None,
        )

    def _tell(self, line: int, read: str, refusal: Refusal, expected: str) -> None:
        self._problems.append(Problem(line, read[:80], refusal, expected))

    def _line(self, number: int, line: str) -> None:
        if line.lstrip().startswith("//"):
            self._comments.append(line.lstrip()[2:].strip())
            return
        code, comment, words = line.partition("//")
        if comment and words.strip():
            self._comments.append(words.strip())
        key = _KEY.fullmatch(code)
        kind = _KEYS.get(key[2].lower()) if key else None
        if key is None or kind is None:
            self._other(number, code)
            return
        self._known = True
        value = key[3].strip()
        if kind == "round":
            self._read_round(number, value)
        elif kind == "player":
            self._read_player(number, value)
        elif kind == "tip":
            if self._grid is None:
                self._grid = GridReader(self._box, self._problems)
                self._grid.header(number, code)
            else:
                self._twice(number, code)
        elif value:
            question = read_question(self._box, number, value, self._problems)
            if question is not None:
                if key[1] or kind == "substitute":
                    self._substitutes.append(question)
                else:
                    self._questions.append((number, question))

    def _other(self, number: int, line: str) -> None:
        if self._grid is not None and self._grid.row(number, line):
            return
        self._tell(
            number,
            line.strip(),
            Refusal(
                "line_unknown", N_("This line was not understood: “{read}”."), {"read": line.strip()[:60]}
            ),
            N_("Round=, Player=, Question=, /Question=, Tip=, a row of the grid, or // and a comment"),
        )

    def _twice(self, number: int, line: str) -> None:
        self._tell(
            number,
            line.strip(),
            Refusal(
                "given_twice",
                N_("This is given twice; the first one counts: “{read}”."),
                {"read": line.strip()[:60]},
            ),
            N_("each line once, except questions"),
        )

    def _read_round(self, number: int, value: str) -> None:
        if self._round is not None:
            self._twice(number, value)
            return
        self._seen.add("round")
        if re.fullmatch(r"[0-9]{1,3}\.?", value):
            self._round = int(value.rstrip("."))
            return
        self._tell(
            number,
            value,
            Refusal("round_form", N_("“{read}” is no round’s number."), {"read": value[:60]}),
            N_("a number, like 4"),
        )

    def _read_player(self, number: int, value: str) -> None:
        if self._player is not None:
            self._twice(number, value)
        elif value:
            self._player = " ".join(value.split())


# Writing ----------------------------------------


def write(text: OrderText, variant: str, language: str = "de") -> str:
    """The block of *text*, ending in a newline. Problems are not written."""
    number, player, question, tip = _WRITTEN[language]
    lines = [f"VP-Sleuth {text.game}".rstrip()]
    lines.append(f"{number}={'' if text.round is None else text.round}")
    lines.append(f"{player}={text.player or ''}")
    lines += [f"{question}={sentence(one, language)}" for one in text.orders.questions]
    lines += [f"/{question}={sentence(one, language)}" for one in text.orders.substitutes]
    lines += write_grid(box(variant), text.orders.sure, text.orders.risk, tip, language)
    lines += [f"// {comment}".rstrip() for comment in text.comments]
    return "\n".join(lines) + "\n"


def template(
    game: str, variant: str, number: int, player: str, sure: Tips = NO_TIPS, language: str = "de"
) -> str:
    """The block to copy for round *number*: questions to fill in, the sure tips carried over."""
    blank = OrderText(game, 1, number, player, Orders((), (), sure, NO_TIPS))
    lines = write(blank, variant, language).split("\n")
    question = _WRITTEN[language][2]
    count = box(variant).questions_in(number)
    lines[3:3] = [f"{question}="] * count + [f"/{question}="] * count
    return "\n".join(lines)


def describe_problem(problem: Problem, t: Texts) -> str:
    """*problem* in a sentence: the line, what is wrong, and what was expected."""
    return t._(
        "Line {line}: {what} Expected: {expected}.",
        line=problem.line,
        what=problem.refusal.text(t),
        expected=problem.expected_text(t),
    )
