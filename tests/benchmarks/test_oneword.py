"""How well the bots of Ein Wort guess, hint and play among themselves; how long they take.

Run by name: ``uv run pytest -m benchmark -s tests/benchmarks/test_oneword.py``. The numbers are printed, and those that
do not depend on the machine are held to their aims.

The hints of ``oneword/hints-<lang>.txt`` were written apart from the term files and are never put into them. Terms that
the files do not have are skipped. The neighbour table was computed from all associations, so what is held back from a
guesser may still reach it that way: only the lines without the table are free of that.
"""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from engine.bots.base import Budget
from engine.core import catalog
from engine.games.oneword import terms
from engine.games.oneword.bot import BOTS, STRONG
from engine.games.oneword.language import LANGUAGES, fold
from engine.games.oneword.meaning import Mind
from engine.games.oneword.model import Card
from engine.play.dealer import Dealer
from engine.play.session import SeatInfo, Session
from tests.strategies import TESTS

pytestmark = pytest.mark.benchmark

AIMS = {"de": (0.55, 0.80), "en": (0.65, 0.85)}
"""Top-1 and top-5 over all terms for four hints that people wrote."""

GAMES = 60


def held_out(language: str) -> list[tuple[int, list[str]]]:
    """The cards of the held-out set: a term's number, and hints."""
    numbers = {fold(term.word, language): number for number, term in enumerate(terms.terms(language))}
    found = []
    path = Path(__file__).parent / "oneword" / f"hints-{language}.txt"
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            term, hints = line.split("\t")
            number = numbers.get(fold(term, language))
            if number is not None:
                found.append((number, hints.split()))
    return found


class NoTable(Mind):
    """A guesser without the associations: what the neighbour table alone is worth."""

    def _associated(self, folded: str) -> dict[int, float]:
        return {}


class NoNeighbours(Mind):
    """A guesser without the neighbour table."""

    def _near(self, folded: str) -> dict[int, float]:
        return {}


def places(mind: Mind, cards: list[tuple[int, list[str]]]) -> list[int]:
    """At which place (from 0) the right term stands for each card."""
    found = []
    for number, hints in cards:
        ranked = [other for other, _chance in mind.ranked(hints)]
        found.append(ranked.index(number) if number in ranked else len(ranked))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_guesser_on_hints_of_people(language: str) -> None:
    """Top-1 and top-5 over all terms, for cards of four and of two hints."""
    cards = held_out(language)
    four = [card for card in cards if len(card[1]) >= 4]
    two = [card for card in cards if len(card[1]) == 2]
    assert len(four) >= 60
    minds = {
        "all": Mind(language),
        f"as the strong bot ({STRONG.held_back:.0%} held back)": Mind(language, 0, STRONG.held_back),
        "half of the associations": Mind(language, 0, 0.5),
        "half of the associations alone": NoNeighbours(language, 0, 0.5),
        "associations alone": NoNeighbours(language),
        "neighbour table alone": NoTable(language),
    }
    shares = {}
    for name, mind in minds.items():
        for size, some in (("four hints", four), ("two hints", two)):
            found = places(mind, some)
            shares[name, size] = top = [sum(place < most for place in found) / len(found) for most in (1, 5)]
            print(f"{language}, {name}, {size} ({len(found)} cards): top-1 {top[0]:.2f}, top-5 {top[1]:.2f}")
    known = sum(
        number in minds["all"]._associated(fold(hint, language)) for number, hints in four for hint in hints
    )
    print(
        f"{language}: {known / sum(len(hints) for _number, hints in four):.0%} of these hints are associations"
    )
    first, fifth = shares["all", "four hints"]
    assert first >= AIMS[language][0]
    assert fifth >= AIMS[language][1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_calibration(language: str) -> None:
    """Guesses made with a probability of p should be right in a share p of the cards (strong bot, made-up cards)."""
    rng = random.Random(7)
    minds = [Mind(language, seat, STRONG.held_back) for seat in range(8)]
    listed = minds[0].index.terms
    groups: dict[int, list[bool]] = {}
    for _card in range(2000):
        number = rng.randrange(len(listed))
        giver, guesser = rng.sample(minds, 2)
        words = [word for word, _value in giver.associations(number)]
        hints = rng.sample(words[:14], min(rng.choice((1, 2, 3)), len(words)))
        level = [n for n, term in enumerate(listed) if term.level == listed[number].level]
        guess, chance = guesser.ranked(hints, level)[0]
        groups.setdefault(min(9, int(chance * 10)), []).append(guess == number)
    for tenth in sorted(groups):
        right = groups[tenth]
        print(
            f"{language}: said {tenth * 10}–{tenth * 10 + 10} %: right {statistics.mean(right):.0%} of {len(right)}"
        )


def _play(
    level: str, seats: int, language: str, game_number: int, times: list[float]
) -> tuple[int, list[Card]]:
    game = catalog.game("oneword")
    options = catalog.meta("oneword").complete({"language": language}, seats)
    infos = [SeatInfo(f"Bot {seat + 1}", f"bot:{level}") for seat in range(seats)]
    session = Session(game, options, infos, Dealer(f"measure {game_number}"))
    players = [BOTS[level](game) for _seat in range(seats)]
    session.start()
    while not session.over:
        seat = session.awaited[0]
        port = session.port(seat)
        view, events = port.view(), port.events()
        rng = random.Random(f"{game_number}/{seat}/{session.revision}")
        begin = time.perf_counter()
        move = players[seat].choose(view, events, Budget(), rng)
        times.append(time.perf_counter() - begin)
        port.submit(move, session.revision)
    outcome = session.outcome()
    assert outcome is not None
    return outcome.points[0], list(port.view().cards)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("level", ["easy", "medium", "strong"])
def test_bots_among_themselves(language: str, level: str) -> None:
    """Apart from the figures above, since bots share a table: mean score, hits, struck hints, times."""
    for seats in (3, 4, 5, 6, 8):
        times: list[float] = []
        scores = []
        results: Counter[str] = Counter()
        hints = struck = 0
        for game_number in range(GAMES):
            score, cards = _play(level, seats, language, game_number, times)
            scores.append(score)
            for card in cards:
                results[card.result] += 1
                hints += len(card.hints)
                struck += sum(hint.struck for hint in card.hints)
        count = sum(results.values())
        times.sort()
        spread = 1.96 * statistics.stdev(scores) / GAMES**0.5
        print(
            f"{language}, {level}, {seats - 1} givers: {statistics.mean(scores):.1f} ± {spread:.1f} of 13;"
            f" hits {results['hit'] / count:.0%}, passes {results['pass'] / count:.0%}; struck {struck / hints:.0%};"
            f" {1000 * times[len(times) // 2]:.1f} ms median, {1000 * times[-1]:.0f} ms longest"
        )


LOADING = """
import pathlib, sys, time
def memory():
    status = pathlib.Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((int(line.split()[1]) for line in lines if line.startswith("VmRSS")), 0) / 1024
from engine.core import catalog
catalog.bots("oneword")
from engine.games.oneword import neighbours
from engine.games.oneword.meaning import Mind
before = memory()
begin = time.perf_counter()
for language in sys.argv[1:]:
    Mind(language).ranked(["Haus"])
print(f"{time.perf_counter() - begin:.3f} s, {memory() - before:.0f} MB more")
"""


@pytest.mark.parametrize("languages", [("de",), ("en",), ("de", "en")])
def test_loading(languages: tuple[str, ...]) -> None:
    """The time that all data of a language take, first guess included, and (on Linux) the memory."""
    done = subprocess.run(
        [sys.executable, "-c", LOADING, *languages],
        cwd=TESTS.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    print(f"loading {', '.join(languages)}: {done.stdout.strip()}")
