"""The rulings of Geheimer Brief one by one; the number of each is in its tests' names."""

from __future__ import annotations

import pytest

from engine.core.game import Outcome
from engine.games.letter.meta import META
from engine.games.letter.model import (
    COPIES,
    CardDrawn,
    CardPlayed,
    Deal,
    DuelFought,
    First,
    GuessAnswered,
    HandDealt,
    HandDiscarded,
    HandPeeked,
    HandReplaced,
    HandShown,
    HandsSwapped,
    MatchEnded,
    Play,
    RoundEnded,
    RoundStarted,
    SeatEliminated,
    StarterDrawn,
    SwapSeen,
    TieAtGoal,
    TurnStarted,
)
from engine.games.letter.rules import GAME
from engine.play.session import Session
from tests.games.letter.table import Match, Stacked, Table, round_won_by, stack
from tests.strategies import ANNA, BEN, CARLA, DORA, people

# 1: Neustart ----------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ruling_1_restart_may_hit_anybody_even_yourself(seats: int) -> None:
    """A 5 may be played at any seat in the round, your own too, whether or not others are protected."""
    table = Table([5, 2, 3, 1][:seats], [2])
    assert [move for move in table.choices(ANNA) if move.card == 5] == [Play(5, s) for s in range(seats)]


@pytest.mark.parametrize("gone", [1, 2, 3, 4, 6, 7])
def test_ruling_1_discarded_card_has_no_effect(gone: int) -> None:
    """The discarded card lies open; nothing else happens than a new card for its holder."""
    table = Table([5, gone, 2], [1, 3, 4])
    knows = table.state.knows
    events = table.play(ANNA, 5, at=BEN)
    assert events == [
        CardPlayed(ANNA, 5, BEN),
        HandDiscarded(BEN, gone),
        HandReplaced(BEN),
        CardDrawn(BEN, 3, audience=(BEN,)),
        TurnStarted(BEN, 10 - 1),
        CardDrawn(BEN, 4, audience=(BEN,)),
    ]
    assert table.view(None).out == table.view(None).shielded == (False, False, False)
    assert table.state.rows == ((5,), (gone,), ())
    assert table.state.hands == (1, 3, 2)
    assert table.state.knows == knows == 0


def test_ruling_1_discarding_your_own_eight() -> None:
    """Your own restart with the 8 beside it at yourself puts you out, and you draw nothing."""
    table = Table([8, 2, 3], [5, 6])
    events = table.play(ANNA, 5, at=ANNA)
    assert events[:3] == [CardPlayed(ANNA, 5, ANNA), HandDiscarded(ANNA, 8), SeatEliminated(ANNA, 8)]
    assert events[3] == TurnStarted(BEN, 10)
    assert table.view(ANNA).out == (True, False, False)
    assert table.view(ANNA).hand == ()
    assert table.state.rows[ANNA] == (5, 8)


def test_ruling_1_restart_at_yourself_discards_the_other_card() -> None:
    """Not the 5 that was played goes, but the card beside it, be it the kept or the drawn one."""
    for hand, drawn in ((5, 6), (6, 5)):
        table = Table([hand, 2, 3], [drawn, 7])
        table.play(ANNA, 5, at=ANNA)
        assert table.state.rows[ANNA] == (5, 6)
        assert table.state.hands[ANNA] == 7


def test_ruling_1_with_two_fives_one_is_discarded() -> None:
    """Two 5s: one is played, the other one discarded without effect."""
    table = Table([5, 2, 3], [5, 7])
    table.play(ANNA, 5, at=ANNA)
    assert table.state.rows[ANNA] == (5, 5)
    assert table.state.hands == (7, 2, 3)


def test_ruling_1_last_opponent_put_out_ends_the_round() -> None:
    """The 8 discarded by the only opponent ends the round for the player of the 5."""
    table = Table([5, 8], [1])
    events = table.play(ANNA, 5, at=BEN)
    assert [type(event) for event in events] == [CardPlayed, HandDiscarded, SeatEliminated, RoundEnded]
    assert table.before_deal().match.rounds[-1].winners == (ANNA,)


# 2: Schild ----------------------------------------


@pytest.mark.parametrize("card", [1, 2, 3, 5, 6])
def test_ruling_2_no_card_reaches_a_shield(card: int) -> None:
    """Whatever needs a target may not choose a protected player, and can choose another."""
    table = Table([4, card, 2], [3, 8], starter=ANNA)
    table.play(ANNA, 4)
    naming = 8 if card == 1 else None
    refusal = table.refusal(BEN, card, at=ANNA, naming=naming)
    assert (refusal.code, refusal.rule) == ("target_shielded", "letter 2")
    table.play(BEN, card, at=CARLA, naming=naming)


def test_ruling_2_shield_can_be_renewed() -> None:
    """A second 4 in the next turn protects for another round of turns."""
    table = Table([4, 3, 2], [1, 1, 1, 4, 1])
    table.play(ANNA, 4)
    table.play(BEN, 1, at=CARLA, naming=8)
    table.play(CARLA, 1, at=BEN, naming=8)
    assert not table.view(None).shielded[ANNA]
    table.play(ANNA, 4)
    assert table.view(None).shielded[ANNA]
    assert table.refusal(BEN, 1, at=ANNA, naming=8).code == "target_shielded"


def test_ruling_2_shield_does_not_reach_the_next_round() -> None:
    """A new round begins without shields."""
    table = Table([4, 3, 2], [1, 1])
    table.play(ANNA, 4)
    table.play(BEN, 3, at=CARLA)  # Ben keeps the drawn 1 and loses against the 2
    assert table.view(None).out == (False, True, False)
    seat = table.state.turn
    while len(table.state.match.rounds) == 0:
        seat = table.state.turn
        move = table.choices(seat)[0]
        table.play(seat, move.card, move.target, move.guess)
    assert table.view(None).shielded == (False, False, False)
    assert table.view(None).out == (False, False, False)


def test_ruling_2_own_discarded_four_gives_no_shield() -> None:
    """Even one's own 5 that discards one's own 4 protects nobody."""
    table = Table([4, 3, 2], [5, 1, 6])
    table.play(ANNA, 5, at=ANNA)
    assert table.state.rows[ANNA] == (5, 4)
    assert not table.view(BEN).shielded[ANNA]
    assert Play(3, ANNA) in table.choices(BEN)


# 3: Schleier und Brief ----------------------------------------


@pytest.mark.parametrize("beside", [1, 2, 3, 4, 5, 6, 7])
def test_ruling_3_playing_the_eight_puts_out(beside: int) -> None:
    """The 8 may be played; its player is out and the other card lies open in the row, after the 8."""
    table = Table([beside, 2, 3], [8, 1])
    assert Play(8) in table.choices(ANNA)
    events = table.play(ANNA, 8)
    assert events[:2] == [CardPlayed(ANNA, 8), SeatEliminated(ANNA, beside)]
    assert table.state.rows[ANNA] == (8, beside)
    assert table.view(ANNA).hand == ()
    assert table.view(None).out == (True, False, False)
    assert table.state.turn == BEN


def test_ruling_3_the_veil_has_no_effect() -> None:
    """A 7 played without need is legal and does nothing."""
    table = Table([7, 2, 3], [1, 4])
    assert {move.card for move in table.choices(ANNA)} == {1, 7}
    events = table.play(ANNA, 7)
    assert events == [CardPlayed(ANNA, 7), TurnStarted(BEN, 10), CardDrawn(BEN, 4, audience=(BEN,))]


@pytest.mark.parametrize(
    ("kept", "drawn"), [(a, b) for a in range(1, 9) for b in range(1, 9) if a != b or COPIES[a] > 1]
)
def test_ruling_3_either_card_may_be_played_but_for_the_veil(kept: int, drawn: int) -> None:
    """Every pair of cards: both may be played, except 5 and 6 beside the 7."""
    table = Table([kept, 1 if kept != 1 else 2, 3 if 3 not in (kept, drawn) else 4], [drawn])
    expected = {7} if 7 in (kept, drawn) and {5, 6} & {kept, drawn} else {kept, drawn}
    assert {move.card for move in table.choices(ANNA)} == expected
    for card in {kept, drawn} - expected:
        assert table.refusal(ANNA, card, at=BEN).code == "veil_forced"


def test_ruling_3_only_on_the_own_turn() -> None:
    """Somebody who gets the 7 outside a turn does nothing; on the next turn it is looked at anew."""
    table = Table([6, 7, 3], [2, 5])
    table.play(ANNA, 6, at=BEN)
    # Anna has the 7 now, and Ben 2 and 5: nothing is forced.
    assert table.state.hands[ANNA] == 7
    assert {move.card for move in table.choices(BEN)} == {2, 5}
    table = Table([6, 2, 3], [7, 5])
    assert {move.card for move in table.choices(ANNA)} == {7}, "so the 6 can't hand the 7 over"


# 4: Raten ----------------------------------------


@pytest.mark.parametrize("guess", [-1, 0, 1, 9, 10**20])
def test_ruling_4_guess_names_2_to_8(guess: int) -> None:
    """No other value may be named."""
    table = Table([1, 2, 3], [4])
    refusal = table.refusal(ANNA, 1, at=BEN, naming=guess)
    assert (refusal.code, refusal.rule) == ("guess_range", "letter 4")


def test_ruling_4_guess_needs_a_value_and_a_target() -> None:
    """A 1 at somebody without a value, or with a value at nobody, is no move."""
    table = Table([1, 2, 3], [4])
    assert table.refusal(ANNA, 1, at=BEN).code == "guess_missing"
    assert table.refusal(ANNA, 1, naming=5).code == "target_missing"
    assert table.refusal(ANNA, 1).code == "target_missing"


@pytest.mark.parametrize("card", [1, 2, 3, 6])
def test_ruling_4_never_at_yourself(card: int) -> None:
    """Only a restart may choose its own player."""
    table = Table([card, 2, 3], [4])
    assert table.refusal(ANNA, card, at=ANNA, naming=5 if card == 1 else None).code == "not_yourself"


@pytest.mark.parametrize("card", [2, 3, 4, 5, 6, 7, 8])
def test_ruling_4_only_a_one_names_a_value(card: int) -> None:
    """A guess with any other card is refused."""
    table = Table([card, 1, 1], [1])
    refusal = table.refusal(ANNA, card, at=BEN, naming=5)
    assert (refusal.code, refusal.rule) == ("guess_without_one", "letter 4")


@pytest.mark.parametrize("right", range(2, 9))
def test_ruling_4_right_guess(right: int) -> None:
    """A right guess: the card goes open into the target's row, and the target is out."""
    table = Table([1, right, 3 if right != 3 else 2], [4])
    events = table.play(ANNA, 1, at=BEN, naming=right)
    assert events[:3] == [
        CardPlayed(ANNA, 1, BEN, right),
        GuessAnswered(ANNA, BEN, right, True),
        SeatEliminated(BEN, right),
    ]
    assert table.state.rows[BEN] == (right,)
    assert table.view(None).out == (False, True, False)
    assert table.state.turn == CARLA


@pytest.mark.parametrize("wrong", range(2, 9))
def test_ruling_4_wrong_guess(wrong: int) -> None:
    """A wrong guess is answered with no, and nothing more: the row stays empty, the card secret."""
    holds = 2 if wrong != 2 else 3
    table = Table([1, holds, 4], [1])
    events = table.play(ANNA, 1, at=BEN, naming=wrong)
    assert table.seen(events, CARLA) == [
        CardPlayed(ANNA, 1, BEN, wrong),
        GuessAnswered(ANNA, BEN, wrong, False),
        TurnStarted(BEN, 10),
    ]
    assert table.state.rows == ((1,), (), ())
    assert table.view(None).out == (False, False, False)
    assert table.view(ANNA).known == table.view(CARLA).known == (0, 0, 0)


@pytest.mark.parametrize("card", [1, 2, 3, 6])
def test_ruling_4_without_effect_when_all_others_are_protected(card: int) -> None:
    """With all others protected a 1, 2, 3 or 6 is played at nobody and nothing happens."""
    table = Table([card, 4, 4], [1, 1, 8], starter=BEN)
    table.play(BEN, 4)
    table.play(CARLA, 4)
    assert Play(card) in table.choices(ANNA)
    assert table.refusal(ANNA, card, at=BEN, naming=5 if card == 1 else None).code == "target_shielded"
    events = table.play(ANNA, card)
    assert events[0] == CardPlayed(ANNA, card)
    assert [type(event) for event in events] == [CardPlayed, TurnStarted, CardDrawn]
    assert table.state.hands == (8, 1, 1)


@pytest.mark.parametrize("card", [1, 2, 3, 5, 6])
def test_ruling_4_a_target_is_needed_when_somebody_can_be_chosen(card: int) -> None:
    """Nobody may waive the effect while a target is there."""
    table = Table([card, 2, 3], [4])
    assert table.refusal(ANNA, card).code == "target_missing"


@pytest.mark.parametrize("card", [4, 7, 8])
def test_ruling_4_cards_without_a_target(card: int) -> None:
    """4, 7 and 8 are played at nobody."""
    table = Table([card, 2, 3], [1])
    assert table.refusal(ANNA, card, at=BEN).code == "no_target"
    assert table.refusal(ANNA, card, at=ANNA).code == "no_target"


def test_who_may_be_chosen() -> None:
    """Not who is out, not a seat that isn't there, and no card that isn't held (seed: "Einen Spieler wählen")."""
    table = Table([1, 3, 2, 4], [6, 2, 5])
    table.play(ANNA, 1, at=BEN, naming=3)
    assert table.refusal(CARLA, 2, at=BEN).code == "target_out"
    assert table.refusal(CARLA, 2, at=4).code == "no_such_seat"
    assert table.refusal(CARLA, 2, at=-1).code == "no_such_seat"
    assert table.refusal(CARLA, 6, at=ANNA).code == "not_in_hand"
    assert table.refusal(CARLA, 0).code == "not_in_hand"
    assert table.refusal(CARLA, 9).code == "not_in_hand"
    assert [move.target for move in table.choices(CARLA)] == [ANNA, DORA]
    assert table.refusal(DORA, 4).code == "not_awaited"


def test_turns_skip_who_is_out() -> None:
    """Who is out has no turn any more, and the order stays clockwise."""
    table = Table([5, 3, 2, 4], [1, 1, 1, 1, 1], starter=CARLA)
    order = []
    for target, naming in ((ANNA, 8), (ANNA, 8), (BEN, 3), (DORA, 8), (ANNA, 8)):
        seat = table.state.turn
        order.append(seat)
        table.play(seat, 1, at=target if target != seat else BEN, naming=naming)
    assert order == [CARLA, DORA, ANNA, CARLA, DORA]
    assert table.state.turn == ANNA


# 5: Duell ----------------------------------------


@pytest.mark.parametrize(
    ("mine", "theirs", "loser"), [(8, 5, BEN), (2, 5, ANNA), (1, 8, ANNA), (7, 6, BEN), (4, 4, None)]
)
def test_ruling_5_duel(mine: int, theirs: int, loser: int | None) -> None:
    """The lower card goes open into its row; only the two see both cards; a tie changes nothing."""
    table = Table([3, theirs, 2, 1], [mine, 1, 1])
    events = table.play(ANNA, 3, at=BEN)
    public = [CardPlayed(ANNA, 3, BEN), DuelFought(ANNA, BEN, loser)]
    if loser is not None:
        public.append(SeatEliminated(loser, mine if loser == ANNA else theirs))
    for seat in (CARLA, DORA, None):
        seen = [e for e in table.seen(events, seat) if not isinstance(e, TurnStarted | CardDrawn)]
        assert seen == public
    assert HandShown(ANNA, BEN, theirs, audience=(ANNA,)) in table.seen(events, ANNA)
    assert HandShown(BEN, ANNA, mine, audience=(BEN,)) in table.seen(events, BEN)
    assert not any(isinstance(e, HandShown) and e.viewer != ANNA for e in table.seen(events, ANNA))
    rows: list[tuple[int, ...]] = [(3,), (), (), ()]
    if loser == ANNA:
        rows[ANNA] = (3, mine)
    elif loser == BEN:
        rows[BEN] = (theirs,)
    assert table.state.rows == tuple(rows)
    assert table.view(None).out == tuple(seat == loser for seat in range(4))


def test_ruling_5_what_is_known_after_a_duel() -> None:
    """Both know the other's card after a tie; after a defeat the loser knows the winner's."""
    table = Table([3, 4, 2, 1], [4, 1])
    table.play(ANNA, 3, at=BEN)
    assert table.view(ANNA).known == (0, 4, 0, 0)
    assert table.view(BEN).known == (4, 0, 0, 0)
    assert table.view(CARLA).known == table.view(DORA).known == table.view(None).known == (0, 0, 0, 0)
    table = Table([3, 4, 2, 1], [8, 1])
    table.play(ANNA, 3, at=BEN)
    assert table.view(BEN).known == (8, 0, 0, 0)
    assert table.view(ANNA).known == (0, 0, 0, 0), "Ben's card lies open"
    assert table.view(CARLA).known == (0, 0, 0, 0)


def test_ruling_5_the_duellist_shows_the_card_that_stays() -> None:
    """Compared is what is left in hand after the 3 was played, kept or drawn; with two 3s the other 3."""
    for hand, drawn in ((3, 6), (6, 3)):
        table = Table([hand, 5, 2], [drawn, 1])
        events = table.play(ANNA, 3, at=BEN)
        assert HandShown(BEN, ANNA, 6, audience=(BEN,)) in events
    table = Table([3, 2, 1], [3, 1])
    assert DuelFought(ANNA, BEN, BEN) in table.play(ANNA, 3, at=BEN)


# Peeking ----------------------------------------


def test_peek_tells_one_seat_only() -> None:
    """Everybody sees who looked at whose card, and only the one who looked learns which it is."""
    table = Table([2, 7, 3], [1, 1])
    events = table.play(ANNA, 2, at=BEN)
    for seat in (BEN, CARLA, None):
        assert not any(isinstance(event, HandShown) for event in table.seen(events, seat))
        assert HandPeeked(ANNA, BEN) in table.seen(events, seat)
    assert HandShown(ANNA, BEN, 7, audience=(ANNA,)) in table.seen(events, ANNA)
    assert table.view(ANNA).known == (0, 7, 0)
    assert table.view(BEN).known == table.view(CARLA).known == (0, 0, 0)


def test_peeked_card_is_known_until_it_is_played() -> None:
    """A drawn card that is played leaves the known one in hand; then the known one goes."""
    table = Table([2, 7, 3], [1, 1, 1, 1, 4])
    table.play(ANNA, 2, at=BEN)
    table.play(BEN, 1, at=CARLA, naming=8)
    assert table.view(ANNA).known == (0, 7, 0)
    table.play(CARLA, 1, at=ANNA, naming=8)
    table.play(ANNA, 1, at=CARLA, naming=8)
    assert table.view(ANNA).known == (0, 7, 0)
    table.play(BEN, 7)
    assert table.view(ANNA).known == (0, 0, 0)


def test_knowledge_ends_with_a_discard_and_a_new_round() -> None:
    """A restart takes the known card away; a new round takes all knowledge away."""
    table = Table([2, 7, 3], [5, 1, 1, 4])
    table.play(ANNA, 2, at=BEN)
    table.play(BEN, 1, at=CARLA, naming=8)
    table.play(CARLA, 1, at=ANNA, naming=8)
    table.play(ANNA, 5, at=BEN)
    assert table.view(ANNA).known == (0, 0, 0)
    table = Table([2, 7], [1, 1, 1])
    table.play(ANNA, 2, at=BEN)
    table.play(BEN, 1, at=ANNA, naming=8)
    table.play(ANNA, 1, at=BEN, naming=7)
    assert len(table.state.match.rounds) == 1
    assert table.view(ANNA).known == (0, 0)


# 6: Tausch ----------------------------------------


def test_ruling_6_swap() -> None:
    """The hands change places; both know both cards, nobody else learns a thing."""
    table = Table([6, 3, 2], [8, 1])
    events = table.play(ANNA, 6, at=BEN)
    assert table.state.hands == (3, 8, 2)
    assert table.seen(events, CARLA) == [
        CardPlayed(ANNA, 6, BEN),
        HandsSwapped(ANNA, BEN),
        TurnStarted(BEN, 10),
    ]
    assert SwapSeen(ANNA, BEN, gave=8, got=3, audience=(ANNA,)) in table.seen(events, ANNA)
    assert SwapSeen(BEN, ANNA, gave=3, got=8, audience=(BEN,)) in table.seen(events, BEN)
    assert not any(isinstance(e, SwapSeen) and e.seat != BEN for e in table.seen(events, BEN))
    assert table.view(ANNA).known == (0, 8, 0)
    assert table.view(BEN).known == (3, 0, 0)
    assert table.view(CARLA).known == (0, 0, 0)


def test_ruling_6_swap_with_a_higher_and_a_lower_seat() -> None:
    """The exchange is the same in both directions around the table."""
    table = Table([2, 3, 6, 4], [1], starter=CARLA)
    table.play(CARLA, 6, at=ANNA)
    assert table.state.hands == (1, 3, 2, 4)
    table = Table([2, 3, 6, 4], [1], starter=CARLA)
    table.play(CARLA, 6, at=DORA)
    assert table.state.hands == (2, 3, 4, 1)


def test_ruling_6_third_seats_knowledge_moves_with_the_card() -> None:
    """Carla looked at Ben's card; after Anna's swap with Ben she knows that Anna has it."""
    table = Table([6, 7, 2], [1, 3, 8, 1], starter=CARLA)
    table.play(CARLA, 2, at=BEN)
    assert table.view(CARLA).known == (0, 7, 0)
    table.play(ANNA, 6, at=BEN)
    assert table.state.hands[:2] == (7, 3)
    assert table.view(CARLA).known == (7, 0, 0)
    assert table.view(ANNA).known == (0, 3, 0)
    assert table.view(BEN).known == (7, 0, 0)


def test_ruling_6_knowledge_of_the_other_hand_moves_too() -> None:
    """Anna knew Ben's 3; Carla swaps with Ben: Anna now knows Carla's card, and no longer Ben's."""
    table = Table([2, 3, 6, 4], [1, 5, 1, 1])
    table.play(ANNA, 2, at=BEN)
    table.play(BEN, 5, at=DORA)
    assert table.view(ANNA).known == (0, 3, 0, 0)
    table.play(CARLA, 6, at=BEN)
    assert table.view(ANNA).known == (0, 0, 3, 0)
    assert table.view(CARLA).known == (0, 1, 0, 0)
    assert table.view(BEN).known == (0, 0, 3, 0)


def test_ruling_6_own_old_knowledge_is_replaced() -> None:
    """After a swap each knows the other's card until that card is played, and nothing of what is drawn later."""
    table = Table([2, 3, 5], [6, 1, 1, 8, 1])
    table.play(ANNA, 6, at=BEN)
    assert table.view(ANNA).known == (0, 2, 0)
    assert table.view(BEN).known == (3, 0, 0)
    table.play(BEN, 1, at=CARLA, naming=8)
    table.play(CARLA, 1, at=ANNA, naming=8)
    table.play(ANNA, 3, at=CARLA)  # the swapped card is played, and Ben knows nothing of the 8
    assert table.view(BEN).known == (0, 0, 0)
    assert table.view(ANNA).known == (0, 2, 0)
    assert table.view(CARLA).known == (8, 0, 0), "the duel showed it to her before she was out"


def test_ruling_6_swap_of_unknown_cards_leaves_third_seats_ignorant() -> None:
    """What a third seat knew of the player's old card ends when it was played as the 6."""
    table = Table([6, 3, 2], [1, 4, 1, 1], starter=CARLA)
    table.play(CARLA, 2, at=ANNA)
    assert table.view(CARLA).known == (6, 0, 0)
    table.play(ANNA, 6, at=BEN)
    assert table.view(CARLA).known == (0, 0, 0)


# 7: Neustart bei leerem Stapel ----------------------------------------

SLOW = [4, 4, 1, 1, 1, 1, 1, 2, 2]


def played_to_the_last_card(last: int, hands: tuple[int, int], aside: int) -> Table:
    """Two seats, nine turns played, Ben has drawn *last* as the last card of the stock."""
    table = Table(hands, [*SLOW, last], aside=aside)
    table.play(ANNA, 4)
    table.play(BEN, 4)
    table.play(ANNA, 1)
    for seat in (BEN, ANNA, BEN, ANNA):
        free = next(value for value in range(2, 9) if value not in hands)
        table.play(seat, 1, at=1 - seat, naming=free)
    table.play(BEN, 2, at=ANNA)
    table.play(ANNA, 2, at=BEN)
    assert table.state.stock == ()
    assert table.state.turn == BEN
    return table


@pytest.mark.parametrize("aside", [3, 6, 8])
def test_ruling_7_own_restart_takes_the_card_set_aside(aside: int) -> None:
    """At yourself too: the new card is the one set aside face down, and it counts at the end of the round."""
    table = played_to_the_last_card(5, (5, 7) if aside != 7 else (5, 6), aside)
    # 7 beside 5: the veil is forced, so Ben must hold something else.
    assert table.choices(BEN) == [Play(7)]
    table = played_to_the_last_card(5, (7, 3), aside)
    table.play(BEN, 5, at=BEN)
    after = table.before_deal()
    assert after.hands == (7, aside)
    assert after.aside == 0
    assert after.rows[BEN] == (4, 1, 1, 2, 5, 3)
    assert after.match.rounds[0].winners == ((BEN,) if aside > 7 else (ANNA,))


def test_ruling_7_the_eight_with_an_empty_stock_draws_nothing() -> None:
    """Whoever discards the 8 is out also with an empty stock; the card set aside stays where it is."""
    table = played_to_the_last_card(5, (8, 3), 6)
    table.play(BEN, 5, at=ANNA)
    after = table.before_deal()
    assert after.aside == 6
    assert after.match.rounds[0].reason == "last"
    assert after.match.rounds[0].winners == (BEN,)


# 8: Ende einer Runde ----------------------------------------


def test_ruling_8_last_one_left_wins() -> None:
    """One player left ends the round at once, whatever is in the stock."""
    table = Table([1, 3], [8])
    events = table.play(ANNA, 1, at=BEN, naming=3)
    result = table.before_deal().match.rounds[0]
    assert (result.winners, result.reason, result.hands) == ((ANNA,), "last", (8, 0))
    assert result.rows == ((1,), (3,))
    assert events[-1] == RoundEnded(result, points=(1, 0))
    assert len(table.before_deal().stock) == 9


def test_ruling_8_round_goes_on_until_the_last_turn_is_finished() -> None:
    """The stock is empty while the last player still has a turn to play; then the highest hand wins."""
    table = played_to_the_last_card(3, (7, 8), 6)
    assert table.state.match.rounds == ()
    table.play(BEN, 3, at=ANNA)
    result = table.before_deal().match.rounds[0]
    assert result.reason == "last", "the duel put Anna out"
    table = played_to_the_last_card(7, (5, 8), 6)
    table.play(BEN, 7)
    result = table.before_deal().match.rounds[0]
    assert (result.winners, result.reason, result.hands) == ((BEN,), "highest", (5, 8))


def test_ruling_8_stock_emptied_by_a_restart_ends_the_round() -> None:
    """Also if it was a 5 that took the last card: nobody could draw, so the round is over."""
    draws = [4, 4, 1, 1, 1, 1, 1, 2, 5, 6]
    table = Table([7, 3], draws, aside=8)
    table.play(ANNA, 4)
    table.play(BEN, 4)
    table.play(ANNA, 1)
    for seat in (BEN, ANNA, BEN, ANNA):
        table.play(seat, 1, at=1 - seat, naming=2)
    table.play(BEN, 2, at=ANNA)
    assert table.choices(ANNA) == [Play(7)], "7 beside 5 is forced"
    draws = [4, 4, 1, 1, 1, 1, 1, 2, 5, 6]
    table = Table([2, 3], draws, aside=8)
    table.play(ANNA, 4)
    table.play(BEN, 4)
    table.play(ANNA, 1)
    for seat in (BEN, ANNA, BEN, ANNA):
        table.play(seat, 1, at=1 - seat, naming=7)
    table.play(BEN, 2, at=ANNA)
    assert len(table.state.stock) == 1
    table.play(ANNA, 5, at=BEN)
    after = table.before_deal()
    result = after.match.rounds[0]
    assert after.stock == ()
    assert after.aside == 8, "the stock still had a card, so the one set aside stays"
    assert (result.winners, result.reason, result.hands) == ((BEN,), "highest", (2, 6))


def test_ruling_8_discarded_cards_count_in_the_row() -> None:
    """A tie goes to the higher sum of the whole row, with the cards that a restart laid there."""
    table = Table([7, 2], [1, 1, 4, 3, 1, 4, 3, 1, 1, 5], aside=2, open_aside=[5, 6, 8])
    table.play(ANNA, 1, at=BEN, naming=8)
    table.play(BEN, 1, at=ANNA, naming=8)
    table.play(ANNA, 4)
    table.play(BEN, 3)
    table.play(ANNA, 1, at=BEN, naming=8)
    table.play(BEN, 4)
    table.play(ANNA, 3)
    table.play(BEN, 1, at=ANNA, naming=8)
    table.play(ANNA, 1, at=BEN, naming=8)
    table.play(BEN, 5, at=ANNA)
    result = table.before_deal().match.rounds[0]
    assert result.hands == (2, 2)
    # Anna played 10 and Ben 14; with the discarded 7 she has 17.
    assert result.rows == ((1, 4, 1, 3, 1, 7), (1, 3, 4, 1, 5))
    assert (result.winners, result.reason) == ((ANNA,), "row")


@pytest.mark.parametrize("reason", ["last", "highest", "row", "shared"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ruling_8_every_reason_scores_one_point_for_its_winners(seats: int, reason: str) -> None:
    """The winner is who it must be by the cards that lie there, and each winner gets exactly one point."""
    winners = (0, 1) if reason == "shared" else (1,)
    deal, plays = round_won_by(seats, 0, winners, reason)
    state = GAME.setup(META.complete({"first": 0}, seats), seats)
    state = GAME.step(state, None, deal)
    for seat, move in plays:
        assert state.turn == seat
        state = GAME.step(state, seat, move)
    (result,) = state.match.rounds
    left = [seat for seat in range(seats) if result.hands[seat]]
    best = [seat for seat in left if result.hands[seat] == max(result.hands)]
    most = max(sum(result.rows[seat]) for seat in best)
    richest = [seat for seat in best if sum(result.rows[seat]) == most]
    expected = {"last": left, "highest": best, "row": richest, "shared": richest}[reason]
    assert list(result.winners) == expected
    assert len(left) == 1 or not state.stock
    assert result.points == tuple(int(seat in winners) for seat in range(seats))
    assert state.match.points == result.points
    assert GAME.rounds(state) == (Outcome(result.points, winners),)


def test_ruling_8_who_is_out_lies_open() -> None:
    """After each way out the hand lies in the row for all to see, and the seat holds nothing."""
    ways = [
        (Table([1, 6, 2], [4]), (ANNA, 1, BEN, 6), BEN, (6,)),
        (Table([3, 6, 2], [8]), (ANNA, 3, BEN, None), BEN, (6,)),
        (Table([3, 6, 2], [1]), (ANNA, 3, BEN, None), ANNA, (3, 1)),
        (Table([8, 6, 2], [1]), (ANNA, 8, None, None), ANNA, (8, 1)),
        (Table([5, 8, 2], [1]), (ANNA, 5, BEN, None), BEN, (8,)),
    ]
    for table, move, out, row in ways:
        table.play(*move)
        view = table.view(None)
        assert view.out == tuple(seat == out for seat in range(3))
        assert view.rows[out] == row
        assert table.view(out).hand == ()
        assert table.choices(out) == []


# 9: Wer die nächste Runde beginnt ----------------------------------------


@pytest.mark.parametrize(
    ("seats", "starter", "winners", "following"),
    [
        (2, 0, (0,), 0),
        (2, 0, (1,), 1),
        (2, 0, (0, 1), 1),
        (2, 1, (0, 1), 0),
        (3, 0, (2,), 2),
        (3, 0, (0, 1), 1),
        (3, 0, (0, 2), 2),
        (3, 1, (0, 1), 0),
        (3, 2, (1, 2), 1),
        (3, 1, (0, 2), 2),
        (4, 0, (1, 3), 1),
        (4, 2, (1, 3), 3),
        (4, 3, (1, 3), 1),
        (4, 1, (0, 1), 0),
        (4, 2, (0, 2), 0),
        (4, 2, (2, 3), 3),
    ],
)
def test_ruling_9_next_starter(seats: int, starter: int, winners: tuple[int, ...], following: int) -> None:
    """The winner; after a shared win the first of them after the previous starter, who comes last."""
    match = Match(seats, 20, starter)
    match.round(*winners)
    assert match.state.match.starter == following
    match.round(following)
    started = [e for _at, e in match.session._events if isinstance(e, RoundStarted)]
    assert [event.starter for event in started] == [starter, following]
    assert [event.number for event in started] == [1, 2]


def test_ruling_9_rotation_over_several_rounds() -> None:
    """The previous starter is the one of the last round, not of the first."""
    match = Match(3, 20, 0)
    match.round(2)
    match.round(0, 2)  # started by 2: 0 comes first, 2 last
    assert match.state.match.starter == 0
    match.round(0, 1)
    assert match.state.match.starter == 1


# 10: Mehrere am Ziel ----------------------------------------


def test_ruling_10_first_at_the_goal_wins() -> None:
    """Whoever reaches the goal alone wins the match at once."""
    match = Match(3, 2)
    assert match.round(0)[-1].__class__ is RoundEnded
    match.round(1)
    assert match.outcome() is None
    events = match.round(1)
    assert isinstance(events[-1], MatchEnded)
    assert events[-1] == MatchEnded((1, 2, 0), (1,))
    assert match.outcome() == Outcome((1, 2, 0), (1,))
    assert match.session.over


def test_ruling_10_a_shared_win_may_still_have_one_winner() -> None:
    """Two score, and only one of them is at the goal: that one wins."""
    match = Match(3, 2)
    match.round(1)
    match.round(0, 1)
    assert match.outcome() == Outcome((1, 2, 0), (1,))


def test_ruling_10_several_reach_the_goal_together() -> None:
    """All play on; the match ends when exactly one of those who reached it together scores."""
    match = Match(3, 1)
    events = match.round(0, 1)
    assert events[-1] == TieAtGoal((0, 1))
    assert match.outcome() is None
    assert not match.session.over
    # None of the two scores: the other's point counts, wins nothing, and changes nothing.
    events = match.round(2)
    assert [type(event) for event in events] == [RoundEnded]
    assert match.state.match.points == (1, 1, 1)
    assert match.state.match.contenders == (0, 1)
    assert match.outcome() is None
    match.round(2)
    match.round(2)
    assert match.state.match.points == (1, 1, 3)
    assert match.outcome() is None, "more points than the contenders have are no win"
    # Both score again: it goes on with the same two.
    events = match.round(0, 1)
    assert [type(event) for event in events] == [RoundEnded]
    assert match.state.match.contenders == (0, 1)
    # One of the two scores together with somebody else: exactly one of those, who wins.
    events = match.round(1, 2)
    assert events[-1] == MatchEnded((2, 3, 4), (1,))
    assert match.outcome() == Outcome((2, 3, 4), (1,))


def test_ruling_10_one_contender_alone_wins() -> None:
    """The usual end: one of them wins the next round."""
    match = Match(2, 1)
    match.round(0, 1)
    assert match.outcome() is None
    match.round(1)
    assert match.outcome() == Outcome((1, 2), (1,))


def test_ruling_10_contenders_are_shown_to_all() -> None:
    """Every view names those who may still win."""
    match = Match(3, 1)
    match.round(1, 2)
    for seat in (0, 1, 2, None):
        view = GAME.view(match.state, seat)
        assert view.contenders == (1, 2)
        assert view.winners == ()
        assert view.turn is None


@pytest.mark.parametrize(("seats", "goal"), [(2, 7), (3, 5), (4, 4)])
def test_goal_depends_on_the_seats(seats: int, goal: int) -> None:
    """Two play to 7, three to 5, four to 4; and a whole match ends exactly there."""
    assert META.complete({}, seats)["goal"] == goal
    match = Match(seats, goal)
    for _round in range(goal - 1):
        match.round(1)
        assert match.outcome() is None
    match.round(1)
    assert match.outcome() == Outcome((0, goal, *(0,) * (seats - 2)), (1,))
    assert [result.number for result in match.state.match.rounds] == list(range(1, goal + 1))


# 11: Vorbereitung ----------------------------------------


@pytest.mark.parametrize(
    ("seats", "open_gap", "shown", "stock"),
    [
        (2, False, 3, 10),
        (2, True, 3, 10),
        (3, False, 0, 12),
        (3, True, 1, 11),
        (4, False, 0, 11),
        (4, True, 1, 10),
    ],
)
@pytest.mark.parametrize("starter", [0, 1])
def test_ruling_11_deal(seats: int, open_gap: bool, shown: int, stock: int, starter: int) -> None:
    """deck[0] aside face down, then those face up, then one card each from the starter, then the stock."""
    deck = (8, 7, 6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1, 1, 1, 1)
    options = META.complete({"open_gap": open_gap, "first": starter}, seats)
    state = GAME.setup(options, seats)
    step = GAME.apply(state, None, Deal(deck))
    after = step.state
    assert after.aside == 8
    assert after.open_aside == deck[1 : 1 + shown]
    hands = deck[1 + shown : 1 + shown + seats]
    assert [after.hands[(starter + place) % seats] for place in range(seats)] == list(hands)
    assert (after.drawn, *after.stock) == deck[1 + shown + seats :]
    assert len(after.stock) + 1 == stock
    assert after.turn == starter
    assert step.events[0] == RoundStarted(1, starter, deck[1 : 1 + shown], stock)
    assert step.events[1 : 1 + seats] == tuple(
        HandDealt(seat, after.hands[seat], audience=(seat,)) for seat in range(seats)
    )
    assert step.events[-2:] == (
        TurnStarted(starter, stock - 1),
        CardDrawn(starter, after.drawn, audience=(starter,)),
    )


def test_ruling_11_open_gap_changes_nothing_with_two_seats() -> None:
    """With two seats the option is allowed and the deal is the same."""
    deal = stack((2, 3), [1])
    plain, gap = (
        GAME.step(GAME.setup(META.complete({"first": 0, "open_gap": open_gap}, 2), 2), None, deal)
        for open_gap in (False, True)
    )
    assert (plain.open_aside, plain.stock, plain.hands) == (gap.open_aside, gap.stock, gap.hands)


@pytest.mark.parametrize(
    "deck",
    [
        (),
        (1,) * 16,
        (1, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7),
        (1, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 8),
        (1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8),
        (0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8),
    ],
)
def test_a_deal_has_the_sixteen_cards(deck: tuple[int, ...]) -> None:
    """A shuffle with other cards than the sixteen is refused (seed: "Die Karten")."""
    state = GAME.setup(META.complete({"first": 0}, 2), 2)
    refusal = GAME.check_chance(state, Deal(deck))
    assert refusal is not None
    assert refusal.code == "wrong_deck"


# Who begins ----------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_first_as_a_seat(seats: int) -> None:
    """With a seat as ``first`` no lot is drawn: the first action is the shuffle, and that seat begins."""
    for first in range(seats):
        state = GAME.setup(META.complete({"first": first}, seats), seats)
        refusal = GAME.check_chance(state, First(first))
        assert refusal is not None
        assert refusal.code == "first_twice"
        assert GAME.step(state, None, stack((2, 3, 4, 5)[:seats], starter=first)).turn == first


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_first_drawn_by_lot(seats: int) -> None:
    """With ``random`` a lot over all seats is drawn, once, before the first shuffle and never again."""
    options = META.complete({"first": "random", "goal": 20}, seats)
    state = GAME.setup(options, seats)
    assert [move.starter for move in GAME.draw(state).moves] == list(range(seats))  # type: ignore[union-attr]
    early = GAME.check_chance(state, stack((2, 3, 4, 5)[:seats]))
    assert early is not None
    assert early.code == "first_missing"
    for starter in (-1, seats, 10**30):
        refusal = GAME.check_chance(state, First(starter))
        assert refusal is not None
        assert refusal.code == "no_such_seat"
    for starter in range(seats):
        step = GAME.apply(state, None, First(starter))
        assert step.events == (StarterDrawn(starter),)
        assert GAME.view(step.state, None).starter == starter
        again = GAME.check_chance(step.state, First(starter))
        assert again is not None
        assert again.code == "first_twice"
        assert GAME.step(step.state, None, stack((2, 3, 4, 5)[:seats], starter=starter)).turn == starter


def test_lot_is_not_drawn_again_in_the_next_round() -> None:
    """The second round has a shuffle only."""
    deals = [stack((1, 3), [8]), stack((1, 3), [8])]
    options = META.complete({"first": "random"}, 2)
    session = Session(GAME, options, people(2), Stacked(First(0), *deals))
    session.start()
    session.port(ANNA).submit(Play(1, BEN, 3), session.revision)
    chance = [action.move for action in session._actions if action.actor is None]
    assert chance == [First(0), *deals]


# What a view shows ----------------------------------------


def test_view_of_each_seat() -> None:
    """Own hand (two cards on the own turn), all rows, face-up cards, stock size, and of others no card."""
    table = Table([6, 3, 2, 1], [8, 5], open_gap=True, open_aside=[7], starter=BEN)
    for seat, hand in ((ANNA, (6,)), (BEN, (3, 8)), (CARLA, (2,)), (DORA, (1,)), (None, ())):
        view = table.view(seat)
        assert view.hand == hand
        assert view.seat == seat
        assert view.known == (0, 0, 0, 0)
        assert view.open_aside == (7,)
        assert view.aside is True
        assert view.stock == 9
        assert view.turn == view.starter == BEN
        assert (view.goal, view.open_gap, view.first) == (20, True, BEN)
        assert view.points == (0, 0, 0, 0)


def test_hands_of_a_finished_round_are_shown() -> None:
    """At the end all hands lie open, in the round's result; who is out has none."""
    table = Table([1, 3, 6], [7, 1, 1])
    table.play(ANNA, 1, at=BEN, naming=3)
    table.play(CARLA, 1, at=ANNA, naming=7)
    (result,) = table.before_deal().match.rounds
    assert result.hands == (0, 0, 6)
    assert result.rows == ((1, 7), (3,), (1,))
    for seat in (ANNA, BEN, CARLA, None):
        assert table.view(seat).rounds == (result,)
