"""The table of VP-Sleuth: the gem board with the holders below it; order sheet, answers, points and deductions beside.

Knows no rule: what may be ordered says the game's `check`, what follows from the answers the deduction, which runs in
a process of its own and is asked anew whenever something became known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QButtonGroup,
    QComboBox,
    QFrame,
    QSizePolicy,
    QStackedWidget,
    QWidget,
)

from desktop.binding.reckoner import Reckoner
from desktop.games.sleuth.answers import LEAST, Answers
from desktop.games.sleuth.board import Board, CellState
from desktop.games.sleuth.gems import BACK, GAME
from desktop.games.sleuth.holders import HolderBar
from desktop.games.sleuth.notes import OFF, TOTALS, Draft, Notes
from desktop.games.sleuth.orders import OrderSheet
from desktop.games.sleuth.points import PointsTable
from desktop.games.sleuth.result import RoundSummary, Tableau, clipped, hint_told, own_result, show_truth
from desktop.games.sleuth.thoughts import Thoughts
from desktop.widgets.basics import Button, column, elided, line
from desktop.widgets.chart import figure
from desktop.widgets.panel import CurtainWords, GamePanel, Looks, Scene, TableMove
from engine.core.text import Texts
from engine.games.sleuth import words
from engine.games.sleuth.box import BONUS_FROM, HOLDERS, Box, box
from engine.games.sleuth.deduction.asking import Situation, Why
from engine.games.sleuth.deduction.conflicts import Conflict
from engine.games.sleuth.deduction.facts import FromMark
from engine.games.sleuth.deduction.sheet import Findings, against
from engine.games.sleuth.forms import SUBSTITUTES
from engine.games.sleuth.model import Nmr, Orders, RoundStarted, View
from engine.play.errands import News

ASKING = "engine.games.sleuth.deduction.asking"
GAP = 10
DEDUCTION = 2
"""The page of deductions among those beside the board."""
SIDE, LEAST_SIDE, MOST_SIDE = {"standard": 0.3, "large": 0.24}, 306, 420
"""The share of the width by variant, and the least and greatest width in pixels, of what stands beside the board."""
EVERYWHERE = frozenset(HOLDERS)


class SleuthPanel(GamePanel):
    """See the module's docstring."""

    round_event = RoundStarted
    describe = staticmethod(words.describe)
    back = BACK
    own_sheet = True
    log_beside = False
    letters = "LR"

    def __init__(self, t: Texts, looks: Looks | None = None, parent: QWidget | None = None) -> None:
        super().__init__(t, looks, parent)
        self._scene: Scene | None = None
        self._view: View | None = None
        self._notes: Notes | None = None
        self._draft: Draft | None = None
        self._found = Findings()
        self._asked: tuple[Any, ...] = ()
        self._conflict: Conflict | None = None
        self._wrong: tuple[tuple[str, str], ...] = ()
        self._step: tuple[Any, ...] = ()
        self._reckoner = Reckoner(self)
        self._reckoner.progress.connect(self._on_progress)
        self._box: Box | None = None
        self._just_marked = False
        # The orders before a tip was taken over, and as they have stood since.
        self._before_tip: tuple[Draft, Draft, tuple[int, int | None]] | None = None
        self._outer = line(gap=GAP)
        self.setLayout(self._outer)
        # A shortcut and not a key press: gems, buttons and lists would take the Enter for themselves.
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            give = QShortcut(QKeySequence(keys), self)
            give.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            give.activated.connect(self._send)

    # Building ----------------------------------------

    def _build(self, inside: Box) -> None:
        """Make the table for the variant, once."""
        t = self.t
        self._box = inside
        left = column(gap=GAP)
        self._outer.addLayout(left, 1)
        frame = QFrame()
        frame.setProperty("role", "panel")
        inner = column(margin=8, gap=4)
        self._whose_box = QWidget()
        whose = line(gap=8)
        self._whose = QComboBox()
        self._whose.setAccessibleName(t._("Whose tips are shown"))
        self._whose.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self._whose.activated.connect(lambda _row: self._show_board())
        whose.addWidget(self._whose)
        whose.addStretch(1)
        self._whose_box.setLayout(whose)
        inner.addWidget(self._whose_box)
        self._warning = elided("", role="warning", bold=True)
        self._warning.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        inner.addWidget(self._warning)
        self.board = Board(inside, t)
        self.board.acted.connect(self._act)
        self.board.lettered.connect(self._letter)
        self.board.cleared.connect(self._clear)
        self.board.entered.connect(lambda _gem: self._show_gem())
        inner.addWidget(self.board, 1)
        frame.setLayout(inner)
        left.addWidget(frame, 1)
        self.bar = HolderBar(t)
        self.bar.why.connect(self._ask_why)
        self.bar.undone.connect(self._undo_mark)
        left.addWidget(self.bar)

        self._side = QWidget()
        side = column(gap=GAP)
        self.sheet_of_orders = OrderSheet(inside, t)
        orders = self.sheet_of_orders
        orders.changed.connect(self._keep)
        orders.sent.connect(self._send)
        orders.asked.connect(self.asked.emit)
        orders.passed_on.connect(self.passed_on.emit)
        side.addWidget(orders)
        lower = QFrame()
        lower.setProperty("role", "panel")
        pages = column(margin=8, gap=6)
        heads = line(gap=4)
        self._pages = QStackedWidget()
        self._tabs = QButtonGroup(self)
        self.answers = Answers(inside, t)
        self.points = PointsTable(t)
        self.points.setMinimumHeight(LEAST)
        self.thoughts = Thoughts(inside.variant, t)
        self.thoughts.chosen.connect(self._take_question)
        self.thoughts.switched.connect(self._switch)
        self.thoughts.taken.connect(self._press_tip)
        for number, (text, page) in enumerate(
            ((t._("Answers"), self.answers), (t._("Points"), self.points), (t._("Deduction"), self.thoughts))
        ):
            tab = Button(text, "segment", game=GAME)
            tab.setCheckable(True)
            tab.setStyleSheet("padding: 3px 6px;")
            self._tabs.addButton(tab, number)
            heads.addWidget(tab, 1)
            self._pages.addWidget(page)
        self._tabs.idClicked.connect(self._pages.setCurrentIndex)
        self._open(0)
        pages.addLayout(heads)
        pages.addWidget(self._pages, 1)
        lower.setLayout(pages)
        side.addWidget(lower, 1)
        self._side.setLayout(side)
        self._outer.addWidget(self._side)
        self._fit()

    def _open(self, page: int) -> None:
        self._tabs.button(page).setChecked(True)
        self._pages.setCurrentIndex(page)

    def sizeHint(self) -> QSize:
        return QSize(960, 620)

    def minimumSizeHint(self) -> QSize:
        return QSize(LEAST_SIDE + 560, 400)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        if self._box is not None:
            self._side.setFixedWidth(
                max(LEAST_SIDE, min(MOST_SIDE, round(self.width() * SIDE[self._box.variant])))
            )

    # Rendering ----------------------------------------

    def show_scene(self, scene: Scene) -> None:
        view: View = scene.view()
        self._scene, self._view = scene, view
        if self._box is None:
            self._build(box(view.settings.variant))
        assert self._box is not None
        watching = view.seat is None
        self._notes = Notes(scene.notes, self._box)
        self._draft = self._notes.draft(view) if scene.active else None
        self.answers.show_answers(view.answers, scene.names)
        self.points.show_view(view, scene.names)
        aided = self._aided()
        helped = scene.aids and not watching and not scene.everyone
        self._tabs.button(DEDUCTION).setVisible(helped)
        if not helped and self._pages.currentIndex() == DEDUCTION:
            self._open(0)
        self.bar.setVisible(not watching)
        self.bar.ask.setVisible(helped)
        self.bar.undo.setEnabled(self._notes.can_undo)
        self.thoughts.show_basis(self._notes.aids)
        self._fill_whose(scene)
        self._show_orders(scene, view)
        if aided:
            self._reckon()
        else:
            self._forget()
        self._check_marks()
        self._show_board()
        self._focus_step()

    def _aided(self) -> bool:
        """Whether automatic marks and chances are wanted and there is somebody to have them."""
        scene, view = self._scene, self._view
        if scene is None or view is None or self._notes is None:
            return False
        wanted = scene.aids and self._notes.aids != OFF
        return wanted and view.seat is not None and view.round > 0 and not scene.everyone and not view.winners

    def _fill_whose(self, scene: Scene) -> None:
        self._whose_box.setVisible(bool(scene.everyone))
        if scene.everyone and not self._whose.count():
            self._whose.addItem(self.t._("no tips"), -1)
            for seat, name in enumerate(scene.names):
                self._whose.addItem(clipped(name), seat)

    def _show_orders(self, scene: Scene, view: View) -> None:
        t, sheet = self.t, self.sheet_of_orders
        answered = {answer.question: (answer.round, answer.count) for answer in reversed(view.answers)}
        sheet.show_draft(
            self._draft or Draft([], [], {}, {}),
            substitutes=view.settings.substitutes,
            answered=answered,
            active=self._draft is not None,
        )
        now = not view.winners and scene.revision is None
        sheet.show_private(own_result(view, t) if now else "", hint_told(view, t) if now else "")
        sheet.title.setText(self._title(scene, view))
        waiting = (
            not scene.active
            and not scene.everyone
            and scene.revision is None
            and view.round > 0
            and not view.winners
        )
        sheet.given.setVisible(waiting)
        share = sum(view.given) / view.seats
        sheet.given.show_share(
            share, t._("{n} of {all} have given orders", n=sum(view.given), all=view.seats)
        )
        sheet.pass_on.setVisible(bool(scene.passing))
        if scene.passing:
            sheet.pass_on.setText(t._("Pass on to {name}", name=scene.passing))
        sheet.tip.setVisible(scene.active and scene.aids)
        if self.thoughts.show_advice(scene.advice if scene.active and scene.aids else ""):
            self._open(DEDUCTION)
        self._check()

    @property
    def _tip_taken(self) -> bool:
        """Whether the orders are those of a tip that was taken over, so that this can be undone."""
        before, view = self._before_tip, self._view
        return (
            before is not None and view is not None and before[1:] == (self._draft, (view.round, view.seat))
        )

    @property
    def _advised(self) -> Orders | None:
        """The tip that can be taken over."""
        scene = self._scene
        shown = scene is not None and scene.active and scene.aids
        return scene.advised if shown and scene is not None and isinstance(scene.advised, Orders) else None

    def _title(self, scene: Scene, view: View) -> str:
        t = self.t
        if scene.revision is not None or scene.everyone:
            return scene.caption or t._("Round {number}", number=view.round)
        if scene.passing:
            return t._("{name} is next.", name=scene.passing)
        if scene.active:
            assert view.seat is not None
            return t._("{name}, your orders", name=scene.names[view.seat])
        waiting = [seat for seat, given in enumerate(view.given) if not given]
        bots = [scene.names[seat] for seat in waiting if scene.bots[seat]]
        if not view.round or view.winners:
            return ""
        if bots and len(bots) == len(waiting):
            if len(bots) == 1:
                return t._("{name} is thinking …", name=bots[0])
            return t.n_("{n} bot is thinking …", "{n} bots are thinking …", len(bots))
        return t._("Orders are being given: {n} of {all}.", n=sum(view.given), all=view.seats)

    def _check(self) -> None:
        """What the game says of the orders, and how the button reads."""
        sheet, scene, view = self.sheet_of_orders, self._scene, self._view
        self.thoughts.show_take(possible=self._advised is not None, taken=self._tip_taken)
        if self._draft is None or scene is None or view is None:
            return
        orders = self._draft.orders()
        refusal = scene.port.game.check(view, orders)
        sheet.reason.setText(refusal.text(self.t) if refusal is not None else "")
        sheet.reason.setVisible(refusal is not None)
        count = orders.sure.count() + orders.risk.count()
        sheet.send.setText(self.t.n_("Give orders ({n} tip)", "Give orders ({n} tips)", count))
        sheet.send.setEnabled(refusal is None)

    def _tips(self) -> Orders | None:
        """The tips to show: those being written, those given, or in the end somebody's."""
        scene, view = self._scene, self._view
        assert scene is not None
        assert view is not None
        if scene.everyone:
            seat = self._whose.currentData()
            if seat is None or seat < 0:
                return None
            port = scene.everyone[seat]
            then: View = port.view() if scene.revision is None else port.view_at(scene.revision)
            return then.orders or (then.own[-1].orders if then.own else None)
        if self._draft is not None:
            return self._draft.orders()
        if view.orders is not None:
            return view.orders
        return view.own[-1].orders if view.own and not view.winners else None

    def _show_board(self) -> None:
        scene, view = self._scene, self._view
        if scene is None or view is None or self._box is None:
            return
        orders = self._tips()
        if scene.everyone:
            end: View = scene.port.view()
            if end.tableau:
                show_truth(self.board, dict(zip(self._box.gems, end.tableau, strict=True)), orders)
                return
        doubtful, aided = self._doubtful(), self._aided()
        for gem in self.board.cells:
            self.board.show_state(gem, self._state(gem, orders, doubtful, aided=aided))
        self._show_gem()

    def _doubtful(self) -> set[str]:
        """The gems whose pencil marks are proved wrong or can't all be right."""
        gems = {gem for gem, _holder in self._wrong}
        if self._conflict is not None and self._box is not None:
            sources = (fact.source for fact in self._conflict.facts)
            gems |= {self._box.gems[source.gem] for source in sources if isinstance(source, FromMark)}
        return gems

    def _state(self, gem: str, orders: Orders | None, doubtful: set[str], *, aided: bool) -> CellState:
        """What is to be said of *gem*."""
        found = self._found
        pencil = (
            {}
            if self._notes is None or self._view is None or self._view.seat is None
            else self._notes.pencil.get(gem, {})
        )
        sure = "" if orders is None else orders.sure.holder(gem) or ""
        risk = "" if orders is None else orders.risk.holder(gem) or ""
        possible, certain = EVERYWHERE, ""
        chances: tuple[float, ...] = ()
        if aided:
            possible = frozenset(holder for holder in HOLDERS if (gem, holder) not in found.impossible)
            certain = next((holder for holder in HOLDERS if (gem, holder) in found.certain), "")
            chances = self._chances.get(gem, ())
        tip = sure or risk
        wrong = (bool(tip) and tip not in possible) or gem in doubtful
        return CellState(
            sure,
            risk,
            possible,
            certain,
            chances,
            dict(pencil),
            wrong,
            quiet=self._view is None or self._view.seat is None,
        )

    _chances: dict[str, tuple[float, ...]] = {}  # noqa: RUF012  replaced, never changed

    def _show_gem(self) -> None:
        gem = self.board.current
        self.bar.show_gem(gem, self.board.cells[gem].state)

    def _focus_step(self) -> None:
        """Where the work is, when it has become another."""
        scene, view = self._scene, self._view
        if scene is None or view is None or not self.isVisible():
            return
        focus = QApplication.focusWidget()
        step = (scene.active, scene.passing, view.round, view.seat)
        lost = focus is None or not focus.isVisible()
        if step == self._step and not lost:
            return
        self._step = step
        if scene.passing:
            self.sheet_of_orders.pass_on.setFocus()
        elif scene.active or lost:
            self.board.cells[self.board.current].setFocus()

    # Reckoning ----------------------------------------

    def _situation(self, *, marks: bool = False) -> Situation:
        assert self._view is not None
        assert self._notes is not None
        by_hand = self._notes.by_hand() if marks else ()
        return Situation(self._view, self._notes.aids == TOTALS, by_hand)

    def _reckon(self) -> None:
        """Ask for what follows from the present situation, unless it was asked already."""
        view, notes = self._view, self._notes
        assert view is not None
        assert notes is not None
        key = (len(view.answers), len(view.results), view.seat, notes.aids)
        if key == self._asked:
            return
        self._asked = key
        self._reckoner.stop("why")
        self._found, self._chances = Findings(), {}
        self.thoughts.say("")
        self._reckoner.ask("findings", f"{ASKING}:findings", self._situation(), self._on_findings)

    def _forget(self) -> None:
        for topic in ("findings", "why", "conflict"):
            self._reckoner.stop(topic)
        self._asked, self._found, self._chances = (), Findings(), {}
        self._conflict, self._wrong = None, ()
        self.thoughts.show_conflict(None)
        self.thoughts.show_findings(self._found)
        self.sheet_of_orders.show_worth({})

    def _on_findings(self, news: News) -> None:
        if news.error:
            self.thoughts.say(self.t._("This could not be reckoned: {reason}", reason=news.error))
            return
        if not isinstance(news.value, Findings):
            return
        self._found = news.value
        self._chances = dict(news.value.chances)
        self.thoughts.show_findings(self._found)
        self.sheet_of_orders.show_worth({worth.question: worth.bits for worth in self._found.questions})
        self._check_marks()
        self._show_board()

    def _on_progress(self, topic: str, share: float) -> None:
        if topic == "findings" and self._box is not None:
            self.thoughts.show_progress(share)

    def _check_marks(self) -> None:
        """Compare the pencil marks with what is known: simple contradictions at once, others as soon as found."""
        self._conflict, self._wrong = None, ()
        self._reckoner.stop("conflict")
        if self._aided() and self._notes is not None:
            by_hand = self._notes.by_hand()
            self._wrong = against(self._found, by_hand)
            if by_hand and not self._wrong:
                self._reckoner.ask(
                    "conflict", f"{ASKING}:conflict", self._situation(marks=True), self._on_conflict
                )
        self._show_conflict()

    def _on_conflict(self, news: News) -> None:
        if not news.error and (news.done or isinstance(news.value, Conflict)):
            self._conflict = news.value
            self._show_conflict()
            self._show_board()

    def _show_conflict(self) -> None:
        t = self.t
        self.thoughts.show_conflict(self._conflict, self._wrong)
        text = ""
        if self._wrong:
            gem, holder = self._wrong[0]
            text = t._(
                "Your mark on {gem} at {holder} can't be right.", gem=words.gem_name(gem, t), holder=holder
            )
        elif self._conflict is not None:
            assert self._box is not None
            text = words.describe_conflict(self._conflict, self._box.variant, t).replace("\n", " ")
        self._warning.setText(text)
        self._warning.setToolTip(text)
        self._warning.setAccessibleName(text)
        self._warning.setVisible(bool(text))

    def _ask_why(self) -> None:
        if not self._aided() or self._box is None:
            return
        self._open(DEDUCTION)
        place = (self.board.current, self.bar.holder)
        self.thoughts.show_why(None)
        self._reckoner.ask("why", f"{ASKING}:why", (self._situation(), place), self._on_why)

    def _on_why(self, news: News) -> None:
        if isinstance(news.value, Why):
            self.thoughts.show_why(news.value)
        elif news.error:
            self.thoughts.say(self.t._("This could not be reckoned: {reason}", reason=news.error))

    def _switch(self, basis: str) -> None:
        if self._notes is None or self._scene is None:
            return
        self._notes.aids = basis
        self._keep()
        self.show_scene(self._scene)

    # What the person does ----------------------------------------

    def _keep(self) -> None:
        """Remember the draft and the marks, and look at the orders again."""
        if self._notes is None or self._view is None:
            return
        self._notes.keep(self._view.round, self._draft)
        self.noted.emit()
        self._check()

    @property
    def _may_mark(self) -> bool:
        scene, view = self._scene, self._view
        return (
            scene is not None
            and view is not None
            and view.seat is not None
            and scene.revision is None
            and not view.winners
        )

    def _act(self, gem: str, risk: bool) -> None:
        """A click or Enter on *gem*: a tip or a pencil mark at the chosen holder."""
        if self.bar.pencil:
            self._mark(gem, self.bar.holder)
        else:
            self._tip(gem, self.bar.holder, risk=risk)

    def _letter(self, gem: str, holder: str, keys: Any) -> None:
        self.bar.choose(holder)
        if self.bar.pencil or keys & (Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier):
            self._mark(gem, holder)
        else:
            self._tip(gem, holder, risk=bool(keys & Qt.KeyboardModifier.ShiftModifier))

    def _tip(self, gem: str, holder: str, *, risk: bool) -> None:
        if self._draft is None:
            return
        self._just_marked = False
        self._draft.toggle(gem, holder, risk=risk)
        self._keep()
        self._show_board()

    def _clear(self, gem: str) -> None:
        if self._draft is not None:
            self._just_marked = False
            self._draft.clear(gem)
            self._keep()
            self._show_board()

    def _mark(self, gem: str, holder: str) -> None:
        if self._notes is None or not self._may_mark:
            return
        self._just_marked = True
        self._notes.mark(gem, holder)
        self._marked()

    def _undo_mark(self) -> None:
        if self._notes is not None and self._notes.can_undo and self._may_mark:
            self._notes.undo()
            self._marked()

    def _marked(self) -> None:
        assert self._notes is not None
        self.bar.undo.setEnabled(self._notes.can_undo)
        self._keep()
        self._check_marks()
        self._show_board()

    def _take_question(self, question: str) -> None:
        if self._draft is not None:
            self.sheet_of_orders.load(question)

    def _press_tip(self) -> None:
        """Ask for a tip, take it over, or undo that."""
        if self._advised is None:
            self.asked.emit()
        elif self._tip_taken:
            self._undo_tip()
        else:
            self._take_tip(self._advised)

    def _take_tip(self, orders: Orders) -> None:
        """*orders* become those that are being written."""
        view, draft = self._view, self._draft
        if view is None or draft is None:
            return
        before = draft.copy()
        draft.take(orders, SUBSTITUTES)
        self._before_tip = (before, draft.copy(), (view.round, view.seat))
        self._rewritten()

    def _undo_tip(self) -> None:
        """The orders are what they were before the tip was taken over."""
        if self._draft is not None and self._before_tip is not None:
            self._draft.become(self._before_tip[0])
            self._before_tip = None
            self._rewritten()

    def _rewritten(self) -> None:
        """All of the orders have changed."""
        assert self._scene is not None
        assert self._view is not None
        self._just_marked = False
        self._keep()
        self._show_orders(self._scene, self._view)
        self._show_board()

    def _send(self) -> None:
        if self._draft is not None and self.sheet_of_orders.send.isEnabled():
            self._just_marked = False
            self.moved.emit(self._draft.orders())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if self._box is None:
            super().keyPressEvent(event)
        elif (
            event.matches(QKeySequence.StandardKey.Undo)
            and (self.bar.pencil or self._just_marked)
            and self.bar.isVisibleTo(self)
        ):
            # Whoever holds the pencil means the mark, and not the move before it.
            self._undo_mark()
        elif event.matches(QKeySequence.StandardKey.Undo) and self._tip_taken:
            self._undo_tip()
        elif control:
            super().keyPressEvent(event)
        elif key == Qt.Key.Key_T and self.sheet_of_orders.tip.isVisibleTo(self):
            if self._advised is None or not self._tip_taken:
                self._press_tip()
        elif key == Qt.Key.Key_W:
            self._ask_why()
        elif key == Qt.Key.Key_P and self.bar.isVisibleTo(self):
            (self.bar.tip_mode if self.bar.pencil else self.bar.pencil_mode).click()
        else:
            super().keyPressEvent(event)

    # For the screens around the table ----------------------------------------

    @staticmethod
    def headline(view: View, t: Texts, *, ended: bool = False) -> str:
        inside = box(view.settings.variant)
        number = len(view.results) if view.winners or (ended and view.results) else max(1, view.round)
        if inside.rounds is None:
            text = t._("Round {number} of at most {most}", number=number, most=view.settings.max_rounds)
        else:
            text = t._("Round {number} of {most}", number=number, most=inside.rounds)
        if number >= BONUS_FROM:
            bonus = " ".join(f"+{points}" for points in inside.bonuses)
            return t._("{round} · bonus {bonus}", round=text, bonus=bonus)
        return t._("{round} · bonus from round {first}", round=text, first=BONUS_FROM)

    @staticmethod
    def sheet(view: View, t: Texts, names: Sequence[str]) -> QWidget:
        table = PointsTable(t)
        table.show_view(view, names)
        return table

    @staticmethod
    def curtain(view: View, t: Texts, names: Sequence[str], seats: Sequence[int]) -> CurtainWords:
        said = GamePanel.curtain(view, t, names, seats)
        if not seats:
            return said
        # Nobody holds cards here.
        text = t._(
            "Orders and notes are hidden. Only {name} should look at the screen now.", name=names[seats[0]]
        )
        return replace(said, text=text)

    @staticmethod
    def keys(t: Texts) -> list[tuple[str, str]]:
        return [
            (t._("A … G, X"), t._("On a gem: a sure tip at this holder, again to clear it")),
            (t._("Shift + letter"), t._("A risk tip at this holder")),
            (t._("Alt + letter"), t._("A pencil mark at this holder: not there, there, none")),
            (t._("Delete"), t._("Clear the gem’s tip")),
            (
                "T",
                t._(
                    "What a good player would do; once more: take it over into the orders (Ctrl+Z undoes that)"
                ),
            ),
            ("P", t._("Take the pencil, or put it away; with it in hand Ctrl+Z takes the last mark back")),
            ("W", t._("Why must the gem be at the chosen holder, or why can’t it?")),
            (t._("Ctrl+Enter"), t._("Give the orders")),
        ]

    @classmethod
    def table_move_of(
        cls, seat: int, bot: bool, move: Any, view: View, t: Texts, names: Sequence[str]
    ) -> TableMove | None:
        if bot or not isinstance(move, Nmr):
            return None
        name = names[seat]
        consequence = (
            t._("The sure tips of the last round stand again, and a question is drawn by lot.")
            if view.settings.nmr == "repeat"
            else t._("Nothing is asked and nothing tipped.")
        )
        return TableMove(
            t._("{name} gives no orders this round", name=name),
            t._("No orders from {name} in this round?", name=name),
            consequence,
        )

    @staticmethod
    def round_title(view: View, t: Texts, names: Sequence[str]) -> tuple[str, str]:
        result = view.results[-1]
        most = max(result.points)
        best = [names[seat] for seat, points in enumerate(result.points) if points == most]
        number = t._("Round {number}", number=result.number)
        if len(best) == len(names) and len(names) > 1:
            title = t._("{round}: the same for everybody", round=number)
        else:
            title = t._("{round}: most points for {names}", round=number, names=t.listing(best))
        standing = sorted(range(len(names)), key=lambda seat: -view.points[seat])
        totals = " · ".join(f"{names[seat]} {figure(view.points[seat])}" for seat in standing)
        return title, t._("In all: {points}", points=totals)

    @classmethod
    def round_crowned(cls, view: View) -> bool:
        points = view.results[-1].points
        # Nobody is ahead of the others, or nobody has won anything.
        return max(points) > 0 and (len(points) == 1 or min(points) < max(points))

    @staticmethod
    def round_secret(view: View, t: Texts) -> str:
        return " ".join(filter(None, (own_result(view, t), hint_told(view, t))))

    @staticmethod
    def round_table(view: View, t: Texts, names: Sequence[str]) -> QWidget:
        if view.winners:
            return Tableau(view, t, names)
        return RoundSummary(view, t, names)


PANEL = SleuthPanel
