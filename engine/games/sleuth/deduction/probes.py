"""Own tips as questions: the sum of their points tells how many were right.

A tip asks what no question can: whether any gem one likes is at any holder. It costs points as long as it is likelier
wrong than its price allows, but a bit learnt in time brings more than that: it helps to locate gems, which are tipped
in every round to come.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random

from engine.games.sleuth.box import ASKED
from engine.games.sleuth.deduction.chances import Chances
from engine.games.sleuth.deduction.inquiry import SAMPLE, drawn_hands, numbered, sets_asked, spread, unknown

UNSETTLED = 0.05
"""A holder of whom no more than so many bits are unknown needs no probe."""

PROBED = 2
"""Gems of so many holders are probed, those of whom least is unknown."""

UNLIKELY = 0.2
"""Gems that are not likelier than this at a holder are no probes: their sum tells too little for what they cost."""

MOST = 6
"""So many probes at most in a round."""

USE = 0.8
"""This share of what a bit could bring at best, see `_worth`; found by playing, see the strong bot's docstring."""


def return_of(chance: float, right: int, wrong: int) -> float:
    """The points that a tip with *chance* is expected to bring, *right* and *wrong* being those of one tip."""
    return chance * right + (1 - chance) * wrong


def probes(
    found: Chances,
    rounds_left: int,
    questions: Sequence[str],
    tipped: Collection[tuple[int, int]],
    prices: tuple[int, int],
    rng: Random,
) -> list[tuple[int, int]]:
    """Tips (gem, holder) to add in this round for what their points tell.

    *questions* are those that will be answered at the same time; *tipped* are the uncertain tips that are made anyway,
    which the same sum tells of; *prices* the points of a right and of a wrong tip; *rounds_left* the rounds in which
    what is learnt can be used. A probe is added as long as the bits by which it raises the expected information of the
    sum are worth more than it costs.
    """
    import numpy as np

    right, wrong = prices
    order = sorted((unknown(found, holder), holder) for holder in range(len(ASKED)))
    probed = [holder for bits, holder in order if bits > UNSETTLED][:PROBED]
    hands = {holder: drawn_hands(found, holder, rng) for holder in probed}
    generator = np.random.default_rng(rng.randrange(2**32))
    names, members = sets_asked(found.box)
    codes = np.zeros(SAMPLE, dtype=np.int64)
    for question in questions:
        holder = ASKED.index(question[0])
        if holder in hands:
            replies = hands[holder] @ members[:, names.index(question[2:])]
            codes = numbered(codes * (found.box.hand + 1) + replies)
    sums = np.zeros(SAMPLE, dtype=np.int64)
    for gem, holder in tipped:
        if holder in hands:
            sums += hands[holder][:, gem]
        else:
            sums += generator.random(SAMPLE) < found.cells[holder][gem]
    # The highest sum there can be.
    codes *= len(tipped) + MOST + 1
    known = spread(codes + sums)
    settled = {gem for gem, _holder in tipped}
    worth = {holder: USE * rounds_left * _worth(found, holder, prices) for holder in probed}
    open_ = [
        (gem, holder)
        for holder in probed
        for gem, chance in enumerate(found.cells[holder])
        if gem not in settled and chance > UNLIKELY and return_of(chance, right, wrong) < 0
    ]
    chosen: list[tuple[int, int]] = []
    while open_ and len(chosen) < MOST:
        best: tuple[float, float, tuple[int, int]] | None = None
        for gem, holder in open_:
            bits = spread(codes + sums + hands[holder][:, gem])
            gain = worth[holder] * (bits - known) + return_of(found.cells[holder][gem], right, wrong)
            if gain > 0 and (best is None or gain > best[0]):
                best = gain, bits, (gem, holder)
        if best is None:
            break
        _gain, known, (gem, holder) = best
        chosen.append((gem, holder))
        sums = sums + hands[holder][:, gem]
        open_ = [one for one in open_ if one[0] != gem]
    return chosen


def _worth(found: Chances, holder: int, prices: tuple[int, int]) -> float:
    """The points a round that a bit about *holder* could bring at best: those still missed, for each unknown bit."""
    missed = sum(chance * prices[0] - max(0.0, return_of(chance, *prices)) for chance in found.cells[holder])
    return min(1.0, missed / unknown(found, holder))
