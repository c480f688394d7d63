"""Long deductions for a widget: asked from the window's thread, answered by signals, never waited for.

One process serves the whole program. It starts with the first question and ends with the program; each `Reckoner`
has its own topics, and what was asked by one that is gone is stopped.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any, ClassVar

from PySide6.QtCore import QCoreApplication, QObject, Signal
from shiboken6 import isValid

from engine.play.errands import Errands, News

_owners = count(1)


class _Desk(QObject):
    """The process, and news of it brought into the window's thread."""

    arrived = Signal(object)
    made: ClassVar[_Desk | None] = None

    def __init__(self) -> None:
        super().__init__()
        self.errands = Errands(self._bring)

    def _bring(self, news: News) -> None:
        if isValid(self):
            self.arrived.emit(news)

    @classmethod
    def get(cls) -> _Desk:
        if cls.made is None or not isValid(cls.made):
            cls.made = _Desk()
            app = QCoreApplication.instance()
            if app is not None:
                app.aboutToQuit.connect(cls.made.errands.close)
        return cls.made


class Reckoner(QObject):
    """What one widget asks. ``progress`` carries a topic and the share done, 1.0 at the end."""

    progress = Signal(str, float)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._me = next(_owners)
        self._asked: dict[str, tuple[int, Callable[[News], None]]] = {}
        self._desk = _Desk.get()
        self._desk.arrived.connect(self._hear)
        desk, me, asked = self._desk, self._me, self._asked
        self.destroyed.connect(lambda: _stop_all(desk, me, list(asked)))

    def ask(self, topic: str, function: str, argument: Any, told: Callable[[News], None]) -> None:
        """Have *function* (``module:function``) reckon; *told* hears each `News` that is no mere progress."""
        number = self._desk.errands.send(f"{self._me}/{topic}", function, argument)
        self._asked[topic] = (number, told)
        self.progress.emit(topic, 0.0)

    def stop(self, topic: str) -> None:
        """The answer is not wanted any more."""
        if self._asked.pop(topic, None) is not None:
            self._desk.errands.stop(f"{self._me}/{topic}")
            self.progress.emit(topic, 1.0)

    @property
    def busy(self) -> bool:
        """Whether something is still being reckoned."""
        return bool(self._asked)

    def _hear(self, news: News) -> None:
        for topic, (number, told) in list(self._asked.items()):
            if number != news.number:
                continue
            if news.share is not None:
                self.progress.emit(topic, news.share)
                return
            if news.done:
                del self._asked[topic]
                self.progress.emit(topic, 1.0)
            told(news)


def _stop_all(desk: _Desk, owner: int, topics: list[str]) -> None:
    if isValid(desk):
        for topic in topics:
            desk.errands.stop(f"{owner}/{topic}")
