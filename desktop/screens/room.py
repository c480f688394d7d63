"""Playing with phones: the way into the room as a QR code, an address and a code, who is there, and what is played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import segno
from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from desktop.binding.phones import Phones
from desktop.screens.new_game import OptionEditor
from desktop.widgets import theme
from desktop.widgets.basics import Button, ChoiceBox, column, label, line, panel
from engine.core import catalog
from engine.core.errors import Refusal, VierblattError
from engine.core.meta import bot_name
from engine.core.text import Texts
from engine.rooms import protocol
from engine.rooms.members import Member

HELP_AFTER = 20_000
"""Milliseconds without a phone after which the page says what may be in the way."""


class QrCode(QWidget):
    """A QR code, black on white in either theme: cameras want it so."""

    def __init__(self, text: str, spoken: str, size: int = 232) -> None:
        super().__init__()
        # In capitals an address without a path in small letters takes fewer dots.
        self._rows = [bytes(row) for row in segno.make(text.upper(), error="m", micro=False).matrix]
        self.setFixedSize(QSize(size, size))
        self.setAccessibleName(spoken)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.colour(theme.QR_PAPER))
        dots = len(self._rows) + 8  # four dots of quiet around
        dot = min(self.width(), self.height()) / dots
        ink = theme.colour(theme.QR_INK)
        for y, row in enumerate(self._rows):
            for x, dark in enumerate(row):
                if dark:
                    place = QRectF((x + 4) * dot, (y + 4) * dot, dot + 0.3, dot + 0.3)
                    painter.fillRect(place, ink)


def scrolling() -> QScrollArea:
    """A frame without edges, whose content may be higher than the window."""
    scroll = QScrollArea()
    scroll.setWidgetResizable(True)
    scroll.setFrameShape(QFrame.Shape.NoFrame)
    scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return scroll


class RoomPage(QWidget):
    """See the module's docstring. ``back``: to the start page, or to the table while a match runs."""

    back = Signal()

    def __init__(self, phones: Phones, t: Texts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._phones = phones
        self._room = phones.room
        self._t = t
        self._bot = ""
        self._link = ""
        self._here_name = ""
        outer = column(margin=0, gap=16)
        outer.setContentsMargins(32, 24, 32, 24)
        head = line()
        head.addWidget(label(t._("Play with phones"), "title", serif=True))
        head.addStretch(1)
        outer.addLayout(head)
        boxes = line(gap=24)
        boxes.addWidget(self._door())
        self._scroll = scrolling()
        boxes.addWidget(self._scroll, 1)
        outer.addLayout(boxes, 1)
        self.problem = label("", role="warning", bold=True, wrap=True)
        outer.addWidget(self.problem)
        foot = line(gap=12)
        self.back_button = Button("", "plain")
        self.back_button.clicked.connect(self.back.emit)
        foot.addWidget(self.back_button)
        foot.addStretch(1)
        self.start_button = Button(t._("Start the match"), "primary")
        self.start_button.clicked.connect(lambda: self._obey(protocol.Start()))
        foot.addWidget(self.start_button)
        outer.addLayout(foot)
        self.setLayout(outer)
        phones.changed.connect(self.refresh)
        self.refresh()
        QTimer.singleShot(HELP_AFTER, self, self._offer_help)

    # The way in ----------------------------------------

    def _door(self) -> QScrollArea:
        self._door_scroll = scrolling()
        self._door_scroll.setFixedWidth(352)
        self._show_door()
        return self._door_scroll

    def _show_door(self) -> None:
        t = self._t
        box = panel()
        layout: QVBoxLayout = column(margin=20, gap=8)
        code = self._room.code
        self.qr = QrCode(self._phones.url, t._("QR code with the address of the room"))
        layout.addWidget(self.qr, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addWidget(
            label(t._("Scan it, or type the address in the phone's browser:"), role="muted", wrap=True)
        )
        self.address = label(self._phones.url, "lead", bold=True, wrap=True)
        self.address.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        layout.addWidget(self.address)
        self.code = label(code, "display", serif=True)
        self.code.setAccessibleName(t._("Room code: {code}", code=" ".join(code)))
        self.code.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        layout.addWidget(self.code)
        if len(self._phones.addresses) > 1:
            layout.addWidget(label(t._("Another address of this computer"), role="muted"))
            choice = ChoiceBox()
            for address in self._phones.addresses:
                choice.addItem(" · ".join(filter(None, (address.ip, address.adapter))), address.ip)
            choice.setCurrentIndex(max(0, choice.findData(self._phones.address)))
            choice.setAccessibleName(t._("Another address of this computer"))
            choice.currentIndexChanged.connect(lambda _index: self._use_address(str(choice.currentData())))
            layout.addWidget(choice)
        self.help_button = Button(t._("It does not open?"), "link")
        self.help_button.clicked.connect(self._show_help)
        row = line()
        row.addWidget(self.help_button)
        row.addStretch(1)
        layout.addLayout(row)
        self.help = label(self._help_text(), role="muted", wrap=True)
        self.help.hide()
        layout.addWidget(self.help)
        layout.addStretch(1)
        box.setLayout(layout)
        self._door_scroll.setWidget(box)

    def _help_text(self) -> str:
        t = self._t
        return "\n".join(
            (
                t._("• Phone and computer must be in the same Wi-Fi; a guest network keeps them apart."),
                t._("• If the computer asks whether Vierblatt may be reached from the network, allow it."),
                t._("• A VPN on the phone or the computer can be in the way; switch it off."),
                t._("• The address begins with http, not https."),
                t._("• If the computer has several addresses, try another one above."),
            )
        )

    def _use_address(self, address: str) -> None:
        self._phones.use_address(address)
        # After the box has finished its own event.
        QTimer.singleShot(0, self, self._show_door)

    def _show_help(self) -> None:
        self.help.setVisible(self.help.isHidden())

    def _offer_help(self) -> None:
        if not self._phones.connected:
            self.help.show()

    # Who is there ----------------------------------------

    def refresh(self) -> None:
        """Show who is there and what is chosen now."""
        t, room = self._t, self._room
        had = [widget.accessibleName() for widget in self._scroll.findChildren(QWidget) if widget.hasFocus()]
        spoken = had[0] if had else ""
        place = self._scroll.verticalScrollBar().value()
        content = panel()
        layout: QVBoxLayout = column(margin=20, gap=10)
        meta = catalog.meta(room.game)
        playing = room.table is not None
        self.back_button.setText(t._("Back to the table") if playing else t._("Close the room"))
        self.start_button.setVisible(not playing)
        self.start_button.setEnabled(meta.min_seats <= len(room.chairs) <= meta.max_seats)
        if not playing:
            self._show_game(layout)
        layout.addWidget(label(t._("At the table") if not playing else t._("Players"), "heading", serif=True))
        if playing:
            self._show_vacant(layout)
        else:
            self._show_chairs(layout)
        others = [
            member
            for member in room.members.values()
            if playing or member.removed or not room.has_chair(member.id)
        ]
        if others and not playing:
            layout.addWidget(label(t._("In the room without a chair"), bold=True))
        for member in others:
            self._show_member(layout, member)
        if not playing and len(room.chairs) < meta.max_seats:
            self._show_more(layout)
        lock = Button(t._("Unlock the room") if room.locked else t._("Lock the room"), "link")
        lock.clicked.connect(lambda: self._obey(protocol.Lock(not room.locked)))
        row = line()
        row.addWidget(lock)
        row.addStretch(1)
        layout.addLayout(row)
        if self._link:
            words = label(t._("Open this link on the other phone. It works once:"), role="muted", wrap=True)
            link = label(self._link, bold=True, wrap=True)
            link.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            layout.addWidget(words)
            layout.addWidget(link)
        if not playing:
            self._show_options(layout)
        layout.addStretch(1)
        content.setLayout(layout)
        self._scroll.setWidget(content)
        self._scroll.verticalScrollBar().setValue(place)
        for widget in content.findChildren(QWidget):
            if spoken and widget.accessibleName() == spoken:
                widget.setFocus()
                break

    def _show_game(self, layout: QVBoxLayout) -> None:
        t, room = self._t, self._room
        row = line(gap=10)
        row.addWidget(label(t._("Game"), bold=True))
        box = ChoiceBox()
        box.setAccessibleName(t._("Game"))
        for meta in catalog.metas():
            if room.plays(meta.id):
                box.addItem(t._(meta.name), meta.id)
        box.setCurrentIndex(max(0, box.findData(room.game)))
        box.currentIndexChanged.connect(
            lambda _index: self._later(protocol.Choose(str(box.currentData()), {}))
        )
        row.addWidget(box, 1)
        layout.addLayout(row)

    def _show_chairs(self, layout: QVBoxLayout) -> None:
        t, room = self._t, self._room
        if not room.chairs:
            layout.addWidget(label(t._("Nobody is here yet."), role="muted"))
        for number, chair in enumerate(room.chairs):
            if chair.bot:
                state = t._("Bot: {strength}", strength=bot_name(chair.bot, t))
            elif not chair.member:
                state = t._("at this desktop")
            else:
                state = t._("on a phone") if room.is_here(chair.member) else t._("on a phone, away just now")
            tools: list[tuple[str, Any]] = []
            if number:
                tools.append((t._("One place earlier"), protocol.Shift(number)))
            tools.append((t._("Take away"), protocol.Drop(number)))
            if chair.member:
                tools.append((t._("Link to this seat"), protocol.Link(chair.member)))
            self._row(layout, chair.name, state, tools)

    def _show_member(self, layout: QVBoxLayout, member: Member) -> None:
        t, room = self._t, self._room
        if member.removed:
            self._row(
                layout, member.name, t._("removed"), [(t._("Let in again"), protocol.Readmit(member.id))]
            )
            return
        state = "" if room.is_here(member.id) else t._("away")
        tools: list[tuple[str, Any]] = []
        if room.table is None and len(room.chairs) < catalog.meta(room.game).max_seats:
            tools.append((t._("Give a chair"), protocol.Seat(member.id)))
        tools.append((t._("Link to this seat"), protocol.Link(member.id)))
        tools.append((t._("Remove"), protocol.Remove(member.id)))
        self._row(layout, member.name, state, tools)

    def _show_vacant(self, layout: QVBoxLayout) -> None:
        t, room = self._t, self._room
        assert room.table is not None
        names, bots = room.names(), catalog.meta(room.table.session.game.meta.id).bots
        for seat in room.vacant():
            tools: list[tuple[str, Any]] = [(t._("Let a bot play on"), protocol.Replace(seat, bot=bots[-1]))]
            tools += [
                (t._("{name} takes over", name=member.name), protocol.Replace(seat, member=member.id))
                for member in room.members.values()
                if not member.removed and room.seat_of(member.id) is None
            ]
            self._row(layout, names[seat], t._("This seat is empty; the match waits for it."), tools)

    def _row(self, layout: QVBoxLayout, name: str, state: str, tools: Sequence[tuple[str, Any]]) -> None:
        row = line(gap=8)
        row.addWidget(label(name, "lead", bold=True))
        row.addWidget(label(state, role="muted"))
        row.addStretch(1)
        for text, message in tools:
            button = Button(text, "link")
            button.setAccessibleName(f"{name}: {text}")
            button.clicked.connect(lambda _checked=False, message=message: self._later(message))
            row.addWidget(button)
        layout.addLayout(row)

    def _show_more(self, layout: QVBoxLayout) -> None:
        t, room = self._t, self._room
        meta = catalog.meta(room.game)
        row = line(gap=8)
        box = ChoiceBox()
        for bot in reversed(meta.bots):
            box.addItem(bot_name(bot, t), bot)
        box.setCurrentIndex(max(0, box.findData(self._bot)))
        box.setAccessibleName(t._("Strength of the bot"))
        box.currentIndexChanged.connect(lambda _index: setattr(self, "_bot", str(box.currentData())))
        row.addWidget(box)
        add = Button(t._("Add a bot"), "plain")
        add.clicked.connect(lambda: self._later(protocol.AddBot(str(box.currentData()))))
        row.addWidget(add)
        row.addStretch(1)
        layout.addLayout(row)
        row = line(gap=8)
        name = QLineEdit(self._here_name)
        name.setMaxLength(24)
        name.setPlaceholderText(t._("Name"))
        name.setAccessibleName(t._("Name of somebody at this desktop"))
        name.textChanged.connect(lambda text: setattr(self, "_here_name", text))
        name.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        row.addWidget(name)
        here = Button(t._("Somebody plays at this desktop"), "plain")
        here.clicked.connect(self._seat_here)
        name.returnPressed.connect(self._seat_here)
        row.addWidget(here)
        row.addStretch(1)
        layout.addLayout(row)

    def _show_options(self, layout: QVBoxLayout) -> None:
        t, room = self._t, self._room
        meta = catalog.meta(room.game)
        seats = max(meta.min_seats, min(len(room.chairs), meta.max_seats))
        layout.addSpacing(8)
        layout.addWidget(label(t._("Rules of this match"), "heading", serif=True))
        self._options: dict[str, OptionEditor] = {}
        for option in meta.options:
            if seats < option.min_seats:
                continue
            editor = OptionEditor(option, t, room.options.get(option.name), seats)
            editor.names_changed([chair.name for chair in room.chairs])
            self._options[option.name] = editor
            layout.addLayout(editor.layout)

    # What the host does ----------------------------------------

    def _seat_here(self) -> None:
        name = self._here_name

        def seat() -> None:
            self._here_name = ""
            self._try(lambda: self._room.seat_here(name))

        QTimer.singleShot(0, self, seat)

    def _later(self, message: Any) -> None:
        # The button that was pressed goes with the list it stands in: first let it finish.
        QTimer.singleShot(0, self, lambda: self._obey(message))

    def _obey(self, message: Any) -> None:
        room = self._room
        self._link = ""
        if isinstance(message, protocol.Link):
            member = room.members.get(message.member)
            if member is not None:
                self._link = f"{room.share}#{room.new_claim(member)}"
            self.refresh()
            return
        if room.table is None and not isinstance(message, protocol.Choose):
            room.options = {name: editor.value() for name, editor in self._options.items()}
        self._try(lambda: room.obey(message))

    def _try(self, act: Any) -> None:
        self.problem.setText("")
        try:
            act()
        except VierblattError as error:
            self.tell(error.refusal)

    def tell(self, refusal: Refusal) -> None:
        """Say why something can't be done."""
        self.problem.setText(refusal.text(self._t))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.back.emit()
        else:
            super().keyPressEvent(event)
