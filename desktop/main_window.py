"""The main window: shows one page at a time, and builds it anew when the language or the theme changes.

Pages, and what belongs to a match, are imported when they are first shown: the start page does not wait for them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from PySide6 import QtCore
from PySide6.QtCore import QPoint, QSize, QTimer
from PySide6.QtWidgets import QApplication, QMainWindow, QVBoxLayout, QWidget

from desktop import storage
from desktop.screens.start import StartPage
from desktop.widgets import theme
from desktop.widgets.basics import Button, Notice, as_it_is, discard
from engine.core import catalog
from engine.core.errors import Refusal, VierblattError
from engine.core.text import N_, texts

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from PySide6.QtGui import QCloseEvent, QKeyEvent
    from PySide6.QtWidgets import QMenu, QScrollArea

    from desktop.binding.match import Match, Pace
    from desktop.binding.phones import MatchTable, Phones
    from desktop.post.desk import DeskState
    from desktop.post.player import PlayerState
    from desktop.screens.replay import ReplayState
    from desktop.screens.settings import SettingsDialog
    from desktop.screens.table import TableSettings, TableState
    from engine.bots.base import Budget
    from engine.core.lesson import Guide
    from engine.play.dealer import Dealer
    from engine.play.session import SeatInfo, Session


LEAST = QSize(960, 600)
"""The window that all pages are made for, at least; on a smaller screen one scrolls."""
NOTICE_TIME = 12_000
"""Milliseconds after which a notice that asks for nothing goes by itself."""


class MainWindow(QMainWindow):
    """The one window. ``match`` is the match on the table, or None."""

    def __init__(
        self,
        settings: storage.Settings,
        *,
        seed: str | None = None,
        pace: Pace | None = None,
        budget: Budget | None = None,
        save: bool = True,
    ) -> None:
        super().__init__()
        self.settings = settings
        self.t = texts(settings.language)
        self.match: Match | None = None
        self.phones: Phones | None = None
        # How the pages for games by post were left: whoever comes back finds what was typed there.
        self._desk_left: DeskState | None = None
        self._orders_left: PlayerState | None = None
        self._seed = seed
        self._pace = pace
        self._budget = budget
        self._save = save
        self._page: QWidget | None = None
        self._area: QScrollArea | None = None
        self._where: tuple[str, Any] = ("start", None)
        self._notice: Notice | None = None
        self.ending = False
        """Whether the program is told to end: nobody is asked then."""
        self._refusals: list[Refusal] = []
        self._match_refusals: list[Refusal] = []
        self.setWindowTitle("Vierblatt")
        if settings.faces != "motifs":
            from desktop.widgets.panel import choose_faces

            choose_faces(settings.faces)
        self._restore_geometry()
        self._frame = QWidget()
        self._layout = QVBoxLayout()
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        self._frame.setLayout(self._layout)
        self.setCentralWidget(self._frame)
        self.show_start()

    def _restore_geometry(self) -> None:
        least, usual = LEAST, QSize(1280, 720)
        if QApplication.platformName() != "offscreen":
            # On a small screen, or a scaled one, no larger than the screen.
            room = self.screen().availableGeometry().size()
            least, usual = least.boundedTo(room), usual.boundedTo(room)
        self.setMinimumSize(least)
        self.resize(usual)
        if len(self.settings.window) == 4:
            x, y, width, height = self.settings.window
            screen = QApplication.screenAt(QPoint(x + width // 2, y + 40))
            if screen is not None and screen.availableGeometry().contains(QPoint(x + 80, y + 40)):
                self.setGeometry(x, y, width, height)

    # Pages ----------------------------------------

    @property
    def page(self) -> QWidget | None:
        """The page shown."""
        return self._page

    def show_start(self) -> None:
        """The start page. A room for phones is closed; it is kept, and opens again with the same code."""
        self._close_room()
        self._leave_match()
        saved, damaged = storage.saved_games() if self._save else ([], [])
        for game in damaged:
            if game.unread:
                # The file may be whole: only the disk would not give it just now.
                self.tell(game.refusal)
                continue
            self._set_aside(game.path, game.line, game.refusal)
        page = StartPage(self.t, saved)
        page.play.connect(lambda game_id: self.show_new_game(game_id))
        page.rules.connect(self.show_rules)
        page.resume.connect(self.resume)
        page.language.connect(self.set_language)
        page.learn.connect(self.start_lesson)
        page.phones.connect(self.enter_room)
        page.post.connect(lambda _game: self.show_post())
        page.statistics.connect(self.show_statistics)
        page.settings.connect(self.show_settings)
        page.help.connect(self.show_help)
        self._where = ("start", None)
        self._show(page)
        page.first_focus()

    def _set_aside(self, path: Path, line: int, refusal: Refusal) -> None:
        """A saved game cannot be read: it is kept under another name, and the user is told where and why."""
        message = (
            N_("A saved game can't be read and was set aside as {path}. Line {line}: {reason}")
            if line
            else N_("A saved game can't be read and was set aside as {path}. {reason}")
        )
        aside = storage.set_aside(path)
        self.tell(
            Refusal(
                "saved_game_damaged",
                message,
                {"path": str(aside), "line": line, "reason": refusal.text(self.t)},
            )
        )

    def show_new_game(self, game_id: str, filled: storage.Seating | None = None) -> None:
        """The page that sets up a match; *filled* is what stands in it already."""
        from desktop import ahead
        from desktop.screens.new_game import NewGamePage

        page = NewGamePage(game_id, self.t, filled or self.settings.seating.get(game_id))
        page.back.connect(self._leave_new_game)
        page.start.connect(self.start_match)
        page.rules.connect(self.show_rules)
        self._where = ("new", game_id)
        self._show(page)
        page.start_button.setFocus()
        QTimer.singleShot(ahead.PAUSE, page, lambda: ahead.load(page, ahead.of_game(game_id)))

    def _leave_new_game(self) -> None:
        """Back to the start page, to the game that one came from."""
        _where, game_id = self._where
        self.show_start()
        if isinstance(self._page, StartPage):
            self._page.focus_game(game_id)

    def start_match(self, game_id: str, seats: list[SeatInfo], options: dict[str, Any]) -> None:
        """Begin a match with these seats and options."""
        self._close_room()
        self._leave_match()
        # The seats of a shorter match do not make the names of the others forgotten.
        before = self.settings.seating.get(game_id, storage.Seating())
        self.settings.seating[game_id] = storage.Seating(
            [info.name for info in seats] + before.names[len(seats) :],
            [info.kind for info in seats] + before.kinds[len(seats) :],
            dict(options),
            len(seats),
        )
        self._save_settings()
        session, saver = self._new_session(game_id, seats, options)
        self._open_match(session, saver, resumed=False)

    def _new_session(
        self, game_id: str, seats: Sequence[SeatInfo], options: dict[str, Any]
    ) -> tuple[Session, storage.Saver | None]:
        from engine.play import record
        from engine.play.session import Session

        saver = None
        if self._save:
            head = record.header(game_id, options, tuple(seats))
            saver = storage.Saver(storage.new_path(game_id), head, self._on_saving)
        dealer = self._dealer()
        self._remember(dealer, game_id, options)
        return Session(catalog.game(game_id), options, seats, dealer, saver), saver

    # Phones ----------------------------------------

    def enter_room(self) -> None:
        """Play with phones: the match with them that was left before its end, if wanted; otherwise the room's page."""
        half = self._half_played()
        if half is None:
            self.show_room()
            return
        from desktop.screens.common import choose
        from desktop.screens.start import names_of

        t = self.t
        choose(
            self,
            t._("Play with phones"),
            t._("A match with phones is not finished yet. Go on with it?"),
            f"{t._(catalog.meta(half.record.head.game).name)}, {names_of(half, t)}",
            (
                (t._("Go on with the match"), lambda: self.resume(half)),
                (t._("Into the room without it"), self.show_room),
            ),
            t._("Cancel"),
        )

    def _half_played(self) -> storage.SavedGame | None:
        """The match that was played last in the room, if it can be gone on with."""
        if not self._save:
            return None
        from desktop.binding.phones import kept_game

        name = kept_game()
        saved, _damaged = storage.saved_games() if name else ([], [])
        return next((game for game in saved if game.path.name == name), None)

    @property
    def plays_with_phones(self) -> bool:
        """Whether people on phones would be left alone with their match if the window left it."""
        return self.phones is not None and self.match is not None and not self.match.session.over

    def unless_phones_play(self, leave: Callable[[], object]) -> None:
        """Leave the match by *leave*; where people on phones play it, after a yes."""
        if not self.plays_with_phones:
            leave()
            return
        from desktop.screens.common import ask

        t = self.t

        def go() -> None:
            self._close_room()
            self._leave_match()
            leave()

        ask(
            self,
            t._("Play with phones"),
            t._("Leave the match with the phones?"),
            t._("The phones can't go on then. The match is saved; with “Play with phones” it goes on later."),
            t._("Leave the match"),
            t._("Cancel"),
            go,
        )

    def show_room(self) -> None:
        """The page from which phones are let in; opens the room if it is not open."""
        from desktop.screens.room import RoomPage

        if self.phones is None and not self._open_room():
            return
        assert self.phones is not None
        page = RoomPage(self.phones, self.t)
        page.back.connect(self._leave_room_page)
        self._where = ("room", None)
        self._show(page)
        page.first_focus()

    def _open_room(self) -> bool:
        from desktop.binding.phones import Phones

        try:
            self.phones = Phones(self._open_room_match, keep=self._save, parent=self)
        except OSError as error:
            self.tell(
                Refusal(
                    "no_port",
                    N_("No room can be opened: {reason}"),
                    {"reason": error.strerror or type(error).__name__},
                )
            )
            return False
        return True

    def _open_room_match(
        self, game_id: str, options: dict[str, Any], seats: Sequence[SeatInfo], remote: frozenset[int]
    ) -> MatchTable:
        """The room begins a match here."""
        from desktop.binding.phones import MatchTable

        self._leave_match()
        session, saver = self._new_session(game_id, seats, options)
        match = self._make_match(session, saver, resumed=False, remote=remote)
        return MatchTable(match, self._room_match_begun, lambda: self._room_match_ended(match))

    def _room_match_begun(self) -> None:
        self._show_table()

    def _room_match_ended(self, match: Match) -> None:
        """A host ended the match before its time, here or on a phone: everybody is back in the room."""
        if self.phones is None or self.match is not match:
            return
        self.phones.forget()
        self._leave_match()
        self.show_room()

    def _leave_room_page(self) -> None:
        if self.match is not None:
            self._show_table()
        else:
            self.show_start()

    def _close_room(self) -> None:
        phones, self.phones = self.phones, None
        if phones is not None:
            phones.close()
            phones.deleteLater()

    def _remember(self, dealer: Dealer, game_id: str, options: dict[str, Any]) -> None:
        """Let *dealer* leave out what was drawn in matches before, in games that want that."""
        if not self._save:
            return
        rules = catalog.game(game_id)
        fresh = rules.memory(options, ())
        if fresh is None:
            return
        past = storage.load_past(game_id)
        memory = rules.memory(options, past.get(fresh.key, ()))
        assert memory is not None
        dealer.remember(memory, lambda: storage.save_past(game_id, {**past, memory.key: list(memory.past)}))

    def _dealer(self) -> Dealer:
        """Who draws for chance in a new match."""
        from engine.play.dealer import Dealer

        return Dealer(self._deal_seed())

    def _deal_seed(self) -> str | None:
        return None if self._seed is None else f"{self._seed}:deal"

    def start_lesson(self, game_id: str) -> None:
        """The guided first match of a game. It is no match of its own: not saved, not counted."""
        from desktop.binding.guided import GuidedDealer
        from desktop.screens.new_game import NAMES
        from engine.core.lesson import Guide, lesson
        from engine.play.session import SeatInfo, Session

        plan = lesson(game_id, self.t.language)
        if plan is None:
            return
        self._close_room()
        self._leave_match()
        guide = Guide(plan)
        names = self.settings.seating.get(game_id, storage.Seating()).names or list(NAMES)
        others = (name for name in NAMES if name.casefold() != names[0].casefold())
        seats = [
            SeatInfo(names[0]) if seat == plan.learner else SeatInfo(next(others), f"bot:{plan.bot}")
            for seat in range(plan.seats)
        ]
        dealer = GuidedDealer(guide, self._deal_seed())
        options = catalog.meta(game_id).complete(plan.options, plan.seats)
        session = Session(catalog.game(game_id), options, seats, dealer)
        dealer.session = session
        self._open_match(session, None, resumed=False, guide=guide)

    def resume(self, saved: storage.SavedGame) -> None:
        """Go on with a saved game; where several people play, behind the curtain."""
        from engine.play import record
        from engine.play.dealer import Dealer

        try:
            dealer = Dealer()
            self._remember(dealer, saved.record.head.game, saved.record.head.options)
            session = record.replay(saved.record, dealer=dealer)
            saver = storage.reopen(saved, self._on_saving)
        except storage.GameInUse:
            self.show_start()
            self.tell_once(
                Refusal(
                    "game_in_use", N_("This game is open in another window. Go on there, or close it first.")
                )
            )
            return
        except OSError as error:
            self.show_start()
            self.tell(storage.unreadable(saved.path, error))
            return
        except VierblattError as error:
            self._set_aside(saved.path, getattr(error, "line", 0), error.refusal)
            self.show_start()
            return
        # It goes on now: that it could not before is no news any more.
        self._forget(
            lambda item: (
                item.code == "game_in_use"
                or (item.code == "file_unreadable" and item.values["path"] == str(saved.path))
            )
        )
        if saved.record.torn:
            self.tell(
                Refusal(
                    "torn_line",
                    N_("The last move had not been saved completely. The game goes on before it."),
                )
            )
        session.attach(saver)
        kept = storage.phone_seats(saved.path)
        if kept is not None:
            self._resume_with_phones(session, saver, kept)
            return
        self._open_match(session, saver, resumed=True)

    def _resume_with_phones(self, session: Session, saver: storage.Saver, kept: storage.PhoneSeats) -> None:
        """The saved match was played with phones: open the room again and seat everybody there.

        It never goes on at this screen alone, where people's hands would lie behind a curtain only.
        """
        from desktop.binding.phones import MatchTable

        self._close_room()
        if not self._open_room():
            saver.close()
            return
        assert self.phones is not None
        members = self.phones.members_of(kept, session.seats)
        # Seats of bots that stand in are phones' seats, too: nobody at this screen ever had them.
        remote = frozenset(seat for seat, member in enumerate(members) if member or seat in kept.stand_ins)
        match = self._make_match(session, saver, resumed=False, remote=remote)
        table = MatchTable(match, self._room_match_begun, lambda: self._room_match_ended(match))
        self.phones.resume(table, members, kept.stand_ins)
        table.start()

    def _open_match(
        self, session: Session, saver: storage.Saver | None, *, resumed: bool, guide: Guide | None = None
    ) -> None:
        self._make_match(session, saver, resumed=resumed, guide=guide).begin()
        self._show_table()

    def _make_match(
        self,
        session: Session,
        saver: storage.Saver | None,
        *,
        resumed: bool,
        guide: Guide | None = None,
        remote: frozenset[int] = frozenset(),
    ) -> Match:
        from desktop.binding.match import Match, Pace

        pace = self._pace or Pace(bot=self.settings.delay)
        kwargs: dict[str, Any] = {"pace": pace, "seed": self._seed, "resumed": resumed, "guide": guide}
        if self._budget is not None:
            kwargs["budget"] = self._budget
        self.match = match = Match(session, saver, remote=remote, parent=self, **kwargs)
        match.told.connect(self._on_told)
        match.finished.connect(self._count)
        return match

    def _show_table(self, left: TableState | None = None) -> None:
        """The table, as it was *left*."""
        assert self.match is not None
        from desktop.screens.table import TablePage

        page = TablePage(self.match, self.t, self._table_settings(), phones=self.phones, left=left)
        page.menu.connect(self._open_menu_at)
        page.home.connect(self.show_start)
        page.rematch.connect(self.rematch)
        page.replay.connect(self.show_replay)
        page.rules.connect(self.show_rules)
        page.players.connect(self.show_room)
        page.log_toggled.connect(self._keep_log)
        self._where = ("table", None)
        self._show(page)
        page.refresh()
        page.take_up()

    def _table_settings(self) -> TableSettings:
        from desktop.screens.table import TableSettings
        from desktop.widgets.motion import speed
        from desktop.widgets.panel import Looks

        settings = self.settings
        # At top speed (the demo, pictures) nothing moves on the screen.
        if self._pace is not None and self._pace.top_speed:
            looks = Looks(0.0, settings.card_size)
        else:
            looks = Looks(speed(settings.motion), settings.card_size, settings.linger)
        return TableSettings(settings.log_open, looks, aids=settings.aids, confirm=settings.confirm)

    def show_replay(self, left: ReplayState | None = None) -> None:
        """The finished match once more, all hands open; as it was *left*."""
        if self.match is None or not self.match.session.over:
            return
        from desktop.screens.replay import ReplayPage

        page = ReplayPage(self.match, self.t, left=left)
        page.back.connect(self._show_table)
        page.menu.connect(self._open_menu_at)
        self._where = ("replay", None)
        self._show(page)
        page.slider.setFocus()

    def _count(self) -> None:
        """A finished match goes into the statistics, unless cut short, or with moves taken back or tips asked for."""
        match = self.match
        if match is None or match.aided or match.guide is not None or not self._save:
            return
        if match.cut_short:
            return
        session = match.session
        outcome = session.outcome()
        assert outcome is not None
        from desktop import statistics

        refusal = statistics.count_match(
            match.game_id,
            session.seats,
            match.finished_rounds,
            outcome,
            goal=session.options.get("goal"),
            key=match.saver.path.name if match.saver is not None else "",
        )
        if refusal is not None:
            self.tell(refusal)

    def watch(self, session: Session) -> None:
        """Show a finished match that lies in a file: it is not counted once more."""
        from desktop.binding.match import Match

        self._leave_match()
        self.match = Match(session, None, parent=self)
        self.match.begin()
        self._show_table()
        self.show_replay()

    def show_statistics(self, game_id: str | None = None) -> None:
        """The statistics, by game and player; None shows the game that was finished last."""
        from desktop.screens.statistics import StatisticsPage

        page = StatisticsPage(self.t, game_id)
        page.back.connect(self.show_start)
        self._where = ("statistics", None)
        self._show(page)
        page.first_focus()

    def show_post(self) -> None:
        """Games by post: the page that was shown last."""
        if self.settings.post == "orders":
            self.show_orders()
        else:
            self.show_desk()

    def show_desk(self, left: DeskState | None = None) -> None:
        """The game master's desk for games by post, as it was *left*."""
        from pathlib import Path

        from desktop.post.desk import DeskState, PostDesk

        if left is None and self._desk_left is None and self.settings.desk:
            left = DeskState(Path(self.settings.desk))
        page = PostDesk(self.t, left or self._desk_left)
        page.opened.connect(self._remember_desk)
        page.back.connect(lambda: self._leave_desk(page.state(), self.show_start))
        page.other.connect(lambda: self._leave_desk(page.state(), self.show_orders))
        self._where = ("desk", None)
        self._remember_post("desk")
        self._show(page)
        page.open_button.setFocus()

    def show_orders(self, left: PlayerState | None = None) -> None:
        """The page for players of games by post, as it was *left*."""
        from desktop.post.player import PlayerPage

        page = PlayerPage(self.t, left or self._orders_left)
        page.back.connect(lambda: self._leave_orders(page.state(), self.show_start))
        page.other.connect(lambda: self._leave_orders(page.state(), self.show_desk))
        self._where = ("orders", None)
        self._remember_post("orders")
        self._show(page)
        page.first_focus()

    def _leave_desk(self, left: DeskState, go: Callable[[], None]) -> None:
        self._desk_left = left
        go()

    def _leave_orders(self, left: PlayerState, go: Callable[[], None]) -> None:
        self._orders_left = left
        go()

    def _remember_post(self, page: Literal["desk", "orders"]) -> None:
        if self.settings.post != page:
            self.settings.post = page
            self._save_settings()

    def _remember_desk(self, folder: str) -> None:
        if self.settings.desk != folder:
            self.settings.desk = folder
            self._save_settings()

    def rematch(self) -> None:
        """The same people and options once more."""
        assert self.match is not None
        if self.phones is not None:
            # The same room: whoever came late gets a seat now, and the host starts.
            self.phones.forget()
            self._leave_match()
            self.show_room()
            return
        if self.match.guide is not None:
            self.show_new_game(self.match.game_id)
            return
        session = self.match.session
        options, seats = session.game.again(session.onlooker().view(), dict(session.options))
        staying = [info for seat, info in enumerate(session.seats) if seat in seats]
        self.start_match(self.match.game_id, staying, options)

    def show_rules(self, game_id: str) -> None:
        """The rules on one page, over what is shown."""
        from desktop.screens.rules import RulesDialog

        dialog = RulesDialog(game_id, self.t, self, lesson=catalog.has_room(game_id, "lesson"))
        dialog.lesson_wanted.connect(lambda game: self.unless_phones_play(lambda: self.start_lesson(game)))
        dialog.open()

    def _show(self, page: QWidget) -> None:
        if self._area is not None:
            self._area.takeWidget()
        if self._page is not None:
            discard(self._page)
        self._page = page
        if self.minimumSize() == LEAST:
            self._layout.insertWidget(0, page, 1)
        else:
            self._scroll(page)
        page.show()  # at once: the layout would do it later, and what is hidden takes no focus

    def _scroll(self, page: QWidget) -> None:
        """Show *page* in a window that is smaller than any page was made for: one scrolls, and nothing overlaps."""
        from PySide6.QtWidgets import QScrollArea

        if self._area is None:
            self._area = QScrollArea()
            self._area.setFrameShape(QScrollArea.Shape.NoFrame)
            self._area.setWidgetResizable(True)
            self._layout.insertWidget(0, self._area, 1)
        page.setMinimumSize(LEAST)
        self._area.setWidget(page)

    def _leave_match(self) -> None:
        if self.match is not None:
            self.match.close()
            self.match.deleteLater()
            self.match = None

    # Language, theme, menu ----------------------------------------

    def set_language(self, language: str) -> None:
        """Switch all texts, on whatever page we are; remembered."""
        if language != self.t.language:
            self.settings.language = language
            self.t = texts(language)
            from desktop.app import install_qt_texts

            install_qt_texts(language)
            self._save_settings()
        self._rebuild()

    def show_settings(self) -> SettingsDialog:
        """The settings, over what is shown."""
        from desktop.screens.settings import SettingsDialog

        dialog = SettingsDialog(self.settings, self.t, self.change_setting, self)
        dialog.open()
        return dialog

    def show_help(self) -> None:
        """The list of keys, over what is shown."""
        from desktop.screens.settings import shortcuts_dialog

        # Asked for by a key inside a dialog: it lies over that one, and never twice.
        over = QApplication.activeModalWidget() or self
        if over.objectName() != "help":
            from desktop.post.player import PlayerPage
            from desktop.screens.table import TablePage

            page = self.page
            if isinstance(page, TablePage):
                dialog = shortcuts_dialog(
                    self.t, over, page.keys(), page.letters, page.sheet_name, page.game_id
                )
            elif isinstance(page, PlayerPage):
                dialog = shortcuts_dialog(self.t, over, page.keys(), "", None, "sleuth")
            else:
                dialog = shortcuts_dialog(self.t, over)
            dialog.open()

    def change_setting(self, name: str, value: Any) -> None:
        """A setting was changed: it takes effect at once and is remembered."""
        if name == "language":
            self.set_language(value)
            # The dialog speaks the new language too.
            from desktop.screens.settings import SettingsDialog

            for dialog in self.findChildren(SettingsDialog):
                dialog.close()
            self.show_settings().editors["language"].setFocus()
            return
        setattr(self.settings, name, value)
        self._save_settings()
        if name == "theme":
            self.restyle()
            return
        if name == "faces":
            from desktop.widgets.panel import choose_faces

            choose_faces(value)
        if name == "delay" and self.match is not None and self._pace is None:
            from desktop.binding.match import Pace

            self.match.pace = Pace(bot=value)
        if name in ("faces", "card_size", "motion", "linger", "aids", "confirm"):
            self._rebuild()

    def restyle(self) -> None:
        """Dress the window anew: the theme, or the system's colours, have changed."""
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        theme.apply(app, self.settings.theme)
        self._rebuild()

    def _rebuild(self) -> None:
        where, what = self._where
        if where == "table" and self.match is not None:
            from desktop.screens.table import TablePage

            self._show_table(self._page.state() if isinstance(self._page, TablePage) else None)
        elif where == "room" and self.phones is not None:
            self.show_room()
        elif where == "statistics":
            from desktop.screens.statistics import StatisticsPage

            assert isinstance(self._page, StatisticsPage)
            self.show_statistics(self._page.game_id)
        elif where == "replay" and self.match is not None:
            from desktop.screens.replay import ReplayPage

            assert isinstance(self._page, ReplayPage)
            self.show_replay(self._page.state())
        elif where == "desk":
            from desktop.post.desk import PostDesk

            assert isinstance(self._page, PostDesk)
            self.show_desk(self._page.state())
        elif where == "orders":
            from desktop.post.player import PlayerPage

            assert isinstance(self._page, PlayerPage)
            self.show_orders(self._page.state())
        elif where == "new":
            from desktop.screens.new_game import NewGamePage

            filled = self._page.seating() if isinstance(self._page, NewGamePage) else None
            self.show_new_game(what, filled)
        else:
            self.show_start()
        refusals, self._refusals = self._refusals, []
        self.dismiss()
        for refusal in refusals:
            self.tell(refusal)

    def _open_menu(self) -> None:
        if self._where[0] not in ("table", "replay"):
            return
        from desktop.screens.replay import ReplayPage
        from desktop.screens.table import TablePage

        if isinstance(self._page, TablePage | ReplayPage):
            self._open_menu_at(self._page.menu_button)

    def build_menu(self) -> QMenu:
        """The menu of the table and of the replay."""
        from PySide6.QtGui import QKeySequence
        from PySide6.QtWidgets import QMenu

        t = self.t
        menu = QMenu(self)
        game = self.match.game_id if self.match else ""
        menu.addAction(t._("New match …"), lambda: self.unless_phones_play(lambda: self.show_new_game(game)))
        menu.addAction(t._("To the start page"), lambda: self.unless_phones_play(self.show_start))
        if self.phones is not None:
            menu.addAction(t._("Phones and players …"), self.show_room)
        menu.addSeparator()
        self._add_table_moves(menu)
        languages = menu.addMenu(t._("Language"))
        from desktop.screens.language import LANGUAGE_NAMES

        for code, name in LANGUAGE_NAMES.items():
            self._choice(languages, name, code == t.language, lambda code=code: self.set_language(code))
        menu.addAction(t._("Settings …"), self.show_settings)
        keys = menu.addAction(t._("Help: keys"), self.show_help)
        keys.setShortcut(QKeySequence(QtCore.Qt.Key.Key_F1))
        full = menu.addAction(t._("Full screen"), self.toggle_full_screen)
        full.setShortcut(QKeySequence(QtCore.Qt.Key.Key_F11))
        menu.addSeparator()
        menu.addAction(t._("Quit"), self.close)
        return menu

    def _add_table_moves(self, menu: QMenu) -> None:
        """What may be done for the table, if anything."""
        from desktop.screens.table import TablePage

        page = self._page
        if not isinstance(page, TablePage):
            return
        moves = page.table_moves()
        for said, act in moves:
            action = menu.addAction(as_it_is(said.text))
            action.triggered.connect(
                lambda _checked=False, said=said, act=act: page.make_table_move(said, act)
            )
        if moves:
            menu.addSeparator()

    def _choice(self, menu: QMenu, text: str, chosen: bool, act: Any) -> None:
        action = menu.addAction(text)
        action.setCheckable(True)
        action.setChecked(chosen)
        action.triggered.connect(act)

    def _open_menu_at(self, button: Button) -> None:
        menu = self.build_menu()
        menu.setAttribute(QtCore.Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(button.mapToGlobal(QPoint(0, button.height())))

    def toggle_full_screen(self) -> None:
        """Full screen on or off."""
        self.setWindowState(self.windowState() ^ QtCore.Qt.WindowState.WindowFullScreen)

    # Messages ----------------------------------------

    def tell(self, refusal: Refusal) -> None:
        """Show a message until it is closed."""
        self._refusals = [*self._refusals[-2:], refusal]
        text = "\n".join(item.text(self.t) for item in self._refusals)
        self._drop_notice()
        self._notice = Notice(text, self.t._("Close"))
        self._notice.closed.connect(self.dismiss)
        self._layout.addWidget(self._notice)
        if all(item.code == "bot_replaced" for item in self._refusals):
            # Nothing is lost and nothing is to be done: this one goes by itself.
            QTimer.singleShot(NOTICE_TIME, self._notice, self.dismiss)

    def tell_once(self, refusal: Refusal) -> None:
        """Show a message unless one of its kind is shown."""
        if all(item.code != refusal.code for item in self._refusals):
            self.tell(refusal)

    def dismiss(self) -> None:
        """Take the message back."""
        self._refusals = []
        self._drop_notice()

    def _drop_notice(self) -> None:
        if self._notice is not None:
            discard(self._notice)
            self._notice = None

    def _on_told(self, refusal: Refusal | None) -> None:
        """What a move was refused for is no news any more once another one was made."""
        if refusal is not None:
            self._match_refusals.append(refusal)
            self.tell(refusal)
            return
        stale, self._match_refusals = self._match_refusals, []
        self._forget(lambda item: item in stale and item.code != "bot_replaced")

    def _forget(self, stale: Callable[[Refusal], bool]) -> None:
        """Take back those of the messages shown that are *stale*."""
        left = [item for item in self._refusals if not stale(item)]
        if left != self._refusals:
            self.dismiss()
            for item in left:
                self.tell(item)

    def _on_saving(self, refusal: Refusal | None) -> None:
        if refusal is None:
            self._forget(lambda item: item.code == "game_unsaved")
        else:
            self.tell(refusal)

    # Keeping things ----------------------------------------

    def _keep_log(self, shown: bool) -> None:
        self.settings.log_open = shown
        self._save_settings()

    def _save_settings(self) -> None:
        if not self._save:
            return
        refusal = storage.save_settings(self.settings)
        if refusal is not None:
            self.tell_once(refusal)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        everywhere = {
            QtCore.Qt.Key.Key_F1: self.show_help,
            QtCore.Qt.Key.Key_F10: self._open_menu,
            QtCore.Qt.Key.Key_F11: self.toggle_full_screen,
        }
        act = everywhere.get(QtCore.Qt.Key(event.key()))
        if event.text() == "?":
            act = self.show_help
        elif (
            event.key() == QtCore.Qt.Key.Key_Q
            and event.modifiers() & QtCore.Qt.KeyboardModifier.ControlModifier
        ):
            # Not the system's key for it: not every system has one.
            self.close()
            return
        if act is not None:
            act()
            return
        if self._where[0] != "table":
            super().keyPressEvent(event)
            return
        from desktop.screens.table import TablePage

        page = self._page
        if isinstance(page, TablePage) and self.match is not None and event.key() == QtCore.Qt.Key.Key_L:
            page.toggle_log()
        elif isinstance(page, TablePage) and event.key() == QtCore.Qt.Key.Key_P:
            page.show_sheet()
        elif isinstance(page, TablePage) and self.match is not None and event.key() == QtCore.Qt.Key.Key_R:
            self.show_rules(self.match.game_id)
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        app = QApplication.instance()
        ending = isinstance(app, QApplication) and (app.isSavingSession() or app.closingDown())
        if self.plays_with_phones and not self.ending and not ending:
            event.ignore()
            if QApplication.activeModalWidget() is None:
                self.unless_phones_play(self.close)
            return
        if not self.isFullScreen() and not self.isMaximized():
            box = self.geometry()
            self.settings.window = [box.x(), box.y(), box.width(), box.height()]
        self._save_settings()
        self._close_room()
        self._leave_match()
        event.accept()
