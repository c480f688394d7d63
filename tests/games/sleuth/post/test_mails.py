"""Mails as mail programs make them: the sample move of seed 003 in every dress, and everything else that comes in."""

from __future__ import annotations

import base64
import html
import quopri
from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from engine.games.sleuth.orders import template
from engine.games.sleuth.post.mails import decode, mails_in
from engine.games.sleuth.post.markup import text_of
from engine.games.sleuth.post.reading import Entry, Expected, Player, entries_in, settle
from tests.games.sleuth.test_orders import RISK, SAMPLE, SURE

PERU = Expected(
    "Peru", "standard", (Player("Max Mustermann", ("Mäxchen",), ("max@example.org",)), Player("Anna")), 4
)
LINES = SAMPLE.splitlines()
OLD = SAMPLE.replace("Runde=4", "Runde=3").replace("blaue 2er", "rote 1er")


def read(data: bytes | str, name: str = "mail.txt", expected: Expected = PERU) -> list[Entry]:
    """What the file *data* orders."""
    raw = data.encode() if isinstance(data, str) else data
    return settle(entry for mail in mails_in(name, raw) for entry in entries_in(mail, expected))


def eml(body: bytes, kind: str = "text/plain; charset=utf-8", encoding: str = "8bit") -> bytes:
    """A mail."""
    head = (
        "From: Max <max@example.org>\r\nDate: Mon, 30 Nov 2026 10:00:00 +0100\r\n"
        "Subject: Zug\r\nMIME-Version: 1.0\r\n"
    )
    return (f"{head}Content-Type: {kind}\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n").encode() + body


def page(body: str) -> bytes:
    """An HTML mail."""
    head = "<html><head><style>p {}</style></head><body><p>Hallo Cici,</p>"
    text = f"{head}{body}<p>Viele Gr&uuml;&szlig;e</p></body></html>"
    return eml(text.encode(), "text/html; charset=utf-8")


def in_table(cells: Callable[[str], str]) -> str:
    """The sample with its grid in a table, a cell for each gem."""
    rows = [
        f"<tr><td>Tipp=</td>{''.join(f'<td colspan=3>{name}</td>' for name in ('Dia', 'Per', 'Opale'))}</tr>"
    ]
    rows.append("<tr><td></td>" + "".join(f"<td>{digit}</td>" for digit in "123123123") + "</tr>")
    for line in LINES[7:11]:
        label, *groups = line.split()
        rows.append(
            f"<tr><td>{label}</td>" + "".join(f"<td>{cells(one)}</td>" for one in "".join(groups)) + "</tr>"
        )
    return "<br>".join(map(html.escape, LINES[:5])) + "<table>" + "\n".join(rows) + "</table>"


def escaped(line: str) -> str:
    return html.escape(line).replace(" ", "&nbsp;")


def flowed() -> bytes:
    """``format=flowed``: stuffed, rows that end in a blank, a question that flows on."""
    lines = [
        (" " if line.startswith(" ") else "") + line + (" " if at > 4 else "")
        for at, line in enumerate(LINES)
    ]
    return "\r\n".join(lines).replace("Wie viele blaue", "Wie viele \r\nblaue").encode()


def multipart(plain: str, rich: str) -> bytes:
    """A mail in two forms."""
    head = "\r\nContent-Type: text/{}; charset=utf-8\r\n\r\n"
    parts = f"--x{head.format('plain')}{plain}\r\n--x{head.format('html')}{rich}\r\n--x--\r\n"
    return eml(parts.encode(), 'multipart/alternative; boundary="x"', "7bit")


DRESSES: dict[str, bytes] = {
    "utf-8": SAMPLE.encode(),
    "windows-1252": SAMPLE.encode("cp1252"),
    "utf-16": SAMPLE.encode("utf-16"),
    "crlf": SAMPLE.replace("\n", "\r\n").encode(),
    "cr": SAMPLE.replace("\n", "\r").encode(),
    "byte order mark": SAMPLE.encode("utf-8-sig"),
    "byte order mark inside": ("Hallo!\n\n\ufeff" + SAMPLE).encode(),
    "below a quoted report": (
        "> Peru\n> Anna: +3\n>\n> " + OLD.replace("\n", "\n> ") + "\n\n" + SAMPLE
    ).encode(),
    "above a quoted report": (SAMPLE + "\nAm 1.1. schrieb Cici:\n> " + OLD.replace("\n", "\n> ")).encode(),
    "directly above a quotation": (SAMPLE + "> " + OLD.replace("\n", "\n> ")).encode(),
    "above an original message": (SAMPLE + "\n-----Ursprüngliche Nachricht-----\n" + OLD).encode(),
    "greetings and signature": f"Hallo Cici,\nhier mein Zug:\n\n{SAMPLE}\nGruß\n-- \nMax".encode(),
    "signature at once": f"{SAMPLE}-- \nMax".encode(),
    "a sentence first": f"VP-Sleuth macht Spaß! Mein Zug:\n{SAMPLE}".encode(),
    "quoted-printable": eml(quopri.encodestring(SAMPLE.encode()), encoding="quoted-printable"),
    "quoted-printable latin": eml(
        quopri.encodestring(SAMPLE.encode("cp1252")), "text/plain; charset=iso-8859-1", "quoted-printable"
    ),
    "base64": eml(base64.encodebytes(SAMPLE.encode()), encoding="base64"),
    "latin label, windows bytes": eml(
        SAMPLE.replace("// ", "// „…“ ").encode("cp1252"), "text/plain; charset=iso-8859-1"
    ),
    "latin label, utf-8 bytes": eml(SAMPLE.encode(), "text/plain; charset=iso-8859-1"),
    "unknown charset": eml(SAMPLE.encode("cp1252"), "text/plain; charset=x-unknown"),
    "no codec for text": eml(SAMPLE.encode(), "text/plain; charset=base64"),
    "ascii label": eml(SAMPLE.encode(), "text/plain; charset=us-ascii"),
    "no label": eml(SAMPLE.encode("cp1252"), "text/plain"),
    "pasted =FC": SAMPLE.replace("ü", "=FC").encode(),
    "pasted =C3=BC": SAMPLE.replace("ü", "=C3=BC").encode(),
    "pasted quoted-printable": quopri.encodestring(SAMPLE.encode()),
    "flowed": eml(flowed(), "text/plain; charset=utf-8; format=flowed"),
    "flowed, delsp": eml(flowed(), "text/plain; charset=utf-8; format=flowed; delsp=yes"),
    "tabs": "\n".join(
        "\t".join(line.split()) if 6 < at < 11 else line for at, line in enumerate(LINES)
    ).encode(),
    "word processor": SAMPLE.replace("...", "…").replace("-", "\u2011").replace("=Wie", "= Wie").encode(),
    "no-break spaces": SAMPLE.replace(" ", "\u00a0").encode(),
    "smart quotes": SAMPLE.replace("Sleuth Peru", "Sleuth „Peru“").encode(),
    "gruen": SAMPLE.replace("ü", "ue").encode(),
    "alias": SAMPLE.replace("Max Mustermann", "maexchen").encode(),
    "no name but an address": eml(SAMPLE.replace("Spieler=Max Mustermann\n", "").encode()),
    "empty name but an address": eml(SAMPLE.replace("Max Mustermann", "").encode()),
    "wrapped question": SAMPLE.replace("blaue 2er hat", "blaue\n2er hat").encode(),
    "html pre": page(f"<pre>{html.escape(SAMPLE)}</pre>"),
    "html a pre a line": page("".join(f"<pre>{html.escape(line)}</pre>" for line in LINES)),
    "html nbsp": page("<br>".join(map(escaped, LINES)) + "<br><br>"),
    "html div a line": page("".join(f"<div>{escaped(line)}</div>\n" for line in LINES) + "<div><br></div>"),
    "html p a line": page(
        "".join(f"<p class=MsoNormal>{html.escape(line)}</p>\n" for line in LINES) + "<br>"
    ),
    "html table": page(in_table(lambda sign: sign)),
    "html table, empty cells": page(in_table(lambda sign: "" if sign == "." else sign)),
    "html table, nbsp cells": page(in_table(lambda sign: "&nbsp;" if sign == "." else sign)),
    "html in a layout table": page(f"<table><tr><td>{'<br>'.join(map(escaped, LINES))}</td></tr></table>"),
    "html and a quotation": page(
        f"<pre>{html.escape(SAMPLE)}</pre><blockquote type=cite><pre>{html.escape(OLD)}</pre></blockquote>"
    ),
    "plain and html": multipart(SAMPLE, "<p>Hallo</p>"),
    "html beside a hollow plain": multipart("Bitte HTML einschalten.", f"<pre>{html.escape(SAMPLE)}</pre>"),
    "mailbox": b"From max@example.org Mon Nov 30 10:00:00 2026\n" + eml(SAMPLE.encode()) + b"\n",
    "forwarded as attachment": eml(
        b"--y\r\nContent-Type: message/rfc822\r\n\r\n" + eml(SAMPLE.encode()) + b"\r\n--y--\r\n",
        'multipart/mixed; boundary="y"',
        "7bit",
    ),
    "text attachment": eml(
        b"--y\r\nContent-Type: text/plain\r\n\r\nHallo\r\n--y\r\n"
        b'Content-Type: application/octet-stream; name="z.txt"\r\n'
        b'Content-Disposition: attachment; filename="z.txt"\r\nContent-Transfer-Encoding: base64\r\n\r\n'
        + base64.encodebytes(SAMPLE.encode())
        + b"\r\n--y--\r\n",
        'multipart/mixed; boundary="y"',
        "7bit",
    ),
}


@pytest.mark.parametrize("dress", DRESSES)
def test_the_sample_in_every_dress(dress: str) -> None:
    (entry,) = read(DRESSES[dress])
    assert [problem.code for problem in entry.problems] == []
    assert entry.state == "counts"
    assert (entry.player, entry.round, entry.game) == ("Max Mustermann", 4, "Peru")
    assert entry.orders.questions == ("D:b2",)
    assert entry.orders.substitutes == ("D:g2",)
    assert dict(entry.orders.sure.items()) == SURE
    assert dict(entry.orders.risk.items()) == RISK


def changed(*swaps: tuple[str, str]) -> str:
    """The sample with some words changed."""
    text = SAMPLE
    for old, new in swaps:
        assert old in text
        text = text.replace(old, new)
    return text


@pytest.mark.parametrize(
    ("text", "state", "wanted"),
    [
        ("> " + SAMPLE.replace("\n", "\n> "), "refused", [(1, "only_quoted")]),
        ("Hallo Cici, der Zug kommt morgen.", "refused", [(1, "no_orders")]),
        ("", "refused", [(1, "no_orders")]),
        (changed(("Runde=4", "Runde=3")), "refused", [(2, "wrong_round")]),
        (changed(("Runde=4", "Runde=vier")), "refused", [(2, "round_form")]),
        (changed(("Runde=4\n", "")), "refused", [(1, "round_missing")]),
        (changed(("Max Mustermann", "Max Musterman")), "refused", [(3, "unknown_player")]),
        (changed(("Max Mustermann", "Zora")), "refused", [(3, "unknown_player")]),
        (changed(("Spieler=Max Mustermann\n", "")), "refused", [(1, "player_missing")]),
        (changed(("Peru", "Lima")), "refused", [(1, "unknown_game")]),
        (changed((" Peru", "")), "refused", [(1, "unknown_game")]),
        (changed(("blaue 2er", "blaue Perlen 2er")), "faulty", [(4, "three_elements")]),
        (changed(("blaue 2er", "blaue roten")), "faulty", [(4, "same_category")]),
        (changed(("blaue 2er hat D", "blaue 2er hat X")), "faulty", [(4, "asked_x")]),
        (changed(("blaue 2er hat D", "blaue 2er hat H")), "faulty", [(4, "no_such_holder")]),
        (changed((".A.", ".H.")), "faulty", [(8, "no_such_place")]),
        (changed(("gelb .c. ... ...\n", "")), "faulty", [(6, "rows_missing")]),
        (
            changed(("gelb .c.", "blau .c.")),
            "faulty",
            [(6, "rows_missing"), (11, "row_twice"), (11, "tipped_twice")],
        ),
        (changed(("/Frage", "Frage")), "faulty", [(5, "too_many_questions")]),
        (
            changed(("Runde=4\n", "Runde=4\n\n")),
            "refused",
            [(1, "player_missing"), (1, "grid_missing"), (4, "after_blank_line")],
        ),
        (
            changed(("Tipp=Dia Per Opale\n", "Tipp=Dia Per Opale\n\n")),
            "faulty",
            [(6, "rows_missing"), (8, "after_blank_line")],
        ),
    ],
)
def test_faults(text: str, state: str, wanted: list[tuple[int, str]]) -> None:
    (entry,) = read(text)
    assert [(problem.line, problem.code) for problem in entry.problems] == wanted
    assert entry.state == state


def test_a_misspelt_player_is_suggested() -> None:
    (entry,) = read(changed(("Max Mustermann", "Max Musterman")))
    assert entry.seat is None
    assert entry.problems[0].expected == "Max Mustermann"
    assert entry.player == "Max Musterman"


def test_rows_in_another_order_and_other_heads() -> None:
    shuffled = "\n".join(
        [*LINES[:5], "Tipp=Diam Perl Opal", LINES[6], LINES[9], LINES[7], LINES[10], LINES[8]]
    )
    (entry,) = read(shuffled)
    assert entry.problems == ()
    assert dict(entry.orders.sure.items()) == SURE


def test_dots_only_and_no_question_are_valid_orders() -> None:
    (entry,) = read(template("Peru", "standard", 4, "Anna"))
    assert entry.state == "counts"
    assert entry.seat == 1
    assert entry.orders.questions == ()


def test_the_templates_as_printed_are_questions_to_the_game_master() -> None:
    """Nothing is filled in: no game, no player, no round."""
    for variant in ("standard", "large"):
        printed = template("Name", variant, 1, "").replace("Runde=1", "Runde=")
        (entry,) = read(printed, expected=Expected("Peru", variant, PERU.players, 4))
        assert {"unknown_game", "player_missing"} <= {problem.code for problem in entry.problems}
        assert not entry.counts
        filled = (
            printed.replace("Name", "Peru").replace("Runde=", "Runde=4").replace("Spieler=", "Spieler=Anna")
        )
        (entry,) = read(filled, expected=Expected("Peru", variant, PERU.players, 4))
        assert entry.state == "counts"


def test_too_many_questions_in_round_9_of_a_large_game() -> None:
    text = template("Peru", "large", 8, "Anna").replace("\nFrage=", "\nFrage=Smaragde, A", 2)
    large = Expected("Peru", "large", PERU.players, 8)
    (entry,) = read(text, expected=large)
    assert entry.problems == ()
    (entry,) = read(text.replace("Runde=8", "Runde=9"), expected=Expected("Peru", "large", PERU.players, 9))
    assert [problem.code for problem in entry.problems] == ["too_many_questions"]
    assert entry.orders.questions == ("A:S",)


def test_several_games_and_several_players_in_one_mail() -> None:
    other = "Diplomacy Wien\nRunde=7\nA Wie - Boh\n\n"
    lima = changed(("Peru", "Lima"))
    anna = changed(("Max Mustermann", "Anna"))
    entries = read(f"{other}{SAMPLE}\n{lima}\n{anna}")
    assert [(entry.state, entry.game, entry.seat) for entry in entries] == [
        ("counts", "Peru", 0),
        ("refused", "Lima", 0),
        ("counts", "Peru", 1),
    ]


def test_the_newer_counts_and_the_older_is_mentioned() -> None:
    first, second, third = read(SAMPLE + "\n" + changed(("2er hat D", "2er hat A")) + "\n" + OLD)
    assert [first.state, second.state, third.state] == ["replaced", "counts", "refused"]


def test_without_substitutes() -> None:
    (entry,) = read(SAMPLE, expected=Expected("Peru", "standard", PERU.players, 4, substitutes=False))
    assert [problem.code for problem in entry.problems] == ["no_substitutes"]
    assert entry.orders.substitutes == ()


def test_a_mailbox() -> None:
    one = (
        b"From max@example.org Mon Nov 30 10:00:00 2026\n"
        + eml(SAMPLE.encode()).replace(b"\r\n", b"\n")
        + b"\n"
    )
    mails = list(mails_in("in.mbox", one * 3))
    assert [mail.source for mail in mails] == ["in.mbox#1", "in.mbox#2", "in.mbox#3"]
    assert {mail.sender for mail in mails} == {"max@example.org"}
    assert mails[0].moment == datetime(2026, 11, 30, 9, tzinfo=UTC)
    # A line of prose that begins like a mailbox's separator is none.
    text = SAMPLE + "\n\nFrom here on it is easy\n"
    assert len(list(mails_in("in.mbox", b"From a@b Mon Nov 30 10:00:00 2026\n" + eml(text.encode())))) == 1


def test_when_a_mail_arrived() -> None:
    mail = eml(b"x").replace(
        b"From: Max",
        b"Received: from a by b; Mon, 30 Nov 2026 12:00:00 +0000\r\n"
        b"Received: x; Mon, 30 Nov 2026 08:00:00 +0000\r\nFrom: Max",
    )
    assert next(mails_in("a.eml", mail)).moment == datetime(2026, 11, 30, 12, tzinfo=UTC)
    assert next(mails_in("a.eml", mail.replace(b"; Mon, 30 Nov", b"; heute"))).moment == datetime(
        2026, 11, 30, 9, tzinfo=UTC
    )
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
