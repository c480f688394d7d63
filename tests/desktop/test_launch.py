"""Starting where there is no display, and names that a button must show as they are."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from desktop.launch import lacks_display


@pytest.mark.parametrize(
    ("environment", "platform", "lacks"),
    [
        ({}, "linux", True),
        ({"DISPLAY": ":0"}, "linux", False),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", False),
        ({"QT_QPA_PLATFORM": "offscreen"}, "linux", False),
        ({"DISPLAY": ""}, "linux", True),
        ({}, "win32", False),
        ({}, "darwin", False),
    ],
)
def test_lacks_display(environment: dict[str, str], platform: str, lacks: bool) -> None:
    """A display is asked for only where Qt needs the environment to name one."""
    assert lacks_display(environment, platform) is lacks


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="these always have a display")
@pytest.mark.parametrize("words", [[], ["play"], ["play", "--demo"]])
@pytest.mark.parametrize(("language", "said"), [("de", "Bildschirm"), ("en", "display")])
def test_without_a_display_one_line_says_so(words: list[str], language: str, said: str) -> None:
    """Qt would abort with its own words; one line in the user's language comes instead, exit code 1."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "VIERBLATT_LANGUAGE")
    } | {"LC_ALL": "de_DE.UTF-8" if language == "de" else "C.UTF-8"}
    done = subprocess.run(
        [sys.executable, "-m", "desktop.launch", *words],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment,
        timeout=120,
        check=False,
    )
    assert done.returncode == 1
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_pictures_go_with_a_demo() -> None:
    """An option that would do nothing is refused."""
    done = subprocess.run(
        [sys.executable, "-m", "desktop.launch", "play", "--pictures", "x", "--language", "en"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (1, "vierblatt: --pictures goes with --demo.\n")
