"""No public report before the end, and no note for another, tells a tip or where a gem lies."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.games.sleuth.box import box
from engine.games.sleuth.model import Orders, tips
from engine.games.sleuth.post.paper import WIDTH, to_html, to_text
from engine.games.sleuth.post.reports import private_note, public_report
from engine.games.sleuth.words import gem_name
from tests.games.sleuth.post.desk import block, mail, make, reopened, tableau_of


def places(variant: str, wrong: int) -> dict[str, str]:
    """Every gem at its place, but the first *wrong* ones at X."""
    pairs = zip(box(variant).gems, tableau_of(variant), strict=True)
    return {gem: "X" if at < wrong else holder for at, (gem, holder) in enumerate(pairs)}


def grids(text: str) -> list[str]:
    """Rows of grids that hold anything."""
    return [
        row
        for row in re.findall(r"(?m)^\s*[^\W\d]+ ([A-GXa-gx.]{3,4}(?: [A-GXa-gx.]{3,4})+)$", text)
        if set(row) - set(". ")
    ]


@pytest.mark.parametrize("language", ["de", "en"])
def test_public_files_tell_no_secrets(tmp_path: Path, language: str) -> None:
    game = make(tmp_path / "peru", ["Anna", "Ben"], language)
    for _round in range(12):
        orders = Orders(("A:D",), (), tips(places("standard", 2)), tips({}))
        game.keep([mail(block("Anna", game.round, orders)), mail(block("Ben", game.round))])
        number = game.resolve()
        folder = game.path / "rounds" / f"{number:02}"
        public = (folder / "report.txt").read_text("utf-8")
        page = (folder / "report.html").read_text("utf-8")
        other = (folder / "02-ben.txt").read_text("utf-8")
        told = (tableau_of("standard"), "Dauertipp", "sure tip")
        for text in (public, page, other):
            if number < 12:
                assert grids(text) == []
                assert not any(secret in text for secret in told if text is not other)
        if number < 12:
            assert grids((folder / "01-anna.txt").read_text("utf-8"))
    # The patterns do find something where something is to be found.
    assert grids(public)
    assert public.count("XXA") == 12
    # Asked once more after the end, the report of an earlier round is still the one of then.
    again = reopened(game)
    assert grids(to_text(public_report(again, 11))) == []
    assert grids(to_html(public_report(again, 11), language)) == []


def test_a_gem_is_named_to_nobody_before_the_end(tmp_path: Path) -> None:
    game = make(tmp_path / "peru", ["Anna", "Ben"], variant="large")
    orders = Orders((), (), tips(places("large", 3)), tips({}))
    game.keep([mail(block("Anna", 1, orders, "large")), mail(block("Ben", 1, variant="large"))])
    game.resolve()
    from engine.core.text import texts

    text = to_text(public_report(game, 1)) + to_text(private_note(game, 1, 1))
    assert not [gem for gem in box("large").gems if gem_name(gem, texts("en")) in text or gem in text]


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("variant", ["standard", "large"])
def test_reports_fit_into_72_columns(tmp_path: Path, variant: str, language: str) -> None:
    names = ["Anna", "Brunhilde von und zu Hohenlohe-Langenburg"[:40], "W" * 40]
    game = make(tmp_path / "peru", names, language, variant=variant, max_rounds=2)
    for _round in range(2 if variant == "large" else 12):
        orders = Orders(("A:D",), (), tips(places(variant, 2)), tips({}))
        game.keep([mail(block(name, game.round, orders, variant)) for name in names])
        game.resolve()
    assert game.over
    for path in game.path.rglob("*.txt"):
        for line in path.read_text("utf-8").splitlines():
            assert len(line) <= WIDTH or path.parent.parent.name == "mail", (path, line)
