"""Words derived from each other by an ending: Freiheit and frei, luck and lucky.

The seed forbids the term, its parts and its forms, and says that derived words are other words; ruling 1 lets the game
refuse the term with a plain suffix (freundlich for Freund) and the parts that the term list names (forgive for
forgiveness). Any other derivation passes the game. Whether it gives too much away is for those who check the hints:
bots object to it and write none themselves.
"""

from __future__ import annotations

from functools import cache

from engine.games.oneword.language import fold

LEAST_STEM = 4
"""Letters that a stem has at least: what is shorter is found in too many words."""

ENDINGS = {
    "de": (
        "heit", "keit", "igkeit", "schaft", "ung", "nung", "nis", "tum", "itat", "ismus", "ist", "ie", "ur",
        "los", "losigkeit", "haft", "sam", "bar", "voll", "ig", "lich", "isch", "er", "erin", "erei", "ei", "in",
    ),
    "en": (
        "ness", "ity", "ment", "dom", "ship", "hood", "ful", "less", "ous", "ic", "ical", "ian", "ist", "ism",
        "y", "ly", "able", "ing", "er", "or", "ery", "ry", "cy", "ation", "ion", "al", "ary", "ative", "ive", "th",
    ),
}  # fmt: skip
"""Endings, folded, that make one word of another."""

_CHANCE = {
    "de": """
Spinne Spinner; Spinne Spinnerei; Torte Tortur; Messe Messer; Kelle Keller; Locke locker; nach Nachbar; Leite Leiter;
Burg Bürgerin; Stift Stiftung; Satz Satzung; Ritt Ritter; Spiegel Spiegelei; Walze Walzer; Zeuge Zeugnis;
Fliege Flieger; Kreuz Kreuzung; Schwein Schweinerei; Berg Bergung; Zug zügig; mein Meinung; Schulden schuldig;
Wende wendig; Mund mündig; Mund Mündigkeit; Schatz Schätzung; Fluss Flüssigkeit; Rolle Roller; Becken Becker;
gedacht Gedächtnis; Tell Teller; Decke Decker; Druck Drucker; Zeug Zeugnis; Zeuge Zeugung; Diktat Diktatur
""",
    "en": """
flow flower; hone honey; bread breadth; bell belly; sand sandal; hand handful; hand handy; clove clover; raven
ravenous; badge badger; tent tentative; part party; whisk whisky; factor factory; tail tailor; ferry ferrous;
harp harpy; batter battery; batt battery; mercy mercer; grave gravity; grave gravy; gravity gravy; destiny
destination; iron irony; compass compassion; colon colony; diploma diplomacy; treat treaty; deco decoy; cell
cellist; organ organism; port portion; port portal; stall stallion; fine finery; hospital hospitality; genie
genial; libra library; desert desertion; fair fairy; dice dicey; butt butter; nest nestor; star stardom;
diction dictionary; spring springy; ship shipment; apple apply; eros erosion; heart hearty; party partial;
grave gravitation; office officer; arch archer; arch archery; accord accordion; tract tractor; medal medalist
""",
}


@cache
def _by_chance(language: str) -> frozenset[frozenset[str]]:
    """Pairs of folded words that only look derived, or have gone their own ways."""
    return frozenset(
        frozenset(fold(word, language) for word in pair.split()) for pair in _CHANCE[language].split(";")
    )


def _stems(word: str, language: str) -> set[str]:
    """What is left of a folded word before an ending: hope → hop, Lüge → lug, beauty → beauti."""
    found = {word}
    if language == "de":
        found |= {word.removesuffix("e"), word.removesuffix("n"), word.removesuffix("en")}
    else:
        found |= {word.removesuffix("e"), word.removesuffix("y")}
        if word.endswith("y"):
            found.add(word[:-1] + "i")
    return {stem for stem in found if len(stem) >= LEAST_STEM}


def is_derived(one: str, other: str, language: str) -> bool:
    """Whether one of two different folded words is the other with an ending; symmetric."""
    short, long = sorted((one, other), key=len)
    if len(short) < LEAST_STEM or frozenset((short, long)) in _by_chance(language):
        return False
    return any(
        long.startswith(stem) and long[len(stem) :] in ENDINGS[language] for stem in _stems(short, language)
    )
