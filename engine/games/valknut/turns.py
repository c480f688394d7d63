"""Turning one state of Valknut into the next: each move as a function, with or without its events.

Nothing is checked here: moves are legal. Where *log* is None no events are made, which is what searches need. The
numbers of the rulings are those of `engine.games.valknut.rules`.
"""

from __future__ import annotations

from engine.core.game import Event
from engine.games.valknut.model import (
    BID,
    BIT,
    BURY,
    CARD_OF,
    CODES,
    DRAW,
    GIVE,
    HAND_SIZE,
    IDLE,
    NUMBER,
    PICK,
    PLAY,
    STEAL_CARD,
    STEAL_TRICK,
    SUIT,
    BidMade,
    BidNoted,
    BuriedSeen,
    CardBuried,
    CardDrawn,
    CardGiven,
    CardPlayed,
    CardStolen,
    DrawnSeen,
    GivenSeen,
    HandDealt,
    LeadPassed,
    Match,
    MatchEnded,
    PlayBegun,
    PowerForgone,
    RoundEnded,
    RoundResult,
    RoundStarted,
    State,
    StolenSeen,
    TrickDestroyed,
    TrickStolen,
    TrickWon,
    TrumpTurned,
    codes,
)
from engine.games.valknut.tricks import judge, score

Log = list[Event] | None


def _put(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    return (*values[:index], value, *values[index + 1 :])


def _state(
    state: State,
    phase: int,
    turn: int,
    leader: int,
    hands: tuple[int, ...],
    stock: tuple[int, ...],
    table: tuple[int, ...],
    other: int = -1,
) -> State:
    """*state* with what changes inside a trick."""
    return State(
        state.match,
        phase,
        turn,
        other,
        leader,
        hands,
        state.bids,
        stock,
        state.trump,
        state.old_trumps,
        table,
        state.played,
        state.tricks,
        state.destroyed,
        state.last,
    )


def bid(state: State, seat: int, tricks: int, log: Log) -> State:
    """*seat* bids *tricks*; when all have bid, the first trick begins (ruling 2)."""
    bids = _put(state.bids, seat, tricks)
    if log is not None:
        log.append(BidMade(seat=seat))
        log.append(BidNoted(seat=seat, tricks=tricks, audience=(seat,)))
    done = -1 not in bids
    if done and log is not None:
        log.append(PlayBegun(leader=state.leader))
    return State(
        state.match,
        PLAY if done else BID,
        state.leader if done else -1,
        -1,
        state.leader,
        state.hands,
        bids,
        state.stock,
        state.trump,
        (),
        (),
        0,
        state.tricks,
        0,
        (),
    )


def play(state: State, card: int, log: Log) -> State:
    """The seat whose turn it is plays *card*; a 3 may ask something (rulings 3 to 6)."""
    seat = state.turn
    hands = state.hands
    hand = hands[seat] - BIT[card]
    if len(hands) == 2:
        hands = (hand, hands[1]) if seat == 0 else (hands[0], hand)
    else:
        hands = (*hands[:seat], hand, *hands[seat + 1 :])
    if log is not None:
        log.append(CardPlayed(seat=seat, card=CODES[card], led=not state.table))
    table = (*state.table, card)
    if NUMBER[card] == 3 and hand:
        return _state(state, DRAW, seat, state.leader, hands, state.stock, table)
    return _go_on(state, seat, hands, state.stock, table, log)


def _go_on(
    state: State, seat: int, hands: tuple[int, ...], stock: tuple[int, ...], table: tuple[int, ...], log: Log
) -> State:
    """The next seat plays, or the trick is complete."""
    seats = len(hands)
    if len(table) < seats:
        return _state(state, PLAY, seat + 1 if seat + 1 < seats else 0, state.leader, hands, stock, table)
    opener = state.leader
    winner, leads, reason, power, turns = judge(table, SUIT[state.trump])
    leader = opener + leads
    if leader >= seats:
        leader -= seats
    played = state.played
    for card in table:
        played += BIT[card]
    tricks = state.tricks
    destroyed = state.destroyed
    trump = state.trump
    old_trumps = state.old_trumps
    phase, turn = PLAY, leader
    if winner < 0:
        destroyed += 1
        if log is not None:
            log.append(TrickDestroyed(opener=opener))
        if turns:
            if log is not None:
                log.append(TrumpTurned(card=CODES[stock[0]], old=CODES[trump]))
            old_trumps = (*old_trumps, trump)
            trump, stock = stock[0], stock[1:]
        if log is not None and hands[0]:
            log.append(LeadPassed(seat=leader, reason=reason))
        last = (opener, -1, *table)
    else:
        taker = opener + winner
        if taker >= seats:
            taker -= seats
        last = (opener, taker, *table)
        if power == 1 and sum(tricks) > tricks[taker]:
            phase, turn = STEAL_TRICK, taker
        elif power == 6 and hands[0]:
            phase, turn = STEAL_CARD, taker
        tricks = _put(tricks, taker, tricks[taker] + 1)
        if log is not None:
            log.append(TrickWon(seat=taker, card=CODES[table[winner]]))
            if reason != "winner" and hands[0]:
                log.append(LeadPassed(seat=leader, reason=reason))
    after = State(
        state.match,
        phase,
        turn,
        -1,
        leader,
        hands,
        state.bids,
        stock,
        trump,
        old_trumps,
        (),
        played,
        tricks,
        destroyed,
        last,
    )
    return after if phase != PLAY or hands[0] else _finish_round(after, log)


def _lead(state: State, hands: tuple[int, ...], tricks: tuple[int, ...], log: Log) -> State:
    """What a 1 or a 6 allowed is done: the next trick begins, or the round is over."""
    after = State(
        state.match,
        PLAY,
        state.leader,
        -1,
        state.leader,
        hands,
        state.bids,
        state.stock,
        state.trump,
        state.old_trumps,
        (),
        state.played,
        tricks,
        state.destroyed,
        state.last,
    )
    return after if hands[0] else _finish_round(after, log)


def forgo(state: State, log: Log) -> State:
    """A 3, a 1 or a 6 is not used."""
    seat = state.turn
    if log is not None:
        log.append(PowerForgone(seat=seat, number={DRAW: 3, STEAL_TRICK: 1, STEAL_CARD: 6}[state.phase]))
    if state.phase == DRAW:
        return _go_on(state, seat, state.hands, state.stock, state.table, log)
    return _lead(state, state.hands, state.tricks, log)


def draw_card(state: State, log: Log) -> State:
    """By the 3, the stock's top card is taken (ruling 6)."""
    seat = state.turn
    card = state.stock[0]
    if log is not None:
        log.append(CardDrawn(seat=seat))
        log.append(DrawnSeen(seat=seat, card=CODES[card], audience=(seat,)))
    hands = _put(state.hands, seat, state.hands[seat] + BIT[card])
    return _state(state, BURY, seat, state.leader, hands, state.stock[1:], state.table)


def bury(state: State, card: int, log: Log) -> State:
    """By the 3, *card* goes under the stock (ruling 6)."""
    seat = state.turn
    if log is not None:
        log.append(CardBuried(seat=seat))
        log.append(BuriedSeen(seat=seat, card=CODES[card], audience=(seat,)))
    hands = _put(state.hands, seat, state.hands[seat] - BIT[card])
    return _go_on(state, seat, hands, (*state.stock, card), state.table, log)


def steal_trick(state: State, victim: int, log: Log) -> State:
    """By the 1, a trick of *victim* is taken over (ruling 7)."""
    seat = state.turn
    if log is not None:
        log.append(TrickStolen(seat=seat, victim=victim))
    tricks = _put(state.tricks, seat, state.tricks[seat] + 1)
    return _lead(state, state.hands, _put(tricks, victim, tricks[victim] - 1), log)


def steal_card(state: State, victim: int, log: Log) -> State:
    """By the 6, a card of *victim* is to be picked by chance (ruling 8)."""
    if log is not None:
        log.append(CardStolen(seat=state.turn, victim=victim))
    return _state(state, PICK, state.turn, state.leader, state.hands, state.stock, (), victim)


def _move_card(state: State, giver: int, taker: int, card: int) -> tuple[int, ...]:
    hands = _put(state.hands, giver, state.hands[giver] - BIT[card])
    return _put(hands, taker, hands[taker] + BIT[card])


def pick(state: State, card: int, log: Log) -> State:
    """By the 6, chance has picked *card* (ruling 8)."""
    seat, victim = state.turn, state.other
    if log is not None:
        both = (seat, victim) if seat < victim else (victim, seat)
        log.append(StolenSeen(seat=seat, victim=victim, card=CODES[card], audience=both))
    hands = _move_card(state, victim, seat, card)
    return _state(state, GIVE, seat, state.leader, hands, state.stock, (), victim)


def give(state: State, card: int, log: Log) -> State:
    """By the 6, *card* goes back (ruling 8)."""
    seat, victim = state.turn, state.other
    if log is not None:
        both = (seat, victim) if seat < victim else (victim, seat)
        log.append(CardGiven(seat=seat, victim=victim))
        log.append(GivenSeen(seat=seat, victim=victim, card=CODES[card], audience=both))
    return _lead(state, _move_card(state, seat, victim, card), state.tricks, log)


def _finish_round(state: State, log: Log) -> State:
    """Score the round (ruling 11), and the match if it is over (ruling 12)."""
    match = state.match
    seats = match.seats
    tricks = state.tricks
    scored = tuple([score(seats, state.bids[s], tricks[s]) for s in range(seats)])
    most = max(scored)
    result = RoundResult(
        len(match.rounds) + 1,
        match.dealer,
        state.bids,
        tricks,
        state.destroyed,
        scored,
        tuple([s for s in range(seats) if scored[s] == most]),
    )
    points = tuple([have + got for have, got in zip(match.points, scored, strict=True)])
    bonuses = tuple([match.bonuses[s] + (state.bids[s] == tricks[s]) for s in range(seats)])
    winners: tuple[int, ...] = ()
    reason = ""
    if max(points) >= match.goal or result.number >= match.max_rounds:
        winners, reason = _winners(points, bonuses, tricks)
    if log is not None:
        log.append(RoundEnded(result=result, points=points))
        if winners:
            log.append(MatchEnded(points=points, winners=winners, reason=reason))
    after = Match(
        seats,
        match.goal,
        match.max_rounds,
        match.first_dealer,
        match.dealer if winners else (match.dealer + 1) % seats,
        points,
        bonuses,
        (*match.rounds, result),
        winners,
    )
    return State(
        after,
        IDLE,
        -1,
        -1,
        state.leader,
        state.hands,
        state.bids,
        state.stock,
        state.trump,
        state.old_trumps,
        (),
        state.played,
        tricks,
        state.destroyed,
        state.last,
    )


def _winners(
    points: tuple[int, ...], bonuses: tuple[int, ...], tricks: tuple[int, ...]
) -> tuple[tuple[int, ...], str]:
    """Who wins a match that is over, and what decided it (ruling 12)."""
    left = list(range(len(points)))
    for reason, values in (("points", points), ("bonuses", bonuses), ("tricks", tricks)):
        most = max(values[s] for s in left)
        left = [s for s in left if values[s] == most]
        if len(left) == 1:
            return tuple(left), reason
    return tuple(left), "shared"


def deal(state: State, deck: tuple[str, ...], log: Log) -> State:
    """A round begins with the cards in the order of *deck* (ruling 1)."""
    match = state.match
    seats = match.seats
    count = HAND_SIZE[seats]
    leader = (match.dealer + 1) % seats
    cards = [CARD_OF[code] for code in deck]
    dealt = seats * count
    hands = tuple(
        sum(BIT[card] for card in cards[(s - leader) % seats : dealt : seats]) for s in range(seats)
    )
    stock = tuple(cards[dealt + 1 :])
    if log is not None:
        log.append(
            RoundStarted(
                number=len(match.rounds) + 1,
                dealer=match.dealer,
                cards=count,
                trump=deck[dealt],
                stock=len(stock),
            )
        )
        log += [HandDealt(seat=s, cards=codes(hands[s]), audience=(s,)) for s in range(seats)]
    return State(
        match,
        BID,
        -1,
        -1,
        leader,
        hands,
        (-1,) * seats,
        stock,
        cards[dealt],
        (),
        (),
        0,
        (0,) * seats,
        0,
        (),
    )
