"""A guided first match of Geheimer Brief: two rounds, eight decisions, every ability but the Letter's own.

Round 1 goes from a guess over a peek to a duel that one cannot lose. Round 2 shows the shield, the forced 7, a restart
and a swap, and ends with an empty stock. The learner leads 2 to 0 then, and 3 points win: the match goes on.

The bot's replies are moves that a player who knows no more than it does could well make.
"""

from __future__ import annotations

from engine.core.lesson import Drawn, Lesson, LessonStep, Reply
from engine.core.text import N_
from engine.games.letter.model import DUEL, GUESS, PEEK, RESTART, SHIELD, SWAP, VEIL, Deal, First, Play

YOU, BOT = 0, 1

# Set aside face down; face up; the hands of the learner, who begins, and of the bot; the stock from its top.
FIRST_DECK = Deal((7, *(1, 4, 4), 3, 2, *(1, 1, 2, 1, 5), *(3, 6, 1, 8, 5)))
SECOND_DECK = Deal((4, *(1, 5, 1), 5, 3, *(4, 1, 7, 2, 3, 8, 1, 2, 1, 6)))

LESSON = Lesson(
    game_id="letter",
    seats=2,
    options={"goal": 3, "first": "random"},
    bot="easy",
    learner=YOU,
    welcome=N_(
        "Welcome! For two rounds you are told what is going on and what you could play. Play something else if you"
        " like: then the match simply goes on freely."
    ),
    script=(
        Drawn(First(YOU)),
        # Round 1 ----------------------------------------
        Drawn(FIRST_DECK),
        LessonStep(
            N_(
                "You had the 3 and drew the 1; on your turn you always play one of the two. Both 4s lie open, but"
                " no 5 does: play the 1 (Guess) against {bot} and name the 5."
            ),
            Play(GUESS, BOT, 5),
            N_(
                "“No”, {bot} had no 5; a right guess would have won you the round. Your 1 now lies in your row,"
                " where everybody can count it."
            ),
        ),
        Reply(BOT, Play(GUESS, YOU, 8)),
        LessonStep(
            N_(
                "{bot} has guessed as well, and missed. You could duel with the 3 at once, but knowing is better:"
                " play the 2 (Peek) and look at the card of {bot}."
            ),
            Play(PEEK, BOT),
            N_("A 2! But {bot} saw you look, too."),
        ),
        Reply(BOT, Play(GUESS, YOU, 5)),
        LessonStep(
            N_(
                "{bot} has played a 1, so the 2 you saw is still there. Your 5 is higher: play the 3 (Duel)"
                " against {bot} – this duel can't go wrong."
            ),
            Play(DUEL, BOT),
            N_(
                "{bot} had the lower card, had to lay it down and was out. Nobody but you was left: that won you"
                " the round and one point."
            ),
        ),
        # Round 2 ----------------------------------------
        Drawn(SECOND_DECK),
        LessonStep(
            N_(
                "Whoever won begins the next round. Play the 4 (Shield) and keep the 5: until your next turn"
                " begins, nobody may choose you."
            ),
            Play(SHIELD),
            N_("While the shield is up, nothing that {bot} plays can be aimed at you."),
        ),
        Reply(BOT, Play(GUESS)),
        LessonStep(
            N_(
                "{bot} played a 1 without effect, and now your shield is down again. You drew the 7, and beside a"
                " 5 or 6 it must be played: this time there is no choice."
            ),
            Play(VEIL),
            N_(
                "The 7 does nothing, but it makes people think: did you have to play it because of a 5 or 6, or"
                " was it a bluff?"
            ),
        ),
        Reply(BOT, Play(PEEK, YOU)),
        LessonStep(
            N_(
                "{bot} has peeked and knows your 5, so part with it: play the 5 (Restart) against {bot}, who must"
                " discard and take a new card. You could choose yourself, too, but the 3 may still be of use."
            ),
            Play(RESTART, BOT),
            N_(
                "{bot} had to discard the 3, without effect, and took a new card. If it had been the 8, {bot}"
                " would have been out."
            ),
        ),
        Reply(BOT, Play(GUESS, YOU, 4)),
        LessonStep(
            N_(
                "Your 5 is gone, so {bot} could only guess blindly. You hold a 3 for a duel, but what is the new"
                " card of {bot}? Play the 2 (Peek) first."
            ),
            Play(PEEK, BOT),
            N_("The 8, the highest card: a duel would be lost. Remember what you saw."),
        ),
        Reply(BOT, Play(GUESS, YOU, 6)),
        LessonStep(
            N_(
                "You drew the last card: after this turn the highest hand wins, and {bot} still has the 8. Play"
                " the 6 (Swap) and exchange your 3 for it!"
            ),
            Play(SWAP, BOT),
            N_(
                "The stock was empty, so the hands were compared: your 8 beat the 3. That is your second point."
            ),
        ),
    ),
    closing=N_(
        "That was the guided part. From now on the cards are shuffled and {bot} plays freely. Whoever has 3 points"
        " first wins – good luck!"
    ),
    parting=N_(
        "You go your own way, very good! From here on the match goes on freely, and {bot} plays freely, too."
    ),
)
