"""The table of Valknut: the others above, stock, trump, trick and pad in the middle, the hand below.

Knows no rule: what may be played, bid, taken or given back comes from the port's choices, why not from `check`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from desktop.games.valknut import show
from desktop.games.valknut.bidding import Bidding
from desktop.games.valknut.faces import BACK, face
from desktop.games.valknut.pad import Pad
from desktop.games.valknut.rival import ABOVE, GAME, PlaceState, PlayerPlace, backs
from desktop.games.valknut.trick import TrickCard, TrickPlace
from desktop.widgets import theme
from desktop.widgets.basics import Button, clear, column, label, line
from desktop.widgets.card import Card, CardRow, Pile
from desktop.widgets.hand import Hand
from desktop.widgets.motion import UNTIL_PRESSED, Step
from desktop.widgets.names import broad
from desktop.widgets.panel import GamePanel, Looks, Scene
from engine.core.game import Event
from engine.core.text import Texts
from engine.games.valknut import aids, words
from engine.games.valknut.model import (
    Bid,
    Bury,
    CardPlayed,
    DrawCard,
    Give,
    Pass,
    Play,
    RoundEnded,
    RoundStarted,
    StealCard,
    StealTrick,
    Trick,
    View,
)
from engine.games.valknut.tricks import winning_now

CARD_MOVES = (Play, Bury, Give)
"""Moves that are made by choosing a card of the hand."""

OWN_PLACE = 224
"""The width of one's own place beside the prompt, in pixels."""

PASS_ON = 230
"""The width from which on the words of the button that passes the table on take a second line, in pixels."""

WATCHED = 4_000
"""Where nobody plays, the milliseconds that a trick lies which is to lie until a click."""

GAP = 8
LOW = 480
"""A panel lower than this, in pixels, has one line only for what a card does."""

LEAST_HEIGHT = 380
"""The height that the panel has at least, in pixels."""

TRICK_WORDS = 50
"""The height of a trick's marks and names, in pixels."""

TRICK_GAP = 20
"""Between the cards of a trick, in pixels."""

LEAST_HAND, LEAST_TRICK, LEAST_ROW = 60, 44, 30
"""The least heights of cards in hand, on the table and in the others' hands, in pixels."""


class ValknutPanel(GamePanel):
    """See the module's docstring."""

    round_event = RoundStarted
    letters = "0LPRT"
    describe = staticmethod(words.describe)
    back = BACK
    own_sheet = True
    by_number: ClassVar[bool] = False
    """How hands are sorted; kept from one person's turn to the next, since each has a panel of its own."""

    def __init__(self, t: Texts, looks: Looks | None = None, parent: QWidget | None = None) -> None:
        super().__init__(t, looks, parent)
        self._scene: Scene | None = None
        self._view: View | None = None
        self._choices: tuple[Any, ...] = ()
        self._codes: list[str] = []
        self._chosen = -1
        self._last_open = False
        self._dismissed = False
        self._looked_at: Trick | None = None
        self._places: dict[int, PlayerPlace] = {}
        self._shape: tuple[Any, ...] = ()
        outer = column(gap=GAP)
        self.setLayout(outer)
        self._top = line(gap=12)
        outer.addLayout(self._top)

        middle = line(gap=16)
        outer.addLayout(middle, 1)
        self._stock = Pile(BACK)
        self._trump = CardRow(110)
        self._trump.set_overlap(1.0, room=1)
        self._trump.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._trump_words = label("", role="muted", wrap=True)
        self._trump_words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._trump_box = QWidget()
        trump = column(gap=4)
        trump.setContentsMargins(0, 4, 0, 4)
        trump.addWidget(self._trump, 0, Qt.AlignmentFlag.AlignHCenter)
        trump.addWidget(self._trump_words)
        trump.addStretch(1)
        self._trump_box.setLayout(trump)
        self._trump_box.setFixedWidth(112)
        piles = line(gap=16)
        piles.addWidget(self._stock, 0, Qt.AlignmentFlag.AlignTop)
        piles.addWidget(self._trump_box, 0, Qt.AlignmentFlag.AlignTop)
        middle.addLayout(piles)
        middle.setAlignment(piles, Qt.AlignmentFlag.AlignVCenter)
        self._trick = TrickPlace()
        self._trick.dismissed.connect(self._dismiss)
        self._trick.pointed.connect(lambda here: self._tell(self._trick.told, here))
        self._trump.pointed.connect(lambda here: self._tell(self._trump.accessibleDescription(), here))
        self._stock.pointed.connect(lambda here: self._tell(self._stock.accessibleName(), here))
        middle.addWidget(self._trick, 1, Qt.AlignmentFlag.AlignVCenter)
        self._bidding = Bidding(t)
        self._bidding.chosen.connect(self._on_bid_chosen)
        self._bidding.confirmed.connect(self._commit)
        middle.addWidget(self._bidding, 1, Qt.AlignmentFlag.AlignVCenter)
        side = column(gap=6)
        self._pad = Pad(t)
        side.addWidget(self._pad)
        self._last = Button("", "link", game=GAME)
        self._last.clicked.connect(self._toggle_last)
        for text in self._last_texts():
            # As wide as the longest of its texts: a layout that comes later would cut a new one off.
            self._last.setText(text)
            self._last.setMinimumWidth(max(self._last.minimumWidth(), self._last.sizeHint().width()))
        side.addWidget(self._last, 0, Qt.AlignmentFlag.AlignLeft)
        side.addStretch(1)
        self._side = QWidget()
        self._side.setLayout(side)
        self._side.setFixedWidth(236)
        middle.addWidget(self._side)

        below = QFrame()
        below.setProperty("role", "panel")
        bottom = column(gap=6)
        bottom.setContentsMargins(12, 10, 12, 6)
        head = line(gap=12)
        self._mine = PlayerPlace(cards=False)
        self._mine.setFixedWidth(OWN_PLACE)
        head.addWidget(self._mine, 0, Qt.AlignmentFlag.AlignTop)
        said = column(gap=6)
        head.addLayout(said, 1)
        bottom.addLayout(head)
        prompt = line(gap=12)
        self._title = label("", "heading", serif=True, wrap=True)
        prompt.addWidget(self._title, 1)
        self._act = Button("", "primary", game=GAME)
        self._act.clicked.connect(self._commit)
        self._pass_on = Button("", "primary", game=GAME)
        self._pass_on.clicked.connect(self.passed_on.emit)
        self._tip = Button(t._("Tip"), "link", game=GAME)
        self._tip.setIcon(theme.icon("help"))
        self._tip.setToolTip(t._("What would a good player do? (T)"))
        self._tip.clicked.connect(self.asked.emit)
        self._order = Button("", "link", game=GAME)
        self._order.clicked.connect(self._sort)
        for button in (self._act, self._pass_on, self._tip, self._order):
            prompt.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        said.addLayout(prompt)
        self._hint = label("", role="muted", wrap=True)
        self._hint.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        said.addWidget(self._hint)
        self._advice = label("", role="good", bold=True, wrap=True)
        bottom.addWidget(self._advice)
        self._actions = line(gap=8)
        self._action_box = QWidget()
        self._action_box.setLayout(self._actions)
        bottom.addWidget(self._action_box)
        self._unseen = label("", role="muted", wrap=True)
        bottom.addWidget(self._unseen)
        self._hand = Hand(self._press, self._point)
        bottom.addWidget(self._hand)
        below.setLayout(bottom)
        self._bottom = bottom
        self._below = below
        outer.addWidget(below)
        self._buttons: list[Button] = []
        self._bids: list[Bid] = []

    def sizeHint(self) -> QSize:
        return QSize(960, 620)

    def minimumSizeHint(self) -> QSize:
        # Not what its cards take now: they become smaller when something else needs the room.
        return QSize(super().minimumSizeHint().width(), LEAST_HEIGHT)

    # Rendering ----------------------------------------

    def show_scene(self, scene: Scene) -> None:
        view: View = scene.view()
        if self._view is None or view.last != self._view.last:
            self._dismissed = self._last_open = False
        if view.table:
            self._dismissed = False
        self._scene, self._view = scene, view
        self._choices = tuple(scene.port.choices()) if scene.active else ()
        self._chosen = -1
        t = self.t
        self._lay_places(view)
        for seat, place in self._places.items():
            place.show_state(self._state_of(scene, view, seat))
        self._mine.setVisible(view.seat is not None)
        if view.seat is not None:
            self._mine.show_state(self._state_of(scene, view, view.seat))
        self._stock.set_pile(
            view.stock,
            t._("Stock: {n}", n=view.stock),
            t.n_("Stock: {n} card", "Stock: {n} cards", view.stock),
        )
        trump = [face(view.trump_card, t)] if view.trump_card else []
        self._trump.set_cards(trump, t._("Trump"), t._("no card"))
        self._trump_words.setText(words.trump_text(view.trump_card, t) if view.trump_card else "")
        meanings = (f"{face_.spoken}. {face_.description}".strip() for face_ in trump)
        self._trump.setAccessibleDescription(" ".join((self._trump_words.text() + ".", *meanings)))
        for pile in (self._stock, self._trump):
            pile.setFocusPolicy(Qt.FocusPolicy.TabFocus if view.trump_card else Qt.FocusPolicy.NoFocus)
        self._pad.show_view(view, t, scene.names)
        self._show_trick(scene, view)
        self._lay_hand(scene, view)
        self._lay_buttons(scene, view)
        self._show_prompt(scene, view)
        self._resize_cards()
        self._focus_step()

    def _lay_places(self, view: View) -> None:
        shape = (view.seat, view.seats)
        if shape == self._shape:
            return
        self._shape = shape
        clear(self._top)
        self._places = {}
        first = 0 if view.seat is None else view.seat + 1
        for step in range(view.seats):
            seat = (first + step) % view.seats
            if seat != view.seat:
                place = PlayerPlace(cards=True, upright=view.seat is None)
                self._places[seat] = place
                self._top.addWidget(place, 1)

    def _state_of(self, scene: Scene, view: View, seat: int) -> PlaceState:
        t = self.t
        count = view.cards[seat]
        faces = backs(count)
        bid = view.bid if seat == view.seat else None
        if scene.everyone:
            port = scene.everyone[seat]
            theirs: View = port.view() if scene.revision is None else port.view_at(scene.revision)
            faces = tuple(face(code, t) for code in theirs.hand)
            bid = theirs.bid
        acts = view.turn == seat or (view.phase == "bid" and not view.has_bid[seat])
        moves = t._("to move")
        if view.phase == "bid":
            moves = t._("is bidding")
            status = t._("has bid") if view.has_bid[seat] else moves
        elif bid is not None:
            status = t._("bid: {n}", n=bid)
        elif acts:
            status = moves
        elif view.dealer == seat:
            status = t._("dealer")
        else:
            status = ""
        return PlaceState(
            name=scene.names[seat],
            bot=t._("Bot: {strength}", strength=scene.bots[seat]) if scene.bots[seat] else "",
            strength=scene.bots[seat],
            points=t.n_("{n} point", "{n} points", view.points[seat]),
            status=status,
            tricks=t.n_("{n} trick", "{n} tricks", view.tricks[seat]),
            hand=faces,
            hand_spoken=t.n_("{n} card in hand", "{n} cards in hand", count),
            turn=moves if acts else "",
        )

    def _show_trick(self, scene: Scene, view: View) -> None:
        """The trick on the table; if it is empty the last one stays, until it is clicked away."""
        t = self.t
        over = self._lies_over()
        if self._last_open or over:
            last = view.last
            assert last is not None
            opener, codes, winner = last.opener, last.cards, last.winner
        else:
            opener, codes = view.leader if view.leader is not None else 0, view.table
            ahead = winning_now(view.table, view.trump)
            winner = None if ahead is None else (opener + ahead) % view.seats
        cards: list[TrickCard] = []
        spoken: list[str] = []
        for place in range(view.seats):
            seat = (opener + place) % view.seats
            name = scene.names[seat]
            shown = face(codes[place], t) if place < len(codes) else None
            wins = winner == seat and shown is not None
            marks = []
            if place == 0:
                marks.append(t._("led") if shown is not None else t._("leads"))
            if shown is not None and codes[place] == "V":
                marks.append(t._("destroys"))
            elif wins:
                marks.append(t._("won") if over or self._last_open else t._("ahead"))
            mark = " · ".join(marks)
            cards.append(TrickCard(shown, name, mark, wins))
            if shown is not None:
                spoken.append(f"{name}: {shown.spoken}" + (f" ({mark})" if mark else ""))
        if view.phase == "bid" or view.leader is None:
            cards = []
        past = over or self._last_open
        what = t._("Last trick") if past else t._("The trick")
        said = ", ".join(spoken) if spoken else t._("no cards")
        self._trick.show_cards(cards, f"{what}: {said}", faded=past)
        self._trick.setToolTip(t._("Click to clear the trick away") if over and not self._last_open else "")
        self._last.setVisible(view.last is not None and view.phase != "bid")
        back, clear_away, again = self._last_texts()
        self._last.setText(back if self._last_open else clear_away if over else again)

    def _last_texts(self) -> tuple[str, str, str]:
        t = self.t
        return t._("Back to the trick"), t._("Clear the trick away"), t._("Show the last trick")

    def _lies_over(self) -> bool:
        """Whether the last trick still lies on the table, since nobody has played or cleared it away."""
        view = self._view
        return view is not None and not view.table and view.last is not None and not self._dismissed

    def _toggle_last(self) -> None:
        if self.motion.waiting:
            self.motion.skip()
            return
        if self._last_open:
            self._last_open = False
        elif self._lies_over():
            self._dismissed = True
        else:
            self._last_open = True
        if self._scene is not None and self._view is not None:
            self._show_trick(self._scene, self._view)

    def _dismiss(self) -> None:
        """A click on the trick: what is over goes away."""
        if self.motion.waiting:
            self.motion.skip()
            return
        if not self._last_open and not self._lies_over():
            return
        self._last_open = False
        self._dismissed = True
        if self._scene is not None and self._view is not None:
            self._show_trick(self._scene, self._view)

    def _lay_hand(self, scene: Scene, view: View) -> None:
        codes = list(view.hand) if not scene.everyone else []
        if ValknutPanel.by_number:
            codes.sort(key=lambda code: (len(code) == 1, code[-1] if len(code) == 2 else "", code))
        self._codes = codes
        self._hand.set_cards([face(code, self.t) for code in codes])
        self._hand.setVisible(bool(codes))
        asking = any(isinstance(move, CARD_MOVES) for move in self._choices)
        t = self.t
        come = self._just_taken(scene, view)
        for code, card in zip(codes, self._hand.cards, strict=True):
            card.setChecked(False)
            card.refuse(self._why_not(scene, view, code) if asking else "")
            trump = bool(view.trump) and code[0] == view.trump
            new = code == come
            if new:
                come = ""  # of several equal cards one has come
            card.mark(
                sign="crown" if trump else "",
                signed=t._("Trump.") if trump else "",
                word=t._("new") if new else "",
                come=t._("Just come into your hand.") if new else "",
            )

    def _just_taken(self, scene: Scene, view: View) -> str:
        """The card that was drawn or taken and must be made up for, or nothing."""
        if scene.everyone or not scene.active:
            return ""
        return aids.just_taken(view, scene.port.events())

    def _why_not(self, scene: Scene, view: View, code: str) -> str:
        if self._move_with(code) is not None:
            return ""
        refusal = scene.port.game.check(view, Play(code))
        return refusal.text(self.t) if refusal else ""

    def _move_with(self, code: str) -> Any | None:
        return next(
            (move for move in self._choices if isinstance(move, CARD_MOVES) and move.card == code), None
        )

    def _sort(self) -> None:
        """The other order; the button keeps the focus."""
        ValknutPanel.by_number = not ValknutPanel.by_number
        self._chosen = -1
        if self._scene is not None and self._view is not None:
            self._lay_hand(self._scene, self._view)
            self._show_prompt(self._scene, self._view)

    def _lay_buttons(self, scene: Scene, view: View) -> None:
        """Bids, and the answers to a special, as buttons."""
        t = self.t
        pressed = [*self._buttons, *self._bidding.buttons, self._bidding]
        if self._hand.cards and any(widget.hasFocus() for widget in pressed):
            # The buttons go; without them the focus would jump to a button outside the table.
            self._hand.cards[0].setFocus()
        clear(self._actions)
        bids = [move for move in self._choices if isinstance(move, Bid)]
        self._bidding.offer(view, [move.tricks for move in bids], t)
        self._buttons = []
        self._bids = bids
        self._bidding.setVisible(bool(bids))
        self._trick.setVisible(not bids)
        answers = [m for m in self._choices if isinstance(m, DrawCard | Pass | StealTrick | StealCard)]
        for move in answers:
            kind = "plain" if isinstance(move, Pass) else "primary"
            button = Button(words.describe_move(move, t, scene.names), kind, game=GAME)
            button.arrows_to_parent = True
            button.clicked.connect(lambda _checked=False, move=move: self._play(move))
            self._actions.addWidget(button)
            button.show()
            self._buttons.append(button)
        self._actions.addStretch(1)
        self._action_box.setVisible(bool(answers))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._resize_cards()

    def _resize_cards(self) -> None:
        # What the piles get changes the width of the words beside them, and so their height: twice is enough.
        for _time in range(2):
            self._share_height()

    def _share_height(self) -> None:
        """Give the cards what is left once names, captions, margins and the words of the moment have their room."""
        size = {"small": 0.84, "medium": 0.93}.get(self.looks.card_size, 1.0)
        # Beside bids and answers no card is refused: what one does has room in one line.
        roomy = self.height() >= LOW and self._bidding.isHidden() and self._action_box.isHidden()
        lines = 2 if self._codes and roomy else 1
        self._hint.setFixedHeight(lines * self._hint.fontMetrics().lineSpacing())
        self._bottom.invalidate()
        words_room = self._bottom.totalHeightForWidth(self.width() - 2) + 4
        if self._codes:
            words_room -= self._hand.sizeHint().height()
        chrome = 2 * Card.MARGIN + Card.LIFT if self._codes else 0
        table = self.height() - 2 * GAP - words_room - chrome
        texts_of_places = max((place.least_height() for place in self._places.values()), default=0)
        upright = any(place.upright for place in self._places.values())
        row = max(LEAST_ROW, min(110, round(table * (0.3 if upright else 0.11) * size)))
        cards = row + 2 * ABOVE + 6
        table -= texts_of_places + row + 10 if upright else max(texts_of_places, cards)
        # The hand gets its half of what is left, but the middle what it needs: a trick, or the bids.
        middle = LEAST_TRICK + TRICK_WORDS
        if not self._bidding.isHidden():
            middle = self._bidding_height()
        middle = max(middle, self._side.minimumSizeHint().height())
        hand = 0
        if self._codes:
            hand = round((table - TRICK_WORDS) * 0.54 * size)
            hand = max(LEAST_HAND, min(260, hand, table - middle))
        seats = 2 if self._view is None else self._view.seats
        broad = round((self._middle_width() / seats - TRICK_GAP) / theme.CARD_RATIO)
        trick = max(LEAST_TRICK, min(240, broad, round((table - hand - TRICK_WORDS) * size)))
        self._hand.set_card_height(hand or LEAST_HAND)
        self._trick.set_card_height(trick)
        for pile in (self._stock, self._trump):
            pile.set_card_height(min(trick, 150))
        for place in self._places.values():
            place.row.set_card_height(row)

    def _middle_width(self) -> int:
        """The width that trick and bids have between the piles and the side."""
        beside = self._stock.sizeHint().width() + self._trump_box.width() + self._side.width() + 3 * 16
        return max(200, self.width() - beside)

    def _bidding_height(self) -> int:
        return self._bidding.heightForWidth(self._middle_width()) + 4

    # Words ----------------------------------------

    def _show_prompt(self, scene: Scene, view: View) -> None:
        t = self.t
        title, hint = self._words(scene, view)
        self._title.setText(title)
        self._hint.setText(hint)
        self._advice.setText(scene.advice if scene.active else "")
        self._advice.setVisible(bool(self._advice.text()))
        move = self._chosen_move()
        chosen = move is not None
        self._act.setVisible(chosen)
        if move is not None:
            text = words.describe_move(move, t, scene.names)
            self._act.setText(t._("Play {card}", card=text) if isinstance(move, Play) else text)
        self._pass_on.setVisible(bool(scene.passing))
        if scene.passing:
            said = t._("Pass on to {name}", name=scene.passing)
            self._pass_on.setText(broad(said, self._pass_on.font(), PASS_ON))
            self._pass_on.setAccessibleName(said)
        self._tip.setVisible(scene.active and scene.aids and not chosen)
        self._order.setVisible(len(self._codes) > 1)
        self._order.setText(t._("Sort by suit") if ValknutPanel.by_number else t._("Sort by number"))
        unseen = ""
        if scene.aids and view.seat is not None and not scene.everyone and view.phase not in ("idle", "bid"):
            events = [
                e for at, e in scene.port.dated_events() if scene.revision is None or at <= scene.revision
            ]
            unseen = words.unseen_text(aids.unseen(view, events), t)
        self._unseen.setText(unseen)
        self._unseen.setVisible(bool(unseen))

    def _chosen_move(self) -> Any | None:
        """What the main button would do."""
        if 0 <= self._bidding.choice < len(self._bids):
            return self._bids[self._bidding.choice]
        return self._move_with(self._codes[self._chosen]) if 0 <= self._chosen < len(self._codes) else None

    def _on_bid_chosen(self, _place: int) -> None:
        if self._scene is not None and self._view is not None:
            self._show_prompt(self._scene, self._view)

    def _tell(self, text: str, here: bool) -> None:
        """What lies on the table, in words, while it has the focus."""
        if self._scene is not None and self._view is not None:
            self._hint.setText(text if here and text else self._words(self._scene, self._view)[1])

    def _words(self, scene: Scene, view: View) -> tuple[str, str]:
        t = self.t
        if scene.revision is not None or scene.everyone:
            return scene.caption, ""
        if scene.passing:
            return t._("{name} is next.", name=scene.passing), t._(
                "Look at what happened, then pass the screen on."
            )
        if scene.active:
            assert view.seat is not None
            name = scene.names[view.seat]
            yours = t._("{name}, it is your turn.", name=name)
            taken = self._just_taken(scene, view)
            card = words.card_name(taken, t) if taken else ""
            return {
                "bid": (yours, t._("How many tricks will you hold at the end of the round?")),
                "play": (yours, t._("Play a card.")),
                "draw": (
                    t._("Your 3: take the top card of the stock?"),
                    t._("Then you must put one card under it."),
                ),
                "bury": (
                    t._("Choose the card that goes under the stock."),
                    t._("You have drawn {card}; it may be that one, too.", card=card),
                ),
                "steal_trick": (t._("Your 1 won: steal a trick?"), ""),
                "steal_card": (
                    t._("Your 6 won: take a card unseen?"),
                    t._("You must give one back, maybe the same."),
                ),
                "give": (
                    t._("Choose the card to give back."),
                    t._("You have taken {card}; it may be that one, too.", card=card),
                ),
            }[view.phase]
        if view.phase == "bid":
            return t._("The bids are being made."), ""
        if view.turn is None:
            return "", ""
        if scene.bots[view.turn]:
            return t._("{name} is thinking …", name=scene.names[view.turn]), ""
        return t._("It is the turn of {name}.", name=scene.names[view.turn]), ""

    def _point(self, index: int, here: bool) -> None:
        """What a card can do, in words, while it is pointed at."""
        if self._scene is None or self._view is None or index >= len(self._codes):
            return
        if here:
            code = self._codes[index]
            card = self._hand.cards[index]
            what = words.card_text(code, self.t)
            name = words.card_label(code, self.t)
            text = f"{name}: {what}" if what else f"{name}."
            self._hint.setText(" ".join(filter(None, (card.marks, text, card.refused))))
        else:
            self._hint.setText(self._words(self._scene, self._view)[1])

    # Choosing ----------------------------------------

    def _press(self, index: int) -> None:
        card = self._hand.cards[index]
        if card.refused or self._move_with(self._codes[index]) is None:
            card.setChecked(False)
            self._point(index, True)
            return
        if self._chosen == index:
            self._commit()
            return
        self._chosen = index
        for place, other in enumerate(self._hand.cards):
            other.setChecked(place == index)
        if self._scene is not None and self._view is not None:
            self._show_prompt(self._scene, self._view)
            self._point(index, True)

    def _commit(self) -> None:
        move = self._chosen_move()
        if move is not None:
            self._play(move)

    def _play(self, move: Any) -> None:
        if move not in self._choices:
            return  # pressed once more before the table has followed
        self._choices = ()
        self._last_open = False
        for button in self._buttons:
            button.setEnabled(False)
        self.make_move(move)

    def _focus_step(self) -> None:
        if self._scene is None or not self.isVisible():
            return
        if self._scene.passing:
            self._pass_on.setFocus()
        elif self._bids:
            self._bidding.take(-1)
        elif self._buttons:
            self._buttons[0].setFocus()
        elif self._choices:
            for card in self._hand.cards:
                if not card.refused:
                    card.setFocus()
                    break
            if self._view is not None and self._view.phase in ("bury", "give"):
                # The card was not chosen by anybody: first of all, what the choice is about.
                self._hint.setText(self._words(self._scene, self._view)[1])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key == Qt.Key.Key_T and self._tip.isVisibleTo(self):
            self.asked.emit()
        elif key == Qt.Key.Key_Escape and self._bidding.choice >= 0:
            self._bidding.take(-1)
        elif key == Qt.Key.Key_Escape and self._chosen >= 0:
            self._hand.cards[self._chosen].setChecked(False)
            self._chosen = -1
            if self._scene is not None and self._view is not None:
                self._show_prompt(self._scene, self._view)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._move_focus(1 if key == Qt.Key.Key_Right else -1)
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End) and self._hand.cards:
            self._hand.cards[0 if key == Qt.Key.Key_Home else -1].setFocus()
        elif Qt.Key.Key_0 <= key <= Qt.Key.Key_9 and self._type(key - Qt.Key.Key_0):
            pass
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            for card in self._hand.cards:
                if card.hasFocus():
                    card.click()
                    return
        else:
            super().keyPressEvent(event)

    def _type(self, digit: int) -> bool:
        """A *digit* chooses a bid, or goes to the next card with that number; False if there is none."""
        if self._bids:
            return self._bidding.type(digit)
        cards = self._hand.cards
        found = [index for index, card in enumerate(cards) if card.face.numeral == str(digit)]
        found = [index for index in found if not cards[index].refused] or found
        if not found:
            return False
        here = next((index for index in found if cards[index].hasFocus()), -1)
        cards[next((index for index in found if index > here), found[0])].setFocus()
        return True

    def _move_focus(self, step: int) -> None:
        groups: list[Sequence[QWidget]] = [self._hand.cards, self._buttons]
        for group in groups:
            for index, widget in enumerate(group):
                if widget.hasFocus():
                    group[(index + step) % len(group)].setFocus()
                    return

    # Motion ----------------------------------------

    def steps(self, events: Sequence[Event]) -> list[Step]:
        view = self._view
        if view is None:
            return []
        if self._lies_over() and any(isinstance(event, CardPlayed) for event in events):
            # The next trick is opened: the last one makes room.
            self._dismissed = True
            if self._scene is not None:
                self._show_trick(self._scene, view)
        return show.steps(events, self._spots(view), self.t)

    def _spots(self, view: View) -> show.Spots:
        def own(code: str) -> tuple[QWidget, QRectF] | None:
            if code in self._codes:
                card = self._hand.cards[self._codes.index(code)]
                return card, card.card_rect().translated(QPointF(card.mapTo(self, card.rect().topLeft())))
            return None

        return show.Spots(
            seats=view.seats,
            viewer=view.seat,
            hand=self._hand_rect,
            slot=self._slot_rect,
            own=own,
            stock=self._stock.card_rect().translated(
                QPointF(self._stock.mapTo(self, self._stock.rect().topLeft()))
            ),
            leader=view.leader if view.leader is not None else 0,
            table=len(view.table),
            cards=view.table,
        )

    def pause_after(self, scene: Scene) -> int:
        """A trick that was just completed stays, unless the person at the screen goes on (and so ends its stay)."""
        view = self._view
        assert view is not None
        fresh = view.last is not None and view.last != self._looked_at and self._lies_over()
        self._looked_at = view.last
        if not fresh or not self.looks.linger or scene.active or scene.passing:
            return 0
        if view.phase != "idle" and (view.turn is None or not scene.bots[view.turn]):
            return 0
        assert view.last is not None
        t, last = self.t, view.last
        if last.winner is None:
            title = t._("The trick is destroyed.")
        else:
            place = (last.winner - last.opener) % view.seats
            card = words.card_name(last.cards[place], t)
            title = t._("{name} wins the trick with {card}.", name=scene.names[last.winner], card=card)
        self._title.setText(title)
        self._hint.setText(t._("Click, or press Enter or Space, to go on."))
        self._trick.set_faded(False)
        if self.looks.linger == UNTIL_PRESSED and view.seat is None:
            return WATCHED
        return self.looks.linger

    def after_pause(self) -> list[Step]:
        view, scene = self._view, self._scene
        if view is None or scene is None or view.last is None:
            return []
        motions = show.gathered(view.last, self._spots(view), self.t)
        self._dismissed = True
        self._show_trick(scene, view)
        self._show_prompt(scene, view)
        return motions

    def round_end(self, scene: Scene) -> Scene | None:
        """The last trick of the round, as long as nothing of the next round can be seen with it."""
        ends = [at for at, event in scene.port.dated_events() if isinstance(event, RoundEnded)]
        return replace(scene, revision=ends[-1], advice="") if ends else None

    def _slot_rect(self, place: int, seats: int) -> QRectF:
        rect = self._trick.rects(seats)[place]
        return rect.translated(QPointF(self._trick.mapTo(self, self._trick.rect().topLeft())))

    def _hand_rect(self, seat: int) -> QRectF:
        slot = self._slot_rect(0, self._view.seats if self._view else 2)
        size = slot.size() * 0.6
        if seat in self._places:
            box: QWidget = self._places[seat]
        else:
            box = self._below
        centre = QPointF(box.mapTo(self, box.rect().center()))
        return QRectF(centre - QPointF(size.width() / 2, size.height() / 2), size)

    # For the screens around the table ----------------------------------------

    @staticmethod
    def headline(view: View, t: Texts, *, ended: bool = False) -> str:
        number = len(view.rounds) + (0 if view.rounds and (ended or view.phase == "idle") else 1)
        return t._(
            "Round {number} of at most {most} · goal {goal}",
            number=number,
            most=view.max_rounds,
            goal=view.goal,
        )

    @classmethod
    def round_crowned(cls, view: View) -> bool:
        result = view.rounds[-1]
        # Nobody is ahead of the others, or nobody has won anything.
        return len(result.winners) < len(result.bids) and max(result.points) > 0

    @staticmethod
    def round_title(view: View, t: Texts, names: Sequence[str]) -> tuple[str, str]:
        result = view.rounds[-1]
        return words.round_won(result, t, names), words.round_reason(result, t, names)

    @staticmethod
    def sheet(view: View, t: Texts, names: Sequence[str]) -> QWidget:
        return Pad.sheet(view, t, names, lines=8)

    @staticmethod
    def round_table(view: View, t: Texts, names: Sequence[str]) -> QWidget:
        return Pad.sheet(view, t, names)


PANEL = ValknutPanel
