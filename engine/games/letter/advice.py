"""What a good player would do, and why: the strong bot's choice with a reason that a person can follow.

The reason is a code with numbers; `engine.games.letter.words.describe_advice` makes a sentence of it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from engine.bots.base import Advice, Budget
from engine.core.game import Event
from engine.games.letter import model
from engine.games.letter.belief import Belief, belief
from engine.games.letter.bot import StrongBot
from engine.games.letter.model import GUESS, LETTER, RESTART, SHIELD, SWAP, VEIL, Play, View
from engine.games.letter.rules import GAME

REASONS = frozenset(
    {
        "forced",
        "lost",
        "shield",
        "guess",
        "guess_chance",
        "guess_sure",
        "guess_vain",
        "no_guess",
        "duel",
        "duel_sure",
        "peek",
        "restart",
        "restart_letter",
        "restart_sure",
        "restart_self",
        "swap",
        "keep_letter",
        "not_letter",
        "same",
        "keep",
        "tried",
        "experience",
    }
)
"""Every reason that a tip may have. Each states a fact, which holds by the rules, by `belief` or by the search."""

WORTH_A_RESTART = 0.2
"""From this chance on that somebody holds the 8, a restart is said to aim at it."""

SURE = 1 - 1e-9


def advise(view: View, history: Sequence[Event], budget: Budget, rng: random.Random) -> Advice:
    """The move a good player would make for the view's seat, which must be awaited, and the reason."""
    found = StrongBot(GAME).evaluate(view, history, budget, rng)
    move, value, samples = found[0]
    # Among moves that do almost equally well the search prefers the one of the rules of thumb.
    first = samples > 0 and all(value >= other for _move, other, count in found if count == samples)
    reason, numbers = _reason(view, history, move)
    return Advice(move, round(100 * value) if samples else None, reason or _judged(first), numbers)


def _judged(first: bool) -> str:
    """The reason where no fact about the cards speaks for the move; *first*: it did best in the search."""
    return "tried" if first else "experience"


def _reason(view: View, history: Sequence[Event], move: Play) -> tuple[str, dict[str, int]]:
    """A fact that speaks for *move*, with its numbers; an empty code if there is none."""
    assert view.seat is not None
    kept = next((card for card in view.hand if card != move.card), move.card)
    numbers = {"kept": kept, "card": move.card}
    choices = GAME.choices(view)
    if len({choice.card for choice in choices}) == 1 and view.hand[0] != view.hand[1] and move.card == VEIL:
        return "forced", numbers
    if move.card == SHIELD and view.stock:
        return "shield", numbers
    if move.target is not None:
        reason = _about_target(view, history, move, kept, numbers)
        if reason:
            return reason, numbers
    reason = _about_hand(view, move, kept)
    if not reason and kept == GUESS and _no_guess(view, history):
        reason = "no_guess"
    return reason, numbers


def _about_target(
    view: View, history: Sequence[Event], move: Play, kept: int, numbers: dict[str, int]
) -> str:
    """A fact about the card of the move's target; its numbers are added to *numbers*. Empty if none speaks for it."""
    assert move.target is not None
    numbers["target"] = move.target
    beliefs = belief(view.seat, view.seats, history)
    chances = beliefs.chances(move.target)
    mean = sum(card * chance for card, chance in enumerate(chances))
    fresh = _fresh(beliefs)
    match move.card:
        case model.GUESS if move.guess is not None:
            chance = chances[move.guess]
            numbers |= {"guess": move.guess, "percent": _percent(chance)}
            if not chance:
                return "" if any(chances[2:]) else "guess_vain"
            if chance > SURE:
                return "guess_sure"
            return "guess" if chance >= max(chances[2:]) - 1e-9 else "guess_chance"
        case model.PEEK if max(chances) <= SURE:
            return "peek"
        case model.DUEL:
            lower = sum(chances[:kept])
            numbers |= {"percent": _percent(lower)}
            if lower > SURE:
                return "duel_sure"
            return "duel" if lower > sum(chances[kept + 1 :]) else ""
        case model.RESTART if move.target == view.seat:
            if kept == LETTER:
                return "lost"
            numbers |= {"tenths": round(fresh * 10)}
            return "restart_self" if numbers["tenths"] > 10 * kept else ""
        case model.RESTART:
            letter = chances[LETTER]
            numbers |= {"percent": _percent(letter)}
            if letter > SURE:
                return "restart_sure"
            if letter > WORTH_A_RESTART:
                return "restart_letter"
            numbers |= {"tenths": round(mean * 10), "fresh": round(fresh * 10)}
            return "restart" if numbers["tenths"] > numbers["fresh"] else ""
        case model.SWAP:
            numbers |= {"tenths": round(mean * 10)}
            return "swap" if numbers["tenths"] > 10 * kept else ""
    return ""


def _about_hand(view: View, move: Play, kept: int) -> str:
    """A fact about the own cards that speaks for *move*; empty if there is none."""
    gone = move.target is not None and (
        move.card == SWAP or (move.card == RESTART and move.target == view.seat)
    )
    if kept == LETTER and move.card != LETTER:
        return "not_letter" if gone else "keep_letter"
    if kept == move.card:
        return "same"
    return "keep" if kept > move.card and not gone else ""


def _no_guess(view: View, history: Sequence[Event]) -> bool:
    """Whether a 1 could be played now at somebody, and no card that may be named can be there."""
    assert view.seat is not None
    beliefs = belief(view.seat, view.seats, history)
    targets = {
        choice.target for choice in GAME.choices(view) if choice.card == GUESS and choice.target is not None
    }
    return bool(targets) and not any(any(beliefs.chances(target)[2:]) for target in targets)


def _fresh(beliefs: Belief) -> float:
    """The mean value of a card taken from the stock, or of the one set aside."""
    total = 0.0
    for hands, weight in beliefs.worlds.items():
        pool = beliefs.pool(hands)
        total += weight * sum(card * count for card, count in enumerate(pool)) / max(1, sum(pool))
    return total


def _percent(chance: float) -> int:
    return min(99, max(1, round(100 * chance))) if 0 < chance < SURE else round(100 * chance)
