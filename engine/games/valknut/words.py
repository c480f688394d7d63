"""Valknut in words: cards, events, moves, results and the rules on one page, in both languages.

Read one after another the sentences tell the game as a story. An event whose news another line tells already has
no line of its own: `describe` gives None for it.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.bots.base import Advice
from engine.core.game import Event
from engine.core.rulebook import plain
from engine.core.text import Texts
from engine.games.valknut.model import (
    CARD_OF,
    NUMBER,
    SUIT,
    SUITS,
    Bid,
    BidMade,
    BidNoted,
    BuriedSeen,
    Bury,
    CardBuried,
    CardDrawn,
    CardGiven,
    CardPlayed,
    CardStolen,
    DealerDrawn,
    DrawCard,
    DrawnSeen,
    Give,
    GivenSeen,
    HandDealt,
    LeadPassed,
    MatchEnded,
    Pass,
    Play,
    PlayBegun,
    PowerForgone,
    RoundEnded,
    RoundResult,
    RoundStarted,
    StealCard,
    StealTrick,
    StolenSeen,
    TrickDestroyed,
    TrickStolen,
    TrickWon,
    TrumpTurned,
    ValknutMove,
)

# Cards ----------------------------------------


def suit_name(suit: str, t: Texts) -> str:
    """The name of a suit by its letter."""
    names = {
        "A": t.p_("valknut suit", "Axe"),
        "S": t.p_("valknut suit", "Ship"),
        "R": t.p_("valknut suit", "Raven"),
        "W": t.p_("valknut suit", "Wolf"),
    }
    return names[suit]


def card_name(card: str, t: Texts) -> str:
    """The name of the card with the code *card*, as sentences use it: ``Axe 7``, ``Valknut``, ``Rune N``."""
    if card == "V":
        return t.p_("valknut card", "Valknut")
    if card == "N":
        return t.p_("valknut card", "Rune N")
    return f"{suit_name(card[0], t)} {card[1:]}"


def card_label(card: str, t: Texts) -> str:
    """The same as `card_name`: a card of this game has its value in its name."""
    return card_name(card, t)


def card_text(card: str, t: Texts) -> str:
    """What the card with the code *card* does beyond its number; empty if nothing."""
    if card == "V":
        return t._(
            "Destroys the trick: nobody wins it, and whoever led it leads again. Two in a trick turn a new trump."
        )
    if card == "N":
        return t._("Lower than everything else. Whoever loses the trick with it leads next.")
    return {
        1: t._("If it wins the trick, the winner may take over a trick that an opponent has won."),
        3: t._("Whoever plays it may take the top card of the stock, and then puts one card under it."),
        6: t._(
            "If it wins the trick, the winner may take a card from an opponent unseen, and gives one back."
        ),
        9: t._("If it wins the trick, whoever sits left of the winner leads the next one."),
    }.get(NUMBER[CARD_OF[card]], "")


def trump_text(card: str, t: Texts) -> str:
    """What the open card makes trump: ``Trump: Wolf``."""
    suit = SUIT[CARD_OF[card]]
    if suit < 0:
        return t._("No trump")
    return t._("Trump: {suit}", suit=suit_name(SUITS[suit], t))


def unseen_text(cards: Sequence[str], t: Texts) -> str:
    """The cards not seen yet in one line, by suit: ``Axe 2 5 9 · Ship – …``."""
    groups = []
    for suit in SUITS:
        numbers = " ".join(code[1] for code in cards if code[0] == suit and len(code) == 2)
        groups.append(f"{suit_name(suit, t)} {numbers or '–'}")
    for rune in ("V", "N"):
        groups.append(f"{rune} ×{cards.count(rune)}")
    return t._("Not seen yet: {cards}", cards=" · ".join(groups))


# Events ----------------------------------------


def describe(event: Event, t: Texts, names: Sequence[str]) -> str | None:
    """*event* as a sentence for the log, or None if it needs no line of its own.

    Secrets have sentences too: only those who may know an event are given it.
    """
    match event:
        case DealerDrawn():
            return t._("{name} is drawn to deal.", name=names[event.seat])
        case RoundStarted():
            return t._(
                "Round {number}: {name} deals. {card} is turned. {trump}.",
                number=event.number,
                name=names[event.dealer],
                card=card_name(event.trump, t),
                trump=trump_text(event.trump, t),
            )
        case HandDealt():
            return t._("{name} is dealt: {cards}.", name=names[event.seat], cards=_cards(event.cards, t))
        case BidMade():
            return t._("{name} has bid.", name=names[event.seat])
        case BidNoted():
            return t.n_(
                "{name} notes down {n} trick.",
                "{name} notes down {n} tricks.",
                event.tricks,
                name=names[event.seat],
            )
        case PlayBegun():
            return t._("All bids are made. {name} leads.", name=names[event.leader])
        case CardPlayed():
            name, card = names[event.seat], card_name(event.card, t)
            if event.led:
                return t._("{name} leads {card}.", name=name, card=card)
            return t._("{name} plays {card}.", name=name, card=card)
        case CardDrawn():
            return t._("{name} takes the top card of the stock.", name=names[event.seat])
        case DrawnSeen():
            return t._("{name} has drawn {card}.", name=names[event.seat], card=card_name(event.card, t))
        case CardBuried():
            return t._("{name} puts a card under the stock.", name=names[event.seat])
        case BuriedSeen():
            return t._("Under the stock lies {card} now.", card=card_name(event.card, t))
        case TrickWon():
            return t._(
                "{name} wins the trick with {card}.", name=names[event.seat], card=card_name(event.card, t)
            )
        case TrickDestroyed():
            return t._("The trick is destroyed.")
        case TrumpTurned():
            return t._(
                "Two Valknuts: {card} is turned. {trump}.",
                card=card_name(event.card, t),
                trump=trump_text(event.card, t),
            )
        case TrickStolen():
            return t._(
                "{name} steals a trick from {victim}.", name=names[event.seat], victim=names[event.victim]
            )
        case CardStolen():
            return t._(
                "{name} takes a card from {victim} unseen.",
                name=names[event.seat],
                victim=names[event.victim],
            )
        case StolenSeen():
            return _handed(event.victim, event.seat, event.card, t, names)
        case CardGiven():
            return t._(
                "{name} gives {victim} a card back.", name=names[event.seat], victim=names[event.victim]
            )
        case GivenSeen():
            return _handed(event.seat, event.victim, event.card, t, names)
        case PowerForgone():
            return t._("{name} makes no use of the {number}.", name=names[event.seat], number=event.number)
        case LeadPassed():
            if event.reason == "valknut":
                return t._("{name} leads again.", name=names[event.seat])
            if event.reason == "rune":
                return t._("By the Rune N, {name} leads next.", name=names[event.seat])
            return t._("By the 9, {name} leads next.", name=names[event.seat])
        case RoundEnded():
            return t._(
                "Round {number} is over. {scores}",
                number=event.result.number,
                scores=" ".join(round_scores(event.result, t, names)),
            )
        case MatchEnded():
            return match_won(event, t, names)
    return None


def _cards(cards: Sequence[str], t: Texts) -> str:
    return ", ".join(card_name(card, t) for card in cards)


def _handed(giver: int, taker: int, card: str, t: Texts, names: Sequence[str]) -> str:
    return t._(
        "{card} goes from {giver} to {taker}.",
        card=card_name(card, t),
        giver=names[giver],
        taker=names[taker],
    )


# Results ----------------------------------------


def round_scores(result: RoundResult, t: Texts, names: Sequence[str]) -> list[str]:
    """A sentence for each seat: bid, tricks and points of a round."""
    return [
        t.n_(
            "{name}: bid {bid}, holds {tricks}, {n} point.",
            "{name}: bid {bid}, holds {tricks}, {n} points.",
            points,
            name=names[seat],
            bid=result.bids[seat],
            tricks=result.tricks[seat],
        )
        for seat, points in enumerate(result.points)
    ]


def round_won(result: RoundResult, t: Texts, names: Sequence[str]) -> str:
    """Who has the most points of a round, in one sentence."""
    winners = t.listing([names[seat] for seat in result.winners])
    if len(result.winners) == 1:
        return t._("{name} has the most points in round {number}.", name=winners, number=result.number)
    return t._("{names} have the most points in round {number}.", names=winners, number=result.number)


def round_reason(result: RoundResult, t: Texts, names: Sequence[str]) -> str:
    """Who met the bid in a round, and how many tricks were destroyed."""
    exact = [names[seat] for seat, bid in enumerate(result.bids) if bid == result.tricks[seat]]
    if not exact:
        met = t._("Nobody met the bid.")
    elif len(exact) == 1:
        met = t._("{name} met the bid exactly.", name=exact[0])
    else:
        met = t._("{names} met their bids exactly.", names=t.listing(exact))
    if not result.destroyed:
        return met
    gone = t.n_("{n} trick was destroyed.", "{n} tricks were destroyed.", result.destroyed)
    return f"{met} {gone}"


def match_won(event: MatchEnded, t: Texts, names: Sequence[str]) -> str:
    """Who won a match, and by what."""
    winners = t.listing([names[seat] for seat in event.winners])
    points = event.points[event.winners[0]]
    if event.reason == "shared":
        return t.n_(
            "{names} share the match with {n} point each.",
            "{names} share the match with {n} points each.",
            points,
            names=winners,
        )
    won = t.n_(
        "{name} wins the match with {n} point.",
        "{name} wins the match with {n} points.",
        points,
        name=winners,
    )
    if event.reason == "points":
        return won
    if event.reason == "bonuses":
        why = t._("More exact bids decide the tie.")
    else:
        why = t._("More tricks in the last round decide the tie.")
    return f"{won} {why}"


# Moves ----------------------------------------


def describe_move(move: ValknutMove, t: Texts, names: Sequence[str]) -> str:
    """A move as a button, a menu or a tip names it."""
    match move:
        case Bid():
            return t.n_("Bid {n} trick", "Bid {n} tricks", move.tricks)
        case Play():
            return card_name(move.card, t)
        case DrawCard():
            return t._("Take the top card")
        case Pass():
            return t._("Forgo it")
        case Bury():
            return t._("{card} under the stock", card=card_name(move.card, t))
        case StealTrick():
            return t._("Steal a trick from {name}", name=names[move.from_])
        case StealCard():
            return t._("Take a card from {name}", name=names[move.from_])
        case Give():
            return t._("Give back {card}", card=card_name(move.card, t))


def describe_advice(advice: Advice, t: Texts, names: Sequence[str]) -> str:
    """A tip with its reason, in a sentence or two."""
    numbers = advice.numbers
    need = numbers.get("need", 0)
    reasons = {
        "bid": lambda: t._(
            "About {mean} tricks are likely, give or take {spread}; this bid has a chance of {percent} %.",
            mean=t.number(numbers["mean"] / 10),
            spread=t.number(numbers["spread"] / 10),
            percent=numbers["percent"],
        ),
        "only": lambda: t._("It is the only card that you may play."),
        "destroy": lambda: t._("It takes the trick out of the round, and nobody wins it."),
        "rune": lambda: t._("It loses the trick, and then you lead."),
        "take": lambda: t.n_(
            "It wins the trick; you need {n} more.", "It wins the trick; you need {n} more.", need
        ),
        "take_anyway": lambda: t._("You can hardly avoid this trick; so at least a high card is gone."),
        "duck": lambda: t._("You need no more tricks, and this one is not yours."),
        "tried": lambda: t._("Of all moves it did best when the round was played on many times."),
        "alike": lambda: t._("The cards that you may play are as good as each other."),
        "throw": lambda: t._("This trick is not yours, and the card is the one you need least."),
        "save": lambda: t.n_(
            "You still need {n} trick, but better cards for it stay in your hand.",
            "You still need {n} tricks, but better cards for them stay in your hand.",
            need,
        ),
        "lead_take": lambda: t.n_(
            "It has a good chance to win; you need {n} more trick.",
            "It has a good chance to win; you need {n} more tricks.",
            need,
        ),
        "lead_lose": lambda: t._("It will probably lose, and that suits you."),
        "draw": lambda: t._("A look at another card costs nothing: you may put it back under the stock."),
        "pass": lambda: t._("Your hand suits your bid as it is."),
        "bury": lambda: t._("Without it your hand suits your bid best."),
        "steal_trick": lambda: t._("The trick helps your bid, and it is missing there."),
        "steal_card": lambda: t._("You may give back whatever you like least, and know a card then."),
        "give": lambda: t._("Without it your hand suits your bid best."),
    }
    reason = reasons[advice.reason]()
    if advice.value is not None and advice.reason not in ("bid", "only"):
        reason += " " + t._("Your bid has a chance of {percent} %.", percent=advice.value)
    return t._("{move}. {reason}", move=describe_move(advice.move, t, names), reason=reason)


# Rules ----------------------------------------


def short_rules(t: Texts) -> list[tuple[str, str]]:
    """The rules on one page as plain text: headings with a text each. `rulebook` has them in blocks."""
    from engine.games.valknut import rulebook  # it takes its cards' names and texts from this module

    return plain(rulebook.short_rules(t))


def full_rules(t: Texts) -> list[tuple[str, str]]:
    """The complete rules as plain text: headings with a text each."""
    from engine.games.valknut import rulebook

    return plain(rulebook.full_rules(t))
