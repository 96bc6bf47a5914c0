"""The tab with the matches of an event: those at the tables, those to come, and the results, the newest first."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments import access
from tournaments.queries.draws.bracket import SlotState
from tournaments.queries.results.matches import final_matches, newest_first, open_matches
from tournaments.web.events.event_frame import TabName, event_frame, stages_of, tab_crumb
from tournaments.web.frame.pages import show, way_to
from tournaments.web.frame.visitors import visitor_of

_ON_A_PAGE = 60


@require_safe
def event_matches(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the matches of an event, all stages together."""
    visitor = visitor_of(request)
    event = access.event_to_see(visitor, uid)
    page = Paginator(final_matches(event), _ON_A_PAGE).get_page(request.GET.get("page"))
    parameters = {"page": str(page.number)} if "page" in request.GET else {}
    access.share(request, visitor, event.tournament, parameters=parameters)
    still_open = open_matches(event) if page.number == 1 and event.closed_at is None else ()
    running = [line for line in still_open if line.state is not SlotState.OPEN or line.table]
    context = {
        "page": page,
        "results": newest_first(page.object_list),
        "running": running,
        "next": [line for line in still_open if line not in running],
        **event_frame(event, stages_of(event), tab=TabName.MATCHES),
        "crumbs": [*way_to(event.tournament, event), tab_crumb(TabName.MATCHES)],
    }
    return show(request, event.tournament, "tournaments/event_matches.html", context)
