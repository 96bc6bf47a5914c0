"""The page that asks whether two players are one person: the account that goes on, or a director."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from matches.models import is_same_person
from tournaments import access
from tournaments.actions.federations import merge_proposals
from tournaments.models import MergeProposal
from tournaments.web.desk.pages import act
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of

# The newest events of the duplicate tell most.
_MOST_EVENTS = 5


@never_cache
@require_page_or_form
def merge_proposal(request: HttpRequest, uid: str) -> HttpResponse:
    """Show what a federation asks, with the events of the duplicate; agree or decline on POST."""
    visitor = visitor_of(request)
    row = access.merge_proposal_to_answer(visitor, uid)
    if request.POST.get("do") in ("agree", "decline"):
        is_agreed = request.POST["do"] == "agree"
        action = merge_proposals.agree if is_agreed else merge_proposals.decline
        return act(
            request,
            lambda: action(row, by=visitor.account),
            message=_("You have agreed.") if is_agreed else _("They stay two people."),
            back_to=reverse("merge_proposal", args=[uid]),
        )
    places = merge_proposals.places_to_answer(row, visitor.account) if row.is_waiting else []
    context = {
        "section": "me",
        "proposal": row,
        "is_own": is_same_person(visitor.account, row.into),
        "tournaments": [one for one in places if one is not None],
        "may_answer": bool(places),
        "state": _state(row),
        "events": access.entries_to_show(visitor, row.player)[:_MOST_EVENTS],
    }
    return render(request, "me/merge_proposal.html", context)


def _state(row: MergeProposal) -> str:
    """Return what has become of a proposal, in words."""
    if row.is_waiting:
        return _("You have answered. Others are asked as well.")
    return _("They are two people.") if row.merge is None else _("They are one person now.")
