"""The app in a process of its own, through its own entry point, with a hand that plays: ``python app_process.py WHAT``.

``people`` plays six moves of a match of three people. ``thinking`` brings a match to where a bot thinks for ten
minutes, ``waiting`` to where a bot has moved, a person is to move, and the bots' process waits.
Then one line of JSON tells where the game stands, and the app runs on until it is killed, told to end by a signal,
or told to close its window by a line on standard input.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import sys
from typing import Any


def tell(match: Any) -> None:
    seat = match.session.awaited[0]
    port = match.session.port(seat)
    workers = [process.pid for process in multiprocessing.active_children()]
    report = {
        "revision": match.session.revision,
        "seat": seat,
        "stage": match.stage.value,
        "hand": list(port.view().hand),
        "log": [type(event).__name__ for event in port.events()],
        "pid": os.getpid(),
        "workers": workers,
    }
    print(json.dumps(report), flush=True)


def main(what: str) -> int:
    from PySide6.QtCore import QSocketNotifier, QTimer
    from PySide6.QtWidgets import QApplication

    from desktop import launch
    from desktop.app import make_application
    from desktop.binding import match as binding
    from desktop.binding.match import Stage
    from desktop.main_window import MainWindow
    from engine.bots.base import Budget
    from engine.games.letter.meta import META
    from engine.play.session import SeatInfo

    app = make_application()

    def window() -> MainWindow:
        return next(w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow))

    def people() -> None:
        shown = window()
        shown.start_match(
            "letter", [SeatInfo(n) for n in ("Anna", "Ben", "Carla")], META.complete({"first": 0}, 3)
        )
        match = shown.match
        assert match is not None
        moves = 0
        while moves < 6 or match.stage is not Stage.TABLE:
            if match.stage is Stage.CURTAIN:
                match.take_over()
            elif match.stage is Stage.HANDOVER:
                match.hand_over()
            elif match.stage is Stage.ROUND:
                match.next_round()
            else:
                match.play(match.port.choices()[0])
                moves += 1
        tell(match)

    def thinking() -> None:
        # Ten minutes for a thought, and patience for as long: the end must come from outside.
        binding.BOT_PATIENCE = 600_000
        shown = window()
        shown._budget = Budget(seconds=600)
        seats = [SeatInfo("Anna", "bot:strong"), SeatInfo("Ben")]
        shown.start_match("letter", seats, META.complete({"first": 0}, 2))
        match = shown.match
        assert match is not None
        assert match.thinking
        tell(match)

    def waiting() -> None:
        shown = window()
        seats = [SeatInfo("Anna", "bot:random"), SeatInfo("Ben")]
        shown.start_match("letter", seats, META.complete({"first": 0}, 2))
        match = shown.match
        assert match is not None
        said: list[int] = []

        def look() -> None:
            if match.stage is Stage.ROUND:
                # The bot's first move may have ended the round.
                match.next_round()
            elif not match.thinking and match.stage is Stage.TABLE and not said:
                said.append(match.session.revision)
                tell(match)

        match.changed.connect(look)

    notifier = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Type.Read, app)

    def read() -> None:
        if sys.stdin.readline():
            window().close()
        else:
            notifier.setEnabled(False)

    notifier.activated.connect(read)
    QTimer.singleShot(0, {"people": people, "thinking": thinking, "waiting": waiting}[what])
    return launch.main(["--language", "en"])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
