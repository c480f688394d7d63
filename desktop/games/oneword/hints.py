"""What lies on the table of Ein Wort as slips: who is still writing, the hints, and what can be done with each."""

from __future__ import annotations

from collections.abc import Sequence

from desktop.games.oneword.slips import Action, Slip
from engine.core.text import Texts
from engine.games.oneword import words
from engine.games.oneword.model import CHECK, HINTS, Different, Restore, Same, Strike, View


def slips(
    view: View, t: Texts, names: Sequence[str], bots: Sequence[str], *, acts: bool = False
) -> tuple[Slip, ...]:
    """The slips of *view*; with *acts* each has its buttons. Equal hints stand side by side, before the others."""
    if view.phase == HINTS:
        return _writing(view, t, names, bots)
    groups = _groups(view)
    # Equal ones first: so most often none of their threads would run from one row to the next.
    order = sorted(
        range(len(groups)), key=lambda number: (groups.count(groups[number]) == 1, groups[number], number)
    )
    found = []
    for number in order:
        hint = view.hints[number]
        mates = [other for other in range(len(groups)) if groups[other] == groups[number]]
        found.append(
            Slip(
                hint.word,
                _named(names, bots, hint.seat, t) if hint.seat >= 0 else "",
                words.hint_line(hint, t, names),
                struck=hint.struck,
                group=groups[number] if len(mates) > 1 else -1,
                actions=_actions(view, number, t, names) if acts and view.phase == CHECK else (),
            )
        )
    return tuple(found)


def _named(names: Sequence[str], bots: Sequence[str], seat: int, t: Texts) -> str:
    return t._("{name} (bot)", name=names[seat]) if bots[seat] else names[seat]


def _writing(view: View, t: Texts, names: Sequence[str], bots: Sequence[str]) -> tuple[Slip, ...]:
    """A slip for each hint giver: blank, folded once it is written; one's own can be read."""
    found = []
    for seat, here in enumerate(view.present):
        if not here or seat == view.guesser:
            continue
        name = _named(names, bots, seat, t)
        if seat == view.seat and view.own:
            found += [Slip(word, name, t._("{name}: {word}", name=name, word=word)) for word in view.own]
        elif view.has_written[seat]:
            found.append(Slip("", name, t._("{name} has written", name=name), written=True))
        else:
            found.append(Slip("", name, t._("{name} is still writing", name=name)))
    return tuple(found)


def _groups(view: View) -> list[int]:
    """For each hint the number of the first one that is the same word, by way of whatever pairs."""
    first = list(range(len(view.hints)))
    for _time in view.pairs:
        for one, other in view.pairs:
            first[one] = first[other] = min(first[one], first[other])
    return first


def _actions(view: View, number: int, t: Texts, names: Sequence[str]) -> tuple[Action, ...]:
    """The buttons of a hint: part it from its equals, let it stand or sort it out, join it with its equals again."""
    hint = view.hints[number]
    spoken = words.hint_line(hint, t, names)

    def action(text: str, *moves: Different | Restore | Same | Strike) -> Action:
        return Action(text, f"{text}: {spoken}", moves)

    pairs = [pair for pair in view.pairs if number in pair]
    restore = action(words.describe_move(Restore(number), t, names), Restore(number))
    if hint.reason == "same" and pairs:
        parting = action(words.describe_move(Different(pairs[0]), t, names), *map(Different, pairs))
        return parting, restore
    first = restore if hint.struck else action(t._("Sort out"), Strike(number))
    parted = [pair for pair in view.parted if number in pair]
    if not parted:
        return (first,)
    return first, action(words.describe_move(Same(parted[0]), t, names), *map(Same, parted))
