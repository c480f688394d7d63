"""The rules over the table: one page in short, and the complete text with a table of contents and pictures.

Works for every game with a ``rulebook`` (`engine.core.rulebook`); cards are drawn by the game's own faces.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QButtonGroup,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QSizePolicy,
    QStackedWidget,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from desktop.screens.common import Dialog, room_for
from desktop.widgets import theme
from desktop.widgets.basics import Button, column, label, line, plain_tip
from desktop.widgets.card import Face, card_width, paint_card
from engine.core import catalog
from engine.core.rulebook import (
    Block,
    CardNote,
    Example,
    Heading,
    Items,
    Paragraph,
    Section,
    lines,
    rulebook,
    sections,
)
from engine.core.text import Texts

SHORT_CARD, FULL_CARD = 96, 164
"""Heights of the card pictures on the two pages; the larger ones show the card's name, too."""
DENSE_CARD = 48
DENSE = QSize(1180, 640)
"""In a dialog narrower or lower than this the page in short has small letters and pictures, to stay one page."""
READING_WIDTH = 720
"""The longest line that is read with ease."""
CONTENTS_WIDTH = 236
LARGEST = QSize(1248, 800)


# Parts of a page ----------------------------------------


class CardPicture(QWidget):
    """A card to look at."""

    def __init__(self, face: Face, height: int) -> None:
        super().__init__()
        self._face = face
        self._height = height
        self.setFixedSize(card_width(height) + 6, height + 8)
        self.setAccessibleName(face.spoken)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        paint_card(painter, self._face, QRectF(3, 3, card_width(self._height), self._height), self)


class Framed(QFrame):
    """A panel that shows the focus of the scroll area it frames."""

    def __init__(self, area: QScrollArea, margin: int) -> None:
        super().__init__()
        self._area = area
        layout = column(margin=margin)
        layout.addWidget(area)
        self.setLayout(layout)
        area.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.update()
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        c = theme.colours()
        focused = self._area.hasFocus()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(theme.colour(c.panel))
        painter.setPen(QPen(theme.colour(c.focus if focused else c.line), 2 if focused else 1))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), theme.RADIUS, theme.RADIUS)


class Sheet(QScrollArea):
    """A page to scroll, by keyboard as well; *spoken* names it for screen readers."""

    def __init__(self, spoken: str) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(spoken)
        self.verticalScrollBar().setSingleStep(theme.SPACE * 3)
        self.content = QWidget()
        self.setWidget(self.content)

    def set_content(self, content: QWidget) -> None:
        """Scroll *content* from now on."""
        self.content = content
        self.setWidget(content)

    def settle(self) -> None:
        """Lay out now what has been added, so that places and the scroll bar are right at once."""
        QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar = self.verticalScrollBar()
        back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        match event.key():
            case Qt.Key.Key_Home:
                bar.setValue(bar.minimum())
            case Qt.Key.Key_End:
                bar.setValue(bar.maximum())
            case Qt.Key.Key_Space:
                bar.setValue(bar.value() + (-1 if back else 1) * bar.pageStep() * 9 // 10)
            case _:
                super().keyPressEvent(event)


class Printer:
    """Puts a game's blocks into layouts as widgets.

    Everything is built from the outside in: a layout belongs to its widget before anything is put into it. The other
    way round each further level would dress all that is inside anew, which takes a page of this length long.
    """

    def __init__(self, game_id: str, t: Texts, card_height: int, size: str = "body") -> None:
        self._game = game_id
        self._t = t
        self._height = card_height
        self.size = size
        """The step of the type scale for what is read."""

    def heading(self, text: str, layout: QVBoxLayout, size: str = "heading") -> None:
        """Add a section's title."""
        layout.addWidget(_readable(label(text, size, role="accent", serif=True, wrap=True, game=self._game)))

    def blocks(self, blocks: Sequence[Block], layout: QVBoxLayout) -> None:
        """Add *blocks*, one below the other."""
        for block in blocks:
            match block:
                case Heading():
                    self.heading(block.text, layout)
                case Paragraph():
                    layout.addWidget(_text(block.text, self.size))
                case Items():
                    _items(block.texts, layout, numbered=block.numbered, size=self.size)
                case CardNote():
                    made = QWidget()
                    layout.addWidget(made)
                    self.note(block, made)
                case Example():
                    _example(block, layout)

    def note(self, note: CardNote, place: QWidget) -> None:
        """Fill *place* with a card's picture and what is to be said about it."""
        place.setAccessibleName(note.title)
        place.setAccessibleDescription("\n".join(lines(note)))
        row = line(gap=theme.SPACE * (2 if note.details else 1))
        place.setLayout(row)
        # Only here: the rules of a game without notes on cards need no faces.
        faces = import_module(f"desktop.games.{self._game}.faces")
        picture = CardPicture(faces.face(note.card, self._t), self._height)
        row.addWidget(picture, 0, Qt.AlignmentFlag.AlignTop)
        words = column(gap=6 if note.details else 2)
        row.addLayout(words, 1)
        title = "lead" if self.size == "body" else "body"
        words.addWidget(_readable(label(note.title, title, serif=True, wrap=True)))
        words.addWidget(_text(note.text, self.size))
        if note.details:
            _items(note.details, words, size=self.size)
        words.addStretch(1)


def _readable(made: QLabel) -> QLabel:
    """Let *made*'s text be marked and copied."""
    made.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    return made


def _text(text: str, size: str = "body") -> QLabel:
    made = _readable(label(text, size, wrap=True))
    made.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
    return made


def _items(texts: Sequence[str], layout: QVBoxLayout, *, numbered: bool = False, size: str = "body") -> None:
    grid = QGridLayout()
    layout.addLayout(grid)
    grid.setContentsMargins(theme.SPACE // 2, 0, 0, 0)
    grid.setHorizontalSpacing(theme.SPACE)
    grid.setVerticalSpacing(theme.SPACE // 2)
    grid.setColumnStretch(1, 1)
    for row, text in enumerate(texts):
        sign = label(f"{row + 1}." if numbered else "•", size, role="muted", bold=numbered)
        sign.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        grid.addWidget(sign, row, 0)
        grid.addWidget(_text(text, size), row, 1)


class Aside(QWidget):
    """Text beside a thin rule: an example."""

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(0, 0, 3, self.height(), theme.colour(theme.colours().line))


def _example(block: Example, layout: QVBoxLayout) -> None:
    made = Aside()
    made.setAccessibleName(block.title)
    layout.addWidget(made)
    words = column(gap=6)
    words.setContentsMargins(theme.SPACE * 2 + 3, 0, 0, 0)
    made.setLayout(words)
    words.addWidget(_readable(label(block.title, bold=True, wrap=True)))
    for text in block.texts:
        words.addWidget(_text(text))


def _read(section: Section) -> str:
    return "\n".join(text for block in section.blocks for text in lines(block))


# Pages ----------------------------------------


class ShortPage(QWidget):
    """The rules on one page: words on the left, the cards on the right; one below the other in a small window."""

    NARROW = 800

    def __init__(self) -> None:
        super().__init__()
        self._columns = QHBoxLayout()
        self._columns.setContentsMargins(0, 0, theme.SPACE, 0)
        self._columns.setSpacing(theme.SPACE * 3)
        self.setLayout(self._columns)

    def fill(self, printer: Printer, blocks: Sequence[Block]) -> None:
        """Put *blocks* on the page; sections with cards stand on the right."""
        dense = printer.size != "body"
        left, right = column(gap=0 if dense else 2), column(gap=0 if dense else 2)
        self._columns.addLayout(left, 22 if dense else 20)
        self._columns.addLayout(right, 25 if dense else 24)
        for section in sections(blocks):
            notes = [block for block in section.blocks if isinstance(block, CardNote)]
            others = [block for block in section.blocks if not isinstance(block, CardNote)]
            side = right if notes else left
            if side.count():
                side.addSpacing(theme.SPACE // 2 if dense else theme.SPACE)
            printer.heading(section.title, side, "body" if dense else "lead")
            if notes:
                self._cards(printer, notes, side)
            printer.blocks(others, side)
        left.addStretch(1)
        right.addStretch(1)

    def _cards(self, printer: Printer, notes: Sequence[CardNote], side: QVBoxLayout) -> None:
        grid = QGridLayout()
        side.addLayout(grid)
        grid.setContentsMargins(0, 2, 0, 2)
        grid.setHorizontalSpacing(theme.SPACE * 2)
        grid.setVerticalSpacing(theme.SPACE if printer.size == "body" else 2)
        half = (len(notes) + 1) // 2
        for index, note in enumerate(notes):
            place = QWidget()
            grid.addWidget(place, index % half, index // half)
            printer.note(note, place)
        for side_by_side in range(grid.columnCount()):
            grid.setColumnStretch(side_by_side, 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = event.size().width() < self.NARROW
        direction = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        if self._columns.direction() != direction:
            self._columns.setDirection(direction)
            self._columns.setSpacing(theme.SPACE * (2 if narrow else 3))


class Entry(QStyledItemDelegate):
    """Draws an entry of the contents; the one being read lies on a quiet ground."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(0, theme.SPACE * 4)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        c = theme.colours()
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        selected = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if selected:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour(c.line))
            painter.drawRoundedRect(rect.adjusted(4, 2, -4, -2), theme.RADIUS - 2, theme.RADIUS - 2)
        painter.setFont(theme.font("body", bold=selected))
        painter.setPen(theme.colour(c.text))
        box = rect.adjusted(theme.SPACE + 4, 0, -theme.SPACE, 0)
        text = painter.fontMetrics().elidedText(str(index.data()), Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
        painter.restore()


class FullPage(QWidget):
    """The complete rules: contents on the left, the text on the right. Each follows the other."""

    AT_ONCE = 4
    """So many blocks are added without a pause."""

    def __init__(self, printer: Printer, blocks: Sequence[Block], t: Texts) -> None:
        super().__init__()
        self.contents = QListWidget()
        self.contents.setAccessibleName(t._("Contents"))
        self.contents.setFixedWidth(CONTENTS_WIDTH)
        self.contents.setItemDelegate(Entry(self.contents))
        self.contents.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.sheet = Sheet(t._("The complete rules"))
        self._places: list[QWidget] = []
        self._jumping = False
        layout = line(gap=theme.SPACE * 2)
        self.setLayout(layout)
        layout.addWidget(self.contents)
        layout.addWidget(Framed(self.sheet, theme.SPACE), 1)
        row = line(margin=theme.SPACE)
        self.sheet.content.setLayout(row)
        text = QWidget()
        text.setMaximumWidth(READING_WIDTH)
        text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        row.addWidget(text, 1)
        row.addStretch(0)
        self._words = column(gap=theme.SPACE * 4)
        text.setLayout(self._words)
        self._words.addStretch(1)
        self._printer = printer
        self._sections = sections(blocks)
        for section in self._sections:
            item = QListWidgetItem(section.title)
            item.setToolTip(plain_tip(section.title))
            item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, _read(section))
            self.contents.addItem(item)
        self.contents.setCurrentRow(0)
        self.contents.currentRowChanged.connect(self.jump)
        self.contents.itemActivated.connect(lambda _item: self.sheet.setFocus())
        self.sheet.verticalScrollBar().valueChanged.connect(self._follow)
        self._filling = self._fill()
        self._next = QTimer(self)
        self._next.setInterval(0)
        self._next.timeout.connect(self._fill_on)
        self._next.start()
        self._fill_on()

    def _fill(self) -> Iterator[None]:
        """Add section after section, pausing often enough for the window to answer meanwhile."""
        for section in self._sections:
            place = QWidget()
            place.setAccessibleName(section.title)
            self._words.insertWidget(self._words.count() - 1, place)
            inside = column(gap=10)
            place.setLayout(inside)
            self._printer.heading(section.title, inside)
            self._places.append(place)
            for start in range(0, len(section.blocks), self.AT_ONCE):
                self._printer.blocks(section.blocks[start : start + self.AT_ONCE], inside)
                # At once: the layout would do it later, and what is hidden takes no room.
                made = place.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
                for widget in (*made, place):
                    widget.show()
                yield

    def _fill_on(self) -> None:
        if next(self._filling, self) is self:
            self._next.stop()

    def complete(self) -> None:
        """Add everything that is still to come, and lay it out."""
        for _part in self._filling:
            pass
        self._next.stop()
        self.sheet.settle()

    def top(self, row: int) -> int:
        """Where the section *row* begins: the scroll bar's value that brings it to the top."""
        return self._places[row].mapTo(self.sheet.content, QPoint(0, 0)).y() - theme.SPACE

    def jump(self, row: int) -> None:
        """Bring the section *row* to the top."""
        self.complete()
        self._jumping = True
        self.sheet.verticalScrollBar().setValue(self.top(row))
        self._jumping = False

    def _follow(self, value: int) -> None:
        """Mark in the contents the section that is being read."""
        if self._jumping:
            return
        rows = range(len(self._places))
        at = max((row for row in rows if self.top(row) <= value + theme.SPACE * 4), default=0)
        if value == self.sheet.verticalScrollBar().maximum() and not self._next.isActive():
            at = rows[-1]
        self.contents.blockSignals(True)
        self.contents.setCurrentRow(at)
        self.contents.blockSignals(False)


# The dialog ----------------------------------------


class RulesDialog(Dialog):
    """How to play a game: *In short* on one page, *In full* with contents. Escape closes it.

    With *lesson* there is a button for the guided first match, which emits ``lesson_wanted``.
    """

    lesson_wanted = Signal(str)
    """The game whose guided first match is to begin. The dialog has closed itself."""

    def __init__(
        self, game_id: str, t: Texts, parent: QWidget | None, full: bool = False, *, lesson: bool = False
    ) -> None:
        title = t._("How to play {game}", game=t._(catalog.meta(game_id).name))
        super().__init__(title, parent)
        book = rulebook(game_id)
        if book is None:
            raise ValueError(f"{game_id} has no rulebook")
        self._book = book
        self._game = game_id
        self._t = t
        self._full: FullPage | None = None
        room = (parent.window().size() - QSize(32, 32) if parent is not None else LARGEST).boundedTo(LARGEST)
        room = room.boundedTo(room_for(self))
        self._dense = room.boundedTo(DENSE) != DENSE
        outer = column(margin=12, gap=6) if self._dense else column(margin=20, gap=12)
        self.setLayout(outer)
        head = line(gap=4)
        outer.addLayout(head)
        head.addWidget(label(title, "heading" if self._dense else "title", serif=True, wrap=True), 1)
        self.short_button = Button(t._("In short"), "segment")
        self.full_button = Button(t._("In full"), "segment")
        group = QButtonGroup(self)
        group.setExclusive(True)
        for button in (self.short_button, self.full_button):
            button.setCheckable(True)
            group.addButton(button)
            head.addWidget(button)
        self.sheet = Sheet(t._("The rules in short"))
        self._pages = QStackedWidget()
        outer.addWidget(self._pages, 1)
        self._pages.addWidget(Framed(self.sheet, theme.SPACE * (1 if self._dense else 2)))
        self._fill_short()
        foot = line()
        outer.addLayout(foot)
        if lesson:
            self.lesson_button = Button(t._("Learn by playing"), game=game_id)
            self.lesson_button.clicked.connect(self._learn)
            foot.addWidget(self.lesson_button)
        foot.addStretch(1)
        self.close_button = Button(t._("Close"), "primary", game=game_id)
        self.close_button.clicked.connect(self.accept)
        foot.addWidget(self.close_button)
        self.resize(room)
        self.show_full(full)
        self.short_button.toggled.connect(lambda short: self.show_full(not short))

    def _fill_short(self) -> None:
        blocks = self._book.short_rules(self._t)
        page = ShortPage()
        self.sheet.set_content(page)
        dense = (DENSE_CARD, "small") if self._dense else (SHORT_CARD, "body")
        page.fill(Printer(self._game, self._t, *dense), blocks)
        self.sheet.setAccessibleDescription(
            "\n".join(f"{section.title}\n{_read(section)}" for section in sections(blocks))
        )

    @property
    def full_page(self) -> FullPage | None:
        """The page with the complete rules, once it has been shown."""
        return self._full

    def show_full(self, full: bool) -> None:
        """Show the complete rules, or the page in short."""
        if full and self._full is None:
            printer = Printer(self._game, self._t, FULL_CARD)
            self._full = FullPage(printer, self._book.full_rules(self._t), self._t)
            self._pages.addWidget(self._full)
        (self.full_button if full else self.short_button).setChecked(True)
        if full and self._full is not None:
            self._pages.setCurrentWidget(self._full)
            self._full.contents.setFocus()
        else:
            self._pages.setCurrentIndex(0)
            self.sheet.setFocus()

    def _learn(self) -> None:
        self.accept()
        self.lesson_wanted.emit(self._game)
