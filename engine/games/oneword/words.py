"""Ein Wort in words: events, moves, results and reasons, in both languages.

Read one after another the sentences tell the game as a story. An event whose news another line tells already has no
line of its own: `describe` gives None for it. What people typed stands in quotation marks, as typed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.bots.base import Advice
from engine.core.game import Event
from engine.core.rulebook import plain
from engine.core.text import Texts
from engine.games.oneword.model import (
    HIT,
    MISS,
    PASS,
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
    GameEnded,
    Guess,
    GuesserDrawn,
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
    Strike,
    TermSeen,
    View,
    Written,
)


def quoted(word: str, t: Texts) -> str:
    """A word as somebody typed it, in the quotation marks of the language."""
    return t._("“{word}”", word=word)


def _quoted(words: Iterable[str], t: Texts) -> str:
    return t.listing([quoted(word, t) for word in words])


# Events ----------------------------------------


def describe(event: Event, t: Texts, names: Sequence[str]) -> str | None:
    """*event* as a sentence for the log, or None if it needs no line of its own."""
    match event:
        case GuesserDrawn():
            return t._("The lot falls on {name}.", name=names[event.seat])
        case CardStarted():
            return _started(event, t, names)
        case TermSeen():
            return t._("The term is “{term}”.", term=event.term)
        case HintWritten():
            return t._("Hints written: {count} of {of}.", count=event.count, of=event.of)
        case HintNoted():
            words = _quoted(event.words, t)
            if event.changed:
                return t._("{name} writes {words} instead.", name=names[event.seat], words=words)
            return t._("{name} writes {words}.", name=names[event.seat], words=words)
        case MissingSkipped():
            members = t.listing([names[member] for member in event.members])
            return t._("On without the hints of {names}.", names=members)
        case CheckBegun():
            return t._("The hints are checked.")
        case HintsCompared():
            return _compared(event, t)
        case HintStruck():
            return _struck(event, t, names)
        case HintRestored():
            if event.together:
                return t._("The hint givers let “{word}” stand.", word=event.word)
            return t._("{name} lets “{word}” stand.", name=names[event.seat], word=event.word)
        case PairParted():
            who, words = _who(event, t, names), _quoted(event.words, t)
            return t._("{name}: {words} are different words.", name=who, words=words)
        case PairJoined():
            who, words = _who(event, t, names), _quoted(event.words, t)
            return t._("{name}: {words} are the same word all the same.", name=who, words=words)
        case HintsShown():
            if not event.words:
                return t._("No hint is left.") if event.struck else t._("Nobody has written a hint.")
            return t._("Hints: {words}.", words=_quoted(event.words, t))
        case AnswerGiven():
            return t._("{name} answers “{word}”.", name=names[event.seat], word=event.word)
        case GuesserPassed():
            if event.by_host:
                return t._("The host passes for {name}.", name=names[event.seat])
            return t._("{name} passes.", name=names[event.seat])
        case CardResolved():
            return card_result(event.card, t)
        case AnswerCounted():
            line = t._("{name}: “Counts!” The card is made.", name=_who(event, t, names))
            back = t._("The lost card is back in the deck.")
            return f"{line} {back}" if event.returned else line
        case MemberRemoved():
            return t._("{name} has left the game.", name=names[event.member])
        case MemberAdmitted():
            return t._("{name} plays too from the next card on.", name=names[event.member])
        case GameEnded():
            return _ended(event, t)
        case HintsChecked():
            return None  # news only for those who wait for it at this moment
    return None


def _who(event: PairParted | PairJoined | AnswerCounted, t: Texts, names: Sequence[str]) -> str:
    """Who spoke: a player, or all hint givers in common."""
    return t._("The hint givers") if event.together else names[event.seat]


def describe_pairs(events: Sequence[Event], t: Texts, names: Sequence[str]) -> str:
    """The last of *events*, a pair parted or joined, with those right before it that concern the same word.

    One press parts a hint from all its equals; that is told in one sentence, not of the last pair alone.
    """
    last = events[-1]
    if not isinstance(last, PairParted | PairJoined):
        raise ValueError("the last event is no pair parted or joined")
    pairs = [last]
    common = set(last.words)
    for event in reversed(events[:-1]):
        if not isinstance(event, type(last)) or _who(event, t, names) != _who(last, t, names):
            break
        if not common & set(event.words):
            break
        common &= set(event.words)
        pairs.insert(0, event)
    if len(pairs) == 1:
        return describe(last, t, names) or ""
    word = next(word for word in last.words if word in common)
    others = list(dict.fromkeys(other for pair in pairs for other in pair.words if other != word))
    who, listed = _who(last, t, names), _quoted(others, t)
    if isinstance(last, PairParted):
        return t._("{name}: “{word}” is another word than {words}.", name=who, word=word, words=listed)
    return t._(
        "{name}: “{word}” is the same word as {words} all the same.", name=who, word=word, words=listed
    )


def _started(event: CardStarted, t: Texts, names: Sequence[str]) -> str:
    line = t._("Card {number}: {name} guesses.", number=event.number, name=names[event.guesser])
    if event.again:
        over = t._("All terms of this difficulty have been played; they start over.")
        return f"{over} {line}"
    return line


def _compared(event: HintsCompared, t: Texts) -> str:
    line = t._("All hints: {words}.", words=_quoted([hint.word for hint in event.hints], t))
    gone = [hint.word for hint in event.hints if hint.struck]
    if not event.hints:
        return t._("Nobody has written a hint.")
    if not gone:
        return line
    also = t._("Struck as equal: {words}.", words=_quoted(gone, t))
    return f"{line} {also}"


def _struck(event: HintStruck, t: Texts, names: Sequence[str]) -> str:
    if event.together:
        line = t._("The hint givers strike “{word}”.", word=event.word)
    else:
        line = t._("{name} strikes “{word}”.", name=names[event.seat], word=event.word)
    reason = strike_reason(event.why, t)
    return f"{line} {reason}" if reason else line


def strike_reason(why: str | None, t: Texts) -> str:
    """Why a bot strikes a hint, as a sentence; nothing where no reason was given."""
    reasons = {
        "form": t._("It is a form of the term."),
        "derived": t._("It is the same word with another ending."),
        "backwards": t._("It is the term backwards."),
        "misspelt": t._("It is the term with a mistake."),
        "duplicate": t._("Somebody has written the same word in another form."),
    }
    return reasons.get(why or "", "")


def card_result(card: Card, t: Texts) -> str:
    """How a card ended, with its term."""
    term = card.term
    if card.result == HIT:
        return t._("Right: “{term}”. The card is made.", term=term)
    if card.result == PASS:
        return t._("It was “{term}”. The card is gone.", term=term)
    if card.result == VOID:
        return t._("It was “{term}”. The card does not count; another one joins the deck.", term=term)
    if card.lost:
        return t._("Wrong, it was “{term}”. The card is gone, and another one with it.", term=term)
    return t._("Wrong, it was “{term}”. The card is gone.", term=term)


def _ended(event: GameEnded, t: Texts) -> str:
    if event.aborted:
        return t._(
            "The game was ended early with {score} of {of} cards made.", score=event.score, of=event.of
        )
    line = t._("The deck is empty: {score} of {of} cards made.", score=event.score, of=event.of)
    return f"{line} {rating(event.score, event.of, t)}"


def rating(score: int, of: int, t: Texts) -> str:
    """What a result is worth, in a sentence."""
    share = score / of if of else 0.0
    steps = (
        (1.0, t._("Every card made. It can't be done better!")),
        (0.85, t._("Brilliant: you read each other's thoughts.")),
        (0.7, t._("Very strong, hardly a hint was wasted.")),
        (0.5, t._("Well done, at least half the deck.")),
        (0.3, t._("A good start; the next deck is already waiting.")),
    )
    for least, text in steps:
        if share >= least:
            return text
    return t._("It can only get better. Once more?")


# Cards and hints ----------------------------------------


def result_name(result: str, t: Texts) -> str:
    """A card's result in a word, for lists: made, passed, lost."""
    return {
        HIT: t.p_("one word card", "made"),
        PASS: t.p_("one word card", "passed"),
        MISS: t.p_("one word card", "missed"),
        VOID: t.p_("one word card", "not counted"),
    }.get(result, "")


def hint_line(hint: Written, t: Texts, names: Sequence[str]) -> str:
    """A hint with its writer and what became of it, as a list or a screen reader gives it."""
    word = quoted(hint.word, t)
    if hint.seat < 0:
        return word
    name = names[hint.seat]
    if hint.reason == "same":
        return t._("{name}: {word}, struck as equal", name=name, word=word)
    if hint.struck:
        return t._("{name}: {word}, struck", name=name, word=word)
    return t._("{name}: {word}", name=name, word=word)


def describe_counts(counts: Mapping[str, int], t: Texts) -> list[str]:
    """What a series of games has added up (`rules.OneWord.counted`) as lines of text."""
    cards = counts["made"] + counts["passed"] + counts["missed"]

    def share(part: int, whole: int) -> str:
        return t.number(100 * part / whole if whole else 0.0)

    return [
        t._(
            "Cards played: {n}; made {made} %, passed {passed} %, missed {missed} %; lost unplayed: {lost}",
            n=cards,
            made=share(counts["made"], cards),
            passed=share(counts["passed"], cards),
            missed=share(counts["missed"], cards),
            lost=counts["lost_along"],
        ),
        t._(
            "Hints: {n}; struck {struck} %",
            n=counts["hints"],
            struck=share(counts["struck"], counts["hints"]),
        ),
    ]


def task(view: View, t: Texts, names: Sequence[str]) -> str:
    """One sentence saying what the view's seat is to do now, or what it waits for."""
    guesser = "" if view.guesser is None else names[view.guesser]
    guesses = view.seat is not None and view.seat == view.guesser
    match view.phase:
        case "hints":
            if guesses:
                return t._("You guess. The others write their hints.")
            if "hint" not in view.may:
                return t._("The hints for {name} are being written.", name=guesser)
            if view.own and view.needed == 2:
                return t._("Your hints are in. You can change them until everybody has written.")
            if view.own:
                return t._("Your hint is in. You can change it until everybody has written.")
            if view.needed == 2:
                return t._("Write two different words as hints for {name}.", name=guesser)
            return t._("Write one word as a hint for {name}.", name=guesser)
        case "check":
            if guesses:
                return t._("Look away, please: the others check the hints.")
            if "show" not in view.may:
                return t._("The hints for {name} are being checked.", name=guesser)
            return t._("Check the hints, then show them to {name}.", name=guesser)
        case "guess":
            if guesses:
                return t._("Which term is it? You have one try, or you pass.")
            return t._("{name} guesses. Give nothing away!", name=guesser)
        case "result":
            if "next" in view.may:
                return t._("Look at the result, then go on to the next card.")
            return t._("Look at the result.")
    return ""


def describe_advice(advice: Advice, t: Texts, names: Sequence[str]) -> str:
    """A tip with its reason, in a sentence or two."""
    words, numbers = advice.words, advice.numbers
    match advice.reason:
        case "hint":
            return t._(
                "For instance {words}: it leads to the term, and the others will hardly write the same.",
                words=_quoted(words, t),
            )
        case "hint_unknown":
            return t._("For instance {words}, for want of something better.", words=_quoted(words, t))
        case "strike":
            pairs = zip(words[::2], words[1::2], strict=True)
            told = [
                t._("Sort out “{word}”. {reason}", word=word, reason=strike_reason(why, t))
                for word, why in pairs
            ]
            return " ".join(told)
        case "show":
            return t._("Nothing more to object: show the hints.")
        case "pass_blind":
            return t._("Better pass: there is nothing to go by.")
        case "next":
            return t._("On to the next card.")
    chances = [
        t._("“{word}” ({percent} %)", word=word, percent=numbers[str(place)])
        for place, word in enumerate(words)
    ]
    ranked = t.listing(chances)
    if advice.reason == "pass":
        return t._(
            "Better pass: nothing fits well enough, and a wrong answer costs another card. Likeliest: {ranked}.",
            ranked=ranked,
        )
    if not chances:
        return t._("Guess anything: on the last card a wrong answer costs nothing more.")
    if advice.reason == "guess_last":
        return t._("Likeliest: {ranked}. On the last card a wrong answer costs nothing more.", ranked=ranked)
    return t.n_(
        "This fits the hints best: {ranked}.",
        "These fit the hints best: {ranked}.",
        len(words),
        ranked=ranked,
    )


# Moves ----------------------------------------


def describe_move(move: OneWordMove, t: Texts, names: Sequence[str]) -> str:
    """A move as a button or a menu names it."""
    match move:
        case Hint():
            return t._("Hint: {words}", words=_quoted(move.words, t))
        case Strike():
            return t._("Strike")
        case Restore():
            return t._("Let it stand")
        case Different():
            return t._("Different words")
        case Same():
            return t._("The same word")
        case Checked():
            return t._("Nothing to object")
        case Show():
            return t._("Show the hints")
        case Guess():
            return t._("Answer: {word}", word=quoted(move.word, t))
        case Pass():
            return t._("Pass")
        case Counts():
            return t._("Counts!")
        case Next():
            return t._("Next card")
        case SkipMissing():
            return t._("Go on without the missing")
        case PassForGuesser():
            return t._("Pass for the guesser")
        case Remove():
            return t._("Remove {name}", name=names[move.member])
        case Admit():
            return t._("Let {name} in", name=move.name)
        case Abort():
            return t._("End the game")


# Rules ----------------------------------------


def short_rules(t: Texts) -> list[tuple[str, str]]:
    """The rules on one page as plain text: headings with a text each."""
    from engine.games.oneword import rulebook

    return plain(rulebook.short_rules(t))


def full_rules(t: Texts) -> list[tuple[str, str]]:
    """The complete rules as plain text: headings with a text each."""
    from engine.games.oneword import rulebook

    return plain(rulebook.full_rules(t))
