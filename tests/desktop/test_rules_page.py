"""The rules in a dialog: nothing is cut off, the short page needs no scrolling, and the keyboard reaches all."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from desktop.screens.rules import CardPicture, FullPage, RulesDialog
from desktop.widgets import theme
from desktop.widgets.basics import label
from engine.core.errors import OptionError
from engine.core.rulebook import lines, sections
from engine.core.text import texts
from engine.games.letter.rulebook import full_rules, short_rules

SIZES = [(1280, 720), (960, 600)]
LANGUAGES = ["de", "en"]

Open = Callable[..., RulesDialog]


@pytest.fixture
def open_rules(app: QApplication, qtbot: QtBot) -> Iterator[Open]:
    """Opens the rules over a window of a given size."""
    windows: list[QWidget] = []

    def make(
        language: str = "en", size: tuple[int, int] = (1280, 720), full: bool = False, *, lesson: bool = False
    ) -> RulesDialog:
        window = QWidget()
        window.resize(*size)
        window.show()
        windows.append(window)
        dialog = RulesDialog("letter", texts(language), window, full, lesson=lesson)
        dialog.open()
        dialog.activateWindow()
        qtbot.waitUntil(dialog.isActiveWindow, timeout=10_000)
        if dialog.full_page is not None:
            dialog.full_page.complete()
        return dialog

    yield make
    for window in windows:
        if isValid(window):
            window.close()
            window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def full_page(dialog: RulesDialog) -> FullPage:
    page = dialog.full_page
    assert page is not None
    return page


def cut_off(widget: QWidget) -> list[str]:
    """The visible labels and buttons inside *widget* that are smaller than what they show, or stick out."""
    found = []
    for label_ in widget.findChildren(QLabel):
        if not label_.isVisible():
            continue
        if label_.wordWrap():
            fits = label_.heightForWidth(label_.width()) <= label_.height()
            fits = fits and label_.minimumSizeHint().width() <= label_.width()
        else:
            hint = label_.sizeHint()
            fits = hint.width() <= label_.width() and hint.height() <= label_.height()
        parent = label_.parentWidget()
        if not fits or not parent.rect().contains(label_.geometry()):
            found.append(label_.text())
    for button in widget.findChildren(QPushButton):
        hint = button.sizeHint()
        if button.isVisible() and (hint.width() > button.width() or hint.height() > button.height()):
            found.append(button.text())
    return found


# Room ----------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("full", [False, True], ids=["short", "full"])
def test_nothing_is_cut_off(
    open_rules: Open, app: QApplication, language: str, size: tuple[int, int], full: bool, scheme: str
) -> None:
    """Every label has the room its text needs, and nothing is wider than the page."""
    theme.apply(app, scheme)
    dialog = open_rules(language, size, full, lesson=True)
    assert dialog.width() <= size[0]
    assert dialog.height() <= size[1]
    assert len(dialog.findChildren(QLabel)) > 20
    assert cut_off(dialog) == []
    sheet = full_page(dialog).sheet if full else dialog.sheet
    assert sheet.content.width() <= sheet.viewport().width()


def test_a_label_without_room_is_found(open_rules: Open) -> None:
    """The check above sees a label that is too low, one that is too narrow, and one that sticks out."""
    dialog = open_rules()
    low = label("Anna and Ben play a game with sixteen cards and a good deal of bluffing.", wrap=True)
    narrow = label("Anna and Ben")
    outside = label("Ben")
    for made, size in ((low, (120, 18)), (narrow, (20, 30)), (outside, (80, 30))):
        made.setParent(dialog)
        made.resize(*size)
        made.show()
    outside.move(dialog.width() - 10, 0)
    assert cut_off(dialog) == [low.text(), narrow.text(), outside.text()]


@pytest.mark.parametrize("size", [(1280, 720), (1093, 614), (960, 600)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_short_rules_are_one_page(open_rules: Open, language: str, size: tuple[int, int]) -> None:
    """At 1280 × 720 nothing needs to be scrolled, nor at 1366 × 768 with 125 %, nor in the smallest window."""
    dialog = open_rules(language, size, lesson=True)
    assert dialog.sheet.verticalScrollBar().maximum() == 0
    pictures = [picture for picture in dialog.findChildren(CardPicture) if picture.isVisible()]
    assert len(pictures) == 8
    assert all(not picture.visibleRegion().isEmpty() for picture in pictures)
    assert [picture.visibleRegion().boundingRect() for picture in pictures] == [
        picture.rect() for picture in pictures
    ]


def test_a_small_window_scrolls(open_rules: Open) -> None:
    """At 760 × 420 the cards stand below the text, and scrolling reaches them."""
    dialog = open_rules("de", (760, 420))
    bar = dialog.sheet.verticalScrollBar()
    assert bar.maximum() > 0
    last = dialog.findChildren(CardPicture)[-1]
    assert last.visibleRegion().isEmpty()
    QTest.keyClick(dialog.sheet, Qt.Key.Key_End)
    assert bar.value() == bar.maximum()
    assert last.visibleRegion().boundingRect() == last.rect()
    QTest.keyClick(dialog.sheet, Qt.Key.Key_Home)
    assert bar.value() == 0
    QTest.keyClick(dialog.sheet, Qt.Key.Key_Space)
    assert bar.value() > 0


# Content ----------------------------------------


@pytest.mark.parametrize("full", [False, True], ids=["short", "full"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_in_the_rulebook_is_on_the_page(open_rules: Open, language: str, full: bool) -> None:
    """Each text of the game's rulebook stands on a label, in its order."""
    dialog = open_rules(language, full=full)
    t = texts(language)
    blocks = full_rules(t) if full else short_rules(t)
    sheet = full_page(dialog).sheet if full else dialog.sheet
    shown = [made.text() for made in sheet.findChildren(QLabel)]
    for section in sections(blocks):
        assert section.title in shown
        for block in section.blocks:
            for text in lines(block):
                part = text.split(" – ", 1)[-1] if hasattr(block, "card") else text
                told = part.removeprefix("• ").lstrip("0123456789").removeprefix(". ")
                assert any(told in label_ for label_ in shown), text


def test_screen_readers_get_the_words(open_rules: Open) -> None:
    """Names for pages and pictures; the short page and each entry of the contents read out their text."""
    dialog = open_rules(full=True)
    t = texts("en")
    assert dialog.accessibleName() == "How to play Secret Letter"
    assert dialog.sheet.accessibleName() == "The rules in short"
    for section in sections(short_rules(t)):
        assert section.title in dialog.sheet.accessibleDescription()
    page = full_page(dialog)
    assert page.contents.accessibleName() == "Contents"
    assert page.sheet.accessibleName() == "The complete rules"
    for row, section in enumerate(sections(full_rules(t))):
        item = page.contents.item(row)
        assert item.text() == section.title
        read = item.data(Qt.ItemDataRole.AccessibleDescriptionRole)
        assert all(line in read for block in section.blocks for line in lines(block))
    pictures = page.findChildren(CardPicture)
    assert [picture.accessibleName() for picture in pictures][:2] == ["Guess (1)", "Peek (2)"]


def test_an_unknown_game_has_no_rules(app: QApplication) -> None:
    """Asking for a game that is not there is refused before anything is shown."""
    with pytest.raises(OptionError):
        RulesDialog("nosuchgame", texts("en"), None)


# Moving about ----------------------------------------


def test_the_contents_lead_to_each_section(open_rules: Open) -> None:
    """Down in the contents brings the next section to the top; Enter goes over to the text."""
    dialog = open_rules(full=True)
    page = full_page(dialog)
    bar = page.sheet.verticalScrollBar()
    assert page.contents.hasFocus()
    assert page.contents.currentRow() == 0
    for row in range(1, page.contents.count()):
        QTest.keyClick(page.contents, Qt.Key.Key_Down)
        assert page.contents.currentRow() == row
        assert bar.value() == min(page.top(row), bar.maximum())
    assert bar.value() == bar.maximum()
    QTest.keyClick(page.contents, Qt.Key.Key_Return)
    assert page.sheet.hasFocus()


def test_the_contents_follow_the_text(open_rules: Open) -> None:
    """Scrolling marks the section being read, from the first to the last, without jumping."""
    dialog = open_rules(full=True)
    page = full_page(dialog)
    bar = page.sheet.verticalScrollBar()
    page.sheet.setFocus()
    seen = [page.contents.currentRow()]
    while bar.value() < bar.maximum():
        before = bar.value()
        QTest.keyClick(page.sheet, Qt.Key.Key_Down)
        assert bar.value() > before
        seen.append(page.contents.currentRow())
    assert seen == sorted(seen)
    assert (seen[0], seen[-1]) == (0, page.contents.count() - 1)
    QTest.keyClick(page.sheet, Qt.Key.Key_Home)
    assert page.contents.currentRow() == 0


def test_sections_come_one_at_a_time(app: QApplication, qtbot: QtBot) -> None:
    """The page is there at once with its first section and all entries; the rest comes while the window answers."""
    dialog = RulesDialog("letter", texts("en"), None, full=True)
    qtbot.addWidget(dialog)
    page = full_page(dialog)
    wanted = [section.title for section in sections(full_rules(texts("en")))]

    def shown() -> list[str]:
        titles = [made.text() for made in page.sheet.findChildren(QLabel)]
        return [title for title in wanted if title in titles]

    assert [page.contents.item(row).text() for row in range(page.contents.count())] == wanted
    assert shown() == wanted[:1]
    dialog.show()
    qtbot.waitUntil(lambda: shown() == wanted, timeout=30_000)


def test_one_can_jump_before_all_is_there(open_rules: Open) -> None:
    """Choosing a late section at once leads to it: what is still missing is added first, and stays where it is."""
    dialog = open_rules()
    dialog.show_full(True)
    page = full_page(dialog)
    row = [page.contents.item(row).text() for row in range(page.contents.count())].index("End of a round")
    page.contents.setCurrentRow(row)
    value = page.sheet.verticalScrollBar().value()
    assert value > 1000
    QCoreApplication.processEvents()
    assert page.sheet.verticalScrollBar().value() == value == page.top(row)


def test_switching_between_short_and_full(open_rules: Open) -> None:
    """The two buttons, by keyboard; what is shown has the focus; nothing is built twice."""
    dialog = open_rules()
    assert dialog.short_button.isChecked()
    assert dialog.sheet.isVisible()
    assert dialog.sheet.hasFocus()
    assert dialog.full_page is None
    dialog.full_button.setFocus()
    QTest.keyClick(dialog.full_button, Qt.Key.Key_Return)
    page = full_page(dialog)
    assert page.isVisible()
    assert not dialog.sheet.isVisible()
    assert page.contents.hasFocus()
    assert (dialog.short_button.isChecked(), dialog.full_button.isChecked()) == (False, True)
    QTest.keyClick(dialog.short_button, Qt.Key.Key_Space)
    assert dialog.sheet.isVisible()
    assert dialog.sheet.hasFocus()
    QTest.keyClick(dialog.full_button, Qt.Key.Key_Return)
    assert full_page(dialog) is page


@pytest.mark.parametrize("full", [False, True], ids=["short", "full"])
def test_tab_goes_round(open_rules: Open, full: bool) -> None:
    """Tab reaches the buttons, the contents and the text, and only those."""
    dialog = open_rules(full=full, lesson=True)
    start = QApplication.focusWidget()
    assert start is not None
    reached: list[QWidget] = []
    for _stop in range(50):
        reached.append(QApplication.focusWidget())
        QTest.keyClick(reached[-1], Qt.Key.Key_Tab)
        if QApplication.focusWidget() is start:
            break
    pages = [full_page(dialog).contents, full_page(dialog).sheet] if full else [dialog.sheet]
    switch = dialog.full_button if full else dialog.short_button
    buttons = [switch, dialog.lesson_button, dialog.close_button]
    assert set(reached) - {dialog.short_button, dialog.full_button} == {*pages, *buttons} - {switch}
    assert {dialog.short_button, dialog.full_button} & set(reached)


@pytest.mark.parametrize("full", [False, True], ids=["short", "full"])
def test_escape_closes(open_rules: Open, full: bool) -> None:
    """From wherever the focus is."""
    dialog = open_rules(full=full)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    assert not isValid(dialog) or not dialog.isVisible()


def test_learning_closes_the_rules_and_says_so(open_rules: Open) -> None:
    """The button for the guided match is there only if asked for."""
    assert not hasattr(open_rules(), "lesson_button")
    dialog = open_rules(lesson=True)
    asked: list[str] = []
    dialog.lesson_wanted.connect(asked.append)
    QTest.mouseClick(dialog.lesson_button, Qt.MouseButton.LeftButton)
    assert asked == ["letter"]
    assert not isValid(dialog) or not dialog.isVisible()
