"""The order text: what people write, what is understood, what is said about the rest."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.text import texts
from engine.games.sleuth.box import HOLDERS, box
from engine.games.sleuth.model import NO_TIPS, Orders, tips
from engine.games.sleuth.orders import OrderText, describe_problem, read, template, write
from engine.games.sleuth.problems import Problem
from engine.games.sleuth.questions import read_question
from engine.games.sleuth.vocabulary import sentence

SAMPLE = """\
VP-Sleuth Peru
Runde=4
Spieler=Max Mustermann
Frage=Wie viele blaue 2er hat D?
/Frage=Wie viele grüne 2er hat D?
Tipp=Dia Per Opale
     123 123 123
 rot .A. BB. D..
blau .X. ... ...
grün ... .d. ...
gelb .c. ... ...
// Hoffentlich stimmen meine Tipps!
"""
"""The sample move of seed 003."""

SURE = {"Dr2": "A", "Db2": "X", "Pr1": "B", "Pr2": "B", "Or1": "D"}
RISK = {"Dy2": "C", "Pg2": "D"}


def one(text: str, variant: str = "standard") -> OrderText:
    """The only block in *text*."""
    (found,) = read(text, variant)
    return found


def codes(text: str, variant: str = "standard") -> list[tuple[int, str]]:
    """Line and code of each problem in the only block of *text*."""
    return [(problem.line, problem.code) for problem in one(text, variant).problems]


def places(text: str) -> dict[str, str]:
    """The tips in the only block of *text*, risk tips in small letters."""
    orders = one(text).orders
    return dict(orders.sure.items()) | {gem: holder.lower() for gem, holder in orders.risk.items()}


def test_the_sample_move() -> None:
    found = one(SAMPLE)
    assert (found.game, found.round, found.player, found.line) == ("Peru", 4, "Max Mustermann", 1)
    assert found.orders == Orders(("D:b2",), ("D:g2",), tips(SURE), tips(RISK))
    assert found.comments == ("Hoffentlich stimmen meine Tipps!",)
    assert found.problems == ()


@pytest.mark.parametrize(
    ("variant", "text"),
    [
        ("standard", template("Name", "standard", 1, "")),
        ("large", template("Name", "large", 1, "")),
        ("standard", template("Name", "standard", 1, "", language="en")),
        ("large", template("Name", "large", 1, "", language="en")),
    ],
)
def test_templates_are_read(variant: str, text: str) -> None:
    """Only the name is missing; an empty grid without a question is an order without contents."""
    found = one(text, variant)
    assert [problem.code for problem in found.problems] == ["player_missing"]
    assert found.orders == Orders((), (), NO_TIPS, NO_TIPS)


def test_the_templates_look_as_in_the_seed() -> None:
    lines = template("Name", "large", 1, "").split("\n")
    assert lines[3:9] == [
        "Frage=",
        "Frage=",
        "/Frage=",
        "/Frage=",
        "Tipp=Diam Perl Opal Smar Rubi",
        "     1234 1234 1234 1234 1234",
    ]
    assert lines[-3:] == ["pink .... .... .... .... ....", "lila .... .... .... .... ....", ""]


def test_the_template_carries_sure_tips_over() -> None:
    assert places(template("Peru", "standard", 5, "Anna", tips(SURE))) == SURE


# Questions ----------------------------------------


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Wie viele rote Einer hat B?", "B:r1"),
        ("Wie viele blaue 2er hat D?", "D:b2"),
        ("Wie viele blaue 2er hat Platzhalter D?", "D:b2"),
        ("How many blue pearls does D have?", "D:Pb"),
        ("How many blue 2s has D?", "D:b2"),
        ("Perlen, G", "G:P"),
        ("G, Perlen", "G:P"),
        ("perle bei g", "G:P"),
        ("WIE VIELE DIAMANTEN HAT A", "A:D"),
        ("Wieviele gruene Opale hat C", "C:Og"),
        ("Wieviel rote hat C?", "C:r"),
        ("How many pearls are D's?", "D:P"),
        ("Perlen v. D", "D:P"),
        ("Wie viele gruene Opale hat C", "C:Og"),
        ("Anzahl der gelben Dreier von F", "F:y3"),
        ("Zweier-Diamanten E", "E:D2"),
        ("E: dreier opale", "E:O3"),
        ("A:Dr", "A:Dr"),
        ("How many ones does A have?", "A:1"),
        ("how many rods are with a", None),
        ("How many reds does A have?", "A:r"),
        ("How many greens and ones has B?", "B:g1"),
        ("Wie viele Perlen hat G, bitte?", "G:P"),
        ("How many pearls does G have, please?", "G:P"),
        ("red, a", "A:r"),
    ],
)
def test_questions_as_people_write_them(text: str, question: str | None) -> None:
    problems: list[Problem] = []
    assert read_question(box("standard"), 1, text, problems) == question
    assert bool(problems) == (question is None)


def test_a_foreign_element_is_quoted_as_it_was_written() -> None:
    problems: list[Problem] = []
    assert read_question(box("standard"), 1, "Wie viele Smaragde hat B?", problems) is None
    assert "“Smaragde”" in problems[0].refusal.text(texts("en"))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Wie viele blaue Perlen Zweier hat B?", "three_elements"),
        ("Wie viele rote blaue hat B?", "same_category"),
        ("Perlen und Opale, B", "same_category"),
        ("Wie viele Perlen hat X?", "asked_x"),
        ("Wie viele Perlen hat H?", "no_such_holder"),
        ("Wie viele Perlen?", "holder_missing"),
        ("Perlen, A, B", "several_holders"),
        ("Wie viele hat B?", "element_missing"),
        ("D g 2", "unknown_word"),
        ("Wie viele Smaragde hat B?", "unknown_element"),
        ("Wie viele blasse Perlen hat B?", "unknown_word"),
        ("???", "holder_missing"),
        ("\u2603" * 100, "holder_missing"),
    ],
)
def test_questions_with_a_fault(text: str, code: str) -> None:
    problems: list[Problem] = []
    assert read_question(box("standard"), 7, text, problems) is None
    assert [(problem.line, problem.code) for problem in problems] == [(7, code)]


@pytest.mark.parametrize("variant", ["standard", "large"])
@pytest.mark.parametrize("language", ["de", "en"])
def test_every_question_is_read_as_it_is_written(variant: str, language: str) -> None:
    for question in box(variant).questions:
        problems: list[Problem] = []
        assert read_question(box(variant), 1, sentence(question, language), problems) == question, problems
        assert read_question(box(variant), 1, question, problems) == question


# Grids ----------------------------------------

HEAD = "VP-Sleuth Peru\nRunde=4\nSpieler=Anna\n"


@pytest.mark.parametrize(
    "grid",
    [
        "Tipp=Dia Per Opa\n     123 123 123\n rot A.. ... ..b\nblau ... ... ...\ngrün ... ... ...\ngelb ... .C. ...\n",
        "Tipp=Diam Perl Opal\n  123 123 123\nrot A.. ... ..b\nblau ... ... ...\ngruen ...\ngelb ... .C. .\n",
        "Tipp=Dia\tPer\tOpa\n\t123\t123\t123\nrot\tA..\t...\t..b\nblau\t...\t...\t...\ngrün\t...\t...\t...\n"
        "gelb\t...\t.C.\t...\n",
        "tipp = Dia Per Opa\n     123 123 123\ngelb ___ _C_ ___\ngrün --- --- ---\nblau\n rot A-- --- --b\n",
        "Tipp=Dia Per Opa\n     123 123 123\n rot A         b\nblau\ngrün\ngelb      C\n",
        "Tipp=Dia Per Opa\n     123 123 123\n rot A..  ...  ..b\nblau …  …  …\ngrün ... ... ...\ngelb ... .C. ...\n",
        "Tipp=Dia Per Opa\n     123 123 123\n rot A . . . . . . . b\nblau .........\ngrün\ngelb ....C....\n",
        "Tip=Dia Pea Opa\n     123 123 123\n red A.. ... ..b\nblue ... ... ...\ngreen ... ... ...\n"
        "yellow ... .C. ...\n",
        "Tipp=Opa Per Dia\n     123 123 123\n rot ..b ... A..\nblau ... ... ...\ngrün ... ... ...\ngelb ... .C. ...\n",
        "Tipp=Dia Per Opa\n     321 321 321\n rot ..A ... b..\nblau ... ... ...\ngrün ... ... ...\ngelb ... .C. ...\n",
        "Tipp=Dia\u00a0Per Opa\n     123 123 123\n\u00a0rot\u00a0A.. ... ..b\nblau ... ... ...\ngrün ... ... ... \n"
        "gelb ... .C. ... \n",
    ],
)
def test_tolerant_grids(grid: str) -> None:
    """Tabs, blanks for nothing, missing cells, other orders, three dots in one: always the same three tips."""
    assert codes(HEAD + grid) == []
    assert places(HEAD + grid) == {"Dr1": "A", "Or3": "b", "Py2": "C"}


ROWS = " rot A.. ... ..b\nblau ... ... ...\ngrün ... ... ...\ngelb ... .C. ...\n"
TOP = HEAD + "Tipp=Dia Per Opa\n     123 123 123\n"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (TOP + ROWS.replace("A", "H"), [(6, "no_such_place")]),
        (TOP + ROWS.replace("A", "z"), [(6, "no_such_place")]),
        (TOP + ROWS.replace("A", "?"), [(6, "grid_sign")]),
        (TOP + ROWS.replace("grün ... ... ...\n", ""), [(4, "rows_missing")]),
        (TOP + ROWS + "rot B.. ... ..b\n", [(10, "row_twice"), (10, "tipped_twice")]),
        (TOP + ROWS + "pink ... ... ...\n", [(10, "grid_colour")]),
        (TOP + ROWS + "mauve ... ... ...\n", [(10, "grid_colour")]),
        (TOP + ROWS.replace("... .C. ...", "...... .C. ... ."), [(9, "grid_columns")]),
        (HEAD + "Tipp=Dia Per Opa\n" + ROWS, [(5, "grid_header")]),
        (HEAD + "Tipp=\n     123 123 123\n" + ROWS, [(4, "grid_header")]),
        (HEAD + "Tipp=Dia Per Rub\n     123 123 123\n" + ROWS, [(4, "grid_type"), (4, "grid_header")]),
        (HEAD + "Tipp=Dia Per Opa\n     123 123 12\n" + ROWS, [(5, "grid_numbers")]),
        (TOP + ROWS + "Tipp=Dia Per Opa\n", [(10, "given_twice")]),
    ],
)
def test_grids_with_a_fault(text: str, wanted: list[tuple[int, str]]) -> None:
    assert sorted(codes(text)) == sorted(wanted)


PLAIN_ROWS = "blau ... ... ...\ngrün ... ... ...\ngelb ... ... ...\n"
TABS = HEAD + "Tipp=\tDia\tPer\tOpa\n\t123\t123\t123\n"


@pytest.mark.parametrize(
    ("top", "row", "wanted"),
    [
        (TOP, " rot     A.. ...", {"Pr1": "A"}),
        (TOP, " rot         A..", {"Or1": "A"}),
        (TOP, " rot     A..", {"Pr1": "A"}),
        (TOP, " rot ...     A..", {"Or1": "A"}),
        (TOP, " rot A..     ..b", {"Dr1": "A", "Or3": "b"}),
        (TOP, "rot\t\tA..\t...", {"Pr1": "A"}),
        (TOP, "rot\t...\t\tA..", {"Or1": "A"}),
        (TOP, "rot\t\t\t\tA\t\t\t\t\t.", {"Pr1": "A"}),
        (TABS, "rot\t\tA..\t...", {"Pr1": "A"}),
        (TABS, "rot\t\t\tA..", {"Or1": "A"}),
    ],
)
def test_a_blank_group_is_nothing(top: str, row: str, wanted: dict[str, str]) -> None:
    """The signs stay under the digits, or in the cell between the tabs, where they were written."""
    text = f"{top}{row}\n{PLAIN_ROWS}"
    assert (codes(text), places(text)) == ([], wanted)


@pytest.mark.parametrize(
    ("row", "code", "wanted"),
    [
        (" rot .A. D..", "row_short", {"Dr2": "A", "Pr1": "D"}),
        (" rot .A.", "row_short", {"Dr2": "A"}),
        ("   rot .A. D..", "row_short", {"Dr2": "A", "Pr1": "D"}),
        (" rot      A.. ...", "grid_columns", {}),
        (" rot ...      A..", "grid_columns", {}),
        (" rot ...   A..", "grid_columns", {}),
        ("     rot A.. ...", "grid_columns", {}),
        (" rot .A. BB.    D", "grid_columns", {}),
        ("rot\t\tA..", "grid_columns", {}),
        (" rot .A.BB.", "grid_columns", {}),
    ],
)
def test_no_column_is_guessed_silently(row: str, code: str, wanted: dict[str, str]) -> None:
    text = f"{TOP}{row}\n{PLAIN_ROWS}"
    assert codes(text) == [(6, code)]
    assert row.strip() in one(text).problems[0].refusal.text(texts("en"))
    assert places(text) == wanted


def test_without_digits_no_place_tells_a_column() -> None:
    text = f"{HEAD}Tipp=Dia Per Opa\n rot     A.. ...\n{PLAIN_ROWS}"
    assert codes(text) == [(5, "grid_header"), (5, "grid_columns")]


def test_what_is_understood_is_kept() -> None:
    """A wrong letter in one cell spoils no other."""
    assert places(TOP + ROWS.replace("A", "H")) == {"Or3": "b", "Py2": "C"}


def test_a_gem_in_two_cells_counts_in_neither() -> None:
    text = TOP + ROWS + "rot B.. ... ..b\n"
    assert places(text) == {"Or3": "b", "Py2": "C"}


# Blocks ----------------------------------------


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("VP-Sleuth Peru\n", [(1, "round_missing"), (1, "player_missing")]),
        ("VP-Sleuth Peru\nRunde=vier\nSpieler=Anna\n", [(2, "round_form")]),
        ("VP-Sleuth Peru\nRunde=4\nRunde=5\nSpieler=Anna\n", [(3, "given_twice")]),
        (HEAD + "Frage=Perlen A\nFrage=Perlen B\n", [(5, "too_many_questions")]),
        (HEAD + "Frage=Perlen X\n", [(4, "asked_x")]),
        (HEAD + "Gruß, Anna\n", [(4, "line_unknown")]),
        (HEAD + "Frage=\n/Frage=\n", []),
    ],
)
def test_blocks_with_a_fault(text: str, wanted: list[tuple[int, str]]) -> None:
    assert codes(text) == wanted


@pytest.mark.parametrize(
    ("questions", "substitutes"),
    [
        ("Fragen", "/Fragen"),
        ("Questions", "/Questions"),
        ("fragen", "Ersatzfragen"),
        ("Question", "Substitutes"),
    ],
)
def test_labels_in_the_plural(questions: str, substitutes: str) -> None:
    found = one(HEAD + f"{questions}=Perlen A\n{substitutes}=Perlen B\n")
    assert found.problems == ()
    assert (found.orders.questions, found.orders.substitutes) == (("A:P",), ("B:P",))


def test_two_questions_in_a_large_game() -> None:
    text = HEAD + "Frage=Perlen A\nFrage=Perlen B\n"
    assert one(text, "large").orders.questions == ("A:P", "B:P")
    assert codes(text.replace("Runde=4", "Runde=9"), "large") == [(5, "too_many_questions")]


def test_several_blocks_greetings_and_other_line_ends() -> None:
    text = "Hallo!\n\n" + SAMPLE + "\nUnd noch:\n" + SAMPLE.replace("Peru", "Chile")
    for given_text in (text, text.replace("\n", "\r\n"), "\ufeff" + text, text.replace("\n", "\u2028")):
        found = read(given_text, "standard")
        assert [(block.game, block.line, block.problems) for block in found] == [
            ("Peru", 3, ()),
            ("Chile", 17, ()),
        ]


def test_a_blank_line_ends_a_block() -> None:
    assert one(HEAD + "\nFrage=Perlen A\n").orders.questions == ()


def test_unknown_game() -> None:
    (found,) = read(SAMPLE, lambda name: None)
    assert [problem.code for problem in found.problems] == ["unknown_game"]
    assert found.orders.questions == ("D:b2",)


def test_no_block() -> None:
    assert read("Lieber Cici,\n\nbis bald!\n", "standard") == []


@pytest.mark.parametrize("language", ["de", "en"])
def test_problems_in_words(language: str) -> None:
    """Line, what is wrong, what was expected."""
    text = describe_problem(one(HEAD + "Frage=Perlen X\n").problems[0], texts(language))
    assert "4" in text
    assert "X" in text
    assert ("Perlen, G" if language == "de" else "pearls, G") in text


# Round trips ----------------------------------------


@st.composite
def order_texts(draw: st.DrawFn) -> tuple[str, OrderText]:
    """A variant, and orders as a player may give them."""
    variant = draw(st.sampled_from(["standard", "large"]))
    inside = box(variant)
    number = draw(st.integers(1, 30))
    questions = draw(st.lists(st.sampled_from(inside.questions), max_size=inside.questions_in(number)))
    substitutes = draw(st.lists(st.sampled_from(inside.questions), max_size=3))
    given_tips = draw(st.dictionaries(st.sampled_from(inside.gems), st.sampled_from(HOLDERS), max_size=40))
    sure = {gem for gem in given_tips if draw(st.booleans())}
    name = st.text(string.ascii_letters + "äöüß-. ", min_size=1).map(lambda text: " ".join(text.split()))
    orders = Orders(
        tuple(questions),
        tuple(substitutes),
        tips({gem: holder for gem, holder in given_tips.items() if gem in sure}),
        tips({gem: holder for gem, holder in given_tips.items() if gem not in sure}),
    )
    player = draw(name.filter(bool))
    return variant, OrderText(
        "Peru", 1, number, player, orders, tuple(draw(st.lists(name.filter(bool), max_size=2)))
    )


@given(order_texts(), st.sampled_from(["de", "en"]))
def test_what_is_written_is_read(case: tuple[str, OrderText], language: str) -> None:
    variant, text = case
    assert read(write(text, variant, language), variant) == [text]


LINES = st.sampled_from(
    [*SAMPLE.splitlines(), "", "Frage=Perlen, G", "blau a", "Tipp=", "123", "\t", "VP-Sleuth X"]
)


@given(st.one_of(st.lists(LINES | st.text(max_size=30), max_size=25).map("\n".join), st.text()))
def test_reading_never_fails_and_writing_is_a_fixed_point(text: str) -> None:
    """Whatever the text: what was understood is written so that it reads, and is written, the same."""
    for variant in ("standard", "large"):
        for found in read(text, variant):
            assert all(problem.line >= found.line and problem.code for problem in found.problems)
            for problem in found.problems:
                assert len(describe_problem(problem, texts("de"))) < 500
            written = write(found, variant)
            (again,) = read(written, variant)
            assert again.orders == found.orders
            assert again.round == found.round
            assert write(again, variant) == written


@given(st.data())
def test_a_spoiled_sample_is_told_or_the_same(data: st.DataObject) -> None:
    """A character put in, taken out or changed: no failure."""
    at = data.draw(st.integers(0, len(SAMPLE) - 1))
    put = data.draw(st.text(max_size=2))
    taken = data.draw(st.integers(0, 2))
    read(SAMPLE[:at] + put + SAMPLE[at + taken :], "standard")
