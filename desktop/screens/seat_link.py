"""The link by which another phone takes up somebody's seat: a QR code and the text, for as long as it is wanted."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from desktop.binding.phones import Phones
from desktop.screens.common import PageDialog
from desktop.screens.door import QrCode
from desktop.widgets.basics import label
from engine.core.text import Texts
from engine.rooms.members import Member


class SeatLink(PageDialog):
    """Shown when it is asked for, since whoever sees it can take the seat; it goes once it has been used."""

    def __init__(self, phones: Phones, member: Member, t: Texts, parent: QWidget | None) -> None:
        """Makes a new link, by which an older one is void."""
        super().__init__(t._("Link to this seat"), t._("Close"), parent)
        self.link = f"{phones.url}#{phones.room.new_claim(member)}"
        self._member, self._claim = member, member.claim
        self.body.addWidget(label(member.name, "lead", bold=True, wrap=True))
        self.body.addWidget(
            label(t._("Scan it with the other phone, or open this link there. It works once:"), wrap=True)
        )
        self.qr = QrCode(self.link, t._("QR code with the link to this seat"), 280, exact=True)
        self.body.addWidget(self.qr, 0, Qt.AlignmentFlag.AlignHCenter)
        text = label(self.link, bold=True, wrap=True)
        text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        text.setAccessibleName(self.link)
        self.body.addWidget(text)
        self.setFixedWidth(520)
        self.close_button.setFocus()
        phones.changed.connect(self._look)

    def _look(self) -> None:
        """Somebody came, perhaps by this link; or the seat is nobody's any more."""
        if self._member.claim != self._claim or self._member.removed:
            self.accept()
