"""Which words may be hints for a term (ruling 1), with the reason why not."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.core.errors import Refusal
from engine.core.text import N_
from engine.games.oneword.language import fold, same
from engine.games.oneword.typed import clean, refuse_word

SUFFIXES = {
    "de": ("chen", "lein", "er", "in", "isch", "lich", "ig"),
    "en": ("er", "ing", "ish", "ly"),
}
"""Plain suffixes: the term with one of them says nothing but the term."""

LINKS = {"de": ("", "s", "es", "n", "en", "e", "er"), "en": ("",)}
"""Letters that join the two words of a compound."""

KNOWN_LETTERS = 4
"""A rest with so many letters that is a word makes the hint a compound with the term."""

_NUMBERS = "0123456789-"


def _rest_is_a_word(rest: str, is_word: Callable[[str], bool]) -> bool:
    return len(rest) >= KNOWN_LETTERS and is_word(rest)


def contains_term(term: str, word: str, language: str, is_word: Callable[[str], bool]) -> bool:
    """Whether *word* is a compound with *term*, or the term with a plain suffix.

    Letters that merely occur inside are no part: Art is fine for Garten, Eis for Reis.
    """
    inner, outer = fold(term, language), fold(word, language)
    if not inner or len(outer) <= len(inner):
        return False
    if outer.startswith(inner):
        rest = outer[len(inner) :]
        if rest in SUFFIXES[language]:
            return True
        if any(
            rest.startswith(link) and _rest_is_a_word(rest[len(link) :], is_word) for link in LINKS[language]
        ):
            return True
    if outer.endswith(inner):
        rest = outer[: -len(inner)]
        return any(
            rest.endswith(link) and _rest_is_a_word(rest[: len(rest) - len(link)], is_word)
            for link in LINKS[language]
        )
    return False


def refuse_hint(
    term: str, parts: Sequence[str], typed: str, language: str, is_word: Callable[[str], bool]
) -> Refusal | None:
    """Why *typed* is no hint for *term*, whose compound *parts* are given, or None if it is one.

    ``is_word`` tells whether a folded word is a known one. Codes: those of `typed.refuse_word`, ``is_term``,
    ``is_part``, ``contains_term``.
    """
    refusal = refuse_word(typed)
    if refusal is not None:
        return refusal
    word = clean(typed)
    # The term with a number beside it (Hund2) is the term.
    bare = word.strip(_NUMBERS) or word
    if same(word, term, language) or same(bare, term, language):
        return Refusal(
            "is_term", N_("“{word}” is the term itself or a form of it."), {"word": word}, rule="oneword 1"
        )
    for part in parts:
        if same(word, part, language) or same(bare, part, language):
            return Refusal("is_part", N_("“{word}” is a part of the term."), {"word": word}, rule="oneword 1")
    if contains_term(term, word, language, is_word):
        return Refusal("contains_term", N_("“{word}” contains the term."), {"word": word}, rule="oneword 1")
    return None


def duplicates(words: Sequence[str], language: str) -> tuple[tuple[int, int], ...]:
    """All pairs of hints that are the same word, by their positions."""
    return tuple(
        (i, j)
        for i in range(len(words))
        for j in range(i + 1, len(words))
        if same(words[i], words[j], language)
    )
