"""The page of the emergency papers: the newest in a click, those before it, and one made now."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from django.urls import reverse

from tests import factories
from tests.api.client import Caller
from tests.web.browsing import Visitor
from tournaments.actions.hall import emergency
from tournaments.models import EmergencyPaper, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(tmp_path: Path, settings: pytest.FixtureRequest) -> Tournament:
    settings.VIDEAU_DATA = tmp_path  # type: ignore[attr-defined]
    return factories.drawn_stage(4).event.tournament


@pytest.mark.both_databases
def test_the_newest_paper_is_a_click_away_from_the_board_and_the_prints(tournament: Tournament) -> None:
    clerk = Visitor(factories.clerk(tournament))
    newest = reverse("desk_emergency_newest", args=[tournament.uid])
    assert newest in clerk.open("desk_board", tournament.uid).links
    assert newest in clerk.open("desk_print_tournament", tournament.uid).links
    assert clerk.client.get(newest).headers["Location"] == reverse("desk_emergency", args=[tournament.uid])
    assert "No paper yet" in clerk.open("desk_emergency", tournament.uid)
    [paper] = emergency.papers(tournament)
    answer = clerk.client.get(newest)
    assert answer.content == bytes(paper.body)
    assert answer["Content-Type"] == paper.media_type
    page = clerk.open("desk_emergency", tournament.uid)
    assert reverse("desk_emergency_paper", args=[tournament.uid, paper.uid]) in page.links
    assert "English · HTML" in page or "English · PDF" in page


def test_one_is_made_now_on_the_page_and_by_the_api(
    tournament: Tournament, run_jobs: Callable[[], int]
) -> None:
    person = factories.clerk(tournament)
    page = Visitor(person).send("desk_emergency", tournament.uid)
    assert "The paper is being made." in page
    assert "A new one is on its way." in page
    run_jobs()
    assert EmergencyPaper.objects.count() == 1
    caller = Caller(person)
    answer = caller.post(f"tournaments/{tournament.uid}/emergency-papers/", {})
    assert answer.status == 202
    assert answer.body["is_expected"] is True
    run_jobs()
    listed = caller.get(f"tournaments/{tournament.uid}/emergency-papers/")
    assert listed.body["is_expected"] is False
    # The state is the same, so the paper is.
    [paper] = listed.body["papers"]
    assert paper["language"] == "en"
    assert paper["size"] == len(EmergencyPaper.objects.get().body)


def test_papers_are_for_those_with_an_office_here(tournament: Tournament) -> None:
    [paper] = emergency.papers(tournament)
    elsewhere = factories.tournament(name="Elsewhere")
    stranger, other = Visitor(factories.player()), Visitor(factories.owner(elsewhere))
    for visitor in (stranger, other):
        assert visitor.open("desk_emergency", tournament.uid).status == 403
        assert visitor.open("desk_emergency_paper", tournament.uid, paper.uid).status == 403
    assert other.open("desk_emergency_paper", elsewhere.uid, paper.uid).status == 403
    both = Visitor(factories.owner(tournament))
    assert both.open("desk_emergency_paper", elsewhere.uid, paper.uid).status == 404
