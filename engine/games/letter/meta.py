"""The card of Geheimer Brief: id, names, seats, options. Loads without the rules."""

from __future__ import annotations

from engine.core.meta import BoolOption, IntOption, Meta, SeatOption
from engine.core.text import N_

META = Meta(
    id="letter",
    name=N_("Secret Letter"),
    summary=N_("Deduce, and keep your nerve."),
    min_seats=2,
    max_seats=4,
    minutes=20,
    options=(
        IntOption(
            "goal",
            {2: 7, 3: 5, 4: 4},
            N_("Points to win"),
            N_("Whoever wins a round gets one point. Whoever reaches the goal first wins the match."),
            low=1,
            high=20,
            presets=((3, N_("Short game")),),
        ),
        BoolOption(
            "open_gap",
            False,
            N_("Open gap"),
            N_(
                "With three or four players, one more card is set aside face up each round, so more is known."
            ),
            min_seats=3,
        ),
        SeatOption(
            "first",
            "random",
            N_("First to play"),
            N_("Who begins the first round. After that, the winner of a round begins the next."),
        ),
    ),
    bots=("random", "easy", "medium", "strong"),
    unit="round",
    order=10,
    alone=N_("One person and bots: your cards are always in view."),
    together=N_("Several people at one screen: a curtain hides the cards until the next one has taken over."),
)
