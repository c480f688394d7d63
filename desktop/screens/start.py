"""The start page: the games, a game to continue, the language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6 import QtCore
from PySide6.QtCore import QRectF, QSize, QTimer, Signal
from PySide6.QtGui import QPainter, QPainterPath
from PySide6.QtWidgets import QBoxLayout, QFrame, QGridLayout, QSizePolicy, QVBoxLayout, QWidget

from desktop.screens.language import LanguageSwitch
from desktop.widgets import theme
from desktop.widgets.basics import (
    STRONG_FOCUS,
    TOP_LEFT,
    Button,
    Sign,
    as_it_is,
    column,
    label,
    line,
    point_at,
)
from engine.core import catalog

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QEnterEvent, QKeyEvent, QMouseEvent, QPaintEvent, QPixmap, QResizeEvent

    from desktop.storage import SavedGame
    from engine.core.meta import Meta
    from engine.core.text import Texts

MOST_OFFERED = 12
"""So many older games are offered at once."""
TIGHTEST = 2
"""How little room a game's words can get along with, see `GameCard.fit_beside`."""
AROUND, BETWEEN = (56, 32, 56, 24), 24
"""The margins of the page (left, top, right, bottom) and the gap between the games, in pixels."""


class Picture(QWidget):
    """A game's picture, cut to rounded corners; where its place has another shape, its middle."""

    RATIO = 400 / 532

    def __init__(self, path: str, spoken: str) -> None:
        super().__init__()
        self._path = path
        self.setAccessibleName(spoken)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._late = True
        self._drawn: tuple[tuple[int, int, float], QPixmap] | None = None

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._late:
            # The page is there and answers before its picture is drawn.
            self._late = False
            QTimer.singleShot(0, self, self.update)
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        clip = QPainterPath()
        clip.addRoundedRect(QRectF(self.rect()), theme.RADIUS, theme.RADIUS)
        painter.setClipPath(clip)
        # It covers its place, whatever that one's shape.
        width = max(self.width(), round(self.height() / self.RATIO))
        height = round(width * self.RATIO)
        wanted = width, height, self.devicePixelRatioF()
        if self._drawn is None or self._drawn[0] != wanted:
            self._drawn = wanted, theme.picture(self._path, width, height, self)
        painter.drawPixmap((self.width() - width) // 2, (self.height() - height) // 2, self._drawn[1])


class GameCard(QFrame):
    """One game: picture, name, in short what it is, and what one can do.

    A *wide* card has its picture beside the words. The picture of another one lies above them and is as high as
    `fit` says, or beside them in few words after `fit_beside`.
    """

    NARROWEST, WIDEST = 250, 320
    """The width that a card with its picture above may have, in pixels."""

    play = Signal(str)
    rules = Signal(str)
    learn = Signal(str)
    post = Signal(str)

    def __init__(self, meta: Meta, t: Texts, *, wide: bool) -> None:
        super().__init__()
        self._id = meta.id
        self.setProperty("role", "panel")
        name = t._(meta.name)
        outer = line(margin=0, gap=0) if wide else column(margin=0, gap=0)
        picture = Picture(f"{meta.id}/start.svg", t._("Picture: {game}", game=name))
        picture.setFixedSize(QSize(400, round(400 * Picture.RATIO)))
        outer.addWidget(picture)
        self._picture = picture
        words: QVBoxLayout = column(margin=24 if wide else 20, gap=8)
        self._words = words
        if wide:
            words.addStretch(1)
        self._title = label(name, "title", serif=True, wrap=not wide)
        words.addWidget(self._title)
        seats = t._(
            "{low}–{high} players · about {minutes} minutes",
            low=meta.min_seats,
            high=meta.max_seats,
            minutes=meta.minutes,
        )
        self._seats = label(seats, role="muted", wrap=True)
        words.addWidget(self._seats)
        self._summary = label(t._(meta.summary), "lead", wrap=True)
        self._summary.setProperty("alignment", TOP_LEFT)
        words.addWidget(self._summary)
        if wide:
            words.addSpacing(8)
        buttons = line(gap=10)
        self.play_button = Button(t._("Play"), "primary", game=meta.id)
        self.play_button.setAccessibleName(t._("Play {game}", game=name))
        self.play_button.clicked.connect(lambda: self.play.emit(self._id))
        self.rules_button = Button(t._("Rules"), "link", game=meta.id)
        self.rules_button.setAccessibleName(t._("Rules of {game}", game=name))
        self.rules_button.clicked.connect(lambda: self.rules.emit(self._id))
        buttons.addWidget(self.play_button)
        buttons.addWidget(self.rules_button)
        buttons.addStretch(1)
        words.addLayout(buttons)
        if catalog.has_room(meta.id, "lesson"):
            self.learn_button = Button(t._("Learn it in three minutes"), "link", game=meta.id)
            self.learn_button.clicked.connect(lambda: self.learn.emit(self._id))
            learn = line()
            learn.addWidget(self.learn_button)
            learn.addStretch(1)
            words.addLayout(learn)
        if meta.by_post:
            self.post_button = Button(t._("By post …"), "link", game=meta.id)
            self.post_button.setAccessibleName(t._("{game} by post", game=name))
            self.post_button.clicked.connect(lambda: self.post.emit(self._id))
            post = line()
            post.addWidget(self.post_button)
            post.addStretch(1)
            words.addLayout(post)
        words.addStretch(1)
        outer.addLayout(words, 1)
        self._outer = outer
        self.setLayout(outer)
        if wide:
            self.setFixedWidth(840)

    def summary_height(self, width: int) -> int:
        """The height that the summary needs in a card of *width* with its picture above."""
        self._set_terse(False)
        margins = self._words.contentsMargins()
        return self._summary.heightForWidth(width - 2 - margins.left() - margins.right())

    def words_height(self, width: int, summary: int) -> int:
        """The height that the words need in a card of *width* with its picture above and *summary* for the summary."""
        self._set_terse(False)
        # All cards leave as much for it, so that their buttons stand in one line.
        self._summary.setMinimumHeight(summary)
        return self._words.totalHeightForWidth(width - 2)

    def fit(self, width: int, words: int, room: int) -> None:
        """Be *width* wide, with *words* of height for the words, and the picture within *room* above them."""
        self._outer.setDirection(QBoxLayout.Direction.TopToBottom)
        whole = round((width - 2) * Picture.RATIO)
        height = max(0, min(whole, room - words - 2))
        self.setFixedSize(width, words + height + 2)
        self._picture.setFixedSize(width - 2, height)
        self._picture.setVisible(height > 0)

    def fit_beside(self, width: int, height: int, tightness: int) -> bool:
        """Be *width* wide and *height* high, with few words and the picture beside them; whether they find room.

        *tightness*: 0 as usual, 1 with a smaller title and no air, 2 without the number of players.
        """
        self._set_terse(True, tightness)
        self._outer.setDirection(QBoxLayout.Direction.LeftToRight)
        self.setFixedSize(width, height)
        picture = round(width * 0.32)
        self._picture.setFixedSize(picture, height - 2)
        self._picture.show()
        return self._words.totalHeightForWidth(width - picture - 2) <= height - 2

    def _set_terse(self, terse: bool, tightness: int = 0) -> None:
        self._summary.setVisible(not terse)
        self._seats.setVisible(tightness < TIGHTEST)
        size = ("lead" if tightness else "heading") if terse else "title"
        self._title.setFont(theme.font(size, serif=True))
        margin = 10 if terse else 20
        above = (1 if tightness else 5) if terse else margin
        self._words.setContentsMargins(margin, above, margin, above)
        self._words.setSpacing((0 if tightness else 2) if terse else 8)

    def enterEvent(self, event: QEnterEvent) -> None:
        point_at(self)
        super().enterEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == QtCore.Qt.MouseButton.LeftButton and self.rect().contains(
            event.position().toPoint()
        ):
            self.play.emit(self._id)


def title_of(saved: SavedGame, t: Texts) -> str:
    """What continuing *saved* is called."""
    return t._("Continue: {game}", game=t._(catalog.meta(saved.record.head.game).name))


def names_of(saved: SavedGame, t: Texts) -> str:
    """Who plays *saved*."""
    return t._("with {names}", names=t.listing([seat.name for seat in saved.record.head.seats]))


class ContinueCard(QFrame):
    """The game that can be continued."""

    chosen = Signal()

    def __init__(self, saved: SavedGame, t: Texts) -> None:
        super().__init__()
        self._t = t
        self.setProperty("focusPolicy", STRONG_FOCUS)
        self.setProperty("role", "choice")
        self.setFixedWidth(388)
        title, names = title_of(saved, t), names_of(saved, t)
        layout = line(margin=14, gap=12)
        texts = column(gap=2)
        texts.addWidget(label(title, "lead", serif=True, wrap=True))
        texts.addWidget(label(names, role="muted", wrap=True))
        layout.addLayout(texts, 1)
        layout.addWidget(Sign("chevron", 24, "", theme.colours().accent_texts[saved.record.head.game]))
        self.setLayout(layout)
        self.setAccessibleName(f"{title}, {names}")

    def enterEvent(self, event: QEnterEvent) -> None:
        point_at(self)
        super().enterEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == QtCore.Qt.MouseButton.LeftButton and self.rect().contains(
            event.position().toPoint()
        ):
            self.chosen.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (QtCore.Qt.Key.Key_Return, QtCore.Qt.Key.Key_Enter, QtCore.Qt.Key.Key_Space):
            self.chosen.emit()
            return
        super().keyPressEvent(event)


class StartPage(QWidget):
    """See the module's docstring."""

    play = Signal(str)
    rules = Signal(str)
    learn = Signal(str)
    post = Signal(str)
    resume = Signal(object)
    language = Signal(str)
    phones = Signal()
    statistics = Signal()
    settings = Signal()
    help = Signal()

    def __init__(self, t: Texts, saved: Sequence[SavedGame], parent: QWidget | None = None) -> None:
        """*saved*: the games to continue, newest first."""
        super().__init__(parent)
        outer = column(margin=0)
        outer.setContentsMargins(*AROUND)
        head = line(gap=24)
        titles = column(gap=2)
        titles.addWidget(label("Vierblatt", "display", serif=True))
        titles.addWidget(label(t._("One table for good games."), "lead", role="muted"))
        titles.addStretch(1)
        head.addLayout(titles)
        head.addStretch(1)
        side = column(gap=12)
        switch = line()
        switch.addStretch(1)
        self.switch = LanguageSwitch(t.language, self.language.emit, t)
        switch.addWidget(self.switch)
        side.addLayout(switch)
        self.continue_card: ContinueCard | None = None
        self.further_button: Button | None = None
        if saved:
            self.continue_card = ContinueCard(saved[0], t)
            self.continue_card.chosen.connect(lambda: self.resume.emit(saved[0]))
            side.addWidget(self.continue_card)
        if len(saved) > 1:
            count = len(saved) - 1
            text = t.n_("{n} more game to continue …", "{n} more games to continue …", count)
            self.further_button = Button(text, "link")
            self.further_button.clicked.connect(lambda: self._offer_further(saved[1:], t))
            more = line()
            more.addStretch(1)
            more.addWidget(self.further_button)
            side.addLayout(more)
        side.addStretch(1)
        head.addLayout(side)
        outer.addLayout(head)
        outer.addStretch(2)
        games = QGridLayout()
        games.setSpacing(BETWEEN)
        games.setColumnStretch(0, 1)
        self._games = games
        metas = catalog.metas()
        self.cards: dict[str, GameCard] = {}
        for meta in metas:
            card = GameCard(meta, t, wide=len(metas) == 1)
            card.play.connect(self.play.emit)
            card.rules.connect(self.rules.emit)
            card.learn.connect(self.learn.emit)
            card.post.connect(self.post.emit)
            self.cards[meta.id] = card
        self._columns = 0
        self._lay_games(len(metas))
        outer.addLayout(games)
        outer.addStretch(3)
        foot = line(gap=8)
        self.links: list[Button] = []
        for text, signal in (
            (t._("Play with phones"), self.phones),
            (t._("Statistics"), self.statistics),
            (t._("Settings"), self.settings),
            (t._("Help"), self.help),
        ):
            link = Button(text, "link")
            link.clicked.connect(signal.emit)
            self.links.append(link)
            foot.addWidget(link)
        foot.addStretch(1)
        outer.addLayout(foot)
        self._around = (head, foot)
        self.setLayout(outer)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if len(self.cards) < 2:
            return
        left, top, right, bottom = AROUND
        wide = self.width() - left - right
        count = len(self.cards)
        width = min(GameCard.WIDEST, (wide - BETWEEN * (count - 1)) // count)
        taken = sum(max(part.totalHeightForWidth(wide), part.sizeHint().height()) for part in self._around)
        room = self.height() - top - bottom - taken - 4 * theme.SPACE
        if width < GameCard.NARROWEST:
            # Two beside each other, each with its picture at the side.
            self._lay_games(2)
            rows = (count + 1) // 2
            height = min(180, (room - BETWEEN * (rows - 1)) // rows)
            # All alike, as the one with most to say needs it.
            for tightness in range(TIGHTEST + 1):
                fits = True
                for card in self.cards.values():
                    fits = card.fit_beside((wide - BETWEEN) // 2, height, tightness) and fits
                if fits:
                    break
            return
        self._lay_games(count)
        summary = max(card.summary_height(width) for card in self.cards.values())
        words = max(card.words_height(width, summary) for card in self.cards.values())
        for card in self.cards.values():
            card.fit(width, words, room)

    def _lay_games(self, columns: int) -> None:
        """Put the games into rows of *columns*."""
        if columns == self._columns:
            return
        self._games.setColumnStretch(self._columns + 1, 0)
        self._columns = columns
        self._games.setColumnStretch(columns + 1, 1)
        for place, card in enumerate(self.cards.values()):
            self._games.addWidget(card, place // columns, place % columns + 1)

    def _offer_further(self, saved: Sequence[SavedGame], t: Texts) -> None:
        """A menu of the older games that can be continued."""
        from PySide6.QtWidgets import QMenu

        assert self.further_button is not None
        menu = QMenu(self)
        menu.setAttribute(QtCore.Qt.WidgetAttribute.WA_DeleteOnClose)
        for game in saved[:MOST_OFFERED]:
            action = menu.addAction(as_it_is(f"{title_of(game, t)}, {names_of(game, t)}"))
            action.triggered.connect(lambda _checked=False, game=game: self.resume.emit(game))
        menu.popup(self.further_button.mapToGlobal(self.further_button.rect().bottomLeft()))

    def first_focus(self) -> None:
        """Put the focus on what one most likely wants."""
        if self.continue_card is not None:
            self.continue_card.setFocus()
        elif self.cards:
            next(iter(self.cards.values())).play_button.setFocus()

    def focus_game(self, game_id: str) -> None:
        """Put the focus on the game *game_id*."""
        self.cards[game_id].play_button.setFocus()
