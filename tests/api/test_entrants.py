"""Entering an event, and what happens to an entrant, through the API."""

from __future__ import annotations

from typing import Any

import pytest

from matches.models import Player
from tests import factories
from tests.api.client import Answer, Caller
from tournaments.models import Event

# Text that a database may refuse, and search.
pytestmark = [pytest.mark.django_db, pytest.mark.both_databases(long=True)]


def enter(event: Event, *players: str, **more: Any) -> Answer:
    """Enter a side at the desk."""
    desk = Caller(factories.owner(event.tournament))
    return desk.post(f"events/{event.uid}/entrants/", {"players": list(players), **more})


def test_a_name_that_nobody_has_makes_a_new_player_without_an_account() -> None:
    event = factories.event()
    answer = enter(event, "  Zoé   Müller ", club="Nantes", country="FR", email="zoe@example.org")
    assert answer.status == 201
    assert answer.headers["Location"] == f"/api/v1/entrants/{answer.id}/"
    player = Player.objects.get(name="Zoé Müller")
    assert (player.email, player.contact_email) == (None, "zoe@example.org")
    assert not player.has_usable_password()
    assert answer.body | {"entered_at": ""} == {
        "id": answer.id,
        "event": event.uid,
        "name": "Zoé Müller",
        "players": [{"id": player.uid, "name": "Zoé Müller", "country": "FR", "club": "Nantes"}],
        "via": "api",
        "is_alternate": False,
        "is_asked": False,
        "entered_at": "",
        "checked_in_at": None,
        "withdrawn_at": None,
        "goes_on": None,
        "bye_lots": 1,
    }
    assert Caller(factories.owner(event.tournament)).get(answer.headers["Location"]).body == answer.body
    [stranger] = Caller().get(answer.headers["Location"]).body["players"]
    assert stranger == {"id": None, "name": "Zoé Müller", "country": "FR", "club": "Nantes"}


def test_an_address_is_never_shown() -> None:
    event = factories.event()
    enter(event, "Ada", email="ada@example.org")
    assert "example.org" not in str(
        Caller(factories.owner(event.tournament)).get(f"events/{event.uid}/entrants/").body
    )


def test_an_id_enters_the_player_who_has_it() -> None:
    player = factories.player("Ada")
    assert enter(factories.event(), player.uid).body["players"][0]["id"] == player.uid
    assert Player.objects.filter(name="Ada").count() == 1


def test_ids_and_names_together_make_a_pair() -> None:
    ada = factories.player("Ada")
    answer = enter(factories.event(kind="doubles"), ada.uid, "Boris")
    assert [player["name"] for player in answer.body["players"]] == ["Ada", "Boris"]
    assert answer.body["name"] == "Ada / Boris"


def test_an_id_that_nobody_has_is_refused_and_makes_nobody() -> None:
    answer = enter(factories.event(), "22222222222222")
    assert (answer.status, answer.body["errors"][0]["code"]) == (400, "unknown_id")
    assert not Player.objects.filter(name="22222222222222").exists()


def test_the_name_of_a_known_player_is_refused_with_the_ones_it_may_mean() -> None:
    player = factories.player("Zoé Müller")
    answer = enter(factories.event(), "zoe muller")
    assert (answer.status, answer.code) == (409, "similar_players")
    assert [player["uid"] for player in answer.body["data"]["candidates"]] == [player.uid]


@pytest.mark.parametrize(
    ("name", "similar", "status"),
    [
        ("Jean Dupont", "accept", 201),
        ("Jean Dupond", "refuse_same", 201),
        ("Jean Dupond", "refuse", 409),
        ("Jean Dupont", "refuse", 409),
        ("Ada Almeida", "refuse", 201),
    ],
)
def test_the_caller_says_how_careful_to_be_about_similar_names(name: str, similar: str, status: int) -> None:
    factories.player("Jean Dupont")
    assert enter(factories.event(), name, similar=similar).status == status


@pytest.mark.parametrize(
    ("similar", "club", "country", "status"),
    [
        ("refuse", "Leeds", "GB", 201),
        ("refuse", "Leeds", "FR", 409),
        ("refuse_same", "Leeds", "FR", 409),
        ("refuse_same", "Leeds", "GB", 201),
    ],
)
def test_club_and_country_say_who_is_another_person(
    similar: str, club: str, country: str, status: int
) -> None:
    Player.objects.create_user(None, None, name="Jean Dupont", club="Nantes", country="FR")
    answer = enter(factories.event(), "Jean Dupont", similar=similar, club=club, country=country)
    assert answer.status == status


def test_a_refused_side_leaves_no_player_behind() -> None:
    event = factories.event(kind="doubles")
    ada = factories.player("Ada")
    enter(event, ada.uid, "Chloé")
    answer = enter(event, "Boris", ada.uid)
    assert (answer.status, answer.code) == (409, "already_entered")
    assert not Player.objects.filter(name="Boris").exists()


def test_who_comes_after_the_last_place_or_asks_to_wait_is_an_alternate() -> None:
    event = factories.event(capacity=2)
    waits = [enter(event, name).body["is_alternate"] for name in ("Ada", "Boris", "Chloé")]
    assert waits == [False, False, True]
    assert enter(factories.event(), "Dmitri", is_alternate=True).body["is_alternate"]


def test_a_player_registers_where_registration_is_open() -> None:
    player = factories.player("Ada", email="ada@example.org")
    event = factories.event(registration="open")
    answer = Caller(player).post(f"events/{event.uid}/registration/")
    assert (answer.status, answer.body["via"]) == (201, "online")
    again = Caller(player).post(f"events/{event.uid}/registration/")
    assert (again.status, again.code) == (409, "already_entered")


def test_a_player_does_not_register_where_only_the_desk_does() -> None:
    event = factories.event(registration="desk")
    answer = Caller(factories.player(email="ada@example.org")).post(f"events/{event.uid}/registration/")
    assert (answer.status, answer.code) == (409, "registration_closed")


def test_an_entrant_is_checked_in_and_out_again() -> None:
    event = factories.event()
    entrant = factories.entrant(event)
    desk = Caller(factories.owner(event.tournament))
    assert desk.post(f"entrants/{entrant.uid}/check-in/").body["checked_in_at"]
    assert desk.post(f"entrants/{entrant.uid}/check-in/").status == 200
    assert desk.post(f"entrants/{entrant.uid}/undo-check-in/").body["checked_in_at"] is None


def test_a_player_withdraws_and_comes_back_before_the_draw() -> None:
    player = factories.player("Ada", email="ada@example.org")
    event = factories.event(registration="open")
    caller = Caller(player)
    entrant = caller.post(f"events/{event.uid}/registration/").id
    assert caller.post(f"entrants/{entrant}/withdraw/", {"reason": "Ill"}).body["withdrawn_at"]
    assert caller.post(f"entrants/{entrant}/return/").body["withdrawn_at"] is None
    refusal = caller.post(f"entrants/{entrant}/return/")
    assert (refusal.status, refusal.code) == (409, "not_withdrawn")


@pytest.mark.parametrize("players", [[], ["x" * 121], [7], "Ada", [""], ["Ada"] * 21])
def test_players_that_cannot_be_are_refused(players: object) -> None:
    event = factories.event()
    desk = Caller(factories.owner(event.tournament))
    answer = desk.post(f"events/{event.uid}/entrants/", {"players": players})
    assert (answer.status, answer.code) == (400, "invalid")


def test_a_misspelt_name_is_corrected_and_what_is_left_out_stays() -> None:
    event = factories.event()
    answer = enter(event, "Zoe Mueler", club="Nantes", country="FR")
    desk = Caller(factories.owner(event.tournament))
    (player,) = answer.body["players"]
    correction = desk.post(f"entrants/{answer.id}/naming/", {"player": player["id"], "name": "Zoé Müller"})
    assert correction.status == 200
    assert correction.body["name"] == "Zoé Müller"
    assert correction.body["players"] == [{**player, "name": "Zoé Müller"}]
    wrong = desk.post(f"entrants/{answer.id}/naming/", {"player": player["id"], "country": "fr"})
    assert (wrong.status, wrong.code) == (400, "invalid")
    other = desk.post(f"entrants/{answer.id}/naming/", {"player": factories.player().uid, "name": "Zoé"})
    assert other.status == 400


def test_who_leaves_for_home_leaves_the_other_events_too() -> None:
    tournament = factories.tournament()
    main, doubles, speed = (factories.event(tournament, name=name) for name in ("Main", "Doubles", "Speed"))
    ada = factories.player("Ada")
    first = enter(main, ada.uid).id
    second, third = enter(doubles, ada.uid).id, enter(speed, ada.uid).id
    desk = Caller(factories.owner(tournament))
    assert [one["entrant"] for one in desk.get(f"entrants/{first}/other-entries/").body] == [second, third]
    answer = desk.post(f"entrants/{first}/withdraw/", {"also": ["nobody"]})
    assert (answer.status, answer.body["errors"][0]["code"]) == (400, "unknown_id")
    assert desk.post(f"entrants/{first}/withdraw/", {"also": [third]}).body["withdrawn_at"]
    assert desk.get(f"entrants/{third}/").body["withdrawn_at"]
    assert desk.get(f"entrants/{second}/").body["withdrawn_at"] is None
