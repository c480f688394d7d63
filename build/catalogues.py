"""Texts for translation: from the sources into translations/, and from there into compiled catalogues.

    extract   vierblatt.pot from engine/ and desktop/; brings the .po of every language up to date
    compile   a .mo beside every .po
    check     all of that is done, nothing is missing, and placeholders agree (exit 1 otherwise)

The files hold neither dates nor line numbers nor a tool's version: the same sources give the same bytes,
so two people's changes meet only where they changed the same text. Needs Babel (`uv sync` brings it).
"""

from __future__ import annotations

import ast
import io
import struct
import sys
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.frontend import parse_keywords
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = {"de": "German", "en": "English"}
SOURCES = ("engine", "desktop")
# As the methods of engine.core.text.Texts are called; `Msg` and `N_` only mark a text.
KEYWORDS = parse_keywords(["_", "n_:1,2", "p_:1c,2", "N_", "Msg:1"])
COMMENT_TAG = "Translators:"
Text = str | tuple[str, ...] | list[str] | None  # one text, or one and many, as Babel has it


class Steady(Catalog):
    """A catalogue whose header depends on the language alone."""

    def __init__(self, language: str | None = None) -> None:
        name = f"{LANGUAGES[language]} texts" if language else "Texts"
        header = (
            f"# {name} of Vierblatt. Written by `build/dev.py catalogues`; translations are made by hand."
        )
        super().__init__(locale=language, header_comment=header, fuzzy=False)

    def _get_mime_headers(self) -> list[tuple[str, str]]:
        headers = [("Project-Id-Version", "Vierblatt")]
        if self.locale_identifier:
            headers += [("Language", self.locale_identifier), ("Plural-Forms", self.plural_forms)]
        headers += [("MIME-Version", "1.0"), ("Content-Type", "text/plain; charset=utf-8")]
        return [*headers, ("Content-Transfer-Encoding", "8bit\n")]

    mime_headers = property(_get_mime_headers, Catalog._set_mime_headers)


def template_path() -> Path:
    return ROOT / "translations" / "vierblatt.pot"


def po_path(language: str) -> Path:
    return ROOT / "translations" / language / "LC_MESSAGES" / "vierblatt.po"


def messages(catalogue: Catalog) -> Iterator[Message]:
    """Yield everything but the header, which Babel keeps as the message with the empty id."""
    return (message for message in catalogue if message.id)


def key(message: Message) -> tuple[str, str]:
    """Return what gettext looks a message up by."""
    first = message.id if isinstance(message.id, str) else message.id[0]
    return message.context or "", first


def forms(value: Text) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value or ("",))


def template() -> Steady:
    """Collect the texts from the sources, in an order that no file system can change."""
    found = Steady()
    for folder in SOURCES:
        for path in sorted((ROOT / folder).rglob("*.py"), key=Path.as_posix):
            name = path.relative_to(ROOT).as_posix()
            for line, text, comments, context in extract_from_file(
                "python", path, keywords=KEYWORDS, comment_tags=[COMMENT_TAG], strip_comment_tags=True
            ):
                found.add(text, None, [(name, line)], auto_comments=comments, context=context)
    return found


def po_text(catalogue: Catalog) -> str:
    out = io.BytesIO()
    write_po(out, catalogue, width=100, sort_output=True, include_lineno=False)
    return out.getvalue().decode().rstrip("\n") + "\n"


def mo_bytes(language: str, catalogue: Catalog) -> bytes:
    """Compile under the steady header; fuzzy and empty translations stay out."""
    steady = Steady(language)
    for message in messages(catalogue):
        steady.add(message.id, message.string, flags=message.flags, context=message.context)
    out = io.BytesIO()
    write_mo(out, steady)
    return in_order(out.getvalue())


def in_order(content: bytes) -> bytes:
    """Sort the tables of a compiled catalogue by the bytes of the originals, as the format wants them.

    Babel leaves a message's context out when it sorts.
    """
    count, originals, translated = struct.unpack_from("<3I", content, 8)
    place = struct.Struct("<2I")  # how long a text is, and where it begins
    pairs = [
        (place.unpack_from(content, originals + 8 * i), place.unpack_from(content, translated + 8 * i))
        for i in range(count)
    ]
    pairs.sort(key=lambda pair: content[pair[0][1] : sum(pair[0])])
    ordered = bytearray(content)
    for i, (original, translation) in enumerate(pairs):
        place.pack_into(ordered, originals + 8 * i, *original)
        place.pack_into(ordered, translated + 8 * i, *translation)
    return bytes(ordered)


def read(path: Path, language: str) -> Catalog:
    if not path.exists():
        return Steady(language)
    with path.open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def updated(language: str, wanted: Catalog, old: Catalog) -> Steady:
    """Carry translations over to the texts that the sources have now.

    A text that changed a little keeps its old translation, marked fuzzy, so that nobody starts anew.
    English needs no translator: its msgstr is the msgid wherever nobody wrote another.
    """
    known = {key(message): message for message in messages(old)}
    current = {key(message) for message in messages(wanted)}
    left = {first: message for (_, first), message in known.items() if (_, first) not in current}
    new = Steady(language)
    for message in messages(wanted):
        before, flags = known.get(key(message)), set(message.flags)
        if before is None and language != "en":
            near = get_close_matches(key(message)[1], left, n=1, cutoff=0.75)
            before = left[near[0]] if near else None
            flags |= {"fuzzy"} if before else set()
        elif before is not None and before.fuzzy:
            flags |= {"fuzzy"}
        string: Text = ""
        plural = not isinstance(message.id, str)
        if before is not None and plural == (not isinstance(before.id, str)):
            string = before.string
        if not any(forms(string)):
            flags.discard("fuzzy")
            string = message.id if language == "en" else ("", "") if plural else ""
        notes = before.user_comments if before else []
        new.add(
            message.id,
            string,
            message.locations,
            flags,
            message.auto_comments,
            notes,
            context=message.context,
        )
    for message in left.values():
        print(f"{language}: gone from the sources: {key(message)[1]!r}, was {message.string!r}")
    return new


def extract() -> int:
    wanted = template()
    template_path().parent.mkdir(exist_ok=True)
    template_path().write_text(po_text(wanted), "utf-8", newline="\n")
    for language in LANGUAGES:
        path = po_path(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(po_text(updated(language, wanted, read(path, language))), "utf-8", newline="\n")
    return 0


def compile_all() -> int:
    for language in LANGUAGES:
        path = po_path(language)
        path.with_suffix(".mo").write_bytes(mo_bytes(language, read(path, language)))
    return 0


def fields(text: str) -> set[str] | None:
    """Return the `{name}`s of a text, or None if `str.format` would refuse it."""
    try:
        return {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    except ValueError:
        return None


def placeholder_fault(message: Message) -> bool:
    """Tell whether a translation lacks or invents a `{name}`.

    The form for one thing may say "one card" where the other says "{n} cards", in any language.
    """
    ids, strings = (
        [fields(text) for text in forms(message.id)],
        [fields(text) for text in forms(message.string)],
    )
    if None in ids:  # a text with loose braces is never formatted
        return False
    return strings[0] not in ids or any(names != ids[-1] for names in strings[1:])


def faults(language: str, wanted: Catalog) -> Iterator[str]:
    path = po_path(language)
    if not path.exists():
        yield f"{path}: is missing"
        return
    try:
        catalogue = read(path, language)
    except PoFileError as error:
        yield f"{path}: {error}"
        return
    present = {key(message): message for message in messages(catalogue)}
    current = {key(message): message for message in messages(wanted)}
    for name in sorted(current.keys() - present.keys()):
        yield f"{path}: lacks {name[1]!r}"
    for name in sorted(present.keys() - current.keys()):
        yield f"{path}: {name[1]!r} is no longer in the sources"
    for message in catalogue.obsolete.values():
        yield f"{path}: obsolete entry {key(message)[1]!r}"
    for name in sorted(present.keys() & current.keys()):
        message = present[name]
        if message.fuzzy:
            yield f"{path}: fuzzy: {name[1]!r}"
        elif message.id != current[name].id or not all(forms(message.string)):
            yield f"{path}: not translated: {name[1]!r}"
        elif placeholder_fault(message):
            yield f"{path}: other placeholders than {name[1]!r}: {message.string!r}"
    compiled = path.with_suffix(".mo")
    if not compiled.exists() or compiled.read_bytes() != mo_bytes(language, catalogue):
        yield f"{compiled}: is not what the .po compiles to"


def hidden(source: str) -> list[int]:
    """The lines of *source* where a text for translation stands inside an f-string: there no extractor sees it."""
    return [
        call.lineno
        for string in ast.walk(ast.parse(source))
        if isinstance(string, ast.JoinedStr)
        for call in ast.walk(string)
        if isinstance(call, ast.Call)
        and (call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", ""))
        in KEYWORDS
        and any(isinstance(value, ast.Constant) and isinstance(value.value, str) for value in call.args)
    ]


def check() -> int:
    wanted = template()
    found = [
        f"{path.relative_to(ROOT).as_posix()}:{line}: a text inside an f-string is not found; take it out"
        for folder in SOURCES
        for path in sorted((ROOT / folder).rglob("*.py"))
        for line in hidden(path.read_text("utf-8"))
    ]
    if not template_path().exists() or template_path().read_text("utf-8") != po_text(wanted):
        found.append(f"{template_path()}: is not what the sources say")
    for language in LANGUAGES:
        found += faults(language, wanted)
    for fault in found:
        print(fault)
    if found:
        print("`python3 build/dev.py catalogues` extracts and compiles; translations are made by hand.")
    return 1 if found else 0


def main(arguments: list[str]) -> int:
    commands = {"extract": extract, "compile": compile_all, "check": check}
    if len(arguments) != 1 or arguments[0] not in commands:
        print(__doc__)
        return 2
    return commands[arguments[0]]()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
