"""The rules to read say what the rules do: numbers from the game, examples played by it, both languages."""

from __future__ import annotations

import re

import pytest

from engine.core.errors import OptionError
from engine.core.rulebook import (
    Block,
    CardNote,
    Example,
    Heading,
    Items,
    Paragraph,
    lines,
    plain,
    rulebook,
    sections,
)
from engine.core.text import Texts, texts
from engine.games.letter import words
from engine.games.letter.meta import META
from engine.games.letter.model import COPIES, DECK, RoundEnded
from engine.games.letter.rulebook import full_rules, short_rules
from engine.games.letter.rules import open_cards
from tests.games.letter.table import Table

EN, DE = texts("en"), texts("de")
BOOKS = {"short": short_rules, "full": full_rules}


def numbers(text: str) -> list[int]:
    """All whole numbers in *text*, in order."""
    return [int(found) for found in re.findall(r"\d+", text)]


def strings(blocks: tuple[Block, ...]) -> list[str]:
    """Every text of *blocks*."""
    return [text for block in blocks for text in lines(block)]


def section(blocks: tuple[Block, ...], title: str) -> tuple[Block, ...]:
    """The blocks under the heading *title*."""
    (found,) = (part.blocks for part in sections(blocks) if part.title == title)
    return found


# Completeness ----------------------------------------


@pytest.mark.parametrize("name", BOOKS)
def test_both_languages_say_the_same_things(name: str) -> None:
    """Block by block of the same kind, with the same numbers, and each text translated."""
    english, german = BOOKS[name](EN), BOOKS[name](DE)
    assert [type(block) for block in english] == [type(block) for block in german]
    for one, other in zip(strings(english), strings(german), strict=True):
        assert one.strip()
        assert one != other, f"not translated: {one}"
        assert sorted(set(numbers(one))) == sorted(set(numbers(other))), one


@pytest.mark.parametrize("name", BOOKS)
@pytest.mark.parametrize("t", [EN, DE], ids=["en", "de"])
def test_every_card_is_explained_once_and_in_order(name: str, t: Texts) -> None:
    """Eight notes, with the card's name and its ability as the table shows them."""
    notes = [block for block in BOOKS[name](t) if isinstance(block, CardNote)]
    assert [note.card for note in notes] == list(range(1, 9))
    for note in notes:
        assert note.title == words.card_label(note.card, t)
        assert note.text == words.card_text(note.card, t)
        assert bool(note.details) == (name == "full")


def test_the_full_rules_have_all_chapters() -> None:
    """What seed and rulings speak of has a heading of its own."""
    titles = [part.title for part in sections(full_rules(EN))]
    assert titles == [
        "What it is about",
        "The deck",
        "Setting up",
        "Your turn",
        "Choosing a player",
        "The abilities",
        "Being out",
        "End of a round",
        "The next round",
        "End of the match",
        "Variants",
        "Tips for beginners",
        "With a real pack of cards",
    ]
    assert all(part.blocks for part in sections(full_rules(EN)))


# Numbers ----------------------------------------


def test_numbers_of_the_deck() -> None:
    """Copies of each value: in the list, for the drops of wax, and for a real pack."""
    told: dict[int, int] = {}
    for text, copies in zip(_items(section(full_rules(EN), "The deck")), (5, 2, 1), strict=True):
        told |= dict.fromkeys((number for number in numbers(text)), copies)
    assert told == {value: COPIES[value] for value in range(1, 9)}
    (drops,) = (text for text in strings(short_rules(EN)) if "drops" in text)
    assert numbers(drops) == [1, 2, 5, 6, 7, 8]
    assert re.findall("five times|twice|once", drops) == ["five times", "twice", "once"]
    real = strings(full_rules(EN))[-1]
    assert "four aces and a joker as 1s, two each of the 2, 3, 4 and 5, and one 6, 7 and 8" in real


def test_numbers_of_setting_up() -> None:
    """Cards face up and in the stock for two, three and four."""
    (deal, table) = (block for block in section(full_rules(EN), "Setting up") if isinstance(block, Items))
    assert deal.numbered
    for seats, text in zip((2, 3, 4), table.texts, strict=True):
        shown = open_cards(seats, False)
        stock = len(DECK) - 1 - shown - seats
        assert numbers(text) == ([shown, stock] if shown else [stock])
        assert ("none face up" in text) == (shown == 0)


def test_numbers_of_the_open_gap() -> None:
    """What is left in the stock with one card more face up."""
    (gap,) = (text for text in _items(section(full_rules(EN), "Variants")) if text.startswith("Open gap"))
    stocks = [len(DECK) - 1 - open_cards(seats, True) - seats for seats in (3, 4)]
    assert numbers(gap) == stocks


def test_goals() -> None:
    """The goals are the options' defaults, and the variants name preset and range."""
    goal = next(option for option in META.options if option.name == "goal")
    wanted = [goal.default_for(seats) for seats in (2, 3, 4)]
    assert [numbers(text)[0] for text in _items(section(full_rules(EN), "End of the match"))] == wanted
    (short,) = section(short_rules(EN), "End of the match")
    assert isinstance(short, Paragraph)
    assert numbers(short.text) == wanted
    variant = _items(section(full_rules(EN), "Variants"))[0]
    assert numbers(variant) == [3, 1, 20]
    assert goal.accepts(3, 4)
    assert goal.accepts(20, 2)
    assert not goal.accepts(21, 2)


def _items(blocks: tuple[Block, ...]) -> tuple[str, ...]:
    return tuple(text for block in blocks if isinstance(block, Items) for text in block.texts)


# Examples ----------------------------------------


def example(number: int) -> Example:
    return [block for block in full_rules(EN) if isinstance(block, Example)][number]


def test_the_example_of_a_tie_happens_like_this() -> None:
    """Both hold a 5; the rows add up as told, and Anna wins by hers."""
    table = Table([5, 5], [7, 6, 4, 3, 1, 3, 2, 1, 1, 1], aside=8)
    table.play(0, 7)
    table.play(1, 6, at=0)
    table.play(0, 4)
    table.play(1, 3)
    table.play(0, 1, at=1, naming=8)
    table.play(1, 3, at=0)
    table.play(0, 2, at=1)
    table.play(1, 1, at=0, naming=8)
    table.play(0, 1, at=1, naming=8)
    events = table.play(1, 1, at=0, naming=8)
    (end,) = (event for event in events if isinstance(event, RoundEnded))
    assert (end.result.hands, end.result.reason, end.result.winners) == ((5, 5), "row", (0,))
    anna, ben = end.result.rows
    assert numbers(" ".join(example(0).texts)) == [5, *anna, sum(anna), *ben, sum(ben)]


def test_the_example_of_a_round_happens_like_this() -> None:
    """Anna's shield, Ben's forced 7, Carla's guess, Anna's peek, Carla's lost duel."""
    table = Table([2, 6, 3], [4, 7, 1, 8, 5])
    table.play(0, 4)
    assert [move.card for move in table.choices(1)] == [7]
    table.play(1, 7)
    assert {move.target for move in table.choices(2) if move.card == 1} == {1}
    table.play(2, 1, at=1, naming=6)
    assert table.view(0).out == (False, True, False)
    table.play(0, 2, at=2)
    assert table.view(0).known[2] == 3
    events = table.play(2, 3, at=0)
    (end,) = (event for event in events if isinstance(event, RoundEnded))
    assert (end.result.winners, end.result.reason) == ((0,), "last")
    told = " ".join(example(1).texts)
    assert numbers(told) == [2, 4, 6, 7, 6, 3, 1, 7, 6, 8, 2, 3, 5, 3, 5, 8]


# As text ----------------------------------------


def test_words_give_the_rules_as_plain_text() -> None:
    """The command line and older pages read headings with text."""
    short = words.short_rules(EN)
    assert short == plain(short_rules(EN))
    assert [title for title, _text in short][-1] == "The cards"
    assert f"Peek (2) – {words.card_text(2, EN)}" in short[-1][1].split("\n")
    full = dict(words.full_rules(EN))
    assert full["The deck"].split("\n")[1] == "• five 1s"
    assert full["Setting up"].split("\n")[1].startswith("1. One card")
    assert full["The abilities"].split("\n")[1].startswith("• ")


def test_rules_begin_with_a_heading() -> None:
    """A block that belongs to no section is a mistake and not lost in silence."""
    with pytest.raises(ValueError, match="heading"):
        sections((Paragraph("lost"), Heading("found")))


def test_a_rulebook_is_found_by_its_game() -> None:
    """By id; an unknown id is refused."""
    book = rulebook("letter")
    assert book is not None
    assert book.full_rules is full_rules
    with pytest.raises(OptionError):
        rulebook("nosuchgame")
