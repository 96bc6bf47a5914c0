"""Acts on several entrants over the API: all of them, or none."""

from __future__ import annotations

import pytest

from tests import factories
from tests.api.client import Caller
from tournaments.actions.entrants import arrivals
from tournaments.actions.money import ledger
from tournaments.models import Entrant

pytestmark = pytest.mark.django_db


@pytest.mark.both_databases
def test_entrants_of_several_events_are_checked_in_paid_and_withdrawn_together() -> None:
    event = factories.event()
    side = factories.event(event.tournament, name="Jackpot")
    ledger.set_fee(event, by=None, kind="entry", amount=2000)
    entrants = [*factories.entrants(event, 3), factories.entrant(side)]
    uids = [entrant.uid for entrant in entrants]
    desk, path = Caller(factories.owner(event.tournament)), f"tournaments/{event.tournament.uid}/entrants"
    rows = desk.post(f"{path}/check-in/", {"entrants": uids}).body
    assert [row["checked_in_at"] is not None for row in rows] == [True] * 4
    rows = desk.post(f"{path}/undo-check-in/", {"entrants": uids[:2]}).body
    assert [row["checked_in_at"] for row in rows] == [None, None]
    paid = desk.post(f"{path}/payments/", {"entrants": uids})
    assert (paid.status, [line["amount"] for line in paid.body]) == (201, [2000] * 3)
    again = desk.post(f"{path}/payments/", {"entrants": uids})
    assert (again.status, again.body["code"]) == (409, "nothing_due")
    rows = desk.post(f"{path}/withdraw/", {"entrants": uids[1:]}).body
    assert all(row["withdrawn_at"] is not None for row in rows)
    refusal = desk.post(f"{path}/check-in/", {"entrants": uids})
    assert (refusal.status, refusal.body["code"]) == (409, "has_withdrawn")
    assert Entrant.objects.get(uid=uids[0]).checked_in_at is None


@pytest.mark.both_databases
def test_after_the_draw_a_clerk_lets_nobody_leave_and_a_director_all_of_them() -> None:
    stage = factories.drawn_stage(4)
    tournament = stage.event.tournament
    uids = [entrant.uid for entrant in Entrant.objects.filter(event=stage.event)[:2]]
    path = f"tournaments/{tournament.uid}/entrants/withdraw/"
    assert Caller(factories.clerk(tournament)).post(path, {"entrants": uids}).status == 403
    assert not Entrant.objects.exclude(withdrawn_at=None).exists()
    assert Caller(factories.owner(tournament)).post(path, {"entrants": uids}).status == 200
    assert Entrant.objects.exclude(withdrawn_at=None).count() == 2


def test_one_who_is_not_there_is_named_and_nobody_is_checked_in() -> None:
    event = factories.event()
    own, other = factories.entrant(event), factories.entrant(factories.event())
    path = f"tournaments/{event.tournament.uid}/entrants/check-in/"
    answer = Caller(factories.owner(event.tournament)).post(path, {"entrants": [own.uid, other.uid]})
    assert answer.status in (400, 404)
    arrivals.check_in(own, by=None)
    assert Caller(factories.owner(event.tournament)).post(path, {"entrants": []}).status == 400


@pytest.mark.both_databases
def test_links_are_made_for_all_of_them_and_the_same_key_shows_them_again() -> None:
    event = factories.event()
    uids = [entrant.uid for entrant in factories.entrants(event, 3)]
    path = f"tournaments/{event.tournament.uid}/entrants/links/"
    desk = Caller(factories.owner(event.tournament))
    first, again = (desk.post(path, {"entrants": uids}, key="sheet") for _time in range(2))
    assert first.status == again.status == 201
    assert len({row["address"] for row in first.body}) == 3
    assert [row["address"] for row in first.body] == [row["address"] for row in again.body]
    assert Caller(factories.clerk(event.tournament)).post(path, {"entrants": uids}).status == 403
