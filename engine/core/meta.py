"""What is known of a game before its rules are loaded: id, names, seats, options.

Names and explanations are message ids (marked with ``N_``) and are translated when shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from engine.core.errors import OptionError, Refusal
from engine.core.text import N_, Texts


def bot_name(kind: str, t: Texts) -> str:
    """A bot's strength in words."""
    return {
        "random": t.p_("bot", "Random"),
        "easy": t.p_("bot", "Easy"),
        "medium": t.p_("bot", "Medium"),
        "strong": t.p_("bot", "Strong"),
    }.get(kind, kind)


Default = int | bool | str | Mapping[int, int | bool | str]


class Option(msgspec.Struct, frozen=True):
    """One setting of a game.

    ``default`` is a value or a mapping from the number of seats to a value. ``label`` names it in a dialog and
    ``rule`` explains in a sentence what it changes (both message ids). ``min_seats``: where it has an effect.
    """

    name: str
    default: Default
    label: str
    rule: str
    min_seats: int = 1

    kind = ""

    def default_for(self, seats: int) -> Any:
        """The default with *seats* seats."""
        if isinstance(self.default, Mapping):
            return self.default[seats]
        return self.default

    def accepts(self, value: object, seats: int) -> bool:
        """Whether *value* has the right type and lies in range for *seats* seats."""
        raise NotImplementedError(type(self).__name__)

    def parse(self, text: str) -> Any:
        """The value written as *text* on a command line, unchecked; *text* itself if it is not understood."""
        raise NotImplementedError(type(self).__name__)

    def expected(self, seats: int) -> str:
        """What is accepted, in a form that needs no translation: ``1–20``, ``true, false``."""
        raise NotImplementedError(type(self).__name__)

    def describe(self) -> dict[str, Any]:
        """The option for programs (`vierblatt games --json`)."""
        default: Any = self.default
        if isinstance(self.default, Mapping):
            default = {str(seats): value for seats, value in self.default.items()}
        return {"name": self.name, "type": self.kind, "default": default}


class IntOption(Option, frozen=True):
    """A whole number from ``low`` to ``high``."""

    low: int = 0
    high: int = 0
    presets: tuple[tuple[int, str], ...] = ()
    """Values with a name of their own (message id), offered beside the default."""

    kind = "int"

    def accepts(self, value: object, seats: int) -> bool:
        return type(value) is int and self.low <= value <= self.high

    def parse(self, text: str) -> Any:
        digits = text.strip()
        return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 10 else text

    def expected(self, seats: int) -> str:
        return f"{self.low}–{self.high}"

    def describe(self) -> dict[str, Any]:
        return super().describe() | {"min": self.low, "max": self.high}


class BoolOption(Option, frozen=True):
    """On or off."""

    kind = "bool"

    def accepts(self, value: object, seats: int) -> bool:
        return type(value) is bool

    def parse(self, text: str) -> Any:
        return {"true": True, "yes": True, "on": True, "1": True, "ja": True}.get(
            text.strip().lower(),
            {"false": False, "no": False, "off": False, "0": False, "nein": False}.get(
                text.strip().lower(), text
            ),
        )

    def expected(self, seats: int) -> str:
        return "true, false"


class ChoiceOption(Option, frozen=True):
    """One of a few words; ``choices`` pairs each with its label (message id).

    ``languages``: the choices are languages by their codes, and a screen offers first the one that it speaks itself.
    """

    choices: tuple[tuple[str, str], ...] = ()
    languages: bool = False

    kind = "choice"

    def accepts(self, value: object, seats: int) -> bool:
        return isinstance(value, str) and any(value == choice for choice, _label in self.choices)

    def parse(self, text: str) -> Any:
        return text.strip()

    def expected(self, seats: int) -> str:
        return ", ".join(choice for choice, _label in self.choices)

    def describe(self) -> dict[str, Any]:
        return super().describe() | {"choices": [choice for choice, _label in self.choices]}


class SeatOption(Option, frozen=True):
    """A seat, or ``random``."""

    kind = "seat"

    def accepts(self, value: object, seats: int) -> bool:
        return value == "random" if isinstance(value, str) else type(value) is int and 0 <= value < seats

    def parse(self, text: str) -> Any:
        digits = text.strip()
        return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 4 else digits

    def expected(self, seats: int) -> str:
        return f"random, 0–{seats - 1}"


class Meta(msgspec.Struct, frozen=True):
    """The card of a game: what menus, dialogs and the command line need before the rules are loaded.

    ``id`` is the package's name. ``unit`` is what `vierblatt simulate` plays by default: ``round`` or ``match``.
    ``minutes`` is a typical match's length. ``bots`` names the bots from weakest to strongest.
    """

    id: str
    name: str
    summary: str
    min_seats: int
    max_seats: int
    minutes: int
    options: tuple[Option, ...]
    bots: tuple[str, ...]
    unit: str = "match"
    order: int = 100
    """Where the game stands among the others on the start screen; equal numbers go by id."""
    cooperative: bool = False
    """Whether all play together: everybody has the same result, and nobody wins against anybody."""
    alone: str = N_("One person and bots: the screen is yours alone.")
    """What one person is told who plays with bots (message id)."""
    together: str = N_(
        "Several people at one screen: a curtain hides what is secret until the next one has taken over."
    )
    """What several people at one screen are told (message id)."""
    by_post: int = 0
    """How many can play by post, where no table sets a limit; 0 for a game that is not played by post."""

    def check_seats(self, seats: int) -> None:
        """Raise `OptionError` unless *seats* people can play, at a table or by post."""
        if not self.min_seats <= seats <= max(self.max_seats, self.by_post):
            raise OptionError(
                Refusal(
                    "seats_out_of_range",
                    N_("{game} is for {low} to {high} seats, not {seats}."),
                    {"game": self.name, "low": self.min_seats, "high": self.max_seats, "seats": seats},
                    translate=("game",),
                )
            )

    def complete(self, given: Mapping[str, Any], seats: int) -> dict[str, Any]:
        """Every option with its value, defaults filled in, in the order of ``options``.

        Raises `OptionError` that names the option, what was given and what is accepted.
        """
        self.check_seats(seats)
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                raise OptionError(
                    Refusal(
                        "unknown_option",
                        N_("{game} has no option “{option}”. It has: {known}."),
                        {"game": self.name, "option": str(name)[:60], "known": ", ".join(known) or "–"},
                        translate=("game",),
                    )
                )
        values: dict[str, Any] = {}
        for name, option in known.items():
            value = given.get(name, option.default_for(seats))
            if not option.accepts(value, seats):
                raise OptionError(
                    Refusal(
                        "option_value",
                        N_("Option “{option}” of {game} can't be “{value}”. Possible: {expected}."),
                        {
                            "option": name,
                            "game": self.name,
                            "value": str(value)[:60],
                            "expected": option.expected(seats),
                        },
                        translate=("game",),
                    )
                )
            values[name] = value
        return values

    def parse(self, words: Mapping[str, str], seats: int) -> dict[str, Any]:
        """Like `complete`, from option values written as text."""
        known = {option.name: option for option in self.options}
        given = {name: known[name].parse(text) if name in known else text for name, text in words.items()}
        return self.complete(given, seats)
