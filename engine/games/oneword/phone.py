"""Ein Wort on a phone: the term or the hints, what to write, and how far the others are."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.page import Ask, Block, Field, Option, Page, Result, Row, Rows, Say, Word, Write
from engine.core.text import Texts
from engine.games.oneword import words
from engine.games.oneword.model import (
    Abort,
    Card,
    Checked,
    Counts,
    Different,
    Next,
    OneWordMove,
    Pass,
    PassForGuesser,
    Remove,
    Restore,
    Show,
    SkipMissing,
    Strike,
    View,
)
from engine.games.oneword.typed import MAX_ANSWER, MAX_LETTERS

_HELP = frozenset({"skip_missing", "pass_for_guesser", "remove", "abort"})


def page(view: View, choices: Sequence[OneWordMove], t: Texts, names: Sequence[str]) -> Page:
    """The page of the view's seat (an onlooker's, if it has none)."""
    blocks: list[Block] = []
    if view.term and view.phase in ("hints", "check", "guess"):
        blocks.append(Word(view.term, t._("The term")))
    blocks += {"hints": _hints, "check": _check, "guess": _guess, "result": _result}.get(
        view.phase, _nothing
    )(view, t, names)
    blocks.append(_table(view, t, names))
    helps = _help(view, t, names)
    if helps:
        blocks.append(Ask(t._("If somebody is missing"), helps))
    where = t._(
        "Card {number} · {made} made · {left} left", number=view.number, made=view.made, left=view.left
    )
    if view.phase == "over":
        title = t._("The game is over.")
        made = t._("{score} of {of} cards made.", score=view.made, of=view.of)
        hint = f"{made} {words.rating(view.made, view.of, t)}"
        last = view.cards[-1] if view.cards else None
        return Page(where, title, hint, False, tuple(blocks), None if last is None else _card(last, t, names))
    active = bool(choices) or (view.phase == "guess" and view.seat is not None and view.seat == view.guesser)
    return Page(where, words.task(view, t, names), "", active, tuple(blocks))


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
        blocks.append(
            Write(t._("One word, without blanks. Equal hints cancel each other."), fields, move, act)
        )
    done, of = sum(view.has_written), sum(view.present) - 1
    blocks.append(Say(t._("Hints written: {count} of {of}.", count=done, of=of), "muted"))
    return blocks


def _check(view: View, t: Texts, names: Sequence[str]) -> list[Block]:
    if not view.hints:
        return []
    blocks: list[Block] = []
    options = []
    for number, hint in enumerate(view.hints):
        line = words.hint_line(hint, t, names)
        if ("restore" if hint.struck else "strike") not in view.may:
            blocks.append(Say(line, "struck" if hint.struck else ""))
            continue
        move: OneWordMove = Restore(number) if hint.struck else Strike(number)
        options.append(Option(line, note="", move=move, act=words.describe_move(move, t, names)))
    if options:
        blocks.append(Ask(t._("The hints; choose one to strike it, or to let it stand"), tuple(options)))
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
        rows = tuple(Row(words.quoted(hint.word, t)) for hint in view.hints if not hint.struck)
        blocks.append(Rows(t._("Hints"), rows))
    else:
        blocks.append(Say(t._("No hint is left.")))
    if "guess" in view.may:
        field = Field("answer", t._("Your answer"), MAX_ANSWER)
        move = {"do": "guess", "word": {"field": "answer"}}
        blocks.append(Write("", (field,), move, t._("Answer")))
        options = (Option(t._("Pass"), move=Pass(), act=t._("Pass")),)
        blocks.append(Ask(t._("A wrong answer costs another card, passing does not."), options))
    return blocks


def _result(view: View, t: Texts, names: Sequence[str]) -> list[Block]:
    last = view.cards[-1] if view.cards else None
    blocks: list[Block] = [Word(view.term, t._("The term"))]
    if last is not None and last.number == view.number:
        blocks.append(Say(words.card_result(last, t)))
    if view.answer is not None:
        blocks.append(Say(t._("The answer: {word}", word=words.quoted(view.answer, t))))
    blocks += [Say(words.hint_line(hint, t, names), "struck" if hint.struck else "") for hint in view.hints]
    blocks += _simple(view, t, names, Counts(), Next())
    return blocks


def _simple(view: View, t: Texts, names: Sequence[str], *moves: OneWordMove) -> list[Block]:
    """Those of *moves* that the seat may make, as buttons."""
    may = [move for move in moves if move.__struct_config__.tag in view.may]
    if not may:
        return []
    return [Ask("", tuple(Option(words.describe_move(move, t, names), move=move) for move in may))]


def _help(view: View, t: Texts, names: Sequence[str]) -> tuple[Option, ...]:
    """What the host may do for the table."""
    moves: list[OneWordMove] = []
    if not _HELP & set(view.may):
        return ()
    if "skip_missing" in view.may:
        moves.append(SkipMissing())
    if "pass_for_guesser" in view.may:
        moves.append(PassForGuesser())
    if "remove" in view.may:
        moves += [Remove(seat) for seat, here in enumerate(view.present) if here and seat != view.seat]
    if "abort" in view.may:
        moves.append(Abort())
    labels = [words.describe_move(move, t, names) for move in moves]
    return tuple(Option(label, move=move, act=label) for label, move in zip(labels, moves, strict=True))


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
    return Rows(t._("At the table"), tuple(rows))


def _card(card: Card, t: Texts, names: Sequence[str]) -> Result:
    lines = tuple(
        Say(words.hint_line(hint, t, names), "struck" if hint.struck else "") for hint in card.hints
    )
    return Result(card.number, words.card_result(card, t), (), lines)
