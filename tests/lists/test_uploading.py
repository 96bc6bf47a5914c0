"""Ratings from files: stored whole or not at all, with a reason for each refused row."""

from __future__ import annotations

from datetime import date

import pytest
from django.db import connection, transaction

from matches.models import Player
from tests import factories
from tests.lists import feeds
from tournaments.actions.federations import members
from tournaments.actions.lists import computing, keeping, uploading
from tournaments.errors.federations import (
    ListOfOtherOrigin,
    RatingsQuoteOpen,
    RatingsTooLarge,
    RatingsUnreadable,
)
from tournaments.models import (
    ListOrigin,
    ListStanding,
    OfficeKind,
    OfficialList,
    OfficialRow,
    OpeningRating,
    RatingList,
)
from tournaments.models.append_only import drop_triggers
from tournaments.queries.audit.checks import FindingCode
from tournaments.queries.audit.evidence_checks import findings_of_federation
from tournaments.ratings import UNITS

pytestmark = pytest.mark.django_db

DAY = date(2026, 1, 31)


@pytest.fixture
def partner() -> RatingList:
    """A list of a federation with two members, N1 and N2."""
    federation = factories.federation()
    for name in ("Ann", "Ben"):
        factories.member(federation, factories.player(name))
    for number, member in enumerate(federation.members.order_by("pk"), start=1):
        members.change_number(member, by=None, number=f"N{number}")
    return keeping.create_list(federation, by=None, name="Partner", origin=ListOrigin.UPLOADED)


def _upload(rating_list: RatingList, data: bytes) -> uploading.RatingUpload:
    return uploading.upload_list(rating_list, by=None, day=DAY, data=data, source="january.csv")


@pytest.mark.parametrize(
    "data",
    [
        "number;rating\nn1;1612,345678\nN2;1500\n".encode("cp1252"),
        "\ufeffN°,Cote,Prénom\nN1,1612.345678,Zoé\nN2,1500,\n".encode(),
        "number\trating\nN1\t1612.345678\nN2\t1500\n".encode("utf-16"),
        b"number,rating,experience\n'N1,1612.345678,40\n,,\nN2,'1500,\n",
        b"no;licence;points;rating\n1;N1;12;1612.345678\n2;N2;9;1500\n",
    ],
)
def test_a_file_is_read_in_the_encodings_and_headings_of_federations(
    partner: RatingList, data: bytes
) -> None:
    upload = _upload(partner, data)
    assert upload.refused == ()
    assert upload.official is not None
    rows = upload.official.ratings.order_by("place").values_list("place", "rating")
    assert list(rows) == [(1, 1612_345_678_000), (2, 1500 * UNITS)]
    assert (upload.official.number, upload.official.source) == (1, "january.csv")


@pytest.mark.both_databases
def test_refused_rows_are_named_by_line_and_nothing_is_stored(partner: RatingList) -> None:
    ann = Player.objects.get(name="Ann")
    data = (
        f"number,uid,rating,experience\nN1,,1500,\nN9,,1500,\n,nobody,1500,\n,,1500,\n,{ann.uid},1500,\n"
        "N2,,abc,\nN2,,5000.1,\nN2,,-1,\nN2,,NaN,\nN2,,1500,1.5\nN2,,1500,abc\nN2,,1500,sNaN\nN2,,1500,Infinity\n"
        "N2,,1.523,\nN2,,1500,1.000\n"
    ).encode()
    upload = _upload(partner, data)
    assert [(one.line, one.code.value) for one in upload.refused] == [
        (3, "unknown_number"),
        (4, "unknown_person"),
        (5, "no_person"),
        (6, "listed_twice"),
        (7, "no_rating"),
        (8, "rating_range"),
        (9, "rating_range"),
        (10, "no_rating"),
        (11, "no_experience"),
        (12, "no_experience"),
        (13, "no_experience"),
        (14, "no_experience"),
        (15, "rating_unclear"),
        (16, "no_experience"),
    ]
    assert all(one.why for one in upload.refused)
    assert upload.official is None
    assert not OfficialList.objects.exists()


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"", RatingsUnreadable),
        (b"name,points of another kind\nAnn,3\n", RatingsUnreadable),
        (b"number,rating" + b"," * 1_000_000, RatingsUnreadable),
        (b"number,rating\n" + b'"' * 400_000, RatingsUnreadable),
        (b'number,rating,name\nN1,1500,"Ann\nN2,1600,Bob\n', RatingsQuoteOpen),
        (b'number,rating,name\nN1,1500,"Ann\nN2,1600,Ben"\n', RatingsQuoteOpen),
        (b'number,rating,"name\nN1,1500,Ann"\nN2,1600,Ben\n', RatingsQuoteOpen),
        (b'number,rating,club\nN1,1500,"Lille\nN2,1600"\n', RatingsQuoteOpen),
        (b"number,rating\n" + b"N1,1500\n" * 100_001, RatingsTooLarge),
        (b"x" * (8 * 1024 * 1024 + 1), RatingsTooLarge),
    ],
)
def test_what_is_no_list_of_ratings_is_refused_at_once(
    partner: RatingList, data: bytes, error: type[Exception]
) -> None:
    with pytest.raises(error):
        _upload(partner, data)


def test_an_officer_uploads_no_rating_of_their_own(partner: RatingList) -> None:
    officer = factories.officer(partner.federation, OfficeKind.RATING_OFFICER)
    own = factories.member(partner.federation, officer)
    data = f"number,rating\nN1,1500\n{own.number},2900\n".encode()
    upload = uploading.upload_list(partner, by=officer, day=DAY, data=data, source="mine.csv")
    assert [(one.line, one.code.value) for one in upload.refused] == [(3, "own_rating")]
    other = factories.officer(partner.federation, OfficeKind.RATING_OFFICER)
    assert uploading.upload_list(partner, by=other, day=DAY, data=data, source="").count == 2


def test_a_person_of_two_entries_is_one(partner: RatingList) -> None:
    ann, ben = Player.objects.filter(name__in=("Ann", "Ben")).order_by("name")
    Player.objects.filter(pk=ben.pk).update(merged_into=ann)
    upload = _upload(partner, b"number,rating\nN1,1500\nN2,1600\n")
    assert [one.code.value for one in upload.refused] == ["listed_twice"]


@pytest.mark.both_databases
def test_opening_ratings_come_from_a_file_with_their_day_and_source() -> None:
    rating_list = feeds.rating_list()
    ann = factories.member(rating_list.federation, factories.player("Ann"))
    data = f"number,rating,experience\n{ann.number},1640.5,200\n".encode()
    upload = uploading.set_openings(rating_list, by=None, data=data, day=DAY, source="The old list")
    assert (upload.count, upload.refused) == (1, ())
    rating_list.refresh_from_db()
    assert (rating_list.starts_on, rating_list.opening_source) == (DAY, "The old list")
    computing.compute(rating_list)
    [standing] = ListStanding.objects.all()
    assert (standing.player_id, standing.rating, standing.experience) == (
        ann.player_id,
        1_640_500_000_000,
        200,
    )
    wrong = uploading.set_openings(rating_list, by=None, data=data + b"N99,1500,\n", day=DAY, source="")
    assert wrong.refused
    assert OpeningRating.objects.count() == 1


def test_the_audit_finds_opening_ratings_that_no_act_has_stored() -> None:
    """Every rating of the list follows from them."""
    federation = factories.federation()
    rating_list = keeping.create_list(federation, by=None, name="National", formula="fibs")
    ann, ben = factories.player("Ann"), factories.player("Ben")
    data = f"uid,rating\n{ann.uid},1612.5\n".encode()
    uploading.set_openings(rating_list, by=None, data=data, day=DAY, source="Old list")
    uploading.add_openings(rating_list, {ben.pk: (1500 * UNITS, 0)}, by=None)
    assert list(findings_of_federation(federation)) == []
    openings = OpeningRating.objects.filter(list=rating_list)
    for change in (
        lambda: openings.update(rating=1600 * UNITS),
        lambda: openings.filter(player=ann).delete(),
    ):
        with transaction.atomic():
            change()
            [finding] = findings_of_federation(federation)
            assert (finding.code, finding.subject) == (FindingCode.OPENINGS_DIFFER, rating_list.uid)
            transaction.set_rollback(True)


def test_the_audit_finds_a_changed_rating_of_an_official_list(partner: RatingList) -> None:
    federation = partner.federation
    official = uploading.upload_list(
        partner, by=None, day=DAY, data=b"number,rating\nN1,1612.5\nN2,1500\n"
    ).official
    assert official is not None
    assert list(findings_of_federation(federation)) == []
    rows = OfficialRow.objects.filter(official=official, place=1)
    for change in (lambda: rows.update(rating=1600 * UNITS), lambda: rows.delete()):
        with transaction.atomic():
            drop_triggers(connection)
            change()
            [finding] = findings_of_federation(federation)
            assert (finding.code, finding.subject) == (FindingCode.OFFICIAL_ROWS_DIFFER, official.uid)
            transaction.set_rollback(True)


def test_computed_lists_are_not_uploaded_and_uploaded_ones_have_no_openings(partner: RatingList) -> None:
    data = b"number,rating\nN1,1500\n"
    with pytest.raises(ListOfOtherOrigin):
        _upload(feeds.rating_list("OTHER"), data)
    with pytest.raises(ListOfOtherOrigin):
        uploading.set_openings(partner, by=None, data=data, day=DAY, source="")
    with pytest.raises(ListOfOtherOrigin):
        computing.compute(partner)
