"""What a careful hint giver objects to: hints against the rules and duplicates that the comparison does not find."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.game import Event
from engine.games.oneword import terms
from engine.games.oneword.answers import is_plural, one_edit_apart
from engine.games.oneword.derivations import is_derived
from engine.games.oneword.language import fold, letters
from engine.games.oneword.model import CheckBegun, HintStruck, View
from engine.games.oneword.spellings import respelt

LEAST_LETTERS = 5
"""Shorter words are not taken for misspelt ones."""


def _misspelt(right: str, given: str, language: str) -> bool:
    return (
        min(len(right), len(given)) >= LEAST_LETTERS
        and one_edit_apart(right, given)
        and not terms.is_known(given, language)
    )


def _respelt_alike(one: str, other: str, language: str) -> bool:
    """Whether two folded words are one in another spelling; those that fold alike the game has seen."""
    return one != other and respelt(one, language) == respelt(other, language)


def objections(view: View) -> list[tuple[int, str]]:
    """The hints that should be struck and are not, by number, with the reason (one of `model.WHY`)."""
    language = view.language
    term = fold(view.term, language)
    words = [fold(hint.word, language) for hint in view.hints]
    found: list[tuple[int, str]] = []
    for number, hint in enumerate(view.hints):
        if hint.struck:
            continue
        word = words[number]
        if is_plural(term, word, language) or _respelt_alike(term, word, language):
            found.append((number, "form"))
        elif is_derived(term, word, language):
            found.append((number, "derived"))
        elif len(word) >= 3 and letters(hint.word)[::-1] == letters(view.term):
            found.append((number, "backwards"))
        elif _misspelt(term, word, language):
            found.append((number, "misspelt"))
        elif any(_alike(word, other, language) for place, other in enumerate(words) if place != number):
            found.append((number, "duplicate"))
    return found


def _alike(one: str, other: str, language: str) -> bool:
    """Whether two hints that the game took for different words are one word all the same."""
    if one == other:
        return False  # the game has found that, and people may have said otherwise
    if is_plural(one, other, language) or _respelt_alike(one, other, language):
        return True
    return _misspelt(one, other, language) or _misspelt(other, one, language)


def already_struck(history: Sequence[Event]) -> frozenset[str]:
    """The words struck by somebody on this card: if they stand again, people wanted that."""
    found: set[str] = set()
    for event in reversed(history):
        if isinstance(event, HintStruck):
            found.add(event.word)
        elif isinstance(event, CheckBegun):
            break
    return frozenset(found)
