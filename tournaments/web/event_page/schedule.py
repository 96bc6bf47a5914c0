"""The tab with the times of an event: its start, its rounds, the hours of the hall, the expected end."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments import access
from tournaments.models import hours_of
from tournaments.queries.draws.deadlines import has_match_days
from tournaments.queries.draws.schedule import schedule
from tournaments.queries.events.expected_ends import expected_end
from tournaments.web.events.event_frame import TabName, event_frame, stages_of, tab_crumb
from tournaments.web.frame.pages import show, way_to
from tournaments.web.frame.visitors import visitor_of


@require_safe
def event_schedule(request: HttpRequest, uid: str) -> HttpResponse:
    """Show when each round of an event was played, is played, or is due."""
    visitor = visitor_of(request)
    event = access.event_to_see(visitor, uid)
    access.share(request, visitor, event.tournament)
    stages = schedule(event)
    is_over = event.closed_at is not None or all(one.stage.standings is not None for one in stages)
    context = {
        "stages": stages,
        "hours": hours_of(event.tournament),
        "with_match_days": [one.stage for one in stages if has_match_days(one.stage)],
        "outlook": None if is_over else expected_end(event),
        **event_frame(event, stages_of(event), tab=TabName.SCHEDULE),
        "crumbs": [*way_to(event.tournament, event), tab_crumb(TabName.SCHEDULE)],
    }
    return show(request, event.tournament, "tournaments/event_schedule.html", context)
