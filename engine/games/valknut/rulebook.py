"""The rules of Valknut to read: on one page, and in full with exceptions, examples and tips.

Every sentence says what `engine.games.valknut.rules` does; the examples are played by those rules in
``tests/games/valknut/test_words.py``.
"""

from __future__ import annotations

from engine.core.rulebook import Block, CardNote, Example, Heading, Items, Paragraph
from engine.core.text import Texts
from engine.games.valknut.words import card_name, card_text, suit_name


def _note(card: str, t: Texts, *details: str) -> CardNote:
    title = card_name(card, t) if card in "VN" else t._("The {number}", number=card[1:])
    return CardNote(card, title, card_text(card, t), details)


def short_rules(t: Texts) -> tuple[Block, ...]:
    """The rules on one page."""
    return (
        Heading(t._("What it is about")),
        Paragraph(
            t._(
                "A trick game for two or three. Before the first card everybody secretly bids how many tricks"
                " they will hold at the end. Whoever is exactly right gets ten points more."
            )
        ),
        Heading(t._("Setting up")),
        Paragraph(
            t._(
                "42 cards: four suits from 1 to 9, three Valknuts and three Runes N. With two players everybody"
                " gets 15 cards, with three 11. The next card is turned: its suit is trump; a Valknut or a Rune N"
                " means no trump. The rest is the stock."
            )
        ),
        Heading(t._("Playing a trick")),
        Paragraph(
            t._(
                "The seat left of the dealer leads. If a suit is led, follow it if you can; instead you may always"
                " play a Valknut or a Rune N. If one of those is led, all others play what they like. The highest"
                " trump wins, else the highest card of the suit led. The winner leads next, unless a card says"
                " otherwise: a Valknut goes before a Rune N, a Rune N before a 9."
            )
        ),
        Heading(t._("Scoring")),
        Paragraph(
            t._(
                "One point for each trick you hold, ten for an exact bid; with two players five more for holding"
                " 3, 4 or 5 tricks. After the round in which somebody has 50 points (40 with three players, or what"
                " you have set), at the latest after the last round, the most points win."
            )
        ),
        Heading(t._("The cards")),
        *(_note(card, t) for card in ("V", "N", "A1", "A3", "A6", "A9")),
    )


def full_rules(t: Texts) -> tuple[Block, ...]:
    """Everything: setting up, bidding, tricks, each special card, scoring, the end, tips."""
    return (*_overview(t), *_bidding(t), *_tricks(t), *_cards(t), *_scoring(t), *_more(t))


def _overview(t: Texts) -> tuple[Block, ...]:
    return (
        Heading(t._("What it is about")),
        Paragraph(
            t._(
                "A trick game for two or three. Before the first card everybody secretly bids how many tricks"
                " they will hold at the end. Whoever is exactly right gets ten points more."
            )
        ),
        Paragraph(
            t._(
                "It is not enough to have good cards: you need just as many good ones as you have bid, and the runes"
                " upset many a plan."
            )
        ),
        Heading(t._("The deck")),
        Items(
            (
                t._(
                    "Four suits from 1 to 9: {suits}. The 1, 3, 6 and 9 bear a rune and have a special effect.",
                    suits=t.listing([suit_name(suit, t) for suit in "ASRW"]),
                ),
                t._("Three Valknuts and three Runes N, which belong to no suit."),
            )
        ),
        Heading(t._("Setting up")),
        Items(
            (
                t._(
                    "Who deals the first round is drawn by lot, or set beforehand. The deal passes clockwise."
                ),
                t._("With two players everybody gets 15 cards, with three 11."),
                t._(
                    "The next card is turned and lies beside the stock. Its suit is trump. If it is a Valknut or a"
                    " Rune N, there is no trump."
                ),
                t._("The rest is the stock: 11 cards with two players, 8 with three."),
            ),
            numbered=True,
        ),
    )


def _bidding(t: Texts) -> tuple[Block, ...]:
    return (
        Heading(t._("Bidding")),
        Paragraph(
            t._(
                "Everybody secretly notes down how many tricks they will hold at the end of the round, from 0 to"
                " the number of their cards. A bid can't be changed, and stays secret until the round is scored."
            )
        ),
    )


def _tricks(t: Texts) -> tuple[Block, ...]:
    return (
        Heading(t._("Playing a trick")),
        Paragraph(
            t._(
                "The seat left of the dealer leads the first trick. Then everybody else plays one card, clockwise."
            )
        ),
        Items(
            (
                t._(
                    "If a number card is led, you must follow its suit if you can. Otherwise you play what you like."
                ),
                t._("Instead of following suit you may always play a Valknut or a Rune N."),
                t._(
                    "If a Valknut or a Rune N is led, all others play what they like, also after a number card"
                    " played second."
                ),
            )
        ),
        Paragraph(t._("Who wins the trick?")),
        Items(
            (
                t._("The highest trump, even a 1."),
                t._(
                    "Without a trump, the highest card of the suit led. If a Rune N was led, that is the suit of"
                    " the first number card. Other suits do not count, however high."
                ),
                t._("If there are only Runes N in the trick, the first one wins."),
                t._("With a Valknut in it, nobody wins the trick."),
            ),
            numbered=True,
        ),
        Paragraph(
            t._(
                "Only the last completed trick may be looked at again. How many tricks everybody has is open."
            )
        ),
        Heading(t._("Who leads next")),
        Items(
            (
                t._("With a Valknut in the trick, whoever led it leads again."),
                t._(
                    "Otherwise, if somebody lost the trick with a Rune N, that player leads; of several the last."
                ),
                t._(
                    "Otherwise, if a 9 has won, the seat left of the winner leads: with two players, the opponent."
                ),
                t._("Otherwise the winner leads."),
            ),
            numbered=True,
        ),
    )


def _cards(t: Texts) -> tuple[Block, ...]:
    return (
        Heading(t._("The special cards")),
        _note(
            "V",
            t,
            t._("The trick's cards leave the round, and it counts for nobody."),
            t._("The winner's special does nothing then, but a 3 in the trick works."),
            t._(
                "With two or three Valknuts in one trick, the stock's next card is turned for a new trump, and the"
                " old trump card leaves the round."
            ),
        ),
        _note("N", t, t._("If there are only Runes N in the trick, the first one wins.")),
        _note(
            "A1",
            t,
            t._("Never the trick just won, and with three players you choose from whom."),
            t._("If no opponent has a trick, nothing happens."),
        ),
        _note(
            "A3",
            t,
            t._("It does not matter who wins the trick, nor whether a Valknut destroys it."),
            t._(
                "You may put the card just taken under the stock, too. This is done before the next player plays."
            ),
            t._("As your last card it does nothing."),
        ),
        _note(
            "A6",
            t,
            t._("You may give back any card, the one just taken, too. Only the two of you see the cards."),
            t._("If that hand is empty, nothing happens."),
        ),
        _note("A9", t, t._("A Rune N that lost the trick goes before the 9.")),
    )


def _scoring(t: Texts) -> tuple[Block, ...]:
    return (
        Heading(t._("Scoring")),
        Paragraph(t._("After the last trick the bids are shown. Everybody gets")),
        Items(
            (
                t._("1 point for each trick held at the end,"),
                t._("10 points for holding exactly as many as bid,"),
                t._("with two players 5 points for holding 3, 4 or 5 tricks, whatever was bid."),
            )
        ),
        Paragraph(t._("Destroyed tricks count for nobody.")),
        Example(
            t._("Example: scoring"),
            (
                t._(
                    "Anna has bid 4. She wins five tricks, but Ben steals one of them with a 1. She holds four: 4"
                    " points, 10 for the exact bid and, with two players, 5 more. That makes 19."
                ),
            ),
        ),
        Example(
            t._("Example: a trick"),
            (
                t._(
                    "Trump is Wolf. Anna leads Raven 9. Ben has no raven and plays Wolf 1: the trump wins, and the 1"
                    " lets him take over one of Anna's tricks."
                ),
                t._(
                    "Had Ben played Rune N instead, Anna would have won the trick, and Ben would lead: the Rune N"
                    " goes before the 9."
                ),
            ),
        ),
        Heading(t._("End of the match")),
        Paragraph(
            t._(
                "The match ends after the round in which somebody has 50 points (40 with three players), at the"
                " latest after ten rounds; both can be set. The most points win. In a tie more exact bids decide,"
                " then more tricks in the last round; after that the win is shared."
            )
        ),
    )


def _more(t: Texts) -> tuple[Block, ...]:
    return (
        Heading(t._("Tips for beginners")),
        Items(
            (
                t._(
                    "High trumps win almost surely; a 9 without trump may be trumped. Bid what you can steer."
                ),
                t._("With two players, 3 to 5 tricks are worth five points more: a modest bid pays."),
                t._("Keep a Valknut or a Rune N for the trick that would be one too many."),
                t._("A 3 mends a hand: take a card, and put away what does not suit your bid."),
                t._("A 1 of trumps is worth two tricks: the one it wins and the one it steals."),
                t._("Watch who could not follow suit: a Valknut or a Rune N says nothing about that."),
            )
        ),
    )
