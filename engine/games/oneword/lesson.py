"""A guided beginning of Ein Wort: a card on which two hints cancel each other, one to guess, and one of one's own.

On the first card the learner writes what comes to everybody's mind, sees both hints struck, and the card is passed. On
the second the learner guesses; after that the game goes on freely. Words are typed: capitals and articles make no
difference to the script, another word does.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from engine.core.lesson import Drawn, Lesson, LessonStep, Reply
from engine.core.text import N_
from engine.games.oneword import terms
from engine.games.oneword.answers import is_right
from engine.games.oneword.language import LANGUAGES, same
from engine.games.oneword.model import Checked, Draw, Guess, Hint, Next, Pass, Show

YOU, FIRST, SECOND = 0, 1, 2

WORDS = {
    "de": {
        "term": "Pirat",
        "everybody": "Schiff",
        "wanted": "Schneemann",
        "one": "Karotte",
        "two": "schmelzen",
    },
    "en": {"term": "pirate", "everybody": "ship", "wanted": "snowman", "one": "carrot", "two": "melt"},
}
"""The two terms, the hint for the first that two people write, and the hints for the second."""


def _draw(word: str, language: str) -> Draw:
    term = terms.find(language, word)
    return Draw(word, () if term is None else term.parts)


def _writes(wanted: str, language: str, move: Any) -> bool:
    return isinstance(move, Hint) and len(move.words) == 1 and same(move.words[0], wanted, language)


def _answers(wanted: str, language: str, move: Any) -> bool:
    return isinstance(move, Guess) and is_right(
        wanted, move.word, language, lambda word: terms.is_known(word, language)
    )


def in_language(language: str) -> Lesson:
    """The lesson with terms in *language*; English ones for a language without terms."""
    language = language if language in LANGUAGES else "en"
    words = WORDS[language]
    return Lesson(
        game_id="oneword",
        seats=3,
        options={"difficulty": "family", "language": language, "cards": 5, "first": SECOND},
        bot="medium",
        learner=YOU,
        words=words,
        welcome=N_(
            "Welcome! You all play together. For two cards you are told what is going on and what you could do. Do"
            " something else if you like: then the game simply goes on freely."
        ),
        script=(
            Drawn(_draw(words["term"], language)),
            Reply(FIRST, Hint((words["everybody"],))),
            LessonStep(
                N_(
                    "{other} guesses and does not see the term. {bot} and you write one word each as a hint. What comes"
                    " to mind first? Write “{everybody}” and hand it in."
                ),
                Hint((words["everybody"],)),
                N_(
                    "{bot} wrote “{everybody}”, too. Equal hints cancel each other, both are struck: so it pays to"
                    " write something of your own."
                ),
                accepts=partial(_writes, words["everybody"], language),
            ),
            Reply(FIRST, Checked()),
            LessonStep(
                N_(
                    "Here hints that break the rules are sorted out, and two words that were struck by mistake are"
                    " called different. There is nothing to mend now: show what is left."
                ),
                Show(),
                N_("{other} gets no hint at all."),
            ),
            Reply(SECOND, Pass()),
            LessonStep(
                N_(
                    "{other} has passed: this card is gone, but only this one. A wrong answer would have cost another"
                    " card. On to the next card!"
                ),
                Next(),
                N_("Now you guess, and the others write."),
            ),
            Drawn(_draw(words["wanted"], language)),
            Reply(FIRST, Hint((words["one"],))),
            Reply(SECOND, Hint((words["two"],))),
            Reply(FIRST, Checked()),
            Reply(SECOND, Show()),
            LessonStep(
                N_(
                    "Two different hints, nothing was struck: “{one}” and “{two}”. You have one try, and you could"
                    " pass. It is “{wanted}”, isn't it? Type it and answer."
                ),
                Guess(words["wanted"]),
                N_(
                    "Right, the card is made! Had it been another form of the same word, it would have counted, too."
                ),
                accepts=partial(_answers, words["wanted"], language),
            ),
            LessonStep(
                N_("Above you see the deck: one card passed, one made, three to come. Start the next card."),
                Next(),
                N_("Your word for the next term is up to you."),
            ),
        ),
        closing=N_(
            "You know it all now. A tip shows what a good player would write, strike or answer. Have fun!"
        ),
        parting=N_("You go your own way: from here on the game goes on freely."),
    )
