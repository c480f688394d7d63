"""The settings the contract suite runs over: every game of the catalog, all seats, a few option sets."""

from __future__ import annotations

import pytest

from engine.core import catalog
from tests.strategies import Setting, all_settings


@pytest.fixture(params=all_settings(), ids=str)
def setting(request: pytest.FixtureRequest) -> Setting:
    """One game with a number of seats and options."""
    found: Setting = request.param
    return found


@pytest.fixture(params=catalog.ids())
def game_id(request: pytest.FixtureRequest) -> str:
    """The id of one game."""
    found: str = request.param
    return found
