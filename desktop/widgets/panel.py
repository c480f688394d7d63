"""What the table asks of a game's panel. ``desktop/games/<id>/panel.py`` has a subclass named ``PANEL``.

A panel first shows what happened since it was last asked (`GamePanel.steps`), then renders the new scene.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from importlib.util import find_spec
from typing import Any, ClassVar

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from desktop.widgets.card import Card
from desktop.widgets.motion import MotionLayer, Step
from engine.core.game import Event
from engine.core.text import Texts
from engine.play.session import Port


@dataclass(frozen=True)
class Scene:
    """What a panel is to show: the port of the person at the screen, and what that person may do now.

    ``active``: it is that person's move. ``passing``: the name of the person the screen is to be passed on to, or
    empty. ``names`` are the players' names by seat, ``bots`` their bots' strength in words or empty. ``revision``:
    show the table as it was then. ``everyone``: every seat's port, once the match is over and all hands may be
    seen. ``aids``: unseen counts, chances and tips. ``confirm``: ask before a move that puts oneself out.
    ``advice``: a tip to show in words, ``advised`` the move it names. ``caption``: a sentence instead of whose turn it
    is. ``notes``: what the person at the screen has noted, plain values that are kept with the match; a panel that
    changes it emits ``noted``. ``acting``: the ports of all for whom the person at the screen may act, the viewer's
    first.
    """

    port: Port
    names: tuple[str, ...]
    bots: tuple[str, ...]
    active: bool
    passing: str = ""
    revision: int | None = None
    everyone: tuple[Port, ...] = ()
    aids: bool = False
    confirm: bool = True
    advice: str = ""
    advised: Any = None
    caption: str = ""
    notes: dict[str, Any] = field(default_factory=dict)
    acting: tuple[Port, ...] = ()

    def view(self) -> Any:
        """The view to show."""
        return self.port.view() if self.revision is None else self.port.view_at(self.revision)


@dataclass(frozen=True)
class LogLine:
    """A sentence of the log: the round it belongs to, the revision after which it had happened, its event."""

    text: str
    round: int
    revision: int
    index: int


@dataclass(frozen=True)
class CurtainWords:
    """What the curtain says: who is to come, why, and what one presses then."""

    title: str
    text: str
    button: str


@dataclass(frozen=True)
class TableMove:
    """How the menu names a move that is made for the table, whoever is at the screen; see `Game.table_moves`.

    With a ``question`` one is asked first, and ``consequence`` says what comes of it.
    """

    text: str
    question: str = ""
    consequence: str = ""


@dataclass(frozen=True)
class Looks:
    """Settings that panels follow: the factor for motion (0: none), the size of cards, and how long what was won
    lies on the table (milliseconds, 0: not at all, or `UNTIL_PRESSED`)."""

    motion: float = 0.0
    card_size: str = "medium"
    linger: int = 0


class GamePanel(QWidget):
    """One game's table.

    ``moved`` carries the move chosen; ``passed_on``: the screen is handed on; ``asked``: a tip is wanted;
    ``busy``: something is being shown, nobody else should move; ``settled``: the scene stands as it is; ``noted``:
    the notes of the scene have changed.
    """

    moved = Signal(object)
    passed_on = Signal()
    asked = Signal()
    busy = Signal(bool)
    settled = Signal()
    noted = Signal()

    back: ClassVar[str] = ""
    """The drawing of the game's card back, for the curtain."""
    own_sheet: ClassVar[bool] = False
    """Whether the game has a score sheet of its own (`sheet`); if not, the usual one shows points by round."""
    log_beside: ClassVar[bool] = True
    """Whether the log may open by itself beside the table; if not, the table needs the room and tells what happened."""
    recap: ClassVar[bool] = True
    """Whether who comes to the screen reads what happened meanwhile; not where the table itself shows it."""
    letters: ClassVar[str] = ""
    """Which of the keys 0 (for all digits), L, P, R and T do here without Ctrl what they do at any table, for the help;
    none where letters go into a field."""
    round_event: ClassVar[type[Any]]
    """The event that begins a round, or what the log calls so; its ``number`` counts from 1."""
    card_widget: ClassVar[type[Card]] = Card
    """What the cards in hand are made of."""

    def __init__(self, t: Texts, looks: Looks | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.t = t
        self.looks = looks or Looks()
        self.motion = MotionLayer(self)
        self._told: int | None = None
        self._pending: Scene | None = None
        self._farewell = False
        self._holding = False
        self._spent = False

    def present(self, scene: Scene) -> None:
        """Show what happened since the last call, then render *scene*."""
        if self._told is not None and self._told > len(scene.port.events()):
            # Moves were taken back: what is still being shown never happened.
            self.motion.skip()
        self._pending = scene
        if not self.motion.running:
            self._consume()

    def begun(self) -> Any:
        """What the person at the screen has begun and would miss if the panel were built anew; None: nothing."""
        return None

    def take_up(self, begun: Any) -> None:
        """Go on with what was `begun` in a panel of the same game, if it is still asked for."""

    def make_move(self, move: Any) -> None:
        """Hand on the *move* chosen, once: until the next scene stands, whatever is pressed is the same press again.

        The focus stays at the table: where it was is hidden while others move.
        """
        if self._spent:
            return
        self._spent = True
        self.setFocus()
        self.moved.emit(move)

    def farewell(self, scene: Scene) -> bool:
        """Show what happened until the end of a round, and stop there; False if there is nothing to show."""
        if self._told is None or (self.looks.motion <= 0 and not self.looks.linger):
            return False
        self._farewell = True
        self.present(replace(scene, active=False, passing=""))
        return self.motion.running

    def _consume(self) -> None:
        scene = self._pending
        assert scene is not None
        events = scene.port.events()
        steps: list[Step] = []
        if self._told is not None and self._told <= len(events) and self.isVisible():
            steps = self.steps(events[self._told :]) if self.looks.motion > 0 else []
        self._told = len(events)
        if steps:
            self._hold()
        self.motion.play(steps, self.looks.motion, lambda: self._finish(scene))

    def _hold(self) -> None:
        self._holding = True
        self.busy.emit(True)

    def _finish(self, scene: Scene) -> None:
        end = self.round_end(scene) if self._farewell else scene
        if end is not None:
            self._spent = False
            self.show_scene(end)
            if not self._farewell and self._pending is not scene:
                self._consume()
                return
        pause = self.pause_after(end) if end is not None and self.isVisible() else 0
        if pause:
            self._hold()
        if not (pause and self._farewell):
            self.settled.emit()
        if pause:
            self.motion.wait(pause, lambda: self._go_on(scene))
        else:
            self._release()

    def _go_on(self, scene: Scene) -> None:
        """What lay there was looked at."""
        factor = 0.0 if self._farewell else self.looks.motion
        self.motion.play(self.after_pause(), factor, lambda: self._gone_on(scene))

    def _gone_on(self, scene: Scene) -> None:
        if self._farewell:
            self.settled.emit()
        elif self._pending is not scene:
            self._consume()
            return
        self._release()

    def _release(self) -> None:
        if self._holding:
            self._holding = False
            self.busy.emit(False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # Cards on their way would miss their places.
        if not self.motion.waiting:
            self.motion.skip()

    def steps(self, events: Sequence[Event]) -> list[Step]:
        """The motions that tell *events*; the panel still shows the scene before them."""
        return []

    def pause_after(self, scene: Scene) -> int:
        """How long *scene*, which stands now, is to be left alone before others move on (see `Looks.linger`)."""
        return 0

    def after_pause(self) -> list[Step]:
        """What lay there goes away; the motions that show it."""
        return []

    def round_end(self, scene: Scene) -> Scene | None:
        """The end of the last round, to be shown before its result; None: as its last motion has left it."""
        return None

    def show_scene(self, scene: Scene) -> None:
        """Render *scene*: the view, and the moves to choose from."""
        raise NotImplementedError(type(self).__name__)

    @staticmethod
    def headline(view: Any, t: Texts, *, ended: bool = False) -> str:
        """The line beside the game's name: which round, which goal. *ended*: of the round that has just ended."""
        raise NotImplementedError

    @staticmethod
    def crowned(view: Any) -> bool:
        """Whether the page of the result has a crown: where nobody wins, a poor result has none."""
        return True

    @classmethod
    def round_crowned(cls, view: Any) -> bool:
        """Whether the page of the last finished round has one."""
        return cls.crowned(view)

    @classmethod
    def first_position(cls, port: Port) -> int:
        """The revision from which on there is something to see: the first round has begun. 0 if it has not."""
        begun = (at for at, event in port.dated_events() if isinstance(event, cls.round_event))
        return next(begun, 0)

    @staticmethod
    def describe(event: Any, t: Texts, names: Sequence[str]) -> str | None:
        """*event* in words, for the log; empty or None if there is nothing to say."""
        raise NotImplementedError

    @classmethod
    def lines(cls, port: Port, t: Texts, names: Sequence[str]) -> list[LogLine]:
        """The log in words, as far as the port's seat may know it."""
        found: list[LogLine] = []
        number = 0
        for index, (at, event) in enumerate(port.dated_events()):
            if isinstance(event, cls.round_event):
                number = event.number
            text = cls.describe(event, t, names)
            if text:
                found.append(LogLine(text, max(1, number), at, index))
        return found

    @staticmethod
    def round_name(number: int, t: Texts) -> str:
        """What the log calls the round *number* of its lines; 0 stands for all of them."""
        return t._("Round {number}", number=number) if number else t._("All rounds")

    @staticmethod
    def curtain(view: Any, t: Texts, names: Sequence[str], seats: Sequence[int]) -> CurtainWords:
        """What the curtain says to *seats*, who come to the screen next (none: whoever wants to go on).

        *view* is an onlooker's.
        """
        if not seats:
            return CurtainWords(
                t._("The game goes on."), t._("Continue when you are ready."), t._("Continue")
            )
        name = names[seats[0]]
        return CurtainWords(
            t._("{name}, please take over", name=name),
            t._("The cards are hidden. Only {name} should look at the screen now.", name=name),
            t._("I am {name}", name=name),
        )

    @staticmethod
    def keys(t: Texts) -> list[tuple[str, str]]:
        """The keys that only this table knows, and what they do, for the help."""
        return []

    @staticmethod
    def table_move(move: Any, view: Any, t: Texts, names: Sequence[str]) -> TableMove:
        """How *move*, made for the table, is named in the menu, and what is asked before; *view* is an onlooker's."""
        raise NotImplementedError

    @classmethod
    def table_move_of(
        cls, seat: int, bot: bool, move: Any, view: Any, t: Texts, names: Sequence[str]
    ) -> TableMove | None:
        """The same where it matters which *seat* makes the move and whether a *bot* sits there; None: not offered."""
        return cls.table_move(move, view, t, names)

    @staticmethod
    def sheet(view: Any, t: Texts, names: Sequence[str]) -> QWidget:
        """The game's own score sheet."""
        raise NotImplementedError

    @staticmethod
    def round_title(view: Any, t: Texts, names: Sequence[str]) -> tuple[str, str]:
        """Of the last finished round: who won, and why."""
        raise NotImplementedError

    @staticmethod
    def round_secret(view: Any, t: Texts) -> str:
        """What only the seat of *view* is told of the last finished round, where nobody else is at the screen."""
        return ""

    @staticmethod
    def round_table(view: Any, t: Texts, names: Sequence[str]) -> QWidget:
        """The cards as they lay at the end of the last finished round, all hands open."""
        raise NotImplementedError


def panel_class(game_id: str) -> type[GamePanel]:
    """The panel of the game *game_id*."""
    found: type[GamePanel] = import_module(f"desktop.games.{game_id}.panel").PANEL
    return found


def choose_faces(name: str) -> None:
    """Let every game that has several face sets use the one called *name*."""
    for info in pkgutil.iter_modules(import_module("desktop.games").__path__):
        module = f"desktop.games.{info.name}.faces"
        if info.ispkg and find_spec(module) is not None:
            chooser = getattr(import_module(module), "choose_faces", None)
            if chooser is not None:
                chooser(name)
