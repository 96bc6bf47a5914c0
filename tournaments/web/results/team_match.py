"""The desk page of a team match: line-ups, boards and the result."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from matches.errors import DomainError
from matches.models import Match, Source
from rules.match import Side
from tournaments import access
from tournaments.actions import results
from tournaments.actions.entrants import teams
from tournaments.queries.state import follow_ups
from tournaments.requests.results import ReportRequest
from tournaments.web.desk.pages import UNPROCESSABLE, act, event_page
from tournaments.web.desk.refusals import put_into
from tournaments.web.frame.form_choices import offer
from tournaments.web.frame.form_fields import field_of
from tournaments.web.frame.visitors import visitor_of
from tournaments.web.results.match_page import MatchPage


class TeamResultForm(forms.Form):
    """A form for the boards that each team won in a team match."""

    won_one = forms.IntegerField(min_value=0, max_value=19)
    won_two = forms.IntegerField(min_value=0, max_value=19)
    winner = forms.ChoiceField(
        label=gettext_lazy("Who wins when equal?"),
        required=False,
        help_text=gettext_lazy("Only where a board has no winner."),
    )
    reason = field_of(ReportRequest, "reason", label=gettext_lazy("Reason"))

    def __init__(self, data: Any = None, *, match: Match, needs_reason: bool) -> None:
        super().__init__(data)
        self.fields["won_one"].label = gettext_lazy("Boards won by %(team)s") % {"team": match.one.name}
        self.fields["won_two"].label = gettext_lazy("Boards won by %(team)s") % {"team": match.two.name}
        sides = [("", "–"), (Side.ONE.value, match.one.name), (Side.TWO.value, match.two.name)]
        offer(self, "winner", sides)
        self.fields["reason"].required = needs_reason

    @property
    def result(self) -> dict[str, Any]:
        """Return the keyword arguments of the action."""
        data = self.cleaned_data
        return {
            "score": (data["won_one"], data["won_two"]),
            "winner": data["winner"] or None,
            "reason": data["reason"],
        }


@require_POST
def open_boards(request: HttpRequest, uid: str) -> HttpResponse:
    """Create the boards of a team match, in team order if no line-up was named."""
    match = access.match_to_desk(visitor_of(request), uid)

    def done() -> None:
        teams.open_boards(match, by=visitor_of(request).account)

    return act(request, done, message=_("The boards are made."), back_to=f"/desk/m/{match.uid}/")


def team_match(request: HttpRequest, page: MatchPage) -> HttpResponse:
    """Show the line-ups and boards of a team match, and store its result on POST."""
    match, visitor = page.match, visitor_of(request)
    form = TeamResultForm(request.POST or None, match=match, needs_reason=match.is_final)
    if form.is_bound:
        access.match_to_direct(visitor, match.uid)
        if form.is_valid():
            try:
                _settle(request, match, form)
            except DomainError as refusal:
                put_into(form, refusal)
            else:
                messages.success(request, _("The result is final."))
                return redirect("desk_match", match.uid)
    followers = (
        [follow_up for follow_up in follow_ups(match) if follow_up.pairing.match_id] if match.is_final else []
    )
    context = {
        "page": page,
        "match": match,
        "team_match": page.team_match,
        "form": form,
        "followers": followers,
    }
    status = UNPROCESSABLE if form.is_bound else 200
    return event_page(
        request, page.event, "desk/team_match.html", context, tab="control", here=str(match), status=status
    )


def _settle(request: HttpRequest, match: Match, form: TeamResultForm) -> None:
    by = visitor_of(request).account
    if match.is_final:
        results.correct(match, by=by, **form.result)
    else:
        results.report(match, by=by, source=Source.DIRECTOR, **form.result)
