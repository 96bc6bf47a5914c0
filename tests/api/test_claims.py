"""Claims over the API: codes of a desk, what they claim, and their end."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache

from tests import factories
from tests.api.client import Caller
from tournaments.models import Claim

pytestmark = pytest.mark.django_db


def test_a_code_is_made_looked_at_used_and_undone() -> None:
    cache.clear()
    entrant = factories.entrant(factories.event(), "Walter Walkin")
    tournament, walter = entrant.event.tournament, entrant.side.players.get()
    desk, director = Caller(factories.clerk(tournament)), Caller(factories.owner(tournament))
    account = factories.player("Walter Wright", email="walter@example.org")
    new = desk.post(f"entrants/{entrant.uid}/claims/", {"days": 3}).body
    assert new["address"].endswith(f"/claim/{new['code']}/")
    [line] = desk.get(f"entrants/{entrant.uid}/claims/").body
    assert "code" not in line
    assert Caller().get(f"codes/{new['code']}/").body["player"]["id"] == walter.uid
    assert Caller().post(f"codes/{new['code']}/claim/", {}).status == 401
    claim_again = Caller(account).post(f"codes/{new['code']}/claim/", {})
    assert claim_again.body["account"]["id"] == account.uid
    again = Caller(account).post(f"codes/{new['code']}/claim/", {})
    assert (again.status, again.body) == (claim_again.status, claim_again.body)
    other = Caller(factories.player("Olga Other", email="olga@example.org"))
    refusal = other.post(f"codes/{new['code']}/claim/", {})
    assert (refusal.status, refusal.body["code"]) == (404, "claim_not_valid")
    assert desk.post(f"claims/{new['id']}/undo/", {}).status == 403
    assert director.post(f"claims/{new['id']}/undo/", {}).body["undone_at"]
    walter.refresh_from_db()
    assert walter.merged_into is None


@pytest.mark.both_databases
def test_a_person_without_an_account_makes_one_by_the_code() -> None:
    cache.clear()
    entrant = factories.entrant(factories.event(), "Walter Walkin")
    federation = factories.federation()
    factories.sanction(entrant.event, federation)
    owner = Caller(factories.owner(entrant.event.tournament))
    code = owner.post(f"entrants/{entrant.uid}/claims/", {}).body["code"]
    wrong = Caller().post(
        f"codes/{code}/account/", {"email": "w@example.org", "password": "1234", "agrees": True}
    )
    assert (wrong.status, wrong.body["code"]) == (400, "invalid")
    values: dict[str, Any] = {"email": "w@example.org", "password": "a long enough password"}
    assert Caller().post(f"codes/{code}/account/", values).body["code"] == "consent_missing"
    values["agrees"] = True
    assert owner.post(f"codes/{code}/account/", values).body["code"] == "signed_in_already"
    assert Caller().post(f"codes/{code}/account/", values).status == 200
    registrar = Caller(factories.officer(federation))
    [claim] = registrar.get(f"federations/{federation.uid}/claims/").body["results"]
    undo = registrar.post(f"federations/{federation.uid}/claims/undo/", {"claim": claim["id"]})
    assert undo.body["undone_at"]
    assert entrant.side.players.get().email is None
    assert owner.post(f"claims/{Claim.objects.get().uid}/revoke/", {}).body["code"] == "claim_not_valid"
