"""The tests. A package, so that `from tests.strategies import …` means this folder and no other `tests`."""
