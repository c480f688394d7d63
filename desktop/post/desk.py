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

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import (
    QFileDialog,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QStackedWidget,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from desktop.binding.reckoner import Reckoner
from desktop.games.sleuth.meter import Meter
from desktop.post import clerk
from desktop.post.clerk import Account, Portion, Trouble
from desktop.post.mails import MailView
from desktop.post.new_game import NewPostGame
from desktop.post.parts import DESK, Said, Sides, action, boxed
from desktop.post.reports import ReportsTab
from desktop.post.words import ignored, listed, of_new, shortened, who, why
from desktop.screens.common import ask
from desktop.widgets.basics import column, elided, label, line, set_tip
from engine.core.text import Texts
from engine.games.sleuth.orders import template
from engine.games.sleuth.post.folder import RECORD, Standing
from engine.games.sleuth.post.reading import Entry, words_of
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
    """How the desk was left: its folder, who was declared missing, the row, the tab, and orders being mended.

    ``marks`` are the lines marked in those, from 1.
    """

    folder: Path | None = None
    absent: frozenset[int] = frozenset()
    row: int = 0
    tab: int = 0
    mending: str | None = None
    marks: tuple[int, ...] = ()


class PostDesk(QWidget):
    """See the module's docstring. ``game`` is the open game as it was last looked at, or None.

    ``opened`` carries the folder of a game that was opened or begun.
    """

    back = Signal()
    other = Signal()
    opened = Signal(str)

    def __init__(self, t: Texts, left: DeskState | None = None) -> None:
        super().__init__()
        self._t = t
        self.game: Account | None = None
        self.busy = False
        self._left: DeskState | None = None
        self._portions: list[Portion] = []
        self._foot = QStackedWidget()
        self._reckoner = Reckoner(self)
        self._reckoner.progress.connect(self._on_progress)
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(PATIENCE)
        self._patience.timeout.connect(lambda: self._foot.setCurrentWidget(self._progress))
        self.standing = Standing(0, (), ())
        self.absent: set[int] = set()
        self.setAcceptDrops(True)
        outer = column(margin=24, gap=12)
        outer.addLayout(self._head())
        self.tabs = QTabWidget()
        self.tabs.setUsesScrollButtons(False)
        # Far from all that is pressed every round.
        self.undo_button = action(t._("Take the round back …"), self.ask_undo, "segment")
        self.tabs.setCornerWidget(self.undo_button)
        self.tabs.addTab(self._orders_tab(), t._("Orders"))
        self.reports = ReportsTab(t, self._reckoner, self._trouble)
        self.reports.told.connect(lambda text, bad: self._say(text, bad=bad))
        self.tabs.addTab(self.reports, t._("Reports"))
        outer.addWidget(self.tabs, 1)
        # One place for what is said and for the bar: neither moves the buttons above.
        self.said = Said(2)
        self._foot.addWidget(self.said)
        self._foot.addWidget(self._progress_row())
        self._foot.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        outer.addWidget(self._foot)
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
            self.mail.text.toPlainText() if self.mail.mending else None,
            self.mail.marks if self.mail.mending else (),
        )

    def _take_up(self, left: DeskState) -> None:
        """Go on where the desk was *left*."""
        self.absent = set(left.absent)
        self.tabs.setCurrentIndex(left.tab)
        self._left = left

    # Building ----------------------------------------

    def _head(self) -> QVBoxLayout:
        t = self._t
        head = column(gap=4)
        row = line(gap=8)
        row.addWidget(action(t._("Back"), self.back.emit, "link"))
        row.addWidget(elided(t._("VP-Sleuth by post"), "title", serif=True))
        self.sides = Sides(DESK, t)
        self.sides.chosen.connect(lambda _page: self.other.emit())
        row.addWidget(self.sides)
        row.addStretch(1)
        self.new_button = action(t._("New game …"), self._ask_new)
        self.open_button = action(t._("Open a game …"), self._ask_open)
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
        self.cancel_button = action(self._t._("Cancel"), self.cancel)
        row.addWidget(self.cancel_button)
        self._progress.setLayout(row)
        return self._progress

    def _orders_tab(self) -> QWidget:
        t = self._t
        page, row = QWidget(), line(margin=12, gap=16)
        left = column(gap=8)
        self.players = QListWidget()
        self.players.setAccessibleName(t._("Players"))
        self.players.setWordWrap(True)
        self.players.currentItemChanged.connect(lambda *_items: self._show_entry())
        left.addWidget(self.players, 1)
        self.read_button = action(t._("Read mails …"), self._ask_files)
        self.paste_button = action(t._("Paste a mail"), self.paste)
        self.all_absent_button = action(t._("Declare all missing"), self.declare_all_absent)
        self.resolve_button = action(t._("Resolve the round"), self.ask_resolve, "primary")
        bring = line(gap=8)
        for button in (self.read_button, self.paste_button):
            bring.addWidget(button, 1)
        left.addLayout(bring)
        for button in (self.all_absent_button, self.resolve_button):
            left.addWidget(button)
        self.why_not = label("", "small", role="muted", wrap=True)
        # Its place is kept while there is nothing to say, or the buttons would move.
        self.why_not.setMinimumHeight(2 * self.why_not.fontMetrics().lineSpacing())
        self.why_not.setAlignment(Qt.AlignmentFlag.AlignTop)
        left.addWidget(self.why_not)
        row.addWidget(boxed(left), 1)
        right = column(gap=8)
        self.mail = MailView(t)
        self.mail.looked.connect(self._enable)
        right.addWidget(self.mail, 1)
        below = line(gap=8)
        self.mend_button = action(t._("Mend by hand"), self.mend)
        self.take_button = action(t._("Take over"), self.take_over, "primary")
        self.leave_button = action(t._("Leave as it was"), self._show_entry)
        self.absent_button = action(t._("Declare missing"), self.declare_absent)
        for button in (self.mend_button, self.take_button, self.leave_button, self.absent_button):
            below.addWidget(button)
        below.addStretch(1)
        right.addLayout(below)
        row.addWidget(boxed(right), 2)
        page.setLayout(row)
        return page

    # Doing things ----------------------------------------

    def _have(self, what: str, job: Any, done: Callable[[Account], None] | None = None) -> None:
        """Have the clerk do *what*; when it is done, *done* says so."""
        self.busy = True
        self._portions = []
        self.cancel_button.setVisible(what in ("look", "read"))
        self.doing.setText(self._t._("Reading mails …") if what == "read" else self._t._("Working …"))
        self._patience.start()
        self._reckoner.ask("desk", f"{CLERK}:{what}", job, lambda news: self._on_account(what, news, done))
        self._enable()

    def _on_account(self, what: str, news: News, done: Callable[[Account], None] | None) -> None:
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
            self._say("")
            if done is not None:
                done(self.game)
            self._show_all()
            if self._left is not None:
                left, self._left = self._left, None
                self.players.setCurrentRow(left.row)
                if left.mending is not None:
                    self.mail.edit(left.mending, left.marks)
                    self._enable()
            if before is None or before.path != self.game.path:
                self.opened.emit(str(self.game.path))
            return
        said = self._trouble(news)
        self._say(said, bad=True)
        if news.error and self.game is not None and what != "look":
            # The process is gone; whether it had done its work is to be seen in the folder.
            self._have("look", self.game.path, lambda _game: self._say(said, bad=True))
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
        self._foot.setCurrentWidget(self.said)

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
            "look",
            self.game.path,
            lambda _game: self._say(self._t._("Stopped. Mails read until then are kept.")),
        )
        self.cancel_button.hide()

    @property
    def waiting(self) -> bool:
        """Whether something asked for is not done or not shown yet."""
        return self._reckoner.busy

    def _say(self, text: str, *, bad: bool = False) -> None:
        self.said.say(text, bad=bad)

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
        if self.game is None or self.busy or self.mail.mending:
            return
        before = frozenset(entry.file for entry in self.standing.entries)
        self._have(
            "read",
            clerk.Reading(self.game.path, files, texts),
            lambda game: self._tell_read(game, before),
        )

    def _tell_read(self, game: Account, before: frozenset[str]) -> None:
        """Say how many mails were read, and which do not count of those that were not there *before*."""
        t = self._t
        told = [t.n_("{n} mail was read.", "{n} mails were read.", game.done)]
        known = game.done - game.new
        if known:
            told.append(
                t.n_(
                    "{n} of them was there already and changes nothing.",
                    "{n} of them were there already and change nothing.",
                    known,
                )
            )
        idle = of_new(before, game.standing, t)
        self._say(" ".join([*told, idle] if idle else told), bad=bool(idle))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        data = event.mimeData()
        if not (data.hasUrls() or data.hasText()):
            return
        reason = self._why_no_drop(_local_files(event))
        if reason:
            self._say(reason, bad=True)
        else:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        files, data = _local_files(event), event.mimeData()
        reason = self._why_no_drop(files)
        if reason:
            self._say(reason, bad=True)
        elif len(files) == 1 and _is_game(files[0]):
            self.open_folder(files[0])
        elif files:
            self.read_files(files)
        elif data.hasText() and not data.hasUrls():
            self.read_text(data.text())
        else:
            self._say(self._t._("Nothing here can be read. Save the mail as a file first."), bad=True)
        event.acceptProposedAction()

    def _why_no_drop(self, files: Sequence[str]) -> str:
        """Why what is dragged over the desk can't be dropped now, or ""."""
        t = self._t
        if self.busy:
            return t._("Something else is being done; wait until it is over.")
        if self.mail.mending:
            return t._("Orders are being mended: take them over first, or leave them as they were.")
        if len(files) == 1 and _is_game(files[0]):
            return ""
        if self.game is None:
            return t._("Open the folder of a game, or begin a new one.")
        return t._("The game is over.") if self.game.over else ""

    def ask_resolve(self) -> None:
        """Resolve the round; if something in the mails would be ignored, ask first."""
        t, game = self._t, self.game
        if game is None or self.busy:
            return
        told = ignored(self.standing, game.names, t)
        if not told:
            self.resolve()
            return
        ask(
            self,
            t._("Resolve the round"),
            t._("Resolve round {number} although something is ignored?", number=game.round),
            shortened(told, t),
            t._("Resolve"),
            t._("Cancel"),
            self.resolve,
        )

    def resolve(self) -> None:
        """Resolve the round, with those missing that were declared so."""
        if self.game is None or self.busy:
            return

        def done(game: Account) -> None:
            self.tabs.setCurrentIndex(1)
            self._say(self._t._("Round {number} is resolved.", number=game.done))

        self._have("resolve", clerk.Resolving(self.game.path, frozenset(self.absent)), done)

    def ask_undo(self) -> None:
        """Take the last round back, if that is meant."""
        t, game = self._t, self.game
        if game is None or self.busy or not game.rounds:
            return
        ask(
            self,
            t._("Take the round back"),
            t._("Take round {number} back?", number=game.rounds),
            t._("Its reports are deleted and it is open again. Its mails stay and count once more."),
            t._("Take back"),
            t._("Cancel"),
            self.undo,
        )

    def undo(self) -> None:
        """Take the last round back."""
        if self.game is None or self.busy:
            return

        def done(game: Account) -> None:
            self.tabs.setCurrentIndex(0)
            self._say(self._t._("Round {number} is taken back and open again.", number=game.done))

        self._have("undo", self.game.path, done)

    def declare_absent(self) -> None:
        """Declare the orders of the chosen player missing, or take that back."""
        seat = self._seat()
        if seat is not None:
            self.absent ^= {seat}
            self._show_all()

    def declare_all_absent(self) -> None:
        """Declare all orders missing that are; if they all are declared so, take that back."""
        missing = set(self.standing.missing)
        self.absent = set() if self.absent >= missing else self.absent | missing
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
        marks = [one.line - entry.line + 1 for one in entry.problems] if own and entry is not None else []
        self.mail.edit(text, marks)
        self._enable()

    def take_over(self) -> None:
        """What the game master wrote counts from now on."""
        game, entry, text = self.game, self._entry(), self.mail.text.toPlainText()
        if game is None or self.busy:
            return
        if entry is not None:
            entry = replace(entry, mail=None)
        self._have(
            "mend",
            clerk.Mending(game.path, text, entry),
            lambda _game: self._say(self._t._("Taken over.")),
        )

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
                entry = self.standing.entries[at]
                item = QListWidgetItem(
                    t._("{player} does not count: {why}", player=who(entry, t), why=why(entry, t))
                )
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
        self.reports.show_game(game)

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
        entry = self._entry()
        older = [
            one
            for one in reversed(self.standing.entries)
            if entry is not None and entry.counts and one.state == "replaced" and one.seat == entry.seat
        ]
        self.mail.show_mails(entry, older)

    def _why_not_resolve(self) -> str:
        """Why the round can't be resolved now, or ""."""
        t, game = self._t, self.game
        if game is None:
            return ""
        if game.over:
            return t._("The game is over.")
        if self.mail.mending:
            return t._("Orders are being mended: take them over first, or leave them as they were.")
        names = [game.names[seat] for seat in self.standing.missing if seat not in self.absent]
        if not names:
            return ""
        return t.n_("{names} is missing.", "{names} are missing.", len(names), names=listed(names, t))

    def _enable(self) -> None:
        t, game, seat = self._t, self.game, self._seat()
        mending = self.mail.mending
        # Whoever mends an order finishes that first: nothing typed gets lost.
        free = not self.busy and not mending
        self.players.setEnabled(not mending)
        running = game is not None and not game.over and free
        for button in (self.new_button, self.open_button):
            button.setEnabled(free)
        for button in (self.read_button, self.paste_button):
            button.setEnabled(running)
        reason = self._why_not_resolve()
        self.why_not.setText(reason)
        self.resolve_button.setEnabled(running and not reason)
        set_tip(self.resolve_button, reason)
        absent = self.absent.issuperset(self.standing.missing) and bool(self.standing.missing)
        self.all_absent_button.setText(
            t._("Declare nobody missing") if absent else t._("Declare all missing")
        )
        self.all_absent_button.setEnabled(running and bool(self.standing.missing))
        resolved = game.rounds if game is not None else 0
        self.undo_button.setText(
            t._("Take round {number} back …", number=resolved) if resolved else t._("Take the round back …")
        )
        self.undo_button.setEnabled(free and resolved > 0)
        self.mend_button.setVisible(not mending)
        self.mend_button.setEnabled(running and self._chosen() is not None and not self.mail.replaced)
        set_tip(self.mend_button, t._("Newer orders have replaced this mail.") if self.mail.replaced else "")
        for button in (self.take_button, self.leave_button):
            button.setEnabled(not self.busy)
            button.setVisible(mending)
        missing = seat is not None and seat in self.standing.missing
        self.absent_button.setVisible(missing and not mending)
        self.absent_button.setEnabled(free)
        self.absent_button.setText(
            t._("Do not declare missing") if seat in self.absent else t._("Declare missing")
        )


def _local_files(event: QDropEvent) -> list[str]:
    return [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]


def _is_game(path: str) -> bool:
    return (Path(path) / RECORD).is_file()
