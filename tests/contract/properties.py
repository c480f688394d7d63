"""The two properties that keep secrets: what types can reach, and non-interference.

Written as functions so that a toy game that leaks can be shown to fail them.
"""

from __future__ import annotations

import random
import types
import typing
from collections.abc import Iterable, Iterator
from typing import Any

from engine.core import codec
from engine.core.game import Actor, Event, Game
from engine.play.dealer import Dealer
from engine.play.session import Session
from tests.strategies import Playthrough

# Types ----------------------------------------


def _hints(kind: type) -> Iterator[tuple[str, Any]]:
    """The types that *kind* says it has: fields, properties' and methods' results."""
    for name, hint in typing.get_type_hints(kind).items():
        yield name, hint
    for name in dir(kind):
        if name.startswith("_"):
            continue
        value = getattr(kind, name, None)
        function = value.fget if isinstance(value, property) else value
        if isinstance(function, types.FunctionType):
            yield name, typing.get_type_hints(function).get("return")


def reachable(roots: Iterable[Any]) -> dict[Any, str]:
    """Every type that can be reached from *roots* by walking type hints, with the way to it."""
    found: dict[Any, str] = {}
    todo = [(root, getattr(root, "__name__", str(root))) for root in roots]
    while todo:
        kind, path = todo.pop()
        if isinstance(kind, list):  # the parameters of a Callable
            todo += [(part, path) for part in kind]
            continue
        try:
            if kind in found:
                continue
        except TypeError:
            continue
        arguments = typing.get_args(kind)
        if arguments and typing.get_origin(kind) is not typing.Literal:
            todo += [(argument, path) for argument in arguments]
            todo.append((typing.get_origin(kind), path))
            continue
        found[kind] = path
        if isinstance(kind, typing.TypeVar):
            todo += [(bound, path) for bound in (kind.__bound__, *kind.__constraints__) if bound is not None]
        elif isinstance(kind, type) and kind.__module__.partition(".")[0] in ("engine", "desktop", "tests"):
            todo += [(hint, f"{path}.{name}") for name, hint in _hints(kind)]
            subclasses: list[type] = kind.__subclasses__()
            todo += [(sub, f"{path} → {sub.__name__}") for sub in subclasses]
    return found


def assert_types_keep_secrets(game: Game[Any, Any, Any]) -> None:
    """Nothing reachable from View, Event or Move types may reach the State type or the dealer.

    `Any` and `object` could hold either, so they are refused too.
    """
    forbidden = (game.state_type, Dealer, Session, Game, random.Random)
    reached = reachable([game.view_type, game.moves, game.chance_moves, game.events])
    for kind, path in reached.items():
        assert kind is not Any, f"{path} may hold anything, the state too"
        assert kind is not object, f"{path} may hold anything, the state too"
        if isinstance(kind, type):
            assert not issubclass(kind, forbidden), f"{path} reaches {kind.__name__}"


# Non-interference ----------------------------------------


def visible(events: Iterable[Event], seat: int | None) -> list[Event]:
    """The events that *seat* may see."""
    return [event for event in events if event.visible_to(seat)]


def _allowed(game: Game[Any, Any, Any], state: Any, actor: Actor, move: Any) -> bool:
    if actor not in game.awaited(state):
        return False
    if actor is None:
        return game.check_chance(state, move) is None
    return game.check(game.view(state, actor), move) is None


def assert_same_continuation(
    game: Game[Any, Any, Any],
    real: Any,
    dealt: Any,
    action: tuple[Actor, Any],
    seat: int | None,
    public_reveals: frozenset[type],
) -> None:
    """The same action in two worlds that *seat* cannot tell apart shows it the same, but for what is revealed.

    The events it sees are alike up to one that is addressed to it by name or of a kind that reveals something;
    and if they are alike altogether, the views are too: a view changes with the events seen, and with nothing else.
    """
    one, other = game.apply(real, *action), game.apply(dealt, *action)
    seen_one, seen_other = visible(one.events, seat), visible(other.events, seat)
    for left, right in zip(seen_one, seen_other, strict=False):
        if codec.encode(left) != codec.encode(right):
            differing = [left, right]
            break
    else:
        differing = [*seen_one[len(seen_other) :], *seen_other[len(seen_one) :]][:1]
    if differing:
        assert any(event.audience is not None or type(event) in public_reveals for event in differing), (
            f"{differing[0]!r} tells seat {seat} what it may not know; in another world: {differing[-1]!r}"
        )
    else:
        assert codec.encode(game.view(one.state, seat)) == codec.encode(game.view(other.state, seat)), (
            f"after {action} the view of seat {seat} changed with what it did not see"
        )


def assert_no_interference(
    played: Playthrough,
    seed: int,
    revisions: Iterable[int],
    deals: int = 2,
    public_reveals: frozenset[type] = frozenset(),
) -> int:
    """Deal anew all that each seat can't know: its view's bytes and choices must stay identical.

    Returns how many of the new deals differed from the real state.
    """
    game = played.game
    rng = random.Random(f"re-deal {seed}")
    different = 0
    for revision in revisions:
        real = played.states[revision]
        for seat in played.everybody:
            view = game.view(real, seat)
            choices = list(game.choices(view)) if seat is not None else []
            for _deal in range(deals):
                dealt = game.sample(view, played.history(seat, revision), rng)
                different += codec.encode(dealt) != codec.encode(real)
                again = game.view(dealt, seat)
                assert codec.encode(again) == codec.encode(view), f"the view of seat {seat} at {revision}"
                assert game.awaited(dealt) == game.awaited(real)
                if seat is not None:
                    assert list(game.choices(again)) == choices
                    assert list(game.legal(dealt, seat)) == list(game.legal(real, seat))
                actions: list[tuple[Actor, Any]] = []
                if revision < len(played.session._actions):
                    action = played.session._actions[revision]
                    actions.append((action.actor, action.move))
                if seat in game.awaited(real) and choices:
                    actions += [(seat, move) for move in rng.sample(choices, min(3, len(choices)))]
                for actor, move in actions:
                    if _allowed(game, dealt, actor, move):
                        assert_same_continuation(game, real, dealt, (actor, move), seat, public_reveals)
    return different
