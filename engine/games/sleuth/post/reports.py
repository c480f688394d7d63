"""What is told after a round: the public report for the zine, and a private note for each player.

Both are made from a `engine.games.sleuth.model.View`: the public report from the one that anybody may have, a note
from the player's own. What they may not tell, they do not have.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.core.text import Texts, texts
from engine.games.sleuth.box import HOLDERS, box
from engine.games.sleuth.grid import write_grid
from engine.games.sleuth.model import NO_TIPS, Answer, QuestionAnswered, RoundResult, Sheet, Tips, View, tips
from engine.games.sleuth.orders import describe_problem, template
from engine.games.sleuth.post.paper import (
    WIDTH,
    Hands,
    Lines,
    Part,
    Table,
    Title,
    Verbatim,
    pictured,
    to_html,
    to_text,
)
from engine.games.sleuth.post.reading import folded
from engine.games.sleuth.vocabulary import SINGULAR
from engine.games.sleuth.words import describe, gem_name, question_text

if TYPE_CHECKING:
    from engine.games.sleuth.post.folder import PostGame
    from engine.games.sleuth.post.reading import Entry


def texts_of(game: PostGame) -> Texts:
    """The texts in the language of the game."""
    return texts(game.settings.language)


def signed(points: int) -> str:
    """Points with their sign, as reports have them: ``+3``, ``−2``, ``0``."""
    return f"{points:+d}".replace("-", "−") if points else "0"


# The public report ----------------------------------------


def public_report(game: PostGame, number: int, t: Texts | None = None) -> list[Part]:
    """The report of round *number* for everybody; of round 0 the announcement of the game.

    It is in the game's language if *t* is None.
    """
    t = t or texts_of(game)
    view = game.view(None, number)
    if not number:
        return _announcement(game, view, t)
    result = view.results[number - 1]
    parts: list[Part] = [
        Title(t._("{name}: round {number} of VP-Sleuth", name=game.name, number=number), 1),
        Title(t._("Answers")),
        _answers(view, number, game.names, t),
        Title(t._("Points")),
        _points(view, result, game.names, t),
    ]
    parts += _remarks(view, result, game.names, t)
    if view.winners:
        parts += _end(view, game, t)
    else:
        parts += _next_round(game, view, t)
    return parts


def _announcement(game: PostGame, view: View, t: Texts) -> list[Part]:
    inside = box(view.settings.variant)
    lines = [
        t._("The gems are dealt: {hand} to each of A to G, one to X.", hand=inside.hand),
        t._("Players: {names}.", names=", ".join(game.names)),
    ]
    return [
        Title(t._("{name}: a game of VP-Sleuth begins", name=game.name), 1),
        Lines(tuple(lines)),
        *_next_round(game, view, t),
    ]


def _answers(view: View, number: int, names: Sequence[str], t: Texts) -> Part:
    answers = [answer for answer in view.answers if answer.round == number]
    if not answers:
        return Lines((t._("Nobody asked anything."),))
    return _answered(view, answers, names, t)


def _answered(view: View, answers: Sequence[Answer], names: Sequence[str], t: Texts) -> Lines:
    inside = box(view.settings.variant)
    return Lines(
        tuple([_answer_text(answer, names, t) for answer in answers]),
        tuple([" ".join(pictured(answer.question[2:], inside.types, inside.colours)) for answer in answers]),
    )


def _heads(view: View, t: Texts) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The heads of a grid, with the drawings of their type."""
    inside = box(view.settings.variant)
    words = SINGULAR[_language(t)]
    return tuple(
        [(words[kind].capitalize(), pictured(kind, inside.types, inside.colours)) for kind in inside.types]
    )


def _answer_text(answer: Answer, names: Sequence[str], t: Texts) -> str:
    return (
        describe(QuestionAnswered(answer.seat, answer.question, answer.count, answer.drawn), t, names) or ""
    )


def _points(view: View, result: RoundResult, names: Sequence[str], t: Texts) -> Part:
    seats = sorted(range(view.seats), key=lambda seat: (-view.points[seat], seat))
    rows = [
        (
            names[seat],
            signed(result.tips[seat]),
            signed(result.bonus[seat]),
            signed(result.points[seat]),
            str(view.points[seat]).replace("-", "−"),
        )
        for seat in seats
    ]
    return Table((t._("Player"), t._("Tips"), t._("Bonus"), t._("Round"), t._("Total")), tuple(rows))


def _remarks(view: View, result: RoundResult, names: Sequence[str], t: Texts) -> list[Part]:
    lines = []
    if result.missed:
        missed = t.listing([names[seat] for seat in result.missed])
        lines.append(t._("No orders came from: {names}.", names=missed))
    if result.cracked:
        found = t.listing([names[seat] for seat in result.cracked])
        lines.append(t._("Every gem found: {names}.", names=found))
    return [Lines(tuple(lines))] if lines else []


def _next_round(game: PostGame, view: View, t: Texts) -> list[Part]:
    blank = template(game.name, view.settings.variant, view.round, "", NO_TIPS, _language(t))
    return [
        Title(t._("Round {number}", number=view.round)),
        Lines(
            (
                t.n_(
                    "Everybody may ask {n} question. Please copy these lines and fill them in:",
                    "Everybody may ask {n} questions. Please copy these lines and fill them in:",
                    view.questions,
                ),
            )
        ),
        Verbatim(tuple(blank.rstrip("\n").split("\n")), _heads(view, t)),
    ]


def _end(view: View, game: PostGame, t: Texts) -> list[Part]:
    names = t.listing([game.names[seat] for seat in view.winners])
    points = view.points[view.winners[0]]
    if len(view.winners) > 1:
        told = t.n_(
            "{names} share the win with {n} point each.",
            "{names} share the win with {n} points each.",
            points,
            names=names,
        )
    else:
        told = t.n_("{name} wins with {n} point.", "{name} wins with {n} points.", points, name=names)
    gems = box(view.settings.variant).gems
    rows = []
    for holder in HOLDERS:
        held = [gem for gem, owner in zip(gems, view.tableau, strict=True) if owner == holder]
        rows.append((holder, ", ".join(gem_name(gem, t).replace(" ", "\u00a0") for gem in held), tuple(held)))
    tableau = tips(dict(zip(gems, view.tableau, strict=True)))
    parts: list[Part] = [
        Title(t._("The game is over")),
        Lines((told,)),
        Title(t._("The tableau")),
        Hands(tuple(rows)),
        Verbatim(tuple(_grid(view, tableau, NO_TIPS, t)), _heads(view, t)),
    ]
    for seat, name in enumerate(game.names):
        parts.append(Title(t._("All tips of {name}", name=name)))
        parts.append(Verbatim(tuple(_grids(view, [sheets[seat] for sheets in view.sheets], t))))
    return parts


def _language(t: Texts) -> str:
    return "de" if t.language == "de" else "en"


def _grid(view: View, sure: Tips, risk: Tips, t: Texts) -> list[str]:
    lines = write_grid(box(view.settings.variant), sure, risk, "", _language(t))
    return [" " + lines[0][1:], *lines[1:]]


def _grids(view: View, sheets: Sequence[Sheet], t: Texts) -> list[str]:
    """The grids of all rounds, as many side by side as there is room for."""
    blocks = []
    for number, sheet in enumerate(sheets, 1):
        lines = _grid(view, sheet.orders.sure, sheet.orders.risk, t)
        blocks.append([t._("Round {number}", number=number), *lines])
    width = max(len(line) for block in blocks for line in block) + 2
    beside = max(1, (WIDTH + 2) // width)
    found: list[str] = []
    for start in range(0, len(blocks), beside):
        if found:
            found.append("")
        row = blocks[start : start + beside]
        found += ["".join(line.ljust(width) for line in lines).rstrip() for lines in zip(*row, strict=True)]
    return found


# Private notes ----------------------------------------


def private_note(
    game: PostGame, seat: int, number: int, entry: Entry | None = None, t: Texts | None = None
) -> list[Part]:
    """The note of round *number* for *seat*; *entry* are the orders that counted, with their faults.

    It is in the game's language if *t* is None.
    """
    t = t or texts_of(game)
    view = game.view(seat, number)
    name = game.names[seat]
    if not number:
        return [
            Title(t._("{name}: for {player}", name=game.name, player=name), 1),
            *_own_template(game, view, name, NO_TIPS, t),
        ]
    sheet, result = view.own[number - 1], view.results[number - 1]
    parts: list[Part] = [
        Title(t._("{name}: round {number}, for {player}", name=game.name, number=number, player=name), 1),
        Lines(tuple(_own_result(view, sheet, result, seat, t))),
    ]
    answers = [answer for answer in view.answers if answer.round == number and answer.seat == seat]
    if answers:
        parts += [
            Title(t._("Your questions")),
            _answered(view, answers, game.names, t),
        ]
        replaced = _replaced(sheet, answers, t)
        if replaced:
            parts.append(Lines(tuple(replaced)))
    if entry is not None and entry.problems:
        parts += [
            Title(t._("Not understood in your orders")),
            Lines(tuple([describe_problem(problem, t) for problem in entry.problems])),
        ]
    if not view.winners:
        parts += _own_template(game, view, name, sheet.orders.sure, t)
    return parts


def _replaced(sheet: Sheet, answers: Sequence[Answer], t: Texts) -> list[str]:
    """For each own question that was a duplicate: which substitute was asked. Each question has its answer."""
    return [
        t._(
            "“{question}” had been asked already; instead your substitute was asked: “{substitute}”",
            question=question_text(question, t),
            substitute=question_text(answer.question, t),
        )
        for question, answer in zip(sheet.orders.questions, answers, strict=False)
        if question != answer.question and not answer.drawn
    ]


def _own_result(view: View, sheet: Sheet, result: RoundResult, seat: int, t: Texts) -> list[str]:
    sure, risk = sheet.orders.sure.count(), sheet.orders.risk.count()
    lines = []
    if sheet.missed and view.settings.nmr == "repeat" and result.number > 1:
        lines.append(t._("No orders came from you. Your sure tips of the round before were repeated."))
    elif sheet.missed:
        lines.append(t._("No orders came from you."))
    counts = ", ".join(
        [t.n_("{n} sure tip", "{n} sure tips", sure), t.n_("{n} risk tip", "{n} risk tips", risk)]
    )
    lines.append(
        t._(
            "Your tips: {counts}. They bring {points}.",
            counts=counts,
            points=signed(result.tips[seat]),
        )
    )
    if sheet.hint:
        lines.append(t._("At least one of your sure tips is wrong."))
    if result.bonus[seat]:
        lines.append(t._("Bonus: {points}.", points=signed(result.bonus[seat])))
    lines.append(t._("Total: {points}.", points=str(view.points[seat]).replace("-", "−")))
    return lines


def _own_template(game: PostGame, view: View, name: str, sure: Tips, t: Texts) -> list[Part]:
    lines = template(game.name, view.settings.variant, view.round, name, sure, _language(t))
    return [
        Title(t._("Your orders for round {number}", number=view.round)),
        Lines((t._("Please copy these lines and fill them in:"),)),
        Verbatim(tuple(lines.rstrip("\n").split("\n")), _heads(view, t)),
    ]


# Files ----------------------------------------


def note_name(game: PostGame, seat: int) -> str:
    """The file name of a player's note, without its ending."""
    plain = folded(game.names[seat])
    return f"{seat + 1:02}-{plain.encode('ascii', 'ignore').decode()[:24] or 'player'}"


def entries_that_counted(
    game: PostGame, number: int, entries: Sequence[Entry] | None = None
) -> dict[int, Entry]:
    """The orders of round *number* by seat, from *entries* or read once more from its mails, for their faults."""
    if not number:
        return {}
    found = game.entries(number) if entries is None else entries
    return {entry.seat: entry for entry in found if entry.counts and entry.seat is not None}


def round_files(game: PostGame, number: int, entries: Sequence[Entry] | None = None) -> dict[str, str]:
    """The files of round *number*: the public report as text and page, and a note for each player."""
    public = public_report(game, number)
    files = {"report.txt": to_text(public), "report.html": to_html(public, game.settings.language)}
    counted = entries_that_counted(game, number, entries)
    for seat in range(len(game.players)):
        note = private_note(game, seat, number, counted.get(seat))
        files[f"{note_name(game, seat)}.txt"] = to_text(note)
    return files
