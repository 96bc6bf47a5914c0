"""The page on which results from paper are typed in, one round after another."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests import factories
from tests.web.browsing import Visitor
from tournaments.actions.draws import by_hand as hands
from tournaments.actions.draws import draw
from tournaments.models import Entrant

pytestmark = pytest.mark.django_db


def test_rows_are_entered_in_order_and_a_refused_one_stays_with_its_reason() -> None:
    stage = factories.drawn_stage(4)
    first, second = factories.open_matches(stage)
    director = Visitor(factories.owner(stage.event.tournament))
    page = director.open("desk_enter_paper", stage.event.uid)
    assert f"{first.one.name} – {first.two.name}" in page
    lines = [
        f"{first.one.name} 7-1 {first.two.name}",
        "nonsense",
        f"{second.one.name} 7-2 {second.two.name}",
    ]
    page = director.post("desk_enter_paper", stage.event.uid, line=lines)
    assert page.status == 422
    assert "2 results entered:" in page
    assert "1 line is still here" in page
    assert "This is no result." in page
    assert 'value="nonsense"' in page.html
    # The final follows from both, and is open beside the form.
    assert f"{first.one.name} – {second.one.name}" in page
    page = director.post(
        "desk_enter_paper", stage.event.uid, lines=f"{second.one.name} 7-6 {first.one.name}\n"
    )
    assert page.status == 200
    assert "1 result entered:" in page
    assert "No match is open." in page


def test_a_round_that_the_hall_paired_otherwise_is_paired_by_hand_first() -> None:
    event = factories.event()
    stage = factories.stage(event, format="swiss", options={"rounds": 3})
    factories.entrants(event, 4)
    draw.draw(stage, by=None, seed="videau")
    first, second = factories.open_matches(stage)
    by = factories.owner(event.tournament)
    otherwise = [f"{first.one.name} 7-1 {second.one.name}", f"{second.two.name} 7-2 {first.two.name}"]
    page = Visitor(by).post("desk_enter_paper", event.uid, line=otherwise)
    assert "have no match here." in page
    assert reverse("desk_by_hand", args=[stage.uid]) in page.links
    one, two = (Entrant.objects.get(event=event, side=match.one) for match in (first, second))
    hands.pair_by_hand(stage, round=1, by=by, reason="So played", pairs=[(one.uid, two.uid)])
    page = Visitor(by).post("desk_enter_paper", event.uid, line=otherwise)
    assert "2 results entered:" in page


def test_the_page_is_for_those_who_may_enter_slips() -> None:
    stage = factories.drawn_stage(4)
    tournament = stage.event.tournament
    clerk = Visitor(factories.clerk(tournament))
    assert clerk.open("desk_enter_paper", stage.event.uid).status == 403
    tournament.desk_enters_slips = True
    tournament.save()
    assert clerk.open("desk_enter_paper", stage.event.uid).status == 200
