"""Reads and writes the grid of tips in an order text.

Columns are found by the types after ``Tipp=`` and by the row of digits, not by fixed positions. A row names its
colour and has a group of signs for each type; where the groups don't tell which column is meant (blank cells, single
signs), the place under the digits does, or the tabs between the cells. Where neither tells, the row does not count.
"""

from __future__ import annotations

import re

from engine.core.errors import Refusal
from engine.core.text import N_
from engine.games.sleuth.box import HOLDERS, Box
from engine.games.sleuth.model import Tips, tips
from engine.games.sleuth.problems import Problem
from engine.games.sleuth.vocabulary import SINGULAR, colour_of, type_of

NOTHING = frozenset(".-_")
"""Signs for a cell without a tip."""

_LABEL = re.compile(r"\s*([^\W\d_]+)\s*[:|=]?")

COLOUR_NAMES = (N_("red"), N_("blue"), N_("green"), N_("yellow"), N_("pink"), N_("purple"))
"""The English words for colours, which problems put into the language of their reader."""

ROW = N_("a colour and one sign for each gem: A to G or X, small for risk tips, a dot for nothing")
HEADER = N_("the types and under them the numbers, as in the template")


class GridReader:
    """Takes the lines of a grid one after another; faults go into *problems*."""

    def __init__(self, inside: Box, problems: list[Problem]) -> None:
        self._box = inside
        self._problems = problems
        self._types: list[str] = []
        self._columns: list[tuple[int, str, str]] = []
        self._first = 0
        self._rows: set[str] = set()
        self._places: dict[str, str] = {}
        self._spoiled: set[str] = set()
        self._named: set[str] = set()  # the colours of all rows, understood or not
        self._numbered = False  # the columns come from a row of digits
        self._labelled = 0  # where the colour of the present row ends

    def _tell(
        self, line: int, shown: str, code: str, message: str, expected: str, **values: str | int
    ) -> None:
        refusal = Refusal(code, message, {**values}, translate=("colours",) if "colours" in values else ())
        self._problems.append(Problem(line, shown.strip()[:80], refusal, expected))

    # The head ----------------------------------------

    def header(self, number: int, line: str) -> None:
        """The line that begins with ``Tipp=``."""
        self._first = number
        text = line.expandtabs(8)
        names = re.findall(r"[^\W\d_]+", re.split(r"[=:]", text, maxsplit=1)[-1])
        for name in names:
            found = type_of(name)
            if found is None or found not in self._box.types or found in self._types:
                self._tell(
                    number,
                    name,
                    "grid_type",
                    N_("“{read}” is no type of this game, or is there twice."),
                    HEADER,
                    read=name[:30],
                )
                continue
            self._types.append(found)

    def _digits(self, number: int, line: str) -> bool:
        text = line.expandtabs(8)
        if not re.fullmatch(r"[\s\d]+", text) or self._columns:
            return False
        self._complete_types(number)
        places = [(at, sign) for at, sign in enumerate(text) if not sign.isspace()]
        each = len(self._box.numbers)
        if len(places) != each * len(self._types) or any(
            sign not in self._box.numbers for _at, sign in places
        ):
            self._tell(
                number,
                line,
                "grid_numbers",
                N_("The row of numbers does not fit: “{read}”."),
                "     " + " ".join([self._box.numbers] * len(self._box.types)),
                read=line.strip()[:60],
            )
            self._default_columns()
            return True
        self._columns = [(at, self._types[index // each], sign) for index, (at, sign) in enumerate(places)]
        self._numbered = True
        return True

    def _no_colour(self, number: int, line: str, read: str) -> bool:
        self._tell(
            number, line, "grid_colour", N_("“{read}” is no colour of this game."), ROW, read=read[:30]
        )
        return True

    def _complete_types(self, number: int) -> None:
        if len(self._types) == len(self._box.types):
            return
        self._tell(
            self._first,
            "",
            "grid_header",
            N_("The grid does not name all types; the usual order is taken."),
            HEADER,
        )
        self._types = list(self._box.types)

    def _default_columns(self) -> None:
        each = len(self._box.numbers)
        self._columns = [
            (5 + index * (each + 1) + at, kind, sign)
            for index, kind in enumerate(self._types)
            for at, sign in enumerate(self._box.numbers)
        ]

    # Rows ----------------------------------------

    def row(self, number: int, line: str) -> bool:
        """A further line; False if it does not belong to a grid."""
        if self._digits(number, line):
            return True
        text = line.expandtabs(8)
        label = _LABEL.match(text)
        if label is None:
            return False
        colour = colour_of(label[1])
        rest = " " * label.end() + text[label.end() :]
        if colour is None:
            if not re.fullmatch(r"[\s.A-Za-z_-]*", rest) or not set(rest) & NOTHING:
                return False
            return self._no_colour(number, line, label[1])
        if not self._columns:
            self._complete_types(number)
            self._tell(
                number,
                line,
                "grid_header",
                N_("The row of numbers is missing; the usual order is taken."),
                HEADER,
            )
            self._default_columns()
        if colour not in self._box.colours:
            return self._no_colour(number, line, label[1])
        if colour in self._rows:
            self._tell(
                number,
                line,
                "row_twice",
                N_("The row “{read}” is there twice. Where both differ, neither counts."),
                ROW,
                read=label[1][:30],
            )
        self._named.add(colour)
        self._labelled = label.end(1)
        cells = self._cells(number, line, rest)
        if cells is not None:
            self._put(number, line, colour, cells)
            self._rows.add(colour)
        return True

    def _cells(self, number: int, line: str, rest: str) -> list[tuple[int, str]] | None:
        """The signs of a row, each with the index of its column; None if that can't be told."""
        each = len(self._box.numbers)
        groups = rest.split()
        full = [len(group) == each for group in groups]
        joined = [
            (index * each + at, sign) for index, group in enumerate(groups) for at, sign in enumerate(group)
        ]
        if len(groups) == len(self._types) and all(full):
            return joined
        if len(groups) == len(self._columns) and all(len(group) == 1 for group in groups):
            return list(enumerate(groups))
        if len(groups) == 1 and len(groups[0]) == len(self._columns):
            return list(enumerate(groups[0]))
        if not set("".join(groups)) - NOTHING:
            return []  # wherever these stand, nothing is tipped
        # From here on cells are blank or missing: only the places of the signs tell which.
        from_first = all(full[:-1]) and len(groups[-1]) <= each and len(groups) <= len(self._types)
        placed = [found for found in (self._aligned(rest), self._tabbed(line)) if found is not None]
        if placed and all(found == placed[0] for found in placed):
            if not self._pushed(rest, placed[0]):
                if placed[0] == joined and from_first and len(groups) < len(self._types) and len(joined) > 1:
                    self._tell_short(number, line, len(groups))
                return placed[0]
        elif (
            not placed
            and from_first
            and max(len(gap) for gap in re.findall(r" +", rest.rstrip())[1:] or [""]) < 2
        ):
            if len(groups) == len(self._types):
                return joined
            if full[-1] and not re.search(r"[^\W\d_]+[:|=]?\s{3}", line.expandtabs(8)):
                self._tell_short(number, line, len(groups))
                return joined
        self._tell(
            number,
            line,
            "grid_columns",
            N_("It can't be told which columns are meant in “{read}”."),
            ROW,
            read=line.strip()[:60],
        )
        return None

    def _tell_short(self, number: int, line: str, groups: int) -> None:
        """Groups are missing, as if from the end; but one that was left out before them looks just so."""
        self._tell(
            number,
            line,
            "row_short",
            N_("The row “{read}” has {found} of {count} groups; it was read from the first group on."),
            ROW,
            read=line.strip()[:60],
            found=groups,
            count=len(self._types),
        )

    def _pushed(self, rest: str, cells: list[tuple[int, str]]) -> bool:
        """Whether signs stand close to the colour, but not under the first group: the whole row may be shifted."""
        begin = len(rest) - len(rest.lstrip())
        return cells[0][0] >= len(self._box.numbers) and begin - self._labelled < 2

    def _aligned(self, rest: str) -> list[tuple[int, str]] | None:
        """The signs by their places under the digits; None if one stands under none, or there are no digits."""
        if not self._numbered:
            return None
        at_place = {at: index for index, (at, _kind, _number) in enumerate(self._columns)}
        signs = [(at, sign) for at, sign in enumerate(rest) if not sign.isspace()]
        if any(at not in at_place for at, _sign in signs):
            return None
        return [(at_place[at], sign) for at, sign in signs]

    def _tabbed(self, line: str) -> list[tuple[int, str]] | None:
        """The signs by the tabs between them; None unless these make just the cells that a row has."""
        before, *cells = line.split("\t")
        each = len(self._box.numbers)
        label = _LABEL.fullmatch(before.rstrip())
        found = [cell.strip() for cell in cells]
        if label is None:
            return None
        if len(cells) == len(self._types) and all(len(cell) in {0, each} for cell in found):
            return [
                (index * each + at, sign) for index, cell in enumerate(found) for at, sign in enumerate(cell)
            ]
        if len(cells) == len(self._columns) and all(len(cell) < 2 for cell in found):
            return [(index, cell) for index, cell in enumerate(found) if cell]
        return None

    def _put(self, number: int, line: str, colour: str, cells: list[tuple[int, str]]) -> None:
        again = colour in self._rows
        seen: dict[str, str] = {}
        for index, sign in cells:
            if sign in NOTHING:
                continue
            _at, kind, digit = self._columns[index]
            gem = kind + colour + digit
            if sign.upper() not in HOLDERS:
                code, message = (
                    ("no_such_place", N_("“{read}” is no holder. A tip names A to G or X."))
                    if sign.isalpha()
                    else ("grid_sign", N_("“{read}” has no meaning in the grid."))
                )
                self._tell(number, line, code, message, ROW, read=sign)
                continue
            if seen.get(gem, sign) != sign or (self._places.get(gem, sign) != sign):
                self._tell(
                    number,
                    line,
                    "tipped_twice",
                    N_("{gem} is tipped twice. Each gem may be tipped once."),
                    ROW,
                    gem=gem,
                )
                self._spoiled.add(gem)
            seen[gem] = sign
            if not again or gem not in self._places:
                self._places[gem] = sign

    def finish(self) -> None:
        """After the last line: tell of rows that are missing."""
        missing = [colour for colour in self._box.colours if colour not in self._named]
        if missing:
            self._tell(
                self._first,
                "",
                "rows_missing",
                N_("The grid has no row for: {colours}."),
                ROW,
                colours=", ".join(SINGULAR["en"][colour] for colour in missing),
            )

    def tips(self) -> tuple[Tips, Tips]:
        """The sure tips and the risk tips."""
        places = {gem: sign for gem, sign in self._places.items() if gem not in self._spoiled}
        sure = {gem: sign for gem, sign in places.items() if sign.isupper()}
        risk = {gem: sign.upper() for gem, sign in places.items() if not sign.isupper()}
        return tips(sure), tips(risk)


def write_grid(inside: Box, sure: Tips, risk: Tips, key: str, language: str) -> list[str]:
    """The lines of a grid: types, digits, and a row a colour."""
    each = len(inside.numbers)
    labels = [SINGULAR[language][colour] for colour in inside.colours]
    width = max(len(key) + 1, *(len(label) + 1 for label in labels))
    heads = [SINGULAR[language][kind][:each].capitalize().ljust(each) for kind in inside.types]
    lines = [
        f"{key}=".ljust(width) + " ".join(heads).rstrip(),
        " " * width + " ".join([inside.numbers] * len(heads)),
    ]
    for colour, label in zip(inside.colours, labels, strict=True):
        groups = []
        for kind in inside.types:
            group = ""
            for number in inside.numbers:
                gem = kind + colour + number
                holder = sure.holder(gem)
                small = risk.holder(gem)
                group += holder if holder is not None else small.lower() if small is not None else "."
            groups.append(group)
        lines.append(label.rjust(width - 1) + " " + " ".join(groups))
    return lines
