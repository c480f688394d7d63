"""The design system: contrasts are high enough in both schemes, and only the theme names colours and sizes."""

from __future__ import annotations

import ast
import ctypes
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import fields
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QComboBox,
    QLineEdit,
    QListWidget,
    QSlider,
    QSpinBox,
    QStyle,
    QStyleOptionSlider,
    QTableWidget,
    QVBoxLayout,
    QWidget,
)

import desktop
from desktop.screens.start import Picture
from desktop.widgets import theme
from desktop.widgets.basics import Button, panel
from desktop.widgets.card import Card, Face
from desktop.widgets.theme import Colours

SCHEMES = {"light": theme.LIGHT, "dark": theme.DARK}
TEXT, SIGN = 4.5, 3.0
"""The least contrasts of WCAG 2.2, level AA: for text (1.4.3), and for signs and large text (1.4.11, 1.4.3)."""


def luminance(colour: QColor) -> float:
    """The relative luminance of WCAG."""

    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(part) for part in (colour.redF(), colour.greenF(), colour.blueF()))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: QColor | str, other: QColor | str) -> float:
    """The contrast of two colours, 1 to 21."""
    low, high = sorted((luminance(QColor(one)), luminance(QColor(other))))
    return (high + 0.05) / (low + 0.05)


def over(colour: str, ground: str, share: float) -> str:
    """*colour* laid over *ground*, of which 1 - *share* shines through."""
    a, b = QColor(colour), QColor(ground)
    mixed = [
        round(x * share + y * (1 - share))
        for x, y in ((a.red(), b.red()), (a.green(), b.green()), (a.blue(), b.blue()))
    ]
    return QColor(*mixed).name()


Pair = tuple[str, str, str, float]
"""What it is, the colour, the ground, and the least contrast."""


def pairs(c: Colours) -> Iterator[Pair]:
    """Everything that is read or recognised, on everything it lies on."""
    grounds = {"table": c.table, "panel": c.panel, "raised": c.raised}
    words = {
        "text": c.text,
        "muted": c.muted,
        "good": c.good,
        "warning": c.warning,
        **{f"accent of {game}": value for game, value in c.accent_texts.items()},
    }
    for ground, below in grounds.items():
        for name, value in words.items():
            yield f"{name} on {ground}", value, below, TEXT
        yield f"focus ring on {ground}", c.focus, below, SIGN
        yield f"sign of the turn on {ground}", c.turn, below, SIGN
        yield f"disabled text on {ground}", c.muted, below, SIGN
    for game, fill in c.accents.items():
        yield f"filled button of {game}", c.on_accent, fill, TEXT
        yield f"filled button of {game} under the pointer", c.on_accent, QColor(fill).darker(112).name(), TEXT
        yield f"seal of {game}, rim", c.accent_texts[game], c.panel, SIGN
    yield "pressed segment", c.table, c.text, TEXT
    yield "selected row", c.text, c.line, TEXT
    yield "marked text", c.raised, c.focus, TEXT
    for what, value in (("numeral", c.ink), ("words", c.card_muted)):
        yield f"{what} on a card", value, c.card, TEXT
    yield "name on a card's band", c.ink, c.band, TEXT
    yield "lock on a card", c.ink, c.card, SIGN
    yield "focus ring round a card", c.focus, c.panel, SIGN
    # Large numerals only: a card that may not be played, and the row of somebody who is out.
    veil = 96 / 255
    yield "numeral below the veil", over(c.table, c.ink, veil), over(c.table, c.card, veil), SIGN
    yield "numeral in a faded row", over(c.ink, c.panel, 0.55), over(c.card, c.panel, 0.55), SIGN


@pytest.mark.parametrize("scheme", SCHEMES)
def test_contrasts(scheme: str) -> None:
    """Text reaches 4.5:1 on every ground it can lie on, signs and the focus ring 3:1."""
    low = [
        f"{what}: {contrast(colour, ground):.2f} instead of {least}"
        for what, colour, ground, least in pairs(SCHEMES[scheme])
        if contrast(colour, ground) < least
    ]
    assert low == []


DECORATION = {"line", "card_edge"}
"""What is never needed to read or recognise anything."""


@pytest.mark.parametrize("scheme", SCHEMES)
def test_no_colour_escapes(scheme: str) -> None:
    """Every colour of the palette takes part in `pairs`, so that a new one is measured too."""
    c = SCHEMES[scheme]
    measured = {value.upper() for _what, *values, _least in pairs(c) for value in values}
    for field in fields(c):
        value = getattr(c, field.name)
        for one in value.values() if isinstance(value, dict) else (value,):
            assert field.name in DECORATION or one.upper() in measured, field.name


def test_the_measure_itself() -> None:
    """Known values: black on white is 21, equal colours 1, and #767676 is the palest grey for text on white."""
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#123456", "#123456") == pytest.approx(1)
    assert contrast("#767676", "#FFFFFF") == pytest.approx(4.54, abs=0.01)
    assert contrast("#777777", "#FFFFFF") < TEXT


# What is painted ----------------------------------------


@pytest.fixture(params=SCHEMES)
def scheme(request: pytest.FixtureRequest, app: QApplication) -> Iterator[Colours]:
    """The scheme in force, taken back afterwards."""
    theme.apply(app, request.param)
    yield SCHEMES[request.param]
    theme.apply(app, "light")


def shown_on_panel(widget: QWidget) -> QWidget:
    """A panel with *widget* in it, shown."""
    frame = panel()
    layout = QVBoxLayout()
    layout.setContentsMargins(16, 16, 16, 16)
    layout.addWidget(widget)
    frame.setLayout(layout)
    frame.resize(320, 160)
    frame.show()
    frame.activateWindow()
    QApplication.processEvents()
    return frame


def strongest(image: QImage, box: QRect, ground: str) -> float:
    """The highest contrast with *ground* among the pixels of *box*."""
    colours = {
        image.pixel(x, y) & 0xFFFFFF
        for x in range(max(0, box.left()), min(image.width(), box.right() + 1))
        for y in range(max(0, box.top()), min(image.height(), box.bottom() + 1))
    }
    return max(contrast(QColor.fromRgb(colour), ground) for colour in colours)


def indicator(widget: QWidget, frame: QWidget) -> QRect:
    """Where in *frame* the part lies that shows what one may do with *widget*."""
    whole = QRect(widget.mapTo(frame, QPoint(0, 0)), widget.size())
    if isinstance(widget, QCheckBox):
        from PySide6.QtWidgets import QStyleOptionButton

        option = QStyleOptionButton()
        widget.initStyleOption(option)
        box = widget.style().subElementRect(QStyle.SubElement.SE_CheckBoxIndicator, option, widget)
        return box.translated(whole.topLeft())
    if isinstance(widget, QSlider):
        slider = QStyleOptionSlider()
        widget.initStyleOption(slider)
        control, part = QStyle.ComplexControl.CC_Slider, QStyle.SubControl.SC_SliderHandle
        return widget.style().subControlRect(control, slider, part, widget).translated(whole.topLeft())
    # The frame: a strip at the left end, where no text lies.
    return QRect(whole.topLeft(), QSize(4, whole.height()))


CONTROLS = {
    "check box": QCheckBox,
    "combo box": QComboBox,
    "spin box": QSpinBox,
    "line edit": QLineEdit,
    "slider": lambda: QSlider(Qt.Orientation.Horizontal),
}


@pytest.mark.parametrize("name", CONTROLS)
def test_controls_can_be_seen(scheme: Colours, name: str) -> None:
    """What marks an empty control as one (its frame, box or handle) stands out 3:1 from the panel, as painted."""
    widget = CONTROLS[name]()
    widget.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    frame = shown_on_panel(widget)
    image = frame.grab().toImage()
    assert strongest(image, indicator(widget, frame), scheme.panel) >= SIGN
    frame.close()


KINDS = (
    *("primary button", "plain button", "link button", "value button", "segment button", "pressed segment"),
    *("card", "check box", "combo box", "spin box", "line edit", "slider", "list", "table"),
)


def focusable() -> dict[str, QWidget]:
    """One of each of `KINDS`."""
    made: dict[str, QWidget] = {
        f"{kind} button": Button("OK", kind, game="letter")
        for kind in ("primary", "plain", "link", "value", "segment")
    }
    pressed = Button("OK", "segment")
    pressed.setCheckable(True)
    pressed.setChecked(True)
    made["pressed segment"] = pressed
    made["card"] = Card(Face("letter/faces/3.svg", "3", "Three"), 100)
    made["check box"] = QCheckBox("OK")
    made["combo box"] = QComboBox()
    made["spin box"] = QSpinBox()
    made["line edit"] = QLineEdit()
    made["slider"] = QSlider(Qt.Orientation.Horizontal)
    made["list"] = QListWidget()
    made["table"] = QTableWidget(2, 2)
    return made


@pytest.mark.parametrize("name", KINDS)
def test_the_focus_can_be_seen(scheme: Colours, name: str) -> None:
    """With the focus, enough pixels change by 3:1 to form a line along two sides of the widget."""
    widget = focusable()[name]
    other = QLineEdit()
    frame = shown_on_panel(widget)
    frame.layout().addWidget(other)
    other.setFocus()
    QApplication.processEvents()
    before = frame.grab().toImage()
    QTest.keyClick(other, Qt.Key.Key_Tab)
    QApplication.processEvents()
    assert widget.hasFocus()
    after = frame.grab().toImage()
    box = QRect(widget.mapTo(frame, QPoint(-4, -4)), widget.size() + QSize(8, 8))
    changed = sum(
        contrast(QColor.fromRgb(before.pixel(x, y)), QColor.fromRgb(after.pixel(x, y))) >= SIGN
        for x in range(max(0, box.left()), box.right())
        for y in range(max(0, box.top()), box.bottom())
    )
    smaller = min(widget.width(), widget.height())
    if isinstance(widget, QAbstractButton | QSlider):
        smaller = min(smaller, 24)
    assert changed >= 2 * smaller, f"{changed} pixels"
    frame.close()


# Only the theme names colours and sizes ----------------------------------------

HEX = re.compile(r"#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})\b|\brgba?\(|font-size")
OWN = Path(desktop.__file__).parent


def named_here(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Colours and sizes of text that a module names itself: line, and what it is."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and HEX.search(node.value):
            yield node.lineno, repr(node.value)
        elif isinstance(node, ast.Attribute):
            owner = node.value
            if (
                isinstance(owner, ast.Attribute)
                and owner.attr == "GlobalColor"
                and node.attr != "transparent"
            ):
                yield node.lineno, f"GlobalColor.{node.attr}"
        elif isinstance(node, ast.Call):
            function = node.func
            called = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
            literal = any(isinstance(argument, ast.Constant) for argument in node.args)
            if called in ("setPixelSize", "setPointSize", "setPointSizeF", "QFont", "fromRgb", "setRgb"):
                yield node.lineno, called
            elif called == "QColor" and literal:
                yield node.lineno, "QColor of its own"
            elif (
                called == "font" and node.args and isinstance(getattr(node.args[0], "value", ""), int | float)
            ):
                yield node.lineno, "a size that is not on the scale"


def test_only_the_theme_names_colours_and_sizes() -> None:
    """No other module of the desktop has a colour, a font or a size of text of its own."""
    found = [
        f"{path.relative_to(OWN.parent)}:{line}: {what}"
        for path in sorted(OWN.rglob("*.py"))
        if path != Path(theme.__file__)
        for line, what in named_here(ast.parse(path.read_text("utf-8")))
    ]
    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        "x = '#FFAA00'",
        "x = f'color: #abc; {y}'",
        "x = QColor(0, 0, 0, alpha)",
        "x = Qt.GlobalColor.red",
        "f.setPixelSize(size)",
        "x = theme.font(13)",
        "x = QtGui.QFont('Arial')",
        "s = 'font-size: 12px'",
    ],
)
def test_the_search_finds_them(source: str) -> None:
    """What the test above looks for is found where it stands."""
    assert list(named_here(ast.parse(source)))


@pytest.mark.parametrize(
    "source",
    [
        "Qt.GlobalColor.transparent",
        "QColor(c.table)",
        "theme.font('body')",
        "x = '# 1'",
        "theme.font(round(h))",
    ],
)
def test_the_search_leaves_the_rest(source: str) -> None:
    """What may stand in a widget is not reported."""
    assert not list(named_here(ast.parse(source)))


class Allocated(ctypes.Structure):
    """What glibc's ``mallinfo2`` tells, in bytes: ten figures, the fifth and the eighth of them what is held."""

    _fields_ = (("figures", ctypes.c_size_t * 10),)


def allocated() -> int:
    """The bytes that the process's C and C++ code holds."""
    tell = ctypes.CDLL(None).mallinfo2
    tell.restype = Allocated
    figures = tell().figures
    return int(figures[4] + figures[7])


@pytest.mark.skipif(
    sys.platform != "linux" or not hasattr(ctypes.CDLL(None), "mallinfo2"), reason="asks glibc"
)
def test_a_drawing_keeps_its_pixels_and_no_more(app: QApplication) -> None:
    """What was painted on keeps its painter's tools: a card's back of 40 kilobytes with them takes 270."""
    sizes = range(100, 120)
    widget = QWidget()
    theme.drawing("letter/back.svg", 99, 99, widget)
    before = allocated()
    kept = [theme.drawing("letter/back.svg", size, size, widget) for size in sizes]
    grown = allocated() - before
    pixels = sum(drawing.width() * drawing.height() * 4 for drawing in kept)
    assert grown < 1.5 * pixels


def test_a_picture_of_the_start_page_goes_with_its_page(
    app: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is drawn once for its size, and kept by its widget alone."""
    drawn = []
    draw = theme.picture
    monkeypatch.setattr(theme, "picture", lambda *what: drawn.append(what[1:3]) or draw(*what))
    kept = theme._pixmap.cache_info().currsize
    picture = Picture("letter/start.svg", "Picture")
    picture.setFixedSize(200, 150)
    for _time in range(3):
        picture.grab()
    assert drawn == [(200, 150)]
    picture.setFixedSize(100, 75)
    picture.grab()
    assert drawn[1:] == [(100, 75)]
    assert theme._pixmap.cache_info().currsize == kept
