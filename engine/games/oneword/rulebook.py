"""The rules of Ein Wort to read: on one page, and in full; every sentence says what the rules do."""

from __future__ import annotations

from engine.core.rulebook import Block, Example, Heading, Items, Paragraph
from engine.core.text import Texts


def short_rules(t: Texts) -> tuple[Block, ...]:
    """The rules on one page."""
    return (
        Heading(t._("What it is about")),
        Paragraph(
            t._(
                "You all play together against a deck of 13 cards. For each card one of you guesses a term, and"
                " everybody else secretly writes a single word to help. Equal words cancel each other, so it pays"
                " to be original."
            )
        ),
        Heading(t._("A card")),
        Items(
            (
                t._("Hints: all but the guesser see the term, and each writes one word."),
                t._("Check: the hint givers see all hints. Equal ones are struck; they can correct that."),
                t._("Guess: the guesser sees what is left and has one try, or passes."),
                t._("Result: everything is open. Then the next one guesses."),
            ),
            numbered=True,
        ),
        Heading(t._("What it brings")),
        *_score(t),
        Heading(t._("Forbidden")),
        Paragraph(
            t._(
                "The term itself, a part or a form of it, also in another language, backwards or misspelt. The game"
                " refuses what it recognises; the rest is up to you."
            )
        ),
    )


def _score(t: Texts) -> tuple[Block, ...]:
    return (
        Items(
            (
                t._("Right: the card is made."),
                t._("Pass: the card is gone."),
                t._("Wrong: the card is gone, and another one from the deck with it."),
            )
        ),
        Paragraph(
            t._(
                "The game ends when the deck is empty. The result is how many cards you have made. Since a wrong"
                " answer makes the deck shorter, passing can be worth it."
            )
        ),
    )


def full_rules(t: Texts) -> tuple[Block, ...]:
    """Everything: hints, duplicates, answers, who does what, helping where somebody is missing."""
    return (
        *short_rules(t)[:4],
        Paragraph(
            t._(
                "Three to eight can play. The turn to guess passes with each card, in the order of the seats, and"
                " goes on in the next game at the same table. Nothing happens by itself: the next card begins when"
                " the host or the guesser says so."
            )
        ),
        Heading(t._("Hints")),
        Paragraph(
            t._(
                "A hint is one word without blanks, of up to 40 characters. Letters, digits, hyphens and apostrophes"
                " are fine. You can change your hint until all are in."
            )
        ),
        Paragraph(
            t._(
                "The game refuses the term and its forms, the parts of a compound, and words made of the term and"
                " another word or a plain ending. Letters that merely occur inside are no part: for a term of eight"
                " letters, three of them that happen to be a word are a fine hint."
            )
        ),
        Heading(t._("Equal hints")),
        Paragraph(
            t._(
                "Capitals, umlauts and accents, hyphens and plain endings don't count when hints are compared. All"
                " equal hints are struck, not just one of them. Derived words are words of their own."
            )
        ),
        Example(
            t._("Equal or not"),
            (
                t._(
                    "Equal: Hund and hunde, Baum and Bäume, Tisch and Tische; dog and dogs, city and cities."
                ),
                t._("Different: Hund and Hündchen, Tor and Torte; sun and sunny, tooth and teeth."),
            ),
        ),
        Paragraph(
            t._(
                "While checking, any hint giver can strike a hint, let a struck one stand, or say that two words the"
                " game took for equal are different. Whoever is content says so or shows the hints. If all are"
                " struck, the guesser may still try."
            )
        ),
        Heading(t._("The answer")),
        Paragraph(
            t._(
                "Articles, plurals and other forms don't matter, and one typing error in a term of six letters or"
                " more is forgiven unless it makes another word. If the game takes a right answer for a wrong one,"
                " any hint giver can say “Counts!” until the next card begins: the card is made, and the lost card"
                " returns to the deck."
            )
        ),
        Heading(t._("What it brings")),
        *_score(t),
        Paragraph(
            t._("A wrong answer on the last card costs nothing more, as there is no card left to lose.")
        ),
        Heading(t._("If somebody is missing")),
        Paragraph(
            t._(
                "The host can go on without missing hints, pass for the guesser, remove a player as long as three"
                " remain, or end the game. If the guesser is removed in the middle of a card, it does not count and"
                " another card joins the deck. The host is whoever sits first; if the host is removed, the next one."
            )
        ),
        Heading(t._("Variants")),
        Paragraph(
            t._(
                "With three players you can choose that both hint givers write two words each. The terms come in"
                " three difficulties and two languages. They don't repeat until all of a difficulty have been"
                " played; then they start over, and the game says so."
            )
        ),
    )
