"""The first tab of an event: what to do, what is going on now, and the stage; before the draw what the event is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournaments import access
from tournaments.access import Visitor
from tournaments.models import Entrant, Event, EventKind, Stage
from tournaments.queries.draws.deadlines import has_match_days
from tournaments.queries.draws.finish import OwnFinish, finish, own_finish
from tournaments.queries.draws.winners import EventWinners, winners_by_event
from tournaments.queries.entrants.consent import asks_of
from tournaments.queries.events.hall_forecasts import expected_end
from tournaments.queries.money.ledger import balance
from tournaments.queries.money.seats import paid_by
from tournaments.web.draws.stages import bracket_context, usual_parameters
from tournaments.web.events.after_loss import has_attendance
from tournaments.web.events.event_frame import TabName, event_frame, front_stage, stages_of
from tournaments.web.events.podium import podium
from tournaments.web.events.public import entry_of, has_ended, lobby_context
from tournaments.web.frame.pages import Crumb, show, way_to
from tournaments.web.frame.sharing import days, place_of, shared
from tournaments.web.frame.visitors import visitor_of

from .tabs import facts_context


@require_safe
def event(request: HttpRequest, uid: str) -> HttpResponse:
    """Show an event: the visitor's entry, registration, and the stage under way or, before the draw, the facts."""
    visitor = visitor_of(request)
    event = access.event_to_see(visitor, uid)
    tournament, stages = event.tournament, stages_of(event)
    stage = front_stage(stages)
    drawn = _stage_context(request, visitor, stage)
    access.share(request, visitor, tournament, parameters=usual_parameters(request, drawn))
    winners = winners_by_event(stages).get(event.pk, EventWinners())
    is_over = has_ended(event, stages)
    context = {
        **(drawn if stage is not None else facts_context(request, event, stages, winners)),
        **event_frame(event, stages, tab=TabName.STAGE, stage=stage, player=drawn.get("chosen", "")),
        **_entry_context(visitor, event, stages, is_over=is_over),
        "is_renewed": not is_over,
        "won": winners,
        "podium": podium(event, winners) if is_over else (),
        "has_places": any(one.standings is not None for one in stages),
        "outlook": None if is_over or not stages else expected_end(event),
        "may_desk": visitor.may_desk(tournament),
        "shared": shared(
            request,
            tournament,
            event.name,
            tournament.name,
            days(tournament),
            place_of(tournament),
            picture=reverse("event_card", args=[event.uid]),
        ),
        "crumbs": [*way_to(tournament), Crumb(event.name)],
    }
    return show(request, tournament, "tournaments/event.html", context)


def _stage_context(request: HttpRequest, visitor: Visitor, stage: Stage | None) -> Mapping[str, Any]:
    return {} if stage is None else bracket_context(request, visitor, stage)


def _entry_context(
    visitor: Visitor, event: Event, stages: Sequence[Stage], *, is_over: bool
) -> dict[str, Any]:
    """Return what the card of the visitor's own entry, the bar of registration and the lobby need."""
    player = visitor.player_in(event.tournament)
    entry = entry_of(player, event)
    account = balance(entry) if entry is not None else None
    return {
        **lobby_context(visitor, event),
        "is_over": is_over,
        "entry": entry,
        "asks": () if player is None or event.kind == EventKind.SINGLES else asks_of(player, event),
        "balance": account,
        "paid_by": paid_by(entry) if entry is not None and account is not None and account.paid else "",
        "own_finish": _own_finish(entry) if is_over else None,
        "has_attendance": has_attendance(stages),
        "has_match_days": any(map(has_match_days, stages)),
    }


def _own_finish(entry: Entrant | None) -> OwnFinish | None:
    return None if entry is None else own_finish(finish(entry.event), entry.uid)
