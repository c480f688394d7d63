"""Mails and other files as text, whatever mail programs have done to them.

`mails_in` takes the bytes of a text, a mail (``.eml``) or a mailbox (``.mbox``) and gives one `Mail` for each; it
never raises, for whatever bytes. Rulings:

1. What is no valid text in the encoding that the mail claims is read as UTF-8 if it is that, else as Windows-1252; so
   is anything that claims Latin-1 or ASCII, because that is what such mails really are.
2. A mail's plain text counts; its HTML only if the plain text has no orders; attachments only if neither has.
3. A mail arrived when the first server on its way here says so (the topmost ``Received``), else at its ``Date``.
4. Quoted-printable that was pasted as text (``gr=FCn``) is decoded where it can't mean anything else.
"""

from __future__ import annotations

import codecs
import quopri
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email import message_from_bytes
from email.errors import MessageError
from email.message import Message
from email.utils import parseaddr, parsedate_to_datetime
from pathlib import Path
from typing import Any

from engine.games.sleuth.post.markup import text_of

_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_WESTERN = frozenset({"", "ascii", "us-ascii", "iso8859-1", "latin-1", "cp1252", "utf-8"})
ENDINGS = frozenset({".txt", ".eml", ".mbox", ".mbx", ".html", ".htm", ""})
"""The endings of files that may be mails."""

_NO_CHARSETS = frozenset({"idna", "punycode", "unicode_escape", "raw-unicode-escape", "undefined", "utf-7"})
_HEADERS = frozenset(
    {"from", "to", "cc", "date", "subject", "sender", "reply-to", "message-id", "mime-version", "received"}
    | {"return-path", "delivered-to", "envelope-to", "content-type", "content-transfer-encoding"}
    | {"dkim-signature", "x-mozilla-status"}
)
_FIELD = re.compile(rb"([!-9;-~]+):")
_FROM = re.compile(rb"From [^\r\n]*\r?\n(?=[!-9;-~]+:)")
_ORDERS = re.compile(r"VP\s*[-_ \u00a0\u2010-\u2015\u2212]?\s*Sleuth", re.IGNORECASE)
_PASTED = re.compile(r"(?<=[^\W\d_])=(C3=[89AB][0-9A-F]|[A-F][0-9A-F])(?![0-9A-F])")
_PASTED_KEY = re.compile(r"(?m)^\s*/?(Runde|Round|Spieler|Player|Fragen?|Questions?|Tipps?|Tips?)=3D")
_KEY = re.compile(
    r"\s*/?\s*(Runde|Round|Spieler(in)?|Player|Fragen?|Questions?|Tipps?|Tips?)\s*=", re.IGNORECASE
)


@dataclass(frozen=True)
class Mail:
    """One mail, or a text that stands for one.

    ``source`` is its file, with ``#3`` for the third mail of a mailbox; ``data`` the bytes as they came;
    ``sender`` the address or ""; ``moment`` when it arrived, if it says so (UTC); ``is_text``: no mail headers.
    """

    source: str
    data: bytes
    text: str
    sender: str = ""
    moment: datetime | None = None
    is_text: bool = True


def decode(data: bytes, charset: str = "") -> str:
    """*data* as text, by ruling 1."""
    for mark, name in _BOMS:
        if data.startswith(mark):
            return data[len(mark) :].decode(name, "replace")
    try:
        known = codecs.lookup(charset.strip().strip("\"'")).name if charset.strip() else ""
    except (LookupError, ValueError):
        known = ""
    order = ["utf-8", "cp1252", "latin-1"]
    if known not in _WESTERN and known not in _NO_CHARSETS:
        order.insert(0, known)
    for name in order:
        try:
            return data.decode(name)
        except (LookupError, ValueError):
            continue
    return data.decode("latin-1")  # never reached: every byte is a character there


def mails_in(name: str, data: bytes) -> Iterator[Mail]:
    """Every mail in the file *name* with the bytes *data*, in their order."""
    marks = _separators(data)
    if marks:
        ends = [*[mark.start() for mark in marks[1:]], len(data)]
        for number, (mark, end) in enumerate(zip(marks, ends, strict=True), 1):
            # Mailboxes write “>From ” for a line that begins with “From ”.
            one = re.sub(rb"(?m)^>(>*From )", rb"\1", data[mark.end() : end])
            yield _mail(name if len(marks) == 1 else f"{name}#{number}", one)
    elif name.lower().endswith(".eml") or looks_like_mail(data):
        yield _mail(name, data)
    elif name.lower().endswith((".html", ".htm")):
        yield Mail(name, data, unpasted(text_of(decode(data))))
    else:
        yield Mail(name, data, unpasted(decode(data)))


def files_in(path: Path) -> list[Path]:
    """*path*, or what may be mails among all that lies in the folder *path*, by name."""
    if not path.is_dir():
        return [path]
    return [one for one in sorted(path.rglob("*")) if one.is_file() and one.suffix.lower() in ENDINGS]


def count_in(data: bytes) -> int:
    """How many mails `mails_in` will give of *data*."""
    return max(1, len(_separators(data)))


def _separators(data: bytes) -> list[re.Match[bytes]]:
    """The lines of a mailbox that begin a mail: at its start or below a blank line, with a header below."""
    if not data.lstrip().startswith(b"From "):
        return []
    return [
        found
        for found in _FROM.finditer(data)
        if not found.start() or data.endswith((b"\n\n", b"\r\n\r\n"), 0, found.start())
    ]


def looks_like_mail(data: bytes) -> bool:
    """Whether *data* begins with the header lines of a mail, followed by a blank line."""
    known = False
    for line in data.removeprefix(codecs.BOM_UTF8).lstrip(b"\r\n").split(b"\n")[:200]:
        field = _FIELD.match(line)
        if field:
            known = known or field[1].decode("ascii").lower() in _HEADERS
        elif not line.strip():
            return known
        elif line[:1] not in b" \t":
            return False
    return False


def _mail(source: str, data: bytes) -> Mail:
    try:
        message = message_from_bytes(data.removeprefix(codecs.BOM_UTF8).lstrip(b"\r\n"))
        return Mail(source, data, unpasted(_body(message)), _sender(message), _moment(message), False)
    except (MessageError, LookupError, ValueError, TypeError, AttributeError, AssertionError, RecursionError):
        # The standard parser has its limits with hostile structures; the bytes as text show at least what came.
        return Mail(source, data, decode(data), is_text=False)


def _sender(message: Message[Any, Any]) -> str:
    return parseaddr(str(message.get("From", "")))[1].strip().lower()


def _moment(message: Message[Any, Any]) -> datetime | None:
    received = message.get_all("Received") or []
    candidates = [str(line).rpartition(";")[2] for line in received[:1]] + [str(message.get("Date", ""))]
    for text in candidates:
        try:
            moment = parsedate_to_datetime(" ".join(text.split()))
            return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
        except (ValueError, TypeError, IndexError, OverflowError):
            continue
    return None


# The body ----------------------------------------


def _body(message: Message[Any, Any]) -> str:
    plain: list[str] = []
    html: list[str] = []
    attached: list[str] = []
    for part in message.walk():
        if part.is_multipart():
            continue
        kind = part.get_content_type()
        if not kind.startswith("text/") and not str(part.get_filename() or "").lower().endswith(
            (".txt", ".text")
        ):
            continue
        payload = part.get_payload(decode=True)
        text = decode(payload if isinstance(payload, bytes) else b"", str(part.get_content_charset() or ""))
        if kind == "text/html":
            text = text_of(text)
        elif str(part.get_param("format", "")).lower() == "flowed":
            text = _unstuffed(text)
        is_attached = part.get_content_disposition() == "attachment" or kind not in {
            "text/plain",
            "text/html",
        }
        (attached if is_attached else html if kind == "text/html" else plain).append(text)
    for texts in (plain, html, attached):
        if any(_ORDERS.search(text) for text in texts):
            return "\n\n".join(texts)
    return "\n\n".join(plain or html or attached)


def _unstuffed(text: str) -> str:
    """Text in ``format=flowed`` without the blank that it puts before lines that begin with a blank (RFC 3676).

    Its soft line ends stay: rows of a grid that end in a blank must not be joined, and the order reader joins
    questions by itself.
    """
    return "\n".join(line[1:] if line.startswith(" ") else line for line in text.split("\n"))


def unpasted(text: str) -> str:
    """*text* without quoted-printable that was pasted as it is, by ruling 4."""
    if "=" not in text:
        return text
    if _PASTED_KEY.search(text):
        return decode(quopri.decodestring(text.encode("utf-8", "replace")))
    if not _PASTED.search(text):
        return text
    lines = []
    for line in text.split("\n"):
        key = _KEY.match(line)
        start = key.end() if key else 0
        lines.append(line[:start] + _PASTED.sub(_letter, line[start:]))
    return "\n".join(lines)


def _letter(found: re.Match[str]) -> str:
    return decode(bytes.fromhex(found[1].replace("=", "")))
