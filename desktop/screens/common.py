"""Pieces that several pages share: pages in a dialog, the rules, the score sheet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from desktop.widgets.basics import Button, column, label, line
from engine.core.errors import Refusal
from engine.core.game import Outcome
from engine.core.text import Texts

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMessageBox

    from desktop.widgets.chart import PointsChart
    from desktop.widgets.sheet import ScoreSheet


PROGRAM_KEYS = (Qt.Key.Key_F1, Qt.Key.Key_F11)
"""Keys that do the same everywhere in the program: help and full screen."""


FRAME = QSize(16, 40)
"""What a window's frame takes of the screen, in pixels."""


def room_for(dialog: QWidget) -> QSize:
    """How large *dialog* may become on its screen; where there is none to look at, at least as its window."""
    room = dialog.screen().availableGeometry().size() - FRAME
    parent = dialog.parentWidget()
    if parent is not None and QApplication.platformName() == "offscreen":
        return room.expandedTo(parent.window().size())
    return room


class Dialog(QDialog):
    """A dialog that goes for good when it is closed, and leaves the keys of the whole program to its window."""

    def __init__(self, title: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.setAccessibleName(title)

    def showEvent(self, event: QShowEvent) -> None:
        """No larger than the screen, however little that is."""
        room = room_for(self)
        least = self.minimumSizeHint()
        layout = self.layout()
        if layout is not None:
            width = min(self.width(), room.width())
            least.setHeight(max(least.height(), layout.minimumHeightForWidth(width)))
        if least.boundedTo(room) != least:
            self._scroll()
        self.resize(self.size().boundedTo(room))
        super().showEvent(event)

    def _scroll(self) -> None:
        """There is too little room for all at once."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        parent = self.parentWidget()
        if parent is not None and (event.key() in PROGRAM_KEYS or event.text() == "?"):
            QCoreApplication.sendEvent(parent.window(), event)
            return
        super().keyPressEvent(event)


def _question(parent: QWidget, title: str, question: str, more: str) -> QMessageBox:
    """A box over *parent* that asks *question*, still without buttons."""
    from PySide6.QtWidgets import QMessageBox

    box = QMessageBox(parent)
    # Not WA_DeleteOnClose: a page that goes while its question is open would take the box twice.
    box.finished.connect(box.deleteLater)
    box.setWindowTitle(title)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(question)
    box.setInformativeText(more)
    return box


def ask(
    parent: QWidget, title: str, question: str, consequence: str, yes: str, no: str, act: Callable[[], None]
) -> None:
    """Ask *question* over *parent*, whose *consequence* can't be undone; *act* after *yes*. *no* is the default."""
    from PySide6.QtWidgets import QMessageBox

    box = _question(parent, title, question, consequence)
    agree = box.addButton(yes, QMessageBox.ButtonRole.DestructiveRole)
    refuse = box.addButton(no, QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(refuse)
    box.setEscapeButton(refuse)
    agree.clicked.connect(lambda: act())
    box.open()


def choose(
    parent: QWidget,
    title: str,
    question: str,
    more: str,
    ways: Sequence[tuple[str, Callable[[], None]]],
    no: str,
) -> None:
    """Ask *question* over *parent*: each of *ways* is a button and what it does; the first is the default."""
    from PySide6.QtWidgets import QMessageBox

    box = _question(parent, title, question, more)
    for number, (text, act) in enumerate(ways):
        role = QMessageBox.ButtonRole.ActionRole if number else QMessageBox.ButtonRole.AcceptRole
        button = box.addButton(text, role)
        button.clicked.connect(lambda _checked=False, act=act: act())
        if not number:
            box.setDefaultButton(button)
    box.setEscapeButton(box.addButton(no, QMessageBox.ButtonRole.RejectRole))
    box.open()


class PageDialog(Dialog):
    """A page over the table, closed by Escape or its button."""

    def __init__(self, title: str, close_text: str, parent: QWidget | None, *, game: str = "") -> None:
        """*game*: the game whose colour the page takes, if it is about one."""
        super().__init__(title, parent)
        outer = column(margin=24, gap=16)
        outer.addWidget(label(title, "title", serif=True))
        self.body: QVBoxLayout = column(gap=12)
        outer.addLayout(self.body, 1)
        foot: QHBoxLayout = line()
        foot.addStretch(1)
        self.close_button = Button(close_text, "primary", game=game)
        self.close_button.clicked.connect(self.accept)
        foot.addWidget(self.close_button)
        outer.addLayout(foot)
        self.setLayout(outer)
        self._outer = outer

    def _scroll(self) -> None:
        if self.body.parentWidget() is not self:
            return
        self._outer.removeItem(self.body)
        self.body.setParent(None)
        content = QWidget()
        content.setLayout(self.body)
        area = QScrollArea()
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setWidget(content)
        self._outer.insertWidget(1, area, 1)
        self._outer.setContentsMargins(16, 12, 16, 12)
        self._outer.setSpacing(8)
        self._outer.activate()


def score_sheet(names: Sequence[str], rounds: Sequence[Outcome], t: Texts) -> ScoreSheet:
    """The points of all finished rounds."""
    from desktop.widgets.sheet import ScoreSheet

    sheet = ScoreSheet(t._("Score sheet"))
    totals = [sum(result.points[seat] for result in rounds) for seat in range(len(names))]
    sheet.show_points(
        names,
        [result.points for result in rounds],
        [t._("Round {number}", number=number + 1) for number in range(len(rounds))],
        t._("Total"),
        totals,
    )
    return sheet


class Standing(QWidget):
    """The score sheet as a part of a page, with its picture above where the sheet leaves it room."""

    LEAST = 130
    """The height that the picture has at least, in pixels."""

    def __init__(
        self, names: Sequence[str], rounds: Sequence[Outcome], goal: int | None, t: Texts, *, chart: bool
    ) -> None:
        super().__init__()
        layout = column(gap=8)
        self.chart: PointsChart | None = None
        if chart:
            from desktop.widgets.chart import PointsChart

            self.chart = PointsChart(t)
            self.chart.show_rounds(names, rounds, goal)
            self.chart.setMinimumHeight(self.LEAST)
            layout.addWidget(self.chart, 1)
        self.sheet = score_sheet(names, rounds, t)
        layout.addWidget(self.sheet)
        if not chart:
            layout.addStretch(1)
        self.setLayout(layout)

    def minimumSizeHint(self) -> QSize:
        return self.sheet.minimumSizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.chart is None:
            return
        layout = self.layout()
        assert layout is not None
        # Once for the heads, whose height follows from the width, and then for what is left.
        for _time in range(2):
            layout.activate()
            left = self.height() - layout.spacing()
            above = left - self.sheet.least_height() >= self.LEAST
            self.chart.setVisible(above)
            room = left - self.LEAST if above else self.height()
            self.sheet.setFixedHeight(min(self.sheet.sizeHint().height(), max(0, room)))


class ScoreDialog(PageDialog):
    """The score sheet over the table, with its picture, to be printed or saved."""

    def __init__(
        self,
        game: str,
        headline: str,
        names: Sequence[str],
        rounds: Sequence[Outcome],
        goal: int | None,
        t: Texts,
        parent: QWidget | None,
        sheet: QWidget | None = None,
        game_id: str = "",
    ) -> None:
        super().__init__(t._("Score sheet"), t._("Close"), parent, game=game_id)
        self._t = t
        self._sheet = (game, headline, tuple(names), tuple(rounds))
        self._goal = goal
        self._points: ScoreSheet | None = None
        self.body.addWidget(label(headline, role="muted"))
        self.said = label("", wrap=True)
        self.said.hide()
        if not rounds:
            self.body.addWidget(label(t._("No round is finished yet."), "lead", role="muted"))
            self.body.addStretch(1)
        else:
            columns = line(gap=24)
            from desktop.widgets.chart import PointsChart

            self._chart = PointsChart(t)
            self._chart.show_rounds(names, rounds, goal)
            if sheet is None:
                self._points = score_sheet(names, rounds, t)
                # It decides about no width: it is hidden where it would be too narrow.
                self._least_chart = self._chart.minimumWidth()
                self._chart.setMinimumWidth(0)
                columns.addWidget(self._points, 1, Qt.AlignmentFlag.AlignTop)
            else:
                columns.addWidget(sheet, 2)
            columns.addWidget(self._chart, 1)
            self.body.addLayout(columns, 1)
            self.body.addWidget(self.said)
            row = line(gap=8)
            self.pdf_button = Button(t._("Save as PDF …"))
            self.pdf_button.clicked.connect(lambda: self._ask("pdf"))
            self.csv_button = Button(t._("Save as CSV …"))
            self.csv_button.clicked.connect(lambda: self._ask("csv"))
            self.print_button = Button(t._("Print …"))
            self.print_button.clicked.connect(self._print)
            for button in (self.pdf_button, self.csv_button, self.print_button):
                row.addWidget(button)
            row.addStretch(1)
            self.body.addLayout(row)
        wanted = QSize(1040, 480) if sheet else self.sizeHint().expandedTo(QSize(760, 480))
        if parent is not None and sheet is None:
            wanted = wanted.boundedTo(parent.window().size() - QSize(32, 32))
        self.resize(wanted)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._points is not None:
            # The points are what one came for: the picture beside them gives way.
            needed = self._points.sizeHint().width() + self._least_chart + 24
            self._chart.setVisible(self.width() - 48 >= needed)

    def _ask(self, kind: str) -> None:
        t = self._t
        dialog = QFileDialog(self, t._("Save the score sheet"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(kind)
        dialog.setNameFilter(f"{kind.upper()} (*.{kind})")
        dialog.selectFile(f"{self._sheet[0]}.{kind}")
        dialog.fileSelected.connect(self.save)
        dialog.open()

    def save(self, file: str) -> None:
        """Save the sheet as *file*; the ending says how."""
        from desktop import export

        game, headline, names, rounds = self._sheet
        path = Path(file)
        if path.suffix.lower() == ".csv":
            refusal = export.write_csv(path, names, rounds, self._t)
        else:
            refusal = export.write_pdf(path, game, headline, names, rounds, self._t, goal=self._goal)
        self._say(refusal, self._t._("Saved as {path}.", path=file))

    def _print(self) -> None:
        from desktop import export

        game, headline, names, rounds = self._sheet
        export.print_sheet(
            self,
            game,
            headline,
            names,
            rounds,
            self._t,
            lambda refusal: self._say(refusal, ""),
            goal=self._goal,
        )

    def _say(self, refusal: Refusal | None, done: str) -> None:
        self.said.setText(refusal.text(self._t) if refusal is not None else done)
        self.said.setProperty("role", "warning" if refusal is not None else "good")
        self.said.style().polish(self.said)
        self.said.show()
