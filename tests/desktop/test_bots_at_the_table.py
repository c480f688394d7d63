"""Bots think in a process of their own, without Qt; a bot that fails is replaced and the table goes on."""

from __future__ import annotations

import multiprocessing
import os
import threading
from typing import Any

import pytest

from desktop.binding import match as binding
from desktop.binding.match import Pace, Stage
from engine.bots.base import Budget
from engine.core.errors import Refusal
from engine.core.text import texts
from engine.games.letter.model import Play
from engine.games.letter.rules import GAME
from engine.play import thinking
from engine.play.session import SeatInfo
from engine.play.thinking import Answer, Thinker
from engine.play.worker import Worker
from tests.desktop import wrong_bots
from tests.desktop.conftest import Open
from tests.desktop.driver import bots
from tests.desktop.processes import lives
from tests.games.letter.table import Table
from tests.strategies import people


@pytest.fixture
def wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """The worker process knows the wrong bots, too."""
    monkeypatch.setattr(thinking, "_serve", wrong_bots.serve)


def ask(bot: str) -> Answer:
    """What the bot answers from a real worker process."""
    table = Table([1, 8], [4])
    answers: list[Answer] = []
    arrived = threading.Event()

    def answered(answer: Answer) -> None:
        answers.append(answer)
        arrived.set()

    thinker = Thinker(answered)
    try:
        port = table.session.port(0)
        thinker.ask("letter", bot, port.view(), port.events(), Budget(samples=5), "seed")
        assert arrived.wait(60)
    finally:
        thinker.close()
    return answers[0]


def test_a_bots_process_loads_no_qt(wrong: None) -> None:
    """The bot itself looks: neither Qt nor anything of the desktop is in its process."""
    answer = ask("telling")
    assert answer.error.startswith("LookupError: ")
    assert answer.error.endswith("; heavy: []")


def test_a_real_bot_answers_with_a_legal_move() -> None:
    answer = ask("strong")
    assert answer.error == ""
    assert isinstance(answer.move, Play)
    assert GAME.check(Table([1, 8], [4]).view(0), answer.move) is None


def told(driver_match: binding.Match) -> list[Refusal]:
    found: list[Refusal] = []
    driver_match.told.connect(lambda refusal: found.append(refusal) if refusal is not None else None)
    return found


@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        ("raising", "ZeroDivisionError: thought too far"),
        ("cheating", "not_in_hand"),
        ("babbling", "not_understood"),
        ("speechless", ""),
        ("unsendable", ""),
        ("dying", ""),
    ],
)
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_bot_that_fails_is_replaced(
    open_window: Open, wrong: None, bot: str, reason: str, language: str
) -> None:
    """A legal move is made for it, a notice in the user's language names it, and the next person is asked."""
    anna, ben, carla = people(3)
    driver = open_window(language)
    match = driver.start([anna, SeatInfo(ben.name, f"bot:{bot}"), carla], first=1)
    driver.wait(lambda: match.stage is Stage.CURTAIN)
    assert match.session.revision == 2
    assert not match.thinking
    notice = driver.notice()
    message = texts(language)._("{name} could not decide. A legal move was made instead. {reason}")
    assert notice.startswith(message.format(name="Ben", reason=""))
    assert reason in notice
    driver.take_over()
    assert driver.hand()
    # And the table goes on, several times over.
    for turn in range(3):
        if driver.stage is Stage.TABLE and match.viewer in match.session.awaited:
            driver.play_any(turn)
        elif driver.stage is Stage.HANDOVER:
            driver.pass_on()
        elif driver.stage is Stage.CURTAIN:
            driver.take_over()
        driver.wait(lambda: not match.thinking)


def test_a_bot_that_never_answers_is_replaced(
    open_window: Open, wrong: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When patience ends, a legal move is made and the thinking process is ended; the next bot gets a new one."""
    monkeypatch.setattr(binding, "BOT_PATIENCE", 1)
    workers: list[int] = []
    start = Worker.start

    def noting(worker: Worker) -> Any:
        pipe = start(worker)
        workers.append(worker._process.pid)
        return pipe

    monkeypatch.setattr(Worker, "start", noting)
    anna, ben, carla = people(3)
    driver = open_window("de")
    match = driver.start(
        [SeatInfo(anna.name, "bot:musing"), SeatInfo(ben.name, "bot:musing"), carla], first=0
    )
    driver.wait(lambda: match.session.awaited == (2,))
    message = texts("de")._("{name} could not decide. A legal move was made instead. {reason}")
    for name in ("Anna", "Ben"):
        assert message.format(name=name, reason="Es hat zu lange gedauert.") in driver.notice()
    assert len(set(workers)) == 2
    assert not any(map(lives, workers))
    assert driver.stage is Stage.TABLE
    assert len(driver.hand()) == 2


def test_a_match_of_bots_that_all_fail_comes_to_an_end(open_window: Open, wrong: None) -> None:
    """Three bots that raise at every move: a whole match is played by replacements."""
    driver = open_window(pace=Pace(bot=0, round=0), save=False)
    match = driver.start([SeatInfo(info.name, "bot:raising") for info in people(3)], goal=1)
    driver.wait(lambda: match.stage is Stage.RESULT)
    assert match.session.outcome() is not None


def test_a_bots_choice_depends_on_the_seed_alone(open_window: Open) -> None:
    """Two windows with the same seed play the same match of real bots."""
    seen = []
    for _time in range(2):
        driver = open_window(pace=Pace(bot=0, round=0), save=False, budget=Budget(samples=5))
        infos = [SeatInfo(info.name, "bot:medium") for info in people(3)]
        match = driver.start(infos, goal=1)
        driver.wait(lambda match=match: match.stage is Stage.RESULT)
        seen.append([event for _at, event in match.session.onlooker().dated_events()])
    assert seen[0] == seen[1]


def test_closing_the_window_ends_the_thinking(open_window: Open, wrong: None) -> None:
    """window.close() in mid-thought: the worker is gone at once, and nothing is made of a late answer."""
    driver = open_window()
    match = driver.start(bots("musing"), first=1)
    assert match.thinking
    pids = [p.pid for p in multiprocessing.active_children() if p.name == "vierblatt-bots" and p.pid]
    assert len(pids) == 1
    assert all(map(lives, pids))
    assert pids[0] != os.getpid()
    assert driver.window.close()
    assert not any(map(lives, pids))
    driver.settle()
    assert match.session.revision == 1


def test_leaving_for_the_start_page_ends_the_thinking(open_window: Open, wrong: None) -> None:
    """No process of a match that was left goes on thinking."""
    driver = open_window()
    driver.start(bots("musing"), first=1)
    pids = [p.pid for p in multiprocessing.active_children() if p.name == "vierblatt-bots" and p.pid]
    driver.window.show_start()
    driver.settle()
    assert pids
    assert not any(map(lives, pids))


def test_people_alone_need_no_process(open_window: Open) -> None:
    """A match without bots starts none."""
    driver = open_window()
    driver.start(3)
    driver.take_over()
    driver.play_any(0)
    assert [p for p in multiprocessing.active_children() if p.name == "vierblatt-bots"] == []
