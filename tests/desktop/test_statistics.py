"""Statistics: what counts, that no line is ever lost, and the page and picture made from it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from desktop import statistics
from desktop.screens.statistics import StatisticsPage
from desktop.statistics import BotResult, CountedMatch, count_match, load, parse, players, reset
from desktop.widgets import chart, theme
from desktop.widgets.chart import PointsChart
from engine.core import catalog
from engine.core.errors import Refusal
from engine.core.game import Outcome
from engine.core.text import texts
from engine.play.session import SeatInfo

EVENING = datetime(2026, 11, 29, 18, 0, tzinfo=UTC)
LONG = "Annamaria Wilhelmine von"
"""As long as a name may be."""
T = texts("en")


def seat(written: str) -> SeatInfo:
    """``Anna``, or ``Ben/strong`` for a bot."""
    name, _, bot = written.partition("/")
    return SeatInfo(name, f"bot:{bot}" if bot else "human")


def won_by(count: int, *winners: int) -> Outcome:
    return Outcome(tuple(int(place in winners) for place in range(count)), winners)


def match_(
    table: str, winners: str, rounds: Sequence[str] = (), game: str = "letter", day: int = 0, key: str = ""
) -> CountedMatch:
    """The match of *table* (``"Anna Ben/strong"``), won by the seats *winners* (``"0"``, ``"01"``)."""
    seats = tuple(map(seat, table.split()))
    results = tuple(won_by(len(seats), *map(int, text)) for text in rounds)
    points = tuple(sum(result.points[place] for result in results) for place in range(len(seats)))
    ended = EVENING + timedelta(days=day)
    return CountedMatch(1, game, ended, seats, results, points, tuple(map(int, winners)), None, key)


def write(*matches: CountedMatch) -> None:
    """Count *matches* as the program does."""
    for match in matches:
        outcome = Outcome(match.points, match.winners)
        told = count_match(
            match.game, match.seats, match.rounds, outcome, match.ended, goal=match.goal, key=match.key
        )
        assert told is None


def figures(matches: Sequence[CountedMatch], name: str) -> statistics.PlayerStatistics:
    return next(player for player in players(matches) if player.name == name)


# Counting ----------------------------------------

TABLES = [
    # matches as (table, winners, rounds), then for Anna: matches, wins, shared, rounds, rounds won, longest, current
    ([("Anna Ben", "0", "0")], (1, 1, 0, 1, 1, 1, 1)),
    ([("Anna Ben", "1", "101")], (1, 0, 0, 3, 1, 0, 0)),
    ([("Anna Ben Carla", "02", "0 2 02")], (1, 1, 1, 3, 2, 1, 1)),
    ([("Anna Ben", "0", ""), ("Anna Ben", "1", ""), ("Ben Anna", "1", "")], (3, 2, 0, 0, 0, 1, 1)),
    (
        [("Anna Ben", w, "") for w in ("0", "0", "0", "1", "0", "01", "1")],
        (7, 5, 1, 0, 0, 3, 0),
    ),
    # A match without Anna does not break her streak.
    ([("Anna Ben", "0", ""), ("Ben Carla", "0", ""), ("Anna Ben", "0", "")], (2, 2, 0, 0, 0, 2, 2)),
    # However it is typed.
    ([("anna Ben", "0", ""), ("ANNA Ben", "1", ""), ("Anna Ben", "0", "")], (3, 2, 0, 0, 0, 1, 1)),
    # A bot of her name is not she.
    ([("Anna Ben", "0", ""), ("Anna/easy Ben", "0", "")], (1, 1, 0, 0, 0, 1, 1)),
    # Twice at one table (a hand-made file): one match.
    ([("anna Ben Anna", "2", "0 1 02")], (1, 1, 0, 3, 2, 1, 1)),
]


@pytest.mark.parametrize(("played", "expected"), TABLES)
def test_what_counts(played: list[tuple[str, str, str]], expected: tuple[int, ...]) -> None:
    matches = [
        match_(table, winners, rounds.split() if " " in rounds else list(rounds))
        for table, winners, rounds in played
    ]
    anna = next(player for player in players(matches) if player.key == "anna")
    assert (
        anna.matches,
        anna.wins,
        anna.shared,
        anna.rounds,
        anna.rounds_won,
        anna.longest_streak,
        anna.current_streak,
    ) == expected
    assert anna.win_rate == pytest.approx(expected[1] / expected[0])


def test_names_are_shown_as_last_typed() -> None:
    matches = [match_("ANNA Straße", "0"), match_("anna STRASSE", "0"), match_("Ben Dora", "0")]
    assert {player.name for player in players(matches)} == {"anna", "STRASSE", "Ben", "Dora"}
    assert figures([match_("Ame\u0301lie Ben", "0"), match_("Amélie Ben", "0")], "Amélie").matches == 2


def test_a_match_counts_once_under_the_strongest_bot() -> None:
    matches = [
        match_("Anna Ben/easy Carla/strong", "0"),
        match_("Anna Ben/strong", "1"),
        match_("Anna Ben/easy Carla/random", "0"),
        match_("Anna Ben/unheard", "0"),
        match_("Anna Ben", "01"),
    ]
    assert figures(matches, "Anna").against == (
        BotResult("strong", 2, 1),
        BotResult("easy", 1, 1),
        BotResult("unheard", 1, 1),
        BotResult(None, 1, 1),
    )


def test_bots_count_for_nobody(home: Path) -> None:
    write(match_("Anna/easy Ben/strong", "0"))
    assert not statistics.statistics_path().exists()
    assert players([match_("Anna/easy Ben/strong", "0")]) == ()
    assert [player.name for player in players([match_("Anna/easy Dora", "0")])] == ["Dora"]


def test_last_played_and_points() -> None:
    matches = [match_("Anna Ben", "0", ["0", "1", "01"], day=3), match_("Ben Carla", "0", day=9)]
    assert figures(matches, "Anna").last_played == EVENING + timedelta(days=3)
    assert statistics.points_over_rounds(matches[0]) == ((0, 1, 1, 2), (0, 0, 1, 2))
    found = statistics.Statistics(tuple(matches))
    assert found.last_matches("ANNA") == (matches[0],)
    assert found.last_matches(count=2) == tuple(matches)
    assert found.last_matches("Dora") == ()


PEOPLE = ("Anna", "Ben", "Carla", "Dora", "anna", "BEN")


@st.composite
def counted(draw: st.DrawFn) -> CountedMatch:
    """Any match that can be counted: two to four seats, people and bots, any winners."""
    names = draw(st.lists(st.sampled_from(PEOPLE), min_size=2, max_size=4, unique_by=str.casefold))
    kinds = draw(
        st.lists(
            st.sampled_from(["human", "human", "bot:easy", "bot:strong"]),
            min_size=len(names),
            max_size=len(names),
        )
    )
    subset = st.lists(st.integers(0, len(names) - 1), unique=True).map(tuple)
    points = st.lists(st.integers(-50, 50), min_size=len(names), max_size=len(names)).map(tuple)
    rounds = draw(st.lists(st.builds(Outcome, points, subset), max_size=6))
    return CountedMatch(
        1,
        draw(st.sampled_from(["letter", "valknut"])),
        EVENING + timedelta(minutes=draw(st.integers(0, 10_000))),
        tuple(map(SeatInfo, names, kinds)),
        tuple(rounds),
        draw(points),
        draw(subset),
        draw(st.none() | st.integers(1, 20)),
    )


matches_ = st.lists(counted(), max_size=12)


@given(matches_)
def test_figures_agree_with_each_other(matches: list[CountedMatch]) -> None:
    found = players(matches)
    people = [{info.name.casefold() for info in match.seats if info.bot is None} for match in matches]
    assert {player.key for player in found} == set().union(*people)
    for player in found:
        own = [match for match, names in zip(matches, people, strict=True) if player.key in names]
        results = "".join(
            "W" if any(match.seats[at].name.casefold() == player.key for at in match.winners) else "."
            for match in own
        )
        assert player.matches == len(results) == sum(result.matches for result in player.against)
        assert player.wins == results.count("W") == sum(result.wins for result in player.against)
        runs = results.split(".")
        assert (player.longest_streak, player.current_streak) == (max(map(len, runs)), len(runs[-1]))
        assert player.rounds == sum(len(match.rounds) for match in own)
        assert 0 <= player.rounds_won <= player.rounds
        assert player.shared <= player.wins
        assert player.last_played == max(match.ended for match in own)
    assert [(-player.wins, -player.win_rate) for player in found] == sorted(
        (-player.wins, -player.win_rate) for player in found
    )


# The file ----------------------------------------


def raw() -> bytes:
    return statistics.statistics_path().read_bytes()


def put(data: bytes) -> None:
    path = statistics.statistics_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


@given(matches_)
def test_what_is_written_is_read(matches: list[CountedMatch]) -> None:
    put(b"")
    write(*matches)
    kept = [match for match in matches if any(info.bot is None for info in match.seats)]
    assert list(load().matches) == kept
    assert list(load("letter").matches) == [match for match in kept if match.game == "letter"]
    assert raw().count(b"\n") == len(kept)


@given(st.data())
def test_a_crash_while_writing_costs_the_last_line_at_most(data: st.DataObject) -> None:
    put(b"")
    matches = [match_("Anna Ben", "0", ["0"], day=day) for day in range(3)]
    write(*matches)
    whole = raw()
    cut = data.draw(st.integers(0, len(whole)))
    put(whole[:cut])
    complete = whole[:cut].count(b"\n")
    found = load()
    # Cut exactly before a line's end, the line is whole all the same.
    assert list(found.matches) in (matches[:complete], matches[: complete + 1])
    assert found.damaged == 0
    assert found.torn == (len(found.matches) == complete and not whole[:cut].endswith(b"\n") and cut > 0)
    new = match_("Carla Dora", "1", day=9)
    write(new)
    assert load().matches == (*found.matches, new)
    assert raw().startswith(whole[:cut])


DAMAGE: list[Callable[[dict[str, Any]], object]] = [
    lambda content: content.update(format=2),
    lambda content: content.update(format="1"),
    lambda content: content.pop("seats"),
    lambda content: content.update(seats=[]),
    lambda content: content.update(winners=[2]),
    lambda content: content.update(winners=[-1]),
    lambda content: content.update(winners=[0, 0]),
    lambda content: content.update(points=[1]),
    lambda content: content.update(points=[1, 10**30]),
    lambda content: content.update(points=[1, 1.5]),
    lambda content: content.update(ended="yesterday"),
    lambda content: content.update(ended="2026-11-29T18:00:00"),
    lambda content: content.update(ended="0001-01-01T00:00:00Z"),
    lambda content: content["rounds"][0].update(points=[1, 2, 3]),
    lambda content: content["rounds"][0].update(winners=[7]),
    lambda content: content["seats"][0].update(kind="ghost"),
    lambda content: content["seats"][0].update(kind="bot:"),
    lambda content: content["seats"][0].update(name=7),
    lambda content: content.update(goal=10**30),
]


@pytest.mark.parametrize("number", range(len(DAMAGE)))
def test_a_line_that_does_not_fit_is_skipped_and_counted(number: int) -> None:
    good = match_("Anna Ben", "0", ["0"])
    write(good)
    content = json.loads(raw())
    DAMAGE[number](content)
    bad = json.dumps(content).encode() + b"\n"
    found = parse(raw() + bad + raw())
    assert found.matches == (good, good)
    assert (found.damaged, found.torn) == (1, False)


HOSTILE = [
    b"\xff\xfe",
    b"{",
    b"[]",
    b"null",
    b"NaN",
    b"[" * 20_000,
    b"\x00" * 50,
    b"{}" * 3,
    b'"' + b"x" * 10**6,
]


@pytest.mark.parametrize("junk", HOSTILE)
def test_junk_is_skipped_and_never_removed(junk: bytes) -> None:
    good = match_("Anna Ben", "0", ["0"])
    write(good)
    put(junk + b"\r\n" + raw() + b"\n\n" + junk + b"\x85\x0b\n")
    assert (load().matches, load().damaged) == ((good,), 2)
    before = raw()
    write(good)
    assert raw().startswith(before)
    assert reset("letter", "Anna") is None
    ends = (b"\r", b"\x85\x0b")
    assert [line for line in raw().split(b"\n") if line in [junk + end for end in ends]] == [
        junk + end for end in ends
    ]
    assert b"Anna" not in raw()
    assert reset("letter") is None
    assert raw() == junk + b"\r\n\n\n" + junk + b"\x85\x0b\n"


def test_a_match_counted_twice_counts_once() -> None:
    match = match_("Anna Ben", "0", key="letter-20261129-180000")
    write(match, match)
    assert load().matches == (match,)
    write(match_("Anna Ben", "0"), match_("Anna Ben", "0"))
    assert len(load().matches) == 3


def test_a_result_that_does_not_fit_its_seats_is_a_mistake_of_the_program() -> None:
    with pytest.raises(ValueError):
        count_match("letter", [seat("Anna"), seat("Ben")], [], Outcome((1, 2, 3), (0,)))


def test_the_time_is_now_if_not_given() -> None:
    before = datetime.now(UTC).replace(microsecond=0)
    assert count_match("letter", [seat("Anna"), seat("Ben")], [], Outcome((1, 0), (0,))) is None
    assert before <= load().matches[0].ended <= datetime.now(UTC)


def test_the_disk_refuses(home: Path) -> None:
    home.write_text("a file where the folder should be")
    told = count_match("letter", [seat("Anna"), seat("Ben")], [], Outcome((1, 0), (0,)))
    assert isinstance(told, Refusal)
    assert str(home) in told.text(T)
    problem = load().problem
    assert problem is None or str(home) in problem.text(T)


def test_a_folder_in_place_of_the_file() -> None:
    statistics.statistics_path().mkdir(parents=True)
    problem = load("letter").problem
    assert problem is not None
    assert "statistics.jsonl" in problem.text(T)
    assert reset("letter") is not None


def test_a_full_disk_leaves_no_half_line(monkeypatch: pytest.MonkeyPatch) -> None:
    write(match_("Anna Ben", "0"))
    before = raw()
    real_open = Path.open

    class Full:
        """A file on a disk that takes ten bytes more."""

        def __init__(self, file: Any) -> None:
            self.file = file

        def __enter__(self) -> Full:
            return self

        def __exit__(self, *_error: object) -> None:
            self.file.close()

        def write(self, data: bytes) -> int:
            return int(self.file.write(data[:10]))

        def __getattr__(self, name: str) -> Any:
            return getattr(self.file, name)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", lambda path, *args, **kw: Full(real_open(path, *args, **kw)))
        told = count_match("letter", [seat("Carla"), seat("Ben")], [], Outcome((1, 0), (0,)))
    assert told is not None
    assert told.code == "statistics_unsaved"
    assert raw() == before


# Resetting ----------------------------------------


def test_reset_of_a_player_leaves_the_others_theirs() -> None:
    write(
        match_("Anna Ben", "0", ["0", "1"]),
        match_("anna Ben/easy", "0"),
        match_("Carla Anna/strong", "1"),
        match_("Anna Ben", "1", game="valknut"),
    )
    before = load()
    assert reset("letter", "ANNA") is None
    after = load("letter")
    assert [(player.name, player.matches, player.wins) for player in after.players()] == [
        ("Ben", 1, 0),
        ("Carla", 1, 0),
    ]
    assert after.matches[0].names == ("", "Ben")
    assert after.matches[0].points == before.matches[0].points
    assert load("valknut") == statistics.Statistics(before.matches[3:])
    # Where everybody is forgotten the line goes.
    assert reset("letter", "Ben") is None
    assert [match.names for match in load("letter").matches] == [("Carla", "Anna")]


def test_reset_of_a_game_keeps_the_others_byte_by_byte() -> None:
    write(match_("Anna Ben", "0"), match_("Anna Ben", "1", game="valknut"), match_("Carla Ben", "0"))
    kept = raw().split(b"\n")[1] + b"\n"
    assert reset("letter") is None
    assert raw() == kept
    assert load("letter").players() == ()


def test_reset_keeps_what_a_later_version_has_added() -> None:
    write(match_("Anna Ben", "0"))
    put(raw().rstrip(b"}\n") + b',"mood":"merry"}\n')
    assert reset("letter", "Anna") is None
    assert json.loads(raw())["mood"] == "merry"
    assert b"Anna" not in raw()


@pytest.mark.parametrize("name", ["Emil", "", " "])
def test_reset_of_somebody_unknown_changes_nothing(name: str) -> None:
    write(match_("Anna Ben", "0"))
    before = raw()
    assert reset("letter", name) is None
    assert raw() == before


def test_reset_without_a_file() -> None:
    assert reset("letter") is None
    assert not statistics.statistics_path().exists()


@given(matches_, st.sampled_from(("Anna", "Ben", "Carla", "Dora")))
def test_reset_touches_nobody_else(matches: list[CountedMatch], name: str) -> None:
    put(b"")
    write(*matches)
    others = {
        game: [player for player in load(game).players() if player.key != name.casefold()]
        for game in ("letter", "valknut")
    }
    valknut = load("valknut")
    assert reset("letter", name) is None
    assert list(load("letter").players()) == others["letter"]
    assert load("valknut") == valknut
    assert load().damaged == 0


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="the superuser may write anywhere")
def test_reset_in_a_folder_that_may_not_be_written(home: Path) -> None:
    write(match_("Anna Ben", "0"))
    before = raw()
    home.chmod(0o500)
    try:
        told = reset("letter")
    finally:
        home.chmod(0o700)
    assert told is not None
    assert raw() == before


def test_reset_that_fails_changes_nothing(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    write(match_("Anna Ben", "0"))
    before = raw()

    def refuse(*_args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", refuse)
    told = reset("letter")
    assert told is not None
    assert "No space left" in told.text(T)
    assert raw() == before
    assert [path.name for path in home.iterdir()] == ["statistics.jsonl"]


# The picture ----------------------------------------


def test_the_picture_in_words() -> None:
    rounds = [won_by(2, 0), won_by(2, 1), won_by(2, 0, 1)]
    said = chart.in_words(chart.curves(["Anna", "Ben"], rounds, 5), T)
    assert "Anna 0, 1, 1, 2; Ben 0, 0, 1, 2." in said
    assert "5" in said.split("Ben")[1].split(".", 1)[1]
    assert "goal" not in chart.in_words(chart.curves(["Anna", "Ben"], rounds), T)
    together = chart.in_words(chart.curves(["Anna", "Ben"], [won_by(2, 0, 1)] * 2), T)
    assert "0, 1, 2" in together
    assert "Anna" not in together
    assert chart.in_words(chart.curves(["Anna", "Ben"], []), T) == T._("No round is finished yet.")


@given(st.lists(st.floats(0, 100), min_size=1, max_size=12), st.floats(0, 40), st.floats(60, 100))
def test_names_never_overlap(wanted: list[float], low: float, high: float) -> None:
    places = chart.spread(wanted, low, high, 5)
    distance = min(5, (high - low) / max(1, len(wanted) - 1))
    assert all(low - 1e-6 <= place <= high + 1e-6 for place in places)
    ordered = sorted(places)
    assert all(b - a >= distance - 1e-6 for a, b in pairwise(ordered))
    # Nobody overtakes.
    order = sorted(range(len(wanted)), key=lambda at: wanted[at])
    assert [places[at] for at in order] == ordered
    if all(abs(a - b) >= 5 for i, a in enumerate(wanted) for b in wanted[:i]) and all(
        low <= value <= high for value in wanted
    ):
        assert places == wanted


@given(st.integers(-1000, 0), st.integers(1, 10**6), st.integers(1, 30))
def test_steps_of_an_axis_are_round_and_few(low: int, high: int, most: int) -> None:
    distance = chart.step(low, high, most)
    assert distance >= 1
    assert str(distance).rstrip("0") in ("1", "2", "5")
    assert (high - low) / distance <= most + 1e-6
    if distance > 1:
        assert (high - low) / distance > most / 2.51 - 1e-6


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_lines_differ_without_colour(app: QApplication, scheme: str) -> None:
    theme.apply(app, scheme)
    c = theme.colours()
    for look in (chart.DASHES, chart.MARKS):
        assert len(set(look)) == len(look) == 8
    hues = chart.series_colours(c)
    assert len(set(hues)) == len(hues)
    for hue in hues:
        assert contrast(hue, c.panel) >= 4.5, hue
        assert contrast(hue, theme.LIGHT.on_accent) >= 4.5 or scheme == "dark", hue


def contrast(one: str, other: str) -> float:
    """The contrast of two colours after WCAG."""

    def light(name: str) -> float:
        parts = QColor(name).getRgbF()[:3]
        red, green, blue = (
            float(part) / 12.92 if part <= 0.03928 else ((float(part) + 0.055) / 1.055) ** 2.4
            for part in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    first, second = sorted((light(one), light(other)))
    return (second + 0.05) / (first + 0.05)


def picture(app: QApplication, names: Sequence[str], rounds: Sequence[Outcome], goal: int | None) -> QImage:
    widget = PointsChart(T)
    widget.resize(440, 200)
    widget.show_rounds(names, rounds, goal)
    return widget.grab().toImage()


def colours_in(image: QImage) -> set[str]:
    return {
        image.pixelColor(x, y).name().upper() for x in range(image.width()) for y in range(image.height())
    }


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_line_is_drawn(app: QApplication, scheme: str) -> None:
    theme.apply(app, scheme)
    names = ["Anna", "Ben", LONG, "Dora"]
    rounds = [won_by(4, at % 4) for at in range(6)]
    found = colours_in(picture(app, names, rounds, 5))
    for hue in chart.series_colours(theme.colours())[:4]:
        assert hue.upper() in found
    two = colours_in(picture(app, names[:2], [won_by(2, 0)] * 3, None))
    assert chart.series_colours(theme.colours())[3].upper() not in two


@pytest.mark.parametrize(
    ("names", "rounds", "goal"),
    [
        ([], [], None),
        (["Anna"], [Outcome((0,), ())], None),
        (["Anna", "Ben"], [Outcome((-5, -900_000_000), (0,))] * 3, 10),
        ([f"Player {n}" for n in range(30)], [won_by(30, 3)] * 500, 400),
        (["Anna", "Ben"], [Outcome((3, 3), (0, 1))] * 13, 39),
    ],
)
def test_the_picture_bears_anything(
    app: QApplication, names: list[str], rounds: list[Outcome], goal: int | None
) -> None:
    widget = PointsChart(T)
    for size in ((280, 150), (1200, 700), (30, 20)):
        widget.setMinimumSize(1, 1)
        widget.resize(*size)
        widget.show_rounds(names, rounds, goal)
        assert not widget.grab().isNull()


# The page ----------------------------------------


Page = Callable[..., StatisticsPage]


@pytest.fixture
def page(app: QApplication, qtbot: QtBot) -> Page:
    """Opens the page."""

    def make(
        game_id: str | None = "letter", size: tuple[int, int] = (960, 600), language: str = "en"
    ) -> StatisticsPage:
        made = StatisticsPage(texts(language), game_id)
        qtbot.addWidget(made)
        made.resize(*size)
        made.show()
        made.activateWindow()
        qtbot.waitUntil(made.isActiveWindow, timeout=10_000)
        made.first_focus()
        return made

    return make


def table_of(page: StatisticsPage) -> list[list[str]]:
    table = page.table
    found = []
    for row in range(table.rowCount()):
        items = [table.item(row, place) for place in range(table.columnCount())]
        found.append([item.text() for item in items if item is not None])
    return found


def click_row(page: StatisticsPage, row: int, qtbot: QtBot) -> None:
    table = page.table
    item = table.item(row, 0)
    assert item is not None
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=table.visualItemRect(item).center())


def some_matches() -> None:
    write(
        match_("Anna Ben/strong", "0", ["0", "1", "0"], day=1),
        match_("Anna Ben", "01", ["0", "1"], day=2),
        match_("Ben Carla", "1", ["1"], day=3),
    )


def test_the_table_and_the_details(page: Page, qtbot: QtBot) -> None:
    some_matches()
    shown = page()
    assert table_of(shown) == [
        ["Anna", "2", "2", "100%"],
        ["Carla", "1", "1", "100%"],
        ["Ben", "2", "1", "50%"],
    ]
    details = shown.details
    assert details.name.text() == "Anna"
    assert details.facts["matches"].value.text() == "2 of 2, one win was shared"
    assert details.facts["rounds"].value.text() == "3 of 5"
    assert details.facts["streak"].value.text() == "2 now, 2 at best"
    assert details.facts["last"].value.text() == "1 Dec 2026"
    assert details.against.text().replace("\xa0", " ") == "Strong: 1 of 1 · People only: 1 of 1"
    assert "Anna 0, 1, 1; Ben 0, 0, 1" in details.chart.accessibleName()
    click_row(shown, 2, qtbot)
    assert details.name.text() == "Ben"
    assert "Ben 0, 0; Carla 0, 1" in details.chart.accessibleName()


def test_everything_by_keyboard(page: Page, qtbot: QtBot) -> None:
    some_matches()
    shown = page()
    assert shown.table.hasFocus()
    qtbot.keyClick(shown.table, Qt.Key.Key_Down)
    assert shown.details.name.text() == "Carla"
    reached = []
    for _ in range(6):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        reached.append(QApplication.focusWidget())
    for widget in (shown.details.chart, shown.back_button, shown.reset_player_button, shown.reset_all_button):
        assert widget in reached
    with qtbot.waitSignal(shown.back):
        qtbot.keyClick(shown.table, Qt.Key.Key_Escape)
    with qtbot.waitSignal(shown.back):
        qtbot.mouseClick(shown.back_button, Qt.MouseButton.LeftButton)


def answer(page: StatisticsPage, text: str, qtbot: QtBot) -> str:
    """Press the button *text* of the question; returns what was asked."""
    box = page.findChild(QMessageBox)
    assert isinstance(box, QMessageBox)
    button = next(button for button in box.findChildren(QPushButton) if button.text() == text)
    asked = box.text()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    return asked


def test_reset_asks_first(page: Page, qtbot: QtBot) -> None:
    some_matches()
    before = raw()
    shown = page()
    qtbot.mouseClick(shown.reset_player_button, Qt.MouseButton.LeftButton)
    assert "Anna" in answer(shown, "Cancel", qtbot)
    assert raw() == before
    qtbot.mouseClick(shown.reset_all_button, Qt.MouseButton.LeftButton)
    box = next(box for box in shown.findChildren(QMessageBox) if box.isVisible())
    qtbot.keyClick(box, Qt.Key.Key_Escape)
    assert raw() == before


def test_enter_alone_resets_nothing(page: Page, qtbot: QtBot) -> None:
    write(match_("<b>Anna Ben", "0"))
    before = raw()
    shown = page()
    qtbot.mouseClick(shown.reset_player_button, Qt.MouseButton.LeftButton)
    box = shown.findChild(QMessageBox)
    assert isinstance(box, QMessageBox)
    assert "<b>Anna" in box.text()
    assert box.textFormat() == Qt.TextFormat.PlainText
    qtbot.keyClick(box, Qt.Key.Key_Return)
    assert not box.isVisible()
    assert raw() == before


def test_reset_of_the_chosen_player(page: Page, qtbot: QtBot) -> None:
    some_matches()
    shown = page()
    click_row(shown, 1, qtbot)
    qtbot.mouseClick(shown.reset_player_button, Qt.MouseButton.LeftButton)
    assert "Carla" in answer(shown, "Reset", qtbot)
    assert [row[0] for row in table_of(shown)] == ["Anna", "Ben"]
    assert shown.table.hasFocus()
    # In the picture of the match they had, the place stays without a name.
    click_row(shown, 1, qtbot)
    assert "Ben 0, 0; – 0, 1" in shown.details.chart.accessibleName()


def test_reset_of_all_leaves_the_friendly_sentence(page: Page, qtbot: QtBot) -> None:
    some_matches()
    shown = page()
    assert not shown.empty_text.isVisible()
    qtbot.mouseClick(shown.reset_all_button, Qt.MouseButton.LeftButton)
    answer(shown, "Reset", qtbot)
    assert load().matches == ()
    assert shown.empty_text.isVisible()
    assert T._("Secret Letter") in shown.empty_text.text()
    assert not shown.reset_all_button.isVisible()
    assert not shown.table.isVisible()


def test_a_reset_that_fails_is_told(page: Page, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    some_matches()
    shown = page()

    def refuse(*_args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", refuse)
    qtbot.mouseClick(shown.reset_all_button, Qt.MouseButton.LeftButton)
    answer(shown, "Reset", qtbot)
    assert shown.problem.isVisible()
    assert "No space left" in shown.problem.text()
    assert len(table_of(shown)) == 3


def test_lines_that_cannot_be_read_are_mentioned(page: Page) -> None:
    some_matches()
    assert not page().damaged.isVisible()
    put(b"junk\n" + raw())
    assert page().damaged.isVisible()
    put(b"junk\n")
    assert page().empty_text.text().count("\n") == 2


def test_an_unreadable_file_is_told(page: Page) -> None:
    statistics.statistics_path().mkdir(parents=True)
    shown = page()
    assert shown.problem.isVisible()
    assert "statistics.jsonl" in shown.problem.text()


def test_it_opens_with_the_game_played_last(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    write(match_("Anna Ben", "0"), match_("Anna Ben", "0", game="of old"))
    assert page(None).game_id == "letter"
    assert page("no such game").game_id == "letter"


def test_choosing_the_game(page: Page, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    one = catalog.meta("letter")
    monkeypatch.setattr(catalog, "metas", lambda: (one, replace(one, id="other", name="Another Game")))
    write(match_("Anna Ben", "0"), match_("Carla Dora", "0", game="other"), match_("Carla Ben/easy", "1"))
    shown = page("other")
    assert [row[0] for row in table_of(shown)] == ["Carla", "Dora"]
    choice = shown.game_choice
    assert choice is not None
    assert choice.currentText() == "Another Game"
    choice.setFocus()
    qtbot.keyClick(choice, Qt.Key.Key_Up)
    assert shown.game_id == "letter"
    assert [row[0] for row in table_of(shown)] == ["Anna", "Ben", "Carla"]
    assert page(None).game_id == "letter"
    write(match_("Carla Dora", "0", game="other"))
    assert page(None).game_id == "other"


@pytest.mark.parametrize("size", [(960, 600), (1280, 720)])
def test_long_names_and_markup_fit(page: Page, qtbot: QtBot, size: tuple[int, int]) -> None:
    long = [SeatInfo(name) for name in (LONG, "<b>Ben</b> &amp; <i>Co</i>", "W" * 24, "Dora")]
    rounds = [won_by(4, at % 3) for at in range(11)]
    assert count_match("letter", long, rounds, Outcome((4, 4, 3, 0), (0, 1)), EVENING, goal=5) is None
    shown = page(size=size)
    rows = [row[0] for row in table_of(shown)]
    assert set(rows) == {info.name for info in long}
    table = shown.table
    assert table.horizontalHeader().length() <= table.viewport().width()
    click_row(shown, rows.index("W" * 24), qtbot)
    assert (shown.width(), shown.height()) == size
    item = table.item(rows.index("<b>Ben</b> &amp; <i>Co</i>"), 0)
    assert item is not None
    assert "<b>Ben" not in item.toolTip()
    for label in shown.findChildren(QLabel):
        assert label.textFormat() == Qt.TextFormat.PlainText
        if label.isVisible():
            inside = QRect(label.mapTo(shown, QPoint(0, 0)), label.size())
            assert shown.rect().contains(inside), label.text()
