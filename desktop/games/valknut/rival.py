"""A player's place in Valknut: name, points, bid made or not, cards in hand, tricks won."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.games.valknut.faces import BACK_FACE
from desktop.widgets import theme
from desktop.widgets.basics import Sign, clear, column, elided, label, line
from desktop.widgets.card import CardRow, Face
from desktop.widgets.place import PlayerFrame

GAME = "valknut"
PLACE_MARGIN, ABOVE = 10, 5
"""Around what stands at a place, at its sides and above and below, in pixels."""


@dataclass(frozen=True)
class PlaceState:
    """What a place shows; texts are ready to be read. ``hand`` has faces where hands lie open, else backs.

    ``turn`` says what the seat has to do now, and is empty if nothing.
    """

    name: str
    bot: str
    strength: str
    points: str
    status: str
    tricks: str
    hand: tuple[Face, ...]
    hand_spoken: str
    turn: str = ""


class PlayerPlace(PlayerFrame):
    """One player's place; the own one has no cards, since the hand lies below it.

    *upright*: the cards lie below the words, not beside them.
    """

    def __init__(self, *, cards: bool, upright: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.upright = upright
        layout = column(margin=PLACE_MARGIN, gap=4) if upright else line(margin=PLACE_MARGIN, gap=16)
        layout.setContentsMargins(PLACE_MARGIN, ABOVE, PLACE_MARGIN, ABOVE)
        self._texts = column(gap=0)
        self._texts.addLayout(self._head)
        self._line = line(gap=10)
        self._texts.addLayout(self._line)
        self._texts.addStretch(1)
        layout.addLayout(self._texts, 1)
        self.row = CardRow(64)
        self.row.set_overlap(0.24, room=4)
        self.row.setSizePolicy(
            QSizePolicy.Policy.Expanding if upright else QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed
        )
        layout.addWidget(self.row, 0 if upright else 3, Qt.AlignmentFlag.AlignVCenter)
        self._cards = cards
        self.setLayout(layout)
        if not cards:
            self.row.hide()

    def least_height(self) -> int:
        """The height that the texts alone need."""
        return self._texts.sizeHint().height() + 2 * ABOVE

    def show_state(self, state: PlaceState) -> None:
        """Render *state*."""
        clear(self._line)
        points = label(state.points, "lead", role="accent", bold=True, game=GAME)
        self._show_head(state.name, state.bot, state.strength, points)
        if state.turn:
            self._line.addWidget(Sign("turn", 18, state.turn, theme.colours().turn))
        self._line.addWidget(label(state.tricks, bold=True))
        if state.status:
            self._line.addWidget(elided(state.status, role="muted"), 1)
        self._line.addStretch(0 if state.status else 1)
        # At once, not when the layout comes to it: what is hidden has no height yet.
        for layout in (self._head, self._line):
            for index in range(layout.count()):
                item = layout.itemAt(index)
                widget = item.widget() if item is not None else None
                if widget is not None:
                    widget.show()
        if self._cards:
            self.row.set_cards(state.hand, state.hand_spoken, "–")
            self.row.updateGeometry()
        self._turn = bool(state.turn)
        turn = state.turn if state.turn != state.status else ""
        parts = (state.name, state.bot, state.points, state.status, turn, state.tricks)
        self.setAccessibleName(". ".join(part for part in parts if part))
        self.update()


def backs(count: int) -> tuple[Face, ...]:
    """*count* cards face down."""
    return (BACK_FACE,) * count
