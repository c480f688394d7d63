"""A report as a few kinds of blocks, and those as plain text in 72 columns or as an HTML page with the gems.

The text is for a zine: it can be pasted anywhere, and no line is longer than `WIDTH`. The page is complete in itself,
pictures included, and simple enough for printing (`desktop.paper`).
"""

from __future__ import annotations

import base64
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from textwrap import wrap

from engine.core.places import resources_root
from engine.games.sleuth.box import COLOURS, TYPES

WIDTH = 72
"""Columns of a report as text."""
IN_A_LINE = 9
"""So many gems stand in a line of a page: no font makes them fill it."""


@dataclass(frozen=True)
class Title:
    """The report's title (``level`` 1) or the heading of a part."""

    text: str
    level: int = 2


@dataclass(frozen=True)
class Lines:
    """Sentences, each in a line of its own; ``gems`` has the gems to be shown with each of them (``Dr Db``).

    A no-break blank holds together what belongs together, in text and page.
    """

    lines: tuple[str, ...]
    gems: tuple[str, ...] = ()


@dataclass(frozen=True)
class Table:
    """Numbers by name: the first column is text, the others are right-aligned."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Verbatim:
    """Lines of fixed pitch: a template, a grid. ``heads``: each head of the grid by name, with its drawings."""

    lines: tuple[str, ...]
    heads: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True)
class Hands:
    """A tableau: each holder's gems, as text and (by their codes) as pictures."""

    rows: tuple[tuple[str, str, tuple[str, ...]], ...]


Part = Title | Lines | Table | Verbatim | Hands


# Text ----------------------------------------


def to_text(parts: Sequence[Part]) -> str:
    """The report as text, ending in a newline."""
    found: list[str] = []
    for part in parts:
        if found:
            found.append("")
        found += _text_of(part)
    return "\n".join(line.rstrip() for line in found) + "\n"


def _text_of(part: Part) -> list[str]:
    match part:
        case Title():
            lines = wrap(part.text, WIDTH) or [""]
            return [*lines, ("=" if part.level == 1 else "-") * max(map(len, lines))]
        case Lines():
            return [line for text in part.lines for line in _wrapped(text, "  ")]
        case Verbatim():
            return list(part.lines)
        case Hands():
            return [
                line for holder, text, _gems in part.rows for line in _wrapped(f"{holder}: {text}", "   ")
            ]
        case Table():
            return _table(part)


def _wrapped(text: str, indent: str) -> list[str]:
    # `wrap` breaks at no no-break blank.
    lines = wrap(text, WIDTH, subsequent_indent=indent, break_on_hyphens=False)
    return [line.replace("\u00a0", " ") for line in lines] or [""]


def _table(table: Table) -> list[str]:
    rows = [table.head, *table.rows]
    widths = [max(len(row[column]) for row in rows) for column in range(len(table.head))]
    # Columns move together before a name is broken: whoever reads the table back must find it whole.
    gap = "  " if sum(widths) + 2 * (len(widths) - 1) <= WIDTH else " "
    widths[0] = min(widths[0], WIDTH - sum(widths[1:]) - len(gap) * (len(widths) - 1))
    lines = []
    for row in rows:
        name = wrap(row[0], widths[0]) or [""]
        lines += name[:-1]
        cells = [name[-1].ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        lines.append(gap.join(cells))
    return lines


# HTML ----------------------------------------

_STYLE = """
body { font-family: Georgia, 'Times New Roman', serif; color: #222; max-width: 44em; margin: 2em auto; padding: 0 1em; }
h1 { font-size: 1.5em; } h2 { font-size: 1.15em; margin-top: 1.4em; }
table { border-collapse: collapse; } td, th { padding: 2px 10px 2px 0; text-align: right; vertical-align: middle; }
th { border-bottom: 1px solid #888; }
pre { font-family: 'Courier New', Courier, monospace; font-size: 0.95em; }
p { margin: 0.25em 0; } img { vertical-align: middle; }
h1, h2 { page-break-after: avoid; } pre, tr, p { page-break-inside: avoid; }
.gem { white-space: nowrap; }
""".strip()


def to_html(parts: Sequence[Part], language: str) -> str:
    """The report as a page of its own."""
    title = next((part.text for part in parts if isinstance(part, Title)), "VP-Sleuth")
    body = "\n".join(_html_of(part) for part in parts)
    return (
        f'<!DOCTYPE html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{escape(title)}</title>\n'
        f"<style>\n{_STYLE}\n</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _html_of(part: Part) -> str:
    match part:
        case Title():
            return f"<h{part.level}>{escape(part.text)}</h{part.level}>"
        case Lines():
            gems = part.gems or ("",) * len(part.lines)
            return "\n".join(
                f"<p>{escape(line)} {''.join(_picture(gem) for gem in shown.split())}</p>"
                for line, shown in zip(part.lines, gems, strict=True)
            )
        case Verbatim():
            # A page may end between grids, not within one.
            pieces = "\n".join(part.lines).split("\n\n")
            return _heads(part.heads) + "\n".join(f"<pre>{escape(piece)}</pre>" for piece in pieces)
        case Hands():
            rows = [
                f"<tr><td {_LEFT}><b>{holder}</b></td>"
                f"<td {_LEFT}>{_in_lines([_gem(gem) for gem in gems])}</td></tr>"
                for holder, _text, gems in part.rows
            ]
            return "<table>\n" + "\n".join(rows) + "\n</table>"
        case Table():
            rows = [_row(part.head, "th"), *[_row(row, "td") for row in part.rows]]
            return "<table>\n" + "\n".join(rows) + "\n</table>"


def _heads(heads: Sequence[tuple[str, tuple[str, ...]]]) -> str:
    """What the heads of a grid mean, in a line above it."""
    shown = [
        f'<span class="gem">{escape(name)}&nbsp;{"".join(_picture(gem) for gem in gems)}</span>'
        for name, gems in heads
    ]
    return f"<p>{'&nbsp;&nbsp; '.join(shown)}</p>\n" if shown else ""


def _in_lines(gems: Sequence[str]) -> str:
    """*gems* in lines that are never full: Qt would end one between a picture and its number."""
    lines = [gems[at : at + IN_A_LINE] for at in range(0, len(gems), IN_A_LINE)]
    return "<br>".join("&nbsp;&nbsp; ".join(line) for line in lines)


_LEFT = 'style="text-align: left"'


def _row(cells: Sequence[str], tag: str) -> str:
    # What prints the page knows no :first-child.
    first, *others = [escape(cell) for cell in cells]
    return f"<tr><{tag} {_LEFT}>{first}</{tag}>{''.join(f'<{tag}>{cell}</{tag}>' for cell in others)}</tr>"


@cache
def _picture_data(name: str) -> str:
    """The drawing of a gem (type and colour) as it stands in a page; "" if there is none."""
    path = resources_root() / "sleuth" / "gems" / f"{name}.svg"
    if not path.is_file():
        return ""
    # In a picture so small nobody sees a hundredth of its width; a page has many of them.
    drawing = re.sub(rb"(?<=[ MLC])\d+\.\d+(?=[ MLCZ\"])", _rounded, path.read_bytes())
    return "data:image/svg+xml;base64," + base64.b64encode(drawing).decode("ascii")


def _rounded(found: re.Match[bytes]) -> bytes:
    return b"%d" % round(float(found[0]))


def pictured(elements: str, types: str, colours: str) -> tuple[str, ...]:
    """The drawings (type and colour) that show *elements* of a question, of those *types* and *colours* in the game."""
    kinds = [sign for sign in elements if sign in TYPES]
    shades = [sign for sign in elements if sign in COLOURS]
    if not kinds and not shades:
        return ()
    return tuple([kind + shade for kind in kinds or types for shade in shades or colours])


def _picture(gem: str) -> str:
    """The picture of what *gem* names if that is one type and one colour; else nothing."""
    kind = next((sign for sign in gem if sign in TYPES), "")
    colour = next((sign for sign in gem if sign in COLOURS), "")
    data = _picture_data(kind + colour) if kind and colour else ""
    return f'<img src="{data}" width="18" height="18" alt="{kind}{colour}">' if data else ""


def _gem(gem: str) -> str:
    picture = _picture(gem)
    return f'<span class="gem">{picture}&nbsp;{gem[2]}</span>' if picture else gem
