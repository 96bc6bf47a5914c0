"""Emergency papers: after each round the state of the tournament is on paper, and a hall can go on from it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.html import escape

from tests import factories
from tournaments import tasks
from tournaments.actions import results
from tournaments.actions.draws import draw, progress
from tournaments.actions.events import closing, lifecycle
from tournaments.actions.hall import emergency
from tournaments.actions.money import ledger
from tournaments.errors.common import Forbidden
from tournaments.models import EmergencyPaper, Event, FeeKind, OutboxJob, Stage, Tournament
from tournaments.queries.exports.emergency import emergency_view
from tournaments.queue import Job

pytestmark = pytest.mark.django_db

# The tournaments of the tests are on 7 and 8 March.
_NOON = datetime(2026, 3, 7, 12, tzinfo=UTC)
_WALL, _DESK = 0, 1


@pytest.fixture(autouse=True)
def _hall(tmp_path: Path, settings: pytest.FixtureRequest) -> Iterator[None]:
    settings.VIDEAU_DATA = tmp_path  # type: ignore[attr-defined]
    with time_machine.travel(_NOON, tick=False):
        yield


@pytest.fixture
def swiss() -> Stage:
    """A Swiss event of seven with fees, in its second round, whose first match is over."""
    event = factories.event()
    by = factories.owner(event.tournament)
    ledger.set_fee(event, by=by, kind=FeeKind.ENTRY, amount=25_00)
    stage = factories.stage(event, format="swiss", lengths=(7, 5), options={"rounds": 4})
    factories.entrants(event, 7)
    lifecycle.add_tables(event.tournament, by=by, names=["91", "92", "93"])
    draw.draw(stage, by=None, seed="videau")
    factories.play_open_matches(stage)
    progress.advance(event)
    first = factories.open_matches(stage)[0]
    results.report(first, by=by, score=(first.length, 1))
    return stage


def the_papers(tournament: Tournament) -> list[EmergencyPaper]:
    tournament.refresh_from_db()
    return list(emergency.papers(tournament))


def html_of(event: Event, language: str = "en") -> str:
    event.tournament.refresh_from_db()
    html = emergency.emergency_html(event.tournament, language=language)
    return " ".join(html.split("<body", 1)[1].split())


def due_jobs() -> int:
    with time_machine.travel(timezone.now() + emergency.DELAY + timedelta(seconds=1), tick=False):
        tasks.run_due()
        return OutboxJob.objects.filter(name=Job.EMERGENCY_PAPER).count()


def test_each_round_is_on_paper_a_minute_after_it_is_paired_and_once(
    swiss: Stage, run_jobs: Callable[[], int]
) -> None:
    tournament = swiss.event.tournament
    tasks.request_sweep()
    run_jobs()
    assert not EmergencyPaper.objects.exists()
    assert due_jobs() == 0
    paper = EmergencyPaper.objects.get()
    tournament.refresh_from_db()
    assert paper.log_seq == tournament.log_seq
    file = emergency.file_of(paper)
    assert file.read_bytes() == bytes(paper.body)
    # The same state again is the same paper, and without a new round none is asked for.
    assert not emergency.ask(tournament)
    assert [one.pk for one in the_papers(tournament)] == [paper.pk]
    factories.play_open_matches(swiss)
    tasks.request_sweep()
    run_jobs()
    assert due_jobs() == 0
    assert EmergencyPaper.objects.count() == 2
    assert file.read_bytes() == bytes(EmergencyPaper.objects.all()[0].body)


def test_the_last_few_are_kept_until_the_tournament_is_over(swiss: Stage) -> None:
    tournament = swiss.event.tournament
    for number in count(1):
        lifecycle.add_tables(tournament, by=None, names=[f"T{number}"])
        the_papers(tournament)
        if number == emergency.KEPT + 2:
            break
    numbers = list(EmergencyPaper.objects.values_list("log_seq", flat=True))
    assert len(numbers) == emergency.KEPT
    assert numbers[0] == tournament.log_seq
    file = emergency.file_of(EmergencyPaper.objects.all()[0])
    assert emergency.delete_old(_NOON + timedelta(days=2)) == 0
    assert file.exists()
    assert emergency.delete_old(_NOON + timedelta(days=4)) == emergency.KEPT
    assert not file.exists()
    with time_machine.travel(_NOON + timedelta(days=4)):
        assert not emergency.ask(tournament)


def test_every_officer_has_a_paper_in_their_language(swiss: Stage) -> None:
    tournament = swiss.event.tournament
    clerk = factories.clerk(tournament)
    clerk.language = "fr"
    clerk.save()
    assert {paper.language for paper in the_papers(tournament)} == {"en", "fr"}
    assert "Papier de secours" in html_of(swiss.event, "fr")


def test_who_holds_an_office_has_one_made_now(swiss: Stage) -> None:
    tournament = swiss.event.tournament
    with pytest.raises(Forbidden):
        emergency.ask_now(tournament, by=factories.player())
    emergency.ask(tournament)
    emergency.ask_now(tournament, by=factories.clerk(tournament))
    assert OutboxJob.objects.get(name=Job.EMERGENCY_PAPER).due_at <= timezone.now()
    tasks.run_due()
    assert EmergencyPaper.objects.exists()


def test_a_hall_goes_on_from_the_paper_alone(swiss: Stage) -> None:
    event = swiss.event
    html = html_of(event)
    for match in factories.open_matches(swiss):
        sides = rf"<td ?> {escape(match.one.name)} </td>\s*<td ?> {escape(match.two.name)} </td>"
        assert re.search(sides, html)
    assert "Next round: add a point for each win" in html
    assert re.search(r"Points to win: Round 3 to \d · Round 4 to \d", html)
    lines = emergency_view(event.tournament).events[0].stages[0].lines
    assert [line.number for line in lines] == list(range(1, 8))


def test_whom_everybody_has_met_is_what_the_matches_say(swiss: Stage) -> None:
    page = emergency_view(swiss.event.tournament).events[0].stages[0]
    by_number = {line.number: line for line in page.lines}
    pairs = {
        (line.standing.name, by_number[met.opponent].standing.name, met.is_won)
        for line in page.lines
        for met in line.meetings
        if met.opponent is not None
    }
    expected = set()
    for pairing in swiss.pairings.exclude(match=None).select_related("match__one", "match__two"):
        match = pairing.match
        assert match is not None
        for own, other, side in ((match.one, match.two, "one"), (match.two, match.one, "two")):
            expected.add((own.name, other.name, match.winner == side if match.is_final else None))
    assert pairs == expected
    assert sum(met.opponent is None for line in page.lines for met in line.meetings) == 2


def test_money_and_addresses_stand_on_the_sheets_of_the_desk_alone(swiss: Stage) -> None:
    person = swiss.event.entrants.all()[0].side.players.get()
    person.contact_email = "somebody@example.org"
    person.save()
    parts = html_of(swiss.event).split("For the desk alone: do not hang up")
    assert "25.00" not in parts[_WALL]
    assert "25.00" in parts[_DESK]
    assert "example.org" not in parts[_WALL]
    assert "somebody@example.org" in parts[_DESK]


def test_a_bracket_says_which_match_fills_each_open_place() -> None:
    event = factories.event()
    stage = factories.stage(event, format="double_elimination")
    factories.entrants(event, 6)
    draw.draw(stage, by=None, seed="videau")
    html = html_of(event)
    assert 'class="sheet"' in html
    assert re.search(r"loser of Quarterfinals, no\. \d", html)
    assert "Write each loser of the main bracket into the losers’ bracket" in html


def test_a_closed_event_has_no_sheets_for_the_wall() -> None:
    event = factories.drawn_stage(4).event
    closing.close_event(event, by=None, anyway=True, reason="The hall is shut.")
    assert emergency_view(event.tournament).events[0].stages == ()
    assert "Finished" in html_of(event)


def test_no_paper_asks_more_of_the_database_for_more_entrants() -> None:
    counts = []
    for entrants in (4, 32):
        tournament = factories.drawn_stage(entrants).event.tournament
        with CaptureQueriesContext(connection) as queries:
            emergency.emergency_html(tournament, language="en")
        counts.append(len(queries))
    assert counts[0] == counts[1]
    assert counts[0] <= 16
