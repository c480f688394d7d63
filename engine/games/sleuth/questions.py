"""Reads questions as people write them: ``Wie viele rote Einer hat B?``, ``Perlen, G``, ``How many blue 2s has D?``"""

from __future__ import annotations

import re
from collections.abc import Callable

from engine.core.errors import Refusal
from engine.core.text import N_
from engine.games.sleuth.box import ASKED, Box
from engine.games.sleuth.problems import Problem
from engine.games.sleuth.vocabulary import FILLERS, element_of

EXPECTED = N_("a question like “How many red ones does B have?” or “pearls, G”")

_WORD = re.compile(r"[^\W_]+")
_POSSESSIVE = re.compile(r"(?<=\b[A-Z])['’]s\b")
_SHORT = frozenset("uv")
"""Single letters that say nothing: *und*, *von*."""
_CODE = re.compile(r"\s*([A-Z])\s*:\s*([A-Za-z0-9]{1,8})\s*\??")


def read_question(inside: Box, line: int, text: str, problems: list[Problem]) -> str | None:
    """The question in *text* as the record writes it; None, with a problem told, if it is none."""
    shown = text[:80]

    def refuse(code: str, message: str, **values: str | int) -> None:
        problems.append(Problem(line, shown, Refusal(code, message, {**values}), EXPECTED))

    code = _CODE.fullmatch(text)
    if code and f"{code[1]}:{code[2]}" in inside.question_set:
        return f"{code[1]}:{code[2]}"
    elements: dict[str, str] = {}  # with the word that was read
    letters: list[str] = []
    unknown: list[str] = []
    for word in _WORD.findall(_POSSESSIVE.sub("", text)):
        found = element_of(word)
        if found is not None:
            elements.setdefault(found, word)
        elif len(word) == 1 and word.isalpha():
            letters.append(word)
        elif word.lower() not in FILLERS:
            # “2s” and the like: a number with an English ending.
            if re.fullmatch(r"[1-9]s", word):
                elements.setdefault(word[0], word)
            else:
                unknown.append(word)
    capitals = [letter for letter in letters if letter.isupper()]
    if capitals:
        # A small letter beside the holder's may be a colour or another holder: it is not for us to say.
        unknown += [letter for letter in letters if letter.islower() and letter not in _SHORT]
    holders = list(dict.fromkeys(capitals or [letter.upper() for letter in letters]))
    if unknown:
        refuse("unknown_word", N_("“{word}” was not understood."), word=unknown[0][:30])
        return None
    if not holders:
        refuse("holder_missing", N_("The question does not say who is asked."))
        return None
    if len(holders) > 1:
        refuse(
            "several_holders",
            N_("The question names several holders: {holders}."),
            holders=", ".join(holders)[:40],
        )
        return None
    if holders[0] == "X":
        refuse("asked_x", N_("X can't be asked anything."))
        return None
    if holders[0] not in ASKED:
        refuse(
            "no_such_holder",
            N_("There is no holder “{holder}”. Those who can be asked are A to G."),
            holder=holders[0],
        )
        return None
    return _combine(inside, holders[0], elements, refuse)


def _combine(inside: Box, holder: str, elements: dict[str, str], refuse: Callable[..., None]) -> str | None:
    if not elements:
        refuse("element_missing", N_("The question names no type, colour or number."))
        return None
    foreign = [element for element in elements if element not in inside.elements]
    if foreign:
        refuse(
            "unknown_element",
            N_("“{element}” is no type, colour or number of this game."),
            element=elements[foreign[0]][:30],
        )
        return None
    if len(elements) > 2:
        refuse("three_elements", N_("The question names more than two elements. It may name one or two."))
        return None
    joined = "".join(elements)
    name = joined if joined in inside.sets else joined[::-1]
    if name not in inside.sets:
        refuse(
            "same_category", N_("The question names two elements of one category, which no gem has together.")
        )
        return None
    return f"{holder}:{name}"
