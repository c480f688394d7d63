"""The game master's desk: a postal game of VP-Sleuth at the screen.

It shows what the folder holds and does what `engine.games.sleuth.post.folder` offers, so a game may go back and forth
between the desk and the command line. The work is done in another process (`desktop.post.clerk`): however many mails
come, the window answers, shows how far they are read and can stop that. Nothing here raises for a folder, a mail or a
disk: what went wrong is said.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

from PySide6.QtCore import Qt, QTimer, QUrl, Signal
from PySide6.QtGui import (
    QDesktopServices,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
)
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QListWidget,
    QListWidgetItem,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from desktop.binding.reckoner import Reckoner
from desktop.games.sleuth.meter import Meter
from desktop.paper import print_page, to_pdf
from desktop.post import clerk
from desktop.post.clerk import Account, Page, Portion, Trouble
from desktop.post.new_game import NewPostGame
from desktop.post.parts import DESK, Sides, boxed, go_to_line, mark_lines, plain_edit
from desktop.widgets.basics import Button, column, elided, label, line
from engine.core.errors import Refusal
from engine.core.text import Texts
from engine.games.sleuth.orders import describe_problem, template
from engine.games.sleuth.post.folder import Standing
from engine.games.sleuth.post.reading import Entry, words_of
from engine.games.sleuth.words import describe_move
from engine.play.errands import News

SEAT = Qt.ItemDataRole.UserRole
"""Where an item of the list keeps its seat; for mails that count for nobody: minus their place, minus one."""


CLERK = "desktop.post.clerk"
MOST_REFUSED = 200
"""So many mails that do not count are listed; whoever needs more of them has read the wrong mailbox."""
PATIENCE = 300
"""Milliseconds that work may take before a bar is shown."""


@dataclass(frozen=True)
class DeskState:
    """How the desk was left: its folder, who was declared missing, the row, the tab, and orders being mended."""

    folder: Path | None = None
    absent: frozenset[int] = frozenset()
    row: int = 0
    tab: int = 0
    mending: str | None = None


class PostDesk(QWidget):
    """See the module's docstring. ``game`` is the open game as it was last looked at, or None."""

    back = Signal()
    other = Signal()

    def __init__(self, t: Texts, left: DeskState | None = None) -> None:
        super().__init__()
        self._t = t
        self.game: Account | None = None
        self.busy = False
        self.html = ""
        self._left: DeskState | None = None
        self._portions: list[Portion] = []
        self._reckoner = Reckoner(self)
        self._reckoner.progress.connect(self._on_progress)
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(PATIENCE)
        self._patience.timeout.connect(lambda: self._progress.show())
        self.standing = Standing(0, (), ())
        self.absent: set[int] = set()
        self._mending = False
        self.setAcceptDrops(True)
        outer = column(margin=24, gap=12)
        outer.addLayout(self._head())
        self.tabs = QTabWidget()
        self.tabs.setUsesScrollButtons(False)
        self.tabs.addTab(self._orders_tab(), t._("Orders"))
        self.tabs.addTab(self._reports_tab(), t._("Reports"))
        outer.addWidget(self.tabs, 1)
        outer.addWidget(self._progress_row())
        self.said = label("", wrap=True)
        outer.addWidget(self.said)
        self.setLayout(outer)
        self._show_all()
        if left is not None and left.folder is not None:
            self._have("look", left.folder, lambda _game: self._take_up(left))

    def state(self) -> DeskState:
        """The desk as it is now."""
        return DeskState(
            self.game.path if self.game is not None else None,
            frozenset(self.absent),
            self.players.currentRow(),
            self.tabs.currentIndex(),
            self.text.toPlainText() if self._mending else None,
        )

    def _take_up(self, left: DeskState) -> str:
        """Go on where the desk was *left*."""
        self.absent = set(left.absent)
        self.tabs.setCurrentIndex(left.tab)
        self._left = left
        return ""

    # Building ----------------------------------------

    def _button(self, text: str, act: Callable[[], object], kind: str = "plain") -> Button:
        made = Button(text, kind, game="sleuth")
        made.clicked.connect(lambda: act())
        return made

    def _head(self) -> QVBoxLayout:
        t = self._t
        head = column(gap=4)
        row = line(gap=8)
        row.addWidget(self._button(t._("Back"), self.back.emit, "link"))
        row.addWidget(elided(t._("VP-Sleuth by post"), "title", serif=True))
        self.sides = Sides(DESK, t)
        self.sides.chosen.connect(lambda _page: self.other.emit())
        row.addWidget(self.sides)
        row.addStretch(1)
        self.new_button = self._button(t._("New game …"), self._ask_new)
        self.open_button = self._button(t._("Open a game …"), self._ask_open)
        row.addWidget(self.new_button)
        row.addWidget(self.open_button)
        head.addLayout(row)
        self.headline = label("", "lead", role="muted", wrap=True)
        head.addWidget(self.headline)
        return head

    def _progress_row(self) -> QWidget:
        self._progress = QWidget()
        row = line(gap=12)
        self.doing = label("", role="muted")
        row.addWidget(self.doing)
        self.meter = Meter()
        row.addWidget(self.meter, 1)
        self.cancel_button = self._button(self._t._("Cancel"), self.cancel)
        row.addWidget(self.cancel_button)
        self._progress.setLayout(row)
        self._progress.hide()
        return self._progress

    def _orders_tab(self) -> QWidget:
        t = self._t
        page, row = QWidget(), line(margin=12, gap=16)
        left = column(gap=8)
        self.players = QListWidget()
        self.players.setAccessibleName(t._("Players"))
        self.players.currentItemChanged.connect(lambda *_items: self._show_entry())
        left.addWidget(self.players, 1)
        self.read_button = self._button(t._("Read mails …"), self._ask_files)
        self.paste_button = self._button(t._("Paste a mail"), self.paste)
        self.resolve_button = self._button(t._("Resolve the round"), self.resolve, "primary")
        self.undo_button = self._button(t._("Take the round back"), self.undo)
        for button in (self.read_button, self.paste_button, self.resolve_button, self.undo_button):
            left.addWidget(button)
        row.addWidget(boxed(left), 1)
        right = column(gap=8)
        self.source = label("", role="muted", wrap=True)
        right.addWidget(self.source)
        self.text = plain_edit(t._("The mail"))
        right.addWidget(self.text, 3)
        self.understood = label("", wrap=True)
        right.addWidget(self.understood)
        self.problems = QListWidget()
        self.problems.setAccessibleName(t._("Not understood"))
        self.problems.setWordWrap(True)
        self.problems.currentRowChanged.connect(self._go_to_problem)
        right.addWidget(self.problems, 1)
        below = line(gap=8)
        self.mend_button = self._button(t._("Mend by hand"), self.mend)
        self.take_button = self._button(t._("Take over"), self.take_over, "primary")
        self.leave_button = self._button(t._("Leave as it was"), self._show_entry)
        self.absent_button = self._button(t._("Declare missing"), self.declare_absent)
        for button in (self.mend_button, self.take_button, self.leave_button, self.absent_button):
            below.addWidget(button)
        below.addStretch(1)
        right.addLayout(below)
        row.addWidget(boxed(right), 2)
        page.setLayout(row)
        return page

    def _reports_tab(self) -> QWidget:
        t = self._t
        page, whole = QWidget(), column(margin=12, gap=8)
        choice = line(gap=8)
        self.rounds, self.readers = QComboBox(), QComboBox()
        self.rounds.setAccessibleName(t._("Round"))
        self.readers.setAccessibleName(t._("For whom"))
        for box in (self.rounds, self.readers):
            box.currentIndexChanged.connect(lambda _index: self._show_report())
            choice.addWidget(box, 1 if box is self.rounds else 2)
        choice.addStretch(1)
        whole.addLayout(choice)
        self.report = plain_edit(t._("Report"))
        whole.addWidget(self.report, 1)
        row = line(gap=8)
        self.copy_button = self._button(t._("Copy text"), self.copy)
        self.pdf_button = self._button("PDF …", lambda: self._ask_save("pdf"))
        self.pdf_button.setAccessibleName(t._("Save as PDF …"))
        self.html_button = self._button("HTML …", lambda: self._ask_save("html"))
        self.html_button.setAccessibleName(t._("Save as HTML …"))
        self.print_button = self._button(t._("Print …"), self._print)
        self.mail_button = self._button(t._("Write the mail …"), self.write_mail)
        for button in (
            self.copy_button,
            self.pdf_button,
            self.html_button,
            self.print_button,
            self.mail_button,
        ):
            row.addWidget(button)
        row.addStretch(1)
        whole.addLayout(row)
        page.setLayout(whole)
        return page

    # Doing things ----------------------------------------

    def _have(self, what: str, job: Any, done: Callable[[Account], str] | None = None) -> None:
        """Have the clerk do *what*; what is said when it is done comes from *done*."""
        self.busy = True
        self._portions = []
        self.cancel_button.setVisible(what in ("look", "read"))
        self.doing.setText(self._t._("Reading mails …") if what == "read" else self._t._("Working …"))
        self._patience.start()
        self._reckoner.ask("desk", f"{CLERK}:{what}", job, lambda news: self._on_account(what, news, done))
        self._enable()

    def _on_account(self, what: str, news: News, done: Callable[[Account], str] | None) -> None:
        if isinstance(news.value, Portion):
            self._portions.append(news.value)
        if not news.done:
            return
        if isinstance(news.value, Account):
            self._rest()
            before, self.game = self.game, clerk.whole(news.value, self._portions)
            self.standing = self.game.standing
            if before is None or (before.path, before.rounds) != (self.game.path, self.game.rounds):
                self.absent = set()
            self._say(done(self.game) if done is not None else "")
            self._show_all()
            if self._left is not None:
                left, self._left = self._left, None
                self.players.setCurrentRow(left.row)
                if left.mending is not None:
                    self.mend()
                    self.text.setPlainText(left.mending)
            return
        said = self._trouble(news)
        self._say(said, bad=True)
        if news.error and self.game is not None and what != "look":
            # The process is gone; whether it had done its work is to be seen in the folder.
            self._have("look", self.game.path, lambda _game: said)
            return
        self._rest()
        self._enable()

    def _trouble(self, news: News) -> str:
        if isinstance(news.value, Trouble):
            return news.value.refusal.text(self._t)
        return self._t._("This could not be done: {reason}", reason=news.error)

    def _rest(self) -> None:
        self.busy = False
        self._patience.stop()
        self._progress.hide()

    def _on_progress(self, topic: str, share: float) -> None:
        if topic == "desk":
            self.meter.show_share(share, self._t._("{percent} % done", percent=round(100 * share)))

    def cancel(self) -> None:
        """Stop reading. What was read until now is kept."""
        if not self.busy or self.cancel_button.isHidden():
            return
        self._reckoner.stop("desk")
        self._rest()
        if self.game is None:
            self._enable()
            return
        self._have(
            "look", self.game.path, lambda _game: self._t._("Stopped. Mails read until then are kept.")
        )
        self.cancel_button.hide()

    @property
    def waiting(self) -> bool:
        """Whether something asked for is not done or not shown yet."""
        return self._reckoner.busy

    def _say(self, text: str, *, bad: bool = False) -> None:
        self.said.setText(text)
        self.said.setProperty("role", "warning" if bad else "good")
        self.said.style().polish(self.said)

    def _refuse(self, refusal: Refusal) -> None:
        self._say(refusal.text(self._t), bad=True)

    def _ask_new(self) -> None:
        dialog = NewPostGame(self._t, self)
        dialog.made.connect(self.open_folder)
        dialog.open()

    def _ask_open(self) -> None:
        dialog = QFileDialog(self, self._t._("The folder of a game"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly, True)
        dialog.fileSelected.connect(self.open_folder)
        dialog.open()

    def open_folder(self, folder: str) -> None:
        """Open the game in *folder*."""
        self._have("look", Path(folder))

    def _ask_files(self) -> None:
        dialog = QFileDialog(self, self._t._("Mails"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.setNameFilters([self._t._("Mails (*.eml *.txt *.mbox *.mbx)"), self._t._("All files (*)")])
        dialog.filesSelected.connect(self.read_files)
        dialog.open()

    def read_files(self, files: Sequence[str]) -> None:
        """Read the mails in *files*; folders with all that lies in them."""
        self._read(tuple(files))

    def read_text(self, text: str) -> None:
        """Read *text* as a mail."""
        self._read((), ((self._t._("pasted text"), text),))

    def paste(self) -> None:
        """Read the text of the clipboard as a mail."""
        self.read_text(QGuiApplication.clipboard().text())

    def _read(self, files: tuple[str, ...], texts: tuple[tuple[str, str], ...] = ()) -> None:
        if self.game is not None and not self.busy and not self._mending:
            self._have(
                "read",
                clerk.Reading(self.game.path, files, texts),
                self._read_said,
            )

    def _read_said(self, game: Account) -> str:
        t = self._t
        text = t.n_("{n} mail was read.", "{n} mails were read.", game.done)
        known = game.done - game.new
        if not known:
            return text
        told = t.n_(
            "{n} of them was there already and changes nothing.",
            "{n} of them were there already and change nothing.",
            known,
        )
        return f"{text} {told}"

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        data = event.mimeData()
        if self.read_button.isEnabled() and (data.hasUrls() or data.hasText()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        data = event.mimeData()
        files = [url.toLocalFile() for url in data.urls() if url.isLocalFile()]
        if files:
            self.read_files(files)
        elif data.hasText():
            self.read_text(data.text())
        event.acceptProposedAction()

    def resolve(self) -> None:
        """Resolve the round, with those missing that were declared so."""
        if self.game is None or self.busy:
            return

        def done(game: Account) -> str:
            self.tabs.setCurrentIndex(1)
            return self._t._("Round {number} is resolved.", number=game.done)

        self._have("resolve", clerk.Resolving(self.game.path, frozenset(self.absent)), done)

    def undo(self) -> None:
        """Take the last round back."""
        if self.game is None or self.busy:
            return
        self._have(
            "undo",
            self.game.path,
            lambda game: self._t._("Round {number} is taken back and open again.", number=game.done),
        )

    def declare_absent(self) -> None:
        """Declare the orders of the chosen player missing, or take that back."""
        seat = self._seat()
        if seat is not None:
            self.absent ^= {seat}
            self._show_all()

    def mend(self) -> None:
        """Let the game master write the orders. To begin with stands there what the player wrote, or the template."""
        game, entry = self.game, self._entry()
        if game is None:
            return
        seat = self._seat()
        name = game.names[seat] if seat is not None else (entry.player or "") if entry is not None else ""
        language = game.language
        text = words_of(entry) if entry is not None else ""
        own = bool(text)
        if not own:
            text = template(game.name, game.variant, game.round, name, language=language)
        self.text.setPlainText(text)
        mark_lines(
            self.text,
            [one.line - entry.line + 1 for one in entry.problems] if own and entry is not None else (),
        )
        self.text.setReadOnly(False)
        self._mending = True
        self._enable()
        self.text.setFocus()

    def take_over(self) -> None:
        """What the game master wrote counts from now on."""
        game, entry, text = self.game, self._entry(), self.text.toPlainText()
        if game is None or self.busy:
            return
        if entry is not None:
            entry = replace(entry, mail=None)
        self._have("mend", clerk.Mending(game.path, text, entry), lambda _game: self._t._("Taken over."))

    # Showing ----------------------------------------

    def _show_all(self) -> None:
        """Everything anew, as the folder is now; the player chosen stays so."""
        t, game = self._t, self.game
        chosen = self.players.currentRow()
        self.players.blockSignals(True)
        self.players.clear()
        if game is None:
            self.headline.setText(t._("Open the folder of a game, or begin a new one."))
        else:
            self.headline.setText(
                t._("{game}: the game is over.", game=game.name)
                if game.over
                else t._("{game}, round {number}", game=game.name, number=game.round)
            )
            for seat, name in enumerate(game.names):
                item = QListWidgetItem(f"{name}: {self._state(seat)}")
                item.setData(SEAT, seat)
                self.players.addItem(item)
            refused = [at for at, entry in enumerate(self.standing.entries) if entry.state == "refused"]
            for at in refused[:MOST_REFUSED]:
                player = self.standing.entries[at].player or "?"
                item = QListWidgetItem(t._("{player}: does not count", player=player))
                item.setData(SEAT, -1 - at)
                self.players.addItem(item)
            if len(refused) > MOST_REFUSED:
                more = len(refused) - MOST_REFUSED
                item = QListWidgetItem(t.n_("and {n} more mail", "and {n} more mails", more))
                item.setFlags(Qt.ItemFlag.NoItemFlags)
                item.setData(SEAT, -1 - refused[MOST_REFUSED])
                self.players.addItem(item)
        self.players.setCurrentRow(max(0, min(chosen, self.players.count() - 1)))
        self.players.blockSignals(False)
        self._show_entry()
        self._fill_reports()

    def _state(self, seat: int) -> str:
        t = self._t
        entry = self.standing.of(seat)
        if entry is None:
            return t._("declared missing") if seat in self.absent else t._("missing")
        state = t._("with faults") if entry.problems else t._("fine")
        return t._("{state}, mended", state=state) if entry.mended else state

    def _chosen(self) -> int | None:
        # With no row chosen there is no item, whatever the type says.
        return int(self.players.currentItem().data(SEAT)) if self.players.currentRow() >= 0 else None

    def _seat(self) -> int | None:
        chosen = self._chosen()
        return chosen if chosen is not None and chosen >= 0 else None

    def _entry(self) -> Entry | None:
        """The mail of the chosen player that counts, or the chosen mail that does not."""
        chosen = self._chosen()
        if chosen is None:
            return None
        return self.standing.of(chosen) if chosen >= 0 else self.standing.entries[-1 - chosen]

    def _show_entry(self) -> None:
        t, entry = self._t, self._entry()
        self._mending = False
        self.text.setReadOnly(True)
        self.problems.clear()
        self.text.setPlainText(entry.mail.text if entry is not None and entry.mail is not None else "")
        self.source.setText(self._source(entry) if entry is not None else "")
        self.understood.setText(describe_move(entry.orders, t, ()) if entry is not None else "")
        if entry is not None:
            for problem in entry.problems:
                self.problems.addItem(describe_problem(problem, t))
        self._mark(entry)
        self._enable()

    def _source(self, entry: Entry) -> str:
        """The file of *entry*, and how many older mails of the player it replaces."""
        older = sum(1 for one in self.standing.entries if one.state == "replaced" and one.seat == entry.seat)
        if not older or not entry.counts:
            return entry.file
        replaced = self._t.n_("{n} older mail is replaced by it", "{n} older mails are replaced by it", older)
        return f"{entry.file} · {replaced}"

    def _mark(self, entry: Entry | None) -> None:
        """Mark the lines with faults where they stand."""
        mark_lines(self.text, [problem.line for problem in entry.problems] if entry is not None else ())

    def _go_to_problem(self, row: int) -> None:
        entry = self._entry()
        if entry is None or self._mending or not 0 <= row < len(entry.problems):
            return
        go_to_line(self.text, entry.problems[row].line)

    def _enable(self) -> None:
        game, seat = self.game, self._seat()
        # Whoever mends an order finishes that first: nothing typed gets lost.
        free = not self.busy and not self._mending
        self.players.setEnabled(not self._mending)
        running = game is not None and not game.over and free
        for button in (self.new_button, self.open_button):
            button.setEnabled(free)
        for button in (self.read_button, self.paste_button):
            button.setEnabled(running)
        self.resolve_button.setEnabled(running and self.absent.issuperset(self.standing.missing))
        self.undo_button.setEnabled(free and game is not None and game.rounds > 0)
        self.mend_button.setVisible(not self._mending)
        self.mend_button.setEnabled(running and self._chosen() is not None)
        for button in (self.take_button, self.leave_button):
            button.setEnabled(not self.busy)
        self.take_button.setVisible(self._mending)
        self.leave_button.setVisible(self._mending)
        missing = seat is not None and seat in self.standing.missing
        self.absent_button.setVisible(missing and not self._mending)
        self.absent_button.setEnabled(free)
        t = self._t
        self.absent_button.setText(
            t._("Do not declare missing") if seat in self.absent else t._("Declare missing")
        )

    # Reports ----------------------------------------

    def _fill_reports(self) -> None:
        t, game = self._t, self.game
        for box in (self.rounds, self.readers):
            box.blockSignals(True)
        reader = max(0, self.readers.currentIndex())
        self.rounds.clear()
        self.readers.clear()
        if game is not None:
            for number in range(game.rounds, -1, -1):
                text = t._("Round {number}", number=number) if number else t._("Announcement")
                self.rounds.addItem(text, number)
            self.readers.addItem(t._("For everybody"), None)
            for seat, name in enumerate(game.names):
                self.readers.addItem(t._("Only for {name}", name=name), seat)
            self.readers.setCurrentIndex(min(reader, self.readers.count() - 1))
        for box in (self.rounds, self.readers):
            box.blockSignals(False)
        self._show_report()

    def _show_report(self) -> None:
        game, number = self.game, self.rounds.currentData()
        self.html = ""
        if game is None or number is None:
            self.report.setPlainText("")
        else:
            self._reckoner.ask(
                "page",
                f"{CLERK}:page",
                clerk.Asking(game.path, number, self.readers.currentData()),
                self._on_page,
            )
        self._enable_report()

    def _on_page(self, news: News) -> None:
        if not news.done:
            return
        if isinstance(news.value, Page):
            self.html = news.value.html
            self.report.setPlainText(news.value.text)
        else:
            self.report.setPlainText("")
            self._say(self._trouble(news), bad=True)
        self._enable_report()

    def _enable_report(self) -> None:
        for button in (self.copy_button, self.pdf_button, self.html_button, self.print_button):
            button.setEnabled(bool(self.html))
        self.mail_button.setEnabled(bool(self.html) and self.readers.currentData() is not None)

    def copy(self) -> None:
        """Put the report's text into the clipboard."""
        QGuiApplication.clipboard().setText(self.report.toPlainText())
        self._say(self._t._("Copied."))

    def _ask_save(self, kind: str) -> None:
        dialog = QFileDialog(self, self._t._("Save the report"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(kind)
        dialog.setNameFilter(f"{kind.upper()} (*.{kind})")
        name = self.game.name if self.game is not None else ""
        dialog.selectFile(f"{name} {self.rounds.currentText()}.{kind}")
        dialog.fileSelected.connect(self.save)
        dialog.open()

    def save(self, file: str) -> None:
        """Save the report as *file*; the ending says how."""

        try:
            data = to_pdf(self.html) if file.lower().endswith(".pdf") else self.html.encode()
            Path(file).write_bytes(data)
        except OSError as error:
            self._refuse(clerk.disk_trouble(error))
        else:
            self._say(self._t._("Saved as {path}.", path=file))

    def _print(self) -> None:
        print_page(self.html, self)

    def mail_address(self) -> str:
        """The ``mailto:`` address of the chosen note, text included."""
        game, seat = self.game, self.readers.currentData()
        if game is None or seat is None:
            return ""
        addresses = ",".join(quote(address, safe="@") for address in game.players[seat].mail)
        subject = self._t._("{game}, round {number}", game=game.name, number=self.rounds.currentData())
        body = self.report.toPlainText().replace("\n", "\r\n")
        return f"mailto:{addresses}?subject={quote(subject)}&body={quote(body)}"

    def write_mail(self) -> None:
        """Open the system's mail program with the note for the chosen player."""
        if not QDesktopServices.openUrl(QUrl(self.mail_address())):
            self._say(self._t._("No mail program could be opened."), bad=True)
