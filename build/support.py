"""PySide's own support modules, compiled beforehand; build/vierblatt.spec puts them into the bundle.

PySide carries them as sources inside a library and compiles them at each start, which takes a sixth of it. It looks
first for a folder ``files.dir`` beside itself: with ``SBK_EMBED=0`` it lays them out there.
"""

from __future__ import annotations

import os
import py_compile
import shutil
import subprocess
import sys
from pathlib import Path

PLACE = "shiboken6/files.dir"
"""Where PySide looks for them, in the bundle as in an environment."""


def files(folder: Path) -> list[tuple[str, str]]:
    """Compile them into *folder*; each with the folder of the bundle that it belongs into, as PyInstaller wants it.

    Raises `CalledProcessError` or `FileNotFoundError` if this PySide does not lay them out.
    """
    code = "import shiboken6, PySide6.QtCore; print(shiboken6.__path__[0])"
    env = {**os.environ, "SBK_EMBED": "0"}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    laid_out = Path(done.stdout.strip()) / "files.dir"
    shutil.rmtree(folder, ignore_errors=True)
    made = []
    for source in sorted(laid_out.rglob("*.py")):
        name = source.relative_to(laid_out)
        # Without their sources and without a date: they are never out of date.
        compiled = folder / name.with_suffix(".pyc")
        mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
        py_compile.compile(str(source), str(compiled), str(name), doraise=True, invalidation_mode=mode)
        made.append((str(compiled), f"{PLACE}/{name.parent.as_posix()}"))
    # The environment stays as it was installed.
    shutil.rmtree(laid_out)
    if not made:
        raise FileNotFoundError(f"PySide laid out no modules in {laid_out}")
    return made
