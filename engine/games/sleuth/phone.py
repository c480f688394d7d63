"""VP-Sleuth on a phone: the order sheet with questions and tips, all answers, and the points."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.page import Block, Card, Field, Page, Result, Row, Rows, Say, Write
from engine.core.text import Texts
from engine.games.sleuth import words
from engine.games.sleuth.box import ASKED, HOLDERS, box
from engine.games.sleuth.forms import SUBSTITUTES, OrderForm
from engine.games.sleuth.model import Nmr, Orders, RoundResult, View

SURE, RISK = "!", "?"
"""How a tip's value ends in the form."""


def page(view: View, choices: Sequence[Orders | Nmr], t: Texts, names: Sequence[str]) -> Page:
    """The page of the view's seat (an onlooker's, if it has none)."""
    blocks: list[Block] = []
    if isinstance(choices, OrderForm):
        blocks.append(_form(view, choices, t))
    if view.own and view.own[-1].hint:
        blocks.append(Say(t._("At least one of your sure tips of the last round is wrong."), "warning"))
    blocks.append(_points(view, t, names))
    if view.answers:
        blocks.append(_answers(view, t, names))
    if view.tableau:
        blocks.insert(-1 if view.answers else len(blocks), _tableau(view, t))
    elif view.orders is not None:
        blocks.append(Say(words.describe_move(view.orders, t, names), "muted"))
    where = t._("Round {number}", number=max(1, view.round))
    title, hint = _words(view, bool(choices), t, names)
    result = _result(view.results[-1], view, t, names) if view.results else None
    return Page(where, title, hint, bool(choices), tuple(blocks), result)


def _words(view: View, active: bool, t: Texts, names: Sequence[str]) -> tuple[str, str]:
    if active:
        hint = t._(
            "Orders stay secret until everybody has given them. The tips of the last round stand there."
        )
        return t._("Give your orders."), hint
    if view.winners:
        return t._("The game is over."), t._(
            "Won: {names}", names=t.listing([names[s] for s in view.winners])
        )
    open_seats = [names[s] for s in range(view.seats) if not view.given[s] and s not in view.missing]
    if open_seats:
        return t._("The orders are being given."), t._("Missing: {names}", names=t.listing(open_seats))
    return t._("The questions are being answered."), ""


def _form(view: View, form: OrderForm, t: Texts) -> Write:
    inside = box(form.variant)
    lists: dict[str, tuple[tuple[str, ...], ...]] = {
        "asked": (("", t._("Who?")), *((holder, holder) for holder in ASKED)),
        "what": (("", t._("What for?")), *((name, words.asked_for(name, t)) for name in inside.sets)),
        "place": (
            ("", "–"),
            *((holder + SURE, t._("{holder}, sure", holder=holder), holder) for holder in HOLDERS),
            *((holder + RISK, t._("{holder}, at risk", holder=holder), holder.lower()) for holder in HOLDERS),
        ),
    }
    fields: list[Field] = []
    questions, substitutes = [], []
    for n in range(form.questions):
        label = t._("Question {number}", number=n + 1) if form.questions > 1 else t._("Your question")
        questions.append(_question(f"q{n}", label, "", fields, t))
    if form.substitutes:
        fold = t._("Substitutes, if the question was answered already")
        for n in range(SUBSTITUTES):
            label = t._("Substitute {number}", number=n + 1)
            substitutes.append(_question(f"s{n}", label, fold, fields, t))
    before = view.own[-1].orders if view.own else None
    for gem in form.gems:
        value = ""
        if before is not None:
            sure, risk = before.sure.holder(gem), before.risk.holder(gem)
            value = f"{sure}{SURE}" if sure else f"{risk}{RISK}" if risk else ""
        kind = words.asked_for(gem[0], t).capitalize()
        fields.append(
            Field(
                f"tip:{gem}",
                words.gem_name(gem, t),
                value=value,
                of="place",
                group=t._("Tips: {type}", type=kind),
                drawing=f"sleuth/gems/{gem[:2]}.svg",
                pips=int(gem[2]),
            )
        )
    move = {
        "do": "orders",
        "questions": {"some": questions},
        "substitutes": {"some": substitutes},
        "sure": {"map": "tip:", "ending": SURE},
        "risk": {"map": "tip:", "ending": RISK},
    }
    across = 6 if len(inside.numbers) == 3 else 4  # the numbers of a colour side by side
    name = f"orders:{view.round}"
    return Write("", tuple(fields), move, t._("Hand in the orders"), lists, name, across)


def _question(name: str, label: str, fold: str, fields: list[Field], t: Texts) -> dict[str, object]:
    fields.append(Field(f"{name}-asked", t._("Who is asked"), of="asked", group=label, fold=fold))
    fields.append(Field(f"{name}-what", t._("What for"), of="what", group=label, fold=fold))
    return {"join": [{"field": f"{name}-asked"}, ":", {"field": f"{name}-what"}]}


def _points(view: View, t: Texts, names: Sequence[str]) -> Rows:
    rows = []
    for seat, name in enumerate(names):
        state = ""
        if not view.winners:
            state = t._("gives no orders") if seat in view.missing else ""
            state = state or (t._("has given orders") if view.given[seat] else t._("is thinking"))
        points = t.n_("{n} point", "{n} points", view.points[seat] if view.points else 0)
        rows.append(Row(name, points, state, turn=seat in view.winners))
    return Rows(t._("Points"), tuple(rows))


def _tableau(view: View, t: Texts) -> Rows:
    """Where every gem was, a line a holder."""
    gems = box("large" if len(view.tableau) == len(box("large").gems) else "standard").gems
    rows = tuple(
        Row(
            holder,
            cards=tuple(
                Card(f"sleuth/gems/{gem[:2]}.svg", name=words.gem_name(gem, t), pips=int(gem[2]))
                for gem, owner in zip(gems, view.tableau, strict=True)
                if owner == holder
            ),
        )
        for holder in HOLDERS
    )
    return Rows(t._("Where the gems were"), rows)


def _answers(view: View, t: Texts, names: Sequence[str]) -> Rows:
    rows = tuple(
        Row(
            words.question_text(answer.question, t),
            str(answer.count),
            t._("Round {number}, {name}", number=answer.round, name=names[answer.seat]),
        )
        for answer in reversed(view.answers)
    )
    return Rows(t._("All answers, newest first"), rows)


def _result(result: RoundResult, view: View, t: Texts, names: Sequence[str]) -> Result:
    told = [answer for answer in view.answers if answer.round == result.number]
    asked = tuple(
        Row(words.question_text(answer.question, t), str(answer.count), names[answer.seat]) for answer in told
    )
    blocks = (Rows(t._("The answers"), asked),) if asked else ()
    title = t._("Round {number} is over.", number=result.number)
    return Result(result.number, title, (words.round_scored(result, t, names),), blocks)
