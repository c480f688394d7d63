"""Playing with phones: who is in the room, who sits where, and what is played; beside the way in (`door`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QSizePolicy, QVBoxLayout, QWidget

from desktop.binding.phones import Phones
from desktop.screens.common import ask
from desktop.screens.door import Door, Scrolling
from desktop.screens.new_game import OptionEditor
from desktop.screens.seat_link import SeatLink
from desktop.widgets.basics import Button, as_it_is, column, elided, label, line, panel
from desktop.widgets.choice import ChoiceBox
from engine.core import catalog
from engine.core.errors import Refusal, VierblattError
from engine.core.meta import bot_name
from engine.core.text import Texts
from engine.rooms import protocol
from engine.rooms.identity import MAX_NAME
from engine.rooms.members import Member

POPUP_PAUSE = 150
"""Milliseconds after which the list is shown anew if a menu was open over it."""

Tool = tuple[str, Any]
"""What is written on a button, and what the host says by it (a message, or a function)."""


class RoomPage(QWidget):
    """See the module's docstring. ``back``: to the start page, or to the table while a match runs."""

    back = Signal()

    def __init__(self, phones: Phones, t: Texts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._phones = phones
        self._room = phones.room
        self._t = t
        self._bot = ""
        self._waiting = list(phones.waiting_here)
        self._here_name = ""
        self._shown: Any = None
        self._options: dict[str, OptionEditor] = {}
        phones.look_around()
        outer = column(margin=0, gap=16)
        outer.setContentsMargins(32, 24, 32, 24)
        outer.addWidget(label(t._("Play with phones"), "title", serif=True))
        boxes = line(gap=24)
        self.door = Door(phones, t)
        boxes.addWidget(self.door)
        self._scroll = Scrolling()
        beside = column(gap=12)
        beside.addWidget(self.door.help_card)
        beside.addWidget(self._scroll, 1)
        boxes.addLayout(beside, 1)
        outer.addLayout(boxes, 1)
        self.problem = label("", role="warning", bold=True, wrap=True)
        self.problem.hide()
        outer.addWidget(self.problem)
        foot = line(gap=12)
        self.back_button = Button("", "plain")
        self.back_button.clicked.connect(self.back.emit)
        foot.addWidget(self.back_button)
        foot.addStretch(1)
        self.end_button = Button(t._("End the match"), "plain")
        self.end_button.clicked.connect(self._ask_to_end)
        foot.addWidget(self.end_button)
        self.start_button = Button(t._("Start the match"), "primary")
        self.start_button.clicked.connect(self._start)
        foot.addWidget(self.start_button)
        outer.addLayout(foot)
        self.setLayout(outer)
        phones.changed.connect(self.refresh)
        self.refresh()

    def first_focus(self) -> None:
        """Where the keyboard begins: at the start of the match, or of the list as long as nobody is there."""
        if self.start_button.isVisible() and self.start_button.isEnabled():
            self.start_button.setFocus()
            return
        first = self._stops()
        (first[0] if first else self.back_button).setFocus()

    # Who is there ----------------------------------------

    def _content(self) -> Any:
        """All that the list shows; while it stays the same, nothing is built anew under somebody's fingers."""
        room = self._room
        return (
            room.game,
            dict(room.options),
            [(chair.name, chair.member, chair.bot) for chair in room.chairs],
            [
                (m.id, m.name, m.removed, m.left, m.deputy, m.owner, room.is_here(m.id), room.soon(m.id))
                for m in room.members.values()
            ],
            room.table is not None,
            list(room.seats),
            dict(room.coming),
            room.vacant(),
            room.bots(),
            room.locked,
            list(self._phones.waiting_here),
        )

    def refresh(self) -> None:
        """Show who is there and what is chosen now."""
        content = self._content()
        if content == self._shown:
            return
        if QApplication.activePopupWidget() is not None:
            # Somebody is choosing from a list that stands in what would be built anew.
            QTimer.singleShot(POPUP_PAUSE, self, self.refresh)
            return
        self._shown = content
        self._build()
        waiting, self._waiting = self._waiting, list(self._phones.waiting_here)
        new = [name for name in self._waiting if name not in waiting]
        if waiting and not self._waiting:
            self.problem.hide()
        if new:
            t = self._t
            only = t._("There are only {n} seats in this game.", n=self._room.meta.max_seats)
            waits = t.n_(
                "{names} waits for a chair.", "{names} wait for a chair.", len(new), names=t.listing(new)
            )
            self.problem.setText(f"{only} {waits}")
            self.problem.show()

    def _build(self) -> None:
        t, room = self._t, self._room
        stops = self._stops()
        # What has the focus in this window, also while it is another window's turn.
        focus = self.window().focusWidget()
        had = focus if focus in stops else None
        spoken, person, number = "", "", 0
        if had is not None:
            spoken, person = had.accessibleName() or _text(had), had.property("person")
            number = stops.index(had)
        cursor = had.cursorPosition() if isinstance(had, QLineEdit) else 0
        place = self._scroll.verticalScrollBar().value()
        content = panel()
        layout: QVBoxLayout = column(margin=20, gap=10)
        playing = room.table is not None
        self.back_button.setText(t._("Back to the table") if playing else t._("Close the room"))
        self.end_button.setVisible(playing)
        self.start_button.setVisible(not playing)
        self.start_button.setEnabled(room.meta.min_seats <= len(room.chairs) <= room.meta.max_seats)
        if playing:
            self._show_match(layout)
        else:
            self._show_lobby(layout)
        layout.addStretch(1)
        content.setLayout(layout)
        self._scroll.setWidget(content)
        self._scroll.verticalScrollBar().setValue(place)
        if had is None:
            return
        # The same again; if it is gone, what else there is to do with that person; or what stands there now.
        stops = self._stops()
        same = [one for one in stops if spoken and (one.accessibleName() or _text(one)) == spoken]
        theirs = [one for one in stops if person and one.property("person") == person]
        there = stops[min(number, len(stops) - 1) :]
        new = next(iter((*same, *theirs, *there)), self.back_button)
        new.setFocus()
        if isinstance(new, QLineEdit):
            new.setCursorPosition(cursor)

    def _stops(self) -> list[QWidget]:
        """Where the keyboard stops in the list, from top to bottom."""
        return [widget for widget in self._scroll.findChildren(QWidget) if _takes_tab(widget)]

    def _show_lobby(self, layout: QVBoxLayout) -> None:
        t, room = self._t, self._room
        self._show_game(layout)
        layout.addWidget(label(t._("At the table"), "heading", serif=True))
        self._show_chairs(layout)
        others = [member for member in room.members.values() if not room.has_chair(member.id)]
        here = self._phones.waiting_here
        if others or here:
            layout.addWidget(label(t._("In the room without a chair"), bold=True))
        for name in here:
            drop = (t._("Does not play"), lambda name=name: self._phones.forget_here(name))
            state = " · ".join((t._("at this desktop"), t._("waits for a chair")))
            self._row(layout, name, state, [drop])
        for member in others:
            self._show_member(layout, member)
        if len(room.chairs) < room.meta.max_seats:
            self._show_more(layout)
        self._show_lock(layout)
        self._show_options(layout)

    def _show_match(self, layout: QVBoxLayout) -> None:
        layout.addWidget(label(self._t._("Players"), "heading", serif=True))
        self._show_vacant(layout)
        for member in self._room.members.values():
            self._show_member(layout, member)
        self._show_lock(layout)

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
                state = (
                    t._("on a phone")
                    if room.is_here(chair.member)
                    else t._("on a phone, not connected just now")
                )
            tools: list[Tool] = []
            if number:
                tools.append((t._("One place earlier"), protocol.Shift(number)))
            more: list[Tool] = [(t._("Take away"), protocol.Drop(number))]
            member = room.members.get(chair.member)
            if member is not None and member.deputy:
                state = " · ".join((state, t._("host too")))
            if member is not None:
                more += self._more(member)
            self._row(layout, chair.name, state, tools, more)

    def _show_member(self, layout: QVBoxLayout, member: Member) -> None:
        t, room = self._t, self._room
        if member.removed:
            state = t._("has left the room") if member.left else t._("was removed from the room")
            self._row(layout, member.name, state, [(t._("Let in again"), protocol.Readmit(member.id))])
            return
        states = [] if room.is_here(member.id) else [t._("is not connected just now")]
        if member.deputy:
            states.append(t._("host too"))
        tools: list[Tool] = []
        if room.table is None:
            if len(room.chairs) < room.meta.max_seats:
                tools.append((t._("Give a chair"), protocol.Seat(member.id)))
        elif room.soon(member.id):
            states.append(t._("comes in as soon as the game allows"))
        elif not room.plays_now(member.id):
            states.append(t._("waits for the next match"))
        self._row(layout, member.name, " · ".join(states), tools, self._more(member))

    def _more(self, member: Member) -> list[Tool]:
        """What is done more seldom with somebody."""
        t, room = self._t, self._room
        found: list[Tool] = []
        if room.table is not None and not room.plays_now(member.id):
            found += [
                (
                    t._("From the next round on in the seat of {name}", name=name),
                    protocol.Replace(seat, member=member.id),
                )
                for seat, name in enumerate(room.names())
                if seat in room.bots() and room.coming.get(seat) != member.id
            ]
        found.append((t._("Link to this seat"), protocol.Link(member.id)))
        if member.deputy:
            found.append((t._("Take back the host's rights"), protocol.Dismiss(member.id)))
        else:
            found.append((t._("Make a host"), protocol.Appoint(member.id)))
        found.append((t._("Remove from the room"), protocol.Remove(member.id)))
        return found

    def _show_vacant(self, layout: QVBoxLayout) -> None:
        t, room = self._t, self._room
        assert room.table is not None
        names, bots = room.names(), catalog.meta(room.table.session.game.meta.id).bots
        for seat in room.vacant():
            tools: list[Tool] = [(t._("Let a bot play on"), protocol.Replace(seat, bot=bots[-1]))]
            more: list[Tool] = [
                (
                    t._("{name} takes over", name=member.name),
                    protocol.Replace(seat, member=member.id),
                )
                for member in room.members.values()
                if not member.removed and not room.plays_now(member.id)
            ]
            self._row(layout, names[seat], t._("This seat is empty; the match waits for it."), tools, more)

    def _row(
        self, layout: QVBoxLayout, name: str, state: str, tools: Sequence[Tool], more: Sequence[Tool] = ()
    ) -> None:
        t = self._t
        row = line(gap=8)
        row.addWidget(elided(name, "lead", bold=True))
        row.addWidget(elided(state, role="muted"))
        row.addStretch(1)
        for text, message in tools:
            button = Button(text, "link")
            button.setAccessibleName(f"{name}: {text}")
            button.setProperty("person", name)
            button.clicked.connect(lambda _checked=False, message=message: self._later(message))
            row.addWidget(button)
        if more:
            button = Button(t._("More …"), "link")
            button.setAccessibleName(t._("{name}: more", name=name))
            button.setProperty("person", name)
            self._give_menu(button, more)
            row.addWidget(button)
        layout.addLayout(row)

    def _give_menu(self, button: Button, tools: Sequence[Tool]) -> None:
        menu = QMenu(button)
        for text, message in tools:
            menu.addAction(as_it_is(text)).triggered.connect(
                lambda _checked=False, message=message: self._later(message)
            )

        def unfold() -> None:
            menu.popup(button.mapToGlobal(button.rect().bottomLeft()))
            # Opened by a key, the next key is for the menu.
            menu.setActiveAction(menu.actions()[0])

        button.clicked.connect(unfold)

    def _show_more(self, layout: QVBoxLayout) -> None:
        t, room = self._t, self._room
        row = line(gap=8)
        box = ChoiceBox()
        for bot in reversed(room.meta.bots):
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
        name.setMaxLength(MAX_NAME)
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

    def _show_lock(self, layout: QVBoxLayout) -> None:
        t, room = self._t, self._room
        lock = Button(t._("Unlock the room") if room.locked else t._("Lock the room"), "link")
        lock.clicked.connect(lambda: self._later(protocol.Lock(not room.locked)))
        row = line()
        row.addWidget(lock)
        row.addStretch(1)
        layout.addLayout(row)

    def _show_options(self, layout: QVBoxLayout) -> None:
        t, room = self._t, self._room
        meta = room.meta
        seats = self._seats()
        layout.addSpacing(8)
        layout.addWidget(label(t._("Rules of this match"), "heading", serif=True))
        self._options = {}
        for option in meta.options:
            if seats < option.min_seats:
                continue
            editor = OptionEditor(option, t, room.options.get(option.name), seats)
            editor.names_changed([chair.name for chair in room.chairs])
            editor.on_change(self._keep_options)
            self._options[option.name] = editor
            layout.addLayout(editor.layout)

    # What the host does ----------------------------------------

    def _seats(self) -> int:
        meta = self._room.meta
        return max(meta.min_seats, min(len(self._room.chairs), meta.max_seats))

    def _keep_options(self) -> None:
        """What stands in the editors is chosen; a default is no choice, and may be another with more people."""
        room, seats = self._room, self._seats()
        known = {option.name: option for option in room.meta.options}
        values = {name: editor.value() for name, editor in self._options.items()}
        hidden = {name: value for name, value in room.options.items() if name not in values}
        room.options = hidden | {
            name: value for name, value in values.items() if value != known[name].default_for(seats)
        }
        self._shown = self._content()  # they are shown already
        room.save()
        room.changed()

    def _start(self) -> None:
        if self._room.table is None:
            self._keep_options()
        self._obey(protocol.Start())

    def _ask_to_end(self) -> None:
        t = self._t
        ask(
            self,
            t._("Play with phones"),
            t._("End the match now?"),
            t._("Everybody is back in the room then."),
            t._("End the match"),
            t._("Cancel"),
            lambda: self._obey(protocol.End()),
        )

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
        if isinstance(message, protocol.Link):
            member = room.members.get(message.member)
            if member is not None and not member.removed:
                dialog = SeatLink(self._phones, member, self._t, self.window())
                dialog.finished.connect(self.window().activateWindow)
                self.destroyed.connect(dialog.close)
                dialog.open()
        elif callable(message):
            self._try(message)
        else:
            self._try(lambda: room.obey(message))
        self.refresh()

    def _try(self, act: Callable[[], None]) -> None:
        self.problem.hide()
        try:
            act()
        except VierblattError as error:
            self.tell(error.refusal)

    def tell(self, refusal: Refusal) -> None:
        """Say why something can't be done."""
        self.problem.setText(refusal.text(self._t))
        self.problem.show()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.back.emit()
        else:
            super().keyPressEvent(event)


def _text(widget: QWidget) -> str:
    return widget.text() if isinstance(widget, Button) else ""


def _takes_tab(widget: QWidget) -> bool:
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.isEnabled()
