"""A player's place at the table: name, points, state, and the row of played cards. Can be chosen as a target."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QGridLayout, QSizePolicy, QWidget

from desktop.widgets import theme
from desktop.widgets.bars import Bars
from desktop.widgets.basics import Button, Points, Sign, clear, column, elided, line, yielding
from desktop.widgets.card import CardRow, Face
from desktop.widgets.names import NameLabel


@dataclass(frozen=True)
class PlaceState:
    """All that a place shows; texts are ready to be read.

    ``sign`` names a drawing (shield, out, turn) shown before ``status``; ``note`` is what only the person at the
    screen knows of this player.
    """

    name: str
    points: int
    goal: int
    points_spoken: str
    status: str
    row: tuple[Face, ...]
    row_label: str
    row_empty: str
    sign: str = ""
    note: str = ""
    turn: bool = False
    out: bool = False
    bot: str = ""
    strength: str = ""
    """The bot's strength, where there is room to say it."""
    hand: tuple[Face, ...] | None = None
    """The hand as it is seen here: open or face-down cards. None: it is shown elsewhere."""
    hand_label: str = ""
    hand_spoken: str = ""
    """What is said of a hand that shows no faces."""
    chances: tuple[float, ...] = ()
    chance_labels: tuple[str, ...] = ()
    chances_spoken: str = ""
    chances_most: float = 1.0
    """The chance whose bar is as high as a bar can be."""


class PlayerFrame(QFrame):
    """The ground of a player's place: framed in the turn's colour while the player acts, the name in its head."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._turn = False
        self._head = QGridLayout()
        self._head.setContentsMargins(0, 0, 0, 0)
        self._head.setHorizontalSpacing(4)
        self._head.setVerticalSpacing(0)
        self._head.setColumnStretch(0, 1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def _show_head(self, name: str, bot: str, strength: str, points: QWidget) -> None:
        """The name beside *points*; below them a bot's sign (*bot* is said of it) with its *strength*."""
        clear(self._head)
        self._head.addWidget(NameLabel(name), 0, 0, 2, 1)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        self._head.addWidget(points, 0, 1, 1 if bot else 2, 2, right)
        if bot:
            self._head.addWidget(Sign("bot", 16, bot, theme.colours().muted), 1, 1, right)
            self._head.addWidget(yielding(strength, "small", role="muted"), 1, 2)

    def _pen(self) -> QPen:
        c = theme.colours()
        return QPen(theme.colour(c.turn if self._turn else c.line), 2 if self._turn else 1)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(theme.colour(theme.colours().panel))
        painter.setPen(self._pen())
        painter.drawRoundedRect(self.rect().adjusted(2, 2, -2, -2), theme.RADIUS + 2, theme.RADIUS + 2)


class Place(PlayerFrame):
    """One player's place. ``chosen`` is emitted when it is picked as a target."""

    chosen = Signal()

    def __init__(self, game: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._game = game
        self._targetable = False
        self._picked = False
        self._layout = column(gap=0)
        self._layout.setContentsMargins(10, 8, 10, 8)
        self._layout.addLayout(self._head)
        self._state_line = line(gap=6)
        self._layout.addLayout(self._state_line)
        self.row = CardRow(84)
        self.hand = CardRow(84)
        self.hand.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.hand.hide()
        self.bars = Bars(game)
        self.bars.hide()
        cards = line(gap=6)
        cards.addWidget(self.hand)
        cards.addWidget(self.row, 1)
        cards.addWidget(self.bars)
        self._layout.addLayout(cards)
        self._layout.addStretch(1)
        self.setLayout(self._layout)
        self.button = Button("", "primary", game=game, parent=self)
        self.button.arrows_to_parent = True
        self.button.clicked.connect(self.chosen.emit)
        self.button.hide()

    def show_state(self, state: PlaceState) -> None:
        """Render *state*."""
        clear(self._state_line, keep=self.button)
        points = Points(state.points, state.goal, self._game, state.points_spoken)
        self._show_head(state.name, state.bot, state.strength, points)
        # Room for the button that chooses this place, so that nothing jumps when it appears.
        self._state_line.addStrut(36)
        if state.sign:
            tint = theme.colours().turn if state.sign in ("shield", "turn") else theme.colours().muted
            self._state_line.addWidget(Sign(state.sign, 18, state.status, tint))
        if state.note:
            # What only this person knows matters more than the words for a sign that is there anyway.
            note = elided(state.note, role="accent", bold=True)
            note.setProperty("game", self._game)
            self._state_line.addWidget(note, 1)
        else:
            self._state_line.addWidget(elided(state.status, role="muted"), 1)
        self._state_line.addStretch(0)
        self._state_line.addWidget(self.button)
        self.row.set_cards(state.row, state.row_label, state.row_empty, faded=state.out)
        self.hand.setVisible(state.hand is not None)
        closed = state.hand_spoken != ""
        # Face-down cards tell nothing: two of them overlap, and their room is kept when there is only one.
        self.hand.set_cards(state.hand or (), state.hand_label, state.hand_spoken)
        self.hand.set_overlap(0.16 if closed else 0.6, room=2 if closed else 1)
        self.bars.set_chances(state.chances, state.chance_labels, state.chances_spoken, state.chances_most)
        self._turn = state.turn
        spoken = [state.name, state.points_spoken, state.status, state.note]
        self.setAccessibleName(". ".join(part for part in spoken if part))
        self.update()

    def offer(self, text: str, spoken: str) -> None:
        """Let the place be chosen by a button with *text* (empty: not any more)."""
        self._targetable = bool(text)
        self._picked = False
        self.button.setVisible(self._targetable)
        self.button.setText(text)
        self.button.setAccessibleName(spoken)
        self.setCursor(Qt.CursorShape.PointingHandCursor if self._targetable else Qt.CursorShape.ArrowCursor)
        self.update()

    def mark(self, picked: bool) -> None:
        """Show that this place is the chosen target."""
        self._picked = picked
        self.update()

    def set_card_height(self, height: int) -> None:
        """The height of the cards at this place."""
        self.row.set_card_height(height)
        self.hand.set_card_height(height)

    @property
    def targetable(self) -> bool:
        """Whether the place can be chosen now."""
        return self._targetable

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if (
            self._targetable
            and event.button() == Qt.MouseButton.LeftButton
            and self.rect().contains(event.position().toPoint())
        ):
            self.chosen.emit()
            return
        super().mouseReleaseEvent(event)

    def _pen(self) -> QPen:
        c = theme.colours()
        if self._picked:
            return QPen(theme.colour(c.accent_texts[self._game]), 3)
        if self._targetable:
            return QPen(theme.colour(c.accent_texts[self._game]), 2, Qt.PenStyle.DashLine)
        return super()._pen()
