"""The line-up of a team match, named by its captain or the desk."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from matches.errors import DomainError
from matches.models import Match
from rules.match import Side
from tournaments import access
from tournaments.access import Visitor, tournament_of
from tournaments.actions.entrants import teams
from tournaments.models import is_team_match, pairing_of
from tournaments.queries.entrants.teams import team_match_view
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.pages import Crumb, show, way_to
from tournaments.web.frame.visitors import visitor_of

from .side_forms import LineupForm


def _refused(visitor: Visitor, match: Match, *, side: Side) -> str:
    """Return why no line-up of this side can be named now; an empty text if one can."""
    try:
        teams.require_lineup_open(match, by=visitor.player_in(tournament_of(match)), side=side.value)
    except DomainError as refusal:
        return str(refusal)
    return ""


@require_page_or_form
def lineup(request: HttpRequest, uid: str) -> HttpResponse:
    """Show and save the line-up of a team: the captain's own, or the side given in the address."""
    visitor = visitor_of(request)
    match = access.match_to_start(visitor, uid)
    own, side_code = visitor.side_in(match), request.GET.get("side", "")
    if not is_team_match(match) or (own is None and side_code not in set(Side)):
        raise Http404
    side = own or Side(side_code)
    stage, tournament = pairing_of(match).stage, tournament_of(match)
    view = team_match_view(match, own=own, sees_all=visitor.may_desk(tournament))
    team = view.teams[list(Side).index(side)]
    form = LineupForm(
        request.POST or None, members=team.members, boards=stage.event.boards or 1, lineup=team.lineup
    )
    if form.is_bound and form.is_valid():
        try:
            is_made = teams.name_lineup(
                match,
                by=visitor.player_in(tournament),
                players=form.lineup,
                side=side.value,
                origin=visitor.origin,
            )
        except DomainError as refusal:
            form.add_error(None, str(refusal))
        else:
            both = _("Both line-ups are in: these are the boards.")
            one = _("The line-up is in. It stays secret until the other team has named its own.")
            messages.success(request, both if is_made else one)
            return redirect("match" if own else "desk_match", match.uid)
    context = {
        "section": "match",
        "match": match,
        "team": team,
        "form": form,
        "refused": "" if form.is_bound else _refused(visitor, match, side=side),
        "crumbs": [
            *way_to(tournament, stage.event, stage),
            Crumb(str(match), f"/m/{match.uid}/"),
            Crumb(_("Line-up")),
        ],
    }
    status = 422 if form.errors else 200
    return show(request, tournament, "matches/lineup.html", context, status=status)
