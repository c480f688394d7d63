"""Valknut on a phone: the bid, the own hand, the trick, and the table in short."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from engine.core.page import Ask, Block, Card, Cards, Fact, Facts, Option, Page, Result, Row, Rows
from engine.core.text import Texts
from engine.games.valknut import words
from engine.games.valknut.model import (
    Bid,
    Bury,
    DrawCard,
    Give,
    Pass,
    Play,
    RoundResult,
    StealCard,
    StealTrick,
    ValknutMove,
    View,
)
from engine.games.valknut.rules import GAME

_CARD_MOVES: dict[str, type[Play] | type[Bury] | type[Give]] = {"play": Play, "bury": Bury, "give": Give}


@lru_cache(maxsize=128)
def card(code: str, t: Texts) -> Card:
    """The face of the card with the code *code*."""
    return Card(
        f"valknut/faces/{code}.svg",
        code if len(code) == 1 else code[1:],
        words.card_name(code, t),
        words.card_text(code, t),
        f"valknut-{code[0]}",
    )


def page(view: View, choices: Sequence[ValknutMove], t: Texts, names: Sequence[str]) -> Page:
    """The page of the view's seat (an onlooker's, if it has none)."""
    blocks: list[Block] = []
    if view.trump_card and view.phase != "idle":
        blocks.append(_facts(view, t))
    if view.table:
        blocks.append(_trick(view, t, names))
    elif view.last is not None and view.phase not in ("idle", "bid"):
        blocks.append(_last(view, t, names))
    blocks += _doing(view, choices, t, names)
    blocks.append(_table(view, t, names))
    title, hint = _words(view, choices, t, names)
    number = len(view.rounds) + (0 if view.phase == "idle" else 1)
    where = t._("Round {number} · goal {goal}", number=max(1, number), goal=view.goal)
    result = _result(view.rounds[-1], view, t, names) if view.rounds else None
    return Page(where, title, hint, bool(choices), tuple(blocks), result)


def _facts(view: View, t: Texts) -> Facts:
    facts = []
    if view.seat is not None and view.bid is not None:
        facts.append(Fact(t._("Bid"), str(view.bid)))
        facts.append(Fact(t._("Held"), str(view.tricks[view.seat])))
    trump = words.suit_name(view.trump, t) if view.trump else t._("none")
    facts.append(Fact(t._("Trump"), trump, card(view.trump_card, t)))
    return Facts(tuple(facts))


def _words(view: View, choices: Sequence[ValknutMove], t: Texts, names: Sequence[str]) -> tuple[str, str]:
    if choices:
        return {
            "bid": (t._("Make your bid."), t._("How many tricks will you hold at the end of the round?")),
            "play": (t._("Play a card."), ""),
            "draw": (
                t._("Your 3: take the top card of the stock?"),
                t._("Then you must put one card under it."),
            ),
            "bury": (
                t._("Choose the card that goes under the stock."),
                t._("The one you drew may be it, too."),
            ),
            "steal_trick": (t._("Your 1 won: steal a trick?"), ""),
            "steal_card": (
                t._("Your 6 won: take a card unseen?"),
                t._("You must give one back, maybe the same."),
            ),
            "give": (t._("Choose the card to give back."), t._("The one you took may be it, too.")),
        }[view.phase]
    if view.winners:
        return t._("The match is over."), t._(
            "Won: {names}", names=t.listing([names[s] for s in view.winners])
        )
    if view.phase == "bid":
        missing = [name for name, has in zip(names, view.has_bid, strict=True) if not has]
        return t._("The bids are being made."), t._("Missing: {names}", names=t.listing(missing))
    if view.turn is None:
        return t._("The cards are dealt."), ""
    return t._("It is the turn of {name}.", name=names[view.turn]), ""


def _doing(view: View, choices: Sequence[ValknutMove], t: Texts, names: Sequence[str]) -> list[Block]:
    """The hand, and what may be done: bids and answers above it, cards to choose in it."""
    blocks: list[Block] = []
    bids = [move for move in choices if isinstance(move, Bid)]
    answers = [move for move in choices if isinstance(move, DrawCard | Pass | StealTrick | StealCard)]
    hand = tuple(card(code, t) for code in view.hand)
    if bids:
        options = tuple(
            Option(str(move.tricks), move=move, act=words.describe_move(move, t, names)) for move in bids
        )
        blocks.append(Ask("", options, "grid"))
    if answers:
        blocks.append(
            Ask("", tuple(Option(words.describe_move(move, t, names), move=move) for move in answers), "acts")
        )
    kind = _CARD_MOVES.get(view.phase)
    if kind is not None and any(isinstance(move, kind) for move in choices):
        blocks.append(
            Ask("", tuple(_option(view, kind(code), choices, t, names) for code in view.hand), "cards")
        )
    elif hand:
        blocks.append(Cards(t._("Your hand"), hand))
    return blocks


def _option(
    view: View, move: Play | Bury | Give, choices: Sequence[ValknutMove], t: Texts, names: Sequence[str]
) -> Option:
    label, face = words.card_label(move.card, t), card(move.card, t)
    if move not in choices:
        refusal = GAME.check(view, move)
        return Option(label, face, refused=refusal.text(t) if refusal is not None else "")
    text = words.describe_move(move, t, names)
    return Option(
        label, face, move=move, act=t._("Play {card}", card=text) if isinstance(move, Play) else text
    )


def _trick(view: View, t: Texts, names: Sequence[str]) -> Cards:
    assert view.leader is not None
    laid = tuple(
        replace(card(code, t), by=names[(view.leader + place) % view.seats], text="")
        for place, code in enumerate(view.table)
    )
    return Cards(t._("In the trick"), laid, small=True)


def _last(view: View, t: Texts, names: Sequence[str]) -> Cards:
    trick = view.last
    assert trick is not None
    laid = tuple(
        replace(
            card(code, t),
            by=names[(trick.opener + place) % view.seats],
            text="",
            lead=trick.winner == (trick.opener + place) % view.seats,
        )
        for place, code in enumerate(trick.cards)
    )
    if trick.winner is None:
        label = t._("The last trick was destroyed")
    else:
        label = t._("The last trick goes to {name}", name=names[trick.winner])
    return Cards(label, laid, small=True)


def _table(view: View, t: Texts, names: Sequence[str]) -> Rows:
    rows = []
    for seat, name in enumerate(names):
        if view.phase == "bid":
            state = t._("has bid") if view.has_bid[seat] else t._("bids")
            turn = not view.has_bid[seat]
        elif view.phase == "idle":
            state, turn = "", seat in view.winners
        else:
            told = [
                t.n_("{n} trick", "{n} tricks", view.tricks[seat]),
                t.n_("{n} card", "{n} cards", view.cards[seat]),
            ]
            turn = view.turn == seat
            state = ", ".join([t._("to play"), *told] if turn else told)
        rows.append(Row(name, t.n_("{n} point", "{n} points", view.points[seat]), state, turn=turn))
    label = t._("Points") if view.phase == "idle" else None
    return Rows(label or t.n_("{n} card in the stock", "{n} cards in the stock", view.stock), tuple(rows))


def _result(result: RoundResult, view: View, t: Texts, names: Sequence[str]) -> Result:
    sentences = [words.round_reason(result, t, names)]
    if view.winners:
        sentences.append(t._("Won: {names}", names=t.listing([names[seat] for seat in view.winners])))
    rows = []
    for seat, name in enumerate(names):
        gained = f"{result.points[seat]:+d}".replace("-", "−")
        told = t._(
            "bid {bid}, holds {tricks}: {points}",
            bid=result.bids[seat],
            tricks=result.tricks[seat],
            points=gained,
        )
        total = t.n_("{n} point", "{n} points", view.points[seat])
        rows.append(Row(name, total, told, turn=seat in result.winners))
    return Result(
        result.number,
        words.round_won(result, t, names),
        tuple(sentences),
        (Rows(t._("Points"), tuple(rows)),),
    )
