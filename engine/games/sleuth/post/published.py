"""Reads what the game master has published: the public reports of rounds, and the own private notes.

`read` takes any text: a zine with several games in it, a quoted mail, several reports one after another, in German or
English. It knows the sentences of `engine.games.sleuth.post.reports` by their message ids, so it reads just what is
written there, however the lines were broken. It never raises; what looks like a part of a report and was not
understood is a `Problem` with its line. What stands between reports is none of its business.

Rulings:

1. A report begins with its title and ends with the template for the next round, or with the next title.
2. In the list of answers and in the table of points every line counts: what is neither is told.
3. Only what is certain is taken: an answer that no holder can give, or points that don't add up, are told and left
   out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from engine.core.errors import Refusal
from engine.core.text import LANGUAGES, N_, texts
from engine.games.sleuth.box import Box, box
from engine.games.sleuth.model import NO_TIPS, Tips
from engine.games.sleuth.orders import plain_line
from engine.games.sleuth.orders import read as read_orders
from engine.games.sleuth.post.reading import folded, guess_variant
from engine.games.sleuth.problems import Problem
from engine.games.sleuth.questions import read_question
from engine.games.sleuth.vocabulary import sentence

MOST_LINES = 40
"""Into so many lines a sentence may be broken (a list of names is the longest one)."""

_QUOTED = re.compile(r"(?:\s*>)+ ?")
_RULE = re.compile(r"\s*(=+|-+)\s*")
_NUMBER = r"[+-]?\d{1,5}"
_ROW = re.compile(rf"(.*?\S)\s+({_NUMBER})\s+({_NUMBER})\s+({_NUMBER})\s+({_NUMBER})")
_BLOCK = re.compile(r"\s*VP\s*[-_ ]?\s*Sleuth\b", re.IGNORECASE)


@dataclass(frozen=True)
class Told:
    """A question that ``asker`` asked, or (``drawn``) that was asked by lot, and its answer."""

    asker: str
    question: str
    count: int
    drawn: bool = False
    line: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Scored:
    """A line of the table of points: those of the tips, the bonus, both together, and all rounds so far."""

    player: str
    tips: int
    bonus: int
    points: int
    total: int


@dataclass(frozen=True)
class Report:
    """The public report of a round; of round 0 the announcement, which names the ``players``.

    ``variant`` is None if nothing in it told. ``line`` is that of its title, counted from 1.
    """

    game: str
    round: int
    variant: str | None = None
    players: tuple[str, ...] = ()
    answers: tuple[Told, ...] = ()
    scores: tuple[Scored, ...] = ()
    missed: tuple[str, ...] = ()
    over: bool = False
    line: int = field(default=1, compare=False)


@dataclass(frozen=True)
class Note:
    """The private note of a round for one player.

    ``sure`` and ``risk`` are the numbers of tips that counted, ``points`` what they brought; ``carried`` the sure tips
    that the template for the next round carries over.
    """

    game: str
    round: int
    player: str
    sure: int | None = None
    risk: int | None = None
    points: int | None = None
    hint: bool = False
    missed: bool = False
    carried: Tips = NO_TIPS
    line: int = field(default=1, compare=False)


@dataclass(frozen=True)
class Published:
    """Everything that was found in a text, in its order."""

    reports: tuple[Report, ...] = ()
    notes: tuple[Note, ...] = ()
    problems: tuple[Problem, ...] = ()


# Sentences ----------------------------------------

_SENTENCES = {
    "report": N_("{name}: round {number} of VP-Sleuth"),
    "announcement": N_("{name}: a game of VP-Sleuth begins"),
    "note": N_("{name}: round {number}, for {player}"),
    "first note": N_("{name}: for {player}"),
    "answers": N_("Answers"),
    "points": N_("Points"),
    "next": N_("Round {number}"),
    "own next": N_("Your orders for round {number}"),
    "own questions": N_("Your questions"),
    "own faults": N_("Not understood in your orders"),
    "over": N_("The game is over"),
    "nothing": N_("Nobody asked anything."),
    "drawn": N_("Drawn for {name}: {question} – {count}."),
    "answer": N_("{name}: {question} – {count}."),
    "missed": N_("No orders came from: {names}."),
    "cracked": N_("Every gem found: {names}."),
    "players": N_("Players: {names}."),
    "dealt": N_("The gems are dealt: {hand} to each of A to G, one to X."),
    "own tips": N_("Your tips: {counts}. They bring {points}."),
    "hint": N_("At least one of your sure tips is wrong."),
    "own missed": N_("No orders came from you. Your sure tips of the round before were repeated."),
    "own missed, nothing repeated": N_("No orders came from you."),
}
_GROUPS = {
    "number": r"\d{1,3}",
    "count": r"\d{1,3}",
    "hand": r"\d{1,3}",
    "counts": r"\d{1,3}\s[^,.\d]+,\s+\d{1,3}\s[^,.\d]+",
    "points": _NUMBER,
    "question": r".*\?",
}
_OWN_MISSED = ("own missed", "own missed, nothing repeated")
_TITLES = ("report", "announcement", "note", "first note")


@cache
def _patterns(kind: str) -> tuple[re.Pattern[str], ...]:
    """The sentence *kind* in every language, with its places as groups."""
    found = []
    for language in LANGUAGES:
        words = plain_line(texts(language)._(_SENTENCES[kind]))
        parts = re.split(r"\{(\w+)\}", words)
        made = [
            f"(?P<{part}>{_GROUPS.get(part, '.+')})" if at % 2 else re.escape(part).replace(r"\ ", r"\s+")
            for at, part in enumerate(parts)
        ]
        found.append(re.compile(r"\s*" + "".join(made) + r"\s*"))
    return tuple(found)


def _is(kind: str, text: str) -> re.Match[str] | None:
    """*text* as the sentence *kind*, if it is that."""
    return next((found for one in _patterns(kind) if (found := one.fullmatch(text))), None)


@cache
def _heads() -> frozenset[str]:
    """The head of the table of points, in every language, without its blanks."""
    words = (N_("Player"), N_("Tips"), N_("Bonus"), N_("Round"), N_("Total"))
    return frozenset(["".join(texts(language)._(word) for word in words) for language in LANGUAGES])


@cache
def _question_of() -> dict[str, str]:
    """Every question by the sentence in which reports ask it."""
    return {
        sentence(question, language): question
        for language in LANGUAGES
        for question in box("large").questions
    }


# Reading ----------------------------------------


def read(text: str) -> Published:
    """Every report and note in *text*."""
    lines = [_QUOTED.sub("", plain_line(line), 1) for line in re.split(r"\r\n|\r|\n", text)]
    return _Reader(lines).read()


class _Reader:
    """Goes through the lines once; ``_section`` is the part of a report or note that they belong to."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self._reports: list[Report] = []
        self._notes: list[Note] = []
        self._problems: list[Problem] = []
        self._now: Report | Note | None = None
        self._begin = 0
        self._section = ""
        self._seen: set[str] = set()
        self._ruled = False

    def read(self) -> Published:
        at = 0
        while at < len(self._lines):
            at += self._line(at) or 1
        self._finish(len(self._lines))
        problems = sorted(self._problems, key=lambda problem: problem.line)
        return Published(tuple(self._reports), tuple(self._notes), tuple(problems))

    def _tell(self, at: int, code: str, message: str, expected: str, **values: str | int) -> None:
        read = self._lines[at].strip()
        if "{read}" in message:
            values["read"] = read[:60]
        self._problems.append(Problem(at + 1, read[:80], Refusal(code, message, {**values}), expected))

    def _whole(self, at: int, kinds: Iterable[str], most: int) -> tuple[str, re.Match[str], int] | None:
        """The first of *kinds* that the lines from *at* on are, joined if need be, and how many they are.

        Lines above a sentence that is whole without them do not belong to it.
        """
        joined = ""
        wanted = tuple(kinds)
        for used, line in enumerate(self._lines[at : at + most], 1):
            if not line.strip() or (used > 1 and _RULE.fullmatch(line)):
                return None
            joined = f"{joined} {line.strip()}" if joined else line.strip()
            for kind in wanted:
                found = _is(kind, joined)
                if found is not None:
                    if any(self._whole(at + skip, wanted, used - skip) for skip in range(1, used)):
                        return None
                    return kind, found, used
        return None

    def _line(self, at: int) -> int:
        """Read what begins with line *at*; how many lines it was."""
        line = self._lines[at]
        if not line.strip():
            if self._section == "template":
                self._finish(at)
            return 1
        if _RULE.fullmatch(line):
            return 1
        # The colon after the game's name stands in a title's first line, however it is broken.
        title = self._whole(at, _TITLES, 3) if ":" in line else None
        if title is not None and self._title(at, *title):
            return title[2]
        if self._now is None:
            return 1
        if _BLOCK.match(line) and self._section in ("next", "own next"):
            self._section = "template"
            return 1
        heading = self._whole(
            at, ("answers", "points", "own next", "own questions", "own faults", "over", "next"), 2
        )
        if heading is not None and self._section not in ("template", "over"):
            self._section = heading[0]
            self._seen.add(heading[0])
            if heading[0] == "over" and isinstance(self._now, Report):
                self._now = replace(self._now, over=True)
            return heading[2]
        if isinstance(self._now, Report):
            return self._of_report(self._now, at)
        return self._of_note(self._now, at)

    def _title(self, at: int, kind: str, found: re.Match[str], used: int) -> bool:
        """A title, if it is one: a note's stands over a rule or alone, or it may be anybody's sentence."""
        below = self._lines[at + used] if at + used < len(self._lines) else ""
        ruled = re.fullmatch(r"\s*=+\s*", below) is not None
        begins = not at or not self._lines[at - 1].strip()
        alone = begins and (
            not below.strip() or self._whole(at + used, ("own tips", *_OWN_MISSED), 3) is not None
        )
        if kind in ("note", "first note") and not ruled and not (alone and kind == "note"):
            return False
        self._finish(at)
        self._begin, self._section, self._seen, self._ruled = at, "head", set(), ruled
        game = found["name"].strip()
        if kind in ("report", "announcement"):
            number = int(found["number"]) if kind == "report" else 0
            self._now = Report(game, number, line=at + 1)
        else:
            number = int(found["number"]) if kind == "note" else 0
            self._now = Note(game, number, found["player"].strip(), line=at + 1)
        return True

    # Public reports ----------------------------------------

    def _of_report(self, now: Report, at: int) -> int:
        if self._section == "answers":
            return self._answer(now, at)
        if self._section == "points":
            return self._points(now, at)
        if not now.round:
            found = self._whole(at, ("players", "dealt"), MOST_LINES)
            if found is not None and found[0] == "dealt":
                hand = int(found[1]["hand"])
                variant = next((one for one in ("standard", "large") if box(one).hand == hand), None)
                self._now = replace(now, variant=variant)
            elif found is not None:
                names = [name.strip() for name in found[1]["names"].split(", ")]
                self._now = replace(now, players=tuple(name for name in names if name))
            return found[2] if found is not None else 1
        return 1

    def _answer(self, now: Report, at: int) -> int:
        found = self._whole(at, ("nothing", "drawn", "answer"), 6)
        if found is None:
            self._tell(
                at,
                "answer_unknown",
                N_("This is no answer that could be read: “{read}”."),
                N_("a line like “Anna: How many red ones does B have? – 2.”"),
            )
            # The rest of a broken line is no second fault.
            used = 1
            while at + used < len(self._lines) and self._lines[at + used].startswith("  "):
                used += 1
            return used
        kind, match, used = found
        if kind == "nothing":
            return used
        asked = " ".join(match["question"].split())
        question = _question_of().get(asked) or read_question(box("large"), at + 1, asked, [])
        count = int(match["count"])
        if question is None:
            self._impossible(at)
            return used
        told = Told(match["name"].strip(), question, count, kind == "drawn", at + 1)
        self._now = replace(now, answers=(*now.answers, told))
        return used

    def _impossible(self, at: int) -> None:
        self._tell(
            at,
            "answer_impossible",
            N_("This answer can't be: “{read}”."),
            N_("a question as the order format knows it, and how many gems the holder has"),
        )

    def _points(self, now: Report, at: int) -> int:
        line = self._lines[at]
        if "".join(line.split()) in _heads():
            return 1
        row = _ROW.fullmatch(line.strip())
        if row is not None:
            tips, bonus, points, total = (int(row[group]) for group in (2, 3, 4, 5))
            if tips + bonus != points:
                self._tell(
                    at,
                    "points_wrong",
                    N_("Tips and bonus don't make the round's points: “{read}”."),
                    f"{tips + bonus:+d}",
                )
            else:
                self._now = replace(
                    now, scores=(*now.scores, Scored(row[1].strip(), tips, bonus, points, total))
                )
            return 1
        found = self._whole(at, ("missed", "cracked"), MOST_LINES)
        if found is not None:
            if found[0] == "missed":
                self._now = replace(
                    now, missed=_listed(found[1]["names"], [score.player for score in now.scores])
                )
            return found[2]
        self._tell(
            at,
            "points_unknown",
            N_("This is no line of the table of points: “{read}”."),
            N_("a name and four numbers: tips, bonus, round, total"),
        )
        return 1

    # Private notes ----------------------------------------

    def _of_note(self, now: Note, at: int) -> int:
        if self._section != "head":
            return 1
        found = self._whole(at, ("own tips", "hint", *_OWN_MISSED), 3)
        if found is None:
            return 1
        kind, match, used = found
        if kind == "own tips":
            sure, risk = map(int, re.findall(r"\d+", match["counts"]))
            self._now = replace(now, sure=sure, risk=risk, points=int(match["points"]))
        elif kind == "hint":
            self._now = replace(now, hint=True)
        else:
            self._now = replace(now, missed=True)
        return used

    # The end of one ----------------------------------------

    def _finish(self, end: int) -> None:
        now, self._now, self._section = self._now, None, ""
        if now is None:
            return
        lines = "\n".join(self._lines[self._begin : end])
        if isinstance(now, Note):
            variant = guess_variant(lines)
            for block in read_orders(lines, variant):
                if folded(block.game) == folded(now.game):
                    now = replace(now, carried=block.orders.sure)
            if self._ruled or now.sure is not None:
                self._notes.append(now)
            return
        if now.variant is None and re.search(r"(?m)^\s*123", lines):
            now = replace(now, variant=guess_variant(lines))
        now = self._with_certain_answers(now)
        for section, message in (
            ("answers", N_("The report of round {round} has no list of answers.")),
            ("points", N_("The report of round {round} has no table of points.")),
        ):
            if now.round and section not in self._seen:
                self._tell(
                    self._begin,
                    f"{section}_missing",
                    message,
                    N_("the whole report, from its title to the template"),
                    round=now.round,
                )
        self._reports.append(now)

    def _with_certain_answers(self, now: Report) -> Report:
        """*now* without impossible answers, and askers named as in the table: a bullet is no part of a name."""
        names = {folded(score.player): score.player for score in now.scores}
        whole = not any(
            problem.code in ("points_unknown", "points_wrong") and problem.line > now.line
            for problem in self._problems
        )
        answers = []
        for told in now.answers:
            if now.variant is not None and not possible(told, now.variant):
                self._impossible(told.line - 1)
                continue
            name = names.get(folded(told.asker))
            if names and whole and name is None:
                self._tell(
                    told.line - 1,
                    "asker_unknown",
                    N_("“{name}” is not in the table of points."),
                    ", ".join(list(names.values())[:12]),
                    name=told.asker[:60],
                )
            answers.append(replace(told, asker=name or told.asker))
        return replace(now, answers=tuple(answers))


def _most(inside: Box, question: str) -> int:
    """The greatest answer that *question* can have."""
    return min(inside.hand, inside.sets[question[2:]].bit_count()) if question[2:] in inside.sets else -1


def _listed(text: str, names: Sequence[str]) -> tuple[str, ...]:
    """Those of *names* that the enumeration *text* has, in its order."""
    joints = [", ", *[texts(language)._("{first} and {last}", first="", last="") for language in LANGUAGES]]
    found = []
    known = sorted(names, key=len, reverse=True)
    rest = " ".join(text.split())
    while rest:
        name = next(
            (
                one
                for one in known
                if rest.startswith(one)
                and (len(rest) == len(one) or rest.startswith(tuple(joints), len(one)))
            ),
            None,
        )
        if name is not None:
            found.append(name)
            rest = rest[len(name) :]
        joint = next((one for one in joints if rest.startswith(one)), None)
        rest = rest[len(joint) :] if joint is not None else rest[1:] if name is None else rest
    return tuple(found)


def possible(told: Told, variant: str) -> bool:
    """Whether some holder can give this answer in a game of *variant*."""
    return told.count <= _most(box(variant), told.question)
