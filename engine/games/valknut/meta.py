"""The card of Valknut: id, names, seats, options. Loads without the rules."""

from __future__ import annotations

from engine.core.meta import IntOption, Meta, SeatOption
from engine.core.text import N_

META = Meta(
    id="valknut",
    name=N_("Valknut"),
    summary=N_("Foresee your tricks, and take exactly as many."),
    min_seats=2,
    max_seats=3,
    minutes=40,
    options=(
        IntOption(
            "goal",
            {2: 50, 3: 40},
            N_("Points to win"),
            N_("The match ends after the round in which somebody reaches the goal. Most points win."),
            low=10,
            high=200,
        ),
        IntOption(
            "max_rounds",
            10,
            N_("Rounds at most"),
            N_("After so many rounds the match ends, whether or not anybody has reached the goal."),
            low=1,
            high=30,
        ),
        SeatOption(
            "first_dealer",
            "random",
            N_("First to deal"),
            N_(
                "Who deals the first round. The deal passes clockwise; whoever sits left of the dealer leads."
            ),
        ),
    ),
    bots=("random", "easy", "medium", "strong"),
    unit="round",
    order=20,
    alone=N_("One person and bots: your cards are always in view."),
    together=N_("Several people at one screen: a curtain hides the cards until the next one has taken over."),
)
