"""The table of Geheimer Brief: places above, piles in the middle, the own place with prompt and hand below.

Knows no rule: what may be played comes from the port's choices, why something may not from the game's `check`.
A move is chosen in steps (card, then player, then value), each step narrowing the choices; a step with a single
answer is taken by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from desktop.games.letter import show
from desktop.games.letter.faces import BACK, BACK_FACE, face
from desktop.games.letter.result import RoundTable
from desktop.widgets import theme
from desktop.widgets.bars import Bars, Counts
from desktop.widgets.basics import Button, column, discard, label, line
from desktop.widgets.card import Card, CardRow, Pile, card_width
from desktop.widgets.motion import Step
from desktop.widgets.names import broad
from desktop.widgets.panel import GamePanel, Looks, Scene
from desktop.widgets.place import Place, PlaceState
from engine.core.game import Event
from engine.core.text import Texts
from engine.games.letter import words
from engine.games.letter.belief import Belief, belief
from engine.games.letter.model import COPIES, NEEDS_OTHER, Play, RoundStarted, View
from engine.games.letter.rules import puts_out

GAME = "letter"
LEAST_HEIGHT, LEAST_ROOM, LEAST_CARD = 372, 120, 36
"""The heights that the panel, all its cards together, and each card on the table have at least, in pixels."""
DRAWN = 60
"""The height from which on a card's drawing is easily read, in pixels."""
AROUND_CARDS = 152
"""What the places above and the piles need besides their cards, with all gaps, in pixels."""
LEAST_HAND, LEAST_WORDS = 80, 370
"""The height of a card in the hand, and the width of the words beside it, that are kept in any window, in pixels."""
LONG_TITLE = 80
"""Characters from which on the line that says what happens is set smaller."""

LOW = 230
"""An own place lower than this, in pixels, has no line of its own for the name of an ability."""


class LetterPanel(GamePanel):
    """See the module's docstring."""

    round_event = RoundStarted
    letters = "0LPRT"
    describe = staticmethod(words.describe)
    back = BACK

    def __init__(self, t: Texts, looks: Looks | None = None, parent: QWidget | None = None) -> None:
        super().__init__(t, looks, parent)
        self._scene: Scene | None = None
        self._view: View | None = None
        self._choices: tuple[Play, ...] = ()
        self._card: int | None = None
        self._target: int | None = None
        self._places: dict[int, Place] = {}
        self._cards: list[Card] = []
        """The cards in hand, in the view's order."""
        self._slots = [0, 0]
        """Which value lies in which of the two places for cards in hand, from the left."""
        self._slots_of: tuple[int | None, int] = (None, 0)
        self._guesses: list[Button] = []
        self._said: dict[Button, str] = {}
        """What stands on the buttons that name a player, in one line."""
        self._shape: tuple[Any, ...] = ()
        self._warned = False
        self._unseen: tuple[int, ...] = ()
        self._layout = column(gap=6)
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
        self._counts = Counts(GAME)
        self._counts.hide()
        self._middle.addWidget(self._counts, 0, Qt.AlignmentFlag.AlignVCenter)
        self._middle.addStretch(1)

        self._own = QFrame()
        self._own.setProperty("role", "panel")
        own = line(margin=10, gap=12)
        self._own_place_box = column()
        own.addLayout(self._own_place_box, 6)
        self._words = column(gap=6)
        own.addLayout(self._words, 8)
        self._hand_box = line(gap=4)
        own.addLayout(self._hand_box, 0)
        self._own.setLayout(own)
        self._own_line = own
        self._layout.addWidget(self._own)

        self._title = label("", "heading", serif=True, wrap=True)
        self._hint = label("", role="muted", wrap=True)
        self._ability_name = label("", "lead", role="accent", serif=True, game=GAME)
        self._ability = label("", wrap=True)
        self._advice = label("", role="good", bold=True, wrap=True)
        self._guess_box = QWidget()
        self._guess_line = line(gap=4)
        self._guess_box.setLayout(self._guess_line)
        self._actions = line(gap=10)
        self._act = Button("", "primary", game=GAME)
        self._act.clicked.connect(self._commit)
        self._cancel = Button(t._("Choose again"), "link", game=GAME)
        self._cancel.clicked.connect(self._reset_choice)
        self._pass = Button("", "primary", game=GAME)
        self._pass.clicked.connect(self.passed_on.emit)
        self._tip = Button(t._("Tip"), "link", game=GAME)
        self._tip.setIcon(theme.icon("help"))
        self._tip.setToolTip(t._("What would a good player do? (T)"))
        self._tip.clicked.connect(self._ask_tip)
        for button in (self._act, self._pass, self._cancel, self._tip):
            self._actions.addWidget(button)
        self._actions.addStretch(1)
        self._words.addWidget(self._title)
        self._words.addWidget(self._hint)
        self._words.addWidget(self._advice)
        self._words.addWidget(self._guess_box)
        self._words.addWidget(self._ability_name)
        self._words.addWidget(self._ability)
        self._words.addStretch(1)
        self._words.addLayout(self._actions)
        # Last, since Tab goes through the words first.
        self._slot_cards = (self._slot_card(), self._slot_card())

    # Rendering ----------------------------------------

    def show_scene(self, scene: Scene) -> None:
        view: View = scene.view()
        self._scene, self._view = scene, view
        self._choices = tuple(scene.port.choices()) if scene.active else ()
        self._card = self._target = None
        self._warned = False
        t = self.t
        beliefs = self._beliefs(scene, view)
        self._unseen = beliefs.unseen() if beliefs is not None else ()
        self._lay_places(view)
        states = place_states(view, t, scene, beliefs)
        for seat, place in self._places.items():
            place.show_state(states[seat])
            place.offer("", "")
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
        self._open.set_cards(
            [face(card, t) for card in view.open_aside], t._("Set aside face up"), t._("no cards")
        )
        self._open.updateGeometry()
        self._show_counts()
        self._lay_hand(view)
        self._show_step()
        self._focus_step()

    def _beliefs(self, scene: Scene, view: View) -> Belief | None:
        """What the person at the screen can work out, if aids are wanted and there is somebody to help."""
        if not scene.aids or view.seat is None or view.turn is None or scene.everyone:
            return None
        events = [
            event for at, event in scene.port.dated_events() if scene.revision is None or at <= scene.revision
        ]
        return belief(view.seat, view.seats, events)

    def _show_counts(self) -> None:
        """How many of each value are not seen yet, all the while if aids are wanted."""
        values = range(1, 9) if self._unseen else ()
        counts = [(str(value), self._unseen[value], COPIES[value]) for value in values]
        self._counts.set_counts(
            self.t._("Not seen yet"), counts, "; ".join(self._count_in_words(value) for value in values)
        )

    def _count_in_words(self, value: int) -> str:
        name, left, all_ = words.card_label(value, self.t), self._unseen[value], COPIES[value]
        return self.t._("{card}: {left} of {all} not seen yet", card=name, left=left, all=all_)

    def _lay_places(self, view: View) -> None:
        """Make the places anew if the seat at the screen has changed; otherwise they stay where they are."""
        shape = (view.seat, view.seats)
        if shape == self._shape:
            return
        self._shape = shape
        for place in self._places.values():
            discard(place)
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
            place.show()

    def _lay_hand(self, view: View) -> None:
        assert self._scene is not None
        hand = view.hand if view.turn is not None and not self._scene.everyone else ()
        if self._slots_of != (view.seat, len(view.rounds)):
            self._slots_of, self._slots = (view.seat, len(view.rounds)), [0, 0]
        self._slots = into_slots(self._slots, hand)
        free = [0, 1]
        self._cards = []
        for value in hand:
            slot = next(index for index in free if self._slots[index] == value)
            free.remove(slot)
            card = self._slot_cards[slot]
            card.set_face(face(value, self.t))
            card.setChecked(False)
            card.refuse(self._why_not(value))
            card.show()  # at once, so that it can take the focus; a layout shows it later
            self._cards.append(card)
        for slot in free:
            self._slot_cards[slot].hide()
        for card in self._slot_cards:
            policy = card.sizePolicy()
            policy.setRetainSizeWhenHidden(view.seat is not None)
            card.setSizePolicy(policy)

    def _slot_card(self) -> Card:
        """A place for a card in hand. It keeps its room when it is empty, so that nothing jumps."""
        card = Card(BACK_FACE)
        card.clicked.connect(lambda: self._press_card(self._cards.index(card)))
        card.pointed.connect(
            lambda here: self._point(self._cards.index(card), here) if card in self._cards else None
        )
        self._hand_box.addWidget(card, 0, Qt.AlignmentFlag.AlignBottom)
        card.hide()
        return card

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

    def minimumSizeHint(self) -> QSize:
        # Not what its cards take now: they become smaller when something else needs the room.
        return QSize(super().minimumSizeHint().width(), LEAST_HEIGHT)

    def _resize_cards(self) -> None:
        watching = self._view is not None and self._view.seat is None
        # What is left for cards once names, captions, margins and gaps have their room.
        room = max(LEAST_ROOM, self.height() - (221 if watching else 237))
        size = {"small": 0.84, "medium": 0.93}.get(self.looks.card_size, 1.0)
        side = max(230, min(340, round(self.width() * 0.24)))
        # Two cards, each with its margins, beside the own place and the words.
        broad = (self.width() - 58 - side - LEAST_WORDS) / 2 - 2 * Card.MARGIN
        hand = max(LEAST_HAND, min(420, round(room * 0.54 * size), round(broad / theme.CARD_RATIO)))
        small = min(220, round(room * (0.4 if watching else 0.25) * size))
        middle = min(260, round(room * (0.46 if watching else 0.28) * size))
        own = 76 if watching else hand + 2 * Card.MARGIN + Card.LIFT + 26
        beside = 0 if watching else (card_width(hand) + 2 * Card.MARGIN) * 2 + 4
        seat = None if self._view is None else self._view.seat
        mine = None if seat is None else self._places.get(seat)
        if mine is not None:
            # A fixed share, whatever stands beside it, so that nothing jumps.
            mine.setFixedWidth(side)
        # Hand, row and bars must find their place side by side.
        top = max(1, len(self._places) - (mine is not None))
        inner = (self.width() + 12) / top - 48
        if self._scene is not None and self._scene.everyone:
            small = min(small, round(inner / 3.8 / theme.CARD_RATIO))
        else:
            aided = any(place.bars.isVisibleTo(place) for place in self._places.values())
            bars = Bars.width_of(8) + 6 if aided else 0
            small = min(small, round((inner - bars - 12) / 2.8 / theme.CARD_RATIO))
        # Long words (names, tips, a whole turn told in the replay) get their room from the cards above them.
        words_height = self._words_height(beside, mine)
        # The own row has smaller cards first: its hand lies beside it, open.
        excess = max(0, max(words_height, 0 if mine is None else LEAST_CARD + 93) + 26 - own)
        own += excess
        share = small / (small + middle)
        small = max(LEAST_CARD, small - round(excess * share))
        middle = max(LEAST_CARD, middle - round(excess * (1 - share)))
        if not watching and min(small, middle) < DRAWN:
            # What names, captions and gaps leave, for both alike.
            left = self.height() - own - AROUND_CARDS
            if left > small + middle:
                small, middle = min(DRAWN, left // 2), min(max(DRAWN, middle), left - left // 2)
        for card in self._slot_cards:
            card.set_card_height(hand)
        for place in self._places.values():
            place.set_card_height(small if place is not mine else max(LEAST_CARD, min(small, own - 120)))
        self._stock.set_card_height(middle)
        self._aside.set_card_height(middle)
        self._open.set_card_height(middle)
        # The room of two cards stays reserved, so that nothing jumps when one is drawn.
        self._own_line.setStretch(0, 0 if watching else 6)
        self._own.setFixedHeight(own)

    def _words_height(self, beside: int, mine: Place | None) -> int:
        """The height that the words need between the own place and the cards, whose width is *beside*."""
        width = self.width() - 26 - 2 * self._own_line.spacing() - beside
        if mine is not None:
            width -= mine.minimumWidth()
        self._break_buttons(max(120, width))
        return self._words.totalHeightForWidth(max(120, width))

    def _break_buttons(self, width: int) -> None:
        """Buttons with a player's name take two lines where *width* has no room for one."""
        shown = [b for b in (self._act, self._pass, self._cancel, self._tip) if not b.isHidden()]
        for button, said in self._said.items():
            button.setText(said)
            button.setAccessibleName(said)
            if button.isHidden():
                continue
            taken = sum(one.sizeHint().width() + self._actions.spacing() for one in shown)
            over = taken - width
            if over > 0:
                metrics = button.fontMetrics()
                words = metrics.horizontalAdvance(said)
                # Two lines of about the same length rather than a long and a short one.
                button.setText(broad(said, button.font(), min(words - over, round(words * 0.6))))

    # Motion ----------------------------------------

    def steps(self, events: Sequence[Event]) -> list[Step]:
        view = self._view
        if view is None or not self._places:
            return []
        stock = self._pile_rect(self._stock)
        size = stock.size() * 1.35
        # The middle of the table, where shown cards can be read.
        centre = QPointF(self.width() / 2, stock.center().y())
        middle = QRectF(centre - QPointF(size.width() / 2, size.height() / 2), size)
        used: set[int] = set()

        def own(value: int) -> tuple[QWidget, QRectF] | None:
            for index, card in enumerate(self._cards):
                if index not in used and card.face.numeral == str(value):
                    used.add(index)
                    return card, card.card_rect().translated(QPointF(card.mapTo(self, card.rect().topLeft())))
            return None

        spots = show.Spots(
            viewer=view.seat,
            hand=self._hand_rect,
            slot=lambda seat, count: self._slot_rect(seat, count),
            own=own,
            stock=stock,
            aside=self._pile_rect(self._aside),
            middle=middle,
            cards=tuple(view.hand) if view.turn is not None else (),
            lengths={seat: len(row) for seat, row in enumerate(view.rows)},
            names=() if self._scene is None else self._scene.names,
        )
        return show.steps(events, spots, self.t)

    def _pile_rect(self, pile: Pile) -> QRectF:
        return pile.card_rect().translated(QPointF(pile.mapTo(self, pile.rect().topLeft())))

    def _slot_rect(self, seat: int, count: int) -> QRectF:
        row = self._places[seat].row
        return row.rects(count)[-1].translated(QPointF(row.mapTo(self, row.rect().topLeft())))

    def _hand_rect(self, seat: int) -> QRectF:
        """Where the hand of *seat* is: the last own card, or beside the player's row."""
        if self._view is not None and seat == self._view.seat and self._cards:
            card = self._cards[-1]
            return card.card_rect().translated(QPointF(card.mapTo(self, card.rect().topLeft())))
        hand = self._places[seat].hand
        if not hand.isVisibleTo(self):
            return self._slot_rect(seat, 1)
        return hand.rects(1)[0].translated(QPointF(hand.mapTo(self, hand.rect().topLeft())))

    def _ask_tip(self) -> None:
        """Somebody wants a tip; it may take a moment, and until then the button says so."""
        self._tip.setText(self.t._("Thinking …"))
        self._tip.setEnabled(False)
        self.asked.emit()

    # Choosing a move ----------------------------------------

    def begun(self) -> Any:
        """Which card is chosen, and which it was."""
        return None if self._card is None else (self._chosen_index(), self._card)

    def take_up(self, begun: Any) -> None:
        index, card = begun
        if self._view is not None and index < len(self._view.hand) and self._view.hand[index] == card:
            self._press_card(index)

    def _press_card(self, index: int) -> None:
        assert self._view is not None
        value = self._view.hand[index]
        card = self._cards[index]
        if card.refused or not self._choices:
            card.setChecked(False)
            self._point(index, True)
            return
        if self._card == value and not card.isChecked():
            # Pressed again: Qt has just taken its mark away.
            card.setChecked(True)
            if self._ready() is not None:
                self._commit()
            return
        self._card, self._target, self._warned = value, None, False
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
        if move is None:
            return
        assert self._scene is not None
        assert self._view is not None
        if self._scene.confirm and not self._warned and puts_out(self._view, move):
            self._warned = True
            self._show_step()
            self._focus_step()
            return
        self._play(move)

    def _play(self, move: Play) -> None:
        self._choices = ()
        # What is done is no longer to be asked for while it is being shown.
        for done in (self._act, self._cancel, self._tip, self._hint, self._guess_box):
            done.hide()
        for seat, place in self._places.items():
            place.offer("", "")
            place.mark(seat == move.target)
        self.make_move(move)

    def _reset_choice(self) -> None:
        index = self._chosen_index()
        self._card = self._target = None
        self._warned = False
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
        self._tip.setText(t._("Tip"))
        self._tip.setEnabled(True)
        self._tip.setVisible(scene.active and scene.aids and self._card is None)
        self._advice.setText(scene.advice if scene.active else "")
        self._advice.setVisible(bool(self._advice.text()))
        if ready is not None:
            if self._warned:
                act = t._("Play it all the same")
            elif ready.target is None:
                act = t._("Play this card")
            elif ready.target == view.seat:
                act = t._("Play on yourself")
            else:
                act = t._("Play against {name}", name=scene.names[ready.target])
            self._said[self._act] = act
        title = self._title_text(scene, view)
        self._title.setText(title)
        self._title.setFont(theme.font("lead" if len(title) > LONG_TITLE else "heading", serif=True))
        self._hint.setText(self._hint_text(scene, view, targets, guesses))
        self._hint.setVisible(bool(self._hint.text()))
        if scene.passing:
            self._said[self._pass] = t._("Pass on to {name}", name=scene.passing)
        self._show_ability(self._card if self._card is not None else self._focused())
        self._resize_cards()

    def _focused(self) -> int | None:
        """The card in hand that has the focus, if any: it keeps it while a tip comes, and so its words."""
        assert self._view is not None
        pairs = zip(self._view.hand, self._cards, strict=False)
        return next((value for value, card in pairs if card.hasFocus()), None)

    def _title_text(self, scene: Scene, view: View) -> str:
        t = self.t
        if scene.revision is not None or scene.everyone:
            return scene.caption
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
        if self._warned:
            return t._("Careful: this puts you out of the round.")
        if guesses:
            asked = t._("Which card does {name} have?", name=scene.names[self._target or 0])
            if self._unseen:
                return " ".join((asked, t._("Below each value: how many are not seen yet, of how many.")))
            return asked
        if self._target is None and targets:
            return t._("Choose a player.")
        ready = self._ready()
        if ready is not None and ready.target is None and ready.card in NEEDS_OTHER:
            return t._("Nobody can be chosen: the card has no effect.")
        return ""

    def _show_guesses(self, guesses: Sequence[int]) -> None:
        shown = [button.property("guess") for button in self._guesses]
        if shown != list(guesses) or (guesses and self._unseen):
            for button in self._guesses:
                discard(button)
            while self._guess_line.count():
                self._guess_line.takeAt(0)
            self._guesses = []
            for value in guesses:
                made = Button(str(value), "value", game=GAME)
                made.arrows_to_parent = True
                name = words.card_label(value, self.t)
                if self._unseen:
                    made.set_note(f"{self._unseen[value]}/{COPIES[value]}")
                    name = self._count_in_words(value)
                made.setProperty("guess", value)
                made.setAccessibleName(name)
                made.setToolTip(name)
                made.setFont(theme.font("heading", serif=True))
                made.clicked.connect(lambda _checked=False, value=value: self._choose_guess(value))
                self._guess_line.addWidget(made)
                made.show()
                self._guesses.append(made)
            self._guess_line.addStretch(1)
        self._guess_box.setVisible(bool(guesses))

    def _point(self, index: int, here: bool) -> None:
        assert self._view is not None
        if index < len(self._view.hand):
            self._show_ability(self._view.hand[index] if here else self._card)
            self._resize_cards()

    def _show_ability(self, value: int | None) -> None:
        """The ability of a card in words: of the one pointed at, or the one chosen."""
        low = self._own.height() < LOW
        if value is not None:
            name, text = words.card_label(value, self.t), words.card_text(value, self.t)
            self._ability_name.setText(name)
            # In a low window the name shares the text's lines.
            self._ability.setText(f"{name}: {text}" if low else text)
        shown = value is not None and not self._guesses
        self._ability_name.setVisible(shown and not low)
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
        if key == Qt.Key.Key_T and self._tip.isVisibleTo(self):
            self._ask_tip()
            return
        if key == Qt.Key.Key_Escape and self._card is not None:
            self._reset_choice()
            return
        if Qt.Key.Key_1 <= key <= Qt.Key.Key_8:
            digit = key - Qt.Key.Key_0
            if self._guesses:
                self._choose_guess(digit)
                return
            for card in self._cards:
                if card.face.numeral == str(digit):
                    card.setFocus()
                    card.click()
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
    def headline(view: View, t: Texts, *, ended: bool = False) -> str:
        number = len(view.rounds) + (0 if view.rounds and (ended or view.turn is None) else 1)
        return t._("Round {number} · goal {goal}", number=number, goal=view.goal)

    @staticmethod
    def round_title(view: View, t: Texts, names: Sequence[str]) -> tuple[str, str]:
        result = view.rounds[-1]
        return words.round_won(result, t, names), words.round_reason(result, t, names)

    @staticmethod
    def round_table(view: View, t: Texts, names: Sequence[str]) -> QWidget:
        return RoundTable(view.rounds[-1], t, names)


def into_slots(slots: Sequence[int], hand: Sequence[int]) -> list[int]:
    """Where each card of *hand* lies: one that lay there already stays, a new one takes a free place (0)."""
    left = list(hand)
    found = [0] * len(slots)
    for index, value in enumerate(slots):
        if value in left:
            found[index] = value
            left.remove(value)
    for value in left:
        found[found.index(0)] = value
    return found


def place_states(view: View, t: Texts, scene: Scene, beliefs: Belief | None) -> list[PlaceState]:
    """What each place shows, by seat."""
    found = []
    others = [] if beliefs is None else [seat for seat in range(view.seats) if seat != view.seat]
    # One scale for all, so that bars can be compared from player to player.
    most = max((max(beliefs.chances(s)[1:]) for s in others if beliefs and not view.out[s]), default=1.0)
    for seat, name in enumerate(scene.names):
        count = view.hand_size(seat)
        sign, status = "", t._("one card in hand") if count else ""
        if view.out[seat]:
            sign, status = "out", t._("out of the round")
        elif view.shielded[seat]:
            sign, status = "shield", t._("protected until the next turn")
        elif view.turn == seat:
            sign, status = "turn", t._("to move")
        known = view.known[seat] if view.turn is not None and seat != view.seat else 0
        chances: tuple[float, ...] = ()
        spoken = ""
        if beliefs is not None and seat != view.seat and not view.out[seat]:
            chances = beliefs.chances(seat)[1:]
            likely = sorted(
                ((chance, card) for card, chance in enumerate(chances, 1) if chance > 0.005), reverse=True
            )
            spoken = t._(
                "{name} may have: {chances}",
                name=name,
                chances=", ".join(
                    f"{words.card_label(card, t)} {round(chance * 100)} %" for chance, card in likely
                ),
            )
        own = seat == view.seat
        hand: tuple[int, ...] = ()
        if scene.everyone and view.turn is not None:
            port = scene.everyone[seat]
            hand = (port.view() if scene.revision is None else port.view_at(scene.revision)).hand
        elif scene.everyone and view.rounds:
            # The round has just ended: what was still held.
            hand = (view.rounds[-1].hands[seat],) if view.rounds[-1].hands[seat] else ()
        shown, closed = tuple(face(card, t) for card in hand), ""
        if not hand and not own:
            shown = (BACK_FACE,) * count
            closed = t.n_("{n} card face down", "{n} cards face down", count) if count else t._("no cards")
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
                bot=t._("Bot: {strength}", strength=scene.bots[seat]) if scene.bots[seat] else "",
                strength=scene.bots[seat],
                hand=None if own and not hand else shown,
                hand_label=t._("Hand of {name}", name=name),
                hand_spoken=closed,
                chances=chances,
                chance_labels=tuple(str(card) for card in range(1, 9)) if chances else (),
                chances_spoken=spoken,
                chances_most=most,
            )
        )
    return found


PANEL = LetterPanel
