"""Benchmarks run only where somebody asks for them: by their mark or by this folder's name."""

from __future__ import annotations

import pytest


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    asked = "benchmark" in str(config.option.markexpr) or any("benchmarks" in arg for arg in config.args)
    if asked:
        return
    left_out = [item for item in items if item.get_closest_marker("benchmark") is not None]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
