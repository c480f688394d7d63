"""What lies on the table of Ein Wort as slips: who is still writing, the hints, and what can be done with each."""

from __future__ import annotations

from collections.abc import Sequence

from desktop.games.oneword.slips import Action, Slip
from engine.core.text import Texts
from engine.games.oneword import words
from engine.games.oneword.model import CHECK, HINTS, Different, Restore, Strike, View


def slips(
    view: View, t: Texts, names: Sequence[str], bots: Sequence[str], *, acts: bool = False
) -> tuple[Slip, ...]:
    """The slips of *view*; with *acts* each has its button. Equal hints stand side by side."""
    if view.phase == HINTS:
        return _writing(view, t, names, bots)
    groups = _groups(view)
    order = sorted(range(len(view.hints)), key=lambda number: (groups[number], number))
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
                action=_action(view, number, t, names) if acts and view.phase == CHECK else None,
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


def _action(view: View, number: int, t: Texts, names: Sequence[str]) -> Action:
    """The button of a hint: part it from its equals, let it stand again, or sort it out."""
    hint = view.hints[number]
    spoken = words.hint_line(hint, t, names)
    pairs = [pair for pair in view.pairs if number in pair]
    if hint.reason == "same" and pairs:
        text = words.describe_move(Different(pairs[0]), t, names)
        return Action(text, f"{text}: {spoken}", tuple(Different(pair) for pair in pairs))
    if hint.struck:
        text = words.describe_move(Restore(number), t, names)
        return Action(text, f"{text}: {spoken}", (Restore(number),))
    text = t._("Sort out")
    return Action(text, f"{text}: {spoken}", (Strike(number),))
