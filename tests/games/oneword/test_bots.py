"""The bots of Ein Wort: they keep the rules, learn from what people would, and get better by level."""

from __future__ import annotations

import dataclasses
import random
from collections import Counter

import msgspec
import pytest

from engine.bots.base import Advice, Budget
from engine.core import catalog
from engine.games.oneword import terms
from engine.games.oneword.advice import advise
from engine.games.oneword.bot import BOTS, EasyBot, MediumBot, StrongBot, WordBot
from engine.games.oneword.derivations import is_derived
from engine.games.oneword.hints import duplicates, refuse_hint
from engine.games.oneword.language import LANGUAGES, fold, same
from engine.games.oneword.meaning import FLOOR, Index, Mind, index
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
        assert max(mind.worth(hint).values(), default=0) > FLOOR, hint
    assert index("de").pieces("lederleine", "Lederleine")[0][0] == "leine"


def test_the_words_between_hyphens_are_understood() -> None:
    """Where the whole is no known word."""
    for language, hint, part in (("de", "Zauber-Besenstiel-Hut", "Zauber"), ("en", "top-hat", "hat")):
        mind = Mind(language)
        whole, alone = mind.worth(hint), mind.worth(part)
        assert set(alone) <= set(whole) or len(set(alone) & set(whole)) >= 10


def test_a_hint_is_worth_something_to_terms_like_those_it_belongs_to() -> None:
    """An association that a term lacks does not rule it out, if terms like it have it."""
    listed = terms.terms("de")
    number = next(number for number, term in enumerate(listed) if term.word == "Katze")
    hint = "Pfote"
    without = [
        dataclasses.replace(term, associations=tuple(a for a in term.associations if not same(a, hint, "de")))
        if term.word == "Katze"
        else term
        for term in listed
    ]

    class Blind(Mind):
        def _near(self, folded: str) -> dict[int, float]:
            return {}

    mind = Blind("de", known=Index("de", without))
    assert any(same(word, hint, "de") for term in without for word in term.associations)
    worth = mind.worth(hint)
    assert 0 < worth.get(number, 0.0) < max(worth.values())
    likely = sorted(worth, key=lambda other: -worth[other])[:40]
    assert number in likely


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
            assert not is_derived(fold(term.word, language), fold(move.words[0], language), language)


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_few_duplicates_at_a_large_table(language: str) -> None:
    """Seven strong givers lose at most a quarter of their hints, for which they look beyond the nearest words."""
    pool = terms.level(language, "family")
    bots = [StrongBot(GAME) for _seat in range(7)]
    lost = count = far = 0
    for number, term in enumerate(pool[::5]):
        table = Table(8, Draw(term.word, term.parts), language=language)
        moves = [
            bot.choose(table.view(seat), (), BUDGET, random.Random(f"{number}/{seat}"))
            for seat, bot in enumerate(bots, 1)
        ]
        written = [move.words[0] for move in moves if isinstance(move, Hint)]
        lost += len({place for pair in duplicates(written, language) for place in pair})
        far += sum(word not in term.associations for word in written)
        count += len(written)
    assert count == 7 * len(pool[::5])
    assert lost / count <= 0.25
    assert far


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


@pytest.mark.parametrize(
    ("language", "term", "hint", "derived"),
    [
        ("de", "Freiheit", "frei", True),
        ("de", "Weisheit", "weise", True),
        ("de", "Hoffnung", "hoffen", True),
        ("de", "Gitarre", "Gitarrist", True),
        ("de", "Räuber", "Raub", True),
        ("en", "freedom", "free", True),
        ("en", "beauty", "beautiful", True),
        ("en", "luck", "lucky", True),
        ("en", "teacher", "teach", True),
        ("de", "Torte", "Tortur", False),
        ("de", "Keller", "Kelle", False),
        ("de", "Hund", "Leine", False),
        ("de", "Tor", "Torheit", False),
        ("en", "belly", "bell", False),
        ("en", "irony", "iron", False),
        ("en", "star", "start", False),
    ],
)
def test_derived_words(language: str, term: str, hint: str, derived: bool) -> None:
    """The game lets them pass, bots strike them: the seed calls derived words other words, but forbids parts."""
    one, other = fold(term, language), fold(hint, language)
    assert is_derived(one, other, language) == is_derived(other, one, language) == derived
    if derived:
        found = terms.find(language, term)
        assert found is not None
        table = Table(4, Draw(term, found.parts), language=language, difficulty=found.level)
        table.hints(ben=hint, carla="100", dora="1000")
        assert objections(table.view(CARLA)) == [(0, "derived")]


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


# Tips ----------------------------------------


def tip(table: Table, seat: int) -> Advice:
    port = table.session.port(seat)
    return advise(port.view(), port.events(), BUDGET, random.Random(0))


def test_a_tip_for_a_hint_giver() -> None:
    """A legal hint that tells something, and not the one that everybody writes."""
    for language, term in (("de", "Hund"), ("en", "dog")):
        table = Table(8, Draw(term), language=language)
        advice = tip(table, BEN)
        assert advice.reason == "hint"
        assert advice.move == Hint(advice.words)
        assert GAME.check(table.view(BEN), advice.move) is None
        found = terms.find(language, term)
        assert found is not None
        assert advice.words[0] not in found.associations[:3]


def test_a_tip_for_two_hints_and_for_a_term_of_nobody() -> None:
    table = Table(3, "Hund", two_hints=True)
    assert len(tip(table, BEN).words) == 2
    assert GAME.check(table.view(BEN), tip(table, BEN).move) is None
    table = Table(4, "Quastenflosser")
    assert tip(table, BEN).reason == "hint_unknown"
    assert GAME.check(table.view(BEN), tip(table, BEN).move) is None


def test_a_tip_for_the_check() -> None:
    table = Table(4, "Museum")
    table.hints(ben="Museen", carla="Kunst", dora="Bilder")
    assert tip(table, CARLA) == Advice(Strike(0, "form"), None, "strike", words=("Museen", "form"))
    table.do(CARLA, Strike(0, "form"))
    assert tip(table, CARLA) == Advice(Show(), None, "show")


def test_a_tip_for_the_guesser() -> None:
    advice = tip(to_guess("Leine", "bellen", "Gassi"), ANNA)
    assert (advice.move, advice.reason, advice.words[0]) == (Guess("Hund"), "guess", "Hund")
    assert len(advice.words) == len(advice.numbers) <= 3
    assert advice.value == advice.numbers["0"] <= 99
    assert all(percent >= 1 for percent in advice.numbers.values())
    assert tip(to_guess("1", "2", "3"), ANNA).reason == "pass"
    assert tip(to_guess("1", "2", "3", left=False), ANNA).reason == "guess_last"


def test_tips_where_no_hint_is_left() -> None:
    for left, reason, kind in ((True, "pass_blind", Pass), (False, "guess_last", Guess)):
        table = Table(3, "Hund")
        table.hints(ben="Leine", carla="leine")
        table.do(BEN, Show())
        if not left:
            table.session._states[-1] = msgspec.structs.replace(table.state, deck=0)
        advice = tip(table, ANNA)
        assert (advice.reason, type(advice.move)) == (reason, kind)


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
