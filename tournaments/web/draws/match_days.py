"""The desk page of a league's match days: their dates, places, and single encounters that are moved."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.errors import DomainError
from tournaments import access
from tournaments.actions.draws.home_right import exchange_home
from tournaments.actions.draws.match_days import set_match_days
from tournaments.models import EventKind, Stage
from tournaments.queries.draws.deadlines import has_match_days
from tournaments.queries.draws.match_days import fixtures, rules_of_days
from tournaments.web.desk.conflicts import first_log_number
from tournaments.web.desk.pages import event_page, status_of
from tournaments.web.desk.submission import Edit, save
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.numbers import number_typed
from tournaments.web.frame.visitors import visitor_of

from .match_day_forms import MatchDaysForm


@require_page_or_form
def match_days(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the dates and places of a league; on POST, set them."""
    visitor = visitor_of(request)
    stage = access.stage_to_direct(visitor, uid)
    if rules_of_days(stage) is None:
        raise Http404
    event = stage.event
    league = fixtures(stage)
    if "exchange" in request.POST:
        return _exchange(request, stage)
    with timezone.override(event.tournament.time_zone):
        form = MatchDaysForm(request.POST or None, stage=stage, fixtures=league)
        is_valid = form.is_bound and form.is_valid()
        if is_valid:
            answer = save(
                request,
                Edit(event, form.words()),
                lambda: set_match_days(stage, by=visitor.account, days=form.days()),
                into=form,
                message=_("Saved. Players whose encounter has moved are told."),
                back_to=reverse("desk_match_days", args=[stage.uid]),
            )
            if answer is not None:
                return answer
        context = {
            "stage": stage,
            "form": form,
            "is_drawn": league is not None,
            "has_home": has_match_days(stage),
            "encounters": () if league is None else [one for one in league.encounters if not one.is_over],
            "has_teams": event.kind == EventKind.TEAMS,
            "seen": first_log_number(request, event.tournament),
        }
        return event_page(
            request,
            event,
            "desk/match_days.html",
            context,
            tab="draw",
            here=_("Match days"),
            status=status_of(form),
        )


def _exchange(request: HttpRequest, stage: Stage) -> HttpResponse:
    """Exchange home and away in the chosen encounter, named by round and slot."""
    number, slot = (number_typed(text) for text in request.POST["exchange"].partition("-")[::2])
    try:
        exchange_home(
            stage,
            by=visitor_of(request).account,
            round=number or 0,
            slot=-1 if slot is None else slot,
        )
    except DomainError as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("Home and away are exchanged. The players are told."))
    return redirect("desk_match_days", stage.uid)
