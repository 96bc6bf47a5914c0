"""Emergency papers of a tournament: the newest one in a click, those before it, and one made now."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments import access
from tournaments.actions.hall import emergency
from tournaments.models import EmergencyPaper
from tournaments.queries.exports.emergency import is_expected, kept_papers, newest_paper
from tournaments.web.desk.bar import Room
from tournaments.web.desk.pages import act, tournament_page
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of


@require_page_or_form
def papers(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the kept emergency papers of a tournament; make one of the present state on POST."""
    visitor = visitor_of(request)
    tournament = access.tournament_to_desk(visitor, uid)
    if request.method == "POST":
        return act(
            request,
            lambda: emergency.ask_now(tournament, by=visitor.account),
            message=_("The paper is being made. Load this page again in a moment."),
            back_to=reverse("desk_emergency", args=[uid]),
        )
    may_enter = visitor.may_enter_slips(tournament)
    context = {
        "papers": kept_papers(tournament),
        "is_expected": is_expected(tournament),
        "events": tournament.events.filter(closed_at=None).order_by("order", "pk") if may_enter else (),
    }
    return tournament_page(
        request, tournament, "desk/emergency.html", context, here=_("Emergency paper"), room=Room.PRINT
    )


@require_safe
def newest(request: HttpRequest, uid: str) -> HttpResponse:
    """Answer with the newest paper in the reader's language, else in any; without one, lead to the page."""
    tournament = access.tournament_to_desk(visitor_of(request), uid)
    paper = newest_paper(tournament, language=get_language() or "")
    return redirect("desk_emergency", uid) if paper is None else _file(paper)


@require_safe
def one_paper(request: HttpRequest, uid: str, paper: str) -> HttpResponse:
    """Answer with one of the kept papers."""
    visitor = visitor_of(request)
    row = access.emergency_paper_to_desk(visitor, paper)
    if row.tournament.uid != uid:
        raise Http404
    return _file(row)


def _file(paper: EmergencyPaper) -> HttpResponse:
    ending = "pdf" if paper.is_pdf else "html"
    headers = {
        "Content-Disposition": f'inline; filename="emergency-{paper.language}.{ending}"',
        "Cache-Control": "private, no-cache",
    }
    return HttpResponse(bytes(paper.body), content_type=paper.media_type, headers=headers)
