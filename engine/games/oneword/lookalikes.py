"""Words that a rule about endings takes for forms of each other, and that mean different things.

Read by `engine.games.oneword.language.same`. Umlauts count here: Not and Note are listed, Nöte is a form of Not.
"""

from __future__ import annotations

_GERMAN = """
Akt Akte; Bord Börde; Buch Buche; Bus Busen; Eis Eisen; Elf Elfe; Fall Falle; Fass fassen;
Floß Flosse; Gar Garn; Grill Grille; Heck Hecke; Herd Herde; Hut hüten; Kanne kann; Kant Kante; Kart Karte;
Kohl Kohle; Kur Kurs; Laub Laube; Laut Laute; List Liste; Mal malen; Mark Marke; Maß Masse;
Mast mästen; Matt Matte; Mus Muse; Not Note; Pass passen; Pik Pike; Platz platzen; Pol Polen; Post Posten;
Pot Poet; Rahm Rahmen; Rast Raste; Rat Rate; rege Regen; Reif Reife; Reis Reise; Rind Rinde; Ring ringen;
Schal Schale; Schlaf Schläfe; Schrank Schranke; Sekt Sekte; Sol Sole; Spind Spinde; Spitz Spitze;
taub Taube; Ton tönen; Tusch Tusche; Wachs wachsen; Watt Watte; weich Weiche; Weis Weise;
Wein weinen; Wind winden;
golden Gold; silbern Silber; kupfern Kupfer; ledern Leder; wollen Wolle; seiden Seide
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
