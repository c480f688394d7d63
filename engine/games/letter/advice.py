"""What a good player would do, and why: the strong bot's choice with a reason that a person can follow.

The reason is a code with numbers; `engine.games.letter.words.describe_advice` makes a sentence of it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from engine.bots.base import Advice, Budget
from engine.core.game import Event
from engine.games.letter.belief import belief
from engine.games.letter.bot import StrongBot
from engine.games.letter.model import DUEL, GUESS, LETTER, PEEK, RESTART, SHIELD, SWAP, VEIL, Play, View
from engine.games.letter.rules import GAME


def advise(view: View, history: Sequence[Event], budget: Budget, rng: random.Random) -> Advice:
    """The move a good player would make for the view's seat, which must be awaited, and the reason."""
    move, value, samples = StrongBot(GAME).evaluate(view, history, budget, rng)[0]
    reason, numbers = _reason(view, history, move)
    return Advice(move, round(100 * value) if samples else None, reason, numbers)


def _reason(view: View, history: Sequence[Event], move: Play) -> tuple[str, dict[str, int]]:
    assert view.seat is not None
    kept = next((card for card in view.hand if card != move.card), move.card)
    numbers = {"kept": kept, "card": move.card}
    choices = GAME.choices(view)
    if len({choice.card for choice in choices}) == 1 and view.hand[0] != view.hand[1] and move.card == VEIL:
        return "forced", numbers
    if move.target is None:
        if move.card == SHIELD:
            return "shield", numbers
        if LETTER in view.hand and move.card != LETTER:
            return "keep_letter", numbers
        return "keep", numbers
    numbers["target"] = move.target
    chances = belief(view.seat, view.seats, history).chances(move.target)
    if move.card == GUESS and move.guess is not None:
        numbers |= {"guess": move.guess, "percent": _percent(chances[move.guess])}
        return ("guess_sure" if chances[move.guess] > 1 - 1e-9 else "guess"), numbers
    if move.card == DUEL:
        lower = sum(chances[:kept])
        numbers |= {"percent": _percent(lower)}
        return ("duel_sure" if lower > 1 - 1e-9 else "duel"), numbers
    if move.card == PEEK:
        return "peek", numbers
    mean = sum(card * chance for card, chance in enumerate(chances))
    if move.card == RESTART:
        if move.target == view.seat:
            return "restart_self", numbers
        numbers |= {"percent": _percent(chances[LETTER])}
        return ("restart_letter" if chances[LETTER] > 0.2 else "restart"), numbers
    if move.card == SWAP:
        numbers |= {"tenths": round(mean * 10)}
        return "swap", numbers
    return "keep", numbers


def _percent(chance: float) -> int:
    return min(99, max(1, round(100 * chance))) if 0 < chance < 1 - 1e-9 else round(100 * chance)
