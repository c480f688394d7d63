"""Score sheets for elsewhere: spreadsheets get text and numbers, PDF gets whole pages, and no half file stays."""

from __future__ import annotations

import csv
import gettext
import io
import os
import re
import shutil
import stat
import subprocess
import sys
import zlib
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop import export
from desktop.export import Sheet, csv_bytes, harmless, in_lines, pdf_bytes, print_sheet, write_csv, write_pdf
from desktop.widgets import theme
from engine.core.errors import Refusal
from engine.core.game import Outcome
from engine.core.text import Texts

ENGLISH = Texts("en", gettext.NullTranslations())
GERMAN = Texts("de", gettext.NullTranslations())
"""German in all but the words, so that these tests need no catalogue."""
NAMES = ("Anna", "Ben", "Carla", "Dora")
LONG = "Annamaria Wilhelmine von"
BOM = b"\xef\xbb\xbf"


def played(count: int, seats: int = 4) -> list[Outcome]:
    return [
        Outcome(tuple((at * 7 + seat * 3) % 13 - 3 for seat in range(seats)), (at % seats,))
        for at in range(count)
    ]


def table(data: bytes, delimiter: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), delimiter=delimiter))


# CSV ----------------------------------------


@pytest.mark.parametrize(("t", "delimiter"), [(ENGLISH, ","), (GERMAN, ";")])
def test_csv_read_back(tmp_path: Path, t: Texts, delimiter: str) -> None:
    path = tmp_path / "Anna & Ben.csv"
    rounds = [Outcome((1, 0, -2, 10), (3,)), Outcome((0, 1, 5, 0), (2,))]
    assert write_csv(path, ("Anna", 'Ben "B"; C', "Jörg, Žofie", "Дора"), rounds, t) is None
    data = path.read_bytes()
    assert data.startswith(BOM)
    assert data.count(b"\r\n") == data.count(b"\n") == 4
    assert table(data, delimiter) == [
        ["Round", "Anna", 'Ben "B"; C', "Jörg, Žofie", "Дора"],
        ["1", "1", "0", "-2", "10"],
        ["2", "0", "1", "5", "0"],
        ["Total", "1", "1", "3", "10"],
    ]
    # Numbers are numbers, texts are texts.
    assert data.splitlines()[1] == delimiter.join(("1", "1", "0", "-2", "10")).encode()


@pytest.mark.parametrize(
    "name",
    [
        "=1+1",
        "+49",
        "-3",
        "@SUM(A1)",
        "\t=1",
        "  =1",
        "＝1",
        '"=1',
        "a;=1",
        "a,\t@x",
        "=cmd|' /C calc'!A0",
        "\r=1",
    ],
)
def test_no_name_is_a_formula(name: str) -> None:
    for separator in (",", ";", "\t"):
        for cell in separator.join(["x", harmless(name)]).split(separator):
            assert not re.match(r"[\s\"']*[=+\-@＝＋－＠]", cell) or cell.lstrip(' \t"').startswith("'")


@pytest.mark.parametrize("name", ["Anna", "Ben-Ole", "Anna + Ben", "a=b", "O'Hara", "C. D.", "Dora (2)"])
def test_ordinary_names_stay(name: str) -> None:
    assert harmless(name) == name


@given(
    st.lists(st.text(max_size=24), min_size=1, max_size=5),
    st.integers(0, 5),
    st.sampled_from([ENGLISH, GERMAN]),
    st.data(),
)
def test_any_names_keep_their_columns(names: list[str], count: int, t: Texts, data: st.DataObject) -> None:
    points = st.lists(st.integers(-99, 99), min_size=len(names), max_size=len(names)).map(tuple)
    rounds = [Outcome(data.draw(points), ()) for _ in range(count)]
    rows = table(csv_bytes(names, rounds, t), ";" if t is GERMAN else ",")
    assert len(rows) == count + 2
    assert all(len(row) == len(names) + 1 for row in rows)
    assert [row[1:] for row in rows[1:-1]] == [list(map(str, result.points)) for result in rounds]
    assert rows[-1][1:] == [str(sum(result.points[at] for result in rounds)) for at in range(len(names))]
    for cell in rows[0]:
        assert not re.match(r"[=+\-@\t\r]", cell)


# PDF ----------------------------------------


def pages(data: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", data))


def media_boxes(data: bytes) -> set[tuple[int, ...]]:
    found = re.findall(rb"/MediaBox\s*\[([^\]]*)\]", data)
    return {tuple(round(float(value)) for value in box.split()) for box in found}


def content(data: bytes) -> bytes:
    """All streams that can be unpacked."""
    found = b""
    for stream in re.findall(rb"stream\r?\n(.*?)endstream", data, re.DOTALL):
        try:
            found += zlib.decompressobj().decompress(stream)
        except zlib.error:
            continue
    return found


@pytest.mark.parametrize(
    ("rounds", "names", "expected"),
    [(1, NAMES, 1), (13, NAMES, 1), (70, NAMES, 3), (200, NAMES, 6), (0, NAMES, 1), (30, NAMES * 3, 3)],
)
def test_as_many_pages_as_it_needs(
    app: QApplication, tmp_path: Path, rounds: int, names: Sequence[str], expected: int
) -> None:
    path = tmp_path / "sheet.pdf"
    assert write_pdf(path, "Secret Letter", "", names, played(rounds, len(names)), ENGLISH, goal=5) is None
    data = path.read_bytes()
    assert data.startswith(b"%PDF-")
    assert data.rstrip().endswith(b"%%EOF")
    assert pages(data) == expected
    assert media_boxes(data) == {(0, 0, 595, 842)}


def test_text_is_text_and_lines_are_lines(app: QApplication) -> None:
    data = pdf_bytes(Sheet("Geheimer Brief", "x", NAMES, tuple(played(9)), 5), GERMAN)
    assert b"/Subtype /Image" not in data
    assert b"/FontFile2" in data
    for family in (b"SourceSans3", b"Vollkorn"):
        assert family in data
    drawn = content(data)
    assert drawn.count(b" Tj") + drawn.count(b" TJ") > 40
    # Four dash patterns and more: the picture is there.
    assert len(set(re.findall(rb"\[[0-9. ]+\][0-9. ]+d\b", drawn))) >= 4


def test_without_rounds_there_is_no_picture(app: QApplication) -> None:
    bare = content(pdf_bytes(Sheet("T", "", NAMES, (), 5), ENGLISH))
    assert not re.findall(rb"\[[0-9. ]+[1-9][0-9. ]*\][0-9. ]+d\b", bare)


class Heard:
    """Collects what `_lay_out` would draw: by page, the texts."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.texts: list[str] = []
        monkeypatch.setattr(export, "_write_text", lambda _p, _r, text, *_more: self.texts.append(text))
        monkeypatch.setattr(export, "_rule", lambda *_all: None)
        monkeypatch.setattr(export.chart, "paint", lambda *_all: self.texts.append("the picture"))

    def pages(self, sheet: Sheet) -> list[list[str]]:
        found = []
        painter: Any = None
        for page in export._lay_out(sheet, ENGLISH, 658, 986):
            self.texts = []
            for rect, draw in page:
                assert rect.bottom() <= 986 - export.FOOT + 1e-6
                draw(painter, rect)
            found.append(self.texts)
        return found


@pytest.mark.parametrize("count", [*range(24, 42), 69, 70, 71, 200])
def test_long_matches_repeat_the_names_and_lose_nothing(
    app: QApplication, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    heard = Heard(monkeypatch)
    found = heard.pages(Sheet("Title", "Subtitle", NAMES, tuple(played(count)), 5))
    assert found[0][:2] == ["Title", "Subtitle"]
    numbers = []
    for texts in found:
        rows = [at for at, text in enumerate(texts) if text in ("Round", "Total") or text.isdigit()]
        heads = [at for at in rows if texts[at] == "Round"]
        if heads:
            assert texts[heads[0] + 1 : heads[0] + 5] == list(NAMES)
        # Five texts a row: its number and the points.
        start = heads[0] + 5 if heads else len(texts)
        body = [text for text in texts[start:] if text != "the picture"]
        lines = [body[at : at + 5] for at in range(0, len(body), 5)]
        numbers += [line[0] for line in lines]
        assert not lines or lines[0][0] != "Total"
    assert numbers == [*map(str, range(1, count + 1)), "Total"]
    assert sum(texts.count("the picture") for texts in found) == 1


def test_pieces_do_not_overlap(app: QApplication) -> None:
    sheet = Sheet("Title " * 40, "Subtitle " * 40, (LONG, *NAMES) * 3, tuple(played(50, 15)), None)
    for page in export._lay_out(sheet, ENGLISH, 658, 986):
        edges = [(rect.top(), rect.bottom()) for rect, _draw in page]
        assert all(before[1] <= after[0] + 1e-6 for before, after in pairwise(edges))


@pytest.mark.parametrize("name", [LONG, "Donaudampfschifffahrtsge", "Ann-Kathrin", "Anna", "", "W" * 24])
@pytest.mark.parametrize("width", [40.0, 72.0, 150.0])
def test_whole_names_in_narrow_columns(app: QApplication, name: str, width: float) -> None:
    font = theme.font("small", bold=True)
    broken = in_lines(name, font, width)
    assert broken.replace("\n", "").replace(" ", "") == name.replace(" ", "")
    assert all(QFontMetricsF(font).horizontalAdvance(line) <= width for line in broken.split("\n"))
    if "-" in name and width > 60:
        assert broken in (name, name.replace("-", "-\n"))


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="pdftotext is not installed")
def test_what_a_reader_reads(app: QApplication, tmp_path: Path) -> None:
    path = tmp_path / "sheet.pdf"
    assert write_pdf(path, "Geheimer Brief", "29. Nov. 2026", NAMES, played(80), GERMAN, goal=5) is None
    text = subprocess.run(
        ["pdftotext", "-layout", str(path), "-"], capture_output=True, check=True, encoding="utf-8"
    ).stdout
    assert "Geheimer Brief" in text
    for page in text.split("\f")[:2]:
        assert all(name in page for name in NAMES)
    assert "Page 3 of 3" in text


# What goes wrong ----------------------------------------


def write_both(path: Path, t: Texts = ENGLISH) -> list[Refusal | None]:
    return [
        write_csv(path, NAMES, played(3), t),
        write_pdf(path, "Title", "", NAMES, played(3), t),
    ]


def test_a_folder_that_does_not_exist(app: QApplication, tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "sheet"
    for told in write_both(path):
        assert told is not None
        assert str(path) in told.text(ENGLISH)
        assert "does not exist" in told.text(ENGLISH)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_of_that_name(app: QApplication, tmp_path: Path) -> None:
    path = tmp_path / "sheet"
    path.mkdir()
    for told in write_both(path):
        assert told is not None
    assert [item.name for item in tmp_path.iterdir()] == ["sheet"]


def test_a_name_that_is_too_long(app: QApplication, tmp_path: Path) -> None:
    for told in write_both(tmp_path / ("x" * 300)):
        assert told is not None
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="the superuser may write anywhere")
def test_a_folder_that_may_not_be_written(app: QApplication, tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        results = write_both(tmp_path / "sheet")
    finally:
        tmp_path.chmod(0o700)
    for told in results:
        assert told is not None
        assert "may not write" in told.text(ENGLISH)


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_full_disk_leaves_the_old_file(
    app: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    path = tmp_path / "sheet"
    path.write_text("what was there")

    def full(*_args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(*((os, "fsync") if step == "fsync" else (Path, "replace")), full)
    for told in write_both(path):
        assert told is not None
        assert told.code == "export_failed"
        assert "disk is full" in told.text(ENGLISH)
    assert path.read_text() == "what was there"
    assert [item.name for item in tmp_path.iterdir()] == ["sheet"]


def test_the_reason_is_translated() -> None:
    class Shouting(gettext.NullTranslations):
        def gettext(self, message: str) -> str:
            return message.upper() if "{" not in message else message

    told = write_csv(Path("/nowhere/at/all/sheet.csv"), NAMES, [], ENGLISH)
    assert told is not None
    assert "THE FOLDER DOES NOT EXIST" in told.text(Texts("de", Shouting()))


def test_a_written_file_replaces_the_old_one(app: QApplication, tmp_path: Path) -> None:
    path = tmp_path / "sheet.csv"
    path.write_text("old")
    assert write_csv(path, NAMES, played(2), ENGLISH) is None
    assert path.read_bytes() == csv_bytes(NAMES, played(2), ENGLISH)
    assert [item.name for item in tmp_path.iterdir()] == ["sheet.csv"]
    if os.name != "nt":
        ordinary = tmp_path / "ordinary"
        ordinary.touch()
        assert stat.S_IMODE(path.stat().st_mode) == stat.S_IMODE(ordinary.stat().st_mode)


# Paper ----------------------------------------

# Windows and macOS bring dialogs of their own that no test can press.
own_dialog = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="the system's own dialog")


def open_print_dialog(told: list[Refusal], qtbot: QtBot) -> Any:
    pytest.importorskip("PySide6.QtPrintSupport")
    dialog = print_sheet(None, "Secret Letter", "", NAMES, played(70), ENGLISH, told.append, goal=5)
    qtbot.waitUntil(dialog.isVisible)
    return dialog


@own_dialog
def test_printing(app: QApplication, qtbot: QtBot, tmp_path: Path) -> None:
    told: list[Refusal] = []
    dialog = open_print_dialog(told, qtbot)
    path = tmp_path / "printed.pdf"
    dialog.printer().setOutputFileName(str(path))
    dialog.done(1)
    assert told == []
    assert pages(path.read_bytes()) == 3


@own_dialog
def test_a_printer_that_refuses(app: QApplication, qtbot: QtBot, tmp_path: Path) -> None:
    told: list[Refusal] = []
    dialog = open_print_dialog(told, qtbot)
    dialog.printer().setOutputFileName(str(tmp_path / "nowhere" / "printed.pdf"))
    dialog.done(1)
    assert [refusal.code for refusal in told] == ["print_failed"]


@own_dialog
def test_printing_can_be_left(app: QApplication, qtbot: QtBot, tmp_path: Path) -> None:
    told: list[Refusal] = []
    dialog = open_print_dialog(told, qtbot)
    path = tmp_path / "printed.pdf"
    dialog.printer().setOutputFileName(str(path))
    dialog.reject()
    assert told == []
    assert not path.exists()


def test_printers_are_loaded_only_when_needed() -> None:
    code = "import sys, desktop.export; print('PySide6.QtPrintSupport' in sys.modules)"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, encoding="utf-8")
    assert out.stdout.strip() == "False"
