"""Bots for Ein Wort: ``random``, ``easy``, ``medium``, ``strong``.

How well they guess, hint and play among themselves: the figures stand in ``tests/benchmarks/test_oneword.py``, which
measures them.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from engine.bots.base import Bot, BotFactory, Budget
from engine.core.game import Event, Game
from engine.games.oneword import terms
from engine.games.oneword.derivations import is_derived
from engine.games.oneword.hints import refuse_hint
from engine.games.oneword.language import fold, same
from engine.games.oneword.meaning import Mind, index
from engine.games.oneword.model import (
    CHECK,
    GUESS,
    HINTS,
    Checked,
    Guess,
    Hint,
    Next,
    OneWordMove,
    Pass,
    Show,
    State,
    Strike,
    View,
)
from engine.games.oneword.review import already_struck, objections
from engine.games.oneword.rules import suggestions

OneWordGame = Game[State, OneWordMove, View]

MANY, ROOM = 5, 6
"""With so many others who write, a careful giver wants so many words for each of them to choose from."""

TELLING = 0.08
"""How likely a guesser must be to think of the term for a word that only leads to it in a roundabout way."""

CARD_WORTH = 0.8
"""The chance to make a card that a miss would take from the deck."""


@dataclass(frozen=True)
class Level:
    """How well a bot plays.

    ``held_back``: the share of the associations it does not have. ``dozen``: from how many likely hints it draws,
    ``spread`` how evenly (1: as people are likely to, 0: all alike), and ``avoids``: whether it thinks of what others
    will write. ``sure``: the least probability it guesses with while a miss costs a card, in shares of the break-even.
    ``reviews``: whether it objects to hints.
    """

    held_back: float
    dozen: int
    spread: float
    avoids: bool
    sure: float
    reviews: bool


EASY = Level(held_back=0.5, dozen=6, spread=2.0, avoids=False, sure=0.4, reviews=False)
MEDIUM = Level(held_back=0.3, dozen=10, spread=1.0, avoids=False, sure=0.8, reviews=True)
STRONG = Level(held_back=0.15, dozen=14, spread=0.5, avoids=True, sure=1.0, reviews=True)


class WordBot(Bot):
    """A player of one `Level`: hint giver, reviewer and guesser."""

    level = STRONG

    def __init__(self, game: OneWordGame) -> None:
        super().__init__(game)
        self._minds: dict[tuple[str, int], Mind] = {}

    def mind(self, view: View) -> Mind:
        """What the bot in this seat knows in the game's language."""
        assert view.seat is not None
        key = view.language, view.seat
        if key not in self._minds:
            self._minds[key] = Mind(view.language, view.seat, self.level.held_back)
        return self._minds[key]

    def choose(self, view: View, history: Sequence[Event], budget: Budget, rng: random.Random) -> OneWordMove:
        if view.phase == HINTS:
            return self.hint(view, rng)
        if view.phase == CHECK:
            return self.review(view, history)
        if view.phase == GUESS:
            return self.guess(view)
        return Next()

    # Giving hints ----------------------------------------

    def hint(self, view: View, rng: random.Random) -> Hint:
        """A hint as people give one: a likely association, but not what everybody writes."""
        candidates = self.candidates(view)
        words: list[str] = []
        while candidates and len(words) < view.needed:
            (word,) = rng.choices([w for w, _v in candidates], [value for _w, value in candidates])
            words.append(word)
            candidates = [(w, v) for w, v in candidates if not same(w, word, view.language)]
        if len(words) == view.needed:
            return Hint(tuple(words))
        return suggestions(view)[0]

    def candidates(self, view: View) -> list[tuple[str, float]]:
        """Words that may be written, each with its weight in the draw; none for a term that is not ours."""
        level = self.level
        mind = self.mind(view)
        term = terms.find(view.language, view.term)
        if term is None:
            return []
        number = mind.index.terms.index(term)
        before = [
            hint.word
            for card in view.cards
            if same(card.term, view.term, view.language)
            for hint in card.hints
            if hint.seat == view.seat
        ]
        others = sum(view.present) - 2
        allowed = self._allowed(view, number, mind.associations(number, reverse=level.avoids), before)
        if not level.avoids:
            return [(word, value**level.spread) for word, value in allowed[: level.dozen]]
        # The more write, the further down the list, and beyond it, one must look for something of one's own.
        first = allowed[: level.dozen + 2 * others]
        lacking = ROOM * others - len(first)
        if others >= MANY and lacking > 0:
            taken = [*before, *(word for word, _value in first)]
            remote = self._allowed(view, number, mind.remote(number), taken)
            telling = (pair for pair in remote if self._tells(mind, pair[0], number, view) >= TELLING)
            first += islice(telling, lacking)
        likely = sum(value for _word, value in first)
        spread = level.spread * 2 / max(2, others)
        found = []
        for word, value in first:
            alone = (1 - value / likely) ** others
            found.append((word, alone * (0.02 + self._tells(mind, word, number, view)) ** spread))
        return found

    @staticmethod
    def _allowed(
        view: View, number: int, words: Sequence[tuple[str, float]], taken: Sequence[str]
    ) -> list[tuple[str, float]]:
        """Those of *words* that are no hint of *taken*, may be written for the term, and won't be objected to."""
        language = view.language
        term = index(language).folded[number]
        known = {fold(word, language) for word in taken}
        found: list[tuple[str, float]] = []
        for word, value in words:
            folded = fold(word, language)
            if folded in known or is_derived(term, folded, language) or " " in word:
                continue
            known.add(folded)
            if (
                refuse_hint(view.term, view.parts, word, language, lambda it: terms.is_known(it, language))
                is None
            ):
                found.append((word, value))
        return found

    def _tells(self, mind: Mind, word: str, number: int, view: View) -> float:
        """How likely a guesser is to think of the term for this hint alone, among the level's terms."""
        worth = mind.worth(word)
        level = view.difficulty
        total = sum(value for other, value in worth.items() if mind.index.terms[other].level == level)
        return worth.get(number, 0.0) / total if total else 0.0

    # Checking ----------------------------------------

    def review(self, view: View, history: Sequence[Event]) -> OneWordMove:
        """Strike what should not stand; then leave the showing to others, or show."""
        if self.level.reviews:
            settled = already_struck(history)
            for number, why in objections(view):
                if view.hints[number].word not in settled:
                    return Strike(number, why)
        return Checked() if "checked" in view.may else Show()

    # Guessing ----------------------------------------

    def ranking(self, view: View) -> list[tuple[str, float]]:
        """The terms that the view's hints may be for, with their probabilities, the most likely first."""
        mind = self.mind(view)
        gone = {fold(card.term, view.language) for card in view.cards}
        among = [
            number
            for number, term in enumerate(mind.index.terms)
            if term.level == view.difficulty and mind.index.folded[number] not in gone
        ]
        ranked = mind.ranked([hint.word for hint in view.hints], among)
        return [(mind.index.terms[number].word, chance) for number, chance in ranked]

    def dares(self, view: View, chance: float) -> bool:
        """Whether a guess that is right with the probability *chance* is worth its risk."""
        # A miss costs another card: p·1 against (1 − p)·worth. On the last card it costs nothing.
        even = CARD_WORTH / (1 + CARD_WORTH)
        return view.left == 0 or chance >= even * self.level.sure

    def guess(self, view: View) -> OneWordMove:
        """The most likely term, or a pass if a miss would probably cost more."""
        ranked = self.ranking(view)
        if not ranked or not self.dares(view, ranked[0][1]):
            return Pass()
        return Guess(ranked[0][0])


class EasyBot(WordBot):
    """Knows half of the associations, writes what everybody writes, guesses boldly, objects to nothing."""

    level = EASY


class MediumBot(WordBot):
    """Knows most associations and checks the hints."""

    level = MEDIUM


class StrongBot(WordBot):
    """Thinks of what the others will write and of what a word tells; guesses by the odds."""

    level = STRONG


class RandomBot(Bot):
    """Any legal move; any term of the level for an answer."""

    def choose(self, view: View, history: Sequence[Event], budget: Budget, rng: random.Random) -> OneWordMove:
        if view.phase == GUESS and rng.random() < 0.5:
            pool = terms.level(view.language, view.difficulty)
            return Guess(pool[rng.randrange(len(pool))].word)
        moves: Sequence[OneWordMove] = self.game.choices(view)
        if "checked" in view.may:
            # Others are still checking: the showing is theirs.
            moves = [move for move in moves if not isinstance(move, Show)]
        return moves[rng.randrange(len(moves))]


BOTS: Mapping[str, BotFactory] = {
    "random": RandomBot,
    "easy": EasyBot,
    "medium": MediumBot,
    "strong": StrongBot,
}
