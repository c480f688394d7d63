"""Valknut at the screen: real clicks and keys, secrets, specials, both languages, the pad."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QApplication, QLabel, QTableWidget, QWidget

from desktop.binding.match import Match, Stage
from desktop.games.valknut.bidding import strengths
from desktop.games.valknut.pad import Pad
from desktop.games.valknut.panel import ValknutPanel
from desktop.games.valknut.rival import PlayerPlace
from desktop.games.valknut.trick import TrickPlace
from desktop.main_window import MainWindow
from desktop.screens.replay import ReplayPage
from desktop.screens.start import StartPage
from desktop.widgets.card import Card, CardRow
from desktop.widgets.log import Log
from desktop.widgets.panel import GamePanel
from engine.core.chance import Draw, Shuffle
from engine.core.text import Texts, texts
from engine.games.valknut import aids, words
from engine.games.valknut.meta import META
from engine.games.valknut.model import (
    CODES,
    Bid,
    Bury,
    CardPlayed,
    Deal,
    DrawCard,
    Give,
    Pass,
    Pick,
    Play,
    StealCard,
    StealTrick,
    View,
    codes,
)
from engine.games.valknut.rules import GAME
from engine.play.dealer import Dealer
from engine.play.session import SeatInfo
from tests.desktop import reading
from tests.desktop.conftest import Open
from tests.desktop.driver import Driver, bots
from tests.desktop.test_languages import Painted, Wrapping, only_in, shown, uncatalogued
from tests.games.valknut.table import cards_of, endgame, stack
from tests.strategies import ANNA, BEN, people

Arrange = Callable[..., None]
CARD_MOVES = (Play, Bury, Give)
NAMES = ("Anna", "Ben", "Carla")

ANNA_LEADS = stack(
    [
        "A2 S1 S3 S6 S2 S4 S7 A1 A3 A4 A5 A6 A7 V N",
        "A9 W1 W2 W3 W4 W5 W6 W7 W8 W9 R1 R2 R3 R4 R5",
    ],
    trump="S5",
    stock="R9 R8",
    dealer=1,
)
"""Anna leads and has the trumps; Ben has one Axe, which takes the trick that she opens with her Axe 2."""


class Arranged(Dealer):
    """A dealer whose first deals and picks are arranged; after those it takes the lot."""

    def __init__(self, *moves: Any) -> None:
        super().__init__(0)
        self._deals = [move for move in moves if isinstance(move, Deal)]
        self._picks = [move for move in moves if isinstance(move, Pick)]

    def deal(self, draw: Draw) -> Any:
        arranged = self._deals if isinstance(draw, Shuffle) else self._picks
        return arranged.pop(0) if arranged else super().deal(draw)


@pytest.fixture
def arrange(monkeypatch: pytest.MonkeyPatch) -> Arrange:
    """Arranges the deals and the picks of the matches to come."""

    def do(*moves: Any) -> None:
        monkeypatch.setattr(MainWindow, "_dealer", lambda _window: Arranged(*moves))

    return do


@pytest.fixture(autouse=True)
def by_suit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hands are sorted by suit at first, whatever another test has chosen."""
    monkeypatch.setattr(ValknutPanel, "by_number", False)


def start(driver: Driver, seats: int | list[SeatInfo], **options: Any) -> Match:
    """Begin a match; Ben deals unless *first_dealer* is given, so that with two seats Anna leads."""
    infos = list(people(seats)) if isinstance(seats, int) else seats
    chosen = META.complete({"first_dealer": 1, **options}, len(infos))
    driver.window.start_match("valknut", infos, chosen)
    driver.settle()
    return driver.match


def view_of(driver: Driver) -> View:
    view: View = driver.match.port.view()
    return view


def code_of(card: Card) -> str:
    return card.face.drawing.rsplit("/", 1)[1].removesuffix(".svg")


def hand(driver: Driver) -> list[str]:
    """The codes of the cards on the screen, from left to right."""
    return [code_of(card) for card in driver.cards()]


def card(driver: Driver, code: str) -> Card:
    return next(card for card in driver.cards() if code_of(card) == code)


def click_card(driver: Driver, code: str) -> None:
    """Click a card of the hand at its left edge, which no other card covers."""
    widget = card(driver, code)
    driver.click(widget, QPoint(Card.MARGIN + 8, widget.height() // 2))


def move_text(driver: Driver, move: Any) -> str:
    """What the button says that makes *move*."""
    if isinstance(move, Play):
        return driver.says("Play {card}", card=words.card_name(move.card, driver.window.t))
    return words.describe_move(move, driver.window.t, driver.match.names)


def number_name(driver: Driver, tricks: int) -> str:
    """How a number of the bidding panel is called."""
    return driver.window.t.n_("{n} trick", "{n} tricks", tricks)


def by_mouse(driver: Driver, move: Any) -> None:
    """Make *move* with the mouse."""
    before = driver.match.session.revision
    if isinstance(move, CARD_MOVES):
        click_card(driver, move.card)
    elif isinstance(move, Bid):
        driver.click(number_name(driver, move.tricks))
    driver.click(move_text(driver, move))
    assert driver.match.session.revision > before


def at_screen(driver: Driver) -> None:
    """Whoever is next comes to the screen, by mouse."""
    if driver.stage is Stage.HANDOVER:
        driver.pass_on()
    if driver.stage is Stage.CURTAIN:
        driver.take_over()


def script(driver: Driver, *moves: Any) -> None:
    """People make these moves one after another, by mouse; the next one is at the screen in the end."""
    for move in moves:
        at_screen(driver)
        by_mouse(driver, move)
    at_screen(driver)


def trick(driver: Driver) -> TrickPlace:
    (found,) = driver.visible(TrickPlace)
    return found


# Whole rounds ----------------------------------------


def test_a_whole_round_of_two_people_by_mouse(open_window: Open) -> None:
    """Bids, every card, every special by clicks, to the result of the round and on into the next one."""
    driver = open_window()
    match = start(driver, 2)
    turns = 0
    while driver.stage is not Stage.ROUND:
        at_screen(driver)
        choices = list(match.port.choices())
        by_mouse(driver, choices[turns % len(choices)])
        turns += 1
    assert turns > 30
    view = view_of(driver)
    heads, rows, cells = driver.table_texts()
    assert heads == ["Bid", "Tricks", "+10", "+5", "Points", "Total"]
    assert rows == ["1   Anna", "Ben"]
    result = view.rounds[0]
    for seat in (ANNA, BEN):
        bid, tricks, exact, few, points, total = cells[seat]
        assert (int(bid), int(tricks)) == (result.bids[seat], result.tricks[seat])
        assert int(points) == int(total) == result.points[seat]
        assert exact == ("+10" if bid == tricks else "–")
        assert few == ("+5" if int(tricks) in (3, 4, 5) else "–")
    driver.click(driver.page.next_button)
    assert driver.stage is Stage.CURTAIN


def test_a_whole_round_by_keyboard_only(open_window: Open) -> None:
    """Not one click: digits and arrows for the bid, arrows and Enter for cards and specials."""
    driver = open_window()
    match = start(driver, 2)
    seen = set()
    for turn in range(400):
        if driver.stage is Stage.ROUND:
            break
        assert driver.focus.isVisible()
        if driver.stage in (Stage.CURTAIN, Stage.HANDOVER):
            driver.press(Qt.Key.Key_Return)
            continue
        phase = view_of(driver).phase
        seen.add(phase)
        before = match.session.revision
        if phase == "bid":
            driver.digit(5)
            assert driver.focus.accessibleName() == "5 tricks"
            driver.press(Qt.Key.Key_Left)
            assert driver.focus.accessibleName() == "4 tricks"
        elif isinstance(driver.focus, Card):
            if turn % 3 == 0:
                driver.press(Qt.Key.Key_Right)
                while isinstance(driver.focus, Card) and driver.focus.refused:
                    driver.press(Qt.Key.Key_Right)
            driver.press(Qt.Key.Key_Return)
        driver.press(Qt.Key.Key_Return)
        assert match.session.revision > before, phase
    assert driver.stage is Stage.ROUND
    assert view_of(driver).rounds[0].bids == (4, 4)
    assert {"bid", "play"} <= seen
    driver.press(Qt.Key.Key_Return)
    assert driver.stage is Stage.CURTAIN


def wait_for_anna(driver: Driver) -> bool:
    """Wait until Anna, alone against bots, must act; False if the round is over."""
    driver.wait(lambda: driver.stage is not Stage.TABLE or ANNA in driver.match.session.awaited)
    return driver.stage is Stage.TABLE


def test_the_focus_stays_at_the_table(open_window: Open, arrange: Arrange) -> None:
    """Neither a bid made nor the last card of the row played sends it to a button beside the table."""
    arrange(ANNA_LEADS)
    driver = open_window()
    match = start(driver, bots("random"))
    driver.wait(lambda: view_of(driver).has_bid[BEN])
    assert driver.focus.accessibleName() == "Your bid"
    driver.press(Qt.Key.Key_3)
    match.hold(True)
    driver.press(Qt.Key.Key_Return)
    assert view_of(driver).bid == 3
    assert driver.focus in (*driver.cards(), driver.page.panel)
    assert wait_for_anna(driver)
    assert hand(driver)[-1] == "N"
    driver.cards()[-1].setFocus()
    driver.press(Qt.Key.Key_Return, Qt.Key.Key_Return)
    assert view_of(driver).table == ("N",)
    assert driver.focus in (*driver.cards(), driver.page.panel)


def test_one_person_with_a_bot(open_window: Open) -> None:
    """Bidding with a tip, cards that may not be played and why, cards not seen yet, undo, to the end of the round."""
    driver = open_window()
    match = start(driver, bots("random"), first_dealer=0)
    assert wait_for_anna(driver)
    driver.wait(lambda: view_of(driver).has_bid[BEN])
    assert not [text for text in driver.text().splitlines() if text.startswith("Not seen yet")]
    driver.click("Tip")
    driver.wait(lambda: "tricks are likely, give or take" in driver.text())
    by_mouse(driver, Bid(4))
    refused = counted = 0
    undone = False
    while wait_for_anna(driver):
        view = view_of(driver)
        moves = list(match.port.choices())
        assert not driver.notice(), driver.notice()
        check_unseen(driver, view)
        counted += 1
        if view.phase == "play":
            legal = {move.card for move in moves}
            for widget in driver.cards():
                code = code_of(widget)
                refusal = GAME.check(view, Play(code))
                assert widget.refused == (refusal.text(driver.window.t) if refusal else "")
                assert (code in legal) == (not widget.refused)
                if widget.refused and refused < 3:
                    refused += 1
                    before = match.session.revision
                    click_card(driver, code)
                    assert match.session.revision == before
                    assert "follow it" in driver.text()
                    assert driver.find(move_text(driver, Play(code))) is None
        by_mouse(driver, moves[0])
        if not undone and view.phase == "play" and wait_for_anna(driver):
            undone = True
            driver.click("Undo")
            assert wait_for_anna(driver)
            assert view_of(driver) == view
            by_mouse(driver, moves[0])
    assert refused == 3
    assert counted > 14
    assert driver.stage is Stage.ROUND
    assert view_of(driver).rounds[0].bids[ANNA] == 4


@pytest.mark.parametrize("first", ["tip", "bid"])
def test_a_tip_is_good_while_others_bid(open_window: Open, first: str) -> None:
    """Bids are made at once: a tip asked for before a bot has bid is shown, whichever of the two comes first."""
    driver = open_window()
    infos = bots("random")
    driver.window.start_match("valknut", infos, META.complete({"first_dealer": 0}, len(infos)))
    match, t = driver.match, driver.window.t
    match.hold(first == "tip")
    match.ask_advice()
    asked_at = match.session.revision
    if first == "tip":
        driver.wait(lambda: match.advice_text(t))
        assert not view_of(driver).has_bid[BEN]
        match.hold(False)
    driver.wait(lambda: view_of(driver).has_bid[BEN])
    assert match.session.revision > asked_at
    driver.wait(lambda: match.advice_text(t) and match.advice_text(t) in driver.text())
    by_mouse(driver, Bid(4))
    assert not match.advice_text(t)


def check_unseen(driver: Driver, view: View) -> None:
    """The line of cards not seen yet says what the engine says, and never a card that cannot be away."""
    port = driver.match.port
    events = [event for _at, event in port.dated_events()]
    cards = aids.unseen(view, events)
    assert words.unseen_text(cards, driver.window.t) in driver.text()
    played = [event.card for event in events if isinstance(event, CardPlayed)]
    state: Any = driver.match.session._states[-1]
    away = [*codes(state.hands[BEN]), *(CODES[code] for code in state.stock)]
    assert not [code for code in cards if code not in away]
    if not {"3", "6"} & {code[-1] for code in played}:
        # As long as no 3 and no 6 has let anybody know more: exactly these.
        assert sorted(cards) == sorted(away)


# The table ----------------------------------------


def test_the_bidding_panel(open_window: Open, arrange: Arrange) -> None:
    """0 to n, own trumps and high cards in words, the whole hand in sight, trump beside the stock."""
    arrange(ANNA_LEADS)
    for size in ((1280, 720), (960, 600)):
        driver = open_window(size=size)
        start(driver, 2)
        at_screen(driver)
        text = driver.text()
        assert "Your bid" in reading.spoken(driver.window)
        assert (
            "You hold: Trumps: Ship 1 2 3 4 6 7 · High cards: Axe 7 · V\N{NO-BREAK SPACE}×1 · N\N{NO-BREAK SPACE}×1"
            in text
        )
        assert "Trump: Ship" in text
        for tricks in range(16):
            assert driver.button(number_name(driver, tricks)).text() == str(tricks)
        assert driver.find("16") is None
        assert hand(driver) == cards_of("A1 A2 A3 A4 A5 A6 A7 S1 S2 S3 S4 S6 S7 V N")
        whole(driver)
        by_mouse(driver, Bid(15))
        driver.window.close()


def whole(driver: Driver, name: str = "") -> None:
    """Every card in hand lies inside the window and its panel, from top to bottom, lifted or not."""
    window = driver.window
    frame = window.rect()
    for widget in driver.cards():
        rect = widget.rect().translated(widget.mapTo(window, QPoint(0, 0)))
        assert frame.contains(rect), (rect, frame)
        parent = widget.parentWidget()
        assert parent is not None
        assert parent.rect().contains(widget.geometry()), (name, parent.rect(), widget.geometry())
        around = parent.parentWidget()
        assert around is not None
        assert around.rect().contains(parent.geometry()), (around.rect(), parent.geometry())
    texts = [label for label in driver.visible(QLabel, driver.panel) if label.text()]
    for label in texts:
        rect = QRect(label.mapTo(window, QPoint(0, 0)), label.size())
        assert frame.contains(rect), (label.text(), rect)
        if label.wordWrap():
            assert label.heightForWidth(label.width()) <= label.height() + 1, label.text()


def test_strengths_without_trump() -> None:
    position = endgame("A9 A2 W8 N", "A1 S1 S2 S3", trump="V")
    assert strengths(position.view, texts("en")) == (
        "You hold: No trump · High cards: Axe 9, Wolf 8 · V\N{NO-BREAK SPACE}×0 · N\N{NO-BREAK SPACE}×1"
    )


def test_the_order_of_the_hand_can_be_switched(open_window: Open, arrange: Arrange) -> None:
    """By suit, by number and back; the button keeps the focus, and the next person finds the order again."""
    arrange(ANNA_LEADS)
    driver = open_window()
    start(driver, 2)
    at_screen(driver)
    by_suit = hand(driver)
    driver.click("Sort by number")
    assert hand(driver) == cards_of("A1 S1 A2 S2 A3 S3 A4 S4 A5 A6 S6 A7 S7 N V")
    driver.tab_to("Sort by suit")
    driver.press(Qt.Key.Key_Return)
    assert hand(driver) == by_suit
    assert driver.button("Sort by number").hasFocus()
    driver.press(Qt.Key.Key_Return)
    script(driver, Bid(0))
    assert hand(driver)[:3] == ["R1", "W1", "R2"]


def test_the_trick_says_who_led_and_who_is_ahead(open_window: Open, arrange: Arrange) -> None:
    """In words for readers; it stays until it is cleared away by click or key; only the last one can be seen again."""
    arrange(ANNA_LEADS)
    driver = open_window()
    start(driver, 2)
    script(driver, Bid(3), Bid(4))
    assert trick(driver).accessibleName() == "The trick: no cards"
    assert driver.find("Show the last trick") is None
    script(driver, Play("A2"))
    assert trick(driver).accessibleName() == "The trick: Anna: Axe 2 (led · ahead)"
    by_mouse(driver, Play("A9"))
    lying = "Last trick: Anna: Axe 2 (led), Ben: Axe 9 (won)"
    assert trick(driver).accessibleName() == lying
    assert "left of the winner leads the next one" in trick(driver).accessibleDescription()
    at_screen(driver)
    # Anna finds it, too, and clears it away.
    assert trick(driver).accessibleName() == lying
    driver.click(trick(driver))
    assert trick(driver).accessibleName() == "The trick: no cards"
    driver.click("Show the last trick")
    assert trick(driver).accessibleName() == lying
    driver.click("Back to the trick")
    assert trick(driver).accessibleName() == "The trick: no cards"
    script(driver, Play("S2"))
    assert trick(driver).accessibleName() == "The trick: Anna: Ship 2 (led · ahead)"
    driver.click("Show the last trick")
    assert trick(driver).accessibleName() == lying
    by_mouse(driver, Play("W1"))
    assert trick(driver).accessibleName() == "Last trick: Anna: Ship 2 (led · won), Ben: Wolf 1"
    driver.tab_to("Clear the trick away")
    driver.press(Qt.Key.Key_Return)
    assert trick(driver).accessibleName() == "The trick: no cards"


def test_a_destroyed_trick(open_window: Open, arrange: Arrange) -> None:
    arrange(ANNA_LEADS)
    driver = open_window()
    start(driver, 2)
    script(driver, Bid(3), Bid(4), Play("V"), Play("A9"))
    assert trick(driver).accessibleName() == "Last trick: Anna: Valknut (led · destroys), Ben: Axe 9"
    assert "1 trick destroyed" in driver.text()


def test_runes_say_what_they_do(open_window: Open, arrange: Arrange) -> None:
    """On hover (tool tip and words), on focus, and to readers: V, N, 1, 3, 6 and 9."""
    arrange(ANNA_LEADS)
    driver = open_window()
    start(driver, 2)
    script(driver, Bid(3), Bid(4))
    t = driver.window.t
    for code in ("V", "N", "S1", "S3", "S6"):
        widget = card(driver, code)
        meaning = words.card_text(code, t)
        assert meaning
        assert meaning in widget.toolTip()
        assert meaning in widget.accessibleDescription()
        widget.setFocus()
        assert f"{words.card_label(code, t)}: {meaning}" in driver.text()
        whole(driver)
    assert "9" in {code[-1] for code in CODES if words.card_text(code, t)}
    assert words.card_text("S4", t) == ""


# The specials ----------------------------------------


def test_the_1_steals_a_trick_or_not(open_window: Open, arrange: Arrange) -> None:
    for answer in (StealTrick(BEN), Pass()):
        arrange(ANNA_LEADS)
        driver = open_window()
        start(driver, 2)
        script(driver, Bid(3), Bid(4), Play("A2"), Play("A9"), Play("S1"), Play("W1"))
        assert "Your 1 won: steal a trick?" in driver.text()
        assert driver.button("Forgo it").isVisible()
        assert driver.button("Steal a trick from Ben").hasFocus()
        whole(driver)
        by_mouse(driver, answer)
        assert view_of(driver).tricks == ((2, 0) if answer != Pass() else (1, 1))
        driver.window.close()


def test_the_1_with_three_seats_asks_from_whom(open_window: Open, arrange: Arrange) -> None:
    arrange(
        stack(
            [
                "A2 S2 W1 A3 A4 A5 A6 A7 A8 R1 R2",
                "A1 S9 W2 W3 W4 W5 W6 W7 W8 R3 R4",
                "A9 S3 R5 R6 R7 R8 R9 N N N V",
            ],
            trump="V",
            dealer=2,
        )
    )
    driver = open_window(size=(960, 600))
    start(driver, 3, first_dealer=2)
    script(driver, Bid(1), Bid(1), Bid(1))
    # Carla wins with her 9, so Anna leads; Ben wins with his 9, so Carla leads a suit that only she has.
    script(driver, Play("A2"), Play("A1"), Play("A9"), Play("S2"), Play("S9"), Play("S3"), Pass())
    script(driver, Play("N"), Play("W1"), Play("R4"))
    assert [text for text in driver.text().splitlines() if text.startswith("Steal a trick")] == [
        "Steal a trick from Ben",
        "Steal a trick from Carla",
    ]
    whole(driver)
    by_mouse(driver, StealTrick(2))
    assert view_of(driver).tricks == (2, 1, 0)


def test_the_3_draws_and_buries_or_not(open_window: Open, arrange: Arrange) -> None:
    arrange(ANNA_LEADS)
    driver = open_window()
    match = start(driver, 2)
    script(driver, Bid(3), Bid(4))
    by_mouse(driver, Play("S3"))
    assert "Your 3: take the top card of the stock?" in driver.text()
    assert driver.button("Take the top card").hasFocus()
    by_mouse(driver, DrawCard())
    assert "Choose the card that goes under the stock." in driver.text()
    assert "R9" in hand(driver)
    click_card(driver, "R9")
    assert driver.button("Raven 9 under the stock").isVisible()
    driver.press(Qt.Key.Key_Escape)
    assert driver.find("Raven 9 under the stock") is None
    by_mouse(driver, Bury("S2"))
    assert view_of(driver).stock == 11
    # A card that she has buried is known to her and not counted as unseen; hot-seat shows no aids at all.
    assert "Not seen yet" not in driver.text()
    assert "S2" not in aids.unseen(match.session.port(ANNA).view(), match.session.port(ANNA).events())
    arrange(ANNA_LEADS)
    driver = open_window()
    start(driver, 2)
    script(driver, Bid(3), Bid(4))
    by_mouse(driver, Play("S3"))
    by_mouse(driver, Pass())
    assert driver.stage is Stage.HANDOVER


def test_the_6_takes_and_gives_back_or_not(open_window: Open, arrange: Arrange) -> None:
    arrange(ANNA_LEADS, Pick("W9"))
    driver = open_window()
    start(driver, 2)
    script(driver, Bid(3), Bid(4), Play("S6"), Play("W1"))
    assert "Your 6 won: take a card unseen?" in driver.text()
    assert driver.button("Forgo it").isVisible()
    by_mouse(driver, StealCard(BEN))
    assert "Choose the card to give back." in driver.text()
    assert "W9" in hand(driver)
    by_mouse(driver, Give("A1"))
    assert "A1" not in hand(driver)
    script(driver, Play("S2"))
    assert {"A1"} <= set(hand(driver))
    assert "W9" not in hand(driver)
    arrange(ANNA_LEADS)
    driver = open_window()
    start(driver, 2)
    script(driver, Bid(3), Bid(4), Play("S6"), Play("W1"), Pass())
    assert view_of(driver).phase == "play"


def test_the_replay_shows_all_hands_and_bids(open_window: Open, arrange: Arrange) -> None:
    arrange(ANNA_LEADS)
    driver = open_window()
    match = start(driver, bots("easy"), max_rounds=1)
    assert wait_for_anna(driver)
    by_mouse(driver, Bid(13))
    while wait_for_anna(driver):
        match.play(match.port.choices()[0])
    match.next_round()
    driver.settle()
    bids = match.session.onlooker().view().rounds[0].bids
    driver.window.show_replay()
    page = driver.window.page
    assert isinstance(page, ReplayPage)
    page.go(3)
    driver.settle()
    for bid in bids:
        assert f"bid: {bid}" in driver.text()
    rows = [row.accessibleName() for row in driver.visible(CardRow)]
    assert any("Valknut" in row and "Ship 1" in row for row in rows), rows
    assert any("Wolf 9" in row and "Axe 9" in row for row in rows), rows


# Secrets ----------------------------------------


def readable(driver: Driver) -> list[str]:
    """Whatever can be read anywhere in the program, hidden widgets and the accessible tree included."""
    found = [text for _where, text in reading.texts(reading.alive())]
    for window in QApplication.topLevelWidgets():
        if window.isVisible():
            found += reading.spoken(window)
    return sorted(found)


def test_the_bids_of_others_are_nowhere_before_scoring(open_window: Open, arrange: Arrange) -> None:
    """Two matches that differ in Anna's bid only are the same to Ben: every text, every pixel, until the scoring."""
    seen = []
    for bid in (3, 11):
        arrange(ANNA_LEADS)
        driver = open_window()
        match = start(driver, 2)
        at_screen(driver)
        by_mouse(driver, Bid(bid))
        driver.pass_on()
        stages = [(readable(driver), driver.window.grab().toImage())]
        driver.take_over()
        stages.append((readable(driver), driver.window.grab().toImage()))
        by_mouse(driver, Bid(2))
        at_screen(driver)
        assert f"bid: {bid}" in driver.text()
        assert "bid: 2" not in driver.text()
        by_mouse(driver, Play("A2"))
        driver.pass_on()
        driver.take_over()
        stages.append((readable(driver), driver.window.grab().toImage()))
        driver.click("Score sheet")
        stages.append((readable(driver), driver.window.grab().toImage()))
        driver.top.close()
        while driver.stage is not Stage.ROUND:
            at_screen(driver)
            match.play(match.port.choices()[-1])
            driver.settle()
        assert driver.table_texts()[2][ANNA][0] == str(bid)
        seen.append(stages)
        driver.window.close()
        driver.window.deleteLater()
        driver.settle()
    for first, second in zip(*seen, strict=True):
        assert first == second


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_curtain_hides_hand_and_bid(open_window: Open, arrange: Arrange, language: str) -> None:
    arrange(ANNA_LEADS)
    driver = open_window(language)
    start(driver, 2)
    at_screen(driver)
    by_mouse(driver, Bid(13))
    driver.pass_on()
    assert driver.stage is Stage.CURTAIN
    widgets = reading.alive()
    kinds = (Card, CardRow, PlayerPlace, TrickPlace, Log, GamePanel)
    assert [widget for widget in widgets if isinstance(widget, kinds)] == []
    t = driver.window.t
    names = {words.card_name(code, t) for code in CODES} - {t._(META.name)}
    for text in readable(driver):
        assert "13" not in text
        assert not [name for name in names if name.casefold() in text.casefold()], text


def test_resumed_behind_the_curtain(open_window: Open, arrange: Arrange) -> None:
    """Closed in the middle of a trick: the same hand, bid and trick again, behind the curtain."""
    arrange(ANNA_LEADS)
    driver = open_window()
    start(driver, 2)
    script(driver, Bid(3), Bid(4), Play("A2"))
    before = (hand(driver), trick(driver).accessibleName(), view_of(driver))
    driver.window.close()
    driver = open_window()
    page = driver.window.page
    assert isinstance(page, StartPage)
    assert page.continue_card is not None
    driver.click(page.continue_card)
    assert driver.stage is Stage.CURTAIN
    assert not driver.cards()
    driver.take_over()
    assert (hand(driver), trick(driver).accessibleName(), view_of(driver)) == before
    assert "bid: 4" in driver.text()
    by_mouse(driver, Play("A9"))


# The pad ----------------------------------------


def pad(view: View, t: Texts | None = None) -> tuple[list[str], list[list[str]], list[str]]:
    """Column heads, cells and the sentences of the pad of *view*."""
    sheet = Pad.sheet(view, t or texts("en"), NAMES[: view.seats])
    (table,) = sheet.findChildren(QTableWidget)
    columns, rows = range(table.columnCount()), range(table.rowCount())
    heads = [table.horizontalHeaderItem(column).text() for column in columns]
    cells = [[table.item(row, column).text() for column in columns] for row in rows]
    return heads, cells, [label.text() for label in sheet.findChildren(QLabel)]


def test_bid_4_holds_4_with_two_seats(app: QApplication) -> None:
    """4 + 10 + 5 = 19; Ben, with 8 of 9, has his 8."""
    position = endgame("A9", "A1", bids=(4, 9), tricks=(3, 8), goal=200)
    position.play("A9", "A1")
    heads, cells, said = pad(GAME.view(position.state, None))
    assert heads == ["Bid", "Tricks", "+10", "+5", "Points", "Total"]
    assert cells == [["4", "4", "+10", "+5", "19", "19"], ["9", "8", "–", "–", "8", "8"]]
    assert said == ["Goal: 200 points, at most 10 rounds. Anna is ahead with 19 points."]


def test_the_pad_with_three_seats(app: QApplication) -> None:
    """No bonus for few tricks."""
    position = endgame("A9", "A1", "A2", bids=(1, 0, 4), tricks=(0, 0, 1), goal=200)
    position.play("A9", "A1", "A2")
    heads, cells, said = pad(GAME.view(position.state, None))
    assert heads == ["Bid", "Tricks", "+10", "Points", "Total"]
    assert cells == [["1", "1", "+10", "11", "11"], ["0", "0", "+10", "10", "10"], ["4", "1", "–", "1", "1"]]
    assert said == ["Goal: 200 points, at most 10 rounds. Anna is ahead with 11 points."]


@pytest.mark.parametrize(
    ("points", "bonuses", "said"),
    [
        ((0, 0), (0, 0), "Anna wins the match with 19 points."),
        ((0, 11), (0, 0), "Anna wins the match with 19 points. More exact bids decide the tie."),
        ((0, 11), (0, 1), "Ben wins the match with 19 points. More tricks in the last round decide the tie."),
        ((0, 11), (0, 2), "Ben wins the match with 19 points. More exact bids decide the tie."),
    ],
)
def test_the_pad_says_what_decided(
    app: QApplication, points: Sequence[int], bonuses: Sequence[int], said: str
) -> None:
    position = endgame("A9", "A1", bids=(4, 9), tricks=(3, 8), goal=10, points=points, bonuses=bonuses)
    position.play("A9", "A1")
    view = GAME.view(position.state, None)
    found = pad(view)[2]
    assert found[0] == f"Goal: 10 points, at most 10 rounds. {said}"
    assert found[1].startswith("With equal points more exact bids decide")
    (ended,) = [event for event in position.events if type(event).__name__ == "MatchEnded"]
    assert words.describe(ended, texts("en"), NAMES) == said


# Languages and readers ----------------------------------------


def screens(driver: Driver, arrange: Arrange) -> Iterator[str]:
    """The screens of a round, one after the other."""
    arrange(ANNA_LEADS, Pick("W9"))
    match = start(driver, 2, max_rounds=1)
    yield "curtain"
    driver.match.take_over()
    driver.settle()
    yield "bid"
    plays = [Play("A2"), Play("A9"), Play("S1"), Play("W1"), StealTrick(BEN), Play("S6"), Play("W2")]
    for move in (Bid(3), Bid(4), *plays, StealCard(BEN), Give("A1"), Play("S3"), DrawCard(), Bury("R9")):
        match.play(move)
        driver.settle()
        yield f"after {move}"
        match.hand_over()
        match.take_over()
        driver.settle()
        yield f"then {move}"
    driver.cards()[0].click()
    driver.settle()
    yield "chosen"
    while driver.stage is not Stage.ROUND:
        match.play(match.port.choices()[0])
        match.hand_over()
        match.take_over()
    driver.settle()
    yield "round"
    driver.page.show_sheet()
    driver.settle()
    yield "sheet"
    driver.top.close()
    driver.click(driver.page.next_button)
    yield "result"


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
    assert uncatalogued(shown_one_by_one, painted, ("V", "N")) == {}


@pytest.mark.parametrize("size", [(1280, 720), (960, 600)])
def test_everything_has_a_name_and_its_place(open_window: Open, arrange: Arrange, size: Any) -> None:
    """On every screen of a round, in German, whose words are longer: names for readers, and nothing is cut off."""
    driver = open_window("de", size=size)
    for name in screens(driver, arrange):
        for widget in driver.visible(QWidget):
            if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isEnabled():
                assert reading.accessible_name(widget), (name, widget)
        if driver.stage in (Stage.TABLE, Stage.HANDOVER):
            whole(driver, name)


@pytest.mark.parametrize(
    ("points", "winners", "crowned"),
    [((10, 0), (0,), True), ((10, 10), (0, 1), False), ((0, 0, 0), (0, 1, 2), False), ((0, -5), (0,), False)],
)
def test_a_crown_is_for_points_that_others_have_not(
    points: tuple[int, ...], winners: tuple[int, ...], crowned: bool
) -> None:
    """On the page of a round."""
    result = SimpleNamespace(points=points, winners=winners, bids=points)
    assert ValknutPanel.round_crowned(SimpleNamespace(rounds=[result])) is crowned  # type: ignore[arg-type]
