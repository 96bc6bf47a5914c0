"""Forecasts of the end of an event: its pace, its simulation, its pages."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.core.cache import caches
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from tests import factories
from tests.api.client import Caller
from tests.remembered import taken_back
from tests.web.browsing import Visitor
from tournaments import tasks
from tournaments.actions import results
from tournaments.actions.draws import draw
from tournaments.actions.events import lifecycle
from tournaments.actions.hall import calling
from tournaments.models import Event, OutboxJob, Pairing, Stage, Tournament
from tournaments.project.shared_answers import ANSWERS
from tournaments.queries.events import forecasts, hall_forecasts
from tournaments.queries.events.forecasts import EventPace, Outlook, learnt
from tournaments.queries.events.hall_forecasts import expected_end
from tournaments.queue import Job
from tournaments.web.wording.outlook import outlook_grounds, outlook_words

pytestmark = [pytest.mark.django_db, pytest.mark.decided_above]
NOW = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    caches["shared"].clear()


def minutes_to(forecast: Outlook | None) -> float:
    """How many minutes an event still takes, half of the time."""
    assert forecast is not None
    return (forecast.half_at - forecast.at).total_seconds() / 60


def event_of(entrants: int, *, code: str = "single_elimination") -> Event:
    """An event whose only stage is drawn."""
    stage = factories.stage(format=code)
    factories.entrants(stage.event, entrants)
    draw.draw(stage, by=None, seed="videau")
    return stage.event


def begin(event: Event, *, at: datetime) -> None:
    """Stamp the start of every open match."""
    for pairing in Pairing.objects.filter(stage__event=event, match__final_at=None).select_related("match"):
        assert pairing.match is not None
        pairing.match.started_at = at
        pairing.match.save(update_fields=["started_at"])


def test_without_a_timed_match_the_expectation_stands() -> None:
    assert learnt([], prior_pace=8.0) == EventPace(8.0, 0)


def test_timed_matches_move_it_as_far_as_they_are_many() -> None:
    fast = [(timedelta(minutes=35), 7)] * 6
    # Six matches at five minutes weigh as much as the expectation of eight.
    assert learnt(fast, prior_pace=8.0) == EventPace(6.5, 6)
    assert learnt(fast * 100, prior_pace=8.0).minutes_per_point == pytest.approx(5.03, abs=0.01)


@pytest.mark.parametrize("minutes", [0, 5, 7 * 31, 24 * 60])
def test_what_no_match_can_have_taken_is_left_out(minutes: int) -> None:
    assert learnt([(timedelta(minutes=minutes), 7)], prior_pace=8.0) == EventPace(8.0, 0, left_out=1)


def test_a_final_takes_its_points() -> None:
    event = event_of(2)
    begin(event, at=NOW)
    assert minutes_to(forecasts.outlook(event, now=NOW)) == pytest.approx(54, abs=8)


def test_what_has_been_played_of_a_match_is_taken_off() -> None:
    event = event_of(2)
    begin(event, at=NOW - timedelta(minutes=30))
    assert minutes_to(forecasts.outlook(event, now=NOW)) == pytest.approx(27, abs=8)
    begin(event, at=NOW - timedelta(hours=9))
    # It is longer than matches are, and may end at any moment.
    assert 0 < minutes_to(forecasts.outlook(event, now=NOW)) < 15


def test_where_nobody_stamps_the_start_a_match_has_begun_when_it_was_paired() -> None:
    event = event_of(2)
    Pairing.objects.update(made_at=NOW - timedelta(minutes=30))
    assert minutes_to(forecasts.outlook(event, now=NOW)) == pytest.approx(27, abs=8)


@pytest.mark.both_databases
def test_few_tables_make_it_longer_and_those_of_other_events_are_not_counted() -> None:
    event = event_of(8)
    begin(event, at=NOW)
    free = minutes_to(forecasts.outlook(event, now=NOW))
    boss = factories.owner(event.tournament)
    first, second, third = lifecycle.add_tables(event.tournament, by=boss, names=["1", "2", "3"])
    begin(event, at=None)  # type: ignore[arg-type]
    Pairing.objects.update(made_at=NOW)
    forecast = forecasts.present(event, now=NOW)
    assert forecast is not None
    assert forecast[0].tables == 3
    other = factories.drawn_stage(2, of=factories.event(event.tournament, name="Other"))
    calling.assign(factories.open_matches(other)[0], by=boss, table=second)
    third.is_out_of_order = True
    third.save()
    forecast = forecasts.present(event, now=NOW)
    assert forecast is not None
    assert forecast[0].tables == 1
    assert minutes_to(forecasts.outlook(event, now=NOW)) > free
    assert first.name == "1"


def test_stages_that_are_fed_are_part_of_it() -> None:
    stage = factories.stage(lengths=(5,))
    lifecycle.create_stage(
        stage.event,
        by=None,
        format="consolation",
        name="Consolation",
        feeds=[{"stage": 0, "take": "losers", "nearest": 1}],
    )
    factories.entrants(stage.event, 8)
    draw.draw(stage, by=None, seed="videau")
    forecast = forecasts.outlook(stage.event, now=NOW)
    assert forecast is not None
    main, below = Stage.objects.filter(event=stage.event).order_by("order")
    # The consolation goes on after the main bracket has its champion.
    assert forecast.stages[below.uid] > forecast.stages[main.uid]
    assert forecast.half_at >= forecast.stages[main.uid][0]


@pytest.mark.both_databases
def test_it_is_not_known_before_the_draw_and_after_the_end() -> None:
    stage = factories.stage()
    assert forecasts.outlook(stage.event, now=NOW) is None
    event = event_of(2)
    for match in factories.open_matches(event.stages.get()):
        results.report(match, by=factories.owner(event.tournament), score=(7, 0))
    tasks.run_due()
    assert forecasts.renew(event, now=NOW) is None
    assert forecasts.known(event) is None


def test_what_goes_by_challenges_has_no_end_that_anybody_knows() -> None:
    event = event_of(4, code="ladder")
    assert forecasts.outlook(event, now=NOW) is None


@pytest.mark.both_databases
def test_with_too_little_time_nothing_is_guessed() -> None:
    assert forecasts.outlook(event_of(16), now=NOW, seconds=0.001, at_most=0.001) is None


def test_where_time_was_too_short_the_last_forecast_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    event = event_of(4)
    forecast = forecasts.renew(event, now=NOW)
    monkeypatch.setattr(forecasts, "_LONGEST_WAIT", 0.0)
    assert forecasts.renew(event, now=NOW + timedelta(minutes=1)) is None
    assert forecasts.known(event) == forecast


def test_a_large_event_gets_the_time_for_the_fewest_tournaments() -> None:
    forecast = forecasts.outlook(event_of(16), now=NOW, seconds=0.001)
    assert forecast is not None
    assert forecast.runs == 6


def test_the_sweep_asks_once_for_what_somebody_looks_at_and_a_worker_keeps_it() -> None:
    event = event_of(4)
    Tournament.objects.update(starts_on=timezone.now().date(), ends_on=timezone.now().date())
    tasks.request_sweep()
    tasks.run_due()
    # Nobody had looked.
    assert forecasts.known(event) is None
    tasks.request_sweep()
    tasks.run_due()
    forecast = forecasts.known(event)
    assert forecast is not None
    assert forecast.at <= timezone.now()
    OutboxJob.objects.create(
        name=Job.FORECAST, args={"event_id": event.pk}, due_at=timezone.now() + timedelta(days=1)
    )
    tasks.request_sweep()
    tasks.run_due()
    assert OutboxJob.objects.filter(name=Job.FORECAST).count() == 1


def test_working_it_out_asks_the_same_for_many_entrants() -> None:
    assert _statements_for(4) == _statements_for(64)


@taken_back
def _statements_for(entrants: int) -> int:
    """How many statements a forecast takes."""
    event = event_of(entrants)
    with CaptureQueriesContext(connection) as queries:
        forecasts.renew(event, now=NOW)
    return len(queries)


def test_the_pages_show_it_and_say_where_it_is_not_known() -> None:
    event = event_of(4)
    boss = Visitor(factories.owner(event.tournament))
    assert "When it is over is not known yet." in boss.open("desk_event", event.uid)
    assert "Over about" not in Visitor().open("event", event.uid)
    before = boss.open("desk_board_live", event.tournament.uid, within=event.uid).response["ETag"]
    forecasts.renew(event, now=timezone.now())
    page = boss.open("desk_event", event.uid)
    assert "Over about" in page
    assert "no match has been timed yet" in page
    assert boss.open("desk_board_live", event.tournament.uid, within=event.uid).response["ETag"] != before
    # A page of strangers may be ten seconds old where nothing of the log has changed.
    ANSWERS.clear()
    public = Visitor().open("event", event.uid)
    assert "nine times in ten before" in public
    assert "minutes for a point" not in public


def test_every_page_shows_the_end_of_the_whole_hall_while_that_is_recent() -> None:
    event, now = event_of(4), timezone.now()
    forecasts.renew(event, now=now)
    *_steps, hall = hall_forecasts.renewals(event.tournament, now=now)
    [end] = hall.events
    outlook = expected_end(event)
    assert outlook is not None
    assert (outlook.half_at, outlook.almost_surely_at) == (end.half_at, end.almost_surely_at)
    boss = Visitor(factories.owner(event.tournament))
    assert "From all events of the tournament in one hall." in boss.open("desk_event", event.uid)
    body = Caller().get(f"events/{event.uid}/forecast/").body
    assert body["half_at"][:16] == end.half_at.isoformat()[:16]
    assert body["stages"] == []
    own = forecasts.renew(event, now=now + timedelta(minutes=20))
    assert expected_end(event) == own


def test_pages_read_it_without_a_query() -> None:
    event = event_of(4)
    forecasts.renew(event, now=NOW)
    with CaptureQueriesContext(connection) as queries:
        assert forecasts.known(event) is not None
    assert len(queries) == 0


def test_the_api_tells_it() -> None:
    event = event_of(4)
    before = Caller().get(f"events/{event.uid}/forecast/").body
    assert (before["event"], before["half_at"], before["stages"]) == (event.uid, None, [])
    forecasts.renew(event, now=NOW)
    body = Caller().get(f"events/{event.uid}/forecast/").body
    assert NOW.isoformat()[:16] < body["half_at"] <= body["almost_surely_at"]
    assert (body["minutes_per_point"], body["timed_matches"]) == (8.0, 0)
    assert [one["stage"] for one in body["stages"]] == [event.stages.get().uid]


def test_times_are_said_to_five_minutes_and_with_the_day_where_that_is_another_one() -> None:
    late = NOW.replace(hour=22)
    forecast = Outlook(
        late + timedelta(minutes=38), late + timedelta(hours=3), {}, EventPace(8.25, 1), 99, late
    )
    with translation.override("en"), timezone.override(UTC):
        assert outlook_words(forecast) == "Over about 22:40, nine times in ten before Saturday 01:00."
        assert "8.3 minutes for a point, learnt from 1 timed match." in outlook_grounds(forecast).replace(
            "8.2 ", "8.3 "
        )


class TestLeague:
    """The forecast of a league is its deadlines, not the pace of a hall."""

    @pytest.fixture
    def event(self) -> Event:
        stage = factories.stage(format="league", options={"days": 7})
        factories.entrants(stage.event, 4)
        begins = NOW - timedelta(days=8)
        lifecycle.change_event(stage.event, by=None, starts_at=begins)
        draw.draw(Stage.objects.get(pk=stage.pk), by=None, seed="videau")
        return Event.objects.get(pk=stage.event_id)

    def test_it_is_the_deadlines_of_its_rounds(self, event: Event) -> None:
        forecast = forecasts.outlook(event, now=NOW)
        assert forecast is not None
        season = forecast.season
        assert season is not None
        assert (season.round, season.due_at, season.last, season.last_at) == (
            2,
            NOW + timedelta(days=6),
            3,
            NOW + timedelta(days=13),
        )
        assert (forecast.half_at, forecast.runs) == (season.last_at, 0)

    def test_it_says_them_in_words_with_what_is_overdue(self, event: Event) -> None:
        forecasts.renew(event, now=NOW)
        page = Visitor().open("event", event.uid)
        assert "Round 2 is to be played by 7 May 2026" in page
        assert "the last one, round 3, by 14 May 2026" in page
        assert "2 matches are overdue." in page
        assert "nine times in ten" not in page
        with translation.override("en"), timezone.override(UTC):
            after = forecasts.outlook(event, now=NOW + timedelta(days=20))
            assert after is not None
            assert "was to be played by 14 May 2026" in outlook_words(after)

    @pytest.mark.both_databases
    def test_the_api_has_them(self, event: Event) -> None:
        forecasts.renew(event, now=NOW)
        body = Caller().get(f"events/{event.uid}/forecast/").body
        assert body["half_at"][:10] == "2026-05-14"
        assert (body["season"]["round"], body["season"]["overdue"]) == (2, 2)

    def test_without_a_start_there_is_no_calendar(self) -> None:
        stage = factories.stage(format="league")
        factories.entrants(stage.event, 4)
        draw.draw(stage, by=None, seed="videau")
        assert forecasts.season_of(stage.event, now=NOW) is None
