"""The session and its ports: who may do what, and who learns of it."""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from engine.core import codec
from engine.core.chance import Lot, Shuffle
from engine.core.errors import Malformed, NotAllowed, OptionError, RecordError, Stale
from engine.core.game import CHANCE, Actor, Event, Game, Outcome, Step
from engine.games.letter.meta import META
from engine.games.letter.model import CardDrawn, CardPlayed, First, Play, State
from engine.games.letter.rules import GAME
from engine.play.dealer import Dealer
from engine.play.session import Action, Port, SeatInfo, Session
from tests.contract import toys
from tests.games.letter.table import Table
from tests.strategies import ANNA, BEN, CARLA, all_settings, people, play_game, play_on, snapshot

# Ports ----------------------------------------


def test_port_acts_for_its_own_seat_only() -> None:
    """Ben's port can't make Anna's move, though it is legal and her turn."""
    table = Table([4, 3, 2], [1, 1])
    before = snapshot(table.session)
    for seat in (BEN, CARLA):
        with pytest.raises(NotAllowed) as caught:
            table.session.port(seat).submit(Play(4), table.session.revision)
        assert caught.value.refusal.code == "not_awaited"
    assert snapshot(table.session) == before
    assert "seat" not in inspect.signature(Port.submit).parameters
    table.session.port(ANNA).submit(Play(4), table.session.revision)


class Careless(toys.Toy):
    """A game whose own check forgets to look whose turn it is."""

    def check(self, view: Any, move: Any) -> None:
        return None


def test_session_looks_whose_turn_it_is() -> None:
    """The session asks who is awaited, and does not leave that to the game's check alone."""
    session = Session(Careless(), {}, people(2), Dealer(1))
    session.start()
    with pytest.raises(NotAllowed) as caught:
        session.port(BEN).submit(toys.Keep(), session.revision)
    assert caught.value.refusal.code == "not_awaited"
    for seat in (ANNA, BEN):
        session.port(seat).submit(toys.Keep(), session.revision)
    with pytest.raises(NotAllowed) as caught:
        session.port(ANNA).submit(toys.Keep(), session.revision)
    assert caught.value.refusal.code == "game_over"


def test_onlooker_cannot_act() -> None:
    """An onlooker sees the table and has no choices; whatever it submits is refused."""
    table = Table([4, 3, 2], [1, 1])
    onlooker = table.session.onlooker()
    before = snapshot(table.session)
    assert onlooker.choices() == ()
    for move in (Play(4), b'{"do":"play","card":4}', None):
        with pytest.raises(NotAllowed):
            onlooker.submit(move, onlooker.revision)
    assert snapshot(table.session) == before
    assert onlooker.view().hand == ()
    assert onlooker.view() == GAME.view(table.state, None)


@pytest.mark.parametrize("seat", [-1, 3, 10**9])
def test_there_are_no_other_seats(seat: int) -> None:
    """A port exists for the seats of the table only."""
    table = Table([4, 3, 2], [1, 1])
    with pytest.raises(IndexError):
        table.session.port(seat)


def test_choices_only_when_awaited() -> None:
    """Only the seat whose turn it is has choices; nobody after the end."""
    table = Table([1, 3], [4], goal=1)
    assert list(table.session.port(ANNA).choices()) == list(GAME.choices(table.view(ANNA)))
    assert list(table.session.port(BEN).choices()) == []
    table.play(ANNA, 1, at=BEN, naming=3)
    for seat in (ANNA, BEN):
        port = table.session.port(seat)
        assert list(port.choices()) == []
        assert port.over
        assert port.awaited == ()
        assert port.outcome() == Outcome((1, 0), (0,))
        assert port.rounds() == (Outcome((1, 0), (0,)),)


def public_values(thing: object) -> list[tuple[str, Any]]:
    """What can be had from *thing* by names that don't begin with an underscore, without changing anything."""
    found = []
    for name in dir(thing):
        if name.startswith("_"):
            continue
        value = getattr(thing, name)
        if callable(value) and not isinstance(value, type):
            try:
                required = [
                    parameter
                    for parameter in inspect.signature(value).parameters.values()
                    if parameter.default is parameter.empty and parameter.kind is not parameter.VAR_KEYWORD
                ]
            except (TypeError, ValueError):
                continue
            if not required and isinstance(thing, Port):
                found.append((f"{name}()", value()))
            elif [parameter.name for parameter in required] == ["revision"]:
                found.append((f"{name}(0)", value(0)))
        else:
            found.append((name, value))
    return found


@pytest.mark.parametrize("onlooker", [False, True])
@pytest.mark.parametrize("setting", all_settings(), ids=str)
def test_nothing_secret_can_be_reached_from_a_port(setting: Any, onlooker: bool) -> None:
    """By public names no State, Session, dealer or action of chance is reached, at any depth."""
    played = play_game(setting.game, setting.options, setting.seats, 3, 6)
    port = played.session.onlooker() if onlooker else played.session.port(0)
    forbidden = (setting.game.state_type, Session, Dealer, Action)
    todo: list[tuple[str, Any]] = [("port", port)]
    seen: dict[int, Any] = {}
    names = set()
    while todo:
        path, value = todo.pop()
        if id(value) in seen or isinstance(value, int | str | bytes | float | type | None):
            continue
        seen[id(value)] = value
        names.add(path)
        assert not isinstance(value, forbidden), path
        if isinstance(value, tuple | list | set | frozenset):
            todo += [(f"{path}[{index}]", item) for index, item in enumerate(value)]
        elif isinstance(value, dict):
            todo += [(f"{path}[{key!r}]", item) for key, item in value.items()]
        elif isinstance(value, msgspec.Struct):
            todo += [(f"{path}.{name}", getattr(value, name)) for name in value.__struct_fields__]
        elif type(value).__module__.startswith("engine."):
            todo += [(f"{path}.{name}", item) for name, item in public_values(value)]
    assert {"port.view()", "port.events()", "port.dated_events()", "port.view_at(0)", "port.game"} <= names
    if isinstance(played.game.chance_moves, type):
        return
    for value in seen.values():
        assert not isinstance(value, played.game.chance_moves)


# Revisions ----------------------------------------


class Sealed(toys.Toy):
    """Every seat decides in secret and at once: while others decide, nothing that a seat sees changes."""

    def awaited(self, state: toys.State) -> tuple[Actor, ...]:
        if state.turn < 0:
            return (CHANCE,)
        return tuple(seat for seat in range(state.seats) if not state.turn >> seat & 1)

    def step_for(self, state: toys.State, seat: int) -> toys.State:
        return msgspec.structs.replace(state, turn=state.turn | 1 << seat)

    def apply(self, state: toys.State, actor: Actor, move: Any) -> Step:
        if actor is None:
            return super().apply(state, actor, move)
        return Step(self.step_for(state, actor), (toys.CardKept(actor, audience=(actor,)),))

    def view(self, state: toys.State, seat: int | None) -> Any:
        done = seat is not None and state.turn >= 0 and state.turn >> seat & 1
        hand = state.hands[seat] if seat is not None and state.hands else 0
        return toys.View(seat, state.seats, hand, -1 if done or state.turn < 0 else seat or 0, ())

    def outcome(self, state: toys.State) -> Outcome | None:
        return Outcome(state.hands, (0,)) if state.turn + 1 == 1 << state.seats else None


def test_older_revision_is_taken_if_nothing_that_the_seat_sees_has_changed() -> None:
    """Three decide at once: who is second and third answers the same table, and need not look again."""
    session = Session(Sealed(), {}, people(3), Dealer(1))
    session.start()
    assert set(session.awaited) == {ANNA, BEN, CARLA}
    seen = session.revision
    session.port(BEN).submit(toys.Keep(), seen)
    session.port(ANNA).submit(toys.Take(), seen)
    assert session.awaited == (CARLA,)
    with pytest.raises(Stale):
        session.port(ANNA).submit(toys.Take(), seen)  # her own view has changed
    with pytest.raises(Stale):
        session.port(CARLA).submit(toys.Keep(), seen - 1)  # before the deal she had no card
    session.port(CARLA).submit(toys.Keep(), seen)
    assert session.over
    assert [event.seat for event in session.port(CARLA).events() if isinstance(event, toys.CardKept)] == [
        CARLA
    ]


def test_stale_revision_is_refused() -> None:
    """A move that answers a table of earlier is refused, legal or not, and nothing changes."""
    table = Table([4, 3, 2], [1, 1, 1, 4])
    table.play(ANNA, 4)
    table.play(BEN, 1, at=CARLA, naming=8)
    table.play(CARLA, 1, at=BEN, naming=8)
    before = snapshot(table.session)
    move = table.choices(ANNA)[0]
    for revision in range(table.session.revision):
        with pytest.raises(Stale) as caught:
            table.session.port(ANNA).submit(move, revision)
        assert caught.value.refusal.code == "stale"
    assert snapshot(table.session) == before
    table.session.port(ANNA).submit(move, table.session.revision)


def test_doubled_click_is_refused() -> None:
    """The same move submitted twice is made once."""
    table = Table([4, 3, 2], [1, 1, 1, 4])
    port = table.session.port(ANNA)
    revision = port.revision
    port.submit(Play(4), revision)
    with pytest.raises(Stale):
        port.submit(Play(4), revision)


def test_malformed_comes_before_stale() -> None:
    """What was not understood is called so, whenever it comes."""
    table = Table([4, 3, 2], [1, 1])
    with pytest.raises(Malformed):
        table.session.port(ANNA).submit(b"{", 0)


# Events ----------------------------------------


def test_events_with_an_audience() -> None:
    """Each port gives the events that its seat may know, in order, and no others."""
    table = Table([3, 5, 2], [8, 1])
    table.play(ANNA, 3, at=BEN)
    everything = [event for _at, event in table.session._events]
    for seat in (ANNA, BEN, CARLA, None):
        port = table.session.onlooker() if seat is None else table.session.port(seat)
        wanted = [event for event in everything if event.visible_to(seat)]
        assert port.events() == wanted
        assert [event for _at, event in port.dated_events()] == wanted
        for since in range(len(wanted) + 2):
            assert port.events(since) == wanted[since:]
    assert CardDrawn(ANNA, 8, audience=(ANNA,)) in table.session.port(ANNA).events()
    for port in (table.session.port(BEN), table.session.onlooker()):
        assert not any(isinstance(event, CardDrawn) and event.seat != port.seat for event in port.events())


def test_dated_events_name_the_revision_after_which_they_had_happened() -> None:
    """Views and events fit together: replaying an animation shows each event before the view it led to."""
    table = Table([3, 5, 2], [8, 1])
    before = table.session.revision
    table.play(ANNA, 3, at=BEN)
    port = table.session.port(CARLA)
    assert (before + 1, CardPlayed(ANNA, 3, BEN)) in port.dated_events()
    assert port.view_at(before).rows == ((), (), ())
    assert port.view_at(before + 1).rows == ((3,), (5,), ())
    assert [at for at, _event in port.dated_events()] == sorted(at for at, _event in port.dated_events())


def test_empty_audience_is_nobody() -> None:
    """An event for nobody is seen by nobody; one without audience by all."""
    assert not CardPlayed(0, 1, audience=()).visible_to(0)
    assert not CardPlayed(0, 1, audience=()).visible_to(None)
    assert not CardPlayed(0, 1, audience=(0,)).visible_to(None)
    assert CardPlayed(0, 1).visible_to(None)


# Listeners and sinks ----------------------------------------


def test_listeners_are_told_after_the_change() -> None:
    """Once for each move, when the new state and chance's part in it can be seen; not after stopping."""
    table = Table([1, 3], [8])
    seen: list[tuple[int, int]] = []
    stop = table.session.listen(lambda: seen.append((table.session.revision, len(table.state.match.rounds))))
    stop_port = table.session.port(BEN).listen(lambda: seen.append((-1, -1)))
    stop_port()
    table.play(ANNA, 1, at=BEN, naming=3)  # ends the round; the next one is dealt at once
    assert seen == [(3, 1)]
    stop()
    stop()
    table.play(ANNA, table.choices(ANNA)[0].card, *_target(table, ANNA))
    assert len(seen) == 1


def _target(table: Table, seat: int) -> tuple[int | None, int | None]:
    move = table.choices(seat)[0]
    return move.target, move.guess


def test_listener_may_stop_itself_and_others() -> None:
    """Stopping while being told disturbs nobody else."""
    table = Table([4, 3, 2], [1, 1])
    told: list[str] = []
    stops: list[Callable[[], None]] = []

    def once() -> None:
        told.append("once")
        stops[0]()

    stops.append(table.session.listen(once))
    table.session.listen(lambda: told.append("always"))
    table.play(ANNA, 4)
    table.play(BEN, 1, at=CARLA, naming=8)
    assert told == ["once", "always", "always"]


def test_listener_may_move() -> None:
    """A bot that answers from its listener: its move takes effect after the one it answers."""
    game = play_game(GAME, META.complete({"goal": 1}, 2), 2, 0, 0)
    session = game.session
    rng = random.Random(1)

    def bot() -> None:
        if BEN in session.awaited:
            port = session.port(BEN)
            moves = port.choices()
            port.submit(moves[rng.randrange(len(moves))], port.revision)

    session.listen(bot)
    bot()
    while session.awaited:
        assert session.awaited == (ANNA,)
        port = session.port(ANNA)
        port.submit(port.choices()[0], port.revision)
    assert session.over


def test_sink_that_raises_leaves_everything_as_it_was() -> None:
    """If an action can't be written it has not happened."""
    played = play_game(GAME, META.complete({}, 3), 3, 1, 3)
    session = played.session
    before = snapshot(session)
    told: list[int] = []
    session.listen(lambda: told.append(1))

    def broken(actor: Actor, move: Any) -> None:
        raise OSError("disk full")

    session.attach(broken)
    seat = session.awaited[0]
    for move in session.port(seat).choices():
        with pytest.raises(OSError, match="disk full"):
            session.port(seat).submit(move, session.revision)
        assert snapshot(session) == before
    assert not told


def test_sink_that_fails_at_the_first_deal() -> None:
    """The draw has not happened; another `start` draws again."""
    tries: list[Any] = []

    def failing_once(actor: Actor, move: Any) -> None:
        tries.append(move)
        if len(tries) == 1:
            raise OSError("disk full")

    session = Session(GAME, META.complete({}, 2), people(2), Dealer(0), failing_once)
    with pytest.raises(OSError):
        session.start()
    assert session.revision == 0
    session.start()
    assert session.awaited
    assert [action.move for action in session._actions] == tries[1:]


def test_everybody_is_told_of_a_move_though_the_next_deal_fails() -> None:
    """The move was written and has happened; only the deal after it has not. Who listens must see that."""
    table = Table([1, 3], [8])
    told: list[int] = []
    table.session.listen(lambda: told.append(len(table.state.match.rounds)))

    def no_room_for_decks(actor: Actor, move: Any) -> None:
        if actor is CHANCE:
            raise OSError("disk full")

    table.session.attach(no_room_for_decks)
    before = table.session.revision
    with pytest.raises(OSError, match="disk full"):
        table.session.port(ANNA).submit(Play(1, BEN, 3), before)
    assert table.session.revision == before + 1
    assert told == [1]


def test_sink_gets_every_action_in_order() -> None:
    """Chance's actions too, each before the listeners are told."""
    written: list[tuple[Actor, Any]] = []
    session = Session(
        GAME, META.complete({"goal": 2}, 3), people(3), Dealer(5), lambda a, m: written.append((a, m))
    )
    session.listen(lambda: None)
    session.start()
    play_on(session, random.Random(5))
    assert written == [(action.actor, action.move) for action in session._actions]
    assert isinstance(written[0][1], First)


# Making and restoring ----------------------------------------


@pytest.mark.parametrize("seats", [0, 1, 5, 9])
def test_wrong_number_of_seats(seats: int) -> None:
    """A session needs as many people as the game is for."""
    with pytest.raises(OptionError):
        Session(GAME, {}, people(seats), Dealer(0))


def test_restore_names_the_offending_action() -> None:
    """The index counts from 1; what came before it has taken effect."""
    played = play_game(GAME, META.complete({"first": 0}, 3), 3, 1, 4)
    actions = list(played.session._actions)
    actions[2] = Action(actions[2].actor, Play(9))
    session = Session(GAME, played.options, people(3), Dealer(0))
    with pytest.raises(RecordError) as caught:
        session.restore(actions)
    assert caught.value.line == 3
    assert caught.value.refusal.code == "not_in_hand"
    assert session.revision == 2


def test_restore_writes_nothing() -> None:
    """What is restored stands in the record already."""
    played = play_game(GAME, META.complete({}, 3), 3, 1, 4)
    written: list[Any] = []
    session = Session(GAME, played.options, people(3), Dealer(0), lambda _actor, move: written.append(move))
    session.restore(played.session._actions)
    assert written == []
    assert session._states == played.states


def test_rewind_and_redo() -> None:
    """Taking back gives the states and events of then; redoing gives the same game, each action checked."""
    played = play_game(GAME, META.complete({}, 3), 3, 2, 8)
    session = played.session
    states, events = list(session._states), list(session._events)
    ports = [session.onlooker(), *(session.port(seat) for seat in range(3))]
    seen = [port.dated_events() for port in ports]
    undone = session.rewind(4)
    assert [port.dated_events() for port in ports] == [
        [(at, event) for at, event in dated if at <= 4] for dated in seen
    ]
    assert session.moments == (0, 1, 2, 3, 4)
    assert session.onlooker().view() == GAME.view(states[4], None)
    assert session._states[-1] == states[4]
    assert session._events == [(at, event) for at, event in events if at <= 4]
    assert session.awaited == tuple(seat for seat in GAME.awaited(states[4]) if seat is not None)
    before = session.revision
    session.redo(undone)
    assert session.revision > before > len(states) - 1
    assert [session._states[moment] for moment in session.moments] == states
    assert [event for _at, event in session._events] == [event for _at, event in events]
    assert [[event for _at, event in port.dated_events()] for port in ports] == [
        [event for _at, event in dated] for dated in seen
    ]
    for wrong in (-1, len(session.actions) + 1):
        with pytest.raises(IndexError):
            session.rewind(wrong)


def test_revision_from_before_a_rewind_is_stale() -> None:
    """Ben answers a table on which Anna was protected; her move was taken back, and she has made another."""
    table = Table([4, 3, 2], [1, 1, 1])
    before = table.session.revision
    table.play(ANNA, 4)
    seen = table.session.revision
    table.session.rewind(before)
    table.play(ANNA, 1, at=CARLA, naming=8)
    assert table.session.revision > seen
    with pytest.raises(Stale):
        table.session.port(BEN).submit(Play(1, CARLA, 8), seen)


def test_bot_name_of_a_seat() -> None:
    """``bot:<name>`` names a bot, anything else nobody."""
    assert SeatInfo("Ben", "bot:strong").bot == "strong"
    assert SeatInfo("Ben").bot is None
    assert SeatInfo("bot:strong").bot is None


# The dealer ----------------------------------------


def test_dealer_is_reproducible() -> None:
    """The same seed draws the same; another seed something else."""
    draw = Shuffle(tuple(range(50)), toys.Deal)
    one, two, other = Dealer(1), Dealer(1), Dealer(2)
    assert [one.deal(draw) for _draw in range(3)] == [two.deal(draw) for _draw in range(3)]
    assert Dealer(1).deal(draw) != other.deal(draw)
    assert Dealer("1").deal(draw) == Dealer("1").deal(draw)
    assert Dealer().deal(draw) != Dealer().deal(draw), "without a seed nobody can foresee it"


def test_dealer_keeps_the_cards_and_the_draw() -> None:
    """A shuffle is an order of the same cards, and what was to be shuffled stays as it was."""
    cards = [1, 1, 2, 3, 3, 3]
    dealt = Dealer(0).deal(Shuffle(cards, toys.Deal))
    assert sorted(dealt.order) == cards == [1, 1, 2, 3, 3, 3]


def test_dealer_draws_uniformly() -> None:
    """6,000 draws with a fixed seed: each of six lots and each of six orders about a thousand times."""
    dealer = Dealer("uniform")
    lots = [dealer.deal(Lot(range(6))) for _draw in range(6000)]
    orders = [dealer.deal(Shuffle("abc", tuple)) for _draw in range(6000)]
    for drawn in (lots, orders):
        assert len(set(drawn)) == 6
        for value in set(drawn):
            assert 880 < drawn.count(value) < 1120


def test_events_are_values() -> None:
    """A port's list is the caller's own: changing it changes nothing for others."""
    table = Table([4, 3, 2], [1, 1])
    port = table.session.port(ANNA)
    before: list[Event] = port.events()
    port.events().clear()
    port.dated_events().clear()
    assert port.events() == before
    table.play(ANNA, 4)
    assert port.events()[: len(before)] == before
    assert len(port.events()) == len(before) + 2, "the 4 and whose turn it is; Ben's card is his"
    assert isinstance(table.state, State)
    assert isinstance(table.session.game, Game)
    assert codec.encode(table.state)
