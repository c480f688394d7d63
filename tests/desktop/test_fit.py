"""Everything has its room: nothing is cut, overlapped or scrolled away, at any size and in any language.

Every screen is shown with four players whose names have 24 characters, in German, English, and in a language that
makes every German text a third longer; each is then given several window sizes, as if it were resized in play.
`defects` compares what each visible widget needs with the room it has.
"""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QFontMetricsF
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QStackedWidget,
    QStyle,
    QStyleOptionComboBox,
    QTableWidget,
    QTextBrowser,
    QWidget,
)

from desktop import statistics
from desktop.binding.match import Stage
from desktop.games.letter.faces import choose_faces, face
from desktop.screens.new_game import NewGamePage
from desktop.screens.replay import ReplayPage
from desktop.screens.rules import Entry, RulesDialog, Sheet
from desktop.screens.statistics import NAME_AIR, NAME_STEPS, ROW_HEIGHTS, PlayerTable
from desktop.widgets import theme
from desktop.widgets.bars import Bars
from desktop.widgets.basics import Button, Elided, Notice, Yielding, label
from desktop.widgets.card import Card, CardRow, Pile, card_width
from desktop.widgets.chart import NAMES, PointsChart
from desktop.widgets.motion import MotionLayer
from desktop.widgets.names import NameLabel, set_names
from desktop.widgets.sheet import ScoreSheet
from engine.core.game import Outcome
from engine.core.text import Texts, texts
from engine.play.session import SeatInfo
from tests.desktop.conftest import Open, quick_settings
from tests.desktop.driver import Driver
from tests.desktop.test_score_sheet import whole
from tests.desktop.tour import by_post, tour
from tests.games.letter.table import stack

Arrange = Callable[..., None]

SMALLEST = (960, 600)
SIZES = (SMALLEST, (1280, 720), (1920, 1080), (3840, 2160))
LONG = tuple(f"{name} von Hohenwaldmannsburg"[:24] for name in ("Anna", "Ben", "Carla", "Dora"))
WIDE = (
    "Wolfgang Amadeus Mammone",
    "Wolfgang Amadeus Hummelm",
    "Carlamaria Wummhamburgsm",
    "Wilhelmine Mommsen-Wumms",
)
"""Names of 24 wide characters; two begin alike."""

# A language with longer texts ----------------------------------------

FILLER = "ungsangelegenheitenverzeichnis"


def longer(text: str) -> str:
    """*text* made a third longer: its last word grows if it is the only one, otherwise words follow."""
    if sum(char.isalpha() for char in text) < 2:
        return text
    extra = -(-len(text) // 3)
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
        assert len(long._(message)) * 3 >= len(german._(message)) * 4
    assert "Anna" in long._("{name}, it is your turn.", name="Anna")


# What does not fit ----------------------------------------


def described(widget: QWidget) -> str:
    """A widget as it is named in a report."""
    text = getattr(widget, "text", None)
    said = text() if callable(text) else widget.accessibleName()
    return f"{type(widget).__name__} {said[:48]!r}"


def text_width(widget: QWidget, text: str) -> int:
    return QFontMetrics(widget.font()).horizontalAdvance(text)


def shortened(text: str) -> bool:
    """Whether one of the long names ends in an ellipsis in *text*."""
    return any(f"{name[:count].rstrip()}…" in text for name in LONG + WIDE for count in range(5, 24))


def cut(widget: QWidget) -> str:
    """How much of *widget* is cut off, in words; empty if it has its room."""
    width, height = widget.width(), widget.height()
    if isinstance(widget, QAbstractButton) and shortened(widget.text()):
        return "a name is shortened"
    if isinstance(widget, NameLabel):
        size, lines = widget.shown()
        metrics = QFontMetrics(theme.font(size, serif=True))
        if not whole(widget.text(), lines) or max(map(metrics.horizontalAdvance, lines)) > width:
            return f"the name reads {lines} in {width}"
        return "" if height >= widget.HEIGHT else f"{height} high"
    if isinstance(widget, ScoreSheet):
        found = [
            lines
            for name, lines in zip(widget._names, widget._heads.lines, strict=True)
            if not whole(name, lines)
        ]
        return f"heads read {found}" if found else ""
    if isinstance(widget, PointsChart):
        return "" if not widget.isVisible() else chart_cut(widget)
    if isinstance(widget, PlayerTable):
        return players_cut(widget) or table_cut(widget)
    if isinstance(widget, Elided):
        fits = text_width(widget, widget.text()) <= width
        if not fits and not widget.toolTip():
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
        room = (
            widget.style()
            .subElementRect(QStyle.SubElement.SE_LineEditContents, _frame(widget), widget)
            .width()
        )
        needed = text_width(widget, widget.text()) + 2
        return "" if needed <= room else f"a text {needed} wide in {room}"
    if isinstance(widget, QTableWidget):
        return table_cut(widget)
    if isinstance(widget, QListWidget):
        return list_cut(widget)
    if isinstance(widget, QPushButton | QCheckBox | QSpinBox | Card | Pile | Bars):
        hint = widget.sizeHint()
        return "" if hint.width() <= width and hint.height() <= height else f"{hint} in {widget.size()}"
    if isinstance(widget, CardRow):
        step = [b.left() - a.left() for a, b in zip(widget.rects(), widget.rects()[1:], strict=False)]
        # Nothing is to be read on cards that lie face down.
        least = card_width(widget._height) * (0.2 if any(face.numeral for face in widget.faces) else 0.1)
        if any(value < least for value in step):
            return f"cards {min(step):.0f} apart"
        return "" if height >= widget.sizeHint().height() else f"{height} high"
    return ""


def chart_cut(chart: PointsChart) -> str:
    """Names at the ends of the lines that have no room; only in windows that are large enough for them."""
    if chart.window().width() < 1280 or not chart.curves.rounds or chart.curves.together:
        return ""
    metrics = QFontMetrics(theme.font("small"))
    room = (chart.width() - 14) * NAMES
    found = [name for name in chart.curves.names if metrics.horizontalAdvance(name) > room]
    return f"names {found} in {room:.0f}" if found else ""


def players_cut(table: PlayerTable) -> str:
    """Players whose name is not whole in its cell."""
    found = []
    room = table.columnWidth(0) - NAME_AIR
    for row in range(table.rowCount()):
        name = table.item(row, 0).text()
        _size, (lines,) = set_names((name,), room, NAME_STEPS, bold=True)
        if not whole(name, lines) or table.rowHeight(row) < ROW_HEIGHTS[len(lines) - 1]:
            found.append(f"{name!r} reads {lines}, {table.rowHeight(row)} high")
    return "; ".join(found)


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
    return isinstance(area, Sheet | QListWidget | QPlainTextEdit | QTextBrowser | QTableWidget)


def inside(widget: QWidget, root: QWidget) -> bool:
    """Whether *widget* lies in something that scrolls on purpose."""
    above = widget.parentWidget()
    while above is not None and above is not root:
        if isinstance(above, QAbstractScrollArea):
            return True
        above = above.parentWidget()
    return False


OWN_LAYOUT = (QAbstractScrollArea, QComboBox, QSpinBox, QLineEdit)
"""What places its parts itself."""


def overlaps(parent: QWidget) -> Iterator[str]:
    """Pairs of visible children of *parent* that lie on each other."""
    if isinstance(parent, (*OWN_LAYOUT, QStackedWidget)):
        return
    children = [
        child
        for child in parent.children()
        if isinstance(child, QWidget)
        and child.isVisible()
        and not child.isWindow()
        and not child.size().isEmpty()
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
        free = isinstance(parent.parentWidget(), QAbstractScrollArea) or isinstance(parent, OWN_LAYOUT)
        if not free and not widget.size().isEmpty() and not parent.rect().contains(widget.geometry()):
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
        lifted = match.stage is Stage.CURTAIN
        driver.go_on(turn)
        if lifted:
            driver.settle()
            if not seen and driver.page._summary is not None:
                seen = True
                yield "since the last turn", window
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
        if name != "a message":
            # Looked at once: it may be closed, and then everything has its room again.
            for notice in driver.visible(Notice, driver.window):
                notice.closed.emit()
            driver.settle()
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


LANGUAGES = (pytest.param("en", marks=pytest.mark.slow), "de", "longer")


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


@pytest.mark.parametrize("language", ["de"])
def test_wide_names(
    open_window: Open, deals: Arrange, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """Names of 24 wide characters are whole on every table, page and button; a bot's strength stands beside them."""
    monkeypatch.setattr(f"{__name__}.LONG", WIDE)
    for module in ("driver", "tour"):
        monkeypatch.setattr(
            f"tests.desktop.{module}.people", lambda seats: tuple(SeatInfo(name) for name in WIDE[:seats])
        )
    driver = open_window(language)
    found = []
    strengths = set()
    for name, root in itertools.chain(tour(driver, deals), further(driver, deals)):
        _count, defects_ = walk(driver, iter([(name, root)]), (SMALLEST, (1280, 720)))
        found += defects_
        for shown in driver.visible(Yielding):
            fits = shown.width() >= text_width(shown, shown.text())
            strengths.add(shown.text())
            if not fits:
                found.append(f"{name}: {shown.text()!r} has no room")
    assert not found, "\n".join(dict.fromkeys(found))
    assert strengths == {"Leicht", "Mittel", "Zufall"}


@pytest.mark.parametrize("variant", ["standard", "large"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_games_by_post(
    open_window: Open, monkeypatch: pytest.MonkeyPatch, long_names: None, language: str, variant: str
) -> None:
    """The game master's desk and the players' page."""
    driver = open_in(open_window, monkeypatch, language)
    count, found = walk(driver, by_post(driver, variant))
    assert count >= 12
    assert not found, "\n".join(found)


@pytest.mark.slow
@pytest.mark.parametrize("cards", ["small", "large"])
@pytest.mark.parametrize(
    "size", [(width, height) for width in (960, 1120, 1366) for height in (600, 768, 1024)]
)
def test_sizes_between(
    open_window: Open,
    deals: Arrange,
    monkeypatch: pytest.MonkeyPatch,
    long_names: None,
    size: tuple[int, int],
    cards: str,
) -> None:
    """The tour in the longer language at sizes that nobody thinks of, with small and large cards."""
    settings = quick_settings("de")
    settings.card_size = cards
    long = Longer()
    monkeypatch.setattr("desktop.main_window.texts", lambda _language: long)
    driver = open_window("de", settings=settings)
    count, found = walk(driver, tour(driver, deals), (size,))
    assert count >= 20
    assert not found, "\n".join(found)


def factor() -> float:
    """How many pixels of the screen a pixel of the window has."""
    return float(os.environ.get("QT_SCALE_FACTOR", "1"))


@pytest.mark.parametrize("language", ["de"])
def test_the_first_screens(
    open_window: Open, deals: Arrange, monkeypatch: pytest.MonkeyPatch, long_names: None, language: str
) -> None:
    """Games by post, the start, a new match, the table of four and what is chosen there; also scaled, see below."""
    driver = open_in(open_window, monkeypatch, language)
    assert driver.window.devicePixelRatioF() == factor()
    screens = itertools.takewhile(lambda screen: screen[0] != "a message", tour(driver, deals))
    count, found = walk(driver, itertools.chain(by_post(driver), screens), ((1280, 720), (1920, 1080)))
    assert count >= 24
    assert not found, "\n".join(found)


@pytest.mark.parametrize("scale", ["1.25", pytest.param("1.5", marks=pytest.mark.slow), "2"])
def test_scaled(scale: str) -> None:
    """The same screens at 125, 150 and 200 %, in a process of its own: Qt reads the factor once."""
    test = f"{__file__}::test_the_first_screens"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", test]
    done = subprocess.run(
        command,
        env={**os.environ, "QT_SCALE_FACTOR": scale, "QT_QPA_PLATFORM": "offscreen"},
        cwd=Path(__file__).resolve().parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "1 passed" in done.stdout


# What is painted without a widget of its own ----------------------------------------


@pytest.mark.parametrize("faces", ["motifs", "pack"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_names_on_cards(app: QApplication, language: str, faces: str) -> None:
    """From the height on at which a card shows its name, the name has room on its band, on every card."""
    choose_faces(faces)
    try:
        for card in range(1, 9):
            name = face(card, texts(language)).name
            for height in (150, 164, 200, 260, 333, 420):
                size = max(theme.SIZES["small"], round(height * 0.062))
                needed = QFontMetricsF(theme.font(size, serif=True)).horizontalAdvance(name)
                assert needed <= card_width(height) * 0.62 - size / 2, (name, height)
    finally:
        choose_faces("motifs")


# That the search finds what it looks for ----------------------------------------


def broken(kind: str) -> QWidget:
    """A widget with one fault in it."""
    root = QWidget()
    root.resize(200, 100)
    if kind == "a label too narrow":
        made: QWidget = QLabel("A sentence that is much too long for its place", root)
        made.setGeometry(10, 10, 80, 20)
    elif kind == "a label too low":
        long = label("A sentence that is much too long for its place", wrap=True)
        long.setParent(root)
        long.setGeometry(10, 10, 80, 20)
    elif kind == "a button too narrow":
        made = Button("Watch the match again", parent=root)
        made.setGeometry(10, 10, 60, 36)
    elif kind == "two on each other":
        for left in (10, 30):
            made = QLabel("OK", root)
            made.setGeometry(left, 10, 40, 20)
    elif kind == "half outside":
        made = QLabel("OK", root)
        made.setGeometry(180, 10, 40, 20)
    elif kind == "elided without a tip":
        short = Elided("A sentence that is much too long for its place", root)
        short.setGeometry(10, 10, 80, 20)
    else:
        area = QScrollArea(root)
        area.setGeometry(0, 0, 100, 60)
        inner = QWidget()
        inner.resize(90, 400)
        area.setWidget(inner)
    root.show()
    return root


@pytest.mark.parametrize(
    "kind",
    [
        "a label too narrow",
        "a label too low",
        "a button too narrow",
        "two on each other",
        "half outside",
        "elided without a tip",
        "scrolled away",
    ],
)
def test_faults_are_found(app: QApplication, kind: str) -> None:
    """Each kind of fault is reported."""
    root = broken(kind)
    assert defects(root)
    root.close()


# The keyboard ----------------------------------------


def family(widget: QWidget) -> QObject:
    """*widget*, or the group of buttons it belongs to: Tab reaches one of them, arrows the others."""
    group = widget.group() if isinstance(widget, QAbstractButton) else None
    return widget if group is None else group


def stops(root: QWidget) -> list[QWidget]:
    """What Tab must reach below *root*; one button of each group."""
    found = [
        widget
        for widget in root.findChildren(QWidget)
        if widget.isVisible()
        and widget.isEnabled()
        and widget.window() is root
        and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and widget.focusProxy() is None
        and not isinstance(widget.parent(), QSpinBox)
    ]
    return list({family(widget): widget for widget in found}.values())


def area(widget: QWidget) -> QRect:
    """Where *widget* lies in its window, with a little around it, where a ring may be."""
    return QRect(widget.mapTo(widget.window(), QPoint(-18, -18)), widget.size() + QSize(36, 36))


def ahead(one: QRect, other: QRect) -> bool:
    """Whether *one* is read before *other*: it ends above it, or begins left of it in the same line."""
    if one.bottom() <= other.top() + 8:
        return True
    if other.bottom() <= one.top() + 8:
        return False
    return one.left() < other.left()


def round_trip(driver: Driver, root: QWidget) -> list[str]:
    """Go through *root* with Tab, and tell what is wrong: something skipped, a trap, a focus that can't be seen."""
    expected = stops(root)
    if not expected:
        return ["nothing takes the focus"]
    expected[0].setFocus(Qt.FocusReason.TabFocusReason)
    driver.settle()
    order: list[QWidget] = []
    found = []
    for _step in range(2 * len(expected) + 2):
        here = QApplication.focusWidget()
        if here is None:
            return ["the focus is lost"]
        if here in order:
            break
        order.append(here)
        lit = root.grab(area(here)).toImage()
        driver.press(Qt.Key.Key_Tab)
        if QApplication.focusWidget() is here:
            if len(expected) > 1:
                found.append(f"{described(here)} is a trap")
            break
        if root.grab(area(here)).toImage() == lit:
            found.append(f"{described(here)} looks the same without the focus")
    reached, wanted = [{family(widget) for widget in widgets} for widgets in (order, expected)]
    found += [f"{described(widget)} is not reached" for widget in expected if family(widget) not in reached]
    found += [
        f"{described(widget)} is reached unexpectedly" for widget in order if family(widget) not in wanted
    ]
    first = order.index(min(order, key=lambda widget: (area(widget).top(), area(widget).left())))
    for one, other in itertools.pairwise([*order[first:], *order[:first]]):
        siblings = one.parentWidget() is other.parentWidget()
        if siblings and not ahead(one.geometry(), other.geometry()):
            found.append(f"{described(other)} comes after {described(one)}")
    if found:
        return found
    # And back again.
    for widget in reversed(order):
        driver.press(Qt.Key.Key_Tab, modifier=Qt.KeyboardModifier.ShiftModifier)
        if QApplication.focusWidget() is not widget:
            return [f"Shift+Tab misses {described(widget)}"]
    return []


@pytest.mark.parametrize("language", ["en", "de"])
def test_arrows_lead_through_groups(open_window: Open, language: str) -> None:
    """Of buttons of which one is pressed, Tab reaches one; arrows go to the others."""
    driver = open_window(language)
    driver.window.show_new_game("letter")
    driver.settle()
    page = driver.window.page
    assert isinstance(page, NewGamePage)
    while QApplication.focusWidget() not in page.count_buttons.values():
        driver.press(Qt.Key.Key_Tab)
    seen = {QApplication.focusWidget()}
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Right):
        driver.press(key)
        seen.add(QApplication.focusWidget())
    assert seen == set(page.count_buttons.values())


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_tab_goes_round_every_screen(open_window: Open, deals: Arrange, scheme: str) -> None:
    """Through everything that takes the focus, once, in the order of reading, back to the first and back again;
    and whatever has the focus looks different."""
    driver = open_window()
    theme.apply(QApplication.instance(), scheme)  # type: ignore[arg-type]
    found = []
    for name, root in itertools.chain(tour(driver, deals), further(driver, deals), by_post(driver)):
        if isinstance(root, QMenu):
            continue
        driver.settle()
        root.activateWindow()
        driver.settle()
        found += [f"{name}: {wrong}" for wrong in round_trip(driver, root)]
    theme.apply(QApplication.instance(), "light")  # type: ignore[arg-type]
    assert not found, "\n".join(dict.fromkeys(found))
