"""Geheimer Brief on a phone: the own hand, what to do now, and the table in short."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from engine.core.page import Ask, Block, Card, Cards, Option, Page, Result, Row, Rows, Say
from engine.core.text import Texts
from engine.games.letter import words
from engine.games.letter.model import LETTER, Play, RoundResult, View
from engine.games.letter.rules import GAME


@lru_cache(maxsize=64)
def card(value: int, t: Texts) -> Card:
    """The face of the card with the value *value*."""
    return Card(f"letter/faces/{value}.svg", str(value), words.card_name(value, t), words.card_text(value, t))


def page(view: View, choices: Sequence[Play], t: Texts, names: Sequence[str]) -> Page:
    """The page of the view's seat (an onlooker's, if it has none)."""
    blocks: list[Block] = []
    if choices:
        blocks.append(_which_card(view, choices, t, names))
    elif view.hand and view.turn is not None:
        blocks.append(Cards(t._("Your hand"), tuple(card(value, t) for value in view.hand)))
    known = [(seat, value) for seat, value in enumerate(view.known) if value and view.turn is not None]
    for seat, value in known:
        blocks.append(
            Say(t._("You know: {name} has {card}.", name=names[seat], card=words.card_label(value, t)))
        )
    blocks.append(_table(view, t, names))
    if view.open_aside:
        blocks.append(
            Cards(t._("Set aside face up"), tuple(card(value, t) for value in view.open_aside), small=True)
        )
    title, hint = _words(view, choices, t, names)
    number = len(view.rounds) + (1 if view.turn is not None else 0)
    where = t._("Round {number} · goal {goal}", number=max(1, number), goal=view.goal)
    result = _result(view.rounds[-1], view, t, names) if view.rounds else None
    return Page(where, title, hint, bool(choices), tuple(blocks), result)


def _words(view: View, choices: Sequence[Play], t: Texts, names: Sequence[str]) -> tuple[str, str]:
    if choices:
        return t._("It is your turn."), t._("Play one of your two cards.")
    if view.winners:
        return t._("The match is over."), t._(
            "Won: {names}", names=t.listing([names[s] for s in view.winners])
        )
    if view.turn is None:
        return t._("The cards are dealt."), ""
    hint = ""
    if view.seat is not None and view.out[view.seat]:
        hint = t._("You are out of this round.")
    return t._("It is the turn of {name}.", name=names[view.turn]), hint


def _which_card(view: View, choices: Sequence[Play], t: Texts, names: Sequence[str]) -> Ask:
    options = []
    for value in view.hand:
        label = words.card_label(value, t)
        moves = [move for move in choices if move.card == value]
        if not moves:
            refusal = GAME.check(view, Play(value))
            why = refusal.text(t) if refusal is not None else ""
            options.append(Option(label, card(value, t), refused=why))
            continue
        warning = t._("Careful: this puts you out of the round.") if value == LETTER else ""
        if len(moves) == 1 and moves[0].target is None:
            options.append(
                Option(label, card(value, t), move=moves[0], act=t._("Play this card"), warning=warning)
            )
        else:
            options.append(Option(label, card(value, t), then=_whom(view, moves, t, names)))
    return Ask("", tuple(options), "cards")


def _whom(view: View, moves: Sequence[Play], t: Texts, names: Sequence[str]) -> Ask:
    options = []
    for target in sorted({move.target for move in moves if move.target is not None}):
        mine = [move for move in moves if move.target == target]
        own = target == view.seat
        label = t._("Yourself") if own else names[target]
        sure = view.known[target]
        note = t._("You know: {card}", card=words.card_label(sure, t)) if sure and not own else ""
        if len(mine) == 1 and mine[0].guess is None:
            act = t._("Play on yourself") if own else t._("Play against {name}", name=names[target])
            options.append(Option(label, note=note, move=mine[0], act=act))
        else:
            asked = t._("Which card does {name} have?", name=names[target])
            guesses = tuple(_guess(move, t, names) for move in mine)
            options.append(Option(label, note=note, then=Ask(asked, guesses, "cards")))
    return Ask(t._("Choose a player."), tuple(options))


def _guess(move: Play, t: Texts, names: Sequence[str]) -> Option:
    assert move.guess is not None
    assert move.target is not None
    face = replace(card(move.guess, t), text="")  # what it does is not what is asked here
    act = t._("Ask {name}: “{guess}?”", name=names[move.target], guess=move.guess)
    return Option(words.card_label(move.guess, t), face, move=move, act=act)


def _table(view: View, t: Texts, names: Sequence[str]) -> Rows:
    rows = []
    for seat, name in enumerate(names):
        # Everybody holds one card, whoever is to play a second one: that need not be said.
        state = ""
        if view.turn is not None and view.out[seat]:
            state = t._("out of the round")
        elif view.turn == seat:
            state = t._("to play")
        elif view.shielded[seat]:
            state = t._("protected")
        rows.append(
            Row(
                name,
                t.n_("{n} point", "{n} points", view.points[seat]),
                state,
                turn=view.turn == seat or seat in view.winners,
                gone=view.turn is not None and view.out[seat],
                cards=tuple(card(value, t) for value in view.rows[seat]),
            )
        )
    stock = t.n_("{n} card in the stock", "{n} cards in the stock", view.stock)
    return Rows(stock if view.turn is not None else t._("Points"), tuple(rows))


def _result(result: RoundResult, view: View, t: Texts, names: Sequence[str]) -> Result:
    rows = tuple(
        Row(
            name,
            t.n_("{n} point", "{n} points", view.points[seat]),
            words.card_label(result.hands[seat], t) if result.hands[seat] else t._("out of the round"),
            turn=seat in result.winners,
            cards=(card(result.hands[seat], t),) if result.hands[seat] else (),
        )
        for seat, name in enumerate(names)
    )
    sentences = [words.round_reason(result, t, names)]
    if view.winners:
        sentences.append(t._("Won: {names}", names=t.listing([names[seat] for seat in view.winners])))
    return Result(
        result.number, words.round_won(result, t, names), tuple(sentences), (Rows(t._("Points"), rows),)
    )
