"""Errors carry a reason that can be said in either language, and travel between processes."""

from __future__ import annotations

import pickle

import pytest

from engine.core.errors import (
    GAME_OVER,
    NOT_AWAITED,
    STALE,
    Malformed,
    NotAllowed,
    OptionError,
    RecordError,
    Refusal,
    Stale,
    VierblattError,
)
from engine.core.text import texts

REFUSAL = Refusal("code", "{who} has {count} cards.", {"who": "Anna", "count": 3}, rule="letter 3")


@pytest.mark.parametrize("kind", [Malformed, NotAllowed, Stale, OptionError, RecordError])
def test_errors_survive_pickling(kind: type[VierblattError]) -> None:
    """Bots run in other processes: their errors come back whole."""
    error = pickle.loads(pickle.dumps(kind(REFUSAL)))
    assert type(error) is kind
    assert error.refusal == REFUSAL
    assert str(error) == "Anna has 3 cards."


def test_line_of_a_record_error_survives() -> None:
    """The line number too."""
    assert pickle.loads(pickle.dumps(RecordError(REFUSAL, 17))).line == 17


def test_kinds_stay_apart() -> None:
    """Not understood, not allowed and too late are three things, and all are errors of ours."""
    kinds = (Malformed, NotAllowed, Stale, OptionError, RecordError)
    for kind in kinds:
        assert issubclass(kind, VierblattError)
        assert not any(issubclass(kind, other) for other in kinds if other is not kind)


@pytest.mark.parametrize("refusal", [NOT_AWAITED, STALE, GAME_OVER], ids=lambda refusal: refusal.code)
@pytest.mark.parametrize("language", ["de", "en"])
def test_common_refusals_can_be_said(refusal: Refusal, language: str) -> None:
    """Each has a rule and a sentence."""
    assert refusal.rule
    assert refusal.text(texts(language)).endswith(".")


def test_braces_in_values_are_only_text() -> None:
    """What a stranger wrote is filled in and never read as a place to fill."""
    refusal = Refusal("code", "Not “{value}”.", {"value": "{value} {0} {__class__}"})
    assert refusal.text(texts("en")) == "Not “{value} {0} {__class__}”."
