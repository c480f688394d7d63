"""Everything has its room: nothing is cut, overlapped or scrolled away, at any size and in any language.

Every screen is shown with four players whose names have 24 characters, in German, English, and in a language that
makes every German text a third longer; each is then given several window sizes, as if it were resized in play.
`defects` compares what each visible widget needs with the room it has.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QFontMetricsF
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QApplication,
    QCheckBox,
    QComboBox,
    QDialog,
    QLabel,
    QLineEdit,
    QListWidget,
    QMainWindow,
    QMenu,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QStackedWidget,
    QStyle,
    QStyleOptionComboBox,
    QTableWidget,
    QWidget,
)

from desktop import statistics
from desktop.binding.match import Stage
from desktop.main_window import MainWindow
from desktop.screens.replay import ReplayPage
from desktop.screens.rules import Entry, RulesDialog, Sheet
from desktop.storage import Settings
from desktop.widgets import theme
from desktop.widgets.basics import Elided
from desktop.widgets.card import Card, CardRow, Pile, card_width
from desktop.widgets.log import Log
from desktop.widgets.motion import MotionLayer
from engine.core.game import Outcome
from engine.core.text import Texts, texts
from engine.games.letter import words
from engine.play.session import SeatInfo
from tests.desktop.conftest import Open, quick_settings
from tests.desktop.driver import Driver, bots
from tests.desktop.tour import tour
from tests.games.letter.table import stack

Arrange = Callable[..., None]

SMALLEST = (960, 600)
SIZES = (SMALLEST, (1280, 720), (1920, 1080), (3840, 2160))
LONG = tuple(f"{name} von Hohenwaldmannsburg"[:24] for name in ("Anna", "Ben", "Carla", "Dora"))

# A language with longer texts ----------------------------------------

FILLER = "ungsangelegenheitenverzeichnis"


def longer(text: str) -> str:
    """*text* made a third longer: its last word grows if it is the only one, otherwise words follow."""
    letters = sum(char.isalpha() for char in text)
    if letters < 2:
        return text
    extra = -(-letters // 3)
    if " " not in text.strip() or extra < 5:
        return text + FILLER[:extra]
    more = ""
    while len(more) < extra:
        more += " " + FILLER[: min(9, extra - len(more))]
    return text + more


class Longer(Texts):
    """German, every text a third longer. Formats of numbers and dates stay what they are."""

    def __init__(self) -> None:
        german = texts("de")
        super().__init__("de", german._catalogue)

    @staticmethod
    def _stretch(template: str) -> str:
        # What is filled in later is no text of the language; it only must stay whole.
        return template if template.startswith("{percent}") or template == "d. MMM yyyy" else longer(template)

    def _(self, message: str, /, **values: object) -> str:
        text = self._stretch(self._catalogue.gettext(message)) if message else ""
        return text.format(**values) if values else text

    def n_(self, one: str, many: str, n: int, /, **values: object) -> str:
        return self._stretch(self._catalogue.ngettext(one, many, n)).format(n=n, **values)

    def p_(self, context: str, message: str, /, **values: object) -> str:
        text = self._catalogue.pgettext(context, message)
        text = text if context in ("date", "share") else self._stretch(text)
        return text.format(**values) if values else text

    def fill(self, message: str, values: Any) -> str:
        return self._stretch(self._catalogue.gettext(message)).format(**values)


def test_the_longer_language_is_longer() -> None:
    """By a third at least, whatever the text, with all places to fill in kept."""
    long, german = Longer(), texts("de")
    for message in ("Settings", "Play", "Choose a player.", "Statistics", "Log"):
        assert len(long._(message)) * 3 >= len(german._(message)) * 4 - 3
    assert "Anna" in long._("{name}, it is your turn.", name="Anna")


# What does not fit ----------------------------------------


def described(widget: QWidget) -> str:
    """A widget as it is named in a report."""
    text = getattr(widget, "text", None)
    said = text() if callable(text) else widget.accessibleName()
    return f"{type(widget).__name__} {said[:48]!r}"


def text_width(widget: QWidget, text: str) -> int:
    return QFontMetrics(widget.font()).horizontalAdvance(text)


def cut(widget: QWidget) -> str:
    """How much of *widget* is cut off, in words; empty if it has its room."""
    width, height = widget.width(), widget.height()
    if isinstance(widget, Elided):
        whole = text_width(widget, widget.text()) <= width
        if not whole and not widget.toolTip():
            return "elided, and no tool tip has the whole text"
        return "" if height >= widget.sizeHint().height() else f"{height} high"
    if isinstance(widget, QLabel):
        if not widget.text():
            return ""
        if not widget.wordWrap():
            hint = widget.sizeHint()
            return "" if hint.width() <= width and hint.height() <= height else f"{hint} in {widget.size()}"
        needed = widget.heightForWidth(width)
        if needed > height:
            return f"{needed} high in {height}"
        box = QFontMetrics(widget.font()).boundingRect(
            QRect(0, 0, width, 100_000), Qt.TextFlag.TextWordWrap, widget.text()
        )
        return "" if box.width() <= width else f"a word {box.width()} wide in {width}"
    if isinstance(widget, QComboBox):
        option = QStyleOptionComboBox()
        widget.initStyleOption(option)
        control, part = QStyle.ComplexControl.CC_ComboBox, QStyle.SubControl.SC_ComboBoxEditField
        room = widget.style().subControlRect(control, option, part, widget).width()
        widest = max((text_width(widget, widget.itemText(n)) for n in range(widget.count())), default=0)
        return "" if widest <= room else f"an item {widest} wide in {room}"
    if isinstance(widget, QLineEdit):
        if isinstance(widget.parent(), QSpinBox):
            return ""
        room = widget.style().subElementRect(QStyle.SubElement.SE_LineEditContents, _frame(widget), widget).width()
        needed = text_width(widget, widget.text()) + 2
        return "" if needed <= room else f"a text {needed} wide in {room}"
    if isinstance(widget, QTableWidget):
        return table_cut(widget)
    if isinstance(widget, QListWidget):
        return list_cut(widget)
    if isinstance(widget, QPushButton | QCheckBox | QSpinBox | Card | Pile):
        hint = widget.sizeHint()
        return "" if hint.width() <= width and hint.height() <= height else f"{hint} in {widget.size()}"
    if isinstance(widget, CardRow):
        step = [b.left() - a.left() for a, b in zip(widget.rects(), widget.rects()[1:], strict=False)]
        least = card_width(widget._height) * 0.2
        if any(value < least for value in step):
            return f"cards {min(step):.0f} apart"
        return "" if height >= widget.sizeHint().height() else f"{height} high"
    return ""


def _frame(widget: QLineEdit) -> Any:
    from PySide6.QtWidgets import QStyleOptionFrame

    option = QStyleOptionFrame()
    widget.initStyleOption(option)
    return option


def table_cut(table: QTableWidget) -> str:
    """The heads and cells of *table* whose text has no room, unless a tool tip has it."""
    found = []
    for column in range(table.columnCount()):
        room = table.columnWidth(column) - 8
        head = table.horizontalHeaderItem(column)
        if head is not None and not table.horizontalHeader().isHidden():
            needed = text_width(table.horizontalHeader(), head.text())
            if needed > room and not head.toolTip():
                found.append(f"head {head.text()!r} {needed} wide in {room}")
        for row in range(table.rowCount()):
            item = table.item(row, column)
            if item is None:
                continue
            needed = QFontMetrics(item.font()).horizontalAdvance(item.text())
            if needed > room and not item.toolTip():
                found.append(f"cell {item.text()!r} {needed} wide in {room}")
    if not table.verticalHeader().isHidden():
        room = table.verticalHeader().width() - 8
        for row in range(table.rowCount()):
            head = table.verticalHeaderItem(row)
            if head is not None and text_width(table.verticalHeader(), head.text()) > room:
                found.append(f"row {head.text()!r} in {room}")
    return "; ".join(found)


def list_cut(listed: QListWidget) -> str:
    """The items of *listed* whose text has no room."""
    if isinstance(listed.itemDelegate(), Entry):
        room = listed.viewport().width() - 2 * theme.SPACE - 4
        metrics = QFontMetrics(theme.font("body", bold=True))
        long = [listed.item(row) for row in range(listed.count())]
        found = [i.text() for i in long if metrics.horizontalAdvance(i.text()) > room and not i.toolTip()]
        return f"elided: {found}" if found else ""
    return "scrolls sideways" if listed.horizontalScrollBar().maximum() > 0 else ""


def may_scroll(area: QAbstractScrollArea) -> bool:
    """What is meant to scroll: texts to read, logs, long tables."""
    return isinstance(area, Sheet | QListWidget | QTableWidget)


def inside(widget: QWidget, root: QWidget) -> bool:
    """Whether *widget* lies in something that scrolls on purpose."""
    above = widget.parentWidget()
    while above is not None and above is not root:
        if isinstance(above, QAbstractScrollArea):
            return True
        above = above.parentWidget()
    return False


def overlaps(parent: QWidget) -> Iterator[str]:
    """Pairs of visible children of *parent* that lie on each other."""
    if isinstance(parent, QAbstractScrollArea | QStackedWidget | QComboBox | QSpinBox | QLineEdit):
        return
    children = [
        child
        for child in parent.children()
        if isinstance(child, QWidget) and child.isVisible() and not child.isWindow() and not child.size().isEmpty()
    ]
    children = [child for child in children if not isinstance(child, MotionLayer)]
    for index, one in enumerate(children):
        for other in children[index + 1 :]:
            common = one.geometry().intersected(other.geometry())
            if not common.isEmpty():
                yield f"{described(one)} and {described(other)} overlap by {common.width()}×{common.height()}"


def defects(root: QWidget) -> list[str]:
    """Everything below *root* that has too little room."""
    found = []
    for widget in root.findChildren(QWidget):
        if not widget.isVisible() or widget.window() is not root:
            continue
        parent = widget.parentWidget()
        assert parent is not None
        missing = cut(widget)
        if missing:
            found.append(f"{described(widget)}: {missing}")
        scrolled = isinstance(parent.parentWidget(), QAbstractScrollArea)
        if not scrolled and not isinstance(parent, QAbstractScrollArea | QComboBox | QSpinBox | QLineEdit):
            if not parent.rect().contains(widget.geometry()) and not widget.size().isEmpty():
                found.append(f"{described(widget)} leaves {described(parent)}: {widget.geometry()}")
        if not inside(widget, root):
            place = QRect(widget.mapTo(root, QPoint(0, 0)), widget.size())
            if not widget.size().isEmpty() and not root.rect().contains(place):
                found.append(f"{described(widget)} leaves the window: {place} in {root.size()}")
        if isinstance(widget, QAbstractScrollArea):
            if widget.horizontalScrollBar().maximum() > 0:
                found.append(f"{described(widget)} scrolls sideways")
            if isinstance(widget, QScrollArea):
                content = widget.widget()
                if content is not None and content.width() > widget.viewport().width():
                    found.append(f"{described(widget)} cuts its content at the right")
            if not may_scroll(widget) and widget.verticalScrollBar().maximum() > 0:
                found.append(f"{described(widget)} scrolls: {widget.verticalScrollBar().maximum()} too high")
        found += overlaps(widget)
    return list(dict.fromkeys(found + list(overlaps(root))))


# The screens ----------------------------------------


def further(driver: Driver, deals: Arrange) -> Iterator[tuple[str, QWidget]]:
    """Screens that the tour does not visit: full rules, full statistics, the lesson, warnings, tips, replays."""
    window = driver.window
    window.show_rules("letter")
    driver.settle()
    (rules,) = driver.visible(RulesDialog, window)
    rules.show_full(True)
    assert rules.full_page is not None
    rules.full_page.complete()
    driver.settle()
    yield "rules in full", rules
    rules.close()
    driver.settle()

    for number in range(12):
        names = [LONG[(number + n) % 4] for n in range(2 + number % 3)]
        first = Outcome(tuple(int(seat == 0) for seat in range(len(names))), (0,))
        total = Outcome(tuple(5 * points for points in first.points), (0,))
        statistics.count_match("letter", [SeatInfo(name) for name in names], [first] * 5, total, goal=5)
    window.show_statistics()
    driver.settle()
    yield "statistics", window
    window.show_start()
    driver.settle()

    window.start_lesson("letter")
    driver.settle()
    yield "lesson", window
    window.show_start()
    driver.settle()

    # A card that puts oneself out, with the question asked before, and a tip asked for.
    window.settings.confirm = True
    deals(stack([8, 2, 3, 4], [1]))
    match = driver.start([SeatInfo(LONG[0]), *(SeatInfo(name, "bot:random") for name in LONG[1:])])
    driver.settle()
    match.ask_advice()
    driver.wait(lambda: match.advice_text(window.t))
    yield "a tip", window
    driver.click(driver.card(8))
    driver.click(driver.says("Play this card"))
    assert driver.find(driver.says("Play it all the same")) is not None
    yield "a warning", window
    window.settings.confirm = False
    window.show_start()
    driver.settle()

    # All the way round once: what happened since one's last turn; then a whole match, and its replay.
    deals(stack([4, 4, 2, 3], [1, 1, 5, 5, 6]))
    match = driver.start(4, goal=1)
    seen = False
    for turn in range(400):
        if match.stage is Stage.RESULT:
            break
        if match.stage is Stage.CURTAIN:
            match.take_over()
            driver.settle()
            if not seen and driver.page._summary is not None:
                seen = True
                yield "since the last turn", window
        elif match.stage is Stage.HANDOVER:
            match.hand_over()
        elif match.stage is Stage.ROUND:
            match.next_round()
        else:
            choices = match.port.choices()
            match.play(choices[turn % len(choices)])
    assert seen
    driver.settle()
    window.show_replay()
    driver.settle()
    replay = window.page
    assert isinstance(replay, ReplayPage)
    for step in range(0, match.session.revision + 1, 2):
        replay.go(step)
        driver.settle()
        yield f"replay, step {step}", window
    window.show_start()
    driver.settle()


def sized(driver: Driver, root: QWidget, sizes: tuple[tuple[int, int], ...]) -> Iterator[str]:
    """*root* at each of *sizes*, as if somebody pulled at its corner; dialogs and menus as they open."""
    if root is not driver.window:
        yield f"{root.width()}×{root.height()}"
        return
    before = root.size()
    for width, height in sizes:
        root.resize(width, height)
        driver.settle()
        assert (root.width(), root.height()) == (width, height)
        yield f"{width}×{height}"
    root.resize(before)
    driver.settle()


def walk(
    driver: Driver, screens: Iterator[tuple[str, QWidget]], sizes: tuple[tuple[int, int], ...] = SIZES
) -> tuple[int, list[str]]:
    """How many screens there were, and what has too little room on them."""
    found: dict[str, str] = {}
    count = 0
    for name, root in screens:
        driver.settle()
        if isinstance(root, QMenu):
            continue
        count += 1
        for size in sized(driver, root, sizes):
            for defect in defects(root):
                found.setdefault(f"{size}: {defect}", f"{name}, {size}: {defect}")
    return count, list(found.values())


@pytest.fixture
def long_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Anna, Ben, Carla and Dora have names of 24 characters."""
    assert {len(name) for name in LONG} == {24}

    def people(seats: int) -> tuple[SeatInfo, ...]:
        return tuple(SeatInfo(name) for name in LONG[:seats])

    for module in ("driver", "tour"):
        monkeypatch.setattr(f"tests.desktop.{module}.people", people)


def open_in(open_window: Open, monkeypatch: pytest.MonkeyPatch, language: str) -> Driver:
    """A window in *language*, ``longer`` included."""
    if language == "longer":
        long = Longer()
        monkeypatch.setattr("desktop.main_window.texts", lambda _language: long)
        language = "de"
    return open_window(language)


LANGUAGES = ("en", "de", "longer")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tour(
    open_window: Open, deals: Arrange, monkeypatch: pytest.MonkeyPatch, long_names: None, language: str
) -> None:
    """Every screen of a match of four, and those around it."""
    driver = open_in(open_window, monkeypatch, language)
    count, found = walk(driver, tour(driver, deals))
    assert count >= 20
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_further_screens(
    open_window: Open, deals: Arrange, monkeypatch: pytest.MonkeyPatch, long_names: None, language: str
) -> None:
    """Rules in full, statistics, the lesson, a tip, a warning, the summary, the replay."""
    driver = open_in(open_window, monkeypatch, language)
    count, found = walk(driver, further(driver, deals))
    assert count >= 10
    assert not found, "\n".join(found)
