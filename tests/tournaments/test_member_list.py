"""A list of members: what becomes of each row, and the same list again changes nothing."""

from __future__ import annotations

from datetime import date
from itertools import pairwise

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from matches.models import Player
from tests import factories
from tests.effort import examples
from tests.remembered import taken_back
from tournaments.actions.federations import clubs, log, members
from tournaments.actions.lists import member_list
from tournaments.actions.lists.member_list import MemberListCheck
from tournaments.errors.entrants import ListUnreadable
from tournaments.errors.federations import NotAnOfficer, NumberTaken
from tournaments.models import Club, Federation, FederationEntry, Member, Membership, OfficeKind
from tournaments.queries.audit.evidence_checks import findings_of_federation

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

_HEADING = "number;name;country;club;rating;experience;from;to"
_LIST = "\n".join(
    [
        _HEADING,
        "FR-1;Ada Almeida;FR;Nantes BC;1548.2;340;2026-01-01;2026-12-31",
        "FR-2;Bôris Brandt;DE;Nantes BC;1500;0;01.03.2026;31.12.2026",
        "FR-3;Chloé Çelik;;;;;;",
    ]
)


def take(federation: Federation, text: str, *, by: Player | None = None) -> MemberListCheck:
    """The list as the registrar loads it."""
    return member_list.import_members(federation, by=by, data=text.encode())


def counts(check: MemberListCheck) -> tuple[int, int, list[tuple[int, str]]]:
    """How many are new and known, and the lines that are refused with their codes."""
    return check.new, check.known, [(row.listed.line, row.code) for row in check.refused]


def is_proved(federation: Federation) -> bool:
    """Whether the audit of the federation finds nothing."""
    return (list(findings_of_federation(federation)), log.verify(federation)) == ([], [])


class TestNewPeople:
    def test_people_without_a_tournament_get_numbers_clubs_and_memberships(self) -> None:
        federation = factories.federation()
        registrar = factories.officer(federation)
        check = take(federation, _LIST, by=registrar)
        assert counts(check) == (3, 0, [])
        assert check.unused == ("rating", "experience")
        ada = Member.objects.get(number="FR-1")
        assert (ada.player.name, ada.player.country, ada.player.club) == ("Ada Almeida", "FR", "Nantes BC")
        [period] = ada.memberships.all()
        assert (period.starts_on, period.ends_on) == (date(2026, 1, 1), date(2026, 12, 31))
        assert period.club == Club.objects.get(federation=federation, name="Nantes BC")
        assert Membership.objects.get(member__number="FR-2").starts_on == date(2026, 3, 1)
        # Without days a membership begins today.
        today = timezone.localdate(timezone=federation.time_zone)
        assert Membership.objects.get(member__number="FR-3").starts_on == today
        entry = FederationEntry.objects.filter(federation=federation).latest("seq")
        assert (entry.code, entry.data["new"], entry.by) == ("members_imported", 3, registrar)
        assert is_proved(federation)

    def test_the_same_list_again_changes_nothing(self) -> None:
        federation = factories.federation()
        take(federation, _LIST)
        before = (FederationEntry.objects.count(), Member.objects.count(), Membership.objects.count())
        assert counts(take(federation, _LIST)) == (0, 3, [])
        assert (FederationEntry.objects.count(), Member.objects.count(), Membership.objects.count()) == before

    def test_a_check_stores_nothing_and_says_the_same(self) -> None:
        federation = factories.federation()
        check = member_list.read_member_list(federation, _LIST.encode(), by=None)
        assert counts(check) == (3, 0, [])
        assert not Member.objects.exists()
        assert not Club.objects.exists()

    def test_clubs_are_found_by_any_of_their_names(self) -> None:
        federation = factories.federation()
        take(federation, f"{_HEADING}\nFR-1;Ada Almeida;;NANTES BC;;;;")
        take(federation, f"{_HEADING}\nFR-2;Boris Brandt;;nantes bc;;;;")
        assert Club.objects.filter(federation=federation).count() == 1

    def test_a_club_that_became_part_of_others_leads_to_the_one_that_goes_on(self) -> None:
        federation = factories.federation()
        row = [clubs.add_club(federation, by=None, name=f"Club {letter}") for letter in "ABC"]
        for club, into in pairwise(row):
            clubs.merge_clubs(club, into, by=None)
        take(federation, f"{_HEADING}\nFR-1;Ada Almeida;;Club A;;;;")
        assert Membership.objects.get().club == row[-1]

    def test_who_may_be_a_player_of_the_federation_is_new_and_said(self) -> None:
        federation = factories.federation()
        event = factories.event()
        factories.sanction(event, federation)
        factories.entrant(event, "Jørgen Olsen")
        check = take(federation, "number;name\nDK-1;Joergen Olsen")
        assert counts(check) == (1, 0, [])
        assert "Jørgen Olsen" in check.warnings[0].warning


class TestKnownPeople:
    def test_a_player_of_the_federation_gets_the_number(self) -> None:
        federation = factories.federation()
        event = factories.event()
        factories.sanction(event, federation)
        player = factories.entrant(event, "Ada Almeida").side.players.get()
        assert counts(take(federation, _LIST)) == (2, 1, [])
        assert Member.objects.get(number="FR-1").player == player

    def test_somebody_of_that_name_elsewhere_is_another_person(self) -> None:
        federation, elsewhere = factories.federation(), factories.player("Ada Almeida")
        assert counts(take(federation, _LIST)) == (3, 0, [])
        assert Member.objects.get(number="FR-1").player != elsewhere

    def test_a_later_last_day_renews_and_a_new_first_day_adds(self) -> None:
        federation = factories.federation()
        take(federation, _LIST)
        take(federation, f"{_HEADING}\nFR-1;Ada Almeida;;;;;2026-01-01;2027-12-31")
        [period] = Membership.objects.filter(member__number="FR-1")
        assert period.ends_on == date(2027, 12, 31)
        take(federation, f"{_HEADING}\nFR-2;Boris Brandt;;;;;2027-01-01;2027-12-31")
        assert Membership.objects.filter(member__number="FR-2").count() == 2
        assert is_proved(federation)

    def test_a_last_day_alone_renews_the_membership_of_today(self) -> None:
        federation = factories.federation()
        year = timezone.localdate(timezone=federation.time_zone).year
        take(federation, f"number;name;from;to\nFR-1;Ada Almeida;{year}-01-01;{year}-12-31")
        take(federation, f"number;name;to\nFR-1;Ada Almeida;{year + 1}-12-31")
        [period] = Membership.objects.all()
        assert (period.starts_on, period.ends_on) == (date(year, 1, 1), date(year + 1, 12, 31))


class TestMergedPeople:
    """A person has one number, by whichever of its rows."""

    def test_whoever_has_a_number_by_a_merged_row_gets_no_second_one(self) -> None:
        federation = factories.federation()
        event = factories.event()
        factories.sanction(event, federation)
        person = factories.entrant(event, "Ada Almeida").side.players.get()
        walk_in = factories.member(federation, factories.player("Ada Brandt"))
        factories.merge(federation, walk_in.player, into=person)
        check = take(federation, "number;name\nFR-9;Ada Almeida")
        assert counts(check) == (0, 0, [(2, "has_number")])
        check = take(federation, f"number;name;to\n{walk_in.number};Ada Almeida;2099-12-31")
        assert counts(check) == (0, 1, [])
        assert Member.objects.count() == 1

    def test_a_former_number_takes_nothing_new_and_names_the_one_that_goes_on(self) -> None:
        federation = factories.federation()
        one, two = (factories.member(federation, factories.player(name)) for name in ("Ada", "Ada Almeida"))
        factories.merge(federation, one.player, into=two.player, number=two.number)
        check = take(federation, f"number;name;to\n{one.number};Ada;2099-12-31")
        assert counts(check) == (0, 0, [(2, "former_number")])
        assert two.number in check.refused[0].why


class TestNumbersInCapitals:
    """People write `fr-1` for FR-1, and no two members have numbers that differ so."""

    def test_a_row_is_of_the_member_with_the_number(self) -> None:
        federation = factories.federation()
        take(federation, "number;name\nFR-1;Ada Almeida")
        assert counts(take(federation, "number;name\nfr-1;Ada Almeida")) == (0, 1, [])
        assert counts(take(federation, "number;name\nfr-1;Dmitri Dupuis")) == (0, 0, [(2, "number_taken")])
        assert [one.number for one in Member.objects.all()] == ["FR-1"]

    def test_two_rows_of_a_list_are_one_number(self) -> None:
        check = take(factories.federation(), "number;name\nFR-1;Ada Almeida\nfr-1;Bôris Brandt")
        assert counts(check) == (1, 0, [(3, "listed_twice")])

    def test_the_registrar_gives_no_second_one(self) -> None:
        federation = factories.federation()
        take(federation, "number;name\nFR-1;Ada Almeida\nFR-2;Bôris Brandt")
        with pytest.raises(NumberTaken):
            members.change_number(Member.objects.get(number="FR-2"), by=None, number="fr-1")
        own = members.change_number(Member.objects.get(number="FR-1"), by=None, number="Fr-1")
        assert own.number == "Fr-1"

    def test_of_two_from_an_earlier_release_each_is_found_by_its_own_letters(self) -> None:
        federation = factories.federation()
        ada, bo = factories.player("Ada Almeida"), factories.player("Bo Brandt")
        Member.objects.create(federation=federation, player=ada, number="FR-1")
        Member.objects.create(federation=federation, player=bo, number="fr-1")
        check = take(federation, "number;name\nfr-1;Bo Brandt")
        assert counts(check) == (0, 1, [])


class TestRefusedRows:
    @pytest.mark.parametrize(
        ("row", "code"),
        [
            (";Dmitri Dupuis;;", "number_missing"),
            ("N 4;Dmitri Dupuis;;", "invalid_number"),
            ("FR-1;Dmitri Dupuis;;", "number_taken"),
            ("FR-9;Ada Almeida;;", "has_number"),
            ("FR-9;;;", "name_missing"),
            ("FR-9;=A1+1;2026-02-30;", "invalid_day"),
            ("FR-9;Dmitri Dupuis;2026-12-31;2026-01-01", "ends_before_start"),
            ("FR-1;Ada Almeida;2026-06-01;", "memberships_overlap"),
        ],
    )
    def test_a_row_is_refused_with_its_line_and_code_and_the_others_are_taken(
        self, row: str, code: str
    ) -> None:
        federation = factories.federation()
        take(federation, "number;name;from;to\nFR-1;Ada Almeida;2026-01-01;")
        check = take(federation, f"number;name;from;to\n{row}\nFR-7;Zoé Zimmer;;")
        assert counts(check) == (1, 0, [(2, code)])
        assert check.refused[0].why
        assert Member.objects.filter(number="FR-7").exists()
        assert Member.objects.count() == 2

    def test_a_number_twice_in_the_list_is_refused_the_second_time(self) -> None:
        check = take(factories.federation(), "number;name\nFR-1;Ada Almeida\nFR-1;Boris Brandt")
        assert counts(check) == (1, 0, [(3, "listed_twice")])

    def test_an_officer_takes_no_number_by_a_list(self) -> None:
        federation = factories.federation()
        registrar = factories.officer(federation)
        member = members.give_number(federation, registrar, by=None, number="FR-1")
        check = take(federation, f"number;name;to\nFR-1;{member.player.name};2030-12-31", by=registrar)
        assert counts(check) == (0, 0, [(2, "own_case")])

    def test_who_has_no_right_loads_nothing(self) -> None:
        federation = factories.federation()
        with pytest.raises(NotAnOfficer):
            take(federation, _LIST, by=factories.officer(federation, OfficeKind.AUDITOR))

    def test_a_list_without_names_is_refused_whole(self) -> None:
        with pytest.raises(ListUnreadable):
            take(factories.federation(), "number;rating\nFR-1;1500")


def test_statements_do_not_depend_on_the_rows() -> None:
    names = factories.names(1000)
    text = "\n".join(
        [
            _HEADING,
            *(f"N-{at};{name};FR;Club {at % 30};;;2026-01-01;2026-12-31" for at, name in enumerate(names)),
        ]
    )
    federation = factories.federation()
    registrar = factories.officer(federation)
    with CaptureQueriesContext(connection) as queries:
        check = take(federation, text, by=registrar)
    assert counts(check) == (1000, 0, [])
    assert len(queries) <= 40


@settings(max_examples=examples(50), deadline=None)
@given(
    rows=st.lists(
        st.tuples(
            st.sampled_from(["", "1", "2", "3", "4"]),
            st.sampled_from(["", "Ada Almeida", "Boris Brandt", "Ada Almeida Jr", "Zoé"]),
            st.sampled_from(["", "2026-01-01", "2026-07-01", "1.8.2026", "x"]),
            st.sampled_from(["", "2026-06-30", "2026-12-31", "2025-01-01"]),
        ),
        max_size=8,
    )
)
@taken_back
def test_whatever_a_list_says_a_second_time_adds_nobody_and_changes_no_day(
    rows: list[tuple[str, str, str, str]],
) -> None:
    federation = factories.federation()
    text = "\n".join(["number;name;from;to", *(";".join(row) for row in rows)])
    first = take(federation, text)
    assert len(first.rows) == first.new + first.known + len(first.refused)
    state = list(Membership.objects.order_by("pk").values_list("member__number", "starts_on", "ends_on"))
    again = take(federation, text)
    assert again.new == 0
    assert (
        list(Membership.objects.order_by("pk").values_list("member__number", "starts_on", "ends_on")) == state
    )
    assert is_proved(federation)
