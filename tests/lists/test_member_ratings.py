"""Ratings in a list of members: the rating list that begins with them, and what is refused with its row."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from matches.models import Player
from tests import factories
from tournaments.actions.federations import log
from tournaments.actions.feed import judging
from tournaments.actions.lists import computing, keeping, member_list, uploading
from tournaments.actions.lists.member_list import ListBeginning, MemberListCheck
from tournaments.errors.federations import ListOfOtherOrigin, NotAnOfficer
from tournaments.models import (
    FederationEntry,
    ListOrigin,
    ListStanding,
    Member,
    OfficeKind,
    OpeningRating,
    RatingList,
)
from tournaments.queries.audit.evidence_checks import findings_of_federation
from tournaments.ratings import UNITS

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

_HEADING = "number;name;country;club;rating;experience;from;to"
_LIST = "\n".join(
    [
        _HEADING,
        "FR-1;Ada Almeida;FR;Nantes BC;1548,2;340;2026-01-01;2026-12-31",
        "FR-2;Boris Brandt;DE;Nantes BC;1500;;2026-01-01;2026-12-31",
        "FR-3;Chloé Çelik;;;;;;",
    ]
)


@pytest.fixture
def national() -> RatingList:
    """A computed list of a federation without members."""
    federation = factories.federation()
    judging.set_counting_rules(federation, by=None, rules={"version": 1})
    return keeping.create_list(federation, by=None, name="National", formula="fibs")


def take(row: RatingList, text: str, *, by: Player | None = None, **opening: Any) -> MemberListCheck:
    """The list of members as it is loaded, with ratings for a rating list."""
    chosen = ListBeginning(row, **opening)
    return member_list.import_members(row.federation, by=by, data=text.encode(), opening=chosen)


def openings(row: RatingList) -> dict[str, tuple[int, int]]:
    """Rating and experience with which each person begins, by name."""
    rows = OpeningRating.objects.filter(list=row)
    return {
        name: (rating, experience)
        for name, rating, experience in rows.values_list("player__name", "rating", "experience")
    }


def test_one_file_gives_members_and_the_ratings_with_which_a_list_begins(national: RatingList) -> None:
    check = take(national, _LIST, day=date(2025, 12, 31), source="The old list")
    assert (check.new, check.ratings, check.refused, check.unused) == (3, 2, (), ())
    assert openings(national) == {
        "Ada Almeida": (1_548_200_000_000, 340),
        "Boris Brandt": (1500 * UNITS, 0),
    }
    national.refresh_from_db()
    assert (national.starts_on, national.opening_source) == (date(2025, 12, 31), "The old list")
    entries = FederationEntry.objects.filter(federation=national.federation).order_by("seq")
    assert [entry.code for entry in entries][-2:] == ["members_imported", "openings_set"]
    computing.compute(national)
    assert ListStanding.objects.get(list=national, player__name="Ada Almeida").rating == 1_548_200_000_000
    assert (list(findings_of_federation(national.federation)), log.verify(national.federation)) == ([], [])


def test_the_same_file_again_changes_nothing(national: RatingList) -> None:
    take(national, _LIST)
    before, ratings = FederationEntry.objects.count(), openings(national)
    check = take(national, _LIST)
    assert (check.known, check.ratings) == (3, 2)
    assert (FederationEntry.objects.count(), openings(national)) == (before, ratings)


def test_a_file_that_gave_members_gives_their_ratings_once_there_is_a_list(national: RatingList) -> None:
    check = member_list.import_members(national.federation, by=None, data=_LIST.encode())
    assert (check.ratings, check.unused) == (0, ("rating", "experience"))
    assert openings(national) == {}
    assert take(national, _LIST).known == 3
    assert set(openings(national)) == {"Ada Almeida", "Boris Brandt"}


def test_another_file_changes_the_ratings_of_its_people_alone(national: RatingList) -> None:
    take(national, _LIST, day=date(2025, 12, 31), source="The old list")
    take(national, "number;name;rating\nFR-2;Boris Brandt;1600\nFR-4;Dora Duval;1450")
    assert {name: rating // UNITS for name, (rating, _experience) in openings(national).items()} == {
        "Ada Almeida": 1548,
        "Boris Brandt": 1600,
        "Dora Duval": 1450,
    }
    national.refresh_from_db()
    assert (national.starts_on, national.opening_source) == (date(2025, 12, 31), "The old list")


def test_without_a_day_a_list_begins_today(national: RatingList) -> None:
    take(national, _LIST)
    national.refresh_from_db()
    assert national.starts_on == timezone.localdate(timezone=national.federation.time_zone)


def test_a_merged_member_begins_as_the_person_who_goes_on(national: RatingList) -> None:
    event, walk_in = factories.event(), factories.player("Ada Almeida")
    member = factories.member(national.federation, walk_in)
    factories.sanction(event, national.federation)
    person = factories.entrant(event, "Ada Almeida-Roux").side.players.get()
    factories.merge(national.federation, walk_in, into=person)
    take(national, f"number;name;rating\n{member.number};Ada Almeida;1600")
    assert set(openings(national)) == {person.name}


@pytest.mark.parametrize("is_taken", [True, False])
@pytest.mark.parametrize(
    ("cells", "code"),
    [
        ("9000;0;;", "rating_range"),
        ("-1;0;;", "rating_range"),
        ("much;0;;", "no_rating"),
        ("NaN;0;;", "no_rating"),
        ("1500;some;;", "no_experience"),
        ("1500;sNaN;;", "no_experience"),
        ("1500;1.5;;", "no_experience"),
        ("1500;0;2026-12-31;2026-01-01", "ends_before_start"),
        ("1500;0;yesterday;", "invalid_day"),
    ],
)
def test_a_refused_row_stores_nothing_of_it(
    national: RatingList, cells: str, code: str, *, is_taken: bool
) -> None:
    text = f"{_HEADING}\nFR-9;Zoé Zimmer;FR;Nantes BC;{cells}\nFR-1;Ada Almeida;;;1500;;;"
    opening = ListBeginning(national) if is_taken else None
    check = member_list.import_members(national.federation, by=None, data=text.encode(), opening=opening)
    assert [(row.listed.line, row.code) for row in check.refused] == [(2, code)]
    assert check.refused[0].why
    assert list(Member.objects.values_list("number", flat=True)) == ["FR-1"]
    assert set(openings(national)) == ({"Ada Almeida"} if is_taken else set())


def test_who_registers_alone_rates_nobody(national: RatingList) -> None:
    registrar = factories.officer(national.federation, OfficeKind.REGISTRAR)
    with pytest.raises(NotAnOfficer):
        take(national, _LIST, by=registrar)
    assert not Member.objects.exists()


def test_an_uploaded_list_begins_with_no_ratings_of_members(national: RatingList) -> None:
    partner = keeping.create_list(national.federation, by=None, name="Partner", origin=ListOrigin.UPLOADED)
    with pytest.raises(ListOfOtherOrigin):
        take(partner, _LIST)
    assert not Member.objects.exists()


def test_an_officer_rates_themself_by_no_list_of_members(national: RatingList) -> None:
    officer = national.federation.officers.get(kind=OfficeKind.PRESIDENT).player
    own = factories.member(national.federation, officer)
    check = take(national, f"number;name;rating\n{own.number};{officer.name};2900", by=officer)
    assert [(row.listed.line, row.code) for row in check.refused] == [(2, "own_case")]
    assert openings(national) == {}


def test_statements_do_not_depend_on_the_ratings(national: RatingList) -> None:
    rows = (f"N-{at};{name};FR;;{1500 + at};0;;" for at, name in enumerate(factories.names(1000)))
    with CaptureQueriesContext(connection) as queries:
        check = take(national, "\n".join([_HEADING, *rows]))
    assert (check.new, check.ratings) == (1000, 1000)
    assert len(queries) <= 40


def test_ratings_of_a_file_of_ratings_take_the_place_of_all(national: RatingList) -> None:
    take(national, _LIST)
    data = b"number;rating\nFR-1;1700\n"
    uploading.set_openings(national, by=None, data=data, day=date(2026, 1, 1), source="Another list")
    assert openings(national) == {"Ada Almeida": (1700 * UNITS, 0)}
