"""The phone's page of Valknut: bid and trump at a glance, the trick as cards, answers as buttons."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from engine.core import catalog
from engine.core.page import Ask, Cards, Facts, Page, Rows
from engine.core.text import texts
from engine.games.valknut import phone
from engine.play.dealer import Dealer
from engine.play.session import Session
from tests.strategies import people

NAMES = ("Anna", "Ben", "Carla")
EN = texts("en")


def match() -> Iterator[list[tuple[Any, Page]]]:
    """Matches at random: the views and pages of the seats and of an onlooker after each move."""
    rng = random.Random("phone")
    for seed in range(4):
        session = Session(
            catalog.game("valknut"), {"max_rounds": 2, "goal": 200}, people(3), Dealer(f"phone:{seed}")
        )
        session.start()
        while not session.over:
            ports = [*(session.port(seat) for seat in range(3)), session.onlooker()]
            yield [(port.view(), phone.page(port.view(), port.choices(), EN, NAMES)) for port in ports]
            seat = rng.choice(session.awaited)
            session.submit(seat, rng.choice(list(session.port(seat).choices())), session.revision)


def test_facts_hold_the_own_bid_and_the_trump() -> None:
    """Whoever has bid sees bid and tricks held; others, and onlookers, the trump alone."""
    seen = set()
    for pages in match():
        for view, page in pages:
            for block in page.blocks:
                if isinstance(block, Facts):
                    *own, trump = block.facts
                    assert trump.label == "Trump"
                    assert trump.card is not None
                    assert (trump.value == "none") == (not view.trump)
                    mine = view.seat is not None and view.bid is not None
                    seen.add(mine)
                    held = view.tricks[view.seat] if mine else 0
                    assert [fact.value for fact in own] == ([str(view.bid), str(held)] if mine else [])
    assert seen == {True, False}


def test_trick_lies_as_cards_under_their_names() -> None:
    """The present trick in the order of play; the last one with its winner, in words too."""
    present = won = destroyed = 0
    for pages in match():
        for view, page in pages:
            for block in page.blocks:
                if not isinstance(block, Cards) or not block.small:
                    continue
                assert all(card.by in NAMES for card in block.cards)
                if view.table:
                    present += 1
                    assert len(block.cards) == len(view.table)
                    assert not any(card.lead for card in block.cards)
                elif view.last.winner is not None:
                    won += 1
                    name = NAMES[view.last.winner]
                    assert [card.by for card in block.cards if card.lead] == [name]
                    assert block.label == f"The last trick goes to {name}"
                else:
                    destroyed += 1
                    assert block.label == "The last trick was destroyed"
    assert present
    assert won
    assert destroyed


def test_what_may_be_done_at_once_is_a_button() -> None:
    """Taking a card, stealing and forgoing stand at the foot; the hand stays where it is."""
    phases = set()
    for pages in match():
        for view, page in pages:
            acts = [one for one in page.blocks if isinstance(one, Ask) and one.look == "acts"]
            if acts:
                phases.add(view.phase)
                labels = [one.label for one in page.blocks if isinstance(one, Cards)]
                assert ("Your hand" in labels) == bool(view.hand)
    assert phases <= {"draw", "steal_trick", "steal_card"}
    assert {"draw", "steal_card"} <= phases


def test_round_end_tells_bid_tricks_and_points_of_everybody() -> None:
    """A line a seat, and no sentence that says the same again."""
    results = 0
    for pages in match():
        for view, page in pages:
            if page.result is not None:
                results += 1
                (rows,) = page.result.blocks
                assert isinstance(rows, Rows)
                last = view.rounds[-1]
                for seat, row in enumerate(rows.rows):
                    points = f"{last.points[seat]:+d}".replace("-", "−")
                    assert row.state == f"bid {last.bids[seat]}, holds {last.tricks[seat]}: {points}"
                assert len(page.result.sentences) == 1 + bool(view.winners)
    assert results
