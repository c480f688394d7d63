"""The game master's desk: a postal game from the deal to the report, at the screen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from desktop.main_window import MainWindow
from desktop.post.desk import SEAT, DeskState, PostDesk
from desktop.post.new_game import NewPostGame
from engine.core.text import texts
from engine.games.sleuth.post.folder import PostGame, locked, open_game
from engine.play import referee
from tests.desktop.conftest import quick_settings
from tests.games.sleuth.post.desk import block, make

Open = Callable[..., PostDesk]


@pytest.fixture
def game(tmp_path: Path) -> PostGame:
    return make(tmp_path / "peru", ["Anna", "Ben"])


@pytest.fixture
def desk(app: QApplication, qtbot: QtBot, game: PostGame) -> PostDesk:
    """The desk with the game of Anna and Ben on it."""
    page = PostDesk(texts("en"), DeskState(game.path))
    qtbot.addWidget(page)
    page.resize(1280, 720)
    page.show()
    done(page, qtbot)
    return page


def done(desk: PostDesk, qtbot: QtBot) -> None:
    """Wait until what was asked for is done."""
    qtbot.waitUntil(lambda: not desk.waiting, timeout=30_000)


def listed(desk: PostDesk) -> list[str]:
    return [desk.players.item(row).text() for row in range(desk.players.count())]


def orders(tmp_path: Path, name: str, text: str) -> str:
    path = tmp_path / f"{name}.txt"
    path.write_text(text, "utf-8")
    return str(path)


def test_the_start_page_leads_to_the_desk_and_back(app: QApplication, qtbot: QtBot) -> None:
    window = MainWindow(quick_settings(), save=False)
    qtbot.addWidget(window)
    window.show()
    (entry,) = [button for button in window.findChildren(QPushButton) if button.text() == "By post …"]
    qtbot.mouseClick(entry, Qt.MouseButton.LeftButton)
    (page,) = window.findChildren(PostDesk)
    assert not page.resolve_button.isEnabled()
    window.set_language("de")
    (page,) = [one for one in window.findChildren(PostDesk) if one.isVisible()]
    (back,) = [button for button in page.findChildren(QPushButton) if button.text() == "Zurück"]
    qtbot.mouseClick(back, Qt.MouseButton.LeftButton)
    assert not [one for one in window.findChildren(PostDesk) if one.isVisible()]


def test_the_desk_is_found_as_it_was_left(app: QApplication, qtbot: QtBot, game: PostGame) -> None:
    """In another language, and after a look at another page: the game, who is missing, and orders half mended."""
    window = MainWindow(quick_settings(), save=False)
    qtbot.addWidget(window)
    window.show()
    window.show_desk(DeskState(game.path))

    def away_and_back() -> None:
        page = window.page
        assert isinstance(page, PostDesk)
        page.back.emit()
        window.show_post()

    for leave in (lambda: window.set_language("de"), away_and_back):
        page = window.page
        assert isinstance(page, PostDesk)
        done(page, qtbot)
        page._show_entry()
        page.absent = {0}
        page.players.setCurrentRow(1)
        page.mend()
        page.text.setPlainText("half an order")
        leave()
        page = window.page
        assert isinstance(page, PostDesk)
        done(page, qtbot)
        assert page.game is not None
        assert page.absent == {0}
        assert page.players.currentRow() == 1
        assert page.text.toPlainText() == "half an order"
        assert not page.text.isReadOnly()


def test_a_round_at_the_desk(desk: PostDesk, qtbot: QtBot, tmp_path: Path) -> None:
    """Read a mail, see its fault in place, mend it, declare the other missing, resolve, undo."""
    assert listed(desk) == ["Anna: missing", "Ben: missing"]
    faulty = block("Anna", 1).replace("Tipp=", "Frage=Perlen, X\nTipp=")
    desk.read_files([orders(tmp_path, "anna", faulty)])
    done(desk, qtbot)
    assert listed(desk) == ["Anna: with faults", "Ben: missing"]
    assert desk.text.toPlainText() == faulty.rstrip("\n") + "\n"
    assert "X can't be asked" in desk.problems.item(0).text()
    (mark,) = desk.text.extraSelections()
    assert mark.cursor.block().text() == "Frage=Perlen, X"
    qtbot.mouseClick(desk.mend_button, Qt.MouseButton.LeftButton)
    assert not desk.text.isReadOnly()
    # What the player wrote stands there, with the fault marked.
    assert desk.text.toPlainText() == faulty
    assert desk.text.extraSelections()[0].cursor.block().text() == "Frage=Perlen, X"
    desk.text.setPlainText(block("Anna", 1).replace("Tipp=", "Frage=Perlen, G\nTipp="))
    qtbot.mouseClick(desk.take_button, Qt.MouseButton.LeftButton)
    done(desk, qtbot)
    assert listed(desk) == ["Anna: fine, mended", "Ben: missing"]
    assert not desk.resolve_button.isEnabled()
    desk.players.setCurrentRow(1)
    qtbot.mouseClick(desk.absent_button, Qt.MouseButton.LeftButton)
    assert listed(desk)[1] == "Ben: declared missing"
    qtbot.mouseClick(desk.resolve_button, Qt.MouseButton.LeftButton)
    done(desk, qtbot)
    assert desk.game is not None
    assert desk.game.rounds == 1
    assert desk.tabs.currentIndex() == 1
    assert "Anna: How many pearls does G have? – 0." in desk.report.toPlainText()
    desk.tabs.setCurrentIndex(0)
    qtbot.mouseClick(desk.undo_button, Qt.MouseButton.LeftButton)
    done(desk, qtbot)
    assert listed(desk) == ["Anna: fine, mended", "Ben: missing"]
    assert open_game(desk.game.path, referee).rounds == 0


def test_mending_from_the_template(desk: PostDesk, qtbot: QtBot) -> None:
    desk.players.setCurrentRow(1)
    qtbot.mouseClick(desk.mend_button, Qt.MouseButton.LeftButton)
    assert "Spieler=Ben" in desk.text.toPlainText() or "Player=Ben" in desk.text.toPlainText()
    qtbot.mouseClick(desk.leave_button, Qt.MouseButton.LeftButton)
    assert listed(desk)[1] == "Ben: missing"
    qtbot.mouseClick(desk.mend_button, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(desk.take_button, Qt.MouseButton.LeftButton)
    done(desk, qtbot)
    assert listed(desk)[1] == "Ben: fine, mended"


def test_dropped_and_pasted_mails(desk: PostDesk, qtbot: QtBot, tmp_path: Path) -> None:
    for data in (QMimeData(), QMimeData()):
        if not desk.standing.of(0):
            data.setUrls([QUrl.fromLocalFile(orders(tmp_path, "anna", block("Anna", 1)))])
        else:
            data.setText(block("Bem", 1))
        actions, buttons, keys = (
            Qt.DropAction.CopyAction,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
        desk.dropEvent(QDropEvent(QPointF(5, 5), actions, data, buttons, keys))
        done(desk, qtbot)
    assert listed(desk) == ["Anna: fine", "Ben: missing", "Bem: does not count"]
    desk.players.setCurrentRow(2)
    assert desk.players.currentItem().data(SEAT) == -2
    assert "Is Ben meant?" in desk.problems.item(0).text()
    QGuiApplication.clipboard().setText(block("Ben", 1))
    desk.paste()
    done(desk, qtbot)
    assert listed(desk)[1] == "Ben: fine"
    assert desk.standing.of(1) is not None
    # The newer mail counts; that there is an older one is said.
    QGuiApplication.clipboard().setText(block("Ben", 1) + "// once more\n")
    desk.paste()
    done(desk, qtbot)
    desk.players.setCurrentRow(1)
    assert desk.source.text().endswith("1 older mail is replaced by it")
    assert "// once more" in desk.text.toPlainText()


def test_a_note_goes_out(desk: PostDesk, qtbot: QtBot, tmp_path: Path) -> None:
    assert desk.game is not None
    desk.absent = {0, 1}
    desk.resolve()
    done(desk, qtbot)
    desk.readers.setCurrentIndex(1)
    done(desk, qtbot)
    note = desk.report.toPlainText()
    assert "Peru: round 1, for Anna" in note
    desk.copy()
    assert QGuiApplication.clipboard().text() == note
    assert unquote(desk.mail_address()).replace("\r\n", "\n").endswith(note)
    for kind, begin in (("pdf", b"%PDF"), ("html", b"<!DOCTYPE")):
        path = tmp_path / f"note.{kind}"
        desk.save(str(path))
        assert path.read_bytes().startswith(begin)
    desk.rounds.setCurrentIndex(1)
    done(desk, qtbot)
    assert "Your orders for round 1" in desk.report.toPlainText()


def test_what_goes_wrong_is_said(desk: PostDesk, qtbot: QtBot, tmp_path: Path) -> None:
    desk.open_folder(str(tmp_path))
    done(desk, qtbot)
    assert "no postal game" in desk.said.text()
    desk.read_files([str(tmp_path / "nothing.txt")])
    done(desk, qtbot)
    assert "nothing.txt" in desk.said.text()
    desk.save(str(tmp_path / "no" / "where.html"))
    assert "where.html" in desk.said.text()
    assert desk.game is not None
    for row in (0, 1):
        desk.players.setCurrentRow(row)
        desk.declare_absent()
    with locked(desk.game.path):
        desk.resolve()
        done(desk, qtbot)
    assert "Somebody else" in desk.said.text()
    assert listed(desk) == ["Anna: declared missing", "Ben: declared missing"]


def test_a_new_game(app: QApplication, qtbot: QtBot, tmp_path: Path) -> None:
    page = PostDesk(texts("en"))
    qtbot.addWidget(page)
    page.show()
    qtbot.mouseClick(page.new_button, Qt.MouseButton.LeftButton)
    (dialog,) = page.findChildren(NewPostGame)
    dialog.begin_in(str(tmp_path / "lima"))
    assert dialog.said.text()
    dialog.name.setText("Lima")
    dialog.players.setPlainText("Anna <anna@example.org>\n\nBen\n")
    dialog.variant.setCurrentIndex(1)
    dialog.begin_in(str(tmp_path / "lima"))
    done(page, qtbot)
    assert page.game is not None
    assert page.game.variant == "large"
    assert page.game.players[0].mail == ("anna@example.org",)
    assert listed(page) == ["Anna: missing", "Ben: missing"]


def test_reading_many_mails_can_be_stopped(desk: PostDesk, qtbot: QtBot, tmp_path: Path) -> None:
    """The window goes on; what was read is kept, and reading the mailbox again reads the rest."""
    head = "From x@y Mon Nov 30 10:00:00 2026\nFrom: x@y\nDate: Mon, 30 Nov 2026 10:00:00 +0100\n\n"
    path = tmp_path / "in.mbox"
    path.write_text("".join(f"{head}{block('Anna', 1)}// {number}\n\n" for number in range(1500)), "utf-8")
    desk.read_files([str(path)])
    assert desk.waiting
    assert not desk.read_button.isEnabled()
    shares: list[float] = []
    desk._reckoner.progress.connect(lambda _topic, share: shares.append(share))
    qtbot.waitUntil(lambda: any(share > 0 for share in shares), timeout=30_000)
    desk.cancel_button.click()
    done(desk, qtbot)
    assert desk.said.text() == "Stopped. Mails read until then are kept."
    assert desk.read_button.isEnabled()
    kept = len(desk.standing.entries)
    assert 0 < kept < 1500
    desk.read_files([str(path)])
    done(desk, qtbot)
    assert len(desk.standing.entries) == 1500
    assert desk.said.text() == (
        f"1500 mails were read. {kept} of them were there already and change nothing."
    )
    assert listed(desk) == ["Anna: fine", "Ben: missing"]


def test_nothing_typed_gets_lost_while_mails_come(desk: PostDesk, qtbot: QtBot, tmp_path: Path) -> None:
    """Whoever mends an order finishes that first."""
    desk.mend()
    desk.text.setPlainText("half an order")
    assert not desk.read_button.isEnabled()
    assert not desk.players.isEnabled()
    desk.read_files([orders(tmp_path, "ben", block("Ben", 1))])
    done(desk, qtbot)
    assert desk.text.toPlainText() == "half an order"
    qtbot.mouseClick(desk.leave_button, Qt.MouseButton.LeftButton)
    desk.read_files([orders(tmp_path, "ben", block("Ben", 1))])
    done(desk, qtbot)
    assert listed(desk) == ["Anna: missing", "Ben: fine"]


def test_the_wrong_mailbox_does_not_fill_the_list(desk: PostDesk, qtbot: QtBot, tmp_path: Path) -> None:
    head = "From x@y Mon Nov 30 10:00:00 2026\nFrom: x@y\n\n"
    path = tmp_path / "in.mbox"
    path.write_text("".join(f"{head}{block('Anna', 9)}// {number}\n\n" for number in range(250)), "utf-8")
    desk.read_files([str(path)])
    done(desk, qtbot)
    assert len(desk.standing.entries) == 250
    assert listed(desk)[1:3] == ["Ben: missing", "Anna: does not count"]
    assert listed(desk)[-1] == "and 50 more mails"
    assert len(listed(desk)) == 2 + 200 + 1
