"""What orders may look like: the form that `choices` gives, and the reason why orders are refused.

No list could hold all orders, so `OrderForm` is a form that behaves like one: it names what may be asked and tipped,
whether orders are ``in`` it is the rules' own check, and when looped over it gives the two plainest moves only: to
order nothing, and to give no orders.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

from engine.core.errors import Refusal
from engine.core.text import N_
from engine.games.sleuth.box import ASKED, HOLDERS, Box, box
from engine.games.sleuth.model import NO_ORDERS, Nmr, Orders, Tips

SUBSTITUTES = 2
"""So many substitutes have a place on a screen, and in a tip for who plays there; orders themselves may have more."""

PLAINEST: tuple[Orders | Nmr, ...] = (NO_ORDERS, Nmr())
"""What is always allowed."""


class OrderForm(Sequence[Orders | Nmr]):
    """What a seat may order in one round.

    ``questions`` is how many questions it may ask, ``substitutes`` whether it may name substitutes for them,
    ``askable`` everything that can be asked, ``gems`` and ``holders`` what can be tipped where.
    """

    def __init__(self, variant: str, number: int, substitutes: bool) -> None:
        inside = box(variant)
        self.variant = variant
        self.round = number
        self.questions = inside.questions_in(number)
        self.substitutes = substitutes
        self.askable = inside.questions
        self.gems = inside.gems
        self.holders = HOLDERS

    def why_not(self, orders: Orders) -> Refusal | None:
        """Why *orders* are not allowed, or None if they are."""
        return why_not_orders(box(self.variant), self.round, self.substitutes, orders)

    def __contains__(self, move: object) -> bool:
        if isinstance(move, Nmr):
            return True
        return isinstance(move, Orders) and self.why_not(move) is None

    def __len__(self) -> int:
        return len(PLAINEST)

    def __iter__(self) -> Iterator[Orders | Nmr]:
        return iter(PLAINEST)

    @overload
    def __getitem__(self, index: int) -> Orders | Nmr: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Orders | Nmr]: ...
    def __getitem__(self, index: int | slice) -> Orders | Nmr | Sequence[Orders | Nmr]:
        return PLAINEST[index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OrderForm) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((self.variant, self.round, self.substitutes))


# Why not ----------------------------------------


def _short(text: str) -> str:
    return text[:20] + ("…" if len(text) > 20 else "")


def why_not_question(inside: Box, question: str) -> Refusal | None:
    """Why *question* can't be asked, or None if it can (ruling 1)."""
    if question in inside.question_set:
        return None
    holder, colon, elements = question.partition(":")
    shown: dict[str, str | int] = {"question": _short(question)}
    if not colon:
        return Refusal(
            "question_form",
            N_("“{question}” is no question. A question is written like “B:r1”."),
            shown,
            rule="sleuth 1",
        )
    if holder == "X":
        return Refusal("asked_x", N_("X can't be asked anything."), rule="sleuth 1")
    if len(holder) != 1 or holder not in ASKED:
        return Refusal(
            "no_such_holder",
            N_("There is no holder “{holder}”. Those who can be asked are A to G."),
            {"holder": _short(holder)},
            rule="sleuth 1",
        )
    wrong = [element for element in elements if element not in inside.elements]
    if wrong or not elements:
        return Refusal(
            "unknown_element",
            N_("“{element}” is no type, colour or number of this game."),
            {"element": _short("".join(wrong[:1]))},
            rule="sleuth 1",
        )
    if len(elements) > 2:
        return Refusal(
            "three_elements",
            N_("“{question}” names more than two elements. A question has one or two."),
            shown,
            rule="sleuth 1",
        )
    if elements[::-1] in inside.sets:
        return Refusal(
            "question_form",
            N_("“{question}” is no question. A question is written like “B:r1”."),
            shown,
            rule="sleuth 1",
        )
    return Refusal(
        "same_category",
        N_("“{question}” names two elements of one category, which no gem has together."),
        shown,
        rule="sleuth 1",
    )


def why_not_tips(inside: Box, sure: Tips, risk: Tips) -> Refusal | None:
    """Why these tips can't be given, or None if they can (ruling 2)."""
    for part in (sure, risk):
        for gem, holder in part.items():
            if gem not in inside.index:
                return Refusal(
                    "no_such_gem", N_("There is no gem {gem} in this game."), {"gem": gem}, rule="sleuth 2"
                )
            if len(holder) != 1 or holder not in HOLDERS:
                return Refusal(
                    "no_such_place",
                    N_("“{holder}” is no holder. A tip names A to G or X."),
                    {"holder": _short(holder)},
                    rule="sleuth 2",
                )
    for gem, _holder in sure.items():
        if risk.holder(gem) is not None:
            return Refusal(
                "tipped_twice",
                N_("{gem} is tipped twice. Each gem may be tipped once."),
                {"gem": gem},
                rule="sleuth 2",
            )
    return None


def why_not_orders(inside: Box, number: int, substitutes: bool, orders: Orders) -> Refusal | None:
    """Why *orders* can't be given in round *number*, or None if they can."""
    allowed = inside.questions_in(number)
    if len(orders.questions) > allowed:
        return Refusal(
            "too_many_questions",
            N_("{asked} questions are too many. In this round each player may ask {allowed}."),
            {"asked": len(orders.questions), "allowed": allowed},
            rule="sleuth: questions",
        )
    if orders.substitutes and not substitutes:
        return Refusal(
            "no_substitutes", N_("This game is played without substitute questions."), rule="sleuth 4"
        )
    for question in (*orders.questions, *orders.substitutes):
        refusal = why_not_question(inside, question)
        if refusal is not None:
            return refusal
    return why_not_tips(inside, orders.sure, orders.risk)
