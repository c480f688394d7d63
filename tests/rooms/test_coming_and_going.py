"""Who leaves, is removed, comes back or comes late: over real sockets, in all four games."""

from __future__ import annotations

import json
import random
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from engine.core import catalog
from engine.core.text import texts
from engine.games.oneword.model import GUESS, HINTS, RESULT
from engine.play.session import Session
from engine.rooms.lobby import MAX_MEMBERS
from engine.rooms.room import Room
from tests.rooms.here import Here, Phone, in_loop, moves_of, serving
from tests.rooms.test_forms import move

GAMES = [meta.id for meta in catalog.metas() if Room.plays(meta.id)]


async def say(phone: Phone, **message: Any) -> None:
    await phone.send(json.dumps(message))


async def start(host: Phone, *others: Phone) -> None:
    await say(host, do="start")
    for phone in (host, *others):
        await phone.until(lambda now: "match" in now)


def session_of(room: Room) -> Session:
    assert room.table is not None
    return room.table.session


async def play(here: Here, room: Room, phones: Sequence[Phone], until: Any) -> None:
    """Play by what the pages offer until *until* holds."""
    rng = random.Random(1)
    session = session_of(room)
    for _turn in range(2000):
        if until():
            return
        here.times["now"] += 10
        revision = session.revision
        seated = [phone for phone in phones if phone.now["you"]["member"]]
        for phone in seated:
            await phone.until(lambda now: now["match"]["revision"] >= revision)  # noqa: B023
        awaited = [phone for phone in seated if phone.now["you"]["seat"] in session.awaited]
        made = None
        if awaited:
            phone = awaited[rng.randrange(len(awaited))]
            made = move(phone, rng)
        if made is None:
            # A bot's turn, or a result that somebody has to have read.
            await say(seated[0], do="on")
            await seated[0].hear()
            continue
        note = phone.now["note"]["number"]
        await phone.send(phone.move(made))
        await phone.until(
            lambda now: now["match"]["revision"] > revision or now["note"]["number"] > note  # noqa: B023
        )
    raise AssertionError("it never came to that")


async def one_word(here: Here, *names: str) -> tuple[Room, list[Phone]]:
    """A match of Ein Wort that waits for hints; Anna is the host and guesses first."""
    room, anna = await here.hosted("oneword")
    others = await here.joined(room, *names)
    await start(anna, *others)
    return room, [anna, *others]


async def hint(phone: Phone, word: str) -> None:
    revision = phone.revision
    await phone.send(phone.move({"do": "hint", "words": [word]}))
    await phone.until(lambda now: now["match"]["revision"] > revision and not now["match"]["page"].get("act"))


# Leaving in the middle of a match ----------------------------------------


@pytest.mark.parametrize("game", GAMES)
@in_loop
async def test_whoever_is_waited_for_is_removed_and_the_host_is_asked(game: str) -> None:
    """With the fewest players nobody can be spared: the seat waits, a bot takes it, and the match goes on."""
    least = max(3, catalog.meta(game).min_seats)
    async with serving() as here:
        room, anna = await here.hosted(game)
        phones = [anna, *await here.joined(room, *("Ben", "Carla")[: least - 1])]
        await start(*phones)
        session = session_of(room)
        await play(
            here, room, phones, lambda: any(p.now["you"]["seat"] in session.awaited for p in phones[1:])
        )
        victim = next(phone for phone in phones[1:] if phone.now["you"]["seat"] in session.awaited)
        seat, actions = victim.now["you"]["seat"], session.actions
        await say(anna, do="remove", member=victim.now["you"]["member"])
        now = await anna.until(lambda now: bool(now["match"]["vacant"]))
        assert now["match"]["vacant"] == [{"seat": seat, "name": victim.now["you"]["name"], "awaited": True}]
        assert session.actions == actions
        await victim.until(lambda now: now["you"]["removed"] and "match" not in now)
        await say(anna, do="replace", seat=seat, bot="random")
        await anna.until(lambda now: not now["match"]["vacant"])
        phones.remove(victim)
        before = len([action for action in session.actions if action.actor == seat])
        await play(
            here,
            room,
            phones,
            lambda: len([action for action in session.actions if action.actor == seat]) > before,
        )


@pytest.mark.parametrize("game", GAMES)
@in_loop
async def test_removal_is_undone(game: str) -> None:
    """The same member has the same seat and page again; in Ein Wort, which went on without it, with the next card."""
    async with serving() as here:
        room, anna = await here.hosted(game)
        others = await here.joined(room, "Ben", "Carla", "Dora")
        phones = [anna, *others]
        await start(*phones)
        session = session_of(room)
        ben = others[0]
        seat, page, number = ben.now["you"]["seat"], ben.page, ben.now["you"]["member"]
        await say(anna, do="remove", member=number)
        await ben.until(lambda now: now["you"]["removed"])
        assert (seat in session.absent) is (game == "oneword")
        await say(anna, do="readmit", member=number)
        await ben.until(lambda now: not now["you"]["removed"] and "match" in now)
        assert ben.now["you"]["seat"] == seat
        if game != "oneword":
            assert ben.page == page
            return
        assert ben.now["you"]["soon"]
        await play(here, room, [anna, *others[1:]], lambda: seat not in session.absent)
        await ben.until(lambda now: not now["you"]["soon"])


@in_loop
async def test_last_missing_hint_giver_leaves_and_the_check_begins() -> None:
    """Nobody waits for whoever is gone."""
    async with serving() as here:
        room, (_anna, ben, carla, dora) = await one_word(here, "Ben", "Carla", "Dora")
        await hint(ben, "Zyzzyx")
        await hint(carla, "Zwirbel")
        assert session_of(room).awaited == (dora.now["you"]["seat"],)
        await say(dora, do="leave")
        await ben.until(lambda now: "check" in now["match"]["page"]["title"].lower())
        assert room.vacant() == ()


@in_loop
async def test_guesser_leaves_and_the_next_one_guesses() -> None:
    """In the middle of a card: it does not count, another joins the deck, the next one guesses."""
    async with serving() as here:
        room, (anna, ben, carla, dora) = await one_word(here, "Ben", "Carla", "Dora")
        session = session_of(room)
        term = ben.page["blocks"][0]["text"]
        await say(anna, do="leave")
        await ben.until(lambda now: now["match"]["revision"] > 1)
        view = session.onlooker().view()
        assert (view.phase, view.guesser, view.cards[0].term) == (HINTS, ben.now["you"]["seat"], term)
        await carla.until(lambda now: bool(now["match"]["page"].get("act")))
        assert dora.now["match"]["vacant"] == []


@in_loop
async def test_next_in_turn_is_removed_and_skipped() -> None:
    """Ben would guess the next card, but is gone: Carla does."""
    async with serving() as here:
        room, (anna, ben, carla, dora) = await one_word(here, "Ben", "Carla", "Dora")
        session = session_of(room)
        await say(anna, do="remove", member=ben.now["you"]["member"])
        await ben.until(lambda now: now["you"]["removed"])
        await play(here, room, [anna, carla, dora], lambda: len(session.onlooker().view().cards) == 1)
        assert session.onlooker().view().guesser == carla.now["you"]["seat"]


@in_loop
async def test_leaves_and_comes_back_by_itself() -> None:
    """Whoever left may join again, in a match with the old seat, but not where it is locked; the removed may not."""
    async with serving() as here:
        room, anna = await here.hosted()
        (ben,) = await here.joined(room, "Ben")
        await say(ben, do="leave")
        await ben.until(lambda now: now["you"]["removed"] and now["you"]["left"])
        await anna.until(lambda now: any(member["left"] for member in now["members"]))
        assert "members" not in ben.now
        await say(ben, do="join", name="Benjamin")
        await ben.until(lambda now: not now["you"]["removed"])
        assert ben.now["you"]["name"] == "Ben"
        await start(anna, ben)
        seat = ben.now["you"]["seat"]
        await say(ben, do="leave")
        await anna.until(lambda now: bool(now["match"]["vacant"]))
        await say(anna, do="lock", locked=True)
        await anna.until(lambda now: now["locked"])
        again = await here.phone(room, token=ben.token).open()
        assert again.now["you"]["left"]
        await say(again, do="join", name="Ben")
        await again.until(lambda now: "locked" in now["note"]["text"])
        await say(anna, do="lock", locked=False)
        await anna.until(lambda now: not now["locked"])
        await say(again, do="join", name="Ben")
        await again.until(lambda now: not now["you"]["removed"])
        assert again.now["you"]["seat"] == seat
        await anna.until(lambda now: not now["match"]["vacant"])
        await say(anna, do="remove", member=2)
        await again.until(lambda now: now["you"]["removed"])
        assert not again.now["you"]["left"]
        await say(again, do="join", name="Ben")
        await again.until(lambda now: "removed" in now["note"]["text"])
        assert again.now["you"]["removed"]


# Coming late ----------------------------------------


@in_loop
async def test_late_comer_plays_from_the_next_card_on() -> None:
    """Ein Wort: Emil joins during a card, looks on, and writes a hint for the next one; the record knows him."""
    async with serving() as here:
        room, phones = await one_word(here, "Ben", "Carla", "Dora")
        session = session_of(room)
        (emil,) = await here.joined(room, "Emil")
        assert emil.now["you"]["seat"] is None
        assert emil.now["you"]["soon"]
        await play(here, room, phones, lambda: len(session.seats) == 5)
        await emil.until(lambda now: now["you"]["seat"] == 4)
        assert session.onlooker().view().phase == RESULT
        await play(here, room, phones, lambda: session.onlooker().view().phase == HINTS)
        await emil.until(lambda now: bool(now["match"]["page"].get("act")))
        await hint(emil, "Zyzzyx")
        assert room.names() == ["Anna", "Ben", "Carla", "Dora", "Emil"]
        assert not emil.now["you"]["soon"]


@in_loop
async def test_late_comer_is_still_there_after_a_restart(tmp_path: Path) -> None:
    """The server is gone between two cards: the fifth seat, and who waits for a sixth, are there again."""
    async with serving(tmp_path) as here:
        room, phones = await one_word(here, "Ben", "Carla", "Dora")
        session = session_of(room)
        (emil,) = await here.joined(room, "Emil")
        await play(here, room, phones, lambda: len(session.seats) == 5)
        await play(here, room, phones, lambda: session.onlooker().view().phase == HINTS)
        (frieda,) = await here.joined(room, "Frieda")
        code = room.code
    async with serving(tmp_path) as here:
        back = await here.phone(code, token=emil.token).open()
        assert back.now["you"]["seat"] == 4
        other = await here.phone(code, token=frieda.token).open()
        assert other.now["you"]["soon"]


@in_loop
async def test_nobody_is_let_in_during_a_card() -> None:
    """A late comer sees the public table only, whatever phase the card is in."""
    async with serving() as here:
        room, phones = await one_word(here, "Ben", "Carla", "Dora")
        session = session_of(room)
        (emil,) = await here.joined(room, "Emil")
        watcher = await here.phone(room).open()
        await say(watcher, do="watch")
        while session.onlooker().view().phase in (HINTS, GUESS):
            revision = session.revision
            for phone in (emil, watcher):
                await phone.until(lambda now: now.get("match", {}).get("revision", -1) >= revision)  # noqa: B023
            assert emil.page == watcher.page
            assert emil.now["match"]["log"] == watcher.now["match"]["log"]
            await play(here, room, phones, lambda: session.revision > revision)  # noqa: B023


@pytest.mark.parametrize(
    ("game", "options"),
    [("letter", {}), ("valknut", {}), ("sleuth", {})],
)
@in_loop
async def test_late_comer_takes_a_bots_seat_at_the_next_round(
    game: str, options: dict[str, Any], tmp_path: Path
) -> None:
    """The host says so in the middle of a round; until it is over the bot plays on, and never again after it."""
    async with serving(tmp_path) as here:
        room, anna = await here.hosted(game)
        (ben,) = await here.joined(room, "Ben")
        await say(anna, do="addbot", bot="random")
        await anna.until(lambda now: len(now["lobby"]["chairs"]) == 3)
        await start(anna, ben)
        session = session_of(room)
        await play(here, room, [anna, ben], lambda: not session.changeover)
        (carla,) = await here.joined(room, "Carla")
        assert carla.now["you"]["seat"] is None
        assert not carla.now["you"]["soon"]
        rounds = len(session.onlooker().rounds())
        await say(anna, do="replace", seat=2, member=carla.now["you"]["member"])
        await carla.until(lambda now: now["you"]["soon"])
        assert len(session.onlooker().rounds()) == rounds
        assert carla.now["you"]["seat"] is None
        await play(here, room, [anna, ben], lambda: len(session.onlooker().rounds()) > rounds)
        await carla.until(lambda now: now["you"]["seat"] == 2)
        assert room.bots() == frozenset()
        await say(anna, do="on")
        await play(here, room, [anna, ben, carla], lambda: session.awaited == (2,))
        code = room.code
    async with serving(tmp_path) as here:
        back = await here.phone(code, token=carla.token).open()
        assert back.now["you"]["seat"] == 2
        assert here.house.rooms[code].bots() == frozenset()
        assert here.house._desk._callback is None  # no bot is asked for that seat any more
        actions = len(session_of(here.house.rooms[code]).actions)
        made = move(back, random.Random(2))
        await back.send(back.move(made))
        revision = back.revision
        await back.until(lambda now: now["match"]["revision"] > revision)
        assert session_of(here.house.rooms[code]).actions[actions].actor == 2


@in_loop
async def test_late_comer_has_a_chair_in_the_next_match() -> None:
    """A game that lets nobody in: the next one."""
    async with serving() as here:
        room, anna = await here.hosted()
        (ben,) = await here.joined(room, "Ben")
        await start(anna, ben)
        (carla,) = await here.joined(room, "Carla")
        assert (carla.now["you"]["seat"], carla.now["you"]["soon"]) == (None, False)
        await say(anna, do="end")
        await carla.until(lambda now: "match" not in now)
        assert [chair["name"] for chair in carla.now["lobby"]["chairs"]] == ["Anna", "Ben", "Carla"]


@in_loop
async def test_turn_to_guess_goes_on_in_the_next_match() -> None:
    """Ein Wort, ruling 7: after a match in the same room the next one in turn guesses first."""
    async with serving() as here:
        room, (anna, ben, carla, dora) = await one_word(here, "Ben", "Carla", "Dora")
        session = session_of(room)
        phones = [anna, ben, carla, dora]
        await play(here, room, phones, lambda: len(session.onlooker().view().cards) == 1)
        moves = [item for item in session.table_moves if type(item[1]).__name__ == "Abort"]
        number = session.table_moves.index(moves[0])
        await say(anna, do="arrange", number=number, revision=session.revision)
        await anna.until(lambda now: now["match"]["over"])
        guesser = session.onlooker().view().guesser
        await say(anna, do="end")
        await anna.until(lambda now: "match" not in now)
        await start(*phones)
        assert session_of(room).onlooker().view().guesser == (guesser + 1) % 4


# Seats, tabs and links ----------------------------------------


@in_loop
async def test_two_tabs_join_at_once_and_are_one_member() -> None:
    """The same token twice, both before joining: one member; the tab in which the name was typed first has it."""
    async with serving() as here:
        room, anna = await here.hosted()
        token = secrets.token_hex(16)
        one, two = await here.phone(room, token=token).open(), await here.phone(room, token=token).open()
        await one.join("Ben")
        while (await two.hear())["do"] != "closed":
            pass
        assert two.told == [{"do": "replaced"}]
        await anna.until(lambda now: [member["name"] for member in now["members"]] == ["Anna", "Ben"])
        assert one.now["you"]["name"] == "Ben"


@in_loop
async def test_link_to_a_seat_works_for_whoever_joined_anew() -> None:
    """Ben lost his seat's secret and joined as Ben 2: the link makes him Ben again, and Ben 2 is gone."""
    async with serving() as here:
        room, anna = await here.hosted()
        (ben,) = await here.joined(room, "Ben")
        (other,) = await here.joined(room, "Ben")
        await say(anna, do="link", member=ben.now["you"]["member"])
        await anna.until(lambda now: bool(now["link"]))
        claim = anna.now["link"].partition("#")[2]
        again = await here.phone(room, token=other.token).open(claim=claim)
        assert again.now["you"]["name"] == "Ben"
        assert [member.name for member in room.members.values()] == ["Anna", "Ben"]
        await anna.until(lambda now: not now["link"])  # it is used up


@in_loop
async def test_link_to_a_seat_opens_a_locked_room_but_only_once() -> None:
    """A seat can be handed on while nobody new is let in."""
    async with serving() as here:
        room, anna = await here.hosted()
        (ben,) = await here.joined(room, "Ben")
        await say(anna, do="lock", locked=True)
        await say(anna, do="link", member=ben.now["you"]["member"])
        await anna.until(lambda now: bool(now["link"]))
        claim = anna.now["link"].partition("#")[2]
        new = await here.phone(room).open(claim=claim)
        assert new.now["you"]["name"] == "Ben"
        late = here.phone(room)
        await late.open(claim=claim)
        assert late.told[-1]["code"] == "room_locked"


@in_loop
async def test_onlooker_comes_back_as_onlooker() -> None:
    """A phone that only looks on sleeps and wakes: it looks on again, also in a room that was locked meanwhile."""
    async with serving() as here:
        room, anna = await here.hosted()
        watcher = await here.phone(room).open()
        await say(watcher, do="watch")
        await watcher.until(lambda now: now["you"]["watching"])
        watcher.vanish()
        await say(anna, do="lock", locked=True)
        await anna.until(lambda now: now["locked"])
        again = await here.phone(room, token=watcher.token).open()
        assert again.now["you"]["watching"]
        assert "members" in again.now


# Hosts ----------------------------------------


@in_loop
async def test_host_rights_are_given_and_taken_back() -> None:
    """Ben may lock the room after Anna has said so, and not any more after she has taken it back, nor once removed."""
    async with serving() as here:
        room, anna = await here.hosted()
        (ben,) = await here.joined(room, "Ben")
        number = ben.now["you"]["member"]
        await say(anna, do="appoint", member=number)
        await ben.until(lambda now: now["you"]["host"])
        assert [member["host"] for member in ben.now["members"]] == [True, True]
        await say(anna, do="dismiss", member=number)
        await ben.until(lambda now: not now["you"]["host"])
        await say(ben, do="lock", locked=True)
        await ben.until(lambda now: now["note"]["number"] == 1)
        assert not room.locked
        await say(anna, do="appoint", member=number)
        await say(anna, do="remove", member=number)
        await say(anna, do="readmit", member=number)
        await say(anna, do="lock", locked=True)
        await ben.until(lambda now: now["locked"] and not now["you"]["removed"])
        assert not room.members[number].deputy


# Chairs ----------------------------------------


@in_loop
async def test_chair_taken_away_stays_away() -> None:
    """Changing an option gives nobody a chair again; another game with more seats does, and bots make way first."""
    async with serving() as here:
        room, anna = await here.hosted("oneword")
        await here.joined(room, "Ben", "Carla")
        await say(anna, do="drop", chair=1)
        await say(anna, do="choose", game="oneword", options={"cards": 7})
        await anna.until(lambda now: any(o["value"] == 7 for o in now["lobby"]["options"]))
        assert [chair.name for chair in room.chairs] == ["Anna", "Carla"]
        await say(anna, do="addbot", bot="random")
        await say(anna, do="addbot", bot="random")
        await say(anna, do="seat", member=2)
        await here.joined(room, "Dora")
        assert [chair.name for chair in room.chairs] == ["Anna", "Carla", "Emil", "Frieda", "Ben", "Dora"]
        most = catalog.meta("letter").max_seats
        await say(anna, do="choose", game="letter", options={})
        await anna.until(lambda now: now["lobby"]["game"]["id"] == "letter")
        assert [chair.name for chair in room.chairs] == (
            ["Anna", "Carla", "Ben", "Dora"] if most == 4 else ["Anna", "Carla", "Emil", "Ben", "Dora"][:most]
        )


@in_loop
async def test_room_does_not_fill_up_with_people_who_left() -> None:
    """Whoever left, or was removed long ago, keeps nobody out."""
    async with serving() as here:
        room, anna = await here.hosted()
        for number in range(MAX_MEMBERS + 5):
            here.times["now"] += 20
            phone = await (await here.phone(room).open()).join(f"Guest {number}")
            if number % 2:
                await say(phone, do="leave")
                await phone.until(lambda now: now["you"]["left"])
            else:
                await say(anna, do="remove", member=phone.now["you"]["member"])
                await phone.until(lambda now: now["you"]["removed"])
            await phone.close()
        assert len(room.members) <= MAX_MEMBERS


# Faults of ours ----------------------------------------


@in_loop
async def test_a_page_that_fails_stops_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """One seat's page can't be made: the match goes on for the others, and its own phone keeps what it had."""
    async with serving() as here:
        room, anna = await here.hosted()
        await say(anna, do="addbot", bot="random")
        (ben,) = await here.joined(room, "Ben")
        await start(anna, ben)
        module = catalog.phone("letter")
        assert module is not None
        page = module.page

        def broken(view: Any, *rest: Any) -> Any:
            if view.seat == ben.now["you"]["seat"]:
                raise KeyError("nothing")
            return page(view, *rest)

        monkeypatch.setattr(module, "page", broken)
        session = session_of(room)
        revision = session.revision
        if session.awaited == (ben.now["you"]["seat"],):
            await ben.send(ben.move(moves_of(ben.page)[0]))
        await play(here, room, [anna], lambda: session.revision > revision)
        await anna.until(lambda now: now["match"]["revision"] > revision)


@in_loop
async def test_full_disk_is_told_and_the_move_can_be_made_again(tmp_path: Path) -> None:
    """What can't be written down has not happened."""
    async with serving(tmp_path) as here:
        room, anna = await here.hosted()
        (ben,) = await here.joined(room, "Ben")
        await start(anna, ben)
        session = session_of(room)
        mover = anna if anna.page.get("act") else ben
        sink, actions = session._sink, session.actions

        def full(*_action: Any) -> None:
            raise OSError(28, "No space left on device")

        session.attach(full)
        made = mover.move(moves_of(mover.page)[0], number="same")
        await mover.send(made)
        await mover.until(lambda now: now["note"]["number"] == 1)
        assert mover.now["note"]["text"] == texts("en")._(
            "The table can't write the move down just now. Please try again."
        )
        assert session.actions == actions
        assert sink is not None
        session.attach(sink)
        await mover.send(made)
        revision = mover.revision
        await mover.until(lambda now: now["match"]["revision"] > revision)
