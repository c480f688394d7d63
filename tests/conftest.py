"""What holds for all tests: Hypothesis' profiles, and nothing written outside pytest's own folders."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

_SLOW_IS_FINE = (HealthCheck.too_slow, HealthCheck.data_too_large)
settings.register_profile("dev", deadline=None, max_examples=25, suppress_health_check=_SLOW_IS_FINE)
settings.register_profile("ci", settings.get_profile("dev"), derandomize=True, database=None)
settings.register_profile("long", settings.get_profile("dev"), max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev"))


@pytest.fixture
def regenerate() -> bool:
    """Whether golden files are to be written anew: ``VIERBLATT_REGENERATE=1 pytest …``."""
    return os.environ.get("VIERBLATT_REGENERATE") == "1"
