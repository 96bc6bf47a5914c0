"""The final standings of an event: who came where over all stages, and nobody before it is certain."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from matches.models import PublicAs
from tests import factories
from tests.web.browsing import Visitor
from tournaments.actions.draws import draw, progress
from tournaments.actions.entrants import registration
from tournaments.actions.people import publicity
from tournaments.actions.people.publicity import Publicity

pytestmark = pytest.mark.django_db


def test_before_a_stage_is_over_no_place_is_shown(client: Client) -> None:
    stage = factories.drawn_stage(4)
    page = client.get(f"/e/{stage.event.uid}/finish/").content.decode()
    assert "No place is certain yet" in page
    assert "Final standings" not in client.get(f"/e/{stage.event.uid}/").content.decode()


def test_everybody_has_a_place_and_those_who_lost_in_one_round_share_theirs(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    stage = factories.drawn_stage(8)
    for _ in range(3):
        factories.play_open_matches(stage)
        progress.advance(stage.event)
    address = f"/e/{stage.event.uid}/finish/"
    assert address in client.get(f"/e/{stage.event.uid}/").content.decode()
    with django_assert_max_num_queries(15):
        page = client.get(address).content.decode()
    for entrant in stage.event.entrants.all():
        assert entrant.name in page
    assert (page.count("5–8"), page.count("3–4")) == (4, 2)
    assert "Lost the final" in page
    french = client.get(address, headers={"Accept-Language": "fr"}).content.decode()
    assert "Finale perdue" in french
    assert "Défaite en demi-finale" in french


def test_who_is_still_in_has_no_place_yet(client: Client) -> None:
    event = factories.event()
    main = factories.stage(event)
    factories.entrants(event, 4)
    draw.draw(main, by=None)
    factories.play_open_matches(main)
    progress.advance(event)
    assert "No place is certain yet" in client.get(f"/e/{event.uid}/finish/").content.decode()


def test_who_left_before_the_draw_is_nobody_who_is_still_in(client: Client) -> None:
    event = factories.event()
    stage = factories.stage(event)
    leaver, *_others = factories.entrants(event, 5)
    registration.withdraw(leaver, by=factories.owner(event.tournament), reason="Ill.")
    draw.draw(stage, by=None)
    for _ in range(2):
        factories.play_open_matches(stage)
        progress.advance(event)
    page = client.get(f"/e/{event.uid}/finish/").content.decode()
    assert "Equal players share their places." in page
    assert "Players who are still in have no place yet." not in page


def test_the_places_are_lines_of_text_for_a_message_with_the_names_for_strangers(client: Client) -> None:
    stage = factories.drawn_stage(4)
    event, tournament = stage.event, stage.event.tournament
    address = f"/e/{event.uid}/results.txt"
    assert client.get(address).status_code == 404
    for _ in range(2):
        factories.play_open_matches(stage)
        progress.advance(event)
    assert address in client.get(f"/e/{event.uid}/finish/").content.decode()
    answer = client.get(address)
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    lines = answer.content.decode().splitlines()
    assert lines[0] == f"{event.name} · {tournament.name}"
    assert [line.partition(". ")[0] for line in lines[3:7]] == ["1", "2", "3–4", "3–4"]
    assert {line.partition(". ")[2] for line in lines[3:7]} == {
        entrant.name for entrant in event.entrants.all()
    }
    assert lines[-1] == f"http://testserver/e/{event.uid}/finish/"
    winner = next(entrant for entrant in event.entrants.all() if entrant.name in lines[3])
    person = winner.side.members.get().player
    publicity.choose(person, Publicity(PublicAs.INITIALS), by=person)
    director = factories.owner(tournament)
    assert person.name not in Visitor(director).at(address).html
    assert person.name in Visitor(director).open("finish", event.uid).html
