"""Whatever kills the program, the folder has the old round or the new one, and goes on from there."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.core.errors import NotAllowed
from engine.games.sleuth.post import disk
from engine.games.sleuth.post.folder import PostGame, create, locked, open_game
from engine.games.sleuth.post.reading import Player
from engine.games.sleuth.post.settings import PostSettings
from engine.play import referee
from tests.games.sleuth.post.desk import block, mail, make, reopened


class Killed(BaseException):
    """The program is gone."""


class Death:
    """From the *at*-th operation on the disk on, none has any effect; that one itself only half of it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, at: int) -> None:
        self.left = at
        write_bytes, unlink, replace, mkdir, rmtree = (
            Path.write_bytes,
            Path.unlink,
            Path.replace,
            Path.mkdir,
            disk.shutil.rmtree,
        )

        def dying(
            act: Callable[..., object], half: Callable[..., object] | None = None
        ) -> Callable[..., object]:
            def run(*args: object, **more: object) -> object:
                self.left -= 1
                if self.left == 0 and half is not None:
                    half(*args)
                if self.left <= 0:
                    raise Killed
                return act(*args, **more)

            return run

        monkeypatch.setattr(
            Path,
            "write_bytes",
            dying(write_bytes, lambda path, data: write_bytes(path, data[: len(data) // 2])),
        )
        monkeypatch.setattr(Path, "unlink", dying(unlink))
        monkeypatch.setattr(Path, "replace", dying(replace))
        monkeypatch.setattr(Path, "mkdir", dying(mkdir))
        monkeypatch.setattr(Path, "rmdir", dying(Path.rmdir))
        monkeypatch.setattr(disk.os, "fsync", dying(os.fsync))
        monkeypatch.setattr(
            disk.shutil,
            "rmtree",
            dying(rmtree, lambda path: [unlink(one) for one in sorted(path.iterdir())[:1]]),
        )


def contents(path: Path) -> dict[str, bytes]:
    """Every file of a game, the lock left out."""
    return {
        str(one.relative_to(path)): one.read_bytes()
        for one in sorted(path.rglob("*"))
        if one.is_file() and one.name != ".lock"
    }


def ready(folder: Path) -> PostGame:
    """A game in its second round with all orders there."""
    game = make(folder / "peru", ["Anna", "Ben"])
    for number in (1, 2):
        game.keep([mail(block(name, number)) for name in game.names])
        if number == 1:
            game.resolve()
    return game


def killed_at_every_point(folder: Path, act: Callable[[PostGame], object]) -> list[dict[str, bytes]]:
    """What an opened folder holds after *act* was killed at its 1st, 2nd … operation, until it survives."""
    found = []
    for at in range(1, 100):
        game = ready(folder / str(at))
        with pytest.MonkeyPatch.context() as patch:
            death = Death(patch, at)
            with contextlib.suppress(Killed):
                act(game)
            survived = death.left > 0
        again = reopened(game)
        found.append(contents(again.path))
        again.resolve(lambda _seats: True)
        assert reopened(again).rounds == again.rounds
        if survived:
            return found
    raise AssertionError("it never ends")


def test_resolve_is_all_or_nothing(tmp_path: Path) -> None:
    old = contents(reopened(ready(tmp_path / "old")).path)
    done = ready(tmp_path / "new")
    done.resolve()
    new = contents(done.path)
    found = killed_at_every_point(tmp_path, lambda game: game.resolve())
    assert len(found) > 8
    rounds = [name for name in new if name.startswith("rounds/")]
    old_rounds = [name for name in old if name.startswith("rounds/")]
    states = []
    for one in found:
        names = [name for name in one if name.startswith("rounds/")]
        assert names in (old_rounds, rounds)
        assert not [name for name in one if name.endswith(".part")]
        lines = one["game.vierblatt"].count(b"\n")
        assert lines == (old if names == old_rounds else new)["game.vierblatt"].count(b"\n")
        states.append(names == rounds)
    # Old up to some point, new from there on.
    assert states == sorted(states)
    assert states[0] is False
    assert states[-1] is True
    for name in rounds:
        assert found[-1][name] == new[name]


def test_undo_is_all_or_nothing(tmp_path: Path) -> None:
    found = killed_at_every_point(tmp_path, lambda game: game.undo())
    rounds = [{name.split("/")[1] for name in one if name.startswith("rounds/")} for one in found]
    assert all(one in ({"00", "01"}, {"00"}) for one in rounds)
    assert rounds[0] == {"00", "01"}
    assert rounds[-1] == {"00"}


def test_keeping_mails_never_leaves_half_a_mail(tmp_path: Path) -> None:
    texts = [block("Anna", 2) + f"// {number}\n" for number in range(2)]
    for one in killed_at_every_point(tmp_path, lambda game: game.keep([mail(text) for text in texts])):
        kept = [data.decode() for name, data in one.items() if name.startswith("mail/02/")]
        assert len(kept) >= 2
        assert {text for text in kept if text not in texts} == {block("Anna", 2), block("Ben", 2)}


def test_a_new_game_is_there_at_once_or_not_at_all(tmp_path: Path) -> None:
    known = PostSettings("Peru", "en", (Player("Anna"),), {})
    for at in range(1, 100):
        path = tmp_path / f"game{at}"
        with pytest.MonkeyPatch.context() as patch:
            death = Death(patch, at)
            with contextlib.suppress(Killed):
                create(path, referee, known)
        if death.left > 0:
            assert open_game(path, referee).round == 1
            assert at > 5
            return
        assert not path.exists()
    raise AssertionError("it never ends")


def test_a_full_disk_leaves_the_game_usable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = ready(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(disk, "write_whole", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left")))
        with pytest.raises(OSError, match="No space"):
            game.resolve()
        with pytest.raises(OSError, match="No space"):
            game.undo()
    assert game.rounds == 1
    assert game.resolve() == 2


def test_two_masters_at_once(tmp_path: Path) -> None:
    """Who comes second is refused, and may look on; another process cannot work in the folder either."""
    game = ready(tmp_path)
    with locked(game.path):
        for act in (game.resolve, game.undo, lambda: game.keep([])):
            with pytest.raises(NotAllowed) as error:
                act()
            assert error.value.refusal.code == "post_locked"
        assert reopened(game).standing().missing == ()
        command = [sys.executable, "-m", "engine.cli.main", "sleuth", "resolve", str(game.path), "--json"]
        done = subprocess.run(command, capture_output=True, check=False, timeout=60, text=True)
        assert done.returncode == 1
        assert '"post_locked"' in done.stdout
    assert game.resolve() == 2


def test_the_second_master_sees_what_the_first_did(tmp_path: Path) -> None:
    game = ready(tmp_path)
    other = reopened(game)
    assert other.resolve() == 2
    with pytest.raises(NotAllowed) as error:
        game.resolve()
    assert error.value.refusal.code == "orders_missing"
    assert game.rounds == 2
    assert game.undo() == 2
    assert reopened(other).rounds == 1
