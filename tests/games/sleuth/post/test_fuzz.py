"""Mails that something has gone wrong with: reading never raises, and what is not told is not changed."""

from __future__ import annotations

import base64
import quopri

from hypothesis import given
from hypothesis import strategies as st

from engine.games.sleuth.box import HOLDERS, box
from engine.games.sleuth.forms import why_not_orders
from engine.games.sleuth.model import Orders, tips
from engine.games.sleuth.orders import OrderText, write
from engine.games.sleuth.post.mails import mails_in
from engine.games.sleuth.post.markup import text_of
from engine.games.sleuth.post.reading import Entry, Expected, Player, entries_in, settle
from tests.games.sleuth.test_orders import SAMPLE


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


def read(data: bytes, expected: Expected) -> list[Entry]:
    return settle(entry for mail in mails_in("mail", data) for entry in entries_in(mail, expected))


@st.composite
def orders(draw: st.DrawFn, variant: str) -> Orders:
    """Orders for round 1."""
    inside = box(variant)
    asked = draw(st.lists(st.sampled_from(inside.questions), max_size=inside.questions_in(1)))
    instead = draw(st.lists(st.sampled_from(inside.questions), max_size=3))
    places = draw(st.dictionaries(st.sampled_from(inside.gems), st.sampled_from(HOLDERS), max_size=20))
    sure = {gem: holder for at, (gem, holder) in enumerate(places.items()) if at % 2}
    risk = {gem: holder for gem, holder in places.items() if gem not in sure}
    return Orders(tuple(asked), tuple(instead), tips(sure), tips(risk))


@st.composite
def dressed(draw: st.DrawFn, text: str) -> bytes:
    """*text* as some mail program sends it."""
    words = draw(st.sampled_from(["", "Hallo,\n\n", "> alt\n\n", "\ufeff"]))
    after = draw(st.sampled_from(["", "\n\nGruß\n", "-- \nMax", "\n> alt\n> neu"]))
    text = words + text + after
    match draw(st.integers(0, 7)):
        case 0:
            return text.encode()
        case 1:
            return text.replace("\ufeff", "").encode("cp1252")
        case 2:
            return eml(base64.encodebytes(text.encode()), encoding="base64")
        case 3:
            return eml(quopri.encodestring(text.encode()), encoding="quoted-printable")
        case 4:
            return text.replace(" ", "\u00a0").replace("\n", "\r\n").encode()
        case 5:
            return page("<pre>" + text.replace(">", "&gt;") + "</pre>")
        case 6:
            stuffed = "\n".join((" " if line[:1] == " " else "") + line + " " for line in text.split("\n"))
            return eml(stuffed.encode(), "text/plain; charset=utf-8; format=flowed")
        case _:
            return text.replace("...", "…").encode("utf-16")


@given(st.data())
def test_every_dress_keeps_the_orders(data: st.DataObject) -> None:
    variant = data.draw(st.sampled_from(["standard", "large"]))
    given_orders = data.draw(orders(variant))
    language = data.draw(st.sampled_from(["de", "en"]))
    text = write(OrderText("Peru", 1, 1, "Anna", given_orders), variant, language)
    (entry,) = read(data.draw(dressed(text)), Expected("Peru", variant, (Player("Anna"),), 1))
    assert entry.problems == ()
    assert entry.orders == given_orders


@given(st.data())
def test_a_spoiled_mail_is_told_or_the_same(data: st.DataObject) -> None:
    """Lines broken, bytes lost, doubled or strewn in: an entry without a message has the original orders.

    What no reader could notice is left alone: another letter in a tip, another holder or word in a question.
    """
    variant = data.draw(st.sampled_from(["standard", "large"]))
    given_orders = data.draw(orders(variant))
    text = write(OrderText("Peru", 1, 1, "Anna", given_orders), variant)
    at = data.draw(st.integers(0, len(text) - 1))
    match data.draw(st.integers(0, 3)):
        case 0:
            spoiled = text[:at].rstrip(" ") + "\n" + text[at:]
        case 1:
            spoiled = (
                text[:at]
                + data.draw(st.sampled_from(["\x00", "\x07", "?", "#", "§", "\ufffd", "|"]))
                + text[at:]
            )
        case 2:
            line = data.draw(st.integers(0, text.count("\n") - 1))
            lines = text.split("\n")
            spoiled = "\n".join([*lines[:line], "> " + lines[line], *lines[line + 1 :]])
        case _:
            # Cells missing at the end of the last row are cells without a tip.
            spoiled = text[: min(at, text.rstrip().rindex("\n"))]
    expected = Expected("Peru", variant, (Player("Anna"),), 1)
    for entry in read(spoiled.encode(), expected):
        if not entry.problems:
            assert entry.orders == given_orders, spoiled


@given(st.binary(max_size=400))
def test_any_bytes(data: bytes) -> None:
    read(data, Expected("Peru", "standard", (Player("Anna"),), 1))


@given(st.data())
def test_any_bytes_in_a_mail(data: st.DataObject) -> None:
    whole = data.draw(
        st.sampled_from([eml(SAMPLE.encode()), page(f"<table><tr><td>{SAMPLE}</table>"), SAMPLE.encode()])
    )
    at = data.draw(st.integers(0, len(whole)))
    end = data.draw(st.integers(at, min(len(whole), at + 40)))
    spoiled = whole[:at] + data.draw(st.binary(max_size=20)) + whole[end:]
    for entry in read(spoiled, Expected("Peru", "standard", (Player("Max Mustermann"),), 4)):
        assert why_not_orders(box("standard"), 4, True, entry.orders) is None


@given(st.text(alphabet="<>/abtdrlepqu=\"' &;!-\n", max_size=200))
def test_any_markup(text: str) -> None:
    text_of(text)
