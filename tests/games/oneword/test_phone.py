"""The phone's page of Ein Wort: slips, one plain thing to do, what became of a card, and all cards in the end."""

from __future__ import annotations

from engine.core import catalog, codec
from engine.core.page import Ask, Page, Rows, Slips, Word, Write
from engine.core.text import texts
from engine.games.oneword import phone
from engine.games.oneword.model import Counts, Guess, Hint, Next, Pass, Show
from engine.play.dealer import Dealer
from engine.play.session import Session
from tests.strategies import people

NAMES = ("Anna", "Ben", "Carla", "Dora")
EN = texts("en")


def begun() -> Session:
    options = {"language": "en", "cards": 5, "first": 0}
    session = Session(catalog.game("oneword"), options, people(4), Dealer("phone"))
    session.start()
    return session


def page(session: Session, seat: int | None) -> Page:
    port = session.onlooker() if seat is None else session.port(seat)
    return phone.page(port.view(), port.choices(), EN, NAMES)


def written(session: Session, *words: str) -> None:
    guesser = session.port(0).view().guesser
    givers = [seat for seat in range(4) if seat != guesser]
    for seat, word in zip(givers, words, strict=True):
        session.submit(seat, Hint((word,)), session.revision)


def test_guesser_and_onlooker_are_shown_no_term() -> None:
    """While hints are written and checked the term is nowhere on their pages, and on everybody else's."""
    session = begun()
    term = session.port(1).view().term

    def look() -> None:
        for seat in (0, None):
            assert term not in codec.encode(page(session, seat)).decode()
        for seat in (1, 2, 3):
            assert any(isinstance(block, Word) and block.text == term for block in page(session, seat).blocks)

    look()
    written(session, "fog", "sea", "sea")
    look()


def test_check_shows_slips_and_the_plainest_thing_first() -> None:
    """Every hint is a slip with its writer, equal ones are struck; showing the hints is the first button."""
    session = begun()
    written(session, "fog", "sea", "sea")
    blocks = page(session, 1).blocks
    (slips,) = [one for one in blocks if isinstance(one, Ask) and one.look == "slips"]
    assert [(one.label, one.note, one.struck) for one in slips.options] == [
        ("fog", "Ben", False),
        ("sea", "Carla, struck as equal", True),
        ("sea", "Dora, struck as equal", True),
    ]
    (acts,) = [one for one in blocks if isinstance(one, Ask) and one.look == "acts"]
    assert isinstance(acts.options[0].move, Show)


def test_guesser_sees_slips_without_names() -> None:
    """What is left, and nobody's name; answering is the form, passing has to be confirmed."""
    session = begun()
    written(session, "fog", "sea", "sea")
    session.submit(1, Show(), session.revision)
    blocks = page(session, 0).blocks
    (slips,) = [one for one in blocks if isinstance(one, Slips)]
    assert [(slip.text, slip.note) for slip in slips.slips] == [("fog", "")]
    (form,) = [one for one in blocks if isinstance(one, Write)]
    assert form.name == "answer:1"
    (passing,) = [one for one in blocks if isinstance(one, Ask) and one.look == "acts"]
    assert [(one.move, one.act) for one in passing.options] == [(Pass(), "Pass")]


def test_result_says_what_became_of_the_card() -> None:
    """The title tells it, after a call that the answer counts too; the next card is the plainest thing to do."""
    session = begun()
    term = session.port(1).view().term
    written(session, "fog", "sea", "tower")
    session.submit(1, Show(), session.revision)
    session.submit(0, Guess("quark"), session.revision)
    assert page(session, 2).title.startswith(f"Wrong, it was “{term}”.")
    session.submit(1, Counts(), session.revision)
    assert page(session, 2).title == f"Right: “{term}”. The card is made."
    (acts,) = [one for one in page(session, 0).blocks if isinstance(one, Ask) and one.look == "acts"]
    assert acts.options[0].move == Next()


def test_end_lists_all_cards_and_nobody_guesses_any_more() -> None:
    """Terms in their order, with what became of them."""
    session = begun()
    while not session.over:
        view = session.port(0).view()
        giver = next(seat for seat in range(4) if seat != view.guesser)
        written(session, "fog", "sea", "tower")
        session.submit(giver, Show(), session.revision)
        right = session.port(giver).view().term
        session.submit(view.guesser, Guess(right) if view.number % 2 else Pass(), session.revision)
        mover = next(seat for seat in range(4) if "next" in session.port(seat).view().may)
        session.submit(mover, Next(), session.revision)
    final = page(session, 2)
    (cards,) = final.blocks
    assert isinstance(cards, Rows)
    assert [row.name for row in cards.rows] == [card.term for card in session.port(2).view().cards]
    assert [row.value for row in cards.rows] == ["made", "passed", "made", "passed", "made"]
    assert final.result is None
