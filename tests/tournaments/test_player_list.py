"""A player list: read in the ways lists are written, shown before it is entered."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from matches.models import Player
from tests import factories
from tests.tournaments import audits
from tournaments import errors
from tournaments.actions.entrants import player_list, registration
from tournaments.actions.entrants.player_list import RowStatus
from tournaments.actions.events import lifecycle
from tournaments.errors import ListOfSingles
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
    assert row.listed == player_list.ListedPlayer(2, "Zoë Müller", "Nantes", "FR", "zoe@example.org")
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
    assert [(row.listed.line, row.listed.name) for row in check.rows] == [(3, "Müller, Zoë"), (4, "Bob Bear")]


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
            "Carl Clay;FRA;\n"
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
            "unknown_country",
            "invalid_email",
            "listed_twice",
            "name_too_long",
        ]
        assert check.rows[1].candidates[0].uid == member.uid
        assert [row.listed.line for row in check.refused] == [4, 5, 6, 7, 8, 9, 10]
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
        with pytest.raises(errors.RegistrationClosed):
            player_list.import_players(event, by=clerk, data=b"name\nAnn Arbor")
        with pytest.raises(errors.Forbidden):
            player_list.import_players(event, by=factories.player(), data=b"name\nAnn Arbor")


class TestLimits:
    def test_a_list_needs_a_heading(self) -> None:
        with pytest.raises(errors.ListUnreadable, match="heading"):
            _check("Ann Arbor;Nantes\nBob Bear;Lille")

    def test_nothing_is_no_list(self) -> None:
        with pytest.raises(errors.ListUnreadable):
            _check("")

    def test_the_longest_list(self) -> None:
        rows = [f"Player {number:04}" for number in range(player_list.MOST_ROWS)]
        assert len(_check("name\n" + "\n".join(rows)).rows) == player_list.MOST_ROWS
        with pytest.raises(errors.ListTooLarge, match="2000"):
            _check("name\n" + "\n".join([*rows, "One More"]))

    def test_the_largest_list(self) -> None:
        with pytest.raises(errors.ListTooLarge, match="1024"):
            _check("name\n" + "x" * player_list.LARGEST_LIST)

    def test_a_cell_beyond_all_bounds_is_refused(self) -> None:
        with pytest.raises(errors.ListUnreadable):
            _check('name\n"' + "x" * 200_000)

    def test_the_limits_are_those_of_the_columns(self) -> None:
        def longest(field: str) -> object:
            return getattr(Player._meta.get_field(field), "max_length", None)

        assert longest("name") == player_list.LONGEST_NAME
        assert longest("club") == player_list.LONGEST_CLUB
        assert longest("contact_email") == player_list.LONGEST_EMAIL


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
        row = player_list.read_line(line)
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
    except errors.ListUnreadable:
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
