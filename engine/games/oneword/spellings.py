"""Two ways to spell a word: British and American, and the ways German dictionaries allow or have allowed.

What `respelt` brings to the same spelling is the same word for an answer (`engine.games.oneword.answers`) and for
those who look the hints through (`engine.games.oneword.review`). The comparison of hints itself knows nothing of it
(ruling 2: colour and color are different).
"""

from __future__ import annotations

from functools import cache

from engine.games.oneword.lookalikes import pairs

WHOLE_LETTERS = 4
"""A spelling with at most so many letters is found as a whole word only; a longer one in compounds, too."""

_ENGLISH = """
colour color; favour favor; flavour flavor; harbour harbor; honour honor; humour humor; labour labor;
neighbour neighbor; armour armor; behaviour behavior; rumour rumor; vapour vapor; parlour parlor; odour odor;
saviour savior; valour valor; vigour vigor; tumour tumor; splendour splendor; endeavour endeavor; glamour glamor;
candour candor; clamour clamor; fervour fervor; savour savor; ardour ardor; rancour rancor; mould mold; moult molt;
smoulder smolder; theatre theater; centre center; metre meter; litre liter; fibre fiber; spectre specter;
sabre saber; sombre somber; calibre caliber; lustre luster; sceptre scepter; meagre meager; defence defense;
offence offense; licence license; pretence pretense; grey gray; tyre tire; pyjama pajama; plough plow;
jewellery jewelry; moustache mustache; cheque check; kerb curb; doughnut donut; sceptic skeptic; aeroplane airplane;
programme program; yoghurt yogurt; sulphur sulfur; aluminium aluminum; cosy cozy; whisky whiskey; storey story;
traveller traveler; jeweller jeweler; marvellous marvelous; woollen woolen; modelling modeling; catalogue catalog;
dialogue dialog; analogue analog; monologue monolog; encyclopaedia encyclopedia; archaeology archeology;
mediaeval medieval; paediatric pediatric; anaesthe anesthe; haemo hemo; foetus fetus; oesophagus esophagus;
manoeuvre maneuver; orthopaedic orthopedic; caesar cesar; enrol enroll; fulfil fulfill; skilful skillful;
wilful willful; instalment installment; practise practice; draught draft; gaol jail; artefact artifact;
ageing aging; judgement judgment; acknowledgement acknowledgment; organise organize; realise realize;
recognise recognize; apologise apologize; civilisation civilization; organisation organization; analyse analyze;
paralyse paralyze; axe ax; omelette omelet; liquorice licorice; chilli chili; lasagne lasagna; mum mom
"""

# Folded, like everything compared: Stängel is stangel here. The spellings are those of the official German word list
# and of the one before the reform of 1996, of foreign words also the one they came with.
_GERMAN = """
delphin delfin; photograf fotograf; fotograph fotograf; phantas fantas; photograph fotograf; photo foto;
mikrophon mikrofon; megaphon megafon; saxophon saxofon; xylophon xylofon; grammophon grammofon; telephon telefon;
vibraphon vibrafon; phonet fonet; diktaphon diktafon; quadrophon quadrofon; graphi grafi; graphit grafit;
biograph biograf; geograph geograf; choreograph choreograf; paragraph paragraf; telegraph telegraf;
seismograph seismograf; kalligraph kalligraf; kartograph kartograf; orthograph orthograf; stenograph stenograf;
elephant elefant; symphon sinfon; stephan stefan; broccoli brokkoli; maccaroni makkaroni; accord akkord;
mocca mokka; circus zirkus; cigarre zigarre; cigarette zigarette; cylinder zylinder; cyclop zyklop; ceder zeder;
centrum zentrum; camera kamera; cacao kakao; calender kalender; casino kasino; cognac kognak; collier kollier;
copie kopie; cousine kusine; creme krem; crem krem; club klub; code kode; coupon kupon; couvert kuvert; cord kord;
october oktober; octopus oktopus; cactus kaktus; carneval karneval; compass kompass; contrabass kontrabass;
discothek diskothek; disco disko; friseu friso; liqueur likor; mayonnaise majonase; necessaire nessessar;
polonaise polonase; portemonnaie portmonee; dekolletee dekollete; varietee variete; exposee expose; frottee frotte;
soufflee souffle; negligee neglige; kommunikee kommunique; cliche klischee; chicoree schikoree; boutique butike;
bravour bravur; nougat nugat; bouquet bukett; sketsch sketch; ketschup ketchup; charme scharm; biscuit biskuit;
bisquit biskuit; joghurt jogurt; yoghurt jogurt; yogurt jogurt; spaghetti spagetti; ghetto getto; panther panter;
thunfisch tunfisch; katarrh katarr; myrrhe myrre; hamorrhoid hamorrid; yacht jacht; yoga joga; yak jak; yojo jojo;
yoyo jojo; pijama pyjama; zepter szepter; maffia mafia; vampyr vampir; sphynx sphinx; kanguruh kanguru; rauh rau;
rauhreif raureif; stengel stangel; gemse gamse; greuel grauel; schneuz schnauz; bendel bandel; behend behand;
quentchen quantchen; belemmert belammert; aufwendig aufwandig; uberschwenglich uberschwanglich; numerier nummerier;
plazier platzier; karamel karamell; tolpatsch tollpatsch; zierat zierrat; roheit rohheit; alptraum albtraum;
alpdruck albdruck; stilleben stillleben; brennessel brennnessel; schiffahrt schifffahrt; balletttanz ballettanz;
wollappen wolllappen; bettuch betttuch; flanellappen flanelllappen; tip tipp; stop stopp; mop mopp; ski schi;
skifahr schifahr; skilauf schilauf; skispring schispring; skipiste schipiste; lakritze lakritz; cheque check;
yeti jeti; triumpf triumph; geographie geografie; penicillin penizillin; accordeon akkordeon; akkordion akkordeon;
trabbi trabi; buffet bufett; buffett bufett; jockei jockey; rommee romme; czardas csardas; kathode katode;
wallnuss walnuss
"""


SPELLINGS: dict[str, dict[str, str]] = {"de": dict(pairs(_GERMAN)), "en": dict(pairs(_ENGLISH))}
"""By language: the folded spellings that `respelt` replaces, each with what takes its place."""

_PLURALS = {"de": ("", "s", "n", "en", "e"), "en": ("", "s")}


@cache
def _longest_first(language: str) -> tuple[tuple[str, str], ...]:
    # So that no shorter entry spoils a longer one.
    return tuple(sorted(SPELLINGS[language].items(), key=lambda pair: -len(pair[0])))


def respelt(folded: str, language: str) -> str:
    """A folded word in the one spelling of those that are allowed, as far as the list above knows it."""
    for other, ours in _longest_first(language):
        if other in ours and ours in folded:
            continue  # enroll is no enrol with an l more
        if len(other) <= WHOLE_LETTERS:
            if folded.startswith(other) and folded[len(other) :] in _PLURALS[language]:
                return ours + folded[len(other) :]
        elif other in folded and ours not in folded.replace(other, ""):
            return folded.replace(other, ours)
    return folded
