"""A fault in an order text."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.core.errors import Refusal
from engine.core.text import Texts


@dataclass(frozen=True)
class Problem:
    """Something in line ``line`` (counted from 1) that was not understood or is not allowed.

    ``read`` is what stood there, ``refusal`` has a stable code and the sentence, ``expected`` (a message id, or text
    that needs no translation) is what would have been right; its places are filled from ``values``.
    """

    line: int
    read: str
    refusal: Refusal
    expected: str
    values: dict[str, str | int] = field(default_factory=dict, hash=False)

    @property
    def code(self) -> str:
        """The stable code."""
        return self.refusal.code

    def expected_text(self, t: Texts) -> str:
        """What would have been right, in the language of *t*."""
        return t._(self.expected, **self.values) if self.values else t._(self.expected)
