"""A rating list names those who have agreed to it; everybody else stands in it without a name."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from django.utils import timezone

from matches.models import Player, PublicAs
from tests import factories
from tests.api.client import ROOT, Caller
from tests.lists import feeds
from tests.web.browsing import Visitor
from tournaments.actions.federations import clubs, members
from tournaments.actions.lists import comparisons, computing, publishing
from tournaments.actions.people import publicity
from tournaments.models import ComparisonLine, RatingList

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases(long=True)]

_CHILD = timezone.now().year - 9


def _person(name: str, *, email: str = "", **fields: object) -> Player:
    person = factories.player(f"{name} Quasta", email=email)
    Player.objects.filter(pk=person.pk).update(club="Nantes", **fields)
    person.refresh_from_db()
    return person


@pytest.fixture
def people() -> Mapping[str, Player]:
    """Everybody who plays, by what they have said."""
    return {
        "typed": _person("Tess"),
        "account": _person("Abel", email="abel@example.org"),
        "refused": _person("Rolf", email="rolf@example.org", has_profile=False),
        "member": _person("Mona"),
        "refused member": _person("Rita", has_profile=False),
        "minor member": _person("Milo", birth_year=_CHILD),
        "minor with a guardian's word": _person("Gwen", birth_year=_CHILD, has_profile=True),
        "named by choice": _person("Cleo", public_as=PublicAs.NAME),
        "minor by own choice": _person("Otto", birth_year=_CHILD, public_as=PublicAs.NAME),
        "initials": _person("Ines"),
    }


_NAMED = {"account", "member", "minor with a guardian's word", "named by choice"}


@pytest.fixture
def rating_list(people: Mapping[str, Player]) -> RatingList:
    """A list in which everybody has played everybody once."""
    publicity.choose(people["initials"], publicity.Publicity(PublicAs.INITIALS), by=people["initials"])
    row = feeds.rating_list()
    everybody = list(people.values())
    pairs = [(one, two) for one in everybody for two in everybody if one.pk < two.pk]
    feeds.add(
        [feeds.row(one, two, day=timezone.localdate(), slot=slot) for slot, (one, two) in enumerate(pairs)],
        row,
    )
    for number, who in enumerate(("member", "refused member", "minor member")):
        members.give_number(row.federation, people[who], by=None, number=f"M-{number}")
    computing.compute(row)
    return RatingList.objects.select_related("federation").get(pk=row.pk)


def _stands(text: str, people: Mapping[str, Player]) -> set[str]:
    return {who for who, person in people.items() if person.name in text}


def test_the_page_its_official_list_and_its_files_name_those_alone(
    rating_list: RatingList, people: Mapping[str, Player]
) -> None:
    official = publishing.publish_list(rating_list, by=None, day=timezone.localdate())
    stranger, address = Visitor(), f"{ROOT}lists/{rating_list.uid}"
    pages = [stranger.open("rating_list", rating_list.uid), stranger.open("official_list", official.uid)]
    files = [stranger.at(f"{address}/{of}sheet/?format=csv") for of in ("", "official/1/")]
    for text in (page.html for page in (*pages, *files)):
        assert _stands(text, people) == _NAMED
        assert "I. Q." in text
    assert [page.html.count("Name not public") for page in pages] == [5, 5]
    assert [[number for number in ("M-0", "M-1", "M-2") if number in page.html] for page in files] == [
        ["M-0"],
        ["M-0"],
    ]


def test_a_club_is_told_of_nobody_without_a_name(rating_list: RatingList) -> None:
    club = clubs.add_club(rating_list.federation, by=None, name="Nantes")
    lines = Caller().get(f"lists/{rating_list.uid}/?club={club.uid}").body["results"]
    assert len(lines) == len(_NAMED) + 1, "and the one with initials"


def test_the_api_has_null_in_the_place_of_id_and_name(
    rating_list: RatingList, people: Mapping[str, Player]
) -> None:
    lines = [line["player"] for line in Caller().get(f"lists/{rating_list.uid}/").body["results"]]
    names = {line["name"] for line in lines}
    assert names == {None, "I. Q.", *(people[who].name for who in _NAMED)}
    assert [line["id"] for line in lines if line["name"] == "I. Q."] == [None]
    unnamed = [line for line in lines if line["name"] is None]
    assert len(unnamed) == 5
    assert {(line["id"], line["number"], line["club"], line["has_profile"]) for line in unnamed} == {
        (None, None, "", False)
    }


def test_who_is_compared_in_two_lists_is_named_as_in_them(
    rating_list: RatingList, people: Mapping[str, Player]
) -> None:
    other = publishing.publish_list(rating_list, by=None, day=timezone.localdate())
    row = comparisons.ask_comparison(rating_list, by=None, other=other.uid)
    comparisons.compute_comparison(row.pk)
    assert ComparisonLine.objects.count() == len(people)
    query = {"with": other.uid}
    assert _stands(Visitor().open("list_comparison", rating_list.uid, **query).html, people) == _NAMED


def test_two_people_of_one_person_are_named_where_neither_says_no(
    rating_list: RatingList, people: Mapping[str, Player]
) -> None:
    other = _person("Nora", has_profile=False)
    Player.objects.filter(pk=other.pk).update(merged_into=people["member"])
    page = Visitor().open("rating_list", rating_list.uid)
    assert _stands(page.html, people) == _NAMED - {"member"}
