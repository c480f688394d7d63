"""The words for types, colours and numbers in German and English, as people write them in order mails.

They are the order format's vocabulary, understood side by side whatever language the program speaks; that is why
they stand here and not in the catalogues. `engine.games.sleuth.words` uses the same words on the screen.
"""

from __future__ import annotations

import re
from functools import cache

from engine.games.sleuth.box import COLOURS, TYPES

SINGULAR: dict[str, dict[str, str]] = {
    "de": {
        **dict(zip(TYPES, ("Diamant", "Perle", "Opal", "Smaragd", "Rubin"), strict=True)),
        **dict(zip(COLOURS, ("rot", "blau", "grün", "gelb", "pink", "lila"), strict=True)),
    },
    "en": {
        **dict(zip(TYPES, ("diamond", "pearl", "opal", "emerald", "ruby"), strict=True)),
        **dict(zip(COLOURS, ("red", "blue", "green", "yellow", "pink", "purple"), strict=True)),
    },
}
"""The plain word for each type and colour."""

PLURAL: dict[str, dict[str, str]] = {
    "de": {
        **dict(zip(TYPES, ("Diamanten", "Perlen", "Opale", "Smaragde", "Rubine"), strict=True)),
        **dict(zip(COLOURS, ("rote", "blaue", "grüne", "gelbe", "pink", "lila"), strict=True)),
        **dict(zip("1234", ("Einer", "Zweier", "Dreier", "Vierer"), strict=True)),
    },
    "en": {
        **dict(zip(TYPES, ("diamonds", "pearls", "opals", "emeralds", "rubies"), strict=True)),
        **{colour: SINGULAR["en"][colour] for colour in COLOURS},
        **dict(zip("1234", ("ones", "twos", "threes", "fours"), strict=True)),
    },
}
"""The word for several, as questions need it."""

ANY_GEMS = {"de": "Edelsteine", "en": "gems"}


def phrase(elements: str, language: str) -> str:
    """What a question asks for: ``rote Einer``, ``diamond ones``, ``red gems``."""
    words = PLURAL[language]
    kind = elements[0] if elements[0] in TYPES else ""
    colour = next((one for one in elements if one in COLOURS), "")
    number = elements[-1] if elements[-1].isdigit() else ""
    if kind and number:
        if language == "de":
            return f"{words[number]}-{words[kind]}"
        return f"{SINGULAR['en'][kind]} {words[number]}"
    noun = words[kind or number] if kind or number else ANY_GEMS[language]
    return f"{words[colour]} {noun}" if colour else noun


def sentence(question: str, language: str) -> str:
    """A question in words: ``Wie viele rote Einer hat B?``"""
    what, holder = phrase(question[2:], language), question[0]
    if language == "de":
        return f"Wie viele {what} hat {holder}?"
    return f"How many {what} does {holder} have?"


# Reading ----------------------------------------

_STEMS: dict[str, str] = {
    r"dia(m(ant(en?)?|ond(s)?)?)?": "D",
    r"per(l(en?)?)?|pea(r(l(s)?)?)?": "P",
    r"opa(l(e|en|s)?)?": "O",
    r"sma(r(agd(en?)?)?)?|eme(r(ald(s)?)?)?": "S",
    r"rub(i(n(en?)?|es)?|y|ys)?": "R",
    r"rot(e[nrsm]?)?|reds?": "r",
    r"blau(e[nrsm]?)?|blues?": "b",
    r"gr(ü|ue|u)n(e[nrsm]?)?|greens?": "g",
    r"gelb(e[nrsm]?)?|yellows?": "y",
    r"pink(e[nrsm]?|s|farbene[nrsm]?)?|rosa": "p",
    r"lila(farbene[nrsm]?)?|violett(e[nrsm]?)?|purples?": "l",
    r"1(er[ns]?)?|einser[ns]?|einer[ns]?|eins(en)?|ones?": "1",
    r"2(er[ns]?)?|zweier[ns]?|zwei(en)?|twos?": "2",
    r"3(er[ns]?)?|dreier[ns]?|drei(en)?|threes?": "3",
    r"4(er[ns]?)?|vierer[ns]?|vier(en)?|fours?": "4",
}
_ELEMENTS = tuple((re.compile(pattern), element) for pattern, element in _STEMS.items())

_FILLERS = """
    bitte please
    wie viel viele vielen wieviel wieviele hat haben habt besitzt besitzen der die das den dem hält halten
    liegt liegen gibt es sind ist
    bei beim von in im an am zum zu anzahl welche platzhalter halter karte karten stein steine steinen edelstein
    edelsteine edelsteinen mit und zahl wert farbe typ how many much does do has have hold holds got is are there at by
    of the with and holder place gem gems card cards stone stones number what which
"""

FILLERS = frozenset(_FILLERS.split())
"""Words in questions that say nothing about what is asked for."""


@cache
def element_of(word: str) -> str | None:
    """The element that *word* means in either language, inflected or shortened; None if it is none."""
    lowered = word.lower()
    return next((element for pattern, element in _ELEMENTS if pattern.fullmatch(lowered)), None)


def type_of(word: str) -> str | None:
    """The type that *word* means."""
    found = element_of(word)
    return found if found is not None and found in TYPES else None


def colour_of(word: str) -> str | None:
    """The colour that *word* means."""
    found = element_of(word)
    return found if found is not None and found in COLOURS else None
