"""The guided first match, played through a real session: it is legal, it does what it says, and it can be left."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from engine.core.chance import Draw
from engine.core.errors import OptionError
from engine.core.game import Event
from engine.core.lesson import Guide, LessonStep, Phase, Reply, lesson
from engine.core.text import texts
from engine.games.letter.lesson import BOT, LESSON, SECOND_DECK, YOU
from engine.games.letter.model import (
    CardDrawn,
    CardPlayed,
    DuelFought,
    GuessAnswered,
    HandDiscarded,
    HandReplaced,
    HandShown,
    HandsSwapped,
    Play,
    RoundEnded,
    SeatEliminated,
    SwapSeen,
)
from engine.games.letter.rules import GAME
from engine.play.dealer import Dealer
from engine.play.session import Action, SeatInfo, Session
from tests.strategies import play_on

NAMES = ("Anna", "Ben")
STEPS = range(len(LESSON.steps))


class GuidedDealer(Dealer):
    """Draws what the lesson says, and by itself when it says nothing."""

    def __init__(self, match: GuidedMatch) -> None:
        super().__init__("lesson")
        self._match = match
        self.own = 0

    def deal(self, draw: Draw) -> Any:
        move = self._match.guide.chance(self._match.actions)
        if move is None:
            self.own += 1
            return super().deal(draw)
        return move


class GuidedMatch:
    """Anna learns, Ben is the bot. Bots are replaced by the script or by the first legal move."""

    def __init__(self) -> None:
        self.guide = Guide(LESSON)
        self.dealer = GuidedDealer(self)
        self.session: Session | None = None
        seats = [SeatInfo("Anna"), SeatInfo("Ben", f"bot:{LESSON.bot}")]
        self.session = Session(GAME, dict(LESSON.options), seats, self.dealer)
        self.session.start()

    @property
    def actions(self) -> tuple[Action, ...]:
        return self.session.actions if self.session is not None else ()

    def open(self) -> Session:
        assert self.session is not None
        return self.session

    def play(self, seat: int, move: Play) -> list[Event]:
        """*seat* plays; all events of that move alone."""
        session = self.open()
        before = session.revision
        session.port(seat).submit(move, before)
        return [event for at, event in session._events if at == before + 1]

    def reply(self) -> None:
        """Ben makes the scripted moves until Anna is to move."""
        session = self.open()
        while session.awaited == (BOT,):
            move = self.guide.bot_move(self.actions, BOT)
            assert move is not None
            assert self.guide.suggestion(self.actions) is None
            assert move in session.port(BOT).choices()
            self.play(BOT, move)

    def step(self) -> LessonStep:
        """The decision that is due."""
        step = self.guide.suggestion(self.actions)
        assert step is not None
        return step

    def to_step(self, index: int) -> LessonStep:
        """Follow the script up to Anna's decision *index*."""
        for _done in range(index):
            self.play(YOU, self.step().move)
            self.reply()
        assert self.step() is LESSON.steps[index]
        return self.step()


def finished() -> GuidedMatch:
    """A match in which the whole script has been played."""
    match = GuidedMatch()
    match.to_step(STEPS[-1])
    match.play(YOU, match.step().move)
    return match


# The script ----------------------------------------


def test_the_script_can_be_played() -> None:
    """Deals, replies and suggestions are accepted one after the other; two rounds, both Anna's; the match goes on."""
    match = finished()
    session = match.open()
    played = [(LESSON.actor(scene), scene.move) for scene in LESSON.script]
    # Behind the script the third round has been dealt, by the dealer itself.
    assert [(action.actor, action.move) for action in match.actions[:-1]] == played
    assert match.dealer.own == 1
    assert match.guide.phase(match.actions) is Phase.DONE
    view = session.port(YOU).view()
    assert view.points == (2, 0)
    assert [result.reason for result in view.rounds] == ["last", "highest"]
    assert not session.over
    assert session.options["goal"] == 3
    play_on(session, random.Random("on"))
    assert session.over


def test_there_is_as_much_to_do_as_the_issue_asks_for() -> None:
    """Six to eight decisions; everything but the 8 is played by the learner."""
    assert 6 <= len(LESSON.steps) <= 8
    assert {step.move.card for step in LESSON.steps} == set(range(1, 8))
    assert all(isinstance(scene.move, Play) for scene in LESSON.script if isinstance(scene, Reply))


EFFECTS: tuple[tuple[Event, ...], ...] = (
    (CardPlayed(YOU, 1, BOT, 5), GuessAnswered(YOU, BOT, 5, False)),
    (CardPlayed(YOU, 2, BOT), HandShown(YOU, BOT, 2, audience=(YOU,))),
    (CardPlayed(YOU, 3, BOT), DuelFought(YOU, BOT, BOT), SeatEliminated(BOT, 2)),
    (CardPlayed(YOU, 4),),
    (CardPlayed(YOU, 7),),
    (
        CardPlayed(YOU, 5, BOT),
        HandDiscarded(BOT, 3),
        HandReplaced(BOT),
        CardDrawn(BOT, 8, audience=(BOT,)),
    ),
    (CardPlayed(YOU, 2, BOT), HandShown(YOU, BOT, 8, audience=(YOU,))),
    (CardPlayed(YOU, 6, BOT), HandsSwapped(YOU, BOT), SwapSeen(YOU, BOT, 3, 8, audience=(YOU,))),
)
"""What each decision does, as its sentences tell."""

HANDS = ((3, 1), (3, 2), (3, 5), (5, 4), (5, 7), (5, 3), (3, 2), (3, 6))
"""The learner's hand at each decision (kept, drawn), as the sentences tell."""


@pytest.mark.parametrize("index", STEPS)
def test_each_step_is_legal_and_does_what_is_said(index: int) -> None:
    """The hand is the one told, the move is among the choices, and it has the told effect."""
    match = GuidedMatch()
    step = match.to_step(index)
    port = match.open().port(YOU)
    assert port.view().hand == HANDS[index]
    assert step.move in port.choices()
    events = match.play(YOU, step.move)
    assert [event for event in EFFECTS[index] if event not in events] == []


def test_what_the_sentences_say_of_the_table() -> None:
    """Open cards, the only choice, the shield, the bot's wrong guesses, the end of both rounds."""
    match = GuidedMatch()
    port = match.open().port(YOU)
    view = port.view()
    assert sorted(view.open_aside) == [1, 4, 4]  # both 4s lie open, no 5 does
    match.to_step(1)
    assert GuessAnswered(BOT, YOU, 8, False) in port.events()
    match.play(YOU, match.step().move)
    match.reply()
    assert match.open()._states[-1].hands[BOT] == 2  # the 2 is still there
    events = match.play(YOU, match.step().move)
    ends = [event for event in events if isinstance(event, RoundEnded)]
    assert [(end.result.winners, end.result.reason) for end in ends] == [((YOU,), "last")]
    assert port.view().starter == YOU
    match.play(YOU, match.step().move)
    assert port.view().shielded[YOU]
    assert [move for move in match.open().port(BOT).choices() if move.target == YOU] == []
    match.reply()
    assert not port.view().shielded[YOU]
    assert list(port.choices()) == [Play(7)]
    match.play(YOU, match.step().move)
    match.reply()
    assert match.open().port(BOT).view().known[YOU] == 5  # Ben has peeked
    match.play(YOU, match.step().move)
    assert match.open().port(BOT).view().known[YOU] == 0  # and knows it no more
    match.reply()
    match.play(YOU, match.step().move)
    match.reply()
    assert port.view().stock == 0
    assert port.view().known[BOT] == 8
    events = match.play(YOU, match.step().move)
    (end,) = (event for event in events if isinstance(event, RoundEnded))
    assert (end.result.hands, end.result.reason) == ((8, 3), "highest")


# Leaving it ----------------------------------------

FORCED = 4
"""The step at which the 7 must be played."""


@pytest.mark.parametrize("index", [index for index in STEPS if index != FORCED])
def test_one_can_go_another_way_at_every_step(index: int) -> None:
    """Any other move ends the guiding; nothing is arranged any more, and the match can be played to its end."""
    reference = GuidedMatch()
    step = reference.to_step(index)
    others = [move for move in reference.open().port(YOU).choices() if move != step.move]
    assert others
    for other in others:
        match = GuidedMatch()
        match.to_step(index)
        match.play(YOU, other)
        assert match.guide.phase(match.actions) is Phase.LEFT
        assert match.guide.suggestion(match.actions) is None
        assert match.guide.bot_move(match.actions, BOT) is None
        assert match.guide.chance(match.actions) is None
        assert match.guide.sentences(match.actions) == (LESSON.parting,)
        session = match.open()
        deals = len(session.actions)
        play_on(session, random.Random(f"{index} {other}"))
        assert session.over
        assert SECOND_DECK not in [action.move for action in session.actions[deals:]]
        assert match.dealer.own > 0
        assert match.guide.sentences(match.actions) == ()


def test_the_forced_step_leaves_no_other_way() -> None:
    """Beside the 5 the 7 is the only move, so there is nothing to deviate to."""
    match = GuidedMatch()
    step = match.to_step(FORCED)
    assert list(match.open().port(YOU).choices()) == [step.move]


def test_a_move_taken_back_brings_the_guide_back() -> None:
    """The guide has no memory: after an undo it goes on where the script was left."""
    match = GuidedMatch()
    step = match.to_step(1)
    session = match.open()
    at = session.revision
    match.play(YOU, Play(3, BOT))
    assert match.guide.phase(match.actions) is Phase.LEFT
    session.rewind(at)
    assert match.step() is step
    match.play(YOU, step.move)
    match.reply()
    assert match.step() is LESSON.steps[2]


def test_a_bot_that_does_not_follow_ends_the_script() -> None:
    """The guide follows what was played, whoever played it."""
    match = GuidedMatch()
    match.play(YOU, match.step().move)
    other = next(move for move in match.open().port(BOT).choices() if move != Play(1, YOU, 8))
    match.play(BOT, other)
    assert match.guide.phase(match.actions) is Phase.LEFT


def test_a_move_counts_only_for_its_actor() -> None:
    """The right move made by another seat is not the script's."""
    script = [Action(LESSON.actor(scene), scene.move) for scene in LESSON.script[:3]]
    guide = Guide(LESSON)
    assert guide.phase(script) is Phase.GUIDED
    assert guide.phase([*script[:2], Action(BOT, script[2].move)]) is Phase.LEFT


def test_only_the_bot_asked_for_replies() -> None:
    """A reply belongs to its seat."""
    match = GuidedMatch()
    match.play(YOU, match.step().move)
    assert match.guide.bot_move(match.actions, BOT) == Play(1, YOU, 8)
    assert match.guide.bot_move(match.actions, YOU) is None


# Words ----------------------------------------


def test_what_is_read_when() -> None:
    """Welcome and first step; what a move did while the bot thinks; then also the next step; closing; nothing."""
    match = GuidedMatch()
    steps = LESSON.steps

    def now() -> Sequence[str]:
        return match.guide.sentences(match.actions)

    assert now() == (LESSON.welcome, steps[0].say)
    for index in STEPS[:-1]:
        match.play(YOU, match.step().move)
        if match.open().awaited == (BOT,):
            assert now() == (steps[index].after,)
        match.reply()
        assert now() == (steps[index].after, steps[index + 1].say)
    match.play(YOU, match.step().move)
    assert now() == (steps[-1].after, LESSON.closing)
    session = match.open()
    if session.awaited == (BOT,):
        match.play(BOT, session.port(BOT).choices()[0])
        assert now() == (steps[-1].after, LESSON.closing)
    while session.awaited != (YOU,):
        match.play(BOT, session.port(BOT).choices()[0])
    match.play(YOU, session.port(YOU).choices()[0])
    assert now() == ()


def messages() -> list[str]:
    """Every message of the lesson."""
    spoken = [text for step in LESSON.steps for text in (step.say, step.after)]
    return [LESSON.welcome, *spoken, LESSON.closing, LESSON.parting]


def test_messages_are_different_and_short() -> None:
    """At most two sentences and a half page of a small panel each; none twice."""
    assert len(set(messages())) == len(messages()) == 2 * len(LESSON.steps) + 3
    assert [text for text in messages() if len(text) > 220] == []


@pytest.mark.parametrize("language", ["de", "en"])
def test_messages_in_both_languages(language: str) -> None:
    """Each is translated, and the bot's name stands in it."""
    t = texts(language)
    for message in messages():
        text = LESSON.text(message, t, NAMES)
        assert "{" not in text
        assert ("Ben" in text) == ("{bot}" in message)
        if language == "de":
            assert text != LESSON.text(message, texts("en"), NAMES), f"not translated: {message}"


def test_a_lesson_is_found_by_its_game() -> None:
    """The start page asks for it by id; an unknown id is refused."""
    assert lesson("letter") is LESSON
    assert LESSON.game_id == "letter"
    assert GAME.meta.complete(dict(LESSON.options), LESSON.seats)["open_gap"] is False
    assert LESSON.bot in GAME.meta.bots
    with pytest.raises(OptionError):
        lesson("nosuchgame")
