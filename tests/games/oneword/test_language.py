"""When words are the same, what may be a hint, what is a right answer, and what becomes of hostile text."""

from __future__ import annotations

import csv
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.oneword import terms
from engine.games.oneword.answers import answer_of, is_right, one_edit_apart
from engine.games.oneword.hints import duplicates, refuse_hint
from engine.games.oneword.language import LANGUAGES, fold, same, shorter_forms
from engine.games.oneword.lookalikes import LOOKALIKES, PLURALS
from engine.games.oneword.spellings import SPELLINGS as SPELLING_TABLES
from engine.games.oneword.spellings import respelt
from engine.games.oneword.typed import MAX_LETTERS, clean, refuse_answer, refuse_word

with (Path(__file__).parent / "word-pairs.tsv").open(encoding="utf-8", newline="") as _file:
    PAIRS = [tuple(row) for row in csv.reader(_file, delimiter="\t")][1:]

languages = st.sampled_from(LANGUAGES)
typed = st.one_of(
    st.text(max_size=30),
    st.text(alphabet="aeiouäöüßAEIOUÄnrslteu'’- \u00ad\u200b\u2010\u0301", max_size=14),
    st.sampled_from([word for row in PAIRS for word in row[1:3]]),
)


def is_known(language: str):  # type: ignore[no-untyped-def]
    return lambda word: terms.is_known(word, language)


# The comparison ----------------------------------------


@pytest.mark.parametrize(("language", "one", "other", "verdict"), PAIRS)
def test_word_pairs(language: str, one: str, other: str, verdict: str) -> None:
    """The table of the rulings, pair by pair, both ways round."""
    assert same(one, other, language) == (verdict == "same")
    assert same(other, one, language) == (verdict == "same")


def test_the_table_is_whole() -> None:
    assert len(PAIRS) == 199
    assert {row[3] for row in PAIRS} == {"same", "different"}


@pytest.mark.parametrize(
    ("one", "other"), [("Hund", "hunde"), ("Baum", "Bäume"), ("Tisch", "Tische"), ("Bar", "Bär")]
)
def test_same_in_the_seed(one: str, other: str) -> None:
    """The seed's own examples; umlauts don't count."""
    assert same(one, other, "de")


@pytest.mark.parametrize(("one", "other"), [("Hund", "Hündchen"), ("Tor", "Torte"), ("Buch", "Bücher")])
def test_different_in_the_seed(one: str, other: str) -> None:
    """Derived words are others, and Buch/Bücher is left to the people."""
    assert not same(one, other, "de")


@pytest.mark.parametrize(
    ("language", "one", "other"), [(lang, *pair) for lang in LANGUAGES for pair in LOOKALIKES[lang]]
)
def test_lookalikes(language: str, one: str, other: str) -> None:
    """Each listed pair is different, its genitives and plurals too, and would be the same without the list."""
    assert not same(one, other, language)
    if not one.endswith(("e", "s", "n", "z", "ß")) and other.casefold() != f"{one}s".casefold():
        assert not same(one + "s", other, language)
    first, second = fold(one, language), fold(other, language)
    forms, others = shorter_forms(first, language), shorter_forms(second, language)
    found = first == second or first in others or second in forms
    assert found or (language == "de" and not forms.isdisjoint(others)), "the entry is not needed"


def test_umlauts_count_among_lookalikes() -> None:
    assert not same("Not", "Note", "de")
    assert not same("Not", "Noten", "de")
    assert same("Not", "Nöte", "de")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Kurs", "Kuren"),
        ("Kurse", "Kur"),
        ("Kursen", "Kuren"),
        ("Rate", "Räte"),
        ("Raten", "Räten"),
        ("Nöte", "Note"),
        ("Fälle", "Falle"),
        ("Weine", "weinen"),
        ("Lachse", "lachen"),
        ("Gewissen", "gewiss"),
        ("Nichten", "nichts"),
    ],
)
def test_plurals_of_lookalikes(one: str, other: str) -> None:
    """A plural with -e, -en or an umlaut is as little the other word as the singular."""
    assert not same(one, other, "de")


def test_plurals_are_forms_of_their_own_word() -> None:
    for one, many in PLURALS["de"].items():
        assert same(one, many, "de") or many.endswith(("er", "sse", "ße", "ässe")), (one, many)
    assert {word for pair in LOOKALIKES["de"] for word in pair} >= set(PLURALS["de"])


HINTS_APART = """
Küche Kuchen; Kueche Kuchen; Dach Dachs; Blut Blüte; Blut Blüten; Sage Säge; Hall Halle; Leid Leiden; Graben Grab;
Masse Maße; Massen Maße; Kohl Kohle; Rind Rinde; Buch Buche; Tran Träne; Mull Müll; Burger Bürger; Bus Buße
"""


@pytest.mark.parametrize("pair", HINTS_APART.split(";"))
def test_hints_that_are_not_struck(pair: str) -> None:
    one, other = pair.split()
    assert duplicates([one, other], "de") == ()


@pytest.mark.parametrize(
    ("one", "other"),
    [("Maus", "Mäuse"), ("Masse", "Massen"), ("Maß", "Maße"), ("Küche", "Küchen"), ("Wind", "Winde"),
     ("Messe", "Messen"), ("Blüte", "Blueten"), ("Ball", "Bälle"), ("Plan", "Pläne"), ("Sage", "sagen")],
)  # fmt: skip
def test_forms_of_listed_words_stay_the_same(one: str, other: str) -> None:
    assert same(one, other, "de")
    assert is_right("Haus", "Häuser", "de", is_known("de"))


def test_digits_have_no_forms() -> None:
    assert shorter_forms("90s", "en") == shorter_forms("3en", "de") == frozenset()
    assert not same("100", "1000", "de")


@given(word=typed, language=languages)
def test_same_is_reflexive(word: str, language: str) -> None:
    assert same(word, word, language)
    assert same(word, word.upper().lower(), language) or word.upper().lower().casefold() != word.casefold()


@given(one=typed, other=typed, language=languages)
def test_same_is_symmetric(one: str, other: str, language: str) -> None:
    assert same(one, other, language) == same(other, one, language)


@given(word=typed, language=languages)
def test_fold_leaves_letters_and_digits(word: str, language: str) -> None:
    folded = fold(word, language)
    assert all(char.isalnum() for char in folded)
    assert not any(unicodedata.combining(char) for char in folded)
    for form in shorter_forms(folded, language):
        assert 3 <= len(form) <= len(folded)


@given(words=st.lists(typed, max_size=6), language=languages)
def test_duplicates_are_the_pairs_that_are_same(words: list[str], language: str) -> None:
    found = set(duplicates(words, language))
    for i in range(len(words)):
        for j in range(i + 1, len(words)):
            assert ((i, j) in found) == same(words[i], words[j], language)


# Hostile text ----------------------------------------


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("Hund ", "Hund"),
        ("\t Hund\n", "Hund"),
        ("Hu\u00adnd", "Hund"),
        ("Hund\u200b", "Hund"),
        ("\u202eHund\u202c", "Hund"),
        ("\u2067Hund\u2069", "Hund"),
        ("schwarz\u2010weiß", "schwarz-weiß"),
        ("schwarz\u2011weiß", "schwarz-weiß"),
        ("schwarz–weiß", "schwarz-weiß"),
        ("O'Neill", "O'Neill"),
        ("Bäume", "Bäume"),
        ("Ba\u0308ume", "Bäume"),
        ("100", "100"),
        ("C3PO", "C3PO"),
        ("HUND", "HUND"),
    ],
)
def test_what_is_shown(raw: str, shown: str) -> None:
    """As typed, without what nobody sees."""
    assert refuse_word(raw) is None
    assert clean(raw) == shown


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ("", "empty"),
        ("  ", "empty"),
        ("\u200b\u202e", "empty"),
        ("zwei Wörter", "white_space"),
        ("a\u00a0b", "white_space"),
        ("a\u3000b", "white_space"),
        ("🐶", "signs"),
        ("Hund🐶", "signs"),
        ("👩‍👩‍👧", "signs"),
        ("Hund!", "signs"),
        ("<b>", "signs"),
        ("-", "signs"),
        ("\ud800", "signs"),
        ("a" + "\u0301" * 60, "marks"),
        ("Z" + "\u0335\u0336\u0337" * 3, "marks"),
        ("\u041dund", "alphabets"),
        ("Hu\u03bfnd", "alphabets"),
        ("x" * 41, "too_long"),
        ("x" * 10_000, "too_long"),
        ("\ufdfa" * 10, "white_space"),
    ],
)
def test_what_is_refused(raw: str, code: str) -> None:
    refusal = refuse_word(raw)
    assert refusal is not None
    assert refusal.code == code


@pytest.mark.parametrize("word", ["Собака", "σκύλος", "β-Blocker", "犬", "Café", "Łódź", "3D", "DžEN"])
def test_words_of_one_alphabet(word: str) -> None:
    assert refuse_word(word) is None


def test_an_answer_of_two_alphabets_is_no_try() -> None:
    refusal = refuse_answer("\u041dund")
    assert refusal is not None
    assert refusal.code == "alphabets"


@pytest.mark.parametrize(
    "answer", ["„Spinne“", "»Spinne«", '"Spinne"', "“Spinne”", "‚Spinne‘", "die „Spinne“."]
)
def test_an_answer_in_quotation_marks(answer: str) -> None:
    assert refuse_answer(answer) is None
    assert is_right("Spinne", answer, "de", is_known("de"))
    assert refuse_word(answer) is not None


def test_forty_letters_are_a_word() -> None:
    assert refuse_word("x" * MAX_LETTERS) is None


@given(raw=typed, language=languages)
def test_nothing_raises(raw: str, language: str) -> None:
    """Whatever is typed: a verdict, and a clean word stays as it is."""
    refusal = refuse_word(raw)
    shown = clean(raw)
    assert clean(shown) == shown
    if refusal is None:
        assert refuse_word(shown) is None
        assert shown
    refuse_answer(raw)
    refuse_hint("Hund", ("Haus",), raw, language, is_known(language))
    is_right("Hund", raw, language, is_known(language))


# Hints ----------------------------------------


@pytest.mark.parametrize(
    ("term", "parts", "hint", "code"),
    [
        ("Autobahn", ("Auto", "Bahn"), "Auto", "is_part"),
        ("Autobahn", ("Auto", "Bahn"), "Bahnen", "is_part"),
        ("Autobahn", ("Auto", "Bahn"), "Eisenbahn", None),
        ("Hund", (), "hund", "is_term"),
        ("Hund", (), "Hunde", "is_term"),
        ("Hund", (), "Hündchen", "contains_term"),
        ("Hund", (), "Hundehütte", "contains_term"),
        ("Fisch", (), "Fischer", "contains_term"),
        ("Fisch", (), "Fischsuppe", "contains_term"),
        ("Tier", (), "Haustier", "contains_term"),
        ("König", (), "königlich", "contains_term"),
        ("Garten", (), "Art", None),
        ("Reis", (), "Eis", None),
        ("Torte", (), "Tor", None),
        ("Hund", (), "Leine", None),
        ("Hund", (), "schwarz-weiß", None),
        ("Hund", (), "100", None),
        ("Hund", (), "Hund2", "is_term"),
        ("Hund", (), "2-Hunde", "is_term"),
        ("Garten", (), "garten1", "is_term"),
        ("Autobahn", ("Auto", "Bahn"), "Auto2", "is_part"),
        ("Hund", (), "C3PO", None),
        ("Hund", (), "zwei Wörter", "white_space"),
    ],
)
def test_german_hints(term: str, parts: tuple[str, ...], hint: str, code: str | None) -> None:
    refusal = refuse_hint(term, parts, hint, "de", is_known("de"))
    assert (None if refusal is None else refusal.code) == code


@pytest.mark.parametrize(
    ("term", "hint", "code"),
    [
        ("heart", "ear", None),
        ("dog", "dogs", "is_term"),
        ("farm", "farmer", "contains_term"),
        ("water", "waterfall", "contains_term"),
        ("carpet", "pet", None),
        ("pet", "carpet", None),
    ],
)
def test_english_hints(term: str, hint: str, code: str | None) -> None:
    refusal = refuse_hint(term, (), hint, "en", is_known("en"))
    assert (None if refusal is None else refusal.code) == code


# Answers ----------------------------------------


@pytest.mark.parametrize(
    ("language", "term", "answer", "right"),
    [
        ("de", "Hund", "der Hund", True),
        ("de", "Hund", " HUNDE. ", True),
        ("de", "Buch", "Bücher", True),
        ("de", "Fahrrad", "Fahrräder", True),
        ("de", "Fach", "Fächer", True),
        ("de", "Fächer", "Fach", False),
        ("de", "Fisch", "Fischer", False),
        ("de", "Autobahn", "Auto Bahn", True),
        ("de", "Kirche", "Kirsche", False),
        ("de", "Giraffe", "Girafe", True),
        ("de", "Giraffe", "Giarffe", True),
        ("de", "Giraffe", "Girrafffe", False),
        ("de", "Hund", "Hnud", False),
        ("de", "Die", "die", True),
        ("de", "Hund", "", False),
        ("en", "dog", "a dog", True),
        ("en", "dog", "The Dogs!", True),
        ("en", "tooth", "teeth", True),
        ("en", "child", "children", True),
        ("en", "wolf", "wolves", True),
        ("en", "woman", "women", True),
        ("en", "colour", "color", True),
        ("en", "theatre", "theaters", True),
        ("en", "grey", "gray", True),
        ("en", "desert", "dessert", False),
        ("en", "mummy", "mommy", False),
        ("en", "elephant", "elefant", False),
        ("en", "elephant", "elephnat", True),
        ("en", "elephant", "elphant", True),
        ("en", "dog", "god", False),
    ],
)
def test_answers(language: str, term: str, answer: str, right: bool) -> None:
    assert is_right(term, answer, language, is_known(language)) == right


DISTINCT = """
Kuchen Küche; Kuchen Kueche; Dach Dachs; Säge Sage; Höhle hohl; Stille still; Zeuge Zeug; Lachs lach; Haus hau;
Nichts nicht; Sieb sieben; Bär Bar; Würde wurde; Rose Rosé; Reifen Reife; Boxen Box; Schlager Schläger; Treue treu
"""


@pytest.mark.parametrize("pair", DISTINCT.split(";"))
def test_another_word_is_no_answer(pair: str) -> None:
    """A word of its own is another answer, even where an ending or an umlaut is all that tells them apart."""
    term, answer = pair.split()
    assert not is_right(term, answer, "de", is_known("de"))
    assert is_right(term, term.upper(), "de", is_known("de"))


def test_a_glass_is_no_glasses() -> None:
    assert not is_right("glasses", "glass", "en", is_known("en"))
    assert is_right("glass", "glasses", "en", is_known("en"))
    assert not is_right("rose", "rosé", "en", is_known("en"))


def _near(term: str, language: str, index: dict[str, set[str]]) -> set[str]:
    """The known folded words that the rule about endings takes for forms of *term*, but for plain -s, -es, -ies."""
    folded = fold(term, language)
    found = set(index.get(folded, ())) | shorter_forms(folded, language)
    if language == "de":
        for form in shorter_forms(folded, language):
            found |= index.get(form, set())
    plain = {folded, folded + "s", folded + "es"} | ({folded[:-1] + "ies"} if language == "en" else set())
    return {word for word in found if terms.is_known(word, language)} - plain


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_that_is_taken_for_a_term_was_looked_at(language: str) -> None:
    """``answers-<language>.tsv`` lists for each term the known words near it: those that are right, those that are not.

    A word near a new term, or a changed verdict, belongs into the file after a look at it.
    """
    with (Path(__file__).parent / f"answers-{language}.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file, delimiter="\t"))[1:]
    index: dict[str, set[str]] = {}
    for word in terms.listed_words(language):
        for form in shorter_forms(word, language):
            index.setdefault(form, set()).add(word)
    known = is_known(language)
    verdicts: dict[str, tuple[set[str], set[str]]] = {}
    for term, right, wrong in rows:
        verdicts[term] = (set(right.split()) - {"-"}, set(wrong.split()) - {"-"})
        assert [word for word in verdicts[term][0] if not is_right(term, word, language, known)] == []
        assert [word for word in verdicts[term][1] if is_right(term, word, language, known)] == []
    for term in terms.terms(language):
        looked_at = {fold(word, language) for words in verdicts.get(term.word, ()) for word in words}
        assert _near(term.word, language, index) <= looked_at, term.word


SPELLINGS = """
Delfin Delphin; Delfin Delphine; Fantasie Phantasie; Fotosynthese Photosynthese; Brokkoli Broccoli; Friseur Frisör;
Elefant Elephant; Elefant Elephanten; Fotograf Photograph; Fotograf Fotograph; Joghurt Yogurt; Albtraum Alptraum;
Skifahren Schifahren; Saxofon Saxophon; Mikrofon Mikrophone; Panther Panter; Yacht Jacht; Zirkus Circus
"""


@pytest.mark.parametrize("pair", SPELLINGS.split(";"))
def test_german_spellings(pair: str) -> None:
    """Both spellings are right, whichever the term has."""
    one, other = pair.split()
    assert is_right(one, other, "de", is_known("de"))
    assert is_right(other, one, "de", is_known("de"))


@pytest.mark.parametrize(("term", "answer"), [("Graf", "Graph"), ("Ton", "Thon"), ("Friseur", "Friseurin")])
def test_not_every_ph_is_a_spelling(term: str, answer: str) -> None:
    assert not is_right(term, answer, "de", is_known("de"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_spellings_are_folded_and_lead_somewhere(language: str) -> None:
    """No entry chases another: what is respelt stays as it is."""
    for one, other in SPELLING_TABLES[language].items():
        assert fold(one, language) == one
        assert respelt(one, language) == respelt(respelt(one, language), language), one
        assert respelt(other, language) == other, one


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_terms_are_one_by_their_spelling(language: str) -> None:
    spelt = [respelt(fold(term.word, language), language) for term in terms.terms(language)]
    assert len(set(spelt)) == len(spelt)


def test_articles() -> None:
    assert answer_of("  Der  Hund! ", "de") == "Hund"
    assert answer_of("der", "de") == "der"
    assert answer_of("the a dog", "en") == "dog"


@given(word=st.text(alphabet="abcd", min_size=1, max_size=8), data=st.data())
def test_one_edit(word: str, data: st.DataObject) -> None:
    """Any one edit or swap is one edit apart, both ways round; equal words are none."""
    place = data.draw(st.integers(0, len(word) - 1))
    letter = data.draw(st.sampled_from("abcd"))
    edits = {
        word[:place] + letter + word[place:],
        word[:place] + word[place + 1 :],
        word[:place] + letter + word[place + 1 :],
        word[:place] + word[place : place + 2][::-1] + word[place + 2 :],
    }
    for edited in edits - {word}:
        assert one_edit_apart(word, edited)
        assert one_edit_apart(edited, word)
    assert not one_edit_apart(word, word)
    assert not one_edit_apart(word, word + "ab" + letter)
