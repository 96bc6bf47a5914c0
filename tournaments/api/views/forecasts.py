"""When an event under way is over."""

from __future__ import annotations

from typing import Any

from django.http.response import HttpResponseBase
from rest_framework.request import Request

from tournaments import access
from tournaments.api.schema import reads
from tournaments.api.serializers.forecasts import OutlookResponse
from tournaments.models import Event
from tournaments.queries.events.forecasts import Outlook, known

from .endpoint import Endpoint


class EventForecast(Endpoint):
    """The forecast of an event under way."""

    @reads("event_forecast", OutlookResponse)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """Show when the event is over, as it was worked out in the last minutes."""
        event = access.event_to_see(self.visitor, uid)
        outlook = known(event)
        at = "" if outlook is None else outlook.at.isoformat()
        return self.read(event.tournament, lambda: OutlookResponse(_shown(event, outlook)).data, also=at)


def _shown(event: Event, outlook: Outlook | None) -> dict[str, Any]:
    if outlook is None:
        names = ("half_at", "almost_surely_at", "minutes_per_point", "timed_matches", "runs", "at", "season")
        return {"event": event.uid, **dict.fromkeys(names), "stages": []}
    return {
        "event": event.uid,
        "half_at": outlook.half_at,
        "almost_surely_at": outlook.almost_surely_at,
        "minutes_per_point": round(outlook.pace.minutes_per_point, 2),
        "timed_matches": outlook.pace.matches,
        "runs": outlook.runs,
        "at": outlook.at,
        "season": outlook.season,
        "stages": [
            {"stage": stage, "half_at": half, "almost_surely_at": almost}
            for stage, (half, almost) in outlook.stages.items()
        ],
    }
