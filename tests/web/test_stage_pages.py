"""The public pages of stages that are no bracket: rounds, tables, standings, and why two meet."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import factories
from tests.effort import is_long
from tests.web.browsing import Visitor
from tournaments.actions.draws import draw, progress
from tournaments.formats import FORMATS, Intake
from tournaments.models import LogEntry, Pairing, Stage
from tournaments.queries.audit.checks import findings
from tournaments.queries.draws.standings import standings

pytestmark = pytest.mark.django_db
ROUND_FORMATS = sorted(
    code
    for code, rules in FORMATS.items()
    if rules.shape not in ("bracket", "ladder") and rules.intake is Intake.DRAW
)


def draw_stage(code: str, n: int, **options: object) -> Stage:
    """A drawn stage of `n` in a format."""
    stage = factories.stage(format=code, options=options)
    factories.entrants(stage.event, n)
    draw.draw(stage, by=None, seed="videau")
    return stage


def play(stage: Stage, rounds: int = 99) -> None:
    """Play so many times all that is open."""
    for _ in range(rounds):
        if not factories.open_matches(stage):
            return
        factories.play_open_matches(stage)


@pytest.mark.parametrize("code", ROUND_FORMATS)
class TestRounds:
    """Every format that is played in rounds."""

    def test_its_page_lists_the_rounds_and_the_standings(self, code: str) -> None:
        stage = draw_stage(code, 5)
        page = Visitor().open("bracket", stage.uid)
        assert page.status == 200
        assert "Round 1" in page
        assert "Standings" in page
        for name in factories.names(5):
            assert name in page
        play(stage)
        stage.refresh_from_db()
        assert stage.completed_at is not None
        assert Visitor().open("bracket", stage.uid).status == 200
        assert "Final." in Visitor().open("standings", stage.uid)

    def test_every_pairing_and_bye_says_why(self, code: str) -> None:
        stage = draw_stage(code, 5)
        play(stage)
        pairings = (
            Pairing.objects.filter(stage=stage, cancelled_at=None).select_related("match").order_by("pk")
        )
        byes = [pairing for pairing in pairings if pairing.match is None]
        played = [pairing for pairing in pairings if pairing.match is not None]
        # In a landing one pairing in three: what is said of each is in the tests of formats.
        for pairing in [*byes, *played[:: 1 if is_long() else 3]]:
            page = Visitor().open("pairing", pairing.uid)
            assert page.status == 200
            assert "Why a bye?" in page if pairing.match is None else "Why do they meet?" in page
            assert "_" not in " ".join(page.words.split("Why")[1].split("To the match")[0].split())
            assert "<html" not in Visitor().open("pairing_why", pairing.uid).html

    def test_frozen_standings_are_those_of_the_moment_before(self, code: str) -> None:
        stage = draw_stage(code, 6)
        play(stage)
        stage = Stage.objects.get(pk=stage.pk)
        standings_then = standings(stage)
        stage.standings = None
        now = standings(stage)
        assert standings_then is not None
        assert now is not None
        assert [(line, line.tiebreaks) for line in standings_then.lines] == [
            (line, line.tiebreaks) for line in now.lines
        ]

    def test_freezing_again_changes_nothing(self, code: str) -> None:
        stage = draw_stage(code, 4)
        play(stage)
        before = LogEntry.objects.count()
        assert progress.advance(stage.event) == 0
        assert LogEntry.objects.count() == before


def _queries(name: str, stage: Stage) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert Visitor().client.get(reverse(name, args=[stage.uid])).status_code == 200
    return len(queries)


@pytest.mark.parametrize("code", ROUND_FORMATS)
def test_no_page_asks_more_for_32_than_for_4(code: str) -> None:
    few, many = draw_stage(code, 4), draw_stage(code, 32)
    for name in ("bracket", "standings", "draw"):
        assert _queries(name, few) == _queries(name, many) <= 12


def test_groups_have_a_table_and_standings_of_their_own() -> None:
    stage = draw_stage("round_robin", 8, groups=2)
    play(stage, 1)
    page = Visitor().open("bracket", stage.uid)
    assert page.html.count('class="cross-table"') == 2
    assert page.html.count('class="standings"') == 2
    assert "Group 2" in page
    assert "7–0" in page
    play(stage)
    event = Visitor().open("event", stage.event.uid)
    assert ("Group 1 : " in event, event.words.count("has won.")) == (False, 2)
    assert "data-champion" not in event.html, "the winner of a group is not the champion"


def test_points_and_tiebreaks_stand_in_columns() -> None:
    stage = draw_stage("round_robin", 3, first_tiebreak="points_difference")
    play(stage)
    page = Visitor().open("standings", stage.uid)
    assert "Points" in page
    assert "Byes" in page


def test_a_stage_of_many_matches_lists_one_round() -> None:
    stage = draw_stage("round_robin", 26)
    page = Visitor().open("bracket", stage.uid, round="3")
    assert page.html.count('class="round-list is-shown"') == 1
    assert page.html.count('<h2 class="round-name"') == 1
    assert 'class="cross-table"' not in page.html


def test_the_page_of_a_match_leads_to_the_reasons() -> None:
    stage = draw_stage("single_elimination", 4)
    match = factories.open_matches(stage)[0]
    page = Visitor().open("match", match.uid)
    assert "Why do they meet?" in page
    assert reverse("pairing", args=[match.pairing.uid]) in page.links
    assert "by chance" in Visitor().open("pairing_why", match.pairing.uid)


def test_a_bye_of_a_bracket_leads_to_its_reason() -> None:
    stage = draw_stage("single_elimination", 3)
    bye = Pairing.objects.get(stage=stage, match=None)
    assert reverse("pairing", args=[bye.uid]) in Visitor().open("bracket", stage.uid).links
    assert "3 entrants for a bracket of 4 lines" in Visitor().open("pairing", bye.uid)


def test_the_sides_of_a_losers_bracket_say_who_may_come() -> None:
    page = Visitor().open("bracket", draw_stage("double_elimination", 4).uid)
    assert "loser of" in page
    assert "Losers’ bracket" in page


def test_three_brackets_stand_one_below_the_other_with_the_finals_that_are_needed() -> None:
    stage = draw_stage("triple_elimination", 8)
    parts = ["Main bracket", "Losers’ bracket", "Third bracket", "Playoff", "Grand final"]
    for name in ("bracket", "bracket_live"):
        page = Visitor().open(name, stage.uid)
        places = [page.html.index(f">{part}</h2>") for part in parts]
        assert places == sorted(places)
        assert "Grand final, second match" not in page
    assert "Third bracket" in Visitor(factories.owner(stage.event.tournament)).open(
        "desk_print_bracket", stage.uid
    )
    play(stage)
    assert not findings(stage.event.tournament)
    rows = standings(stage)
    assert rows is not None
    assert rows.lines[0].name in Visitor().open("bracket", stage.uid)
    assert {line.losses for line in rows.lines[1:]} == {3}
