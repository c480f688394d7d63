"""Drawings and fonts: valid SVG without text, of the right shape and size, not empty; fonts that load, with umlauts."""

from __future__ import annotations

import inspect
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontDatabase, QImage, QPainter, QRawFont
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

from desktop.widgets import theme
from engine.core.places import resources_root
from tests import catalogues

ROOT = resources_root()
DRAWINGS = sorted(ROOT.rglob("*.svg"))
CARDS = sorted([*ROOT.glob("*/back.svg"), *ROOT.glob("*/faces/*.svg"), *ROOT.glob("*/pack/*.svg")])
CARDS = [path for path in CARDS if path.parent.name != "icons"]
FONTS = sorted((ROOT / "fonts").glob("*.ttf"))
LARGEST = 40_000
"""The largest drawing, in bytes."""


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def drawn(path: Path, width: int, height: int) -> QImage:
    """The drawing on a transparent ground."""
    image = QImage(width, height, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    renderer = QSvgRenderer(str(path))
    assert renderer.isValid()
    painter = QPainter(image)
    renderer.render(painter, QRectF(0, 0, width, height))
    painter.end()
    return image


def view_box(path: Path) -> tuple[float, float]:
    root = ElementTree.parse(path).getroot()
    left, top, width, height = map(float, root.attrib["viewBox"].replace(",", " ").split())
    assert (left, top) == (0, 0)
    return width, height


def test_there_are_drawings() -> None:
    """The tests below have something to look at: eight faces and a back, pictures, signs, the icon, the fonts."""
    names = {name(path) for path in DRAWINGS}
    assert {f"letter/faces/{value}.svg" for value in range(1, 9)} | {
        "letter/back.svg",
        "letter/start.svg",
    } <= names
    assert "icons/vierblatt.svg" in names
    assert len(CARDS) >= 9
    assert len(FONTS) >= 3


@pytest.mark.parametrize("path", DRAWINGS, ids=name)
def test_a_drawing(path: Path, app: QApplication) -> None:
    """Valid XML; no text, script, picture or link inside or out; not too large; and something to see."""
    data = path.read_bytes()
    assert len(data) < LARGEST
    root = ElementTree.fromstring(data)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    for element in root.iter():
        tag = element.tag.rpartition("}")[2]
        assert tag not in {
            "text",
            "tspan",
            "textPath",
            "font",
            "image",
            "script",
            "style",
            "foreignObject",
            "a",
        }
        for key, value in element.attrib.items():
            assert not key.rpartition("}")[2].startswith("on")
            assert "://" not in value
            if key.rpartition("}")[2] == "href":
                assert value.startswith("#")
    width, height = view_box(path)
    image = drawn(path, 100, round(100 * height / width))
    tones = {image.pixel(x, y) for x in range(0, 100, 3) for y in range(0, image.height(), 3)}
    assert len(tones) >= 2


@pytest.mark.parametrize("path", CARDS, ids=name)
def test_a_card(path: Path, app: QApplication) -> None:
    """The shape of a card, and a ground that covers it to the edges (but for the round corners)."""
    width, height = view_box(path)
    assert (width, height) == (500, 700)
    assert width / height == pytest.approx(theme.CARD_RATIO)
    image = drawn(path, 250, 350)
    for x, y in ((125, 3), (125, 346), (3, 175), (246, 175), (125, 175)):
        assert QColor.fromRgba(image.pixel(x, y)).alpha() == 255
    tones = {image.pixel(x, y) for x in range(0, 250, 2) for y in range(0, 350, 2)}
    assert len(tones) > 12


def test_no_two_faces_are_alike(app: QApplication) -> None:
    """Each face can be told from every other."""
    faces = [drawn(path, 100, 140) for path in CARDS]
    for index, face in enumerate(faces):
        assert all(face != other for other in faces[index + 1 :])


@pytest.mark.parametrize("path", sorted((ROOT / "icons").glob("*.svg")), ids=name)
def test_a_sign_takes_the_texts_colour(path: Path, app: QApplication) -> None:
    """Signs are square, and inked in the colour that is replaced by the text's in light and dark.

    The app's own icon is in colours; what the style sheet names itself is one grey for both.
    """
    width, height = view_box(path)
    assert width == height
    if path.stem != "vierblatt" and f'"{path.name}"' not in inspect.getsource(theme):
        assert b"#26302E" in path.read_bytes()


@pytest.mark.parametrize("path", FONTS, ids=name)
def test_a_font(path: Path, app: QApplication) -> None:
    """It loads, and has every sign of the German and English texts."""
    number = QFontDatabase.addApplicationFont(str(path))
    assert number >= 0
    assert set(QFontDatabase.applicationFontFamilies(number)) & {theme.SANS, theme.SERIF}
    font = QRawFont(str(path), 20)
    assert font.isValid()
    for sign in "ÄÖÜäöüßéèàñçŁøÅ„“”‚‘’–—…·×•0123456789+%€":
        assert font.supportsCharacter(ord(sign)), sign


def test_the_fonts_are_the_ones_in_use(app: QApplication) -> None:
    """What the theme gives is the shipped font, not one that happens to be there."""
    from PySide6.QtGui import QFontInfo

    for serif, family in ((False, theme.SANS), (True, theme.SERIF)):
        for bold in (False, True):
            info = QFontInfo(theme.font("body", serif=serif, bold=bold))
            assert info.family() == family


def test_every_text_can_be_drawn(app: QApplication) -> None:
    """No sign of either catalogue is missing from the text font."""
    from engine.core.text import LANGUAGES

    fonts = [QRawFont(str(path), 20) for path in FONTS if "Regular" in path.name]
    assert fonts
    for language in LANGUAGES:
        signs = {sign for text in catalogues.whole(language).values() for sign in text if sign.isprintable()}
        assert len(signs) > 50
        missing = {sign for sign in signs if not any(font.supportsCharacter(ord(sign)) for font in fonts)}
        assert missing == set()
