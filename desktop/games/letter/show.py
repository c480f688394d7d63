"""How Geheimer Brief's events are shown in motion. Only what the person at the screen may know is turned up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtWidgets import QWidget

from desktop.games.letter.faces import BACK_FACE, face
from desktop.widgets import theme
from desktop.widgets.motion import Flight, Step
from engine.core.game import Event
from engine.core.text import Texts
from engine.games.letter.model import (
    LETTER,
    CardDrawn,
    CardPlayed,
    DuelFought,
    HandDiscarded,
    HandPeeked,
    HandReplaced,
    HandShown,
    HandsSwapped,
    RoundEnded,
    RoundStarted,
    SeatEliminated,
    TurnStarted,
)


@dataclass
class Spots:
    """Where things are on the panel, in its coordinates.

    ``hand(seat)`` is a seat's hand; ``slot(seat, n)`` the place of the *n*-th card (from 1) in its row; ``own``
    gives for a value the card widget in the own hand that shows it, with its place, or None.
    """

    viewer: int | None
    hand: Callable[[int], QRectF]
    slot: Callable[[int, int], QRectF]
    own: Callable[[int], tuple[QWidget, QRectF] | None]
    stock: QRectF
    aside: QRectF
    middle: QRectF
    cards: tuple[int, ...] = ()
    """The viewer's own hand as it still lies."""
    lengths: dict[int, int] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    """The players' names by seat, said below cards that are shown."""

    def next_slot(self, seat: int) -> QRectF:
        """The next free place in the row of *seat*."""
        self.lengths[seat] = self.lengths.get(seat, 0) + 1
        return self.slot(seat, self.lengths[seat])


def steps(events: Sequence[Event], spots: Spots, t: Texts) -> list[Step]:
    """The motions for *events*, up to the end of a round."""
    found: list[Step] = []
    discarded_letter: set[int] = set()
    mine = list(spots.cards)
    for index, event in enumerate(events):
        match event:
            case RoundStarted() | RoundEnded():
                break
            case CardPlayed():
                if event.seat == spots.viewer and event.card in mine:
                    mine.remove(event.card)
                found.append(_into_row(event.seat, event.card, spots, t))
            case HandDiscarded():
                if event.card == LETTER:
                    discarded_letter.add(event.seat)
                found.append(_into_row(event.seat, event.card, spots, t))
            case SeatEliminated():
                if event.seat not in discarded_letter:
                    found.append(_into_row(event.seat, event.card, spots, t))
            case HandPeeked():
                found += _peek(event, _shown(events[index:], spots.viewer), spots, t)
            case DuelFought():
                found += _duel(event, _shown(events[:index], spots.viewer), mine[0] if mine else 0, spots, t)
            case HandsSwapped():
                a, b = spots.hand(event.seat), spots.hand(event.target)
                flights = (Flight(BACK_FACE, a, b, gone=True), Flight(BACK_FACE, b, a, gone=True))
                found.append(Step(flights, way=2 * theme.WAY))
            case HandReplaced():
                start = spots.aside if event.from_aside else spots.stock
                found.append(Step((Flight(BACK_FACE, start, spots.hand(event.seat), gone=True),)))
            case TurnStarted():
                drawn = next((e for e in events[index:] if isinstance(e, CardDrawn)), None)
                turned = face(drawn.card, t) if drawn is not None and drawn.seat == spots.viewer else None
                flight = Flight(BACK_FACE, spots.stock, spots.hand(event.seat), turned=turned, gone=True)
                found.append(Step((flight,), rest=60))
            case _:
                pass
    return found


def _shown(events: Sequence[Event], viewer: int | None) -> int:
    """The card this viewer was shown in *events*, or 0."""
    return next(
        (event.card for event in events if isinstance(event, HandShown) and event.viewer == viewer), 0
    )


def _into_row(seat: int, card: int, spots: Spots, t: Texts) -> Step:
    up = face(card, t)
    target = spots.next_slot(seat)
    own = spots.own(card) if seat == spots.viewer else None
    if own is not None:
        widget, start = own
        return Step((Flight(up, start, target),), hides=(widget,), rest=theme.WAY)
    return Step((Flight(BACK_FACE, spots.hand(seat), target, turned=up),), rest=theme.WAY)


def _peek(event: HandPeeked, card: int, spots: Spots, t: Texts) -> list[Step]:
    at = spots.hand(event.target)
    if spots.viewer == event.seat and card:
        up, whose = face(card, t), spots.names[event.target]
        there = Flight(BACK_FACE, at, spots.middle, turned=up, gone=True, caption=whose)
        still = Flight(up, spots.middle, spots.middle, gone=True, caption=whose)
        back = Flight(up, spots.middle, at, turned=BACK_FACE, gone=True, caption=whose)
        return [
            Step((there,), rest=0, veil=True),
            Step((still,), way=1, rest=theme.READ, veil=True),
            Step((back,), rest=0, veil=True),
        ]
    towards = _part_of_the_way(at, spots.hand(event.seat))
    return [Step((Flight(BACK_FACE, at, towards, returns=True, gone=True),), way=2 * theme.WAY)]


def _duel(event: DuelFought, shown: int, own: int, spots: Spots, t: Texts) -> list[Step]:
    """Both cards meet in the middle. Only the two duellists see them face up, each on the own screen."""
    middle = spots.middle
    gap = middle.width() * 0.6
    places = {event.seat: middle.translated(-gap, 0), event.target: middle.translated(gap, 0)}
    duelling = spots.viewer in places and shown > 0 and own > 0
    there, still, back = [], [], []
    for seat, place in places.items():
        at = spots.hand(seat)
        if duelling:
            up = face(own if seat == spots.viewer else shown, t)
            first = up if seat == spots.viewer else BACK_FACE
        else:
            up = first = BACK_FACE
        turned = up if up != first else None
        whose = spots.names[seat]
        there.append(Flight(first, at, place, turned=turned, gone=True, caption=whose))
        still.append(Flight(up, place, place, gone=True, caption=whose))
        back.append(Flight(up, place, at, turned=first if turned else None, gone=True, caption=whose))
    rest = theme.READ if duelling else theme.WAY
    mine = spots.own(own) if duelling else None
    return [
        Step(tuple(there), rest=0, veil=True, hides=(mine[0],) if mine is not None else ()),
        Step(tuple(still), way=1, rest=rest, veil=True),
        Step(tuple(back), rest=0, veil=True),
    ]


def _part_of_the_way(a: QRectF, b: QRectF) -> QRectF:
    offset = QPointF((b.x() - a.x()) * 0.3, (b.y() - a.y()) * 0.3)
    return a.translated(offset)
