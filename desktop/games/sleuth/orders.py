"""The order sheet: questions and substitutes as they are put together, what they are expected to bring, and sending.

A question is put together from a holder and one or two elements. What is allowed is said by the game; the sheet only
shows its reasons, and remarks on what may be an oversight.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QComboBox,
    QFrame,
    QGridLayout,
    QSizePolicy,
    QWidget,
)

from desktop.games.sleuth.gems import GAME
from desktop.games.sleuth.meter import Meter
from desktop.games.sleuth.notes import Draft
from desktop.widgets import theme
from desktop.widgets.basics import Button, column, label, line, plain_tip
from engine.core.text import Texts
from engine.games.sleuth import words
from engine.games.sleuth.box import ASKED, Box
from engine.games.sleuth.forms import SUBSTITUTES

MOST_QUESTIONS = 2
"""So many questions one may ask in a round."""

SUBSTITUTE = "/"
"""What stands before a substitute, as in the text of an order."""


class Slot(QAbstractButton):
    """A place for one question; the checked one is being put together."""

    def __init__(self, tag: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._tag = tag
        self.name = tag
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(130, 30)

    def minimumSizeHint(self) -> QSize:
        return QSize(90, 30)

    def show_question(self, text: str, spoken: str) -> None:
        """Show a question in short; *spoken* is the whole of it."""
        self.setText(text)
        self.setAccessibleName(f"{self.name}: {spoken}")
        self.setToolTip(plain_tip(f"{self.name}: {spoken}"))

    def paintEvent(self, event: QPaintEvent) -> None:
        c = theme.colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        chosen = self.isChecked()
        painter.setPen(QPen(theme.colour(c.accent_texts[GAME] if chosen else c.line), 2 if chosen else 1))
        painter.setBrush(theme.colour(c.raised))
        painter.drawRoundedRect(box, 8, 8)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.colour(c.focus), 2))
            painter.drawRoundedRect(box, 8, 8)
            painter.drawRoundedRect(box.adjusted(2.5, 2.5, -2.5, -2.5), 6, 6)
        number = QRectF(
            box.left() + 8,
            box.top(),
            QFontMetrics(theme.font("small")).horizontalAdvance(self._tag),
            box.height(),
        )
        painter.setFont(theme.font("small"))
        painter.setPen(theme.colour(c.muted))
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(number, middle, self._tag)
        painter.setFont(theme.font("body", bold=True))
        painter.setPen(theme.colour(c.text))
        rest = box.adjusted(number.width() + 14, 0, -6, 0)
        text = QFontMetrics(painter.font()).elidedText(
            self.text(), Qt.TextElideMode.ElideRight, int(rest.width())
        )
        painter.drawText(rest, middle, text)


class OrderSheet(QFrame):
    """``changed``: the questions of the draft are others now; ``sent``: the orders are to be given; ``asked``: a tip is
    wanted."""

    changed = Signal()
    sent = Signal()
    asked = Signal()
    passed_on = Signal()

    def __init__(self, box: Box, t: Texts) -> None:
        super().__init__()
        self.setProperty("role", "panel")
        self._box, self._t = box, t
        self._draft = Draft([], [], {}, {})
        self._bits: dict[str, float] = {}
        self._best = 0.0
        self._answered: dict[str, tuple[int, int]] = {}
        self._allowed = True
        self._slots: list[Slot] = []
        self._current = 0
        layout = column(margin=12, gap=6)
        self.title = label("", "lead", serif=True, wrap=True)
        layout.addWidget(self.title)
        self.private = label("", "small", role="muted", wrap=True)
        layout.addWidget(self.private)
        self.hint = label("", role="warning", wrap=True)
        layout.addWidget(self.hint)
        self.given = Meter()
        layout.addWidget(self.given)
        self._form = QWidget()
        form = column(gap=6)
        self._slot_box = QWidget()
        self._slot_grid = QGridLayout()
        self._slot_grid.setContentsMargins(0, 0, 0, 0)
        self._slot_grid.setSpacing(4)
        self._slot_box.setLayout(self._slot_grid)
        form.addWidget(self._slot_box)
        self._group = QButtonGroup(self)
        self._question_slots = [Slot(str(n + 1), self._slot_box) for n in range(MOST_QUESTIONS)]
        self._spare_slots = [Slot(SUBSTITUTE, self._slot_box) for _n in range(SUBSTITUTES)]
        for slot in (*self._question_slots, *self._spare_slots):
            slot.clicked.connect(lambda _checked=False, slot=slot: self._choose(self._slots.index(slot)))
            self._group.addButton(slot)
        self.add = Button(t._("+ Substitute"), "link", game=GAME, parent=self._slot_box)
        self.add.setStyleSheet("padding: 0px 4px;")
        self.add.setToolTip(plain_tip(t._("Asked instead if the question has been answered already")))
        self.add.clicked.connect(self._add)
        for place in (0, 1):
            self._slot_grid.setColumnStretch(place, 1)
        parts = QGridLayout()
        parts.setContentsMargins(0, 0, 0, 0)
        parts.setSpacing(6)
        self.holder = self._combo(t._("Who is asked"), [(letter, letter) for letter in ASKED])
        self.kind = self._combo(t._("Type"), [(t._("any type"), ""), *self._elements(box.types)])
        self.colour = self._combo(t._("Colour"), [(t._("any colour"), ""), *self._elements(box.colours)])
        self.number = self._combo(t._("Number"), [(t._("any number"), ""), *self._elements(box.numbers)])
        for place, combo in enumerate((self.holder, self.kind, self.colour, self.number)):
            parts.addWidget(combo, place // 2, place % 2)
        form.addLayout(parts)
        self.sentence = label("", bold=True, wrap=True)
        form.addWidget(self.sentence)
        self._worth_box = QWidget()
        worth = line(gap=8)
        self.worth = label("", role="muted")
        worth.addWidget(self.worth)
        self.meter = Meter()
        worth.addWidget(self.meter, 1)
        self._worth_box.setLayout(worth)
        form.addWidget(self._worth_box)
        self._form.setLayout(form)
        layout.addWidget(self._form)
        self.remark = label("", "small", role="muted", wrap=True)
        layout.addWidget(self.remark)
        self.reason = label("", role="warning", wrap=True)
        layout.addWidget(self.reason)
        actions = line(gap=4)
        self.send = Button("", "primary", game=GAME)
        self.send.clicked.connect(self.sent.emit)
        self.pass_on = Button("", "primary", game=GAME)
        self.pass_on.clicked.connect(self.passed_on.emit)
        self.tip = Button(t._("Tip"), "link", game=GAME)
        self.tip.setToolTip(t._("What would a good player do? (T)"))
        self.tip.clicked.connect(self.asked.emit)
        for button in (self.send, self.pass_on, self.tip):
            actions.addWidget(button)
        actions.addStretch(1)
        layout.addLayout(actions)
        self.setLayout(layout)

    def _elements(self, elements: str) -> list[tuple[str, str]]:
        return [(words.element_name(element, self._t), element) for element in elements]

    def _combo(self, name: str, entries: Sequence[tuple[str, str]]) -> QComboBox:
        made = QComboBox()
        made.setAccessibleName(name)
        for text, value in entries:
            made.addItem(text, value)
        made.activated.connect(self._build)
        made.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        return made

    # Showing ----------------------------------------

    def show_private(self, result: str, hint: str) -> None:
        """What only this player is told of the round before: how many own tips were right, and a *hint*."""
        for shown, text in ((self.private, result), (self.hint, hint)):
            shown.setText(text)
            shown.setVisible(bool(text))

    def show_draft(
        self, draft: Draft, *, substitutes: bool, answered: dict[str, tuple[int, int]], active: bool
    ) -> None:
        """Show *draft*; *answered* are the questions already answered, with round and count."""
        self._draft, self._allowed, self._answered = draft, substitutes, answered
        self._form.setVisible(active)
        self.send.setVisible(active)
        self.remark.setVisible(active)
        if not active:
            self.reason.hide()
        self._lay_slots()

    def show_worth(self, bits: dict[str, float]) -> None:
        """What questions are expected to bring, in bits; empty if nothing is known."""
        self._bits = bits
        self._best = max(bits.values(), default=0.0)
        self._refresh()

    def load(self, question: str) -> None:
        """Put *question* into the place that is being filled."""
        self._put(question)
        self._fill_combos()
        self._refresh()
        self.changed.emit()

    def _all(self) -> list[str]:
        return [*self._draft.questions, *self._draft.substitutes]

    def _put(self, question: str) -> None:
        count = len(self._draft.questions)
        if self._current < count:
            self._draft.questions[self._current] = question
        elif self._current - count < len(self._draft.substitutes):
            self._draft.substitutes[self._current - count] = question

    def _lay_slots(self) -> None:
        """Give each question its slot, in two columns, and what adds a substitute the place behind them."""
        t = self._t
        count = len(self._draft.questions)
        slots = [*self._question_slots[:count], *self._spare_slots[: len(self._draft.substitutes)]]
        self._current = min(self._current, max(0, len(slots) - 1))
        may_add = self._allowed and self._can_add()
        if not may_add and self.add.hasFocus() and slots:
            slots[-1].setFocus()
        for slot in (*self._question_slots, *self._spare_slots, self.add):
            self._slot_grid.removeWidget(slot)
            slot.setVisible(slot in slots)
        for n, slot in enumerate(slots):
            several = count > 1
            slot.name = (
                t._("Substitute")
                if n >= count
                else t._("Question {n}", n=n + 1)
                if several
                else t._("Question")
            )
            wide = len(slots) == 1 and not may_add
            self._slot_grid.addWidget(slot, n // 2, n % 2, 1, 2 if wide else 1)
        if may_add:
            self._slot_grid.addWidget(self.add, len(slots) // 2, len(slots) % 2)
            self.add.show()
        self._slots = slots
        if slots:
            slots[self._current].setChecked(True)
        self._fill_combos()
        self._refresh()

    def _can_add(self) -> bool:
        return len(self._draft.substitutes) < SUBSTITUTES

    def _add(self) -> None:
        last = self._all()[-1]
        self._draft.substitutes.append(f"{last[0]}:")
        self._current = len(self._all()) - 1
        self._lay_slots()
        self._slots[self._current].setFocus()
        self.changed.emit()

    def _choose(self, number: int) -> None:
        self._current = number
        self._fill_combos()
        self._refresh()

    def _fill_combos(self) -> None:
        questions = self._all()
        if not questions:
            return
        question = questions[self._current]
        self.holder.setCurrentIndex(max(0, self.holder.findData(question[0])))
        for combo, allowed in (
            (self.kind, self._box.types),
            (self.colour, self._box.colours),
            (self.number, self._box.numbers),
        ):
            element = next((one for one in question[2:] if one in allowed), "")
            combo.setCurrentIndex(max(0, combo.findData(element)))

    def _build(self) -> None:
        """A part of the question was chosen. A third element takes the place of one of the other two."""
        parts = [self.kind, self.colour, self.number]
        if all(combo.currentData() for combo in parts):
            changed = self.sender()
            drop = next(combo for combo in reversed(parts) if combo is not changed)
            drop.setCurrentIndex(0)
        self._put(f"{self.holder.currentData()}:" + "".join(combo.currentData() for combo in parts))
        self._refresh()
        self.changed.emit()

    def _refresh(self) -> None:
        t = self._t
        questions = self._all()
        for slot, question in zip(self._slots, questions, strict=True):
            if len(question) > 2:
                short = short_question(question, t)
                slot.show_question(short, words.question_text(question, t))
            else:
                slot.show_question("…", t._("still empty"))
        if not questions:
            return
        question = questions[self._current]
        whole = len(question) > 2
        self.sentence.setText(
            words.question_text(question, t)
            if whole
            else t._("Choose one or two elements of different kinds.")
        )
        known = self._answered.get(question)
        bits = self._bits.get(question)
        self._worth_box.setVisible(bool(self._bits))
        if known is not None:
            self.worth.setText(t._("answered in round {number}: {count}", number=known[0], count=known[1]))
            self.meter.show_share(0.0, self.worth.text())
        elif bits is not None:
            self.worth.setText(t._("Expected: {bits} bits", bits=t.number(bits)))
            self.meter.show_share(bits / self._best if self._best else 0.0, self.worth.text())
        else:
            self._worth_box.hide()
        self._remark()

    def _remark(self) -> None:
        """What is allowed but may be an oversight."""
        t, draft = self._t, self._draft
        asked = [question for question in draft.questions if len(question) > 2]
        spare = [q for q in draft.substitutes if len(q) > 2 and q not in self._answered]
        remarks = []
        if len(asked) < len(draft.questions):
            remarks.append(
                t.n_(
                    "One question is still empty: it will not be asked.",
                    "{n} questions are still empty: they will not be asked.",
                    len(draft.questions) - len(asked),
                )
            )
        known = [question for question in asked if question in self._answered]
        if known and not spare:
            number, count = self._answered[known[0]]
            remarks.append(
                t._(
                    "{question} was answered in round {number}: {count}.",
                    question=short_question(known[0], t),
                    number=number,
                    count=count,
                )
            )
        if len(set(asked)) < len(asked):
            remarks.append(t._("Both questions are the same."))
        self.remark.setText(" ".join(remarks))
        self.remark.setVisible(bool(remarks) and not self._form.isHidden())


def short_question(question: str, t: Texts) -> str:
    """A question in short: ``B: red ones``."""
    return f"{question[0]}: {words.asked_for(question[2:], t)}"
