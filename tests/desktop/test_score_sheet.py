"""The score sheet in its room: names whole in the heads, all rounds in sight, the newest if there are too many."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from desktop.binding.match import Stage
from desktop.screens.common import ScoreDialog, Standing
from desktop.widgets import theme
from desktop.widgets.names import parted, set_names
from desktop.widgets.sheet import ScoreSheet
from engine.core.game import Outcome
from engine.core.text import texts
from engine.play.session import SeatInfo
from tests.desktop.conftest import Open

ALIKE = ("Wolfgang Amadeus Mammone", "Wolfgang Amadeus Hummelm", "Maximiliane Charlottenbu", "M" * 24)
USUAL = ("Friederike", "Friedrich", "Alexander", "Alexandra")


def points(seats: int, rounds: int) -> list[Outcome]:
    return [
        Outcome(tuple(int(seat == number % seats) for seat in range(seats)), (number % seats,))
        for number in range(rounds)
    ]


def whole(name: str, lines: Sequence[str]) -> bool:
    """Whether *lines* are all of *name*, however it is broken."""
    return "".join(lines).replace("-", "").replace(" ", "") == name.replace("-", "").replace(" ", "")


def read(sheet: ScoreSheet, names: Sequence[str]) -> None:
    """All *names* stand whole in the heads of *sheet*, inside their columns."""
    heads = sheet._heads
    assert [whole(name, lines) for name, lines in zip(names, heads.lines, strict=True)] == [True] * len(names)
    metrics = QFontMetrics(theme.font(heads.size_, bold=True))
    for place, lines in enumerate(heads.lines):
        assert max(map(metrics.horizontalAdvance, lines)) <= sheet.columnWidth(place)
        assert heads.height() >= len(lines) * metrics.ascent()


@pytest.mark.parametrize("names", [ALIKE, USUAL])
@pytest.mark.parametrize("size", [(1280, 720), (960, 600)])
def test_the_dialog_shows_names_and_rounds(
    app: QApplication, qtbot: QtBot, size: tuple[int, int], names: tuple[str, ...]
) -> None:
    """Eleven rounds of four: nothing is scrolled away at 1280×720, and every name is whole at either size."""
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(*size)
    window.show()
    dialog = ScoreDialog("letter", "Round 11", names, points(4, 11), 4, texts("de"), window)
    dialog.show()
    qtbot.waitExposed(dialog)
    (sheet,) = dialog.findChildren(ScoreSheet)
    read(sheet, names)
    assert dialog.width() <= window.width()
    assert dialog.height() <= window.height()
    if size == (1280, 720):
        assert sheet.verticalScrollBar().maximum() == 0
    else:
        assert sheet.verticalScrollBar().value() == sheet.verticalScrollBar().maximum()


def test_the_picture_gives_way_in_a_narrow_dialog(app: QApplication, qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(1280, 720)
    dialog = ScoreDialog("letter", "Round 3", ALIKE, points(4, 3), 4, texts("en"), window)
    dialog.show()
    assert dialog._chart.isVisible()
    dialog.resize(600, 460)
    app.processEvents()
    assert not dialog._chart.isVisible()
    (sheet,) = dialog.findChildren(ScoreSheet)
    read(sheet, ALIKE)


@pytest.mark.parametrize("size", [(1280, 720), (960, 600)])
def test_the_result_page_shows_all_of_five_rounds(open_window: Open, size: tuple[int, int]) -> None:
    driver = open_window("de", size=size)
    match = driver.start([SeatInfo(name) for name in ALIKE], goal=5)
    for turn in range(600):
        if match.stage is Stage.ROUND and len(match.finished_rounds) == 5:
            break
        driver.go_on(turn)
    driver.settle()
    (sheet,) = driver.visible(ScoreSheet)
    assert sheet.rowCount() == 6
    assert sheet.verticalScrollBar().maximum() == 0
    read(sheet, ALIKE)


def test_the_picture_above_the_sheet_gives_way(app: QApplication, qtbot: QtBot) -> None:
    """Few rounds leave room for it; many take it, and then the newest are in sight."""
    for rounds, shown in ((3, True), (11, False), (40, False)):
        page = Standing(USUAL, points(4, rounds), 4, texts("en"), chart=True)
        qtbot.addWidget(page)
        page.resize(470, 380)
        page.show()
        assert page.chart is not None
        assert page.chart.isVisible() == shown
        bar = page.sheet.verticalScrollBar()
        assert (bar.maximum() > 0) == (rounds == 40)
        assert bar.value() == bar.maximum()
        page.close()


def test_names_lose_their_middle_last(app: QApplication) -> None:
    """Where a name has no room at all, what tells it from the next one stays: its end."""
    size, lines = set_names(ALIKE[:2], 60, (("body", 1), ("small", 1)))
    assert size == "small"
    assert len({tuple(found) for found in lines}) == 2
    assert all("…" in found[0] for found in lines)


def test_long_words_are_parted_with_hyphens(app: QApplication) -> None:
    metrics = QFontMetrics(theme.font("small"))
    assert parted("Anna Amalia", metrics, 400) == ["Anna Amalia"]
    lines = parted("Donaudampfschifffahrt", metrics, 70)
    assert all(line.endswith("-") for line in lines[:-1])
    assert whole("Donaudampfschifffahrt", lines)
    assert all(metrics.horizontalAdvance(line) <= 70 for line in lines)
