"""``vierblatt simulate``: the same seed gives the same games however they are played, and counting is right."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from array import array
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from engine.bots.base import Bot, Budget
from engine.bots.uniform import RandomBot
from engine.core import catalog
from engine.core.game import Event, Outcome
from engine.core.text import texts
from engine.play import match, record
from tests.cli.conftest import Command, environment, process

TWO = ("simulate", "letter", "--bots", "random,random")


def contents(folder: Path) -> dict[str, bytes]:
    """All files of a folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


# What comes out ----------------------------------------


def test_for_programs(vierblatt: Command) -> None:
    code, out, err = vierblatt(
        "simulate", "letter", "--bots", "random,random,random", "--games", 30, "--seed", 5, "--json"
    )
    assert (code, err) == (0, "")
    told = json.loads(out)
    assert list(told) == ["game", "unit", "games", "seed", "options", "moves", "seconds", "bots"]
    assert (told["game"], told["unit"], told["games"], told["seed"]) == ("letter", "round", 30, 5)
    assert told["options"] == {"goal": 5, "open_gap": False, "first": "random"}
    assert told["moves"] >= 30
    assert told["seconds"] > 0
    assert [bot["bot"] for bot in told["bots"]] == ["random"] * 3
    assert sum(bot["wins"] for bot in told["bots"]) == pytest.approx(30)
    for bot in told["bots"]:
        assert list(bot) == ["bot", "wins", "win_rate", "ci95", "points_mean", "decide_ms"]
        low, high = bot["ci95"]
        assert 0 <= low <= bot["win_rate"] <= high <= 1
        assert bot["win_rate"] == pytest.approx(bot["wins"] / 30)
        times = bot["decide_ms"]
        assert list(times) == ["p50", "p95", "p99", "max"]
        assert 0 <= times["p50"] <= times["p95"] <= times["p99"] <= times["max"]


TOGETHER = ("simulate", "oneword", "--bots", "medium,easy,strong", "--games", 6, "--seed", 4)


def test_a_game_won_together_for_programs(vierblatt: Command) -> None:
    """Nobody wins against anybody: what all reached, what the game counted, and how long each bot thinks."""
    code, out, err = vierblatt(*TOGETHER, "--json")
    assert (code, err) == (0, "")
    told = json.loads(out)
    score, counts = told["score"], told["counts"]
    assert list(score) == ["mean", "of", "ci95", "least", "most"]
    assert score["of"] == 13
    assert 0 <= score["least"] <= score["mean"] <= score["most"] <= 13
    assert score["ci95"][0] <= score["mean"] <= score["ci95"][1]
    assert counts["made"] == score["mean"] * 6
    assert counts["made"] + counts["passed"] + counts["missed"] + counts["lost_along"] == 13 * 6
    assert 0 <= counts["struck"] <= counts["hints"]
    assert [list(bot) for bot in told["bots"]] == [["bot", "decide_ms"]] * 3


def test_a_game_won_together_in_words(vierblatt: Command) -> None:
    lines = vierblatt(*TOGETHER).out.splitlines()
    assert lines[4].startswith("Score: ")
    assert " of 13 on average (95 % interval " in lines[4]
    assert lines[5].startswith("Cards played: ")
    assert lines[6].startswith("Hints: ")
    assert "win" not in "\n".join(lines)
    german = vierblatt(*TOGETHER, "--language", "de").out.splitlines()
    assert german[4].startswith("Ergebnis: im Mittel ")
    assert "gestrichen" in german[6]


def test_what_was_reached_together_does_not_depend_on_processes(vierblatt: Command) -> None:
    one, two = (json.loads(vierblatt(*TOGETHER, "--json", "--jobs", jobs).out) for jobs in (1, 2))
    assert one["score"] == two["score"]
    assert one["counts"] == two["counts"]


@pytest.mark.parametrize(
    ("points", "low", "high"), [([7], 7.0, 7.0), ([4, 4, 4], 4.0, 4.0), ([2, 4, 6, 8], 2.469, 7.531)]
)
def test_interval_of_a_mean(points: list[int], low: float, high: float) -> None:
    found = match.mean_interval(sum(points), sum(p * p for p in points), len(points))
    assert found == pytest.approx((low, high), abs=0.001)


def test_in_words(vierblatt: Command, tmp_path: Path) -> None:
    words = (*TWO, "--games", 20, "--seed", 3, "--unit", "match", "--option", "goal=2")
    code, out, err = vierblatt(*words, "--out", tmp_path / "new" / "folder")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "Secret Letter: 20 matches, seed 3"
    assert lines[1] == "Options: goal=2 open_gap=false first=random"
    assert lines[3] == f"Records in {tmp_path / 'new' / 'folder'}"
    assert lines[5].startswith("bot ")
    assert [line.split()[0] for line in lines[6:]] == ["random", "random"]
    assert len(contents(tmp_path / "new" / "folder")) == 20
    german = vierblatt(*words, "--language", "de").out.splitlines()
    assert german[0] == "Geheimer Brief: 20 Partien, Startwert 3"
    assert german[4].startswith("Bot ")
    assert "," in german[5]
    assert "." not in german[5]


def test_seed_is_drawn_and_shown(vierblatt: Command, tmp_path: Path) -> None:
    told = json.loads(vierblatt(*TWO, "--games", 2, "--json", "--out", tmp_path / "a").out)
    vierblatt(*TWO, "--games", 2, "--seed", told["seed"], "--out", tmp_path / "b")
    assert contents(tmp_path / "a") == contents(tmp_path / "b")


def test_options_are_parsed(vierblatt: Command, tmp_path: Path) -> None:
    told = json.loads(
        vierblatt(
            *TWO, "--games", 1, "--seed", 1, "--json", "--unit", "match", "--out", tmp_path,
            "--option", "goal=1", "--option", "open_gap=true", "--option", "first=1",
        ).out
    )  # fmt: skip
    assert told["options"] == {"goal": 1, "open_gap": True, "first": 1}
    assert record.read(tmp_path / "0000.vierblatt").head.options == told["options"]


def test_progress_bar_on_a_terminal_only(
    vierblatt: Command, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    code, out, err = vierblatt(*TWO, "--games", 200, "--seed", 1)
    assert code == 0
    assert "games" in err
    assert out.startswith("Secret Letter: 200 rounds")


# The same games ----------------------------------------


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Twelve rounds, played in this process."""
    options = catalog.meta("letter").complete({}, 3)
    series = match.Series(
        "letter",
        MIXED,
        options,
        11,
        unit="round",
        budget=Budget(samples=4),
        out=tmp_path_factory.mktemp("ref"),
    )
    match.run(series, 12)
    assert series.out is not None
    return contents(series.out)


MIXED = ("strong", "random", "easy")
SAME = ["simulate", "letter", "--bots", ",".join(MIXED), "--games", 12, "--seed", 11, "--samples", 4]


@pytest.mark.parametrize("hash_seed", ["0", "1", "2"])
def test_hashing_does_not_show(reference: dict[str, bytes], tmp_path: Path, hash_seed: str) -> None:
    assert process([*SAME, "--out", tmp_path], PYTHONHASHSEED=hash_seed).code == 0
    assert contents(tmp_path) == reference


@pytest.mark.parametrize("jobs", [2, 3])
def test_processes_do_not_show(
    vierblatt: Command, reference: dict[str, bytes], tmp_path: Path, jobs: int
) -> None:
    assert vierblatt(*SAME, "--jobs", jobs, "--out", tmp_path).code == 0
    assert contents(tmp_path) == reference


def test_counts_do_not_depend_on_processes(vierblatt: Command) -> None:
    def told(*more: object) -> dict[str, Any]:
        summary: dict[str, Any] = json.loads(vierblatt(*TWO, "--games", 60, "--seed", 2, "--json", *more).out)
        del summary["seconds"]
        for bot in summary["bots"]:
            del bot["decide_ms"]
        return summary

    assert told() == told("--jobs", 2)


def test_game_depends_on_seed_and_number_only() -> None:
    options = catalog.meta("letter").complete({}, 2)
    series = match.Series("letter", ("random", "random"), options, 4, unit="round")
    first = match.play(series, 9)
    match.play(series, 3)
    assert match.play(series, 9).actions == first.actions
    assert match.play(series, 10).actions != first.actions
    other = match.Series("letter", ("random", "random"), options, 5, unit="round")
    assert match.play(other, 9).actions != first.actions


class Dawdler(RandomBot):
    """Uses up random numbers before it plays like `RandomBot`."""

    def choose(self, view: Any, history: Sequence[Event], budget: Budget, rng: Any) -> Any:
        state = rng.getstate()
        rng.random()
        rng.setstate(state)
        return super().choose(view, history, budget, rng)


def test_one_bots_thinking_does_not_change_another(monkeypatch: pytest.MonkeyPatch) -> None:
    options = catalog.meta("letter").complete({}, 2)
    series = match.Series("letter", ("random", "easy"), options, 4, unit="round")
    plain: Mapping[str, Any] = {"random": RandomBot, "easy": RandomBot}
    monkeypatch.setattr(catalog, "bots", lambda _game: plain)
    before = match.play(series, 0).actions
    monkeypatch.setattr(catalog, "bots", lambda _game: {"random": RandomBot, "easy": Dawdler})
    assert match.play(series, 0).actions == before


# Records ----------------------------------------


@pytest.mark.parametrize("unit", ["round", "match"])
def test_records_replay_and_count(vierblatt: Command, tmp_path: Path, unit: str) -> None:
    words = ("simulate", "letter", "--bots", "random,medium,easy", "--games", 9, "--seed", 8, "--samples", 2)
    told = json.loads(
        vierblatt(*words, "--unit", unit, "--option", "goal=2", "--out", tmp_path, "--json").out
    )
    paths = sorted(tmp_path.iterdir())
    assert [path.name for path in paths] == [f"{index:04}.vierblatt" for index in range(9)]
    wins = [0.0] * 3
    points = [0] * 3
    moves = 0
    for index, path in enumerate(paths):
        written = record.read(path)
        assert written.text() == path.read_bytes()
        assert written.head.started == "2000-01-01T00:00:00Z"
        session = record.replay(written)
        outcome = session.outcome()
        assert outcome is not None
        assert outcome == written.end
        if unit == "round":
            assert sum(outcome.points) == len(outcome.winners)
        moves += sum(action.actor is not None for _line, action in written.actions)
        for entry, name in enumerate(("random", "medium", "easy")):
            seat = (entry + index) % 3
            assert (written.head.seats[seat].name, written.head.seats[seat].bot) == (f"Bot {entry + 1}", name)
            points[entry] += outcome.points[seat]
            wins[entry] += (seat in outcome.winners) / len(outcome.winners)
    assert told["moves"] == moves
    assert [bot["wins"] for bot in told["bots"]] == pytest.approx(wins)
    assert [bot["points_mean"] * 9 for bot in told["bots"]] == pytest.approx(points)
    assert vierblatt("replay", paths[0]).code == 0


def test_records_are_never_replaced(vierblatt: Command, tmp_path: Path) -> None:
    there = tmp_path / "0002.vierblatt"
    there.write_text("precious")
    code, out, err = vierblatt(*TWO, "--games", 5, "--seed", 1, "--out", tmp_path)
    assert (code, out) == (1, "")
    expected = f"vierblatt: {there} is there already. Records are never overwritten; choose another folder.\n"
    assert err == expected
    assert contents(tmp_path) == {"0002.vierblatt": b"precious"}
    assert "nie überschrieben" in vierblatt(*TWO, "--games", 5, "--out", tmp_path, "--language", "de").err
    assert vierblatt(*TWO, "--games", 2, "--seed", 1, "--out", tmp_path).code == 0


@pytest.mark.parametrize("jobs", [1, 2])
def test_record_that_appears_meanwhile(
    vierblatt: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, jobs: int
) -> None:
    (tmp_path / "0003.vierblatt").write_text("precious")
    monkeypatch.setattr("engine.cli.simulate._prepare", lambda _series, _games: None)
    code, out, err = vierblatt(*TWO, "--games", 40, "--seed", 1, "--out", tmp_path, "--jobs", jobs)
    assert (code, out) == (1, "")
    assert err == f"vierblatt: {tmp_path / '0003.vierblatt'} is there already.\n"
    assert (tmp_path / "0003.vierblatt").read_text() == "precious"


def test_no_half_records(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    options = catalog.meta("letter").complete({}, 2)
    series = match.Series("letter", ("random", "random"), options, 4, unit="round", out=tmp_path)
    played = match.play(series, 0)
    real = Path.open

    def full(self: Path, *arguments: Any, **more: Any) -> Any:
        file = real(self, *arguments, **more)

        class Full:
            def __enter__(self) -> Full:
                return self

            def __exit__(self, *_error: object) -> None:
                file.close()

            def write(self, data: bytes) -> int:
                file.write(data[:10])
                raise OSError(28, "No space left on device", str(series.path(0)))

        return Full()

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", full)
        with pytest.raises(OSError, match="No space"):
            match.write(series, 0, played)
    assert contents(tmp_path) == {}


# Refusals ----------------------------------------


@pytest.mark.parametrize(
    ("words", "english", "german"),
    [
        (
            ["chess", "--bots", "random,random"],
            f"There is no game “chess”. There are: {', '.join(catalog.ids())}.",
            f"Es gibt kein Spiel „chess“. Es gibt: {', '.join(catalog.ids())}.",
        ),
        (
            ["letter", "--bots", "random,genius"],
            "Secret Letter has no bot “genius”. There are: random, easy, medium, strong.",
            "Geheimer Brief hat keinen Bot „genius“. Es gibt: random, easy, medium, strong.",
        ),
        (
            ["letter", "--bots", "random,,random"],
            "Secret Letter has no bot “”. There are: random, easy, medium, strong.",
            "Geheimer Brief hat keinen Bot „“. Es gibt: random, easy, medium, strong.",
        ),
        (
            ["letter", "--bots", "random"],
            "Secret Letter is for 2 to 4 seats, not 1.",
            "Geheimer Brief spielt man an 2 bis 4 Plätzen, nicht an 1.",
        ),
        (
            ["letter", "--bots", "random,random,random,random,random"],
            "Secret Letter is for 2 to 4 seats, not 5.",
            "Geheimer Brief spielt man an 2 bis 4 Plätzen, nicht an 5.",
        ),
        (
            ["letter", "--bots", "random,random", "--option", "speed=3"],
            "Secret Letter has no option “speed”. It has: goal, open_gap, first.",
            "Geheimer Brief hat keine Option „speed“. Es gibt: goal, open_gap, first.",
        ),
        (
            ["letter", "--bots", "random,random", "--option", "goal=21"],
            "Option “goal” of Secret Letter can't be “21”. Possible: 1–20.",
            "Die Option „goal“ von Geheimer Brief kann nicht „21“ sein. Möglich: 1–20.",
        ),
        (
            ["letter", "--bots", "random,random", "--option", "first=2"],
            "Option “first” of Secret Letter can't be “2”. Possible: random, 0–1.",
            "Die Option „first“ von Geheimer Brief kann nicht „2“ sein. Möglich: random, 0–1.",
        ),
        (
            ["letter", "--bots", "random,random", "--option", "open_gap=perhaps"],
            "Option “open_gap” of Secret Letter can't be “perhaps”. Possible: true, false.",
            "Die Option „open_gap“ von Geheimer Brief kann nicht „perhaps“ sein. Möglich: true, false.",
        ),
    ],
)
def test_refused(vierblatt: Command, words: list[str], english: str, german: str) -> None:
    assert vierblatt("simulate", *words) == (1, "", f"vierblatt: {english}\n")
    assert vierblatt("simulate", *words, "--language", "de") == (1, "", f"vierblatt: {german}\n")
    ran = vierblatt("simulate", *words, "--json")
    assert json.loads(ran.out)["error"]["message"] == english


def test_folders_that_will_not_do(
    vierblatt: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.touch()
    assert vierblatt(*TWO, "--out", file) == (1, "", f"vierblatt: {file} is not a folder.\n")
    below = vierblatt(*TWO, "--out", file / "below")
    assert (below.code, below.out, below.err.count("\n")) == (1, "", 1)
    assert str(file / "below") in below.err
    monkeypatch.setattr(os, "access", lambda _path, _mode: False)
    folder = tmp_path / "folder"
    assert vierblatt(*TWO, "--out", folder) == (1, "", f"vierblatt: No file can be made in {folder}.\n")
    assert vierblatt(*TWO, "--out", folder, "--language", "de").err.endswith("keine Datei anlegen.\n")


class Cheat(Bot):
    """Plays a card it does not have."""

    def choose(self, view: Any, history: Sequence[Event], budget: Budget, rng: Any) -> Any:
        from engine.games.letter.model import Play

        return Play(9)


class Dreamer(Bot):
    """Fails."""

    def choose(self, view: Any, history: Sequence[Event], budget: Budget, rng: Any) -> Any:
        raise ValueError("no idea\nat all")


@pytest.mark.parametrize(
    ("bot", "said"), [(Cheat, "Play(card=9"), (Dreamer, "ValueError: no idea�at all"), (None, "NoneType")]
)
def test_bot_that_fails(vierblatt: Command, monkeypatch: pytest.MonkeyPatch, bot: Any, said: str) -> None:
    makers = {"random": RandomBot, "easy": bot or (lambda game: _Silent(game))}
    monkeypatch.setattr(catalog, "bots", lambda _game: makers)
    code, out, err = vierblatt("simulate", "letter", "--bots", "random,easy", "--seed", 1)
    assert (code, out) == (1, "")
    assert err.startswith("vierblatt: Bot “easy” failed in game 0 (seat 1, action ")
    assert said in err
    assert err.count("\n") == 1


class _Silent(Bot):
    def choose(self, view: Any, history: Sequence[Event], budget: Budget, rng: Any) -> Any:
        return None


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Ctrl-C interrupts, even if the tests themselves run in the background, where a shell has it ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C reaches processes differently there")
@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_ends_everything(tmp_path: Path, jobs: int) -> None:
    child = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "engine.cli.main",
            *TWO,
            "--games",
            "10000000",
            "--jobs",
            str(jobs),
            "--out",
            tmp_path,
        ],
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        while not any(tmp_path.iterdir()):
            with pytest.raises(subprocess.TimeoutExpired):
                child.wait(0.02)
        os.killpg(child.pid, signal.SIGINT)
        out, err = child.communicate(timeout=30)
    finally:
        if child.poll() is None:
            os.killpg(child.pid, signal.SIGKILL)
    assert (child.returncode, out, err) == (130, b"", b"vierblatt: stopped\n")
    for path in tmp_path.iterdir():
        assert path.read_bytes().endswith(b"]}\n"), "no half records"


class _InterruptedPath(type(Path())):  # type: ignore[misc]
    """A place where Ctrl-C comes between the opening of a file and the writing."""

    def open(self, *args: Any, **more: Any) -> Any:
        file = super().open(*args, **more)
        signal.raise_signal(signal.SIGINT)
        return file


class _SlowPath(type(Path())):  # type: ignore[misc]
    """A place where a file is open for long before it is written."""

    def open(self, *args: Any, **more: Any) -> Any:
        file = super().open(*args, **more)
        if "1" in self.stem:
            sum(range(30_000_000))
        return file


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_waits_for_a_record_that_is_being_written(tmp_path: Path) -> None:
    series = match.Series("letter", ("random", "random"), {}, 1, out=_InterruptedPath(tmp_path))
    with pytest.raises(KeyboardInterrupt):
        match.run(series, 10)
    (path,) = tmp_path.iterdir()
    assert path.read_bytes().endswith(b"]}\n")


def test_no_process_is_ended_while_it_writes_a_record(tmp_path: Path) -> None:
    series = match.Series("letter", ("random", "random"), {}, 1, out=_SlowPath(tmp_path))

    def stop(_done: int) -> None:
        while not (tmp_path / "0001.vierblatt").exists():
            pass
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        match.run(series, 2, jobs=2, progress=stop)
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["0000.vierblatt", "0001.vierblatt"]
    for path in tmp_path.iterdir():
        assert path.read_bytes().endswith(b"]}\n")


# Counting ----------------------------------------


def test_shared_wins_count_their_fraction() -> None:
    series = match.Series("letter", ("a", "b", "c"), {}, 1)
    tally = match.Tally.empty(3)
    played = match.Played(Outcome((1, 1, 0), (0, 1)), (), (), 4, ([0.1], [0.2], []))
    tally.add(series, 0, played)  # seats are entries
    tally.add(series, 1, played)  # entry 0 sits at 1, entry 2 at 0
    assert [score.wins for score in tally.scores] == [1.0, 0.5, 0.5]
    assert [score.points for score in tally.scores] == [2, 1, 1]
    more = match.Tally.empty(3)
    more.add(series, 2, match.Played(Outcome((1, 1, 1), (0, 1, 2)), (), (), 4, ([], [], [0.3])))
    tally.merge(more)
    assert (tally.games, tally.moves) == (3, 12)
    assert [round(score.wins, 6) for score in tally.scores] == [1.333333, 0.833333, 0.833333]
    assert [list(score.times) for score in tally.scores] == [[0.1, 0.1], [0.2, 0.2], [0.3]]


def test_everybody_sits_everywhere() -> None:
    series = match.Series("letter", ("a", "b", "c"), {}, 1)
    for entry in range(3):
        assert sorted(series.seat(entry, index) for index in range(3)) == [0, 1, 2]


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (50, 100, 0.4038, 0.5962),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (1.5, 4, 0.0919, 0.7806),
        (0, 0, 0, 1),
    ],
)
def test_wilson(wins: float, games: int, low: float, high: float) -> None:
    assert match.wilson(wins, games) == pytest.approx((low, high), abs=5e-4)


def test_percentiles() -> None:
    hundred = array("d", range(100, 0, -1))
    assert match.percentiles(hundred, 50, 95, 99, 100) == [50, 95, 99, 100]
    assert match.percentiles(array("d", [7]), 50, 100) == [7, 7]
    assert match.percentiles(array("d"), 50, 100) == [0, 0]


def test_every_refusal_of_the_command_is_translated() -> None:
    german = texts("de")
    for message in (
        "Bot “{bot}” failed in game {index} (seat {seat}, action {revision}): {detail}",
        "{game} has no bot “{bot}”. There are: {known}.",
        "No file can be made in {path}.",
    ):
        assert german._(message) != message
