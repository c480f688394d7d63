"""The table of Geheimer Brief: places above, piles in the middle, the own place with prompt and hand below.

Knows no rule: what may be played comes from the port's choices, why something may not from the game's `check`.
A move is chosen in steps (card, then player, then value), each step narrowing the choices; a step with a single
answer is taken by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from desktop.games.letter.faces import BACK, face
from desktop.widgets import theme
from desktop.widgets.basics import Button, column, label, line
from desktop.widgets.card import Card, CardRow, Pile, card_width
from desktop.widgets.panel import GamePanel, Scene
from desktop.widgets.place import Place, PlaceState
from engine.core.text import Texts
from engine.games.letter import words
from engine.games.letter.model import NEEDS_OTHER, Play, RoundResult, View
from engine.play.session import Port

GAME = "letter"


class LetterPanel(GamePanel):
    """See the module's docstring."""

    back = BACK

    def __init__(self, t: Texts, parent: QWidget | None = None) -> None:
        super().__init__(t, parent)
        self._scene: Scene | None = None
        self._view: View | None = None
        self._choices: tuple[Play, ...] = ()
        self._card: int | None = None
        self._target: int | None = None
        self._places: dict[int, Place] = {}
        self._cards: list[Card] = []
        self._guesses: list[Button] = []
        self._shape: tuple[Any, ...] = ()
        self._layout = column(gap=10)
        self.setLayout(self._layout)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

        self._top = line(gap=12)
        self._layout.addLayout(self._top)
        self._middle = line(gap=24)
        self._layout.addLayout(self._middle, 1)
        self._stock = Pile(BACK)
        self._aside = Pile(BACK)
        self._open = CardRow(110)
        self._open.set_overlap(1.0, room=1)
        self._open.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._open_box = QWidget()
        open_layout = column(gap=2)
        open_layout.setContentsMargins(0, 4, 0, 0)
        open_layout.addWidget(self._open, 0, Qt.AlignmentFlag.AlignHCenter)
        self._open_label = label(t._("set aside face up"), role="muted")
        self._open_label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        open_layout.addWidget(self._open_label)
        self._open_box.setLayout(open_layout)
        self._middle.addStretch(1)
        for pile in (self._stock, self._aside):
            self._middle.addWidget(pile, 0, Qt.AlignmentFlag.AlignVCenter)
        self._middle.addWidget(self._open_box, 0, Qt.AlignmentFlag.AlignVCenter)
        self._middle.addStretch(1)

        self._own = QFrame()
        self._own.setProperty("role", "panel")
        own = line(margin=14, gap=20)
        self._own_place_box = column()
        own.addLayout(self._own_place_box, 6)
        self._words = column(gap=6)
        own.addLayout(self._words, 8)
        self._hand_box = line(gap=4)
        own.addLayout(self._hand_box, 0)
        self._own.setLayout(own)
        self._layout.addWidget(self._own)

        self._title = label("", "heading", serif=True, wrap=True)
        self._hint = label("", role="muted", wrap=True)
        self._ability_name = label("", "lead", role="accent", serif=True, game=GAME)
        self._ability = label("", wrap=True)
        self._guess_box = QWidget()
        self._guess_line = line(gap=6)
        self._guess_box.setLayout(self._guess_line)
        self._actions = line(gap=10)
        self._act = Button("", "primary", game=GAME)
        self._act.clicked.connect(self._commit)
        self._cancel = Button(t._("Choose again"), "link", game=GAME)
        self._cancel.clicked.connect(self._reset_choice)
        self._pass = Button("", "primary", game=GAME)
        self._pass.clicked.connect(self.passed_on.emit)
        for button in (self._act, self._pass, self._cancel):
            self._actions.addWidget(button)
        self._actions.addStretch(1)
        self._words.addWidget(self._title)
        self._words.addWidget(self._hint)
        self._words.addWidget(self._guess_box)
        self._words.addWidget(self._ability_name)
        self._words.addWidget(self._ability)
        self._words.addStretch(1)
        self._words.addLayout(self._actions)

    # Rendering ----------------------------------------

    def show_scene(self, scene: Scene) -> None:
        view: View = scene.port.view()
        self._scene, self._view = scene, view
        self._choices = tuple(scene.port.choices()) if scene.active else ()
        self._card = self._target = None
        self._lay_places(view)
        states = place_states(view, self.t, scene.names, scene.bots)
        for seat, place in self._places.items():
            place.show_state(states[seat])
            place.offer("", "")
        t = self.t
        self._stock.set_pile(
            view.stock,
            t._("Stock: {n}", n=view.stock),
            t.n_("Stock: {n} card", "Stock: {n} cards", view.stock),
        )
        self._aside.set_pile(
            int(view.aside),
            t._("set aside"),
            t._("One card is set aside face down.")
            if view.aside
            else t._("The card set aside has been taken."),
        )
        self._open_box.setVisible(bool(view.open_aside))
        self._open.updateGeometry()
        self._open.set_cards(
            [face(card, t) for card in view.open_aside], t._("Set aside face up"), t._("no cards")
        )
        self._lay_hand(view)
        self._resize_cards()
        self._show_step()
        self._focus_step()

    def _lay_places(self, view: View) -> None:
        """Make the places anew if the seat at the screen has changed; otherwise they stay where they are."""
        shape = (view.seat, view.seats)
        if shape == self._shape:
            return
        self._shape = shape
        for place in self._places.values():
            place.setParent(None)
            place.deleteLater()
        self._places = {}
        first = 0 if view.seat is None else view.seat + 1
        order = [(first + n) % view.seats for n in range(view.seats)]
        for seat in order:
            place = Place(GAME)
            place.chosen.connect(lambda seat=seat: self._choose_target(seat))
            self._places[seat] = place
            if seat == view.seat:
                self._own_place_box.addWidget(place)
            else:
                self._top.addWidget(place, 1)

    def _lay_hand(self, view: View) -> None:
        hand = view.hand if view.turn is not None else ()
        while len(self._cards) > len(hand):
            card = self._cards.pop()
            card.setParent(None)
            card.deleteLater()
        for index, value in enumerate(hand):
            if index == len(self._cards):
                card = Card(face(value, self.t))
                card.clicked.connect(lambda _checked=False, index=index: self._press_card(index))
                card.pointed.connect(lambda here, index=index: self._point(index, here))
                self._hand_box.addWidget(card, 0, Qt.AlignmentFlag.AlignBottom)
                self._cards.append(card)
            shown = self._cards[index]
            shown.set_face(face(value, self.t))
            shown.setChecked(False)
            shown.refuse(self._why_not(value))

    def _why_not(self, value: int) -> str:
        """Why the card *value* may not be played now, in words; empty if it may, or if it is nobody's move here."""
        if not self._choices or any(move.card == value for move in self._choices):
            return ""
        assert self._scene is not None
        assert self._view is not None
        refusal = self._scene.port.game.check(self._view, Play(value))
        return refusal.text(self.t) if refusal else ""

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._resize_cards()

    def sizeHint(self) -> QSize:
        return QSize(960, 620)

    def _resize_cards(self) -> None:
        watching = self._view is not None and self._view.seat is None
        # What is left for cards once names, captions, margins and gaps have their room.
        room = max(240, self.height() - (220 if watching else 236))
        hand = min(420, round(room * 0.54))
        small = min(220, round(room * (0.4 if watching else 0.2)))
        middle = min(260, round(room * (0.46 if watching else 0.25)))
        for card in self._cards:
            card.set_card_height(hand)
        for place in self._places.values():
            place.row.set_card_height(small)
        self._stock.set_card_height(middle)
        self._aside.set_card_height(middle)
        self._open.set_card_height(middle)
        # The room of two cards stays reserved, so that nothing jumps when one is drawn.
        if watching:
            self._own.setFixedHeight(76)
            self._hand_room(0)
        else:
            self._own.setFixedHeight(hand + 2 * Card.MARGIN + Card.LIFT + 28)
            self._hand_room((card_width(hand) + 2 * Card.MARGIN) * 2 + 4)

    def _hand_room(self, width: int) -> None:
        layout = self._hand_box
        first = layout.itemAt(0)
        if first is not None and first.spacerItem() is not None:
            layout.takeAt(0)
        used = sum(card.sizeHint().width() + 4 for card in self._cards)
        layout.insertSpacing(0, max(0, width - used))

    # Choosing a move ----------------------------------------

    def _press_card(self, index: int) -> None:
        assert self._view is not None
        value = self._view.hand[index]
        card = self._cards[index]
        if card.refused or not self._choices:
            card.setChecked(False)
            self._point(index, True)
            return
        if self._card == value and self._chosen_index() == index:
            if self._ready() is not None:
                self._commit()
            else:
                card.setChecked(True)
            return
        self._card, self._target = value, None
        for other, widget in enumerate(self._cards):
            widget.setChecked(other == index)
        self._take_single_step()
        self._show_step()
        self._focus_step()

    def _chosen_index(self) -> int:
        return next((index for index, card in enumerate(self._cards) if card.isChecked()), -1)

    def _take_single_step(self) -> None:
        targets = {move.target for move in self._matching()}
        if len(targets) == 1:
            self._target = next(iter(targets))

    def _choose_target(self, seat: int) -> None:
        if self._card is None or not self._places[seat].targetable:
            return
        self._target = seat
        if self._ready() is not None:
            self._commit()
        else:
            self._show_step()
            self._focus_step()

    def _choose_guess(self, guess: int) -> None:
        for move in self._matching():
            if move.guess == guess:
                self._play(move)
                return

    def _matching(self) -> list[Play]:
        """The moves that fit what has been chosen so far."""
        return [
            move
            for move in self._choices
            if move.card == self._card and (self._target is None or move.target == self._target)
        ]

    def _ready(self) -> Play | None:
        """The one move left, or None."""
        moves = self._matching() if self._card is not None else []
        return moves[0] if len(moves) == 1 else None

    def _commit(self) -> None:
        move = self._ready()
        if move is not None:
            self._play(move)

    def _play(self, move: Play) -> None:
        self._choices = ()
        self.moved.emit(move)

    def _reset_choice(self) -> None:
        index = self._chosen_index()
        self._card = self._target = None
        for card in self._cards:
            card.setChecked(False)
        self._show_step()
        if index >= 0:
            self._cards[index].setFocus()

    # What to do, in words ----------------------------------------

    def _show_step(self) -> None:
        scene, view, t = self._scene, self._view, self.t
        assert scene is not None
        assert view is not None
        ready = self._ready()
        moves = self._matching() if self._card is not None else []
        targets = sorted({move.target for move in moves if move.target is not None})
        guesses = sorted(
            {move.guess for move in moves if move.guess is not None and self._target is not None}
        )
        for seat, place in self._places.items():
            if seat in targets and self._target is None:
                text = t._("Choose yourself") if seat == view.seat else t._("Choose")
                place.offer(text, t._("Choose {name}", name=scene.names[seat]))
            elif seat in targets:
                place.offer("", "")
                place.mark(True)
            else:
                place.offer("", "")
        self._show_guesses(guesses)
        self._act.setVisible(ready is not None)
        self._cancel.setVisible(self._card is not None)
        self._pass.setVisible(bool(scene.passing))
        if ready is not None:
            if ready.target is None:
                self._act.setText(t._("Play this card"))
            elif ready.target == view.seat:
                self._act.setText(t._("Play on yourself"))
            else:
                self._act.setText(t._("Play against {name}", name=scene.names[ready.target]))
        self._title.setText(self._title_text(scene, view))
        self._hint.setText(self._hint_text(scene, view, targets, guesses))
        self._hint.setVisible(bool(self._hint.text()))
        if scene.passing:
            self._pass.setText(t._("Pass on to {name}", name=scene.passing))
        self._show_ability(self._card)

    def _title_text(self, scene: Scene, view: View) -> str:
        t = self.t
        if scene.active:
            return t._("{name}, it is your turn.", name=scene.names[view.turn or 0])
        if view.turn is None:
            return ""
        if scene.bots[view.turn]:
            return t._("{name} is thinking …", name=scene.names[view.turn])
        return t._("It is the turn of {name}.", name=scene.names[view.turn])

    def _hint_text(self, scene: Scene, view: View, targets: Sequence[int], guesses: Sequence[int]) -> str:
        t = self.t
        if scene.passing:
            return t._("Look at what happened, then pass the screen on.")
        if not scene.active:
            return t._("You are out of this round.") if view.seat is not None and view.out[view.seat] else ""
        if self._card is None:
            refused = next((card.refused for card in self._cards if card.refused), "")
            return refused or t._("Play one of your two cards.")
        if guesses:
            return t._("Which card does {name} have?", name=scene.names[self._target or 0])
        if self._target is None and targets:
            return t._("Choose a player.")
        ready = self._ready()
        if ready is not None and ready.target is None and ready.card in NEEDS_OTHER:
            return t._("Nobody can be chosen: the card has no effect.")
        return ""

    def _show_guesses(self, guesses: Sequence[int]) -> None:
        if [button.property("guess") for button in self._guesses] != list(guesses):
            for button in self._guesses:
                button.setParent(None)
                button.deleteLater()
            while self._guess_line.count():
                self._guess_line.takeAt(0)
            self._guesses = []
            for value in guesses:
                made = Button(str(value), "value", game=GAME)
                name = words.card_name(value, self.t)
                made.setProperty("guess", value)
                made.setAccessibleName(f"{value} {name}")
                made.setToolTip(name)
                made.setFont(theme.font("heading", serif=True))
                made.clicked.connect(lambda _checked=False, value=value: self._choose_guess(value))
                self._guess_line.addWidget(made)
                self._guesses.append(made)
            self._guess_line.addStretch(1)
        self._guess_box.setVisible(bool(guesses))

    def _point(self, index: int, here: bool) -> None:
        assert self._view is not None
        if index < len(self._view.hand):
            self._show_ability(self._view.hand[index] if here else self._card)

    def _show_ability(self, value: int | None) -> None:
        """The ability of a card in words: of the one pointed at, or the one chosen."""
        if value is not None:
            self._ability_name.setText(words.card_label(value, self.t))
            self._ability.setText(words.card_text(value, self.t))
        shown = value is not None and not self._guesses
        self._ability_name.setVisible(shown)
        self._ability.setVisible(shown)

    def _focus_step(self) -> None:
        """Put the focus where the next step is made, so that the keyboard alone is enough."""
        if self._scene is None or not self.isVisible():
            return
        if self._scene.passing:
            self._pass.setFocus()
        elif self._guesses:
            self._guesses[0].setFocus()
        elif self._act.isVisibleTo(self):
            if self._chosen_index() < 0 or not self._cards[self._chosen_index()].hasFocus():
                self._act.setFocus()
        elif self._card is not None:
            for place in self._places.values():
                if place.targetable:
                    place.button.setFocus()
                    break
        elif self._choices:
            for card in self._cards:
                if not card.refused:
                    card.setFocus()
                    break

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key == Qt.Key.Key_Escape and self._card is not None:
            self._reset_choice()
            return
        if Qt.Key.Key_1 <= key <= Qt.Key.Key_8:
            digit = key - Qt.Key.Key_0
            if self._guesses:
                self._choose_guess(digit)
                return
            for index, card in enumerate(self._cards):
                if card.face.numeral == str(digit):
                    card.setFocus()
                    self._press_card(index)
                    return
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and self._move_focus(
            1 if key == Qt.Key.Key_Right else -1
        ):
            return
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            for card in self._cards:
                if card.hasFocus():
                    card.click()
                    return
        super().keyPressEvent(event)

    def _move_focus(self, step: int) -> bool:
        """Left and right go through cards, values or targets, whichever holds the focus."""
        groups: list[list[QWidget]] = [
            list(self._cards),
            list(self._guesses),
            [place.button for place in self._places.values() if place.targetable],
        ]
        for group in groups:
            for index, widget in enumerate(group):
                if widget.hasFocus() and len(group) > 1:
                    group[(index + step) % len(group)].setFocus()
                    return True
        return False

    # For the screens around the table ----------------------------------------

    @staticmethod
    def headline(view: View, t: Texts) -> str:
        number = len(view.rounds) + (0 if view.turn is None and view.rounds else 1)
        return t._("Round {number} · goal {goal}", number=number, goal=view.goal)

    @staticmethod
    def lines(port: Port, t: Texts, names: Sequence[str]) -> list[str]:
        found = (words.describe(event, t, names) for event in port.events())
        return [text for text in found if text]

    @staticmethod
    def round_title(view: View, t: Texts, names: Sequence[str]) -> tuple[str, str]:
        result = view.rounds[-1]
        return words.round_won(result, t, names), words.round_reason(result, t, names)

    @staticmethod
    def round_table(view: View, t: Texts, names: Sequence[str]) -> QWidget:
        return _RoundTable(view.rounds[-1], t, names)


class _RoundTable(QWidget):
    """Every player's row and hand at the end of a round."""

    def __init__(self, result: RoundResult, t: Texts, names: Sequence[str]) -> None:
        super().__init__()
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(18)
        grid.setVerticalSpacing(6)
        grid.addWidget(label(t._("Hand"), role="muted"), 0, 1)
        grid.addWidget(label(t._("Row"), role="muted"), 0, 2)
        grid.setColumnStretch(2, 1)
        for seat, name in enumerate(names):
            who: QVBoxLayout | QHBoxLayout = column(gap=2)
            title = label(name, "lead", serif=True)
            who.addStretch(1)
            who.addWidget(title)
            won = seat in result.winners
            if won:
                state = label(t._("+1 point"), role="good", bold=True)
            elif result.hands[seat]:
                state = label(t._("still in"), role="muted")
            else:
                state = label(t._("out"), role="muted")
            who.addWidget(state)
            who.addStretch(1)
            grid.addLayout(who, seat + 1, 0)
            hand = CardRow(80)
            hand.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
            cards = [face(result.hands[seat], t)] if result.hands[seat] else []
            hand.set_cards(cards, t._("Hand of {name}", name=name), t._("no card"))
            grid.addWidget(hand, seat + 1, 1)
            row = CardRow(80)
            row.set_cards(
                [face(card, t) for card in result.rows[seat]],
                t._("Row of {name}", name=name),
                t._("no cards"),
            )
            grid.addWidget(row, seat + 1, 2)
        self.setLayout(grid)


def place_states(view: View, t: Texts, names: Sequence[str], bots: Sequence[str]) -> list[PlaceState]:
    """What each place shows, by seat."""
    found = []
    for seat, name in enumerate(names):
        sign, status = "", t._("one card in hand")
        if view.out[seat]:
            sign, status = "out", t._("out of the round")
        elif view.shielded[seat]:
            sign, status = "shield", t._("protected until the next turn")
        elif view.turn == seat:
            sign, status = "turn", t._("to move")
        known = view.known[seat] if view.turn is not None and seat != view.seat else 0
        found.append(
            PlaceState(
                name=name,
                points=view.points[seat],
                goal=view.goal,
                points_spoken=t._("{points} of {goal} points", points=view.points[seat], goal=view.goal),
                status=status,
                sign=sign,
                note=t._("You know: {card}", card=words.card_label(known, t)) if known else "",
                row=tuple(face(card, t) for card in view.rows[seat]),
                row_label=t._("Row of {name}", name=name),
                row_empty=t._("no cards"),
                turn=view.turn == seat,
                out=view.out[seat],
                bot=bots[seat],
            )
        )
    return found


PANEL = LetterPanel
