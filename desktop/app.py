"""Starting the desktop: the Qt application, its fonts, language and colours, and the main window."""

from __future__ import annotations

import contextlib
import gc
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from desktop import storage
from desktop.main_window import MainWindow
from desktop.widgets import theme
from engine.core.places import resources_root
from engine.core.text import LANGUAGES, system_language

if TYPE_CHECKING:
    from PySide6.QtCore import QTranslator

LATER = 100
"""Milliseconds after the start for what only later pages need."""

_qt_texts: list[QTranslator] = []


def install_qt_texts(language: str) -> None:
    """Qt's own words (dialogs, context menus) in *language*."""
    app = QApplication.instance()
    if app is None:
        return
    from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator

    for old in _qt_texts:
        app.removeTranslator(old)
    _qt_texts.clear()
    QLocale.setDefault(QLocale(language))
    translator = QTranslator(app)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if translator.load(f"qtbase_{language}", folder):
        app.installTranslator(translator)
        _qt_texts.append(translator)


def make_application() -> QApplication:
    """The Qt application with the program's name."""
    QGuiApplication.setApplicationName("Vierblatt")
    QGuiApplication.setApplicationDisplayName("Vierblatt")
    QGuiApplication.setDesktopFileName(os.environ.get("FLATPAK_ID", "vierblatt"))
    existing = QApplication.instance()
    if isinstance(existing, QApplication):
        app = existing
    else:
        # Given as an argument the style costs nothing: a QStyle in Python would bring all its enums with it.
        kind = QApplication
        if sys.platform == "darwin":
            from desktop.macos import OpeningApplication

            kind = OpeningApplication
        app = kind(["vierblatt", "-style", theme.STYLE])
        app.setProperty("style", theme.STYLE)
    return app


def run(arguments: Any) -> int:
    """Open the window and stay until it is closed; returns the exit code.

    *arguments* may have ``language``, ``record``, ``check``, ``demo``, ``pictures``, ``seed`` and ``game``.
    """
    checked = getattr(arguments, "check", None)
    if checked is not None:
        from desktop.check import prepare

        prepare(checked)
    app = make_application()
    settings, refusal = storage.load_settings()
    wanted = getattr(arguments, "language", None) or settings.language or system_language()
    settings.language = wanted if wanted in LANGUAGES else "en"
    theme.apply(app, settings.theme)
    if checked is not None:
        _finish_start(app, settings.language)
        from desktop.check import run_check

        return run_check(app, settings, checked)
    if getattr(arguments, "demo", False):
        _finish_start(app, settings.language)
        from desktop.demo import run_demo

        pictures = getattr(arguments, "pictures", None)
        return run_demo(
            app,
            settings,
            game=getattr(arguments, "game", None),
            seed=getattr(arguments, "seed", None),
            pictures=Path(pictures) if pictures else None,
        )
    seed = getattr(arguments, "seed", None)
    window = MainWindow(settings, seed=None if seed is None else str(seed))
    if getattr(arguments, "game", None):
        window.show_new_game(arguments.game)
    if refusal is not None:
        window.tell(refusal)
    if getattr(arguments, "record", None):
        from desktop.opening import open_record

        open_record(window, arguments.record)
    if sys.platform == "darwin":
        from desktop.macos import OpeningApplication

        if isinstance(app, OpeningApplication):
            app.window = window
    hints = QGuiApplication.styleHints()
    hints.colorSchemeChanged.connect(lambda _scheme: window.restyle() if settings.theme == "system" else None)
    # Late: an exception before the window stands ends the program, and its words go to the console as ever.
    QTimer.singleShot(0, window, lambda: _watch(window))
    window.show()
    # The page is there and answers before what only later pages need.
    QTimer.singleShot(LATER, window, lambda: _finish_start(app, settings.language))
    QTimer.singleShot(LATER, window, lambda: None if theme.agrees(settings.theme) else window.restyle())
    QTimer.singleShot(2 * LATER, window, lambda: _load_ahead(window))
    _end_on_signals(app, window)
    return app.exec()


def _finish_start(app: QApplication, language: str) -> None:
    from PySide6.QtGui import QIcon

    app.setWindowIcon(QIcon(str(resources_root() / "icons" / "vierblatt.svg")))
    install_qt_texts(language)
    # What was loaded for the start stays: it is never looked through again.
    gc.freeze()
    gc.enable()


def _watch(window: MainWindow) -> None:
    from desktop import mishaps

    mishaps.watch(window)


def _load_ahead(window: MainWindow) -> None:
    from desktop import ahead

    ahead.load(window, ahead.SHARED)


def _end_on_signals(app: QApplication, window: MainWindow) -> None:
    """Ctrl-C and a terminating system close the window properly, which ends the bots' process too."""
    import signal

    def end(*_args: object) -> None:
        window.ending = True
        window.close()
        app.exit(0)

    with contextlib.suppress(ValueError, OSError):
        signal.signal(signal.SIGINT, end)
        if os.name != "nt":
            signal.signal(signal.SIGTERM, end)
    # Python runs signal handlers only between bytecodes: a slow timer gives it the occasion.
    timer = QTimer(app)
    timer.timeout.connect(lambda: None)
    timer.start(400 if sys.platform != "win32" else 200)
