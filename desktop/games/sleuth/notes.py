"""What a person has noted in a match: drafts of orders by round, pencil marks, and how the aids are set.

Kept as plain values with the match (`Scene.notes`), so it outlasts rounds, hand-overs and a restart. Whatever lies in
a damaged file is left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.games.sleuth.box import ASKED, HOLDERS, Box
from engine.games.sleuth.model import Orders, View, tips

OFF, PUBLIC, TOTALS = "off", "public", "totals"
"""What automatic marks rest on: there are none, the public answers, or those and the own totals."""

MOST_MARKS = 400
"""So many steps of pencil marks can be taken back."""


@dataclass
class Draft:
    """Orders of one round as they are being written. A question without elements (``B:``) is not asked yet."""

    questions: list[str]
    substitutes: list[str]
    sure: dict[str, str]
    risk: dict[str, str]

    def copy(self) -> Draft:
        """The same, to come back to."""
        return Draft([*self.questions], [*self.substitutes], {**self.sure}, {**self.risk})

    def become(self, other: Draft) -> None:
        """Stand as *other* does."""
        new = other.copy()
        self.questions, self.substitutes, self.sure, self.risk = (
            new.questions,
            new.substitutes,
            new.sure,
            new.risk,
        )

    def take(self, orders: Orders, substitutes: int) -> None:
        """Write *orders* in, with at most so many *substitutes*; a question they leave open stays empty."""
        empty = [f"{question[0]}:" for question in self.questions]
        self.questions = [*orders.questions, *empty][: len(empty)]
        self.substitutes = list(orders.substitutes[:substitutes])
        self.sure, self.risk = dict(orders.sure.items()), dict(orders.risk.items())

    def orders(self) -> Orders:
        """The orders as they stand; unfinished questions are left out."""
        return Orders(
            tuple(question for question in self.questions if len(question) > 2),
            tuple(question for question in self.substitutes if len(question) > 2),
            tips(self.sure),
            tips(self.risk),
        )

    def toggle(self, gem: str, holder: str, *, risk: bool) -> None:
        """Tip *gem* at *holder*; a tip that stands just so is taken away."""
        mine, other = (self.risk, self.sure) if risk else (self.sure, self.risk)
        other.pop(gem, None)
        if mine.get(gem) == holder:
            del mine[gem]
        else:
            mine[gem] = holder

    def clear(self, gem: str) -> None:
        """Take the tip on *gem* away."""
        self.sure.pop(gem, None)
        self.risk.pop(gem, None)


class Notes:
    """Reads and writes the notes in *data* of a match played with *box*."""

    def __init__(self, data: dict[str, Any], box: Box) -> None:
        self._data = data
        self._box = box
        pencil = data.get("pencil")
        self.pencil: dict[str, dict[str, bool]] = {}
        for gem, marks in pencil.items() if isinstance(pencil, dict) else ():
            if gem in box.index and isinstance(marks, dict):
                self.pencil[gem] = {h: v for h, v in marks.items() if h in HOLDERS and isinstance(v, bool)}
        steps = data.get("steps")
        self._steps: list[list[Any]] = [
            step
            for step in (steps if isinstance(steps, list) else ())
            if isinstance(step, list)
            and len(step) == 3
            and step[0] in box.index
            and step[1] in HOLDERS
            and step[2] in (None, True, False)
        ]
        aids = data.get("aids")
        self.aids: str = aids if aids in (OFF, PUBLIC, TOTALS) else TOTALS

    def draft(self, view: View) -> Draft:
        """The draft for the round of *view*: as it was left, or a new one with the sure tips of the round before."""
        drafts = self._data.get("drafts")
        kept = drafts.get(str(view.round)) if isinstance(drafts, dict) else None
        if isinstance(kept, dict):
            made = Draft(
                self._questions(kept.get("questions")),
                self._questions(kept.get("substitutes")),
                self._places(kept.get("sure")),
                self._places(kept.get("risk")),
            )
            made.risk = {gem: holder for gem, holder in made.risk.items() if gem not in made.sure}
        else:
            made = Draft([], [], dict(view.own[-1].orders.sure.items()) if view.own else {}, {})
        holder = ASKED[(view.round - 1) % len(ASKED)]
        while len(made.questions) < view.questions:
            made.questions.append(f"{holder}:")
        del made.questions[view.questions :]
        return made

    def _questions(self, value: object) -> list[str]:
        found = value if isinstance(value, list) else []
        allowed = self._box.question_set
        return [
            q for q in found if isinstance(q, str) and (q in allowed or (q[:-1] in ASKED and q.endswith(":")))
        ]

    def _places(self, value: object) -> dict[str, str]:
        found = value if isinstance(value, dict) else {}
        return {
            gem: holder
            for gem, holder in found.items()
            if gem in self._box.index and holder in tuple(HOLDERS)
        }

    def keep(self, number: int, draft: Draft | None) -> None:
        """Write everything back; *draft* belongs to round *number*."""
        self._data["pencil"] = {gem: marks for gem, marks in self.pencil.items() if marks}
        self._data["steps"] = self._steps
        self._data["aids"] = self.aids
        if draft is not None:
            drafts = self._data.setdefault("drafts", {})
            drafts[str(number)] = {
                "questions": draft.questions,
                "substitutes": draft.substitutes,
                "sure": draft.sure,
                "risk": draft.risk,
            }

    # Pencil marks ----------------------------------------

    def mark(self, gem: str, holder: str) -> None:
        """The next pencil mark: none, not there, there, none."""
        before = self.pencil.get(gem, {}).get(holder)
        self._steps = [*self._steps, [gem, holder, before]][-MOST_MARKS:]
        self._set(gem, holder, {None: False, False: True, True: None}[before])

    def _set(self, gem: str, holder: str, value: bool | None) -> None:
        marks = self.pencil.setdefault(gem, {})
        if value is None:
            marks.pop(holder, None)
        else:
            marks[holder] = value

    @property
    def can_undo(self) -> bool:
        """Whether there is a pencil mark to take back."""
        return bool(self._steps)

    def undo(self) -> str:
        """Take the last change of a pencil mark back; returns its gem."""
        gem, holder, before = self._steps.pop()
        self._set(gem, holder, before)
        return str(gem)

    def by_hand(self) -> tuple[tuple[str, str, bool], ...]:
        """All pencil marks: gem, holder, and whether the gem is said to be there."""
        return tuple(
            (gem, holder, here)
            for gem, marks in sorted(self.pencil.items())
            for holder, here in sorted(marks.items())
        )
