"""Names of a list as people write them: behind numbers, with the family name first, and between lines of signs."""

from __future__ import annotations

import pytest

from tests import factories
from tournaments.actions.entrants import player_list
from tournaments.actions.entrants.player_list import ListCheck
from tournaments.models import Member

pytestmark = pytest.mark.django_db


def check(*rows: str) -> ListCheck:
    """What becomes of these rows below a heading."""
    data = "\n".join(("Name;Club", *rows)).encode()
    return player_list.read_player_list(factories.event(), data)


def test_two_with_one_number_are_named() -> None:
    data = b"Name;Licence\nAda Berg;12\nBo Lind;12\nAda Berg;12\nCarl Dorn;13\n"
    warnings = [row.warning for row in player_list.read_player_list(factories.event(), data).rows]
    assert warnings[1] == "Line 2 has the number “12” too: one of the two is wrong."
    assert (warnings[0], warnings[2:]) == ("", ["", ""])


def test_a_number_is_known_in_capitals_or_not() -> None:
    federation = factories.federation()
    ada = factories.player("Ada Berg")
    Member.objects.create(federation=federation, player=ada, number="FR-12")
    factories.player("Ada Berg")
    data = b"Name;Licence\nAda Berg;fr-12\n"
    [row] = player_list.read_player_list(factories.event(), data).rows
    assert (row.status.value, row.candidates[0].uid) == ("exists", ada.uid)


def names(*rows: str) -> list[str]:
    """The names that are read from these rows."""
    return [row.listed.name for row in check(*rows).rows]


@pytest.mark.parametrize(
    "rows", [("1. Ada Berg", "2. Bo Lind"), ("7) Ada Berg", "9) Bo Lind"), ("- Ada Berg", "• Bo Lind")]
)
def test_numbers_and_signs_before_every_name_are_none_of_it(rows: tuple[str, str]) -> None:
    assert names(*rows) == ["Ada Berg", "Bo Lind"]


def test_a_number_before_one_name_alone_is_of_that_name() -> None:
    assert names("2. Bundesliga", "Bo Lind") == ["2. Bundesliga", "Bo Lind"]


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Berg, Ada", "Ada Berg"),
        ("van der Berg,Ada Maria", "Ada Maria van der Berg"),
        ("1. Berg, Ada", "Ada Berg"),
        ("Bob Smith, Jr.", "Bob Smith, Jr."),
        ("Ada Berg (Nantes, FR)", "Ada Berg (Nantes, FR)"),
        ("Berg, Ada, Lyon", "Berg, Ada, Lyon"),
    ],
)
def test_a_family_name_before_a_comma_goes_behind_the_first_name(written: str, name: str) -> None:
    assert names(written) == [name]


def test_a_known_player_is_found_by_the_family_name_first() -> None:
    factories.player("Ada Berg")
    assert [row.status.value for row in check("Berg, Ada").rows] == ["exists"]


@pytest.mark.parametrize("written", ["---", "***", "…"])
def test_signs_alone_are_nobody(written: str) -> None:
    [row] = check(f"{written};{written}").rows
    assert (row.status.value, row.code) == ("refused", "name_missing")


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ("Name;Club", "heading_again"),
        ("Name / Nom;Klub", "heading_again"),
        ("Nachname;Verein", "heading_again"),
        ("Total;", "total"),
        ("Gesamt: 12 Spieler;", "total"),
        ("24;", "name_missing"),
        ("---;---", "name_missing"),
        ("#NV;Lyon", "name_missing"),
        ("#REF!;Lyon", "name_missing"),
        ("#N/A;Lyon", "name_missing"),
    ],
)
def test_what_stands_between_the_players_of_a_list_is_none(row: str, code: str) -> None:
    rows = check("Ada Berg;Lyon", row, "Bo Lind;Lyon").refused
    assert [(one.listed.line, one.code) for one in rows] == [(3, code)]


@pytest.mark.parametrize("name", ["Total Berg", "Suma Lind", "Ad", "2 Fast"])
def test_a_name_that_only_looks_like_a_sum_or_a_title_is_a_name(name: str) -> None:
    assert not check(f"{name};Lyon").refused


@pytest.mark.parametrize(
    "title",
    [
        *(
            "Nachname, Vorname",
            "Name, Vorname",
            "Vorname/Name",
            "Vor- und Zuname",
            "Surname & first name",
            "Ihr Name",
        ),
        *("Cognome Nome", "Apellidos y nombre", "Efternavn, fornavn", "Fornavn og efternavn", "Soyadı Adı"),
        *(
            "Příjmení, jméno",
            "Nume, prenume",
            "Επώνυμο Όνομα",
            "Nazwisko Imię",
            "Förnamn Efternamn",
            "Nom du joueur",
        ),
    ],
)
def test_a_column_whose_title_names_both_parts_of_a_name_has_the_names(title: str) -> None:
    data = f"{title};Club\nBerg, Ada;Lyon\n".encode()
    [row] = player_list.read_player_list(factories.event(), data).rows
    assert row.listed.name == "Ada Berg"


@pytest.mark.parametrize(
    "heading",
    [
        "First name / Nome;Family name / Cognome",
        "Prénom / Vorname;Nom / Name",
        "Given name / Ad;Surname / Soyad",
    ],
)
def test_titles_in_two_languages_keep_both_parts_of_a_name(heading: str) -> None:
    [row] = player_list.read_player_list(factories.event(), f"{heading}\nAda;Berg\n".encode()).rows
    assert row.listed.name == "Ada Berg"


def test_a_part_above_the_titles_that_are_known_is_named_row_by_row() -> None:
    data = b"Club night\nWer;Woher\nAda Berg;Lyon\nWaiting list\nName;Club;Country\nBo Lind;Lyon;FR\n"
    rows = player_list.read_player_list(factories.event(), data).rows
    assert [(one.listed.line, one.code) for one in rows] == [
        (2, "above_heading"),
        (3, "above_heading"),
        (6, ""),
    ]


def test_the_upper_one_of_two_rows_of_titles_is_no_player() -> None:
    data = b"Club night;;\nSpieler;;Kontakt\nName;Vorname;E-Mail\nBerg;Ada;ada@example.org\n"
    [row] = player_list.read_player_list(factories.event(), data).rows
    assert row.listed.name == "Ada Berg"


@pytest.mark.parametrize(
    "heading",
    [
        "Priezvisko;Meno",
        "Priimek;Ime",
        "Pavardė;Vardas",
        "Uzvārds;Vārds",
        "Perekonnanimi;Eesnimi",
        "Mbiemri;Emri",
    ],
)
def test_a_family_name_in_a_column_of_its_own_is_not_lost(heading: str) -> None:
    [row] = player_list.read_player_list(factories.event(), f"{heading}\nBerg;Ada\n".encode()).rows
    assert row.listed.name == "Ada Berg"
