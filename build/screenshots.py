"""Pictures of every screen, in both languages, light and dark: ``python3 build/dev.py screenshots DIR``.

Runs the real window with a fixed seed; nothing is saved. With ``--size 1280x720`` (the default) or several sizes.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["VIERBLATT_HOME"] = tempfile.mkdtemp(prefix="vierblatt-screens-")

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from desktop import storage
from desktop.app import install_qt_texts, make_application
from desktop.binding.match import Pace, Stage
from desktop.main_window import MainWindow
from desktop.screens.table import TablePage
from desktop.widgets import theme
from engine.bots.base import Budget
from engine.core import catalog
from engine.play.session import SeatInfo

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
        self.window = MainWindow(
            settings, seed="pictures", pace=Pace(bot=0), budget=Budget(samples=30), save=True
        )
        self.window.resize(*size)
        self.window.show()

    def take(self, name: str, widget: QWidget | None = None) -> None:
        """Save the picture *name*."""
        for _ in range(4):
            self.settle(10)
        self.folder.mkdir(parents=True, exist_ok=True)
        (widget or self.window).grab().save(str(self.folder / f"{name}-{self.label}.png"))

    def settle(self, milliseconds: int = 30) -> None:
        """Let the event loop run until the window has been painted."""
        loop = QEventLoop()
        QTimer.singleShot(milliseconds, loop.quit)
        loop.exec()

    def until(self, *stages: Stage) -> bool:
        """Wait for one of *stages*; False if the match ends before."""
        for _ in range(400):
            match = self.window.match
            assert match is not None
            if match.stage in stages and not match.thinking:
                return True
            if match.stage is Stage.RESULT:
                return False
            self.settle(10)
        raise RuntimeError("the match does not go on")

    def letter(self) -> None:
        """Every screen of Geheimer Brief."""
        window, meta = self.window, catalog.meta("letter")
        self.take("start")
        window.show_new_game("letter")
        self.take("new-match")
        window.show_rules("letter")
        dialog = window.findChild(QDialog)
        assert dialog is not None
        self.take("rules", dialog)
        dialog.close()
        seats = [SeatInfo("Anna"), *(SeatInfo(name, "bot:medium") for name in PEOPLE[1:])]
        window.start_match("letter", seats, meta.complete({"open_gap": True, "goal": 2}, 4))
        taken: set[str] = set()
        for kind in self._play():
            if kind not in taken:
                taken.add(kind)
                self.take(f"letter-{kind}")
        window.show_start()
        seats = [SeatInfo("Anna"), SeatInfo("Ben"), SeatInfo("Carla", "bot:easy")]
        window.start_match("letter", seats, meta.complete({}, 3))
        for kind in self._hand_around():
            self.take(f"letter-{kind}")
        window.show_start()
        self.take("start-continue")
        window.start_match("letter", [SeatInfo("Anna"), SeatInfo("Ben", "bot:medium")], meta.complete({}, 2))
        self.until(Stage.TABLE)
        self.take("letter-two")
        page = window.page
        assert isinstance(page, TablePage)
        page.show_sheet()
        sheet = window.findChild(QDialog)
        assert sheet is not None
        self.take("letter-sheet", sheet)
        sheet.close()
        window.start_match(
            "letter",
            [SeatInfo(name * 3 + name[:6], "bot:medium") for name in PEOPLE],
            meta.complete({"goal": 20}, 4),
        )
        self.settle(300)
        self.take("letter-watching")

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
            usable = [card for card in cards if not card.refused]
            usable[-1].click()
            yield f"card-{usable[-1].face.numeral}"
            match.play(match.port.choices()[-1])
        yield "result"

    def _hand_around(self) -> Iterator[str]:
        """Two people at one screen, from the first curtain to the first passing on."""
        match = self.window.match
        assert match is not None
        seen: set[str] = set()
        while len(seen) < 2 and self.until(Stage.CURTAIN, Stage.HANDOVER, Stage.TABLE, Stage.ROUND):
            if match.stage is Stage.CURTAIN:
                if "curtain" not in seen:
                    seen.add("curtain")
                    yield "curtain"
                match.take_over()
            elif match.stage is Stage.HANDOVER:
                seen.add("passing")
                yield "passing"
                match.hand_over()
            elif match.stage is Stage.ROUND:
                match.next_round()
            else:
                match.play(match.port.choices()[0])

    def close(self) -> None:
        """Close the window."""
        self.window.close()


def main() -> int:
    """Take all pictures; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--size", action="append", default=[], metavar="WIDTHxHEIGHT")
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
                studio.letter()
                studio.close()
    print(f"{len(list(arguments.folder.glob('*.png')))} pictures in {arguments.folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
