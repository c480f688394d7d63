"""A tour of every screen of the desktop, for tests that look at all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtWidgets import QDialog, QWidget

from desktop import storage
from desktop.binding.match import Stage
from desktop.post.desk import PostDesk
from desktop.post.new_game import NewPostGame
from desktop.post.player import BLOCK, REPORTS, SHEET, PlayerPage
from desktop.screens.new_game import NewGamePage
from engine.core.errors import STALE
from engine.games.letter.model import Play
from engine.games.sleuth.model import NO_TIPS, Orders, tips
from engine.games.sleuth.post.paper import to_text
from engine.games.sleuth.post.reports import public_report
from engine.play.session import SeatInfo
from tests.desktop.driver import Driver
from tests.games.letter.table import stack
from tests.games.sleuth.post.desk import block, mail, make, note_text
from tests.strategies import people

Arrange = Callable[..., None]


def tour(driver: Driver, deals: Arrange) -> Iterator[tuple[str, QWidget]]:
    """Every screen: its name and the widget to look at (the window, a dialog, or a menu)."""
    window = driver.window
    deals(
        stack([1, 4, 2, 5], [5, 1, 2, 7], open_gap=True, open_aside=[3]),
        stack([6, 3, 2, 1], [7, 1], open_gap=True, open_aside=[4]),
    )

    def dialogs(name: str) -> Iterator[tuple[str, QWidget]]:
        driver.settle()
        for dialog in driver.visible(QDialog, window):
            yield name, dialog
            dialog.close()
        driver.settle()

    yield "start", window
    window.show_rules("letter")
    yield from dialogs("rules")
    for name in ("settings", "help", "statistics"):
        show = getattr(window, f"show_{name}", None)
        if show is not None:
            show()
            driver.settle()
            found = list(driver.visible(QDialog, window))
            if found:
                yield from dialogs(name)
            else:
                yield name, window
            window.show_start()
            driver.settle()
    window.show_new_game("letter")
    driver.settle()
    yield "new match", window
    page = window.page
    assert isinstance(page, NewGamePage)
    for count, button in page.count_buttons.items():
        driver.click(button)
        yield f"new match, {count} seats", window
    page.rows[1].name.setText("")
    driver.click(page.start_button)
    yield "new match, a name missing", window
    page.rows[1].name.setText(page.rows[0].name.text())
    driver.click(page.start_button)
    yield "new match, two of a name", window

    # Four people, with the open gap.
    match = driver.start(4, open_gap=True, goal=2)
    yield "curtain", window
    page_ = driver.page
    driver.click(page_.sheet_button)
    yield from dialogs("score sheet, empty")
    menu = window.build_menu()
    menu.popup(window.mapToGlobal(window.rect().center()))
    driver.settle()
    yield "menu", menu
    for action in menu.actions():
        if action.menu() is not None:
            yield "menu below", action.menu()
    menu.close()
    driver.take_over()
    yield "turn", window
    driver.click(driver.card(5))
    yield "whom, oneself too", window
    driver.click(driver.card(1))
    yield "whom", window
    driver.click(driver.place("Carla"))
    yield "which value", window
    driver.click(driver.guesses()[0])
    yield "passing on", window
    match.hand_over()
    match.take_over()
    driver.click(driver.card(4))
    yield "a card that needs no answer", window
    match.play(Play(4))
    match.hand_over()
    match.take_over()
    driver.settle()
    yield "somebody is out and protected", window
    if driver.page.log is not None and driver.page.log.list.count() > 1 and hasattr(driver.page, "show_past"):
        driver.page.show_past(2)
        driver.settle()
        yield "the past", window
        driver.page.show_present()
        driver.settle()
    window.tell(STALE)
    yield "a message", window
    window.set_language(driver.window.t.language)
    seen: set[str] = set()
    for turn in range(200):
        if driver.stage is Stage.CURTAIN:
            match.take_over()
        elif driver.stage is Stage.HANDOVER:
            match.hand_over()
        elif driver.stage is Stage.ROUND:
            driver.settle()
            if "round" not in seen:
                yield "a round's result", window
                driver.click(driver.page.sheet_button)
                yield from dialogs("score sheet")
            seen.add("round")
            match.next_round()
        elif driver.stage is Stage.RESULT:
            break
        else:
            driver.settle()
            if "refused" not in seen and any(card.refused for card in driver.cards()):
                seen.add("refused")
                yield "a refused card", window
            choices = match.port.choices()
            match.play(choices[turn % len(choices)])
    assert seen == {"round", "refused"}
    driver.settle()
    yield "the result", window
    if hasattr(window, "show_replay"):
        window.show_replay()
        driver.settle()
        yield "the match again", window

    # Two with a bot that thinks: piles of two players, the bot's sign, "thinking".
    window.show_start()
    driver.settle()
    anna, ben = people(2)
    driver.start([anna, SeatInfo(ben.name, "bot:medium")])
    driver.settle()
    yield "one person's turn against a bot", window
    choices = driver.match.port.choices()
    # Held, or the bot would move while the screen is being looked at.
    driver.match.hold(True)
    driver.match.play(next((move for move in choices if move.card == 4), choices[0]))
    driver.settle()
    yield "a bot thinks", window
    window.show_start()
    driver.settle()
    yield "start, with a game to continue", window
    window.start_match(
        "letter",
        [SeatInfo(info.name, "bot:easy") for info in people(4)],
        {"goal": 20, "open_gap": True, "first": 0},
    )
    # Held: nothing moves while the screen is being looked at.
    driver.match.hold(True)
    driver.settle()
    yield "watching", window
    window.show_start()
    driver.settle()


def by_post(driver: Driver, variant: str = "standard") -> Iterator[tuple[str, QWidget]]:
    """The pages for games by post: the game master's desk and the players' orders, empty and at work."""
    window = driver.window
    language = window.t.language
    names = [info.name for info in people(4)]
    game = make(storage.post_folder().parent / f"peru-{variant}", names, language, variant=variant)
    tipped = Orders(("A:D",), ("B:r1",), tips({"Dr1": "A", "Og3": "B"}), tips({"Pb1": "C"}))
    asked = Orders(("B:r",), (), NO_TIPS, NO_TIPS)
    game.keep([mail(block(names[0], 1, tipped, variant)), mail(block(names[1], 1, asked, variant), "2.txt")])
    game.resolve(lambda _seats: True)

    window.show_desk()
    desk = window.page
    assert isinstance(desk, PostDesk)
    yield "desk, no game", window
    driver.click(desk.new_button)
    driver.settle()
    for dialog in driver.visible(NewPostGame, window):
        yield "desk, new game", dialog
        dialog.close()
    driver.settle()
    desk.open_folder(str(game.path))
    driver.wait(lambda: not desk.waiting)
    faulty = block(names[0], 2, variant=variant).replace("Tipp=", "Frage=Perlen, X\nTipp=")
    for text in (faulty, block("Ann", 2, variant=variant)):
        desk.read_text(text)
        driver.wait(lambda: not desk.waiting)
    yield "desk, a mail with a fault", window
    desk.players.setCurrentRow(1)
    yield "desk, a mail missing", window
    driver.click(desk.mend_button)
    yield "desk, mending", window
    driver.click(desk.leave_button)
    # What is shown while mails are read; nothing is read now, or it would be over before anybody looks.
    desk.doing.setText(window.t._("Reading mails …"))
    desk.meter.show_share(0.4, window.t._("{percent} % done", percent=40))
    desk._foot.setCurrentWidget(desk._progress)
    yield "desk, reading", window
    desk._foot.setCurrentWidget(desk.said)
    desk.tabs.setCurrentIndex(1)
    driver.wait(lambda: not desk.waiting)
    yield "desk, reports", window

    window.show_orders()
    page = window.page
    assert isinstance(page, PlayerPage)
    driver.settle()
    yield "orders, nothing read", window
    report = to_text(public_report(game, 1))
    page.take_in(["> " + report.replace("\n", "\n> ")])
    page.tabs.setCurrentIndex(SHEET)
    yield "orders, nobody chosen", window
    page.take_in([note_text(game, names[0]), report.replace("A? – 5.", "A? – 99.").replace("– 17.", "– 99.")])
    page.tabs.setCurrentIndex(REPORTS)
    yield "orders, a report with a fault", window
    page.remove_text()
    page.tabs.setCurrentIndex(SHEET)
    assert page.sheet is not None
    # The first of what follows; to wait for all of it would take too long on a busy machine.
    driver.wait(lambda: page.sheet is not None and page.sheet._found.impossible)
    yield "orders, the sheet", window
    page.tabs.setCurrentIndex(BLOCK)
    yield "orders, the block", window
    page.copy()
    yield "orders, copied", window
    window.show_start()
    driver.settle()
