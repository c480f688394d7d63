"""Valknut on a phone: the bid, the own hand, the trick, and the table in short."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.core.page import Ask, Block, Card, Cards, Option, Page, Result, Row, Rows, Say
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
    if view.bid is not None and view.seat is not None and view.phase != "idle":
        blocks.append(Say(_bid_line(view, t)))
    elif view.seat is not None and view.trump_card and view.phase == "bid":
        blocks.append(Say(words.trump_text(view.trump_card, t)))
    if view.table:
        blocks.append(_trick(view, t, names))
    elif view.last is not None and view.phase not in ("idle", "bid"):
        blocks.append(_last(view, t, names))
    blocks += _doing(view, choices, t, names)
    blocks.append(_table(view, t, names))
    if view.trump_card:
        blocks.append(Cards(words.trump_text(view.trump_card, t), (card(view.trump_card, t),), small=True))
    title, hint = _words(view, choices, t, names)
    number = len(view.rounds) + (0 if view.phase == "idle" else 1)
    where = t._("Round {number} · goal {goal}", number=max(1, number), goal=view.goal)
    result = _result(view.rounds[-1], view, t, names) if view.rounds else None
    return Page(where, title, hint, bool(choices), tuple(blocks), result)


def _bid_line(view: View, t: Texts) -> str:
    assert view.seat is not None
    bid = t.n_("You bid {n} trick", "You bid {n} tricks", view.bid or 0)
    held = t.n_("you hold {n}", "you hold {n}", view.tricks[view.seat])
    return f"{bid}, {held}. {words.trump_text(view.trump_card, t)}." if view.trump_card else f"{bid}, {held}."


def _words(view: View, choices: Sequence[ValknutMove], t: Texts, names: Sequence[str]) -> tuple[str, str]:
    if choices:
        yours = t._("It is your turn.")
        return {
            "bid": (t._("Make your bid."), t._("How many tricks will you hold at the end of the round?")),
            "play": (yours, t._("Play a card.")),
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
            Ask("", tuple(Option(words.describe_move(move, t, names), move=move) for move in answers))
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


def _trick(view: View, t: Texts, names: Sequence[str]) -> Rows:
    assert view.leader is not None
    rows = tuple(
        Row(names[(view.leader + place) % view.seats], words.card_label(code, t), cards=(card(code, t),))
        for place, code in enumerate(view.table)
    )
    return Rows(t._("In the trick"), rows)


def _last(view: View, t: Texts, names: Sequence[str]) -> Rows:
    trick = view.last
    assert trick is not None
    rows = tuple(
        Row(
            names[(trick.opener + place) % view.seats],
            words.card_label(code, t),
            turn=trick.winner == (trick.opener + place) % view.seats,
            cards=(card(code, t),),
        )
        for place, code in enumerate(trick.cards)
    )
    label = t._("The last trick")
    if trick.winner is None:
        label = f"{label}: {t._('The trick is destroyed.')}"
    return Rows(label, rows)


def _table(view: View, t: Texts, names: Sequence[str]) -> Rows:
    rows = []
    for seat, name in enumerate(names):
        if view.phase == "bid":
            state = t._("has bid") if view.has_bid[seat] else t._("bids")
            turn = not view.has_bid[seat]
        else:
            state = ", ".join(
                (
                    t.n_("{n} trick", "{n} tricks", view.tricks[seat]),
                    t.n_("{n} card in hand", "{n} cards in hand", view.cards[seat]),
                )
            )
            turn = view.turn == seat
        rows.append(Row(name, t.n_("{n} point", "{n} points", view.points[seat]), state, turn=turn))
    return Rows(t.n_("{n} card in the stock", "{n} cards in the stock", view.stock), tuple(rows))


def _result(result: RoundResult, view: View, t: Texts, names: Sequence[str]) -> Result:
    sentences = [words.round_reason(result, t, names), *words.round_scores(result, t, names)]
    if view.winners:
        sentences.append(t._("Won: {names}", names=t.listing([names[seat] for seat in view.winners])))
    rows = tuple(
        Row(name, t.n_("{n} point", "{n} points", view.points[seat]), turn=seat in result.winners)
        for seat, name in enumerate(names)
    )
    return Result(
        result.number, words.round_won(result, t, names), tuple(sentences), (Rows(t._("Points"), rows),)
    )
