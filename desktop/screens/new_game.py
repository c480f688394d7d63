"""Setting up a match: who sits where, and the options with their rules explained."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QFrame,
    QGridLayout,
    QLabel,
    QLineEdit,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from desktop.storage import Seating
from desktop.widgets import theme
from desktop.widgets.basics import Button, column, label, line
from desktop.widgets.choice import ChoiceBox, NumberBox
from engine.core import catalog
from engine.core.errors import OptionError
from engine.core.meta import BoolOption, ChoiceOption, IntOption, Meta, Option, SeatOption, bot_name
from engine.core.text import Texts
from engine.play.session import SeatInfo

NAMES = ("Anna", "Ben", "Carla", "Dora")
"""Names offered for the first seats until people give their own."""

MAX_NAME = 24


def clean_name(text: str) -> str:
    """A name as it is kept: no control or direction characters, single blanks, at most `MAX_NAME` long."""
    visible = "".join(char for char in text if char.isprintable())
    return " ".join(visible.split())[:MAX_NAME]


class SeatRow:
    """One seat: its name, and who plays it."""

    def __init__(self, number: int, meta: Meta, t: Texts, name: str, kind: str) -> None:
        self.name = QLineEdit(name)
        self.name.setMaxLength(MAX_NAME)
        self.name.setMinimumWidth(196)
        self.name.setAccessibleName(t._("Name of seat {n}", n=number + 1))
        self.kind = ChoiceBox()
        self.kind.addItem(t._("Person"), "human")
        for bot in reversed(meta.bots):
            self.kind.addItem(t._("Bot: {strength}", strength=bot_name(bot, t)), f"bot:{bot}")
        self.kind.setCurrentIndex(max(0, self.kind.findData(kind)))
        self.kind.setAccessibleName(t._("Who plays seat {n}", n=number + 1))
        self.number = label(str(number + 1), "lead", role="muted", serif=True)
        self.widgets: tuple[QWidget, ...] = (self.number, self.name, self.kind)

    def show(self, visible: bool) -> None:
        for widget in self.widgets:
            widget.setVisible(visible)

    @property
    def info(self) -> SeatInfo:
        return SeatInfo(clean_name(self.name.text()), self.kind.currentData())


class NewGamePage(QWidget):
    """See the module's docstring.

    ``start`` carries (game id, seats, options); ``back`` goes to the start page; ``rules`` carries the game whose
    rules are to be read.
    """

    start = Signal(str, object, object)
    back = Signal()
    rules = Signal(str)

    def __init__(self, game_id: str, t: Texts, last: Seating | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._meta = meta = catalog.meta(game_id)
        self._t = t
        last = last or Seating()
        offered = [*NAMES, *(t._("Player {n}", n=n + 1) for n in range(len(NAMES), meta.max_seats))]
        names = [*last.names, *offered[len(last.names) :]]
        strongest = f"bot:{meta.bots[-1]}"
        default_kinds = ["human"] + [strongest] * (meta.max_seats - 1)
        kinds = [*last.kinds, *default_kinds[len(last.kinds) :]]
        played = last.seats or len(last.names)
        count = played if meta.min_seats <= played <= meta.max_seats else meta.min_seats
        if not last.names and meta.max_seats > 2:
            count = min(3, meta.max_seats)

        outer = column(margin=0, gap=16)
        outer.setContentsMargins(32, 24, 32, 24)
        head = line()
        head.addWidget(label(t._("New match: {game}", game=t._(meta.name)), "title", serif=True))
        head.addStretch(1)
        rules = Button(t._("Rules"), "link", game=game_id)
        rules.setIcon(theme.icon("help"))
        rules.setAccessibleName(t._("Rules of {game}", game=t._(meta.name)))
        rules.clicked.connect(lambda: self.rules.emit(game_id))
        head.addWidget(rules)
        outer.addLayout(head)
        boxes = line(gap=24)
        boxes.addWidget(self._seat_box(names, kinds, count), 1)
        boxes.addWidget(self._option_box(last.options, count), 1)
        outer.addLayout(boxes, 1)
        self.problem = label("", role="warning", bold=True, wrap=True)
        outer.addWidget(self.problem)
        foot = line(gap=12)
        back = Button(t._("Back"), "plain")
        back.clicked.connect(self.back.emit)
        foot.addWidget(back)
        foot.addStretch(1)
        self.start_button = Button(t._("Start the match"), "primary", game=game_id)
        self.start_button.clicked.connect(self._start)
        foot.addWidget(self.start_button)
        outer.addLayout(foot)
        self.setLayout(outer)
        self._set_count(count)

    def seating(self) -> Seating:
        """The page as it is filled in now, so that it can be built anew without losing anything."""
        return Seating(
            [row.name.text() for row in self.rows],
            [row.kind.currentData() for row in self.rows],
            {name: editor.value() for name, editor in self._options.items()},
            self._count,
        )

    # Seats ----------------------------------------

    def _seat_box(self, names: list[str], kinds: list[str], count: int) -> QFrame:
        t, meta = self._t, self._meta
        box = QFrame()
        box.setProperty("role", "panel")
        layout = column(margin=18, gap=12)
        layout.addWidget(label(t._("Who plays?"), "heading", serif=True))
        counts = line(gap=6)
        counts.addWidget(label(t._("Players"), role="muted"))
        counts.addSpacing(8)
        self._count_group = QButtonGroup(self)
        self.count_buttons: dict[int, Button] = {}
        for number in range(meta.min_seats, meta.max_seats + 1):
            button = Button(str(number), "segment")
            button.setCheckable(True)
            button.setChecked(number == count)
            button.setAccessibleName(t.n_("{n} player", "{n} players", number))
            button.clicked.connect(lambda _checked=False, number=number: self._set_count(number))
            self._count_group.addButton(button)
            self.count_buttons[number] = button
            counts.addWidget(button)
        counts.addStretch(1)
        layout.addLayout(counts)
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(10)
        grid.setColumnStretch(1, 3)
        grid.setColumnStretch(2, 2)
        grid.addWidget(label(t._("Name"), role="muted"), 0, 1)
        grid.addWidget(label(t._("Played by"), role="muted"), 0, 2)
        self.rows: list[SeatRow] = []
        for number in range(meta.max_seats):
            row = SeatRow(number, meta, t, names[number], kinds[number])
            for place, widget in enumerate(row.widgets):
                grid.addWidget(widget, number + 1, place)
            self.rows.append(row)
            row.kind.currentIndexChanged.connect(self._explain)
            row.name.textChanged.connect(self._explain)
        layout.addLayout(grid)
        self.explained = label("", role="muted", wrap=True)
        layout.addWidget(self.explained)
        layout.addStretch(1)
        return _scrolling(box, layout)

    def _set_count(self, count: int) -> None:
        self._count = count
        for number, row in enumerate(self.rows):
            row.show(number < count)
        for name, keep in self._options.items():
            keep.seats_changed(count, self._meta)
            for widget in keep.widgets:
                widget.setVisible(count >= self._option(name).min_seats)
        self._explain()

    def _option(self, name: str) -> Option:
        return next(option for option in self._meta.options if option.name == name)

    def _explain(self) -> None:
        t = self._t
        infos = [row.info for row in self.rows[: self._count]]
        people = sum(info.bot is None for info in infos)
        if people == 0:
            text = t._("Only bots: you watch.")
        elif people == 1:
            text = t._(self._meta.alone)
        else:
            text = t._(self._meta.together)
        self.explained.setText(text)
        self.problem.setText("")
        for keep in self._options.values():
            keep.names_changed([info.name for info in infos])

    # Options ----------------------------------------

    def _option_box(self, given: dict[str, Any], count: int) -> QFrame:
        t = self._t
        box = QFrame()
        box.setProperty("role", "panel")
        layout = column(margin=18, gap=10)
        layout.addWidget(label(t._("Rules of this match"), "heading", serif=True))
        self._options: dict[str, OptionEditor] = {}
        for option in self._meta.options:
            editor = OptionEditor(option, t, given.get(option.name), count)
            self._options[option.name] = editor
            layout.addLayout(editor.layout)
            layout.addSpacing(6)
        titles = [editor.title for editor in self._options.values() if editor.title is not None]
        for title in titles:
            title.setMinimumWidth(max(other.sizeHint().width() for other in titles))
        layout.addStretch(1)
        return _scrolling(box, layout)

    def _start(self) -> None:
        t = self._t
        infos = [row.info for row in self.rows[: self._count]]
        for row, info in zip(self.rows, infos, strict=False):
            if not info.name:
                self._complain(t._("Every player needs a name."), row.name)
                return
        seen: set[str] = set()
        for row, info in zip(self.rows, infos, strict=False):
            key = info.name.casefold()
            if key in seen:
                self._complain(
                    t._("Two players are called {name}. Please give different names.", name=info.name),
                    row.name,
                )
                return
            seen.add(key)
        chosen = {
            name: editor.value()
            for name, editor in self._options.items()
            if self._count >= self._option(name).min_seats
        }
        try:
            options = self._meta.complete(chosen, self._count)
        except OptionError as error:
            self._complain(error.refusal.text(t), self.start_button)
            return
        self.start.emit(self._meta.id, infos, options)

    def _complain(self, text: str, widget: QWidget) -> None:
        self.problem.setText(text)
        for area in self.findChildren(QScrollArea):
            if area.isAncestorOf(widget):
                area.ensureWidgetVisible(widget)
        widget.setFocus()

    def keyPressEvent(self, event: Any) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.back.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._start()
        else:
            super().keyPressEvent(event)


def _scrolling(box: QFrame, layout: QVBoxLayout) -> QFrame:
    """*box* around *layout*, which scrolls where a small window has no room for many seats or options."""
    content = QWidget()
    content.setLayout(layout)
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(content)
    outer = column(margin=2)
    outer.addWidget(area)
    box.setLayout(outer)
    return box


class OptionEditor:
    """The widgets for one option."""

    def __init__(self, option: Option, t: Texts, given: Any, seats: int) -> None:
        self._option = option
        self._t = t
        self._touched = given is not None and given != option.default_for(seats)
        value = given if self._touched and option.accepts(given, seats) else option.default_for(seats)
        if isinstance(option, ChoiceOption) and option.languages:
            value = next((code for code in (given, t.language) if option.accepts(code, seats)), value)
        self.layout: QVBoxLayout = column(gap=4)
        name = t._(option.label)
        row = line(gap=10)
        self.presets: list[Button] = []
        self.title: QLabel | None = None
        below = False
        if isinstance(option, BoolOption):
            self.check = QCheckBox(name)
            self.check.setChecked(bool(value))
            self.editor: QWidget = self.check
            row.addWidget(self.check)
        else:
            title = label(name, bold=True)
            self.title = title
            row.addWidget(title)
            if isinstance(option, IntOption):
                self.spin = NumberBox()
                self.spin.setRange(option.low, option.high)
                self.spin.setValue(int(value))
                self.spin.valueChanged.connect(self._touch)
                self.editor = self.spin
                row.addWidget(self.spin, 1)
                presets = line(gap=8)
                for preset, preset_label in option.presets:
                    button = Button(t._(preset_label), "segment")
                    button.setAccessibleName(f"{t._(preset_label)}: {preset}")
                    button.clicked.connect(lambda _checked=False, preset=preset: self._use(preset))
                    self.presets.append(button)
                    presets.addWidget(button)
                self.default_button = Button(t._("As usual"), "segment")
                self.default_button.clicked.connect(self._use_default)
                if self.presets:
                    presets.addWidget(self.default_button)
                    presets.addStretch(1)
                    below = True
                else:
                    # Alone it needs no line of its own; aligned, it leaves the box beside it its own height.
                    row.addWidget(self.default_button, 0, Qt.AlignmentFlag.AlignVCenter)
                self.presets.append(self.default_button)
            else:
                self.combo = ChoiceBox()
                self.editor = self.combo
                row.addWidget(self.combo, 1)
                if isinstance(option, ChoiceOption):
                    for choice, choice_label in option.choices:
                        self.combo.addItem(t._(choice_label), choice)
                elif isinstance(option, SeatOption):
                    self.combo.addItem(t._("Drawn by lot"), "random")
                    for seat in range(seats):
                        self.combo.addItem(str(seat + 1), seat)
                self.combo.setCurrentIndex(max(0, self.combo.findData(value)))
        if isinstance(option, BoolOption):
            row.addStretch(1)
        self.editor.setAccessibleName(name)
        if isinstance(self.editor, QSpinBox):
            self.editor.lineEdit().setAccessibleName(name)
        rule = label(t._(option.rule), role="muted", wrap=True)
        self.editor.setAccessibleDescription(rule.text())
        self.layout.addLayout(row)
        if below:
            self.layout.addLayout(presets)
        self.layout.addWidget(rule)
        self.widgets: tuple[QWidget, ...] = (self.editor, rule, *self.presets)
        if not isinstance(option, BoolOption):
            self.widgets = (title, *self.widgets)
        self._seats = seats

    def on_change(self, told: Callable[[], None]) -> None:
        """Call *told* whenever somebody has chosen another value."""
        if isinstance(self._option, BoolOption):
            self.check.toggled.connect(lambda _on: told())
        elif isinstance(self._option, IntOption):
            self.spin.valueChanged.connect(lambda _value: told())
            self.default_button.clicked.connect(lambda _on=False: told())
        else:
            self.combo.currentIndexChanged.connect(lambda _index: told())

    def value(self) -> Any:
        """The value chosen."""
        if isinstance(self._option, BoolOption):
            return self.check.isChecked()
        if isinstance(self._option, IntOption):
            return self.spin.value()
        return self.combo.currentData()

    def seats_changed(self, seats: int, meta: Meta) -> None:
        """Follow the number of seats: a default that was not touched becomes that number's default."""
        self._seats = seats
        if isinstance(self._option, IntOption) and not self._touched:
            self.spin.blockSignals(True)
            self.spin.setValue(int(self._option.default_for(seats)))
            self.spin.blockSignals(False)
        if isinstance(self._option, SeatOption):
            while self.combo.count() > seats + 1:
                self.combo.removeItem(self.combo.count() - 1)
            for seat in range(self.combo.count() - 1, seats):
                self.combo.addItem(str(seat + 1), seat)

    def names_changed(self, names: list[str]) -> None:
        """Show seats by the names people have given them."""
        if isinstance(self._option, SeatOption):
            for seat, name in enumerate(names):
                if seat + 1 < self.combo.count():
                    self.combo.setItemText(seat + 1, name or str(seat + 1))

    def _touch(self, *_args: object) -> None:
        self._touched = True

    def _use(self, value: int) -> None:
        self.spin.setValue(value)
        self._touched = True

    def _use_default(self) -> None:
        self._touched = False
        self.spin.blockSignals(True)
        self.spin.setValue(int(self._option.default_for(self._seats)))
        self.spin.blockSignals(False)
