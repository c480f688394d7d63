"""The card of Ein Wort: id, names, seats, options. Loads without the rules."""

from __future__ import annotations

from engine.core.meta import BoolOption, ChoiceOption, IntOption, Meta, SeatOption
from engine.core.text import N_

META = Meta(
    id="oneword",
    name=N_("One Word"),
    summary=N_("One word of help each, and equal ones are struck."),
    min_seats=3,
    max_seats=8,
    minutes=25,
    options=(
        ChoiceOption(
            "difficulty",
            "family",
            N_("Difficulty"),
            N_(
                "Family: easy terms, for children from 8 too. Standard: well-known words from many fields."
                " Hard: abstract and rarer words."
            ),
            choices=(("family", N_("Family")), ("standard", N_("Standard")), ("hard", N_("Hard"))),
        ),
        ChoiceOption(
            "language",
            "de",
            N_("Language of the terms"),
            N_("In which language you guess and give hints; it may be another than the program's."),
            choices=(("de", N_("German words")), ("en", N_("English words"))),
            languages=True,
        ),
        IntOption(
            "cards",
            13,
            N_("Cards"),
            N_("How many cards the deck has. The game is meant for 13."),
            low=5,
            high=30,
        ),
        BoolOption(
            "two_hints",
            False,
            N_("Two hints each"),
            N_("With three players everybody but the guesser writes two hints, so there is more to go by."),
        ),
        SeatOption(
            "first",
            0,
            N_("First to guess"),
            N_("Who guesses first. After that the turn to guess passes in the order of the seats."),
        ),
    ),
    bots=("random", "easy", "medium", "strong"),
    unit="match",
    cooperative=True,
    order=30,
)
