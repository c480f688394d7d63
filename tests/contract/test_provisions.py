"""What every game must bring to its tests; a game without it fails here, by name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.core import catalog
from engine.core.errors import OptionError
from engine.play import record
from tests.contract import transcripts
from tests.strategies import TESTS, all_settings, provision


def missing(game_id: str) -> list[str]:
    """What a game's tests lack, in words."""
    found = []
    module = provision(game_id)
    if module is None:
        found.append(f"tests/games/{game_id}/contract.py is missing (see tests/strategies.py)")
    else:
        for name in ("OPTION_SETS", "PUBLIC_REVEALS", "cards", "expected"):
            if not hasattr(module, name):
                found.append(f"tests/games/{game_id}/contract.py has no {name}")
    golden = transcripts.folder(game_id)
    if not (golden / "record.vierblatt").is_file():
        found.append(f"{golden.relative_to(TESTS.parent)}/record.vierblatt is missing: a finished game")
    if not list((TESTS / "recorded" / game_id).glob("*.vierblatt")):
        found.append(f"tests/recorded/{game_id}/ has no finished games")
    return found


def test_every_game_brings_what_its_tests_need(game_id: str) -> None:
    """contract.py, a golden record with transcripts, and recorded finished games."""
    assert missing(game_id) == []


def test_a_game_without_them_is_told_what_is_missing() -> None:
    """A fifth game that brings nothing fails with sentences that say what to write."""
    told = missing("nosuchgame")
    assert len(told) == 3
    assert "tests/games/nosuchgame/contract.py is missing" in told[0]


def test_settings_cover_all_seats(game_id: str) -> None:
    """The suite plays with every number of seats and with each option set."""
    meta = catalog.meta(game_id)
    settings = [setting for setting in all_settings() if setting.game_id == game_id]
    covered = {setting.seats for setting in settings}
    assert covered == set(range(meta.min_seats, min(meta.max_seats, meta.min_seats + 8) + 1))
    module = provision(game_id)
    assert module is not None
    for chosen in module.OPTION_SETS:
        assert any(dict(setting.chosen) == chosen for setting in settings), f"{chosen} is never played"


def test_option_sets_reach_every_option(game_id: str) -> None:
    """Each option of the game is played with another value than its default."""
    module = provision(game_id)
    assert module is not None
    named = {name for chosen in module.OPTION_SETS for name in chosen}
    assert named == {option.name for option in catalog.meta(game_id).options}


def test_transcripts(game_id: str, regenerate: bool) -> None:
    """What each seat and an onlooker see of the golden record, word for word.

    ``VIERBLATT_REGENERATE=1 pytest tests/contract/test_provisions.py`` writes them anew: read the difference.
    """
    golden = transcripts.folder(game_id)
    read = record.read(golden / "record.vierblatt")
    assert read.end is not None, "the golden record is to be a finished game"
    wanted = transcripts.files(game_id)
    for name, seat in wanted.items():
        text = transcripts.transcript(read, seat)
        if regenerate:
            (golden / name).write_text(text, encoding="utf-8", newline="\n")
        assert (golden / name).is_file(), f"{golden / name} is missing: run with VIERBLATT_REGENERATE=1"
        assert (golden / name).read_text(encoding="utf-8") == text
    present = {path.name for path in golden.glob("*.txt")}
    assert present == set(wanted)


def test_modules_of_a_game(game_id: str) -> None:
    """Each game has the rooms that the catalog looks for, and bots by the names that its meta promises."""
    meta = catalog.meta(game_id)
    game = catalog.game(game_id)
    assert meta.id == game_id == game.meta.id
    assert tuple(catalog.bots(game_id)) == meta.bots
    assert 1 <= meta.min_seats <= meta.max_seats
    assert meta.unit in ("round", "match")


@pytest.mark.parametrize("ask", [catalog.meta, catalog.game, catalog.bots, catalog.words])
@pytest.mark.parametrize(
    "name", ["", "chess", "letter ", "../letter", "letter.meta", "__init__", "x" * 10_000]
)
def test_unknown_game_is_refused(ask: Callable[[str], object], name: str) -> None:
    """A name that is no game gives an `OptionError` that lists the games."""
    with pytest.raises(OptionError) as caught:
        ask(name)
    assert caught.value.refusal.code == "unknown_game"
    assert catalog.ids()[0] in str(caught.value)
    assert len(str(caught.value)) < 300


def test_recorded_folders_belong_to_games() -> None:
    """No folder of recorded games or of tests is left behind by a game that is gone."""
    for parent in (TESTS / "recorded", TESTS / "games"):
        for path in parent.iterdir():
            if path.is_dir() and not path.name.startswith(("_", ".")):
                assert path.name in catalog.ids(), path


def test_paths_of_transcripts_are_relative_to_the_tests() -> None:
    """The golden files lie beside the game's other tests."""
    assert transcripts.folder("x") == Path(TESTS) / "games" / "x" / "transcripts"
