"""``vierblatt oneword``: what it prints, and its exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.cli.main import main
from engine.core import catalog
from engine.games.oneword import terms


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """The exit code of ``vierblatt oneword …`` in English, and what it printed."""
    code = main(["oneword", *words, "--language", "en"])
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.parametrize(
    ("language", "one", "other", "said"),
    [
        ("de", "Hund", "hunde", "same"),
        ("de", "Buch", "Bücher", "different"),
        ("de", "schwarz-weiß", "schwarzweiß ", "same"),
        ("en", "city", "cities", "same"),
        ("en", "tooth", "teeth", "different"),
    ],
)
def test_compare(capsys: pytest.CaptureFixture[str], language: str, one: str, other: str, said: str) -> None:
    assert run(capsys, "compare", "--lang", language, one, other) == (0, f"{said}\n", "")


def test_compare_refuses_what_is_no_word(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "compare", "--lang", "de", "Hund", "zwei Wörter")
    assert (code, out) == (1, "")
    assert err == "vierblatt: One word only, without blanks.\n"


@pytest.mark.parametrize(
    ("term", "hint", "code", "said"),
    [
        ("Hund", "Leine", 0, "ok"),
        ("Hund", "hunde", 1, "“hunde” is the term itself or a form of it."),
        ("Hund", "Hündchen", 1, "“Hündchen” contains the term."),
        ("Hund", "🐶", 1, "Only letters, digits, hyphens and apostrophes, please."),
        ("Garten", "Art", 0, "ok"),
        ("Wort-das-niemand-kennt", "Hund", 0, "ok"),
    ],
)
def test_check(capsys: pytest.CaptureFixture[str], term: str, hint: str, code: int, said: str) -> None:
    assert run(capsys, "check", "--lang", "de", term, hint) == (code, f"{said}\n", "")


def test_check_knows_the_parts_of_our_terms(capsys: pytest.CaptureFixture[str]) -> None:
    term = next(term for term in terms.terms("de") if term.parts)
    code, out, _err = run(capsys, "check", "--lang", "de", term.word, term.parts[0])
    assert code == 1
    assert out == f"“{term.parts[0]}” is a part of the term.\n"


def test_check_refuses_a_term_that_is_no_word(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "check", "--lang", "de", "", "Hund")
    assert (code, out, err) == (1, "", "vierblatt: Write a word.\n")


def test_guess(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "guess", "--lang", "de", "Leine", "bellen", "Gassi")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert len(lines) == 5
    assert lines[0].startswith("Hund ")
    assert lines[0].endswith(" %")


def test_guess_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _err = run(capsys, "guess", "--lang", "en", "--top", "3", "--json", "leash", "bark ")
    assert code == 0
    found = json.loads(out)
    assert found["language"] == "en"
    assert found["hints"] == ["leash", "bark"]
    assert len(found["terms"]) == 3
    chances = [term["probability"] for term in found["terms"]]
    assert chances == sorted(chances, reverse=True)
    assert set(found["terms"][0]) == {"term", "level", "probability"}


def test_guess_says_that_nothing_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    """Unknown hints make no term likelier than another, so none is named."""
    assert run(capsys, "guess", "--lang", "de", "Xyzzyq") == (0, "These hints point to no known term.\n", "")
    code, out, _err = run(capsys, "guess", "--lang", "de", "--json", "Xyzzyq", "Qwfpgj")
    assert code == 0
    assert json.loads(out) == {"language": "de", "hints": ["Xyzzyq", "Qwfpgj"], "terms": []}
    assert run(capsys, "guess", "--lang", "de", "Xyzzyq", "Leine", "bellen")[1].startswith("Hund ")


def test_guess_refuses_what_is_no_hint(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "guess", "--lang", "de", "--json", "Leine", "")
    assert code == 1
    assert json.loads(out)["error"]["code"] == "empty"
    assert err == "vierblatt: Write a word.\n"


@pytest.mark.parametrize("level", [None, *terms.LEVELS])
def test_terms(capsys: pytest.CaptureFixture[str], level: str | None) -> None:
    arguments = ("--level", level) if level else ()
    code, out, _err = run(capsys, "terms", "--lang", "de", *arguments)
    assert code == 0
    found = [term for term in terms.terms("de") if level in (None, term.level)]
    assert out.splitlines() == [term.word for term in found]
    code, out, _err = run(capsys, "terms", "--lang", "de", *arguments, "--json")
    listed = json.loads(out)
    assert listed["language"] == "de"
    assert len(listed["terms"]) == len(found)
    assert listed["terms"][0] == {
        "term": found[0].word,
        "level": found[0].level,
        "parts": list(found[0].parts),
        "associations": list(found[0].associations),
    }


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("compare",),
        ("compare", "--lang", "de", "Hund"),
        ("compare", "Hund", "Hunde"),
        ("compare", "--lang", "fr", "Hund", "Hunde"),
        ("guess", "--lang", "de"),
        ("guess", "--lang", "de", "--top", "0", "Leine"),
        ("guess", "--lang", "de", "--top", "many", "Leine"),
        ("terms", "--lang", "de", "--level", "easy"),
        ("sing",),
    ],
)
def test_wrongly_written(capsys: pytest.CaptureFixture[str], words: tuple[str, ...]) -> None:
    code = main(["oneword", *words])
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert err


def test_a_count_below_one(capsys: pytest.CaptureFixture[str]) -> None:
    """0 is a whole number, so that is not what is wrong with it."""
    assert main(["oneword", "guess", "--lang", "de", "--top", "0", "Leine", "--language", "en"]) == 2
    assert "at least 1" in capsys.readouterr().err


def test_help_in_german(capsys: pytest.CaptureFixture[str]) -> None:
    """The language may be named behind the inner command too."""
    for words in (["--help"], ["guess", "--help"]):
        assert main(["oneword", *words, "--language", "de"]) == 0
    assert "auf welche Begriffe Hinweise deuten" in capsys.readouterr().out


def test_the_command_line_finds_it() -> None:
    assert "engine.games.oneword.commands" in {module.__name__ for module in catalog.commands()}


def test_a_replay_tells_what_was_reached_together(capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody wins against anybody, so no winner is named."""
    path = Path(__file__).parent / "transcripts" / "record.vierblatt"
    assert main(["replay", str(path), "--language", "en"]) == 0
    told = capsys.readouterr().out
    assert told.endswith("Reached together: 2 of 5.\n")
    assert "Winner" not in told
