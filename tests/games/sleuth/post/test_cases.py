"""Adjudication: every file in ``cases/`` is played, with its mails, in a folder of its own (see `desk.Play`)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.sleuth.post.desk import HERE, Play

CASES = sorted((HERE / "cases").glob("*.txt"))


@pytest.mark.parametrize("case", CASES, ids=[path.stem for path in CASES])
def test_case(case: Path, tmp_path: Path) -> None:
    Play(tmp_path).run(case.read_text("utf-8"))


def test_a_wrong_expectation_fails(tmp_path: Path) -> None:
    """The driver itself can fail."""
    with pytest.raises(AssertionError, match="total"):
        Play(tmp_path).run("== game\nplayers: Anna\n== empty 1\n== expect\ntotal: 7\n")
