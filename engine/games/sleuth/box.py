"""What lies in the box of a variant: gems, holders, questions, and sets of gems as bit masks.

A gem is written type, colour, number: ``Dr1`` is the red diamond one. A set of gems is an integer whose bit *i* is
gem *i* in the box's order (type, then colour, then number). A question is ``B:r1``: a holder and one or two elements
of different categories, in the order type, colour, number.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations

TYPES = "DPOSR"
"""Diamond, pearl, opal; in the large game also emerald (Smaragd) and ruby."""

COLOURS = "rbgypl"
"""Red, blue, green, yellow; in the large game also pink and purple (lila)."""

HOLDERS = "ABCDEFGX"
"""The holders of the tableau. X has a single gem and is never asked."""

ASKED = HOLDERS[:-1]
"""Whom one may ask."""

X = HOLDERS.index("X")

BONUS_FROM = 5
"""The first round with a bonus."""

FULL_QUESTIONS_UNTIL = 8
"""Up to this round of a large game there are two questions."""


@dataclass(frozen=True)
class Box:
    """One variant. ``bonuses`` are those of the first, second … place; ``rounds`` is None without a fixed number."""

    variant: str
    types: str
    colours: str
    numbers: str
    hand: int
    bonuses: tuple[int, ...]
    rounds: int | None

    @cached_property
    def gems(self) -> tuple[str, ...]:
        """The codes of all gems, in the order of the record."""
        return tuple(t + c + n for t in self.types for c in self.colours for n in self.numbers)

    @cached_property
    def index(self) -> dict[str, int]:
        """The number of each gem."""
        return {gem: i for i, gem in enumerate(self.gems)}

    @cached_property
    def everything(self) -> int:
        """The set of all gems."""
        return (1 << len(self.gems)) - 1

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """How many gems each of `HOLDERS` has."""
        return (self.hand,) * len(ASKED) + (1,)

    @cached_property
    def letters(self) -> str:
        """The letters that a deal puts into order: one a gem."""
        return "".join(holder * size for holder, size in zip(HOLDERS, self.sizes, strict=True))

    @cached_property
    def elements(self) -> dict[str, int]:
        """The set of gems of each element."""
        found = dict.fromkeys(self.types + self.colours + self.numbers, 0)
        for i, gem in enumerate(self.gems):
            for element in gem:
                found[element] |= 1 << i
        return found

    @cached_property
    def sets(self) -> dict[str, int]:
        """The gems of everything that can be asked for: single elements, then pairs, each in the box's order."""
        categories = (self.types, self.colours, self.numbers)
        found = dict(self.elements)
        for one, other in combinations(categories, 2):
            for a in one:
                for b in other:
                    found[a + b] = self.elements[a] & self.elements[b]
        return found

    @cached_property
    def questions(self) -> tuple[str, ...]:
        """Every question there is."""
        return tuple(f"{holder}:{elements}" for holder in ASKED for elements in self.sets)

    @cached_property
    def question_set(self) -> frozenset[str]:
        """The same, to look up."""
        return frozenset(self.questions)

    def questions_in(self, number: int) -> int:
        """How many questions a player may ask in round *number*."""
        return 2 if self.variant == "large" and number <= FULL_QUESTIONS_UNTIL else 1

    def hands(self, tableau: str) -> tuple[int, ...]:
        """The set of gems of each holder in a tableau (one holder letter a gem)."""
        found = dict.fromkeys(HOLDERS, 0)
        for i, holder in enumerate(tableau):
            found[holder] |= 1 << i
        return tuple(found.values())

    def answer(self, tableau: str, question: str) -> int:
        """How many of the gems asked for the holder has."""
        holder, elements = question[0], self.sets[question[2:]]
        return sum(1 for i, owner in enumerate(tableau) if owner == holder and elements >> i & 1)

    def members(self, gems: int) -> list[int]:
        """The numbers of the gems in a set, ascending."""
        found = []
        while gems:
            low = gems & -gems
            found.append(low.bit_length() - 1)
            gems ^= low
        return found


@cache
def box(variant: str) -> Box:
    """The box of ``standard`` or ``large``."""
    if variant == "large":
        return Box("large", TYPES, COLOURS, "1234", 17, (10, 8, 6, 4, 2), None)
    return Box("standard", TYPES[:3], COLOURS[:4], "123", 5, (3, 2, 1), 12)
