"""Adjudication: every file in ``tests/cases/sleuth/rounds`` is played, in a folder of its own (see `desk.Play`).

To add a case, write a file there: the game, the mails as they come in, and what must come of it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.sleuth.post.desk import CASES, Play

ROUNDS = sorted((CASES / "rounds").glob("*.txt"))


@pytest.mark.parametrize("case", ROUNDS, ids=[path.stem for path in ROUNDS])
def test_case(case: Path, tmp_path: Path) -> None:
    Play(tmp_path).run(case.read_text("utf-8"))


def test_a_wrong_expectation_fails(tmp_path: Path) -> None:
    """The driver itself can fail."""
    with pytest.raises(AssertionError, match="total"):
        Play(tmp_path).run("== game\nplayers: Anna\n== empty 1\n== expect\ntotal: 7\n")
