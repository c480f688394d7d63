"""The terms and what people associate with them, from ``resources/oneword/terms-<language>.txt``.

One line a term: level, term, parts of a compound (or ``-``), associations, the likely ones first; the columns are
separated by tabs, the words in a column by blanks. Lines that begin with ``#`` are comments. Nothing is read
before it is asked for, and each language once.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from engine.core.chance import Draw as Drawing
from engine.core.chance import Lot
from engine.core.places import resources_root
from engine.games.oneword.language import fold
from engine.games.oneword.model import Draw

LEVELS = ("family", "standard", "hard")
"""The difficulties, the easiest first."""


@dataclass(frozen=True)
class Term:
    """A term: its ``level``, the word, the ``parts`` of a compound, and ``associations``, the likely ones first."""

    level: str
    word: str
    parts: tuple[str, ...]
    associations: tuple[str, ...]


def folder() -> Path:
    """Where the term files and tables lie."""
    return resources_root() / "oneword"


def parse(text: str) -> tuple[Term, ...]:
    """The terms written in *text*. Raises `ValueError` naming the line that has another form."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        columns = line.split("\t")
        if len(columns) != 4 or columns[0] not in LEVELS:
            raise ValueError(f"line {number}: level, term, parts and associations, separated by tabs")
        level, word, parts, associations = columns
        found.append(
            Term(level, word, () if parts == "-" else tuple(parts.split()), tuple(associations.split()))
        )
    return tuple(found)


@cache
def terms(language: str) -> tuple[Term, ...]:
    """All terms of *language* (``de`` or ``en``) in the order of the file."""
    return parse((folder() / f"terms-{language}.txt").read_text(encoding="utf-8"))


@cache
def level(language: str, name: str) -> tuple[Term, ...]:
    """The terms of one difficulty."""
    return tuple(term for term in terms(language) if term.level == name)


@cache
def _by_word(language: str) -> dict[str, Term]:
    return {fold(term.word, language): term for term in terms(language)}


def find(language: str, word: str) -> Term | None:
    """The term *word*, however it is written, or None if it is none of ours."""
    return _by_word(language).get(fold(word, language))


# Known words ----------------------------------------


def words_path(language: str) -> Path:
    """The file of the known words of *language*: folded, sorted, one a line, compressed (xz)."""
    return folder() / f"words-{language}.xz"


@cache
def listed_words(language: str) -> tuple[str, ...]:
    """The folded words of the word list in order; row *n* of the neighbour table belongs to word *n*."""
    return tuple(lzma.decompress(words_path(language).read_bytes()).decode("utf-8").split("\n"))


@cache
def known_words(language: str) -> frozenset[str]:
    """Every folded word that counts as known; all terms and associations are among them (a test sees to it)."""
    return frozenset(listed_words(language))


def is_known(folded: str, language: str) -> bool:
    """Whether a folded word is a known word."""
    return folded in known_words(language)


# Drawing ----------------------------------------


def drawing(language: str, difficulty: str, used: Iterable[str]) -> Lot:
    """What chance may draw: each term of the level that is not among *used*; all of them if none is left."""
    gone = {fold(word, language) for word in used}
    pool = level(language, difficulty)
    left = [term for term in pool if fold(term.word, language) not in gone]
    return Lot([Draw(term.word, term.parts, not left) for term in left or pool])


class Pool:
    """Keeps terms from coming again in a room or on a machine until all of a level have been played.

    ``used`` are the terms played so far, oldest first (to be stored and given again). ``Dealer(narrow=pool.narrow)``
    draws new terms only; each term drawn is told by `note`, at the latest before the next game. When none is left the
    level starts over, and that draw says so (``again``).
    """

    def __init__(self, language: str, difficulty: str, used: Sequence[str] = ()) -> None:
        self.language = language
        self.difficulty = difficulty
        self.used: list[str] = list(used)

    @property
    def key(self) -> str:
        """Language and level: terms of each are counted apart."""
        return f"{self.language}-{self.difficulty}"

    @property
    def past(self) -> Sequence[str]:
        """The terms played so far, oldest first."""
        return self.used

    def drawn(self, move: Any) -> None:
        """A draw of chance took effect; `note` if it was a term."""
        if isinstance(move, Draw):
            self.note(move.term)

    def narrow(self, draw: Drawing) -> Drawing:
        """*draw* with the new terms alone; any other draw unchanged."""
        if not isinstance(draw, Lot) or not all(isinstance(move, Draw) for move in draw.moves):
            return draw
        gone = {fold(word, self.language) for word in self.used}
        left = [move for move in draw.moves if fold(move.term, self.language) not in gone]
        if left:
            return Lot(left)
        here = {fold(move.term, self.language) for move in draw.moves}
        self.used = [word for word in self.used if fold(word, self.language) not in here]
        return Lot([Draw(move.term, move.parts, True) for move in draw.moves])

    def note(self, term: str) -> None:
        """*term* was drawn."""
        if term not in self.used:
            self.used.append(term)
