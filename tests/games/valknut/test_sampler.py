"""Worlds dealt to fit a view of Valknut: only those that fit all that the seat has seen, each as often as it should."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from math import comb
from typing import Any

import pytest

from engine.core import codec
from engine.core.game import Event
from engine.games.valknut.aids import unseen
from engine.games.valknut.belief import Belief, Fate, Filling, this_round
from engine.games.valknut.meta import META
from engine.games.valknut.model import (
    ALL,
    BIT,
    CARD_OF,
    SUIT,
    Bury,
    CardPlayed,
    Deal,
    DrawCard,
    Give,
    Pass,
    State,
    StealCard,
    codes,
    members,
)
from engine.games.valknut.rules import GAME
from tests.games.valknut.table import Position, dealt, everything, stack
from tests.strategies import ANNA, BEN, CARLA, Playthrough, play_game


def begun(hands: Sequence[str], trump: str = "V", stock: str = "", leader: int = ANNA) -> Position:
    """A round in which *leader* is about to lead; all have bid."""
    seats = len(hands)
    dealer = (leader - 1) % seats
    return dealt(stack(hands, trump, stock, dealer=dealer), seats, dealer=dealer, bids=range(1, seats + 1))


def worlds(table: Position, seat: int, count: int = 60, seed: int = 0) -> list[State]:
    """What *seat* may imagine now; each world has the seat's own view, byte for byte."""
    rng = random.Random(seed)
    view = GAME.view(table.state, seat)
    found = [GAME.sample(view, table.histories[seat], rng) for _deal in range(count)]
    for world in found:
        assert codec.encode(GAME.view(world, seat)) == codec.encode(view)
        assert everything(world) == ALL
    return found


def has(cards: int, code: str) -> bool:
    return bool(cards & BIT[CARD_OF[code]]) if code not in "VN" else CARD_OF[code] in members(cards)


def suits(cards: int) -> set[int]:
    return {SUIT[card] for card in members(cards)}


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("seed", range(4))
def test_every_view_of_a_match_is_met_to_the_byte(seats: int, seed: int) -> None:
    """For every seat and an onlooker, at every moment of a random match."""
    played = play_game(GAME, META.complete({"goal": 200, "max_rounds": 2}, seats), seats, seed)
    rng = random.Random(seed)
    for revision, state in enumerate(played.states):
        for seat in played.everybody:
            view = GAME.view(state, seat)
            world = GAME.sample(view, played.history(seat, revision), rng)
            assert codec.encode(GAME.view(world, seat)) == codec.encode(view)
            if state.trump >= 0:
                assert everything(world) == ALL
            if seat is not None:
                assert world.hands[seat] == state.hands[seat]
                assert world.bids[seat] == state.bids[seat]


def test_own_hand_and_played_cards_stay() -> None:
    table = begun(["A5 S1 R4", "A7 S2 R5"], leader=BEN)
    table.play("A7", "A5")
    for world in worlds(table, ANNA):
        assert world.hands[ANNA] == table.state.hands[ANNA]
        assert world.played == table.state.played
        assert world.last == table.state.last
    assert len({world.hands[BEN] for world in worlds(table, ANNA)}) > 40
    assert len({world.bids[BEN] for world in worlds(table, ANNA)}) > 8


def without(suit: str, first: str) -> str:
    """Fifteen cards without *suit*: *first* and what else comes."""
    hand = first.split()
    rest = [code for code in CARD_OF if code[0] not in (suit, "V", "N", "W") and code not in (*hand, "S9")]
    return " ".join([*hand, *rest[: 15 - len(hand)]])


def test_a_refused_suit_is_missing() -> None:
    """Ben answers Anna's axe with a ship: he has no axe."""
    table = begun(["A5 A6 A7", without("A", "S1 S2")])
    table.play("A5", "S1")
    assert all(0 not in suits(world.hands[BEN]) for world in worlds(table, ANNA))


@pytest.mark.parametrize("card", ["V", "N"])
def test_valknut_and_rune_say_nothing(card: str) -> None:
    table = begun(["A5 A6 A7", without("A", f"{card} S2")])
    table.play("A5", card)
    assert any(0 in suits(world.hands[BEN]) for world in worlds(table, ANNA))


@pytest.mark.parametrize("card", ["V", "N"])
def test_after_valknut_or_rune_led_nothing_is_said(card: str) -> None:
    table = begun([f"{card} A6 A7", without("A", "S1 S2")])
    table.play(card, "S1")
    assert any(0 in suits(world.hands[BEN]) for world in worlds(table, ANNA))


def test_following_suit_says_nothing() -> None:
    table = begun(["A5 S6 S7", "A4 S1 S2"])
    table.play("A5", "A4")
    assert any(0 in suits(world.hands[BEN]) for world in worlds(table, ANNA))


def test_a_card_drawn_later_may_be_of_the_missing_suit() -> None:
    """Ben had no axe, then drew a card: at most that one is an axe, and sometimes it is."""
    table = begun(["A5 S9 A7", without("A", "S3 R1")], stock="A8")
    table.play("A5", "R1", "S9", "S3")
    table.do(DrawCard())
    table.do(Bury("R2"))
    axes = Counter(
        sum(SUIT[card] == 0 for card in members(world.hands[BEN])) for world in worlds(table, ANNA, 300)
    )
    assert set(axes) == {0, 1}
    # The buried card may be the axe, too.
    assert any(SUIT[world.stock[-1]] == 0 for world in worlds(table, ANNA, 600))


def test_own_buried_card_lies_where_it_was_put() -> None:
    table = begun(["A3 A5 S9", "A4 S1 S2"], stock="W9 W8")
    table.play("A3")
    table.do(DrawCard())
    table.do(Bury("S9"))
    for world in worlds(table, ANNA):
        assert world.stock[-1] == CARD_OF["S9"]
        assert has(world.hands[ANNA], "W9")
    assert len({world.stock[-1] for world in worlds(table, BEN)}) > 10
    assert any(
        world.stock[-1] != CARD_OF["S9"] and has(world.hands[ANNA], "S9") for world in worlds(table, BEN, 300)
    )


def stolen(seats: int) -> Position:
    """Anna wins with the 6, takes the W9 of Ben and gives him the S9."""
    hands = ["A6 A9 S9", "A4 W9 S2", "A5 W8 S1"][:seats]
    table = begun(hands)
    table.play(*["A6", "A4", "A5"][:seats])
    table.do(StealCard(BEN))
    table.pick("W9")
    table.do(Give("S9"))
    return table


def test_cards_taken_and_given_are_known_to_both() -> None:
    table = stolen(2)
    for world in worlds(table, ANNA):
        assert has(world.hands[BEN], "S9")
        assert has(world.hands[ANNA], "W9")
    for world in worlds(table, BEN):
        assert has(world.hands[ANNA], "W9")
        assert has(world.hands[BEN], "S9")
    table = stolen(3)
    assert any(not has(world.hands[BEN], "S9") for world in worlds(table, CARLA))
    assert any(not has(world.hands[ANNA], "W9") for world in worlds(table, CARLA))


def test_a_known_card_is_known_until_it_may_have_gone() -> None:
    """Ben holds the S9 that Anna gave him, until he buries a card unseen: it may be that one."""
    hands = ["A6 A9 S9 R1 R9", "A4 W9 S3 S2 R2"]
    table = begun(hands)
    table.play("A6", "A4")
    table.do(StealCard(BEN))
    table.pick("W9")
    table.do(Give("S9"))
    suit = "S"
    own = next(code for code in table.hand(ANNA) if code[0] in (suit, "W", "R") and code not in ("R1", "R9"))
    table.play(own)
    if table.view.phase == "draw":
        table.do(Pass())
    assert all(has(world.hands[BEN], "S9") for world in worlds(table, ANNA))


def test_uniform_without_secrets() -> None:
    """With nothing moved in secret every deal is equally likely: each card is with Ben as often as any other."""
    table = begun(["A5 S1 R4", "A7 S2 R5"])
    found = worlds(table, ANNA, 4000)
    hidden = [card for card in range(36) if not table.state.hands[ANNA] >> card & 1]
    for card in hidden:
        share = sum(world.hands[BEN] >> card & 1 for world in found) / len(found)
        assert share == pytest.approx(15 / 26, abs=0.035)


def test_counts_of_ways_are_right() -> None:
    """Ben lacks axes: the unseen ones lie in the stock, and of the rest any 14 are his."""
    table = begun(["A5 A6 A7", without("A", "S1 S2")], "V")
    table.play("A5", "S1")
    fate = Fate(ANNA, 2, table.histories[ANNA], random.Random(1))
    unseen = members(fate.pool)
    axes = sum(SUIT[card] == 0 for card in unseen)
    assert len(unseen) == 25
    assert Filling(fate).ways == comb(25 - axes, 14)


def test_weights_of_secrets_by_enumeration() -> None:
    """Ben has no axe, draws a card unseen and later leads an axe: that was it, and no other is his."""
    table = begun(["A5 S9 A7 A9", without("A", "S3 R1")], "V", stock="A8")
    table.play("A5", "R1", "S9", "S3")
    table.do(DrawCard())
    table.do(Bury("R2"))
    table.play("A8", "A7")
    for world in worlds(table, ANNA, 200):
        assert 0 not in suits(world.hands[BEN])
        assert SUIT[world.stock[-1]] != 0


def replayed(deal: Deal, table: Position, seat: int, moves: list[tuple[int | None, Any]]) -> bool:
    """Whether *moves* made after *deal* show *seat* exactly what it saw."""
    other = Position(GAME.setup(META.complete({"first_dealer": 1}, 2), 2))
    try:
        other.act(None, deal)
        for actor, move in moves:
            other.act(actor, move)
    except AssertionError:
        return False
    return other.histories[seat] == table.histories[seat]


def test_a_sampled_start_leads_to_what_was_seen() -> None:
    """Deal a world's own start anew and replay all moves: the seat sees the same again, to the last event."""
    fitting = 0
    for seed in range(30):
        rng = random.Random(seed)
        deck = list(stack(["", ""]).deck)
        rng.shuffle(deck)
        table = Position(GAME.setup(META.complete({"first_dealer": 1}, 2), 2))
        table.act(None, Deal(tuple(deck)))
        moves: list[tuple[int | None, Any]] = []
        for seat in (ANNA, BEN):
            moves.append((seat, GAME.legal(table.state, seat)[3]))
            table.act(*moves[-1])
        while sum(table.state.tricks) + table.state.destroyed < 8 and table.state.phase:
            actor = GAME.awaited(table.state)[0]
            if actor is None:
                break
            options = [m for m in GAME.legal(table.state, actor) if not isinstance(m, DrawCard | StealCard)]
            moves.append((actor, rng.choice(options)))
            table.act(*moves[-1])
        belief = Belief(GAME.view(table.state, ANNA), table.histories[ANNA], rng)
        for _deal in range(5):
            found = belief.deal(rng)
            first, second = members(found.dealt(ANNA)), members(found.dealt(BEN))
            assert found.dealt(ANNA) == sum(BIT[CARD_OF[code]] for code in deck[0:30:2])
            codes = [code for pair in zip(first, second, strict=True) for code in pair]
            names = [list(CARD_OF)[card] for card in codes]
            start = Deal((*names, deck[30], *(list(CARD_OF)[card] for card in found.stock)))
            seen = [event for event in table.histories[ANNA] if isinstance(event, CardPlayed)]
            assert seen
            # Bids of Ben are his own affair; all cards must go the same way.
            assert replayed(start, table, ANNA, moves)
            fitting += 1
    assert fitting == 150


def test_others_know_what_they_know() -> None:
    """A world that was imagined is as good as a real one: it can be played to the end of the match."""
    played: Playthrough = play_game(GAME, META.complete({"goal": 10}, 3), 3, 5)
    rng = random.Random(1)
    for revision in range(3, played.session.revision, 9):
        world = GAME.sample(GAME.view(played.states[revision], 0), played.history(0, revision), rng)
        while world.phase:
            actor = GAME.awaited(world)[0]
            if actor is None:
                world = GAME.step(world, None, rng.choice(list(GAME.draw(world).moves)))  # type: ignore[union-attr]
            else:
                world = GAME.step(world, actor, rng.choice(list(GAME.legal(world, actor))))
            assert everything(world) == ALL


@pytest.mark.parametrize("seats", [2, 3])
def test_the_list_of_unseen_cards_is_exact(seats: int) -> None:
    """The practice aid lists the number cards that the belief has not seen, after any theft and burial."""
    for seed in range(6):
        played = play_game(GAME, META.complete({"goal": 200, "max_rounds": 2}, seats), seats, seed)
        for revision in range(3, played.session.revision, 5):
            view, history = GAME.view(played.states[revision], ANNA), played.history(ANNA, revision)
            if view.phase == "idle":
                continue
            fate = Fate(ANNA, seats, this_round(history), random.Random(1), picked=view.phase == "give")
            listed = [code for code in unseen(view, history) if code not in ("V", "N")]
            assert listed == [code for code in codes(fate.pool) if code not in ("V", "N")]


def test_contradicting_events_are_told() -> None:
    table = begun(["A5 S1 R4", "A7 S2 R5"], leader=BEN)
    table.play("A7", "A5")
    history: list[Event] = [*table.histories[ANNA], CardPlayed(seat=BEN, card="A7")]
    with pytest.raises(ValueError, match="contradict"):
        Belief(GAME.view(table.state, ANNA), history, random.Random(1))
