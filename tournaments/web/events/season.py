"""The desk page that creates the next season of a league."""

from __future__ import annotations

import re

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.errors import DomainError
from tournaments import access
from tournaments.actions.entrants import seasons
from tournaments.formats import next_season
from tournaments.models import Event
from tournaments.queries.events.seasons import next_season_of
from tournaments.queries.state import stage_state
from tournaments.requests.draws import NextSeasonRequest
from tournaments.web.desk.pages import UNPROCESSABLE, event_page
from tournaments.web.desk.refusals import put_into
from tournaments.web.frame.form_fields import MomentField, field_of
from tournaments.web.frame.form_idempotency import once
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of


class NextSeasonForm(forms.Form):
    """The name and the start of the next season."""

    name = field_of(NextSeasonRequest, "name", label=gettext_lazy("Name"))
    starts_at = MomentField(
        label=gettext_lazy("Begins"),
        required=False,
        help_text=gettext_lazy("The first round begins then. Without it all rounds are open at once."),
    )


def name_of_next(event: Event) -> str:
    """Return the next name in sequence: `League 3` after `League 2`, `Autumn 2` after `Autumn`."""
    match = re.fullmatch(r"(.*?)(\d+)", event.name)
    if match is None:
        return f"{event.name} 2"
    return f"{match.group(1)}{int(match.group(2)) + 1}"


@require_page_or_form
@once
def season(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the order of entrants in the next season; on POST, create its event."""
    stage = access.stage_to_direct(visitor_of(request), uid)
    event = stage.event
    with timezone.override(event.tournament.time_zone):
        form = NextSeasonForm(request.POST or None, initial={"name": name_of_next(event)})
        is_valid = form.is_bound and form.is_valid()
    if is_valid:
        try:
            new_event = seasons.next_season(stage, by=visitor_of(request).account, **form.cleaned_data)
        except DomainError as refusal:
            put_into(form, refusal)
        else:
            messages.success(request, _("%(event)s created with its entrants.") % {"event": new_event.name})
            return redirect("desk_entrants", new_event.uid)
    state = stage_state(stage)
    order = () if state is None else next_season(state.format.standings(state.state))
    context = {
        "stage": stage,
        "form": form,
        "followed": next_season_of(stage),
        "is_complete": stage.completed_at is not None,
        "order": [state.entrants[uid].name for uid in order] if state is not None else [],
    }
    status = UNPROCESSABLE if form.is_bound else 200
    return event_page(
        request, event, "desk/season.html", context, tab="draw", here=_("Next season"), status=status
    )
