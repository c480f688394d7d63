"""Walks once through the installed program, unattended: ``vierblatt play --check DIR``.

For the smoke test of the packages, and for somebody who wants to know whether an installation is whole. Everything
is written below the folder DIR, a home of its own included; the user's settings and games are not touched. Each
thing that was checked is a line ``ok: …``; what fails ends the walk with ``failed: …`` and exit code 1.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

from desktop import storage
from desktop.binding.match import Pace, Stage
from desktop.demo import bot_seats
from desktop.main_window import MainWindow
from engine.bots.base import Budget
from engine.core import catalog
from engine.core.text import LANGUAGES

if TYPE_CHECKING:
    from desktop.binding.match import Match

PATIENCE = 240_000
"""Milliseconds after which whatever is waited for has failed."""

LEFT_AFTER = 3
"""After so many moves a match is left and taken up again."""

QT_SAYS = {"de": "Abbrechen", "en": "Cancel"}
"""A button of Qt's own, in the program's languages."""


class Failed(Exception):
    """Something is not as it should be; the text says what."""


def demand(condition: object, what: str) -> None:
    """Raise `Failed` with *what* unless *condition* holds."""
    if not condition:
        raise Failed(what)


def until(condition: Callable[[], bool], what: str) -> None:
    """Let the event loop run until *condition* holds; `Failed` if that takes too long."""
    loop = QEventLoop()
    look = QTimer(interval=10)
    look.timeout.connect(lambda: loop.quit() if condition() else None)
    look.start()
    QTimer.singleShot(PATIENCE, loop, loop.quit)
    loop.exec()
    demand(condition(), what)


class Check:
    """One walk; its files go to *folder*."""

    def __init__(self, app: QApplication, settings: storage.Settings, folder: Path) -> None:
        self._app = app
        self._folder = folder
        # Nothing waits and nothing moves, and no question stops the walk.
        settings.motion, settings.confirm, settings.delay = "off", False, 0
        self._window = MainWindow(
            settings, seed="check", pace=Pace(bot=0, round=0), budget=Budget(samples=20)
        )
        self._window.show()

    def walk(self) -> Iterator[str]:
        """Everything, one after the other; yields what was found good. Raises `Failed`."""
        yield self.start_page()
        yield from self.languages()
        for game_id in catalog.ids():
            yield self.game(game_id)
        yield self.pdf()

    def close(self) -> None:
        """Close the window, which ends the bots' process."""
        self._window.close()

    def start_page(self) -> str:
        """The window is there and has been painted, with its drawings."""
        handle = self._window.windowHandle()
        until(handle.isExposed, "the window does not come up")
        colours = self._picture("start")
        demand(colours > 50, f"the start page has {colours} colours: drawings are missing")
        return "start page"

    def languages(self) -> Iterator[str]:
        """Both languages, Qt's own words included."""
        before = self._window.t.language
        for language in sorted(LANGUAGES, key=lambda code: code == before):
            self._window.set_language(language)
            box = QMessageBox()
            box.setStandardButtons(QMessageBox.StandardButton.Cancel)
            said = box.button(QMessageBox.StandardButton.Cancel).text().replace("&", "")
            box.deleteLater()
            demand(said == QT_SAYS[language], f"Qt says “{said}” in the language {language}")
            self._picture(f"start-{language}")
            yield f"language {language}"

    def game(self, game_id: str) -> str:
        """A match of bots, left in the middle, taken up again, and played to its end."""
        meta = catalog.meta(game_id)
        seats = bot_seats(meta)
        self._window.start_match(game_id, seats, meta.complete({}, len(seats)))
        match = self._match()
        # Held at once, or a quick match would be over before anybody looks.
        match.changed.connect(lambda: match.hold(match.session.revision >= LEFT_AFTER))
        until(lambda: match.session.revision >= LEFT_AFTER, f"{game_id}: no bot moves")
        self._window.show_start()
        saved, damaged = storage.saved_games()
        demand(not damaged, f"{game_id}: a saved game can't be read")
        mine = [game for game in saved if game.record.head.game == game_id]
        demand(len(mine) == 1, f"{game_id}: {len(mine)} saved games instead of one")
        left = len(mine[0].record.actions)
        self._window.resume(mine[0])
        match = self._match()
        demand(match.session.revision >= left, f"{game_id}: the game goes on at another move")
        told: list[str] = []
        # A bot that does not answer is replaced, and the table goes on: here that is a failure.
        match.told.connect(lambda refusal: told.append(refusal.code) if refusal is not None else None)
        self._picture(f"{game_id}-table")
        until(lambda: match.stage is Stage.RESULT, f"{game_id}: the match does not end")
        demand(not told, f"{game_id}: the table says {', '.join(told)}")
        self._picture(f"{game_id}-result")
        return f"game {game_id}: left after {left} moves, ended after {match.session.revision}"

    def pdf(self) -> str:
        """The score sheet of the last match as a PDF."""
        from desktop import export

        match = self._match()
        path = self._folder / "sheet.pdf"
        refusal = export.write_pdf(
            path, "Vierblatt", match.game_id, match.names, match.finished_rounds, self._window.t
        )
        demand(refusal is None, "the score sheet can't be written")
        data = path.read_bytes()
        demand(data.startswith(b"%PDF-") and b"/FontFile" in data, "the score sheet is no PDF with its fonts")
        return "score sheet"

    def _match(self) -> Match:
        match = self._window.match
        if match is None:
            raise Failed("no match on the table")
        return match

    def _picture(self, name: str) -> int:
        """Save a picture of the window; returns how many colours a sample of its pixels has."""
        for _round in range(3):
            self._app.processEvents()
        image = self._window.grab().toImage()
        demand(image.save(str(self._folder / f"{name}.png")), f"{name}.png can't be written")
        return len(
            {image.pixel(x, y) for x in range(0, image.width(), 3) for y in range(0, image.height(), 3)}
        )


def prepare(folder: Path) -> None:
    """Make *folder*, with a home in it that is the program's from now on."""
    home = folder / "home"
    home.mkdir(parents=True, exist_ok=True)
    os.environ["VIERBLATT_HOME"] = str(home)


def run_check(app: QApplication, settings: storage.Settings, folder: Path) -> int:
    """Walk through the program and print what was found; returns the exit code."""
    check = Check(app, settings, folder)
    try:
        for good in check.walk():
            print(f"ok: {good}", flush=True)
    except Failed as failed:
        print(f"failed: {failed}", flush=True)
        return 1
    finally:
        check.close()
    return 0
