"""The card of VP-Sleuth: id, names, seats, options. Loads without the rules."""

from __future__ import annotations

from engine.core.meta import BoolOption, ChoiceOption, IntOption, Meta
from engine.core.text import N_

META = Meta(
    id="sleuth",
    name=N_("VP-Sleuth"),
    summary=N_("Find out who holds which gem, and be paid for it round after round."),
    min_seats=1,
    max_seats=8,
    minutes=45,
    options=(
        ChoiceOption(
            "variant",
            "standard",
            N_("Game"),
            N_(
                "Standard: 36 gems, 12 rounds, one question a round. Large: 120 gems, two questions up to round 8,"
                " until three players have found every gem."
            ),
            choices=(("standard", N_("Standard")), ("large", N_("Large"))),
        ),
        BoolOption(
            "hints",
            False,
            N_("Hints on wrong sure tips"),
            N_(
                "After a round, players with a wrong sure tip are told that there is one, but not which."
                " Nobody else hears of it."
            ),
        ),
        ChoiceOption(
            "nmr",
            "repeat",
            N_("Missing orders"),
            N_(
                "Whoever gives no orders has the sure tips of the round before repeated and a question drawn by"
                " lot, or does nothing in this round."
            ),
            choices=(("repeat", N_("Repeat tips, draw a question")), ("skip", N_("Nothing happens"))),
        ),
        BoolOption(
            "substitutes",
            True,
            N_("Substitute questions"),
            N_(
                "A question that has been answered already is replaced by a substitute question, if one is given."
            ),
        ),
        IntOption(
            "max_rounds",
            30,
            N_("Rounds at most (large game)"),
            N_(
                "A large game ends after so many rounds even if fewer than three players have found every gem."
            ),
            low=1,
            high=99,
        ),
    ),
    bots=("random", "easy", "medium", "strong"),
    order=40,
    together=N_(
        "Several people at one screen: a curtain hides orders and notes until the next one has taken over."
    ),
    by_post=999,
)
