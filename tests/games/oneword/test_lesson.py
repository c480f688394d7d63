"""The guided beginning of Ein Wort, played through a real session: it is legal, and can be left at every step."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.core.chance import Draw
from engine.core.lesson import Guide, Phase, Reply, lesson
from engine.core.text import texts
from engine.games.oneword import terms
from engine.games.oneword.lesson import FIRST, SECOND, WORDS, YOU, in_language
from engine.games.oneword.meta import META
from engine.games.oneword.model import Guess, Hint, HintStruck, Next, Pass, Restore, Show
from engine.games.oneword.rules import GAME
from engine.play.dealer import Dealer
from engine.play.session import Session
from tests.strategies import people, play_on

LANGUAGES = ("de", "en")
NAMES = ("Anna", "Ben", "Carla")


class Guided:
    """Anna learns; what the script says is drawn and replied."""

    def __init__(self, language: str) -> None:
        self.guide = Guide(in_language(language))
        lesson = self.guide.lesson
        self.session: Session | None = None
        options = META.complete(lesson.options, lesson.seats)
        session = Session(GAME, options, people(lesson.seats), self)  # type: ignore[arg-type]
        self.session = session
        session.start()
        self.reply()

    def deal(self, draw: Draw) -> Any:
        actions = self.session.actions if self.session is not None else ()
        move = self.guide.chance(actions)
        return Dealer(0).deal(draw) if move is None else move

    @property
    def open(self) -> Session:
        assert self.session is not None
        return self.session

    def reply(self) -> None:
        """Bots do what the script says, as long as it has them do something."""
        while True:
            for seat in (FIRST, SECOND):
                move = self.guide.bot_move(self.open.actions, seat)
                if move is not None:
                    self.open.port(seat).submit(move, self.open.revision)
                    break
            else:
                return

    def play(self, move: Any) -> None:
        self.open.port(YOU).submit(move, self.open.revision)
        self.reply()

    @property
    def phase(self) -> Phase:
        return self.guide.phase(self.open.actions)

    def said(self, language: str) -> str:
        t = texts(language)
        lesson = self.guide.lesson
        return " ".join(lesson.text(m, t, NAMES) for m in self.guide.sentences(self.open.actions))


@pytest.mark.parametrize("language", LANGUAGES)
def test_to_the_end_of_the_script(language: str) -> None:
    """Two hints cancel each other, the card is passed, the next one is made; nothing of it is left out."""
    match = Guided(language)
    words = WORDS[language]
    steps = match.guide.lesson.steps
    for place, step in enumerate(steps):
        assert match.phase is Phase.GUIDED
        assert match.guide.suggestion(match.open.actions) == step
        said = match.said(language)
        assert match.guide.lesson.text(step.say, texts(language), NAMES) in said
        assert "{" not in said
        assert YOU in match.open.awaited
        match.play(step.move)
        if place == 0:
            assert all(hint.struck for hint in match.open.port(YOU).view().hints)
    assert match.phase is Phase.DONE
    cards = match.open.port(YOU).view().cards
    assert [(card.term, card.result) for card in cards] == [(words["term"], "pass"), (words["wanted"], "hit")]
    assert match.said(language)
    play_on(match.open, random.Random(3))
    assert match.open.over


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_typed_may_look_different(language: str) -> None:
    words = WORDS[language]
    article = {"de": "der", "en": "a"}[language]
    match = Guided(language)
    match.play(Hint((words["everybody"].upper() + " ",)))
    match.play(Show())
    match.play(Next())
    match.play(Guess(f"{article} {words['wanted'].lower()}"))
    assert match.phase is Phase.GUIDED
    match.play(Next())
    assert match.phase is Phase.DONE


@pytest.mark.parametrize(
    ("left_at", "other"), [(0, Hint(("parrot",))), (1, Restore(0)), (3, Guess("robot")), (3, Pass())]
)
def test_another_way(left_at: int, other: Any) -> None:
    """Whatever else is done, the game goes on freely, and says so."""
    match = Guided("en")
    for step in match.guide.lesson.steps[:left_at]:
        match.play(step.move)
    match.play(other)
    assert match.phase is Phase.LEFT
    assert match.said("en").startswith("You go your own way")
    play_on(match.open, random.Random(3))
    assert match.open.over


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_speaks_of_our_terms(language: str) -> None:
    """The terms are of the family level and the hints no more than people may write."""
    words = WORDS[language]
    for name in ("term", "wanted"):
        found = terms.find(language, words[name])
        assert found is not None
        assert found.level == "family"
    assert not any(isinstance(event, HintStruck) for event in Guided(language).open.port(YOU).events())


def test_the_lesson_of_a_language() -> None:
    for asked, given in (("de", "de"), ("en", "en"), ("fr", "en")):
        found = lesson("oneword", asked)
        assert found is not None
        assert found.options["language"] == given
        assert found.words == WORDS[given]
    assert {scene.seat for scene in in_language("de").script if isinstance(scene, Reply)} == {FIRST, SECOND}
