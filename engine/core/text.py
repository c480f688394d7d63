"""Words at the edge: gettext catalogues for the desktop, the phone page and the command line alike.

The engine itself speaks in typed events and refusals. Modules named ``words.py`` turn those into sentences with
the `Texts` of a language. English texts are the message ids; both languages have a complete catalogue.
"""

from __future__ import annotations

import gettext
import locale
import os
from collections.abc import Mapping
from functools import lru_cache

from engine.core.places import translations_root

LANGUAGES: tuple[str, ...] = ("de", "en")
"""Language codes with a catalogue, in the order in which they are offered."""

DOMAIN = "vierblatt"


def N_(message: str) -> str:  # noqa: N802  (gettext's customary name)
    """Mark *message* for translation where it stands; it is translated when shown."""
    return message


class Texts:
    """All texts of one language.

    Attributes are named like gettext's usual short forms so that the extractor finds the calls.
    """

    def __init__(self, language: str, catalogue: gettext.NullTranslations) -> None:
        self.language = language
        self._catalogue = catalogue

    def _(self, message: str, /, **values: object) -> str:
        """The translation of *message* with ``{name}`` places filled from *values*."""
        text = self._catalogue.gettext(message) if message else ""
        return text.format(**values) if values else text

    def n_(self, one: str, many: str, n: int, /, **values: object) -> str:
        """The translation for the count *n*; ``{n}`` is filled with it, with a true minus sign below zero."""
        shown = str(n).replace("-", "\N{MINUS SIGN}")
        return self._catalogue.ngettext(one, many, n).format(n=shown, **values)

    def p_(self, context: str, message: str, /, **values: object) -> str:
        """The translation of *message* as used in *context* (same English word, different German ones)."""
        text = self._catalogue.pgettext(context, message)
        return text.format(**values) if values else text

    def fill(self, message: str, values: Mapping[str, object]) -> str:
        """Like `_`, for a message and values that come from a value such as a refusal."""
        return self._catalogue.gettext(message).format(**values)

    def number(self, value: float, digits: int = 1) -> str:
        """*value* with *digits* decimals and the language's decimal sign."""
        text = f"{value:.{digits}f}"
        return text.replace(".", ",") if self.language == "de" else text

    def listing(self, items: list[str]) -> str:
        """*items* as people enumerate them: ``Anna, Ben and Carla``."""
        if len(items) < 2:
            return "".join(items)
        return self._("{first} and {last}", first=", ".join(items[:-1]), last=items[-1])


@lru_cache(maxsize=8)
def texts(language: str) -> Texts:
    """The texts of *language* (one of `LANGUAGES`; anything else gives English message ids)."""
    if language in LANGUAGES:
        catalogue: gettext.NullTranslations = gettext.translation(
            DOMAIN, str(translations_root()), languages=[language], fallback=True
        )
        return Texts(language, catalogue)
    return Texts("en", gettext.NullTranslations())


def system_language(environment: Mapping[str, str] | None = None) -> str:
    """The language to start in: German on a German system, English everywhere else.

    Follows ``LC_ALL``, ``LC_MESSAGES``, ``LANG`` as POSIX orders them; without them the system's own setting.
    """
    env = os.environ if environment is None else environment
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE"):
        value = env.get(name)
        if value:
            return "de" if value.lower().startswith("de") else "en"
    try:
        name_ = locale.getlocale()[0] or ""
    except ValueError:
        name_ = ""
    return "de" if name_.lower().startswith(("de", "german")) else "en"
