"""The rules of VP-Sleuth to read: on one page, and in full with the large game, examples and advice.

Every sentence says what `engine.games.sleuth.rules` does; numbers and examples are checked against it in
``tests/games/sleuth/test_rulebook.py``.
"""

from __future__ import annotations

from engine.core.rulebook import Block, Example, Heading, Items, Paragraph
from engine.core.text import Texts


def short_rules(t: Texts) -> tuple[Block, ...]:
    """The rules on one page."""
    return (
        Heading(t._("What it is about")),
        Paragraph(
            t._(
                "36 gems lie hidden: five each with the holders A to G, a single one with X. Find out who has what,"
                " and say so every round, for what you know is paid for again each time."
            )
        ),
        Heading(t._("A round")),
        Paragraph(
            t._(
                "Everybody gives orders at the same time: a question and any number of tips. A question names a"
                " holder from A to G and one or two of type, colour and number. The answers are read out to all."
            )
        ),
        Paragraph(
            t._(
                "Each tip names a gem and a holder, X too. A right tip is worth 1 point, a wrong one costs 2. You"
                " only hear the sum of your tips, never which were right."
            )
        ),
        Paragraph(
            t._(
                "From round 5 on, whoever has most right tips in a round gets 3 more points, the next 2, the third 1."
            )
        ),
        Heading(t._("End of the game")),
        Paragraph(t._("After 12 rounds the most points win.")),
    )


def full_rules(t: Texts) -> tuple[Block, ...]:
    """Everything: gems, orders, questions and substitutes, tips and bonus, the large game, an example, advice."""
    return (*_gems(t), *_orders(t), *_points(t), *_end(t), *_large(t), *_more(t))


def _gems(t: Texts) -> tuple[Block, ...]:
    return (
        Heading(t._("The gems")),
        Paragraph(
            t._(
                "There are diamonds, pearls and opals, each in red, blue, green and yellow with the numbers 1, 2 and"
                " 3: 36 gems, every one of them once."
            )
        ),
        Paragraph(
            t._(
                "Chance deals five of them to each of the holders A to G. The last one lies with X, who is never"
                " asked anything. Nobody sees the tableau before the end."
            )
        ),
    )


def _orders(t: Texts) -> tuple[Block, ...]:
    return (
        Heading(t._("Orders")),
        Paragraph(
            t._(
                "All players give their orders for a round at the same time and in secret. You may ask less than you"
                " are allowed to, and tip nothing."
            )
        ),
        Heading(t._("Questions")),
        Items(
            (
                t._("A question asks how many gems of a kind one holder from A to G has."),
                t._("It names one or two elements of different categories: type, colour, number."),
                t._("All questions and answers are public, with the name of the asker."),
            )
        ),
        Paragraph(
            t._(
                "If a question has been answered already, in an earlier round or for somebody before you in this one,"
                " the first of your substitutes that has not takes its place. Without one it is answered once more."
                " Who is first changes: each round begins with the next seat."
            )
        ),
        Heading(t._("Tips")),
        Items(
            (
                t._(
                    "Each gem may be tipped once a round, at any holder, X included and as often as you like."
                ),
                t._(
                    "Sure tips are capital letters in order mails, risk tips small ones; both count the same."
                ),
                t._("What you know for sure should be tipped again each round: it is paid for again."),
            )
        ),
        Heading(t._("Without orders")),
        Paragraph(
            t._(
                "If a player gives no orders, the sure tips of the round before are repeated and a question is drawn"
                " from those not answered yet. An option lets nothing happen instead."
            )
        ),
    )


def _points(t: Texts) -> tuple[Block, ...]:
    return (
        Heading(t._("Points")),
        Paragraph(
            t._(
                "A right tip is worth 1 point, a wrong one costs 2. The sum is published for everybody, the tips are"
                " not. From it you can work out how many of your own tips were right."
            )
        ),
        Paragraph(
            t._(
                "With the option for hints, players with a wrong sure tip are told that there is one, but not which."
            )
        ),
        Heading(t._("Bonus")),
        Paragraph(
            t._(
                "From round 5 on there are 3, 2 and 1 bonus points for the most right tips; wrong ones don't matter"
                " here. Without a right tip there is no bonus. Who ties shares a place, and the places after it"
                " fall away: with 5, 5, 3 and 1 right tips there are 3, 3, 1 and 0 points."
            )
        ),
    )


def _end(t: Texts) -> tuple[Block, ...]:
    return (
        Heading(t._("End of the game")),
        Paragraph(
            t._(
                "After 12 rounds the game is over. The most points win; equal points share the win. Then the tableau"
                " and everybody's tips of all rounds are shown."
            )
        ),
    )


def _large(t: Texts) -> tuple[Block, ...]:
    return (
        Heading(t._("The large game")),
        Items(
            (
                t._("Emeralds and rubies, pink and purple, and the number 4 join in: 120 gems."),
                t._("Each of A to G has 17 gems, X has one."),
                t._("Up to round 8 everybody asks two questions, from round 9 on one."),
                t._("The bonus from round 5 on is 10, 8, 6, 4 and 2 points."),
                t._(
                    "The game ends with the round in which the third player has had all 120 gems right in one round,"
                    " with fewer players the last of them; or after as many rounds as you have set (30 if you"
                    " have not)."
                ),
            )
        ),
    )


def _more(t: Texts) -> tuple[Block, ...]:
    return (
        Heading(t._("An example")),
        Example(
            t._("Four tips and one point"),
            (
                t._("You give four tips and get 1 point for them."),
                t._(
                    "So three were right, which makes 3 points, and one was wrong, which takes 2 away. Which one,"
                    " the answers must tell you."
                ),
            ),
        ),
        Heading(t._("Advice")),
        Items(
            (
                t._(
                    "Ask about one holder until you know the five gems; then they pay in every round to come."
                ),
                t._("Questions with one element tell most at the beginning."),
                t._("A risk tip pays if it is right more than two times in three."),
                t._("Name a substitute: others think of the same questions."),
            )
        ),
    )
