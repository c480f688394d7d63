"""What a phone shows, as values: every game describes its page with these, and one client draws them all.

A game's ``phone`` module (found by `engine.core.catalog.phone`) has ``page(view, choices, t, names)``: it makes a
`Page` from what a seat may know and do, and from nothing else. Texts are in the reader's language already, drawings
are paths below ``resources``, and moves are the JSON of the game's moves: the client sends them back as they are.
"""

from __future__ import annotations

from typing import Any

import msgspec


class Card(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card face: its ``drawing``, the ``numeral`` in its corner, name and ability; ``ink`` colours the numeral.

    ``by`` is written below it (whose it is); ``lead``: it counts more than the others beside it. With ``pips`` it is
    no card but a gem: the drawing alone with so many dots above it.
    """

    drawing: str
    numeral: str = ""
    name: str = ""
    text: str = ""
    ink: str = ""
    by: str = ""
    lead: bool = False
    pips: int = 0


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing to choose: a ``card`` or a ``label``.

    It leads to a ``move``, or to a further question (``then``), never both. ``refused`` says why it can't be chosen
    now; ``warning`` what is to be known before it is done. ``act`` is written on the button that makes the move.
    ``struck``: its label is crossed out.
    """

    label: str
    card: Card | None = None
    note: str = ""
    move: Any = None
    then: Ask | None = None
    act: str = ""
    refused: str = ""
    warning: str = ""
    struck: bool = False


# Blocks ----------------------------------------


class Block(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="is", tag=str.lower):
    """Base of everything that a page is made of; the tag ``is`` is the class's name in small letters."""


class Ask(Block, frozen=True):
    """A question with ``options``.

    ``look`` is ``cards``, ``grid`` (short labels, as numbers), ``list``, ``slips`` (words on slips of paper) or
    ``acts`` (what may be done at once: buttons at the foot of the page, the first of them the plainest to do).
    """

    prompt: str
    options: tuple[Option, ...]
    look: str = "list"


class Field(msgspec.Struct, frozen=True, omit_defaults=True):
    """An input of a form: free text of at most ``most`` characters, or one of the form's lists of choices (``of``).

    Fields with the same ``group`` stand together under it, those with the same ``fold`` lie closed behind it. One
    with a ``drawing``, and ``pips`` above it, is a picture; the value chosen for it is written there.
    """

    name: str
    label: str
    most: int = 40
    value: str = ""
    of: str = ""
    group: str = ""
    fold: str = ""
    drawing: str = ""
    pips: int = 0


class Write(Block, frozen=True):
    """A form. ``lists`` holds the choices of its fields by name: value, label, and for pictures the sign that is
    written on them (a capital stands in a full ring, a small letter in a dashed one).

    ``name`` tells it from other forms of the same match: what was typed but not sent stays with it. ``across`` fields
    with drawings stand side by side.

    In ``move`` some objects stand for what is filled in: ``{"field": name}`` for a field's value, ``{"join": [...]}``
    for values written together (nothing if one of them is empty), ``{"some": [...]}`` for a list without what is
    empty, and ``{"map": prefix, "ending": mark}`` for an object of all fields whose name begins with *prefix* and
    whose value ends with *mark*, both cut off.
    """

    prompt: str
    fields: tuple[Field, ...]
    move: Any
    act: str
    lists: dict[str, tuple[tuple[str, ...], ...]] = {}
    name: str = ""
    across: int = 0


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


class Slip(msgspec.Struct, frozen=True, omit_defaults=True):
    """A word on a slip of paper, with a ``note`` in small letters (who wrote it)."""

    text: str
    note: str = ""
    struck: bool = False


class Slips(Block, frozen=True):
    """Words that were written on slips of paper."""

    label: str
    slips: tuple[Slip, ...]


class Fact(msgspec.Struct, frozen=True, omit_defaults=True):
    """A figure or a word that is looked up often, under its ``label``; ``card`` shows it too."""

    label: str
    value: str
    card: Card | None = None


class Facts(Block, frozen=True):
    """Facts side by side."""

    facts: tuple[Fact, ...]


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
