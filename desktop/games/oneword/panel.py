"""The table of Ein Wort: the deck above, one sentence, the term or the hints as slips, and what is to be done.

Knows no rule: what may be done stands in the views of those for whom the person at the screen acts, and why not says
the game's `check`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.games.oneword.clock import Clock
from desktop.games.oneword.deck import FATES, DeckRow, tally
from desktop.games.oneword.faces import BACK, GAME, SLIP, WRITTEN
from desktop.games.oneword.hints import slips
from desktop.games.oneword.result import card_list
from desktop.games.oneword.slips import SlipTable, fitted
from desktop.games.oneword.writing import Writing
from desktop.widgets import theme
from desktop.widgets.basics import Button, clear, column, discard, label, line
from desktop.widgets.card import Face
from desktop.widgets.motion import Flight, Step
from desktop.widgets.panel import CurtainWords, GamePanel, Looks, Scene, TableMove
from engine.core import catalog
from engine.core.game import Event
from engine.core.meta import ChoiceOption
from engine.core.text import Texts
from engine.games.oneword import words
from engine.games.oneword.model import (
    CHECK,
    GUESS,
    HINTS,
    MISS,
    RESULT,
    Abort,
    CardResolved,
    CardStarted,
    CheckBegun,
    Counts,
    Guess,
    Hint,
    HintRestored,
    HintsCompared,
    HintStruck,
    Next,
    PairJoined,
    PairParted,
    Pass,
    Remove,
    Show,
    View,
)
from engine.games.oneword.model import Card as ResolvedCard
from engine.play.session import Port

GAP = 8
LOW = 560
"""A panel lower than this, in pixels, has lower cards and a lower term."""
DECK_LOW, DECK = 40, 58
"""The height of the deck's cards, in pixels."""
CLOCK = 130
"""The room for the clock, in pixels; as much is left free on the other side of the deck."""


class TermPlate(QWidget):
    """The term, large, as long as it may be seen."""

    HEIGHT, LOW, WIDEST = 54, 44, 620

    def __init__(self) -> None:
        super().__init__()
        self._term = ""
        self._height = self.HEIGHT
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_term(self, term: str, spoken: str) -> None:
        """Show *term*; nothing if it is empty. *spoken* says what it is."""
        self._term = term
        self.setAccessibleName(spoken)
        self.setVisible(bool(term))
        self.update()

    def set_low(self, low: bool) -> None:
        """Be lower, where there is little room."""
        height = self.LOW if low else self.HEIGHT
        if height != self._height:
            self._height = height
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(self.WIDEST, self._height)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, self._height)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        room = min(self.width(), self.WIDEST)
        font = fitted(self._term, room - 48, self._height - 4)
        painter.setFont(font)
        wide = min(room, max(220, painter.fontMetrics().horizontalAdvance(self._term) + 72))
        box = QRectF((self.width() - wide) / 2, 1, wide, self._height - 2)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour(theme.ONEWORD_TINT))
        painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
        painter.setPen(theme.colour(theme.colours().ink))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self._term)


class OneWordPanel(GamePanel):
    """See the module's docstring."""

    round_event = CardStarted
    describe = staticmethod(words.describe)
    back = BACK
    own_sheet = True
    recap = False

    def __init__(self, t: Texts, looks: Looks | None = None, parent: QWidget | None = None) -> None:
        super().__init__(t, looks, parent)
        self._scene: Scene | None = None
        self._view: View | None = None
        self._ports: tuple[Port, ...] = ()
        self._changing = False
        self._step: tuple[Any, ...] = ()
        outer = column(gap=GAP)
        self.setLayout(outer)
        self._deck = DeckRow(DECK)
        self._clock = Clock(t)
        top = line(gap=8)
        top.addSpacing(CLOCK)
        top.addWidget(self._deck, 1)
        clock = line()
        clock.addWidget(self._clock, 0, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        beside = QWidget()
        beside.setFixedWidth(CLOCK)
        beside.setLayout(clock)
        top.addWidget(beside)
        outer.addLayout(top)
        self._tally = label("", role="muted", wrap=True)
        self._tally.setAlignment(Qt.AlignmentFlag.AlignCenter)
        outer.addWidget(self._tally)
        self._title = label("", "title", serif=True, wrap=True)
        self._title.setAlignment(Qt.AlignmentFlag.AlignCenter)
        outer.addWidget(self._title)
        self._note = label("", "lead", role="muted", wrap=True)
        self._note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        outer.addWidget(self._note)
        self._term = TermPlate()
        outer.addWidget(self._term)
        self._slips = SlipTable()
        self._slips.chosen.connect(self._play)
        outer.addWidget(self._slips, 1)
        self._writing = Writing()
        self._writing.written.connect(self._write)
        outer.addWidget(self._writing)
        self._advice = label("", role="good", bold=True, wrap=True)
        self._advice.setAlignment(Qt.AlignmentFlag.AlignCenter)
        outer.addWidget(self._advice)
        self._foot = line(gap=12)
        self._foot_box = QWidget()
        self._foot_box.setLayout(self._foot)
        outer.addWidget(self._foot_box)
        self._buttons: dict[str, Button] = {}
        self._thinking = False

    def sizeHint(self) -> QSize:
        return QSize(960, 620)

    # Rendering ----------------------------------------

    def show_scene(self, scene: Scene) -> None:
        view: View = scene.view()
        if scene.everyone:
            # Once it is over all may be seen, as those saw it who gave the hints.
            seats = [seat for seat in range(view.seats) if view.present[seat] and seat != view.guesser]
            port = scene.everyone[seats[0]]
            view = port.view() if scene.revision is None else port.view_at(scene.revision)
        self._scene, self._view = scene, view
        self._ports = scene.acting if not scene.everyone and scene.revision is None else ()
        may = {do for port in self._ports for do in port.view().may}
        step = (view.number, view.phase, view.seat, bool(scene.passing), bool(view.own), scene.revision)
        fresh = step != self._step
        if fresh:
            self._changing = False
        self._step = step
        t = self.t
        self._deck.show_view(view, t)
        self._tally.setText(tally(view, t))
        self._clock.setVisible(bool(self._ports) and view.phase in (HINTS, CHECK, GUESS))
        self._clock.begin((view.number, view.phase, view.seat), bool(may & {"hint", "show", "guess"}))
        title, note = self._words(scene, view, may)
        self._title.setText(title)
        self._title.setVisible(bool(title))
        self._note.setText(note)
        self._note.setVisible(bool(note))
        self._term.show_term(view.term, t._("The term: {term}", term=view.term))
        found = slips(view, t, scene.names, scene.bots, acts="strike" in may)
        self._slips.show_slips(found, t._("Hints"))
        self._lay_writing(view, may)
        self._thinking = False
        self._lay_foot(scene, view, may)
        self._advice.setText(scene.advice if scene.active and view.phase != RESULT else "")
        self._advice.setVisible(bool(self._advice.text()))
        self._fit()
        if fresh or self.focusWidget() is None:
            self._focus_step()

    def begun(self) -> Any:
        """What is being typed, and whether handed-in hints are being changed."""
        return self._changing, self._writing.typed()

    def take_up(self, begun: Any) -> None:
        changing, typed = begun
        if changing and "change" in self._buttons:
            self._press("change")
        if typed is not None:
            self._writing.take_up(typed)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        low = self.height() < LOW
        self._deck.set_card_height(DECK_LOW if low else DECK)
        self._term.set_low(low)
        self._title.setFont(theme.font("heading" if low else "title", serif=True))

    def _lay_writing(self, view: View, may: set[str]) -> None:
        """The fields for hints or for the answer, if the person at the screen is to write."""
        t = self.t
        if "hint" in may and (not view.own or self._changing):
            names = [t._("Your hint")]
            if view.needed == 2:
                names = [t._("Your first hint"), t._("Your second hint")]
            button = t._("Hand in the hint") if view.needed == 1 else t._("Hand in the hints")
            key: tuple[object, ...] = (view.number, HINTS, view.seat, self._changing)
            self._writing.ask(key, names, button, given=view.own)
        elif "guess" in may and view.phase == GUESS:
            key = (view.number, GUESS, view.seat)
            passing = Button(t._("Pass"), "plain", game=GAME)
            passing.clicked.connect(lambda: self._play((Pass(),)))
            if not self._writing.ask(key, [t._("Your answer")], t.p_("one word", "Answer"), others=[passing]):
                discard(passing)
        else:
            self._writing.forget()
        self._writing.setVisible(bool(self._writing.fields))

    def _lay_foot(self, scene: Scene, view: View, may: set[str]) -> None:
        """What else there is to press; buttons that stay keep the focus."""
        t = self.t
        wanted: list[tuple[str, str, str]] = []
        if "hint" in may and view.own and not self._changing:
            change = t._("Change the hint") if view.needed == 1 else t._("Change the hints")
            wanted.append(("change", change, "plain"))
        if "show" in may:
            wanted.append(("show", words.describe_move(Show(), t, scene.names), "primary"))
        if view.phase == RESULT and "counts" in may:
            wanted.append(("counts", words.describe_move(Counts(), t, scene.names), "plain"))
        if "next" in may:
            text = words.describe_move(Next(), t, scene.names) if view.left else t._("To the result")
            wanted.append(("next", text, "primary"))
        if scene.passing:
            wanted.append(("pass_on", t._("Pass on to {name}", name=scene.passing), "primary"))
        if self._may_ask(scene, view, may):
            wanted.append(("tip", t._("Thinking …") if self._thinking else t._("Tip"), "link"))
        shown = {name: button.text().replace("&&", "&") for name, button in self._buttons.items()}
        if shown != {name: text for name, text, _kind in wanted}:
            clear(self._foot)
            self._buttons = {}
            self._foot.addStretch(1)
            for name, text, kind in wanted:
                button = Button(text, kind, game=GAME)
                button.setFont(theme.font("lead", bold=True))
                button.clicked.connect(lambda _checked=False, name=name: self._press(name))
                self._foot.addWidget(button)
                button.show()
                self._buttons[name] = button
            self._foot.addStretch(1)
        if "counts" in self._buttons:
            self._buttons["counts"].setToolTip(
                t._("The answer is another form of the term: the card is made, and the lost card returns.")
            )
        if "tip" in self._buttons:
            tip = self._buttons["tip"]
            tip.setIcon(theme.icon("help"))
            tip.setToolTip(t._("What would a good player do? (Ctrl+T)"))
            tip.setEnabled(not self._thinking)
        self._foot_box.setVisible(bool(wanted))

    @staticmethod
    def _may_ask(scene: Scene, view: View, may: set[str]) -> bool:
        """Whether there is something to decide for which a person alone with bots may want a tip."""
        decides = may & {"show", "guess"} or ("hint" in may and not view.own)
        return bool(scene.active and scene.aids and not scene.advice and decides)

    # Words ----------------------------------------

    def _words(self, scene: Scene, view: View, may: set[str]) -> tuple[str, str]:
        """The one sentence that says what to do, and a line below it."""
        t, names = self.t, scene.names
        if scene.everyone:
            return scene.caption, ""
        if view.phase == RESULT:
            return self._result_words(scene, view)
        title = words.task(view, t, names)
        if scene.passing:
            title = t._("{name} is next.", name=scene.passing)
            if view.own:
                if view.needed == 2:
                    return title, t._("Your hints are in. You can change them until you pass on.")
                return title, t._("Your hint is in. You can change it until you pass on.")
            return title, ""
        if view.phase == HINTS:
            if self._is_new_round(scene):
                return title, t._("All terms of this difficulty have been played; they start over.")
            if view.own or "hint" not in may:
                done = sum(view.has_written)
                of = sum(view.present) - 1
                return title, t._("Hints written: {count} of {of}.", count=done, of=of)
            if view.needed == 2:
                return title, t._("One word each, without blanks. Equal hints cancel each other.")
            return title, t._("One word, without blanks. Equal hints cancel each other.")
        if view.phase == CHECK:
            return title, self._check_words(scene, view)
        if view.phase == GUESS and not view.hints:
            if not any(view.has_written):
                return title, t._("Nobody has written a hint.")
            return title, t._("No hint is left.")
        if view.phase == GUESS and view.seat == view.guesser and view.left == 0:
            return title, t._("It is the last card: a wrong answer costs nothing more.")
        if view.phase == GUESS and view.seat == view.guesser:
            return title, t._("A wrong answer costs another card, passing does not.")
        return title, ""

    def _check_words(self, scene: Scene, view: View) -> str:
        """What was last corrected, or what there is to correct."""
        t = self.t
        if view.seat == view.guesser:
            return ""
        if not view.hints:
            return t._("Nobody has written a hint.")
        events = scene.port.events()
        for place in reversed(range(len(events))):
            event = events[place]
            if isinstance(event, PairParted | PairJoined):
                return words.describe_pairs(events[: place + 1], t, scene.names)
            if isinstance(event, HintStruck | HintRestored):
                return words.describe(event, t, scene.names) or ""
            if isinstance(event, CheckBegun):
                break
        if any(hint.struck for hint in view.hints):
            return t._("Equal hints are struck already. Sort out what breaks the rules.")
        return t._("No two are equal. Sort out what breaks the rules, or what is the same all the same.")

    def _result_words(self, scene: Scene, view: View) -> tuple[str, str]:
        t, names = self.t, scene.names
        guesser = "" if view.guesser is None else names[view.guesser]
        if view.answer is None:
            note = t._("{name} passed.", name=guesser)
        else:
            note = t._("{name} answered “{word}”.", name=guesser, word=view.answer)
        if view.counted:
            return t._("It counts! The card is made."), note
        titles = {
            "hit": t._("Right! The card is made."),
            "pass": t._("Passed. The card is gone."),
        }
        if view.result == MISS:
            title = t._("Wrong. Two cards are gone.") if view.lost else t._("Wrong. The card is gone.")
            return title, note
        return titles.get(view.result, ""), note

    @staticmethod
    def _is_new_round(scene: Scene) -> bool:
        """Whether the terms have started over with the present card."""
        for event in reversed(scene.port.events()):
            if isinstance(event, CardStarted):
                return event.again
        return False

    # Motion ----------------------------------------

    def steps(self, events: Sequence[Event]) -> list[Step]:
        """Folded slips are opened, and a card that is resolved goes to its place in the deck with its mark up."""
        if self._view is None:
            return []
        found: list[Step] = []
        for event in events:
            if isinstance(event, HintsCompared):
                found += self._opening()
            elif isinstance(event, CardResolved):
                found += self._putting_away(event.card)
        return found

    def _opening(self) -> list[Step]:
        folded = [card for card in self._slips.cards if card.slip.written and card.isVisible()]
        flights = []
        for card in folded:
            rect = QRectF(QRect(card.mapTo(self, QPoint(0, 0)), card.size()))
            flights.append(Flight(Face(WRITTEN), rect, rect, turned=Face(SLIP)))
        return [Step(tuple(flights), hides=tuple(folded))] if flights else []

    def _putting_away(self, card: ResolvedCard) -> list[Step]:
        place = self._deck.present
        if card.result not in FATES or place < 0:
            return []
        target = self._deck.card_rect(place).translated(QPointF(self._deck.mapTo(self, QPoint(0, 0))))
        middle = QPointF(self.width() / 2, self.height() / 2)
        size = target.size() * 2
        start = QRectF(middle - QPointF(size.width() / 2, size.height() / 2), size)
        flights = [Flight(Face(BACK), start, target, turned=Face(FATES[card.result]))]
        if card.lost:
            other = self._deck.card_rect(place + 1).translated(QPointF(self._deck.mapTo(self, QPoint(0, 0))))
            flights.append(Flight(Face(BACK), other, other, turned=Face(FATES[MISS])))
        return [Step(tuple(flights))]

    # Acting ----------------------------------------

    def _press(self, name: str) -> None:
        if name == "pass_on":
            self.passed_on.emit()
        elif name == "tip":
            self._thinking = True
            self.asked.emit()
            if self._scene is not None and self._view is not None:
                self._lay_foot(
                    self._scene, self._view, {do for port in self._ports for do in port.view().may}
                )
        elif name == "change":
            self._changing = True
            if self._scene is not None:
                self.show_scene(self._scene)
            self._focus_step()
        else:
            moves: dict[str, Any] = {"show": Show(), "counts": Counts(), "next": Next()}
            self._play((moves[name],))

    def _play(self, moves: tuple[Any, ...]) -> None:
        for move in moves:
            self.moved.emit(self._in_common(move))

    def _in_common(self, move: Any) -> Any:
        """*move*, marked as made by all hint givers if several people at the screen are to make it together."""
        if self._scene is None or not hasattr(move, "together"):
            return move
        views = [port.view() for port in self._ports]
        people = [view for view in views if not self._scene.bots[view.seat] and view.seat != view.guesser]
        return msgspec.structs.replace(move, together=True) if len(people) > 1 else move

    def _write(self, texts: tuple[str, ...]) -> None:
        """What was typed becomes a move, or the reason why it can't be one is said."""
        view, scene = self._view, self._scene
        if view is None or scene is None or not self._ports:
            return
        if view.phase == HINTS:
            move: Any = Hint(texts)
            places = [place for place, text in enumerate(texts) if len(texts) > 1 and not text.strip()]
        else:
            move, places = Guess(texts[0]), []
        refusal = scene.port.game.check(self._ports[0].view(), move)
        if refusal is not None:
            self._writing.complain(refusal.text(self.t), places[0] if places else 0)
            return
        self._changing = False
        self._step = ()
        self.moved.emit(move)

    # Keys ----------------------------------------

    def _focus_step(self) -> None:
        if not self.isVisible():
            return
        if self._writing.fields:
            self._writing.fields[0].setFocus()
        elif self._slips.buttons:
            # What one presses without thinking can be taken back.
            self._slips.undoable().setFocus()
        else:
            for name in ("pass_on", "next", "show", "change"):
                if name in self._buttons:
                    self._buttons[name].setFocus()
                    break

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if key == Qt.Key.Key_T and control and "tip" in self._buttons and not self._thinking:
            self._press("tip")
            return
        arrows = (Qt.Key.Key_Left, Qt.Key.Key_Right)
        if key in arrows and self._slips.move_focus(1 if key == Qt.Key.Key_Right else -1):
            return
        if key == Qt.Key.Key_Escape and self._changing and self._scene is not None:
            self._changing = False
            self.show_scene(self._scene)
            self._focus_step()
            return
        super().keyPressEvent(event)

    # For the screens around the table ----------------------------------------

    @staticmethod
    def keys(t: Texts) -> list[tuple[str, str]]:
        return [(t._("Ctrl+T"), t._("A tip, alone with bots"))]

    @staticmethod
    def headline(view: View, t: Texts, *, ended: bool = False) -> str:
        labels: dict[str, str] = {}
        for option in catalog.meta(GAME).options:
            if isinstance(option, ChoiceOption):
                labels |= {choice: t._(text) for choice, text in option.choices}
        parts = [t.n_("{n} card", "{n} cards", view.of)]
        if not ended:
            # As the log counts them: lost and uncounted cards have no number; what is left says the deck.
            parts = [t._("Card {number}", number=view.number)]
        parts.append(labels[view.difficulty])
        if view.language != t.language:
            parts.append(labels[view.language])
        return " · ".join(parts)

    @staticmethod
    def round_name(number: int, t: Texts) -> str:
        return t._("Card {number}", number=number) if number else t._("All cards")

    @staticmethod
    def curtain(view: View, t: Texts, names: Sequence[str], seats: Sequence[int]) -> CurtainWords:
        if not seats or view.guesser is None:
            return GamePanel.curtain(view, t, names, seats)
        guesser = names[view.guesser]
        if view.phase == CHECK:
            return CurtainWords(
                t._("Check the hints together"),
                t._(
                    "{name}, please come to the screen. {guesser} looks away until the hints are shown.",
                    name=names[seats[0]],
                    guesser=guesser,
                )
                if len(seats) == 1
                else t._(
                    "{names}, please come to the screen. {guesser} looks away until the hints are shown.",
                    names=t.listing([names[seat] for seat in seats]),
                    guesser=guesser,
                ),
                t._("{name} looks away", name=guesser),
            )
        name = names[seats[0]]
        title, button = t._("{name}, please take over", name=name), t._("I am {name}", name=name)
        if view.phase == GUESS:
            return CurtainWords(title, t._("The hints are ready: {name} guesses.", name=name), button)
        return CurtainWords(
            title,
            t._(
                "{guesser} guesses this time and looks away. Only {name} should look at the screen now.",
                guesser=guesser,
                name=name,
            ),
            button,
        )

    @staticmethod
    def table_move(move: Any, view: View, t: Texts, names: Sequence[str]) -> TableMove:
        text = words.describe_move(move, t, names)
        if isinstance(move, Remove):
            name = names[move.member]
            consequence = t._("The others play on without {name}.", name=name)
            if move.member == view.guesser and view.phase in (HINTS, CHECK, GUESS):
                more = t._("This card does not count; another one joins the deck.")
                consequence = f"{consequence} {more}"
            return TableMove(text, t._("Remove {name} from the game?", name=name), consequence)
        if isinstance(move, Abort):
            so_far = t._("{made} of {of} cards are made so far.", made=view.made, of=view.of)
            return TableMove(text, t._("End the game now?"), so_far)
        return TableMove(text)

    @staticmethod
    def round_title(view: View, t: Texts, names: Sequence[str]) -> tuple[str, str]:
        title = t._("{made} of {of} cards made", made=view.made, of=view.of)
        if view.aborted:
            return title, t._("The game was ended early.")
        return title, words.rating(view.made, view.of, t)

    @staticmethod
    def crowned(view: View) -> bool:
        return not view.aborted and 2 * view.made >= view.of

    @staticmethod
    def sheet(view: View, t: Texts, names: Sequence[str]) -> QWidget:
        return card_list(view, t, names)

    @staticmethod
    def round_table(view: View, t: Texts, names: Sequence[str]) -> QWidget:
        return card_list(view, t, names)


PANEL = OneWordPanel
