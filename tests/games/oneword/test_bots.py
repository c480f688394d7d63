"""The bots of Ein Wort: they keep the rules, learn from what people would, and get better by level."""

from __future__ import annotations

import random
from collections import Counter

import msgspec
import pytest

from engine.bots.base import Budget
from engine.core import catalog
from engine.games.oneword import terms
from engine.games.oneword.bot import BOTS, EasyBot, MediumBot, StrongBot, WordBot
from engine.games.oneword.hints import refuse_hint
from engine.games.oneword.language import LANGUAGES, same
from engine.games.oneword.meaning import Mind, index
from engine.games.oneword.model import (
    HIT,
    Checked,
    Draw,
    Guess,
    Hint,
    Next,
    Pass,
    Restore,
    Show,
    Strike,
)
from engine.games.oneword.review import objections
from engine.games.oneword.rules import GAME
from engine.play.match import Series, play
from tests.games.oneword.table import Table
from tests.strategies import ANNA, BEN, CARLA, DORA

BUDGET = Budget(samples=1)


def ask(bot: WordBot, table: Table, seat: int, seed: int = 0) -> object:
    """What *bot* does in *seat*."""
    port = table.session.port(seat)
    return bot.choose(port.view(), port.events(), BUDGET, random.Random(seed))


def series(level: str, seats: int, language: str = "de", seed: int = 1) -> Series:
    options = catalog.meta("oneword").complete({"language": language, "cards": 13}, seats)
    return Series("oneword", (level,) * seats, options, seed, budget=BUDGET)


# Meaning ----------------------------------------


@pytest.mark.parametrize(
    ("language", "hints", "term"),
    [
        ("de", ("Leine", "bellen", "Gassi"), "Hund"),
        ("de", ("miauen", "Pfote", "schnurren"), "Katze"),
        ("en", ("bark", "leash", "puppy"), "dog"),
    ],
)
def test_the_first_guess(language: str, hints: tuple[str, ...], term: str) -> None:
    mind = Mind(language)
    number, chance = mind.ranked(hints)[0]
    assert mind.index.terms[number].word == term
    assert chance > 0.5


@pytest.mark.parametrize("language", LANGUAGES)
def test_probabilities(language: str) -> None:
    """They add up to one over the terms asked about, for known and unknown hints alike."""
    mind = Mind(language)
    for hints in ((), ("Xyzzy",), ("100",), tuple(mind.index.terms[5].associations[:4])):
        ranked = mind.ranked(hints)
        assert sum(chance for _number, chance in ranked) == pytest.approx(1)
        some = mind.ranked(hints, range(20))
        assert {number for number, _chance in some} <= set(range(20))
        assert sum(chance for _number, chance in some) == pytest.approx(1)


def test_forms_and_compounds_of_hints_are_understood() -> None:
    """A plural, and a compound whose last word is known."""
    mind = Mind("de")
    for hint in ("Leinen", "Leine", "Hundehütten", "Schlachtknochen"):
        associated, near = mind.weights(hint)
        assert associated or near, hint
    assert index("de").pieces("lederleine")[0][0] == "leine"


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_said_is_never_the_answer(language: str) -> None:
    """No term that equals or contains a hint, or that a hint contains."""
    mind = Mind(language)
    for number, term in list(enumerate(mind.index.terms))[::7]:
        for said in (term.word, term.word.upper(), *term.parts):
            assert number not in mind.scores([said, "Xyzzy"]), (term.word, said)


def test_held_back_entries_differ_by_seat() -> None:
    one, other = Mind("de", 1, 0.3), Mind("de", 2, 0.3)
    number = 0
    words = [{word for word, _value in mind.associations(number)} for mind in (one, other)]
    every = {word for word, _value in Mind("de").associations(number)}
    assert words[0] != words[1]
    assert words[0] < every
    shares = [
        len(mind.associations(n)) / len(mind.index.terms[n].associations)
        for mind in (one,)
        for n in range(200)
    ]
    assert sum(shares) / len(shares) == pytest.approx(0.7, abs=0.03)


# Giving hints ----------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("bot", [EasyBot, MediumBot, StrongBot])
def test_never_a_forbidden_hint(language: str, bot: type[WordBot]) -> None:
    """For every term of ours, some draws of each bot."""
    player = bot(GAME)
    rng = random.Random(3)
    for term in terms.terms(language):
        table = Table(4, Draw(term.word, term.parts), language=language, difficulty=term.level)
        view = table.view(rng.choice((BEN, CARLA, DORA)))
        for _draw in range(2):
            move = player.choose(view, (), BUDGET, rng)
            assert isinstance(move, Hint)
            refusal = refuse_hint(
                term.word, term.parts, move.words[0], language, lambda known: terms.is_known(known, language)
            )
            assert refusal is None


def test_hints_vary() -> None:
    """Not always the same word, and with more givers a wider choice."""
    counts = []
    for seats in (3, 8):
        table = Table(seats, "Hund")
        bot = StrongBot(GAME)
        drawn = Counter(ask(bot, table, BEN, seed) for seed in range(300))
        counts.append(len(drawn))
        assert max(drawn.values()) < 100
    assert counts[1] > counts[0] >= 8


def test_two_hints_are_different() -> None:
    table = Table(3, "Hund", two_hints=True)
    for seed in range(50):
        move = ask(StrongBot(GAME), table, BEN, seed)
        assert isinstance(move, Hint)
        assert len(move.words) == 2
        assert GAME.check(table.view(BEN), move) is None


def test_a_term_of_nobody() -> None:
    """A record may have a term that is in no file: there is a legal hint all the same."""
    table = Table(4, "Quastenflosser")
    for bot in BOTS.values():
        port = table.session.port(BEN)
        move = bot(GAME).choose(port.view(), port.events(), BUDGET, random.Random(1))
        assert GAME.check(port.view(), move) is None


# Reviewing ----------------------------------------


@pytest.mark.parametrize(
    ("hints", "expected"),
    [
        (("Museen", "Kunst", "Bilder"), [(0, "form")]),
        (("muesuM", "Kunst", "Bilder"), [(0, "backwards")]),
        (("Kind", "Kinder", "Kunst"), [(0, "duplicate"), (1, "duplicate")]),
        (("Kunst", "Gemälde", "Bilder"), []),
        (("Bilder", "Bildern", "Kunst"), []),
    ],
)
def test_objections(hints: tuple[str, ...], expected: list[tuple[int, str]]) -> None:
    table = Table(4, "Museum")
    table.hints(ben=hints[0], carla=hints[1], dora=hints[2])
    assert objections(table.view(BEN)) == expected


def test_misspelt_terms_are_struck() -> None:
    table = Table(4, "Giraffe")
    table.hints(ben="Girafffe", carla="Hals", dora="Afrika")
    assert objections(table.view(BEN)) == [(0, "misspelt")]


def test_a_reviewer_strikes_says_why_and_leaves_the_showing_to_others() -> None:
    table = Table(4, "Museum")
    table.hints(ben="Museen", carla="Kunst", dora="Bilder")
    bot = MediumBot(GAME)
    move = ask(bot, table, CARLA)
    assert move == Strike(0, "form")
    table.do(CARLA, move)
    assert objections(table.view(CARLA)) == []
    assert ask(bot, table, CARLA) == Checked()
    table.do(CARLA, Checked())
    table.do(DORA, Checked())
    assert ask(bot, table, BEN) == Show()


def test_what_people_let_stand_is_not_struck_again() -> None:
    table = Table(4, "Museum")
    table.hints(ben="Museen", carla="Kunst", dora="Bilder")
    table.do(CARLA, Strike(0, "form"))
    table.do(BEN, Restore(0))
    assert ask(StrongBot(GAME), table, CARLA) == Checked()


# Guessing ----------------------------------------


def to_guess(*hints: str, left: bool = True) -> Table:
    """A table at which Anna guesses with these hints on the table."""
    table = Table(4, "Hund", cards=5)
    givers = (BEN, CARLA, DORA)
    for seat, word in zip(givers, (*hints, "100", "1000", "10000"), strict=False):
        table.do(seat, Hint((word,)))
    table.do(BEN, Show())
    if not left:
        table.session._states[-1] = msgspec.structs.replace(table.state, deck=0)
    return table


def test_sure_guesses_are_made() -> None:
    table = to_guess("Leine", "bellen", "Gassi")
    assert ask(StrongBot(GAME), table, ANNA) == Guess("Hund")


def test_unsure_guesses_are_not_made() -> None:
    assert ask(StrongBot(GAME), to_guess("1", "2", "3"), ANNA) == Pass()


def test_nothing_to_lose() -> None:
    """On the last card a miss costs nothing, so no strong bot passes."""
    assert isinstance(ask(StrongBot(GAME), to_guess("1", "2", "3", left=False), ANNA), Guess)


def test_the_guesser_knows_the_hints_alone() -> None:
    """With another term behind the same hints the guess is the same."""
    tables = (Table(3, "Hund"), Table(3, "Pferd"))
    guesses = []
    for table in tables:
        table.hints(ben="Stall", carla="Heu")
        table.do(BEN, Show())
        guesses.append(ask(StrongBot(GAME), table, ANNA))
    assert guesses[0] == guesses[1]


def test_terms_of_this_game_are_not_guessed_again() -> None:
    table = Table(4, "Hund", "Katze", "Pferd", "Kuh")
    table.hints(ben="Leine", carla="bellen", dora="Gassi")
    table.card("Hund")
    table.next()
    table.hints(anna="Leine", carla="bellen", dora="Gassi")
    table.do(ANNA, Show())
    assert ask(StrongBot(GAME), table, BEN) != Guess("Hund")


def test_after_the_result_bots_go_on() -> None:
    table = to_guess("Leine", "bellen", "Gassi")
    table.do(ANNA, Pass())
    assert ask(StrongBot(GAME), table, ANNA) == Next()


# Whole games ----------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("level", BOTS)
def test_games_among_bots(level: str, language: str) -> None:
    """They end, without an illegal move, and the same seed gives the same game."""
    one, again = (play(series(level, 4, language), 0) for _time in range(2))
    assert one.actions == again.actions
    assert one.outcome.of == 13


def test_levels_differ() -> None:
    """With three givers: strong bots make more cards than easy ones, and those more than random ones."""
    points = {
        level: sum(play(series(level, 4), game).outcome.points[0] for game in range(6))
        for level in ("random", "easy", "strong")
    }
    assert points["random"] < points["easy"] < points["strong"]


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("seats", "least"), [(4, 8.0), (5, 9.0), (6, 9.0)])
def test_strong_bots_among_themselves(language: str, seats: int, least: float) -> None:
    """The means of `tests/benchmarks/test_oneword.py` with a safe margin: hits and points."""
    games = [play(series("strong", seats, language, 5), game) for game in range(20)]
    assert sum(game.outcome.points[0] for game in games) / len(games) >= least
    hits = cards = 0
    for game in games:
        state = GAME.setup(series("strong", seats, language, 5).options, seats)
        for action in game.actions:
            state = GAME.step(state, action.actor, action.move)
        hits += sum(card.result == HIT for card in state.cards)
        cards += len(state.cards)
    assert hits / cards >= 0.75


def test_no_bot_repeats_a_hint_for_the_same_term() -> None:
    """If a term comes again in a game, the own hint of last time is not written again."""
    table = Table(4, "Hund", Draw("Hund", (), True), cards=5)
    table.hints(ben="Leine", carla="bellen", dora="Knochen")
    table.card("Hund")
    table.next()
    bot = StrongBot(GAME)
    written = {ask(bot, table, CARLA, seed) for seed in range(200)}
    assert all(isinstance(move, Hint) and not same(move.words[0], "bellen", "de") for move in written)
