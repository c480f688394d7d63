"""Which moves stay in a search that plays each of them in the same sampled worlds, whatever the game."""

from __future__ import annotations

from collections.abc import Sequence

MANY = 96
"""From so many worlds on a gap must be clearer: it is looked at more often by then."""


def not_beaten(
    live: Sequence[int],
    results: Sequence[Sequence[float]],
    *,
    bound: float,
    prior: float,
    margin: float = 0.0,
) -> list[int]:
    """The moves of *live* that are not clearly worse than the best of them, paired over the same worlds.

    ``results[m]`` are the values of move *m*, one a world, as many for each of *live*. A move is clearly worse if its
    mean gap is above *margin*, and its square above *bound* (half as much again from `MANY` worlds on) times the
    variance of that mean, to which *prior* is added once for all worlds together.
    """
    lead = max(live, key=lambda index: sum(results[index]))
    base = results[lead]
    count = len(base)
    limit = bound if count < MANY else bound * 1.5
    found = []
    for index in live:
        if index != lead:
            gaps = [a - b for a, b in zip(base, results[index], strict=True)]
            mean = sum(gaps) / count
            spread = sum(gap * gap for gap in gaps) / count - mean * mean
            if mean > margin and mean * mean * count > limit * (spread + prior / count):
                continue
        found.append(index)
    return found
