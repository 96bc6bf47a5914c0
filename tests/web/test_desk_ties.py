"""Shared places at the desk: the page that decides them, and what the standings say of it."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests import factories
from tests.tournaments.test_ties import first_tie, groups_of, play, play_in_circles
from tests.web.browsing import Page, Visitor
from tournaments.actions.money import ledger
from tournaments.models import Entrant, FeeKind, Stage, StageEntry
from tournaments.queries.results.ties import OpenTie, open_ties

pytestmark = pytest.mark.django_db


def decide(director: Visitor, tie: OpenTie, **typed: str) -> Page:
    """Send the form of a tie."""
    prefix = f"{tie.group or 0}-{tie.place}-"
    fields = {f"{prefix}{name}": value for name, value in typed.items()}
    return director.send("desk_ties", tie.stage.uid, do="decide", tied=" ".join(sorted(tie.uids)), **fields)


def test_eighteen_in_five_groups_are_led_from_the_refusal_to_a_champion() -> None:
    groups, final = groups_of(18, groups=5)
    director = Visitor(factories.owner(groups.event.tournament))
    play_in_circles(groups)
    page = director.open("desk_draw", final.uid)
    assert "In “Round robin, Group 1” 2 go on, and the places 1–3 are shared." in page
    assert "round_robin" not in page
    assert reverse("desk_ties", args=[groups.uid]) in page.links
    groups.refresh_from_db()
    by_lot, by_hand, by_playoff, *others = open_ties(groups)
    page = director.open("desk_ties", groups.uid)
    assert "Group 1: places 1 to 3" in page
    assert "2 go on to “Single elimination”." in page
    assert "The tie is decided." in decide(director, by_lot, how="lot")
    order = sorted(by_hand.uids)
    numbers = {f"place-{uid}": str(number) for number, uid in enumerate(order, start=1)}
    refusal = decide(director, by_hand, how="hand", **numbers)
    assert refusal.status == 422
    assert 'value="3"' in refusal.html
    decide(director, by_hand, how="hand", reason="Cards before everybody.", **numbers)
    decide(director, by_playoff, how="playoff", length="3")
    assert "A playoff decides them." in director.open("desk_ties", groups.uid)
    playoff = Stage.objects.get(event=groups.event, order=2)
    assert "Playoff" in director.open("desk_draw", playoff.uid)
    play_in_circles(playoff)
    decide(director, by_playoff, how="lot")
    for other in others:
        decide(director, other, how="lot")
    director.send("desk_draw", final.uid, do="draw", who="all")
    assert StageEntry.objects.filter(stage=final).count() == 10
    play(final)
    standings_page = Visitor().open("standings", groups.uid)
    assert "Cards before everybody." in standings_page
    first = Entrant.objects.get(uid=order[0])
    assert f"{first.name} by the director" in standings_page
    assert "by lot" in standings_page
    assert "sha256sum" in standings_page
    final.refresh_from_db()
    assert final.completed_at is not None


def test_a_decision_is_taken_back_on_its_page() -> None:
    groups, _final = groups_of(3, groups=1)
    director = Visitor(factories.owner(groups.event.tournament))
    play_in_circles(groups)
    tied = first_tie(groups)
    decide(director, tied, how="lot")
    page = director.send("desk_ties", groups.uid, do="take_back", tied=" ".join(tied.uids))
    assert "Decision cancelled." in page
    assert first_tie(groups).uids == tied.uids
    assert Visitor(factories.clerk(groups.event.tournament)).open("desk_ties", groups.uid).status == 403


def test_the_prizes_lead_to_the_page_that_decides_shared_places() -> None:
    stage = factories.drawn_stage(4)
    director = Visitor(factories.owner(stage.event.tournament))
    ledger.set_fee(stage.event, by=None, kind=FeeKind.ENTRY, amount=50_00)
    ledger.set_payout(stage.event, by=None, payout={"structure": "main_4"})
    assert reverse("desk_ties", args=[stage.uid]) not in director.open("desk_prizes", stage.event.uid).links
    factories.play_open_matches(stage)
    factories.play_open_matches(stage)
    assert reverse("desk_ties", args=[stage.uid]) in director.open("desk_prizes", stage.event.uid).links
