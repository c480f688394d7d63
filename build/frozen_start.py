"""Runs first in a frozen program (a PyInstaller runtime hook): the surroundings as an unfrozen one has them."""

import os
import sys


def give_back_library_path() -> None:
    """Let programs started from here find the system's own libraries, not the bundle's.

    This process has its path already: the loader reads the variable once, at the very start.
    """
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    if before is None:
        os.environ.pop("LD_LIBRARY_PATH", None)
    else:
        os.environ["LD_LIBRARY_PATH"] = before


def name_fonts() -> None:
    """Where no fontconfig is installed, ours (which knows only the usual folders) spares its complaint."""
    if "FONTCONFIG_FILE" in os.environ or "FONTCONFIG_PATH" in os.environ:
        return
    if not os.path.exists("/etc/fonts/fonts.conf"):  # noqa: PTH110 - pathlib would take its time
        os.environ["FONTCONFIG_FILE"] = os.path.join(sys._MEIPASS, "fonts.conf")  # type: ignore[attr-defined]  # noqa: PTH118


if sys.platform.startswith("linux"):
    give_back_library_path()
    name_fonts()
