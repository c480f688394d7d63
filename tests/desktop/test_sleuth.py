"""VP-Sleuth at the screen: tips and marks by mouse and keys, orders, deductions in a worker, secrets, whole games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLabel,
    QListWidget,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from desktop import storage
from desktop.binding.match import Match, Stage
from desktop.games.sleuth.board import Board
from desktop.games.sleuth.course import BitsChart, Course
from desktop.games.sleuth.gems import paint_gem
from desktop.games.sleuth.notes import PUBLIC, TOTALS, Notes
from desktop.games.sleuth.panel import SleuthPanel
from desktop.games.sleuth.points import PointsTable
from desktop.games.sleuth.result import Tableau
from desktop.main_window import MainWindow
from desktop.screens.replay import ReplayPage
from desktop.screens.start import StartPage
from desktop.widgets.basics import Sign
from engine.core.chance import Draw
from engine.core.text import texts
from engine.games.sleuth import words
from engine.games.sleuth.box import HOLDERS, box
from engine.games.sleuth.meta import META
from engine.games.sleuth.model import Deal, Orders, View
from engine.play import errands
from engine.play.dealer import Dealer
from engine.play.errands import Errands, News
from engine.play.session import SeatInfo
from tests.desktop import reading
from tests.desktop.conftest import Open, quick_settings
from tests.desktop.driver import Driver, bots
from tests.desktop.test_fit import LONG, Longer, defects, round_trip
from tests.games.sleuth.table import PLAIN, Table, deal, orders
from tests.strategies import people

SHIFT, ALT = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier


class Laid(Dealer):
    """A dealer that deals a known tableau."""

    def __init__(self, tableau: str) -> None:
        super().__init__(0)
        self._tableau = tableau

    def deal(self, draw: Draw) -> Any:
        move = super().deal(draw)
        return Deal(self._tableau) if isinstance(move, Deal) else move


@pytest.fixture(autouse=True)
def plain_tableau(monkeypatch: pytest.MonkeyPatch) -> None:
    """A has Dr1 to Db2, B the next five, and so on; a large game has a tableau drawn once for all."""

    def dealer(window: MainWindow) -> Dealer:
        return Laid(PLAIN)

    monkeypatch.setattr(MainWindow, "_dealer", dealer)


def start(driver: Driver, seats: int | list[SeatInfo], **options: Any) -> Match:
    infos = list(people(seats)) if isinstance(seats, int) else seats
    driver.window.start_match("sleuth", infos, META.complete(options, len(infos)))
    driver.settle()
    return driver.match


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tableau is one of a large game."""
    monkeypatch.setattr(MainWindow, "_dealer", lambda _window: Laid(deal("large", 1)))


def panel(driver: Driver) -> SleuthPanel:
    found = driver.panel
    assert isinstance(found, SleuthPanel)
    return found


def view_of(driver: Driver) -> View:
    view: View = driver.match.port.view()
    return view


def key(driver: Driver, gem: str, letter: str, modifier: Qt.KeyboardModifier | None = None) -> None:
    """Press a letter on the gem's slip."""
    cell = panel(driver).board.cells[gem]
    cell.setFocus()
    driver.press(
        Qt.Key(Qt.Key.Key_A.value + ord(letter) - ord("A")),
        modifier=modifier or Qt.KeyboardModifier.NoModifier,
    )


def tip(driver: Driver, gem: str) -> tuple[str, str]:
    state = panel(driver).board.cells[gem].state
    return state.sure, state.risk


def choose(combo: QComboBox, value: str) -> None:
    """Choose an entry as a person does, with the keyboard."""
    combo.setFocus()
    combo.setCurrentIndex(combo.findData(value))
    combo.activated.emit(combo.currentIndex())


def ask(driver: Driver, question: str) -> None:
    sheet = panel(driver).sheet_of_orders
    choose(sheet.holder, question[0])
    for combo in (sheet.kind, sheet.colour, sheet.number):
        values = [combo.itemData(row) for row in range(combo.count())]
        choose(combo, next((e for e in question[2:] if e in values), ""))


def lines(table: SleuthPanel, text: str) -> list[int]:
    """The rows of the deductions in which *text* stands."""
    shown = table.thoughts.list
    return [row for row in range(shown.count()) if text in shown.item(row).text()]


def press_line(table: SleuthPanel, text: str) -> None:
    """Click the line of the deductions in which *text* stands."""
    shown = table.thoughts.list
    (row,) = lines(table, text)
    shown.scrollToItem(shown.item(row))
    spot = shown.visualItemRect(shown.item(row)).center()
    QTest.mouseClick(shown.viewport(), Qt.MouseButton.LeftButton, pos=spot)


def at_screen(driver: Driver) -> None:
    if driver.stage is Stage.HANDOVER:
        driver.pass_on()
    if driver.stage is Stage.CURTAIN:
        driver.take_over()


# Tips ----------------------------------------


def test_a_click_tips_shift_and_right_click_risk_and_again_clears(open_window: Open) -> None:
    driver = open_window()
    start(driver, bots("easy"))
    table = panel(driver)
    driver.click(table.bar.chips["D"])
    cell = table.board.cells["Pb2"]
    driver.click(cell)
    assert tip(driver, "Pb2") == ("D", "")
    assert "sure tip D" in cell.accessibleName()
    driver.click(cell)
    assert tip(driver, "Pb2") == ("", "")
    QTest.mouseClick(cell, Qt.MouseButton.LeftButton, SHIFT)
    assert tip(driver, "Pb2") == ("", "D")
    QTest.mouseClick(cell, Qt.MouseButton.RightButton)
    assert tip(driver, "Pb2") == ("", "")
    QTest.mouseClick(cell, Qt.MouseButton.RightButton)
    driver.click(cell)
    assert tip(driver, "Pb2") == ("D", ""), "a sure tip takes the risk tip's place"


def test_the_keyboard_reaches_and_tips_every_gem(open_window: Open) -> None:
    """Arrows go round the board; letters tip, with Shift at a risk, again and Delete clear."""
    driver = open_window()
    start(driver, bots("easy"))
    board = panel(driver).board
    seen = set()
    board.cells["Dr1"].setFocus()
    for _row in range(4):
        for _column in range(9):
            focus = driver.focus
            seen.add(focus.accessibleName())
            driver.press(Qt.Key.Key_Right)
        driver.press(Qt.Key.Key_Down)
    assert len(seen) == 36
    key(driver, "Oy3", "X")
    assert tip(driver, "Oy3") == ("X", "")
    key(driver, "Oy3", "X")
    assert tip(driver, "Oy3") == ("", "")
    key(driver, "Oy3", "G", SHIFT)
    assert tip(driver, "Oy3") == ("", "G")
    driver.press(Qt.Key.Key_Delete)
    assert tip(driver, "Oy3") == ("", "")


def test_pencil_marks_go_round_and_can_be_taken_back(open_window: Open) -> None:
    driver = open_window()
    start(driver, bots("easy"))
    table = panel(driver)

    def mark() -> bool | None:
        return table.board.cells["Dg1"].state.pencil.get("B")

    assert not table.bar.undo.isEnabled()
    found = []
    for _time in range(3):
        key(driver, "Dg1", "B", ALT)
        found.append(mark())
    assert found == [False, True, None]
    for expected in (True, False, None):
        driver.click(table.bar.undo)
        assert mark() is expected
    assert not table.bar.undo.isEnabled()
    driver.press(Qt.Key.Key_P)
    driver.click(table.board.cells["Dg1"])
    assert table.board.cells["Dg1"].state.pencil == {"B": False}
    assert tip(driver, "Dg1") == ("", "")


# Orders ----------------------------------------


def test_orders_by_mouse_reach_the_game(open_window: Open) -> None:
    """A question, a substitute, tips: what was put together is what the game is given."""
    driver = open_window()
    match = start(driver, 2)
    at_screen(driver)
    ask(driver, "B:r1")
    sheet = panel(driver).sheet_of_orders
    assert words.question_text("B:r1", driver.window.t) == sheet.sentence.text()
    driver.click(driver.says("+ Substitute"))
    ask(driver, "C:D")
    key(driver, "Dr1", "A")
    key(driver, "Og3", "D", SHIFT)
    driver.click(sheet.send)
    given = match.session.actions[-1].move
    assert given == orders(["B:r1"], ["C:D"], {"Dr1": "A"}, {"Og3": "D"})


@pytest.mark.parametrize("where", ["gem", "tab", "combo", "answers", "chip", "slot"])
def test_ctrl_enter_gives_the_orders_wherever_the_focus_is(open_window: Open, where: str) -> None:
    """It tips nothing and presses nothing."""
    driver = open_window()
    match = start(driver, 2)
    at_screen(driver)
    table = panel(driver)
    sheet = table.sheet_of_orders
    places = {
        "gem": table.board.cells["Dr1"],
        "tab": table._tabs.button(1),
        "combo": sheet.kind,
        "answers": table.answers.findChildren(QTableWidget)[0],
        "chip": table.bar.chips["D"],
        "slot": sheet._slots[0],
    }
    places[where].setFocus()
    driver.press(Qt.Key.Key_Return, modifier=Qt.KeyboardModifier.ControlModifier)
    assert match.session.actions[-1].move == orders([])


def test_a_hyphen_in_a_name_stays_one(open_window: Open) -> None:
    """On the page between rounds only numbers have a minus sign."""
    driver = open_window()
    match = start(driver, 1)
    match.play(orders([], [], {"Dr1": "G"}))
    driver.settle()
    _title, told = SleuthPanel.round_title(view_of(driver), driver.window.t, ["Anna-Maria"])
    assert told.endswith("Anna-Maria \N{MINUS SIGN}2")


@pytest.mark.parametrize("seats", [2, 6, 8])
def test_points_of_many_players_can_be_read(open_window: Open, seats: int) -> None:
    """No cell is narrower than its text; with many the bonus stands below the points, and one scrolls."""
    driver = open_window()
    driver.window.resize(1280, 720)
    match = start(driver, seats)
    for number in range(5):
        for _seat in range(seats):
            at_screen(driver)
            wrong = dict.fromkeys(list(panel(driver).board.cells)[:12], "G")
            match.play(orders([], [], wrong | ({"Dr1": "A"} if number else {})))
            driver.settle()
        if number < 4:
            match.next_round()
            driver.settle()
    match.next_round()
    driver.settle()
    at_screen(driver)
    table = panel(driver)
    table._open(1)
    driver.settle()
    points = table.points
    assert points.rowCount() == 6
    assert points.textElideMode() is Qt.TextElideMode.ElideNone
    for row in range(points.rowCount()):
        for place in range(points.columnCount()):
            item = points.item(row, place)
            assert item is not None
            metrics = QFontMetrics(item.font())
            for part in item.text().split("\n"):
                assert metrics.horizontalAdvance(part) + 10 <= points.columnWidth(place)
            assert metrics.height() * len(item.text().split("\n")) <= points.rowHeight(row)


def test_a_third_element_takes_anothers_place(open_window: Open) -> None:
    driver = open_window()
    start(driver, bots("easy"))
    sheet = panel(driver).sheet_of_orders
    ask(driver, "B:D1")
    choose(sheet.colour, "r")
    question = panel(driver)._draft.questions[0]  # type: ignore[union-attr]
    assert question in box("standard").question_set
    assert "r" in question


def test_what_may_be_an_oversight_is_said(open_window: Open) -> None:
    """An empty question, and one that was answered already."""
    driver = open_window()
    match = start(driver, 1)
    sheet = panel(driver).sheet_of_orders
    assert "empty" in sheet.remark.text()
    match.play(orders(["B:r1"]))
    match.next_round()
    driver.settle()
    ask(driver, "B:r1")
    sheet = panel(driver).sheet_of_orders
    assert "was answered in round 1" in sheet.remark.text()
    assert sheet.send.isEnabled()


def test_sure_tips_stay_risk_tips_go(open_window: Open) -> None:
    """In the next round the sure tips stand again; a draft outlasts taking a move back."""
    driver = open_window()
    match = start(driver, bots("random"))
    key(driver, "Dr1", "A")
    key(driver, "Dr2", "B", SHIFT)
    driver.click(panel(driver).sheet_of_orders.send)
    driver.wait(lambda: driver.stage is Stage.ROUND)
    match.next_round()
    driver.settle()
    assert tip(driver, "Dr1") == ("A", "")
    assert tip(driver, "Dr2") == ("", "")
    match.undo()
    driver.settle()
    assert view_of(driver).round == 1
    assert tip(driver, "Dr2") == ("", "B")


# Deduction ----------------------------------------


def test_marks_chances_and_worth_come_from_the_worker(open_window: Open) -> None:
    """An answer of none rules out; the worth of questions is shown; the event loop never waits."""
    driver = open_window()
    match = start(driver, bots("random"))
    match.play(orders(["G:D"]))
    driver.wait(lambda: driver.stage is Stage.ROUND)
    match.next_round()
    driver.settle()
    table = panel(driver)
    driver.wait(lambda: table._found.questions)
    state = table.board.cells["Dr1"].state
    assert "G" not in state.possible
    assert sum(state.chances) == pytest.approx(1)
    assert state.chances[HOLDERS.index("G")] == 0
    ask(driver, "B:r")
    bits = {worth.question: worth.bits for worth in table._found.questions}
    assert driver.window.t.number(bits["B:r"]) in table.sheet_of_orders.worth.text()
    assert "possible" in table.board.cells["Dr1"].accessibleName()


def test_why_names_the_answers(open_window: Open) -> None:
    driver = open_window()
    match = start(driver, bots("random"))
    match.play(orders(["G:D"]))
    driver.wait(lambda: driver.stage is Stage.ROUND)
    match.next_round()
    driver.settle()
    table = panel(driver)
    table.board.cells["Dr1"].setFocus()
    driver.click(table.bar.chips["G"])
    table.board.cells["Dr1"].setFocus()
    driver.press(Qt.Key.Key_W)
    listed = table.thoughts.list
    driver.wait(lambda: listed.count() and "because" in listed.item(0).text())
    assert "G has 0 diamonds" in listed.item(1).text()


def test_contradictions_are_shown(open_window: Open) -> None:
    """A mark that is proved wrong at once; marks that can't all be right as soon as they are found out."""
    driver = open_window()
    match = start(driver, bots("random"))
    match.play(orders(["G:D"]))
    driver.wait(lambda: driver.stage is Stage.ROUND)
    match.next_round()
    driver.settle()
    table = panel(driver)
    driver.wait(lambda: table._found.complete)
    for _time in range(2):
        key(driver, "Dr1", "G", ALT)
    assert table.board.cells["Dr1"].state.wrong
    assert table._warning.isVisible()
    driver.click(table.bar.undo)
    driver.click(table.bar.undo)
    assert not table._warning.isVisible()
    for gem in ("Pr1", "Pr2"):
        for _time in range(2):
            key(driver, gem, "X", ALT)
    driver.wait(lambda: table._warning.isVisible())
    assert "X" in table._warning.text()


def test_aids_can_be_turned_off(open_window: Open) -> None:
    """By the person, and they are off where several people play: then nothing is marked, and nobody is asked."""
    driver = open_window()
    start(driver, bots("random"))
    table = panel(driver)
    driver.wait(lambda: table._found.questions)
    table._switch("off")
    assert not table.board.cells["Dr1"].state.chances
    assert not table._reckoner.busy
    start(driver, 2)
    at_screen(driver)
    table = panel(driver)
    driver.settle()
    assert not table._reckoner.busy
    assert not table.bar.ask.isVisible()


def test_every_mark_of_a_contradiction_is_warned_of(open_window: Open) -> None:
    driver = open_window()
    start(driver, bots("random"))
    table = panel(driver)
    driver.wait(lambda: table._found.complete)
    for gem in ("Pr1", "Pr2"):
        for _time in range(2):
            key(driver, gem, "X", ALT)
    cells = table.board.cells
    driver.wait(lambda: table._warning.isVisible())
    assert [gem for gem, cell in cells.items() if cell.state.wrong] == ["Pr1", "Pr2"]


def test_ctrl_z_takes_the_mark_back_and_not_the_move(open_window: Open) -> None:
    """Right after a mark, or with the pencil in hand."""
    driver = open_window()
    match = start(driver, bots("random"))
    match.play(orders(["G:D"]))
    driver.wait(lambda: driver.stage is Stage.ROUND)
    match.next_round()
    driver.settle()
    key(driver, "Dr1", "B", ALT)
    driver.press(Qt.Key.Key_Z, modifier=Qt.KeyboardModifier.ControlModifier)
    assert view_of(driver).round == 2
    assert not panel(driver).board.cells["Dr1"].state.pencil
    driver.click(panel(driver).bar.pencil_mode)
    panel(driver).board.cells["Dr1"].setFocus()
    driver.press(Qt.Key.Key_Z, modifier=Qt.KeyboardModifier.ControlModifier)
    assert view_of(driver).round == 2
    driver.click(panel(driver).bar.tip_mode)
    key(driver, "Dr1", "B")
    driver.press(Qt.Key.Key_Z, modifier=Qt.KeyboardModifier.ControlModifier)
    assert view_of(driver).round == 1


def test_a_hint_is_said_on_the_round_page_and_at_the_next_table(open_window: Open) -> None:
    driver = open_window()
    match = start(driver, bots("random"), hints=True)
    match.play(orders(["G:D"], [], {"Dr1": "B"}))
    driver.wait(lambda: driver.stage is Stage.ROUND)
    hint = driver.says("At least one of your sure tips of round {number} is wrong.", number=1)
    assert hint in driver.text()
    match.next_round()
    driver.settle()
    assert hint in driver.text()


def test_several_people_read_their_own_results_behind_the_curtain(open_window: Open) -> None:
    """Not on the page that all see after the round, but each at the next turn, and nobody else's."""
    driver = open_window()
    start(driver, 2, hints=True)
    own = (orders(["G:D"], [], {"Dr1": "B", "Dr2": "A"}), orders(["G:P"], [], {}, {"Dr1": "A"}))
    hint = driver.says("At least one of your sure tips of round {number} is wrong.", number=1)
    totals = ("Round 1: 1 of your 2 tips were right: −1.", "Round 1: 1 of your 1 tip was right: +1.")
    for seat in (0, 1):
        at_screen(driver)
        assert driver.match.viewer == seat
        driver.match.play(own[seat])
        driver.settle()
    driver.wait(lambda: driver.stage is Stage.ROUND)
    for text in (hint, *totals):
        assert text not in driver.text()
    driver.click(driver.page.next_button)
    for seat in (0, 1):
        at_screen(driver)
        assert driver.match.viewer == seat
        assert totals[seat] in driver.text()
        assert totals[1 - seat] not in driver.text()
        assert (hint in driver.text()) == (seat == 0)
        driver.match.play(orders())
        driver.settle()


# A tip ----------------------------------------


def test_a_tip_is_taken_over_into_the_orders_and_that_is_undone(open_window: Open) -> None:
    driver = open_window()
    match = start(driver, bots("random"))
    key(driver, "Dr1", "B")
    key(driver, "Dr2", "C", SHIFT)
    ask(driver, "E:P")
    table = panel(driver)
    written = table._draft.orders()  # type: ignore[union-attr]
    table.board.cells["Dr1"].setFocus()
    assert not lines(table, "the tip over")
    driver.press(Qt.Key.Key_T)
    driver.wait(lambda: lines(table, "Take the tip over"))
    advised = match.advised
    assert isinstance(advised, Orders)
    assert advised.questions
    # By the button, and back by the button.
    press_line(table, "Take the tip over")
    taken = table._draft.orders()  # type: ignore[union-attr]
    assert (taken.questions, taken.sure, taken.risk) == (advised.questions, advised.sure, advised.risk)
    # What the tip names is what the sheet holds.
    assert taken.substitutes == advised.substitutes
    assert len(taken.substitutes) == 2
    assert words.describe_move(taken, driver.window.t, match.names) in match.advice_text(driver.window.t)
    assert tip(driver, "Dr1") == ("", "")
    assert words.question_text(taken.questions[0], driver.window.t) in table.sheet_of_orders.sentence.text()
    press_line(table, "Undo taking")
    assert table._draft.orders() == written  # type: ignore[union-attr]
    assert tip(driver, "Dr2") == ("", "C")
    # By keys.
    table.board.cells["Dr1"].setFocus()
    driver.press(Qt.Key.Key_T)
    assert table._draft.orders() == taken  # type: ignore[union-attr]
    driver.press(Qt.Key.Key_Z, modifier=Qt.KeyboardModifier.ControlModifier)
    assert table._draft.orders() == written  # type: ignore[union-attr]
    # What was changed since then is not thrown away by Ctrl+Z; the tip can be taken once more.
    driver.press(Qt.Key.Key_T)
    key(driver, "Pr1", "G")
    driver.press(Qt.Key.Key_Z, modifier=Qt.KeyboardModifier.ControlModifier)
    assert tip(driver, "Pr1") == ("G", "")
    press_line(table, "Take the tip over")
    assert table._draft.orders() == taken  # type: ignore[union-attr]
    driver.click(table.sheet_of_orders.send)
    assert match.port.events()
    assert view_of(driver).given[0] or view_of(driver).results


# Help, and who is missing ----------------------------------------


def test_the_help_names_the_keys_of_the_table(open_window: Open) -> None:
    driver = open_window()
    start(driver, bots("random"))
    driver.press(Qt.Key.Key_F1)
    for keys, meaning in SleuthPanel.keys(driver.window.t):
        assert keys in driver.text()
        assert meaning in driver.text()


def test_a_person_may_give_no_orders(open_window: Open) -> None:
    """The menu offers it for people, and the round page says what was drawn."""
    driver = open_window()
    infos = [*people(2), SeatInfo("Carla", "bot:random")]
    match = start(driver, infos)
    offered = driver.page.table_moves()
    assert [said.text for said, _act in offered] == [
        driver.says("{name} gives no orders this round", name=name) for name in ("Anna", "Ben")
    ]
    for _number in range(2):
        said, act = driver.page.table_moves()[0]
        assert said.question
        act()
        driver.settle()
    driver.wait(lambda: driver.stage is Stage.ROUND)
    (listed,) = [
        found
        for found in driver.visible(QListWidget, driver.page)
        if found.accessibleName() == driver.says("Answers")
    ]
    told = [listed.item(row).text() for row in range(listed.count())]
    assert sum(line.startswith("No orders from Anna. Drawn by lot: ") for line in told) == 1
    assert sum(line.startswith("No orders from Ben. Drawn by lot: ") for line in told) == 1
    assert match.session.revision


# The worker ----------------------------------------


def slow(argument: Any, should_stop: Callable[[], bool], progress: Any, report: Any) -> str:
    """An errand that ends only when it is told to."""
    report("begun")
    while not should_stop():
        pass
    return "stopped"


def quick(argument: Any, should_stop: Callable[[], bool], progress: Any, report: Any) -> Any:
    progress(0.5)
    return argument


def failing(argument: Any, should_stop: Callable[[], bool], progress: Any, report: Any) -> Any:
    raise ZeroDivisionError("no")


def test_an_errand_is_stopped_by_the_next_on_its_topic(qtbot: Any) -> None:
    heard: list[News] = []
    here = errands.Errands(heard.append)
    try:
        first = here.send("a", f"{__name__}:slow", None)
        qtbot.waitUntil(lambda: any(news.value == "begun" for news in heard), timeout=30_000)
        second = here.send("a", f"{__name__}:quick", 7)
        qtbot.waitUntil(lambda: any(news.number == second and news.done for news in heard), timeout=30_000)
        assert not any(news.number == first and news.done for news in heard)
        assert [news.value for news in heard if news.number == second and news.done] == [7]
        third = here.send("b", f"{__name__}:failing", None)
        qtbot.waitUntil(lambda: any(news.number == third for news in heard), timeout=30_000)
        assert "ZeroDivisionError" in heard[-1].error
    finally:
        here.close()


def test_a_dead_worker_is_told_and_replaced(qtbot: Any) -> None:
    heard: list[News] = []
    here = Errands(heard.append)
    try:
        here.send("a", f"{__name__}:slow", None)
        qtbot.waitUntil(lambda: bool(heard), timeout=30_000)
        here._worker._process.kill()
        qtbot.waitUntil(lambda: heard[-1].error != "", timeout=30_000)
        number = here.send("a", f"{__name__}:quick", 1)
        qtbot.waitUntil(lambda: any(n.number == number and n.value == 1 for n in heard), timeout=30_000)
    finally:
        here.close()


# Several people ----------------------------------------


def test_nothing_of_another_is_in_the_window(open_window: Open) -> None:
    """Behind the curtain, and on the next person's table, there is no tip or mark of the one before."""
    driver = open_window()
    start(driver, 2)
    at_screen(driver)
    for gem in ("Dr1", "Pb2", "Og3"):
        key(driver, gem, "E")
        key(driver, gem, "C", ALT)
    driver.click(panel(driver).sheet_of_orders.send)
    driver.pass_on()
    assert driver.stage is Stage.CURTAIN
    assert not driver.window.findChildren(Board)
    driver.take_over()
    for cell in panel(driver).board.cells.values():
        assert not cell.state.tip
        assert not cell.state.pencil
    assert "pencil: " not in "\n".join(reading.spoken(driver.window))


def test_a_whole_game_of_two_people(open_window: Open) -> None:
    """Twelve rounds, to the tableau with everybody's grids and both charts."""
    driver = open_window()
    match = start(driver, 2)
    while driver.stage is not Stage.RESULT:
        if driver.stage is Stage.ROUND:
            driver.click(driver.page.next_button)
            continue
        at_screen(driver)
        number = view_of(driver).round
        key(driver, box("standard").gems[number - 1], PLAIN[number - 1])
        ask(driver, box("standard").questions[2 * number + match.viewer])  # type: ignore[operator]
        driver.click(panel(driver).sheet_of_orders.send)
    (result,) = driver.visible(Tableau)
    assert result.board.cells["Oy3"].state.truth == "X"
    result.player.setCurrentIndex(1)
    driver.settle()
    assert result.board.cells["Dr1"].state.sure == "A"
    assert "12 of 12" in result.told.text()
    chart = result.findChild(BitsChart)
    assert chart is not None
    driver.wait(lambda: len(chart._values) == 13)
    assert chart._values[0] == pytest.approx(89.746, abs=0.001)
    assert all(a >= b for a, b in zip(chart._values, chart._values[1:], strict=False))
    assert not result.bits.progress.isVisible()
    assert not result.bits.button.isVisible()
    driver.window.show_replay()
    replay = driver.window.page
    assert isinstance(replay, ReplayPage)
    for step in range(0, match.session.revision, 5):
        replay.go(step)
        driver.settle()


def test_totals_below_zero_have_a_minus_on_the_last_page(open_window: Open) -> None:
    driver = open_window()
    match = start(driver, 1)
    while driver.stage is not Stage.RESULT:
        if driver.stage is Stage.ROUND:
            match.next_round()
        else:
            match.play(orders([], [], {"Dr1": "B"}))
        driver.settle()
    assert "Anna \N{MINUS SIGN}24" in driver.text()
    assert "Anna -" not in driver.text()


def test_the_course_of_the_unknown_shows_its_progress_and_can_be_stopped(open_window: Open) -> None:
    driver = open_window()
    table = Table(2)
    while not table.state.winners:
        number = 2 * table.state.round
        table.round(*[orders([box("standard").questions[number + seat]]) for seat in (0, 1)])
    course = Course(table.view(None), texts("en"))
    course.resize(400, 200)
    course.show()
    driver.settle()
    assert course.progress.isVisible()
    assert course.told.text().startswith("Reckoning: ")
    course.button.click()
    assert not course.progress.isVisible()
    assert course.told.text().startswith("Stopped: ")
    known = len(course._values)
    # What it still sends is not heard.
    driver.settle()
    assert len(course._values) == known
    shares: list[float] = []
    course._reckoner.progress.connect(lambda _topic, share: shares.append(share))
    course.button.click()
    driver.wait(lambda: len(course._values) == 13)
    driver.settle()
    assert shares[0] == 0.0
    assert shares == sorted(shares)
    assert not course.button.isVisible()
    course.deleteLater()


# Saving ----------------------------------------


def test_marks_and_drafts_survive_a_restart(open_window: Open) -> None:
    driver = open_window()
    match = start(driver, bots("easy"))
    key(driver, "Dr1", "B")
    key(driver, "Dr2", "C", ALT)
    ask(driver, "E:P")
    path: Path = match.saver.path  # type: ignore[union-attr]
    driver.window.show_start()
    driver.settle()
    assert path.with_suffix(".notes").exists()
    driver.window.close()
    again = open_window()
    assert isinstance(again.window.page, StartPage)
    (saved,), _damaged = storage.saved_games()
    again.window.resume(saved)
    again.settle()
    at_screen(again)
    assert tip(again, "Dr1") == ("B", "")
    assert panel(again).board.cells["Dr2"].state.pencil == {"C": False}
    assert panel(again)._draft.questions == ["E:P"]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "data",
    [
        {"pencil": 3, "steps": "x", "aids": 4, "drafts": []},
        {
            "pencil": {"Dr1": {"Q": True, "A": 3}, "Zz9": {}},
            "steps": [["Dr1", "A"], 5],
            "drafts": {"1": {"sure": {"Dr1": 4}}},
        },
        {"drafts": {"1": {"questions": ["X:D", 5, "A:DP"], "sure": {"Dr1": "AB"}, "risk": {"Q": "A"}}}},
    ],
)
def test_damaged_notes_are_left_out(data: dict[str, Any]) -> None:
    from tests.games.sleuth.table import Table

    notes = Notes(data, box("standard"))
    view = Table(2).view(0)
    draft = notes.draft(view)
    assert draft.orders() == Orders((), (), draft.orders().sure, draft.orders().risk)
    assert not draft.sure
    assert not draft.risk
    assert not notes.by_hand()
    assert not notes.can_undo
    assert notes.aids in (TOTALS, PUBLIC)


# How it looks ----------------------------------------


def test_gems_can_be_told_apart_without_hues(app: QApplication) -> None:
    """At 24 pixels, in greys of their own lightness, every gem differs from every other by its shape and pattern."""
    canvas = QWidget()
    pictures = {}
    for gem in box("large").gems:
        image = QImage(24, 30, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        paint_gem(painter, gem, image.rect().toRectF(), canvas)
        painter.end()
        grey = image.convertToFormat(QImage.Format.Format_Grayscale8)
        pictures[gem] = [grey.pixelColor(x, y).value() for y in range(30) for x in range(24)]
    gems = list(pictures)
    for index, one in enumerate(gems):
        for other in gems[index + 1 :]:
            different = sum(abs(a - b) > 24 for a, b in zip(pictures[one], pictures[other], strict=True))
            assert different >= 4, (one, other)


def screens(driver: Driver, variant: str) -> Iterator[str]:
    """The table in every situation."""
    match = start(
        driver,
        [SeatInfo(LONG[0]), *(SeatInfo(name, "bot:random") for name in LONG[1:])],
        variant=variant,
        max_rounds=5,
    )
    tableau = PLAIN if variant == "standard" else deal("large", 1)
    driver.wait(lambda: panel(driver)._found.questions)
    yield "turn"
    for number, gem in enumerate(box(variant).gems[:9]):
        key(driver, gem, "ABCDEFG"[number % 7], SHIFT if number % 2 else None)
        key(driver, gem, "E", ALT)
    ask(driver, "D:b2")
    driver.click(driver.says("+ Substitute"))
    yield "filled"
    match.ask_advice()
    driver.wait(lambda: match.advice_text(driver.window.t))
    yield "a tip"
    table = panel(driver)
    table._ask_why()
    driver.wait(lambda: not table._reckoner.busy)
    yield "why"
    for page in (0, 1):
        table._open(page)
        yield f"page {page}"
    driver.match.hold(True)
    match.play(orders(["B:r1"], (), {box(variant).gems[0]: tableau[0]}))
    driver.settle()
    yield "waiting"
    driver.match.hold(False)
    while True:
        driver.wait(
            lambda: (
                driver.stage in (Stage.ROUND, Stage.RESULT)
                or driver.match.viewer in driver.match.port.awaited
            )
        )
        if driver.stage is Stage.RESULT:
            break
        if driver.stage is Stage.ROUND:
            if len(match.finished_rounds) in (1, 5):
                yield f"round {len(match.finished_rounds)}"
            match.next_round()
        else:
            match.play(orders())
        driver.settle()
    yield "result"
    driver.window.show_replay()
    driver.settle()
    yield "replay"
    start(driver, [SeatInfo(name) for name in LONG], variant=variant)
    at_screen(driver)
    yield "people"


@pytest.mark.parametrize("variant", ["standard", "large"])
@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.slow), "longer"])
def test_everything_has_its_room(
    open_window: Open, monkeypatch: pytest.MonkeyPatch, variant: str, language: str
) -> None:
    if variant == "large":
        monkeypatch.setattr(MainWindow, "_dealer", lambda _window: Laid(deal("large", 1)))
    if language == "longer":
        long = Longer()
        monkeypatch.setattr("desktop.main_window.texts", lambda _language: long)
    driver = open_window("en" if language == "en" else "de")
    found: dict[str, str] = {}
    for name in screens(driver, variant):
        for size in ((960, 600), (1280, 720), (1920, 1080)):
            driver.window.resize(*size)
            driver.settle()
            for defect in defects(driver.window):
                found.setdefault(f"{size} {defect}", f"{name}, {size}: {defect}")
        driver.window.resize(1280, 720)
        driver.settle()
    assert not found, "\n".join(found.values())


@pytest.mark.parametrize("variant", ["standard", pytest.param("large", marks=pytest.mark.slow)])
def test_tab_goes_round(open_window: Open, monkeypatch: pytest.MonkeyPatch, variant: str) -> None:
    if variant == "large":
        monkeypatch.setattr(MainWindow, "_dealer", lambda _window: Laid(deal("large", 1)))
    driver = open_window()
    found = []
    for name in screens(driver, variant):
        driver.window.activateWindow()
        driver.settle()
        found += [f"{name}: {wrong}" for wrong in round_trip(driver, driver.window)]
    assert not found, "\n".join(dict.fromkeys(found))


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.slow), "de"])
def test_everything_has_a_name(open_window: Open, language: str) -> None:
    driver = open_window(language)
    for name in screens(driver, "standard"):
        for widget in reading.everything(driver.window):
            if (
                widget.isVisible()
                and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
                and widget.focusProxy() is None
            ):
                assert reading.accessible_name(widget), (name, type(widget).__name__)


def test_german_is_german(open_window: Open) -> None:
    """No English text on the table in German."""
    driver = open_window("de")
    start(driver, bots("easy"))
    driver.wait(lambda: panel(driver)._found.questions)
    english = texts("en")
    told = "\n".join([*reading.spoken(driver.window), *(w.text() for w in driver.visible(QLabel))])
    for text in ("Pencil", "holder", "sure tip", "Answers", "Deduction", "bits", "orders"):
        assert english._(text) not in told, text


def cell(table: QTableWidget, row: int, place: int) -> QTableWidgetItem:
    """An item that must be there."""
    item = table.item(row, place)
    assert item is not None
    return item


def test_the_points_mark_the_bonus(open_window: Open) -> None:
    driver = open_window()
    match = start(driver, 1)
    for number in range(5):
        match.play(orders([], [], {"Dr1": "A", "Dr2": "A"}))
        if number < 4:
            match.next_round()
    match.next_round()
    driver.settle()
    panel(driver)._open(1)
    table = panel(driver).points
    assert isinstance(table, PointsTable)
    assert cell(table, 3, 0).text() == "+2"
    assert cell(table, 4, 0).text() == "+2\N{NO-BREAK SPACE}+3"
    assert cell(table, 4, 0).font().bold()
    assert cell(table, 4, 1).text() == "2/2"
    assert cell(table, 5, 0).text() == "13"


def test_answers_are_sorted_and_filtered(open_window: Open) -> None:
    driver = open_window()
    match = start(driver, 1)
    for question in ("B:r1", "C:D", "B:P"):
        match.play(orders([question]))
        match.next_round()
    driver.settle()
    listed = panel(driver).answers

    def shown(place: int) -> list[str]:
        return [cell(listed.table, row, place).text() for row in range(listed.table.rowCount())]

    assert shown(0) == ["3", "2", "1"]
    listed.table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
    assert shown(0) == ["1", "2", "3"]
    choose(listed.holder, "B")
    assert shown(0) == ["1", "3"]
    choose(listed.element, "P")
    assert shown(0) == ["3"]


def test_drawings_are_those_of_the_builder() -> None:
    """What lies in resources is what ``build/gems.py`` draws."""
    import importlib.util

    root = Path(__file__).resolve().parents[2]
    spec = importlib.util.spec_from_file_location("gems", root / "build" / "gems.py")
    assert spec is not None
    assert spec.loader is not None
    builder = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(builder)
    for kind in builder.CUTS:
        for colour in builder.HUES:
            file = root / "resources" / "sleuth" / "gems" / f"{kind}{colour}.svg"
            assert file.read_text("utf-8") == builder.drawing(kind, colour)


def test_solo_has_aids(open_window: Open) -> None:
    """One person alone may use the aids, too."""
    driver = open_window(settings=quick_settings())
    start(driver, 1)
    driver.wait(lambda: panel(driver)._found.questions)
    assert panel(driver).bar.ask.isVisible()


# The page of a round ----------------------------------------


def play_rounds(driver: Driver, given: list[list[Orders]]) -> None:
    """Everybody's orders round by round, up to the page of the last of these rounds."""
    for number, all_orders in enumerate(given):
        if number:
            driver.match.next_round()
        for one in all_orders:
            at_screen(driver)
            driver.match.play(one)
            if driver.stage is Stage.HANDOVER:
                driver.match.hand_over()
        driver.settle()
        assert driver.stage is Stage.ROUND


def crowns(driver: Driver) -> int:
    return sum(sign._name == "crown" for sign in driver.visible(Sign))


@pytest.mark.parametrize(
    ("tipped", "crowned"),
    [
        (({"Dr1": "A"}, {}), 1),
        (({"Dr1": "A"}, {"Dr1": "A"}), 0),
        (({}, {}), 0),
        (({"Dr1": "B"}, {}), 0),
    ],
    ids=["ahead", "the same for everybody", "nobody tips", "no points"],
)
def test_a_crown_is_for_points_that_others_have_not(
    open_window: Open, tipped: tuple[dict[str, str], ...], crowned: int
) -> None:
    driver = open_window()
    start(driver, 2)
    play_rounds(driver, [[orders([], [], one) for one in tipped]])
    assert crowns(driver) == crowned


def test_the_points_use_what_the_answers_leave(open_window: Open) -> None:
    """Eleven rounds of two stand there without scrolling, with as many answers as there are."""
    driver = open_window()
    start(driver, 2)
    play_rounds(
        driver, [[orders([f"{'ABCDEFG'[n % 7]}:D"]), orders([f"{'ABCDEFG'[n % 7]}:r"])] for n in range(11)]
    )
    (table,) = driver.visible(QTableWidget)
    assert table.rowCount() == 12
    assert table.verticalScrollBar().maximum() == 0
    (listed,) = driver.visible(QListWidget)
    assert listed.count() == 2
    assert listed.verticalScrollBar().maximum() == 0
