"""Desk pages of re-entry after a loss, and of the lots for byes."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from matches.errors import DomainError
from tournaments import access
from tournaments.actions.draws import byes
from tournaments.actions.entrants import reentry
from tournaments.actions.events import reentry_rule
from tournaments.acts import EditedForm
from tournaments.formats import After, ReEntry
from tournaments.queries.entrants.reentry import rule_of
from tournaments.requests.entrants import ByeLotsRequest
from tournaments.web.desk.conflicts import first_log_number, typed
from tournaments.web.desk.pages import UNPROCESSABLE, act, event_page
from tournaments.web.desk.submission import Edit, save
from tournaments.web.frame.form_fields import MomentField, field_of
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of

_MOST = 20


class ReEntryForm(forms.Form):
    """The re-entry rule of an event; without the tick nobody may re-enter."""

    is_possible = forms.BooleanField(label=gettext_lazy("Losers may re-enter"), required=False)
    most = forms.IntegerField(
        label=gettext_lazy("How often, at most"), min_value=1, max_value=_MOST, initial=1, required=False
    )
    until = MomentField(
        label=gettext_lazy("Until"),
        required=False,
        help_text=gettext_lazy("Leave empty to allow it as long as late entry is open."),
    )
    after = forms.ChoiceField(
        label=gettext_lazy("After which loss"),
        choices=[
            (After.FIRST.value, gettext_lazy("that of the first match really played")),
            (After.ANY.value, gettext_lazy("any one that was really played")),
        ],
        widget=forms.RadioSelect,
        initial=After.FIRST.value,
        required=False,
    )
    fee_percent = forms.IntegerField(
        label=gettext_lazy("Price, in per cent of the entry fee"),
        min_value=0,
        max_value=100,
        initial=100,
        required=False,
    )
    keeps_side_pools = forms.BooleanField(
        label=gettext_lazy("Side pools go on with the new entry"), required=False
    )

    @classmethod
    def of(cls, data: Any, rule: ReEntry | None) -> ReEntryForm:
        """Return the form, filled with the current re-entry rule."""
        if rule is None:
            return cls(data)
        initial: dict[str, Any] = {**rule.to_dict(), "is_possible": True, "until": rule.until}
        return cls(data, initial=initial)

    def chosen(self) -> dict[str, object] | None:
        """Return the rule as plain values, or None if nobody may re-enter."""
        data = self.cleaned_data
        if not data["is_possible"]:
            return None
        until = data["until"]
        return {
            "most": data["most"] or 1,
            "until": None if until is None else timezone.localtime(until).isoformat(),
            "after": data["after"] or After.FIRST.value,
            "fee_percent": 100 if data["fee_percent"] is None else data["fee_percent"],
            "keeps_side_pools": data["keeps_side_pools"],
        }


class LotsForm(forms.Form):
    """The number of lots that an entrant has in the draw for byes."""

    lots = field_of(
        ByeLotsRequest,
        "lots",
        label=gettext_lazy("Lots for a bye"),
        help_text=gettext_lazy(
            "One is usual. Two double the chance of a bye, for example with a meal ticket; with "
            "none, a bye comes only when all others have one. Late players are drawn last in any "
            "case."
        ),
    )


@require_page_or_form
def rule(request: HttpRequest, uid: str) -> HttpResponse:
    """Show and save the re-entry rule of an event."""
    event = access.event_to_direct(visitor_of(request), uid)
    with timezone.override(event.tournament.time_zone):
        form = ReEntryForm.of(request.POST if request.method == "POST" else None, rule_of(event))
        if form.is_bound and form.is_valid():
            answer = save(
                request,
                Edit(event, typed(form), forms=(EditedForm.COMING_BACK,)),
                lambda: reentry_rule.set_rule(event, by=visitor_of(request).account, rule=form.chosen()),
                into=form,
                message=_("Saved."),
                back_to=reverse("desk_reentry", args=[event.uid]),
            )
            if answer is not None:
                return answer
        status = UNPROCESSABLE if form.is_bound else 200
        return event_page(
            request,
            event,
            "desk/reentry.html",
            {"form": form, "seen": first_log_number(request, event.tournament)},
            tab="settings",
            here=_("Coming back"),
            status=status,
        )


@require_POST
def come_back(request: HttpRequest, uid: str) -> HttpResponse:
    """Re-enter the players of an entrant who lost."""
    entrant = access.entrant_to_desk(visitor_of(request), uid)
    try:
        again = reentry.come_back(entrant, by=visitor_of(request).account)
    except DomainError as refusal:
        messages.error(request, str(refusal))
        return redirect("desk_entrant", entrant.uid)
    return redirect(f"{reverse('desk_entrants', args=[entrant.event.uid])}?last={again.uid}")


@require_POST
def lots(request: HttpRequest, uid: str) -> HttpResponse:
    """Set the number of lots that an entrant has in the draw for byes."""
    entrant = access.entrant_to_desk(visitor_of(request), uid)
    form = LotsForm(request.POST)
    back = reverse("desk_entrant", args=[entrant.uid])
    if not form.is_valid():
        messages.error(request, _("Lots for a bye are a number from 0 to 100."))
        return redirect(back)

    def done() -> None:
        byes.set_lots(entrant, by=visitor_of(request).account, lots=form.cleaned_data["lots"])

    return act(request, done, message=_("Saved."), back_to=back)
