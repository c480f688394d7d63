"""The course of a card in Ein Wort: who is awaited, who may do what, and what a move makes of a state.

The rulings stand in `engine.games.oneword.rules`; here nothing is judged, moves are taken as legal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from engine.core.game import Event
from engine.games.oneword import terms
from engine.games.oneword.answers import is_right
from engine.games.oneword.hints import duplicates
from engine.games.oneword.language import fold
from engine.games.oneword.model import (
    CHECK,
    DEAL,
    GUESS,
    HINTS,
    HIT,
    MISS,
    OVER,
    PASS,
    RESULT,
    VOID,
    Abort,
    Admit,
    AnswerCounted,
    AnswerGiven,
    Card,
    CardResolved,
    CardStarted,
    CheckBegun,
    Checked,
    Counts,
    Different,
    Draw,
    GameEnded,
    Guess,
    GuesserPassed,
    Hint,
    HintNoted,
    HintRestored,
    HintsChecked,
    HintsCompared,
    HintsShown,
    HintStruck,
    HintWritten,
    MemberAdmitted,
    MemberRemoved,
    MissingSkipped,
    Next,
    OneWordMove,
    PairJoined,
    PairParted,
    Pass,
    PassForGuesser,
    Remove,
    Restore,
    Same,
    Show,
    SkipMissing,
    State,
    Strike,
    TermSeen,
    Written,
)
from engine.games.oneword.typed import clean

LEAST = 3
"""So many must play: with two there is nothing to compare (seed 002)."""

replace = msgspec.structs.replace


# Who may do what ----------------------------------------


def host_of(present: Sequence[bool]) -> int:
    """The host: the first seat that still plays."""
    return present.index(True)


def givers_in(present: Sequence[bool], guesser: int) -> tuple[int, ...]:
    """The hint givers."""
    return tuple(seat for seat, here in enumerate(present) if here and seat != guesser)


def waiting(
    phase: str, present: Sequence[bool], guesser: int, written: Sequence[bool], checked: Sequence[bool]
) -> tuple[int, ...]:
    """The seats that the game waits for; the one place that knows, for states and views alike."""
    if phase == HINTS:
        return tuple(seat for seat in givers_in(present, guesser) if not written[seat])
    if phase == CHECK:
        return tuple(seat for seat in givers_in(present, guesser) if not checked[seat])
    if phase == GUESS:
        return (guesser,)
    if phase == RESULT:
        host = host_of(present)
        return (guesser, host) if present[guesser] and guesser != host else (host,)
    return ()


def allowed_moves(
    seat: int,
    phase: str,
    present: Sequence[bool],
    guesser: int,
    written: Sequence[bool],
    checked: Sequence[bool],
    result: str,
) -> tuple[str, ...]:
    """The moves that *seat* may make, by their ``do``; whether its words and numbers are right is not looked at."""
    if phase in (DEAL, OVER) or not present[seat]:
        return ()
    found: list[str] = []
    host = seat == host_of(present)
    giver = seat != guesser
    if phase == HINTS and giver:
        found.append("hint")
    if phase == CHECK and giver:
        found += ["strike", "restore", "different", "same"]
        if not checked[seat] and len(waiting(phase, present, guesser, written, checked)) > 1:
            found.append("checked")
        found.append("show")
    if phase == GUESS and not giver:
        found += ["guess", "pass"]
    if phase == RESULT:
        if giver and result == MISS:
            found.append("counts")
        if host or not giver:
            found.append("next")
    if host:
        if phase == HINTS:
            found.append("skip_missing")
        if phase == GUESS and giver:
            found.append("pass_for_guesser")
        if sum(present) > LEAST:
            found.append("remove")
        if phase == RESULT:
            found.append("admit")
        found.append("abort")
    return tuple(found)


def struck(
    hints: Sequence[tuple[int, str]], pairs: Sequence[tuple[int, int]], by_hand: Sequence[int]
) -> tuple[str, ...]:
    """Why each hint is struck: ``same``, ``hand`` or nothing."""
    doubled = {number for pair in pairs for number in pair}
    return tuple(
        "hand" if by_hand[i] > 0 else "same" if i in doubled and not by_hand[i] else ""
        for i in range(len(hints))
    )


def on_table(state: State) -> tuple[Written, ...]:
    """All hints of the card with what became of them."""
    reasons = struck(state.hints, state.pairs, state.by_hand)
    return tuple(
        Written(seat, word, bool(reason), reason)
        for (seat, word), reason in zip(state.hints, reasons, strict=True)
    )


def left_over(state: State) -> tuple[str, ...]:
    """The remaining hints as the guesser sees them: in alphabetical order, so that none tells its writer."""
    words = [hint.word for hint in on_table(state) if not hint.struck]
    return tuple(sorted(words, key=lambda word: (fold(word, state.setup.language), word)))


def made(state: State) -> int:
    """How many cards are made, the present one included."""
    return sum(card.result == HIT for card in state.cards) + (state.result == HIT)


# Turning one state into the next ----------------------------------------


class Log(list[Event]):
    """The events of one step."""


def _set(values: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    return (*values[:index], value, *values[index + 1 :])


def _audience(state: State) -> tuple[int, ...]:
    return givers_in(state.present, state.guesser)


def begin_card(state: State, move: Draw, log: Log) -> State:
    """The state after chance drew a term."""
    setup = state.setup
    seats = setup.seats
    two = setup.two_hints and sum(state.present) == LEAST
    fresh = State(
        setup=setup,
        phase=HINTS,
        present=state.present,
        deck=state.deck - 1,
        guesser=state.guesser,
        term=move.term,
        parts=move.parts,
        needed=2 if two else 1,
        hint_words=((),) * seats,
        checked=(False,) * seats,
        cards=state.cards,
        added=state.added,
    )
    log.append(CardStarted(len(state.cards) + 1, state.guesser, fresh.deck, move.again))
    log.append(TermSeen(move.term, audience=_audience(fresh)))
    return fresh


def _hint(state: State, seat: int, move: Hint, log: Log) -> State:
    words = tuple(clean(word) for word in move.words)
    changed = bool(state.hint_words[seat])
    state = replace(state, hint_words=_set(state.hint_words, seat, words))
    givers = _audience(state)
    log.append(HintNoted(seat, words, changed, audience=(seat,)))
    if not changed:
        log.append(HintWritten(sum(bool(state.hint_words[s]) for s in givers), len(givers)))
    return _check_if_complete(state, log)


def _check_if_complete(state: State, log: Log) -> State:
    if all(state.hint_words[seat] for seat in _audience(state)):
        return _begin_check(state, log)
    return state


def _begin_check(state: State, log: Log) -> State:
    hints = tuple((seat, word) for seat, words in enumerate(state.hint_words) for word in words)
    pairs = duplicates([word for _seat, word in hints], state.setup.language)
    state = replace(
        state,
        phase=CHECK,
        hints=hints,
        pairs=pairs,
        by_hand=(0,) * len(hints),
        checked=(False,) * state.setup.seats,
    )
    log.append(CheckBegun())
    log.append(HintsCompared(on_table(state), pairs, audience=_audience(state)))
    return state


def _by_hand(state: State, number: int, value: int) -> State:
    return replace(state, by_hand=_set(state.by_hand, number, value))


def _resolve(state: State, result: str, answer: str | None, log: Log) -> State:
    lost = result == MISS and state.deck > 0
    state = replace(
        state,
        phase=RESULT,
        answer=answer,
        result=result,
        lost=lost,
        deck=state.deck - 1 if lost else state.deck,
    )
    log.append(CardResolved(_card(state), made(state), state.deck))
    return state


def _card(state: State, result: str = "") -> Card:
    return Card(
        len(state.cards) + 1,
        state.term,
        state.guesser,
        on_table(state),
        state.answer,
        result or state.result,
        state.counted,
        state.lost,
    )


def _put_away(state: State, result: str = "") -> State:
    """The table without the present card, which is among the finished ones now."""
    return State(
        setup=state.setup,
        phase=DEAL,
        present=state.present,
        deck=state.deck,
        guesser=state.guesser,
        cards=(*state.cards, _card(state, result)),
        added=state.added,
    )


def _next_guesser(state: State) -> int:
    seats = state.setup.seats
    return next(seat for step in range(1, seats + 1) if state.present[seat := (state.guesser + step) % seats])


def _next(state: State, log: Log) -> State:
    state = _put_away(state)
    if state.deck == 0:
        log.append(GameEnded(made(state), state.setup.of))
        return replace(state, phase=OVER)
    return replace(state, guesser=_next_guesser(state))


def _remove(state: State, member: int, log: Log) -> State:
    present = _set(state.present, member, False)
    void = member == state.guesser and state.phase in (HINTS, CHECK, GUESS)
    log.append(MemberRemoved(member, host_of(present), void))
    state = replace(state, present=present)
    if void:
        # The card does not count, and a substitute joins the deck.
        state = replace(_put_away(state, VOID), deck=state.deck + 1)
        log.append(CardResolved(state.cards[-1], made(state), state.deck))
        return replace(state, guesser=_next_guesser(state))
    if state.phase == HINTS:
        return _check_if_complete(state, log)
    if state.phase == CHECK and all(state.checked[seat] for seat in _audience(state)):
        return replace(state, checked=(False,) * state.setup.seats)
    return state


def _admit(state: State, move: Admit, log: Log) -> State:
    name = clean(move.name)
    if move.member >= 0:
        log.append(MemberAdmitted(move.member, name))
        return replace(state, present=_set(state.present, move.member, True))
    seat = state.setup.seats
    log.append(MemberAdmitted(seat, name))
    return replace(
        state,
        setup=replace(state.setup, seats=seat + 1),
        present=(*state.present, True),
        hint_words=(*state.hint_words, ()),
        checked=(*state.checked, False),
        added=(*state.added, name),
    )


def _abort(state: State, log: Log) -> State:
    if state.phase == RESULT:
        state = _put_away(state)
    elif state.phase != DEAL:
        # The card that was not finished goes back.
        cards, deck = state.cards, state.deck + 1
        state = State(
            setup=state.setup,
            phase=DEAL,
            present=state.present,
            deck=deck,
            guesser=state.guesser,
            cards=cards,
            added=state.added,
        )
    log.append(GameEnded(made(state), state.setup.of, aborted=True))
    return replace(state, phase=OVER, aborted=True)


def act(state: State, seat: int, move: OneWordMove, log: Log) -> State:
    """The state after *seat* made a legal *move*; what happened goes into *log*."""
    secret = _audience(state)
    match move:
        case Hint():
            return _hint(state, seat, move, log)
        case SkipMissing():
            missing = waiting(HINTS, state.present, state.guesser, [bool(w) for w in state.hint_words], ())
            log.append(MissingSkipped(missing))
            return _begin_check(state, log)
        case Strike():
            log.append(
                HintStruck(seat, state.hints[move.word][1], move.why, bool(move.together), audience=secret)
            )
            return _by_hand(state, move.word, 1)
        case Restore():
            log.append(HintRestored(seat, state.hints[move.word][1], bool(move.together), audience=secret))
            doubled = any(move.word in pair for pair in state.pairs)
            return _by_hand(state, move.word, -1 if doubled else 0)
        case Different():
            pair = move.words
            words = (state.hints[pair[0]][1], state.hints[pair[1]][1])
            log.append(PairParted(seat, words, bool(move.together), audience=secret))
            return replace(
                state,
                pairs=tuple(found for found in state.pairs if found != pair),
                parted=tuple(sorted((*state.parted, pair))),
            )
        case Same():
            pair = move.words
            words = (state.hints[pair[0]][1], state.hints[pair[1]][1])
            log.append(PairJoined(seat, words, bool(move.together), audience=secret))
            return replace(
                state,
                pairs=tuple(sorted((*state.pairs, pair))),
                parted=tuple(found for found in state.parted if found != pair),
                # A hint that was let stand before is one of two equal ones now: the last word counts.
                by_hand=tuple(max(0, hand) if i in pair else hand for i, hand in enumerate(state.by_hand)),
            )
        case Checked():
            log.append(HintsChecked(seat))
            return replace(state, checked=_set(state.checked, seat, True))
        case Show():
            left = left_over(state)
            log.append(HintsShown(left, len(state.hints) - len(left)))
            return replace(state, phase=GUESS)
        case Guess():
            answer = clean(move.word)
            log.append(AnswerGiven(seat, answer))
            language = state.setup.language
            right = is_right(state.term, answer, language, lambda word: terms.is_known(word, language))
            return _resolve(state, HIT if right else MISS, answer, log)
        case Pass():
            log.append(GuesserPassed(seat))
            return _resolve(state, PASS, None, log)
        case PassForGuesser():
            log.append(GuesserPassed(state.guesser, by_host=True))
            return _resolve(state, PASS, None, log)
        case Counts():
            deck = state.deck + state.lost
            returned = state.lost
            state = replace(state, result=HIT, counted=True, lost=False, deck=deck)
            log.append(AnswerCounted(seat, made(state), deck, returned, bool(move.together)))
            return state
        case Next():
            return _next(state, log)
        case Remove():
            return _remove(state, move.member, log)
        case Admit():
            return _admit(state, move, log)
        case Abort():
            return _abort(state, log)
