"""The drawings of Ein Wort: the card back, what became of a card, slips of paper; none has text."""

from __future__ import annotations

GAME = "oneword"
BACK = "oneword/back.svg"
MADE, PASSED, LOST = "oneword/cards/made.svg", "oneword/cards/passed.svg", "oneword/cards/lost.svg"
SLIP, WRITTEN = "oneword/slip.svg", "oneword/slip-written.svg"

SLIP_RATIO = 280 / 440
"""A slip's height by its width."""
