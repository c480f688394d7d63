"""Who somebody is in a room: codes, names, tokens.

A seat belongs to whoever holds its token: 128 random bits that the phone itself makes and keeps. The server keeps
only their hash, so there is nothing to be sent, logged or read from a file. A name alone proves nothing.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata
from collections.abc import Iterable

ALPHABET = "23456789BCDFGHJKMNPQRSTVWXYZ"
"""The letters of room codes: nothing that is mistaken for another when read aloud or by bad light, no vowels."""

CODE_LENGTH = 5
KEY_LENGTH = 20
"""Letters of a link to a room on a public server: 96 bits, nothing to be tried out."""

MAX_NAME = 24
MAX_MARKS = 2
"""Combining marks in a row that a name keeps: enough for any language, too few to paint over other lines."""

_TOKEN = re.compile(r"[0-9a-f]{32}")
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\u034f\u17b4\u17b5\U0001d159")
_SELECTORS = (range(0x180B, 0x1810), range(0xFE00, 0xFE10), range(0xE0000, 0xE1000))
"""Variation selectors and tags: invisible, though some count as marks of a letter."""


def new_code(taken: Iterable[str] = (), length: int = CODE_LENGTH) -> str:
    """A random code that is not among *taken*."""
    known = set(taken)
    while True:
        code = "".join(secrets.choice(ALPHABET) for _ in range(length))
        if code not in known:
            return code


def read_code(text: str) -> str:
    """A code as it is kept, from however it was typed: case, blanks and dashes do not count."""
    return "".join(char for char in text.upper() if not char.isspace() and char != "-")[:64]


def token_hash(token: str) -> str | None:
    """What is kept of a token; None if *token* is none (32 hexadecimal digits)."""
    if _TOKEN.fullmatch(token) is None:
        return None
    return hashlib.sha256(bytes.fromhex(token)).hexdigest()


def new_token() -> str:
    """A token: 128 random bits."""
    return secrets.token_hex(16)


def clean_name(text: str) -> str:
    """*text* as a name: NFKC, without control, direction and invisible characters, at most `MAX_NAME` long.

    Empty if nothing is left.
    """
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFKC", text[:400]):
        kind = unicodedata.category(char)
        if char.isspace() or kind in {"Zl", "Zp", "Zs"}:
            kept.append(" ")
            continue
        if kind in {"Cc", "Cf", "Cs", "Co", "Cn"} or char in _BLANK:
            continue
        if any(ord(char) in selectors for selectors in _SELECTORS):
            continue
        marks = marks + 1 if kind.startswith("M") else 0
        if marks <= MAX_MARKS:
            kept.append(char)
    # Once more: what was taken out may have stood between a letter and its mark.
    name = unicodedata.normalize("NFKC", " ".join("".join(kept).split()))[:MAX_NAME].strip()
    return "" if all(unicodedata.category(char).startswith("M") for char in name) else name


# What other alphabets' letters and digits are mistaken for, in small letters; enough to tell people at one table apart.
_ALIKE = {
    "a": "аαɑ", "b": "ь", "c": "с", "d": "ԁ", "e": "е", "h": "һ", "i": "іıι1|l", "j": "ј", "k": "кκ", "m": "м",
    "n": "η", "o": "оοσ0", "p": "рρ", "q": "ԛ", "s": "ѕ", "t": "тτ", "v": "νѵ", "w": "ԝ", "x": "хχ", "y": "уγ",
}  # fmt: skip
_LOOK_ALIKES = str.maketrans({strange: letter for letter, many in _ALIKE.items() for strange in many})


def look(name: str) -> str:
    """How *name* looks at a glance: names of the same look are told apart by a number."""
    # Capitals of other alphabets look like ours, their small letters need not (Н, н): so the table comes last.
    return name.casefold().translate(_LOOK_ALIKES)


def unique_name(wanted: str, taken: Iterable[str]) -> str:
    """*wanted*, or with the first free number behind it if one of *taken* looks like it."""
    looks = {look(name) for name in taken}
    if look(wanted) not in looks:
        return wanted
    number = 2
    while True:
        ending = f" {number}"
        name = wanted[: MAX_NAME - len(ending)].rstrip() + ending
        if look(name) not in looks:
            return name
        number += 1
