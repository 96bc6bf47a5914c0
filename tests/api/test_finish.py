"""Finishing positions over the API, with the players and their numbers."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.models import Player
from tests import factories
from tests.api.client import Caller
from tournaments.actions.federations import members
from tournaments.models import Event

pytestmark = pytest.mark.django_db


def _over(players: int) -> Event:
    """An event of so many players that is over."""
    stage = factories.drawn_stage(players)
    while factories.open_matches(stage):
        factories.play_open_matches(stage)
    return stage.event


def test_positions_name_the_players_with_the_numbers_of_those_who_are_public() -> None:
    event, federation = _over(4), factories.federation()
    people = list(Player.objects.filter(entries__entrant__event=event).order_by("pk"))
    for place, person in enumerate(people):
        members.give_number(federation, person, by=None, number=f"FR-{place}")
    Player.objects.filter(pk=people[0].pk).update(has_profile=True)
    lines = Caller().get(f"events/{event.uid}/finish/").body
    by_name = {player["name"]: player for line in lines for player in line["players"]}
    assert len(by_name) == len(lines) == 4
    assert by_name[people[0].name]["id"] == people[0].uid
    assert by_name[people[0].name]["numbers"] == [{"federation": federation.code, "number": "FR-0"}]
    assert [by_name[person.shown_name]["numbers"] for person in people[1:]] == [[], [], []]


def test_queries_do_not_depend_on_the_entrants() -> None:
    counts = []
    for players in (4, 16):
        address = f"events/{_over(players).uid}/finish/"
        with CaptureQueriesContext(connection) as queries:
            assert len(Caller().get(address).body) == players
        counts.append(len(queries))
    assert counts[0] == counts[1]
