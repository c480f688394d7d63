"""When two words are the same: the comparison of hints (ruling 2), pairwise and without stems.

``same`` is what strikes duplicates and what refuses the term's own forms; the guess is compared more generously
(`engine.games.oneword.answers`). Words are compared as people typed them; nothing here changes what is shown.

*Fold*: upper and lower case, accents and umlauts, hyphens and a genitive 's do not count; German also reads ae, oe,
ue as umlauts. *Shorter forms*: what is left without a plain ending. Two words are the same if they fold alike, if one
is a shorter form of the other, or, in German, if both have a shorter form in common, unless they are on the list of
look-alikes.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache

from engine.games.oneword.lookalikes import LOOKALIKES, OTHER_ANSWERS, PLURALS

LANGUAGES = ("de", "en")
"""The languages of terms and hints."""

_APOSTROPHES = "'’‘ʼ`´′＇"
_GENITIVE = re.compile(f"[{_APOSTROPHES}](s(?![^\\W\\d_])|$)")
_GERMAN_E = re.compile("ae|oe|(?<![aeq])ue")
_SIMPLE = {
    language: str.maketrans({"ä": "a", "ö": "o", "ü": "u", "é": "e", "è": "e", "ê": "e", "à": "a", "ç": "c"})
    for language in LANGUAGES
}
_VOWELS = frozenset("aeiouy")

# Endings and what they leave. An ending's guard names letters that may not stand, or must stand, before it.
_DE_WHOLE = (
    ("innen", "in"),
    ("nissen", "nis"),
    ("nisses", "nis"),
    ("nisse", "nis"),
    ("ussen", "us"),
    ("usse", "us"),
)


def letters(word: str) -> str:
    """*word* in lower case with letters and digits only; umlauts and accents stay (composed)."""
    lowered = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", word).casefold())
    lowered = _GENITIVE.sub("", lowered)
    return "".join(char for char in lowered if char.isalnum())


@lru_cache(maxsize=1 << 14)
def fold(word: str, language: str) -> str:
    """*word* as it is compared: lower case, letters and digits, no accents; German also ae → a, oe → o, ue → u."""
    plain = word.casefold().translate(_SIMPLE[language])
    if not (plain.isascii() and plain.isalpha()):
        decomposed = unicodedata.normalize("NFKD", letters(word))
        plain = "".join(char for char in decomposed if not unicodedata.combining(char) and char.isalnum())
    return _GERMAN_E.sub(lambda found: found[0][0], plain) if language == "de" else plain


def _good(form: str) -> bool:
    return len(form) >= 3 and not _VOWELS.isdisjoint(form)


@lru_cache(maxsize=1 << 14)
def shorter_forms(folded: str, language: str) -> frozenset[str]:
    """What a folded word may be a longer form of; empty for words with digits."""
    if any(char.isdigit() for char in folded):
        return frozenset()
    found = _german(folded) if language == "de" else _english(folded)
    return frozenset(form for form in found if _good(form) and form != folded)


def _german(word: str) -> list[str]:
    found = [word[: -len(ending)] + left for ending, left in _DE_WHOLE if word.endswith(ending)]
    if word.endswith("e") and not word.endswith("ee"):
        found.append(word[:-1])
    if word.endswith(("en", "ln", "rn")):
        found.append(word[:-1])
    if word.endswith(("en", "es")):
        found.append(word[:-2])
    if word.endswith("s") and not word.endswith(("ss", "xs", "zs")):
        found.append(word[:-1])
    return found


def _english(word: str) -> list[str]:
    found: list[str] = []
    if len(word) < 4:
        return found
    if word.endswith("s") and not word.endswith("ss"):
        found.append(word[:-1])
    if word.endswith(("ses", "xes", "zes", "ches", "shes", "oes")):
        found.append(word[:-2])
    if word.endswith("ies"):
        found.append(word[:-3] + "y")
    return found


# Look-alikes ----------------------------------------

_SPELT_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


def _spelling(word: str) -> str:
    """*word* as look-alikes are told apart: like `letters`, but ß is no ss, and umlauts may be spelt out."""
    lowered = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", word).lower())
    lowered = _GENITIVE.sub("", lowered)
    return "".join(char for char in lowered if char.isalnum()).translate(_SPELT_OUT)


def _forms(word: str, language: str) -> set[str]:
    """A listed word with its genitive and plural, as `_spelling` writes them."""
    base = _spelling(word)
    if language == "en":
        found = {base, base + "s", base + "es"}
    elif base.endswith("e"):
        found = {base, base + "n"}
    elif base.endswith(("en", "el", "er")):
        found = {base, base + "s"}
    else:
        found = {base, base + "s", base + "es"}
    plural = PLURALS[language].get(word)
    if plural is not None:
        many = _spelling(plural)
        found |= {many, many + "n"} if many.endswith(("e", "er")) else {many}
    return found


def _told_apart(first: str, second: str, language: str) -> set[tuple[str, str]]:
    """All forms of two listed words, each of one with each of the other; what both have in common is neither's."""
    forms, others = _forms(first, language), _forms(second, language)
    one, other = _spelling(first), _spelling(second)
    forms, others = forms - {other}, others - {one}
    # Where there is no ß on the keyboard, ss means it, unless that is the other word.
    forms |= {form.replace("ß", "ss") for form in forms} - others
    others |= {form.replace("ß", "ss") for form in others} - forms
    return {(left, right) for left in forms for right in others if left != right}


@cache
def _lookalikes(language: str) -> frozenset[tuple[str, str]]:
    found = set()
    for first, second in LOOKALIKES[language]:
        for one, other in _told_apart(first, second, language):
            found |= {(one, other), (other, one)}
    return frozenset(found)


@cache
def _other_answers(language: str) -> frozenset[tuple[str, str]]:
    return frozenset(
        pair for term, word in OTHER_ANSWERS[language] for pair in _told_apart(term, word, language)
    )


def look_alike(first: str, second: str, language: str) -> bool:
    """Whether two words are listed as different ones that look like forms of each other. Symmetric; never raises."""
    return (_spelling(first), _spelling(second)) in _lookalikes(language)


def is_other_answer(term: str, answer: str, language: str) -> bool:
    """Whether *answer* is listed as another word than *term*, so that no rule of spelling makes it right."""
    return look_alike(term, answer, language) or (
        (_spelling(term), _spelling(answer)) in _other_answers(language)
    )


def same(first: str, second: str, language: str) -> bool:
    """Whether two words count as the same word in *language* (``de`` or ``en``). Symmetric; never raises."""
    if first == second:
        return True
    if look_alike(first, second, language):
        return False
    one, other = fold(first, language), fold(second, language)
    if not one or not other:
        return one == other and first.casefold().strip() == second.casefold().strip()
    if one == other:
        return True
    shorter, others = shorter_forms(one, language), shorter_forms(other, language)
    if one in others or other in shorter:
        return True
    return language == "de" and not shorter.isdisjoint(others)
