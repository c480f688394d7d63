"""The rules to read say what the rules do: in both languages, with the game's numbers."""

from __future__ import annotations

import re

import pytest

from engine.core.rulebook import lines, sections
from engine.core.text import texts
from engine.games.sleuth import words
from engine.games.sleuth.box import BONUS_FROM, FULL_QUESTIONS_UNTIL, box
from engine.games.sleuth.meta import META
from engine.games.sleuth.rulebook import full_rules, short_rules
from engine.games.sleuth.rules import RIGHT, WRONG, bonuses

EN, DE = texts("en"), texts("de")
BOOKS = {"short": short_rules, "full": full_rules}


@pytest.mark.parametrize("name", BOOKS)
def test_both_languages_say_the_same_things(name: str) -> None:
    """Block by block of the same kind, with the same numbers, and each text translated."""
    english, german = BOOKS[name](EN), BOOKS[name](DE)
    assert [type(block) for block in english] == [type(block) for block in german]
    for one, other in zip(english, german, strict=True):
        for left, right in zip(lines(one), lines(other), strict=True):
            assert left.strip()
            assert left != right, f"not translated: {left}"
            assert sorted(re.findall(r"\d+", left)) == sorted(re.findall(r"\d+", right))


@pytest.mark.parametrize("name", BOOKS)
def test_sections_and_plain_text(name: str) -> None:
    assert len(sections(BOOKS[name](EN))) >= 3
    assert getattr(words, f"{name}_rules")(DE)


def text_of(name: str) -> str:
    return "\n".join(line for block in BOOKS[name](EN) for line in lines(block))


def test_numbers_are_those_of_the_game() -> None:
    standard, large = box("standard"), box("large")
    text = text_of("full")
    assert f"{len(standard.gems)} gems" in text
    assert f"{len(large.gems)} gems" in text
    assert f"has {large.hand} gems" in text
    assert f"From round {BONUS_FROM} on there are 3, 2 and 1 bonus points" in text
    assert standard.bonuses == (3, 2, 1)
    assert ", ".join(map(str, large.bonuses[:-1])) + f" and {large.bonuses[-1]} points" in text
    assert f"After {standard.rounds} rounds" in text
    assert f"Up to round {FULL_QUESTIONS_UNTIL} everybody asks two questions" in text
    default = next(option.default for option in META.options if option.name == "max_rounds")
    assert f"({default} if you" in text
    assert (RIGHT, WRONG) == (1, -2)


def test_examples() -> None:
    """The bonus for 5, 5, 3 and 1 right tips, and four tips that bring one point."""
    assert bonuses((5, 5, 3, 1), box("standard").bonuses) == (3, 3, 1, 0)
    assert "there are 3, 3, 1 and 0 points" in text_of("full")
    assert 3 * RIGHT + 1 * WRONG == 1
