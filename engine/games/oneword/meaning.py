"""What a word may be a hint for: scores and probabilities of all terms, given hints.

Each hint is worth something to each term, from three sources that are added up: who is associated with the hint by
our own table (both ways: a hint may be a term with associations of its own), which terms have much in common with
those, and what the neighbour table says; for a hint that none of them knows, the same for its forms, for the words
between hyphens and for the last and first word of a German compound. The logarithms of what the hints are worth are
added up to a score. Terms that equal or contain a hint are out.

`Mind` is one bot's knowledge: a share of the table is held back from it, another share for every bot, so that a
guesser does not just read the hint in the table that the giver took it from. (What terms have in common, and the
neighbour table, were made from all associations: a little of what is held back gets through.)
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache
from zlib import crc32

from engine.games.oneword import neighbours, terms
from engine.games.oneword.hints import contains_term
from engine.games.oneword.language import fold, same, shorter_forms

FLOOR = 0.01
"""What a hint is worth to a term that no source joins to it."""

NEAR, NEAREST = 0.8, 6.0
"""A term so many standard deviations near (`NEAREST`) is worth as much as the likeliest association; with every one
less, e to the power of `NEAR` times less.
"""

REVERSE = 0.5
"""What an association the other way round is worth."""

COMPOUND_LETTERS, HYPHEN_LETTERS = 4, 3
"""How many letters the words of a compound, and those between hyphens, have at least."""

REMOTE = 8
"""How many terms that have something in common with another one, and how many of their associations, lend it words."""

OWN_NAME = 1.5
"""What a term's own name counts among its associations, when terms are compared."""

KIN = 20
"""With how many terms each one is compared."""

KINDRED = 0.5
"""What an association of another term is worth, times what both have in common."""

HEAD, MODIFIER = 0.5, 0.35
"""What an association with the last and the first word of a compound is worth."""

TEMPERATURE = 0.6
"""Scores divided by it and exponentiated are probabilities: measured in ``tests/benchmarks/test_oneword.py``."""

Entry = tuple[int, float, int]
"""A term's number, a weight, and the entry's own number for holding it back."""


def weight(rank: int) -> float:
    """What the association number *rank* (from 0) of a term is worth: the first come to most people's minds."""
    return 1.0 / (1.0 + 0.06 * rank)


class Index:
    """The associations of one language by folded word; of other terms than all, if they are *listed*."""

    def __init__(self, language: str, listed: Sequence[terms.Term] | None = None) -> None:
        self.language = language
        self.terms = terms.terms(language) if listed is None else listed
        self.folded = [fold(term.word, language) for term in self.terms]
        self.named = [
            tuple((word, fold(word, language)) for word in (term.word, *term.parts)) for term in self.terms
        ]
        self.exact: dict[str, list[Entry]] = {}
        self.by_form: dict[str, list[Entry]] = {}
        numbers = {word: number for number, word in enumerate(self.folded)}
        for number, term in enumerate(self.terms):
            for rank, word in enumerate(term.associations):
                key = fold(word, language)
                mark = crc32(f"{term.word}\t{word}".encode())
                self.exact.setdefault(key, []).append((number, weight(rank), mark))
                for form in shorter_forms(key, language):
                    self.by_form.setdefault(form, []).append((number, weight(rank), mark))
                other = numbers.get(key)
                if other is not None:
                    # The hint may be this term, and the associated term what is looked for.
                    back = (other, REVERSE * weight(rank), mark)
                    self.exact.setdefault(self.folded[number], []).append(back)
        self.akin = self._akin()

    def _akin(self) -> list[list[tuple[int, float]]]:
        """For each term the terms that it has most associations in common with, and how much (cosine, 0 to 1)."""
        count = len(self.terms)
        rows: list[dict[str, float]] = []
        rare: dict[str, float] = {}
        for number, term in enumerate(self.terms):
            row = {self.folded[number]: OWN_NAME}
            for rank, word in enumerate(term.associations):
                row.setdefault(fold(word, self.language), weight(rank))
            rows.append(row)
            for word in row:
                rare[word] = rare.get(word, 0.0) + 1.0
        for word, times in rare.items():
            rare[word] = math.log(count / times) if times > 1 else 0.0
        # Words of one term alone join nothing, but they are part of its length.
        lengths = [
            math.sqrt(sum((value * (rare[word] or math.log(count))) ** 2 for word, value in row.items()))
            for row in rows
        ]
        having: dict[str, list[tuple[int, float]]] = {}
        for number, row in enumerate(rows):
            for word, value in row.items():
                if rare[word]:
                    having.setdefault(word, []).append((number, value * rare[word] / lengths[number]))
        found: list[list[tuple[int, float]]] = []
        for number, row in enumerate(rows):
            shared: dict[int, float] = {}
            for word, value in row.items():
                mine = value * rare[word] / lengths[number]
                for other, theirs in having.get(word, ()):
                    shared[other] = shared.get(other, 0.0) + mine * theirs
            shared.pop(number, None)
            best = sorted(shared.items(), key=lambda item: (-item[1], item[0]))
            found.append(best[:KIN])
        return found

    def entries(self, folded: str) -> list[Entry]:
        """What is known of a word or of its forms."""
        found = list(self.exact.get(folded, ()))
        for form in (folded, *shorter_forms(folded, self.language)):
            if form != folded:
                found += self.exact.get(form, ())
            found += self.by_form.get(form, ())
        return found

    def pieces(self, folded: str, word: str) -> list[tuple[str, float]]:
        """The words of a hint with hyphens, or the last and the first word of a German compound, that are known, with
        what they are worth.
        """
        between = [fold(part, self.language) for part in word.split("-")]
        if len(between) > 1:
            return [(part, HEAD) for part in between if len(part) >= HYPHEN_LETTERS]
        if self.language != "de":
            return []
        least = COMPOUND_LETTERS
        found: list[tuple[str, float]] = []
        known = terms.known_words(self.language)
        for cut in range(least, len(folded) - least + 1):
            if folded[cut:] in known:
                found.append((folded[cut:], HEAD))
                break
        for cut in range(len(folded) - least, least - 1, -1):
            first = next(
                (
                    form
                    for form in (folded[:cut], folded[:cut].removesuffix("s"))
                    if form in known and len(form) >= least
                ),
                None,
            )
            if first is not None:
                found.append((first, MODIFIER))
                break
        return found


@cache
def index(language: str) -> Index:
    """The index of *language*, made once."""
    return Index(language)


class Mind:
    """What one bot knows. ``held_back`` (0 to 1) is the share of the associations that are kept from it; ``owner``
    (a seat) says which. ``known``: the associations to know instead of all.
    """

    def __init__(
        self, language: str, owner: int = 0, held_back: float = 0.0, *, known: Index | None = None
    ) -> None:
        self.language = language
        self.index = index(language) if known is None else known
        self._owner = owner
        self._limit = int(held_back * 1000)

    def knows(self, mark: int) -> bool:
        """Whether the association with this mark is among those it has."""
        return not self._limit or crc32(b"%d %d" % (self._owner, mark)) % 1000 >= self._limit

    def associations(self, number: int, *, reverse: bool = False) -> list[tuple[str, float]]:
        """The associations of term *number* that it has, with their weights; with *reverse* also the terms that are
        associated with this one.
        """
        term = self.index.terms[number]
        found = {
            word: weight(rank)
            for rank, word in enumerate(term.associations)
            if self.knows(crc32(f"{term.word}\t{word}".encode()))
        }
        if reverse:
            for other, value, mark in self.index.exact.get(self.index.folded[number], ()):
                if other != number and self.knows(mark):
                    found.setdefault(self.index.terms[other].word, REVERSE * value)
        return list(found.items())

    def remote(self, number: int) -> list[tuple[str, float]]:
        """Words that lead to term *number* in a roundabout way, with what they are worth to it: the terms that have
        much in common with it, and what those are associated with. The most telling come first.
        """
        term = self.index.terms[number]
        own = {fold(word, self.language) for word in term.associations}
        found: dict[str, float] = {}
        for other, likeness in self.index.akin[number][:REMOTE]:
            akin = self.index.terms[other]
            for rank, word in enumerate((akin.word, *akin.associations[:REMOTE])):
                if fold(word, self.language) not in own:
                    found[word] = found.get(word, 0.0) + likeness * weight(rank)
        return sorted(found.items(), key=lambda item: (-item[1], item[0]))

    def _associated(self, folded: str) -> dict[int, float]:
        """The weight of each term that the word is associated with."""
        found: dict[int, float] = {}
        for number, value, mark in self.index.entries(folded):
            if value > found.get(number, 0.0) and self.knows(mark):
                found[number] = value
        return found

    def worth(self, word: str) -> dict[int, float]:
        """What *word* is worth to each term that any source joins to it: 1 for the likeliest association, and less."""
        folded = fold(word, self.language)
        associated = self._associated(folded)
        near = self._near(folded)
        if not associated or not near:
            for piece, share in self.index.pieces(folded, word):
                for number, value in self._associated(piece).items():
                    associated[number] = max(associated.get(number, 0.0), share * value)
                if not near:
                    near = {number: share * value for number, value in self._near(piece).items()}
        kindred: dict[int, float] = {}
        for number, value in associated.items():
            for other, likeness in self.index.akin[number]:
                kindred[other] = kindred.get(other, 0.0) + KINDRED * likeness * value
        found = associated | {
            number: value for number, value in kindred.items() if value > associated.get(number, 0.0)
        }
        for number, value in near.items():
            found[number] = found.get(number, 0.0) + math.exp(NEAR * (value - NEAREST))
        return found

    def _near(self, folded: str) -> dict[int, float]:
        if not neighbours.fits(self.language):
            return {}
        table = neighbours.table(self.language)
        for form in (folded, *sorted(shorter_forms(folded, self.language), key=len, reverse=True)):
            row = table.row(form)
            if row is not None:
                return dict(table.nearest(row))
        return {}

    def scores(self, hints: Sequence[str], among: Iterable[int] | None = None) -> dict[int, float]:
        """The score of each term (all, or *among* these numbers) that may be what *hints* are for."""
        numbers = range(len(self.index.terms)) if among is None else among
        total = dict.fromkeys(numbers, 0.0)
        for word in hints:
            for number, value in self.worth(word).items():
                if number in total:
                    total[number] += math.log(1 + value / FLOOR)
        return {number: score for number, score in total.items() if not self._said(number, hints)}

    def _said(self, number: int, hints: Sequence[str]) -> bool:
        """Whether a term equals or contains one of the hints, or a hint contains it: then it can't be it."""
        term = self.index.terms[number]
        for word in hints:
            said = fold(word, self.language)
            for other, folded in self.index.named[number]:
                # The comparison is slow, and says yes only to words that begin alike.
                if said[:2] == folded[:2] and same(word, other, self.language):
                    return True
            whole = self.index.folded[number]
            if (said in whole or whole in said) and contains_term(
                term.word, word, self.language, lambda known: terms.is_known(known, self.language)
            ):
                return True
        return False

    def ranked(self, hints: Sequence[str], among: Iterable[int] | None = None) -> list[tuple[int, float]]:
        """The terms with their probabilities, the most likely first."""
        scores = self.scores(hints, among)
        if not scores:
            return []
        best = max(scores.values())
        raised = {number: math.exp((score - best) / TEMPERATURE) for number, score in scores.items()}
        total = sum(raised.values())
        return sorted(
            ((number, value / total) for number, value in raised.items()),
            key=lambda item: (-item[1], item[0]),
        )
