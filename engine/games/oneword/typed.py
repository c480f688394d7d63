"""What people type: made harmless without changing what it says, or refused with the reason.

Phones add blanks, other keyboards other hyphens, hostile clients everything else. `clean` removes what nobody sees
(blanks around, zero-width and bidi characters, soft hyphens, variation selectors) and makes all hyphens and
apostrophes alike; what is left is shown exactly as it is. `refuse_word` and `refuse_answer` say what is wrong with
a cleaned word.
"""

from __future__ import annotations

import re
import unicodedata

from engine.core.errors import Refusal
from engine.core.text import N_

MAX_LETTERS = 40
"""The longest hint, in characters."""

MAX_ANSWER = 80
"""The longest answer, in characters: an article or two words may come along."""

_MAX_RAW = 400
_MAX_MARKS = 2
"""How many combining marks a letter may carry (Vietnamese needs two)."""

_HYPHENS = dict.fromkeys(map(ord, "‐‑‒–—―⁃−﹘﹣-"), "-")
_APOSTROPHES = dict.fromkeys(map(ord, "‘ʼ＇`´′"), "’")
_INVISIBLE = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
_JOINING = "-’'"
QUOTES = '"„“”‚«»‹›'
"""Quotation marks, which may stand around an answer."""

_ALPHABETS = frozenset({"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "COPTIC", "CHEROKEE", "LISU"})
"""Alphabets with letters that look like those of another one, as the names of their characters begin."""
_BLANKS = re.compile(r"\s+")


def clean(text: str) -> str:
    """*text* without what nobody sees, composed (NFC), with one kind of hyphen and single blanks. Never raises."""
    text = text[:_MAX_RAW].translate(_HYPHENS).translate(_APOSTROPHES)
    text = _INVISIBLE.sub("", text)
    text = "".join(
        " " if char.isspace() else char
        for char in text
        if char.isspace() or unicodedata.category(char) not in ("Cc", "Cf")
    )
    return _BLANKS.sub(" ", unicodedata.normalize("NFC", text)).strip()


def _too_long(limit: int) -> Refusal:
    return Refusal(
        "too_long", N_("That is too long: at most {limit} characters."), {"limit": limit}, rule="oneword 1"
    )


_EMPTY = Refusal("empty", N_("Write a word."), rule="oneword 1")
_BLANK = Refusal("white_space", N_("One word only, without blanks."), rule="oneword 1")
_SIGNS = Refusal("signs", N_("Only letters, digits, hyphens and apostrophes, please."), rule="oneword 1")
_ALPHABET = Refusal("alphabets", N_("The letters of one word belong to one alphabet."), rule="oneword 1")
_MARKS = Refusal("marks", N_("There are too many accents on one letter."), rule="oneword 1")


def _mixes_alphabets(word: str) -> bool:
    """Whether letters of two alphabets stand in one word, so that it is not what it looks like (Нund, Cyrillic Н).

    Parts between hyphens are words of their own: β-Blocker is fine.
    """
    for part in word.split("-"):
        names = {unicodedata.name(char, "").split(" ")[0] for char in part if char.isalpha()}
        if len(names & _ALPHABETS) > 1:
            return True
    return False


def _refuse(raw: str, limit: int, joining: str) -> Refusal | None:
    if len(raw) > _MAX_RAW:
        return _too_long(limit)
    word = clean(raw)
    if not word:
        return _EMPTY
    plain = unicodedata.normalize("NFKC", word)
    if " " in plain and " " not in joining:
        return _BLANK
    marks = 0
    for char in plain:
        category = unicodedata.category(char)
        marks = marks + 1 if category[0] == "M" else 0
        if marks > _MAX_MARKS:
            return _MARKS
        if category[0] not in "LMN" and char not in joining:
            return _SIGNS
    if len(plain) > limit:
        return _too_long(limit)
    if not any(char.isalnum() for char in plain):
        return _SIGNS
    if _mixes_alphabets(plain):
        return _ALPHABET
    return None


def refuse_word(raw: str) -> Refusal | None:
    """Why *raw* is no single word as hints and terms are (ruling 1), or None if it is one."""
    return _refuse(raw, MAX_LETTERS, _JOINING)


def refuse_answer(raw: str) -> Refusal | None:
    """Why *raw* can't be an answer, or None if it can: like a word, with an article, a blank, or quotation marks."""
    return _refuse(raw, MAX_ANSWER, _JOINING + QUOTES + " .!?,")
