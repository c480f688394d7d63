"""One mail at the game master's desk: its text, what was understood, its faults in place; or orders being mended."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop.post.parts import go_to_line, mark_lines, marked_lines, plain_edit, problem_list
from desktop.post.words import arrival, why
from desktop.widgets.basics import column, label
from desktop.widgets.choice import ChoiceBox
from engine.core.text import Texts
from engine.games.sleuth.orders import describe_problem
from engine.games.sleuth.post.reading import Entry
from engine.games.sleuth.words import describe_move

MOST_OLDER = 200
"""So many mails that were replaced can be chosen."""


class MailView(QWidget):
    """See the module's docstring. ``mending``: somebody writes in it. ``looked`` tells that another mail is shown."""

    looked = Signal()

    def __init__(self, t: Texts) -> None:
        super().__init__()
        self._t = t
        self.mending = False
        self._mails: list[Entry] = []
        self._older = 0
        right = column(gap=8)
        self.source = label("", role="muted", wrap=True)
        right.addWidget(self.source)
        self.versions = ChoiceBox()
        self.versions.setAccessibleName(t._("Mails of this player"))
        self.versions.currentIndexChanged.connect(lambda _row: self._show())
        right.addWidget(self.versions)
        self.text = plain_edit(t._("The mail"))
        self.text.setPlaceholderText(
            t._("Mails can be dropped here, as files or as text, and the folder of a game as well.")
        )
        right.addWidget(self.text, 3)
        self.understood = label("", wrap=True)
        right.addWidget(self.understood)
        self.problems = problem_list(self._go_to_problem, t)
        right.addWidget(self.problems, 1)
        self.setLayout(right)

    @property
    def entry(self) -> Entry | None:
        """The mail shown."""
        row = self.versions.currentIndex()
        return self._mails[row] if 0 <= row < len(self._mails) else None

    @property
    def replaced(self) -> bool:
        """Whether the mail shown is one that newer orders have replaced."""
        return self.versions.currentIndex() > 0

    def show_mails(self, entry: Entry | None, older: Sequence[Entry]) -> None:
        """Show *entry*; the *older* ones that it replaces, the newest first, can be chosen in its place."""
        t = self._t
        self._mails = [] if entry is None else [entry, *older[:MOST_OLDER]]
        self._older = len(older)
        self.versions.blockSignals(True)
        self.versions.clear()
        for one in self._mails:
            moment = arrival(one, t) or one.file
            self.versions.addItem(
                t._("{moment}: replaced by newer orders", moment=moment)
                if one.state == "replaced"
                else t._("{moment}: counts", moment=moment)
            )
        self.versions.setVisible(len(self._mails) > 1)
        self.versions.blockSignals(False)
        self._show()

    def edit(self, text: str, marks: Sequence[int]) -> None:
        """Let somebody write: *text* stands there, with the lines *marks* (from 1) marked."""
        self.text.setPlainText(text)
        mark_lines(self.text, marks)
        self.text.setReadOnly(False)
        self.mending = True
        self.versions.setEnabled(False)
        self.text.setFocus()

    @property
    def marks(self) -> tuple[int, ...]:
        """The lines that are marked, from 1."""
        return marked_lines(self.text)

    def _show(self) -> None:
        t, entry = self._t, self.entry
        self.mending = False
        self.versions.setEnabled(True)
        self.text.setReadOnly(True)
        self.problems.clear()
        self.text.setPlainText(entry.mail.text if entry is not None and entry.mail is not None else "")
        self.source.setText(self._source(entry) if entry is not None else "")
        self.understood.setText(describe_move(entry.orders, t, ()) if entry is not None else "")
        if entry is not None:
            for problem in entry.problems:
                self.problems.addItem(describe_problem(problem, t))
        mark_lines(self.text, [problem.line for problem in entry.problems] if entry is not None else ())
        self.looked.emit()

    def _source(self, entry: Entry) -> str:
        """The file of *entry*, who sent it, and whether it counts for anything."""
        t = self._t
        parts = [entry.file]
        if entry.mail is not None and entry.mail.sender:
            parts.append(t._("from {sender}", sender=entry.mail.sender))
        if entry.state == "refused":
            parts.append(t._("does not count: {why}", why=why(entry, t)))
        elif entry.state == "replaced":
            parts.append(t._("replaced by newer orders"))
        elif self._older:
            parts.append(
                t.n_("{n} older mail is replaced by it", "{n} older mails are replaced by it", self._older)
            )
        return " · ".join(parts)

    def _go_to_problem(self, row: int) -> None:
        entry = self.entry
        if entry is not None and not self.mending and 0 <= row < len(entry.problems):
            go_to_line(self.text, entry.problems[row].line)
