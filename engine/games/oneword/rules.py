"""The rules of Ein Wort, after seed 002 and the rulings of `oneword.md`.

Rulings (each with a test in ``tests/games/oneword/test_rules.py``):

1. A hint is one word; the game refuses the term, its forms and parts, and compounds with it (`hints.refuse_hint`).
2. Hints are compared in pairs (`language.same`); whatever has a partner is struck. Umlauts don't count.
3. With all hints cancelled the guesser may still guess or pass, after the hint givers have confirmed.
4. A miss on the last card costs nothing more.
5. Hints can be changed until all are in. Any hint giver may strike, restore, part a pair, join it
   again, and end the check.
6. After a miss any hint giver may call “Counts!” until the next card starts: a hit, and the lost card returns.
7. The guesser's turn passes in the order of the seats and goes on over games in a room: the option ``first`` says
   who begins. Which terms were played before is known to a room or machine, not to the rules: see `terms.Pool`.
8. The host goes on without missing hints, passes for the guesser, removes a seat, or aborts. Three must remain.
   While a card's result is shown the host lets in who comes late or comes back. The guesser removed in the middle
   of a card: it does not count, another card joins the deck, the next one guesses.

Who is host: the first seat (who opened the room) while it is present, then the next one that is. The host's moves are
moves of that seat and allowed while somebody else is awaited: `OneWord.welcome` lists who may act, `OneWord.awaited`
who must; ``View.may`` names the moves. Four things are beyond the rulings' table: `Admit`, `Same`
(the way back from `Different`), `Checked` (a hint giver without
objections says so and is awaited no more, which bots need in order to leave the showing to a person; the last one
can't, but shows), and the option ``first`` with the draw that goes with it.

A finished game has no winners among the seats, since all play together: its outcome gives everybody the score.
What counts as a word of its own rests on the word list of ``resources/oneword``: an entry added or dropped there can
change what a hint or an answer in an old record was worth. Terms are safe: a draw carries the parts along.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from engine.core.chance import Draw as Drawing
from engine.core.chance import Lot
from engine.core.errors import GAME_OVER, NOT_AWAITED, Refusal
from engine.core.game import CHANCE, Actor, Event, Game, Outcome, Step
from engine.core.text import N_
from engine.games.oneword import terms
from engine.games.oneword.hints import refuse_hint
from engine.games.oneword.language import same
from engine.games.oneword.meta import META
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
    WHY,
    Abort,
    Admit,
    Checked,
    Counts,
    Different,
    Draw,
    First,
    Guess,
    GuesserDrawn,
    Hint,
    Next,
    OneWordEvent,
    OneWordMove,
    Pass,
    PassForGuesser,
    Remove,
    Restore,
    Same,
    Setup,
    Show,
    SkipMissing,
    State,
    Strike,
    View,
    Written,
)
from engine.games.oneword.turns import (
    Log,
    act,
    allowed_moves,
    begin_card,
    givers_in,
    host_of,
    left_over,
    made,
    on_table,
    waiting,
)
from engine.games.oneword.typed import clean, refuse_answer, refuse_word

SUGGESTED = 8
"""How many hints `OneWord.choices` names as examples of what may be written."""

replace = msgspec.structs.replace


# The Game ----------------------------------------


class OneWord(Game[State, OneWordMove, View]):
    """Ein Wort as a `engine.core.game.Game`."""

    meta = META
    moves = OneWordMove
    chance_moves = Draw | First
    events = OneWordEvent
    state_type = State
    view_type = View

    def setup(self, options: dict[str, Any], seats: int) -> State:
        first = options["first"]
        setup = Setup(
            seats,
            options["difficulty"],
            options["language"],
            options["cards"],
            options["two_hints"],
            first,
        )
        return State(
            setup=setup,
            phase=DEAL,
            present=(True,) * seats,
            deck=setup.of,
            guesser=-1 if first == "random" else int(first),
        )

    def awaited(self, state: State) -> tuple[Actor, ...]:
        if state.phase == DEAL:
            return (CHANCE,)
        written = [bool(words) for words in state.hint_words]
        return waiting(state.phase, state.present, state.guesser, written, state.checked)

    def welcome(self, state: State) -> tuple[Actor, ...]:
        if state.phase == DEAL:
            return (CHANCE,)
        return tuple(seat for seat in range(state.setup.seats) if self._allowed(state, seat))

    def _allowed(self, state: State, seat: int) -> tuple[str, ...]:
        written = [bool(words) for words in state.hint_words]
        return allowed_moves(
            seat, state.phase, state.present, state.guesser, written, state.checked, state.result
        )

    def draw(self, state: State) -> Drawing:
        setup = state.setup
        if state.guesser < 0:
            return Lot([First(seat) for seat in range(setup.seats)])
        return terms.drawing(setup.language, setup.difficulty, [card.term for card in state.cards])

    def check_chance(self, state: State, move: Any) -> Refusal | None:
        if state.phase != DEAL:
            return NOT_AWAITED
        if state.guesser < 0:
            if not isinstance(move, First):
                return Refusal(
                    "first_missing",
                    N_("Who guesses first must be drawn before the first card."),
                    rule="oneword 7",
                )
            if not 0 <= move.starter < state.setup.seats:
                return _no_seat(move.starter)
            return None
        if not isinstance(move, Draw):
            return Refusal("first_twice", N_("Who guesses first is known already."), rule="oneword 7")
        return _refuse_term(state, move)

    def apply(self, state: State, actor: Actor, move: Any) -> Step:
        log = Log()
        if actor is not None:
            after = act(state, actor, move, log)
        elif isinstance(move, First):
            log.append(GuesserDrawn(move.starter))
            after = replace(state, guesser=move.starter)
        else:
            after = begin_card(state, move, log)
        return Step(after, tuple(log))

    def view(self, state: State, seat: int | None) -> View:
        setup = state.setup
        if seat is not None and seat >= setup.seats:
            seat = None  # not there yet: who comes later has seen what onlookers see
        card = state.phase in (HINTS, CHECK, GUESS, RESULT)
        giver = seat is not None and card and state.present[seat] and seat != state.guesser
        knows = giver or state.phase == RESULT
        shown: tuple[Written, ...] = ()
        if knows and state.phase != HINTS:
            shown = on_table(state)
        elif state.phase == GUESS:
            shown = tuple(Written(-1, word) for word in left_over(state))
        return View(
            seat=seat,
            seats=setup.seats,
            difficulty=setup.difficulty,
            language=setup.language,
            of=setup.of,
            first=setup.first,
            two_hints=setup.two_hints,
            phase=state.phase,
            host=host_of(state.present),
            present=state.present,
            number=len(state.cards) + card,
            left=state.deck,
            guesser=state.guesser if state.guesser >= 0 else None,
            needed=state.needed,
            term=state.term if knows else "",
            parts=state.parts if knows else (),
            has_written=tuple(bool(words) for words in state.hint_words),
            own=state.hint_words[seat] if giver and seat is not None else (),
            hints=shown,
            pairs=state.pairs if knows else (),
            parted=state.parted if knows else (),
            checked=state.checked,
            answer=state.answer,
            result=state.result,
            counted=state.counted,
            lost=state.lost,
            cards=state.cards,
            made=made(state),
            aborted=state.aborted,
            may=() if seat is None else self._allowed(state, seat),
            added=state.added,
        )

    def choices(self, view: View) -> Sequence[OneWordMove]:
        """The moves of an awaited seat; of words, which can't all be listed, some that may be written.

        A guesser's answers are not listed at all, nor is the host's help: ``View.may`` says what else there is.
        """
        guesser = -1 if view.guesser is None else view.guesser
        if view.seat is None or view.seat not in waiting(
            view.phase, view.present, guesser, view.has_written, view.checked
        ):
            return ()
        if view.phase == HINTS:
            return suggestions(view)
        found: list[OneWordMove] = []
        if view.phase == CHECK:
            found += [Restore(i) if hint.struck else Strike(i) for i, hint in enumerate(view.hints)]
            found += [Different(pair) for pair in view.pairs]
            found += [Same(pair) for pair in view.parted]
        simple = (Show(), Checked(), Pass(), Counts(), Next())
        return (*found, *(move for move in simple if move.__struct_config__.tag in view.may))

    def check(self, view: View, move: OneWordMove) -> Refusal | None:
        if view.phase == OVER:
            return GAME_OVER
        if move.__struct_config__.tag not in view.may:
            return _why_not(view, move)
        match move:
            case Hint():
                return _check_hint(view, move)
            case Strike() | Restore():
                if not 0 <= move.word < len(view.hints):
                    return _no_hint(move.word)
                if isinstance(move, Strike) and move.why is not None and move.why not in WHY:
                    return Refusal("why", N_("That is none of the reasons."), rule="oneword 5")
                if view.hints[move.word].struck == isinstance(move, Strike):
                    return _STRUCK if isinstance(move, Strike) else _NOT_STRUCK
            case Different():
                if move.words not in view.pairs:
                    return Refusal(
                        "no_pair",
                        N_("The game did not take these two hints for the same word."),
                        rule="oneword 5",
                    )
            case Same():
                if move.words not in view.parted:
                    return Refusal(
                        "not_parted",
                        N_("Nobody has said that these two hints are different words."),
                        rule="oneword 5",
                    )
            case Guess():
                return refuse_answer(move.word)
            case Remove():
                if not 0 <= move.member < view.seats:
                    return _no_seat(move.member)
                if not view.present[move.member]:
                    return Refusal("removed", N_("This player has left the game already."), rule="oneword 8")
            case Admit():
                return _refuse_admission(view, move)
        return None

    def unchanged(self, before: View, now: View) -> bool:
        # Hints are written at once: that another has written meanwhile changes nothing for the own one.
        if before.phase == now.phase == HINTS:
            before = replace(before, has_written=now.has_written)
        # Nor does it matter who else has nothing to object.
        if before.phase == now.phase == CHECK:
            before = replace(before, checked=now.checked, may=now.may)
        return before == now

    def together(self, state: State) -> tuple[int, ...]:
        if state.phase == RESULT:
            return tuple(range(state.setup.seats))
        return givers_in(state.present, state.guesser) if state.phase == CHECK else ()

    def table_moves(self, state: State) -> Sequence[tuple[int, OneWordMove]]:
        host = host_of(state.present)
        may = self._allowed(state, host)
        found: list[OneWordMove] = [
            move for move in (SkipMissing(), PassForGuesser()) if move.__struct_config__.tag in may
        ]
        if "remove" in may:
            found += [Remove(seat) for seat, here in enumerate(state.present) if here]
        if "abort" in may:
            found.append(Abort())
        return tuple((host, move) for move in found)

    def for_table(self, move: OneWordMove) -> bool:
        return isinstance(move, SkipMissing | PassForGuesser | Remove | Admit | Abort)

    def changeover(self, state: State) -> bool:
        return state.phase == RESULT

    def admission(self, state: State, name: str, seat: int | None = None) -> tuple[int, OneWordMove] | None:
        if state.phase != RESULT or (seat is None and state.setup.seats >= META.max_seats):
            return None
        return host_of(state.present), Admit(name, -1 if seat is None else seat)

    def farewell(self, state: State, seat: int) -> tuple[int, OneWordMove] | None:
        host = host_of(state.present)
        if not state.present[seat] or "remove" not in self._allowed(state, host):
            return None
        return host, Remove(seat)

    def absent(self, state: State) -> tuple[int, ...]:
        return tuple(seat for seat, here in enumerate(state.present) if not here)

    def added(self, state: State) -> tuple[str, ...]:
        return state.added

    def again(self, view: View, options: dict[str, Any]) -> tuple[dict[str, Any], tuple[int, ...]]:
        # Who was removed is gone; the turn to guess goes on with the next one.
        left = tuple(seat for seat in range(view.seats) if view.present[seat])
        if view.guesser is None:
            return options, left
        following = next(
            seat
            for step in range(1, view.seats + 1)
            if view.present[seat := (view.guesser + step) % view.seats]
        )
        return {**options, "first": left.index(following)}, left

    def memory(self, options: dict[str, Any], past: Sequence[str]) -> terms.Pool:
        return terms.Pool(options["language"], options["difficulty"], past)

    def legal(self, state: State, seat: int) -> Sequence[OneWordMove]:
        return self.choices(self.view(state, seat))

    def outcome(self, state: State) -> Outcome | None:
        if state.phase != OVER:
            return None
        seats = state.setup.seats
        return Outcome((made(state),) * seats, tuple(range(seats)), state.setup.of)

    def rounds(self, state: State) -> tuple[Outcome, ...]:
        # A game is a single round: a card's result may still change by “Counts!”.
        outcome = self.outcome(state)
        return () if outcome is None else (outcome,)

    def counted(self, view: View) -> Mapping[str, int]:
        played = [card for card in view.cards if card.result != VOID]
        hints = [hint for card in played for hint in card.hints]
        return {
            "made": sum(card.result == HIT for card in played),
            "passed": sum(card.result == PASS for card in played),
            "missed": sum(card.result == MISS for card in played),
            "lost_along": sum(card.lost for card in played),
            "hints": len(hints),
            "struck": sum(hint.struck for hint in hints),
        }

    def sample(self, view: View, history: Sequence[Event], rng: random.Random) -> State:
        from engine.games.oneword.sampler import sample

        return sample(view, history, rng)


# Reasons ----------------------------------------


_STRUCK = Refusal("struck", N_("This hint is struck already."), rule="oneword 5")
_NOT_STRUCK = Refusal("not_struck", N_("This hint is not struck."), rule="oneword 5")


def _number(value: int) -> int | str:
    """A number as it may be shown: hostile moves can carry thousands of digits."""
    return value if -1000 < value < 1000 else "…"


def _no_seat(seat: int) -> Refusal:
    return Refusal("no_such_seat", N_("There is no seat {seat}."), {"seat": _number(seat)}, rule="oneword")


def _no_hint(number: int) -> Refusal:
    return Refusal(
        "no_such_hint", N_("There is no hint {number}."), {"number": _number(number)}, rule="oneword 5"
    )


def _check_hint(view: View, move: Hint) -> Refusal | None:
    if len(move.words) != view.needed:
        return Refusal(
            "hint_count", N_("Hints to write: {needed}."), {"needed": view.needed}, rule="oneword: two hints"
        )
    for word in move.words:
        refusal = refuse_hint(
            view.term, view.parts, word, view.language, lambda known: terms.is_known(known, view.language)
        )
        if refusal is not None:
            return refusal
    if len(move.words) == 2 and same(clean(move.words[0]), clean(move.words[1]), view.language):
        return Refusal("own_twice", N_("Write two different words."), rule="oneword: two hints")
    return None


def _refuse_term(state: State, move: Draw) -> Refusal | None:
    """Why a drawn term won't do. It need not be in our files: records outlive them."""
    if len(move.parts) > 8:
        return Refusal("parts", N_("A term can't have so many parts."), rule="oneword 1")
    for word in (move.term, *move.parts):
        refusal = refuse_word(word)
        if refusal is not None:
            return refusal
    if any(same(move.term, card.term, state.setup.language) for card in state.cards) and not move.again:
        return Refusal("term_twice", N_("This term was played already."), rule="oneword 7")
    return None


def _why_not(view: View, move: OneWordMove) -> Refusal:
    """The first reason against a move that the view's seat may not make now."""
    if view.seat is None or not view.present[view.seat]:
        return NOT_AWAITED
    match move:
        case SkipMissing() | PassForGuesser() | Remove() | Admit() | Abort() if view.seat != view.host:
            return Refusal("host_only", N_("Only the host may do that."), rule="oneword 8")
        case Remove():
            return Refusal(
                "too_few",
                N_("At least three must play. The host can end the game instead."),
                rule="oneword 8",
            )
        case Hint() | Strike() | Restore() | Different() | Same() | Checked() | Show() | Counts() if (
            view.seat == view.guesser
        ):
            return Refusal("not_guesser", N_("That is for the others; you guess."), rule="oneword")
        case Guess() | Pass() if view.seat != view.guesser:
            return Refusal("guesser_only", N_("Only the guesser may do that."), rule="oneword")
        case Checked():
            return Refusal("last_checker", N_("Somebody must show the hints."), rule="oneword 5")
    return Refusal("not_now", N_("That is not possible at this moment."), rule="oneword")


MAX_NAME = 24
"""The longest name of somebody who comes later."""


def _refuse_admission(view: View, move: Admit) -> Refusal | None:
    name = clean(move.name)
    if not name or len(name) > MAX_NAME or not name.isprintable():
        return Refusal("name", N_("A name has 1 to {most} characters."), {"most": MAX_NAME}, rule="oneword 8")
    if move.member < 0:
        if view.seats >= META.max_seats:
            return Refusal("full", N_("At most {most} can play."), {"most": META.max_seats}, rule="oneword 8")
        return None
    if move.member >= view.seats:
        return _no_seat(move.member)
    if view.present[move.member]:
        return Refusal("present", N_("This player is in the game already."), rule="oneword 8")
    return None


def suggestions(view: View) -> tuple[Hint, ...]:
    """Some hints that may be written for the view's term."""
    term = terms.find(view.language, view.term)
    words: list[str] = []
    for word in (*(term.associations if term else ()), *map(str, range(1, 100))):
        refusal = refuse_hint(
            view.term, view.parts, word, view.language, lambda known: terms.is_known(known, view.language)
        )
        if refusal is None and not any(same(word, other, view.language) for other in words):
            words.append(word)
        if len(words) == SUGGESTED:
            break
    if view.needed == 1:
        return tuple(Hint((word,)) for word in words)
    return tuple(Hint(pair) for pair in pairwise(words))


GAME = OneWord()
