"""What a seat could keep in mind: the cards it has not seen yet in the running round, and the one it just took."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.core.game import Event
from engine.games.valknut.belief import this_round
from engine.games.valknut.model import (
    DECK,
    BuriedSeen,
    CardPlayed,
    DrawnSeen,
    GivenSeen,
    StolenSeen,
    TrumpTurned,
    View,
)


def just_taken(view: View, history: Sequence[Event]) -> str:
    """The code of the card that the view's seat has drawn or taken and must now make up for; empty if none."""
    if view.seat is None or view.turn != view.seat or view.phase not in ("bury", "give"):
        return ""
    for event in reversed(history):
        if isinstance(event, DrawnSeen | StolenSeen) and event.seat == view.seat:
            return event.card
    return ""


def unseen(view: View, history: Sequence[Event]) -> tuple[str, ...]:
    """The codes of all cards that the view's seat cannot place: in the stock or in another hand, sorted.

    A card that this seat has buried or given away is known and does not count, until it turns up again.
    """
    left = Counter(DECK)
    left.subtract(view.hand)
    if view.trump_card:
        left[view.trump_card] -= 1
    left.subtract(view.old_trumps)
    gone: Counter[str] = Counter()
    for event in this_round(history):
        match event:
            case CardPlayed() if gone[event.card]:
                # A card this seat once gave away or buried was played: it was counted then.
                gone[event.card] -= 1
            case CardPlayed():
                left[event.card] -= 1
            case BuriedSeen() | GivenSeen() if event.seat == view.seat:
                left[event.card] -= 1
                gone[event.card] += 1
            case StolenSeen() if event.victim == view.seat:
                left[event.card] -= 1
                gone[event.card] += 1
            case TrumpTurned() | StolenSeen() | GivenSeen() if gone[event.card]:
                # It is the open trump or in the own hand now, and was counted there.
                gone[event.card] -= 1
                left[event.card] += 1
            case _:
                pass
    return tuple(code for code in dict.fromkeys(DECK) for _copy in range(max(0, left[code])))
