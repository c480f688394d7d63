"""Draws the gems of VP-Sleuth: ``python3 build/gems.py`` writes ``resources/sleuth``, a drawing a type and colour.

The cut tells the type: a diamond's brilliant, a pearl's circle with a gleam, an opal's oval with bands, an emerald's
octagon in steps, a ruby's heart. The colour is told by the hue and by a pattern, after the hatchings by which
engravers tell colours: red upright lines, blue level lines, green lines falling to the right, yellow dots, pink a
lattice, purple lines rising to the right. Hues differ in lightness, too. Pips for the number are drawn by the program.
"""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainterPath, QPainterPathStroker, QPolygonF

FOLDER = Path(__file__).resolve().parents[1] / "resources" / "sleuth" / "gems"
SVG = 'xmlns="http://www.w3.org/2000/svg" version="1.2" baseProfile="tiny"'
INK, PAPER = "#26302E", "#FBF8F1"
HUES = {
    "r": ("#B23A34", "#8B2B27", "#EFB9B2"),
    "b": ("#2F5F91", "#234A73", "#B5D0EA"),
    "g": ("#4B8A55", "#376B42", "#CFE6CB"),
    "y": ("#E0B23C", "#BC8E22", "#6E4F0C"),
    "p": ("#E59BB4", "#C9738F", "#8C2F50"),
    "l": ("#6A4088", "#4E2D67", "#D9C3EA"),
}
"""By colour: the gem, its shade, and its pattern."""
OUTLINE, FINE = 6.0, 3.4
Point = tuple[float, float]


def polygon(points: Iterable[Point]) -> QPainterPath:
    """A closed shape with these corners."""
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(x, y) for x, y in points]))
    path.closeSubpath()
    return path


def strokes(lines: Iterable[Sequence[Point]], width: float) -> QPainterPath:
    """Lines as the areas they cover, with round ends."""
    path = QPainterPath()
    for first, *rest in lines:
        path.moveTo(*first)
        for point in rest:
            path.lineTo(*point)
    stroker = QPainterPathStroker()
    stroker.setWidth(width)
    stroker.setCapStyle(Qt.PenCapStyle.RoundCap)
    return stroker.createStroke(path).simplified()


def discs(centres: Iterable[Point], radius: float) -> QPainterPath:
    """Dots."""
    path = QPainterPath()
    for x, y in centres:
        path.addEllipse(QPointF(x, y), radius, radius)
    return path


def pattern(colour: str) -> QPainterPath:
    """The pattern of *colour* over the whole square."""
    if colour == "r":
        return strokes([[(x, -10), (x, 110)] for x in range(14, 90, 18)], 5.4)
    if colour == "b":
        return strokes([[(-10, y), (110, y)] for y in range(14, 90, 18)], 5.4)
    if colour == "g":
        return strokes([[(x, -10), (x + 120, 110)] for x in range(-98, 110, 24)], 5.4)
    if colour == "l":
        return strokes([[(x, 110), (x + 120, -10)] for x in range(-98, 110, 24)], 5.4)
    if colour == "p":
        level = [[(-10.0, y), (110.0, y)] for y in (19.0, 41.0, 63.0, 85.0)]
        upright = [[(x, -10.0), (x, 110.0)] for x in (17.0, 39.0, 61.0, 83.0)]
        return strokes(level, 4.4).united(strokes(upright, 4.4))
    grid = [
        (x + (9.5 if row % 2 else 0), 12 + 15.5 * row)
        for row in range(6)
        for x in (12.0, 31.0, 50.0, 69.0, 88.0, -7.0)
    ]
    return discs(grid, 4.8)


# The cuts ----------------------------------------


def _ring(corners: int, wide: float, high: float, turn: float = 0.0) -> list[Point]:
    return [
        (
            50 + wide * math.sin(math.tau * n / corners + turn),
            50 - high * math.cos(math.tau * n / corners + turn),
        )
        for n in range(corners)
    ]


def _ellipse(centre: Point, wide: float, high: float) -> QPainterPath:
    path = QPainterPath()
    path.addEllipse(QPointF(*centre), wide, high)
    return path


def _heart() -> QPainterPath:
    path = QPainterPath(QPointF(50, 92))
    path.cubicTo(30, 76, 5, 60, 5, 35)
    path.cubicTo(5, 17, 17, 9, 29, 9)
    path.cubicTo(39, 9, 46, 15, 50, 24)
    path.cubicTo(54, 15, 61, 9, 71, 9)
    path.cubicTo(83, 9, 95, 17, 95, 35)
    path.cubicTo(95, 60, 70, 76, 50, 92)
    path.closeSubpath()
    return path


Cut = tuple[QPainterPath, QPainterPath, QPainterPath, QPainterPath, list[list[Point]], list[list[Point]]]
"""Outline, what is in the shade, what is light, where the pattern lies, inked facets, gleams."""


def diamond() -> Cut:
    """A brilliant seen from the side: crown above, pavilion to a point below."""
    body = polygon([(25, 14), (75, 14), (96, 40), (50, 93), (4, 40)])
    shade = polygon([(4, 40), (31, 40), (50, 93)]).united(polygon([(75, 14), (96, 40), (69, 40)]))
    light = polygon([(25, 14), (50, 14), (31, 40)])
    where = polygon([(4, 40), (96, 40), (50, 93)])
    facets: list[list[Point]] = [
        [(4, 40), (96, 40)],
        [(25, 14), (31, 40), (50, 14), (69, 40), (75, 14)],
        [(31, 40), (50, 93), (69, 40)],
    ]
    return body, shade, light, where, facets, []


def pearl() -> Cut:
    """A ball with a crescent of shade and a gleam."""
    body = _ellipse((50, 50), 44, 44)
    shade = body.subtracted(_ellipse((42, 41), 46, 46))
    where = body.subtracted(_ellipse((31, 29), 22, 20))
    arc = [
        (50 + 32 * math.cos(a), 50 + 32 * math.sin(a))
        for a in (math.pi * (1.04 + n * 0.045) for n in range(9))
    ]
    return body, shade, QPainterPath(), where, [], [arc]


def opal() -> Cut:
    """A lying oval, with two wavy bands across it that the pattern leaves free."""
    body = _ellipse((50, 50), 46, 33)

    def wave(height: float) -> list[Point]:
        return [(x, height + 5 * math.sin((x - 10) / 80 * math.tau)) for x in range(-2, 103, 3)]

    shade = body.subtracted(_ellipse((46, 43), 48, 33))
    bands = strokes([wave(38), wave(61)], 7.5)
    return body, shade, bands.intersected(body), body.subtracted(strokes([wave(38), wave(61)], 12)), [], []


def emerald() -> Cut:
    """A tall octagon cut in steps; the pattern lies in its table."""

    def octagon(left: float, top: float, corner: float) -> list[Point]:
        right, bottom = 100 - left, 100 - top
        return [
            (left + corner, top),
            (right - corner, top),
            (right, top + corner),
            (right, bottom - corner),
            (right - corner, bottom),
            (left + corner, bottom),
            (left, bottom - corner),
            (left, top + corner),
        ]

    outer, inner = octagon(12, 5, 20), octagon(27, 20, 13)
    body, table = polygon(outer), polygon(inner)
    shade = polygon([outer[2], outer[3], outer[4], outer[5], inner[5], inner[4], inner[3], inner[2]])
    light = polygon([outer[7], outer[0], outer[1], inner[1], inner[0], inner[7]])
    facets: list[list[Point]] = [
        [*inner, inner[0]],
        *[[one, other] for one, other in zip(outer, inner, strict=True)],
    ]
    return body, shade, light, table, facets, []


def ruby() -> Cut:
    """A heart with a small table and facets that run from it."""
    body = _heart()
    shade = polygon([(50, 92), (70, 52), (100, 30), (100, 100)]).intersected(body)
    light = polygon([(30, 34), (5, 30), (29, 5), (50, 24)]).intersected(body)
    where = body.subtracted(light)
    facets: list[list[Point]] = [
        [(30, 34), (50, 24), (70, 34), (70, 52), (50, 92), (30, 52), (30, 34)],
    ]
    return body, shade, light, where, facets, []


CUTS = {"D": diamond, "P": pearl, "O": opal, "S": emerald, "R": ruby}


def data(path: QPainterPath) -> str:
    """A path as SVG writes it."""
    parts, curve = [], 0
    for index in range(path.elementCount()):
        element = path.elementAt(index)
        spot = f"{element.x:.1f} {element.y:.1f}".replace(".0", "")
        if element.isMoveTo():
            parts.append(f"M{spot}")
        elif element.isLineTo():
            parts.append(f"L{spot}")
        else:
            parts.append(f"{' ' if curve else 'C'}{spot}")
            curve = (curve + 1) % 3
    return "".join(parts)


def drawing(kind: str, colour: str) -> str:
    """The SVG of a gem."""
    fill, dark, mark = HUES[colour]
    body, shade, light, where, facets, gleams = CUTS[kind]()
    marks = pattern(colour).intersected(where)
    outline = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    lines = [
        f'<svg {SVG} viewBox="0 0 100 100" width="100" height="100">',
        f'<path d="{data(body)}" fill="{fill}"/>',
        f'<path d="{data(shade)}" fill="{dark}"/>',
    ]
    if not light.isEmpty():
        lines.append(f'<path d="{data(light)}" fill="{PAPER}" fill-opacity="0.62"/>')
    lines.append(f'<path d="{data(marks)}" fill="{mark}" fill-rule="evenodd"/>')
    if facets:
        inner = "".join(data(polyline(one)) for one in facets)
        lines.append(f'<path d="{inner}" {outline} stroke="{INK}" stroke-width="{FINE}"/>')
    for gleam in gleams:
        lines.append(f'<path d="{data(polyline(gleam))}" {outline} stroke="{PAPER}" stroke-width="7.5"/>')
    lines.append(f'<path d="{data(body)}" {outline} stroke="{INK}" stroke-width="{OUTLINE}"/>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def back() -> str:
    """The card back: a lattice of facets, and a brilliant in a medallion under a glass's rim."""
    accent, dark, tint, pale = "#6B4A86", "#4A3160", "#8F70A9", "#E3D8EC"
    lattice = [
        [(x, y), (x + 36.0, y + 54.0), (x, y + 108.0), (x - 36.0, y + 54.0), (x, y)]
        for x in range(34, 500, 72)
        for y in range(-10, 700, 108)
    ]
    frame = QPainterPath()
    frame.addRect(44, 44, 412, 612)
    net = strokes(lattice, 3.4).intersected(frame)
    tables = [
        [(x - 14.0, y + 40.0), (x + 14.0, y + 40.0), (x, y + 70.0), (x - 14.0, y + 40.0)]
        for x in range(34, 500, 72)
        for y in range(-10, 700, 108)
    ]
    stones = strokes(tables, 3.0).intersected(frame)
    body, shade, light, _where, facets, _gleams = diamond()
    inner = "".join(data(polyline(one)) for one in facets)
    outline = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    corners = "".join(
        f'<circle cx="{x}" cy="{y}" r="21" fill="{accent}" stroke="{tint}" stroke-width="3.5"/>'
        f'<path d="M{x} {y - 12}L{x + 9} {y}L{x} {y + 12}L{x - 9} {y}Z" fill="{PAPER}"/>'
        for x in (64, 436)
        for y in (64, 636)
    )
    return (
        "\n".join(
            [
                f'<svg {SVG} viewBox="0 0 500 700" width="500" height="700">',
                f'<rect x="2" y="2" width="496" height="696" rx="34" ry="34" fill="{PAPER}" stroke="#CFC5B1"'
                ' stroke-width="4"/>',
                f'<rect x="26" y="26" width="448" height="648" rx="18" ry="18" fill="{accent}"/>',
                f'<path d="{data(net)}" fill="{tint}" fill-rule="evenodd"/>',
                f'<path d="{data(stones)}" fill="{dark}" fill-rule="evenodd"/>',
                f'<rect x="36" y="36" width="428" height="628" rx="11" ry="11" fill="none" stroke="{tint}"'
                ' stroke-width="3.5"/>',
                f'<circle cx="250" cy="350" r="132" fill="{PAPER}" stroke="{dark}" stroke-width="5"/>',
                f'<circle cx="250" cy="350" r="117" fill="{accent}"/>',
                f'<circle cx="250" cy="350" r="104" fill="none" stroke="{tint}" stroke-width="3.5"/>',
                '<g transform="translate(178 282) scale(1.44)">',
                f'<path d="{data(body)}" fill="{pale}"/>',
                f'<path d="{data(shade)}" fill="#C9B6D8"/>',
                f'<path d="{data(light)}" fill="{PAPER}"/>',
                f'<path d="{inner}" {outline} stroke="{dark}" stroke-width="3"/>',
                f'<path d="{data(body)}" {outline} stroke="{dark}" stroke-width="5"/>',
                "</g>",
                corners,
                "</svg>",
            ]
        )
        + "\n"
    )


def polyline(points: Sequence[Point]) -> QPainterPath:
    """An open line."""
    path = QPainterPath(QPointF(*points[0]))
    for x, y in points[1:]:
        path.lineTo(x, y)
    return path


def main() -> int:
    """Write every drawing; the exit code."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for kind in CUTS:
        for colour in HUES:
            (FOLDER / f"{kind}{colour}.svg").write_text(drawing(kind, colour), "utf-8")
    (FOLDER.parent / "back.svg").write_text(back(), "utf-8")
    print(f"{len(CUTS) * len(HUES)} drawings in {FOLDER.relative_to(FOLDER.parents[2])}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
