"""The public page of an event's final standings, over all its stages."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments import access
from tournaments.models import UNLISTED, Stage
from tournaments.queries.closing.matters import corrected_since, last_closing
from tournaments.queries.draws.finish import finish
from tournaments.queries.draws.winners import EventWinners, winners_by_event
from tournaments.web.frame.pages import Crumb, show, way_to
from tournaments.web.frame.sharing import days, place_of, shared
from tournaments.web.frame.visitors import visitor_of

from .public import entry_of


@require_safe
def finish_page(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the finishing position of every entrant whose place is certain, and how it came about."""
    visitor = visitor_of(request)
    event = access.event_to_see(visitor, uid)
    tournament = event.tournament
    own = entry_of(visitor.player_in(tournament), event)
    lines, stages = finish(event), list(Stage.objects.filter(event=event).order_by("order"))
    title = f"{event.name} · {_('Final standings')}"
    context = {
        "event": event,
        "lines": lines,
        "stages": stages,
        "has_stages": len(stages) > 1,
        "won": winners_by_event(stages).get(event.pk, EventWinners()),
        "corrected": corrected_since(event),
        "closing": last_closing(event),
        "own": own.uid if own is not None else "",
        "open_count": event.entrants.filter(is_alternate=False).exclude(via__in=UNLISTED).count()
        - len(lines),
        "crumbs": [*way_to(tournament, event), Crumb(_("Final standings"))],
        "shared": shared(request, tournament, title, tournament.name, days(tournament), place_of(tournament)),
    }
    return show(request, tournament, "tournaments/finish.html", context)
