"""Whole matches as people play them: one by mouse, one by keyboard alone."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from desktop import storage
from desktop.binding.match import Stage
from desktop.screens.new_game import NewGamePage
from desktop.screens.start import StartPage
from engine.play import record
from tests.desktop.conftest import Open
from tests.desktop.driver import Driver


def finished_record() -> record.Record:
    """The one record of a finished game; no game in progress is left."""
    assert storage.saved_games() == ([], [])
    (path,) = storage.finished_folder().glob("*.vierblatt")
    return record.read(path)


def check_record(driver: Driver) -> None:
    """What was played is on disk, complete, and replays to the result on the screen."""
    read = finished_record()
    session = record.replay(read)
    assert not read.torn
    assert read.end is not None
    assert session.outcome() == read.end == driver.match.session.outcome()
    assert session.revision == driver.match.session.revision
    (winner,) = read.end.winners
    name = driver.match.names[winner]
    assert driver.says("{name} wins the match!", name=name) in driver.text()


def test_a_whole_match_by_mouse(open_window: Open, home: Path) -> None:
    """From the start page to the result with clicks only, three people; the record on disk replays to the result."""
    driver = open_window()
    driver.click("Play Secret Letter")
    assert isinstance(driver.window.page, NewGamePage)
    driver.click("3 players")
    for row in driver.window.page.rows[1:3]:
        # A real choice in the list that opens: "Person" is its first entry.
        driver.click(row.kind)
        driver.press(Qt.Key.Key_Home, Qt.Key.Key_Return)
    driver.click("Short game: 3")
    driver.click("Start the match")
    assert [info.name for info in driver.match.session.seats] == ["Anna", "Ben", "Carla"]
    assert all(info.bot is None for info in driver.match.session.seats)
    assert driver.match.session.options["goal"] == 3
    assert driver.stage is Stage.CURTAIN
    seen = set()
    for turn in range(400):
        stage = driver.stage
        seen.add(stage)
        if stage is Stage.RESULT:
            break
        if stage is Stage.CURTAIN:
            assert not driver.cards()
            driver.take_over()
        elif stage is Stage.HANDOVER:
            driver.pass_on()
        elif stage is Stage.ROUND:
            driver.click(driver.page.next_button)
        else:
            driver.play_any(turn)
    assert seen == set(Stage)
    check_record(driver)
    driver.click("To the start page")
    assert isinstance(driver.window.page, StartPage)
    assert driver.window.page.continue_card is None


def test_a_whole_match_by_keyboard(open_window: Open) -> None:
    """The same with keys only: Tab, arrows, digits, Enter, Escape; the focus is always where the next step is."""
    driver = open_window()
    enter, escape = Qt.Key.Key_Return, Qt.Key.Key_Escape
    driver.press(enter)  # the start page's focus is on the game
    page = driver.window.page
    assert isinstance(page, NewGamePage)
    driver.press(escape)
    assert isinstance(driver.window.page, StartPage)
    driver.press(enter)
    driver.tab_to("2 players")
    driver.press(Qt.Key.Key_Space)
    driver.tab_to("Name of seat 1")
    driver.press(Qt.Key.Key_A, modifier=Qt.KeyboardModifier.ControlModifier)
    driver.type("Dora")
    driver.tab_to("Who plays seat 2")
    driver.press(Qt.Key.Key_Home)
    driver.tab_to("Points to win")
    driver.press(Qt.Key.Key_A, modifier=Qt.KeyboardModifier.ControlModifier)
    driver.type("2")
    driver.press(enter)
    assert [(info.name, info.kind) for info in driver.match.session.seats] == [
        ("Dora", "human"),
        ("Ben", "human"),
    ]
    assert driver.match.session.options["goal"] == 2
    ways: set[str] = set()
    turn = 0
    for _press in range(400):
        stage = driver.stage
        before = driver.match.session.revision
        if stage is Stage.RESULT:
            break
        if stage is not Stage.TABLE:
            driver.press(enter)  # the one button of curtain, hand-over and round has the focus
            assert (driver.stage, driver.match.session.revision) != (stage, before) or stage is Stage.ROUND
            continue
        turn += 1
        legal = [card for card in driver.cards() if not card.refused]
        assert driver.focus in legal
        wanted = min(legal, key=lambda card: int(card.face.numeral))
        if turn % 2:
            driver.digit(int(wanted.face.numeral))
            ways.add("digit")
        else:
            while driver.focus is not wanted:
                driver.press(Qt.Key.Key_Right if turn % 4 else Qt.Key.Key_Left)
                assert driver.focus in driver.cards()
                ways.add("arrow")
            driver.press(enter)
        if turn % 3 == 0 and driver.match.session.revision == before:
            driver.press(escape)
            assert not any(card.isChecked() for card in driver.cards())
            assert driver.focus is wanted
            driver.press(enter)
            ways.add("escape")
        if driver.targets():
            assert driver.focus in [place.button for place in driver.targets()]
            driver.press(enter)
            ways.add("target")
        if driver.guesses():
            assert driver.focus is driver.guesses()[0]
            if turn % 2:
                driver.digit(2 + turn % 7)
            else:
                for _step in range(turn % 7):
                    driver.press(Qt.Key.Key_Right)
                    assert driver.focus in driver.guesses()
                driver.press(enter)
            ways.add("guess")
        if driver.match.session.revision == before:
            driver.press(enter)
        assert driver.match.session.revision > before, driver.text()
    assert ways >= {"digit", "arrow", "escape", "guess"}
    check_record(driver)
    driver.tab_to("To the start page")
    driver.press(enter)
    assert isinstance(driver.window.page, StartPage)


def test_no_window_of_its_own_opens_at_the_table(open_window: Open, app: QApplication) -> None:
    """Nothing flashes up as a window of its own: a widget shown before it has a parent would, and take the focus."""
    from PySide6.QtCore import QEvent, QObject
    from PySide6.QtWidgets import QWidget

    shown: list[str] = []

    class Watch(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
                shown.append(repr(watched))
            return False

    driver = open_window()
    watch = Watch()
    app.installEventFilter(watch)
    try:
        driver.start(2, goal=1)
        driver.go_to(Stage.RESULT)
        driver.window.set_language("de")
        driver.settle()
    finally:
        app.removeEventFilter(watch)
    assert shown == []
    assert driver.window.isActiveWindow()
