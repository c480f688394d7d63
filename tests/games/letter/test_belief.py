"""What a seat can work out: compared with brute force, and never wrong about the truth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.game import Event
from engine.games.letter.belief import Belief, any_legal, belief
from engine.games.letter.meta import META
from engine.games.letter.model import (
    DECK,
    CardPlayed,
    DuelFought,
    HandDealt,
    RoundStarted,
    State,
    TurnStarted,
)
from engine.games.letter.rules import GAME
from tests.games.letter.bruteforce import (
    Distribution,
    all_decks,
    every_world,
    last_of_round,
    round_at,
    rounds_played,
    seen_places,
)
from tests.games.letter.table import Table
from tests.strategies import ANNA, BEN, CARLA, DORA, Playthrough, play_game


def match(seats: int, seed: int, open_gap: bool = False, goal: int = 3) -> Playthrough:
    return play_game(GAME, META.complete({"open_gap": open_gap, "goal": goal}, seats), seats, seed)


def assert_same(found: Distribution, expected: Distribution) -> None:
    assert found.keys() == expected.keys()
    for hands, weight in expected.items():
        assert found[hands] == pytest.approx(weight, abs=1e-9)


def of(table: Table, seat: int | None) -> Belief:
    """What *seat* believes at the table now."""
    port = table.session.onlooker() if seat is None else table.session.port(seat)
    return belief(seat, len(table.session.seats), port.events())


# Against brute force ----------------------------------------


@pytest.mark.parametrize("seed", [1, 7, 8, 16, 17, 24, 25])
def test_late_positions_against_all_decks(seed: int) -> None:
    """Late in a round every order of the deck that is left is tried, and the weights agree to 1e-9."""
    compared = 0
    played = match(2, seed, goal=4)
    for number in range(rounds_played(played.states)):
        revision = last_of_round(played, number)
        for seat in (ANNA, BEN):
            if 16 - len(seen_places(played, seat, revision)) > 7:
                continue
            expected, tried = all_decks(played, seat, revision)
            assert tried > 1
            assert_same(belief(seat, 2, played.history(seat, revision)).worlds, expected)
            compared += 1
    assert compared, "this match has no late positions: choose another seed"


CASES = [
    *((2, False, seed) for seed in range(10)),
    *((3, False, seed) for seed in (0, 1, 2, 12, 51)),
    *((3, True, seed) for seed in (4, 5, 6, 16)),
    *((4, False, seed) for seed in (1, 4)),
    *((4, True, seed) for seed in (0, 1)),
]


def one_round(seats: int, open_gap: bool, seed: int) -> tuple[Playthrough, int]:
    """A match and the last revision of the round to look at."""
    played = match(seats, seed, open_gap, goal=1)
    return played, last_of_round(played, seed % rounds_played(played.states))


@pytest.mark.parametrize(("seats", "open_gap", "seed"), CASES)
def test_every_position_against_every_world(seats: int, open_gap: bool, seed: int) -> None:
    """From the deal to the end of a round, for all seats (and an onlooker of two): the same to 1e-9."""
    played, last = one_round(seats, open_gap, seed)
    for seat in played.everybody:
        if seat is None and seats > 2:
            continue  # too many worlds to be quick
        for revision, expected in every_world(played, seat, last):
            assert_same(belief(seat, seats, played.history(seat, revision)).worlds, expected)


def test_the_compared_rounds_have_everything() -> None:
    """Each kind of event that tells something, a tie in a duel, a restart at oneself, the 7 played."""
    kinds: set[str] = set()
    for case in CASES:
        played, last = one_round(*case)
        events = [e for at, e in played.session._events if round_at(played, last) < at <= last]
        kinds |= {type(event).__name__ for event in events}
        kinds |= {"tie" for event in events if isinstance(event, DuelFought) and event.loser is None}
        kinds |= {
            f"{event.seat == event.target} {event.card}" for event in events if isinstance(event, CardPlayed)
        }
    assert kinds >= {
        "GuessAnswered",
        "HandPeeked",
        "DuelFought",
        "HandsSwapped",
        "HandReplaced",
        "SeatEliminated",
    }
    assert kinds >= {"tie", "True 5", "False 5", "False 6", "False 7"}


# Never wrong ----------------------------------------


def running_beliefs(played: Playthrough, seat: int | None) -> Iterator[tuple[State, Belief]]:
    """What *seat* believes at each state in which somebody is to play, fed event by event."""
    beliefs = Belief(seat, played.seats)
    events = played.session._events
    for revision, state in enumerate(played.states):
        beliefs.feed(event for at, event in events if at == revision and event.visible_to(seat))
        if state.turn >= 0:
            yield state, beliefs


@given(st.integers(2, 4), st.booleans(), st.integers(0, 2**32))
@settings(max_examples=15)
def test_the_truth_is_never_excluded(seats: int, open_gap: bool, seed: int) -> None:
    """Whatever is played, the real hands keep a weight, for every seat and an onlooker; weights sum to 1."""
    played = match(seats, seed, open_gap, goal=2)
    for seat in played.everybody:
        for state, running in running_beliefs(played, seat):
            assert running.worlds[state.hands] > 0
            assert sum(running.worlds.values()) == pytest.approx(1)
            for holder in range(seats):
                assert sum(running.chances(holder)) == pytest.approx(1)


@given(st.integers(2, 4), st.booleans(), st.integers(0, 2**32))
@settings(max_examples=15)
def test_event_by_event_is_the_same_as_all_at_once(seats: int, open_gap: bool, seed: int) -> None:
    """A belief fed as things happen equals one made from the whole history, over all rounds."""
    played = match(seats, seed, open_gap, goal=2)
    for seat in played.everybody:
        running = Belief(seat, seats)
        running.feed(played.history(seat, len(played.states)))
        again = belief(seat, seats, played.history(seat, len(played.states)))
        assert running.worlds.keys() == again.worlds.keys()
        assert running.visible == again.visible
        assert running.seen == again.seen


@given(st.integers(2, 4), st.booleans(), st.integers(0, 2**32))
@settings(max_examples=20)
def test_unseen_counts_what_is_not_seen(seats: int, open_gap: bool, seed: int) -> None:
    """All cards less the rows, those face up, and the own hand: what lies elsewhere is unseen."""
    played = match(seats, seed, open_gap, goal=2)
    for seat in played.everybody:
        for state, beliefs in running_beliefs(played, seat):
            view = GAME.view(state, seat)
            left = Counter(DECK)
            left.subtract([*view.open_aside, *view.hand, *(card for row in view.rows for card in row)])
            unseen = beliefs.unseen()
            assert unseen == (0, *(left[value] for value in range(1, 9)))
            others = sum(1 for holder in range(seats) if holder != seat and not view.out[holder])
            hidden = view.stock + view.aside + others + (view.turn != seat)
            assert sum(unseen) == hidden


@given(st.integers(2, 4), st.integers(0, 2**32))
@settings(max_examples=15)
def test_known_cards_are_certain(seats: int, seed: int) -> None:
    """What the view says is known of a hand, the belief is certain of."""
    played = match(seats, seed, goal=2)
    for seat in range(seats):
        for state, beliefs in running_beliefs(played, seat):
            for holder, card in enumerate(GAME.view(state, seat).known):
                if card:
                    assert card == state.hands[holder]
                    assert beliefs.chances(holder)[card] == pytest.approx(1)
                    assert beliefs.seen[seat, holder] == card


# By hand ----------------------------------------


def test_at_the_deal_every_unseen_card_counts() -> None:
    """Anna holds 6 and 8, so Ben has each other card by its number of copies, of fourteen."""
    table = Table([6, 3, 2], [8])
    chances = of(table, ANNA).chances(BEN)
    assert chances == pytest.approx((0, 5 / 14, 2 / 14, 2 / 14, 2 / 14, 2 / 14, 0, 1 / 14, 0))
    assert of(table, None).chances(BEN)[1] == pytest.approx(5 / 16)


def test_open_cards_are_counted() -> None:
    """The three cards face up with two seats are seen by both."""
    table = Table([1, 3], [1], open_aside=[8, 7, 6])
    for seat in (ANNA, BEN, None):
        chances = of(table, seat).chances(BEN if seat == ANNA else ANNA)
        assert chances[6:] == (0, 0, 0)


@pytest.mark.parametrize("played", [5, 6])
def test_who_plays_5_or_6_does_not_hold_the_7(played: int) -> None:
    """Forced 7: with the 7 beside it, it would have had to be played (ruling 3)."""
    table = Table([2, played, 3], [1, 4, 1])
    table.play(ANNA, 1, at=CARLA, naming=8)
    assert of(table, CARLA).chances(BEN)[7] > 0
    table.play(BEN, played, at=CARLA)
    # After a swap it is Carla who has the card that lay beside the 6.
    holder = BEN if played == 5 else CARLA
    for seat in (ANNA, None):
        chances = of(table, seat).chances(holder)
        assert chances[7] == 0
        assert chances[8] > 0


def test_who_plays_the_7_is_likelier_to_hold_5_or_6() -> None:
    """The 7 beside a 5 or 6 was forced, beside another card free: twice as likely for each copy."""
    table = Table([2, 7, 3], [1, 4, 1])
    table.play(ANNA, 1, at=CARLA, naming=8)
    table.play(BEN, 7)
    # Carla sees 3, 1 (her own), 1 and 7 lying: of twelve cards Ben has one, forced ones count twice.
    weights = {1: 3, 2: 2, 3: 1, 4: 2, 5: 2 * 2, 6: 1 * 2, 8: 1}
    chances = of(table, CARLA).chances(BEN)
    for card, weight in weights.items():
        assert chances[card] == pytest.approx(weight / sum(weights.values()))


def test_refused_guess_excludes_the_card_until_one_is_played() -> None:
    """ "Nein": Ben has no 8. After he has played, he may have drawn it."""
    table = Table([1, 3, 2], [4, 1, 6])
    table.play(ANNA, 1, at=BEN, naming=8)
    for seat in (ANNA, CARLA, None):
        assert of(table, seat).chances(BEN)[8] == 0
        assert of(table, seat).chances(BEN)[3] > 0
    table.play(BEN, 1, at=ANNA, naming=7)
    for seat in (ANNA, CARLA, None):
        assert of(table, seat).chances(BEN)[8] > 0


def test_refused_guess_tells_the_holder_nothing() -> None:
    """Ben knew all along that he has no 8."""
    table = Table([1, 3, 2], [4, 1, 6])
    before = of(table, BEN).chances(CARLA)
    table.play(ANNA, 1, at=BEN, naming=8)
    after = of(table, BEN).chances(CARLA)
    assert before[8] == pytest.approx(1 / 15)
    assert after[8] == pytest.approx(1 / 13), "he sees three cards now: his 3, the 1 he drew, Anna's 1"


def test_duel_survivor_has_more_than_the_loser() -> None:
    """The loser's 4 lies open: the winner's card is above it, for those who did not see it."""
    table = Table([3, 4, 2, 1], [6, 1])
    table.play(ANNA, 3, at=BEN)
    for seat in (CARLA, DORA, None):
        chances = of(table, seat).chances(ANNA)
        assert chances[:5] == (0, 0, 0, 0, 0)
        assert all(chance > 0 for chance in chances[5:])
    assert of(table, BEN).chances(ANNA)[6] == pytest.approx(1)


def test_duel_tie_means_equal_cards() -> None:
    """A tie stays secret, but both have the same: no 6, 7 or 8."""
    table = Table([3, 4, 2, 1], [4, 1])
    table.play(ANNA, 3, at=BEN)
    for seat in (CARLA, DORA, None):
        beliefs = of(table, seat)
        assert all(hands[ANNA] == hands[BEN] for hands in beliefs.worlds)
        assert beliefs.chances(ANNA)[6:] == (0, 0, 0)


def test_swap_is_tracked() -> None:
    """Carla saw Ben's 7; after Anna's swap with Ben it is Anna's, and Ben's card is what Anna had."""
    table = Table([6, 7, 2], [1, 3, 8, 1], starter=CARLA)
    table.play(CARLA, 2, at=BEN)
    unknown = of(table, CARLA).chances(ANNA)
    assert unknown[6] > 0
    table.play(ANNA, 6, at=BEN)
    assert of(table, CARLA).chances(ANNA)[7] == pytest.approx(1)
    assert of(table, CARLA).chances(BEN)[7] == 0
    assert of(table, ANNA).chances(BEN)[3] == pytest.approx(1)
    assert of(table, BEN).chances(ANNA)[7] == pytest.approx(1)


def test_peeked_card_is_known_until_it_is_played() -> None:
    """Ben plays a drawn card: the 7 is still there. He plays the 7: it is gone."""
    table = Table([2, 7, 3], [1, 1, 1, 1, 4])
    table.play(ANNA, 2, at=BEN)
    table.play(BEN, 1, at=CARLA, naming=8)
    assert of(table, ANNA).chances(BEN)[7] == pytest.approx(1)
    table.play(CARLA, 1, at=ANNA, naming=8)
    table.play(ANNA, 1, at=CARLA, naming=8)
    table.play(BEN, 7)
    chances = of(table, ANNA).chances(BEN)
    assert chances[7] == 0
    assert max(chances) < 1


def test_third_seats_remember_who_looked() -> None:
    """Carla knows that Anna knows Ben's card, though not which; after Ben's next play she can't be sure."""
    table = Table([2, 4, 3], [1, 1, 1])
    table.play(ANNA, 2, at=BEN)
    assert of(table, CARLA).seen == {(ANNA, BEN): 0}
    assert of(table, ANNA).seen == {(ANNA, BEN): 4}
    assert of(table, BEN).seen == {(ANNA, BEN): 4}
    table.play(BEN, 1, at=CARLA, naming=8)
    assert of(table, CARLA).seen == {}
    assert of(table, BEN).seen == {(ANNA, BEN): 4}, "Ben knows that it was not the card he showed"


def test_restart_with_an_empty_stock() -> None:
    """The card set aside comes into play: whoever counts knows which it can be."""
    draws = [4, 4, 1, 1, 1, 1, 1, 2, 2, 5]
    table = Table([8, 3], draws, aside=7, open_aside=[3, 5, 6])
    table.play(ANNA, 4)
    table.play(BEN, 4)
    table.play(ANNA, 1)
    for seat in (BEN, ANNA, BEN, ANNA):
        table.play(seat, 1, at=1 - seat, naming=7)
    table.play(BEN, 2, at=ANNA)
    table.play(ANNA, 2, at=BEN)
    # Anna has seen all but three cards: Ben's hand is known from her peek, so he drew the 5 or the 7.
    assert of(table, ANNA).chances(BEN)[3] == pytest.approx(1)
    assert of(table, ANNA).unseen() == (0, 0, 0, 1, 0, 1, 0, 1, 0)


def test_a_model_of_play_can_be_given() -> None:
    """A sharper model of what people play changes the weights."""

    def keeps_high(played: int, kept: int, drawn: int) -> float:
        return any_legal(played, kept, drawn) * (1 if played <= min(kept, drawn) else 0)

    table = Table([2, 3, 4], [1, 2, 1])
    table.play(ANNA, 1, at=CARLA, naming=8)
    table.play(BEN, 2, at=CARLA)
    events = table.session.port(CARLA).events()
    assert belief(CARLA, 3, events).chances(BEN)[1] > 0
    assert belief(CARLA, 3, events, keeps_high).chances(BEN)[1] == 0


def test_contradicting_events_are_refused() -> None:
    """Events that can't be true raise, instead of giving weights of nothing."""
    events: list[Event] = [
        RoundStarted(1, 0, (), 12),
        HandDealt(0, 8, audience=(0,)),
        TurnStarted(0, 11),
    ]
    beliefs = Belief(0, 3)
    beliefs.feed(events)
    with pytest.raises(ValueError, match="contradict"):
        beliefs._keep(lambda hands: hands[1] == 8)
