"""Countries as lists write them: by two letters, by three of ISO or of the sports bodies, or by a name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

from matches.models import name_key

# Two letters, the codes of three (ISO 3166, then those of the IOC, FIFA or FIDE where they differ), and names: in
# English and French, and for many countries in German, Spanish, Italian and their own languages.
_TABLE = """
AD AND Andorra|Andorre
AE ARE,UAE United Arab Emirates|Émirats arabes unis|Vereinigte Arabische Emirate|Emirates
AF AFG Afghanistan
AG ATG,ANT Antigua and Barbuda|Antigua-et-Barbuda
AI AIA Anguilla
AL ALB Albania|Albanie|Albanien|Shqipëria
AM ARM Armenia|Arménie|Armenien|Hayastan|Հայաստան
AO AGO,ANG Angola
AR ARG Argentina|Argentine|Argentinien
AS ASM,ASA American Samoa|Samoa américaines
AT AUT Austria|Autriche|Österreich|Oostenrijk|Østrig|Österrike|Itävalta|Rakousko|Ausztria|Αυστρία|Avusturya|Áustria
AU AUS Australia|Australie|Australien
AW ABW,ARU Aruba
AX ALA Åland|Åland Islands|Îles Åland
AZ AZE Azerbaijan|Azerbaïdjan|Aserbaidschan|Azərbaycan
BA BIH Bosnia and Herzegovina|Bosnia|Bosnie-Herzégovine|Bosnien|Bosna i Hercegovina
BB BRB,BAR Barbados|Barbade
BD BGD,BAN Bangladesh
BE BEL Belgium|Belgique|Belgien|Bélgica|Belgio|België|Belgia|Belgie|Βέλγιο|Belçika
BF BFA,BUR Burkina Faso
BG BGR,BUL Bulgaria|Bulgarie|Bulgarien|България|Bulharsko|Βουλγαρία|Bulgaristan
BH BHR,BRN Bahrain|Bahreïn
BI BDI Burundi
BJ BEN Benin|Bénin
BM BMU,BER Bermuda|Bermudes
BN BRN,BRU Brunei
BO BOL Bolivia|Bolivie
BR BRA Brazil|Brésil|Brasilien|Brasil|Brasile
BS BHS,BAH Bahamas
BT BTN,BHU Bhutan|Bhoutan
BW BWA,BOT Botswana
BY BLR Belarus|Biélorussie|Bélarus|Weißrussland|Беларусь
BZ BLZ,BIZ Belize
CA CAN Canada|Kanada
CD COD DR Congo|Congo-Kinshasa
CF CAF Central African Republic|République centrafricaine
CG COG,CGO Congo|Congo-Brazzaville
CH CHE,SUI Switzerland|Suisse|Schweiz|Suiza|Svizzera|Zwitserland|Schweitz|Sveits|Sveitsi|Suíça|Szwajcaria|Švýcarsko|Svájc|Elveția|Ελβετία|İsviçre|Švicarska|Svizra
CI CIV Ivory Coast|Côte d'Ivoire|Côte d’Ivoire
CK COK Cook Islands|Îles Cook
CL CHL,CHI Chile|Chili
CM CMR Cameroon|Cameroun
CN CHN China|Chine|中国
CO COL Colombia|Colombie|Kolumbien
CR CRI,CRC Costa Rica
CU CUB Cuba|Kuba
CV CPV Cape Verde|Cabo Verde|Cap-Vert
CW CUW Curaçao
CY CYP Cyprus|Chypre|Zypern|Chipre|Cipro|Κύπρος|Kıbrıs
CZ CZE Czech Republic|Czechia|Tchéquie|République tchèque|Tschechien|Chequia|Cechia|Repubblica Ceca|Česko|Česká republika|Czechy|Csehország|Τσεχία|Çekya|Tjekkiet|Tjeckien|Tsjechië
DE DEU,GER Germany|Allemagne|Deutschland|Alemania|Germania|Duitsland|Tyskland|Saksa|Niemcy|Německo|Németország|Γερμανία|Almanya|Njemačka|Alemanha
DJ DJI Djibouti
DK DNK,DEN Denmark|Danemark|Dänemark|Dinamarca|Danimarca|Denemarken|Danmark|Tanska|Dania|Dánsko|Dánia|Danemarca|Δανία|Danimarka|Danska
DM DMA Dominica|Dominique
DO DOM Dominican Republic|République dominicaine
DZ DZA,ALG Algeria|Algérie|Algerien
EC ECU Ecuador|Équateur
EE EST Estonia|Estonie|Estland|Eesti|Viro
EG EGY Egypt|Égypte|Ägypten|Egipto|Egitto
ER ERI Eritrea|Érythrée
ES ESP Spain|Espagne|Spanien|España|Spagna|Spanje|Spania|Espanja|Espanha|Hiszpania|Španělsko|Spanyolország|Ισπανία|İspanya|Španjolska
ET ETH Ethiopia|Éthiopie
FI FIN Finland|Finlande|Finnland|Finlandia|Suomi|Finsko|Finnország|Finlanda|Φινλανδία|Finlandiya|Finska
FJ FJI,FIJ Fiji|Fidji
FK FLK Falkland Islands|Îles Malouines
FM FSM Micronesia|Micronésie
FO FRO,FAI,FAR Faroe Islands|Îles Féroé|Færøerne|Føroyar|Färöer
FR FRA France|Frankreich|Francia|Frankrijk|Frankrig|Frankrike|Ranska|França|Francja|Francie|Franciaország|Franța|Γαλλία|Fransa|Francuska
GA GAB Gabon
GB GBR,ENG,SCO,WLS,WAL,NIR United Kingdom|Great Britain|UK|Royaume-Uni|Grande-Bretagne|Vereinigtes Königreich|Großbritannien|Reino Unido|Regno Unito|Gran Bretagna|Verenigd Koninkrijk|Storbritannien|Storbritannia|Iso-Britannia|Wielka Brytania|Velká Británie|Nagy-Britannia|Marea Britanie|Ηνωμένο Βασίλειο|Birleşik Krallık|Velika Britanija|England|Scotland|Wales|Northern Ireland|Angleterre|Écosse|Pays de Galles
GD GRD,GRN Grenada|Grenade
GE GEO Georgia|Géorgie|Georgien|Sakartvelo|საქართველო
GF GUF French Guiana|Guyane|Guyane française
GG GGY,GCI Guernsey|Guernesey
GH GHA Ghana
GI GIB Gibraltar
GL GRL Greenland|Groenland|Grønland|Kalaallit Nunaat
GM GMB,GAM Gambia|Gambie
GN GIN,GUI Guinea|Guinée
GP GLP Guadeloupe
GQ GNQ,GEQ Equatorial Guinea|Guinée équatoriale
GR GRC,GRE Greece|Grèce|Griechenland|Grecia|Griekenland|Grækenland|Grekland|Hellas|Kreikka|Grécia|Grecja|Řecko|Görögország|Ελλάδα|Ελλάς|Yunanistan|Grčka|EL
GT GTM,GUA Guatemala
GU GUM Guam
GW GNB,GBS Guinea-Bissau|Guinée-Bissau
GY GUY Guyana
HK HKG Hong Kong
HN HND,HON Honduras
HR HRV,CRO Croatia|Croatie|Kroatien|Croacia|Croazia|Kroatië|Kroatia|Croácia|Chorwacja|Chorvatsko|Horvátország|Croația|Κροατία|Hırvatistan|Hrvatska
HT HTI,HAI Haiti|Haïti
HU HUN Hungary|Hongrie|Ungarn|Hungría|Ungheria|Hongarije|Ungern|Unkari|Hungria|Węgry|Maďarsko|Magyarország|Ungaria|Ουγγαρία|Macaristan|Mađarska
ID IDN,INA Indonesia|Indonésie
IE IRL Ireland|Irlande|Irland|Irlanda|Ierland|Irlanti|Éire|Irlandia|Irsko|Írország|Ιρλανδία|İrlanda
IL ISR Israel|Israël|Israele|Ισραήλ|İsrail|ישראל
IM IMN,IOM Isle of Man|Île de Man
IN IND India|Inde|Indien
IQ IRQ Iraq|Irak
IR IRN,IRI Iran
IS ISL Iceland|Islande|Island|Islandia|Islanda|IJsland|Islanti|Ísland
IT ITA Italy|Italie|Italien|Italia|Itália|Włochy|Itálie|Olaszország|Ιταλία|İtalya|Italija
JE JEY,JCI Jersey
JM JAM Jamaica|Jamaïque
JO JOR Jordan|Jordanie
JP JPN Japan|Japon|Giappone|Japón|Japonia|日本
KE KEN Kenya
KG KGZ Kyrgyzstan|Kirghizistan
KH KHM,CAM Cambodia|Cambodge
KI KIR Kiribati
KM COM Comoros|Comores
KN KNA,SKN Saint Kitts and Nevis|Saint-Christophe-et-Niévès
KP PRK North Korea|Corée du Nord
KR KOR South Korea|Korea|Corée du Sud|Corée|Südkorea|대한민국
KW KWT,KUW Kuwait|Koweït
KY CYM,CAY Cayman Islands|Îles Caïmans
KZ KAZ Kazakhstan|Kasachstan|Қазақстан
LA LAO Laos
LB LBN,LIB Lebanon|Liban|Libanon|Líbano
LC LCA Saint Lucia|Sainte-Lucie
LI LIE Liechtenstein
LK LKA,SRI Sri Lanka
LR LBR Liberia|Libéria
LS LSO,LES Lesotho
LT LTU Lithuania|Lituanie|Litauen|Lituania|Lietuva|Litwa|Liettua
LU LUX Luxembourg|Luxemburg|Lëtzebuerg|Lussemburgo|Luxemburgo
LV LVA,LAT Latvia|Lettonie|Lettland|Letonia|Lettonia|Latvija|Łotwa|Letland
LY LBY,LBA Libya|Libye
MA MAR Morocco|Maroc|Marokko|Marruecos|Marocco
MC MCO,MON,MNC Monaco
MD MDA Moldova|Moldavie|Moldau
ME MNE Montenegro|Monténégro|Crna Gora
MF MAF Saint Martin|Saint-Martin
MG MDG,MAD Madagascar
MH MHL Marshall Islands|Îles Marshall
MK MKD North Macedonia|Macedonia|Macédoine du Nord|Macédoine|Nordmazedonien|Северна Македонија|N. Macedonia
ML MLI Mali
MM MMR,MYA Myanmar|Birmanie
MN MNG,MGL Mongolia|Mongolie
MO MAC Macao|Macau
MQ MTQ Martinique
MR MRT,MTN Mauritania|Mauritanie
MT MLT Malta|Malte
MU MUS,MRI Mauritius|Maurice|Île Maurice
MV MDV Maldives
MW MWI,MAW Malawi
MX MEX Mexico|Mexique|Mexiko|México|Messico
MY MYS,MAS Malaysia|Malaisie
MZ MOZ Mozambique
NA NAM Namibia|Namibie
NC NCL New Caledonia|Nouvelle-Calédonie
NE NER,NIG Niger
NG NGA,NGR Nigeria|Nigéria
NI NIC,NCA Nicaragua
NL NLD,NED Netherlands|The Netherlands|Holland|Pays-Bas|Niederlande|Países Bajos|Paesi Bassi|Olanda|Nederland|Nederlandene|Nederländerna|Alankomaat|Hollanti|Países Baixos|Holandia|Nizozemsko|Hollandia|Țările de Jos|Ολλανδία|Hollanda|Nizozemska
NO NOR Norway|Norvège|Norwegen|Noruega|Norvegia|Noorwegen|Norge|Noreg|Norja|Norwegia|Norsko|Norvégia|Νορβηγία|Norveç|Norveška
NP NPL,NEP Nepal|Népal
NR NRU Nauru
NZ NZL New Zealand|Nouvelle-Zélande|Neuseeland|Aotearoa
OM OMN,OMA Oman
PA PAN Panama
PE PER Peru|Pérou|Perú
PF PYF,TAH French Polynesia|Polynésie française|Tahiti
PG PNG Papua New Guinea|Papouasie-Nouvelle-Guinée
PH PHL,PHI Philippines
PK PAK Pakistan
PL POL Poland|Pologne|Polen|Polonia|Puola|Polónia|Polska|Polsko|Lengyelország|Πολωνία|Polonya|Poljska
PM SPM Saint Pierre and Miquelon|Saint-Pierre-et-Miquelon
PR PRI,PUR Puerto Rico|Porto Rico
PS PSE,PLE Palestine
PT PRT,POR Portugal|Portogallo|Portugali|Portugalia|Portugalsko|Portugália|Πορτογαλία|Portekiz
PW PLW Palau|Palaos
PY PRY,PAR Paraguay
QA QAT Qatar|Katar
RE REU Réunion|La Réunion
RO ROU,ROM Romania|Roumanie|Rumänien|Rumania|Roemenië|Rumænien|Romênia|Roménia|România|Rumunia|Rumunsko|Ρουμανία|Romanya|Rumunjska
RS SRB Serbia|Serbie|Serbien|Србија|Srbija
RU RUS Russia|Russie|Russland|Rusia|Rusland|Ryssland|Venäjä|Rosja|Rusko|Россия|Ρωσία|Rusya|Russian Federation
RW RWA Rwanda
SA SAU,KSA Saudi Arabia|Arabie saoudite
SB SLB,SOL Solomon Islands|Îles Salomon
SC SYC,SEY Seychelles
SD SDN,SUD Sudan|Soudan
SE SWE Sweden|Suède|Schweden|Suecia|Svezia|Zweden|Sverige|Ruotsi|Suécia|Szwecja|Švédsko|Svédország|Suedia|Σουηδία|İsveç|Švedska
SG SGP,SIN Singapore|Singapour|Singapur
SI SVN,SLO Slovenia|Slovénie|Slowenien|Eslovenia|Slovenija|Słowenia|Slovinsko|Szlovénia
SK SVK Slovakia|Slovaquie|Slowakei|Eslovaquia|Slovacchia|Slovensko|Słowacja|Szlovákia
SL SLE Sierra Leone
SM SMR San Marino|Saint-Marin
SN SEN Senegal|Sénégal
SO SOM Somalia|Somalie
SR SUR Suriname
SS SSD South Sudan|Soudan du Sud
ST STP Sao Tome and Principe|Sao Tomé-et-Principe
SV SLV,ESA El Salvador|Salvador
SX SXM Sint Maarten
SY SYR Syria|Syrie
SZ SWZ Eswatini|Swaziland
TC TCA Turks and Caicos Islands
TD TCD,CHA Chad|Tchad
TG TGO,TOG Togo
TH THA Thailand|Thaïlande
TJ TJK Tajikistan|Tadjikistan
TL TLS Timor-Leste|Timor oriental
TM TKM Turkmenistan|Turkménistan
TN TUN Tunisia|Tunisie|Tunesien
TO TON,TGA Tonga
TR TUR Turkey|Türkiye|Turquie|Türkei|Turquía|Turchia|Turkije|Tyrkiet|Turkiet|Tyrkia|Turkki|Turquia|Turcja|Turecko|Törökország|Turcia|Τουρκία|Turska
TT TTO,TRI Trinidad and Tobago|Trinité-et-Tobago
TV TUV Tuvalu
TW TWN,TPE Taiwan|Taïwan|Chinese Taipei
TZ TZA,TAN Tanzania|Tanzanie
UA UKR Ukraine|Ucrania|Ucraina|Україна|Ukraina
UG UGA Uganda|Ouganda
US USA United States|United States of America|America|États-Unis|Vereinigte Staaten|Estados Unidos|Stati Uniti|Verenigde Staten|Yhdysvallat|Stany Zjednoczone|Spojené státy|Egyesült Államok|ΗΠΑ|ABD|EUA|Sjedinjene Američke Države
UY URY,URU Uruguay
UZ UZB Uzbekistan|Ouzbékistan
VA VAT Vatican|Holy See
VC VCT,VIN Saint Vincent and the Grenadines
VE VEN Venezuela
VG VGB,IVB British Virgin Islands|Îles Vierges britanniques
VI VIR,ISV US Virgin Islands
VN VNM,VIE Vietnam|Viet Nam
VU VUT,VAN Vanuatu
WF WLF Wallis and Futuna|Wallis-et-Futuna
WS WSM,SAM Samoa
XK XKX,KOS Kosovo|Kosova
YE YEM Yemen|Yémen
YT MYT Mayotte
ZA ZAF,RSA South Africa|Afrique du Sud|Südafrika
ZM ZMB,ZAM Zambia|Zambie
ZW ZWE,ZIM Zimbabwe
"""
_LETTERS = 2
# A flag is written with two letters of their own in Unicode.
_FLAGS = re.compile("[\N{REGIONAL INDICATOR SYMBOL LETTER A}-\N{REGIONAL INDICATOR SYMBOL LETTER Z}]{2}")
_FLAG = ord("\N{REGIONAL INDICATOR SYMBOL LETTER A}") - ord("A")
# The flags of England, Scotland and Wales are written with small letters of their own: first those of the country.
_REGION_FLAGS = re.compile(
    "\N{WAVING BLACK FLAG}([\N{TAG LATIN SMALL LETTER A}-\N{TAG LATIN SMALL LETTER Z}]{2})[\U000e0020-\U000e007f]*"
)
_REGION_FLAG = ord("\N{TAG LATIN SMALL LETTER A}") - ord("a")
# Abbreviations that are the two letters of another country without their marks: those of Costa Rica, the Turks Islands.
_WITH_MARKS = {"čr": "CZ", "t.c.": "TR"}
# What stands between two names or codes of one country.
_PARTS = re.compile(r"[/()\[\]|,;]|(?<=^GB)-| - ")


def country_code(text: str) -> str | None:
    """Return the two letters of a country; None for what is no country.

    Two letters stay as they are, but for those that are known as another country's (`UK`). A cell may write one country
    several times, as in `Germany (DE)` or `Schweiz/Suisse`, and as a flag.
    """
    plain = _FLAGS.sub(lambda flag: f"/{_letters(flag[0], _FLAG)}/", text)
    plain = _REGION_FLAGS.sub(lambda flag: f"/{_letters(flag[1], _REGION_FLAG)}/", plain)
    whole = _code(plain)
    if whole is not None:
        return whole
    codes = {_code(part) for part in _PARTS.split(plain) if part.strip()} - {None}
    return codes.pop() if len(codes) == 1 else None


def _letters(signs: str, distance: int) -> str:
    """Return the letters of a flag, whose signs stand so far behind them."""
    return "".join(chr(ord(sign) - distance) for sign in signs)


def _code(text: str) -> str | None:
    written = unicodedata.normalize("NFC", text).strip().casefold()
    if written in _WITH_MARKS:
        return _WITH_MARKS[written]
    key = name_key(text).replace(".", "").strip()
    if len(key) == _LETTERS and key.isascii() and any(c.isalpha() and not c.isascii() for c in written):
        # A code has no marks: what has them is something else.
        return None
    known = _by_word().get(key)
    if known is not None:
        return known
    return key.upper() if len(key) == _LETTERS and key.isascii() and key.isalpha() else None


@cache
def _by_word() -> dict[str, str]:
    """Return the two letters by each code and name, folded; a code of ISO goes before those of sports."""
    words: dict[str, str] = {}
    for two, codes, names in _lines():
        words[two.casefold()] = two
        words[codes[0].casefold()] = two
        words |= {name_key(name).replace(".", ""): two for name in names}
    for two, codes, _names in _lines():
        for code in codes[1:]:
            words.setdefault(code.casefold(), two)
    return words


def _lines() -> Iterator[tuple[str, list[str], list[str]]]:
    for line in _TABLE.strip().splitlines():
        two, codes, names = line.split(" ", 2)
        yield two, codes.split(","), names.split("|")
