"""The rules of Geheimer Brief to read: on one page, and in full with exceptions, variants, examples and tips.

Every sentence says what `engine.games.letter.rules` does; the examples are played by those rules in
``tests/games/letter/test_rulebook.py``.
"""

from __future__ import annotations

from engine.core.rulebook import Block, CardNote, Example, Heading, Items, Paragraph
from engine.core.text import Texts
from engine.games.letter.model import DUEL, GUESS, LETTER, PEEK, RESTART, SHIELD, SWAP, VEIL
from engine.games.letter.words import card_label, card_text


def _note(card: int, t: Texts, *details: str) -> CardNote:
    return CardNote(card, card_label(card, t), card_text(card, t), details)


def short_rules(t: Texts) -> tuple[Block, ...]:
    """The rules on one page."""
    return (
        Heading(t._("What it is about")),
        Paragraph(
            t._(
                "Sixteen cards with values from 1 to 8, and only one of them in your hand. Find out what the"
                " others hold, put them out of the round, or hold the highest card when the stock runs out."
            )
        ),
        Heading(t._("Setting up")),
        Paragraph(
            t._(
                "One card is set aside face down, with two players three more face up. Everybody gets one card;"
                " the rest is the stock."
            )
        ),
        Heading(t._("Your turn")),
        Paragraph(
            t._(
                "Draw a card, then play one of your two, even if it harms you. Played cards stay in a row before"
                " you. Whoever is out or protected can't be chosen. If that goes for all others, a card that"
                " needs another player has no effect; a Restart then hits yourself."
            )
        ),
        Paragraph(t._("Whoever is out lays the hand card openly into their row.")),
        Heading(t._("End of a round")),
        Paragraph(
            t._(
                "A round ends when only one player is left, or after the turn in which the stock has run out."
                " Then the highest hand card wins, in a tie the higher sum of the row; if that is the same, too,"
                " all of them win. Each winner gets one point, and the winner begins the next round."
            )
        ),
        Heading(t._("End of the match")),
        Paragraph(
            t._(
                "Whoever reaches the goal first wins: 7 points with two players, 5 with three, 4 with four, or"
                " what you have set. If several reach it together, you play on until just one of them scores."
            )
        ),
        Heading(t._("The cards")),
        *(_note(card, t) for card in range(1, 9)),
        Paragraph(
            t._(
                "The small drops of wax under the numeral show how often the deck holds the card: the 1 five"
                " times, 2 to 5 twice each, 6, 7 and 8 once."
            )
        ),
    )


def full_rules(t: Texts) -> tuple[Block, ...]:
    """Everything: setting up, turns, each ability, ends of rounds and matches, variants, tips."""
    return (
        *_overview(t),
        *_setting_up(t),
        *_turn(t),
        *_abilities(t),
        *_round(t),
        *_match(t),
        *_more(t),
    )


def _overview(t: Texts) -> tuple[Block, ...]:
    return (
        Heading(t._("What it is about")),
        Paragraph(
            t._(
                "A short game of deduction and nerve for two to four. You hold a single card. When it is your"
                " turn you draw a second one, play one of the two and use its ability: ask for a card, look at"
                " one, compare, exchange, make somebody discard. Whose card is guessed, or is the lower one in"
                " a duel, is out of the round."
            )
        ),
        Paragraph(
            t._(
                "A round goes to whoever is left alone, or, once the stock is empty, to the highest card. Each"
                " round won is a point. Whoever first has enough points wins the match."
            )
        ),
        Heading(t._("The deck")),
        Paragraph(
            t._(
                "There are sixteen cards with values from 1 to 8. Low values are frequent, high ones are there"
                " only once:"
            )
        ),
        Items(
            (
                t._("five 1s"),
                t._("two each of 2, 3, 4 and 5"),
                t._("a single 6, 7 and 8"),
            )
        ),
        Paragraph(
            t._(
                "You need not learn that by heart: the small drops of wax under the numeral show how many of"
                " this card the deck holds. Five drops on the 1, two on the 2, 3, 4 and 5, one on the 6, 7"
                " and 8."
            )
        ),
    )


def _setting_up(t: Texts) -> tuple[Block, ...]:
    return (
        Heading(t._("Setting up")),
        Paragraph(t._("At the start of every round Vierblatt shuffles all sixteen cards and deals:")),
        Items(
            (
                t._("One card is set aside face down. Nobody knows it, so nobody can ever be quite certain."),
                t._("With two players, three more cards are set aside face up. They are out of this round."),
                t._("Everybody gets one card and keeps it secret."),
                t._("The rest is the stock."),
            ),
            numbered=True,
        ),
        Items(
            (
                t._("Two players: 3 cards face up, 10 cards in the stock."),
                t._("Three players: none face up, 12 cards in the stock."),
                t._("Four players: none face up, 11 cards in the stock."),
            )
        ),
        Paragraph(
            t._(
                "Who begins the first round is drawn by lot, unless you have chosen somebody when setting up the"
                " match."
            )
        ),
    )


def _turn(t: Texts) -> tuple[Block, ...]:
    return (
        Heading(t._("Your turn")),
        Paragraph(t._("Turns go round clockwise; players who are out are skipped. On your turn:")),
        Items(
            (
                t._("You draw the top card of the stock and hold two cards."),
                t._("You play one of the two and carry out its ability. The other one stays in your hand."),
            ),
            numbered=True,
        ),
        Paragraph(
            t._(
                "You have to play one, even if both would harm you. Played cards stay in a row before you, in"
                " the order in which they were played. These rows are the most important thing to watch."
            )
        ),
        Heading(t._("Choosing a player")),
        Paragraph(t._("With a 1, 2, 3, 5 or 6 you choose a player:")),
        Items(
            (
                t._("Nobody who is out of the round, and nobody who is protected by a shield."),
                t._("Never yourself, except with a Restart (5)."),
                t._(
                    "If all others are out or protected, a 1, 2, 3 or 6 may be played all the same, but has no"
                    " effect. A 5 then has to be played on yourself."
                ),
            )
        ),
    )


def _abilities(t: Texts) -> tuple[Block, ...]:
    return (
        Heading(t._("The abilities")),
        _note(
            GUESS,
            t,
            t._("You name a value, and it must not be the 1."),
            t._("If it is right, the card goes openly into that player's row, without effect."),
            t._("If it is wrong, the answer is “no”, and nothing else is said."),
        ),
        _note(
            PEEK,
            t,
            t._("All see whose card you look at, but not which one it is."),
        ),
        _note(
            DUEL,
            t,
            t._("What counts is your other card, not the 3 you have played."),
            t._(
                "Only you two see the cards. The loser's card goes openly into the row, the winner's stays secret."
            ),
            t._("In a tie both stay in, and nobody else learns which card it was."),
        ),
        _note(
            SHIELD,
            t,
            t._("It protects you against every ability, from the moment you play it."),
            t._("Only a 4 that is played protects, not one that a Restart made you discard."),
        ),
        _note(
            RESTART,
            t,
            t._("The discarded card goes openly into the row of the player chosen."),
            t._("Discarding the 8 puts its holder out at once; no new card is taken then."),
            t._("On yourself you discard your other card, so beware if it is the 8."),
            t._("If the stock is empty, the new card is the one set aside face down at the start."),
        ),
        _note(
            SWAP,
            t,
            t._("You two now know each other's card. Nobody else sees the cards."),
        ),
        _note(
            VEIL,
            t,
            t._("This is checked on your own turn only, when you hold two cards."),
            t._("Beside any other card you may play it or keep it. Playing it freely is a fine bluff."),
        ),
        _note(
            LETTER,
            t,
            t._("You may play it, but you are out of the round then."),
            t._("A Guess that names the 8 puts you out, too. In a duel nobody beats you."),
        ),
        Heading(t._("Being out")),
        Paragraph(
            t._(
                "Whoever is out lays the hand card openly into their row and has no more turns in this round."
                " Such a card has no effect. The row stays where it is, for all to see, and in the next round"
                " everybody is back."
            )
        ),
    )


def _round(t: Texts) -> tuple[Block, ...]:
    return (
        Heading(t._("End of a round")),
        Paragraph(t._("A round is over as soon as")),
        Items(
            (
                t._("only one player is left, who wins it, or"),
                t._("somebody has finished a turn and the stock is empty."),
            )
        ),
        Paragraph(t._("With an empty stock, all who are still in show their card:")),
        Items(
            (
                t._("The highest card wins."),
                t._(
                    "If several hold the highest card, the row decides: all cards in it are added up, played and"
                    " discarded ones alike, and the higher sum wins."
                ),
                t._("If that is the same as well, all of them win."),
            ),
            numbered=True,
        ),
        Paragraph(t._("Each winner of the round gets one point.")),
        Example(
            t._("Example: a tie"),
            (
                t._(
                    "The stock is empty, and Anna and Ben both hold a 5. In Anna's row lie 7, 4, 1, 2 and 1, which"
                    " makes 15; in Ben's 6, 3, 3, 1 and 1, which makes 14. The round is Anna's."
                ),
            ),
        ),
        Example(
            t._("Example: a whole round"),
            (
                t._(
                    "Anna, Ben and Carla play, and Anna begins. She has a 2, draws the 4 and plays it: now she is"
                    " protected. Ben has the 6 and draws the 7, which he must play beside a 6."
                ),
                t._(
                    "Carla has a 3 and draws a 1. Only Ben can be chosen. Did he have to play his 7? She asks him"
                    " for the 6 and is right: he lays it down and is out."
                ),
                t._(
                    "Anna's shield ends. She draws the 8, plays the 2 and looks at Carla's card: a 3. Carla draws"
                    " a 5 and plays the 3 against Anna, but a 5 is not enough against an 8. Carla is out, and"
                    " Anna has her point."
                ),
            ),
        ),
        Heading(t._("The next round")),
        Paragraph(
            t._(
                "The winner begins the next round. After a shared win it is the first of the winners clockwise"
                " from the previous starter, who is the last in this order."
            )
        ),
    )


def _match(t: Texts) -> tuple[Block, ...]:
    return (
        Heading(t._("End of the match")),
        Paragraph(t._("Whoever reaches the goal first wins the match. As a rule that is")),
        Items(
            (
                t._("7 points with two players,"),
                t._("5 points with three players,"),
                t._("4 points with four players."),
            )
        ),
        Paragraph(
            t._(
                "If several reach the goal in the same round, everybody plays on. As soon as exactly one of"
                " those who reached it together scores in a round, this player wins. If two or more of them"
                " score again, it goes on. Points of the others are still written down, but they can no longer"
                " win."
            )
        ),
    )


def _more(t: Texts) -> tuple[Block, ...]:
    return (
        Heading(t._("Variants")),
        Paragraph(t._("You choose these when setting up a match:")),
        Items(
            (
                t._(
                    "Short game: 3 points win, however many you are. Any other goal from 1 to 20 will do, too."
                ),
                t._(
                    "Open gap: with three or four players, too, one more card is set aside face up each round."
                    " That leaves 11 cards in the stock with three and 10 with four, and a little more can be"
                    " worked out."
                ),
                t._("First to play: you decide who begins the first round."),
            )
        ),
        Heading(t._("Tips for beginners")),
        Items(
            (
                t._(
                    "Count. Look at the rows and the open cards, and at the drops on the cards: what can still"
                    " be in a hand?"
                ),
                t._("Peek first, duel then: if you know the other card, you know how a duel ends."),
                t._(
                    "Guess what has just been seen. After a swap, a peek or a tied duel you often know a card"
                    " exactly."
                ),
                t._("If somebody knows your card, play it or discard it before it is used against you."),
                t._(
                    "High cards win at the end but make you a target before. Have the 8 early? Keep quiet, and use"
                    " shields."
                ),
                t._("A 1 in hand can't be guessed, but it wins no duel."),
                t._("The 7 lies: maybe there was a 5 or 6 beside it, maybe you are only to believe so."),
            )
        ),
        Heading(t._("With a real pack of cards")),
        Paragraph(
            t._(
                "For a table without a screen take from an ordinary pack four aces and a joker as 1s, two each"
                " of the 2, 3, 4 and 5, and one 6, 7 and 8. Suits do not matter. Coins or a slip of paper keep"
                " the points."
            )
        ),
    )
