"""What a phone shows, as values: every game describes its page with these, and one client draws them all.

A game's ``phone`` module (found by `engine.core.catalog.phone`) has ``page(view, choices, t, names)``: it makes a
`Page` from what a seat may know and do, and from nothing else. Texts are in the reader's language already, drawings
are paths below ``resources``, and moves are the JSON of the game's moves: the client sends them back as they are.
"""

from __future__ import annotations

from typing import Any

import msgspec


class Card(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card face: its ``drawing``, the ``numeral`` in its corner, name and ability; ``ink`` colours the numeral."""

    drawing: str
    numeral: str = ""
    name: str = ""
    text: str = ""
    ink: str = ""


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing to choose: a ``card`` or a ``label``.

    It leads to a ``move``, or to a further question (``then``), never both. ``refused`` says why it can't be chosen
    now; ``warning`` what is to be known before it is done. ``act`` is written on the button that makes the move.
    """

    label: str
    card: Card | None = None
    note: str = ""
    move: Any = None
    then: Ask | None = None
    act: str = ""
    refused: str = ""
    warning: str = ""


# Blocks ----------------------------------------


class Block(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="is", tag=str.lower):
    """Base of everything that a page is made of; the tag ``is`` is the class's name in small letters."""


class Ask(Block, frozen=True):
    """A question with ``options``; ``look`` is ``cards``, ``grid`` (short labels, as numbers) or ``list``."""

    prompt: str
    options: tuple[Option, ...]
    look: str = "list"


class Field(msgspec.Struct, frozen=True, omit_defaults=True):
    """An input of a form: free text of at most ``most`` characters, or one of the form's lists of choices (``of``).

    Fields with the same ``group`` stand together under it.
    """

    name: str
    label: str
    most: int = 40
    value: str = ""
    of: str = ""
    group: str = ""


class Write(Block, frozen=True):
    """A form. ``lists`` holds the choices of its fields by name: pairs of value and label.

    In ``move`` some objects stand for what is filled in: ``{"field": name}`` for a field's value, ``{"join": [...]}``
    for values written together (nothing if one of them is empty), ``{"some": [...]}`` for a list without what is
    empty, and ``{"map": prefix, "ending": mark}`` for an object of all fields whose name begins with *prefix* and
    whose value ends with *mark*, both cut off.
    """

    prompt: str
    fields: tuple[Field, ...]
    move: Any
    act: str
    lists: dict[str, tuple[tuple[str, str], ...]] = {}


class Cards(Block, frozen=True):
    """Cards that lie somewhere; ``empty`` is said where there are none. ``small``: not what matters most."""

    label: str
    cards: tuple[Card, ...]
    empty: str = ""
    small: bool = False


class Word(Block, frozen=True):
    """A word large enough to be read across a hand: a term, a bid."""

    text: str
    label: str = ""


class Say(Block, frozen=True):
    """A sentence; ``tone`` is empty, ``muted``, ``struck`` or ``warning``."""

    text: str
    tone: str = ""


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the public table: somebody, a value, a state in words. ``turn``: it is theirs to act."""

    name: str
    value: str = ""
    state: str = ""
    turn: bool = False
    gone: bool = False
    cards: tuple[Card, ...] = ()


class Rows(Block, frozen=True):
    """The public table in short."""

    label: str
    rows: tuple[Row, ...]


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """A finished round or card, shown until it was read: ``number`` tells it from the others."""

    number: int
    title: str
    sentences: tuple[str, ...] = ()
    blocks: tuple[Block, ...] = ()


class Page(msgspec.Struct, frozen=True, omit_defaults=True):
    """One seat's page.

    ``where`` says how far the game is, ``title`` what to do now in one sentence, ``hint`` what helps with it.
    ``act``: this seat is awaited. ``blocks`` come below, the most private first.
    """

    where: str
    title: str
    hint: str = ""
    act: bool = False
    blocks: tuple[Block, ...] = ()
    result: Result | None = None
