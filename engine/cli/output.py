"""What the commands print, and where: results on standard output, refusals as one line on standard error."""

from __future__ import annotations

import contextlib
import json
import os
import sys
import unicodedata
from argparse import Namespace
from typing import Any

from engine.core.errors import Refusal, VierblattError
from engine.core.text import N_

PROGRAM = "vierblatt"

_JOINER = "\u200d"  # holds emoji together; harmless


class Refused(VierblattError):
    """Input that a command refuses: a file that can't be read, a seat that is not there."""


def tolerant_streams() -> None:
    """Let output whose encoding lacks a character show “?” there instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            with contextlib.suppress(ValueError, OSError):
                reconfigure(errors="replace")


def harmless(text: str) -> str:
    """*text* with everything replaced that could steer a terminal: names in a record come from anybody."""
    if text.isprintable():
        return text
    return "".join(
        "\N{REPLACEMENT CHARACTER}"
        if char != _JOINER and unicodedata.category(char) in {"Cc", "Cf", "Cs", "Zl", "Zp"}
        else char
        for char in text
    )


def say(line: str = "") -> None:
    """Print a line of the result."""
    print(harmless(line))


def say_json(value: Any) -> None:
    """Print *value* as one line of JSON; pure ASCII where the output is not UTF-8."""
    encoding = (getattr(sys.stdout, "encoding", None) or "").lower().replace("-", "").replace("_", "")
    print(json.dumps(value, ensure_ascii=encoding != "utf8"))


def notice(line: str) -> None:
    """Print a line that is not part of the result."""
    print(f"{PROGRAM}: {harmless(line)}", file=sys.stderr)


def refuse(arguments: Namespace | None, text: str, refusal: Refusal, line: int = 0) -> int:
    """Say why the command is refused; with ``--json`` on standard output too, for programs. The exit code."""
    if getattr(arguments, "json", False):
        # Standard output may be what broke; then the line below has to do.
        error = {"code": refusal.code, "message": text, "line": line or None, "rule": refusal.rule or None}
        try:
            say_json({"error": error})
            sys.stdout.flush()
        except (OSError, ValueError):
            close_quietly()
    notice(text)
    return 1


_FILE_TROUBLE: tuple[tuple[type[OSError], str], ...] = (
    (FileNotFoundError, N_("{path}: there is no such file.")),
    (IsADirectoryError, N_("{path} is a folder.")),
    (NotADirectoryError, N_("{path}: part of this path is no folder.")),
    (FileExistsError, N_("{path} is there already.")),
    (PermissionError, N_("{path}: you have no permission.")),
)


def file_refusal(error: OSError, path: str = "") -> Refusal:
    """Why a file can't be used; what is rare is said in the operating system's words."""
    reason = error.strerror or type(error).__name__
    name = path or str(error.filename or "")
    if not name:
        return Refusal("system", N_("The system refuses: {reason}."), {"reason": reason})
    for kind, message in _FILE_TROUBLE:
        if isinstance(error, kind):
            return Refusal("file", message, {"path": name})
    return Refusal("file", N_("{path}: {reason}."), {"path": name, "reason": reason})


def flushed() -> bool:
    """Whether all that was printed has found its place; if not, nothing more is tried."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        close_quietly()
    except OSError as error:
        close_quietly()
        notice(error.strerror or str(error))
        return False
    return True


def close_quietly() -> None:
    """After the reader of standard output has gone: nothing more to say, and no complaint at exit either."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def options_text(options: dict[str, Any]) -> str:
    """All options as they are written on the command line: ``goal=7 open_gap=false``."""
    return " ".join(
        f"{name}={value if isinstance(value, str) else json.dumps(value)}" for name, value in options.items()
    )
