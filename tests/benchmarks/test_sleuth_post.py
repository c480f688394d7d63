"""How long a game master of VP-Sleuth waits: ten thousand mails in one mailbox, two hundred players in a large game.

Run by name: ``uv run pytest -m benchmark -s tests/benchmarks/test_sleuth_post.py``. Real and processor time are
printed; nothing is asserted against a clock. Wanted: the mailbox within 20 s, a round within 10 s.
"""

from __future__ import annotations

import base64
import quopri
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from engine.games.sleuth.box import HOLDERS, box
from engine.games.sleuth.model import NO_TIPS, Orders, tips
from engine.games.sleuth.post.folder import PostGame
from engine.games.sleuth.post.mails import mails_in
from tests.games.sleuth.post.desk import block, make, reopened

pytestmark = pytest.mark.benchmark

PLAYERS = [f"Spieler {number:03}" for number in range(200)]
MAILS = 10_000


def mailbox(count: int) -> bytes:
    """So many mails of the players in turn, in the three usual encodings, every gem tipped in some of them."""
    inside = box("large")
    rng = Random("mailbox")
    found = []
    for number in range(count):
        name = PLAYERS[number % len(PLAYERS)]
        places = {gem: rng.choice(HOLDERS) for gem in rng.sample(inside.gems, rng.randint(0, 120))}
        orders = Orders(tuple(rng.sample(inside.questions, 2)), (), tips(places), NO_TIPS)
        body = f"Hallo,\n\n{block(name, 1, orders, 'large')}// Mail {number}\n\nGruß\n".encode()
        encoding, data = (
            ("8bit", body),
            ("quoted-printable", quopri.encodestring(body)),
            ("base64", base64.encodebytes(body)),
        )[number % 3]
        moment = f"{number // 3600 % 24:02}:{number // 60 % 60:02}:{number % 60:02}"
        head = (
            f"From p@example.org Mon Nov 30 10:00:00 2026\nFrom: {name} <p{number % 200}@example.org>\n"
            f"Date: Mon, 30 Nov 2026 {moment} +0100\nMessage-ID: <{number}@example.org>\nMIME-Version: 1.0\n"
            f"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: {encoding}\n\n"
        )
        found.append(head.encode() + data + b"\n")
    return b"".join(found)


def timed(name: str, work: Callable[[], object]) -> str:
    real, processor = time.perf_counter(), time.process_time()
    work()
    real, processor = time.perf_counter() - real, time.process_time() - processor
    return f"{name:<44} {real:>9.1f} {processor:>9.1f}"


def read(game: PostGame, data: bytes) -> None:
    """What ``vierblatt sleuth read`` does."""
    game.keep(mails_in("in.mbox", data))
    assert not game.standing().missing


def test_a_full_desk(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    many = make(tmp_path / "many", PLAYERS, "de", variant="large")
    few = make(tmp_path / "few", PLAYERS, "de", variant="large")
    data, round_ = mailbox(MAILS), mailbox(len(PLAYERS))
    rows = [
        timed(f"reading {MAILS} mails", lambda: read(many, data)),
        timed("reading them once more, from the folder", lambda: reopened(many).standing()),
        timed(f"reading {len(PLAYERS)} mails", lambda: read(few, round_)),
        timed(f"resolving a large game of {len(PLAYERS)}", lambda: reopened(few).resolve()),
        timed("opening the folder afterwards", lambda: reopened(few)),
    ]
    with capsys.disabled():
        print(f"\n\n{'':<44} {'real':>9} {'CPU':>9}  (s)")
        print("\n".join(rows))
