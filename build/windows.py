"""The packages for Windows: an archive to unpack anywhere, and an installer (NSIS) for one user.

Signing, if wanted: ``VIERBLATT_SIGN_COMMAND``, a command that is given the file to sign as its last word.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath

import version_resource
from package import ROOT, WORK, epoch

SCRIPT = ROOT / "build" / "packaging" / "vierblatt.nsi"
PLACES = (r"C:\Program Files (x86)\NSIS\makensis.exe", r"C:\Program Files\NSIS\makensis.exe")


def sign(path: Path) -> None:
    """Sign *path*, if the environment says how. Raises `CalledProcessError`."""
    command = os.environ.get("VIERBLATT_SIGN_COMMAND")
    if command:
        subprocess.run([*shlex.split(command, posix=os.name != "nt"), str(path)], check=True)


def archive(bundle: Path, target: Path, when: int) -> Path:
    """The bundle as a zip with one folder in it."""
    import time

    stamp = time.gmtime(max(when, 315_532_800))[:6]  # a zip knows no time before 1980
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as file:
        for path in sorted(bundle.rglob("*")):
            if path.is_file():
                name = f"{target.stem}/{path.relative_to(bundle).as_posix()}"
                entry = zipfile.ZipInfo(name, stamp)
                entry.compress_type = zipfile.ZIP_DEFLATED
                file.writestr(entry, path.read_bytes())
    return target


def removal(names: Iterable[str]) -> str:
    """The uninstaller's lines: every file of *names* (with slashes), then the folders that they leave empty."""
    files = sorted(names)
    folders = {
        parent for name in files for parent in PurePosixPath(name).parents if parent != PurePosixPath(".")
    }

    def quoted(name: str) -> str:
        return '"$INSTDIR\\' + name.replace("$", "$$").replace("/", "\\") + '"'

    deeper_first = sorted(folders, key=lambda folder: (-len(folder.parts), str(folder)))
    lines = [f"Delete {quoted(name)}" for name in files]
    return "\n".join([*lines, *(f"RMDir {quoted(str(folder))}" for folder in deeper_first)]) + "\n"


def makensis() -> str | None:
    """The installer's compiler, if it is here."""
    return shutil.which("makensis") or next((place for place in PLACES if Path(place).exists()), None)


def installer(bundle: Path, target: Path, version: str, tool: str) -> Path:
    """The installer, compiled by *tool*."""
    files = [path for path in sorted(bundle.rglob("*")) if path.is_file()]
    listing = WORK / "removal.nsh"
    # The compiler takes a file for UTF-8 by its mark.
    listing.write_text(removal(path.relative_to(bundle).as_posix() for path in files), "utf-8-sig")
    defines = {
        "VERSION": version,
        "VERSION4": ".".join(map(str, version_resource.numbers(version))),
        "BUNDLE": bundle,
        "OUT": target,
        "ICONS": WORK / "icons",
        "REMOVAL": listing,
        "SIZE_KB": sum(path.stat().st_size for path in files) // 1024,
    }
    # Both systems' compilers take a hyphen.
    words = [f"-D{name}={value}" for name, value in defines.items()]
    subprocess.run([tool, "-V2", "-WX", "-INPUTCHARSET", "UTF8", *words, str(SCRIPT)], check=True)
    return target


def make(bundle: Path, named: Mapping[str, Path], version: str) -> list[Path]:
    """All that can be made here."""
    for program in sorted(bundle.glob("*.exe")):
        sign(program)
    made = [archive(bundle, named["zip"], epoch())]
    tool = makensis()
    if tool is None:
        print("No installer: there is no makensis (NSIS) here.")
        return made
    made.append(installer(bundle, named["setup"], version, tool))
    sign(named["setup"])
    return made
