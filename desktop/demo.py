"""A match of bots on the real window, unattended: the smoke test of the desktop, and a look at it without a screen."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from desktop import storage
from desktop.binding.match import Pace, Stage
from desktop.main_window import MainWindow
from desktop.screens.new_game import NAMES
from engine.bots.base import Budget
from engine.core import catalog
from engine.core.meta import Meta
from engine.play.session import SeatInfo

LIMIT = 240_000
"""Milliseconds after which a demo that has not ended has failed."""

MID_GAME = 6
"""The picture of the table is taken after so many moves of the second round, when some cards lie."""


def bot_seats(meta: Meta) -> list[SeatInfo]:
    """Up to four bots for a match of the game *meta*, of all strengths but the random one."""
    bots = [name for name in meta.bots if name != "random"] or list(meta.bots)
    return [
        SeatInfo(NAMES[seat], f"bot:{bots[-1 - seat % len(bots)]}") for seat in range(min(4, meta.max_seats))
    ]


class Demo(QObject):
    """Plays one match in *window* and ends the application with 0, or 1 if it does not come to an end."""

    def __init__(
        self, app: QApplication, window: MainWindow, game: str, seed: str, pictures: Path | None
    ) -> None:
        super().__init__(window)
        self._app = app
        self._window = window
        self._game = game
        self._pictures = pictures
        self._taken = False
        self._seed = seed
        self.saved: list[Path] = []
        self._watch = QTimer(self)
        self._watch.setSingleShot(True)
        self._watch.timeout.connect(self._give_up)
        self._watch.start(LIMIT)
        QTimer.singleShot(0, self._begin)

    def _begin(self) -> None:
        self._picture("start")
        meta = catalog.meta(self._game)
        seats = bot_seats(meta)
        self._window.start_match(self._game, seats, meta.complete({}, len(seats)))
        match = self._window.match
        assert match is not None
        match.changed.connect(self._look)
        self._look()

    def _look(self) -> None:
        match = self._window.match
        if match is None:
            return
        if match.stage is Stage.RESULT:
            match.changed.disconnect(self._look)
            QTimer.singleShot(50, self._end)
            return
        moves = match.session.revision
        if not self._taken and match.stage is Stage.TABLE and match.finished_rounds and moves % MID_GAME == 0:
            self._taken = True
            self._picture("table")

    def _end(self) -> None:
        match = self._window.match
        assert match is not None
        self._picture("result")
        outcome = match.session.outcome()
        assert outcome is not None
        t = self._window.t
        names = t.listing([match.names[seat] for seat in outcome.winners])
        points = ", ".join(f"{name} {n}" for name, n in zip(match.names, outcome.points, strict=True))
        if len(outcome.winners) == 1:
            print(t._("{name} wins: {points}", name=names, points=points))
        else:
            print(t._("{names} share the win: {points}", names=names, points=points))
        for path in self.saved:
            print(t._("Picture: {path}", path=str(path)))
        self._window.close()
        self._app.exit(0)

    def _give_up(self) -> None:
        print(self._window.t._("The demo did not come to an end."))
        self._window.close()
        self._app.exit(1)

    def _picture(self, name: str) -> None:
        if self._pictures is None:
            return
        # Nobody moves while the picture is taken; new labels appear only when the events have been worked off.
        match = self._window.match
        if match is not None:
            match.hold(True)
        for _round in range(3):
            self._app.processEvents()
        path = self._pictures / f"{self._game}-{name}.png"
        if self._window.grab().save(str(path)):
            self.saved.append(path)
        if match is not None:
            match.hold(False)


def run_demo(
    app: QApplication,
    settings: storage.Settings,
    *,
    game: str | None,
    seed: str | None,
    pictures: Path | None,
) -> int:
    """Play a bots' match at top speed; nothing is saved. Prints who won; returns the exit code."""
    if pictures is not None:
        pictures.mkdir(parents=True, exist_ok=True)
    chosen = game or catalog.ids()[0]
    settings.window = []
    window = MainWindow(
        settings,
        seed=seed or "demo",
        pace=Pace(bot=0, round=0),
        budget=Budget(samples=60),
        save=False,
    )
    window.show()
    demo = Demo(app, window, chosen, seed or "demo", pictures)
    code = app.exec()
    del demo
    return code
