"""The phone's page of Geheimer Brief: what it offers, and what it says of the others."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from engine.core import catalog
from engine.core.page import Ask, Cards, Page, Rows
from engine.core.text import texts
from engine.games.letter import phone
from engine.play.dealer import Dealer
from engine.play.session import Session
from tests.strategies import people

NAMES = ("Anna", "Ben", "Carla", "Dora")
EN = texts("en")


def match(goal: int = 2) -> Iterator[tuple[Session, list[tuple[Any, Page]]]]:
    """A match at random, with every seat's view and page after each move."""
    session = Session(catalog.game("letter"), {"goal": goal}, people(4), Dealer("phone"))
    session.start()
    rng = random.Random("phone")
    while True:
        ports = [session.port(seat) for seat in range(4)]
        pages = [(port.view(), phone.page(port.view(), port.choices(), EN, NAMES)) for port in ports]
        yield session, pages
        if session.over:
            return
        seat = session.awaited[0]
        session.submit(seat, rng.choice(list(session.port(seat).choices())), session.revision)


def test_guess_is_asked_with_cards_and_a_known_card_is_said() -> None:
    """Values to name are cards without their ability; whom one knows carries a note, nobody else does."""
    guesses = noted = 0
    for _session, pages in match(4):
        for view, page in pages:
            for ask in (block for block in page.blocks if isinstance(block, Ask)):
                for option in ask.options:
                    for target in option.then.options if option.then else ():
                        known = {NAMES[s] for s, value in enumerate(view.known) if value}
                        assert bool(target.note) == (target.label in known)
                        noted += bool(target.note)
                        if target.then is not None:
                            guesses += 1
                            assert target.then.look == "cards"
                            assert all(one.card and not one.card.text for one in target.then.options)
    assert guesses
    assert noted


def test_table_says_in_words_whose_turn_it_is() -> None:
    """Exactly the seat to play is marked, and its state says so; who is out is said to be out."""
    for session, pages in match():
        if session.over:
            break
        for view, page in pages:
            (table,) = [block for block in page.blocks if isinstance(block, Rows)]
            assert [row.turn for row in table.rows] == [seat == view.turn for seat in range(4)]
            for seat, row in enumerate(table.rows):
                assert (row.state == "to play") == (seat == view.turn)
                assert (row.state == "out of the round") == view.out[seat]


def test_after_the_match_points_stand_where_the_hand_was() -> None:
    """No hand is shown any more, the winner is marked, and the last round shows the cards that decided it."""
    *_before, (_session, pages) = match()
    for view, page in pages:
        assert page.title == "The match is over."
        assert not [one for one in page.blocks if isinstance(one, Cards) and one.label == "Your hand"]
        (table,) = [block for block in page.blocks if isinstance(block, Rows)]
        assert table.label == "Points"
        assert [row.turn for row in table.rows] == [seat in view.winners for seat in range(4)]
        assert page.result is not None
        (points,) = page.result.blocks
        assert isinstance(points, Rows)
        assert [bool(row.cards) for row in points.rows] == [bool(card) for card in view.rounds[-1].hands]
