"""The cases that go wrong elsewhere, each with its rule."""

from __future__ import annotations

import pytest

from engine.games.letter.belief import belief
from engine.games.letter.model import (
    CardDrawn,
    CardPlayed,
    Deal,
    DuelFought,
    First,
    GuessAnswered,
    HandDealt,
    HandDiscarded,
    HandReplaced,
    HandShown,
    MatchEnded,
    Play,
    RoundEnded,
    RoundResult,
    RoundStarted,
    SeatEliminated,
    StarterDrawn,
    TurnStarted,
)
from engine.games.letter.rules import GAME
from engine.play import record
from engine.play.session import Session
from tests.games.letter.table import Stacked, Table
from tests.strategies import ANNA, BEN, CARLA, DORA, TESTS, people


def test_one_naming_one_is_refused() -> None:
    """Raten (1): "Die 1 darfst du nicht nennen." (ruling 4)"""
    table = Table([1, 1, 3], [4])
    refusal = table.refusal(ANNA, 1, at=BEN, naming=1)
    assert (refusal.code, refusal.rule) == ("guess_range", "letter 4")
    assert {move.guess for move in table.choices(ANNA) if move.card == 1} == {2, 3, 4, 5, 6, 7, 8}


def test_shield_lasts_until_the_holders_next_turn_begins() -> None:
    """Schild (4): "Der Schutz endet, wenn dein nächster Zug beginnt." (ruling 2)"""
    table = Table([4, 3, 2], [1, 3, 1, 5, 1, 1])
    table.play(ANNA, 4)
    assert table.view(None).shielded == (True, False, False)
    refusal = table.refusal(BEN, 3, at=ANNA)
    assert (refusal.code, refusal.rule) == ("target_shielded", "letter 2")
    table.play(BEN, 3, at=CARLA)  # 3 against 2: Carla is out
    # Anna's turn has begun: she has drawn and not yet played, and her shield is gone.
    assert table.state.turn == ANNA
    assert table.view(None).shielded == (False, False, False)
    table.play(ANNA, 1, at=BEN, naming=8)
    assert Play(5, ANNA) in table.choices(BEN)
    table.play(BEN, 5, at=ANNA)


def test_shield_outlasts_all_other_turns() -> None:
    """With four seats the shield protects through three turns of others, and its end is told (ruling 2)."""
    table = Table([4, 3, 2, 2], [1, 1, 1, 1, 5])
    table.play(ANNA, 4)
    for seat in (BEN, CARLA, DORA):
        assert table.state.turn == seat
        assert table.view(seat).shielded[ANNA]
        assert all(move.target != ANNA for move in table.choices(seat))
        target = next(other for other in (BEN, CARLA, DORA) if other != seat)
        events = table.play(seat, 1, at=target, naming=8)
    assert TurnStarted(ANNA, stock=6, shield_ended=True) in events
    assert not table.view(BEN).shielded[ANNA]


def test_five_offers_only_yourself_when_all_others_are_shielded() -> None:
    """ "Ein Neustart muss dann dich treffen." (ruling 1)"""
    table = Table([5, 4, 4], [1, 2, 3, 1, 6], starter=BEN)
    table.play(BEN, 4)
    table.play(CARLA, 4)
    assert [move for move in table.choices(ANNA) if move.card == 5] == [Play(5, ANNA)]
    assert table.refusal(ANNA, 5, at=BEN).code == "target_shielded"
    assert table.refusal(ANNA, 5).code == "target_missing"
    table.play(ANNA, 5, at=ANNA)
    assert table.state.rows[ANNA] == (5, 3)
    assert table.state.hands[ANNA] == 1


def test_one_is_legal_without_effect_when_all_others_are_shielded() -> None:
    """ "Eine Karte, die einen Mitspieler braucht, hat dann einfach keine Wirkung." (ruling 4)"""
    table = Table([1, 4], [1, 5], starter=BEN)
    table.play(BEN, 4)
    assert table.choices(ANNA) == [Play(1), Play(5, ANNA)]
    assert table.refusal(ANNA, 1, at=BEN, naming=5).code == "target_shielded"
    assert table.refusal(ANNA, 1, naming=5).code == "guess_without_target"
    events = table.play(ANNA, 1)
    assert [type(event) for event in events] == [CardPlayed, TurnStarted, CardDrawn]
    assert table.state.rows[ANNA] == (1,)
    assert table.view(None).out == (False, False)


def test_five_with_an_empty_stock_draws_the_card_set_aside_face_down() -> None:
    """ "Ist der Ziehstapel leer, nimmt er die Karte, die zu Beginn verdeckt beiseitegelegt wurde." (ruling 7)

    It is never one of the three that lie open.
    """
    draws = [4, 4, 1, 1, 1, 1, 1, 2, 2, 5]
    table = Table([7, 8], draws, aside=5, open_aside=[3, 3, 6])
    table.play(ANNA, 4)
    table.play(BEN, 4)
    table.play(ANNA, 1)
    for seat in (BEN, ANNA, BEN, ANNA):
        table.play(seat, 1, at=1 - seat, naming=2)
    table.play(BEN, 2, at=ANNA)
    table.play(ANNA, 2, at=BEN)
    assert table.state.stock == ()
    assert table.state.turn == BEN, "the last card is drawn, and its turn is still to be played"
    assert table.view(None).aside
    events = table.play(BEN, 5, at=ANNA)
    assert events[:4] == [
        CardPlayed(BEN, 5, ANNA),
        HandDiscarded(ANNA, 7),
        HandReplaced(ANNA, from_aside=True),
        CardDrawn(ANNA, 5, audience=(ANNA,)),
    ]
    after = table.before_deal()
    assert after.hands == (5, 8)
    assert after.open_aside == (3, 3, 6)
    assert after.aside == 0
    assert not GAME.view(after, None).aside
    assert after.match.rounds[-1].winners == (BEN,)


def test_five_on_the_holder_of_the_eight_puts_out_and_draws_nothing() -> None:
    """ "War die abgeworfene Karte die 8, scheidet er aus." (ruling 1)"""
    table = Table([5, 8, 2], [1])
    stock = table.state.stock
    events = table.play(ANNA, 5, at=BEN)
    assert events[:3] == [CardPlayed(ANNA, 5, BEN), HandDiscarded(BEN, 8), SeatEliminated(BEN, 8)]
    assert not any(isinstance(event, HandReplaced) for event in events)
    assert table.view(None).out == (False, True, False)
    assert table.state.rows[BEN] == (8,)
    assert table.state.hands[BEN] == 0
    assert (table.state.drawn, *table.state.stock) == stock, "only Carla has drawn"
    assert table.state.turn == CARLA


@pytest.mark.parametrize("drawn_last", [False, True])
@pytest.mark.parametrize(
    ("pair", "allowed"), [((7, 5), {7}), ((7, 6), {7}), ((7, 8), {7, 8}), ((7, 4), {4, 7}), ((5, 6), {5, 6})]
)
def test_seven_beside_five_or_six_must_be_played(
    pair: tuple[int, int], allowed: set[int], drawn_last: bool
) -> None:
    """Schleier (7): "Hast du die 7 zusammen mit einer 5 oder 6, musst du die 7 ausspielen." (ruling 3)"""
    kept, drawn = pair[::-1] if drawn_last else pair
    table = Table([kept, 1, 1], [drawn])
    assert {move.card for move in table.choices(ANNA)} == allowed
    for card in set(pair) - allowed:
        refusal = table.refusal(ANNA, card, at=BEN)
        assert (refusal.code, refusal.rule) == ("veil_forced", "letter 3")


def test_four_discarded_by_a_five_protects_nobody() -> None:
    """A discarded card has no effect, though it lies last in the row (ruling 2)."""
    table = Table([5, 4, 2], [1, 3])
    table.play(ANNA, 5, at=BEN)
    assert table.state.rows[BEN] == (4,)
    assert table.view(None).shielded == (False, False, False)
    table = Table([5, 2, 4], [1, 3, 6])
    table.play(ANNA, 5, at=CARLA)
    assert table.state.rows[CARLA] == (4,)
    assert Play(2, CARLA) in table.choices(BEN)
    table.play(BEN, 2, at=CARLA)


def test_tie_by_row_sum() -> None:
    """ "Bei Gleichstand gewinnt, wessen ausgespielte Karten zusammen mehr ergeben." (ruling 8)"""
    # Both end with a 5; Anna's row is 1+1+1+2+4 = 9, Ben's 1+1+2+3+4 = 11.
    table = Table([5, 5], [1, 1, 1, 1, 1, 2, 4, 4, 2, 3], aside=8, open_aside=[3, 6, 7])
    for seat in (ANNA, BEN, ANNA, BEN, ANNA):
        table.play(seat, 1, at=1 - seat, naming=8)
    table.play(BEN, 2, at=ANNA)
    table.play(ANNA, 4)
    table.play(BEN, 4)
    table.play(ANNA, 2)
    events = table.play(BEN, 3, at=ANNA)
    result = table.before_deal().match.rounds[-1]
    assert result.hands == (5, 5)
    assert result.rows == ((1, 1, 1, 4, 2), (1, 1, 2, 4, 3))
    assert (result.winners, result.reason, result.points) == ((BEN,), "row", (0, 1))
    assert events[-1] == RoundEnded(result, points=(0, 1))


# The worked example ----------------------------------------

EXAMPLE = Deal((4, 3, 5, 2, 8, 1, 1, 1, 1, 1, 2, 3, 4, 5, 6, 7))


def test_worked_example() -> None:
    """Anna, Ben and Carla play the round that seed 000 tells, exactly so."""
    options = {"goal": 1, "open_gap": False, "first": "random"}
    session = Session(GAME, options, people(3), Stacked(First(ANNA), EXAMPLE))
    session.start()
    anna, ben, carla, onlooker = *(session.port(seat) for seat in range(3)), session.onlooker()

    # "Anna hat eine 3 und zieht die 8."
    assert anna.view().hand == (3, 8)
    assert ben.view().hand == (5,)
    assert carla.view().hand == (2,)
    assert onlooker.view().hand == ()
    # "Die 8 will sie behalten, also spielt sie die 3 (Duell) gegen Ben."
    anna.submit(Play(3, BEN), anna.revision)
    # "Ben hat eine 5 und verliert – er legt die 5 in seine Reihe und scheidet aus."
    assert carla.view().rows == ((3,), (5,), ())
    assert carla.view().out == (False, True, False)
    # "Carla weiß jetzt, dass Anna eine Karte über 5 hat."
    chances = belief(CARLA, 3, carla.events()).chances(ANNA)
    assert all(chance == 0 for chance in chances[:6])
    assert all(chance > 0 for chance in chances[6:])
    # "Sie hat eine 2 und zieht ein Ass. Sie spielt das Ass (Raten) gegen Anna und sagt: „8!“"
    assert carla.view().hand == (2, 1)
    carla.submit(Play(1, ANNA, 8), carla.revision)
    # "Anna muss ihren Brief zeigen und scheidet aus. Carla gewinnt die Runde und bekommt 1 Punkt."
    assert onlooker.view().rows == ((3, 8), (5,), (1,))
    assert onlooker.view().points == (0, 0, 1)
    assert onlooker.view().winners == (CARLA,)

    result = RoundResult(1, ANNA, (CARLA,), "last", (0, 0, 2), ((3, 8), (5,), (1,)), (0, 0, 1))
    assert [event for _at, event in session._events] == [
        StarterDrawn(ANNA),
        RoundStarted(1, ANNA, (), 12),
        HandDealt(ANNA, 3, audience=(ANNA,)),
        HandDealt(BEN, 5, audience=(BEN,)),
        HandDealt(CARLA, 2, audience=(CARLA,)),
        TurnStarted(ANNA, 11),
        CardDrawn(ANNA, 8, audience=(ANNA,)),
        CardPlayed(ANNA, 3, BEN),
        HandShown(ANNA, BEN, 5, audience=(ANNA,)),
        HandShown(BEN, ANNA, 8, audience=(BEN,)),
        DuelFought(ANNA, BEN, BEN),
        SeatEliminated(BEN, 5),
        TurnStarted(CARLA, 10),
        CardDrawn(CARLA, 1, audience=(CARLA,)),
        CardPlayed(CARLA, 1, ANNA, 8),
        GuessAnswered(CARLA, ANNA, 8, True),
        SeatEliminated(ANNA, 8),
        RoundEnded(result, (0, 0, 1)),
        MatchEnded((0, 0, 1), (CARLA,)),
    ]


def test_worked_example_as_a_record() -> None:
    """The record of the worked example replays to its end line, and is written again byte for byte."""
    path = TESTS / "recorded" / "letter" / "worked-example.vierblatt"
    read = record.read(path)
    assert [action.move for _line, action in read.actions][1] == EXAMPLE
    session = record.replay(read)
    outcome = session.outcome()
    assert outcome is not None
    assert (outcome.points, outcome.winners) == ((0, 0, 1), (CARLA,))
