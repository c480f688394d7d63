"""The few things that a postal game does to the disk, each whole or not at all as far as the system allows.

Everything goes through these functions, so that a test can let each single one of them fail.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

PRIVATE = 0o600
"""Who may read a file: its owner. The record has all secrets, and mails and notes are private."""

PART = ".part"
"""The ending of a file that is being written; whatever lies there with it was never finished."""


def make_folder(path: Path) -> None:
    """Make *path*, for its owner only; nothing happens if it is there."""
    path.mkdir(PRIVATE | 0o100, parents=True, exist_ok=True)


def write(path: Path, data: bytes) -> None:
    """Write a file that nobody knows of yet; where the system can see to that, nobody but its owner may read it."""
    path.touch(PRIVATE)
    path.write_bytes(data)


def write_whole(path: Path, data: bytes) -> None:
    """Write *data* beside *path* and put it there at once; on the disk before this returns."""
    beside = path.with_name(path.name + PART)
    write(beside, data)
    with beside.open("rb+") as file:
        os.fsync(file.fileno())
    move(beside, path)
    if os.name == "posix":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def put(path: Path, data: bytes) -> None:
    """Write *data* beside *path* and put it there at once; when it reaches the disk is the system's affair."""
    beside = path.with_name(path.name + PART)
    write(beside, data)
    move(beside, path)


def move(source: Path, target: Path) -> None:
    """Give *source* the name *target*, in place of a file that has it."""
    source.replace(target)


def remove(path: Path) -> None:
    """Remove a file, or a folder with all that is in it; nothing happens if it is not there."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
