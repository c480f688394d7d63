"""Codes, names and tokens."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rooms import identity


def test_codes_have_no_letters_that_are_mistaken() -> None:
    """Only the room alphabet, five letters, never one that is taken."""
    codes = {identity.new_code() for _time in range(500)}
    assert all(len(code) == 5 and set(code) <= set("23456789BCDFGHJKMNPQRSTVWXYZ") for code in codes)
    assert not set("01AEILOU") & set(identity.ALPHABET)
    assert len(identity.new_code(length=identity.KEY_LENGTH)) == 20


@pytest.mark.parametrize("text", ["k7qz4", " K7 QZ4 ", "k7-qz4", "K7QZ4\n"])
def test_codes_are_read_however_they_are_typed(text: str) -> None:
    """Case, blanks and dashes do not count."""
    assert identity.read_code(text) == "K7QZ4"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Anna", "Anna"),
        ("  Anna \t Maria\n", "Anna Maria"),
        ("An\u200bna", "Anna"),
        ("\u202eannA", "annA"),
        ("Ａｎｎａ", "Anna"),
        ("\u3164\u2800", ""),
        ("\u0000\u0007", ""),
        ("\u0301\u0301", ""),
        ("Z\u0301\u0302\u0303\u0304\u0305algo", "Z\u0301\u0302\u0303algo"),
        ("<script>alert(1)</script>", "<script>alert(1)</script"),
        ("x" * 100, "x" * 24),
        ("Jürgen 😀", "Jürgen 😀"),
        ("An\U000e0101na\ufe0f\u180b", "Anna"),
        ("\u17b4Anna\u034f", "Anna"),
        ("19:00", "19:00"),
    ],
)
def test_names_are_what_can_be_seen(typed: str, kept: str) -> None:
    """Control, direction and invisible characters go; the rest is kept as typed."""
    assert identity.clean_name(typed) == unicodedata.normalize("NFKC", kept)


@given(st.text())
def test_any_name_is_clean_or_empty(text: str) -> None:
    """At most 24 visible characters on one line, and cleaning again changes nothing."""
    name = identity.clean_name(text)
    assert len(name) <= 24
    assert all(unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Zl", "Zp"} for char in name)
    assert name == name.strip()
    assert identity.clean_name(name) == name


@pytest.mark.parametrize("other", ["Anna", "anna", "Аnna", "Annа", "ANNA"])
def test_look_alikes_get_a_number(other: str) -> None:
    """Names that look the same are told apart; the first one keeps its name."""
    assert identity.unique_name(identity.clean_name(other), ["Anna"]) == f"{other} 2"
    assert identity.unique_name("Anna", ["Anna", "Anna 2"]) == "Anna 3"
    assert identity.unique_name("Ben", ["Anna"]) == "Ben"
    assert len(identity.unique_name("x" * 24, ["x" * 24])) <= 24


@pytest.mark.parametrize("token", ["", "1", "g" * 32, "A" * 32, "0" * 31, "0" * 33, "0" * 32 + "\n"])
def test_only_128_bits_are_a_token(token: str) -> None:
    """32 hexadecimal digits, nothing else."""
    assert identity.token_hash(token) is None
    assert identity.token_hash(identity.new_token()) is not None
