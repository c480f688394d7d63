"""The neighbour table: for each word of the word list the terms it is nearest to, made by ``build/neighbours.py``.

The file is compressed (zlib: hardly larger than xz here, and opened ten times as fast). It holds a line of JSON
(language, rows, digests of the terms and words it was made for), then for each rank the low bytes of the terms'
numbers, word by word, then their high bytes in the same order, then one byte a word for the nearness at the first
rank and one at the last, in 1/`SCALE` standard deviations. Nearness in between is taken as a straight line.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from engine.games.oneword import terms

NEAREST = 24
"""How many terms a word has."""

SCALE = 32
"""The fineness of stored nearness."""


def path(language: str) -> Path:
    """The file of the table of *language*."""
    return terms.folder() / f"neighbours-{language}.bin"


def digest(words: Iterable[str]) -> str:
    """What changes when a word is added, dropped or moved: the table knows terms and words by their numbers."""
    return hashlib.sha256("\n".join(words).encode("utf-8")).hexdigest()[:16]


def header(language: str, words: Sequence[str]) -> bytes:
    """The first line of a table for *words*."""
    told = {
        "language": language,
        "rows": len(words),
        "terms": digest(term.word for term in terms.terms(language)),
        "words": digest(words),
    }
    return json.dumps(told).encode() + b"\n"


@dataclass(frozen=True)
class Table:
    """The table of one language in memory (about 50 bytes a word)."""

    rows: int
    terms: str
    """The `digest` of the terms it was made for."""
    body: bytes
    words: tuple[str, ...]

    def row(self, folded: str) -> int | None:
        """The row of a folded word, or None."""
        place = bisect_left(self.words, folded)
        return place if place < len(self.words) and self.words[place] == folded else None

    def nearest(self, row: int) -> list[tuple[int, float]]:
        """The numbers of the nearest terms with their nearness in standard deviations, nearest first."""
        rows, body = self.rows, self.body
        high = NEAREST * rows
        best, last = body[2 * high + row] / SCALE, body[2 * high + rows + row] / SCALE
        step = (best - last) / (NEAREST - 1)
        return [
            (body[rank * rows + row] | body[high + rank * rows + row] << 8, best - step * rank)
            for rank in range(NEAREST)
        ]


@cache
def table(language: str) -> Table:
    """The table of *language*, read once. Raises OSError or `ValueError` if it is missing or of another word list."""
    head, _line, body = zlib.decompress(path(language).read_bytes()).partition(b"\n")
    told = json.loads(head)
    words = terms.listed_words(language)
    if told.get("words") != digest(words) or len(body) != len(words) * (2 * NEAREST + 2):
        raise ValueError(f"the neighbour table of {language} does not fit its word list")
    return Table(len(words), told["terms"], body, words)


@cache
def fits(language: str) -> bool:
    """Whether the table was made for the present list of terms; only then its numbers mean something."""
    return table(language).terms == digest(term.word for term in terms.terms(language))
