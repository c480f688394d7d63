"""Rules to read: the blocks a game's ``rulebook`` module is written in, without any thought of how they are shown.

A game that has rules to read brings ``engine/games/<id>/rulebook.py`` with two functions, ``short_rules(t)`` (one
page) and ``full_rules(t)``, each giving a tuple of blocks in the language of *t* that begins with a `Heading`. The
desktop shows them with pictures, `plain` makes text of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType

from engine.core import catalog


@dataclass(frozen=True)
class Heading:
    """Begins a section; also its entry in a table of contents."""

    text: str


@dataclass(frozen=True)
class Paragraph:
    """Running text."""

    text: str


@dataclass(frozen=True)
class Items:
    """A list; ``numbered`` if the order matters."""

    texts: tuple[str, ...]
    numbered: bool = False


@dataclass(frozen=True)
class CardNote:
    """What is to be said about one card: shown beside its picture.

    ``card`` is what the game's faces know it by. ``title`` names it with its value, ``text`` says in short what it
    does, ``details`` are exceptions and consequences.
    """

    card: int | str
    title: str
    text: str
    details: tuple[str, ...] = ()


@dataclass(frozen=True)
class Example:
    """A story that shows the rules at work: ``title`` and paragraphs."""

    title: str
    texts: tuple[str, ...]


Block = Heading | Paragraph | Items | CardNote | Example


@dataclass(frozen=True)
class Section:
    """A heading's text with the blocks under it."""

    title: str
    blocks: tuple[Block, ...]


def sections(blocks: Sequence[Block]) -> tuple[Section, ...]:
    """*blocks* by heading. Raises `ValueError` if something stands before the first heading."""
    found: list[tuple[str, list[Block]]] = []
    for block in blocks:
        if isinstance(block, Heading):
            found.append((block.text, []))
        elif found:
            found[-1][1].append(block)
        else:
            raise ValueError(f"rules begin with a heading, not with {block!r}")
    return tuple(Section(title, tuple(under)) for title, under in found)


def lines(block: Block) -> tuple[str, ...]:
    """A block's text as lines, as a screen reader or a terminal gives it."""
    match block:
        case Heading() | Paragraph():
            return (block.text,)
        case Items():
            signs = [f"{n}." if block.numbered else "•" for n in range(1, len(block.texts) + 1)]
            return tuple(f"{sign} {text}" for sign, text in zip(signs, block.texts, strict=True))
        case CardNote():
            return (f"{block.title} – {block.text}", *(f"• {text}" for text in block.details))
        case Example():
            return (block.title, *block.texts)


def plain(blocks: Sequence[Block]) -> list[tuple[str, str]]:
    """Headings with the text under each, a line a paragraph."""
    return [
        (section.title, "\n".join(line for block in section.blocks for line in lines(block)))
        for section in sections(blocks)
    ]


def rulebook(game_id: str) -> ModuleType | None:
    """The ``rulebook`` module of a game, or None if it has none. Raises `OptionError` for an unknown id."""
    return catalog.room(game_id, "rulebook")
