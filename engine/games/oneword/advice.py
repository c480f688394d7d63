"""What a good player would do, and why: the strong bot's choice with a reason that a person can follow.

The reason is a code; `engine.games.oneword.words.describe_advice` makes a sentence of it. The adviser knows no more
than a bot in the same seat would, so it can be wrong.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from engine.bots.base import Advice, Budget
from engine.core.game import Event
from engine.games.oneword.bot import StrongBot
from engine.games.oneword.language import same
from engine.games.oneword.model import CHECK, GUESS, HINTS, Guess, Hint, Next, Pass, Show, Strike, View
from engine.games.oneword.review import already_struck, objections
from engine.games.oneword.rules import GAME, suggestions

REASONS = frozenset(
    {"hint", "hint_unknown", "strike", "show", "guess", "guess_last", "pass", "pass_blind", "next"}
)
"""Every reason that a tip may have."""

NAMED = 3
"""How many answers a tip names."""

LEAST = 0.01
"""How likely an answer beside the likeliest must be to be named."""


def advise(view: View, history: Sequence[Event], budget: Budget, rng: random.Random) -> Advice:
    """What a good player would do in the view's seat, which must be awaited, and the reason.

    ``Advice.words`` are for a hint: the words; for the check: each word to be struck and the reason (one of
    `model.WHY`) in turn; for a guess: the likeliest terms, and ``Advice.numbers`` their chances in percent by place.
    """
    if view.phase == HINTS:
        return _hint(view)
    if view.phase == CHECK:
        return _check(view, history)
    if view.phase == GUESS:
        return _guess(view)
    return Advice(Next(), None, "next")


def _hint(view: View) -> Advice:
    ordered = sorted(StrongBot(GAME).candidates(view), key=lambda pair: (-pair[1], pair[0]))
    words: list[str] = []
    for word, _weight in ordered:
        if len(words) < view.needed and not any(same(word, other, view.language) for other in words):
            words.append(word)
    if len(words) < view.needed:
        move = suggestions(view)[0]
        return Advice(move, None, "hint_unknown", words=move.words)
    return Advice(Hint(tuple(words)), None, "hint", words=tuple(words))


def _check(view: View, history: Sequence[Event]) -> Advice:
    settled = already_struck(history)
    found = [(number, why) for number, why in objections(view) if view.hints[number].word not in settled]
    if not found:
        return Advice(Show(), None, "show")
    told = tuple(text for number, why in found for text in (view.hints[number].word, why))
    return Advice(Strike(*found[0]), None, "strike", words=told)


def _guess(view: View) -> Advice:
    bot = StrongBot(GAME)
    ranked = bot.ranking(view)
    if not view.hints or not ranked:
        if view.left or not ranked:
            return Advice(Pass(), None, "pass_blind")
        return Advice(Guess(ranked[0][0]), None, "guess_last", {}, ())
    chance = ranked[0][1]
    first = [ranked[0], *(pair for pair in ranked[1:NAMED] if pair[1] >= LEAST)]
    numbers = {str(place): _percent(value) for place, (_word, value) in enumerate(first)}
    words = tuple(word for word, _value in first)
    if not bot.dares(view, chance):
        return Advice(Pass(), None, "pass", numbers, words)
    reason = "guess" if view.left else "guess_last"
    return Advice(Guess(words[0]), _percent(chance), reason, numbers, words)


def _percent(chance: float) -> int:
    """A chance in percent; nothing is said to be certain or impossible."""
    return min(99, max(1, round(100 * chance)))
