"""Shared places decided through the API, to the champion."""

from __future__ import annotations

import pytest

from tests import factories
from tests.api.client import Caller
from tests.tournaments.test_ties import groups_of, play, play_in_circles
from tournaments.formats import by_chance
from tournaments.models import Stage, StageEntry
from tournaments.queries.audit.checks import findings

pytestmark = pytest.mark.django_db


def test_eighteen_in_five_groups_are_played_to_a_champion_with_ties_decided_in_each_way() -> None:
    groups, final = groups_of(18, groups=5)
    director = Caller(factories.owner(groups.event.tournament))
    address = f"stages/{groups.uid}/ties/"
    assert Caller().get(address).body == {"open": [], "decided": []}
    play_in_circles(groups)
    ties = Caller().get(address).body["open"]
    assert [(tie["group"], tie["place"], tie["last_place"]) for tie in ties] == [
        (n, 1, 3) for n in range(1, 6)
    ]
    assert ties[0]["is_blocking"]
    assert ties[0]["depends"] == [
        {"need": "cut", "subject": final.uid, "name": "Single elimination", "count": 2}
    ]
    refusal = director.post(f"stages/{final.uid}/draw/")
    assert (refusal.status, refusal.code) == (409, "tied_at_the_cut")
    in_french = Caller(factories.owner(groups.event.tournament), language="fr").post(
        f"stages/{final.uid}/draw/"
    )
    assert "Toutes rondes, Groupe 1" in in_french.body["detail"]
    lot, hand, playoff, *others = (tie["entrants"] for tie in ties)
    answer = director.post(address, {"entrants": lot, "how": "lot"}, key="lot")
    assert answer.status == 200
    [of_lot] = answer.body["decided"]
    seed = groups.draws.get().seed
    assert (of_lot["seed"], of_lot["entrants"]) == (
        seed,
        by_chance(lot, seed=seed, round_number=0, purpose="tie"),
    )
    assert director.post(address, {"entrants": lot, "how": "lot"}).code == "tie_not_open"
    assert director.post(address, {"entrants": hand, "how": "hand", "order": hand}).code == "reason_missing"
    request = {"entrants": hand, "how": "hand", "order": hand[:2], "reason": "Cards."}
    assert director.post(address, request).code == "tie_order_incomplete"
    assert director.post(address, request | {"order": hand}).status == 200
    body = director.post(address, {"entrants": playoff, "how": "playoff", "length": 3}).body
    [tie] = [tie for tie in body["open"] if tie["playoff"]]
    play_in_circles(Stage.objects.get(uid=tie["playoff"]))
    # Each has won one: it is asked about again.
    again = director.post(address, {"entrants": playoff, "how": "lot"})
    assert again.status == 200
    for other in others:
        assert director.post(address, {"entrants": other, "how": "lot"}).status == 200
    assert director.post(f"stages/{final.uid}/draw/").status == 201
    assert StageEntry.objects.filter(stage=final).count() == 10
    answer = director.post(f"{address}take-back/", {"entrants": lot})
    assert (answer.status, answer.code) == (409, "tie_is_used")
    play(final)
    assert findings(groups.event.tournament) == ()
    standings = Caller().get(f"stages/{groups.uid}/standings/").body
    assert {line["decided_by"] for line in standings["lines"]} == {"", "lot", "hand"}
