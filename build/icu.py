"""Takes out of ICU's data what this program never asks for; build/vierblatt.spec applies it to the bundle.

Qt brings all of ICU's data, 32 MB, and asks it for three things only: conversions between encodings, the order of words
and names of time zones. What is taken out becomes zeros, which compress to nothing: the table of contents, and with it
every offset, stays as it is. ICU takes an item without a header for one that is not there.
"""

from __future__ import annotations

import itertools
import re
import struct
from collections.abc import Collection

MAGIC, FORMAT = b"\xda\x27", b"CmnD"
"""At the beginning of ICU's data, bytes 2–3 and 12–15 (its manual, "ICU Data")."""

FOLDERS = ("coll", "zone")
"""Those whose languages are asked for."""

LARGE = 4096
"""Bytes from which a conversion is one of the large ones between sets of many thousand characters."""


def stays(name: str, size: int, languages: Collection[str]) -> bool:
    """Whether the item *name* (``coll/de.res``) of *size* bytes is asked for by a program in *languages*."""
    folder, _, base = name.rpartition("/")
    stem, _, kind = base.rpartition(".")
    if kind == "cnv":
        return size < LARGE
    if kind != "res":
        return folder in ("", "coll") and stem != "unames"
    if folder and folder not in FOLDERS:
        return False
    if not re.fullmatch(r"[a-z]{2,3}(_\w+)?", stem):
        return True  # not one of a language: the root, the index, the zones
    return any(stem == language or stem.startswith(f"{language}_") for language in languages)


def slimmed(library: bytes, languages: Collection[str]) -> bytes:
    """*library* (``libicudata.so``) of the same length, with zeros for what is not asked for.

    Raises `ValueError` if it holds no data of ICU's.
    """
    start = -1
    while (found := library.find(FORMAT, start + 13)) >= 0:
        start = found - 12
        if start >= 0 and library[start + 2 : start + 4] == MAGIC:
            break
    else:
        raise ValueError("no data of ICU's in the library")
    (header,) = struct.unpack_from("<H", library, start)
    contents = start + header
    (count,) = struct.unpack_from("<I", library, contents)
    entries = sorted(
        (place, library[contents + name : library.index(b"\0", contents + name)].decode("ascii"))
        for name, place in (struct.unpack_from("<2I", library, contents + 4 + 8 * i) for i in range(count))
    )
    result = bytearray(library)
    # What follows the last item is not known, so that one stays.
    for (place, name), (end, _next) in itertools.pairwise(entries):
        size = end - place
        if not stays(name.partition("/")[2], size, languages):
            result[contents + place : contents + end] = bytes(size)
    return bytes(result)
