#!/usr/bin/env python3
"""Makes the packages of the desktop app for the system it runs on: ``python3 build/dev.py package``.

Everything goes to dist/, with a file of SHA-256 sums. What each system gets is in linux.py, windows.py and macos.py.
Runs in an environment with the group ``package`` of pyproject.toml, which dev.py makes.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import platform
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
WORK = ROOT / ".build"
SPEC = ROOT / "build" / "vierblatt.spec"

MACHINES = {"amd64": "x86_64", "x64": "x86_64", "aarch64": "arm64"}
"""One name for each kind of processor, whatever a system calls it."""

DEBIAN_MACHINES = {"x86_64": "amd64", "arm64": "arm64"}


def version() -> str:
    """The program's version."""
    found: str = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    return found


def machine(name: str | None = None) -> str:
    """The kind of processor (this one's, if *name* is None) as it stands in the packages' names."""
    low = (name or platform.machine()).lower()
    return MACHINES.get(low, low)


def debian_version(number: str) -> str:
    """*number* (PEP 440) so that Debian sorts it right: ``1.0rc1`` comes before ``1.0``."""
    return re.sub(r"\.?((?:a|b|rc|dev)\d+)", r"~\1", number)


def names(number: str, kind: str) -> dict[str, str]:
    """The file names of all packages of version *number* for the processor *kind*."""
    return {
        "tar": f"vierblatt-{number}-linux-{kind}.tar.gz",
        "deb": f"vierblatt_{debian_version(number)}_{DEBIAN_MACHINES.get(kind, kind)}.deb",
        "appimage": f"vierblatt-{number}-linux-{kind}.AppImage",
        "flatpak": f"vierblatt-{number}-linux-{kind}.flatpak",
        "zip": f"vierblatt-{number}-windows-{kind}.zip",
        "setup": f"vierblatt-{number}-windows-{kind}-setup.exe",
        "dmg": f"vierblatt-{number}-macos-{kind}.dmg",
    }


def epoch() -> int:
    """The time that all files in packages bear, in seconds since 1970: ``SOURCE_DATE_EPOCH``, or the last commit's."""
    given = os.environ.get("SOURCE_DATE_EPOCH")
    if given:
        return int(given)
    done = subprocess.run(
        ["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    # A source archive has no history; then the specification's own file has to do.
    return int(done.stdout) if done.returncode == 0 and done.stdout.strip() else int(SPEC.stat().st_mtime)


def filled(template: str, values: dict[str, str]) -> str:
    """*template* with each ``@NAME@`` replaced. Raises `KeyError` for a name without a value."""
    return re.sub(r"@([A-Z_]+)@", lambda match: values[match[1]], template)


def sums(paths: Iterable[Path]) -> str:
    """What ``sha256sum`` prints for *paths*, by name."""
    lines = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
        for path in sorted(paths, key=lambda path: path.name)
    ]
    return "".join(lines)


def freeze(arguments: Sequence[str] = (), dist: Path = DIST, work: Path = WORK) -> None:
    """Run PyInstaller; the bundle is in *dist* afterwards. Raises `CalledProcessError`."""
    command = [sys.executable, "-m", "PyInstaller", "--log-level", "WARN", "--noconfirm"]
    command += ["--workpath", str(work), "--distpath", str(dist), str(SPEC)]
    # Sets keep their order, and no clock gets in: the same sources give the same bundle.
    env = {**os.environ, "PYTHONHASHSEED": "0", "SOURCE_DATE_EPOCH": str(epoch())}
    subprocess.run([*command, *(["--", *arguments] if arguments else [])], env=env, check=True)


def bundle_path(dist: Path = DIST) -> Path:
    """Where `freeze` puts the bundle."""
    return dist / ("Vierblatt.app" if sys.platform == "darwin" else "vierblatt")


def make(bundle: Path) -> list[Path]:
    """Every package that this system can make of *bundle*; each is said when it is there, or why it is not."""
    named = {kind: DIST / name for kind, name in names(version(), machine()).items()}
    if sys.platform == "win32":
        import windows

        return windows.make(bundle, named, version())
    if sys.platform == "darwin":
        import macos

        return macos.make(bundle, named)
    import linux

    return linux.make(bundle, named, version(), epoch())


def main(argv: Sequence[str] | None = None) -> int:
    """Freeze and pack; the exit code."""
    parser = argparse.ArgumentParser(description="Make this system's packages of the desktop app in dist/.")
    parser.add_argument("--bundle", action="store_true", help="only the bundle (dist/vierblatt), no packages")
    parser.add_argument(
        "--packages", action="store_true", help="only the packages, of the bundle that is there"
    )
    arguments = parser.parse_args(argv)
    if not arguments.packages:
        freeze()
    if arguments.bundle:
        return 0
    made = make(bundle_path())
    listing = DIST / f"SHA256SUMS-{sys.platform}-{machine()}"
    listing.write_text(sums(made), "utf-8", newline="\n")
    for path in (*made, listing):
        print(f"{path.stat().st_size / 1e6:8.1f} MB  {path.relative_to(ROOT)}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
