"""Ein Wort in words: everything has a sentence in both languages, and the sentences read as a story."""

from __future__ import annotations

from itertools import pairwise
from typing import get_args

import pytest

from engine.bots.base import Advice
from engine.core.game import Event
from engine.core.rulebook import lines
from engine.core.text import texts
from engine.games.oneword import words
from engine.games.oneword.advice import REASONS
from engine.games.oneword.meta import META
from engine.games.oneword.model import (
    HIT,
    MISS,
    PASS,
    VOID,
    WHY,
    Abort,
    Admit,
    AnswerCounted,
    AnswerGiven,
    Card,
    CardResolved,
    CardStarted,
    CheckBegun,
    Checked,
    Counts,
    Different,
    GameEnded,
    Guess,
    GuesserDrawn,
    GuesserPassed,
    Hint,
    HintNoted,
    HintRestored,
    HintsChecked,
    HintsCompared,
    HintsShown,
    HintStruck,
    HintWritten,
    MemberAdmitted,
    MemberRemoved,
    MissingSkipped,
    Next,
    OneWordEvent,
    OneWordMove,
    PairJoined,
    PairParted,
    Pass,
    PassForGuesser,
    Remove,
    Restore,
    Same,
    Show,
    SkipMissing,
    Strike,
    TermSeen,
    Written,
)
from engine.games.oneword.rulebook import full_rules, short_rules
from engine.games.oneword.rules import GAME
from tests.games.oneword.table import Table
from tests.strategies import ANNA, BEN, CARLA, play_game

NAMES = ("Anna", "Ben", "Carla", "Dora", "Emil", "Frieda", "Georg", "Hanna")
DE, EN = texts("de"), texts("en")


def card(result: str, lost: bool = False) -> Card:
    return Card(1, "Hund", 0, (Written(1, "Leine"),), "Katze", result, lost=lost)


def resolved(result: str, lost: bool = False) -> CardResolved:
    return CardResolved(card=card(result, lost), made=0, left=5)


# Each event with its sentence in English and in German; None: it has no line of its own.
SENTENCES: list[tuple[Event, str | None, str | None]] = [
    (GuesserDrawn(seat=1), "The lot falls on Ben.", "Das Los fällt auf Ben."),
    (CardStarted(number=2, guesser=1, left=5), "Card 2: Ben guesses.", "Karte 2: Ben rät."),
    (
        CardStarted(number=2, guesser=1, left=5, again=True),
        "All terms of this difficulty have been played; they start over. Card 2: Ben guesses.",
        "Alle Begriffe dieser Schwierigkeit waren schon dran; es geht von vorn los. Karte 2: Ben rät.",
    ),
    (TermSeen(term="Hund"), "The term is “Hund”.", "Der Begriff ist „Hund“."),
    (HintWritten(count=2, of=3), "Hints written: 2 of 3.", "Hinweise geschrieben: 2 von 3."),
    (HintNoted(seat=1, words=("Leine",)), "Ben writes “Leine”.", "Ben schreibt „Leine“."),
    (
        HintNoted(seat=1, words=("Leine", "Fell"), changed=True),
        "Ben writes “Leine” and “Fell” instead.",
        "Ben schreibt stattdessen „Leine“ und „Fell“.",
    ),
    (
        MissingSkipped(members=(1, 2)),
        "On without the hints of Ben and Carla.",
        "Weiter ohne die Hinweise von Ben und Carla.",
    ),
    (CheckBegun(), "The hints are checked.", "Die Hinweise werden geprüft."),
    (
        HintsCompared(hints=(Written(1, "Leine"), Written(2, "Fell")), pairs=()),
        "All hints: “Leine” and “Fell”.",
        "Alle Hinweise: „Leine“ und „Fell“.",
    ),
    (
        HintsCompared(
            hints=(Written(1, "Leine", True, "same"), Written(2, "leine", True, "same")), pairs=((0, 1),)
        ),
        "All hints: “Leine” and “leine”. Struck as equal: “Leine” and “leine”.",
        "Alle Hinweise: „Leine“ und „leine“. Als gleich gestrichen: „Leine“ und „leine“.",
    ),
    (
        HintsCompared(hints=(), pairs=()),
        "Nobody has written a hint.",
        "Niemand hat einen Hinweis geschrieben.",
    ),
    (HintStruck(seat=1, word="Dog"), "Ben strikes “Dog”.", "Ben sortiert „Dog“ aus."),
    (
        HintStruck(seat=1, word="dnuH", why="backwards"),
        "Ben strikes “dnuH”. It is the term backwards.",
        "Ben sortiert „dnuH“ aus. Das ist der Begriff rückwärts.",
    ),
    (HintRestored(seat=1, word="Dog"), "Ben lets “Dog” stand.", "Ben lässt „Dog“ doch gelten."),
    (
        PairParted(seat=1, words=("Bar", "Bär")),
        "Ben: “Bar” and “Bär” are different words.",
        "Ben: „Bar“ und „Bär“ sind verschiedene Wörter.",
    ),
    (
        PairJoined(seat=1, words=("Bar", "Bär")),
        "Ben: “Bar” and “Bär” are the same word all the same.",
        "Ben: „Bar“ und „Bär“ sind doch dasselbe Wort.",
    ),
    (
        HintStruck(seat=1, word="Dog", together=True),
        "The hint givers strike “Dog”.",
        "Die Hinweisgebenden sortieren „Dog“ aus.",
    ),
    (
        HintRestored(seat=1, word="Dog", together=True),
        "The hint givers let “Dog” stand.",
        "Die Hinweisgebenden lassen „Dog“ doch gelten.",
    ),
    (
        PairParted(seat=1, words=("Bar", "Bär"), together=True),
        "The hint givers: “Bar” and “Bär” are different words.",
        "Die Hinweisgebenden: „Bar“ und „Bär“ sind verschiedene Wörter.",
    ),
    (
        AnswerCounted(seat=2, made=1, left=0, returned=False, together=True),
        "The hint givers: “Counts!” The card is made.",
        "Die Hinweisgebenden: „Zählt!“ Die Karte ist geschafft.",
    ),
    (HintsChecked(seat=1), None, None),
    (
        HintsShown(words=("Fell", "Leine"), struck=0),
        "Hints: “Fell” and “Leine”.",
        "Hinweise: „Fell“ und „Leine“.",
    ),
    (
        HintsShown(words=(), struck=0),
        "Nobody has written a hint.",
        "Niemand hat einen Hinweis geschrieben.",
    ),
    (HintsShown(words=(), struck=2), "No hint is left.", "Kein Hinweis ist übrig."),
    (AnswerGiven(seat=0, word="Katze"), "Anna answers “Katze”.", "Anna antwortet „Katze“."),
    (GuesserPassed(seat=0), "Anna passes.", "Anna passt."),
    (GuesserPassed(seat=0, by_host=True), "The host passes for Anna.", "Der Gastgeber passt für Anna."),
    (resolved(HIT), "Right: “Hund”. The card is made.", "Richtig: „Hund“. Die Karte ist geschafft."),
    (resolved(PASS), "It was “Hund”. The card is gone.", "Es war „Hund“. Die Karte ist weg."),
    (
        resolved(MISS),
        "Wrong, it was “Hund”. The card is gone.",
        "Daneben, es war „Hund“. Die Karte ist weg.",
    ),
    (
        resolved(MISS, lost=True),
        "Wrong, it was “Hund”. The card is gone, and another one with it.",
        "Daneben, es war „Hund“. Die Karte ist weg und noch eine dazu.",
    ),
    (
        resolved(VOID),
        "It was “Hund”. The card does not count; another one joins the deck.",
        "Es war „Hund“. Die Karte zählt nicht; eine andere kommt ins Kartenset.",
    ),
    (
        AnswerCounted(seat=2, made=1, left=4, returned=True),
        "Carla: “Counts!” The card is made. The lost card is back in the deck.",
        "Carla: „Zählt!“ Die Karte ist geschafft. Die verlorene Karte ist wieder im Kartenset.",
    ),
    (
        AnswerCounted(seat=2, made=1, left=0, returned=False),
        "Carla: “Counts!” The card is made.",
        "Carla: „Zählt!“ Die Karte ist geschafft.",
    ),
    (MemberRemoved(member=3, host=0), "Dora has left the game.", "Dora spielt nicht mehr mit."),
    (
        MemberAdmitted(member=2, name="Carla"),
        "Carla plays too from the next card on.",
        "Carla spielt ab der nächsten Karte mit.",
    ),
    (
        GameEnded(score=13, of=13),
        "The deck is empty: 13 of 13 cards made. Every card made. It can't be done better!",
        "Das Kartenset ist leer: 13 von 13 Karten geschafft. Alle Karten geschafft. Besser geht es nicht!",
    ),
    (
        GameEnded(score=2, of=13, aborted=True),
        "The game was ended early with 2 of 13 cards made.",
        "Das Spiel wurde abgebrochen, geschafft waren 2 von 13 Karten.",
    ),
]


@pytest.mark.parametrize(("event", "english", "german"), SENTENCES)
def test_sentences(event: Event, english: str | None, german: str | None) -> None:
    assert words.describe(event, EN, NAMES) == english
    assert words.describe(event, DE, NAMES) == german


def test_a_word_parted_from_several_is_told_in_one_sentence() -> None:
    parted = [PairParted(seat=1, words=pair, together=True) for pair in (("Bar", "bär"), ("Bar", "BAR"))]
    joined = [PairJoined(seat=1, words=pair) for pair in (("Bar", "bär"), ("bär", "BAR"))]
    other = PairParted(seat=1, words=("See", "Seen"), together=True)
    assert words.describe_pairs([other, *parted], EN, NAMES) == (
        "The hint givers: “Bar” is another word than “bär” and “BAR”."
    )
    assert words.describe_pairs([other, *parted], DE, NAMES) == (
        "Die Hinweisgebenden: „Bar“ ist ein anderes Wort als „bär“ und „BAR“."
    )
    assert words.describe_pairs(joined, EN, NAMES) == (
        "Ben: “bär” is the same word as “Bar” and “BAR” all the same."
    )
    assert words.describe_pairs(joined, DE, NAMES) == "Ben: „bär“ ist doch dasselbe Wort wie „Bar“ und „BAR“."
    assert words.describe_pairs([*parted, other], EN, NAMES) == words.describe(other, EN, NAMES)


def test_every_event_has_its_words_here() -> None:
    assert {type(event) for event, _english, _german in SENTENCES} == set(get_args(OneWordEvent))


def test_what_people_typed_is_taken_as_it_is() -> None:
    odd = ("{name}", "%s", "„Böse“ {0}", "<b>")
    for t in (DE, EN):
        for event, _english, _german in SENTENCES:
            words.describe(event, t, odd)
    assert words.describe(HintNoted(seat=0, words=("{word}",)), EN, odd) == "{name} writes “{word}”."


MOVES: dict[OneWordMove, tuple[str, str]] = {
    Hint(("Leine",)): ("Hint: “Leine”", "Hinweis: „Leine“"),
    Strike(0): ("Strike", "Aussortieren"),
    Restore(0): ("Let it stand", "Doch gelten lassen"),
    Different((0, 1)): ("Different words", "Verschiedene Wörter"),
    Same((0, 1)): ("The same word", "Doch dasselbe"),
    Checked(): ("Nothing to object", "Nichts einzuwenden"),
    Show(): ("Show the hints", "Hinweise zeigen"),
    Guess("Hund"): ("Answer: “Hund”", "Antwort: „Hund“"),
    Pass(): ("Pass", "Passen"),
    Counts(): ("Counts!", "Zählt!"),
    Next(): ("Next card", "Nächste Karte"),
    SkipMissing(): ("Go on without the missing", "Ohne Fehlende weiter"),
    PassForGuesser(): ("Pass for the guesser", "Für die ratende Person passen"),
    Remove(1): ("Remove Ben", "Ben entfernen"),
    Admit("Emil"): ("Let Emil in", "Emil mitspielen lassen"),
    Abort(): ("End the game", "Spiel abbrechen"),
}


def test_moves() -> None:
    assert {type(move) for move in MOVES} == set(get_args(OneWordMove))
    for move, (english, german) in MOVES.items():
        assert words.describe_move(move, EN, NAMES) == english
        assert words.describe_move(move, DE, NAMES) == german


def test_reasons_of_bots() -> None:
    for why in WHY:
        assert words.strike_reason(why, EN)
        assert words.strike_reason(why, EN) != words.strike_reason(why, DE)
    assert words.strike_reason(None, EN) == ""


ADVICE: list[tuple[Advice, str, str]] = [
    (
        Advice(None, None, "hint", words=("Rudel",)),
        "For instance “Rudel”: it leads to the term, and the others will hardly write the same.",
        "Zum Beispiel „Rudel“: Das führt zum Begriff, und die anderen schreiben kaum dasselbe.",
    ),
    (
        Advice(None, None, "hint_unknown", words=("1", "2")),
        "For instance “1” and “2”, for want of something better.",
        "Zum Beispiel „1“ und „2“, mangels besserer Ideen.",
    ),
    (
        Advice(None, None, "strike", words=("Museen", "form", "muesuM", "backwards")),
        "Sort out “Museen”. It is a form of the term. Sort out “muesuM”. It is the term backwards.",
        "Sortiere „Museen“ aus. Das ist eine Form des Begriffs."
        " Sortiere „muesuM“ aus. Das ist der Begriff rückwärts.",
    ),
    (
        Advice(None, None, "show"),
        "Nothing more to object: show the hints.",
        "Es ist nichts mehr auszusetzen: Zeige die Hinweise.",
    ),
    (
        Advice(None, 62, "guess", {"0": 62, "1": 8}, ("Hund", "Wolf")),
        "These fit the hints best: “Hund” (62 %) and “Wolf” (8 %).",
        "Am besten passen zu den Hinweisen: „Hund“ (62 %) und „Wolf“ (8 %).",
    ),
    (
        Advice(None, 99, "guess", {"0": 99}, ("Hund",)),
        "This fits the hints best: “Hund” (99 %).",
        "Am besten passt zu den Hinweisen: „Hund“ (99 %).",
    ),
    (
        Advice(None, 62, "guess_last", {"0": 12}, ("Hund",)),
        "Likeliest: “Hund” (12 %). On the last card a wrong answer costs nothing more.",
        "Am ehesten: „Hund“ (12 %). Auf der letzten Karte kostet eine falsche Antwort nichts weiter.",
    ),
    (
        Advice(None, None, "guess_last"),
        "Guess anything: on the last card a wrong answer costs nothing more.",
        "Rate irgendetwas: Auf der letzten Karte kostet eine falsche Antwort nichts weiter.",
    ),
    (
        Advice(None, None, "pass", {"0": 12}, ("Hund",)),
        "Better pass: nothing fits well enough, and a wrong answer costs another card. Likeliest: “Hund” (12 %).",
        "Lieber passen: Nichts passt gut genug, und eine falsche Antwort kostet noch eine Karte."
        " Am ehesten: „Hund“ (12 %).",
    ),
    (
        Advice(None, None, "pass_blind"),
        "Better pass: there is nothing to go by.",
        "Lieber passen: Es gibt keinen Anhaltspunkt.",
    ),
    (Advice(None, None, "next"), "On to the next card.", "Weiter zur nächsten Karte."),
]


@pytest.mark.parametrize(("advice", "english", "german"), ADVICE)
def test_tips(advice: Advice, english: str, german: str) -> None:
    assert words.describe_advice(advice, EN, NAMES) == english
    assert words.describe_advice(advice, DE, NAMES) == german


def test_every_tip_has_its_words_here() -> None:
    assert {advice.reason for advice, _english, _german in ADVICE} == REASONS


def test_what_a_series_has_counted() -> None:
    counts = {"made": 8, "passed": 1, "missed": 1, "lost_along": 1, "hints": 40, "struck": 5}
    assert words.describe_counts(counts, EN) == [
        "Cards played: 10; made 80.0 %, passed 10.0 %, missed 10.0 %; lost unplayed: 1",
        "Hints: 40; struck 12.5 %",
    ]
    assert words.describe_counts(dict.fromkeys(counts, 0), DE) == [
        "Gespielte Karten: 0; geschafft 0,0 %, gepasst 0,0 %, daneben 0,0 %; ungespielt verloren: 0",
        "Hinweise: 0; gestrichen 0,0 %",
    ]


def test_ratings_get_better() -> None:
    """From nothing to everything, no rating comes back once it was passed; an odd deck works too."""
    said = [words.rating(score, 13, EN) for score in range(14)]
    assert len(set(said)) == 6
    assert [one for one, other in pairwise([*said, ""]) if one != other] == list(dict.fromkeys(said))
    assert words.rating(0, 0, DE)


def test_half_a_deck_is_no_more_than_half() -> None:
    assert words.rating(5, 10, EN) == words.rating(6, 10, EN) == "Well done, at least half the deck."


def test_hint_lines() -> None:
    assert words.hint_line(Written(-1, "Fell"), EN, NAMES) == "“Fell”"
    assert words.hint_line(Written(1, "Fell"), EN, NAMES) == "Ben: “Fell”"
    assert words.hint_line(Written(1, "Fell", True, "same"), EN, NAMES) == "Ben: “Fell”, struck as equal"
    assert words.hint_line(Written(1, "Fell", True, "hand"), DE, NAMES) == "Ben: „Fell“, gestrichen"


def test_every_seat_is_told_what_to_do() -> None:
    """One sentence in each step for the guesser, the others and onlookers, different for those who act."""
    table = Table(4, "Hund", "Katze")
    said: list[tuple[str, ...]] = []

    def look() -> None:
        told = tuple(words.task(table.view(seat), EN, NAMES) for seat in (ANNA, BEN, None))
        assert all(told)
        assert told[0] != told[1]
        said.append(told)

    look()
    table.hints(ben="Leine")
    look()
    table.hints(carla="bellen", dora="Knochen")
    look()
    table.do(CARLA, Show())
    look()
    table.do(ANNA, Guess("Hund"))
    look()
    assert len({told[1] for told in said}) == 5
    assert words.task(Table(3, "Hund", two_hints=True).view(BEN), EN, NAMES).startswith("Write two different")


@pytest.mark.parametrize("rules", [short_rules, full_rules])
def test_rules_in_both_languages(rules: object) -> None:
    """Block by block of the same kind, each text translated, apart from the examples of words."""
    assert callable(rules)
    english, german = rules(EN), rules(DE)
    assert [type(block) for block in english] == [type(block) for block in german]
    for one, other in zip(english, german, strict=True):
        for here, there in zip(lines(one), lines(other), strict=True):
            assert here != there
    assert words.short_rules(EN)[0][0] == "What it is about"
    assert len(words.full_rules(DE)) > len(words.short_rules(DE))


@pytest.mark.parametrize("seats", [3, 5, 8])
def test_a_game_reads_as_a_story(seats: int) -> None:
    """Whoever sits wherever: no sentence without an end, none left with a gap, nothing told twice in a row."""
    played = play_game(GAME, META.complete({"cards": 8}, seats), seats, seats)
    for viewer in (*range(seats), None):
        port = played.session.onlooker() if viewer is None else played.session.port(viewer)
        for t in (DE, EN):
            told = [line for event in port.events() if (line := words.describe(event, t, NAMES)) is not None]
            assert all(line[-1] in ".!?”“" for line in told)
            assert not any("{" in line or "  " in line for line in told)
            assert sum(one == other for one, other in pairwise(told)) <= len(told) / 20
