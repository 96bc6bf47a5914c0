"""The desk page of a team match or a series: line-ups, boards or matches, and the result."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from matches.errors import DomainError
from matches.models import Match, Source
from rules.match import Side
from tournaments import access
from tournaments.actions import results
from tournaments.actions.entrants import teams
from tournaments.models import is_series
from tournaments.queries.draws.follow_ups import follow_ups
from tournaments.requests.results import ReportRequest
from tournaments.web.desk.pages import UNPROCESSABLE, act, event_page
from tournaments.web.desk.refusals import put_into
from tournaments.web.frame.form_fields import field_of, offer
from tournaments.web.frame.visitors import visitor_of
from tournaments.web.results.correction_options import (
    CorrectionOption,
    ruling_shown_first,
    sequel_in,
    sequels_left,
)
from tournaments.web.results.match_page import MatchPage

_WON_AT_BOARDS = gettext_lazy("Boards won by %(team)s")
_WON_IN_SERIES = gettext_lazy("Matches won by %(team)s")


class TeamResultForm(forms.Form):
    """A form for the boards that each team won in a team match, or the matches that each side won in a series."""

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
        won = _WON_IN_SERIES if is_series(match) else _WON_AT_BOARDS
        self.fields["won_one"].label = won % {"team": match.one.name}
        self.fields["won_two"].label = won % {"team": match.two.name}
        sides = [("", "–"), (Side.ONE.value, match.one.name), (Side.TWO.value, match.two.name)]
        offer(self, "winner", sides)
        if is_series(match):
            del self.fields["winner"]
        self.fields["reason"].required = needs_reason

    @property
    def result(self) -> dict[str, Any]:
        """Return the keyword arguments of the action."""
        data = self.cleaned_data
        return {
            "score": (data["won_one"], data["won_two"]),
            "winner": data.get("winner") or None,
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
    """Show the line-ups and boards of a team match, or the matches of a series; store its result on POST."""
    match, visitor = page.match, visitor_of(request)
    form = TeamResultForm(request.POST or None, match=match, needs_reason=match.is_final)
    ways: list[CorrectionOption] = []
    if form.is_bound:
        access.match_to_direct(visitor, match.uid)
        if form.is_valid():
            try:
                follows = _shown_first(request, match, form)
                if follows is not None:
                    return follows
                _settle(request, match, form)
            except DomainError as refusal:
                put_into(form, refusal)
                ways = sequels_left(refusal, at=request.path, post_data=request.POST.dict())
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
        "series": page.series,
        "form": form,
        "followers": followers,
        "ways": ways,
    }
    status = UNPROCESSABLE if form.is_bound else 200
    return event_page(
        request, page.event, "desk/team_match.html", context, tab="control", here=str(match), status=status
    )


def _shown_first(request: HttpRequest, match: Match, form: TeamResultForm) -> HttpResponse | None:
    """Return the preview of what follows from another result of the match; None without any, or once confirmed."""
    if not match.is_final:
        return None
    uid = match.uid

    def act() -> None:
        _settle(request, access.match_to_direct(visitor_of(request), uid), form)

    return ruling_shown_first(request, match, act, back_to=reverse("desk_match", args=[uid]))


def _settle(request: HttpRequest, match: Match, form: TeamResultForm) -> None:
    by = visitor_of(request).account
    if match.is_final:
        results.correct(match, by=by, follow=sequel_in(request.POST), **form.result)
    else:
        results.report(match, by=by, source=Source.DIRECTOR, **form.result)
