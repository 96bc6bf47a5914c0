"""Views of when a tournament ends: its forecast, and the hours of its hall."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments import access
from tournaments.actions.hall import hours
from tournaments.models import Tournament
from tournaments.web.desk.pages import status_of, tournament_page
from tournaments.web.desk.submission import Edit, save
from tournaments.web.frame import etags
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of

from .ending_page import HallEnding, hall_ending
from .hours_form import HoursForm, hours_words


@require_safe
def ending(request: HttpRequest, uid: str) -> HttpResponse:
    """Show when each event, and the tournament, is over."""
    tournament = access.tournament_to_desk(visitor_of(request), uid)
    page = _ending(tournament)
    context = _context(request, tournament, page)
    return tournament_page(request, tournament, "desk/hall_end.html", context, here=_("When it ends"))


@require_safe
def live(request: HttpRequest, uid: str) -> HttpResponse:
    """Return the forecast alone, or 304 if the ETag matches."""
    tournament = access.tournament_to_desk(visitor_of(request), uid)
    page = _ending(tournament)
    etag = _tag(request, tournament, page)
    if etags.is_known(request, etag):
        return etags.unchanged(etag)
    with timezone.override(tournament.time_zone):
        answer = render(request, "desk/_hall_end.html", _context(request, tournament, page))
    return etags.tagged(answer, etag)


@require_page_or_form
def hall_hours(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the form for the hours of the hall, and set them on POST."""
    visitor = visitor_of(request)
    tournament = access.tournament_to_direct(visitor, uid)
    form = HoursForm(request.POST or None, tournament=tournament)
    back_to = reverse("desk_hall_end", args=[uid])
    if request.method == "POST" and form.is_valid():
        answer = save(
            request,
            Edit(tournament, hours_words(form.days(), tournament), look_at=back_to),
            lambda: hours.set_hours(tournament, by=visitor.account, days=form.days()),
            into=form,
            message=_("Saved."),
            back_to=back_to,
        )
        if answer is not None:
            return answer
    return tournament_page(
        request,
        tournament,
        "desk/hall_hours.html",
        {"form": form},
        here=_("Hours of the hall"),
        status=status_of(form),
    )


def _ending(tournament: Tournament) -> HallEnding:
    now = timezone.now()
    with timezone.override(tournament.time_zone):
        return hall_ending(tournament, hours.ask_forecast(tournament, now=now), now=now)


def _context(request: HttpRequest, tournament: Tournament, page: HallEnding) -> dict[str, Any]:
    return {
        "tournament": tournament,
        "ending": page,
        "may_direct": visitor_of(request).may_direct(tournament),
        "etag": _tag(request, tournament, page),
    }


def _tag(request: HttpRequest, tournament: Tournament, page: HallEnding) -> str:
    """Return an ETag that changes with the log, and with each step of the forecast."""
    return etags.tag(request, tournament.log_seq, page.version, page.is_fresh)
