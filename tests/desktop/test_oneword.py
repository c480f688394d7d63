"""Ein Wort at the screen: real clicks and keys, who sees what, the check together, help for the missing, bots."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
import pytest
from PySide6.QtCore import QRect, Qt, QTimer
from PySide6.QtGui import QFontMetrics, QInputMethodEvent
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QMessageBox, QTableWidget, QWidget

from desktop import statistics, storage
from desktop.binding.match import Match, Pace, Stage
from desktop.games.oneword.clock import TIMES, Clock
from desktop.games.oneword.deck import fates
from desktop.games.oneword.faces import LOST, SLIP
from desktop.games.oneword.panel import OneWordPanel
from desktop.games.oneword.result import CardList
from desktop.games.oneword.slips import Slip, SlipCard, SlipTable, hyphenated, laid_out
from desktop.main_window import MainWindow
from desktop.screens.new_game import NewGamePage
from desktop.screens.replay import ReplayPage
from desktop.screens.start import StartPage
from desktop.widgets.chart import PointsChart
from desktop.widgets.motion import MotionLayer, Step
from engine.core.chance import Draw as Drawing
from engine.core.game import Outcome
from engine.core.text import Texts, texts
from engine.games.oneword.lesson import WORDS, in_language
from engine.games.oneword.meta import META
from engine.games.oneword.model import (
    HIT,
    Abort,
    Card,
    Checked,
    Counts,
    Draw,
    Guess,
    Hint,
    Move,
    Next,
    Pass,
    Show,
    SkipMissing,
    Strike,
    View,
    Written,
)
from engine.games.oneword.rules import GAME
from engine.play.dealer import Dealer
from engine.play.session import SeatInfo
from engine.play.thinking import Answer
from tests.desktop import reading
from tests.desktop.conftest import Open, quick_settings
from tests.desktop.driver import Driver
from tests.desktop.here import HereThinker
from tests.desktop.test_fit import defects
from tests.desktop.test_languages import Painted, Wrapping, only_in, shown, uncatalogued

Arrange = Callable[..., None]
NAMES = ("Anna", "Ben", "Carla", "Dora", "Emil", "Frieda", "Gustav", "Ida")
LONGEST = "Donaudampfschifffahrtselektrizitätenhaup"
"""Forty letters, the most a hint may have."""


class Terms(Dealer):
    """Draws arranged terms one after the other, then by lot."""

    def __init__(self, *terms: str) -> None:
        super().__init__(0)
        self._terms = list(terms)

    def deal(self, draw: Drawing) -> Any:
        return Draw(self._terms.pop(0)) if self._terms else super().deal(draw)


@pytest.fixture
def arrange(monkeypatch: pytest.MonkeyPatch) -> Arrange:
    """Arranges the terms of the matches to come."""

    def do(*terms: str) -> None:
        monkeypatch.setattr(MainWindow, "_dealer", lambda _window: Terms(*terms))

    return do


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots answer in this process, with any legal move; where others check too, they leave the showing to them."""

    class Polite(HereThinker):
        def ask(self, game: str, bot: str, view: Any, history: Sequence[Any], budget: Any, seed: str) -> int:
            if "checked" not in view.may:
                return super().ask(game, bot, view, history, budget, seed)
            self._number += 1
            answer = Answer(self._number, Checked())
            QTimer.singleShot(0, lambda: self._answered(answer))
            return self._number

    monkeypatch.setattr("desktop.binding.match.Thinker", Polite)


def people(seats: int, bots: Sequence[int] = ()) -> list[SeatInfo]:
    return [
        SeatInfo(name, "bot:easy" if seat in bots else "human") for seat, name in enumerate(NAMES[:seats])
    ]


def start(driver: Driver, seats: int | list[SeatInfo], **options: Any) -> Match:
    """Begin a match in which Anna guesses first, unless *first* is given."""
    infos = people(seats) if isinstance(seats, int) else seats
    chosen = META.complete({"first": 0, "language": "de", **options}, len(infos))
    driver.window.start_match("oneword", infos, chosen)
    driver.settle()
    return driver.match


def field(driver: Driver) -> QLineEdit:
    return driver.visible(QLineEdit, driver.page)[0]


def enter(driver: Driver, text: str) -> None:
    """Put *text* where the focus is, as an input method does: with letters that no key of every keyboard has."""
    event = QInputMethodEvent()
    event.setCommitString(text)
    QApplication.sendEvent(driver.focus, event)
    driver.settle()


def slips(driver: Driver) -> list[SlipCard]:
    return driver.visible(SlipCard, driver.page)


def slip_table(driver: Driver) -> SlipTable:
    (found,) = driver.visible(SlipTable, driver.page)
    return found


def lift(driver: Driver) -> None:
    """Whoever is next comes to the screen, by mouse."""
    if driver.stage is Stage.HANDOVER:
        driver.pass_on()
    if driver.stage is Stage.CURTAIN:
        driver.take_over()


def write(driver: Driver, *hints: str) -> None:
    """The next hint givers write, each behind the curtain; by mouse and keys."""
    for hint in hints:
        lift(driver)
        driver.click(field(driver))
        enter(driver, hint)
        driver.click(driver.says("Hand in the hint"))


def to_check(driver: Driver, *hints: str) -> None:
    write(driver, *hints)
    lift(driver)


def to_guess(driver: Driver, *hints: str) -> None:
    to_check(driver, *hints)
    driver.click(driver.says("Show the hints"))
    lift(driver)


def answer(driver: Driver, word: str) -> None:
    driver.click(field(driver))
    enter(driver, word)
    driver.click(driver.window.t.p_("one word", "Answer"))


def everything_readable() -> str:
    """What stands anywhere in the program, hidden widgets and screen readers included."""
    found = [text for _where, text in reading.texts(reading.alive())]
    for window in QApplication.topLevelWidgets():
        if window.isVisible():
            found += reading.spoken(window)
    return "\n".join(found)


def view_of(driver: Driver) -> View:
    view: View = driver.match.port.view()
    return view


# A card ----------------------------------------


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_card_of_four_people_and_who_sees_what(open_window: Open, arrange: Arrange, language: str) -> None:
    arrange("Strand")
    driver = open_window(language)
    start(driver, 4)
    t = driver.window.t
    assert driver.says("{name}, please take over", name="Ben") in driver.text()
    hints = ("Sand", "Meer", "sand")
    for number, hint in enumerate(hints):
        assert "Strand" not in everything_readable()
        driver.take_over()
        assert t._("Write one word as a hint for {name}.", name="Anna") in driver.text()
        assert not [other for other in hints[:number] if f"“{other}”" in everything_readable()]
        assert driver.focus is field(driver)
        write(driver, hint)
        if number < 2:
            assert driver.stage is Stage.HANDOVER
            assert hint in [card.slip.word for card in slips(driver)]
            driver.pass_on()
    assert driver.stage is Stage.CURTAIN
    assert t._("{name} looks away", name="Anna") in driver.text()
    for secret in ("Strand", *hints):
        assert secret not in everything_readable()
    driver.take_over()
    assert [(card.slip.word, card.slip.struck) for card in slips(driver)] == [
        ("Sand", True),
        ("sand", True),
        ("Meer", False),
    ]
    driver.click(t._("Show the hints"))
    assert driver.stage is Stage.CURTAIN
    assert driver.match.next_seat == 0
    for secret in ("Strand", *hints):
        assert secret not in everything_readable()
    driver.take_over()
    assert [(card.slip.word, card.slip.name) for card in slips(driver)] == [("Meer", "")]
    for secret in ("Strand", "Sand", "sand"):
        assert secret not in everything_readable()
    answer(driver, "strand")
    assert driver.stage is Stage.TABLE
    assert t._("Right! The card is made.") in driver.text()
    assert [card.slip.name for card in slips(driver)] == ["Ben", "Dora", "Carla"]
    driver.click(t._("Next card"))
    assert driver.stage is Stage.CURTAIN
    assert driver.match.next_seat == 0  # Anna gives the first hint for Ben
    assert view_of(driver).term == ""


def test_struck_hints_are_nowhere_for_the_guesser(open_window: Open, arrange: Arrange) -> None:
    """Two cards that differ in term and struck hints only are the same to Anna: every text, every pixel."""
    seen = []
    for term, struck in (("Strand", "Sand"), ("Wüste", "Kamel")):
        arrange(term)
        driver = open_window()
        start(driver, 5)
        to_guess(driver, struck, "Meer", struck.lower(), "Düne")
        assert view_of(driver).seat == 0
        seen.append((sorted(everything_readable().splitlines()), driver.window.grab().toImage()))
        driver.window.close()
        driver.window.deleteLater()
        driver.settle()
    assert seen[0] == seen[1]


def test_a_card_by_keyboard_only(open_window: Open, arrange: Arrange) -> None:
    """Enter hands in, lifts the curtain and shows; Left and Right lead from hint to hint."""
    arrange("Strand")
    driver = open_window()
    start(driver, 3)
    for hint in ("Sand", "Meer"):
        driver.press(Qt.Key.Key_Return)
        driver.type(hint)
        driver.press(Qt.Key.Key_Return)
        if driver.stage is Stage.HANDOVER:
            driver.press(Qt.Key.Key_Return)
    driver.press(Qt.Key.Key_Return)
    assert view_of(driver).phase == "check"
    first = driver.focus
    driver.press(Qt.Key.Key_Right)
    assert driver.focus is not first
    driver.press(Qt.Key.Key_Space)
    assert [card.slip.struck for card in slips(driver)] == [False, True]
    assert driver.focus.accessibleName().startswith("Let it stand")
    driver.press(Qt.Key.Key_Space)
    assert not any(card.slip.struck for card in slips(driver))
    driver.tab_to("Show the hints")
    driver.press(Qt.Key.Key_Return, Qt.Key.Key_Return)
    driver.type("Strand")
    driver.press(Qt.Key.Key_Return)
    assert view_of(driver).result == "hit"
    driver.press(Qt.Key.Key_Return)
    assert driver.stage is Stage.CURTAIN


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("Strände", "“{word}” is the term itself or a form of it."),
        ("zwei Worte", "One word only, without blanks."),
        ("", "Write a word."),
    ],
)
def test_a_refused_hint_stays_and_says_why(
    open_window: Open, arrange: Arrange, typed: str, reason: str
) -> None:
    arrange("Strand")
    driver = open_window("de")
    start(driver, 3)
    write(driver, typed)
    assert view_of(driver).own == ()
    said = driver.says(reason, word=typed)
    assert said in driver.text()
    assert field(driver).text() == typed
    assert driver.focus is field(driver)
    assert field(driver).accessibleDescription() == said
    driver.type("Sand")
    assert said not in driver.text()


def test_a_hint_can_be_changed_before_the_screen_goes_on(open_window: Open, arrange: Arrange) -> None:
    arrange("Strand")
    driver = open_window()
    match = start(driver, 3)
    write(driver, "Sand")
    driver.click("Change the hint")
    assert field(driver).text() == "Sand"
    driver.press(Qt.Key.Key_Escape)
    assert not driver.visible(QLineEdit, driver.page)
    driver.click("Change the hint")
    field(driver).selectAll()
    driver.type("Welle")
    driver.press(Qt.Key.Key_Return)
    assert view_of(driver).own == ("Welle",)
    assert match.stage is Stage.HANDOVER


def test_two_hints_each_with_three(open_window: Open, arrange: Arrange) -> None:
    arrange("Strand")
    driver = open_window()
    start(driver, 3, two_hints=True)
    driver.take_over()
    driver.type("Sand")
    driver.press(Qt.Key.Key_Return)
    assert driver.focus.accessibleName() == "Your second hint"
    driver.type("Sande")
    driver.press(Qt.Key.Key_Return)
    assert "Write two different words." in driver.text()
    driver.visible(QLineEdit, driver.page)[1].selectAll()
    driver.visible(QLineEdit, driver.page)[1].setFocus()
    driver.type("Meer")
    driver.press(Qt.Key.Key_Return)
    assert view_of(driver).own == ("Sand", "Meer")


def test_what_people_typed_is_shown_as_typed(open_window: Open, arrange: Arrange) -> None:
    """Neither markup nor shortcuts are made of it."""
    arrange("Strand")
    driver = open_window()
    match = start(driver, 3)
    lift(driver)
    match.play(Hint(("sAnD",)))
    lift(driver)
    match.play(Hint(("O’Neil-3",)))
    lift(driver)
    assert [card.slip.word for card in slips(driver)] == ["sAnD", "O’Neil-3"]


# Checking ----------------------------------------


def test_equal_hints_stand_together_and_can_be_parted(open_window: Open, arrange: Arrange) -> None:
    arrange("Strand")
    driver = open_window()
    start(driver, 5)
    to_check(driver, "Bar", "Sand", "bär", "Welle")
    assert [card.slip.word for card in slips(driver)] == ["Bar", "bär", "Sand", "Welle"]
    assert [card.tied for card in slips(driver)] == [
        (False, True),
        (True, False),
        (False, False),
        (False, False),
    ]
    assert [button.text() for button in slip_table(driver).buttons.values()] == [
        "Different words",
        "Different words",
        "Sort out",
        "Sort out",
    ]
    driver.click(slip_table(driver).buttons[1])
    assert not any(card.slip.struck for card in slips(driver))
    assert [card.slip.word for card in slips(driver)] == ["Bar", "Sand", "bär", "Welle"]
    assert "are different words" in driver.text()
    assert [button.text() for button in slip_table(driver).others.values()] == ["The same word"] * 2
    driver.click(slip_table(driver).others[2])
    assert [card.slip.word for card in slips(driver) if card.slip.struck] == ["Bar", "bär"]
    assert "are the same word" in driver.text()


def test_an_equal_hint_alone_is_let_stand(open_window: Open, arrange: Arrange) -> None:
    arrange("Strand")
    driver = open_window()
    start(driver, 4)
    to_check(driver, "Sand", "Sands", "Meer")
    assert [button.text() for button in slip_table(driver).others.values()] == ["Let it stand"] * 2
    driver.click(slip_table(driver).others[1])
    assert [(card.slip.word, card.slip.struck) for card in slips(driver)] == [
        ("Sand", True),
        ("Sands", False),
        ("Meer", False),
    ]


@pytest.mark.parametrize("size", [(460, 420), (700, 300), (900, 420), (500, 200), (1600, 420)])
def test_a_thread_stays_in_its_row(open_window: Open, size: tuple[int, int]) -> None:
    """No row ends between two equal slips as long as two find room side by side."""
    open_window()
    table = SlipTable()
    table.resize(*size)
    groups = (0, 0, 1, 1, -1)
    table.show_slips([Slip("Bar", "", "", struck=group >= 0, group=group) for group in groups], "")
    tied = [(False, True), (True, False)] * 2 + [(False, False)]
    assert [card.y() for card in table.cards[:4:2]] == [card.y() for card in table.cards[1:4:2]]
    assert [card.tied for card in table.cards] == tied
    table.resize(130, 900)
    table.grab()
    assert len({card.y() for card in table.cards}) == 5
    assert {card.tied for card in table.cards} == {(False, False)}


def test_a_long_hint_is_broken_with_a_hyphen(open_window: Open) -> None:
    """At places where one would break it; only what gives no place is broken anywhere."""
    open_window()
    assert hyphenated("Donaudampfschiff").split("\u00ad") == ["Do", "nau", "dampf", "schiff"]
    assert hyphenated("Küche") == "Kü\u00adche"
    assert hyphenated(LONGEST).replace("\u00ad", "") == LONGEST
    assert max(map(len, hyphenated("x" * 40).split("\u00ad"))) <= 16
    _font, text, flags = laid_out(LONGEST, 180, 60)
    assert "\u00ad" in text
    assert flags & int(Qt.TextFlag.TextWordWrap)
    assert laid_out("Sand", 180, 60)[1] == "Sand"


def test_equal_hints_come_first(open_window: Open, arrange: Arrange) -> None:
    arrange("Strand")
    driver = open_window()
    start(driver, 5)
    to_check(driver, "Sand", "Bar", "Bär", "Welle")
    assert [card.slip.word for card in slips(driver)] == ["Bar", "Bär", "Sand", "Welle"]


def test_one_of_three_equal_hints_is_parted_from_both(open_window: Open, arrange: Arrange) -> None:
    arrange("Strand")
    driver = open_window()
    start(driver, 4)
    to_check(driver, "Bar", "Bars", "Bär")
    assert all(card.slip.struck for card in slips(driver))
    driver.click(slip_table(driver).buttons[2])
    assert [(card.slip.word, card.slip.struck) for card in slips(driver)] == [
        ("Bar", True),
        ("Bars", True),
        ("Bär", False),
    ]


def test_parted_from_two_names_both(open_window: Open, arrange: Arrange) -> None:
    arrange("Strand")
    driver = open_window()
    start(driver, 4)
    to_check(driver, "Bar", "bär", "BAR")
    driver.click(slip_table(driver).buttons[0])
    assert "“Bar” is another word than “bär” and “BAR”." in driver.text()


def test_sorted_out_and_back(open_window: Open, arrange: Arrange) -> None:
    arrange("Strand")
    driver = open_window()
    start(driver, 3)
    to_check(driver, "Sand", "Meer")
    driver.click(slip_table(driver).buttons[0])
    assert [card.slip.struck for card in slips(driver)] == [True, False]
    assert "The hint givers strike “Sand”." in driver.text()
    driver.click(slip_table(driver).buttons[0])
    assert [card.slip.struck for card in slips(driver)] == [False, False]


def test_the_only_person_who_gave_a_hint_checks_alone(
    open_window: Open, arrange: Arrange, here: None
) -> None:
    """No curtain before the check, but one before the guesser."""
    arrange("Strand")
    driver = open_window()
    match = start(driver, people(4, bots=(2, 3)))
    write(driver, "Sand")
    driver.wait(lambda: view_of(driver).phase == "check")
    assert match.stage is Stage.TABLE
    assert match.viewer == 1
    driver.click("Show the hints")
    assert match.stage is Stage.CURTAIN
    assert match.next_seat == 0


def test_a_bot_that_was_overtaken_is_asked_again(
    open_window: Open, arrange: Arrange, monkeypatch: pytest.MonkeyPatch
) -> None:
    """People strike a hint while a bot thinks about it: no notice, and the bot thinks once more."""
    asked: list[Any] = []

    class Slow(HereThinker):
        def ask(self, game: str, bot: str, view: Any, *rest: Any) -> int:
            asked.append((view, self))
            self._number += 1
            return self._number

    monkeypatch.setattr("desktop.binding.match.Thinker", Slow)
    arrange("Strand")
    driver = open_window()
    match = start(driver, people(4, bots=(3,)))

    def reply(move: Move) -> None:
        thinker = asked[-1][1]
        match._on_answer(Answer(thinker._number, move))
        driver.settle()

    reply(Hint(("Eis",)))
    to_check(driver, "Sand", "Meer")
    count = len(asked)
    driver.click(slip_table(driver).buttons[0])
    reply(Strike(0))
    assert driver.notice() == ""
    assert len(asked) == count + 1
    assert asked[-1][0].hints[0].struck


# Guessing and the result ----------------------------------------


def test_a_miss_takes_another_card_and_counts_brings_it_back(open_window: Open, arrange: Arrange) -> None:
    arrange("Strand")
    driver = open_window()
    start(driver, 3)
    to_guess(driver, "Sand", "Meer")
    answer(driver, "Küste")
    assert "Wrong. Two cards are gone." in driver.text()
    assert "Anna answered “Küste”." in driver.text()
    assert "0 made · 0 passed · 2 lost · 11 left" in driver.text()
    assert OneWordPanel.headline(driver.match.port.view(), driver.window.t).startswith("Card 1 ·")
    driver.click("Counts!")
    assert "It counts! The card is made." in driver.text()
    assert "1 made · 0 passed · 0 lost · 12 left" in driver.text()
    assert driver.find("Counts!") is None


def test_the_header_counts_as_the_log_does(open_window: Open, arrange: Arrange) -> None:
    """After two lost cards the next one is the second that is played, not the third."""
    arrange("Strand", "Hund")
    driver = open_window()
    start(driver, 3)
    to_guess(driver, "Sand", "Meer")
    answer(driver, "Küste")
    driver.click(driver.says("Next card"))
    view = driver.match.port.view()
    assert OneWordPanel.headline(view, driver.window.t).startswith("Card 2 ·")
    log = [
        line.text for line in OneWordPanel.lines(driver.match.port, driver.window.t, ("Anna", "Ben", "Carla"))
    ]
    assert any(text.startswith("Card 2: ") for text in log)


def test_what_the_screen_says_after_a_hint(open_window: Open, arrange: Arrange) -> None:
    """Once it is passed on there is no way back, and it does not promise one."""
    arrange("Strand")
    driver = open_window()
    start(driver, 3, two_hints=True)
    lift(driver)
    assert "One word each, without blanks." in driver.text()
    driver.match.play(Hint(("Sand", "Meer")))
    driver.settle()
    assert "You can change them until you pass on." in driver.text()


@pytest.mark.parametrize(
    ("made", "aborted", "crown"), [(13, False, True), (7, False, True), (6, False, False), (9, True, False)]
)
def test_a_poor_result_has_no_crown(made: int, aborted: bool, crown: bool) -> None:
    state = GAME.setup(META.complete({"first": 0}, 3), 3)
    view = msgspec.structs.replace(GAME.view(state, None), made=made, aborted=aborted)
    assert OneWordPanel.crowned(view) == crown


def test_a_pass_costs_the_card_alone(open_window: Open, arrange: Arrange) -> None:
    arrange("Strand")
    driver = open_window()
    start(driver, 3)
    to_guess(driver, "Sand", "Meer")
    driver.click("Pass")
    assert "Passed. The card is gone." in driver.text()
    assert fates(view_of(driver)) == ("pass",)


def test_to_the_last_page_and_on_without_terms_again(open_window: Open) -> None:
    """Rating and all cards; then the same people, the next guesser, and none of the terms again."""
    driver = open_window()
    match = start(driver, 3, cards=5)
    played = []
    while match.stage is not Stage.RESULT:
        step(match)
        driver.settle()
    played = [card.term for card in match.session.onlooker().view().cards]
    assert len(played) == 5
    assert "0 of 5 cards made" in driver.text()
    assert "It can only get better. Once more?" in driver.text()
    (table,) = driver.visible(QTableWidget, driver.page)
    assert [table.item(row, 0).text() for row in range(5)] == played
    driver.click("Play again")
    second = driver.match
    assert second is not match
    assert [info.name for info in second.session.seats] == ["Anna", "Ben", "Carla"]
    assert second.session.options["first"] == 2  # Anna, Ben, Carla, Anna and Ben have guessed
    while second.stage is not Stage.RESULT:
        step(second)
    again = [card.term for card in second.session.onlooker().view().cards]
    assert not set(played) & set(again)
    kept = storage.load_past("oneword")
    assert kept == {"de-family": [*played, *again]}


def step(match: Match, guess: str = "") -> None:
    """Let the people at the screen do whatever is next, guessing *guess* or passing."""
    if match.stage is Stage.CURTAIN:
        match.take_over()
        return
    if match.stage is Stage.HANDOVER:
        match.hand_over()
        return
    view = match.port.view()
    may = {do for port in match.acting for do in port.view().may}
    if view.phase == "hints" and "hint" in may and not view.own:
        suggested = next(port for port in match.acting if port.choices()).choices()
        match.play(suggested[random.Random(view.number).randrange(len(suggested))])
    elif "show" in may:
        match.play(Show())
    elif "guess" in may:
        match.play(Guess(guess) if guess else Pass())
    elif "next" in may:
        match.play(Next())


# One person among bots ----------------------------------------


@pytest.mark.parametrize("seat", [0, 2])
def test_one_person_and_bots_to_the_end(open_window: Open, here: None, seat: int) -> None:
    """Host or not: bots hint, check and guess, and leave the result to the person until the next card is wanted."""
    driver = open_window()
    infos = [SeatInfo(name, "human" if at == seat else "bot:easy") for at, name in enumerate(NAMES[:4])]
    match = start(driver, infos, cards=5)
    results = 0
    while match.stage is not Stage.RESULT:
        assert match.stage is Stage.TABLE
        view = view_of(driver)
        may = {do for port in match.acting for do in port.view().may}
        if view.phase == "result":
            for _time in range(5):
                driver.settle()
            assert view_of(driver) == view, "a bot went on by itself"
            results += 1
            driver.click(driver.find("Next card") or "To the result")
        elif "guess" in may and view.phase == "guess":
            driver.click("Pass")
        elif "show" in may:
            driver.click("Show the hints")
        elif "hint" in may and not view.own:
            driver.type("Dingsbums")
            driver.press(Qt.Key.Key_Return)
        else:
            driver.wait(lambda before=view: view_of(driver) != before)  # type: ignore[misc]
    assert results >= 3
    assert driver.notice() == ""
    kept = statistics.load("oneword").matches
    assert [match.most for match in kept] == [5]


def test_a_person_alone_says_that_the_answer_counts(open_window: Open, arrange: Arrange, here: None) -> None:
    """With bots alone as hint givers, the person speaks for them."""
    arrange("Strand")
    driver = open_window()
    start(driver, people(3, bots=(1, 2)))
    driver.wait(lambda: view_of(driver).phase == "guess")
    answer(driver, "Sandstrand")
    driver.click("Counts!")
    assert view_of(driver).made == 1


def test_what_is_being_typed_stays_while_bots_write(
    open_window: Open, arrange: Arrange, monkeypatch: pytest.MonkeyPatch
) -> None:
    arrange("Strand")
    driver = open_window()
    match = start(driver, people(4, bots=(3,)))
    driver.take_over()
    typed = field(driver)
    driver.type("San")
    typed.setCursorPosition(1)
    match.changed.emit()
    driver.page.refresh()
    assert field(driver) is typed
    assert typed.text() == "San"
    assert typed.cursorPosition() == 1


# For those who are missing ----------------------------------------


def menu_texts(driver: Driver) -> list[str]:
    return [said.text for said, _act in driver.page.table_moves()]


def choose(driver: Driver, text: str, agree: bool = True) -> None:
    """Choose *text* in the menu, and answer if it asks."""
    menu = driver.window.build_menu()
    action = next(action for action in menu.actions() if action.text() == text)
    action.trigger()
    driver.settle()
    for box in driver.visible(QMessageBox, driver.window):
        wanted = text if agree else driver.says("Cancel")
        driver.click(next(button for button in box.buttons() if button.text() == wanted))
    driver.settle()


def test_on_without_the_missing_also_before_the_curtain(open_window: Open, arrange: Arrange) -> None:
    arrange("Strand")
    driver = open_window()
    match = start(driver, 4)
    write(driver, "Sand")
    driver.pass_on()
    assert match.stage is Stage.CURTAIN
    choose(driver, "Go on without the missing")
    assert view_of(driver).phase == "check"
    driver.take_over()
    assert [card.slip.word for card in slips(driver)] == ["Sand"]


def test_the_host_passes_for_the_guesser(open_window: Open, arrange: Arrange) -> None:
    arrange("Strand")
    driver = open_window()
    start(driver, 3, first=1)
    to_check(driver, "Sand", "Meer")
    driver.click("Show the hints")
    assert driver.match.next_seat == 1
    choose(driver, "Pass for the guesser")
    assert view_of(driver).result == "pass"
    assert driver.stage is Stage.TABLE


def test_a_player_is_removed_after_a_question(open_window: Open, arrange: Arrange) -> None:
    """The guesser leaves: the card does not count, the next one guesses; in the next game three remain."""
    arrange("Strand", "Wald")
    driver = open_window()
    match = start(driver, 4, cards=5)
    write(driver, "Sand")
    choose(driver, "Remove Anna", agree=False)
    assert view_of(driver).present == (True,) * 4
    choose(driver, "Remove Anna")
    view = match.session.onlooker().view()
    assert view.present == (False, True, True, True)
    assert (view.guesser, view.left) == (1, 4)
    assert match.stage is Stage.CURTAIN
    assert "Remove Carla" not in menu_texts(driver), "three must remain"
    while match.stage is not Stage.RESULT:
        step(match)
    driver.settle()
    driver.click("Play again")
    assert driver.match.names == ("Ben", "Carla", "Dora")


def test_ended_early_is_said_and_not_counted(open_window: Open, arrange: Arrange) -> None:
    arrange("Strand")
    driver = open_window()
    start(driver, 3)
    to_guess(driver, "Sand", "Meer")
    answer(driver, "Strand")
    choose(driver, "End the game")
    assert driver.stage is Stage.RESULT
    assert "1 of 13 cards made" in driver.text()
    assert "The game was ended early." in driver.text()
    assert statistics.load().matches == ()


def test_help_that_comes_too_late_changes_nothing(open_window: Open, arrange: Arrange) -> None:
    """The menu was open while the last hint came in: it is refused with a message, and the table goes on."""
    arrange("Strand")
    driver = open_window()
    match = start(driver, 3)
    write(driver, "Sand")
    said, act = driver.page.table_moves()[0]
    assert said.text == "Go on without the missing"
    driver.pass_on()
    write(driver, "Meer")
    driver.take_over()
    before = match.session.revision
    act()
    driver.settle()
    assert match.session.revision == before
    assert driver.notice()
    driver.click("Show the hints")
    assert driver.stage is Stage.CURTAIN


def test_the_menu_of_other_games_has_nothing_of_it(open_window: Open) -> None:
    driver = open_window()
    driver.start(2)
    assert driver.page.table_moves() == ()


# Saving ----------------------------------------


@pytest.mark.parametrize("phase", ["hints", "check", "guess", "result"])
def test_resumed_where_it_was(open_window: Open, arrange: Arrange, phase: str) -> None:
    """Behind the curtain, with nothing secret in view, and on to the end of the card."""
    arrange("Strand")
    driver = open_window()
    start(driver, 3)
    write(driver, "Sand")
    if phase != "hints":
        write(driver, "Meer")
    if phase in ("guess", "result"):
        lift(driver)
        driver.click("Show the hints")
    if phase == "result":
        lift(driver)
        answer(driver, "Küste")
    driver.window.close()
    driver.window.deleteLater()
    driver.settle()
    driver = open_window()
    page = driver.window.page
    assert isinstance(page, StartPage)
    assert page.continue_card is not None
    driver.click(page.continue_card)
    assert driver.stage is Stage.CURTAIN
    if phase != "result":
        assert "Strand" not in everything_readable()
    driver.take_over()
    view = view_of(driver)
    assert view.phase == phase
    if phase == "hints":
        write(driver, "Meer")
        lift(driver)
        assert view_of(driver).phase == "check"
    elif phase == "check":
        driver.click("Show the hints")
    elif phase == "guess":
        answer(driver, "Strand")
    else:
        driver.click("Counts!")
        driver.click("Next card")
    assert driver.notice() == ""


def test_the_replay_shows_term_and_hints(open_window: Open, arrange: Arrange) -> None:
    arrange("Strand")
    driver = open_window()
    match = start(driver, 3, cards=5)
    while match.stage is not Stage.RESULT:
        step(match)
    driver.settle()
    driver.window.show_replay()
    replay = driver.window.page
    assert isinstance(replay, ReplayPage)
    words: set[str] = set()
    for at in range(replay.slider.maximum() + 1):
        replay.go(at)
        driver.settle()
        words |= {card.slip.word for card in driver.visible(SlipCard, replay)}
        assert driver.visible(QLineEdit, replay) == []
        assert [b for b in driver.visible(SlipTable, replay) if b.buttons] == []
    cards = match.session.onlooker().view().cards
    assert {hint.word for card in cards for hint in card.hints} <= words


# The clock, the languages, the fit ----------------------------------------


def test_the_clock_is_off_and_only_a_suggestion(
    open_window: Open, arrange: Arrange, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Clock, "seconds", 0)
    arrange("Strand")
    driver = open_window()
    match = start(driver, 3)
    driver.take_over()
    (clock,) = driver.visible(Clock, driver.page)
    assert clock.text() == "Timer: off"
    driver.click(clock)
    assert clock.text() == "Timer: 0:30"
    for _second in range(31):
        clock._count()
    assert clock.text() == "Time is up"
    assert match.port.view().phase == "hints"
    for _time in TIMES[1:]:
        driver.click(clock)
    assert clock.text() == "Timer: off"


def test_typing_goes_on_after_a_click_on_the_clock(
    open_window: Open, arrange: Arrange, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Clock, "seconds", 0)
    arrange("Strand")
    driver = open_window()
    start(driver, 3)
    driver.take_over()
    driver.type("Sa")
    driver.click(driver.visible(Clock, driver.page)[0])
    driver.type("nd")
    assert field(driver).text() == "Sand"


@pytest.mark.parametrize("size", [(960, 600), (1280, 720), (700, 480)])
def test_all_hints_can_be_read_in_the_list_of_all_cards(open_window: Open, size: tuple[int, int]) -> None:
    """Each line is as high as its hints need, and columns of short words leave the width to the hints."""
    open_window()
    cards = []
    for n in range(24):
        # Words of all lengths, so that some lines end where the width does.
        hints = tuple(Written(seat, "Welle" + "i" * n, True, "same") for seat in range(1, 6))
        cards.append(Card(n + 1, "Hund", 0, hints, "Katze" if n % 2 else None, HIT, lost=False))
    for language in ("de", "en"):
        table = CardList(cards, texts(language), NAMES)
        table.resize(*size)
        table.show()
        QApplication.processEvents()
        for row in range(len(cards)):
            for place in range(4):
                item = table.item(row, place)
                assert item is not None
                inner = table.columnWidth(place) - 27  # what the style leaves of a cell
                flags = int(Qt.TextFlag.TextWordWrap)
                need = QFontMetrics(item.font()).boundingRect(QRect(0, 0, inner, 9999), flags, item.text())
                assert need.height() <= table.rowHeight(row), (row, place)
        assert sum(table.columnWidth(place) for place in range(4)) == table.viewport().width()
        assert table.columnWidth(3) >= 0.5 * table.viewport().width()
        table.close()


def test_the_words_may_have_another_language(open_window: Open) -> None:
    driver = open_window("de")
    match = start(driver, 3, language="en")
    driver.take_over()
    assert "Englische Wörter" in driver.text()
    assert match.port.view().language == "en"


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_programs_language_is_offered_until_another_is_chosen(open_window: Open, language: str) -> None:
    driver = open_window(language)
    driver.window.show_new_game("oneword")
    page = driver.window.page
    assert isinstance(page, NewGamePage)
    assert page.seating().options["language"] == language
    start(driver, 3, language="de")
    driver.window.show_new_game("oneword")
    page = driver.window.page
    assert isinstance(page, NewGamePage)
    assert page.seating().options["language"] == "de"


def test_all_seats_and_options_can_be_reached_in_a_small_window(open_window: Open) -> None:
    """Eight seats and five options scroll; nothing is squeezed, and a name that is missing is brought into view."""
    driver = open_window("de", size=(960, 600))
    driver.window.show_new_game("oneword")
    page = driver.window.page
    assert isinstance(page, NewGamePage)
    driver.click(page.count_buttons[8])
    for widget in (*page.rows[7].widgets, *driver.visible(QComboBox, page)):
        assert widget.height() >= widget.minimumSizeHint().height()
    last = page.rows[7].name
    last.setText("")
    driver.click(page.start_button)
    assert last.hasFocus()
    assert last.visibleRegion().boundingRect() == last.rect()


def test_what_was_reached_together_stands_in_the_statistics(open_window: Open) -> None:
    """The best and the mean result instead of wins, which nobody has here alone."""
    driver = open_window()
    for made in (2, 4):
        outcome = Outcome((made,) * 3, (0, 1, 2), 5)
        statistics.count_match("oneword", people(3), [outcome], outcome)
    (anna, *_others) = statistics.load("oneword").players()
    assert (anna.scores, anna.best, anna.average) == (((2, 5), (4, 5)), (4, 5), pytest.approx(0.6))
    driver.window.show_statistics("oneword")
    driver.settle()
    (table,) = driver.visible(QTableWidget, driver.window)
    assert [table.item(0, column).text() for column in range(4)] == ["Anna", "2", "4 of 5", "60%"]
    for text in ("Best result", "On average", "Last result"):
        assert text in driver.text()
    assert "Matches won" not in driver.text()
    assert not driver.visible(PointsChart, driver.window)


def screens(driver: Driver, arrange: Arrange, seats: int = 3, term: str = "4711") -> Iterator[str]:
    """Every screen of a card; words of digits only, which belong to no language."""
    arrange(term, "815", "42", "43", "44")
    match = start(driver, seats, cards=5, language=driver.window.t.language)
    hints = ["100", "100", *(str(number) for number in range(7, 20))]
    yield "curtain"
    for number in range(seats - 1):
        match.take_over()
        driver.settle()
        yield f"hint {number}"
        match.play(Hint((hints[number],)))
        driver.settle()
        yield f"written {number}"
        match.hand_over()
    driver.settle()
    yield "curtain of the check"
    match.take_over()
    driver.settle()
    yield "check"
    match.play(Strike(seats - 2))
    driver.settle()
    yield "struck"
    match.play(Show())
    driver.settle()
    yield "curtain of the guesser"
    match.take_over()
    driver.settle()
    yield "guess"
    match.play(Guess("99"))
    driver.settle()
    yield "result"
    match.play(Counts())
    driver.settle()
    yield "counted"
    driver.page.show_sheet()
    driver.settle()
    yield "cards"
    driver.top.close()
    while match.stage is not Stage.RESULT:
        step(match)
    driver.settle()
    yield "the end"


def test_german_without_a_word_of_english(open_window: Open, arrange: Arrange) -> None:
    driver = open_window("de")
    for name in screens(driver, arrange):
        assert only_in("de", shown(driver)) == [], name


def test_every_text_is_in_the_catalogues(
    open_window: Open, arrange: Arrange, monkeypatch: pytest.MonkeyPatch
) -> None:
    pseudo = Texts("en", Wrapping())
    monkeypatch.setattr("desktop.main_window.texts", lambda _language: pseudo)
    painted = Painted(monkeypatch)
    driver = open_window(size=(1280, 900))
    shown_one_by_one = ((name, driver.top, driver.window) for name in screens(driver, arrange))
    assert uncatalogued(shown_one_by_one, painted) == {}


@pytest.mark.parametrize("seats", [3, 8])
@pytest.mark.parametrize("size", [(1280, 720), (960, 600)])
def test_everything_has_a_name_and_its_place(
    open_window: Open, arrange: Arrange, size: Any, seats: int
) -> None:
    driver = open_window("de", size=size)
    for name in screens(driver, arrange, seats, term=LONGEST):
        for widget in driver.visible(QWidget):
            if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isEnabled():
                assert reading.accessible_name(widget), (name, widget)
        assert driver.window.size().toTuple() == size, name
        assert defects(driver.window) == [], name
        if driver.stage in (Stage.TABLE, Stage.HANDOVER):
            apart(driver, name)


def apart(driver: Driver, name: str) -> None:
    """Slips and their buttons lie inside the table, and none on another."""
    for table in driver.visible(SlipTable, driver.page):
        boxes = [
            widget.geometry() for widget in (*table.cards, *table.buttons.values(), *table.others.values())
        ]
        for at, box in enumerate(boxes):
            assert table.rect().contains(box), (name, box, table.rect())
            assert not [other for other in boxes[at + 1 :] if other.intersects(box)], name


def test_what_the_table_asks_of_the_rules() -> None:
    """Who sits together, what the host may do for all, and who goes on in the next game."""
    state = GAME.setup(META.complete({"first": 0}, 3), 3)
    assert GAME.together(state) == ()
    assert GAME.table_moves(state) == ()
    state = GAME.apply(state, None, Draw("Strand")).state
    assert [(seat, type(move)) for seat, move in GAME.table_moves(state)] == [(0, SkipMissing), (0, Abort)]
    for seat, word in ((1, "Sand"), (2, "Meer")):
        state = GAME.apply(state, seat, Hint((word,))).state
    assert GAME.together(state) == (1, 2)
    assert [type(move) for _seat, move in GAME.table_moves(state)] == [Abort]
    state = GAME.apply(GAME.apply(state, 1, Show()).state, 0, Pass()).state
    assert GAME.together(state) == (0, 1, 2)
    view = GAME.view(state, None)
    assert GAME.again(view, {"first": 0, "cards": 13}) == ({"first": 1, "cards": 13}, (0, 1, 2))


# Tips, the lesson, motion ----------------------------------------


def tip_button(driver: Driver) -> QWidget | None:
    return driver.find(driver.says("Tip"))


def test_tips_for_one_person_among_bots(open_window: Open, arrange: Arrange) -> None:
    """For the hint and for the check, with a reason; by the button, and by keys while one types."""
    arrange("Strand", "Hund")
    driver = open_window()
    match = start(driver, people(4, bots=(0, 2, 3)), first=0)
    driver.wait(lambda: view_of(driver).phase == "hints" and tip_button(driver) is not None)
    driver.click("Tip")
    driver.wait(lambda: "leads to the term" in driver.text())
    assert tip_button(driver) is None
    assert match.aided
    write(driver, "Eimer")
    driver.wait(lambda: view_of(driver).phase == "check")
    assert "leads to the term" not in driver.text()
    driver.press(Qt.Key.Key_T, modifier=Qt.KeyboardModifier.ControlModifier)
    driver.wait(
        lambda: match.advice_text(driver.window.t) and match.advice_text(driver.window.t) in driver.text()
    )
    driver.click("Show the hints")
    driver.wait(lambda: view_of(driver).phase == "result")
    assert tip_button(driver) is None


def test_a_tip_for_the_guesser(open_window: Open, arrange: Arrange) -> None:
    arrange("Strand")
    driver = open_window()
    match = start(driver, people(4, bots=(1, 2, 3)))
    driver.wait(lambda: view_of(driver).phase == "guess")
    driver.press(Qt.Key.Key_T, modifier=Qt.KeyboardModifier.ControlModifier)
    driver.wait(
        lambda: match.advice_text(driver.window.t) and match.advice_text(driver.window.t) in driver.text()
    )
    assert field(driver).text() == ""


def test_the_last_tip_does_not_stand_for_the_next(
    open_window: Open, arrange: Arrange, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the adviser thinks about a new decision nothing is shown, not the tip for the one before."""
    arrange("Strand")
    driver = open_window()
    match = start(driver, people(3, bots=(0, 2)))
    t = driver.window.t
    driver.wait(lambda: view_of(driver).phase == "hints" and not match.thinking)
    match.ask_advice()
    driver.wait(lambda: match.advice_text(t))
    write(driver, "Eimer")
    driver.wait(lambda: view_of(driver).phase == "check" and not match.thinking)
    match.ask_advice()
    assert match.advice_text(t) == ""


def test_no_tips_among_people(open_window: Open, arrange: Arrange) -> None:
    arrange("Strand")
    driver = open_window()
    start(driver, 4)
    driver.take_over()
    assert tip_button(driver) is None
    to_check(driver, "Sand", "Meer", "Welle")
    assert tip_button(driver) is None


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_guided_beginning(open_window: Open, here: None, language: str) -> None:
    """From the start page: two cards by what the guide says, in the language of the program."""
    driver = open_window(language)
    t = driver.window.t
    driver.window.start_lesson("oneword")
    driver.settle()
    words = WORDS[language]
    assert driver.match.names == ("Anna", "Ben", "Carla")
    driver.wait(lambda: f"{words['everybody']}" in driver.text())
    write(driver, words["everybody"].lower())
    driver.wait(lambda: view_of(driver).phase == "check" and view_of(driver).checked[1])
    assert all(card.slip.struck for card in slips(driver))
    driver.click(t._("Show the hints"))
    driver.wait(lambda: view_of(driver).phase == "result")
    driver.click(t._("Next card"))
    driver.wait(lambda: view_of(driver).phase == "guess")
    assert {card.slip.word for card in slips(driver)} == {words["one"], words["two"]}
    answer(driver, words["wanted"].lower())
    assert t._("Right! The card is made.") in driver.text()
    driver.click(t._("Next card"))
    driver.settle()
    assert t._(in_language(language).closing) in driver.text()
    assert driver.match.guide is not None


@pytest.mark.parametrize("setting", ["calm", "off"])
def test_slips_are_opened_and_the_card_goes_to_the_deck(
    open_window: Open, arrange: Arrange, monkeypatch: pytest.MonkeyPatch, setting: str
) -> None:
    """A folded slip turns over, the card flies to its place, the one lost along turns over; nothing of it without
    motion.
    """
    seen: list[Step] = []
    asked: list[HereThinker] = []

    def play(layer: MotionLayer, steps: Sequence[Step], factor: float, done: Callable[[], None]) -> None:
        seen.extend(steps if factor > 0 else ())
        done()

    class Slow(HereThinker):
        def ask(self, *question: Any) -> int:
            asked.append(self)
            self._number += 1
            return self._number

    monkeypatch.setattr(MotionLayer, "play", play)
    monkeypatch.setattr("desktop.binding.match.Thinker", Slow)
    arrange("Strand")
    settings = quick_settings()
    settings.motion = setting
    driver = open_window(settings=settings, pace=Pace(bot=1))
    match = start(driver, people(3, bots=(0, 2)))

    def reply(move: Move) -> None:
        count = match.session.revision
        match._on_answer(Answer(asked[-1]._number, move))
        driver.wait(lambda: match.session.revision > count)
        driver.settle()

    reply(Hint(("Meer",)))
    write(driver, "Sand")
    reply(Checked())
    driver.click("Show the hints")
    reply(Guess("Berg"))
    turned = [flight.turned.drawing for step in seen for flight in step.flights if flight.turned]
    assert turned == ([SLIP, LOST, LOST] if setting == "calm" else [])
    assert view_of(driver).phase == "result"


def test_what_people_do_together_at_one_screen_is_said_of_all(open_window: Open, arrange: Arrange) -> None:
    """The check and “Counts!” are not one person's; of a single person among bots it stays that person's."""
    arrange("Strand")
    driver = open_window()
    match = start(driver, 3)
    to_check(driver, "Sand", "Meer")
    driver.click(slip_table(driver).buttons[0])
    assert "The hint givers strike “Sand”." in driver.text()
    assert isinstance(match.session.actions[-1].move, Strike)
    assert match.session.actions[-1].move.together
    driver.click(driver.says("Show the hints"))
    lift(driver)
    answer(driver, "Ufer")
    driver.click(driver.says("Counts!"))
    log = OneWordPanel.lines(match.session.port(0), driver.window.t, match.names)
    assert any(entry.text.startswith("The hint givers: “Counts!”") for entry in log)


def test_what_one_person_among_bots_does_is_that_persons(
    open_window: Open, arrange: Arrange, here: None
) -> None:
    arrange("Strand")
    driver = open_window()
    match = start(driver, people(4, bots=(0, 2, 3)))
    driver.wait(lambda: view_of(driver).phase == "hints")
    write(driver, "Sand")
    driver.wait(lambda: view_of(driver).phase == "check")
    driver.click(slip_table(driver).buttons[0])
    own = [action.move for action in match.session.actions if action.actor == 1]
    assert len(own) == 2
    assert not own[-1].together
    assert "The hint givers" not in driver.text()
