"""What is next by the API: the list of a tournament and of an event, a step put away and brought back."""

from __future__ import annotations

import pytest

from tests import factories
from tests.api.client import Caller
from tournaments.actions.money import ledger
from tournaments.models import FeeKind

pytestmark = pytest.mark.django_db


def test_a_step_is_put_away_and_brought_back() -> None:
    stage = factories.stage()
    tournament = stage.event.tournament
    factories.entrants(stage.event, 4)
    ledger.set_fee(stage.event, by=None, kind=FeeKind.ENTRY, amount=20_00)
    factories.event(tournament, name="Side event")
    owner = Caller(factories.owner(tournament))
    path = f"tournaments/{tournament.uid}/next/"
    view = owner.get(path).body
    assert [(one["code"], one["count"], one["amount"]) for one in view["steps"]] == [
        ("draw", 4, None),
        ("format", 1, None),
        ("fees", 4, 80_00),
    ]
    assert view["steps"][0]["detail"] == "The draw is ready: 4 players"
    assert view["steps"][0]["subject"] == stage.uid
    own = owner.get(f"events/{stage.event.uid}/next/").body
    assert [one["code"] for one in own["steps"]] == ["draw", "fees"]
    key = view["steps"][2]["key"]
    away = owner.post(f"{path}put-away/", {"step": key})
    assert (away.status, away.body["is_put_away"]) == (200, True)
    assert [one["is_put_away"] for one in owner.get(path).body["steps"]] == [False, False, True]
    clerk = Caller(factories.clerk(tournament))
    assert [(one["code"], one["is_put_away"]) for one in clerk.get(path).body["steps"]] == [("fees", False)]
    assert owner.post(f"{path}bring-back/", {"step": key}).body["is_put_away"] is False
    gone = owner.post(f"{path}put-away/", {"step": "fees:nowhere:"})
    assert (gone.status, gone.code) == (409, "step_gone")
    assert Caller(factories.player(email="nora@example.org")).get(path).status == 403
