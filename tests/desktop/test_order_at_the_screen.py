"""Who sits at the screen when: handing over, curtain, taking over, with and without bots between people."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import pytest

from desktop.binding.match import Match, Pace, Stage
from desktop.widgets.card import Card
from desktop.widgets.place import Place
from engine.play.session import SeatInfo
from tests.desktop import reading
from tests.desktop.conftest import Open
from tests.desktop.driver import Driver, bots
from tests.desktop.here import HereThinker
from tests.games.letter.table import stack
from tests.strategies import ANNA, BEN, CARLA, people

Arrange = Callable[..., None]


@pytest.fixture
def bots_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots answer in this process: what is tested is the order, not the thinking."""
    monkeypatch.setattr("desktop.binding.match.Thinker", HereThinker)


def watch(match: Match) -> list[tuple[Stage, int | None, int | None]]:
    """The stages with viewer and next person as they come, the present one first."""
    seen = [(match.stage, match.viewer, match.next_seat)]
    match.changed.connect(lambda: seen.append((match.stage, match.viewer, match.next_seat)))
    return seen


def test_two_people(open_window: Open, deals: Arrange) -> None:
    """Curtain for Anna, her turn, she passes on, curtain for Ben, his turn: in that order, each named."""
    deals(stack([4, 4], [1, 2, 3, 1], aside=1, open_aside=[5, 5, 6]))
    driver = open_window()
    match = driver.start(2)
    seen = watch(match)
    curtain = driver.curtain()
    assert curtain is not None
    assert curtain.accessibleName() == "Anna, please take over"
    driver.take_over()
    assert "Anna, it is your turn." in driver.text()
    driver.play(4)
    assert "Pass on to Ben" in driver.text()
    driver.pass_on()
    assert driver.find("I am Ben")
    driver.take_over()
    assert "Ben, it is your turn." in driver.text()
    assert seen == [
        (Stage.CURTAIN, None, ANNA),
        (Stage.TABLE, ANNA, None),
        (Stage.HANDOVER, ANNA, BEN),
        (Stage.CURTAIN, None, BEN),
        (Stage.TABLE, BEN, None),
    ]


def test_three_people_and_one_who_is_out(open_window: Open, deals: Arrange) -> None:
    """Anna guesses Ben's card; Ben is out, so the screen goes on to Carla."""
    deals(stack([1, 5, 4], [2, 1, 3], aside=1))
    driver = open_window()
    match = driver.start(3)
    seen = watch(match)
    driver.take_over()
    driver.play(1, at="Ben", naming=5)
    driver.pass_on()
    driver.take_over()
    assert seen == [
        (Stage.CURTAIN, None, ANNA),
        (Stage.TABLE, ANNA, None),
        (Stage.HANDOVER, ANNA, CARLA),
        (Stage.CURTAIN, None, CARLA),
        (Stage.TABLE, CARLA, None),
    ]


def check_stages(match: Match, seen: Sequence[tuple[Stage, int | None, int | None]]) -> None:
    """What must hold of every step, whoever plays."""
    for (stage, viewer, following), (after, next_viewer, _next) in pairwise(seen):
        if viewer != next_viewer and next_viewer is not None:
            # Somebody new is at the screen: only through the curtain that named them.
            assert (stage, viewer, following) == (Stage.CURTAIN, None, next_viewer)
        if stage is Stage.HANDOVER:
            assert viewer is not None
            assert following not in (None, viewer)
            assert after in (Stage.HANDOVER, Stage.CURTAIN)
        if stage is Stage.CURTAIN:
            assert viewer is None
        if stage in (Stage.ROUND, Stage.RESULT):
            assert viewer is None or len(match.humans) == 1
    assert all(viewer is None or viewer in match.humans for _stage, viewer, _next in seen)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_people_only(open_window: Open, seats: int) -> None:
    """A whole match: whoever takes over is the one the curtain named; after a round nobody's things are shown."""
    driver = open_window()
    match = driver.start(seats, goal=2)
    seen = watch(match)
    driver.go_to(Stage.RESULT)
    check_stages(match, seen)
    assert {stage for stage, _viewer, _next in seen} == set(Stage)


def test_two_people_with_a_bot_between_them(open_window: Open, bots_here: None) -> None:
    """While the bot moves, the table of the last person stands, or an onlooker's; never the next person's."""
    anna, ben, carla = people(3)
    driver = open_window()
    match = driver.start([anna, SeatInfo(ben.name, "bot:random"), carla], goal=2)
    seen = watch(match)
    for turn in range(400):
        if driver.stage is Stage.RESULT:
            break
        if driver.stage is Stage.TABLE and match.thinking:
            viewer = match.viewer
            hand = match.port.view().hand
            assert driver.hand() == (sorted(hand) if viewer is not None else [])
            driver.wait(lambda: not match.thinking)
            continue
        if driver.stage is Stage.CURTAIN:
            driver.take_over()
        elif driver.stage is Stage.HANDOVER:
            driver.pass_on()
        elif driver.stage is Stage.ROUND:
            driver.click(driver.page.next_button)
        else:
            driver.play_any(turn)
    assert driver.stage is Stage.RESULT
    check_stages(match, seen)


def test_one_person_with_bots_never_sees_the_curtain(open_window: Open, bots_here: None) -> None:
    """From the start to the result the person's own cards are in view, and no curtain comes."""
    driver = open_window()
    match = driver.start(bots("random", "random"), goal=2)
    seen = watch(match)
    for turn in range(400):
        driver.wait(lambda: not match.thinking)
        if driver.stage is Stage.RESULT:
            break
        if driver.stage is Stage.ROUND:
            driver.click(driver.page.next_button)
        elif match.viewer in match.session.awaited:
            driver.play_any(turn)
    assert driver.stage is Stage.RESULT
    assert {stage for stage, _viewer, _next in seen} == {Stage.TABLE, Stage.ROUND, Stage.RESULT}
    assert {viewer for _stage, viewer, _next in seen} == {ANNA}


def test_one_person_with_bots_finds_the_table_after_resuming(open_window: Open, bots_here: None) -> None:
    """Nobody else is at the screen who would have to look away: no curtain, neither at once nor later."""
    driver = open_window()
    match = driver.start(bots("random"))
    driver.wait(lambda: not match.thinking)
    revision, hand = match.session.revision, driver.hand()
    driver.window.show_start()
    card = driver.window.page.continue_card  # type: ignore[union-attr]
    driver.click(card)
    assert driver.stage is Stage.TABLE
    assert driver.match.next_seat is None
    assert (driver.match.session.revision, driver.hand()) == (revision, hand)
    seen = watch(driver.match)
    for turn in range(8):
        driver.wait(lambda: not driver.match.thinking)
        if driver.stage is Stage.TABLE:
            driver.play_any(turn)
    assert Stage.CURTAIN not in {stage for stage, _viewer, _next in seen}


def test_bots_alone_are_watched_without_anybodys_hand(open_window: Open, bots_here: None) -> None:
    """A match of bots shows an onlooker's table: no hand, no private line, and rounds go on when somebody says so."""
    driver = open_window(pace=Pace(bot=0, round=None))
    infos = [SeatInfo(info.name, "bot:random") for info in people(4)]
    match = driver.start(infos, goal=2)
    seen = watch(match)
    rounds = 0
    for _step in range(400):
        driver.wait(lambda: not match.thinking or match.stage is not Stage.TABLE)
        assert match.viewer is None
        assert [widget for widget in reading.alive() if isinstance(widget, Card)] == []
        if match.stage is Stage.RESULT:
            break
        if match.stage is Stage.ROUND:
            rounds += 1
            driver.click(driver.page.next_button)
        elif match.stage is Stage.TABLE and driver.page.log is not None:
            assert len(driver.places()) == 4
            assert not any(" draws the " in line or " is dealt the " in line for line in driver.log())
    assert match.stage is Stage.RESULT
    assert rounds == len(match.finished_rounds)
    assert {viewer for _stage, viewer, _next in seen} == {None}
    assert Stage.CURTAIN not in {stage for stage, _viewer, _next in seen}


def test_while_a_rounds_result_stands_nothing_private_is_shown(open_window: Open, deals: Arrange) -> None:
    """Anna wins the round by a guess. Result: all hands open as they were, but nothing of the next deal."""
    deals(stack([1, 8], [4, 2], aside=3, open_aside=[5, 5, 6]), stack([7, 6], [8, 2]))
    driver = open_window()
    match = driver.start(2)
    driver.take_over()
    driver.play(1, at="Ben", naming=8)
    assert driver.stage is Stage.ROUND
    assert match.viewer is None
    assert match.port.seat is None
    widgets = reading.alive()
    assert [widget for widget in widgets if isinstance(widget, Card | Place)] == []
    # The session has dealt already; the 7 and the 6 of the new hands are nowhere.
    said = "\n".join([*(text for _where, text in reading.texts(widgets)), *reading.spoken(driver.window)])
    assert "Veil (7)" not in said
    assert "Swap (6)" not in said
    assert "Shield (4)" in said
    driver.click(driver.page.next_button)
    assert driver.stage is Stage.CURTAIN
    assert match.next_seat == ANNA


def test_driver_sees_what_is_covered(open_window: Open) -> None:
    """The tests' own eyes: a widget that is not visible cannot be clicked."""
    driver: Driver = open_window()
    driver.start(2)
    with pytest.raises(AssertionError, match="no button"):
        driver.click("Play Secret Letter")
