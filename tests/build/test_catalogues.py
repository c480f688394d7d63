"""build/catalogues.py: the same sources give the same bytes, and nothing incomplete passes the check."""

from __future__ import annotations

import gettext
import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "build" / "catalogues.py"
SOURCE = '''
"""Words."""


def words(t, n):
    # Translators: shouted at the table
    t._("Go on, {name}!", name=n)
    t.n_("one card", "{n} cards", n)
    t.p_("playing card", "Suit")
    N_("Not now.")
    Msg("deal", "unused")
    t._(n)
'''
GERMAN = {
    'msgid "Go on, {name}!"\nmsgstr ""': 'msgid "Go on, {name}!"\nmsgstr "Weiter, {name}!"',
    'msgstr[0] ""\nmsgstr[1] ""': 'msgstr[0] "eine Karte"\nmsgstr[1] "{n} Karten"',
    'msgid "Suit"\nmsgstr ""': 'msgid "Suit"\nmsgstr "Farbe"',
    'msgid "Not now."\nmsgstr ""': 'msgid "Not now."\nmsgstr "Jetzt nicht."',
    'msgid "deal"\nmsgstr ""': 'msgid "deal"\nmsgstr "geben"',
}


@pytest.fixture
def tool(tmp_path: Path) -> ModuleType:
    """The script, at work in a small project of its own whose German is complete."""
    spec = importlib.util.spec_from_file_location("catalogues_under_test", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.ROOT = tmp_path  # type: ignore[attr-defined]
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine" / "words.py").write_text(SOURCE, "utf-8")
    assert module.extract() == 0
    for empty, filled in GERMAN.items():
        edit(module.po_path("de"), empty, filled)
    assert module.compile_all() == 0
    return module


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def test_what_the_keywords_find(tool: ModuleType) -> None:
    found = {(message.context, message.id) for message in tool.messages(tool.template())}
    assert found == {
        (None, "Go on, {name}!"),
        (None, ("one card", "{n} cards")),
        ("playing card", "Suit"),
        (None, "Not now."),
        (None, "deal"),
    }
    assert "#. shouted at the table" in tool.template_path().read_text("utf-8")


def test_a_complete_project_passes(tool: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert tool.main(["check"]) == 0
    assert capsys.readouterr().out == ""


def test_the_compiled_catalogues_speak(tool: ModuleType) -> None:
    folder = tool.ROOT / "translations"
    german, english = (gettext.translation("vierblatt", str(folder), [name]) for name in ("de", "en"))
    assert german.ngettext("one card", "{n} cards", 1) == "eine Karte"
    assert german.pgettext("playing card", "Suit") == "Farbe"
    assert english.ngettext("one card", "{n} cards", 0) == "{n} cards"
    assert english.pgettext("playing card", "Suit") == "Suit"


def test_the_same_sources_give_the_same_bytes(tool: ModuleType) -> None:
    def everything() -> dict[str, bytes]:
        files = (tool.ROOT / "translations").rglob("*.*")
        return {path.name + path.parent.parent.name: path.read_bytes() for path in files}

    before = everything()
    edit(tool.ROOT / "engine" / "words.py", '"""Words."""', '"""Words."""\n\n# Lines move.\n')
    tool.extract()
    tool.compile_all()
    assert len(before) == 5
    assert everything() == before
    assert b"Date" not in b"".join(before.values())


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('msgstr "Farbe"', 'msgstr ""', "not translated"),
        ('msgstr[0] "eine Karte"', 'msgstr[0] ""', "not translated"),
        ("Weiter, {name}!", "Weiter!", "placeholders"),
        ("Weiter, {name}!", "Weiter, {nane}!", "placeholders"),
        ("Weiter, {name}!", "Weiter, {name!", "placeholders"),
        ("{n} Karten", "Karten", "placeholders"),
        ("eine Karte", "{m} Karte", "placeholders"),
        ('msgid "deal"', '#, fuzzy\nmsgid "deal"', "fuzzy"),
        ('msgid "deal"', 'msgid "dealt"', "no longer in the sources"),
        ('msgid "deal"', 'msgid "dealt"', "lacks"),
        ('\nmsgid "deal"', '\n#~ msgid "meld"\n#~ msgstr "melden"\n\nmsgid "deal"', "obsolete"),
        ("Jetzt nicht.", "Jetzt noch nicht.", "compiles to"),
        ('msgid "deal"', 'msgid deal"', "vierblatt.po"),
    ],
)
def test_nothing_incomplete_passes(
    tool: ModuleType, capsys: pytest.CaptureFixture[str], old: str, new: str, complaint: str
) -> None:
    edit(tool.po_path("de"), old, new)
    assert tool.main(["check"]) == 1
    assert any("de" in line and complaint in line for line in capsys.readouterr().out.splitlines())


@pytest.mark.parametrize(
    "name", ["vierblatt.pot", "en/LC_MESSAGES/vierblatt.po", "de/LC_MESSAGES/vierblatt.mo"]
)
def test_a_missing_file_is_noticed(tool: ModuleType, capsys: pytest.CaptureFixture[str], name: str) -> None:
    (tool.ROOT / "translations" / name).unlink()
    assert tool.main(["check"]) == 1
    assert name in capsys.readouterr().out.replace("\\", "/")


def test_a_new_text_needs_extraction(tool: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    edit(tool.ROOT / "engine" / "words.py", 'N_("Not now.")', 'N_("Not now.")\n    N_("Later.")')
    assert tool.main(["check"]) == 1
    out = capsys.readouterr().out
    assert "vierblatt.pot: is not what the sources say" in out
    assert out.count("lacks 'Later.'") == 2


def test_a_small_change_keeps_its_translation_as_fuzzy(tool: ModuleType) -> None:
    edit(tool.ROOT / "engine" / "words.py", "Go on, {name}!", "Do go on, {name}!")
    tool.extract()
    assert '#, fuzzy\nmsgid "Do go on, {name}!"\nmsgstr "Weiter, {name}!"' in tool.po_path("de").read_text(
        "utf-8"
    ).replace("python-brace-format, ", "").replace(", python-brace-format", "")
    assert 'msgstr "Do go on, {name}!"' in tool.po_path("en").read_text("utf-8")


def test_a_text_that_is_gone_is_named_and_dropped(
    tool: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    edit(tool.ROOT / "engine" / "words.py", 'N_("Not now.")', "pass")
    tool.extract()
    assert "Jetzt nicht." in capsys.readouterr().out
    tool.compile_all()
    assert tool.main(["check"]) == 0


def test_a_wrong_command_line_exits_2(tool: ModuleType) -> None:
    assert tool.main([]) == 2
    assert tool.main(["destroy"]) == 2


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ('a = t._("one")\nb = f"{a}"\n', []),
        ("a = 1\nb = f\"{a}: {t._('two')}\"\n", [2]),
        ("b = f\"{t.n_('one', 'many', 3)}\"\n", [1]),
        ("b = f\"{t._(words)} {title(N_('three'))}\"\n", [1]),
    ],
)
def test_texts_inside_f_strings_are_told(tool: ModuleType, source: str, lines: list[int]) -> None:
    """No extractor finds them: they would stay English without anybody's notice."""
    assert tool.hidden(source) == lines
