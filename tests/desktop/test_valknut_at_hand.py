"""Valknut in the hand: tricks that stay, bids that are chosen first, keys for everything, marks, a used button."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication

from desktop.binding.match import Pace, Stage
from desktop.games.valknut import show
from desktop.screens.common import ScoreDialog
from desktop.widgets.card import CardRow, Pile
from desktop.widgets.hand import HandCard
from desktop.widgets.motion import UNTIL_PRESSED
from desktop.widgets.theme import accent
from engine.core.text import texts
from engine.games.valknut import words
from engine.games.valknut.model import Bid, Bury, DrawCard, Pass, Pick, Play, StealCard, TrickWon
from tests.desktop.conftest import Open, quick_settings
from tests.desktop.driver import Driver, bots
from tests.desktop.here import HereThinker
from tests.desktop.test_valknut import (
    ANNA_LEADS,
    Arrange,
    arrange,
    at_screen,
    by_mouse,
    by_suit,
    card,
    hand,
    script,
    start,
    trick,
    view_of,
    wait_for_anna,
)
from tests.games.valknut.table import stack
from tests.strategies import ANNA, BEN

__all__ = ["arrange", "by_suit"]  # fixtures

BEN_TAKES = stack(
    [
        "A2 S1 S3 S6 S2 S4 S7 A1 A3 A4 A5 A6 A7 V N",
        "A8 W1 W2 W3 W4 W5 W6 W7 W8 W9 R1 R2 R3 R4 R5",
    ],
    trump="S5",
    stock="R9 R8",
    dealer=1,
)
"""Anna leads; Ben has one Axe, with which he wins the trick that she opens with her Axe 2, and leads the next."""


def slow(open_window: Open, linger: int = UNTIL_PRESSED, motion: str = "off") -> Driver:
    """A window in which finished tricks stay; bots move at once."""
    settings = quick_settings()
    settings.linger = linger
    settings.motion = motion  # type: ignore[assignment]
    return open_window(settings=settings, pace=Pace(bot=1, round=None))


def lying(driver: Driver) -> Driver:
    """Ben, a bot, has just won the first trick."""
    start(driver, bots("random"))
    assert wait_for_anna(driver)
    by_mouse(driver, Bid(3))
    driver.wait(lambda: ANNA in driver.match.session.awaited and view_of(driver).phase == "play")
    by_mouse(driver, Play("A2"))
    driver.wait(lambda: view_of(driver).last is not None and driver.panel.motion.waiting)
    return driver


# A trick stays ----------------------------------------


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that answer in this process."""
    monkeypatch.setattr("desktop.binding.match.Thinker", HereThinker)


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("way", ["click", "space", "enter", "button", "elsewhere"])
def test_a_trick_that_a_bot_has_won_stays_until_it_is_cleared(
    open_window: Open, arrange: Arrange, way: str
) -> None:
    """With its winner marked; the bot's next card waits, however long; the key or click does nothing else."""
    arrange(BEN_TAKES)
    driver = lying(slow(open_window))
    lies = "Last trick: Anna: Axe 2 (led), Ben: Axe 8 (won)"
    assert trick(driver).accessibleName() == lies
    assert "Ben wins the trick with Axe 8." in driver.text()
    assert "Ben wins the trick with Axe 8." in driver.log()
    revision = driver.match.session.revision
    for _round in range(20):
        driver.settle()
        QTest.qWait(5)  # the bot has answered long since
    assert driver.match.session.revision == revision
    assert trick(driver).accessibleName() == lies
    if way == "click":
        driver.click(trick(driver))
    elif way == "button":
        driver.button("Clear the trick away").click()  # as a screen reader presses it
    elif way == "elsewhere":
        driver.click(card(driver, "N"))
    else:
        driver.press(Qt.Key.Key_Space if way == "space" else Qt.Key.Key_Return)
    driver.wait(lambda: view_of(driver).table)
    assert trick(driver).accessibleName().startswith("The trick: Ben: ")
    assert not [widget for widget in driver.cards() if widget.isChecked()]


@pytest.mark.usefixtures("here")
def test_a_trick_goes_by_itself_after_its_time(open_window: Open, arrange: Arrange) -> None:
    arrange(BEN_TAKES)
    driver = slow(open_window, linger=50)
    lying(driver)
    driver.wait(lambda: view_of(driver).table)
    assert trick(driver).accessibleName().startswith("The trick: Ben: ")


@pytest.mark.usefixtures("here")
def test_with_motion_the_trick_stays_and_then_goes_to_its_winner(
    open_window: Open, arrange: Arrange, monkeypatch: pytest.MonkeyPatch
) -> None:
    gathered: list[Any] = []
    was = show.gathered
    monkeypatch.setattr(show, "gathered", lambda *args: gathered.append(args[0]) or was(*args))
    arrange(BEN_TAKES)
    driver = lying(slow(open_window, motion="brisk"))
    assert trick(driver).accessibleName() == "Last trick: Anna: Axe 2 (led), Ben: Axe 8 (won)"
    assert not gathered
    driver.click(trick(driver))
    driver.wait(lambda: view_of(driver).table and not driver.panel.motion.running)
    assert [last.cards for last in gathered] == [("A2", "A8")]


@pytest.mark.usefixtures("here")
def test_the_last_trick_of_a_round_stays_before_the_result(open_window: Open, arrange: Arrange) -> None:
    """Nothing of the next round, which is dealt already, can be seen with it."""
    arrange(BEN_TAKES)
    driver = slow(open_window)
    match = start(driver, bots("random"))
    tricks = 0
    while driver.stage is not Stage.ROUND:
        driver.settle()
        if driver.stage is Stage.TABLE and driver.panel.motion.waiting:
            tricks += 1
            driver.press(Qt.Key.Key_Return)
        elif driver.stage is Stage.TABLE and ANNA in match.session.awaited:
            match.play(match.port.choices()[0])
        else:
            QTest.qWait(1)
    assert tricks
    assert driver.page.panel is not None
    assert driver.panel.motion.waiting
    assert view_of(driver).phase == "bid", "the next round is dealt"
    assert not driver.cards()
    assert trick(driver).accessibleName().startswith("Last trick: ")
    driver.press(Qt.Key.Key_Return)
    assert driver.page.panel is None
    assert driver.stage is Stage.ROUND
    assert driver.button("Next round").isVisible()


@pytest.mark.usefixtures("here")
def test_nothing_waits_for_the_person_whose_turn_it_is(open_window: Open, arrange: Arrange) -> None:
    arrange(ANNA_LEADS)
    driver = slow(open_window)
    start(driver, bots("random"))
    assert wait_for_anna(driver)
    by_mouse(driver, Bid(3))
    driver.wait(lambda: ANNA in driver.match.session.awaited and view_of(driver).phase == "play")
    by_mouse(driver, Play("A2"))
    # Ben's 9 wins, so Anna leads again.
    driver.wait(lambda: view_of(driver).last is not None)
    assert not driver.panel.motion.waiting
    assert trick(driver).accessibleName().startswith("Last trick: ")
    by_mouse(driver, Play("A1"))


@pytest.mark.usefixtures("here")
def test_how_long_it_stays_is_a_setting_that_works_at_once(open_window: Open, arrange: Arrange) -> None:
    arrange(BEN_TAKES)
    driver = lying(slow(open_window))
    dialog = driver.window.show_settings()
    editor: Any = dialog.editors["linger"]
    assert [editor.itemText(n) for n in range(editor.count())] == [
        "Until I click or press Enter",
        "Short",
        "Long",
    ]
    editor.setCurrentIndex(2)
    dialog.close()
    assert driver.window.settings.linger == 4000
    assert driver.panel.looks.linger == 4000


def test_at_top_speed_nothing_waits(open_window: Open, arrange: Arrange) -> None:
    arrange(BEN_TAKES)
    settings = quick_settings()
    settings.linger = UNTIL_PRESSED
    driver = open_window(settings=settings)
    start(driver, bots("random"))
    assert driver.panel.looks.linger == 0


# Bidding ----------------------------------------


def test_a_bid_is_chosen_before_it_is_made(open_window: Open, arrange: Arrange) -> None:
    """Nothing is chosen at first, and Enter bids nothing; a number is chosen, changed, and then bid."""
    arrange(ANNA_LEADS)
    driver = open_window()
    match = start(driver, 2)
    at_screen(driver)
    revision = match.session.revision
    assert driver.focus.accessibleName() == "Your bid"
    driver.press(Qt.Key.Key_Return, Qt.Key.Key_Return, Qt.Key.Key_Space)
    assert match.session.revision == revision
    driver.click("3 tricks")
    assert driver.button("3 tricks").isChecked()
    driver.click("5 tricks")
    assert not driver.button("3 tricks").isChecked()
    assert driver.button("Bid 5 tricks").isVisible()
    assert match.session.revision == revision
    driver.press(Qt.Key.Key_Escape)
    assert driver.find("Bid 5 tricks") is None
    assert not driver.button("5 tricks").isChecked()
    driver.click("1 trick")
    driver.click("1 trick")
    assert match.session.port(ANNA).view().bid == 1


@pytest.mark.parametrize(
    ("keys", "bid"),
    [
        ("1 2", 12),
        ("7", 7),
        ("2 5", 5),  # there is no 25
        ("0", 0),
        ("Right", 0),
        ("3 Down", 11),
        ("3 Down Up", 3),
        ("End", 15),
        ("End Home", 0),
        ("9 Left", 8),
        ("1 Right 5", 5),  # an arrow in between: no longer one number
    ],
)
def test_keys_choose_the_bid(open_window: Open, arrange: Arrange, keys: str, bid: int) -> None:
    arrange(ANNA_LEADS)
    driver = open_window()
    match = start(driver, 2)
    at_screen(driver)
    for key in keys.split():
        driver.press(Qt.Key[f"Key_{key}"])
    words_of_it = driver.window.t.n_("{n} trick", "{n} tricks", bid)
    assert driver.focus.accessibleName() == words_of_it
    driver.press(Qt.Key.Key_Return)
    assert match.session.port(ANNA).view().bid == bid


def test_the_numbers_are_one_stop_for_tab(open_window: Open, arrange: Arrange) -> None:
    arrange(ANNA_LEADS)
    driver = open_window()
    start(driver, 2)
    at_screen(driver)
    for chosen in (False, True):
        if chosen:
            driver.digit(4)
        names = []
        for _step in range(60):
            names.append(driver.focus.accessibleName())
            driver.press(Qt.Key.Key_Tab)
        first = "4 tricks" if chosen else "Your bid"
        round_trip = names[: names.index(first, 1)]
        assert round_trip.count(first) == 1
        assert not [name for name in round_trip if name != first and name.endswith(("trick", "tricks"))]


# Keys ----------------------------------------


def test_digits_go_to_the_cards_with_that_number(open_window: Open, arrange: Arrange) -> None:
    """As the list of keys says; again for the next such card; Home and End go to the ends of the hand."""
    arrange(ANNA_LEADS)
    driver = open_window()
    start(driver, 2)
    script(driver, Bid(3), Bid(4))
    found = []
    for _time in range(3):
        driver.digit(4)
        found.append(driver.focus.accessibleName())
    assert found == ["Axe 4", "Ship 4", "Axe 4"]
    driver.press(Qt.Key.Key_End)
    assert driver.focus is driver.cards()[-1]
    driver.press(Qt.Key.Key_Home)
    assert driver.focus is driver.cards()[0]


def test_what_lies_on_the_table_can_be_read_by_keyboard(open_window: Open, arrange: Arrange) -> None:
    """Stock, trump and each card of the trick say what they are and do, on focus, to the eye and to readers."""
    arrange(
        stack(
            ["A2 S1 S3 S6 S2 S4 S7 A1 A3 A4 A5 A6 A7 V N", "A9 W1 W2 W3 W4 W5 W6 W7 W8 W9 R1 R2 R3 R4 R5"],
            trump="S9",
            dealer=1,
        )
    )
    driver = open_window()
    start(driver, 2)
    script(driver, Bid(3), Bid(4), Play("A1"))
    t = driver.window.t
    assert isinstance(driver.tab_to("Trump: Ship 9", back=True), CardRow)
    assert f"Trump: Ship. Ship 9. {words.card_text('S9', t)}" in driver.text()
    assert words.card_text("S9", t) in driver.focus.accessibleDescription()
    assert isinstance(driver.tab_to("Stock: 11 cards", back=True), Pile)
    assert "Stock: 11 cards" in driver.text()
    driver.tab_to("The trick: Anna: Axe 1 (led · ahead)")
    assert f"Anna: Axe 1 (led · ahead). {words.card_text('A1', t)}" in driver.text()
    by_mouse(driver, Play("A9"))
    driver.tab_to("Last trick: Anna: Axe 1 (led), Ben: Axe 9 (won)", back=True)
    driver.press(Qt.Key.Key_Right)
    assert f"Ben: Axe 9 (won). {words.card_text('A9', t)}" in driver.text()
    driver.press(Qt.Key.Key_Left)
    assert "Anna: Axe 1 (led)." in driver.text()
    driver.press(Qt.Key.Key_Return)
    assert trick(driver).accessibleName() == "The trick: no cards"


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_cards_do_is_said_to_nobody_in_particular(language: str) -> None:
    """The same words stand at a card in one's hand and at one that others have played."""
    t = texts(language)
    for code in ("A1", "A3", "A6", "A9", "V", "N"):
        said = words.card_text(code, t).casefold().replace(",", " ").replace(".", " ").split()
        assert not {"you", "your", "du", "dir", "dich", "dein", "deine", "darfst"} & set(said), said
    short = dict(words.short_rules(t))
    text = " ".join(short.values())
    assert ("Rune N vor 9" if language == "de" else "a Rune N before a 9") in text
    assert ("wieder aus" if language == "de" else "leads again") in words.card_text("V", t)
    assert ("neuen Trumpf" if language == "de" else "new trump") in words.card_text("V", t)


# Marks ----------------------------------------


def marks(driver: Driver) -> dict[str, str]:
    """What the marks of the cards in hand mean, by code."""
    found = {}
    for code, widget in zip(hand(driver), driver.cards(), strict=True):
        assert isinstance(widget, HandCard)
        if widget.marks:
            found[code] = widget.marks
            assert widget.marks in widget.accessibleDescription()
            assert widget.marks in widget.toolTip()
    return found


def test_trumps_and_the_card_just_drawn_are_marked(open_window: Open, arrange: Arrange) -> None:
    arrange(ANNA_LEADS, Pick("W9"))
    driver = open_window()
    start(driver, 2)
    script(driver, Bid(3), Bid(4))
    ships = dict.fromkeys(("S1", "S2", "S3", "S4", "S6", "S7"), "Trump.")
    assert marks(driver) == ships
    script(driver, Play("S6"), Play("W1"), StealCard(BEN))
    assert "You have taken Wolf 9; it may be that one, too." in driver.text()
    del ships["S6"]
    assert marks(driver) == {**ships, "W9": "Just come into your hand."}
    driver.window.close()
    arrange(ANNA_LEADS)
    driver = open_window()
    start(driver, 2)
    script(driver, Bid(3), Bid(4))
    by_mouse(driver, Play("S3"))
    by_mouse(driver, DrawCard())
    assert "You have drawn Raven 9; it may be that one, too." in driver.text()
    assert marks(driver)["R9"] == "Just come into your hand."
    before = card(driver, "R9").grab().toImage()
    by_mouse(driver, Bury("S2"))
    assert "R9" not in marks(driver)
    assert card(driver, "R9").grab().toImage() != before


# Used buttons, notices ----------------------------------------


@pytest.mark.parametrize(
    ("moves", "button"),
    [
        ((Play("S3"),), "Take the top card"),
        ((Play("S3"),), "Forgo it"),
        ((Play("S6"), Play("W1")), "Take a card from Ben"),
        ((Play("A2"), Play("A9"), Play("S1"), Play("W1")), "Steal a trick from Ben"),
    ],
)
@pytest.mark.parametrize("motion", ["off", "calm"])
def test_an_answer_is_given_once(
    open_window: Open, arrange: Arrange, moves: tuple[Any, ...], button: str, motion: str
) -> None:
    """Pressed twice, by mouse or Enter, it is sent once, also while cards are still on their way."""
    for key in (False, True):
        arrange(ANNA_LEADS, Pick("W9"))
        driver = open_window()
        match = start(driver, 2)
        script(driver, Bid(3), Bid(4), *moves)
        driver.window.settings.motion = motion  # type: ignore[assignment]
        driver.window._pace = Pace(bot=1)
        driver.window._rebuild()
        driver.settle()
        pressed = driver.button(button)
        revision = match.session.revision
        spot = pressed.rect().center()
        if key:
            pressed.setFocus()
            QTest.keyClick(pressed, Qt.Key.Key_Return)
            QTest.keyClick(pressed, Qt.Key.Key_Return)
        else:
            QTest.mouseClick(pressed, Qt.MouseButton.LeftButton, pos=spot)
            QTest.mouseClick(pressed, Qt.MouseButton.LeftButton, pos=spot)
        pressed_again = revision + (2 if button.startswith("Take a card") else 1)  # and a pick of chance
        assert match.session.revision == pressed_again
        assert driver.notice() == ""
        driver.window.close()


def test_what_a_move_was_refused_for_goes_with_the_next_move(open_window: Open, arrange: Arrange) -> None:
    """The table answers again after a refusal, and the notice does not outlive its cause."""
    arrange(ANNA_LEADS)
    driver = open_window()
    match = start(driver, 2)
    script(driver, Bid(3), Bid(4))
    by_mouse(driver, Play("S3"))
    by_mouse(driver, DrawCard())
    driver.panel.make_move(Pass())
    assert driver.notice()
    by_mouse(driver, Bury("S2"))
    assert driver.notice() == ""
    assert match.session.port(BEN).view().stock == 11


# Hand-over, resume, colours ----------------------------------------


def test_the_summary_goes_with_one_s_own_move(open_window: Open, arrange: Arrange) -> None:
    arrange(ANNA_LEADS)
    driver = open_window()
    start(driver, 2)
    script(driver, Bid(3), Bid(4), Play("A2"))
    assert "Since your last turn" in driver.text()
    by_mouse(driver, Play("A9"))
    assert driver.stage is Stage.HANDOVER
    assert "Since your last turn" not in driver.text()


def test_a_single_person_finds_the_table_after_a_restart(open_window: Open, arrange: Arrange) -> None:
    """Nobody else is at the screen: no curtain, and the match goes on."""
    arrange(ANNA_LEADS)
    driver = open_window()
    start(driver, bots("random"))
    assert wait_for_anna(driver)
    by_mouse(driver, Bid(3))
    driver.wait(lambda: ANNA in driver.match.session.awaited and view_of(driver).phase == "play")
    before = hand(driver)
    driver.window.close()
    driver = open_window()
    driver.press(Qt.Key.Key_Return)
    assert driver.stage is Stage.TABLE
    assert driver.curtain() is None
    assert hand(driver) == before
    by_mouse(driver, Play("A2"))
    assert wait_for_anna(driver)


@pytest.mark.parametrize("game", ["letter", "valknut"])
def test_a_dialog_about_a_game_has_its_colour(open_window: Open, game: str) -> None:
    from engine.core import catalog

    driver = open_window()
    infos = bots("random")
    driver.window.start_match(game, infos, catalog.meta(game).complete({}, 2))
    driver.settle()
    driver.click("Score sheet")
    (dialog,) = driver.window.findChildren(ScoreDialog)
    image = dialog.close_button.grab().toImage()
    wanted = accent(game).lower()
    colours = {image.pixelColor(x, image.height() // 2).name() for x in range(image.width())}
    assert wanted in colours, colours
    assert isinstance(dialog.close_button, QAbstractButton)
    dialog.close()
    assert QApplication.activeModalWidget() is None


def test_gathering_shows_nothing_of_a_destroyed_trick() -> None:
    from engine.games.valknut.model import Trick

    spots: Any = None
    assert show.gathered(Trick(0, ("V", "A9"), None), spots, texts("en")) == []
    assert show.steps([TrickWon(seat=0, card="A9")], _spots(), texts("en")) == []


def _spots() -> show.Spots:
    from PySide6.QtCore import QRectF

    return show.Spots(
        seats=2,
        viewer=0,
        hand=lambda _seat: QRectF(),
        slot=lambda _place, _seats: QRectF(),
        own=lambda _code: None,
        stock=QRectF(),
        leader=0,
        table=2,
        cards=("A9", "A1"),
    )
