"""Both taps of a double tap arrive at two workers at the same moment, and have one effect.

SQLite lets one writer in at a time and would hide a missing lock, so these run on PostgreSQL only.
"""

from __future__ import annotations

from functools import partial

import pytest
from django.urls import reverse

from tests import factories
from tests.effort import is_long
from tests.races.at_once import at_once
from tests.web.browsing import Visitor
from tournaments.models import AccessLink, Tournament

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

ROUNDS = 12 if is_long() else 2


def test_both_lead_to_the_one_tournament() -> None:
    visitor = Visitor(factories.director())
    address = reverse("desk_new_tournament")
    for number in range(ROUNDS):
        request = {"name": f"Open {number}", "starts_on": "2026-05-02", "ends_on": "2026-05-02"}
        form = visitor.open("desk_new_tournament").form(address) | request
        answers = at_once(*[partial(visitor.client.post, address, form)] * 3)
        tournament = Tournament.objects.get(name=f"Open {number}")
        led_to = {answer["Location"] for answer in answers}
        assert led_to == {reverse("desk_new_event", args=[tournament.uid])}


def test_both_show_the_one_link() -> None:
    event = factories.event()
    entrant = factories.entrant(event)
    player = entrant.side.players.get()
    visitor = Visitor(factories.owner(event.tournament))
    address = reverse("desk_player_link", args=[entrant.uid, player.uid])
    for number in range(1, ROUNDS + 1):
        form = visitor.open("desk_entrant", entrant.uid).form(address)
        answers = at_once(*[partial(visitor.client.post, address, form)] * 3)
        assert {answer.status_code for answer in answers} == {200}
        assert AccessLink.objects.filter(player=player).count() == number
