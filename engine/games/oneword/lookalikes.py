"""Words that a rule about endings takes for forms of each other, and that mean different things.

Read by `engine.games.oneword.language`. Umlauts and ß count here: Not and Note are listed, Nöte is a form of Not. A
pair is not listed if one word is a plain form of the other all the same (Wind and Winde, Messe and messen).
"""

from __future__ import annotations

_GERMAN = """
Akt Akte; Becken Beck; Bord Börde; Buch Buche; Bus Busen; Eis Eisen; Elf Elfe; Faden fade; Fall Falle; Fass fassen;
Floß Flosse; Gar Garn; Gewissen gewiss; Grill Grille; Haus hauen; Heck Hecke; Herd Herde; Hut hüten; Jacke Jack;
Kanne kann; Kant Kante; Kart Karte; Kohl Kohle; Kur Kurs; Lachs lachen; Laub Laube; Laut Laute; List Liste;
Mal malen; Mark Marke; Maß Masse; Mast mästen; Matt Matte; Mus Muse; Nichts Nichte; Not Note; Pass passen; Pik Pike;
Platz platzen; Pol Polen; Post Posten; Pot Poet; Rahm Rahmen; Rast Raste; Rat Rate; rege Regen; Reif Reife;
Reis Reise; Rind Rinde; Ring ringen; Schal Schale; Schlaf Schläfe; Schrank Schranke; Sekt Sekte; Sol Sole;
Spind Spinde; Spitz Spitze; taub Taube; Ton tönen; Tusch Tusche; Wachs wachsen; Watt Watte; weich Weiche;
Weis Weise; Wein weinen; Wind winden; golden Gold; silbern Silber; kupfern Kupfer; ledern Leder; wollen Wolle;
seiden Seide; Küche Kuchen; Dach Dachs; Blut Blüte; bluten Blüte; Sage Säge; sag Säge; hohl Höhle; Zeug Zeuge;
lach Lachs; Lache Lachs; hau Haus; nicht Nichts; Sieb sieben; wurde Würde; Rose Rosé; Reife Reifen; Hall Halle;
Leid leiden; Grab graben; Wust Wüste; wüst Wüste; wies Wiese; Deck Decke; Ruin Ruine; lug Lüge; Rache Rachen;
Glück Glucke; Burg Bürge; Ball Ballen; bog Bogen; min Mine; klipp Klippe; Tür turn; reges Regen; gewisse Gewissen;
Mund munden; Mund münden; Rost rösten; Gehalt gehalten; Schloss schlossen; Alter älter; anders Andersen;
Blues Bluse; Bus Buße; Ebene eben; Esse essen; Fahrt Fährte; Fall fällen; Fähre fahren; Freud Freude; Funk Funke;
Garn gären; Handel Händel; handeln Händel; Hocker Höcker; Horn hören; knapp Knappe; Los lösen; lose lösen; Mai Mais;
Mull Müll; Mus müssen; Ohr Öhr; Plan Plane; Polier polieren; Pumpe Pumps; Recht rechts; Rechte rechts; Rohr Röhre;
Rubens Rüben; Schal schälen; Schlager Schläger; Schläfe schlafen; Schutz Schütze; Schiller schillern; spät Spaten;
Spur spüren; Stuck Stück; Stör stören; Tablett Tablette; Trage träge; tragen träge; Tran Träne; Wache Wachs;
wach Wachs; zahlen zählen; Zink Zinken; anders ändern; drucken drücken; fordern fördern; Holle Hölle;
Schott Schotte; Burger Bürger; Grat Gräte; Gut Güte; Kanon Kanone; Klau Klaue; Kost Kosten; kund Kunde; lag Lage;
Lade Laden; Mahl mahlen; Mucke Mücke; Ruß Russe; Schien Schiene; seid Seide; Spule spülen; toll Tolle; war Ware;
weil Weile; Zinn Zinne; Kur Kür; Ruck Rücken; nah nähen; nahe nähen; Nähe nähen; mahnen Mähne; tuten Tüte;
Ruhr rühren; Tausch täuschen; tauschen täuschen; Dose dösen; hohle Höhle; haue Haus; Schal schäle; Bus büße;
Bus büßen; Drucker Drücker; Walzer Wälzer; Drohne dröhne; Drohne dröhnen; Klon klönen; luge Lüge; Pass passé;
Stille stillen; Spur spüre; Ries Riese
"""

_GERMAN_PLURALS = """
Bord Borde; Buch Bücher; Bus Busse; Faden Fäden; Fall Fälle; Fass Fässer; Floß Flöße; Garn Garne; Haus Häuser;
Hut Hüte; Kur Kuren; Kurs Kurse; Lachs Lachse; Mal Male; Maß Maße; Mast Masten; Not Nöte; Pass Pässe; Platz Plätze;
Pol Pole; Rat Räte; Rind Rinder; Ring Ringe; Schrank Schränke; Ton Töne; Wein Weine; Wind Winde; Ball Bälle;
Dach Dächer; Dachs Dachse; Sieb Siebe; Grab Gräber; Schloss Schlösser; Plan Pläne; Rohr Rohre; Spur Spuren;
Tablett Tabletts; Stück Stücke; Burg Burgen; Ohr Ohren; Fahrt Fahrten; Horn Hörner; Los Lose; Laden Läden;
Tür Türen; Mund Münder; Rost Roste; Gut Güter; Mahl Mahle; Gehalt Gehälter; Ruck Rucke; Kür Küren; Deck Decks;
Grat Grate; Bogen Bögen; Recht Rechte; Stör Störe
"""

_ENGLISH = """
brook Brooks; custom customs; doe does; good goods; len lens; Mar Mars; mean means; new news; Pari Paris;
physic physics; pant pants; short shorts; Wale Wales; odd odds; tight tights; blue blues; rose rosé; rich riches;
jean jeans; content contents; specie species; politic politics; economic economics; athletic athletics; more mores;
rapid rapids; tong tongs
"""

# A hint is struck by these pairs (ruling 2: umlauts don't count), but who guesses has said another word.
_GERMAN_ANSWERS = """
Bär Bar; Bär bare; schön schon; Stille still; Treue treu; Dürre dürr; Kälte kalt; Wärme warm; Boxen Box
"""

_ENGLISH_ANSWERS = """
glasses glass
"""


def pairs(text: str) -> tuple[tuple[str, str], ...]:
    """The pairs of words in a table: ``one other; third fourth``, over any number of lines."""
    found = []
    for entry in text.replace("\n", " ").split(";"):
        first, second = entry.split()
        found.append((first, second))
    return tuple(found)


LOOKALIKES: dict[str, tuple[tuple[str, str], ...]] = {"de": pairs(_GERMAN), "en": pairs(_ENGLISH)}
"""By language: pairs of words that are not the same."""

PLURALS: dict[str, dict[str, str]] = {"de": dict(pairs(_GERMAN_PLURALS)), "en": {}}
"""Plurals of listed words that no plain ending gives: with -e, -en, -er or an umlaut."""

OTHER_ANSWERS: dict[str, tuple[tuple[str, str], ...]] = {
    "de": pairs(_GERMAN_ANSWERS),
    "en": pairs(_ENGLISH_ANSWERS),
}
"""By language: a term and a word that is no answer to it, though hints like these count as the same."""
