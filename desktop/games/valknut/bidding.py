"""The bidding panel: a button for each number of tricks, with one's own trumps and high cards in words above."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QWidget

from desktop.games.valknut.rival import GAME
from desktop.widgets.basics import Button, clear, column, label
from engine.core.text import Texts
from engine.games.valknut import words
from engine.games.valknut.model import SUITS, View

HIGH = "789"
"""The numbers that the summary names as high cards."""


class Bidding(QFrame):
    """Offers bids; ``buttons`` are the buttons in the order of the bids."""

    def __init__(self, t: Texts) -> None:
        super().__init__()
        self.setProperty("role", "panel")
        layout = column(margin=10, gap=6)
        self.setAccessibleName(t._("Your bid"))
        self._strengths = label("", wrap=True)
        layout.addWidget(self._strengths)
        self._box = QWidget()
        self._grid = QGridLayout()
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(4)
        self._box.setLayout(self._grid)
        layout.addWidget(self._box, 0, Qt.AlignmentFlag.AlignLeft)
        self.setLayout(layout)
        self.buttons: list[Button] = []

    def offer(self, view: View, bids: Sequence[int], t: Texts) -> None:
        """Offer *bids* (none: nobody bids here now)."""
        clear(self._grid)
        self.buttons = []
        self._strengths.setText(strengths(view, t) if bids else "")
        columns = (len(bids) + 1) // 2
        for index, tricks in enumerate(bids):
            button = Button(str(tricks), "value", game=GAME)
            button.arrows_to_parent = True
            button.setFixedWidth(44)
            button.setAccessibleName(t.n_("Bid {n} trick", "Bid {n} tricks", tricks))
            self._grid.addWidget(button, index // columns, index % columns)
            button.show()
            self.buttons.append(button)

    def offers(self, tricks: int) -> bool:
        """Whether *tricks* can be bid now."""
        return tricks < len(self.buttons)


def strengths(view: View, t: Texts) -> str:
    """Trumps, high cards of other suits, Valknuts and Runes N in the view's hand."""

    def numbers(suit: str, wanted: str) -> str:
        return " ".join(
            code[1] for code in view.hand if len(code) == 2 and code[0] == suit and code[1] in wanted
        )

    if view.trump:
        trumps = numbers(view.trump, "123456789") or "–"
        suit = words.suit_name(view.trump, t)
        found = [t._("Trumps: {cards}", cards=" ".join((suit, trumps)))]
    else:
        found = [t._("No trump")]
    high = [f"{words.suit_name(suit, t)} {numbers(suit, HIGH)}" for suit in SUITS if suit != view.trump]
    high = [text for text in high if not text.endswith(" ")]
    found.append(t._("High cards: {cards}", cards=", ".join(high) or "–"))
    runes = ["\N{NO-BREAK SPACE}".join((card, f"×{view.hand.count(card)}")) for card in ("V", "N")]
    return t._("You hold: {cards}", cards=" · ".join([*found, *runes]))
