"""The same seed gives the same record, however Python's hashes fall."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from functools import cache

import pytest

from tests.strategies import TESTS, all_settings, play_game

SEED = 11

PROGRAM = """
from tests.contract.test_reproducible import fingerprints
for line in fingerprints():
    print(line)
"""


def fingerprints() -> list[str]:
    """One line for each setting of each game: what its record with `SEED` is."""
    lines = []
    for setting in all_settings():
        played = play_game(setting.game, setting.options, setting.seats, SEED)
        text = played.record() + b"".join(played.bytes_then)
        text += b"".join(repr(event).encode() for _at, event in played.session._events)
        lines.append(f"{setting} {hashlib.sha256(text).hexdigest()}")
    return lines


@cache
def _here() -> list[str]:
    return fingerprints()


@pytest.mark.parametrize("hash_seed", ["0", "1", "2"])
def test_same_seed_same_record(hash_seed: str) -> None:
    """A fresh process with another PYTHONHASHSEED plays the same games to the byte."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=TESTS.parent,
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(TESTS.parent)},
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    assert done.stdout.split("\n")[:-1] == _here()
    assert len(_here()) == len(all_settings())
