"""The values of Ein Wort: moves, events, state and view.

A hint is shown as it was typed, cleaned of what nobody sees (`engine.games.oneword.typed.clean`). Hints of a card are
numbered from 0 in the order of the seats; moves of the check name them by these numbers.
"""

from __future__ import annotations

import msgspec

from engine.core.game import Event, Move

DEAL, HINTS, CHECK, GUESS, RESULT, OVER = "deal", "hints", "check", "guess", "result", "over"
"""The phases: chance draws; hints are written, checked; the guesser guesses; the result is looked at; the end."""

HIT, PASS, MISS, VOID = "hit", "pass", "miss", "void"
"""How a card ends. ``void``: its guesser left, it does not count."""


WHY = ("form", "derived", "backwards", "misspelt", "duplicate")
"""Reasons to strike a hint: a form of the term or another word made of it, the term backwards or misspelt, a duplicate
that the game missed.
"""


# Moves ----------------------------------------

# ``together``: those who give hints sit at one screen and did it in common; records without it are read as before.


class Hint(Move, frozen=True):
    """A hint giver writes the hint ``words`` (one, or two where two are asked for), or changes them."""

    words: tuple[str, ...]


class Strike(Move, frozen=True):
    """A hint giver strikes hint number ``word``: it breaks the rules, or the game missed a duplicate.

    ``why``, one of `WHY`, is what a bot says about it; people need not.
    """

    word: int
    why: str | None = None
    together: bool | None = None


class Restore(Move, frozen=True):
    """A hint giver takes back that hint number ``word`` is struck, whoever struck it."""

    word: int
    together: bool | None = None


class Different(Move, frozen=True):
    """A hint giver says that the pair ``words`` the game took for duplicates are two different words."""

    words: tuple[int, int]
    together: bool | None = None


class Same(Move, frozen=True):
    """A hint giver takes back that the pair ``words`` are two different words: both are struck again."""

    words: tuple[int, int]
    together: bool | None = None


class Checked(Move, frozen=True):
    """A hint giver has nothing (more) to object; somebody else will show the hints."""


class Show(Move, frozen=True):
    """A hint giver ends the check: the guesser sees what is left."""


class Guess(Move, frozen=True):
    """The guesser answers ``word``."""

    word: str


class Pass(Move, frozen=True):
    """The guesser gives no answer."""


class Counts(Move, frozen=True):
    """A hint giver says that an answer taken for a miss counts."""

    together: bool | None = None


class Next(Move, frozen=True):
    """Host or guesser: on to the next card, or to the end."""


class SkipMissing(Move, frozen=True):
    """The host: go on without the hints that are missing."""


class PassForGuesser(Move, frozen=True):
    """The host passes for the guesser, who is away."""


class Remove(Move, frozen=True):
    """The host removes ``member`` from the game."""

    member: int


class Admit(Move, frozen=True):
    """The host lets somebody called ``name`` in, from the next card on: in seat ``member`` again, or (−1) a new one."""

    name: str
    member: int = -1


class Abort(Move, frozen=True):
    """The host ends the game before its time."""


OneWordMove = (
    Hint
    | Strike
    | Restore
    | Different
    | Same
    | Checked
    | Show
    | Guess
    | Pass
    | Counts
    | Next
    | SkipMissing
    | PassForGuesser
    | Remove
    | Admit
    | Abort
)


class Draw(Move, frozen=True):
    """Chance draws the term of a card, with the ``parts`` of a compound; ``again``: the terms had to start over.

    The parts are written down with it, so that a record can be replayed when the term files have changed.
    """

    term: str
    parts: tuple[str, ...] = ()
    again: bool = False


class First(Move, frozen=True):
    """Chance draws who guesses first."""

    starter: int


# Results ----------------------------------------


class Written(msgspec.Struct, frozen=True):
    """A hint on the table: who wrote it, the word, and whether it is struck.

    ``reason`` of a struck hint: ``same`` (the game found a duplicate) or ``hand``.
    """

    seat: int
    word: str
    struck: bool = False
    reason: str = ""


class Card(msgspec.Struct, frozen=True):
    """A finished card. ``result`` is ``hit``, ``pass``, ``miss`` or ``void``; ``counted``: a miss that was called
    a hit; ``lost``: another card went with it. ``answer`` is None after a pass.
    """

    number: int
    term: str
    guesser: int
    hints: tuple[Written, ...]
    answer: str | None
    result: str
    counted: bool = False
    lost: bool = False


# Events ----------------------------------------

# ``together``: not ``seat`` alone but all hint givers in common, at one screen.


class GuesserDrawn(Event, frozen=True):
    """The lot says that ``seat`` guesses first."""

    seat: int


class CardStarted(Event, frozen=True):
    """Card ``number`` begins, ``guesser`` guesses, ``left`` cards wait after it. ``again``: all terms of the level had
    been played, so they start over.
    """

    number: int
    guesser: int
    left: int
    again: bool = False


class TermSeen(Event, frozen=True):
    """Secret of the hint givers: the term."""

    term: str


class HintWritten(Event, frozen=True):
    """One more hint giver has written; now ``count`` of ``of`` have."""

    count: int
    of: int


class HintNoted(Event, frozen=True):
    """Secret: ``seat`` wrote ``words``; ``changed``: in place of others."""

    seat: int
    words: tuple[str, ...]
    changed: bool = False


class MissingSkipped(Event, frozen=True):
    """The host went on without the hints of ``members``."""

    members: tuple[int, ...]


class CheckBegun(Event, frozen=True):
    """All hints are in; the hint givers check them."""


class HintsCompared(Event, frozen=True):
    """Secret of the hint givers: all hints, and the pairs that are the same word."""

    hints: tuple[Written, ...]
    pairs: tuple[tuple[int, int], ...]


class HintStruck(Event, frozen=True):
    """Secret of the hint givers: ``seat`` struck the hint ``word``; ``why`` as in `WHY`."""

    seat: int
    word: str
    why: str | None = None
    together: bool = False


class HintRestored(Event, frozen=True):
    """Secret of the hint givers: ``seat`` took the strike of ``word`` back."""

    seat: int
    word: str
    together: bool = False


class PairParted(Event, frozen=True):
    """Secret of the hint givers: ``seat`` said that two hints are different words."""

    seat: int
    words: tuple[str, str]
    together: bool = False


class PairJoined(Event, frozen=True):
    """Secret of the hint givers: ``seat`` said that two hints somebody parted are the same word all the same."""

    seat: int
    words: tuple[str, str]
    together: bool = False


class HintsChecked(Event, frozen=True):
    """``seat`` has nothing more to object."""

    seat: int


class HintsShown(Event, frozen=True):
    """The guesser sees the hints that are left; ``struck`` were not."""

    words: tuple[str, ...]
    struck: int


class AnswerGiven(Event, frozen=True):
    """``seat`` answered ``word``."""

    seat: int
    word: str


class GuesserPassed(Event, frozen=True):
    """``seat`` passed; ``by_host``: the host passed for it."""

    seat: int
    by_host: bool = False


class CardResolved(Event, frozen=True):
    """The card is finished and everything about it open. ``made`` cards are made, ``left`` wait."""

    card: Card
    made: int
    left: int


class AnswerCounted(Event, frozen=True):
    """``seat`` called “Counts!”: the miss is a hit; ``returned``: the lost card is back in the deck."""

    seat: int
    made: int
    left: int
    returned: bool
    together: bool = False


class MemberRemoved(Event, frozen=True):
    """The host removed ``member``; ``host`` is the host now. ``void``: the guesser's card does not count."""

    member: int
    host: int
    void: bool = False


class MemberAdmitted(Event, frozen=True):
    """Somebody called ``name`` plays in seat ``member`` from the next card on."""

    member: int
    name: str


class GameEnded(Event, frozen=True):
    """The game is over: ``score`` cards of ``of`` made. ``aborted``: the host ended it."""

    score: int
    of: int
    aborted: bool = False


OneWordEvent = (
    GuesserDrawn
    | CardStarted
    | TermSeen
    | HintWritten
    | HintNoted
    | MissingSkipped
    | CheckBegun
    | HintsCompared
    | HintStruck
    | HintRestored
    | PairParted
    | PairJoined
    | HintsChecked
    | HintsShown
    | AnswerGiven
    | GuesserPassed
    | CardResolved
    | AnswerCounted
    | MemberRemoved
    | MemberAdmitted
    | GameEnded
)


# State and view ----------------------------------------


class Setup(msgspec.Struct, frozen=True):
    """What stays the same through a game. ``first`` is a seat or ``random``; ``of`` the number of cards."""

    seats: int
    difficulty: str
    language: str
    of: int
    two_hints: bool
    first: int | str


class State(msgspec.Struct, frozen=True):
    """Everything about a game at one moment.

    ``present[s]`` tells whether seat *s* still plays. ``deck`` cards wait, the present one not counted. ``guesser`` is
    −1 until it is drawn. ``hint_words[s]`` is what seat *s* wrote for this card (empty: nothing yet), ``needed`` how
    many words each is to write. From the check on ``hints`` has all of them, ``pairs`` the duplicates that nobody has
    parted, ``parted`` the others; ``by_hand[i]`` overrules them: 1 struck, −1 restored, 0 neither. ``checked[s]``:
    nothing to object. ``result`` is empty until the card is resolved; ``lost``: a miss took another card along.
    ``added`` are the names of those who came later, in the last seats.
    """

    setup: Setup
    phase: str
    present: tuple[bool, ...]
    deck: int
    guesser: int
    term: str = ""
    parts: tuple[str, ...] = ()
    needed: int = 1
    hint_words: tuple[tuple[str, ...], ...] = ()
    hints: tuple[tuple[int, str], ...] = ()
    pairs: tuple[tuple[int, int], ...] = ()
    parted: tuple[tuple[int, int], ...] = ()
    by_hand: tuple[int, ...] = ()
    checked: tuple[bool, ...] = ()
    answer: str | None = None
    result: str = ""
    counted: bool = False
    lost: bool = False
    cards: tuple[Card, ...] = ()
    aborted: bool = False
    added: tuple[str, ...] = ()


class View(msgspec.Struct, frozen=True):
    """What one seat (``seat`` None: an onlooker) may know.

    ``host`` may help where somebody is missing. ``present[s]``: seat *s* still plays. ``number`` is the number of the
    present card and ``left`` how many wait after it. ``term`` and ``parts`` are empty for the guesser until the card is
    resolved. ``has_written[s]`` tells only that, as `Port.awaited` does; ``own`` are the own words. ``hints`` has all
    hints by their numbers: for hint givers from the check on, for everybody with the result; while the guesser
    guesses, the guesser and onlookers have the remaining ones here, in alphabetical order and without their writers
    (seat −1). ``pairs`` are the duplicates found that nobody has parted, ``parted`` the others (hint givers; all with
    the result). ``result`` as in `Card`, empty until the card is resolved. ``cards`` are the finished cards, ``made``
    counts those made, the present one included. ``may`` lists the moves (by their ``do``) that the seat may make now,
    also where nobody waits for it; the host's help among them. ``added``: as in `State`.
    """

    seat: int | None
    seats: int
    difficulty: str
    language: str
    of: int
    first: int | str
    two_hints: bool
    phase: str
    host: int
    present: tuple[bool, ...]
    number: int
    left: int
    guesser: int | None
    needed: int
    term: str
    parts: tuple[str, ...]
    has_written: tuple[bool, ...]
    own: tuple[str, ...]
    hints: tuple[Written, ...]
    pairs: tuple[tuple[int, int], ...]
    parted: tuple[tuple[int, int], ...]
    checked: tuple[bool, ...]
    answer: str | None
    result: str
    counted: bool
    lost: bool
    cards: tuple[Card, ...]
    made: int
    aborted: bool
    may: tuple[str, ...]
    added: tuple[str, ...] = ()
