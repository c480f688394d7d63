"""Reading and replaying records: what is right comes through to the byte, all else is refused with its line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core import codec
from engine.core.errors import RecordError
from engine.core.text import texts
from engine.play import record
from tests.strategies import Playthrough, playthroughs

HEAD = (
    '{"vierblatt":1,"game":"letter","options":{"goal":1,"open_gap":false,"first":0},'
    '"seats":[{"name":"Anna","kind":"human"},{"name":"Ben","kind":"human"},{"name":"Carla","kind":"human"}],'
    '"started":"2026-11-29T18:00:00Z"}'
)
LINES = [
    HEAD,
    '{"seat":null,"do":"shuffle","deck":[4,3,5,2,8,1,1,1,1,1,2,3,4,5,6,7]}',
    '{"seat":0,"do":"play","card":3,"target":1}',
    '{"seat":2,"do":"play","card":1,"target":0,"guess":8}',
    '{"end":true,"points":[0,0,1],"winners":[2]}',
]
"""The worked example of seed 000, without the lot."""


def text(*lines: str) -> bytes:
    return "".join(line + "\n" for line in lines).encode()


def replaced(number: int, line: str) -> bytes:
    """The worked example with another line in place of line *number*, counted from 1."""
    return text(*LINES[: number - 1], line, *LINES[number:])


def refused(data: bytes, code: str, line: int) -> RecordError:
    """*data* can't be read or replayed; the error names the line and what is wrong, shortly."""
    with pytest.raises(RecordError) as caught:
        record.replay(record.parse(data))
    error = caught.value
    assert (error.refusal.code, error.line) == (code, line), error
    for language in ("de", "en"):
        sentence = error.refusal.text(texts(language))
        assert 0 < len(sentence) < 600
        sentence.encode()
    return error


# Right ones ----------------------------------------


@given(playthroughs())
def test_write_read_replay_write(played: Playthrough) -> None:
    """Random games of every kind, running and finished, whole matches and single rounds: equal bytes."""
    data = played.record()
    read = record.parse(data)
    assert read.text() == data
    assert (read.torn, read.length) == (False, len(data))
    session = record.replay(read)
    assert [codec.encode(state) for state in session._states] == played.bytes_then
    assert session._events == played.session._events
    assert session.outcome() == played.session.outcome()


def test_the_example_is_right() -> None:
    """The record that all the spoiled ones below are made of."""
    read = record.parse(text(*LINES))
    session = record.replay(read)
    assert session.over
    assert read.text() == text(*LINES)
    assert [line for line, _action in read.actions] == [2, 3, 4]
    assert read.end_line == 5


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbf" + text(*LINES),
        text(*LINES).replace(b"\n", b"\r\n"),
        b"\xef\xbb\xbf" + text(*LINES).replace(b"\n", b"\r\n"),
        text(*LINES)[:-1],
        text(*LINES) + b"  ",
        replaced(3, ' { "do" : "play",\t"card" : 3, "seat" : 0 , "target":1 } '),
        replaced(3, '{"seat":0,"do":"play","card":3,"target":1,"guess":null}'),
        replaced(3, '{"\\u0073eat":0,"do":"pl\\u0061y","card":3,"target":1}'),
    ],
    ids=["BOM", "CRLF", "BOM+CRLF", "no last line end", "blanks", "spaces", "null", "escapes"],
)
def test_the_same_record_in_other_clothes(data: bytes) -> None:
    """Editors and systems change such things: it is the same game, and written again it is ours."""
    read = record.parse(data)
    assert not read.torn
    assert record.replay(read).over
    assert read.text() == text(*LINES)


def test_running_game_has_no_end_line() -> None:
    """A game in progress ends with its last action."""
    for count in range(1, 4):
        read = record.parse(text(*LINES[:count]))
        assert read.end is None
        assert not record.replay(read).over
    # The game is over, but the program was killed before it wrote the end line.
    assert record.replay(record.parse(text(*LINES[:4]))).over


def test_name_of_a_person_may_be_anything() -> None:
    """Names are the people's business: quotes, line ends, emoji, an empty one, the longest."""
    for name in ('"', "\n", "Zoë 🂡", "", "\u2028\u2029", "x" * 10_000, "\x7f\x00"):
        data = replaced(1, HEAD.replace('"Anna"', json.dumps(name, ensure_ascii=False)))
        read = record.parse(data)
        assert read.head.seats[0].name == name
        assert record.parse(read.text()).text() == read.text()


# Torn ones ----------------------------------------


@given(st.data())
@settings(max_examples=60)
def test_cut_anywhere_after_the_header(data: st.DataObject) -> None:
    """A crash while writing: the torn last line is dropped with a notice, all lines before it are kept."""
    whole = text(*LINES)
    cut = data.draw(st.integers(len(HEAD) + 1, len(whole) - 1))
    read = record.parse(whole[:cut])
    # A line that only lacks its line end is whole.
    complete = (
        whole[:cut].count(b"\n") - 1 + (whole[cut : cut + 1] == b"\n" and whole[cut - 1 : cut] != b"\n")
    )
    assert len(read.actions) + (read.end is not None) == complete
    assert read.torn == (whole[cut - 1 : cut] != b"\n" and whole[cut : cut + 1] != b"\n")
    kept = whole[:cut][: read.length]
    again = record.parse(kept)
    assert (again.actions, again.end, again.torn) == (read.actions, read.end, False)
    record.replay(read)


def test_torn_line_can_be_anything() -> None:
    """What a crash leaves need not be the beginning of a line."""
    for torn in (
        b"\x00" * 512,
        b"{",
        b"\xff\xfe",
        b"{}",
        b'{"seat":0}',
        b'{"seat":7,"do":"play","card":1}',
        b"x" * 10,
    ):
        data = text(*LINES[:2]) + torn
        read = record.parse(data)
        assert read.torn
        assert data[: read.length] == text(*LINES[:2])
        assert len(read.actions) == 1


def test_torn_line_in_the_middle_is_refused() -> None:
    """Only the last line may be torn."""
    for torn in ("", '{"seat":0,"do":"pl', "\x00\x00"):
        refused(replaced(3, torn), "record_damaged", 3)


def test_torn_header_is_no_record() -> None:
    """Without a header there is nothing to go on with."""
    for cut in (1, 10, len(HEAD) - 1):
        refused(HEAD[:cut].encode(), "record_no_header", 1)


def test_illegal_last_line_is_not_torn() -> None:
    """A well-formed last line that breaks a rule is no crash: it is refused, with or without its line end."""
    for end in (b"", b"\n"):
        error = refused(
            text(*LINES[:2]) + b'{"seat":0,"do":"play","card":5,"target":1}' + end, "not_in_hand", 3
        )
        assert error.refusal.rule


@pytest.mark.parametrize("cut", range(len(LINES[3]) + 1))
def test_game_goes_on_after_a_crash(cut: int, tmp_path: Path) -> None:
    """Cut to what was kept and appended to, the file is one whole record, wherever the crash was."""
    path = tmp_path / "game.vierblatt"
    path.write_bytes(text(*LINES[:3]) + LINES[3][:cut].encode())
    read = record.read(path)
    with path.open("r+b") as file:
        file.truncate(read.length)
    writer = record.Writer(path)
    session = record.replay(read, sink=writer)
    assert session.over == (cut == len(LINES[3]))
    if not session.over:
        session.port(2).submit(b'{"do":"play","card":1,"target":0,"guess":8}', session.revision)
    outcome = session.outcome()
    assert outcome is not None
    writer.end(outcome)
    writer.close()
    assert path.read_bytes() == text(*LINES)


# Wrong headers ----------------------------------------


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"\r\n\r\n", b"   ", b"\t\n", b"\xef\xbb\xbf", b"\xef\xbb\xbf\n", b"\n" * 9]
)
def test_empty_file(data: bytes) -> None:
    """An empty file is refused as such, whatever blanks or byte order mark it has."""
    refused(data, "record_empty", 0)


@pytest.mark.parametrize(
    "line",
    [
        "null",
        "[]",
        "1",
        '"vierblatt"',
        "{}",
        '{"vierblatt":null}',
        '{"vierblatt":0}',
        '{"vierblatt":-1}',
        '{"vierblatt":1.0}',
        '{"vierblatt":true}',
        '{"vierblatt":"1"}',
        '{"vierblatt":NaN}',
        '{"game":"letter"}',
        "<html>",
        "PK\x03\x04",
        "[" * 100_000,
        LINES[1],
        LINES[4],
        HEAD + HEAD,
        "'" + HEAD,
    ],
)
def test_no_header(line: str) -> None:
    """A file whose first line is no header is no record."""
    refused(replaced(1, line), "record_no_header", 1)


@pytest.mark.parametrize("version", ["2", "3", "10000", "9" * 40])
def test_newer_version(version: str) -> None:
    """A newer format is refused with a clear message, whatever else is in the header."""
    error = refused(replaced(1, HEAD.replace('"vierblatt":1', f'"vierblatt":{version}')), "record_newer", 1)
    assert "newer" in str(error)
    refused(replaced(1, f'{{"vierblatt":{version},"players":[]}}'), "record_newer", 1)


def changed(**keys: Any) -> str:
    """The header with other values for *keys*; those that are `...` are left out."""
    head = json.loads(HEAD) | keys
    return json.dumps({name: value for name, value in head.items() if value is not ...})


OPTIONS = {"goal": 1, "open_gap": False, "first": 0}
SEATS = [{"name": name, "kind": "human"} for name in ("Anna", "Ben", "Carla", "Dora", "Emil")]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (changed(game="chess"), "unknown_game"),
        (changed(game=""), "unknown_game"),
        (changed(game="../letter"), "unknown_game"),
        (changed(game=1), "record_damaged"),
        (changed(game=...), "record_damaged"),
        (changed(options=...), "record_damaged"),
        (changed(options=None), "record_damaged"),
        (changed(options=[]), "record_damaged"),
        (changed(options={}), "option_missing"),
        (changed(options={"goal": 1, "open_gap": False}), "option_missing"),
        (changed(options=OPTIONS | {"speed": 1}), "unknown_option"),
        (changed(options=OPTIONS | {"goal": 0}), "option_value"),
        (changed(options=OPTIONS | {"goal": 21}), "option_value"),
        (changed(options=OPTIONS | {"goal": True}), "option_value"),
        (changed(options=OPTIONS | {"goal": 1.0}), "option_value"),
        (changed(options=OPTIONS | {"goal": "1"}), "option_value"),
        (changed(options=OPTIONS | {"goal": None}), "option_value"),
        (changed(options=OPTIONS | {"goal": [1]}), "option_value"),
        (changed(options=OPTIONS | {"goal": 10**40}), "option_value"),
        (changed(options=OPTIONS | {"open_gap": 0}), "option_value"),
        (changed(options=OPTIONS | {"open_gap": "false"}), "option_value"),
        (changed(options=OPTIONS | {"first": 3}), "option_value"),
        (changed(options=OPTIONS | {"first": -1}), "option_value"),
        (changed(options=OPTIONS | {"first": True}), "option_value"),
        (changed(options=OPTIONS | {"first": "Random"}), "option_value"),
        (changed(options=OPTIONS | {"first": {"a": 1}}), "option_value"),
        (changed(seats=SEATS[:1]), "seats_out_of_range"),
        (changed(seats=SEATS[:5]), "seats_out_of_range"),
        (changed(seats=[]), "seats_out_of_range"),
        (changed(seats=3), "record_damaged"),
        (changed(seats=["Anna", "Ben", "Carla"]), "record_damaged"),
        (changed(seats=[*SEATS[:2], {"kind": "human"}]), "record_damaged"),
        (changed(seats=[*SEATS[:2], {"name": 1, "kind": "human"}]), "record_damaged"),
        (changed(seats=[*SEATS[:2], {"name": "Carla", "kind": "robot"}]), "record_damaged"),
        (changed(seats=[*SEATS[:2], {"name": "Carla", "kind": "bot:"}]), "record_damaged"),
        (changed(seats=[*SEATS[:2], {"name": "Carla", "kind": ""}]), "record_damaged"),
        (changed(seats=[*SEATS[:2], {"name": "Carla", "kind": None}]), "record_damaged"),
        (changed(started=...), "record_damaged"),
        (changed(started=1), "record_damaged"),
        (HEAD.replace('"goal":1', '"goal":' + "[" * 900 + "]" * 900), "option_value"),
    ],
)
def test_damaged_header(line: str, code: str) -> None:
    """Each part of the header is checked, and the error says which one is wrong."""
    refused(replaced(1, line), code, 1)


@pytest.mark.parametrize("value", ["NaN", "Infinity", "-Infinity"])
def test_header_with_nan(value: str) -> None:
    """NaN is no JSON."""
    refused(replaced(1, HEAD.replace('"goal":1', f'"goal":{value}')), "record_no_header", 1)


def test_header_of_several_megabytes() -> None:
    """A line longer than any that this program writes is not looked at."""
    refused(replaced(1, HEAD.replace('"Anna"', '"' + "x" * 3_000_000 + '"')), "record_no_header", 1)
    refused(b"\x00" * 5_000_000, "record_no_header", 1)


# Wrong actions ----------------------------------------

MOVE = '"do":"play","card":3,"target":1'


@pytest.mark.parametrize(
    ("line", "code"),
    [
        # who
        (f'{{"seat":true,{MOVE}}}', "record_damaged"),
        (f'{{"seat":false,{MOVE}}}', "record_damaged"),
        (f'{{"seat":0.0,{MOVE}}}', "record_damaged"),
        (f'{{"seat":0e0,{MOVE}}}', "record_damaged"),
        (f'{{"seat":"0",{MOVE}}}', "record_damaged"),
        (f'{{"seat":[0],{MOVE}}}', "record_damaged"),
        (f'{{"seat":NaN,{MOVE}}}', "record_damaged"),
        (f'{{"seat":00,{MOVE}}}', "record_damaged"),
        (f'{{"seat":+0,{MOVE}}}', "record_damaged"),
        (f"{{{MOVE}}}", "record_damaged"),
        (f'{{"Seat":0,{MOVE}}}', "record_damaged"),
        (f'{{"seat":-1,{MOVE}}}', "no_such_seat"),
        (f'{{"seat":3,{MOVE}}}', "no_such_seat"),
        (f'{{"seat":99999999999999999999,{MOVE}}}', "no_such_seat"),
        (f'{{"seat":{"9" * 3000},{MOVE}}}', "no_such_seat"),
        (f'{{"seat":{"9" * 9000},{MOVE}}}', "record_damaged"),
        (f'{{"seat":1,{MOVE}}}', "not_awaited"),
        # chance and seats do different things
        (f'{{"seat":null,{MOVE}}}', "not_understood"),
        (LINES[1].replace("null", "0"), "not_understood"),
        (LINES[1], "not_awaited"),
        ('{"seat":null,"do":"first","starter":0}', "not_awaited"),
        ('{"seat":0,"do":"first","starter":0}', "not_understood"),
        # what
        (f'{{"seat":0,{MOVE},"extra":1}}', "not_understood"),
        (f'{{"seat":0,{MOVE},"extra":null}}', "not_understood"),
        (f'{{"seat":0,{MOVE},"end":false}}', "not_understood"),
        (f'{{"seat":0,{MOVE},"audience":[0]}}', "not_understood"),
        (f'{{"seat":0,{MOVE},"actor":0}}', "not_understood"),
        ('{"seat":0,"card":3,"target":1}', "not_understood"),
        ('{"seat":0,"do":"Play","card":3,"target":1}', "not_understood"),
        ('{"seat":0,"do":["play"],"card":3,"target":1}', "not_understood"),
        ('{"seat":0,"do":"play","target":1}', "not_understood"),
        ('{"seat":0,"do":"play","card":3.0,"target":1}', "not_understood"),
        ('{"seat":0,"do":"play","card":"3","target":1}', "not_understood"),
        ('{"seat":0,"do":"play","card":3,"target":true}', "not_understood"),
        ('{"seat":0,"do":"play","card":3,"target":[1]}', "not_understood"),
        ('{"seat":0,"do":"play","card":3,"target":1,"guess":"8"}', "not_understood"),
        ('{"seat":0}', "not_understood"),
        ('{"seat":null}', "not_understood"),
        # rules
        ('{"seat":0,"do":"play","card":3,"target":0}', "not_yourself"),
        ('{"seat":0,"do":"play","card":3,"target":9}', "no_such_seat"),
        ('{"seat":0,"do":"play","card":1,"target":1,"guess":5}', "not_in_hand"),
        ('{"seat":0,"do":"play","card":3}', "target_missing"),
        # no action at all
        ("", "record_damaged"),
        ("null", "record_damaged"),
        ("0", "record_damaged"),
        ("[]", "record_damaged"),
        ("{}", "record_damaged"),
        ('{"end":false}', "record_damaged"),
        ('{"end":null}', "record_damaged"),
        ('{"end":1}', "record_damaged"),
        ('{"end":"true"}', "record_damaged"),
        (LINES[2] + LINES[2], "record_damaged"),
        (LINES[2] + ",", "record_damaged"),
        ("[" + LINES[2] + "]", "record_damaged"),
        (LINES[2][:-1], "record_damaged"),
        (LINES[2] + "\x00", "record_damaged"),
        ("\ufeff" + LINES[2], "record_damaged"),
        (HEAD, "record_damaged"),
        ("[" * 50_000, "record_damaged"),
        ('{"seat":0,"do":"play","card":' + "[" * 50_000 + "]" * 50_000 + "}", "record_damaged"),
        ('{"seat":0,"do":"play","card":"\\ud800"}', "record_damaged"),
        (f'{{"seat":0,{MOVE},"x":"{"x" * 100_000}"}}', "not_understood"),
        (f'{{"seat":0,{MOVE},"x":"{"x" * 3_000_000}"}}', "record_damaged"),
    ],
)
def test_wrong_line(line: str, code: str) -> None:
    """Each is refused with its line number and the reason."""
    refused(replaced(3, line), code, 3)


def test_binary_garbage() -> None:
    """Bytes that are no UTF-8, in the middle and from the start."""
    garbage = bytes(range(256)).replace(b"\n", b"")
    whole = text(*LINES).split(b"\n")
    refused(b"\n".join([*whole[:2], garbage, *whole[2:]]), "record_damaged", 3)
    refused(garbage + b"\n" + text(*LINES), "record_no_header", 1)
    refused(text(*LINES).decode().encode("utf-16"), "record_no_header", 1)


def test_wrong_draws() -> None:
    """Chance is checked like everybody else."""
    for deck, code in (
        ("[1,2,3]", "wrong_deck"),
        ("[]", "wrong_deck"),
        ('["1"]', "not_understood"),
        ("null", "not_understood"),
    ):
        refused(replaced(2, f'{{"seat":null,"do":"shuffle","deck":{deck}}}'), code, 2)
    refused(replaced(2, '{"seat":null,"do":"first","starter":0}'), "first_twice", 2)


def test_doubled_key_counts_once() -> None:
    """JSON leaves it open: here the last one counts, for the seat as for the move, and it is written once."""
    data = replaced(3, '{"seat":1,"seat":0,"do":"play","card":8,"card":3,"target":1}')
    read = record.parse(data)
    assert record.replay(read).over
    assert read.text() == text(*LINES)


def test_line_numbers_are_those_of_the_file() -> None:
    """The error of a replay names the line of the file, also deep in a long record."""
    refused(replaced(4, '{"seat":2,"do":"play","card":1,"target":1,"guess":8}'), "target_out", 4)
    refused(text(*LINES[:4], LINES[3], LINES[4]), "game_over", 5)


# Wrong ends ----------------------------------------


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('{"end":true}', "record_wrong_end"),
        ('{"end":true,"points":[0,0,1]}', "record_wrong_end"),
        ('{"end":true,"points":[0,0,2],"winners":[2]}', "record_wrong_end"),
        ('{"end":true,"points":[0,0,1],"winners":[1]}', "record_wrong_end"),
        ('{"end":true,"points":[0,0,1],"winners":[2,2]}', "record_wrong_end"),
        ('{"end":true,"points":[0,0,1,0],"winners":[2]}', "record_wrong_end"),
        ('{"end":true,"points":[],"winners":[]}', "record_wrong_end"),
        (f'{{"end":true,"points":[{"1," * 9999}1],"winners":[2]}}', "record_wrong_end"),
        ('{"end":true,"points":[0,0,1.0],"winners":[2]}', "record_damaged"),
        ('{"end":true,"points":[0,0,true],"winners":[2]}', "record_damaged"),
        ('{"end":true,"points":null,"winners":[2]}', "record_damaged"),
        ('{"end":true,"points":[0,0,1],"winners":[2],"extra":1}', "record_damaged"),
        ('{"end":true,"points":[0,0,1],"winners":[2],"seat":null}', "record_damaged"),
        ('{"end":true,"points":[0,0,1],"winners":[2],"seat":0,"do":"play","card":1}', "record_damaged"),
    ],
)
def test_wrong_end(line: str, code: str) -> None:
    """The summary is checked and not trusted."""
    refused(replaced(5, line), code, 5)


def test_end_before_the_end() -> None:
    """A summary of a game that is still running is refused."""
    refused(text(*LINES[:3], LINES[4]), "record_not_over", 4)
    refused(text(HEAD, '{"end":true,"points":[0,0,0],"winners":[]}'), "record_not_over", 2)


def test_lines_after_the_end() -> None:
    """Nothing may follow the summary: no action, no second summary."""
    for line in (LINES[3], LINES[4], "{}", "x"):
        refused(text(*LINES, line), "record_after_end", 6)
    refused(text(*LINES[:2], LINES[4], *LINES[2:]), "record_after_end", 4)
    read = record.parse(text(*LINES) + b'{"sea')
    assert read.torn
    assert record.replay(read).over


# Single rounds ----------------------------------------

LONG = HEAD.replace('"goal":1', '"goal":5')


def test_record_of_a_single_round() -> None:
    """The end line after one round of a longer match holds that round's points; then nothing is awaited."""
    session = record.replay(record.parse(text(LONG, *LINES[1:])))
    assert session.over
    outcome = session.outcome()
    assert outcome is not None
    assert (outcome.points, outcome.winners) == ((0, 0, 1), (2,))
    assert session.port(2).choices() == ()
    running = record.replay(record.parse(text(LONG, *LINES[1:4])))
    assert not running.over, "without the end line it is a match that goes on"


def test_single_round_with_a_wrong_end() -> None:
    """Its end line is checked like any other."""
    refused(text(LONG, *LINES[1:4], '{"end":true,"points":[0,1,0],"winners":[1]}'), "record_wrong_end", 5)
    refused(text(LONG, *LINES[1:3], LINES[4]), "record_not_over", 4)


def test_end_line_does_not_hide_a_second_round() -> None:
    """Once the second round has begun, an end line with the first one's points is wrong."""
    second = '{"seat":null,"do":"shuffle","deck":[4,3,5,2,8,1,1,1,1,1,2,3,4,5,6,7]}'
    refused(text(LONG, *LINES[1:4], second, LINES[4]), "record_not_over", 6)


# Fuzzing ----------------------------------------


@given(playthroughs(longest=12), st.data())
@settings(max_examples=60)
def test_spoiled_bytes_raise_record_errors_only(played: Playthrough, data: st.DataObject) -> None:
    """Bytes flipped, lost, doubled or put in: either a `RecordError`, or a record that is a fixed point."""
    spoiled = bytearray(played.record())
    for _change in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(spoiled) - 1))
        match data.draw(st.integers(0, 4)):
            case 0:
                spoiled[at] ^= 1 << data.draw(st.integers(0, 7))
            case 1:
                spoiled[at] = data.draw(st.integers(0, 255))
            case 2:
                del spoiled[at : at + data.draw(st.integers(1, 40))]
            case 3:
                spoiled[at:at] = data.draw(st.binary(min_size=1, max_size=8))
            case 4:
                spoiled[at:at] = spoiled[at : at + data.draw(st.integers(1, 200))]
        if not spoiled:
            break
    accepted_is_sound(bytes(spoiled))


def test_every_flipped_bit_of_the_example() -> None:
    """Each single bit of the worked example flipped: no other exception gets out, nothing false gets in."""
    whole = text(*LINES)
    for at in range(len(whole)):
        for bit in range(8):
            accepted_is_sound(whole[:at] + bytes([whole[at] ^ 1 << bit]) + whole[at + 1 :])


@given(st.binary(max_size=300))
def test_noise(data: bytes) -> None:
    """Any bytes at all."""
    accepted_is_sound(data)
    accepted_is_sound(HEAD.encode() + b"\n" + data)


def given_a_reason(error: RecordError) -> None:
    assert error.line >= 0
    assert error.refusal.code
    assert len(str(error)) < 600


def accepted_is_sound(data: bytes) -> None:
    """*data* is refused with a `RecordError`, or read as something that is written and read again alike."""
    try:
        read = record.parse(data)
        session = record.replay(read)
    except RecordError as error:
        given_a_reason(error)
        return
    again = record.parse(read.text())
    assert again.text() == read.text()
    assert (again.head, again.end) == (read.head, read.end)
    assert record.replay(again)._states == session._states
    assert 0 < read.length <= len(data)
