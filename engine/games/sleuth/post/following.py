"""A postal game as one of its players can follow it: from what was published, and from the own orders.

`follow` puts together what `engine.games.sleuth.post.published` read in any number of texts; `view_of` makes of it the
`engine.games.sleuth.model.View` that deduction and order sheet work with. Nothing here knows a tableau.

Rulings:

1. A round published twice counts as it was published last; if both differ, that is told.
2. Own tips count as facts only if the points that they brought are possible, and if the note (where there is one)
   counted as many; otherwise only the public answers of that round count.
3. That a sure tip is wrong, or none, is a fact only if the notes of all rounds with own sure tips were read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.core.errors import Refusal
from engine.core.text import N_
from engine.games.sleuth.box import box
from engine.games.sleuth.model import (
    NO_ORDERS,
    NO_TIPS,
    Answer,
    Orders,
    RoundResult,
    Settings,
    Sheet,
    Tips,
    View,
)
from engine.games.sleuth.post.published import Note, Published, Report, possible
from engine.games.sleuth.post.reading import folded


@dataclass(frozen=True)
class Followed:
    """One game. ``rounds`` are the reports by round (0: the announcement), ``names`` the players as far as known.

    ``round`` is the open round, 0 if the game is over. ``told`` says what does not fit together.
    """

    game: str
    variant: str
    names: tuple[str, ...]
    rounds: Mapping[int, Report]
    notes: Mapping[tuple[int, str], Note]
    round: int
    told: tuple[Refusal, ...] = ()

    @property
    def missing(self) -> tuple[int, ...]:
        """The finished rounds whose report is not there."""
        last = self.round - 1 if self.round else max(self.rounds, default=0)
        return tuple([number for number in range(1, last + 1) if number not in self.rounds])

    def note(self, number: int, player: str) -> Note | None:
        """The note of round *number* for *player*, if it was read."""
        return self.notes.get((number, folded(player)))


def games_of(published: Iterable[Published]) -> list[str]:
    """The names of the games in *published*, as they were first written."""
    found: dict[str, str] = {}
    for one in published:
        for game in [*[part.game for part in one.reports], *[part.game for part in one.notes]]:
            found.setdefault(folded(game), game)
    return list(found.values())


def follow(game: str, published: Iterable[Published]) -> Followed:
    """The game called *game*, from everything *published* in the order in which it was read."""
    rounds: dict[int, Report] = {}
    notes: dict[tuple[int, str], Note] = {}
    told: list[Refusal] = []
    key = folded(game)
    for one in published:
        for report in one.reports:
            if folded(report.game) != key:
                continue
            if rounds.get(report.round, report) != report:
                told.append(
                    Refusal(
                        "published_twice",
                        N_("Round {round} was published twice and not the same; what was read last counts."),
                        {"round": report.round},
                    )
                )
            rounds[report.round] = report
        for note in one.notes:
            if folded(note.game) == key:
                notes[note.round, folded(note.player)] = note
    last = max([*rounds, *[number for number, _player in notes]], default=0)
    over = any(report.over for report in rounds.values())
    variant = _variant(rounds.values())
    for number in sorted(rounds):
        for answer in rounds[number].answers:
            if not possible(answer, variant):
                told.append(
                    Refusal(
                        "answer_impossible_here",
                        N_("Round {round}: the answer {count} to {question} can't be and does not count."),
                        {"round": number, "count": answer.count, "question": answer.question},
                    )
                )
    return Followed(game, variant, _names(rounds), rounds, notes, 0 if over else last + 1, tuple(told))


def _variant(reports: Iterable[Report]) -> str:
    """What most reports say; else the large game if anything asked for exists only there."""
    known = [report.variant for report in reports if report.variant is not None]
    if known:
        return max(("standard", "large"), key=known.count)
    asked = [told.question for report in reports for told in report.answers]
    return "large" if any(question not in box("standard").question_set for question in asked) else "standard"


def _names(rounds: Mapping[int, Report]) -> tuple[str, ...]:
    """The players in the order in which they are first named: tables of points, announcement, askers."""
    found: dict[str, str] = {}
    reports = [rounds[number] for number in sorted(rounds)]
    tables = [score.player for report in reports for score in report.scores]
    # A comma in a name takes the list of an announcement apart; tables have names whole.
    listed = [] if tables else [name for report in reports for name in report.players]
    askers = [told.asker for report in reports for told in report.answers]
    for name in (*tables, *listed, *askers):
        found.setdefault(folded(name), name)
    return tuple(found.values())


# The view ----------------------------------------


def view_of(followed: Followed, player: str, given: Mapping[int, Orders]) -> View:
    """What *player* knows, who has ordered *given* in the rounds before."""
    names = with_player(followed.names, player)
    seats = {folded(name): seat for seat, name in enumerate(names)}
    me = seats[folded(player)]
    inside = box(followed.variant)
    last = followed.round - 1 if followed.round else max(followed.rounds, default=0)
    results: list[RoundResult] = []
    own: list[Sheet] = []
    hinted = True
    for number in range(1, last + 1):
        report = followed.rounds.get(number, Report(followed.game, number))
        note = followed.note(number, player)
        result = _result(report, seats, me, note)
        results.append(result)
        before = own[-1].orders if own else None
        known = note is not None or any(folded(score.player) == folded(player) for score in report.scores)
        brought = result.tips[me] if known else None
        sheet = _sheet(note, me in result.missed, brought, given.get(number), before)
        own.append(sheet)
        hinted = hinted and (not sheet.orders.sure.count() or note is not None)
    answers = [
        Answer(number, seats[folded(told.asker)], told.question, told.count, told.drawn)
        for number in sorted(followed.rounds)
        for told in followed.rounds[number].answers
        if possible(told, followed.variant)
    ]
    points = _totals(followed, names)
    over = not followed.round
    return View(
        seat=me,
        settings=Settings(len(names), followed.variant, hinted, "repeat", True, 30, by_post=True),
        round=max(1, last) if over else followed.round,
        questions=0 if over else inside.questions_in(followed.round),
        points=points,
        results=tuple(results),
        answers=tuple(answers),
        given=(False,) * len(names),
        missing=(),
        processed=0,
        orders=None,
        own=tuple(own),
        tableau="",
        sheets=(),
        winners=tuple([seat for seat, total in enumerate(points) if total == max(points)]) if over else (),
    )


def with_player(names: Sequence[str], player: str) -> tuple[str, ...]:
    """*names*, with *player* among them."""
    if folded(player) in {folded(name) for name in names}:
        return tuple(names)
    return (*names, player)


def _result(report: Report, seats: Mapping[str, int], me: int, note: Note | None) -> RoundResult:
    tips, bonus, points = [0] * len(seats), [0] * len(seats), [0] * len(seats)
    if note is not None and note.points is not None:
        tips[me] = points[me] = note.points
    for score in report.scores:
        seat = seats[folded(score.player)]
        tips[seat], bonus[seat], points[seat] = score.tips, score.bonus, score.points
    missed = {seats[folded(name)] for name in report.missed}
    if note is not None and note.missed:
        missed.add(me)
    return RoundResult(report.round, tuple(tips), tuple(bonus), tuple(points), tuple(sorted(missed)))


def _totals(followed: Followed, names: Sequence[str]) -> tuple[int, ...]:
    """Everybody's points as last published."""
    found = dict.fromkeys([folded(name) for name in names], 0)
    for number in sorted(followed.rounds):
        for score in followed.rounds[number].scores:
            found[folded(score.player)] = score.total
    return tuple(found.values())


def _sheet(
    note: Note | None, missed: bool, points: int | None, given: Orders | None, before: Orders | None
) -> Sheet:
    """The own orders of a round, which brought *points*, as far as it is certain that they counted so (ruling 2)."""
    orders = given
    if missed:
        orders = None if before is None else Orders((), (), before.sure, NO_TIPS)
    elif orders is None and note is not None and note.risk == 0:
        orders = Orders((), (), note.carried, NO_TIPS)
    if orders is None or points is None or not _fits(orders, points, note):
        orders = NO_ORDERS
    if missed and points == 0:
        # Perhaps nothing was repeated at all; the rules of this game may say so.
        orders = NO_ORDERS
    return Sheet(orders, missed, note is not None and note.hint)


def carried(followed: Followed, player: str, given: Mapping[int, Orders]) -> Tips:
    """The sure tips of the round before the open one: as the note carries them over, else as they were ordered."""
    note = followed.note(followed.round - 1, player)
    if note is not None:
        return note.carried
    before = given.get(followed.round - 1)
    return NO_TIPS if before is None else before.sure


def _fits(orders: Orders, points: int, note: Note | None) -> bool:
    """Whether *orders* can have brought *points*, and are as many tips as the *note* says."""
    count = orders.sure.count() + orders.risk.count()
    right, rest = divmod(points + 2 * count, 3)
    if rest or not 0 <= right <= count:
        return False
    return note is None or (note.sure, note.risk) == (orders.sure.count(), orders.risk.count())
