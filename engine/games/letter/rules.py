"""The rules of Geheimer Brief, after seed 000 and the rulings of `letter.md`.

Rulings (each with a test in ``tests/games/letter/test_rules.py``):

1. A restart (5) may hit yourself at any time and must when all others are protected. Whoever discards the 8 is out
   and draws nothing; the discarded card has no effect.
2. The shield comes from *playing* the 4 and ends when its owner's next turn begins. A discarded 4 protects nobody.
3. The 8 may be played and puts its player out. With 7 and 5 or 6 in hand the 7 must be played; this is looked at
   only on one's own turn, with two cards.
4. A guess names 2–8, never at yourself. With all others protected, 1, 2, 3 and 6 are played without effect.
5. In a duel only the two see both cards. The loser's card goes open into the row; a tie stays secret.
6. A swap (6) exchanges the hands; both know both cards, nobody else does.
7. A restart with an empty stock draws the card set aside face down.
8. A round ends with one player left, or with an empty stock after a finished turn: highest hand, then highest sum
   of the row, then all of those.
9. The winner begins the next round; after a shared win the first of the winners clockwise after the previous
   starter, who comes last in that order.
10. Reached by several at once, the match goes on until exactly one of those scores in a round.
11. Two seats: three cards aside face up; with the open gap three and four seats set one aside. (With two seats the
    option changes nothing.)
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from typing import Any

from engine.core.chance import Draw, Lot, Shuffle
from engine.core.errors import GAME_OVER, NOT_AWAITED, Refusal
from engine.core.game import CHANCE, Actor, Event, Game, Outcome, Step
from engine.core.text import N_
from engine.games.letter.meta import META
from engine.games.letter.model import (
    DECK,
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
    Deal,
    DuelFought,
    First,
    GuessAnswered,
    HandDealt,
    HandDiscarded,
    HandPeeked,
    HandReplaced,
    HandShown,
    HandsSwapped,
    LetterEvent,
    Match,
    MatchEnded,
    Play,
    RoundEnded,
    RoundResult,
    RoundStarted,
    SeatEliminated,
    StarterDrawn,
    State,
    SwapSeen,
    TieAtGoal,
    TurnStarted,
    View,
)

# Masks over State.knows: everything that anybody knows of one holder; and everything one viewer knows.
_OF_HOLDER = tuple(sum(0xF << (16 * viewer + 4 * holder) for viewer in range(4)) for holder in range(4))


# Legality ----------------------------------------


@cache
def plays(first: int, second: int, seat: int, targets: int) -> tuple[Play, ...]:
    """Every legal play of *seat* with the cards *first* and *second* in hand.

    *targets* is the bit mask of the other seats that may be chosen (in the round and not shielded). This small
    function is the only place that knows what may be played: views, searches and messages all ask it.
    """
    cards = (first,) if first == second else tuple(sorted((first, second)))
    if VEIL in cards and (RESTART in cards or SWAP in cards):
        cards = (VEIL,)
    others = tuple(s for s in range(4) if targets >> s & 1)
    found: list[Play] = []
    for card in cards:
        if card == GUESS and others:
            found += [Play(card, target, guess) for target in others for guess in range(2, 9)]
        elif card in NEEDS_OTHER and others:
            found += [Play(card, target) for target in others]
        elif card == RESTART:
            found += [Play(card, target) for target in sorted((*others, seat))]
        else:
            found.append(Play(card))
    return tuple(found)


def targets_in(view: View) -> int:
    """The bit mask of the other seats that may be chosen now."""
    return sum(
        1 << s for s in range(view.seats) if s != view.seat and not view.out[s] and not view.shielded[s]
    )


def puts_out(view: View, move: Play) -> bool:
    """Whether *move*, by what its player sees, certainly puts that player out (rulings 1 and 3)."""
    if move.card == LETTER:
        return True
    return move.card == RESTART and move.target == view.seat and LETTER in view.hand


# Turning one state into the next ----------------------------------------


def _set(values: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    return (*values[:index], value, *values[index + 1 :])


def _play(state: State, move: Play, log: list[Event] | None) -> State:
    """The state after the seat whose turn it is made *move*. Events are made only if there is a *log*."""
    match = state.match
    seat = state.turn
    card = move.card
    target = move.target
    kept = state.hands[seat]
    drawn = state.drawn
    hands = state.hands
    knows = state.knows
    stock = state.stock
    aside = state.aside
    shields = state.shields
    alive = state.alive
    rows = state.rows
    if card == kept:
        # The card that others may have seen is gone; they do not know the one just drawn.
        if drawn != kept:
            hands = _set(hands, seat, drawn)
        knows &= ~_OF_HOLDER[seat]
    rows = (*rows[:seat], (*rows[seat], card), *rows[seat + 1 :])
    if log is not None:
        log.append(CardPlayed(seat, card, target, move.guess))
    loser = -1

    if card == SHIELD:
        shields |= 1 << seat
    elif card == LETTER:
        loser = seat
    elif target is None:
        pass
    elif card == GUESS:
        right = hands[target] == move.guess
        if log is not None:
            log.append(GuessAnswered(seat, target, move.guess or 0, right))
        if right:
            loser = target
    elif card == PEEK:
        knows = knows & ~(0xF << (16 * seat + 4 * target)) | hands[target] << (16 * seat + 4 * target)
        if log is not None:
            log.append(HandPeeked(seat, target))
            log.append(HandShown(seat, target, hands[target], audience=(seat,)))
    elif card == DUEL:
        mine, theirs = hands[seat], hands[target]
        if log is not None:
            log.append(HandShown(seat, target, theirs, audience=(seat,)))
            log.append(HandShown(target, seat, mine, audience=(target,)))
        if mine != theirs:
            loser = seat if mine < theirs else target
        to, back = 16 * seat + 4 * target, 16 * target + 4 * seat
        knows = knows & ~(0xF << to | 0xF << back) | theirs << to | mine << back
        if log is not None:
            log.append(DuelFought(seat, target, None if loser < 0 else loser))
    elif card == RESTART:
        gone = hands[target]
        rows = (*rows[:target], (*rows[target], gone), *rows[target + 1 :])
        knows &= ~_OF_HOLDER[target]
        if log is not None:
            log.append(HandDiscarded(target, gone))
        if gone == LETTER:
            # Out by the discard itself: the 8 lies in the row already, and nothing is drawn (ruling 1).
            hands = _set(hands, target, 0)
            alive &= ~(1 << target)
            if log is not None:
                log.append(SeatEliminated(target, LETTER))
        else:
            from_aside = not stock
            if from_aside:
                fresh, aside = aside, 0
            else:
                fresh, stock = stock[0], stock[1:]
            hands = _set(hands, target, fresh)
            if log is not None:
                log.append(HandReplaced(target, from_aside))
                log.append(CardDrawn(target, fresh, audience=(target,)))
    elif card == SWAP:
        mine, theirs = hands[seat], hands[target]
        if seat < target:
            hands = (*hands[:seat], theirs, *hands[seat + 1 : target], mine, *hands[target + 1 :])
        else:
            hands = (*hands[:target], mine, *hands[target + 1 : seat], theirs, *hands[seat + 1 :])
        # What third players knew of one hand they now know of the other.
        moved = 0
        for viewer in range(match.seats):
            if viewer != seat and viewer != target:
                moved |= (knows >> (16 * viewer + 4 * seat) & 0xF) << (16 * viewer + 4 * target)
                moved |= (knows >> (16 * viewer + 4 * target) & 0xF) << (16 * viewer + 4 * seat)
        knows = knows & ~(_OF_HOLDER[seat] | _OF_HOLDER[target]) | moved
        knows |= mine << (16 * seat + 4 * target) | theirs << (16 * target + 4 * seat)
        if log is not None:
            log.append(HandsSwapped(seat, target))
            log.append(SwapSeen(seat, target, mine, theirs, audience=(seat,)))
            log.append(SwapSeen(target, seat, theirs, mine, audience=(target,)))

    if loser >= 0:
        shown = hands[loser]
        rows = (*rows[:loser], (*rows[loser], shown), *rows[loser + 1 :])
        hands = _set(hands, loser, 0)
        alive &= ~(1 << loser)
        knows &= ~_OF_HOLDER[loser]
        if log is not None:
            log.append(SeatEliminated(loser, shown))

    if not stock or not alive & (alive - 1):
        return _finish_round(
            State(match, -1, aside, state.open_aside, stock, hands, 0, rows, 0, alive, knows), log
        )

    seats = match.seats
    turn = (seat + 1) % seats
    while not alive >> turn & 1:
        turn = (turn + 1) % seats
    return _begin_turn(match, turn, aside, state.open_aside, stock, hands, rows, shields, alive, knows, log)


def _begin_turn(
    match: Match,
    turn: int,
    aside: int,
    open_aside: tuple[int, ...],
    stock: tuple[int, ...],
    hands: tuple[int, ...],
    rows: tuple[tuple[int, ...], ...],
    shields: int,
    alive: int,
    knows: int,
    log: list[Event] | None,
) -> State:
    drawn = stock[0]
    stock = stock[1:]
    bit = 1 << turn
    if log is not None:
        log.append(TurnStarted(turn, len(stock), bool(shields & bit)))
        log.append(CardDrawn(turn, drawn, audience=(turn,)))
    return State(match, turn, aside, open_aside, stock, hands, drawn, rows, shields & ~bit, alive, knows)


def _finish_round(state: State, log: list[Event] | None) -> State:
    """Score the round (ruling 8), and the match if it is over (ruling 10)."""
    match = state.match
    left = [s for s in range(match.seats) if state.alive >> s & 1]
    reason = "last"
    if len(left) > 1:
        best = max(state.hands[s] for s in left)
        left = [s for s in left if state.hands[s] == best]
        reason = "highest"
        if len(left) > 1:
            most = max(sum(state.rows[s]) for s in left)
            left = [s for s in left if sum(state.rows[s]) == most]
            reason = "row" if len(left) == 1 else "shared"
    scored = tuple(1 if s in left else 0 for s in range(match.seats))
    points = tuple(have + got for have, got in zip(match.points, scored, strict=True))
    result = RoundResult(
        len(match.rounds) + 1, match.starter, tuple(left), reason, state.hands, state.rows, scored
    )
    contenders = match.contenders
    tie_now = False
    winners: tuple[int, ...] = ()
    if contenders:
        scorers = [s for s in contenders if s in left]
        if len(scorers) == 1:
            winners = (scorers[0],)
    else:
        reached = tuple(s for s in range(match.seats) if points[s] >= match.goal)
        if len(reached) == 1:
            winners = reached
        elif reached:
            contenders, tie_now = reached, True
    if len(left) == 1:
        starter = left[0]
    else:
        # Clockwise after the previous starter, who comes last (ruling 9).
        starter = min(left, key=lambda s: (s - match.starter - 1) % match.seats)
    if log is not None:
        log.append(RoundEnded(result, points))
        if tie_now:
            log.append(TieAtGoal(contenders))
        if winners:
            log.append(MatchEnded(points, winners))
    after = Match(
        match.seats,
        match.goal,
        match.open_gap,
        match.first,
        starter,
        points,
        (*match.rounds, result),
        contenders,
        winners,
    )
    return State(
        after, -1, state.aside, state.open_aside, state.stock, state.hands, 0, state.rows, 0, state.alive, 0
    )


def open_cards(seats: int, open_gap: bool) -> int:
    """How many cards are set aside face up (ruling 11)."""
    if seats == 2:
        return 3
    return 1 if open_gap else 0


def _deal(state: State, deck: tuple[int, ...], log: list[Event] | None) -> State:
    match = state.match
    seats = match.seats
    shown = 1 + open_cards(seats, match.open_gap)
    open_aside = deck[1:shown]
    hands = tuple(deck[shown + (s - match.starter) % seats] for s in range(seats))
    stock = deck[shown + seats :]
    if log is not None:
        log.append(RoundStarted(len(match.rounds) + 1, match.starter, open_aside, len(stock)))
        log += [HandDealt(s, hands[s], audience=(s,)) for s in range(seats)]
    return _begin_turn(
        match,
        match.starter,
        deck[0],
        open_aside,
        stock,
        hands,
        ((),) * seats,
        0,
        (1 << seats) - 1,
        0,
        log,
    )


_SORTED_DECK = list(DECK)


class Letter(Game[State, Play, View]):
    """Geheimer Brief as a `engine.core.game.Game`."""

    meta = META
    moves = Play
    chance_moves = Deal | First
    events = LetterEvent
    state_type = State
    view_type = View

    def setup(self, options: dict[str, Any], seats: int) -> State:
        first = options["first"]
        match = Match(
            seats,
            options["goal"],
            options["open_gap"],
            first,
            -1 if first == "random" else first,
            (0,) * seats,
        )
        empty = (0,) * seats
        return State(match, -1, 0, (), (), empty, 0, ((),) * seats, 0, (1 << seats) - 1, 0)

    def awaited(self, state: State) -> tuple[Actor, ...]:
        if state.turn >= 0:
            return (state.turn,)
        return () if state.match.winners else (CHANCE,)

    def changeover(self, state: State) -> bool:
        return state.turn >= 0 and not any(state.rows)

    def draw(self, state: State) -> Draw:
        if state.match.starter < 0:
            return Lot([First(seat) for seat in range(state.match.seats)])
        return Shuffle(DECK, Deal)

    def check_chance(self, state: State, move: Any) -> Refusal | None:
        if state.turn >= 0 or state.match.winners:
            return NOT_AWAITED
        if state.match.starter < 0:
            if not isinstance(move, First):
                return Refusal(
                    "first_missing", N_("Who begins must be drawn before the first deal."), rule="letter"
                )
            if not 0 <= move.starter < state.match.seats:
                return Refusal(
                    "no_such_seat", N_("There is no seat {seat}."), {"seat": move.starter}, rule="letter"
                )
            return None
        if not isinstance(move, Deal):
            return Refusal("first_twice", N_("Who begins is known already."), rule="letter")
        if sorted(move.deck) != _SORTED_DECK:
            return Refusal(
                "wrong_deck",
                N_("A deal needs the sixteen cards, each once: five 1s, two each of 2 to 5, one 6, 7 and 8."),
                rule="letter",
            )
        return None

    def apply(self, state: State, actor: Actor, move: Any) -> Step:
        log: list[Event] = []
        return Step(self._next(state, move, log), tuple(log))

    def step(self, state: State, actor: Actor, move: Any) -> State:
        return self._next(state, move, None)

    def _next(self, state: State, move: Any, log: list[Event] | None) -> State:
        if type(move) is Play:
            return _play(state, move, log)
        if type(move) is Deal:
            return _deal(state, move.deck, log)
        if log is not None:
            log.append(StarterDrawn(move.starter))
        match = state.match
        begun = Match(match.seats, match.goal, match.open_gap, match.first, move.starter, match.points)
        return State(begun, -1, 0, (), (), state.hands, 0, state.rows, 0, state.alive, 0)

    def view(self, state: State, seat: int | None) -> View:
        match = state.match
        seats = range(match.seats)
        turn = state.turn
        hand: tuple[int, ...] = ()
        known = (0,) * match.seats
        if seat is not None:
            if state.hands[seat]:
                hand = (state.hands[seat], state.drawn) if turn == seat else (state.hands[seat],)
            known = tuple(state.knows >> (16 * seat + 4 * s) & 0xF for s in seats)
        return View(
            seat=seat,
            seats=match.seats,
            goal=match.goal,
            open_gap=match.open_gap,
            first=match.first,
            points=match.points,
            contenders=match.contenders,
            rounds=match.rounds,
            starter=match.starter if match.starter >= 0 else None,
            turn=turn if turn >= 0 else None,
            hand=hand,
            known=known,
            rows=state.rows,
            open_aside=state.open_aside,
            aside=state.aside > 0,
            stock=len(state.stock),
            out=tuple(not state.alive >> s & 1 for s in seats),
            shielded=tuple(bool(state.shields >> s & 1) for s in seats),
            winners=match.winners,
        )

    def choices(self, view: View) -> Sequence[Play]:
        if view.turn is None or view.turn != view.seat:
            return ()
        return plays(view.hand[0], view.hand[1], view.seat, targets_in(view))

    def check(self, view: View, move: Play) -> Refusal | None:
        if view.winners:
            return GAME_OVER
        if view.turn is None or view.turn != view.seat:
            return NOT_AWAITED
        return None if move in self.choices(view) else _why_not(view, move)

    def legal(self, state: State, seat: int) -> Sequence[Play]:
        if seat != state.turn:
            return ()
        targets = state.alive & ~state.shields & ~(1 << seat)
        return plays(state.hands[seat], state.drawn, seat, targets)

    def outcome(self, state: State) -> Outcome | None:
        match = state.match
        return Outcome(match.points, match.winners) if match.winners else None

    def rounds(self, state: State) -> tuple[Outcome, ...]:
        return tuple(Outcome(result.points, result.winners) for result in state.match.rounds)

    def sample(self, view: View, history: Sequence[Event], rng: random.Random) -> State:
        # Imported here: the sampler rests on the beliefs, which rest on `plays` above.
        from engine.games.letter.sampler import sample

        return sample(view, history, rng)


def _why_not(view: View, move: Play) -> Refusal:
    """The first rule that an illegal *move* of the seat whose turn it is breaks."""
    hand, seat, target = view.hand, view.turn, move.target
    if move.card not in hand:
        return Refusal(
            "not_in_hand",
            N_("There is no {card} in your hand."),
            {"card": _short(move.card)},
            rule="letter: a turn",
        )
    if move.card != VEIL and VEIL in hand and (RESTART in hand or SWAP in hand):
        return Refusal("veil_forced", N_("With a 5 or 6 beside it, the 7 must be played."), rule="letter 3")
    if move.card != GUESS and move.guess is not None:
        return Refusal("guess_without_one", N_("Only a 1 names a value."), rule="letter 4")
    if move.card not in NEEDS_OTHER and move.card != RESTART:
        return Refusal("no_target", N_("This card is not played at anybody."), rule="letter: abilities")
    if target is None:
        if move.guess is not None and not targets_in(view):
            return Refusal(
                "guess_without_target",
                N_("Everybody else is protected: the 1 is played without a guess."),
                rule="letter 4",
            )
        return Refusal("target_missing", N_("Choose whom the card is played at."), rule="letter: choosing")
    if not 0 <= target < view.seats:
        return Refusal(
            "no_such_seat", N_("There is no seat {seat}."), {"seat": _short(target)}, rule="letter: choosing"
        )
    if target == seat and move.card != RESTART:
        return Refusal("not_yourself", N_("You can't choose yourself with this card."), rule="letter 4")
    if view.out[target]:
        return Refusal("target_out", N_("This player is out of the round."), rule="letter: choosing")
    if view.shielded[target]:
        return Refusal("target_shielded", N_("A shield protects this player."), rule="letter 2")
    if move.guess is None:
        return Refusal("guess_missing", N_("Name a value from 2 to 8."), rule="letter 4")
    return Refusal("guess_range", N_("A guess names 2 to 8, never the 1."), rule="letter 4")


def _short(value: int) -> int | str:
    """A number as it may be shown: hostile moves can carry thousands of digits."""
    return value if -1000 < value < 1000 else "…"


GAME = Letter()
