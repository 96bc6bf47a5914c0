"""The hours of a hall, and the forecast of a whole tournament from how it stands."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.core.cache import caches
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from matches.models import Match
from tests import factories
from tests.api.client import Caller
from tests.web.browsing import Visitor
from tournaments import tasks
from tournaments.actions import undo
from tournaments.actions.draws import draw
from tournaments.actions.entrants import registration
from tournaments.actions.events import copying, lifecycle
from tournaments.actions.hall import hours
from tournaments.actions.hall.hours import set_hours
from tournaments.errors.common import Forbidden
from tournaments.errors.hall import (
    BreakOutsideHours,
    CurfewBeforeFirstRound,
    CurfewBeforeOpening,
    HallClosesFirst,
    HoursOutsideTournament,
    HoursOverlap,
)
from tournaments.errors.undo import CannotBeUndone
from tournaments.models import Event, HallHours, LogEntry, OutboxJob, Tournament, hours_of
from tournaments.queries.events import hall_forecasts
from tournaments.queries.events.hall_forecasts import HallForecast
from tournaments.queries.events.hall_now import LeftOut, hall_now
from tournaments.queue import Lane

pytestmark = [pytest.mark.django_db, pytest.mark.decided_above]


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    caches["shared"].clear()


def weekend() -> Tournament:
    """A tournament of two days from tomorrow on."""
    tournament = factories.event().tournament
    first = timezone.now().astimezone(tournament.time_zone).date() + timedelta(days=1)
    Tournament.objects.filter(pk=tournament.pk).update(starts_on=first, ends_on=first + timedelta(days=1))
    tournament.refresh_from_db()
    return tournament


def at(tournament: Tournament, clock: str, *, days: int = 0) -> datetime:
    """A time by the clock on a day of the tournament."""
    hour, minute = map(int, clock.split(":"))
    day = tournament.starts_on + timedelta(days=days)
    return datetime(day.year, day.month, day.day, hour, minute, tzinfo=tournament.time_zone)


def day(
    tournament: Tournament, opens: str, closes: str, *breaks: tuple[str, str], days: int = 0, late: int = 0
) -> HallHours:
    """One day of the hall, with its curfew so many days later."""
    return HallHours(
        at(tournament, opens, days=days),
        at(tournament, closes, days=days + late),
        tuple((at(tournament, one, days=days), at(tournament, other, days=days)) for one, other in breaks),
    )


class TestTheHours:
    """Opening, meals and curfew of each day."""

    @pytest.mark.both_databases
    def test_they_are_set_shown_copied_and_taken_back(self) -> None:
        tournament = weekend()
        boss = factories.owner(tournament)
        days = [
            day(tournament, "10:00", "01:00", ("13:00", "14:00"), late=1),
            day(tournament, "10:00", "19:00", days=1),
        ]
        set_hours(tournament, by=boss, days=days[::-1])
        row = Tournament.objects.get()
        assert hours_of(row) == tuple(days)
        assert "10:00 to 01:00 the next day" in Visitor(boss).open("desk_hall_end", row.uid)
        set_hours(row, by=boss, days=days)
        entry = LogEntry.objects.get(code="hall_hours_set")
        copy = copying.copy_tournament(
            row, by=boss, name="Next year", starts_on=row.starts_on + timedelta(days=200)
        )
        # The same by the clock, whatever summer does to it.
        assert [one.opens.astimezone(copy.time_zone).hour for one in hours_of(copy)] == [10, 10]
        assert hours_of(copy)[0].opens.date() == copy.starts_on
        undo.undo(entry, by=boss)
        assert hours_of(Tournament.objects.get(pk=tournament.pk)) == ()
        set_hours(row, by=boss, days=days)
        newer = LogEntry.objects.filter(code="hall_hours_set").latest("seq")
        set_hours(row, by=boss, days=days[:1])
        with pytest.raises(CannotBeUndone):
            undo.undo(newer, by=boss)

    @pytest.mark.both_databases
    def test_what_cannot_be_is_refused_with_the_way_out(self) -> None:
        tournament = weekend()
        boss = factories.owner(tournament)
        wrong: list[tuple[type[Exception], list[HallHours]]] = [
            (HoursOutsideTournament, [day(tournament, "10:00", "20:00", days=2)]),
            (HallClosesFirst, [day(tournament, "10:00", "10:00")]),
            (CurfewBeforeOpening, [day(tournament, "10:00", "9:00", late=1)]),
            (BreakOutsideHours, [day(tournament, "10:00", "20:00", ("19:00", "21:00"))]),
            (BreakOutsideHours, [day(tournament, "10:00", "20:00", ("13:00", "13:00"))]),
            (
                HoursOverlap,
                [day(tournament, "18:00", "12:00", late=1), day(tournament, "11:00", "20:00", days=1)],
            ),
        ]
        for kind, days in wrong:
            with pytest.raises(kind):
                set_hours(tournament, by=boss, days=days)
        Event.objects.update(starts_at=at(tournament, "20:00"))
        with pytest.raises(CurfewBeforeFirstRound) as error:
            set_hours(tournament, by=boss, days=[day(tournament, "10:00", "20:00")])
        assert error.value.code == "curfew_before_first_round"
        set_hours(
            tournament,
            by=boss,
            days=[day(tournament, "10:00", "23:00"), day(tournament, "9:00", "19:00", days=1)],
        )
        with pytest.raises(Forbidden):
            set_hours(tournament, by=factories.player("Zoe"), days=[])

    def test_the_api_reads_and_writes_them(self) -> None:
        tournament = weekend()
        caller, path = Caller(factories.owner(tournament)), f"tournaments/{tournament.uid}/hours/"
        assert caller.get(path).body == {"days": []}
        moments = [at(tournament, clock).isoformat() for clock in ("10:00", "13:00", "14:00", "22:00")]
        body = {
            "opens": moments[0],
            "closes": moments[3],
            "breaks": [{"begins": moments[1], "ends": moments[2]}],
        }
        answer = caller.post(
            path,
            {
                "days": [
                    body,
                    {
                        "opens": at(tournament, "10:00", days=1).isoformat(),
                        "closes": at(tournament, "18:00", days=1).isoformat(),
                    },
                ]
            },
        )
        assert answer.status == 200
        first, second = answer.body["days"]
        assert datetime.fromisoformat(first["breaks"][0]["ends"]) == at(tournament, "14:00")
        assert second["breaks"] == []
        refusal = caller.post(path, {"days": [body | {"closes": moments[0]}]})
        assert (refusal.status, refusal.code) == (409, "hall_closes_first")

    def test_the_form_has_a_row_for_each_day(self) -> None:
        tournament = weekend()
        visitor = Visitor(factories.owner(tournament))
        page = visitor.open("desk_hall_hours", tournament.uid)
        fields = {"opens_0": "10:00", "closes_0": "01:30", "dinner_from_0": "19:00", "dinner_to_0": "20:00"}
        version = {"seen": str(tournament.log_seq)}
        visitor.send("desk_hall_hours", tournament.uid, **fields, **version)
        (row,) = hours_of(Tournament.objects.get())
        assert row == HallHours(
            at(tournament, "10:00"),
            at(tournament, "01:30", days=1),
            ((at(tournament, "19:00"), at(tournament, "20:00")),),
        )
        page = visitor.open("desk_hall_hours", tournament.uid)
        assert 'name="dinner_from_0" value="19:00"' in page.html
        version = {"seen": str(Tournament.objects.get().log_seq)}
        for wrong, words in (
            ({"opens_0": "10:00"}, "Type both times, or neither."),
            ({"lunch_from_1": "12:00", "lunch_to_1": "13:00"}, "When does the hall open on this day?"),
            (fields | {"dinner_to_0": "18:00"}, "a break lies outside"),
        ):
            answer = visitor.post("desk_hall_hours", tournament.uid, **wrong, **version)
            assert answer.status == 422
            assert words in answer


def drawn(entrants: int, *, of: Event | None = None, tables: int = 0) -> Event:
    """An event whose only stage is drawn."""
    stage = factories.stage(of, lengths=(5,))
    factories.entrants(stage.event, entrants)
    draw.draw(stage, by=None, seed="videau")
    if tables:
        lifecycle.add_tables(stage.event.tournament, by=None, names=[str(number) for number in range(tables)])
    return stage.event


def last_of(tournament: Tournament) -> HallForecast:
    """The last step of a forecast."""
    *_, last = hall_forecasts.renewals(tournament, now=timezone.now())
    return last


class TestTheForecast:
    """All events of a tournament in one hall."""

    def test_it_is_asked_for_by_who_looks_and_holds_until_something_happens(self) -> None:
        event = drawn(8, tables=4)
        tournament, now = event.tournament, timezone.now()
        OutboxJob.objects.all().delete()
        assert hours.ask_forecast(tournament, now=now) is None
        assert hours.ask_forecast(tournament, now=now) is None
        assert [job.name for job in OutboxJob.objects.all()] == ["hall_forecast"]
        assert tasks.run_lane(Lane.FORECASTS) == 1
        forecast = hours.ask_forecast(tournament, now=now)
        assert forecast is not None
        assert forecast.is_whole
        assert not OutboxJob.objects.exists()
        lifecycle.add_tables(tournament, by=None, names=["more"])
        caches["shared"].delete(f"hall_forecast_asked:{tournament.uid}")
        tournament.refresh_from_db()
        # What was known is shown while the new one is worked out.
        assert hours.ask_forecast(tournament, now=now) == forecast
        assert OutboxJob.objects.filter(name="hall_forecast").count() == 1

    def test_one_under_other_hours_says_nothing_of_the_new_ones(self) -> None:
        tournament = drawn(8, tables=4).tournament
        last_of(tournament)
        assert hall_forecasts.known(tournament) is not None
        now = timezone.now()
        tournament.hours = [HallHours(now - timedelta(hours=1), now + timedelta(minutes=20)).to_dict()]
        assert hall_forecasts.known(tournament) is None
        assert last_of(tournament).in_time < 0.5
        assert hall_forecasts.known(tournament) is not None

    def test_events_share_players_and_tables_and_cost_each_other_time(self) -> None:
        main = drawn(8, tables=4)
        tournament = main.tournament
        side = factories.event(tournament, name="Jackpot")
        stage = factories.stage(side, lengths=(5,))
        for entrant in main.entrants.order_by("pk")[:4]:
            registration.enter(side, by=None, players=[entrant.side.players.get()])
        draw.draw(stage, by=None, seed="videau")
        now = timezone.now()
        with CaptureQueriesContext(connection) as few:
            hall = hall_now(tournament, now=now)
        persons = [person for event in hall.weekend.events for uid in event.people.values() for person in uid]
        assert (len(persons), len(set(persons)), hall.weekend.tables) == (12, 8, 4)
        drawn(8, of=factories.event(tournament, name="Third"))
        with CaptureQueriesContext(connection) as many:
            hall_now(tournament, now=now)
        assert len(many) == len(few)
        forecast = last_of(tournament)
        assert [end.event for end in forecast.events][:2] == [main.uid, side.uid]
        assert forecast.events[1].costs[main.uid][0] > 0
        assert set(forecast.tables) == {4}
        assert forecast.half_at < forecast.almost_surely_at

    def test_what_does_not_fit_has_ways_that_do(self) -> None:
        event = drawn(8, tables=5)
        tournament = event.tournament
        today = timezone.now().astimezone(tournament.time_zone).date()
        Tournament.objects.filter(pk=tournament.pk).update(starts_on=today, ends_on=today)
        tournament.refresh_from_db()
        now = timezone.now()
        closing = [HallHours(now - timedelta(hours=1), now + timedelta(minutes=100))]
        tournament.hours = [hours.to_dict() for hours in closing]
        tournament.save(update_fields=["hours"])
        forecast = last_of(tournament)
        assert forecast.in_time < 0.5
        ways = forecast.ways[event.uid]
        assert {way.kind for way in ways} >= {"shorter", "tables", "curfew"}
        assert next(way for way in ways if way.kind == "curfew").amount >= 15

    def test_what_is_not_counted_is_named(self) -> None:
        event = drawn(4)
        tournament = event.tournament
        without = factories.stage(factories.event(tournament, name="No start")).event
        empty = factories.stage(factories.event(tournament, name="Empty")).event
        Event.objects.filter(pk=empty.pk).update(starts_at=timezone.now() + timedelta(hours=1))
        ladder = factories.stage(factories.event(tournament, name="Ladder"), format="ladder").event
        later = factories.stage(factories.event(tournament, name="Later")).event
        factories.entrants(later, 4)
        Event.objects.filter(pk=later.pk).update(starts_at=timezone.now() + timedelta(hours=5))
        forecast = last_of(tournament)
        assert forecast.left_out == {
            without.uid: LeftOut.NO_START,
            empty.uid: LeftOut.TOO_FEW,
            ladder.uid: LeftOut.BY_CALENDAR,
        }
        main, other = forecast.events
        assert (main.event, other.event) == (event.uid, later.uid)
        assert other.half_at > timezone.now() + timedelta(hours=5)

    def test_nothing_to_come_is_known_too(self) -> None:
        tournament = factories.event().tournament
        forecast = last_of(tournament)
        assert forecast.events == ()
        assert hall_forecasts.known(tournament) == forecast

    def test_the_stamps_of_this_hall_and_of_the_last_ones_teach(self) -> None:
        event = drawn(8, tables=4)
        tournament, now = event.tournament, timezone.now()
        expected = hall_now(tournament, now=now).weekend.belief.pace.factor
        matches = list(factories.open_matches(event.stages.get()))
        for match in matches:
            Match.objects.filter(pk=match.pk).update(started_at=now - timedelta(minutes=90))
        waiting = hall_now(tournament, now=now)
        # Each has lasted longer than expected, and lasts on.
        assert waiting.weekend.belief.pace.factor > expected
        (stage,) = waiting.weekend.events[0].setup.stages
        assert sorted(stage.playing.values()) == pytest.approx([90.0] * 4)


class TestThePage:
    """The page of the desk says when it ends."""

    def test_it_comes_at_once_and_the_figures_a_moment_later(self) -> None:
        event = drawn(8, tables=4)
        tournament = event.tournament
        visitor = Visitor(factories.owner(tournament))
        assert "The first figure comes in a moment" in visitor.open("desk_hall_end", tournament.uid)
        tasks.run_lane(Lane.FORECASTS)
        page = visitor.open("desk_hall_end", tournament.uid)
        assert "Over about" in page
        assert "9 in 10" in page
        assert "Nobody has said when the hall is open" in page
        assert event.name in page
