"""Moves that drop out of a search: only those that are clearly worse."""

from __future__ import annotations

import pytest

from engine.bots.racing import not_beaten

HIGH, LOW, LIKE_HIGH = [1.0] * 40, [0.0] * 40, [1.0, 0.9] * 20


@pytest.mark.parametrize(
    ("live", "expected"),
    [([0, 1, 2], [0, 2]), ([1, 2], [2]), ([1], [1]), ([0, 2], [0, 2])],
)
def test_the_clearly_worse_drop_out(live: list[int], expected: list[int]) -> None:
    assert not_beaten(live, [HIGH, LOW, LIKE_HIGH], bound=2.0, prior=0.5, margin=0.06) == expected


def test_a_gap_below_the_margin_keeps_a_move_however_clear_it_is() -> None:
    results = [[1.0] * 5000, [0.99] * 5000]
    assert not_beaten([0, 1], results, bound=2.0, prior=0.5, margin=0.02) == [0, 1]
    assert not_beaten([0, 1], results, bound=2.0, prior=0.01) == [0]


@pytest.mark.parametrize(("worlds", "expected"), [(95, [0]), (96, [0, 1])])
def test_many_worlds_ask_for_a_clearer_gap(worlds: int, expected: list[int]) -> None:
    """A gap of 0.2 with little spread: its square times the worlds lies between the two bounds."""
    results = [[0.2] * worlds, [0.0] * worlds]
    # 0.04 * 95² = 361 and 0.04 * 96² = 368.6 against bound * prior and 1.5 times that.
    assert not_beaten([0, 1], results, bound=1.0, prior=300.0) == expected
