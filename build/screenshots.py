"""Pictures of every screen, in both languages, light and dark: ``python3 build/dev.py screenshots DIR``.

Runs the real window with a fixed seed; nothing is saved. With ``--size 1280x720`` (the default) or several sizes.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QDialog, QWidget

from desktop import storage
from desktop.app import install_qt_texts, make_application
from desktop.binding.match import Pace, Stage
from desktop.main_window import MainWindow
from desktop.screens.replay import ReplayPage
from desktop.screens.rules import RulesDialog
from desktop.screens.table import TablePage
from desktop.widgets import theme
from desktop.widgets.place import Place
from engine.bots.base import Budget
from engine.core import catalog
from engine.core.errors import Refusal
from engine.core.text import N_
from engine.games.oneword.model import Guess, Hint, Next, Show, Strike
from engine.play.session import SeatInfo

if TYPE_CHECKING:
    from desktop.games.sleuth.panel import SleuthPanel

PLAIN, SHIFT, ALT = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
)
PEOPLE = ("Anna", "Ben", "Carla", "Dora")


class Studio:
    """Leads the window from screen to screen and takes a picture of each."""

    def __init__(
        self, app: QApplication, folder: Path, language: str, scheme: storage.Theme, size: tuple[int, int]
    ) -> None:
        self.app = app
        self.folder = folder
        self.label = f"{language}-{scheme}-{size[0]}x{size[1]}"
        settings = storage.Settings(language=language, theme=scheme)
        install_qt_texts(language)
        theme.apply(app, scheme)
        # Each round of pictures begins like a first start: no saved games, no statistics.
        os.environ["VIERBLATT_HOME"] = tempfile.mkdtemp(prefix="vierblatt-screens-")
        self.window = MainWindow(
            settings, seed="pictures", pace=Pace(bot=0), budget=Budget(samples=30), save=True
        )
        self.window.resize(*size)
        self.window.show()

    def take(self, name: str, widget: QWidget | None = None) -> None:
        """Save the picture *name*."""
        for _ in range(4):
            self.settle(10)
        # Bots may have moved in that very moment: what was made for it is shown by the next events.
        QApplication.processEvents()
        self.folder.mkdir(parents=True, exist_ok=True)
        (widget or self.window).grab().save(str(self.folder / f"{name}-{self.label}.png"))

    def settle(self, milliseconds: int = 30) -> None:
        """Let the event loop run until the window has been painted."""
        loop = QEventLoop()
        QTimer.singleShot(milliseconds, loop.quit)
        loop.exec()

    def until(self, *stages: Stage) -> bool:
        """Wait for one of *stages*; False if the match ends before."""
        for _ in range(6_000):
            match = self.window.match
            assert match is not None
            if match.stage in stages and not match.thinking:
                return True
            if match.stage is Stage.RESULT:
                return False
            self.settle(10)
        raise RuntimeError("the match does not go on")

    def everything(self) -> None:
        """Every screen, one after the other."""
        self.pages()
        self.letter()
        self.several_people()
        self.lesson()
        self.after_the_match()
        self.valknut()
        self.sleuth()
        self.oneword()

    def dialog(self, name: str) -> None:
        """Take the newest dialog and close it."""
        self.settle(20)
        found = self.window.findChildren(QDialog)[-1]
        self.take(name, found)
        found.close()
        self.settle(10)

    def pages(self) -> None:
        """The pages without a match."""
        window = self.window
        self.take("start")
        window.show_new_game("letter")
        self.take("new-match")
        window.show_statistics()
        self.take("statistics-empty")
        window.show_start()
        window.show_settings()
        self.dialog("settings")
        window.show_help()
        self.dialog("help")
        for full in (False, True):
            rules = RulesDialog("letter", window.t, window, full, lesson=True)
            rules.open()
            self.dialog("rules-full" if full else "rules-short")
        window.tell(
            Refusal(
                "example",
                N_("The game goes on, but it can't be saved at the moment: {reason}"),
                {"reason": "…"},
            )
        )
        self.take("start-notice")
        window.dismiss()
        window.show_start()

    def letter(self) -> None:
        """A match of one person against bots, with everything that can be on the table."""
        window, meta = self.window, catalog.meta("letter")
        seats = [SeatInfo("Anna"), *(SeatInfo(name, "bot:medium") for name in PEOPLE[1:])]
        window.start_match("letter", seats, meta.complete({"open_gap": True, "goal": 2}, 4))
        taken: set[str] = set()
        for kind in self._play():
            if kind not in taken:
                taken.add(kind)
                self.take(f"letter-{kind}")
        window.start_match("letter", [SeatInfo("Anna"), SeatInfo("Ben", "bot:medium")], meta.complete({}, 2))
        self.until(Stage.TABLE)
        self.take("letter-two")
        page = window.page
        assert isinstance(page, TablePage)
        assert page.panel is not None
        page.panel.asked.emit()
        for _ in range(60):
            self.settle(20)
        self.take("letter-tip")
        seats = [SeatInfo(name * 3 + name[:6], "bot:medium") for name in PEOPLE]
        window.start_match("letter", seats, meta.complete({"goal": 20}, 4))
        self.settle(300)
        self.take("letter-watching")

    def several_people(self) -> None:
        """Three people at one screen: curtain, passing on, the summary, and the past."""
        window, meta = self.window, catalog.meta("letter")
        window.start_match("letter", [SeatInfo(name) for name in PEOPLE[:3]], meta.complete({}, 3))
        match = window.match
        assert match is not None
        taken: set[str] = set()
        for _ in range(60):
            name = match.stage.value
            if match.stage is Stage.RESULT or {"curtain", "handover", "summary"} <= taken:
                break
            if name in ("curtain", "handover") and name not in taken:
                taken.add(name)
                self.take(f"letter-{name}")
            if match.stage is Stage.CURTAIN:
                fresh = len(match.session.actions) > 4
                match.take_over()
                if fresh and "summary" not in taken:
                    taken.add("summary")
                    self.take("letter-summary")
            elif match.stage is Stage.HANDOVER:
                match.hand_over()
            elif match.stage is Stage.ROUND:
                match.next_round()
            else:
                match.play(self.harmless(match.port.choices()))
        page = window.page
        if isinstance(page, TablePage) and page.panel is not None:
            page.show_past(match.session.moments[3])
            self.take("letter-past")
        window.show_start()
        self.take("start-continue")

    @staticmethod
    def harmless(choices: Sequence[Any]) -> Any:
        """A move that keeps everybody in the round, if there is one."""
        return next((move for move in choices if move.card in (2, 4, 7)), choices[0])

    def lesson(self) -> None:
        """The guided first match."""
        window = self.window
        window.start_lesson("letter")
        self.until(Stage.TABLE)
        self.take("lesson")

    def after_the_match(self) -> None:
        """The result of a longer match, its score sheet, the replay and the statistics."""
        window, meta = self.window, catalog.meta("letter")
        window.start_match(
            "letter", [SeatInfo("Anna"), SeatInfo("Ben", "bot:easy")], meta.complete({"goal": 4}, 2)
        )
        for _kind in self._play():
            pass
        self.take("letter-match-result")
        page = window.page
        assert isinstance(page, TablePage)
        page.show_sheet()
        self.dialog("letter-sheet")
        self._replay("letter", 6)
        window.show_statistics()
        self.take("statistics")

    def _replay(self, name: str, step: int) -> None:
        """The finished match once more, at *step*."""
        self.window.show_replay()
        replay = self.window.page
        assert isinstance(replay, ReplayPage)
        replay.go(step)
        self.take(f"{name}-replay")

    def valknut(self) -> None:
        """A round of Valknut against bots: bidding, tricks, each special, the results; then two at one screen."""
        window, meta = self.window, catalog.meta("valknut")
        for seats in (2, 3):
            infos = [SeatInfo("Anna"), *(SeatInfo(name, "bot:easy") for name in PEOPLE[1:seats])]
            options = meta.complete({"first_dealer": 0, "max_rounds": 3}, seats)
            window.start_match("valknut", infos, options)
            self._valknut_match(f"valknut-{seats}")
        window.start_match("valknut", [SeatInfo(name) for name in PEOPLE[:3]], meta.complete({}, 3))
        match = window.match
        assert match is not None
        self.take("valknut-curtain")
        match.take_over()
        match.play(match.port.choices()[3])
        self.take("valknut-handover")
        infos = [SeatInfo(name * 3 + name[:6], "bot:easy") for name in PEOPLE[:3]]
        window.start_match("valknut", infos, meta.complete({"goal": 200}, 3))
        self.settle(600)
        self.take("valknut-watching")
        window.show_start()

    def sleuth(self) -> None:
        """VP-Sleuth in both variants against bots, several people at one screen, and the end with its tableau."""
        for variant in ("standard", "large"):
            self._sleuth_match(variant)
        window, meta = self.window, catalog.meta("sleuth")
        window.start_match("sleuth", [SeatInfo(name) for name in PEOPLE[:3]], meta.complete({}, 3))
        match = window.match
        assert match is not None
        self.take("sleuth-curtain")
        match.take_over()
        self.take("sleuth-people")
        match.play(match.port.choices()[0])
        self.take("sleuth-handover")
        infos = [SeatInfo(name * 3 + name[:6], "bot:easy") for name in PEOPLE]
        window.start_match("sleuth", infos, meta.complete({}, 4))
        self.settle(600)
        self.take("sleuth-watching")
        window.show_start()

    def _sleuth_match(self, variant: str) -> None:
        """A match in which the strong bot's tips are taken, with marks, questions and deductions to look at."""
        from desktop.games.sleuth.panel import SleuthPanel

        window, meta, name = self.window, catalog.meta("sleuth"), f"sleuth-{variant}"
        seats = [SeatInfo("Anna"), *(SeatInfo(other, "bot:strong") for other in PEOPLE[1:])]
        options = meta.complete({"variant": variant, "max_rounds": 7}, 4)
        window.start_match("sleuth", seats, options)
        while self.until(Stage.TABLE, Stage.ROUND):
            match, page = window.match, window.page
            assert match is not None
            assert isinstance(page, TablePage)
            if match.stage is Stage.ROUND:
                if len(match.finished_rounds) == 6:
                    self.take(f"{name}-round")
                    page.show_sheet()
                    self.dialog(f"{name}-sheet")
                match.next_round()
                continue
            self.settle(5)
            panel = page.panel
            if not isinstance(panel, SleuthPanel) or match.viewer not in match.port.awaited:
                continue
            view = match.port.view()
            if view.round in (1, 7):
                self._sleuth_look(panel, f"{name}-{view.round}")
            bot = catalog.bots("sleuth")["strong"](match.session.game)
            move = bot.choose(view, match.port.events(), Budget(samples=1), random.Random(view.round))
            match.play(move)
        self.take(f"{name}-result")
        page = window.page
        assert isinstance(page, TablePage)
        for combo in page.findChildren(QComboBox):
            if combo.count() == len(PEOPLE) + 1:
                combo.setCurrentIndex(1)
        self.settle(2500)
        self.take(f"{name}-grids")
        self._replay(name, 20)

    def _sleuth_look(self, panel: SleuthPanel, name: str) -> None:
        """The table as it comes up, with tips, a question and marks, and with a reason asked for."""
        self.settle(4000)
        self.take(name)
        gems = list(panel.board.cells)
        for number, gem in enumerate(gems[::7]):
            QTest.keyClick(
                panel.board.cells[gem],
                Qt.Key(Qt.Key.Key_A.value + number % 7),
                SHIFT if number % 3 else PLAIN,
            )
        for number in (3, 4, 9):
            QTest.keyClick(panel.board.cells[gems[number]], Qt.Key.Key_D, ALT)
            QTest.keyClick(panel.board.cells[gems[number]], Qt.Key.Key_F, ALT)
            QTest.keyClick(panel.board.cells[gems[number]], Qt.Key.Key_F, ALT)
        panel.sheet_of_orders.load("D:b2")
        panel.board.cells[gems[4]].setFocus()
        self.settle(500)
        panel._open(1)
        self.take(f"{name}-filled")
        panel._ask_why()
        self.settle(1500)
        self.take(f"{name}-why")
        panel.asked.emit()
        self.settle(4000)
        self.take(f"{name}-tip")

    def _valknut_match(self, name: str) -> None:
        window = self.window
        taken: set[str] = set()
        while self.until(Stage.TABLE, Stage.ROUND):
            match, page = window.match, window.page
            assert match is not None
            assert isinstance(page, TablePage)
            if match.stage is Stage.ROUND:
                self.take(f"{name}-round")
                page.show_sheet()
                self.dialog(f"{name}-sheet")
                match.next_round()
                continue
            self.settle(5)
            if page.panel is None or match.viewer not in match.port.awaited:
                continue
            view = match.port.view()
            moves = match.port.choices()
            kind = view.phase
            if kind == "play":
                kind = f"play-{len(view.table)}" if len(moves) == len(set(view.hand)) else "follow"
                if view.last is not None and "play-last" not in taken:
                    kind = "play-last"
            if kind not in taken:
                taken.add(kind)
                self.take(f"{name}-{kind}")
                if kind in ("bid", "follow"):
                    page.panel.asked.emit()
                    self.settle(1500)
                    self.take(f"{name}-{kind}-tip")
                if kind == "follow":
                    card = next(
                        c for c in page.panel.findChildren(type(page.panel).card_widget) if not c.refused
                    )
                    card.click()
                    self.take(f"{name}-chosen")
                    QTest.keyClick(page.panel, Qt.Key.Key_Escape)
            match.play(moves[min(3, len(moves) - 1)] if view.phase == "bid" else moves[0])
        self.take(f"{name}-result")

    def oneword(self) -> None:
        """One Word: each step of a card at one screen, then with eight, then one person among bots to the end."""
        window, meta = self.window, catalog.meta("oneword")
        options = meta.complete({"language": window.t.language, "cards": 5}, 4)
        window.start_match("oneword", [SeatInfo(name) for name in PEOPLE], options)
        self._oneword_card("oneword-4", [[""], [""], ["", ""]], "Haus")
        infos = [SeatInfo(name) for name in (*PEOPLE, "Emil", "Frieda", "Gustav Adolf Maximilian")]
        infos.append(SeatInfo("Ida", "bot:strong"))
        window.start_match("oneword", infos, meta.complete({"language": window.t.language}, 8))
        long = "Donaudampfschifffahrtselektrizitätenhaup"
        self._oneword_card("oneword-8", [[w] for w in ("rot", "Rot", "rote", long, "100", "Meer")], "Haus")
        window.start_match(
            "oneword", [SeatInfo(name) for name in PEOPLE[:3]], meta.complete({"two_hints": True}, 3)
        )
        self._oneword_card("oneword-3", [[long, "Eis"], ["Eis", long[::-1].capitalize()]], "Haus")
        infos = [SeatInfo("Anna"), *(SeatInfo(name, "bot:strong") for name in PEOPLE[1:])]
        window.start_match("oneword", infos, meta.complete({"cards": 7}, 4))
        taken: set[str] = set()
        while self.until(Stage.TABLE):
            match = window.match
            assert match is not None
            view = match.port.view()
            kind = view.phase + ("-guesser" if view.seat == view.guesser else "")
            may = {do for port in match.acting for do in port.view().may}
            if not may & {"guess", "next", "show", "hint"} or (view.phase == "hints" and view.own):
                self.settle(20)
                continue
            if kind not in taken:
                taken.add(kind)
                self.take(f"oneword-alone-{kind}")
                if "next" not in may:
                    match.ask_advice()
                    for _turn in range(200):
                        if match.advice_text(window.t):
                            break
                        self.settle()
                    self.take(f"oneword-alone-{kind}-tip")
            do = next(do for do in ("hint", "guess", "show", "next") if do in may)
            moves = {"hint": Hint(("Ding",)), "guess": Guess("Haus"), "show": Show(), "next": Next()}
            match.play(moves[do])
        self.take("oneword-result")
        page = window.page
        assert isinstance(page, TablePage)
        page.show_sheet()
        self.dialog("oneword-sheet")
        self._replay("oneword", 9)
        window.start_lesson("oneword")
        self.until(Stage.TABLE)
        self.settle(1500)
        self.take("oneword-lesson")
        window.show_start()

    def _oneword_card(self, name: str, hints: Sequence[Sequence[str]], answer: str) -> None:
        """The first card of a match of people: curtains, hints, check, guess, result.

        Instead of empty *hints* come likely ones for the term, as different as they are many.
        """
        match = self.window.match
        assert match is not None
        written = 0
        taken: set[str] = set()
        while True:
            self.settle(20)
            view = match.port.view()
            kind = match.stage.value if match.stage is not Stage.TABLE else view.phase
            if match.stage is Stage.CURTAIN:
                kind = f"curtain-{view.phase}"
            if kind not in taken:
                taken.add(kind)
                self.take(f"{name}-{kind}")
            if match.stage is Stage.CURTAIN:
                match.take_over()
            elif match.stage is Stage.HANDOVER:
                match.hand_over()
            elif view.phase == "hints" and "hint" in view.may and not view.own:
                given = list(hints[written])
                if not all(given):
                    # What comes to mind: the first two write the same, the next one something else.
                    given = [match.port.choices()[len(given) - 1].words[0]]
                match.play(Hint(tuple(given)))
                written += 1
            elif view.phase == "check":
                match.play(Strike(len(view.hints) - 1))
                self.take(f"{name}-check-struck")
                match.play(Show())
            elif view.phase == "guess":
                match.play(Guess(answer))
            elif view.phase == "result":
                return

    def _play(self) -> Iterator[str]:
        """Play a match as the person at the screen, naming the situations one after the other."""
        window = self.window
        while self.until(Stage.TABLE, Stage.ROUND):
            match, page = window.match, window.page
            assert match is not None
            assert isinstance(page, TablePage)
            if match.stage is Stage.ROUND:
                yield "round"
                match.next_round()
                continue
            self.settle(5)
            panel = page.panel
            if panel is None or match.viewer not in match.port.awaited:
                continue
            yield "turn"
            cards = panel.findChildren(type(panel).card_widget)
            if any(card.refused for card in cards):
                yield "refused"
            for card in [card for card in cards if not card.refused]:
                card.click()
                yield f"card-{card.face.numeral}"
                for place in panel.findChildren(Place):
                    if place.targetable and card.face.numeral == "1":
                        place.button.click()
                        yield "guess"
                        break
                QTest.keyClick(panel, Qt.Key.Key_Escape)
            match.play(match.port.choices()[-1])
        yield "result"

    def close(self) -> None:
        """Close the window."""
        self.window.close()


def main() -> int:
    """Take all pictures; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--size", action="append", default=[], metavar="WIDTHxHEIGHT")
    parser.add_argument(
        "--only", choices=["pages", "letter", "valknut", "sleuth", "oneword"], help="one section alone"
    )
    parser.add_argument("--language", action="append", choices=["de", "en"], default=[])
    parser.add_argument("--theme", action="append", choices=["light", "dark"], default=[])
    arguments = parser.parse_args()
    app = make_application()
    sizes = [tuple(map(int, size.split("x"))) for size in arguments.size] or [(1280, 720)]
    for size in sizes:
        for language in arguments.language or ["de", "en"]:
            schemes: list[storage.Theme] = arguments.theme or ["light", "dark"]
            for scheme in schemes:
                studio = Studio(app, arguments.folder, language, scheme, (size[0], size[1]))
                getattr(studio, arguments.only or "everything")()
                studio.close()
    print(f"{len(list(arguments.folder.glob('*.png')))} pictures in {arguments.folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
