"""Tournaments, events and tables through the API."""

from __future__ import annotations

import pytest

from tests import factories
from tests.api.client import Caller
from tournaments.actions.draws import progress
from tournaments.models import Event, LogEntry, Role

# Text that a database may refuse.
pytestmark = [pytest.mark.django_db, pytest.mark.both_databases(long=True)]
ABOUT = {"name": "Coupe", "starts_on": "2026-03-07"}


def test_whoever_opens_a_tournament_owns_it_and_it_begins_as_a_draft() -> None:
    player = factories.director()
    answer = Caller(player).post("tournaments/", ABOUT)
    assert answer.status == 201
    assert answer.headers["Location"] == f"/api/v1/tournaments/{answer.id}/"
    assert answer.body == {
        "id": answer.id,
        "name": "Coupe",
        "starts_on": "2026-03-07",
        "ends_on": "2026-03-07",
        "venue": "",
        "city": "",
        "zone": "Europe/Paris",
        "visibility": "draft",
        "desk_enters_slips": False,
        "currency": "EUR",
        "appeal_days": 14,
        "closed_at": None,
        "version": 1,
        "log_head": LogEntry.objects.get().hash,
    }
    assert Role.objects.get(player=player).kind == "owner"
    assert Caller(player).get(answer.headers["Location"]).body == answer.body


def test_a_change_leaves_what_it_does_not_name() -> None:
    owner = factories.director()
    tournament = Caller(owner).post("tournaments/", ABOUT | {"city": "Nantes"})
    answer = Caller(owner).patch(
        f"tournaments/{tournament.id}/", {"visibility": "unlisted", "venue": "Salle A"}
    )
    assert answer.status == 200
    changes = {"visibility": "unlisted", "venue": "Salle A", "version": 2, "moved_moments": 0}
    head = LogEntry.objects.get(seq=2).hash
    assert answer.body == tournament.body | changes | {"log_head": head}


def test_another_zone_keeps_the_clock_of_the_programme_and_the_answer_says_so() -> None:
    owner = Caller(factories.director())
    tournament = owner.post("tournaments/", ABOUT).id
    about = {"name": "Main", "starts_at": "2026-03-07T10:00:00+01:00"}
    event = owner.post(f"tournaments/{tournament}/events/", about)
    answer = owner.patch(f"tournaments/{tournament}/", {"zone": "America/New_York"})
    assert (answer.status, answer.body["moved_moments"]) == (200, 1)
    assert owner.get(f"events/{event.id}/").body["starts_at"] == "2026-03-07T15:00:00Z"


@pytest.mark.parametrize("moment", ["2026-07-04T10:00", "2026-03-08 02:30:00"])
def test_a_moment_without_its_offset_is_refused(moment: str) -> None:
    tournament = factories.tournament()
    caller = Caller(factories.owner(tournament))
    answer = caller.post(f"tournaments/{tournament.uid}/events/", {"name": "Main", "starts_at": moment})
    assert answer.status == 400
    [fault] = answer.body["errors"]
    assert (fault["field"], fault["code"]) == ("starts_at", "offset_missing")
    assert "offset from UTC" in fault["detail"]


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
    request = {"name": "Main", "capacity": 16, "grace_minutes": 5, "starts_at": "2026-03-07T10:00:00+01:00"}
    answer = owner.post(f"tournaments/{tournament.uid}/events/", request)
    assert answer.status == 201
    event = Event.objects.get()
    columns = {name: value for name, value in vars(event).items() if name in answer.body}
    assert answer.body == columns | {
        "id": event.uid,
        "tournament": tournament.uid,
        "state": "waits",
        "starts_at": "2026-03-07T09:00:00Z",
        "rating_list": None,
        "official_list": None,
        "main_stage": None,
        "champion": None,
        "winners": [],
    }
    assert {name: answer.body[name] for name in request} == request | {"starts_at": "2026-03-07T09:00:00Z"}
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
    change_answer = owner.patch(f"events/{answer.id}/", change)
    refusal = owner.patch(f"events/{answer.id}/", {"profile_settings": {"clock": "sundial"}})
    assert (refusal.status, refusal.code) == (400, "invalid_rules")
    assert change_answer.body == answer.body | change | {"state": "open"}
    assert Caller().get(f"tournaments/{tournament.uid}/events/").body == [change_answer.body]
    assert Caller().get(answer.headers["Location"]).body == change_answer.body


def test_a_tournament_is_copied_by_those_who_direct_it_and_once_for_each_key() -> None:
    tournament = factories.tournament()
    factories.stage(factories.event(tournament))
    request = {"name": "Coupe 2027", "starts_on": "2027-03-06"}
    path = f"tournaments/{tournament.uid}/copies/"
    owner = Caller(factories.owner(tournament))
    answer = owner.post(path, request)
    assert (answer.status, answer.body["visibility"], answer.body["ends_on"]) == (201, "draft", "2027-03-07")
    [event] = owner.get(f"tournaments/{answer.id}/events/").body
    assert len(owner.get(f"events/{event['id']}/stages/").body) == 1
    assert owner.post(path, {"name": "Coupe 2027"}).status == 400
    assert Caller(factories.director()).post(path, request).status == 403


def test_a_change_of_an_event_is_made_whole_or_not_at_all() -> None:
    event = factories.event(registration="open")
    factories.entrants(event, 3)
    answer = Caller(factories.owner(event.tournament)).patch(
        f"events/{event.uid}/", {"registration": "closed", "capacity": 2}
    )
    assert (answer.status, answer.code) == (409, "capacity_too_small")
    assert Caller().get(f"events/{event.uid}/").body["registration"] == "open"


@pytest.mark.parametrize(
    "body", [{"capacity": 1}, {"capacity": 1025}, {"capacity": "16"}, {"grace_minutes": -1}]
)
def test_an_event_with_numbers_that_cannot_be_is_refused(body: dict[str, object]) -> None:
    tournament = factories.tournament()
    answer = Caller(factories.owner(tournament)).post(
        f"tournaments/{tournament.uid}/events/", {"name": "Main"} | body
    )
    assert (answer.status, [fault["field"] for fault in answer.body["errors"]]) == (400, list(body))


def test_tables_are_added_once_and_show_the_match_at_them() -> None:
    game = factories.open_match()
    tournament = game.stage.event.tournament
    desk, path = Caller(game.director), f"tournaments/{tournament.uid}/tables/"
    first = desk.post(path, {"names": ["1", "2"]})
    again = desk.post(path, {"names": ["2", "3"]})
    assert (first.status, again.status) == (201, 201)
    assert [table["name"] for table in again.body] == ["1", "2", "3"]
    table = again.body[1]["id"]
    answer = desk.post(f"matches/{game.match.uid}/table/", {"table": table})
    assert answer.body["table"] == table
    assert [row["match"] for row in Caller().get(path).body] == [None, game.match.uid, None]
    release = desk.post(f"tables/{table}/free/")
    assert (release.status, release.body["match"]) == (200, None)
    assert Caller().get(f"matches/{game.match.uid}/").body["table"] is None


def test_a_match_is_called_to_a_table_of_its_own_tournament_only() -> None:
    game = factories.open_match()
    answer = Caller(game.director).post(f"matches/{game.match.uid}/table/", {"table": "22222222222222"})
    assert answer.status == 400
    assert answer.body["errors"][0] | {"detail": ""} == {"field": "table", "code": "unknown_id", "detail": ""}


def test_an_event_says_how_far_it_is() -> None:
    stage = factories.stage()
    tournament, event = stage.event.tournament, stage.event
    director = Caller(factories.owner(tournament))

    def state() -> str:
        [row] = Caller().get(f"tournaments/{tournament.uid}/events/").body
        assert row["state"] == Caller().get(f"events/{event.uid}/").body["state"]
        return str(row["state"])

    factories.entrants(event, 2)
    director.patch(f"events/{event.uid}/", {"registration": "desk"})
    states = [state()]
    director.patch(f"events/{event.uid}/", {"registration": "open"})
    states.append(state())
    director.post(f"stages/{stage.uid}/draw/")
    states.append(state())
    factories.play_open_matches(stage)
    progress.advance(event)
    states.append(state())
    director.post(f"events/{event.uid}/close/", {"anyway": True, "reason": "Over."})
    assert [*states, state()] == ["waits", "open", "running", "over", "closed"]
