"""What can't be decoded is explained in the user's language, with its place, and without a word of msgspec's."""

from __future__ import annotations

import pytest

from engine.core import catalog, codec
from engine.core.errors import Malformed, RecordError, Refusal
from engine.core.misread import misread
from engine.core.text import texts
from engine.play import record

HEAD = (
    b'{"vierblatt":1,"game":"valknut","options":{"goal":50,"max_rounds":10,"first_dealer":0},'
    b'"seats":[{"name":"Anna","kind":"human"},{"name":"Ben","kind":"human"}],"started":"2026-01-01T00:00:00Z"}'
)

MOVES = [
    (
        b'{"do":"bid","tricks":3,"x":1}',
        "the field “x” is not known here",
        "das Feld „x“ ist hier nicht bekannt",
    ),
    (b'{"do":"bid"}', "the field “tricks” is missing", "das Feld „tricks“ fehlt"),
    (b'{"tricks":3}', "the field “do” is missing", "das Feld „do“ fehlt"),
    (
        b'{"do":"bid","tricks":"3"}',
        "“tricks” is a text, where a whole number belongs",
        "„tricks“ ist ein Text, wo eine ganze Zahl hingehört",
    ),
    (
        b'{"do":"bid","tricks":null}',
        "“tricks” is nothing, where a whole number belongs",
        "„tricks“ ist nichts, wo eine ganze Zahl hingehört",
    ),
    (b'{"do":"jump"}', "“do” can't be 'jump'", "„do“ kann nicht 'jump' sein"),
    (b'{"do":', "it is damaged, or no JSON", "sie ist beschädigt oder kein JSON"),
    (b"{" * 70_000, "it is too long (70000 characters)", "das ist zu lang (70000 Zeichen)"),
]


@pytest.mark.parametrize(("move", "english", "german"), MOVES)
def test_moves(move: bytes, english: str, german: str) -> None:
    with pytest.raises(Malformed) as caught:
        codec.decode_move(catalog.game("valknut"), move)
    said = [caught.value.refusal.text(texts(language)) for language in ("en", "de")]
    assert said == [
        f"This move was not understood: {english}",
        f"Dieser Zug war nicht zu verstehen: {german}",
    ]


@pytest.mark.parametrize(
    ("old", "new", "german"),
    [
        (b'"started"', b'"begun":1,"started"', "das Feld „begun“ ist hier nicht bekannt"),
        (
            b',"kind":"human"},{',
            b',"age":3,"kind":"human"},{',
            "das Feld „seats[0].age“ ist hier nicht bekannt",
        ),
        (b'"name":"Ben",', b"", "das Feld „seats[1].name“ fehlt"),
        (b'"Ben"', b"7", "„seats[1].name“ ist eine ganze Zahl, wo ein Text hingehört"),
        (b'"human"}]', b'"ghost"}]', "„kind“ kann nicht ghost sein"),
    ],
)
def test_headers(old: bytes, new: bytes, german: str) -> None:
    with pytest.raises(RecordError) as caught:
        record.parse(HEAD.replace(old, new, 1) + b"\n")
    assert caught.value.refusal.text(texts("de")).endswith(f": {german}")


def test_braces_of_strangers_are_only_text() -> None:
    with pytest.raises(Malformed) as caught:
        codec.decode_move(catalog.game("valknut"), b'{"do":"bid","tricks":3,"{detail}{0}":1}')
    assert "“{detail}{0}”" in caught.value.refusal.text(texts("en"))


def test_what_is_not_known_stays_as_it_is() -> None:
    refusal = misread(ValueError("something rare - at `$.a`"))
    assert isinstance(refusal, Refusal)
    assert refusal.text(texts("de")) == "something rare - at `$.a`"
