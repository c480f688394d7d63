"""When an answer is the term: more generous than the comparison of hints (seed 002, 4).

Articles don't count; forms that `same` knows, irregular and -er plurals and other spellings (`respelt`) are right;
so is one typing error in a term of six letters or more, unless what was typed is a word of its own (Kirche, Kirsche).
Words that are listed as others (`language.is_other_answer`: Kuchen, Küche) are not, however near they are.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from engine.games.oneword.language import fold, is_other_answer, same
from engine.games.oneword.lookalikes import pairs
from engine.games.oneword.spellings import respelt
from engine.games.oneword.typed import QUOTES, clean

ARTICLES = {
    "de": frozenset(
        {"der", "die", "das", "den", "dem", "des", "ein", "eine", "einen", "einem", "einer", "eines"}
    ),
    "en": frozenset({"the", "a", "an"}),
}
"""Words that may stand before an answer."""

_AROUND = f" .!?,'’{QUOTES}"

TYPO_LETTERS = 6
"""A term with so many letters forgives one typing error."""

# Nouns with a plural in -er; compounds that end with one have it too.
_ER_PLURALS = """
Amt Bad Band Bild Blatt Brett Buch Dach Dorf Ei Fach Fass Feld Geist Geschlecht Gesicht Gespenst Gewand Glas Glied Gott
Grab Gras Gut Haupt Haus Holz Horn Huhn Hospital Kalb Kind Kleid Korn Kraut Lamm Land Leib Licht Lid Lied Loch Mann
Denkmal Maul Nest Pfand Rad Rand Regiment Reis Rind Schild Schloss Schwert Strauch Tal Tuch Volk Vormund Wald Weib
Wort Wurm Trumm Bösewicht Irrtum Reichtum Heiligtum Altertum Königtum Fürstentum Eigentum Ungetüm
"""

_NO_PLURALS = frozenset({"facher"})
"""Folded words that look like such a plural and are words of their own: a fan (Fächer) is no shelf (Fach)."""

_IRREGULAR = {
    "de": """
Atlas Atlanten; Globus Globen; Kaktus Kakteen; Museum Museen; Album Alben; Drama Dramen; Firma Firmen; Thema Themen;
Konto Konten; Virus Viren; Zirkus Zirkusse; Visum Visa; Lexikon Lexika; Stadion Stadien; Zentrum Zentren; Villa Villen;
Gymnasium Gymnasien; Aquarium Aquarien; Material Materialien; Pizza Pizzen; Komma Kommata; Praktikum Praktika;
Datum Daten; Radius Radien; Rhythmus Rhythmen; Organismus Organismen; Mythos Mythen; Epos Epen; Risiko Risiken;
Junge Jungs; Fossil Fossilien; Prinzip Prinzipien; Ministerium Ministerien; Studium Studien; Basilika Basiliken
""",
    "en": """
child children; man men; woman women; tooth teeth; foot feet; goose geese; mouse mice; louse lice; ox oxen; die dice;
person people; penny pence; cactus cacti; fungus fungi; nucleus nuclei; radius radii; stimulus stimuli; alumnus alumni;
bacterium bacteria; medium media; datum data; criterion criteria; phenomenon phenomena; analysis analyses;
crisis crises; oasis oases; thesis theses; hypothesis hypotheses; diagnosis diagnoses; axis axes; index indices;
appendix appendices; vertex vertices; matrix matrices; larva larvae; formula formulae; antenna antennae; vertebra
vertebrae; quiz quizzes; thief thieves; leaf leaves; loaf loaves; half halves; calf calves; shelf shelves; self selves;
elf elves; wolf wolves; knife knives; wife wives; life lives; scarf scarves; hoof hooves; dwarf dwarves; wharf wharves;
sheaf sheaves; genus genera; corpus corpora; plateau plateaux; gateau gateaux; bureau bureaux; chateau chateaux
""",
}


@cache
def _er_nouns() -> frozenset[str]:
    return frozenset(fold(noun, "de") for noun in _ER_PLURALS.split())


@cache
def _irregular(language: str) -> frozenset[tuple[str, str]]:
    forms = {
        (fold(one, language), fold(many, language)) for one, many in dict(pairs(_IRREGULAR[language])).items()
    }
    return frozenset(forms | {(many, one) for one, many in forms})


def answer_of(typed: str, language: str) -> str:
    """The word that somebody answered: cleaned, without articles before it, and stops and quotation marks around it."""
    words = clean(typed).strip(_AROUND).split(" ")
    while len(words) > 1 and words[0].casefold() in ARTICLES[language]:
        words = words[1:]
    return " ".join(words).strip(_AROUND)


def is_plural(one: str, many: str, language: str) -> bool:
    """Whether the folded *many* is a plural of *one* that the comparison of hints does not know, or the reverse."""
    for first, second in _irregular(language):
        if one.endswith(first) and many.endswith(second):
            head = one[: len(one) - len(first)]
            if head == many[: len(many) - len(second)] and (not head or len(head) >= 3):
                return True
    if language != "de":
        return False
    short, long = sorted((one, many), key=len)
    if long in _NO_PLURALS and long == one:
        return False
    if long not in (short + "er", short + "ern"):
        return False
    return any(
        short.endswith(noun) and (len(short) == len(noun) or len(short) - len(noun) >= 3)
        for noun in _er_nouns()
    )


def one_edit_apart(one: str, other: str) -> bool:
    """Whether one letter too many, too few or wrong, or two neighbours swapped, tell the words apart."""
    if abs(len(one) - len(other)) > 1 or one == other:
        return False
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    first, second = one[start:], other[start:]
    if first[1:] == second[1:] or first[1:] == second or first == second[1:]:
        return True
    return first[:2] == second[1::-1] and first[2:] == second[2:] and len(first) >= 2


def is_right(term: str, typed: str, language: str, is_word: Callable[[str], bool]) -> bool:
    """Whether the answer *typed* is *term*. ``is_word`` tells whether a folded word is a word of its own.

    Never raises; anything that `typed.refuse_answer` lets through may come.
    """
    answer = answer_of(typed, language)
    if is_other_answer(term, answer, language):
        return False
    if same(term, answer, language):
        return True
    right, given = fold(term, language), fold(answer, language)
    if not given:
        return False
    if is_plural(right, given, language):
        return True
    ours, theirs = respelt(right, language), respelt(given, language)
    if (ours, theirs) != (right, given) and (ours == theirs or same(ours, theirs, language)):
        return True
    return len(right) >= TYPO_LETTERS and one_edit_apart(right, given) and not is_word(given)
