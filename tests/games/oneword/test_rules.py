"""The rulings of Ein Wort, one by one, and what everybody may see."""

from __future__ import annotations

import pytest

from engine.core import codec
from engine.core.errors import Stale
from engine.core.game import Event, Outcome
from engine.games.oneword.meta import META
from engine.games.oneword.model import (
    CHECK,
    DEAL,
    GUESS,
    HINTS,
    HIT,
    MISS,
    OVER,
    PASS,
    RESULT,
    VOID,
    Abort,
    AnswerCounted,
    CardResolved,
    CardStarted,
    CheckBegun,
    Checked,
    Counts,
    Different,
    Draw,
    First,
    GameEnded,
    Guess,
    Hint,
    HintsCompared,
    HintsShown,
    HintStruck,
    HintWritten,
    MemberRemoved,
    MissingSkipped,
    Next,
    OneWordMove,
    PairJoined,
    PairParted,
    Pass,
    PassForGuesser,
    Remove,
    Restore,
    Same,
    Show,
    SkipMissing,
    Strike,
    TermSeen,
    View,
)
from engine.games.oneword.rules import GAME
from engine.play import record
from engine.play.session import Session
from tests.games.oneword.table import Table
from tests.strategies import ANNA, BEN, CARLA, DORA, people, play_game

HIT_HINTS = {"ben": "Leine", "carla": "bellen", "dora": "Knochen"}


def kinds(events: list[Event]) -> list[str]:
    return [type(event).__name__ for event in events]


def only(events: list[Event], kind: type) -> Event:
    """The one event of *kind*."""
    (found,) = [event for event in events if isinstance(event, kind)]
    return found


def why(table: Table, seat: int, move: OneWordMove) -> str:
    """The code of the reason why *seat* can't make *move*, as its view tells it."""
    refusal = GAME.check(table.view(seat), move)
    assert refusal is not None
    table.refused(seat, move)
    return refusal.code


# A card ----------------------------------------


def test_a_hit() -> None:
    """Hints, check, guess, result, next: the seed's four steps."""
    table = Table(4, "Hund", "Katze")
    assert table.view(ANNA).phase == HINTS
    assert table.session.awaited == (BEN, CARLA, DORA)
    table.hints(ben="Leine", carla="bellen")
    assert table.session.awaited == (DORA,)
    events = table.hints(dora="Knochen")
    assert kinds(events) == ["HintNoted", "HintWritten", "CheckBegun", "HintsCompared"]
    assert table.session.awaited == (BEN, CARLA, DORA)
    events = table.do(CARLA, Show())
    assert kinds(events) == ["HintsShown"]
    assert table.session.awaited == (ANNA,)
    events = table.do(ANNA, Guess("der Hund"))
    assert kinds(events) == ["AnswerGiven", "CardResolved"]
    resolved = only(events, CardResolved)
    assert isinstance(resolved, CardResolved)
    assert (resolved.card.result, resolved.made, resolved.left) == (HIT, 1, 4)
    assert table.session.awaited == (ANNA,), "the guesser, who is the host too"
    events = table.do(ANNA, Next())
    assert kinds(events) == ["CardStarted", "TermSeen"]
    assert table.state.guesser == BEN


def test_a_pass_costs_the_card_alone() -> None:
    table = Table(4, "Hund")
    table.hints(**HIT_HINTS)
    table.do(BEN, Show())
    table.do(ANNA, Pass())
    assert (table.state.result, table.state.deck, table.state.lost) == (PASS, 4, False)


def test_a_miss_costs_another_card() -> None:
    table = Table(4, "Hund")
    table.hints(**HIT_HINTS)
    table.card("Katze")
    assert (table.state.result, table.state.deck, table.state.lost) == (MISS, 3, True)
    assert table.view(ANNA).term == "Hund"


def test_the_game_ends_with_an_empty_deck() -> None:
    """Five cards: one made, two lost in a miss, one passed, the last one missed for nothing."""
    table = Table(3, "Hund", "Katze", "Pferd", "Kuh")
    table.hints(ben="Leine", carla="bellen")
    table.card("Hund")
    table.next()
    table.hints(anna="Maus", carla="miauen")
    table.card("Tiger")
    table.next()
    table.hints(anna="Stall", ben="Sattel")
    table.do(ANNA, Show())
    table.do(CARLA, Pass())
    table.next()
    table.hints(ben="Milch", carla="Euter")
    table.card("Ziege")
    assert (table.state.result, table.state.lost, table.state.deck) == (MISS, False, 0)
    assert not table.session.over, "“Counts!” is possible until somebody goes on"
    events = table.next()
    assert events == [GameEnded(score=1, of=5)]
    assert table.session.over
    assert table.session.outcome() == Outcome((1, 1, 1), (0, 1, 2), 5)
    assert record.end_line(Outcome((1, 1, 1), (0, 1, 2), 5)) == b'{"end":true,"score":1,"of":5}'


def test_the_next_card_waits_for_host_or_guesser() -> None:
    table = Table(4, "Hund", "Katze")
    table.hints(**HIT_HINTS)
    table.card("Hund")
    table.next()
    table.hints(anna="Maus", carla="miauen", dora="Pfote")
    table.card("Katze")
    assert table.session.awaited == (BEN, ANNA)
    assert table.refused(CARLA, Next()).code == "not_awaited"
    table.do(ANNA, Next())
    assert table.state.guesser == CARLA


# Ruling 1: hints ----------------------------------------


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("Auto",), "is_part"),
        (("autobahnen",), "is_term"),
        (("zwei Wörter",), "white_space"),
        (("🚗",), "signs"),
        (("x" * 10_000,), "too_long"),
        ((), "hint_count"),
        (("Stau", "schnell"), "hint_count"),
    ],
)
def test_refused_hints(words: tuple[str, ...], code: str) -> None:
    table = Table(4, Draw("Autobahn", ("Auto", "Bahn")))
    assert table.refused(BEN, Hint(words)).code == code


def test_hints_are_shown_as_typed() -> None:
    table = Table(3, "Hund")
    table.hints(ben=" LeiNe\u200b ", carla="schwarz\u2010weiß")
    assert [hint.word for hint in table.view(BEN).hints] == ["LeiNe", "schwarz-weiß"]


def test_two_hints_with_three() -> None:
    """Two different words each; and only where three play."""
    table = Table(3, "Hund", "Katze", two_hints=True)
    assert table.view(BEN).needed == 2
    assert table.refused(BEN, Hint(("Leine",))).code == "hint_count"
    assert table.refused(BEN, Hint(("Leine", "Leinen"))).code == "own_twice"
    table.do(BEN, Hint(("Leine", "Knochen")))
    table.do(CARLA, Hint(("bellen", "leine")))
    assert table.state.pairs == ((0, 3),)
    assert table.words_left() == ("Knochen", "bellen")
    assert Table(4, "Hund", two_hints=True).view(BEN).needed == 1


# Ruling 2: duplicates ----------------------------------------


def test_all_equal_hints_are_struck() -> None:
    table = Table(5, "Hund")
    events = table.hints(ben="Leine", carla="leinen", dora="Knochen", emil="LEINE")
    compared = only(events, HintsCompared)
    assert isinstance(compared, HintsCompared)
    assert compared.pairs == ((0, 1), (0, 3), (1, 3))
    assert table.words_left() == ("Knochen",)
    assert [hint.reason for hint in table.view(BEN).hints] == ["same", "same", "", "same"]


def test_a_pair_is_parted() -> None:
    """Bar and Bär are struck, since umlauts don't count, until somebody says that they are different."""
    table = Table(4, "Hund")
    table.hints(ben="Bar", carla="Bär", dora="Knochen")
    assert table.words_left() == ("Knochen",)
    assert table.refused(BEN, Different((0, 2))).code == "no_pair"
    assert table.refused(BEN, Different((1, 0))).code == "no_pair"
    table.do(DORA, Different((0, 1)))
    assert table.words_left() == ("Bar", "Bär", "Knochen")
    assert table.refused(BEN, Different((0, 1))).code == "no_pair"


def test_a_parted_pair_is_joined_again() -> None:
    """Nothing is left of parting it, nor of letting one of the two stand before."""
    table = Table(4, "Hund")
    table.hints(ben="Bar", carla="Bär", dora="Knochen")
    before = table.view(BEN)
    assert table.refused(BEN, Same((0, 1))).code == "not_parted"
    table.do(DORA, Restore(1))
    assert table.words_left() == ("Bär", "Knochen")
    table.do(DORA, Different((0, 1)))
    assert table.view(BEN).parted == ((0, 1),)
    assert Same((0, 1)) in GAME.choices(table.view(BEN))
    assert table.refused(BEN, Same((1, 0))).code == "not_parted"
    assert table.do(CARLA, Same((0, 1)))[0] == PairJoined(
        seat=CARLA, words=("Bar", "Bär"), audience=(1, 2, 3)
    )
    assert table.view(BEN) == before
    assert table.refused(BEN, Same((0, 1))).code == "not_parted"


def test_one_of_three_stays_struck_with_its_partner() -> None:
    """A hint is struck as long as it has any partner."""
    table = Table(4, "Hund")
    table.hints(ben="Bar", carla="Bär", dora="bar")
    table.do(BEN, Different((0, 1)))
    assert table.words_left() == ()
    table.do(BEN, Different((1, 2)))
    assert table.words_left() == ("Bär",)


# Ruling 3: nothing left ----------------------------------------


def test_without_hints_one_may_guess_or_pass() -> None:
    table = Table(3, "Hund")
    table.hints(ben="Leine", carla="Leine")
    events = table.do(BEN, Show())
    assert events == [HintsShown(words=(), struck=2)]
    assert table.view(ANNA).may[:2] == ("guess", "pass")
    table.do(ANNA, Guess("Hund"))
    assert table.state.result == HIT


# Ruling 5: changing and checking ----------------------------------------


def test_a_hint_can_be_changed_until_all_are_in() -> None:
    table = Table(4, "Hund")
    table.hints(ben="Leine")
    assert "hint" in table.view(BEN).may
    assert BEN not in table.session.awaited
    events = table.hints(ben="Knochen")
    assert kinds(events) == ["HintNoted"], "the others learn nothing of it"
    table.hints(carla="bellen", dora="Gassi")
    assert [hint.word for hint in table.view(CARLA).hints] == ["Knochen", "bellen", "Gassi"]
    assert table.refused(BEN, Hint(("Fell",))).code == "not_now"


def test_strike_and_restore() -> None:
    table = Table(4, "Hund")
    table.hints(**HIT_HINTS)
    table.do(DORA, Strike(0))
    assert table.words_left() == ("bellen", "Knochen")
    assert table.view(BEN).hints[0].reason == "hand"
    assert table.refused(BEN, Strike(0)).code == "struck"
    assert table.refused(BEN, Restore(1)).code == "not_struck"
    assert table.refused(BEN, Strike(3)).code == table.refused(BEN, Restore(-1)).code == "no_such_hint"
    assert table.refused(BEN, Strike(1, "ugly")).code == "why"
    table.do(BEN, Restore(0))
    assert table.words_left() == ("Leine", "bellen", "Knochen")
    events = table.do(BEN, Strike(1, "backwards"))
    assert events == [HintStruck(BEN, "bellen", "backwards", audience=(BEN, CARLA, DORA))]


def test_what_is_done_together_says_so() -> None:
    """At one screen the hint givers check in common: moves carry that into the events and the record."""
    table = Table(4, "Hund")
    table.hints(ben="Bar", carla="Bär", dora="Knochen")
    assert table.do(BEN, Different((0, 1), together=True))[0] == PairParted(
        BEN, ("Bar", "Bär"), together=True, audience=(BEN, CARLA, DORA)
    )
    assert getattr(table.do(BEN, Same((0, 1), together=True))[0], "together", False)
    assert getattr(table.do(BEN, Restore(0, together=True))[0], "together", False)
    assert getattr(table.do(BEN, Strike(0, together=True))[0], "together", False)
    table.card("Vierbeiner")
    assert getattr(table.do(BEN, Counts(together=True))[0], "together", False)
    assert codec.encode(Strike(0, together=True)) == b'{"do":"strike","word":0,"together":true}'


def test_records_without_it_are_read_as_before() -> None:
    """Old moves lack the mark, and new ones of one person do not write it."""
    for text, move in (
        (b'{"do":"strike","word":1,"why":"form"}', Strike(1, "form")),
        (b'{"do":"restore","word":1}', Restore(1)),
        (b'{"do":"different","words":[0,1]}', Different((0, 1))),
        (b'{"do":"same","words":[0,1]}', Same((0, 1))),
        (b'{"do":"counts"}', Counts()),
    ):
        assert codec.decode_move(GAME, text) == move
        assert codec.encode(move) == text


def test_what_a_finished_game_counts() -> None:
    """Cards by result, what a miss took along, and hints; cards that do not count are left out."""
    table = Table(4, "Hund", "Katze", "Pferd", cards=5)
    table.hints(ben="Leine", carla="leine", dora="Knochen")
    table.card("Hund")
    table.next()
    table.hints(anna="Maus", carla="Fell", dora="Milch")
    table.card("Löwe")
    table.next()
    table.do(ANNA, Remove(CARLA))
    table.do(ANNA, Abort())
    assert GAME.counted(table.view(None)) == {
        "made": 1,
        "passed": 0,
        "missed": 1,
        "lost_along": 1,
        "hints": 6,
        "struck": 2,
    }


def test_an_automatic_strike_is_restored() -> None:
    """One of a pair may stand again; struck again, it is struck by hand."""
    table = Table(4, "Hund")
    table.hints(ben="Leine", carla="Leinen", dora="Knochen")
    table.do(BEN, Restore(1))
    assert table.words_left() == ("Leinen", "Knochen")
    table.do(CARLA, Strike(1))
    assert table.words_left() == ("Knochen",)


def test_whoever_has_checked_waits() -> None:
    """Bots say that they have nothing to object; the last hint giver can't, but shows."""
    table = Table(4, "Hund")
    table.hints(**HIT_HINTS)
    table.do(CARLA, Checked())
    assert table.session.awaited == (BEN, DORA)
    table.do(CARLA, Strike(0))
    table.do(DORA, Checked())
    assert table.session.awaited == (BEN,)
    assert table.refused(BEN, Checked()).code == "last_checker"
    table.do(DORA, Show())
    assert table.state.phase == GUESS


def test_who_may_not_check() -> None:
    table = Table(4, "Hund")
    table.hints(**HIT_HINTS)
    for move in (Strike(0), Restore(0), Different((0, 1)), Same((0, 1)), Checked(), Show()):
        assert table.refused(ANNA, move).code == "not_guesser"


# Ruling 6: Counts! ----------------------------------------


def test_counts() -> None:
    """A miss becomes a hit, and the lost card returns to the deck."""
    table = Table(4, "Hund", "Katze")
    table.hints(**HIT_HINTS)
    table.card("Vierbeiner")
    assert table.refused(ANNA, Counts()).code in ("not_guesser", "not_awaited")
    events = table.do(CARLA, Counts())
    assert events == [AnswerCounted(CARLA, 1, 4, True)]
    assert (table.state.result, table.state.deck, table.state.counted) == (HIT, 4, True)
    assert table.refused(CARLA, Counts()).code in ("not_now", "not_awaited")
    table.next()
    assert table.view(ANNA).made == 1
    assert table.view(ANNA).cards[0].counted


def test_counts_on_the_last_card_returns_nothing() -> None:
    table = Table(3, "Hund", "Katze", "Pferd", "Kuh", "Schaf")
    for _card in range(4):
        table.do(ANNA, SkipMissing())
        table.do(table._giver(), Show())
        table.do(table.state.guesser, Pass())
        table.next()
    table.do(ANNA, SkipMissing())
    table.card("Nichts")
    events = table.do(table._giver(), Counts())
    assert isinstance(events[0], AnswerCounted)
    assert not events[0].returned
    assert table.state.deck == 0
    table.next()
    assert table.session.over


def test_counts_only_after_a_miss() -> None:
    table = Table(4, "Hund")
    table.hints(**HIT_HINTS)
    table.card("Hund")
    assert "counts" not in table.view(BEN).may


# Ruling 7: the order ----------------------------------------


def test_the_order_goes_on_over_games() -> None:
    table = Table(4, "Hund", "Katze", first=2)
    assert table.state.guesser == CARLA
    table.hints(anna="Leine", ben="bellen", dora="Knochen")
    table.card("Hund")
    table.next()
    assert table.state.guesser == DORA


def test_the_first_guesser_by_lot() -> None:
    session = Session(GAME, META.complete({"first": "random"}, 4), people(4), Table(4))  # type: ignore[arg-type]
    state = session._states[-1]
    assert GAME.check_chance(state, Draw("Hund")) is not None
    assert GAME.check_chance(state, First(4)) is not None
    assert GAME.check_chance(state, First(3)) is None
    after = GAME.step(state, None, First(3))
    assert after.guesser == DORA
    assert GAME.check_chance(after, First(0)) is not None


def test_a_term_is_drawn_once_unless_all_start_over() -> None:
    table = Table(4, "Hund")
    table.hints(**HIT_HINTS)
    table.card("Hund")
    state = GAME.step(table.state, ANNA, Next())
    assert state.phase == DEAL
    refusal = GAME.check_chance(state, Draw("Hunde"))
    assert refusal is not None
    assert refusal.code == "term_twice"
    assert GAME.check_chance(state, Draw("Hund", (), True)) is None
    assert all(move.term != "Hund" for move in GAME.draw(state).moves)  # type: ignore[union-attr]
    step = GAME.apply(state, None, Draw("Hund", (), True))
    started = step.events[0]
    assert isinstance(started, CardStarted)
    assert started.again


# Ruling 8: the host ----------------------------------------


def test_the_host_skips_missing_hints() -> None:
    table = Table(4, "Hund")
    table.hints(carla="Leine")
    assert table.refused(BEN, SkipMissing()).code == "host_only"
    events = table.do(ANNA, SkipMissing())
    assert events[0] == MissingSkipped((BEN, DORA))
    assert table.state.phase == CHECK
    assert table.words_left() == ("Leine",)


def test_the_host_passes_for_the_guesser() -> None:
    table = Table(4, "Hund", first=1)
    table.hints(anna="Leine", carla="bellen", dora="Knochen")
    table.do(CARLA, Show())
    assert why(table, CARLA, PassForGuesser()) == "host_only"
    table.do(ANNA, PassForGuesser())
    assert table.state.result == PASS


def test_a_removed_giver() -> None:
    """Nobody waits for somebody who has left; a hint that is in stays."""
    table = Table(5, "Hund")
    table.hints(ben="Leine", carla="bellen", dora="Knochen")
    events = table.do(ANNA, Remove(4))
    assert isinstance(events[0], MemberRemoved)
    assert table.state.phase == CHECK
    assert table.refused(ANNA, Remove(4)).code == "removed"
    table.do(ANNA, Remove(DORA))
    assert table.words_left() == ("Leine", "bellen", "Knochen")
    assert table.view(DORA).term == ""
    assert table.view(DORA).may == ()
    assert table.refused(ANNA, Remove(CARLA)).code == "too_few"


def test_a_removed_guesser() -> None:
    """The card does not count, another joins the deck, and the next one guesses."""
    table = Table(4, "Hund", "Katze", first=1)
    table.hints(anna="Leine")
    assert table.state.deck == 4
    events = table.do(ANNA, Remove(BEN))
    removed = events[0]
    assert isinstance(removed, MemberRemoved)
    assert removed.void
    assert (table.state.deck, table.state.guesser, table.state.term) == (4, CARLA, "Katze")
    assert [card.result for card in table.state.cards] == [VOID]
    assert table.view(ANNA).made == 0


def test_a_guesser_removed_after_the_result() -> None:
    """The card counts as it was."""
    table = Table(4, "Hund", "Katze", first=1)
    table.hints(anna="Leine", carla="bellen", dora="Knochen")
    table.card("Hund")
    table.do(ANNA, Remove(BEN))
    assert table.session.awaited == (ANNA,)
    table.do(ANNA, Next())
    assert table.state.cards[0].result == HIT
    assert table.state.guesser == CARLA


def test_the_last_checker_is_removed() -> None:
    """Then the others are asked again, since somebody must show the hints."""
    table = Table(4, "Hund")
    table.hints(**HIT_HINTS)
    table.do(BEN, Checked())
    table.do(CARLA, Checked())
    table.do(ANNA, Remove(DORA))
    assert table.session.awaited == (BEN, CARLA)


def test_the_host_leaves() -> None:
    """The next seat is the host then."""
    table = Table(4, "Hund", first=1)
    events = table.do(ANNA, Remove(ANNA))
    assert isinstance(events[0], MemberRemoved)
    assert events[0].host == BEN
    assert "abort" in table.view(BEN).may


@pytest.mark.parametrize("member", [-1, 4, 10**30])
def test_no_such_member(member: int) -> None:
    assert Table(4, "Hund").refused(ANNA, Remove(member)).code == "no_such_seat"


def test_abort() -> None:
    """The cards made count; the one on the table goes back."""
    table = Table(4, "Hund", "Katze")
    table.hints(**HIT_HINTS)
    table.card("Hund")
    table.next()
    assert why(table, CARLA, Abort()) == "host_only"
    assert table.do(ANNA, Abort()) == [GameEnded(score=1, of=5, aborted=True)]
    assert table.state.phase == OVER
    assert table.session.outcome() == Outcome((1,) * 4, (0, 1, 2, 3), 5)
    assert table.refused(ANNA, Next()).code == "game_over"


def test_abort_after_a_result_keeps_it() -> None:
    table = Table(4, "Hund")
    table.hints(**HIT_HINTS)
    table.card("Hund")
    table.do(ANNA, Abort())
    assert table.session.outcome() == Outcome((1,) * 4, (0, 1, 2, 3), 5)


# What a player may see ----------------------------------------


def secrets(view: View) -> tuple[object, ...]:
    return view.term, view.parts, view.own, view.hints, view.pairs


def test_the_guesser_sees_nothing_before_it_is_shown() -> None:
    """Neither the term nor a hint; with the onlooker it is the same."""
    table = Table(4, Draw("Autobahn", ("Auto", "Bahn")))
    nothing = ("", (), (), (), ())
    for viewer in (ANNA, None):
        assert secrets(table.view(viewer)) == nothing
    table.hints(ben="Stau", carla="Staus", dora="schnell")
    for viewer in (ANNA, None):
        assert secrets(table.view(viewer)) == nothing
    table.do(BEN, Strike(2))
    table.do(BEN, Restore(2))
    table.do(BEN, Show())
    for viewer in (ANNA, None):
        seen = table.view(viewer)
        assert (seen.term, seen.parts, seen.pairs) == ("", (), ())
        assert [(hint.seat, hint.word) for hint in seen.hints] == [(-1, "schnell")]
    events = [event for _at, event in table.session._events if event.visible_to(ANNA)]
    assert not any(isinstance(event, TermSeen | HintsCompared | HintStruck) for event in events)
    assert any(isinstance(event, CheckBegun) for event in events)
    assert "Stau" not in repr(events)
    assert "Autobahn" not in repr(events)


def test_the_order_of_shown_hints_does_not_tell_the_writers() -> None:
    table = Table(4, "Hund")
    table.hints(ben="Zaun", carla="Ähre", dora="Knochen")
    table.do(BEN, Show())
    assert [hint.word for hint in table.view(ANNA).hints] == ["Ähre", "Knochen", "Zaun"]


def test_hint_givers_see_the_term_and_only_their_own_hint() -> None:
    table = Table(4, "Hund")
    table.hints(ben="Leine")
    assert table.view(BEN).own == ("Leine",)
    assert table.view(CARLA).own == ()
    assert table.view(CARLA).hints == ()
    assert table.view(CARLA).term == "Hund"
    written = [event for _at, event in table.session._events if isinstance(event, HintWritten)]
    assert written == [HintWritten(1, 3)]


def test_everybody_sees_the_result() -> None:
    table = Table(4, "Hund")
    table.hints(ben="Leine", carla="Leine", dora="Knochen")
    table.card("Katze")
    for viewer in (ANNA, BEN, None):
        seen = table.view(viewer)
        assert seen.phase == RESULT
        assert [(hint.seat, hint.word, hint.struck) for hint in seen.hints] == [
            (BEN, "Leine", True),
            (CARLA, "Leine", True),
            (DORA, "Knochen", False),
        ]


def test_a_change_by_others_is_not_stale() -> None:
    """Whoever types is not disturbed by others who have written meanwhile."""
    table = Table(4, "Hund")
    revision = table.session.revision
    table.hints(ben="Leine", carla="bellen")
    table.session.submit(DORA, Hint(("Knochen",)), revision)
    assert table.state.phase == CHECK
    revision = table.session.revision
    table.do(BEN, Checked())
    table.session.submit(CARLA, Strike(0), revision)
    with pytest.raises(Stale):
        table.session.submit(DORA, Strike(1), revision)


@pytest.mark.parametrize("answer", ["", "   ", "🐶", "x" * 81, "\u200b"])
def test_answers_that_are_none(answer: str) -> None:
    table = Table(4, "Hund")
    table.hints(**HIT_HINTS)
    table.do(BEN, Show())
    table.refused(ANNA, Guess(answer))


def test_records_tell_the_score() -> None:
    """The end line has the score; a wrong one is refused when the record is replayed."""
    played = play_game(GAME, META.complete({"cards": 5}, 3), 3, 1)
    text = played.record()
    outcome = played.session.outcome()
    assert outcome is not None
    end = b'{"end":true,"score":%d,"of":5}\n' % outcome.points[0]
    assert text.endswith(end)
    wrong = text.replace(end, b'{"end":true,"score":5,"of":5}\n')
    with pytest.raises(record.RecordError, match="5 / 5"):
        record.replay(record.parse(wrong))


def test_a_record_outlives_the_term_files() -> None:
    """A term that is in no file, with parts written down beside it."""
    table = Table(4, Draw("Quastenflosser", ("Quaste", "Flosser")))
    assert table.refused(BEN, Hint(("Quasten",))).code == "is_part"
    assert GAME.choices(table.view(BEN)), "there are words to choose from all the same"
