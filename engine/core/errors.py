"""What can be refused, and how a refusal is said.

A `Refusal` is a value: a stable code, an English message id with its values, and the rule it rests on. It is put
into words by `engine.core.text` when somebody is to read it. Three kinds of bad input stay apart (as in
python-chess): not understood (`Malformed`), understood but not allowed (`NotAllowed`), too late (`Stale`).
"""

from __future__ import annotations

import gettext
from typing import Any

import msgspec

from engine.core.text import N_, Texts


class Refusal(msgspec.Struct, frozen=True):
    """Why something was refused.

    ``code`` is stable and for programs; ``message`` is a message id whose ``{places}`` are filled from ``values``;
    ``rule`` names the ruling, for instance ``letter 3``; ``expected`` says what would have been right, if that
    helps. Strings in ``values`` that are message ids themselves, or several of them with ", " in between, are listed
    in ``translate``. ``cause`` says more: its sentence fills the place ``{detail}``.
    """

    code: str
    message: str
    values: dict[str, str | int] = {}
    rule: str = ""
    translate: tuple[str, ...] = ()
    cause: Refusal | None = None

    def text(self, texts: Texts) -> str:
        """The refusal as one sentence in the language of *texts*."""
        values: dict[str, object] = dict(self.values)
        for key in self.translate:
            whole = str(values[key])
            told = texts._(whole)
            # Of a list of message ids each is put into words.
            values[key] = told if told != whole else ", ".join([texts._(part) for part in whole.split(", ")])
        if self.cause is not None:
            values["detail"] = self.cause.text(texts)
        return texts.fill(self.message, values) if values else texts._(self.message)


class VierblattError(Exception):
    """Base of every error a user may cause. Carries a `Refusal`; nothing has been changed when it is raised."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.text(_ENGLISH))
        self.refusal = refusal

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.refusal,))


class Malformed(VierblattError):
    """The input was not understood: wrong types, unknown keys, broken JSON, too long, too deep."""


class NotAllowed(VierblattError):
    """The input was understood and breaks a rule."""


class Stale(VierblattError):
    """The move answers a situation that is no longer there."""


class OptionError(VierblattError):
    """An option or a number of seats that the game does not know."""


class RecordError(VierblattError):
    """A record that cannot be read or replayed. ``line`` is the line number, counted from 1 (0: whole file)."""

    def __init__(self, refusal: Refusal, line: int = 0) -> None:
        super().__init__(refusal)
        self.line = line

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.refusal, self.line))


_ENGLISH = Texts("en", gettext.NullTranslations())

# Refusals every game shares.
NOT_AWAITED = Refusal("not_awaited", N_("It is not this seat's turn."), rule="common")
STALE = Refusal("stale", N_("The table has changed since then. Please look again."), rule="common")
GAME_OVER = Refusal("game_over", N_("The game is over."), rule="common")
NOT_UNDERSTOOD = "not_understood"
