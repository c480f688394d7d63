"""Words at the edge: gettext catalogues for the desktop, the phone page and the command line alike.

The engine itself speaks in typed events and refusals. Modules named ``words.py`` turn those into sentences with
the `Texts` of a language. English texts are the message ids; both languages have a complete catalogue.
"""

from __future__ import annotations

import gettext
import os
from collections.abc import Mapping
from functools import lru_cache
from struct import Struct
from typing import Any

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


class _Messages(dict[Any, Any]):
    """The messages of a compiled catalogue, each looked up in its sorted table when it is first asked for.

    Reading all of them at once, as `gettext` does, takes longer than building the start page.
    """

    _PLACE = Struct("<II")

    def __init__(self, content: bytes) -> None:
        """*content*: a whole ``.mo`` file as gettext's manual describes it, little-endian, its table sorted.

        Raises `ValueError` for anything else.
        """
        super().__init__()
        header = Struct("<7I")
        if len(content) < header.size:
            raise ValueError("no compiled catalogue")
        magic, version, self._count, self._originals, self._translated, _, _ = header.unpack_from(content)
        if magic != gettext.GNUTranslations.LE_MAGIC or version >> 16 > 1:
            raise ValueError("no compiled catalogue")
        self._content = content

    def _text(self, table: int, index: int) -> bytes:
        length, start = self._PLACE.unpack_from(self._content, table + index * self._PLACE.size)
        return self._content[start : start + length]

    def __missing__(self, key: str | tuple[str, int]) -> str:
        """The translation of a message, or of one with its plural form; `KeyError` if there is none."""
        wanted, form = (key, -1) if isinstance(key, str) else key
        sought = wanted.encode()
        low, high = 0, self._count
        while low < high:
            middle = (low + high) // 2
            # With plural forms, the singular is the key.
            found = self._text(self._originals, middle).split(b"\0", 1)
            if found[0] == sought:
                forms = self._text(self._translated, middle).decode().split("\0")
                if (len(found) > 1) != (form >= 0) or form >= len(forms):
                    break
                text = forms[max(form, 0)]
                self[key] = text
                return text
            if found[0] < sought:
                low = middle + 1
            else:
                high = middle
        raise KeyError(key)

    def get(self, key: Any, default: Any = None) -> Any:
        try:
            return self[key]
        except KeyError:
            return default


class _Catalogue(gettext.GNUTranslations):
    """A compiled catalogue of ours: UTF-8, one plural form for one and another for all else, in either language."""

    def _parse(self, fp: Any) -> None:
        self._charset = "utf-8"
        self._catalog = _Messages(fp.read())
        self.plural = lambda n: int(n != 1)


@lru_cache(maxsize=8)
def texts(language: str) -> Texts:
    """The texts of *language* (one of `LANGUAGES`; anything else gives English message ids)."""
    if language in LANGUAGES:
        # `gettext.translation` would first load `locale` to find the same file.
        with (translations_root() / language / "LC_MESSAGES" / f"{DOMAIN}.mo").open("rb") as file:
            return Texts(language, _Catalogue(file))
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
    import locale

    try:
        name_ = locale.getlocale()[0] or ""
    except ValueError:
        name_ = ""
    return "de" if name_.lower().startswith(("de", "german")) else "en"
