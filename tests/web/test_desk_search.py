"""Whom a desk finds by name on a server that shows everybody to all desks, and on one that does not."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.conf import LazySettings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction

from matches.models import Player
from tests import factories
from tests.api.client import Caller
from tests.web.browsing import Visitor
from tournaments.actions.entrants import registration
from tournaments.actions.events import lifecycle
from tournaments.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Event:
    """A tournament of somebody who has had nobody yet; Vera Minor plays elsewhere, Vic Public has a profile."""
    elsewhere = factories.event()
    registration.enter(elsewhere, by=None, players=[factories.player("Vera Minor")])
    factories.player("Vic Public", email="vic@example.org")
    return factories.event(factories.tournament(by=factories.director("Mallory")))


def by_box(event: Event, words: str) -> str:
    boss = Visitor(factories.owner(event.tournament))
    return boss.open("desk_register", event.tournament.uid, q=words).words


def by_entrants(event: Event, words: str) -> str:
    return Visitor(factories.owner(event.tournament)).open("desk_entrants", event.uid, q=words).words


def by_list(event: Event, words: str) -> str:
    caller = Caller(factories.owner(event.tournament))
    form = {"file": SimpleUploadedFile("list.csv", f"Name\n{words}\n".encode()), "is_check": "true"}
    answer = caller.client.post(f"/api/v1/events/{event.uid}/entrants/import/", form, format="multipart")
    return str(answer.json())


def by_refusal(event: Event, words: str) -> str:
    caller = Caller(factories.owner(event.tournament))
    return str(caller.post(f"events/{event.uid}/entrants/", {"players": [words]}).body)


Search = Callable[[Event, str], str]
SEARCHES: dict[str, Search] = {
    "registration desk": by_box,
    "entrants": by_entrants,
    "list": by_list,
    "refusal": by_refusal,
}


def uid_of(name: str) -> str:
    """The id of the oldest player of this name."""
    return Player.objects.filter(name=name).order_by("pk")[0].uid


def is_found(search: Search, event: Event, name: str) -> bool:
    """Whether a search for nearly this name shows the player: a page the name, the API the id."""
    if search is by_list:
        return uid_of(name) in search(event, f"{name}r")
    if search is by_refusal:
        return uid_of(name) in search(event, name)
    return name in search(event, name.split()[0])


@pytest.mark.parametrize("search", SEARCHES.values(), ids=SEARCHES)
def test_every_desk_finds_whom_the_service_knows(hall: Event, search: Search) -> None:
    assert is_found(search, hall, "Vera Minor")
    assert is_found(search, hall, "Vic Public")


@pytest.mark.parametrize("search", SEARCHES.values(), ids=SEARCHES)
def test_with_the_setting_a_desk_finds_its_own_people_and_profiles(
    hall: Event, search: Search, settings: LazySettings
) -> None:
    settings.PERSON_SEARCH = "own"
    vera = Player.objects.get(name="Vera Minor")
    with transaction.atomic():
        assert not is_found(search, hall, "Vera Minor")
        transaction.set_rollback(True)
    assert is_found(search, hall, "Vic Public")
    theirs = factories.event(factories.tournament(by=factories.owner(hall.tournament), name="Last year"))
    registration.enter(theirs, by=None, players=[vera])
    assert is_found(search, hall, "Vera Minor")


@pytest.mark.parametrize("search", SEARCHES.values(), ids=SEARCHES)
def test_whoever_is_known_to_one_officer_is_known_to_the_desk(
    hall: Event, search: Search, settings: LazySettings
) -> None:
    settings.PERSON_SEARCH = "own"
    vera = Player.objects.get(name="Vera Minor")
    helper = factories.owner(vera.entries.get().event.tournament)
    lifecycle.appoint(hall.tournament, helper, kind="desk", by=None)
    assert is_found(search, hall, "Vera Minor")


def test_a_hidden_name_with_a_profile_is_found_by_no_other_desk(hall: Event, settings: LazySettings) -> None:
    settings.PERSON_SEARCH = "own"
    Player.objects.filter(name="Vic Public").update(public_name="Fox", pseudonym="Fox", public_as="pseudonym")
    assert not is_found(by_box, hall, "Vic Public")


def enter_at_desk(event: Event, uid: str) -> int:
    boss = Visitor(factories.owner(event.tournament))
    page = boss.send(
        "desk_register", event.tournament.uid, do=f"enter:{uid}:{event.uid}", q="Vera", for_q="Vera"
    )
    return int(page.status)


def enter_on_list(event: Event, uid: str) -> int:
    boss = Visitor(factories.owner(event.tournament))
    page = boss.send("desk_entrants", event.uid, do=f"enter:{uid}", q="Vera", for_q="Vera")
    return int(page.status)


def enter_by_api(event: Event, uid: str) -> int:
    return (
        Caller(factories.owner(event.tournament))
        .post(f"events/{event.uid}/entrants/", {"players": [uid]})
        .status
    )


def receive_by_api(event: Event, uid: str) -> int:
    caller = Caller(factories.owner(event.tournament))
    return caller.post(f"events/{event.uid}/reception/", {"players": [uid]}).status


DOORS = {door.__name__: door for door in (enter_at_desk, enter_on_list, enter_by_api, receive_by_api)}


@pytest.mark.parametrize("door", DOORS.values(), ids=DOORS)
def test_an_id_enters_whom_the_desk_finds_and_nobody_else(
    hall: Event, door: Callable[[Event, str], int], settings: LazySettings
) -> None:
    """A public page has the id beside the pseudonym, and a desk reads the name of whom it has entered."""
    settings.PERSON_SEARCH = "own"
    owner = factories.owner(hall.tournament)
    Player.objects.filter(name="Vic Public").update(public_name="Fox", pseudonym="Fox", public_as="pseudonym")
    for name in ("Vic Public", "Vera Minor"):
        assert door(hall, uid_of(name)) in (400, 404)
    assert not hall.entrants.exists()
    assert door(hall, owner.uid) < 400
    assert [entrant.side.players.get() for entrant in hall.entrants.all()] == [owner]


def test_a_list_enters_as_somebody_new_whom_it_may_not_name(hall: Event, settings: LazySettings) -> None:
    settings.PERSON_SEARCH = "own"
    answer = Caller(factories.owner(hall.tournament)).post(
        f"events/{hall.uid}/entrants/", {"players": ["Vera Minor"]}
    )
    assert answer.status == 201
    assert answer.body["players"][0]["id"] != uid_of("Vera Minor")


def test_a_partner_is_not_taken_by_a_name_that_the_desk_does_not_find(
    hall: Event, settings: LazySettings
) -> None:
    settings.PERSON_SEARCH = "own"
    boss = factories.owner(hall.tournament)
    doubles = factories.event(hall.tournament, name="Doubles", kind="doubles")
    entrant = registration.register_self(doubles, by=boss, partners=["Vera Minor"])
    [_boss, partner] = entrant.side.players.order_by("pk")
    assert partner.uid != uid_of("Vera Minor")
    assert is_found(by_box, hall, "Vera Minor"), "the new one, who plays here"
