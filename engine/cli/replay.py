"""``vierblatt replay``: checks a record line by line and tells the game in words.

For a seat it tells what that seat may know; without one it tells everything, since a record holds all secrets.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.cli import output
from engine.cli.arguments import whole_number
from engine.core.errors import RecordError, Refusal
from engine.core.game import Event, Outcome
from engine.core.text import N_, Texts

if TYPE_CHECKING:
    from engine.cli.arguments import Commands
    from engine.play.record import Record
    from engine.play.session import Session


def register(commands: Commands, t: Texts) -> None:
    """Add the command."""
    parser = commands.add_parser("replay", help=t._("check a record and tell the game in words"))
    parser.add_argument("file", metavar="FILE", help=t._("the record; - reads standard input"))
    parser.add_argument(
        "--seat", type=whole_number(t, 0), metavar="N", help=t._("tell only what this seat may know (from 0)")
    )
    parser.add_argument(
        "--until",
        type=whole_number(t, 0),
        metavar="K",
        help=t._("only the first K actions, chance's included"),
    )
    parser.add_argument("--json", action="store_true", help=t._("print JSON for programs"))
    parser.set_defaults(run=run)


def run(arguments: Namespace, t: Texts) -> int:
    """Replay the record and print it."""
    from engine.play import record

    try:
        if arguments.file == "-" and sys.stdin is None:
            raise output.Refused(Refusal("no_input", N_("Standard input is closed.")))
        data = sys.stdin.buffer.read() if arguments.file == "-" else Path(arguments.file).read_bytes()
    except OSError as error:
        raise output.Refused(output.file_refusal(error, arguments.file)) from error
    try:
        written = record.parse(data)
        seats = len(written.head.seats)
        if arguments.seat is not None and arguments.seat >= seats:
            raise output.Refused(
                Refusal(
                    "no_such_seat",
                    N_("There is no seat {seat}: this game has the seats 0 to {last}."),
                    {"seat": arguments.seat, "last": seats - 1},
                )
            )
        session = record.replay(written, arguments.until)
    except RecordError as error:
        return output.refuse(arguments, _where(error, arguments.file, t), error.refusal, error.line)
    if written.torn:
        output.notice(t._("{file}: the last line is torn and was left out.", file=_name(arguments.file, t)))
    # Without a seat everything is told, which no port would do: a record holds all secrets anyway.
    seat = arguments.seat
    events = list(session.chronicle()) if seat is None else session.port(seat).dated_events()
    if arguments.json:
        output.say_json(_as_json(written, session, events, arguments.seat))
    else:
        _tell(written, session, events, arguments.seat, t)
    return 0


def _name(file: str, t: Texts) -> str:
    return t._("standard input") if file == "-" else file


def _where(error: RecordError, file: str, t: Texts) -> str:
    """What is wrong with a record: file, line, reason and rule."""
    reason = error.refusal.text(t)
    if not error.line:
        return t._("{file}: {reason}", file=_name(file, t), reason=reason)
    if not error.refusal.rule:
        return t._("{file}, line {line}: {reason}", file=_name(file, t), line=error.line, reason=reason)
    return t._(
        "{file}, line {line}: {reason} (rule: {rule})",
        file=_name(file, t),
        line=error.line,
        reason=reason,
        rule=error.refusal.rule,
    )


def _as_json(
    written: Record, session: Session, events: list[tuple[int, Event]], seat: int | None
) -> dict[str, Any]:
    import msgspec

    port = session.onlooker() if seat is None else session.port(seat)
    outcome: Outcome | None = session.outcome()
    return {
        "game": written.head.game,
        "options": written.head.options,
        "seats": msgspec.to_builtins(written.head.seats),
        "started": written.head.started,
        "actions": session.revision,
        "complete": outcome is not None,
        "torn": written.torn,
        "events": [msgspec.to_builtins(event) for _number, event in events],
        "view": msgspec.to_builtins(port.view()),
        "points": outcome and list(outcome.points),
        "winners": outcome and list(outcome.winners),
    }


def _tell(
    written: Record, session: Session, events: list[tuple[int, Event]], seat: int | None, t: Texts
) -> None:
    from engine.core import catalog

    meta = session.game.meta
    names = [info.name for info in session.seats]
    output.say(t._("{game}, begun {started}", game=t._(meta.name), started=written.head.started))
    for number, info in enumerate(session.seats):
        if info.bot is None:
            output.say(t._("Seat {seat}: {name}", seat=number, name=info.name))
        else:
            output.say(t._("Seat {seat}: {name} (bot “{bot}”)", seat=number, name=info.name, bot=info.bot))
    output.say(t._("Options: {options}", options=output.options_text(written.head.options)))
    if seat is not None:
        output.say(t._("As {name} may know it", name=names[seat]))
    words = catalog.words(meta.id)
    last: tuple[str | None, Event | None] = (None, None)
    paragraph = False
    for number, event in events:
        # When chance has its turn, a new part of the game begins: a deal, a round.
        chance = written.actions[number - 1][1].actor is None
        if chance and not paragraph:
            output.say()
        paragraph = chance
        line = words.describe(event, t, names)
        if line is None:
            continue
        # A secret that several share comes once for each of them; whoever reads everything needs it once.
        if last[1] is None or line != last[0] or event.audience == last[1].audience:
            output.say(line)
        last = line, event
    output.say()
    outcome = session.outcome()
    if outcome is None:
        output.say(
            t.n_(
                "Not over: {n} action so far.",
                "Not over: {n} actions so far.",
                session.revision,
            )
        )
        return
    if outcome.of is not None:
        # All play together: everybody has the same points, and nobody wins against anybody.
        output.say(t._("Reached together: {score} of {of}.", score=outcome.points[0], of=outcome.of))
        return
    points = ", ".join(f"{name} {got}" for name, got in zip(names, outcome.points, strict=True))
    winners = t.listing([names[winner] for winner in outcome.winners])
    output.say(
        t.n_(
            "Points: {points}. Winner: {winners}.",
            "Points: {points}. Winners: {winners}.",
            len(outcome.winners),
            points=points,
            winners=winners or "–",
        )
    )
