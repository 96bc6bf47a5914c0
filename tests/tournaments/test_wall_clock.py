"""The programme of a tournament goes by the clock of its hall, whatever its time zone is set to."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from tests import factories
from tests.tournaments.audits import is_clean
from tournaments.actions import undo
from tournaments.actions.draws import draw, last_round, match_days
from tournaments.actions.events import lifecycle, reentry_rule, zones
from tournaments.actions.hall import hours, tables
from tournaments.errors.events import NoSuchTime, TimeComesTwice
from tournaments.errors.undo import CannotBeUndone
from tournaments.models import (
    Availability,
    Event,
    HallHours,
    LogEntry,
    Notice,
    Stage,
    StoredMatchDay,
    Tournament,
    by_clock,
    hours_of,
)
from tournaments.notices import render

PARIS, NEW_YORK = ZoneInfo("Europe/Paris"), ZoneInfo("America/New_York")


class TestByTheClock:
    """A time of day is one moment, or refused with the way out."""

    def test_a_time_is_of_its_zone(self) -> None:
        assert by_clock(datetime.fromisoformat("2026-07-04T10:00"), NEW_YORK) == datetime(
            2026, 7, 4, 14, tzinfo=UTC
        )

    def test_a_time_that_is_skipped_is_refused(self) -> None:
        with pytest.raises(
            NoSuchTime, match="02:30 is skipped on 8 March 2026, when the clocks of America/New_York"
        ):
            by_clock(datetime.fromisoformat("2026-03-08T02:30"), NEW_YORK)

    def test_a_time_that_comes_twice_is_refused(self) -> None:
        with pytest.raises(TimeComesTwice, match="02:30 comes twice on 25 October 2026"):
            by_clock(datetime.fromisoformat("2026-10-25T02:30"), PARIS)


def _clock(at: object, zone: ZoneInfo) -> str:
    assert isinstance(at, datetime)
    return at.astimezone(zone).strftime("%d %H:%M")


def _programme(event: Event) -> list[str]:
    """Everything that was said by the clock of the hall, as its pages show it."""
    tournament = Tournament.objects.get(pk=event.tournament_id)
    event.refresh_from_db()
    [day], [row] = hours_of(tournament), Availability.objects.all()
    [round_day] = Stage.objects.get(event=event).stored_match_days
    assert event.reentry is not None
    moments = [
        *(event.starts_at, event.last_round_at, datetime.fromisoformat(event.reentry["until"]), round_day.at),
        *(day.opens, *day.breaks[0], day.closes, row.away_until, row.leaves_at, row.not_before),
    ]
    return [_clock(at, tournament.time_zone) for at in moments]


@pytest.fixture
def event() -> Event:
    """An event of a tournament that lies ahead, with every kind of moment set by its clock."""
    day = timezone.now().astimezone(PARIS).date() + timedelta(days=20)

    def at(hour: int, minute: int = 0) -> datetime:
        return datetime(day.year, day.month, day.day, hour, minute, tzinfo=PARIS)

    event = factories.event()
    tournament = event.tournament
    lifecycle.change_tournament(tournament, by=None, starts_on=day, ends_on=day)
    [entrant, _other] = factories.entrants(event, 2)
    reentry_rule.set_rule(event, by=None, rule={"until": at(15).isoformat()})
    stage = factories.stage(event, format="league", options={"dates": "match_day"})
    match_days.set_match_days(stage, by=None, days=[StoredMatchDay(2, None, at(18, 30))])
    lifecycle.change_event(event, by=None, starts_at=at(10))
    Event.objects.filter(pk=event.pk).update(last_round_at=at(22))
    player = entrant.side.players.get()
    tables.set_availability(
        tournament, player, by=None, away_until=at(11), leaves_at=at(23), not_before=at(9)
    )
    hours.set_hours(tournament, by=None, days=[HallHours(at(9), at(23), ((at(13), at(14)),))])
    event.refresh_from_db()
    return event


@pytest.mark.django_db
class TestAnotherZone:
    """A corrected time zone moves the programme, so that 10:00 stays 10:00, and no fact."""

    def test_every_moment_of_the_programme_keeps_its_clock(self, event: Event) -> None:
        before, starts = _programme(event), event.starts_at
        assert starts is not None
        assert lifecycle.change_tournament(event.tournament, by=None, zone="America/New_York") == len(before)
        assert _programme(event) == before
        assert event.starts_at == starts + timedelta(hours=6)
        assert is_clean(event.tournament)

    def test_what_happened_stays_at_its_moment(self, event: Event) -> None:
        at = timezone.now() - timedelta(minutes=5)
        Event.objects.filter(pk=event.pk).update(last_round_at=at)
        entries = list(LogEntry.objects.values_list("at", flat=True))
        lifecycle.change_tournament(event.tournament, by=None, zone="America/New_York")
        event.refresh_from_db()
        assert event.last_round_at == at
        assert list(LogEntry.objects.order_by("seq").values_list("at", flat=True))[:-1] == entries

    def test_the_log_says_it_and_its_undo_brings_every_moment_back(self, event: Event) -> None:
        tournament = event.tournament
        director = factories.owner(tournament)
        before = event.starts_at, Tournament.objects.get().hours, Stage.objects.get().match_days
        lifecycle.change_tournament(tournament, by=director, zone="America/New_York", city="New York")
        entry = LogEntry.objects.get(code="zone_set")
        undo.undo(entry, by=director)
        event.refresh_from_db()
        tournament.refresh_from_db()
        assert (event.starts_at, tournament.hours, Stage.objects.get().match_days) == before
        assert (tournament.zone, tournament.city) == ("Europe/Paris", "New York")
        assert is_clean(tournament)

    def test_a_zone_that_was_changed_since_is_not_undone(self, event: Event) -> None:
        director = factories.owner(event.tournament)
        lifecycle.change_tournament(event.tournament, by=director, zone="America/New_York")
        lifecycle.change_tournament(event.tournament, by=director, zone="Asia/Tokyo")
        with pytest.raises(CannotBeUndone, match="changed since"):
            undo.undo(LogEntry.objects.filter(code="zone_set").order_by("seq")[0], by=director)

    def test_a_start_that_the_new_clocks_skip_is_refused_and_nothing_moves(self) -> None:
        event = factories.event()
        start = datetime(2026, 3, 8, 2, 30, tzinfo=PARIS)
        lifecycle.change_event(event, by=None, starts_at=start)
        with pytest.raises(NoSuchTime):
            lifecycle.change_tournament(event.tournament, by=None, zone="America/New_York")
        event.refresh_from_db()
        assert (event.starts_at, event.tournament.zone) == (start, "Europe/Paris")

    def test_players_of_a_match_day_are_told_its_new_moment(self) -> None:
        event = factories.event()
        starts = datetime(2030, 6, 1, 14, tzinfo=PARIS)
        lifecycle.change_event(event, by=None, starts_at=starts)
        stage = factories.stage(event, format="league", options={"dates": "match_day"})
        factories.entrants(event, 4)
        draw.draw(stage, by=None, seed="videau")
        notices = Notice.objects.filter(code="match_day_moved")
        zones.set_zone(event.tournament, by=None, zone="America/New_York")
        assert notices.count() == 4
        assert all("14:00" in render(notice, "en").text for notice in notices)

    def test_a_last_round_is_followed_by_the_new_clock(self, run_jobs: Callable[[], int]) -> None:
        event = factories.event()
        stage = factories.stage(event, format="swiss", options={"rounds": 3})
        factories.entrants(event, 4)
        draw.draw(stage, by=None, seed="videau")
        last_round.set_last_round(event, by=None, at=timezone.now() + timedelta(hours=3))
        # West to east: 15:00 has passed there when it is noon here.
        zones.set_zone(event.tournament, by=None, zone="Asia/Tokyo")
        factories.play_open_matches(stage)
        run_jobs()
        stage.refresh_from_db()
        assert stage.completed_at is not None
