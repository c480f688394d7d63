"""Mails as they come in: every file in ``tests/cases/sleuth/mails`` is read, and what was understood is compared.

To add a case, put the mail there just as it came (``.txt``, ``.eml``, ``.mbox``; any bytes) and beside it a file of
the same name with the ending ``.expect``; in a folder whose mails all mean the same, the file ``EXPECT`` is enough.
Run this test: it fails and prints what was understood; look at that and put it into the file. Lines above it that
begin with ``#`` say what the case is about, and ``# game: large, round 9`` what is expected other than `USUAL`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from engine.core.text import texts
from engine.games.sleuth.model import Tips, tips
from engine.games.sleuth.post.mails import Mail, count_in, decode, mails_in
from engine.games.sleuth.post.markup import text_of
from engine.games.sleuth.post.reading import Entry, Expected, Player, entries_in, settle
from tests.games.sleuth.post.desk import CASES

MAILS = CASES / "mails"
PLAYERS = (Player("Max Mustermann", ("Mäxchen",), ("max@example.org",)), Player("Anna"))
GRID = "Tipp=Dia Per Opa\n     123 123 123\nrot A.. ... ..c\nblau ... ... ...\ngrün ... ... ...\ngelb ... ... ...\n"
USUAL = "standard, round 4"
"""The game that is called Peru, and the round that is open. ``no substitutes`` may follow."""
ENDINGS = (".txt", ".eml", ".mbox")
CASE_FILES = sorted(path for path in MAILS.rglob("*") if path.suffix in ENDINGS)


def expectation(case: Path) -> tuple[Expected, str]:
    """The game that *case* is read for, and what must be understood."""
    own = case.with_suffix(".expect")
    lines = (own if own.exists() else case.parent / "EXPECT").read_text("utf-8").splitlines()
    said = [line for line in lines if line.startswith("# game: ")]
    words = (said[0].removeprefix("# game: ") if said else USUAL).split(", ")
    expected = Expected(
        "Peru", words[0], PLAYERS, int(words[1].removeprefix("round ")), "no substitutes" not in words
    )
    return expected, "\n".join(line for line in lines if not line.startswith("#")).strip("\n")


def understood(entries: list[Entry]) -> str:
    """What was understood, as the files have it."""
    return "\n\n".join("\n".join(_lines(entry)) for entry in entries)


def _lines(entry: Entry) -> Iterator[str]:
    yield f"{entry.player or '?'}, {entry.game or '?'}, round {entry.round or '?'}: {entry.state}"
    for name, questions in (("questions", entry.orders.questions), ("substitutes", entry.orders.substitutes)):
        if questions:
            yield f"{name}: {' '.join(questions)}"
    for name, places in (("sure", entry.orders.sure), ("risk", entry.orders.risk)):
        if places.count():
            yield f"{name}: {_places(places)}"
    for comment in entry.comments:
        yield f"// {comment}"
    t = texts("en")
    for problem in entry.problems:
        yield f"line {problem.line}: {problem.code}: {problem.refusal.text(t)}"
        yield f"    instead of: {problem.expected_text(t)}"


def _places(tips: Tips) -> str:
    return " ".join(f"{gem}={holder}" for gem, holder in tips.items())


@pytest.mark.parametrize("case", CASE_FILES, ids=[str(path.relative_to(MAILS)) for path in CASE_FILES])
def test_case(case: Path) -> None:
    expected, wanted = expectation(case)
    mails = list(mails_in(case.name, case.read_bytes()))
    found = understood(settle(entry for mail in mails for entry in entries_in(mail, expected)))
    assert found == wanted, f"{case.name} was understood as:\n\n{found}\n"


def test_there_are_cases() -> None:
    assert len(CASE_FILES) > 100
    beside = {path for path in MAILS.rglob("*") if path.suffix == ".expect"}
    assert beside <= {path.with_suffix(".expect") for path in CASE_FILES}


def test_a_template_below_with_the_tips_it_carried_over() -> None:
    """It counts for nothing only if its tips are those that the game wrote into it."""
    filled = "VP-Sleuth Peru\nRunde=4\nSpieler=Anna\nFrage=Perlen A\n" + GRID.replace("..c", "B.c")
    text = f"{filled}\nAlt:\n\nVP-Sleuth Peru\nRunde=4\nSpieler=Anna\nFrage=\n" + GRID.replace("..c", "...")
    mail = Mail("a.txt", b"", text)
    carried = (tips({}), tips({"Dr1": "A"}))
    states = [
        [entry.state for entry in entries_in(mail, Expected("Peru", "standard", PLAYERS, 4, carried=given))]
        for given in (carried, carried[::-1], ())
    ]
    assert states == [["counts"], ["refused", "refused"], ["refused", "refused"]]


def test_a_comment_begins_no_quotation() -> None:
    text = "VP-Sleuth Peru\nRunde=4\n// Anna schrieb:\nSpieler=Anna\n" + GRID
    (entry,) = entries_in(Mail("a.txt", b"", text), Expected("Peru", "standard", PLAYERS, 4))
    assert (entry.state, entry.orders.sure.count()) == ("counts", 1)


# Single steps ----------------------------------------


def test_a_mailbox() -> None:
    head = b"From max@example.org Mon Nov 30 10:00:00 2026\n"
    one = head + b"From: Max <max@example.org>\nDate: Mon, 30 Nov 2026 10:00:00 +0100\n\nHallo\n\n"
    mails = list(mails_in("in.mbox", one * 3))
    assert [mail.source for mail in mails] == ["in.mbox#1", "in.mbox#2", "in.mbox#3"]
    assert {mail.sender for mail in mails} == {"max@example.org"}
    assert mails[0].moment == datetime(2026, 11, 30, 9, tzinfo=UTC)
    assert count_in(one * 3) == 3
    assert count_in(one.replace(b"\n", b"\r\n") * 2) == 2
    # A line of prose that begins like a mailbox's separator is none.
    assert count_in(one + b"\n\nFrom here on it is easy\n") == 1
    assert len(list(mails_in("in.mbox", one + b"\n\nFrom here on it is easy\n"))) == 1


def test_when_a_mail_arrived() -> None:
    mail = (
        b"Received: from a by b; Mon, 30 Nov 2026 12:00:00 +0000\r\n"
        b"Received: x; Mon, 30 Nov 2026 08:00:00 +0000\r\nFrom: Max <max@example.org>\r\n"
        b"Date: Mon, 30 Nov 2026 10:00:00 +0100\r\n\r\nx"
    )
    assert next(mails_in("a.eml", mail)).moment == datetime(2026, 11, 30, 12, tzinfo=UTC)
    spoiled = re.sub(rb"; Mon, 30 Nov 2026 12", b"; heute 12", mail)
    assert next(mails_in("a.eml", spoiled)).moment == datetime(2026, 11, 30, 9, tzinfo=UTC)
    assert next(mails_in("a.eml", b"From: x\nDate: 99999\n\ny")).moment is None


@pytest.mark.parametrize(
    ("data", "charset", "text"),
    [
        (b"gr\xfcn", "utf-8", "grün"),
        (b"gr\xfcn", "", "grün"),
        ("grün".encode(), "latin-1", "grün"),
        (b"\x93gr\xfcn\x94", "iso-8859-1", "“grün”"),
        (b"\x81", "ascii", "\x81"),
        ("grün".encode("cp437"), "cp437", "grün"),
        ("grün".encode("utf-16"), "", "grün"),
        (b"abc", "punycode", "abc"),
        (b"abc", "\x00", "abc"),
    ],
)
def test_decoding(data: bytes, charset: str, text: str) -> None:
    assert decode(data, charset) == text


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("a<br>b", "a\nb"),
        ("<p>a</p><p>b</p>", "a\nb"),
        ("a  \n b", "a b"),
        ("<pre>a  b\n c</pre>", "a  b\n c"),
        ("<table><tr><td>a<td>b<tr><td>ccc<td>d</table>", "a   b\nccc d"),
        ("<blockquote>a<br>b</blockquote>c", "> a\n> b\nc"),
        ("<style>x</style><script>y</script>a", "a"),
        ("a &lt; b &uuml;", "a < b ü"),
        ("<table><tr><td>open", "open"),
        ("</td></table></pre>a", "a"),
    ],
)
def test_markup(markup: str, text: str) -> None:
    assert text_of(markup).strip() == text
