"""``vierblatt replay``: the story, who may know what, and every way in which a record can be wrong."""

from __future__ import annotations

import io
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from engine.bots.base import Budget
from engine.core import catalog, codec
from engine.core.text import texts
from engine.play import match, record
from tests.cli.conftest import EXAMPLE, Command

STORY = """\
Secret Letter, begun 2026-11-29T18:00:00Z
Seat 0: Anna
Seat 1: Ben
Seat 2: Carla
Options: goal=1 open_gap=false first=random

The lot falls on Anna.
Round 1: Anna begins.
Anna is dealt the 3.
Ben is dealt the 5.
Carla is dealt the 2.
Anna draws the 8.
Anna plays Duel (3) against Ben.
Anna sees: Ben has the 5.
Ben sees: Anna has the 8.
Ben loses the duel.
Ben lays down the 5 and is out.
Carla draws the 1.
Carla plays Guess (1) against Anna: “8?”
Right.
Anna lays down the 8 and is out.
Carla wins round 1. Nobody else is left.
Carla wins the match with 1 point.

Points: Anna 0, Ben 0, Carla 1. Winner: Carla.
"""

CARLA = """\
Geheimer Brief, begonnen 2026-11-29T18:00:00Z
Platz 0: Anna
Platz 1: Ben
Platz 2: Carla
Optionen: goal=1 open_gap=false first=random
So, wie Carla es wissen darf

Das Los fällt auf Anna.
Runde 1: Anna beginnt.
Carla bekommt die 2.
Anna spielt Duell (3) gegen Ben.
Ben verliert das Duell.
Ben legt die 5 offen hin und scheidet aus.
Carla zieht die 1.
Carla spielt Raten (1) gegen Anna: „8?“
Richtig.
Anna legt die 8 offen hin und scheidet aus.
Carla gewinnt Runde 1. Sonst ist niemand mehr übrig.
Carla gewinnt die Partie mit 1 Punkt.

Punkte: Anna 0, Ben 0, Carla 1. Gewonnen: Carla.
"""


def test_worked_example(vierblatt: Command) -> None:
    assert vierblatt("replay", EXAMPLE) == (0, STORY, "")


def test_worked_example_for_a_seat_in_german(vierblatt: Command) -> None:
    assert vierblatt("replay", EXAMPLE, "--seat", 2, "--language", "de") == (0, CARLA, "")


def test_until(vierblatt: Command) -> None:
    code, out, err = vierblatt("replay", EXAMPLE, "--until", 3)
    assert (code, err) == (0, "")
    assert out.splitlines()[-3:] == ["Carla draws the 1.", "", "Not over: 3 actions so far."]
    assert vierblatt("replay", EXAMPLE, "--until", 1).out.endswith("\nNot over: 1 action so far.\n")
    assert vierblatt("replay", EXAMPLE, "--until", 99).out == STORY


def test_standard_input(vierblatt: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(EXAMPLE.read_bytes())))
    assert vierblatt("replay", "-") == (0, STORY, "")
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(b"")))
    assert vierblatt("replay", "-") == (1, "", "vierblatt: standard input: The record is empty.\n")


def test_for_programs(vierblatt: Command) -> None:
    code, out, err = vierblatt("replay", EXAMPLE, "--json")
    assert (code, err) == (0, "")
    told = json.loads(out)
    assert set(told) == {
        "game", "options", "seats", "started", "actions", "complete", "torn", "events", "view", "points", "winners"
    }  # fmt: skip
    assert (told["game"], told["actions"], told["complete"], told["torn"]) == ("letter", 4, True, False)
    assert told["options"] == {"goal": 1, "open_gap": False, "first": "random"}
    assert told["seats"] == [{"name": name, "kind": "human"} for name in ("Anna", "Ben", "Carla")]
    assert (told["points"], told["winners"]) == ([0, 0, 1], [2])
    assert told["view"]["seat"] is None
    game = catalog.game("letter")
    events = msgspec.convert(told["events"], list[game.events])  # type: ignore[name-defined]
    assert [event["do"] for event in told["events"]].count("CardDrawn") == 2
    assert len(events) == len(told["events"])


def test_unfinished_for_programs(vierblatt: Command) -> None:
    told = json.loads(vierblatt("replay", EXAMPLE, "--json", "--until", 3, "--seat", 2).out)
    assert (told["actions"], told["complete"], told["points"], told["winners"]) == (3, False, None, None)
    assert told["view"]["seat"] == 2
    assert told["view"]["hand"] == [2, 1]


# Secrets ----------------------------------------


@pytest.fixture(scope="module")
def matches(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Records of matches among two, three and four bots that play at random."""
    paths = []
    for seats in (2, 3, 4):
        options = catalog.meta("letter").complete({"goal": 3}, seats)
        out = tmp_path_factory.mktemp(f"seats{seats}")
        series = match.Series(
            "letter", ("random",) * seats, options, seed=seats, unit="match", budget=Budget(), out=out
        )
        match.run(series, 2)
        paths += sorted(out.iterdir())
    return paths


def test_a_seat_is_told_what_it_may_know_and_nothing_else(vierblatt: Command, matches: list[Path]) -> None:
    words = catalog.words("letter")
    t = texts("en")
    for path in matches:
        session = record.replay(record.read(path))
        names = [seat.name for seat in session.seats]
        for seat, name in enumerate(names):
            told = json.loads(vierblatt("replay", path, "--seat", seat, "--json").out)
            port = session.port(seat)
            assert told["events"] == [json.loads(codec.encode(event)) for event in port.events()]
            assert told["view"] == json.loads(codec.encode(port.view()))
            assert all("audience" not in event or seat in event["audience"] for event in told["events"])
            lines = vierblatt("replay", path, "--seat", seat).out.splitlines()
            story = [words.describe(event, t, names) for event in port.events()]
            assert [line for line in lines if line in story] == [line for line in story if line is not None]
            for other in names:
                if other != name:
                    assert not any(line.startswith(f"{other} is dealt") for line in lines)
                    assert not any(line.startswith(f"{other} draws the") for line in lines)
                    assert not any(line.startswith(f"{other} sees:") for line in lines)


def test_each_round_is_a_paragraph(vierblatt: Command, matches: list[Path]) -> None:
    for path in matches:
        told = json.loads(vierblatt("replay", path, "--json").out)
        rounds = [event for event in told["events"] if event["do"] == "RoundStarted"]
        head, *paragraphs, end = vierblatt("replay", path).out.split("\n\n")
        assert head.startswith("Secret Letter")
        assert end.startswith("Points: ")
        assert len(paragraphs) == len(rounds)
        for number, paragraph in enumerate(paragraphs, 1):
            assert f"Round {number}: " in paragraph
            assert f" round {number}. " in paragraph.splitlines()[-1 if number < len(rounds) else -2]


def test_a_card_drawn_twice_is_told_twice(vierblatt: Command, tmp_path: Path) -> None:
    """By a restart, and then for the own turn."""
    path = tmp_path / "twice.vierblatt"
    head = EXAMPLE.read_text("utf-8").splitlines()[0]
    path.write_text(
        "\n".join(
            [
                head,
                '{"seat":null,"do":"first","starter":0}',
                '{"seat":null,"do":"shuffle","deck":[2,5,2,3,4,1,1,1,1,1,3,4,5,6,7,8]}',
                '{"seat":0,"do":"play","card":5,"target":1}',
                "",
            ]
        ),
        "utf-8",
    )
    assert vierblatt("replay", path).out.count("Ben draws the 1.\n") == 2


def test_a_swap_is_told_once(vierblatt: Command, tmp_path: Path) -> None:
    path = tmp_path / "swap.vierblatt"
    head = EXAMPLE.read_text("utf-8").splitlines()[0]
    path.write_text(
        "\n".join(
            [
                head,
                '{"seat":null,"do":"first","starter":1}',
                '{"seat":null,"do":"shuffle","deck":[1,3,5,2,6,1,1,1,1,2,3,4,4,5,7,8]}',
                '{"seat":1,"do":"play","card":6,"target":0}',
                "",
            ]
        ),
        "utf-8",
    )
    told = [line for line in vierblatt("replay", path).out.splitlines() if line.startswith("Now ")]
    assert told == ["Now Anna has the 3 and Ben the 2."]
    for seat, expected in ((0, told), (1, told), (2, [])):
        lines = vierblatt("replay", path, "--seat", seat).out.splitlines()
        assert [line for line in lines if line.startswith("Now ")] == expected


# Wrong records ----------------------------------------


def _changed(tmp_path: Path, line: int, text: str) -> Path:
    lines = EXAMPLE.read_text("utf-8").splitlines()
    lines[line - 1] = text
    path = tmp_path / "changed.vierblatt"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


HEADER = json.loads(EXAMPLE.read_text("utf-8").splitlines()[0])


@pytest.mark.parametrize(
    ("line", "text", "code", "said", "rule"),
    [
        (1, "nonsense", "record_no_header", "no Vierblatt record", None),
        (1, json.dumps(HEADER | {"vierblatt": 2}), "record_newer", "newer Vierblatt (format 2", None),
        (1, json.dumps(HEADER | {"game": "chess"}), "unknown_game", "no game “chess”", None),
        (1, json.dumps(HEADER | {"options": {"goal": 99}}), "option_value", "can't be “99”", None),
        (1, json.dumps(HEADER | {"seats": HEADER["seats"][:1]}), "seats_out_of_range", "2 to 4 seats", None),
        (2, '{"seat":null,"do":"first","starter":3}', "no_such_seat", "no seat 3", "letter"),
        (3, '{"seat":null,"do":"shuffle","deck":[8,8,8,8]}', "wrong_deck", "sixteen cards", "letter"),
        (4, '{"seat":0,"do":"play","card":7}', "not_in_hand", "There is no 7", "letter: a turn"),
        (4, '{"seat":0,"do":"play","card":3}', "target_missing", "Choose whom", "letter: choosing"),
        (4, '{"seat":1,"do":"play","card":3,"target":0}', "not_awaited", "turn", "common"),
        (4, '{"seat":7,"do":"play","card":3}', "no_such_seat", "no seat 7", None),
        (4, '{"seat":0,"do":"play","card":"3"}', "not_understood", "not understood", None),
        (4, '{"seat":0,"do":"play"', "record_damaged", "can't be read", None),
        (
            5,
            '{"seat":2,"do":"play","card":1,"target":1,"guess":8}',
            "target_out",
            "out of",
            "letter: choosing",
        ),
        (5, '{"seat":2,"do":"play","card":1,"target":0,"guess":1}', "guess_range", "never the 1", "letter 4"),
        (6, '{"end":true,"points":[1,0,0],"winners":[0]}', "record_wrong_end", "result written here", None),
    ],
)
def test_wrong_lines(
    vierblatt: Command, tmp_path: Path, line: int, text: str, code: str, said: str, rule: str | None
) -> None:
    path = _changed(tmp_path, line, text)
    ran = vierblatt("replay", path)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith(f"vierblatt: {path}, line {line}: ")
    assert ran.err.count("\n") == 1
    assert said in ran.err
    assert ran.err.endswith(f" (rule: {rule})\n") if rule else "(rule" not in ran.err
    for_programs = vierblatt("replay", path, "--json")
    assert (for_programs.code, for_programs.err) == (1, ran.err)
    error: dict[str, Any] = json.loads(for_programs.out)["error"]
    assert (error["code"], error["line"], error["rule"]) == (code, line, rule)
    assert f"vierblatt: {error['message']}\n" == ran.err
    german = vierblatt("replay", path, "--language", "de")
    assert german.code == 1
    assert german.err.startswith(f"vierblatt: {path}, Zeile {line}: ")
    assert said not in german.err


def test_wrong_lines_after_the_end_asked_for_are_not_replayed(vierblatt: Command, tmp_path: Path) -> None:
    path = _changed(tmp_path, 5, '{"seat":2,"do":"play","card":1,"target":1,"guess":8}')
    assert vierblatt("replay", path, "--until", 3).code == 0


def test_torn_last_line(vierblatt: Command, tmp_path: Path) -> None:
    whole = EXAMPLE.read_bytes()
    path = tmp_path / "torn.vierblatt"
    path.write_bytes(whole[: whole.rindex(b'{"end"') - 10])
    code, out, err = vierblatt("replay", path)
    assert (code, err) == (0, f"vierblatt: {path}: the last line is torn and was left out.\n")
    assert out.endswith("Not over: 3 actions so far.\n")
    code, out, err = vierblatt("replay", path, "--json", "--language", "de")
    assert (code, err) == (0, f"vierblatt: {path}: Die letzte Zeile ist abgerissen und wurde weggelassen.\n")
    told = json.loads(out)
    assert (told["torn"], told["complete"], told["actions"]) == (True, False, 3)


def test_files_that_are_none(vierblatt: Command, tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    assert vierblatt("replay", missing) == (1, "", f"vierblatt: {missing}: there is no such file.\n")
    assert vierblatt("replay", missing, "--language", "de").err.endswith(": Diese Datei gibt es nicht.\n")
    folder = vierblatt("replay", tmp_path)
    assert (folder.code, folder.out, folder.err.count("\n")) == (1, "", 1)
    assert str(tmp_path) in folder.err
    error = json.loads(vierblatt("replay", missing, "--json").out)["error"]
    assert (error["code"], error["line"], error["rule"]) == ("file", None, None)
    empty = tmp_path / "empty"
    empty.touch()
    assert vierblatt("replay", empty).err == f"vierblatt: {empty}: The record is empty.\n"


def test_seats_that_are_none(vierblatt: Command) -> None:
    code, out, err = vierblatt("replay", EXAMPLE, "--seat", 3)
    assert (code, out) == (1, "")
    assert err == "vierblatt: There is no seat 3: this game has the seats 0 to 2.\n"
    assert "Plätze 0 bis 2" in vierblatt("replay", EXAMPLE, "--seat", 3, "--language", "de").err


def test_names_cannot_steer_the_terminal(vierblatt: Command, tmp_path: Path) -> None:
    names = [{"name": "Anna\x1b[2J", "kind": "human"}, {"name": "{Ben}", "kind": "bot:x"}, HEADER["seats"][2]]
    path = _changed(tmp_path, 1, json.dumps(HEADER | {"seats": names}))
    ran = vierblatt("replay", path)
    assert ran.code == 0
    assert "\x1b" not in ran.out
    assert "{Ben} loses the duel." in ran.out
    assert "Seat 1: {Ben} (bot “x”)" in ran.out
