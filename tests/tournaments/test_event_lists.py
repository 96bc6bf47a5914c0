"""The rating list of an event: which official list it goes by, what it rates, and the seeds that follow."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from fractions import Fraction

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from matches.models import Player
from tests import factories
from tests.api.client import Caller
from tests.tournaments.audits import is_clean
from tests.web.browsing import Visitor
from tournaments.actions import undo
from tournaments.actions.draws import draw
from tournaments.actions.entrants import registration
from tournaments.actions.events import copying, lifecycle
from tournaments.actions.events.rating_list import choose_list
from tournaments.actions.federations import sanctions
from tournaments.actions.lists import keeping, uploading
from tournaments.errors.common import Forbidden
from tournaments.errors.events import ListOfNoFederation, NoOfficialList, RatingListInUse
from tournaments.models import Event, EventKind, LogEntry, OfficialList, RatingList, Registration, Stage
from tournaments.queries.event_ratings import official_of, ratings_of_event, seeds_by_list
from tournaments.ratings import UNITS
from tournaments.web.desk.log_lines import log_lines

pytestmark = [pytest.mark.django_db, pytest.mark.decided_above]

# The tournaments of the factories begin on 7 March 2026.
BEFORE, FIRST_DAY, AFTER = date(2026, 2, 1), date(2026, 3, 7), date(2026, 3, 8)


def listed(event: Event) -> RatingList:
    """An uploaded list of a federation to which the event is submitted."""
    federation = factories.federation()
    sanctions.request_sanction(event, federation, by=None)
    return keeping.create_list(federation, by=None, name="National", origin="uploaded")


def publish(rating_list: RatingList, day: date, ratings: Mapping[Player, object]) -> OfficialList:
    """The official list of a day with these ratings."""
    rows = "".join(f"{person.uid},{rating}\n" for person, rating in ratings.items())
    upload = uploading.upload_list(rating_list, by=None, day=day, data=f"uid,rating\n{rows}".encode())
    assert upload.official is not None
    return upload.official


def entered(event: Event, *names: str) -> list[Player]:
    """New players of these names who are entered in the event."""
    players = [factories.player(name) for name in names]
    for player in players:
        registration.enter(event, by=None, players=[player])
    return players


@pytest.mark.both_databases
def test_an_event_follows_its_list_up_to_its_first_day_and_keeps_that_of_its_draw() -> None:
    stage = factories.stage(factories.event())
    event = stage.event
    rating_list = listed(event)
    ada, ben, cleo, _dan = entered(event, "Ada", "Ben", "Cleo", "Dan")
    choose_list(event, by=factories.owner(event.tournament), rating_list=rating_list)
    event.refresh_from_db()
    assert official_of(event) is None
    publish(rating_list, BEFORE, {ada: 1500, ben: 1600})
    first = publish(rating_list, FIRST_DAY, {ada: 1700, ben: 1600, cleo: "1600.5"})
    publish(rating_list, AFTER, {ben: 1900})
    assert official_of(event) == first

    draw.draw(stage, by=None, by_list=True, seed="a")
    event.refresh_from_db()
    assert event.official_list == first
    entries = {entry["uid"]: entry for entry in stage.draws.get().input["entries"]}
    places = [
        (place.player.name, entries[place.entrant.uid].get("rating"), entries[place.entrant.uid]["seed"])
        for place in event.entrant_players.select_related("player", "entrant").order_by("pk")
    ]
    assert places == [
        ("Ada", 1700 * UNITS, 1),
        ("Ben", 1600 * UNITS, 3),
        ("Cleo", 1_600_500_000_000, 2),
        ("Dan", None, None),
    ]
    assert is_clean(event.tournament)
    texts = [line.text for line in log_lines(list(LogEntry.objects.filter(event=event).order_by("seq")))]
    assert f"{event.name} uses the list National." in texts
    assert f"{event.name} goes by the list National as of 2026-03-07." in texts


def test_a_closed_registration_keeps_the_list_and_an_opened_one_follows_it_again() -> None:
    event = factories.event()
    rating_list = listed(event)
    ada = factories.player("Ada")
    old = publish(rating_list, BEFORE, {ada: 1500})
    choose_list(event, by=None, rating_list=rating_list)
    lifecycle.set_registration(event, by=None, registration=Registration.CLOSED)
    new = publish(rating_list, FIRST_DAY, {ada: 1600})
    event.refresh_from_db()
    assert official_of(event) == old
    lifecycle.set_registration(event, by=None, registration=Registration.DESK)
    event.refresh_from_db()
    assert official_of(event) == new
    assert is_clean(event.tournament)


def test_a_list_is_chosen_by_a_director_of_a_federation_that_was_asked_and_changed_late_with_a_reason() -> (
    None
):
    event = factories.event()
    rating_list = listed(event)
    stranger = keeping.create_list(factories.federation("USBGF"), by=None, name="Ratings", origin="uploaded")
    boss, clerk = factories.owner(event.tournament), factories.clerk(event.tournament)
    with pytest.raises(ListOfNoFederation, match="USBGF"):
        choose_list(event, by=boss, rating_list=stranger)
    with pytest.raises(Forbidden):
        choose_list(event, by=clerk, rating_list=rating_list)
    publish(rating_list, BEFORE, {factories.player("Ada"): 1500})
    caller, path = Caller(boss), f"events/{event.uid}/"
    assert caller.patch(path, {"rating_list": rating_list.uid}).body["rating_list"] == rating_list.uid

    undo.undo(LogEntry.objects.get(event=event, code="rating_list_chosen"), by=boss)
    event.refresh_from_db()
    assert event.rating_list is None
    caller.patch(path, {"rating_list": rating_list.uid})
    lifecycle.set_registration(event, by=boss, registration=Registration.CLOSED)
    refusal = caller.patch(path, {"rating_list": None})
    assert (refusal.status, refusal.code) == (409, "rating_list_in_use")
    with pytest.raises(RatingListInUse):
        choose_list(event, by=boss, rating_list=None)
    assert caller.patch(path, {"rating_list": None, "list_reason": "not ours"}).body["official_list"] is None
    assert is_clean(event.tournament)


def test_an_event_without_an_official_list_is_not_seeded_by_it() -> None:
    stage = factories.stage(factories.event())
    factories.entrants(stage.event, 4)
    with pytest.raises(NoOfficialList):
        draw.draw(stage, by=None, by_list=True)
    with pytest.raises(NoOfficialList):
        draw.commit(stage, by=None, by_list=True)


def test_the_log_proves_the_list_of_an_event() -> None:
    event = factories.event()
    rating_list = listed(event)
    official = publish(rating_list, BEFORE, {factories.player("Ada"): 1500})
    choose_list(event, by=None, rating_list=rating_list)
    assert is_clean(event.tournament)
    Event.objects.filter(pk=event.pk).update(official_list=official)
    assert not is_clean(event.tournament)
    with pytest.raises(IntegrityError, match="event_official_of_a_list"), transaction.atomic():
        Event.objects.filter(pk=event.pk).update(rating_list=None)


def test_a_pair_has_the_mean_of_its_players_and_none_while_one_is_not_listed() -> None:
    event = lifecycle.create_event(factories.tournament(), by=None, name="Doubles", kind=EventKind.DOUBLES)
    rating_list = listed(event)
    people = [factories.player(name) for name in ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")]
    ada, ben, cleo, dan, eve, _finn = people
    pairs = [
        registration.enter(event, by=None, players=people[first : first + 2]) for first in range(0, 6, 2)
    ]
    publish(rating_list, BEFORE, {ada: 1500, ben: "1600.000000001", cleo: 1700, dan: 1500, eve: 1900})
    choose_list(event, by=None, rating_list=rating_list)
    event.refresh_from_db()
    ratings = ratings_of_event(event)
    mean = round(Fraction(1500 * UNITS + 1600 * UNITS + 1, 2))
    assert [ratings.rating_of(pair) for pair in pairs] == [mean, 1600 * UNITS, None]
    assert ratings.by_entrant[pairs[2].pk].unlisted == ("Finn",)
    assert seeds_by_list(event, pairs) == {pairs[1].uid: 1, pairs[0].uid: 2}


def test_a_merged_player_has_the_rating_of_the_person() -> None:
    event = factories.event()
    rating_list = listed(event)
    [walk_in] = entered(event, "A. Lovelace")
    ada = factories.player("Ada Lovelace", email="ada@example.org")
    publish(rating_list, BEFORE, {ada: 1650})
    choose_list(event, by=None, rating_list=rating_list)
    event.refresh_from_db()
    [entrant] = event.entrants.all()
    assert ratings_of_event(event).rating_of(entrant) is None
    Player.objects.filter(pk=walk_in.pk).update(merged_into=ada)
    assert ratings_of_event(event).rating_of(entrant) == 1650 * UNITS


def test_a_copy_of_an_event_has_the_list_and_follows_it_anew() -> None:
    event = factories.event()
    rating_list = listed(event)
    publish(rating_list, BEFORE, {factories.player("Ada"): 1500})
    choose_list(event, by=None, rating_list=rating_list)
    lifecycle.set_registration(event, by=None, registration=Registration.CLOSED)
    event.refresh_from_db()
    copy = copying.copy_event(event, by=None, name="Again")
    assert (copy.rating_list, copy.official_list) == (rating_list, None)


def _rated_event(players: int) -> tuple[Stage, OfficialList]:
    stage = factories.stage(factories.event())
    rating_list = listed(stage.event)
    people = entered(stage.event, *factories.names(players))
    official = publish(rating_list, BEFORE, {one: 1500 + n for n, one in enumerate(people[:-1])})
    choose_list(stage.event, by=None, rating_list=rating_list)
    return stage, official


def test_the_desk_chooses_the_list_reads_the_ratings_and_seeds_by_them() -> None:
    stage, official = _rated_event(4)
    event = stage.event
    visitor = Visitor(factories.owner(event.tournament))
    page = visitor.open("desk_ratings", event.uid)
    assert f"{official.list.name}, no. 1 as of" in page
    assert "1 entrant is not on the list and has no seed." in page
    assert "1502.00" in page
    assert "not on the list" in visitor.open("desk_entrants", event.uid)
    table = visitor.open("desk_file_entrants", event.uid, "csv").html
    assert [row.split(",")[7] for row in table.splitlines()] == [
        "Rating",
        "1500.00",
        "1501.00",
        "1502.00",
        "",
    ]

    address = reverse("desk_draw", args=[stage.uid])
    form = visitor.open("desk_draw", stage.uid).form(address)
    page = visitor.send("desk_draw", stage.uid, **{**form, "do": "by_list"})
    assert page.status == 200
    assert "Seeded by National as of" in page
    form = page.form(address)
    assert sorted(form[name] for name in form if name.startswith("seed-")) == ["", "1", "2", "3"]

    answer = Caller(factories.owner(event.tournament)).get(f"events/{event.uid}/ratings/")
    lines = [(line["rating"], line["seed"]) for line in answer.body["entrants"]]
    assert lines == [*((f"150{place}.000000000", 3 - place) for place in range(3)), (None, None)]
    page = visitor.send("desk_ratings", event.uid, rating_list="")
    assert page.status in (200, 302)
    event.refresh_from_db()
    assert event.rating_list is None


def test_the_ratings_of_many_cost_no_more_queries(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    event = Event.objects.select_related("tournament").get(pk=_rated_event(12)[0].event_id)
    with django_assert_num_queries(5):
        assert len(ratings_of_event(event).by_entrant) == 12
