"""The application on macOS. Imported there alone: elsewhere nobody's start waits for its events."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication

if TYPE_CHECKING:
    from desktop.main_window import MainWindow


class OpeningApplication(QApplication):
    """The application on macOS, where the system hands over files by an event instead of an argument."""

    window: MainWindow | None = None

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QFileOpenEvent) and self.window is not None:
            from desktop.opening import open_record

            open_record(self.window, Path(event.file()))
            return True
        return super().event(event)
