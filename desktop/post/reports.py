"""The reports of a postal game: preview with the gems, copying, saving, printing, mailing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication, QPalette
from PySide6.QtWidgets import (
    QButtonGroup,
    QFileDialog,
    QFrame,
    QLineEdit,
    QStackedWidget,
    QTextBrowser,
    QWidget,
)

from desktop.binding.reckoner import Reckoner
from desktop.paper import print_page, to_pdf
from desktop.post import clerk
from desktop.post.clerk import Account, Page
from desktop.post.parts import action, plain_edit
from desktop.screens.common import PageDialog
from desktop.widgets import theme
from desktop.widgets.basics import Button, column, label, line, set_tip
from desktop.widgets.choice import ChoiceBox
from engine.core.text import Texts
from engine.play.errands import News

CLERK = "desktop.post.clerk"


class ReportsTab(QWidget):
    """See the module's docstring. ``told`` carries (what is to be said, whether it is bad).

    ``html`` is the report shown as a page; "" while there is none.
    """

    told = Signal(str, bool)

    def __init__(self, t: Texts, reckoner: Reckoner, trouble: Callable[[News], str]) -> None:
        super().__init__()
        self._t = t
        self._reckoner = reckoner
        self._trouble = trouble
        self.game: Account | None = None
        self.html = ""
        whole = column(margin=12, gap=8)
        choice = line(gap=8)
        self.rounds, self.readers = ChoiceBox(), ChoiceBox()
        self.rounds.setAccessibleName(t._("Round"))
        self.readers.setAccessibleName(t._("For whom"))
        for box in (self.rounds, self.readers):
            box.currentIndexChanged.connect(lambda _index: self._ask_for_page())
            choice.addWidget(box, 1 if box is self.rounds else 2)
        self.views = QStackedWidget()
        group = QButtonGroup(self)
        self.page_button = Button(t._("With pictures"), "segment", game="sleuth")
        self.text_button = Button(t._("As text"), "segment", game="sleuth")
        for at, button in enumerate((self.page_button, self.text_button)):
            button.setCheckable(True)
            button.setChecked(at == 0)
            button.clicked.connect(lambda _on=False, at=at: self.views.setCurrentIndex(at))
            group.addButton(button)
            choice.addWidget(button)
        choice.addStretch(1)
        whole.addLayout(choice)
        self.page = _paper(t._("Report"))
        self.report = plain_edit(t._("Report"))
        for view in (self.page, self.report):
            self.views.addWidget(view)
        whole.addWidget(self.views, 1)
        row = line(gap=8)
        self.copy_button = action(t._("Copy text"), self.copy)
        self.pdf_button = action("PDF …", lambda: self._ask_save("pdf"))
        self.pdf_button.setAccessibleName(t._("Save as PDF …"))
        self.html_button = action("HTML …", lambda: self._ask_save("html"))
        self.html_button.setAccessibleName(t._("Save as HTML …"))
        self.print_button = action(t._("Print …"), lambda: print_page(self.html, self))
        self.mail_button = action(t._("Write the mail …"), self.write_mail)
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
        self.setLayout(whole)

    def show_game(self, game: Account | None) -> None:
        """Offer the reports of *game*; the reader chosen stays so, and the last round comes first."""
        t = self._t
        self.game = game
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
        self._ask_for_page()

    def _ask_for_page(self) -> None:
        game, number = self.game, self.rounds.currentData()
        self.html = ""
        if game is None or number is None:
            self._show("", "")
        else:
            self._reckoner.ask(
                "page",
                f"{CLERK}:page",
                clerk.Asking(game.path, number, self.readers.currentData()),
                self._on_page,
            )
        self._enable()

    def _on_page(self, news: News) -> None:
        if not news.done:
            return
        if isinstance(news.value, Page):
            self._show(news.value.text, news.value.html)
        else:
            self._show("", "")
            self.told.emit(self._trouble(news), True)
        self._enable()

    def _show(self, text: str, html: str) -> None:
        self.html = html
        self.report.setPlainText(text)
        self.page.setHtml(html)

    def _enable(self) -> None:
        for button in (self.copy_button, self.pdf_button, self.html_button, self.print_button):
            button.setEnabled(bool(self.html))
        for_all = self.readers.currentData() is None
        self.mail_button.setEnabled(bool(self.html) and not for_all)
        set_tip(self.mail_button, self._t._("Choose a player first; each gets a note.") if for_all else "")

    # Giving away ----------------------------------------

    def copy(self) -> None:
        """Put the report's text into the clipboard."""
        QGuiApplication.clipboard().setText(self.report.toPlainText())
        self.told.emit(self._t._("Copied."), False)

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
            self.told.emit(clerk.disk_trouble(error).text(self._t), True)
        else:
            self.told.emit(self._t._("Saved as {path}.", path=file), False)

    def _addresses(self) -> tuple[str, ...]:
        game, seat = self.game, self.readers.currentData()
        return () if game is None or seat is None else game.players[seat].mail

    def _subject(self) -> str:
        name = self.game.name if self.game is not None else ""
        return self._t._("{game}, round {number}", game=name, number=self.rounds.currentData())

    def mail_address(self) -> str:
        """The ``mailto:`` address of the chosen note, text included."""
        if self.game is None or self.readers.currentData() is None:
            return ""
        addresses = ",".join(quote(address, safe="@") for address in self._addresses())
        body = self.report.toPlainText().replace("\n", "\r\n")
        return f"mailto:{addresses}?subject={quote(self._subject())}&body={quote(body)}"

    def write_mail(self) -> None:
        """Open the system's mail program with the note for the chosen player; else offer all to be copied."""
        if QDesktopServices.openUrl(QUrl(self.mail_address())):
            return
        self.told.emit(self._t._("No mail program could be opened."), True)
        MailByHand(
            self._t, ", ".join(self._addresses()), self._subject(), self.report.toPlainText(), self
        ).open()


class MailByHand(PageDialog):
    """Address, subject and text of a mail, each to be copied, where no mail program can be opened."""

    def __init__(self, t: Texts, address: str, subject: str, text: str, parent: QWidget) -> None:
        super().__init__(t._("No mail program could be opened"), t._("Close"), parent, game="sleuth")
        self._t = t
        said = t._("Copy what the mail needs, and write it wherever you write mails.")
        self.body.addWidget(label(said, wrap=True))
        self.copy_buttons: list[Button] = []
        missing = t._("no address is known of this player")
        for name, value, copy in (
            (t._("Address"), address, t._("Copy the address")),
            (t._("Subject"), subject, t._("Copy the subject")),
        ):
            field = QLineEdit(value)
            field.setReadOnly(True)
            field.setPlaceholderText(missing)
            field.setAccessibleName(name)
            field.setCursorPosition(0)
            row = line(gap=8)
            row.addWidget(field, 1)
            row.addWidget(self._copying(copy, value))
            self.body.addLayout(row)
        shown = plain_edit(t._("Text"))
        shown.setPlainText(text)
        self.body.addWidget(shown, 1)
        row = line(gap=8)
        row.addWidget(self._copying(t._("Copy the text"), text))
        self.said = label("", role="good")
        row.addWidget(self.said, 1)
        self.body.addLayout(row)
        self.resize(640, 480)

    def _copying(self, name: str, value: str) -> Button:
        made = Button(name, game="sleuth")
        made.setEnabled(bool(value))
        made.clicked.connect(lambda: self._copy(value))
        self.copy_buttons.append(made)
        return made

    def _copy(self, value: str) -> None:
        QGuiApplication.clipboard().setText(value)
        self.said.setText(self._t._("Copied."))


def _paper(name: str) -> QTextBrowser:
    made = QTextBrowser()
    made.setOpenLinks(False)
    made.setFrameShape(QFrame.Shape.NoFrame)
    made.setAccessibleName(name)
    palette = made.palette()
    palette.setColor(QPalette.ColorRole.Base, theme.colour(theme.REPORT_PAPER))
    palette.setColor(QPalette.ColorRole.Text, theme.colour(theme.REPORT_INK))
    made.setPalette(palette)
    return made
