"""Orders for a game by post, for its players: the zine's reports, the deduction sheet on them, the block to mail.

Everything follows from the texts that were read in (`engine.games.sleuth.post.published`) and from what the player did;
both are kept (`desktop.post.kept`) and nothing is asked of any game master's folder.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication, QHideEvent
from PySide6.QtWidgets import QFileDialog, QLineEdit, QListWidget, QTabWidget, QVBoxLayout, QWidget

from desktop.games.sleuth.notes import Draft, Notes
from desktop.games.sleuth.panel import SleuthPanel
from desktop.post import clerk, kept
from desktop.post.kept import Kept
from desktop.post.parts import (
    ORDERS,
    Said,
    Sides,
    action,
    boxed,
    go_to_line,
    mark_lines,
    marked_lines,
    plain_edit,
    problem_list,
)
from desktop.post.sheet import PaperSheet
from desktop.widgets.basics import column, elided, label, line, set_tip
from desktop.widgets.choice import ChoiceBox
from engine.core.errors import Refusal
from engine.core.text import Texts
from engine.games.sleuth.box import box
from engine.games.sleuth.model import Orders
from engine.games.sleuth.orders import OrderText, describe_problem, read, write
from engine.games.sleuth.post.following import Followed, carried, follow, games_of, view_of, with_player
from engine.games.sleuth.post.mails import files_in, mails_in
from engine.games.sleuth.post.published import Published
from engine.games.sleuth.post.published import read as read_published
from engine.games.sleuth.post.reading import folded

REPORTS, SHEET, BLOCK = 0, 1, 2
"""The page's tabs."""

LONGEST = 1_000_000
"""The longest text that is read, in characters; a zine has a tenth of that."""


@dataclass(frozen=True)
class PlayerState:
    """How the page was left: game and tab, the text shown with what was typed in it, and a text not read yet.

    ``marks`` are the lines marked in the text shown, from 1.
    """

    game: str = ""
    tab: int | None = None
    row: int | None = None
    text: str = ""
    fresh: str = ""
    marks: tuple[int, ...] = ()


class PlayerPage(QWidget):
    """See the module's docstring. ``fresh`` is a text that stands there and was not read yet."""

    back = Signal()
    other = Signal()

    def __init__(self, t: Texts, left: PlayerState | None = None) -> None:
        super().__init__()
        left = left or PlayerState()
        self._t = t
        self.games, refusals = kept.load()
        self.game: Kept | None = None
        self.followed: Followed | None = None
        self.sheet: PaperSheet | None = None
        self.fresh = left.fresh
        self._published: dict[str, Published] = {}
        self._filling = False
        self.setAcceptDrops(True)
        # The sheet needs every pixel of a small window.
        outer = column(gap=4)
        outer.setContentsMargins(10, 2, 10, 2)
        outer.addLayout(self._head())
        self.tabs = QTabWidget()
        self.tabs.setUsesScrollButtons(False)
        self.tabs.setCornerWidget(self._choices())
        self.tabs.addTab(self._reports_tab(), t._("Reports"))
        self.tabs.addTab(self._sheet_tab(), t._("Orders"))
        self.tabs.addTab(self._block_tab(), t._("Finished block"))
        self.tabs.currentChanged.connect(self._on_tab)
        outer.addWidget(self.tabs, 1)
        self.said = Said()
        outer.addWidget(self.said)
        self.setLayout(outer)
        chosen = next((one for one in self.games if folded(one.game) == folded(left.game)), None)
        self._open(chosen or (self.games[0] if self.games else None))
        if left.row is not None and left.row < self.texts.count():
            self.texts.setCurrentRow(left.row)
            self.text.setPlainText(left.text)
            mark_lines(self.text, left.marks)
        if left.tab is not None:
            self.tabs.setCurrentIndex(left.tab)
        elif self.sheet is not None:
            self.tabs.setCurrentIndex(SHEET)
        if refusals:
            self._refuse(refusals[0])

    # Building ----------------------------------------

    def _head(self) -> QVBoxLayout:
        t = self._t
        head = column(gap=4)
        row = line(gap=8)
        self.back_button = action(t._("Back"), self.back.emit, "link")
        row.addWidget(self.back_button)
        row.addWidget(elided(t._("VP-Sleuth by post"), "title", serif=True))
        self.sides = Sides(ORDERS, t)
        self.sides.chosen.connect(lambda _page: self.other.emit())
        row.addWidget(self.sides)
        row.addStretch(1)
        self.headline = elided("", "lead", role="muted")
        row.addWidget(self.headline)
        head.addLayout(row)
        self.warning = label("", role="warning", wrap=True)
        head.addWidget(self.warning)
        return head

    def _choices(self) -> QWidget:
        t = self._t
        made, row = QWidget(), line(gap=8)
        self.choice = ChoiceBox()
        self.choice.setAccessibleName(t._("Game"))
        self.choice.activated.connect(lambda row: self._open(self.games[row]))
        self.player = ChoiceBox()
        self.player.setAccessibleName(t._("Who I am"))
        self.player.activated.connect(lambda _row: self._be(self.player.currentData()))
        for combo in (self.choice, self.player):
            combo.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToContents)
            row.addWidget(combo)
        made.setLayout(row)
        return made

    def _reports_tab(self) -> QWidget:
        t = self._t
        page, row = QWidget(), line(margin=8, gap=16)
        left = column(gap=8)
        self.texts = QListWidget()
        self.texts.setAccessibleName(t._("Texts read"))
        self.texts.setWordWrap(True)
        self.texts.currentRowChanged.connect(lambda _row: self._show_text())
        left.addWidget(self.texts, 1)
        self.new_button = action(t._("New text"), self._new_text)
        self.paste_button = action(t._("Paste a report"), self.paste, "primary")
        self.files_button = action(t._("Open files …"), self._ask_files)
        for button in (self.paste_button, self.files_button, self.new_button):
            left.addWidget(button)
        row.addWidget(boxed(left), 1)
        right = column(gap=8)
        self.text = plain_edit(t._("The zine's report"), read_only=False)
        self.text.setPlaceholderText(
            t._(
                "Paste the zine's reports here, in any order: quoted or with other text around them, and your own notes"
                " from the game master as well. Then press “Read this text”."
            )
        )
        self.text.textChanged.connect(self._typed)
        right.addWidget(self.text, 3)
        self.understood = label("", wrap=True)
        right.addWidget(self.understood)
        self.problems = problem_list(self._go_to_problem, t)
        right.addWidget(self.problems, 1)
        below = line(gap=8)
        self.read_button = action(t._("Read this text"), self.read_text, "primary")
        self.remove_button = action(t._("Remove this text"), self.remove_text)
        below.addWidget(self.read_button)
        below.addWidget(self.remove_button)
        below.addStretch(1)
        right.addLayout(below)
        row.addWidget(boxed(right), 2)
        page.setLayout(row)
        return page

    def _sheet_tab(self) -> QWidget:
        self._place = QWidget()
        layout = column(margin=0)
        self._waiting = label(
            self._t._("Read the game's reports first, and say who you are."), "lead", role="muted", wrap=True
        )
        layout.addWidget(self._waiting)
        self._place.setLayout(layout)
        return self._place

    def _block_tab(self) -> QWidget:
        t = self._t
        page, whole = QWidget(), column(margin=8, gap=8)
        remark = line(gap=8)
        said = label(t._("Remark to the game master"))
        self.remark = QLineEdit()
        self.remark.setAccessibleName(said.text())
        self.remark.setMaxLength(300)
        said.setBuddy(self.remark)
        self.remark.textEdited.connect(self._on_remark)
        remark.addWidget(said)
        remark.addWidget(self.remark, 1)
        whole.addLayout(remark)
        self.block = plain_edit(t._("The block to mail"))
        whole.addWidget(self.block, 1)
        self.verdict = label("", wrap=True)
        whole.addWidget(self.verdict)
        row = line(gap=8)
        self.copy_button = action(t._("Copy the block"), self.copy, "primary")
        row.addWidget(self.copy_button)
        row.addWidget(action(t._("Back to the orders"), lambda: self.tabs.setCurrentIndex(SHEET)))
        row.addStretch(1)
        whole.addLayout(row)
        page.setLayout(whole)
        return page

    def state(self) -> PlayerState:
        """The page as it is now."""
        return PlayerState(
            self.game.game if self.game is not None else "",
            self.tabs.currentIndex(),
            self.texts.currentRow(),
            self.text.toPlainText(),
            self.fresh,
            marked_lines(self.text),
        )

    def first_focus(self) -> None:
        """Put the focus on what comes next."""
        (self.paste_button if self.sheet is None else self.tabs.tabBar()).setFocus()

    def keys(self) -> list[tuple[str, str]]:
        """The keys of the board, for the help."""
        return SleuthPanel.keys(self._t)

    # Saying things ----------------------------------------

    def _say(self, text: str, *, bad: bool = False) -> None:
        self.said.say(text, bad=bad)
        self._give_place()

    def _give_place(self) -> None:
        """The message keeps its place on every tab but the sheet's, which needs it and where hardly any comes."""
        self.said.setVisible(self.tabs.currentIndex() != SHEET or bool(self.said.text()))

    def _refuse(self, refusal: Refusal) -> None:
        self._say(refusal.text(self._t), bad=True)

    def _save(self, game: Kept | None = None) -> None:
        game = game or self.game
        if game is None:
            return
        try:
            kept.save(game)
        except OSError as error:
            self._refuse(clerk.disk_trouble(error))

    # Games and players ----------------------------------------

    def _open(self, game: Kept | None) -> None:
        """Show *game*, as far as its texts tell."""
        self.game = game
        self.choice.clear()
        for one in self.games:
            self.choice.addItem(one.game)
        if game is not None:
            self.choice.setCurrentIndex(self.games.index(game))
        for combo in (self.choice, self.player):
            combo.setVisible(game is not None)
        self._fill_texts()
        self._follow()

    def _found_in(self, text: str) -> Published:
        if text not in self._published:
            self._published[text] = read_published(text)
        return self._published[text]

    def _follow(self) -> None:
        """Put together what the texts tell, and lay the sheet out anew."""
        game = self.game
        self.followed = None
        self._drop_sheet()
        if game is not None:
            self.followed = follow(game.game, [self._found_in(text) for text in game.texts])
            if not game.player:
                self._find_out_who(game, self.followed)
            self._fill_players(game, self.followed)
            if game.player:
                self._lay_sheet(game, self.followed)
        self._show_headline()
        self._show_block()

    def _find_out_who(self, game: Kept, followed: Followed) -> None:
        """A note for one player, and for nobody else, tells whose game it is."""
        players = {folded(note.player): note.player for note in followed.notes.values()}
        if len(players) == 1:
            (game.player,) = players.values()

    def _fill_players(self, game: Kept, followed: Followed) -> None:
        names = followed.names if not game.player else with_player(followed.names, game.player)
        self.player.clear()
        self.player.addItem(self._t._("Who are you?"), "")
        for name in names:
            self.player.addItem(name, name)
        wanted = [folded(name) for name in names]
        self.player.setCurrentIndex(wanted.index(folded(game.player)) + 1 if game.player else 0)

    def _be(self, name: str) -> None:
        if self.game is None:
            return
        self.game.player = name
        self._say("")
        self._save()
        self._follow()
        if self.sheet is not None:
            self.tabs.setCurrentIndex(SHEET)

    def _drop_sheet(self) -> None:
        if self.sheet is not None:
            self.sheet.hide()
            self.sheet.setParent(None)
            self.sheet.deleteLater()
            self.sheet = None
        self._waiting.show()

    def _lay_sheet(self, game: Kept, followed: Followed) -> None:
        given = self._given(game, followed)
        view = view_of(followed, game.player, given)
        drafts = game.notes.setdefault("drafts", {})
        if not isinstance(drafts, dict):
            drafts = game.notes["drafts"] = {}
        if followed.round and str(followed.round) not in drafts:
            notes = Notes(game.notes, box(followed.variant))
            notes.keep(followed.round, Draft([], [], dict(carried(followed, game.player, given).items()), {}))
        self.sheet = PaperSheet(self._t)
        self.sheet.noted.connect(self._on_noted)
        self.sheet.moved.connect(self._on_finished)
        layout = self._place.layout()
        assert layout is not None
        layout.addWidget(self.sheet)
        self._waiting.hide()
        self.sheet.show_view(view, with_player(followed.names, game.player), game.notes)

    def _given(self, game: Kept, followed: Followed) -> dict[int, Orders]:
        """The own orders of the rounds before, as they were copied to be mailed."""
        found = {}
        for number, text in game.sent.items():
            blocks = read(text, followed.variant)
            if number.isdigit() and [folded(block.player or "") for block in blocks] == [folded(game.player)]:
                found[int(number)] = blocks[0].orders
        return found

    def _show_headline(self) -> None:
        t, followed = self._t, self.followed
        text, parts = "", []
        if followed is None:
            parts.append(
                t._(
                    "Paste the reports from the zine: they bring the game, its players and all answers, and the sheet"
                    " does the rest."
                )
            )
        elif not followed.round:
            text = t._("{game}: the game is over.", game=followed.game)
        else:
            text = t._("{game}, round {number}", game=followed.game, number=followed.round)
        self.headline.setText(text)
        set_tip(self.headline, text)
        self.warning.setProperty("role", "muted" if followed is None else "warning")
        self.warning.style().polish(self.warning)
        if followed is not None and followed.missing:
            rounds = t.listing([str(number) for number in followed.missing])
            parts.append(
                t.n_(
                    "The report of round {rounds} is missing.",
                    "The reports of rounds {rounds} are missing.",
                    len(followed.missing),
                    rounds=rounds,
                )
            )
        parts += [refusal.text(t) for refusal in followed.told] if followed is not None else []
        self.warning.setText(" ".join(parts))
        self.warning.setVisible(bool(parts))

    # Texts ----------------------------------------

    def _fill_texts(self, row: int | None = None) -> None:
        """List the texts; *row* is to be shown, else the last one."""
        t = self._t
        self._filling = True
        self.texts.clear()
        for number, text in enumerate(self.game.texts if self.game is not None else (), 1):
            self.texts.addItem(f"{number}: {self._contents(self._found_in(text))}")
        self.texts.addItem(t._("New text"))
        last = self.texts.count() - 1
        self.texts.setCurrentRow(last if row is None else min(row, last))
        self._filling = False
        self._show_text()

    def _contents(self, found: Published) -> str:
        """What a text has of the present game, in short."""
        t, game = self._t, self.game
        key = folded(game.game) if game is not None else ""
        parts = [
            t._("round {number}", number=report.round) if report.round else t._("announcement")
            for report in found.reports
            if folded(report.game) == key
        ]
        parts += [
            t._("note for {name}", name=note.player) for note in found.notes if folded(note.game) == key
        ]
        return ", ".join(parts)

    @property
    def _row(self) -> int | None:
        """Which of the game's texts is shown; None: the new one."""
        row = self.texts.currentRow()
        count = len(self.game.texts) if self.game is not None else 0
        return row if 0 <= row < count else None

    def _show_text(self) -> None:
        if self._filling:
            return
        row = self._row
        text = self.fresh if row is None or self.game is None else self.game.texts[row]
        self._filling = True
        self.text.setPlainText(text)
        self._filling = False
        self._show_problems(None if row is None else self._found_in(text))
        self._typed()

    def _show_problems(self, found: Published | None) -> None:
        t = self._t
        self.problems.clear()
        self.understood.setText("")
        mark_lines(self.text, [problem.line for problem in found.problems] if found is not None else ())
        if found is None:
            return
        for problem in found.problems:
            self.problems.addItem(describe_problem(problem, t))
        names = [t._("{game}, round {number}", game=game, number=number) for game, number in _rounds(found)]
        self.understood.setText(t._("Read: {what}.", what="; ".join(names)) if names else "")

    def _go_to_problem(self, row: int) -> None:
        found = self._published.get(self.text.toPlainText())
        if found is not None and 0 <= row < len(found.problems):
            go_to_line(self.text, found.problems[row].line)

    def _typed(self) -> None:
        """The text shown is another now, by typing or by choice."""
        text, row = self.text.toPlainText(), self._row
        if not self._filling and row is None:
            self.fresh = text
        changed = row is None or self.game is None or text != self.game.texts[row]
        self.read_button.setEnabled(bool(text.strip()) and changed)
        self.remove_button.setVisible(row is not None)
        # What was changed in a text that was read is read before anything else is shown in its place.
        self.new_button.setEnabled(row is not None and not changed)
        for widget in (self.texts, self.paste_button, self.files_button, self.choice, self.player):
            widget.setEnabled(row is None or not changed)

    def _new_text(self) -> None:
        """A place for another text."""
        self.tabs.setCurrentIndex(REPORTS)
        self.texts.setCurrentRow(self.texts.count() - 1)
        self.text.setFocus()

    def read_text(self) -> None:
        """Read the text shown: a new one, or one that was corrected."""
        text, row = self.text.toPlainText(), self._row
        if row is None:
            if self.take_in([text]):
                self.fresh = ""
                self._fill_texts(len(self.game.texts) - 1 if self.game is not None else None)
            return
        assert self.game is not None
        if folded(self.game.game) not in [folded(name) for name in games_of([self._found_in(text)])]:
            self._nothing_found(self._found_in(text))
            return
        self.game.texts[row] = text
        self._save()
        self._follow()
        self._fill_texts(row)
        self._say(self._t._("Read: {what}.", what=self._contents(self._found_in(text))))

    def remove_text(self) -> None:
        """Take the text shown away; its words stay there, as a new text, until another one is read."""
        row = self._row
        if row is None or self.game is None:
            return
        self.fresh = self.game.texts.pop(row)
        self._save()
        self._follow()
        self._fill_texts()
        self._say(self._t._("Removed. The text stands here until you read another one."))

    def take_in(self, texts: Sequence[str]) -> bool:
        """Read *texts* and keep them with the games they tell of; whether there were any."""
        found = [(text, self._found_in(text)) for text in texts if text.strip() and len(text) <= LONGEST]
        names = games_of([published for _text, published in found])
        if not names:
            self._nothing_found(found[0][1] if found else Published())
            return False
        known = {folded(one.game): one for one in self.games}
        for name in names:
            if folded(name) not in known:
                known[folded(name)] = Kept(name)
                self.games.append(known[folded(name)])
            for text, published in found:
                game = known[folded(name)]
                if folded(name) in [folded(one) for one in games_of([published])] and text not in game.texts:
                    game.texts.append(text)
        here = self.game is not None and folded(self.game.game) in [folded(name) for name in names]
        shown = self.game if here and self.game is not None else known[folded(names[0])]
        for name in names:
            self._save(known[folded(name)])
        self._open(shown)
        self._fill_texts(len(shown.texts) - 1)
        problems = sum(len(published.problems) for _text, published in found)
        told = [
            self._t._("{game}, round {number}", game=game, number=number)
            for game, number in dict.fromkeys(pair for _text, one in found for pair in _rounds(one))
        ]
        if problems:
            self._say(
                self._t.n_("{n} line was not understood.", "{n} lines were not understood.", problems),
                bad=True,
            )
            first = next(text for text, published in found if published.problems)
            if first in shown.texts:
                self._fill_texts(shown.texts.index(first))
        else:
            self._say(self._t._("Read: {what}.", what="; ".join(told)))
        return True

    def _nothing_found(self, found: Published) -> None:
        self._show_problems(found)
        self._say(self._t._("There is no report of a game of VP-Sleuth in this text."), bad=True)

    def paste(self) -> None:
        """Read the text of the clipboard."""
        self._read_or_show(QGuiApplication.clipboard().text())

    def _read_or_show(self, text: str) -> None:
        """Read *text*; if there is nothing in it, it stands there to be looked at."""
        if not self.take_in([text]):
            self.fresh = text[:LONGEST]
            self._fill_texts()

    def _ask_files(self) -> None:
        dialog = QFileDialog(self, self._t._("Reports"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.setNameFilters(
            [self._t._("Reports (*.txt *.html *.htm *.eml *.mbox)"), self._t._("All files (*)")]
        )
        dialog.filesSelected.connect(self.read_files)
        dialog.open()

    def read_files(self, names: Sequence[str]) -> None:
        """Read reports from files: texts or mails."""
        texts = []
        try:
            for name in names:
                for path in files_in(Path(name)):
                    texts += [mail.text for mail in mails_in(str(path), path.read_bytes())]
        except OSError as error:
            self._refuse(clerk.disk_trouble(error))
            return
        self.take_in(texts)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        data = event.mimeData()
        if self.paste_button.isEnabled() and (data.hasUrls() or data.hasText()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        data = event.mimeData()
        files = [url.toLocalFile() for url in data.urls() if url.isLocalFile()]
        if files:
            self.read_files(files)
        elif data.hasText():
            self._read_or_show(data.text())
        event.acceptProposedAction()

    # Orders ----------------------------------------

    def _on_noted(self) -> None:
        self._save()

    def _on_finished(self, _orders: Orders) -> None:
        self.tabs.setCurrentIndex(BLOCK)
        self.copy_button.setFocus()

    def _on_tab(self, tab: int) -> None:
        self._say("")
        if tab == BLOCK:
            self._show_block()

    def _on_remark(self, text: str) -> None:
        if self.game is not None and self.followed is not None:
            self.game.remarks[str(self.followed.round)] = " ".join(text.split())
            self._save()
            self._show_block()

    def _written(self) -> str:
        """The finished block; empty if there is nothing to order."""
        game, followed = self.game, self.followed
        orders = self.sheet.orders() if self.sheet is not None else None
        if game is None or followed is None or orders is None:
            return ""
        remark = game.remarks.get(str(followed.round), "")
        comments = (remark,) if remark else ()
        text = OrderText(followed.game, 1, followed.round, game.player, orders, comments)
        return write(text, followed.variant, "de" if self._t.language == "de" else "en")

    def _show_block(self) -> None:
        t, game, followed = self._t, self.game, self.followed
        text = self._written()
        self.block.setPlainText(text)
        self.copy_button.setEnabled(bool(text))
        self.remark.setEnabled(bool(text))
        if game is None or followed is None or not text:
            self.verdict.setText(self._waiting.text() if followed is None or followed.round else "")
            return
        remark = game.remarks.get(str(followed.round), "")
        if self.remark.text().split() != remark.split():
            self.remark.setText(remark)
        (block,) = read(text, followed.variant)
        told = [describe_problem(problem, t) for problem in block.problems]
        if not block.orders.questions:
            told.append(t._("No question is asked."))
        sent = game.sent.get(str(followed.round))
        if sent == text:
            told.append(t._("This is what you copied for round {number}.", number=followed.round))
        elif sent is not None:
            told.append(t._("The orders are not those any more that you copied for this round."))
        self.verdict.setText(" ".join(told) or t._("The block is complete. Copy it and mail it."))

    def copy(self) -> None:
        """Put the block into the clipboard; it is kept as the orders of the round."""
        text = self._written()
        if not text or self.game is None or self.followed is None:
            return
        QGuiApplication.clipboard().setText(text)
        self.game.sent[str(self.followed.round)] = text
        self._say(self._t._("Copied."))
        self._save()
        self._show_block()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._save()


def _rounds(found: Published) -> list[tuple[str, int]]:
    """The games and rounds in *found*."""
    told = [(report.game, report.round) for report in found.reports]
    return list(dict.fromkeys(told + [(note.game, note.round) for note in found.notes]))
