"""Runs first in a frozen program (a PyInstaller runtime hook): the surroundings as an unfrozen one has them."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any


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


class LateHook:
    """Runs PyInstaller's hook for multiprocessing when that is imported, and not at every start.

    The hook imports it with all that it needs, which the start page does not.
    """

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        """The specification of multiprocessing whose loading ends with the hook; None for everything else."""
        if name != "multiprocessing":
            return None
        sys.meta_path.remove(self)
        found = (finder.find_spec(name, path, target) for finder in sys.meta_path)
        spec = next((spec for spec in found if spec is not None), None)
        if spec is not None and spec.loader is not None:
            load = spec.loader.exec_module

            def load_and_hook(module: Any) -> None:
                load(module)
                __import__("pyi_rth_multiprocessing")

            spec.loader.exec_module = load_and_hook  # type: ignore[method-assign]
        return spec


sys.meta_path.insert(0, LateHook())
if sys.platform.startswith("linux"):
    give_back_library_path()
    name_fonts()
