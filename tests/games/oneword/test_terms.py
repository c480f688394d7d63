"""The term files keep what they promise, the tables fit them, and no term comes twice before its time."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from engine.core.chance import Lot
from engine.games.oneword import neighbours, terms
from engine.games.oneword.hints import LINKS, duplicates, refuse_hint
from engine.games.oneword.language import LANGUAGES, fold, same
from engine.games.oneword.model import Draw, First
from engine.games.oneword.terms import LEVELS, Pool
from engine.games.oneword.typed import clean, refuse_word
from engine.play.dealer import Dealer
from tests.strategies import TESTS

OFFENSIVE = {
    "de": "arsch fick fotze hure nutte neger nigger schwuchtel kanake zigeuner wichs scheiß scheiss titten möse krüppel"
    " spast schlampe hitler nazi vergewaltig kotze pimmel",
    "en": "fuck shit cunt nigger faggot whore slut bitch rape retard wank nazi hitler tits dyke tranny gypsy spastic"
    " cripple penis vagina",
}
"""Beginnings of words that have no place on a family's table."""

languages = pytest.mark.parametrize("language", LANGUAGES)


@languages
@pytest.mark.parametrize("level", LEVELS)
def test_level_sizes(language: str, level: str) -> None:
    assert len(terms.level(language, level)) >= 200


@languages
def test_terms_are_unique(language: str) -> None:
    """Under the comparison of hints: whoever writes one of two such terms would answer the other."""
    words = [term.word for term in terms.terms(language)]
    assert [(words[i], words[j]) for i, j in duplicates(words, language)] == []


@languages
def test_every_word_is_a_single_word(language: str) -> None:
    """Terms, parts and associations are words as they may be typed, written as they are shown."""
    for term in terms.terms(language):
        for word in (term.word, *term.parts, *term.associations):
            assert refuse_word(word) is None, (term.word, word)
            assert clean(word) == word


@languages
def test_associations(language: str) -> None:
    """Enough of them, each once, and each could be written as a hint for its own term."""
    for term in terms.terms(language):
        assert 15 <= len(term.associations) <= 25, term.word
        assert duplicates(term.associations, language) == (), term.word
        for word in term.associations:
            refusal = refuse_hint(
                term.word, term.parts, word, language, lambda known: terms.is_known(known, language)
            )
            assert refusal is None, (term.word, word, refusal)


NO_PARTS = {
    "de": "Baustelle:baust,elle Bügeleisen:bug,leisen Bogenschießen:bog Fernseher:eher Frühstück:stuck"
    " Generation:gen,gene,ration Hubschrauber:hubsch,rauber Kapelle:elle,kap Lagerfeuer:lag Legende:ende,leg"
    " Leidenschaft:schaft Lösegeld:los,lose Regenbogen:rege Regenschirm:rege Regenwurm:rege Reiseführer:reis"
    " Reisepass:reis Reißverschluss:reis"
    " Rucksack:ruck Sauerkraut:sau Schokolade:lade Trampolin:polin,tram Wirbelsturm:turm"
    " Zahnarzt:zah Zahnbürste:zah Zahnspange:zah",
    "en": "Pandora:dora,pan anagram:ana,gram bargain:bar,gain butcher:but,cher carpenter:carp,enter"
    " caterpillar:cater,pillar cockroach:cock,roach compass:com,pass compromise:com conscience:con"
    " contract:con,tract crusade:cru,sade current:cur,rent generation:gene,ration hypothesis:hypo lipstick:tick"
    " mammoth:mam,moth massage:mas,sage metronome:metro,nome milestone:tone monopoly:mono,poly monsoon:mon,soon"
    " mortgage:gage,mort mushroom:mush,room octopus:oct,opus parasite:para,site passport:pas,sport"
    " password:pas,sword pension:pen,sion perfume:fume,per swimming:ming teacher:cher,tea vaccine:cine,vac"
    " wedding:ding forgiveness:ness censorship:ship",
}
"""Folded words into which a term can be cut by its letters alone. Somebody has looked at each: it is no part."""


def _cuts(term: str, language: str) -> set[str]:
    """The known words that, two and two, make up a term, with or without a linking sound."""
    folded = fold(term, language)
    found: set[str] = set()
    for place in range(3, len(folded) - 3):
        head, tail = folded[:place], folded[place:]
        if not terms.is_known(tail, language):
            continue
        for link in LINKS[language]:
            first = head.removesuffix(link)
            if head.endswith(link) and len(first) >= 3 and terms.is_known(first, language):
                found |= {first, tail}
    return found


@languages
def test_the_parts_of_a_compound_are_listed(language: str) -> None:
    """Kinder, Hörer and Bedienung are as good a part as Kind, hören and bedienen."""
    passed = {}
    for term in terms.terms(language):
        words = {
            word
            for word in _cuts(term.word, language)
            if not refuse_hint(
                term.word, term.parts, word, language, lambda known: terms.is_known(known, language)
            )
        }
        if words:
            passed[term.word] = words
    allowed = {
        term: set(words.split(","))
        for term, words in (entry.split(":") for entry in NO_PARTS[language].split())
    }
    assert passed == allowed


@languages
def test_nothing_offensive(language: str) -> None:
    bad = re.compile(f"^(?:{'|'.join(OFFENSIVE[language].split())})", re.IGNORECASE)
    for term in terms.terms(language):
        for word in (term.word, *term.associations):
            assert not bad.match(word), (term.word, word)


NO_UMLAUTS = (
    "Aloe Archaeopteryx Baguette Blues Bluetooth Duell Fondue Goethe Guericke Joey Michael Pirouette Poe Poesie Raffael"
    " Silhouette Statue Suez wohltuend"
)
"""German words in which ae, oe or ue is no umlaut written in another way. A new one of ours is added here."""


def test_umlauts_are_written_as_such() -> None:
    """Bäume, not Baeume: wherever ae, oe or ue could be an umlaut, somebody has looked at it."""
    found = {
        word
        for term in terms.terms("de")
        for word in (term.word, *term.parts, *term.associations)
        if re.search("ae|oe|(?<![aeäq])ue", word, re.IGNORECASE)
    }
    assert found - set(NO_UMLAUTS.split()) == set()


def test_german_nouns_have_capitals() -> None:
    """A term of the German list is a noun as dictionaries write it."""
    for term in terms.terms("de"):
        assert term.word[0].isupper(), term.word


@languages
def test_terms_differ_from_their_parts(language: str) -> None:
    for term in terms.terms(language):
        for part in term.parts:
            assert not same(part, term.word, language)


def test_parsing_names_the_wrong_line() -> None:
    good = "family\tHund\t-\tLeine bellen"
    assert terms.parse(f"# comment\n\n{good}\n")[0] == terms.Term("family", "Hund", (), ("Leine", "bellen"))
    assert terms.parse("hard\tAutobahn\tAuto Bahn\tStau")[0].parts == ("Auto", "Bahn")
    for wrong in ("family\tHund\t-", "easy\tHund\t-\tLeine", "family Hund - Leine"):
        with pytest.raises(ValueError, match="line 2"):
            terms.parse(f"{good}\n{wrong}")


@languages
def test_finding(language: str) -> None:
    for term in terms.terms(language)[::25]:
        assert terms.find(language, term.word.upper()) == term
    assert terms.find(language, "Xyzzy") is None


# Tables ----------------------------------------


@languages
def test_all_our_words_are_known(language: str) -> None:
    """Otherwise run build/neighbours.py: a term's own associations must not pass for typing errors."""
    for term in terms.terms(language):
        for word in (term.word, *term.associations):
            assert terms.is_known(fold(word, language), language), word


@languages
def test_the_table_fits_the_terms(language: str) -> None:
    """Otherwise run build/neighbours.py: the table names terms by their numbers."""
    table = neighbours.table(language)
    assert neighbours.fits(language)
    assert table.rows == len(table.words) >= 40_000
    assert list(table.words) == sorted(set(table.words))
    count = len(terms.terms(language))
    for row in range(0, table.rows, 997):
        nearest = table.nearest(row)
        assert len({number for number, _near in nearest}) == neighbours.NEAREST
        assert all(0 <= number < count for number, _near in nearest)
        assert [near for _number, near in nearest] == sorted((near for _n, near in nearest), reverse=True)
    assert table.row("xyzzyxyzzy") is None
    assert neighbours.path(language).stat().st_size < 2_000_000


@languages
def test_a_term_is_near_itself(language: str) -> None:
    """For nearly all terms, the table's nearest term to the very word is that term."""
    table = neighbours.table(language)
    right = 0
    for number, term in enumerate(terms.terms(language)):
        row = table.row(fold(term.word, language))
        assert row is not None
        right += table.nearest(row)[0][0] == number
    assert right > 0.9 * len(terms.terms(language))


def test_nothing_is_loaded_at_the_start() -> None:
    """Neither the list of games nor the rules read a term file."""
    program = (
        "from engine.core import catalog\n"
        "catalog.metas(); catalog.game('oneword'); catalog.bots('oneword'); catalog.commands()\n"
        "from engine.games.oneword import terms, neighbours, meaning\n"
        "print(terms.terms.cache_info().currsize + terms.listed_words.cache_info().currsize"
        " + neighbours.table.cache_info().currsize + meaning.index.cache_info().currsize)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=TESTS.parent, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "0"


# Drawing ----------------------------------------


def test_drawing_leaves_out_what_was_used() -> None:
    pool = terms.level("de", "family")
    lot = terms.drawing("de", "family", [pool[0].word.lower()])
    assert len(lot.moves) == len(pool) - 1
    assert all(move.term != pool[0].word and not move.again for move in lot.moves)


def test_a_room_repeats_nothing_until_all_are_used() -> None:
    """Every term of the level once; then it starts over, and the draw says so."""
    total = len(terms.level("en", "hard"))
    pool = Pool("en", "hard")
    dealer = Dealer(3, pool.narrow)
    drawn: list[Draw] = []
    for _card in range(total + 1):
        move = dealer.deal(terms.drawing("en", "hard", ()))
        pool.note(move.term)
        pool.note(move.term)
        drawn.append(move)
    assert len({move.term for move in drawn[:-1]}) == total
    assert [move.again for move in drawn] == [False] * total + [True]
    assert pool.used == [drawn[-1].term]


def test_a_pool_leaves_other_draws_and_levels_alone() -> None:
    other = Lot([First(0), First(1)])
    pool = Pool("de", "family", ["Hund"])
    assert pool.narrow(other) is other
    hard = terms.drawing("de", "hard", ())
    narrowed = pool.narrow(hard)
    assert isinstance(narrowed, Lot)
    assert list(narrowed.moves) == list(hard.moves)
    assert pool.used == ["Hund"]
