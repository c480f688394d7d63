"""Words that a rule about endings takes for forms of each other, and that mean different things.

Read by `engine.games.oneword.language.same`. Umlauts count here: Not and Note are listed, Nöte is a form of Not.
"""

from __future__ import annotations

_GERMAN = """
Akt Akte; Becken Beck; Bord Börde; Buch Buche; Bus Busen; Eis Eisen; Elf Elfe; Faden fade; Fall Falle; Fass fassen;
Floß Flosse; Gar Garn; Gewissen gewiss; Grill Grille; Haus hauen; Heck Hecke; Herd Herde; Hut hüten; Jacke Jack;
Kanne kann; Kant Kante; Kart Karte; Kohl Kohle; Kur Kurs; Lachs lachen; Laub Laube; Laut Laute; List Liste; Mal
malen; Mark Marke; Maß Masse; Mast mästen; Matt Matte; Mus Muse; Nichts Nichte; Not Note; Pass passen; Pik Pike;
Platz platzen; Pol Polen; Post Posten; Pot Poet; Rahm Rahmen; Rast Raste; Rat Rate; rege Regen; Reif Reife; Reis
Reise; Rind Rinde; Ring ringen; Schal Schale; Schlaf Schläfe; Schrank Schranke; Sekt Sekte; Sol Sole; Spind Spinde;
Spitz Spitze; taub Taube; Ton tönen; Tusch Tusche; Wachs wachsen; Watt Watte; weich Weiche; Weis Weise; Wein weinen;
Wind winden; golden Gold; silbern Silber; kupfern Kupfer; ledern Leder; wollen Wolle; seiden Seide
"""

_GERMAN_PLURALS = """
Bord Borde; Buch Bücher; Bus Busse; Faden Fäden; Fall Fälle; Fass Fässer; Floß Flöße; Garn Garne; Haus Häuser;
Hut Hüte; Kur Kuren; Kurs Kurse; Lachs Lachse; Mal Male; Maß Maße; Mast Masten; Not Nöte; Pass Pässe;
Platz Plätze; Pol Pole; Rat Räte; Rind Rinder; Ring Ringe; Schrank Schränke; Ton Töne; Wein Weine;
Wind Winde
"""

_ENGLISH = """
brook Brooks; custom customs; doe does; good goods; len lens; Mar Mars; mean means;
new news; Pari Paris; physic physics; pant pants; short shorts; Wale Wales
"""


def _pairs(text: str) -> tuple[tuple[str, str], ...]:
    found = []
    for entry in text.replace("\n", " ").split(";"):
        first, second = entry.split()
        found.append((first, second))
    return tuple(found)


LOOKALIKES: dict[str, tuple[tuple[str, str], ...]] = {"de": _pairs(_GERMAN), "en": _pairs(_ENGLISH)}
"""By language: pairs of words that are not the same."""

PLURALS: dict[str, dict[str, str]] = {"de": dict(_pairs(_GERMAN_PLURALS)), "en": {}}
"""Plurals of listed words that no plain ending gives: with -e, -en, -er or an umlaut."""
