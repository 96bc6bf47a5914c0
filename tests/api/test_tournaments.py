"""Tournaments, events and tables through the API."""

from __future__ import annotations

import pytest

from tests import factories
from tests.api.client import Caller
from tournaments.models import Role

# Text that a database may refuse.
pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
ABOUT = {"name": "Coupe", "starts_on": "2026-03-07"}


def test_whoever_opens_a_tournament_owns_it_and_it_begins_as_a_draft() -> None:
    player = factories.director()
    made = Caller(player).post("tournaments/", ABOUT)
    assert made.status == 201
    assert made.headers["Location"] == f"/api/v1/tournaments/{made.id}/"
    assert made.body == {
        "id": made.id,
        "name": "Coupe",
        "starts_on": "2026-03-07",
        "ends_on": "2026-03-07",
        "venue": "",
        "city": "",
        "zone": "Europe/Paris",
        "visibility": "draft",
        "desk_enters_slips": False,
        "currency": "EUR",
        "version": 1,
    }
    assert Role.objects.get(player=player).kind == "owner"
    assert Caller(player).get(made.headers["Location"]).body == made.body


def test_a_change_leaves_what_it_does_not_name() -> None:
    owner = factories.director()
    made = Caller(owner).post("tournaments/", ABOUT | {"city": "Nantes"})
    changed = Caller(owner).patch(f"tournaments/{made.id}/", {"visibility": "unlisted", "venue": "Salle A"})
    assert changed.status == 200
    assert changed.body == made.body | {"visibility": "unlisted", "venue": "Salle A", "version": 2}


def test_days_in_the_wrong_order_are_refused_by_name() -> None:
    answer = Caller(factories.director()).post("tournaments/", ABOUT | {"ends_on": "2026-03-06"})
    assert (answer.status, answer.code) == (400, "invalid")


def test_an_unlisted_tournament_is_seen_and_not_listed() -> None:
    tournament = factories.tournament(visibility="unlisted")
    assert Caller().get(f"tournaments/{tournament.uid}/").status == 200
    assert Caller().get("tournaments/").body["results"] == []


def test_an_event_is_added_shown_listed_and_changed() -> None:
    tournament = factories.tournament()
    owner = Caller(factories.owner(tournament))
    asked = {"name": "Main", "capacity": 16, "grace_minutes": 5, "starts_at": "2026-03-07T10:00:00+01:00"}
    made = owner.post(f"tournaments/{tournament.uid}/events/", asked)
    assert made.status == 201
    assert made.body == {
        "id": made.id,
        "tournament": tournament.uid,
        "name": "Main",
        "registration": "desk",
        "capacity": 16,
        "grace_minutes": 5,
        "starts_at": "2026-03-07T09:00:00Z",
        "kind": "singles",
        "team_size": None,
        "boards": None,
        "profile": "wbgf",
        "profile_settings": {},
        "minutes_per_point": 8,
        "division": "",
        "scores": "live",
        "scores_delay": 15,
        "main_stage": None,
        "champion": None,
        "winners": [],
    }
    change = {
        "name": "Open",
        "registration": "open",
        "capacity": None,
        "grace_minutes": 10,
        "profile": "usbgf",
        "profile_settings": {"clock": "required", "clock_delay_seconds": 12},
        "division": "Open",
        "scores": "hidden",
    }
    changed = owner.patch(f"events/{made.id}/", change)
    refused = owner.patch(f"events/{made.id}/", {"profile_settings": {"clock": "sundial"}})
    assert (refused.status, refused.code) == (400, "invalid_rules")
    assert changed.body == made.body | change
    assert Caller().get(f"tournaments/{tournament.uid}/events/").body == [changed.body]
    assert Caller().get(made.headers["Location"]).body == changed.body


def test_a_tournament_is_copied_by_those_who_direct_it_and_once_for_each_key() -> None:
    tournament = factories.tournament()
    factories.stage(factories.event(tournament))
    asked = {"name": "Coupe 2027", "starts_on": "2027-03-06"}
    path = f"tournaments/{tournament.uid}/copies/"
    owner = Caller(factories.owner(tournament))
    made = owner.post(path, asked)
    assert (made.status, made.body["visibility"], made.body["ends_on"]) == (201, "draft", "2027-03-07")
    [event] = owner.get(f"tournaments/{made.id}/events/").body
    assert len(owner.get(f"events/{event['id']}/stages/").body) == 1
    assert owner.post(path, {"name": "Coupe 2027"}).status == 400
    assert Caller(factories.director()).post(path, asked).status == 403


def test_a_change_of_an_event_is_made_whole_or_not_at_all() -> None:
    event = factories.event(registration="open")
    factories.entrants(event, 3)
    answer = Caller(factories.owner(event.tournament)).patch(
        f"events/{event.uid}/", {"registration": "closed", "capacity": 2}
    )
    assert (answer.status, answer.code) == (409, "capacity_too_small")
    assert Caller().get(f"events/{event.uid}/").body["registration"] == "open"


@pytest.mark.parametrize(
    "asked", [{"capacity": 1}, {"capacity": 1025}, {"capacity": "16"}, {"grace_minutes": -1}]
)
def test_an_event_with_numbers_that_cannot_be_is_refused(asked: dict[str, object]) -> None:
    tournament = factories.tournament()
    answer = Caller(factories.owner(tournament)).post(
        f"tournaments/{tournament.uid}/events/", {"name": "Main"} | asked
    )
    assert (answer.status, [fault["field"] for fault in answer.body["errors"]]) == (400, list(asked))


def test_tables_are_added_once_and_show_the_match_at_them() -> None:
    found = factories.open_match()
    tournament = found.stage.event.tournament
    desk, path = Caller(found.director), f"tournaments/{tournament.uid}/tables/"
    first = desk.post(path, {"names": ["1", "2"]})
    again = desk.post(path, {"names": ["2", "3"]})
    assert (first.status, again.status) == (201, 201)
    assert [table["name"] for table in again.body] == ["1", "2", "3"]
    table = again.body[1]["id"]
    called = desk.post(f"matches/{found.match.uid}/table/", {"table": table})
    assert called.body["table"] == table
    assert [row["match"] for row in Caller().get(path).body] == [None, found.match.uid, None]
    freed = desk.post(f"tables/{table}/free/")
    assert (freed.status, freed.body["match"]) == (200, None)
    assert Caller().get(f"matches/{found.match.uid}/").body["table"] is None


def test_a_match_is_called_to_a_table_of_its_own_tournament_only() -> None:
    found = factories.open_match()
    answer = Caller(found.director).post(f"matches/{found.match.uid}/table/", {"table": "22222222222222"})
    assert answer.status == 400
    assert answer.body["errors"][0] | {"detail": ""} == {"field": "table", "code": "unknown_id", "detail": ""}
