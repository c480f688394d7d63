"""Taking moves back, in every situation in which somebody may want to."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from desktop import storage
from desktop.binding.match import Match, Pace, Stage
from engine.games.letter.model import Play
from tests.desktop.conftest import Open, quick_settings
from tests.desktop.driver import Driver, bots
from tests.games.letter.table import stack

Arrange = Callable[..., None]


def started(open_window: Open, deals: Arrange, *, motion: str = "off") -> tuple[Driver, Match]:
    """Anna, with a shield and a 1, against a bot; she begins."""
    deals(stack([4, 2, 3], [1, 1, 5, 5], aside=6))
    settings = quick_settings()
    settings.motion = motion  # type: ignore[assignment]
    driver = open_window(settings=settings, pace=Pace(bot=0 if motion == "off" else 1))
    match = driver.start(bots("random", "random"), goal=3)
    driver.wait(lambda: match.viewer in match.session.awaited)
    return driver, match


def test_undo_in_mid_motion_opens_no_window(open_window: Open, deals: Arrange) -> None:
    """Places are filled twice in one turn of the event loop; nothing of the first filling may flash up."""
    driver, match = started(open_window, deals, motion="calm")
    match.play(Play(4))
    panel = driver.page.panel
    assert panel is not None
    driver.wait(lambda: panel.motion.running)
    shown: list[str] = []

    class Watch(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
                shown.append(repr(watched))
            return False

    watch = Watch()
    app = QApplication.instance()
    assert app is not None
    app.installEventFilter(watch)
    try:
        match.undo()
        driver.settle()
    finally:
        app.removeEventFilter(watch)
    assert shown == []
    assert match.viewer in match.session.awaited


def test_undo_while_looking_at_the_past_lets_the_bots_go_on(open_window: Open, deals: Arrange) -> None:
    """The past holds the bots; leaving it by an undo must let them go again."""
    driver, match = started(open_window, deals)
    match.play(Play(4))
    driver.wait(lambda: match.viewer in match.session.awaited or match.stage is not Stage.TABLE)
    driver.page.show_past(match.session.moments[2])
    assert match._held
    match.undo()
    driver.settle()
    assert not match._held
    match.play(Play(4))
    driver.wait(lambda: not match.thinking)


def test_a_match_with_undo_does_not_count_after_a_restart(open_window: Open, deals: Arrange) -> None:
    """What was done before the program was closed is remembered beside the saved game."""
    driver, match = started(open_window, deals)
    match.play(Play(4))
    driver.wait(lambda: not match.thinking)
    match.undo()
    assert match.aided
    driver.window.show_start()
    (saved,), _damaged = storage.saved_games()
    driver.window.resume(saved)
    assert driver.match.aided


def test_the_line_above_a_result_names_its_round(open_window: Open, deals: Arrange) -> None:
    """The next round is dealt already; the result is still that of the first, and redo comes back to it."""
    driver, match = started(open_window, deals)
    while match.stage is not Stage.ROUND:
        if match.viewer in match.session.awaited:
            match.play(match.port.choices()[0])
        driver.settle()
    assert driver.page.headline.text().startswith("Round 1 ")
    match.undo()
    driver.settle()
    match.redo()
    driver.wait(lambda: match.stage is Stage.ROUND)
    assert driver.page.headline.text().startswith("Round 1 ")


def test_space_skips_what_is_shown_wherever_the_focus_is(open_window: Open, deals: Arrange) -> None:
    """The focus is on a card or a button after a move; Space still skips."""
    deals(stack([4, 2, 3], [1, 1, 5, 5], aside=6))
    settings = quick_settings()
    settings.motion = "calm"
    driver = open_window(settings=settings, pace=Pace(bot=1))
    match = driver.start(3, goal=2)
    driver.take_over()
    driver.settle()  # a table that is still being laid out shows no motion
    match.play(Play(4))
    panel = driver.page.panel
    assert panel is not None
    assert panel.motion.running
    driver.page.sheet_button.setFocus()
    QTest.keyClick(driver.page.sheet_button, Qt.Key.Key_Space)
    assert not panel.motion.running
    assert driver.window.findChild(QDialog) is None


def test_the_first_to_take_over_hears_what_happened(open_window: Open, deals: Arrange) -> None:
    """Also somebody who has not moved yet is told what was done meanwhile; who begins is told nothing."""
    deals(stack([4, 2, 3], [1, 1, 5, 5], aside=6))
    driver = open_window()
    driver.start(3, goal=2)
    driver.take_over()
    assert driver.page._summary is None
    driver.play(4)
    driver.pass_on()
    driver.take_over()
    summary = driver.page._summary
    assert summary is not None
    assert "Shield (4)" in summary.accessibleName()


def test_each_redo_shows_what_it_made(open_window: Open, deals: Arrange) -> None:
    """Back into the round before, then forward again: a result that was on the screen does not cover the next moves."""
    driver, match = started(open_window, deals)
    decisions = 0
    while not match.finished_rounds or decisions < 2:
        if match.stage is Stage.ROUND:
            match.next_round()
        if match.viewer in match.session.awaited:
            match.play(match.port.choices()[0])
            decisions += bool(match.finished_rounds)
        driver.settle()
    after = len(match.finished_rounds)
    while match.can_undo:
        match.undo()
        driver.settle()
    assert not match.finished_rounds
    results = 0
    while match.can_redo:
        before = driver.page.grab().toImage()
        match.redo()
        driver.settle()
        assert driver.page.grab().toImage() != before
        results += match.stage is Stage.ROUND
    assert len(match.finished_rounds) == after
    assert results == after
