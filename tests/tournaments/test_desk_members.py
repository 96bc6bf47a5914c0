"""What the desk reads of members: number, membership of the day and rating, of the federations that sanctioned an event."""

from __future__ import annotations

from datetime import date

import pytest
from pytest_django.fixtures import DjangoAssertNumQueries

from matches.models import Player
from tests import factories
from tests.lists import feeds
from tests.web.browsing import Visitor
from tournaments.actions.entrants import registration
from tournaments.actions.federations import members, sanctions
from tournaments.actions.lists import computing
from tournaments.models import Event, Federation, Member, RatingList
from tournaments.queries.desk_members import DeskMember, desk_members
from tournaments.ratings import UNITS

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return factories.event(factories.tournament(name="Open"))


@pytest.fixture
def rating_list() -> RatingList:
    """The live list of a federation."""
    return feeds.rating_list()


def _rated(of: RatingList, *, number: str = "FR-1042", until: date | None = date(2026, 12, 31)) -> Player:
    """A member who has lost a match to 9 against a newcomer, as both began with 1500."""
    player = factories.player("Zoé Zola")
    row = members.give_number(of.federation, player, by=None, number=number)
    members.add_membership(row, by=None, starts_on=date(2026, 1, 1), ends_on=until)
    feeds.add([feeds.row(factories.player(), player, day=date(2027, 1, 10), length=9)], of)
    computing.compute(of)
    return player


def _read(event: Event, player: Player) -> list[DeskMember]:
    return list(desk_members(event.tournament, [player.person_key]).get(player.person_key, ()))


def test_the_desk_reads_number_membership_and_rating(event: Event, rating_list: RatingList) -> None:
    federation = rating_list.federation
    player = _rated(rating_list, until=date(2030, 12, 31))
    factories.sanction(event, federation)
    line = DeskMember(federation.code, "FR-1042", True, date(2030, 12, 31), 1470 * UNITS)
    assert _read(event, player) == [line]
    duplicate = factories.player("Zoe Zola")
    registration.enter(event, by=None, players=[duplicate])
    factories.merge(federation, duplicate, into=player)
    duplicate.refresh_from_db()
    assert _read(event, duplicate) == [line], "a person is asked for, and not a row"


def test_a_federation_that_was_only_asked_tells_nothing(event: Event, rating_list: RatingList) -> None:
    player = _rated(rating_list)
    request = sanctions.request_sanction(event, rating_list.federation, by=None)
    assert _read(event, player) == []
    sanctions.refuse_sanction(request, by=None, reason="No.")
    assert _read(event, player) == []


def test_a_membership_counts_on_the_nearest_day_of_the_tournament(
    event: Event, rating_list: RatingList
) -> None:
    tournament = event.tournament
    player = _rated(rating_list, until=date(2026, 3, 1))
    assert tournament.starts_on > date(2026, 3, 1)
    factories.sanction(event, rating_list.federation)
    [line] = _read(event, player)
    assert (line.number, line.is_valid, line.ends_on) == ("FR-1042", False, None)
    members.add_membership(Member.objects.get(), by=None, starts_on=tournament.starts_on)
    [line] = _read(event, player)
    assert (line.is_valid, line.ends_on) == (True, None)


def test_of_two_lists_none_is_the_rating(event: Event, rating_list: RatingList) -> None:
    player = _rated(rating_list)
    factories.sanction(event, rating_list.federation)
    other = RatingList.objects.create(federation=rating_list.federation, name="Juniors", formula="elo")
    computing.compute(other)
    assert [line.rating for line in _read(event, player)] == [None]


def test_it_takes_one_query(
    event: Event, rating_list: RatingList, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    player = _rated(rating_list)
    with django_assert_num_queries(1):
        assert _read(event, player) == []
    factories.sanction(event, rating_list.federation)
    with django_assert_num_queries(1):
        assert len(_read(event, player)) == 1


def test_each_name_at_the_desk_has_them(event: Event, rating_list: RatingList) -> None:
    player = _rated(rating_list, until=date(2030, 12, 31))
    factories.sanction(event, rating_list.federation)
    factories.stage(event)
    director = Visitor(factories.owner(event.tournament))
    words = "FR-1042 · member to 31/12/2030 · 1470.00"
    tournament = event.tournament.uid
    assert words in director.open("desk_register_search", tournament, q="zola")
    registration.enter(event, by=None, players=[player])
    assert words in director.open("desk_entrants", event.uid)
    assert words in director.open("desk_players", tournament)
    assert "FR-1042" not in Visitor().at(f"/e/{event.uid}/entrants/")


def test_who_is_no_member_is_marked_at_the_desk(event: Event) -> None:
    federation: Federation = factories.federation()
    player = factories.player("Zoé Zola")
    members.give_number(federation, player, by=None, number="FR-1042")
    factories.sanction(event, federation)
    registration.enter(event, by=None, players=[player])
    page = Visitor(factories.owner(event.tournament)).open("desk_entrants", event.uid)
    assert "FR-1042 · no member of FFBG" in page
