"""Geheimer Brief in words: everything has a sentence in both languages, and the sentences read as a story."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import get_args

import pytest

from engine.core import catalog
from engine.core.game import Event
from engine.core.text import Texts, texts
from engine.games.letter import words
from engine.games.letter.model import (
    CardDrawn,
    CardPlayed,
    Deal,
    DuelFought,
    First,
    GuessAnswered,
    HandDealt,
    HandDiscarded,
    HandPeeked,
    HandReplaced,
    HandShown,
    HandsSwapped,
    LetterEvent,
    MatchEnded,
    Play,
    RoundEnded,
    RoundResult,
    RoundStarted,
    SeatEliminated,
    StarterDrawn,
    SwapSeen,
    TieAtGoal,
    TurnStarted,
)
from engine.games.letter.rules import GAME, plays
from engine.play.dealer import Dealer

NAMES = ("Anna", "Ben", "Carla", "Dora")
DE, EN = texts("de"), texts("en")

ROWS = ((1, 3), (4, 2), (5,), (1,))
LAST = RoundResult(1, 0, (2,), "last", (0, 0, 6, 0), ROWS, (0, 0, 1, 0))
HIGHEST = RoundResult(2, 0, (0,), "highest", (7, 5, 0, 0), ROWS, (1, 0, 0, 0))
ROW = RoundResult(3, 0, (1,), "row", (5, 5, 2, 0), ROWS, (0, 1, 0, 0))
SHARED = RoundResult(4, 0, (0, 1, 2), "shared", (1, 1, 1, 0), ((6,), (6,), (6,), ()), (1, 1, 1, 0))

# Each event with its sentence in English and in German; None: it has no line of its own.
SENTENCES: list[tuple[Event, str | None, str | None]] = [
    (StarterDrawn(seat=1), "The lot falls on Ben.", "Das Los fällt auf Ben."),
    (RoundStarted(number=2, starter=0, open_aside=(), stock=9), "Round 2: Anna begins.", "Runde 2: Anna beginnt."),
    (
        RoundStarted(number=1, starter=1, open_aside=(3, 5, 2), stock=9),
        "Round 1: Ben begins. Set aside face up: 3, 5 and 2.",
        "Runde 1: Ben beginnt. Offen beiseite: 3, 5 und 2.",
    ),
    (
        RoundStarted(number=1, starter=1, open_aside=(3,), stock=9),
        "Round 1: Ben begins. Set aside face up: 3.",
        "Runde 1: Ben beginnt. Offen beiseite: 3.",
    ),
    (HandDealt(seat=0, card=8), "Anna is dealt the 8.", "Anna bekommt die 8."),
    (TurnStarted(seat=0, stock=3), None, None),
    (TurnStarted(seat=0, stock=3, shield_ended=True), "Anna is no longer protected.", "Anna ist nicht mehr geschützt."),
    (CardDrawn(seat=0, card=1), "Anna draws the 1.", "Anna zieht die 1."),
    (
        CardPlayed(seat=2, card=1, target=0, guess=8),
        "Carla plays Guess (1) against Anna: “8?”",
        "Carla spielt Raten (1) gegen Anna: „8?“",
    ),
    (
        CardPlayed(seat=2, card=2, target=0),
        "Carla plays Peek (2) and looks at the card of Anna.",
        "Carla spielt Spähen (2) und sieht sich die Karte von Anna an.",
    ),
    (CardPlayed(seat=0, card=3, target=1), "Anna plays Duel (3) against Ben.", "Anna spielt Duell (3) gegen Ben."),
    (
        CardPlayed(seat=0, card=4),
        "Anna plays Shield (4) and is protected.",
        "Anna spielt Schild (4) und ist geschützt.",
    ),
    (
        CardPlayed(seat=0, card=5, target=1),
        "Anna plays Restart (5) against Ben.",
        "Anna spielt Neustart (5) gegen Ben.",
    ),
    (
        CardPlayed(seat=0, card=5, target=0),
        "Anna plays Restart (5) on their own hand.",
        "Anna spielt Neustart (5) auf die eigene Hand.",
    ),
    (
        CardPlayed(seat=0, card=6, target=1),
        "Anna plays Swap (6) and exchanges hands with Ben.",
        "Anna spielt Tausch (6) und tauscht die Handkarte mit Ben.",
    ),
    (CardPlayed(seat=0, card=7), "Anna plays Veil (7).", "Anna spielt Schleier (7)."),
    (CardPlayed(seat=0, card=8), "Anna plays Letter (8).", "Anna spielt Brief (8)."),
    (
        CardPlayed(seat=0, card=3),
        "Anna plays Duel (3). Nobody can be chosen, so nothing happens.",
        "Anna spielt Duell (3). Niemand kann gewählt werden, also passiert nichts.",
    ),
    (GuessAnswered(seat=0, target=1, guess=8, right=True), "Right.", "Richtig."),
    (GuessAnswered(seat=0, target=1, guess=8, right=False), "“No,” says Ben.", "„Nein“, sagt Ben."),
    (HandShown(viewer=0, holder=1, card=5), "Anna sees: Ben has the 5.", "Anna sieht: Ben hat die 5."),
    (HandPeeked(seat=0, target=1), None, None),
    (DuelFought(seat=0, target=1), "The duel ends in a tie.", "Das Duell endet unentschieden."),
    (DuelFought(seat=0, target=1, loser=1), "Ben loses the duel.", "Ben verliert das Duell."),
    (HandsSwapped(seat=0, target=1), None, None),
    (
        SwapSeen(seat=0, other=1, gave=2, got=7),
        "Now Anna has the 7 and Ben the 2.",
        "Jetzt hat Anna die 7 und Ben die 2.",
    ),
    (
        SwapSeen(seat=1, other=0, gave=7, got=2),
        "Now Anna has the 7 and Ben the 2.",
        "Jetzt hat Anna die 7 und Ben die 2.",
    ),
    (
        HandDiscarded(seat=1, card=5),
        "Ben discards the 5 and takes a new card.",
        "Ben legt die 5 ab und bekommt eine neue Karte.",
    ),
    (HandDiscarded(seat=1, card=8), None, None),
    (HandReplaced(seat=1), None, None),
    (
        HandReplaced(seat=1, from_aside=True),
        "The stock is empty, so Ben gets the card set aside face down at the start.",
        "Der Ziehstapel ist leer, also bekommt Ben die Karte, die zu Beginn verdeckt beiseitegelegt wurde.",
    ),
    (
        SeatEliminated(seat=1, card=8),
        "Ben lays down the 8 and is out.",
        "Ben legt die 8 offen hin und scheidet aus.",
    ),
    (
        RoundEnded(result=LAST, points=(0, 0, 1, 0)),
        "Carla wins round 1. Nobody else is left.",
        "Carla gewinnt Runde 1. Sonst ist niemand mehr übrig.",
    ),
    (
        RoundEnded(result=HIGHEST, points=(1, 0, 1, 0)),
        "Anna wins round 2. The stock is empty, and Anna has the highest card: Anna 7, Ben 5.",
        "Anna gewinnt Runde 2. Der Ziehstapel ist leer, und Anna hat die höchste Karte: Anna 7, Ben 5.",
    ),
    (
        RoundEnded(result=ROW, points=(1, 1, 1, 0)),
        "Ben wins round 3. The stock is empty. Anna and Ben hold the same highest card (5), but the row of Ben is"
        " worth most: Anna 4, Ben 6.",
        "Ben gewinnt Runde 3. Der Ziehstapel ist leer. Anna und Ben haben die gleiche höchste Karte (5), aber die"
        " Reihe von Ben zählt am meisten: Anna 4, Ben 6.",
    ),
    (
        RoundEnded(result=SHARED, points=(2, 2, 2, 0)),
        "Anna, Ben and Carla share round 4. The stock is empty. Anna, Ben and Carla hold the same highest card (1),"
        " and their rows are worth the same (6).",
        "Anna, Ben und Carla gewinnen Runde 4 gemeinsam. Der Ziehstapel ist leer. Anna, Ben und Carla haben die"
        " gleiche höchste Karte (1), und auch ihre Reihen zählen gleich viel (6).",
    ),
    (
        TieAtGoal(contenders=(0, 1)),
        "Anna and Ben reach the goal together. Whoever of them next scores alone wins.",
        "Anna und Ben erreichen das Ziel gemeinsam. Es gewinnt, wer von ihnen als Nächstes allein punktet.",
    ),
    (
        MatchEnded(points=(7, 3), winners=(0,)),
        "Anna wins the match with 7 points.",
        "Anna gewinnt die Partie mit 7 Punkten.",
    ),
    (
        MatchEnded(points=(1, 0), winners=(0,)),
        "Anna wins the match with 1 point.",
        "Anna gewinnt die Partie mit 1 Punkt.",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("event", "english", "german"), SENTENCES)
def test_sentences(event: Event, english: str | None, german: str | None) -> None:
    assert words.describe(event, EN, NAMES) == english
    assert words.describe(event, DE, NAMES) == german


def test_every_event_has_its_words_here() -> None:
    assert {type(event) for event, _english, _german in SENTENCES} == set(get_args(LetterEvent))


def test_names_are_taken_as_they_are() -> None:
    odd = ("{name}", "%s", "„Böse“ {0}", "<b>")
    for t in (DE, EN):
        for event, _english, _german in SENTENCES:
            words.describe(event, t, odd)
    assert words.describe(HandDealt(seat=0, card=3), EN, odd) == "{name} is dealt the 3."
    assert words.describe(DuelFought(seat=0, target=1, loser=2), DE, odd) == "„Böse“ {0} verliert das Duell."


def test_cards() -> None:
    english = ["Guess", "Peek", "Duel", "Shield", "Restart", "Swap", "Veil", "Letter"]
    german = ["Raten", "Spähen", "Duell", "Schild", "Neustart", "Tausch", "Schleier", "Brief"]
    assert [words.card_name(card, EN) for card in range(1, 9)] == english
    assert [words.card_name(card, DE) for card in range(1, 9)] == german
    for card in range(1, 9):
        here, there = words.card_text(card, EN), words.card_text(card, DE)
        assert here.endswith(".")
        assert there.endswith(".")
        assert here != there
        assert len(there) < 160


def test_moves() -> None:
    said = {
        Play(1, 1, 8): ("Guess (1) at Ben: 8", "Raten (1) bei Ben: 8"),
        Play(2, 1): ("Peek (2) at Ben", "Spähen (2) bei Ben"),
        Play(3, 1): ("Duel (3) against Ben", "Duell (3) gegen Ben"),
        Play(3): ("Duel (3) without effect", "Duell (3) ohne Wirkung"),
        Play(4): ("Shield (4)", "Schild (4)"),
        Play(5, 0): ("Restart (5) against Anna", "Neustart (5) gegen Anna"),
        Play(6, 2): ("Swap (6) with Carla", "Tausch (6) mit Carla"),
        Play(7): ("Veil (7)", "Schleier (7)"),
        Play(8): ("Letter (8)", "Brief (8)"),
    }
    for move, (english, german) in said.items():
        assert words.describe_move(move, EN, NAMES) == english
        assert words.describe_move(move, DE, NAMES) == german


@pytest.mark.parametrize("t", [DE, EN], ids=["de", "en"])
def test_different_moves_read_differently(t: Texts) -> None:
    moves = {
        move for first in range(1, 9) for second in range(1, 9) for targets in range(16)
        for move in plays(first, second, 0, targets & ~1)
    }  # fmt: skip
    assert len({words.describe_move(move, t, NAMES) for move in moves}) == len(moves)


def test_rules_on_one_page() -> None:
    here, there = words.short_rules(EN), words.short_rules(DE)
    assert len(here) == len(there)
    for (english, one), (german, other) in zip(here, there, strict=True):
        assert english != german
        assert one != other
    for t, page in ((EN, here), (DE, there)):
        whole = "\n".join(f"{heading}\n{paragraph}" for heading, paragraph in page)
        assert 1500 < len(whole) < 4000
        assert all(f"{words.card_name(card, t)} ({card}) – " in whole for card in range(1, 9))


def test_german_is_complete() -> None:
    """No sentence is left in English."""
    for event, english, german in SENTENCES:
        assert (english is None) == (german is None)
        assert english is None or english != german, event


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_match_reads_as_a_story(seats: int) -> None:
    """Whoever sits wherever: nothing told twice in a row, no sentence without an end, none left untranslated."""
    rng = random.Random(seats)
    dealer = Dealer(seats)
    options = catalog.meta("letter").complete({"goal": 3}, seats)
    state = GAME.setup(options, seats)
    events: list[Event] = []
    while awaited := GAME.awaited(state):
        actor = awaited[0]
        move: Play | Deal | First
        move = dealer.deal(GAME.draw(state)) if actor is None else rng.choice(GAME.legal(state, actor))
        step = GAME.apply(state, actor, move)
        state = step.state
        events += step.events
    for viewer in (None, *range(seats)):
        seen = [event for event in events if event.visible_to(viewer)]
        for t in (DE, EN):
            told = [(event, line) for event in seen if (line := words.describe(event, t, NAMES)) is not None]
            lines = [line for _event, line in told]
            for (event, line), (_next, following) in pairwise(told):
                # By a restart and then for the own turn, one may draw the same value twice.
                assert line != following or isinstance(event, CardDrawn)
            assert all(line[-1] in ".“”" for line in lines)
            assert not any("{" in line or "  " in line for line in lines)
