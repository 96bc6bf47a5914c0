"""The tabs of an event behind the first: its facts, its times, and its matches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournaments import access
from tournaments.models import Entrant, Event, SanctionState, Stage, Visibility, hours_of
from tournaments.queries.draws.bracket import SlotState
from tournaments.queries.draws.deadlines import has_match_days
from tournaments.queries.draws.schedule import schedule
from tournaments.queries.draws.winners import EventWinners, Winner, winners_by_event
from tournaments.queries.entrants.places import places_kept
from tournaments.queries.events.hall_forecasts import expected_end
from tournaments.queries.money.ledger import fees_of
from tournaments.queries.results.matches import final_matches, newest_first, open_matches
from tournaments.web.events.event_frame import TabName, event_frame, stages_of, tab_crumb
from tournaments.web.events.public import has_ended
from tournaments.web.frame.pages import show, way_to
from tournaments.web.frame.sharing import absolute
from tournaments.web.frame.visitors import visitor_of
from tournaments.web.wording.eligibility import rules_shown

_ON_A_PAGE = 60


@dataclass(frozen=True, slots=True)
class StageCard:
    """A stage on the page of its event, with the winners of it or of its groups."""

    stage: Stage
    winners: Sequence[Winner]


@require_safe
def event_info(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the facts of an event and of its stages."""
    visitor = visitor_of(request)
    event = access.event_to_see(visitor, uid)
    access.share(request, visitor, event.tournament)
    stages = stages_of(event)
    winners = winners_by_event(stages).get(event.pk, EventWinners())
    context = {
        **facts_context(request, event, stages, winners),
        **event_frame(event, stages, tab=TabName.INFO),
        "is_over": has_ended(event, stages),
        "may_desk": visitor.may_desk(event.tournament),
        "crumbs": [*way_to(event.tournament, event), tab_crumb(TabName.INFO)],
    }
    return show(request, event.tournament, "tournaments/event_info.html", context)


def facts_context(
    request: HttpRequest, event: Event, stages: Sequence[Stage], winners: EventWinners
) -> dict[str, Any]:
    """Return the template context of the facts of an event."""
    entrants = Entrant.objects.filter(event=event, withdrawn_at=None)
    is_public = event.tournament.visibility == Visibility.PUBLIC
    return {
        "embed_address": absolute(request, reverse("embed", args=[event.uid])) if is_public else "",
        "stages": [
            StageCard(stage, [winner for winner in winners.winners if winner.stage == stage])
            for stage in stages
        ],
        "entered": entrants.filter(is_alternate=False).count(),
        "kept": places_kept(event),
        "waiting": entrants.filter(is_alternate=True).count(),
        "fees": fees_of(event),
        "entry_rules": rules_shown(event),
        "sanctions": event.sanctions.filter(state=SanctionState.GRANTED).select_related("federation"),
        "qualifiers": event.qualifiers.order_by("order", "pk"),
    }


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
