"""Geheimer Brief in words: cards, events, moves, results and the rules on one page, in both languages.

Read one after another the sentences tell the game as a story. An event whose news another line tells already has
no line of its own: `describe` gives None for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.core.game import Event
from engine.core.text import Texts
from engine.games.letter.model import (
    DUEL,
    GUESS,
    LETTER,
    NEEDS_OTHER,
    PEEK,
    RESTART,
    SHIELD,
    SWAP,
    VEIL,
    CardDrawn,
    CardPlayed,
    DuelFought,
    GuessAnswered,
    HandDealt,
    HandDiscarded,
    HandPeeked,
    HandReplaced,
    HandShown,
    HandsSwapped,
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

# Cards ----------------------------------------


def card_name(card: int, t: Texts) -> str:
    """The name of the card with the value *card* (1–8)."""
    names = {
        GUESS: t.p_("letter card", "Guess"),
        PEEK: t.p_("letter card", "Peek"),
        DUEL: t.p_("letter card", "Duel"),
        SHIELD: t.p_("letter card", "Shield"),
        RESTART: t.p_("letter card", "Restart"),
        SWAP: t.p_("letter card", "Swap"),
        VEIL: t.p_("letter card", "Veil"),
        LETTER: t.p_("letter card", "Letter"),
    }
    return names[card]


def card_text(card: int, t: Texts) -> str:
    """What the card with the value *card* does, in one or two short sentences."""
    texts = {
        GUESS: t._("Name a value from 2 to 8. Whoever you ask is out if that is the card in their hand."),
        PEEK: t._("Look at another player's card. Nobody else sees it."),
        DUEL: t._("Secretly compare cards with another player. The lower one is out; a tie changes nothing."),
        SHIELD: t._("Nobody may choose you until your next turn begins."),
        RESTART: t._(
            "The player you choose discards without effect and takes a new card. You may choose yourself."
            " Discarding the 8 puts a player out."
        ),
        SWAP: t._("Exchange your other card for another player's."),
        VEIL: t._("With a 5 or 6 beside it you must play it. Otherwise playing it is up to you."),
        LETTER: t._("The highest card. Whoever plays or discards it is out."),
    }
    return texts[card]


def card_label(card: int, t: Texts) -> str:
    """A card with its value, as sentences name it: ``Duel (3)``."""
    return f"{card_name(card, t)} ({card})"


# Events ----------------------------------------


def describe(event: Event, t: Texts, names: Sequence[str]) -> str | None:
    """*event* as a sentence for the log, or None if it needs no line of its own.

    Secrets have sentences too: only those who may know an event are given it.
    """
    match event:
        case StarterDrawn():
            return t._("The lot falls on {name}.", name=names[event.seat])
        case RoundStarted():
            name = names[event.starter]
            if event.open_aside:
                return t._(
                    "Round {number}: {name} begins. Set aside face up: {cards}.",
                    number=event.number,
                    name=name,
                    cards=t.listing([str(card) for card in event.open_aside]),
                )
            return t._("Round {number}: {name} begins.", number=event.number, name=name)
        case HandDealt():
            return t._("{name} is dealt the {card}.", name=names[event.seat], card=event.card)
        case TurnStarted():
            if event.shield_ended:
                return t._("{name} is no longer protected.", name=names[event.seat])
            return None
        case CardDrawn():
            return t._("{name} draws the {card}.", name=names[event.seat], card=event.card)
        case CardPlayed():
            return _played(event, t, names)
        case GuessAnswered():
            if event.right:
                return t._("Right.")
            return t._("“No,” says {name}.", name=names[event.target])
        case HandShown():
            return t._(
                "{viewer} sees: {holder} has the {card}.",
                viewer=names[event.viewer],
                holder=names[event.holder],
                card=event.card,
            )
        case DuelFought():
            if event.loser is None:
                return t._("The duel ends in a tie.")
            return t._("{name} loses the duel.", name=names[event.loser])
        case SwapSeen():
            # The same sentence from both sides, so that whoever reads both can leave one out.
            first, second = sorted(((event.seat, event.got), (event.other, event.gave)))
            return t._(
                "Now {first} has the {first_card} and {second} the {second_card}.",
                first=names[first[0]],
                first_card=first[1],
                second=names[second[0]],
                second_card=second[1],
            )
        case HandDiscarded():
            if event.card == LETTER:
                return None  # SeatEliminated follows and says it all.
            return t._(
                "{name} discards the {card} and takes a new card.", name=names[event.seat], card=event.card
            )
        case HandReplaced():
            if event.from_aside:
                return t._(
                    "The stock is empty, so {name} gets the card set aside face down at the start.",
                    name=names[event.seat],
                )
            return None
        case SeatEliminated():
            return t._("{name} lays down the {card} and is out.", name=names[event.seat], card=event.card)
        case RoundEnded():
            return f"{round_won(event.result, t, names)} {round_reason(event.result, t, names)}"
        case TieAtGoal():
            return t._(
                "{names} reach the goal together. Whoever of them next scores alone wins.",
                names=_listing(event.contenders, t, names),
            )
        case MatchEnded():
            winner = event.winners[0]
            return t.n_(
                "{name} wins the match with {n} point.",
                "{name} wins the match with {n} points.",
                event.points[winner],
                name=names[winner],
            )
        case HandPeeked() | HandsSwapped():
            return None  # CardPlayed has said so.
    return None


def _played(event: CardPlayed, t: Texts, names: Sequence[str]) -> str:
    name, card = names[event.seat], card_label(event.card, t)
    if event.target is None:
        if event.card == SHIELD:
            return t._("{name} plays {card} and is protected.", name=name, card=card)
        if event.card in NEEDS_OTHER:
            return t._("{name} plays {card}. Nobody can be chosen, so nothing happens.", name=name, card=card)
        return t._("{name} plays {card}.", name=name, card=card)
    target = names[event.target]
    if event.card == GUESS:
        return t._(
            "{name} plays {card} against {target}: “{guess}?”",
            name=name,
            card=card,
            target=target,
            guess=event.guess,
        )
    if event.card == PEEK:
        return t._(
            "{name} plays {card} and looks at the card of {target}.", name=name, card=card, target=target
        )
    if event.card == SWAP:
        return t._(
            "{name} plays {card} and exchanges hands with {target}.", name=name, card=card, target=target
        )
    if event.target == event.seat:
        return t._("{name} plays {card} on their own hand.", name=name, card=card)
    return t._("{name} plays {card} against {target}.", name=name, card=card, target=target)


# Results ----------------------------------------


def round_won(result: RoundResult, t: Texts, names: Sequence[str]) -> str:
    winners = _listing(result.winners, t, names)
    if len(result.winners) == 1:
        return t._("{name} wins round {number}.", name=winners, number=result.number)
    return t._("{names} share round {number}.", names=winners, number=result.number)


def round_reason(result: RoundResult, t: Texts, names: Sequence[str]) -> str:
    """Why the round went to its winners, in one sentence."""
    winner = result.winners[0]
    card = result.hands[winner]
    if result.reason == "last":
        return t._("Nobody else is left.")
    if result.reason == "highest":
        left = [seat for seat, hand in enumerate(result.hands) if hand]
        return t._(
            "The stock is empty, and {name} has the highest card: {hands}.",
            name=names[winner],
            hands=_table(left, result.hands, names),
        )
    sums = [sum(row) for row in result.rows]
    tied = [seat for seat, hand in enumerate(result.hands) if hand == card]
    if result.reason == "row":
        return t._(
            "The stock is empty. {names} hold the same highest card ({card}), but the row of {winner} is worth"
            " most: {rows}.",
            names=_listing(tied, t, names),
            card=card,
            winner=names[winner],
            rows=_table(tied, sums, names),
        )
    return t._(
        "The stock is empty. {names} hold the same highest card ({card}), and their rows are worth the same"
        " ({row}).",
        names=_listing(result.winners, t, names),
        card=card,
        row=sums[winner],
    )


def _listing(seats: Iterable[int], t: Texts, names: Sequence[str]) -> str:
    return t.listing([names[seat] for seat in seats])


def _table(seats: Iterable[int], numbers: Sequence[int], names: Sequence[str]) -> str:
    """Names with a number each, which reads the same in both languages: ``Anna 7, Ben 5``."""
    return ", ".join(f"{names[seat]} {numbers[seat]}" for seat in seats)


# Moves ----------------------------------------


def describe_move(move: Play, t: Texts, names: Sequence[str]) -> str:
    """A move as a menu or a tip names it: ``Guess (1) at Ben: 8``."""
    card = card_label(move.card, t)
    if move.target is None:
        return t._("{card} without effect", card=card) if move.card in NEEDS_OTHER else card
    target = names[move.target]
    if move.guess is not None:
        return t._("{card} at {target}: {guess}", card=card, target=target, guess=move.guess)
    if move.card == PEEK:
        return t._("{card} at {target}", card=card, target=target)
    if move.card == SWAP:
        return t._("{card} with {target}", card=card, target=target)
    return t._("{card} against {target}", card=card, target=target)


# Rules ----------------------------------------


def short_rules(t: Texts) -> list[tuple[str, str]]:
    """The rules on one page: headings with a paragraph each."""
    abilities = "\n".join(f"{card_label(card, t)} – {card_text(card, t)}" for card in range(1, 9))
    return [
        (
            t._("What it is about"),
            t._(
                "Sixteen cards with values from 1 to 8, and only one of them in your hand. Find out what the"
                " others hold, put them out of the round, or hold the highest card when the stock runs out."
            ),
        ),
        (
            t._("Setting up"),
            t._(
                "One card is set aside face down; nobody knows it. With two players three more lie face up"
                " beside it; with the open gap one does with three or four players, too. Everybody gets one"
                " card, the rest is the stock."
            ),
        ),
        (
            t._("Your turn"),
            t._(
                "You draw a card and play one of your two, even if it does you harm. Played cards stay in a row"
                " before you for all to see. Players who are out or protected can't be chosen. If nobody can"
                " be chosen, the card has no effect; only a Restart then has to be played on yourself."
            ),
        ),
        (t._("The cards"), abilities),
        (
            t._("How often each card is there"),
            t._("There are five 1s, two each of 2, 3, 4 and 5, and a single 6, 7 and 8."),
        ),
        (
            t._("Being out"),
            t._(
                "Whoever is out lays the hand card openly into their row and waits for the next round. A card"
                " laid down like this does nothing any more."
            ),
        ),
        (
            t._("End of a round"),
            t._(
                "A round ends when only one player is left, or after the turn that took the last card of the"
                " stock. Then the highest hand card wins. If it is tied, the row with the higher sum decides;"
                " if that is tied too, they all win. Each winner gets one point."
            ),
        ),
        (
            t._("Next round"),
            t._(
                "The winner begins. After a shared win, the first of the winners clockwise after the previous"
                " starter begins."
            ),
        ),
        (
            t._("End of the match"),
            t._(
                "Whoever reaches the goal first wins: 7 points with two players, 5 with three, 4 with four, or"
                " whatever you have set. If several reach it together, everybody plays on until exactly one of"
                " them scores in a round."
            ),
        ),
    ]
