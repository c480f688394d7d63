"""The players' page for games by post: from the zine's report to the block that is mailed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.main_window import MainWindow
from desktop.post.player import BLOCK, REPORTS, SHEET, PlayerPage
from desktop.post.sheet import PaperSheet
from engine.core.text import texts
from engine.games.sleuth.model import NO_TIPS, Orders, tips
from engine.games.sleuth.post.folder import PostGame
from engine.games.sleuth.post.paper import to_text
from engine.games.sleuth.post.reading import Expected, entries_in
from engine.games.sleuth.post.reports import public_report
from tests.desktop.conftest import quick_settings
from tests.games.sleuth.post.desk import block, mail, make, note_text

Show = Callable[..., PlayerPage]
TIPPED = Orders(("A:D",), (), tips({"Dr1": "A", "Og3": "B"}), tips({"Pb1": "C"}))


@pytest.fixture
def game(tmp_path: Path) -> PostGame:
    """Peru, with one round played."""
    game = make(tmp_path / "peru", ["Anna", "Ben"])
    game.keep([mail(block("Anna", 1, TIPPED)), mail(block("Ben", 1, Orders(("B:r",), (), NO_TIPS, NO_TIPS)))])
    game.resolve()
    return game


@pytest.fixture
def show(app: QApplication, qtbot: QtBot) -> Show:
    """Shows the page as after a start of the program."""

    def make_page(language: str = "en") -> PlayerPage:
        page = PlayerPage(texts(language))
        qtbot.addWidget(page)
        page.resize(1280, 720)
        page.show()
        return page

    return make_page


def report(game: PostGame, number: int = 1) -> str:
    return to_text(public_report(game, number))


def sheet_of(page: PlayerPage) -> PaperSheet:
    assert page.sheet is not None
    return page.sheet


def listed(page: PlayerPage) -> list[str]:
    return [page.texts.item(row).text() for row in range(page.texts.count())]


def choose(page: PlayerPage, name: str) -> None:
    page.player.setCurrentIndex(page.player.findData(name))
    page.player.activated.emit(page.player.currentIndex())


def test_from_the_start_page_to_the_orders_and_the_desk(app: QApplication, qtbot: QtBot) -> None:
    """Both pages lead to each other; the one shown last comes first the next time; the language changes in place."""
    window = MainWindow(quick_settings())
    qtbot.addWidget(window)
    window.show()
    window.show_post()
    desk = window.page
    qtbot.mouseClick(desk.sides.buttons["orders"], Qt.MouseButton.LeftButton)
    assert isinstance(window.page, PlayerPage)
    window.page.text.setPlainText("half a report")
    window.set_language("de")
    assert isinstance(window.page, PlayerPage)
    assert window.page.text.toPlainText() == "half a report"
    window.page.back_button.click()
    window.show_post()
    assert isinstance(window.page, PlayerPage)
    assert window.page.text.toPlainText() == "half a report"
    qtbot.mouseClick(window.page.sides.buttons["desk"], Qt.MouseButton.LeftButton)
    assert not isinstance(window.page, PlayerPage)


def test_a_pasted_report_becomes_a_sheet_and_a_block(show: Show, game: PostGame, qtbot: QtBot) -> None:
    page = show()
    QGuiApplication.clipboard().setText("Hallo!\n\n> " + report(game).replace("\n", "\n> "))
    qtbot.mouseClick(page.paste_button, Qt.MouseButton.LeftButton)
    assert listed(page) == ["1: round 1", "New text"]
    assert page.sheet is None
    choose(page, "Anna")
    sheet = sheet_of(page)
    assert page.tabs.currentIndex() == SHEET
    assert sheet.answers.table.rowCount() == 2
    qtbot.waitUntil(lambda: bool(sheet._found.impossible), timeout=30_000)
    # No gem of B is red: that is proved, and said of every red gem.
    assert "B" not in sheet.board.cells["Dr1"].state.possible
    sheet._act("Dr1", False)
    sheet._act("Pb2", True)
    sheet._take_question("C:P")
    qtbot.mouseClick(sheet.sheet_of_orders.send, Qt.MouseButton.LeftButton)
    assert page.tabs.currentIndex() == BLOCK
    page.remark.setText("Bis bald!")
    page.remark.textEdited.emit("Bis bald!")
    qtbot.mouseClick(page.copy_button, Qt.MouseButton.LeftButton)
    copied = QGuiApplication.clipboard().text()
    assert copied == page.block.toPlainText()
    assert "This is what you copied for round 2." in page.verdict.text()
    # The game master reads it without a question.
    (entry,) = entries_in(mail(copied), Expected("Peru", "standard", game.players, 2))
    assert entry.problems == ()
    assert entry.orders == Orders(("C:P",), (), tips({"Dr1": "A"}), tips({"Pb2": "A"}))
    assert entry.comments == ("Bis bald!",)


def test_everything_is_there_after_a_start(show: Show, game: PostGame, qtbot: QtBot) -> None:
    """Texts, player, tips, questions, marks, remark, and what was copied."""
    page = show()
    page.take_in([report(game)])
    choose(page, "Ben")
    sheet = sheet_of(page)
    sheet._act("Dr1", False)
    sheet._take_question("D:O")
    sheet._mark("Og3", "C")
    page.tabs.setCurrentIndex(BLOCK)
    page._on_remark("Gruß")
    page.copy()
    before = page.block.toPlainText()
    again = show("de")
    assert again.tabs.currentIndex() == SHEET
    assert again.game is not None
    assert again.game.player == "Ben"
    assert sheet_of(again)._notes is not None
    assert sheet_of(again)._notes.pencil == {"Og3": {"C": False}}
    again.tabs.setCurrentIndex(BLOCK)
    assert again.remark.text() == "Gruß"
    assert "Spieler=Ben" in again.block.toPlainText()
    assert "Opale hat D" in again.block.toPlainText()
    assert again.game.sent == {"2": before}


def test_own_tips_come_back_as_facts(show: Show, game: PostGame, qtbot: QtBot) -> None:
    """What was copied for a round is known when its report comes; the sure tips stand in the next draft."""
    page = show()
    page.take_in([report(game, 0)])
    choose(page, "Anna")
    sheet = sheet_of(page)
    for gem, holder, risk in (("Dr1", "A", False), ("Og3", "B", False), ("Pb1", "C", True)):
        sheet._tip(gem, holder, risk=risk)
    page.tabs.setCurrentIndex(BLOCK)
    page._on_remark("Erste Runde!")
    page.copy()
    page.take_in([report(game)])
    view = sheet_of(page)._view
    assert view is not None
    assert view.round == 2
    assert view.own[0].orders.sure == TIPPED.sure
    assert view.own[0].orders.risk == TIPPED.risk
    # Another player has none of that; and a remark belongs to its round.
    choose(page, "Ben")
    view = sheet_of(page)._view
    assert view is not None
    assert view.own[0].orders.sure == NO_TIPS
    page.tabs.setCurrentIndex(BLOCK)
    assert page.remark.text() == ""
    choose(page, "Anna")
    orders = sheet_of(page).orders()
    assert orders is not None
    assert orders.sure == TIPPED.sure
    assert orders.risk == NO_TIPS


def test_a_note_tells_who_plays_and_what_is_wrong(show: Show, game: PostGame) -> None:
    page = show()
    page.take_in([report(game), note_text(game, "Anna")])
    assert page.game is not None
    assert page.game.player == "Anna"
    assert sheet_of(page).sheet_of_orders.hint.text() == "At least one of your sure tips of round 1 is wrong."


def test_faults_stand_in_place_and_can_be_corrected(show: Show, game: PostGame, qtbot: QtBot) -> None:
    page = show()
    bad = report(game).replace("A have? – 5", "A have? – 9")
    page.text.setPlainText(bad)
    qtbot.mouseClick(page.read_button, Qt.MouseButton.LeftButton)
    assert "This answer can't be" in page.problems.item(0).text()
    (mark,) = page.text.extraSelections()
    assert "A have? – 9" in mark.cursor.block().text()
    page.text.setPlainText(report(game))
    # While it is not read, no other text is shown in its place.
    assert not page.texts.isEnabled()
    assert not page.paste_button.isEnabled()
    qtbot.mouseClick(page.read_button, Qt.MouseButton.LeftButton)
    assert page.problems.count() == 0
    assert page.texts.isEnabled()
    assert listed(page) == ["1: round 1", "New text"]


def test_a_text_without_a_report_stays_where_it_is(show: Show, qtbot: QtBot) -> None:
    page = show()
    QGuiApplication.clipboard().setText("Diplomacy Wien, Runde 7")
    qtbot.mouseClick(page.paste_button, Qt.MouseButton.LeftButton)
    assert page.text.toPlainText() == "Diplomacy Wien, Runde 7"
    assert "no report" in page.said.text()
    assert page.games == []


def test_removing_a_text_loses_nothing(show: Show, game: PostGame, qtbot: QtBot) -> None:
    page = show()
    page.take_in([report(game)])
    choose(page, "Anna")
    page.tabs.setCurrentIndex(REPORTS)
    page.texts.setCurrentRow(0)
    qtbot.mouseClick(page.remove_button, Qt.MouseButton.LeftButton)
    assert listed(page) == ["New text"]
    assert page.text.toPlainText() == report(game)
    qtbot.mouseClick(page.read_button, Qt.MouseButton.LeftButton)
    assert listed(page) == ["1: round 1", "New text"]


def test_dropped_mails_of_two_games(show: Show, game: PostGame, tmp_path: Path) -> None:
    """A zine with two games in it: each has its own sheet, and one chooses between them."""
    lima = report(game).replace("Peru", "Lima")
    path = tmp_path / "zine.eml"
    path.write_bytes(
        b"From: cici@example.org\nContent-Type: text/plain; charset=utf-8\n\n"
        + (report(game) + lima).encode()
    )
    page = show()
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    actions, buttons, keys = (
        Qt.DropAction.CopyAction,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    page.dropEvent(QDropEvent(QPointF(5, 5), actions, data, buttons, keys))
    assert [one.game for one in page.games] == ["Peru", "Lima"]
    page.choice.setCurrentIndex(1)
    page.choice.activated.emit(1)
    assert page.headline.text() == "Lima, round 2"
    assert {one.game for one in show().games} == {"Peru", "Lima"}


def test_a_missing_round_is_told(show: Show, game: PostGame) -> None:
    for _round in range(2):
        game.resolve(lambda _seats: True)
    page = show()
    page.take_in([report(game, 1), report(game, 3)])
    assert "The report of round 2 is missing." in page.warning.text()
    assert page.headline.text() == "Peru, round 4"


def test_after_the_end_there_is_nothing_to_order(show: Show, game: PostGame) -> None:
    while not game.over:
        game.resolve(lambda _seats: True)
    page = show()
    page.take_in([report(game, number) for number in range(1, 13)])
    choose(page, "Anna")
    assert page.headline.text() == "Peru: the game is over."
    page.tabs.setCurrentIndex(BLOCK)
    assert page.block.toPlainText() == ""
    assert not page.copy_button.isEnabled()


def test_a_damaged_file_is_set_aside(show: Show, game: PostGame) -> None:
    page = show()
    page.take_in([report(game)])
    assert page.game is not None
    path = page.game.path
    assert json.loads(path.read_bytes())["game"] == "Peru"
    page.hide()
    path.write_text("{", "utf-8")
    again = show()
    assert again.games == []
    assert "set aside" in again.said.text()
    assert path.with_suffix(".damaged").read_text("utf-8") == "{"


def test_a_full_disk_is_told(show: Show, game: PostGame, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: object) -> None:
        raise OSError(28, "No space left on device")

    page = show()
    page.take_in([report(game)])
    monkeypatch.setattr("desktop.post.kept.storage.write_whole", refuse)
    choose(page, "Anna")
    sheet_of(page)._act("Dr1", False)
    assert "No space left" in page.said.text()


def test_a_fault_stays_marked_while_the_page_is_left(app: QApplication, qtbot: QtBot, game: PostGame) -> None:
    window = MainWindow(quick_settings())
    qtbot.addWidget(window)
    window.show()
    window.show_orders()
    page = window.page
    assert isinstance(page, PlayerPage)
    page.take_in([report(game).replace("A have? – 5", "A have? – 9")])
    page.tabs.setCurrentIndex(REPORTS)
    (mark,) = page.text.extraSelections()
    fault = mark.cursor.block().text()
    assert "A have? – 9" in fault
    qtbot.mouseClick(page.back_button, Qt.MouseButton.LeftButton)
    window.show_post()
    page = window.page
    assert isinstance(page, PlayerPage)
    (mark,) = page.text.extraSelections()
    assert mark.cursor.block().text() == fault


def test_what_is_said_moves_nothing(show: Show, game: PostGame) -> None:
    page = show()
    page.take_in([report(game)])
    for tab, button in ((REPORTS, page.read_button), (BLOCK, page.copy_button)):
        page.tabs.setCurrentIndex(tab)
        QApplication.processEvents()
        before = button.mapTo(page, button.rect().topLeft())
        page._say("Read: Peru, round 1. " * 30)
        QApplication.processEvents()
        assert button.mapTo(page, button.rect().topLeft()) == before
        assert page.said.shown().endswith("…")
