"""Who is missing at the table: phones that are away, and people who have left; of those the host is asked."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from desktop.binding.phones import Phones
from desktop.widgets import theme
from desktop.widgets.basics import Button, Sign, clear, column, elided, label, line
from engine.core import catalog
from engine.core.errors import VierblattError
from engine.core.text import Texts
from engine.rooms import protocol


class Missing(QWidget):
    """A strip above the table; not there while everybody is.

    ``manage``: the host wants to see all players. ``refused`` carries a `Refusal`. ``left``: what had the focus is
    gone.
    """

    manage = Signal()
    refused = Signal(object)
    left = Signal()

    def __init__(self, phones: Phones, t: Texts) -> None:
        super().__init__()
        self._phones = phones
        self._room = phones.room
        self._t = t
        self._shown: object = None
        self._layout = column(gap=6)
        self._layout.setContentsMargins(12, 8, 12, 0)
        self.setLayout(self._layout)
        self.hide()
        phones.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show who is missing now."""
        room = self._room
        table = room.table
        if table is None or table.session.over:
            content: tuple[tuple[int, ...], ...] = ((), (), ())
        else:
            session = table.session
            vacant = room.vacant()
            self._phones.waited_for &= {room.seats[seat] for seat in vacant}
            # Whose turn it is, is asked about first.
            asked = [seat for seat in vacant if room.seats[seat] not in self._phones.waited_for]
            asked.sort(key=lambda seat: (seat not in session.awaited, seat))
            away = [
                seat
                for seat, member in enumerate(room.seats)
                if member and seat not in vacant and seat not in session.absent and not room.is_here(member)
            ]
            gone = [seat for seat in vacant if seat not in asked[:1]]
            content = tuple(asked[:1]), tuple(gone), tuple(away)
        turn = table.session.awaited if table is not None and content[0] else ()
        key = (content, room.names() if any(content) else [], turn)
        if key == self._shown:
            return
        self._shown = key
        focused = any(button.hasFocus() for button in self.findChildren(Button))
        clear(self._layout)
        asked_now, gone_now, away_now = content
        for seat in asked_now:
            self._ask(seat)
        if gone_now or away_now:
            self._mark(gone_now, away_now, manage=not asked_now)
        self.setVisible(any(content))
        if focused:
            buttons = self.findChildren(Button)
            if buttons:
                buttons[0].setFocus()
            else:
                self.left.emit()

    def _ask(self, seat: int) -> None:
        t, room = self._t, self._room
        frame, layout = self._frame("notice")
        layout.addWidget(Sign("out", 22, "", theme.colours().warning))
        assert room.table is not None
        in_turn = seat in room.table.session.awaited
        then = t._("The match waits until you decide.") if in_turn else t._("Who plays on in this seat?")
        said = f"{self._gone([seat])} {then}"
        layout.addWidget(label(said, bold=True, wrap=True), 1)
        name = room.names()[seat]
        for text, act in (
            (t._("Let a bot play on"), lambda: self._replace(seat)),
            (t._("Wait"), lambda: self._wait(seat)),
            (t._("Manage players …"), self.manage.emit),
        ):
            button = Button(text, "link")
            button.setAccessibleName(f"{name}: {text}")
            # The button goes with the strip: first let it finish.
            button.clicked.connect(lambda _checked=False, act=act: QTimer.singleShot(0, self, act))
            layout.addWidget(button)
        frame.setAccessibleName(said)

    def _mark(self, gone: Sequence[int], away: Sequence[int], *, manage: bool) -> None:
        t = self._t
        frame, layout = self._frame("panel")
        said = []
        if gone:
            said.append(self._gone(gone))
            layout.addWidget(Sign("out", 20, "", theme.colours().warning))
            layout.addWidget(elided(said[-1], bold=True))
        if away:
            said.append(self._away(away))
            layout.addWidget(Sign("away", 20, "", theme.colours().muted))
            layout.addWidget(elided(said[-1]))
        layout.addStretch(1)
        if manage:
            button = Button(t._("Manage players …"), "link")
            button.clicked.connect(lambda: QTimer.singleShot(0, self, self.manage.emit))
            layout.addWidget(button)
        frame.setAccessibleName(" ".join(said))

    def _frame(self, role: str) -> tuple[QFrame, QHBoxLayout]:
        frame = QFrame()
        frame.setProperty("role", role)
        layout = line(margin=6, gap=10)
        layout.setContentsMargins(12, 4, 8, 4)
        frame.setLayout(layout)
        self._layout.addWidget(frame)
        return frame, layout

    def _gone(self, seats: Sequence[int]) -> str:
        """Who has left, in a sentence."""
        t, room = self._t, self._room
        names = t.listing([room.names()[seat] for seat in seats])
        members = [room.members.get(room.seats[seat]) for seat in seats]
        if all(member is not None and member.left for member in members):
            return t.n_("{names} has left the room.", "{names} have left the room.", len(seats), names=names)
        return t.n_("{names} is not in the room.", "{names} are not in the room.", len(seats), names=names)

    def _away(self, seats: Sequence[int]) -> str:
        """Whose phone is not connected, in a sentence."""
        names = self._t.listing([self._room.names()[seat] for seat in seats])
        return self._t.n_(
            "{names} is not connected just now.",
            "{names} are not connected just now.",
            len(seats),
            names=names,
        )

    def _replace(self, seat: int) -> None:
        room = self._room
        if room.table is None:
            return
        bots = catalog.meta(room.table.session.game.meta.id).bots
        try:
            room.obey(protocol.Replace(seat, bot=bots[-1]))
        except VierblattError as error:
            self.refused.emit(error.refusal)
        self.refresh()

    def _wait(self, seat: int) -> None:
        self._phones.waited_for.add(self._room.seats[seat])
        self.refresh()
