"""Valknut in words: everything has a sentence in both languages, and the sentences read as a story."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import get_args

import pytest

from engine.core import catalog
from engine.core.game import Event
from engine.core.rulebook import CardNote, sections
from engine.core.text import Texts, texts
from engine.games.valknut import rulebook, words
from engine.games.valknut.advice import REASONS
from engine.games.valknut.model import (
    CODES,
    Bid,
    BidMade,
    BidNoted,
    BuriedSeen,
    Bury,
    CardBuried,
    CardDrawn,
    CardGiven,
    CardPlayed,
    CardStolen,
    DealerDrawn,
    DrawCard,
    DrawnSeen,
    Give,
    GivenSeen,
    HandDealt,
    LeadPassed,
    MatchEnded,
    Pass,
    Play,
    PlayBegun,
    PowerForgone,
    RoundEnded,
    RoundResult,
    RoundStarted,
    StealCard,
    StealTrick,
    StolenSeen,
    TrickDestroyed,
    TrickStolen,
    TrickWon,
    TrumpTurned,
    ValknutEvent,
    ValknutMove,
)
from engine.games.valknut.rules import GAME
from engine.play.dealer import Dealer
from tests.games.valknut.table import endgame

NAMES = ("Anna", "Ben", "Carla")
DE, EN = texts("de"), texts("en")

RESULT = RoundResult(2, 0, (4, 1, 6), (4, 3, 2), 2, (14, 3, 2), (0,))
BOTH = RoundResult(3, 1, (4, 4, 1), (4, 4, 2), 1, (14, 14, 2), (0, 1))
NOBODY = RoundResult(4, 1, (1, 5), (9, 6), 0, (9, 6), (0,))

# Each event with its sentence in English and in German; None: it has no line of its own.
SENTENCES: list[tuple[Event, str, str]] = [
    (DealerDrawn(seat=1), "Ben is drawn to deal.", "Ben ist zum Geben ausgelost."),
    (
        RoundStarted(number=1, dealer=0, cards=15, trump="W7", stock=11),
        "Round 1: Anna deals. Wolf 7 is turned. Trump: Wolf.",
        "Runde 1: Anna gibt. Aufgedeckt wird Wolf 7. Trumpf: Wolf.",
    ),
    (
        RoundStarted(number=2, dealer=1, cards=11, trump="N", stock=8),
        "Round 2: Ben deals. Rune N is turned. No trump.",
        "Runde 2: Ben gibt. Aufgedeckt wird Rune N. Kein Trumpf.",
    ),
    (
        HandDealt(seat=0, cards=("A1", "V", "N")),
        "Anna is dealt: Axe 1, Valknut, Rune N.",
        "Anna bekommt: Axt 1, Valknut, Rune N.",
    ),
    (BidMade(seat=0), "Anna has bid.", "Anna hat angesagt."),
    (BidNoted(seat=0, tricks=1), "Anna notes down 1 trick.", "Anna notiert 1 Stich."),
    (BidNoted(seat=0, tricks=4), "Anna notes down 4 tricks.", "Anna notiert 4 Stiche."),
    (PlayBegun(leader=1), "All bids are made. Ben leads.", "Alle haben angesagt. Ben spielt aus."),
    (CardPlayed(seat=0, card="S4", led=True), "Anna leads Ship 4.", "Anna spielt Schiff 4 aus."),
    (CardPlayed(seat=0, card="R9"), "Anna plays Raven 9.", "Anna spielt Rabe 9."),
    (
        CardDrawn(seat=0),
        "Anna takes the top card of the stock.",
        "Anna nimmt die oberste Karte vom Stapel.",
    ),
    (DrawnSeen(seat=0, card="V"), "Anna has drawn Valknut.", "Anna hat Valknut gezogen."),
    (CardBuried(seat=0), "Anna puts a card under the stock.", "Anna legt eine Karte unter den Stapel."),
    (
        BuriedSeen(seat=0, card="N"),
        "Under the stock lies Rune N now.",
        "Unter dem Stapel liegt jetzt Rune N.",
    ),
    (TrickWon(seat=0, card="W1"), "Anna wins the trick with Wolf 1.", "Anna gewinnt den Stich mit Wolf 1."),
    (TrickDestroyed(opener=0), "The trick is destroyed.", "Der Stich ist zerstört."),
    (
        TrumpTurned(card="R3", old="W7"),
        "Two Valknuts: Raven 3 is turned. Trump: Raven.",
        "Zwei Valknut: Aufgedeckt wird Rabe 3. Trumpf: Rabe.",
    ),
    (TrickStolen(seat=0, victim=1), "Anna steals a trick from Ben.", "Anna stiehlt einen Stich von Ben."),
    (
        CardStolen(seat=0, victim=1),
        "Anna takes a card from Ben unseen.",
        "Anna nimmt blind eine Karte von Ben.",
    ),
    (StolenSeen(seat=0, victim=1, card="A5"), "Axe 5 goes from Ben to Anna.", "Axt 5 geht von Ben an Anna."),
    (CardGiven(seat=0, victim=1), "Anna gives Ben a card back.", "Anna gibt Ben eine Karte zurück."),
    (GivenSeen(seat=0, victim=1, card="A4"), "Axe 4 goes from Anna to Ben.", "Axt 4 geht von Anna an Ben."),
    (PowerForgone(seat=0, number=3), "Anna makes no use of the 3.", "Anna nutzt die 3 nicht."),
    (LeadPassed(seat=0, reason="valknut"), "Anna leads again.", "Anna spielt wieder aus."),
    (
        LeadPassed(seat=0, reason="rune"),
        "By the Rune N, Anna leads next.",
        "Durch die Rune N spielt als Nächstes Anna aus.",
    ),
    (
        LeadPassed(seat=0, reason="nine"),
        "By the 9, Anna leads next.",
        "Durch die 9 spielt als Nächstes Anna aus.",
    ),
    (
        RoundEnded(result=RESULT, points=(14, 1, 2)),
        "Round 2 is over. Anna: bid 4, holds 4, 14 points. Ben: bid 1, holds 3, 3 points. Carla: bid 6, holds 2,"
        " 2 points.",
        "Runde 2 ist vorbei. Anna: angesagt 4, Stiche 4, 14 Punkte. Ben: angesagt 1, Stiche 3, 3 Punkte. Carla:"
        " angesagt 6, Stiche 2, 2 Punkte.",
    ),
    (
        MatchEnded(points=(51, 20, 3), winners=(0,), reason="points"),
        "Anna wins the match with 51 points.",
        "Anna gewinnt die Partie mit 51 Punkten.",
    ),
    (
        MatchEnded(points=(51, 51, 3), winners=(1,), reason="bonuses"),
        "Ben wins the match with 51 points. More exact bids decide the tie.",
        "Ben gewinnt die Partie mit 51 Punkten. Bei Gleichstand entscheiden mehr genaue Ansagen.",
    ),
    (
        MatchEnded(points=(51, 51, 3), winners=(1,), reason="tricks"),
        "Ben wins the match with 51 points. More tricks in the last round decide the tie.",
        "Ben gewinnt die Partie mit 51 Punkten. Bei Gleichstand entscheiden mehr Stiche in der letzten Runde.",
    ),
    (
        MatchEnded(points=(51, 51, 3), winners=(0, 1), reason="shared"),
        "Anna and Ben share the match with 51 points each.",
        "Anna und Ben gewinnen die Partie gemeinsam mit je 51 Punkten.",
    ),
]


@pytest.mark.parametrize(("event", "english", "german"), SENTENCES)
def test_sentences(event: Event, english: str, german: str) -> None:
    assert words.describe(event, EN, NAMES) == english
    assert words.describe(event, DE, NAMES) == german


def test_every_event_has_its_words_here() -> None:
    assert {type(event) for event, _english, _german in SENTENCES} == set(get_args(ValknutEvent))


def test_names_are_taken_as_they_are() -> None:
    odd = ("{name}", "%s", "„Böse“ {0}")
    for t in (DE, EN):
        for event, _english, _german in SENTENCES:
            words.describe(event, t, odd)
    assert words.describe(BidMade(seat=0), EN, odd) == "{name} has bid."


def test_cards() -> None:
    assert [words.card_name(code, EN) for code in ("A1", "S2", "R3", "W9", "V", "N")] == [
        "Axe 1",
        "Ship 2",
        "Raven 3",
        "Wolf 9",
        "Valknut",
        "Rune N",
    ]
    assert [words.card_label(code, DE) for code in ("A1", "S2", "R3", "W9", "V", "N")] == [
        "Axt 1",
        "Schiff 2",
        "Rabe 3",
        "Wolf 9",
        "Valknut",
        "Rune N",
    ]
    for t in (DE, EN):
        assert len({words.card_name(code, t) for code in CODES}) == 38
        for code in CODES:
            special = code in ("V", "N") or code[1] in "1369"
            assert bool(words.card_text(code, t)) == special
            assert len(words.card_text(code, t)) < 160
    assert words.card_text("V", DE) != words.card_text("V", EN)


def test_moves() -> None:
    said: dict[ValknutMove, tuple[str, str]] = {
        Bid(0): ("Bid 0 tricks", "0 Stiche ansagen"),
        Bid(1): ("Bid 1 trick", "1 Stich ansagen"),
        Play("A5"): ("Axe 5", "Axt 5"),
        DrawCard(): ("Take the top card", "Die oberste Karte nehmen"),
        Pass(): ("Forgo it", "Darauf verzichten"),
        Bury("V"): ("Valknut under the stock", "Valknut unter den Stapel"),
        StealTrick(1): ("Steal a trick from Ben", "Einen Stich von Ben stehlen"),
        StealCard(2): ("Take a card from Carla", "Eine Karte von Carla nehmen"),
        Give("W3"): ("Give back Wolf 3", "Wolf 3 zurückgeben"),
    }
    for move, (english, german) in said.items():
        assert words.describe_move(move, EN, NAMES) == english
        assert words.describe_move(move, DE, NAMES) == german
    assert {type(move) for move in said} == set(get_args(ValknutMove))


def test_results() -> None:
    assert words.round_won(RESULT, EN, NAMES) == "Anna has the most points in round 2."
    assert words.round_won(BOTH, DE, NAMES) == "Anna und Ben haben die meisten Punkte in Runde 3."
    assert words.round_reason(RESULT, EN, NAMES) == "Anna met the bid exactly. 2 tricks were destroyed."
    assert words.round_reason(BOTH, DE, NAMES) == (
        "Anna und Ben haben ihre Ansage genau getroffen. 1 Stich wurde zerstört."
    )
    assert words.round_reason(NOBODY, EN, NAMES) == "Nobody met the bid."


@pytest.mark.parametrize("reason", sorted(REASONS))
def test_every_tip_has_its_words(reason: str) -> None:
    from engine.bots.base import Advice

    numbers = {"need": 2, "mean": 52, "spread": 13, "percent": 48}
    advice = Advice(Play("A5"), 40, reason, numbers)
    english, german = (words.describe_advice(advice, t, NAMES) for t in (EN, DE))
    assert english.startswith("Axe 5. ")
    assert german.startswith("Axt 5. ")
    assert english.endswith(".")
    assert german.endswith(".")
    assert english[6:] != german[6:]
    assert "{" not in english + german


# Rules ----------------------------------------


def test_rules_on_one_page() -> None:
    here, there = words.short_rules(EN), words.short_rules(DE)
    assert len(here) == len(there)
    for (english, one), (german, other) in zip(here, there, strict=True):
        assert english != german
        assert one != other
    for page in (here, there):
        assert 1500 < len("\n".join(f"{heading}\n{paragraph}" for heading, paragraph in page)) < 4000


def test_rules_in_full() -> None:
    here, there = words.full_rules(EN), words.full_rules(DE)
    assert len(here) == len(there) >= 9
    for (_english, one), (_german, other) in zip(here, there, strict=True):
        assert one != other
    notes = [b.card for s in sections(rulebook.full_rules(EN)) for b in s.blocks if isinstance(b, CardNote)]
    assert notes == ["V", "N", "A1", "A3", "A6", "A9"]


def test_the_examples_are_played_by_the_rules() -> None:
    """Trump is Wolf; Anna leads Raven 9, Ben plays Wolf 1 (or Rune N)."""
    table = endgame("R9 S1", "W1 S2 N", trump="W5", leader=0, tricks=(2, 0))
    table.play("R9", "W1")
    assert table.happened(TrickWon) == [TrickWon(seat=1, card="W1")]
    assert table.choices() == [StealTrick(0), Pass()]
    table = endgame("R9 S1", "N S2", trump="W5", leader=0, tricks=(2, 0))
    table.play("R9", "N")
    assert table.happened(TrickWon) == [TrickWon(seat=0, card="R9")]
    assert table.state.turn == 1


def test_german_is_complete() -> None:
    for event, english, german in SENTENCES:
        assert english != german, event


@pytest.mark.parametrize("seats", [2, 3])
def test_a_match_reads_as_a_story(seats: int) -> None:
    """Whoever sits wherever: nothing told twice in a row, no sentence without an end, none left untranslated."""
    rng = random.Random(seats)
    dealer = Dealer(seats)
    options = catalog.meta("valknut").complete({"max_rounds": 4}, seats)
    state = GAME.setup(options, seats)
    events: list[Event] = []
    while awaited := GAME.awaited(state):
        actor = awaited[0]
        move = dealer.deal(GAME.draw(state)) if actor is None else rng.choice(list(GAME.legal(state, actor)))
        step = GAME.apply(state, actor, move)
        state = step.state
        events += step.events
    for viewer in (None, *range(seats)):
        seen = [event for event in events if event.visible_to(viewer)]
        for t in (DE, EN):
            lines = [words.describe(event, t, NAMES) for event in seen]
            told = [line for line in lines if line is not None]
            assert all(one != following for one, following in pairwise(told))
            assert all(line.endswith(".") for line in told)
            assert not any("{" in line or "  " in line for line in told)


@pytest.mark.parametrize("t", [DE, EN], ids=["de", "en"])
def test_different_moves_read_differently(t: Texts) -> None:
    moves: list[ValknutMove] = [*(Bid(n) for n in range(16)), *(Play(code) for code in CODES)]
    moves += [DrawCard(), Pass(), *(Bury(code) for code in CODES), *(Give(code) for code in CODES)]
    moves += [move for seat in range(3) for move in (StealTrick(seat), StealCard(seat))]
    assert len({words.describe_move(move, t, NAMES) for move in moves}) == len(moves)
