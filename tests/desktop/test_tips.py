"""A tip that does not come: whoever asked is told, may ask again, and has had no help."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import pytest
from PySide6.QtCore import QTimer

from desktop.binding import match as binding
from desktop.binding.match import Match
from engine.bots.base import Budget
from engine.core import catalog
from engine.play import thinking
from engine.play.session import SeatInfo
from engine.play.thinking import ADVISER, Answer, Thinker
from tests.desktop import wrong_bots
from tests.desktop.conftest import Open
from tests.desktop.driver import Driver
from tests.desktop.here import HereThinker
from tests.games.letter.table import Table
from tests.strategies import people


class TiplessThinker(HereThinker):
    """Bots move; of tips it knows nothing."""

    def ask(self, game: str, bot: str, view: Any, history: Sequence[Any], budget: Any, seed: str) -> int:
        if bot != ADVISER:
            return super().ask(game, bot, view, history, budget, seed)
        self._number += 1
        answer = Answer(self._number, error="ZeroDivisionError: thought too far")
        QTimer.singleShot(0, lambda: self._answered(answer))
        return self._number


class SilentThinker(HereThinker):
    """Bots move; tips never come."""

    def ask(self, game: str, bot: str, view: Any, history: Sequence[Any], budget: Any, seed: str) -> int:
        if bot != ADVISER:
            return super().ask(game, bot, view, history, budget, seed)
        self._number += 1
        return self._number


class CutOffThinker(HereThinker):
    """Bots move; a tip cannot even be asked for: it is answered before its number is known."""

    def ask(self, game: str, bot: str, view: Any, history: Sequence[Any], budget: Any, seed: str) -> int:
        if bot != ADVISER:
            return super().ask(game, bot, view, history, budget, seed)
        self._number += 1
        self._answered(Answer(self._number, error="OSError: thought too far"))
        return self._number


def alone(driver: Driver, game_id: str) -> Match:
    """Anna against bots, at her first decision."""
    meta = catalog.meta(game_id)
    seats = max(2, meta.min_seats)
    anna, *others = people(seats)
    infos = [anna, *(SeatInfo(info.name, "bot:random") for info in others)]
    driver.window.start_match(game_id, infos, meta.complete({}, seats))
    match = driver.match
    driver.wait(lambda: 0 in match.session.awaited and not match.thinking)
    return match


def click_tip(driver: Driver) -> None:
    """Ask for a tip by its button, which answers."""
    driver.wait(lambda: driver.find(driver.says("Tip")) is not None)
    button = driver.button(driver.says("Tip"))
    assert button.isEnabled()
    driver.click(button)


@pytest.mark.parametrize("thinker", [TiplessThinker, CutOffThinker])
@pytest.mark.parametrize("game_id", catalog.ids())
def test_a_tip_that_fails_is_told_and_can_be_asked_for_again(
    open_window: Open, monkeypatch: pytest.MonkeyPatch, game_id: str, thinker: type[HereThinker]
) -> None:
    monkeypatch.setattr(binding, "Thinker", thinker)
    driver = open_window()
    match = alone(driver, game_id)
    for _time in range(2):
        driver.window.dismiss()
        click_tip(driver)
        driver.wait(lambda: driver.notice().startswith("There is no tip now."))
        assert "thought too far" in driver.notice()
    click_tip(driver)
    # Nothing was learnt from it: the match counts as before.
    assert not match.aided


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_tip_that_never_comes_is_given_up(
    open_window: Open, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setattr(binding, "Thinker", SilentThinker)
    monkeypatch.setattr(binding, "ADVICE_PATIENCE", 1)
    driver = open_window(language)
    match = alone(driver, "letter")
    click_tip(driver)
    driver.wait(
        lambda: (
            driver.notice()
            == driver.says("There is no tip now. {reason}", reason=driver.says("It took too long."))
        )
    )
    click_tip(driver)
    assert not match.aided


def test_a_tip_for_a_moment_that_was_left_does_not_keep_the_button(
    open_window: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tip is asked for, and the moves go on before it comes: at the next decision one may ask at once."""
    monkeypatch.setattr(binding, "Thinker", SilentThinker)
    driver = open_window()
    match = alone(driver, "valknut")
    match.ask_advice()
    first = match._advising
    match.play(match.port.choices()[0])
    driver.wait(lambda: 0 in match.session.awaited and not match.thinking)
    match.ask_advice()
    assert match._advising != first


def test_a_bot_that_overruns_takes_no_tip_with_it(open_window: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process is ended under the tip that was asked for: that is told, too."""
    monkeypatch.setattr(binding, "Thinker", SilentThinker)
    driver = open_window()
    match = alone(driver, "letter")
    match.ask_advice()
    told: list[str] = []
    match.told.connect(lambda refusal: told.append(refusal.code) if refusal is not None else None)
    match._thinker.close()
    monkeypatch.setattr(match, "_replace_bot", lambda _reason: None)
    match._bot_overran()
    assert told == ["no_tip"]
    click_tip(driver)


def test_every_question_that_dies_with_the_process_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that takes the process with it takes the question after it along."""
    monkeypatch.setattr(thinking, "_serve", wrong_bots.serve)
    table = Table([1, 8], [4])
    answers: list[Answer] = []
    both = threading.Event()

    def answered(answer: Answer) -> None:
        answers.append(answer)
        if len(answers) == 2:
            both.set()

    thinker = Thinker(answered)
    try:
        port = table.session.port(0)
        numbers = [
            thinker.ask("letter", bot, port.view(), port.events(), Budget(samples=5), "seed")
            for bot in ("dying", "random")
        ]
        assert both.wait(60)
    finally:
        thinker.close()
    assert [answer.number for answer in answers] == numbers
    assert all(answer.error for answer in answers)
