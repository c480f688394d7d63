"""Pictures of every screen of a phone: ``python3 build/phone_screenshots.py DIR``, with Chromium.

Runs the real server with a fixed seed and leads phones in a headless browser through all screens, in both languages,
light and dark, at each of the sizes. ``--only letter around`` takes some of the walks, ``--whole`` whole pages.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.rooms.browser import Page, browsing, program  # noqa: E402
from tests.rooms.here import serving  # noqa: E402
from tests.rooms.scenes import WALKS, Walk  # noqa: E402

SIZES = ("320x568", "412x915", "640x320")


async def take(folder: Path, language: str, asked: argparse.Namespace) -> None:
    """All pictures in one language."""

    async def look(page: Page, name: str) -> None:
        for size in asked.size:
            width, height = map(int, size.split("x"))
            for scheme in asked.scheme:
                await page.size(width, height, dark=scheme == "dark")
                await page.picture(folder / f"{name}-{language}-{scheme}-{size}.png", whole=asked.whole)

    for name in asked.only:
        with tempfile.TemporaryDirectory(prefix="vierblatt-phones-") as profile:
            async with serving() as here, browsing(Path(profile)) as browser:
                await WALKS[name](Walk(here, browser, language, look))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="+", choices=list(WALKS), default=list(WALKS))
    parser.add_argument("--language", nargs="+", choices=["de", "en"], default=["de", "en"])
    parser.add_argument("--scheme", nargs="+", choices=["light", "dark"], default=["light", "dark"])
    parser.add_argument("--size", nargs="+", default=list(SIZES))
    parser.add_argument("--whole", action="store_true", help="the whole page, not only what is seen first")
    asked = parser.parse_args()
    if program() is None:
        parser.exit(1, "There is no Chromium here. On Debian: apt install chromium\n")
    asked.folder.mkdir(parents=True, exist_ok=True)
    for language in asked.language:
        asyncio.run(take(asked.folder, language, asked))


if __name__ == "__main__":
    main()
