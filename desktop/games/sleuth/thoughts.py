"""The deduction sheet in words: contradictions, why something is forced, what is unknown, the best questions."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QListWidget, QListWidgetItem, QWidget

from desktop.games.sleuth.answers import LEAST
from desktop.games.sleuth.meter import Meter
from desktop.games.sleuth.notes import OFF, PUBLIC, TOTALS
from desktop.games.sleuth.orders import short_question
from desktop.widgets import theme
from desktop.widgets.basics import column, label, line, plain_tip
from engine.core.text import Texts
from engine.games.sleuth import words
from engine.games.sleuth.deduction.asking import Why
from engine.games.sleuth.deduction.conflicts import Conflict
from engine.games.sleuth.deduction.sheet import Findings

TAKES = Qt.ItemDataRole.UserRole + 1
"""What marks the line that takes a tip over."""

POINTER = "\N{BLACK RIGHT-POINTING SMALL TRIANGLE}"

BEST = 8
"""So many questions are listed."""


class Thoughts(QWidget):
    """``chosen`` carries a question of the list; ``switched`` what automatic marks shall rest on; ``taken``: the tip is
    to be taken over into the orders, or that is to be undone."""

    chosen = Signal(str)
    switched = Signal(str)
    taken = Signal()

    def __init__(self, variant: str, t: Texts) -> None:
        super().__init__()
        self._t, self._variant = t, variant
        layout = column(gap=6)
        self.basis = QComboBox()
        self.basis.setAccessibleName(t._("Automatic marks"))
        for text, value in (
            (t._("Answers and own totals"), TOTALS),
            (t._("Public answers only"), PUBLIC),
            (t._("No automatic marks"), OFF),
        ):
            self.basis.addItem(text, value)
        self.basis.activated.connect(lambda _row: self.switched.emit(self.basis.currentData()))
        layout.addWidget(self.basis)
        row = line(gap=8)
        self.unknown = label("", role="muted")
        row.addWidget(self.unknown)
        self.progress = Meter()
        row.addWidget(self.progress, 1)
        layout.addLayout(row)
        self.list = QListWidget()
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.list.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.list.setAccessibleName(t._("Deductions"))
        self.list.itemActivated.connect(self._activate)
        self.list.itemClicked.connect(self._activate)
        self.list.setMinimumHeight(LEAST)
        layout.addWidget(self.list, 1)
        self.setLayout(layout)
        self._why: list[str] = []
        self._advice = ""
        self._take = ""
        self._conflict: list[str] = []
        self._questions: list[tuple[str, str]] = []

    def show_basis(self, basis: str) -> None:
        """Show what marks rest on."""
        self.basis.setCurrentIndex(max(0, self.basis.findData(basis)))

    def show_progress(self, share: float) -> None:
        """Show how much of a deduction is done; all of it hides the bar."""
        self.progress.show_share(share, self._t._("Reckoning: {percent} %", percent=round(100 * share)))
        self.progress.setVisible(share < 1)

    def show_findings(self, found: Findings) -> None:
        """Show what is unknown, and the best questions."""
        t = self._t
        if found.bits is None:
            self.unknown.setText("")
        else:
            text = t._("Still unknown: {bits} bits", bits=t.number(found.bits))
            self.unknown.setText(
                text if found.exact else t._("Still unknown: about {bits} bits", bits=t.number(found.bits, 0))
            )
        self._questions = []
        for worth in found.questions[:BEST]:
            if worth.bits > 0:
                bits = t._("{bits} bits", bits=t.number(worth.bits))
                self._questions.append((f"{short_question(worth.question, t)} – {bits}", worth.question))
        self._fill()

    def show_why(self, why: Why | None) -> None:
        """Show the reason for a forced cell; None: it is being looked for."""
        t = self._t
        if why is None:
            self._why = [t._("Looking for the reason …")]
        elif why.reason is None:
            gem, holder = why.place
            self._why = [
                t._("It is open whether {gem} is at {holder}.", gem=words.gem_name(gem, t), holder=holder)
            ]
        else:
            gem, holder = why.place
            self._why = words.describe_reason(gem, holder, why.here, why.reason, self._variant, t).split("\n")
        self._fill()
        self.list.scrollToTop()

    def show_take(self, *, possible: bool, taken: bool) -> None:
        """Offer below the tip to take it over, or, if it was *taken*, to undo that."""
        t = self._t
        text = ""
        if possible:
            text = t._("Undo taking the tip over (Ctrl+Z)") if taken else t._("Take the tip over (T)")
        if text != self._take:
            self._take = text
            row = self.list.currentRow()
            self._fill()
            self.list.setCurrentRow(row)

    def show_advice(self, text: str) -> bool:
        """Show a tip; whether it is a new one."""
        new = bool(text) and text != self._advice
        if text != self._advice:
            self._advice = text
            self._fill()
            self.list.scrollToTop()
        return new

    def say(self, text: str) -> None:
        """Show *text* in the reason's place."""
        self._why = [text] if text else []
        self._fill()

    def show_conflict(self, conflict: Conflict | None, wrong: Sequence[tuple[str, str]] = ()) -> None:
        """Show facts that can't all be true, or marks and tips that are proved *wrong*."""
        t = self._t
        self._conflict = []
        if conflict is not None:
            self._conflict = words.describe_conflict(conflict, self._variant, t).split("\n")
        for gem, holder in wrong:
            self._conflict.append(
                t._(
                    "Your mark on {gem} at {holder} can't be right.",
                    gem=words.gem_name(gem, t),
                    holder=holder,
                )
            )
        self._fill()

    def _add(self, lines: Sequence[str]) -> None:
        """Add *lines*, the first of them as a heading."""
        for number, text in enumerate(lines):
            item = QListWidgetItem(text)
            if number == 0:
                item.setFont(theme.font("body", bold=True))
            self.list.addItem(item)

    def _fill(self) -> None:
        t = self._t
        self.list.clear()
        self._add(self._conflict)
        if self._advice:
            self._add((t._("Tip"),))
            if self._take:
                item = QListWidgetItem(f"{POINTER} {self._take}")
                item.setData(TAKES, True)
                item.setToolTip(
                    plain_tip(t._("The tip's question and tips become your orders; this can be undone"))
                )
                self.list.addItem(item)
            self.list.addItem(QListWidgetItem(self._advice))
        self._add(self._why)
        if self._questions:
            self._add((t._("Best questions"),))
        for text, question in self._questions:
            item = QListWidgetItem(text)
            item.setData(Qt.ItemDataRole.UserRole, question)
            item.setToolTip(
                plain_tip(t._("{question} Choose it to ask it.", question=words.question_text(question, t)))
            )
            self.list.addItem(item)

    def _activate(self, item: QListWidgetItem) -> None:
        question = item.data(Qt.ItemDataRole.UserRole)
        if item.data(TAKES):
            self.taken.emit()
        elif question:
            self.chosen.emit(question)
