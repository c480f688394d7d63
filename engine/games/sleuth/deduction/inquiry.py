"""What a question is expected to bring, in bits, and which questions go well together.

The worth of one question is the entropy of its answer given the chances: exact where the hands of its holder are
listed with their chances, otherwise from the chances of its gems with the holder's hand size kept.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache
from math import log2
from random import Random
from typing import Any

from engine.games.sleuth.box import ASKED, Box
from engine.games.sleuth.deduction.chances import Chances
from engine.games.sleuth.deduction.facts import WIDTH

SAMPLE = 3_000
"""So many hands of a holder are looked at when questions are chosen that go together; more of them gain nothing."""

SETTLED = 0.25
"""A holder of whom no more than so many bits are unknown is left alone."""

WORTHLESS = 0.1
"""A question that adds no more than so many bits to those chosen, or to what one knows, is not chosen."""


BROAD, NARROW = 0.6, 0.1
"""A bit about the holder next in line counts so much of a bit about the one before it; found by playing.

Narrow is good in a large game, where a holder has many questions that tell much, and for those who tip what is certain
only.
"""

ROWS_BELOW = 5.0
"""In a large game the hands drawn stand for a holder only if no more than so many bits seem to be unknown."""


@dataclass(frozen=True)
class Worth:
    """A question and the bits its answer is expected to bring."""

    question: str
    bits: float


@cache
def sets_asked(box: Box) -> tuple[tuple[str, ...], Any]:
    """What can be asked for, and a matrix [gem, set] of the gems in each."""
    import numpy as np

    names = tuple(box.sets)
    matrix = np.zeros((len(box.gems), len(names)), dtype=np.int16)
    for column, name in enumerate(names):
        matrix[box.members(box.sets[name]), column] = 1
    return names, matrix


def _poly(odds: Sequence[float], size: int) -> list[float]:
    """The sums of products of 0, 1 … *size* of *odds*."""
    sums = [1.0] + [0.0] * size
    for one in odds:
        for k in range(size, 0, -1):
            sums[k] += sums[k - 1] * one
    return sums


def _odds(found: Chances, holder: int) -> tuple[list[float], int, int]:
    """The odds of each open gem at *holder* (0 for settled ones), the certain gems, and how many gems are to come."""
    odds = []
    certain = 0
    for gem, chance in enumerate(found.cells[holder]):
        if WIDTH * gem + holder in found.marks.certain:
            certain |= 1 << gem
            odds.append(0.0)
        else:
            odds.append(chance / (1 - chance) if chance < 1 else 1e9)
    return odds, certain, found.box.sizes[holder] - certain.bit_count()


def answers(found: Chances, holder: int, elements: str) -> list[float]:
    """The chance of each answer 0, 1, 2 … to the question for *elements* at *holder*."""
    gems = found.box.sets[elements]
    size = found.box.sizes[holder]
    listed = _listed(found, holder)
    if listed is not None:
        import numpy as np

        rows, weights = listed
        inside = np.array([gems >> gem & 1 for gem in range(len(found.box.gems))], dtype=np.int8)
        counts = inside[rows].sum(axis=1)
        return [float(p) for p in np.bincount(counts, weights=weights, minlength=size + 1)]
    odds, certain, missing = _odds(found, holder)
    sure = (certain & gems).bit_count()
    inside_ = _poly([one for gem, one in enumerate(odds) if one and gems >> gem & 1], missing)
    outside = _poly([one for gem, one in enumerate(odds) if one and not gems >> gem & 1], missing)
    ways = [inside_[k] * outside[missing - k] for k in range(missing + 1)]
    total = sum(ways) or 1.0
    return [0.0] * sure + [way / total for way in ways] + [0.0] * (size - missing - sure)


def entropy(chances: Sequence[float]) -> float:
    """The entropy of a distribution, in bits."""
    return -sum(chance * log2(chance) for chance in chances if chance > 0)


def expected(found: Chances, question: str) -> float:
    """The bits that *question* is expected to bring."""
    return max(0.0, entropy(answers(found, ASKED.index(question[0]), question[2:])))


def worths(found: Chances, asked: Collection[str] = ()) -> list[Worth]:
    """Every question that is not in *asked*, with the bits it is expected to bring, best first."""
    result = [
        Worth(f"{letter}:{elements}", expected(found, f"{letter}:{elements}"))
        for letter in ASKED
        for elements in found.box.sets
        if f"{letter}:{elements}" not in asked
    ]
    return sorted(result, key=lambda worth: -worth.bits)


# Questions that go together ----------------------------------------


def unknown(found: Chances, holder: int) -> float:
    """About how many bits are unknown of the hand of *holder*."""
    listed = found.hands[holder]
    if listed is not None and found.box.variant == "standard":
        import numpy as np

        weights = listed[1]
        positive = weights[weights > 0]
        return max(0.0, float(-(positive * np.log2(positive)).sum()))
    return _unknown_by_odds(found, holder)


def _unknown_by_odds(found: Chances, holder: int) -> float:
    """The entropy of hands whose chances are products of odds."""
    odds, _certain, missing = _odds(found, holder)
    total = _poly([one for one in odds if one], missing)[missing]
    if total <= 0:
        return 0.0
    mean = sum(
        chance * log2(odds[gem]) for gem, chance in enumerate(found.cells[holder]) if odds[gem] and chance > 0
    )
    return max(0.0, log2(total) - mean)


def _listed(found: Chances, holder: int) -> tuple[Any, Any] | None:
    """Hands that stand for *holder* with their chances, or None if its odds must do."""
    listed = found.hands[holder]
    if listed is None or found.box.variant == "standard":
        return listed
    return listed if _unknown_by_odds(found, holder) < ROWS_BELOW else None


def drawn_hands(found: Chances, holder: int, rng: Random) -> Any:
    """Some possible hands of *holder* as rows [hand, gem] of 0 and 1, drawn by their chances."""
    import numpy as np

    gems = len(found.box.gems)
    generator = np.random.default_rng(rng.randrange(2**32))
    listed = _listed(found, holder)
    drawn = np.zeros((SAMPLE, gems), dtype=np.int16)
    if listed is not None:
        rows, weights = listed
        picks = generator.choice(len(rows), SAMPLE, p=weights / weights.sum())
        np.put_along_axis(drawn, rows[picks].astype(np.int64), 1, axis=1)
        return drawn
    odds, certain, missing = _odds(found, holder)
    # tails[g][k]: the sum of products of k of the odds from gem g on.
    tails = [[0.0] * (missing + 1) for _gem in range(gems + 1)]
    tails[gems][0] = 1.0
    for gem in range(gems - 1, -1, -1):
        for k in range(missing + 1):
            tails[gem][k] = tails[gem + 1][k] + (odds[gem] * tails[gem + 1][k - 1] if k else 0.0)
    left = np.full(SAMPLE, missing)
    for gem in range(gems):
        if certain >> gem & 1:
            drawn[:, gem] = 1
            continue
        take = np.array(
            [
                odds[gem] * tails[gem + 1][k - 1] / tails[gem][k] if k and tails[gem][k] > 0 else 0.0
                for k in range(missing + 1)
            ]
        )
        taken = generator.random(SAMPLE) < take[left]
        drawn[:, gem] = taken
        left = left - taken
    return drawn


class Greedy:
    """Questions, each time the one that adds most to those chosen before it.

    ``replies`` [world, question] are the answers in each of some worlds, all alike likely, to *questions*; none is
    more than *most*. ``known`` are the bits that those chosen tell.
    """

    def __init__(self, questions: Sequence[str], replies: Any, most: int) -> None:
        import numpy as np

        self._questions = questions
        self._replies = replies
        self._width = most + 1
        self._codes = np.zeros(len(replies), dtype=np.int64)
        self._free = list(range(len(questions)))
        self._best: tuple[float, int] | None = None
        self.known = 0.0

    def best(self) -> tuple[float, str]:
        """The bits that the question that adds most would add, and that question; 0 and none if there is none left."""
        gain, number = self._look()
        return gain, self._questions[number] if self._free else ""

    def choose(self) -> None:
        """Ask the best question."""
        gain, number = self._look()
        self._codes = numbered(self._both(number))
        self._free.remove(number)
        self._best = None
        self.known += gain

    def _look(self) -> tuple[float, int]:
        if self._best is None:
            gains = [(spread(self._both(number)) - self.known, -number) for number in self._free]
            gain, number = max(gains, default=(0.0, 0))
            self._best = gain, -number
        return self._best

    def _both(self, number: int) -> Any:
        return self._codes * self._width + self._replies[:, number]


def together(
    found: Chances, count: int, asked: Collection[str], rng: Random, breadth: float = BROAD
) -> list[str]:
    """*count* questions (if so many are worth anything) to ask in one round, the most urgent first.

    The holder of whom least is unknown comes first, since a gem that is located early brings points in every round to
    come; but what the next holders can tell counts too (*breadth*, see `BROAD`), for the last questions to one holder
    tell little. Each question is worth what it adds to those chosen for its holder before it.
    """
    order = sorted((unknown(found, holder), holder) for holder in range(len(ASKED)))
    waiting = [(bits, holder) for bits, holder in order if bits > SETTLED]
    looked_at: list[Greedy] = []
    chosen: list[str] = []
    while len(chosen) < count:
        best, asking, worth = None, "", 0.0
        for place, (bits, holder) in enumerate(waiting):
            weight = breadth**place
            if place == len(looked_at):
                if best is not None and weight * log2(found.box.hand + 1) < worth:
                    break
                looked_at.append(_about(found, holder, asked, rng))
            one = looked_at[place]
            if bits - one.known <= SETTLED:
                continue
            gain, question = one.best()
            if gain > WORTHLESS and weight * gain > worth:
                best, asking, worth = one, question, weight * gain
        if best is None:
            break
        chosen.append(asking)
        best.choose()
    return chosen


def _about(found: Chances, holder: int, asked: Collection[str], rng: Random) -> Greedy:
    """The questions about *holder* that are not in *asked*, with what some of its possible hands answer."""
    names, matrix = sets_asked(found.box)
    free = [n for n, name in enumerate(names) if f"{ASKED[holder]}:{name}" not in asked]
    replies = drawn_hands(found, holder, rng) @ matrix[:, free]
    return Greedy([f"{ASKED[holder]}:{names[n]}" for n in free], replies, found.box.hand)


def spread(codes: Any) -> float:
    """The entropy, in bits, of a sample of codes: small numbers that stand for what is heard."""
    import numpy as np

    shares = np.bincount(codes) / len(codes)
    shares = shares[shares > 0]
    return float(-(shares * np.log2(shares)).sum())


def numbered(codes: Any) -> Any:
    """*codes* with the numbers 0, 1, 2 … in place of theirs."""
    import numpy as np

    return np.unique(codes, return_inverse=True)[1]
