"""Two languages: switching in mid-game, and not one text that is in no catalogue."""

from __future__ import annotations

import gettext
import pkgutil
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from importlib import import_module
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

import desktop
from desktop.binding.match import Stage
from desktop.screens.start import StartPage
from engine.core.text import Texts, texts
from engine.games.letter import words
from tests.catalogues import whole
from tests.desktop import reading
from tests.desktop.conftest import Open
from tests.desktop.driver import Driver
from tests.desktop.tour import tour
from tests.games.letter.table import stack

Arrange = Callable[..., None]


# Switching ----------------------------------------


def shown(driver: Driver) -> set[str]:
    """All texts with letters in the window, hidden ones included."""
    found = {text for _where, text in reading.texts(reading.everything(driver.window))}
    return {text for text in found if re.search(r"[^\W\d_]", text)}


SAME = {"Vierblatt", "Anna", "Ben", "Carla", "Dora", "Deutsch", "English"}
"""What reads the same in both languages."""


def only_in(language: str, found: set[str]) -> list[str]:
    """Messages among *found* that are the other language's and differ from this one's."""
    other = "en" if language == "de" else "de"
    here = texts(language)
    foreign = {
        text
        for key, text in whole(other).items()
        if isinstance(key, str) and key and text and here._(key) != text and "{" not in text
    }
    return sorted(found & (foreign - set(whole(language).values())))


def test_switching_in_mid_game(open_window: Open, deals: Arrange) -> None:
    """By the menu: every text changes, the game stands at the same revision with the same hand, and goes on."""
    deals(stack([2, 5, 3], [3, 1, 4, 4]))
    driver = open_window("en")
    match = driver.start(3)
    driver.take_over()
    driver.click(driver.card(2))
    before = shown(driver)
    revision, hand = match.session.revision, driver.hand()
    log = driver.log()
    driver.window.set_language("de")
    driver.settle()
    after = shown(driver)
    assert (driver.match, match.session.revision, driver.stage) == (match, revision, Stage.TABLE)
    assert driver.hand() == hand
    assert only_in("de", after) == []
    assert only_in("en", before) == []
    assert len(driver.log()) == len(log)
    assert not set(driver.log()) & set(log)
    assert not {text for text in before & after if text not in SAME}
    # The chosen card may have to be chosen again, but it is not played and can be.
    driver.play(2, at="Ben")
    assert match.session.revision == revision + 1
    assert texts("de")._("You know: {card}", card=words.card_label(5, texts("de"))) in driver.text()
    driver.window.set_language("en")
    driver.settle()
    assert only_in("en", shown(driver)) == []
    driver.pass_on()
    assert driver.stage is Stage.CURTAIN


@pytest.mark.parametrize("stage", [Stage.CURTAIN, Stage.HANDOVER, Stage.ROUND, Stage.RESULT])
def test_switching_at_any_stage(open_window: Open, stage: Stage) -> None:
    """Curtain, handing over, a round's result, the result: the same stage in the other language."""
    driver = open_window("en")
    match = driver.start(2, goal=1)
    driver.go_to(stage)
    revision = match.session.revision
    driver.window.set_language("de")
    driver.settle()
    assert (driver.stage, match.session.revision) == (stage, revision)
    assert only_in("de", shown(driver)) == []
    driver.go_to(Stage.RESULT)


def test_switching_on_the_start_page_and_while_setting_up(open_window: Open) -> None:
    """By the switch with the languages' own names; remembered for the next start."""
    from desktop import storage

    driver = open_window("en")
    driver.click("Deutsch")
    assert isinstance(driver.window.page, StartPage)
    assert only_in("de", shown(driver)) == []
    assert storage.load_settings()[0].language == "de"
    driver.window.show_new_game("letter")
    driver.settle()
    assert only_in("de", shown(driver)) == []
    driver.window.set_language("en")
    driver.settle()
    assert only_in("en", shown(driver)) == []


def test_a_message_that_stands_is_translated_too(open_window: Open) -> None:
    from engine.core.errors import STALE

    driver = open_window("en")
    driver.window.tell(STALE)
    assert driver.notice() == STALE.message
    driver.window.set_language("de")
    assert driver.notice() == texts("de")._(STALE.message)


def test_qts_own_words_follow(open_window: Open) -> None:
    """Dialog buttons and context menus of Qt speak German in German."""
    driver = open_window("en")
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Cancel"
    driver.window.set_language("de")
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Abbrechen"
    driver.window.set_language("en")
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Cancel"


# A language in which every message is wrapped ----------------------------------------


class Wrapping(gettext.NullTranslations):
    """⟦Every message⟧ as it comes out of the catalogue."""

    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧"

    def ngettext(self, one: str, many: str, n: int) -> str:
        return f"⟦{one if n == 1 else many}⟧"

    def pgettext(self, context: str, message: str) -> str:
        return f"⟦{message}⟧"

    def npgettext(self, context: str, one: str, many: str, n: int) -> str:
        return self.ngettext(one, many, n)


NOT_TRANSLATED = re.compile(
    r"Vierblatt|Deutsch|English|Anna|Ben|Carla|Dora|F10|F11|F1\b|\b[LPRT]\b", re.IGNORECASE
)
"""Names, languages in their own words, and keys as they stand on the keyboard."""


def unwrapped(text: str) -> str:
    """What of *text* came from no catalogue: letters outside ⟦…⟧ that are no names."""
    rest, depth = "", 0
    for letter in text:
        depth += (letter == "⟦") - (letter == "⟧")
        if not depth and letter not in "⟦⟧":
            rest += letter
    rest = NOT_TRANSLATED.sub("", rest)
    return rest if re.search(r"[^\W\d_]", rest) else ""


def test_the_test_finds_what_is_not_translated() -> None:
    assert unwrapped("⟦{name} plays⟧ Anna, Ben 7") == ""
    assert unwrapped("⟦Bot: ⟦Strong⟧⟧") == ""
    assert unwrapped("⟦Hand⟧ of Anna") != ""
    assert unwrapped("Play") != ""


class Painted:
    """Records what is painted as text by the desktop's own painting."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.texts: list[str] = []
        found = self.texts

        class Recorder(QPainter):
            def drawText(self, *rest: Any) -> Any:
                found.extend(part for part in rest if isinstance(part, str))
                return super().drawText(*rest)

        for info in pkgutil.walk_packages(desktop.__path__, "desktop."):
            module = import_module(info.name)
            if getattr(module, "QPainter", None) is QPainter:
                monkeypatch.setattr(module, "QPainter", Recorder)


class StillThinker:
    """Bots that think and think."""

    def __init__(self, answered: Callable[..., None]) -> None:
        self._number = 0

    def start(self) -> None:
        """There is nothing to start."""

    def ask(self, *_question: Any) -> int:
        self._number += 1
        return self._number

    def close(self) -> None:
        """There is nothing to end."""


def uncatalogued(
    screens: Iterable[tuple[str, QWidget, QWidget]], painted: Painted, signs: Collection[str] = ()
) -> dict[str, str]:
    """What came from no catalogue, *signs* apart, and the first screen that it was found on.

    Each of *screens*: its name, what is painted, and what is looked through with all that a reader is told.
    """
    bad: dict[str, str] = {}
    for name, top, root in screens:
        painted.texts.clear()
        top.grab()
        found: Sequence[tuple[str, str]] = [
            *visible_texts(root),
            *(("reader", text) for text in reading.spoken(root)),
            *(("painted", text) for text in painted.texts),
        ]
        assert found, name
        for where, text in found:
            if text not in signs and unwrapped(text):
                bad.setdefault(f"{where}: {text}", name)
    return bad


def visible_texts(root: QWidget) -> list[tuple[str, str]]:
    """The texts of *root* and of all widgets below it that are there to be seen, or will be."""
    return reading.texts(reading.everything(root))


def test_every_text_comes_from_the_catalogues(
    open_window: Open, deals: Arrange, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every screen, dialog, menu, tool tip, accessible name and painted word of the tour is wrapped."""
    pseudo = Texts("en", Wrapping())
    monkeypatch.setattr("desktop.main_window.texts", lambda _language: pseudo)
    monkeypatch.setattr("desktop.binding.match.Thinker", StillThinker)
    painted = Painted(monkeypatch)
    driver = open_window(size=(1280, 900))
    steps = [0]

    def screens() -> Iterator[tuple[str, QWidget, QWidget]]:
        for name, root in tour(driver, deals):
            steps[0] += 1
            yield name, root, root

    assert uncatalogued(screens(), painted) == {}
    assert steps[0] > 20


def test_painting_is_really_recorded(monkeypatch: pytest.MonkeyPatch, open_window: Open) -> None:
    """The eyes of the test above: the names painted on cards are seen."""
    painted = Painted(monkeypatch)
    driver = open_window()
    driver.start(2)
    driver.take_over()
    painted.texts.clear()
    driver.window.grab()
    for card in driver.cards():
        assert card.face.name in painted.texts
        assert card.face.numeral in painted.texts
