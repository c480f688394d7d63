"""The rules of Valknut, after seed 004 and the rulings of `valknut.md`.

Rulings (each with a test in ``tests/games/valknut/test_rules.py``):

1. Cards are dealt one at a time from the seat left of the dealer; the next card is turned for trump (V or N: no
   trump), the rest is the stock. The seat left of the dealer leads the first trick; the deal passes clockwise.
2. All bid at once, 0 to the number of cards in hand. Until the round is scored only the bidder knows its bid; the
   others see that there is one.
3. A number card led must be followed in suit, or answered with V or N, which may always be played. Whoever lacks
   the suit plays freely. After V or N led, all others play freely, also after a number card that came second.
4. The highest trump wins, else the highest card of the led suit, which is the suit of the first number card of the
   trick. N is below everything; in a trick of N alone the first one wins.
5. V destroys the trick: its cards leave the round, nobody has won it, the winner's specials do nothing, and its
   opener leads again. Two or three V in one trick turn one new trump from the stock, after all 3s have been carried
   out; the old trump card leaves the round.
6. A 3 works when it is played, before the next seat plays and whatever becomes of the trick: its player may take
   the stock's top card, then puts one hand card (also that one) under the stock. With no card left in hand a 3 does
   nothing. The stock cannot run out: a 3 gives back what it takes, and two V in one trick come once a round.
7. Winning with a 1, one may take over a trick of an opponent's, never the current one: after the last trick, too.
   Nobody is asked when no opponent has a trick.
8. Winning with a 6, one may take a card from an opponent's hand without looking, and then gives back any card, also
   the same one. After the last trick the hands are empty, and nobody is asked.
9. Leads next: after a V the opener; else, if an N was played that did not win, the owner of the last such N; else,
   if a 9 won, the seat left of the winner (with two seats: the opponent); else the winner. The 1 and the 6 are
   carried out before, and do not change it.
10. Played cards of earlier tricks are out of sight; only the last completed trick may be looked at again. A stolen
    trick never is that one, so stealing does not change it.
11. One point for each trick held at the end, 10 for an exact bid, and with two seats 5 for holding 3, 4 or 5 tricks
    whatever was bid. Destroyed tricks count for nobody.
12. The match ends after the round in which somebody reaches the goal, or after the last round allowed. Most points
    win, then most exact bids in the match, then most tricks in the last round; whoever is still tied shares.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import msgspec

from engine.core.chance import Draw, Lot, Shuffle
from engine.core.errors import GAME_OVER, NOT_AWAITED, Refusal
from engine.core.game import CHANCE, Actor, Event, Game, Outcome, Step
from engine.core.text import N_
from engine.games.valknut import turns
from engine.games.valknut.meta import META
from engine.games.valknut.model import (
    BID,
    BIT,
    CARD_OF,
    CODES,
    DECK,
    IDLE,
    NO_TRUMP,
    PHASES,
    PICK,
    PLAY,
    SUIT,
    SUITS,
    Appoint,
    Bid,
    Bury,
    Deal,
    DealerDrawn,
    DrawCard,
    Give,
    Match,
    Pass,
    Pick,
    Play,
    State,
    StealCard,
    StealTrick,
    Trick,
    ValknutEvent,
    ValknutMove,
    View,
    codes,
    size,
)
from engine.games.valknut.tricks import PLAYS, moves, playable

_SORTED_DECK = sorted(DECK)


class Valknut(Game[State, ValknutMove, View]):
    """Valknut as a `engine.core.game.Game`."""

    meta = META
    moves = ValknutMove
    chance_moves = Deal | Appoint | Pick
    events = ValknutEvent
    state_type = State
    view_type = View

    def setup(self, options: dict[str, Any], seats: int) -> State:
        first = options["first_dealer"]
        none = (0,) * seats
        match = Match(
            seats,
            options["goal"],
            options["max_rounds"],
            first,
            -1 if first == "random" else first,
            none,
            none,
        )
        return State(match, IDLE, -1, -1, -1, none, (-1,) * seats, (), -1, (), (), 0, none, 0, ())

    def awaited(self, state: State) -> tuple[Actor, ...]:
        phase = state.phase
        if phase == BID:
            return tuple([s for s, bid in enumerate(state.bids) if bid < 0])
        if phase == IDLE:
            return () if state.match.winners else (CHANCE,)
        return (CHANCE,) if phase == PICK else (state.turn,)

    def changeover(self, state: State) -> bool:
        return state.phase == BID and max(state.bids) < 0

    def draw(self, state: State) -> Draw:
        if state.phase == PICK:
            # Each card of the hand is equally likely: two V in it are two lots.
            return Lot([Pick(code) for code in codes(state.hands[state.other])])
        if state.match.dealer < 0:
            return Lot([Appoint(seat) for seat in range(state.match.seats)])
        return Shuffle(DECK, Deal)

    def check_chance(self, state: State, move: Any) -> Refusal | None:
        match = state.match
        if state.phase == PICK:
            if not isinstance(move, Pick):
                return Refusal("pick_missing", N_("A card must be picked from the hand."), rule="valknut 8")
            if move.card not in codes(state.hands[state.other]):
                return Refusal("not_picked", N_("This card is not in the hand."), rule="valknut 8")
            return None
        if state.phase != IDLE or match.winners:
            return NOT_AWAITED
        if match.dealer < 0:
            if not isinstance(move, Appoint):
                return Refusal(
                    "dealer_missing", N_("Who deals must be drawn before the first deal."), rule="valknut 1"
                )
            if not 0 <= move.dealer < match.seats:
                return Refusal(
                    "no_such_seat",
                    N_("There is no seat {seat}."),
                    {"seat": _short(move.dealer)},
                    rule="valknut 1",
                )
            return None
        if not isinstance(move, Deal):
            return Refusal("not_a_deal", N_("Now the cards are dealt."), rule="valknut 1")
        if sorted(move.deck) != _SORTED_DECK:
            return Refusal(
                "wrong_deck",
                N_("A deal needs the 42 cards: four suits from 1 to 9, three Valknuts and three Runes N."),
                rule="valknut 1",
            )
        return None

    def apply(self, state: State, actor: Actor, move: Any) -> Step:
        log: list[Event] = []
        return Step(self._next(state, actor, move, log), tuple(log))

    def step(self, state: State, actor: Actor, move: Any) -> State:
        if type(move) is Play:
            return turns.play(state, CARD_OF[move.card], None)
        return self._next(state, actor, move, None)

    def _next(self, state: State, actor: Actor, move: Any, log: turns.Log) -> State:
        match move:
            case Play():
                return turns.play(state, CARD_OF[move.card], log)
            case Bid():
                assert actor is not None
                return turns.bid(state, actor, move.tricks, log)
            case DrawCard():
                return turns.draw_card(state, log)
            case Pass():
                return turns.forgo(state, log)
            case Bury():
                return turns.bury(state, CARD_OF[move.card], log)
            case StealTrick():
                return turns.steal_trick(state, move.from_, log)
            case StealCard():
                return turns.steal_card(state, move.from_, log)
            case Pick():
                return turns.pick(state, CARD_OF[move.card], log)
            case Give():
                return turns.give(state, CARD_OF[move.card], log)
            case Deal():
                return turns.deal(state, move.deck, log)
            case _:
                assert isinstance(move, Appoint)
                if log is not None:
                    log.append(DealerDrawn(seat=move.dealer))
                return msgspec.structs.replace(
                    state, match=msgspec.structs.replace(state.match, dealer=move.dealer)
                )

    def view(self, state: State, seat: int | None) -> View:
        match = state.match
        bids = state.bids
        trump = SUIT[state.trump] if state.trump >= 0 else NO_TRUMP
        last = state.last
        return View(
            seat=seat,
            seats=match.seats,
            goal=match.goal,
            max_rounds=match.max_rounds,
            first_dealer=match.first_dealer,
            points=match.points,
            bonuses=match.bonuses,
            rounds=match.rounds,
            dealer=match.dealer if match.dealer >= 0 else None,
            phase=PHASES[state.phase],
            turn=state.turn if state.turn >= 0 and state.phase != PICK else None,
            other=state.other if state.other >= 0 else None,
            leader=state.leader if state.leader >= 0 else None,
            hand=() if seat is None else codes(state.hands[seat]),
            cards=tuple([size(hand) for hand in state.hands]),
            bid=bids[seat] if seat is not None and bids[seat] >= 0 else None,
            has_bid=tuple([bid >= 0 for bid in bids]),
            trump=SUITS[trump] if trump >= 0 else "",
            trump_card=CODES[state.trump] if state.trump >= 0 else "",
            old_trumps=tuple([CODES[card] for card in state.old_trumps]),
            stock=len(state.stock),
            table=tuple([CODES[card] for card in state.table]),
            last=Trick(last[0], tuple([CODES[card] for card in last[2:]]), last[1] if last[1] >= 0 else None)
            if last
            else None,
            tricks=state.tricks,
            destroyed=state.destroyed,
            winners=match.winners,
        )

    def choices(self, view: View) -> Sequence[ValknutMove]:
        seat = view.seat
        if seat is None or not _must_act(view):
            return ()
        hand = sum([BIT[CARD_OF[code]] for code in view.hand])
        table = [CARD_OF[code] for code in view.table[:1]]
        return moves(PHASES.index(view.phase), seat, hand, table, view.tricks, view.cards)

    def check(self, view: View, move: ValknutMove) -> Refusal | None:
        if view.winners:
            return GAME_OVER
        if not _must_act(view):
            return NOT_AWAITED
        return None if move in self.choices(view) else _why_not(view, move)

    def legal(self, state: State, seat: int) -> Sequence[ValknutMove]:
        phase = state.phase
        if phase == PLAY and seat == state.turn:
            table = state.table
            cards = playable(state.hands[seat], SUIT[table[0]] if table else NO_TRUMP)
            return [PLAYS[card] for card in cards]
        if phase == BID:
            if state.bids[seat] >= 0:
                return ()
        elif phase in (IDLE, PICK) or seat != state.turn:
            return ()
        left = [size(hand) for hand in state.hands]
        return moves(phase, seat, state.hands[seat], state.table, state.tricks, left)

    def unchanged(self, before: View, now: View) -> bool:
        # Bids are made at once: that another has bid meanwhile changes nothing for the own one.
        if before.phase == now.phase == "bid":
            before = msgspec.structs.replace(before, has_bid=now.has_bid)
        return before == now

    def outcome(self, state: State) -> Outcome | None:
        match = state.match
        return Outcome(match.points, match.winners) if match.winners else None

    def rounds(self, state: State) -> tuple[Outcome, ...]:
        return tuple(Outcome(result.points, result.winners) for result in state.match.rounds)

    def sample(self, view: View, history: Sequence[Event], rng: random.Random) -> State:
        # Imported here: the sampler rests on the rules' own functions.
        from engine.games.valknut.sampler import sample

        return sample(view, history, rng)


def _must_act(view: View) -> bool:
    """Whether the view's seat is awaited."""
    if view.seat is None:
        return False
    if view.phase == "bid":
        return view.bid is None
    return view.turn == view.seat


def _why_not(view: View, move: ValknutMove) -> Refusal:
    """The first rule that an illegal *move* of a seat that must act breaks."""
    phase = view.phase
    if phase == "bid":
        if not isinstance(move, Bid):
            return Refusal("bid_first", N_("First everybody bids."), rule="valknut 2")
        return Refusal(
            "bid_range",
            N_("A bid is a number of tricks from 0 to {cards}."),
            {"cards": len(view.hand)},
            rule="valknut 2",
        )
    if phase == "play":
        if not isinstance(move, Play):
            return Refusal("card_first", N_("Now a card must be played."), rule="valknut 3")
        if move.card not in view.hand:
            return _not_in_hand()
        return Refusal(
            "follow_suit",
            N_("You have the suit that was led: follow it, or play a Valknut or a Rune N."),
            rule="valknut 3",
        )
    if phase == "draw":
        return Refusal(
            "draw_or_pass", N_("By the 3: take the top card of the stock, or forgo it."), rule="valknut 6"
        )
    if phase == "bury":
        if isinstance(move, Bury):
            return _not_in_hand()
        return Refusal("bury_first", N_("One of your cards must go under the stock."), rule="valknut 6")
    if phase == "steal_trick":
        if isinstance(move, StealTrick):
            return Refusal("no_trick_there", N_("Choose an opponent who has won a trick."), rule="valknut 7")
        return Refusal(
            "trick_or_pass", N_("By the 1: take over an opponent's trick, or forgo it."), rule="valknut 7"
        )
    if phase == "steal_card":
        if isinstance(move, StealCard):
            return Refusal("no_card_there", N_("Choose an opponent who has cards."), rule="valknut 8")
        return Refusal(
            "card_or_pass", N_("By the 6: take a card from an opponent, or forgo it."), rule="valknut 8"
        )
    if isinstance(move, Give):
        return _not_in_hand()
    return Refusal("give_first", N_("A card must be given back first."), rule="valknut 8")


def _not_in_hand() -> Refusal:
    return Refusal("not_in_hand", N_("You do not hold this card."), rule="valknut 3")


def _short(value: int) -> int | str:
    """A number as it may be shown: hostile records can carry thousands of digits."""
    return value if -1000 < value < 1000 else "…"


GAME = Valknut()
"""The one instance; it has no state."""
