"""The game master's desk: a postal game from the deal to the report, at the screen."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox, QPushButton, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from desktop import storage
from desktop.main_window import MainWindow
from desktop.post.desk import SEAT, DeskState, PostDesk
from desktop.post.new_game import NewPostGame
from desktop.post.reports import MailByHand
from engine.core.text import texts
from engine.games.sleuth.meta import META
from engine.games.sleuth.model import NO_TIPS, Orders
from engine.games.sleuth.post.folder import POST_OPTIONS, PostGame, create, locked, open_game
from engine.games.sleuth.post.reading import Player
from engine.games.sleuth.post.settings import PostSettings
from engine.play import referee
from tests.desktop.conftest import quick_settings
from tests.games.sleuth.post.desk import STANDARD, block, make

BEM = "“Bem” does not play in this game. Is Ben meant?"


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


def answer(desk: PostDesk, qtbot: QtBot, word: str) -> str:
    """Press the button *word* of the one question that is open; what it asked."""
    (box,) = [one for one in desk.findChildren(QMessageBox) if one.isVisible()]
    (button,) = [one for one in box.buttons() if one.text() == word]
    asked = f"{box.text()}\n{box.informativeText()}"
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    return asked


def asked(desk: PostDesk) -> bool:
    return any(one.isVisible() for one in desk.findChildren(QMessageBox))


def eml(text: str, sender: str, date: str) -> str:
    return f"From: {sender}\nDate: {date}\nContent-Type: text/plain; charset=utf-8\n\n{text}"


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
        page.mail.text.setPlainText("half an order")
        leave()
        page = window.page
        assert isinstance(page, PostDesk)
        done(page, qtbot)
        assert page.game is not None
        assert page.absent == {0}
        assert page.players.currentRow() == 1
        assert page.mail.text.toPlainText() == "half an order"
        assert not page.mail.text.isReadOnly()


def test_a_round_at_the_desk(desk: PostDesk, qtbot: QtBot, tmp_path: Path) -> None:
    """Read a mail, see its fault in place, mend it, declare the other missing, resolve, undo."""
    assert listed(desk) == ["Anna: missing", "Ben: missing"]
    faulty = block("Anna", 1).replace("Tipp=", "Frage=Perlen, X\nTipp=")
    desk.read_files([orders(tmp_path, "anna", faulty)])
    done(desk, qtbot)
    assert listed(desk) == ["Anna: with faults", "Ben: missing"]
    assert desk.mail.text.toPlainText() == faulty.rstrip("\n") + "\n"
    assert "X can't be asked" in desk.mail.problems.item(0).text()
    (mark,) = desk.mail.text.extraSelections()
    assert mark.cursor.block().text() == "Frage=Perlen, X"
    qtbot.mouseClick(desk.mend_button, Qt.MouseButton.LeftButton)
    assert not desk.mail.text.isReadOnly()
    # What the player wrote stands there, with the fault marked.
    assert desk.mail.text.toPlainText() == faulty
    assert desk.mail.text.extraSelections()[0].cursor.block().text() == "Frage=Perlen, X"
    desk.mail.text.setPlainText(block("Anna", 1).replace("Tipp=", "Frage=Perlen, G\nTipp="))
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
    assert "Anna: How many pearls does G have? – 0." in desk.reports.report.toPlainText()
    qtbot.mouseClick(desk.undo_button, Qt.MouseButton.LeftButton)
    answer(desk, qtbot, "Take back")
    done(desk, qtbot)
    assert desk.tabs.currentIndex() == 0
    assert listed(desk) == ["Anna: fine, mended", "Ben: missing"]
    assert open_game(desk.game.path, referee).rounds == 0


def test_mending_from_the_template(desk: PostDesk, qtbot: QtBot) -> None:
    desk.players.setCurrentRow(1)
    qtbot.mouseClick(desk.mend_button, Qt.MouseButton.LeftButton)
    assert "Spieler=Ben" in desk.mail.text.toPlainText() or "Player=Ben" in desk.mail.text.toPlainText()
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
    assert listed(desk) == ["Anna: fine", "Ben: missing", f"Bem does not count: {BEM}"]
    assert desk.said.text() == f"1 mail was read. Bem does not count: {BEM}"
    desk.players.setCurrentRow(2)
    assert desk.players.currentItem().data(SEAT) == -2
    assert "Is Ben meant?" in desk.mail.problems.item(0).text()
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
    assert desk.mail.source.text().endswith("1 older mail is replaced by it")
    assert "// once more" in desk.mail.text.toPlainText()


def test_a_note_goes_out(desk: PostDesk, qtbot: QtBot, tmp_path: Path) -> None:
    assert desk.game is not None
    desk.absent = {0, 1}
    desk.resolve()
    done(desk, qtbot)
    desk.reports.readers.setCurrentIndex(1)
    done(desk, qtbot)
    note = desk.reports.report.toPlainText()
    assert "Peru: round 1, for Anna" in note
    desk.reports.copy()
    assert QGuiApplication.clipboard().text() == note
    assert unquote(desk.reports.mail_address()).replace("\r\n", "\n").endswith(note)
    for kind, begin in (("pdf", b"%PDF"), ("html", b"<!DOCTYPE")):
        path = tmp_path / f"note.{kind}"
        desk.reports.save(str(path))
        assert path.read_bytes().startswith(begin)
    desk.reports.rounds.setCurrentIndex(1)
    done(desk, qtbot)
    assert "Your orders for round 1" in desk.reports.report.toPlainText()


def test_what_goes_wrong_is_said(desk: PostDesk, qtbot: QtBot, tmp_path: Path) -> None:
    desk.open_folder(str(tmp_path))
    done(desk, qtbot)
    assert "no postal game" in desk.said.text()
    desk.read_files([str(tmp_path / "nothing.txt")])
    done(desk, qtbot)
    assert "nothing.txt" in desk.said.text()
    desk.reports.save(str(tmp_path / "no" / "where.html"))
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
    dialog.options["variant"].combo.setCurrentIndex(1)
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
        f"1500 mails were read. {kept} of them were there already and change nothing. "
        f"{1499 - kept} of them do not count: newer orders are there."
    )
    assert listed(desk) == ["Anna: fine", "Ben: missing"]


def test_nothing_typed_gets_lost_while_mails_come(desk: PostDesk, qtbot: QtBot, tmp_path: Path) -> None:
    """Whoever mends an order finishes that first."""
    desk.mend()
    desk.mail.text.setPlainText("half an order")
    assert not desk.read_button.isEnabled()
    assert not desk.players.isEnabled()
    desk.read_files([orders(tmp_path, "ben", block("Ben", 1))])
    done(desk, qtbot)
    assert desk.mail.text.toPlainText() == "half an order"
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
    assert listed(desk)[1:3] == [
        "Ben: missing",
        "Anna (x@y) does not count: These orders are for round 9; round 1 is open.",
    ]
    assert listed(desk)[-1] == "and 50 more mails"
    assert len(listed(desk)) == 2 + 200 + 1


def test_taking_a_round_back_is_asked_first(desk: PostDesk, qtbot: QtBot) -> None:
    """The button stands apart, not below the one pressed every round."""
    assert not desk.undo_button.isEnabled()
    desk.absent = {0, 1}
    desk.resolve()
    done(desk, qtbot)
    assert desk.undo_button.text() == "Take round 1 back …"
    assert not desk.tabs.widget(0).isAncestorOf(desk.undo_button)
    for word, rounds in (("Cancel", 1), ("Take back", 0)):
        qtbot.mouseClick(desk.undo_button, Qt.MouseButton.LeftButton)
        assert answer(desk, qtbot, word).startswith("Take round 1 back?")
        done(desk, qtbot)
        assert desk.game is not None
        assert desk.game.rounds == rounds


def test_what_would_be_ignored_is_asked_before_resolving(
    desk: PostDesk, qtbot: QtBot, tmp_path: Path
) -> None:
    faulty = block("Anna", 1).replace("Tipp=", "Frage=Perlen, X\nTipp=")
    wrong = eml(block("Ben", 7), "ben@example.org", "Mon, 30 Nov 2026 10:00:00 +0100")
    desk.read_files([orders(tmp_path, "anna", faulty), orders(tmp_path, "ben", wrong)])
    done(desk, qtbot)
    desk.players.setCurrentRow(1)
    qtbot.mouseClick(desk.absent_button, Qt.MouseButton.LeftButton)
    for word, rounds in (("Cancel", 0), ("Resolve", 1)):
        qtbot.mouseClick(desk.resolve_button, Qt.MouseButton.LeftButton)
        question = answer(desk, qtbot, word)
        assert question.startswith("Resolve round 1 although something is ignored?")
        assert "Anna, line " in question
        assert "X can't be asked" in question
        assert "Ben (ben@example.org) does not count: These orders are for round 7" in question
        done(desk, qtbot)
        assert desk.game is not None
        assert desk.game.rounds == rounds


def test_without_faults_nothing_is_asked(desk: PostDesk, qtbot: QtBot, tmp_path: Path) -> None:
    """A mail that did not count is no matter once its player has sent right orders."""
    for name, text in (("old", block("Ben", 7)), ("new", block("Ben", 1)), ("anna", block("Anna", 1))):
        desk.read_files([orders(tmp_path, name, text)])
        done(desk, qtbot)
    qtbot.mouseClick(desk.resolve_button, Qt.MouseButton.LeftButton)
    assert not asked(desk)
    done(desk, qtbot)
    assert desk.game is not None
    assert desk.game.rounds == 1


def test_a_long_list_of_faults_is_shortened(desk: PostDesk, qtbot: QtBot) -> None:
    desk.read_text(block("Anna", 1).replace("Tipp=", "Frage=Perlen, X\n" * 30 + "Tipp="))
    done(desk, qtbot)
    desk.absent = {1}
    desk.ask_resolve()
    question = answer(desk, qtbot, "Cancel")
    assert question.count("\n") == 11
    assert question.splitlines()[-1].startswith("and ")


def test_all_missing_are_declared_so_at_once(desk: PostDesk, qtbot: QtBot) -> None:
    """The button that can't be pressed says why, and in a line of its own."""
    assert desk.why_not.text() == "Anna and Ben are missing."
    assert "Anna and Ben are missing." in desk.resolve_button.toolTip()
    qtbot.mouseClick(desk.all_absent_button, Qt.MouseButton.LeftButton)
    assert listed(desk) == ["Anna: declared missing", "Ben: declared missing"]
    assert not desk.why_not.text()
    assert not desk.resolve_button.toolTip()
    assert desk.resolve_button.isEnabled()
    assert desk.all_absent_button.text() == "Declare nobody missing"
    qtbot.mouseClick(desk.all_absent_button, Qt.MouseButton.LeftButton)
    assert listed(desk) == ["Anna: missing", "Ben: missing"]
    qtbot.mouseClick(desk.absent_button, Qt.MouseButton.LeftButton)
    assert desk.why_not.text() == "Ben is missing."
    qtbot.mouseClick(desk.all_absent_button, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(desk.resolve_button, Qt.MouseButton.LeftButton)
    done(desk, qtbot)
    assert desk.game is not None
    assert desk.game.rounds == 1


def test_many_missing_are_not_all_named(app: QApplication, qtbot: QtBot, tmp_path: Path) -> None:
    game = make(tmp_path / "crowd", [f"P{n}" for n in range(30)], variant="large")
    page = PostDesk(texts("en"), DeskState(game.path))
    qtbot.addWidget(page)
    done(page, qtbot)
    assert page.why_not.text() == "P0, P1, P2 and 27 more are missing."


def test_mails_that_do_not_count_say_why(desk: PostDesk, qtbot: QtBot, tmp_path: Path) -> None:
    """Who sent them, the reason; and those that were replaced can be looked at."""
    new = eml(block("Ben", 1) + "// new\n", "ben@example.org", "Mon, 02 Nov 2026 10:00:00 +0000")
    old = eml(block("Ben", 1) + "// old\n", "ben@example.org", "Sun, 01 Nov 2026 10:00:00 +0000")
    letter = eml("Dear game master, I resign.\n", "carla@example.org", "Sun, 01 Nov 2026 11:00:00 +0000")
    for name, text in (("new", new), ("old", old), ("letter", letter)):
        desk.read_files([orders(tmp_path, name, text)])
        done(desk, qtbot)
        if name == "old":
            assert desk.said.text() == (
                "1 mail was read. That of Ben (ben@example.org) does not count: newer orders are there."
            )
    reason = "carla@example.org does not count: There are no orders for VP-Sleuth in this mail."
    assert desk.said.text() == f"1 mail was read. {reason}"
    assert listed(desk)[2] == reason
    desk.players.setCurrentRow(2)
    assert "from carla@example.org · does not count: There are no orders" in desk.mail.source.text()
    desk.players.setCurrentRow(1)
    assert "// new" in desk.mail.text.toPlainText()
    assert "1 older mail is replaced by it" in desk.mail.source.text()
    desk.mail.versions.setFocus()
    qtbot.keyClick(desk.mail.versions, Qt.Key.Key_Down)
    assert "// old" in desk.mail.text.toPlainText()
    assert "from ben@example.org · replaced by newer orders" in desk.mail.source.text()
    assert not desk.mend_button.isEnabled()
    desk.players.setCurrentRow(0)
    assert not desk.mail.versions.isVisible()


def test_the_desk_remembers_its_game(app: QApplication, qtbot: QtBot, game: PostGame) -> None:
    """At the next start of the program, too; if the folder is gone, that is said."""
    window = MainWindow(quick_settings())
    qtbot.addWidget(window)
    window.show_desk()
    assert isinstance(window.page, PostDesk)
    window.page.open_folder(str(game.path))
    done(window.page, qtbot)
    for there in (True, False):
        settings, trouble = storage.load_settings()
        assert trouble is None
        again = MainWindow(settings)
        qtbot.addWidget(again)
        again.show_post()
        page = again.page
        assert isinstance(page, PostDesk)
        done(page, qtbot)
        assert (page.game is not None) == there
        if there:
            assert listed(page) == ["Anna: missing", "Ben: missing"]
            game.path.rename(game.path.with_name("gone"))
        else:
            assert "no postal game" in page.said.text()


def test_the_fault_stays_marked_in_its_line(app: QApplication, qtbot: QtBot, game: PostGame) -> None:
    """Mended by half, left and found again: with lines added above it."""
    window = MainWindow(quick_settings(), save=False)
    qtbot.addWidget(window)
    window.show()
    window.show_desk(DeskState(game.path))
    page = window.page
    assert isinstance(page, PostDesk)
    done(page, qtbot)
    page.read_text(block("Anna", 1).replace("Tipp=", "Frage=Perlen, X\nTipp="))
    done(page, qtbot)
    qtbot.mouseClick(page.mend_button, Qt.MouseButton.LeftButton)
    qtbot.keyClick(page.mail.text, Qt.Key.Key_Return)
    page.back.emit()
    window.show_post()
    page = window.page
    assert isinstance(page, PostDesk)
    done(page, qtbot)
    assert page.mail.mending
    (mark,) = page.mail.text.extraSelections()
    assert mark.cursor.block().text() == "Frage=Perlen, X"


def test_what_is_said_moves_nothing(desk: PostDesk, qtbot: QtBot) -> None:
    """Neither the message at the foot nor the bar of a long work."""

    def places() -> list[tuple[int, int]]:
        QApplication.processEvents()
        buttons = (desk.read_button, desk.resolve_button, desk.mend_button)
        return [(one.mapTo(desk, one.rect().topLeft()).y(), one.height()) for one in buttons]

    quiet = places()
    desk._say("Something rather long happened, and it is told here at length. " * 12, bad=True)
    assert places() == quiet
    assert desk.said.shown().endswith("…")
    desk._foot.setCurrentWidget(desk._progress)
    assert desk._progress.isVisible()
    assert places() == quiet
    desk._rest()
    assert desk.said.isVisible()


def test_a_report_is_shown_with_its_pictures(desk: PostDesk, qtbot: QtBot) -> None:
    """As the page that is printed, on paper; as text at a click."""
    desk.read_text(block("Anna", 1, Orders(("A:Dr",), (), NO_TIPS, NO_TIPS)))
    done(desk, qtbot)
    desk.absent = {1}
    desk.resolve()
    done(desk, qtbot)
    reports = desk.reports
    assert reports.page.isVisible()
    pictures = reports.page.toPlainText().count("\N{OBJECT REPLACEMENT CHARACTER}")
    assert pictures == reports.html.count("<img ") > 0
    qtbot.mouseClick(reports.text_button, Qt.MouseButton.LeftButton)
    assert reports.report.isVisible()
    assert not reports.page.isVisible()
    qtbot.mouseClick(reports.copy_button, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == reports.report.toPlainText()


def test_without_a_mail_program_all_can_be_copied(
    app: QApplication, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = PostSettings("Peru", "en", (Player("Anna", (), ("anna@example.org",)), Player("Ben")))
    game = create(tmp_path / "peru", referee, known)
    page = PostDesk(texts("en"), DeskState(game.path))
    qtbot.addWidget(page)
    page.resize(1280, 720)
    page.show()
    done(page, qtbot)
    tried: list[str] = []
    monkeypatch.setattr(
        "desktop.post.reports.QDesktopServices.openUrl", lambda url: bool(tried.append(url.toString()))
    )
    page.tabs.setCurrentIndex(1)
    page.reports.readers.setCurrentIndex(1)
    done(page, qtbot)
    qtbot.mouseClick(page.reports.mail_button, Qt.MouseButton.LeftButton)
    assert tried[0].startswith("mailto:anna@example.org?")
    assert page.said.text() == "No mail program could be opened."
    (dialog,) = page.findChildren(MailByHand)
    wanted = ("anna@example.org", "Peru, round 0", page.reports.report.toPlainText())
    for button, text in zip(dialog.copy_buttons, wanted, strict=True):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        assert QGuiApplication.clipboard().text() == text
    dialog.close()
    page.reports.readers.setCurrentIndex(2)
    done(page, qtbot)
    qtbot.mouseClick(page.reports.mail_button, Qt.MouseButton.LeftButton)
    (dialog,) = [one for one in page.findChildren(MailByHand) if one.isVisible()]
    assert not dialog.copy_buttons[0].isEnabled()
    assert dialog.copy_buttons[2].isEnabled()


def drop(target: QWidget, data: QMimeData) -> bool:
    """Drag *data* over *target* and let go if it may be; whether it may."""
    copy, button, no_key = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(5, 5), copy, data, button, no_key)
    QApplication.sendEvent(target, enter)
    if not enter.isAccepted():
        return False
    QApplication.sendEvent(target, QDropEvent(QPointF(5, 5), copy, data, button, no_key))
    return True


def files(*paths: str) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(path) for path in paths])
    return data


def test_what_can_be_dropped_and_what_not(
    app: QApplication, qtbot: QtBot, game: PostGame, tmp_path: Path
) -> None:
    page = PostDesk(texts("en"))
    qtbot.addWidget(page)
    page.resize(1280, 720)
    page.show()
    mail = orders(tmp_path, "anna", block("Anna", 1))
    assert not drop(page, files(mail))
    assert page.said.text() == "Open the folder of a game, or begin a new one."
    # The folder of a game opens it.
    assert drop(page, files(str(game.path)))
    done(page, qtbot)
    assert listed(page) == ["Anna: missing", "Ben: missing"]
    # What has no text and no file on this computer is refused in words.
    far = QMimeData()
    far.setUrls([QUrl("imap://example.org/1")])
    drop(page, far)
    assert "Save the mail as a file first" in page.said.text()
    # While orders are mended, files do not fall into them.
    qtbot.mouseClick(page.mend_button, Qt.MouseButton.LeftButton)
    text = page.mail.text.toPlainText()
    assert not page.mail.text.canInsertFromMimeData(files(mail))
    assert not drop(page, files(mail))
    assert "Orders are being mended" in page.said.text()
    assert page.mail.text.toPlainText() == text
    qtbot.mouseClick(page.leave_button, Qt.MouseButton.LeftButton)
    assert drop(page, files(mail))
    done(page, qtbot)
    assert listed(page) == ["Anna: fine", "Ben: missing"]


def begun(page: PostDesk, qtbot: QtBot) -> NewPostGame:
    """The dialog for a new game, with the players filled in."""
    qtbot.mouseClick(page.new_button, Qt.MouseButton.LeftButton)
    (dialog,) = page.findChildren(NewPostGame)
    dialog.name.setText("Lima")
    dialog.players.setPlainText("Anna\nBen")
    return dialog


def test_a_new_game_has_its_options(app: QApplication, qtbot: QtBot, tmp_path: Path) -> None:
    """Those of the command line, with the game's own explanations and what is usual by post."""
    page = PostDesk(texts("en"))
    qtbot.addWidget(page)
    page.show()
    dialog = begun(page, qtbot)
    assert list(dialog.options) == [option.name for option in META.options]
    assert dialog.options["hints"].value() is POST_OPTIONS["hints"]
    words = {one.text() for one in dialog.findChildren(QLabel)}
    assert {option.rule for option in META.options} <= words
    dialog.options["hints"].check.click()
    dialog.options["substitutes"].check.click()
    dialog.options["nmr"].combo.setFocus()
    qtbot.keyClick(dialog.options["nmr"].combo, Qt.Key.Key_Down)
    dialog.options["max_rounds"].spin.setValue(20)
    dialog.begin_in(str(tmp_path / "lima"))
    done(page, qtbot)
    options = open_game(tmp_path / "lima", referee).options
    wanted = {"variant": "standard", "hints": False, "nmr": "skip", "substitutes": False, "max_rounds": 20}
    assert {name: options[name] for name in wanted} == wanted


def test_a_running_game_brings_its_tableau(app: QApplication, qtbot: QtBot, tmp_path: Path) -> None:
    page = PostDesk(texts("en"))
    qtbot.addWidget(page)
    page.show()
    dialog = begun(page, qtbot)
    assert not dialog.chance_button.isEnabled()
    # Neither a letter nor a file that is not there is a tableau, and what was chosen before stays.
    dialog.take_tableau(orders(tmp_path, "letter", "Dear game master"))
    assert "The file has no tableau" in dialog.said.text()
    dialog.take_tableau(str(tmp_path / "nothing"))
    assert "nothing" in dialog.said.text()
    dialog.take_tableau(orders(tmp_path, "tableau", STANDARD))
    assert not dialog.said.text()
    assert dialog.dealt.text() == "From tableau.txt"
    # It is one for the standard game only.
    dialog.options["variant"].combo.setCurrentIndex(1)
    dialog.begin_in(str(tmp_path / "lima"))
    assert "The file has no tableau" in dialog.said.text()
    dialog.options["variant"].combo.setCurrentIndex(0)
    assert not dialog.said.text()
    dialog.begin_in(str(tmp_path / "lima"))
    done(page, qtbot)
    assert f'"tableau":"{STANDARD}"' in (tmp_path / "lima" / "game.vierblatt").read_text("utf-8")
    other = begun(page, qtbot)
    other.take_tableau(str(tmp_path / "tableau.txt"))
    qtbot.mouseClick(other.chance_button, Qt.MouseButton.LeftButton)
    other.begin_in(str(tmp_path / "quito"))
    done(page, qtbot)
    assert STANDARD not in (tmp_path / "quito" / "game.vierblatt").read_text("utf-8")


@pytest.mark.parametrize("language", ["de", "en"])
def test_no_option_is_cut_off(app: QApplication, qtbot: QtBot, language: str) -> None:
    """In a small window either; what does not fit below is scrolled to."""
    page = PostDesk(texts(language))
    qtbot.addWidget(page)
    page.resize(960, 600)
    page.show()
    dialog = begun(page, qtbot)
    QApplication.processEvents()
    assert dialog.height() <= 600
    (area,) = dialog.findChildren(QScrollArea)
    assert area.widget().minimumSizeHint().width() <= area.viewport().width()
