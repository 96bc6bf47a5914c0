"""A player list: read in the ways lists are written, shown before it is entered."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from matches.models import Player
from tests import factories
from tests.tournaments import audits
from tests.web.browsing import Visitor
from tournaments.actions.entrants import player_list, registration
from tournaments.actions.entrants.list_reading import (
    LARGEST_LIST,
    MOST_ROWS,
    ListedPlayer,
    ListOptions,
    read_line,
)
from tournaments.actions.entrants.list_rows import LONGEST_CLUB, LONGEST_EMAIL, LONGEST_NAME, RowStatus
from tournaments.actions.events import lifecycle
from tournaments.actions.federations import members
from tournaments.errors.common import Forbidden
from tournaments.errors.entrants import (
    ListAnswerUnknown,
    ListQuoteOpen,
    ListTooLarge,
    ListUnreadable,
    RegistrationClosed,
)
from tournaments.errors.teams import ListOfSingles
from tournaments.models import Entrant, Event, LogEntry, Registration

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def _check(text: str, event: Event | None = None) -> player_list.ListCheck:
    return player_list.read_player_list(event or factories.event(), text.encode())


def _statuses(check: player_list.ListCheck) -> list[str]:
    return [row.code or row.status.value for row in check.rows]


@pytest.mark.parametrize(
    "heading",
    [
        "name;club;country;e-mail",
        "Nom;Club;Pays;Courriel",
        "NAME,CLUB,COUNTRY,E-MAIL",
        "joueur\tclub\tpays\tmail",
        "﻿Nom ;Équipe;Nation;email",
    ],
)
def test_headings_in_english_and_french(heading: str) -> None:
    sign = next(sign for sign in ";,\t" if sign in heading)
    [row] = _check(heading + "\n" + sign.join(["Zoë Müller", "Nantes", "fr", "zoe@example.org"])).rows
    assert row.listed == ListedPlayer(2, "Zoë Müller", "Nantes", "FR", "zoe@example.org")
    assert row.status is RowStatus.OK


def test_family_and_given_names_in_two_columns() -> None:
    [row] = _check("Nom;Prénom;Club\nMüller;Zoë;Nantes").rows
    assert row.listed.name == "Zoë Müller"


def test_columns_in_any_order_and_others_between() -> None:
    [row] = _check("licence,pays,note,nom\n4711,FR,,Zoë Müller").rows
    assert (row.listed.name, row.listed.country) == ("Zoë Müller", "FR")


def test_a_cell_beyond_the_columns_refuses_its_row() -> None:
    event = factories.event()
    rows = "name;club\nBob Bear;Lille;;\nZoë Müller;Nantes;FR\nWanda;Wolf;Metz;;FR\n"
    check = _check(rows, event)
    assert _statuses(check) == ["ok", "cells_beyond", "cells_beyond"]
    assert "“FR” belongs to none" in check.rows[1].why
    assert "“Metz, FR” belongs to none" in check.rows[2].why
    entries = player_list.import_players(event, by=None, data=rows.encode())
    assert [entrant.name for entrant in entries.entrants] == ["Bob Bear"]


def test_quoted_cells_hold_the_sign_and_line_ends() -> None:
    check = _check('name,club\n"Müller, Zoë","Nantes\nOuest"\nBob Bear,Lille')
    assert [(row.listed.line, row.listed.name) for row in check.rows] == [(3, "Zoë Müller"), (4, "Bob Bear")]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_encodings(encoding: str) -> None:
    data = "nom;club\r\nHélène Çelik;Bœuf sur le toit\r\n".encode(encoding)
    [row] = player_list.read_player_list(factories.event(), data).rows
    assert (row.listed.name, row.listed.club) == ("Hélène Çelik", "Bœuf sur le toit")


def test_what_a_spreadsheet_takes_for_a_formula_is_a_text() -> None:
    event = factories.event()
    data = b"name,club\n=HYPERLINK(1),+33\n@Ann Arbor,-2"
    entries = player_list.import_players(event, by=None, data=data)
    assert [entrant.name for entrant in entries.entrants] == ["=HYPERLINK(1)", "@Ann Arbor"]


def test_empty_rows_are_passed_over() -> None:
    assert len(_check("name;club\n\n;\nAnn Arbor;Nantes\n;;;\n").rows) == 1


class TestTheDryRun:
    def test_every_row_with_what_becomes_of_it(self) -> None:
        event = factories.event()
        member = factories.player("Boris Brandt")
        registration.enter(event, by=None, players=[factories.player("Chloé Dupuis")])
        check = _check(
            "name;country;email\n"
            "Ann Arbor;FR;\n"
            "boris brandt;;\n"
            "Boris Brant;;\n"
            "Chloe Dupuis;;\n"
            ";FR;\n"
            "Carl Clay;XYZ;\n"
            "Dora Dell;;nowhere\n"
            "Ann Arbor;FR;\n" + "x" * 121 + ";;\n",
            event,
        )
        assert _statuses(check) == [
            "ok",
            "exists",
            "similar_players",
            "already_entered",
            "name_missing",
            "ok",
            "ok",
            "listed_twice",
            "name_too_long",
        ]
        assert check.rows[1].candidates[0].uid == member.uid
        assert [row.listed.line for row in check.refused] == [4, 5, 6, 9, 10]
        assert all(row.why for row in check.refused)

    def test_it_writes_nothing(self) -> None:
        event = factories.event()
        before = (Player.objects.count(), event.tournament.log_seq)
        _check("name\nAnn Arbor\nBob Bear", event)
        event.tournament.refresh_from_db()
        assert (Player.objects.count(), event.tournament.log_seq) == before
        assert not Entrant.objects.exists()

    def test_the_same_name_in_another_country_is_somebody_else(self) -> None:
        Player.objects.create_user(None, None, name="Ann Arbor", country="FR")
        assert _statuses(_check("name;country\nAnn Arbor;DE")) == ["similar_players"]

    def test_one_player_is_not_entered_by_two_rows(self) -> None:
        Player.objects.create_user(None, None, name="Ann Arbor", country="FR")
        assert _statuses(_check("name;country\nAnn Arbor;FR\nAnn Arbor;")) == ["exists", "already_entered"]

    def test_two_of_one_name_are_for_the_desk_to_tell_apart(self) -> None:
        factories.player("Ann Arbor")
        factories.player("Ann Arbor")
        assert _statuses(_check("name\nAnn Arbor")) == ["similar_players"]

    def test_its_queries_do_not_grow(self) -> None:
        event = factories.event()
        counts = []
        for n in (2, 200):
            with CaptureQueriesContext(
                connection,
            ) as queries:
                _check("name\n" + "\n".join(factories.names(n)), event)
            counts.append(len(queries))
        assert counts == [2, 2]


class TestTheImport:
    def test_only_what_the_dry_run_accepted_is_entered(self) -> None:
        event = factories.event()
        member = factories.player("Boris Brandt")
        data = b"name;club\nAnn Arbor;Nantes\nBoris Brandt;\nBoris Brand;\n;Nantes"
        entries = player_list.import_players(event, by=None, data=data)
        assert [entrant.name for entrant in entries.entrants] == ["Ann Arbor", "Boris Brandt"]
        assert [entrant.side.players.get() for entrant in entries.entrants][1] == member
        assert len(entries.check.refused) == 2
        entry = LogEntry.objects.get(code="list_imported")
        assert audits.data_beside_proofs(entry) == {
            "entrants": [entrant.uid for entrant in entries.entrants],
            "refused": 2,
        }

    def test_the_same_list_again_enters_nobody(self) -> None:
        event = factories.event()
        data = b"name\nAnn Arbor\nBob Bear"
        player_list.import_players(event, by=None, data=data)
        again = player_list.import_players(event, by=None, data=data)
        assert again.entrants == ()
        assert _statuses(again.check) == ["already_entered", "already_entered"]

    def test_new_players_can_be_searched_and_not_sign_in(self) -> None:
        player_list.import_players(factories.event(), by=None, data="name\nZoë Müller".encode())
        zoe = Player.objects.get_queryset().named_like("muller zoe").get()
        assert not zoe.has_usable_password()

    def test_after_the_last_place_one_waits(self) -> None:
        event = factories.event(capacity=2)
        data = ("name\n" + "\n".join(factories.names(3))).encode()
        entries = player_list.import_players(event, by=None, data=data)
        assert [entrant.is_alternate for entrant in entries.entrants] == [False, False, True]

    def test_the_desk_imports_while_registration_is_open(self) -> None:
        event = factories.event(registration=Registration.CLOSED)
        clerk = factories.player("Denise Desk")
        lifecycle.appoint(event.tournament, clerk, kind="desk", by=None)
        with pytest.raises(RegistrationClosed):
            player_list.import_players(event, by=clerk, data=b"name\nAnn Arbor")
        with pytest.raises(Forbidden):
            player_list.import_players(event, by=factories.player(), data=b"name\nAnn Arbor")


class TestLimits:
    def test_a_list_needs_a_heading(self) -> None:
        with pytest.raises(ListUnreadable, match="heading"):
            _check("Ann Arbor;Nantes\nBob Bear;Lille")

    def test_nothing_is_no_list(self) -> None:
        with pytest.raises(ListUnreadable):
            _check("")

    def test_the_longest_list(self) -> None:
        rows = [f"Player {number:04}" for number in range(MOST_ROWS)]
        assert len(_check("name\n" + "\n".join(rows)).rows) == MOST_ROWS
        with pytest.raises(ListTooLarge, match="2000"):
            _check("name\n" + "\n".join([*rows, "One More"]))

    def test_the_largest_list(self) -> None:
        with pytest.raises(ListTooLarge, match="1024"):
            _check("name\n" + "x" * LARGEST_LIST)

    def test_a_cell_beyond_all_bounds_is_refused(self) -> None:
        with pytest.raises(ListUnreadable):
            _check('name\n"' + "x" * 200_000)

    def test_the_limits_are_those_of_the_columns(self) -> None:
        def longest(field: str) -> object:
            return getattr(Player._meta.get_field(field), "max_length", None)

        assert longest("name") == LONGEST_NAME
        assert longest("club") == LONGEST_CLUB
        assert longest("contact_email") == LONGEST_EMAIL


class TestOneLine:
    @pytest.mark.parametrize(
        ("line", "fields"),
        [
            ("Zoë Müller", ("Zoë Müller", "", "")),
            (" Zoë  Müller , Nantes ", ("Zoë Müller", "Nantes", "")),
            ("Zoë Müller,,fr", ("Zoë Müller", "", "FR")),
            ("Zoë Müller, Nantes, fr, more", ("Zoë Müller", "Nantes", "FR")),
        ],
    )
    def test_a_walk_in_in_one_line(self, line: str, fields: tuple[str, str, str]) -> None:
        row = read_line(line)
        assert (row.name, row.club, row.country) == fields


@given(
    data=st.binary(max_size=400)
    | st.text(max_size=200).map(lambda text: f"name;club\n{text}".encode("utf-8", "replace"))
)
def test_no_bytes_break_it(data: bytes) -> None:
    """Any upload gives rows with a status, or a refusal with a reason."""
    event = Event.objects.first() or factories.event()
    try:
        check = player_list.read_player_list(event, data)
    except ListUnreadable:
        return
    assert all(row.code for row in check.refused)


@pytest.mark.parametrize(("kind", "team_size", "boards"), [("doubles", None, None), ("teams", 3, 3)])
def test_a_list_of_players_enters_no_pairs_and_no_teams(
    kind: str, team_size: int | None, boards: int | None
) -> None:
    event = factories.event(kind=kind, team_size=team_size, boards=boards)
    with pytest.raises(ListOfSingles):
        player_list.import_players(event, by=None, data=b"name\nAnna Keller\n")
    assert not event.entrants.exists()


class TestOnePerson:
    """A list asks who somebody is where it cannot know, and takes the answer."""

    def test_names_of_every_keyboard_are_the_known_players(self) -> None:
        names = ["Bjørn Sørensen", "Łukasz Wałęsa", "Işık Yıldız", "Þórður Guðmundsson", "Đorđe Đukić"]
        for name in names:
            factories.player(name)
        typed = ["Bjorn Sorensen", "Lukasz Walesa", "Isik Yildiz", "Thordur Gudmundsson", "Dorde Dukic"]
        check = _check("\n".join(["name", *typed, "Bjoern Soerensen"]))
        assert _statuses(check) == ["exists"] * 5 + ["similar_players"]
        assert [row.candidates[0].name for row in check.rows[:5]] == names

    def test_of_one_name_in_two_clubs_there_are_two_players_and_without_a_club_a_question(self) -> None:
        event = factories.event()
        rows = "name;club;country\nJan Novak;Praha;CZ\nJan Novak;Brno;CZ\nJan Novak;;\n"
        assert _statuses(_check(rows, event)) == ["ok", "ok", "similar_in_list"]
        result = player_list.import_players(event, by=None, data=rows.encode(), answers={4: "new"})
        people = [entrant.side.players.get() for entrant in result.entrants]
        assert [player.club for player in people] == ["Praha", "Brno", ""]

    def test_another_club_and_another_address_are_another_person(self) -> None:
        rows = "name;club;email\nAlice Martin;BC Marseille;alice@example.org\nAlice Martin;BC Lyon;a2@example.org\n"
        event = factories.event()
        assert len(player_list.import_players(event, by=None, data=rows.encode()).entrants) == 2
        assert _statuses(_check(rows)) == ["exists", "exists"]

    def test_a_row_like_somebody_is_answered(self) -> None:
        event = factories.event()
        anna, erik = factories.player("Anna Lund"), factories.player("Erik Dahl")
        data = b"name\nAnne Lund\nEric Dahl\nHanne Pedersen\n"
        assert _statuses(_check(data.decode(), event)) == ["similar_players", "similar_players", "ok"]
        answers = {2: "new", 3: erik.uid}
        result = player_list.import_players(event, by=None, data=data, answers=answers)
        assert [entrant.name for entrant in result.entrants] == ["Anne Lund", "Erik Dahl", "Hanne Pedersen"]
        assert result.entrants[1].side.players.get() == erik
        assert not event.entrants.filter(side__members__player=anna).exists()

    def test_a_known_player_may_be_answered_to_be_another_one(self) -> None:
        event = factories.event()
        factories.player("Ann Arbor")
        check = player_list.read_player_list(event, b"name\nAnn Arbor", answers={2: "new"})
        assert _statuses(check) == ["ok"]

    def test_nobody_is_entered_twice_by_an_answer(self) -> None:
        anna = factories.player("Anna Lund")
        rows = b"name\nAnna Lund\nAnne Lund\n"
        check = player_list.read_player_list(factories.event(), rows, answers={3: anna.uid})
        assert _statuses(check) == ["exists", "already_entered"]

    @pytest.mark.parametrize("line", [2, 9])
    def test_an_answer_names_a_line_and_somebody_who_may_be_meant(self, line: int) -> None:
        factories.player("Anna Lund")
        answers = {line: factories.player("Bob Bear").uid}
        with pytest.raises(ListAnswerUnknown, match=f"line {line}"):
            player_list.read_player_list(factories.event(), b"name\nAnne Lund\n", answers=answers)

    def test_a_number_of_a_federation_decides_between_namesakes(self) -> None:
        federation = factories.federation()
        players = [factories.player("Ann Arbor") for _player in range(2)]
        for player in players:
            members.give_number(federation, player, by=None, number=f"FR-{player.pk}")
        rows = "\n".join(["name;number", *(f"Ann Arbor;FR-{player.pk}" for player in reversed(players))])
        check = _check(rows)
        assert _statuses(check) == ["exists", "exists"]
        assert [row.candidates[0].player_id for row in check.rows] == [
            player.pk for player in reversed(players)
        ]

    def test_a_column_that_counts_the_rows_has_no_numbers_of_a_federation(self) -> None:
        check = _check("number;name\n1;Ann Arbor\n2;Bob Bear")
        assert check.unused == ("number",)
        assert [row.listed.number for row in check.rows] == ["", ""]


class TestWhatIsNotUnderstood:
    """A list says what it does not use, and nobody is lost to a column beside the name."""

    def test_the_number_is_that_beside_a_column_that_counts_the_rows(self) -> None:
        check = _check("Numéro;Nom;Prénom;Licence\n1;Keller;Anna;F-12\n2;Lind;Bo;F-13\n")
        assert [row.listed.number for row in check.rows] == ["F-12", "F-13"]
        assert check.unused == ("Numéro",)

    def test_columns_that_are_not_used_are_named(self) -> None:
        check = _check("Seed;Name;Rating;;Empty\n1;Ann Arbor;1850;x;\n2;Bob Bear;1700;;\n")
        assert check.unused == ("Seed", "Rating", "(4)")
        assert _check("Last name;First names;Club\nKeller;Anna;Bern\nKeller;Bruno;Bern").unused == ()

    @pytest.mark.parametrize(
        ("rows", "line"),
        [
            ('Name,Club\nAda Berg,Oslo\n"Bo Lind,Malmo\nCarl Dorn,Bonn\nDora Eck,Ulm\n', 3),
            ('sep=,\nName,Club\n"Bo Lind,Malmo\nCarl Dorn,Bonn\n"Dora" Eck,Ulm\n', 3),
            ('Name,Club\nAda Berg,Oslo\n"Bo Lind,Malmo\nCarl Dorn,Bonn\nDora Eck,"Ulm"\n', 3),
            ('Name;Club\n"Bo Lind;Malmo;x\nCarl Dorn;Bonn\n"\n', 2),
            ('Name,Club\nAda Berg,Oslo\n"Bo Lind,Malmo\nCarl Dorn",Bonn\n', 3),
            ('Name,Club\nAda Berg,"Oslo\nBo Lind,Malmo"\nDora Eck,Ulm\n', 2),
            ('Name;Club;Country\n"Bo Lind;Malmo\nCarl Dorn";Bonn;DE\n', 2),
            ('Name\nAda Berg\n"Bo Lind\nCarl Dorn\nDora Eck"\n', 3),
            ('Name,Club,Country\n"Bo Lind,Malmo\nCarl Dorn",Bonn,DE\n', 2),
            ('Name,Club,Country\nAda Berg,"Oslo\nBo Lind,Malmo"\n', 2),
            ('Name, Club, Country\nAda Berg, Oslo\n"Bo Lind, Malmo\nCarl Dorn", Bonn, DE\n', 3),
        ],
    )
    def test_a_quote_that_is_not_closed_is_a_fault_with_its_line(self, rows: str, line: int) -> None:
        with pytest.raises(ListQuoteOpen, match=f"line {line} "):
            _check(rows)

    @pytest.mark.parametrize("address", ["Storgata 1, Oslo\nNorway", "Storgata 1,\nOslo", "Storgata 1\nOslo"])
    def test_a_cell_of_several_lines_that_is_no_list_is_read(self, address: str) -> None:
        [row] = _check(f'Name,Club,Address\n"Ada\nBerg",Oslo,"{address}"\n').rows
        assert row.listed == ListedPlayer(4, "Ada Berg", "Oslo")

    @pytest.mark.parametrize(
        ("above", "line"),
        [("sep=;\n", 2), ("Open de Printemps 2026;;\n;;\n", 3), ("Tournoi\n\nDimanche;;\n", 4), ("", 1)],
    )
    def test_a_heading_is_found_below_titles(self, above: str, line: int) -> None:
        check = _check(f"{above}Nom;Prénom;Club\nKeller;Anna;Bern\n")
        assert (check.heading_line, check.unused) == (line, ())
        [row] = check.rows
        assert row.listed == ListedPlayer(line + 1, "Anna Keller", "Bern")

    @pytest.mark.parametrize(
        "heading",
        [
            "Last name;First name;Club;Country",
            "Surname;Name;Club;Country",
            "Familienname;Name;Verein;Land",
            "Efternavn;Navn;Klub;Land",
            "Nom de famille;Prénoms;Équipe;Pays",
            "Nachname;Vorname;Verein;Land",
            "Name;Vorname;Verein;Nationalität",
            "Apellidos;Nombre;Club;País",
            "Cognome;Nome;Circolo;Nazione",
            "Apelido;Nome;Clube;País",
            "Achternaam;Voornaam;Vereniging;Land",
            "Efternavn;Fornavn;Klub;Land",
            "Efternamn;Förnamn;Klubb;Nationalitet",
            "Etternavn;Fornavn;Klubb;Nasjon",
            "Sukunimi;Etunimi;Seura;Maa",
            "Nazwisko;Imię;Klub;Kraj",
            "Příjmení;Jméno;Oddíl;Země",
            "Vezetéknév;Keresztnév;Egyesület;Ország",
            "Nume;Prenume;Clubul;Țara",
            "Επώνυμο;Όνομα;Σύλλογος;Χώρα",
            "Soyadı;Adı;Kulüp;Ülke",
            "Prezime;Ime;Klub;Država",
            "Фамилия;Име;Клуб;Държава",
            "Презиме;Име;Клуб;Држава",
            "Фамилия;Имя;Клуб;Страна",
            "Прізвище;Ім'я;Клуб;Країна",
        ],
    )
    def test_headings_in_the_languages_of_europe(self, heading: str) -> None:
        [row] = _check(f"{heading}\nKeller;Anna;Bern;CH\n").rows
        assert row.listed == ListedPlayer(2, "Anna Keller", "Bern", "CH")

    @pytest.mark.parametrize(
        "heading",
        [
            "Name",
            "Navn",
            "Player Name",
            "Player(s)",
            "Name / Nom",
            "Nombre",
            "Nome",
            "Imię i nazwisko",
            "Név",
            "Ad Soyad",
            "Όνομα",
        ],
    )
    def test_one_column_has_the_whole_name(self, heading: str) -> None:
        [row] = _check(f'"{heading}","Home Club","Nat."\nAnna Keller,Bern,CH').rows
        assert (row.listed.name, row.listed.country) == ("Anna Keller", "CH")

    @pytest.mark.parametrize(
        ("cells", "name"),
        [("Anna;Keller", "Anna Keller"), ("Anna Keller;Keller", "Anna Keller"), ("Lud;Lud", "Lud Lud")],
    )
    def test_a_column_beside_the_family_name_has_the_first_or_the_whole_name(
        self, cells: str, name: str
    ) -> None:
        [row] = _check(f"Name;Surname\n{cells}\n").rows
        assert row.listed.name == name

    def test_columns_are_chosen_by_hand(self) -> None:
        rows = b"Wer;Woher;Name\nAnna Keller;Bern;Anni\n"
        options = ListOptions(columns={1: "name", 2: "club", 3: ""}, heading_line=1)
        check = player_list.read_player_list(factories.event(), rows, options=options)
        assert check.rows[0].listed == ListedPlayer(2, "Anna Keller", "Bern")
        assert check.unused == ("Name",)

    @pytest.mark.parametrize(
        ("written", "country"),
        [
            ("SUI", "CH"),
            ("ČR", "CZ"),
            ("T.C.", "TR"),
            ("\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", "GB"),
            ("CHE", "CH"),
            ("Sweden", "SE"),
            ("Sverige", "SE"),
            ("GER", "DE"),
            ("UK", "GB"),
            ("dk", "DK"),
            ("Germany (DE)", "DE"),
            ("Schweiz/Suisse", "CH"),
            ("GB-ENG", "GB"),
            ("N. Macedonia", "MK"),
            ("\N{REGIONAL INDICATOR SYMBOL LETTER F}\N{REGIONAL INDICATOR SYMBOL LETTER R} France", "FR"),
        ],
    )
    def test_a_country_is_taken_by_three_letters_and_by_its_names(self, written: str, country: str) -> None:
        [row] = _check(f"Name,Country\nAnna Keller,{written}").rows
        assert (row.status, row.listed.country, row.warning) == (RowStatus.OK, country, "")

    @pytest.mark.parametrize(
        ("rows", "words"),
        [
            ("name;country\nAnn Arbor;Atlantis", "“Atlantis” is no country"),
            ("name;country\nAnn Arbor;Germany/France", "“Germany/France” is no country"),
            ("name;email\nAnn Arbor;nowhere", "“nowhere” is not an e-mail address"),
            ("name;club\nAnn Arbor;" + "x" * 81, "at most 80 characters"),
            ("name;club\nAnn Arbor;\u3164", "can be seen"),
        ],
    )
    def test_a_column_beside_the_name_loses_nobody(self, rows: str, words: str) -> None:
        event = factories.event()
        result = player_list.import_players(event, by=None, data=rows.encode())
        assert words in result.check.rows[0].warning
        player = result.entrants[0].side.players.get()
        assert (player.country, player.contact_email, player.club) == ("", "", "")

    @pytest.mark.parametrize(
        ("text", "encoding"),
        [
            ("Łukasz Żak;Łódź", "cp1250"),
            ("Jiří Dvořák;Plzeň", "cp1250"),
            ("Szűcs Győző;Pécs", "cp1250"),
            ("Işık Çağ;İzmir", "cp1254"),
            ("Gülşen Yıldız;Muğla", "cp1254"),
            ("Rūta Šimkutė;Šiauliai", "cp1257"),
            ("Γιώργος Παπάς;Αθήνα", "cp1253"),
            ("Георги Янков;София", "cp1251"),
            ("Љубиша Ђокић;Ниш", "cp1251"),
            ("Наталія Їжакевич;Київ", "cp1251"),
            ("Hélène Dupré;Sèvres", "mac_roman"),
            ("Bjørn Åse;Tromsø", "cp1252"),
            ("Jørgen Müller, Núñez, Hélène;Åbo", "cp1252"),
        ],
    )
    def test_an_encoding_is_recognized_by_its_letters(self, text: str, encoding: str) -> None:
        data = f"Name;Club\r\n{text}\r\n".encode(encoding)
        check = player_list.read_player_list(factories.event(), data)
        assert (f"{check.rows[0].listed.name};{check.rows[0].listed.club}", check.encoding) == (
            text,
            encoding,
        )

    def test_where_letters_do_not_decide_the_place_of_the_tournament_does_and_then_the_hand(self) -> None:
        data, event = "Name\nØster\n".encode("cp1252"), factories.event()
        prague = factories.event()
        lifecycle.change_tournament(prague.tournament, by=None, zone="Europe/Prague")
        read = [player_list.read_player_list(one, data).rows[0].listed.name for one in (event, prague)]
        assert read == ["Øster", "Řster"]
        options = ListOptions(encoding="cp1252")
        assert player_list.read_player_list(prague, data, options=options).rows[0].listed.name == "Øster"

    def test_a_letter_that_no_encoding_has_is_named(self) -> None:
        data = "Name;Club\nŁukasz;X\nBob;Łódź\n".encode("cp1250")
        options = ListOptions(encoding="utf-8")
        first, second = player_list.read_player_list(factories.event(), data, options=options).rows
        assert first.code == "name_unreadable"
        assert (second.listed.club, "could not be read" in second.warning) == ("", True)

    def test_headings_of_a_database(self) -> None:
        data = b"last_name,first_name,e_mail\nLee,Ann,ann@example.org\n"
        [row] = player_list.read_player_list(factories.event(), data).rows
        assert (row.listed.name, row.listed.email) == ("Ann Lee", "ann@example.org")

    def test_two_bytes_a_letter_are_recognized_without_a_mark(self) -> None:
        data = "Name\tClub\r\nZoë Müller\tŁódź\r\n".encode("utf-16-le")
        [row] = player_list.read_player_list(factories.event(), data).rows
        assert (row.listed.name, row.listed.club) == ("Zoë Müller", "Łódź")


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("ending", ["csv", "xlsx"])
def test_the_own_file_of_entrants_comes_back_as_it_was(language: str, ending: str) -> None:
    """Namesakes are the same two, whoever has left stays out, and names of others are no longer asked about."""
    event = factories.event()
    rows = "name;club;country\nJohn Smith;London;GB\nJohn Smith;Leeds;GB\n-Ann Arbor;;FR\nBob Bear;;\nZed Gone;;\n"
    before = player_list.import_players(event, by=None, data=rows.encode()).entrants
    registration.withdraw(before[-1], by=None)
    visitor = Visitor(factories.owner(event.tournament))
    visitor.client.cookies["django_language"] = language
    data = visitor.client.get(reverse("file_entrants", args=[event.uid, ending])).content
    other = factories.event()
    result = player_list.import_players(other, by=None, data=data)
    assert [row.code for row in result.check.refused] == ["withdrawn_there"]
    people = [list(entrant.side.players.all()) for entrant in result.entrants]
    assert people == [list(entrant.side.players.all()) for entrant in before[:-1]]


def test_the_id_of_an_entrant_tells_nobody_the_name_of_another() -> None:
    """A file of ids with other names leads to nobody, because some players are public by a pseudonym alone."""
    entrant = factories.entrant(factories.event(), "Ann Arbor")
    [row] = _check(f"Name;Id of the entrant\nSomebody Else;{entrant.uid}").rows
    assert (row.status, row.candidates) == (RowStatus.OK, ())
