"""Calendars: an event for everybody, and a player's own matches under a private address that reads and never acts."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_http_methods, require_safe

from matches.models import Player
from tournaments import access
from tournaments.access.addresses import public_address
from tournaments.actions.people import links
from tournaments.models import AccessLink, Entrant, Purpose, Tournament
from tournaments.queries.matches import matches_of_player
from tournaments.web.frame.pages import Crumb, show, way_to
from tournaments.web.frame.visitors import visitor_of

from . import ical


@require_safe
def event_file(request: HttpRequest, uid: str) -> HttpResponse:
    """One event, to be put into any calendar."""
    event = access.event_to_see(visitor_of(request), uid)
    address = public_address(request, reverse("event", args=[event.uid]))
    entries = [ical.event_entry(event, address=address), *ical.deadline_entries(event, address=address)]
    answer = HttpResponse(ical.calendar_of(event.name, entries), content_type=ical.CONTENT_TYPE)
    answer["Content-Disposition"] = f'attachment; filename="{event.uid}.ics"'
    return answer


@require_safe
@cache_control(private=True, max_age=300)
def feed(request: HttpRequest, token: str) -> HttpResponse:
    """A player's events and matches of one tournament, for a calendar that asks again and again."""
    link = links.find_calendar(token)
    player = link.player
    assert player is not None  # noqa: S101 - the database says so; narrows the type for mypy
    with override(player.language or None):
        answer = HttpResponse(_feed(request, link.tournament, player), content_type=ical.CONTENT_TYPE)
    answer["Referrer-Policy"] = "no-referrer"
    answer["X-Robots-Tag"] = "noindex"
    return answer


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def my_calendar(request: HttpRequest, uid: str) -> HttpResponse:
    """Make the address of the own calendar, shown once, or end it."""
    visitor = visitor_of(request)
    tournament = access.tournament_to_see(visitor, uid)
    player = access.own_player_in(visitor, tournament)
    address = ""
    if request.method == "POST":
        origin = visitor.origin
        if request.POST.get("do") == "end":
            links.end_calendar_links(tournament, player, by=player, origin=origin)
        else:
            _link, token = links.make_calendar_link(tournament, player, by=player, origin=origin)
            address = public_address(request, reverse("calendar_feed", args=[token]))
    context = {
        "section": "me",
        "address": address,
        "subscribe": address.replace("http", "webcal", 1).replace("webcals", "webcal", 1),
        "link": _active_link(tournament, player),
        "crumbs": [*way_to(tournament), Crumb(_("My calendar"))],
    }
    return show(request, tournament, "me/calendar.html", context)


def _active_link(tournament: Tournament, player: Player) -> AccessLink | None:
    links_now = AccessLink.objects.filter(revoked_at=None, expires_at__gt=timezone.now())
    return links_now.filter(tournament=tournament, player=player, purpose=Purpose.CALENDAR).first()


def _feed(request: HttpRequest, tournament: Tournament, player: Player) -> bytes:
    entered = Entrant.objects.filter(
        event__tournament=tournament, entrant_players__player=player, withdrawn_at=None
    ).select_related("event__tournament")
    entries = []
    for entrant in entered.order_by("event__order", "event_id"):
        event = entrant.event
        address = public_address(request, reverse("event", args=[event.uid]))
        entries.append(ical.event_entry(event, address=address))
        entries += ical.deadline_entries(event, address=address, is_ahead=True)
    for line in matches_of_player(player, tournament):
        entry = ical.match_entry(line, address=public_address(request, reverse("match", args=[line.uid])))
        if entry is not None:
            entries.append(entry)
    return ical.calendar_of(tournament.name, entries)
