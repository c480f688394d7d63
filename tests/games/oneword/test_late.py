"""Who comes late, or comes back, plays from the next card on."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from engine.core import codec
from engine.games.oneword.model import (
    HINTS,
    RESULT,
    Abort,
    Admit,
    Hint,
    MemberAdmitted,
    Next,
    Pass,
    Remove,
    Show,
)
from engine.games.oneword.rules import GAME
from engine.games.oneword.sampler import sample
from engine.play import record
from engine.play.session import Session
from tests.games.oneword.table import Table
from tests.strategies import ANNA, BEN, CARLA, DORA

EMIL = 4


def result(table: Table) -> None:
    """Play the present card to its result."""
    words = iter(("Leine", "bellen", "Knochen", "Fell", "Napf", "Pfote", "Halsband"))
    for seat in range(table.state.setup.seats):
        if table.state.present[seat] and seat != table.state.guesser:
            table.do(seat, Hint((next(words),)))
    table.card("Hund")


def test_a_new_seat_from_the_next_card_on() -> None:
    """Emil comes while the result is shown: a fifth seat, who writes the next card's hint and guesses in turn."""
    table = Table(4, "Hund", "Katze", "Maus")
    result(table)
    (event,) = table.do(ANNA, Admit(" Emil "))
    assert event == MemberAdmitted(EMIL, "Emil")
    assert [info.name for info in table.session.seats] == ["Anna", "Ben", "Carla", "Dora", "Emil"]
    assert table.state.phase == RESULT
    table.next()
    assert table.state.phase == HINTS
    assert EMIL in table.session.awaited
    assert table.view(EMIL).term == "Katze"
    assert table.view(BEN).term == ""
    for seat, word in ((ANNA, "Fell"), (CARLA, "Milch"), (DORA, "schnurren"), (EMIL, "Pfote")):
        table.do(seat, Hint((word,)))
    table.card("Katze")
    for guesser in (CARLA, DORA, EMIL):
        table.next()
        assert table.state.guesser == guesser
        while table.session.awaited and table.state.phase == HINTS:
            seat = table.session.awaited[0]
            table.do(seat, table.session.port(seat).choices()[seat])  # type: ignore[arg-type]
        table.do(ANNA, Show())
        table.do(guesser, Pass())


def test_whoever_was_removed_comes_back_to_the_same_seat() -> None:
    """Dora was removed and is let in again: no new seat."""
    table = Table(4, "Hund", "Katze")
    table.do(ANNA, Remove(DORA))
    assert GAME.absent(table.state) == (DORA,)
    result(table)
    assert GAME.admission(table.state, "Dora", DORA) == (ANNA, Admit("Dora", DORA))
    table.do(ANNA, Admit("Dora", DORA))
    assert GAME.absent(table.state) == ()
    table.next()
    assert DORA in table.session.awaited
    assert len(table.session.seats) == 4


@pytest.mark.parametrize(
    ("move", "code"),
    [
        (Admit(""), "name"),
        (Admit("x" * 25), "name"),
        (Admit("\u202e"), "name"),
        (Admit("Emil", 3), "present"),
        (Admit("Emil", 7), "no_such_seat"),
    ],
)
def test_what_is_no_admission(move: Admit, code: str) -> None:
    """No name, a seat that is taken, one that never was."""
    table = Table(4, "Hund")
    result(table)
    assert table.refused(ANNA, move).code == code


def test_only_the_host_between_cards_and_up_to_eight() -> None:
    """Nobody comes in during a card, nobody but the host says so, and there is no ninth seat."""
    table = Table(7, "Hund")
    assert table.refused(ANNA, Admit("Hugo")).code == "not_now"
    assert GAME.admission(table.state, "Hugo") is None
    result(table)
    assert table.refused(BEN, Admit("Hugo")).code == "not_awaited"
    table.do(ANNA, Admit("Hugo"))
    assert GAME.admission(table.state, "Ida") is None
    assert table.refused(ANNA, Admit("Ida")).code == "full"


def test_who_leaves_in_a_match_of_three_is_waited_for() -> None:
    """With three nobody can be spared: the game asks the host instead."""
    assert GAME.farewell(Table(3, "Hund").state, BEN) is None
    assert GAME.farewell(Table(4, "Hund").state, BEN) == (ANNA, Remove(BEN))


def test_record_with_a_new_seat_is_read_again(tmp_path: Path) -> None:
    """All moves of the new seat, and the end, whose score is everybody's; undone, the seat is gone again."""
    table = Table(4, "Hund", "Katze")
    path = tmp_path / "late.vierblatt"
    writer = record.Writer(path, record.header("oneword", table.session.options, table.session.seats))
    for action in table.session.actions:
        writer(action.actor, action.move)
    table.session.attach(writer)
    result(table)
    before = len(table.session.actions)
    table.do(ANNA, Admit("Emil"))
    table.do(ANNA, Next())
    table.do(EMIL, Hint(("Fell",)))
    table.do(ANNA, Abort())
    outcome = table.session.outcome()
    assert outcome is not None
    assert len(outcome.points) == 5
    writer.end(outcome)
    writer.close()
    read = record.read(path)
    again = record.replay(read)
    assert again.outcome() == outcome
    assert again.seats == table.session.seats
    assert read.text() == path.read_bytes()
    again.rewind(before)
    assert len(again.seats) == 4
    assert codec.encode(again.port(0).view()) == codec.encode(GAME.view(again._states[-1], 0))


def test_nothing_of_the_card_before_is_known_to_whoever_comes() -> None:
    """What was secret before one came stays so: the moments before are those of an onlooker."""
    table = Table(4, "Hund", "Katze")
    states = [table.state]
    result(table)
    table.do(ANNA, Admit("Emil"))
    port = table.session.port(EMIL)
    assert port.view_at(1) == table.session.onlooker().view_at(1)
    assert codec.encode(GAME.view(states[0], EMIL)) == codec.encode(GAME.view(states[0], None))
    view = table.view(EMIL)
    assert GAME.view(sample(view, port.events(), random.Random(1)), EMIL) == view


def test_session_tells_what_the_game_allows() -> None:
    """The session's own words for it, and nothing any more once the game is over."""
    table = Table(4, "Hund")
    session: Session = table.session
    assert not session.changeover
    assert session.farewell(BEN) == (ANNA, Remove(BEN))
    result(table)
    assert session.changeover
    assert session.admission("Emil") == (ANNA, Admit("Emil"))
    table.do(ANNA, Abort())
    assert (session.changeover, session.admission("Emil"), session.farewell(BEN)) == (False, None, None)
