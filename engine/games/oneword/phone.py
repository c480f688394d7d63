"""Ein Wort on a phone: the term or the hints, what to write, and how far the others are."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.page import (
    Ask,
    Block,
    Field,
    Option,
    Page,
    Row,
    Rows,
    Say,
    Slip,
    Slips,
    Word,
    Write,
)
from engine.core.text import Texts
from engine.games.oneword import words
from engine.games.oneword.model import (
    HIT,
    MISS,
    PASS,
    VOID,
    Card,
    Checked,
    Counts,
    Different,
    Next,
    OneWordMove,
    Pass,
    Restore,
    Show,
    Strike,
    View,
    Written,
)
from engine.games.oneword.typed import MAX_ANSWER, MAX_LETTERS


def page(view: View, choices: Sequence[OneWordMove], t: Texts, names: Sequence[str]) -> Page:
    """The page of the view's seat (an onlooker's, if it has none)."""
    blocks: list[Block] = []
    if view.term and view.phase in ("hints", "check", "guess"):
        blocks.append(Word(view.term, t._("The term")))
    blocks += {"hints": _hints, "check": _check, "guess": _guess, "result": _result}.get(
        view.phase, _nothing
    )(view, t, names)
    where = t._("Card {number} · {made} made", number=view.number, made=view.made)
    if view.phase == "over":
        title = t._("The game is over.")
        made = t._("{score} of {of} cards made.", score=view.made, of=view.of)
        hint = f"{made} {words.rating(view.made, view.of, t)}"
        return Page(where, title, hint, False, (_cards(view, t, names),) if view.cards else ())
    blocks.append(_table(view, t, names))
    active = bool(choices) or (view.phase == "guess" and view.seat is not None and view.seat == view.guesser)
    title, hint = words.task(view, t, names), ""
    if view.phase == "result" and view.guesser is not None:
        # What became of the card is the news; what to do then says the button.
        card = Card(
            view.number,
            view.term,
            view.guesser,
            view.hints,
            view.answer,
            view.result,
            view.counted,
            view.lost,
        )
        title, hint = words.card_result(card, t), "" if "next" in view.may else title
    return Page(where, title, hint, active, tuple(blocks))


def _nothing(view: View, t: Texts, names: Sequence[str]) -> list[Block]:
    return []


def _hints(view: View, t: Texts, names: Sequence[str]) -> list[Block]:
    blocks: list[Block] = []
    if "hint" in view.may:
        two = view.needed == 2
        fields = tuple(
            Field(
                f"hint{n}",
                t._("Hint {number}", number=n + 1) if two else t._("Your hint"),
                MAX_LETTERS,
                view.own[n] if n < len(view.own) else "",
            )
            for n in range(view.needed)
        )
        move = {"do": "hint", "words": [{"field": field.name} for field in fields]}
        act = t._("Change the hint") if view.own else t._("Hand it in")
        told = t._("One word, without blanks. Equal hints cancel each other.")
        blocks.append(Write("" if view.own else told, fields, move, act, name=f"hint:{view.number}"))
    done, of = sum(view.has_written), sum(view.present) - 1
    blocks.append(Say(t._("Hints written: {count} of {of}.", count=done, of=of), "muted"))
    return blocks


def _check(view: View, t: Texts, names: Sequence[str]) -> list[Block]:
    if not view.hints:
        return []
    blocks: list[Block] = []
    if {"strike", "restore"} & set(view.may):
        options = []
        for number, hint in enumerate(view.hints):
            move: OneWordMove = Restore(number) if hint.struck else Strike(number)
            able = ("restore" if hint.struck else "strike") in view.may
            act = words.describe_move(move, t, names)
            options.append(
                Option(
                    hint.word,
                    note=_writer(hint, t, names),
                    move=move if able else None,
                    act=act if able else "",
                    struck=hint.struck,
                )
            )
        blocks.append(
            Ask(t._("The hints; choose one to strike it, or to let it stand"), tuple(options), "slips")
        )
    else:
        blocks.append(_slips(view.hints, t, names))
    if view.pairs and "different" in view.may:
        pairs = tuple(
            Option(
                t.listing([words.quoted(view.hints[n].word, t) for n in pair]),
                move=Different(pair),
                act=words.describe_move(Different(pair), t, names),
            )
            for pair in view.pairs
        )
        blocks.append(Ask(t._("Taken for the same word"), pairs))
    blocks += _simple(view, t, names, Show(), Checked())
    return blocks


def _guess(view: View, t: Texts, names: Sequence[str]) -> list[Block]:
    blocks: list[Block] = []
    if view.hints:
        left = tuple(hint for hint in view.hints if not hint.struck)
        blocks.append(_slips(left, t, names) if left else Say(t._("No hint is left.")))
    else:
        blocks.append(Say(t._("No hint is left.")))
    if "guess" in view.may:
        field = Field("answer", t._("Your answer"), MAX_ANSWER)
        move = {"do": "guess", "word": {"field": "answer"}}
        blocks.append(Write("", (field,), move, t._("Answer"), name=f"answer:{view.number}"))
        options = (Option(t._("Pass"), move=Pass(), act=t._("Pass")),)
        blocks.append(Ask(t._("A wrong answer costs another card, passing does not."), options, "acts"))
    return blocks


def _result(view: View, t: Texts, names: Sequence[str]) -> list[Block]:
    blocks: list[Block] = [Word(view.term, t._("The term"))]
    if view.answer is not None:
        blocks.append(Say(t._("The answer: {word}", word=words.quoted(view.answer, t))))
    if view.hints:
        blocks.append(_slips(view.hints, t, names))
    blocks += _simple(view, t, names, Next(), Counts())
    return blocks


def _writer(hint: Written, t: Texts, names: Sequence[str]) -> str:
    """Who wrote a hint, and why it is struck."""
    if hint.seat < 0:
        return ""
    name = names[hint.seat]
    if hint.reason == "same":
        return t._("{name}, struck as equal", name=name)
    return t._("{name}, struck", name=name) if hint.struck else name


def _slips(hints: Sequence[Written], t: Texts, names: Sequence[str]) -> Slips:
    slips = tuple(Slip(hint.word, _writer(hint, t, names), hint.struck) for hint in hints)
    return Slips(t._("Hints"), slips)


def _simple(view: View, t: Texts, names: Sequence[str], *moves: OneWordMove) -> list[Block]:
    """Those of *moves* that the seat may make, as buttons."""
    may = [move for move in moves if move.__struct_config__.tag in view.may]
    if not may:
        return []
    acts = tuple(Option(words.describe_move(move, t, names), move=move) for move in may)
    return [Ask("", acts, "acts")]


def _table(view: View, t: Texts, names: Sequence[str]) -> Rows:
    rows = []
    for seat, name in enumerate(names):
        if not view.present[seat]:
            rows.append(Row(name, state=t._("has left"), gone=True))
            continue
        state = ""
        if seat == view.guesser:
            state = t._("guesses")
        elif view.phase == "hints":
            state = t._("has written") if view.has_written[seat] else t._("is writing")
        rows.append(Row(name, state=state, turn=seat == view.guesser))
    label = t.n_("At the table, {n} card left", "At the table, {n} cards left", view.left)
    return Rows(label, tuple(rows))


def _cards(view: View, t: Texts, names: Sequence[str]) -> Rows:
    """All cards of the game, in their order."""
    rows = []
    for card in view.cards:
        guesser = t._("{name} guessed", name=names[card.guesser])
        if card.answer is not None and card.result != HIT:
            guesser = t._("{name}: {word}", name=names[card.guesser], word=words.quoted(card.answer, t))
        outcome = {
            HIT: t._("made"),
            PASS: t._("passed"),
            MISS: t._("wrong"),
            VOID: t._("does not count"),
        }[card.result]
        rows.append(Row(card.term, outcome, guesser, turn=card.result == HIT))
    return Rows(t._("All cards"), tuple(rows))
