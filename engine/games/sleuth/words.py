"""VP-Sleuth in words: gems, questions, events, orders, results, facts and reasons, in both languages.

Read one after another the sentences tell the game as a story. An event whose news another line tells already has no
line of its own: `describe` gives None for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.bots.base import Advice
from engine.core.game import Event
from engine.core.rulebook import plain
from engine.core.text import Texts
from engine.games.sleuth.box import HOLDERS, TYPES, box
from engine.games.sleuth.deduction.conflicts import Conflict
from engine.games.sleuth.deduction.facts import Fact, FromAnswer, FromHint, FromTotal
from engine.games.sleuth.deduction.reasons import Reason
from engine.games.sleuth.model import (
    GameEnded,
    HintGiven,
    Nmr,
    Orders,
    OrdersGiven,
    OrdersMissed,
    QuestionAnswered,
    RoundResult,
    RoundScored,
    RoundStarted,
    TableauDealt,
    Tips,
)
from engine.games.sleuth.vocabulary import SINGULAR, phrase, sentence

# Gems and questions ----------------------------------------


def _language(t: Texts) -> str:
    return "de" if t.language == "de" else "en"


def element_name(element: str, t: Texts) -> str:
    """The name of a type, colour or number: ``ruby``, ``red``, ``3``."""
    return element if element.isdigit() else SINGULAR[_language(t)][element]


def gem_name(gem: str, t: Texts) -> str:
    """A gem by its name: ``red diamond 1``."""
    return t._(
        "{colour} {type} {number}",
        colour=element_name(gem[1], t),
        type=element_name(gem[0], t),
        number=gem[2],
    )


def question_text(question: str, t: Texts) -> str:
    """A question in words: ``How many red ones does B have?``"""
    return sentence(question, _language(t))


def asked_for(elements: str, t: Texts) -> str:
    """What a question asks for: ``red ones``, ``diamonds``."""
    return phrase(elements, _language(t))


def tips_text(tips: Tips, t: Texts) -> str:
    """Tips as a list: ``A: red diamond 1, blue pearl 2; X: green opal 3``; a dash if there are none."""
    by_holder: dict[str, list[str]] = {}
    for gem, holder in tips.items():
        by_holder.setdefault(holder, []).append(gem_name(gem, t))
    parts = [f"{holder}: {', '.join(by_holder[holder])}" for holder in HOLDERS if holder in by_holder]
    return "; ".join(parts) or "–"


# Events ----------------------------------------


def describe(event: Event, t: Texts, names: Sequence[str]) -> str | None:
    """*event* as a sentence for the log, or None if it needs no line of its own.

    Secrets have sentences too: only those who may know an event are given it.
    """
    match event:
        case TableauDealt():
            return t._("{gems} gems are dealt to the holders A to G and X.", gems=event.gems)
        case RoundStarted():
            return t.n_(
                "Round {number}: everybody may ask {n} question.",
                "Round {number}: everybody may ask {n} questions.",
                event.questions,
                number=event.number,
            )
        case OrdersGiven():
            return t._("{name} has given orders.", name=names[event.seat])
        case OrdersMissed():
            return t._("{name} gives no orders.", name=names[event.seat])
        case QuestionAnswered():
            asked = question_text(event.question, t)
            if event.drawn:
                return t._(
                    "Drawn for {name}: {question} – {count}.",
                    name=names[event.seat],
                    question=asked,
                    count=event.count,
                )
            return t._(
                "{name}: {question} – {count}.", name=names[event.seat], question=asked, count=event.count
            )
        case RoundScored():
            return round_scored(event.result, t, names)
        case HintGiven():
            return t._("{name}: at least one of your sure tips is wrong.", name=names[event.seat])
        case GameEnded():
            winners = t.listing([names[seat] for seat in event.winners])
            points = event.points[event.winners[0]]
            if len(event.winners) > 1:
                return t.n_(
                    "{names} share the win with {n} point each.",
                    "{names} share the win with {n} points each.",
                    points,
                    names=winners,
                )
            return t.n_("{name} wins with {n} point.", "{name} wins with {n} points.", points, name=winners)
    return None


# Results ----------------------------------------


def round_scored(result: RoundResult, t: Texts, names: Sequence[str]) -> str:
    """A finished round in one or two sentences: points by player, the bonus in brackets, who found everything."""
    parts = []
    for seat, name in enumerate(names[: len(result.points)]):
        points = f"{result.points[seat]:+d}".replace("-", "−") if result.points[seat] else "0"
        bonus = result.bonus[seat]
        if bonus:
            points = t._("{points} (bonus {bonus})", points=points, bonus=bonus)
        parts.append(f"{name} {points}")
    told = t._("Round {number} brings: {points}.", number=result.number, points=", ".join(parts))
    if result.cracked:
        found = t.listing([names[seat] for seat in result.cracked])
        told += " " + t._("Every gem found: {names}.", names=found)
    return told


def tableau_text(tableau: str, t: Texts) -> str:
    """A tableau, a line a holder: ``A: red diamond 1, …``."""
    gems = box("large" if len(tableau) == 120 else "standard").gems
    lines = []
    for holder in HOLDERS:
        held = [gem_name(gem, t) for gem, owner in zip(gems, tableau, strict=True) if owner == holder]
        lines.append(f"{holder}: {', '.join(held)}")
    return "\n".join(lines)


# Moves ----------------------------------------


def describe_move(move: Orders | Nmr, t: Texts, names: Sequence[str]) -> str:
    """Orders as a tip or a log names them: questions, substitutes, and how many tips."""
    if isinstance(move, Nmr):
        return t._("No orders")
    parts = [question_text(question, t) for question in move.questions]
    if not parts:
        parts = [t._("No question.")]
    if move.substitutes:
        instead = " / ".join(
            f"{question[0]}: {asked_for(question[2:], t)}" for question in move.substitutes[:3]
        )
        parts.append(t._("Instead, if need be: {questions}.", questions=instead))
    parts.append(_counted(move.sure.count(), move.risk.count(), t))
    return " ".join(parts)


def _counted(sure: int, risk: int, t: Texts) -> str:
    return t._(
        "{sure}, {risk}.",
        sure=t.n_("{n} sure tip", "{n} sure tips", sure),
        risk=t.n_("{n} risk tip", "{n} risk tips", risk),
    )


def describe_advice(advice: Advice, t: Texts, names: Sequence[str]) -> str:
    """A tip with its reason, in a few sentences."""
    numbers = advice.numbers
    bits = t.number(numbers.get("tenths", 0) / 10)
    reasons = {
        "question": lambda: t._("The question is expected to bring {bits} bits.", bits=bits),
        "no_question": lambda: t._("No question can bring anything more."),
        "in_haste": lambda: t._("There was time for what is certain only."),
    }
    sentences = [describe_move(advice.move, t, names), reasons[advice.reason]()]
    probes = numbers.get("probes", 0)
    if numbers.get("risk", 0) > probes:
        sentences.append(
            t._("Risk tips are more likely right than their price asks.")
            if not probes
            else t._("The other risk tips are more likely right than their price asks.")
        )
    if probes:
        about = t.n_(
            "{n} risk tip is more likely wrong; what its points tell is worth more than it costs.",
            "{n} risk tips are more likely wrong; what their points tell is worth more than they cost.",
            probes,
        )
        sentences.insert(2, about)
    return " ".join(sentences)


# Deduction ----------------------------------------


def describe_fact(fact: Fact, variant: str, t: Texts, names: Sequence[str] = ()) -> str:
    """A fact as one names it: ``Round 3: B has 2 red ones``."""
    source = fact.source
    if isinstance(source, FromAnswer):
        answer = source.answer
        return t._(
            "Round {number}: {holder} has {count} {gems}",
            number=answer.round,
            holder=answer.question[0],
            count=answer.count,
            gems=asked_for(answer.question[2:], t),
        )
    if isinstance(source, FromTotal):
        return t._(
            "Round {number}: {right} of your {tips} tips were right",
            number=source.round,
            right=source.right,
            tips=source.tips,
        )
    if isinstance(source, FromHint):
        if source.told:
            return t._("Round {number}: at least one of your sure tips was wrong", number=source.round)
        return t._("Round {number}: none of your sure tips was wrong", number=source.round)
    gem = gem_name(box(variant).gems[source.gem], t)
    if source.here:
        return t._("your mark: {gem} is at {holder}", gem=gem, holder=HOLDERS[source.holder])
    return t._("your mark: {gem} is not at {holder}", gem=gem, holder=HOLDERS[source.holder])


def describe_reason(
    gem: str, holder: str, here: bool, reason: Reason, variant: str, t: Texts, names: Sequence[str] = ()
) -> str:
    """Why a gem must be at a holder, or can't be: the sentence, and a line for each fact."""
    name = gem_name(gem, t)
    if not reason.facts:
        return (
            t._("{gem} must be at {holder}, by the rules alone.", gem=name, holder=holder)
            if here
            else t._("{gem} can't be at {holder}, by the rules alone.", gem=name, holder=holder)
        )
    head = (
        t._("{gem} must be at {holder}, because:", gem=name, holder=holder)
        if here
        else t._("{gem} can't be at {holder}, because:", gem=name, holder=holder)
    )
    return "\n".join([head, *_facts(reason.facts, variant, t, names)])


def describe_conflict(conflict: Conflict, variant: str, t: Texts, names: Sequence[str] = ()) -> str:
    """Which facts can't all be true: a sentence, and a line for each. Says whether no smaller set is to be had."""
    if len(conflict.facts) == 1:
        head = t._("This can't be true:")
    elif conflict.smallest:
        head = t._("The smallest set of facts that can't all be true:")
    else:
        head = t._("A small set of facts that can't all be true:")
    return "\n".join([head, *_facts(conflict.facts, variant, t, names)])


def _facts(facts: Iterable[Fact], variant: str, t: Texts, names: Sequence[str]) -> list[str]:
    return [f"• {describe_fact(fact, variant, t, names)}" for fact in facts]


# Rules ----------------------------------------


def short_rules(t: Texts) -> list[tuple[str, str]]:
    """The rules on one page as plain text: headings with a text each. `rulebook` has them in blocks."""
    from engine.games.sleuth import rulebook

    return plain(rulebook.short_rules(t))


def full_rules(t: Texts) -> list[tuple[str, str]]:
    """The complete rules as plain text: headings with a text each."""
    from engine.games.sleuth import rulebook

    return plain(rulebook.full_rules(t))


def type_names(variant: str, t: Texts) -> list[str]:
    """The types of a variant in their order."""
    return [element_name(kind, t) for kind in TYPES if kind in box(variant).types]
