"""The words by which the columns of a list of players are known, in the languages of Europe."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

from matches.models import name_words


class ListField(StrEnum):
    """What a column holds."""

    NAME = "name"
    """The whole name."""
    FAMILY = "family"
    GIVEN = "given"
    CLUB = "club"
    COUNTRY = "country"
    EMAIL = "email"
    NUMBER = "number"
    """The number in a federation."""
    ENTRANT = "entrant"
    """The id of an entrant, in a file that was downloaded here."""
    STATUS = "status"
    """Whether an entrant has left, in a file that was downloaded here."""
    FIRST_DAY = "from"
    """The first day of a membership, in a list of members."""
    LAST_DAY = "to"
    """The last day of a membership, in a list of members."""
    RATING = "rating"
    """The rating of an earlier system, in a list of members."""
    EXPERIENCE = "experience"
    """The experience with that rating, in a list of members."""


# What somebody may choose for a column by hand.
CHOICES = (
    ListField.NAME,
    ListField.FAMILY,
    ListField.GIVEN,
    ListField.CLUB,
    ListField.COUNTRY,
    ListField.EMAIL,
    ListField.NUMBER,
)
_OF_ENTRANTS = frozenset({ListField.ENTRANT, ListField.STATUS})
# The first name where a column has the family name, and else the whole name: English, Spanish, Italian, Czech and so on.
_GIVEN_OR_WHOLE = (
    "name|names|naam|navn|namn|nimi|nafn|nombre|nome|jméno|meno|ime|imię|име|имя|ім'я|όνομα|ad|adı|isim|"
    "vardas|vārds|emri|emër"
)
# In the order en, fr, de, es, it, pt, nl, da, no, sv, fi, pl, cs, hu, ro, el, tr, hr, bg, sr, ru, uk, then sk, sl, lt, lv, et, is, sq.
_WORDS: Mapping[ListField, str] = {
    ListField.NAME: """player|players|full name|player name|participant|name of player|nom complet|nom et prénom|
        prénom et nom|nom prénom|prénom nom|joueur|joueuse|spieler|spielerin|spielername|teilnehmer|vor- und nachname|
        nombre completo|nombre y apellidos|jugador|jugadora|nome completo|nome e cognome|cognome e nome|nominativo|
        name des spielers|name der spielerin|spieler name|vor- und zuname|vollständiger name|ihr name|dein name|your name|
        votre nom|nom du joueur|name of the player|first and last name|first & last name|tu nombre|för- och efternamn|
        for- og efternavn|naam speler|naam van de speler|spillerens navn|imię i nazwisko zawodnika|numele și prenumele|
        numele|όνομα παίκτη|giocatore|giocatrice|jogador|jogadora|volledige naam|speler|fulde navn|fullt navn|spiller|
        fullständigt namn|spelare|koko nimi|pelaaja|imię i nazwisko|nazwisko i imię|zawodnik|gracz|jméno a příjmení|
        příjmení a jméno|hráč|név|teljes név|játékos|nume complet|nume și prenume|jucător|ονοματεπώνυμο|παίκτης|ad soyad|
        adı soyadı|oyuncu|ime i prezime|prezime i ime|igrač|играч|състезател|пълно име|име и фамилия|такмичар|име и презиме|
        презиме и име|игрок|участник|фио|фамилия и имя|имя и фамилия|гравець|учасник|піб|прізвище та ім'я|ім'я та прізвище|
        igralec|tekmovalec|žaidėjas|dalyvis|spēlētājs|dalībnieks|mängija|osaleja|ees- ja perekonnanimi|leikmaður|lojtari""",
    ListField.FAMILY: """last name|last names|lastname|surname|surnames|family name|family names|nom|noms|nom de famille|
        nachname|familienname|zuname|apellido|apellidos|cognome|cognomi|sobrenome|apelido|apelidos|achternaam|familienaam|
        efternavn|etternavn|efternamn|sukunimi|nazwisko|příjmení|vezetéknév|családnév|nume|nume de familie|επώνυμο|
        επίθετο|soyad|soyadı|soyisim|prezime|фамилия|презиме|прізвище|
        priezvisko|priimek|pavardė|uzvārds|perekonnanimi|kenninafn|mbiemri""",
    ListField.GIVEN: """first name|first names|firstname|firstnames|first name(s)|given name|given names|forename|forenames|
        prénom|prénoms|prénom(s)|vorname|vornamen|rufname|nombre de pila|primeiro nome|nome próprio|voornaam|voornamen|
        fornavn|förnamn|etunimi|etunimet|imiona|křestní jméno|keresztnév|utónév|prenume|μικρό όνομα|ön ad|krstné meno|
        eesnimi|eiginafn""",
    ListField.CLUB: """club|home club|clubs|team|équipe|verein|klub|mannschaft|equipo|circolo|associazione|società|squadra|
        clube|equipa|equipe|vereniging|ploeg|klubb|hold|lag|förening|seura|kerho|joukkue|drużyna|oddíl|družstvo|
        egyesület|csapat|clubul|echipa|echipă|σύλλογος|ομάδα|kulüp|kulübü|takım|momčad|клуб|
        отбор|тим|команда|klubas|klubs|félag""",
    ListField.COUNTRY: """country|nation|nationality|nat|fed|noc|pays|nationalité|land|nationalität|staat|país|nacionalidad|
        paese|nazione|nazionalità|nacionalidade|nationaliteit|nationalitet|nasjonalitet|nasjon|maa|kansallisuus|kraj|
        narodowość|země|stát|ország|nemzetiség|țară|țara|naționalitate|χώρα|εθνικότητα|ülke|uyruk|država|zemlja|
        държава|националност|држава|земља|страна|країна|
        krajina|šalis|valsts|riik|shteti""",
    ListField.EMAIL: """e-mail|email|mail|e-mail address|email address|courriel|adresse e-mail|adresse mail|mailadresse|
        e-mail-adresse|correo|correo electrónico|posta elettronica|indirizzo e-mail|endereço de e-mail|correio electrónico|
        e-mailadres|e-post|epost|e-postadress|sähköposti|adres e-mail|elektronická pošta|adresă de e-mail|
        ηλεκτρονικό ταχυδρομείο|e-posta|eposta|e-pošta|имейл|е-поща|електронна поща|е-пошта|електронска пошта|
        электронная почта|почта|електронна пошта|el. paštas|e-pasts|tölvupóstur""",
    ListField.NUMBER: """number|member number|membership number|member no|membership no|member id|player id|player number|
        federation number|licence|license|licence number|license number|licence no|id|numéro|numéro de licence|
        n° de licence|n° licence|no licence|n° d'adhérent|mitgliedsnummer|mitgliedsnr|lizenz|lizenznummer|spielernummer|
        número de socio|licencia|número de licencia|tessera|numero tessera|licenza|licença|número de licença|
        número de sócio|lidnummer|licentie|licentienummer|medlemsnummer|medlemsnr|medlem nr|licens|licensnummer|lisens|
        jäsennumero|lisenssi|numer licencji|licencja|numer członkowski|číslo licence|registrační číslo|členské číslo|
        tagszám|engedélyszám|licență|număr licență|αριθμός μητρώου|αριθμός δελτίου|lisans no|üye no|broj licence|
        članski broj|номер|членски номер|лиценз|члански број|лиценца|број лиценце|лицензия|номер лицензии|членский номер|
        ліцензія|номер ліцензії""",
    ListField.ENTRANT: "id of the entrant|identifiant de l’inscrit",
    ListField.STATUS: "status|situation",
}
_WORDS_OF_MEMBERS: Mapping[ListField, str] = {
    ListField.FIRST_DAY: """from|since|member since|first day|start|starts on|start date|valid from|du|depuis|à partir du|début|
        date de début|adhésion|date d'adhésion|von|ab|seit|beginn|mitglied seit|eintritt|gültig ab|desde|dal|inizio|de|início|
        van|vanaf|sinds|fra|medlem siden|från|medlem sedan|alkaen|od|od dnia|platné od|kezdete|από|başlangıç|
        от|начало|од|від|початок""",
    ListField.LAST_DAY: """to|until|till|last day|end|ends on|end date|valid to|valid until|expires|expires on|expiry date|au|
        jusqu'au|fin|date de fin|échéance|valable jusqu'au|bis|ende|gültig bis|austritt|hasta|al|fino al|fine|scadenza|até|
        fim|tot|tot en met|til|til og med|till|till och med|saakka|do|do dnia|platné do|vége|έως|bitiş|до|край|крај|конец|кінець""",
    ListField.RATING: "rating|elo|elo rating|cote|wertung|wertungszahl|puntuación|punteggio|рейтинг|рејтинг",
    ListField.EXPERIENCE: "experience|exp|expérience|erfahrung|experiencia|esperienza|опит|искуство|опыт|досвід",
}


def _by_title(words: Mapping[ListField, str]) -> dict[str, ListField]:
    return {" ".join(name_words(title)): field for field, of in words.items() for title in of.split("|")}


TITLES: Mapping[str, ListField] = _by_title(_WORDS)
_TITLES_OF_MEMBERS: Mapping[str, ListField] = {**_by_title(_WORDS_OF_MEMBERS), **TITLES}
_EITHER = frozenset(" ".join(name_words(title)) for title in _GIVEN_OR_WHOLE.split("|"))
# What stands between the titles of two parts of a name: `Nachname und Vorname`.
_AND = frozenset(
    {
        "and",
        "et",
        "und",
        "y",
        "e",
        "en",
        "og",
        "och",
        "ja",
        "i",
        "a",
        "és",
        "es",
        "și",
        "si",
        "και",
        "ve",
        "и",
        "та",
        "in",
        "ir",
        "un",
        "dhe",
    }
)
_WHOLE = next(key for key, field in TITLES.items() if field is ListField.NAME)
_WORDS_OF_TITLES = frozenset(word for title in (*TITLES, *_EITHER) for word in title.split())


def fields_of(heading: Sequence[str], *, of_members: bool = False) -> dict[ListField, int]:
    """Return the index of the column of each field by its heading; the first of several counts.

    A list of members has the days of memberships and ratings too, and nothing of entrants.
    """
    titles = _TITLES_OF_MEMBERS if of_members else TITLES
    keys = [_key(title, titles) for title in heading]
    fields: dict[ListField, int] = {}
    for at, key in enumerate(keys):
        if key in titles and not (of_members and titles[key] in _OF_ENTRANTS):
            fields.setdefault(titles[key], at)
    either = next((at for at, key in enumerate(keys) if key in _EITHER), None)
    if either is not None:
        is_given = ListField.FAMILY in fields and ListField.GIVEN not in fields
        fields.setdefault(ListField.GIVEN if is_given else ListField.NAME, either)
    if ListField.NAME in fields and ListField.GIVEN in fields and ListField.FAMILY not in fields:
        # A German list has "Name" and "Vorname".
        fields[ListField.FAMILY] = fields.pop(ListField.NAME)
    return fields


def _key(title: str, titles: Mapping[str, ListField]) -> str:
    """Return the key of a heading; of one in two languages, as in `Name / Nom`, that of the first which is known."""
    # A database writes "last_name", and a form "Player(s)".
    plain = title.replace("_", " ")
    keys = [" ".join(name_words(one)) for one in (plain, plain.replace("(s)", ""), *plain.split("/"))]
    known = [key for key in keys if key in titles or key in _EITHER]
    if keys[0] not in known and _is_of_two_parts(keys[0].split()):
        return _WHOLE
    return known[0] if known else keys[0]


def _is_of_two_parts(words: Sequence[str]) -> bool:
    """Whether a heading names both parts of a name, in either order, as `Nachname, Vorname` or `Efternavn og fornavn`."""
    parts = [word for word in words if word not in _AND]
    pairs = ((" ".join(parts[:at]), " ".join(parts[at:])) for at in range(1, len(parts)))
    return any(_are_two_parts(one, two) or _are_two_parts(two, one) for one, two in pairs)


def _are_two_parts(one: str, two: str) -> bool:
    if TITLES.get(one) is ListField.FAMILY:
        return TITLES.get(two) is ListField.GIVEN or two in _EITHER
    # The family name is "Name" in German; `First name / Nome` is one title in two languages.
    return TITLES.get(one) is ListField.GIVEN and two == "name"


def is_title_of_names(text: str) -> bool:
    """Whether a text is the title of a column with names."""
    # Nearly every text is a name, and has no word of a title.
    if _WORDS_OF_TITLES.isdisjoint(name_words(text.replace("_", " "))):
        return False
    key = _key(text, TITLES)
    return key in _EITHER or TITLES.get(key) in {ListField.NAME, ListField.FAMILY}


def has_names(fields: Mapping[ListField, int]) -> bool:
    """Whether there is a column with a name of each player."""
    return ListField.NAME in fields or ListField.FAMILY in fields
