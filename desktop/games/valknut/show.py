"""How Valknut's events are shown in motion."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QWidget

from desktop.games.valknut.faces import BACK_FACE, face
from desktop.widgets import theme
from desktop.widgets.motion import Flight, Step
from engine.core.game import Event
from engine.core.text import Texts
from engine.games.valknut.model import (
    CardBuried,
    CardDrawn,
    CardGiven,
    CardPlayed,
    CardStolen,
    DrawnSeen,
    RoundEnded,
    RoundStarted,
    StolenSeen,
    Trick,
    TrickStolen,
)


@dataclass
class Spots:
    """Where things are on the panel. ``table`` cards lie already, led by ``leader``; ``cards`` are their codes."""

    seats: int
    viewer: int | None
    hand: Callable[[int], QRectF]
    slot: Callable[[int, int], QRectF]
    own: Callable[[str], tuple[QWidget, QRectF] | None]
    stock: QRectF
    leader: int
    table: int
    cards: tuple[str, ...]


def steps(events: Sequence[Event], spots: Spots, t: Texts) -> list[Step]:
    """The motions for *events*, up to the end of a round. A trick that is complete stays where it lies."""
    found: list[Step] = []
    lying: list[tuple[str, QRectF]] = [
        (code, spots.slot(place, spots.seats)) for place, code in enumerate(spots.cards)
    ]
    for index, event in enumerate(events):
        match event:
            case RoundStarted() | RoundEnded():
                break
            case CardPlayed():
                if event.led:
                    lying = []
                target = spots.slot(len(lying), spots.seats)
                lying.append((event.card, target))
                found.append(_played(event, target, spots, t))
            case CardDrawn():
                seen = next((e for e in events[index:] if isinstance(e, DrawnSeen)), None)
                turned = face(seen.card, t) if seen is not None and seen.seat == spots.viewer else None
                found.append(
                    Step((Flight(BACK_FACE, spots.stock, spots.hand(event.seat), turned=turned, gone=True),))
                )
            case CardBuried():
                found.append(Step((Flight(BACK_FACE, spots.hand(event.seat), spots.stock, gone=True),)))
            case CardStolen():
                seen_ = next((e for e in events[index:] if isinstance(e, StolenSeen)), None)
                up = face(seen_.card, t) if seen_ is not None and seen_.seat == spots.viewer else None
                flight = Flight(
                    BACK_FACE, spots.hand(event.victim), spots.hand(event.seat), turned=up, gone=True
                )
                found.append(Step((flight,), rest=theme.WAY))
            case CardGiven():
                found.append(
                    Step((Flight(BACK_FACE, spots.hand(event.seat), spots.hand(event.victim), gone=True),))
                )
            case TrickStolen():
                start, end = spots.hand(event.victim), spots.hand(event.seat)
                pair = tuple(
                    Flight(BACK_FACE, start.translated(n * 8, 0), end.translated(n * 8, 0), gone=True)
                    for n in range(spots.seats)
                )
                found.append(Step(pair, way=2 * theme.WAY))
            case _:
                pass
    return found


def gathered(last: Trick, spots: Spots, t: Texts) -> list[Step]:
    """The cards of *last* go to their winner; a destroyed trick just goes."""
    if last.winner is None:
        return []
    end = spots.hand(last.winner)
    return [
        Step(
            tuple(
                Flight(face(code, t), spots.slot(place, spots.seats), end, turned=BACK_FACE, gone=True)
                for place, code in enumerate(last.cards)
            ),
            rest=0,
        )
    ]


def _played(event: CardPlayed, target: QRectF, spots: Spots, t: Texts) -> Step:
    up = face(event.card, t)
    own = spots.own(event.card) if event.seat == spots.viewer else None
    if own is not None:
        widget, start = own
        return Step((Flight(up, start, target),), hides=(widget,), rest=200)
    return Step((Flight(BACK_FACE, spots.hand(event.seat), target, turned=up),), rest=200)
