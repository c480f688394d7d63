"""The rulings of Valknut one by one; the number of each is in its tests' names."""

from __future__ import annotations

import random
from itertools import product
from typing import get_args

import msgspec
import pytest

from engine.core import codec
from engine.core.chance import Lot
from engine.core.game import Outcome
from engine.games.valknut.meta import META
from engine.games.valknut.model import (
    ALL,
    BID,
    CARD_OF,
    COPIES,
    DECK,
    HAND_SIZE,
    PICK,
    PLAY,
    RUNE,
    VALKNUT,
    Appoint,
    Bid,
    BidMade,
    BidNoted,
    BuriedSeen,
    Bury,
    CardBuried,
    CardDrawn,
    CardGiven,
    CardPlayed,
    CardStolen,
    Deal,
    DealerDrawn,
    DrawCard,
    DrawnSeen,
    Give,
    GivenSeen,
    HandDealt,
    LeadPassed,
    MatchEnded,
    Pass,
    Pick,
    Play,
    PlayBegun,
    PowerForgone,
    RoundEnded,
    RoundStarted,
    State,
    StealCard,
    StealTrick,
    StolenSeen,
    Trick,
    TrickDestroyed,
    TrickStolen,
    TrickWon,
    TrumpTurned,
    ValknutEvent,
    codes,
    members,
    size,
)
from engine.games.valknut.rules import GAME
from engine.games.valknut.tricks import judge, score
from engine.play.dealer import Dealer
from engine.play.session import Session
from tests.games.valknut.table import Position, as_set, dealt, endgame, everything, stack
from tests.strategies import ANNA, BEN, CARLA, people, play_game

# Cards ----------------------------------------


def test_the_deck() -> None:
    assert len(DECK) == 42
    assert DECK.count("V") == DECK.count("N") == COPIES == 3
    assert sorted(codes(ALL)) == sorted(DECK)
    assert size(ALL) == 42
    for text in ("", "A1", "W9 V V", "A1 S2 R3 W4 V N N N"):
        cards = as_set(text)
        assert list(codes(cards)) == text.split()
        assert size(cards) == len(members(cards)) == len(text.split())


# 1: dealing ----------------------------------------


@pytest.mark.parametrize(("seats", "stock"), [(2, 11), (3, 8)])
@pytest.mark.parametrize("dealer", [0, 1])
def test_ruling_1_deal(seats: int, stock: int, dealer: int) -> None:
    """One card at a time from the seat left of the dealer, then the trump card, then the stock from its top."""
    deck = tuple(random.Random(seats).sample(DECK, 42))
    table = dealt(Deal(deck), seats, dealer=dealer)
    count = HAND_SIZE[seats]
    first = (dealer + 1) % seats
    for seat in range(seats):
        mine = deck[(seat - first) % seats : count * seats : seats]
        assert sorted(table.hand(seat)) == sorted(mine)
        assert table.happened(HandDealt)[seat] == HandDealt(
            seat=seat, cards=table.hand(seat), audience=(seat,)
        )
    view = GAME.view(table.state, ANNA)
    assert view.trump_card == deck[count * seats]
    assert view.stock == stock
    assert view.leader == first
    assert codes_of(table.state.stock) == deck[count * seats + 1 :]
    assert table.events[0] == RoundStarted(
        number=1, dealer=dealer, cards=count, trump=deck[count * seats], stock=stock
    )


def codes_of(cards: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(DECK[card] if card < 36 else {VALKNUT: "V", RUNE: "N"}[card] for card in cards)


@pytest.mark.parametrize(("card", "trump"), [("W3", "W"), ("A9", "A"), ("V", ""), ("N", "")])
def test_ruling_1_trump(card: str, trump: str) -> None:
    assert dealt(stack(["", ""], card), 2).state.phase == BID
    assert GAME.view(dealt(stack(["", ""], card), 2).state, None).trump == trump


@pytest.mark.parametrize("seats", [2, 3])
def test_ruling_1_first_leader_and_next_dealer(seats: int) -> None:
    """Left of the dealer leads; the deal passes clockwise, round after round."""
    played = play_game(
        GAME, META.complete({"first_dealer": 1, "goal": 200, "max_rounds": 5}, seats), seats, 1
    )
    dealers = [result.dealer for result in played.states[-1].match.rounds]
    assert dealers == [(1 + n) % seats for n in range(5)]
    begun = [event.leader for _at, event in played.session._events if isinstance(event, PlayBegun)]
    led = []
    fresh = False
    for _at, event in played.session._events:
        fresh = fresh or isinstance(event, PlayBegun)
        if fresh and isinstance(event, CardPlayed):
            led.append(event.seat)
            assert event.led
            fresh = False
    assert led == begun == [(dealer + 1) % seats for dealer in dealers]


def test_ruling_1_random_dealer() -> None:
    """With `random` chance appoints the dealer, once."""
    state = GAME.setup(META.complete({}, 3), 3)
    draw = GAME.draw(state)
    assert isinstance(draw, Lot)
    assert list(draw.moves) == [Appoint(0), Appoint(1), Appoint(2)]
    assert GAME.check_chance(state, Appoint(3)) is not None
    assert GAME.check_chance(state, Appoint(-1)) is not None
    assert GAME.check_chance(state, Deal(DECK)) is not None
    step = GAME.apply(state, None, Appoint(2))
    assert step.events == (DealerDrawn(seat=2),)
    assert GAME.check_chance(step.state, Appoint(1)) is not None
    assert GAME.view(GAME.step(step.state, None, Deal(DECK)), 0).leader == 0


@pytest.mark.parametrize("deck", [DECK[1:], (*DECK[1:], "A2"), (*DECK, "V"), (*DECK[1:], "X1"), ()])
def test_ruling_1_wrong_deck(deck: tuple[str, ...]) -> None:
    state = GAME.setup(META.complete({"first_dealer": 0}, 2), 2)
    refusal = GAME.check_chance(state, Deal(deck))
    assert refusal is not None
    assert refusal.code == "wrong_deck"


# 2: bids ----------------------------------------


def test_ruling_2_bids_are_made_at_once_and_stay_secret() -> None:
    table = dealt(stack(["", "", ""]), 3)
    assert GAME.awaited(table.state) == (ANNA, BEN, CARLA)
    assert list(GAME.choices(GAME.view(table.state, BEN))) == [Bid(n) for n in range(12)]
    events = table.act(BEN, Bid(7))
    assert events == [BidMade(seat=BEN), BidNoted(seat=BEN, tricks=7, audience=(BEN,))]
    assert GAME.awaited(table.state) == (ANNA, CARLA)
    assert GAME.view(table.state, BEN).bid == 7
    for seat in (ANNA, CARLA, None):
        view = GAME.view(table.state, seat)
        assert view.bid is None
        assert view.has_bid == (False, True, False)
    assert list(GAME.choices(GAME.view(table.state, BEN))) == []
    refusal = GAME.check(GAME.view(table.state, BEN), Bid(7))
    assert refusal is not None
    assert refusal.code == "not_awaited"
    table.act(CARLA, Bid(0))
    assert table.act(ANNA, Bid(11))[-1] == PlayBegun(leader=BEN)


@pytest.mark.parametrize("seats", [2, 3])
def test_ruling_2_nobody_sees_anothers_bid_before_scoring(seats: int) -> None:
    """Whatever one seat bids, the others' views and events stay the same to the byte until the round is scored."""
    deal = stack([""] * seats)
    seen = []
    for bid in range(HAND_SIZE[seats] + 1):
        table = dealt(deal, seats, bids=[bid, *[2] * (seats - 1)])
        rng = random.Random(1)
        views = b""
        while table.state.phase:
            views += codec.encode(GAME.view(table.state, BEN)) + codec.encode(GAME.view(table.state, None))
            actor = GAME.awaited(table.state)[0]
            if actor is None:
                table.act(None, Dealer(1).deal(GAME.draw(table.state)))
            else:
                table.act(actor, rng.choice(list(GAME.legal(table.state, actor))))
        told = [event for event in table.histories[BEN] if not isinstance(event, RoundEnded)]
        seen.append((views, tuple(told)))
        assert table.happened(RoundEnded)[0].result.bids[0] == bid
    assert all(other == seen[0] for other in seen)


@pytest.mark.parametrize("tricks", [-1, 16, 10**30])
def test_ruling_2_bids_out_of_range(tricks: int) -> None:
    table = dealt(stack(["", ""]), 2)
    assert table.refusal(Bid(tricks), ANNA).code == "bid_range"
    assert table.refusal(Play("A1"), ANNA).code == "bid_first"


def test_ruling_2_bids_cross() -> None:
    """Two who have seen the same table may both bid; after that a bid is too late."""
    session = Session(GAME, META.complete({"first_dealer": 0}, 3), people(3), Dealer(1))
    session.start()
    revision = session.revision
    for seat in (CARLA, ANNA, BEN):
        session.submit(seat, Bid(3), revision)
    assert session.awaited == (BEN,)
    with pytest.raises(Exception, match="changed since"):
        session.submit(BEN, Bid(3), revision)


# 3: following ----------------------------------------


def test_ruling_3_follow_suit() -> None:
    """Holding the led suit: only that suit, V or N."""
    table = endgame("A5 S1", "A2 A9 R4 V N", trump="R1", leader=ANNA)
    table.play("A5")
    assert table.cards() == ["A2", "A9", "V", "N"]
    assert table.refusal(Play("R4")).code == "follow_suit"
    assert table.refusal(Play("W1")).code == "not_in_hand"
    assert table.refusal(Play("x" * 1000)).code == "not_in_hand"
    assert table.refusal(Pass()).code == "card_first"


def test_ruling_3_without_the_suit_everything_is_free() -> None:
    table = endgame("A5 S1", "S2 R4 W9 V N", leader=ANNA)
    table.play("A5")
    assert table.cards() == ["S2", "R4", "W9", "V", "N"]


@pytest.mark.parametrize("led", ["V", "N"])
def test_ruling_3_after_valknut_or_rune_everything_is_free(led: str) -> None:
    """Also for the third player, after a number card that came second."""
    table = endgame(f"{led} A1", "S4 R4", "S5 S6 W1 V", trump="R1", leader=ANNA)
    table.play(led)
    assert table.cards() == ["S4", "R4"]
    table.play("S4")
    assert table.cards() == ["S5", "S6", "W1", "V"]


@pytest.mark.parametrize("second", ["V", "N"])
def test_ruling_3_the_third_still_follows_the_number_led(second: str) -> None:
    table = endgame("A5 A1", f"{second} R4", "A2 S6 W1", leader=ANNA)
    table.play("A5", second)
    assert table.cards() == ["A2"]


def test_ruling_3_everything_may_be_led() -> None:
    table = endgame("A5 S1 V V N", "S2 R4 W9 R2 R1", leader=ANNA)
    assert table.cards() == ["A5", "S1", "V", "N"]


# 4: who wins ----------------------------------------


def winner(text: str, trump: str = "") -> int:
    suit = "ASRW".index(trump) if trump else -1
    return judge(tuple(CARD_OF[code] for code in text.split()), suit).winner


@pytest.mark.parametrize(
    ("trick", "trump", "place"),
    [
        ("A5 A7", "", 1),
        ("A7 A5", "", 0),
        ("A2 R9", "", 0),  # led suit beats off-suit, whatever its number
        ("A2 R9", "S", 0),
        ("A9 R1", "R", 1),  # a trump 1 beats an off-suit 9
        ("A1 A9", "A", 1),
        ("A1 R9", "A", 0),
        ("N A1", "", 1),
        ("A1 N", "", 0),
        ("N N", "A", 0),
        ("N A1 A2", "", 2),
        ("N A1 R9", "", 1),  # with N led, the first number card's suit counts
        ("N A1 R2", "R", 2),
        ("N N A1", "", 2),
        ("N A1 N", "", 1),
        ("N N N", "R", 0),
        ("A4 R1 R3", "R", 2),
        ("A4 R3 R1", "R", 1),
        ("A4 S9 W9", "R", 0),
        ("A4 S9 A5", "R", 2),
        ("R4 A9 R5", "R", 2),
    ],
)
def test_ruling_4_winner(trick: str, trump: str, place: int) -> None:
    assert winner(trick, trump) == place


def test_ruling_4_by_brute_force() -> None:
    """Every trick of three against the rule as it is written: trumps, else the led suit, else the first N."""
    some = [CARD_OF[code] for code in ("A1", "A9", "S4", "S5", "R2", "R9", "N")]
    for trick in product(some, repeat=3):
        if any(card != RUNE and trick.count(card) > 1 for card in trick):
            continue
        for trump in (-1, 0, 1, 2):
            numbers = [card for card in trick if card != RUNE]
            if not numbers:
                wanted = 0
            else:
                trumps = [card for card in numbers if card // 9 == trump]
                wanted = trick.index(
                    max(trumps or [card for card in numbers if card // 9 == numbers[0] // 9])
                )
            assert judge(trick, trump).winner == wanted


# 5: Valknut ----------------------------------------


def test_ruling_5_destroyed_tricks_count_for_nobody_and_the_opener_leads_again() -> None:
    table = endgame("A5 S1", "V R4", leader=ANNA, bids=(0, 0))
    events = table.play("A5", "V")
    assert TrickDestroyed(opener=ANNA) in events
    assert LeadPassed(seat=ANNA, reason="valknut") in events
    assert not table.happened(TrickWon)
    assert table.state.tricks == (0, 0)
    assert table.state.destroyed == 1
    assert table.state.turn == ANNA
    assert table.view.last == Trick(ANNA, ("A5", "V"), None)


def test_ruling_5_valknut_led() -> None:
    """Whoever leads a V leads again."""
    table = endgame("V S1", "A9 R4", leader=BEN)
    table.play("A9", "V")
    assert table.state.turn == BEN
    table = endgame("V S1", "A9 R4", leader=ANNA)
    table.play("V", "A9")
    assert table.state.turn == ANNA


@pytest.mark.parametrize("card", ["A1", "A6", "A9"])
def test_ruling_5_no_winner_special_in_a_destroyed_trick(card: str) -> None:
    table = endgame(f"{card} A2 S1", "V R4 R5", leader=ANNA, tricks=(0, 3))
    table.play(card, "V")
    assert (table.state.phase, table.state.turn) == (PLAY, ANNA)
    assert table.state.tricks == (0, 3)


def test_ruling_5_a_3_in_a_destroyed_trick_works() -> None:
    table = endgame("V S1", "A3 R4", leader=ANNA, stock="W9 W8")
    table.play("V", "A3")
    assert table.choices() == [DrawCard(), Pass()]
    table.do(DrawCard())
    table.do(Bury("R4"))
    assert table.state.turn == ANNA
    assert table.hand(BEN) == ("W9",)
    assert table.state.destroyed == 1


@pytest.mark.parametrize(("turned", "trump"), [("W9", "W"), ("V", ""), ("N", "")])
def test_ruling_5_two_valknuts_turn_a_new_trump(turned: str, trump: str) -> None:
    table = endgame("V S1", "V R4", leader=ANNA, trump="A9", stock=f"{turned} W8")
    events = table.play("V", "V")
    assert TrumpTurned(card=turned, old="A9") in events
    view = table.view
    assert (view.trump, view.trump_card, view.old_trumps, view.stock) == (trump, turned, ("A9",), 1)
    assert everything(table.state) == ALL


def test_ruling_5_one_valknut_keeps_the_trump() -> None:
    table = endgame("V S1", "R3 R4", leader=ANNA, trump="A9", stock="W9 W8")
    table.play("V", "R3")
    table.do(Pass())
    assert not table.happened(TrumpTurned)


@pytest.mark.parametrize("trick", [("V", "V", "A5"), ("A5", "V", "V"), ("V", "A5", "V"), ("V", "V", "V")])
def test_ruling_5_two_or_three_valknuts_among_three(trick: tuple[str, str, str]) -> None:
    """One new trump, even for three; the opener leads again."""
    table = endgame(
        *(f"{card} R{n}" for n, card in enumerate(trick, 4)), leader=ANNA, trump="N", stock="W9 W8 W7"
    )
    table.play(*trick)
    assert len(table.happened(TrumpTurned)) == 1
    assert table.state.turn == ANNA
    assert table.state.destroyed == 1
    assert len(table.state.stock) == 2


def test_ruling_5_a_3_comes_before_the_new_trump() -> None:
    """The 3 takes the top card; the new trump is the next one."""
    table = endgame("V S1", "V R4", "A3 R5", leader=ANNA, trump="N", stock="W9 S8 W7")
    table.play("V", "V", "A3")
    table.do(DrawCard())
    table.do(Bury("R5"))
    assert table.view.trump_card == "S8"
    assert table.hand(CARLA) == ("W9",)


def test_ruling_5_the_rune_gives_way_to_the_valknut() -> None:
    table = endgame("A5 S1", "N R4", "V R5", leader=ANNA)
    table.play("A5", "N", "V")
    assert table.state.turn == ANNA


# 6: the 3 ----------------------------------------


def test_ruling_6_resolves_before_the_next_seat_plays() -> None:
    table = endgame("A3 S1", "A4 R4", leader=ANNA, stock="W9 W8")
    table.play("A3")
    assert GAME.awaited(table.state) == (ANNA,)
    assert table.view.phase == "draw"
    events = table.do(DrawCard())
    assert events == [CardDrawn(seat=ANNA), DrawnSeen(seat=ANNA, card="W9", audience=(ANNA,))]
    assert GAME.view(table.state, BEN).cards == (2, 2)
    assert table.choices() == [Bury("S1"), Bury("W9")]
    assert table.refusal(Pass()).code == "bury_first"
    assert table.refusal(Bury("A1")).code == "not_in_hand"
    events = table.do(Bury("S1"))
    assert events == [CardBuried(seat=ANNA), BuriedSeen(seat=ANNA, card="S1", audience=(ANNA,))]
    assert codes_of(table.state.stock) == ("W8", "S1")
    assert table.state.turn == BEN
    assert table.cards() == ["A4"]


def test_ruling_6_may_bury_the_drawn_card() -> None:
    table = endgame("A3 S1", "A4 R4", leader=ANNA, stock="W9 W8")
    table.play("A3")
    table.do(DrawCard())
    table.do(Bury("W9"))
    assert table.hand(ANNA) == ("S1",)
    assert codes_of(table.state.stock) == ("W8", "W9")


def test_ruling_6_may_be_forgone() -> None:
    table = endgame("A3 S1", "A4 R4", leader=ANNA, stock="W9 W8")
    table.play("A3")
    assert table.refusal(Play("S1")).code == "draw_or_pass"
    assert table.do(Pass()) == [PowerForgone(seat=ANNA, number=3)]
    assert codes_of(table.state.stock) == ("W9", "W8")
    assert table.state.turn == BEN


def test_ruling_6_as_the_last_card_it_does_nothing() -> None:
    table = endgame("A3", "A4", leader=ANNA, stock="W9 W8")
    table.play("A3")
    assert (table.state.phase, table.state.turn) == (PLAY, BEN)


def test_ruling_6_as_the_last_card_of_the_trick() -> None:
    """It is done before the trick is taken, whoever wins."""
    for other, taker in (("A4", ANNA), ("A2", BEN)):
        table = endgame(f"{other} S1", "A3 R4", leader=ANNA, stock="W9 W8")
        table.play(other, "A3")
        assert table.state.table != ()
        assert not table.happened(TrickWon)
        table.do(DrawCard())
        events = table.do(Bury("R4"))
        assert TrickWon(seat=taker, card=max(other, "A3")) in events
        assert table.state.turn == taker


def test_ruling_6_the_drawn_card_may_be_played_in_a_later_trick() -> None:
    table = endgame("A3 S1", "A2 R4", leader=ANNA, stock="W9 W8")
    table.play("A3")
    table.do(DrawCard())
    table.do(Bury("S1"))
    table.play("A2", "W9", "R4")
    assert table.state.match.rounds[0].tricks == (2, 0)


@pytest.mark.parametrize("seats", [2, 3])
def test_ruling_6_the_stock_cannot_run_out(seats: int) -> None:
    """Eleven cards or eight: at most one goes for a new trump, and four 3s take and give back."""
    least = 99
    for seed in range(25):
        options = META.complete({"goal": 200, "max_rounds": 3}, seats)
        for state in play_game(GAME, options, seats, seed).states:
            if state.trump >= 0:
                least = min(least, len(state.stock) + (state.phase == 4))
    assert least in ({2: 11, 3: 8}[seats], {2: 10, 3: 7}[seats])


# 7: the 1 ----------------------------------------


def test_ruling_7_steal_a_trick() -> None:
    table = endgame("W1 S1", "A4 R4", trump="W9", leader=BEN, tricks=(1, 3))
    table.play("A4", "W1")
    assert table.state.tricks == (2, 3)
    assert table.view.phase == "steal_trick"
    assert table.choices() == [StealTrick(BEN), Pass()]
    assert table.refusal(StealTrick(ANNA)).code == "no_trick_there"
    assert table.refusal(StealTrick(7)).code == "no_trick_there"
    assert table.refusal(Play("S1")).code == "trick_or_pass"
    assert table.do(StealTrick(BEN)) == [TrickStolen(seat=ANNA, victim=BEN)]
    assert table.state.tricks == (3, 2)
    assert table.state.turn == ANNA


def test_ruling_7_may_be_forgone() -> None:
    table = endgame("W1 S1", "A4 R4", trump="W9", leader=BEN, tricks=(1, 3))
    table.play("A4", "W1")
    assert table.do(Pass()) == [PowerForgone(seat=ANNA, number=1)]
    assert table.state.tricks == (2, 3)


def test_ruling_7_nobody_has_a_trick() -> None:
    """The current trick and the own ones do not count: nobody is asked."""
    table = endgame("W1 S1", "A4 R4", trump="W9", leader=BEN, tricks=(5, 0))
    table.play("A4", "W1")
    assert (table.state.phase, table.state.turn) == (PLAY, ANNA)


def test_ruling_7_three_players_choose_whose() -> None:
    table = endgame("W1 S1", "A4 R4", "A5 R5", trump="W9", leader=BEN, tricks=(1, 3, 0))
    table.play("A4", "A5", "W1")
    assert table.choices() == [StealTrick(BEN), Pass()]
    table = endgame("W1 S1", "A4 R4", "A5 R5", trump="W9", leader=BEN, tricks=(1, 3, 2))
    table.play("A4", "A5", "W1")
    assert table.choices() == [StealTrick(BEN), StealTrick(CARLA), Pass()]
    table.do(StealTrick(CARLA))
    assert table.state.tricks == (3, 3, 1)


def test_ruling_7_after_the_last_trick() -> None:
    table = endgame("W1", "A4", trump="W9", leader=BEN, tricks=(1, 3))
    table.play("A4", "W1")
    assert table.view.phase == "steal_trick"
    table.do(StealTrick(BEN))
    assert table.state.match.rounds[0].tricks == (3, 2)


def test_ruling_7_a_losing_1_does_nothing() -> None:
    table = endgame("A1 S1", "A4 R4", leader=ANNA, tricks=(1, 3))
    table.play("A1", "A4")
    assert (table.state.phase, table.state.turn) == (PLAY, BEN)


def test_ruling_7_the_key_is_from() -> None:
    """In records the victim's key is ``from``."""
    assert codec.encode(StealTrick(1)) == b'{"do":"steal_trick","from":1}'
    assert codec.encode(StealCard(2)) == b'{"do":"steal_card","from":2}'
    assert codec.decode_move(GAME, b'{"do":"steal_card","from":2}') == StealCard(2)
    with pytest.raises(Exception, match="not understood"):
        codec.decode_move(GAME, b'{"do":"steal_card","from_":2}')


# 8: the 6 ----------------------------------------


def test_ruling_8_take_a_card_and_give_one_back() -> None:
    table = endgame("A6 S1", "A4 R4", leader=ANNA, tricks=(0, 0))
    table.play("A6", "A4")
    assert table.choices() == [StealCard(BEN), Pass()]
    assert table.refusal(StealCard(ANNA)).code == "no_card_there"
    assert table.refusal(Play("S1")).code == "card_or_pass"
    assert table.do(StealCard(BEN)) == [CardStolen(seat=ANNA, victim=BEN)]
    assert GAME.awaited(table.state) == (None,)
    assert table.state.phase == PICK
    draw = GAME.draw(table.state)
    assert isinstance(draw, Lot)
    assert list(draw.moves) == [Pick("R4")]
    refusal = GAME.check_chance(table.state, Pick("S1"))
    assert refusal is not None
    assert refusal.code == "not_picked"
    assert table.pick("R4") == [StolenSeen(seat=ANNA, victim=BEN, card="R4", audience=(ANNA, BEN))]
    assert GAME.view(table.state, BEN).cards == (2, 0)
    assert table.choices() == [Give("S1"), Give("R4")]
    assert table.refusal(Pass()).code == "give_first"
    assert table.do(Give("S1")) == [
        CardGiven(seat=ANNA, victim=BEN),
        GivenSeen(seat=ANNA, victim=BEN, card="S1", audience=(ANNA, BEN)),
    ]
    assert (table.hand(ANNA), table.hand(BEN)) == (("R4",), ("S1",))
    assert table.state.turn == ANNA


def test_ruling_8_the_same_card_may_go_back() -> None:
    table = endgame("A6 S1", "A4 R4", leader=ANNA)
    table.play("A6", "A4")
    table.do(StealCard(BEN))
    table.pick("R4")
    table.do(Give("R4"))
    assert (table.hand(ANNA), table.hand(BEN)) == (("S1",), ("R4",))


def test_ruling_8_may_be_forgone() -> None:
    table = endgame("A6 S1", "A4 R4", leader=ANNA)
    table.play("A6", "A4")
    assert table.do(Pass()) == [PowerForgone(seat=ANNA, number=6)]
    assert table.state.turn == ANNA


def test_ruling_8_with_an_empty_hand_it_does_nothing() -> None:
    table = endgame("A6", "A4", leader=ANNA)
    table.play("A6", "A4")
    assert not GAME.awaited(table.state) or GAME.awaited(table.state) == (None,)
    assert table.state.match.rounds[0].tricks == (1, 0)


def test_ruling_8_three_players_choose_whom() -> None:
    table = endgame("A6 S1", "A4 R4", "A5 R5", leader=ANNA)
    table.play("A6", "A4", "A5")
    assert table.choices() == [StealCard(BEN), StealCard(CARLA), Pass()]
    table.do(StealCard(CARLA))
    assert table.pick("R5")[0].audience == (ANNA, CARLA)
    table.do(Give("S1"))
    assert table.hand(CARLA) == ("S1",)
    assert not any(isinstance(event, StolenSeen | GivenSeen) for event in table.histories[BEN])


def test_ruling_8_each_card_is_equally_likely() -> None:
    """Two V in the hand are two lots."""
    table = endgame("A6 S1 S2 S4", "A4 V V N", leader=ANNA)
    table.play("A6", "A4")
    table.do(StealCard(BEN))
    draw = GAME.draw(table.state)
    assert isinstance(draw, Lot)
    assert list(draw.moves) == [Pick("V"), Pick("V"), Pick("N")]


# 9: who leads next ----------------------------------------


@pytest.mark.parametrize(
    ("trick", "trump", "leads", "reason"),
    [
        ("A5 A7", "", 1, "winner"),
        ("A9 A7", "", 1, "nine"),
        ("A7 A9", "", 0, "nine"),
        ("A7 N", "", 1, "rune"),
        ("N A7", "", 0, "rune"),
        ("N A9", "", 0, "rune"),
        ("N N", "", 1, "rune"),  # the loser of the trick
        ("A9 N", "", 1, "rune"),
        ("V N", "", 0, "valknut"),
        ("N V", "", 0, "valknut"),
        ("A9 A7 A8", "", 1, "nine"),  # three players: left of the winner
        ("A7 A9 A8", "", 2, "nine"),
        ("A7 A8 A9", "", 0, "nine"),
        ("A9 R1 A8", "R", 1, "winner"),
        ("A9 A7 N", "", 2, "rune"),  # N goes before the 9
        ("A9 N A7", "", 1, "rune"),
        ("N N A7", "", 1, "rune"),  # the last N that did not win
        ("N A7 N", "", 2, "rune"),
        ("N N N", "", 2, "rune"),
        ("A9 N V", "", 0, "valknut"),  # V goes before N and 9
        ("V A9 N", "", 0, "valknut"),
    ],
)
def test_ruling_9_lead(trick: str, trump: str, leads: int, reason: str) -> None:
    suit = "ASRW".index(trump) if trump else -1
    verdict = judge(tuple(CARD_OF[code] for code in trick.split()), suit)
    assert (verdict.leads, verdict.reason) == (leads, reason)


def test_ruling_9_the_lead_is_told() -> None:
    table = endgame("A9 S1 S2", "A7 R4 N", leader=ANNA)
    assert table.play("A9", "A7")[-1] == LeadPassed(seat=BEN, reason="nine")
    assert table.state.turn == BEN
    assert table.play("N", "S1")[-1] == LeadPassed(seat=BEN, reason="rune")
    assert table.state.turn == BEN


def test_ruling_9_a_1_and_a_6_come_before_the_lead() -> None:
    """The winner carries it out; then the owner of the N leads."""
    table = endgame("A1 S1", "N R4", leader=ANNA, tricks=(0, 2))
    table.play("A1", "N")
    assert (table.view.phase, table.state.turn, table.state.leader) == ("steal_trick", ANNA, BEN)
    table.do(Pass())
    assert table.state.turn == BEN
    table = endgame("A6 S1", "N R4", leader=ANNA)
    table.play("A6", "N")
    table.do(StealCard(BEN))
    table.pick("R4")
    table.do(Give("R4"))
    assert table.state.turn == BEN


# 10: what may be looked at ----------------------------------------


def test_ruling_10_only_the_last_trick() -> None:
    table = endgame("A5 S1 S2", "A4 R4 R5", leader=ANNA)
    table.play("A5", "A4")
    assert table.view.last == Trick(ANNA, ("A5", "A4"), ANNA)
    table.play("S1", "R4")
    assert table.view.last == Trick(ANNA, ("S1", "R4"), ANNA)
    assert "A4" not in codec.encode(table.view).decode()


def test_ruling_10_stealing_does_not_change_the_last_trick() -> None:
    table = endgame("W1 S1", "A4 R4", trump="W9", leader=BEN, tricks=(0, 1))
    table.play("A4", "W1")
    before = table.view.last
    table.do(StealTrick(BEN))
    assert before == table.view.last == Trick(BEN, ("A4", "W1"), ANNA)


# 11: scoring ----------------------------------------


def test_ruling_11_example_of_the_issue() -> None:
    """Bid 4, five tricks won, one stolen by a 1: four held, an exact bid: 14 points, with two players 19."""
    table = endgame("W1", "A4", trump="W9", leader=BEN, bids=(9, 4), tricks=(7, 5))
    table.play("A4", "W1")
    table.do(StealTrick(BEN))
    result = table.state.match.rounds[0]
    assert result.tricks == (9, 4)
    assert result.points == (9 + 10, 4 + 10 + 5)
    table = endgame("W1", "A4", "A5", trump="W9", leader=BEN, bids=(0, 4, 0), tricks=(1, 5, 2))
    table.play("A4", "A5", "W1")
    table.do(StealTrick(BEN))
    assert table.state.match.rounds[0].points[BEN] == 14


@pytest.mark.parametrize("tricks", range(16))
def test_ruling_11_points(tricks: int) -> None:
    few = 5 if tricks in (3, 4, 5) else 0
    for bid in range(16):
        exact = 10 if bid == tricks else 0
        assert score(2, bid, tricks) == tricks + exact + few
        assert score(3, bid, tricks) == tricks + exact


def test_ruling_11_destroyed_tricks_count_for_nobody() -> None:
    table = endgame("A5", "V", leader=ANNA, bids=(3, 6), tricks=(3, 6))
    events = table.play("A5", "V")
    result = table.state.match.rounds[0]
    assert result.points == (18, 16)
    assert result.destroyed == 1
    assert sum(result.tricks) == 9
    assert not any(isinstance(event, LeadPassed) for event in events)


# 12: the end ----------------------------------------


def last_trick(**given: object) -> Position:
    """Anna takes the last trick; the bids are met by nobody."""
    table = endgame("A5", "A4", leader=ANNA, bids=(15, 15), **given)  # type: ignore[arg-type]
    table.play("A5", "A4")
    return table


def test_ruling_12_goal() -> None:
    assert not GAME.outcome(last_trick(points=(48, 0), tricks=(0, 2)).state)
    over = last_trick(points=(49, 10), tricks=(0, 2)).state
    assert GAME.outcome(over) == Outcome((50, 12), (ANNA,))
    assert GAME.awaited(over) == ()
    default = META.complete({}, 2), META.complete({}, 3)
    assert [options["goal"] for options in default] == [50, 40]
    assert {options["max_rounds"] for options in default} == {10}


def test_ruling_12_most_points_win_not_the_first_at_the_goal() -> None:
    table = endgame("A5", "A4", leader=ANNA, bids=(15, 4), tricks=(6, 4), points=(45, 40))
    table.play("A5", "A4")
    assert GAME.outcome(table.state) == Outcome((52, 59), (BEN,))
    assert table.happened(MatchEnded) == [MatchEnded(points=(52, 59), winners=(BEN,), reason="points")]


@pytest.mark.parametrize("rounds", [1, 3])
@pytest.mark.parametrize("seats", [2, 3])
def test_ruling_12_at_most_so_many_rounds(rounds: int, seats: int) -> None:
    played = play_game(GAME, META.complete({"goal": 200, "max_rounds": rounds}, seats), seats, 2)
    assert len(played.states[-1].match.rounds) == rounds
    assert played.session.over


def test_ruling_12_tie_goes_to_more_exact_bids() -> None:
    table = last_trick(points=(40, 41), bonuses=(2, 3), tricks=(0, 0), goal=41)
    assert table.happened(MatchEnded) == [MatchEnded(points=(41, 41), winners=(BEN,), reason="bonuses")]


def test_ruling_12_then_to_more_tricks_in_the_last_round() -> None:
    table = last_trick(points=(40, 39), bonuses=(2, 2), tricks=(0, 2), goal=41)
    assert table.happened(MatchEnded) == [MatchEnded(points=(41, 41), winners=(BEN,), reason="tricks")]


def test_ruling_12_then_it_is_shared() -> None:
    table = last_trick(points=(40, 40), bonuses=(2, 2), tricks=(1, 2), goal=41)
    assert table.happened(MatchEnded) == [MatchEnded(points=(42, 42), winners=(ANNA, BEN), reason="shared")]


def test_ruling_12_among_three_the_third_has_no_say() -> None:
    """More exact bids of somebody with fewer points do not count."""
    table = endgame(
        "A5",
        "A4",
        "A3",
        leader=ANNA,
        bids=(9, 9, 9),
        tricks=(1, 2, 3),
        points=(40, 40, 30),
        bonuses=(1, 1, 5),
        goal=42,
    )
    table.play("A5", "A4", "A3")
    assert table.happened(MatchEnded)[0].winners == (ANNA, BEN)


def test_ruling_12_bonuses_of_the_last_round_count() -> None:
    table = endgame(
        "A5", "A4", leader=ANNA, bids=(1, 9), tricks=(0, 11), points=(40, 40), bonuses=(0, 0), goal=50
    )
    table.play("A5", "A4")
    assert table.state.match.points == (51, 51)
    assert table.happened(MatchEnded) == [MatchEnded(points=(51, 51), winners=(ANNA,), reason="bonuses")]


# At every step ----------------------------------------


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("seed", range(8))
def test_at_every_step(seats: int, seed: int) -> None:
    """All 42 cards are there, once each; hands agree between tricks; whoever is awaited has a legal move."""
    played = play_game(GAME, META.complete({"goal": 200, "max_rounds": 4}, seats), seats, seed)
    for state in played.states:
        assert isinstance(state, State)
        if state.trump < 0:
            continue
        assert everything(state) == ALL
        sizes = [size(hand) for hand in state.hands]
        if state.phase == PLAY and not state.table:
            assert len(set(sizes)) == 1
            assert sum(state.tricks) + state.destroyed == HAND_SIZE[seats] - sizes[0]
        for actor in GAME.awaited(state):
            assert actor is None or GAME.legal(state, actor)


@pytest.mark.parametrize("seats", [2, 3])
def test_everything_happens_in_random_play(seats: int) -> None:
    """Random matches reach every kind of event, so that the properties above say something."""
    kinds = {
        type(event)
        for seed in range(30)
        for _at, event in play_game(GAME, META.complete({}, seats), seats, seed).session._events
    }
    assert kinds == set(get_args(ValknutEvent))


def test_states_with_the_same_cards_are_equal() -> None:
    """Cards that look alike are alike: two V change nothing by their order in the deck."""
    deck = list(DECK)
    first, second = deck.index("V"), len(deck) - 4
    assert deck[second] == "V"
    swapped = deck.copy()
    swapped[first], swapped[second] = deck[second], deck[first]
    assert dealt(Deal(tuple(deck)), 2).state == dealt(Deal(tuple(swapped)), 2).state
    assert msgspec.structs.asdict(dealt(Deal(tuple(deck)), 2).state)["phase"] == BID
