"""The table of Geheimer Brief: what may be played and why not, whom, which value; the log; sheets and results."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QDialog

from desktop.binding.match import Stage
from desktop.screens.start import StartPage
from desktop.widgets.card import CardRow
from engine.games.letter import words
from engine.games.letter.model import Play
from tests.desktop import reading
from tests.desktop.conftest import Open
from tests.desktop.driver import Driver
from tests.games.letter.table import round_won_by, stack
from tests.strategies import ANNA

Arrange = Callable[..., None]


def act(driver: Driver) -> None:
    """Click the button that plays the chosen card."""
    confirming = driver.confirming()
    assert confirming is not None
    driver.click(confirming)


# What may be played ----------------------------------------


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("forced", [5, 6])
def test_the_7_beside_a_5_or_6(open_window: Open, deals: Arrange, forced: int, language: str) -> None:
    """The other card is marked with the reason, in words and to a reader; neither mouse nor key plays it; the 7 can."""
    deals(stack([forced, 2, 3], [7, 1]))
    driver = open_window(language)
    match = driver.start(3)
    driver.take_over()
    card, veil = driver.card(forced), driver.card(7)
    reason = driver.says("With a 5 or 6 beside it, the 7 must be played.")
    assert veil.refused == ""
    assert card.refused == reason
    assert reason in card.toolTip()
    assert reason in card.accessibleDescription()
    assert reason in driver.text()
    assert driver.focus is veil
    before = match.session.revision
    for _time in range(2):
        driver.click(card)
        assert not card.isChecked()
        assert driver.confirming() is None
        assert driver.targets() == []
    driver.digit(forced)
    driver.press(Qt.Key.Key_Return, Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_Space)
    # The key is pressed on the refused card, which may have the focus so that its reason can be read.
    assert match.session.revision == before
    assert not card.isChecked()
    driver.digit(7)
    assert veil.isChecked()
    driver.press(Qt.Key.Key_Return)
    assert match.session.revision == before + 1
    assert match.session.port(ANNA).view().rows[ANNA] == (7,)


def test_a_card_pressed_twice_is_played(open_window: Open, deals: Arrange) -> None:
    """Choosing a card that needs no more answers and pressing it again plays it; by mouse and by Enter."""
    deals(stack([4, 2, 3], [7, 4]))
    driver = open_window()
    match = driver.start(3)
    driver.take_over()
    driver.click(driver.card(4))
    assert match.session.revision == 1
    driver.click(driver.card(4))
    assert match.session.revision == 2
    driver.pass_on()
    driver.take_over()
    driver.digit(4)
    driver.press(Qt.Key.Key_Return)
    assert match.session.revision == 3


def test_changing_ones_mind(open_window: Open, deals: Arrange) -> None:
    """Another card, "Choose again" and Escape: nothing is played until it is meant."""
    deals(stack([2, 5, 3], [3, 1]))
    driver = open_window()
    match = driver.start(3)
    driver.take_over()
    driver.click(driver.card(2))
    assert [place.accessibleName().split(".")[0] for place in driver.targets()] == ["Ben", "Carla"]
    driver.click(driver.card(3))
    assert driver.card(3).isChecked()
    assert not driver.card(2).isChecked()
    driver.click("Choose again")
    assert driver.targets() == []
    assert not any(card.isChecked() for card in driver.cards())
    driver.digit(2)
    driver.press(Qt.Key.Key_Escape)
    assert driver.targets() == []
    assert match.session.revision == 1


# Whom, and which value ----------------------------------------


def test_targets_are_chosen_at_the_players_places(open_window: Open, deals: Arrange) -> None:
    """A peek: exactly the others are offered, at their places; a click anywhere on the place chooses."""
    deals(stack([2, 5, 3, 8], [4, 1]))
    driver = open_window()
    match = driver.start(4)
    driver.take_over()
    assert driver.targets() == []
    driver.click(driver.card(2))
    assert [place.accessibleName().split(".")[0] for place in driver.targets()] == ["Ben", "Carla", "Dora"]
    names = [place.button.accessibleName() for place in driver.targets()]
    assert names == ["Choose Ben", "Choose Carla", "Choose Dora"]
    # On the place, beside its button.
    place = driver.place("Dora")
    driver.click(place, at=place.rect().bottomLeft() + QPoint(8, -8))
    assert match.session.actions[-1].move == Play(2, 3)
    assert "You know: Letter (8)" in driver.text()


def test_the_protected_and_the_fallen_cannot_be_chosen(open_window: Open, deals: Arrange) -> None:
    """Ben has played a Shield, Carla is out: only Dora is offered. A click at Ben's place does nothing."""
    deals(stack([1, 4, 2, 2], [3, 1, 1, 5, 8], starter=0))
    driver = open_window()
    match = driver.start(4)
    driver.take_over()
    driver.play(1, at="Carla", naming=2)
    driver.pass_on()
    driver.take_over()
    driver.play(4)
    driver.pass_on()
    driver.take_over()
    assert match.viewer == 3
    driver.play(1, at="Anna", naming=8)
    driver.pass_on()
    driver.take_over()
    assert match.viewer == ANNA
    driver.click(driver.card(3))
    # One target is left, so there is nothing to choose.
    before = match.session.revision
    assert driver.targets() == []
    driver.click(driver.place("Ben"))
    driver.click(driver.place("Carla"))
    assert match.session.revision == before
    assert "Play against Dora" in driver.text()
    assert "protected" in driver.place("Ben").accessibleName()
    assert "out of the round" in driver.place("Carla").accessibleName()
    act(driver)
    assert match.session.revision > before


def test_a_restart_may_hit_oneself(open_window: Open, deals: Arrange) -> None:
    """The 5 offers the own place, too, in words of its own."""
    deals(stack([5, 2, 3], [4, 1]))
    driver = open_window()
    match = driver.start(3)
    driver.take_over()
    driver.click(driver.card(5))
    assert "Choose yourself" in driver.text()
    assert len(driver.targets()) == 3
    driver.click("Choose Anna")
    if match.session.revision == 1:
        act(driver)
    assert match.session.actions[1].move == Play(5, ANNA)


def test_a_card_without_effect_says_so(open_window: Open, deals: Arrange) -> None:
    """Everybody else is protected: the 3 is played at nobody, and the table says why."""
    deals(stack([4, 3], [1, 5], open_aside=[6, 7, 8]))
    driver = open_window()
    match = driver.start(2)
    driver.take_over()
    driver.play(4)
    driver.pass_on()
    driver.take_over()
    driver.click(driver.card(3))
    assert "Nobody can be chosen: the card has no effect." in driver.text()
    act(driver)
    assert match.session.actions[-1].move == Play(3)
    assert any("nothing happens" in line for line in driver.log())


@pytest.mark.parametrize("language", ["en", "de"])
def test_guesses_name_2_to_8(open_window: Open, deals: Arrange, language: str) -> None:
    """Seven buttons with value and name; the key 1 names nothing; the key 5 does."""
    deals(stack([1, 5, 3], [3, 1]))
    driver = open_window(language)
    match = driver.start(3)
    driver.take_over()
    driver.digit(1)
    driver.click(driver.place("Ben"))
    assert driver.says("Which card does {name} have?", name="Ben") in driver.text()
    assert [button.property("guess") for button in driver.guesses()] == [2, 3, 4, 5, 6, 7, 8]
    for button in driver.guesses():
        value = button.property("guess")
        name = button.accessibleName()
        assert str(value) in name
        assert words.card_name(value, driver.window.t) in name
    before = match.session.revision
    driver.digit(1)
    assert match.session.revision == before
    driver.digit(5)
    assert match.session.actions[before].move == Play(1, 1, 5)


# The log ----------------------------------------


def test_the_log_tells_the_game_and_secrets_only_to_their_owners(open_window: Open, deals: Arrange) -> None:
    """Anna's peek and draws stand in her log alone; Ben and Carla read that it happened."""
    deals(stack([2, 8, 3], [4, 5, 1, 1, 1], aside=6))
    driver = open_window()
    match = driver.start(3)
    driver.take_over()
    driver.play(2, at="Ben")
    anna = driver.log()
    assert "Anna is dealt the 2." in anna
    assert "Anna draws the 4." in anna
    assert "Anna plays Peek (2) and looks at the card of Ben." in anna
    assert "Anna sees: Ben has the 8." in anna
    assert not any(
        line.startswith(("Ben draws", "Carla draws", "Ben is dealt", "Carla is dealt")) for line in anna
    )
    driver.pass_on()
    driver.take_over()
    ben = driver.log()
    assert "Anna plays Peek (2) and looks at the card of Ben." in ben
    assert "Ben is dealt the 8." in ben
    assert "Ben draws the 5." in ben
    assert not any(
        line.startswith(("Anna sees", "Anna draws", "Anna is dealt", "Carla draws")) for line in ben
    )
    driver.play(5, at="Carla")
    driver.pass_on()
    driver.take_over()
    carla = driver.log()
    assert "Carla discards the 3 and takes a new card." in carla
    assert not any(
        line.startswith(("Anna sees", "Anna draws", "Ben draws", "Ben is dealt")) for line in carla
    )
    # What Carla's screen does not show nothing else on it tells either.
    said = "\n".join(
        [*(text for _where, text in reading.texts(reading.alive())), *reading.spoken(driver.window)]
    )
    assert "Anna sees" not in said
    assert match.viewer == 2


def test_the_log_can_be_put_away(open_window: Open) -> None:
    """The button hides and shows it, and the choice is remembered."""
    driver = open_window()
    driver.start(2)
    driver.take_over()
    log = driver.page.log
    assert log is not None
    assert log.isVisible()
    driver.click(driver.page.log_button)
    assert not log.isVisible()
    driver.window.close()
    from desktop import storage

    settings, refusal = storage.load_settings()
    assert refusal is None
    assert settings.log_open is False


# Sheets and results ----------------------------------------


def close_dialog(driver: Driver) -> None:
    driver.press(Qt.Key.Key_Escape)
    assert driver.visible(QDialog, driver.window) == []


def test_the_score_sheet(open_window: Open, deals: Arrange) -> None:
    """Empty it says so; after two rounds it has a line for each, and the sums."""
    deals(
        stack([1, 8], [4, 2], aside=3, open_aside=[5, 5, 6]),
        stack([1, 7], [4, 2], aside=3, open_aside=[5, 5, 6]),
    )
    driver = open_window()
    driver.start(2, goal=5)
    driver.click("Score sheet")
    assert driver.dialog().accessibleName() == "Score sheet"
    assert "No round is finished yet." in driver.text()
    close_dialog(driver)
    for card in (8, 7):
        driver.take_over()
        driver.play(1, at="Ben", naming=card)
        driver.click(driver.page.next_button)
    driver.click("Score sheet")
    columns, rows, cells = driver.table_texts(driver.dialog())
    assert columns == ["Anna", "Ben"]
    assert rows == ["Round 1", "Round 2", "Total"]
    assert cells == [["+1", "–"], ["+1", "–"], ["2", "0"]]
    driver.click("Close")
    assert driver.visible(QDialog, driver.window) == []
    assert driver.stage is Stage.CURTAIN


def rows_shown(driver: Driver) -> list[str]:
    return [row.accessibleName() for row in driver.visible(CardRow)]


def test_a_rounds_result_by_elimination(open_window: Open, deals: Arrange) -> None:
    """Who won, why, every row and hand, and the score sheet; in words a reader finds, too."""
    deals(stack([1, 8], [4, 2], aside=3, open_aside=[5, 5, 6]))
    driver = open_window()
    driver.start(2)
    driver.take_over()
    driver.play(1, at="Ben", naming=8)
    text = driver.text()
    assert "Anna wins round 1." in text
    assert "Nobody else is left." in text
    assert "+1 point" in text
    rows = rows_shown(driver)
    assert "Hand of Anna: Shield (4)" in rows
    assert "Hand of Ben: no card" in rows
    assert "Row of Anna: Guess (1)" in rows
    assert "Row of Ben: Letter (8)" in rows
    assert driver.table_texts()[2] == [["+1", "–"], ["1", "0"]]
    assert any("Hand of Anna: Shield (4)" in said for said in reading.spoken(driver.window))


def test_a_rounds_result_by_the_highest_card(open_window: Open, deals: Arrange) -> None:
    """The stock runs out: all hands lie open, and the reason names them."""
    deal, plays = round_won_by(2, 0, (1,), "highest")
    deals(deal)
    driver = open_window()
    match = driver.start(2)
    for seat, move in plays:
        if driver.stage is Stage.HANDOVER:
            driver.pass_on()
        driver.take_over()
        assert match.viewer == seat
        driver.play(
            move.card, at="" if move.target is None else match.names[move.target], naming=move.guess or 0
        )
    assert driver.stage is Stage.ROUND
    result = match.session.onlooker().view().rounds[-1]
    t = driver.window.t
    assert words.round_won(result, t, match.names) in driver.text()
    assert words.round_reason(result, t, match.names) in driver.text()
    rows = rows_shown(driver)
    for name, hand, row in zip(match.names, result.hands, result.rows, strict=True):
        said = words.card_name(hand, t) + f" ({hand})" if hand else "no card"
        assert f"Hand of {name}: {said}" in rows
        cards = ", ".join(f"{words.card_name(card, t)} ({card})" for card in row)
        assert f"Row of {name}: {cards}" in rows


def test_the_result_and_a_rematch(open_window: Open, deals: Arrange) -> None:
    """Winner and standings; the rematch has the same people and options and starts from nothing; home is home."""
    deals(stack([1, 8, 3], [4, 2], aside=3))
    driver = open_window()
    seats = driver.start(3, goal=1, open_gap=False).session.seats
    driver.go_to(Stage.RESULT)
    match = driver.match
    outcome = match.session.outcome()
    assert outcome is not None
    (winner,) = outcome.winners
    assert f"{match.names[winner]} wins the match!" in driver.text()
    for name, points in zip(match.names, outcome.points, strict=True):
        assert f"{name} {points}" in driver.text()
    assert driver.focus is driver.page.rematch_button
    options = match.session.options
    driver.click("Rematch")
    again = driver.match
    assert again is not match
    assert again.session.seats == seats
    assert again.session.options == options
    assert again.finished_rounds == ()
    assert driver.stage is Stage.CURTAIN
    driver.window.show_start()
    assert isinstance(driver.window.page, StartPage)


def test_rules_at_the_table(open_window: Open) -> None:
    """The rules open over the table and are all there."""
    driver = open_window("de")
    driver.start(2)
    driver.take_over()
    driver.click(driver.says("Rules"))
    text = driver.text()
    for heading, _body in words.short_rules(driver.window.t):
        assert heading in text
    close_dialog(driver)
    assert driver.stage is Stage.TABLE
