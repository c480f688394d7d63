"""``vierblatt oneword …``: comparing words, checking hints, guessing, listing terms.

They serve whoever edits the term files or reports a wrong comparison. ``compare`` prints ``same`` or ``different``;
``check`` prints ``ok``, or the reason and exits with 1; ``guess`` ranks the terms as the strong guesser does, with
nothing held back; ``terms`` lists them. All but ``guess`` answer at once, so nothing is imported before it is needed.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from engine.core.text import Texts

if TYPE_CHECKING:
    import argparse

_LANGUAGES = ("de", "en")
_LEVELS = ("family", "standard", "hard")
DEFAULT_TOP = 5


def register(commands: argparse._SubParsersAction[Any], t: Texts) -> None:
    """Add ``oneword`` with its four commands."""
    parser = commands.add_parser("oneword", help=t._("words of “One Word”: compare, check, guess, list"))
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)

    compare = actions.add_parser("compare", help=t._("whether two hints are the same word"))
    _add_lang(compare, t)
    compare.add_argument("first", metavar="A", help=t._("a word"))
    compare.add_argument("second", metavar="B", help=t._("another word"))
    compare.set_defaults(run=run_compare)

    check = actions.add_parser("check", help=t._("whether a word may be a hint for a term"))
    _add_lang(check, t)
    check.add_argument("term", metavar="TERM", help=t._("the term"))
    check.add_argument("hint", metavar="HINT", help=t._("the hint"))
    check.set_defaults(run=run_check)

    guess = actions.add_parser("guess", help=t._("which terms hints point to"))
    _add_lang(guess, t)
    guess.add_argument("hints", metavar="HINT", nargs="+", help=t._("the hints"))
    guess.add_argument(
        "--top",
        type=_count(t),
        default=DEFAULT_TOP,
        metavar="N",
        help=t._("how many terms ({n} if not given)", n=DEFAULT_TOP),
    )
    guess.add_argument("--json", action="store_true", help=t._("print JSON for programs"))
    guess.set_defaults(run=run_guess)

    listing = actions.add_parser("terms", help=t._("list the terms"))
    _add_lang(listing, t)
    listing.add_argument("--level", choices=_LEVELS, help=t._("only this difficulty"))
    listing.add_argument("--json", action="store_true", help=t._("print JSON for programs"))
    listing.set_defaults(run=run_terms)


def _add_lang(parser: argparse.ArgumentParser, t: Texts) -> None:
    parser.add_argument(
        "--lang", choices=_LANGUAGES, required=True, help=t._("the language of the words: de or en")
    )


def _count(t: Texts) -> Callable[[str], int]:
    def count(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 9):
            raise ArgumentTypeError(t._("“{text}” is not a whole number", text=text))
        if int(text) < 1:
            raise ArgumentTypeError(t._("it must be at least {least}", least=1))
        return int(text)

    return count


def _say_json(value: Any) -> None:
    encoding = (getattr(sys.stdout, "encoding", None) or "").lower().replace("-", "").replace("_", "")
    print(json.dumps(value, ensure_ascii=encoding != "utf8"))


def run_compare(arguments: Namespace, t: Texts) -> int:
    """Print ``same`` or ``different``. Raises `NotAllowed` for what can't be a hint at all."""
    from engine.core.errors import NotAllowed
    from engine.games.oneword.language import same
    from engine.games.oneword.typed import clean, refuse_word

    for word in (arguments.first, arguments.second):
        refusal = refuse_word(word)
        if refusal is not None:
            raise NotAllowed(refusal)
    print("same" if same(clean(arguments.first), clean(arguments.second), arguments.lang) else "different")
    return 0


def run_check(arguments: Namespace, t: Texts) -> int:
    """Print ``ok``, or why the word is no hint for the term. Raises `NotAllowed` for what can't be a term."""
    from engine.core.errors import NotAllowed
    from engine.games.oneword import terms
    from engine.games.oneword.hints import refuse_hint
    from engine.games.oneword.typed import clean, refuse_word

    language = arguments.lang
    refusal = refuse_word(arguments.term)
    if refusal is not None:
        raise NotAllowed(refusal)
    term = clean(arguments.term)
    known = terms.find(language, term)
    refusal = refuse_hint(
        term,
        known.parts if known else (),
        arguments.hint,
        language,
        lambda word: terms.is_known(word, language),
    )
    print("ok" if refusal is None else refusal.text(t))
    return 0 if refusal is None else 1


def run_guess(arguments: Namespace, t: Texts) -> int:
    """Print the most likely terms with their probabilities, or that the hints point to none.

    Raises `NotAllowed` for what can't be a hint.
    """
    from engine.core.errors import NotAllowed
    from engine.games.oneword.meaning import Mind
    from engine.games.oneword.typed import clean, refuse_word

    for word in arguments.hints:
        refusal = refuse_word(word)
        if refusal is not None:
            raise NotAllowed(refusal)
    hints = [clean(word) for word in arguments.hints]
    mind = Mind(arguments.lang)
    # Of hints that nobody has ever heard of no term is likelier than another: then there is nothing to rank.
    told = any(mind.worth(word) for word in hints)
    found_terms = mind.ranked(hints)[: arguments.top] if told else []
    ranked = [(mind.index.terms[number], chance) for number, chance in found_terms]
    if arguments.json:
        found = [
            {"term": term.word, "level": term.level, "probability": round(chance, 4)}
            for term, chance in ranked
        ]
        _say_json({"language": arguments.lang, "hints": hints, "terms": found})
        return 0
    if not ranked:
        print(t._("These hints point to no known term."))
        return 0
    width = max((len(term.word) for term, _chance in ranked), default=0)
    for term, chance in ranked:
        print(f"{term.word.ljust(width)}  {t.number(100 * chance).rjust(5)} %")
    return 0


def run_terms(arguments: Namespace, t: Texts) -> int:
    """Print the terms, one a line."""
    from engine.games.oneword import terms

    found = [term for term in terms.terms(arguments.lang) if arguments.level in (None, term.level)]
    if arguments.json:
        listed = [
            {
                "term": term.word,
                "level": term.level,
                "parts": list(term.parts),
                "associations": list(term.associations),
            }
            for term in found
        ]
        _say_json({"language": arguments.lang, "terms": listed})
        return 0
    for term in found:
        print(term.word)
    return 0
