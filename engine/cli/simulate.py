"""``vierblatt simulate``: bots play many games among themselves; who wins how often, and how long they think."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.cli import output
from engine.cli.arguments import whole_number
from engine.core import catalog
from engine.core.errors import Refusal
from engine.core.meta import Meta
from engine.core.text import N_, Texts

if TYPE_CHECKING:
    from engine.cli.arguments import Commands
    from engine.play.match import Score, Series, Tally

DEFAULT_GAMES = 100
DEFAULT_SECONDS = 0.1


def register(commands: Commands, t: Texts) -> None:
    """Add the command."""
    parser = commands.add_parser("simulate", help=t._("let bots play many games and count"))
    parser.add_argument("game", metavar="GAME", help=t._("the game's id (see “vierblatt games”)"))
    parser.add_argument(
        "--bots", required=True, metavar="BOT,BOT…", help=t._("who plays: as many bots as seats, by name")
    )
    parser.add_argument(
        "--games",
        type=whole_number(t, 1),
        default=DEFAULT_GAMES,
        metavar="N",
        help=t._("how many games ({n} if not given)", n=DEFAULT_GAMES),
    )
    parser.add_argument(
        "--seed",
        type=whole_number(t),
        metavar="S",
        help=t._("the same seed plays the same games (drawn and shown if not given)"),
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        type=_option(t),
        metavar="K=V",
        help=t._("an option of the game; may be repeated"),
    )
    parser.add_argument(
        "--unit",
        choices=("round", "match"),
        help=t._("what counts as one game: a single round or a whole match"),
    )
    parser.add_argument(
        "--samples",
        type=whole_number(t, 1),
        metavar="K",
        help=t._("bots think by this many samples a decision, not by the clock"),
    )
    parser.add_argument(
        "--seconds",
        type=_seconds(t),
        default=DEFAULT_SECONDS,
        metavar="X",
        help=t._(
            "how long bots may think about a decision ({n} s if not given)", n=t.number(DEFAULT_SECONDS)
        ),
    )
    parser.add_argument(
        "--jobs", type=whole_number(t, 1), default=1, metavar="J", help=t._("how many processes play")
    )
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help=t._("write a record of each game into this folder")
    )
    parser.add_argument("--json", action="store_true", help=t._("print JSON for programs"))
    parser.set_defaults(run=run)


def _option(t: Texts) -> Callable[[str], tuple[str, str]]:
    def option(text: str) -> tuple[str, str]:
        name, equals, value = text.partition("=")
        if not name or not equals:
            raise ArgumentTypeError(t._("“{text}” is not written as name=value", text=text))
        return name.strip(), value

    return option


def _seconds(t: Texts) -> Callable[[str], float]:
    def seconds(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = 0.0
        if not 0 < value < 86_400:
            raise ArgumentTypeError(t._("“{text}” is not a number of seconds", text=text))
        return value

    return seconds


def run(arguments: Namespace, t: Texts) -> int:
    """Play, and print the summary."""
    import random

    from engine.bots.base import Budget
    from engine.play import match

    meta = catalog.meta(arguments.game)
    bots = tuple(name.strip() for name in arguments.bots.split(","))
    _check_bots(meta, bots)
    options = meta.parse(dict(arguments.option), len(bots))
    seed = random.SystemRandom().randrange(10**9) if arguments.seed is None else arguments.seed
    series = match.Series(
        game=meta.id,
        bots=bots,
        options=options,
        seed=seed,
        unit=arguments.unit or meta.unit,
        budget=Budget(arguments.seconds, arguments.samples),
        out=arguments.out,
        digits=max(4, len(str(arguments.games - 1))),
    )
    if series.out is not None:
        _prepare(series, arguments.games)
    begin = time.perf_counter()
    with _progress(arguments.games, t) as progress:
        tally = match.run(series, arguments.games, arguments.jobs, progress)
    seconds = time.perf_counter() - begin
    if arguments.json:
        output.say_json(_as_json(series, tally, seconds))
    else:
        _tell(series, tally, seconds, t)
    return 0


def _check_bots(meta: Meta, bots: tuple[str, ...]) -> None:
    for name in bots:
        if name not in meta.bots:
            raise output.Refused(
                Refusal(
                    "unknown_bot",
                    N_("{game} has no bot “{bot}”. There are: {known}."),
                    {"game": meta.name, "bot": name[:60], "known": ", ".join(meta.bots)},
                    translate=("game",),
                )
            )


def _prepare(series: Series, games: int) -> None:
    """Make the folder for the records; refuse before the first game if it won't do."""
    folder = series.out
    assert folder is not None
    try:
        folder.mkdir(parents=True, exist_ok=True)
        present = sorted(entry.name for entry in os.scandir(folder))
    except FileExistsError as error:
        raise output.Refused(
            Refusal("not_a_folder", N_("{path} is not a folder."), {"path": str(folder)})
        ) from error
    except FileNotFoundError as error:
        raise output.Refused(
            Refusal("not_writable", N_("{path} can't be made."), {"path": str(folder)})
        ) from error
    except OSError as error:
        raise output.Refused(output.file_refusal(error, str(folder))) from error
    for name in present:
        number = name.partition(".")[0]
        if number.isdecimal() and int(number) < games and series.path(int(number)).name == name:
            raise output.Refused(
                Refusal(
                    "file_exists",
                    N_("{path} is there already. Records are never overwritten; choose another folder."),
                    {"path": str(folder / name)},
                )
            )
    if not os.access(folder, os.W_OK | os.X_OK):
        raise output.Refused(
            Refusal("not_writable", N_("No file can be made in {path}."), {"path": str(folder)})
        )


@contextlib.contextmanager
def _progress(games: int, t: Texts) -> Iterator[Callable[[int], None] | None]:
    """A progress bar on a terminal, nothing anywhere else."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(t.p_("simulation", "games"), total=games)
        yield lambda done: bar.update(task, completed=done)


# The summary ----------------------------------------


def _as_json(series: Series, tally: Tally, seconds: float) -> dict[str, Any]:
    return {
        "game": series.game,
        "unit": series.unit,
        "games": tally.games,
        "seed": series.seed,
        "options": series.options,
        "moves": tally.moves,
        "seconds": round(seconds, 3),
        **(_together_json(tally) if _is_cooperative(series) else {}),
        "bots": [
            _bot_json(name, score, None if _is_cooperative(series) else tally.games)
            for name, score in zip(series.bots, tally.scores, strict=True)
        ],
    }


def _is_cooperative(series: Series) -> bool:
    return catalog.meta(series.game).cooperative


def _together_json(tally: Tally) -> dict[str, Any]:
    """What all reached together; every seat has the same points."""
    from engine.play.match import mean_interval

    score = tally.scores[0]
    return {
        "score": {
            "mean": score.points / tally.games,
            "of": tally.of,
            "ci95": list(mean_interval(score.points, score.squares, tally.games)),
            "least": score.least,
            "most": score.most,
        },
        "counts": dict(tally.counts),
    }


def _bot_json(name: str, score: Score, games: int | None) -> dict[str, Any]:
    """A bot's share of the wins in *games* games (None: nobody wins against anybody), and how long it thinks."""
    from engine.play.match import percentiles, wilson

    half, most, nearly, longest = (1000 * x for x in percentiles(score.times, 50, 95, 99, 100))
    against: dict[str, Any] = {}
    if games is not None:
        against = {
            "wins": score.wins,
            "win_rate": score.wins / games,
            "ci95": list(wilson(score.wins, games)),
            "points_mean": score.points / games,
        }
    return {
        "bot": name,
        **against,
        "decide_ms": {
            "p50": round(half, 4),
            "p95": round(most, 4),
            "p99": round(nearly, 4),
            "max": round(longest, 4),
        },
    }


def _tell(series: Series, tally: Tally, seconds: float, t: Texts) -> None:
    game = t._(catalog.meta(series.game).name)
    if series.unit == "round":
        title = t.n_(
            "{game}: {n} round, seed {seed}",
            "{game}: {n} rounds, seed {seed}",
            tally.games,
            game=game,
            seed=series.seed,
        )
    else:
        title = t.n_(
            "{game}: {n} match, seed {seed}",
            "{game}: {n} matches, seed {seed}",
            tally.games,
            game=game,
            seed=series.seed,
        )
    output.say(title)
    output.say(t._("Options: {options}", options=output.options_text(series.options)))
    output.say(
        t.n_("{n} move in {seconds} s", "{n} moves in {seconds} s", tally.moves, seconds=t.number(seconds))
    )
    if series.out is not None:
        output.say(t._("Records in {folder}", folder=series.out))
    output.say()
    together = _is_cooperative(series)
    if together:
        _tell_together(series, tally, t)
        output.say()
    heads: list[str] = []
    if not together:
        heads = [
            t.p_("simulation", "wins"),
            t.p_("simulation", "win rate"),
            t.p_("simulation", "95 % interval"),
            t.p_("simulation", "points"),
        ]
    rows = [
        [
            t.p_("simulation", "bot"),
            *heads,
            t.p_("simulation", "thinks (ms): median"),
            "95 %",
            "99 %",
            t.p_("simulation", "longest"),
        ]
    ]
    for name, score in zip(series.bots, tally.scores, strict=True):
        one = _bot_json(name, score, None if together else tally.games)
        cells = [] if together else _against(one, t)
        times = (t.number(one["decide_ms"][key], 2) for key in ("p50", "p95", "p99", "max"))
        rows.append([name, *cells, *times])
    for line in _aligned(rows):
        output.say(line)


def _against(one: dict[str, Any], t: Texts) -> list[str]:
    """The cells of a bot that say how it fared against the others."""
    low, high = one["ci95"]
    return [
        t.number(one["wins"]),
        t.number(100 * one["win_rate"]) + " %",
        f"{t.number(100 * low)}–{t.number(100 * high)} %",
        t.number(one["points_mean"], 2),
    ]


def _tell_together(series: Series, tally: Tally, t: Texts) -> None:
    """What all reached together, and what the game itself has counted."""
    score = _together_json(tally)["score"]
    low, high = score["ci95"]
    output.say(
        t._(
            "Score: {mean} of {of} on average (95 % interval {low}–{high}), between {least} and {most}",
            mean=t.number(score["mean"], 2),
            of=score["of"],
            low=t.number(low, 2),
            high=t.number(high, 2),
            least=score["least"],
            most=score["most"],
        )
    )
    if tally.counts:
        for line in catalog.words(series.game).describe_counts(tally.counts, t):
            output.say(line)


def _aligned(rows: list[list[str]]) -> Iterator[str]:
    """The rows of a table as lines: the first column to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        first, *rest = row
        cells = [first.ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(rest, widths[1:], strict=True)]
        yield "  ".join(cells).rstrip()
