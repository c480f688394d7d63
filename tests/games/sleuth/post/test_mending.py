"""What the game master mends by hand: it counts, it is marked, and nobody else's orders suffer."""

from __future__ import annotations

from pathlib import Path

from engine.games.sleuth.post.folder import PostGame
from engine.games.sleuth.post.reading import Entry, words_of
from tests.games.sleuth.post.desk import block, mail, make, reopened


def counting(game: PostGame, seat: int) -> Entry:
    found = reopened(game).standing().of(seat)
    assert found is not None
    return found


def asked(name: str, question: str) -> str:
    return block(name, 1).replace("Tipp=", f"Frage={question}\nTipp=")


def test_two_players_in_one_mail_are_mended_one_by_one(tmp_path: Path) -> None:
    game = make(tmp_path / "peru", ["Anna", "Ben"])
    game.keep([mail(asked("Anna", "Perlen, X") + "\n" + asked("Ben", "Perlen, H"))])
    for seat, name in enumerate(game.names):
        game.mend(asked(name, "Perlen, G"), counting(game, seat))
    for seat in (0, 1):
        assert counting(game, seat).mended
        assert counting(game, seat).problems == ()
    game.mend(asked("Anna", "Perlen, F"), counting(game, 0))
    assert [counting(game, seat).orders.questions for seat in (0, 1)] == [("F:P",), ("G:P",)]
    # The mail itself and one mended block for each of them.
    assert reopened(game).kept == 3


def test_a_mended_mail_is_no_question_any_more(tmp_path: Path) -> None:
    game = make(tmp_path / "peru", ["Anna", "Ben"])
    game.keep([mail(block("Anne", 1))])
    (refused,) = game.standing().entries
    assert refused.state == "refused"
    game.mend(block("Anna", 1), refused)
    assert [entry.state for entry in reopened(game).standing().entries] == ["replaced", "counts"]
    assert len(list((game.path / "mail" / "01").iterdir())) == 2


def test_a_mended_order_keeps_its_place_in_the_order_of_arrival(tmp_path: Path) -> None:
    game = make(tmp_path / "peru", ["Anna", "Ben"])
    game.keep([mail(asked("Anna", "Perlen, X")), mail(asked("Ben", "Perlen, A"))])
    game.mend(asked("Anna", "Perlen, A"), counting(game, 0))
    game.resolve()
    assert [answer.seat for answer in game.view(None).answers] == [0, 1]


def test_a_players_own_words(tmp_path: Path) -> None:
    """Without what stands around them, and without marks of quotation; nothing if there are none."""
    game = make(tmp_path / "peru", ["Anna", "Ben"])
    anna, ben = asked("Anna", "Perlen, X"), asked("Ben", "Perlen, H")
    game.keep([mail(f"Hallo!\n\n{anna}\nund\n\n{ben}\nGruß\n"), mail("> " + anna.replace("\n", "\n> "))])
    game.keep([mail("Morgen mehr.")])
    words = [words_of(entry) for entry in game.standing().entries]
    assert words == [anna, ben, anna, ""]
