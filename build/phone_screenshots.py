"""Pictures of every screen of a phone: ``python3 build/phone_screenshots.py DIR``, with Chromium.

Runs the real server with a fixed seed and leads phones in a headless browser through all screens, in both languages,
light and dark, at each of the sizes. ``--only letter around`` takes some of the walks, ``--whole`` whole pages.
``--readme`` puts some of them side by side, as they stand in README: ``resources/readme/phones-en.png``, ``-de.png``.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.rooms.browser import Page, browsing, program  # noqa: E402
from tests.rooms.here import serving  # noqa: E402
from tests.rooms.scenes import WALKS, Walk  # noqa: E402

SIZES = ("320x568", "412x915", "640x320")

README = {
    ("en", "light"): ("letter-guess-confirm", "valknut-follow-confirm", "sleuth-tips-7", "oneword-check"),
    ("de", "dark"): ("letter-plain-confirm", "valknut-bid-confirm", "sleuth-orders-7", "oneword-hint-given"),
}
"""What stands side by side in README, by language and scheme."""
COLOURS = 256


async def take(folder: Path, language: str, asked: argparse.Namespace) -> None:
    """All pictures in one language."""

    async def look(page: Page, name: str) -> None:
        for size in asked.size:
            width, height = map(int, size.split("x"))
            for scheme in asked.scheme:
                await page.size(width, height, dark=scheme == "dark")
                await page.picture(folder / f"{name}-{language}-{scheme}-{size}.png", whole=asked.whole)

    for name in asked.only:
        async with serving() as here, browsing() as browser:
            await WALKS[name](Walk(here, browser, language, look))


def side_by_side(pictures: list[Path], target: Path) -> None:
    """One small picture of several, with no more colours than a palette holds."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QColor, QImage, QPainter

    images = [QImage(str(path)) for path in pictures]
    width, height, gap = 320, 568, 24
    sheet = QImage(len(images) * (width + gap) + gap, height + 2 * gap, QImage.Format.Format_RGB32)
    sheet.fill(QColor("#D9D0BD"))
    painter = QPainter(sheet)
    for place, image in enumerate(images):
        small = image.scaled(
            width, height, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
        )
        painter.drawImage(gap + place * (width + gap), gap, small)
    painter.end()
    seen = Counter(
        sheet.pixel(x, y) & 0xFFFCFCFC for y in range(sheet.height()) for x in range(sheet.width())
    )
    palette = [colour for colour, _count in seen.most_common(COLOURS)]
    few = sheet.convertToFormat(QImage.Format.Format_Indexed8, palette, Qt.ImageConversionFlag.AvoidDither)
    few.save(str(target), b"PNG", 0)


async def readme() -> None:
    """The pictures of README."""
    with tempfile.TemporaryDirectory(prefix="vierblatt-phones-") as name:
        folder = Path(name)
        for (language, scheme), screens in README.items():
            walks = sorted({walk for walk in WALKS for one in screens if one.startswith(walk)} | {"around"})
            asked = argparse.Namespace(only=walks, size=["320x568"], scheme=[scheme], whole=False)
            await take(folder, language, asked)
            pictures = [folder / f"{one}-{language}-{scheme}-320x568.png" for one in screens]
            side_by_side(pictures, ROOT / "resources" / "readme" / f"phones-{language}.png")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--readme", action="store_true", help="only the pictures of README")
    parser.add_argument("--only", nargs="+", choices=list(WALKS), default=list(WALKS))
    parser.add_argument("--language", nargs="+", choices=["de", "en"], default=["de", "en"])
    parser.add_argument("--scheme", nargs="+", choices=["light", "dark"], default=["light", "dark"])
    parser.add_argument("--size", nargs="+", default=list(SIZES))
    parser.add_argument("--whole", action="store_true", help="the whole page, not only what is seen first")
    asked = parser.parse_args()
    if program() is None:
        parser.exit(1, "There is no Chromium here. On Debian: apt install chromium\n")
    if asked.readme:
        asyncio.run(readme())
        return
    if asked.folder is None:
        parser.error("name the folder to write to")
    asked.folder.mkdir(parents=True, exist_ok=True)
    for language in asked.language:
        asyncio.run(take(asked.folder, language, asked))


if __name__ == "__main__":
    main()
