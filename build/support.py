"""PySide's own support modules, to be compiled into the program; build/vierblatt.spec asks for them.

PySide carries them as sources inside a library and compiles them at each start, which takes a tenth of it. Where it
finds a folder ``files.dir`` beside itself, it imports them as any other module; with ``SBK_EMBED=0`` it lays them out.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

PLACE = "shiboken6/files.dir"
"""Where PySide looks for the folder, in the bundle as in an environment."""

NOTE = "The modules that PySide would keep here are compiled into the program.\n"


def lay_out(folder: Path) -> list[str]:
    """Put their sources into *folder*, and a note for the bundle's ``files.dir``; the modules' names.

    Raises `CalledProcessError` or `FileNotFoundError` if this PySide does not lay them out.
    """
    code = "import shiboken6, PySide6.QtCore; print(shiboken6.__path__[0])"
    env = {**os.environ, "SBK_EMBED": "0"}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    there = Path(done.stdout.strip()) / "files.dir"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(there / "shibokensupport", folder / "shibokensupport")
    # The environment stays as it was installed.
    shutil.rmtree(there)
    (folder / "note.txt").write_text(NOTE, "utf-8", newline="\n")
    names = [path.relative_to(folder).with_suffix("").parts for path in sorted(folder.rglob("*.py"))]
    return [".".join(name[:-1] if name[-1] == "__init__" else name) for name in names]
