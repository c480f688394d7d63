"""Reports as text and as pages: the gems in pictures, and what stays together."""

from __future__ import annotations

import base64
import re
from pathlib import Path

import pytest

from engine.games.sleuth.model import NO_TIPS, Orders
from engine.games.sleuth.post.paper import WIDTH, Hands, Verbatim, to_html, to_text
from engine.games.sleuth.post.reports import private_note, public_report
from tests.games.sleuth.post.desk import block, mail, make


def pictures(page: str) -> list[str]:
    """What the pictures of a page show; each lies in the page itself and is a drawing."""
    found = re.findall(r'<img src="data:image/svg\+xml;base64,([^"]+)"[^>]*alt="(\w\w)"', page)
    assert len(found) == page.count("<img")
    assert all(base64.b64decode(data).startswith(b"<svg") for data, _gem in found)
    return [gem for _data, gem in found]


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("A:Pr", ["Pr"]),
        ("A:D", ["Dr", "Db", "Dg", "Dy"]),
        ("A:b3", ["Db", "Pb", "Ob"]),
        ("A:2", []),
    ],
)
def test_every_report_shows_gems(tmp_path: Path, question: str, shown: list[str]) -> None:
    game = make(tmp_path / "peru", ("Anna",), "de")
    heads = pictures(to_html(public_report(game, 0), "de"))
    assert heads == [kind + colour for kind in "DPO" for colour in "rbgy"]
    game.keep([mail(block("Anna", 1, Orders((question,), (), NO_TIPS, NO_TIPS)))])
    game.resolve()
    for parts in (public_report(game, 1), private_note(game, 0, 1)):
        page = to_html(parts, "de")
        assert pictures(page) == shown + heads
        assert len(page) < 150_000


def test_a_gem_and_its_number_stay_together() -> None:
    names = [f"red\u00a0diamond\u00a0{'x' * at}" for at in range(1, 30)]
    text = to_text([Hands((("A", ", ".join(names), ()),))])
    assert "\u00a0" not in text
    assert all(len(line) <= WIDTH for line in text.splitlines())
    assert not [line for line in text.splitlines() if re.search(r"(red|diamond)$", line)]


def test_the_tableau_in_text_breaks_no_gem(tmp_path: Path) -> None:
    game = make(tmp_path / "peru", ("Anna",), "de", variant="large", max_rounds=1)
    game.resolve(lambda _seats: True)
    text = to_text(public_report(game, 1))
    hands = text[text.index("Tableau") : text.index("Alle Tipps")]
    ends = [line for line in hands.splitlines() if re.search(r"[a-zü]$", line) and "," in line]
    assert hands.count("Perle") == 24
    assert ends == []


def test_grids_are_pieces_of_their_own() -> None:
    page = to_html([Verbatim(("a", "b", "", "c"))], "en")
    assert "<pre>a\nb</pre>\n<pre>c</pre>" in page
