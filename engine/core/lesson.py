"""A guided first match: a script of the first moves, and the guide that follows it.

A game that teaches itself brings ``engine/games/<id>/lesson.py`` with a ``LESSON`` (or ``in_language``, see `lesson`).
Its script is the beginning of an ordinary match, action by action: what chance draws, what the bot replies, and for
each decision of the learner what to say, which move to suggest and what to say afterwards. A session that is fed with
it is a session like any other; nothing but the dealer and the bot's first moves is arranged.

The `Guide` has no memory. It is given the actions so far and compares them with the script, so that it works after
a restart, too. As soon as something else was played than the script says, it falls silent: chance draws again, the
bot thinks for itself.

Texts are message ids, translated where they are shown. ``{bot}`` stands for the name of whoever plays opposite, and
``{other}`` for the next one, if there is one.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from engine.core import catalog
from engine.core.game import CHANCE, Actor
from engine.core.text import Texts


class Acted(Protocol):
    """An action as a session or a record keeps it: who made which move."""

    @property
    def actor(self) -> Actor: ...

    @property
    def move(self) -> Any: ...


@dataclass(frozen=True)
class Drawn:
    """Chance draws ``move``."""

    move: Any


@dataclass(frozen=True)
class Reply:
    """A bot makes ``move``."""

    seat: int
    move: Any


@dataclass(frozen=True)
class LessonStep:
    """A decision of the learner: ``say`` what is going on and what to do, the suggested ``move``, and ``after`` it a
    sentence on what it did. ``after`` is true at once and stays so until the learner's next decision. ``accepts``
    tells whether another move is as good as the suggested one, where a move is typed.
    """

    say: str
    move: Any
    after: str
    accepts: Callable[[Any], bool] | None = None

    def is_followed_by(self, move: Any) -> bool:
        """Whether the learner's *move* keeps to the script."""
        return move == self.move or (self.accepts is not None and self.accepts(move))


Scene = Drawn | Reply | LessonStep


@dataclass(frozen=True)
class Lesson:
    """A match to learn a game by.

    ``options`` and ``seats`` set up the match; the learner sits at ``learner``, and at the other seats a bot called
    ``bot``, which is on its own once the script has ended. ``welcome`` comes before the first decision, ``closing``
    when the script has been played to its end, ``parting`` when the learner goes another way.
    """

    game_id: str
    seats: int
    options: Mapping[str, Any]
    bot: str
    script: tuple[Scene, ...]
    welcome: str
    closing: str
    parting: str
    learner: int = 0
    words: Mapping[str, str] = field(default_factory=dict)
    """What stands in the texts by name, in the language that the lesson is played in."""

    @property
    def steps(self) -> tuple[LessonStep, ...]:
        """The learner's decisions, in order."""
        return tuple(scene for scene in self.script if isinstance(scene, LessonStep))

    def actor(self, scene: Scene) -> Actor:
        """Who acts in *scene*."""
        match scene:
            case Drawn():
                return CHANCE
            case Reply():
                return scene.seat
            case LessonStep():
                return self.learner

    def text(self, message: str, t: Texts, names: Sequence[str]) -> str:
        """*message* (one of this lesson's) in the language of *t*, with the names at the table."""
        others = [names[seat] for seat in range(self.seats) if seat != self.learner]
        return t.fill(message, {"bot": others[0], "other": others[-1], **self.words})


class Phase(enum.Enum):
    """How a match stands to its script."""

    GUIDED = "guided"
    """The script has more to say."""
    DONE = "done"
    """The script was played to its end; the match goes on freely."""
    LEFT = "left"
    """Something else was played; the match goes on freely."""


@dataclass(frozen=True)
class Guide:
    """Follows a lesson's script. Every method takes the actions of the match so far, chance's included."""

    lesson: Lesson

    def phase(self, actions: Sequence[Acted]) -> Phase:
        """Whether the match still follows the script."""
        followed = self._followed(actions)
        if followed == len(self.lesson.script):
            return Phase.DONE
        return Phase.GUIDED if followed == len(actions) else Phase.LEFT

    def suggestion(self, actions: Sequence[Acted]) -> LessonStep | None:
        """The learner's decision that is due now, or None if it is another's turn or the script is over."""
        scene = self._next(actions)
        return scene if isinstance(scene, LessonStep) else None

    def chance(self, actions: Sequence[Acted]) -> Any | None:
        """What chance is to draw now, or None: then it really draws."""
        scene = self._next(actions)
        return scene.move if isinstance(scene, Drawn) else None

    def bot_move(self, actions: Sequence[Acted], seat: int) -> Any | None:
        """What the bot at *seat* is to do now, or None: then it thinks for itself."""
        scene = self._next(actions)
        return scene.move if isinstance(scene, Reply) and scene.seat == seat else None

    def sentences(self, actions: Sequence[Acted]) -> tuple[str, ...]:
        """What is to be read now: message ids, to be shown in this order with `Lesson.text`.

        During the script: what the last move did, then what to do next. The welcome comes before the first move; the
        closing or the parting sentence stays until the learner has moved once more. After that, nothing.
        """
        followed = self._followed(actions)
        done = [scene for scene in self.lesson.script[:followed] if isinstance(scene, LessonStep)]
        last = (done[-1].after,) if done else ()
        phase = self.phase(actions)
        if phase is Phase.GUIDED:
            step = self.suggestion(actions)
            return (*(last or (self.lesson.welcome,)), *((step.say,) if step else ()))
        free = sum(action.actor == self.lesson.learner for action in actions[followed:])
        if phase is Phase.DONE:
            return (*last, self.lesson.closing) if free == 0 else ()
        return (self.lesson.parting,) if free <= 1 else ()

    def _followed(self, actions: Sequence[Acted]) -> int:
        """How many of *actions* are the script's, from the beginning on."""
        count = 0
        for action, scene in zip(actions, self.lesson.script, strict=False):
            if action.actor != self.lesson.actor(scene):
                break
            followed = (
                scene.is_followed_by(action.move)
                if isinstance(scene, LessonStep)
                else action.move == scene.move
            )
            if not followed:
                break
            count += 1
        return count

    def _next(self, actions: Sequence[Acted]) -> Scene | None:
        return self.lesson.script[len(actions)] if self.phase(actions) is Phase.GUIDED else None


def lesson(game_id: str, language: str = "en") -> Lesson | None:
    """The lesson of a game, or None if it has none. Raises `OptionError` for an unknown id.

    A game that is played in a language has one for each: its module has a function ``in_language`` instead.
    """
    module = catalog.room(game_id, "lesson")
    if module is None:
        return None
    make = getattr(module, "in_language", None)
    found: Lesson = module.LESSON if make is None else make(language)
    return found
