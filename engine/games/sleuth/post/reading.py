"""What a mail orders: blocks for this game, whose they are, and whether they count.

Rulings:

1. Only what the player wrote counts. Lines that begin with ``>`` are quoted, and so is all below a line like “Original
   Message”, below the head of a mail (“Von:”, “Gesendet:”, …) and below “On … X wrote:” if no ``>`` follows that: a
   mail with quoted orders only is a question to the game master.
2. A block counts if it names this game, a player of it (or comes from a player's address and names none) and the
   round that is open. Faults inside it cost no more than what was not understood.
3. Nothing is guessed: a misspelt name is told with the nearest right one, and two different blocks of one player in one
   mail are a question to the game master. Only a template as the game gave it out, below filled-in orders, is taken for
   the rest of a quotation.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cached_property, lru_cache
from typing import Any

import msgspec

from engine.core.errors import Refusal
from engine.core.text import N_, Texts
from engine.games.sleuth.model import NO_ORDERS, NO_TIPS, Orders, Tips
from engine.games.sleuth.orders import OrderText, plain_line, read
from engine.games.sleuth.post.mails import Mail
from engine.games.sleuth.problems import Problem

_QUOTED = re.compile(r"\s*>")
_ORIGINAL = re.compile(
    r"\s*[-_]{2,}\s*(Original[- ]?Message|Ursprüngliche Nachricht|Original[- ]?Nachricht)\s*[-_]{2,}\s*",
    re.IGNORECASE,
)
_MENTIONED = re.compile(r"Message|Nachricht|schrieb|wrote|Von\*?:|From\*?:", re.IGNORECASE)
_HEAD_FIELD = re.compile(
    r"\s*\*?(Von|From|Gesendet(?: am)?|Sent|Datum|Date|An|To|Cc|Kopie|Bcc|Betreff|Subject|Antwort an|Reply-To)\s*\*?:",
    re.IGNORECASE,
)
_SENDER = frozenset({"von", "from"})
_WHEN_OR_WHAT = frozenset({"gesendet", "gesendet am", "sent", "datum", "date", "betreff", "subject"})
_WROTE = re.compile(
    r"\s*(.{0,300}\b(schrieb|wrote)\b.{0,200}:|.{0,200}\b(hat|has)\b.{0,200}\b(geschrieben|written):)\s*"
)
_WROTE_BEGIN = re.compile(r"\s*(Am|On)\b.*\d")
_WITH_ADDRESS = re.compile(r"\s*([^<>]*[^<>\s])\s*<\s*([^\s<>@,;\"]+@[^\s<>@,;\"]+)\s*>\s*")
_GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})

FATAL = frozenset(
    {
        "unknown_game",
        "unknown_player",
        "player_missing",
        "wrong_round",
        "round_missing",
        "round_form",
        "only_quoted",
        "no_orders",
        "two_orders",
        "own_report",
        "game_over",
    }
)
"""The codes of faults with which a block does not count at all."""


@lru_cache(maxsize=4096)
def folded(name: str) -> str:
    """*name* for comparing: no difference of case, accents, umlauts' spellings, blanks and punctuation."""
    text = unicodedata.normalize("NFC", name).lower().translate(_GERMAN)
    text = unicodedata.normalize("NFKD", text).casefold()
    return "".join(sign for sign in text if sign.isalnum())


@dataclass(frozen=True)
class Player:
    """Who plays: the name shown, other names that are understood, and mail addresses."""

    name: str
    aliases: tuple[str, ...] = ()
    mail: tuple[str, ...] = ()


def player_of(text: str) -> Player:
    """The player written as ``Anna`` or ``Anna <anna@example.org>``."""
    written = _WITH_ADDRESS.fullmatch(text)
    if written:
        return Player(" ".join(written[1].strip('"').split()), (), (written[2].lower(),))
    return Player(" ".join(text.split()))


@dataclass(frozen=True)
class Expected:
    """What a mail may be about: the game, its players, and the round that is open (0: the game is over).

    ``players`` None: any name will do, and any round (a player checks the own mail).
    """

    game: str | None
    variant: str
    players: tuple[Player, ...] | None = None
    round: int = 0
    substitutes: bool = True
    carried: tuple[Tips, ...] = ()
    """The sure tips in each player's template, by seat; nothing: there are none."""

    @cached_property
    def by_name(self) -> dict[str, int]:
        """The seat for each folded name and alias."""
        found: dict[str, int] = {}
        for seat, player in enumerate(self.players or ()):
            for name in (player.name, *player.aliases):
                found.setdefault(folded(name), seat)
        return found

    @cached_property
    def by_address(self) -> dict[str, int]:
        """The seat for each mail address that belongs to one player only."""
        found: dict[str, list[int]] = {}
        for seat, player in enumerate(self.players or ()):
            for address in player.mail:
                found.setdefault(address.lower(), []).append(seat)
        return {address: seats[0] for address, seats in found.items() if len(seats) == 1}


@dataclass(frozen=True)
class Entry:
    """One block of a mail as it was understood. ``seat`` is None if it belongs to no player of the game.

    ``state``: ``counts``; ``faulty`` (it counts, with faults); ``refused`` (it does not count); ``replaced`` (a newer
    one counts).
    """

    file: str
    line: int
    game: str
    seat: int | None
    player: str | None
    round: int | None
    orders: Orders
    problems: tuple[Problem, ...] = ()
    comments: tuple[str, ...] = ()
    state: str = "counts"
    mended: bool = False
    mail: Mail | None = field(default=None, repr=False, compare=False)

    @property
    def counts(self) -> bool:
        """Whether these orders are those of the player in this round."""
        return self.state in {"counts", "faulty"}

    def described(self, t: Texts) -> dict[str, Any]:
        """The entry for programs (``vierblatt sleuth read --json``)."""
        orders = msgspec.to_builtins(self.orders)
        return {
            "player": self.player,
            "round": self.round,
            "file": self.file,
            "game": self.game,
            "state": self.state,
            "orders": {name: orders[name] for name in ("questions", "substitutes", "sure", "risk")},
            "problems": [
                {
                    "code": problem.code,
                    "file": self.file,
                    "line": problem.line,
                    "read": problem.read,
                    "expected": problem.expected_text(t),
                    "message": problem.refusal.text(t),
                }
                for problem in self.problems
            ],
        }


def fresh_and_quoted(text: str) -> tuple[str, str]:
    """*text* without its quoted lines, and those alone; both with every line in its place."""
    fresh, quoted = [], []
    below = False
    written = False
    lines = re.split(r"\r\n|\r|\n", text)
    if ">" not in text and not _MENTIONED.search(text):
        return "\n".join(lines), "\n" * (len(lines) - 1)
    plain = [plain_line(raw) for raw in lines]
    for at, (raw, line) in enumerate(zip(lines, plain, strict=True)):
        # A mail that was saved as text begins with its own head: that is no quotation.
        below = below or _ORIGINAL.fullmatch(line) is not None or (written and _quotation_begins(plain, at))
        written = written or bool(line.strip())
        mark = _QUOTED.match(line)
        if mark is None and not below:
            fresh.append(raw)
            quoted.append("")
            continue
        while mark is not None:
            line = line[mark.end() :]
            mark = _QUOTED.match(line)
        fresh.append("")
        quoted.append(line.removeprefix(" ") if not below else line)
    return "\n".join(fresh), "\n".join(quoted)


def _quotation_begins(lines: Sequence[str], at: int) -> bool:
    """Whether an unmarked quotation begins with line *at*: the head of a mail, or a line that says who wrote."""
    line = lines[at]
    if not line.strip() or line.lstrip().startswith("//"):
        return False
    if _HEAD_FIELD.match(line):
        end = at
        fields: set[str] = set()
        while end < len(lines) and end < at + 12 and lines[end].strip():
            field = _HEAD_FIELD.match(lines[end])
            if field:
                fields.add(field[1].lower())
            end += 1
        head = len(fields) > 2 and fields & _SENDER and fields & _WHEN_OR_WHAT
        return bool(head) and not _marked(lines, end)
    if _WROTE.fullmatch(line):
        return not _marked(lines, at + 1)
    # Mail programs break the line that says who wrote.
    if _WROTE_BEGIN.match(line):
        for end in range(at + 2, min(at + 4, len(lines) + 1)):
            if _WROTE.fullmatch(" ".join(lines[at:end])):
                return not _marked(lines, end)
    return False


def _marked(lines: Sequence[str], at: int) -> bool:
    """Whether the next line that is not blank is marked as quoted."""
    return next((bool(_QUOTED.match(line)) for line in lines[at:] if line.strip()), False)


def words_of(entry: Entry) -> str:
    """The block of *entry* as the player wrote it, without marks of quotation; "" if no block was found.

    Its first line is that of the entry.
    """
    if entry.mail is None or not entry.game:
        return ""
    for text in fresh_and_quoted(entry.mail.text):
        lines = text.split("\n")[entry.line - 1 :]
        plain = [plain_line(line) for line in lines]
        end = next((at for at, line in enumerate(plain) if not line.strip() or line == "--"), len(lines))
        if end:
            return "\n".join(lines[:end]) + "\n"
    return ""


def entries_in(mail: Mail, expected: Expected) -> list[Entry]:
    """Every block of *mail*; a single refused entry if there is none."""
    fresh, quoted = fresh_and_quoted(mail.text)
    found = _blocks(fresh, expected)
    extra: Problem | None = None
    if not found:
        found = _blocks(quoted, expected)
        extra = Problem(
            found[0].line if found else 1,
            "",
            Refusal("only_quoted", N_("The orders stand in a quotation only; are they meant?"))
            if found
            else Refusal("no_orders", N_("There are no orders for VP-Sleuth in this mail.")),
            N_("orders that begin with a line “VP-Sleuth” and the game’s name, not quoted"),
        )
    if not found:
        assert extra is not None
        nothing = OrderText("", 1, None, None, NO_ORDERS)
        return [replace(_entry(mail, nothing, expected, (extra,)), line=1)]
    return _single(
        [_entry(mail, block, expected, () if extra is None else (extra,)) for block in found], expected
    )


def _single(entries: list[Entry], expected: Expected) -> list[Entry]:
    """*entries* of one mail without templates below filled-in orders; what differs then is a question (ruling 3)."""
    kept: list[Entry] = []
    first: dict[int, int] = {}
    asked: set[int] = set()
    for entry in entries:
        if entry.seat is None or not entry.counts:
            kept.append(entry)
            continue
        before = first.setdefault(entry.seat, len(kept))
        if before < len(kept) and kept[before].orders != entry.orders:
            if _is_untouched(entry, expected):
                continue
            asked |= {before, len(kept)}
        kept.append(entry)
    return [_doubted(entry) if at in asked else entry for at, entry in enumerate(kept)]


def _is_untouched(entry: Entry, expected: Expected) -> bool:
    """Whether *entry* is a template as the game gave it out: nothing but the sure tips that it carried over."""
    orders = entry.orders
    carried = expected.carried[entry.seat] if entry.seat is not None and expected.carried else NO_TIPS
    return not (
        orders.questions or orders.substitutes or orders.risk.count() or entry.comments or entry.problems
    ) and (not orders.sure.count() or orders.sure == carried)


def unfilled(entry: Entry) -> Entry:
    """*entry* of a text that is a report of the game itself: no orders."""
    refusal = Refusal("own_report", N_("This is a text of the game itself in which nothing was filled in."))
    problem = Problem(entry.line, "", refusal, N_("the template, filled in"))
    return replace(entry, problems=(problem, *entry.problems), state="refused")


def _doubted(entry: Entry) -> Entry:
    refusal = Refusal(
        "two_orders",
        N_("The mail has different orders of {name}; which are meant?"),
        {"name": str(entry.player)[:60]},
    )
    problem = Problem(entry.line, "", refusal, N_("the orders once in a mail, all else quoted"))
    return replace(
        entry, problems=tuple(sorted([*entry.problems, problem], key=lambda one: one.line)), state="refused"
    )


def _blocks(text: str, expected: Expected) -> list[OrderText]:
    found = read(text, expected.variant)
    ours = "" if expected.game is None else folded(expected.game)
    # A sentence that begins with the game's name is no block.
    return [block for block in found if not block.bare or (ours and folded(block.game) == ours)]


def _entry(mail: Mail, block: OrderText, expected: Expected, extra: tuple[Problem, ...]) -> Entry:
    problems = list(block.problems)
    told: list[Problem] = list(extra)
    silent = any(problem.code == "no_orders" for problem in extra)
    seat: int | None = None
    player = block.player
    orders = block.orders
    if not silent:
        if expected.game is not None and folded(block.game) != folded(expected.game):
            near = bool(get_close_matches(folded(block.game), [folded(expected.game)], 1, 0.6))
            told.append(_unknown_game(block, expected.game))
            if not near:
                problems = []  # another game's block is not for us to judge
        if expected.players is not None:
            seat = _seat(mail, block, expected, told)
            if block.player is None and seat is not None:
                problems = [problem for problem in problems if problem.code != "player_missing"]
            elif block.player is None and not any(problem.code == "player_missing" for problem in problems):
                told.append(
                    Problem(
                        block.line,
                        "",
                        Refusal("player_missing", N_("There is no line “Player=” with the player’s name.")),
                        _names(expected.players),
                    )
                )
            player = block.player if seat is None else expected.players[seat].name
            problems = [_awaited(problem, expected, player) for problem in problems]
            _check_round(mail, block, expected, told)
        if not block.grid:
            told.append(_no_grid(block))
        orders = _allowed(block, expected, told)
    problems = sorted([*problems, *told], key=lambda problem: problem.line)
    fatal = any(problem.code in FATAL for problem in problems)
    return Entry(
        mail.source,
        block.line,
        block.game,
        seat,
        player,
        block.round,
        orders,
        tuple(problems),
        block.comments,
        "refused" if fatal else "faulty" if problems else "counts",
        mail=mail,
    )


def _awaited(problem: Problem, expected: Expected, player: str | None) -> Problem:
    """*problem*; if the round or the player is missing, with what would be right in this game."""
    if problem.code not in {"round_missing", "round_form", "player_missing"} or not expected.round:
        return problem
    values: dict[str, str | int] = {
        "round": expected.round,
        "player": player or _names(expected.players or ()),
    }
    return replace(problem, expected=N_("Round={round} / Player={player}"), values=values)


def _unknown_game(block: OrderText, game: str) -> Problem:
    if not block.game:
        refusal = Refusal("unknown_game", N_("The line “VP-Sleuth” does not say which game is meant."))
    else:
        refusal = Refusal("unknown_game", N_("There is no running game “{read}”."), {"read": block.game[:60]})
    return Problem(block.line, block.game[:80], refusal, f"VP-Sleuth {game}")


def _no_grid(block: OrderText) -> Problem:
    # No tips at all are written as an empty grid; a grid that is not there may have been lost on the way.
    refusal = Refusal("grid_missing", N_("There is no grid of tips; no tips are counted."))
    return Problem(block.line, "", refusal, N_("a line “Tip=” and the grid, as in the template"))


def _names(players: Sequence[Player]) -> str:
    shown = ", ".join(player.name for player in players[:12])
    return shown if len(players) <= 12 else shown + " …"


def _seat(mail: Mail, block: OrderText, expected: Expected, told: list[Problem]) -> int | None:
    players = expected.players or ()
    if block.player is None:
        return expected.by_address.get(mail.sender)
    key = folded(block.player)
    seat = expected.by_name.get(key)
    if seat is not None:
        return seat
    line = _line_of(mail, block)
    near = get_close_matches(key, list(expected.by_name), 1, 0.6) or _parts_of(block.player, expected)
    if near:
        told.append(
            Problem(
                line,
                block.player[:80],
                Refusal(
                    "unknown_player",
                    N_("“{read}” does not play in this game. Is {name} meant?"),
                    {"read": block.player[:60], "name": players[expected.by_name[near[0]]].name},
                ),
                players[expected.by_name[near[0]]].name,
            )
        )
    else:
        told.append(
            Problem(
                line,
                block.player[:80],
                Refusal(
                    "unknown_player", N_("“{read}” does not play in this game."), {"read": block.player[:60]}
                ),
                _names(players),
            )
        )
    return None


def _parts_of(name: str, expected: Expected) -> list[str]:
    """The one player's key of whose names *name* is a part or a beginning; nothing if it fits several or none."""
    key = folded(name)
    fitting = {
        seat: folded(one)
        for seat, player in enumerate(expected.players or ())
        for one in (player.name, *player.aliases)
        if len(key) > 1 and any(folded(word).startswith(key) for word in one.split())
    }
    return list(fitting.values()) if len(fitting) == 1 else []


_LINE_KEYS = {
    "player": re.compile(r"[\s>]*(Spieler|Spielerin|Player)\s*[=:]", re.IGNORECASE),
    "round": re.compile(r"[\s>]*(Runde|Round)\s*[=:]", re.IGNORECASE),
}


def _line_of(mail: Mail, block: OrderText, key: str = "player") -> int:
    """The line of *block* in which the player or the round is named."""
    for number, line in enumerate(re.split(r"\r\n|\r|\n", mail.text), 1):
        if number > block.line and _LINE_KEYS[key].match(plain_line(line)):
            return number
    return block.line


def _check_round(mail: Mail, block: OrderText, expected: Expected, told: list[Problem]) -> None:
    if not expected.round:
        told.append(Problem(block.line, "", Refusal("game_over", N_("The game is over.")), "–"))
        return
    if block.round is None:
        if not any(problem.code in {"round_missing", "round_form"} for problem in block.problems):
            told.append(
                Problem(
                    block.line,
                    "",
                    Refusal("round_missing", N_("There is no line “Round=” with the round’s number.")),
                    str(expected.round),
                )
            )
    elif block.round != expected.round:
        told.append(
            Problem(
                _line_of(mail, block, "round"),
                str(block.round),
                Refusal(
                    "wrong_round",
                    N_("These orders are for round {read}; round {open} is open."),
                    {"read": block.round, "open": expected.round},
                ),
                str(expected.round),
            )
        )


def _allowed(block: OrderText, expected: Expected, told: list[Problem]) -> Orders:
    """The orders of *block*, without what this game's options forbid. The reader lets nothing else pass."""
    orders = block.orders
    if orders.substitutes and not expected.substitutes:
        told.append(
            Problem(
                block.line,
                ", ".join(orders.substitutes)[:80],
                Refusal("no_substitutes", N_("This game is played without substitute questions.")),
                N_("no line “/Question=”"),
            )
        )
        orders = msgspec.structs.replace(orders, substitutes=())
    return orders


def settle(entries: Iterable[Entry]) -> list[Entry]:
    """*entries* in the order in which they arrived, each player's older ones marked as replaced."""
    found = list(entries)
    newest: dict[int, int] = {}
    for at, entry in enumerate(found):
        if entry.seat is not None and entry.counts:
            newest[entry.seat] = at
    return [
        replace(entry, state="replaced")
        if entry.counts and entry.seat is not None and newest[entry.seat] != at
        else entry
        for at, entry in enumerate(found)
    ]


def guess_variant(text: str) -> str:
    """The variant for which *text* seems to be written: large if its grid has types or numbers of the large game."""
    for line in text.splitlines():
        plain = plain_line(line)
        if re.match(r"\s*>*\s*Tipp?s?\s*=", plain, re.IGNORECASE) and re.search(
            r"Sma|Rub|Eme", plain, re.IGNORECASE
        ):
            return "large"
        if re.fullmatch(r"[\s>]*1234(\s+1234)*", plain):
            return "large"
    return "standard"
