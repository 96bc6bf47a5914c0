"""The end of an event that every page and the API show: one figure, of the whole hall where that is known."""

from __future__ import annotations

from dataclasses import replace

from tournaments.models import Event

from . import forecasts, hall_forecasts
from .forecasts import Outlook

# The hall is computed when somebody looks at its page; older than this, the event's own forecast knows more.
_OLDEST = 3 * hall_forecasts.STALE_AFTER


def expected_end(event: Event) -> Outlook | None:
    """Return the cached forecast of an event, with the times of the hall's forecast if that is recent; no query."""
    own = forecasts.known(event)
    hall = hall_forecasts.known(event.tournament)
    if own is None or own.season is not None or hall is None or own.at - hall.at > _OLDEST:
        return own
    for end in hall.events:
        if end.event == event.uid:
            # The stages were forecast without the other events, so their times are left out.
            return replace(
                own,
                half_at=end.half_at,
                almost_surely_at=end.almost_surely_at,
                stages={},
                at=max(own.at, hall.at),
                is_of_hall=True,
            )
    return own
