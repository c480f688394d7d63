"""What a good player would order, and why: the strong bot's choice with a reason that a person can follow.

The reason is a code with numbers; `engine.games.sleuth.words.describe_advice` makes a sentence of it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec

from engine.bots.base import Advice, Budget
from engine.core.game import Event
from engine.games.sleuth.bot import decide, price_in
from engine.games.sleuth.box import HOLDERS
from engine.games.sleuth.deduction.chances import Chances
from engine.games.sleuth.deduction.inquiry import WORTHLESS, expected
from engine.games.sleuth.forms import SUBSTITUTES
from engine.games.sleuth.model import Orders, View

REASONS = frozenset({"question", "no_question", "in_haste"})
"""Every reason that a tip may have."""


def _probes(view: View, orders: Orders, found: Chances | None) -> int:
    """How many risk tips of *orders* are likelier wrong than they pay for."""
    if found is None:
        return 0
    chances = [found.of(found.box.index[gem])[HOLDERS.index(holder)] for gem, holder in orders.risk.items()]
    return sum(1 for chance in chances if chance <= price_in(view.round))


def advise(view: View, history: Sequence[Event], budget: Budget, rng: random.Random) -> Advice:
    """The orders a good player would give for the view's seat, which must be awaited, and the reason.

    They are no more than a person can enter: of the bot's substitutes the first ones.

    Numbers: ``tenths``, tenths of a bit that the first question is expected to bring; ``sure`` and ``risk`` tips, and
    ``probes``, those among the latter that are made to learn from their points.
    """
    orders, found = decide(view, budget, rng)
    if found is not None:
        # A bot that knows all asks something nevertheless; a person need not.
        worth = [question for question in orders.questions if expected(found, question) > WORTHLESS]
        spare = orders.substitutes[:SUBSTITUTES] if worth else ()
        orders = msgspec.structs.replace(orders, questions=tuple(worth), substitutes=spare)
    else:
        orders = msgspec.structs.replace(orders, substitutes=orders.substitutes[:SUBSTITUTES])
    numbers = {
        "sure": orders.sure.count(),
        "risk": orders.risk.count(),
        "probes": _probes(view, orders, found),
    }
    if found is None:
        return Advice(orders, None, "in_haste", numbers)
    if not orders.questions:
        return Advice(orders, None, "no_question", numbers)
    tenths = round(10 * expected(found, orders.questions[0]))
    return Advice(orders, None, "question", numbers | {"tenths": tenths})
