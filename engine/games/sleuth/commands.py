"""``vierblatt sleuth …``: VP-Sleuth by post, for game masters and (``check``) for players.

A game lies in a folder (`engine.games.sleuth.post.folder`). Every command says on standard output what it did, in the
words of ``--language``; reports and notes speak the game's own language unless ``report`` is asked for another one.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from engine.core.errors import NotAllowed, RecordError, Refusal
from engine.core.text import LANGUAGES, N_, Texts, texts

if TYPE_CHECKING:
    import argparse

    from engine.games.sleuth.post.folder import PostGame, Standing
    from engine.games.sleuth.post.mails import Mail
    from engine.games.sleuth.post.reading import Entry

_Item = TypeVar("_Item")
_FORMATS = ("text", "html", "pdf")
_VARIANTS = ("standard", "large")
_BAR_FROM = 200  # so many mails are worth a progress bar


def register(commands: argparse._SubParsersAction[Any], t: Texts) -> None:
    """Add ``sleuth`` with its commands."""
    parser = commands.add_parser("sleuth", help=t._("VP-Sleuth by post: read orders, resolve rounds, report"))
    actions = parser.add_subparsers(
        dest="action", metavar="ACTION", required=True, parser_class=_intermixed(type(parser))
    )
    _register_new(actions, t)

    read = _on_folder(actions, "read", t._("read mails and say what was understood"), t, run_read)
    read.add_argument(
        "files",
        metavar="FILE",
        nargs="*",
        help=t._(".txt, .eml or .mbox, or a folder of them; - or nothing: standard input"),
    )
    _add_json(read, t)

    status = _on_folder(actions, "status", t._("whose orders are missing or have faults"), t, run_status)
    _add_json(status, t)

    resolve = _on_folder(actions, "resolve", t._("resolve the round and write its reports"), t, run_resolve)
    resolve.add_argument(
        "--nmr",
        choices=("refuse", "draw"),
        default="refuse",
        help=t._(
            "without orders of a player: refuse (otherwise), or declare them missing and draw questions"
        ),
    )
    resolve.add_argument(
        "--missing",
        action="append",
        default=[],
        metavar="NAME",
        help=t._("declare this player's orders missing (may be repeated)"),
    )
    _add_json(resolve, t)

    undo = _on_folder(actions, "undo", t._("take the last round back"), t, run_undo)
    _add_json(undo, t)

    report = _on_folder(
        actions, "report", t._("print the report of a round, or a player's note"), t, run_report
    )
    report.add_argument(
        "--round", type=_number(t), metavar="N", help=t._("the round (otherwise the last one)")
    )
    report.add_argument("--format", choices=_FORMATS, default="text", help=t._("text, html or pdf"))
    who = report.add_mutually_exclusive_group()
    who.add_argument("--public", action="store_true", help=t._("the report for everybody (otherwise, too)"))
    who.add_argument("--player", metavar="NAME", help=t._("the private note for this player"))
    report.add_argument("--out", type=Path, metavar="FILE", help=t._("write to this file"))

    check = actions.add_parser("check", help=t._("check your own orders before you send them"))
    check.add_argument(
        "files", metavar="FILE", nargs="*", help=t._("a text or mail; - or nothing: standard input")
    )
    check.add_argument("--variant", choices=_VARIANTS, help=t._("the game (otherwise seen from the grid)"))
    _add_json(check, t)
    check.set_defaults(run=run_check)


def _intermixed(kind: type[argparse.ArgumentParser]) -> type[argparse.ArgumentParser]:
    """Parsers like *kind* that let options stand anywhere, between the files too."""

    class Intermixed(kind):  # type: ignore[misc, valid-type]
        """What argparse does for whole programs only, for a command of one."""

        _within = False

        def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
            # Up to Python 3.12 `parse_known_intermixed_args` calls this method twice.
            if self._within:
                return super().parse_known_args(args, namespace)
            self._within = True
            try:
                return self.parse_known_intermixed_args(args, namespace)
            finally:
                self._within = False

    return Intermixed


def _register_new(actions: argparse._SubParsersAction[Any], t: Texts) -> None:
    new = _on_folder(actions, "new", t._("begin a game in a new folder"), t, run_new)
    new.add_argument("--name", required=True, metavar="NAME", help=t._("the game's name"))
    new.add_argument("--variant", choices=_VARIANTS, default="standard", help=t._("the game"))
    new.add_argument(
        "--player",
        action="append",
        required=True,
        metavar="NAME",
        help=t._("a player, if you like with an address: “Anna <anna@example.org>” (repeat for each)"),
    )
    new.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=t._("an option of the game (see “vierblatt games”)"),
    )
    new.add_argument(
        "--tableau",
        metavar="FILE",
        help=t._("do not deal; take the tableau from this file (letters or a grid)"),
    )
    _add_json(new, t)


def _on_folder(
    actions: argparse._SubParsersAction[Any], name: str, about: str, t: Texts, run: Callable[..., int]
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = actions.add_parser(name, help=about)
    parser.add_argument("folder", type=Path, metavar="DIR", help=t._("the game's folder"))
    parser.set_defaults(run=run)
    return parser


def _add_json(parser: argparse.ArgumentParser, t: Texts) -> None:
    parser.add_argument("--json", action="store_true", help=t._("print JSON for programs"))


def _number(t: Texts) -> Callable[[str], int]:
    def number(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 5):
            raise ArgumentTypeError(t._("“{text}” is not a whole number", text=text))
        return int(text)

    return number


# Output and input ----------------------------------------


def _harmless(text: str) -> str:
    """*text* as it may be printed: names and mails come from anybody, so nothing in it may steer a terminal."""
    if text.isprintable():
        return text
    return "".join(
        sign if sign.isprintable() or sign in "\n\t" else "\N{REPLACEMENT CHARACTER}" for sign in text
    )


def _say(text: str) -> None:
    """Print a line of the result."""
    print(_harmless(text))


def _warn(text: str) -> None:
    """Print a line beside the result."""
    print("vierblatt: " + _harmless(text), file=sys.stderr)


def _say_json(value: Any) -> None:
    encoding = (getattr(sys.stdout, "encoding", None) or "").lower().replace("-", "").replace("_", "")
    print(json.dumps(value, ensure_ascii=encoding != "utf8"))


def _sources(
    files: Iterable[str], owned: Callable[[Path], bool] | None = None
) -> Iterator[tuple[str, bytes | None]]:
    """The name and the bytes of every file meant; folders with all that lies in them. Raises OSError.

    None instead of the bytes: the file is one that is *owned*.
    """
    from engine.games.sleuth.post.mails import files_in

    for name in list(files) or ["-"]:
        if name == "-":
            yield "-", sys.stdin.buffer.read()
            continue
        for path in files_in(Path(name)):
            yield str(path), None if owned is not None and owned(path) else path.read_bytes()


def _mails(files: Iterable[str], t: Texts, owned: Callable[[Path], bool] | None = None) -> Iterable[Mail]:
    """Every mail in *files*, with a bar if there are many; files that are *owned* are left out, and that is told.

    Raises `NotAllowed` if nothing is left, OSError before the first one.
    """
    from engine.games.sleuth.post.mails import count_in, mails_in

    sources = []
    own = []
    for name, data in _sources(files, owned):
        if data is None:
            own.append(name)
        else:
            sources.append((name, data))
    if own:
        refusal = Refusal(
            "own_files",
            N_("Files of the game itself are no mails and were left out: {files}."),
            {"files": ", ".join(own[:3]) + (" …" if len(own) > 3 else "")},
        )
        if not sources:
            raise NotAllowed(refusal)
        _warn(refusal.text(t))
    mails = (mail for name, data in sources for mail in mails_in(name, data))
    return _with_bar(mails, sum(count_in(data) for _name, data in sources), t)


def _with_bar(items: Iterable[_Item], count: int, t: Texts) -> Iterable[_Item]:
    """Lets *items* through; with many of them and a terminal a bar shows how far that is."""
    if count < _BAR_FROM or sys.stderr is None or not sys.stderr.isatty():
        return items
    from rich.console import Console
    from rich.progress import track

    return track(items, t._("Mails"), count, console=Console(stderr=True), transient=True)


def _along(t: Texts) -> Callable[[list[str]], Iterable[str]]:
    """The bar for `PostGame.entries`."""
    return lambda names: _with_bar(names, len(names), t)


def _open(arguments: Namespace) -> PostGame:
    from engine.games.sleuth.post.folder import RECORD, open_game

    try:
        return open_game(arguments.folder, arguments.tools.referees)
    except RecordError as error:
        if not error.line:
            raise
        raise NotAllowed(
            Refusal(
                error.refusal.code,
                N_("{file}, line {line}: {detail}"),
                {"file": str(arguments.folder / RECORD), "line": error.line},
                cause=error.refusal,
            )
        ) from None


# Commands ----------------------------------------


def run_new(arguments: Namespace, t: Texts) -> int:
    """Begin a game."""
    from engine.games.sleuth.meta import META
    from engine.games.sleuth.post.folder import POST_OPTIONS, create, read_tableau
    from engine.games.sleuth.post.mails import decode
    from engine.games.sleuth.post.reading import player_of
    from engine.games.sleuth.post.settings import PostSettings

    players = tuple([player_of(text) for text in arguments.player])
    for text, player in zip(arguments.player, players, strict=True):
        if not player.mail and (text.rstrip().endswith(">") or ("<" in text and "@" in text)):
            raise NotAllowed(
                Refusal(
                    "player_form",
                    N_("“{text}” has no proper address: write a name, or “Anna <anna@example.org>”."),
                    {"text": text[:80]},
                )
            )
    words = {"variant": arguments.variant}
    for text in arguments.option:
        name, equals, value = text.partition("=")
        if not equals:
            raise NotAllowed(
                Refusal("option_form", N_("“{text}” is no option: write NAME=VALUE."), {"text": text[:60]})
            )
        words[name.strip()] = value
    options = META.parse(
        {**{name: str(value).lower() for name, value in POST_OPTIONS.items()}, **words}, len(players)
    )
    tableau = None
    if arguments.tableau is not None:
        ((_name, data),) = _sources([arguments.tableau])
        tableau = read_tableau(decode(data or b""), str(options["variant"]))
    language = arguments.language or t.language
    settings = PostSettings(
        " ".join(arguments.name.split()), language if language in LANGUAGES else "en", players, options
    )
    game = create(arguments.folder, arguments.tools.referees, settings, tableau)
    if arguments.json:
        _say_json(
            {"game": game.name, "folder": str(game.path), "players": list(game.names), "round": game.round}
        )
        return 0
    _say(
        t.n_(
            "{game} begins with {n} player, in {folder}.",
            "{game} begins with {n} players, in {folder}.",
            len(players),
            game=game.name,
            folder=str(game.path),
        )
    )
    _say(
        t._(
            "The announcement and the players' templates are in {folder}.",
            folder=str(game.path / "rounds" / "00"),
        )
    )
    return 0


def run_read(arguments: Namespace, t: Texts) -> int:
    """Read mails, keep them, and say what they order."""
    game = _open(arguments)
    sources = game.keep(_mails(arguments.files, t, game.owns))
    standing = game.standing(_along(t))
    # Older orders that these replace are mentioned, other mails of the round are not.
    new = {entry.seat for entry in standing.entries if entry.file in sources and entry.counts}
    entries = [
        replace(entry, file=sources.get(entry.file, entry.file))
        for entry in standing.entries
        if entry.file in sources or (entry.state == "replaced" and entry.seat in new)
    ]
    if arguments.json:
        _say_json([entry.described(t) for entry in entries])
        return 0
    for entry in entries:
        _tell(entry, t)
    _say(_missing(game, standing, t))
    return 0


def _tell(entry: Entry, t: Texts) -> None:
    """One entry in words: what was understood, then each fault."""
    from engine.games.sleuth.orders import describe_problem
    from engine.games.sleuth.words import describe_move

    states = {
        "counts": t._("fine"),
        "faulty": t._("with faults"),
        "refused": t._("does not count"),
        "replaced": t._("replaced by newer orders"),
    }
    _say(
        t._(
            "{player}, round {number} ({file}): {state}",
            player=entry.player or "?",
            number="?" if entry.round is None else entry.round,
            file=entry.file,
            state=states[entry.state],
        )
    )
    if entry.game or entry.player:
        _say("  " + describe_move(entry.orders, t, ()))
    for problem in entry.problems:
        _say("  " + describe_problem(problem, t))


def _missing(game: PostGame, standing: Standing, t: Texts) -> str:
    if not standing.round:
        return t._("{game}: the game is over.", game=game.name)
    if not standing.missing:
        return t._("{game}, round {number}: all orders are there.", game=game.name, number=standing.round)
    names = ", ".join(game.names[seat] for seat in standing.missing)
    return t._(
        "{game}, round {number}: orders are missing from {names}.",
        game=game.name,
        number=standing.round,
        names=names,
    )


def run_status(arguments: Namespace, t: Texts) -> int:
    """Say how far the round is."""
    game = _open(arguments)
    standing = game.standing(_along(t))
    if arguments.json:
        players = []
        for seat, name in enumerate(game.names):
            entry = standing.of(seat)
            state = "missing" if entry is None else "faults" if entry.problems else "fine"
            players.append(
                {"player": name, "state": state, "orders": None if entry is None else entry.described(t)}
            )
        refused = [entry.described(t) for entry in standing.entries if entry.state == "refused"]
        _say_json(
            {
                "game": game.name,
                "variant": game.variant,
                "round": standing.round or None,
                "over": game.over,
                "missing": [game.names[seat] for seat in standing.missing],
                "players": players,
                "refused": refused,
            }
        )
        return 0
    for entry in standing.entries:
        _tell(entry, t)
    _say(_missing(game, standing, t))
    return 0


def run_resolve(arguments: Namespace, t: Texts) -> int:
    """Resolve the round."""
    game = _open(arguments)
    declared = {game.seat(name) for name in arguments.missing}
    faulty = [
        entry for entry in game.standing(_along(t)).entries if entry.problems and entry.state != "replaced"
    ]
    ignored = [_ignored(entry, t) for entry in faulty]
    for line in ignored:
        _warn(line)
    number = game.resolve(lambda seats: arguments.nmr == "draw" or declared.issuperset(seats), _along(t))
    folder = str(game.path / "rounds" / f"{number:02}")
    if arguments.json:
        told = [entry.described(t) for entry in faulty]
        _say_json(
            {"game": game.name, "resolved": number, "over": game.over, "folder": folder, "ignored": told}
        )
        return 0
    for line in ignored:
        _say(line)
    _say(t._("Round {number} is resolved; the reports are in {folder}.", number=number, folder=folder))
    if game.over:
        _say(t._("{game}: the game is over.", game=game.name))
    return 0


def _ignored(entry: Entry, t: Texts) -> str:
    """What of *entry* does not count in the round that is resolved, in one line."""
    from engine.games.sleuth.orders import describe_problem

    words = (
        t._("{player} ({file}): this is not counted.", player=entry.player or "?", file=entry.file)
        if entry.counts
        else t._(
            "{player} ({file}): these orders are not counted.", player=entry.player or "?", file=entry.file
        )
    )
    return " ".join([words, *[describe_problem(problem, t) for problem in entry.problems]])


def run_undo(arguments: Namespace, t: Texts) -> int:
    """Take the last round back."""
    game = _open(arguments)
    number = game.undo()
    if arguments.json:
        _say_json({"game": game.name, "undone": number, "round": game.round})
        return 0
    _say(t._("Round {number} is taken back and open again.", number=number))
    return 0


def run_report(arguments: Namespace, t: Texts) -> int:
    """Print a report, or write it to a file."""
    from engine.games.sleuth.post.disk import write as write_private
    from engine.games.sleuth.post.paper import to_html, to_text
    from engine.games.sleuth.post.reports import entries_that_counted, private_note, public_report

    if arguments.out is not None and not arguments.out.parent.is_dir():
        raise NotAllowed(
            Refusal("no_folder", N_("There is no folder {path}."), {"path": str(arguments.out.parent)})
        )
    game = _open(arguments)
    number = game.rounds if arguments.round is None else arguments.round
    if number > game.rounds:
        raise NotAllowed(
            Refusal(
                "round_not_resolved",
                N_("Round {round} is not resolved yet. The last one is {last}."),
                {"round": number, "last": game.rounds},
            )
        )
    language = arguments.asked_language or game.settings.language
    spoken = texts(language)
    if arguments.player is None:
        parts = public_report(game, number, spoken)
    else:
        seat = game.seat(arguments.player)
        parts = private_note(game, seat, number, entries_that_counted(game, number).get(seat), spoken)
    if arguments.format == "text":
        data = to_text(parts).encode()
    else:
        data = to_html(parts, language).encode()
    if arguments.format == "pdf":
        data = _printed(data.decode(), arguments)
    if arguments.out is not None:
        write = (
            arguments.out.write_bytes if arguments.player is None else partial(write_private, arguments.out)
        )
        write(data)
    elif arguments.format == "pdf":
        if sys.stdout.isatty():
            raise NotAllowed(Refusal("pdf_to_terminal", N_("Say with --out FILE where the PDF is to go.")))
        sys.stdout.buffer.write(data)
    else:
        sys.stdout.write(data.decode())
    return 0


def _printed(html: str, arguments: Namespace) -> bytes:
    paper = arguments.tools.paper
    if paper is None:
        raise NotAllowed(Refusal("no_desktop", N_("The desktop is not part of this installation.")))
    try:
        printed: bytes = paper(html)
    except ImportError as error:
        # Qt is missing, or a system library that Qt needs; anything else is a bug and shows as one.
        if (error.name or "").partition(".")[0] not in {"PySide6", "shiboken6"}:
            raise
        raise NotAllowed(
            Refusal("desktop_broken", N_("The desktop can't start: {reason}"), {"reason": str(error)})
        ) from error
    return printed


def run_check(arguments: Namespace, t: Texts) -> int:
    """Say what the own orders would be understood as; 1 if anything is wrong with them."""
    from engine.games.sleuth.post.reading import Expected, entries_in, guess_variant

    entries = []
    for mail in _mails(arguments.files, t):
        variant = arguments.variant or guess_variant(mail.text)
        entries += entries_in(mail, Expected(None, variant))
    if arguments.json:
        _say_json([entry.described(t) for entry in entries])
    else:
        for entry in entries:
            _tell(entry, t)
    return 1 if not entries or any(entry.problems for entry in entries) else 0
