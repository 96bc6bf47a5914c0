"""Asking for forecasts: somebody looks, and what is not known or no longer holds is worked out."""

from __future__ import annotations

from datetime import datetime

from django.core.cache import caches
from django.db import transaction

from tournaments.models import Tournament
from tournaments.queries.events.hall_forecasts import HallForecast, is_fresh, known
from tournaments.queue import Job, enqueue, waiting

# Who looks again within these seconds asks for nothing new.
_ASKED_FOR = 10


def look(tournament: Tournament, *, now: datetime) -> HallForecast | None:
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
