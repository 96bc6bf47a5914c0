"""The hours of the hall: opening, meals and curfew of each day, and the forecast of its end, which is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise

from django.core.cache import caches
from django.db import transaction

from matches.models import Player
from tournaments.actions import log
from tournaments.actions.inverses import changed, inverse
from tournaments.actions.locks import lock_log
from tournaments.actions.permissions import require_director
from tournaments.acts.hall import HallHoursSet
from tournaments.errors.hall import (
    BreakOutsideHours,
    CurfewBeforeFirstRound,
    CurfewBeforeOpening,
    HallClosesFirst,
    HoursOutsideTournament,
    HoursOverlap,
)
from tournaments.models import Event, HallHours, LogEntry, Tournament, day_of, hours_of, stored_hours
from tournaments.models.dates import date_words
from tournaments.queries.events.hall_forecasts import HallForecast, is_fresh, known
from tournaments.queue import Job, enqueue, waiting

# An evening may go on after midnight; a longer day is a curfew typed before its opening.
_LONGEST_DAY = timedelta(hours=20)
# Who looks again within these seconds asks for nothing new.
_ASKED_FOR = 10


@transaction.atomic
def set_hours(tournament: Tournament, *, by: Player | None, days: Sequence[HallHours]) -> Tournament:
    """Set the days of the hall; none for a hall that is always open.

    Raise HoursOutsideTournament, HallClosesFirst, CurfewBeforeOpening, BreakOutsideHours, HoursOverlap, or
    CurfewBeforeFirstRound where an event begins after its day has closed.
    """
    require_director(tournament, by)
    head = lock_log(tournament)
    new = tuple(sorted(days, key=lambda day: day.opens))
    before = hours_of(head)
    if new == before:
        return tournament
    for day in new:
        _check_day(tournament, day)
    for day, other in pairwise(new):
        if other.opens < day.closes:
            raise HoursOverlap(day=_day(tournament, other), closes=_clock(tournament, day.closes))
    _check_starts(tournament, new)
    tournament.hours = stored_hours(new)
    tournament.save(update_fields=["hours"])
    act = HallHoursSet(tournament.uid, before=before, days=new)
    log.append(act, of=tournament, by=by, rows=[tournament])
    return tournament


def _check_day(tournament: Tournament, day: HallHours) -> None:
    """Raise a refusal for a day that is not of the tournament, or whose times contradict each other."""
    words = {"day": _day(tournament, day)}
    if not tournament.starts_on <= day_of(day, tournament) <= tournament.ends_on:
        raise HoursOutsideTournament(**words)
    if day.closes <= day.opens:
        raise HallClosesFirst(**words)
    clocks = {"opens": _clock(tournament, day.opens), "closes": _clock(tournament, day.closes)}
    if day.closes - day.opens > _LONGEST_DAY:
        raise CurfewBeforeOpening(**words, **clocks, most=_LONGEST_DAY // timedelta(hours=1))
    moments = [day.opens, *(moment for pair in day.breaks for moment in pair), day.closes]
    if any(after < before for before, after in pairwise(moments)) or any(
        one == other for one, other in day.breaks
    ):
        raise BreakOutsideHours(**words, **clocks)


def _check_starts(tournament: Tournament, days: Sequence[HallHours]) -> None:
    """Raise CurfewBeforeFirstRound if an event begins when the hall has closed on its day."""
    for event in Event.objects.filter(tournament=tournament, starts_at__isnull=False).order_by("order"):
        for day in days:
            starts = event.starts_at
            if starts is None or starts.astimezone(tournament.time_zone).date() != day_of(day, tournament):
                continue
            if starts >= day.closes:
                raise CurfewBeforeFirstRound(
                    event=event.name,
                    starts=_clock(tournament, starts),
                    closes=_clock(tournament, day.closes),
                )


def _day(tournament: Tournament, day: HallHours) -> str:
    return date_words(day_of(day, tournament), "DATE_FORMAT")


def _clock(tournament: Tournament, at: datetime) -> str:
    return date_words(at.astimezone(tournament.time_zone), "TIME_FORMAT")


@inverse(HallHoursSet)
def _set_hours_back(entry: LogEntry, act: HallHoursSet, by: Player | None) -> None:
    if hours_of(entry.tournament) != act.days:
        raise changed()
    set_hours(entry.tournament, by=by, days=act.before)


def ask_forecast(tournament: Tournament, *, now: datetime) -> HallForecast | None:
    """Return what is known of the end of a tournament, and ask for a new forecast where that no longer holds.

    The job is asked for once, however many look.
    """
    forecast = known(tournament)
    if is_fresh(forecast, tournament, now=now):
        return forecast
    key = f"hall_forecast_asked:{tournament.uid}"
    if caches["shared"].add(key, 1, timeout=_ASKED_FOR):
        with transaction.atomic():
            if not waiting(Job.HALL_FORECAST, tournament_id=tournament.pk).exists():
                enqueue(Job.HALL_FORECAST, tournament_id=tournament.pk)
    return forecast
