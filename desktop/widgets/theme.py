"""The design system: colours for light and dark, type scale, spacing, radii. No other module names a colour or size.

After `../shared`'s art direction: a quiet evening table, paper cards with ink drawings, one accent a game.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

import msgspec
from PySide6 import QtCore
from PySide6.QtCore import QRectF
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QGuiApplication,
    QPaintDevice,
    QPainter,
    QPalette,
    QPixmap,
)
from PySide6.QtWidgets import QApplication, QWidget

from engine.core.places import resources_root

if TYPE_CHECKING:
    from PySide6.QtGui import QIcon
    from PySide6.QtSvg import QSvgRenderer

SANS = "Source Sans 3"
SERIF = "Vollkorn"

STYLE = "fusion"
"""The only style of Qt's that our style sheet is made for."""

SPACE = 8
"""The grid; margins and gaps are multiples of it."""
RADIUS = 8
"""Corners of panels and buttons, in pixels."""
CARD_RATIO = 5 / 7
"""A card's width by its height."""
CARD_CORNER = 0.07
"""A card's corner radius by its width."""

WAY, READ = 350, 700
"""Times in milliseconds: a card's way, and how long a shown card can be read."""

SIZES = {"small": 12, "body": 14, "lead": 16, "heading": 20, "title": 28, "display": 40}
"""The type scale, in pixels."""


class Colours(msgspec.Struct, frozen=True):
    """The colours of one scheme, as ``#rrggbb``."""

    table: str
    panel: str
    raised: str
    card: str
    text: str
    muted: str
    line: str
    focus: str
    good: str
    warning: str
    accents: dict[str, str]
    """The colour of filled buttons by game; white on it reaches 4.5:1."""
    accent_texts: dict[str, str]
    """The colour of accented words by game on table and panel."""
    turn: str
    on_accent: str = "#FFFFFF"
    ink: str = "#26302E"
    card_edge: str = "#CFC5B1"
    card_muted: str = "#5B6561"
    band: str = "#EED9CF"


LIGHT = Colours(
    table="#E9E2D3",
    panel="#F6F1E7",
    raised="#FBF8F1",
    card="#FBF8F1",
    text="#26302E",
    muted="#56605C",
    line="#CFC5B1",
    focus="#1F6FB2",
    good="#2F6A40",
    warning="#85490B",
    accents={"letter": "#A63A2B", "valknut": "#2C5F78", "sleuth": "#6B4A86", "oneword": "#8C600F"},
    accent_texts={"letter": "#96301F", "valknut": "#2C5F78", "sleuth": "#6B4A86", "oneword": "#77510A"},
    turn="#96671A",
)
DARK = Colours(
    table="#16211F",
    panel="#1F2C2A",
    raised="#273633",
    card="#F2ECDF",
    text="#ECE6DA",
    muted="#A9B3AE",
    line="#3A4B4A",
    focus="#7DB9EC",
    good="#86C897",
    warning="#E5B26A",
    accents={"letter": "#A63A2B", "valknut": "#2C6F8F", "sleuth": "#7A5799", "oneword": "#8C600F"},
    accent_texts={"letter": "#E99A8A", "valknut": "#8CC3DE", "sleuth": "#C3A5DD", "oneword": "#E0B25E"},
    turn="#D6A84B",
)

VALKNUT_INKS = {
    "A": "#A6482E",
    "S": "#2B5C8A",
    "R": "#2A2A2A",
    "W": "#3E6B3A",
    "V": "#EBDDB8",
    "N": "#FBF3DF",
}
"""The colours of Valknut's numerals by the first letter of the card; drawn on the cards' own grounds."""
QR_PAPER, QR_INK = "#FFFFFF", "#000000"
"""What cameras read a QR code from, in the dark theme too."""
REPORT_PAPER, REPORT_INK = "#FFFFFF", "#222222"
"""A report is shown as it is printed, whatever the window's colours."""
VALKNUT_BANDS = {
    "A": "#F0DAD1",
    "S": "#D6E1EC",
    "R": "#E2DFD8",
    "W": "#DAE5D4",
    "V": "#EBDDB8",
    "N": "#EBDDC8",
}
"""The ground of the names on Valknut's cards, likewise."""

ONEWORD_THREAD = "#9B4A12"
"""What strikes hints through, on paper and on either table."""
ONEWORD_TINT = "#EFDDB4"
"""The ground of the term, with ``ink`` on it."""

_state = {"dark": False, "dressed": False}


def colours() -> Colours:
    """The colours in force."""
    return DARK if _state["dark"] else LIGHT


def accent(game: str) -> str:
    """The fill colour of a game's buttons."""
    return colours().accents.get(game, colours().accents["letter"])


def shadow(alpha: int) -> QColor:
    """What lies below a card, in either scheme."""
    return QColor(0, 0, 0, alpha)


def colour(value: str) -> QColor:
    """A colour of the palette for a painter."""
    return QColor(value)


# Fonts ----------------------------------------


@cache
def _load_fonts() -> bool:
    loaded = [
        QFontDatabase.addApplicationFont(str(path)) >= 0
        for path in sorted((resources_root() / "fonts").glob("*.ttf"))
    ]
    return bool(loaded) and all(loaded)


@lru_cache(maxsize=64)
def font(size: str | int = "body", *, serif: bool = False, bold: bool = False) -> QFont:
    """A font of the scale: *size* is one of `SIZES` or a number of pixels; titles and numerals are *serif*."""
    made = QFont(SERIF if serif else SANS)
    made.setPixelSize(SIZES[size] if isinstance(size, str) else max(1, size))
    made.setWeight(QFont.Weight.DemiBold if bold or serif else QFont.Weight.Normal)
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return made


# Applying ----------------------------------------


def system_is_dark() -> bool:
    """Whether the system has chosen dark colours.

    Before the program has colours of its own the system's palette tells it; asking `colorScheme` would name `Qt`, whose
    enums take an eighth of the start to build. `agrees` asks afterwards.
    """
    if not _state["dressed"]:
        return QGuiApplication.palette().color(QPalette.ColorRole.Window).lightness() < 128
    return bool(QGuiApplication.styleHints().colorScheme() == QtCore.Qt.ColorScheme.Dark)


def agrees(scheme: str) -> bool:
    """Whether the colours in force are those that *scheme* (system, light or dark) asks for."""
    return scheme != "system" or system_is_dark() == _state["dark"]


def apply(app: QApplication, scheme: str = "system") -> None:
    """Dress *app*: Fusion, our fonts, palette and style sheet. *scheme* is system, light or dark."""
    _load_fonts()
    _state["dark"] = scheme == "dark" or (scheme == "system" and system_is_dark())
    if app.property("style") != STYLE:
        app.setStyle(STYLE)
        app.setProperty("style", STYLE)
    app.setFont(font("body"))
    c = colours()
    palette = QPalette()
    role = QPalette.ColorRole
    for key, value in {
        role.Window: c.table,
        role.WindowText: c.text,
        role.Base: c.raised,
        role.AlternateBase: c.panel,
        role.Text: c.text,
        role.Button: c.raised,
        role.Light: c.raised,
        role.Midlight: c.line,
        role.Mid: c.line,
        role.Dark: c.muted,
        role.Shadow: c.line,
        role.ButtonText: c.text,
        role.Highlight: c.focus,
        role.HighlightedText: c.raised,
        role.PlaceholderText: c.muted,
        role.ToolTipBase: c.raised,
        role.ToolTipText: c.text,
        role.Link: c.accent_texts["valknut"],
    }.items():
        palette.setColor(key, QColor(value))
    for key in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, key, QColor(c.muted))
    app.setPalette(palette)
    # Fusion draws frames, boxes and handles in the window's colour made darker: too faint on our panels.
    palette.setColor(role.Window, QColor(c.muted).lighter(140))
    for kind in ("QCheckBox", "QComboBox", "QAbstractSpinBox", "QSlider"):
        app.setPalette(palette, kind)  # type: ignore[arg-type]  # the stub says bytes; those are refused
    app.setStyleSheet(_sheet(c))
    _state["dressed"] = True
    _pixmap.cache_clear()
    _sign_pixmap.cache_clear()


def _sheet(c: Colours) -> str:
    accents = "".join(
        f"""
QPushButton[kind="primary"][game="{game}"] {{
    background: {fill}; color: {c.on_accent}; border-color: {fill};
}}
QPushButton[kind="primary"][game="{game}"]:hover {{ background: {QColor(fill).darker(112).name()}; }}
QPushButton[kind="primary"][game="{game}"]:disabled {{
    background: {c.panel}; color: {c.muted}; border-color: {c.line};
}}
QPushButton[kind="link"][game="{game}"] {{ color: {c.accent_texts[game]}; }}
QLabel[role="accent"][game="{game}"] {{ color: {c.accent_texts[game]}; }}
"""
        for game, fill in c.accents.items()
    )
    return f"""
QToolTip {{ color: {c.text}; background: {c.raised}; border: 1px solid {c.line}; padding: 6px; }}
QFrame[role="panel"] {{ background: {c.panel}; border: 1px solid {c.line}; border-radius: {RADIUS}px; }}
QFrame[role="choice"] {{
    background: {c.panel}; border: 1px solid {c.line}; border-radius: {RADIUS}px; padding: 1px;
}}
QFrame[role="choice"]:focus {{ border: 2px solid {c.focus}; padding: 0px; }}
QFrame[role="header"] {{ background: {c.panel}; border: none; border-bottom: 1px solid {c.line}; }}
QFrame[role="curtain"] {{ background: {c.table}; border: none; }}
QFrame[role="notice"] {{ background: {c.raised}; border: 2px solid {c.warning}; border-radius: {RADIUS}px; }}
QLabel {{ background: transparent; }}
QLabel[role="muted"] {{ color: {c.muted}; }}
QLabel[role="warning"] {{ color: {c.warning}; }}
QLabel[role="good"] {{ color: {c.good}; }}
QPushButton {{
    background: {c.raised}; color: {c.text}; border: 2px solid {c.line}; border-radius: 18px;
    padding: 6px 18px; min-height: 20px; font-weight: 600; outline: none;
}}
QPushButton:hover {{ border-color: {c.muted}; }}
QPushButton:disabled {{ color: {c.muted}; background: {c.panel}; border-color: {c.line}; }}
QPushButton:checked {{ background: {c.text}; color: {c.table}; border-color: {c.text}; }}
QPushButton[kind="primary"] {{
    background: {c.text}; color: {c.table}; border: 2px solid {c.text};
}}
QPushButton[kind="primary"]:disabled {{ background: {c.panel}; color: {c.muted}; border-color: {c.line}; }}
QPushButton[kind="link"] {{ background: transparent; border-color: transparent; padding: 6px 10px; }}
QPushButton[kind="link"]:hover {{ border-color: {c.line}; }}
QPushButton[kind="value"] {{ border-radius: 10px; padding: 4px 2px; min-width: 36px; min-height: 44px; }}
QPushButton[kind="segment"] {{ border-radius: 10px; padding: 4px 14px; }}
{accents}
QPushButton:focus, QPushButton[kind="primary"]:focus, QPushButton[kind="link"]:focus {{
    border: 2px solid {c.focus};
}}
QPushButton[kind="primary"]:focus {{ border: 2px solid {c.focus}; outline: none; }}
QLineEdit {{
    background: {c.raised}; color: {c.text}; border: 1px solid {c.muted}; border-radius: {RADIUS}px;
    padding: 6px 9px; min-height: 22px;
}}
QPlainTextEdit {{
    background: {c.raised}; color: {c.text}; border: 1px solid {c.line}; border-radius: {RADIUS}px; padding: 5px;
}}
QPlainTextEdit:focus {{ border: 2px solid {c.focus}; padding: 4px; }}
QTabWidget::pane {{ background: {c.panel}; border: 1px solid {c.line}; border-radius: {RADIUS}px; top: 0; }}
QTabWidget::tab-bar {{ left: {RADIUS}px; }}
QTabBar {{ font-weight: 600; outline: none; }}
QTabBar::tab {{
    background: transparent; color: {c.muted}; border: 2px solid transparent; border-bottom: 3px solid transparent;
    padding: 5px 14px; margin-right: 4px;
}}
QTabBar::tab:hover {{ color: {c.text}; }}
QTabBar::tab:selected {{ color: {c.text}; border-bottom-color: {c.text}; }}
QTabBar::tab:focus {{ border: 2px solid {c.focus}; border-radius: {RADIUS}px; }}
QLineEdit:focus {{ border: 2px solid {c.focus}; padding: 5px 8px; }}
QComboBox {{
    background: {c.raised}; border: 1px solid {c.muted}; border-radius: {RADIUS}px; padding: 3px 9px; min-height: 22px;
}}
QComboBox:focus {{ border: 2px solid {c.focus}; padding: 2px 8px; }}
QComboBox::drop-down {{ border: none; width: 24px; }}
QComboBox::down-arrow {{ image: url("{(resources_root() / "icons" / "down.svg").as_posix()}"); width: 12px; }}
QSpinBox {{
    background: {c.raised}; border: 1px solid {c.muted}; border-radius: {RADIUS}px; padding: 3px 28px 3px 9px;
    min-height: 22px;
}}
QSpinBox:focus {{ border: 2px solid {c.focus}; padding: 2px 27px 2px 8px; }}
QSpinBox QLineEdit {{ border: none; padding: 0px; min-height: 0px; background: transparent; }}
QSpinBox::up-button, QSpinBox::down-button {{
    subcontrol-origin: border; border: none; background: transparent; width: 26px; height: 14px;
}}
QSpinBox::up-button {{ subcontrol-position: top right; }}
QSpinBox::down-button {{ subcontrol-position: bottom right; }}
QSpinBox::up-arrow {{ image: url("{(resources_root() / "icons" / "up.svg").as_posix()}"); width: 10px; }}
QSpinBox::down-arrow {{ image: url("{(resources_root() / "icons" / "down.svg").as_posix()}"); width: 10px; }}
QCheckBox, QSlider {{ border: 2px solid transparent; border-radius: {RADIUS}px; padding: 4px; }}
QCheckBox:focus, QSlider:focus {{ border-color: {c.focus}; }}
QScrollArea, QScrollArea > QWidget > QWidget {{ background: transparent; border: none; }}
QListWidget {{ background: transparent; border: 2px solid transparent; border-radius: {RADIUS}px; }}
QListWidget:focus {{ border-color: {c.focus}; }}
QListWidget::item {{ color: {c.text}; }}
QListWidget::item:selected {{ background: {c.line}; color: {c.text}; }}
QTableWidget {{
    background: transparent; border: 2px solid transparent; border-radius: {RADIUS}px; gridline-color: {c.line};
}}
QTableWidget:focus {{ border-color: {c.focus}; }}
QTableWidget::item {{ padding: 4px 10px; border-bottom: 1px solid {c.line}; }}
QTableWidget::item:selected {{ background: {c.line}; color: {c.text}; }}
QHeaderView {{ background: transparent; border: none; }}
QHeaderView::section {{
    background: transparent; color: {c.muted}; border: none; padding: 4px 10px; font-weight: 600;
}}
QTableCornerButton::section {{ background: transparent; border: none; }}
QMenu {{ background: {c.raised}; color: {c.text}; border: 1px solid {c.line}; padding: 6px; }}
QMenu::item {{ padding: 6px 24px 6px 18px; border-radius: 6px; }}
QMenu::item:selected {{ background: {c.line}; }}
QMenu::separator {{ height: 1px; background: {c.line}; margin: 4px 8px; }}
QScrollBar:vertical {{ background: transparent; width: 10px; margin: 0; }}
QScrollBar::handle:vertical {{ background: {c.line}; border-radius: 5px; min-height: 24px; }}
QScrollBar:horizontal {{ background: transparent; height: 10px; margin: 0; }}
QScrollBar::handle:horizontal {{ background: {c.line}; border-radius: 5px; min-width: 24px; }}
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page {{
    background: none; height: 0; width: 0;
}}
"""


# Drawings ----------------------------------------


# Only the one used last is kept, for a sign is drawn in several sizes: a drawing that is read takes up to ten times
# the room of its file, and reading it again takes no longer than drawing it.
@lru_cache(maxsize=1)
def _renderer(path: str, tint: str) -> QSvgRenderer:
    from PySide6.QtSvg import QSvgRenderer

    data = (resources_root() / path).read_bytes()
    if tint:
        data = data.replace(b"#26302E", tint.encode())
    return QSvgRenderer(data)


def _draw(path: str, width: int, height: int, ratio: float, tint: str = "") -> QPixmap:
    pixmap = QPixmap(round(width * ratio), round(height * ratio))
    pixmap.fill(QColor(0, 0, 0, 0))
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _renderer(path, tint).render(painter, QRectF(0, 0, pixmap.width(), pixmap.height()))
    painter.end()
    # What was painted on keeps its painter's tools, tens of kilobytes; a copy does without.
    pixmap = pixmap.copy()
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


_pixmap = lru_cache(maxsize=256)(_draw)


def picture(path: str, width: int, height: int, device: QPaintDevice) -> QPixmap:
    """Like `drawing`, drawn anew with each call: for large pictures, which their widget keeps as long as it lives."""
    return _draw(path, width, height, device.devicePixelRatioF())


def drawing(path: str, width: int, height: int, device: QPaintDevice) -> QPixmap:
    """The SVG *path* (below ``resources``) at a size in logical pixels, sharp on *device* (a widget or picture)."""
    return _pixmap(path, width, height, device.devicePixelRatioF(), "")


@lru_cache(maxsize=256)
def _sign_pixmap(name: str, size: int, ratio: float, tint: str) -> QPixmap:
    return _pixmap(f"icons/{name}.svg", size, size, ratio, tint)


def sign(name: str, size: int, widget: QWidget, tint: str | None = None) -> QPixmap:
    """A small one-colour sign in the text's colour (or *tint*)."""
    return _sign_pixmap(name, size, widget.devicePixelRatioF(), tint or colours().text)


def icon(name: str, tint: str | None = None) -> QIcon:
    """A sign as an icon for buttons and menus."""
    from PySide6.QtGui import QIcon

    made = QIcon()
    # Drawn for 18 pixels at each of the usual scalings: one scaled afterwards is blurred.
    for size in (18, 23, 27, 32, 36):
        made.addPixmap(_sign_pixmap(name, size, 1.0, tint or colours().text))
    return made
