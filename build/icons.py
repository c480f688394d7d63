"""The icon in the forms that the systems want, made from the drawing in resources/icons: PNG, ICO and ICNS.

ICO and ICNS are folders of PNG pictures behind a table of contents (Microsoft's "ICO file format", Apple's Icon
Services types), so they are put together here.
"""

from __future__ import annotations

import struct
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

ROOT = Path(__file__).resolve().parent.parent
DRAWING = ROOT / "resources" / "icons" / "vierblatt.svg"
RECORD = ROOT / "resources" / "icons" / "record.svg"
"""What the system shows for a record's file."""

PNG_SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
ICO_SIZES = (16, 24, 32, 48, 64, 128, 256)
ICNS_TYPES = {
    b"ic11": 32,
    b"ic12": 64,
    b"ic07": 128,
    b"ic13": 256,
    b"ic08": 256,
    b"ic14": 512,
    b"ic09": 512,
    b"ic10": 1024,
}
"""Icon Services types that hold PNG, and their width in pixels."""


def png(drawing: Path, size: int) -> bytes:
    """The *drawing* as a PNG of *size* × *size* pixels. Raises `ValueError` if it can't be read."""
    renderer = QSvgRenderer(str(drawing))
    if not renderer.isValid():
        raise ValueError(f"{drawing} is no drawing")
    renderer.setAspectRatioMode(Qt.AspectRatioMode.KeepAspectRatio)
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    renderer.render(painter)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not image.save(buffer, "PNG"):  # type: ignore[call-overload]  # the stubs want a name in bytes
        raise ValueError(f"{drawing} can't be drawn")
    return bytes(buffer.data().data())


def ico(pictures: dict[int, bytes]) -> bytes:
    """A Windows icon of PNG *pictures* by width (256 at most)."""
    head = struct.pack("<HHH", 0, 1, len(pictures))
    offset = len(head) + 16 * len(pictures)
    table, body = b"", b""
    for size, data in sorted(pictures.items()):
        # A width of 256 is written as 0.
        table += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(data), offset + len(body))
        body += data
    return head + table + body


def icns(pictures: dict[int, bytes]) -> bytes:
    """A macOS icon of PNG *pictures* by width."""
    body = b"".join(
        kind + struct.pack(">I", 8 + len(pictures[size])) + pictures[size]
        for kind, size in ICNS_TYPES.items()
    )
    return b"icns" + struct.pack(">I", 8 + len(body)) + body


def make(folder: Path) -> Path:
    """Write all forms of both drawings into *folder*, such as ``vierblatt.ico`` and ``record-48.png``; return it."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, drawing in (("vierblatt", DRAWING), ("record", RECORD)):
        pictures = {size: png(drawing, size) for size in {*PNG_SIZES, *ICO_SIZES, *ICNS_TYPES.values()}}
        for size in PNG_SIZES:
            (folder / f"{name}-{size}.png").write_bytes(pictures[size])
        (folder / f"{name}.ico").write_bytes(ico({size: pictures[size] for size in ICO_SIZES}))
        (folder / f"{name}.icns").write_bytes(icns(pictures))
    return folder
