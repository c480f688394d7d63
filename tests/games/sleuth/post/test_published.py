"""What was published reads as it was written, whatever became of the paper; and what a player may conclude from it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.text import texts
from engine.games.sleuth.box import HOLDERS, box
from engine.games.sleuth.deduction.facts import FromHint, FromTotal
from engine.games.sleuth.deduction.sheet import facts_of
from engine.games.sleuth.model import NO_ORDERS, Deal, Nmr, Orders, View, tips
from engine.games.sleuth.orders import describe_problem, plain_line
from engine.games.sleuth.post.following import carried, follow, games_of, view_of
from engine.games.sleuth.post.mails import mails_in
from engine.games.sleuth.post.paper import to_html, to_text
from engine.games.sleuth.post.published import Note, Report, Scored, Told, read
from engine.games.sleuth.post.reading import Player
from engine.games.sleuth.post.reports import private_note, public_report
from engine.games.sleuth.post.settings import PostSettings
from engine.play import referee
from tests.games.sleuth.post.desk import tableau_of

NAMES = ("Anna", "Ben-Ole & Co.", "Carla: die Große", "Brunhilde von und zu Hohenlohe-Langenburg"[:40], "7")
LAST = {"standard": 12, "large": 3}


@lru_cache(maxsize=32)
def match_of(variant: str, seats: int, seed: int) -> tuple[Any, list[list[Orders | None]]]:
    """A whole game with everybody's orders made up, and those orders by round and seat."""
    rng = Random(f"{variant} {seats} {seed}")
    inside = box(variant)
    names = NAMES[:seats]
    options = {"variant": variant, "hints": True, "max_rounds": LAST[variant]}
    port = referee.begin("sleuth", options, names, [Deal(tableau_of(variant), by_post=True)])
    given_orders: list[list[Orders | None]] = []
    for number in range(1, LAST[variant] + 1):
        row: list[Orders | None] = []
        for seat in range(seats):
            asked = rng.sample(inside.questions, rng.randint(0, inside.questions_in(number)))
            places = {gem: rng.choice(HOLDERS) for gem in rng.sample(inside.gems, rng.randint(0, 9))}
            sure = {gem: holder for gem, holder in places.items() if rng.random() < 0.5}
            risk = {gem: holder for gem, holder in places.items() if gem not in sure}
            orders = None if rng.random() < 0.2 else Orders(tuple(asked), (), tips(sure), tips(risk))
            row.append(orders)
            port.give(seat, orders or Nmr())
        given_orders.append(row)
    return port, given_orders


def played(variant: str, language: str, seats: int, seed: int) -> Any:
    """A whole game: what reports are made from, without a folder."""
    port, given_orders = match_of(variant, seats, seed)
    names = NAMES[:seats]
    known = PostSettings("Peru", language, tuple([Player(name) for name in names]))
    return SimpleNamespace(
        name="Peru",
        names=names,
        players=known.players,
        settings=known,
        rounds=port.rounds,
        view=port.view,
        given=given_orders,
    )


games = st.builds(
    played,
    st.sampled_from(["standard", "large"]),
    st.sampled_from(["de", "en"]),
    st.integers(1, len(NAMES)),
    st.integers(0, 2),
)


def wanted(game: Any, number: int) -> Report:
    """What the reader must find in the report of round *number*."""
    view: View = game.view(None, number)
    variant = view.settings.variant
    if not number:
        return Report("Peru", 0, variant, tuple(game.names))
    result = view.results[number - 1]
    order = sorted(range(view.seats), key=lambda seat: (-view.points[seat], seat))
    return Report(
        "Peru",
        number,
        variant,
        (),
        tuple(
            Told(game.names[one.seat], one.question, one.count, one.drawn)
            for one in view.answers
            if one.round == number
        ),
        tuple(
            Scored(
                game.names[seat],
                result.tips[seat],
                result.bonus[seat],
                result.points[seat],
                view.points[seat],
            )
            for seat in order
        ),
        tuple(game.names[seat] for seat in result.missed),
        bool(view.winners),
    )


# Round trips ----------------------------------------


@given(games, st.data())
@settings(deadline=None)
def test_what_is_published_is_read(game: Any, data: st.DataObject) -> None:
    """One report, or several one after another with the zine's own words between them, quoted or not."""
    numbers = data.draw(st.lists(st.integers(0, game.rounds), min_size=1, max_size=3, unique=True))
    pieces = ["Liebe Leute,\nhier das Neueste:\n"]
    for number in numbers:
        pieces.append(to_text(public_report(game, number)))
        pieces.append(
            data.draw(st.sampled_from(["", "Soweit.\n", "Diplomacy Wien\n\nRunde 7\nA Wie - Boh.\n"]))
        )
    text = "\n".join(pieces)
    match data.draw(st.integers(0, 5)):
        case 0:
            text = "> " + text.replace("\n", "\n> ")
        case 1:
            text = ">> " + text.replace("\n", "\r\n>> ")
        case 2:
            text = text.replace(" ", "\u00a0")
        case 3:
            text = "    " + text.replace("\n", "\n    ")
        case 4:
            text = re.sub(r"(?m)^[=-]+\n", "", text)  # the lines below titles and headings
    found = read(text)
    assert found.problems == ()
    assert list(found.reports) == [wanted(game, number) for number in numbers]
    for report in found.reports:
        assert "Peru" in plain_line(text.splitlines()[report.line - 1])


@given(games, st.data())
@settings(deadline=None)
def test_a_note_is_read(game: Any, data: st.DataObject) -> None:
    number = data.draw(st.integers(0, game.rounds))
    seat = data.draw(st.integers(0, len(game.names) - 1))
    found = read("Hallo!\n\n" + to_text(private_note(game, seat, number)))
    assert found.problems == ()
    assert found.reports == ()
    if not number:
        assert found.notes == (Note("Peru", 0, game.names[seat]),)
        return
    view: View = game.view(seat, number)
    sheet = view.own[number - 1]
    assert found.notes == (
        Note(
            "Peru",
            number,
            game.names[seat],
            sheet.orders.sure.count(),
            sheet.orders.risk.count(),
            view.results[number - 1].tips[seat],
            sheet.hint,
            sheet.missed,
            tips({}) if view.winners else sheet.orders.sure,
        ),
    )


@given(games, st.data())
@settings(deadline=None)
def test_a_spoiled_report_is_told_or_the_same(game: Any, data: st.DataObject) -> None:
    """A line lost, doubled, changed or strewn in: never an exception, and never another fact without a word."""
    number = data.draw(st.integers(1, game.rounds))
    lines = to_text(public_report(game, number)).split("\n")
    end = next((at for at, line in enumerate(lines) if line.startswith(("VP-Sleuth", "A: "))), len(lines))
    at = data.draw(st.integers(3, end - 1))
    match data.draw(st.integers(0, 3)):
        case 0:
            lines[at] = lines[at][: data.draw(st.integers(0, len(lines[at])))]
        case 1:
            lines.insert(
                at, data.draw(st.sampled_from(["Anna:", "???", "12", "– Werbung –", "A: 3.", "\x00"]))
            )
        case 2:
            place = data.draw(st.integers(0, max(0, len(lines[at]) - 1)))
            lines[at] = lines[at][:place] + data.draw(st.sampled_from("?#§\ufffd|")) + lines[at][place + 1 :]
        case _:
            lines[at] = lines[at].upper()
    found = read("\n".join(lines))
    right = wanted(game, number)
    if not found.problems and found.reports:
        (report,) = found.reports
        # Which words told of a draw, who was missing and what letters a name has is of no account for deduction.
        assert {(told.question, told.count) for told in report.answers} <= {
            (told.question, told.count) for told in right.answers
        }
    for problem in found.problems:
        assert 1 <= problem.line <= len(lines)
        assert describe_problem(problem, texts("de"))


@given(st.text())
def test_any_text(text: str) -> None:
    follow("Peru", [read(text)])


@given(
    st.lists(
        st.sampled_from(to_text(public_report(played("standard", "de", 3, 0), 3)).split("\n")) | st.text(),
        max_size=30,
    )
)
@settings(deadline=None)
def test_any_lines(lines: Sequence[str]) -> None:
    found = read("\n".join(lines))
    for name in games_of([found]):
        followed = follow(name, [found])
        view_of(followed, "Anna", {})


@given(games, st.data())
@settings(deadline=None)
def test_a_page_is_read(game: Any, data: st.DataObject) -> None:
    """The HTML of a report or a note, as a file or as a browser's text."""
    number = data.draw(st.integers(1, game.rounds))
    page = to_html(public_report(game, number), "de")
    (mail,) = mails_in("report.html", page.encode())
    found = read(mail.text)
    assert found.problems == ()
    assert found.reports == (wanted(game, number),)
    (mail,) = mails_in("note.html", to_html(private_note(game, 0, number), "de").encode())
    (note,) = read(mail.text).notes
    (same,) = read(to_text(private_note(game, 0, number))).notes
    assert note == same


# Faults ----------------------------------------

ROUND_1 = """\
Peru: round 1 of VP-Sleuth
==========================

Answers
-------

Anna: How many diamonds does A have? – 5.
* Ben: How many red ones does B have? – 0.

Points
------

Player  Tips  Bonus  Round  Total
Anna      +3      0     +3      3
Ben       −2      0     −2     −2

Round 2
-------

VP-Sleuth Peru
Round=2
Player=
Question=
Tip=Dia Pea Opa
    123 123 123
red ... ... ...
"""


def faults(*swaps: tuple[str, str]) -> list[tuple[int, str]]:
    text = ROUND_1
    for old, new in swaps:
        assert old in text
        text = text.replace(old, new)
    return [(problem.line, problem.code) for problem in read(text).problems]


def test_a_bullet_is_no_part_of_a_name() -> None:
    assert faults() == []
    assert [told.asker for told in read(ROUND_1).reports[0].answers] == ["Anna", "Ben"]


@pytest.mark.parametrize(
    ("swaps", "wanted_faults"),
    [
        ([("5.", "6.")], [(7, "answer_impossible")]),
        ([("red ones does B have", "nice things does B have")], [(8, "answer_impossible")]),
        ([("* Ben: How", "Who? How")], [(8, "answer_unknown")]),
        ([("* Ben", "Zora")], [(8, "asker_unknown")]),
        ([("\nAnna: How many", "\nWell done everybody.\nAnna: How many")], [(7, "answer_unknown")]),
        ([("−2      0     −2", "−2      0     −3")], [(15, "points_wrong")]),
        ([("−2      0     −2     −2", "−2 ?")], [(15, "points_unknown")]),
        ([("Answers\n-------\n", "")], [(1, "answers_missing")]),
    ],
)
def test_faults_are_named_with_their_line(
    swaps: list[tuple[str, str]], wanted_faults: list[tuple[int, str]]
) -> None:
    assert faults(*swaps) == wanted_faults


def test_a_report_without_its_end() -> None:
    found = read(ROUND_1[: ROUND_1.index("Points")])
    assert [problem.code for problem in found.problems] == ["points_missing"]
    assert len(found.reports[0].answers) == 2
    assert found.reports[0].variant is None


# Following a game ----------------------------------------


def test_a_round_published_twice() -> None:
    again = ROUND_1.replace("A have? – 5", "A have? – 4")
    followed = follow("peru", [read(ROUND_1), read(ROUND_1), read(again)])
    assert [refusal.code for refusal in followed.told] == ["published_twice"]
    assert followed.rounds[1].answers[0].count == 4
    assert (followed.round, followed.missing, followed.names) == (2, (), ("Anna", "Ben"))


def test_games_in_one_zine_are_kept_apart() -> None:
    lima = ROUND_1.replace("Peru", "Lima").replace("round 1", "round 3").replace("Round=2", "Round=4")
    found = read(ROUND_1 + "\n" + lima)
    assert games_of([found]) == ["Peru", "Lima"]
    assert follow("Lima", [found]).round == 4
    assert follow("Lima", [found]).missing == (1, 2)


@given(games, st.data())
@settings(deadline=None)
def test_what_a_player_follows_is_what_the_game_knows(game: Any, data: st.DataObject) -> None:
    """With all reports, all notes and the own orders the facts are those of the player's true view."""
    last = data.draw(st.integers(0, game.rounds - 1))
    seat = data.draw(st.integers(0, len(game.names) - 1))
    pasted = [read(to_text(public_report(game, number))) for number in range(last + 1)]
    notes = [read(to_text(private_note(game, seat, number))) for number in range(1, last + 1)]
    ordered = {
        number: orders for number, row in enumerate(game.given[:last], 1) if (orders := row[seat]) is not None
    }
    name = game.names[seat]
    followed = follow("Peru", [*pasted, *notes])
    true: View = game.view(seat, last)
    mine = view_of(followed, name, ordered)
    assert followed.told == ()
    assert mine.round == true.round
    assert mine.questions == true.questions
    assert facts_of(mine, own_totals=False).asked == facts_of(true, own_totals=False).asked
    assert {(f.cells, f.low, f.high) for f in facts_of(mine, own_totals=False).facts} == {
        (f.cells, f.low, f.high) for f in facts_of(true, own_totals=False).facts
    }
    # Nothing is a fact that the true view does not have; and nothing is lost, but for rounds without orders.
    all_mine = {(f.cells, f.low, f.high) for f in facts_of(mine, own_totals=True).facts}
    all_true = {(f.cells, f.low, f.high) for f in facts_of(true, own_totals=True).facts}
    assert all_mine <= all_true
    if not any(row[seat] is None for row in game.given[:last]):
        assert all_mine == all_true
    if last:
        assert carried(followed, name, ordered) == true.own[-1].orders.sure


def test_own_tips_count_only_if_they_can_have_brought_the_points() -> None:
    followed = follow("Peru", [read(ROUND_1)])
    three = Orders((), (), tips({"Dr1": "A", "Dr2": "A", "Dr3": "A"}), tips({}))
    view = view_of(followed, "Anna", {1: three})
    assert [type(fact.source) for fact in facts_of(view, own_totals=True).facts].count(FromTotal) == 1
    assert not any(isinstance(fact.source, FromHint) for fact in facts_of(view, own_totals=True).facts)
    two = replace_sure(three, {"Dr1": "A", "Dr2": "A"})
    assert view_of(followed, "Anna", {1: two}).own[0].orders == NO_ORDERS
    assert carried(followed, "Anna", {1: two}) == two.sure


def replace_sure(orders: Orders, sure: dict[str, str]) -> Orders:
    return Orders(orders.questions, orders.substitutes, tips(sure), orders.risk)


def test_an_unknown_player_is_added() -> None:
    followed = follow("Peru", [read(ROUND_1)])
    view = view_of(followed, "Zora", {})
    assert view.seat == 2
    assert view.points == (3, -2, 0)


def test_reports_in_both_languages_say_the_same() -> None:
    for number in range(12):
        german = read(to_text(public_report(played("standard", "de", 4, 1), number)))
        english = read(to_text(public_report(played("standard", "en", 4, 1), number)))
        assert german.reports == english.reports
