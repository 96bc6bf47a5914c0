"""The page of a club night asks three things; what is pasted is read as a list of names."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests import factories
from tests.web.browsing import Visitor
from tournaments.models import Event, Pairing
from tournaments.web.events.club_night import read_names

pytestmark = pytest.mark.django_db
NAMES = "Ann Lee\nBob Ray\nCleo Fox"
ANSWERS = {"length": "5", "format": "swiss"}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ann Lee\nBob Ray\r\n\n  Cleo  Fox ", ["Ann Lee", "Bob Ray", "Cleo Fox"]),
        ("1. Ann Lee\n2) Bob Ray\n- Cleo Fox\n• Dan Wu", ["Ann Lee", "Bob Ray", "Cleo Fox", "Dan Wu"]),
        ("Ann Lee, Bob Ray, Cleo Fox", ["Ann Lee", "Bob Ray", "Cleo Fox"]),
        ("Ann Lee; Bob Ray; Cleo Fox", ["Ann Lee", "Bob Ray", "Cleo Fox"]),
        ("Ann Lee, BC Lyon, FR\nBob Ray", ["Ann Lee, BC Lyon, FR", "Bob Ray"]),
        ("Ann Lee\tBob Ray", ["Ann Lee", "Bob Ray"]),
        (" \n ", []),
    ],
)
def test_a_pasted_list_is_read_name_by_name(text: str, names: list[str]) -> None:
    assert read_names(text) == names


def test_three_answers_lead_to_the_board() -> None:
    director = Visitor(factories.director())
    form = director.open("desk_new_night").form(reverse("desk_new_night"))
    page = director.send("desk_new_night", **form | {"names": NAMES})
    event = Event.objects.get()
    assert page.status == 200
    assert all(name in page for name in NAMES.splitlines())
    assert Pairing.objects.filter(stage__event=event, match__isnull=False).count() == 1
    # The same form again leads there again.
    director.send("desk_new_night", **form | {"names": NAMES})
    assert Event.objects.count() == 1


def test_the_next_night_offers_the_names_length_and_format_of_the_last_one() -> None:
    director = Visitor(factories.director())
    assert "As on" not in director.open("desk_new_night")
    director.send("desk_new_night", names=NAMES, length="9", format="lives", name="Thursday")
    page = director.open("desk_new_night")
    assert "3 players" in page
    form = director.open("desk_new_night", again="1").form(reverse("desk_new_night"))
    assert (form["names"].strip().split("\n"), form["length"], form["format"], form["name"]) == (
        NAMES.split("\n"),
        "9",
        "lives",
        "Thursday",
    )


def test_what_is_missing_or_unclear_is_asked_in_place() -> None:
    known = factories.player("Anne Lee", email="anne@example.org")
    director = Visitor(factories.director())
    alone = director.post("desk_new_night", names="Ann Lee", **ANSWERS)
    assert (alone.status, "Two players at least" in alone) == (422, True)
    page = director.post("desk_new_night", names=NAMES, **ANSWERS)
    assert (page.status, "Who is Ann Lee?" in page, "Somebody new" in page) == (422, True, True)
    director.send("desk_new_night", names=NAMES, **ANSWERS, **{"known:Ann Lee": known.uid})
    assert known.entries.get().event == Event.objects.get()


def test_strangers_sign_in_first() -> None:
    assert Visitor().open("desk_new_night").response.status_code == 302
