"""The way into a room for phones: a QR code, the address, the code, and what may be in the way."""

from __future__ import annotations

import segno
from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from desktop.binding.phones import Phones
from desktop.widgets import theme
from desktop.widgets.basics import Button, column, label, line, panel
from desktop.widgets.choice import ChoiceBox
from engine.core.text import Texts

HELP_AFTER = 20_000
"""Milliseconds without a phone after which the page says what may be in the way."""
WIDTH = 352


class QrCode(QWidget):
    """A QR code, black on white in either theme: cameras want it so. *exact*: small letters in it matter."""

    def __init__(self, text: str, spoken: str, size: int = 232, *, exact: bool = False) -> None:
        super().__init__()
        # In capitals an address without a path in small letters takes fewer dots.
        said = text if exact else text.upper()
        self._rows = [bytes(row) for row in segno.make(said, error="m", micro=False).matrix]
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


class Scrolling(QScrollArea):
    """A frame without edges, whose content may be higher than the window, and is as high as its wrapped texts need."""

    def __init__(self) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def setWidget(self, widget: QWidget) -> None:
        super().setWidget(widget)
        widget.installEventFilter(self)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.widget() and event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize):
            self._fit()
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        # A layout's least height does not know how its labels wrap.
        content = self.widget()
        layout = content.layout() if content is not None else None
        if content is not None and layout is not None:
            content.setMinimumHeight(layout.totalHeightForWidth(self.viewport().width()))


class Door(QWidget):
    """See the module's docstring.

    ``help_card`` says what may be in the way. The page places it beside the door, so that the code never moves.
    """

    def __init__(self, phones: Phones, t: Texts) -> None:
        super().__init__()
        self._phones = phones
        self._t = t
        self._scroll = Scrolling()
        layout = column()
        layout.addWidget(self._scroll)
        self.setLayout(layout)
        self.setFixedWidth(WIDTH)
        self._waited = QTimer(self)
        self._waited.setSingleShot(True)
        self._waited.setInterval(HELP_AFTER)
        self._waited.timeout.connect(self.offer_help)
        self._came = 0
        self.help = label("", role="muted", wrap=True)
        self.help_card = self._build_help_card()
        phones.changed.connect(self._somebody_came)
        self._show()

    def _build_help_card(self) -> QFrame:
        t = self._t
        card = panel()
        layout = column(margin=16, gap=6)
        head = line(gap=8)
        head.addWidget(label(t._("If the address does not open on the phone"), bold=True, wrap=True), 1)
        self.help_close = Button(t._("Close"), "link")
        self.help_close.setAccessibleName(t._("Close the help"))
        self.help_close.clicked.connect(self._turn_help)
        head.addWidget(self.help_close)
        layout.addLayout(head)
        layout.addWidget(self.help)
        card.setLayout(layout)
        card.hide()
        return card

    def _show(self) -> None:
        t = self._t
        box = panel()
        layout: QVBoxLayout = column(margin=20, gap=8)
        code = self._phones.room.code
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
        self.addresses: ChoiceBox | None = None
        if len(self._phones.addresses) > 1:
            layout.addWidget(label(t._("Another address of this computer"), role="muted"))
            self.addresses = choice = ChoiceBox()
            for address in self._phones.addresses:
                choice.addItem(" · ".join(filter(None, (address.ip, address.adapter))), address.ip)
            choice.setCurrentIndex(max(0, choice.findData(self._phones.address)))
            choice.setAccessibleName(t._("Another address of this computer"))
            choice.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            choice.setMinimumContentsLength(16)
            choice.currentIndexChanged.connect(lambda _index: self._use(str(choice.currentData())))
            layout.addWidget(choice)
        self.help_button = Button(t._("It does not open?"), "link")
        self.help_button.clicked.connect(self._turn_help)
        row = line()
        row.addWidget(self.help_button)
        row.addStretch(1)
        layout.addLayout(row)
        self.help.setText(self._help_text())
        self.help_card.hide()
        layout.addStretch(1)
        box.setLayout(layout)
        self._scroll.setWidget(box)
        self._waited.start()

    def _help_text(self) -> str:
        t = self._t
        lines = [
            t._("• Phone and computer must be in the same Wi-Fi; a guest network keeps them apart."),
            t._("• If the computer asks whether Vierblatt may be reached from the network, allow it."),
            t._("• A VPN on the phone or the computer can be in the way; switch it off."),
            t._("• The address begins with http, not https."),
        ]
        if len(self._phones.addresses) > 1:
            lines.append(t._("• If the computer has several addresses, try another one."))
        return "\n".join(lines)

    def _use(self, address: str) -> None:
        self._phones.use_address(address)
        # After the box has finished its own event.
        QTimer.singleShot(0, self, self._show)

    def _turn_help(self) -> None:
        if self.help_close.hasFocus():
            self.help_button.setFocus()
        self._came = self._phones.connected
        self.help_card.setVisible(self.help_card.isHidden())

    def offer_help(self) -> None:
        """Nobody has come for a while: say what may be in the way."""
        if not self._phones.connected and self.help_card.isHidden():
            self._turn_help()

    def _somebody_came(self) -> None:
        """The address works: nothing more is to be said about it."""
        came, self._came = self._came, self._phones.connected
        if self._came > came and not self.help_card.isHidden():
            self._turn_help()
