"""Kill and resume: what was played is on disk at once, and a restart goes on with it behind the curtain."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from desktop import storage
from desktop.binding.match import Stage
from desktop.screens.start import StartPage
from engine.play import record
from tests.desktop.conftest import Open
from tests.desktop.driver import Driver
from tests.desktop.processes import PATIENCE, running
from tests.games.letter.table import stack

Arrange = Callable[..., None]


def continue_card(driver: Driver) -> object:
    page = driver.window.page
    assert isinstance(page, StartPage)
    return page.continue_card


def one_saved() -> Path:
    (path,) = storage.games_folder().glob("*.vierblatt")
    return path


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL on this system")
def test_killed_in_mid_game_and_resumed(open_window: Open, home: Path) -> None:
    """The real app is killed with SIGKILL after six moves; a restart goes on: curtain, same revision, same hand."""
    with running("people", home) as (process, told):
        assert told["stage"] == "table"
        process.send_signal(signal.SIGKILL)
        assert process.wait(PATIENCE) == -signal.SIGKILL
    driver = open_window(settings=storage.load_settings()[0])
    card = continue_card(driver)
    assert card is not None
    assert "Anna, Ben and Carla" in driver.text()
    driver.click(card)  # type: ignore[arg-type]
    match = driver.match
    assert driver.stage is Stage.CURTAIN
    assert not driver.cards()
    assert driver.notice() == ""
    assert match.session.revision == told["revision"]
    assert match.next_seat == told["seat"]
    driver.take_over()
    assert driver.hand() == sorted(told["hand"])
    events = match.session.port(told["seat"]).events()
    assert [type(event).__name__ for event in events] == told["log"]
    driver.go_to(Stage.RESULT)
    # The file that the killed process began is the record of the whole match now.
    (path,) = storage.finished_folder().iterdir()
    read = record.read(path)
    assert read.end == match.session.outcome() == record.replay(read).outcome()
    assert read.torn is False


def test_the_keyboard_resumes_at_once(open_window: Open) -> None:
    """With a game to continue the focus is on it: Enter goes on, Enter lifts the curtain."""
    from PySide6.QtCore import Qt

    driver = open_window()
    driver.start(2)
    driver.window.close()
    driver = open_window()
    driver.press(Qt.Key.Key_Return)
    assert driver.stage is Stage.CURTAIN
    driver.press(Qt.Key.Key_Return)
    assert driver.stage is Stage.TABLE


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_torn_last_line(open_window: Open, deals: Arrange, language: str) -> None:
    """A crash while writing leaves half a line: a notice says so, and the game goes on before that move."""
    deals(stack([4, 4, 1], [1, 2, 3, 1], aside=1))
    driver = open_window(language)
    driver.start(3)
    driver.take_over()
    driver.play(4)
    driver.window.close()
    path = one_saved()
    whole = path.read_bytes()
    path.write_bytes(whole[:-9])
    driver = open_window(language)
    driver.click(continue_card(driver))  # type: ignore[arg-type]
    notice = driver.notice()
    assert notice == driver.says("The last move had not been saved completely. The game goes on before it.")
    assert driver.stage is Stage.CURTAIN
    driver.take_over()
    assert driver.hand() == [1, 4]
    driver.play(4)
    assert path.read_bytes() == whole
    # The notice can be closed.
    driver.click(driver.says("Close"))
    assert driver.notice() == ""


def test_going_back_to_the_start_page_keeps_the_game(open_window: Open, deals: Arrange) -> None:
    """Menu, start page, continue: same match, same revision."""
    deals(stack([4, 4, 1], [1, 2, 3, 1], aside=1))
    driver = open_window()
    match = driver.start(3)
    driver.take_over()
    driver.play(4)
    revision = match.session.revision
    driver.window.show_start()
    driver.settle()
    assert driver.window.match is None
    driver.click(continue_card(driver))  # type: ignore[arg-type]
    assert driver.match.session.revision == revision
    assert driver.stage is Stage.CURTAIN


def test_between_two_rounds(open_window: Open, deals: Arrange) -> None:
    """Closed while a round's result stands: the next round is dealt already, and goes on behind the curtain."""
    deals(stack([1, 8], [4, 2], aside=3, open_aside=[5, 5, 6]), stack([7, 3], [8, 2]))
    driver = open_window()
    match = driver.start(2)
    driver.take_over()
    driver.play(1, at="Ben", naming=8)
    assert driver.stage is Stage.ROUND
    revision = match.session.revision
    driver.window.close()
    driver = open_window()
    driver.click(continue_card(driver))  # type: ignore[arg-type]
    assert driver.stage is Stage.CURTAIN
    assert driver.match.session.revision == revision
    driver.take_over()
    assert driver.hand() == [7, 8]
    assert [result.points for result in driver.match.finished_rounds] == [(1, 0)]


def test_killed_after_the_last_move_before_the_summary(open_window: Open, deals: Arrange) -> None:
    """A finished game whose last line is missing shows its result and is put with the finished ones."""
    deals(stack([1, 8], [4, 2], aside=3, open_aside=[5, 5, 6]))
    driver = open_window()
    driver.start(2, goal=1)
    driver.take_over()
    driver.play(1, at="Ben", naming=8)
    driver.window.close()
    (path,) = storage.finished_folder().iterdir()
    whole = path.read_bytes()
    assert whole.rstrip().endswith(b'"winners":[0]}')
    back = storage.games_folder() / path.name
    back.write_bytes(b"\n".join(whole.rstrip().split(b"\n")[:-1]) + b"\n")
    path.unlink()
    driver = open_window()
    driver.click(continue_card(driver))  # type: ignore[arg-type]
    assert driver.stage is Stage.RESULT
    assert "Anna wins the match!" in driver.text()
    assert path.read_bytes() == whole
    assert storage.saved_games() == ([], [])


def test_bots_first_after_a_resume_with_two_people(open_window: Open, home: Path) -> None:
    """Two people and a bot to move: the curtain names nobody, and only then the game goes on."""
    home.mkdir()
    from engine.core import codec
    from engine.games.letter.meta import META
    from engine.games.letter.model import First
    from engine.play.session import SeatInfo

    seats = (SeatInfo("Anna", "bot:random"), SeatInfo("Ben"), SeatInfo("Carla"))
    head = record.header("letter", META.complete({}, 3), seats)
    folder = storage.games_folder()
    folder.mkdir(parents=True)
    deal = stack([1, 2, 3])
    lines = [codec.encode(head), record.action_line(None, First(0)), record.action_line(None, deal)]
    (folder / "letter-1.vierblatt").write_bytes(b"\n".join(lines) + b"\n")
    driver = open_window()
    driver.click(continue_card(driver))  # type: ignore[arg-type]
    assert driver.stage is Stage.CURTAIN
    assert driver.match.next_seat is None
    assert driver.match.session.revision == 2
    assert not driver.match.thinking
    driver.take_over()
    driver.wait(lambda: driver.stage is Stage.CURTAIN)
    assert driver.match.session.revision == 3
    assert driver.match.next_seat is not None
