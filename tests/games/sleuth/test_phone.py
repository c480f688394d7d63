"""The phone's page of VP-Sleuth: the order sheet with pictures, and the gems in the end."""

from __future__ import annotations

import pytest

from engine.core import catalog
from engine.core.page import Rows, Write
from engine.core.text import texts
from engine.games.sleuth import phone
from engine.games.sleuth.box import HOLDERS, box
from engine.games.sleuth.forms import OrderForm
from engine.games.sleuth.model import NO_ORDERS, Orders, tips
from engine.play.dealer import Dealer
from engine.play.session import Session
from tests.strategies import people

NAMES = ("Anna", "Ben")
EN = texts("en")


def begun(variant: str = "standard") -> Session:
    session = Session(catalog.game("sleuth"), {"variant": variant}, people(2), Dealer("phone"))
    session.start()
    return session


def form(session: Session) -> Write:
    port = session.port(0)
    (found,) = [b for b in phone.page(port.view(), port.choices(), EN, NAMES).blocks if isinstance(b, Write)]
    return found


@pytest.mark.parametrize(("variant", "across"), [("standard", 6), ("large", 4)])
def test_every_gem_is_a_picture_with_its_pips(variant: str, across: int) -> None:
    """A field a gem, in the box's order, whose drawing and pips say which it is; whole colours side by side."""
    sheet = form(begun(variant))
    gems = [field for field in sheet.fields if field.name.startswith("tip:")]
    assert [field.name.removeprefix("tip:") for field in gems] == list(box(variant).gems)
    for field in gems:
        gem = field.name.removeprefix("tip:")
        assert field.drawing == f"sleuth/gems/{gem[:2]}.svg"
        assert str(field.pips) == gem[2]
    assert sheet.across == across
    assert across % len(box(variant).numbers) == 0
    signs = [choice[2] for choice in sheet.lists["place"][1:]]
    assert signs == [*HOLDERS, *HOLDERS.lower()]


def test_a_new_round_is_another_form_with_the_old_tips() -> None:
    """What was typed for one round does not stand in the next one's question; tips that were given do."""
    session = begun()
    first = form(session)
    assert isinstance(session.port(0).choices(), OrderForm)
    session.submit(0, Orders(("A:r",), (), tips({"Dr1": "A"}), tips({"Dr2": "B"})), session.revision)
    session.submit(1, NO_ORDERS, session.revision)
    second = form(session)
    assert first.name != second.name
    values = {field.name: field.value for field in second.fields}
    assert (values["tip:Dr1"], values["tip:Dr2"]) == ("A!", "B?")
    assert values["q0-asked"] == values["q0-what"] == ""


def test_end_shows_every_gem_with_its_holder() -> None:
    """A line a holder; together they are the whole box."""
    session = begun()
    while not session.over:
        for seat in session.awaited:
            session.submit(seat, NO_ORDERS, session.revision)
    port = session.port(1)
    page = phone.page(port.view(), port.choices(), EN, NAMES)
    (table,) = [b for b in page.blocks if isinstance(b, Rows) and b.label == "Where the gems were"]
    assert [row.name for row in table.rows] == list(HOLDERS)
    assert sum(len(row.cards) for row in table.rows) == len(box("standard").gems)
    assert all(card.pips and card.name for row in table.rows for card in row.cards)
