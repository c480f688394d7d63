"""``vierblatt sleuth …`` as a game master and a player call it."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from engine.cli.main import main
from engine.core.text import texts
from engine.games.sleuth.box import box
from engine.games.sleuth.grid import write_grid
from engine.games.sleuth.model import NO_TIPS, Orders, tips
from engine.play import record
from tests.games.sleuth.post.desk import LARGE, STANDARD, block, make
from tests.games.sleuth.test_orders import RISK, SAMPLE, SURE


class Ran(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Sleuth = Callable[..., Ran]


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VIERBLATT_LANGUAGE", "en")


@pytest.fixture
def sleuth(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Sleuth:
    """Runs ``vierblatt sleuth`` in this process."""

    def run(*words: object, stdin: bytes = b"", paper: Any = None) -> Ran:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = main(["sleuth", *map(str, words)], paper=paper)
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return run


@pytest.fixture
def peru(tmp_path: Path, sleuth: Sleuth) -> Path:
    """A new game with Max and Anna."""
    tableau = tmp_path / "tableau.txt"
    tableau.write_text(STANDARD, "utf-8")
    players = ("--player", "Max Mustermann", "--player", "Anna <anna@example.org>")
    ran = sleuth("new", tmp_path / "peru", "--name", "Peru", *players, "--tableau", tableau)
    assert ran.code == 0, ran.err
    return tmp_path / "peru"


def orders(folder: Path, name: str, text: str) -> Path:
    path = folder.parent / name
    path.write_text(text, "utf-8")
    return path


def test_a_whole_game(peru: Path, sleuth: Sleuth) -> None:
    """From the deal to the end, and back again."""
    for number in range(1, 13):
        files = [orders(peru, f"{name}.txt", block(name, number)) for name in ("Max Mustermann", "Anna")]
        assert sleuth("resolve", peru).code == 1
        assert sleuth("read", peru, *files).code == 0
        status = sleuth("status", peru, "--json").json
        assert (status["round"], status["missing"]) == (number, [])
        assert sleuth("resolve", peru).code == 0
        assert (peru / "rounds" / f"{number:02}" / "report.txt").is_file()
    assert sleuth("status", peru, "--json").json["over"] is True
    kept = record.read(peru / "game.vierblatt")
    assert kept.end is not None
    assert record.replay(kept).over
    assert kept.text() == (peru / "game.vierblatt").read_bytes()
    assert sleuth("undo", peru, "--json").json == {"game": "Peru", "undone": 12, "round": 12}
    assert not (peru / "rounds" / "12").exists()


def test_read_as_json(peru: Path, sleuth: Sleuth) -> None:
    path = orders(
        peru, "max.txt", SAMPLE.replace("Runde=4", "Runde=1").replace("blaue 2er hat D", "blaue 2er hat X")
    )
    (entry,) = sleuth("read", peru, path, "--json").json
    assert entry["player"] == "Max Mustermann"
    assert entry["round"] == 1
    assert entry["file"] == str(path)
    assert entry["orders"] == {"questions": [], "substitutes": ["D:g2"], "sure": SURE, "risk": RISK}
    (problem,) = entry["problems"]
    assert set(problem) == {"code", "file", "line", "read", "expected", "message"}
    assert (problem["code"], problem["file"], problem["line"]) == ("asked_x", str(path), 4)


def test_read_from_standard_input_and_folders(peru: Path, sleuth: Sleuth, tmp_path: Path) -> None:
    ran = sleuth("read", peru, "--json", stdin=block("Anna", 1).encode("cp1252"))
    assert [entry["player"] for entry in ran.json] == ["Anna"]
    inbox = tmp_path / "inbox" / "deep"
    inbox.mkdir(parents=True)
    (inbox / "a.eml").write_bytes(b"From: max\n\n" + block("Max Mustermann", 1).encode())
    (inbox / "picture.png").write_bytes(b"\x89PNG")
    ran = sleuth("read", peru, tmp_path / "inbox", "--json")
    assert [entry["player"] for entry in ran.json] == ["Max Mustermann"]
    assert "all orders are there" in sleuth("status", peru).out


def test_every_mail_is_kept_untouched_and_once(peru: Path, sleuth: Sleuth) -> None:
    data = b"From: x\nSubject: =?utf-8?q?a?=\n\n\xff\xfe\x00 nothing\n"
    path = peru.parent / "odd.eml"
    path.write_bytes(data)
    for _time in range(2):
        sleuth("read", peru, path)
    (kept,) = (peru / "mail" / "01").iterdir()
    assert kept.read_bytes() == data


def test_newer_orders_replace_older_ones(peru: Path, sleuth: Sleuth) -> None:
    sleuth("read", peru, orders(peru, "one.txt", block("Anna", 1)))
    text = block("Anna", 1).replace("Tipp", "Frage=Perlen, A\nTipp")
    entries = sleuth("read", peru, orders(peru, "two.txt", text), "--json").json
    assert sorted((entry["state"], bool(entry["orders"]["questions"])) for entry in entries) == [
        ("counts", True),
        ("replaced", False),
    ]
    assert len(list((peru / "mail" / "01").iterdir())) == 2


def test_resolve_names_who_is_missing(peru: Path, sleuth: Sleuth) -> None:
    sleuth("read", peru, orders(peru, "one.txt", block("Anna", 1)))
    ran = sleuth("resolve", peru)
    assert ran.code == 1
    assert "Max Mustermann" in ran.err
    assert "Anna" not in ran.err
    assert sleuth("resolve", peru, "--missing", "Zora").code == 1
    assert sleuth("resolve", peru, "--missing", "max mustermann").code == 0
    assert sleuth("resolve", peru, "--nmr", "draw").code == 0


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["read"], 2, "DIR"),
        (["fly", "x"], 2, "fly"),
        (["new", "x", "--name", "Peru"], 2, "--player"),
        (["status", "{peru}/nowhere"], 1, "no postal game"),
        (["read", "{peru}", "{peru}/nowhere.txt"], 1, "no such file"),
        (["undo", "{peru}"], 1, "No round"),
        (["report", "{peru}", "--round", "3"], 1, "not resolved"),
        (["report", "{peru}", "--player", "Zora"], 1, "Zora"),
        (["report", "{peru}", "--public", "--player", "Anna"], 2, "--player"),
        (["report", "{peru}", "--format", "pdf"], 1, "desktop"),
        (
            ["report", "{peru}", "--format", "pdf", "--out", "{peru}/nowhere/x.pdf"],
            1,
            "no folder {peru}/nowhere.",
        ),
        (["new", "{peru}/a", "--name", "Peru", "--player", "A <x>"], 1, "“A <x>” has no proper address"),
        (["new", "{peru}/a", "--name", "Peru", "--player", "A <a@b"], 1, "proper address"),
        (["new", "{peru}/a", "--name", "Peru", "--player", "A <a@b c>"], 1, "proper address"),
        (["new", "{peru}/a", "--name", "Peru", "--player", "<a@b.de>"], 1, "proper address"),
        (["new", "{peru}", "--name", "Peru", "--player", "Anna"], 1, "not empty"),
        (["new", "{peru}/a", "--name", "Peru", "--player", "Anna", "--player", "anna"], 1, "Two players"),
        (["new", "{peru}/a", "--name", "a//b", "--player", "Anna"], 1, "can't be a name"),
        (["new", "{peru}/a", "--name", "Peru", "--player", "Anna", "--option", "hints"], 1, "NAME=VALUE"),
        (["new", "{peru}/a", "--name", "Peru", "--player", "Anna", "--option", "hints=maybe"], 1, "hints"),
        (
            ["new", "{peru}/a", "--name", "Peru", "--player", "Anna", "--tableau", "{peru}/game.toml"],
            1,
            "no tableau",
        ),
    ],
)
def test_refusals(peru: Path, sleuth: Sleuth, words: list[str], code: int, said: str) -> None:
    ran = sleuth(*[word.replace("{peru}", str(peru)) for word in words])
    assert ran.code == code
    assert said.replace("{peru}", str(peru)) in ran.err
    assert ran.out == ""


@pytest.mark.parametrize("variant", ["standard", "large"])
def test_a_tableau_as_letters_or_as_a_grid(tmp_path: Path, sleuth: Sleuth, variant: str) -> None:
    letters = LARGE if variant == "large" else STANDARD
    places = tips(dict(zip(box(variant).gems, letters, strict=True)))
    grid = "\n".join(write_grid(box(variant), places, NO_TIPS, "Tipp", "de"))
    for at, text in enumerate([letters, "\n".join(letters), grid, grid.partition("\n")[2]]):
        path = tmp_path / "tableau.txt"
        path.write_text(text, "utf-8")
        folder = tmp_path / f"game{at}"
        words = ("--name", "Peru", "--player", "Anna", "--variant", variant, "--tableau", path)
        ran = sleuth("new", folder, *words)
        assert ran.code == 0, ran.err
        assert letters in (folder / "game.vierblatt").read_text("utf-8")
    path.write_text(letters.replace("X", "A"), "utf-8")
    assert sleuth("new", tmp_path / "no", *words).code == 1
    assert not (tmp_path / "no").exists()


def test_a_dealt_game(tmp_path: Path, sleuth: Sleuth) -> None:
    for name in ("a", "b"):
        assert sleuth("new", tmp_path / name, "--name", "Peru", "--player", "Anna").code == 0
    one, other = [
        (tmp_path / name / "game.vierblatt").read_text("utf-8").splitlines()[1] for name in ("a", "b")
    ]
    assert one != other
    assert '"by_post":true' in one


def test_the_template_can_be_sent_back(peru: Path, sleuth: Sleuth) -> None:
    note = (peru / "rounds" / "00" / "02-anna.txt").read_text("utf-8")
    template = note[note.index("VP-Sleuth Peru") :]
    (entry,) = sleuth("read", peru, "--json", stdin=template.encode()).json
    assert (entry["player"], entry["state"]) == ("Anna", "counts")


def test_a_note_as_it_was_given_out_is_no_order(peru: Path, sleuth: Sleuth, tmp_path: Path) -> None:
    sleuth("read", peru, orders(peru, "one.txt", block("Anna", 1).replace("Tipp", "Frage=Perlen, A\nTipp")))
    note = (peru / "rounds" / "00" / "02-anna.txt").read_text("utf-8")
    copied = note.replace("\n", " \r\n").encode("utf-8-sig")
    (entry,) = sleuth("read", peru, "--json", stdin=copied).json
    assert (entry["state"], entry["problems"][0]["code"]) == ("refused", "own_report")
    assert sleuth("status", peru, "--json").json["players"][1]["orders"]["orders"]["questions"] == ["A:P"]
    filled = note.replace("Question=\n", "Question=Pearls, B\n", 1)
    (entry, *_older) = sleuth("read", peru, "--json", stdin=filled.encode()).json[::-1]
    assert (entry["state"], entry["orders"]["questions"]) == ("counts", ["B:P"])


def test_the_games_own_files_are_no_mails(peru: Path, sleuth: Sleuth) -> None:
    mail = orders(peru, "one.txt", block("Anna", 1).replace("Tipp", "Frage=Perlen, A\nTipp"))
    sleuth("read", peru, mail)
    for files in ([peru], [peru / "rounds" / "00" / "02-anna.txt"], [peru / "mail"]):
        ran = sleuth("read", peru, *files)
        assert (ran.code, ran.out) == (1, "")
        assert "of the game itself" in ran.err
    ran = sleuth("read", peru, peru, mail, "--json")
    assert "of the game itself" in ran.err
    assert [entry["file"] for entry in ran.json] == [str(mail)]
    (peru / "inbox").mkdir()
    (peru / "inbox" / "max.txt").write_text(block("Max Mustermann", 1), "utf-8")
    assert [entry["player"] for entry in sleuth("read", peru, peru, "--json").json] == ["Max Mustermann"]
    assert sleuth("status", peru, "--json").json["missing"] == []


def test_game_toml_is_for_people(peru: Path, sleuth: Sleuth) -> None:
    path = peru / "game.toml"
    text = path.read_text("utf-8").replace("aliases = []", 'aliases = ["Mäxchen"]', 1)
    path.write_text("\ufeff" + text, "utf-8")
    assert (
        sleuth("read", peru, "--json", stdin=block("MAEXCHEN", 1).encode()).json[0]["player"]
        == "Max Mustermann"
    )
    path.write_text(text.replace("hints = true", "hints = false"), "utf-8")
    assert sleuth("status", peru).code == 1
    path.write_text(text + "[", "utf-8")
    assert sleuth("status", peru).code == 1


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        (SAMPLE, 0, "5 sure tips, 2 risk tips"),
        (SAMPLE.replace("D?", "X?"), 1, "X can't be asked"),
        ("Hallo", 1, "no orders"),
        (block("Anna", 1, variant="large"), 0, "fine"),
        (block("Anna", 1).replace("Anna", ""), 1, "Player="),
    ],
)
def test_check(sleuth: Sleuth, tmp_path: Path, text: str, code: int, said: str) -> None:
    path = tmp_path / "zug.txt"
    path.write_text(text, "utf-8")
    ran = sleuth("check", path)
    assert ran.code == code
    assert said in ran.out
    assert sleuth("check", "--json", stdin=text.encode()).json


def test_reports_in_every_format(peru: Path, sleuth: Sleuth, tmp_path: Path) -> None:
    sleuth("resolve", peru, "--nmr", "draw")
    text = sleuth("report", peru)
    assert text.out == (peru / "rounds" / "01" / "report.txt").read_text("utf-8")
    note = sleuth("report", peru, "--player", "anna", "--round", "1")
    assert note.out == (peru / "rounds" / "01" / "02-anna.txt").read_text("utf-8")
    page = sleuth("report", peru, "--format", "html").out
    assert page.startswith("<!DOCTYPE html>")
    out = tmp_path / "r.pdf"
    ran = sleuth("report", peru, "--format", "pdf", "--out", out, paper=lambda html: html[:15].encode())
    assert ran.code == 0
    assert out.read_bytes() == b"<!DOCTYPE html>"
    assert sleuth("report", peru, "--round", "0").out.startswith("Peru")


def test_names_cannot_steer_a_page_or_a_terminal(tmp_path: Path, sleuth: Sleuth) -> None:
    folder = tmp_path / "g"
    assert sleuth("new", folder, "--name", "A<b>&", "--player", "<script>x").code == 0
    page = sleuth("report", folder, "--format", "html").out
    assert "<script>" not in page
    assert "&lt;script&gt;x" in page
    assert (
        "\x1b"
        not in sleuth("read", folder, stdin=b"VP-Sleuth \x1b[31mx\nRunde=1\nSpieler=\x1b]0;y\x07\n").out
    )


def test_the_language_may_stand_anywhere(peru: Path, sleuth: Sleuth) -> None:
    for words in (["--language", "de", "status", peru], ["status", peru, "--language", "de"]):
        assert "fehlen die Züge" in sleuth(*words).out


@pytest.mark.parametrize(
    "words",
    [
        ["read", "{peru}", "--json", "{mail}"],
        ["read", "--json", "{peru}", "{mail}"],
        ["read", "{peru}", "{mail}", "--json", "{mail}"],
        ["read", "{peru}", "--language", "de", "{mail}", "--json"],
        ["status", "--json", "{peru}"],
        ["resolve", "--nmr", "draw", "{peru}", "--json"],
        ["resolve", "--missing", "Anna", "{peru}", "--missing", "Max Mustermann"],
        ["undo", "--json", "{peru}"],
        ["report", "--round", "0", "{peru}", "--format", "html"],
        ["report", "--player", "Anna", "{peru}", "--round", "0"],
        ["check", "--json", "{mail}"],
        ["check", "{mail}", "--variant", "standard", "{mail}", "--json"],
        ["new", "--name", "Lima", "{peru}/a", "--player", "Anna", "--json"],
        ["new", "--name", "Lima", "--player", "Anna", "{peru}/a"],
    ],
    ids=" ".join,
)
def test_options_anywhere(peru: Path, sleuth: Sleuth, words: list[str]) -> None:
    mail = orders(peru, "one.txt", block("Anna", 1))
    if words[0] == "undo":
        assert sleuth("resolve", peru, "--nmr", "draw").code == 0
    ran = sleuth(*[word.replace("{peru}", str(peru)).replace("{mail}", str(mail)) for word in words])
    assert (ran.code, ran.err) == (0, "")


def test_resolve_says_what_it_ignores(peru: Path, sleuth: Sleuth) -> None:
    """The warning comes before; the result lists it again; the orders without faults are not mentioned."""
    text = block("Anna", 1).replace("Tipp", "Frage=Perlen, X\n/Frage=Perlen, B\nTipp")
    sleuth("read", peru, orders(peru, "anna.txt", text), orders(peru, "max.txt", block("Max Mustermann", 1)))
    sleuth("read", peru, orders(peru, "zora.txt", block("Zora", 1)))
    ran = sleuth("resolve", peru)
    assert ran.code == 0
    for said in (ran.err, ran.out):
        assert "Anna" in said
        assert "X can't be asked" in said
        assert "Zora" in said
        assert "Max Mustermann (" not in said
    sleuth("undo", peru)
    ignored = sleuth("resolve", peru, "--json").json["ignored"]
    assert [entry["player"] for entry in ignored] == ["Anna", "Zora"]
    assert ignored[0]["problems"][0]["code"] == "asked_x"


def test_a_round_resolved_again_draws_the_same(peru: Path, sleuth: Sleuth) -> None:
    """Questions drawn by lot can't be drawn anew; each round and each player has others."""
    reports = []
    for number in (1, 2):
        assert sleuth("resolve", peru, "--nmr", "draw").code == 0
        reports.append((peru / "rounds" / f"{number:02}" / "report.txt").read_text("utf-8"))
    lines = [line.partition(": ")[2] for text in reports for line in text.splitlines() if "Drawn for" in line]
    assert len(set(lines)) == 4
    record_then = (peru / "game.vierblatt").read_bytes()
    for _time in range(3):
        sleuth("undo", peru)
        sleuth("undo", peru)
        for number, text in enumerate(reports, 1):
            assert sleuth("resolve", peru, "--nmr", "draw").code == 0
            assert (peru / "rounds" / f"{number:02}" / "report.txt").read_text("utf-8") == text
    assert (peru / "game.vierblatt").read_bytes() == record_then


def test_the_draw_is_the_same_without_opening_the_game_anew(tmp_path: Path) -> None:
    game = make(tmp_path / "peru")
    reports = set()
    for _time in range(3):
        game.resolve(lambda _seats: True)
        reports.add((game.path / "rounds" / "01" / "report.txt").read_text("utf-8"))
        game.undo()
    assert len(reports) == 1


def test_examples_are_in_the_language_of_the_texts() -> None:
    """No English message has German words of the order text, and the German ones have no English ones."""
    root = Path(__file__).parents[4] / "engine" / "games" / "sleuth"
    german = re.compile(r"Runde=|Spieler=|Frage=|Tipp=|Wie viele|Perlen")
    english = re.compile(r"Round=|Player=|Question=|Tip=|How many|pearls")
    found = 0
    for path in root.rglob("*.py"):
        for message in re.findall(r'N_\(\s*"([^"]*)"', path.read_text("utf-8")):
            assert not german.search(message), message
            if english.search(message):
                found += 1
                assert german.search(texts("de")._(message)), message
                assert not english.search(texts("de")._(message))
    assert found > 5


def test_missing_rows_are_named_in_the_language_of_the_texts(sleuth: Sleuth) -> None:
    text = "\n".join(line for line in block("Anna", 1).splitlines() if not re.match(r"\s*(rot|gr)", line))
    for language, colours in (("en", "red, green"), ("de", "rot, grün")):
        assert colours in sleuth("check", "--language", language, stdin=text.encode()).out


def test_a_report_in_another_language(peru: Path, sleuth: Sleuth, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only if this very command asks for it; the reports of the folder stay as they are."""
    sleuth("resolve", peru, "--nmr", "draw")
    kept = (peru / "rounds" / "01" / "report.txt").read_text("utf-8")
    assert "Antworten" in sleuth("report", peru, "--language", "de").out
    assert "Deine Tipps" in sleuth("report", peru, "--player", "Anna", "--language", "de").out
    page = sleuth("--language", "de", "report", peru, "--format", "html").out
    assert '<html lang="de">' in page
    assert "Antworten" in page
    monkeypatch.setenv("VIERBLATT_LANGUAGE", "de")
    assert sleuth("report", peru).out == kept
    assert (peru / "rounds" / "01" / "report.txt").read_text("utf-8") == kept


def test_a_note_counts_tips_and_tells_of_substitutes(peru: Path, sleuth: Sleuth) -> None:
    text = block("Anna", 1, Orders(("A:P",), (), tips({"Dr1": "A"}), tips({"Dr2": "A", "Dr3": "B"})))
    sleuth("read", peru, orders(peru, "a.txt", text))
    sleuth("resolve", peru, "--nmr", "draw")
    assert "1 sure tip, 2 risk tips." in sleuth("report", peru, "--player", "Anna").out
    assert "1 Dauertipp, 2 Risikotipps." in sleuth("report", peru, "--player", "Anna", "--language", "de").out
    second = block("Anna", 2, Orders(("A:P",), ("A:P", "B:P"), NO_TIPS, NO_TIPS))
    sleuth("read", peru, orders(peru, "a.txt", second))
    sleuth("resolve", peru, "--nmr", "draw")
    note = " ".join(sleuth("report", peru, "--player", "Anna").out.split())
    assert "“How many pearls does A have?” had been asked already" in note
    assert "your substitute was asked: “How many pearls does B have?”" in note
    assert (
        "substitute"
        not in sleuth("report", peru, "--player", "Max Mustermann").out.partition("VP-Sleuth Peru")[0]
    )
    assert "had been asked" not in sleuth("report", peru).out


def test_a_part_of_a_name_suggests_the_player(peru: Path, sleuth: Sleuth) -> None:
    for name in ("Max", "Mustermann"):
        (entry,) = sleuth("read", peru, "--json", stdin=block(name, 1).encode()).json
        assert "Is Max Mustermann meant?" in entry["problems"][0]["message"]
    (entry,) = sleuth("read", peru, "--json", stdin=block("M", 1).encode()).json
    assert "meant" not in entry["problems"][0]["message"]


def test_a_missing_round_names_the_open_one_and_the_player(peru: Path, sleuth: Sleuth) -> None:
    text = block("Anna", 1).replace("Runde=1\n", "")
    (entry,) = sleuth("read", peru, "--json", stdin=text.encode()).json
    assert entry["problems"][0]["expected"] == "Round=1 / Player=Anna"
    (entry,) = sleuth("read", peru, "--json", "--language", "de", stdin=text.encode()).json
    assert entry["problems"][0]["expected"] == "Runde=1 / Spieler=Anna"


def test_a_row_that_is_not_understood_is_no_missing_row(sleuth: Sleuth) -> None:
    text = block("Anna", 1).replace(" rot ... ... ...", " rot .A.. BB. D..")
    (entry,) = sleuth("check", "--json", stdin=text.encode()).json
    assert [problem["code"] for problem in entry["problems"]] == ["grid_columns"]


def test_a_broken_record_is_told_with_its_line(peru: Path, sleuth: Sleuth) -> None:
    sleuth("resolve", peru, "--nmr", "draw")
    path = peru / "game.vierblatt"
    lines = path.read_bytes().split(b"\n")
    lines[3] = b"{"
    path.write_bytes(b"\n".join(lines))
    ran = sleuth("status", peru)
    assert (ran.code, ran.out) == (1, "")
    assert f"{path}, line 4: " in ran.err


def test_complaints_are_german_throughout(peru: Path, sleuth: Sleuth) -> None:
    ran = sleuth("report", peru, "--public", "--player", "Anna", "--language", "de")
    assert "not allowed" not in ran.err
    path = peru / "game.toml"
    text = path.read_text("utf-8")
    for broken, said in (
        (text + "[", "zu früh"),
        (text + "\n=", "Zeile"),
        (text.replace('"Peru"', '"Peru'), "Zeile"),
    ):
        path.write_text(broken, "utf-8")
        ran = sleuth("status", peru, "--language", "de")
        assert ran.code == 1
        assert said in ran.err
        assert not re.search(r"Invalid|Expected|Illegal|Unterminated|at end", ran.err)


@pytest.mark.skipif(os.name != "posix", reason="the system knows no such rights")
def test_only_the_owner_may_read(peru: Path, sleuth: Sleuth, tmp_path: Path) -> None:
    sleuth("read", peru, stdin=block("Anna", 1).encode())
    sleuth("resolve", peru, "--nmr", "draw")
    assert sleuth("report", peru, "--player", "Anna", "--out", tmp_path / "anna.txt").code == 0
    for path in [peru, *peru.rglob("*"), tmp_path / "anna.txt"]:
        if path.name != ".lock":
            assert path.stat().st_mode & 0o777 == (0o700 if path.is_dir() else 0o600), path
