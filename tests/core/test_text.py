"""Compiled catalogues are read message by message, and say what gettext's own reader says."""

from __future__ import annotations

import gettext
import io
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core import text
from tests.catalogues import path, whole


@pytest.mark.parametrize("language", text.LANGUAGES)
def test_every_message_as_gettext_reads_it(language: str) -> None:
    with path(language).open("rb") as file:
        plain = gettext.GNUTranslations(file)
    ours = text.texts(language)._catalogue
    assert isinstance(ours, text._Catalogue)
    known = whole(language)
    assert len(known) > 1000
    for key, wanted in known.items():
        if isinstance(key, tuple):
            assert ours.ngettext(key[0], "", 1 if key[1] == 0 else 5) == wanted
        elif "\x04" in key:
            assert ours.pgettext(*key.split("\x04", 1)) == wanted
        else:
            assert ours.gettext(key) == wanted
    for n in range(30):
        one, many = next(key[0] for key in known if isinstance(key, tuple)), "many"
        assert ours.ngettext(one, many, n) == plain.ngettext(one, many, n)


@given(st.text(max_size=40))
def test_what_is_not_there_comes_back_as_it_is(words: str) -> None:
    ours = text.texts("de")._catalogue
    known = text._Messages(path("de").read_bytes())
    if words and words not in known and not known.get(words) and not known.get((words, 0)):
        assert ours.gettext(words) == words
        assert ours.ngettext(words, words + "s", 2) == words + "s"


@pytest.mark.parametrize("content", [b"", b"\0" * 40, struct.pack(">7I", 0x950412DE, 0, 0, 28, 28, 0, 0)])
def test_no_catalogue_is_refused(content: bytes) -> None:
    with pytest.raises(ValueError, match="no compiled catalogue"):
        text._Catalogue(io.BytesIO(content))
