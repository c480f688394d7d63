"""Options of a game: defaults, what is accepted, and how a wrong value is refused."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core import catalog
from engine.core.errors import OptionError
from engine.core.meta import BoolOption, ChoiceOption, IntOption, Meta, Option, SeatOption
from engine.core.text import texts

TOY = Meta(
    "toy",
    "Toy",
    "A toy.",
    2,
    4,
    5,
    (
        IntOption("rounds", {2: 3, 3: 2, 4: 1}, "Rounds", "How many.", low=1, high=9),
        BoolOption("open", True, "Open", "Whether."),
        ChoiceOption("deck", "small", "Deck", "Which.", choices=(("small", "Small"), ("large", "Large"))),
        SeatOption("first", "random", "First", "Who begins."),
    ),
    ("random",),
)


def refused(given: dict[str, Any], seats: int, code: str) -> OptionError:
    with pytest.raises(OptionError) as caught:
        TOY.complete(given, seats)
    assert caught.value.refusal.code == code
    assert len(caught.value.refusal.text(texts("de"))) < 400
    return caught.value


def test_defaults_depend_on_the_seats() -> None:
    """Every option is filled in, in the order of the game's card."""
    for seats, rounds in ((2, 3), (3, 2), (4, 1)):
        values = TOY.complete({}, seats)
        assert values == {"rounds": rounds, "open": True, "deck": "small", "first": "random"}
        assert list(values) == ["rounds", "open", "deck", "first"]
    assert list(TOY.complete({"first": 1, "rounds": 2}, 2)) == ["rounds", "open", "deck", "first"]


@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [
        ("rounds", [1, 9], [0, 10, -1, True, False, 1.0, "1", None, [1], 10**40, float("nan")]),
        ("open", [True, False], [0, 1, "true", None, "", []]),
        ("deck", ["small", "large"], ["Small", "", None, 0, ["small"], "\ud800", ("small",), {}]),
        ("first", [0, 2, "random"], [-1, 3, "0", "", True, False, 0.0, None, "Random", [], {}]),
    ],
)
def test_types_and_ranges(name: str, good: list[Any], bad: list[Any]) -> None:
    """Right values pass as they are; wrong ones are refused by name with what would be right."""
    for value in good:
        taken = TOY.complete({name: value}, 3)[name]
        assert taken == value
        assert type(taken) is type(value)
    for value in bad:
        error = refused({name: value}, 3, "option_value")
        assert error.refusal.values["option"] == name
        assert error.refusal.values["expected"]


@pytest.mark.parametrize("seats", [0, 1, 5, -1, 10**9])
def test_seats_out_of_range(seats: int) -> None:
    """Too few or too many people, named with what is right."""
    error = refused({}, seats, "seats_out_of_range")
    assert (error.refusal.values["low"], error.refusal.values["high"]) == (2, 4)


@pytest.mark.parametrize("name", ["speed", "", "Rounds", " rounds", "x" * 10_000])
def test_unknown_option(name: str) -> None:
    """An option that the game does not have is refused, with those that it has."""
    error = refused({name: 1}, 3, "unknown_option")
    assert "rounds, open, deck, first" in str(error)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ({"rounds": " 4 "}, ("rounds", 4)),
        ({"open": "false"}, ("open", False)),
        ({"open": "Nein"}, ("open", False)),
        ({"open": "ON"}, ("open", True)),
        ({"deck": "large"}, ("deck", "large")),
        ({"first": "2"}, ("first", 2)),
        ({"first": "random"}, ("first", "random")),
    ],
)
def test_words_of_a_command_line(words: dict[str, str], expected: tuple[str, Any]) -> None:
    """Values written as text."""
    name, value = expected
    assert TOY.parse(words, 3)[name] == value
    assert type(TOY.parse(words, 3)[name]) is type(value)


@pytest.mark.parametrize(
    "words",
    [{"rounds": word} for word in ("", "x", "1.5", "-1", "+1", "1e3", "٣", "²", "9" * 100, "0x1")]
    + [{"open": word} for word in ("", "maybe", "2")]
    + [{"first": word} for word in ("", "3", "-1", "anna", "9" * 100, "١")],
)
def test_words_that_are_not_understood(words: dict[str, str]) -> None:
    """They are refused like any wrong value, and never guessed at."""
    with pytest.raises(OptionError) as caught:
        TOY.parse(words, 3)
    assert caught.value.refusal.code == "option_value"


@given(st.sampled_from(TOY.options), st.text(max_size=20), st.integers(2, 4))
def test_parse_never_raises_anything_else(option: Option, word: str, seats: int) -> None:
    """Any text gives a value that the option accepts, or an `OptionError`."""
    try:
        value = TOY.parse({option.name: word}, seats)[option.name]
    except OptionError:
        return
    assert option.accepts(value, seats)


@pytest.mark.parametrize("game_id", catalog.ids())
def test_cards_of_the_games(game_id: str) -> None:
    """The defaults of every game are values that it accepts, and can be written as text and read again."""
    meta = catalog.meta(game_id)
    for seats in range(meta.min_seats, meta.max_seats + 1):
        values = meta.complete({}, seats)
        assert list(values) == [option.name for option in meta.options]
        assert meta.complete(values, seats) == values
        words = {name: str(value).lower() for name, value in values.items()}
        assert meta.parse(words, seats) == values
        for option in meta.options:
            assert option.expected(seats)
            told = option.describe()
            assert told["name"] == option.name
            assert told["type"] == option.kind != ""
            assert option.label
            assert option.rule
