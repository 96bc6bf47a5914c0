"""The public page of an event's final standings, over all its stages."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments import access
from tournaments.models import UNLISTED, Stage
from tournaments.queries.closing.matters import corrected_since, last_closing
from tournaments.queries.draws.finish import finish
from tournaments.queries.draws.standing_words import place_range
from tournaments.queries.draws.winners import EventWinners, winners_by_event
from tournaments.web.frame.pages import Crumb, show, way_to
from tournaments.web.frame.sharing import absolute, days, place_of, shared
from tournaments.web.frame.visitors import hold_as_stranger, visitor_of

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
        "has_open": event.entrants.filter(is_alternate=False, withdrawn_at=None)
        .exclude(via__in=UNLISTED)
        .exclude(uid__in=[line.entrant for line in lines])
        .exists(),
        "crumbs": [*way_to(tournament, event), Crumb(_("Final standings"))],
        "shared": shared(request, tournament, title, tournament.name, days(tournament), place_of(tournament)),
    }
    return show(request, tournament, "tournaments/finish.html", context)


@require_safe
def results_text(request: HttpRequest, uid: str) -> HttpResponse:
    """Return the places as lines of text for a message, with the names for strangers; raise 404 before any is certain."""
    hold_as_stranger(request)
    visitor = visitor_of(request)
    event = access.event_to_see(visitor, uid)
    tournament = event.tournament
    access.share(request, visitor, tournament)
    lines = finish(event)
    if not lines:
        raise Http404
    where = " · ".join(filter(None, (days(tournament), place_of(tournament))))
    places = [place_range(line.first, line.last) for line in lines]
    text = [
        f"{event.name} · {tournament.name}",
        where,
        "",
        *(f"{place}. {line.name}" for place, line in zip(places, lines, strict=True)),
        "",
        absolute(request, reverse("finish", args=[uid])),
    ]
    return HttpResponse("\n".join(text) + "\n", content_type="text/plain; charset=utf-8")
