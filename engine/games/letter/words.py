"""Geheimer Brief in words: cards, events, moves, results and the rules on one page, in both languages.

Read one after another the sentences tell the game as a story. An event whose news another line tells already has
no line of its own: `describe` gives None for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.bots.base import Advice
from engine.core.game import Event
from engine.core.rulebook import plain
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
        GUESS: t._("Name a value from 2 to 8. Whoever is asked is out if that is the card in their hand."),
        PEEK: t._("Look at another player's card. Nobody else sees it."),
        DUEL: t._("Secretly compare cards with another player. The lower one is out; a tie changes nothing."),
        SHIELD: t._("Whoever played it can't be chosen until their next turn begins."),
        RESTART: t._(
            "Any player, even oneself, discards without effect and takes a new card."
            " Discarding the 8 puts a player out."
        ),
        SWAP: t._("Exchange the other card in hand for another player's."),
        VEIL: t._("With a 5 or 6 beside it, it must be played. Otherwise that is a free choice."),
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


def describe_advice(advice: Advice, t: Texts, names: Sequence[str]) -> str:
    """A tip with its reason, in a sentence or two."""
    numbers = advice.numbers
    kept = card_label(numbers["kept"], t)
    name = names[numbers["target"]] if "target" in numbers else ""
    percent = numbers.get("percent", 0)
    reasons = {
        "forced": lambda: t._("The 7 must be played now."),
        "shield": lambda: t._(
            "Nobody can choose you until your next turn, and {kept} stays safe.", kept=kept
        ),
        "keep_letter": lambda: t._("The 8 wins at the end of the round and must stay in your hand."),
        "not_letter": lambda: t._("Whoever plays the 8 is out."),
        "lost": lambda: t._("Whatever you play, you are out."),
        "same": lambda: t._("Both your cards are the same."),
        "keep": lambda: t._("The higher of your cards, {kept}, stays in your hand.", kept=kept),
        "tried": lambda: t._("Of all moves it did best when the round was played on many times."),
        "experience": lambda: t._("By experience it is the best move here."),
        "guess": lambda: t._(
            "Of the cards that may be named, {name} most likely has the {card}: {percent} %.",
            card=numbers["guess"],
            name=name,
            percent=percent,
        ),
        "guess_chance": lambda: t._(
            "{name} has the {card} with a probability of {percent} %.",
            card=numbers["guess"],
            name=name,
            percent=percent,
        ),
        "no_guess": lambda: t._("Nobody can have a card that may be named, so a guess would be for nothing."),
        "guess_vain": lambda: t._("{name} can't have any of the cards that may be named.", name=name),
        "guess_sure": lambda: t._("{name} can only have the {card}.", card=numbers["guess"], name=name),
        "duel": lambda: t._(
            "{kept} is higher than the card of {name} with a probability of {percent} %.",
            kept=kept,
            name=name,
            percent=percent,
        ),
        "duel_sure": lambda: t._("{kept} is surely higher than the card of {name}.", kept=kept, name=name),
        "peek": lambda: t._("It costs nothing, and then you know what {name} holds.", name=name),
        "restart": lambda: t._(
            "{name} has to give up a card worth {mean} on average; a new one is worth {fresh}.",
            name=name,
            mean=t.number(numbers["tenths"] / 10),
            fresh=t.number(numbers["fresh"] / 10),
        ),
        "restart_sure": lambda: t._("{name} can only have the 8 and would be out.", name=name),
        "restart_letter": lambda: t._(
            "{name} has the 8 with a probability of {percent} % and would be out.", name=name, percent=percent
        ),
        "restart_self": lambda: t._(
            "A new card is worth {mean} on average, more than your {kept}.",
            mean=t.number(numbers["tenths"] / 10),
            kept=kept,
        ),
        "swap": lambda: t._(
            "{name} holds a {mean} on average; that is worth the exchange for your {kept}.",
            name=name,
            mean=t.number(numbers.get("tenths", 0) / 10),
            kept=kept,
        ),
    }
    move = describe_move(advice.move, t, names)
    return t._("{move}. {reason}", move=move, reason=reasons[advice.reason]())


# Rules ----------------------------------------


def short_rules(t: Texts) -> list[tuple[str, str]]:
    """The rules on one page as plain text: headings with a text each. `rulebook` has them in blocks."""
    from engine.games.letter import rulebook  # it takes its cards' names and texts from this module

    return plain(rulebook.short_rules(t))


def full_rules(t: Texts) -> list[tuple[str, str]]:
    """The complete rules as plain text: headings with a text each."""
    from engine.games.letter import rulebook

    return plain(rulebook.full_rules(t))
