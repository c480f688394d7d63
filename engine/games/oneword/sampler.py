"""Deals what a view of Ein Wort hides: a term, if it is hidden, and the words that others wrote."""

from __future__ import annotations

import random
from collections.abc import Sequence

from msgspec.structs import replace

from engine.core.game import Event
from engine.games.oneword import terms
from engine.games.oneword.hints import duplicates, refuse_hint
from engine.games.oneword.language import fold, same
from engine.games.oneword.model import CHECK, GUESS, HINTS, RESULT, Setup, State, View

_TRIES = 40
_FILLERS = ("100", "7", "1000", "3", "2000", "12", "99", "13")
"""Words that are no form of any term, where a term has no associations left."""


def sample(view: View, history: Sequence[Event], rng: random.Random) -> State:
    """A state that the view's seat cannot tell from the real one."""
    setup = Setup(view.seats, view.difficulty, view.language, view.of, view.two_hints, view.first)
    guesser = -1 if view.guesser is None else view.guesser
    state = State(
        setup=setup,
        phase=view.phase,
        present=view.present,
        deck=view.left,
        guesser=guesser,
        needed=view.needed,
        checked=view.checked,
        answer=view.answer,
        result=view.result,
        counted=view.counted,
        lost=view.lost,
        cards=view.cards,
        aborted=view.aborted,
        added=view.added,
    )
    if view.phase not in (HINTS, CHECK, GUESS, RESULT):
        return state
    term, parts = (view.term, view.parts) if view.term else _term(view, rng)
    words = _words(view, term, parts, history, rng)
    hints: tuple[tuple[int, str], ...] = ()
    pairs = view.pairs
    by_hand: tuple[int, ...] = ()
    if view.phase != HINTS:
        hints = tuple((seat, word) for seat, own in enumerate(words) for word in own)
        if view.term:
            by_hand = _overrules(view)
        else:
            pairs = duplicates([word for _seat, word in hints], view.language)
            by_hand = _showing(view, hints)
    return replace(
        state,
        term=term,
        parts=parts,
        hint_words=words,
        hints=hints,
        pairs=pairs,
        parted=view.parted,
        by_hand=by_hand,
    )


def _allowed(term: str, parts: tuple[str, ...], word: str, language: str) -> bool:
    return refuse_hint(term, parts, word, language, lambda known: terms.is_known(known, language)) is None


def _term(view: View, rng: random.Random) -> tuple[str, tuple[str, ...]]:
    """A term of the level that was not played and that allows the hints seen."""
    gone = {fold(card.term, view.language) for card in view.cards}
    pool = [t for t in terms.level(view.language, view.difficulty) if fold(t.word, view.language) not in gone]
    pool = pool or list(terms.level(view.language, view.difficulty))
    seen = [hint.word for hint in view.hints]
    for _try in range(_TRIES):
        term = pool[rng.randrange(len(pool))]
        if all(_allowed(term.word, term.parts, word, view.language) for word in seen):
            break
    return term.word, term.parts


def _words(
    view: View, term: str, parts: tuple[str, ...], history: Sequence[Event], rng: random.Random
) -> tuple[tuple[str, ...], ...]:
    """What each seat wrote: what is known, and for the rest likely words for *term*."""
    if view.hints and view.hints[0].seat >= 0:
        return tuple(
            tuple(hint.word for hint in view.hints if hint.seat == seat) for seat in range(view.seats)
        )
    shown = [hint.word for hint in view.hints]
    rng.shuffle(shown)
    found = terms.find(view.language, term)
    likely = [
        word
        for word in (found.associations[:16] if found else ())
        if _allowed(term, parts, word, view.language)
    ] or list(_FILLERS)
    words: list[tuple[str, ...]] = []
    for seat in range(view.seats):
        if not view.has_written[seat]:
            words.append(())
        elif view.own and seat == view.seat:
            words.append(view.own)
        else:
            own: list[str] = []
            for word in (*shown, *rng.sample(likely, len(likely)), *_FILLERS):
                if len(own) < view.needed and not any(same(word, other, view.language) for other in own):
                    own.append(word)
            for word in own:
                if word in shown:
                    shown.remove(word)
            words.append(tuple(own))
    return tuple(words)


def _overrules(view: View) -> tuple[int, ...]:
    """What was done by hand, as far as it shows."""
    doubled = {number for pair in view.pairs for number in pair}
    return tuple(
        1 if hint.reason == "hand" else -1 if number in doubled and not hint.struck else 0
        for number, hint in enumerate(view.hints)
    )


def _showing(view: View, hints: tuple[tuple[int, str], ...]) -> tuple[int, ...]:
    """Strikes and their contrary that leave exactly the hints that a guesser sees; none before they are shown."""
    if view.phase == CHECK:
        return (0,) * len(hints)
    shown = [hint.word for hint in view.hints]
    found = []
    for _seat, word in hints:
        if word in shown:
            shown.remove(word)
            found.append(-1)
        else:
            found.append(1)
    return tuple(found)
